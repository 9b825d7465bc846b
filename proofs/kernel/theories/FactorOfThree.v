(** How much more k-ary response can cost than the best table, of three truths. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryContrasts KaryEstimates
  KaryDeterminant ThreeTruths OneSetMore BeyondThree.
Open Scope R_scope.

Definition largest_factor : R := 8 - 4 * sqrt 3.

Lemma root_of_three : sqrt 3 ^ 2 = 3 /\ 17 / 10 < sqrt 3 < 7 / 4.
Proof.
  assert (sqrt 3 ^ 2 = 3) as square by (apply pow2_sqrt; lra).
  pose proof (sqrt_pos 3). split; [assumption|]. split; nra.
Qed.

(** Where the fourth report is worth most: with m = 1 and s its largest root it is an equation. *)
Lemma most_at_largest_root : forall m s, 1 <= m -> 0 <= s -> s ^ 2 = m ^ 2 + m + 1 ->
  (1 + m) * (m + s ^ 2) <= largest_factor * m * (1 + s) ^ 2.
Proof.
  intros m s big nonneg square. destruct root_of_three as [three [low high]].
  assert (sqrt 3 / 2 * (m + 1) <= s) as tangent.
  { apply Rsqr_incr_0_var; [|assumption]. rewrite !Rsqr_pow2.
    replace ((sqrt 3 / 2 * (m + 1)) ^ 2) with (sqrt 3 ^ 2 * ((m + 1) ^ 2 / 4)) by field.
    rewrite three, square. pose proof (pow2_ge_0 (m - 1)). lra. }
  assert (0 < largest_factor * m) as factor by (unfold largest_factor; nra).
  apply Rle_trans with (largest_factor * m * (1 + (m ^ 2 + m + 1) + 2 * (sqrt 3 / 2 * (m + 1)))).
  - rewrite square. unfold largest_factor.
    replace ((8 - 4 * sqrt 3) * m * (1 + (m ^ 2 + m + 1) + 2 * (sqrt 3 / 2 * (m + 1)))) with
      (m * ((8 - 4 * sqrt 3) * (m ^ 2 + m + 2) + (8 * sqrt 3 - 4 * sqrt 3 ^ 2) * (m + 1))) by field.
    rewrite three.
    assert (0 <= (m - 1) * ((7 - 4 * sqrt 3) * m ^ 2 + 1)) by (apply Rmult_le_pos; nra). nra.
  - apply Rmult_le_compat_l; [lra|]. nra.
Qed.

Lemma between_roots : forall m z, 1 <= m -> m <= z -> z ^ 2 <= m ^ 2 + m + 1 ->
  (1 + m) * (m + z ^ 2) <= largest_factor * m * (1 + z) ^ 2.
Proof.
  intros m z big low high. set (s := sqrt (m ^ 2 + m + 1)).
  assert (0 < m ^ 2 + m + 1) as positive by nra.
  assert (0 <= s) as nonneg by apply sqrt_pos.
  assert (s ^ 2 = m ^ 2 + m + 1) as square by (apply pow2_sqrt; lra).
  pose proof (most_at_largest_root m s big nonneg square) as most.
  destruct root_of_three as [_ [_ small]].
  assert (1 <= largest_factor) as above by (unfold largest_factor; lra).
  assert (z <= s) as below by (apply Rsqr_incr_0_var; [rewrite !Rsqr_pow2; lra|assumption]).
  assert ((1 + m) * (m + m ^ 2) <= largest_factor * m * (1 + m) ^ 2) as least.
  { replace ((1 + m) * (m + m ^ 2)) with (1 * (m * (1 + m) ^ 2)) by ring.
    rewrite Rmult_assoc. apply Rmult_le_compat_r; nra. }
  set (K := largest_factor) in *. apply Rmult_le_reg_l with (m + 1); [lra|].
  assert (0 <= (s ^ 2 - z ^ 2) * (K * m * (1 + m) ^ 2 - (1 + m) * (m + m ^ 2))) as first
    by (apply Rmult_le_pos; lra).
  assert (0 <= (z ^ 2 - m ^ 2) * (K * m * (1 + s) ^ 2 - (1 + m) * (m + s ^ 2))) as second
    by (apply Rmult_le_pos; nra).
  assert (0 <= 2 * (K * m) * ((s - m) * (z - m) * (s - z))) as between.
  { apply Rmult_le_pos; [nra|]. repeat apply Rmult_le_pos; lra. }
  assert (m + 1 = s ^ 2 - m ^ 2) as -> by lra.
  replace ((s ^ 2 - m ^ 2) * (K * m * (1 + z) ^ 2)) with
    ((s ^ 2 - m ^ 2) * ((1 + m) * (m + z ^ 2)) +
      ((s ^ 2 - z ^ 2) * (K * m * (1 + m) ^ 2 - (1 + m) * (m + m ^ 2)) +
       (z ^ 2 - m ^ 2) * (K * m * (1 + s) ^ 2 - (1 + m) * (m + s ^ 2)) +
       2 * (K * m) * ((s - m) * (z - m) * (s - z)))) by ring.
  lra.
Qed.

(** found/shares/three/factor: no table of three truths is better by more than 8 - 4 sqrt 3. *)
Theorem response_costs_little_more : forall g q, 1 < g -> law 3 q -> rarest 3 q 1 2 ->
  least_sum 3 3 g q at_index
    ((squared_length 3 g - \sum_(j < 3) q j ^ 2) / (8 - 4 * sqrt 3) + \sum_(j < 3) q j ^ 2).
Proof.
  intros g q big shares rare m P e own fair. fold largest_factor.
  destruct root_of_three as [_ [_ small]].
  assert (1 <= largest_factor) as above by (unfold largest_factor; lra).
  destruct (weights_of_three g q big shares) as ([x1 _] & [y1 yg] & [v1 vg] & level).
  set (x := 1 + (g - 1) * q 0%nat) in *. set (y := 1 + (g - 1) * q 1%nat) in *.
  set (v := 1 + (g - 1) * q 2%nat) in *.
  set (Q := \sum_(j < 3) q j ^ 2).
  assert ((squared_length 3 g - Q) * (g - 1) ^ 2 = 2 * (y * v + x * (y + v))) as response.
  { unfold squared_length, Q. replace (INR 3) with 3 by (simpl; ring). cbn [sum].
    assert (q 0%nat = (x - 1) / (g - 1)) as -> by (unfold x; field; lra).
    assert (q 1%nat = (y - 1) / (g - 1)) as -> by (unfold y; field; lra).
    assert (q 2%nat = (v - 1) / (g - 1)) as -> by (unfold v; field; lra).
    clearbody x y v. rewrite level. field. lra. }
  assert (0 < (g - 1) ^ 2) as unit by (apply pow_lt; lra).
  destruct (Rle_lt_dec ((g + 1) * (y * v)) (x * (y + v))) as [beyond|inside].
  - destruct (three_truths_beyond g q x y v big shares eq_refl eq_refl eq_refl beyond) as [best _].
    specialize (best m P e own fair). fold Q in best.
    set (pair := y * v * (g + 2)) in *.
    set (whole := x * (y + v - 1) * (y ^ 2 + y * v + v ^ 2)) in *.
    apply Rle_trans with (2 := best), Rplus_le_compat_r.
    assert (0 < pair) as posp by (unfold pair; repeat apply Rmult_lt_0_compat; lra).
    assert (0 < whole) as posw by (unfold whole; repeat apply Rmult_lt_0_compat; nra).
    assert (0 < sqrt pair) as posr by now apply sqrt_lt_R0.
    set (z := sqrt whole / sqrt pair).
    assert (0 <= z) as nonneg
      by (apply Rmult_le_pos; [apply sqrt_pos|now apply Rlt_le, Rinv_0_lt_compat]).
    assert (z ^ 2 * pair = whole) as root.
    { unfold z. rewrite <- (pow2_sqrt pair) at 2 by lra. rewrite <- (pow2_sqrt whole) at 2 by lra.
      field. lra. }
    assert ((sqrt pair + sqrt whole) ^ 2 = pair * (1 + z) ^ 2) as squared.
    { unfold z. rewrite <- (pow2_sqrt pair) at 2 by lra. field. lra. }
    assert (0 <= (y - 1) * (v - 1)) as corner by (apply Rmult_le_pos; lra).
    assert (y + v - 1 <= z) as low.
    { apply Rsqr_incr_0_var; [|assumption]. rewrite !Rsqr_pow2.
      apply Rmult_le_reg_r with pair; [assumption|]. rewrite root. unfold whole, pair.
      replace ((y + v - 1) ^ 2 * (y * v * (g + 2))) with
        ((y + v - 1) * (y * v * ((g + 1) * (y + v) - x))) by (rewrite level; ring).
      replace (x * (y + v - 1) * (y ^ 2 + y * v + v ^ 2)) with
        ((y + v - 1) * (x * (y ^ 2 + y * v + v ^ 2))) by ring.
      apply Rmult_le_compat_l; nra. }
    assert (z ^ 2 <= (y + v - 1) ^ 2 + (y + v - 1) + 1) as high.
    { apply Rmult_le_reg_r with pair; [assumption|]. rewrite root. unfold whole, pair.
      replace (((y + v - 1) ^ 2 + (y + v - 1) + 1) * (y * v * (g + 2))) with
        ((y * v) * ((g + 2) * ((y + v - 1) ^ 2 + (y + v - 1) + 1))) by ring.
      apply Rle_trans with (y * v * (x * ((y + v - 1) ^ 2 + (y + v - 1) + 1))).
      - replace (x * (y + v - 1) * (y ^ 2 + y * v + v ^ 2)) with
          ((y + v - 1) * (x * (y ^ 2 + y * v + v ^ 2))) by ring.
        apply Rmult_le_compat; nra.
      - apply Rmult_le_compat_l; [nra|]. apply Rmult_le_compat_r; nra. }
    pose proof (between_roots (y + v - 1) z ltac:(lra) low high) as within.
    rewrite squared. apply Rmult_le_reg_r with (largest_factor * (g - 1) ^ 2);
      [apply Rmult_lt_0_compat; lra|].
    replace ((squared_length 3 g - Q) / largest_factor * (largest_factor * (g - 1) ^ 2)) with
      ((squared_length 3 g - Q) * (g - 1) ^ 2) by (field; lra).
    rewrite response.
    replace (2 * (pair * (1 + z) ^ 2) / ((y + v) ^ 2 * (g - 1) ^ 2) *
      (largest_factor * (g - 1) ^ 2)) with
      (2 * (pair * (largest_factor * (1 + z) ^ 2) / (y + v) ^ 2)) by (field; lra).
    apply Rmult_le_compat_l; [lra|].
    apply Rmult_le_reg_r with ((y + v - 1) * (y + v) ^ 2); [apply Rmult_lt_0_compat; nra|].
    replace (pair * (largest_factor * (1 + z) ^ 2) / (y + v) ^ 2 * ((y + v - 1) * (y + v) ^ 2)) with
      (pair * (largest_factor * (y + v - 1) * (1 + z) ^ 2)) by (field; lra).
    apply Rmult_le_compat_l with (r := pair) in within; [|lra].
    apply Rle_trans with (2 := within). apply Req_le.
    replace (pair * ((1 + (y + v - 1)) * (y + v - 1 + z ^ 2))) with
      ((y + v) * ((y + v - 1) * pair + z ^ 2 * pair)) by ring.
    rewrite root. unfold pair, whole. rewrite level. ring.
  - assert (forall j, (j < 3)%nat -> 0 <= q j) as nonneg by apply shares.
    assert (y <= x /\ v <= x) as [first second].
    { destruct rare as (_ & _ & _ & others). destruct (others 0%nat) as [one two]; try lia.
      unfold x, y, v. split; nra. }
    assert (squared_length 3 g <= \sum_(i < m) (dot 3 q (P i) * \sum_(u < 3) e i u ^ 2)) as best.
    { refine (proj2 (response_for_three g q big shares) _ m P e own fair).
      fold x y v. unfold two_high.
      assert (0 <= x * (g * y - v)) by (apply Rmult_le_pos; nra).
      assert (0 <= x * (g * v - y)) by (apply Rmult_le_pos; nra).
      assert (0 <= y * (x - v)) by (apply Rmult_le_pos; lra).
      assert (0 <= v * (x - y)) by (apply Rmult_le_pos; lra). repeat split; lra. }
    assert (0 <= squared_length 3 g - Q) as positive.
    { apply Rmult_le_reg_r with ((g - 1) ^ 2); [assumption|]. rewrite response. nra. }
    assert ((squared_length 3 g - Q) / largest_factor <= squared_length 3 g - Q) as less.
    { apply Rmult_le_reg_r with largest_factor; [lra|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l by lra. nra. }
    lra.
Qed.
