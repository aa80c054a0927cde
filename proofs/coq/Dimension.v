(** * How few behaviours bound the pseudo-dimension

    Shattering [N] points takes [2 ^ N] different functions on them, so a
    class with at most [r] behaviours shatters at most [log2 r] points; and
    no more points than there are. *)

From Coq Require Import List Bool Arith QArith Lia.
From Admit Require Import Spec.
Import ListNotations.
Open Scope nat_scope.

(** ** All lists of bits *)

Fixpoint all_bits (n : nat) : list (list bool) :=
  match n with
  | O => [[]]
  | S n => map (cons true) (all_bits n) ++ map (cons false) (all_bits n)
  end.

Lemma all_bits_length n : length (all_bits n) = 2 ^ n.
Proof.
  induction n as [| n count]; simpl.
  - reflexivity.
  - rewrite app_length, !map_length, count. lia.
Qed.

Lemma all_bits_lengths n bits : In bits (all_bits n) -> length bits = n.
Proof.
  revert bits.
  induction n as [| n lengths]; simpl; intros bits in_bits.
  - destruct in_bits as [empty | none].
    + subst bits. reflexivity.
    + contradiction.
  - apply in_app_or in in_bits.
    destruct in_bits as [with_true | with_false].
    + apply in_map_iff in with_true.
      destruct with_true as [rest [built in_rest]].
      subst bits. simpl. rewrite (lengths rest in_rest). reflexivity.
    + apply in_map_iff in with_false.
      destruct with_false as [rest [built in_rest]].
      subst bits. simpl. rewrite (lengths rest in_rest). reflexivity.
Qed.

Lemma no_repeats_cons (b : bool) lists :
  NoDup lists -> NoDup (map (cons b) lists).
Proof.
  intros no_repeats.
  induction no_repeats as [| bits lists not_in _ mapped]; simpl.
  - apply NoDup_nil.
  - apply NoDup_cons.
    + intros in_map. apply in_map_iff in in_map.
      destruct in_map as [same [built in_same]].
      injection built as equal. subst same.
      exact (not_in in_same).
    + exact mapped.
Qed.

Lemma no_repeats_app {T} (xs ys : list T) :
  NoDup xs -> NoDup ys -> (forall x, In x xs -> ~ In x ys) ->
  NoDup (xs ++ ys).
Proof.
  intros no_repeats_xs no_repeats_ys.
  induction no_repeats_xs as [| x xs not_in _ joined];
    simpl; intros apart.
  - exact no_repeats_ys.
  - apply NoDup_cons.
    + intros in_either. apply in_app_or in in_either.
      destruct in_either as [in_xs | in_ys].
      * exact (not_in in_xs).
      * exact (apart x (or_introl eq_refl) in_ys).
    + apply joined. intros y in_xs.
      exact (apart y (or_intror in_xs)).
Qed.

Lemma all_bits_no_repeats n : NoDup (all_bits n).
Proof.
  induction n as [| n no_repeats]; simpl.
  - apply NoDup_cons.
    + intros none. contradiction.
    + apply NoDup_nil.
  - apply no_repeats_app.
    + exact (no_repeats_cons true _ no_repeats).
    + exact (no_repeats_cons false _ no_repeats).
    + intros bits with_true with_false.
      apply in_map_iff in with_true.
      apply in_map_iff in with_false.
      destruct with_true as [rest [built_true _]].
      destruct with_false as [rest' [built_false _]].
      subst bits. discriminate built_false.
Qed.

(** ** Behaviours *)

Lemma same_values_same_bits {A X} (u : A -> X -> Q) a b xs :
  (forall x, In x xs -> u a x == u b x)%Q ->
  forall zs,
  map (passes u a) (combine xs zs) = map (passes u b) (combine xs zs).
Proof.
  intros same zs. apply map_ext_in.
  intros [x z] in_pairs.
  assert (in_xs := in_combine_l _ _ _ _ in_pairs).
  unfold passes. simpl.
  rewrite (same x in_xs). reflexivity.
Qed.

Lemma shattering_takes_behaviours {A X} (u : A -> X -> Q) r xs :
  behaviours_at_most u r xs -> shatters u xs -> 2 ^ length xs <= r.
Proof.
  intros [reps [few_reps represented]] [zs [_ all_ways]].
  set (bits_of := fun a => map (passes u a) (combine xs zs)).
  assert (covered :
    incl (all_bits (length xs)) (map bits_of reps)).
  { intros bits in_bits.
    assert (right_length := all_bits_lengths _ _ in_bits).
    destruct (all_ways bits right_length) as [a bits_of_a].
    destruct (represented a) as [b [in_reps same]].
    apply in_map_iff. exists b. split.
    - rewrite <- bits_of_a. symmetry.
      exact (same_values_same_bits u a b xs same zs).
    - exact in_reps. }
  assert (count :=
    NoDup_incl_length (all_bits_no_repeats (length xs)) covered).
  rewrite all_bits_length, map_length in count.
  lia.
Qed.

(** Without behaviours nothing is shattered, not even the empty list; so
    [r = 0] needs no exception. *)
Theorem shatter_bound :
  forall A X (u : A -> X -> Q) r xs,
  behaviours_at_most u r xs -> shatters u xs ->
  length xs <= Nat.log2 r.
Proof.
  intros A X u r xs few shattered.
  assert (power := shattering_takes_behaviours u r xs few shattered).
  assert (positive := Nat.pow_nonzero 2 (length xs)).
  apply Nat.log2_le_pow2.
  - lia.
  - exact power.
Qed.

Theorem pseudo_dimension_by_behaviours :
  forall A X (u : A -> X -> Q) r,
  (forall xs, behaviours_at_most u r xs) ->
  pseudo_dimension_at_most u (Nat.log2 r).
Proof.
  intros A X u r few xs.
  exact (shatter_bound A X u r xs (few xs)).
Qed.

(** ** Points *)

Lemma shatters_rest {A X} (u : A -> X -> Q) x xs :
  shatters u (x :: xs) -> shatters u xs.
Proof.
  intros [[| z zs] [same_length all_ways]].
  - discriminate same_length.
  - exists zs. split.
    + injection same_length as rest_length. exact rest_length.
    + intros bits right_length.
      destruct (all_ways (true :: bits)) as [a bits_of_a].
      * simpl. rewrite right_length. reflexivity.
      * exists a. injection bits_of_a as _ bits_of_rest.
        exact bits_of_rest.
Qed.

(** Two thresholds at one point: whoever passes the higher one passes the
    lower one too, so one of the four ways is missing. *)
Lemma thresholds_ordered {A X} (u : A -> X -> Q) a x z z' :
  (z <= z')%Q -> passes u a (x, z') = true -> passes u a (x, z) = true.
Proof.
  unfold passes. simpl. intros lower passes_higher.
  apply Qle_bool_iff. apply Qle_bool_iff in passes_higher.
  exact (Qle_trans _ _ _ lower passes_higher).
Qed.

Lemma point_has_threshold {X} (xs : list X) (zs : list Q) x :
  In x xs -> length zs = length xs ->
  exists z, In (x, z) (combine xs zs).
Proof.
  revert zs.
  induction xs as [| y xs has_threshold]; intros zs in_xs same_length.
  - contradiction.
  - destruct zs as [| z zs].
    + discriminate same_length.
    + injection same_length as rest_length.
      destruct in_xs as [here | later].
      * exists z. left. rewrite here. reflexivity.
      * destruct (has_threshold zs later rest_length) as [z' in_rest].
        exists z'. right. exact in_rest.
Qed.

Lemma mapped_to_repeat {T U} (f : T -> U) xs b n x :
  map f xs = repeat b n -> In x xs -> f x = b.
Proof.
  intros all_b in_xs.
  apply (repeat_spec n).
  rewrite <- all_b.
  exact (in_map f xs x in_xs).
Qed.

Lemma shattered_head_not_later {A X} (u : A -> X -> Q) x xs :
  shatters u (x :: xs) -> ~ In x xs.
Proof.
  intros [[| z zs] [same_length all_ways]] in_xs.
  - discriminate same_length.
  - injection same_length as rest_length.
    destruct (point_has_threshold xs zs x in_xs rest_length)
      as [z' in_rest].
    destruct (Qlt_le_dec z' z) as [later_lower | later_higher].
    + destruct (all_ways (true :: repeat false (length xs)))
        as [a bits_of_a].
      * simpl. rewrite repeat_length. reflexivity.
      * injection bits_of_a as first later.
        assert (misses :=
          mapped_to_repeat (passes u a) _ _ _ _ later in_rest).
        rewrite (thresholds_ordered u a x z' z) in misses.
        -- discriminate misses.
        -- apply Qlt_le_weak. exact later_lower.
        -- exact first.
    + destruct (all_ways (false :: repeat true (length xs)))
        as [a bits_of_a].
      * simpl. rewrite repeat_length. reflexivity.
      * injection bits_of_a as first later.
        assert (passed :=
          mapped_to_repeat (passes u a) _ _ _ _ later in_rest).
        rewrite (thresholds_ordered u a x z z') in first.
        -- discriminate first.
        -- exact later_higher.
        -- exact passed.
Qed.

Theorem shattered_no_repeats :
  forall A X (u : A -> X -> Q) xs, shatters u xs -> NoDup xs.
Proof.
  intros A X u xs.
  induction xs as [| x xs no_repeats]; intros shattered.
  - apply NoDup_nil.
  - apply NoDup_cons.
    + exact (shattered_head_not_later u x xs shattered).
    + exact (no_repeats (shatters_rest u x xs shattered)).
Qed.

Theorem pseudo_dimension_at_most_points :
  forall A X (u : A -> X -> Q) (points : list X) n,
  (forall x, In x points) -> length points = n ->
  pseudo_dimension_at_most u n.
Proof.
  intros A X u points n all_points count xs shattered.
  rewrite <- count.
  apply NoDup_incl_length.
  - exact (shattered_no_repeats A X u xs shattered).
  - intros x _. exact (all_points x).
Qed.
