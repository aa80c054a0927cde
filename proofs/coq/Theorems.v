(** * The theorems

    Every statement in terms of [Spec] alone; proofs are in the other files and
    only applied here. At the end Coq prints the assumptions of each.

    [For:] introduces the scope of a theorem, which the ledger quotes. All
    graphs are finite; costs and heuristic values are integers; [h] may be
    negative and inadmissible unless a hypothesis says otherwise; any set of
    vertices may be goals. A search is _any_ search that the relation [reached]
    allows, hence tie-breaking is arbitrary, except where an order is named. *)

From Coq Require Import List Bool Arith ZArith QArith.
From Admit Require Import Spec.
From Admit Require Paths Invariants Reopening Inconsistency Parents.
From Admit Require Termination Function Comparisons Consequences.
From Admit Require Abstraction Cea Dimension.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** 1. The invariant *)

(** At every moment before a goal is selected, some vertex of any given
    optimal path is in OPEN with an optimal [g], and those before it are in
    CLOSED with an optimal [g].
    For: all finite graphs with positive integer costs and all integer
    heuristics, with reopening, however ties are broken *)
Theorem optimal_subpath :
  forall G goal h s m p,
    costs_positive G ->
    reached true G goal h s m ->
    optimal G goal s p ->
    exists p1 p2 v n,
      p = p1 ++ p2 /\ path G s p1 v /\
      is_open m v n /\ from_start G s v (g n) /\
      forall e, In e p1 ->
        exists k, is_closed m (tail e) k /\ from_start G s (tail e) (g k).
Proof.
  exact (fun G goal h s m p positive =>
    Reopening.optimal_subpath G goal h s positive m p).
Qed.

(** Parts of an optimal path are optimal, so [C* = g* + h*] on it.
    For: all finite graphs and all optimal paths in them *)
Theorem optimal_path_splits :
  forall G goal s p q,
    optimal G goal s (p ++ q) ->
    exists v, shortest G s p v /\ optimal G goal v q.
Proof. exact Consequences.optimal_path_splits. Qed.

(** [g] is never below the distance from the start, and never increases.
    For: all finite graphs with positive integer costs and all integer
    heuristics, with reopening and without, however ties are broken *)
Theorem g_from_above :
  forall r G goal h s m v n,
    costs_positive G ->
    reached r G goal h s m ->
    m v = Some n ->
    (forall d, from_start G s v d -> d <= g n) /\
    (forall m', step r G goal h m m' ->
      exists n', m' v = Some n' /\ g n' <= g n).
Proof.
  exact (fun r G goal h s m v n positive run known => conj
    (fun d => Consequences.g_from_above r G goal h s m v n d positive run
                known)
    (fun m' next => Consequences.g_never_rises r G goal h m m' v n next
                      known)).
Qed.

(** ** 2. Suboptimality with reopening *)

(** The loss is at most the largest [h - h*] on any optimal path.
    For: all finite graphs with positive integer costs and all integer
    heuristics that are 0 at the goals, however ties are broken *)
Theorem suboptimality_with_reopening :
  forall G goal h s m t c p psi,
    costs_positive G ->
    zero_at_goals goal h ->
    optimal G goal s p ->
    is_max (excess G goal h (on_path s p)) psi ->
    returns true G goal h s m t c ->
    c - cost_of p <= psi.
Proof.
  exact (fun G goal h s m t c p psi positive =>
    Reopening.suboptimality G goal h s positive m t c p psi).
Qed.

(** In general, less [h] at the returned goal.
    For: all finite graphs with positive integer costs and all integer
    heuristics, whatever they are at the goals, however ties are broken *)
Theorem suboptimality_any_goal_value :
  forall G goal h s m t c p psi,
    costs_positive G ->
    optimal G goal s p ->
    is_max (excess G goal h (on_path s p)) psi ->
    returns true G goal h s m t c ->
    c - cost_of p <= psi - h t.
Proof.
  exact (fun G goal h s m t c p psi positive =>
    Reopening.suboptimality_any_goal_value G goal h s positive m t c p psi).
Qed.

(** The maximum may omit the start.
    For: all finite graphs with positive integer costs and all integer
    heuristics, however ties are broken *)
Theorem suboptimality_start_left_out :
  forall G goal h s m t c p psi,
    costs_positive G ->
    optimal G goal s p ->
    is_max (excess G goal h (map head p)) psi ->
    returns true G goal h s m t c ->
    c - cost_of p <= psi - h t.
Proof.
  exact (fun G goal h s m t c p psi positive =>
    Reopening.suboptimality_start_left_out G goal h s positive m t c p psi).
Qed.

(** The maximum exists for every optimal path.
    For: all finite graphs with positive integer costs and all integer
    heuristics *)
Theorem psi_exists :
  forall G goal h s p,
    costs_positive G ->
    optimal G goal s p ->
    exists psi, is_max (excess G goal h (on_path s p)) psi.
Proof. exact Consequences.psi_exists. Qed.

(** It is not negative, and is that over the overestimated vertices, or 0 if
    there are none.
    For: all finite graphs and all integer heuristics that are 0 at the goals *)
Theorem psi_range :
  forall G goal h s p psi,
    zero_at_goals goal h ->
    optimal G goal s p ->
    is_max (excess G goal h (on_path s p)) psi ->
    0 <= psi /\
    (psi = 0 \/
     is_max (fun x => excess G goal h (on_path s p) x /\ 0 < x) psi).
Proof. exact Consequences.psi_range. Qed.

(** The loss is at most the sum of [g - g*] and [h - h*] at any open vertex of
    an optimal path.
    For: all finite graphs and all integer heuristics that are 0 at the goals,
    with reopening and without, however ties are broken *)
Theorem loss_at_open_vertex :
  forall r G goal h s m t c p1 p2 v n,
    zero_at_goals goal h ->
    optimal G goal s (p1 ++ p2) ->
    path G s p1 v ->
    is_open m v n ->
    returns r G goal h s m t c ->
    c - cost_of (p1 ++ p2) <= (g n - cost_of p1) + (h v - cost_of p2).
Proof. exact Consequences.loss_at_open_vertex. Qed.

(** If every vertex of the path behind the start precedes the goal in the
    tie-breaking order, a positive loss is strictly below the bound.
    For: all finite graphs with positive integer costs, all integer heuristics
    that are 0 at the goals and all strict total orders *)
Theorem strict_if_goal_last :
  forall G goal h before s m t n p psi,
    costs_positive G ->
    strict_total before ->
    zero_at_goals goal h ->
    optimal G goal s p ->
    is_max (excess G goal h (on_path s p)) psi ->
    (forall v, In v (map head p) -> v <> t -> before v t = true) ->
    reached true G goal h s m ->
    goal t = true ->
    is_open m t n ->
    (forall w k, is_open m w k ->
      w = t \/ better h before t n w k = true) ->
    0 < g n - cost_of p ->
    g n - cost_of p < psi.
Proof. exact Consequences.strict_if_goal_last. Qed.

(** ** 3. Ties *)

(** With equal differences, every search with one heuristic is a search with the
    other; and with one strict total order the runs are equal, memory by memory,
    and so is any function of a run.
    For: all finite graphs, all pairs of integer heuristics with equal
    differences and all strict total orders *)
Theorem tie_invariance :
  forall r G goal h h' s,
    (forall v w, h v - h w = h' v - h' w) ->
    (forall m,
      (reached r G goal h s m <-> reached r G goal h' s m) /\
      forall v n, selects h m v n <-> selects h' m v n) /\
    (forall before steps, strict_total before ->
      astar r G goal h before steps s = astar r G goal h' before steps s) /\
    (forall before steps (T : Type) (U : list selection * ending -> T),
      strict_total before ->
      U (astar r G goal h before steps s) =
      U (astar r G goal h' before steps s)).
Proof.
  exact (fun r G goal h h' s same => conj
    (fun m => Comparisons.same_searches r G goal h h' s m same) (conj
    (fun before steps order =>
      Comparisons.same_run r G goal h h' before steps s order same)
    (fun before steps T U order => f_equal U
      (Comparisons.same_run r G goal h h' before steps s order same)))).
Qed.

(** ** 4. Admissible and consistent heuristics *)

(** If [h] is admissible, and not negative at the goals, the least cost is
    returned.
    For: all finite graphs with positive integer costs and all admissible
    integer heuristics that are not negative at the goals, with reopening,
    however ties are broken *)
Theorem astar_optimal :
  forall G goal h s m t c p,
    costs_positive G ->
    admissible G goal h ->
    (forall u, goal u = true -> 0 <= h u) ->
    optimal G goal s p ->
    returns true G goal h s m t c ->
    c = cost_of p.
Proof. exact Function.astar_optimal. Qed.

(** If [h] is consistent, vertices in CLOSED stay there unchanged.
    For: all finite graphs with positive integer costs and all consistent
    integer heuristics, however ties are broken *)
Theorem no_reopening_if_consistent :
  forall G goal h s m v n w k,
    costs_positive G ->
    consistent G h ->
    reached true G goal h s m ->
    selects h m v n ->
    is_closed m w k ->
    expand true G v n m w = Some k.
Proof.
  exact (fun G goal h s m v n w k positive =>
    Reopening.no_reopening_if_consistent G goal h s positive m v n w k).
Qed.

(** Then the least cost is returned without reopening, too.
    For: all finite graphs with positive integer costs and all consistent
    integer heuristics that are 0 at the goals, however ties are broken *)
Theorem consistent_without_reopening :
  forall G goal h s m t c p,
    costs_positive G ->
    consistent G h ->
    zero_at_goals goal h ->
    optimal G goal s p ->
    returns false G goal h s m t c ->
    c = cost_of p.
Proof. exact Consequences.consistent_without_reopening. Qed.

(** ** 5. Termination *)

(** No search from a reachable memory is infinite.
    For: all finite graphs with positive integer costs and all integer
    heuristics, with reopening and without, however ties are broken *)
Theorem astar_terminates :
  forall r G goal h s m,
    costs_positive G ->
    reached r G goal h s m ->
    Acc (fun m2 m1 => step r G goal h m1 m2) m.
Proof.
  exact (fun r G goal h s m positive =>
    Termination.steps_end r G goal h s positive m).
Qed.

(** A search that has ended has selected a goal if and only if one is reachable;
    and the function decides which, with a path through parents of the returned
    cost.
    For: all finite graphs with positive integer costs, all integer heuristics
    and all strict total orders, with reopening and without *)
Theorem astar_complete :
  forall r G goal h s,
    costs_positive G ->
    (forall m,
      reached r G goal h s m ->
      (forall m', ~ step r G goal h m m') ->
      (exists t c, returns r G goal h s m t c) <-> reaches G goal s) /\
    (forall before, strict_total before ->
      exists enough, forall steps, (enough <= steps)%nat ->
        match snd (astar r G goal h before steps s) with
        | Found t c b => exists m p, returns r G goal h s m t c /\
            parent_path G m s p t /\ cost_of p = c /\
            b = rev (on_path s p)
        | Exhausted => ~ reaches G goal s
        | OutOfSteps => False
        end).
Proof.
  exact (fun r G goal h s positive => conj
    (fun m => Function.decided r G goal h Nat.ltb s positive
                Function.ltb_strict_total m)
    (fun before order =>
      Function.astar_decides r G goal h before s positive order)).
Qed.

(** Whenever a vertex is selected, its [g] is the cost of the path through
    parents. At other times the path may cost less, with reopening: see
    [Counterexamples].
    For: all finite graphs with positive integer costs and all integer
    heuristics, with reopening and without, however ties are broken *)
Theorem g_is_parent_path_cost :
  forall r G goal h s m v n,
    costs_positive G ->
    reached r G goal h s m ->
    m v = Some n ->
    (exists p, parent_path G m s p v /\ cost_of p <= g n) /\
    (selects h m v n \/ r = false ->
      exists p, parent_path G m s p v /\ cost_of p = g n).
Proof.
  intros r G goal h s m v n positive run known.
  destruct (Parents.parents_lead_back r G goal h s positive m v n run known)
    as (p & (line & _) & at_most & exactly).
  split; [now exists p|]. intros [selected|off].
  - clear p line at_most exactly.
    destruct (Parents.selected_traced r G goal h s positive m v n run
                selected) as (p & (line & _) & exactly).
    now exists p.
  - exists p. split; [exact line|]. apply exactly. intros w k.
    exact (Parents.no_open_ancestor r G goal h s positive m v w k run off).
Qed.

(** The function is one of the searches that the relation allows, and selects by
    least [f] and then by the order.
    For: all finite graphs, all integer heuristics and all strict total orders,
    with reopening and without *)
Theorem function_refines_relation :
  forall r G goal h before steps s m v n,
    strict_total before ->
    In (m, v, n) (fst (astar r G goal h before steps s)) ->
    reached r G goal h s m /\ selects h m v n /\
    forall w k, is_open m w k -> w = v \/ better h before v n w k = true.
Proof.
  exact (fun r G goal h before steps s m v n order =>
    Function.run_selects r G goal h before s order steps m v n).
Qed.

(** ** 6. Suboptimality without reopening *)

(** The loss is at most the summed inconsistency of any optimal path without its
    first edge. At the goals [h] need only be the same at all of them.
    For: all finite graphs with positive integer costs and all integer
    heuristics with one value at all goals, however ties are broken *)
Theorem suboptimality_without_reopening :
  forall G goal h s m t c p,
    costs_positive G ->
    (forall u v, goal u = true -> goal v = true -> h u = h v) ->
    optimal G goal s p ->
    returns false G goal h s m t c ->
    c - cost_of p <= inconsistencies h (tl p).
Proof.
  intros G goal h s m t c p positive equal best result.
  pose proof best as ((u & goal_u & path_p) & _).
  pose proof result as (_ & goal_t & _).
  pose proof (Inconsistency.suboptimality_without_reopening G goal h s
                positive m t c p u best path_p result) as bound.
  rewrite (equal u t goal_u goal_t) in bound.
  now rewrite Z.add_simpl_r in bound.
Qed.

(** Before the goal is selected, the first open vertex of any path to it has a
    [g] that is too large by at most the summed inconsistency up to it, without
    the first edge.
    For: all finite graphs with positive integer costs and all integer
    heuristics, without reopening, however ties are broken *)
Theorem g_error_without_reopening :
  forall G goal h s m p t,
    costs_positive G ->
    reached false G goal h s m ->
    path G s p t ->
    goal t = true ->
    m <> initial s ->
    exists q1 e q2 n,
      p = q1 ++ e :: q2 /\ is_open m (head e) n /\
      (forall e', In e' q1 -> exists k, is_closed m (head e') k) /\
      g n <= cost_of (q1 ++ [e]) + inconsistencies h (tl (q1 ++ [e])).
Proof.
  exact (fun G goal h s m p t positive =>
    Inconsistency.g_error_without_reopening G goal h s positive m p t).
Qed.

(** On an optimal path, [h - h*] is at most the summed inconsistency of the
    rest of the path.
    For: all finite graphs and all integer heuristics that are 0 at the goals *)
Theorem h_error :
  forall G goal h s p q v d,
    zero_at_goals goal h ->
    optimal G goal s (p ++ q) ->
    path G s p v ->
    to_goal G goal v d ->
    h v - d <= inconsistencies h q.
Proof. exact Inconsistency.h_error. Qed.

(** The bound with reopening, without the start, never exceeds the bound without
    reopening.
    For: all finite graphs and all integer heuristics that are 0 at the goals *)
Theorem reopening_bound_at_most_inconsistency_bound :
  forall G goal h s p psi,
    zero_at_goals goal h ->
    optimal G goal s p ->
    is_max (excess G goal h (map head p)) psi ->
    psi <= inconsistencies h (tl p).
Proof. exact Inconsistency.reopening_bound_at_most_inconsistency_bound. Qed.

(** So the bound by inconsistency holds with reopening, too.
    For: all finite graphs with positive integer costs and all integer
    heuristics that are 0 at the goals, however ties are broken *)
Theorem inconsistency_bound_with_reopening :
  forall G goal h s m t c p,
    costs_positive G ->
    zero_at_goals goal h ->
    optimal G goal s p ->
    returns true G goal h s m t c ->
    c - cost_of p <= inconsistencies h (tl p).
Proof. exact Consequences.inconsistency_bound_with_reopening. Qed.

(** Inconsistency is never negative, and 0 on all edges if and only if [h] is
    consistent.
    For: all finite graphs and all integer heuristics *)
Theorem inconsistency_zero_iff_consistent :
  forall G h,
    (forall e, 0 <= inconsistency h e) /\
    ((forall e, In e G -> inconsistency h e = 0) <-> consistent G h).
Proof. exact Consequences.inconsistency_zero_iff_consistent. Qed.

(** ** 7. Heuristics from tables *)

(** Distances in an abstraction are admissible.
    For: all finite graphs with positive integer costs and all maps to a graph
    that take edges to edges of no greater cost, or their ends together *)
Theorem pdb_admissible :
  forall G goal G' goal' phi h,
    costs_positive G ->
    abstraction G goal G' goal' phi ->
    pattern_database G' goal' phi h ->
    admissible G goal h.
Proof. exact Abstraction.pdb_admissible. Qed.

(** They are consistent wherever they are defined.
    For: all finite graphs with positive integer costs and all maps to a graph
    that take edges to edges of no greater cost, or their ends together *)
Theorem pdb_consistent :
  forall G goal G' goal' phi h,
    costs_positive G ->
    abstraction G goal G' goal' phi ->
    pattern_database G' goal' phi h ->
    (forall e, In e G -> reaches G' goal' (phi (head e)) ->
      h (tail e) <= cost e + h (head e)) /\
    ((forall v, reaches G' goal' (phi v)) -> consistent G h).
Proof.
  exact (fun G goal G' goal' phi h positive homomorphism exact => conj
    (Abstraction.pdb_consistent_at G goal G' goal' phi h positive
       homomorphism exact)
    (Abstraction.pdb_consistent G goal G' goal' phi h positive
       homomorphism exact)).
Qed.

(** A heuristic nowhere above the table of an abstraction is admissible.
    For: all finite graphs with positive integer costs and all maps to a graph
    that take edges to edges of no greater cost, or their ends together *)
Theorem below_table_admissible :
  forall G goal G' goal' phi table h,
    costs_positive G ->
    abstraction G goal G' goal' phi ->
    pattern_database G' goal' phi table ->
    (forall v, h v <= table v) ->
    admissible G goal h.
Proof. exact Consequences.below_table_admissible. Qed.

(** The least value of every group is admissible.
    For: all finite graphs, all admissible integer heuristics and all groupings
    of vertices *)
Theorem min_compression_admissible :
  forall G goal group h h',
    min_compressed group h h' ->
    admissible G goal h ->
    admissible G goal h'.
Proof. exact Abstraction.min_compression_admissible. Qed.

(** The larger of two admissible heuristics is admissible.
    For: all finite graphs and all pairs of admissible integer heuristics,
    hence all finite numbers of them *)
Theorem max_admissible :
  forall G goal h h',
    admissible G goal h ->
    admissible G goal h' ->
    admissible G goal (fun v => Z.max (h v) (h' v)).
Proof. exact Abstraction.max_admissible. Qed.

(** The larger of two consistent heuristics is consistent.
    For: all finite graphs and all pairs of consistent integer heuristics,
    hence all finite numbers of them *)
Theorem max_consistent :
  forall G h h',
    consistent G h ->
    consistent G h' ->
    consistent G (fun v => Z.max (h v) (h' v)).
Proof. exact Abstraction.max_consistent. Qed.

(** Base and difference sum to the large table; and the base plus anything
    nowhere above the difference is admissible if the large table is.
    For: all finite graphs and all pairs of integer heuristics *)
Theorem delta_exact :
  forall (large base : heuristic),
    (forall v, base v + delta large base v = large v) /\
    forall G goal (d : heuristic),
      admissible G goal large ->
      (forall v, d v <= delta large base v) ->
      admissible G goal (fun v => base v + d v).
Proof.
  exact (fun large base => conj (Abstraction.delta_exact large base)
    (fun G goal d below lower =>
      Abstraction.delta_lowered_admissible G goal large base d lower below)).
Qed.

(** The difference is not negative if the base is an abstraction of the
    abstraction.
    For: all pairs of nested abstractions, at all vertices from whose image a
    goal can be reached *)
Theorem delta_not_negative :
  forall G1 goal1 G2 goal2 phi psi large base v,
    costs_positive G1 ->
    abstraction G1 goal1 G2 goal2 psi ->
    pattern_database G1 goal1 phi large ->
    pattern_database G2 goal2 (fun v => psi (phi v)) base ->
    reaches G1 goal1 (phi v) ->
    0 <= delta large base v.
Proof.
  exact (fun G1 goal1 G2 goal2 phi psi large base v positive homomorphism
      exact_large exact_base =>
    Abstraction.delta_not_negative G1 goal1 G2 goal2 phi psi large base
      positive homomorphism exact_large exact_base v).
Qed.

(** Filters that miss no overestimate make a learned heuristic admissible,
    whatever their false positives.
    For: all finite graphs, all integer heuristics and all families of filters
    that miss no overestimate *)
Theorem one_sided_correction_admissible :
  forall G goal exact fs h,
    one_sided exact fs h ->
    admissible G goal exact ->
    admissible G goal (corrected fs h) /\
    forall v, corrected fs h v <= exact v /\ corrected fs h v <= h v.
Proof.
  exact (fun G goal exact fs h covers below => conj
    (Abstraction.one_sided_correction_admissible G goal exact fs h covers
       below)
    (fun v => conj
      (Abstraction.correction_never_above exact fs h covers v)
      (Abstraction.correction_only_lowers fs h v))).
Qed.

(** So do sets nested by excess, where a value is lowered by one for each of the
    leading sets that claim to hold its vertex, and never below 0: whatever
    their false positives, nothing is above the distance and no non-negative
    value rises.
    For: all finite graphs, all integer heuristics, all exact values that are
    not negative and all lists of sets that are nested by excess *)
Theorem lowered_by_run_admissible :
  forall G goal exact sets h,
    nested exact sets h ->
    (forall v, 0 <= exact v) ->
    admissible G goal exact ->
    admissible G goal (lowered sets h) /\
    forall v, lowered sets h v <= exact v /\
      (0 <= h v -> lowered sets h v <= h v).
Proof.
  exact (fun G goal exact sets h covers not_negative below => conj
    (Abstraction.lowered_by_run_admissible G goal exact sets h covers
       not_negative below)
    (fun v => conj
      (Abstraction.lowered_never_above exact sets h covers v
         (not_negative v))
      (Abstraction.lowered_never_raises sets h v))).
Qed.

(** Lowering what exceeds an admissible table to the table does it, too.
    For: all finite graphs, all integer heuristics and all admissible tables *)
Theorem lowered_to_table_admissible :
  forall G goal (h table : heuristic),
    admissible G goal table ->
    admissible G goal (fun v => Z.min (h v) (table v)).
Proof. exact Consequences.lowered_to_table_admissible. Qed.

(** ** 8. The loss *)

(** The weighted sum inside the logarithm is at most 1, and is 1 if and only
    if the true class has probability 1. The second term, [-eta log p], is not
    negative because no probability is above 1. Not covered: exponents that
    are not positive integers, irrational probabilities, logarithms, true
    class 0.
    For: all numbers of classes, all distributions of rational probabilities,
    all true classes from 1 on and all positive integer β *)
Theorem cea_unique_optimum :
  forall l p k beta,
    (1 <= k <= l)%nat ->
    distribution l p ->
    (inner_sum beta p k <= 1)%Q /\
    ((inner_sum beta p k == 1)%Q <-> (p k == 1)%Q) /\
    (p k <= 1)%Q.
Proof.
  intros l p k beta class shares.
  destruct (Cea.cea_unique_optimum l p k beta class shares)
    as (at_most & only).
  split; [exact at_most|]. split; [exact only|].
  exact (Cea.second_term_optimum l p k (proj2 class) shares).
Qed.

(** The deficit of the sum from 1 bounds the probability of all classes above
    the true one.
    For: all numbers of classes, all distributions of rational probabilities,
    all true classes and all positive integer β *)
Theorem cea_bounds_overestimation :
  forall l p k beta,
    (k <= l)%nat ->
    distribution l p ->
    (sum (l - k) (fun i => p (S k + i)%nat) <= 1 - inner_sum beta p k)%Q.
Proof. exact Cea.cea_bound. Qed.

(** ** 9. Pseudo-dimension *)

(** If a class takes at most [r] behaviours on some points and shatters them,
    there are at most [log2 r] points.
    For: all classes of functions with values in any set with a test for ≤ *)
Theorem shatter_bound :
  forall (A X R : Type) (le : R -> R -> bool) (u : A -> X -> R) r xs,
    behaviours_at_most u r xs ->
    shatters le u xs ->
    (length xs <= Nat.log2 r)%nat.
Proof. exact (fun A X R => @Dimension.shatter_bound A X R). Qed.

(** A class of at most [r] functions shatters at most [log2 r] points: with
    [l ^ n] functions, [2 ^ N <= l ^ n].
    For: all finite classes of functions with values in any set with a test
    for ≤ *)
Theorem finite_class_bound :
  forall (A X R : Type) (le : R -> R -> bool) (u : A -> X -> R)
    (all : list A) r xs,
    (forall a, In a all) ->
    (length all <= r)%nat ->
    shatters le u xs ->
    (2 ^ length xs <= r)%nat.
Proof. exact (fun A X R => @Dimension.finite_class_bound A X R). Qed.

(** No class shatters more points than exist.
    For: all classes of functions with values in any totally ordered set *)
Theorem at_most_points :
  forall (A X R : Type) (le : R -> R -> bool) (u : A -> X -> R) points xs,
    total_order le ->
    incl xs points ->
    shatters le u xs ->
    (length xs <= length points)%nat.
Proof.
  exact (fun A X R le u points xs order =>
    @Dimension.at_most_points A X R le u order points xs).
Qed.

(** Maxima over sets of vertices shatter at most as many sets as there are
    vertices.
    For: all graphs of n vertices, and values in any totally ordered set *)
Theorem maxima_pseudo_dimension :
  forall (A X R : Type) (le : R -> R -> bool) (u : A -> X -> R)
    (V : list vertex) (vertices : X -> list vertex)
    (value : A -> vertex -> R),
    total_order le ->
    (forall x, incl (vertices x) V) ->
    (forall a x,
      (exists v, In v (vertices x) /\ u a x = value a v) /\
      forall v, In v (vertices x) -> le (value a v) (u a x) = true) ->
    pseudo_dimension_at_most le u (length V).
Proof.
  exact (fun A X R le u V vertices value order =>
    @Dimension.maxima_pseudo_dimension A X R le u order V vertices value).
Qed.

(** So the pseudo-dimension of the largest [h - h*] on an optimal path is at
    most the number of vertices.
    For: all finite graphs of n vertices, all instances with an optimal path
    each, and all integer heuristics *)
Theorem psi_pseudo_dimension :
  forall G goal (X : Type) (start : X -> vertex) (paths : X -> list edge)
    (V : list vertex) (d : vertex -> Z) (psi : heuristic -> X -> Z),
    (forall x, incl (on_path (start x) (paths x)) V) ->
    (forall x v, In v (on_path (start x) (paths x)) ->
      to_goal G goal v (d v)) ->
    (forall h x,
      is_max (excess G goal h (on_path (start x) (paths x))) (psi h x)) ->
    pseudo_dimension_at_most Z.leb psi (length V).
Proof. exact Consequences.psi_pseudo_dimension. Qed.

(** And where a heuristic has one value for each class of vertices, at most
    the number of classes.
    For: all finite graphs, all instances with an optimal path each, and all
    integer heuristics that are constant on m classes of vertices *)
Theorem psi_class_pseudo_dimension :
  forall G goal (X C : Type) (start : X -> vertex) (paths : X -> list edge)
    (class : vertex -> C) (M : list C) (d : vertex -> Z)
    (psi : (C -> Z) -> X -> Z),
    (forall x v, In v (on_path (start x) (paths x)) -> In (class v) M) ->
    (forall x v, In v (on_path (start x) (paths x)) ->
      to_goal G goal v (d v)) ->
    (forall h x,
      is_max
        (excess G goal (fun v => h (class v)) (on_path (start x) (paths x)))
        (psi h x)) ->
    pseudo_dimension_at_most Z.leb psi (length M).
Proof. exact Consequences.psi_class_pseudo_dimension. Qed.

(** Where all edges cost [c], heuristics with equal signs of
    [h(v) - h(w) - i * c] for all [|i| < n] make A* do the same, memory by
    memory.
    For: all finite graphs of n vertices with one positive integer cost, all
    pairs of integer heuristics with equal signs and all strict total orders,
    with reopening and without *)
Theorem equal_signs_equal_runs :
  forall r G goal before c V h h' steps s,
    strict_total before ->
    0 < c ->
    (forall e, In e G -> cost e = c) ->
    (forall e, In e G -> In (head e) V) ->
    In s V ->
    same_signs (length V) c V h h' ->
    astar r G goal h before steps s = astar r G goal h' before steps s.
Proof.
  exact (fun r G goal before c V h h' steps s order positive one_cost in_V =>
    Comparisons.same_signs_same_run r G goal before c V order positive
      one_cost in_V h h' steps s).
Qed.

(** The same for heuristics that are constant on classes, with signs of
    differences between classes: vertices of one class may differ in [g].
    For: all finite graphs of n vertices with one positive integer cost, all
    partitions into classes, all pairs of integer heuristics with equal signs
    and all strict total orders, with reopening and without *)
Theorem equal_class_signs_equal_runs :
  forall r G goal before c V (class : vertex -> vertex) x x' steps s,
    strict_total before ->
    0 < c ->
    (forall e, In e G -> cost e = c) ->
    (forall e, In e G -> In (head e) V) ->
    In s V ->
    same_signs (length V) c (map class V) x x' ->
    astar r G goal (fun v => x (class v)) before steps s =
    astar r G goal (fun v => x' (class v)) before steps s.
Proof.
  exact (fun r G goal before c V class x x' steps s order positive one_cost
      in_V start_in_V signs =>
    Comparisons.same_signs_same_run r G goal before c V order positive
      one_cost in_V _ _ steps s start_in_V
      (Comparisons.same_signs_of_classes (length V) c V class x x' signs)).
Qed.

(** So for any function of a run, the pseudo-dimension is at most [log2] of the
    number of sign patterns.
    For: all finite graphs of n vertices with one positive integer cost, all
    classes of integer heuristics, all strict total orders and all functions of
    the start and the run *)
Theorem pseudo_dimension_by_signs :
  forall r G goal before c V (A R : Type) (le : R -> R -> bool)
    (hs : A -> heuristic) steps
    (U : vertex -> list selection * ending -> R) patterns xs,
    strict_total before ->
    0 < c ->
    (forall e, In e G -> cost e = c) ->
    (forall e, In e G -> In (head e) V) ->
    incl xs V ->
    (exists reps : list A, (length reps <= patterns)%nat /\
      forall a, exists b, In b reps /\
        same_signs (length V) c V (hs a) (hs b)) ->
    shatters le
      (fun a s => U s (astar r G goal (hs a) before steps s)) xs ->
    (length xs <= Nat.log2 patterns)%nat.
Proof.
  exact (fun r G goal before c V A R le hs steps U patterns xs order
      positive one_cost in_V =>
    Comparisons.pseudo_dimension_by_signs r G goal before c V order positive
      one_cost in_V A R le hs steps U patterns xs).
Qed.

(** With one cost [c], [g] is one of [0, c, ..., (n - 1) * c].
    For: all finite graphs of n vertices with one positive integer cost and all
    integer heuristics, with reopening and without, however ties are broken *)
Theorem distinct_g :
  forall r G goal c V h s m v n,
    0 < c ->
    (forall e, In e G -> cost e = c) ->
    (forall e, In e G -> In (head e) V) ->
    In s V ->
    reached r G goal h s m ->
    m v = Some n ->
    exists i : nat, (i < length V)%nat /\ g n = Z.of_nat i * c.
Proof.
  exact (fun r G goal c V h s m v n positive one_cost in_V =>
    Comparisons.g_is_multiple r G goal c V positive one_cost in_V h s m v n).
Qed.

(** ** Assumptions *)

Print Assumptions optimal_subpath.
Print Assumptions optimal_path_splits.
Print Assumptions g_from_above.
Print Assumptions suboptimality_with_reopening.
Print Assumptions suboptimality_any_goal_value.
Print Assumptions suboptimality_start_left_out.
Print Assumptions psi_exists.
Print Assumptions psi_range.
Print Assumptions loss_at_open_vertex.
Print Assumptions strict_if_goal_last.
Print Assumptions tie_invariance.
Print Assumptions astar_optimal.
Print Assumptions no_reopening_if_consistent.
Print Assumptions consistent_without_reopening.
Print Assumptions astar_terminates.
Print Assumptions astar_complete.
Print Assumptions g_is_parent_path_cost.
Print Assumptions function_refines_relation.
Print Assumptions suboptimality_without_reopening.
Print Assumptions g_error_without_reopening.
Print Assumptions h_error.
Print Assumptions reopening_bound_at_most_inconsistency_bound.
Print Assumptions inconsistency_bound_with_reopening.
Print Assumptions inconsistency_zero_iff_consistent.
Print Assumptions pdb_admissible.
Print Assumptions pdb_consistent.
Print Assumptions below_table_admissible.
Print Assumptions min_compression_admissible.
Print Assumptions max_admissible.
Print Assumptions max_consistent.
Print Assumptions delta_exact.
Print Assumptions delta_not_negative.
Print Assumptions one_sided_correction_admissible.
Print Assumptions lowered_by_run_admissible.
Print Assumptions lowered_to_table_admissible.
Print Assumptions cea_unique_optimum.
Print Assumptions cea_bounds_overestimation.
Print Assumptions shatter_bound.
Print Assumptions finite_class_bound.
Print Assumptions at_most_points.
Print Assumptions maxima_pseudo_dimension.
Print Assumptions psi_pseudo_dimension.
Print Assumptions psi_class_pseudo_dimension.
Print Assumptions equal_signs_equal_runs.
Print Assumptions equal_class_signs_equal_runs.
Print Assumptions pseudo_dimension_by_signs.
Print Assumptions distinct_g.
