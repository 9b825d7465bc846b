(** No private table has a smaller variance of an unbiased estimator (certificate kind "gradient"):
    one contrast, all truths, averages and maxima over priors, the largest eigenvalue. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Probability Prices.
Open Scope R_scope.

(** The share of each report when the truths have the shares q. *)
Definition share (k : nat) (q : nat -> R) (P : matrix) : nat -> R := fun i => dot k q (P i).

(** x estimates the contrast c.p without bias, whatever the shares p of the truths are. *)
Definition unbiased (m k : nat) (P : matrix) (c x : nat -> R) : Prop :=
  forall j, (j < k)%nat -> \sum_(i < m) (x i * P i j) = c j.

Lemma share_law : forall m k P q, stochastic m k P -> law k q -> law m (share k q P).
Proof.
  intros m k P q columns [above total]. change (sum k q = 1) in total. split.
  - intros i inside. apply sum_nonneg. intros j small.
    apply Rmult_le_pos; [auto|]. now apply (columns j small).
  - unfold share, dot. rewrite sum_of_sums, <- total. apply sum_ext. intros j small.
    destruct (columns j small) as [_ one]. change (sum m (fun i => P i j) = 1) in one.
    rewrite sum_scale, one. ring.
Qed.

Lemma estimator_total : forall m k P c x v, unbiased m k P c x ->
  \sum_(i < m) (x i * dot k v (P i)) = dot k v c.
Proof.
  intros m k P c x v mean. unfold dot.
  rewrite (sum_ext m _ (fun i => \sum_(j < k) (v j * (x i * P i j)))).
  - rewrite sum_of_sums. apply sum_ext. intros j small. rewrite sum_scale. now rewrite mean.
  - intros i _. rewrite <- sum_scale. apply sum_ext. intros. ring.
Qed.

(** The information of a row along v; a row without share must say nothing about v. *)
Definition along (k : nat) (q v r : nat -> R) : R := dot k v r ^ 2 / dot k q r.
Definition finite (k : nat) (q v r : nat -> R) : Prop := dot k q r = 0 -> dot k v r = 0.

Lemma one_row : forall x w d, 0 <= w -> (w = 0 -> d = 0) -> 2 * (x * d) - d ^ 2 / w <= x ^ 2 * w.
Proof.
  intros x w d above silent. destruct above as [above|zero].
  - assert (0 <= (x * w - d) ^ 2 / w).
    { apply Rmult_le_pos; [apply pow2_ge_0|]. apply Rlt_le. now apply Rinv_0_lt_compat. }
    replace ((x * w - d) ^ 2 / w) with (x ^ 2 * w - 2 * (x * d) + d ^ 2 / w) in H by (field; lra).
    lra.
  - rewrite (silent (eq_sym zero)), <- zero. unfold Rdiv. ring_simplify. lra.
Qed.

Lemma variance_as_moment : forall m k P q c x, stochastic m k P -> law k q -> unbiased m k P c x ->
  variance m (share k q P) x = \sum_(i < m) (x i ^ 2 * share k q P i) - dot k q c ^ 2.
Proof.
  intros m k P q c x columns is_law mean. unfold variance.
  rewrite covariance_expanded by now apply share_law. unfold E.
  replace (\sum_(i < m) (share k q P i * x i)) with (dot k q c).
  - f_equal; [apply sum_ext; intros; ring|ring].
  - rewrite <- (estimator_total m k P c x q mean). apply sum_ext. intros. unfold share. ring.
Qed.

Lemma one_contrast : forall m k P q c x v, stochastic m k P -> law k q -> unbiased m k P c x ->
  (forall i, (i < m)%nat -> finite k q v (P i)) ->
  2 * dot k v c - dot k q c ^ 2 - \sum_(i < m) along k q v (P i) <= variance m (share k q P) x.
Proof.
  intros m k P q c x v columns is_law mean silent.
  rewrite (variance_as_moment m k P q c x columns is_law mean).
  rewrite <- (estimator_total m k P c x v mean). rewrite <- sum_scale.
  enough (\sum_(i < m) (2 * (x i * dot k v (P i)) - along k q v (P i)) <=
    \sum_(i < m) (x i ^ 2 * share k q P i)) as less by (rewrite sum_minus in less; lra).
  apply sum_le. intros i inside. apply one_row; [|now apply silent].
  now apply (share_law m k P q columns is_law).
Qed.

(** One or many scenarios with weights, each with a prior q, contrasts c and tangents v. Of a table
    whose weighted information is at most what prices pay no estimators do better. *)
Section Scenarios.

Variables (m k S N : nat) (paid : R).
Variables (weight : nat -> R) (q : nat -> nat -> R) (c v x : nat -> nat -> nat -> R) (P : matrix).

Definition information (r : nat -> R) : R :=
  \sum_(s < S) (weight s * \sum_(n < N) along k (q s) (v s n) r).

(** What the tangents prove in one scenario, and what its estimators do. *)
Definition gains (s : nat) : R :=
  \sum_(n < N) (2 * dot k (v s n) (c s n) - dot k (q s) (c s n) ^ 2).
Definition variances (s : nat) : R := \sum_(n < N) variance m (share k (q s) P) (x s n).

Definition is_paid : Prop :=
  law S weight /\ (forall s, (s < S)%nat -> law k (q s)) /\ stochastic m k P /\
  \sum_(i < m) information (P i) <= paid /\
  (forall s n i, (s < S)%nat -> (n < N)%nat -> (i < m)%nat -> finite k (q s) (v s n) (P i)).

Definition are_estimators : Prop :=
  forall s n, (s < S)%nat -> (n < N)%nat -> unbiased m k P (c s n) (x s n).

Theorem gradient_average : is_paid -> are_estimators ->
  \sum_(s < S) (weight s * gains s) - paid <= \sum_(s < S) (weight s * variances s).
Proof.
  intros ([above _] & priors & columns & most & silent) mean.
  enough (\sum_(s < S) (weight s * gains s) - \sum_(i < m) information (P i) <=
    \sum_(s < S) (weight s * variances s)) by lra.
  unfold information. rewrite sum_of_sums, <- sum_minus. apply sum_le. intros s here.
  rewrite sum_scale, <- Rmult_minus_distr_l. apply Rmult_le_compat_l; [now apply above|].
  rewrite sum_of_sums. unfold gains, variances. rewrite <- sum_minus. apply sum_le. intros n there.
  apply (one_contrast m k P (q s) (c s n) (x s n) (v s n)); auto.
Qed.

(** The largest over the scenarios, less an offset each, is at least the weighted mean. *)
Theorem gradient_worst : forall offset bound, is_paid -> are_estimators ->
  (forall s, (s < S)%nat -> variances s - offset s <= bound) ->
  \sum_(s < S) (weight s * (gains s - offset s)) - paid <= bound.
Proof.
  intros offset bound certificate estimators all.
  pose proof (gradient_average certificate estimators) as mean.
  destruct certificate as ([above total] & _). change (sum S weight = 1) in total.
  assert (\sum_(s < S) (weight s * (variances s - offset s)) <= \sum_(s < S) (weight s * bound)).
  { apply sum_le. intros s here. apply Rmult_le_compat_l; auto. }
  rewrite sum_scale_right, total in H.
  rewrite (sum_ext S _ (fun s => weight s * variances s - weight s * offset s)) in H
    by (intros; ring).
  rewrite (sum_ext S (fun s => weight s * (gains s - offset s))
    (fun s => weight s * gains s - weight s * offset s)) by (intros; ring).
  rewrite sum_minus in *. lra.
Qed.

End Scenarios.

(** One prior and one contrast ("c-optimal", "variance"); all unit vectors ("a-optimal"). *)
Theorem gradient_single : forall m k N paid q c v x P, law k q -> stochastic m k P ->
  \sum_(i < m) \sum_(n < N) along k q (v n) (P i) <= paid ->
  (forall n i, (n < N)%nat -> (i < m)%nat -> finite k q (v n) (P i)) ->
  (forall n, (n < N)%nat -> unbiased m k P (c n) (x n)) ->
  \sum_(n < N) (2 * dot k (v n) (c n) - dot k q (c n) ^ 2) - paid <=
  \sum_(n < N) variance m (share k q P) (x n).
Proof.
  intros m k N paid q c v x P is_law columns most silent mean.
  pose proof (gradient_average m k 1 N paid (fun _ => 1) (fun _ => q) (fun _ => c)
    (fun _ => v) (fun _ => x) P) as all.
  unfold gains, variances in all. simpl in all.
  enough (forall a b p, 0 + 1 * a - p <= 0 + 1 * b -> a - p <= b) as plain.
  { apply plain. apply all.
    - split; [split; [intros; lra|simpl; lra]|]. split; [auto|]. split; [assumption|].
      split; [|auto]. eapply Rle_trans; [|exact most]. apply Req_le, sum_ext. intros i _.
      unfold information. simpl. ring.
    - intros s n _ small. now apply mean. }
  intros. lra.
Qed.

(** "e-optimal": a number that bounds the covariance in every direction, such as its largest
    eigenvalue, is at least the gains over the sum of squares of the contrasts. [x j] estimates the
    share of truth j. *)
Theorem gradient_eigenvalue : forall m k N paid q (d v : nat -> nat -> R) x P top, law k q ->
  stochastic m k P -> \sum_(i < m) \sum_(n < N) along k q (v n) (P i) <= paid ->
  (forall n i, (n < N)%nat -> (i < m)%nat -> finite k q (v n) (P i)) ->
  (forall j, (j < k)%nat -> unbiased m k P (at_index j) (x j)) ->
  (forall e : nat -> R, \sum_(a < k) \sum_(b < k)
     (e a * e b * covariance m (share k q P) (x a) (x b)) <= top * \sum_(a < k) e a ^ 2) ->
  \sum_(n < N) (2 * dot k (v n) (d n) - dot k q (d n) ^ 2) - paid <=
  top * \sum_(n < N) \sum_(a < k) d n a ^ 2.
Proof.
  intros m k N paid q d v x P top is_law columns most silent mean quadratic.
  apply Rle_trans with (\sum_(n < N)
    variance m (share k q P) (fun i => \sum_(a < k) (d n a * x a i))).
  - apply (gradient_single m k N paid q d v (fun n i => \sum_(a < k) (d n a * x a i)) P);
      auto.
    intros n _ j small.
    rewrite (sum_ext m _ (fun i => \sum_(a < k) (d n a * (x a i * P i j)))).
    + rewrite sum_of_sums.
      rewrite (sum_ext k _ (fun a => at_index j a * d n a)).
      * now apply sum_pick.
      * intros a inside. rewrite sum_scale, (mean a inside j small). unfold at_index.
        destruct (Nat.eq_dec a j), (Nat.eq_dec j a); try congruence; ring.
    + intros i _. rewrite <- sum_scale_right. apply sum_ext. intros. ring.
  - rewrite <- sum_scale. apply sum_le. intros n _. unfold variance.
    rewrite (covariance_of_sums m (share k q P) k k (d n) (d n) x x). apply quadratic.
Qed.
