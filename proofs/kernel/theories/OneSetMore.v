(** K-ary response and one report more: when the two together are the best table. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryContrasts.
Open Scope R_scope.

Section OneSetMore.

Variables (k p : nat) (g : R) (q : nat -> R) (X : matrix) (s : nat -> bool) (t : R) (e : nat -> R).
Context (some : (0 < k)%nat) (big : 1 < g) (shares : law k q).

Let n := g + INR k - 1.
Let w (j : nat) : R := 1 + (g - 1) * q j.
Let c := exchange_rate k g s.
Let f := contrast_estimate k g X.

(** What is said of the contrasts by the reports of single truths, where the set s is given the
    weight t and the estimate e. *)
Definition remaining (j u : nat) : R := e u + (f j u - e u) / (1 - n * t * c j).

Let F := remaining.

Definition with_one_more (i u : nat) : R := if lt_dec i k then F i u else e u.

Context (post : 0 <= t) (remains : forall j, n * t * c j < 1)
  (mean : forall u, (u < p)%nat -> \sum_(j < k) (c j * w j * (F j u - e u)) = 0).

Lemma size_positive : 0 < n.
Proof. now destruct (response_numbers k g q some ltac:(lra) ltac:(lra) shares) as (_ & posn & _). Qed.

Lemma contrasts_from_remaining : forall j u, f j u = e u + (1 - n * t * c j) * (F j u - e u).
Proof. intros j u. unfold F, remaining. specialize (remains j). field. lra. Qed.

Lemma weight_left : forall i, t * c i <= / n.
Proof.
  intros i. pose proof size_positive as posn. specialize (remains i).
  apply Rmult_le_reg_l with n; [assumption|]. rewrite Rinv_r; lra.
Qed.

Lemma still_unbiased : forall u j, (j < k)%nat ->
  \sum_(i < S k) (with_one_more i u * exchanged k g s t i j) = X u j.
Proof.
  intros u j small. pose proof size_positive as posn.
  destruct (rates_of_set k g q some ltac:(lra) ltac:(lra) shares s) as (rows & _).
  pose proof (singles_estimate k g X ltac:(lra) u j small) as own.
  change (\sum_(i < k) (f i u * single g i j) = n * X u j) in own.
  pose proof (rows j small) as set_is. change (\sum_(i < k) (c i * single g i j) = pattern g s j) in set_is.
  cbn [sum]. unfold exchanged, with_one_more. fold n c. destruct (lt_dec k k); [lia|].
  rewrite (sum_ext k _ (fun i => / n * (f i u * single g i j) - t * e u * (c i * single g i j))).
  - rewrite sum_minus, !sum_scale, own, set_is. field. lra.
  - intros i inside. destruct (lt_dec i k); [|lia]. rewrite contrasts_from_remaining. field. lra.
Qed.

(** How far the estimates of single truths are, in the weights of the set. *)
Let far : R := \sum_(j < k) (c j * w j * \sum_(u < p) (e u - F j u) ^ 2).

Definition moved : R := \sum_(j < k) (w j * \sum_(u < p) (F j u - f j u) ^ 2).

Lemma cost_of_both :
  \sum_(i < S k) (dot k q (exchanged k g s t i) * \sum_(u < p) with_one_more i u ^ 2) =
  contrasts_value k p g q X - / n * moved + t * far.
Proof.
  pose proof size_positive as posn.
  destruct (rates_of_set k g q some ltac:(lra) ltac:(lra) shares s) as (_ & weights & _).
  set (A := dot k q (pattern g s)) in *. change (\sum_(j < k) (c j * w j) = A) in weights.
  set (square := \sum_(u < p) e u ^ 2).
  assert (dot k q (exchanged k g s t k) = t * A) as last.
  { unfold exchanged, A, dot. destruct (lt_dec k k); [lia|].
    rewrite <- sum_scale. apply sum_ext. intros. ring. }
  assert (\sum_(u < p) with_one_more k u ^ 2 = square) as own.
  { unfold with_one_more. destruct (lt_dec k k); [lia|]. reflexivity. }
  cbn [sum]. rewrite last, own.
  replace (t * A * square) with (\sum_(j < k) (t * square * (c j * w j)))
    by (rewrite sum_scale, weights; ring).
  change (contrasts_value k p g q X) with (/ n * (\sum_(j < k) (w j * \sum_(u < p) f j u ^ 2))).
  unfold moved, far. rewrite <- Rmult_minus_distr_l, <- sum_minus, <- !sum_scale, <- !sum_plus.
  apply sum_ext. intros i small.
  assert (dot k q (exchanged k g s t i) = (/ n - t * c i) * w i) as ->.
  { unfold dot, exchanged. fold n c. destruct (lt_dec i k); [|lia].
    unfold w. rewrite <- (single_weight k g q shares i small). unfold dot. rewrite <- sum_scale.
    apply sum_ext. intros. ring. }
  replace (t * square * (c i * w i)) with (t * (c i * w i) * square) by ring.
  unfold square. rewrite <- !sum_scale, <- sum_minus, <- !sum_scale, <- !sum_plus.
  apply sum_ext. intros u _. rewrite contrasts_from_remaining.
  unfold with_one_more. destruct (lt_dec i k); [|lia]. field. lra.
Qed.

Context (even_up : form k (apart_by p g q (fun u j => F j u)) c = 0)
  (pairs : forall a b, (a < k)%nat -> (b < k)%nat -> a <> b ->
    0 <= form k (apart_by p g q (fun u j => F j u)) (exchange_rate k g (both a b))).

Lemma set_is_paid : far = 0.
Proof.
  destruct (rates_of_set k g q some ltac:(lra) ltac:(lra) shares s) as (_ & weights & posA & _).
  pose proof (form_at_least k p g q some ltac:(lra) ltac:(lra) shares F s e) as value.
  fold c in value. rewrite even_up in value.
  change (\sum_(j < k) (c j * w j) = dot k q (pattern g s)) in weights.
  set (A := dot k q (pattern g s)) in *. change (2 * A * far = 2 * (\sum_(u < p) (A * e u -
    \sum_(j < k) (c j * w j * F j u)) ^ 2) + 0) in value.
  rewrite (sum_zero p) in value.
  - apply Rmult_eq_reg_l with (2 * A); lra.
  - intros u small. rewrite <- weights, <- sum_scale_right, <- sum_minus.
    rewrite (sum_ext k _ (fun j => -1 * (c j * w j * (F j u - e u)))) by (intros; ring).
    rewrite sum_scale, mean by assumption. ring.
Qed.

(** What single truths say is worth to no pair a report of its own, and to the set what it costs. *)
Theorem one_set_more : least_sum k p g q X (contrasts_value k p g q X - / n * moved) /\
  private (S k) k (fun _ _ => Some g) (fun _ _ => 0) (exchanged k g s t) /\
  (forall u j, (u < p)%nat -> (j < k)%nat ->
    \sum_(i < S k) (with_one_more i u * exchanged k g s t i j) = X u j) /\
  \sum_(i < S k) (dot k q (exchanged k g s t i) * \sum_(u < p) with_one_more i u ^ 2) =
    contrasts_value k p g q X - / n * moved.
Proof.
  split; [|split; [|split]].
  - apply (estimates_that_pay k p g q X some ltac:(lra) ltac:(lra) shares big F). exact pairs.
  - apply (exchanged_is_private k g q some ltac:(lra) ltac:(lra) shares s g); try lra; [nra|].
    apply weight_left.
  - intros. now apply still_unbiased.
  - rewrite cost_of_both, set_is_paid. ring.
Qed.

End OneSetMore.
