//! The cube is a group that the 18 moves generate: the laws of composition and
//! inverse, the order of every move, and which arrangements count as reachable.
//! What the moves do to the stickers is compared with a solid cube whose
//! stickers are turned in space.

#![expect(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands its values over"
)]

use admit::space::cube::{Cube, CubeError, Face, Move, Turn};
use admit_verification::generate::{Moves, cube};
use admit_verification::seeded;
use proptest::prelude::{any, prop_assert_eq};

#[test]
fn composition_is_associative() {
    fn property(a: Moves, b: Moves, c: Moves) -> bool {
        let (a, b, c) = (a.cube(), b.cube(), c.cube());
        a.compose(&b).compose(&c) == a.compose(&b.compose(&c))
    }
    seeded::quickcheck(
        "composition is associative",
        1000,
        property as fn(_, _, _) -> bool,
    );
}

#[test]
fn the_solved_cube_is_the_identity() {
    fn property(a: Moves) -> bool {
        let a = a.cube();
        a.compose(&Cube::SOLVED) == a && Cube::SOLVED.compose(&a) == a
    }
    seeded::quickcheck(
        "the solved cube is the identity",
        1000,
        property as fn(_) -> bool,
    );
}

#[test]
fn inverses_undo_from_both_sides_and_turn_composition_round() {
    fn property(a: Moves, b: Moves) -> bool {
        let (a, b) = (a.cube(), b.cube());
        a.compose(&a.inverse()) == Cube::SOLVED
            && a.inverse().compose(&a) == Cube::SOLVED
            && a.compose(&b).inverse() == b.inverse().compose(&a.inverse())
    }
    seeded::quickcheck(
        "inverses undo from both sides",
        1000,
        property as fn(_, _) -> bool,
    );
}

#[test]
fn moving_is_composing() {
    fn property(a: Moves, b: Moves) -> bool {
        let all: Vec<Move> = a.0.iter().chain(&b.0).copied().collect();
        let back: Vec<Move> = all.iter().rev().map(|m| m.inverse()).collect();
        let moved = Cube::SOLVED.apply_all(&all);
        moved == a.cube().compose(&b.cube()) && Cube::SOLVED.apply_all(&back) == moved.inverse()
    }
    seeded::quickcheck("moving is composing", 1000, property as fn(_, _) -> bool);
}

#[test]
fn quarter_turns_have_order_four_and_half_turns_two() {
    fn property(a: Moves) -> bool {
        let start = a.cube();
        Move::ALL.into_iter().all(|m| {
            let order = if m.turn() == Turn::Half { 2 } else { 4 };
            let mut cube = start;
            for times in 1..=4 {
                cube = cube.apply(m);
                if (cube == start) != (times % order == 0) {
                    return false;
                }
            }
            start.apply(m).apply(m.inverse()) == start && m.inverse().inverse() == m
        })
    }
    seeded::quickcheck("the order of a move", 200, property as fn(_) -> bool);
}

#[test]
fn turns_of_one_face_add_up_and_only_turns_of_one_axis_commute() {
    for m in Move::ALL {
        let quarter = Move::new(m.face(), Turn::Quarter);
        let turned = vec![quarter; m.turn() as usize];
        assert_eq!(Cube::SOLVED.apply_all(&turned), *m.as_cube(), "{m}");
        for n in Move::ALL {
            let commute = m.as_cube().compose(n.as_cube()) == n.as_cube().compose(m.as_cube());
            let one_axis = m.face() == n.face() || m.face().opposite() == n.face();
            assert_eq!(commute, one_axis, "{m} {n}");
        }
    }
}

#[test]
fn what_moves_reach_is_valid() {
    fn property(a: Moves, b: Moves) -> bool {
        let (a, b) = (a.cube(), b.cube());
        a.validate().is_ok() && a.compose(&b).validate().is_ok() && a.inverse().validate().is_ok()
    }
    seeded::quickcheck(
        "what moves reach is valid",
        1000,
        property as fn(_, _) -> bool,
    );
}

/// One thing that turning faces never does.
fn broken(mut cube: Cube, kind: u8, at: [usize; 2], twist: u8) -> (Cube, CubeError) {
    let [first, second] = at;
    let error = match kind {
        0 => {
            let p = first % 8;
            cube.twists[p] = (cube.twists[p] + twist) % 3;
            CubeError::Twist {
                by: twist,
                direction: "clockwise",
                fix: if twist == 1 {
                    "anticlockwise"
                } else {
                    "clockwise"
                },
            }
        }
        1 => {
            cube.flips[first % 12] ^= 1;
            CubeError::Flip
        }
        2 => {
            cube.edges.swap(first % 12, (first + 1 + second % 11) % 12);
            CubeError::Parity
        }
        _ => {
            cube.corners.swap(first % 8, (first + 1 + second % 7) % 8);
            CubeError::Parity
        }
    };
    (cube, error)
}

#[test]
fn one_twist_flip_or_swap_is_named_as_cubie_and_as_sticker() {
    let values = (cube(), 0..4_u8, any::<[u8; 2]>(), 1..=2_u8);
    seeded::proptest(
        "one twist, flip or swap is named",
        1000,
        values,
        |(cube, kind, at, twist)| {
            let (cube, error) = broken(cube, kind, at.map(usize::from), twist);
            prop_assert_eq!(cube.validate(), Err(error.clone()));
            let read = Cube::from_facelets(&cube.to_facelets());
            prop_assert_eq!(read, Err(error.into()));
            Ok(())
        },
    );
}

/// Centre of a sticker's cubie and the direction in which the sticker looks;
/// x to the right, y up, z towards the viewer.
type Sticker = ([i8; 3], [i8; 3]);

fn normal(face: Face) -> [i8; 3] {
    match face {
        Face::U => [0, 1, 0],
        Face::R => [1, 0, 0],
        Face::F => [0, 0, 1],
        Face::D => [0, -1, 0],
        Face::L => [-1, 0, 0],
        Face::B => [0, 0, -1],
    }
}

/// The 54 stickers in the order in which facelets are written.
fn stickers() -> Vec<Sticker> {
    let mut all = Vec::new();
    for face in Face::ALL {
        for row in [-1, 0, 1] {
            for column in [-1, 0, 1] {
                let at = match face {
                    Face::U => [column, 1, row],
                    Face::R => [1, -row, -column],
                    Face::F => [column, -row, 1],
                    Face::D => [column, -1, -row],
                    Face::L => [-1, -row, column],
                    Face::B => [-column, -row, -1],
                };
                all.push((at, normal(face)));
            }
        }
    }
    all
}

fn dot(a: [i8; 3], b: [i8; 3]) -> i8 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

/// A quarter turn about an axis, clockwise as seen from its tip.
fn turned(v: [i8; 3], axis: [i8; 3]) -> [i8; 3] {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        dot(axis, v) * axis[i] - (axis[j] * v[k] - axis[k] * v[j])
    })
}

#[test]
fn moves_turn_the_stickers_of_a_solid_cube() {
    let stickers = stickers();
    let turn_in_space = |facelets: &str, m: Move| {
        let axis = normal(m.face());
        let old: Vec<char> = facelets.chars().collect();
        let mut new = vec!['?'; 54];
        for (i, &(mut at, mut looks)) in stickers.iter().enumerate() {
            if dot(at, axis) == 1 {
                for _ in 0..m.turn() as u8 {
                    (at, looks) = (turned(at, axis), turned(looks, axis));
                }
            }
            let to = stickers.iter().position(|&s| s == (at, looks));
            new[to.expect("a turned sticker is a sticker")] = old[i];
        }
        new.into_iter().collect::<String>()
    };
    seeded::proptest("moves turn the stickers", 200, cube(), |cube| {
        for m in Move::ALL {
            let before = cube.to_facelets();
            prop_assert_eq!(cube.apply(m).to_facelets(), turn_in_space(&before, m));
        }
        Ok(())
    });
}
