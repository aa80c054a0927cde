(** * Admissibility of abstraction, compression and correction

    Pattern databases are admissible and, where the abstract goal can be
    reached, consistent; compressing them by minima, splitting them into a base
    and a difference, and correcting an inadmissible heuristic by one-sided
    filters all keep admissibility. *)

From Coq Require Import List Bool Arith ZArith Lia.
From Admit Require Import Spec Paths.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** Distances to the goals *)

Lemma to_goal_below_path G goal v d p t :
  to_goal G goal v d -> goal t = true -> path G v p t -> d <= cost_of p.
Proof.
  intros [best [[_ least] best_cost]] goal_t path_p.
  rewrite <- best_cost.
  exact (least p t goal_t path_p).
Qed.

(** ** Pattern databases *)

(** Edges whose ends are merged vanish from the image, so their cost must not be
    negative: costs are positive. *)
Lemma abstract_path G goal G' goal' phi :
  costs_positive G -> abstraction G goal G' goal' phi ->
  forall v p t, path G v p t ->
  exists p', path G' (phi v) p' (phi t) /\ cost_of p' <= cost_of p.
Proof.
  intros positive [edges_map _] v p t path_p.
  induction path_p as [v | e p t in_e _ image_of_rest].
  - exists []. split.
    + apply path_nil.
    + simpl. lia.
  - destruct image_of_rest as [p' [path_p' cost_p']].
    assert (cost_e := positive e in_e).
    destruct (edges_map e in_e)
      as [same_image | [e' [in_e' [tail_e' [head_e' cost_e']]]]].
    + exists p'. split.
      * rewrite same_image. exact path_p'.
      * simpl. lia.
    + exists (e' :: p'). split.
      * rewrite <- tail_e'. apply path_cons.
        -- exact in_e'.
        -- rewrite head_e'. exact path_p'.
      * simpl. lia.
Qed.

Theorem pdb_admissible :
  forall G goal G' goal' phi h,
  costs_positive G -> abstraction G goal G' goal' phi ->
  pattern_database G' goal' phi h ->
  admissible G goal h.
Proof.
  intros G goal G' goal' phi h positive abstracts is_pdb v d.
  intros [p [[[t [goal_t path_p]] _] cost_p]].
  destruct (abstract_path _ _ _ _ _ positive abstracts _ _ _ path_p)
    as [p' [path_p' cost_p']].
  assert (goal_image : goal' (phi t) = true)
    by exact (proj2 abstracts t goal_t).
  assert (image_reaches : reaches G' goal' (phi v)).
  { exists p', (phi t). split.
    - exact goal_image.
    - exact path_p'. }
  assert (below : h v <= cost_of p')
    by exact (to_goal_below_path _ _ _ _ _ _
                (is_pdb v image_reaches) goal_image path_p').
  lia.
Qed.

Theorem pdb_consistent_at :
  forall G goal G' goal' phi h,
  costs_positive G -> abstraction G goal G' goal' phi ->
  pattern_database G' goal' phi h ->
  forall e, In e G -> reaches G' goal' (phi (head e)) ->
  h (tail e) <= cost e + h (head e).
Proof.
  intros G goal G' goal' phi h positive [edges_map _] is_pdb.
  intros e in_e head_reaches.
  assert (cost_e := positive e in_e).
  assert (dist_head := is_pdb _ head_reaches).
  destruct (edges_map e in_e)
    as [same_image | [e' [in_e' [tail_e' [head_e' cost_e']]]]].
  - assert (tail_reaches : reaches G' goal' (phi (tail e)))
      by (rewrite same_image; exact head_reaches).
    assert (dist_tail := is_pdb _ tail_reaches).
    rewrite same_image in dist_tail.
    assert (equal := to_goal_unique _ _ _ _ _ dist_tail dist_head).
    lia.
  - destruct dist_head as [p [[[t [goal_t path_p]] _] cost_p]].
    assert (path_tail : path G' (phi (tail e)) (e' :: p) t).
    { rewrite <- tail_e'. apply path_cons.
      - exact in_e'.
      - rewrite head_e'. exact path_p. }
    assert (tail_reaches : reaches G' goal' (phi (tail e)))
      by (exists (e' :: p), t; split; assumption).
    assert (below : h (tail e) <= cost_of (e' :: p))
      by exact (to_goal_below_path _ _ _ _ _ _
                  (is_pdb _ tail_reaches) goal_t path_tail).
    simpl in below. lia.
Qed.

Theorem pdb_consistent :
  forall G goal G' goal' phi h,
  costs_positive G -> abstraction G goal G' goal' phi ->
  pattern_database G' goal' phi h ->
  (forall v, reaches G' goal' (phi v)) ->
  consistent G h.
Proof.
  intros G goal G' goal' phi h positive abstracts is_pdb all_reach e in_e.
  exact (pdb_consistent_at _ _ _ _ _ _ positive abstracts is_pdb
           e in_e (all_reach (head e))).
Qed.

(** ** Compression and combination *)

Theorem below_admissible :
  forall G goal (h h' : heuristic),
  (forall v, h' v <= h v) -> admissible G goal h -> admissible G goal h'.
Proof.
  intros G goal h h' below adm v d dist.
  assert (bound := adm v d dist).
  assert (lower := below v).
  lia.
Qed.

Lemma min_compressed_below group h h' :
  min_compressed group h h' -> forall v, h' v <= h v.
Proof.
  intros compressed v.
  apply (proj2 (compressed v)).
  exists v. split; reflexivity.
Qed.

Theorem min_compression_admissible :
  forall G goal group h h',
  min_compressed group h h' ->
  admissible G goal h -> admissible G goal h'.
Proof.
  intros G goal group h h' compressed.
  exact (below_admissible G goal h h'
           (min_compressed_below group h h' compressed)).
Qed.

Theorem max_admissible :
  forall G goal h h',
  admissible G goal h -> admissible G goal h' ->
  admissible G goal (fun v => Z.max (h v) (h' v)).
Proof.
  intros G goal h h' adm adm' v d dist.
  exact (Z.max_lub _ _ _ (adm v d dist) (adm' v d dist)).
Qed.

Theorem max_consistent :
  forall G h h',
  consistent G h -> consistent G h' ->
  consistent G (fun v => Z.max (h v) (h' v)).
Proof.
  intros G h h' cons cons' e in_e.
  assert (edge_h := cons e in_e).
  assert (edge_h' := cons' e in_e).
  cbv beta. lia.
Qed.

(** ** Base and difference *)

Theorem delta_exact :
  forall (large base : heuristic) v,
  base v + delta large base v = large v.
Proof. intros large base v. unfold delta. lia. Qed.

(** The first graph is arbitrary: of [phi] only the lookup of vertices in both
    databases is used. *)
Theorem delta_not_negative :
  forall G1 goal1 G2 goal2 phi psi large base,
  costs_positive G1 -> abstraction G1 goal1 G2 goal2 psi ->
  pattern_database G1 goal1 phi large ->
  pattern_database G2 goal2 (fun v => psi (phi v)) base ->
  forall v, reaches G1 goal1 (phi v) -> 0 <= delta large base v.
Proof.
  intros G1 goal1 G2 goal2 phi psi large base.
  intros positive abstracts pdb_large pdb_base v image_reaches.
  destruct (pdb_large v image_reaches)
    as [p [[[t [goal_t path_p]] _] cost_p]].
  destruct (abstract_path _ _ _ _ _ positive abstracts _ _ _ path_p)
    as [p' [path_p' cost_p']].
  assert (goal_image : goal2 (psi t) = true)
    by exact (proj2 abstracts t goal_t).
  assert (further_reaches : reaches G2 goal2 (psi (phi v)))
    by (exists p', (psi t); split; assumption).
  assert (below : base v <= cost_of p')
    by exact (to_goal_below_path _ _ _ _ _ _
                (pdb_base v further_reaches) goal_image path_p').
  unfold delta. lia.
Qed.

Theorem delta_lowered_admissible :
  forall G goal (large base d : heuristic),
  (forall v, d v <= delta large base v) ->
  admissible G goal large ->
  admissible G goal (fun v => base v + d v).
Proof.
  intros G goal large base d lowered.
  apply below_admissible. intros v.
  assert (exact_sum := delta_exact large base v).
  assert (lower := lowered v).
  lia.
Qed.

(** ** One-sided correction *)

Lemma lowering_not_negative fs v : 0 <= lowering fs v.
Proof.
  induction fs as [| [k holds] fs not_negative]; simpl.
  - lia.
  - destruct (holds v); lia.
Qed.

Lemma lowering_at_least fs k holds v :
  In (k, holds) fs -> holds v = true -> k <= lowering fs v.
Proof.
  intros in_fs held.
  induction fs as [| [k' holds'] fs at_least]; simpl in in_fs |- *.
  - contradiction.
  - destruct in_fs as [here | later].
    + injection here as same_k same_holds. subst k' holds'.
      rewrite held. lia.
    + assert (rest := at_least later).
      destruct (holds' v); lia.
Qed.

(** False positives cannot raise a value, whatever the filters hold. *)
Theorem correction_only_lowers :
  forall fs h v, corrected fs h v <= h v.
Proof.
  intros fs h v. unfold corrected.
  assert (not_negative := lowering_not_negative fs v).
  lia.
Qed.

Theorem correction_never_above :
  forall exact fs h, one_sided exact fs h ->
  forall v, corrected fs h v <= exact v.
Proof.
  intros exact fs h none_missed v.
  destruct (Z.lt_ge_cases (exact v) (h v)) as [over | not_over].
  - destruct (none_missed v over) as [k [holds [in_fs [held enough]]]].
    assert (amount := lowering_at_least fs k holds v in_fs held).
    unfold corrected. lia.
  - assert (lowers := correction_only_lowers fs h v).
    lia.
Qed.

Theorem one_sided_correction_admissible :
  forall G goal exact fs h, one_sided exact fs h ->
  admissible G goal exact -> admissible G goal (corrected fs h).
Proof.
  intros G goal exact fs h none_missed.
  exact (below_admissible G goal exact (corrected fs h)
           (correction_never_above exact fs h none_missed)).
Qed.

(** ** Correction by nested sets *)

Lemma in_a_row_at_least sets v n :
  (forall i, (i < n)%nat ->
    exists holds, nth_error sets i = Some holds /\ holds v = true) ->
  (n <= in_a_row sets v)%nat.
Proof.
  revert n.
  induction sets as [| holds sets at_least];
    intros [| n] first; simpl; try lia.
  - destruct (first 0%nat ltac:(lia)) as [holds [none _]].
    discriminate none.
  - destruct (first 0%nat ltac:(lia)) as [holds' [here held]].
    injection here as same. subst holds'.
    rewrite held.
    assert (rest : (n <= in_a_row sets v)%nat)
      by exact (at_least n (fun i less =>
                  first (S i) ltac:(lia))).
    lia.
Qed.

Theorem lowered_not_negative :
  forall sets h v, 0 <= lowered sets h v.
Proof. intros sets h v. unfold lowered. lia. Qed.

(** A negative value is below 0. *)
Theorem lowered_never_raises :
  forall sets (h : heuristic) v, 0 <= h v -> lowered sets h v <= h v.
Proof. intros sets h v not_negative. unfold lowered. lia. Qed.

Theorem lowered_never_above :
  forall exact sets h, nested exact sets h ->
  forall v, 0 <= exact v -> lowered sets h v <= exact v.
Proof.
  intros exact sets h none_missed v not_negative.
  assert (enough : (Z.to_nat (h v - exact v) <= in_a_row sets v)%nat)
    by (apply in_a_row_at_least; intros i less;
        apply (none_missed v i); lia).
  unfold lowered. lia.
Qed.

Theorem lowered_by_run_admissible :
  forall G goal exact sets h, nested exact sets h ->
  (forall v, 0 <= exact v) ->
  admissible G goal exact -> admissible G goal (lowered sets h).
Proof.
  intros G goal exact sets h none_missed not_negative.
  exact (below_admissible G goal exact (lowered sets h)
           (fun v => lowered_never_above exact sets h none_missed v
                       (not_negative v))).
Qed.

(** The program's form: subtract 1, set by set, until the value is 0 or a set
    does not hold the vertex. *)
Fixpoint one_by_one (sets : list (vertex -> bool)) v (value : nat) : nat :=
  match sets, value with
  | holds :: sets, S less =>
      if holds v then one_by_one sets v less else value
  | _, _ => value
  end.

Theorem one_by_one_lowers :
  forall sets v value,
  Z.of_nat (one_by_one sets v value) =
  lowered sets (fun _ => Z.of_nat value) v.
Proof.
  intros sets v. unfold lowered.
  induction sets as [| holds sets lowers]; intros [| less];
    cbn [one_by_one in_a_row]; try lia.
  assert (rest := lowers less).
  destruct (holds v); lia.
Qed.

(** The same sets as filters: a vertex in the first [k] sets is lowered by [k].
    *)
Fixpoint as_filters (k : Z) (before : vertex -> bool)
    (sets : list (vertex -> bool)) : filters :=
  match sets with
  | [] => []
  | holds :: sets =>
      let all v := before v && holds v in
      (k + 1, all) :: as_filters (k + 1) all sets
  end.

Lemma as_filters_lowering k before sets v :
  0 <= k ->
  lowering (as_filters k before sets) v =
  if before v then
    match in_a_row sets v with O => 0 | n => k + Z.of_nat n end
  else 0.
Proof.
  revert k before.
  induction sets as [| holds sets lowers]; intros k before not_negative.
  - simpl. destruct (before v); reflexivity.
  - simpl.
    assert (rest := lowers (k + 1) (fun v => before v && holds v)
                      ltac:(lia)).
    simpl in rest. rewrite rest.
    destruct (before v), (holds v), (in_a_row sets v); simpl; lia.
Qed.

(** So nested sets are a case of filters with amounts, cut at 0. *)
Theorem lowered_is_corrected :
  forall sets h v,
  lowered sets h v =
  Z.max 0 (corrected (as_filters 0 (fun _ => true) sets) h v).
Proof.
  intros sets h v. unfold lowered, corrected.
  assert (amount := as_filters_lowering 0 (fun _ => true) sets v
                      ltac:(lia)).
  simpl in amount. rewrite amount.
  destruct (in_a_row sets v); lia.
Qed.
