(** Reports that leave one truth out, beside k-ary response: at all shares every contrast of the
    shares varies more. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryContrasts KaryEigenvalue.
Open Scope R_scope.

(** What the contrast y varies by, from the differences of the truths; at h = 1/g the reports of
    k-ary response are those that leave one truth out. *)
Definition variance_by_pairs (k : nat) (h : R) (q y : nat -> R) : R :=
  / (2 * (h - 1) ^ 2) * \sum_(i < k) \sum_(j < k)
    ((1 + (h - 1) * q i) * (1 + (h - 1) * q j) * (y i - y j) ^ 2).

Lemma weighted_squares : forall k (a f : nat -> R), \sum_(i < k) \sum_(j < k) (a i * a j * (f i - f j) ^ 2) =
  2 * sum k a * (\sum_(i < k) (a i * f i ^ 2)) - 2 * (\sum_(i < k) (a i * f i)) ^ 2.
Proof.
  intros k a f. set (T := sum k a). set (F := \sum_(i < k) (a i * f i)).
  set (S := \sum_(i < k) (a i * f i ^ 2)).
  rewrite (sum_ext k _ (fun i => T * (a i * f i ^ 2) - 2 * F * (a i * f i) + S * a i)).
  - rewrite sum_plus, sum_minus, !sum_scale. fold T F S. change (\sum_(i < k) a i) with T. ring.
  - intros i _. unfold T, F, S.
    rewrite (sum_ext k _ (fun j => a i * f i ^ 2 * a j - 2 * (a i * f i) * (a j * f j) +
      a i * (a j * f j ^ 2))) by (intros; ring).
    rewrite sum_plus, sum_minus, !sum_scale. change (\sum_(j < k) a j) with (sum k a). ring.
Qed.

Theorem response_varies_by_pairs : forall k h q y, (0 < k)%nat -> 0 < h -> h <> 1 -> law k q ->
  variance_along k k q (k_ary_response k h) (contrast_estimate k h at_index) y =
    variance_by_pairs k h q y.
Proof.
  intros k h q y some above other shares.
  destruct (response_numbers k h q some above other shares) as (many & posn & posw & total).
  set (n := h + INR k - 1) in *. set (w := fun j => 1 + (h - 1) * q j).
  change (sum k w = n) in total. destruct shares as [nonneg one]. change (sum k q = 1) in one.
  set (f := fun i => (n * y i - sum k y) / (h - 1)).
  assert (forall i, (i < k)%nat -> dot k q (k_ary_response k h i) = / n * w i) as weights.
  { intros i small. unfold dot.
    rewrite (sum_ext k _ (fun j => / n * q j + at_index i j * (/ n * (h - 1) * q j))).
    - rewrite sum_plus, sum_scale, (sum_pick k (fun j => / n * (h - 1) * q j)) by assumption.
      change (\sum_(j < k) q j) with (sum k q). rewrite one. unfold w. ring.
    - intros j _. unfold k_ary_response, at_index. fold n. destruct (Nat.eq_dec i j); field; lra. }
  assert (forall i, (i < k)%nat -> \sum_(c < k) (y c * contrast_estimate k h at_index i c) = f i) as told.
  { intros i small. unfold contrast_estimate, f. fold n.
    rewrite (sum_ext k _ (fun c => at_index i c * (n / (h - 1) * y c) - / (h - 1) * y c)).
    - rewrite sum_minus, (sum_pick k (fun c => n / (h - 1) * y c)), sum_scale by assumption.
      change (\sum_(c < k) y c) with (sum k y). field. lra.
    - intros c less. assert (sum k (at_index c) = 1) as ->.
      { rewrite (sum_ext k (at_index c) (fun j => at_index c j * 1)) by (intros; ring).
        now rewrite (sum_pick k (fun _ => 1)). }
      replace (at_index c i) with (at_index i c)
        by (unfold at_index; destruct (Nat.eq_dec i c), (Nat.eq_dec c i); congruence).
      field. lra. }
  unfold variance_along.
  rewrite (sum_ext k (fun i => dot k q (k_ary_response k h i) *
    (\sum_(c < k) (y c * contrast_estimate k h at_index i c)) ^ 2) (fun i => / n * (w i * f i ^ 2)))
    by (intros; rewrite weights, told by assumption; ring).
  rewrite sum_scale.
  assert (/ n * (\sum_(i < k) (w i * f i)) = \sum_(c < k) (y c * q c)) as middle.
  { unfold f, w. rewrite (sum_ext k _ (fun i => n / (h - 1) * y i - sum k y / (h - 1) +
      n * (y i * q i) - sum k y * q i)) by (intros; field; lra).
    rewrite sum_minus, sum_plus, sum_minus, !sum_scale, sum_constant.
    change (\sum_(i < k) q i) with (sum k q). change (\sum_(i < k) y i) with (sum k y). rewrite one.
    assert (INR k = n - (h - 1)) as -> by (unfold n; ring). field. lra. }
  rewrite <- middle.
  assert (variance_by_pairs k h q y = / (2 * n ^ 2) * \sum_(i < k) \sum_(j < k) (w i * w j * (f i - f j) ^ 2))
    as ->.
  { unfold variance_by_pairs. rewrite <- !sum_scale. apply sum_ext. intros i _.
    rewrite <- !sum_scale. apply sum_ext. intros j _. unfold f, w. field. lra. }
  rewrite weighted_squares, total. field. lra.
Qed.

Lemma shares_of_two : forall k q i j, law k q -> (i < k)%nat -> (j < k)%nat -> i <> j -> q i + q j <= 1.
Proof.
  intros k q i j [nonneg one] smalli smallj differ. rewrite <- one.
  apply Rle_trans with (\sum_(c < k) (at_index i c * q c + at_index j c * q c)).
  - now rewrite sum_plus, !sum_pick; [lra| |].
  - apply sum_le. intros c small. specialize (nonneg c small). unfold at_index.
    destruct (Nat.eq_dec i c), (Nat.eq_dec j c); try congruence; lra.
Qed.

Section LeavingOneOut.

Variables (k : nat) (g : R) (q : nat -> R).
Context (some : (0 < k)%nat) (big : 1 < g) (shares : law k q).

Let left_out (y : nat -> R) : R :=
  variance_along k k q (k_ary_response k (/ g)) (contrast_estimate k (/ g) at_index) y.

Let spare (i j : nat) (y : nat -> R) : R := (1 - q i - q j) * (y i - y j) ^ 2.

Lemma left_out_by_pairs : forall y, left_out y = response_variance k g q y +
  (g + 1) / (g - 1) * / 2 * \sum_(i < k) \sum_(j < k) spare i j y.
Proof.
  intros y. assert (0 < / g) by (apply Rinv_0_lt_compat; lra).
  assert (/ g <> 1) by (intros equal; assert (g * / g = g) as same by (rewrite equal; ring);
    rewrite Rinv_r in same; lra).
  unfold left_out, response_variance. rewrite !response_varies_by_pairs by (assumption || lra).
  unfold variance_by_pairs. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros i _.
  rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros j _. unfold spare. field. lra.
Qed.

(** found/contrasts/leaving-out: how much more a contrast varies. *)
Theorem leaving_one_out_varies_more : forall y, sum k y = 0 ->
  variance_along k k q (k_ary_response k (/ g)) (contrast_estimate k (/ g) at_index) y =
    response_variance k g q y + (g + 1) / (g - 1) *
      ((INR k - 1) * (\sum_(c < k) y c ^ 2) - INR k * \sum_(c < k) (q c * y c ^ 2)).
Proof.
  intros y even. change (left_out y = response_variance k g q y + (g + 1) / (g - 1) *
    ((INR k - 1) * (\sum_(c < k) y c ^ 2) - INR k * \sum_(c < k) (q c * y c ^ 2))).
  rewrite left_out_by_pairs. destruct shares as [_ one]. change (sum k q = 1) in one.
  set (S := \sum_(c < k) y c ^ 2). set (Q := \sum_(c < k) (q c * y c ^ 2)).
  assert (forall x, \sum_(j < k) (x - y j) ^ 2 = INR k * x ^ 2 + S) as apart.
  { intros x. rewrite (sum_ext k _ (fun j => x ^ 2 - 2 * x * y j + y j ^ 2)) by (intros; ring).
    rewrite sum_plus, sum_minus, sum_constant, sum_scale. change (\sum_(j < k) y j) with (sum k y).
    rewrite even. fold S. ring. }
  assert (\sum_(i < k) \sum_(j < k) (q i * (y i - y j) ^ 2) = INR k * Q + S) as rows.
  { rewrite (sum_ext k _ (fun i => INR k * (q i * y i ^ 2) + S * q i))
      by (intros; rewrite sum_scale, apart; ring).
    rewrite sum_plus, !sum_scale. change (\sum_(i < k) q i) with (sum k q). rewrite one. fold Q. ring. }
  assert (\sum_(i < k) \sum_(j < k) (q j * (y i - y j) ^ 2) = INR k * Q + S) as columns.
  { rewrite sum_of_sums, <- rows. apply sum_ext. intros i _. apply sum_ext. intros. ring. }
  assert (\sum_(i < k) \sum_(j < k) (y i - y j) ^ 2 = 2 * INR k * S) as all.
  { rewrite (sum_ext k _ (fun i => INR k * y i ^ 2 + S)) by (intros; apply apart).
    rewrite sum_plus, sum_scale, sum_constant. fold S. ring. }
  assert (\sum_(i < k) \sum_(j < k) spare i j y = 2 * INR k * S - (INR k * Q + S) - (INR k * Q + S))
    as ->.
  { rewrite <- rows at 1. rewrite <- columns, <- all, <- !sum_minus. apply sum_ext. intros i _.
    rewrite <- !sum_minus. apply sum_ext. intros j _. unfold spare. ring. }
  field. lra.
Qed.

(** Never less, and more in every contrast where there are three truths and none is certain. *)
Theorem leaving_one_out_is_worse : forall y, 
  response_variance k g q y <=
    variance_along k k q (k_ary_response k (/ g)) (contrast_estimate k (/ g) at_index) y /\
  ((2 < k)%nat -> (forall j, (j < k)%nat -> q j < 1) ->
   (exists a c, (a < k)%nat /\ (c < k)%nat /\ y a <> y c) ->
   response_variance k g q y <
     variance_along k k q (k_ary_response k (/ g)) (contrast_estimate k (/ g) at_index) y).
Proof.
  intros y. change (response_variance k g q y <= left_out y /\ ((2 < k)%nat ->
    (forall j, (j < k)%nat -> q j < 1) -> (exists a c, (a < k)%nat /\ (c < k)%nat /\ y a <> y c) ->
    response_variance k g q y < left_out y)).
  rewrite left_out_by_pairs.
  assert (0 < (g + 1) / (g - 1) * / 2) as scale.
  { apply Rmult_lt_0_compat; [|lra]. apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]. }
  assert (forall i j, (i < k)%nat -> (j < k)%nat -> 0 <= spare i j y) as each.
  { intros i j smalli smallj. unfold spare. destruct (Nat.eq_dec i j) as [<-|differ].
    - replace ((y i - y i) ^ 2) with 0 by ring. lra.
    - pose proof (shares_of_two k q i j shares smalli smallj differ).
      apply Rmult_le_pos; [lra|apply pow2_ge_0]. }
  assert (forall i j, (i < k)%nat -> (j < k)%nat ->
    spare i j y <= \sum_(i < k) \sum_(j < k) spare i j y) as one_of_all.
  { intros i j smalli smallj. apply Rle_trans with (\sum_(j < k) spare i j y).
    - apply (term_le_sum k (fun j => spare i j y)); [|assumption]. intros. now apply each.
    - apply (term_le_sum k (fun i => \sum_(j < k) spare i j y)); [|assumption].
      intros a small. apply sum_nonneg. intros. now apply each. }
  split.
  - assert (0 <= \sum_(i < k) \sum_(j < k) spare i j y)
      by (apply sum_nonneg; intros; apply sum_nonneg; intros; now apply each).
    assert (0 <= (g + 1) / (g - 1) * / 2 * \sum_(i < k) \sum_(j < k) spare i j y)
      by (apply Rmult_le_pos; lra). lra.
  - intros three uncertain (a & c & smalla & smallc & differ).
    assert (exists i j, (i < k)%nat /\ (j < k)%nat /\ 0 < spare i j y) as (i & j & smalli & smallj & more).
    { assert (forall i j, (i < k)%nat -> (j < k)%nat -> q i + q j < 1 -> y i <> y j ->
        exists i j, (i < k)%nat /\ (j < k)%nat /\ 0 < spare i j y) as found.
      { intros i j smalli smallj below apart. exists i, j. split; [assumption|]. split; [assumption|].
        unfold spare. apply Rmult_lt_0_compat; [lra|]. rewrite <- Rsqr_pow2. apply Rsqr_pos_lt. lra. }
      destruct (Rlt_le_dec (q a + q c) 1) as [below|whole]; [now apply (found a c)|].
      assert (exists l, (l < k)%nat /\ l <> a /\ l <> c) as (l & smalll & la & lc).
      { destruct (Nat.eq_dec a 0) as [->|], (Nat.eq_dec c 0) as [->|].
        - exists 1%nat. lia.
        - destruct (Nat.eq_dec c 1) as [->|]; [exists 2%nat|exists 1%nat]; lia.
        - destruct (Nat.eq_dec a 1) as [->|]; [exists 2%nat|exists 1%nat]; lia.
        - exists 0%nat. lia. }
      assert (a <> c) as other by (intros <-; now apply differ).
      assert (q a + q c + q l <= 1) as three_shares.
      { destruct shares as [nonneg one]. rewrite <- one.
        apply Rle_trans with (\sum_(o < k) (at_index a o * q o + at_index c o * q o + at_index l o * q o)).
        - rewrite !sum_plus, !sum_pick by assumption. lra.
        - apply sum_le. intros o small. specialize (nonneg o small). unfold at_index.
          destruct (Nat.eq_dec a o), (Nat.eq_dec c o), (Nat.eq_dec l o); try congruence; lra. }
      destruct shares as [nonneg _]. pose proof (nonneg l smalll).
      pose proof (uncertain a smalla). pose proof (uncertain c smallc).
      destruct (Req_dec (y a) (y l)) as [same|apart].
      - apply (found c l); try assumption; lra.
      - apply (found a l); try assumption; lra. }
    pose proof (one_of_all i j smalli smallj).
    assert (0 < (g + 1) / (g - 1) * / 2 * \sum_(i < k) \sum_(j < k) spare i j y)
      by (apply Rmult_lt_0_compat; lra). lra.
Qed.

End LeavingOneOut.
