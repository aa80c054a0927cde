//! Graphs: distances agree with two other algorithms, files round trip,
//! and damaged files are refused without a panic.

use admit::space::Space;
use admit::space::graph::reading::{self, GraphError};
use admit::space::graph::{Digraph, Edge, FiniteGraph, Matrix, dimacs, json, values};
use admit_verification::graphs::{Case, Values, bellman_ford, case};
use admit_verification::seeded::{self, Reached};
use petgraph::algo::dijkstra;
use petgraph::graph::NodeIndex;
use petgraph::visit::{EdgeRef, Reversed};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq};
use proptest::sample::select;

#[test]
fn distances_agree_with_two_other_algorithms() {
    let (far, near) = (Reached::new(), Reached::new());
    let claim = "distances are those of two other algorithms";
    seeded::proptest(claim, 3000, case(30, 1000, Values::Any), |case| {
        let graph = case.graph;
        let distances = graph.distances_to_goal().unwrap();
        let wide: Vec<Option<u64>> = distances.iter().map(|d| d.map(u64::from)).collect();
        prop_assert_eq!(&wide, &bellman_ford(&graph));
        let backwards = Reversed(graph.petgraph());
        let theirs = dijkstra(backwards, graph.goal().into(), None, |e| *e.weight() as u64);
        for (v, distance) in (0..).zip(wide) {
            prop_assert_eq!(theirs.get(&NodeIndex::new(v)).copied(), distance);
            match distance {
                Some(_) => near.hit(),
                None => far.hit(),
            }
        }
        Ok(())
    });
    far.expect("a vertex without a way to the goal");
    near.expect("a vertex with one");
}

#[test]
fn distances_near_the_largest_cost_are_exact_or_refused() {
    let (fits, refused) = (Reached::new(), Reached::new());
    let claim = "large distances are exact or refused";
    seeded::proptest(claim, 3000, case(6, u32::MAX, Values::Any), |case| {
        let plain = bellman_ford(&case.graph);
        match case.graph.distances_to_goal() {
            Ok(distances) => {
                let wide: Vec<_> = distances.iter().map(|d| d.map(u64::from)).collect();
                prop_assert_eq!(wide, plain);
                fits.hit();
            }
            Err(error) => {
                prop_assert_eq!(plain[error.vertex as usize], Some(error.distance));
                let too_far = plain.into_iter().flatten().filter(|&d| d > u32::MAX as u64);
                prop_assert_eq!(too_far.min(), Some(error.distance));
                refused.hit();
            }
        }
        Ok(())
    });
    fits.expect("distances that fit");
    refused.expect("a distance that does not");
}

/// Without parallel edges, a matrix is the same graph.
#[test]
fn a_matrix_is_the_same_graph() {
    let claim = "a matrix is the same graph";
    seeded::proptest(claim, 2000, case(8, 9, Values::Any), |case| {
        let graph = case.graph;
        let (n, goal) = (graph.vertices(), graph.goal());
        let mut matrix = Matrix::<8>::new(n, goal).unwrap();
        for Edge { from, to, cost } in graph.edges() {
            let least = matrix.cost(from, to).map_or(cost, |known| known.min(cost));
            matrix = matrix.with_edge(from, to, least);
        }
        prop_assert_eq!(matrix.distances_to_goal(), graph.distances_to_goal());
        let mut edges: Vec<Edge> = Vec::new();
        matrix.for_each_edge(|edge| edges.push(edge));
        let same = Digraph::numbered(n, 0, edges.iter().copied(), goal).unwrap();
        let mut theirs: Vec<Edge> = Vec::new();
        same.for_each_edge(|edge| theirs.push(edge));
        theirs.sort_unstable();
        prop_assert_eq!(edges, theirs);
        for v in 0..n {
            prop_assert_eq!(matrix.is_goal(&v), same.is_goal(&v));
        }
        Ok(())
    });
}

fn same(one: &Digraph, other: &Digraph) -> bool {
    let names = |g: &Digraph| -> Vec<String> {
        (0..g.vertices()).map(|v| g.name(v).into_owned()).collect()
    };
    names(one) == names(other) && one.edges().eq(other.edges())
}

#[test]
fn graph_files_round_trip() {
    let claim = "what is written is read back";
    let values = case(9, u32::MAX, Values::Any);
    seeded::proptest(claim, 3000, values, |Case { graph, h }| {
        let text = json::write(&graph, Some(&h));
        let read = json::read("x", &text).unwrap();
        prop_assert!(same(&read.graph, &graph), "{text}");
        prop_assert_eq!(
            (read.graph.goal(), read.h.as_ref()),
            (graph.goal(), Some(&h))
        );
        let without = json::read("x", &json::write(&graph, None)).unwrap();
        prop_assert_eq!(without.h, None);

        let lines = values::write(&graph, &h);
        prop_assert_eq!(
            values::read("x", &lines, &graph),
            Ok(h.clone()),
            "{}",
            lines
        );

        let read = dimacs::read("x", &dimacs::write(&graph)).unwrap();
        prop_assert!(read.graph.edges().eq(graph.edges()));
        prop_assert_eq!(read.graph.vertices(), graph.vertices());
        prop_assert_eq!(read.graph.name(0), "1");

        let goal = graph.goal();
        let theirs = graph.to_petgraph();
        let back = Digraph::from_petgraph(theirs, goal.into()).unwrap();
        prop_assert!(same(&back, &graph) && back.goal() == goal);
        Ok(())
    });
}

/// An error names the file, an existing line, and a reason on one line.
fn is_good_error(error: &GraphError, text: &str) -> bool {
    let lines = text.split('\n').count();
    error.file == "x"
        && error.line.is_some_and(|line| (1..=lines).contains(&line))
        && !error.reason.is_empty()
        && !error.reason.contains('\n')
        && error.reason.chars().count() < 400
}

/// Reads a text with every reader. An accepted text can be written and read
/// again; a refused one has a good error.
fn read_in_every_way(text: &str, accepted: &Reached, refused: &Reached) -> Result<(), String> {
    let graph = Digraph::numbered(3, 1, [], 2).unwrap();
    let verdicts = [
        dimacs::read("x", text).map(|p| (p.graph, p.h)),
        json::read("x", text).map(|p| (p.graph, p.h)),
        values::read("x", text, &graph).map(|h| (graph.clone(), Some(h))),
    ];
    for verdict in verdicts {
        match verdict {
            Ok((graph, h)) => {
                accepted.hit();
                let again = json::read("x", &json::write(&graph, h.as_deref()));
                let again = again.map_err(|e| format!("written but not read: {e}"))?;
                if !same(&again.graph, &graph) || again.h != h {
                    return Err(format!("read otherwise: {text:?}"));
                }
            }
            Err(error) if is_good_error(&error, text) => refused.hit(),
            Err(error) => return Err(format!("{error:?} for {text:?}")),
        }
    }
    Ok(())
}

#[test]
fn texts_of_valid_words_are_read_or_refused() {
    let words = [
        "p|sp|a|c|1|2|3|0|-1|1.5|4294967295|4294967296|\n| |\n| |{|}|[|]|,|:|\"|\"vertices\"|",
        "\"edges\"|\"goal\"|\"h\"|\"from\"|\"to\"|\"cost\"|null|true|NaN|#|\r\n|\t|é|\\u0031|",
        "\\|1e9|p sp 3 1\n|a 1 2 3\n|1 5\n2 5\n3 5\n|[1, 2, 3]",
    ];
    let words: Vec<&str> = words
        .iter()
        .flat_map(|line| line.trim_end_matches('|').split('|'))
        .collect();
    assert_eq!(words.len(), 44);
    let (accepted, refused) = (Reached::new(), Reached::new());
    let texts = vec(select(words), 0..24).prop_map(|words| words.concat());
    let claim = "texts of the right words are read or refused";
    seeded::proptest(claim, 20_000, texts, |text| {
        read_in_every_way(&text, &accepted, &refused)
            .map_err(proptest::prelude::TestCaseError::fail)
    });
    accepted.expect("a text that was read");
    refused.expect("a text that was refused");
}

/// A valid file with up to three bytes changed, inserted or deleted.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<proptest::sample::Index>(), 0..4_u8, any::<u8>());
    let text = (case(5, 20, Values::Any), 0..3_u8).prop_map(|(Case { graph, h }, which)| {
        let text = match which {
            0 => dimacs::write(&graph),
            1 => json::write(&graph, Some(&h)),
            _ => values::write(&graph, &h),
        };
        text.into_bytes()
    });
    (text, vec(change, 0..=3)).prop_map(|(mut bytes, changes)| {
        const LIKELY: &[u8] = b"0123456789-.,:[]{}\" \nacpseh#";
        for (place, kind, byte) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = place.index(bytes.len());
            let likely = LIKELY[byte as usize % LIKELY.len()];
            match kind {
                0 => bytes[at] = likely,
                1 => bytes.insert(at, likely),
                2 => drop(bytes.remove(at)),
                _ => bytes[at] = byte,
            }
        }
        bytes
    })
}

#[test]
fn damaged_files_are_read_or_refused() {
    let (accepted, refused, no_text) = (Reached::new(), Reached::new(), Reached::new());
    let claim = "damaged files are read or refused";
    seeded::proptest(claim, 20_000, mutated(), |bytes| {
        match String::from_utf8(bytes) {
            Ok(text) => read_in_every_way(&text, &accepted, &refused)
                .map_err(proptest::prelude::TestCaseError::fail)?,
            Err(_) => no_text.hit(),
        }
        Ok(())
    });
    accepted.expect("a file that was read all the same");
    refused.expect("a file that was refused");
    no_text.expect("a file that is no text");
}

/// Whole files, bytes of any kind, under every name.
#[test]
fn bytes_are_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = Reached::new();
    let bytes = vec(any::<u8>(), 0..200).boxed();
    let bytes = proptest::prop_oneof![bytes, mutated(), Just(b"\xef\xbb\xbf".to_vec())];
    seeded::proptest("bytes are read or refused", 400, bytes, |bytes| {
        let graph = Digraph::numbered(3, 1, [], 2).unwrap();
        for name in ["x.gr", "x.json", "x"] {
            let path = folder.path().join(name);
            std::fs::write(&path, &bytes).unwrap();
            let errors = [
                reading::open(&path).err(),
                reading::open_values(&path, &graph).err(),
            ];
            for error in errors.into_iter().flatten() {
                prop_assert!(error.line.is_some(), "{error}");
                prop_assert!(error.file.ends_with(name));
                refused.hit();
            }
        }
        Ok(())
    });
    refused.expect("a file that was refused");
}
