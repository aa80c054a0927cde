(** * A* as a program

    Extracts [astar] and [events_of] as they are defined in [Spec], so that what
    is proved of them can be compared with the search that is in use, event by
    event. Only lists, pairs, options and booleans become OCaml's own; numbers
    stay what they are in Coq, because nothing is proved of any others. *)

From Coq Require Import Arith.
From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic.
From Admit Require Import Spec.

Extraction Language OCaml.
Extraction "astar.ml" astar events_of Nat.ltb.
