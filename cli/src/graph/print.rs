//! Results of `admit graph` as text.

use super::super::output;
use super::report::{Search, Task, Verdict};
use admit::space::graph::FiniteGraph;

/// The number of starts shown without --all.
const FEW: usize = 20;

pub(super) fn print(task: &Task<'_>, verdicts: &[Verdict; 2], all: bool) {
    let graph = task.instance.graph();
    let goal_from = match task.goal_from {
        "file" => "named in the file",
        "option" => "named by --goal",
        _ => "the last vertex; the file names none",
    };
    let goal = plain(&task.name(graph.goal()));
    let mut rows = vec![
        ("file", task.file.to_owned()),
        ("vertices", output::thousands(graph.vertices() as u64)),
        ("edges", output::thousands(graph.edge_count() as u64)),
        ("goal", format!("{goal} ({goal_from})")),
        ("heuristic", task.heuristic.to_owned()),
    ];
    rows.extend(properties_in_words(task));
    if !task.unreachable.is_empty() {
        let n = task.unreachable.len();
        let names = in_words(&task.names(task.unreachable), ", ");
        rows.push(("dead ends", format!("{n}: {names}")));
    }
    output::rows(&rows);
    if !task.pairs.is_empty() {
        print_starts(task, all);
    }
    for (how, verdict) in ["with reopening", "without reopening"]
        .into_iter()
        .zip(verdicts)
    {
        anstream::println!();
        output::rows(&verdict_in_words(how, verdict));
    }
}

fn properties_in_words(task: &Task<'_>) -> [(&'static str, String); 4] {
    let all = task.properties;
    let name = |vertex| plain(&task.name(vertex));
    let admissible = all.worst_overestimate.map(|w| {
        format!(
            "no: {} overestimated; most at {}, h = {} but h* = {}, by {}",
            counted(all.overestimates, "vertex is", "vertices are"),
            name(w.vertex),
            w.h,
            w.distance,
            w.by()
        )
    });
    let consistent = all.most_inconsistent.map(|w| {
        format!(
            "no: {} inconsistent, by {} in total; most {} → {}, from h = {} to {} at cost {}, by {}",
            counted(all.inconsistent_edges, "edge is", "edges are"),
            all.total_inconsistency,
            name(w.edge.from),
            name(w.edge.to),
            task.h(w.edge.from),
            task.h(w.edge.to),
            w.edge.cost,
            w.by
        )
    });
    let goal_aware = if all.is_goal_aware() { "yes" } else { "no" };
    let goal = name(task.instance.graph().goal());
    let negative = (!all.is_nonnegative()).then(|| {
        let vertices = counted(all.negative, "vertex is negative", "vertices are negative");
        let (vertex, h) = all.lowest;
        format!("no: {vertices}; least at {}, h = {h}", name(vertex))
    });
    let unless = |no: Option<String>| no.unwrap_or("yes".to_owned());
    [
        ("admissible", unless(admissible)),
        ("consistent", unless(consistent)),
        (
            "goal-aware",
            format!("{goal_aware}: h({goal}) = {}", all.goal_value),
        ),
        ("nonnegative", unless(negative)),
    ]
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
        let Search {
            bound,
            path,
            optimal_path,
            ..
        } = &case.search;
        if let (Some(cost), Some(lost)) = (case.search.cost, case.search.suboptimality) {
            let (start, optimal) = (plain(&case.start), case.optimal);
            let than = if lost <= *bound { "≤" } else { ">" };
            let loss = format!("C − C* = {cost} − {optimal} = {lost} {than} {bound}");
            rows.push((what, format!("from {start}: {loss}")));
            rows.push(("  found", in_words(path, " → ")));
            rows.push(("  optimal", in_words(optimal_path, " → ")));
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
    let mut rows = Vec::new();
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
            let (bound, expanded) = (trial.bound, trial.summary.expansions);
            let (cost, lost) = (number(cost), number(trial.suboptimality()));
            [cost, lost, bound.to_string(), expanded.to_string()]
        });
        let (h, optimal) = (task.h(start).to_string(), pair.with.optimal.to_string());
        let mut row = vec![plain(&task.name(start)), h, optimal, psi];
        row.extend(with);
        row.push(pair.with.summary.reopenings.to_string());
        row.extend(without);
        rows.push(row);
    }
    anstream::println!();
    output::columns_of(&head, &rows);
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
