//! The graph families of [`families`], searched at every size up to a bound.

use super::{Evidence, Settled};
use admit::heuristic::from_fn;
use admit::search::{Astar, Solved};
use admit::space::graph::families::{self, Member};
use admit::space::graph::{Digraph, Edge, Vertex};
use admit::theory::{Bounds, Instance};

pub(super) fn evidence() -> Vec<Evidence> {
    pieces! { "families.rs":
        exhaustive Quick martelli,
        exhaustive Quick valenzano,
    }
}

fn search(member: &Member, astar: &Astar) -> Solved<Vertex, Edge> {
    let h = from_fn(|v: &Vertex| member.h[*v as usize]);
    let found = astar.solve(&member.graph, member.start, &h);
    found.expect("costs are positive and small")
}

fn instance(member: &Member) -> Instance<'_, Digraph> {
    Instance::new(&member.graph, &member.h).expect("a value for each vertex")
}

/// The largest k of Martelli's family.
const MARTELLI_SIZES: u32 = 16;

/// With an admissible h, A\* makes 2ᵏ expansions with reopening, and one for each vertex but the
/// goal without.
fn martelli() -> Settled {
    let (mut wrong, mut reopened) = (None, 0);
    for k in 1..=MARTELLI_SIZES {
        let member = families::martelli(k).expect("costs are small");
        let instance = instance(&member);
        let with = search(&member, &Astar::new());
        let without = search(&member, &Astar::new().without_reopening());
        let optimal = instance.distance(member.start);
        let as_known = instance.properties().is_admissible()
            && with.cost() == optimal
            && with.summary.expansions == 1 << k
            && without.summary.expansions == k as u64 + 1;
        reopened += with.summary.reopenings;
        if !as_known && wrong.is_none() {
            wrong = Some(format!(
                "k = {k}: {} expansions with reopening and {} without",
                with.summary.expansions, without.summary.expansions
            ));
        }
    }
    let scope = format!(
        "Martelli's graphs of k + 2 vertices, k from 1 to {MARTELLI_SIZES}: 2^k expansions with reopening, k + 1 without, h admissible"
    );
    Settled::holds_unless(wrong, scope, MARTELLI_SIZES as u64)
        .with_sometimes("a vertex is reopened", reopened)
}

/// The longest path and the largest gap of Valenzano's family.
const VALENZANO_SIZES: [u32; 2] = [40, 12];

/// With an admissible h, the loss of A\* without reopening is exactly the summed inconsistency
/// along the optimal path without its first edge.
fn valenzano() -> Settled {
    let [longest, widest] = VALENZANO_SIZES;
    let (mut wrong, mut lossy, mut cases) = (None, 0, 0);
    for m in 1..=longest {
        for gap in 1..=widest {
            let member = families::valenzano(m, gap).expect("costs are small");
            let instance = instance(&member);
            let bound = Bounds::new(&instance).without_reopening(member.start);
            let found = search(&member, &Astar::new().without_reopening());
            let optimal = instance.distance(member.start);
            let loss = found.cost().zip(optimal).map(|(c, o)| c as i64 - o as i64);
            let expected = (m - 1) as i64 * gap as i64;
            let as_known =
                instance.properties().is_admissible() && loss == bound && loss == Some(expected);
            cases += 1;
            lossy += (loss > Some(0)) as u64;
            if !as_known && wrong.is_none() {
                wrong = Some(format!(
                    "m = {m}, gap {gap}: loss {loss:?}, bound {bound:?}"
                ));
            }
        }
    }
    let scope = format!(
        "Valenzano's graphs of m + 2 vertices, m from 1 to {longest}, gaps from 1 to {widest}: the loss without reopening is (m − 1)·gap, which equals the bound, h admissible"
    );
    Settled::holds_unless(wrong, scope, cases).with_sometimes("the loss is positive", lossy)
}
