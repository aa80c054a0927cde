(** * Paths through parents

    With reopening, a vertex can be moved back to OPEN with a smaller [g] while
    its children still have the [g] that they got from the larger one. So [g] is
    not always the cost of the path through parents. It is whenever a vertex is
    _selected_, and hence for the returned path.

    Two invariants show it. A vertex in OPEN has a larger [f] than any of its
    ancestors in OPEN. And if a vertex in OPEN has a smaller [f] than one of its
    ancestors in CLOSED, all of OPEN below the [f] of that ancestor descends
    from it, so that nothing selected meanwhile can improve it. *)

From Coq Require Import List Bool Arith ZArith Lia.
From Admit Require Import Spec Paths Expansion Invariants.
Import ListNotations.
Open Scope Z_scope.

(** [ancestor m w v]: parents lead from [v] to [w], in at least one step. *)
Inductive ancestor (m : memory) (w : vertex) : vertex -> Prop :=
| ancestor_parent v n :
    m v = Some n -> parent n = Some w -> ancestor m w v
| ancestor_further v n u :
    m v = Some n -> parent n = Some u -> ancestor m w u -> ancestor m w v.

Lemma ancestor_trans m u v w :
  ancestor m u v -> ancestor m v w -> ancestor m u w.
Proof.
  intros upper lower.
  induction lower as [w n known link|w n x known link _ step];
    exact (ancestor_further m u w n _ known link ltac:(assumption)).
Qed.

Lemma NoDup_app_one {A} (l : list A) (x : A) :
  NoDup l -> ~ In x l -> NoDup (l ++ [x]).
Proof.
  intros distinct fresh. apply NoDup_Add with (a := x) (l := l).
  - rewrite <- (app_nil_r l) at 1. apply Add_app.
  - now split.
Qed.

Section Parents.
  Variables (r : bool) (G : graph) (goal : goals) (h : heuristic).
  Variable s : vertex.
  Hypothesis positive : costs_positive G.

  Notation reached := (reached r G goal h s).
  Notation selects := (selects h).

  (** [g] is that of the parent plus the edge cost if the parent is in CLOSED,
      and at least that if the parent is back in OPEN. *)
  Definition linked (m : memory) v n :=
    match parent n with
    | None => v = s
    | Some w => exists e k,
        In e G /\ tail e = w /\ head e = v /\ m w = Some k /\
        (status k = Closed /\ g n = g k + cost e \/
         r = true /\ status k = Open /\ g k + cost e <= g n)
    end.

  Lemma all_linked m v n : reached m -> m v = Some n -> linked m v n.
  Proof.
    intros run. revert v n.
    induction run as [|m u k run step (opened & _) _]; intros v n known.
    { destruct (initial_known s v n known) as (-> & ->). reflexivity. }
    destruct opened as (known_u & opened_u).
    (* An old link to a parent other than [u] stays a link. *)
    assert (forall x j w, m x = Some j -> parent j = Some w -> w <> u ->
      exists e k', In e G /\ tail e = w /\ head e = x /\
        expand r G u k m w = Some k' /\
        (status k' = Closed /\ g j = g k' + cost e \/
         r = true /\ status k' = Open /\ g k' + cost e <= g j)) as kept.
    { intros x j w known_x link other.
      pose proof (step x j known_x) as before.
      unfold linked in before. rewrite link in before.
      destruct before as (e & k' & in_G & from & to & known_w & how).
      exists e. destruct (expand_other r G m u k w other)
        as [same|(e' & _ & _ & _ & cheap & now)].
      - exists k'. rewrite same. repeat split; trivial.
      - exists (Node Open (g k + cost e') (Some u)).
        repeat split; trivial. right.
        rewrite known_w in cheap. destruct cheap as (less & why).
        simpl. repeat split; [|destruct how; lia].
        destruct why as [opened|on]; [|exact on].
        destruct how as [(closed & _)|(on & _)]; [congruence|exact on]. }
    destruct (expand_cases r G m u k v n known)
      as [(-> & ->)|[(other & before)|(_ & e & in_G & from & to & _ & ->)]].
    - unfold linked. simpl.
      destruct (parent k) as [w|] eqn:link.
      + assert (w <> u) as other.
        { intros ->. pose proof (step u k known_u) as self.
          unfold linked in self. rewrite link in self.
          destruct self as (e & k' & in_G & _ & _ & known' & how).
          assert (k' = k) as -> by congruence.
          specialize (positive e in_G). lia. }
        exact (kept u k w known_u link other).
      + pose proof (step u k known_u) as self.
        unfold linked in self. now rewrite link in self.
    - unfold linked. destruct (parent n) as [w|] eqn:link.
      + destruct (Nat.eq_dec w u) as [->|other_w];
          [|exact (kept v n w before link other_w)].
        pose proof (step v n before) as self.
        unfold linked in self. rewrite link in self.
        destruct self as (e & k' & in_G & from & to & known' & how).
        assert (k' = k) as -> by congruence.
        exists e, (Node Closed (g k) (parent k)).
        repeat split; trivial; [apply expand_self|].
        left. split; [reflexivity|]. simpl.
        destruct how as [(closed & _)|(on & _ & at_least)]; [congruence|].
        destruct (expand_child r G m u k positive e in_G from)
          as (j & known_j & [no_more|(off & _)]); [|congruence].
        rewrite to, known in known_j. injection known_j as <-. lia.
      + pose proof (step v n before) as self.
        unfold linked in self. now rewrite link in self.
    - unfold linked. simpl.
      exists e, (Node Closed (g k) (parent k)).
      repeat split; trivial; [apply expand_self|].
      left. now split.
  Qed.

  Lemma parent_less m v n w : reached m ->
    m v = Some n -> parent n = Some w ->
    exists k, m w = Some k /\ g k < g n.
  Proof.
    intros run known link.
    pose proof (all_linked m v n run known) as self.
    unfold linked in self. rewrite link in self.
    destruct self as (e & k & in_G & _ & _ & known_w & how).
    exists k. split; [exact known_w|]. specialize (positive e in_G). lia.
  Qed.

  Lemma ancestor_less m v n w : reached m ->
    ancestor m w v -> m v = Some n ->
    exists k, m w = Some k /\ g k < g n.
  Proof.
    intros run line. revert n.
    induction line as [v n' known link|v n' u known link line step];
      intros n known'; assert (n' = n) as -> by congruence.
    - exact (parent_less m v n w run known link).
    - destruct (parent_less m v n u run known link) as (k & known_u & less).
      destruct (step k known_u) as (j & known_w & less').
      exists j. split; [exact known_w|lia].
  Qed.

  Definition f (v : vertex) (n : node) : Z := g n + h v.

  (** ** The two invariants *)

  Definition open_ancestors_lower (m : memory) :=
    forall v n w k, is_open m v n -> ancestor m w v -> is_open m w k ->
      f w k < f v n.

  Definition lower_descends (m : memory) :=
    forall v n w k, is_open m v n -> ancestor m w v -> is_closed m w k ->
      f v n < f w k ->
      forall x j, is_open m x j -> f x j < f w k -> ancestor m w x.

  (** One expansion. *)
  Section Step.
    Variables (m : memory) (u : vertex) (k : node).
    Hypothesis run : reached m.
    Hypothesis selected : selects m u k.
    Hypothesis lower : open_ancestors_lower m.
    Hypothesis descends : lower_descends m.
    Let after : memory := expand r G u k m.

    Let known_u : m u = Some k := proj1 (proj1 selected).
    Let opened_u : status k = Open := proj2 (proj1 selected).

    Lemma selected_least x j : is_open m x j -> f u k <= f x j.
    Proof. exact (proj2 selected x j). Qed.

    Lemma ancestor_of_selected_closed w :
      ancestor m w u -> exists j, is_closed m w j /\ g j < g k.
    Proof.
      intros line.
      destruct (ancestor_less m u k w run line known_u)
        as (j & known & less).
      exists j. split; [|exact less]. split; [exact known|].
      destruct (status j) eqn:place_j; [|reflexivity].
      pose proof (lower u k w j (proj1 selected) line (conj known place_j)).
      pose proof (selected_least w j (conj known place_j)). lia.
    Qed.

    (** Neither the selected vertex nor its ancestors change parents. *)
    Lemma line_unchanged v : v = u \/ ancestor m v u -> v <> u ->
      after v = m v.
    Proof.
      intros [->|line] other; [contradiction|].
      destruct (expand_other r G m u k v other)
        as [same|(e & in_G & _ & _ & cheap & _)]; [exact same|].
      destruct (ancestor_of_selected_closed v line)
        as (j & (known & _) & less).
      rewrite known in cheap. simpl in cheap.
      specialize (positive e in_G). lia.
    Qed.

    Lemma line_parent v n w : v = u \/ ancestor m v u ->
      after v = Some n -> parent n = Some w ->
      exists n', m v = Some n' /\ parent n' = Some w.
    Proof.
      intros line known link. destruct (Nat.eq_dec v u) as [->|other].
      - exists k. split; [exact known_u|].
        unfold after in known. rewrite expand_self in known.
        now injection known as <-.
      - exists n. rewrite (line_unchanged v line other) in known.
        now split.
    Qed.

    Lemma line_before v w : v = u \/ ancestor m v u ->
      ancestor after w v -> ancestor m w v.
    Proof.
      intros line up. revert line.
      induction up as [v n known link|v n x known link _ step]; intros line;
        destruct (line_parent v n _ line known link)
          as (n' & known' & link').
      - exact (ancestor_parent m w v n' known' link').
      - apply (ancestor_further m w v n' x known' link'), step. right.
        pose proof (ancestor_parent m x v n' known' link') as near.
        destruct line as [->|line]; [exact near|].
        exact (ancestor_trans m x v u near line).
    Qed.

    Lemma line_after v w : v = u \/ ancestor m v u ->
      ancestor m w v -> ancestor after w v.
    Proof.
      assert (forall x n w', x = u \/ ancestor m x u -> m x = Some n ->
        parent n = Some w' ->
        exists n', after x = Some n' /\ parent n' = Some w') as same_link.
      { intros x n w' line known link.
        destruct (Nat.eq_dec x u) as [->|other].
        - exists (Node Closed (g k) (parent k)).
          split; [apply expand_self|]. simpl. congruence.
        - exists n. rewrite (line_unchanged x line other). now split. }
      intros line up. revert line.
      induction up as [v n known link|v n x known link _ step]; intros line;
        destruct (same_link v n _ line known link) as (n' & known' & link').
      - exact (ancestor_parent after w v n' known' link').
      - apply (ancestor_further after w v n' x known' link'), step. right.
        pose proof (ancestor_parent m x v n known link) as near.
        destruct line as [->|line]; [exact near|].
        exact (ancestor_trans m x v u near line).
    Qed.

    (** Every new line of ancestors leads through [u]. *)
    Lemma ancestor_before w v : ancestor after w v ->
      ancestor m w v \/ w = u \/ ancestor m w u.
    Proof.
      intros up.
      induction up as [v n known link|v n x known link up step];
        destruct (expand_cases r G m u k v n known)
          as [(-> & ->)|[(_ & before)|(_ & e & _ & _ & _ & _ & ->)]];
        simpl in link.
      - left. exact (ancestor_parent m w u k known_u link).
      - left. exact (ancestor_parent m w v n before link).
      - right. left. congruence.
      - destruct step as [near|far]; [left|now right].
        exact (ancestor_further m w u k x known_u link near).
      - destruct step as [near|far]; [left|now right].
        exact (ancestor_further m w v n x before link near).
      - injection link as <-. right. right.
        exact (line_before u w (or_introl eq_refl) up).
    Qed.

    (** Descendants of [w] remain so, if [u] is one. *)
    Lemma ancestor_kept w v : ancestor m w u ->
      ancestor m w v -> ancestor after w v.
    Proof.
      intros line up.
      pose proof (line_after u w (or_introl eq_refl) line) as line'.
      assert (forall x e, after x = Some (Node Open (g k + cost e) (Some u))
        -> ancestor after w x) as through_u.
      { intros x e known.
        exact (ancestor_further after w x _ u known eq_refl line'). }
      induction up as [v n known link|v n x known link up step];
        (destruct (Nat.eq_dec v u) as [->|other]; [exact line'|]);
        destruct (expand_other r G m u k v other)
          as [same|(e & _ & _ & _ & _ & now)];
        try exact (through_u v e now);
        unfold after in *; rewrite known in same.
      - exact (ancestor_parent _ w v n same link).
      - exact (ancestor_further _ w v n x same link step).
    Qed.

    (** What is open afterwards was open before, or is a child of [u]. *)
    Lemma open_after v n : is_open after v n ->
      is_open m v n \/
      parent n = Some u /\ cheaper r (m v) (g n).
    Proof.
      intros (known & opened).
      destruct (expand_cases r G m u k v n known)
        as [(_ & ->)|[(_ & before)|(_ & e & _ & _ & _ & cheap & ->)]].
      - discriminate opened.
      - left. now split.
      - right. now split.
    Qed.

    Lemma closed_after v n : is_closed after v n -> v <> u ->
      is_closed m v n.
    Proof.
      intros (known & closed) other.
      destruct (expand_cases r G m u k v n known)
        as [(same & _)|[(_ & before)|(_ & e & _ & _ & _ & _ & ->)]].
      - contradiction.
      - now split.
      - discriminate closed.
    Qed.

    Lemma child_line v n w : is_open after v n -> parent n = Some u ->
      ancestor after w v -> w = u \/ ancestor m w u.
    Proof.
      intros (known & _) link up.
      destruct up as [v n' known' link'|v n' x known' link' up];
        assert (n' = n) as -> by congruence;
        assert (Some u = Some _) as same by (rewrite <- link; exact link').
      - left. congruence.
      - right. injection same as <-.
        exact (line_before u w (or_introl eq_refl) up).
    Qed.

    Lemma not_open_on_line w j :
      w = u \/ ancestor m w u -> ~ is_open after w j.
    Proof.
      intros line (known & opened).
      destruct (Nat.eq_dec w u) as [->|other].
      - unfold after in known. rewrite expand_self in known.
        injection known as <-. discriminate opened.
      - rewrite (line_unchanged w line other) in known.
        destruct line as [same|line]; [contradiction|].
        destruct (ancestor_of_selected_closed w line)
          as (j' & (known' & closed) & _). congruence.
    Qed.

    Lemma lower_after : open_ancestors_lower after.
    Proof.
      intros v n w j opened_v up opened_w.
      destruct (open_after v n opened_v) as [before_v|(link & _)].
      2: { now destruct (not_open_on_line w j
                           (child_line v n w opened_v link up)). }
      destruct (ancestor_before w v up) as [near|line].
      2: { now destruct (not_open_on_line w j line). }
      destruct (open_after w j opened_w) as [before_w|(_ & cheap)];
        [exact (lower v n w j before_v near before_w)|].
      destruct (ancestor_less m v n w run near (proj1 before_v))
        as (i & known_w & _).
      rewrite known_w in cheap. destruct cheap as (less & _).
      assert (f w j < f w i) as less_f by (unfold f; lia).
      destruct (status i) eqn:place_i.
      - pose proof (lower v n w i before_v near (conj known_w place_i)).
        lia.
      - destruct (Z.lt_ge_cases (f v n) (f w i)) as [below|above]; [|lia].
        pose proof (selected_least v n before_v).
        assert (ancestor m w u) as line.
        { apply (descends v n w i before_v near (conj known_w place_i) below
                   u k (proj1 selected)). lia. }
        now destruct (not_open_on_line w j (or_intror line)).
    Qed.

    Lemma descends_after : lower_descends after.
    Proof.
      intros v n w i opened_v up closed_w below x j opened_x below_x.
      destruct (Nat.eq_dec w u) as [->|other].
      - (* New descendants of [u] were not in OPEN before. *)
        destruct (open_after x j opened_x) as [before_x|(link & _)].
        + pose proof (selected_least x j before_x).
          destruct closed_w as (known_w & _). unfold after in known_w.
          rewrite expand_self in known_w. injection known_w as <-.
          unfold f in *. simpl in below_x. lia.
        + exact (ancestor_parent after u x j (proj1 opened_x) link).
      - pose proof (closed_after w i closed_w other) as before_w.
        assert (ancestor m w u) as line.
        { destruct (open_after v n opened_v) as [before_v|(link & _)].
          - destruct (ancestor_before w v up) as [near|[same|line]];
              [|contradiction|exact line].
            pose proof (selected_least v n before_v).
            apply (descends v n w i before_v near before_w below
                     u k (proj1 selected)). lia.
          - destruct (child_line v n w opened_v link up) as [same|line];
              [contradiction|exact line]. }
        destruct (open_after x j opened_x) as [before_x|(link & _)].
        + pose proof (selected_least x j before_x).
          apply (ancestor_kept w x line).
          apply (descends u k w i (proj1 selected) line before_w)
            with (j := j); [lia|exact before_x|exact below_x].
        + apply (ancestor_further after w x j u (proj1 opened_x) link).
          exact (line_after u w (or_introl eq_refl) line).
    Qed.
  End Step.

  Lemma both_invariants m :
    reached m -> open_ancestors_lower m /\ lower_descends m.
  Proof.
    intros run. induction run as [|m u k run (lower & descends) selected _].
    - split.
      + intros v n w k _ up _. exfalso.
        destruct up as [v n' known link|v n' x known link _];
          destruct (initial_known s v n' known) as (_ & ->);
          discriminate link.
      + intros v n w k _ up _ _ x j _ _. exfalso.
        destruct up as [v n' known link|v n' y known link _];
          destruct (initial_known s v n' known) as (_ & ->);
          discriminate link.
    - split.
      + exact (lower_after m u k run selected lower descends).
      + exact (descends_after m u k run selected lower descends).
  Qed.

  (** ** The cost of paths through parents *)

  (** A path through parents, all of whose vertices are known and cost no
      more than the last. *)
  Definition traced (m : memory) v n p :=
    parent_path G m s p v /\ NoDup (on_path s p) /\
    forall x, In x (on_path s p) ->
      exists j, m x = Some j /\ g j <= g n.

  Lemma traced_start m n : m s = Some n -> traced m s n [].
  Proof.
    intros known. repeat split.
    - constructor.
    - contradiction.
    - constructor; [easy|constructor].
    - intros x [<-|[]]. exists n. split; [exact known|lia].
  Qed.

  Lemma traced_further m w k p e n :
    m w = Some k -> m (head e) = Some n -> In e G ->
    tail e = w -> parent n = Some w -> g k < g n ->
    traced m w k p -> traced m (head e) n (p ++ [e]).
  Proof.
    intros known_w known_v in_G from link less.
    intros ((path_p & links) & no_dup & costs).
    assert (on_path s (p ++ [e]) = on_path s p ++ [head e]) as shape
      by (unfold on_path; rewrite map_app; reflexivity).
    repeat split.
    - subst w. exact (path_snoc G s p e path_p in_G).
    - intros e' in_pe. apply in_app_or in in_pe as [in_p|[<-|[]]].
      + exact (links e' in_p).
      + exists n. subst w. now split.
    - rewrite shape. apply NoDup_app_one; [exact no_dup|].
      intros on_p. destruct (costs (head e) on_p) as (j & known_j & le).
      assert (j = n) as -> by congruence. lia.
    - intros x. rewrite shape. intros on_pe.
      apply in_app_or in on_pe as [on_p|[<-|[]]].
      + destruct (costs x on_p) as (j & known_j & le).
        exists j. split; [exact known_j|lia].
      + exists n. split; [exact known_v|lia].
  Qed.

  (** Parents always lead back to the start, along a path that costs at most
      [g]; and exactly [g] if no ancestor is in OPEN. *)
  Lemma parents_lead_back m v n : reached m -> m v = Some n ->
    exists p, traced m v n p /\ cost_of p <= g n /\
      ((forall w k, ancestor m w v -> ~ is_open m w k) ->
       cost_of p = g n).
  Proof.
    intros run. revert n.
    assert (forall bound, 0 <= bound -> forall v n, g n <= bound ->
      m v = Some n ->
      exists p, traced m v n p /\ cost_of p <= g n /\
        ((forall w k, ancestor m w v -> ~ is_open m w k) ->
         cost_of p = g n)) as by_cost.
    { refine (Zlt_0_ind _ _). clear v.
      intros bound step _ v n within known.
      pose proof (all_linked m v n run known) as self.
      unfold linked in self. destruct (parent n) as [w|] eqn:link.
      - destruct self as (e & k & in_G & from & <- & known_w & how).
        pose proof (positive e in_G) as costly.
        pose proof (known_not_negative r G goal h s positive m w k run
                      known_w) as not_negative.
        assert (g k < g n) as less by lia.
        destruct (step (g k) ltac:(lia) w k ltac:(lia) known_w)
          as (p & traced_w & at_most & exactly).
        exists (p ++ [e]).
        split; [exact (traced_further m w k p e n known_w known in_G from
                         link less traced_w)|].
        rewrite cost_of_app, cost_of_one. split; [lia|].
        intros no_open.
        assert (cost_of p = g k) as ->.
        { apply exactly. intros x j up. apply no_open.
          exact (ancestor_further m x (head e) n w known link up). }
        destruct how as [(_ & same)|(_ & opened & _)]; [lia|].
        exfalso. apply (no_open w k);
          [exact (ancestor_parent m w (head e) n known link)|now split].
      - subst v. destruct (start_node r G goal h s positive m run)
          as (n' & known' & zero & _).
        assert (n' = n) as -> by congruence.
        exists []. split; [exact (traced_start m n known)|].
        simpl. split; [lia|]. intros _. lia. }
    intros n known.
    pose proof (known_not_negative r G goal h s positive m v n run known).
    exact (by_cost (g n) ltac:(lia) v n ltac:(lia) known).
  Qed.

  Lemma selected_traced m v n : reached m -> selects m v n ->
    exists p, traced m v n p /\ cost_of p = g n.
  Proof.
    intros run selected. pose proof selected as ((known & opened) & _).
    destruct (parents_lead_back m v n run known) as (p & line & _ & exactly).
    exists p. split; [exact line|]. apply exactly.
    destruct (both_invariants m run) as (lower & _).
    intros w k up opened_w.
    pose proof (lower v n w k (conj known opened) up opened_w) as less.
    pose proof (proj2 selected w k opened_w). unfold f in less. lia.
  Qed.

  (** Without reopening, parents stay in CLOSED. *)
  Lemma no_open_ancestor m v w k : reached m -> r = false ->
    ancestor m w v -> ~ is_open m w k.
  Proof.
    intros run off up (known_w & opened).
    induction up as [v n known link|v n u known link _ step];
      [|exact step].
    pose proof (all_linked m v n run known) as self.
    unfold linked in self. rewrite link in self.
    destruct self as (e & j & _ & _ & _ & known_j & how).
    assert (j = k) as -> by congruence.
    destruct how as [(closed & _)|(on & _)]; congruence.
  Qed.

  (** [g] is the cost of some path without repeated vertices. *)
  Lemma known_has_simple_path m v n : reached m -> m v = Some n ->
    exists p, path G s p v /\ cost_of p = g n /\ NoDup (on_path s p).
  Proof.
    intros run. revert v n.
    induction run as [|m u k run step selected _]; intros v n known.
    - destruct (initial_known s v n known) as (-> & ->).
      exists []. repeat split; [constructor|].
      constructor; [easy|constructor].
    - destruct (expand_cases r G m u k v n known)
        as [(-> & ->)|[(_ & before)|(_ & e & in_G & from & to & cheap & ->)]].
      + exact (step u k (proj1 (proj1 selected))).
      + exact (step v n before).
      + destruct (selected_traced m u k run selected)
          as (p & ((path_p & _) & no_dup & costs) & cost_p).
        exists (p ++ [e]). subst u v. repeat split.
        * exact (path_snoc G s p e path_p in_G).
        * rewrite cost_of_app, cost_of_one. simpl. lia.
        * unfold on_path. rewrite map_app.
          apply (NoDup_app_one (on_path s p)); [exact no_dup|].
          intros on_p. destruct (costs (head e) on_p) as (j & known_j & le).
          rewrite known_j in cheap. simpl in cheap.
          specialize (positive e in_G). lia.
  Qed.
End Parents.
