//! Encoding of the states of a cube pattern.
//!
//! A slot is a tracked cubie, and its token is the position and orientation of the cubie. If a
//! network learns differences to a base table, the entry of that table is one more token: it is
//! looked up anyway, and without it the network would have to learn the base table too.
//!
//! States of a symmetry class have equal distances. In *canonical* form they all have the tokens
//! of their representative, the least of the class. The eight corners have 48 symmetries, and
//! inversion preserves the distance too, so a class has up to 96 states.

use super::{Encoding, MOST_SLOTS};
use crate::pdb::cube::{AbstractState, CubePattern, CubeTable};
use crate::space::cube::Symmetry;
use std::sync::Arc;

/// Encoding of the states of a cube pattern.
///
/// ```
/// use admit::learn::encode::{CubeEncoding, Encoding};
/// use admit::pdb::cube::CubePattern;
/// let pattern: CubePattern = "edges:UR,UF".parse().unwrap();
/// let encoding = CubeEncoding::new(pattern, false);
/// assert_eq!(encoding.values(), [24, 24]);
/// let mut of_solved = [0; 2];
/// encoding.write(&pattern.goal(), &mut of_solved);
/// assert_eq!(of_solved, [0, 2]); // UR and UF, in place and not flipped
/// ```
#[derive(Clone, Debug)]
pub struct CubeEncoding {
    pattern: CubePattern,
    values: Vec<u16>,
    canonical: Option<Canonical>,
    /// The table whose entry is the last token.
    base: Option<Arc<CubeTable>>,
}

impl CubeEncoding {
    /// Encoding of a pattern, in canonical form or not.
    pub fn new(pattern: CubePattern, canonical: bool) -> CubeEncoding {
        CubeEncoding::with_base(pattern, canonical, None)
    }

    /// The same, with the entry of a base table as the last token.
    ///
    /// ```
    /// use admit::learn::encode::{CubeEncoding, Encoding};
    /// use admit::files::Options;
    /// use admit::pdb::cube::{CubePattern, CubeTable};
    /// use admit::space::cube::parse_state;
    /// let pattern: CubePattern = "edges:UR,UF".parse().unwrap();
    /// let base = CubeTable::build("edges:UR".parse().unwrap(), &Options::default()).unwrap();
    /// let encoding = CubeEncoding::with_base(pattern, false, Some(base.into()));
    /// assert_eq!(encoding.values(), [24, 24, 4]); // UR is at most three moves from home
    /// let mut turned = [0; 3];
    /// encoding.write(&pattern.project(&parse_state("R").unwrap()), &mut turned);
    /// assert_eq!(encoding.base_value(&turned), 1);
    /// ```
    pub fn with_base(
        pattern: CubePattern,
        canonical: bool,
        base: Option<Arc<CubeTable>>,
    ) -> CubeEncoding {
        let inside = base.as_ref().map(|base| base.header().pattern);
        let mut values = vec![24; pattern.corners().len() + pattern.edges().len()];
        if let Some(base) = &base {
            let farthest = base.header().counts().max();
            values.push(farthest.unwrap_or(0) as u16 + 1);
        }
        CubeEncoding {
            pattern,
            values,
            canonical: canonical.then(|| Canonical::new(&pattern, inside.as_ref())),
            base,
        }
    }

    /// The pattern.
    pub fn pattern(&self) -> CubePattern {
        self.pattern
    }

    /// Number of tracked cubies.
    fn cubies(&self) -> usize {
        self.values.len() - usize::from(self.base.is_some())
    }

    /// The representative of a state in canonical form; otherwise the state itself.
    pub fn representative(&self, state: &AbstractState) -> AbstractState {
        let Some(canonical) = &self.canonical else {
            return *state;
        };
        let mut tokens = [0; MOST_SLOTS];
        let tokens = &mut tokens[..self.cubies()];
        plain(&self.pattern, state, tokens);
        canonical.apply(tokens);
        read(&self.pattern, tokens)
    }

    /// Writes the entry of the base table, if there is one.
    fn write_base(&self, state: &AbstractState, of_base: &mut [u16]) {
        if let (Some(base), [token]) = (&self.base, of_base) {
            let seen = self.pattern.restrict(state, &base.header().pattern);
            let seen = seen.expect("differences are to a pattern inside");
            *token = base.value(&seen).into();
        }
    }
}

impl Encoding<AbstractState> for CubeEncoding {
    fn values(&self) -> Vec<u16> {
        self.values.clone()
    }

    fn write(&self, state: &AbstractState, tokens: &mut [u16]) {
        let (cubies, of_base) = tokens.split_at_mut(self.cubies());
        plain(&self.pattern, state, cubies);
        if let Some(canonical) = &self.canonical {
            canonical.apply(cubies);
        }
        self.write_base(state, of_base);
    }

    fn write_representative(&self, state: &AbstractState, tokens: &mut [u16]) -> u32 {
        let Some(canonical) = &self.canonical else {
            self.write(state, tokens);
            return 1;
        };
        let (cubies, of_base) = tokens.split_at_mut(self.cubies());
        plain(&self.pattern, state, cubies);
        let size = canonical.class_size(cubies);
        if size > 0 {
            self.write_base(state, of_base);
        }
        size
    }

    fn symmetries(&self) -> u64 {
        self.canonical.as_ref().map_or(1, Canonical::images) as u64
    }

    fn base_value(&self, tokens: &[u16]) -> u16 {
        match (&self.base, tokens) {
            (Some(_), [.., entry]) => *entry,
            _ => 0,
        }
    }
}

/// Position and orientation of every tracked cubie, corners first.
fn plain(pattern: &CubePattern, state: &AbstractState, tokens: &mut [u16]) {
    let (corners, edges) = tokens.split_at_mut(pattern.corners().len());
    for (i, token) in corners.iter_mut().enumerate() {
        *token = state.corner_positions[i] as u16 * 3 + state.twists[i] as u16;
    }
    for (i, token) in edges.iter_mut().enumerate() {
        *token = state.edge_positions[i] as u16 * 2 + state.flips[i] as u16;
    }
}

/// The state that has these tokens.
fn read(pattern: &CubePattern, tokens: &[u16]) -> AbstractState {
    let mut state = AbstractState::default();
    let (corners, edges) = tokens.split_at(pattern.corners().len());
    for (i, &token) in corners.iter().enumerate() {
        state.corner_positions[i] = (token / 3) as u8;
        state.twists[i] = (token % 3) as u8;
    }
    for (i, &token) in edges.iter().enumerate() {
        state.edge_positions[i] = (token / 2) as u8;
        state.flips[i] = (token % 2) as u8;
    }
    state
}

/// Action of a symmetry on tokens: slot `j` of the image comes from slot
/// `from[j]`, and its token from a table.
#[derive(Clone, Debug)]
struct Image {
    from: Vec<u8>,
    /// 24 entries for each slot of the image.
    token: Vec<u16>,
}

/// Symmetries of a pattern, and inversion if it preserves the distance.
#[derive(Clone, Debug)]
struct Canonical {
    images: Vec<Image>,
    inverts: bool,
}

impl Canonical {
    /// Symmetries of a pattern and of its base pattern; only common ones preserve differences.
    fn new(pattern: &CubePattern, inside: Option<&CubePattern>) -> Canonical {
        let both = |s: &&Symmetry| inside.is_none_or(|inside| image(inside, s).is_some());
        let all = Symmetry::all().iter().filter(both);
        Canonical {
            images: all.filter_map(|s| image(pattern, s)).collect(),
            // Inversion needs all positions of tracked cubies to be tracked.
            inverts: pattern.edges().is_empty() && pattern.corners().len() == 8 && inside.is_none(),
        }
    }

    fn images(&self) -> usize {
        self.images.len() * (1 + self.inverts as usize)
    }

    /// Replaces tokens by those of the representative: the least image.
    fn apply(&self, tokens: &mut [u16]) {
        let slots = tokens.len();
        let mut given = [0; MOST_SLOTS];
        given[..slots].copy_from_slice(tokens);
        self.keep_first(&given[..slots], tokens);
        if self.inverts {
            self.keep_first(&inverse(&given[..slots])[..slots], tokens);
        }
    }

    /// Size of the symmetry class of a representative; 0 for other states.
    fn class_size(&self, tokens: &[u16]) -> u32 {
        let of_inverse = self.inverts.then(|| inverse(tokens));
        let given = std::iter::once(tokens);
        let given = given.chain(of_inverse.as_ref().map(|inverse| &inverse[..tokens.len()]));
        let mut same = 0;
        for given in given {
            for image in &self.images {
                let mut pairs = (0..tokens.len()).map(|slot| (image.at(given, slot), tokens[slot]));
                match pairs.find(|(image, own)| image != own) {
                    Some((image, own)) if image < own => return 0,
                    Some(_) => {}
                    None => same += 1,
                }
            }
        }
        self.images() as u32 / same
    }

    /// Replaces `first` by the least image of `given`, if that is less.
    fn keep_first(&self, given: &[u16], first: &mut [u16]) {
        'images: for image in &self.images {
            for slot in 0..given.len() {
                let token = image.at(given, slot);
                if token > first[slot] {
                    continue 'images;
                }
                if token < first[slot] {
                    for (slot, first) in first.iter_mut().enumerate() {
                        *first = image.at(given, slot);
                    }
                    continue 'images;
                }
            }
        }
    }
}

/// The inverse of a state of all eight corners.
fn inverse(tokens: &[u16]) -> [u16; MOST_SLOTS] {
    let mut inverse = [0; MOST_SLOTS];
    for (cubie, &token) in tokens.iter().enumerate() {
        let (position, twist) = (token / 3, token % 3);
        inverse[position as usize] = cubie as u16 * 3 + (3 - twist) % 3;
    }
    inverse
}

impl Image {
    #[inline]
    fn at(&self, given: &[u16], slot: usize) -> u16 {
        let token = given[self.from[slot] as usize] as usize;
        self.token[slot * 24 + token]
    }
}

/// Action of a symmetry on tokens, if it maps the pattern to itself.
fn image(pattern: &CubePattern, symmetry: &Symmetry) -> Option<Image> {
    let (corners, edges) = (pattern.corners(), pattern.edges());
    let slots = corners.len() + edges.len();
    let mut image = Image {
        from: vec![0; slots],
        token: vec![0; slots * 24],
    };
    for (i, &cubie) in corners.iter().enumerate() {
        let moved = symmetry.corner(cubie);
        let slot = corners.iter().position(|&c| c == moved)?;
        image.from[slot] = i as u8;
        for token in 0..24_u8 {
            let (position, twist) = (token / 3, token % 3);
            let turned = symmetry.twist(cubie, position, twist);
            image.token[slot * 24 + token as usize] =
                symmetry.corner(position) as u16 * 3 + turned as u16;
        }
    }
    for (i, &cubie) in edges.iter().enumerate() {
        let moved = symmetry.edge(cubie);
        let slot = corners.len() + edges.iter().position(|&e| e == moved)?;
        image.from[slot] = (corners.len() + i) as u8;
        for token in 0..24_u8 {
            let (position, flip) = (token / 2, token % 2);
            let turned = symmetry.flip(cubie, position, flip);
            image.token[slot * 24 + token as usize] =
                symmetry.edge(position) as u16 * 2 + turned as u16;
        }
    }
    Some(image)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Options;
    use crate::learn::encode::{RankedTokens, Tokens};
    use crate::pdb::cube::{CubeRanker, CubeTable};
    use std::collections::BTreeMap;

    fn by_rank(
        ranker: &CubeRanker,
        encoding: CubeEncoding,
    ) -> RankedTokens<CubeRanker, CubeEncoding> {
        RankedTokens::new(ranker.clone(), encoding)
    }

    fn tokens_of(tokens: &dyn Tokens, number: u64) -> Vec<u16> {
        let mut written = vec![0; tokens.values().len()];
        tokens.write(number, &mut written);
        written
    }

    #[test]
    fn tokens_of_states_are_distinct() {
        let pattern: CubePattern = "corners:URF,ULB+edges:UF".parse().unwrap();
        let ranker = CubeRanker::new(pattern).unwrap();
        let tokens = by_rank(&ranker, CubeEncoding::new(pattern, false));
        let all: std::collections::BTreeSet<_> = (0..ranker.states())
            .map(|n| tokens_of(&tokens, n))
            .collect();
        assert_eq!(all.len() as u64, ranker.states());
    }

    /// States with equal canonical tokens have equal distances, and the number of distinct tokens
    /// is close to the minimum.
    #[test]
    fn canonical_states_have_one_distance() {
        for text in [
            "edges:UF,UB,DF,DB",
            "corners:URF,UFL,ULB,UBR",
            "edges:UR,UF,UL,UB",
        ] {
            let pattern: CubePattern = text.parse().unwrap();
            let table = CubeTable::build(pattern, &Options::default()).unwrap();
            let tokens = by_rank(table.ranker(), CubeEncoding::new(pattern, true));
            assert!(tokens.symmetries() > 1, "{text}");
            let mut seen = BTreeMap::new();
            for n in 0..table.ranker().states() {
                let distance = table.entry(n);
                let known = *seen.entry(tokens_of(&tokens, n)).or_insert(distance);
                assert_eq!(known, distance, "{text}, state {n}");
            }
            let fewest = table.ranker().states() / tokens.symmetries();
            assert!(
                (seen.len() as u64) < fewest * 3 / 2,
                "{text}: {}",
                seen.len()
            );
        }
    }

    /// Symmetries of the larger pattern alone do not count.
    #[test]
    fn canonical_differences_are_equal() {
        let [pattern, inside] = ["edges:UR,UF,UL,UB", "edges:UR,UL"].map(|p| p.parse().unwrap());
        let [large, base] = [pattern, inside]
            .map(|p: CubePattern| CubeTable::build(p, &Options::default()).unwrap());
        let table = large.minus(&base, &Options::default()).unwrap();
        let ranker = table.ranker().clone();
        let alone = CubeEncoding::new(pattern, true).symmetries();
        let encoding = CubeEncoding::with_base(pattern, true, Some(base.into()));
        let tokens = by_rank(&ranker, encoding);
        assert!(tokens.symmetries() > 1 && tokens.symmetries() < alone);
        let mut seen = BTreeMap::new();
        for n in 0..ranker.states() {
            let known = *seen.entry(tokens_of(&tokens, n)).or_insert(table.entry(n));
            assert_eq!(known, table.entry(n), "state {n}");
        }
    }

    /// All eight corners: 48 symmetries and inversion, on a sample of the table.
    #[test]
    fn canonical_corners_have_one_distance() {
        let pattern: CubePattern = "8-corner".parse().unwrap();
        let table = CubeTable::build(pattern, &Options::default()).unwrap();
        let ranker = table.ranker();
        let tokens = by_rank(ranker, CubeEncoding::new(pattern, true));
        assert_eq!(tokens.symmetries(), 96);
        for n in (0..ranker.states()).step_by(40_009) {
            let state = tokens.encoding().representative(&ranker.state(n));
            assert_eq!(table.value(&state), table.entry(n), "state {n}");
            let mut written = [0; 8];
            plain(&pattern, &state, &mut written);
            assert_eq!(written[..], tokens_of(&tokens, n));
        }
    }
}
