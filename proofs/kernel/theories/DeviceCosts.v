(** The numbers c of devices against each other, and how they grow with the number of bits.

    The unrelated question has a smaller c than Warner's device for p < 2/3, the more so the more
    bits; the loss at the mean of pi^t pi grows like the n-th power of a number above one; and the
    recursive construction of C_a(n) takes time in proportion to its 4^n entries. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors SampleLoss.
Open Scope R_scope.

(** c_M / c_W: the unrelated question at p has the parameter (2 - p) / 2. *)
Definition cost_ratio (p : R) (n : nat) : R := cost ((2 - p) / 2) n / cost p n.

Definition ratio_of_one_bit (p : R) : R :=
  (p ^ 2 - 2 * p + 2) * (2 * p - 1) ^ 2 / (2 * (1 - p) ^ 2 * (2 * p ^ 2 - 2 * p + 1)).

Lemma square_some : forall x, x <> 0 -> 0 < x ^ 2.
Proof.
  intros x some. replace (x ^ 2) with (Rsqr x) by (unfold Rsqr; ring). now apply Rsqr_pos_lt.
Qed.

Lemma ratio_is_a_power : forall p n, 0 < p < 1 -> 2 * p <> 1 ->
  cost_ratio p n = ratio_of_one_bit p ^ n /\ 0 < ratio_of_one_bit p.
Proof.
  intros p n range odd.
  assert (0 < (2 * p - 1) ^ 2) as one by (apply square_some; lra).
  assert (0 < (1 - p) ^ 2) as two by (apply square_some; lra).
  assert (0 < p ^ 2 - 2 * p + 2) as three by (replace (p ^ 2 - 2 * p + 2) with ((1 - p) ^ 2 + 1) by ring; lra).
  assert (0 < 2 * p ^ 2 - 2 * p + 1) as four.
  { replace (2 * p ^ 2 - 2 * p + 1) with (p ^ 2 + (1 - p) ^ 2) by ring.
    assert (0 < p ^ 2) by (apply square_some; lra). lra. }
  split.
  - assert (quotient : forall x y, x ^ n / y ^ n = (x / y) ^ n).
    { intros x y. unfold Rdiv. now rewrite Rpow_mult_distr, pow_inv. }
    unfold cost_ratio, cost. rewrite quotient. f_equal.
    unfold ratio_of_one_bit. field. repeat split; lra.
  - unfold ratio_of_one_bit, Rdiv. apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat|].
    apply Rinv_0_lt_compat. repeat apply Rmult_lt_0_compat; lra.
Qed.

Lemma ratio_against_one : forall p, 0 < p < 1 ->
  (p < 2 / 3 -> ratio_of_one_bit p < 1) /\ (2 / 3 < p -> 1 < ratio_of_one_bit p).
Proof.
  intros p range. unfold ratio_of_one_bit.
  set (top := (p ^ 2 - 2 * p + 2) * (2 * p - 1) ^ 2).
  set (bottom := 2 * (1 - p) ^ 2 * (2 * p ^ 2 - 2 * p + 1)).
  assert (bottom - top = p * (2 - 3 * p)) as gap by (unfold top, bottom; ring).
  assert (0 < bottom) as some.
  { unfold bottom. assert (0 < (1 - p) ^ 2) by (apply square_some; lra).
    replace (2 * p ^ 2 - 2 * p + 1) with (p ^ 2 + (1 - p) ^ 2) by ring.
    assert (0 < p ^ 2) by (apply square_some; lra).
    repeat apply Rmult_lt_0_compat; lra. }
  assert (top / bottom * bottom = top) as back by (field; lra).
  split; intros side.
  - apply Rmult_lt_reg_r with bottom; [assumption|].
    assert (0 < p * (2 - 3 * p)) by (apply Rmult_lt_0_compat; lra). lra.
  - apply Rmult_lt_reg_r with bottom; [assumption|].
    assert (0 < p * (3 * p - 2)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma power_below_one : forall x n, 0 < x < 1 -> (1 <= n)%nat -> 0 < x ^ n < 1.
Proof.
  intros x n range some. split; [apply pow_lt; lra|].
  destruct n as [|n]; [lia|]. simpl. assert (x ^ n <= 1).
  { rewrite <- (pow1 n). apply pow_incr. lra. }
  assert (0 < x ^ n) by (apply pow_lt; lra).
  apply Rle_lt_trans with (x * 1); [apply Rmult_le_compat_l|]; lra.
Qed.

Theorem unrelated_question_beats_warner : forall p n, 0 < p < 2 / 3 -> 2 * p <> 1 -> (1 <= n)%nat ->
  cost ((2 - p) / 2) n / cost p n < 1.
Proof.
  intros p n range odd some. change (cost_ratio p n < 1).
  destruct (ratio_is_a_power p n) as [-> positive]; [lra|assumption|].
  apply power_below_one; [|assumption]. split; [assumption|]. apply ratio_against_one; lra.
Qed.

(** Below 2/3 the ratio falls away from one with every bit, above it rises. *)
Theorem more_bits_emphasize : forall p n, 0 < p < 1 -> 2 * p <> 1 -> (1 <= n)%nat ->
  (p < 2 / 3 -> cost_ratio p (S n) < cost_ratio p n < 1) /\
  (2 / 3 < p -> 1 < cost_ratio p n < cost_ratio p (S n)).
Proof.
  intros p n range odd some. destruct (ratio_is_a_power p n range odd) as [-> positive].
  destruct (ratio_is_a_power p (S n) range odd) as [-> _].
  destruct (ratio_against_one p range) as [low high]. set (x := ratio_of_one_bit p) in *.
  split; intros side.
  - specialize (low side). pose proof (power_below_one x n ltac:(lra) some). split; [|lra].
    simpl. apply Rlt_le_trans with (1 * x ^ n); [apply Rmult_lt_compat_r|]; lra.
  - specialize (high side). pose proof (Rlt_pow_R1 x n high ltac:(lia)). split; [lra|].
    simpl. assert (1 * x ^ n < x * x ^ n) by (apply Rmult_lt_compat_r; lra). lra.
Qed.

(** L(n) = f_L(2 / (2^n + 1)). *)
Definition usual_loss (a : R) (n : nat) : R :=
  (cost a n - 2 / (2 ^ n + 1)) / (1 - 2 / (2 ^ n + 1)).

Theorem loss_grows_exponentially : forall a, 0 < a < 1 -> 2 * a <> 1 -> exists q, 1 < q /\
  forall n, (1 <= n)%nat -> q ^ n <= usual_loss a n <= 3 * q ^ n.
Proof.
  intros a range odd. exists ((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2).
  assert (0 < (2 * a - 1) ^ 2) as some by (apply square_some; lra).
  assert (1 < (a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2) as big.
  { apply Rmult_lt_reg_r with ((2 * a - 1) ^ 2); [assumption|].
    replace ((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2 * (2 * a - 1) ^ 2)
      with (a ^ 2 + (1 - a) ^ 2) by (field; lra).
    assert (0 < a * (1 - a)) by (apply Rmult_lt_0_compat; lra). lra. }
  split; [exact big|]. intros n more. unfold usual_loss.
  change (((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2) ^ n) with (cost a n).
  assert (1 <= cost a n) as one by (apply power_at_least_one; lra).
  set (c := cost a n) in *. set (s := 2 / (2 ^ n + 1)).
  assert (2 <= 2 ^ n) as two.
  { destruct n as [|n]; [lia|]. simpl. pose proof (power_at_least_one 2 n ltac:(lra)). lra. }
  assert (0 < s <= 2 / 3) as inside.
  { unfold s. split; [apply Rdiv_lt_0_compat; lra|].
    apply Rmult_le_reg_r with (2 ^ n + 1); [lra|].
    replace (2 / (2 ^ n + 1) * (2 ^ n + 1)) with 2 by (field; lra). lra. }
  assert ((c - s) / (1 - s) * (1 - s) = c - s) as back by (field; lra).
  assert (0 <= (c - 1) * s) by (apply Rmult_le_pos; lra).
  assert (0 <= c * (2 - 3 * s)) by (apply Rmult_le_pos; lra).
  split; apply Rmult_le_reg_r with (1 - s); lra.
Qed.

(** ** Running time *)

(** How many products the recursive construction makes: 4^n for the last step. *)
Fixpoint products (n : nat) : nat :=
  match n with
  | O => 0
  | S m => products m + 2 ^ S m * 2 ^ S m
  end.

Theorem products_are_linear : forall n, (3 * products n <= 4 * (2 ^ n * 2 ^ n))%nat.
Proof.
  induction n as [|n IH]; [simpl; lia|]. cbn [products Nat.pow].
  pose proof (Nat.pow_nonzero 2 n ltac:(lia)). nia.
Qed.

Theorem powers_of_four : forall n, \sum_(i < n + 1) (4 ^ i) = (4 ^ (n + 1) - 1) / 3.
Proof. intros n. pose proof (geometric_sum 4 n) as total. lra. Qed.

(** t(n) = t(n - 1) + t_f(4^(n-1)) with t_f(N) = 4 k N, and the printed sum up to n. *)
Fixpoint time (k start : R) (n : nat) : R :=
  match n with
  | O => start
  | S m => 4 * k * 4 ^ m + time k start m
  end.

Theorem time_is_linear : forall k start n, 0 <= k -> 0 <= start ->
  time k start n <= (start + 4 * k / 3) * 4 ^ n /\
  \sum_(i < n + 1) (4 * k * 4 ^ i) <= 16 * k / 3 * 4 ^ n /\
  4 ^ n = (2 ^ n) ^ 2 /\ 4 ^ n = INR (2 ^ n * 2 ^ n).
Proof.
  intros k start n above low. repeat split.
  - assert (time k start n = start + 4 * k / 3 * (4 ^ n - 1)) as ->.
    { induction n as [|n IH]; [simpl; lra|]. cbn [time]. rewrite IH. simpl. lra. }
    assert (1 <= 4 ^ n) by (apply power_at_least_one; lra).
    assert (0 <= start * (4 ^ n - 1)) by (apply Rmult_le_pos; lra). lra.
  - rewrite sum_scale, powers_of_four, Nat.add_1_r. simpl.
    assert (0 <= 4 ^ n) by (apply pow_le; lra). lra.
  - rewrite <- pow_mult, Nat.mul_comm, pow_mult. f_equal. ring.
  - rewrite mult_INR, pow_INR. replace (INR 2) with 2 by reflexivity.
    now replace 4 with (2 * 2) by lra; rewrite Rpow_mult_distr.
Qed.
