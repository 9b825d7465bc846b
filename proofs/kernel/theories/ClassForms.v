(** Forms that do not tell truths of a class apart (proof "cells"): P is semidefinite if it is so on
    differences in classes and on what is constant in them. Truth i of class c; m classes of N c
    truths each. *)

From Coq Require Import Reals Lra Lia List Arith FunctionalExtensionality.
From Rropt Require Import Sums.
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
