//! Data published with this version, embedded in the program: claims, expected verdicts, the ledger
//! of a full run, and long-running results.

use crate::ledger::{Claims, Expected, Ledger};

/// A published file: path from the repository root, and text.
pub type File = (&'static str, &'static str);

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../", $name)))),+]
    };
}

/// Kani's results, as `admit verify --kani-results` writes them.
pub const KANI: &str = include_str!("../../proofs/kani-results.json");
/// Networks trained for the paper's comparison.
pub const MODELS: &str = include_str!("../../models/models.json");
/// Training results of these networks.
pub const LEARNED: &str = include_str!("../../models/learned.json");
/// Certificates of these networks.
pub const CERTIFICATES: &[File] = files![
    "certificates/6-edge.json",
    "certificates/7-edge.json",
    "certificates/8-corner.json",
    "certificates/delta.json",
];
/// Results of `admit convergence`.
pub const CONVERGENCE: &[File] = files![
    "verification/convergence/8-corner-network.json",
    "verification/convergence/8-corner-plain.json",
    "verification/convergence/8-puzzle-network.json",
    "verification/convergence/8-puzzle-table.json",
    "verification/convergence/costs.json",
    "verification/convergence/grid.json",
    "verification/convergence/random.json",
    "verification/convergence/topspin-network.json",
    "verification/convergence/topspin-table.json",
];

/// All claims.
pub fn claims() -> Claims {
    Claims::parse(include_str!("../claims.toml")).expect("a test parses it")
}

/// The expected verdict on every claim.
pub fn expected() -> Expected {
    serde_json::from_str(include_str!("../expected.json")).expect("a test parses it")
}

/// The ledger of the published run.
pub fn ledger() -> Ledger {
    serde_json::from_str(include_str!("../ledger.json")).expect("a test parses it")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn published_data_can_be_parsed() {
        let claims = claims().claims;
        assert_eq!(claims.len(), ledger().entries.len());
        assert!(
            claims
                .iter()
                .all(|claim| expected().claims.contains_key(&claim.id))
        );
        assert!(!crate::kani::Results::published().harnesses.is_empty());
    }

    /// All results are embedded.
    #[test]
    fn all_files_of_a_folder_are_listed() {
        for list in [CERTIFICATES, CONVERGENCE] {
            let (folder, _) = list[0].0.rsplit_once('/').unwrap();
            let entries = std::fs::read_dir(format!("../{folder}")).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names
                .filter(|n| Path::new(n).extension().is_some_and(|e| e == "json"))
                .collect();
            names.sort();
            let names: Vec<String> = names.iter().map(|n| format!("{folder}/{n}")).collect();
            assert_eq!(
                names,
                list.iter().map(|(name, _)| *name).collect::<Vec<_>>()
            );
        }
    }
}
