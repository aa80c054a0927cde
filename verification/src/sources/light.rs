//! The sources of the light core: modules compiled without features and tests, without comments,
//! and the relevant part of the manifest.

use std::collections::BTreeMap;

/// Attributes of items compiled only with a feature or for tests. Other conditions count as met: a
/// digest may cover more than is compiled.
const GATES: [&str; 3] = ["#[cfg(feature = ", "#[cfg(test)]", "#[cfg(all(test, "];

/// The modules reachable from a crate's root, each with its compiled part. `text` returns the text
/// of a file.
pub(super) fn modules<'a>(
    root: &str,
    text: impl Fn(&str) -> Option<&'a str>,
) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut pending = vec![root.to_owned()];
    while let Some(name) = pending.pop() {
        let Some(source) = text(&name) else { continue };
        let kept = compiled(source);
        // Submodules of `mod.rs` and of the root are beside it, those of other files below it.
        let folder = match name
            .strip_suffix("/mod.rs")
            .or(name.strip_suffix("/lib.rs"))
        {
            Some(folder) => folder,
            None => name.trim_end_matches(".rs"),
        };
        for module in kept.lines().filter_map(declared) {
            pending.push(format!("{folder}/{module}.rs"));
            pending.push(format!("{folder}/{module}/mod.rs"));
        }
        found.insert(name, kept);
    }
    found
}

/// The line without its visibility.
fn without_visibility(line: &str) -> &str {
    let Some(rest) = line.strip_prefix("pub") else {
        return line;
    };
    let rest = match rest.strip_prefix('(') {
        Some(inner) => inner.split_once(')').map_or(rest, |(_, rest)| rest),
        None => rest,
    };
    rest.trim_start()
}

/// The module declared by a line, if it is in another file.
fn declared(line: &str) -> Option<&str> {
    without_visibility(line)
        .strip_prefix("mod ")?
        .strip_suffix(';')
}

/// The compiled part of a source: without comments and gated modules and imports.
fn compiled(source: &str) -> String {
    let mut kept = String::new();
    let mut lines = source.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        let names = |line: &&str| {
            let line = without_visibility(line);
            line.starts_with("use ") || line.starts_with("mod ") && line.ends_with(';')
        };
        if GATES.iter().any(|gate| line.starts_with(gate)) && lines.peek().is_some_and(names) {
            // Skip to the semicolon.
            let _ = lines.by_ref().find(|line| line.ends_with(';'));
        } else if !line.is_empty() && !line.starts_with("//") {
            kept += line;
            kept += "\n";
        }
    }
    kept
}

/// The part of a manifest that affects the light core: without features, targets, development and
/// optional dependencies, lints, and keys for linking or defaults, which cannot change what Kani
/// reads.
pub(super) fn manifest(text: &str) -> String {
    let passed_over = [
        "[features]",
        "[dev-",
        "[[",
        "[target.",
        "[lints]",
        "[workspace.lints",
        // Kani compiles with the profile `dev`; a test below has none of its packages here.
        "[profile.release",
        "[profile.test",
        "[profile.dev.package",
    ];
    let without_meaning = ["strip", "default-members", "default-run"];
    let mut kept = String::new();
    let mut counts = true;
    // Kept only before a relevant line.
    let mut heading = None;
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            counts = !passed_over.iter().any(|what| line.starts_with(what));
            heading = Some(line);
            continue;
        }
        let key = line.split('=').next().unwrap_or_default().trim();
        let heavy = line.contains("optional = true") || without_meaning.contains(&key);
        if counts && !heavy && !line.is_empty() && !line.starts_with('#') {
            for line in heading.take().into_iter().chain([line]) {
                kept += line;
                kept += "\n";
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_package_of_the_light_core_has_a_profile_of_its_own() {
        let manifest: toml::Table = include_str!("../../../Cargo.toml").parse().unwrap();
        let packages = manifest["profile"]["dev"]["package"].as_table().unwrap();
        for name in ["*", "admit", "admit-proofs", "rustc-hash", "thiserror"] {
            assert!(!packages.contains_key(name), "{name}");
        }
    }

    #[test]
    fn ungated_declarations_are_followed() {
        let files = [
            (
                "src/lib.rs",
                "pub mod a;\n#[cfg(feature = \"x\")]\npub(crate) mod b;\n#[cfg(kani)]\nmod c;\n// mod d;\n#[cfg(test)]\nmod tests {\n    mod inner;\n}",
            ),
            ("src/a.rs", "pub(super) mod deep;\n#[cfg(test)]\nmod t;"),
            ("src/a/deep.rs", "//! Deep.\nfn deep() {}"),
            ("src/a/t.rs", ""),
            ("src/b.rs", ""),
            (
                "src/c/mod.rs",
                "#[cfg(all(test, feature = \"x\"))]\nmod e;\nmod f;",
            ),
            ("src/c/e.rs", ""),
            ("src/c/f.rs", ""),
            ("src/d.rs", ""),
        ];
        let files = BTreeMap::from(files);
        let found = modules("src/lib.rs", |name| files.get(name).copied());
        let names: Vec<&str> = found.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                "src/a.rs",
                "src/a/deep.rs",
                "src/c/f.rs",
                "src/c/mod.rs",
                "src/lib.rs"
            ]
        );
        assert_eq!(found["src/a/deep.rs"], "fn deep() {}\n");
    }
}
