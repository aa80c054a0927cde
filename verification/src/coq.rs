//! Compiling and checking Coq's theorems, and parsing the axioms they depend on.
//!
//! A file that compiles proves nothing yet: a theorem may depend on an axiom or on an admitted
//! lemma. So `Print Assumptions` runs on every theorem, and only "closed under the global context"
//! counts; `coqchk`, which shares no code with the tactics, checks all compiled files again.
//!
//! The scope of a theorem is in the comment before it, after `For:`; the rest of the comment states
//! it.

use crate::Unavailable;
use crate::ledger::{Engine, EvidenceId, Finding, Outcome};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

/// The folder of proofs.
const FOLDER: &str = "proofs/coq";
/// The file of theorems.
const THEOREMS: &str = "proofs/coq/Theorems.v";
/// The file of counterexamples.
const COUNTEREXAMPLES: &str = "proofs/coq/Counterexamples.v";
/// One instance of each theorem, so that none is vacuous.
const INSTANCES: &str = "proofs/coq/Instances.v";
/// The build folder, outside of the sources.
const COMPILED: &str = "target/coq";
/// Sources of the extracted program.
const EXTRACTED: [&str; 5] = [
    "_CoqProject",
    "Makefile",
    "Spec.v",
    "Extraction.v",
    "traces.ml",
];
/// Coq's answer for a theorem without axioms.
const CLOSED: &str = "Closed under the global context";

/// A theorem in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// Its name.
    pub name: String,
    /// The comment before it, on one line, up to `For:`.
    pub says: String,
    /// The comment after `For:`, possibly empty.
    pub scope: String,
}

/// Checks that tools are installed; the error names a missing one.
fn expect_tools(tools: &[&'static str]) -> Result<(), Unavailable> {
    for tool in tools {
        let there = Command::new(tool)
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if there.is_err() {
            return Err(Unavailable::Tool(tool));
        }
    }
    Ok(())
}

/// Checks that the tools for theorems are installed.
///
/// # Errors
///
/// The missing tool.
pub fn expect_checker() -> Result<(), Unavailable> {
    expect_tools(&["coqc", "coqchk", "coqdep", "make"])
}

/// All theorems of both files, in order.
///
/// # Errors
///
/// If a file cannot be read.
pub fn theorems(root: &Path) -> io::Result<Vec<(EvidenceId, Stated)>> {
    let mut all = Vec::new();
    for path in [THEOREMS, COUNTEREXAMPLES] {
        let source = fs::read_to_string(root.join(path))?;
        all.extend(stated(&source).into_iter().map(|stated| {
            let id = EvidenceId {
                engine: Engine::Coq,
                path: path.to_owned(),
                name: stated.name.clone(),
            };
            (id, stated)
        }));
    }
    Ok(all)
}

/// Whether a theorem has an instance, `Example NAME_instance`.
///
/// # Errors
///
/// If the file of instances cannot be read.
pub fn has_instance(root: &Path, id: &EvidenceId) -> io::Result<bool> {
    let source = fs::read_to_string(root.join(INSTANCES))?;
    let beginning = format!("Example {}_instance", id.name);
    let begins = |line: &str| {
        let rest = line.strip_prefix(&beginning);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':']))
    };
    Ok(source.lines().any(begins))
}

/// Compiles and checks all proofs, and determines the axioms of these theorems. The total time is
/// divided equally among the findings.
pub fn run_all(root: &Path, ids: &[&EvidenceId], found: &mut dyn FnMut(Finding)) {
    let start = Instant::now();
    let outcomes = outcomes(root, ids);
    let seconds = start.elapsed().as_secs_f64() / ids.len().max(1) as f64;
    for (id, (outcome, scope)) in ids.iter().zip(outcomes) {
        let mut finding = Finding::new((*id).clone(), outcome);
        finding.scope = scope;
        finding.seconds = seconds;
        found(finding);
    }
}

/// Outcome and scope of each theorem.
fn outcomes(root: &Path, ids: &[&EvidenceId]) -> Vec<(Outcome, String)> {
    let broken = |why: &str| Outcome::Broken {
        why: why.to_owned(),
    };
    let known: BTreeMap<EvidenceId, Stated> = match theorems(root) {
        Ok(known) => known.into_iter().collect(),
        Err(error) => {
            let why = format!("the theorems cannot be read: {error}");
            return ids.iter().map(|_| (broken(&why), String::new())).collect();
        }
    };
    let there: Vec<&EvidenceId> = ids
        .iter()
        .copied()
        .filter(|id| known.contains_key(id))
        .collect();
    // Axioms first: that message is about one theorem, the check is about all.
    let answers = compiled(root).and_then(|(folder, _lock)| {
        let mut answers = query(&folder, &there)?;
        if let Err(error) = make(&folder, "check") {
            let why = format!("the proofs fail the check: {error}");
            for answer in answers.values_mut().filter(|answer| answer.is_ok()) {
                *answer = Err(why.clone());
            }
        }
        Ok(answers)
    });
    ids.iter()
        .map(|id| {
            let Some(stated) = known.get(id) else {
                return (broken("there is no such theorem"), String::new());
            };
            let answer = match &answers {
                Ok(answers) => answers.get(id).map_or(Err("no answer from Coq"), |answer| {
                    answer.as_ref().map_err(String::as_str).copied()
                }),
                Err(why) => Err(why.as_str()),
            };
            let outcome = match answer {
                Err(why) => broken(why),
                Ok(()) if id.path == COUNTEREXAMPLES => Outcome::Counterexample {
                    example: stated.says.clone(),
                },
                Ok(()) if !has_instance(root, id).unwrap_or(false) => {
                    broken("no instance shows that its hypotheses can be met")
                }
                Ok(()) => Outcome::Holds,
            };
            (outcome, stated.scope.clone())
        })
        .collect()
}

/// Compiles changed proofs in a build folder. The lock excludes other runs while held.
fn compiled(root: &Path) -> Result<(PathBuf, File), String> {
    let inner = || -> io::Result<(PathBuf, File)> {
        let folder = root.join(COMPILED).join("proofs");
        fs::create_dir_all(&folder)?;
        let lock = File::create(root.join(COMPILED).join("proofs.lock"))?;
        lock.lock()?;
        copy_proofs(&root.join(FOLDER), &folder)?;
        Ok((folder, lock))
    };
    let (folder, lock) = inner().map_err(|e| format!("the proofs cannot be copied: {e}"))?;
    make(&folder, "all").map_err(|e| format!("the proofs do not compile: {e}"))?;
    Ok((folder, lock))
}

/// Copies changed files, and removes deleted ones with their build products.
fn copy_proofs(from: &Path, to: &Path) -> io::Result<()> {
    let is_proof = |path: &Path| path.extension() == Some(OsStr::new("v"));
    let files = |folder: &Path| -> io::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
        Ok(entries.iter().map(fs::DirEntry::path).collect())
    };
    let mut wanted = files(from)?;
    wanted.retain(|path| is_proof(path));
    wanted.extend(["_CoqProject", "Makefile"].map(|name| from.join(name)));
    for path in files(to)?.iter().filter(|path| is_proof(path)) {
        if wanted.iter().all(|own| own.file_name() != path.file_name()) {
            for made in ["vo", "vok", "vos", "glob", "out", "v"] {
                match fs::remove_file(path.with_extension(made)) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
        }
    }
    for path in wanted {
        let contents = fs::read(&path)?;
        let copy = to.join(path.file_name().unwrap_or_default());
        if fs::read(&copy).ok().as_ref() != Some(&contents) {
            fs::write(copy, contents)?;
        }
    }
    Ok(())
}

/// Runs a make target in a folder.
fn make(folder: &Path, what: &str) -> Result<(), String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let output = Command::new("make")
        .env_remove("MAKEFLAGS")
        .arg("--output-sync")
        .arg(format!("--jobs={cores}"))
        .arg("--directory")
        .args([folder.as_os_str(), OsStr::new(what)])
        .output()
        .map_err(|e| format!("make cannot be run: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(first_error(&streams(&output)))
}

/// Standard output and standard error.
fn streams(output: &Output) -> String {
    let [out, error] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    format!("{out}\n{error}")
}

/// The first error in the output, on one line: Coq's with its location, else that of the check,
/// else that of make.
fn first_error(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |what: &str| lines.iter().position(|line| line.starts_with(what));
    if let Some(at) = begins("Error:") {
        let place = at
            .checked_sub(1)
            .map_or("", |before| lines[before])
            .strip_prefix("File ")
            .map(|place| format!("{place} "));
        let complaint = lines[at..].iter().take_while(|line| !line.is_empty());
        let complaint: Vec<&str> = complaint.map(|line| line.trim()).collect();
        return place.unwrap_or_default() + &complaint.join(" ");
    }
    let other = begins("error:").or_else(|| lines.iter().position(|line| line.contains("***")));
    let other = other.or_else(|| lines.iter().rposition(|line| !line.is_empty()));
    other.map_or("no error message", |at| lines[at]).to_owned()
}

/// Coq's answer about each theorem: no axioms, or an error.
type Answers = BTreeMap<EvidenceId, Result<(), String>>;

/// Queries Coq about many theorems at once; after an error in one, again about the others.
fn query(folder: &Path, ids: &[&EvidenceId]) -> Result<Answers, String> {
    let scratch = Scratch::new(folder.parent().unwrap_or(folder), "queries")
        .map_err(|e| format!("Coq cannot be queried: {e}"))?;
    let mut answers = Answers::new();
    let mut left = ids.to_vec();
    while !left.is_empty() {
        fs::write(scratch.0.join("queries.v"), queries(&left))
            .map_err(|e| format!("Coq cannot be queried: {e}"))?;
        let output = Command::new("coqc")
            .current_dir(&scratch.0)
            .arg("-Q")
            .arg(folder)
            .args(["Admit", "queries.v"])
            .output()
            .map_err(|e| format!("coqc cannot be run: {e}"))?;
        if !output.status.success() {
            let text = streams(&output);
            let Some(failed) = failed_query(&text).filter(|&at| at < left.len()) else {
                return Err(format!("no answer from Coq: {}", first_error(&text)));
            };
            let id = left.remove(failed);
            answers.insert(id.clone(), Err(first_error(&text)));
            continue;
        }
        for (number, id) in left.drain(..).enumerate() {
            let file = scratch.0.join(format!("{number}.out"));
            let answer = fs::read_to_string(&file).unwrap_or_default();
            answers.insert(id.clone(), axiom_free(&answer));
        }
    }
    Ok(answers)
}

/// One query per line after an import line; each answer goes to its own file.
fn queries(ids: &[&EvidenceId]) -> String {
    let mut text = String::from("From Admit Require Theorems Counterexamples.\n");
    for (number, id) in ids.iter().enumerate() {
        let module = Path::new(&id.path).file_stem().unwrap_or_default();
        text += &format!(
            "Redirect \"{number}\" Print Assumptions Admit.{}.{}.\n",
            module.to_string_lossy(),
            id.name
        );
    }
    text
}

/// Index of the query with an error.
fn failed_query(text: &str) -> Option<usize> {
    let (_, rest) = text.split_once("queries.v\", line ")?;
    let line: usize = rest.split(',').next()?.trim().parse().ok()?;
    line.checked_sub(2)
}

/// Parses one answer; only [`CLOSED`] succeeds.
fn axiom_free(answer: &str) -> Result<(), String> {
    let answer = answer.trim();
    if answer == CLOSED {
        return Ok(());
    }
    let Some(axioms) = answer.strip_prefix("Axioms:") else {
        return Err(format!("Coq answers {answer:?}"));
    };
    let names: Vec<&str> = axioms
        .lines()
        .filter(|line| !line.starts_with(char::is_whitespace))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    Err(format!("it depends on axioms: {}", names.join(", ")))
}

/// The theorems of a file in order, each with the comment before it.
pub fn stated(source: &str) -> Vec<Stated> {
    let mut found = Vec::new();
    let (mut rest, mut comment) = (source, None);
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let length = if rest.starts_with("(*") {
            let length = comment_length(rest);
            comment = Some(&rest[..length]);
            length
        } else if first.is_whitespace() {
            first.len_utf8()
        } else if first == '"' {
            comment = None;
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else if is_word(first) {
            let (word, after) = rest.split_at(rest.find(|c| !is_word(c)).unwrap_or(rest.len()));
            let before = comment.take();
            if word == "Theorem" {
                let name = after.trim_start();
                let name = &name[..name.find(|c| !is_word(c)).unwrap_or(name.len())];
                let (says, scope) = before.map(words).unwrap_or_default();
                found.push(Stated {
                    name: name.to_owned(),
                    says,
                    scope,
                });
            }
            word.len()
        } else {
            comment = None;
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    found
}

/// Length of the comment at the start of a text. Comments nest; comment signs in strings do not
/// count.
fn comment_length(text: &str) -> usize {
    let (mut depth, mut at, mut quoted) = (0_u32, 0, false);
    while at < text.len() {
        let here = &text.as_bytes()[at..];
        quoted ^= here[0] == b'"';
        if !quoted && here.starts_with(b"(*") {
            depth += 1;
            at += 2;
        } else if !quoted && here.starts_with(b"*)") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// A comment before and after `For:`, each on one line, without the brackets around Coq code.
fn words(comment: &str) -> (String, String) {
    let text = comment
        .trim_start_matches('(')
        .trim_start_matches('*')
        .trim_end_matches(')')
        .trim_end_matches('*');
    let (mut plain, mut depth) = (String::new(), 0_u32);
    for c in text.chars() {
        let outermost = match c {
            '[' => {
                depth += 1;
                depth == 1
            }
            ']' => {
                depth = depth.saturating_sub(1);
                depth == 0
            }
            _ => false,
        };
        if !outermost {
            plain.push(c);
        }
    }
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (says, scope) = plain.split_once("For:").unwrap_or((&plain, ""));
    let scope = one_line(scope);
    (one_line(says), scope.trim_end_matches('.').to_owned())
}

/// A temporary folder, removed on drop.
struct Scratch(PathBuf);

impl Scratch {
    /// A new folder with a unique name below another one.
    fn new(below: &Path, name: &str) -> io::Result<Scratch> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = below.join(format!("{name}-{}-{number}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Leftovers are in the build folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program extracted from Coq, cached by the digest of its sources.
///
/// # Errors
///
/// `NotRun` if a tool is missing, `Broken` if it does not compile.
pub fn traces(root: &Path) -> Result<PathBuf, Outcome> {
    expect_tools(&["coqc", "coqdep", "ocamlopt", "make"])?;
    let built = || -> Result<PathBuf, String> {
        let words = |error: io::Error| error.to_string();
        let mut hasher = blake3::Hasher::new();
        let version = Command::new("coqc").arg("--print-version").output();
        hasher.update(&version.map_err(words)?.stdout);
        for name in EXTRACTED {
            let contents = fs::read(root.join(FOLDER).join(name));
            let contents = contents.map_err(|e| format!("{name}: {e}"))?;
            hasher.update(&(contents.len() as u64).to_le_bytes());
            hasher.update(&contents);
        }
        let digest = &hasher.finalize().to_hex()[..16];
        let program = root.join(COMPILED).join(format!("traces-{digest}"));
        if !program.is_file() {
            let folder = Scratch::new(&root.join(COMPILED), "extracting").map_err(words)?;
            for name in EXTRACTED {
                fs::copy(root.join(FOLDER).join(name), folder.0.join(name)).map_err(words)?;
            }
            make(&folder.0, "traces")?;
            fs::rename(folder.0.join("traces"), &program).map_err(words)?;
        }
        Ok(program)
    };
    built().map_err(|why| Outcome::Broken {
        why: format!("the program extracted from Coq cannot be built: {why}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"(** * Theorems *)
From Admit Require Import Spec.

(** The distance [d] is [[least]]:
    no path is shorter. For: every finite graph with positive
    costs, every [h]. *)
Theorem it_holds (G : graph) : True.
Proof. exact I. Qed.

(* Theorem not_this : False. (* "*)" nor this *) *)
Definition one := "Theorem nor_this".
(** What is defined. For: nobody. *)
Definition two := 2.
Theorem without_words : True. Proof. exact I. Qed.
(** Only words. *)
Theorem it's_so:True.
Print Assumptions it_holds.
"#;

    fn id(path: &str, name: &str) -> EvidenceId {
        format!("coq {path}::{name}").parse().unwrap()
    }

    #[test]
    fn theorems_are_parsed_with_their_comments() {
        let found = stated(SOURCE);
        let expected = [
            (
                "it_holds",
                "The distance d is [least]: no path is shorter.",
                "every finite graph with positive costs, every h",
            ),
            ("without_words", "", ""),
            ("it's_so", "Only words.", ""),
        ];
        let expected = expected.map(|(name, says, scope)| Stated {
            name: name.to_owned(),
            says: says.to_owned(),
            scope: scope.to_owned(),
        });
        assert_eq!(found, expected);
        assert_eq!(stated("Theorem"), [stated("Theorem ").remove(0)]);
        assert!(stated("(* Theorem open : True.").is_empty());
    }

    #[test]
    fn only_closed_theorems_succeed() {
        assert_eq!(axiom_free("Closed under the global context\n"), Ok(()));
        let axioms = "Axioms:\nfunctional_extensionality_dep\n  : forall (A : Type) (B : A -> Type),\n    True\nclassic : forall P : Prop, P \\/ ~ P\n";
        assert_eq!(
            axiom_free(axioms).unwrap_err(),
            "it depends on axioms: functional_extensionality_dep, classic"
        );
        for other in [
            "",
            "Closed under the global context\nAxioms:\nx : False",
            "not Closed under the global context",
            "Section Variables:\nx : nat",
        ] {
            assert!(axiom_free(other).is_err(), "{other:?}");
        }
    }

    #[test]
    fn errors_are_attributed_to_queries() {
        let ids = [
            id(THEOREMS, "first"),
            id(THEOREMS, "second"),
            id(COUNTEREXAMPLES, "third"),
        ];
        let text = queries(&ids.iter().collect::<Vec<_>>());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[3],
            "Redirect \"2\" Print Assumptions Admit.Counterexamples.third."
        );
        let text = "\nFile \"./queries.v\", line 3, characters 41-58:\nError: The reference Admit.Theorems.second was not found in the current\nenvironment.\n\n";
        assert_eq!(failed_query(text), Some(1));
        assert_eq!(
            first_error(text),
            "\"./queries.v\", line 3, characters 41-58: Error: The reference Admit.Theorems.second was not found in the current environment."
        );
        // The import line is no query.
        assert_eq!(failed_query(&text.replace("line 3", "line 1")), None);
        assert_eq!(failed_query("out of memory"), None);
    }

    #[test]
    fn the_first_error_is_reported() {
        let check = "Theorems.v:16:(* admit *)\nerror: these words leave something open\n\nmake: *** [Makefile:44: words] Error 1\n";
        assert_eq!(
            first_error(check),
            "error: these words leave something open"
        );
        let rule = "make: *** No rule to make target 'Theorems.vo'.  Stop.\n";
        assert_eq!(first_error(rule), rule.trim_end());
        assert_eq!(first_error("\n"), "no error message");
    }

    #[test]
    fn stale_files_are_removed_and_unchanged_ones_stay() {
        let [from, to] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let write = |folder: &Path, name: &str, text: &str| {
            fs::write(folder.join(name), text).unwrap();
        };
        for name in ["_CoqProject", "Makefile", "A.v", "B.v", "B.vo"] {
            write(from.path(), name, name);
        }
        for name in ["A.v", "A.vo", "Old.v", "Old.vo", "Old.out"] {
            write(to.path(), name, name);
        }
        let changed = |name: &str| {
            let file = fs::metadata(to.path().join(name)).unwrap();
            file.modified().unwrap()
        };
        let before = changed("A.v");
        copy_proofs(from.path(), to.path()).unwrap();
        assert_eq!(changed("A.v"), before);
        let mut there: Vec<String> = fs::read_dir(to.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        there.sort();
        assert_eq!(there, ["A.v", "A.vo", "B.v", "Makefile", "_CoqProject"]);
    }
}
