(** * A* as a function

    Ties are broken by a strict total order, and [run] is one of the searches
    that the relation allows. It ends with a goal if one is reachable, and with
    OPEN empty otherwise. Hence shortest paths exist: A* finds them. *)

From Coq Require Import List Bool Arith ZArith Lia.
From Admit Require Import Spec Paths Expansion Invariants Reopening.
From Admit Require Import Parents Termination.
Import ListNotations.
Open Scope Z_scope.

Section Select.
  Variables (h : heuristic) (before : vertex -> vertex -> bool).
  Hypothesis order : strict_total before.

  Notation better := (better h before).
  Notation select := (select h before).

  Lemma better_cases v n w k : better v n w k = true ->
    g n + h v < g k + h w \/
    g n + h v = g k + h w /\ before v w = true.
  Proof.
    unfold better. rewrite orb_true_iff, andb_true_iff.
    rewrite Z.ltb_lt, Z.eqb_eq. tauto.
  Qed.

  Lemma not_better_cases v n w k : better v n w k = false ->
    g k + h w < g n + h v \/
    g n + h v = g k + h w /\ before v w = false.
  Proof.
    unfold better. rewrite orb_false_iff, andb_false_iff.
    rewrite Z.ltb_ge, Z.eqb_neq.
    destruct (Z.eq_dec (g n + h v) (g k + h w)) as [same|differ];
      [tauto|lia].
  Qed.

  (** The least open vertex of the list, by [f] and by the order. *)
  Definition chosen vs m v n :=
    In v vs /\ is_open m v n /\
    forall w k, In w vs -> is_open m w k ->
      w = v \/ better v n w k = true.

  Lemma better_trans u i v j w k :
    better u i v j = true -> better v j w k = true ->
    better u i w k = true.
  Proof.
    intros one other. destruct order as (_ & trans & _).
    unfold better. rewrite orb_true_iff, andb_true_iff.
    rewrite Z.ltb_lt, Z.eqb_eq.
    destruct (better_cases u i v j one) as [less|(same & first)];
      destruct (better_cases v j w k other) as [less'|(same' & first')].
    - lia.
    - lia.
    - lia.
    - right. split; [lia|]. exact (trans u v w first first').
  Qed.

  Lemma not_better_turns v n w k : v <> w ->
    better v n w k = false -> better w k v n = true.
  Proof.
    intros other worse. destruct order as (_ & _ & total).
    unfold better. rewrite orb_true_iff, andb_true_iff.
    rewrite Z.ltb_lt, Z.eqb_eq.
    destruct (not_better_cases v n w k worse) as [less|(same & last)];
      [now left|].
    right. split; [lia|].
    destruct (total v w other) as [first|first]; congruence.
  Qed.

  Lemma not_better_itself v n : better v n v n = false.
  Proof.
    destruct order as (irreflexive & _ & _). unfold better.
    rewrite irreflexive, andb_false_r, orb_false_r.
    apply Z.ltb_irrefl.
  Qed.

  Lemma select_spec vs m :
    match select vs m with
    | Some (v, n) => chosen vs m v n
    | None => forall v n, In v vs -> ~ is_open m v n
    end.
  Proof.
    induction vs as [|v vs step]; simpl; [easy|].
    destruct (m v) as [[[|] c p]|] eqn:known.
    - set (n := Node Open c p) in *.
      destruct (select vs m) as [(w, k)|].
      + destruct step as (in_vs & opened & best).
        destruct (better v n w k) eqn:first.
        * split; [now left|]. split; [now split|].
          intros x j [<-|later] opened_x; [now left|right].
          destruct (best x j later opened_x) as [->|less].
          -- assert (j = k) as ->; [|exact first].
             destruct opened as (known_w & _).
             destruct opened_x as (known_x & _). congruence.
          -- exact (better_trans v n w k x j first less).
        * split; [now right|]. split; [exact opened|].
          intros x j [<-|later] opened_x; [|exact (best x j later opened_x)].
          destruct (Nat.eq_dec v w) as [same|other]; [now left|right].
          assert (j = n) as -> by (destruct opened_x; congruence).
          exact (not_better_turns v n w k other first).
      + split; [now left|]. split; [now split|].
        intros x j [<-|later] opened_x; [now left|].
        now destruct (step x j later).
    - destruct (select vs m) as [(w, k)|].
      + destruct step as (in_vs & opened & best).
        split; [now right|]. split; [exact opened|].
        intros x j [<-|later] (known_x & opened_x).
        * rewrite known in known_x. injection known_x as <-.
          discriminate opened_x.
        * exact (best x j later (conj known_x opened_x)).
      + intros x j [<-|later] (known_x & opened_x).
        * rewrite known in known_x. injection known_x as <-.
          discriminate opened_x.
        * exact (step x j later (conj known_x opened_x)).
    - destruct (select vs m) as [(w, k)|].
      + destruct step as (in_vs & opened & best).
        split; [now right|]. split; [exact opened|].
        intros x j [<-|later] (known_x & opened_x); [congruence|].
        exact (best x j later (conj known_x opened_x)).
      + intros x j [<-|later] (known_x & opened_x); [congruence|].
        exact (step x j later (conj known_x opened_x)).
  Qed.

  Lemma chosen_selects vs m v n :
    (forall w k, m w = Some k -> In w vs) ->
    chosen vs m v n -> selects h m v n.
  Proof.
    intros all (_ & opened & best). split; [exact opened|].
    intros w k opened_w.
    destruct (best w k (all w k (proj1 opened_w)) opened_w) as [->|less].
    - destruct opened as (known & _). destruct opened_w as (known' & _).
      assert (k = n) as -> by congruence. lia.
    - destruct (better_cases v n w k less); lia.
  Qed.
End Select.

(** A strict total order exists. *)
Lemma ltb_strict_total : strict_total Nat.ltb.
Proof.
  split; [exact Nat.ltb_irrefl|]. split.
  - intros u v w. rewrite !Nat.ltb_lt. lia.
  - intros v w other. rewrite !Nat.ltb_lt. lia.
Qed.

Lemma run_once r G goal h before steps vs m :
  run r G goal h before steps vs m =
  match select h before vs m with
  | None => ([], Exhausted)
  | Some (v, n) =>
      if goal v
      then ([(m, v, n)], Found v (g n) (back (length vs) m v))
      else
        match steps with
        | O => ([], OutOfSteps)
        | S steps =>
            let (rest, ending) :=
              run r G goal h before steps vs (expand r G v n m) in
            ((m, v, n) :: rest, ending)
        end
  end.
Proof. now destruct steps. Qed.

Section Function.
  Variables (r : bool) (G : graph) (goal : goals) (h : heuristic).
  Variables (before : vertex -> vertex -> bool) (s : vertex).
  Hypothesis positive : costs_positive G.
  Hypothesis order : strict_total before.

  Notation reached := (reached r G goal h s).
  Notation returns := (returns r G goal h s).
  Notation exhausted := (exhausted r G goal h s).
  Notation run := (run r G goal h before).
  Notation vs := (s :: map head G).

  (** ** The returned path *)

  Lemma back_is_parent_path m v p : reached m ->
    parent_path G m s p v -> forall steps, (length p <= steps)%nat ->
    back steps m v = rev (on_path s p).
  Proof.
    intros run. revert v.
    induction p as [|e p step] using rev_ind;
      intros v (path_p & links) steps enough.
    - inversion path_p; subst.
      destruct (start_node r G goal h v positive m run)
        as ([place c q] & known & _ & none). simpl in none. subst q.
      destruct steps; simpl; [reflexivity|]. now rewrite known.
    - destruct (path_split G p [e] s v path_p) as (w & first & last).
      inversion last as [|e' q v' in_G rest]; subst.
      inversion rest; subst. clear last rest.
      destruct (links e ltac:(apply in_or_app; right; now left))
        as ([place c q] & known & link). simpl in link. subst q.
      rewrite app_length in enough. simpl in enough.
      destruct steps as [|steps]; [lia|].
      unfold on_path. rewrite map_app. simpl. rewrite known.
      rewrite (step (tail e)).
      + rewrite rev_app_distr. reflexivity.
      + split; [exact first|]. intros e' in_p.
        apply links, in_or_app. now left.
      + lia.
  Qed.

  Lemma selected_path m v n : reached m -> selects h m v n ->
    exists p, parent_path G m s p v /\ cost_of p = g n /\
      back (length vs) m v = rev (on_path s p).
  Proof.
    intros run selected.
    destruct (selected_traced r G goal h s positive m v n run selected)
      as (p & (line & no_dup & _) & costs).
    exists p. split; [exact line|]. split; [exact costs|].
    apply (back_is_parent_path m v p run line).
    assert (incl (on_path s p) vs) as within.
    { intros x [<-|in_p]; [now left|right].
      apply in_map_iff in in_p as (e & <- & in_p).
      exact (in_map head G e (path_edges G s p v e (proj1 line) in_p)). }
    pose proof (NoDup_incl_length no_dup within) as short.
    unfold on_path in short. simpl in short.
    rewrite map_length in short. simpl. lia.
  Qed.

  (** ** The result of [run] *)

  Definition sound (result : list selection * ending) :=
    (forall m v n, In (m, v, n) (fst result) ->
      reached m /\ selects h m v n) /\
    match snd result with
    | Found t c b => exists m p, returns m t c /\
        parent_path G m s p t /\ cost_of p = c /\ b = rev (on_path s p)
    | Exhausted => exists m, exhausted m
    | OutOfSteps => True
    end.

  Lemma known_in_vs m : reached m ->
    forall w k, m w = Some k -> In w vs.
  Proof.
    intros run w k known.
    exact (known_in_graph r G goal h s m w k run known).
  Qed.

  Lemma run_sound steps : forall m, reached m -> sound (run steps vs m).
  Proof.
    induction steps as [|steps step]; intros m run_m; rewrite run_once.
    all: pose proof (select_spec h before order vs m) as spec.
    all: destruct (select h before vs m) as [(v, n)|].
    2, 4: split; [easy|]; exists m; split; [exact run_m|].
    2, 3: intros v n opened;
      exact (spec v n (known_in_vs m run_m v n (proj1 opened)) opened).
    all: pose proof (chosen_selects h before vs m v n
                       (known_in_vs m run_m) spec) as selected.
    all: destruct (goal v) eqn:is_goal.
    1, 3: split; [intros m' v' n' [same|[]]; injection same as <- <- <-;
                  now split|].
    1, 2: destruct (selected_path m v n run_m selected)
        as (p & line & costs & path_back).
    1, 2: exists m, p; split; [split; [exact run_m|]; split;
      [exact is_goal|now exists n]|].
    1, 2: split; [exact line|now split].
    - split; [easy|exact I].
    - pose proof (reached_expand r G goal h s m v n run_m selected is_goal)
        as run_m'.
      specialize (step _ run_m').
      destruct (run steps vs (expand r G v n m)) as (rest, ending).
      destruct step as (all & how). split; [|exact how].
      intros m' v' n' [same|later]; [|exact (all m' v' n' later)].
      injection same as <- <- <-. now split.
  Qed.

  Lemma run_selects_from steps : forall m0, reached m0 ->
    forall m v n, In (m, v, n) (fst (run steps vs m0)) ->
    reached m /\ selects h m v n /\
    forall w k, is_open m w k -> w = v \/ better h before v n w k = true.
  Proof.
    induction steps as [|steps step]; intros m0 run_m0 m v n;
      rewrite run_once.
    all: pose proof (select_spec h before order vs m0) as spec.
    all: destruct (select h before vs m0) as [(u, k)|]; [|easy].
    all: pose proof (chosen_selects h before vs m0 u k
                       (known_in_vs m0 run_m0) spec) as selected.
    all: assert (reached m0 /\ selects h m0 u k /\ forall w j,
           is_open m0 w j -> w = u \/ better h before u k w j = true)
      as this by (repeat split; try apply selected; trivial;
        intros w j opened; apply (proj2 (proj2 spec)); trivial;
        exact (known_in_vs m0 run_m0 w j (proj1 opened))).
    all: destruct (goal u) eqn:is_goal; simpl.
    1, 3: intros [same|[]]; injection same as <- <- <-; exact this.
    - easy.
    - pose proof (reached_expand r G goal h s m0 u k run_m0 selected is_goal)
        as run_m'.
      specialize (step _ run_m' m v n).
      destruct (run steps vs (expand r G u k m0)) as (rest, ending).
      intros [same|later]; [|exact (step later)].
      injection same as <- <- <-. exact this.
  Qed.

  Theorem run_selects steps m v n :
    In (m, v, n) (fst (astar r G goal h before steps s)) ->
    reached m /\ selects h m v n /\
    forall w k, is_open m w k -> w = v \/ better h before v n w k = true.
  Proof.
    exact (run_selects_from steps (initial s)
             (reached_initial r G goal h s) m v n).
  Qed.

  (** A sufficient number of steps from any memory. *)
  Lemma run_ends m : reached m -> exists enough, forall steps,
    (enough <= steps)%nat ->
    run steps vs m = run enough vs m /\
    snd (run steps vs m) <> OutOfSteps.
  Proof.
    intros run_m.
    pose proof (steps_end r G goal h s positive m run_m) as ends.
    induction ends as [m _ step].
    destruct (select h before vs m) as [(v, n)|] eqn:selection.
    - pose proof (select_spec h before order vs m) as spec.
      rewrite selection in spec.
      pose proof (chosen_selects h before vs m v n (known_in_vs m run_m)
                    spec) as selected.
      destruct (goal v) eqn:is_goal.
      + exists O. intros steps _.
        rewrite !run_once, selection, is_goal. now split.
      + pose proof (step_expand r G goal h m v n selected is_goal) as next.
        pose proof (reached_expand r G goal h s m v n run_m selected
                      is_goal) as run_m'.
        destruct (step _ next run_m') as (enough & same).
        exists (S enough). intros [|steps] more; [lia|].
        destruct (same steps ltac:(lia)) as (equal & ended).
        rewrite !run_once, selection, is_goal, equal.
        rewrite equal in ended.
        now destruct (run enough vs (expand r G v n m)).
    - exists O. intros steps _.
      rewrite !run_once, selection. now split.
  Qed.

  (** ** Completeness *)

  Lemma open_on_path m u k p t : reached m -> m u = Some k ->
    path G u p t -> goal t = true -> exists v n, is_open m v n.
  Proof.
    intros run_m known whole. revert k known.
    induction whole as [t|e p t in_G rest step]; intros k known goal_t.
    - exists t, k. split; [exact known|].
      destruct (status k) eqn:place_k; [reflexivity|].
      pose proof (closed_is_no_goal r G goal h s m t k run_m
                    (conj known place_k)). congruence.
    - destruct (status k) eqn:place_k; [now exists (tail e), k|].
      destruct (closed_children r G goal h s positive m (tail e) k e run_m
                  (conj known place_k) in_G eq_refl) as (j & known_j & _).
      exact (step j known_j goal_t).
  Qed.

  Lemma exhausted_unreachable m : exhausted m -> ~ reaches G goal s.
  Proof.
    intros (run_m & none_open) (p & t & goal_t & whole).
    destruct (start_node r G goal h s positive m run_m) as (k & known & _).
    destruct (open_on_path m s k p t run_m known whole goal_t)
      as (v & n & opened).
    exact (none_open v n opened).
  Qed.

  Lemma returned_reaches m t c : returns m t c -> reaches G goal s.
  Proof.
    intros (run_m & goal_t & n & ((known & _) & _) & _).
    destruct (known_has_path r G goal h s m t n run_m known)
      as (p & path_p & _).
    now exists p, t.
  Qed.

  Theorem decided m : reached m -> (forall m', ~ step r G goal h m m') ->
    (exists t c, returns m t c) <-> reaches G goal s.
  Proof.
    intros run_m stuck. split.
    { intros (t & c & result). exact (returned_reaches m t c result). }
    intros some_goal.
    pose proof (select_spec h before order vs m) as spec.
    destruct (select h before vs m) as [(v, n)|].
    - pose proof (chosen_selects h before vs m v n (known_in_vs m run_m)
                    spec) as selected.
      destruct (goal v) eqn:is_goal.
      + exists v, (g n). split; [exact run_m|]. split; [exact is_goal|].
        now exists n.
      + now destruct (stuck _ (step_expand r G goal h m v n selected
                                 is_goal)).
    - exfalso. apply (exhausted_unreachable m); [|exact some_goal].
      split; [exact run_m|]. intros v n opened.
      exact (spec v n (known_in_vs m run_m v n (proj1 opened)) opened).
  Qed.

  Theorem astar_decides : exists enough, forall steps,
    (enough <= steps)%nat ->
    match snd (astar r G goal h before steps s) with
    | Found t c b => exists m p, returns m t c /\
        parent_path G m s p t /\ cost_of p = c /\ b = rev (on_path s p)
    | Exhausted => ~ reaches G goal s
    | OutOfSteps => False
    end.
  Proof.
    pose proof (reached_initial r G goal h s) as start.
    destruct (run_ends (initial s) start) as (enough & ends).
    exists enough. intros steps more. unfold astar.
    destruct (ends steps more) as (_ & ended).
    pose proof (run_sound steps (initial s) start) as (_ & how).
    destruct (snd (run steps vs (initial s))) as [t c b| |].
    - exact how.
    - destruct how as (m & empty). exact (exhausted_unreachable m empty).
    - now apply ended.
  Qed.
End Function.

(** ** Shortest paths exist *)

Theorem optimal_exists G goal v :
  costs_positive G -> reaches G goal v -> exists p, optimal G goal v p.
Proof.
  intros positive some_goal.
  destruct (astar_decides true G goal (fun _ => 0) Nat.ltb v positive
              ltb_strict_total) as (enough & decides).
  specialize (decides enough (le_n enough)).
  destruct (snd (astar true G goal (fun _ => 0) Nat.ltb enough v))
    as [t c b| |]; [|contradiction|contradiction].
  destruct decides as (m & p & result & (path_p & _) & costs & _).
  exists p. pose proof result as (_ & goal_t & _).
  split; [now exists t|]. intros q u goal_u path_q. rewrite costs.
  apply (returned_is_least G goal (fun _ => 0) v positive m t c q u);
    trivial; [|lia].
  intros w q' u' path_q' _.
  exact (path_cost_not_negative G positive w q' u' path_q').
Qed.

Lemma admissible_below_paths G goal h v q t :
  costs_positive G -> admissible G goal h ->
  path G v q t -> goal t = true -> h v <= cost_of q.
Proof.
  intros positive below path_q goal_t.
  destruct (optimal_exists G goal v positive) as (p & best).
  { now exists q, t. }
  pose proof (proj2 best q t goal_t path_q).
  specialize (below v (cost_of p) ltac:(now exists p)). lia.
Qed.

Theorem astar_optimal G goal h s m t c p :
  costs_positive G -> admissible G goal h ->
  (forall u, goal u = true -> 0 <= h u) ->
  optimal G goal s p ->
  returns true G goal h s m t c -> c = cost_of p.
Proof.
  intros positive below not_negative ((u & goal_u & path_p) & least) result.
  pose proof result as (run_m & goal_t & n & (opened & _) & g_n).
  assert (c <= cost_of p).
  { apply (returned_is_least G goal h s positive m t c p u); trivial.
    - intros v q w. exact (admissible_below_paths G goal h v q w positive
                             below).
    - exact (not_negative t goal_t). }
  destruct (known_has_path true G goal h s m t n run_m (proj1 opened))
    as (q & path_q & cost_q).
  pose proof (least q t goal_t path_q). lia.
Qed.

(** The largest excess over vertices that reach a goal exists. *)
Lemma excess_has_max G goal h vs :
  costs_positive G -> vs <> [] ->
  (forall v, In v vs -> reaches G goal v) ->
  exists psi, is_max (excess G goal h vs) psi.
Proof.
  intros positive. induction vs as [|v vs step]; [easy|].
  intros _ all.
  destruct (optimal_exists G goal v positive (all v (or_introl eq_refl)))
    as (p & best).
  assert (to_goal G goal v (cost_of p)) as dist by now exists p.
  assert (forall d, to_goal G goal v d -> d = cost_of p) as unique
    by (intros d dist'; exact (to_goal_unique G goal v _ _ dist' dist)).
  destruct vs as [|w vs].
  - exists (h v - cost_of p). split.
    + exists v, (cost_of p). repeat split; [now left|exact dist].
    + intros x (u & d & [<-|[]] & dist' & ->).
      rewrite (unique d dist'). lia.
  - destruct step as (psi & some & largest); [easy| |].
    { intros u in_vs. apply all. now right. }
    exists (Z.max (h v - cost_of p) psi). split.
    + destruct (Z.max_spec (h v - cost_of p) psi) as [(_ & ->)|(_ & ->)].
      * destruct some as (u & d & in_vs & rest).
        exists u, d. split; [now right|exact rest].
      * exists v, (cost_of p). repeat split; [now left|exact dist].
    + intros x (u & d & [<-|in_vs] & dist' & ->).
      * rewrite (unique d dist'). lia.
      * assert (h u - d <= psi) by (apply largest; now exists u, d). lia.
Qed.
