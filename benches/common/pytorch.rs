//! `PyTorch` in a separate process, which trains on request and waits otherwise.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A process that trains with `PyTorch` on request.
pub struct Python {
    child: Child,
    asked: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// Version of `PyTorch`.
    version: String,
}

/// Prints the versions and the number of threads, and runs every network named in the
/// arguments, or all if there are none.
pub fn beside<N>(
    threads: usize,
    what: &str,
    rounds: usize,
    networks: impl IntoIterator<Item = (&'static str, N)>,
    compare: impl Fn(N, Option<&mut Python>),
) {
    let arguments = std::env::args().skip(1);
    let only: Vec<String> = arguments.filter(|a| !a.starts_with('-')).collect();
    let mut python = Python::start(threads);
    match &python {
        Some(python) => println!(
            "PyTorch {} beside {what}, {threads} threads",
            python.version
        ),
        None => println!("PyTorch is not installed here: {what} alone, {threads} threads"),
    }
    println!("samples per second of wall-clock time (of processor time), best of {rounds} rounds,");
    println!("and the speed-up of {what}");
    for (name, network) in networks {
        if only.is_empty() || only.iter().any(|o| o == name) {
            compare(network, python.as_mut());
        }
    }
}

impl Python {
    /// `None` without a Python that has `PyTorch`.
    fn start(threads: usize) -> Option<Python> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/pytorch.py");
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let mut child = Command::new(python)
            .args([script, &threads.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let asked = child.stdin.take()?;
        let mut answers = BufReader::new(child.stdout.take()?);
        let mut version = String::new();
        answers.read_line(&mut version).ok()?;
        let version = version.split_whitespace().next()?.to_owned();
        Some(Python {
            child,
            asked,
            answers,
            version,
        })
    }

    /// Wall-clock and processor seconds of the requested steps.
    pub fn train(&mut self, line: &serde_json::Value) -> [f64; 2] {
        writeln!(self.asked, "{line}").expect("PyTorch listens");
        let mut answer = String::new();
        self.answers
            .read_line(&mut answer)
            .expect("PyTorch answers");
        let mut seconds = answer.split_whitespace().map(|s| s.parse().unwrap());
        [(); 2].map(|()| seconds.next().expect("PyTorch answers with two times"))
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
