//! Citable sentences about claims, and BibTeX entries.

use super::{Entry, Run, Verdict};

/// A citable sentence about the claim, with its exact scope.
pub fn sentence(entry: &Entry, run: &Run) -> String {
    let claim = &entry.claim;
    let statement = claim.statement.trim().trim_end_matches('.');
    let scope = &entry.scope;
    let version = &run.version;
    let place = &claim.place;
    match entry.verdict {
        Verdict::Proved => format!(
            "\"{statement}\" ({place}) is proved for {scope} in admit {version}, formally and without axioms."
        ),
        Verdict::Checked => format!(
            "\"{statement}\" ({place}) was checked by admit {version} for {scope}, without exception."
        ),
        Verdict::Tested => format!(
            "\"{statement}\" ({place}) was tested by admit {version} on {scope}; no counterexample was found."
        ),
        Verdict::Measured => {
            format!("\"{statement}\" ({place}): admit {version} measured {scope}.")
        }
        Verdict::HoldsAfterRepair => {
            let (wrong, stands) = claim.repair.as_ref().map_or(("", ""), |repair| {
                (repair.wrong.as_str(), repair.stands.trim_end_matches('.'))
            });
            format!(
                "\"{statement}\" ({place}) does not hold as printed: {wrong} What stands is: \"{stands}\", which admit {version} settled for {scope}."
            )
        }
        Verdict::Refuted => {
            format!("\"{statement}\" ({place}) is refuted by admit {version}: {scope}.")
        }
        Verdict::NotReproduced => {
            format!("\"{statement}\" ({place}) was not reproduced by admit {version}: {scope}.")
        }
        Verdict::NotRun | Verdict::Broken => format!(
            "Nothing may be said about \"{statement}\" ({place}) from this run of admit {version}: {scope}."
        ),
    }
}

/// A BibTeX entry for one claim at one version.
pub fn bibtex(entry: &Entry, run: &Run) -> String {
    let id = &entry.claim.id;
    let version = &run.version;
    let key = format!("admit-{version}-{id}");
    let sources = run.sources.get(..16).unwrap_or(&run.sources);
    let note = format!(
        "Claim \\texttt{{{id}}} ({}): {}. Evidence: \\texttt{{admit verify {id}}}; sources \\texttt{{{sources}}}. \
         On Futuhi and Sturtevant, Learning Admissible Heuristics for {{A*}}: Theory and Practice, ICLR 2026, arXiv:2509.22626",
        entry.claim.place.replace('_', "\\_"),
        entry.verdict,
    );
    format!(
        "@software{{{key},\n  author  = {{{{The admit authors}}}},\n  title   = {{admit: heuristics for {{A*}} that are known never to overestimate}},\n  version = {{{version}}},\n  year    = {{2026}},\n  note    = {{{note}}}\n}}"
    )
}
