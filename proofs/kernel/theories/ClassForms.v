(** Forms that do not tell truths of a class apart (kind "symmetric"): P of the proof "cells" is
    semidefinite if it is so on differences in classes and on what is constant in them; a form that
    is rounded down is below what it was, and a smaller form has a larger inverse. Truth i of class
    c; m classes of N c truths each. *)

From Coq Require Import Reals Lra Lia List Arith FunctionalExtensionality.
From Rropt Require Import Sums Tensors Determinants.
Open Scope R_scope.

Section Classes.

Variables (m : nat) (N : nat -> nat).

Definition over (f : nat -> nat -> R) : R := \sum_(c < m) \sum_(i < N c) f c i.
Definition within_class (r : nat -> nat -> R) (c : nat) : R := \sum_(i < N c) r c i.

Variables (own : nat -> R) (means : nat -> nat -> R) (D e p : nat -> R).

(** X by the formula of the format. *)
Definition class_form (r : nat -> nat -> R) : R :=
  (\sum_(c < m) (own c * ((\sum_(i < N c) r c i ^ 2) - within_class r c ^ 2 / INR (N c)))) +
  \sum_(c < m) \sum_(b < m) (means c b * within_class r c * within_class r b).

(** P. *)
Definition left_of (r : nat -> nat -> R) : R :=
  over (fun c i => D c * r c i ^ 2) - class_form r -
  over (fun c i => p c * r c i) * over (fun c i => e c * r c i).

(** P on what is constant in classes. *)
Definition constant_part (a : nat -> R) : R :=
  (\sum_(c < m) (INR (N c) * (D c * a c ^ 2))) -
  (\sum_(c < m) \sum_(b < m) (means c b * (INR (N c) * a c) * (INR (N b) * a b))) -
  (\sum_(c < m) (INR (N c) * (p c * a c))) * (\sum_(c < m) (INR (N c) * (e c * a c))).

Variable some : forall c, (c < m)%nat -> (0 < N c)%nat.

Lemma parts : forall a w, (forall c, (c < m)%nat -> within_class w c = 0) ->
  left_of (fun c i => a c + w c i) = constant_part a +
    \sum_(c < m) ((D c - own c) * (\sum_(i < N c) w c i ^ 2)).
Proof.
  intros a w zero. unfold left_of, class_form, over, constant_part.
  assert (forall c, (c < m)%nat ->
    within_class (fun c i => a c + w c i) c = INR (N c) * a c) as sums.
  { intros c inside. unfold within_class. rewrite sum_plus, sum_constant.
    pose proof (zero c inside) as none. unfold within_class in none.
    replace (sum (N c) (w c)) with 0 by (symmetry; exact none). ring. }
  assert (forall c, (c < m)%nat -> \sum_(i < N c) ((a c + w c i) ^ 2) =
    INR (N c) * a c ^ 2 + \sum_(i < N c) (w c i ^ 2)) as squared.
  { intros c inside. pose proof (zero c inside) as none. unfold within_class in none.
    rewrite (sum_ext (N c) _ (fun i => a c ^ 2 + 2 * a c * w c i + w c i ^ 2)) by (intros; ring).
    rewrite !sum_plus, sum_constant, sum_scale.
    replace (sum (N c) (w c)) with 0 by (symmetry; exact none). ring. }
  rewrite (sum_ext m (fun c => \sum_(i < N c) (D c * (a c + w c i) ^ 2))
    (fun c => INR (N c) * (D c * a c ^ 2) + D c * \sum_(i < N c) (w c i ^ 2))).
  2: { intros c inside. rewrite sum_scale, squared by assumption. ring. }
  rewrite (sum_ext m (fun c => own c * _) (fun c => own c * \sum_(i < N c) (w c i ^ 2))).
  2: { intros c inside. rewrite squared, sums by assumption.
       pose proof (lt_0_INR (N c) (some c inside)). field. lra. }
  rewrite (sum_ext m (fun c => \sum_(b < m) (means c b * within_class _ c * within_class _ b))
    (fun c => \sum_(b < m) (means c b * (INR (N c) * a c) * (INR (N b) * a b)))).
  2: { intros c inside. apply sum_ext. intros b inside'. now rewrite !sums by assumption. }
  assert (forall f, \sum_(c < m) \sum_(i < N c) (f c * (a c + w c i)) =
    \sum_(c < m) (INR (N c) * (f c * a c))) as weighed.
  { intros f. apply sum_ext. intros c inside. pose proof (sums c inside) as total.
    unfold within_class in total. rewrite sum_scale, total. ring. }
  rewrite !weighed, !sum_plus.
  rewrite (sum_ext m (fun c => (D c - own c) * _)
    (fun c => D c * (\sum_(i < N c) (w c i ^ 2)) - own c * (\sum_(i < N c) (w c i ^ 2))))
    by (intros; ring).
  rewrite !sum_minus. ring.
Qed.

Definition mean_of (r : nat -> nat -> R) (c : nat) : R := within_class r c / INR (N c).

Theorem classes_semidefinite :
  (forall c, (c < m)%nat -> 0 <= D c - own c) -> (forall a, 0 <= constant_part a) ->
  forall r, 0 <= left_of r.
Proof.
  intros apart constant r.
  set (a := mean_of r). set (w := fun c i => r c i - a c).
  assert (forall c, (c < m)%nat -> within_class w c = 0) as zero.
  { intros c inside. unfold within_class, w. rewrite sum_minus, sum_constant.
    pose proof (lt_0_INR (N c) (some c inside)). unfold a, mean_of, within_class.
    change (sum (N c) (fun i => r c i)) with (sum (N c) (r c)). field. lra. }
  replace (left_of r) with (left_of (fun c i => a c + w c i))
    by (f_equal; extensionality c; extensionality i; unfold w; ring).
  rewrite parts by assumption. specialize (constant a).
  assert (0 <= \sum_(c < m) ((D c - own c) * (\sum_(i < N c) w c i ^ 2))); [|lra].
  apply sum_nonneg. intros c inside. apply Rmult_le_pos; [now apply apart|].
  apply sum_nonneg. intros. apply pow2_ge_0.
Qed.

End Classes.

(** ** Forms rounded down *)

Lemma spread_is_nonnegative : forall n f, (0 < n)%nat ->
  0 <= (\sum_(i < n) (f i ^ 2)) - sum n f ^ 2 / INR n.
Proof.
  intros n f some. pose proof (lt_0_INR n some) as number. set (a := sum n f / INR n).
  assert (0 <= \sum_(i < n) ((f i - a) ^ 2)) as squares
    by (apply sum_nonneg; intros; apply pow2_ge_0).
  rewrite (sum_ext n _ (fun i => f i ^ 2 - 2 * a * f i + a ^ 2)) in squares by (intros; ring).
  rewrite sum_plus, sum_minus, sum_scale, sum_constant in squares.
  replace (sum n f ^ 2 / INR n) with (2 * a * sum n f - INR n * a ^ 2)
    by (unfold a; field; lra).
  change (sum n (fun i => f i)) with (sum n f) in squares. lra.
Qed.

(** Means cut by at most h each, and their diagonal by m h besides. *)
Lemma cut_means : forall m h s (means low : nat -> nat -> R),
  (forall c b, (c < m)%nat -> (b < m)%nat -> 0 <= means c b - low c b <= h) ->
  \sum_(c < m) \sum_(b < m) ((low c b - at_index c b * (INR m * h)) * s c * s b) <=
  \sum_(c < m) \sum_(b < m) (means c b * s c * s b).
Proof.
  intros m h s means low near.
  assert (\sum_(c < m) \sum_(b < m) (at_index c b * (INR m * h) * s c * s b) =
    \sum_(c < m) (INR m * h * s c ^ 2)) as diagonal.
  { apply sum_ext. intros c inside.
    rewrite (sum_ext m _ (fun b => at_index c b * (INR m * h * s c * s b))) by (intros; ring).
    rewrite sum_pick by assumption. ring. }
  assert (\sum_(c < m) \sum_(b < m) (h / 2 * s c ^ 2 + h / 2 * s b ^ 2) =
    \sum_(c < m) (INR m * h * s c ^ 2)) as halves.
  { rewrite (sum_ext m _ (fun c => INR m * (h / 2 * s c ^ 2) + \sum_(b < m) (h / 2 * s b ^ 2))).
    - rewrite sum_plus, sum_constant, <- sum_scale, <- sum_plus. apply sum_ext. intros. field.
    - intros c _. now rewrite sum_plus, sum_constant. }
  assert (0 <= \sum_(c < m) \sum_(b < m)
    ((means c b - low c b) * s c * s b + (h / 2 * s c ^ 2 + h / 2 * s b ^ 2))) as room.
  { apply sum_nonneg. intros c inside. apply sum_nonneg. intros b inside'.
    destruct (near c b inside inside') as [low_end high_end].
    set (e := means c b - low c b) in *. clearbody e.
    assert (0 <= (h - e) * (s c ^ 2 + s b ^ 2)).
    { apply Rmult_le_pos; [lra|]. pose proof (pow2_ge_0 (s c)). pose proof (pow2_ge_0 (s b)). lra. }
    assert (0 <= e * (s c + s b) ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
    nra. }
  rewrite (sum_ext m _ (fun c => (\sum_(b < m) (means c b * s c * s b)) -
    (\sum_(b < m) (low c b * s c * s b)) +
    \sum_(b < m) (h / 2 * s c ^ 2 + h / 2 * s b ^ 2))) in room.
  2: { intros c _. rewrite <- sum_minus, <- sum_plus. apply sum_ext. intros. ring. }
  rewrite sum_plus, sum_minus, halves, <- diagonal in room.
  rewrite (sum_ext m (fun c => \sum_(b < m) ((low c b - at_index c b * (INR m * h)) * s c * s b))
    (fun c => (\sum_(b < m) (low c b * s c * s b)) -
      \sum_(b < m) (at_index c b * (INR m * h) * s c * s b))).
  2: { intros c _. rewrite <- sum_minus. apply sum_ext. intros. ring. }
  rewrite sum_minus. lra.
Qed.

Theorem rounded_below : forall m N h (own own' : nat -> R) (means low : nat -> nat -> R),
  (forall c, (c < m)%nat -> (0 < N c)%nat) -> (forall c, (c < m)%nat -> own' c <= own c) ->
  (forall c b, (c < m)%nat -> (b < m)%nat -> 0 <= means c b - low c b <= h) ->
  forall r, class_form m N own' (fun c b => low c b - at_index c b * (INR m * h)) r <=
    class_form m N own means r.
Proof.
  intros m N h own own' means low some less near r. unfold class_form. apply Rplus_le_compat.
  - apply sum_le. intros c inside. apply Rmult_le_compat_r; [|now apply less].
    apply (spread_is_nonnegative (N c) (r c)). now apply some.
  - now apply cut_means.
Qed.

(** J v = x and J' w = x with J' below J. *)
Theorem smaller_form_larger_inverse : forall n (J J' : matrix) v w x, symmetric n J' ->
  (forall z, 0 <= quadratic n J' z <= quadratic n J z) ->
  (forall i, (i < n)%nat -> \sum_(j < n) (J i j * v j) = x i) ->
  (forall i, (i < n)%nat -> \sum_(j < n) (J' i j * w j) = x i) ->
  \sum_(i < n) (x i * v i) <= \sum_(i < n) (x i * w i).
Proof.
  intros n J J' v w x same between of_J of_J'.
  assert (forall A u z y, (forall i, (i < n)%nat -> \sum_(j < n) (A i j * z j) = y i) ->
    \sum_(i < n) \sum_(j < n) (u i * z j * A i j) = \sum_(i < n) (y i * u i)) as applied.
  { intros A u z y image. apply sum_ext. intros i inside. rewrite <- (image i inside).
    rewrite <- sum_scale_right. apply sum_ext. intros. ring. }
  pose proof (applied J v v x of_J) as at_v. pose proof (applied J' w w x of_J') as at_w.
  pose proof (applied J' v w x of_J') as mixed.
  assert (\sum_(i < n) \sum_(j < n) (w i * v j * J' i j) = \sum_(i < n) (x i * v i)) as turned.
  { rewrite sum_of_sums, <- mixed. apply sum_ext. intros i small. apply sum_ext. intros j small'.
    rewrite (same j i) by assumption. ring. }
  destruct (between (fun i => v i - w i)) as [above _]. destruct (between v) as [_ below].
  unfold quadratic in *.
  rewrite (sum_ext n _ (fun i => (\sum_(j < n) (v i * v j * J' i j)) -
    (\sum_(j < n) (v i * w j * J' i j)) - (\sum_(j < n) (w i * v j * J' i j)) +
    \sum_(j < n) (w i * w j * J' i j))) in above.
  2: { intros i _. rewrite <- !sum_minus, <- sum_plus. apply sum_ext. intros. ring. }
  rewrite sum_plus, !sum_minus in above. lra.
Qed.

(** At larger shares q' the information of rows is less: each chance divides it. *)
Theorem raised_shares_below : forall m k (r : nat -> nat -> R) (q q' x : nat -> R),
  (forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= r i j) ->
  (forall j, (j < k)%nat -> q j <= q' j) ->
  (forall i, (i < m)%nat -> 0 < \sum_(j < k) (q j * r i j)) ->
  \sum_(i < m) ((\sum_(j < k) (r i j * x j)) ^ 2 / \sum_(j < k) (q' j * r i j)) <=
  \sum_(i < m) ((\sum_(j < k) (r i j * x j)) ^ 2 / \sum_(j < k) (q j * r i j)).
Proof.
  intros m k r q q' x rows more some. apply sum_le. intros i inside. unfold Rdiv.
  apply Rmult_le_compat_l; [apply pow2_ge_0|]. apply Rinv_le_contravar; [now apply some|].
  apply sum_le. intros j small. apply Rmult_le_compat_r; [now apply rows|now apply more].
Qed.
