(** * A* depends on [h] only through comparisons of [f]

    If two heuristics order all possible entries of OPEN alike, the two searches
    are equal, memory for memory. Two cases: heuristics with equal differences,
    and, where all edges cost the same, heuristics on the same side of every
    hyperplane [h(v) - h(w) = i * c]. *)

From Coq Require Import List Bool Arith ZArith Lia.
From Admit Require Import Spec Paths Expansion Invariants Parents Function.
From Admit Require Import Dimension.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** One choice, one run *)

Definition ordered_alike (h h' : heuristic) vs (m : memory) :=
  forall v w n k, In v vs -> In w vs -> is_open m v n -> is_open m w k ->
    (g n + h v ?= g k + h w) = (g n + h' v ?= g k + h' w).

Section Runs.
  Variables (r : bool) (G : graph) (goal : goals) (h h' : heuristic).
  Variable before : vertex -> vertex -> bool.

  Lemma better_alike v n w k :
    (g n + h v ?= g k + h w) = (g n + h' v ?= g k + h' w) ->
    better h before v n w k = better h' before v n w k.
  Proof.
    intros same. unfold better, Z.ltb. rewrite !Z.eqb_compare.
    now rewrite same.
  Qed.

  Lemma selected_in vs m v n :
    select h before vs m = Some (v, n) -> In v vs /\ is_open m v n.
  Proof.
    induction vs as [|w vs step]; simpl; [discriminate|].
    destruct (m w) as [[[|] c p]|] eqn:known.
    - destruct (select h before vs m) as [(x, k)|].
      + destruct (better h before w (Node Open c p) x k).
        * intros this. injection this as <- <-. now repeat split; [left|].
        * intros that. destruct (step that). split; [now right|assumption].
      + intros this. injection this as <- <-. now repeat split; [left|].
    - intros that. destruct (step that). split; [now right|assumption].
    - intros that. destruct (step that). split; [now right|assumption].
  Qed.

  Lemma select_alike vs m : ordered_alike h h' vs m ->
    select h before vs m = select h' before vs m.
  Proof.
    induction vs as [|v vs step]; simpl; [reflexivity|].
    intros alike.
    assert (ordered_alike h h' vs m) as alike_rest.
    { intros x y n k in_x in_y. apply alike; now right. }
    rewrite <- (step alike_rest). clear step alike_rest.
    destruct (m v) as [[[|] c p]|] eqn:known; try reflexivity.
    destruct (select h before vs m) as [(w, k)|] eqn:rest; [|reflexivity].
    destruct (selected_in vs m w k rest) as (in_vs & opened).
    rewrite (better_alike v (Node Open c p) w k); [reflexivity|].
    apply alike; [now left|now right|now split|exact opened].
  Qed.

  Variable s : vertex.
  Hypothesis order : strict_total before.
  Notation vs := (s :: map head G).

  Lemma run_alike steps : forall m,
    (forall m, reached r G goal h s m -> ordered_alike h h' vs m) ->
    reached r G goal h s m ->
    run r G goal h before steps vs m = run r G goal h' before steps vs m.
  Proof.
    induction steps as [|steps step]; intros m alike run_m;
      rewrite !run_once, (select_alike vs m (alike m run_m)).
    - reflexivity.
    - destruct (select h' before vs m) as [(v, n)|] eqn:selection;
        [|reflexivity].
      destruct (goal v) eqn:is_goal; [reflexivity|].
      rewrite <- (select_alike vs m (alike m run_m)) in selection.
      pose proof (select_spec h before order vs m) as spec.
      rewrite selection in spec.
      pose proof (chosen_selects h before vs m v n
                    (known_in_vs r G goal h s m run_m) spec) as selected.
      rewrite (step (expand r G v n m) alike
                 (reached_expand r G goal h s m v n run_m selected
                    is_goal)).
      reflexivity.
  Qed.
End Runs.

(** ** Equal differences *)

Definition equal_differences (h h' : heuristic) :=
  forall v w, h v - h w = h' v - h' w.

Lemma equal_differences_sym h h' :
  equal_differences h h' -> equal_differences h' h.
Proof. intros same v w. now rewrite same. Qed.

Lemma equal_differences_selects h h' m v n :
  equal_differences h h' -> selects h m v n -> selects h' m v n.
Proof.
  intros same (opened & least). split; [exact opened|].
  intros w k opened_w. specialize (least w k opened_w).
  specialize (same v w). lia.
Qed.

Lemma equal_differences_reached r G goal h h' s m :
  equal_differences h h' ->
  reached r G goal h s m -> reached r G goal h' s m.
Proof.
  intros same run.
  induction run as [|m v n run step selected no_goal]; [constructor|].
  constructor; trivial.
  exact (equal_differences_selects h h' m v n same selected).
Qed.

(** Every search with one heuristic is a search with the other, under any
    tie-breaking. *)
Theorem same_searches r G goal h h' s m :
  (forall v w, h v - h w = h' v - h' w) ->
  (reached r G goal h s m <-> reached r G goal h' s m) /\
  forall v n, selects h m v n <-> selects h' m v n.
Proof.
  intros same. pose proof (equal_differences_sym h h' same) as same'.
  split; [|intros v n]; split.
  - exact (equal_differences_reached r G goal h h' s m same).
  - exact (equal_differences_reached r G goal h' h s m same').
  - exact (equal_differences_selects h h' m v n same).
  - exact (equal_differences_selects h' h m v n same').
Qed.

(** With one strict total order the runs are equal: selections, memories and
    outcome. *)
Theorem same_run r G goal h h' before steps s :
  strict_total before ->
  (forall v w, h v - h w = h' v - h' w) ->
  astar r G goal h before steps s = astar r G goal h' before steps s.
Proof.
  intros order same. apply run_alike; [exact order| |constructor].
  intros m _ v w n k _ _ _ _. specialize (same v w).
  destruct (Z.compare_spec (g n + h v) (g k + h w));
    destruct (Z.compare_spec (g n + h' v) (g k + h' w)); lia || reflexivity.
Qed.

(** ** Equal signs *)

Section Regions.
  Variables (r : bool) (G : graph) (goal : goals).
  Variable before : vertex -> vertex -> bool.
  Variables (c : Z) (V : list vertex).
  Hypothesis order : strict_total before.
  Hypothesis positive : 0 < c.
  Hypothesis one_cost : forall e, In e G -> cost e = c.
  Hypothesis heads_in_V : forall e, In e G -> In (head e) V.

  Lemma costs_are_positive : costs_positive G.
  Proof. intros e in_G. rewrite (one_cost e in_G). exact positive. Qed.

  Lemma cost_of_path u p v :
    path G u p v -> cost_of p = Z.of_nat (length p) * c.
  Proof.
    induction 1 as [v|e p v in_G _ step]; [reflexivity|].
    rewrite cost_of_cons, (one_cost e in_G), step. simpl length. lia.
  Qed.

  (** With [n] vertices, [g] takes at most [n] values. *)
  Lemma g_is_multiple h s m v n : In s V ->
    reached r G goal h s m -> m v = Some n ->
    exists i : nat, (i < length V)%nat /\ g n = Z.of_nat i * c.
  Proof.
    intros in_V run known.
    destruct (known_has_simple_path r G goal h s costs_are_positive m v n
                run known) as (p & path_p & <- & no_dup).
    exists (length p). split; [|exact (cost_of_path s p v path_p)].
    assert (incl (on_path s p) V) as within.
    { intros x [<-|in_p]; [exact in_V|].
      apply in_map_iff in in_p as (e & <- & in_p).
      exact (heads_in_V e (path_edges G s p v e path_p in_p)). }
    pose proof (NoDup_incl_length no_dup within) as short.
    unfold on_path in short. simpl in short.
    rewrite map_length in short. lia.
  Qed.

  Theorem same_signs_same_run h h' steps s :
    In s V -> same_signs (length V) c V h h' ->
    astar r G goal h before steps s = astar r G goal h' before steps s.
  Proof.
    intros in_V signs. apply run_alike; [exact order| |constructor].
    intros m run v w n k in_v in_w (known_v & _) (known_w & _).
    destruct (g_is_multiple h s m v n in_V run known_v)
      as (i & small_i & ->).
    destruct (g_is_multiple h s m w k in_V run known_w)
      as (j & small_j & ->).
    assert (incl (s :: map head G) V) as within.
    { intros x [<-|in_heads]; [exact in_V|].
      apply in_map_iff in in_heads as (e & <- & in_G).
      exact (heads_in_V e in_G). }
    specialize (signs v w (Z.of_nat j - Z.of_nat i)
                  (within v in_v) (within w in_w) ltac:(lia)).
    assert (forall x y, (Z.of_nat i * c + x ?= Z.of_nat j * c + y) =
      (x - y ?= (Z.of_nat j - Z.of_nat i) * c)) as shifted.
    { intros x y.
      destruct (Z.compare_spec (Z.of_nat i * c + x) (Z.of_nat j * c + y));
        destruct (Z.compare_spec (x - y) ((Z.of_nat j - Z.of_nat i) * c));
        lia || reflexivity. }
    now rewrite !shifted.
  Qed.

  (** So there are at most as many behaviours as sign patterns, for any function
      of a run, and the bound on the pseudo-dimension follows. *)
  Theorem pseudo_dimension_by_signs
      (A R : Type) (le : R -> R -> bool) (hs : A -> heuristic) steps
      (U : vertex -> list selection * ending -> R) patterns xs :
    incl xs V ->
    (exists reps : list A, (length reps <= patterns)%nat /\
      forall a, exists b, In b reps /\
        same_signs (length V) c V (hs a) (hs b)) ->
    shatters le
      (fun a s => U s (astar r G goal (hs a) before steps s)) xs ->
    (length xs <= Nat.log2 patterns)%nat.
  Proof.
    intros within (reps & few & represented).
    apply shatter_bound. exists reps. split; [exact few|].
    intros a. destruct (represented a) as (b & in_reps & signs).
    exists b. split; [exact in_reps|]. intros s in_xs.
    rewrite (same_signs_same_run (hs a) (hs b) steps s (within s in_xs)
               signs).
    reflexivity.
  Qed.
End Regions.

(** ** Classes of vertices

    A heuristic that is constant on classes: signs of differences between
    classes suffice, although vertices of one class may differ in [g]. *)
Lemma same_signs_of_classes n c V (class : vertex -> vertex) x x' :
  same_signs n c (map class V) x x' ->
  same_signs n c V (fun v => x (class v)) (fun v => x' (class v)).
Proof.
  intros signs v w i in_v in_w small.
  apply signs; trivial; now apply in_map.
Qed.
