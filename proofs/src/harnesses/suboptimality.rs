//! How much A\* may lose, for all small graphs at once.

use crate::checks::suboptimality;
use crate::choices::Symbolic;
use crate::code::Production;
use crate::problem::Scope;

const SCOPE: Scope = Scope::new(3, 15).trimmed();

#[kani::proof]
#[kani::unwind(4)]
fn under_reopening_3() {
    let _ = suboptimality::under_reopening::<3>(&mut Symbolic, &Production, &SCOPE);
}

#[kani::proof]
#[kani::unwind(6)]
fn under_reopening_4() {
    let _ = suboptimality::under_reopening::<4>(&mut Symbolic, &Production, &SCOPE);
}

#[kani::proof]
#[kani::unwind(10)]
fn under_reopening_5() {
    let _ = suboptimality::under_reopening::<5>(&mut Symbolic, &Production, &SCOPE);
}
