(** Coverage of sum s (t.r)^2 / (q.r), one q, by cells of q.r (proof "cells"), for one number g, no
    delta and any number of truths: a semidefinite form is above its tangents, squares of entries 1
    and g are linear, and what is left is concave in q.r. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Prices Number QuadraticForms.
Import ListNotations.
Open Scope R_scope.

Lemma dot_plus : forall k x a b, dot k x (fun j => a j + b j) = dot k x a + dot k x b.
Proof. intros. unfold dot. rewrite <- sum_plus. apply sum_ext. intros. ring. Qed.

Lemma dot_minus : forall k x a b, dot k x (fun j => a j - b j) = dot k x a - dot k x b.
Proof. intros. unfold dot. rewrite <- sum_minus. apply sum_ext. intros. ring. Qed.

Lemma minima_pattern : forall k g h x, minima k g h <= dot k h (pattern g x).
Proof.
  intros k g h x. unfold minima, dot. apply sum_le. intros j _. unfold pattern. destruct (x j).
  - rewrite (Rmult_comm (h j)). apply Rmin_r.
  - rewrite Rmult_1_r. apply Rmin_l.
Qed.

Section Cells.

Variables (k n : nat) (g : R) (y q : nat -> R) (t : nat -> nat -> R) (s : nat -> R).
Variables (D e : nat -> R).

(** The form P: x'Dx less the squares and (q.x)(e.x). *)
Definition left_form (x : nat -> R) : R :=
  (\sum_(j < k) (D j * x j ^ 2)) - squares k n t s x - dot k q x * dot k e x.

(** P u. *)
Definition image (u : nat -> R) (j : nat) : R :=
  D j * u j - (\sum_(i < n) (s i * dot k (t i) u * t i j)) -
  (q j * dot k e u + e j * dot k q u) / 2.

Lemma dot_image : forall u r, dot k (image u) r =
  (\sum_(j < k) (D j * u j * r j)) - (\sum_(i < n) (s i * dot k (t i) u * dot k (t i) r)) -
  (dot k q r * dot k e u + dot k e r * dot k q u) / 2.
Proof.
  intros u r. unfold image.
  assert (forall m, \sum_(j < k) ((\sum_(i < m) (s i * dot k (t i) u * t i j)) * r j) =
    \sum_(i < m) (s i * dot k (t i) u * dot k (t i) r)) as exchanged.
  { induction m as [|m IH]; cbn [sum].
    - apply sum_zero. intros. ring.
    - rewrite <- IH. replace (s m * dot k (t m) u * dot k (t m) r)
        with (\sum_(j < k) (s m * dot k (t m) u * (t m j * r j)))
        by (rewrite sum_scale; reflexivity).
      rewrite <- sum_plus. apply sum_ext. intros. ring. }
  rewrite <- exchanged. unfold dot at 1.
  rewrite (sum_ext k _ (fun j => D j * u j * r j -
    (\sum_(i < n) (s i * dot k (t i) u * t i j)) * r j -
    (dot k e u / 2 * (q j * r j) + dot k q u / 2 * (e j * r j)))) by (intros; field).
  rewrite !sum_minus, sum_plus, !sum_scale. unfold dot. field.
Qed.

Lemma squares_apart : forall r u, squares k n t s (fun j => r j - u j) =
  squares k n t s r - 2 * (\sum_(i < n) (s i * dot k (t i) u * dot k (t i) r)) + squares k n t s u.
Proof.
  intros r u. unfold squares. rewrite <- sum_scale, <- sum_minus, <- sum_plus. apply sum_ext.
  intros i _. rewrite dot_minus. ring.
Qed.

Lemma form_apart : forall r u, left_form (fun j => r j - u j) =
  left_form r - 2 * dot k (image u) r + left_form u.
Proof.
  intros r u. unfold left_form. rewrite squares_apart, dot_image, !dot_minus.
  rewrite (sum_ext k (fun j => D j * (r j - u j) ^ 2)
    (fun j => D j * r j ^ 2 - 2 * (D j * u j * r j) + D j * u j ^ 2)) by (intros; ring).
  rewrite sum_plus, sum_minus, sum_scale. field.
Qed.

(** What is left on a cell with the number mu and the point u, as a function of v = q.r. *)
Definition height (mu : R) (u : nat -> R) (v : R) (j : nat) : R :=
  v * (y j + e j) - (g + 1) * D j + 2 * image u j - mu * q j.

Definition phi (mu : R) (u : nat -> R) (v : R) : R :=
  mu * v + g * sum k D - left_form u + minima k g (height mu u v).

Lemma dot_height : forall mu u v r, dot k (height mu u v) r =
  v * (dot k y r + dot k e r) - (g + 1) * dot k D r + 2 * dot k (image u) r - mu * dot k q r.
Proof.
  intros mu u v r. unfold dot.
  rewrite <- sum_plus, <- !sum_scale, <- sum_minus, <- sum_plus, <- sum_minus.
  apply sum_ext. intros. unfold height. ring.
Qed.

(** r_j^2 = (g + 1) r_j - g. *)
Lemma diagonal_at_pattern : forall x, \sum_(j < k) (D j * pattern g x j ^ 2) =
  (g + 1) * dot k D (pattern g x) - g * sum k D.
Proof.
  intros x. unfold dot. rewrite <- !sum_scale, <- sum_minus. apply sum_ext. intros j _.
  unfold pattern. destruct (x j); ring.
Qed.

Variable semidefinite : forall x, 0 <= left_form x.

Theorem cell_covers : forall mu u a b x, a <= dot k q (pattern g x) <= b ->
  0 <= phi mu u a -> 0 <= phi mu u b ->
  squares k n t s (pattern g x) <= dot k y (pattern g x) * dot k q (pattern g x).
Proof.
  intros mu u a b x inside. set (r := pattern g x) in *. set (v := dot k q r) in *.
  pose proof (semidefinite (fun j => r j - u j)) as tangent. rewrite form_apart in tangent.
  unfold left_form at 1 in tangent. unfold r in tangent at 1.
  rewrite diagonal_at_pattern in tangent.
  fold r v in tangent.
  pose proof (minima_pattern k g (height mu u a) x) as first.
  pose proof (minima_pattern k g (height mu u b) x) as second.
  fold r in first, second. rewrite dot_height in first, second. fold v in first, second.
  unfold phi. intros low high.
  set (line := fun w => mu * w + g * sum k D - left_form u +
    (w * (dot k y r + dot k e r) - (g + 1) * dot k D r + 2 * dot k (image u) r - mu * v)).
  assert (0 <= line a) as left by (unfold line; lra).
  assert (0 <= line b) as right by (unfold line; lra).
  assert (0 <= line v) as between.
  { destruct (Req_dec a b) as [<-|]; [now replace v with a by lra|].
    apply Rmult_le_reg_l with (b - a); [lra|]. rewrite Rmult_0_r.
    replace ((b - a) * line v) with ((b - v) * line a + (v - a) * line b) by (unfold line; ring).
    assert (0 <= (b - v) * line a) by (apply Rmult_le_pos; lra).
    assert (0 <= (v - a) * line b) by (apply Rmult_le_pos; lra). lra. }
  unfold line in between. lra.
Qed.

(** Cells from a number to g, each with its end, mu and u. *)
Fixpoint covered (begin : R) (cells : list (R * R * (nat -> R))) : Prop :=
  match cells with
  | [] => begin = g
  | (last, mu, u) :: others =>
      begin <= last /\ 0 <= phi mu u begin /\ 0 <= phi mu u last /\ covered last others
  end.

Lemma in_some_cell : forall cells begin v, cells <> [] -> covered begin cells -> begin <= v <= g ->
  exists mu u a b, a <= v <= b /\ 0 <= phi mu u a /\ 0 <= phi mu u b.
Proof.
  induction cells as [|[[last mu] u] others IH]; intros begin v some all range; [contradiction|].
  destruct all as (_ & low & high & rest). destruct (Rle_or_lt v last) as [here|beyond].
  - exists mu, u, begin, last. repeat split; lra || assumption.
  - apply (IH last v); [|assumption|lra]. intros ->. cbn [covered] in rest. lra.
Qed.

Theorem cells_cover : forall cells, 1 <= g -> (forall j, (j < k)%nat -> 0 <= q j) -> sum k q = 1 ->
  cells <> [] -> covered 1 cells ->
  forall x, utility_of_squares k n q t s (pattern g x) <= dot k y (pattern g x).
Proof.
  intros cells big shares whole some all x.
  assert (1 <= dot k q (pattern g x) <= g) as range.
  { split; unfold dot.
    - rewrite <- whole. apply sum_le. intros j small. specialize (shares j small).
      unfold pattern. destruct (x j); [|lra].
      assert (0 <= q j * (g - 1)) by (apply Rmult_le_pos; lra). lra.
    - apply Rle_trans with (g * sum k q); [|rewrite whole; lra]. rewrite <- sum_scale.
      apply sum_le. intros j small. specialize (shares j small).
      unfold pattern. destruct (x j); [lra|].
      assert (0 <= q j * (g - 1)) by (apply Rmult_le_pos; lra). lra. }
  destruct (in_some_cell cells 1 (dot k q (pattern g x)) some all range)
    as (mu & u & a & b & inside & low & high).
  pose proof (cell_covers mu u a b x inside low high) as product.
  unfold utility_of_squares. apply Rmult_le_reg_r with (dot k q (pattern g x)); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. exact product.
Qed.

Theorem cells_bound : forall m cells P, (0 < k)%nat -> 1 <= g ->
  (forall i, (i < n)%nat -> 0 <= s i) -> (forall j, (j < k)%nat -> 0 <= q j) ->
  (exists j, (j < k)%nat /\ 0 < q j) -> sum k q = 1 -> cells <> [] -> covered 1 cells ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  \sum_(i < m) utility_of_squares k n q t s (P i) <= \sum_(j < k) y j.
Proof.
  intros m cells P truths big scales shares positive_share whole some all is_private.
  apply (extremes_bound m k g y (utility_of_squares k n q t s) P); auto.
  - now apply squares_are_utility.
  - now apply cells_cover with cells.
Qed.

End Cells.
