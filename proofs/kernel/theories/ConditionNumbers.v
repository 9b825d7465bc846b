(** Chai and Nayak, section 4.2: the condition number of a symmetric table. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Determinants Channels ChaiNayak Admissible GammaDiagonal.
Open Scope R_scope.

(** The largest over the least eigenvalue of a symmetric positive definite P is at most K: they are
    the largest and the least value of x' P x / x' x. *)
Definition condition_at_most (k : nat) (P : matrix) (K : R) : Prop :=
  exists low high, 0 < low /\ high <= K * low /\
  forall x, low * (\sum_(i < k) x i ^ 2) <= quadratic k P x <= high * (\sum_(i < k) x i ^ 2).

Lemma form_at_two : forall k P a b, (a < k)%nat -> (b < k)%nat ->
  quadratic k P (fun i => at_index a i - at_index b i) = P a a - P a b - P b a + P b b.
Proof.
  intros k P a b sa sb. unfold quadratic.
  rewrite (sum_ext k _ (fun i => at_index a i * (P i a - P i b) - at_index b i * (P i a - P i b))).
  - rewrite sum_minus.
    rewrite (sum_pick k (fun i => P i a - P i b) a sa), (sum_pick k (fun i => P i a - P i b) b sb). ring.
  - intros i _.
    rewrite (sum_ext k _ (fun j => at_index a j * ((at_index a i - at_index b i) * P i j) -
      at_index b j * ((at_index a i - at_index b i) * P i j))) by (intros; ring).
    rewrite sum_minus.
    rewrite (sum_pick k (fun j => (at_index a i - at_index b i) * P i j) a sa).
    rewrite (sum_pick k (fun j => (at_index a i - at_index b i) * P i j) b sb). ring.
Qed.

Lemma square_at_two : forall k a b, (a < k)%nat -> (b < k)%nat ->
  \sum_(i < k) (at_index a i - at_index b i) ^ 2 = 2 - 2 * at_index a b.
Proof.
  intros k a b sa sb.
  rewrite (sum_ext k _ (fun i => at_index a i * (1 - at_index b i) +
    at_index b i * (1 - at_index a i))).
  - rewrite sum_plus, (sum_pick k (fun i => 1 - at_index b i) a sa),
      (sum_pick k (fun i => 1 - at_index a i) b sb). unfold at_index.
    destruct (Nat.eq_dec a b), (Nat.eq_dec b a); subst; try congruence; ring.
  - intros i _. unfold at_index. destruct (Nat.eq_dec a i), (Nat.eq_dec b i); ring.
Qed.

Lemma diagonal_below : forall k g P i, stochastic k k P -> symmetric k P ->
  parity_at_most k k P g -> 1 < g -> (2 <= k)%nat -> (i < k)%nat -> P i i <= g / (g + INR k - 1).
Proof.
  intros k g P i columns mirror ratio big several small.
  assert (2 <= INR k) as size by (change 2 with (INR 2); now apply le_INR).
  destruct (columns i small) as [_ one].
  assert (\sum_(j < k) (at_index i j * ((g - 1) * P i i) + P i i) <= \sum_(j < k) (g * P j i)) as sums.
  { apply sum_le. intros j there. unfold at_index. destruct (Nat.eq_dec i j) as [<-|].
    - lra.
    - specialize (ratio i i j small small there). rewrite (mirror j i there small). lra. }
  rewrite sum_plus, (sum_pick k (fun _ => (g - 1) * P i i) i small), sum_constant, sum_scale, one in sums.
  apply Rmult_le_reg_r with (g + INR k - 1); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma square_of_sum : forall n x, (\sum_(i < n) x i) ^ 2 <= INR n * (\sum_(i < n) x i ^ 2).
Proof.
  intros n x. destruct n as [|n]; [simpl; lra|]. set (N := S n).
  assert (0 < INR N) as some by (apply lt_0_INR; unfold N; lia). set (m := sum N x / INR N).
  assert (0 <= \sum_(i < N) (x i - m) ^ 2) as above by (apply sum_nonneg; intros; apply pow2_ge_0).
  rewrite (sum_ext N _ (fun i => x i ^ 2 - (2 * m * x i - m ^ 2))) in above by (intros; ring).
  rewrite sum_minus, sum_minus, sum_scale, sum_constant in above.
  change (sum N (fun i => x i)) with (sum N x) in *.
  apply Rmult_le_compat_l with (r := INR N) in above; [|lra].
  replace (INR N * (sum N (fun i => x i ^ 2) - (2 * m * sum N x - INR N * m ^ 2)))
    with (INR N * sum N (fun i => x i ^ 2) - sum N x ^ 2) in above by (unfold m; field; lra).
  lra.
Qed.

Lemma form_of_diagonal : forall k g x, (2 <= k)%nat -> 1 < g ->
  quadratic k (gamma_diagonal k g) x =
  ((g - 1) * (\sum_(i < k) x i ^ 2) + (\sum_(i < k) x i) ^ 2) / (g + INR k - 1).
Proof.
  intros k g x several big.
  assert (2 <= INR k) as size by (change 2 with (INR 2); now apply le_INR). unfold quadratic.
  rewrite (sum_ext k _ (fun i => / (g + INR k - 1) * ((g - 1) * x i ^ 2 + sum k x * x i))).
  - rewrite sum_scale, sum_plus, sum_scale, sum_scale. change (sum k (fun i => x i)) with (sum k x).
    field. lra.
  - intros i small.
    rewrite (sum_ext k _ (fun j => at_index i j * (/ (g + INR k - 1) * (g - 1) * x i * x j) +
      / (g + INR k - 1) * x i * x j)).
    + rewrite sum_plus, (sum_pick k (fun j => / (g + INR k - 1) * (g - 1) * x i * x j) i small).
      rewrite sum_scale. ring.
    + intros j _. unfold gamma_diagonal, at_index. destruct (Nat.eq_dec i j); field; lra.
Qed.

(** P_0 has the least condition number, (gamma + k - 1) / (gamma - 1). *)
Theorem gamma_diagonal_has_the_least_condition_number : forall k g, (2 <= k)%nat -> 1 < g ->
  let P0 := gamma_diagonal k g in let least := (g + INR k - 1) / (g - 1) in
  stochastic k k P0 /\ parity_at_most k k P0 g /\ positive_definite k P0 /\
  condition_at_most k P0 least /\
  forall P, stochastic k k P -> parity_at_most k k P g -> positive_definite k P ->
  forall K, condition_at_most k P K -> least <= K.
Proof.
  intros k g several big P0 least.
  assert (2 <= INR k) as size by (change 2 with (INR 2); now apply le_INR).
  assert (0 < / (g + INR k - 1)) as part by (apply Rinv_0_lt_compat; lra).
  set (low := (g - 1) / (g + INR k - 1)).
  assert (0 < low) as some by (apply Rdiv_lt_0_compat; lra).
  assert (least * low = 1) as unit by (unfold least, low; field; lra).
  assert (forall x,
    low * (\sum_(i < k) x i ^ 2) <= quadratic k P0 x <= 1 * (\sum_(i < k) x i ^ 2)) as between.
  { intros x. unfold P0. rewrite form_of_diagonal by assumption. unfold low.
    pose proof (square_of_sum k x) as less. pose proof (pow2_ge_0 (\sum_(i < k) x i)) as above.
    set (S2 := \sum_(i < k) x i ^ 2) in *. set (T := (\sum_(i < k) x i) ^ 2) in *. split.
    - replace ((g - 1) / (g + INR k - 1) * S2) with ((g - 1) * S2 / (g + INR k - 1)) by (field; lra).
      apply Rmult_le_compat_r; lra.
    - replace (1 * S2) with ((g + INR k - 1) * S2 / (g + INR k - 1)) by (field; lra).
      apply Rmult_le_compat_r; lra. }
  split; [apply diagonal_stochastic; lia || lra|]. split; [apply diagonal_parity; lia || lra|].
  split.
  { split.
    - intros i j _ _. unfold P0, gamma_diagonal.
      destruct (Nat.eq_dec i j), (Nat.eq_dec j i); try congruence; reflexivity.
    - intros x i small nonzero. apply Rlt_le_trans with (2 := proj1 (between x)).
      apply Rmult_lt_0_compat; [assumption|]. apply Rlt_le_trans with (x i ^ 2).
      + replace (x i ^ 2) with (Rsqr (x i)) by (unfold Rsqr; ring). now apply Rsqr_pos_lt.
      + apply (term_le_sum k (fun j => x j ^ 2)); [intros; apply pow2_ge_0|assumption]. }
  split; [exists low, 1; split; [assumption|split; [lra|exact between]]|].
  intros P columns ratio [mirror _] K (c & C & positive & bound & within).
  assert (1 <= C) as high.
  { destruct (within (fun _ => 1)) as [_ above]. unfold quadratic in above.
    rewrite sum_of_sums in above.
    rewrite (sum_ext k (fun j => \sum_(i < k) (1 * 1 * P i j)) (fun _ => 1)) in above.
    - replace (1 ^ 2) with 1 in above by ring. rewrite !sum_constant in above.
      apply Rmult_le_reg_l with (INR k); lra.
    - intros j small. destruct (columns j small) as [_ one].
      transitivity (\sum_(i < k) P i j); [apply sum_ext; intros; ring|exact one]. }
  assert (c <= low) as small.
  { assert (\sum_(a < k) \sum_(b < k) (c * (2 - 2 * at_index a b)) <=
      \sum_(a < k) \sum_(b < k) (P a a - P a b - P b a + P b b)) as sums.
    { apply sum_le. intros a sa. apply sum_le. intros b sb.
      rewrite <- (square_at_two k a b sa sb), <- (form_at_two k P a b sa sb). apply within. }
    rewrite (sum_ext k _ (fun _ => c * 2 * (INR k - 1))) in sums.
    2:{ intros a sa. rewrite sum_scale, sum_minus, sum_constant, sum_scale.
        rewrite (sum_ext k (at_index a) (fun b => at_index a b * 1)) by (intros; ring).
        rewrite (sum_pick k (fun _ => 1) a sa). ring. }
    rewrite sum_constant in sums.
    assert (\sum_(a < k) \sum_(b < k) (P a a - P a b - P b a + P b b) =
      2 * INR k * trace k P - 2 * INR k) as value.
    { rewrite (sum_ext k _ (fun a => INR k * P a a - (\sum_(b < k) P a b) - 1 + trace k P)).
      - rewrite sum_plus, sum_minus, sum_minus, sum_scale, !sum_constant, sum_of_sums.
        rewrite (sum_ext k (fun j => \sum_(i < k) P i j) (fun _ => 1)), sum_constant
          by (intros j sj; exact (proj2 (columns j sj))).
        fold (trace k P). change (sum k (fun a => P a a)) with (trace k P). ring.
      - intros a sa. rewrite sum_plus, sum_minus, sum_minus, sum_constant.
        replace (sum k (fun b => P b a)) with 1 by (symmetry; exact (proj2 (columns a sa))).
        reflexivity. }
    rewrite value in sums.
    assert (trace k P <= INR k * (g / (g + INR k - 1))) as traces.
    { rewrite <- sum_constant. apply sum_le. intros i si. now apply diagonal_below. }
    assert (INR k * (c * 2 * (INR k - 1)) <= INR k * (2 * (INR k - 1) * low)) as scaled.
    { replace (INR k * (2 * (INR k - 1) * low))
        with (2 * INR k * (INR k * (g / (g + INR k - 1))) - 2 * INR k)
        by (unfold low; field; lra).
      apply Rle_trans with (1 := sums). apply Rplus_le_compat_r.
      apply Rmult_le_compat_l; lra. }
    apply Rmult_le_reg_l with (INR k * 2 * (INR k - 1)).
    - apply Rmult_lt_0_compat; lra.
    - lra. }
  assert (0 <= K) as sign.
  { destruct (Rle_lt_dec 0 K) as [|negative]; [assumption|].
    assert (K * c < 0 * c) by (apply Rmult_lt_compat_r; assumption). lra. }
  assert (K * c <= K * low) by (apply Rmult_le_compat_l; assumption).
  apply Rmult_le_reg_r with low; lra.
Qed.
