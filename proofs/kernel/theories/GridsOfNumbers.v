(** A table that answers for the numbers of a grid, asked with numbers that are rounded at random. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors.
Open Scope R_scope.

(** The reports on z, rounded to the number above it, x (S j), as often as z is near to it. *)
Definition rounded (x : nat -> R) (P : matrix) (j : nat) (z : R) (i : nat) : R :=
  (z - x j) / (x (S j) - x j) * P i (S j) + (1 - (z - x j) / (x (S j) - x j)) * P i j.

(** At z the line through (a, s) and (b, t). *)
Definition line_through (a s b t z : R) : R := s + (t - s) / (b - a) * (z - a).

Theorem rounding_at_random : forall m n (P : matrix) (x v second : nat -> R),
  stochastic m (S n) P -> (forall j, (j < n)%nat -> x j < x (S j)) ->
  (forall j, (j <= n)%nat -> \sum_(i < m) (v i * P i j) = x j) ->
  (forall j, (j <= n)%nat -> \sum_(i < m) (v i ^ 2 * P i j) = second j) ->
  forall j z, (j < n)%nat -> x j <= z <= x (S j) ->
    (forall i, (i < m)%nat -> 0 <= rounded x P j z i) /\ \sum_(i < m) rounded x P j z i = 1 /\
    \sum_(i < m) (v i * rounded x P j z i) = z /\
    \sum_(i < m) (v i ^ 2 * rounded x P j z i) =
      line_through (x j) (second j) (x (S j)) (second (S j)) z.
Proof.
  intros m n P x v second columns rising unbiased squares j z small between.
  pose proof (rising j small) as less. set (t := (z - x j) / (x (S j) - x j)).
  assert (0 < / (x (S j) - x j)) by (apply Rinv_0_lt_compat; lra).
  assert (0 <= t) as low by (apply Rmult_le_pos; lra).
  assert (0 <= 1 - t) as high.
  { replace (1 - t) with ((x (S j) - z) * / (x (S j) - x j)) by (unfold t; field; lra).
    apply Rmult_le_pos; lra. }
  assert (forall c : nat -> R, \sum_(i < m) (c i * rounded x P j z i) =
    t * (\sum_(i < m) (c i * P i (S j))) + (1 - t) * (\sum_(i < m) (c i * P i j))) as mixed.
  { intros c. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. unfold rounded, t. ring. }
  destruct (columns j ltac:(lia)) as [nonneg one], (columns (S j) ltac:(lia)) as [nonneg' one'].
  change (sum m (fun i => P i j) = 1) in one. change (sum m (fun i => P i (S j)) = 1) in one'.
  split; [|split; [|split]].
  - intros i inside. unfold rounded. fold t. specialize (nonneg i inside).
    specialize (nonneg' i inside). apply Rplus_le_le_0_compat; now apply Rmult_le_pos.
  - specialize (mixed (fun _ => 1)).
    rewrite !(sum_ext m (fun i => 1 * _) _ (fun i _ => Rmult_1_l _)) in mixed.
    rewrite one, one' in mixed. transitivity (t * 1 + (1 - t) * 1); [exact mixed|ring].
  - rewrite mixed, !unbiased by lia. unfold t. field. lra.
  - rewrite mixed, !squares by lia. unfold line_through, t. field. lra.
Qed.
