//! Files of named tensors and texts, in the safetensors format: models and checkpoints.

use crate::files::{FileError, write_whole};
use half::f16;
use safetensors::SafeTensorError;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// One tensor: floats of 32 or 16 bits, integers of 8, 16 or 32, or plain bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    name: String,
    shape: Vec<usize>,
    bytes: Vec<u8>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Numbers,
    Halves,
    Bytes,
    I8,
    I16,
    I32,
}

impl Kind {
    const ALL: [Kind; 6] = [
        Kind::Numbers,
        Kind::Halves,
        Kind::Bytes,
        Kind::I8,
        Kind::I16,
        Kind::I32,
    ];

    fn dtype(self) -> Dtype {
        match self {
            Kind::Numbers => Dtype::F32,
            Kind::Halves => Dtype::F16,
            Kind::Bytes => Dtype::U8,
            Kind::I8 => Dtype::I8,
            Kind::I16 => Dtype::I16,
            Kind::I32 => Dtype::I32,
        }
    }

    fn is_float(self) -> bool {
        matches!(self, Kind::Numbers | Kind::Halves)
    }
}

/// Integer types of tensors.
pub trait Integer: Copy {
    #[doc(hidden)]
    const BYTES: usize;
    #[doc(hidden)]
    fn write(self, to: &mut Vec<u8>);
    #[doc(hidden)]
    fn read(from: &[u8]) -> Self;
    #[doc(hidden)]
    fn is_of(part: &Part) -> bool;
    #[doc(hidden)]
    fn part(part: Part) -> Part;
}

macro_rules! integer {
    ($($integer:ty: $kind:ident),*) => {$(
        impl Integer for $integer {
            const BYTES: usize = size_of::<$integer>();

            fn write(self, to: &mut Vec<u8>) {
                to.extend(self.to_le_bytes());
            }

            fn read(from: &[u8]) -> Self {
                let mut bytes = [0; size_of::<$integer>()];
                bytes.copy_from_slice(from);
                <$integer>::from_le_bytes(bytes)
            }

            fn is_of(part: &Part) -> bool {
                part.kind == Kind::$kind
            }

            fn part(part: Part) -> Part {
                Part { kind: Kind::$kind, ..part }
            }
        }
    )*};
}

integer!(i8: I8, i16: I16, i32: I32);

impl Part {
    /// A tensor of 32-bit floats.
    ///
    /// # Panics
    ///
    /// If their number does not match the shape.
    pub fn numbers(name: impl Into<String>, shape: Vec<usize>, numbers: &[f32]) -> Part {
        assert_eq!(shape.iter().product::<usize>(), numbers.len());
        Part {
            name: name.into(),
            shape,
            bytes: numbers.iter().flat_map(|n| n.to_le_bytes()).collect(),
            kind: Kind::Numbers,
        }
    }

    /// The same with 32-bit floats rounded to 16 bits; other kinds are unchanged.
    ///
    /// ```
    /// use admit::learn::tensors::{Part, Tensors};
    /// let part = Part::numbers("bias", vec![2], &[0.5, 0.1]).halved();
    /// let tensors = Tensors { parts: vec![part], ..Tensors::default() };
    /// let numbers = tensors.numbers("bias", &[2]).unwrap();
    /// assert!(numbers[0] == 0.5 && (numbers[1] - 0.1).abs() < 1e-4);
    /// ```
    #[must_use]
    pub fn halved(self) -> Part {
        match self.kind {
            Kind::Numbers => Part {
                bytes: wide(&self.bytes)
                    .flat_map(|n| f16::from_f32(n).to_le_bytes())
                    .collect(),
                kind: Kind::Halves,
                ..self
            },
            _ => self,
        }
    }

    /// A tensor of integers.
    ///
    /// # Panics
    ///
    /// If their number does not match the shape.
    ///
    /// ```
    /// use admit::learn::tensors::{Part, Tensors};
    /// let part = Part::integers("rows", vec![2], &[-3_i16, 700]);
    /// let tensors = Tensors { parts: vec![part], ..Tensors::default() };
    /// assert_eq!(tensors.integers::<i16>("rows", &[2]).unwrap(), [-3, 700]);
    /// assert!(tensors.integers::<i8>("rows", &[2]).is_err());
    /// ```
    pub fn integers<I: Integer>(name: impl Into<String>, shape: Vec<usize>, of: &[I]) -> Part {
        assert_eq!(shape.iter().product::<usize>(), of.len());
        let mut bytes = Vec::with_capacity(of.len() * I::BYTES);
        for &integer in of {
            integer.write(&mut bytes);
        }
        I::part(Part {
            shape,
            ..Part::bytes(name, bytes)
        })
    }

    /// A tensor of bytes.
    pub fn bytes(name: impl Into<String>, bytes: Vec<u8>) -> Part {
        Part {
            name: name.into(),
            shape: vec![bytes.len()],
            bytes,
            kind: Kind::Bytes,
        }
    }

    /// Name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Shape.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }
}

/// Tensors, and texts under their keys.
///
/// ```
/// use admit::learn::tensors::{Part, Tensors};
/// let mut tensors = Tensors::default();
/// tensors.parts.push(Part::numbers("out.bias", vec![2], &[0.5, -1.0]));
/// tensors.texts.insert("admit".to_owned(), "{}".to_owned());
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("some.safetensors");
/// tensors.save(&path).unwrap();
/// let read = Tensors::load(&path).unwrap();
/// assert_eq!(read.numbers("out.bias", &[2]).unwrap(), [0.5, -1.0]);
/// assert_eq!(
///     read.numbers("out.bias", &[3]).unwrap_err().to_string(),
///     "out.bias has shape [2], expected [3]"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tensors {
    /// The tensors.
    pub parts: Vec<Part>,
    /// The texts.
    pub texts: HashMap<String, String>,
}

/// Error in the tensors of a network, a checkpoint or a correction.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ContentError {
    /// A tensor is missing.
    #[error("there is no tensor {0}")]
    Missing(String),
    /// A tensor has another shape.
    #[error("{name} has shape {found:?}, expected {expected:?}")]
    Shape {
        /// Name.
        name: String,
        /// Actual shape.
        found: Vec<usize>,
        /// Expected shape.
        expected: Vec<usize>,
    },
    /// Tensors or metadata are inconsistent.
    #[error("{0}")]
    Invalid(String),
}

impl From<String> for ContentError {
    fn from(why: String) -> ContentError {
        ContentError::Invalid(why)
    }
}

impl From<&str> for ContentError {
    fn from(why: &str) -> ContentError {
        ContentError::Invalid(why.to_owned())
    }
}

/// Error of reading or writing a file of tensors.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TensorsError {
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        source: std::io::Error,
    },
    /// Not a safetensors file.
    #[error("{path}: not a safetensors file: {source}")]
    Format {
        /// The file.
        path: PathBuf,
        /// The error.
        source: SafeTensorError,
    },
}

impl Tensors {
    /// Writes all to a file, atomically.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TensorsError> {
        let file = self.to_bytes().map_err(|source| TensorsError::Format {
            path: path.to_owned(),
            source,
        })?;
        Ok(write_whole(path, |out| out.write_all(&file))?)
    }

    /// Contents of their file.
    ///
    /// # Errors
    ///
    /// If two tensors have the same name.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SafeTensorError> {
        let views = self.parts.iter().map(|part| {
            let view = TensorView::new(part.kind.dtype(), part.shape.clone(), &part.bytes)?;
            Ok((part.name.as_str(), view))
        });
        let views = views.collect::<Result<Vec<_>, SafeTensorError>>()?;
        let texts = (!self.texts.is_empty()).then(|| self.texts.clone());
        Ok(with_sorted_texts(safetensors::serialize(views, texts)?))
    }

    /// Reads all from a file, tensors in order of names, without tensors of other types than
    /// those of [`Part`].
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is no safetensors file.
    pub fn load(path: &Path) -> Result<Tensors, TensorsError> {
        let bytes = std::fs::read(path).map_err(|source| TensorsError::Io {
            path: path.to_owned(),
            source,
        })?;
        Tensors::from_bytes(&bytes).map_err(|source| TensorsError::Format {
            path: path.to_owned(),
            source,
        })
    }

    /// Reads all from the contents of a file.
    ///
    /// # Errors
    ///
    /// If they are no safetensors file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Tensors, SafeTensorError> {
        let (_, metadata) = SafeTensors::read_metadata(bytes)?;
        let file = SafeTensors::deserialize(bytes)?;
        let parts = file.iter().filter_map(|(name, view)| {
            let mut kinds = Kind::ALL.into_iter();
            let kind = kinds.find(|kind| kind.dtype() == view.dtype())?;
            Some(Part {
                name: name.to_owned(),
                shape: view.shape().to_vec(),
                bytes: view.data().to_vec(),
                kind,
            })
        });
        let mut parts: Vec<Part> = parts.collect();
        parts.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Tensors {
            parts,
            texts: metadata.metadata().clone().unwrap_or_default(),
        })
    }

    fn part(&self, name: &str, wanted: impl Fn(&Part) -> bool) -> Result<&Part, ContentError> {
        let mut parts = self.parts.iter();
        let found = parts.find(|part| part.name == name && wanted(part));
        found.ok_or_else(|| ContentError::Missing(name.to_owned()))
    }

    fn part_in(
        &self,
        name: &str,
        shape: &[usize],
        wanted: impl Fn(&Part) -> bool,
    ) -> Result<&Part, ContentError> {
        let part = self.part(name, wanted)?;
        if part.shape != shape {
            return Err(ContentError::Shape {
                name: name.to_owned(),
                found: part.shape.clone(),
                expected: shape.to_vec(),
            });
        }
        Ok(part)
    }

    /// The integers of a tensor of any shape.
    ///
    /// # Errors
    ///
    /// If there is no such tensor of this type.
    pub fn all_integers<I: Integer>(&self, name: &str) -> Result<Vec<I>, ContentError> {
        let part = self.part(name, I::is_of)?;
        Ok(part.bytes.chunks_exact(I::BYTES).map(I::read).collect())
    }

    /// The integers of a tensor of this shape.
    ///
    /// # Errors
    ///
    /// If there is no such tensor of this type and shape.
    pub fn integers<I: Integer>(
        &self,
        name: &str,
        shape: &[usize],
    ) -> Result<Vec<I>, ContentError> {
        self.part_in(name, shape, I::is_of)?;
        self.all_integers(name)
    }

    /// The floats of a tensor of this shape.
    ///
    /// # Errors
    ///
    /// If there is no such tensor of floats with this shape.
    pub fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ContentError> {
        let part = self.part_in(name, shape, |part| part.kind.is_float())?;
        let half = |b: &[u8]| f16::from_le_bytes([b[0], b[1]]).to_f32();
        Ok(match part.kind {
            Kind::Halves => part.bytes.chunks_exact(2).map(half).collect(),
            _ => wide(&part.bytes).collect(),
        })
    }

    /// The bytes of a tensor.
    ///
    /// # Errors
    ///
    /// If there is no such tensor of bytes.
    pub fn bytes(&self, name: &str) -> Result<&[u8], ContentError> {
        Ok(&self.part(name, |part| part.kind == Kind::Bytes)?.bytes)
    }
}

/// 32-bit floats.
fn wide(bytes: &[u8]) -> impl Iterator<Item = f32> {
    let number = |b: &[u8]| f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
    bytes.chunks_exact(4).map(number)
}

/// The same file with texts in order of keys, so that equal tensors and texts give equal bytes:
/// the crate writes them in random order.
fn with_sorted_texts(file: Vec<u8>) -> Vec<u8> {
    let sorted = || -> Option<Vec<u8>> {
        let (length, rest) = file.split_first_chunk::<8>()?;
        let (header, data) = rest.split_at_checked(u64::from_le_bytes(*length) as usize)?;
        let mut header: serde_json::Map<String, serde_json::Value> =
            serde_json::from_slice(header).ok()?;
        header.get_mut("__metadata__")?.as_object_mut()?.sort_keys();
        let mut header = serde_json::to_vec(&header).ok()?;
        // Alignment of the tensors.
        header.resize(header.len().next_multiple_of(8), b' ');
        let length = (header.len() as u64).to_le_bytes();
        Some([&length, &header[..], data].concat())
    };
    sorted().unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_tensors_give_equal_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| {
            let path = folder.path().join(name);
            let texts = (0..9).map(|i| (format!("key {i}"), "text".to_owned()));
            let tensors = Tensors {
                parts: vec![
                    Part::numbers("c", vec![1, 2], &[1.0, 2.0]),
                    Part::numbers("b", vec![3], &[0.5, 1e-3, -7.0]).halved(),
                    Part::bytes("a", vec![7]),
                ],
                texts: texts.collect(),
            };
            tensors.save(&path).unwrap();
            let mut read = Tensors::load(&path).unwrap();
            read.parts.reverse();
            assert_eq!(read, tensors);
            std::fs::read(path).unwrap()
        };
        let one = file("one");
        assert!((0..4).all(|i| file(&i.to_string()) == one));
        assert_eq!(one.len() % 8, 7); // the six bytes of `b` and the one of `a` are the last
    }
}
