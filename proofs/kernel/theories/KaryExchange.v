(** Estimating all shares at once: where the condition fails for a set, a report with that set is
    better than what k-ary response has without it. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryEstimates.
Open Scope R_scope.

Section Exchange.

Variables (k : nat) (g : R) (q : nat -> R) (s : nat -> bool).
Context (some : (0 < k)%nat) (big : 1 < g) (shares : law k q).

Let n := g + INR k - 1.
Let w (j : nat) : R := 1 + (g - 1) * q j.
Let c (j : nat) : R := exchange_rate k g s j.
Let A := 1 + (g - 1) * group_share k q s.
Let v := n / (g - 1).
Let E := response_estimate k g.

Definition single (i j : nat) : R := 1 + (g - 1) * at_index i j.
Definition new_estimate (u : nat) : R := v * (c u * w u) / A - / (g - 1).
Definition distance (i : nat) : R := \sum_(u < k) (E i u - new_estimate u) ^ 2.

Lemma exchange_numbers : 1 <= INR k /\ 0 < n /\ 0 < A /\ (forall j, (j < k)%nat -> 0 < w j) /\
  sum k c = (size k s * (g - 1) + INR k) / n /\ (forall j, -2 <= c j <= 2) /\
  \sum_(j < k) (c j * w j) = A.
Proof.
  assert (1 <= INR k) as many by (apply (le_INR 1); lia).
  destruct shares as [above total]. change (sum k q = 1) in total.
  assert (0 < n) as posn by (unfold n; lra).
  assert (0 < / n) as unit by now apply Rinv_0_lt_compat.
  assert (0 <= size k s <= INR k) as [low high].
  { unfold size. split; [apply sum_nonneg; intros j _; destruct (s j); lra|].
    rewrite <- (Rmult_1_r (INR k)), <- (sum_constant k 1). apply sum_le.
    intros j _. destruct (s j); lra. }
  assert (0 <= group_share k q s).
  { apply sum_nonneg. intros j small. destruct (s j); [now apply above|lra]. }
  assert (0 <= (g - 1) * group_share k q s) by (apply Rmult_le_pos; lra).
  assert (sum k c = (size k s * (g - 1) + INR k) / n) as rates.
  { unfold c, exchange_rate. rewrite sum_minus, sum_constant. fold (size k s). fold n.
    assert (INR k = n - (g - 1)) as -> by (unfold n; ring). field. lra. }
  split; [assumption|]. split; [assumption|]. split; [unfold A; lra|]. split.
  { intros j small. specialize (above j small).
    assert (0 <= (g - 1) * q j) by (apply Rmult_le_pos; lra). unfold w. lra. }
  split; [assumption|]. split.
  - intros j. unfold c, exchange_rate. fold n.
    assert (- (1 * / n) <= (size k s - 1) / n) by
      (unfold Rdiv; rewrite <- Ropp_mult_distr_l_reverse; apply Rmult_le_compat_r; lra).
    assert ((size k s - 1) / n <= n * / n) by
      (unfold Rdiv; apply Rmult_le_compat_r; [lra|unfold n; lra]).
    rewrite Rinv_r in * by lra.
    assert (1 * / n <= 1).
    { apply Rmult_le_reg_r with n; [assumption|]. rewrite Rmult_assoc, Rinv_l by lra.
      unfold n. lra. }
    destruct (s j); lra.
  - unfold w. rewrite (sum_ext k _ (fun j => c j + (g - 1) * (c j * q j))) by (intros; ring).
    rewrite sum_plus, sum_scale. change (\sum_(j < k) c j) with (sum k c).
    rewrite rates. unfold c, exchange_rate. fold n.
    rewrite (sum_ext k _ (fun j => (if s j then q j else 0) - (size k s - 1) / n * q j))
      by (intros j _; destruct (s j); ring).
    rewrite sum_minus, sum_scale. fold (group_share k q s).
    change (\sum_(j < k) q j) with (sum k q). rewrite total. unfold A.
    assert (INR k = n - (g - 1)) as -> by (unfold n; ring). field. lra.
Qed.

(** k-ary response with the weights 1/n - t c, and t times the row S. *)
Definition exchanged (t : R) : matrix := fun i j =>
  if lt_dec i k then (/ n - t * c i) * single i j else t * pattern g s j.
Definition exchanged_estimate (t : R) : matrix := fun i u =>
  if lt_dec i k then E i u + t * c i / (/ n - t * c i) * (E i u - new_estimate u)
  else new_estimate u.

Lemma singles_make_pattern : forall j, (j < k)%nat ->
  \sum_(i < k) (c i * single i j) = pattern g s j.
Proof.
  intros j small. destruct exchange_numbers as (_ & posn & _ & _ & rates & _).
  unfold single. rewrite (sum_ext k _ (fun i => c i + at_index j i * ((g - 1) * c i))).
  - rewrite sum_plus, (sum_pick k (fun i => (g - 1) * c i) j small).
    change (\sum_(i < k) c i) with (sum k c). rewrite rates. unfold c, exchange_rate, pattern.
    fold n. assert (INR k = n - (g - 1)) as -> by (unfold n; ring). destruct (s j); field; lra.
  - intros i _. unfold at_index. destruct (Nat.eq_dec i j), (Nat.eq_dec j i); try congruence; ring.
Qed.

Lemma singles_estimate : forall u j, (u < k)%nat -> (j < k)%nat ->
  \sum_(i < k) (E i u * single i j) = n * at_index u j.
Proof.
  intros u j smallu smallj. destruct exchange_numbers as (_ & posn & _).
  destruct (response_attains k g q some big shares) as (_ & unbiased & _).
  rewrite <- (unbiased u j smallu smallj), <- sum_scale. apply sum_ext. intros i _.
  unfold single, k_ary_response, at_index, E. fold n. destruct (Nat.eq_dec i j); field; lra.
Qed.

Lemma single_weight : forall i, (i < k)%nat -> dot k q (single i) = w i.
Proof.
  intros i small. destruct shares as [_ total]. change (sum k q = 1) in total.
  unfold dot, single, w. rewrite (sum_ext k _ (fun j => q j + at_index i j * ((g - 1) * q j)))
    by (intros; ring).
  rewrite sum_plus, (sum_pick k (fun j => (g - 1) * q j) i small).
  change (\sum_(j < k) q j) with (sum k q). now rewrite total.
Qed.

Lemma length_of_estimate : forall i, (i < k)%nat -> \sum_(u < k) E i u ^ 2 = squared_length k g.
Proof.
  intros i small. destruct exchange_numbers as (_ & posn & _). unfold E, response_estimate. fold n.
  rewrite (sum_ext k _ (fun u => at_index i u * ((n ^ 2 - 2 * n) / (g - 1) ^ 2) + / (g - 1) ^ 2)).
  - rewrite sum_plus, sum_constant, (sum_pick k (fun _ => (n ^ 2 - 2 * n) / (g - 1) ^ 2) i small).
    unfold squared_length, n. field. lra.
  - intros u _. unfold at_index. destruct (Nat.eq_dec i u); field; lra.
Qed.

(** What is gained, to first order: negative exactly where the condition fails. *)
Lemma first_order : \sum_(i < k) (c i * w i * distance i) =
  v ^ 2 / A * (A ^ 2 - (\sum_(j < k) (c j * w j) ^ 2)).
Proof.
  destruct exchange_numbers as (_ & _ & posA & _ & _ & _ & weights).
  set (a := fun j => c j * w j). change (\sum_(j < k) (c j * w j) ^ 2) with (\sum_(j < k) a j ^ 2).
  set (squares := \sum_(j < k) a j ^ 2).
  assert (forall i, (i < k)%nat -> distance i = v ^ 2 * (1 - 2 * a i / A + squares / A ^ 2)) as far.
  { intros i small. unfold distance.
    rewrite (sum_ext k _ (fun u => at_index i u * (v ^ 2 * (1 - 2 * a u / A)) +
      v ^ 2 / A ^ 2 * a u ^ 2)).
    - rewrite sum_plus, (sum_pick k (fun u => v ^ 2 * (1 - 2 * a u / A)) i small), sum_scale.
      fold squares. field. lra.
    - intros u _. unfold E, response_estimate, new_estimate, at_index. fold (a u). fold n.
      unfold v. destruct (Nat.eq_dec i u); field; lra. }
  rewrite (sum_ext k _ (fun i => v ^ 2 * (1 + squares / A ^ 2) * a i - v ^ 2 * (2 / A) * a i ^ 2)).
  - rewrite sum_minus, !sum_scale. fold squares.
    change (sum k a) with (\sum_(j < k) (c j * w j)). rewrite weights. field. lra.
  - intros i small. rewrite (far i small). unfold a. field. lra.
Qed.

(** The second moment of what the estimates become, row by row. *)
Lemma moved_row : forall i x y, (i < k)%nat -> 0 < x ->
  x * (\sum_(u < k) (E i u + y / x * (E i u - new_estimate u)) ^ 2) =
  x * squared_length k g + y * (squared_length k g + distance i -
    (\sum_(u < k) new_estimate u ^ 2)) + y ^ 2 / x * distance i.
Proof.
  intros i x y small positive. rewrite <- (length_of_estimate i small). unfold distance.
  rewrite <- sum_plus, <- sum_minus, <- !sum_scale, <- !sum_plus. apply sum_ext.
  intros u _. field. lra.
Qed.

Theorem exchange_is_better :
  (1 + (g - 1) * group_share k q s) ^ 2 <
    \sum_(j < k) (exchange_rate k g s j * (1 + (g - 1) * q j)) ^ 2 ->
  exists P e, private (S k) k (fun _ _ => Some g) (fun _ _ => 0) P /\
    (forall u j, (u < k)%nat -> (j < k)%nat ->
      \sum_(i < S k) (e i u * P i j) = at_index u j) /\
    \sum_(i < S k) (dot k q (P i) * \sum_(u < k) e i u ^ 2) < squared_length k g.
Proof.
  intros fails. destruct exchange_numbers as (many & posn & posA & posw & rates & bounded & weights).
  assert (0 < / n) as unit by now apply Rinv_0_lt_compat.
  change (A ^ 2 < \sum_(j < k) (c j * w j) ^ 2) in fails.
  set (L := \sum_(i < k) (c i * w i * distance i)).
  assert (L < 0) as falls.
  { unfold L. rewrite first_order. assert (0 < / (g - 1)) by (apply Rinv_0_lt_compat; lra).
    assert (0 < v) by (unfold v; apply Rmult_lt_0_compat; lra).
    assert (0 < v ^ 2 / A) by
      (apply Rmult_lt_0_compat; [apply pow_lt; assumption|now apply Rinv_0_lt_compat]).
    assert (0 < v ^ 2 / A * ((\sum_(j < k) (c j * w j) ^ 2) - A ^ 2))
      by (apply Rmult_lt_0_compat; lra). lra. }
  assert (forall i, 0 <= distance i) as apart
    by (intros; apply sum_nonneg; intros; apply pow2_ge_0).
  set (Q := 2 * n * (\sum_(i < k) (w i * c i ^ 2 * distance i))).
  assert (0 <= Q) as posQ.
  { unfold Q. apply Rmult_le_pos; [lra|]. apply sum_nonneg. intros i small.
    apply Rmult_le_pos; [apply Rmult_le_pos; [now apply Rlt_le, posw|apply pow2_ge_0]|auto]. }
  set (t := Rmin (/ n / 4) (- L / (2 * (Q + 1)))).
  assert (0 < / (2 * (Q + 1))) as inverse by (apply Rinv_0_lt_compat; lra).
  assert (0 < - L / (2 * (Q + 1))) as step by (apply Rmult_lt_0_compat; lra).
  assert (0 < t) as post by (unfold t; apply Rmin_glb_lt; lra).
  assert (t <= / n / 4) as few by apply Rmin_l.
  assert (t * (2 * (Q + 1)) <= - L) as slow.
  { assert (t <= - L / (2 * (Q + 1))) as below by apply Rmin_r.
    apply Rmult_le_compat_r with (r := 2 * (Q + 1)) in below; [|lra].
    replace (- L / (2 * (Q + 1)) * (2 * (Q + 1))) with (- L) in below by (field; lra). lra. }
  assert (forall i, / n / 2 <= / n - t * c i) as left.
  { intros i. destruct (bounded i) as [low high].
    assert (t * c i <= t * 2) by (apply Rmult_le_compat_l; lra). lra. }
  exists (exchanged t), (exchanged_estimate t). split; [split|split].
  - intros j small. split.
    + intros i _. unfold exchanged, single, pattern, at_index. specialize (left i).
      destruct (lt_dec i k).
      * apply Rmult_le_pos; [lra|]. destruct (Nat.eq_dec i j); lra.
      * apply Rmult_le_pos; [lra|]. destruct (s j); lra.
    + cbn [sum]. unfold exchanged. destruct (lt_dec k k); [lia|].
      rewrite (sum_ext k _ (fun i => / n * (1 + at_index j i * (g - 1)) - t * (c i * single i j))).
      * rewrite sum_minus, !sum_scale, sum_plus, sum_constant,
          (sum_pick k (fun _ => g - 1) j small), (singles_make_pattern j small).
        assert (INR k = n - (g - 1)) as -> by (unfold n; ring). field. lra.
      * intros i inside. destruct (lt_dec i k); [|lia]. unfold single, at_index.
        destruct (Nat.eq_dec i j), (Nat.eq_dec j i); try congruence; ring.
  - intros a b _ _. apply Req_le, sum_zero. intros i _. unfold excess.
    destruct (Nat.eq_dec a b); [reflexivity|]. apply Rmax_left.
    assert (forall x r, 0 <= x -> (forall u, 1 <= r u <= g) -> x * r a - g * (x * r b) <= 0) as enough.
    { intros x r above range. destruct (range a), (range b).
      assert (g * 1 <= g * r b) by (apply Rmult_le_compat_l; lra).
      assert (0 <= x * (g * r b - r a)) by (apply Rmult_le_pos; lra). lra. }
    unfold exchanged. specialize (left i). destruct (lt_dec i k).
    + apply (enough (/ n - t * c i) (single i)); [lra|]. intros u. unfold single, at_index.
      destruct (Nat.eq_dec i u); lra.
    + apply (enough t (pattern g s)); [lra|]. intros u. unfold pattern. destruct (s u); lra.
  - intros u j smallu smallj. cbn [sum]. unfold exchanged, exchanged_estimate.
    destruct (lt_dec k k); [lia|].
    rewrite (sum_ext k _ (fun i => / n * (E i u * single i j) -
      t * new_estimate u * (c i * single i j))).
    + rewrite sum_minus, !sum_scale, (singles_estimate u j smallu smallj),
        (singles_make_pattern j smallj). field. lra.
    + intros i small. specialize (left i). destruct (lt_dec i k); [|lia].
      replace (/ n * (E i u * single i j)) with
        ((/ n - t * c i + t * c i) * (E i u * single i j)) by ring.
      set (x := / n - t * c i) in *. field. lra.
  - cbn [sum]. set (new := \sum_(u < k) new_estimate u ^ 2). set (value := squared_length k g).
    assert (dot k q (exchanged t k) = t * A) as last.
    { unfold dot, exchanged. destruct (lt_dec k k); [lia|].
      rewrite (sum_ext k _ (fun j => t * (\sum_(i < k) (c i * (q j * single i j))))).
      - rewrite sum_scale, sum_of_sums. f_equal. rewrite <- weights. apply sum_ext.
        intros i small. rewrite sum_scale. f_equal. now apply single_weight.
      - intros j small. rewrite <- (singles_make_pattern j small), <- !sum_scale.
        apply sum_ext. intros. ring. }
    assert (\sum_(u < k) exchanged_estimate t k u ^ 2 = new) as own.
    { unfold exchanged_estimate. destruct (lt_dec k k); [lia|]. reflexivity. }
    rewrite last, own.
    assert (sum k w = n) as all.
    { unfold w. destruct shares as [_ total]. change (sum k q = 1) in total.
      rewrite sum_plus, sum_constant, sum_scale. change (\sum_(j < k) q j) with (sum k q).
      rewrite total. unfold n. ring. }
    assert (\sum_(i < k) (dot k q (exchanged t i) * \sum_(u < k) exchanged_estimate t i u ^ 2) <=
      \sum_(i < k) (value * / n * w i + t * (c i * w i * distance i) -
        t * new * (c i * w i) + t ^ 2 * (2 * n) * (w i * c i ^ 2 * distance i))) as most.
    { apply sum_le. intros i small.
      assert (dot k q (exchanged t i) = (/ n - t * c i) * w i) as ->.
      { unfold dot, exchanged. destruct (lt_dec i k); [|lia].
        rewrite <- (single_weight i small). unfold dot. rewrite <- sum_scale.
        apply sum_ext. intros. ring. }
      assert (\sum_(u < k) exchanged_estimate t i u ^ 2 = \sum_(u < k) (E i u +
        t * c i / (/ n - t * c i) * (E i u - new_estimate u)) ^ 2) as ->.
      { apply sum_ext. intros u _. unfold exchanged_estimate. now destruct (lt_dec i k); [|lia]. }
      specialize (left i).
      replace ((/ n - t * c i) * w i * (\sum_(u < k) (E i u + t * c i / (/ n - t * c i) *
        (E i u - new_estimate u)) ^ 2)) with (w i * ((/ n - t * c i) * (\sum_(u < k) (E i u +
        t * c i / (/ n - t * c i) * (E i u - new_estimate u)) ^ 2))) by ring.
      rewrite (moved_row i (/ n - t * c i) (t * c i) small) by lra. fold new. fold value.
      assert (/ (/ n - t * c i) <= 2 * n) as bound.
      { replace (2 * n) with (/ (/ n / 2)) by (field; lra). apply Rinv_le_contravar; lra. }
      assert (0 <= w i * ((t * c i) ^ 2 * distance i)) as square.
      { apply Rmult_le_pos; [now apply Rlt_le, posw|].
        apply Rmult_le_pos; [apply pow2_ge_0|auto]. }
      apply Rmult_le_compat_l with (r := w i * ((t * c i) ^ 2 * distance i)) in bound; [|assumption].
      unfold Rdiv. lra. }
    rewrite !sum_plus, sum_minus, sum_plus, !sum_scale, all, weights in most. fold L in most.
    assert (t ^ 2 * (2 * n) * (\sum_(i < k) (w i * c i ^ 2 * distance i)) = t * (t * Q)) as second
      by (unfold Q; ring).
    rewrite second in most.
    assert (t * (t * Q) <= t * (- L / 2)).
    { apply Rmult_le_compat_l; [lra|]. assert (0 <= t * 1) by lra. lra. }
    assert (value * / n * n = value) by (field; lra).
    assert (t * (- L / 2) = - (t * L) / 2) by (field).
    assert (t * L < 0) by (rewrite <- (Rmult_0_r t); apply Rmult_lt_compat_l; lra).
    lra.
Qed.

End Exchange.
