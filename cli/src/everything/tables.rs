//! The step of tables: exact ones are built, proved and kept; then smaller ones are made of them,
//! in every way and order, with their means.

use super::super::context::{Context, Failure, available_memory};
use super::super::output::Bar;
use super::super::tables::store;
use crate::report::page::results::{Smaller, Tables, Whole};
use admit::files::digest;
use admit::pdb::cube::{CubePattern, CubeTable, Order};
use admit::search::compare::mean_of_states;
use admit_verification::paper::TABLE_2;
use rayon::prelude::*;
use std::time::Instant;

/// Patterns of the tables.
const PATTERNS: [&str; 5] = ["8-corner", "7-edge", "6-edge", "5-edge", "4-edge"];
/// The table of differences.
const DIFFERENCE: [&str; 2] = ["6-edge", "4-edge"];
/// The least factor by which tables are compressed in their best order, beside the paper's; and
/// multiples of it.
const FACTOR: u64 = 4;
const MORE: [usize; 5] = [2, 4, 6, 8, 12];

/// Builds, proves, keeps and compresses.
pub(super) fn run(context: &Context) -> Result<Tables, Failure> {
    let mut found = Tables {
        whole: Vec::new(),
        smaller: Vec::new(),
    };
    let mut of_difference = Vec::new();
    for name in PATTERNS {
        let table = built(context, name, &mut found)?;
        smaller(name, &table, &mut found)?;
        if DIFFERENCE.contains(&name) {
            of_difference.push(table);
        }
    }
    let [large, base] = &of_difference[..] else {
        return Err("a table of the difference is missing".into());
    };
    let name = DIFFERENCE.join("/delta:");
    let start = Instant::now();
    let bar = Bar::new(format!("subtracting {}", DIFFERENCE[1]));
    let table = large.minus(base, &bar.options())?;
    drop(bar);
    found
        .whole
        .push(whole(&name, &table, start.elapsed().as_secs_f64(), None));
    smaller(&name, &table, &mut found)?;
    Ok(found)
}

/// Builds a table, proves it, and keeps it in the data folder.
fn built(context: &Context, name: &str, found: &mut Tables) -> Result<CubeTable, Failure> {
    let pattern: CubePattern = name.parse()?;
    let start = Instant::now();
    let bar = Bar::new(format!("building {name}"));
    let mut table = CubeTable::build(pattern, &bar.options().memory(available_memory()))?;
    drop(bar);
    let build = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let bar = Bar::new(format!("proving {name}"));
    let checked = table.proof(&bar.options().memory(available_memory()))?;
    drop(bar);
    let proof = (start.elapsed().as_secs_f64(), checked.successors);
    let file = store(context)?.path(&pattern.into(), Order::Block);
    if !file.exists() {
        table.save(&file)?;
    }
    found.whole.push(whole(name, &table, build, Some(proof)));
    Ok(table)
}

fn whole(name: &str, table: &CubeTable, build: f64, proof: Option<(f64, u64)>) -> Whole {
    let header = table.header();
    Whole {
        name: name.to_owned(),
        states: table.ranker().states(),
        bytes: header.payload(),
        mean: header.mean(),
        histogram: header.counts().into(),
        digest: digest(table.bytes()),
        build_seconds: build,
        check_seconds: proof.map(|(seconds, _)| seconds),
        neighbours: proof.map_or(0, |(_, neighbours)| neighbours),
    }
}

/// All smaller tables of a table.
fn smaller(name: &str, table: &CubeTable, found: &mut Tables) -> Result<(), Failure> {
    let pattern = table.header().pattern;
    let mut keep = |how: String, bytes: u64, mean: f64| {
        found.smaller.push(Smaller {
            table: name.to_owned(),
            how,
            bytes,
            mean,
        });
    };
    let best = Order::best_for(&pattern);
    let paper = TABLE_2.iter().find(|row| row.pattern == name);
    for order in Order::ALL.into_iter().filter(|o| o.fits(&pattern)) {
        let mut factors: Vec<u64> = paper.iter().map(|row| row.factor).collect();
        if order == best {
            factors.push(FACTOR);
        }
        for factor in factors {
            let bar = Bar::new(format!("compressing {name} by {factor}, order {order}"));
            let small = table.compress(factor, order, &bar.options())?;
            let said = |factor| format!("{factor} states an entry, {order} order");
            keep(
                said(factor),
                small.header().payload(),
                mean_of_states(&small),
            );
            if factor == FACTOR {
                for (more, bytes, mean) in smaller_still(&small) {
                    keep(said(factor * more as u64), bytes, mean);
                }
            }
        }
    }
    if table.header().base.is_some() {
        return Ok(());
    }
    let mean = table.header().mean();
    let bar = Bar::new(format!("reducing {name}"));
    let thirds = table.modulo3(&bar.options())?;
    keep(
        "remainders modulo 3".to_owned(),
        thirds.header().payload(),
        mean,
    );
    if pattern.corners().len() == 8 && pattern.edges().is_empty() {
        let orbits = table.reduce_by_symmetry(&bar.options())?;
        let bytes = orbits.header().payload();
        keep(
            "one entry an orbit of 48 symmetries".to_owned(),
            bytes,
            mean,
        );
    }
    Ok(())
}

/// Size and mean if still more states share an entry: the minimum of entries is the minimum of all
/// their states.
fn smaller_still(table: &CubeTable) -> Vec<(usize, u64, f64)> {
    let (states, factor) = (table.ranker().states(), table.header().factor);
    let entries: Vec<u8> = (0..table.header().entries)
        .into_par_iter()
        .map(|i| table.entry(i))
        .collect();
    let with = |more: usize| {
        let least = |run: &[u8]| run.iter().copied().min().unwrap_or(0) as u64;
        let sum: u64 = entries
            .par_chunks(more)
            .enumerate()
            .map(|(i, run)| {
                let first = i as u64 * more as u64 * factor;
                least(run) * (states - first).min(more as u64 * factor)
            })
            .sum();
        let bytes = entries.len().div_ceil(more).div_ceil(2) as u64;
        (more, bytes, sum as f64 / states as f64)
    };
    MORE.map(with).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use admit::files::Options;

    /// As if the exact table had been compressed by the whole factor at once; it does
    /// not divide the number of states.
    #[test]
    fn compressing_twice_is_compressing_by_more() {
        let pattern: CubePattern = "corners:URF,UFL".parse().unwrap();
        let exact = CubeTable::build(pattern, &Options::default()).unwrap();
        let order = Order::best_for(&pattern);
        let small = exact.compress(FACTOR, order, &Options::default()).unwrap();
        let mut last_is_short = false;
        for (more, bytes, mean) in smaller_still(&small) {
            let factor = FACTOR * more as u64;
            let once = exact.compress(factor, order, &Options::default()).unwrap();
            assert_eq!(bytes, once.header().payload());
            assert!((mean - mean_of_states(&once)).abs() < 1e-12, "{factor}");
            last_is_short |= !exact.ranker().states().is_multiple_of(factor);
        }
        assert!(last_is_short);
    }
}
