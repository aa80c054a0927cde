//! States as short lists of small numbers.
//!
//! A network for a processor is given a state as *tokens*: for every slot one of
//! a few values. For a pattern of the cube a slot is a tracked cubie, and its value
//! says where the cubie is and how it is turned. Anything that can be numbered can
//! be given so; a space of one's own needs no more than [`Tokens`].
//!
//! Where differences to the table of a pattern inside are learnt, the entry of that
//! table is one more token: whoever adds the two has looked it up, and a network that
//! is not told must learn the smaller table too.
//!
//! States that a symmetry of the pattern takes to one another have one distance.
//! In *canonical* form all of them have the same tokens: those of the image that
//! comes first. For the eight corners there are 48 symmetries, and inverting the
//! state does not change its distance either; so up to 96 states become one.

use crate::pdb::cube::{AbstractState, CubePattern, CubeRanker, CubeTable};
use crate::space::cube::Symmetry;
use std::sync::Arc;

/// The most slots that a state can have.
pub const MOST_SLOTS: usize = 20;

/// How numbered states are given to a network.
pub trait Tokens: Sync {
    /// How many values each slot takes.
    fn values(&self) -> &[u16];

    /// Writes one token for each slot of the state with this number.
    fn write(&self, number: u64, tokens: &mut [u16]);

    /// Writes the tokens of a state that stands for all that look like it, and says for
    /// how many, itself included; 0 if another one stands for it, and then what is
    /// written does not matter. Over all states these numbers add up to all states.
    fn write_first(&self, number: u64, tokens: &mut [u16]) -> u32 {
        self.write(number, tokens);
        1
    }

    /// How many states look alike, at most.
    fn alike(&self) -> u64 {
        1
    }
}

/// Tokens of a pattern of the cube.
///
/// ```
/// use admit::learn::encode::tokens::{CubeTokens, Tokens};
/// use admit::pdb::cube::{CubePattern, CubeRanker};
/// let pattern: CubePattern = "edges:UR,UF".parse().unwrap();
/// let ranker = CubeRanker::new(pattern).unwrap();
/// let solved = ranker.rank(&pattern.goal());
/// let tokens = CubeTokens::new(ranker, false);
/// assert_eq!(tokens.values(), [24, 24]);
/// let mut of_solved = [0; 2];
/// tokens.write(solved, &mut of_solved);
/// assert_eq!(of_solved, [0, 2]); // UR and UF, at home and not flipped
/// ```
#[derive(Clone, Debug)]
pub struct CubeTokens {
    ranker: CubeRanker,
    values: Vec<u16>,
    canonical: Option<Canonical>,
    /// The table whose entry is the last token.
    base: Option<Arc<CubeTable>>,
}

impl CubeTokens {
    /// Tokens of the states that a ranker numbers, in canonical form or as they
    /// are.
    pub fn new(ranker: CubeRanker, canonical: bool) -> CubeTokens {
        CubeTokens::with_base(ranker, canonical, None)
    }

    /// The same, and behind them the entry of a table of a pattern inside, if one is
    /// given.
    ///
    /// ```
    /// use admit::learn::encode::tokens::{CubeTokens, Tokens};
    /// use admit::files::Options;
    /// use admit::pdb::cube::{CubePattern, CubeRanker, CubeTable};
    /// use admit::space::cube::parse_state;
    /// let pattern: CubePattern = "edges:UR,UF".parse().unwrap();
    /// let base = CubeTable::build("edges:UR".parse().unwrap(), &Options::default()).unwrap();
    /// let tokens = CubeTokens::with_base(CubeRanker::new(pattern).unwrap(), false, Some(base.into()));
    /// assert_eq!(tokens.values(), [24, 24, 4]); // UR is at most three moves from home
    /// let mut turned = [0; 3];
    /// tokens.write_state(&pattern.project(&parse_state("R").unwrap()), &mut turned);
    /// assert_eq!(turned[2], 1);
    /// ```
    pub fn with_base(
        ranker: CubeRanker,
        canonical: bool,
        base: Option<Arc<CubeTable>>,
    ) -> CubeTokens {
        let pattern = ranker.pattern();
        let inside = base.as_ref().map(|base| base.header().pattern);
        let mut values = vec![24; pattern.corners().len() + pattern.edges().len()];
        if let Some(base) = &base {
            let farthest = base.header().histogram.iter().rposition(|&n| n > 0);
            values.push(farthest.unwrap_or(0) as u16 + 1);
        }
        CubeTokens {
            values,
            canonical: canonical.then(|| Canonical::new(&pattern, inside.as_ref())),
            ranker,
            base,
        }
    }

    /// The pattern whose states they are of.
    pub fn pattern(&self) -> CubePattern {
        self.ranker.pattern()
    }

    /// The table whose entry is the last token, if there is one.
    pub fn base(&self) -> Option<&Arc<CubeTable>> {
        self.base.as_ref()
    }

    /// How many cubies are tracked.
    fn cubies(&self) -> usize {
        self.values.len() - usize::from(self.base.is_some())
    }

    /// How many images of a state are looked at; 1 if states are taken as they
    /// are.
    pub fn images(&self) -> usize {
        self.canonical.as_ref().map_or(1, Canonical::images)
    }

    /// The state with this number, or its image that comes first.
    pub fn state(&self, number: u64) -> AbstractState {
        let mut state = self.ranker.unrank(number);
        if let Some(canonical) = &self.canonical {
            let pattern = self.ranker.pattern();
            let mut tokens = [0; MOST_SLOTS];
            let tokens = &mut tokens[..self.cubies()];
            plain(&pattern, &state, tokens);
            canonical.apply(tokens);
            state = read(&pattern, tokens);
        }
        state
    }

    /// Writes the tokens of a state.
    pub fn write_state(&self, state: &AbstractState, tokens: &mut [u16]) {
        let pattern = self.ranker.pattern();
        let (cubies, of_base) = tokens.split_at_mut(self.cubies());
        plain(&pattern, state, cubies);
        if let Some(canonical) = &self.canonical {
            canonical.apply(cubies);
        }
        self.write_base(state, of_base);
    }

    /// Writes the entry of the table of the pattern inside, if there is one.
    fn write_base(&self, state: &AbstractState, of_base: &mut [u16]) {
        if let (Some(base), [token]) = (&self.base, of_base) {
            let pattern = self.ranker.pattern();
            let seen = pattern.restrict(state, &base.header().pattern);
            let seen = seen.expect("differences are to a pattern inside");
            *token = base.value(&seen).into();
        }
    }
}

impl Tokens for CubeTokens {
    fn values(&self) -> &[u16] {
        &self.values
    }

    fn write(&self, number: u64, tokens: &mut [u16]) {
        self.write_state(&self.ranker.unrank(number), tokens);
    }

    fn alike(&self) -> u64 {
        self.images() as u64
    }

    fn write_first(&self, number: u64, tokens: &mut [u16]) -> u32 {
        let Some(canonical) = &self.canonical else {
            self.write(number, tokens);
            return 1;
        };
        let state = self.ranker.unrank(number);
        let (cubies, of_base) = tokens.split_at_mut(self.cubies());
        plain(&self.ranker.pattern(), &state, cubies);
        let orbit = canonical.orbit(cubies);
        if orbit > 0 {
            self.write_base(&state, of_base);
        }
        orbit
    }
}

/// Position and turn of every tracked cubie, corners first.
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

/// What a symmetry does to tokens: slot `j` of the image comes from slot
/// `from[j]`, and its token from a table.
#[derive(Clone, Debug)]
struct Image {
    from: Vec<u8>,
    /// 24 entries for each slot of the image.
    token: Vec<u16>,
}

/// The symmetries of a pattern, and inversion where a pattern has it.
#[derive(Clone, Debug)]
struct Canonical {
    images: Vec<Image>,
    inverts: bool,
}

impl Canonical {
    /// Of a pattern and, if differences are learnt, of the one inside: only what both
    /// have leaves differences as they are.
    fn new(pattern: &CubePattern, inside: Option<&CubePattern>) -> Canonical {
        let both = |s: &&Symmetry| inside.is_none_or(|inside| image(inside, s).is_some());
        let all = Symmetry::all().iter().filter(both);
        Canonical {
            images: all.filter_map(|s| image(pattern, s)).collect(),
            // A cubie that is not tracked may sit where a tracked one belongs.
            inverts: pattern.edges().is_empty() && pattern.corners().len() == 8 && inside.is_none(),
        }
    }

    fn images(&self) -> usize {
        self.images.len() * (1 + self.inverts as usize)
    }

    /// Replaces tokens by those of the image that comes first.
    fn apply(&self, tokens: &mut [u16]) {
        let slots = tokens.len();
        let mut given = [0; MOST_SLOTS];
        given[..slots].copy_from_slice(tokens);
        self.keep_first(&given[..slots], tokens);
        if self.inverts {
            self.keep_first(&inverse(&given[..slots])[..slots], tokens);
        }
    }

    /// How many states are images of this one, if it comes first among them; 0 if
    /// another one does.
    fn orbit(&self, tokens: &[u16]) -> u32 {
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

    /// Replaces `first` by an image of `given`, if one comes before it.
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

/// The inverse of a state of all eight corners: each cubie where the other was.
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

/// A symmetry as it acts on tokens, if it takes the pattern to itself.
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
    use crate::pdb::cube::CubeTable;
    use std::collections::BTreeMap;

    fn tokens_of(tokens: &CubeTokens, number: u64) -> Vec<u16> {
        let mut written = vec![0; tokens.values().len()];
        tokens.write(number, &mut written);
        written
    }

    #[test]
    fn tokens_tell_states_apart() {
        let pattern: CubePattern = "corners:URF,ULB+edges:UF".parse().unwrap();
        let ranker = CubeRanker::new(pattern).unwrap();
        let tokens = CubeTokens::new(ranker.clone(), false);
        let all: std::collections::BTreeSet<_> = (0..ranker.states())
            .map(|n| tokens_of(&tokens, n))
            .collect();
        assert_eq!(all.len() as u64, ranker.states());
    }

    /// States with the same canonical tokens have the same distance, and there
    /// are as few as the symmetries allow.
    #[test]
    fn canonical_states_have_one_distance() {
        for text in [
            "edges:UF,UB,DF,DB",
            "corners:URF,UFL,ULB,UBR",
            "edges:UR,UF,UL,UB",
        ] {
            let pattern: CubePattern = text.parse().unwrap();
            let table = CubeTable::build(pattern, &Options::default()).unwrap();
            let tokens = CubeTokens::new(table.ranker().clone(), true);
            assert!(tokens.images() > 1, "{text}");
            let mut seen = BTreeMap::new();
            for n in 0..table.ranker().states() {
                let distance = table.entry(n);
                let known = *seen.entry(tokens_of(&tokens, n)).or_insert(distance);
                assert_eq!(known, distance, "{text}, state {n}");
            }
            let fewest = table.ranker().states() / tokens.images() as u64;
            assert!(
                (seen.len() as u64) < fewest * 3 / 2,
                "{text}: {}",
                seen.len()
            );
        }
    }

    /// Differences to the table of a pattern inside: symmetries that only the larger
    /// one has do not count.
    #[test]
    fn canonical_differences_are_equal() {
        let [pattern, inside] = ["edges:UR,UF,UL,UB", "edges:UR,UL"].map(|p| p.parse().unwrap());
        let [large, base] = [pattern, inside]
            .map(|p: CubePattern| CubeTable::build(p, &Options::default()).unwrap());
        let table = large.minus(&base, &Options::default()).unwrap();
        let ranker = table.ranker().clone();
        let alone = CubeTokens::new(ranker.clone(), true).images();
        let tokens = CubeTokens::with_base(ranker.clone(), true, Some(base.into()));
        assert!(tokens.images() > 1 && tokens.images() < alone);
        let mut seen = BTreeMap::new();
        for n in 0..ranker.states() {
            let known = *seen.entry(tokens_of(&tokens, n)).or_insert(table.entry(n));
            assert_eq!(known, table.entry(n), "state {n}");
        }
    }

    /// All eight corners: 48 symmetries and inversion, on states spread over the
    /// whole table.
    #[test]
    fn canonical_corners_have_one_distance() {
        let pattern: CubePattern = "8-corner".parse().unwrap();
        let table = CubeTable::build(pattern, &Options::default()).unwrap();
        let ranker = table.ranker();
        let tokens = CubeTokens::new(ranker.clone(), true);
        assert_eq!(tokens.images(), 96);
        for n in (0..ranker.states()).step_by(40_009) {
            let state = tokens.state(n);
            assert_eq!(table.value(&state), table.entry(n), "state {n}");
            let mut written = [0; 8];
            plain(&pattern, &state, &mut written);
            assert_eq!(written[..], tokens_of(&tokens, n));
        }
    }
}
