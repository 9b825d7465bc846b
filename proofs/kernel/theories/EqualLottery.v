(** Three truths with equal shares, a level and a delta: the lottery of the truth with k-ary response
    is the best table for the sum of variances, whatever the level and the delta are. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number EqualShares EqualDirections.
Open Scope R_scope.

(** What a row x >= y >= t spreads less than it is charged; w is what it exceeds the level by. *)
Definition lottery_gap (g x y t w : R) : R :=
  2 * (g - 1) ^ 2 * (x + y + t) ^ 2 + 3 * (2 * g + 1) * (x + y + t) * w -
  (g + 2) ^ 2 * ((x - y) ^ 2 + (x - t) ^ 2 + (y - t) ^ 2).

Ltac not_negative :=
  repeat (apply Rplus_le_le_0_compat || apply Rmult_le_pos || apply pow_le); assumption || lra.

Lemma within_level : forall a b c e, 0 <= a -> 0 <= b -> 0 <= c -> 0 <= e ->
  0 <= lottery_gap (1 + e) ((1 + e)*b + (1 + e)*c + a) ((1 + e)*c + a + b)
    (a + b + c) 0.
Proof.
  intros a b c e pa pb pc pe. unfold lottery_gap.
  match goal with |- 0 <= ?f => replace f with (
    18 * a^2 * e^2 + 12 * a * b * e^3 + 36 * a * b * e^2 + 24 * a * c * e^3 + 36 * a * c * e^2
      + 6 * b * c * e^4 + 24 * b * c * e^3 + 18 * b * c * e^2 + 6 * c^2 * e^4 + 12 * c^2 * e^3) by ring end.
  not_negative.
Qed.

Lemma one_pair_exceeds : forall a b c e, 0 <= a -> 0 <= b -> 0 <= c -> 0 <= e ->
  0 <= lottery_gap (1 + e) ((1 + e)^2*c + (1 + e)*a + (1 + e)*b) ((1 + e)*b + (1 + e)*c + a)
    (a + b + c) (((1 + e)^2*c + (1 + e)*a + (1 + e)*b) - (1 + e) * (a + b + c)).
Proof.
  intros a b c e pa pb pc pe. unfold lottery_gap.
  match goal with |- 0 <= ?f => replace f with (
    6 * a * b * e^4 + 24 * a * b * e^3 + 18 * a * b * e^2 + 9 * a * c * e^3 + 36 * a * c * e^2
      + 27 * a * c * e + 6 * b^2 * e^4 + 12 * b^2 * e^3 + 6 * b * c * e^5 + 30 * b * c * e^4
      + 54 * b * c * e^3 + 45 * b * c * e^2 + 27 * b * c * e + 3 * c^2 * e^4 + 18 * c^2 * e^3
      + 36 * c^2 * e^2 + 27 * c^2 * e) by ring end.
  not_negative.
Qed.

Lemma first_exceeds : forall a b c e, 0 <= a -> 0 <= b -> 0 <= c -> 0 <= e ->
  0 <= lottery_gap (1 + e) ((1 + e)^2*a + (1 + e)*b + c) ((1 + e)*a + b)
    (a + b) (((1 + e)^2*a + (1 + e)*b + c) - (1 + e) * (a + b) + (((1 + e)^2*a + (1 + e)*b + c) - (1 + e) * ((1 + e)*a + b))).
Proof.
  intros a b c e pa pb pc pe. unfold lottery_gap.
  match goal with |- 0 <= ?f => replace f with (
    3 * a^2 * e^4 + 18 * a^2 * e^3 + 36 * a^2 * e^2 + 27 * a^2 * e + 9 * a * b * e^3
      + 36 * a * b * e^2 + 27 * a * b * e + 9 * a * c * e^2 + 45 * a * c * e + 54 * a * c
      + 18 * b * c * e + 54 * b * c) by ring end.
  not_negative.
Qed.

Lemma last_is_exceeded : forall a b c e, 0 <= a -> 0 <= b -> 0 <= c -> 0 <= e ->
  0 <= lottery_gap (1 + e) ((1 + e)^2*a + (1 + e)*b + (1 + e)*c) ((1 + e)*a + (1 + e)*b + c)
    (a + b) (((1 + e)^2*a + (1 + e)*b + (1 + e)*c) - (1 + e) * (a + b) + (((1 + e)*a + (1 + e)*b + c) - (1 + e) * (a + b))).
Proof.
  intros a b c e pa pb pc pe. unfold lottery_gap.
  match goal with |- 0 <= ?f => replace f with (
    3 * a^2 * e^4 + 18 * a^2 * e^3 + 36 * a^2 * e^2 + 27 * a^2 * e + 6 * a * b * e^5
      + 30 * a * b * e^4 + 54 * a * b * e^3 + 45 * a * b * e^2 + 27 * a * b * e
      + 12 * a * c * e^3 + 54 * a * c * e^2 + 81 * a * c * e + 54 * a * c + 6 * b^2 * e^4
      + 12 * b^2 * e^3 + 6 * b * c * e^4 + 24 * b * c * e^3 + 42 * b * c * e^2 + 63 * b * c * e
      + 54 * b * c + 9 * c^2 * e^2 + 30 * c^2 * e + 18 * c^2) by ring end.
  not_negative.
Qed.

Lemma last_is_far_below : forall a b c e, 0 <= a -> 0 <= b -> 0 <= c -> 0 <= e ->
  0 <= lottery_gap (1 + e) ((1 + e)*a + (1 + e)*b + c) ((1 + e)*a + b + c)
    (a) (((1 + e)*a + (1 + e)*b + c) - (1 + e) * (a) + (((1 + e)*a + b + c) - (1 + e) * (a))).
Proof.
  intros a b c e pa pb pc pe. unfold lottery_gap.
  match goal with |- 0 <= ?f => replace f with (
    6 * a^2 * e^4 + 12 * a^2 * e^3 + 6 * a * b * e^4 + 24 * a * b * e^3 + 42 * a * b * e^2
      + 63 * a * b * e + 54 * a * b + 12 * a * c * e^3 + 24 * a * c * e^2 + 36 * a * c * e
      + 54 * a * c + 9 * b^2 * e^2 + 30 * b^2 * e + 18 * b^2 + 6 * b * c * e^3
      + 24 * b * c * e^2 + 42 * b * c * e + 36 * b * c + 6 * c^2 * e^2 + 12 * c^2 * e + 18 * c^2) by ring end.
  not_negative.
Qed.

Lemma all_exceed : forall a b c e, 0 <= a -> 0 <= b -> 0 <= c -> 0 <= e ->
  0 <= lottery_gap (1 + e) ((1 + e)^2*a + (1 + e)*b + c) ((1 + e)*a + b)
    (a) (((1 + e)^2*a + (1 + e)*b + c) - (1 + e) * (a) + (((1 + e)^2*a + (1 + e)*b + c) - (1 + e) * ((1 + e)*a + b)) + (((1 + e)*a + b) - (1 + e) * (a))).
Proof.
  intros a b c e pa pb pc pe. unfold lottery_gap.
  match goal with |- 0 <= ?f => replace f with (
    3 * a^2 * e^4 + 18 * a^2 * e^3 + 36 * a^2 * e^2 + 27 * a^2 * e + 12 * a * b * e^3
      + 54 * a * b * e^2 + 81 * a * b * e + 54 * a * b + 9 * a * c * e^2 + 45 * a * c * e
      + 54 * a * c + 9 * b^2 * e^2 + 30 * b^2 * e + 18 * b^2 + 15 * b * c * e + 36 * b * c) by ring end.
  not_negative.
Qed.

(** The charge of a row: what each truth exceeds the level of each other truth by. *)
Definition exceeded (g x y t : R) : R :=
  Rmax 0 (x - g * y) + Rmax 0 (x - g * t) + Rmax 0 (y - g * x) + Rmax 0 (y - g * t) +
  Rmax 0 (t - g * x) + Rmax 0 (t - g * y).

Ltac by_cell cell a b c :=
  match goal with |- 0 <= lottery_gap (1 + ?e) _ _ _ _ =>
    eapply Rle_trans;
    [apply (cell a b c e); lra || (apply Rmult_le_pos; lra) | apply Req_le; f_equal; field; lra]
  end.

Lemma sorted_row : forall e x y t, 0 < e -> 0 <= t -> t <= y -> y <= x ->
  0 <= lottery_gap (1 + e) x y t (exceeded (1 + e) x y t).
Proof.
  intros e x y t above post low high.
  assert (0 < / e) as unit by (apply Rinv_0_lt_compat; assumption).
  assert (0 < / ((1 + e) * e)) as part by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra).
  assert (0 <= e * x) by (apply Rmult_le_pos; lra).
  assert (0 <= e * y) by (apply Rmult_le_pos; lra).
  assert (0 <= e * t) by (apply Rmult_le_pos; lra).
  assert (e * t <= e * y) by (apply Rmult_le_compat_l; lra).
  unfold exceeded. rewrite (Rmax_left 0 (y - (1 + e) * x)), (Rmax_left 0 (t - (1 + e) * x)),
    (Rmax_left 0 (t - (1 + e) * y)) by lra.
  destruct (Rle_dec (x - (1 + e) * t) 0) as [within|over].
  { rewrite !Rmax_left by lra.
    by_cell within_level (((1 + e) * t - x) / e) ((x - y) / e) ((y - t) / e). }
  rewrite (Rmax_right 0 (x - (1 + e) * t)) by lra.
  destruct (Rle_dec (x - (1 + e) * y) 0) as [near|far];
    [rewrite (Rmax_left 0 (x - (1 + e) * y)) by lra|rewrite (Rmax_right 0 (x - (1 + e) * y)) by lra];
    destruct (Rle_dec (y - (1 + e) * t) 0) as [close|away];
    [rewrite (Rmax_left 0 (y - (1 + e) * t)) by lra|rewrite (Rmax_right 0 (y - (1 + e) * t)) by lra
    |rewrite (Rmax_left 0 (y - (1 + e) * t)) by lra|rewrite (Rmax_right 0 (y - (1 + e) * t)) by lra].
  - by_cell one_pair_exceeds (((1 + e) * t - y) / e) (((1 + e) * y - x) / ((1 + e) * e))
      ((x - (1 + e) * t) / ((1 + e) * e)).
  - destruct (Rle_dec 0 (x - (1 + e) * y + (1 + e) * (e * t))) as [some|none].
    + by_cell last_is_exceeded ((x - (1 + e) * y + (1 + e) * (e * t)) / ((1 + e) * e))
        (((1 + e) * y - x) / ((1 + e) * e)) (y - (1 + e) * t).
    + by_cell last_is_far_below t ((x - y) / e) (((1 + e) * y - x - (1 + e) * (e * t)) / e).
  - by_cell first_exceeds ((y - t) / e) (((1 + e) * t - y) / e) (x - (1 + e) * y).
  - by_cell all_exceed t (y - (1 + e) * t) (x - (1 + e) * y).
Qed.

Lemma any_row : forall g x y t, 1 < g -> 0 <= x -> 0 <= y -> 0 <= t ->
  0 <= lottery_gap g x y t (exceeded g x y t).
Proof.
  intros g x y t big px py pt. replace g with (1 + (g - 1)) by ring. set (e := g - 1).
  assert (0 < e) as above by (unfold e; lra). clearbody e.
  assert (same : forall a b c, lottery_gap (1 + e) a b c (exceeded (1 + e) a b c) =
    lottery_gap (1 + e) x y t (exceeded (1 + e) x y t) -> 0 <= c -> c <= b -> b <= a ->
    0 <= lottery_gap (1 + e) x y t (exceeded (1 + e) x y t))
    by (intros a b c <- ? ? ?; now apply sorted_row).
  destruct (Rle_lt_dec x y), (Rle_lt_dec y t), (Rle_lt_dec x t);
    first [apply (same x y t); [unfold lottery_gap, exceeded; ring|lra|lra|lra]
          |apply (same x t y); [unfold lottery_gap, exceeded; ring|lra|lra|lra]
          |apply (same y x t); [unfold lottery_gap, exceeded; ring|lra|lra|lra]
          |apply (same y t x); [unfold lottery_gap, exceeded; ring|lra|lra|lra]
          |apply (same t x y); [unfold lottery_gap, exceeded; ring|lra|lra|lra]
          |apply (same t y x); [unfold lottery_gap, exceeded; ring|lra|lra|lra]].
Qed.

(** The value: response with the chance 1 - d, the truth with the chance d. *)
Definition lottery_trace (g d : R) : R := (1 - d) * (6 * (g - 1) ^ 2 / (g + 2) ^ 2) + d * 6.

Theorem lottery_trace_bound : forall m g d P, 1 < g ->
  private m 3 (fun _ _ => Some g) (fun _ _ => d) P ->
  \sum_(i < m) (spread 3 (P i) / mean 3 (P i)) <= lottery_trace g d.
Proof.
  intros m g d P big is_private. pose proof is_private as [columns limited].
  assert (0 < (g + 2) ^ 2) as square by (apply pow_lt; lra).
  set (z := 3 * (2 * g + 1) / (g + 2) ^ 2).
  assert (0 <= z) as price
    by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; assumption]).
  assert (\sum_(i < m) exceeded g (P i 0%nat) (P i 1%nat) (P i 2%nat) <= 6 * d) as charges.
  { assert (pair : forall a b, (a < 3)%nat -> (b < 3)%nat -> a <> b ->
      \sum_(i < m) Rmax 0 (P i a - g * P i b) <= d).
    { intros a b first second differ. specialize (limited a b first second).
      eapply Rle_trans; [|exact limited]. apply Req_le, sum_ext. intros i _. unfold excess.
      destruct (Nat.eq_dec a b); [contradiction|reflexivity]. }
    unfold exceeded. rewrite !sum_plus.
    pose proof (pair 0%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)).
    pose proof (pair 0%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia)).
    pose proof (pair 1%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)).
    pose proof (pair 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia)).
    pose proof (pair 2%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)).
    pose proof (pair 2%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)). lra. }
  apply Rle_trans with (\sum_(i < m) (6 * (g - 1) ^ 2 / (g + 2) ^ 2 * mean 3 (P i) +
    z * exceeded g (P i 0%nat) (P i 1%nat) (P i 2%nat))).
  - apply sum_le. intros i small.
    assert (0 <= P i 0%nat /\ 0 <= P i 1%nat /\ 0 <= P i 2%nat) as (p0 & p1 & p2)
      by (repeat split; [apply (columns 0%nat)|apply (columns 1%nat)|apply (columns 2%nat)];
        lia || assumption).
    pose proof (any_row g _ _ _ big p0 p1 p2) as covered. unfold lottery_gap in covered.
    set (w := exceeded g (P i 0%nat) (P i 1%nat) (P i 2%nat)) in *.
    set (x := P i 0%nat) in *. set (y := P i 1%nat) in *. set (t := P i 2%nat) in *.
    assert (mean 3 (P i) = (x + y + t) / 3) as -> by (unfold mean; simpl; fold x y t; field).
    assert (spread 3 (P i) = ((x - y) ^ 2 + (x - t) ^ 2 + (y - t) ^ 2) / 3) as ->
      by (unfold spread, mean; simpl; fold x y t; field).
    destruct (Req_dec (x + y + t) 0) as [none|some].
    + assert (x = 0) as -> by lra. assert (y = 0) as -> by lra. assert (t = 0) as -> by lra.
      assert (w = 0) as -> by (unfold w, exceeded; rewrite !Rmult_0_r, !Rminus_0_r, !Rmax_left; lra).
      unfold Rdiv. lra.
    + apply Rmult_le_reg_r with ((x + y + t) * (g + 2) ^ 2);
        [apply Rmult_lt_0_compat; lra|]. unfold z.
      replace (((x - y) ^ 2 + (x - t) ^ 2 + (y - t) ^ 2) / 3 / ((x + y + t) / 3) *
        ((x + y + t) * (g + 2) ^ 2)) with
        ((g + 2) ^ 2 * ((x - y) ^ 2 + (x - t) ^ 2 + (y - t) ^ 2)) by (field; lra).
      replace ((6 * (g - 1) ^ 2 / (g + 2) ^ 2 * ((x + y + t) / 3) + 3 * (2 * g + 1) / (g + 2) ^ 2 * w)
        * ((x + y + t) * (g + 2) ^ 2)) with
        (2 * (g - 1) ^ 2 * (x + y + t) ^ 2 + 3 * (2 * g + 1) * (x + y + t) * w) by (field; lra).
      lra.
  - rewrite sum_plus, !sum_scale.
    change (\sum_(i < m) mean 3 (P i)) with (sum m (fun i => mean 3 (P i))).
    rewrite (sum_of_means 3 ltac:(lia) m P columns).
    apply Rmult_le_compat_l with (1 := price) in charges.
    assert (z * (6 * d) = 6 * d - 6 * (g - 1) ^ 2 / (g + 2) ^ 2 * d) as told
      by (unfold z; field; lra).
    unfold lottery_trace. lra.
Qed.

(** Estimates from reports whose information about contrasts has a trace of at most T. *)
Theorem variances_by_trace : forall k m P e T, (1 < k)%nat -> 0 < T -> stochastic m k P ->
  unbiased_shares k m P e -> \sum_(i < m) (spread k (P i) / mean k (P i)) <= T ->
  (INR k - 1) ^ 2 / T <= sum_of_variances k m P e.
Proof.
  intros k m P e T many some columns fair bounded. set (K := INR k).
  assert (1 < K) as big by (apply (lt_INR 1); assumption).
  pose proof (sum_of_means k many m P columns) as whole.
  set (s := fun i => sum k (e i)). set (f := fun i c => e i c - s i / K).
  assert (flat : forall i, \sum_(c < k) f i c = 0).
  { intros i. unfold f. rewrite sum_minus, sum_constant. fold K.
    change (sum k (e i)) with (s i). field. lra. }
  assert (\sum_(i < m) (mean k (P i) * s i) = 1) as middle.
  { rewrite (sum_ext m _ (fun i => / K * \sum_(j < k) (s i * P i j))).
    - rewrite sum_scale, sum_of_sums, (sum_ext k _ (fun _ => 1)).
      + rewrite sum_constant. fold K. field. lra.
      + intros j small.
        rewrite (sum_ext m _ (fun i => \sum_(c < k) (e i c * P i j)))
          by (intros; unfold s; now rewrite sum_scale_right).
        rewrite sum_of_sums, (sum_ext k _ (fun c => at_index c j)) by (intros; now apply fair).
        now apply sum_of_choices.
    - intros i _. rewrite sum_scale. unfold mean. fold K. field. lra. }
  assert (\sum_(i < m) \sum_(c < k) (f i c * P i c) = K - 1) as cross.
  { rewrite (sum_ext m _ (fun i => \sum_(c < k) (e i c * P i c) - mean k (P i) * s i)).
    - rewrite sum_minus, middle, sum_of_sums, (sum_ext k _ (fun _ => 1)).
      + rewrite sum_constant. fold K. ring.
      + intros c small. rewrite fair by assumption. unfold at_index.
        destruct (Nat.eq_dec c c); [reflexivity|contradiction].
    - intros i _. unfold f.
      rewrite (sum_ext k _ (fun c => e i c * P i c - s i / K * P i c)) by (intros; ring).
      rewrite sum_minus, sum_scale. unfold mean. fold K. field. lra. }
  assert (loss : \sum_(i < m) (mean k (P i) * \sum_(c < k) f i c ^ 2) <= sum_of_variances k m P e).
  { assert (0 <= \sum_(i < m) (mean k (P i) * (s i - 1) ^ 2)) as more.
    { apply sum_nonneg. intros i small. apply Rmult_le_pos; [|apply pow2_ge_0].
      unfold mean. apply Rmult_le_pos.
      - apply sum_nonneg. intros j inner. now apply (columns j inner).
      - apply Rlt_le, Rinv_0_lt_compat. fold K. lra. }
    rewrite (sum_ext m _ (fun i => mean k (P i) * s i ^ 2 - 2 * (mean k (P i) * s i) +
      mean k (P i))) in more by (intros; ring).
    rewrite sum_plus, sum_minus, sum_scale, middle in more.
    change (\sum_(i < m) mean k (P i)) with (sum m (fun i => mean k (P i))) in more.
    rewrite whole in more.
    assert (\sum_(i < m) (mean k (P i) * \sum_(c < k) f i c ^ 2) =
      \sum_(i < m) (mean k (P i) * \sum_(c < k) e i c ^ 2) -
      / K * \sum_(i < m) (mean k (P i) * s i ^ 2)) as ->.
    { rewrite <- sum_scale, <- sum_minus. apply sum_ext. intros i _. unfold f.
      rewrite (sum_ext k _ (fun c => e i c ^ 2 - 2 * (s i / K) * e i c + (s i / K) ^ 2))
        by (intros; ring).
      rewrite sum_plus, sum_minus, sum_scale, sum_constant. fold K.
      change (sum k (e i)) with (s i). field. lra. }
    unfold sum_of_variances. fold K.
    assert (/ K * 1 <= / K * \sum_(i < m) (mean k (P i) * s i ^ 2)); [|lra].
    apply Rmult_le_compat_l; [apply Rlt_le, Rinv_0_lt_compat|]; lra. }
  eapply Rle_trans; [|exact loss]. set (l := (K - 1) / T).
  assert (\sum_(i < m) (2 * l * (\sum_(c < k) (f i c * P i c)) -
    l ^ 2 * (spread k (P i) / mean k (P i))) <=
    \sum_(i < m) (mean k (P i) * \sum_(c < k) f i c ^ 2)) as most.
  { apply sum_le. intros i small. set (a := mean k (P i)).
    assert (forall j, (j < k)%nat -> 0 <= P i j) as nonneg
      by (intros j inner; now apply (columns j inner)).
    assert (sum k (P i) = K * a) as total by (unfold a, mean; fold K; field; lra).
    destruct (Req_dec a 0) as [none|above].
    - assert (forall j, (j < k)%nat -> P i j = 0) as zero.
      { apply (sum_of_nonnegative_terms k (P i) nonneg). change (sum k (P i) = 0). rewrite total, none. ring. }
      rewrite (sum_zero k (fun c => f i c * P i c))
        by (intros c inner; rewrite zero by assumption; ring).
      assert (spread k (P i) = 0) as ->.
      { unfold spread. apply sum_zero. intros j inner.
        rewrite zero by assumption. replace (mean k (P i)) with 0 by (symmetry; exact none). ring. }
      rewrite none. unfold Rdiv. lra.
    - assert (0 < a) as positive.
      { assert (0 <= a); [|lra]. unfold a, mean. apply Rmult_le_pos; [now apply sum_nonneg|].
        apply Rlt_le, Rinv_0_lt_compat. fold K. lra. }
      assert (0 <= \sum_(c < k) (a * f i c - l * (P i c - a)) ^ 2) as square
        by (apply sum_nonneg; intros; apply pow2_ge_0).
      rewrite (sum_ext k _ (fun c => a ^ 2 * f i c ^ 2 - 2 * a * l * (f i c * P i c) +
        2 * a ^ 2 * l * f i c + l ^ 2 * (P i c - a) ^ 2)) in square by (intros; ring).
      rewrite !sum_plus, sum_minus, !sum_scale in square.
      change (sum k (f i)) with (\sum_(c < k) f i c) in square. rewrite flat in square.
      change (\sum_(c < k) (P i c - a) ^ 2) with (spread k (P i)) in square.
      apply Rmult_le_reg_l with a; [assumption|].
      replace (a * (2 * l * (\sum_(c < k) (f i c * P i c)) - l ^ 2 * (spread k (P i) / a))) with
        (2 * a * l * (\sum_(c < k) (f i c * P i c)) - l ^ 2 * spread k (P i)) by (field; lra).
      lra. }
  rewrite sum_minus, !sum_scale, cross in most.
  eapply Rle_trans; [|exact most].
  apply Rmult_le_compat_l with (r := l ^ 2) in bounded; [|apply pow2_ge_0].
  replace ((K - 1) ^ 2 / T) with (2 * l * (K - 1) - l ^ 2 * T) by (unfold l; field; lra). lra.
Qed.

Theorem lottery_for_three : forall m g d P e, 1 < g -> 0 <= d <= 1 ->
  private m 3 (fun _ _ => Some g) (fun _ _ => d) P -> unbiased_shares 3 m P e ->
  4 / lottery_trace g d <= sum_of_variances 3 m P e.
Proof.
  intros m g d P e big range is_private fair. pose proof is_private as [columns _].
  assert (0 < (g + 2) ^ 2) as square by (apply pow_lt; lra).
  assert (0 < 6 * (g - 1) ^ 2 / (g + 2) ^ 2) as some.
  { apply Rmult_lt_0_compat; [|now apply Rinv_0_lt_compat].
    apply Rmult_lt_0_compat; [lra|]. apply pow_lt. lra. }
  assert (0 < lottery_trace g d) as positive.
  { unfold lottery_trace. destruct (Req_dec d 1) as [->|less]; [lra|].
    assert (0 < (1 - d) * (6 * (g - 1) ^ 2 / (g + 2) ^ 2)) by (apply Rmult_lt_0_compat; lra). lra. }
  pose proof (variances_by_trace 3 m P e (lottery_trace g d) ltac:(lia) positive columns fair
    (lottery_trace_bound m g d P big is_private)) as bound.
  replace ((INR 3 - 1) ^ 2) with 4 in bound by (simpl; ring). assumption.
Qed.
