(** Estimating all shares at once (a-optimal): where k-ary response is the best table, whatever the
    number of reports and the shares q of the truths. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions.
Open Scope R_scope.

Section Response.

Variables (k : nat) (g : R) (q : nat -> R).
Context (some : (0 < k)%nat) (big : 1 < g) (shares : law k q).

Let n := g + INR k - 1.
Let w (j : nat) : R := 1 + (g - 1) * q j.

(** What a report with the high entries S adds to and takes from the reports of k-ary response. *)
Definition exchange_rate (s : nat -> bool) (j : nat) : R :=
  (if s j then 1 else 0) - (size k s - 1) / n.

(** The condition for S: (1 + (g - 1) q(S))^2 is at least the sum of the squares. *)
Definition not_worth_it (s : nat -> bool) : Prop :=
  \sum_(j < k) (exchange_rate s j * w j) ^ 2 <= (1 + (g - 1) * group_share k q s) ^ 2.

(** The squared length of an estimate of all shares from one report of k-ary response. *)
Definition squared_length : R := ((g + INR k - 2) ^ 2 + INR k - 1) / (g - 1) ^ 2.

Definition response_estimate (i c : nat) : R := (n * at_index i c - 1) / (g - 1).

(** What truth j pays for a report with the estimate e. *)
Let pays (e : nat -> R) (j : nat) : R :=
  q j * (\sum_(c < k) e c ^ 2 + squared_length) -
  2 * ((w j * (n * e j - sum k e) / (g - 1) - \sum_(c < k) (q c * e c)) / (g - 1)).

Lemma many_truths : 1 <= INR k.
Proof. apply (le_INR 1). lia. Qed.

Lemma pattern_pays : forall s e, not_worth_it s -> 0 <= dot k (pays e) (pattern g s).
Proof.
  intros s e condition. pose proof many_truths as many. destruct shares as [above total].
  change (sum k q = 1) in total.
  set (A := 1 + (g - 1) * group_share k q s). set (a := fun j => exchange_rate s j * w j).
  set (f := fun j => e j + / (g - 1)). set (v := n / (g - 1)).
  assert (0 < / (g - 1)) as step by (apply Rinv_0_lt_compat; lra).
  assert (0 <= group_share k q s) as part.
  { apply sum_nonneg. intros j small. destruct (s j); [now apply above|lra]. }
  assert (0 <= (g - 1) * group_share k q s) by (apply Rmult_le_pos; lra).
  assert (0 < A) as posA by (unfold A; lra).
  set (ind := fun j => if s j then 1 else 0).
  assert (sum k ind = size k s) as count by reflexivity.
  assert (\sum_(j < k) (ind j * q j) = group_share k q s) as mass.
  { apply sum_ext. intros j _. unfold ind. destruct (s j); ring. }
  assert (dot k (pays e) (pattern g s) =
    A * (\sum_(j < k) f j ^ 2) - 2 * v * (\sum_(j < k) (a j * f j)) + v ^ 2 * A) as equal.
  { unfold dot. set (E2 := \sum_(c < k) e c ^ 2). set (E1 := sum k e).
    set (QE := \sum_(c < k) (q c * e c)). set (IE := \sum_(c < k) (ind c * e c)).
    set (IQE := \sum_(c < k) (ind c * (q c * e c))).
    rewrite (sum_ext k (fun j => pays e j * pattern g s j) (fun j =>
      (E2 + squared_length) * q j + (g - 1) * (E2 + squared_length) * (ind j * q j) -
      2 / (g - 1) * (n / (g - 1) * (e j + (g - 1) * (q j * e j) + (g - 1) * (ind j * e j) +
        (g - 1) ^ 2 * (ind j * (q j * e j))) -
        E1 / (g - 1) * (1 + (g - 1) * q j + (g - 1) * ind j + (g - 1) ^ 2 * (ind j * q j)) -
        QE * (1 + (g - 1) * ind j)))).
    2:{ intros j _. unfold pays, pattern, w, ind. fold E2. fold E1. fold QE.
        destruct (s j); field; lra. }
    rewrite !sum_minus, !sum_plus, !sum_scale.
    rewrite (sum_minus k (fun j => _ - _)), !sum_minus, !sum_scale, !sum_plus, !sum_scale, sum_constant.
    fold E1.
    rewrite mass, count, total. fold QE IE IQE.
    rewrite (sum_ext k (fun j => f j ^ 2) (fun j => e j ^ 2 + 2 / (g - 1) * e j + / (g - 1) ^ 2 * 1))
      by (intros; unfold f; field; lra).
    rewrite !sum_plus, !sum_scale, sum_constant. fold E2. fold E1.
    rewrite (sum_ext k (fun j => a j * f j) (fun j =>
      (ind j * e j) + (g - 1) * (ind j * (q j * e j)) + / (g - 1) * ind j + ind j * q j -
      (size k s - 1) / n * (e j + (g - 1) * (q j * e j) + / (g - 1) * 1 + q j))).
    2:{ intros j _. unfold a, f, exchange_rate, w, ind. destruct (s j); field; unfold n; lra. }
    rewrite sum_minus, !sum_plus, !sum_scale, !sum_plus, !sum_scale, sum_constant.
    fold E1.
    rewrite mass, count, total. fold QE IE IQE. unfold A, v, squared_length, n. field. lra. }
  rewrite equal. apply Rmult_le_reg_l with A; [assumption|]. rewrite Rmult_0_r.
  replace (A * (A * (\sum_(j < k) f j ^ 2) - 2 * v * (\sum_(j < k) (a j * f j)) + v ^ 2 * A)) with
    (\sum_(j < k) (A * f j - v * a j) ^ 2 + v ^ 2 * (A ^ 2 - (\sum_(j < k) a j ^ 2))).
  - apply Rplus_le_le_0_compat.
    + apply sum_nonneg. intros. apply pow2_ge_0.
    + apply Rmult_le_pos; [apply pow2_ge_0|]. unfold not_worth_it in condition.
      fold A in condition. unfold a. lra.
  - rewrite (sum_ext k (fun j => (A * f j - v * a j) ^ 2) (fun j => A ^ 2 * f j ^ 2 -
      2 * A * v * (a j * f j) + v ^ 2 * a j ^ 2)) by (intros; ring).
    rewrite sum_plus, sum_minus, !sum_scale. ring.
Qed.

(** No unbiased estimates of all shares, from any private table, have a smaller sum of squares. *)
Theorem response_is_best : forall m P (e : matrix), (forall s, not_worth_it s) ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  (forall c j, (c < k)%nat -> (j < k)%nat -> \sum_(i < m) (e i c * P i j) = at_index c j) ->
  squared_length <= \sum_(i < m) (dot k q (P i) * \sum_(c < k) e i c ^ 2).
Proof.
  intros m P e condition is_private unbiased. pose proof many_truths as many.
  pose proof is_private as [columns _]. destruct shares as [above total].
  change (sum k q = 1) in total.
  assert (forall i, (i < m)%nat -> 0 <= dot k (pays (e i)) (P i)) as rows.
  { intros i small. apply minima_below with g; [assumption| |].
    - eapply Rle_trans; [apply (pattern_pays (fun j => if Rlt_dec (pays (e i) j) 0 then true else false)
        (e i)); apply condition|].
      apply sum_le. intros j _. unfold pattern.
      destruct (Rlt_dec (pays (e i) j) 0) as [less|more].
      + apply Rmin_glb; [|lra].
        assert (0 <= (g - 1) * - pays (e i) j) by (apply Rmult_le_pos; lra). lra.
      + apply Rmin_glb; [lra|].
        assert (0 <= (g - 1) * pays (e i) j) by (apply Rmult_le_pos; lra). lra.
    - apply row_within; [lra|].
      now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P is_private). }
  assert (forall j, (j < k)%nat -> \sum_(i < m) P i j = 1) as ones by (intros j small; now apply columns).
  apply sum_nonneg in rows. unfold dot, pays in rows.
  rewrite (sum_ext m _ (fun i => dot k q (P i) * (\sum_(c < k) e i c ^ 2) +
    squared_length * dot k q (P i) -
    2 / (g - 1) ^ 2 * (\sum_(j < k) (w j * n * (e i j * P i j))) +
    2 / (g - 1) ^ 2 * (\sum_(c < k) \sum_(j < k) (w j * (e i c * P i j))) +
    2 / (g - 1) * (\sum_(c < k) \sum_(j < k) (q c * (e i c * P i j))))) in rows.
  2:{ intros i _. rewrite (sum_of_sums k k (fun c j => w j * (e i c * P i j))).
      rewrite (sum_of_sums k k (fun c j => q c * (e i c * P i j))).
      unfold dot. rewrite <- sum_scale_right, <- !sum_scale, <- !sum_plus, <- sum_minus, <- !sum_plus.
      apply sum_ext. intros j _.
      rewrite (sum_ext k (fun c => w j * (e i c * P i j)) (fun c => e i c * (w j * P i j)))
        by (intros; ring).
      rewrite (sum_ext k (fun c => q c * (e i c * P i j)) (fun c => q c * e i c * P i j))
        by (intros; ring).
      rewrite !sum_scale_right. change (\sum_(c < k) e i c) with (sum k (e i)). field. lra. }
  rewrite !sum_plus, sum_minus, sum_plus, !sum_scale in rows.
  assert (\sum_(i < m) dot k q (P i) = 1) as whole.
  { unfold dot. rewrite sum_of_sums, <- total. apply sum_ext. intros j small.
    rewrite sum_scale, ones by assumption. ring. }
  assert (\sum_(i < m) \sum_(j < k) (w j * n * (e i j * P i j)) = n * n) as diagonal.
  { rewrite sum_of_sums. rewrite (sum_ext k _ (fun j => n * (1 + (g - 1) * q j))).
    - rewrite sum_scale, sum_plus, sum_scale, sum_constant.
      change (sum k (fun j => q j)) with (sum k q). rewrite total. unfold n. ring.
    - intros j small. rewrite sum_scale, unbiased by assumption. unfold at_index, w.
      destruct (Nat.eq_dec j j); [ring|contradiction]. }
  assert (\sum_(i < m) \sum_(c < k) \sum_(j < k) (w j * (e i c * P i j)) = n) as crossed.
  { rewrite sum_of_sums, (sum_ext k _ (fun c => 1 + (g - 1) * q c)).
    - rewrite sum_plus, sum_scale, sum_constant.
      change (sum k (fun j => q j)) with (sum k q). rewrite total. unfold n. ring.
    - intros c small. rewrite sum_of_sums, <- (sum_pick k (fun j => 1 + (g - 1) * q j) c small).
      apply sum_ext. intros j inside. rewrite sum_scale, unbiased by assumption. unfold w. ring. }
  assert (\sum_(i < m) \sum_(c < k) \sum_(j < k) (q c * (e i c * P i j)) = 1) as mean.
  { rewrite sum_of_sums, <- total. apply sum_ext. intros c small.
    rewrite sum_of_sums. transitivity (\sum_(j < k) (at_index c j * q c));
      [|exact (sum_pick k (fun _ => q c) c small)].
    apply sum_ext. intros j inside. rewrite sum_scale, unbiased by assumption. ring. }
  rewrite whole, diagonal, crossed, mean in rows.
  enough (squared_length * 1 - 2 / (g - 1) ^ 2 * (n * n) + 2 / (g - 1) ^ 2 * n + 2 / (g - 1) * 1 =
    - squared_length) by lra.
  unfold squared_length, n. field. lra.
Qed.

(** K-ary response has it. *)
Theorem response_attains :
  private k k (fun _ _ => Some g) (fun _ _ => 0) (k_ary_response k g) /\
  (forall c j, (c < k)%nat -> (j < k)%nat ->
    \sum_(i < k) (response_estimate i c * k_ary_response k g i j) = at_index c j) /\
  \sum_(i < k) (dot k q (k_ary_response k g i) * \sum_(c < k) response_estimate i c ^ 2) =
  squared_length.
Proof.
  pose proof many_truths as many. destruct shares as [above total]. change (sum k q = 1) in total.
  assert (0 < n) as positive by (unfold n; lra).
  assert (0 < / n) as unit by now apply Rinv_0_lt_compat.
  assert (forall i j, k_ary_response k g i j = / n + at_index i j * ((g - 1) / n)) as entry.
  { intros i j. unfold k_ary_response, at_index. fold n. destruct (Nat.eq_dec i j); field; lra. }
  assert (forall i j, at_index i j = at_index j i) as flip.
  { intros i j. unfold at_index. destruct (Nat.eq_dec i j), (Nat.eq_dec j i); congruence. }
  assert (0 <= (g - 1) / n) as extra by (apply Rmult_le_pos; lra).
  assert (forall i j, 0 <= at_index i j <= 1) as unit_range
    by (intros; unfold at_index; destruct (Nat.eq_dec i j); lra).
  split; [split|split].
  - intros j small. split.
    + intros i _. rewrite entry. specialize (unit_range i j).
      assert (0 <= at_index i j * ((g - 1) / n)) by (apply Rmult_le_pos; lra). lra.
    + rewrite (sum_ext k _ (fun i => / n + at_index j i * ((g - 1) / n)))
        by (intros; rewrite entry, flip; reflexivity).
      rewrite sum_plus, sum_constant, (sum_pick k (fun _ => (g - 1) / n) j small).
      unfold n. field. unfold n in positive. lra.
  - intros a b _ _. apply Req_le, sum_zero. intros i _. unfold excess.
    destruct (Nat.eq_dec a b); [reflexivity|]. apply Rmax_left. rewrite !entry.
    pose proof (unit_range i a). pose proof (unit_range i b).
    assert (at_index i a * ((g - 1) / n) <= 1 * ((g - 1) / n)) by (apply Rmult_le_compat_r; lra).
    assert (0 <= g * (at_index i b * ((g - 1) / n))) by (repeat apply Rmult_le_pos; lra).
    assert ((g - 1) / n = g * / n - / n) by (unfold Rdiv; ring). lra.
  - intros c j smallc smallj. unfold response_estimate.
    rewrite (sum_ext k _ (fun i => - / (g - 1) * / n + at_index c i * (/ (g - 1)) +
      at_index j i * (- / n) + at_index c i * (at_index i j))).
    + rewrite !sum_plus, sum_constant, (sum_pick k (fun _ => / (g - 1)) c smallc).
      rewrite (sum_pick k (fun _ => - / n) j smallj), (sum_pick k (fun i => at_index i j) c smallc).
      unfold n. field. unfold n in positive. lra.
    + intros i _. rewrite entry, (flip i c), (flip j i). field. lra.
  - assert (forall i, (i < k)%nat -> \sum_(c < k) response_estimate i c ^ 2 = squared_length) as long.
    { intros i small. unfold response_estimate.
      rewrite (sum_ext k _ (fun c => at_index i c * ((n ^ 2 - 2 * n) / (g - 1) ^ 2) + / (g - 1) ^ 2)).
      - rewrite sum_plus, sum_constant, (sum_pick k (fun _ => (n ^ 2 - 2 * n) / (g - 1) ^ 2) i small).
        unfold squared_length, n. field. lra.
      - intros c _. unfold at_index. destruct (Nat.eq_dec i c); field; lra. }
    rewrite (sum_ext k _ (fun i => dot k q (k_ary_response k g i) * squared_length))
      by (intros; rewrite long by assumption; reflexivity).
    rewrite sum_scale_right. unfold dot. rewrite sum_of_sums.
    rewrite (sum_ext k _ (fun j => q j * 1)).
    + rewrite sum_scale_right. change (sum k (fun j => q j)) with (sum k q). rewrite total. ring.
    + intros j small. rewrite sum_scale. f_equal.
      rewrite (sum_ext k _ (fun i => / n + at_index j i * ((g - 1) / n)))
        by (intros; rewrite entry, flip; reflexivity).
      rewrite sum_plus, sum_constant, (sum_pick k (fun _ => (g - 1) / n) j small).
      unfold n. field. unfold n in positive. lra.
Qed.

End Response.
