//! Where the sources are: claims can be listed anywhere, but evidence is run
//! where it is written.

use super::context::Failure;
use std::path::{Path, PathBuf};

/// The workspace of this program: the nearest folder above the current one, or
/// above the program itself, that holds the claims.
pub(super) fn find() -> Result<PathBuf, Failure> {
    let here = std::env::current_dir()?;
    let program = std::env::current_exe().unwrap_or_default();
    let mut above = here.ancestors().chain(program.ancestors());
    let found = above.find(|folder| folder.join("verification/claims.toml").is_file());
    found.map(Path::to_owned).ok_or_else(|| {
        "evidence is run from its sources, and they are neither here nor above; \
         clone the repository and run `admit verify` inside it"
            .into()
    })
}
