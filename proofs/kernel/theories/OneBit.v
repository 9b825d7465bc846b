(** One bit: no private randomizer has a smaller loss than the bisymmetric one of the same level.
    And k-ary response is an iterated bisymmetric randomizer for one bit only. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Draws BitStrings ShareEstimates SampleLoss.
Import ListNotations.
Open Scope R_scope.

Section Bound.
Variables (r : nat) (P T : matrix) (p : nat -> R) (g : R).
Context (columns : stochastic r 2 P) (inverse : left_inverse r 2 T P) (is_law : law 2 p)
  (first : 0 < p 0%nat) (second : 0 < p 1%nat) (big : 1 < g)
  (level : forall i, (i < r)%nat -> P i 0%nat <= g * P i 1%nat /\ P i 1%nat <= g * P i 0%nat).

Let q := image 2 P p.
Let pi := p 1%nat.
Let price := (g - 1) ^ 2 / (g + 1) * (/ ((1 - pi) + pi * g) + / ((1 - pi) * g + pi)).

Lemma prior : p 0%nat = 1 - pi /\ 0 < pi < 1.
Proof. destruct is_law as [_ one]. simpl in one. unfold pi. split; lra. Qed.

Lemma price_positive : 0 < price.
Proof.
  destruct prior as [_ range]. unfold price.
  assert (0 < pi * g /\ 0 < (1 - pi) * g) as [up down] by (split; apply Rmult_lt_0_compat; lra).
  assert (0 < / ((1 - pi) + pi * g)) by (apply Rinv_0_lt_compat; lra).
  assert (0 < / ((1 - pi) * g + pi)) by (apply Rinv_0_lt_compat; lra).
  apply Rmult_lt_0_compat; [|lra]. apply Rdiv_lt_0_compat; [|lra].
  replace ((g - 1) ^ 2) with ((g - 1) * (g - 1)) by ring. apply Rmult_lt_0_compat; lra.
Qed.

(** The prices of the two entries of a row. *)
Let up := (g - 1) ^ 2 / ((1 - pi) + pi * g).
Let down := (g - 1) ^ 2 / ((1 - pi) * g + pi).
Let y0 := (g * down - up) / (g ^ 2 - 1).
Let y1 := (g * up - down) / (g ^ 2 - 1).

Lemma row_of_one_bit : forall x0 x1 w e lambda, 0 <= x0 -> 0 <= x1 -> x0 <= g * x1 -> x1 <= g * x0 ->
  e ^ 2 = (x1 - x0) ^ 2 ->
  2 * lambda * (w * e) - lambda ^ 2 * (y0 * x0 + y1 * x1) <= w ^ 2 * ((1 - pi) * x0 + pi * x1).
Proof.
  intros x0 x1 w e lambda low low' near near' size. destruct prior as [_ range].
  assert (0 < pi * g /\ 0 < (1 - pi) * g) as [ug dg] by (split; apply Rmult_lt_0_compat; lra).
  assert (0 < g ^ 2 - 1) as wide.
  { replace (g ^ 2 - 1) with ((g - 1) * (g + 1)) by ring. apply Rmult_lt_0_compat; lra. }
  set (m := (1 - pi) * x0 + pi * x1).
  assert (0 <= (1 - pi) * x0) by (apply Rmult_le_pos; lra).
  assert (0 <= pi * x1) by (apply Rmult_le_pos; lra).
  destruct (Req_EM_T m 0) as [none|some].
  - unfold m in none. assert ((1 - pi) * x0 = 0) as none0 by lra. assert (pi * x1 = 0) as none1 by lra.
    apply Rmult_integral in none0. apply Rmult_integral in none1.
    assert (x0 = 0) as -> by (destruct none0; lra). assert (x1 = 0) as -> by (destruct none1; lra).
    assert (e = 0) as ->; [|unfold m; lra].
    replace ((0 - 0) ^ 2) with 0 in size by ring. simpl in size. rewrite Rmult_1_r in size.
    apply Rmult_integral in size. destruct size; assumption.
  - assert (0 < m) as positive by (unfold m in *; lra).
    assert (gap : m * (y0 * x0 + y1 * x1) - (x1 - x0) ^ 2 =
      (/ ((1 - pi) + pi * g) + / ((1 - pi) * g + pi)) / (g + 1) *
      ((g * x0 - x1) * (g * x1 - x0))).
    { unfold m, y0, y1, up, down. field. repeat split; try lra. }
    assert (0 < / ((1 - pi) + pi * g)) by (apply Rinv_0_lt_compat; lra).
    assert (0 < / ((1 - pi) * g + pi)) by (apply Rinv_0_lt_compat; lra).
    assert (0 <= (/ ((1 - pi) + pi * g) + / ((1 - pi) * g + pi)) / (g + 1) *
      ((g * x0 - x1) * (g * x1 - x0))).
    { apply Rmult_le_pos; [|apply Rmult_le_pos; lra].
      unfold Rdiv. apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra. }
    apply Rmult_le_reg_r with m; [assumption|].
    assert (0 <= (w * m - lambda * e) ^ 2) by apply pow2_ge_0.
    assert (0 <= lambda ^ 2 * (m * (y0 * x0 + y1 * x1) - (x1 - x0) ^ 2))
      by (apply Rmult_le_pos; [apply pow2_ge_0|lra]).
    rewrite <- size in *. lra.
Qed.

Lemma prices_add_up : y0 + y1 = price.
Proof.
  destruct prior as [_ range].
  assert (0 < pi * g /\ 0 < (1 - pi) * g) as [ug dg] by (split; apply Rmult_lt_0_compat; lra).
  assert (0 < g ^ 2 - 1) as wide.
  { replace (g ^ 2 - 1) with ((g - 1) * (g + 1)) by ring. apply Rmult_lt_0_compat; lra. }
  unfold y0, y1, price, up, down. field. repeat split; try lra.
Qed.

Lemma image_of_two : forall i, q i = (1 - pi) * P i 0%nat + pi * P i 1%nat.
Proof. intros i. destruct prior as [equal _]. unfold q, image. simpl. rewrite equal. unfold pi. ring. Qed.

(** An estimator of one of the two shares: x adds up to s over the differences of a row. *)
Lemma estimate_bound : forall x share_ s, (s = 1 \/ s = -1) ->
  \sum_(i < r) (x i * (P i 1%nat - P i 0%nat)) = s ->
  \sum_(i < r) (q i * x i) = share_ ->
  / price <= \sum_(i < r) (q i * (x i * x i)) - share_ ^ 2.
Proof.
  intros x mean s sign slope total. pose proof price_positive as positive.
  assert (ones : forall t, (t < 2)%nat -> \sum_(i < r) P i t = 1) by (intros t small; now apply columns).
  assert (sum r q = 1) as whole.
  { destruct (image_law r 2 P p columns is_law) as [_ one]. exact one. }
  assert (\sum_(i < r) (q i * (x i * x i)) - mean ^ 2 = \sum_(i < r) ((x i - mean) ^ 2 * q i)) as ->.
  { rewrite (sum_ext r (fun i => (x i - mean) ^ 2 * q i)
      (fun i => q i * (x i * x i) - (2 * mean * (q i * x i) - mean ^ 2 * q i)))
      by (intros; ring).
    rewrite !sum_minus, !sum_scale. change (sum r (fun i => q i * x i)) with
      (\sum_(i < r) (q i * x i)). rewrite total, whole. ring. }
  assert (below : \sum_(i < r) (2 * / price * ((x i - mean) * (s * (P i 1%nat - P i 0%nat))) -
    (/ price) ^ 2 * (y0 * P i 0%nat + y1 * P i 1%nat)) <= \sum_(i < r) ((x i - mean) ^ 2 * q i)).
  { apply sum_le. intros i small. rewrite image_of_two. destruct (level i small).
    destruct (columns 0%nat ltac:(lia)) as [low0 _]. destruct (columns 1%nat ltac:(lia)) as [low1 _].
    specialize (low0 i small). specialize (low1 i small). cbv beta in low0, low1.
    apply row_of_one_bit; try assumption. destruct sign as [-> | ->]; ring. }
  eapply Rle_trans; [|exact below]. right.
  rewrite sum_minus, !sum_scale.
  rewrite (sum_ext r _ (fun i => s * (x i * (P i 1%nat - P i 0%nat)) -
    s * mean * (P i 1%nat - P i 0%nat))) by (intros; ring).
  rewrite sum_minus, !sum_scale, !sum_minus, sum_plus, !sum_scale.
  change (sum r (fun i => x i * (P i 1%nat - P i 0%nat))) with
    (\sum_(i < r) (x i * (P i 1%nat - P i 0%nat))). rewrite slope.
  change (sum r (fun i => P i 1%nat)) with (\sum_(i < r) P i 1%nat).
  change (sum r (fun i => P i 0%nat)) with (\sum_(i < r) P i 0%nat).
  rewrite (ones 1%nat), (ones 0%nat) by lia.
  replace (y0 * 1 + y1 * 1) with price by (rewrite <- prices_add_up; ring).
  assert (s * s = 1) as square by (destruct sign as [-> | ->]; ring).
  replace (s * s - s * mean * (1 - 1)) with 1 by lra. field. lra.
Qed.

Lemma noisy_trace_bound : forall m, (0 < m)%nat ->
  / INR m * (2 * / price) <= trace 2 (covariance_of_noisy r 2 P T p m).
Proof.
  intros m some. assert (0 < INR m) as size by now apply lt_0_INR.
  pose proof (image_law r 2 P p columns is_law) as reported.
  assert (value : forall x, (x < 2)%nat -> covariance_of_noisy r 2 P T p m x x =
    / INR m * (\sum_(i < r) (q i * (T x i * T x i)) - p x ^ 2)).
  { intros x small. unfold covariance_of_noisy.
    destruct (linear_moments m r q (estimate m r T x) (estimate m r T x) (/ INR m) (T x) (T x) reported)
      as [_ equal]; try (intros; now apply estimate_as_total).
    fold q. rewrite equal. unfold q. rewrite !(inverse_of_image r 2) by assumption.
    field. lra. }
  unfold trace. simpl sum. rewrite !value by lia.
  assert (slopes : forall x, (x < 2)%nat -> \sum_(i < r) (T x i * (P i 1%nat - P i 0%nat)) =
    unit_matrix x 1%nat - unit_matrix x 0%nat).
  { intros x small. rewrite <- !inverse by lia. unfold times. rewrite <- sum_minus.
    apply sum_ext. intros. ring. }
  assert (/ price <= \sum_(i < r) (q i * (T 0%nat i * T 0%nat i)) - p 0%nat ^ 2).
  { apply (estimate_bound (T 0%nat) (p 0%nat) (-1)); [now right| |].
    - rewrite slopes by lia. unfold unit_matrix, at_index. simpl. ring.
    - unfold q. now apply inverse_of_image; [|lia]. }
  assert (/ price <= \sum_(i < r) (q i * (T 1%nat i * T 1%nat i)) - p 1%nat ^ 2).
  { apply (estimate_bound (T 1%nat) (p 1%nat) 1); [now left| |].
    - rewrite slopes by lia. unfold unit_matrix, at_index. simpl. ring.
    - unfold q. now apply inverse_of_image; [|lia]. }
  assert (0 < / INR m) by (now apply Rinv_0_lt_compat).
  rewrite Rplus_0_l, <- Rmult_plus_distr_l. apply Rmult_le_compat_l; lra.
Qed.
End Bound.

(** For one bit the loss of every randomizer of r reports whose likelihoods are within the factor
    g = e^alpha is at least that of C_a with a = g / (g + 1), which is the private one. *)
Theorem bisymmetric_is_best_for_one_bit : forall r P T p g m, stochastic r 2 P ->
  left_inverse r 2 T P -> law 2 p -> 0 < p 0%nat -> 0 < p 1%nat -> 1 < g -> (0 < m)%nat ->
  (forall i, (i < r)%nat -> P i 0%nat <= g * P i 1%nat /\ P i 1%nat <= g * P i 0%nat) ->
  let a := g / (g + 1) in
  a / (1 - a) = g /\
  loss (2 ^ 1) (2 ^ 1) (bits a (1 - a) 1) (inverse_bits a 1) p m <= loss r 2 P T p m.
Proof.
  intros r P T p g m columns inverse is_law first second big some level a.
  assert (a * (g + 1) = g) as value by (unfold a; field; lra).
  assert (0 < a < 1) as range.
  { unfold a. split; [apply Rdiv_lt_0_compat; lra|].
    apply Rmult_lt_reg_r with (g + 1); [lra|]. fold a. lra. }
  assert (2 * a <> 1) as odd.
  { intros half. assert (2 * (a * (g + 1)) = g + 1) by (rewrite <- Rmult_assoc, half; ring). lra. }
  split; [unfold a; field; lra|].
  pose proof (noisy_trace_bound r P T p g columns inverse is_law first second big level m some) as below.
  destruct (prior p is_law first second) as [equal inner].
  assert (squares 2 p < 1) as spread.
  { unfold squares. simpl. rewrite equal. set (pi := p 1%nat) in *.
    assert (0 < pi * (1 - pi)) by (apply Rmult_lt_0_compat; lra). lra. }
  rewrite loss_of_iterated_randomizers by (assumption || lra).
  unfold loss, covariance_of_plain. rewrite trace_of_shares by assumption.
  assert (0 < INR m) as size by now apply lt_0_INR.
  change (2 ^ 1)%nat with 2%nat. unfold Rdiv at 2. rewrite Rinv_mult, Rinv_inv.
  apply Rle_trans with (/ INR m * (cost a 1 - squares 2 p) * (INR m * / (1 - squares 2 p)));
    [right; field; lra|].
  apply Rmult_le_compat_r.
  { apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra. }
  eapply Rle_trans; [|exact below]. right. f_equal.
  unfold cost, squares, a. simpl. rewrite equal. set (pi := p 1%nat) in *.
  assert (0 < pi * g /\ 0 < (1 - pi) * g) as [ug dg] by (split; apply Rmult_lt_0_compat; lra).
  field. repeat split; try lra.
Qed.

(** ** k-ary response *)

(** One value on the diagonal and one elsewhere, which is not larger. *)
Definition kary_response (k : nat) (M : matrix) : Prop := exists on off, off <= on /\
  forall i j, (i < k)%nat -> (j < k)%nat -> M i j = if Nat.eq_dec i j then on else off.

Theorem kary_response_is_iterated_for_one_bit : forall a n, 0 <= a < 1 -> 2 * a <> 1 ->
  (1 <= n)%nat ->
  (kary_response (2 ^ n) (bits a (1 - a) n) -> n = 1%nat) /\
  (1 <= 2 * a -> kary_response (2 ^ 1) (bits a (1 - a) 1)).
Proof.
  intros a n range odd some. split.
  - intros (on & off & _ & entries). destruct n as [|[|n]]; [lia|reflexivity|exfalso].
    pose proof (Nat.pow_nonzero 2 n ltac:(lia)) as more.
    assert (4 <= 2 ^ S (S n))%nat as four by (simpl; lia).
    set (N := S (S n)) in *.
    assert (0 <> 2 ^ N - 1)%nat as far by lia.
    assert (last : bits a (1 - a) N 0%nat (2 ^ N - 1)%nat = (1 - a) ^ N).
    { rewrite <- (Nat.sub_0_r (2 ^ N - 1)) at 1. apply bits_anti_diagonal. lia. }
    assert (near : bits a (1 - a) N 0%nat 1%nat = a ^ S n * (1 - a)).
    { rewrite bits_entry by lia.
      assert (distance N 0 1 = 1%nat) as ->.
      { unfold N. clear. induction n as [|n IH]; [reflexivity|].
        change (distance (S (S (S n))) 0 1) with ((if Bool.eqb (Nat.testbit 0 (S (S n)))
          (Nat.testbit 1 (S (S n))) then 0 else 1) + distance (S (S n)) 0 1)%nat.
        change (Nat.testbit 1 (S (S n))) with (Nat.testbit 0 (S n)).
        rewrite IH, !Nat.bits_0. reflexivity. }
      unfold N. change (S (S n) - 1)%nat with (S n). ring. }
    rewrite entries in last, near by lia.
    destruct (Nat.eq_dec 0 (2 ^ N - 1)); [lia|]. destruct (Nat.eq_dec 0 1); [lia|].
    rewrite last in near. unfold N in near.
    assert ((1 - a) ^ S n = a ^ S n) as equal.
    { apply Rmult_eq_reg_r with (1 - a); [|lra]. rewrite <- near. simpl. ring. }
    destruct (Rtotal_order (2 * a) 1) as [low|[|high]]; [|contradiction|].
    + assert (a ^ S n < (1 - a) ^ S n); [|lra]. clear -low range.
      induction n as [|n IH]; [simpl; lra|].
      change (a * a ^ S n < (1 - a) * (1 - a) ^ S n).
      assert (0 <= a ^ S n) by (apply pow_le; lra).
      apply Rle_lt_trans with ((1 - a) * a ^ S n); [apply Rmult_le_compat_r; lra|].
      apply Rmult_lt_compat_l; lra.
    + assert ((1 - a) ^ S n < a ^ S n); [|lra]. clear -high range.
      induction n as [|n IH]; [simpl; lra|].
      change ((1 - a) * (1 - a) ^ S n < a * a ^ S n).
      assert (0 <= (1 - a) ^ S n) by (apply pow_le; lra).
      apply Rle_lt_trans with (a * (1 - a) ^ S n); [apply Rmult_le_compat_r; lra|].
      apply Rmult_lt_compat_l; lra.
  - intros more. exists a, (1 - a). split; [lra|]. intros i j row column.
    rewrite bits_entry by assumption. simpl in row, column.
    destruct i as [|[|i]], j as [|[|j]]; try lia; simpl; ring.
Qed.

(** ** Bits that are all one *)

Theorem mean_one_means_all_ones : forall m (b : nat -> R), (0 < m)%nat ->
  (forall i, (i < m)%nat -> b i = 0 \/ b i = 1) -> / INR m * (\sum_(i < m) b i) = 1 ->
  forall i, (i < m)%nat -> b i = 1.
Proof.
  intros m b some bit mean. assert (0 < INR m) by now apply lt_0_INR.
  assert (\sum_(i < m) (1 - b i) = 0) as none.
  { rewrite sum_minus, sum_constant. change (sum m (fun i => b i)) with (sum m b) in *.
    apply Rmult_eq_reg_l with (/ INR m); [|apply Rinv_neq_0_compat; lra].
    rewrite Rmult_minus_distr_l, mean. field. lra. }
  intros i small. pose proof (sum_of_nonnegative_terms m (fun i => 1 - b i)) as zero.
  specialize (zero ltac:(intros j inside; destruct (bit j inside); lra) none i small).
  cbv beta in zero. lra.
Qed.
