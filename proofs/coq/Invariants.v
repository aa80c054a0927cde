(** * Invariants of a search

    Each lemma is an induction over the expansions of a search. The theorems
    about A* follow from them. *)

From Coq Require Import List Bool Arith ZArith Lia.
From Admit Require Import Spec Paths Expansion.
Import ListNotations.
Open Scope Z_scope.

Section Invariants.
  Variables (r : bool) (G : graph) (goal : goals) (h : heuristic).
  Variable s : vertex.
  Hypothesis positive : costs_positive G.

  Notation reached := (reached r G goal h s).
  Notation selects := (selects h).

  Lemma initial_known v n :
    initial s v = Some n -> v = s /\ n = Node Open 0 None.
  Proof.
    unfold initial. destruct (Nat.eq_dec v s) as [->|other].
    - rewrite set_same. intros known. now injection known as <-.
    - rewrite set_other by exact other. discriminate.
  Qed.

  Lemma initial_open v n : is_open (initial s) v n -> v = s.
  Proof. intros (known & _). exact (proj1 (initial_known v n known)). Qed.

  Lemma initial_not_closed v n : ~ is_closed (initial s) v n.
  Proof.
    intros (known & closed).
    destruct (initial_known v n known) as (_ & ->). discriminate closed.
  Qed.

  (** [g] is the cost of some path. *)
  Lemma known_has_path m v n : reached m -> m v = Some n ->
    exists p, path G s p v /\ cost_of p = g n.
  Proof.
    intros run. revert v n.
    induction run as [|m u k run step (opened & _) _]; intros v n known.
    - destruct (initial_known v n known) as (-> & ->).
      exists []. split; [constructor|reflexivity].
    - destruct opened as (known_u & _).
      destruct (expand_cases r G m u k v n known)
        as [(-> & ->)|[(_ & before)|(_ & e & in_G & from & to & _ & ->)]].
      + exact (step u k known_u).
      + exact (step v n before).
      + destruct (step u k known_u) as (p & path_p & cost_p).
        exists (p ++ [e]). subst u v. split.
        * exact (path_snoc G s p e path_p in_G).
        * rewrite cost_of_app, cost_of_one. simpl. lia.
  Qed.

  Lemma known_not_negative m v n : reached m -> m v = Some n -> 0 <= g n.
  Proof.
    intros run known.
    destruct (known_has_path m v n run known) as (p & path_p & <-).
    exact (path_cost_not_negative G positive s p v path_p).
  Qed.

  Lemma known_at_least m v n d : reached m -> m v = Some n ->
    from_start G s v d -> d <= g n.
  Proof.
    intros run known (p & (_ & least) & <-).
    destruct (known_has_path m v n run known) as (q & path_q & <-).
    exact (least q path_q).
  Qed.

  Lemma closed_is_no_goal m v n :
    reached m -> is_closed m v n -> goal v = false.
  Proof.
    intros run. revert v n.
    induction run as [|m u k run step (opened & _) no_goal];
      intros v n (known & closed).
    - now destruct (initial_not_closed v n).
    - destruct (expand_cases r G m u k v n known)
        as [(-> & _)|[(_ & before)|(_ & e & _ & _ & _ & _ & ->)]].
      + exact no_goal.
      + exact (step v n (conj before closed)).
      + discriminate closed.
  Qed.

  (** The start keeps [g = 0] and has no parent; it is open only at the
      beginning. *)
  Lemma start_known m : reached m ->
    m = initial s \/ is_closed m s (Node Closed 0 None).
  Proof.
    intros run.
    induction run as [|m u k run step (opened & _) _]; [now left|].
    right. split; [|reflexivity]. destruct opened as (known_u & opened_u).
    destruct step as [->|(known_s & _)].
    - destruct (initial_known u k known_u) as (-> & ->).
      apply expand_self.
    - assert (s <> u) as other.
      { intros ->. rewrite known_s in known_u.
        injection known_u as <-. discriminate opened_u. }
      destruct (expand_other r G m u k s other)
        as [same|(e & in_G & _ & _ & cheap & _)]; [congruence|].
      rewrite known_s in cheap. simpl in cheap.
      pose proof (positive e in_G).
      pose proof (known_not_negative m u k run known_u). lia.
  Qed.

  Lemma start_node m : reached m ->
    exists n, m s = Some n /\ g n = 0 /\ parent n = None.
  Proof.
    intros run. destruct (start_known m run) as [->|(known & _)].
    - exists (Node Open 0 None). split; [apply set_same|now split].
    - exists (Node Closed 0 None). now repeat split.
  Qed.

  (** The children of a vertex in CLOSED are known. With reopening, none of
      them has a [g] that the vertex could improve; without, none that is in
      OPEN has. *)
  Lemma closed_children m v n e : reached m -> is_closed m v n ->
    In e G -> tail e = v ->
    exists k, m (head e) = Some k /\
      (r = true \/ status k = Open -> g k <= g n + cost e).
  Proof.
    intros run. revert v n e.
    induction run as [|m u k run step (opened & _) _];
      intros v n e (known & closed) in_G from_v.
    - now destruct (initial_not_closed v n).
    - destruct opened as (known_u & opened_u).
      destruct (expand_cases r G m u k v n known)
        as [(-> & ->)|[(other & before)|(_ & e' & _ & _ & _ & _ & ->)]].
      + destruct (expand_child r G m u k positive e in_G from_v)
          as (k' & known' & how).
        exists k'. split; [exact known'|]. simpl.
        intros mode. destruct how as [no_more|(off & closed' & _)]; [lia|].
        destruct mode; congruence.
      + destruct (step v n e (conj before closed) in_G from_v)
          as (k' & known' & no_more).
        destruct (Nat.eq_dec (head e) u) as [head_u|head_other].
        * rewrite head_u, expand_self. eexists. split; [reflexivity|].
          simpl. rewrite head_u, known_u in known'.
          injection known' as <-. intros _. auto.
        * destruct (expand_other r G m u k (head e) head_other)
            as [same|(e' & _ & _ & _ & cheap & now)].
          -- exists k'. split; [congruence|exact no_more].
          -- eexists. split; [exact now|]. simpl. intros _.
             rewrite known' in cheap. simpl in cheap.
             destruct cheap as (less & [opened'|on]);
               [specialize (no_more (or_intror opened'))
               |specialize (no_more (or_introl on))]; lia.
      + discriminate closed.
  Qed.

  (** All known vertices are in the graph. *)
  Lemma known_in_graph m v n :
    reached m -> m v = Some n -> In v (s :: map head G).
  Proof.
    intros run known.
    destruct (known_has_path m v n run known) as (p & path_p & _).
    rewrite (path_end G s p v path_p). clear n known.
    assert (p = [] \/ p <> []) as [->|some_edge]
      by (destruct p; [now left|now right]).
    { now left. }
    right.
    destruct (exists_last some_edge) as (q & e & ->).
    unfold end_of. rewrite fold_left_app. simpl.
    apply in_map, (path_edges G s (q ++ [e]) v e path_p).
    apply in_or_app. right. now left.
  Qed.
End Invariants.
