(** Holohan, Leith and Mason, sections II and III: the likelihood of binary reports, the mean of the
    estimator (4), and the margin of error by Chebyshev's inequality. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Probability Draws Answers YesNo.
Import ListNotations.
Open Scope R_scope.

(** The likelihood of independent reports that are 1 with probability x. *)
Fixpoint likelihood (x : R) (reports : list nat) : R :=
  match reports with [] => 1 | i :: rest => coin x i * likelihood x rest end.

Theorem likelihood_by_ones : forall x sample, 0 < x < 1 -> Forall (fun i => (i < 2)%nat) sample ->
  let N := ones sample in
  let n := length sample in
  likelihood x sample = x ^ N * (1 - x) ^ (n - N) /\
  ln (likelihood x sample) = INR N * ln x + INR (n - N) * ln (1 - x).
Proof.
  intros x sample range two N n.
  assert (N <= n)%nat as part by (unfold N, n, ones; apply count_occ_bound).
  assert (likelihood x sample = x ^ N * (1 - x) ^ (n - N)) as same.
  { unfold N, n. clear N n part. induction two as [|i l here _ IH]; [simpl; ring|].
    assert (ones l <= length l)%nat as part by (unfold ones; apply count_occ_bound).
    simpl likelihood. rewrite IH. destruct i as [|[|i]]; [| |lia].
    - change (ones (0%nat :: l)) with (ones l). change (length (0%nat :: l)) with (S (length l)).
      replace (S (length l) - ones l)%nat with (S (length l - ones l)) by lia. simpl. ring.
    - change (ones (1%nat :: l)) with (S (ones l)). change (length (1%nat :: l)) with (S (length l)).
      replace (S (length l) - S (ones l))%nat with (length l - ones l)%nat by lia. simpl. ring. }
  split; [assumption|].
  rewrite same, ln_mult by (apply pow_lt; lra).
  assert (forall y m, 0 < y -> ln (y ^ m) = INR m * ln y) as power.
  { intros y m pos. induction m as [|m IH]; [simpl; rewrite ln_1; ring|].
    rewrite S_INR. simpl. rewrite ln_mult, IH by (auto using pow_lt). ring. }
  rewrite !power by lra. reflexivity.
Qed.

(** The mechanism reports 0 with probability p00 at truth 0, and 1 with probability p11 at truth 1. *)
Definition estimator (n : nat) (p00 p11 : R) (reports : list nat) : R :=
  (p00 - 1) / (p00 + p11 - 1) + yes_count reports / ((p00 + p11 - 1) * INR n).

Theorem estimator_is_unbiased : forall n p00 p11 pi, (0 < n)%nat -> 0 <= p00 <= 1 ->
  0 <= p11 <= 1 -> p00 + p11 <> 1 -> 0 <= pi <= 1 ->
  reports_of_drawn n 2 pi (yes_no (1 - p00) p11) (estimator n p00 p11) = pi.
Proof.
  intros n p00 p11 pi some first second apart range.
  assert (INR n <> 0) as size by (apply not_0_INR; lia).
  assert (p00 + p11 - 1 <> 0) as wide by lra.
  destruct (yes_of_drawn (1 - p00) p11 ltac:(lra) second n pi range) as (is_linear & mean & _).
  destruct (as_affine _ (estimator n p00 p11) (/ ((p00 + p11 - 1) * INR n))
    ((p00 - 1) / (p00 + p11 - 1)) is_linear) as [same _].
  - intros y. unfold estimator. field. now split.
  - rewrite same, mean. field. now split.
Qed.

(** One where the distance is at most the margin. *)
Definition within (margin distance : R) : R := if Rle_dec distance margin then 1 else 0.

Theorem margin_of_error : forall n w X pi, law n w -> E n w X = pi ->
  E n w (fun i => within (4.5 * sqrt (variance n w X)) (Rabs (X i - pi))) >= 0.95.
Proof.
  intros n w X pi is_law mean. pose proof is_law as [above total].
  set (v := variance n w X). set (margin := 4.5 * sqrt v).
  set (far := fun i => 1 - within margin (Rabs (X i - pi))).
  assert (v = \sum_(i < n) (w i * (X i - pi) ^ 2)) as spread.
  { unfold v, variance, covariance. rewrite mean. unfold E. apply sum_ext. intros. ring. }
  assert (0 <= v) as nonneg.
  { rewrite spread. apply sum_nonneg. intros i small. apply Rmult_le_pos; [auto|apply pow2_ge_0]. }
  assert (forall i, far i = 0 \/ (far i = 1 /\ margin < Rabs (X i - pi))) as cases.
  { intros i. unfold far, within. destruct (Rle_dec (Rabs (X i - pi)) margin);
      [left; ring|right; split; [ring|lra]]. }
  assert (margin ^ 2 = 20.25 * v) as square.
  { unfold margin. replace ((4.5 * sqrt v) ^ 2) with (4.5 ^ 2 * (sqrt v * sqrt v)) by ring.
    rewrite sqrt_sqrt by assumption. lra. }
  assert (0 <= margin) as size by (unfold margin; pose proof (sqrt_pos v); lra).
  assert (forall i, far i = 1 -> margin < Rabs (X i - pi) -> 20.25 * v < (X i - pi) ^ 2) as apart.
  { intros i _ more. rewrite <- square, <- (pow2_abs (X i - pi)).
    simpl. rewrite !Rmult_1_r. now apply Rmult_le_0_lt_compat. }
  assert (E n w far <= 0.05) as rare.
  { destruct (Req_dec v 0) as [none|some].
    - unfold E. rewrite sum_zero; [lra|]. intros i small.
      destruct (cases i) as [->|[one more]]; [ring|].
      specialize (apart i one more). rewrite none in *.
      assert (w i * (X i - pi) ^ 2 = 0) as term.
      { apply (zero_terms n (fun i => w i * (X i - pi) ^ 2)); auto.
        intros j sj. apply Rmult_le_pos; [auto|apply pow2_ge_0]. }
      apply Rmult_integral in term. destruct term as [->|term]; [ring|lra].
    - assert (E n w far * (20.25 * v) <= v) as bound.
      { rewrite spread at 2. unfold E. rewrite <- sum_scale_right. apply sum_le. intros i small.
        rewrite Rmult_assoc. apply Rmult_le_compat_l; [auto|].
        destruct (cases i) as [->|[one more]]; [rewrite Rmult_0_l; apply pow2_ge_0|].
        specialize (apart i one more). rewrite one. lra. }
      apply Rmult_le_reg_r with (20.25 * v); lra. }
  apply Rle_ge.
  assert (E n w (fun i => within margin (Rabs (X i - pi))) = 1 - E n w far) as ->; [|lra].
  rewrite (E_ext n w (fun i => within margin (Rabs (X i - pi))) (fun i => -1 * far i + 1))
    by (intros; unfold far; ring).
  rewrite E_plus, E_scale, E_constant by assumption. ring.
Qed.
