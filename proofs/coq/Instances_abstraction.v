(** * The theorems on abstraction, loss and dimension are not vacuous

    For every set of hypotheses in [Abstraction], [Cea] and [Dimension], a small
    instance that meets it and whose conclusion is not trivial; and instances
    where a hypothesis or a stronger conclusion fails. *)

From Coq Require Import List Bool Arith ZArith QArith Lia.
From Admit Require Import Spec Paths Abstraction Cea Dimension Concrete.
From Admit Require Import Consequences.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** The line

    [0 -> 1 -> 2 -> 3] at costs 3, 2 and 1. *)

Definition line : graph := [Edge 0 1 3; Edge 1 2 2; Edge 2 3 1].
Definition line_goal : goals := Nat.eqb 3.
Definition line_distance : heuristic :=
  fun v => match v with 0%nat => 6 | 1%nat => 3 | 2%nat => 1 | _ => 0 end.

Lemma line_positive : costs_positive line.
Proof. for_each_edge ltac:(simpl; lia). Qed.

Lemma line_distance_consistent : consistent line line_distance.
Proof. for_each_edge ltac:(simpl; lia). Qed.

Lemma line_distance_zero : zero_at_goals line_goal line_distance.
Proof.
  intros t goal_t. apply Nat.eqb_eq in goal_t.
  subst t. reflexivity.
Qed.

Lemma line_to_goal v p :
  path line v p 3 -> cost_of p = line_distance v ->
  to_goal line line_goal v (line_distance v).
Proof.
  exact (distance_by_path line line_goal line_distance v p 3%nat
           line_distance_consistent line_distance_zero eq_refl).
Qed.

Lemma line_exact : exact_distances line line_goal line_distance.
Proof.
  intros v v_reaches.
  destruct (reaches_cases _ _ _ v_reaches)
    as [goal_v | [<- | [<- | [<- | []]]]].
  - apply Nat.eqb_eq in goal_v. subst v.
    apply (line_to_goal 3%nat []).
    + walk.
    + reflexivity.
  - apply (line_to_goal 0%nat [Edge 0 1 3; Edge 1 2 2; Edge 2 3 1]).
    + walk.
    + reflexivity.
  - apply (line_to_goal 1%nat [Edge 1 2 2; Edge 2 3 1]).
    + walk.
    + reflexivity.
  - apply (line_to_goal 2%nat [Edge 2 3 1]).
    + walk.
    + reflexivity.
Qed.

Lemma line_start : to_goal line line_goal 0 6.
Proof.
  apply (line_to_goal 0%nat [Edge 0 1 3; Edge 1 2 2; Edge 2 3 1]).
  - walk.
  - reflexivity.
Qed.

(** ** Two abstractions of the line

    Both are lines [0 -> 1 -> 2] again, with their goal at 2. The first
    merges 0 and 1, and its edge between them and 2 costs less than in the
    line; the second merges 1 and 2. *)

Definition short_line (c c' : Z) : graph := [Edge 0 1 c; Edge 1 2 c'].
Definition short_goal : goals := Nat.eqb 2.
Definition short_distance (c c' : Z) : heuristic :=
  fun v => match v with 0%nat => c + c' | 1%nat => c' | _ => 0 end.

Lemma short_consistent c c' :
  consistent (short_line c c') (short_distance c c').
Proof. for_each_edge ltac:(simpl; lia). Qed.

Lemma short_zero c c' : zero_at_goals short_goal (short_distance c c').
Proof.
  intros t goal_t. apply Nat.eqb_eq in goal_t.
  subst t. reflexivity.
Qed.

Lemma short_path c c' v :
  (v <= 2)%nat ->
  exists p, path (short_line c c') v p 2 /\
    cost_of p = short_distance c c' v.
Proof.
  intros is_vertex. destruct v as [| [| [| v]]].
  - exists [Edge 0 1 c; Edge 1 2 c']. split.
    + walk.
    + simpl. lia.
  - exists [Edge 1 2 c']. split.
    + walk.
    + simpl. lia.
  - exists []. split.
    + walk.
    + reflexivity.
  - exfalso. lia.
Qed.

Lemma short_reaches c c' v :
  (v <= 2)%nat -> reaches (short_line c c') short_goal v.
Proof.
  intros is_vertex.
  destruct (short_path c c' v is_vertex) as [p [path_p _]].
  exists p, 2%nat. split.
  - reflexivity.
  - exact path_p.
Qed.

Lemma short_exact c c' :
  exact_distances (short_line c c') short_goal (short_distance c c').
Proof.
  intros v v_reaches.
  assert (is_vertex : (v <= 2)%nat).
  { destruct (reaches_cases _ _ _ v_reaches)
      as [goal_v | [<- | [<- | []]]].
    - apply Nat.eqb_eq in goal_v. lia.
    - simpl. lia.
    - simpl. lia. }
  destruct (short_path c c' v is_vertex) as [p [path_p cost_p]].
  exact (distance_by_path _ short_goal _ v p 2%nat
           (short_consistent c c') (short_zero c c') eq_refl
           path_p cost_p).
Qed.

Definition merge_first : vertex -> vertex :=
  fun v => match v with 0%nat | 1%nat => 0 | 2%nat => 1 | _ => 2 end%nat.
Definition merge_middle : vertex -> vertex :=
  fun v => match v with 0%nat => 0 | 1%nat | 2%nat => 1 | _ => 2 end%nat.

Definition first_pdb : heuristic :=
  fun v => short_distance 1 1 (merge_first v).
Definition middle_pdb : heuristic :=
  fun v => short_distance 3 1 (merge_middle v).

Lemma merge_first_vertex v : (merge_first v <= 2)%nat.
Proof. destruct v as [| [| [| v]]]; simpl; lia. Qed.

Lemma merge_middle_vertex v : (merge_middle v <= 2)%nat.
Proof. destruct v as [| [| [| v]]]; simpl; lia. Qed.

Ltac merged := left; reflexivity.
Ltac mapped_to image :=
  right; exists image; repeat split; [member | simpl; lia].

Lemma first_abstraction :
  abstraction line line_goal (short_line 1 1) short_goal merge_first.
Proof.
  split.
  - refine (proj1 (Forall_forall _ _) _).
    apply Forall_cons; [merged |].
    apply Forall_cons; [mapped_to (Edge 0 1 1) |].
    apply Forall_cons; [mapped_to (Edge 1 2 1) |].
    apply Forall_nil.
  - intros t goal_t. apply Nat.eqb_eq in goal_t.
    subst t. reflexivity.
Qed.

Lemma middle_abstraction :
  abstraction line line_goal (short_line 3 1) short_goal merge_middle.
Proof.
  split.
  - refine (proj1 (Forall_forall _ _) _).
    apply Forall_cons; [mapped_to (Edge 0 1 3) |].
    apply Forall_cons; [merged |].
    apply Forall_cons; [mapped_to (Edge 1 2 1) |].
    apply Forall_nil.
  - intros t goal_t. apply Nat.eqb_eq in goal_t.
    subst t. reflexivity.
Qed.

Lemma first_is_pdb :
  pattern_database (short_line 1 1) short_goal merge_first first_pdb.
Proof. exact (exact_pattern_database _ _ _ _ (short_exact 1 1)). Qed.

Lemma middle_is_pdb :
  pattern_database (short_line 3 1) short_goal merge_middle middle_pdb.
Proof. exact (exact_pattern_database _ _ _ _ (short_exact 3 1)). Qed.

Lemma first_admissible : admissible line line_goal first_pdb.
Proof.
  exact (pdb_admissible _ _ _ _ _ _
           line_positive first_abstraction first_is_pdb).
Qed.

(** The values 2, 2, 1, 0: neither constant nor the distances. *)
Example pdb_admissible_instance :
  costs_positive line /\
  abstraction line line_goal (short_line 1 1) short_goal merge_first /\
  pattern_database (short_line 1 1) short_goal merge_first first_pdb /\
  admissible line line_goal first_pdb /\
  map first_pdb [0; 1; 2; 3]%nat = [2; 2; 1; 0].
Proof.
  split; [exact line_positive |].
  split; [exact first_abstraction |].
  split; [exact first_is_pdb |].
  split; [exact first_admissible | reflexivity].
Qed.

Example pdb_consistent_instance :
  (forall v, reaches (short_line 1 1) short_goal (merge_first v)) /\
  consistent line first_pdb.
Proof.
  assert (all_reach :
    forall v, reaches (short_line 1 1) short_goal (merge_first v))
    by (intros v; apply short_reaches, merge_first_vertex).
  split; [exact all_reach |].
  exact (pdb_consistent _ _ _ _ _ _
           line_positive first_abstraction first_is_pdb all_reach).
Qed.

Lemma middle_consistent : consistent line middle_pdb.
Proof.
  apply (pdb_consistent _ _ _ _ _ _
           line_positive middle_abstraction middle_is_pdb).
  intros v. apply short_reaches, merge_middle_vertex.
Qed.

Lemma middle_admissible : admissible line line_goal middle_pdb.
Proof.
  exact (pdb_admissible _ _ _ _ _ _
           line_positive middle_abstraction middle_is_pdb).
Qed.

(** The maximum is above either of the two somewhere. *)
Example max_instance :
  let larger v := Z.max (first_pdb v) (middle_pdb v) in
  admissible line line_goal larger /\ consistent line larger /\
  first_pdb 0%nat < larger 0%nat /\ middle_pdb 1%nat < larger 1%nat.
Proof.
  intros larger.
  split; [exact (max_admissible _ _ _ _
                   first_admissible middle_admissible) |].
  split; [exact (max_consistent _ _ _
                   (proj2 pdb_consistent_instance)
                   middle_consistent) |].
  split; reflexivity.
Qed.

(** ** A dead end

    From 0 one edge leads to the goal 1, another to the dead end 2. A pattern
    database is arbitrary at 2: so [pdb_consistent] would be false without its
    hypothesis that all images reach a goal, and [pdb_consistent_at] is the
    general form. *)

Definition fork : graph := [Edge 0 1 1; Edge 0 2 1].
Definition fork_goal : goals := Nat.eqb 1.
Definition fork_pdb : heuristic :=
  fun v => match v with 0%nat => 1 | 2%nat => -7 | _ => 0 end.

(** To certify the distances, a potential is needed that is consistent at the
    dead end too. *)
Definition fork_potential : heuristic :=
  fun v => match v with 0%nat => 1 | _ => 0 end.

Lemma fork_to_goal v p :
  path fork v p 1 -> cost_of p = fork_potential v ->
  to_goal fork fork_goal v (fork_potential v).
Proof.
  intros path_p cost_p.
  apply (distance_by_path fork fork_goal fork_potential v p 1%nat).
  - for_each_edge ltac:(simpl; lia).
  - intros t goal_t. apply Nat.eqb_eq in goal_t.
    subst t. reflexivity.
  - reflexivity.
  - exact path_p.
  - exact cost_p.
Qed.

Lemma fork_is_pdb :
  pattern_database fork fork_goal (fun v => v) fork_pdb.
Proof.
  intros v v_reaches.
  destruct (reaches_cases _ _ _ v_reaches)
    as [goal_v | [<- | [<- | []]]].
  - apply Nat.eqb_eq in goal_v. subst v.
    apply (fork_to_goal 1%nat []).
    + walk.
    + reflexivity.
  - apply (fork_to_goal 0%nat [Edge 0 1 1]).
    + walk.
    + reflexivity.
  - apply (fork_to_goal 0%nat [Edge 0 1 1]).
    + walk.
    + reflexivity.
Qed.

Lemma fork_abstraction :
  abstraction fork fork_goal fork fork_goal (fun v => v).
Proof.
  split.
  - intros e in_e. right. exists e. repeat split.
    + exact in_e.
    + lia.
  - intros t goal_t. exact goal_t.
Qed.

Example pdb_consistent_at_instance :
  costs_positive fork /\
  abstraction fork fork_goal fork fork_goal (fun v => v) /\
  pattern_database fork fork_goal (fun v => v) fork_pdb /\
  (forall e, In e fork -> reaches fork fork_goal (head e) ->
    fork_pdb (tail e) <= cost e + fork_pdb (head e)) /\
  reaches fork fork_goal (head (Edge 0 1 1)) /\
  ~ consistent fork fork_pdb.
Proof.
  assert (positive : costs_positive fork)
    by for_each_edge ltac:(simpl; lia).
  split; [exact positive |].
  split; [exact fork_abstraction |].
  split; [exact fork_is_pdb |].
  split; [exact (pdb_consistent_at _ _ _ _ _ _
                   positive fork_abstraction fork_is_pdb) |].
  split.
  - exists [], 1%nat. split.
    + reflexivity.
    + walk.
  - intros is_consistent.
    assert (in_fork : In (Edge 0 2 1) fork) by member.
    assert (drop := is_consistent _ in_fork).
    simpl in drop. lia.
Qed.

(** ** Compression *)

Definition joined : vertex -> nat :=
  fun v => match v with 3%nat => 1%nat | _ => v end.
Definition line_compressed : heuristic :=
  fun v => match v with 0%nat => 6 | 2%nat => 1 | _ => 0 end.

Lemma line_min_compressed :
  min_compressed joined line_distance line_compressed.
Proof.
  intros v. split.
  - destruct v as [| [| [| [| v]]]].
    + exists 0%nat. split; reflexivity.
    + exists 3%nat. split; reflexivity.
    + exists 2%nat. split; reflexivity.
    + exists 3%nat. split; reflexivity.
    + exists (4 + v)%nat. split; reflexivity.
  - intros x [w [same_group value]].
    destruct v as [| [| [| [| v]]]];
      destruct w as [| [| [| [| w]]]];
      simpl in same_group, value |- *;
      first [discriminate same_group | lia].
Qed.

(** Values 6, 0, 1, 0: admissible, positive, and lower than before at 1. *)
Example min_compression_instance :
  min_compressed joined line_distance line_compressed /\
  admissible line line_goal line_distance /\
  admissible line line_goal line_compressed /\
  line_compressed 0%nat = 6 /\ line_compressed 1%nat < line_distance 1%nat.
Proof.
  assert (distance_admissible :=
    exact_admissible _ _ _ line_exact).
  split; [exact line_min_compressed |].
  split; [exact distance_admissible |].
  split; [| split; reflexivity].
  exact (min_compression_admissible _ _ _ _ _
           line_min_compressed distance_admissible).
Qed.

Theorem min_compression_not_consistent :
  exists G goal h h' group,
  costs_positive G /\
  (forall v, reaches G goal v -> to_goal G goal v (h v)) /\
  consistent G h /\ admissible G goal h /\
  min_compressed group h h' /\
  ~ consistent G h'.
Proof.
  exists line, line_goal, line_distance, line_compressed, joined.
  split; [exact line_positive |].
  split; [exact line_exact |].
  split; [exact line_distance_consistent |].
  split; [exact (exact_admissible _ _ _ line_exact) |].
  split; [exact line_min_compressed |].
  intros is_consistent.
  assert (in_line : In (Edge 0 1 3) line) by member.
  assert (drop := is_consistent _ in_line).
  simpl in drop. lia.
Qed.

(** ** Base and difference

    The first abstraction is abstracted further: 1 and 2 are merged. *)

Definition shortest_line : graph := [Edge 0 1 1].
Definition shortest_goal : goals := Nat.eqb 1.
Definition shortest_distance : heuristic :=
  fun v => match v with 0%nat => 1 | _ => 0 end.
Definition merge_last : vertex -> vertex :=
  fun v => match v with 0%nat => 0 | _ => 1 end%nat.
Definition base_pdb : heuristic :=
  fun v => shortest_distance (merge_last (merge_first v)).

Lemma shortest_to_goal v p :
  path shortest_line v p 1 -> cost_of p = shortest_distance v ->
  to_goal shortest_line shortest_goal v (shortest_distance v).
Proof.
  intros path_p cost_p.
  apply (distance_by_path _ shortest_goal shortest_distance v p 1%nat).
  - for_each_edge ltac:(simpl; lia).
  - intros t goal_t. apply Nat.eqb_eq in goal_t.
    subst t. reflexivity.
  - reflexivity.
  - exact path_p.
  - exact cost_p.
Qed.

Lemma base_is_pdb :
  pattern_database shortest_line shortest_goal
    (fun v => merge_last (merge_first v)) base_pdb.
Proof.
  apply (exact_pattern_database shortest_line shortest_goal
           (fun v => merge_last (merge_first v)) shortest_distance).
  intros v v_reaches.
  destruct (reaches_cases _ _ _ v_reaches) as [goal_v | [<- | []]].
  - apply Nat.eqb_eq in goal_v. subst v.
    apply (shortest_to_goal 1%nat []).
    + walk.
    + reflexivity.
  - apply (shortest_to_goal 0%nat [Edge 0 1 1]).
    + walk.
    + reflexivity.
Qed.

Lemma last_abstraction :
  abstraction (short_line 1 1) short_goal shortest_line shortest_goal
    merge_last.
Proof.
  split.
  - refine (proj1 (Forall_forall _ _) _).
    apply Forall_cons; [mapped_to (Edge 0 1 1) |].
    apply Forall_cons; [merged |].
    apply Forall_nil.
  - intros t goal_t. apply Nat.eqb_eq in goal_t.
    subst t. reflexivity.
Qed.

(** Base 1, 1, 0, 0; differences 1, 1, 1, 0. *)
Example delta_instance :
  costs_positive (short_line 1 1) /\
  abstraction (short_line 1 1) short_goal
    shortest_line shortest_goal merge_last /\
  pattern_database (short_line 1 1) short_goal merge_first first_pdb /\
  pattern_database shortest_line shortest_goal
    (fun v => merge_last (merge_first v)) base_pdb /\
  (forall v, 0 <= delta first_pdb base_pdb v) /\
  map base_pdb [0; 1; 2; 3]%nat = [1; 1; 0; 0] /\
  map (delta first_pdb base_pdb) [0; 1; 2; 3]%nat = [1; 1; 1; 0].
Proof.
  assert (positive : costs_positive (short_line 1 1))
    by for_each_edge ltac:(simpl; lia).
  split; [exact positive |].
  split; [exact last_abstraction |].
  split; [exact first_is_pdb |].
  split; [exact base_is_pdb |].
  split; [| split; reflexivity].
  intros v.
  exact (delta_not_negative _ _ _ _ _ _ _ _
           positive last_abstraction first_is_pdb base_is_pdb
           v (proj1 pdb_consistent_instance v)).
Qed.

(** Differences are stored at 0 and 1 only. *)
Definition some_differences : heuristic :=
  fun v => match v with 0%nat | 1%nat => 1 | _ => 0 end.

Example delta_lowered_instance :
  (forall v, some_differences v <= delta first_pdb base_pdb v) /\
  admissible line line_goal
    (fun v => base_pdb v + some_differences v) /\
  base_pdb 0%nat < base_pdb 0%nat + some_differences 0%nat /\
  base_pdb 2%nat + some_differences 2%nat < first_pdb 2%nat.
Proof.
  assert (lowered :
    forall v, some_differences v <= delta first_pdb base_pdb v)
    by (intros v; destruct v as [| [| [| v]]]; discriminate).
  split; [exact lowered |].
  split; [| split; reflexivity].
  exact (delta_lowered_admissible _ _ _ _ _ lowered first_admissible).
Qed.

(** ** Correction

    A guess of 8, 4, 1, 0 is 2 too high at 0 and 1 too high at 1. The second
    filter also holds 2, a false positive. *)

Definition guess : heuristic :=
  fun v => match v with 0%nat => 8 | 1%nat => 4 | 2%nat => 1 | _ => 0 end.
Definition line_filters : filters :=
  [(2, Nat.eqb 0); (1, fun v => Nat.leb v 2)].

Lemma guess_one_sided : one_sided line_distance line_filters guess.
Proof.
  intros v over. destruct v as [| [| [| v]]]; simpl in over.
  - exists 2, (Nat.eqb 0).
    split; [member |]. split; [reflexivity |]. simpl. lia.
  - exists 1, (fun v => Nat.leb v 2).
    split; [member |]. split; [reflexivity |]. simpl. lia.
  - exfalso. lia.
  - exfalso. lia.
Qed.

(** The false positive costs accuracy, but not admissibility. *)
Example one_sided_instance :
  one_sided line_distance line_filters guess /\
  admissible line line_goal line_distance /\
  ~ admissible line line_goal guess /\
  admissible line line_goal (corrected line_filters guess) /\
  map (corrected line_filters guess) [0; 1; 2; 3]%nat = [6; 3; 0; 0] /\
  guess 2%nat = line_distance 2%nat.
Proof.
  assert (distance_admissible :=
    exact_admissible _ _ _ line_exact).
  split; [exact guess_one_sided |].
  split; [exact distance_admissible |].
  split.
  - intros guess_admissible.
    assert (below := guess_admissible 0%nat 6 line_start).
    simpl in below. lia.
  - split; [| split; reflexivity].
    exact (one_sided_correction_admissible _ _ _ _ _
             guess_one_sided distance_admissible).
Qed.

(** The same guess with nested sets. The first two falsely hold 2, and the third
    0 and 3; as 3 is not in the first, the third is not consulted about it. *)
Definition line_sets : list (vertex -> bool) :=
  [fun v => Nat.leb v 2; fun v => Nat.eqb v 0 || Nat.eqb v 2;
   fun v => Nat.eqb v 0 || Nat.eqb v 3].

Lemma guess_nested : nested line_distance line_sets guess.
Proof.
  intros v i over.
  destruct v as [| [| [| v]]]; cbn [line_distance guess] in over.
  - destruct i as [| [| i]]; [| | exfalso; lia];
      eexists; split; reflexivity.
  - destruct i as [| i]; [| exfalso; lia].
    eexists; split; reflexivity.
  - exfalso. lia.
  - exfalso. lia.
Qed.

Lemma line_distance_not_negative v : 0 <= line_distance v.
Proof. destruct v as [| [| [| v]]]; simpl; lia. Qed.

(** False positives cost accuracy at 0 and at 2, where the value is cut at 0,
    but not admissibility. *)
Example lowered_instance :
  nested line_distance line_sets guess /\
  ~ admissible line line_goal guess /\
  admissible line line_goal (lowered line_sets guess) /\
  map (in_a_row line_sets) [0; 1; 2; 3]%nat = [3; 1; 2; 0]%nat /\
  map (lowered line_sets guess) [0; 1; 2; 3]%nat = [5; 3; 0; 0] /\
  map line_distance [0; 1; 2; 3]%nat = [6; 3; 1; 0].
Proof.
  split; [exact guess_nested |].
  split; [exact (proj1 (proj2 (proj2 one_sided_instance))) |].
  split; [| repeat split].
  exact (lowered_by_run_admissible _ _ _ _ _ guess_nested
           line_distance_not_negative (exact_admissible _ _ _ line_exact)).
Qed.

(** ** The loss

    Classes 0 to 3, true class 2. *)

Definition uniform (i : nat) : Q := 1 # 4.
Definition certain (i : nat) : Q := if Nat.eqb i 2 then 1%Q else 0%Q.

Lemma uniform_distribution : distribution 3 uniform.
Proof.
  split.
  - intros k _. discriminate.
  - reflexivity.
Qed.

Lemma certain_distribution : distribution 3 certain.
Proof.
  split.
  - intros k _. unfold certain. destruct (Nat.eqb k 2); discriminate.
  - reflexivity.
Qed.

Example cea_below_one :
  distribution 3 uniform /\
  (inner_sum 1 uniform 2 == 3 # 8)%Q /\ (inner_sum 1 uniform 2 < 1)%Q.
Proof.
  split; [exact uniform_distribution |].
  split; reflexivity.
Qed.

Example cea_one :
  distribution 3 certain /\ (inner_sum 1 certain 2 == 1)%Q.
Proof.
  split; [exact certain_distribution |].
  assert (classes : (1 <= 2 <= 3)%nat) by lia.
  apply (cea_unique_optimum 3 certain 2 1
           classes certain_distribution).
  reflexivity.
Qed.

(** One class of four is above, with probability 1/4; the bound is 5/8. *)
Example cea_bound_instance :
  (sum (3 - 2) (fun i => uniform (3 + i)) == 1 # 4)%Q /\
  (1 - inner_sum 1 uniform 2 == 5 # 8)%Q /\
  (sum (3 - 2) (fun i => uniform (3 + i)) <=
    1 - inner_sum 1 uniform 2)%Q.
Proof.
  split; [reflexivity |].
  split; [reflexivity |].
  assert (class : (2 <= 3)%nat) by lia.
  exact (cea_bound 3 uniform 2 1 class uniform_distribution).
Qed.

Example smaller_beta_instance :
  (inner_sum 2 uniform 2 == 5 # 16)%Q /\
  (inner_sum 2 uniform 2 < inner_sum 1 uniform 2)%Q.
Proof. split; reflexivity. Qed.

(** ** The dimension

    All functions from two points to 0 and 1. *)

Definition choice (a : bool * bool) (x : bool) : Z :=
  if (if x then fst a else snd a) then 1 else 0.

Lemma choice_behaviours xs : behaviours_at_most choice 4 xs.
Proof.
  exists [(true, true); (true, false); (false, true); (false, false)].
  split.
  - simpl. lia.
  - intros a. exists a. split.
    + destruct a as [[|] [|]]; member.
    + intros x _. reflexivity.
Qed.

Lemma choice_shatters : shatters Z.leb choice [true; false].
Proof.
  exists [1; 1]. split.
  - reflexivity.
  - intros bits two_bits.
    destruct bits as [| b [| b' [| b'' bits]]];
      try discriminate two_bits.
    exists (b, b').
    destruct b, b'; reflexivity.
Qed.

(** Both bounds are attained, and three behaviours would not be enough. *)
Example shatter_bound_attained :
  (forall xs, behaviours_at_most choice 4 xs) /\
  ~ behaviours_at_most choice 3 [true; false] /\
  shatters Z.leb choice [true; false] /\
  pseudo_dimension_at_most Z.leb choice (Nat.log2 4) /\
  length [true; false] = Nat.log2 4.
Proof.
  split; [exact choice_behaviours |].
  split.
  - intros three.
    assert (bound := shatter_bound _ _ _ _ three choice_shatters).
    cbv in bound. lia.
  - split; [exact choice_shatters |].
    split; [| reflexivity].
    exact (pseudo_dimension_by_behaviours _ _ _ choice_behaviours).
Qed.

Example points_bound_attained :
  incl [true; false] [true; false] /\
  shatters Z.leb choice [true; false] /\
  NoDup [true; false] /\ ~ shatters Z.leb choice [true; true].
Proof.
  split; [exact (incl_refl _) |].
  split; [exact choice_shatters |].
  split.
  - exact (shattered_no_repeats _ _ leb_total_order _ choice_shatters).
  - intros shattered.
    assert (no_repeats :=
      shattered_no_repeats _ _ leb_total_order _ shattered).
    apply NoDup_cons_iff in no_repeats.
    destruct no_repeats as [not_in _].
    apply not_in. member.
Qed.

(** Maxima over two sets, {0} and {0, 1}, are shattered: as many as there are
    vertices. *)
Definition larger (a : Z * Z) (x : bool) : Z :=
  if x then fst a else Z.max (fst a) (snd a).
Definition larger_vertices (x : bool) : list vertex :=
  if x then [0%nat] else [0%nat; 1%nat].
Definition larger_value (a : Z * Z) (v : vertex) : Z :=
  if Nat.eqb v 0 then fst a else snd a.

Example maxima_attained :
  (forall x, incl (larger_vertices x) [0%nat; 1%nat]) /\
  (forall a x,
    (exists v, In v (larger_vertices x) /\ larger a x = larger_value a v) /\
    forall v, In v (larger_vertices x) ->
      (larger_value a v <=? larger a x) = true) /\
  shatters Z.leb larger [true; false].
Proof.
  split; [| split].
  - intros [|] v; simpl; tauto.
  - intros a [|]; simpl.
    + split; [exists 0%nat; split; [now left | reflexivity] |].
      intros v [<- | []]. apply Z.leb_refl.
    + split.
      * destruct (Z.max_spec (fst a) (snd a)) as [[_ ->] | [_ ->]].
        -- exists 1%nat. split; [now right; left | reflexivity].
        -- exists 0%nat. split; [now left | reflexivity].
      * intros v [<- | [<- | []]]; unfold larger_value; simpl;
          apply Z.leb_le; lia.
  - exists [1; 2]. split; [reflexivity |].
    intros bits two_bits.
    destruct bits as [| b [| b' [| b'' bits]]];
      try discriminate two_bits.
    exists (if b then (if b' then (2, 2) else (1, 0))
            else (if b' then (0, 2) else (0, 0))).
    destruct b, b'; reflexivity.
Qed.
