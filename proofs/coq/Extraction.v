(** * A* as a program

    Extracts [astar] and [events_of] of [Spec], to compare them with the
    production search event by event. Only lists, pairs, options and booleans
    become OCaml's own; numbers stay Coq's, for which the proofs hold. *)

From Coq Require Import Arith.
From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic.
From Admit Require Import Spec.

Extraction Language OCaml.
Extraction "astar.ml" astar events_of Nat.ltb.
