(** Estimating a mean of numbers: prices that no table with unbiased reports can pay less than. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number.
Open Scope R_scope.

(** The truths are the numbers x; a report i has the number v i. The prices are quadratic in it. *)
Theorem mean_prices : forall m k g (q p y x v : nat -> R) P, (0 < k)%nat -> 1 <= g -> law k q ->
  (forall t, 0 <= minima k g (fun j => q j * t ^ 2 - 2 * p j * t + y j)) ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  (forall j, (j < k)%nat -> \sum_(i < m) (v i * P i j) = x j) ->
  \sum_(j < k) (2 * x j * p j - y j - q j * x j ^ 2) <=
  \sum_(j < k) (q j * (\sum_(i < m) (v i ^ 2 * P i j) - x j ^ 2)) /\
  forall worst, (forall j, (j < k)%nat -> \sum_(i < m) (v i ^ 2 * P i j) - x j ^ 2 <= worst) ->
    \sum_(j < k) (2 * x j * p j - y j - q j * x j ^ 2) <= worst.
Proof.
  intros m k g q p y x v P some big [above total] covered is_private unbiased.
  change (sum k q = 1) in total. pose proof is_private as [columns _].
  assert (\sum_(j < k) (2 * x j * p j - y j - q j * x j ^ 2) <=
    \sum_(j < k) (q j * (\sum_(i < m) (v i ^ 2 * P i j) - x j ^ 2))) as least.
  { assert (0 <= \sum_(i < m) dot k (fun j => q j * v i ^ 2 - 2 * p j * v i + y j) (P i)) as paid.
    { apply sum_nonneg. intros i small. apply minima_below with g; auto.
      apply row_within; [assumption|].
      now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P is_private). }
    unfold dot in paid. rewrite sum_of_sums in paid.
    rewrite (sum_ext k _ (fun j => q j * (\sum_(i < m) (v i ^ 2 * P i j)) - 2 * p j * x j + y j))
      in paid.
    - apply Rminus_le. apply Ropp_le_cancel. rewrite Ropp_0, Ropp_minus_distr, <- sum_minus.
      eapply Rle_trans; [exact paid|]. apply Req_le, sum_ext. intros. ring.
    - intros j small. destruct (columns j small) as [_ one].
      transitivity (q j * (\sum_(i < m) (v i ^ 2 * P i j)) -
        2 * p j * (\sum_(i < m) (v i * P i j)) + y j * (\sum_(i < m) P i j)).
      + rewrite <- !sum_scale, <- sum_minus, <- sum_plus. apply sum_ext. intros. ring.
      + rewrite (unbiased j small), one. ring. }
  split; [assumption|]. intros worst all. eapply Rle_trans; [exact least|].
  apply Rle_trans with (\sum_(j < k) (q j * worst)).
  - apply sum_le. intros j small. apply Rmult_le_compat_l; auto.
  - rewrite sum_scale_right, total. lra.
Qed.
