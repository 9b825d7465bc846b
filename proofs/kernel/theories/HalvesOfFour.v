(** Four truths, each respondent asked one of the three questions about two of them: where no table
    tells more of the answers. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number QuadraticForms Questions KaryContrasts OneSetMore
  KaryEigenvalue.
Open Scope R_scope.

(** Which truths are counted for and against in question t. *)
Definition half (t j : nat) : R :=
  match t, j with
  | _, 0%nat | 0%nat, 1%nat | 1%nat, 2%nat | 2%nat, 3%nat => 1
  | _, _ => -1
  end.

Section Halves.

Variables (g : R) (q : nat -> R).
Context (big : 1 < g) (shares : law 4 q).

Definition balance (t : nat) : R := \sum_(j < 4) (q j * half t j).

(** The variance of the answer to question t, that of a respondent who is asked nothing else. *)
Definition answer_variance (t : nat) : R := ((g + 1) / (g - 1)) ^ 2 - balance t ^ 2.

Lemma answers_vary : forall t, (t < 3)%nat -> 0 <= answer_variance t.
Proof.
  destruct shares as [above total]. cbn [sum] in total.
  pose proof (above 0 ltac:(lia))%nat. pose proof (above 1 ltac:(lia))%nat.
  pose proof (above 2 ltac:(lia))%nat. pose proof (above 3 ltac:(lia))%nat.
  assert (1 <= (g + 1) / (g - 1)) as wide.
  { apply Rmult_le_reg_r with (g - 1); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (forall x, -1 <= x <= 1 -> 0 <= ((g + 1) / (g - 1)) ^ 2 - x ^ 2) as enough
    by (intros; nra).
  intros t small. unfold answer_variance. apply enough. unfold balance, half. cbn [sum].
  destruct t as [|[|[|t]]]; try lia; lra.
Qed.

Context (condition : forall j, (j < 4)%nat ->
  (g - 1) ^ 2 * (8 * q j ^ 2 - 4 * q j + 1 - 2 * \sum_(i < 4) q i ^ 2) <= 3 - g ^ 2).

Let price (j : nat) : R := 4 * (1 - \sum_(t < 3) (balance t * half t j)).

Lemma rows_of_halves : forall s : nat -> bool,
  squares 4 3 half answer_variance (pattern g s) <= dot 4 price (pattern g s) * dot 4 q (pattern g s).
Proof.
  intros s. destruct shares as [_ total]. cbn [sum] in total.
  pose proof (condition 0 ltac:(lia))%nat as c0. pose proof (condition 1 ltac:(lia))%nat as c1.
  pose proof (condition 2 ltac:(lia))%nat as c2. pose proof (condition 3 ltac:(lia))%nat as c3.
  cbn [sum] in *. set (rho := (g + 1) / (g - 1)).
  assert (rho * (g - 1) = g + 1) as scaled by (unfold rho; field; lra).
  assert (rho ^ 2 * (g - 1) ^ 2 = (g + 1) ^ 2) as squared by (rewrite <- scaled; ring).
  unfold squares, dot, price, answer_variance, balance, pattern, half. cbn [sum]. fold rho.
  assert (q 3%nat = 1 - q 0%nat - q 1%nat - q 2%nat) as last by lra. rewrite last in *.
  clear last total. generalize dependent (q 0%nat). intros a c0 c1 c2 c3.
  generalize dependent (q 1%nat). intros b c0 c1 c2 c3. generalize dependent (q 2%nat).
  intros c c0 c1 c2 c3. clearbody rho.
  destruct (s 0%nat), (s 1%nat), (s 2%nat), (s 3%nat); nra.
Qed.

(** What a table tells of the three questions together. *)
Lemma told_of_halves : forall m P, private m 4 (fun _ _ => Some g) (fun _ _ => 0) P ->
  \sum_(i < m) utility_of_squares 4 3 q half answer_variance (P i) <= 16.
Proof.
  intros m P own. pose proof shares as [above total]. cbn [sum] in total.
  assert (forall s, 0 < dot 4 q (pattern g s)) as positive.
  { intros s. unfold dot, pattern. cbn [sum].
    pose proof (above 0 ltac:(lia))%nat. pose proof (above 1 ltac:(lia))%nat.
    pose proof (above 2 ltac:(lia))%nat. pose proof (above 3 ltac:(lia))%nat.
    destruct (s 0%nat), (s 1%nat), (s 2%nat), (s 3%nat); nra. }
  replace 16 with (\sum_(j < 4) price j) by (unfold price, half; cbn [sum]; ring).
  apply (extremes_bound m 4 g price (utility_of_squares 4 3 q half answer_variance) P);
    [lia|lra| | |assumption].
  - apply squares_are_utility; [exact answers_vary|exact above|].
    destruct (Rlt_le_dec 0 (q 0%nat)); [exists 0%nat; split; [lia|assumption]|].
    destruct (Rlt_le_dec 0 (q 1%nat)); [exists 1%nat; split; [lia|assumption]|].
    destruct (Rlt_le_dec 0 (q 2%nat)); [exists 2%nat; split; [lia|assumption]|].
    exists 3%nat. split; [lia|lra].
  - intros s. unfold utility_of_squares. apply Rmult_le_reg_r with (dot 4 q (pattern g s)); [auto|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by (apply Rgt_not_eq; apply positive).
    rewrite Rmult_1_r. apply rows_of_halves.
Qed.

Definition difference_variance (m : nat) (P e : matrix) (t : nat) : R :=
  \sum_(i < m) (dot 4 q (P i) * e i t ^ 2) - balance t ^ 2.

(** found/shares/four/halves: the variances of unbiased estimates of the three differences, each in
    units of that of a respondent who is asked nothing else. *)
Theorem halves_of_four : forall m P (e : matrix),
  private m 4 (fun _ _ => Some g) (fun _ _ => 0) P ->
  (forall t j, (t < 3)%nat -> (j < 4)%nat -> \sum_(i < m) (e i t * P i j) = half t j) ->
  (forall t, (t < 3)%nat -> 0 < difference_variance m P e t) /\
  \sum_(t < 3) (answer_variance t / difference_variance m P e t) <= 1.
Proof.
  intros m P e own fair. pose proof own as [columns _]. pose proof shares as [above one].
  set (w := fun i => dot 4 q (P i)). set (z := fun t i => dot 4 (half t) (P i)).
  assert (forall i, (i < m)%nat -> 0 <= w i) as given.
  { intros i small. apply sum_nonneg. intros j inside. destruct (columns j inside) as [nonneg _].
    apply Rmult_le_pos; auto. }
  assert (forall i, (i < m)%nat -> w i = 0 -> forall t, z t i = 0) as nothing.
  { intros i small none t. unfold z, dot. apply sum_zero. intros a smalla.
    enough (P i a = 0) as -> by ring.
    destruct (columns a smalla) as [nonneg _]. specialize (nonneg i small).
    apply Rle_antisym; [|assumption].
    assert (within 4 g (P i)) as is_row.
    { apply row_within; [lra|].
      now apply (private_row m 4 (fun _ _ => Some g) (fun _ _ => 0) P own). }
    destruct is_row as [_ pairs].
    apply Rmult_le_reg_l with 1; [lra|]. rewrite Rmult_0_r. rewrite <- one.
    change (sum 4 q) with (\sum_(j < 4) q j). rewrite <- sum_scale_right.
    apply Rle_trans with (g * w i); [|rewrite none; lra].
    unfold w, dot. rewrite <- sum_scale. apply sum_le. intros j inside.
    pose proof (pairs a j smalla inside). specialize (above j inside). nra. }
  assert (\sum_(i < m) w i = 1) as all.
  { unfold w, dot. rewrite (sum_of_sums m 4), <- one. apply sum_ext. intros j inside.
    rewrite sum_scale. destruct (columns j inside) as [_ column].
    change (sum m (fun i => P i j) = 1) in column. rewrite column. ring. }
  assert (forall t, (t < 3)%nat -> \sum_(i < m) (w i * e i t) = balance t) as means.
  { intros t small. unfold w, dot.
    rewrite (sum_ext m _ (fun i => \sum_(j < 4) (q j * (e i t * P i j))))
      by (intros; rewrite <- sum_scale_right; apply sum_ext; intros; ring).
    rewrite (sum_of_sums m 4). apply sum_ext. intros j inside.
    rewrite sum_scale, fair by assumption. reflexivity. }
  assert (forall t, (t < 3)%nat -> \sum_(i < m) (e i t * z t i) = 4 /\ \sum_(i < m) z t i = 0) as told.
  { intros t small. unfold z, dot. split.
    - rewrite (sum_ext m _ (fun i => \sum_(j < 4) (half t j * (e i t * P i j))))
        by (intros; rewrite <- sum_scale; apply sum_ext; intros; ring).
      rewrite (sum_of_sums m 4), (sum_ext 4 _ (fun j => half t j ^ 2)).
      + destruct t as [|[|[|t]]]; try lia; unfold half; cbn [sum]; ring.
      + intros j inside. rewrite sum_scale, fair by assumption. ring.
    - rewrite (sum_of_sums m 4), (sum_ext 4 _ (half t)).
      + destruct t as [|[|[|t]]]; try lia; unfold half; cbn [sum]; ring.
      + intros j inside. rewrite sum_scale. destruct (columns j inside) as [_ column].
        change (sum m (fun i => P i j) = 1) in column. rewrite column. ring. }
  set (J := fun t => \sum_(i < m) (z t i ^ 2 / w i)).
  set (v := difference_variance m P e).
  assert (forall t, (t < 3)%nat -> 0 < v t /\ 16 <= v t * J t) as least.
  { intros t small. destruct (told t small) as [four zero].
    assert (forall l, 0 <= v t - 8 * l + l ^ 2 * J t) as squares_are.
    { intros l. apply Rle_trans with (\sum_(i < m) (w i * (e i t - balance t - l * (z t i / w i)) ^ 2)).
      - apply sum_nonneg. intros i inside. apply Rmult_le_pos; [auto|apply pow2_ge_0].
      - apply Req_le. rewrite (sum_ext m _ (fun i => w i * e i t ^ 2 - 2 * balance t * (w i * e i t) +
          balance t ^ 2 * w i - 2 * l * (e i t * z t i) + 2 * l * balance t * z t i +
          l ^ 2 * (z t i ^ 2 / w i))).
        + rewrite !sum_plus, !sum_minus, !sum_plus, !sum_minus, !sum_scale.
          rewrite (means t small), four. change (\sum_(i < m) w i) with (sum m w) in all.
          change (\sum_(i < m) z t i) with (sum m (z t)) in zero. rewrite all, zero.
          unfold v, difference_variance, J, w. ring.
        + intros i inside. destruct (Req_dec (w i) 0) as [none|some].
          * rewrite (nothing i inside none t), none. unfold Rdiv. ring.
          * field. assumption. }
    assert (0 <= v t) as nonneg by (pose proof (squares_are 0); lra).
    pose proof (squares_are (v t)) as first. 
    assert (0 < v t) as positive.
    { destruct nonneg as [positive|none]; [assumption|exfalso].
      assert (0 <= J t) as posJ.
      { apply sum_nonneg. intros i inside. destruct (Req_dec (w i) 0) as [zero_w|some].
        - rewrite (nothing i inside zero_w t). unfold Rdiv. lra.
        - apply Rmult_le_pos; [apply pow2_ge_0|]. apply Rlt_le, Rinv_0_lt_compat.
          specialize (given i inside). lra. }
      pose proof (squares_are (/ (J t + 1))) as second. rewrite <- none in second.
      assert (0 < / (J t + 1)) as inverse by (apply Rinv_0_lt_compat; lra).
      assert ((/ (J t + 1)) ^ 2 * J t <= / (J t + 1)).
      { replace (/ (J t + 1)) with (/ (J t + 1) * ((/ (J t + 1)) * (J t + 1))) at 2 by (field; lra).
        nra. }
      lra. }
    split; [assumption|]. pose proof (squares_are (v t / 4)) as last.
    apply Rmult_le_reg_l with (v t); [assumption|]. nra. }
  split; [intros t small; now apply least|].
  apply Rle_trans with (\sum_(t < 3) (/ 16 * (answer_variance t * J t))).
  - apply sum_le. intros t small. destruct (least t small) as [positive enough].
    pose proof (answers_vary t small) as nonneg.
    apply Rmult_le_reg_r with (v t); [assumption|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. nra.
  - rewrite sum_scale. pose proof (told_of_halves m P own) as most.
    enough (\sum_(t < 3) (answer_variance t * J t) =
      \sum_(i < m) utility_of_squares 4 3 q half answer_variance (P i)) by lra.
    rewrite (sum_ext 3 _ (fun t => \sum_(i < m) (answer_variance t * z t i ^ 2 / w i)))
      by (intros; unfold J; rewrite <- sum_scale; apply sum_ext; intros; unfold Rdiv; ring).
    rewrite (sum_of_sums 3 m). apply sum_ext. intros i _. unfold utility_of_squares, squares, Rdiv.
    rewrite <- sum_scale_right. reflexivity.
Qed.

(** Four times the sum of variances of all shares. *)
Theorem halves_together : forall m P (e : matrix),
  private m 4 (fun _ _ => Some g) (fun _ _ => 0) P ->
  (forall t j, (t < 3)%nat -> (j < 4)%nat -> \sum_(i < m) (e i t * P i j) = half t j) ->
  (\sum_(t < 3) sqrt (answer_variance t)) ^ 2 <= \sum_(t < 3) difference_variance m P e t.
Proof.
  intros m P e own fair. destruct (halves_of_four m P e own fair) as [positive most].
  set (v := difference_variance m P e) in *.
  assert (forall t, (t < 3)%nat -> 0 <= answer_variance t / v t) as nonneg.
  { intros t small. apply Rmult_le_pos; [now apply answers_vary|].
    now apply Rlt_le, Rinv_0_lt_compat, positive. }
  pose proof (product_within_squares 3 (fun t => sqrt (answer_variance t / v t))
    (fun t => sqrt (v t))) as cauchy. cbv beta in cauchy.
  rewrite (sum_ext 3 (fun t => sqrt (answer_variance t / v t) * sqrt (v t))
    (fun t => sqrt (answer_variance t))) in cauchy.
  2:{ intros t small. specialize (positive t small). rewrite <- sqrt_mult by (auto; lra).
    f_equal. field. lra. }
  rewrite (sum_ext 3 (fun t => sqrt (answer_variance t / v t) ^ 2)
    (fun t => answer_variance t / v t)) in cauchy by (intros; apply pow2_sqrt; auto).
  rewrite (sum_ext 3 (fun t => sqrt (v t) ^ 2) v) in cauchy
    by (intros t small; apply pow2_sqrt; specialize (positive t small); lra).
  apply Rle_trans with (1 := cauchy). rewrite <- (Rmult_1_l (sum 3 v)) at 2.
  apply Rmult_le_compat_r; [|assumption]. apply sum_nonneg. intros t small.
  specialize (positive t small). lra.
Qed.

End Halves.
