//! HOG2's PDB files of the 3×3 cube.
//!
//! Little-endian, without magic, version or digest. With `nE` edges and `nC` corners listed, the
//! header has `204 + 8·(nE + nC)` bytes:
//!
//! | bytes | content |
//! |---|---|
//! | 8, 4·nE | number of edges, their numbers |
//! | 8, 4·nC | number of corners, their numbers |
//! | 4 | type of the edge part, 0 |
//! | 24 | edge goal: flip of each cubie, cubie at each position (15: untracked) |
//! | 16 | entries and words of the edge part, 0 and 0 |
//! | 16 | never initialised by HOG2; written as zeros here, ignored when read |
//! | 8, 4·nE | edges again |
//! | 4, 16, 16, 16, 8, 4·nC | the same for corners; the goal is cubie at each position, then twists |
//! | 4 | type of the table: 0 plain, 1 divided (min-compressed), 2 modulo |
//! | 16, 24 | corner goal, edge goal |
//! | 8, 8 | entries, 64-bit words |
//!
//! and then the words, four bits per entry, the first in the lowest bits; the rest of the last word
//! is filled with ones. The compression factor is not stored. States are in [`Order::Hog2`].

use crate::files::Options;
use crate::files::{FileError, map, write_whole};
use crate::pdb::compressed_len;
use crate::pdb::cube::derive::{count_nibbles, fill_nibbles};
use crate::pdb::cube::hog2::{corner_number, edge_number, pattern_from_numbers};
use crate::pdb::cube::reorder::{ToBlock, into_block_order};
use crate::pdb::cube::table::nibble;
use crate::pdb::cube::{CubeHeader, CubePattern, CubeRanker, CubeTable, Order, Packing};
use std::path::Path;

const PLAIN: u32 = 0;
const DIVIDED: u32 = 1;
const UNTRACKED: u8 = 15;

/// Writes a table in HOG2's format.
///
/// An uncompressed table of distances is reordered; a min-compressed one must have been compressed
/// in HOG2's order.
///
/// # Errors
///
/// If HOG2's format cannot hold this table, or if the file cannot be written.
///
/// ```
/// use admit::files::Options;
/// use admit::pdb::cube::{CubePattern, CubeTable, exchange::hog2};
/// let dir = tempfile::tempdir().unwrap();
/// let path = dir.path().join("hog2.pdb");
/// let pattern: CubePattern = "4-edge".parse().unwrap();
/// let table = CubeTable::build(pattern, &Options::default()).unwrap();
/// hog2::write(&table, &path, &Options::default()).unwrap();
/// assert_eq!(std::fs::metadata(&path).unwrap().len(), 95_276);
/// assert_eq!(hog2::read(&path, None, &Options::default()).unwrap().bytes(), table.bytes());
/// ```
pub fn write(table: &CubeTable, path: &Path, options: &Options<'_>) -> Result<(), FileError> {
    let header = table.header();
    let refuse = |why: &str| FileError::Format {
        path: path.to_owned(),
        why: why.to_owned(),
    };
    if header.base.is_some() || header.symmetric || header.packing != Packing::Nibbles {
        return Err(refuse(
            "HOG2's files hold distances or minima of distances, four bits each; this table holds something else",
        ));
    }
    if header.factor > 1 && header.order != Order::Hog2 {
        return Err(refuse(
            "a compressed table for HOG2 must be compressed in HOG2's order (compress it with --order hog2)",
        ));
    }
    let hog2 =
        CubeRanker::with_order(header.pattern, Order::Hog2).map_err(|e| refuse(&e.to_string()))?;
    let mut head = header_start(&header.pattern);
    let kind = if header.factor > 1 { DIVIDED } else { PLAIN };
    head.extend_from_slice(&kind.to_le_bytes());
    head.extend_from_slice(&corner_goal(&header.pattern));
    head.extend_from_slice(&edge_goal(&header.pattern));
    head.extend_from_slice(&header.entries.to_le_bytes());
    let words = header.entries.div_ceil(16);
    head.extend_from_slice(&words.to_le_bytes());
    let to_block = (header.order == Order::Block).then(|| ToBlock::new(&hog2));
    let data = fill_nibbles(16 * words, ("writing", options), |i| match &to_block {
        _ if i >= header.entries => 15,
        Some(map) => table.entry(map.get(i)),
        None if header.order == Order::Hog2 => table.entry(i),
        None => table.value(&hog2.state(i)),
    });
    write_whole(path, |out| {
        out.write_all(&head)?;
        out.write_all(&data)
    })
}

/// Reads a HOG2 file. A plain table is converted to block order; a divided one stays in HOG2's
/// order, and its factor, which the file does not store, is the given one or else the only one that
/// fits.
///
/// # Errors
///
/// If the file is incomplete, inconsistent or of another type, or if several factors fit and none
/// was given.
pub fn read(
    path: &Path,
    factor: Option<u64>,
    options: &Options<'_>,
) -> Result<CubeTable, FileError> {
    let refuse = |why: String| FileError::Format {
        path: path.to_owned(),
        why,
    };
    let map = map(path)?;
    let file = parse(&map).map_err(refuse)?;
    let hog2 =
        CubeRanker::with_order(file.pattern, Order::Hog2).map_err(|e| refuse(e.to_string()))?;
    let states = hog2.states();
    let made = CubeHeader::made_by("read from a HOG2 file");
    let mut header = CubeHeader::exact(file.pattern, states, &[], made);
    if file.kind == DIVIDED {
        header.order = Order::Hog2;
        header.factor = match factor {
            Some(0) => return Err(refuse("a factor is at least 1".to_owned())),
            Some(factor) => factor,
            None => only_factor(states, file.entries).map_err(refuse)?,
        };
        header.entries = compressed_len(states, header.factor);
    }
    if header.entries != file.entries {
        return Err(refuse(format!(
            "expected {} entries for {states} states and factor {}, found {}",
            header.entries, header.factor, file.entries
        )));
    }
    let (bytes, ranker) = if file.kind == DIVIDED {
        (
            fill_nibbles(file.entries, ("reading", options), |i| nibble(file.data, i)),
            hog2,
        )
    } else {
        let block = CubeRanker::new(file.pattern).map_err(|e| refuse(e.to_string()))?;
        (into_block_order(file.data, &hog2, options), block)
    };
    header.histogram = count_nibbles(&bytes, header.entries);
    Ok(CubeTable::from_parts(header, ranker, bytes))
}

struct File<'a> {
    pattern: CubePattern,
    kind: u32,
    entries: u64,
    data: &'a [u8],
}

fn parse(bytes: &[u8]) -> Result<File<'_>, String> {
    let mut rest = bytes;
    let edges = take_list(&mut rest, "edges", 12)?;
    let corners = take_list(&mut rest, "corners", 8)?;
    let (corners_here, edges_here) =
        pattern_from_numbers(&corners, &edges).map_err(|why| format!("found {why}"))?;
    let pattern = CubePattern::new(&corners_here, &edges_here).map_err(|e| e.to_string())?;
    for (goal, numbers, all) in [
        (edge_goal(&pattern).to_vec(), &edges, 12),
        (corner_goal(&pattern).to_vec(), &corners, 8),
    ] {
        take_exactly(&mut rest, &[0; 4], "type 0 of a part")?;
        take_exactly(&mut rest, &goal, "the solved cube as the goal of a part")?;
        take_exactly(&mut rest, &[0; 16], "a part without a table of its own")?;
        take(&mut rest, 16)?;
        if take_list(&mut rest, "cubies", all)? != *numbers {
            return Err("the cubies listed at the beginning and in a part differ".to_owned());
        }
    }
    let kind = u32::from_le_bytes(take_array(&mut rest)?);
    if kind != PLAIN && kind != DIVIDED {
        return Err(format!(
            "expected a table of type 0 (plain) or 1 (divided), found type {kind}"
        ));
    }
    take_exactly(&mut rest, &corner_goal(&pattern), "the solved cube as goal")?;
    take_exactly(&mut rest, &edge_goal(&pattern), "the solved cube as goal")?;
    let entries = u64::from_le_bytes(take_array(&mut rest)?);
    let words = u64::from_le_bytes(take_array(&mut rest)?);
    if words != entries.div_ceil(16) {
        return Err(format!(
            "expected {} words for {entries} entries, found {words}",
            entries.div_ceil(16)
        ));
    }
    if words.checked_mul(8) != Some(rest.len() as u64) {
        return Err(format!(
            "expected {words} words of data, found {} bytes: the file is cut short or too long",
            rest.len()
        ));
    }
    Ok(File {
        pattern,
        kind,
        entries,
        data: rest,
    })
}

fn take<'a>(rest: &mut &'a [u8], n: usize) -> Result<&'a [u8], String> {
    let (taken, left) = rest
        .split_at_checked(n)
        .ok_or_else(|| "the file ends inside its header".to_owned())?;
    *rest = left;
    Ok(taken)
}

fn take_array<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], String> {
    let taken = take(rest, N)?;
    Ok(std::array::from_fn(|i| taken[i]))
}

fn take_exactly(rest: &mut &[u8], wanted: &[u8], what: &str) -> Result<(), String> {
    let found = take(rest, wanted.len())?;
    if found == wanted {
        return Ok(());
    }
    Err(format!("expected {what} ({wanted:?}), found {found:?}"))
}

fn take_list(rest: &mut &[u8], what: &str, most: u64) -> Result<Vec<i32>, String> {
    let count = u64::from_le_bytes(take_array(rest)?);
    if count > most {
        return Err(format!(
            "expected at most {most} {what}, found {count}: this is not a HOG2 file of the 3x3 cube"
        ));
    }
    (0..count)
        .map(|_| Ok(i32::from_le_bytes(take_array(rest)?)))
        .collect()
}

/// The compression factor, if the number of entries determines it.
fn only_factor(states: u64, entries: u64) -> Result<u64, String> {
    let fits = |f: u64| compressed_len(states, f) == entries;
    let least = states.div_ceil(entries.max(1)).max(1);
    if !fits(least) {
        return Err(format!(
            "no factor makes {entries} entries of {states} states"
        ));
    }
    let most = match entries {
        1 => least,
        _ => (states - 1) / (entries - 1),
    };
    if most > least {
        return Err(format!(
            "the factor is not stored, and all from {least} to {most} fit; say which"
        ));
    }
    Ok(least)
}

fn header_start(pattern: &CubePattern) -> Vec<u8> {
    let edges: Vec<u8> = pattern.edges().iter().map(|&e| edge_number(e)).collect();
    let corners: Vec<u8> = pattern
        .corners()
        .iter()
        .map(|&c| corner_number(c))
        .collect();
    let list = |numbers: &[u8]| {
        let mut out = (numbers.len() as u64).to_le_bytes().to_vec();
        for &n in numbers {
            out.extend_from_slice(&(n as i32).to_le_bytes());
        }
        out
    };
    let mut out = [list(&edges), list(&corners)].concat();
    for (goal, numbers) in [
        (edge_goal(pattern).to_vec(), edges),
        (corner_goal(pattern).to_vec(), corners),
    ] {
        out.extend_from_slice(&[0; 4]);
        out.extend_from_slice(&goal);
        out.extend_from_slice(&[0; 32]);
        out.extend_from_slice(&list(&numbers));
    }
    out
}

/// Flip of each cubie, then the cubie at each position.
fn edge_goal(pattern: &CubePattern) -> [u8; 24] {
    let mut goal = [0; 24];
    goal[12..].fill(UNTRACKED);
    for &e in pattern.edges() {
        let n = edge_number(e);
        goal[12 + n as usize] = n;
    }
    goal
}

/// The cubie at each position, then the twist of each cubie.
fn corner_goal(pattern: &CubePattern) -> [u8; 16] {
    let mut goal = [0; 16];
    goal[..8].fill(UNTRACKED);
    for &c in pattern.corners() {
        let n = corner_number(c);
        goal[n as usize] = n;
    }
    goal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_is_inferred_only_if_unique() {
        assert_eq!(only_factor(190_080, compressed_len(190_080, 7)), Ok(7));
        assert_eq!(
            only_factor(88_179_840, compressed_len(88_179_840, 23)),
            Ok(23)
        );
        assert!(only_factor(100, 3).unwrap_err().contains("from 34 to 49"));
        assert!(only_factor(10, 7).unwrap_err().contains("no factor"));
    }
}
