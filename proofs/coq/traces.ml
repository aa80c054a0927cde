(* Runs the A* extracted from Coq and prints its trace.

   One problem per line, numbers separated by single spaces:

     REOPENING START  K GOAL...  N H...  M FROM TO COST...

   REOPENING is 0 or 1; K goals; the N values of h, one for each vertex; M
   edges, in the order in which the children of a vertex are generated. Ties go
   to the vertex with the least number.

   One line for each problem, flushed at once: all events and the ending,
   separated by "; ", the path from the start to the goal:

     select 0 0 2; generate 0 1 3 new; close 0; select 1 3 3; found 3 0 1

   This program only converts numbers to Coq's form and back. *)

open Astar

(* More expansions than any search on a small graph makes. *)
let most_steps = 100_000

let rec nat_of_int n = if n = 0 then O else S (nat_of_int (n - 1))
let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n

let rec positive_of_int n =
  if n = 1 then XH
  else if n land 1 = 0 then XO (positive_of_int (n lsr 1))
  else XI (positive_of_int (n lsr 1))

let rec int_of_positive = function
  | XH -> 1
  | XO p -> 2 * int_of_positive p
  | XI p -> (2 * int_of_positive p) + 1

let z_of_int n =
  if n = 0 then Z0
  else if n > 0 then Zpos (positive_of_int n)
  else Zneg (positive_of_int (-n))

let int_of_z = function
  | Z0 -> 0
  | Zpos p -> int_of_positive p
  | Zneg p -> -int_of_positive p

let generation = function
  | New -> "new"
  | Improved -> "improved"
  | Reopened -> "reopened"
  | LeftClosed -> "left closed"
  | NoBetter -> "no better"

let event = function
  | Selected (v, g, f) ->
      Printf.sprintf "select %d %d %d" (int_of_nat v) (int_of_z g) (int_of_z f)
  | Generated (v, w, g, what) ->
      Printf.sprintf "generate %d %d %d %s" (int_of_nat v) (int_of_nat w)
        (int_of_z g) (generation what)
  | MovedToClosed v -> Printf.sprintf "close %d" (int_of_nat v)

let ending = function
  | Found (_, cost, backwards) ->
      let path = List.rev_map (fun v -> string_of_int (int_of_nat v)) backwards in
      Printf.sprintf "found %d %s" (int_of_z cost) (String.concat " " path)
  | Exhausted -> "exhausted"
  | OutOfSteps -> "out of steps"

(* Reads the numbers of a line one by one, and fails if any is left. *)
let solve steps line =
  let left = ref (List.map int_of_string (String.split_on_char ' ' line)) in
  let next () =
    match !left with
    | [] -> failwith "a number is missing"
    | n :: rest ->
        left := rest;
        n
  in
  let vertex () = nat_of_int (next ()) in
  let some read = List.init (next ()) (fun _ -> read ()) in
  let reopening = next () = 1 in
  let start = vertex () in
  let goals = some next in
  let values = Array.of_list (some (fun () -> z_of_int (next ()))) in
  let edges =
    some (fun () ->
        let tail = vertex () in
        let head = vertex () in
        { tail; head; cost = z_of_int (next ()) })
  in
  if !left <> [] then failwith "there are too many numbers";
  let goal v = List.mem (int_of_nat v) goals in
  let h v = values.(int_of_nat v) in
  let selections, the_end =
    astar reopening edges goal h Nat.ltb steps start
  in
  let events = List.concat_map (events_of reopening edges goal h) selections in
  String.concat "; " (List.map event events @ [ ending the_end ])

let () =
  let steps = nat_of_int most_steps in
  try
    while true do
      print_endline (solve steps (read_line ()))
    done
  with End_of_file -> ()
