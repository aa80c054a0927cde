(** * Counterexamples

    Each theorem refutes a statement, as printed in the paper or a natural
    variant. Graphs are the smallest that an exhaustive search found. Vertices
    are numbered; unless stated otherwise, the search is from 1 to the goal 0,
    [1->2:3] is an edge from 1 to 2 of cost 3, and values of [h] are listed by
    vertex. *)

From Coq Require Import List Bool Arith ZArith QArith Lia.
From Admit Require Import Spec Paths Invariants Function Concrete.
From Admit Require Instances_abstraction.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

Local Notation zero := (Nat.eqb 0).

(** Every fact about a concrete graph is a computation. *)
Local Ltac positive := for_each_edge ltac:(reflexivity).
Local Ltac small := for_each_edge ltac:(vm_compute; discriminate).
Local Ltac computes := vm_compute; reflexivity.
Local Ltac best d t :=
  apply (optimal_by_distance _ zero (values d) 1 _ t);
  [small | one_goal | reflexivity | walk | reflexivity].
Local Ltac below d :=
  apply (below_distance_admissible _ zero _ (values d));
  [small | one_goal | apply values_le; repeat constructor; discriminate].
Local Ltac distance p :=
  match goal with
  | |- to_goal ?G ?goal ?v (values ?d _) =>
      apply (distance_by_path G goal (values d) v p 0%nat);
      [small | one_goal | reflexivity | walk | reflexivity]
  end.

(** An admissible [h] that is negative at the goal can make A* with reopening
    lose: 1->0:3, 1->2:1, 2->0:1, h = -2, -2, 0; it returns 3 instead of 2. *)
Theorem admissible_needs_goal_value :
  exists G goal h s m t c p,
    costs_positive G /\ admissible G goal h /\ optimal G goal s p /\
    returns true G goal h s m t c /\ cost_of p < c.
Proof.
  pose (G := [Edge 1 0 3; Edge 1 2 1; Edge 2 0 1]).
  pose (h := values [-2; -2; 0]).
  assert (costs_positive G) as costs by positive.
  destruct (computed_returns true G zero h 1 costs 0 3 [0; 1]%nat
              ltac:(computes)) as (m & result).
  exists G, zero, h, 1%nat, m, 0%nat, 3, [Edge 1 2 1; Edge 2 0 1].
  split; [exact costs|].
  split; [below [0; 2; 1]|].
  split; [best [0; 2; 1] 0%nat|].
  split; [exact result|reflexivity].
Qed.

(** Nor does the largest [h - h*] bound the loss if [h] is negative at the goal:
    on the same graph with h = -1, 0, 1 it is 0, and the loss is 1. *)
Theorem psi_needs_goal_value :
  exists G goal h s m t c p psi,
    costs_positive G /\ optimal G goal s p /\
    is_max (excess G goal h (on_path s p)) psi /\
    returns true G goal h s m t c /\ psi < c - cost_of p.
Proof.
  pose (G := [Edge 1 0 3; Edge 1 2 1; Edge 2 0 1]).
  pose (h := values [-1; 0; 1]).
  assert (costs_positive G) as costs by positive.
  destruct (computed_returns true G zero h 1 costs 0 3 [0; 1]%nat
              ltac:(computes)) as (m & result).
  exists G, zero, h, 1%nat, m, 0%nat, 3, [Edge 1 2 1; Edge 2 0 1], 0.
  split; [exact costs|].
  split; [best [0; 2; 1] 0%nat|].
  split; [|split; [exact result|reflexivity]].
  apply (excess_is_max _ _ _ (values [0; 2; 1])).
  - intros v [<-|[<-|[<-|[]]]].
    + distance [Edge 1 2 1; Edge 2 0 1].
    + distance [Edge 2 0 1].
    + distance (@nil edge).
  - exists 2%nat. split; [now right; left|reflexivity].
  - intros v [<-|[<-|[<-|[]]]]; vm_compute; discriminate.
Qed.

(** With the start in the maximum, the bound for reopening can exceed that
    for no reopening: 1->0:1, h = 0, 2; it is 1 against 0. *)
Theorem psi_with_start_exceeds_inconsistency :
  exists G goal h s p psi,
    costs_positive G /\ zero_at_goals goal h /\ optimal G goal s p /\
    is_max (excess G goal h (on_path s p)) psi /\
    inconsistencies h (tl p) < psi.
Proof.
  pose (G := [Edge 1 0 1]). pose (h := values [0; 2]).
  exists G, zero, h, 1%nat, [Edge 1 0 1], 1.
  split; [positive|]. split; [one_goal|]. split; [best [0; 1] 0%nat|].
  split; [|reflexivity].
  apply (excess_is_max _ _ _ (values [0; 1])).
  - intros v [<-|[<-|[]]]; [distance [Edge 1 0 1]|distance (@nil edge)].
  - exists 1%nat. split; [now left|reflexivity].
  - intros v [<-|[<-|[]]]; vm_compute; discriminate.
Qed.

(** [g] is not always the cost of the path through parents: 1->2:3, 1->3:1,
    2->0:1, 3->2:1, h = 0, 0, 0, 2. When 2 is moved back to OPEN, the [g] of 0
    is 4, and the path to it through parents costs 3. *)
Theorem g_exceeds_parent_path :
  exists G goal h s m v n p,
    costs_positive G /\ reached true G goal h s m /\
    m v = Some n /\ parent_path G m s p v /\ cost_of p < g n.
Proof.
  pose (G := [Edge 1 2 3; Edge 1 3 1; Edge 2 0 1; Edge 3 2 1]).
  pose (h := values [0; 0; 0; 2]).
  assert (costs_positive G) as costs by positive.
  exists G, zero, h, 1%nat, (memory_at true G zero h 1 3), 0%nat,
    (Node Open 4 (Some 2%nat)), [Edge 1 3 1; Edge 3 2 1; Edge 2 0 1].
  split; [exact costs|].
  split; [exact (memory_at_reached true G zero h 1 costs 3)|].
  split; [computes|]. split; [|reflexivity].
  split; [walk|].
  intros e [<-|[<-|[<-|[]]]]; eexists; (split; [computes|reflexivity]).
Qed.

(** Under arbitrary tie-breaking, one [h] allows different searches: 1->0:1,
    1->2:1, h = 0; after 1, the goal may be selected, or 2 expanded. *)
Theorem ties_may_differ :
  exists G goal h s m v n w k,
    costs_positive G /\ reached true G goal h s m /\
    selects h m v n /\ goal v = true /\
    selects h m w k /\ goal w = false.
Proof.
  pose (G := [Edge 1 0 1; Edge 1 2 1]). pose (h := values []).
  assert (costs_positive G) as costs by positive.
  set (m := memory_at true G zero h 1 1).
  assert (forall x j, is_open m x j -> 1 + h 0%nat <= g j + h x) as least.
  { assert (selects h m 0 (Node Open 1 (Some 1%nat))) as (_ & least).
    { apply memory_at_selects; [exact costs|computes|computes]. }
    exact least. }
  exists G, zero, h, 1%nat, m, 0%nat, (Node Open 1 (Some 1%nat)), 2%nat,
    (Node Open 1 (Some 1%nat)).
  split; [exact costs|].
  split; [exact (memory_at_reached true G zero h 1 costs 1)|].
  split; [split; [split; computes|exact least]|].
  split; [reflexivity|].
  split; [split; [split; computes|exact least]|reflexivity].
Qed.

(** The successor on an optimal path is not always moved back to OPEN, even
    if it is in CLOSED when a vertex with an optimal [g] is expanded: 1->2:2,
    1->3:1, 2->0:1, 3->2:1, h = 0, 0, 0, 1; when 3 is expanded, 2 is in CLOSED
    with an optimal [g] already, and stays there. *)
Theorem closed_child_stays_closed :
  exists G goal h s p1 e p2 m n k,
    costs_positive G /\ optimal G goal s (p1 ++ e :: p2) /\
    path G s p1 (tail e) /\ reached true G goal h s m /\
    selects h m (tail e) n /\ from_start G s (tail e) (g n) /\
    is_closed m (head e) k /\
    is_closed (expand true G (tail e) n m) (head e) k.
Proof.
  pose (G := [Edge 1 2 2; Edge 1 3 1; Edge 2 0 1; Edge 3 2 1]).
  pose (h := values [0; 0; 0; 1]).
  assert (costs_positive G) as costs by positive.
  assert (optimal G zero 1 ([Edge 1 3 1] ++ [Edge 3 2 1; Edge 2 0 1]))
    as best_path by best [0; 3; 1; 2] 0%nat.
  assert (path G 1 [Edge 1 3 1] 3) as first by walk.
  exists G, zero, h, 1%nat, [Edge 1 3 1], (Edge 3 2 1), [Edge 2 0 1],
    (memory_at true G zero h 1 2), (Node Open 1 (Some 1%nat)),
    (Node Closed 2 (Some 1%nat)).
  split; [exact costs|]. split; [exact best_path|]. split; [exact first|].
  split; [exact (memory_at_reached true G zero h 1 costs 2)|].
  split; [apply memory_at_selects; [exact costs|computes|computes]|].
  split; [exact (optimal_prefix G zero 1 _ _ 3 best_path first)|].
  split; split; computes.
Qed.

(** A positive loss can be as large as the bound: 1->2:1, 1->3:1, 2->0:1,
    3->0:2, h = 0, 0, 2, 0; both are 1. *)
Theorem loss_equals_psi :
  exists G goal h s m t c p psi,
    costs_positive G /\ zero_at_goals goal h /\ optimal G goal s p /\
    is_max (excess G goal h (on_path s p)) psi /\
    returns true G goal h s m t c /\
    0 < c - cost_of p /\ c - cost_of p = psi.
Proof.
  pose (G := [Edge 1 2 1; Edge 1 3 1; Edge 2 0 1; Edge 3 0 2]).
  pose (h := values [0; 0; 2; 0]).
  assert (costs_positive G) as costs by positive.
  destruct (computed_returns true G zero h 1 costs 0 3 [0; 3; 1]%nat
              ltac:(computes)) as (m & result).
  exists G, zero, h, 1%nat, m, 0%nat, 3, [Edge 1 2 1; Edge 2 0 1], 1.
  split; [exact costs|]. split; [one_goal|].
  split; [best [0; 2; 1; 2] 0%nat|].
  split; [|split; [exact result|split; reflexivity]].
  apply (excess_is_max _ _ _ (values [0; 2; 1; 2])).
  - intros v [<-|[<-|[<-|[]]]].
    + distance [Edge 1 2 1; Edge 2 0 1].
    + distance [Edge 2 0 1].
    + distance (@nil edge).
  - exists 2%nat. split; [now right; left|reflexivity].
  - intros v [<-|[<-|[<-|[]]]]; vm_compute; discriminate.
Qed.

(** Without reopening, an admissible [h] can cause a loss above the largest [h -
    h*]: 1->2:3, 1->3:1, 2->0:1, 3->2:1, h = 0, 0, 0, 2; the loss is 1, and no
    [h - h*] is above 0. *)
Theorem psi_fails_without_reopening :
  exists G goal h s m t c p psi,
    costs_positive G /\ zero_at_goals goal h /\ admissible G goal h /\
    optimal G goal s p /\
    is_max (excess G goal h (on_path s p)) psi /\
    returns false G goal h s m t c /\ psi < c - cost_of p.
Proof.
  pose (G := [Edge 1 2 3; Edge 1 3 1; Edge 2 0 1; Edge 3 2 1]).
  pose (h := values [0; 0; 0; 2]).
  assert (costs_positive G) as costs by positive.
  destruct (computed_returns false G zero h 1 costs 0 4 [0; 2; 1]%nat
              ltac:(computes)) as (m & result).
  exists G, zero, h, 1%nat, m, 0%nat, 4,
    [Edge 1 3 1; Edge 3 2 1; Edge 2 0 1], 0.
  split; [exact costs|]. split; [one_goal|].
  split; [below [0; 3; 1; 2]|]. split; [best [0; 3; 1; 2] 0%nat|].
  split; [|split; [exact result|reflexivity]].
  apply (excess_is_max _ _ _ (values [0; 3; 1; 2])).
  - intros v [<-|[<-|[<-|[<-|[]]]]].
    + distance [Edge 1 3 1; Edge 3 2 1; Edge 2 0 1].
    + distance [Edge 3 2 1; Edge 2 0 1].
    + distance [Edge 2 0 1].
    + distance (@nil edge).
  - exists 3%nat. split; [now right; left|reflexivity].
  - intros v [<-|[<-|[<-|[<-|[]]]]]; vm_compute; discriminate.
Qed.

(** The sum of inconsistencies may not omit the second edge too: 1->2:1, 1->3:1,
    2->0:1, 3->0:2, h = 0, 0, 2, 0; without reopening the loss is 1, and the sum
    from the third edge on is 0. *)
Theorem second_edge_needed :
  exists G goal h s m t c p,
    costs_positive G /\ zero_at_goals goal h /\ optimal G goal s p /\
    returns false G goal h s m t c /\
    inconsistencies h (tl (tl p)) < c - cost_of p.
Proof.
  pose (G := [Edge 1 2 1; Edge 1 3 1; Edge 2 0 1; Edge 3 0 2]).
  pose (h := values [0; 0; 2; 0]).
  assert (costs_positive G) as costs by positive.
  destruct (computed_returns false G zero h 1 costs 0 3 [0; 3; 1]%nat
              ltac:(computes)) as (m & result).
  exists G, zero, h, 1%nat, m, 0%nat, 3, [Edge 1 2 1; Edge 2 0 1].
  split; [exact costs|]. split; [one_goal|].
  split; [best [0; 2; 1; 2] 0%nat|].
  split; [exact result|reflexivity].
Qed.

(** The error of [g] is bounded at the first open vertex of an optimal path, but
    not at every one: 1->0:3, 1->2:1, 1->3:3, 2->3:1, 3->0:1, h = 0, 0, 2, 1; at
    3 it is 1, and the inconsistency before it is 0. *)
Theorem g_error_of_later_open_vertex :
  exists G goal h s m t c p1 p2 v n,
    costs_positive G /\ zero_at_goals goal h /\
    optimal G goal s (p1 ++ p2) /\ path G s p1 v /\
    returns false G goal h s m t c /\ is_open m v n /\
    inconsistencies h (tl p1) < g n - cost_of p1.
Proof.
  pose (G := [Edge 1 0 3; Edge 1 2 1; Edge 1 3 3; Edge 2 3 1; Edge 3 0 1]).
  pose (h := values [0; 0; 2; 1]).
  assert (costs_positive G) as costs by positive.
  exists G, zero, h, 1%nat, (memory_at false G zero h 1 1), 0%nat, 3,
    [Edge 1 2 1; Edge 2 3 1], [Edge 3 0 1], 3%nat,
    (Node Open 3 (Some 1%nat)).
  split; [exact costs|]. split; [one_goal|].
  split; [best [0; 3; 2; 1] 0%nat|]. split; [walk|].
  split; [|split; [split; computes|reflexivity]].
  split; [exact (memory_at_reached false G zero h 1 costs 1)|].
  split; [reflexivity|]. exists (Node Open 3 (Some 1%nat)).
  split; [|reflexivity].
  apply memory_at_selects; [exact costs|computes|computes].
Qed.

(** Vertices of one class, on which [h] is equal, need not have the same [g]:
    1->2, 1->3 and 2->0 of cost 1, h = 0, 10, 0, 0; the vertices 0 and 3 are in
    one class and in OPEN together with [g] 2 and 1. *)
Theorem class_members_differ_in_g :
  exists G goal h s m v n w k (class : vertex -> bool),
    (forall e, In e G -> cost e = 1) /\
    (forall x y, class x = class y -> h x = h y) /\
    reached true G goal h s m /\ is_open m v n /\ is_open m w k /\
    class v = class w /\ g n <> g k.
Proof.
  pose (G := [Edge 1 2 1; Edge 1 3 1; Edge 2 0 1]).
  pose (h := fun v => if Nat.eqb v 1 then 10 else 0).
  assert (costs_positive G) as costs by positive.
  exists G, zero, h, 1%nat, (memory_at true G zero h 1 2), 0%nat,
    (Node Open 2 (Some 2%nat)), 3%nat, (Node Open 1 (Some 1%nat)),
    (Nat.eqb 1).
  split; [for_each_edge ltac:(reflexivity)|].
  split; [intros x y same; unfold h; now rewrite !(Nat.eqb_sym _ 1), same|].
  split; [exact (memory_at_reached true G zero h 1 costs 2)|].
  split; [split; computes|]. split; [split; computes|].
  split; [reflexivity|discriminate].
Qed.

(** Without the hyperplane 0, a region does not fix the search: from 0 to 2,
    edges 0->1 and 0->2 of cost 4, h = 0, 1, 0 against h = 0, 0, 0; all
    differences lie between -4 and 4, yet 1 is expanded by the second only. *)
Theorem zero_hyperplane_needed :
  exists G goal h h' s,
    (forall e, In e G -> cost e = 4) /\
    (forall v w i, i <> 0 -> Z.abs i <= 3 ->
      (h v - h w ?= i * 4) = (h' v - h' w ?= i * 4)) /\
    fst (astar true G goal h Nat.ltb 100 s) <>
    fst (astar true G goal h' Nat.ltb 100 s).
Proof.
  pose (G := [Edge 0 1 4; Edge 0 2 4]).
  exists G, (Nat.eqb 2), (values [0; 1; 0]), (values []), 0%nat.
  split; [for_each_edge ltac:(reflexivity)|]. split.
  - intros v w i not_zero _.
    assert (forall x, 0 <= values [0; 1; 0] x <= 1) as between.
    { intros [|[|[|x]]]; unfold values; simpl; lia || (destruct x; lia). }
    assert (forall x, values [] x = 0) as nothing
      by (intros [|x]; reflexivity).
    rewrite !nothing.
    pose proof (between v). pose proof (between w).
    destruct (Z.compare_spec (values [0; 1; 0] v - values [0; 1; 0] w)
                (i * 4));
      destruct (Z.compare_spec (0 - 0) (i * 4)); lia || reflexivity.
  - intros same. apply (f_equal (@length _)) in same.
    vm_compute in same. discriminate same.
Qed.

(** Of two admissible heuristics, the one with the higher mean may expand
    more: 1->0:2, 1->2:1, 2->1:1, h = 0, 2, 0 against 0, 0, 1. *)
Theorem higher_mean_expands_more :
  exists G goal h h' s,
    costs_positive G /\ admissible G goal h /\ admissible G goal h' /\
    h' 0%nat + h' 1%nat + h' 2%nat < h 0%nat + h 1%nat + h 2%nat /\
    (length (fst (astar true G goal h' Nat.ltb 100 s)) <
     length (fst (astar true G goal h Nat.ltb 100 s)))%nat.
Proof.
  pose (G := [Edge 1 0 2; Edge 1 2 1; Edge 2 1 1]).
  exists G, zero, (values [0; 2; 0]), (values [0; 0; 1]), 1%nat.
  split; [positive|].
  split; [below [0; 2; 3]|]. split; [below [0; 2; 3]|].
  split; [reflexivity|]. vm_compute. lia.
Qed.

(** The minimum of every group need not be consistent: a line 0->1:3, 1->2:2,
    2->3:1 with distances 6, 3, 1, 0; if 1 and 3 are one group, the value falls
    from 6 to 0 along an edge of cost 3. *)
Theorem min_compression_not_consistent :
  exists G goal h h' group,
    costs_positive G /\
    (forall v, reaches G goal v -> to_goal G goal v (h v)) /\
    consistent G h /\ admissible G goal h /\
    min_compressed group h h' /\ ~ consistent G h'.
Proof. exact Instances_abstraction.min_compression_not_consistent. Qed.

(** Lowering overestimates to a consistent table does not make a learned
    heuristic consistent: 1->2:1, 2->0:1, the table 0, 2, 1, learned 0, 2, 0;
    the value falls by 2 along the edge 1->2. *)
Theorem lowered_to_table_not_consistent :
  exists G goal (h table : heuristic),
    costs_positive G /\ consistent G table /\ admissible G goal table /\
    ~ consistent G (fun v => Z.min (h v) (table v)).
Proof.
  pose (G := [Edge 1 2 1; Edge 2 0 1]).
  exists G, zero, (values [0; 2; 0]), (values [0; 2; 1]).
  split; [positive|]. split; [small|]. split; [below [0; 2; 1]|].
  intros consistent_min.
  specialize (consistent_min (Edge 1 2 1) (or_introl eq_refl)).
  vm_compute in consistent_min. now apply consistent_min.
Qed.

(** For true class 0 the sum inside the loss is empty, hence 0, and has no
    logarithm, even if class 0 has probability 1. *)
Theorem cea_class_zero :
  exists l p, distribution l p /\ (p 0%nat == 1)%Q /\
    forall beta, (inner_sum beta p 0 == 0)%Q.
Proof.
  exists 1%nat, (fun k => if Nat.eqb k 0 then 1%Q else 0%Q).
  split; [split|split; reflexivity].
  - intros k _. destruct (Nat.eqb k 0); discriminate.
  - reflexivity.
Qed.

(** ** Assumptions *)

Print Assumptions admissible_needs_goal_value.
Print Assumptions psi_needs_goal_value.
Print Assumptions psi_with_start_exceeds_inconsistency.
Print Assumptions g_exceeds_parent_path.
Print Assumptions ties_may_differ.
Print Assumptions closed_child_stays_closed.
Print Assumptions loss_equals_psi.
Print Assumptions psi_fails_without_reopening.
Print Assumptions second_edge_needed.
Print Assumptions g_error_of_later_open_vertex.
Print Assumptions class_members_differ_in_g.
Print Assumptions zero_hyperplane_needed.
Print Assumptions higher_mean_expands_more.
Print Assumptions min_compression_not_consistent.
Print Assumptions lowered_to_table_not_consistent.
Print Assumptions cea_class_zero.
