(** * Tools for concrete graphs

    Distances are certified: a consistent heuristic that is 0 at the goals is
    the distance wherever some path costs no more. Searches are computed by
    [astar], which is one of the searches that the relation allows. *)

From Coq Require Import List Bool Arith ZArith Lia.
From Admit Require Import Spec Paths Invariants Function.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** Exact distances of small graphs *)

Definition exact_distances (G : graph) (goal : goals) (h : heuristic) :=
  forall v, reaches G goal v -> to_goal G goal v (h v).

(** A consistent heuristic that is 0 at the goals is the distance where some
    path costs no more, so no enumeration is needed. *)
Lemma distance_by_path G goal h v p t :
  consistent G h -> zero_at_goals goal h ->
  goal t = true -> path G v p t -> cost_of p = h v ->
  to_goal G goal v (h v).
Proof.
  intros is_consistent zero goal_t path_p cost_p.
  exists p. split; [split | exact cost_p].
  - exists t. split; assumption.
  - intros q t' goal_t' path_q.
    assert (drop := consistent_along G h v q t' is_consistent path_q).
    assert (zero_t' := zero t' goal_t').
    lia.
Qed.

Lemma reaches_cases G goal v :
  reaches G goal v -> goal v = true \/ In v (map tail G).
Proof.
  intros [p [t [goal_t path_p]]].
  destruct path_p as [v | e p t in_e _].
  - left. exact goal_t.
  - right. apply in_map. exact in_e.
Qed.

Lemma to_goal_reaches G goal v d : to_goal G goal v d -> reaches G goal v.
Proof.
  intros [p [[[t [goal_t path_p]] _] _]].
  exists p, t. split; assumption.
Qed.

Lemma exact_admissible G goal h :
  exact_distances G goal h -> admissible G goal h.
Proof.
  intros exact v d dist.
  assert (dist_h := exact v (to_goal_reaches G goal v d dist)).
  rewrite (to_goal_unique G goal v d (h v) dist dist_h). lia.
Qed.

Lemma exact_pattern_database G' goal' phi h :
  exact_distances G' goal' h ->
  pattern_database G' goal' phi (fun v => h (phi v)).
Proof. intros exact v. exact (exact (phi v)). Qed.

Ltac member := first [left; reflexivity | right; member].

Ltac walk :=
  match goal with
  | |- path ?G _ (?e :: _) _ =>
      refine (path_cons G e _ _ _ _); [member | simpl; walk]
  | |- path _ _ [] _ => apply path_nil
  | |- path ?G ?u ?p ?v =>
      let edges := eval hnf in p in
      progress change (path G u edges v); walk
  end.

Ltac one_goal :=
  let t := fresh "t" in let goal_t := fresh "goal_t" in
  intros t goal_t; apply Nat.eqb_eq in goal_t; subst t;
  vm_compute; first [reflexivity | discriminate].

Ltac for_each_edge tactic :=
  refine (proj1 (Forall_forall _ _) _);
  repeat (apply Forall_cons; [tactic | ]); apply Forall_nil.


(** Values of vertices 0, 1, 2, ..., and 0 for all others. *)
Definition values (l : list Z) : heuristic := fun v => nth v l 0.

(** ** Searches *)

Section Computed.
  Variables (r : bool) (G : graph) (goal : goals) (h : heuristic).
  Variable s : vertex.
  Hypothesis positive : costs_positive G.

  Definition computed := astar r G goal h Nat.ltb 100 s.

  Lemma computed_sound : sound r G goal h s computed.
  Proof.
    apply (run_sound r G goal h Nat.ltb s positive ltb_strict_total).
    constructor.
  Qed.

  Lemma computed_returns t c b :
    snd computed = Found t c b -> exists m, returns r G goal h s m t c.
  Proof.
    intros found. pose proof computed_sound as (_ & how).
    rewrite found in how. destruct how as (m & p & result & _).
    now exists m.
  Qed.

  (** The memory in which the [i]th selection is made. *)
  Definition memory_at (i : nat) : memory :=
    match nth_error (fst computed) i with
    | Some (m, _, _) => m
    | None => initial s
    end.

  Lemma memory_at_reached i : reached r G goal h s (memory_at i).
  Proof.
    unfold memory_at.
    destruct (nth_error (fst computed) i) as [((m, v), n)|] eqn:nth_i;
      [|constructor].
    pose proof computed_sound as (all & _).
    exact (proj1 (all m v n (nth_error_In _ _ nth_i))).
  Qed.

  Lemma memory_at_selects i v n :
    option_map (fun x => snd (fst x)) (nth_error (fst computed) i) = Some v ->
    option_map snd (nth_error (fst computed) i) = Some n ->
    selects h (memory_at i) v n.
  Proof.
    unfold memory_at.
    destruct (nth_error (fst computed) i) as [((m, v'), n')|] eqn:nth_i;
      [|discriminate].
    simpl. intros same_v same_n. injection same_v as <-.
    injection same_n as <-. pose proof computed_sound as (all & _).
    exact (proj2 (all m v' n' (nth_error_In _ _ nth_i))).
  Qed.
End Computed.

(** ** Bounds of concrete paths *)

Lemma optimal_by_distance G goal h s p t :
  consistent G h -> zero_at_goals goal h ->
  goal t = true -> path G s p t -> cost_of p = h s ->
  optimal G goal s p.
Proof.
  intros cons zero goal_t path_p costs.
  split; [now exists t|]. intros q u goal_u path_q.
  pose proof (consistent_along G h s q u cons path_q).
  specialize (zero u goal_u). lia.
Qed.

Lemma below_distance_admissible G goal h d :
  consistent G d -> zero_at_goals goal d -> (forall v, h v <= d v) ->
  admissible G goal h.
Proof.
  intros cons zero below v x (p & ((t & goal_t & path_p) & _) & <-).
  pose proof (consistent_along G d v p t cons path_p).
  specialize (zero t goal_t). specialize (below v). lia.
Qed.

(** Comparison at all vertices, by comparing the listed values. *)
Lemma values_le l l' :
  Forall2 Z.le l l' ->
  forall v, values l v <= values l' v.
Proof.
  unfold values. intros all. induction all as [|x y l l' le all step];
    intros [|v]; simpl; [lia|lia|exact le|exact (step v)].
Qed.

Lemma excess_is_max G goal h d vs psi :
  (forall v, In v vs -> to_goal G goal v (d v)) ->
  (exists v, In v vs /\ h v - d v = psi) ->
  (forall v, In v vs -> h v - d v <= psi) ->
  is_max (excess G goal h vs) psi.
Proof.
  intros dist (v & in_vs & attained) most. split.
  - exists v, (d v). now repeat split; [|apply dist|].
  - intros x (w & d' & in_w & dist' & ->).
    rewrite (to_goal_unique G goal w d' (d w) dist' (dist w in_w)).
    exact (most w in_w).
Qed.
