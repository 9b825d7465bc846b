(** Conditioning, events, and moments of mirrored laws. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Probability.
Open Scope R_scope.

(** ** Conditioning on a variable Z with values 0, ..., z - 1 *)

Definition conditional (n : nat) (w : nat -> R) (Z : nat -> nat) (X : nat -> R) (c : nat) : R :=
  E n w (fun i => at_index c (Z i) * X i) / E n w (fun i => at_index c (Z i)).

(** ** Events: sets of truths or of reports, as indicators *)

Definition inside (event : nat -> bool) (i : nat) : R := if event i then 1 else 0.

Definition mass (k : nat) (prior : nat -> R) (event : nat -> bool) : R :=
  \sum_(j < k) (prior j * inside event j).

(** The likelihood of a report with row r, given the event. *)
Definition likelihood (k : nat) (prior r : nat -> R) (event : nat -> bool) : R :=
  (\sum_(j < k) (prior j * inside event j * r j)) / mass k prior event.

Theorem events_of_reports : forall m (P : nat -> nat -> R) a b g,
  (forall i, (i < m)%nat -> P i a <= g * P i b) ->
  forall event, \sum_(i < m) (inside event i * P i a) <= g * \sum_(i < m) (inside event i * P i b).
Proof.
  intros m P a b g ratio event.
  apply (sum_keeps_ratio m (inside event) (fun i => P i a) (fun i => P i b)). intros i small.
  split; [unfold inside; destruct (event i); lra|auto].
Qed.
