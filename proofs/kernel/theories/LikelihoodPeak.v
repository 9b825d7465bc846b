(** Holohan, Leith and Mason, Theorem 1: where the estimator (4) is a proportion, it maximises the
    likelihood of the reports. *)

From Coq Require Import Reals Lra Lia.
Open Scope R_scope.

(** The probability of a report 1, and the likelihood of N ones among n reports. *)
Definition chance_of_one (p00 p11 pi : R) : R := pi * p11 + (1 - pi) * (1 - p00).
Definition likelihood_of (n N : nat) (p00 p11 pi : R) : R :=
  chance_of_one p00 p11 pi ^ N * (1 - chance_of_one p00 p11 pi) ^ (n - N).
Definition estimate_of (n N : nat) (p00 p11 : R) : R :=
  (p00 - 1) / (p00 + p11 - 1) + INR N / ((p00 + p11 - 1) * INR n).

Lemma power_below_exponential : forall n x q, 0 <= x -> 0 < q ->
  x ^ n <= q ^ n * exp (INR n * (x / q - 1)).
Proof.
  induction n as [|n IH]; intros x q low pos; [simpl; rewrite Rmult_0_l, exp_0; lra|].
  rewrite S_INR. replace ((INR n + 1) * (x / q - 1)) with (INR n * (x / q - 1) + (x / q - 1)) by ring.
  rewrite exp_plus. simpl.
  replace (q * q ^ n * (exp (INR n * (x / q - 1)) * exp (x / q - 1))) with
    ((q * exp (x / q - 1)) * (q ^ n * exp (INR n * (x / q - 1)))) by ring.
  apply Rmult_le_compat; [assumption|now apply pow_le| |now apply IH].
  apply Rle_trans with (q * (1 + (x / q - 1))); [apply Req_le; field; lra|].
  apply Rmult_le_compat_l; [lra|]. apply exp_ineq1_le.
Qed.

Lemma toward_the_peak : forall n N x y, (0 < n)%nat -> (N <= n)%nat -> 0 <= x <= 1 ->
  0 <= y <= 1 -> (x - y) * (INR N / INR n - y) <= 0 ->
  x ^ N * (1 - x) ^ (n - N) <= y ^ N * (1 - y) ^ (n - N).
Proof.
  intros n N x y some part range inner closer.
  assert (0 < INR n) as size by now apply lt_0_INR.
  set (q := INR N / INR n) in *.
  assert (q * INR n = INR N) as ofq by (unfold q; field; lra).
  assert (INR (n - N) = INR n - INR N) as rest by now apply minus_INR.
  destruct (Req_dec x y) as [->|differ]; [lra|].
  assert (forall z m, 0 <= z <= 1 -> z ^ m <= 1) as bounded.
  { intros z m inside. rewrite <- (pow1 m). now apply pow_incr. }
  destruct (Req_dec y 0) as [->|above].
  { assert (N = 0%nat) as ->.
    { destruct (Nat.eq_dec N 0) as [|more]; [assumption|]. exfalso.
      assert (0 < INR N) by (apply lt_0_INR; lia).
      assert (0 < q) by (apply Rdiv_lt_0_compat; lra).
      assert (0 < (x - 0) * (q - 0)) by (apply Rmult_lt_0_compat; lra). lra. }
    simpl. rewrite Rminus_0_r, pow1. specialize (bounded (1 - x) (n - 0)%nat ltac:(lra)). lra. }
  destruct (Req_dec y 1) as [->|below].
  { assert (N = n) as ->.
    { destruct (Nat.eq_dec N n) as [|less]; [assumption|]. exfalso.
      assert (0 < INR (n - N)) by (apply lt_0_INR; lia).
      assert (q < 1) by (apply Rmult_lt_reg_r with (INR n); [assumption|]; rewrite ofq; lra).
      assert (0 < (1 - x) * (1 - q)) by (apply Rmult_lt_0_compat; lra). lra. }
    rewrite Nat.sub_diag, pow1. simpl. specialize (bounded x n range). lra. }
  assert (0 < y < 1) as strictly by lra. clearbody q.
  apply Rle_trans with ((y ^ N * exp (INR N * (x / y - 1))) *
    ((1 - y) ^ (n - N) * exp (INR (n - N) * ((1 - x) / (1 - y) - 1)))).
  - apply Rmult_le_compat; try (apply pow_le; lra); apply power_below_exponential; lra.
  - replace (y ^ N * exp (INR N * (x / y - 1)) *
      ((1 - y) ^ (n - N) * exp (INR (n - N) * ((1 - x) / (1 - y) - 1)))) with
      (y ^ N * (1 - y) ^ (n - N) *
       (exp (INR N * (x / y - 1)) * exp (INR (n - N) * ((1 - x) / (1 - y) - 1)))) by ring.
    rewrite <- exp_plus.
    replace (INR N * (x / y - 1) + INR (n - N) * ((1 - x) / (1 - y) - 1)) with
      ((x - y) * (q - y) * (INR n / (y * (1 - y)))) by (rewrite rest, <- ofq; field; split; lra).
    assert (0 <= y ^ N * (1 - y) ^ (n - N)) as nonneg
      by (apply Rmult_le_pos; apply pow_le; lra).
    rewrite <- (Rmult_1_r (y ^ N * (1 - y) ^ (n - N))) at 2.
    apply Rmult_le_compat_l; [assumption|].
    apply Rle_trans with (exp 0); [|rewrite exp_0; lra].
    assert (0 < y * (1 - y)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < INR n / (y * (1 - y))) as scale by (apply Rdiv_lt_0_compat; lra).
    assert ((x - y) * (q - y) * (INR n / (y * (1 - y))) <= 0) as falls.
    { rewrite <- (Rmult_0_l (INR n / (y * (1 - y)))). apply Rmult_le_compat_r; lra. }
    destruct falls as [less|equal]; [left; now apply exp_increasing|rewrite equal; lra].
Qed.

(** The proportion nearest to (4). *)
Definition nearest_proportion (x : R) : R := Rmax 0 (Rmin 1 x).

(** Where (4) is not a proportion the nearest one is best. *)
Theorem nearest_proportion_is_best : forall n N p00 p11, (0 < n)%nat -> (N <= n)%nat ->
  0 <= p00 <= 1 -> 0 <= p11 <= 1 -> p00 + p11 <> 1 ->
  forall pi, 0 <= pi <= 1 ->
    likelihood_of n N p00 p11 pi <=
    likelihood_of n N p00 p11 (nearest_proportion (estimate_of n N p00 p11)).
Proof.
  intros n N p00 p11 some part first second apart pi range.
  assert (0 < INR n) as size by now apply lt_0_INR.
  assert (forall z, 0 <= z <= 1 -> 0 <= chance_of_one p00 p11 z <= 1) as chance.
  { intros z inside. unfold chance_of_one.
    assert (0 <= z * p11) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 - z) * (1 - p00)) by (apply Rmult_le_pos; lra).
    assert (z * p11 <= z * 1) by (apply Rmult_le_compat_l; lra).
    assert ((1 - z) * (1 - p00) <= (1 - z) * 1) by (apply Rmult_le_compat_l; lra). lra. }
  set (x := estimate_of n N p00 p11). set (z := nearest_proportion x).
  assert (0 <= z <= 1 /\ (pi - z) * (x - z) <= 0) as [inside closer].
  { assert (forall a b, 0 <= a -> b <= 0 -> a * b <= 0) as sign.
    { intros a b up down. assert (0 <= a * - b) by (apply Rmult_le_pos; lra). lra. }
    unfold z, nearest_proportion, Rmax, Rmin. destruct (Rle_dec 1 x) as [high|low].
    - destruct (Rle_dec 0 1); [|lra]. split; [lra|].
      replace ((pi - 1) * (x - 1)) with ((x - 1) * (pi - 1)) by ring. apply sign; lra.
    - destruct (Rle_dec 0 x); (split; [lra|]); [|apply sign; lra].
      replace ((pi - x) * (x - x)) with 0 by ring. lra. }
  unfold likelihood_of. apply toward_the_peak; auto.
  replace (INR N / INR n) with (chance_of_one p00 p11 x)
    by (unfold x, chance_of_one, estimate_of; field; lra).
  replace ((chance_of_one p00 p11 pi - chance_of_one p00 p11 z) *
    (chance_of_one p00 p11 x - chance_of_one p00 p11 z)) with
    ((p00 + p11 - 1) ^ 2 * ((pi - z) * (x - z))) by (unfold chance_of_one; ring).
  assert (0 <= (p00 + p11 - 1) ^ 2 * - ((pi - z) * (x - z)))
    by (apply Rmult_le_pos; [apply pow2_ge_0|lra]). lra.
Qed.

Theorem estimate_maximises_the_likelihood : forall n N p00 p11, (0 < n)%nat -> (N <= n)%nat ->
  0 <= p00 <= 1 -> 0 <= p11 <= 1 -> p00 + p11 <> 1 ->
  0 <= estimate_of n N p00 p11 <= 1 ->
  forall pi, 0 <= pi <= 1 ->
    likelihood_of n N p00 p11 pi <= likelihood_of n N p00 p11 (estimate_of n N p00 p11).
Proof.
  intros n N p00 p11 some part first second apart inside pi range.
  pose proof (nearest_proportion_is_best n N p00 p11 some part first second apart pi range) as best.
  replace (nearest_proportion (estimate_of n N p00 p11)) with (estimate_of n N p00 p11) in best;
    [assumption|]. unfold nearest_proportion, Rmax, Rmin.
  destruct (Rle_dec 1 _), (Rle_dec 0 _); lra.
Qed.
