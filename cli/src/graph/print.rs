//! Results of `admit graph` as text.

use super::super::output;
use super::report::{Nonnegative, Report, Task, Verdict};

/// The number of starts shown without --all.
const FEW: usize = 20;

pub(super) fn print(report: &Report, task: &Task<'_>, all: bool) {
    let goal_from = match report.goal_from {
        "file" => "named in the file",
        "option" => "named by --goal",
        _ => "the last vertex; the file names none",
    };
    let mut rows = vec![
        ("file", report.file.clone()),
        ("vertices", output::thousands(report.vertices as u64)),
        ("edges", output::thousands(report.edges as u64)),
        ("goal", format!("{} ({goal_from})", plain(&report.goal))),
        ("heuristic", report.heuristic.clone()),
        ("admissible", admissible_in_words(report)),
        ("consistent", consistent_in_words(report)),
        ("goal-aware", goal_in_words(report)),
        ("nonnegative", nonnegative_in_words(report)),
    ];
    if !report.unreachable.is_empty() {
        let n = report.unreachable.len();
        let names = in_words(&report.unreachable, ", ");
        rows.push(("dead ends", format!("{n}: {names}")));
    }
    output::rows(&rows);
    if !task.pairs.is_empty() {
        print_starts(task, all);
    }
    for (how, verdict) in [
        ("with reopening", &report.with_reopening),
        ("without reopening", &report.without_reopening),
    ] {
        anstream::println!();
        output::rows(&verdict_in_words(how, verdict));
    }
}

fn admissible_in_words(report: &Report) -> String {
    match &report.admissible.worst {
        None => "yes".to_owned(),
        Some(w) => format!(
            "no: {} overestimated; most at {}, h = {} but h* = {}, by {}",
            counted(report.admissible.overestimates, "vertex is", "vertices are"),
            plain(&w.vertex),
            w.h,
            w.distance,
            w.by
        ),
    }
}

fn consistent_in_words(report: &Report) -> String {
    match &report.consistent.worst {
        None => "yes".to_owned(),
        Some(w) => format!(
            "no: {} inconsistent, by {} in total; most {} → {}, from h = {} to {} at cost {}, by {}",
            counted(report.consistent.inconsistent_edges, "edge is", "edges are"),
            report.consistent.total,
            plain(&w.from),
            plain(&w.to),
            w.h_from,
            w.h_to,
            w.cost,
            w.by
        ),
    }
}

fn goal_in_words(report: &Report) -> String {
    let yes = if report.goal_aware.holds { "yes" } else { "no" };
    format!(
        "{yes}: h({}) = {}",
        plain(&report.goal),
        report.goal_aware.h
    )
}

fn nonnegative_in_words(report: &Report) -> String {
    let Nonnegative {
        holds,
        negative,
        lowest,
    } = &report.nonnegative;
    if *holds {
        return "yes".to_owned();
    }
    let vertices = counted(*negative, "vertex is negative", "vertices are negative");
    format!(
        "no: {vertices}; least at {}, h = {}",
        plain(&lowest.vertex),
        lowest.h
    )
}

pub(super) fn verdict_in_words(
    how: &'static str,
    verdict: &Verdict,
) -> Vec<(&'static str, String)> {
    let judged = verdict.searches - verdict.stopped;
    let result = if !verdict.holds {
        format!(
            "VIOLATED from {} of {judged}",
            counted(verdict.violations.len() as u64, "start", "starts")
        )
    } else if judged == 0 {
        "nothing to compare".to_owned()
    } else {
        format!(
            "the bound holds from {}",
            match judged {
                1 => "the only start".to_owned(),
                n => format!("all {} starts", output::thousands(n as u64)),
            }
        )
    };
    let claim = match &verdict.unmet {
        None => "claimed by the paper".to_owned(),
        Some(unmet) => format!("not claimed by the paper, which needs {unmet}"),
    };
    let mut rows = vec![(how, format!("{result} ({claim})"))];
    if verdict.stopped > 0 {
        let stopped = counted(verdict.stopped as u64, "search was", "searches were");
        rows.push(("", format!("{stopped} stopped at the limit and not judged")));
    }
    let effort = format!(
        "{}, {}",
        counted(verdict.expansions, "expansion", "expansions"),
        counted(verdict.reopenings, "reopening", "reopenings")
    );
    rows.push(("", effort));
    let shown = verdict
        .violations
        .iter()
        .take(FEW)
        .map(|case| ("violated", case));
    let tightest = verdict.tightest.iter().filter(|_| verdict.holds);
    let shown = shown.chain(tightest.map(|case| ("tightest", case)));
    let most = verdict.most_lost.iter().filter(|most| {
        let tightest = verdict.tightest.as_ref();
        tightest.is_some_and(|tightest| tightest.start != most.start)
    });
    for (what, case) in shown.chain(most.map(|case| ("most lost", case))) {
        if let (Some(cost), Some(lost)) = (case.cost, case.suboptimality) {
            let than = if lost <= case.bound { "≤" } else { ">" };
            rows.push((
                what,
                format!(
                    "from {}: C − C* = {cost} − {} = {lost} {than} {}",
                    plain(&case.start),
                    case.optimal,
                    case.bound
                ),
            ));
            rows.push(("  found", in_words(&case.path, " → ")));
            rows.push(("  optimal", in_words(&case.optimal_path, " → ")));
        }
    }
    rows
}

/// Prints a table with a row for each start.
fn print_starts(task: &Task<'_>, all: bool) {
    let few = if all { usize::MAX } else { FEW };
    let head = [
        "start",
        "h",
        "h*",
        "Ψ",
        "reopening: C",
        "C−C*",
        "bound",
        "expanded",
        "reopened",
        "without: C",
        "C−C*",
        "bound",
        "expanded",
    ];
    let mut rows = vec![head.map(str::to_owned)];
    for pair in task.pairs.iter().take(few) {
        let start = pair.with.start;
        let psi = match task.bounds.psi(start) {
            Some(psi) if psi.least != psi.greatest => format!("{}..{}", psi.least, psi.greatest),
            Some(psi) => psi.least.to_string(),
            None => String::new(),
        };
        let number = |n: Option<i64>| n.map_or("?".to_owned(), |n| n.to_string());
        let [with, without] = [&pair.with, &pair.without].map(|trial| {
            let cost = trial.found.as_ref().ok().map(|&(_, cost)| cost as i64);
            [
                number(cost),
                number(trial.suboptimality()),
                trial.bound.to_string(),
                trial.summary.expansions.to_string(),
            ]
        });
        let [cost, lost, bound, expanded] = with;
        let [cost_without, lost_without, bound_without, expanded_without] = without;
        rows.push([
            plain(&task.name(start)),
            task.instance.h()[start as usize].to_string(),
            pair.with.optimal.to_string(),
            psi,
            cost,
            lost,
            bound,
            expanded,
            pair.with.summary.reopenings.to_string(),
            cost_without,
            lost_without,
            bound_without,
            expanded_without,
        ]);
    }
    anstream::println!();
    output::columns_of(&rows);
    if task.pairs.len() > few {
        let more = output::thousands((task.pairs.len() - few) as u64);
        anstream::println!("… and {more} more; --all shows them");
    }
}

/// A number with its noun.
pub(super) fn counted(n: u64, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        output::thousands(n),
        if n == 1 { one } else { many }
    )
}

/// A name that cannot disturb a terminal.
pub(super) fn plain(name: &str) -> String {
    if name.chars().any(char::is_control) {
        return format!("{name:?}");
    }
    name.to_owned()
}

/// A list of names; a long one is cut in the middle.
fn in_words(names: &[String], between: &str) -> String {
    const ENDS: usize = 6;
    let join = |names: &[String]| -> String {
        let names: Vec<String> = names.iter().map(|n| plain(n)).collect();
        names.join(between)
    };
    if names.len() <= 2 * ENDS {
        return join(names);
    }
    let between_ends = names.len() - 2 * ENDS;
    let (first, last) = (&names[..ENDS], &names[names.len() - ENDS..]);
    format!(
        "{}{between}… {between_ends} more …{between}{}",
        join(first),
        join(last)
    )
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut_in_the_middle() {
        let names: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        let words = in_words(&names, " ");
        assert_eq!(words, "0 1 2 3 4 5 … 88 more … 94 95 96 97 98 99");
        assert_eq!(in_words(&names[..12], " "), "0 1 2 3 4 5 6 7 8 9 10 11");
        assert_eq!(plain("a\u{1b}b"), r#""a\u{1b}b""#);
    }
}
