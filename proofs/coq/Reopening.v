(** * A* with reopening

    On every path from the start to a vertex that is not in CLOSED there is a
    frontier: a vertex in OPEN whose [g] is at most the cost of the path up to
    it, behind vertices in CLOSED with the same property. All bounds on the loss
    compare the selected goal with that vertex. *)

From Coq Require Import List Bool Arith ZArith Lia.
From Admit Require Import Spec Paths Expansion Invariants.
Import ListNotations.
Open Scope Z_scope.

Section Reopening.
  Variables (G : graph) (goal : goals) (h : heuristic) (s : vertex).
  Hypothesis positive : costs_positive G.

  Notation reached := (reached true G goal h s).
  Notation returns := (returns true G goal h s).

  Lemma frontier_from m u k p t :
    reached m -> m u = Some k -> path G u p t ->
    (forall n, ~ is_closed m t n) ->
    exists p1 p2 v n,
      p = p1 ++ p2 /\ path G u p1 v /\ path G v p2 t /\
      is_open m v n /\ g n <= g k + cost_of p1 /\
      forall q e q', p1 = q ++ e :: q' ->
        exists j, is_closed m (tail e) j /\ g j <= g k + cost_of q.
  Proof.
    intros run known whole t_not_closed. revert k known.
    induction whole as [t|e p t in_G rest step]; intros k known.
    - exists [], [], t, k. repeat split; try constructor; trivial.
      + destruct (status k) eqn:place_k; [reflexivity|].
        now destruct (t_not_closed k).
      + simpl. lia.
      + intros q e q' none. now destruct q.
    - destruct (status k) eqn:place_k.
      + exists [], (e :: p), (tail e), k.
        repeat split; try constructor; trivial; [simpl; lia|].
        intros q e' q' none. now destruct q.
      + destruct (closed_children true G goal h s positive m (tail e) k e
                    run (conj known place_k) in_G eq_refl)
          as (k' & known' & no_more).
        specialize (no_more (or_introl eq_refl)).
        destruct (step t_not_closed k' known')
          as (p1 & p2 & v & n & -> & first & second & opened & least & behind).
        exists (e :: p1), p2, v, n.
        repeat split; try apply opened; trivial.
        * constructor; assumption.
        * rewrite cost_of_cons. lia.
        * intros q e' q' shape. destruct q as [|e0 q].
          -- injection shape as <- _. exists k.
             split; [now split|simpl; lia].
          -- injection shape as <- shape.
             destruct (behind q e' q' shape) as (j & closed_j & least_j).
             exists j. split; [exact closed_j|]. rewrite cost_of_cons. lia.
  Qed.

  Lemma frontier m p t :
    reached m -> path G s p t -> (forall n, ~ is_closed m t n) ->
    exists p1 p2 v n,
      p = p1 ++ p2 /\ path G s p1 v /\ path G v p2 t /\
      is_open m v n /\ g n <= cost_of p1 /\
      forall q e q', p1 = q ++ e :: q' ->
        exists j, is_closed m (tail e) j /\ g j <= cost_of q.
  Proof.
    intros run whole t_not_closed.
    destruct (start_node true G goal h s positive m run)
      as (k & known & zero & _).
    pose proof (frontier_from m s k p t run known whole t_not_closed)
      as front.
    now rewrite zero in front.
  Qed.

  Lemma goal_not_closed m t n :
    reached m -> goal t = true -> ~ is_closed m t n.
  Proof.
    intros run goal_t closed.
    pose proof (closed_is_no_goal true G goal h s m t n run closed).
    congruence.
  Qed.

  (** ** The strengthened invariant *)

  Theorem optimal_subpath m p :
    reached m -> optimal G goal s p ->
    exists p1 p2 v n,
      p = p1 ++ p2 /\ path G s p1 v /\
      is_open m v n /\ from_start G s v (g n) /\
      forall e, In e p1 ->
        exists k, is_closed m (tail e) k /\ from_start G s (tail e) (g k).
  Proof.
    intros run best. pose proof best as ((t & goal_t & whole) & _).
    destruct (frontier m p t run whole
                (fun n => goal_not_closed m t n run goal_t))
      as (p1 & p2 & v & n & -> & first & second & opened & least & behind).
    exists p1, p2, v, n. repeat split; try apply opened; trivial.
    - pose proof (optimal_prefix G goal s p1 p2 v best first) as dist.
      pose proof (known_at_least true G goal h s m v n _ run
                    (proj1 opened) dist).
      now replace (g n) with (cost_of p1) by lia.
    - intros e in_p1.
      destruct (in_split e p1 in_p1) as (q & q' & shape).
      destruct (behind q e q' shape) as (k & closed & least_k).
      exists k. split; [exact closed|]. rewrite shape in first.
      destruct (path_split G q (e :: q') s v first) as (w & to_e & from_e).
      inversion from_e as [|e' q'' v' in_G rest]; subst.
      rewrite <- app_assoc in best.
      pose proof (optimal_prefix G goal s q _ _ best to_e) as dist.
      pose proof (known_at_least true G goal h s m _ k _ run
                    (proj1 closed) dist).
      now replace (g k) with (cost_of q) by lia.
  Qed.

  (** ** Bounds on the loss *)

  (** On any path to a goal, a lower [f] at the frontier would have been
      selected before. *)
  Lemma returned_at_most m t c p t' :
    returns m t c -> path G s p t' -> goal t' = true ->
    exists p1 p2 v,
      p = p1 ++ p2 /\ path G s p1 v /\ path G v p2 t' /\
      c + h t <= cost_of p1 + h v /\
      (p1 = [] -> m = initial s).
  Proof.
    intros (run & _ & n & (_ & least_f) & <-) whole goal_t'.
    destruct (frontier m p t' run whole
                (fun k => goal_not_closed m t' k run goal_t'))
      as (p1 & p2 & v & k & -> & first & second & opened & least & _).
    exists p1, p2, v. specialize (least_f v k opened).
    repeat split; trivial; [lia|].
    intros ->. inversion first; subst.
    destruct (start_known true G goal h v positive m run)
      as [beginning|(known & closed)]; [exact beginning|].
    destruct opened as (known' & opened). congruence.
  Qed.

  Theorem suboptimality_any_goal_value m t c p psi :
    optimal G goal s p ->
    is_max (excess G goal h (on_path s p)) psi ->
    returns m t c ->
    c - cost_of p <= psi - h t.
  Proof.
    intros best (_ & largest) result.
    pose proof best as ((t' & goal_t' & whole) & _).
    destruct (returned_at_most m t c p t' result whole goal_t')
      as (p1 & p2 & v & -> & first & second & bound & _).
    assert (h v - cost_of p2 <= psi) as at_v.
    { apply largest. exists v, (cost_of p2). repeat split.
      - exact (prefix_on_path G s p1 p2 v first).
      - exact (optimal_suffix G goal s p1 p2 v best first). }
    rewrite cost_of_app. lia.
  Qed.

  Theorem suboptimality m t c p psi :
    zero_at_goals goal h ->
    optimal G goal s p ->
    is_max (excess G goal h (on_path s p)) psi ->
    returns m t c ->
    c - cost_of p <= psi.
  Proof.
    intros zero best largest result.
    pose proof (suboptimality_any_goal_value m t c p psi best largest result).
    destruct result as (_ & goal_t & _). specialize (zero t goal_t). lia.
  Qed.

  (** The start may be omitted. *)
  Theorem suboptimality_start_left_out m t c p psi :
    optimal G goal s p ->
    is_max (excess G goal h (map head p)) psi ->
    returns m t c ->
    c - cost_of p <= psi - h t.
  Proof.
    intros best ((w & d & in_p & _) & largest) result.
    pose proof best as ((t' & goal_t' & whole) & least).
    destruct (returned_at_most m t c p t' result whole goal_t')
      as (p1 & p2 & v & -> & first & second & bound & beginning).
    destruct p1 as [|e p1].
    - (* Nothing has been expanded, so the start is a goal. *)
      destruct result as (_ & goal_t & n & (opened & _) & _).
      rewrite (beginning eq_refl) in opened.
      rewrite (initial_open s t n opened) in goal_t.
      specialize (least [] s goal_t (path_nil G s)).
      pose proof (path_cost_zero G positive s _ t' whole least) as nothing.
      rewrite nothing in in_p. contradiction in_p.
    - assert (h v - cost_of p2 <= psi) as at_v.
      { apply largest. exists v, (cost_of p2). repeat split.
        - inversion first; subst.
          exact (prefix_on_path G (head e) p1 p2 v ltac:(assumption)).
        - exact (optimal_suffix G goal s (e :: p1) p2 v best first). }
      rewrite cost_of_app. lia.
  Qed.

  (** An [h] that exceeds no path to a goal. (Given shortest paths, which come
      later, this is admissibility.) *)
  Lemma returned_is_least m t c p t' :
    (forall v q u, path G v q u -> goal u = true -> h v <= cost_of q) ->
    0 <= h t ->
    returns m t c -> path G s p t' -> goal t' = true ->
    c <= cost_of p.
  Proof.
    intros below not_negative result whole goal_t'.
    destruct (returned_at_most m t c p t' result whole goal_t')
      as (p1 & p2 & v & -> & first & second & bound & _).
    specialize (below v p2 t' second goal_t').
    rewrite cost_of_app. lia.
  Qed.

  (** ** Consistency *)

  Lemma selected_is_best m v n p :
    consistent G h -> reached m -> selects h m v n -> path G s p v ->
    g n <= cost_of p.
  Proof.
    intros cons run (opened & least_f) whole.
    assert (forall k, ~ is_closed m v k) as not_closed.
    { intros k (known & closed). destruct opened as (known' & opened).
      congruence. }
    destruct (frontier m p v run whole not_closed)
      as (p1 & p2 & w & k & -> & first & second & opened_w & least & _).
    specialize (least_f w k opened_w).
    pose proof (consistent_along G h w p2 v cons second).
    rewrite cost_of_app. lia.
  Qed.

  Lemma closed_is_best m v n p :
    consistent G h -> reached m -> is_closed m v n -> path G s p v ->
    g n <= cost_of p.
  Proof.
    intros cons run. revert v n p.
    induction run as [|m u k run step selected no_goal];
      intros v n p (known & closed) whole.
    - now destruct (initial_not_closed s v n).
    - destruct (expand_cases true G m u k v n known)
        as [(-> & ->)|[(_ & before)|(_ & e & _ & _ & _ & _ & ->)]].
      + exact (selected_is_best m u k p cons run selected whole).
      + exact (step v n p (conj before closed) whole).
      + discriminate closed.
  Qed.

  Theorem no_reopening_if_consistent m v n w k :
    consistent G h -> reached m -> selects h m v n ->
    is_closed m w k -> expand true G v n m w = Some k.
  Proof.
    intros cons run selected closed.
    pose proof selected as ((known_v & opened_v) & _).
    pose proof closed as (known_w & closed_w).
    assert (w <> v) as other by (intros ->; congruence).
    destruct (expand_other true G m v n w other)
      as [same|(e & in_G & from & to & cheap & _)]; [congruence|].
    rewrite known_w in cheap. destruct cheap as (less & _).
    destruct (known_has_path true G goal h s m v n run known_v)
      as (p & path_p & cost_p).
    subst v w.
    pose proof (closed_is_best m (head e) k (p ++ [e]) cons run closed
                  (path_snoc G s p e path_p in_G)) as best.
    rewrite cost_of_app, cost_of_one in best. lia.
  Qed.
End Reopening.
