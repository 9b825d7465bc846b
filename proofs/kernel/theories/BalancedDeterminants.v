(** The determinant of the information about all shares (d-optimal) at equal shares: the bound for
    all tables, and that exactly those of balanced blocks of the best sizes reach it. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Questions Determinants KieferWolfowitz EqualShares
  EqualDirections BalancedTables.
Open Scope R_scope.

(** ** Matrices with one number on the diagonal and one beside it *)

Definition uniform (a b : R) : matrix := fun i j => a * at_index i j + b.

Lemma same_place : forall i, at_index i i = 1.
Proof. intros i. unfold at_index. destruct (Nat.eq_dec i i); [reflexivity|contradiction]. Qed.

Lemma uniform_determinant : forall m a b, 0 < a -> 0 < b ->
  determinant (S m) (uniform a b) = a ^ m * (a + INR (S m) * b).
Proof.
  induction m as [|m IH]; intros a b posa posb.
  - cbn [determinant pow INR]. unfold uniform. rewrite same_place. ring.
  - assert (determinant (S m) (schur (S m) (uniform a b)) =
      determinant (S m) (uniform a (a * b / (a + b)))) as step.
    { apply determinant_ext. intros i j small other. unfold schur, uniform.
      rewrite same_place. assert (forall c, (c < S m)%nat -> at_index c (S m) = 0 /\
        at_index (S m) c = 0) as apart.
      { intros c inside. unfold at_index.
        destruct (Nat.eq_dec c (S m)), (Nat.eq_dec (S m) c); lia || now split. }
      destruct (apart i small) as [-> _]. destruct (apart j other) as [_ ->]. field. lra. }
    change (determinant (S (S m)) (uniform a b)) with
      (uniform a b (S m) (S m) * determinant (S m) (schur (S m) (uniform a b))).
    rewrite step, IH; [|assumption|].
    + unfold uniform. rewrite same_place. rewrite (S_INR (S m)). cbn [pow]. field. lra.
    + apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat|apply Rinv_0_lt_compat; lra].
Qed.

Lemma uniform_form : forall n a b x,
  quadratic n (uniform a b) x = a * (\sum_(i < n) x i ^ 2) + b * sum n x ^ 2.
Proof.
  intros n a b x. unfold quadratic, uniform.
  rewrite (sum_ext n _ (fun i => a * x i ^ 2 + b * sum n x * x i)).
  - rewrite sum_plus, !sum_scale. change (\sum_(i < n) x i) with (sum n x). ring.
  - intros i small. rewrite (sum_ext n _ (fun j => at_index i j * (a * (x i * x j)) + b * x i * x j))
      by (intros; ring).
    rewrite sum_plus, (sum_pick n (fun j => a * (x i * x j))), sum_scale by assumption.
    change (\sum_(j < n) x j) with (sum n x). ring.
Qed.

Lemma uniform_positive : forall n a b, 0 < a -> 0 < b -> positive_definite n (uniform a b).
Proof.
  intros n a b posa posb. split.
  - intros i j _ _. unfold uniform, at_index.
    destruct (Nat.eq_dec i j), (Nat.eq_dec j i); congruence || ring.
  - intros x i small nonzero. rewrite uniform_form.
    assert (0 < \sum_(j < n) x j ^ 2) as some.
    { apply Rlt_le_trans with (x i ^ 2); [rewrite <- Rsqr_pow2; now apply Rsqr_pos_lt|].
      rewrite <- (sum_pick n (fun j => x j ^ 2) i small). apply sum_le. intros j _.
      unfold at_index. pose proof (pow2_ge_0 (x j)). destruct (Nat.eq_dec i j); lra. }
    assert (0 < a * \sum_(j < n) x j ^ 2) by now apply Rmult_lt_0_compat.
    assert (0 <= b * sum n x ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]). lra.
Qed.

Lemma uniform_inverse : forall n a b, 0 < a -> 0 < b ->
  inverse_of n (uniform a b) (uniform (/ a) (- b / (a * (a + INR n * b)))).
Proof.
  intros n a b posa posb. pose proof (pos_INR n).
  assert (0 <= INR n * b) by (apply Rmult_le_pos; lra). split.
  - intros i j _ _. unfold uniform, at_index.
    destruct (Nat.eq_dec i j), (Nat.eq_dec j i); congruence || ring.
  - intros i j small other. unfold uniform. set (c := - b / (a * (a + INR n * b))).
    rewrite (sum_ext n _ (fun p => at_index i p * (a * (/ a * at_index p j + c)) +
      at_index j p * (b * / a) + b * c)).
    + rewrite !sum_plus, (sum_pick n (fun p => a * (/ a * at_index p j + c))),
        (sum_pick n (fun _ => b * / a)), sum_constant by assumption. unfold c. field. lra.
    + intros p _. replace (at_index p j) with (at_index j p) by
        (unfold at_index; destruct (Nat.eq_dec j p), (Nat.eq_dec p j); congruence). ring.
Qed.

(** The information about all shares at equal ones, alike in all directions of contrasts. *)
Definition alike_information (k : nat) (v : R) : matrix := uniform v (1 - v / INR k).

Section Shares.

Variables (k m : nat) (P : matrix).
Context (many : (1 < k)%nat) (columns : stochastic m k P).

Let K := INR k.
Let q (_ : nat) : R := / INR k.
Let J := information_matrix m k q P.

Lemma truths_of_table : 1 < K.
Proof. apply (lt_INR 1). assumption. Qed.

Lemma mean_is_share : forall i, dot k q (P i) = mean k (P i).
Proof.
  intros i. unfold dot, q, mean. rewrite sum_scale.
  change (\sum_(j < k) P i j) with (sum k (P i)). unfold Rdiv. ring.
Qed.

Lemma empty_report : forall i, (i < m)%nat -> mean k (P i) = 0 -> forall j, (j < k)%nat -> P i j = 0.
Proof.
  intros i small none. apply sum_of_nonnegative_terms.
  - intros j inside. now apply columns.
  - change (\sum_(j < k) P i j) with (sum k (P i)). rewrite (sum_of_mean k many), none. ring.
Qed.

Lemma whole_of_table : \sum_(i < m) mean k (P i) = 1.
Proof. exact (sum_of_means k many m P columns). Qed.

Lemma trace_of_table : \sum_(a < k) J a a = \sum_(i < m) (spread k (P i) / mean k (P i)) + K.
Proof.
  pose proof truths_of_table. unfold J, information_matrix. rewrite sum_of_sums.
  rewrite <- (Rmult_1_r K), <- whole_of_table, <- sum_scale, <- sum_plus. apply sum_ext.
  intros i small. rewrite mean_is_share.
  rewrite (sum_ext k _ (fun a => P i a ^ 2 * / mean k (P i))) by (intros; unfold Rdiv; ring).
  rewrite sum_scale_right, (spread_expanded k many). fold K.
  destruct (Req_dec (mean k (P i)) 0) as [none|some]; [|field; assumption].
  rewrite (sum_ext k (fun a => P i a ^ 2) (fun _ => 0)).
  - rewrite none, sum_constant. unfold Rdiv. ring.
  - intros a inside. rewrite empty_report by assumption. ring.
Qed.

Lemma total_of_table : \sum_(a < k) \sum_(b < k) J a b = K ^ 2.
Proof.
  pose proof truths_of_table. unfold J, information_matrix.
  rewrite (sum_ext k _ (fun a => \sum_(i < m) \sum_(b < k) (P i a * P i b / dot k q (P i))))
    by (intros; apply sum_of_sums).
  rewrite sum_of_sums. rewrite <- (Rmult_1_r (K ^ 2)), <- whole_of_table, <- sum_scale.
  apply sum_ext. intros i small. rewrite mean_is_share.
  rewrite (sum_ext k _ (fun a => P i a * (sum k (P i) / mean k (P i)))).
  - rewrite sum_scale_right. rewrite (sum_of_mean k many). fold K.
    destruct (Req_dec (mean k (P i)) 0) as [->|some]; [unfold Rdiv; ring|field; assumption].
  - intros a _. unfold Rdiv. rewrite <- sum_scale_right, <- sum_scale. apply sum_ext. intros. ring.
Qed.

(** What a contrast is told on average bounds the determinant, and is told alike where it is met. *)
Section Bounded.

Variable v : R.
Context (range : 0 < v < K) (bounded : \sum_(i < m) (spread k (P i) / mean k (P i)) <= (K - 1) * v).

Lemma rest_positive : 0 < 1 - v / K.
Proof.
  pose proof truths_of_table. apply Rmult_lt_reg_r with K; [lra|].
  replace ((1 - v / K) * K) with (K - v) by (field; lra). lra.
Qed.

Lemma alike_determinant : determinant k (alike_information k v) = K * v ^ pred k.
Proof.
  pose proof truths_of_table. pose proof rest_positive. unfold alike_information.
  destruct k as [|n] eqn:count; [lia|]. rewrite uniform_determinant by (assumption || lra).
  cbn [pred]. fold K. field. lra.
Qed.

Theorem determinant_by_trace : positive_definite k J -> determinant k J <= K * v ^ pred k /\
  (determinant k J = K * v ^ pred k ->
   forall a b, (a < k)%nat -> (b < k)%nat -> J a b = alike_information k v a b).
Proof.
  intros positive. pose proof truths_of_table as truths. pose proof rest_positive as rest.
  set (c := - (1 - v / K) / (v * (v + INR k * (1 - v / K)))). set (X := uniform (/ v) c).
  assert (trace_with k X J <= INR k) as most.
  { unfold trace_with, X, uniform.
    rewrite (sum_ext k _ (fun a => / v * J a a + c * \sum_(b < k) J a b)).
    - rewrite sum_plus, !sum_scale, trace_of_table, total_of_table.
      set (T := \sum_(i < m) (spread k (P i) / mean k (P i))) in *.
      replace (/ v * (T + K) + c * K ^ 2) with (/ v * T + 1) by (unfold c; fold K; field; lra).
      assert (/ v * T <= / v * ((K - 1) * v))
        by (apply Rmult_le_compat_l; [apply Rlt_le, Rinv_0_lt_compat|]; lra).
      replace (/ v * ((K - 1) * v)) with (K - 1) in * by (field; lra). fold K. lra.
    - intros a inside. rewrite <- sum_scale.
      rewrite (sum_ext k _ (fun b => at_index a b * (/ v * J a b) + c * J a b)) by (intros; ring).
      now rewrite sum_plus, (sum_pick k (fun b => / v * J a b)) by assumption. }
  rewrite <- alike_determinant.
  destruct (largest_determinant k (alike_information k v) X J) as [below tight]; try assumption.
  - apply uniform_positive; [lra|exact rest].
  - apply uniform_inverse; [lra|exact rest].
  - split; [assumption|]. intros equal. now apply tight.
Qed.

End Bounded.

End Shares.

Section Equal.

Variables (k : nat) (g : R) (d : nat) (m : nat) (P : matrix).
Context (many : (1 < k)%nat) (big : 1 < g) (best : is_best_size k g d).
Context (own : private m k (fun _ _ => Some g) (fun _ _ => 0) P).

Let K := INR k.
Let H := subset_worth k g (INR d).
Let v := H / (K - 1).
Let J := information_matrix m k (fun _ => / INR k) P.

Lemma numbers_of_best : 1 < K /\ 0 < v /\ v < K /\ H = (K - 1) * v.
Proof.
  assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  destruct (worth_is_small k g d many big best) as [pos small]. fold K H in pos, small.
  assert (H = (K - 1) * v) as told by (unfold v; field; lra).
  repeat split; try assumption.
  - apply Rmult_lt_0_compat; [assumption|apply Rinv_0_lt_compat; lra].
  - apply Rmult_lt_reg_l with (K - 1); lra.
Qed.

Lemma best_from_information :
  (forall a b, (a < k)%nat -> (b < k)%nat -> J a b = alike_information k v a b) ->
  has_least_sum k g d m P.
Proof.
  destruct numbers_of_best as (truths & pos & small & told). pose proof own as [columns _].
  intros equal. exists (fun i c => / K - / v + / v * (P i c / mean k (P i))).
  assert (\sum_(a < k) J a a = K + (K - 1) * v) as trace.
  { rewrite (sum_ext k _ (fun _ => v + (1 - v / K))).
    - rewrite sum_constant. fold K. field. lra.
    - intros a inside. rewrite equal by assumption. unfold alike_information, uniform; fold K.
      rewrite same_place. ring. }
  split.
  - intros c j inside other.
    transitivity ((/ K - / v) * sum m (fun i => P i j) + / v * J c j).
    + unfold J, information_matrix. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros i _.
      rewrite mean_is_share. unfold Rdiv. ring.
    + rewrite (proj2 (columns j other)), equal by assumption. unfold alike_information, uniform; fold K.
      field. lra.
  - unfold sum_of_variances. fold K.
    transitivity (K * (/ K - / v) ^ 2 + 2 * (/ K - / v) * / v * K + / v ^ 2 * (\sum_(a < k) J a a) - 1 / K).
    + f_equal. unfold J, information_matrix. rewrite (sum_of_sums k m).
      rewrite <- (Rmult_1_r (K * (/ K - / v) ^ 2 + 2 * (/ K - / v) * / v * K)).
      rewrite <- (whole_of_table k m P many columns).
      rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros i inside. rewrite mean_is_share.
      rewrite (sum_ext k (fun c => (/ K - / v + / v * (P i c / mean k (P i))) ^ 2)
        (fun c => (/ K - / v) ^ 2 + 2 * (/ K - / v) * / v * / mean k (P i) * P i c +
          / v ^ 2 * / mean k (P i) ^ 2 * P i c ^ 2)).
      2:{ intros c _. unfold Rdiv. rewrite <- !pow_inv. ring. }
      rewrite !sum_plus, sum_constant, !sum_scale. fold K.
      change (\sum_(c < k) P i c) with (sum k (P i)). rewrite (sum_of_mean k many). fold K.
      rewrite (sum_ext k (fun a => P i a * P i a / mean k (P i)) (fun a => / mean k (P i) * P i a ^ 2))
        by (intros; unfold Rdiv; ring).
      rewrite sum_scale.
      destruct (Req_dec (mean k (P i)) 0) as [none|some]; [|field; repeat split; lra].
      rewrite (sum_ext k (fun a => P i a ^ 2) (fun _ => 0)).
      * rewrite none, sum_constant. ring.
      * intros a other. rewrite (empty_report k m P many columns i) by assumption. ring.
    + rewrite trace, (proj2 (worth_positive k g many big d best)). fold K H. rewrite told.
      field. lra.
Qed.

Lemma information_of_balanced : forall w b, balanced_best_blocks k g m P w b ->
  forall a c, (a < k)%nat -> (c < k)%nat -> J a c = alike_information k v a c.
Proof.
  intros w b blocks a c small other. destruct numbers_of_best as (truths & pos & less & told).
  pose proof own as [columns _].
  pose proof (moments_of_balanced k g d many big best m P w b columns blocks a c small other) as own_.
  fold K H in own_. destruct blocks as (weights & entries & _).
  transitivity (K * (/ K - / (K ^ 2 * ((K - 1) / H)) + at_index a c / (K * ((K - 1) / H)))).
  - rewrite <- own_, <- sum_scale. unfold J, information_matrix. apply sum_ext. intros i inside.
    rewrite mean_is_share, !entries by assumption. pose proof (mass_above k g many big (b i)) as wide.
    assert (mean k (P i) = w i * mass k g (b i) / K) as ->.
    { rewrite <- (block_mean k g many (P i) (w i) (b i)) by (intros; now apply entries).
      fold K. field. lra. }
    destruct (Req_dec (w i) 0) as [none|some]; [rewrite none; unfold Rdiv; ring|].
    field. repeat split; lra.
  - unfold alike_information, uniform; fold K. rewrite told. field. repeat split; lra.
Qed.

(** found/determinant/subset *)
Theorem best_tables_by_determinant : positive_definite k (information_matrix m k (fun _ => / INR k) P) ->
  determinant k (information_matrix m k (fun _ => / INR k) P) <=
    INR k * (subset_worth k g (INR d) / (INR k - 1)) ^ pred k /\
  (determinant k (information_matrix m k (fun _ => / INR k) P) =
     INR k * (subset_worth k g (INR d) / (INR k - 1)) ^ pred k <->
   exists w b, balanced_best_blocks k g m P w b).
Proof.
  fold J K H. fold v. intros positive. pose proof own as [columns _].
  destruct numbers_of_best as (truths & pos & small & told).
  assert (\sum_(i < m) (spread k (P i) / mean k (P i)) <= (K - 1) * v) as bounded.
  { rewrite <- told. exact (trace_of_information_bound k g many big d best m P own). }
  destruct (determinant_by_trace k m P many columns v (conj pos small) bounded positive)
    as [below tight].
  split; [exact below|]. split.
  - intros equal. apply (best_are_balanced k g d many big best m P own).
    apply best_from_information. now apply tight.
  - intros (w & b & blocks). transitivity (determinant k (alike_information k v)).
    + apply determinant_ext. now apply (information_of_balanced w b).
    + now apply (alike_determinant k m P many columns v).
Qed.

End Equal.
