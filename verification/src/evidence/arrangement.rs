//! Arrangements of hyperplanes `x_i` − `x_j` = k: regions, faces, and points in them.
//!
//! A face fixes for every difference either a threshold or an open interval between two adjacent
//! ones: a system of difference constraints, which is feasible unless it has a negative cycle.
//! Numbers are integers in fractions 1/[`UNIT`]; a strict bound is one fraction tighter. No cycle
//! has [`UNIT`] bounds, so this is exact.

use std::fmt::Write;

/// Fractions of a unit.
pub(super) const UNIT: i32 = 16;
/// The largest number of variables.
pub(super) const MOST_VARIABLES: usize = 6;

/// A point, in fractions of a unit.
pub(super) type Point = [i32; MOST_VARIABLES];
/// The place of each difference, pair by pair: 2i is between thresholds i − 1 and i, 2i + 1 is on
/// threshold i.
pub(super) type Face = Vec<u8>;

/// The hyperplanes `x_i` − `x_j` = k for all i < j and all thresholds k.
#[derive(Clone, Debug)]
pub(super) struct Arrangement {
    variables: usize,
    thresholds: Vec<i32>,
}

impl Arrangement {
    /// The arrangement with thresholds −most … most.
    pub(super) fn around(variables: usize, most: i32) -> Arrangement {
        Arrangement {
            variables,
            thresholds: (-most..=most).collect(),
        }
    }

    /// The same without threshold 0.
    pub(super) fn without_zero(variables: usize, most: i32) -> Arrangement {
        let mut this = Arrangement::around(variables, most);
        this.thresholds.retain(|&k| k != 0);
        this
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (0..self.variables).flat_map(|j| (0..j).map(move |i| (i, j)))
    }

    /// The face of a point.
    pub(super) fn face_of(&self, point: &[i32]) -> Face {
        let place = |(i, j): (usize, usize)| {
            let difference = point[i] - point[j];
            let below = |k: &&i32| **k * UNIT < difference;
            let lower = self.thresholds.iter().filter(below).count();
            let on = self
                .thresholds
                .get(lower)
                .is_some_and(|k| k * UNIT == difference);
            2 * lower as u8 + on as u8
        };
        self.pairs().map(place).collect()
    }

    /// Whether a face is a region, that is, on no hyperplane.
    pub(super) fn is_region(face: &[u8]) -> bool {
        face.iter().all(|place| place % 2 == 0)
    }

    /// Visits every region, or every face.
    pub(super) fn for_each(&self, all_faces: bool, visit: &mut impl FnMut(&Bounds)) {
        let pairs: Vec<(usize, usize)> = self.pairs().collect();
        // Large enough that every face has a point within.
        let reach = self.thresholds.last().copied().unwrap_or(0) + 2;
        let bounds = Bounds::new(self.variables, reach * self.variables as i32 * UNIT);
        self.choose(&pairs, all_faces, &bounds, visit);
    }

    fn choose(
        &self,
        pairs: &[(usize, usize)],
        all_faces: bool,
        bounds: &Bounds,
        visit: &mut impl FnMut(&Bounds),
    ) {
        let Some((&(i, j), rest)) = pairs.split_first() else {
            visit(bounds);
            return;
        };
        for place in 0..=2 * self.thresholds.len() {
            if place % 2 == 1 && !all_faces {
                continue;
            }
            let at = |i: usize| self.thresholds.get(i).map(|k| k * UNIT);
            let [least, most] = match place % 2 {
                0 => [
                    (place / 2).checked_sub(1).and_then(at).map(|k| k + 1),
                    at(place / 2).map(|k| k - 1),
                ],
                _ => [at(place / 2), at(place / 2)],
            };
            let mut narrower = *bounds;
            if most.is_none_or(|most| narrower.bound(i, j, most))
                && least.is_none_or(|least| narrower.bound(j, i, -least))
            {
                self.choose(rest, all_faces, &narrower, visit);
            }
        }
    }

    /// Number of regions, by enumeration.
    pub(super) fn regions(&self) -> u64 {
        let mut count = 0;
        self.for_each(false, &mut |_| count += 1);
        count
    }

    /// A point in each region, or in each face.
    pub(super) fn points(&self, all_faces: bool) -> Vec<Point> {
        let mut points = Vec::new();
        self.for_each(all_faces, &mut |bounds| points.push(bounds.members()[0]));
        points
    }

    /// Extreme points of each face, with the index of the face.
    pub(super) fn spread_points(&self) -> Vec<(usize, Point)> {
        let mut points = Vec::new();
        let mut number = 0;
        self.for_each(true, &mut |bounds| {
            points.extend(bounds.members().into_iter().map(|point| (number, point)));
            number += 1;
        });
        points
    }
}

/// Number of regions of `x_i` − `x_j` ∈ {−m … m}: (mn + n)(mn + n − 1)…(mn + 2).
pub(super) fn regions_by_formula(n: u128, m: u128) -> u128 {
    (2..=n).map(|k| m * n + k).product()
}

/// Upper bounds on all differences, closed under shortest paths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    variables: usize,
    most: [[i32; MOST_VARIABLES]; MOST_VARIABLES],
}

impl Bounds {
    fn new(variables: usize, most: i32) -> Bounds {
        let mut bounds = Bounds {
            variables,
            most: [[most; MOST_VARIABLES]; MOST_VARIABLES],
        };
        for i in 0..variables {
            bounds.most[i][i] = 0;
        }
        bounds
    }

    /// Adds `x_i` − `x_j` ≤ most; returns whether the system is feasible.
    fn bound(&mut self, i: usize, j: usize, most: i32) -> bool {
        if self.most[j][i] + most < 0 {
            return false;
        }
        if most < self.most[i][j] {
            for a in 0..self.variables {
                for b in 0..self.variables {
                    let through = self.most[a][i] + most + self.most[j][b];
                    self.most[a][b] = self.most[a][b].min(through);
                }
            }
        }
        true
    }

    /// Extreme solutions: for each variable, all others as far above it as possible, and as far
    /// below. The least coordinate of each is 0.
    fn members(&self) -> Vec<Point> {
        let mut members = Vec::new();
        for fixed in 0..self.variables {
            for upwards in [true, false] {
                let mut point = [0; MOST_VARIABLES];
                for (i, x) in point.iter_mut().enumerate().take(self.variables) {
                    *x = if upwards {
                        self.most[i][fixed]
                    } else {
                        -self.most[fixed][i]
                    };
                }
                let least = *point[..self.variables].iter().min().expect("a variable");
                for x in &mut point[..self.variables] {
                    *x -= least;
                }
                if !members.contains(&point) {
                    members.push(point);
                }
            }
        }
        members
    }
}

/// Coordinates in units.
pub(super) fn show(point: &[i32]) -> String {
    let mut words = String::new();
    for (i, &x) in point.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        let _ = write!(words, "{comma}{}", x as f64 / UNIT as f64);
    }
    format!("[{words}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn region_counts_match_known_arrangements() {
        // Braid: n!; Catalan: n! times the Catalan number.
        let braid: Vec<u64> = (2..=5)
            .map(|n| Arrangement::around(n, 0).regions())
            .collect();
        assert_eq!(braid, [2, 6, 24, 120]);
        let catalan: Vec<u64> = (2..=5)
            .map(|n| Arrangement::around(n, 1).regions())
            .collect();
        assert_eq!(catalan, [2 * 2, 6 * 5, 24 * 14, 120 * 42]);
        // Shi's own arrangement, x_i − x_j ∈ {0, 1}: (n + 1)^(n − 1).
        let shi = |variables| Arrangement {
            variables,
            thresholds: vec![0, 1],
        };
        let regions: Vec<u64> = (2..=5).map(|n| shi(n).regions()).collect();
        assert_eq!(regions, [3, 16, 125, 1296]);
    }

    #[test]
    fn faces_of_the_braid_arrangement_are_weak_orders() {
        let faces: Vec<usize> = (2..=5)
            .map(|n| Arrangement::around(n, 0).points(true).len())
            .collect();
        assert_eq!(faces, [3, 13, 75, 541]);
    }

    #[test]
    fn points_lie_in_their_faces() {
        let arrangement = Arrangement::around(3, 2);
        let mut faces = BTreeSet::new();
        let mut last = None;
        for (number, point) in arrangement.spread_points() {
            let face = arrangement.face_of(&point[..3]);
            if last.as_ref().is_none_or(|(known, _)| *known != number) {
                assert!(faces.insert(face.clone()), "one face has two indices");
                last = Some((number, face));
            } else {
                assert_eq!(last, Some((number, face)));
            }
        }
        let regions = faces.iter().filter(|face| Arrangement::is_region(face));
        assert_eq!(regions.count() as u64, arrangement.regions());
    }
}
