(** Determinants and their bounds ("d-optimal"), for any number of truths: what prices prove of the
    trace of a positive matrix bounds its determinant, by the inequality of the means. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Probability Estimators.
Open Scope R_scope.

(** ** The determinant of a positive matrix, by elimination from the last row on *)

Definition schur (m : nat) (J : matrix) : matrix := fun i j => J i j - J i m * J m j / J m m.

Fixpoint determinant (n : nat) (J : matrix) : R :=
  match n with
  | O => 1
  | S m => J m m * determinant m (schur m J)
  end.

Fixpoint pivot (n : nat) (J : matrix) (i : nat) : R :=
  match n with
  | O => 1
  | S m => if Nat.eq_dec i m then J m m else pivot m (schur m J) i
  end.

Lemma determinant_of_pivots : forall n J, determinant n J = prod n (pivot n J).
Proof.
  induction n as [|m IH]; intros J; simpl; [reflexivity|].
  destruct (Nat.eq_dec m m) as [_|no]; [|contradiction]. rewrite IH, Rmult_comm. f_equal.
  apply prod_ext. intros i small. destruct (Nat.eq_dec i m); [lia|reflexivity].
Qed.

Lemma determinant_ext : forall n J J',
  (forall i j, (i < n)%nat -> (j < n)%nat -> J i j = J' i j) -> determinant n J = determinant n J'.
Proof.
  induction n as [|m IH]; intros J J' agree; simpl; [reflexivity|].
  rewrite (agree m m) by lia. f_equal. apply IH. intros i j small small'. unfold schur.
  now rewrite !agree by lia.
Qed.

Definition quadratic (n : nat) (J : matrix) (x : nat -> R) : R :=
  \sum_(i < n) \sum_(j < n) (x i * x j * J i j).

Definition symmetric (n : nat) (J : matrix) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat -> J i j = J j i.

Definition positive_definite (n : nat) (J : matrix) : Prop :=
  symmetric n J /\ forall x i, (i < n)%nat -> x i <> 0 -> 0 < quadratic n J x.

(** ** Completing the square of the last variable *)

Definition slope (m : nat) (J : matrix) (x : nat -> R) : R := \sum_(i < m) (x i * J i m).

Lemma complete : forall m J x, symmetric (S m) J -> J m m <> 0 ->
  quadratic (S m) J x =
  quadratic m (schur m J) x + J m m * (x m + slope m J x / J m m) ^ 2.
Proof.
  intros m J x same diagonal. unfold quadratic. cbn [sum].
  rewrite (sum_ext m (fun i => \sum_(j < m) (x i * x j * J i j) + x i * x m * J i m)
    (fun i => \sum_(j < m) (x i * x j * J i j) + x m * (x i * J i m))) by (intros; ring).
  rewrite sum_plus, sum_scale. fold (slope m J x).
  rewrite (sum_ext m (fun j => x m * x j * J m j) (fun j => x m * (x j * J j m)))
    by (intros j small; rewrite (same m j) by lia; ring).
  rewrite sum_scale. fold (slope m J x).
  assert (\sum_(i < m) \sum_(j < m) (x i * x j * schur m J i j) =
    \sum_(i < m) \sum_(j < m) (x i * x j * J i j) - slope m J x ^ 2 / J m m) as ->.
  { replace (slope m J x ^ 2 / J m m) with (/ J m m * (slope m J x * slope m J x))
      by (field; assumption).
    unfold slope at 1 2. rewrite product_of_sums, <- sum_scale, <- sum_minus.
    apply sum_ext. intros i small. rewrite <- sum_scale, <- sum_minus. apply sum_ext.
    intros j small'. unfold schur. rewrite (same m j) by lia. field. assumption. }
  field. assumption.
Qed.

Lemma quadratic_ext : forall n J x y, (forall i, (i < n)%nat -> x i = y i) ->
  quadratic n J x = quadratic n J y.
Proof.
  intros n J x y agree. apply sum_ext. intros i small. apply sum_ext. intros j small'.
  now rewrite !agree.
Qed.

Lemma quadratic_zero : forall n J x, (forall i, (i < n)%nat -> x i = 0) -> quadratic n J x = 0.
Proof.
  intros n J x none. apply sum_zero. intros i small. apply sum_zero. intros j small'.
  rewrite (none i small). ring.
Qed.

Lemma slope_zero : forall m J x, (forall i, (i < m)%nat -> x i = 0) -> slope m J x = 0.
Proof.
  intros m J x none. apply sum_zero. intros i small. rewrite (none i small). ring.
Qed.

Lemma corner_quadratic : forall m J x, (forall i, (i < m)%nat -> x i = 0) ->
  quadratic (S m) J x = x m ^ 2 * J m m.
Proof.
  intros m J x none. unfold quadratic. cbn [sum].
  rewrite (sum_zero m (fun i => \sum_(j < m) (x i * x j * J i j) + x i * x m * J i m)),
    (sum_zero m (fun j => x m * x j * J m j)).
  - ring.
  - intros j small. rewrite (none j small). ring.
  - intros i small. rewrite (none i small).
    rewrite (sum_zero m) by (intros; ring). ring.
Qed.

Lemma corner_positive : forall m J, positive_definite (S m) J -> 0 < J m m.
Proof.
  intros m J [_ positive].
  assert (0 < quadratic (S m) J (at_index m)) as above.
  { apply (positive _ m); [lia|]. unfold at_index. destruct (Nat.eq_dec m m); [lra|contradiction]. }
  rewrite corner_quadratic in above.
  - unfold at_index in above. destruct (Nat.eq_dec m m); [lra|contradiction].
  - intros i small. unfold at_index. destruct (Nat.eq_dec m i); [lia|reflexivity].
Qed.

(** The variables before m as they are, and m where the square vanishes. *)
Definition extended (m : nat) (J : matrix) (x : nat -> R) : nat -> R :=
  fun i => if Nat.eq_dec i m then - slope m J x / J m m else x i.

Lemma extended_quadratic : forall m J x, positive_definite (S m) J ->
  quadratic (S m) J (extended m J x) = quadratic m (schur m J) x.
Proof.
  intros m J x positive. pose proof (corner_positive m J positive).
  assert (agree : forall i, (i < m)%nat -> extended m J x i = x i).
  { intros i small. unfold extended. destruct (Nat.eq_dec i m); [lia|reflexivity]. }
  rewrite complete by (try apply positive; lra).
  rewrite (quadratic_ext m _ _ x agree).
  replace (slope m J (extended m J x)) with (slope m J x).
  - unfold extended. destruct (Nat.eq_dec m m); [|contradiction]. field. lra.
  - apply sum_ext. intros i small. now rewrite agree.
Qed.

Lemma schur_positive : forall m J, positive_definite (S m) J -> positive_definite m (schur m J).
Proof.
  intros m J positive. split.
  - intros i j small small'. unfold schur. destruct positive as [same _].
    rewrite (same i j), (same i m), (same m j) by lia. unfold Rdiv. ring.
  - intros x i small some. rewrite <- (extended_quadratic m J x positive).
    apply (proj2 positive _ i); [lia|]. unfold extended. destruct (Nat.eq_dec i m); [lia|assumption].
Qed.

Lemma pivot_positive : forall n J, positive_definite n J -> forall i, 0 < pivot n J i.
Proof.
  induction n as [|m IH]; intros J positive i; simpl; [lra|].
  destruct (Nat.eq_dec i m); [now apply corner_positive|].
  apply IH. now apply schur_positive.
Qed.

Lemma determinant_positive : forall n J, positive_definite n J -> 0 < determinant n J.
Proof.
  intros n J positive. rewrite determinant_of_pivots. apply prod_pos. intros.
  now apply pivot_positive.
Qed.

(** ** A vector that begins at i has a form of at least its pivot, and one has exactly that *)

Lemma pivot_below : forall n J, positive_definite n J -> forall i x, (i < n)%nat ->
  (forall j, (j < i)%nat -> x j = 0) -> x i ^ 2 * pivot n J i <= quadratic n J x.
Proof.
  induction n as [|m IH]; intros J positive i x small none; [lia|]. cbn [pivot].
  pose proof (corner_positive m J positive). destruct (Nat.eq_dec i m) as [->|other].
  - rewrite corner_quadratic by assumption. lra.
  - rewrite complete by (try apply positive; lra).
    apply Rle_trans with (quadratic m (schur m J) x).
    + apply IH; [now apply schur_positive|lia|assumption].
    + enough (0 <= J m m * (x m + slope m J x / J m m) ^ 2) by lra.
      apply Rmult_le_pos; [lra|apply pow2_ge_0].
Qed.

Lemma pivot_attained : forall n J, positive_definite n J -> forall i, (i < n)%nat ->
  exists e, (forall j, (j < i)%nat -> e j = 0) /\ e i = 1 /\ quadratic n J e = pivot n J i.
Proof.
  induction n as [|m IH]; intros J positive i small; [lia|]. cbn [pivot].
  destruct (Nat.eq_dec i m) as [->|other].
  - exists (at_index m). unfold at_index. repeat split.
    + intros j before. destruct (Nat.eq_dec m j); [lia|reflexivity].
    + destruct (Nat.eq_dec m m); [reflexivity|contradiction].
    + rewrite corner_quadratic.
      * destruct (Nat.eq_dec m m); [ring|contradiction].
      * intros j before. destruct (Nat.eq_dec m j); [lia|reflexivity].
  - destruct (IH _ (schur_positive m J positive) i) as (e & none & one & exact_form); [lia|].
    exists (extended m J e). repeat split.
    + intros j before. unfold extended. destruct (Nat.eq_dec j m); [lia|auto].
    + unfold extended. now destruct (Nat.eq_dec i m).
    + now rewrite extended_quadratic.
Qed.

(** ** The inequality of the means *)

Lemma bernoulli_real : forall n x, -1 <= x -> 1 + INR n * x <= (1 + x) ^ n.
Proof.
  induction n as [|n IH]; intros x low; [simpl; lra|]. rewrite S_INR. cbn [pow].
  specialize (IH x low). pose proof (pos_INR n) as count.
  apply Rle_trans with ((1 + x) * (1 + INR n * x)).
  - pose proof (pow2_ge_0 x). assert (0 <= INR n * x ^ 2) by (now apply Rmult_le_pos). lra.
  - apply Rmult_le_compat_l; lra.
Qed.

Lemma one_more_mean : forall n A a, (0 < n)%nat -> 0 <= A -> 0 <= a ->
  A ^ n * a <= ((INR n * A + a) / INR (S n)) ^ S n.
Proof.
  intros n A a some above positive. pose proof (lt_0_INR n some). rewrite S_INR.
  destruct above as [above|<-].
  - assert ((INR n * A + a) / (INR n + 1) = A * (1 + (a / A - 1) / (INR n + 1))) as ->
      by (field; lra).
    rewrite Rpow_mult_distr. apply Rle_trans with (A ^ S n * (a / A)).
    + cbn [pow]. apply Req_le. field. lra.
    + apply Rmult_le_compat_l; [apply pow_le; lra|].
      assert (0 <= a / A) by (apply Rmult_le_pos; [lra|apply Rlt_le; now apply Rinv_0_lt_compat]).
      eapply Rle_trans; [|apply bernoulli_real].
      * rewrite S_INR. apply Req_le. field. lra.
      * apply Rmult_le_reg_r with (INR n + 1); [lra|].
        replace ((a / A - 1) / (INR n + 1) * (INR n + 1)) with (a / A - 1) by (field; lra). lra.
  - rewrite pow_i by assumption. rewrite Rmult_0_l. apply pow_le.
    apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
Qed.

Theorem inequality_of_means : forall n a, (0 < n)%nat -> (forall i, (i < n)%nat -> 0 <= a i) ->
  prod n a <= (sum n a / INR n) ^ n.
Proof.
  induction n as [|n IH]; intros a some above; [lia|].
  destruct (Nat.eq_dec n 0) as [->|more]; [simpl; lra|].
  assert (0 < INR n) by (apply lt_0_INR; lia). cbn [prod sum].
  apply Rle_trans with ((sum n a / INR n) ^ n * a n).
  - apply Rmult_le_compat_r; [apply above; lia|]. apply IH; [lia|]. intros. apply above. lia.
  - assert (0 <= sum n a) by (apply sum_nonneg; intros; apply above; lia).
    eapply Rle_trans; [apply one_more_mean|].
    + lia.
    + apply Rmult_le_pos; [assumption|]. apply Rlt_le. now apply Rinv_0_lt_compat.
    + apply above. lia.
    + apply Req_le. f_equal. f_equal. field. lra.
Qed.

(** Tangents v_i that begin at i, with sizes: their forms bound the determinant. *)
Theorem determinant_below : forall n J s v paid, (0 < n)%nat -> positive_definite n J ->
  (forall i, (i < n)%nat -> 0 <= s i) ->
  (forall i j, (i < n)%nat -> (j < i)%nat -> v i j = 0) ->
  \sum_(i < n) (s i * quadratic n J (v i)) <= paid ->
  determinant n J * (\prod_(i < n) (s i * v i i ^ 2)) <= (paid / INR n) ^ n.
Proof.
  intros n J s v paid some positive sizes begin most. pose proof (lt_0_INR n some).
  assert (pivots : forall i, 0 < pivot n J i) by now apply pivot_positive.
  assert (above : forall i, (i < n)%nat -> 0 <= pivot n J i * (s i * v i i ^ 2)).
  { intros i small. apply Rmult_le_pos; [now apply Rlt_le|].
    apply Rmult_le_pos; [auto|apply pow2_ge_0]. }
  rewrite determinant_of_pivots, <- prod_times.
  eapply Rle_trans; [now apply inequality_of_means|]. apply pow_incr. split.
  - apply Rmult_le_pos; [now apply sum_nonneg|]. apply Rlt_le. now apply Rinv_0_lt_compat.
  - apply Rmult_le_compat_r; [apply Rlt_le; now apply Rinv_0_lt_compat|].
    eapply Rle_trans; [|exact most]. apply sum_le. intros i small.
    rewrite (Rmult_comm (pivot n J i)), Rmult_assoc. apply Rmult_le_compat_l; [auto|].
    now apply pivot_below; auto.
Qed.

(** ** What an objective "d-optimal" says of a table *)

(** J = sum_i r_i r_i' / (q.r_i), the information of one report on the shares of the truths. *)
Definition information_matrix (m k : nat) (q : nat -> R) (P : matrix) : matrix := fun a b =>
  \sum_(i < m) (P i a * P i b / dot k q (P i)).

Lemma information_form : forall m k q P v,
  quadratic k (information_matrix m k q P) v = \sum_(i < m) along k q v (P i).
Proof.
  intros m k q P v. unfold quadratic, information_matrix.
  rewrite (sum_ext k _ (fun a => \sum_(i < m) \sum_(b < k)
    (/ dot k q (P i) * (v a * P i a * (v b * P i b))))).
  - rewrite sum_of_sums. apply sum_ext. intros i _. unfold along.
    rewrite (sum_ext k _ (fun a => / dot k q (P i) * \sum_(b < k) (v a * P i a * (v b * P i b))))
      by (intros; apply sum_scale).
    rewrite sum_scale, <- product_of_sums. fold (dot k v (P i)). unfold Rdiv. ring.
  - intros a _. rewrite sum_of_sums. apply sum_ext. intros b _. rewrite <- sum_scale.
    apply sum_ext. intros. unfold Rdiv. ring.
Qed.

(** k det J^-1 is nowhere below k (k / paid)^k prod s v_ii^2. *)
Theorem gradient_determinant : forall m k paid q s v P, (0 < k)%nat ->
  \sum_(i < m) \sum_(n < k) (s n * along k q (v n) (P i)) <= paid ->
  (forall n, (n < k)%nat -> 0 <= s n) ->
  (forall n j, (n < k)%nat -> (j < n)%nat -> v n j = 0) ->
  positive_definite k (information_matrix m k q P) -> 0 < paid ->
  INR k * (INR k / paid) ^ k * (\prod_(n < k) (s n * v n n ^ 2)) <=
  INR k / determinant k (information_matrix m k q P).
Proof.
  intros m k p q s v P some most sizes begin positive pays.
  pose proof (lt_0_INR k some) as count.
  set (J := information_matrix m k q P) in *.
  assert (0 < determinant k J) as above by now apply determinant_positive.
  assert (determinant k J * (\prod_(n < k) (s n * v n n ^ 2)) <= (p / INR k) ^ k) as below.
  { apply determinant_below; auto.
    rewrite (sum_ext k _ (fun n => \sum_(i < m) (s n * along k q (v n) (P i)))).
    - now rewrite sum_of_sums.
    - intros n _. unfold J. now rewrite information_form, sum_scale. }
  unfold Rdiv at 2. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
  apply Rmult_le_reg_l with (determinant k J); [assumption|].
  rewrite Rinv_r by lra. rewrite (Rmult_comm _ (prod k _)), <- Rmult_assoc.
  assert (0 < (p / INR k) ^ k) as scale.
  { apply pow_lt. apply Rmult_lt_0_compat; [assumption|]. now apply Rinv_0_lt_compat. }
  replace ((INR k / p) ^ k) with (/ (p / INR k) ^ k).
  - apply Rmult_le_reg_r with ((p / INR k) ^ k); [assumption|]. rewrite Rmult_assoc, Rinv_l; lra.
  - rewrite Rinv_pow by (apply Rgt_not_eq, Rmult_lt_0_compat; [|apply Rinv_0_lt_compat]; assumption).
    f_equal. field. lra.
Qed.

(** What the estimators of the table show: contrasts c_i that end at i. *)
Theorem determinant_reached : forall m k q s c x P, (0 < k)%nat -> law k q -> stochastic m k P ->
  positive_definite k (information_matrix m k q P) ->
  (forall n, (n < k)%nat -> 0 <= s n) ->
  (forall n j, (n < k)%nat -> (n < j < k)%nat -> c n j = 0) ->
  (forall n, (n < k)%nat -> unbiased m k P (c n) (x n)) ->
  (forall n i, (n < k)%nat -> (i < m)%nat -> forall w, finite k q w (P i)) ->
  \prod_(n < k) (s n * c n n ^ 2) <=
  ((\sum_(n < k) (s n * \sum_(i < m) (x n i ^ 2 * share k q P i))) / INR k) ^ k *
  determinant k (information_matrix m k q P).
Proof.
  intros m k q s c x P some is_law columns positive sizes ends mean silent.
  pose proof (lt_0_INR k some) as count.
  set (J := information_matrix m k q P) in *.
  assert (pivots : forall i, 0 < pivot k J i) by now apply pivot_positive.
  assert (moment : forall n, (n < k)%nat ->
    c n n ^ 2 / pivot k J n <= \sum_(i < m) (x n i ^ 2 * share k q P i)).
  { intros n small. destruct (pivot_attained k J positive n small) as (e & none & one & form).
    pose proof (pivots n). set (t := c n n / pivot k J n).
    pose proof (one_contrast m k P q (c n) (x n) (fun j => t * e j) columns is_law (mean n small))
      as below.
    rewrite (variance_as_moment m k P q (c n) (x n) columns is_law (mean n small)) in below.
    assert (dot k (fun j => t * e j) (c n) = t * c n n) as gain.
    { unfold dot. rewrite (sum_ext k _ (fun j => at_index n j * (t * c n n))).
      - now rewrite sum_pick.
      - intros j inside. unfold at_index. destruct (Nat.eq_dec n j) as [<-|other].
        + rewrite one. ring.
        + destruct (Nat.lt_ge_cases j n); [rewrite none by assumption|
            rewrite ends by lia]; ring. }
    assert (\sum_(i < m) along k q (fun j => t * e j) (P i) = t ^ 2 * pivot k J n) as cost.
    { rewrite <- form. unfold J. rewrite information_form, <- sum_scale. apply sum_ext.
      intros i _. unfold along, dot.
      rewrite (sum_ext k _ (fun j => t * (e j * P i j))) by (intros; ring).
      rewrite sum_scale. unfold Rdiv. ring. }
    rewrite gain, cost in below.
    replace (c n n ^ 2 / pivot k J n) with (2 * (t * c n n) - t ^ 2 * pivot k J n)
      by (unfold t; field; lra).
    specialize (below (fun i inside => silent n i small inside _)). lra. }
  rewrite determinant_of_pivots.
  rewrite (prod_ext k (fun n => s n * c n n ^ 2)
    (fun n => s n * (c n n ^ 2 / pivot k J n) * pivot k J n))
    by (intros n _; field; apply Rgt_not_eq, pivots).
  rewrite prod_times. apply Rmult_le_compat_r; [apply prod_nonneg; intros; now apply Rlt_le|].
  assert (above : forall n, (n < k)%nat -> 0 <= s n * (c n n ^ 2 / pivot k J n)).
  { intros n small. apply Rmult_le_pos; [auto|]. apply Rmult_le_pos; [apply pow2_ge_0|].
    apply Rlt_le, Rinv_0_lt_compat, pivots. }
  eapply Rle_trans; [now apply inequality_of_means|]. apply pow_incr. split.
  - apply Rmult_le_pos; [now apply sum_nonneg|]. apply Rlt_le. now apply Rinv_0_lt_compat.
  - apply Rmult_le_compat_r; [apply Rlt_le; now apply Rinv_0_lt_compat|].
    apply sum_le. intros n small. apply Rmult_le_compat_l; auto.
Qed.
