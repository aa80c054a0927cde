//! Checks of `admit-proofs` on graphs, and the evidence that engines derive from them.
//!
//! One list entry (check, scopes, mutants that it kills) yields up to four pieces of evidence: all
//! graphs of 2 to 4 vertices in seconds, a larger scope on 4 vertices in a minute, and random
//! graphs of up to 60 vertices by proptest and by quickcheck.

use super::settle::random;
use super::{Evidence, Settled, Tier, counted};
use crate::engines::{Drawn, Enumerated, Tally, exhaustive, fails_somewhere};
use admit_proofs::choices::Case;
use admit_proofs::mutants::{Mutant, Subject};
use admit_proofs::problem::Scope;

/// The largest number of vertices of random graphs.
pub const LARGE: usize = 60;
/// Upper bound on the choices for a problem of [`LARGE`] vertices: edges, values of h, up to two
/// optimal paths, and a few more.
const LARGE_CHOICES: usize = LARGE * LARGE + 4 * LARGE + 16;

/// A check on all problems of a fixed size.
pub type OnSmall = fn(&mut Enumerated, &Subject, &Scope) -> Case;
/// A check on random problems of up to [`LARGE`] vertices.
pub type OnLarge = fn(&mut Drawn<'_>, &Subject, &Scope) -> Case;

/// A check on graphs.
#[derive(Clone, Copy, Debug)]
pub struct GraphCheck {
    /// Its name.
    pub name: &'static str,
    /// Its file.
    pub file: &'static str,
    /// On 2, 3 and 4 vertices.
    pub on_small: [OnSmall; 3],
    /// On up to [`LARGE`] vertices.
    pub on_large: OnLarge,
    /// Scope for 2 and 3 vertices.
    pub small: Scope,
    /// Scope for 4 vertices, if any.
    pub four: Option<Scope>,
    /// Scope for 4 vertices in full runs, if any.
    pub slowly: Option<Scope>,
    /// Scope of random graphs, if any.
    pub large: Option<Scope>,
    /// The mutants that it kills on graphs of 2 to 4 vertices; none if it states something false.
    pub kills: &'static [Mutant],
}

/// A list of [`GraphCheck`]s from functions of `admit_proofs::checks` that are generic in the number
/// of vertices.
macro_rules! graph_checks {
    (@option) => { None };
    (@option $scope:expr) => { Some($scope) };
    ($($file:ident::$name:ident, small: $small:expr, $(four: $four:expr,)?
       $(slowly: $slowly:expr,)? $(large: $large:expr,)? kills: [$($mutant:ident),*],)+) => {
        &[$(GraphCheck {
            name: stringify!($name),
            file: concat!("proofs/src/checks/", stringify!($file), ".rs"),
            on_small: [
                |c, code, scope| $file::$name::<2>(c, code, scope),
                |c, code, scope| $file::$name::<3>(c, code, scope),
                |c, code, scope| $file::$name::<4>(c, code, scope),
            ],
            on_large: |c, code, scope| $file::$name::<{ $crate::evidence::LARGE }>(c, code, scope),
            small: $small,
            four: graph_checks!(@option $($four)?),
            slowly: graph_checks!(@option $($slowly)?),
            large: graph_checks!(@option $($large)?),
            kills: &[$(admit_proofs::mutants::Mutant::$mutant),*],
        }),+]
    };
}
pub(super) use graph_checks;

impl GraphCheck {
    /// The checks for 2, 3 and 4 vertices with their scopes.
    fn sizes(&self) -> impl Iterator<Item = (OnSmall, Scope)> {
        let [two, three, four] = self.on_small;
        let small = [(two, self.small), (three, self.small)].into_iter();
        small.chain(self.four.map(|scope| (four, scope)))
    }

    /// All cases of 2 to 4 vertices; stops at the fewest vertices with a failure.
    fn on_small(&self) -> Settled {
        let mut tally = Tally::default();
        for (check, scope) in self.sizes() {
            if tally.failure.is_none() {
                tally = tally.and(exhaustive(|c| check(c, &Subject::Production, &scope)));
            }
        }
        let four = self.four.map(|scope| format!("; all {}", scope.words(4)));
        let words = format!(
            "all digraphs of 2 and 3 vertices, {}{}",
            self.small,
            four.unwrap_or_default()
        );
        counted(&tally, words)
    }

    /// Whether it fails on a mutant.
    pub fn kills(&self, mutant: Mutant) -> bool {
        self.fails_on(Subject::Mutant(mutant))
    }

    /// Whether it fails on the subject in some case of 2 to 4 vertices.
    pub fn fails_on(&self, subject: Subject) -> bool {
        self.sizes()
            .any(|(check, scope)| fails_somewhere(|c| check(c, &subject, &scope)))
    }

    fn slowly(&self, scope: Scope) -> Settled {
        let [_, _, four] = self.on_small;
        let tally = exhaustive(|c| four(c, &Subject::Production, &scope));
        counted(&tally, format!("all {}", scope.words(4)))
    }

    /// All its evidence.
    pub fn evidence(&'static self) -> Vec<Evidence> {
        let id = format!("exhaustive {}::{}", self.file, self.name);
        let slowly = self
            .slowly
            .map(|scope| Evidence::new(format!("{id}@4"), Tier::Full, move || self.slowly(scope)));
        let mut out = vec![Evidence::new(id, Tier::Quick, || self.on_small())];
        out.extend(slowly);
        if let Some(scope) = self.large {
            let check = self.on_large;
            let on_code = move |c: &mut Drawn<'_>| check(c, &Subject::Production, &scope);
            let words = scope.words(LARGE);
            out.extend(random(self.file, self.name, LARGE_CHOICES, &words, on_code));
        }
        out
    }
}
