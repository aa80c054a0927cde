(** * Paths

    Joining and splitting paths, their costs, and optimality of the parts of
    optimal paths. *)

From Coq Require Import List Arith ZArith Lia.
From Admit Require Import Spec.
Import ListNotations.
Open Scope Z_scope.

Lemma cost_of_app p q : cost_of (p ++ q) = cost_of p + cost_of q.
Proof.
  induction p as [|e p step]; simpl; [reflexivity|].
  fold (cost_of (p ++ q)) (cost_of p). lia.
Qed.

Lemma cost_of_cons e p : cost_of (e :: p) = cost e + cost_of p.
Proof. reflexivity. Qed.

Lemma cost_of_one e : cost_of [e] = cost e.
Proof. simpl. lia. Qed.

(** The end of a list of edges that is a path. *)
Definition end_of (s : vertex) (p : list edge) : vertex :=
  fold_left (fun _ e => head e) p s.

Section Paths.
  Variable G : graph.

  Lemma path_app u v w p q :
    path G u p v -> path G v q w -> path G u (p ++ q) w.
  Proof.
    intros first second.
    induction first as [v|e p v in_G _ step]; simpl; [exact second|].
    constructor; auto.
  Qed.

  Lemma path_one e : In e G -> path G (tail e) [e] (head e).
  Proof. intros in_G. constructor; [exact in_G|constructor]. Qed.

  Lemma path_snoc u p e :
    path G u p (tail e) -> In e G -> path G u (p ++ [e]) (head e).
  Proof.
    intros first in_G. exact (path_app _ _ _ _ _ first (path_one _ in_G)).
  Qed.

  Lemma path_split p q u w :
    path G u (p ++ q) w -> exists v, path G u p v /\ path G v q w.
  Proof.
    revert u. induction p as [|e p step]; simpl; intros u whole.
    - exists u. split; [constructor|exact whole].
    - inversion whole as [|e' p' w' in_G rest]; subst.
      destruct (step _ rest) as (v & first & second).
      exists v. split; [constructor; assumption|exact second].
  Qed.

  Lemma path_end u p v : path G u p v -> v = end_of u p.
  Proof.
    induction 1 as [v|e p w _ _ same]; [reflexivity|exact same].
  Qed.

  Lemma path_end_unique u p v w : path G u p v -> path G u p w -> v = w.
  Proof.
    intros one other.
    now rewrite (path_end _ _ _ one), (path_end _ _ _ other).
  Qed.

  Lemma path_edges u p v e : path G u p v -> In e p -> In e G.
  Proof.
    induction 1 as [v|e' p w in_G _ step]; simpl; [tauto|].
    intros [same|later]; [now subst|auto].
  Qed.

  (** Bound on the fall of a consistent [h] along a path. *)
  Lemma consistent_along h u p v :
    consistent G h -> path G u p v -> h u <= cost_of p + h v.
  Proof.
    intros cons. induction 1 as [v|e p v in_G rest step]; [simpl; lia|].
    rewrite cost_of_cons. specialize (cons e in_G). lia.
  Qed.

  Hypothesis positive : costs_positive G.

  Lemma path_cost_not_negative u p v : path G u p v -> 0 <= cost_of p.
  Proof.
    induction 1 as [v|e p w in_G _ step]; [simpl; lia|].
    rewrite cost_of_cons. specialize (positive e in_G). lia.
  Qed.

  Lemma path_cost_zero u p v : path G u p v -> cost_of p <= 0 -> p = [].
  Proof.
    destruct 1 as [v|e p w in_G rest]; [reflexivity|].
    intros free. rewrite cost_of_cons in free.
    pose proof (positive e in_G).
    pose proof (path_cost_not_negative _ _ _ rest). lia.
  Qed.

  Lemma from_start_unique s v d d' :
    from_start G s v d -> from_start G s v d' -> d = d'.
  Proof.
    intros (p & (path_p & least_p) & <-) (q & (path_q & least_q) & <-).
    specialize (least_p q path_q). specialize (least_q p path_p). lia.
  Qed.

  Lemma to_goal_unique goal v d d' :
    to_goal G goal v d -> to_goal G goal v d' -> d = d'.
  Proof.
    intros (p & ((t & goal_t & path_p) & least_p) & <-).
    intros (q & ((u & goal_u & path_q) & least_q) & <-).
    specialize (least_p q u goal_u path_q).
    specialize (least_q p t goal_t path_p). lia.
  Qed.

  (** Both parts of an optimal path are optimal. *)

  Lemma prefix_shortest goal s p q v :
    optimal G goal s (p ++ q) -> path G s p v -> shortest G s p v.
  Proof.
    intros ((t & goal_t & whole) & least) first.
    split; [exact first|]. intros p' first'.
    destruct (path_split _ _ _ _ whole) as (v' & first'' & second).
    assert (v' = v) as -> by exact (path_end_unique _ _ _ _ first'' first).
    specialize (least _ t goal_t (path_app _ _ _ _ _ first' second)).
    rewrite !cost_of_app in least. lia.
  Qed.

  Lemma suffix_optimal goal s p q v :
    optimal G goal s (p ++ q) -> path G s p v -> optimal G goal v q.
  Proof.
    intros ((t & goal_t & whole) & least) first.
    destruct (path_split _ _ _ _ whole) as (v' & first' & second).
    assert (v' = v) as -> by exact (path_end_unique _ _ _ _ first' first).
    split; [now exists t|].
    intros q' t' goal_t' second'.
    specialize (least _ t' goal_t' (path_app _ _ _ _ _ first second')).
    rewrite !cost_of_app in least. lia.
  Qed.

  Lemma optimal_prefix goal s p q v :
    optimal G goal s (p ++ q) -> path G s p v -> from_start G s v (cost_of p).
  Proof.
    intros best first. exists p. split; [|reflexivity].
    exact (prefix_shortest goal s p q v best first).
  Qed.

  Lemma optimal_suffix goal s p q v :
    optimal G goal s (p ++ q) -> path G s p v -> to_goal G goal v (cost_of q).
  Proof.
    intros best first. exists q. split; [|reflexivity].
    exact (suffix_optimal goal s p q v best first).
  Qed.

  (** The vertices of a path are the ends of its prefixes. *)

  Lemma on_path_prefix s p t v :
    path G s p t -> In v (on_path s p) ->
    exists p1 p2, p = p1 ++ p2 /\ path G s p1 v /\ path G v p2 t.
  Proof.
    intros whole. induction whole as [s|e p t in_G rest step]; simpl.
    - intros [<-|[]]. exists [], []. repeat split; constructor.
    - intros [<-|[<-|later]].
      + exists [], (e :: p). split; [reflexivity|].
        split; constructor; assumption.
      + exists [e], p. split; [reflexivity|].
        split; [exact (path_one e in_G)|exact rest].
      + destruct (step (or_intror later)) as (p1 & p2 & -> & first & second).
        exists (e :: p1), p2. split; [reflexivity|].
        split; [constructor; assumption|exact second].
  Qed.

  Lemma prefix_on_path s p q v :
    path G s p v -> In v (on_path s (p ++ q)).
  Proof.
    intros first. rewrite (path_end _ _ _ first). clear first.
    revert s. induction p as [|e p step]; intros s; [now left|].
    right. exact (step (head e)).
  Qed.
End Paths.
