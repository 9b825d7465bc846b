(** Estimating a mean of numbers at every level between two: prices that cover the levels g1 and g2
    have a mixture that prices_pay g, and bounds the least worst variance there. *)

From Coq Require Import Reals Lra Lia.
From Rropt Require Import Sums Prices Number UnbiasedReports.
Open Scope R_scope.

(** The cheapest row of a mixture of prices costs at least the mixture of the cheapest rows. *)
Lemma minima_of_mixture : forall k g a b f h, 0 <= a -> 0 <= b ->
  a * minima k g f + b * minima k g h <= minima k g (fun j => a * f j + b * h j).
Proof.
  intros k g a b f h first second. unfold minima. rewrite <- !sum_scale, <- sum_plus.
  apply sum_le. intros j _.
  pose proof (Rmult_le_compat_l a _ _ first (Rmin_l (f j) (g * f j))).
  pose proof (Rmult_le_compat_l a _ _ first (Rmin_r (f j) (g * f j))).
  pose proof (Rmult_le_compat_l b _ _ second (Rmin_l (h j) (g * h j))).
  pose proof (Rmult_le_compat_l b _ _ second (Rmin_r (h j) (g * h j))).
  apply Rmin_glb; lra.
Qed.

(** What it costs at a level is linear in the level. *)
Lemma minima_at_levels : forall k g h f, 1 <= g -> 1 <= h ->
  (h - 1) * minima k g f = (g - 1) * minima k h f - (g - h) * sum k f.
Proof.
  intros k g h f big big'. unfold minima. rewrite <- !sum_scale, <- sum_minus.
  apply sum_ext. intros j _. destruct (Rle_lt_dec 0 (f j)) as [paid|owed].
  - assert (0 <= (g - 1) * f j) by (apply Rmult_le_pos; lra).
    assert (0 <= (h - 1) * f j) by (apply Rmult_le_pos; lra).
    rewrite !Rmin_left by lra. ring.
  - assert (0 <= (g - 1) * - f j) by (apply Rmult_le_pos; lra).
    assert (0 <= (h - 1) * - f j) by (apply Rmult_le_pos; lra).
    rewrite !Rmin_right by lra. ring.
Qed.

(** The charge of a report of the number t at the truth j, and what prices are worth. *)
Definition number_charge (q p y : nat -> R) (t : R) (j : nat) : R :=
  q j * t ^ 2 - 2 * p j * t + y j.
Definition prices_pay (k : nat) (g : R) (q p y : nat -> R) : Prop :=
  forall t, 0 <= minima k g (number_charge q p y t).
Definition prices_worth (k : nat) (x q p y : nat -> R) : R :=
  \sum_(j < k) (2 * x j * p j - y j - q j * x j ^ 2).

Lemma total_charge : forall k q p y t, law k q -> sum k p = 0 ->
  sum k (number_charge q p y t) = t ^ 2 + sum k y.
Proof.
  intros k q p y t [_ one] none. change (sum k q = 1) in one.
  transitivity (t ^ 2 * sum k q - 2 * t * sum k p + sum k y).
  - rewrite <- !sum_scale, <- sum_minus, <- sum_plus. apply sum_ext.
    intros j _. unfold number_charge. ring.
  - rewrite one, none. ring.
Qed.

Section Levels.

Variables (k : nat) (g1 g g2 a b : R) (q1 p1 y1 q2 p2 y2 : nat -> R).
Context (low : 1 < g1) (after : g1 <= g) (before : g <= g2) (first : 0 <= a) (second : 0 <= b).
Context (law1 : law k q1) (law2 : law k q2) (even1 : sum k p1 = 0) (even2 : sum k p2 = 0).
Let A := a * (g - g1) * (g2 - 1).
Let B := b * (g2 - g) * (g1 - 1).

Let mixed (u w : nat -> R) : nat -> R := fun j => a * u j + b * w j.

Lemma mixture_covers : prices_pay k g1 q1 p1 y1 -> prices_pay k g2 q2 p2 y2 ->
  A <= B -> A * sum k y1 <= B * sum k y2 ->
  prices_pay k g (mixed q1 q2) (mixed p1 p2) (mixed y1 y2).
Proof.
  intros cover1 cover2 enough enough' t.
  apply Rle_trans with (a * minima k g (number_charge q1 p1 y1 t) +
    b * minima k g (number_charge q2 p2 y2 t)).
  - pose proof (minima_at_levels k g g1 (number_charge q1 p1 y1 t) ltac:(lra) ltac:(lra)) as from1.
    pose proof (minima_at_levels k g g2 (number_charge q2 p2 y2 t) ltac:(lra) ltac:(lra)) as from2.
    rewrite total_charge in from1, from2 by assumption.
    specialize (cover1 t). specialize (cover2 t).
    set (m1 := minima k g (number_charge q1 p1 y1 t)) in *.
    set (m2 := minima k g (number_charge q2 p2 y2 t)) in *.
    assert (0 < (g1 - 1) * (g2 - 1)) as scale by (apply Rmult_lt_0_compat; lra).
    apply Rmult_le_reg_l with ((g1 - 1) * (g2 - 1)); [assumption|]. rewrite Rmult_0_r.
    assert (- (g - g1) * (t ^ 2 + sum k y1) <= (g1 - 1) * m1) as least1.
    { rewrite from1. assert (0 <= (g - 1) * minima k g1 (number_charge q1 p1 y1 t))
        by (apply Rmult_le_pos; lra). lra. }
    assert ((g2 - g) * (t ^ 2 + sum k y2) <= (g2 - 1) * m2) as least2.
    { rewrite from2. assert (0 <= (g - 1) * minima k g2 (number_charge q2 p2 y2 t))
        by (apply Rmult_le_pos; lra). lra. }
    apply Rle_trans with ((B - A) * t ^ 2 + (B * sum k y2 - A * sum k y1)).
    + pose proof (pow2_ge_0 t). assert (0 <= (B - A) * t ^ 2) by (apply Rmult_le_pos; lra). lra.
    + apply Rmult_le_compat_l with (r := a * (g2 - 1)) in least1; [|apply Rmult_le_pos; lra].
      apply Rmult_le_compat_l with (r := b * (g1 - 1)) in least2; [|apply Rmult_le_pos; lra].
      unfold A, B. lra.
  - eapply Rle_trans; [now apply minima_of_mixture|].
    apply Req_le. unfold minima. apply sum_ext.
    intros j _. unfold number_charge, mixed. f_equal; ring.
Qed.

End Levels.

Theorem prices_between_levels : forall k g1 g g2 a b (q1 p1 y1 q2 p2 y2 x : nat -> R),
  (0 < k)%nat -> 1 < g1 -> g1 <= g <= g2 -> 0 <= a -> 0 <= b -> a + b = 1 ->
  law k q1 -> law k q2 -> sum k p1 = 0 -> sum k p2 = 0 ->
  prices_pay k g1 q1 p1 y1 -> prices_pay k g2 q2 p2 y2 ->
  a * (g - g1) * (g2 - 1) <= b * (g2 - g) * (g1 - 1) ->
  a * (g - g1) * (g2 - 1) * sum k y1 <= b * (g2 - g) * (g1 - 1) * sum k y2 ->
  least_worst k g x (a * prices_worth k x q1 p1 y1 + b * prices_worth k x q2 p2 y2).
Proof.
  intros k g1 g g2 a b q1 p1 y1 q2 p2 y2 x some low [after before] first second whole
    law1 law2 even1 even2 cover1 cover2 enough enough'.
  assert (law k (fun j => a * q1 j + b * q2 j)) as mixed_law.
  { destruct law1 as [above1 one1], law2 as [above2 one2].
    change (sum k q1 = 1) in one1. change (sum k q2 = 1) in one2. split.
    - intros j small. apply Rplus_le_le_0_compat; apply Rmult_le_pos; auto.
    - rewrite sum_plus, !sum_scale, one1, one2. lra. }
  pose proof (proj2 (prices_below k g _ _ _ x some ltac:(lra) mixed_law
    (mixture_covers k g1 g g2 a b q1 p1 y1 q2 p2 y2 low after before first second
      law1 law2 even1 even2 cover1 cover2 enough enough'))) as bound.
  replace (a * prices_worth k x q1 p1 y1 + b * prices_worth k x q2 p2 y2) with
    (\sum_(j < k) (2 * x j * (a * p1 j + b * p2 j) - (a * y1 j + b * y2 j) -
      (a * q1 j + b * q2 j) * x j ^ 2)); [exact bound|].
  unfold prices_worth. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. ring.
Qed.
