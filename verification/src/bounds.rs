//! The claims about bounds on pseudo-dimensions.

use admit::theory::dimension::{Bound, By, Subject};

/// The id of the claim about a bound, if any.
///
/// ```
/// use admit::theory::dimension::Subject;
/// use admit_verification::bounds::claim_of;
/// let subject = Subject::graph(6);
/// assert_eq!(claim_of(&subject.bounds()[0], &subject), Some("pdim-at-most-starts"));
/// ```
pub fn claim_of(bound: &Bound, subject: &Subject) -> Option<&'static str> {
    let claim = match (bound.name, bound.by) {
        ("number of starts" | "number of instances", _) => "pdim-at-most-starts",
        ("n log n", By::Paper) => "region-count",
        ("n log n", By::Here) => "pdim-n-log-n",
        ("m log n", _) => "pdim-m-log-n",
        ("n log ℓ" | "m log ℓ", By::Paper) => "classes-hide-a-logarithm",
        ("n log ℓ" | "m log ℓ", By::Here) | ("Ψ, heuristics", _) => "pdim-classes",
        ("network, order" | "network, solved", _) if subject.any_goal => "pdim-network-goals",
        ("network, order" | "network, solved", _) => "pdim-network",
        ("network, closed form", _) => "solving-for-t",
        ("network, sign patterns", _) => "pdim-network-says",
        ("Ψ, n log n", _) => "pdim-psi",
        ("Ψ, vertices", _) => "pdim-psi-at-most-n",
        ("Ψ, classes", _) => "pdim-psi-at-most-m",
        _ => return None,
    };
    Some(claim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published;

    #[test]
    fn every_bound_has_a_claim() {
        let claims = published::claims();
        let whole = Subject {
            classes: Some(4),
            values: Some(3),
            network: Some("4-8-3".parse().unwrap()),
            represented: 5,
            ..Subject::graph(6)
        };
        let any_goal = Subject {
            any_goal: true,
            ..whole.clone()
        };
        let plain = Subject {
            classes: None,
            ..whole.clone()
        };
        for subject in [whole, any_goal, plain] {
            for bound in subject.bounds() {
                let id = claim_of(&bound, &subject);
                let id = id.unwrap_or_else(|| panic!("{} has no claim", bound.name));
                assert!(claims.find(id).is_ok(), "{id}");
            }
        }
    }
}
