(** * No theorem is vacuous

    Every theorem of [Theorems] is applied to a concrete graph, table or class,
    so its hypotheses are satisfiable together. That bounds are attained and
    cases occur is shown in [Instances_search] and [Instances_abstraction],
    whose graphs these are. *)

From Coq Require Import List Bool Arith ZArith QArith Lia.
From Admit Require Import Spec Invariants Function Consequences Concrete.
From Admit Require Import Instances_search Instances_abstraction.
From Admit Require Theorems.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** Searches *)

(** The memory in which the goal 0 of [detour] is selected at cost 4, and its
    open vertices. *)
Definition misled : memory := memory_at true detour zero misleading 2 1.

Lemma misled_reached : reached true detour zero misleading 2 misled.
Proof.
  exact (memory_at_reached true detour zero misleading 2 detour_positive 1).
Qed.

Lemma misled_selects :
  selects misleading misled 0 (Node Open 4 (Some 2%nat)).
Proof.
  apply memory_at_selects; [exact detour_positive| |];
    vm_compute; reflexivity.
Qed.

Lemma misled_returns : returns true detour zero misleading 2 misled 0 4.
Proof.
  split; [exact misled_reached|]. split; [reflexivity|].
  exists (Node Open 4 (Some 2%nat)). split; [exact misled_selects|reflexivity].
Qed.

Example optimal_subpath_instance :
  exists p1 p2 v n,
    detour_path = p1 ++ p2 /\ path detour 2 p1 v /\
    is_open misled v n /\ from_start detour 2 v (g n) /\
    forall e, In e p1 -> exists k,
      is_closed misled (tail e) k /\ from_start detour 2 (tail e) (g k).
Proof.
  exact (Theorems.optimal_subpath detour zero misleading 2 misled detour_path
           detour_positive misled_reached detour_optimal).
Qed.

Example optimal_path_splits_instance :
  exists v, shortest detour 2 [Edge 2 1 1] v /\
    optimal detour zero v [Edge 1 0 1].
Proof.
  exact (Theorems.optimal_path_splits detour zero 2 [Edge 2 1 1] [Edge 1 0 1]
           detour_optimal).
Qed.

Example g_from_above_instance :
  (forall d, from_start detour 2 0 d -> d <= 4) /\
  forall m, step true detour zero misleading misled m ->
    exists n, m 0%nat = Some n /\ g n <= 4.
Proof.
  exact (Theorems.g_from_above true detour zero misleading 2 misled 0
           (Node Open 4 (Some 2%nat)) detour_positive misled_reached
           eq_refl).
Qed.

Lemma on_detour : is_max (excess detour zero misleading
  (on_path 2 detour_path)) 2.
Proof.
  apply misleading_max; [exact (incl_refl _)|right; left; reflexivity].
Qed.

Lemma behind_start : is_max (excess detour zero misleading
  (map head detour_path)) 2.
Proof.
  apply misleading_max; [intros v in_p; now right|left; reflexivity].
Qed.

Example suboptimality_with_reopening_instance : 4 - cost_of detour_path <= 2.
Proof.
  exact (Theorems.suboptimality_with_reopening detour zero misleading 2 misled
           0 4 detour_path 2 detour_positive misleading_zero detour_optimal
           on_detour misled_returns).
Qed.

Example suboptimality_any_goal_value_instance :
  4 - cost_of detour_path <= 1 - misleading_below 0%nat.
Proof.
  destruct suboptimality_any_goal_value_attained
    as (largest & (m & result) & _).
  exact (Theorems.suboptimality_any_goal_value detour zero misleading_below 2
           m 0 4 detour_path 1 detour_positive detour_optimal largest
           result).
Qed.

Example suboptimality_start_left_out_instance :
  4 - cost_of detour_path <= 2 - misleading 0%nat.
Proof.
  exact (Theorems.suboptimality_start_left_out detour zero misleading 2 misled
           0 4 detour_path 2 detour_positive detour_optimal behind_start
           misled_returns).
Qed.

Example psi_exists_instance : exists psi,
  is_max (excess detour zero misleading (on_path 2 detour_path)) psi.
Proof.
  exact (Theorems.psi_exists detour zero misleading 2 detour_path
           detour_positive detour_optimal).
Qed.

Example psi_range_instance : 0 <= 2 /\
  (2 = 0 \/ is_max (fun x =>
     excess detour zero misleading (on_path 2 detour_path) x /\ 0 < x) 2).
Proof.
  exact (Theorems.psi_range detour zero misleading 2 detour_path 2
           misleading_zero detour_optimal on_detour).
Qed.

Example loss_at_open_vertex_instance : 4 - cost_of detour_path <=
  (1 - cost_of [Edge 2 1 1]) + (misleading 1%nat - cost_of [Edge 1 0 1]).
Proof.
  apply (Theorems.loss_at_open_vertex true detour zero misleading 2 misled 0 4
           [Edge 2 1 1] [Edge 1 0 1] 1 (Node Open 1 (Some 2%nat))).
  - exact misleading_zero.
  - exact detour_optimal.
  - walk.
  - split; vm_compute; reflexivity.
  - exact misled_returns.
Qed.

(** The order from the largest number to the least, in which the goal 0 is
    last. *)
Definition downwards v w := Nat.ltb w v.

Lemma downwards_strict_total : strict_total downwards.
Proof.
  unfold downwards. split; [intros v; apply Nat.ltb_irrefl|]. split.
  - intros u v w. rewrite !Nat.ltb_lt. lia.
  - intros v w other. rewrite !Nat.ltb_lt. lia.
Qed.

Definition very_misleading := values [0; 4; 0].

Example strict_if_goal_last_instance : 4 - cost_of detour_path < 3.
Proof.
  pose (m := memory_at true detour zero very_misleading 2 1).
  assert (reached true detour zero very_misleading 2 m) as run
    by exact (memory_at_reached true detour zero _ 2 detour_positive 1).
  apply (Theorems.strict_if_goal_last detour zero very_misleading downwards 2
           m 0 (Node Open 4 (Some 2%nat)) detour_path 3).
  - exact detour_positive.
  - exact downwards_strict_total.
  - one_goal.
  - exact detour_optimal.
  - apply (excess_is_max _ _ _ detour_distance).
    + intros v [<-|[<-|[<-|[]]]]; apply detour_to_goal; simpl; lia.
    + exists 1%nat. split; [right; left; reflexivity|reflexivity].
    + intros v [<-|[<-|[<-|[]]]]; vm_compute; discriminate.
  - intros v [<-|[<-|[]]] other; [reflexivity|now destruct other].
  - exact run.
  - reflexivity.
  - split; vm_compute; reflexivity.
  - intros w k (known & opened).
    destruct (known_in_graph true detour zero very_misleading 2 m w k run
                known) as [<-|[<-|[<-|[<-|[]]]]];
      vm_compute in known; injection known as <-;
      [discriminate opened|now left|right; reflexivity|now left].
  - reflexivity.
Qed.

Example tie_invariance_instance :
  astar true late zero late_h Nat.ltb 100 3 =
  astar true late zero (fun v => late_h v + 7) Nat.ltb 100 3.
Proof.
  refine (proj1 (proj2 (Theorems.tie_invariance true late zero late_h
    (fun v => late_h v + 7) 3 _)) Nat.ltb 100%nat ltb_strict_total).
  intros v w. lia.
Qed.

Example astar_optimal_instance : 2 = cost_of detour_path.
Proof.
  destruct Instances_search.astar_optimal_instance
    as (below & _ & not_negative & m & result).
  exact (Theorems.astar_optimal detour zero detour_distance 2 m 0 2
           detour_path detour_positive below not_negative detour_optimal
           result).
Qed.

Example no_reopening_if_consistent_instance :
  let line := [Edge 0 1 1; Edge 1 0 1; Edge 1 2 1] in
  let m := memory_at true line (Nat.eqb 2) (values [2; 1; 0]) 0 1 in
  expand true line 1 (Node Open 1 (Some 0%nat)) m 0%nat =
    Some (Node Closed 0 None).
Proof.
  destruct no_reopening_instance as (costs & cons & run & selected & closed).
  exact (Theorems.no_reopening_if_consistent _ _ _ _ _ _ _ _ _ costs cons run
           selected closed).
Qed.

Example consistent_without_reopening_instance : 2 = cost_of detour_path.
Proof.
  destruct (computed_returns false detour zero detour_distance 2
              detour_positive 0 2 [0; 1; 2]%nat
              ltac:(vm_compute; reflexivity)) as (m & result).
  exact (Theorems.consistent_without_reopening detour zero detour_distance 2 m
           0 2 detour_path detour_positive detour_consistent detour_zero
           detour_optimal result).
Qed.

Example astar_terminates_instance :
  Acc (fun m2 m1 => step true late zero late_h m1 m2) (initial 3).
Proof.
  exact (Theorems.astar_terminates true late zero late_h 3 (initial 3)
           late_positive (reached_initial true late zero late_h 3)).
Qed.

(** No step follows the selection of the goal. *)
Example astar_complete_instance :
  (exists t c, returns true detour zero detour_distance 2
     (memory_at true detour zero detour_distance 2 2) t c) <->
  reaches detour zero 2.
Proof.
  pose (m := memory_at true detour zero detour_distance 2 2).
  pose proof (memory_at_reached true detour zero detour_distance 2
                detour_positive 2) as run.
  apply (proj1 (Theorems.astar_complete true detour zero detour_distance 2
                  detour_positive) m run).
  intros m' next. inversion next as [m0 v n ((known & opened) & _) no_goal].
  subst m0. destruct (known_in_graph true detour zero detour_distance 2 m v n
    run known) as [<-|[<-|[<-|[<-|[]]]]];
    [|discriminate no_goal| |discriminate no_goal];
    vm_compute in known; injection known as <-; discriminate opened.
Qed.

Example g_is_parent_path_cost_instance :
  exists p, parent_path detour misled 2 p 0 /\ cost_of p = 4.
Proof.
  exact (proj2 (Theorems.g_is_parent_path_cost true detour zero misleading 2
           misled 0 (Node Open 4 (Some 2%nat)) detour_positive misled_reached
           eq_refl) (or_introl misled_selects)).
Qed.

Example function_refines_relation_instance :
  exists m v n, In (m, v, n) (fst (computed true late zero late_h 3)) /\
    reached true late zero late_h 3 m /\ selects late_h m v n.
Proof.
  destruct (fst (computed true late zero late_h 3)) as [|((m, v), n) rest]
    eqn:all; [vm_compute in all; discriminate all|].
  assert (In (m, v, n) (fst (computed true late zero late_h 3))) as first
    by (rewrite all; left; reflexivity).
  exists m, v, n. split; [left; reflexivity|].
  destruct (Theorems.function_refines_relation true late zero late_h Nat.ltb
              100 3 m v n ltb_strict_total first) as (run & selected & _).
  now split.
Qed.

Example suboptimality_without_reopening_instance :
  6 - cost_of late_path <= inconsistencies late_h (tl late_path).
Proof.
  destruct without_reopening_attained
    as (costs & zeros & _ & best & _ & (m & result) & _).
  apply (Theorems.suboptimality_without_reopening late zero late_h 3 m 0 6
           late_path costs); [|exact best|exact result].
  intros u v goal_u goal_v. now rewrite (zeros u goal_u), (zeros v goal_v).
Qed.

Example g_error_without_reopening_instance :
  let m := memory_at false late zero late_h 3 2 in
  exists q1 e q2 n,
    late_path = q1 ++ e :: q2 /\ is_open m (head e) n /\
    (forall e', In e' q1 -> exists k, is_closed m (head e') k) /\
    g n <= cost_of (q1 ++ [e]) + inconsistencies late_h (tl (q1 ++ [e])).
Proof.
  apply (Theorems.g_error_without_reopening late zero late_h 3 _ late_path 0
           late_positive).
  - exact (memory_at_reached false late zero late_h 3 late_positive 2).
  - walk.
  - reflexivity.
  - intros same. apply (f_equal (fun m => m 3%nat)) in same.
    vm_compute in same. discriminate same.
Qed.

Example h_error_instance :
  misleading 1%nat - 1 <= inconsistencies misleading [Edge 1 0 1].
Proof.
  apply (Theorems.h_error detour zero misleading 2 [Edge 2 1 1] [Edge 1 0 1]
           1 1 misleading_zero detour_optimal); [walk|].
  exact (detour_to_goal 1 ltac:(lia)).
Qed.

Example reopening_bound_at_most_inconsistency_bound_instance :
  2 <= inconsistencies misleading (tl detour_path).
Proof.
  exact (Theorems.reopening_bound_at_most_inconsistency_bound detour zero
           misleading 2 detour_path 2 misleading_zero detour_optimal
           behind_start).
Qed.

Example inconsistency_bound_with_reopening_instance :
  4 - cost_of detour_path <= inconsistencies misleading (tl detour_path).
Proof.
  exact (Theorems.inconsistency_bound_with_reopening detour zero misleading 2
           misled 0 4 detour_path detour_positive misleading_zero
           detour_optimal misled_returns).
Qed.

Example inconsistency_zero_iff_consistent_instance :
  (forall e, In e detour -> inconsistency detour_distance e = 0) /\
  ~ (forall e, In e detour -> inconsistency misleading e = 0).
Proof.
  split.
  - apply (Theorems.inconsistency_zero_iff_consistent detour
             detour_distance).
    exact detour_consistent.
  - intros none. specialize (none (Edge 1 0 1)).
    vm_compute in none. discriminate none. tauto.
Qed.

(** ** Tables *)

Example pdb_admissible_instance : admissible line line_goal first_pdb.
Proof.
  exact (Theorems.pdb_admissible _ _ _ _ _ _ line_positive first_abstraction
           first_is_pdb).
Qed.

Example pdb_consistent_instance : consistent line first_pdb.
Proof.
  exact (proj2 (Theorems.pdb_consistent _ _ _ _ _ _ line_positive
           first_abstraction first_is_pdb)
           (proj1 Instances_abstraction.pdb_consistent_instance)).
Qed.

Example below_table_admissible_instance :
  admissible line line_goal (fun v => first_pdb v - 1).
Proof.
  apply (Theorems.below_table_admissible _ _ _ _ _ _ _ line_positive
           first_abstraction first_is_pdb).
  intros v. lia.
Qed.

Lemma line_distance_admissible : admissible line line_goal line_distance.
Proof. exact (exact_admissible _ _ _ line_exact). Qed.

Example min_compression_admissible_instance :
  admissible line line_goal line_compressed.
Proof.
  exact (Theorems.min_compression_admissible _ _ _ _ _ line_min_compressed
           line_distance_admissible).
Qed.

Example max_admissible_instance :
  admissible line line_goal (fun v => Z.max (first_pdb v) (middle_pdb v)).
Proof.
  exact (Theorems.max_admissible _ _ _ _ first_admissible
           middle_admissible).
Qed.

Example max_consistent_instance :
  consistent line (fun v => Z.max (first_pdb v) (middle_pdb v)).
Proof.
  exact (Theorems.max_consistent _ _ _ pdb_consistent_instance
           middle_consistent).
Qed.

Example delta_exact_instance :
  base_pdb 0%nat + delta first_pdb base_pdb 0%nat = first_pdb 0%nat /\
  admissible line line_goal (fun v => base_pdb v + some_differences v).
Proof.
  destruct (Theorems.delta_exact first_pdb base_pdb) as (exactly & lowered).
  split; [exact (exactly 0%nat)|].
  apply lowered; [exact first_admissible|].
  exact (proj1 delta_lowered_instance).
Qed.

Example delta_not_negative_instance : 0 <= delta first_pdb base_pdb 1%nat.
Proof.
  assert (costs_positive (short_line 1 1)) as costs
    by (for_each_edge ltac:(simpl; lia)).
  exact (Theorems.delta_not_negative _ _ _ _ _ _ _ _ 1 costs last_abstraction
           first_is_pdb base_is_pdb
           (proj1 Instances_abstraction.pdb_consistent_instance 1%nat)).
Qed.

Example one_sided_correction_admissible_instance :
  admissible line line_goal (corrected line_filters guess).
Proof.
  exact (proj1 (Theorems.one_sided_correction_admissible _ _ _ _ _
           guess_one_sided line_distance_admissible)).
Qed.

Example lowered_by_run_admissible_instance :
  admissible line line_goal (lowered line_sets guess).
Proof.
  exact (proj1 (Theorems.lowered_by_run_admissible _ _ _ _ _
           guess_nested line_distance_not_negative
           line_distance_admissible)).
Qed.

Example lowered_to_table_admissible_instance :
  admissible line line_goal
    (fun v => Z.min (guess v) (line_distance v)).
Proof.
  exact (Theorems.lowered_to_table_admissible _ _ guess _
           line_distance_admissible).
Qed.

(** ** The loss *)

Example cea_unique_optimum_instance :
  (inner_sum 2 uniform 2 <= 1)%Q /\
  ((inner_sum 2 uniform 2 == 1)%Q <-> (uniform 2 == 1)%Q) /\
  (uniform 2 <= 1)%Q.
Proof.
  exact (Theorems.cea_unique_optimum 3 uniform 2 2 ltac:(lia)
           uniform_distribution).
Qed.

Example cea_bounds_overestimation_instance :
  (sum 1 (fun i => uniform (3 + i)) <= 1 - inner_sum 1 uniform 2)%Q.
Proof.
  exact (Theorems.cea_bounds_overestimation 3 uniform 2 1 ltac:(lia)
           uniform_distribution).
Qed.

(** ** Pseudo-dimension *)

Example shatter_bound_instance : (2 <= Nat.log2 4)%nat.
Proof.
  exact (Theorems.shatter_bound _ _ _ Z.leb choice 4 [true; false]
           (choice_behaviours _) choice_shatters).
Qed.

Example finite_class_bound_instance : (2 ^ 2 <= 4)%nat.
Proof.
  refine (Theorems.finite_class_bound _ _ _ Z.leb choice
    [(true, true); (true, false); (false, true); (false, false)] 4
    [true; false] _ (le_n 4) choice_shatters).
  intros ([|], [|]); simpl; tauto.
Qed.

Example at_most_points_instance : (2 <= 2)%nat.
Proof.
  exact (Theorems.at_most_points _ _ _ Z.leb choice [true; false]
           [true; false] leb_total_order (incl_refl _) choice_shatters).
Qed.

Example maxima_pseudo_dimension_instance :
  pseudo_dimension_at_most Z.leb larger 2 /\
  shatters Z.leb larger [true; false].
Proof.
  destruct maxima_attained as (within & largest & shattered).
  split; [|exact shattered].
  exact (Theorems.maxima_pseudo_dimension _ _ _ Z.leb larger [0; 1]%nat
           larger_vertices larger_value leb_total_order within largest).
Qed.

(** Starts 2 and 1 of [detour]. *)
Example psi_pseudo_dimension_instance :
  let path_of (x : bool) := if x then detour_path else [Edge 1 0 1] in
  let start (x : bool) := if x then 2%nat else 1%nat in
  let psi (h : heuristic) (x : bool) :=
    if x then Z.max (h 2%nat - 2) (Z.max (h 1%nat - 1) (h 0%nat))
    else Z.max (h 1%nat - 1) (h 0%nat) in
  pseudo_dimension_at_most Z.leb psi 3.
Proof.
  intros path_of start psi.
  assert (forall x v, In v (on_path (start x) (path_of x)) -> (v <= 2)%nat)
    as small.
  { intros [|] v; simpl; intuition lia. }
  assert (forall x v, In v (on_path (start x) (path_of x)) ->
    to_goal detour zero v (detour_distance v)) as dist
    by (intros x v on_p; exact (detour_to_goal v (small x v on_p))).
  apply (Theorems.psi_pseudo_dimension detour zero bool start path_of
           [0; 1; 2]%nat detour_distance psi).
  - intros x v on_p. specialize (small x v on_p).
    destruct v as [|[|[|v]]]; simpl; lia || tauto.
  - exact dist.
  - intros h x. apply (excess_is_max detour zero h detour_distance);
      [exact (dist x)| |].
    + destruct x; simpl psi.
      * destruct (Z.max_spec (h 2%nat - 2) (Z.max (h 1%nat - 1) (h 0%nat)))
          as [(_ & ->)|(_ & ->)].
        -- destruct (Z.max_spec (h 1%nat - 1) (h 0%nat))
             as [(_ & ->)|(_ & ->)].
           ++ exists 0%nat. split; [simpl; tauto|cbn; lia].
           ++ exists 1%nat. split; [simpl; tauto|cbn; lia].
        -- exists 2%nat. split; [simpl; tauto|cbn; lia].
      * destruct (Z.max_spec (h 1%nat - 1) (h 0%nat))
          as [(_ & ->)|(_ & ->)].
        -- exists 0%nat. split; [simpl; tauto|cbn; lia].
        -- exists 1%nat. split; [simpl; tauto|cbn; lia].
    + intros v on_p. destruct x; simpl psi.
      * destruct on_p as [<-|[<-|[<-|[]]]]; cbn; lia.
      * destruct on_p as [<-|[<-|[]]]; cbn; lia.
Qed.

(** The same, with the vertices 1 and 2 in one class and the goal in another:
    three vertices, and at most two instances. *)
Example psi_class_pseudo_dimension_instance :
  let class (v : vertex) := Nat.min v 1 in
  let path_of (x : bool) := if x then detour_path else [Edge 1 0 1] in
  let start (x : bool) := if x then 2%nat else 1%nat in
  let psi (h : nat -> Z) (x : bool) := Z.max (h 1%nat - 1) (h 0%nat) in
  pseudo_dimension_at_most Z.leb psi 2.
Proof.
  intros class path_of start psi.
  assert (forall x v, In v (on_path (start x) (path_of x)) -> (v <= 2)%nat)
    as small.
  { intros [|] v; simpl; intuition lia. }
  assert (forall x v, In v (on_path (start x) (path_of x)) ->
    to_goal detour zero v (detour_distance v)) as dist
    by (intros x v on_p; exact (detour_to_goal v (small x v on_p))).
  apply (Theorems.psi_class_pseudo_dimension detour zero bool nat start path_of
           class [0; 1]%nat detour_distance psi).
  - intros x v on_p. specialize (small x v on_p).
    destruct v as [|[|[|v]]]; simpl; lia || tauto.
  - exact dist.
  - intros h x.
    apply (excess_is_max detour zero (fun v => h (class v)) detour_distance);
      [exact (dist x)| |].
    + unfold psi. destruct (Z.max_spec (h 1%nat - 1) (h 0%nat))
        as [(_ & ->)|(_ & ->)].
      * exists 0%nat. split; [destruct x; simpl; tauto|cbn; lia].
      * exists 1%nat. split; [destruct x; simpl; tauto|cbn; lia].
    + intros v on_p. unfold psi. destruct x.
      * destruct on_p as [<-|[<-|[<-|[]]]]; cbn; lia.
      * destruct on_p as [<-|[<-|[]]]; cbn; lia.
Qed.

Definition fives : graph := [Edge 0 1 5; Edge 1 2 5].

Example equal_signs_equal_runs_instance :
  astar true fives (Nat.eqb 2) (values [0; 11; 0]) Nat.ltb 100 0 =
  astar true fives (Nat.eqb 2) (values [0; 12; 0]) Nat.ltb 100 0.
Proof.
  destruct same_signs_instance as (one_cost & in_V & signs & _).
  exact (Theorems.equal_signs_equal_runs true fives (Nat.eqb 2) Nat.ltb 5
           [0; 1; 2]%nat _ _ 100 0 ltb_strict_total eq_refl one_cost in_V
           (or_introl eq_refl) signs).
Qed.

(** The vertices 0 and 2 form one class, in which [g] is 0 and 10. *)
Example equal_class_signs_equal_runs_instance :
  let class v := if Nat.eqb v 1 then 1%nat else 0%nat in
  astar true fives (Nat.eqb 2) (fun v => values [0; 11] (class v))
    Nat.ltb 100 0 =
  astar true fives (Nat.eqb 2) (fun v => values [0; 12] (class v))
    Nat.ltb 100 0.
Proof.
  intros class.
  destruct same_signs_instance as (one_cost & in_V & _).
  refine (Theorems.equal_class_signs_equal_runs true fives (Nat.eqb 2)
    Nat.ltb 5 [0; 1; 2]%nat class _ _ 100 0 ltb_strict_total eq_refl
    one_cost in_V (or_introl eq_refl) _).
  intros v w i in_v in_w small.
  assert (i = -2 \/ i = -1 \/ i = 0 \/ i = 1 \/ i = 2) as five
    by (simpl in small; lia).
  destruct five as [->|[->|[->|[->| ->]]]];
    destruct in_v as [<-|[<-|[<-|[]]]];
    destruct in_w as [<-|[<-|[<-|[]]]]; vm_compute; reflexivity.
Qed.

(** Two heuristics, and the number of selections: one start is shattered. *)
Definition fork : graph := [Edge 0 1 4; Edge 0 2 4].
Definition fork_h (a : bool) : heuristic :=
  if a then values [] else values [0; 1; 0].
Definition selections (s : vertex) (x : list selection * ending) : Z :=
  Z.of_nat (length (fst x)).

Example pseudo_dimension_by_signs_instance : (1 <= Nat.log2 2)%nat.
Proof.
  refine (Theorems.pseudo_dimension_by_signs true fork (Nat.eqb 2) Nat.ltb 4
    [0; 1; 2]%nat bool Z Z.leb fork_h 100 selections 2 [0%nat]
    ltb_strict_total eq_refl _ _ _ _ _).
  - for_each_edge ltac:(reflexivity).
  - for_each_edge ltac:(simpl; tauto).
  - intros v [<-|[]]. now left.
  - exists [true; false]. split; [exact (le_n 2)|].
    intros a. exists a. split; [destruct a; simpl; tauto|].
    intros v w i _ _ _. reflexivity.
  - exists [3]. split; [reflexivity|].
    intros [|b [|b' bits]] one_bit; try discriminate one_bit.
    exists b. destruct b; vm_compute; reflexivity.
Qed.

Example distinct_g_instance :
  exists i : nat, (i < 3)%nat /\ 10 = Z.of_nat i * 5.
Proof.
  assert (costs_positive fives) as costs
    by (for_each_edge ltac:(reflexivity)).
  destruct same_signs_instance as (one_cost & in_V & _).
  exact (Theorems.distinct_g true fives (Nat.eqb 2) 5 [0; 1; 2]%nat
           (values []) 0 (memory_at true fives (Nat.eqb 2) (values []) 0 2) 2
           (Node Open 10 (Some 1%nat)) eq_refl one_cost in_V
           (or_introl eq_refl)
           (memory_at_reached true fives (Nat.eqb 2) (values []) 0 costs 2)
           eq_refl).
Qed.
