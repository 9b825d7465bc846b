(** Equal shares with a level and a delta for every pair, in the worst direction, at the worst shares
    and by the determinant: the bounds are those of the sum of variances. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Questions EqualShares EqualDirections BalancedTables
  EqualLottery Determinants BalancedDeterminants.
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

(** found/shares/lottery: the determinant of the information about all shares. *)
Theorem lottery_determinant_bound : forall m delta P, 0 <= delta < 1 ->
  private m k (fun _ _ => Some g) (fun _ _ => delta) P ->
  positive_definite k (information_matrix m k (fun _ => / INR k) P) ->
  determinant k (information_matrix m k (fun _ => / INR k) P) <=
    INR k * (lottery_worth k g d delta / (INR k - 1)) ^ pred k.
Proof.
  intros m delta P range own positive. pose proof own as [columns _].
  assert (1 < INR k) as truths by (apply (lt_INR 1); assumption).
  destruct (worth_is_small k g d many big best) as [pos small].
  set (H := subset_worth k g (INR d)) in *. set (T := lottery_worth k g d delta).
  assert (0 < T /\ T < INR k * (INR k - 1)) as [above below].
  { unfold T, lottery_worth. fold H.
    assert (0 < (1 - delta) * H) by (apply Rmult_lt_0_compat; lra).
    assert ((1 - delta) * H < (1 - delta) * (INR k * (INR k - 1)))
      by (apply Rmult_lt_compat_l; lra).
    assert (0 <= delta * (INR k * (INR k - 1))) by (apply Rmult_le_pos; lra). split; lra. }
  apply (determinant_by_trace k m P many columns (T / (INR k - 1))); try assumption.
  - split; [apply Rmult_lt_0_compat; [assumption|apply Rinv_0_lt_compat; lra]|].
    apply Rmult_lt_reg_r with (INR k - 1); [lra|].
    replace (T / (INR k - 1) * (INR k - 1)) with T by (field; lra). lra.
  - replace ((INR k - 1) * (T / (INR k - 1))) with T by (field; lra).
    exact (lottery_trace_bound k g d many big best m delta P own).
Qed.

End Directions.
