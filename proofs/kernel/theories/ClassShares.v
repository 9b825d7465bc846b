(** Forms that do not tell truths of a class apart, and shares that do (proof "cells"): P is
    semidefinite if it is so on differences in classes, and on what is constant in classes after
    kappa has been taken away. Truth i of class c; m classes of N c truths each. *)

From Coq Require Import Reals Lra Lia List Arith FunctionalExtensionality.
From Rropt Require Import Sums.
Open Scope R_scope.

Section Classes.

Variables (m : nat) (N : nat -> nat).

Definition over (f : nat -> nat -> R) : R := \sum_(c < m) \sum_(i < N c) f c i.
Definition within_class (r : nat -> nat -> R) (c : nat) : R := \sum_(i < N c) r c i.

Variables (own : nat -> R) (means : nat -> nat -> R) (D e p : nat -> R) (d : nat -> nat -> R).

(** X by the formula of the format. *)
Definition class_form (r : nat -> nat -> R) : R :=
  (\sum_(c < m) (own c * ((\sum_(i < N c) r c i ^ 2) - within_class r c ^ 2 / INR (N c)))) +
  \sum_(c < m) \sum_(b < m) (means c b * within_class r c * within_class r b).

(** P, with the shares p_c + d_ci. *)
Definition left_of (r : nat -> nat -> R) : R :=
  over (fun c i => D c * r c i ^ 2) - class_form r -
  over (fun c i => (p c + d c i) * r c i) * over (fun c i => e c * r c i).

Definition slope_of (a : nat -> R) : R := \sum_(c < m) (INR (N c) * (e c * a c)).

(** B on what is constant in classes. *)
Definition constant_part (a : nat -> R) : R :=
  (\sum_(c < m) (INR (N c) * (D c * a c ^ 2))) -
  (\sum_(c < m) \sum_(b < m) (means c b * (INR (N c) * a c) * (INR (N b) * a b))) -
  (\sum_(c < m) (INR (N c) * (p c * a c))) * slope_of a.

Variable some : forall c, (c < m)%nat -> (0 < N c)%nat.
Variable centred : forall c, (c < m)%nat -> \sum_(i < N c) d c i = 0.

Lemma parts : forall a w, (forall c, (c < m)%nat -> within_class w c = 0) ->
  left_of (fun c i => a c + w c i) = constant_part a +
    \sum_(c < m) ((D c - own c) * (\sum_(i < N c) w c i ^ 2) -
      slope_of a * (\sum_(i < N c) (d c i * w c i))).
Proof.
  intros a w zero. unfold left_of, class_form, over, constant_part, slope_of.
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
  rewrite (sum_ext m (fun c => \sum_(i < N c) ((p c + d c i) * (a c + w c i)))
    (fun c => INR (N c) * (p c * a c) + \sum_(i < N c) (d c i * w c i))).
  2: { intros c inside. pose proof (zero c inside) as none. unfold within_class in none.
       pose proof (centred c inside) as even.
       rewrite (sum_ext (N c) _ (fun i => p c * a c + p c * w c i + a c * d c i + d c i * w c i))
         by (intros; ring).
       rewrite !sum_plus, sum_constant, !sum_scale.
       replace (sum (N c) (w c)) with 0 by (symmetry; exact none).
       replace (sum (N c) (d c)) with 0 by (symmetry; exact even). ring. }
  rewrite (sum_ext m (fun c => \sum_(i < N c) (e c * (a c + w c i)))
    (fun c => INR (N c) * (e c * a c))).
  2: { intros c inside. pose proof (sums c inside) as total. unfold within_class in total.
       rewrite sum_scale, total. ring. }
  rewrite !sum_plus.
  rewrite (sum_ext m (fun c => (D c - own c) * _ - _)
    (fun c => D c * (\sum_(i < N c) (w c i ^ 2)) - own c * (\sum_(i < N c) (w c i ^ 2)) -
    (\sum_(c < m) (INR (N c) * (e c * a c))) * (\sum_(i < N c) (d c i * w c i)))) by (intros; ring).
  rewrite !sum_minus, sum_scale. ring.
Qed.

(** What a class takes away at most: completing squares truth by truth. *)
Lemma class_takes : forall n v own' (f w : nat -> R), 0 < own' ->
  - (v ^ 2 * ((\sum_(i < n) (f i ^ 2)) / (4 * own'))) <=
  own' * (\sum_(i < n) (w i ^ 2)) - v * (\sum_(i < n) (f i * w i)).
Proof.
  intros n v own' f w pos.
  assert (0 <= \sum_(i < n) (own' * (w i - v * f i / (2 * own')) ^ 2)) as squares.
  { apply sum_nonneg. intros i _. apply Rmult_le_pos; [lra|apply pow2_ge_0]. }
  rewrite (sum_ext n _ (fun i => own' * w i ^ 2 - v * (f i * w i) + v ^ 2 / (4 * own') * f i ^ 2))
    in squares by (intros; field; lra).
  rewrite sum_plus, sum_minus, !sum_scale in squares.
  replace (v ^ 2 * ((\sum_(i < n) (f i ^ 2)) / (4 * own')))
    with (v ^ 2 / (4 * own') * (\sum_(i < n) (f i ^ 2))) by (field; lra). lra.
Qed.

Definition mean_of (r : nat -> nat -> R) (c : nat) : R := within_class r c / INR (N c).

(** kappa may be larger than the sum of |d_c|^2 / (4 own_c); a class whose shares are even needs
    no more than own_c >= 0. *)
Theorem classes_semidefinite : forall (takes : nat -> R) kappa,
  (forall c, (c < m)%nat -> 0 <= D c - own c) ->
  (forall c, (c < m)%nat -> (forall i, (i < N c)%nat -> d c i = 0) /\ takes c = 0 \/
    0 < D c - own c /\ takes c = (\sum_(i < N c) (d c i ^ 2)) / (4 * (D c - own c))) ->
  sum m takes <= kappa ->
  (forall a, 0 <= constant_part a - kappa * slope_of a ^ 2) ->
  forall r, 0 <= left_of r.
Proof.
  intros takes kappa nonneg each bounded means_left r.
  set (a := mean_of r). set (w := fun c i => r c i - a c).
  assert (forall c, (c < m)%nat -> within_class w c = 0) as zero.
  { intros c inside. unfold within_class, w. rewrite sum_minus, sum_constant.
    pose proof (lt_0_INR (N c) (some c inside)). unfold a, mean_of, within_class.
    change (sum (N c) (fun i => r c i)) with (sum (N c) (r c)). field. lra. }
  replace (left_of r) with (left_of (fun c i => a c + w c i))
    by (f_equal; extensionality c; extensionality i; unfold w; ring).
  rewrite parts by assumption. specialize (means_left a).
  assert (- (slope_of a ^ 2 * sum m takes) <=
    \sum_(c < m) ((D c - own c) * (\sum_(i < N c) w c i ^ 2) -
      slope_of a * (\sum_(i < N c) (d c i * w c i)))) as taken.
  { replace (- (slope_of a ^ 2 * sum m takes)) with (\sum_(c < m) (- (slope_of a ^ 2) * takes c))
      by (rewrite sum_scale; ring).
    apply sum_le. intros c inside. destruct (each c inside) as [[even ->]|[pos ->]].
    - rewrite (sum_zero (N c) (fun i => d c i * w c i))
        by (intros; rewrite even by assumption; ring).
      assert (0 <= (D c - own c) * (\sum_(i < N c) w c i ^ 2)); [|lra].
      apply Rmult_le_pos; [now apply nonneg|]. apply sum_nonneg. intros. apply pow2_ge_0.
    - pose proof (class_takes (N c) (slope_of a) (D c - own c) (d c) (w c) pos). lra. }
  assert (slope_of a ^ 2 * sum m takes <= slope_of a ^ 2 * kappa)
    by (apply Rmult_le_compat_l; [apply pow2_ge_0|assumption]). lra.
Qed.

End Classes.
