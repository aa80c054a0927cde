//! Tables that a command needs: opened from the data folder, or made on the
//! spot and kept there.

use super::context::{Context, Failure, available_memory, stem};
use super::output::Bar;
use crate::heuristic::{Delta, Dual, Heuristic, Made, Max, Pdb, Request, Requests, Zero};
use crate::pdb::{DeriveError, Order, Pattern, Progress, Table};
use crate::search::Whole;
use crate::space::cube::Cube;
use std::sync::Arc;

/// Heuristics of the cube, ready to be asked.
pub(super) struct Heuristics {
    /// The largest of all.
    pub(super) all: Whole<Max<Cube>>,
    /// The tables, if all are exact: those have a quick way of their own.
    pub(super) exact: Option<Vec<Arc<Table>>>,
}

type Boxed = Box<dyn Heuristic<Cube> + Send + Sync>;

/// All that a list asks for.
pub(super) fn heuristics(context: &Context, list: &Requests) -> Result<Heuristics, Failure> {
    let mut all = Vec::new();
    let mut exact = Some(Vec::new());
    for request in &list.0 {
        if let Request::Table(pattern, Made::Exact) = request {
            let table = table(context, pattern, Made::Exact)?;
            if let Some(exact) = &mut exact {
                exact.push(table.clone());
            }
            all.push(with_base(context, table)?);
        } else {
            exact = None;
            all.push(one(context, request)?);
        }
    }
    Ok(Heuristics {
        all: Whole(Max(all)),
        exact,
    })
}

fn one(context: &Context, request: &Request) -> Result<Boxed, Failure> {
    match request {
        Request::Zero => Ok(Box::new(Zero)),
        Request::Dual(inner) => Ok(Box::new(Dual(Max(vec![one(context, inner)?])))),
        Request::File(file) => {
            let (_, table) = context.open(file)?;
            with_base(context, table.into())
        }
        Request::Table(pattern, made) => with_base(context, table(context, pattern, *made)?),
    }
}

/// A table as a heuristic; differences get the table that they need.
fn with_base(context: &Context, found: Arc<Table>) -> Result<Boxed, Failure> {
    match found.header().base {
        Some(base) => {
            let base = table(context, &base, Made::Exact)?;
            Ok(Box::new(Delta::new(found, base)?))
        }
        None => Ok(Box::new(Pdb::new(found)?)),
    }
}

/// The name under which a table made of a pattern's is kept begins with the
/// pattern and ends with this; min-compression is in an order.
pub(super) fn suffix(made: Made, order: Order) -> String {
    let compressed = |factor| format!(".{order}.div{factor}");
    let minus = |base: &Pattern| format!(".minus-{}", stem(base));
    match made {
        Made::Exact => String::new(),
        Made::Compressed(factor) => compressed(factor),
        Made::Symmetry => ".orbits".to_owned(),
        Made::Modulo3 => ".mod3".to_owned(),
        Made::Delta(base, None) => minus(&base),
        Made::Delta(base, Some(factor)) => minus(&base) + &compressed(factor),
    }
}

/// A table, from the data folder or made and kept there.
fn table(context: &Context, pattern: &Pattern, made: Made) -> Result<Arc<Table>, Failure> {
    let file = context.place(None, pattern, &suffix(made, Order::best_for(pattern)))?;
    if file.exists() {
        return Ok(Table::open(&file)?.into());
    }
    let mut new = match made {
        Made::Exact => {
            let bar = Bar::new(format!("building {pattern}"));
            let show = |done, all| bar.show(done, all);
            Table::build(*pattern, available_memory(), &show)?
        }
        Made::Delta(base, factor) => {
            let difference = {
                let large = table(context, pattern, Made::Exact)?;
                let small = table(context, &base, Made::Exact)?;
                derived(format!("subtracting {base}"), |p| large.minus(&small, p))?
            };
            match factor {
                None => difference,
                Some(k) => compressed(&difference, k)?,
            }
        }
        Made::Compressed(k) => {
            let exact = table(context, pattern, Made::Exact)?;
            compressed(&exact, k)?
        }
        Made::Symmetry => {
            let exact = table(context, pattern, Made::Exact)?;
            derived(format!("reducing {pattern}"), |p| {
                exact.reduce_by_symmetry(p)
            })?
        }
        Made::Modulo3 => {
            let exact = table(context, pattern, Made::Exact)?;
            derived(format!("reducing {pattern}"), |p| exact.modulo3(p))?
        }
    };
    // The search can go on without the file; the next one will build it again.
    if let Err(error) = new.save(&file) {
        anstream::eprintln!("note: the table was not kept: {error}");
    }
    Ok(new.into())
}

fn compressed(table: &Table, factor: u64) -> Result<Table, DeriveError> {
    let pattern = table.header().pattern;
    let order = Order::best_for(&pattern);
    derived(format!("compressing {pattern}"), |p| {
        table.compress(factor, order, p)
    })
}

/// Runs a computation under a bar.
fn derived(
    what: String,
    make: impl FnOnce(Progress<'_>) -> Result<Table, DeriveError>,
) -> Result<Table, DeriveError> {
    let bar = Bar::new(what);
    make(&|done, all| bar.show(done, all))
}
