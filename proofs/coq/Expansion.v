(** * One expansion

    [expand] folds over the edges of a vertex. This file describes it vertex by
    vertex and edge by edge; later files use only this interface. *)

From Coq Require Import List Bool Arith ZArith Lia.
From Admit Require Import Spec Paths.
Import ListNotations.
Open Scope Z_scope.

Lemma set_same m v n : set m v n v = Some n.
Proof. unfold set. now rewrite Nat.eqb_refl. Qed.

Lemma set_other m v n w : w <> v -> set m v n w = m w.
Proof.
  intros other. unfold set.
  now destruct (Nat.eqb_spec w v).
Qed.

Lemma in_edges_from G v e :
  In e (edges_from G v) <-> In e G /\ tail e = v.
Proof.
  unfold edges_from. rewrite filter_In.
  now rewrite Nat.eqb_eq.
Qed.

(** Whether a path of cost [c] improves what is known of a vertex. *)
Definition cheaper (r : bool) (known : option node) (c : Z) :=
  match known with
  | None => True
  | Some k => c < g k /\ (status k = Open \/ r = true)
  end.

Section Relaxing.
  Variables (r : bool) (v : vertex) (c : Z).

  Lemma relax_cases m e :
    cheaper r (m (head e)) (c + cost e) /\
      relax r v c m e = set m (head e) (Node Open (c + cost e) (Some v))
    \/
    (exists k, m (head e) = Some k /\
      (g k <= c + cost e \/ (r = false /\ status k = Closed))) /\
      relax r v c m e = m.
  Proof.
    unfold relax, judge, cheaper.
    destruct (m (head e)) as [k|]; [|left; split; [exact I|reflexivity]].
    destruct (Z.ltb_spec (c + cost e) (g k)) as [less|no_less].
    - destruct (status k) eqn:place_k.
      + left. repeat split; auto.
      + destruct r.
        * left. repeat split; auto.
        * right. split; [exists k; auto|reflexivity].
    - right. split; [exists k; auto|reflexivity].
  Qed.

  (** The status of a vertex is unchanged, or a cheaper path was found along one
      of the edges. *)
  Definition same_or_cheaper (es : list edge) (m m' : memory) w :=
    m' w = m w \/
    exists e, In e es /\ head e = w /\ cheaper r (m w) (c + cost e) /\
      m' w = Some (Node Open (c + cost e) (Some v)).

  Lemma fold_same_or_cheaper es : forall m w,
    same_or_cheaper es m (fold_left (relax r v c) es m) w.
  Proof.
    induction es as [|e es step]; intros m w; simpl; [now left|].
    destruct (relax_cases m e) as [(cheap & ->)|(_ & ->)].
    - destruct (Nat.eq_dec w (head e)) as [->|other].
      + destruct (step (set m (head e) (Node Open (c + cost e) (Some v)))
                    (head e)) as [same|(e' & in_es & to_w & cheap' & now)].
        * right. exists e. rewrite same, set_same.
          repeat split; [now left|exact cheap].
        * right. exists e'. split; [now right|].
          split; [exact to_w|]. split; [|exact now].
          rewrite set_same in cheap'. simpl in cheap'.
          unfold cheaper in *. destruct (m (head e)); [|exact I].
          split; [lia|tauto].
      + destruct (step (set m (head e) (Node Open (c + cost e) (Some v)))
                    w) as [same|(e' & in_es & to_w & cheap' & now)].
        * left. now rewrite same, set_other.
        * right. exists e'. rewrite set_other in cheap' by exact other.
          repeat split; auto. now right.
    - destruct (step m w) as [same|(e' & in_es & rest)]; [now left|].
      right. exists e'. split; [now right|exact rest].
  Qed.

  (** Every edge has been relaxed. *)
  Lemma fold_looks_at_all es : forall m e, In e es ->
    exists k, fold_left (relax r v c) es m (head e) = Some k /\
      (g k <= c + cost e \/
       (r = false /\ status k = Closed /\ m (head e) = Some k)).
  Proof.
    induction es as [|e0 es step]; intros m e; simpl; [tauto|].
    intros [->|later].
    - pose proof (fold_same_or_cheaper es (relax r v c m e) (head e)) as after.
      destruct (relax_cases m e) as [(cheap & now)|((k & known & how) & now)];
        rewrite now in *.
      + destruct after as [same|(e' & _ & _ & cheap' & now')].
        * rewrite same, set_same. eexists. split; [reflexivity|]. simpl. lia.
        * rewrite set_same in cheap'. rewrite now'.
          eexists. split; [reflexivity|]. simpl in *. lia.
      + destruct after as [same|(e' & _ & _ & cheap' & now')].
        * rewrite same, known. exists k. split; [reflexivity|].
          destruct how as [no_more|(off & closed)]; auto.
        * rewrite known in cheap'. rewrite now'. simpl in cheap'.
          eexists. split; [reflexivity|]. left. simpl.
          destruct how as [no_more|(off & closed)]; [lia|].
          destruct cheap' as (_ & [opened|on]); congruence.
    - destruct (step (relax r v c m e0) e later) as (k & known & how).
      exists k. split; [exact known|].
      destruct how as [no_more|(off & closed & before)]; [now left|].
      right. repeat split; auto.
      destruct (relax_cases m e0) as [(_ & now)|(_ & now)];
        rewrite now in before; [|exact before].
      destruct (Nat.eq_dec (head e) (head e0)) as [same|other].
      + rewrite same, set_same in before. injection before as <-.
        discriminate closed.
      + now rewrite set_other in before.
  Qed.
End Relaxing.

(** ** Expansions *)

Section Expansion.
  Variables (r : bool) (G : graph) (m : memory) (v : vertex) (n : node).
  Hypothesis positive : costs_positive G.
  Hypothesis known_v : m v = Some n.
  Let after : memory := expand r G v n m.

  Lemma expand_self : after v = Some (Node Closed (g n) (parent n)).
  Proof. exact (set_same _ _ _). Qed.

  (** A vertex is the expanded one, is unchanged, or got a cheaper path along an
      edge of [v]. *)
  Lemma expand_other w : w <> v ->
    after w = m w \/
    exists e, In e G /\ tail e = v /\ head e = w /\
      cheaper r (m w) (g n + cost e) /\
      after w = Some (Node Open (g n + cost e) (Some v)).
  Proof.
    intros other. unfold after, expand. rewrite set_other by exact other.
    destruct (fold_same_or_cheaper r v (g n) (edges_from G v) m w)
      as [same|(e & from_v & rest)]; [now left|].
    right. exists e. apply in_edges_from in from_v. tauto.
  Qed.

  Lemma expand_cases w k : after w = Some k ->
    w = v /\ k = Node Closed (g n) (parent n) \/
    w <> v /\ m w = Some k \/
    w <> v /\ exists e, In e G /\ tail e = v /\ head e = w /\
      cheaper r (m w) (g n + cost e) /\
      k = Node Open (g n + cost e) (Some v).
  Proof.
    intros known. destruct (Nat.eq_dec w v) as [->|other].
    - left. split; [reflexivity|].
      rewrite expand_self in known. now injection known as <-.
    - right. destruct (expand_other w other)
        as [same|(e & in_G & from & to & cheap & now)].
      + left. split; [exact other|congruence].
      + right. split; [exact other|]. exists e.
        repeat split; auto. congruence.
  Qed.

  Lemma expand_child e : In e G -> tail e = v ->
    exists k, after (head e) = Some k /\
      (g k <= g n + cost e \/
       (r = false /\ status k = Closed /\ m (head e) = Some k)).
  Proof.
    intros in_G from_v. pose proof (positive e in_G) as costly.
    destruct (Nat.eq_dec (head e) v) as [->|other].
    - rewrite expand_self. eexists. split; [reflexivity|]. simpl. lia.
    - unfold after, expand. rewrite set_other by exact other.
      apply fold_looks_at_all. now apply in_edges_from.
  Qed.

  (** No vertex is forgotten, and no [g] increases. *)
  Lemma expand_keeps w k : m w = Some k ->
    exists k', after w = Some k' /\ g k' <= g k.
  Proof.
    intros known. destruct (Nat.eq_dec w v) as [->|other].
    - rewrite expand_self. eexists. split; [reflexivity|].
      simpl. assert (k = n) as -> by congruence. lia.
    - destruct (expand_other w other)
        as [same|(e & in_G & from & to & cheap & now)].
      + exists k. split; [congruence|lia].
      + eexists. split; [exact now|]. rewrite known in cheap.
        simpl in *. lia.
  Qed.

  (** Without reopening, vertices in CLOSED are unchanged. *)
  Lemma expand_closed w k : r = false ->
    is_closed m w k -> status n = Open -> after w = Some k.
  Proof.
    intros off (known & closed) opened.
    destruct (Nat.eq_dec w v) as [->|other].
    - assert (k = n) as -> by congruence. congruence.
    - destruct (expand_other w other)
        as [same|(e & in_G & from & to & cheap & now)]; [congruence|].
      rewrite known in cheap. simpl in cheap.
      destruct cheap as (_ & [opened_w|on]); congruence.
  Qed.
End Expansion.
