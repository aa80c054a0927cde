(** * The pseudo-dimension and the number of behaviours

    Shattering [N] points takes [2 ^ N] different functions on them, so a class
    with at most [r] behaviours shatters at most [log2 r] points. The class of
    maxima over sets of vertices shatters at most as many sets as there are
    vertices, or classes of vertices that share a value. *)

From Coq Require Import List Bool Arith Lia.
From Admit Require Import Spec.
Import ListNotations.
Open Scope nat_scope.

(** ** Distinct owners

    If every member of a list owns something that no other member owns, the list
    is no longer than the list of all that can be owned. *)

Lemma each_its_own {T W : Type} (own : T -> W -> Prop) (all : list W)
    (some : list T) :
  (forall t, In t some -> exists v, own t v /\ In v all) ->
  (forall t t' v, In t some -> In t' some -> t <> t' ->
    own t v -> ~ own t' v) ->
  NoDup some ->
  length some <= length all.
Proof.
  intros has distinct once.
  assert (exists vs, length vs = length some /\ incl vs all /\ NoDup vs /\
    forall v, In v vs -> exists t, In t some /\ own t v)
    as (vs & count & in_all & no_dup & _).
  { induction some as [|t some step].
    - exists []. repeat split; [easy|constructor|easy].
    - inversion once as [|t' some' fresh once_rest]; subst.
      destruct step as (vs & count & in_all & no_dup & from);
        [intros t' in_some; apply has; now right
        |intros t' t'' v in_t in_t'; apply distinct; now right
        |exact once_rest|].
      destruct (has t (or_introl eq_refl)) as (v & own_v & in_v).
      exists (v :: vs). repeat split.
      + simpl. now rewrite count.
      + intros w [<-|later]; [exact in_v|exact (in_all w later)].
      + constructor; [|exact no_dup]. intros again.
        destruct (from v again) as (t' & in_some & own_t').
        refine (distinct t t' v (or_introl eq_refl) (or_intror in_some)
                  _ own_v own_t').
        intros same. subst t'. exact (fresh in_some).
      + intros w [<-|later]; [exists t; split; [now left|exact own_v]|].
        destruct (from w later) as (t' & in_some & own_t').
        exists t'. split; [now right|exact own_t']. }
  rewrite <- count. exact (NoDup_incl_length no_dup in_all).
Qed.

(** ** Lists of bits *)

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

Lemma app_inj_length {T} (xs xs' ys ys' : list T) :
  xs ++ ys = xs' ++ ys' -> length xs = length xs' -> xs = xs' /\ ys = ys'.
Proof.
  revert xs'. induction xs as [|x xs step]; intros [|x' xs'] same lengths;
    try discriminate lengths; [now split|].
  injection same as <- same. injection lengths as lengths.
  destruct (step xs' same lengths) as (<- & <-). now split.
Qed.

Lemma map_fst_combine {T U} (xs : list T) : forall ys : list U,
  length ys = length xs -> map fst (combine xs ys) = xs.
Proof.
  induction xs as [|x xs step]; intros [|y ys] same; try discriminate same;
    [reflexivity|].
  injection same as same. simpl. now rewrite (step ys same).
Qed.

Section Class.
  Context {A X R : Type} (le : R -> R -> bool) (u : A -> X -> R).

  Notation passes := (passes le u).
  Notation shatters := (shatters le u).

  (** ** Behaviours *)

  Lemma same_values_same_bits a b xs :
    (forall x, In x xs -> u a x = u b x) ->
    forall zs,
    map (passes a) (combine xs zs) = map (passes b) (combine xs zs).
  Proof.
    intros same zs. apply map_ext_in.
    intros [x z] in_pairs.
    assert (in_xs := in_combine_l _ _ _ _ in_pairs).
    unfold Spec.passes. simpl.
    rewrite (same x in_xs). reflexivity.
  Qed.

  Lemma shattering_takes_behaviours r xs :
    behaviours_at_most u r xs -> shatters xs -> 2 ^ length xs <= r.
  Proof.
    intros [reps [few_reps represented]] [zs [_ all_ways]].
    set (bits_of := fun a => map (passes a) (combine xs zs)).
    assert (covered :
      incl (all_bits (length xs)) (map bits_of reps)).
    { intros bits in_bits.
      assert (right_length := all_bits_lengths _ _ in_bits).
      destruct (all_ways bits right_length) as [a bits_of_a].
      destruct (represented a) as [b [in_reps same]].
      apply in_map_iff. exists b. split.
      - rewrite <- bits_of_a. symmetry.
        exact (same_values_same_bits a b xs same zs).
      - exact in_reps. }
    assert (count :=
      NoDup_incl_length (all_bits_no_repeats (length xs)) covered).
    rewrite all_bits_length, map_length in count.
    lia.
  Qed.

  (** Without behaviours nothing is shattered, not even the empty list, so [r =
      0] is no special case. *)
  Theorem shatter_bound r xs :
    behaviours_at_most u r xs -> shatters xs ->
    length xs <= Nat.log2 r.
  Proof.
    intros few shattered.
    assert (power := shattering_takes_behaviours r xs few shattered).
    assert (positive := Nat.pow_nonzero 2 (length xs)).
    apply Nat.log2_le_pow2.
    - lia.
    - exact power.
  Qed.

  Theorem pseudo_dimension_by_behaviours r :
    (forall xs, behaviours_at_most u r xs) ->
    pseudo_dimension_at_most le u (Nat.log2 r).
  Proof. intros few xs. exact (shatter_bound r xs (few xs)). Qed.

  (** A class of at most [r] functions. *)
  Theorem finite_class_bound (all : list A) r xs :
    (forall a, In a all) -> length all <= r ->
    shatters xs -> 2 ^ length xs <= r.
  Proof.
    intros complete few. apply shattering_takes_behaviours.
    exists all. split; [exact few|]. intros a. exists a.
    split; [exact (complete a)|reflexivity].
  Qed.

  (** ** Points *)

  Lemma shatters_rest x xs : shatters (x :: xs) -> shatters xs.
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

  Lemma point_has_threshold (xs : list X) (zs : list R) x :
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

  (** Of shattered points, any one alone can reach its threshold. *)
  Lemma passed_alone x z xs zs :
    length zs = length xs ->
    (forall bits, length bits = length (x :: xs) ->
      exists a, map (passes a) (combine (x :: xs) (z :: zs)) = bits) ->
    (exists a, le z (u a x) = true /\
      forall y z', In (y, z') (combine xs zs) -> le z' (u a y) = false) /\
    (forall y z', In (y, z') (combine xs zs) ->
      exists a, le z (u a x) = false /\ le z' (u a y) = true).
  Proof.
    intros same_length all_ways. split.
    - destruct (all_ways (true :: repeat false (length xs)))
        as [a bits_of_a]; [simpl; now rewrite repeat_length|].
      injection bits_of_a as first later. exists a.
      split; [exact first|]. intros y z' in_rest.
      exact (mapped_to_repeat (passes a) _ _ _ (y, z') later in_rest).
    - intros y z' in_rest.
      destruct (all_ways (false :: repeat true (length xs)))
        as [a bits_of_a]; [simpl; now rewrite repeat_length|].
      injection bits_of_a as first later. exists a.
      split; [exact first|].
      exact (mapped_to_repeat (passes a) _ _ _ (y, z') later in_rest).
  Qed.

  Hypothesis order : total_order le.

  (** Two thresholds at one point: reaching the higher one implies reaching the
      lower one, so one of the four patterns is missing. *)
  Lemma shattered_head_not_later x xs : shatters (x :: xs) -> ~ In x xs.
  Proof.
    destruct order as (total & trans).
    intros [[| z zs] [same_length all_ways]] in_xs;
      [discriminate same_length|].
    injection same_length as rest_length.
    destruct (point_has_threshold xs zs x in_xs rest_length)
      as [z' in_rest].
    destruct (passed_alone x z xs zs rest_length all_ways)
      as ((a & passed & missed) & one_later).
    specialize (missed x z' in_rest).
    destruct (one_later x z' in_rest) as (b & missed_b & passed_b).
    destruct (total z z') as [lower|lower].
    - pose proof (trans z z' (u b x) lower passed_b). congruence.
    - pose proof (trans z' z (u a x) lower passed). congruence.
  Qed.

  Theorem shattered_no_repeats xs : shatters xs -> NoDup xs.
  Proof.
    induction xs as [| x xs no_repeats]; intros shattered.
    - apply NoDup_nil.
    - apply NoDup_cons.
      + exact (shattered_head_not_later x xs shattered).
      + exact (no_repeats (shatters_rest x xs shattered)).
  Qed.

  Theorem at_most_points points xs :
    incl xs points -> shatters xs -> length xs <= length points.
  Proof.
    intros within shattered. apply NoDup_incl_length; [|exact within].
    exact (shattered_no_repeats xs shattered).
  Qed.

  (** ** Maxima

      Every [u a x] is the largest of the values of [a] on the vertices of [x].
      If [x] alone reaches its threshold, some vertex of [x] does, and lies in
      no other set with a lower one; so every shattered set owns a vertex. *)

  Variables (V : list vertex) (vertices : X -> list vertex).
  Variable value : A -> vertex -> R.
  Hypothesis within : forall x, incl (vertices x) V.
  Hypothesis largest : forall a x,
    (exists v, In v (vertices x) /\ u a x = value a v) /\
    forall v, In v (vertices x) -> le (value a v) (u a x) = true.

  Lemma own_vertices pairs :
    (forall x z, In (x, z) pairs -> exists a, le z (u a x) = true /\
      forall y z', In (y, z') pairs -> (y, z') <> (x, z) ->
        le z' (u a y) = false) ->
    NoDup pairs ->
    length pairs <= length V.
  Proof.
    intros alone.
    apply (each_its_own (fun (xz : X * R) v => In v (vertices (fst xz)) /\
      exists a, le (snd xz) (value a v) = true /\
      forall y z', In (y, z') pairs -> (y, z') <> xz ->
        le z' (u a y) = false)).
    - intros (x, z) in_pairs.
      destruct (alone x z in_pairs) as (a & passed & others).
      destruct (largest a x) as ((v & in_x & same) & _).
      exists v. split; [|exact (within x v in_x)].
      split; [exact in_x|]. exists a.
      split; [simpl; now rewrite <- same|exact others].
    - destruct order as (total & trans).
      intros (x, z) (y, z') v in_x in_y other
        (on_x & a & passed & others) (on_y & b & passed' & others').
      simpl in on_x, on_y, passed, passed'.
      destruct (total z z') as [lower|lower].
      + specialize (others' x z in_x other).
        destruct (largest b x) as (_ & upper).
        pose proof (trans z z' (value b v) lower passed') as reaches_v.
        pose proof (trans z (value b v) (u b x) reaches_v (upper v on_x)).
        congruence.
      + assert ((y, z') <> (x, z)) as other' by congruence.
        specialize (others y z' in_y other').
        destruct (largest a y) as (_ & upper).
        pose proof (trans z' z (value a v) lower passed) as reaches_v.
        pose proof (trans z' (value a v) (u a y) reaches_v (upper v on_y)).
        congruence.
  Qed.

  (** Thresholds that each point can reach alone. *)
  Lemma single_out xs zs x z :
    (forall bits, length bits = length xs ->
      exists a, map (passes a) (combine xs zs) = bits) ->
    length zs = length xs -> In (x, z) (combine xs zs) ->
    exists a, le z (u a x) = true /\
      forall y z', In (y, z') (combine xs zs) -> (y, z') <> (x, z) ->
        le z' (u a y) = false.
  Proof.
    intros all_ways same_length in_pairs.
    assert (length (combine xs zs) = length xs) as count.
    { rewrite combine_length, same_length. apply Nat.min_id. }
    destruct (in_split (x, z) (combine xs zs) in_pairs)
      as (l1 & l2 & shape).
    destruct (all_ways (repeat false (length l1) ++
                        true :: repeat false (length l2)))
      as (a & bits_of_a).
    { rewrite <- count, shape, !app_length. simpl.
      now rewrite !repeat_length. }
    exists a. rewrite shape, map_app in bits_of_a. simpl in bits_of_a.
    assert (map (passes a) l1 = repeat false (length l1) /\
      passes a (x, z) :: map (passes a) l2 =
        true :: repeat false (length l2)) as (before & rest).
    { apply app_inj_length; [exact bits_of_a|].
      now rewrite map_length, repeat_length. }
    injection rest as this after. split; [exact this|].
    intros y z' in_some other. rewrite shape in in_some.
    apply in_app_or in in_some as [in_l1|[same|in_l2]].
    - exact (mapped_to_repeat (passes a) _ _ _ (y, z') before in_l1).
    - congruence.
    - exact (mapped_to_repeat (passes a) _ _ _ (y, z') after in_l2).
  Qed.

  Theorem maxima_pseudo_dimension :
    pseudo_dimension_at_most le u (length V).
  Proof.
    intros xs shattered.
    pose proof (shattered_no_repeats xs shattered) as no_repeats.
    destruct shattered as (zs & same_length & all_ways).
    assert (length (combine xs zs) = length xs) as count.
    { rewrite combine_length, same_length. apply Nat.min_id. }
    rewrite <- count. apply own_vertices.
    - intros x z. exact (single_out xs zs x z all_ways same_length).
    - apply (NoDup_map_inv fst).
      now rewrite map_fst_combine by exact same_length.
  Qed.
End Class.
