(** Several numbers at once: the Laplace mechanism of a vector, and logarithms of levels. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Analysis Laplace LaplaceMechanism.
Open Scope R_scope.

Lemma product_of_exponentials : forall d g, \prod_(i < d) exp (g i) = exp (\sum_(i < d) g i).
Proof.
  induction d as [|d IH]; intros g; simpl; [now rewrite exp_0|]. now rewrite IH, exp_plus.
Qed.

Lemma integral_nonneg : forall f a b (pr : Riemann_integrable f a b), a <= b ->
  (forall x, 0 <= f x) -> 0 <= RiemannInt pr.
Proof.
  intros f a b pr ordered above.
  pose proof (RiemannInt_P14 a b 0) as zero.
  replace 0 with (RiemannInt zero) by (rewrite RiemannInt_P15; ring).
  apply RiemannInt_P19; [assumption|]. intros x _. apply above.
Qed.

(** The joint density at every point, and the probability of every event: finite unions of n boxes
    [a k i, c k i], i < d, and limits of such. The coordinates of the noise are independent. *)
Theorem vector_laplace_is_private : forall d D eps (fx fy : nat -> R), 0 < D -> 0 < eps ->
  \sum_(i < d) Rabs (fx i - fy i) <= D ->
  let p := fun i s => lap (D / eps) (s - fx i) in
  let q := fun i s => lap (D / eps) (s - fy i) in
  (forall s : nat -> R, \prod_(i < d) p i (s i) <= exp eps * \prod_(i < d) q i (s i)) /\
  (forall n (a c : nat -> nat -> R)
     (ip : forall k i, Riemann_integrable (p i) (a k i) (c k i))
     (iq : forall k i, Riemann_integrable (q i) (a k i) (c k i)),
     (forall k i, a k i <= c k i) ->
     \sum_(k < n) \prod_(i < d) RiemannInt (ip k i) <=
     exp eps * \sum_(k < n) \prod_(i < d) RiemannInt (iq k i)) /\
  (forall u v l m, (forall n, u n <= exp eps * v n) -> Un_cv u l -> Un_cv v m -> l <= exp eps * m).
Proof.
  intros d D eps fx fy positive some near p q.
  set (g := fun i => exp (eps / D * Rabs (fx i - fy i))).
  assert (\prod_(i < d) g i <= exp eps) as most.
  { unfold g. rewrite product_of_exponentials, sum_scale.
    assert (eps / D * (\sum_(i < d) Rabs (fx i - fy i)) <= eps) as less.
    { apply Rle_trans with (eps / D * D); [|right; field; lra].
      apply Rmult_le_compat_l; [apply Rlt_le, Rdiv_lt_0_compat|]; lra. }
    change (sum d (fun i => Rabs (fx i - fy i))) with (\sum_(i < d) Rabs (fx i - fy i)).
    destruct less as [less| ->]; [apply Rlt_le; now apply exp_increasing|lra]. }
  assert (above : forall (f : nat -> R) i s, 0 <= lap (D / eps) (s - f i)).
  { intros f i s. unfold lap. apply Rmult_le_pos; [|apply Rlt_le, exp_pos].
    apply Rlt_le, Rinv_0_lt_compat. assert (0 < D / eps) by (apply Rdiv_lt_0_compat; lra). lra. }
  assert (single : forall i s, p i s <= g i * q i s) by (intros; now apply density_ratio).
  assert (whole : forall x y, (forall i, (i < d)%nat -> 0 <= x i <= g i * y i) ->
    (forall i, (i < d)%nat -> 0 <= y i) -> \prod_(i < d) x i <= exp eps * \prod_(i < d) y i).
  { intros x y each nonneg. apply Rle_trans with ((\prod_(i < d) g i) * (\prod_(i < d) y i)).
    - apply product_keeps_ratio. intros i small. split; [now apply each|].
      unfold g. apply Rlt_le, exp_pos.
    - apply Rmult_le_compat_r; [|assumption]. now apply prod_nonneg. }
  split; [|split].
  - intros s. apply whole; intros i small; [split|]; try apply above. apply single.
  - intros n a c ip iq ordered. rewrite <- sum_scale. apply sum_le. intros k _.
    apply whole; intros i small; [split|].
    + apply integral_nonneg; [apply ordered|apply above].
    + destruct (density_bound (p i) (q i) (g i) (single i)) as [finite _].
      specialize (finite 1%nat (fun _ => a k i) (fun _ => c k i) (fun _ => ip k i)
        (fun _ => iq k i) (fun _ _ => ordered k i)). simpl in finite. lra.
    + apply integral_nonneg; [apply ordered|apply above].
  - intros u v l m each. apply (proj2 (density_bound (fun _ => 0) (fun _ => 0) (exp eps) ltac:(intros; lra))).
    exact each.
Qed.

(** With d independent coordinates the largest is t or more with probability 1 - (1 - p)^d. *)
Theorem vector_laplace_accuracy : forall d D eps delta, (1 <= d)%nat -> 0 < D -> 0 < eps -> 0 < delta ->
  exists p, far (lap (D / eps)) (ln (INR d / delta) * (D / eps)) p /\ 1 - (1 - p) ^ d <= delta.
Proof.
  intros d D eps delta some positive level more.
  assert (0 < INR d) as many by (apply lt_0_INR; lia).
  assert (0 < D / eps) as scale by (apply Rdiv_lt_0_compat; lra).
  assert (0 < INR d / delta) as quotient by (apply Rdiv_lt_0_compat; lra).
  set (t := ln (INR d / delta) * (D / eps)). destruct (laplace_far (D / eps) t scale) as [large small].
  destruct (Rle_lt_dec 0 t) as [pos|neg].
  - exists (exp (- t / (D / eps))). split; [now apply large|].
    assert (exp (- t / (D / eps)) = delta / INR d) as ->.
    { replace (- t / (D / eps)) with (- ln (INR d / delta)) by (unfold t; field; lra).
      rewrite exp_Ropp, exp_ln by assumption. field. lra. }
    assert (delta / INR d <= 1) as at_most.
    { apply Rmult_le_reg_r with (INR d); [assumption|].
      replace (delta / INR d * INR d) with delta by (field; lra). rewrite Rmult_1_l.
      apply Rnot_lt_le. intros less. assert (ln (INR d / delta) < 0).
      { rewrite <- ln_1. apply ln_increasing; [assumption|].
        apply Rmult_lt_reg_r with delta; [assumption|].
        replace (INR d / delta * delta) with (INR d) by (field; lra). lra. }
      assert (t < 0); [|lra]. unfold t. rewrite <- (Rmult_0_l (D / eps)).
      now apply Rmult_lt_compat_r. }
    set (p := delta / INR d) in *. assert (0 < p) by (apply Rdiv_lt_0_compat; lra).
    assert (1 - INR d * p <= (1 - p) ^ d).
    { generalize d. intros j. induction j as [|j IH]; [simpl; lra|]. rewrite S_INR. simpl.
      assert ((1 - p) * (1 - INR j * p) <= (1 - p) * (1 - p) ^ j) by (apply Rmult_le_compat_l; lra).
      assert (0 <= INR j * (p * p))
        by (apply Rmult_le_pos; [apply pos_INR|apply Rmult_le_pos; lra]). lra. }
    replace (INR d * p) with delta in * by (unfold p; field; lra). lra.
  - exists 1. split; [now apply small|]. replace (1 - 1) with 0 by ring. rewrite pow_i by lia.
    assert (1 <= INR d) by (apply (le_INR 1); lia).
    apply Rnot_lt_le. intros less. assert (0 < ln (INR d / delta)).
    { rewrite <- ln_1. apply ln_increasing; [lra|].
      apply Rmult_lt_reg_r with delta; [assumption|].
      replace (INR d / delta * delta) with (INR d) by (field; lra). lra. }
    assert (0 < t) by (unfold t; now apply Rmult_lt_0_compat). lra.
Qed.

Theorem bound_grows_with_dimension : forall d D eps delta, (2 <= d)%nat -> 0 < D -> 0 < eps ->
  0 < delta -> ln (1 / delta) * (D / eps) < ln (INR d / delta) * (D / eps).
Proof.
  intros d D eps delta more positive level some.
  assert (0 < D / eps) by (apply Rdiv_lt_0_compat; lra).
  assert (2 <= INR d) by (apply (le_INR 2); lia).
  apply Rmult_lt_compat_r; [assumption|]. apply ln_increasing; [apply Rdiv_lt_0_compat; lra|].
  unfold Rdiv. apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|lra].
Qed.

(** Doubling d adds the same amount each time, and one more coordinate at most D / (epsilon d). *)
Theorem bound_is_logarithmic : forall d D eps delta, (1 <= d)%nat -> 0 < D -> 0 < eps -> 0 < delta ->
  ln (2 * INR d / delta) * (D / eps) = ln (INR d / delta) * (D / eps) + ln 2 * (D / eps) /\
  ln (INR (S d) / delta) * (D / eps) - ln (INR d / delta) * (D / eps) <= D / eps / INR d.
Proof.
  intros d D eps delta more positive level some.
  assert (0 < D / eps) as scale by (apply Rdiv_lt_0_compat; lra).
  assert (0 < INR d) as many by (apply lt_0_INR; lia).
  assert (0 < INR d / delta) as quotient by (apply Rdiv_lt_0_compat; lra).
  split.
  - replace (2 * INR d / delta) with (2 * (INR d / delta)) by (field; lra).
    rewrite ln_mult by lra. ring.
  - rewrite S_INR. replace ((INR d + 1) / delta) with ((1 + / INR d) * (INR d / delta)) by (field; lra).
    assert (0 < / INR d) by now apply Rinv_0_lt_compat.
    rewrite ln_mult by lra.
    assert (ln (1 + / INR d) <= / INR d) as slow by (pose proof (ln_below (1 + / INR d) ltac:(lra)); lra).
    apply Rmult_le_compat_r with (r := D / eps) in slow; [|lra]. unfold Rdiv at 6. lra.
Qed.

(** ** Levels of randomized response *)

Theorem larger_level : forall p, 0 < p <= 1 / 2 ->
  Rmax (ln (p / (1 - p))) (ln ((1 - p) / p)) = ln ((1 - p) / p).
Proof.
  intros p range. apply Rmax_right.
  assert (p / (1 - p) <= (1 - p) / p) as less.
  { apply Rmult_le_reg_r with (p * (1 - p)); [apply Rmult_lt_0_compat; lra|].
    replace (p / (1 - p) * (p * (1 - p))) with (p ^ 2) by (field; lra).
    replace ((1 - p) / p * (p * (1 - p))) with ((1 - p) ^ 2) by (field; lra). lra. }
  destruct less as [less| ->]; [|lra]. apply Rlt_le, ln_increasing; [|assumption].
  apply Rdiv_lt_0_compat; lra.
Qed.

Theorem level_without_bound : forall level, exists p0, 0 < p0 /\
  forall p, 0 < p < p0 -> level < ln ((1 - p) / p).
Proof.
  intros level. assert (0 < exp level) as positive by apply exp_pos.
  exists (/ (1 + exp level)). split; [apply Rinv_0_lt_compat; lra|]. intros p [above below].
  rewrite <- (ln_exp level). apply ln_increasing; [assumption|].
  apply Rmult_lt_compat_r with (r := 1 + exp level) in below; [|lra].
  rewrite Rinv_l in below by lra.
  apply Rmult_lt_reg_r with p; [assumption|].
  replace ((1 - p) / p * p) with (1 - p) by (field; lra). lra.
Qed.

(** With p = 1/2 - gamma: the error bound of Theorem 5, and epsilon. *)
Definition error_bound (gamma n delta : R) : R := sqrt (1 / delta) / (2 * (2 * gamma) * sqrt n).
Definition level_at (gamma : R) : R := ln ((1 / 2 + gamma) / (1 / 2 - gamma)).

Theorem more_people_more_privacy : forall n n' gamma delta, 0 < n < n' -> 0 < gamma < 1 / 2 ->
  0 < delta -> exists gamma', 0 < gamma' < gamma /\
  error_bound gamma' n' delta = error_bound gamma n delta /\ level_at gamma' < level_at gamma.
Proof.
  intros n n' gamma delta sizes range some.
  assert (0 < sqrt n) as root by (apply sqrt_lt_R0; lra).
  assert (sqrt n < sqrt n') as larger by (apply sqrt_lt_1; lra).
  exists (gamma * sqrt n / sqrt n').
  assert (0 < gamma * sqrt n / sqrt n') as positive.
  { apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra. }
  assert (gamma * sqrt n / sqrt n' < gamma) as smaller.
  { apply Rmult_lt_reg_r with (sqrt n'); [lra|].
    replace (gamma * sqrt n / sqrt n' * sqrt n') with (gamma * sqrt n) by (field; lra).
    apply Rmult_lt_compat_l; lra. }
  repeat split; try assumption.
  - unfold error_bound. field. lra.
  - unfold level_at. set (small := gamma * sqrt n / sqrt n') in *. apply ln_increasing.
    + apply Rdiv_lt_0_compat; lra.
    + apply Rmult_lt_reg_r with ((1 / 2 - small) * (1 / 2 - gamma));
        [apply Rmult_lt_0_compat; lra|].
      replace ((1 / 2 + small) / (1 / 2 - small) * ((1 / 2 - small) * (1 / 2 - gamma))) with
        ((1 / 2 + small) * (1 / 2 - gamma)) by (field; lra).
      replace ((1 / 2 + gamma) / (1 / 2 - gamma) * ((1 / 2 - small) * (1 / 2 - gamma))) with
        ((1 / 2 + gamma) * (1 / 2 - small)) by (field; lra). lra.
Qed.
