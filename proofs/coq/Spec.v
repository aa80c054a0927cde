(** * The trusted definitions

    Every definition that a statement in [Theorems] uses, and no lemma or proof.
    Readers who accept these definitions of graphs, A*, its bounds,
    abstractions, the loss and the pseudo-dimension need only read [Theorems]
    and check that Coq accepts it. *)

From Coq Require Import List Bool Arith ZArith QArith.
Import ListNotations.
Open Scope nat_scope.
Open Scope Z_scope.

(** ** Graphs

    A graph is a finite list of edges. Parallel edges and loops are allowed.
    Vertices are numbers; isolated ones are harmless. *)

Definition vertex := nat.
Bind Scope nat_scope with vertex.
Record edge := Edge { tail : vertex; head : vertex; cost : Z }.
Definition graph := list edge.

Definition costs_positive (G : graph) := forall e, In e G -> 0 < cost e.

(** A path is the list of its edges; it leads from a vertex to a vertex. *)

Inductive path (G : graph) : vertex -> list edge -> vertex -> Prop :=
| path_nil v : path G v [] v
| path_cons e p w :
    In e G -> path G (head e) p w -> path G (tail e) (e :: p) w.

Definition cost_of (p : list edge) : Z :=
  fold_right (fun e c => cost e + c) 0 p.

(** The vertices on a path from [s], [s] first. *)
Definition on_path (s : vertex) (p : list edge) : list vertex :=
  s :: map head p.

Definition shortest (G : graph) s p t :=
  path G s p t /\ forall q, path G s q t -> cost_of p <= cost_of q.

(** [g*]: the distance from [s] to [v]. *)
Definition from_start (G : graph) s v (d : Z) :=
  exists p, shortest G s p v /\ cost_of p = d.

(** Any set of vertices may be goals. *)

Definition goals := vertex -> bool.

Definition reaches (G : graph) (goal : goals) v :=
  exists p t, goal t = true /\ path G v p t.

Definition optimal (G : graph) (goal : goals) s p :=
  (exists t, goal t = true /\ path G s p t) /\
  forall q t, goal t = true -> path G s q t -> cost_of p <= cost_of q.

(** [h*]: the distance from [v] to the nearest goal. *)
Definition to_goal (G : graph) (goal : goals) v (d : Z) :=
  exists p, optimal G goal v p /\ cost_of p = d.

(** ** Heuristics *)

Definition heuristic := vertex -> Z.

Definition admissible (G : graph) (goal : goals) (h : heuristic) :=
  forall v d, to_goal G goal v d -> h v <= d.

Definition consistent (G : graph) (h : heuristic) :=
  forall e, In e G -> h (tail e) <= cost e + h (head e).

Definition zero_at_goals (goal : goals) (h : heuristic) :=
  forall t, goal t = true -> h t = 0.

(** ** A*

    The status of a vertex: OPEN or CLOSED, its [g], its parent. A vertex
    without a status is in neither. *)

Inductive place := Open | Closed.
Record node := Node { status : place; g : Z; parent : option vertex }.
Definition memory := vertex -> option node.

Definition set (m : memory) (v : vertex) (n : node) : memory :=
  fun w => if Nat.eqb w v then Some n else m w.

(** At the beginning the start is in OPEN. *)
Definition initial (s : vertex) : memory :=
  set (fun _ => None) s (Node Open 0 None).

Definition is_open (m : memory) v n := m v = Some n /\ status n = Open.
Definition is_closed (m : memory) v n := m v = Some n /\ status n = Closed.

(** The new status of a child reached at cost [c]: the cases of the paper's
    Algorithm 1. *)

Inductive generation := New | Improved | Reopened | LeftClosed | NoBetter.

Definition judge (reopening : bool) (m : memory) v (c : Z) : generation :=
  match m v with
  | None => New
  | Some n =>
      if c <? g n then
        match status n with
        | Open => Improved
        | Closed => if reopening then Reopened else LeftClosed
        end
      else NoBetter
  end.

Definition relax (reopening : bool) v (c : Z) (m : memory) (e : edge) :=
  match judge reopening m (head e) (c + cost e) with
  | New | Improved | Reopened =>
      set m (head e) (Node Open (c + cost e) (Some v))
  | LeftClosed | NoBetter => m
  end.

Definition edges_from (G : graph) v : list edge :=
  filter (fun e => Nat.eqb (tail e) v) G.

(** Expanding a vertex: all its children in order, then the move to CLOSED. *)
Definition expand (reopening : bool) (G : graph) v n (m : memory) : memory :=
  let m' := fold_left (relax reopening v (g n)) (edges_from G v) m in
  set m' v (Node Closed (g n) (parent n)).

Section Search.
  Variables (reopening : bool) (G : graph) (goal : goals) (h : heuristic).
  Variable s : vertex.

  (** _Any_ vertex in OPEN with the least [f = g + h] may be selected. So what
      is proved of all runs holds under any tie-breaking. *)
  Definition selects (m : memory) v n :=
    is_open m v n /\
    forall w k, is_open m w k -> g n + h v <= g k + h w.

  (** The reachable memories. No goal is ever expanded: the search ends when one
      is selected. *)
  Inductive reached : memory -> Prop :=
  | reached_initial : reached (initial s)
  | reached_expand m v n :
      reached m -> selects m v n -> goal v = false ->
      reached (expand reopening G v n m).

  (** One step of a search. *)
  Inductive step : memory -> memory -> Prop :=
  | step_expand m v n :
      selects m v n -> goal v = false -> step m (expand reopening G v n m).

  (** A goal is selected: the search may return [t] at cost [c]. *)
  Definition returns (m : memory) t (c : Z) :=
    reached m /\ goal t = true /\
    exists n, selects m t n /\ g n = c.

  (** OPEN is empty. *)
  Definition exhausted (m : memory) :=
    reached m /\ forall v n, ~ is_open m v n.
End Search.

(** The path to [v] through parents. *)
Definition parent_path (G : graph) (m : memory) s p v :=
  path G s p v /\
  forall e, In e p ->
    exists n, m (head e) = Some n /\ parent n = Some (tail e).

(** *** A* as a function

    Ties are broken by a strict total order. [run] stops after a number of
    expansions at the latest; it returns all selections, each with its memory,
    and the outcome. *)

Definition strict_total (before : vertex -> vertex -> bool) :=
  (forall v, before v v = false) /\
  (forall u v w,
    before u v = true -> before v w = true -> before u w = true) /\
  (forall v w, v <> w -> before v w = true \/ before w v = true).

Inductive ending :=
| Found (t : vertex) (c : Z) (backwards : list vertex)
| Exhausted
| OutOfSteps.

Definition selection : Type := memory * vertex * node.

Inductive event :=
| Selected (v : vertex) (g f : Z)
| Generated (v w : vertex) (g : Z) (what : generation)
| MovedToClosed (v : vertex).

Section Run.
  Variables (reopening : bool) (G : graph) (goal : goals) (h : heuristic).
  Variable before : vertex -> vertex -> bool.

  Definition better v n w k :=
    (g n + h v <? g k + h w) || ((g n + h v =? g k + h w) && before v w).

  Fixpoint select (vs : list vertex) (m : memory) : option (vertex * node) :=
    match vs with
    | [] => None
    | v :: vs =>
        let others := select vs m in
        match m v with
        | Some (Node Open c p) =>
            match others with
            | Some (w, k) =>
                if better v (Node Open c p) w k
                then Some (v, Node Open c p) else others
            | None => Some (v, Node Open c p)
            end
        | _ => others
        end
    end.

  Fixpoint back (steps : nat) (m : memory) v : list vertex :=
    v :: match steps, m v with
         | S steps, Some (Node _ _ (Some w)) => back steps m w
         | _, _ => []
         end.

  (** [vs] must contain every reachable vertex. *)
  Fixpoint run (steps : nat) (vs : list vertex) (m : memory) :
      list selection * ending :=
    match select vs m with
    | None => ([], Exhausted)
    | Some (v, n) =>
        if goal v
        then ([(m, v, n)], Found v (g n) (back (length vs) m v))
        else
          match steps with
          | O => ([], OutOfSteps)
          | S steps =>
              let (rest, ending) :=
                run steps vs (expand reopening G v n m) in
              ((m, v, n) :: rest, ending)
          end
    end.

  (** The search from [s]. *)
  Definition astar (steps : nat) (s : vertex) :=
    run steps (s :: map head G) (initial s).

  (** The same as a list of events. *)
  Fixpoint generations v c (es : list edge) (m : memory) : list event :=
    match es with
    | [] => []
    | e :: es =>
        Generated v (head e) (c + cost e)
          (judge reopening m (head e) (c + cost e)) ::
        generations v c es (relax reopening v c m e)
    end.

  Definition events_of (x : selection) : list event :=
    let '(m, v, n) := x in
    Selected v (g n) (g n + h v) ::
    if goal v then []
    else generations v (g n) (edges_from G v) m ++ [MovedToClosed v].
End Run.

(** ** Bounds *)

Definition is_max (P : Z -> Prop) m := P m /\ forall x, P x -> x <= m.
Definition is_min (P : Z -> Prop) m := P m /\ forall x, P x -> m <= x.

(** [h - h*] at some of the vertices [vs]. The paper's largest
    inadmissibility is its maximum over the vertices of an optimal path. *)
Definition excess (G : graph) (goal : goals) (h : heuristic) vs (x : Z) :=
  exists v d, In v vs /\ to_goal G goal v d /\ x = h v - d.

(** The inconsistency of an edge, and its sum over edges. *)
Definition inconsistency (h : heuristic) e :=
  Z.max 0 (h (tail e) - h (head e) - cost e).
Definition inconsistencies (h : heuristic) (p : list edge) :=
  fold_right (fun e x => inconsistency h e + x) 0 p.

(** ** Abstraction, compression, correction *)

(** [phi] maps a graph to another: edges to edges that cost no more, or to
    nothing if both ends are merged; goals to goals. *)
Definition abstraction
    (G : graph) (goal : goals) (G' : graph) (goal' : goals)
    (phi : vertex -> vertex) :=
  (forall e, In e G ->
    phi (tail e) = phi (head e) \/
    exists e', In e' G' /\ tail e' = phi (tail e) /\
      head e' = phi (head e) /\ cost e' <= cost e) /\
  (forall t, goal t = true -> goal' (phi t) = true).

(** A pattern database: exact distances of the image, where they exist. *)
Definition pattern_database
    (G' : graph) (goal' : goals) (phi : vertex -> vertex) (h : heuristic) :=
  forall v, reaches G' goal' (phi v) -> to_goal G' goal' (phi v) (h v).

(** [h'] stores the least value of every group. *)
Definition min_compressed
    (group : vertex -> nat) (h h' : heuristic) :=
  forall v,
    is_min (fun x => exists w, group w = group v /\ x = h w) (h' v).

Definition delta (large base : heuristic) : heuristic :=
  fun v => large v - base v.

(** Sets of vertices, each with an amount. A vertex is lowered by the largest
    amount of the sets that claim to hold it. *)
Definition filters := list (Z * (vertex -> bool)).

Fixpoint lowering (fs : filters) v : Z :=
  match fs with
  | [] => 0
  | (k, holds) :: fs =>
      if holds v then Z.max k (lowering fs v) else lowering fs v
  end.

Definition corrected (fs : filters) (h : heuristic) : heuristic :=
  fun v => h v - lowering fs v.

(** No overestimate is missed. False positives are allowed: the correction is
    one-sided. *)
Definition one_sided (exact : heuristic) (fs : filters) (h : heuristic) :=
  forall v, exact v < h v ->
    exists k holds, In (k, holds) fs /\ holds v = true /\
      h v - exact v <= k.

(** Sets without amounts. A vertex is lowered by one for each of the first
    sets in a row that claim to hold it, and never below 0. *)
Fixpoint in_a_row (sets : list (vertex -> bool)) v : nat :=
  match sets with
  | [] => O
  | holds :: sets => if holds v then S (in_a_row sets v) else O
  end.

Definition lowered (sets : list (vertex -> bool)) (h : heuristic) :
    heuristic :=
  fun v => Z.max 0 (h v - Z.of_nat (in_a_row sets v)).

(** Nested by excess: a vertex that is [e] too high is in the first [e] sets,
    and there are that many. All else they hold are false positives. *)
Definition nested
    (exact : heuristic) (sets : list (vertex -> bool)) (h : heuristic) :=
  forall v i, exact v + Z.of_nat i < h v ->
    exists holds, nth_error sets i = Some holds /\ holds v = true.

(** ** The loss

    Probabilities of classes [0 .. l]; the sum inside the logarithm of the
    first term of CEA, for true class [k] and exponent [beta]. *)

Fixpoint sum (n : nat) (f : nat -> Q) : Q :=
  match n with O => 0%Q | S n => (sum n f + f n)%Q end.

Definition distribution (l : nat) (p : nat -> Q) :=
  (forall k, (k <= l)%nat -> (0 <= p k)%Q) /\ (sum (S l) p == 1)%Q.

Definition weight (beta : positive) (k i : nat) : Q :=
  ((inject_Z (Z.of_nat i) / inject_Z (Z.of_nat k)) ^ Zpos beta)%Q.

Definition inner_sum (beta : positive) (p : nat -> Q) (k : nat) : Q :=
  sum k (fun i => (weight beta k (S i) * p (S i))%Q).

(** ** Pseudo-dimension

    A class of functions: [u a] for every [a], on points [x]. Values are in any
    set with a test for [<=], which is a total order where a theorem needs it.
    *)

Definition total_order {R : Type} (le : R -> R -> bool) :=
  (forall x y, le x y = true \/ le y x = true) /\
  (forall x y z, le x y = true -> le y z = true -> le x z = true).

Section Dimension.
  Context {A X R : Type} (le : R -> R -> bool) (u : A -> X -> R).

  Definition passes (a : A) (xz : X * R) : bool :=
    le (snd xz) (u a (fst xz)).

  (** For some thresholds, the points show all patterns of reaching them or not.
      *)
  Definition shatters (xs : list X) :=
    exists zs, length zs = length xs /\
      forall bits, length bits = length xs ->
        exists a, map (passes a) (combine xs zs) = bits.

  Definition pseudo_dimension_at_most (d : nat) :=
    forall xs, shatters xs -> (length xs <= d)%nat.

  (** On these points there are at most [r] different functions. *)
  Definition behaviours_at_most (r : nat) (xs : list X) :=
    exists reps : list A, (length reps <= r)%nat /\
      forall a, exists b, In b reps /\
        forall x, In x xs -> u a x = u b x.
End Dimension.

(** ** Hyperplanes

    [h] and [h'] lie on the same side of every hyperplane
    [h(v) - h(w) = i * c] with [|i| < n], or both on it. *)
Definition same_signs (n : nat) (c : Z) vs (h h' : heuristic) :=
  forall v w i, In v vs -> In w vs -> Z.abs i < Z.of_nat n ->
    (h v - h w ?= i * c) = (h' v - h' w ?= i * c).
