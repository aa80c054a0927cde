//! The 48 symmetries form a group that acts on cubes by conjugation, and conjugation preserves
//! distances: a table of a pattern and the table of its image agree state by state. In the order by
//! symmetry, the states of a symmetry class are contiguous.

use crate::hit_if;
use admit::pdb::cube::{CubePattern, CubeRanker, Order};
use admit::space::cube::{Cube, Face, Move, Symmetry};
use admit_verification::generate::{Moves, SmallTable, cube, pattern};
use admit_verification::seeded::{self, Reached};
use proptest::collection::vec;
use proptest::prelude::prop_assert_eq;
use std::collections::HashSet;

/// The composition: first `first`, then `second`.
fn after(second: &Symmetry, first: &Symmetry) -> &'static Symmetry {
    (Symmetry::all().iter())
        .find(|s| {
            Face::ALL
                .iter()
                .all(|&f| s.face(f) == second.face(first.face(f)))
        })
        .unwrap()
}

fn inverse(symmetry: &Symmetry) -> &'static Symmetry {
    (Symmetry::all().iter())
        .find(|s| Face::ALL.iter().all(|&f| s.face(symmetry.face(f)) == f))
        .unwrap()
}

fn image(symmetry: &Symmetry, pattern: &CubePattern) -> CubePattern {
    let corners: Vec<u8> = pattern
        .corners()
        .iter()
        .map(|&c| symmetry.corner(c))
        .collect();
    let edges: Vec<u8> = pattern.edges().iter().map(|&e| symmetry.edge(e)).collect();
    CubePattern::new(&corners, &edges).unwrap()
}

#[test]
fn conjugation_is_a_homomorphism() {
    fn property(a: Moves, b: Moves) -> bool {
        let (a, b) = (a.cube(), b.cube());
        Symmetry::all().iter().all(|s| {
            s.conjugate(&a.compose(&b)) == s.conjugate(&a).compose(&s.conjugate(&b))
                && s.conjugate(&a.inverse()) == s.conjugate(&a).inverse()
                && s.conjugate(&a).validate().is_ok()
        })
    }
    let claim = "conjugation is a homomorphism";
    seeded::quickcheck(claim, 200, property as fn(_, _) -> bool);
}

#[test]
fn symmetries_compose_and_have_inverses() {
    fn property(a: Moves) -> bool {
        let a = a.cube();
        Symmetry::all().iter().all(|s| {
            let undone = inverse(s).conjugate(&s.conjugate(&a)) == a;
            let composed = Symmetry::all()
                .iter()
                .all(|t| t.conjugate(&s.conjugate(&a)) == after(t, s).conjugate(&a));
            undone && composed
        })
    }
    seeded::quickcheck("symmetries compose", 20, property as fn(_) -> bool);
    assert_eq!(
        after(inverse(&Symmetry::all()[7]), &Symmetry::all()[7]),
        &Symmetry::all()[0]
    );
}

#[test]
fn rotations_preserve_handedness_and_reflections_reverse_it() {
    for s in Symmetry::all() {
        for t in Symmetry::all() {
            assert_eq!(
                after(s, t).is_reflection(),
                s.is_reflection() != t.is_reflection()
            );
        }
        for m in Move::ALL {
            let turned_back = s.conjugate_move(m).turn() != m.turn();
            let quarter = m.inverse() != m;
            assert_eq!(turned_back, quarter && s.is_reflection(), "{m}");
        }
    }
}

#[test]
fn symmetry_preserves_distance() {
    let moved = Reached::new();
    let values = (pattern(13_000), 0..Symmetry::COUNT, vec(cube(), 60));
    let claim = "symmetry preserves distance";
    seeded::proptest(claim, 120, values, |(pattern, number, cubes)| {
        let symmetry = &Symmetry::all()[number];
        let imaged = image(symmetry, &pattern);
        hit_if(&moved, imaged != pattern);
        let (table, other) = (SmallTable::build(pattern), SmallTable::build(imaged));
        prop_assert_eq!(table.header().histogram, other.header().histogram);
        for cube in cubes {
            let here = table.value(&pattern.project(&cube));
            let there = other.value(&imaged.project(&symmetry.conjugate(&cube)));
            prop_assert_eq!(here, there);
        }
        Ok(())
    });
    moved.expect("a pattern that the symmetry moves");
}

#[test]
fn symmetric_states_of_eight_corners_are_contiguous() {
    static WHOLE: Reached = Reached::new();
    fn property(a: Moves, listing: Vec<u8>) -> bool {
        // Any order of the eight corners.
        let mut listed: Vec<u8> = (0..8).collect();
        for (i, &key) in listing.iter().take(8).enumerate() {
            listed.swap(i, key as usize % 8);
        }
        let pattern = CubePattern::new(&listed, &[]).unwrap();
        let ranker = CubeRanker::with_order(pattern, Order::Symmetry).unwrap();
        let images: Vec<Cube> = (Symmetry::all().iter())
            .map(|s| s.conjugate(&a.cube()))
            .collect();
        let arrangements: HashSet<[u8; 8]> = images.iter().map(|c| c.corners).collect();
        if arrangements.len() < Symmetry::COUNT {
            return true;
        }
        WHOLE.hit();
        let mut ranks: Vec<u64> = (images.iter())
            .map(|c| ranker.rank(&pattern.project(c)))
            .collect();
        ranks.sort_unstable();
        ranks.windows(2).all(|w| w[0] + 1 == w[1]) && ranks[0].is_multiple_of(48)
    }
    let claim = "symmetric states follow one another";
    seeded::quickcheck(claim, 500, property as fn(_, _) -> bool);
    WHOLE.expect("48 different arrangements");
}
