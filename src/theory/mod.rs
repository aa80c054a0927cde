//! Theory of one heuristic on a finite graph, and of classes of heuristics.
//!
//! Results for one heuristic on one graph are integer arithmetic over all vertices and edges,
//! without sampling or rounding. Results for classes are bounds: on the capacity of a class, and on
//! the number of samples needed.
//!
//! | file | contents |
//! |---|---|
//! | `instance` | [`Instance`]: a graph, a heuristic that fits it, exact distances |
//! | `properties` | [`Properties`]: admissible, consistent, goal-aware, each with a witness |
//! | `bounds` | [`Bounds`]: bounds on the suboptimality of A*, minimised over all optimal paths |
//! | `trial` | [`Trial`]: one search compared with its bound |
//! | `psi` | Ψ of one given path (feature `theory`) |
//! | `regions` | exact number of regions of a hyperplane arrangement (feature `theory`) |
//! | `behaviour` | all behaviours of A* on a small graph, and exact pseudo-dimensions (feature `theory`) |
//! | `architecture` | layers, neurons and parameters of a network (feature `theory`) |
//! | `dimension` | bounds on pseudo-dimensions, with their assumptions (feature `theory`) |
//! | `samples` | uniform convergence: error of a mean over samples, and sample sizes (feature `theory`) |
//!
//! # The two bounds
//!
//! Let v₀ … vₖ be an optimal path, C* its cost and C the cost that A* finds.
//!
//! - **With reopening**, C − C* ≤ Ψ − h(goal), where Ψ is the maximum of h(vᵢ) − h\*(vᵢ) along the
//!   path. The paper states it for h(goal) = 0, as C − C* ≤ Ψ. When the goal is selected, some vᵢ
//!   with an optimal g is in OPEN, and g(vᵢ) + h(vᵢ) ≥ C + h(goal); so the general form assumes
//!   nothing of h, and h may be negative.
//! - **Without reopening**, C − C* is at most the sum of the inconsistencies of all edges of the
//!   path but the first, max(h(p) − h(c) − cost, 0) for the edge from p to c. The paper states it
//!   for h ≥ 0 and h(goal) = 0.
//!
//! Both hold for every optimal path; [`Bounds`] computes the minimum of each over all of them.
//! [`Properties::claims`] gives the paper's assumption that a heuristic violates, if any; the
//! bounds are computed and compared in any case.
//!
//! ```
//! use admit::search::Astar;
//! use admit::space::graph::Matrix;
//! use admit::theory::{Bounds, Instance, inconsistency_along};
//!
//! // The direct edge costs 4, the path through 1 costs 3; h overestimates at 1.
//! let graph = Matrix::<3>::from_costs([[0, 1, 4], [0, 0, 2], [0, 0, 0]], 2).unwrap();
//! let h = [0, 5, 0];
//! let instance = Instance::new(&graph, &h).unwrap();
//! assert!(!instance.properties().is_admissible());
//! assert_eq!(inconsistency_along(&h, &[(0, 1), (1, 1), (2, 2)]), 3);
//!
//! let bounds = Bounds::new(&instance);
//! assert_eq!(bounds.with_reopening(0), Some(3)); // h(1) − h*(1) = 5 − 2
//! assert_eq!(bounds.without_reopening(0), Some(3)); // h(1) − h(2) − 2
//! let trial = instance.trial(&bounds, &Astar::new(), 0).unwrap().unwrap();
//! assert_eq!(trial.suboptimality(), Some(1));
//! assert!(!trial.is_violated());
//! ```

#[cfg(feature = "theory")]
pub mod architecture;
#[cfg(feature = "theory")]
pub mod behaviour;
mod bounds;
#[cfg(feature = "theory")]
pub mod dimension;
mod instance;
mod properties;
#[cfg(feature = "theory")]
mod psi;
#[cfg(feature = "theory")]
pub mod regions;
#[cfg(feature = "theory")]
pub mod samples;
mod trial;

pub use bounds::{Bounds, Psi};
pub use instance::{Instance, InstanceError};
pub use properties::{
    Assumption, Inconsistent, Overestimate, Properties, inconsistency, inconsistency_along,
};
pub use trial::Trial;
