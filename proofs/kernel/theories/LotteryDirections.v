(** Equal shares with a level and a delta for every pair, in the worst direction and at the worst
    shares: the bounds are those of the sum of variances. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Questions EqualShares EqualDirections EqualLottery.
Open Scope R_scope.

Section Directions.

Variables (k : nat) (g : R) (d : nat).
Context (many : (1 < k)%nat) (big : 1 < g) (best : is_best_size k g d).

(** found/shares/lottery: some contrast varies by that much. *)
Theorem lottery_largest_bound : forall m delta P e v, 0 <= delta <= 1 ->
  private m k (fun _ _ => Some g) (fun _ _ => delta) P -> unbiased_shares k m P e ->
  (forall x, sum k x = 0 ->
     \sum_(i < m) (mean k (P i) * (\sum_(c < k) (x c * e i c)) ^ 2) <= v * \sum_(c < k) x c ^ 2) ->
  (INR k - 1) / lottery_worth k g d delta <= v.
Proof.
  intros m delta P e v range own fair bounded. pose proof own as [columns _].
  assert (1 < INR k) as truths by (apply (lt_INR 1); assumption).
  pose proof (lottery_bound k g d many big best m delta P (centred k e) range own
    (centred_is_fair k many m P e columns fair)) as least.
  rewrite (centred_variances k many m P e columns) in least.
  pose proof (differences_within k many m P e v bounded) as total.
  apply Rmult_le_reg_r with (INR k - 1); [lra|].
  replace ((INR k - 1) / lottery_worth k g d delta * (INR k - 1)) with
    ((INR k - 1) ^ 2 / lottery_worth k g d delta) by (unfold Rdiv; ring). lra.
Qed.

(** found/shares/lottery: at equal shares the sum of variances is that large. *)
Theorem lottery_worst_bound : forall m delta P e, 0 <= delta <= 1 ->
  private m k (fun _ _ => Some g) (fun _ _ => delta) P -> unbiased_shares k m P e ->
  exists q, law k q /\ (INR k - 1) ^ 2 / lottery_worth k g d delta <= variances_at k q m P e.
Proof.
  intros m delta P e range own fair. exists (fun _ => / INR k).
  split; [now apply equal_law_of_truths|]. rewrite at_equal_shares by assumption.
  now apply lottery_bound.
Qed.

End Directions.
