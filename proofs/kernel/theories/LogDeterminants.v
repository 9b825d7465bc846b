(** Log-determinants of the information about the coefficients of a model, for any number of truths,
    points, coefficients and guesses: triangular tangents bound them, triangular contrasts reach them. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Probability Estimators Determinants Groups Analysis.
Open Scope R_scope.

(** ** The last two variables in the other order: the determinant is the same *)

Definition swap (m i : nat) : nat := if Nat.eq_dec i m then S m else if Nat.eq_dec i (S m) then m else i.

Ltac swaps := unfold swap; repeat (destruct (Nat.eq_dec _ _); try lia).

Definition swapped (m : nat) (J : matrix) : matrix := fun i j => J (swap m i) (swap m j).

Lemma swap_inside : forall m i, (i < S (S m))%nat -> (swap m i < S (S m))%nat.
Proof. intros. swaps. Qed.

Lemma swap_twice : forall m i, swap m (swap m i) = i.
Proof. intros. swaps. Qed.

Lemma swap_before : forall m i, (i < m)%nat -> swap m i = i.
Proof. intros. swaps. Qed.

Lemma swap_last : forall m, swap m m = S m /\ swap m (S m) = m.
Proof. intros. split; swaps. Qed.

Lemma swapped_quadratic : forall m J x,
  quadratic (S (S m)) (swapped m J) x = quadratic (S (S m)) J (fun i => x (swap m i)).
Proof.
  intros m J x. destruct (swap_last m) as [one two]. unfold quadratic, swapped. cbn [sum].
  rewrite one, two.
  rewrite (sum_ext m (fun j => x m * x j * J (S m) (swap m j))
    (fun j => x m * x (swap m j) * J (S m) j)) by (intros; now rewrite swap_before).
  rewrite (sum_ext m (fun j => x (S m) * x j * J m (swap m j))
    (fun j => x (S m) * x (swap m j) * J m j)) by (intros; now rewrite swap_before).
  rewrite (sum_ext m (fun i => \sum_(j < m) (x i * x j * J (swap m i) (swap m j)) +
      x i * x m * J (swap m i) (S m) + x i * x (S m) * J (swap m i) m)
    (fun i => \sum_(j < m) (x (swap m i) * x (swap m j) * J i j) +
      x (swap m i) * x (S m) * J i m + x (swap m i) * x m * J i (S m))).
  - ring.
  - intros i small. rewrite (swap_before m i small).
    rewrite (sum_ext m (fun j => x i * x j * J i (swap m j))
      (fun j => x i * x (swap m j) * J i j)) by (intros; now rewrite swap_before). ring.
Qed.

Lemma swapped_positive : forall m J, positive_definite (S (S m)) J ->
  positive_definite (S (S m)) (swapped m J).
Proof.
  intros m J [same positive]. split.
  - intros i j small small'. apply same; now apply swap_inside.
  - intros x i small some. rewrite swapped_quadratic.
    apply (positive _ (swap m i)); [now apply swap_inside|]. now rewrite swap_twice.
Qed.

Lemma swapped_determinant : forall m J, positive_definite (S (S m)) J ->
  determinant (S (S m)) (swapped m J) = determinant (S (S m)) J.
Proof.
  intros m J positive. destruct (swap_last m) as [one two].
  pose proof (corner_positive _ _ positive) as last.
  pose proof (corner_positive _ _ (swapped_positive m J positive)) as before.
  pose proof (corner_positive _ _ (schur_positive _ _ positive)) as both.
  pose proof (corner_positive _ _ (schur_positive _ _ (swapped_positive m J positive))) as both'.
  assert (J (S m) m = J m (S m)) as across by (apply positive; lia).
  unfold schur, swapped in before, both, both'.
  rewrite two in before. rewrite across in both. rewrite one, two, across in both'.
  assert (J m m * J (S m) (S m) - J m (S m) ^ 2 <> 0) as area.
  { replace (J m m * J (S m) (S m) - J m (S m) ^ 2) with
      (J (S m) (S m) * (J m m - J m (S m) * J m (S m) / J (S m) (S m))) by (field; lra).
    apply Rgt_not_eq. now apply Rmult_lt_0_compat. }
  cbn [determinant]. rewrite <- !Rmult_assoc. f_equal.
  - unfold schur, swapped. rewrite one, two, across. field. lra.
  - apply determinant_ext. intros i j small small'. unfold schur, swapped.
    rewrite !one, !two, !across, !(swap_before m) by assumption. field.
    repeat split; try lra; intro zero; apply area; rewrite <- zero; ring.
Qed.

(** ** Without the last variable *)

Lemma quadratic_short : forall m J x, x m = 0 -> quadratic (S m) J x = quadratic m J x.
Proof.
  intros m J x none. unfold quadratic. cbn [sum]. rewrite none.
  rewrite (sum_ext m _ (fun i => \sum_(j < m) (x i * x j * J i j))) by (intros; ring).
  rewrite (sum_zero m (fun j => 0 * x j * J m j)) by (intros; ring). ring.
Qed.

Lemma leading_positive : forall m J, positive_definite (S m) J -> positive_definite m J.
Proof.
  intros m J [same positive]. split; [intros i j small small'; apply same; lia|].
  intros x i small some. set (z := fun j => if Nat.eq_dec j m then 0 else x j).
  rewrite (quadratic_ext m J x z)
    by (intros j small'; unfold z; destruct (Nat.eq_dec j m); [lia|reflexivity]).
  rewrite <- quadratic_short by (unfold z; destruct (Nat.eq_dec m m); [reflexivity|contradiction]).
  apply (positive _ i); [lia|]. unfold z. destruct (Nat.eq_dec i m); [lia|assumption].
Qed.

Lemma zero_or_some : forall n (x : nat -> R),
  (forall i, (i < n)%nat -> x i = 0) \/ (exists i, (i < n)%nat /\ x i <> 0).
Proof.
  induction n as [|n IH]; intros x; [left; intros; lia|].
  destruct (IH x) as [none|(i & small & some)]; [|right; exists i; split; [lia|assumption]].
  destruct (Req_dec (x n) 0) as [zero|some]; [left|right; exists n; split; [lia|assumption]].
  intros i small. destruct (Nat.eq_dec i n) as [->|]; [assumption|apply none; lia].
Qed.

Lemma quadratic_nonneg : forall n J x, positive_definite n J -> 0 <= quadratic n J x.
Proof.
  intros n J x [_ positive]. destruct (zero_or_some n x) as [none|(i & small & some)].
  - rewrite quadratic_zero by assumption. lra.
  - now apply Rlt_le, (positive _ i).
Qed.

(** ** A form is at least what its last variable adds to the determinant *)

Lemma last_variable : forall m J x, positive_definite (S m) J ->
  determinant (S m) J * x m ^ 2 <= determinant m J * quadratic (S m) J x.
Proof.
  induction m as [|m IH]; intros J x positive.
  { apply Req_le. unfold quadratic. simpl. ring. }
  pose proof (swapped_positive m J positive) as other.
  pose proof (corner_positive _ _ other) as before.
  destruct (swap_last m) as [one two].
  set (K := swapped m J) in *. set (z := fun i => x (swap m i)).
  assert (K (S m) (S m) = J m m) as corner by (unfold K, swapped; now rewrite two).
  assert (determinant (S m) J = J m m * determinant m (schur (S m) K)) as ->.
  { cbn [determinant]. f_equal. apply determinant_ext. intros i j small small'.
    unfold schur. rewrite corner. unfold K, swapped. now rewrite two, !swap_before by assumption. }
  unfold K in corner |- *. rewrite <- (swapped_determinant m J positive). fold K in corner |- *.
  assert (quadratic (S (S m)) J x = quadratic (S (S m)) K z) as ->.
  { unfold K. rewrite swapped_quadratic. apply quadratic_ext. intros i small.
    unfold z. now rewrite swap_twice. }
  change (determinant (S (S m)) K) with (K (S m) (S m) * determinant (S m) (schur (S m) K)).
  pose proof (IH (schur (S m) K) z (schur_positive _ _ other)) as below.
  assert (z m = x (S m)) as last by (unfold z; now rewrite one).
  rewrite last in below. rewrite corner in *.
  rewrite (complete (S m) K z) by (try apply other; rewrite ?corner; lra). rewrite corner.
  set (rest := J m m * (z (S m) + slope (S m) K z / J m m) ^ 2).
  assert (0 <= rest) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
  assert (0 < determinant m (schur (S m) K)).
  { now apply determinant_positive, leading_positive, schur_positive. }
  rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|].
  eapply Rle_trans; [exact below|]. apply Rmult_le_compat_l; lra.
Qed.

(** Vectors that end at i: the product of their forms is at least the determinant (Hadamard). *)
Lemma forms_of_ends : forall n J v, positive_definite n J ->
  (forall i j, (i < j < n)%nat -> v i j = 0) ->
  determinant n J * (\prod_(i < n) v i i ^ 2) <= \prod_(i < n) quadratic n J (v i).
Proof.
  induction n as [|m IH]; intros J v positive ends; [simpl; lra|]. cbn [prod].
  rewrite (prod_ext m (fun i => quadratic (S m) J (v i)) (fun i => quadratic m J (v i)))
    by (intros; apply quadratic_short, ends; lia).
  pose proof (leading_positive m J positive) as leading.
  assert (determinant m J * (\prod_(i < m) v i i ^ 2) <= \prod_(i < m) quadratic m J (v i)) as below
    by (apply IH; [assumption|intros; apply ends; lia]).
  pose proof (last_variable m J (v m) positive) as step.
  assert (0 <= \prod_(i < m) v i i ^ 2) by (apply prod_nonneg; intros; apply pow2_ge_0).
  assert (0 <= quadratic (S m) J (v m)) by now apply quadratic_nonneg.
  apply Rle_trans with ((\prod_(i < m) v i i ^ 2) * (determinant m J * quadratic (S m) J (v m))).
  - replace (determinant (S m) J * ((\prod_(i < m) v i i ^ 2) * v m m ^ 2)) with
      ((\prod_(i < m) v i i ^ 2) * (determinant (S m) J * v m m ^ 2)) by ring.
    now apply Rmult_le_compat_l.
  - rewrite (Rmult_comm (determinant m J)), <- Rmult_assoc, (Rmult_comm _ (determinant m J)).
    apply Rle_trans with (determinant m J * (\prod_(i < m) v i i ^ 2) * quadratic (S m) J (v m));
      [apply Req_le; ring|now apply Rmult_le_compat_r].
Qed.

(** ** Models *)

(** D'r: the derivatives of the chance of a report in the coefficients. *)
Definition derivative (k : nat) (D : nat -> nat -> R) (r : nat -> R) (a : nat) : R :=
  \sum_(j < k) (D j a * r j).

(** J = sum_t w_t sum_i (D_t'r_i)(D_t'r_i)' / (p_t.r_i), the information on the coefficients. *)
Definition model_matrix (m k X : nat) (w : nat -> R) (p : nat -> nat -> R) (D : nat -> nat -> nat -> R)
  (P : matrix) : matrix := fun a b => \sum_(t < X) (w t * \sum_(i < m)
    (derivative k (D t) (P i) a * derivative k (D t) (P i) b / dot k (p t) (P i))).

Lemma model_form : forall m k X K w p D P v,
  quadratic K (model_matrix m k X w p D P) v = \sum_(i < m) model_information k X K w p D v (P i).
Proof.
  intros m k X K w p D P v. unfold model_information. rewrite sum_of_sums.
  unfold quadratic, model_matrix.
  rewrite (sum_ext K _ (fun a => \sum_(t < X) \sum_(b < K) (v a * v b * (w t * \sum_(i < m)
    (derivative k (D t) (P i) a * derivative k (D t) (P i) b / dot k (p t) (P i)))))).
  2: { intros a _. rewrite sum_of_sums. apply sum_ext. intros b _. now rewrite <- sum_scale. }
  rewrite sum_of_sums. apply sum_ext. intros t _. rewrite sum_scale.
  rewrite (sum_ext K _ (fun a => w t * \sum_(i < m) \sum_(b < K) (/ dot k (p t) (P i) *
    (v a * derivative k (D t) (P i) a * (v b * derivative k (D t) (P i) b))))).
  2: { intros a _. rewrite sum_of_sums, <- sum_scale. apply sum_ext. intros b _.
       rewrite <- !sum_scale. apply sum_ext. intros i _. unfold Rdiv. ring. }
  rewrite sum_scale. f_equal. rewrite sum_of_sums. apply sum_ext. intros i _.
  assert (dot k (moved K D v t) (P i) = \sum_(a < K) (v a * derivative k (D t) (P i) a)) as form.
  { unfold dot, moved, derivative.
    rewrite (sum_ext k _ (fun j => \sum_(a < K) (v a * (D t j a * P i j)))).
    - rewrite sum_of_sums. apply sum_ext. intros. apply sum_scale.
    - intros j _. rewrite <- sum_scale_right. apply sum_ext. intros. ring. }
  rewrite (sum_ext K _ (fun a => / dot k (p t) (P i) * \sum_(b < K)
    (v a * derivative k (D t) (P i) a * (v b * derivative k (D t) (P i) b))))
    by (intros; apply sum_scale).
  rewrite sum_scale, <- product_of_sums, <- form. unfold along, Rdiv. ring.
Qed.

Lemma ln_le : forall x y, 0 < x -> x <= y -> ln x <= ln y.
Proof.
  intros x y above [less|same]; [now apply Rlt_le, ln_increasing|rewrite same; lra].
Qed.

Lemma ln_prod : forall n f, (forall i, (i < n)%nat -> 0 < f i) -> ln (prod n f) = \sum_(i < n) ln (f i).
Proof.
  induction n as [|n IH]; intros f positive; simpl; [apply ln_1|].
  rewrite ln_mult, IH; auto. apply prod_pos. auto.
Qed.

(** Tangents v_s that end at their coefficient, whose information is t in all: ln det J at most. *)
Lemma log_of_ends : forall n J v T, (0 < n)%nat -> positive_definite n J -> 0 < T ->
  (forall i j, (i < j < n)%nat -> v i j = 0) -> (forall i, (i < n)%nat -> v i i <> 0) ->
  ln (determinant n J) + \sum_(i < n) ln (v i i ^ 2) <=
  INR n * ln T + (\sum_(i < n) quadratic n J (v i) - INR n * T) / T.
Proof.
  intros n J v T some positive above ends diagonal. pose proof (lt_0_INR n some) as count.
  assert (squares : forall i, (i < n)%nat -> 0 < v i i ^ 2).
  { intros i small. rewrite <- Rsqr_pow2. apply Rsqr_pos_lt. now apply diagonal. }
  assert (0 < \prod_(i < n) v i i ^ 2) as volume by now apply prod_pos.
  pose proof (determinant_positive n J positive) as whole.
  assert (0 < \sum_(i < n) quadratic n J (v i)) as pays.
  { apply sum_pos; [assumption|]. intros i small. apply (proj2 positive _ i); auto. }
  set (t := \sum_(i < n) quadratic n J (v i)) in *.
  assert (0 < t / INR n) as mean by (apply Rdiv_lt_0_compat; assumption).
  rewrite <- ln_prod, <- ln_mult by assumption.
  apply Rle_trans with (INR n * ln (t / INR n)).
  - rewrite <- ln_pow by assumption. apply ln_le; [now apply Rmult_lt_0_compat|].
    eapply Rle_trans; [now apply forms_of_ends|]. apply inequality_of_means; [assumption|].
    intros. now apply quadratic_nonneg.
  - replace (t / INR n) with (T * (t / INR n / T)) by (field; lra).
    assert (0 < t / INR n / T) by (apply Rdiv_lt_0_compat; assumption).
    rewrite ln_mult by assumption.
    replace ((t - INR n * T) / T) with (INR n * (t / INR n / T - 1)) by (field; lra).
    rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [lra|].
    apply Rplus_le_compat_l. now apply ln_below.
Qed.

(** S guesses with weights: no table whose information is at most what prices pay has an average
    log-determinant above what tangents allow; *)
Theorem log_determinant_below : forall m k S X K paid weight w p D v P,
  (0 < K)%nat -> law S weight ->
  \sum_(i < m) \sum_(s < S) (weight s * \sum_(n < K)
    model_information k X K (w s) (p s) (D s) (v s n) (P i)) <= paid ->
  0 < paid ->
  (forall s, (s < S)%nat -> positive_definite K (model_matrix m k X (w s) (p s) (D s) P)) ->
  (forall s i j, (s < S)%nat -> (i < j < K)%nat -> v s i j = 0) ->
  (forall s i, (s < S)%nat -> (i < K)%nat -> v s i i <> 0) ->
  \sum_(s < S) (weight s * ln (determinant K (model_matrix m k X (w s) (p s) (D s) P))) <=
  INR K * ln (paid / INR K) -
  \sum_(s < S) (weight s * \sum_(i < K) ln (v s i i ^ 2)).
Proof.
  intros m k S X K paid weight w p D v P some [above one] most pays definite ends diagonal.
  change (sum S weight = 1) in one. pose proof (lt_0_INR K some) as count.
  set (T := paid / INR K).
  assert (0 < T) as positive by (apply Rdiv_lt_0_compat; assumption).
  set (J := fun s => model_matrix m k X (w s) (p s) (D s) P).
  rewrite sum_of_sums in most.
  rewrite (sum_ext S _ (fun s => weight s * \sum_(n < K) quadratic K (J s) (v s n))) in most.
  2: { intros s _. rewrite sum_scale. f_equal. rewrite sum_of_sums. apply sum_ext.
       intros n _. symmetry. apply model_form. }
  enough (\sum_(s < S) (weight s * (ln (determinant K (J s)) + \sum_(i < K) ln (v s i i ^ 2))) <=
    INR K * ln T) as all.
  { rewrite (sum_ext S _ (fun s => weight s * ln (determinant K (J s)) +
      weight s * \sum_(i < K) ln (v s i i ^ 2))) in all by (intros; ring).
    rewrite sum_plus in all. unfold J in all. lra. }
  apply Rle_trans with (\sum_(s < S) ((INR K * ln T - INR K) * weight s +
    / T * (weight s * \sum_(n < K) quadratic K (J s) (v s n)))).
  - apply sum_le. intros s small.
    replace ((INR K * ln T - INR K) * weight s +
      / T * (weight s * \sum_(n < K) quadratic K (J s) (v s n))) with
      (weight s * (INR K * ln T + (\sum_(n < K) quadratic K (J s) (v s n) - INR K * T) / T))
      by (field; lra).
    apply Rmult_le_compat_l; [auto|]. apply log_of_ends; auto. now apply definite.
  - rewrite sum_plus, !sum_scale, one.
    assert (/ T * (\sum_(s < S) (weight s * \sum_(n < K) quadratic K (J s) (v s n))) <=
      / T * paid) as less.
    { apply Rmult_le_compat_l; [apply Rlt_le; now apply Rinv_0_lt_compat|exact most]. }
    replace (/ T * paid) with (INR K) in less by (unfold T; field; lra). lra.
Qed.

(** and so the least over the guesses neither. *)
Theorem least_log_determinant_below : forall m k S X K paid weight w p D v P least,
  (0 < K)%nat -> law S weight ->
  \sum_(i < m) \sum_(s < S) (weight s * \sum_(n < K)
    model_information k X K (w s) (p s) (D s) (v s n) (P i)) <= paid ->
  0 < paid ->
  (forall s, (s < S)%nat -> positive_definite K (model_matrix m k X (w s) (p s) (D s) P)) ->
  (forall s i j, (s < S)%nat -> (i < j < K)%nat -> v s i j = 0) ->
  (forall s i, (s < S)%nat -> (i < K)%nat -> v s i i <> 0) ->
  (forall s, (s < S)%nat -> least <= ln (determinant K (model_matrix m k X (w s) (p s) (D s) P))) ->
  least <= INR K * ln (paid / INR K) -
  \sum_(s < S) (weight s * \sum_(i < K) ln (v s i i ^ 2)).
Proof.
  intros m k S X K paid weight w p D v P least some weights most pays definite ends diagonal all.
  eapply Rle_trans; [|now apply (log_determinant_below m k S X K paid weight w p D v P)].
  destruct weights as [above one]. change (sum S weight = 1) in one.
  replace least with (\sum_(s < S) (weight s * least)) by (rewrite sum_scale_right, one; ring).
  apply sum_le. intros s small. apply Rmult_le_compat_l; auto.
Qed.

(** What the estimators of a table show of one guess: contrasts that end at their coefficient. *)
Theorem log_determinant_reached : forall m k X K w p D (c : nat -> nat -> R) est P,
  stochastic m k P -> (forall t, (t < X)%nat -> 0 <= w t /\ law k (p t)) ->
  positive_definite K (model_matrix m k X w p D P) ->
  (forall n j, (n < j < K)%nat -> c n j = 0) -> (forall n, (n < K)%nat -> c n n <> 0) ->
  (forall n, (n < K)%nat -> locally_unbiased m k X K w D P (c n) (est n)) ->
  (forall n, (n < K)%nat -> 0 < model_moment m k X w p P (est n)) ->
  (forall t i v, (t < X)%nat -> (i < m)%nat -> finite k (p t) (moved K D v t) (P i)) ->
  \sum_(n < K) ln (c n n ^ 2 / model_moment m k X w p P (est n)) <=
  ln (determinant K (model_matrix m k X w p D P)).
Proof.
  intros m k X K w p D c est P columns guesses positive ends diagonal mean moments silent.
  set (J := model_matrix m k X w p D P) in *.
  assert (pivots : forall i, 0 < pivot K J i) by now apply pivot_positive.
  rewrite determinant_of_pivots, ln_prod by auto. apply sum_le. intros n small.
  pose proof (moments n small) as moment. set (M := model_moment m k X w p P (est n)) in *.
  assert (0 < c n n ^ 2) as square.
  { rewrite <- Rsqr_pow2. apply Rsqr_pos_lt. now apply diagonal. }
  apply ln_le; [now apply Rdiv_lt_0_compat|].
  destruct (pivot_attained K J positive n small) as (e & none & unit & form).
  pose proof (pivots n) as pivot_above. set (t := c n n / pivot K J n).
  assert (dot K (fun a => t * e a) (c n) = t * c n n) as gain.
  { unfold dot. rewrite (sum_ext K _ (fun j => at_index n j * (t * c n n))).
    - now rewrite sum_pick.
    - intros j inside. unfold at_index. destruct (Nat.eq_dec n j) as [<-|other].
      + rewrite unit. ring.
      + destruct (Nat.lt_ge_cases j n); [rewrite none by assumption|rewrite ends by lia]; ring. }
  assert (\sum_(i < m) model_information k X K w p D (fun a => t * e a) (P i) = t ^ 2 * pivot K J n)
    as cost.
  { rewrite <- model_form. fold J. rewrite <- form. unfold quadratic. rewrite <- sum_scale.
    apply sum_ext. intros a _. rewrite <- sum_scale. apply sum_ext. intros. ring. }
  assert (2 * (t * c n n) - t ^ 2 * pivot K J n <= M) as below.
  { rewrite <- gain, <- cost. apply model_contrast; auto.
    - intros x inside. now apply guesses.
    - intros x i inside row. destruct (guesses x inside) as [_ [low _]].
      apply sum_nonneg. intros j small'. apply Rmult_le_pos; [auto|]. now apply (columns j small'). }
  replace (2 * (t * c n n) - t ^ 2 * pivot K J n) with (c n n ^ 2 / pivot K J n) in below
    by (unfold t; field; lra).
  apply Rmult_le_reg_r with M; [assumption|].
  replace (c n n ^ 2 / M * M) with (c n n ^ 2 / pivot K J n * pivot K J n) by (field; lra).
  rewrite (Rmult_comm (pivot K J n)). apply Rmult_le_compat_r; lra.
Qed.
