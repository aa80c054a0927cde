//! Exact tables as a guide.
//!
//! The node of a state is one coordinate per table. The children of many parents are looked up in
//! one table together, so that memory accesses overlap; those within the limit go on to the next
//! table. A table that cannot rule a child out is skipped.

use super::guide::{Entry, Guide, Tally};
use crate::heuristic::{Estimate, HeuristicError};
use crate::pdb::cube::{Coordinate, Coordinates, CubeTable, Order, nibble};
use crate::prefetch;
use crate::space::cube::{Cube, Move};
use std::fmt;
use thiserror::Error;

/// Parents per batch: a few hundred children, whose memory accesses overlap.
const BATCH: usize = 64;
const ROOM: usize = BATCH * Move::COUNT;

/// The largest h of `N` exact tables.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::cube::CubeTable;
/// use admit::search::{CubeSearch, Tables};
/// use admit::space::cube::parse_state;
/// let [a, b] = ["4-edge", "corners:URF,UFL,ULB"]
///     .map(|p| CubeTable::build(p.parse().unwrap(), &Options::default()).unwrap());
/// let guide = Tables::new([&a, &b]).unwrap();
/// let cube = parse_state("R U F L").unwrap();
/// let found = CubeSearch::new(&guide).solve(&cube).unwrap();
/// assert_eq!(found.moves().unwrap().len(), 4);
/// ```
pub struct Tables<'t, const N: usize> {
    parts: [Part<'t>; N],
}

impl<const N: usize> fmt::Debug for Tables<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let patterns = self.parts.each_ref().map(|part| part.coordinates.pattern());
        f.debug_tuple("Tables").field(&patterns).finish()
    }
}

struct Part<'t> {
    coordinates: Coordinates,
    entries: &'t [u8],
}

/// Error of a table that cannot be looked up by coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} is not a table of exact distances in the builder's order")]
pub struct TablesError(pub String);

impl<'t, const N: usize> Tables<'t, N> {
    /// A guide that looks into these tables, in this order: the one that rules out most should be
    /// first.
    ///
    /// # Errors
    ///
    /// If a table is compressed, a difference, or in another order.
    pub fn new(tables: [&'t CubeTable; N]) -> Result<Tables<'t, N>, TablesError> {
        for table in tables {
            let header = table.header();
            if !header.is_exact() || header.order != Order::Block {
                return Err(TablesError(header.what()));
            }
        }
        Ok(Tables {
            parts: tables.map(|table| Part {
                coordinates: Coordinates::new(table.header().pattern)
                    .expect("the pattern of a table has numbers"),
                entries: table.bytes(),
            }),
        })
    }
}

/// A state: its coordinate in every table, and upper bounds of its entries.
#[derive(Clone, Copy, Debug)]
pub struct Known<const N: usize> {
    coordinates: [Coordinate; N],
    at_most: [u8; N],
}

/// A child in the current batch.
#[derive(Clone, Copy, Default, Debug)]
struct Child {
    /// Its index in the batch.
    place: u16,
    parent: u8,
    m: u8,
}

/// The children to look up in one table. A child is written unconditionally and counted only if it
/// stays, which avoids a branch.
#[derive(Debug)]
struct List {
    children: Box<[Child; ROOM]>,
    len: usize,
}

impl List {
    fn new() -> List {
        List {
            children: Box::new([Child::default(); ROOM]),
            len: 0,
        }
    }

    #[inline]
    fn append_if(&mut self, stays: bool, child: Child) {
        self.children[self.len] = child;
        self.len += stays as usize;
    }
}

/// The order in which the children of a parent are looked up.
///
/// An entry changes by at most one from parent to child. So a table whose limit exceeds the
/// parent's entry rules out no child. Of the others, those come first in which a child must come
/// nearer, then those in which it must not go away.
#[derive(Clone, Copy, Debug)]
struct Plan<const N: usize> {
    first: u8,
    /// By table: the next one; `N` after the last.
    after: [u8; N],
    /// Largest entry that a child may have.
    room: u8,
}

impl<const N: usize> Plan<N> {
    fn new(at_most: &[u8; N], room: u8) -> Plan<N> {
        let mut plan = Plan {
            first: N as u8,
            after: [N as u8; N],
            room,
        };
        for nearer in [false, true] {
            for table in (0..N).rev() {
                let must_come_nearer = at_most[table] > room;
                if at_most[table] >= room && must_come_nearer == nearer {
                    plan.after[table] = plan.first;
                    plan.first = table as u8;
                }
            }
        }
        plan
    }
}

/// Buffers for the children of [`BATCH`] parents.
#[derive(Debug)]
pub struct Scratch<const N: usize> {
    /// By table, and at `N` the children that pass all tables.
    lists: Vec<List>,
    spare: List,
    /// By index and table: the entry or an upper bound.
    entries: Box<[[u8; N]; ROOM]>,
    numbers: Box<[u64; ROOM]>,
    plans: [Plan<N>; BATCH],
}

impl<const N: usize> Default for Scratch<N> {
    fn default() -> Scratch<N> {
        Scratch {
            lists: (0..=N).map(|_| List::new()).collect(),
            spare: List::new(),
            entries: Box::new([[0; N]; ROOM]),
            numbers: Box::new([0; ROOM]),
            plans: [Plan::new(&[0; N], 0); BATCH],
        }
    }
}

impl<const N: usize> Guide for Tables<'_, N> {
    type Node = Known<N>;
    type Scratch = Scratch<N>;

    fn root(&self, cube: &Cube) -> Result<(Known<N>, Estimate), HeuristicError> {
        let coordinates = std::array::from_fn(|n| {
            let own = &self.parts[n].coordinates;
            own.of(&own.pattern().project(cube))
        });
        let at_most = std::array::from_fn(|n| {
            let part = &self.parts[n];
            nibble(part.entries, part.coordinates.rank(&coordinates[n]))
        });
        let h = at_most.into_iter().max().unwrap_or(0);
        let known = Known {
            coordinates,
            at_most,
        };
        Ok((known, Estimate::Finite(h as i32)))
    }

    fn batch(&self) -> usize {
        BATCH
    }

    fn expand(
        &self,
        parents: &[Entry<Known<N>>],
        limit: i64,
        scratch: &mut Scratch<N>,
        followed: &mut Vec<Entry<Known<N>>>,
        tally: &mut Tally,
    ) -> Result<(), HeuristicError> {
        for parents in parents.chunks(BATCH) {
            tally.generated += generate(parents, limit, scratch, tally);
            while let Some(table) = scratch.lists[..N].iter().position(|l| l.len > 0) {
                let over = self.look_up(table, parents, scratch);
                if over < u8::MAX {
                    tally.least_above = tally.least_above.min(limit + over as i64);
                }
            }
            self.take_through(parents, scratch, followed);
        }
        Ok(())
    }
}

/// Puts every child into the list of its first table; returns their number.
fn generate<const N: usize>(
    parents: &[Entry<Known<N>>],
    limit: i64,
    scratch: &mut Scratch<N>,
    tally: &mut Tally,
) -> u64 {
    let mut place = 0;
    for (p, parent) in parents.iter().enumerate() {
        let depth = parent.depth() as i64 + 1;
        // Entries are never negative: without slack there is nothing to look up.
        let Ok(room) = u8::try_from(limit - depth) else {
            tally.least_above = tally.least_above.min(depth);
            continue;
        };
        let plan = Plan::new(&parent.node().at_most, room);
        scratch.plans[p] = plan;
        let one_more = parent.node().at_most.map(|h| h + 1);
        let list = &mut scratch.lists[plan.first as usize];
        for &m in parent.moves() {
            scratch.entries[place] = one_more;
            let child = Child {
                place: place as u16,
                parent: p as u8,
                m,
            };
            list.append_if(true, child);
            place += 1;
        }
    }
    place as u64
}

impl<const N: usize> Tables<'_, N> {
    /// Looks up the children of a table's list and passes on those within their slack. Returns the
    /// least excess of the others.
    fn look_up(&self, table: usize, parents: &[Entry<Known<N>>], scratch: &mut Scratch<N>) -> u8 {
        let Scratch {
            lists,
            spare,
            entries,
            numbers,
            plans,
        } = scratch;
        std::mem::swap(&mut lists[table], spare);
        lists[table].len = 0;
        let children = &spare.children[..spare.len];
        let part = &self.parts[table];
        part.coordinates.numbers_after(
            children,
            |child| {
                let parent = &parents[child.parent as usize];
                (parent.node().coordinates[table], child.m as usize)
            },
            |i, number| {
                numbers[i] = number;
                prefetch::soon(&part.entries[(number / 2) as usize]);
            },
        );
        let mut over = u8::MAX;
        for (&child, &number) in children.iter().zip(&numbers[..]) {
            let h = nibble(part.entries, number);
            entries[child.place as usize][table] = h;
            let plan = &plans[child.parent as usize];
            let stays = h <= plan.room;
            over = over.min(if stays { u8::MAX } else { h - plan.room });
            lists[plan.after[table] as usize].append_if(stays, child);
        }
        over
    }

    /// The children that pass all tables, in order.
    fn take_through(
        &self,
        parents: &[Entry<Known<N>>],
        scratch: &mut Scratch<N>,
        followed: &mut Vec<Entry<Known<N>>>,
    ) {
        let through = &mut scratch.lists[N];
        let children = &mut through.children[..through.len];
        children.sort_unstable_by_key(|child| child.place);
        for child in &children[..] {
            let parent = &parents[child.parent as usize];
            let m = Move::ALL[child.m as usize];
            let here = &parent.node().coordinates;
            let known = Known {
                coordinates: std::array::from_fn(|n| self.parts[n].coordinates.apply(&here[n], m)),
                at_most: scratch.entries[child.place as usize],
            };
            // Without slack, all tables were looked up and all entries are 0.
            let maybe_goal = scratch.plans[child.parent as usize].room == 0;
            followed.push(parent.child(child.m, known, maybe_goal));
        }
        through.len = 0;
    }
}
