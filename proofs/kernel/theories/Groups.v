(** Variances in fixed groups and over all groups or priors; models of regression. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Probability Estimators.
Open Scope R_scope.

(** ** The randomness of the reports alone: sum_j q_j (m_j - c_j^2), m_j the second moments *)

Definition moment_at (m : nat) (P : matrix) (x : nat -> R) (j : nat) : R :=
  \sum_(i < m) (x i ^ 2 * P i j).

Definition group_variance (m k : nat) (q : nat -> R) (P : matrix) (c x : nat -> R) : R :=
  \sum_(j < k) (q j * (moment_at m P x j - c j ^ 2)).

Lemma moments_by_truth : forall m k q P x,
  \sum_(i < m) (x i ^ 2 * share k q P i) = \sum_(j < k) (q j * moment_at m P x j).
Proof.
  intros m k q P x. unfold share, dot, moment_at.
  rewrite (sum_ext m _ (fun i => \sum_(j < k) (q j * (x i ^ 2 * P i j)))).
  - rewrite sum_of_sums. apply sum_ext. intros. apply sum_scale.
  - intros i _. rewrite <- sum_scale. apply sum_ext. intros. ring.
Qed.

Lemma moment_bound : forall m k P q c x v, stochastic m k P -> law k q -> unbiased m k P c x ->
  (forall i, (i < m)%nat -> finite k q v (P i)) ->
  2 * dot k v c - \sum_(i < m) along k q v (P i) <= \sum_(i < m) (x i ^ 2 * share k q P i).
Proof.
  intros m k P q c x v columns is_law mean silent.
  pose proof (one_contrast m k P q c x v columns is_law mean silent) as below.
  rewrite (variance_as_moment m k P q c x columns is_law mean) in below. lra.
Qed.

Theorem group_bound : forall m k N paid q c v x P, law k q -> stochastic m k P ->
  \sum_(i < m) \sum_(n < N) along k q (v n) (P i) <= paid ->
  (forall n i, (n < N)%nat -> (i < m)%nat -> finite k q (v n) (P i)) ->
  (forall n, (n < N)%nat -> unbiased m k P (c n) (x n)) ->
  \sum_(n < N) (2 * dot k (v n) (c n) - \sum_(j < k) (q j * c n j ^ 2)) - paid <=
  \sum_(n < N) group_variance m k q P (c n) (x n).
Proof.
  intros m k N paid q c v x P is_law columns most silent mean.
  rewrite sum_of_sums in most.
  enough (\sum_(n < N) (2 * dot k (v n) (c n) - \sum_(j < k) (q j * c n j ^ 2)) -
    \sum_(n < N) \sum_(i < m) along k q (v n) (P i) <=
    \sum_(n < N) group_variance m k q P (c n) (x n)) by lra.
  rewrite <- sum_minus. apply sum_le. intros n small.
  pose proof (moment_bound m k P q (c n) (x n) (v n) columns is_law (mean n small)) as below.
  rewrite moments_by_truth in below. unfold group_variance.
  rewrite (sum_ext k (fun j => q j * (moment_at m P (x n) j - c n j ^ 2))
    (fun j => q j * moment_at m P (x n) j - q j * c n j ^ 2)) by (intros; ring).
  rewrite sum_minus.
  enough (2 * dot k (v n) (c n) - \sum_(i < m) along k q (v n) (P i) <=
    \sum_(j < k) (q j * moment_at m P (x n) j)) by lra.
  apply below. intros i inside. now apply silent.
Qed.

(** The largest variance at a truth is at least that of any group; so it obeys the same bound. *)
Theorem worst_group_bound : forall m k N paid q c v x P top, law k q -> stochastic m k P ->
  \sum_(i < m) \sum_(n < N) along k q (v n) (P i) <= paid ->
  (forall n i, (n < N)%nat -> (i < m)%nat -> finite k q (v n) (P i)) ->
  (forall n, (n < N)%nat -> unbiased m k P (c n) (x n)) ->
  (forall j, (j < k)%nat -> \sum_(n < N) (moment_at m P (x n) j - c n j ^ 2) <= top) ->
  \sum_(n < N) (2 * dot k (v n) (c n) - \sum_(j < k) (q j * c n j ^ 2)) - paid <= top.
Proof.
  intros m k N paid q c v x P top is_law columns most silent mean all.
  eapply Rle_trans; [now apply (group_bound m k N paid q c v x P)|].
  unfold group_variance. rewrite sum_of_sums. destruct is_law as [above one].
  change (sum k q = 1) in one.
  apply Rle_trans with (\sum_(j < k) (q j * top)).
  - apply sum_le. intros j small. rewrite sum_scale. apply Rmult_le_compat_l; auto.
  - rewrite sum_scale_right, one. lra.
Qed.

(** Over all priors: a concave parabola lies below its tangent at any prior s. *)
Theorem population_below : forall m k N P (c x : nat -> nat -> R) s top,
  (forall j, (j < k)%nat -> \sum_(n < N)
     (moment_at m P (x n) j - 2 * dot k (c n) s * c n j + dot k (c n) s ^ 2) <= top) ->
  forall q, law k q -> \sum_(n < N)
     (\sum_(j < k) (q j * moment_at m P (x n) j) - dot k (c n) q ^ 2) <= top.
Proof.
  intros m k N P c x s top all q [above one]. change (sum k q = 1) in one.
  apply Rle_trans with (\sum_(j < k) (q j * top)).
  - apply Rle_trans with (\sum_(j < k) (q j * \sum_(n < N)
      (moment_at m P (x n) j - 2 * dot k (c n) s * c n j + dot k (c n) s ^ 2))).
    + rewrite (sum_ext k _ (fun j => \sum_(n < N) (q j *
        (moment_at m P (x n) j - 2 * dot k (c n) s * c n j + dot k (c n) s ^ 2))))
        by (intros; now rewrite sum_scale).
      rewrite sum_of_sums. apply sum_le. intros n _.
      rewrite (sum_ext k (fun j => q j * (_ - _ + _)) (fun j => q j * moment_at m P (x n) j -
        2 * dot k (c n) s * (c n j * q j) + dot k (c n) s ^ 2 * q j)) by (intros; ring).
      rewrite sum_plus, sum_minus, !sum_scale, one. fold (dot k (c n) q).
      pose proof (pow2_ge_0 (dot k (c n) q - dot k (c n) s)). nra.
    + apply sum_le. intros j small. apply Rmult_le_compat_l; auto.
  - rewrite sum_scale_right, one. lra.
Qed.

(** ** Models: at each point t of the covariates, of share w_t, truth j has the probability p_tj and
    the derivatives D_tj in the coefficients *)
Section Models.

Variables (m k X K : nat) (w : nat -> R) (p : nat -> nat -> R) (D : nat -> nat -> nat -> R).
Variable P : matrix.

(** D_t v, a form of the truths; v'Iv is the sum of (D_t v . r)^2 / (p_t . r) over points and rows. *)
Definition moved (v : nat -> R) (t : nat) : nat -> R := fun j => \sum_(a < K) (D t j a * v a).

Definition model_information (v r : nat -> R) : R :=
  \sum_(t < X) (w t * along k (p t) (moved v t) r).

(** Estimators z of a contrast c of the coefficients, without bias to the first order. *)
Definition locally_unbiased (c : nat -> R) (z : nat -> nat -> R) : Prop :=
  forall a, (a < K)%nat -> \sum_(t < X) (w t * \sum_(i < m) (z t i * \sum_(j < k) (D t j a * P i j))) = c a.

Definition model_moment (z : nat -> nat -> R) : R :=
  \sum_(t < X) (w t * \sum_(i < m) (z t i ^ 2 * share k (p t) P i)).

Lemma model_contrast : forall c z v, (forall t, (t < X)%nat -> 0 <= w t) ->
  locally_unbiased c z ->
  (forall t i, (t < X)%nat -> (i < m)%nat -> 0 <= share k (p t) P i) ->
  (forall t i, (t < X)%nat -> (i < m)%nat -> finite k (p t) (moved v t) (P i)) ->
  2 * dot K v c - \sum_(i < m) model_information v (P i) <= model_moment z.
Proof.
  intros c z v weights mean above silent.
  assert (dot K v c = \sum_(t < X) (w t * \sum_(i < m) (z t i * dot k (moved v t) (P i)))) as ->.
  { unfold dot. rewrite (sum_ext K _ (fun a => \sum_(t < X)
      (v a * (w t * \sum_(i < m) (z t i * \sum_(j < k) (D t j a * P i j)))))).
    - rewrite sum_of_sums. apply sum_ext. intros t _.
      rewrite (sum_ext K _ (fun a => w t * \sum_(i < m)
        (v a * (z t i * \sum_(j < k) (D t j a * P i j))))).
      + rewrite sum_scale. f_equal. rewrite sum_of_sums. apply sum_ext. intros i _.
        rewrite (sum_ext K _ (fun a => z t i * \sum_(j < k) (D t j a * v a * P i j))).
        * rewrite sum_scale. f_equal. rewrite sum_of_sums. apply sum_ext. intros j _.
          unfold moved. now rewrite sum_scale_right.
        * intros a _. rewrite <- !sum_scale. apply sum_ext. intros. ring.
      + intros a _. rewrite <- !sum_scale. apply sum_ext. intros. ring.
    - intros a small. rewrite <- (mean a small), <- sum_scale. reflexivity. }
  unfold model_information, model_moment.
  rewrite sum_of_sums, <- sum_scale, <- sum_minus. apply sum_le. intros t small.
  rewrite (sum_scale m (w t)).
  assert (forall a b d, 2 * a - b <= d -> 2 * (w t * a) - w t * b <= w t * d) as scaled.
  { intros a b d order. replace (2 * (w t * a) - w t * b) with (w t * (2 * a - b)) by ring.
    apply Rmult_le_compat_l; auto. }
  apply scaled. rewrite <- sum_scale, <- sum_minus. apply sum_le.
  intros i inside. apply one_row; [now apply above|]. now apply silent.
Qed.

End Models.

(** S guesses with weights, N contrasts each: what prices pay bounds the average, and so the
    largest. *)
Theorem model_average : forall m k S N X K paid weight w p D (c v : nat -> nat -> nat -> R) est P,
  law S weight -> stochastic m k P ->
  \sum_(i < m) \sum_(s < S) (weight s * \sum_(n < N)
    model_information k X K (w s) (p s) (D s) (v s n) (P i)) <= paid ->
  (forall s t, (s < S)%nat -> (t < X)%nat -> 0 <= w s t /\ law k (p s t)) ->
  (forall s n, (s < S)%nat -> (n < N)%nat ->
     locally_unbiased m k X K (w s) (D s) P (c s n) (est s n)) ->
  (forall s n t i, (s < S)%nat -> (n < N)%nat -> (t < X)%nat -> (i < m)%nat ->
     finite k (p s t) (moved K (D s) (v s n) t) (P i)) ->
  \sum_(s < S) (weight s * \sum_(n < N) (2 * dot K (v s n) (c s n))) - paid <=
  \sum_(s < S) (weight s * \sum_(n < N) model_moment m k X (w s) (p s) P (est s n)).
Proof.
  intros m k S N X K paid weight w p D c v est P [above _] columns most guesses mean silent.
  enough (\sum_(s < S) (weight s * \sum_(n < N) (2 * dot K (v s n) (c s n))) -
    \sum_(i < m) \sum_(s < S) (weight s * \sum_(n < N)
      model_information k X K (w s) (p s) (D s) (v s n) (P i)) <=
    \sum_(s < S) (weight s * \sum_(n < N) model_moment m k X (w s) (p s) P (est s n))) by lra.
  rewrite sum_of_sums, <- sum_minus. apply sum_le. intros s here.
  rewrite (sum_scale m (weight s)), <- Rmult_minus_distr_l. apply Rmult_le_compat_l; [auto|].
  rewrite sum_of_sums, <- sum_minus. apply sum_le. intros n there.
  apply model_contrast with (c := c s n); auto.
  - intros t small. now apply guesses.
  - intros t i small inside. destruct (guesses s t here small) as [_ [low _]].
    apply sum_nonneg. intros j small'. apply Rmult_le_pos; [auto|]. now apply (columns j small').
Qed.

Theorem model_worst : forall m k S N X K paid weight w p D (c v : nat -> nat -> nat -> R) est P top,
  law S weight -> stochastic m k P ->
  \sum_(i < m) \sum_(s < S) (weight s * \sum_(n < N)
    model_information k X K (w s) (p s) (D s) (v s n) (P i)) <= paid ->
  (forall s t, (s < S)%nat -> (t < X)%nat -> 0 <= w s t /\ law k (p s t)) ->
  (forall s n, (s < S)%nat -> (n < N)%nat ->
     locally_unbiased m k X K (w s) (D s) P (c s n) (est s n)) ->
  (forall s n t i, (s < S)%nat -> (n < N)%nat -> (t < X)%nat -> (i < m)%nat ->
     finite k (p s t) (moved K (D s) (v s n) t) (P i)) ->
  (forall s, (s < S)%nat -> \sum_(n < N) model_moment m k X (w s) (p s) P (est s n) <= top) ->
  \sum_(s < S) (weight s * \sum_(n < N) (2 * dot K (v s n) (c s n))) - paid <= top.
Proof.
  intros m k S N X K paid weight w p D c v est P top weights columns most guesses mean silent all.
  eapply Rle_trans.
  { now apply (model_average m k S N X K paid weight w p D c v est P). }
  destruct weights as [above one]. change (sum S weight = 1) in one.
  apply Rle_trans with (\sum_(s < S) (weight s * top)).
  - apply sum_le. intros s here. apply Rmult_le_compat_l; auto.
  - rewrite sum_scale_right, one. lra.
Qed.

(** ** The largest eigenvalue of the covariance of a fixed group, whatever its members *)
Section Eigenvalues.

Variables (m k N : nat) (d : nat -> nat -> nat -> R) (V : matrix).

(** Directions d_jn of truth j: what 2 x'V r - sum_j r_j sum_n (d_jn.x)^2 is worth at a vector x. *)
Definition squares_along (j : nat) (x : nat -> R) : R := \sum_(n < N) dot k (d j n) x ^ 2.

Definition gain_at (r x : nat -> R) : R :=
  2 * (\sum_(a < k) (x a * dot k (V a) r)) - \sum_(j < k) (r j * squares_along j x).

Theorem worst_eigenvalue_bound : forall paid u x P top, \sum_(i < m) u (P i) <= paid ->
  (forall i e, (i < m)%nat -> gain_at (P i) e <= u (P i)) -> (forall a, (a < k)%nat -> unbiased m k P (at_index a) (x a)) ->
  (forall j (e : nat -> R), (j < k)%nat ->
    \sum_(i < m) (P i j * (\sum_(a < k) (e a * x a i)) ^ 2) - e j ^ 2 <=
    top * \sum_(a < k) e a ^ 2) ->
  2 * trace k V - \sum_(j < k) \sum_(n < N) d j n j ^ 2 - paid <=
  top * \sum_(j < k) \sum_(n < N) \sum_(a < k) d j n a ^ 2.
Proof.
  intros paid u x P top most worth mean quadratic.
  assert (\sum_(i < m) gain_at (P i) (fun a => x a i) <= paid) as gains.
  { eapply Rle_trans; [|exact most]. apply sum_le. intros i inside. now apply worth. }
  unfold gain_at in gains. rewrite sum_minus, sum_scale in gains.
  assert (\sum_(i < m) \sum_(a < k) (x a i * dot k (V a) (P i)) = trace k V) as total.
  { rewrite sum_of_sums. apply sum_ext. intros a inside.
    rewrite (estimator_total m k P (at_index a) (x a) (V a) (mean a inside)). unfold dot.
    rewrite (sum_ext k _ (fun j => at_index a j * V a j)) by (intros; ring). now apply sum_pick. }
  rewrite total in gains.
  assert (\sum_(i < m) \sum_(j < k) (P i j * squares_along j (fun a => x a i)) <=
    (\sum_(j < k) \sum_(n < N) d j n j ^ 2) +
    top * (\sum_(j < k) \sum_(n < N) \sum_(a < k) d j n a ^ 2)) as costs; [|lra].
  rewrite sum_of_sums, <- sum_scale, <- sum_plus. apply sum_le. intros j small.
  rewrite <- sum_scale, <- sum_plus.
  rewrite (sum_ext m _ (fun i => \sum_(n < N) (P i j * (\sum_(a < k) (d j n a * x a i)) ^ 2)))
    by (intros; unfold squares_along, dot; now rewrite sum_scale).
  rewrite sum_of_sums. apply sum_le. intros n _. specialize (quadratic j (d j n) small). lra.
Qed.

End Eigenvalues.
