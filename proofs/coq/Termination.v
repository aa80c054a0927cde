(** * Every search ends

    Each expansion makes a vertex known, lowers some [g], or leaves one vertex
    fewer in OPEN: three well-founded measures. *)

From Coq Require Import List Bool Arith ZArith Lia.
From Admit Require Import Spec Paths Expansion Invariants.
Import ListNotations.
Open Scope nat_scope.

Definition sum_over (w : vertex -> nat) (vs : list vertex) : nat :=
  list_sum (map w vs).

Lemma sum_over_le w w' vs :
  (forall v, In v vs -> w v <= w' v) -> sum_over w vs <= sum_over w' vs.
Proof.
  unfold sum_over. induction vs as [|v vs step]; simpl; intros le; [lia|].
  pose proof (le v (or_introl eq_refl)).
  specialize (step (fun x in_vs => le x (or_intror in_vs))). lia.
Qed.

Lemma sum_over_lt w w' vs v :
  (forall v, In v vs -> w v <= w' v) -> In v vs -> w v < w' v ->
  sum_over w vs < sum_over w' vs.
Proof.
  intros le in_vs less.
  destruct (in_split v vs in_vs) as (l1 & l2 & ->).
  unfold sum_over. rewrite !map_app, !list_sum_app. simpl.
  assert (sum_over w l1 <= sum_over w' l1).
  { apply sum_over_le. intros x in_l. apply le, in_or_app. now left. }
  assert (sum_over w l2 <= sum_over w' l2).
  { apply sum_over_le. intros x in_l. apply le, in_or_app.
    right. now right. }
  unfold sum_over in *. lia.
Qed.

(** If sums are equal and each term is at most its counterpart, terms are equal.
    *)
Lemma sum_over_eq w w' vs v :
  (forall v, In v vs -> w v <= w' v) -> In v vs ->
  sum_over w vs = sum_over w' vs -> w v = w' v.
Proof.
  intros le in_vs same. pose proof (le v in_vs).
  destruct (Nat.eq_dec (w v) (w' v)) as [equal|differ]; [exact equal|].
  pose proof (sum_over_lt w w' vs v le in_vs ltac:(lia)). lia.
Qed.

(** ** Three measures *)

Definition unknown (m : memory) v : nat :=
  match m v with None => 1 | Some _ => 0 end.
Definition g_or_zero (m : memory) v : nat :=
  match m v with None => 0 | Some n => Z.to_nat (g n) end.
Definition opens (m : memory) v : nat :=
  match m v with Some (Node Open _ _) => 1 | _ => 0 end.

Section Termination.
  Variables (r : bool) (G : graph) (goal : goals) (h : heuristic).
  Variable s : vertex.
  Hypothesis positive : costs_positive G.

  Notation reached := (reached r G goal h s).
  Notation step := (step r G goal h).
  Let vs : list vertex := s :: map head G.

  Lemma unknown_falls m u k v : m u = Some k ->
    unknown (expand r G u k m) v <= unknown m v.
  Proof.
    intros known_u. unfold unknown at 2.
    destruct (m v) as [n|] eqn:known_v.
    - destruct (expand_keeps r G m u k known_u v n known_v)
        as (n' & known' & _).
      unfold unknown. now rewrite known'.
    - unfold unknown. destruct (expand r G u k m v); lia.
  Qed.

  (** If nothing becomes known and no [g] falls, nothing but [u] changes. *)
  Lemma nothing_else_changes m u k v : m u = Some k -> reached m ->
    unknown (expand r G u k m) v = unknown m v ->
    g_or_zero (expand r G u k m) v = g_or_zero m v ->
    v <> u -> expand r G u k m v = m v.
  Proof.
    intros known_u run same_known same_g other.
    destruct (expand_other r G m u k v other)
      as [same|(e & in_G & _ & _ & cheap & now)]; [exact same|].
    unfold unknown in same_known. rewrite now in same_known.
    destruct (m v) as [n|] eqn:known_v; [|discriminate same_known].
    unfold g_or_zero in same_g. rewrite now, known_v in same_g.
    simpl in same_g, cheap.
    pose proof (known_not_negative r G goal h s positive m u k run known_u).
    specialize (positive e in_G). lia.
  Qed.

  Lemma g_falls m u k v : m u = Some k ->
    unknown (expand r G u k m) v = unknown m v ->
    g_or_zero (expand r G u k m) v <= g_or_zero m v.
  Proof.
    intros known_u same_known. unfold g_or_zero at 2.
    destruct (m v) as [n|] eqn:known_v.
    - destruct (expand_keeps r G m u k known_u v n known_v)
        as (n' & known' & le).
      unfold g_or_zero. rewrite known'. lia.
    - unfold unknown in same_known. rewrite known_v in same_known.
      unfold g_or_zero.
      now destruct (expand r G u k m v).
  Qed.

  Lemma open_falls m u k : reached m -> is_open m u k ->
    (forall v, In v vs -> v <> u -> expand r G u k m v = m v) ->
    sum_over (opens (expand r G u k m)) vs < sum_over (opens m) vs.
  Proof.
    intros run (known_u & opened_u) same.
    assert (opens (expand r G u k m) u < opens m u) as less.
    { unfold opens. rewrite expand_self, known_u.
      destruct k as [place c p]. simpl in opened_u. subst place. lia. }
    apply sum_over_lt with (v := u); [| |exact less].
    - intros v in_vs. destruct (Nat.eq_dec v u) as [->|other]; [lia|].
      unfold opens. now rewrite (same v in_vs other).
    - exact (known_in_graph r G goal h s m u k run known_u).
  Qed.

  Theorem steps_end m : reached m -> Acc (fun m2 m1 => step m1 m2) m.
  Proof.
    enough (forall a b c m, reached m ->
      sum_over (unknown m) vs = a -> sum_over (g_or_zero m) vs = b ->
      sum_over (opens m) vs = c -> Acc (fun m2 m1 => step m1 m2) m)
      as measured by (intros run; exact (measured _ _ _ m run eq_refl
                                           eq_refl eq_refl)).
    clear m.
    induction a as [a fewer_unknown] using lt_wf_ind.
    induction b as [b lower_g] using lt_wf_ind.
    induction c as [c fewer_open] using lt_wf_ind.
    intros m run is_a is_b is_c. constructor. intros m' next.
    destruct next as [m u k selected no_goal].
    pose proof (reached_expand r G goal h s m u k run selected no_goal)
      as run'.
    destruct selected as (opened & _). pose proof opened as (known_u & _).
    set (m' := expand r G u k m) in *.
    assert (forall v, In v vs -> unknown m' v <= unknown m v) as unknown_le
      by (intros v _; exact (unknown_falls m u k v known_u)).
    pose proof (sum_over_le _ _ vs unknown_le) as unknown_sum.
    destruct (Nat.eq_dec (sum_over (unknown m') vs) a) as [same_a|differ].
    2: { exact (fewer_unknown (sum_over (unknown m') vs) ltac:(lia)
                  _ _ m' run' eq_refl eq_refl eq_refl). }
    assert (forall v, In v vs -> unknown m' v = unknown m v) as same_known.
    { intros v in_vs.
      apply (sum_over_eq _ _ vs v unknown_le in_vs). congruence. }
    assert (forall v, In v vs -> g_or_zero m' v <= g_or_zero m v) as g_le
      by (intros v in_vs; exact (g_falls m u k v known_u (same_known v in_vs))).
    pose proof (sum_over_le _ _ vs g_le) as g_sum.
    destruct (Nat.eq_dec (sum_over (g_or_zero m') vs) b) as [same_b|differ].
    2: { exact (lower_g (sum_over (g_or_zero m') vs) ltac:(lia)
                  _ m' run' same_a eq_refl eq_refl). }
    assert (sum_over (opens m') vs < c) as less.
    { rewrite <- is_c. apply (open_falls m u k run opened).
      intros v in_vs other.
      apply (nothing_else_changes m u k v known_u run);
        [exact (same_known v in_vs)| |exact other].
      apply (sum_over_eq _ _ vs v g_le in_vs). congruence. }
    exact (fewer_open (sum_over (opens m') vs) less m' run' same_a same_b
             eq_refl).
  Qed.
End Termination.
