//! Tables that a command needs: opened from the data folder, or made on the
//! spot and kept there.

use super::context::{Context, Failure, available_memory, stem};
use super::output::Bar;
use admit::files::Options;
use admit::heuristic::{CubePdb, Delta, Dual, Heuristic, Made, Max, Request, Requests, Zero};
use admit::pdb::cube::{CubePattern, CubeTable, DeriveError, Order};
use admit::search::Whole;
use admit::space::cube::Cube;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Heuristics of the cube, ready to be asked.
pub(super) struct Heuristics {
    /// The largest of all.
    pub(super) all: Whole<Max<Cube>>,
    /// The tables, if all are exact: those have a quick way of their own.
    pub(super) exact: Option<Vec<Arc<CubeTable>>>,
}

type Boxed = Box<dyn Heuristic<Cube> + Send + Sync>;

/// Tables that have been opened or made, each once.
pub(super) struct Shelf<'c> {
    context: &'c Context,
    tables: HashMap<PathBuf, Arc<CubeTable>>,
}

impl<'c> Shelf<'c> {
    pub(super) fn new(context: &'c Context) -> Shelf<'c> {
        Shelf {
            context,
            tables: HashMap::new(),
        }
    }

    /// All that a list asks for.
    pub(super) fn heuristics(&mut self, list: &Requests) -> Result<Heuristics, Failure> {
        let all = list.0.iter().map(|request| self.one(request));
        let all = Whole(Max(all.collect::<Result<_, _>>()?));
        let exact = list.0.iter().map(|request| match request {
            Request::Table(pattern, Made::Exact) => Some(self.table(pattern, Made::Exact)),
            _ => None,
        });
        let exact: Option<Result<_, Failure>> = exact.collect();
        let exact = exact.transpose()?;
        Ok(Heuristics { all, exact })
    }

    fn one(&mut self, request: &Request) -> Result<Boxed, Failure> {
        let found = match request {
            Request::Zero => return Ok(Box::new(Zero)),
            Request::Dual(inner) => return Ok(Box::new(Dual(Max(vec![self.one(inner)?])))),
            Request::File(file) => Arc::new(self.context.open(file)?.1),
            Request::Table(pattern, made) => self.table(pattern, *made)?,
            Request::Certified(folder) => return self.certified(folder),
        };
        // Differences need the table that they are differences to.
        match found.header().base {
            Some(base) => Ok(Box::new(Delta::new(
                found,
                self.table(&base, Made::Exact)?,
            )?)),
            None => Ok(Box::new(CubePdb::new(found)?)),
        }
    }

    /// A certified heuristic, with the table that it is added to if there is one.
    fn certified(&mut self, folder: &str) -> Result<Boxed, Failure> {
        let vouched = admit::heuristic::Vouched::read(std::path::Path::new(folder))?;
        let base = vouched.base()?;
        let base = base
            .map(|base| self.table(&base, Made::Exact))
            .transpose()?;
        Ok(Box::new(vouched.of_cubes(base)?))
    }

    /// A table, from the data folder or made and kept there.
    pub(super) fn table(
        &mut self,
        pattern: &CubePattern,
        made: Made,
    ) -> Result<Arc<CubeTable>, Failure> {
        self.table_in(Order::best_for(pattern), pattern, made)
    }

    /// The same; if it is min-compressed, then in this order.
    pub(super) fn table_in(
        &mut self,
        order: Order,
        pattern: &CubePattern,
        made: Made,
    ) -> Result<Arc<CubeTable>, Failure> {
        let suffix = suffix(made, order);
        let file = self.context.place(None, pattern, &suffix)?;
        if let Some(table) = self.tables.get(&file) {
            return Ok(table.clone());
        }
        let table = if file.exists() {
            tracing::debug!(file = %file.display(), "a table is opened");
            CubeTable::open(&file)?
        } else {
            let mut new = self.make(order, pattern, made)?;
            // The search can go on without the file; the next one will build it
            // again.
            match new.save(&file) {
                Ok(()) => tracing::info!(file = %file.display(), "a table was made and kept"),
                Err(error) => tracing::warn!("the table was not kept: {error}"),
            }
            new
        };
        let table = Arc::new(table);
        self.tables.insert(file, table.clone());
        Ok(table)
    }

    fn make(
        &mut self,
        order: Order,
        pattern: &CubePattern,
        made: Made,
    ) -> Result<CubeTable, Failure> {
        let mut exact = || self.table(pattern, Made::Exact);
        let reducing = || format!("reducing {pattern}");
        Ok(match made {
            Made::Exact => {
                let bar = Bar::new(format!("building {pattern}"));
                CubeTable::build(*pattern, &bar.options().memory(available_memory()))?
            }
            Made::Compressed(k) => compressed(&*exact()?, k, order)?,
            Made::Symmetry => {
                let exact = exact()?;
                derived(reducing(), |p| exact.reduce_by_symmetry(p))?
            }
            Made::Modulo3 => {
                let exact = exact()?;
                derived(reducing(), |p| exact.modulo3(p))?
            }
            Made::Delta(base, factor) => {
                let (large, small) = (exact()?, self.table(&base, Made::Exact)?);
                let difference =
                    derived(format!("subtracting {base}"), |p| large.minus(&small, p))?;
                match factor {
                    None => difference,
                    Some(k) => compressed(&difference, k, order)?,
                }
            }
        })
    }
}

/// The name under which a table made of a pattern's is kept begins with the
/// pattern and ends with this; min-compression is in an order.
pub(super) fn suffix(made: Made, order: Order) -> String {
    let compressed = |factor| format!(".{order}.div{factor}");
    let minus = |base: &CubePattern| format!(".minus-{}", stem(base));
    match made {
        Made::Exact => String::new(),
        Made::Compressed(factor) => compressed(factor),
        Made::Symmetry => ".orbits".to_owned(),
        Made::Modulo3 => ".mod3".to_owned(),
        Made::Delta(base, None) => minus(&base),
        Made::Delta(base, Some(factor)) => minus(&base) + &compressed(factor),
    }
}

fn compressed(table: &CubeTable, factor: u64, order: Order) -> Result<CubeTable, DeriveError> {
    let pattern = table.header().pattern;
    derived(format!("compressing {pattern}"), |p| {
        table.compress(factor, order, p)
    })
}

/// Runs a computation under a bar.
fn derived(
    what: String,
    make: impl FnOnce(&Options<'_>) -> Result<CubeTable, DeriveError>,
) -> Result<CubeTable, DeriveError> {
    let bar = Bar::new(what);
    make(&bar.options())
}
