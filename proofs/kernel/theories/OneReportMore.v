(** A report beside a table: where it is worth more than what it takes from the others, another
    table estimates better. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number.
Open Scope R_scope.

Section OneReportMore.

Variables (k p m : nat) (g : R) (q : nat -> R) (X P e : matrix).
Context (big : 1 < g) (shares : law k q) (own : private m k (fun _ _ => Some g) (fun _ _ => 0) P).
Context (fair : forall u j, (u < p)%nat -> (j < k)%nat -> \sum_(i < m) (e i u * P i j) = X u j).

(** The report, what it takes from each of the others, and what it says. *)
Variables (r taken z : nat -> R).
Context (is_row : within k g r).
Context (made : forall j, (j < k)%nat -> \sum_(i < m) (taken i * P i j) = r j).

Let given (i : nat) : R := dot k q (P i).
Let apart (i : nat) : R := \sum_(u < p) (e i u - z u) ^ 2.

Definition table_with (t : R) : matrix := fun i j =>
  if lt_dec i m then (1 - t * taken i) * P i j else t * r j.

Definition estimate_with (t : R) : matrix := fun i u =>
  if lt_dec i m then e i u + t * taken i / (1 - t * taken i) * (e i u - z u) else z u.

Lemma given_not_negative : forall i, (i < m)%nat -> 0 <= given i.
Proof.
  intros i small. pose proof own as [columns _]. destruct shares as [nonneg _].
  apply sum_nonneg. intros j inside. apply Rmult_le_pos; [now apply nonneg|].
  now apply (proj1 (columns j inside)).
Qed.

Lemma given_to_report : \sum_(i < m) (taken i * given i) = dot k q r.
Proof.
  unfold given, dot. rewrite (sum_ext m _ (fun i => \sum_(j < k) (q j * (taken i * P i j))))
    by (intros; rewrite <- sum_scale; apply sum_ext; intros; ring).
  rewrite sum_of_sums. apply sum_ext. intros j inside. now rewrite sum_scale, made.
Qed.

Lemma with_is_private : forall t, 0 <= t -> (forall i, (i < m)%nat -> t * taken i <= 1) ->
  private (S m) k (fun _ _ => Some g) (fun _ _ => 0) (table_with t).
Proof.
  intros t post left. pose proof own as [columns _]. destruct is_row as [above ratio]. split.
  - intros j inside. split.
    + intros i _. unfold table_with. destruct (lt_dec i m) as [small|].
      * apply Rmult_le_pos; [specialize (left i small); lra|]. now apply (proj1 (columns j inside)).
      * apply Rmult_le_pos; auto.
    + cbn [sum]. unfold table_with. destruct (lt_dec m m); [lia|].
      rewrite (sum_ext m _ (fun i => P i j - t * (taken i * P i j))).
      * rewrite sum_minus, sum_scale, made by assumption.
        pose proof (proj2 (columns j inside)) as one. change (\sum_(i < m) P i j = 1) in one.
        rewrite one. ring.
      * intros i small. destruct (lt_dec i m); [ring|lia].
  - intros a b smalla smallb. apply Req_le, sum_zero. intros i small. unfold excess.
    destruct (Nat.eq_dec a b); [reflexivity|]. apply Rmax_left. unfold table_with.
    destruct (lt_dec i m) as [less|].
    + assert (within k g (P i)) as [_ pair].
      { apply row_within; [lra|]. now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P own). }
      specialize (pair a b smalla smallb). specialize (left i less).
      assert (0 <= (1 - t * taken i) * (g * P i b - P i a)) by (apply Rmult_le_pos; lra). lra.
    + specialize (ratio a b smalla smallb).
      assert (0 <= t * (g * r b - r a)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma with_is_fair : forall t, (forall i, (i < m)%nat -> t * taken i < 1) ->
  forall u j, (u < p)%nat -> (j < k)%nat ->
  \sum_(i < S m) (estimate_with t i u * table_with t i j) = X u j.
Proof.
  intros t left u j smallu inside. cbn [sum]. unfold estimate_with, table_with.
  destruct (lt_dec m m); [lia|].
  rewrite (sum_ext m _ (fun i => e i u * P i j - t * z u * (taken i * P i j))).
  - rewrite sum_minus, sum_scale, fair, made by assumption. ring.
  - intros i small. destruct (lt_dec i m); [|lia]. specialize (left i small). field. lra.
Qed.

Let value (m : nat) (P e : matrix) : R := \sum_(i < m) (dot k q (P i) * \sum_(u < p) e i u ^ 2).

Lemma value_with : forall t, (forall i, (i < m)%nat -> t * taken i < 1) ->
  value (S m) (table_with t) (estimate_with t) = value m P e +
    t * (\sum_(i < m) (taken i * given i * apart i)) +
    t ^ 2 * \sum_(i < m) (taken i ^ 2 * given i * apart i / (1 - t * taken i)).
Proof.
  intros t left. unfold value. cbn [sum].
  assert (dot k q (table_with t m) = t * dot k q r) as last.
  { unfold dot, table_with. destruct (lt_dec m m); [lia|]. rewrite <- sum_scale.
    apply sum_ext. intros. ring. }
  assert (\sum_(u < p) estimate_with t m u ^ 2 = \sum_(u < p) z u ^ 2) as own_last.
  { apply sum_ext. intros u _. unfold estimate_with. destruct (lt_dec m m); [lia|reflexivity]. }
  rewrite last, own_last, <- given_to_report.
  set (Z := \sum_(u < p) z u ^ 2).
  replace (t * (\sum_(i < m) (taken i * given i)) * Z) with (\sum_(i < m) (t * Z * (taken i * given i)))
    by (rewrite sum_scale; ring).
  rewrite <- !sum_scale, <- !sum_plus. apply sum_ext. intros i small. specialize (left i small).
  assert (dot k q (table_with t i) = (1 - t * taken i) * given i) as ->.
  { unfold given, dot, table_with. destruct (lt_dec i m); [|lia]. rewrite <- sum_scale.
    apply sum_ext. intros. ring. }
  fold (given i). unfold apart, Z. set (c := t * taken i) in *.
  assert (\sum_(u < p) estimate_with t i u ^ 2 = \sum_(u < p) e i u ^ 2 +
    2 * (c / (1 - c)) * (\sum_(u < p) (e i u * (e i u - z u))) +
    (c / (1 - c)) ^ 2 * \sum_(u < p) (e i u - z u) ^ 2) as ->.
  { rewrite <- !sum_scale, <- !sum_plus. apply sum_ext. intros u _. unfold estimate_with.
    destruct (lt_dec i m); [|lia]. fold c. ring. }
  assert (2 * (\sum_(u < p) (e i u * (e i u - z u))) = \sum_(u < p) e i u ^ 2 +
    \sum_(u < p) (e i u - z u) ^ 2 - \sum_(u < p) z u ^ 2) as cross.
  { rewrite <- sum_scale, <- sum_plus, <- sum_minus. apply sum_ext. intros u _. ring. }
  set (E := \sum_(u < p) e i u ^ 2) in *. set (D := \sum_(u < p) (e i u - z u) ^ 2) in *.
  set (Y := \sum_(u < p) z u ^ 2) in *. set (C := \sum_(u < p) (e i u * (e i u - z u))) in *.
  replace (t * Y * (taken i * given i)) with (c * given i * Y) by (unfold c; ring).
  replace (t * (taken i * given i * D)) with (c * given i * D) by (unfold c; ring).
  replace (t ^ 2 * (taken i ^ 2 * given i * D / (1 - c))) with (c ^ 2 * given i * D / (1 - c))
    by (unfold Rdiv, c; ring).
  replace C with ((E + D - Y) / 2) by lra. field. lra.
Qed.

(** Another table estimates better. *)
Theorem one_report_more : \sum_(i < m) (taken i * given i * apart i) < 0 ->
  exists Q f, private (S m) k (fun _ _ => Some g) (fun _ _ => 0) Q /\
    (forall u j, (u < p)%nat -> (j < k)%nat -> \sum_(i < S m) (f i u * Q i j) = X u j) /\
    \sum_(i < S m) (dot k q (Q i) * \sum_(u < p) f i u ^ 2) <
      \sum_(i < m) (dot k q (P i) * \sum_(u < p) e i u ^ 2).
Proof.
  intros falls. set (L := \sum_(i < m) (taken i * given i * apart i)) in *.
  set (C := \sum_(i < m) Rabs (taken i)). set (S2 := \sum_(i < m) (taken i ^ 2 * given i * apart i)).
  assert (forall i, 0 <= apart i) as squares by (intros; apply sum_nonneg; intros; apply pow2_ge_0).
  assert (forall i, (i < m)%nat -> 0 <= taken i ^ 2 * given i * apart i) as terms.
  { intros i small. apply Rmult_le_pos; [|apply squares]. apply Rmult_le_pos; [apply pow2_ge_0|].
    now apply given_not_negative. }
  assert (0 <= C) as posC by (apply sum_nonneg; intros; apply Rabs_pos).
  assert (0 <= S2) as posS by (now apply sum_nonneg).
  assert (0 < / (2 * (C + 1))) as first by (apply Rinv_0_lt_compat; lra).
  assert (0 < / (4 * (S2 + 1))) as second by (apply Rinv_0_lt_compat; lra).
  assert (0 < - L * / (4 * (S2 + 1))) as step by (apply Rmult_lt_0_compat; lra).
  set (t := Rmin (/ (2 * (C + 1))) (- L * / (4 * (S2 + 1)))).
  assert (0 < t) as post by (unfold t; now apply Rmin_glb_lt).
  assert (t * (2 * (C + 1)) <= 1) as few.
  { assert (t <= / (2 * (C + 1))) as below by apply Rmin_l.
    apply Rmult_le_compat_r with (r := 2 * (C + 1)) in below; [|lra]. rewrite Rinv_l in below; lra. }
  assert (t * (4 * (S2 + 1)) <= - L) as slow.
  { assert (t <= - L * / (4 * (S2 + 1))) as below by apply Rmin_r.
    apply Rmult_le_compat_r with (r := 4 * (S2 + 1)) in below; [|lra].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r in below; lra. }
  assert (forall i, (i < m)%nat -> t * taken i <= / 2) as left.
  { intros i small. pose proof (term_le_sum m (fun i => Rabs (taken i)) (fun i _ => Rabs_pos _) i small)
      as one. fold C in one. pose proof (Rle_abs (taken i)).
    assert (t * taken i <= t * (C + 1)) by (apply Rmult_le_compat_l; lra). lra. }
  exists (table_with t), (estimate_with t). split; [|split].
  - apply with_is_private; [lra|]. intros i small. specialize (left i small). lra.
  - apply with_is_fair. intros i small. specialize (left i small). lra.
  - change (value (S m) (table_with t) (estimate_with t) < value m P e).
    rewrite value_with by (intros i small; specialize (left i small); lra). fold L.
    assert (\sum_(i < m) (taken i ^ 2 * given i * apart i / (1 - t * taken i)) <= 2 * S2) as most.
    { unfold S2. rewrite <- sum_scale. apply sum_le. intros i small. specialize (left i small).
      specialize (terms i small).
      assert (/ (1 - t * taken i) <= 2).
      { replace 2 with (/ / 2) by field. apply Rinv_le_contravar; lra. }
      unfold Rdiv. rewrite (Rmult_comm 2). now apply Rmult_le_compat_l. }
    apply Rmult_le_compat_l with (r := t ^ 2) in most; [|apply pow2_ge_0].
    assert (t * (t * (4 * (S2 + 1))) <= t * - L) by (apply Rmult_le_compat_l; lra).
    assert (t * L < 0) by (rewrite <- (Rmult_0_r t); apply Rmult_lt_compat_l; lra).
    assert (0 <= t ^ 2) by apply pow2_ge_0. lra.
Qed.

End OneReportMore.
