(** Two truths and a Renyi budget of order 2 both ways: Warner's device informs most about every
    prevalence, and tells the two truths apart best. *)

From Coq Require Import Reals Lra Lia.
From Rropt Require Import Sums.
Open Scope R_scope.

Section OrderTwo.

Variables (s p : R).
Context (apart : 0 < s < 1) (prevalence : 0 < p < 1).

Let u := 1 - s ^ 2.
Let scale := u + 4 * s ^ 2 * ((1 - p) * p).
Let k := (1 - p) * p / scale ^ 2.
Let cross := 4 * k * u * (1 + s ^ 2).
Let forth := k * u ^ 2 / (1 - p).
Let back := k * u ^ 2 / p.
Let first := (1 - cross - p * forth) / (1 - p).
Let second := (1 - cross - (1 - p) * back) / p.

Lemma order_two_signs : 0 < u /\ 0 < scale /\ 0 < forth /\ 0 < back.
Proof.
  assert (0 < u) as posu by (unfold u; nra).
  assert (0 < (1 - p) * p) as posp by (apply Rmult_lt_0_compat; lra).
  assert (0 < s ^ 2) as poss by (apply pow_lt; lra).
  assert (0 < scale) as posscale by (unfold scale; nra).
  assert (0 < k) as posk
    by (apply Rmult_lt_0_compat; [assumption|apply Rinv_0_lt_compat, pow_lt; assumption]).
  assert (0 < k * u ^ 2) by (apply Rmult_lt_0_compat; [assumption|apply pow_lt; assumption]).
  repeat split; try assumption; apply Rmult_lt_0_compat; try assumption;
    apply Rinv_0_lt_compat; lra.
Qed.

(** Four prices pay for every report; the two of Warner's device they pay exactly. *)
Lemma order_two_prices : forall x y, 0 < x -> 0 < y ->
  (x - y) ^ 2 / ((1 - p) * x + p * y) <=
  first * x + second * y + forth * (x ^ 2 / y) + back * (y ^ 2 / x).
Proof.
  intros x y posx posy. destruct order_two_signs as (posu & posscale & _).
  assert (0 < (1 - p) * x) by (apply Rmult_lt_0_compat; lra).
  assert (0 < p * y) by (apply Rmult_lt_0_compat; lra).
  assert (0 < (1 - p) * p) by (apply Rmult_lt_0_compat; lra).
  set (mass := (1 - p) * x + p * y). assert (0 < mass) by (unfold mass; lra).
  enough (first * x + second * y + forth * (x ^ 2 / y) + back * (y ^ 2 / x) - (x - y) ^ 2 / mass =
    k * (u * (x ^ 2 + y ^ 2) - 2 * (1 + s ^ 2) * (x * y)) ^ 2 / (mass * (x * y))) as gap.
  { assert (0 <= k * (u * (x ^ 2 + y ^ 2) - 2 * (1 + s ^ 2) * (x * y)) ^ 2 / (mass * (x * y))).
    { apply Rmult_le_pos.
      - apply Rmult_le_pos; [|apply pow2_ge_0]. unfold k. apply Rlt_le, Rmult_lt_0_compat;
          [assumption|apply Rinv_0_lt_compat, pow_lt; assumption].
      - apply Rlt_le, Rinv_0_lt_compat. repeat apply Rmult_lt_0_compat; assumption. }
    lra. }
  unfold first, second, forth, back, cross, k, mass, scale, u in *.
  field. repeat split; lra.
Qed.

Lemma order_two_value : first + second + (forth + back) * ((1 + 3 * s ^ 2) / (1 - s ^ 2)) =
  4 * s ^ 2 / (1 - s ^ 2 * (1 - 2 * p) ^ 2).
Proof.
  destruct order_two_signs as (posu & posscale & _).
  replace (1 - s ^ 2 * (1 - 2 * p) ^ 2) with scale by (unfold scale, u; ring).
  unfold first, second, forth, back, cross, k, scale, u in *. field. repeat split; lra.
Qed.

(** found/pair/renyi: no table of positive likelihoods within the budgets informs more, and that of
    Warner meets them. *)
Theorem most_information_of_order_two :
  (forall m P, (forall i, (i < m)%nat -> 0 < P i 0%nat /\ 0 < P i 1%nat) ->
    \sum_(i < m) P i 0%nat = 1 -> \sum_(i < m) P i 1%nat = 1 ->
    \sum_(i < m) (P i 0%nat ^ 2 / P i 1%nat) <= (1 + 3 * s ^ 2) / (1 - s ^ 2) ->
    \sum_(i < m) (P i 1%nat ^ 2 / P i 0%nat) <= (1 + 3 * s ^ 2) / (1 - s ^ 2) ->
    \sum_(i < m) ((P i 0%nat - P i 1%nat) ^ 2 / ((1 - p) * P i 0%nat + p * P i 1%nat)) <=
      4 * s ^ 2 / (1 - s ^ 2 * (1 - 2 * p) ^ 2)) /\
  let hit := (1 + s) / 2 in let miss := (1 - s) / 2 in
  hit ^ 2 / miss + miss ^ 2 / hit = (1 + 3 * s ^ 2) / (1 - s ^ 2) /\
  (hit - miss) ^ 2 / ((1 - p) * hit + p * miss) + (miss - hit) ^ 2 / ((1 - p) * miss + p * hit) =
    4 * s ^ 2 / (1 - s ^ 2 * (1 - 2 * p) ^ 2).
Proof.
  destruct order_two_signs as (posu & posscale & posforth & posback).
  split; [|intros hit miss; split].
  - intros m P positive one two there again. rewrite <- order_two_value.
    apply Rle_trans with (\sum_(i < m) (first * P i 0%nat + second * P i 1%nat +
      forth * (P i 0%nat ^ 2 / P i 1%nat) + back * (P i 1%nat ^ 2 / P i 0%nat))).
    + apply sum_le. intros i small. destruct (positive i small). now apply order_two_prices.
    + rewrite !sum_plus, !sum_scale, one, two.
      apply Rmult_le_compat_l with (r := forth) in there; [|lra].
      apply Rmult_le_compat_l with (r := back) in again; [|lra]. lra.
  - unfold hit, miss, u in *. field. repeat split; nra.
  - assert (-1 < 1 - 2 * p < 1) as [low high] by lra.
    assert (0 < 1 + s * (1 - 2 * p)) by nra. assert (0 < 1 - s * (1 - 2 * p)) by nra.
    replace (1 - s ^ 2 * (1 - 2 * p) ^ 2) with ((1 + s * (1 - 2 * p)) * (1 - s * (1 - 2 * p))) by ring.
    replace ((1 - p) * hit + p * miss) with ((1 + s * (1 - 2 * p)) / 2) by (unfold hit, miss; field).
    replace ((1 - p) * miss + p * hit) with ((1 - s * (1 - 2 * p)) / 2) by (unfold hit, miss; field).
    unfold hit, miss. field. split; lra.
Qed.

End OrderTwo.

(** The same budgets bound the distance of the two truths' reports. *)
Theorem farthest_apart_of_order_two : forall (s : R) m P, 0 < s < 1 ->
  (forall i, (i < m)%nat -> 0 < P i 0%nat /\ 0 < P i 1%nat) ->
  \sum_(i < m) P i 0%nat = 1 -> \sum_(i < m) P i 1%nat = 1 ->
  \sum_(i < m) (P i 0%nat ^ 2 / P i 1%nat) <= (1 + 3 * s ^ 2) / (1 - s ^ 2) ->
  \sum_(i < m) (P i 1%nat ^ 2 / P i 0%nat) <= (1 + 3 * s ^ 2) / (1 - s ^ 2) ->
  \sum_(i < m) Rabs (P i 0%nat - P i 1%nat) <= 2 * s.
Proof.
  intros s m P apart positive one two there again.
  pose proof (proj1 (most_information_of_order_two s (/ 2) apart ltac:(lra)) m P positive one two
    there again) as most.
  replace (4 * s ^ 2 / (1 - s ^ 2 * (1 - 2 * / 2) ^ 2)) with (4 * s ^ 2) in most by (field; lra).
  apply Rle_trans with (\sum_(i < m) (/ (4 * s) *
    ((P i 0%nat - P i 1%nat) ^ 2 / ((1 - / 2) * P i 0%nat + / 2 * P i 1%nat)) +
    s / 2 * (P i 0%nat + P i 1%nat))).
  - apply sum_le. intros i small. destruct (positive i small) as [posx posy].
    set (x := P i 0%nat) in *. set (y := P i 1%nat) in *. set (d := Rabs (x - y)).
    replace ((x - y) ^ 2) with (d ^ 2) by (unfold d; rewrite pow2_abs; ring).
    assert (/ (4 * s) * (d ^ 2 / ((1 - / 2) * x + / 2 * y)) + s / 2 * (x + y) - d =
      (d - s * (x + y)) ^ 2 / (2 * s * (x + y))) as gap by (field; lra).
    assert (0 <= (d - s * (x + y)) ^ 2 / (2 * s * (x + y))).
    { apply Rmult_le_pos; [apply pow2_ge_0|]. apply Rlt_le, Rinv_0_lt_compat.
      repeat apply Rmult_lt_0_compat; lra. }
    lra.
  - rewrite sum_plus, !sum_scale, sum_plus, one, two.
    assert (0 < / (4 * s)) as unit by (apply Rinv_0_lt_compat; lra).
    apply Rmult_le_compat_l with (r := / (4 * s)) in most; [|lra].
    replace (/ (4 * s) * (4 * s ^ 2)) with s in most by (field; lra). lra.
Qed.
