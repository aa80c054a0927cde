//! The compiled sources that evidence is about.
//!
//! A ledger contains their digest: that of the embedded text, not of files on disk. Kani and Coq
//! read files, so they run only if both agree.

mod files;
mod light;

use crate::Unavailable;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of harnesses.
const HARNESSES: &str = "proofs/src/harnesses/";

/// Texts of sources by path from the workspace root.
///
/// ```
/// use admit_verification::sources::Sources;
/// let sources = Sources::compiled();
/// assert!(sources.get("verification/claims.toml").unwrap().contains("[[claim]]"));
/// assert_eq!(sources.digest().len(), 64);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources(BTreeMap<String, Cow<'static, str>>);

impl Sources {
    /// The sources of this program.
    pub fn compiled() -> Sources {
        let all: &[(&str, &'static str)] = include!(concat!(env!("OUT_DIR"), "/sources.rs"));
        let entry = |&(name, text): &(&str, &'static str)| (name.to_owned(), Cow::Borrowed(text));
        Sources(all.iter().map(entry).collect())
    }

    /// The sources in a clone.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn read(root: &Path) -> io::Result<Sources> {
        let read = |name: String| {
            let text = std::fs::read_to_string(root.join(&name))?;
            Ok((name, Cow::Owned(text)))
        };
        let all: io::Result<_> = files::files(root)?.into_iter().map(read).collect();
        Ok(Sources(all?))
    }

    /// The text of a file.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(AsRef::as_ref)
    }

    /// Paths of all files, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// BLAKE3 digest of all paths and texts.
    pub fn digest(&self) -> String {
        digest(
            self.0
                .iter()
                .map(|(name, text)| (name.as_str(), text.as_ref())),
        )
    }

    /// BLAKE3 digest of the sources of one file of harnesses: the light core of the library,
    /// `admit-proofs` and that file, without comments, and the relevant part of the manifests.
    pub fn digest_under_kani(&self, file: &str) -> String {
        let text = |name: &str| self.get(name);
        let mut kept = light::modules("src/lib.rs", text);
        kept.extend(light::modules("proofs/src/lib.rs", text));
        let shared = format!("{HARNESSES}mod.rs");
        kept.retain(|name, _| !name.starts_with(HARNESSES) || *name == file || *name == shared);
        for name in ["Cargo.toml", "proofs/Cargo.toml"] {
            let manifest = light::manifest(text(name).unwrap_or_default());
            kept.insert(name.to_owned(), manifest);
        }
        digest(
            kept.iter()
                .map(|(name, text)| (name.as_str(), text.as_str())),
        )
    }
}

fn digest<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, text) in files {
        hasher.update(name.as_bytes());
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// The clone that contains the current folder, if any.
pub fn clone_root() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let mut above = here.ancestors();
    let found = above.find(|folder| folder.join("verification/claims.toml").is_file());
    found.map(Path::to_owned)
}

/// The clone that contains the current folder, if its sources are those of this program.
///
/// # Errors
///
/// The reason.
pub fn same_clone() -> Result<PathBuf, Unavailable> {
    let root = clone_root().ok_or(Unavailable::NoSources)?;
    if Sources::read(&root)? == Sources::compiled() {
        return Ok(root);
    }
    Err(Unavailable::OtherSources)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HARNESS: &str = "proofs/src/harnesses/search.rs";

    fn with(sources: &Sources, name: &str, more: &str) -> Sources {
        let mut changed = sources.clone();
        let text = changed.0.get_mut(name).expect(name);
        *text = Cow::Owned(format!("{text}{more}\n"));
        changed
    }

    #[test]
    fn compiled_sources_are_those_on_disk() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let here = Sources::read(root).unwrap();
        assert!(here == Sources::compiled());
        assert_eq!(here.digest(), Sources::compiled().digest());
        assert_ne!(with(&here, "src/lib.rs", "//").digest(), here.digest());
    }

    #[test]
    fn harnesses_use_the_library_without_features() {
        let sources = Sources::compiled();
        let manifest = sources.get("proofs/Cargo.toml").unwrap();
        assert!(manifest.contains("admit = { path = \"..\", default-features = false }\n"));
    }

    #[test]
    fn only_compiled_sources_change_a_digest() {
        let sources = Sources::compiled();
        let digest = |sources: &Sources| sources.digest_under_kani(HARNESS);
        let more = "fn one_more() {}";
        for (name, what) in [
            ("src/learn/mod.rs", more),
            ("src/theory/dimension.rs", more),
            ("verification/src/lib.rs", more),
            ("proofs/src/harnesses/ties.rs", more),
            ("src/lib.rs", "// one more line"),
            ("src/lib.rs", "#[cfg(feature = \"learn\")]\npub mod learn;"),
            (
                "src/lib.rs",
                "#[cfg(feature = \"more\")]\npub use more::{\n    One, Other,\n};",
            ),
            ("Cargo.toml", "[features]\nmore = []"),
            ("Cargo.toml", "[profile.dev]\nstrip = true"),
            (
                "Cargo.toml",
                "[dependencies]\nmore = { version = \"1\", optional = true }",
            ),
        ] {
            assert_eq!(
                digest(&with(&sources, name, what)),
                digest(&sources),
                "{what} in {name} counts"
            );
        }
        for (name, what) in [
            ("src/search/astar.rs", more),
            ("src/space/mod.rs", more),
            ("proofs/src/choices.rs", more),
            (HARNESS, more),
            ("src/lib.rs", "pub mod more;"),
            ("src/lib.rs", "#[cfg(feature = \"more\")]\nfn one_more() {}"),
            ("Cargo.toml", "[dependencies]\nmore = \"1\""),
            ("Cargo.toml", "[workspace.metadata.kani]\nflags = {}"),
            ("Cargo.toml", "[profile.dev]\noverflow-checks = false"),
            ("Cargo.toml", "[profile.dev]\nincremental = false"),
        ] {
            assert_ne!(
                digest(&with(&sources, name, what)),
                digest(&sources),
                "{what} in {name} does not count"
            );
        }
    }
}
