//! Learnt heuristics that never overestimate, as heuristics of states.
//!
//! | heuristic | of |
//! |---|---|
//! | [`CertifiedCube`] | whole cubes: a network of a pattern, or of differences to a table |
//! | [`OfTokens`] | states of any space, written as tokens by a function |
//!
//! Neither is made of anything without a certificate: [`Vouched`] reads a folder, and
//! refuses it unless the certificate is about these very files and this code computes
//! the values that it is about.

use super::{Heuristic, HeuristicError};
use crate::certify::certificate::{self, Certificate, digest, probe};
use crate::certify::corrected::{CORRECTION, Certified, NETWORK};
use crate::fixed::batch::{BLOCK, Buffers, Room};
use crate::learn::encode::{CubeEncoding, RankedTokens, Tokens};
use crate::pdb::cube::{CubePattern, CubeRanker, CubeTable};
use crate::space::cube::Cube;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// Why a folder holds no certified heuristic.
#[derive(Debug, Error)]
#[error("{folder}: {why}; the heuristic is refused")]
pub struct Refused {
    /// Which folder.
    pub folder: PathBuf,
    /// Why.
    pub why: String,
}

/// A certified heuristic, as its folder holds it; not yet asked about any state.
#[derive(Debug)]
pub struct Vouched {
    folder: PathBuf,
    certified: Certified,
    certificate: Certificate,
    files: [Vec<u8>; 2],
}

impl Vouched {
    /// Reads a folder.
    ///
    /// # Errors
    ///
    /// If files are missing or hold something else.
    pub fn read(folder: &Path) -> Result<Vouched, Refused> {
        let refused = |why: String| Refused {
            folder: folder.to_owned(),
            why,
        };
        let bytes = |name: &str| {
            let file = std::fs::read(folder.join(name));
            file.map_err(|e| refused(format!("{name}: {e}")))
        };
        let text = String::from_utf8(bytes(certificate::FILE)?)
            .map_err(|_| refused(format!("{}: no text", certificate::FILE)))?;
        let certificate = Certificate::read(&text)
            .map_err(|why| refused(format!("{}: {why}", certificate::FILE)))?;
        let files = [bytes(NETWORK)?, bytes(CORRECTION)?];
        let certified = Certified::from_files(&files[0], &files[1]).map_err(refused)?;
        Ok(Vouched {
            folder: folder.to_owned(),
            certified,
            certificate,
            files,
        })
    }

    /// What is said of it.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The network and its correction.
    pub fn certified(&self) -> &Certified {
        &self.certified
    }

    fn refused(&self, why: impl std::fmt::Display) -> Refused {
        Refused {
            folder: self.folder.clone(),
            why: why.to_string(),
        }
    }

    /// The same, if the certificate vouches for it among states that are given so.
    ///
    /// # Errors
    ///
    /// The first thing that does not agree.
    fn held(self, tokens: &dyn Tokens) -> Result<Certified, Refused> {
        let states = self.certificate.states;
        let values = &self.certified.fast().network().sizes().values;
        if tokens.values() != values {
            return Err(self.refused("its network sees other states"));
        }
        let probed = probe(&self.certified, tokens, states);
        let files = [&self.files[0][..], &self.files[1]];
        let vouched = self
            .certificate
            .vouches_for(files, &self.certified, &probed);
        vouched.map_err(|why| self.refused(why))?;
        Ok(self.certified)
    }

    /// The table whose entries are added to its values, if there is one.
    ///
    /// # Errors
    ///
    /// If its name is no pattern.
    pub fn base(&self) -> Result<Option<CubePattern>, Refused> {
        let base = self.certified.subject().base.as_deref();
        let base = base.map(str::parse::<CubePattern>).transpose();
        base.map_err(|e| self.refused(e))
    }

    /// As a heuristic of the cube; with the table that it is added to, if there is one.
    ///
    /// # Errors
    ///
    /// If the certificate does not vouch for it.
    pub fn of_cubes(self, base: Option<Arc<CubeTable>>) -> Result<CertifiedCube, Refused> {
        let subject = self.certified.subject();
        let pattern: CubePattern = subject.pattern.parse().map_err(|e| self.refused(e))?;
        let ranker = CubeRanker::new(pattern).map_err(|e| self.refused(e))?;
        if ranker.states() != self.certificate.states {
            let states = self.certificate.states;
            return Err(self.refused(format!("its certificate is about {states} states")));
        }
        let found = base.as_ref().map(|base| digest(base.bytes()));
        let stated = &self.certificate.digests.base;
        if found != *stated {
            let text = |digest: &Option<String>| digest.clone().unwrap_or("none".to_owned());
            let (found, stated) = (text(&found), text(stated));
            return Err(self.refused(format!(
                "the table that it is added to has the digest {found}, \
                 the certificate is about {stated}"
            )));
        }
        let canonical = subject.canonical;
        let tokens = CubeTokens::with_base(ranker, canonical, base.clone());
        Ok(CertifiedCube {
            certified: self.held(&tokens)?,
            tokens,
            base,
            rooms: Arc::default(),
        })
    }

    /// As a heuristic of states of another space: `write` gives a state as tokens,
    /// `tokens` those of the states that were swept, by their numbers.
    ///
    /// # Errors
    ///
    /// If the certificate does not vouch for it.
    pub fn of_tokens<W>(self, tokens: &dyn Tokens, write: W) -> Result<OfTokens<W>, Refused> {
        Ok(OfTokens {
            certified: self.held(tokens)?,
            write,
        })
    }
}

/// A certified heuristic of the cube.
#[derive(Clone, Debug)]
pub struct CertifiedCube {
    certified: Certified,
    tokens: CubeTokens,
    base: Option<Arc<CubeTable>>,
    /// Rooms that no thread works in at the moment.
    rooms: Arc<Mutex<Vec<Kept>>>,
}

/// What a thread needs to work in.
#[derive(Debug)]
struct Kept {
    buffers: Buffers,
    tokens: Vec<u16>,
    values: Vec<u8>,
}

impl CertifiedCube {
    /// Its network and correction.
    pub fn certified(&self) -> &Certified {
        &self.certified
    }
}

/// States that are asked about at once: enough blocks that beginning one costs nothing.
const BATCH: usize = 64 * BLOCK;

impl Heuristic<Cube> for CertifiedCube {
    fn h(&self, cube: &Cube) -> Result<i32, HeuristicError> {
        let mut h = [0];
        self.h_batch(std::slice::from_ref(cube), &mut h)?;
        Ok(h[0])
    }

    fn h_batch(&self, cubes: &[Cube], out: &mut [i32]) -> Result<(), HeuristicError> {
        let rooms = || self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = rooms().pop();
        let Kept {
            buffers,
            mut tokens,
            mut values,
        } = kept.unwrap_or_else(|| Kept {
            buffers: Buffers::new(self.certified.fast()),
            tokens: Vec::new(),
            values: Vec::new(),
        });
        let pattern = self.tokens.pattern();
        let slots = self.tokens.values().len();
        tokens.resize(slots * cubes.len(), 0);
        values.resize(cubes.len(), 0);
        for (cube, tokens) in cubes.iter().zip(tokens.chunks_exact_mut(slots)) {
            self.tokens.write_state(&pattern.project(cube), tokens);
        }
        let mut room = Room::with(self.certified.fast(), buffers);
        self.certified.values(&mut room, &tokens, &mut values);
        for ((out, &value), tokens) in out.iter_mut().zip(&values).zip(tokens.chunks_exact(slots)) {
            // The entry of the table that differences are to is the last token.
            let base = match self.base {
                Some(_) => tokens[slots - 1] as i32,
                None => 0,
            };
            *out = base + value as i32;
        }
        rooms().push(Kept {
            buffers: room.into_buffers(),
            tokens,
            values,
        });
        Ok(())
    }

    fn batch(&self) -> usize {
        BATCH
    }
}

/// A certified heuristic of states that a function writes as tokens.
#[derive(Clone, Debug)]
pub struct OfTokens<W> {
    certified: Certified,
    write: W,
}

impl<S, W: Fn(&S, &mut [u16])> Heuristic<S> for OfTokens<W> {
    fn h(&self, state: &S) -> Result<i32, HeuristicError> {
        let mut tokens = vec![0; self.certified.fast().network().sizes().values.len()];
        (self.write)(state, &mut tokens);
        Ok(self.certified.value(&tokens) as i32)
    }
}
