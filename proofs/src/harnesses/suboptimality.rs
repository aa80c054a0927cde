//! How much A\* may lose, for all small graphs at once.

use crate::checks::suboptimality;
use crate::choices::Symbolic;
use crate::code::Production;
use crate::problem::Scope;

#[kani::proof]
#[kani::unwind(6)]
fn loss_under_reopening_3() {
    let _ = suboptimality::under_reopening::<3>(&mut Symbolic, &Production, &Scope::new(3, 15));
}

#[kani::proof]
#[kani::unwind(9)]
fn loss_under_reopening_4() {
    let _ = suboptimality::under_reopening::<4>(&mut Symbolic, &Production, &Scope::new(3, 15));
}
