(** * A* without reopening

    A vertex in CLOSED may keep a [g] that is too large, but only by the summed
    inconsistency of [h] along a path to it without its first edge. From this
    follows the bound of Valenzano et al. on the loss. *)

From Coq Require Import List Bool Arith ZArith Lia.
From Admit Require Import Spec Paths Expansion Invariants.
Import ListNotations.
Open Scope Z_scope.

Section Sums.
  Variable h : heuristic.

  Lemma inconsistency_not_negative e : 0 <= inconsistency h e.
  Proof. unfold inconsistency. lia. Qed.

  Lemma inconsistencies_app p q :
    inconsistencies h (p ++ q) = inconsistencies h p + inconsistencies h q.
  Proof.
    induction p as [|e p step]; simpl; [reflexivity|].
    fold (inconsistencies h (p ++ q)) (inconsistencies h p). lia.
  Qed.

  Lemma inconsistencies_cons e p :
    inconsistencies h (e :: p) = inconsistency h e + inconsistencies h p.
  Proof. reflexivity. Qed.

  Lemma inconsistencies_not_negative p : 0 <= inconsistencies h p.
  Proof.
    induction p as [|e p step]; [simpl; lia|].
    rewrite inconsistencies_cons.
    pose proof (inconsistency_not_negative e). lia.
  Qed.

  (** Omitting the first edge of a path, and an inner one. *)
  Lemma inconsistencies_but_first p e q :
    inconsistencies h (tl p) + inconsistencies h q <=
    inconsistencies h (tl (p ++ e :: q)).
  Proof.
    destruct p as [|e' p]; simpl; [lia|].
    rewrite inconsistencies_app, inconsistencies_cons.
    pose proof (inconsistency_not_negative e). lia.
  Qed.

  (** How much [h] can fall along a path. *)
  Lemma inconsistent_along G u p v :
    path G u p v -> h u <= cost_of p + inconsistencies h p + h v.
  Proof.
    induction 1 as [v|e p v in_G rest step]; [simpl; lia|].
    rewrite cost_of_cons, inconsistencies_cons.
    unfold inconsistency. lia.
  Qed.
End Sums.

Section NoReopening.
  Variables (G : graph) (goal : goals) (h : heuristic) (s : vertex).
  Hypothesis positive : costs_positive G.

  Notation reached := (reached false G goal h s).
  Notation returns := (returns false G goal h s).

  (** The invariant of CLOSED. *)
  Definition closed_bounded (m : memory) :=
    forall p v n, path G s p v -> is_closed m v n ->
      g n <= cost_of p + inconsistencies h (tl p).

  (** Behind a vertex in CLOSED, a path to one that is not leaves CLOSED by an
      edge whose head is in OPEN. *)
  Lemma first_open_after m p2 : forall p1 v k t,
    reached m -> closed_bounded m ->
    path G s p1 v -> is_closed m v k -> path G v p2 t ->
    (forall n, ~ is_closed m t n) ->
    (forall e, In e p1 -> exists j, is_closed m (head e) j) ->
    exists q1 e q2 n,
      p1 ++ p2 = q1 ++ e :: q2 /\
      path G s (q1 ++ [e]) (head e) /\ path G (head e) q2 t /\
      is_open m (head e) n /\
      (forall e', In e' q1 -> exists k, is_closed m (head e') k) /\
      g n <= cost_of (q1 ++ [e]) + inconsistencies h (tl q1).
  Proof.
    induction p2 as [|e p2 step];
      intros p1 v k t run bounded first closed second t_not_closed behind.
    - inversion second; subst. now destruct (t_not_closed k).
    - inversion second as [|e' p' t' in_G rest]; subst.
      destruct (closed_children false G goal h s positive m (tail e) k e
                  run closed in_G eq_refl) as (j & known & no_more).
      pose proof (path_snoc G s p1 e first in_G) as further.
      destruct (status j) eqn:place_j.
      + specialize (no_more (or_intror eq_refl)).
        exists p1, e, p2, j.
        split; [reflexivity|]. split; [exact further|].
        split; [exact rest|]. split; [now split|].
        split; [exact behind|].
        specialize (bounded p1 (tail e) k first closed).
        rewrite cost_of_app, cost_of_one. lia.
      + assert (forall e', In e' (p1 ++ [e]) ->
          exists i, is_closed m (head e') i) as behind'.
        { intros e' in_some. apply in_app_or in in_some as [in_p1|[<-|[]]];
            [exact (behind e' in_p1)|]. now exists j. }
        destruct (step (p1 ++ [e]) (head e) j t run bounded further
                    (conj known place_j) rest t_not_closed behind')
          as (q1 & e' & q2 & n & shape & found).
        exists q1, e', q2, n. split; [|exact found].
        now rewrite <- app_assoc in shape.
  Qed.

  Lemma first_open m p t :
    reached m -> closed_bounded m -> path G s p t ->
    (forall n, ~ is_closed m t n) ->
    m = initial s \/
    exists q1 e q2 n,
      p = q1 ++ e :: q2 /\
      path G s (q1 ++ [e]) (head e) /\ path G (head e) q2 t /\
      is_open m (head e) n /\
      (forall e', In e' q1 -> exists k, is_closed m (head e') k) /\
      g n <= cost_of (q1 ++ [e]) + inconsistencies h (tl q1).
  Proof.
    intros run bounded whole t_not_closed.
    destruct (start_known false G goal h s positive m run)
      as [beginning|closed]; [now left|right].
    exact (first_open_after m p [] s _ t run bounded (path_nil G s) closed
             whole t_not_closed ltac:(easy)).
  Qed.

  Lemma closed_is_bounded m : reached m -> closed_bounded m.
  Proof.
    intros run. induction run as [|m u k run bounded selected no_goal];
      intros p v n whole (known & closed).
    - now destruct (initial_not_closed s v n).
    - destruct selected as (opened & least_f).
      destruct (expand_cases false G m u k v n known)
        as [(-> & ->)|[(_ & before)|(_ & e & _ & _ & _ & _ & ->)]].
      + assert (forall j, ~ is_closed m u j) as not_closed.
        { intros j (known_j & closed_j).
          destruct opened as (known_u & opened). congruence. }
        simpl.
        destruct (first_open m p u run bounded whole not_closed)
          as [->|(q1 & e & q2 & j & -> & first & second & opened_e & _
                  & least)].
        * destruct (initial_known s u k (proj1 opened)) as (_ & ->). simpl.
          pose proof (path_cost_not_negative G positive s p u whole).
          pose proof (inconsistencies_not_negative h (tl p)). lia.
        * specialize (least_f (head e) j opened_e).
          pose proof (inconsistent_along h G (head e) q2 u second).
          pose proof (inconsistencies_but_first h q1 e q2).
          rewrite cost_of_app, cost_of_one in least.
          rewrite cost_of_app, cost_of_cons. lia.
      + exact (bounded p v n whole (conj before closed)).
      + discriminate closed.
  Qed.

  (** ** The error of [g] at the first open vertex of a path *)

  Theorem g_error_without_reopening m p t :
    reached m -> path G s p t -> goal t = true -> m <> initial s ->
    exists q1 e q2 n,
      p = q1 ++ e :: q2 /\ is_open m (head e) n /\
      (forall e', In e' q1 -> exists k, is_closed m (head e') k) /\
      g n <= cost_of (q1 ++ [e]) + inconsistencies h (tl (q1 ++ [e])).
  Proof.
    intros run whole goal_t later.
    assert (forall n, ~ is_closed m t n) as not_closed.
    { intros n closed.
      pose proof (closed_is_no_goal false G goal h s m t n run closed).
      congruence. }
    destruct (first_open m p t run (closed_is_bounded m run) whole
                not_closed)
      as [beginning|(q1 & e & q2 & n & shape & _ & _ & opened & behind
                     & least)];
      [contradiction|].
    exists q1, e, q2, n. split; [exact shape|]. split; [exact opened|].
    split; [exact behind|].
    pose proof (inconsistencies_but_first h q1 e []). simpl in *. lia.
  Qed.

  (** ** The bound on the loss *)

  Theorem suboptimality_without_reopening m t c p t' :
    optimal G goal s p -> path G s p t' ->
    returns m t c ->
    c - cost_of p <= inconsistencies h (tl p) + h t' - h t.
  Proof.
    intros ((u & goal_u & to_u) & least) whole.
    intros (run & goal_t & n & (opened & least_f) & <-).
    assert (u = t') as -> by exact (path_end_unique G s p u t' to_u whole).
    assert (forall k, ~ is_closed m t' k) as not_closed.
    { intros k closed.
      pose proof (closed_is_no_goal false G goal h s m t' k run closed).
      congruence. }
    destruct (first_open m p t' run (closed_is_bounded m run) whole
                not_closed)
      as [->|(q1 & e & q2 & k & -> & first & second & opened_e & _ & least_e)].
    - destruct (initial_known s t n (proj1 opened)) as (-> & ->).
      specialize (least [] s goal_t (path_nil G s)).
      pose proof (path_cost_zero G positive s p t' whole least) as nothing.
      subst p. inversion whole; subst. simpl. lia.
    - specialize (least_f (head e) k opened_e).
      pose proof (inconsistent_along h G (head e) q2 t' second).
      pose proof (inconsistencies_but_first h q1 e q2).
      rewrite cost_of_app, cost_of_one in least_e.
      rewrite cost_of_app, cost_of_cons. lia.
  Qed.
End NoReopening.

(** ** Both bounds compared *)

Section Comparison.
  Variables (G : graph) (goal : goals) (h : heuristic) (s : vertex).

  Theorem h_error p q v d :
    zero_at_goals goal h ->
    optimal G goal s (p ++ q) -> path G s p v -> to_goal G goal v d ->
    h v - d <= inconsistencies h q.
  Proof.
    intros zero best first dist.
    pose proof (optimal_suffix G goal s p q v best first) as rest.
    assert (d = cost_of q) as ->
      by exact (to_goal_unique G goal v _ _ dist rest).
    destruct best as ((t & goal_t & whole) & _).
    destruct (path_split G p q s t whole) as (v' & first' & second).
    assert (v' = v) as -> by exact (path_end_unique G s p _ _ first' first).
    pose proof (inconsistent_along h G v q t second).
    specialize (zero t goal_t). lia.
  Qed.

  (** With the maximum without the start. *)
  Theorem reopening_bound_at_most_inconsistency_bound p psi :
    zero_at_goals goal h ->
    optimal G goal s p ->
    is_max (excess G goal h (map head p)) psi ->
    psi <= inconsistencies h (tl p).
  Proof.
    intros zero best ((v & d & in_p & dist & ->) & _).
    pose proof best as ((t & goal_t & whole) & _).
    destruct whole as [t|e p t in_G rest]; [contradiction in_p|].
    destruct (on_path_prefix G (head e) p t v rest in_p)
      as (q1 & q2 & -> & first & second).
    assert (path G (tail e) (e :: q1) v) as to_v by now constructor.
    pose proof (optimal_suffix G goal (tail e) (e :: q1) q2 v best to_v)
      as dist'.
    assert (d = cost_of q2) as ->
      by exact (to_goal_unique G goal v _ _ dist dist').
    pose proof (inconsistent_along h G v q2 t second).
    specialize (zero t goal_t). simpl.
    rewrite inconsistencies_app.
    pose proof (inconsistencies_not_negative h q1). lia.
  Qed.
End Comparison.
