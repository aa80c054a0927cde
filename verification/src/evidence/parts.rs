//! Checks of `admit-proofs` on ranking, blocks, headers and certificate arithmetic: all small cases
//! and larger random ones.

use super::settle::random;
use super::{Evidence, Settled, Tier, counted};
use crate::engines::{Drawn, Enumerated, exhaustive, fails_somewhere};
use admit::pdb::cube::{Blocks, CubeHeader, CubePattern, CubeRanker, HEADER_BYTES, Order};
use admit_proofs::checks::certify::LayerScope;
use admit_proofs::checks::{certify, header, ranking};
use admit_proofs::choices::{Case, Choices, Stop};
use admit_proofs::mutants::{Mutant, Subject};
use std::sync::OnceLock;

const RANKING: &str = "proofs/src/checks/ranking.rs";
const CERTIFY: &str = "proofs/src/checks/certify.rs";
const HEADER: &str = "proofs/src/checks/header.rs";

/// A check on all small cases.
pub type OnAll = fn(&mut Enumerated, &Subject) -> Case;
/// A check on random cases.
pub type AtRandom = fn(&mut Drawn<'_>, &Subject) -> Case;

/// A check not on graphs.
#[derive(Clone, Copy, Debug)]
pub struct PartCheck {
    /// Its name.
    pub name: &'static str,
    /// Its file.
    pub file: &'static str,
    /// The check on all small cases.
    pub all: OnAll,
    /// The small cases, in words.
    pub scope: &'static str,
    /// The check on random cases, the choices that a case takes, and the cases in words.
    pub random: Option<(AtRandom, usize, &'static str)>,
    /// The mutants that it kills on small cases.
    pub kills: &'static [Mutant],
}

/// All checks not on graphs.
pub const CHECKS: &[PartCheck] = &[
    PartCheck {
        name: "arrangements_are_numbered",
        file: RANKING,
        all: |c, code| arrangements(c, code, 1, 7),
        scope: "all k-permutations of n, 1 ≤ k ≤ n ≤ 7",
        random: Some((
            |c, code| arrangements(c, code, 8, 12),
            16,
            "k-permutations of n, 1 ≤ k ≤ n, n from 8 to 12",
        )),
        kills: &[
            Mutant::RankCountsTaken,
            Mutant::RankOffByOne,
            Mutant::UnrankForgetsTaken,
        ],
    },
    PartCheck {
        name: "orientations_are_numbered",
        file: RANKING,
        all: |c, code| orientations(c, code, SMALL_PATTERNS),
        scope: "all states of the patterns UR UF, URF UFL, URF+UR in the five orders defined for every pattern",
        random: Some((
            |c, code| orientations(c, code, LARGE_PATTERNS),
            48,
            "states of the patterns 6-edge, 7-edge, 11 edges, 7 corners, 4 corners and 5 edges",
        )),
        kills: &[Mutant::RankForgetsTurn],
    },
    PartCheck {
        name: "blocks_move_as_states",
        file: RANKING,
        all: |c, code| blocks(c, code, SMALL_RADICES),
        scope: "all words of up to 12 bits with digits of base 2, 3, both, and all constants",
        random: Some((
            |c, code| blocks(c, code, LARGE_RADICES),
            12,
            "words of 27, 36, 48, 54 and 64 bits and constants",
        )),
        kills: &[Mutant::ShiftsBackwards],
    },
    PartCheck {
        name: "whole_blocks_move_as_states",
        file: RANKING,
        all: |c, code| {
            let which = c.pick(4, |_| true)? as usize;
            let low_radices = [&[2, 2][..], &[3, 3], &[2, 2, 2], &[3, 3, 3]][which];
            ranking::whole_blocks_move_as_states(c, code, &small_blocks()[which], low_radices)
        },
        scope: "all states and moves of the patterns of the first 2 and 3 edges, 2 and 4 corners",
        random: None,
        kills: &[Mutant::ShiftsBackwards],
    },
    PartCheck {
        name: "any_bytes_are_answered",
        file: HEADER,
        all: |c, code| {
            let header = one_of(c, headers())?;
            header::any_bytes_are_answered(c, code, header, 1)
        },
        scope: "five headers with any one byte replaced by any other",
        random: Some((
            |c, code| {
                let header = one_of(c, headers())?;
                let changes = c.between(1, 4) as usize;
                header::any_bytes_are_answered(c, code, header, changes)
            },
            10,
            "headers with one to four bytes replaced by any others",
        )),
        kills: &[Mutant::IgnoresUnusedBytes],
    },
    PartCheck {
        name: "lowered_is_admissible",
        file: CERTIFY,
        all: |c, code| certify::lowered_is_admissible(c, code, 12),
        scope: "all values and distances from 0 to 12, up to 4 sets, any false positives",
        random: Some((
            |c, code| certify::lowered_is_admissible(c, code, 255),
            7,
            "values and distances from 0 to 255, and up to 4 sets",
        )),
        kills: &[Mutant::LowersOnce],
    },
    PartCheck {
        name: "sums_never_overflow",
        file: CERTIFY,
        all: |c, code| {
            let scope = small_layers(c)?;
            certify::sums_never_overflow::<1>(c, code, &scope)
        },
        scope: "layers of one input with limits of up to 2, weights of up to 2 and a bias near 0 or near either limit of 32 bits, or the two largest weights and a bias near 0",
        random: Some((
            |c, code| certify::sums_never_overflow::<3>(c, code, &LayerScope::ALL),
            16,
            "layers of 3 inputs with any weights, inputs, limits, bias and shifts",
        )),
        kills: &[
            Mutant::ForgetsCarry,
            Mutant::ForgetsRounding,
            Mutant::NarrowProducts,
            Mutant::KeepsNegative,
        ],
    },
    PartCheck {
        name: "slots_exist",
        file: CERTIFY,
        all: |c, code| {
            let shape = [1 << c.between(0, 2), c.between(1, 3) as u32];
            certify::slots_exist(c, code, shape, 1)
        },
        scope: "filters of up to 3 segments of up to 4 slots, and keys that hash to words of quarters −1, 0 and 1",
        random: Some((
            |c, code| {
                let shape = [1 << c.between(0, 18), c.between(1, 1 << 13) as u32];
                certify::slots_exist(c, code, shape, 1 << 15)
            },
            8,
            "keys, and filters of up to 8192 segments of up to 2^18 slots",
        )),
        kills: &[Mutant::SlotTooFar],
    },
];

/// Layers with small weights and a bias near 0 or near a limit of 32 bits, or with the largest
/// weights and a bias near 0.
fn small_layers(c: &mut Enumerated) -> Result<LayerScope, Stop> {
    let small = [-2, 2];
    // Products of the largest weights do not fit into 16 bits.
    let largest = [i16::MAX - 1, i16::MAX];
    let near_zero = [-4, 4];
    let kinds = [
        (small, near_zero),
        (small, [i32::MAX - 7, i32::MAX]),
        (small, [i32::MIN + 1, i32::MIN + 8]),
        (largest, near_zero),
    ];
    let (weight, bias) = kinds[c.pick(4, |_| true)? as usize];
    Ok(LayerScope {
        weight,
        most: 2,
        bias,
        shift: 2,
    })
}

const SMALL_PATTERNS: &[&str] = &["edges:UR,UF", "corners:URF,UFL", "corners:URF+edges:UR"];
const LARGE_PATTERNS: &[&str] = &[
    "6-edge",
    "7-edge",
    "edges:UR,UF,UL,UB,DR,DF,DL,DB,FR,FL,BL",
    "corners:URF,UFL,ULB,UBR,DFR,DLF,DBL",
    "corners:URF,DLF,ULB,DBL+edges:BR,UF,DL,FR,UB",
];
const SMALL_RADICES: &[&[usize]] = &[&[2], &[3], &[2, 2, 2], &[3, 3], &[3, 2, 2]];
const LARGE_RADICES: &[&[usize]] = &[
    &[3, 3, 3],
    &[3, 3, 2, 2],
    &[3, 2, 2, 2, 2],
    &[3, 3, 3, 2],
    &[2, 2, 2, 2, 2, 2],
];

/// An arbitrary element.
fn one_of<'a, T>(c: &mut impl Choices, all: &'a [T]) -> Result<&'a T, Stop> {
    Ok(&all[c.pick(all.len() as u32, |_| true)? as usize])
}

fn arrangements(c: &mut impl Choices, code: &Subject, least: i32, most: i32) -> Case {
    let n = c.between(least, most);
    let k = c.between(1, n) as usize;
    ranking::arrangements_are_numbered(c, code, n as u32, k)
}

fn orientations(c: &mut impl Choices, code: &Subject, patterns: &[&str]) -> Case {
    let pattern: CubePattern = one_of(c, patterns)?.parse().map_err(|_| Stop::Skipped)?;
    let order = *one_of(c, &Order::ALL[..5])?;
    let ranker = CubeRanker::with_order(pattern, order).map_err(|_| Stop::Skipped)?;
    ranking::orientations_are_numbered(c, code, &ranker)
}

fn blocks(c: &mut impl Choices, code: &Subject, radices: &[&[usize]]) -> Case {
    let radices = *one_of(c, radices)?;
    let bits: usize = radices.iter().product();
    let constant = c.pick(bits as u32, |_| true)? as usize;
    ranking::blocks_move_as_states(c, code, radices, constant)
}

fn small_blocks() -> &'static [Blocks; 4] {
    static BLOCKS: OnceLock<[Blocks; 4]> = OnceLock::new();
    BLOCKS.get_or_init(|| {
        let patterns = [
            "edges:UR,UF",
            "corners:URF,UFL",
            "edges:UR,UF,UL",
            "corners:URF,UFL,ULB,UBR",
        ];
        patterns
            .map(|text| Blocks::new(text.parse().expect("a pattern")).expect("few enough states"))
    })
}

/// Headers of an exact table, and derived from it of a compressed one, a difference, one modulo 3,
/// and one in another order.
fn headers() -> &'static [[u8; HEADER_BYTES]; 5] {
    static HEADERS: OnceLock<[[u8; HEADER_BYTES]; 5]> = OnceLock::new();
    HEADERS.get_or_init(|| {
        let pattern: CubePattern = "corners:URF,DBL+edges:UF,BR,DL".parse().expect("a pattern");
        let states = CubeRanker::new(pattern)
            .expect("few enough states")
            .states();
        let counts = [1, 2, states - 3];
        let exact = CubeHeader::exact(pattern, states, &counts, "by hand: é".to_owned());
        let mut compressed = exact.clone();
        compressed.factor = 7;
        compressed.entries = states.div_ceil(7);
        compressed.histogram[2] = compressed.entries - 3;
        let mut differences = exact.clone();
        differences.base = Some("corners:DBL+edges:BR".parse().expect("a pattern"));
        differences.base_source = [9; 32];
        let mut remainders = exact.clone();
        remainders.packing = admit::pdb::cube::Packing::Trits;
        let mut ordered = exact.clone();
        ordered.order = Order::UpDown;
        [exact, compressed, differences, remainders, ordered]
            .map(|header| header.to_bytes(states, &[5; 32]))
    })
}

impl PartCheck {
    /// Whether it fails on the subject in some small case.
    pub fn fails_on(&self, subject: Subject) -> bool {
        fails_somewhere(|c| (self.all)(c, &subject))
    }

    /// Whether it fails on a mutant.
    pub fn kills(&self, mutant: Mutant) -> bool {
        self.fails_on(Subject::Mutant(mutant))
    }

    fn on_all(&self) -> Settled {
        let tally = exhaustive(|c| (self.all)(c, &Subject::Production));
        counted(&tally, self.scope)
    }

    /// All its evidence.
    pub fn evidence(&'static self) -> Vec<Evidence> {
        let id = format!("exhaustive {}::{}", self.file, self.name);
        let mut out = vec![Evidence::new(id, Tier::Quick, || self.on_all())];
        if let Some((check, choices, scope)) = self.random {
            let on_code = move |c: &mut Drawn<'_>| check(c, &Subject::Production);
            out.extend(random(self.file, self.name, choices, scope, on_code));
        }
        out
    }
}
