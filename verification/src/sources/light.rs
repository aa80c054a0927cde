//! What is compiled without features and without tests: the modules that declarations
//! lead to, without comments, and what the manifest says of them.

use std::collections::BTreeMap;

/// Attributes of what is compiled only with a feature or for tests. Other conditions count
/// as met: a digest of more than is compiled is no lie.
const GATES: [&str; 3] = ["#[cfg(feature = ", "#[cfg(test)]", "#[cfg(all(test, "];

/// The modules of a crate from its root on, each with what is compiled of it. `text` gives
/// the text of a file by its name.
pub(super) fn modules<'a>(
    root: &str,
    text: impl Fn(&str) -> Option<&'a str>,
) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut pending = vec![root.to_owned()];
    while let Some(name) = pending.pop() {
        let Some(source) = text(&name) else { continue };
        let kept = compiled(source);
        // Modules of `mod.rs` and of the root are beside it, of another file below it.
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

/// Without the word that says who may see it.
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

/// The module that a line declares, if it is in another file.
fn declared(line: &str) -> Option<&str> {
    without_visibility(line)
        .strip_prefix("mod ")?
        .strip_suffix(';')
}

/// What of a source is compiled: neither comments, nor modules and imports behind a gate.
fn compiled(source: &str) -> String {
    let mut kept = String::new();
    let mut lines = source.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        let names = |line: &&str| {
            let line = without_visibility(line);
            line.starts_with("use ") || line.starts_with("mod ") && line.ends_with(';')
        };
        if GATES.iter().any(|gate| line.starts_with(gate)) && lines.peek().is_some_and(names) {
            // Up to the semicolon.
            let _ = lines.by_ref().find(|line| line.ends_with(';'));
        } else if !line.is_empty() && !line.starts_with("//") {
            kept += line;
            kept += "\n";
        }
    }
    kept
}

/// What of a manifest says how the light core is compiled: everything outside of features,
/// tables of tests, benchmarks and programs, and optional dependencies; and but for what
/// cannot change what Kani reads: what is left out when a program is linked, and what cargo
/// does when nothing is named.
pub(super) fn manifest(text: &str) -> String {
    let passed_over = [
        "[features]",
        "[dev-",
        "[[",
        "[target.",
        "[lints]",
        "[workspace.lints",
    ];
    let without_meaning = ["strip", "default-members", "default-run"];
    let mut kept = String::new();
    let mut counts = true;
    // Kept only before a line that counts.
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
    fn declarations_are_followed_unless_they_are_behind_a_gate() {
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
