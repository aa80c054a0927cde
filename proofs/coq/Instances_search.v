(** * The theorems on A* are not vacuous

    For every set of hypotheses, a small graph that meets it and on which the
    bound is attained or the case occurs. *)

From Coq Require Import List Bool Arith ZArith Lia.
From Admit Require Import Spec Paths Expansion Invariants Reopening.
From Admit Require Import Inconsistency Parents Function Comparisons.
From Admit Require Import Concrete.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** A detour

    From 2 an edge of cost 4 leads to the goal 0, and a path of cost 2 over 1.
    [h] is so large at 1 that the goal is selected first. *)

Definition detour : graph := [Edge 2 0 4; Edge 2 1 1; Edge 1 0 1].
Definition zero : goals := Nat.eqb 0.
Definition detour_distance := values [0; 1; 2].
Definition detour_path : list edge := [Edge 2 1 1; Edge 1 0 1].

Lemma detour_positive : costs_positive detour.
Proof. for_each_edge ltac:(simpl; lia). Qed.

Lemma detour_consistent : consistent detour detour_distance.
Proof. for_each_edge ltac:(vm_compute; discriminate). Qed.

Lemma detour_zero : zero_at_goals zero detour_distance.
Proof. one_goal. Qed.

Lemma detour_optimal : optimal detour zero 2 detour_path.
Proof.
  apply (optimal_by_distance detour zero detour_distance 2 detour_path 0
           detour_consistent detour_zero eq_refl); [walk|reflexivity].
Qed.

Lemma detour_to_goal v : (v <= 2)%nat ->
  to_goal detour zero v (detour_distance v).
Proof.
  intros small. pose (at_cost := distance_by_path detour zero
    detour_distance).
  destruct v as [|[|[|v]]]; [| | |lia].
  - apply (at_cost 0%nat [] 0%nat detour_consistent detour_zero eq_refl);
      [walk|reflexivity].
  - apply (at_cost 1%nat [Edge 1 0 1] 0%nat detour_consistent detour_zero
             eq_refl); [walk|reflexivity].
  - apply (at_cost 2%nat detour_path 0%nat detour_consistent detour_zero
             eq_refl); [walk|reflexivity].
Qed.

Definition misleading := values [0; 3; 0].

Lemma misleading_zero : zero_at_goals zero misleading.
Proof. one_goal. Qed.

Lemma misleading_max vs : incl vs [2; 1; 0]%nat -> In 1%nat vs ->
  is_max (excess detour zero misleading vs) 2.
Proof.
  intros within has_1. apply (excess_is_max _ _ _ detour_distance).
  - intros v in_vs. apply detour_to_goal.
    destruct (within v in_vs) as [<-|[<-|[<-|[]]]]; lia.
  - exists 1%nat. now split.
  - intros v in_vs.
    destruct (within v in_vs) as [<-|[<-|[<-|[]]]];
      vm_compute; discriminate.
Qed.

Lemma misleading_returns :
  exists m, returns true detour zero misleading 2 m 0 4.
Proof.
  apply (computed_returns true detour zero misleading 2 detour_positive
           0 4 [0; 2]%nat).
  vm_compute. reflexivity.
Qed.

(** The loss is 2, and so is the largest [h - h*]: the bound is attained. *)
Example suboptimality_attained :
  costs_positive detour /\ zero_at_goals zero misleading /\
  optimal detour zero 2 detour_path /\
  is_max (excess detour zero misleading (on_path 2 detour_path)) 2 /\
  is_max (excess detour zero misleading (map head detour_path)) 2 /\
  (exists m, returns true detour zero misleading 2 m 0 4) /\
  4 - cost_of detour_path = 2.
Proof.
  split; [exact detour_positive|]. split; [exact misleading_zero|].
  split; [exact detour_optimal|].
  split; [apply misleading_max; [intros v in_p; exact in_p|now right; left]|].
  split; [apply misleading_max; [intros v in_p; now right|now left]|].
  split; [exact misleading_returns|reflexivity].
Qed.

(** With [h] of -1 at the goal the loss is 1 above the largest [h - h*]. *)
Definition misleading_below := values [-1; 2; 0].

Example suboptimality_any_goal_value_attained :
  is_max (excess detour zero misleading_below (on_path 2 detour_path)) 1 /\
  (exists m, returns true detour zero misleading_below 2 m 0 4) /\
  4 - cost_of detour_path = 1 - misleading_below 0%nat.
Proof.
  split; [|split; [|reflexivity]].
  - apply (excess_is_max _ _ _ detour_distance).
    + intros v [<-|[<-|[<-|[]]]]; apply detour_to_goal; simpl; lia.
    + exists 1%nat. split; [now right; left|reflexivity].
    + intros v [<-|[<-|[<-|[]]]]; vm_compute; discriminate.
  - apply (computed_returns true detour zero misleading_below 2
             detour_positive 0 4 [0; 2]%nat).
    vm_compute. reflexivity.
Qed.

(** The invariant with the second vertex of the path in OPEN: the start is in
    CLOSED, and the goal in OPEN at a cost above its least. *)
Example optimal_subpath_instance :
  let m := memory_at true detour zero misleading 2 1 in
  reached true detour zero misleading 2 m /\
  is_closed m 2%nat (Node Closed 0 None) /\
  is_open m 1%nat (Node Open 1 (Some 2%nat)) /\
  is_open m 0%nat (Node Open 4 (Some 2%nat)).
Proof.
  intros m. split; [exact (memory_at_reached true detour zero misleading 2
                             detour_positive 1)|].
  repeat split; vm_compute; reflexivity.
Qed.

(** Admissible and consistent [h], and the least cost is returned. *)
Example astar_optimal_instance :
  admissible detour zero detour_distance /\
  consistent detour detour_distance /\
  (forall u, zero u = true -> 0 <= detour_distance u) /\
  exists m, returns true detour zero detour_distance 2 m 0 2.
Proof.
  split; [|split; [exact detour_consistent|split]].
  - apply (below_distance_admissible detour zero detour_distance
             detour_distance detour_consistent detour_zero).
    intros v. lia.
  - intros u goal_u. rewrite (detour_zero u goal_u). lia.
  - apply (computed_returns true detour zero detour_distance 2
             detour_positive 0 2 [0; 1; 2]%nat).
    vm_compute. reflexivity.
Qed.

(** In [no_reopening_if_consistent] there is a closed vertex, and an edge that
    leads to it. *)
Example no_reopening_instance :
  let line := [Edge 0 1 1; Edge 1 0 1; Edge 1 2 1] in
  let h := values [2; 1; 0] in
  let m := memory_at true line (Nat.eqb 2) h 0 1 in
  costs_positive line /\ consistent line h /\
  reached true line (Nat.eqb 2) h 0%nat m /\
  selects h m 1%nat (Node Open 1 (Some 0%nat)) /\
  is_closed m 0%nat (Node Closed 0 None).
Proof.
  intros line h m.
  assert (costs_positive line) as positive
    by (for_each_edge ltac:(simpl; lia)).
  split; [exact positive|].
  split; [for_each_edge ltac:(vm_compute; discriminate)|].
  split; [exact (memory_at_reached true line _ h 0 positive 1)|].
  split; [|split; vm_compute; reflexivity].
  apply memory_at_selects; [exact positive| |]; vm_compute; reflexivity.
Qed.

(** ** A shortcut found too late

    The goal is 0. An edge of cost 4 leads from 3 to 1, a path of cost 2 over
    2; from 1 it is 2 to the goal. [h] is 3 at 2, admissible, but not
    consistent: 1 is closed at cost 4. *)

Definition late : graph :=
  [Edge 3 1 4; Edge 3 2 1; Edge 2 1 1; Edge 1 0 2].
Definition late_distance := values [0; 2; 3; 4].
Definition late_h := values [0; 0; 3; 0].
Definition late_path := [Edge 3 2 1; Edge 2 1 1; Edge 1 0 2].

Lemma late_positive : costs_positive late.
Proof. for_each_edge ltac:(simpl; lia). Qed.

Lemma late_consistent : consistent late late_distance.
Proof. for_each_edge ltac:(vm_compute; discriminate). Qed.

Lemma late_zero : zero_at_goals zero late_distance.
Proof. one_goal. Qed.

Lemma late_h_zero : zero_at_goals zero late_h.
Proof. one_goal. Qed.

Lemma late_optimal : optimal late zero 3 late_path.
Proof.
  apply (optimal_by_distance late zero late_distance 3 late_path 0
           late_consistent late_zero eq_refl); [walk|reflexivity].
Qed.

(** Without reopening the loss is 2, the inconsistency of the edge from 2 to 1:
    the bound is attained, with an admissible [h]. *)
Example without_reopening_attained :
  costs_positive late /\ zero_at_goals zero late_h /\
  admissible late zero late_h /\
  optimal late zero 3 late_path /\ path late 3 late_path 0 /\
  (exists m, returns false late zero late_h 3 m 0 6) /\
  6 - cost_of late_path = 2 /\
  inconsistencies late_h (tl late_path) = 2.
Proof.
  split; [exact late_positive|]. split; [exact late_h_zero|].
  split; [|split; [exact late_optimal|split; [walk|split; [|now split]]]].
  - apply (below_distance_admissible late zero late_h late_distance
             late_consistent late_zero).
    apply values_le. repeat constructor; discriminate.
  - apply (computed_returns false late zero late_h 3 late_positive 0 6
             [0; 1; 3]%nat).
    vm_compute. reflexivity.
Qed.

(** With reopening, on the same graph, 1 is closed and moved back to OPEN,
    and the least cost is returned. *)
Example reopening_instance :
  let m i := memory_at true late zero late_h 3 i in
  is_closed (m 2%nat) 1 (Node Closed 4 (Some 3%nat)) /\
  is_open (m 3%nat) 1 (Node Open 2 (Some 2%nat)) /\
  exists m', returns true late zero late_h 3 m' 0 4.
Proof.
  intros m.
  split; [split; vm_compute; reflexivity|].
  split; [split; vm_compute; reflexivity|].
  apply (computed_returns true late zero late_h 3 late_positive 0 4
           [0; 1; 2; 3]%nat).
  vm_compute. reflexivity.
Qed.

(** [h - h*] exceeds 0 on the path by 1, which is below the inconsistency 3
    of its edges but the first. *)
Example bounds_differ :
  let h := values [0; 0; 4; 0] in
  zero_at_goals zero h /\
  is_max (excess late zero h (map head late_path)) 1 /\
  inconsistencies h (tl late_path) = 3.
Proof.
  intros h. split; [one_goal|]. split; [|reflexivity].
  pose (at_cost := distance_by_path late zero late_distance).
  apply (excess_is_max _ _ _ late_distance).
  - intros v [<-|[<-|[<-|[]]]].
    + apply (at_cost 2%nat [Edge 2 1 1; Edge 1 0 2] 0%nat late_consistent
               late_zero eq_refl); [walk|reflexivity].
    + apply (at_cost 1%nat [Edge 1 0 2] 0%nat late_consistent late_zero
               eq_refl); [walk|reflexivity].
    + apply (at_cost 0%nat [] 0%nat late_consistent late_zero eq_refl);
        [walk|reflexivity].
  - exists 2%nat. split; [now left|reflexivity].
  - intros v [<-|[<-|[<-|[]]]]; vm_compute; discriminate.
Qed.

(** ** Ends of searches *)

(** A reachable and an unreachable goal. *)
Example complete_instances :
  snd (computed true detour zero misleading 2) = Found 0 4 [0; 2]%nat /\
  snd (computed true detour (Nat.eqb 7) misleading 2) = Exhausted /\
  snd (computed false late zero late_h 3) = Found 0 6 [0; 1; 3]%nat.
Proof. repeat split; vm_compute; reflexivity. Qed.

(** Two heuristics that differ by a constant, and a non-trivial run. *)
Example tie_invariance_instance :
  let h' := fun v => late_h v + 7 in
  (forall v w, late_h v - late_h w = h' v - h' w) /\
  length (fst (computed true late zero late_h 3)) = 5%nat.
Proof.
  split; [intros v w; lia|vm_compute; reflexivity].
Qed.

(** Two heuristics with equal signs that do not differ by a constant. *)
Example same_signs_instance :
  let line := [Edge 0 1 5; Edge 1 2 5] in
  let h := values [0; 11; 0] in
  let h' := values [0; 12; 0] in
  (forall e, In e line -> cost e = 5) /\
  (forall e, In e line -> In (head e) [0; 1; 2]%nat) /\
  same_signs 3 5 [0; 1; 2]%nat h h' /\ h 1%nat <> h' 1%nat.
Proof.
  intros line h h'.
  split; [for_each_edge ltac:(reflexivity)|].
  split; [for_each_edge ltac:(simpl; tauto)|].
  split; [|vm_compute; discriminate].
  intros v w i in_v in_w small.
  assert (i = -2 \/ i = -1 \/ i = 0 \/ i = 1 \/ i = 2) as five by lia.
  destruct five as [->|[->|[->|[->| ->]]]];
    destruct in_v as [<-|[<-|[<-|[]]]];
    destruct in_w as [<-|[<-|[<-|[]]]]; vm_compute; reflexivity.
Qed.
