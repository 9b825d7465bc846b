(** Numbers between those of a grid that is shifted at random: what rounding to it adds to a variance. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors.
Open Scope R_scope.

(** With the shift n of N a number x of N parts above a number of the grid is moved up as often. *)
Definition moved_up (x : R) (n : nat) : R := Rmax 0 (Rmin 1 (x - INR n)).
(** By how much of a step the shift moves what is told. *)
Definition offset (N n : nat) : R := (INR n + / 2) / INR N - / 2.

Lemma up_range : forall x n, 0 <= moved_up x n <= 1.
Proof.
  intros x n. unfold moved_up. split; [apply Rmax_l|]. apply Rmax_lub; [lra|apply Rmin_l].
Qed.

Lemma up_above : forall x n, INR n + 1 <= x -> moved_up x n = 1.
Proof. intros x n above. unfold moved_up. rewrite Rmin_left, Rmax_right; lra. Qed.

Lemma up_below : forall x n, x <= INR n -> moved_up x n = 0.
Proof. intros x n below. unfold moved_up. rewrite Rmin_right, Rmax_left; lra. Qed.

Lemma up_between : forall x n, INR n <= x <= INR n + 1 -> moved_up x n = x - INR n.
Proof. intros x n between. unfold moved_up. rewrite Rmin_right, Rmax_right; lra. Qed.

Lemma ups_above : forall N x, INR N <= x ->
  \sum_(n < N) moved_up x n = INR N /\
  \sum_(n < N) (INR n * moved_up x n) = INR N * (INR N - 1) / 2.
Proof.
  induction N as [|N IH]; intros x above; [simpl; lra|]. rewrite S_INR in *.
  destruct (IH x ltac:(lra)) as [one two]. cbn [sum]. rewrite one, two, up_above by lra. split; field.
Qed.

Lemma ups : forall N x, 0 <= x <= INR N -> \sum_(n < N) moved_up x n = x /\
  \sum_(n < N) (INR n * moved_up x n) <= (x ^ 2 - x) / 2 + / 8.
Proof.
  induction N as [|N IH]; intros x range.
  - simpl in range. assert (x = 0) as -> by lra. simpl. lra.
  - rewrite S_INR in range. destruct (Rle_or_lt x (INR N)) as [below|above].
    + destruct (IH x ltac:(lra)) as [one two]. cbn [sum]. rewrite one, up_below by assumption. lra.
    + destruct (ups_above N x ltac:(lra)) as [one two]. cbn [sum].
      rewrite one, two, up_between by lra. split; [ring|].
      pose proof (pow2_ge_0 (x - INR N - / 2)) as square.
      replace ((x ^ 2 - x) / 2 + / 8) with (INR N * (INR N - 1) / 2 + INR N * (x - INR N) +
        (x - INR N - / 2) ^ 2 / 2) by field. lra.
Qed.

Lemma numbers_below : forall N, \sum_(n < N) INR n = INR N * (INR N - 1) / 2 /\
  \sum_(n < N) (INR n ^ 2) = INR N * (INR N - 1) * (2 * INR N - 1) / 6.
Proof.
  induction N as [|N [one two]]; [simpl; lra|]. cbn [sum]. rewrite one, two, S_INR. split; field.
Qed.

Lemma offsets : forall N, (0 < N)%nat -> \sum_(n < N) offset N n = 0 /\
  \sum_(n < N) (offset N n ^ 2) = (INR N ^ 2 - 1) / (12 * INR N).
Proof.
  intros N some. assert (0 < INR N) by now apply lt_0_INR. destruct (numbers_below N) as [one two]. split.
  - rewrite (sum_ext N _ (fun n => / INR N * INR n + (/ 2 / INR N - / 2)))
      by (intros; unfold offset; field; lra).
    rewrite sum_plus, sum_scale, sum_constant. change (sum N INR) with (\sum_(n < N) INR n).
    rewrite one. field. lra.
  - rewrite (sum_ext N _ (fun n => / INR N ^ 2 * INR n ^ 2 + (1 / INR N ^ 2 - 1 / INR N) * INR n +
      (/ 2 / INR N - / 2) ^ 2)) by (intros; unfold offset; field; lra).
    rewrite !sum_plus, !sum_scale, sum_constant. change (sum N INR) with (\sum_(n < N) INR n).
    rewrite one, two. field. lra.
Qed.

(** What is moved, squared: on average over the shifts it is little. *)
Lemma moved_squared : forall N t, (0 < N)%nat -> 0 <= t <= 1 ->
  \sum_(n < N) ((1 - moved_up (INR N * t) n) * (offset N n - t) ^ 2 +
    moved_up (INR N * t) n * (1 + offset N n - t) ^ 2) <=
  INR N * (/ 12 + / (6 * INR N ^ 2)).
Proof.
  intros N t some range. assert (0 < INR N) as pos by now apply lt_0_INR.
  assert (0 <= INR N * t <= INR N) as inside.
  { split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r (INR N)) at 2. apply Rmult_le_compat_l; lra. }
  destruct (ups N (INR N * t) inside) as [one two]. destruct (offsets N some) as [none squares].
  set (u := moved_up (INR N * t)) in *.
  rewrite (sum_ext N _ (fun n => offset N n ^ 2 - 2 * t * offset N n + t ^ 2 +
    (/ INR N - 2 * t) * u n + 2 / INR N * (INR n * u n)))
    by (intros; unfold offset; field; lra).
  rewrite !sum_plus, sum_minus, !sum_scale, sum_constant.
  replace (sum N u) with (INR N * t) by (symmetry; exact one).
  replace (sum N (offset N)) with 0 by (symmetry; exact none). rewrite squares.
  assert (2 / INR N * (\sum_(n < N) (INR n * u n)) <=
    2 / INR N * (((INR N * t) ^ 2 - INR N * t) / 2 + / 8)) as last.
  { apply Rmult_le_compat_l; [|assumption]. apply Rmult_le_pos; [lra|now apply Rlt_le, Rinv_0_lt_compat]. }
  change (sum N (fun n => INR n * u n)) with (\sum_(n < N) (INR n * u n)).
  apply Rle_trans with ((INR N ^ 2 - 1) / (12 * INR N) - 2 * t * 0 + INR N * t ^ 2 +
    (/ INR N - 2 * t) * (INR N * t) + 2 / INR N * (((INR N * t) ^ 2 - INR N * t) / 2 + / 8)); [lra|].
  apply Req_le. field. lra.
Qed.

(** The mean of f(report): p are the chances at the number below, q those at the one above. *)
Definition shifted (m N : nat) (t h : R) (v p q : nat -> R) (f : R -> R) : R :=
  (\sum_(n < N) \sum_(i < m) (f (v i + h * offset N n) *
    ((1 - moved_up (INR N * t) n) * p i + moved_up (INR N * t) n * q i))) / INR N.

Theorem shifts_of_a_grid : forall m N t h a V W v p q, (0 < N)%nat -> 0 <= t <= 1 -> law m p -> law m q ->
  \sum_(i < m) (v i * p i) = a -> \sum_(i < m) (v i * q i) = a + h ->
  \sum_(i < m) ((v i - a) ^ 2 * p i) <= V -> \sum_(i < m) ((v i - (a + h)) ^ 2 * q i) <= W ->
  shifted m N t h v p q (fun y => y) = a + t * h /\
  shifted m N t h v p q (fun y => (y - (a + t * h)) ^ 2) <=
    (1 - t) * V + t * W + h ^ 2 * (/ 12 + / (6 * INR N ^ 2)).
Proof.
  intros m N t h a V W v p q some range [_ ones] [_ ones'] mean mean' spread spread'.
  assert (0 < INR N) as pos by now apply lt_0_INR.
  change (sum m (fun i => p i) = 1) in ones. change (sum m (fun i => q i) = 1) in ones'.
  assert (0 <= INR N * t <= INR N) as inside.
  { split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r (INR N)) at 2. apply Rmult_le_compat_l; lra. }
  destruct (ups N (INR N * t) inside) as [one _]. destruct (offsets N some) as [none _].
  pose proof (moved_squared N t some range) as squared.
  unfold shifted. set (u := moved_up (INR N * t)) in *. split.
  - rewrite (sum_ext N _ (fun n => a + h * u n + h * offset N n)).
    + rewrite !sum_plus, !sum_scale, sum_constant.
      replace (sum N u) with (INR N * t) by (symmetry; exact one).
      replace (sum N (offset N)) with 0 by (symmetry; exact none). field. lra.
    + intros n _. rewrite (sum_ext m _ (fun i => (1 - u n) * (v i * p i) + u n * (v i * q i) +
        (h * offset N n * (1 - u n) * p i + h * offset N n * u n * q i))) by (intros; ring).
      rewrite !sum_plus, !sum_scale, mean, mean'.
      change (sum m p) with (sum m (fun i => p i)). change (sum m q) with (sum m (fun i => q i)).
      rewrite ones, ones'. ring.
  - apply Rmult_le_reg_r with (INR N); [assumption|]. unfold Rdiv at 1.
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with (\sum_(n < N) (V + (W - V) * u n + h ^ 2 * ((1 - u n) * (offset N n - t) ^ 2 +
      u n * (1 + offset N n - t) ^ 2))).
    + apply sum_le. intros n _. pose proof (up_range (INR N * t) n) as part. fold (u n) in part.
      set (d := h * (offset N n - t)). set (e := h * (1 + offset N n - t)).
      rewrite (sum_ext m _ (fun i => (1 - u n) * ((v i - a) ^ 2 * p i + 2 * d * (v i * p i) +
        (d ^ 2 - 2 * d * a) * p i) + u n * ((v i - (a + h)) ^ 2 * q i + 2 * e * (v i * q i) +
        (e ^ 2 - 2 * e * (a + h)) * q i))) by (intros; unfold d, e; ring).
      rewrite sum_plus, !sum_scale, !sum_plus, !sum_scale, mean, mean'.
      change (sum m p) with (sum m (fun i => p i)). change (sum m q) with (sum m (fun i => q i)).
      rewrite ones, ones'.
      assert ((1 - u n) * (\sum_(i < m) ((v i - a) ^ 2 * p i)) <= (1 - u n) * V)
        by (apply Rmult_le_compat_l; lra).
      assert (u n * (\sum_(i < m) ((v i - (a + h)) ^ 2 * q i)) <= u n * W)
        by (apply Rmult_le_compat_l; lra).
      replace (V + (W - V) * u n + h ^ 2 * ((1 - u n) * (offset N n - t) ^ 2 + u n * (1 + offset N n - t) ^ 2)) with
        (((1 - u n) * V + u n * W) + ((1 - u n) * d ^ 2 + u n * e ^ 2)) by (unfold d, e; ring).
      change (sum m (fun i => (v i - a) ^ 2 * p i)) with (\sum_(i < m) ((v i - a) ^ 2 * p i)).
      change (sum m (fun i => (v i - (a + h)) ^ 2 * q i)) with (\sum_(i < m) ((v i - (a + h)) ^ 2 * q i)).
      lra.
    + rewrite !sum_plus, !sum_scale, sum_constant.
      replace (sum N u) with (INR N * t) by (symmetry; exact one).
      assert (h ^ 2 * (\sum_(n < N) ((1 - u n) * (offset N n - t) ^ 2 + u n * (1 + offset N n - t) ^ 2)) <=
        h ^ 2 * (INR N * (/ 12 + / (6 * INR N ^ 2))))
        by (apply Rmult_le_compat_l; [apply pow2_ge_0|assumption]).
      match goal with |- _ + h ^ 2 * ?s <= _ => change s with
        (\sum_(n < N) ((1 - u n) * (offset N n - t) ^ 2 + u n * (1 + offset N n - t) ^ 2)) end.
      lra.
Qed.
