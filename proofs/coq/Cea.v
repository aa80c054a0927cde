(** * The first term of the loss

    The sum inside the logarithm is at most 1, is 1 only if all probability is
    on the true class, and its deficit bounds the probability of overestimation.
    *)

From Coq Require Import Arith ZArith QArith Qpower Lia Lqa.
From Admit Require Import Spec.
Open Scope nat_scope.
Open Scope Q_scope.

(** ** Finite sums *)

Lemma sum_equal n f f' :
  (forall i, (i < n)%nat -> f i == f' i) -> sum n f == sum n f'.
Proof.
  induction n as [| n equal_sums]; intros equal; simpl.
  - reflexivity.
  - rewrite equal_sums.
    + rewrite (equal n); [reflexivity | lia].
    + intros i below. apply equal. lia.
Qed.

Lemma sum_le n f f' :
  (forall i, (i < n)%nat -> f i <= f' i) -> sum n f <= sum n f'.
Proof.
  induction n as [| n le_sums]; intros le; simpl.
  - apply Qle_refl.
  - apply Qplus_le_compat.
    + apply le_sums. intros i below. apply le. lia.
    + apply le. lia.
Qed.

Lemma sum_not_negative n f :
  (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof.
  induction n as [| n not_negative]; intros terms; simpl.
  - apply Qle_refl.
  - assert (rest : 0 <= sum n f)
      by (apply not_negative; intros i below; apply terms; lia).
    assert (last : 0 <= f n) by (apply terms; lia).
    lra.
Qed.

Lemma sum_zero n f :
  (forall i, (i < n)%nat -> f i == 0) -> sum n f == 0.
Proof.
  induction n as [| n zero]; intros terms; simpl.
  - reflexivity.
  - assert (rest : sum n f == 0)
      by (apply zero; intros i below; apply terms; lia).
    assert (last : f n == 0) by (apply terms; lia).
    lra.
Qed.

Lemma sum_difference n f f' :
  sum n (fun i => f i - f' i) == sum n f - sum n f'.
Proof.
  induction n as [| n difference]; simpl.
  - ring.
  - rewrite difference. ring.
Qed.

Lemma sum_split m n f :
  sum (m + n) f == sum m f + sum n (fun i => f (m + i)%nat).
Proof.
  induction n as [| n split_sum]; simpl.
  - rewrite Nat.add_0_r. ring.
  - rewrite Nat.add_succ_r. simpl. rewrite split_sum. ring.
Qed.

Lemma sum_first n f : sum (S n) f == f 0%nat + sum n (fun i => f (S i)).
Proof.
  change (S n) with (1 + n)%nat. rewrite sum_split. simpl. ring.
Qed.

Lemma term_below_sum n f k :
  (k < n)%nat -> (forall i, (i < n)%nat -> 0 <= f i) -> f k <= sum n f.
Proof.
  induction n as [| n term_below]; intros below terms; simpl.
  - lia.
  - assert (last : 0 <= f n) by (apply terms; lia).
    destruct (Nat.eq_dec k n) as [is_last | earlier].
    + assert (rest : 0 <= sum n f)
        by (apply sum_not_negative; intros i below_n; apply terms; lia).
      subst k. lra.
    + assert (in_rest : f k <= sum n f).
      { apply term_below.
        - lia.
        - intros i below_n. apply terms. lia. }
      lra.
Qed.

Lemma sum_single n f k :
  (k < n)%nat -> (forall i, (i < n)%nat -> i <> k -> f i == 0) ->
  sum n f == f k.
Proof.
  induction n as [| n single]; intros below others; simpl.
  - lia.
  - destruct (Nat.eq_dec k n) as [is_last | earlier].
    + assert (rest : sum n f == 0)
        by (apply sum_zero; intros i below_n; apply others; lia).
      subst k. lra.
    + assert (in_rest : sum n f == f k).
      { apply single.
        - lia.
        - intros i below_n. apply others. lia. }
      assert (last : f n == 0) by (apply others; lia).
      lra.
Qed.

(** ** Distributions *)

Theorem second_term_optimum :
  forall l p k, (k <= l)%nat -> distribution l p -> p k <= 1.
Proof.
  intros l p k class [not_negative total].
  rewrite <- total.
  apply term_below_sum.
  - lia.
  - intros i below. apply not_negative. lia.
Qed.

(** The only property of the weights that the optimum needs: the true class
    alone has weight 1. *)
Lemma weighted_sum_optimum l p w k :
  (k <= l)%nat -> distribution l p ->
  (forall i, (i <= l)%nat -> i <> k -> 0 <= w i /\ w i < 1) ->
  w k == 1 ->
  sum (S l) (fun i => w i * p i) <= 1 /\
  (sum (S l) (fun i => w i * p i) == 1 <-> p k == 1).
Proof.
  intros class is_distribution other_weights true_weight.
  destruct is_distribution as [not_negative total].
  set (lost := fun i => p i - w i * p i).
  assert (lost_not_negative : forall i, (i < S l)%nat -> 0 <= lost i).
  { intros i below. unfold lost.
    assert (p_i : 0 <= p i) by (apply not_negative; lia).
    destruct (Nat.eq_dec i k) as [is_true | other].
    - subst i. rewrite true_weight. lra.
    - assert (below_l : (i <= l)%nat) by lia.
      destruct (other_weights i below_l other) as [_ below_one].
      nra. }
  assert (lost_sum :
    sum (S l) lost == 1 - sum (S l) (fun i => w i * p i))
    by (unfold lost; rewrite sum_difference, total; reflexivity).
  assert (at_most_one : sum (S l) (fun i => w i * p i) <= 1).
  { assert (some_lost := sum_not_negative (S l) lost lost_not_negative).
    lra. }
  split; [exact at_most_one | split].
  - intros nothing_lost.
    rewrite <- total. symmetry.
    apply sum_single; [lia | intros i below other].
    assert (below_l : (i <= l)%nat) by lia.
    assert (p_i := not_negative i below_l).
    destruct (other_weights i below_l other) as [_ below_one].
    assert (lost_i : lost i <= sum (S l) lost)
      by exact (term_below_sum (S l) lost i below lost_not_negative).
    unfold lost at 1 in lost_i.
    assert (product : (1 - w i) * p i == 0).
    { assert (lower : 0 <= (1 - w i) * p i)
        by (apply Qmult_le_0_compat; lra).
      lra. }
    destruct (Qmult_integral _ _ product) as [weight_one | p_zero].
    + exfalso. lra.
    + exact p_zero.
  - intros certain.
    assert (true_term :
      w k * p k <= sum (S l) (fun i => w i * p i)).
    { apply (term_below_sum (S l) (fun i => w i * p i)); [lia |].
      intros i below.
      assert (p_i : 0 <= p i) by (apply not_negative; lia).
      destruct (Nat.eq_dec i k) as [is_true | other].
      - subst i. rewrite true_weight. lra.
      - assert (below_l : (i <= l)%nat) by lia.
        destruct (other_weights i below_l other) as [w_i _].
        apply Qmult_le_0_compat; assumption. }
    rewrite true_weight, certain in true_term.
    lra.
Qed.

(** ** The weights of the loss *)

Lemma power_successor x n :
  Qpower_positive x (Pos.succ n) == x * Qpower_positive x n.
Proof.
  rewrite <- Pos.add_1_l, Qpower_plus_positive. reflexivity.
Qed.

Lemma power_decreases x n m :
  0 <= x -> x <= 1 -> (n <= m)%positive ->
  Qpower_positive x m <= Qpower_positive x n.
Proof.
  intros x_not_negative x_at_most_one.
  induction m as [| m decreases] using Pos.peano_ind; intros n_below.
  - assert (n_one : n = 1%positive) by lia.
    subst n. apply Qle_refl.
  - destruct (Pos.eq_dec n (Pos.succ m)) as [same | smaller].
    + subst n. apply Qle_refl.
    + assert (earlier : Qpower_positive x m <= Qpower_positive x n)
        by (apply decreases; lia).
      assert (power := Qpower_pos_positive x m x_not_negative).
      rewrite power_successor. nra.
Qed.

Lemma ratio_not_negative i k :
  0 <= inject_Z (Z.of_nat i) / inject_Z (Z.of_nat k).
Proof.
  apply Qmult_le_0_compat.
  - unfold Qle. simpl. lia.
  - apply Qinv_le_0_compat. unfold Qle. simpl. lia.
Qed.

Lemma ratio_at_most_one i k :
  (1 <= k)%nat -> (i <= k)%nat ->
  inject_Z (Z.of_nat i) / inject_Z (Z.of_nat k) <= 1.
Proof.
  intros k_positive i_below.
  apply Qle_shift_div_r.
  - unfold Qlt. simpl. lia.
  - rewrite Qmult_1_l, <- Zle_Qle. lia.
Qed.

Lemma ratio_below_one i k :
  (i < k)%nat -> inject_Z (Z.of_nat i) / inject_Z (Z.of_nat k) < 1.
Proof.
  intros i_below.
  apply Qlt_shift_div_r.
  - unfold Qlt. simpl. lia.
  - rewrite Qmult_1_l, <- Zlt_Qlt. lia.
Qed.

Lemma weight_not_negative beta k i : 0 <= weight beta k i.
Proof. apply Qpower_pos_positive, ratio_not_negative. Qed.

Lemma weight_decreases beta beta' k i :
  (i <= k)%nat -> (1 <= k)%nat -> (beta <= beta')%positive ->
  weight beta' k i <= weight beta k i.
Proof.
  intros i_below k_positive smaller.
  apply power_decreases.
  - apply ratio_not_negative.
  - exact (ratio_at_most_one i k k_positive i_below).
  - exact smaller.
Qed.

Lemma weight_below_one beta k i : (i < k)%nat -> weight beta k i < 1.
Proof.
  intros i_below.
  apply Qle_lt_trans with (weight 1 k i).
  - apply weight_decreases; lia.
  - exact (ratio_below_one i k i_below).
Qed.

Lemma weight_true_class beta k : (1 <= k)%nat -> weight beta k k == 1.
Proof.
  intros k_positive. unfold weight.
  assert (ratio : inject_Z (Z.of_nat k) / inject_Z (Z.of_nat k) == 1).
  { apply Qmult_inv_r. unfold Qeq. simpl. lia. }
  rewrite ratio. apply Qpower_positive_1.
Qed.

Lemma weight_at_most_one beta k i :
  (1 <= k)%nat -> (i <= k)%nat -> weight beta k i <= 1.
Proof.
  intros k_positive i_below.
  destruct (Nat.eq_dec i k) as [is_true | other].
  - subst i. rewrite (weight_true_class beta k k_positive).
    apply Qle_refl.
  - apply Qlt_le_weak, weight_below_one. lia.
Qed.

Lemma weight_class_zero beta k : weight beta k 0 == 0.
Proof.
  unfold weight.
  assert (ratio : inject_Z (Z.of_nat 0) / inject_Z (Z.of_nat k) == 0)
    by (simpl; apply Qmult_0_l).
  rewrite ratio. apply Qpower_positive_0.
Qed.

(** ** The first term *)

(** The loss sums over the classes up to the true one; as a sum over all
    classes, those above have weight 0. *)
Definition full_weight beta k i : Q :=
  if (i <=? k)%nat then weight beta k i else 0.

Lemma inner_sum_full l beta p k :
  (k <= l)%nat ->
  inner_sum beta p k == sum (S l) (fun i => full_weight beta k i * p i).
Proof.
  intros class.
  replace (S l) with (S k + (l - k))%nat by lia.
  rewrite sum_split, sum_first.
  assert (zero_class : full_weight beta k 0 * p 0%nat == 0).
  { unfold full_weight. simpl. rewrite weight_class_zero. ring. }
  assert (above :
    sum (l - k)
      (fun i => full_weight beta k (S k + i)%nat * p (S k + i)%nat)
    == 0).
  { apply sum_zero. intros i _. unfold full_weight.
    rewrite (proj2 (Nat.leb_gt (S k + i) k)) by lia. ring. }
  assert (up_to :
    sum k (fun i => full_weight beta k (S i) * p (S i))
    == inner_sum beta p k).
  { apply sum_equal. intros i below. unfold full_weight.
    rewrite (proj2 (Nat.leb_le (S i) k)) by lia. reflexivity. }
  rewrite zero_class, above, up_to. ring.
Qed.

Theorem cea_unique_optimum :
  forall l p k beta, (1 <= k <= l)%nat -> distribution l p ->
  inner_sum beta p k <= 1 /\ (inner_sum beta p k == 1 <-> p k == 1).
Proof.
  intros l p k beta [k_positive class] is_distribution.
  rewrite (inner_sum_full l beta p k class).
  apply weighted_sum_optimum.
  - exact class.
  - exact is_distribution.
  - intros i _ other. unfold full_weight.
    destruct (Nat.leb_spec i k) as [up_to | above].
    + split.
      * apply weight_not_negative.
      * apply weight_below_one. lia.
    + lra.
  - unfold full_weight. rewrite Nat.leb_refl.
    exact (weight_true_class beta k k_positive).
Qed.

(** The probability of overestimation is at most the deficit from 1. *)
Theorem cea_bound :
  forall l p k beta, (k <= l)%nat -> distribution l p ->
  sum (l - k) (fun i => p (S k + i)%nat) <= 1 - inner_sum beta p k.
Proof.
  intros l p k beta class [not_negative total].
  assert (up_to : inner_sum beta p k <= sum k (fun i => p (S i))).
  { apply sum_le. intros i below.
    assert (p_i : 0 <= p (S i)) by (apply not_negative; lia).
    assert (at_most : weight beta k (S i) <= 1)
      by (apply weight_at_most_one; lia).
    nra. }
  assert (class_zero : 0 <= p 0%nat) by (apply not_negative; lia).
  assert (parts :
    p 0%nat + sum k (fun i => p (S i))
    + sum (l - k) (fun i => p (S k + i)%nat) == 1).
  { rewrite <- sum_first, <- sum_split, <- total.
    replace (S k + (l - k))%nat with (S l) by lia. reflexivity. }
  lra.
Qed.

Theorem smaller_beta_larger_sum :
  forall l p k beta beta', (k <= l)%nat -> distribution l p ->
  (beta <= beta')%positive ->
  inner_sum beta' p k <= inner_sum beta p k.
Proof.
  intros l p k beta beta' class [not_negative _] smaller.
  apply sum_le. intros i below.
  apply Qmult_le_compat_r.
  - apply weight_decreases.
    + lia.
    + lia.
    + exact smaller.
  - apply not_negative. lia.
Qed.
