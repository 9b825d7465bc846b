(** Estimating all shares where they are equal: the best size of a subset, for every number k of
    truths and every level g, and the bound for every table. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryContrasts KaryEstimates KaryDeterminant.
Open Scope R_scope.

Lemma count_of_set : forall n (b : nat -> bool), exists c, (c <= n)%nat /\
  \sum_(j < n) (if b j then 1 else 0) = INR c.
Proof.
  induction n as [|n IH]; intros b; [exists 0%nat; split; [lia|reflexivity]|].
  destruct (IH b) as (c & small & equal). cbn [sum]. rewrite equal. destruct (b n).
  - exists (S c). split; [lia|]. now rewrite S_INR.
  - exists c. split; [lia|ring].
Qed.

Section EqualShares.

Variables (k : nat) (g : R).
Context (many : (1 < k)%nat) (big : 1 < g).

Let K := INR k.

(** The sum of the variances with s high entries a report, and what its square is over. *)
Definition subset_value (s : R) : R :=
  (INR k - 1) ^ 2 * (s * g + INR k - s) ^ 2 / (INR k * s * (INR k - s) * (g - 1) ^ 2).
Definition subset_worth (s : R) : R :=
  INR k * s * (INR k - s) * (g - 1) ^ 2 / (s * g + INR k - s) ^ 2.

Definition is_best_size (d : nat) : Prop :=
  (0 < d < k)%nat /\
  forall s, (0 < s < k)%nat -> subset_value (INR d) <= subset_value (INR s).

Lemma truths : 1 < K.
Proof. apply (lt_INR 1). assumption. Qed.

Lemma size_inside : forall s, (0 < s < k)%nat -> 1 <= INR s /\ INR s + 1 <= K.
Proof.
  intros s [low high]. split; [apply (le_INR 1); lia|].
  rewrite <- S_INR. apply le_INR. lia.
Qed.

Lemma value_gap : forall s d, 0 < s < K -> 0 < d < K ->
  0 < (K - 1) ^ 2 / ((g - 1) ^ 2 * (s * (K - s)) * (d * (K - d))) /\
  subset_value s - subset_value d = (K - 1) ^ 2 / ((g - 1) ^ 2 * (s * (K - s)) * (d * (K - d))) *
    ((s - d) * (g ^ 2 * d * s - (K - s) * (K - d))).
Proof.
  intros s d ranges ranged. pose proof truths.
  assert (0 < s * (K - s)) by (apply Rmult_lt_0_compat; lra).
  assert (0 < d * (K - d)) by (apply Rmult_lt_0_compat; lra).
  assert (0 < (g - 1) ^ 2) by (apply pow_lt; lra).
  assert (0 < (K - 1) ^ 2) by (apply pow_lt; lra).
  split.
  - apply Rmult_lt_0_compat; [assumption|]. apply Rinv_0_lt_compat.
    repeat apply Rmult_lt_0_compat; assumption || lra.
  - unfold subset_value. fold K. field. repeat split; lra.
Qed.

(** Neighbours decide: a product of two signs that is nowhere negative. *)
Lemma signs_between_breakpoints : forall h d, (0 < d < k)%nat -> 0 < h ->
  ((forall s, (0 < s < k)%nat ->
      0 <= (INR s - INR d) * (h * INR d * INR s - (INR k - INR s) * (INR k - INR d))) <->
   (INR k - INR d) * (INR k - INR d - 1) <= h * (INR d * (INR d + 1)) /\
   h * (INR d * (INR d - 1)) <= (INR k - INR d + 1) * (INR k - INR d)).
Proof.
  intros h d inside above. fold K. pose proof truths.
  destruct (size_inside d inside) as [lowd highd]. split.
  - intros signs. split.
    + destruct (Nat.eq_dec (S d) k) as [last|more].
      { assert (K = INR d + 1) as -> by (unfold K; rewrite <- last; apply S_INR).
        replace ((INR d + 1 - INR d) * (INR d + 1 - INR d - 1)) with 0 by ring.
        apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]. }
      pose proof (signs (S d) ltac:(lia)) as next. rewrite S_INR in next. lra.
    + destruct (Nat.eq_dec d 1) as [->|more].
      { replace (INR 1) with 1 in * by reflexivity. replace (1 - 1) with 0 by ring.
        rewrite !Rmult_0_r. apply Rmult_le_pos; lra. }
      pose proof (signs (pred d) ltac:(lia)) as next.
      assert (INR (pred d) = INR d - 1) as before
        by (rewrite pred_of_minus, minus_INR by lia; simpl; ring).
      rewrite before in next. lra.
  - intros [up down] s other. destruct (size_inside s other) as [lows highs].
    destruct (lt_eq_lt_dec s d) as [[less|same]|more].
    + assert (INR s + 1 <= INR d) by (rewrite <- S_INR; apply le_INR; lia).
      replace ((INR s - INR d) * (h * INR d * INR s - (K - INR s) * (K - INR d))) with
        ((INR d - INR s) * ((K - INR s) * (K - INR d) - h * INR d * INR s)) by ring.
      apply Rmult_le_pos; [lra|].
      assert (0 <= h * INR d * (INR d - 1 - INR s)) by (repeat apply Rmult_le_pos; lra).
      assert (0 <= (INR d - 1 - INR s) * (K - INR d)) by (apply Rmult_le_pos; lra). lra.
    + rewrite same. lra.
    + assert (INR d + 1 <= INR s) by (rewrite <- S_INR; apply le_INR; lia).
      apply Rmult_le_pos; [lra|].
      assert (0 <= h * INR d * (INR s - (INR d + 1))) by (repeat apply Rmult_le_pos; lra).
      assert (0 <= (INR s - (INR d + 1)) * (K - INR d)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** The breakpoints: d is best exactly where (k-d)(k-d-1) <= g^2 d(d+1) and g^2 d(d-1) <=
    (k-d+1)(k-d). *)
Theorem best_size_between_breakpoints : forall d, (0 < d < k)%nat ->
  (is_best_size d <->
   (INR k - INR d) * (INR k - INR d - 1) <= g ^ 2 * (INR d * (INR d + 1)) /\
   g ^ 2 * (INR d * (INR d - 1)) <= (INR k - INR d + 1) * (INR k - INR d)).
Proof.
  intros d inside. pose proof truths. destruct (size_inside d inside) as [lowd highd].
  rewrite <- (signs_between_breakpoints (g ^ 2) d inside) by (apply pow_lt; lra). fold K. split.
  - intros [_ best] s other. specialize (best s other).
    destruct (size_inside s other) as [lows highs].
    destruct (value_gap (INR s) (INR d) ltac:(lra) ltac:(lra)) as [rate gap].
    apply Rmult_le_reg_l with (1 := rate). rewrite <- gap. lra.
  - intros signs. split; [assumption|]. intros s other. specialize (signs s other).
    destruct (size_inside s other) as [lows highs].
    destruct (value_gap (INR s) (INR d) ltac:(lra) ltac:(lra)) as [rate gap].
    apply Rmult_le_compat_l with (1 := Rlt_le _ _ rate) in signs. lra.
Qed.

(** ** What a row is worth *)

Definition mean (r : nat -> R) : R := sum k r / INR k.
Definition spread (r : nat -> R) : R := \sum_(j < k) (r j - mean r) ^ 2.

Lemma sum_of_mean : forall r, sum k r = K * mean r.
Proof. intros r. pose proof truths. unfold mean. fold K. field. lra. Qed.

Lemma spread_expanded : forall r, spread r = \sum_(j < k) r j ^ 2 - K * mean r ^ 2.
Proof.
  intros r. unfold spread.
  rewrite (sum_ext k _ (fun j => r j ^ 2 - 2 * mean r * r j + mean r ^ 2)) by (intros; ring).
  rewrite sum_plus, sum_minus, sum_scale, sum_constant. fold K.
  change (\sum_(j < k) r j) with (sum k r). rewrite (sum_of_mean r). ring.
Qed.

Lemma pattern_sums : forall b,
  sum k (pattern g b) = size k b * (g - 1) + K /\
  \sum_(j < k) pattern g b j ^ 2 = size k b * (g ^ 2 - 1) + K.
Proof.
  intros b. unfold size. rewrite <- !sum_scale_right.
  assert (forall c, \sum_(j < k) ((if b j then 1 else 0) * c) + K =
    \sum_(j < k) ((if b j then 1 else 0) * c + 1)) as join.
  { intros c. rewrite sum_plus, sum_constant. unfold K. ring. }
  rewrite !join. split; apply sum_ext; intros j _; unfold pattern; destruct (b j); ring.
Qed.

Lemma convex_part : forall a b x y t, 0 < x -> 0 < y -> 0 <= t <= 1 ->
  (t * a + (1 - t) * b) ^ 2 / (t * x + (1 - t) * y) <= t * (a ^ 2 / x) + (1 - t) * (b ^ 2 / y).
Proof.
  intros a b x y t posx posy range.
  assert (0 < t * x + (1 - t) * y) as pos.
  { destruct (Req_dec t 0) as [->|]; [lra|].
    assert (0 < t * x) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= (1 - t) * y) by (apply Rmult_le_pos; lra). lra. }
  assert (t * (a ^ 2 / x) + (1 - t) * (b ^ 2 / y) -
    (t * a + (1 - t) * b) ^ 2 / (t * x + (1 - t) * y) =
    t * (1 - t) * ((a * y - b * x) ^ 2 / (x * y * (t * x + (1 - t) * y)))) as gap
    by (field; lra).
  assert (0 <= t * (1 - t) * ((a * y - b * x) ^ 2 / (x * y * (t * x + (1 - t) * y)))); [|lra].
  apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. apply Rmult_le_pos; [apply pow2_ge_0|].
  apply Rlt_le, Rinv_0_lt_compat. repeat apply Rmult_lt_0_compat; assumption.
Qed.

Definition squares_over_mean (r : nat -> R) : R := (\sum_(j < k) r j ^ 2) / mean r.

Lemma mean_positive : forall r, positive k r -> 0 < mean r.
Proof.
  intros r above. pose proof truths. unfold mean. fold K. apply Rmult_lt_0_compat.
  - apply sum_pos; [lia|assumption].
  - apply Rinv_0_lt_compat. lra.
Qed.

Lemma mean_linear : forall r s a b, mean (fun j => a * r j + b * s j) = a * mean r + b * mean s.
Proof.
  intros. pose proof truths. unfold mean. fold K. rewrite sum_plus, !sum_scale. field. lra.
Qed.

Lemma mean_scale : forall r c, mean (fun j => c * r j) = c * mean r.
Proof. intros. pose proof truths. unfold mean. fold K. rewrite sum_scale. field. lra. Qed.

Lemma is_a_utility : utility k squares_over_mean.
Proof.
  unfold squares_over_mean. repeat split.
  - intros r s equal. f_equal; [apply sum_ext; intros; now rewrite equal|].
    unfold mean. now rewrite (sum_ext k r s equal).
  - intros r zero. rewrite sum_zero; [unfold Rdiv; ring|].
    intros j small. rewrite zero by assumption. ring.
  - intros c r pos above. pose proof (mean_positive r above). rewrite mean_scale.
    rewrite (sum_ext k _ (fun j => c ^ 2 * r j ^ 2)) by (intros; ring). rewrite sum_scale.
    field. split; lra.
  - intros r s t above other range. rewrite mean_linear.
    pose proof (mean_positive r above). pose proof (mean_positive s other).
    unfold Rdiv. rewrite <- !sum_scale_right, <- !sum_scale, <- sum_plus. apply sum_le.
    intros j _. now apply convex_part.
Qed.

Variable d : nat.
Context (best : is_best_size d).

Let H := subset_worth (INR d).

Lemma worth_positive : 0 < H /\ subset_value (INR d) = (K - 1) ^ 2 / H.
Proof.
  destruct best as [inside _]. destruct (size_inside d inside) as [low high]. pose proof truths.
  assert (0 <= INR d * (g - 1)) by (apply Rmult_le_pos; lra).
  assert (0 < INR d * g + K - INR d) as wide by lra.
  assert (0 < (g - 1) ^ 2) by (apply pow_lt; lra).
  unfold H, subset_value, subset_worth. fold K. split.
  - repeat apply Rmult_lt_0_compat; try lra. apply Rinv_0_lt_compat, pow_lt. assumption.
  - field. repeat split; lra.
Qed.

Lemma best_worth : forall s, (0 < s < k)%nat -> subset_worth (INR s) <= H.
Proof.
  intros s inside. destruct best as [own most]. specialize (most s inside).
  destruct (size_inside d own) as [lowd highd]. destruct (size_inside s inside) as [lows highs].
  pose proof truths. destruct worth_positive as [pos value].
  assert (0 <= INR s * (g - 1)) by (apply Rmult_le_pos; lra).
  assert (0 < (g - 1) ^ 2) by (apply pow_lt; lra).
  assert (0 < subset_worth (INR s)) as some.
  { unfold subset_worth. fold K. repeat apply Rmult_lt_0_compat; try lra.
    apply Rinv_0_lt_compat, pow_lt. lra. }
  assert (subset_value (INR s) = (K - 1) ^ 2 / subset_worth (INR s)) as other.
  { unfold subset_value, subset_worth. fold K. field. repeat split; lra. }
  rewrite value, other in most. assert (0 < (K - 1) ^ 2) by (apply pow_lt; lra).
  apply Rmult_le_compat_r with (r := subset_worth (INR s) * H) in most;
    [|apply Rlt_le, Rmult_lt_0_compat; assumption].
  replace ((K - 1) ^ 2 / H * (subset_worth (INR s) * H)) with ((K - 1) ^ 2 * subset_worth (INR s))
    in most by (field; lra).
  replace ((K - 1) ^ 2 / subset_worth (INR s) * (subset_worth (INR s) * H)) with
    ((K - 1) ^ 2 * H) in most by (field; lra).
  apply Rmult_le_reg_l with ((K - 1) ^ 2); assumption.
Qed.

(** The likelihoods of a report spread at most by H times the square of their mean. *)
Theorem spread_of_a_report : forall r, within k g r -> spread r <= H * mean r ^ 2.
Proof.
  intros r is_row. pose proof truths. destruct worth_positive as [pos _].
  assert (squares_over_mean r <= dot k (fun _ => (K + H) / K) r) as most.
  { apply (extremes_cover k g (fun _ => (K + H) / K) squares_over_mean); auto using is_a_utility;
      try lia; try lra.
    intros b. destruct (pattern_sums b) as [total squares].
    unfold squares_over_mean, dot. rewrite squares, sum_scale.
    change (\sum_(j < k) pattern g b j) with (sum k (pattern g b)). unfold mean. fold K.
    rewrite total. destruct (count_of_set k b) as (c & small & equal).
    change (size k b = INR c) in equal. rewrite equal.
    assert (0 <= INR c <= K) as range by (split; [apply pos_INR|now apply le_INR]).
    assert (0 <= INR c * (g - 1)) by (apply Rmult_le_pos; lra).
    assert (INR c * (K - INR c) * (g - 1) ^ 2 * K <= H * (INR c * (g - 1) + K) ^ 2) as own.
    { assert (0 <= H * (INR c * (g - 1) + K) ^ 2)
        by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
      destruct (Nat.eq_dec c 0) as [->|]; [simpl (INR 0) in *; lra|].
      destruct (Nat.eq_dec c k) as [->|].
      { replace (INR k * (K - INR k) * (g - 1) ^ 2 * K) with 0 by (unfold K; ring). assumption. }
      pose proof (best_worth c ltac:(lia)) as worth. unfold subset_worth in worth. fold K in worth.
      replace (INR c * g + K - INR c) with (INR c * (g - 1) + K) in worth by ring.
      assert (0 < (INR c * (g - 1) + K) ^ 2) by (apply pow_lt; lra).
      apply Rmult_le_compat_r with (r := (INR c * (g - 1) + K) ^ 2) in worth; [|lra].
      replace (K * INR c * (K - INR c) * (g - 1) ^ 2 / (INR c * (g - 1) + K) ^ 2 *
        (INR c * (g - 1) + K) ^ 2) with (K * INR c * (K - INR c) * (g - 1) ^ 2) in worth
        by (field; lra). lra. }
    apply Rmult_le_reg_r with ((INR c * (g - 1) + K) / K).
    { apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]. }
    replace ((INR c * (g ^ 2 - 1) + K) / ((INR c * (g - 1) + K) / K) * ((INR c * (g - 1) + K) / K))
      with (INR c * (g ^ 2 - 1) + K) by (field; lra).
    apply Rmult_le_reg_r with (K ^ 2); [apply pow_lt; lra|].
    replace ((K + H) / K * (INR c * (g - 1) + K) * ((INR c * (g - 1) + K) / K) * K ^ 2) with
      ((K + H) * (INR c * (g - 1) + K) ^ 2) by (field; lra). 
    replace ((INR c * (g ^ 2 - 1) + K) * K ^ 2) with
      (K * (INR c * (g - 1) + K) ^ 2 + INR c * (K - INR c) * (g - 1) ^ 2 * K) by ring. lra. }
  unfold dot in most. rewrite sum_scale in most. change (\sum_(j < k) r j) with (sum k r) in most.
  rewrite sum_of_mean in most. rewrite spread_expanded.
  destruct is_row as [nonneg _]. assert (0 <= mean r) as above.
  { unfold mean. fold K. apply Rmult_le_pos; [now apply sum_nonneg|].
    apply Rlt_le, Rinv_0_lt_compat. lra. }
  replace ((K + H) / K * (K * mean r)) with ((K + H) * mean r) in most by (field; lra).
  destruct (Req_dec (mean r) 0) as [none|some].
  - assert (sum k r = 0) as zero by (rewrite sum_of_mean, none; ring).
    rewrite sum_zero; [rewrite none; lra|]. intros j small.
    rewrite (sum_of_nonnegative_terms k r nonneg zero j small). ring.
  - unfold squares_over_mean in most.
    apply Rmult_le_compat_r with (r := mean r) in most; [|lra].
    replace ((\sum_(j < k) r j ^ 2) / mean r * mean r) with (\sum_(j < k) r j ^ 2) in most
      by (field; assumption). lra.
Qed.

(** ** The bound, for any number of reports *)

Definition unbiased_shares (m : nat) (P e : matrix) : Prop :=
  forall c j, (c < k)%nat -> (j < k)%nat -> \sum_(i < m) (e i c * P i j) = at_index c j.

(** The sum over the truths of the variances of the estimates, at equal shares. *)
Definition sum_of_variances (m : nat) (P e : matrix) : R :=
  \sum_(i < m) (mean (P i) * \sum_(c < k) e i c ^ 2) - 1 / INR k.

Lemma one_report : forall r f, within k g r ->
  2 * ((K - 1) / H) * (\sum_(c < k) (f c * (r c - mean r))) - ((K - 1) / H) ^ 2 * (H * mean r) <=
  mean r * \sum_(c < k) f c ^ 2.
Proof.
  intros r f is_row. pose proof truths. destruct worth_positive as [pos _].
  pose proof (spread_of_a_report r is_row) as wide. destruct is_row as [nonneg ratio].
  set (l := (K - 1) / H). set (a := mean r) in *.
  assert (0 <= a) as above.
  { unfold a, mean. fold K. apply Rmult_le_pos; [now apply sum_nonneg|].
    apply Rlt_le, Rinv_0_lt_compat. lra. }
  destruct (Req_dec a 0) as [none|some].
  - assert (sum k r = 0) as zero by (rewrite sum_of_mean; fold a; rewrite none; ring).
    rewrite (sum_zero k (fun c => f c * (r c - a))); [rewrite none; lra|].
    intros c small. rewrite (sum_of_nonnegative_terms k r nonneg zero c small), none. ring.
  - assert (0 <= \sum_(c < k) (a * f c - l * (r c - a)) ^ 2) as square
      by (apply sum_nonneg; intros; apply pow2_ge_0).
    rewrite (sum_ext k _ (fun c => a ^ 2 * f c ^ 2 - 2 * a * l * (f c * (r c - a)) +
      l ^ 2 * (r c - a) ^ 2)) in square by (intros; ring).
    rewrite sum_plus, sum_minus, !sum_scale in square. fold (spread r) in square.
    change (\sum_(c < k) (r c - a) ^ 2) with (spread r) in square.
    assert (l ^ 2 * spread r <= l ^ 2 * (H * a ^ 2)) as part
      by (apply Rmult_le_compat_l; [apply pow2_ge_0|assumption]).
    apply Rmult_le_reg_l with a; [lra|]. lra.
Qed.

(** What the sum of variances is above the value is a sum over the reports. *)
Theorem excess_of_reports : forall m P e,
  private m k (fun _ _ => Some g) (fun _ _ => 0) P -> unbiased_shares m P e ->
  \sum_(i < m) (mean (P i) * (\sum_(c < k) (e i c - / K) ^ 2) -
    (2 * ((K - 1) / H) * (\sum_(c < k) ((e i c - / K) * (P i c - mean (P i)))) -
      ((K - 1) / H) ^ 2 * (H * mean (P i)))) =
  sum_of_variances m P e - subset_value (INR d).
Proof.
  intros m P e is_private unbiased. pose proof truths. destruct worth_positive as [pos value].
  pose proof is_private as [columns _].
  assert (forall j, (j < k)%nat -> \sum_(i < m) P i j = 1) as ones
    by (intros j small; now apply columns).
  set (f := fun i c => e i c - / K). set (l := (K - 1) / H).
  assert (\sum_(i < m) mean (P i) = 1) as whole.
  { unfold mean, Rdiv. rewrite sum_scale_right, sum_of_sums.
    rewrite (sum_ext k _ (fun _ => 1)) by (intros; now apply ones). rewrite sum_constant.
    fold K. field. lra. }
  assert (\sum_(i < m) (mean (P i) * sum k (e i)) = 1) as middle.
  { unfold mean.
    rewrite (sum_ext m _ (fun i => / K * \sum_(c < k) \sum_(j < k) (e i c * P i j))).
    - rewrite sum_scale, sum_of_sums.
      rewrite (sum_ext k _ (fun c => 1)).
      + rewrite sum_constant. fold K. field. lra.
      + intros c small. rewrite sum_of_sums, <- (sum_pick k (fun _ => 1) c small).
        apply sum_ext. intros j inner. rewrite unbiased by assumption. ring.
    - intros i _. unfold Rdiv. fold K.
      rewrite (sum_ext k (fun c => \sum_(j < k) (e i c * P i j)) (fun c => e i c * sum k (P i)))
        by (intros; now rewrite sum_scale).
      rewrite sum_scale_right. change (\sum_(c < k) e i c) with (sum k (e i)). ring. }
  assert (\sum_(i < m) \sum_(c < k) (f i c * (P i c - mean (P i))) = K - 1) as cross.
  { rewrite (sum_ext m _ (fun i => \sum_(c < k) (e i c * P i c) - mean (P i) * sum k (e i))).
    - rewrite sum_minus, middle, sum_of_sums.
      rewrite (sum_ext k _ (fun _ => 1)); [rewrite sum_constant; unfold K; ring|].
      intros c small. rewrite unbiased by assumption. unfold at_index.
      destruct (Nat.eq_dec c c); [reflexivity|contradiction].
    - intros i _. unfold f.
      rewrite (sum_ext k _ (fun c => e i c * P i c - mean (P i) * e i c - / K * P i c +
        / K * mean (P i))) by (intros; ring).
      rewrite sum_plus, !sum_minus, !sum_scale, sum_constant. fold K.
      change (\sum_(c < k) e i c) with (sum k (e i)). change (\sum_(c < k) P i c) with (sum k (P i)).
      rewrite (sum_of_mean (P i)). field. lra. }
  assert (\sum_(i < m) (mean (P i) * \sum_(c < k) f i c ^ 2) = sum_of_variances m P e) as loss.
  { unfold sum_of_variances.
    rewrite (sum_ext m _ (fun i => mean (P i) * (\sum_(c < k) e i c ^ 2) -
      2 / K * (mean (P i) * sum k (e i)) + / K * mean (P i))).
    - rewrite sum_plus, sum_minus, !sum_scale, middle.
      change (\sum_(i < m) mean (P i)) with (sum m (fun i => mean (P i))). rewrite whole.
      fold K. field. lra.
    - intros i _. unfold f.
      rewrite (sum_ext k (fun c => (e i c - / K) ^ 2) (fun c => e i c ^ 2 - 2 / K * e i c + / K ^ 2))
        by (intros; field; lra).
      rewrite sum_plus, sum_minus, sum_scale, sum_constant. fold K.
      change (\sum_(c < k) e i c) with (sum k (e i)). field. lra. }
  unfold f in cross, loss. fold l. rewrite !sum_minus, !sum_scale, cross, loss, whole, value.
  unfold l. field. lra.
Qed.

Theorem equal_shares_bound : forall m P e,
  private m k (fun _ _ => Some g) (fun _ _ => 0) P -> unbiased_shares m P e ->
  subset_value (INR d) <= sum_of_variances m P e.
Proof.
  intros m P e is_private unbiased. apply Rle_trans with (subset_value (INR d) + 0); [lra|].
  replace (sum_of_variances m P e) with
    (subset_value (INR d) + (sum_of_variances m P e - subset_value (INR d))) by ring.
  apply Rplus_le_compat_l. rewrite <- (excess_of_reports m P e is_private unbiased).
  apply sum_nonneg. intros i small. apply Rge_le, Rge_minus, Rle_ge, one_report.
  apply row_within; [lra|].
  now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P is_private).
Qed.

End EqualShares.

(** ** k-ary response at equal shares: found/shares/equal and found/determinant/equal *)

Section Response.

Variables (k : nat) (g : R).
Context (many : (1 < k)%nat) (big : 1 < g).

Let K := INR k.
Let q (_ : nat) : R := / INR k.

Lemma response_truths : 1 < K.
Proof. apply (lt_INR 1). assumption. Qed.

Lemma equal_law : law k q.
Proof.
  pose proof response_truths. unfold q. fold K. split.
  - intros. apply Rlt_le, Rinv_0_lt_compat. lra.
  - rewrite sum_constant. fold K. field. lra.
Qed.

Lemma equal_are_rarest : rarest k q 0 1.
Proof. repeat split; try lia; unfold q; lra. Qed.

Theorem response_at_equal_shares :
  least_sum k k g (fun _ => / INR k) at_index (squared_length k g) <->
  (INR k - 1) * (INR k - 2) <= 2 * g ^ 2.
Proof.
  fold K. change (fun _ : nat => / K) with q. pose proof response_truths. assert (0 < g + K - 1) as positive by lra.
  assert (0 < K ^ 2) as square by (apply pow_lt; lra).
  rewrite (response_by_rarest k g q ltac:(lia) big equal_law 0 1 equal_are_rarest).
  unfold q. fold K. rewrite sum_constant. fold K.
  assert (K ^ 2 * (1 + / (g + K - 1) ^ 2 * (K * (1 + (g - 1) * / K) ^ 2)) = K ^ 2 + K) as left
    by (field; lra).
  assert (K ^ 2 * (2 * (g - 1) ^ 2 * / K * / K + 2 / (g + K - 1) *
    ((1 + (g - 1) * / K) ^ 2 + (1 + (g - 1) * / K) ^ 2)) = 2 * g ^ 2 - 2 + 4 * K) as right
    by (field; lra).
  split; intros less.
  - apply Rmult_le_compat_l with (r := K ^ 2) in less; lra.
  - apply Rmult_le_reg_l with (K ^ 2); lra.
Qed.

(** The condition for the determinant is the same. *)
Theorem determinant_at_equal_shares :
  (forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
    \sum_(i < m) information_ratio k g (fun _ => / INR k) (P i) <= INR k) <->
  (INR k - 1) * (INR k - 2) <= 2 * g ^ 2.
Proof.
  change (fun _ : nat => / INR k) with q. pose proof response_truths.
  rewrite (determinant_by_rarest k g q ltac:(lia) big equal_law 0 1 equal_are_rarest).
  unfold q. fold K. assert (K * ((g ^ 2 - 1) * (/ K + / K)) = 2 * (g ^ 2 - 1)) as right by (field; lra).
  split; intros less.
  - apply Rmult_le_compat_l with (r := K) in less; lra.
  - apply Rmult_le_reg_l with K; lra.
Qed.

End Response.
