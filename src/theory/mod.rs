//! What is known about a heuristic on a finite graph, and about classes of them.
//!
//! What is said of one heuristic on one graph is integer arithmetic over all vertices
//! and edges; nothing is sampled and nothing is rounded. What is said of classes are
//! bounds: on how rich a class is, and from how many samples it can be judged.
//!
//! | file | what it keeps |
//! |---|---|
//! | `instance` | [`Instance`]: a graph, a heuristic that fits it, exact distances |
//! | `properties` | [`Properties`]: admissible, consistent, goal-aware, each with a witness |
//! | `bounds` | [`Bounds`]: how far from optimal A* can be, minimised over all optimal paths |
//! | `trial` | [`Trial`]: one search held against its bound |
//! | `psi` | Ψ along one path that is given (feature `theory`) |
//! | `regions` | how many regions hyperplanes cut, exactly (feature `theory`) |
//! | `behaviour` | all that A* does on a small graph, and exact pseudo-dimensions (feature `theory`) |
//! | `architecture` | what the bounds ask of a network: layers, neurons, parameters (feature `theory`) |
//! | `dimension` | every bound on a pseudo-dimension, with what it needs (feature `theory`) |
//! | `samples` | how far a mean over samples may be off, and how many samples it takes (feature `theory`) |
//!
//! # The two bounds
//!
//! Let v₀ … vₖ be an optimal path, C* its cost and C the cost that A* finds.
//!
//! - **With reopening**, C − C* ≤ Ψ − h(goal), where Ψ is the maximum of
//!   h(vᵢ) − h\*(vᵢ) along the path. The paper states it for h(goal) = 0, as
//!   C − C* ≤ Ψ. When the goal is selected, some vᵢ with an optimal g is in
//!   OPEN, and g(vᵢ) + h(vᵢ) ≥ C + h(goal); so the general form needs nothing
//!   of h, and h may be negative.
//! - **Without reopening**, C − C* is at most the sum of the inconsistencies
//!   of the edges of the path but its first, max(h(p) − h(c) − cost, 0) for the
//!   edge from p to c. The paper states it for h ≥ 0 and h(goal) = 0.
//!
//! Both hold for every optimal path, so the best of each is its minimum over all
//! of them; that is what [`Bounds`] computes. Which assumptions of the paper a
//! heuristic meets, [`Properties::claims`] says; the bounds are computed and
//! compared in any case.
//!
//! ```
//! use admit::search::Astar;
//! use admit::space::graph::Matrix;
//! use admit::theory::{Bounds, Instance, inconsistency_along};
//!
//! // The direct edge costs 4, the way through 1 costs 3. 1 looks bad.
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
