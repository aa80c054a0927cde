//! Puts the sources that evidence is about into the program, so that it can say which they
//! were, wherever it runs.

#[path = "src/sources/files.rs"]
mod files;

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() {
    let variable = |name| PathBuf::from(std::env::var_os(name).expect("cargo sets it"));
    let here = variable("CARGO_MANIFEST_DIR");
    let root = here.parent().expect("a folder of the workspace");
    let mut list = String::from("&[\n");
    for name in files::files(root).expect("sources can be read") {
        let file = root.join(&name);
        // Files, not folders: what compilers leave beside them does not count.
        println!("cargo::rerun-if-changed={}", file.display());
        writeln!(
            list,
            "    ({name:?}, include_str!({:?})),",
            file.display().to_string()
        )
        .expect("a String grows");
    }
    let out = variable("OUT_DIR").join("sources.rs");
    std::fs::write(Path::new(&out), list + "]\n").expect("the build folder can be written");
}
