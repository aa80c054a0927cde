//! `admit claims`

use super::context::{Context, Failure};
use super::output;
use admit_verification::ledger::Verdict;
use admit_verification::published;

/// List every claim: statement, place in the paper, and the evidence that settles it.
///
/// Claims of the paper come first, in its order, then those of this project.
/// With names, everything about these claims is shown. No verdict is shown:
/// that takes evidence that ran (`admit verify`, `admit cite`).
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Show everything about these claims only.
    #[arg(value_name = "CLAIM")]
    claims: Vec<String>,
}

pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<(), Failure> {
    let all = published::claims();
    let mut chosen = all.clone();
    if !arguments.claims.is_empty() {
        chosen.claims = arguments
            .claims
            .iter()
            .map(|id| all.find(id).cloned())
            .collect::<Result<_, _>>()?;
    }
    if context.json {
        return output::json(&chosen.claims);
    }
    if arguments.claims.is_empty() {
        let width = all.claims.iter().map(|c| c.id.len()).max().unwrap_or(0);
        for claim in &chosen.claims {
            let statement = output::one_line(&claim.statement, width + 14);
            anstream::println!("{:width$}  {:11} {statement}", claim.id, claim.kind);
        }
        anstream::println!(
            "\n{} claims. `admit claims NAME` shows one, `admit verify NAME` runs its evidence.",
            chosen.claims.len()
        );
        return Ok(());
    }
    for (i, claim) in chosen.claims.iter().enumerate() {
        if i > 0 {
            anstream::println!();
        }
        let mut rows = vec![
            ("claim", claim.id.clone()),
            ("kind", claim.kind.to_string()),
            ("place", claim.place.clone()),
            ("statement", output::joined(&claim.statement)),
        ];
        rows.extend(claim.remark.iter().map(|r| ("remark", output::joined(r))));
        rows.extend(claim.evidence.iter().map(|e| ("evidence", e.to_string())));
        if let Some(repair) = &claim.repair {
            rows.push(("if not", output::joined(&repair.wrong)));
            rows.push(("then", output::joined(&repair.stands)));
            rows.extend(repair.evidence.iter().map(|e| ("evidence", e.to_string())));
        }
        if claim.evidence.is_empty() {
            rows.push(("evidence", format!("none: {}", Verdict::NotReproduced)));
        }
        output::rows(&rows);
    }
    Ok(())
}
