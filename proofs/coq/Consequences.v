(** * Consequences

    Short corollaries: statements of the paper and of the ledger. *)

From Coq Require Import List Bool Arith ZArith Lia.
From Admit Require Import Spec Paths Expansion Invariants Reopening.
From Admit Require Import Inconsistency Parents Function Abstraction.
From Admit Require Import Dimension.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** Paths and bounds *)

Theorem optimal_path_splits G goal s p q :
  optimal G goal s (p ++ q) ->
  exists v, shortest G s p v /\ optimal G goal v q.
Proof.
  intros best. pose proof best as ((t & _ & whole) & _).
  destruct (path_split G p q s t whole) as (v & first & _).
  exists v. split.
  - exact (prefix_shortest G goal s p q v best first).
  - exact (suffix_optimal G goal s p q v best first).
Qed.

Theorem g_from_above r G goal h s m v n d :
  costs_positive G -> reached r G goal h s m -> m v = Some n ->
  from_start G s v d -> d <= g n.
Proof. intros _. exact (known_at_least r G goal h s m v n d). Qed.

Theorem g_never_rises r G goal h m m' v n :
  step r G goal h m m' -> m v = Some n ->
  exists n', m' v = Some n' /\ g n' <= g n.
Proof.
  intros next known_v. destruct next as [m u k ((known & _) & _) _].
  exact (expand_keeps r G m u k known v n known_v).
Qed.

Theorem inconsistency_zero_iff_consistent G h :
  (forall e, 0 <= inconsistency h e) /\
  ((forall e, In e G -> inconsistency h e = 0) <-> consistent G h).
Proof.
  split; [exact (inconsistency_not_negative h)|].
  unfold inconsistency. split; intros all e in_G; specialize (all e in_G);
    lia.
Qed.

Lemma on_optimal_path G goal s p v :
  optimal G goal s p -> In v (on_path s p) ->
  exists p1 p2, p = p1 ++ p2 /\ path G s p1 v /\
    to_goal G goal v (cost_of p2).
Proof.
  intros best in_p. pose proof best as ((t & _ & whole) & _).
  destruct (on_path_prefix G s p t v whole in_p)
    as (p1 & p2 & -> & first & _).
  exists p1, p2. repeat split; [exact first|].
  exact (optimal_suffix G goal s p1 p2 v best first).
Qed.

(** The maximum that bounds the loss exists, is not negative, and is that over
    the overestimated vertices, or 0 if there are none. *)
Theorem psi_exists G goal h s p :
  costs_positive G -> optimal G goal s p ->
  exists psi, is_max (excess G goal h (on_path s p)) psi.
Proof.
  intros positive best. apply excess_has_max; [exact positive|easy|].
  intros v in_p.
  destruct (on_optimal_path G goal s p v best in_p)
    as (p1 & p2 & _ & _ & q & ((t & goal_t & path_q) & _) & _).
  now exists q, t.
Qed.

Theorem psi_range G goal h s p psi :
  zero_at_goals goal h -> optimal G goal s p ->
  is_max (excess G goal h (on_path s p)) psi ->
  0 <= psi /\
  (psi = 0 \/
   is_max (fun x => excess G goal h (on_path s p) x /\ 0 < x) psi).
Proof.
  intros zero best (some & largest).
  pose proof best as ((t & goal_t & whole) & _).
  assert (0 <= psi) as not_negative.
  { apply largest. exists t, 0. repeat split.
    - rewrite <- (app_nil_r p).
      exact (prefix_on_path G s p [] t whole).
    - rewrite <- (app_nil_r p) in best.
      exact (optimal_suffix G goal s p [] t best whole).
    - rewrite (zero t goal_t). lia. }
  split; [exact not_negative|].
  destruct (Z.eq_dec psi 0) as [nothing|over]; [now left|right].
  split; [split; [exact some|lia]|].
  intros x (excess_x & _). exact (largest x excess_x).
Qed.

(** The bound on the loss from any open vertex of an optimal path. *)
Theorem loss_at_open_vertex r G goal h s m t c p1 p2 v n :
  zero_at_goals goal h -> optimal G goal s (p1 ++ p2) ->
  path G s p1 v -> is_open m v n -> returns r G goal h s m t c ->
  c - cost_of (p1 ++ p2) <= (g n - cost_of p1) + (h v - cost_of p2).
Proof.
  intros zero _ _ opened (_ & goal_t & k & (_ & least) & <-).
  specialize (least v n opened). specialize (zero t goal_t).
  rewrite cost_of_app. lia.
Qed.

(** If ties are broken against the goal, a positive loss is strictly below
    the bound. *)
Theorem strict_if_goal_last G goal h before s m t n p psi :
  costs_positive G -> strict_total before ->
  zero_at_goals goal h -> optimal G goal s p ->
  is_max (excess G goal h (on_path s p)) psi ->
  (forall v, In v (map head p) -> v <> t -> before v t = true) ->
  reached true G goal h s m -> goal t = true -> is_open m t n ->
  (forall w k, is_open m w k -> w = t \/ better h before t n w k = true) ->
  0 < g n - cost_of p -> g n - cost_of p < psi.
Proof.
  intros positive order zero best largest goal_last run goal_t opened_t first.
  intros loss.
  destruct (optimal_subpath G goal h s positive m p run best)
    as (p1 & p2 & v & k & -> & to_v & opened_v & dist & _).
  pose proof (optimal_prefix G goal s p1 p2 v best to_v) as dist'.
  pose proof (from_start_unique G s v _ _ dist dist') as g_v.
  assert (h v - cost_of p2 <= psi) as at_v.
  { apply largest. exists v, (cost_of p2). repeat split.
    - exact (prefix_on_path G s p1 p2 v to_v).
    - exact (optimal_suffix G goal s p1 p2 v best to_v). }
  rewrite cost_of_app in *. specialize (zero t goal_t).
  assert (v = t \/ In v (map head (p1 ++ p2))) as inner.
  { destruct p1 as [|e p1].
    - (* If the start is open, nothing else is. *)
      left. inversion to_v; subst.
      destruct (start_known true G goal h v positive m run) as [->|closed].
      + symmetry. exact (initial_open v t n opened_t).
      + destruct opened_v as (known & opened), closed as (known' & closed).
        congruence.
    - right. inversion to_v; subst.
      exact (prefix_on_path G (head e) p1 p2 v ltac:(assumption)). }
  destruct (first v k opened_v) as [->|earlier].
  - assert (k = n) as ->
      by (destruct opened_t, opened_v; congruence).
    destruct best as ((u & _ & whole) & _).
    destruct (path_split G p1 p2 s u whole) as (w & _ & rest).
    pose proof (path_cost_not_negative G positive w p2 u rest). lia.
  - destruct (better_cases h before t n v k earlier)
      as [less|(same & before_v)]; [lia|].
    destruct order as (irreflexive & trans & _).
    assert (v <> t) as other
      by (intros ->; rewrite irreflexive in before_v; discriminate).
    destruct inner as [is_t|inner]; [contradiction|].
    pose proof (goal_last v inner other) as before_t.
    pose proof (trans v t v before_t before_v) as circular.
    now rewrite irreflexive in circular.
Qed.

(** With a consistent [h], A* is optimal without reopening too. *)
Theorem consistent_without_reopening G goal h s m t c p :
  costs_positive G -> consistent G h -> zero_at_goals goal h ->
  optimal G goal s p -> returns false G goal h s m t c ->
  c = cost_of p.
Proof.
  intros positive cons zero best result.
  pose proof best as ((t' & goal_t' & whole) & least).
  pose proof (suboptimality_without_reopening G goal h s positive m t c p t'
                best whole result) as bound.
  assert (inconsistencies h (tl p) = 0) as none.
  { assert (forall e, In e (tl p) -> In e G) as in_G.
    { intros e later. apply (path_edges G s p t' e whole).
      destruct p; [easy|now right]. }
    clear bound least whole best.
    induction (tl p) as [|e q step]; [reflexivity|].
    rewrite inconsistencies_cons, step
      by (intros e' later; apply in_G; now right).
    specialize (cons e (in_G e (or_introl eq_refl))).
    unfold inconsistency. lia. }
  destruct result as (run & goal_t & n & (opened & _) & <-).
  destruct (known_has_path false G goal h s m t n run (proj1 opened))
    as (q & path_q & cost_q).
  pose proof (least q t goal_t path_q).
  rewrite (zero t goal_t), (zero t' goal_t') in bound. lia.
Qed.

Theorem inconsistency_bound_with_reopening G goal h s m t c p :
  costs_positive G -> zero_at_goals goal h ->
  optimal G goal s p -> returns true G goal h s m t c ->
  c - cost_of p <= inconsistencies h (tl p).
Proof.
  intros positive zero best result.
  destruct p as [|e p].
  - (* The start is a goal, and is selected at once. *)
    pose proof best as ((u & goal_u & whole) & _).
    inversion whole; subst.
    pose proof result as (run & goal_t & n & (_ & least) & <-).
    destruct (start_known true G goal h u positive m run) as [->|closed].
    + specialize (least u _ (conj (set_same _ _ _) eq_refl)).
      rewrite (zero t goal_t), (zero u goal_u) in least. simpl in *. lia.
    + pose proof (closed_is_no_goal true G goal h u m u _ run closed).
      congruence.
  - destruct (excess_has_max G goal h (map head (e :: p)) positive)
      as (psi & largest); [easy| |].
    { intros v in_p.
      destruct (on_optimal_path G goal s (e :: p) v best
                  (or_intror in_p))
        as (p1 & p2 & _ & _ & q & ((u & goal_u & path_q) & _) & _).
      now exists q, u. }
    pose proof (suboptimality_start_left_out G goal h s positive m t c
                  (e :: p) psi best largest result).
    pose proof (reopening_bound_at_most_inconsistency_bound G goal h s
                  (e :: p) psi zero best largest).
    destruct result as (_ & goal_t & _). specialize (zero t goal_t). lia.
Qed.

(** ** Heuristics from tables *)

Theorem below_table_admissible G goal G' goal' phi table h :
  costs_positive G -> abstraction G goal G' goal' phi ->
  pattern_database G' goal' phi table ->
  (forall v, h v <= table v) -> admissible G goal h.
Proof.
  intros positive homomorphism exact below.
  apply (below_admissible G goal table h below).
  exact (pdb_admissible G goal G' goal' phi table positive homomorphism
           exact).
Qed.

Theorem lowered_to_table_admissible G goal (h table : heuristic) :
  admissible G goal table ->
  admissible G goal (fun v => Z.min (h v) (table v)).
Proof.
  apply below_admissible. intros v. lia.
Qed.

(** ** The dimension of the bound *)

Lemma leb_total_order : total_order Z.leb.
Proof.
  split.
  - intros x y. rewrite !Z.leb_le. lia.
  - intros x y z. rewrite !Z.leb_le. lia.
Qed.

(** The class of one function per heuristic, on instances with one optimal path
    each. *)
Theorem psi_pseudo_dimension G goal (X : Type) (start : X -> vertex)
    (paths : X -> list edge) (V : list vertex) (d : vertex -> Z)
    (psi : heuristic -> X -> Z) :
  (forall x, incl (on_path (start x) (paths x)) V) ->
  (forall x v, In v (on_path (start x) (paths x)) -> to_goal G goal v (d v)) ->
  (forall h x,
    is_max (excess G goal h (on_path (start x) (paths x))) (psi h x)) ->
  pseudo_dimension_at_most Z.leb psi (length V).
Proof.
  intros within dist largest.
  apply (maxima_pseudo_dimension Z.leb psi leb_total_order V
           (fun x => on_path (start x) (paths x)) (fun h v => h v - d v));
    [exact within|].
  intros h x. destruct (largest h x) as ((v & d' & on_p & dist' & same) & most).
  split.
  - exists v. split; [exact on_p|].
    rewrite (to_goal_unique G goal v (d v) d' (dist x v on_p) dist').
    exact same.
  - intros w on_w. apply Z.leb_le, most. exists w, (d w).
    repeat split; [exact on_w|exact (dist x w on_w)].
Qed.

(** With one value per class of vertices, at most as many instances are
    shattered as there are classes. If an instance alone reaches its threshold,
    some vertex on its path has a class whose value makes [h - h*] reach it; if
    two instances share such a class, the higher value makes both reach theirs.
    *)
Theorem psi_class_pseudo_dimension G goal (X C : Type) (start : X -> vertex)
    (paths : X -> list edge) (class : vertex -> C) (M : list C)
    (d : vertex -> Z) (psi : (C -> Z) -> X -> Z) :
  (forall x v, In v (on_path (start x) (paths x)) -> In (class v) M) ->
  (forall x v, In v (on_path (start x) (paths x)) -> to_goal G goal v (d v)) ->
  (forall h x,
    is_max (excess G goal (fun v => h (class v)) (on_path (start x) (paths x)))
      (psi h x)) ->
  pseudo_dimension_at_most Z.leb psi (length M).
Proof.
  intros within dist largest xs shattered.
  pose proof (shattered_no_repeats Z.leb psi leb_total_order xs shattered)
    as no_repeats.
  destruct shattered as (zs & same_length & all_ways).
  assert (length (combine xs zs) = length xs) as count.
  { rewrite combine_length, same_length. apply Nat.min_id. }
  assert (forall h x w, In w (on_path (start x) (paths x)) ->
    h (class w) - d w <= psi h x) as upper.
  { intros h x w on_w. apply (proj2 (largest h x)). exists w, (d w).
    repeat split; [exact on_w|exact (dist x w on_w)]. }
  rewrite <- count.
  apply (each_its_own (fun (xz : X * Z) c =>
    exists v h, In v (on_path (start (fst xz)) (paths (fst xz))) /\
      class v = c /\ snd xz <= h c - d v /\
      forall y z', In (y, z') (combine xs zs) -> (y, z') <> xz ->
        Z.leb z' (psi h y) = false)).
  - intros (x, z) in_pairs.
    destruct (single_out Z.leb psi xs zs x z all_ways same_length in_pairs)
      as (h & passed & others).
    destruct (largest h x) as ((v & d' & on_p & dist' & same) & _).
    exists (class v). split; [|exact (within x v on_p)].
    exists v, h. repeat split; [exact on_p| |exact others].
    apply Z.leb_le in passed. simpl.
    rewrite (to_goal_unique G goal v (d v) d' (dist x v on_p) dist').
    rewrite <- same. exact passed.
  - intros (x, z) (y, z') c in_x in_y other
      (v & h & on_x & of_v & passed & others)
      (w & h' & on_y & of_w & passed' & others').
    simpl in on_x, on_y, passed, passed'.
    destruct (Z.le_ge_cases (z + d v) (z' + d w)) as [lower|lower].
    + specialize (others' x z in_x other). apply Z.leb_gt in others'.
      pose proof (upper h' x v on_x) as at_v. rewrite of_v in at_v. lia.
    + assert ((y, z') <> (x, z)) as other' by congruence.
      specialize (others y z' in_y other'). apply Z.leb_gt in others.
      pose proof (upper h y w on_y) as at_w. rewrite of_w in at_w. lia.
  - apply (NoDup_map_inv fst).
    now rewrite map_fst_combine by exact same_length.
Qed.
