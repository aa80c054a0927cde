//! Learned heuristics with a certificate of admissibility.
//!
//! [`CertifiedFiles`] reads the folder of a certified network. [`CertifiedFiles::heuristic`] turns
//! it into a [`CertifiedHeuristic`] of any space, through an abstraction and the encoding that the
//! network was trained with; [`CertifiedFiles::cube_heuristic`] does so for the cube. Both refuse
//! the folder unless the certificate is about these very files and this program computes the values
//! that it is about.

use super::{Estimate, Heuristic, HeuristicError};
use crate::certify::certificate::{self, Certificate, CertificateError, probe, probe_tokens};
use crate::certify::corrected::{CORRECTION, CorrectedNetwork, NETWORK, NetworkFileError};
use crate::files::digest;
use crate::fixed::batch::{BLOCK, Buffers, Room};
use crate::learn::encode::{CubeEncoding, Encoding};
use crate::pdb::cube::{CubePattern, CubeRanker, CubeTable, PatternError};
use crate::space::cube::FullCube;
use crate::space::{Abstraction, Space};
use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// Error of the folder of a certified heuristic.
#[derive(Debug, Error)]
#[error("{folder}: {reason}; the heuristic is refused")]
#[non_exhaustive]
pub struct RefusedError {
    /// The folder.
    pub folder: PathBuf,
    /// The reason.
    pub reason: RefusedReason,
}

/// Reason why the folder of a certified heuristic is refused.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RefusedReason {
    /// A file cannot be read.
    #[error("{file}: {source}")]
    Io {
        /// Name of the file.
        file: &'static str,
        /// The error.
        source: std::io::Error,
    },
    /// An invalid certificate.
    #[error("certificate.json: {0}")]
    NoCertificate(CertificateError),
    /// The certificate does not cover the files.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// An invalid network file.
    #[error(transparent)]
    Network(#[from] NetworkFileError),
    /// The network has another encoding.
    #[error("its network encodes other states")]
    Encoding,
    /// An invalid pattern name.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// Another number of states.
    #[error("its certificate is about {0} states")]
    States(u64),
    /// Another base table.
    #[error(
        "the table that it is added to has the digest {found}, the certificate is about {stated}"
    )]
    Base {
        /// Its digest.
        found: String,
        /// The digest in the certificate.
        stated: String,
    },
}

/// The files of a certified heuristic: network, correction and certificate.
#[derive(Debug)]
pub struct CertifiedFiles {
    folder: PathBuf,
    network: CorrectedNetwork,
    certificate: Certificate,
    files: [Vec<u8>; 2],
}

impl CertifiedFiles {
    /// Reads a folder.
    ///
    /// # Errors
    ///
    /// If files are missing or invalid.
    pub fn read(folder: &Path) -> Result<CertifiedFiles, RefusedError> {
        let refused = |reason: RefusedReason| RefusedError {
            folder: folder.to_owned(),
            reason,
        };
        let bytes = |file: &'static str| {
            let read = std::fs::read(folder.join(file));
            read.map_err(|source| refused(RefusedReason::Io { file, source }))
        };
        let text = String::from_utf8_lossy(&bytes(certificate::FILE)?).into_owned();
        let certificate = Certificate::read(&text);
        let certificate = certificate.map_err(|e| refused(RefusedReason::NoCertificate(e)))?;
        let files = [bytes(NETWORK)?, bytes(CORRECTION)?];
        let network = CorrectedNetwork::from_files(&files[0], &files[1]);
        Ok(CertifiedFiles {
            folder: folder.to_owned(),
            network: network.map_err(|e| refused(e.into()))?,
            certificate,
            files,
        })
    }

    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The network and its correction.
    pub fn network(&self) -> &CorrectedNetwork {
        &self.network
    }

    fn refused(&self, reason: impl Into<RefusedReason>) -> RefusedError {
        RefusedError {
            folder: self.folder.clone(),
            reason: reason.into(),
        }
    }

    /// The base pattern whose table is added to its values, if there is one.
    ///
    /// # Errors
    ///
    /// If its name is invalid.
    pub fn base(&self) -> Result<Option<CubePattern>, RefusedError> {
        let base = self.network.subject().base.as_deref();
        let base = base.map(str::parse::<CubePattern>).transpose();
        base.map_err(|e| self.refused(e))
    }

    /// An admissible heuristic of a space, through the abstraction whose states were swept.
    ///
    /// The certificate covers the table of the abstraction and the encoding: values of sample
    /// states are recomputed and compared. The caller guarantees that `abstraction` is one of
    /// `space`, with the moves and goals of that table.
    ///
    /// # Errors
    ///
    /// If the certificate does not cover the files, or another encoding was trained.
    pub fn heuristic<Of, A, E>(
        self,
        _space: &Of,
        abstraction: A,
        encoding: E,
    ) -> Result<CertifiedHeuristic<A, E, Of>, RefusedError>
    where
        Of: Space,
        A: Abstraction<Of>,
        E: Encoding<A::State>,
    {
        if encoding.values() != self.network.fast().network().sizes().values {
            return Err(self.refused(RefusedReason::Encoding));
        }
        let probed = probe(&self.network, &probe_tokens(&abstraction, &encoding));
        let files = [&self.files[0][..], &self.files[1]];
        let covered = self.certificate.covers(files, &self.network, &probed);
        covered.map_err(|e| self.refused(e))?;
        Ok(CertifiedHeuristic {
            network: self.network,
            abstraction,
            encoding,
            pool: Arc::default(),
            of: PhantomData,
        })
    }

    /// An admissible heuristic of the cube; with a base table if its values are differences.
    ///
    /// # Errors
    ///
    /// If the certificate does not cover the files or the base table.
    pub fn cube_heuristic(
        self,
        base: Option<Arc<CubeTable>>,
    ) -> Result<CertifiedCube, RefusedError> {
        let subject = self.network.subject();
        let pattern: CubePattern = subject
            .pattern
            .parse()
            .map_err(|e: PatternError| self.refused(e))?;
        let ranker = CubeRanker::new(pattern).map_err(|e| self.refused(e))?;
        if ranker.states() != self.certificate.states {
            return Err(self.refused(RefusedReason::States(self.certificate.states)));
        }
        let found = base.as_ref().map(|base| digest(base.bytes()));
        let stated = &self.certificate.digests.base;
        if found != *stated {
            let text = |digest: Option<String>| digest.unwrap_or("none".to_owned());
            let (found, stated) = (text(found), text(stated.clone()));
            return Err(self.refused(RefusedReason::Base { found, stated }));
        }
        let encoding = CubeEncoding::with_base(pattern, subject.canonical, base);
        self.heuristic(&FullCube, ranker, encoding)
    }
}

/// A certified heuristic of the cube.
pub type CertifiedCube = CertifiedHeuristic<CubeRanker, CubeEncoding, FullCube>;

/// A learned heuristic with a certificate: admissible, and the same on every machine.
///
/// See [`CertifiedFiles::heuristic`]; `examples/own_space.rs` makes one from scratch.
pub struct CertifiedHeuristic<A, E, Of> {
    network: CorrectedNetwork,
    abstraction: A,
    encoding: E,
    /// Buffers not in use by a thread.
    pool: Arc<Mutex<Vec<Work>>>,
    of: PhantomData<fn(&Of)>,
}

impl<A: Clone, E: Clone, Of> Clone for CertifiedHeuristic<A, E, Of> {
    fn clone(&self) -> Self {
        CertifiedHeuristic {
            network: self.network.clone(),
            abstraction: self.abstraction.clone(),
            encoding: self.encoding.clone(),
            pool: Arc::clone(&self.pool),
            of: PhantomData,
        }
    }
}

impl<A, E, Of> fmt::Debug for CertifiedHeuristic<A, E, Of> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CertifiedHeuristic")
            .field("subject", self.network.subject())
            .finish_non_exhaustive()
    }
}

/// Buffers of one thread.
#[derive(Debug)]
struct Work {
    buffers: Buffers,
    tokens: Vec<u16>,
    values: Vec<u8>,
}

impl<A, E, Of> CertifiedHeuristic<A, E, Of> {
    /// The network and its correction.
    pub fn network(&self) -> &CorrectedNetwork {
        &self.network
    }
}

/// States per batch: enough blocks to amortise the overhead.
const BATCH: usize = 64 * BLOCK;

impl<Of, A, E> Heuristic<Of::State> for CertifiedHeuristic<A, E, Of>
where
    Of: Space,
    A: Abstraction<Of>,
    E: Encoding<A::State>,
{
    fn h(&self, state: &Of::State) -> Result<Estimate, HeuristicError> {
        let mut h = [Estimate::Finite(0)];
        self.h_batch(std::slice::from_ref(state), &mut h)?;
        Ok(h[0])
    }

    fn h_batch(&self, states: &[Of::State], out: &mut [Estimate]) -> Result<(), HeuristicError> {
        let pool = || self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let work = pool().pop();
        let Work {
            buffers,
            mut tokens,
            mut values,
        } = work.unwrap_or_else(|| Work {
            buffers: Buffers::new(self.network.fast()),
            tokens: Vec::new(),
            values: Vec::new(),
        });
        let slots = self.network.fast().network().sizes().values.len();
        tokens.resize(slots * states.len(), 0);
        values.resize(states.len(), 0);
        for (state, tokens) in states.iter().zip(tokens.chunks_exact_mut(slots)) {
            self.encoding
                .write(&self.abstraction.project(state), tokens);
        }
        let mut room = Room::with(self.network.fast(), buffers);
        self.network.values(&mut room, &tokens, &mut values);
        for ((out, &value), tokens) in out.iter_mut().zip(&values).zip(tokens.chunks_exact(slots)) {
            let base = i32::from(self.encoding.base_value(tokens));
            *out = Estimate::Finite(base + i32::from(value));
        }
        pool().push(Work {
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
