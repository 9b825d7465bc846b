(** Three truths: where k-ary response is best for all shares at once. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryEstimates KaryExchange KaryDeterminant.
Open Scope R_scope.

Section ThreeTruths.

Variables (g : R) (q : nat -> R).
Context (big : 1 < g) (shares : law 3 q).

Let w (j : nat) : R := 1 + (g - 1) * q j.

Lemma three_shares : 0 <= q 0%nat /\ 0 <= q 1%nat /\ 0 <= q 2%nat /\
  q 0%nat + q 1%nat + q 2%nat = 1 /\ 0 < w 0%nat /\ 0 < w 1%nat /\ 0 < w 2%nat.
Proof.
  destruct shares as [above total]. cbn [sum] in total.
  pose proof (above 0%nat ltac:(lia)). pose proof (above 1%nat ltac:(lia)).
  pose proof (above 2%nat ltac:(lia)).
  assert (forall j, 0 <= q j -> 0 < w j) as weight.
  { intros j nonneg. assert (0 <= (g - 1) * q j) by (apply Rmult_le_pos; lra). unfold w. lra. }
  repeat split; auto; lra.
Qed.

(** found/determinant/three: no set adds anything, whatever the shares are. *)
Theorem nothing_is_added_to_three : forall s, adds_nothing 3 g q s.
Proof.
  intros s. destruct three_shares as (pos0 & pos1 & pos2 & total & _).
  assert (q 2%nat = 1 - q 0%nat - q 1%nat) as last by lra.
  unfold adds_nothing, exchange_rate, size, group_share. cbn [sum].
  replace (INR 3) with 3 by (simpl; ring).
  assert (0 < (g + 3 - 1) ^ 2) as square by (apply pow_lt; lra).
  apply Rmult_le_reg_l with ((g + 3 - 1) ^ 2); [assumption|].
  assert (forall a, 0 <= a -> 0 <= (g + 1) * (g - 1) * (g + 2) * a) as gap
    by (intros a nonneg; repeat apply Rmult_le_pos; lra).
  destruct (s 0%nat), (s 1%nat), (s 2%nat);
    match goal with |- ?left <= ?right =>
      let x := fresh in let y := fresh in
      assert (x : 0 <= right - left); [|lra]
    end; rewrite last in *.
  - match goal with |- 0 <= ?e => replace e with (2 * g ^ 2 * (g + 2)) by (field; lra) end.
    apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; [lra|apply pow2_ge_0].
  - match goal with |- 0 <= ?e => replace e with ((g + 1) * (g - 1) * (g + 2) * (q 0%nat + q 1%nat)) by (field; lra) end.
    apply gap. lra.
  - match goal with |- 0 <= ?e => replace e with ((g + 1) * (g - 1) * (g + 2) * (1 - q 1%nat)) by (field; lra) end.
    apply gap. lra.
  - match goal with |- 0 <= ?e => replace e with 0 by (field; lra) end. lra.
  - match goal with |- 0 <= ?e => replace e with ((g + 1) * (g - 1) * (g + 2) * (1 - q 0%nat)) by (field; lra) end.
    apply gap. lra.
  - match goal with |- 0 <= ?e => replace e with 0 by (field; lra) end. lra.
  - match goal with |- 0 <= ?e => replace e with 0 by (field; lra) end. lra.
  - match goal with |- 0 <= ?e => replace e with (2 * (g + 2)) by (field; lra) end.
    repeat apply Rmult_le_pos; lra.
Qed.

(** How far the report with two high entries is from being worth it. *)
Definition two_high (x y z : R) : R := (g + 1) * x * y - z * (x + y).

Lemma gap_of_a_set : forall s, (g + 3 - 1) ^ 2 * ((1 + (g - 1) * group_share 3 q s) ^ 2 -
    \sum_(j < 3) (exchange_rate 3 g s j * w j) ^ 2) =
  match s 0%nat, s 1%nat, s 2%nat with
  | true, true, true => 2 * g ^ 2 * (w 0%nat * w 1%nat + w 0%nat * w 2%nat + w 1%nat * w 2%nat)
  | true, true, false => 2 * (g + 1) * two_high (w 0%nat) (w 1%nat) (w 2%nat)
  | true, false, true => 2 * (g + 1) * two_high (w 0%nat) (w 2%nat) (w 1%nat)
  | false, true, true => 2 * (g + 1) * two_high (w 1%nat) (w 2%nat) (w 0%nat)
  | false, false, false => 2 * (w 0%nat * w 1%nat + w 0%nat * w 2%nat + w 1%nat * w 2%nat)
  | _, _, _ => 0
  end.
Proof.
  intros s. destruct three_shares as (pos0 & pos1 & pos2 & total & _).
  assert (q 2%nat = 1 - q 0%nat - q 1%nat) as last by lra.
  unfold exchange_rate, size, group_share, two_high, w. cbn [sum].
  replace (INR 3) with 3 by (simpl; ring).
  destruct (s 0%nat), (s 1%nat), (s 2%nat); rewrite last; field; lra.
Qed.

Theorem response_for_three :
  (forall m P e, private m 3 (fun _ _ => Some g) (fun _ _ => 0) P ->
     (forall c j, (c < 3)%nat -> (j < 3)%nat -> \sum_(i < m) (e i c * P i j) = at_index c j) ->
     squared_length 3 g <= \sum_(i < m) (dot 3 q (P i) * \sum_(c < 3) e i c ^ 2)) <->
  0 <= two_high (1 + (g - 1) * q 0%nat) (1 + (g - 1) * q 1%nat) (1 + (g - 1) * q 2%nat) /\
  0 <= two_high (1 + (g - 1) * q 0%nat) (1 + (g - 1) * q 2%nat) (1 + (g - 1) * q 1%nat) /\
  0 <= two_high (1 + (g - 1) * q 1%nat) (1 + (g - 1) * q 2%nat) (1 + (g - 1) * q 0%nat).
Proof.
  destruct three_shares as (_ & _ & _ & _ & pos0 & pos1 & pos2).
  fold (w 0%nat) (w 1%nat) (w 2%nat).
  assert (0 < (g + 3 - 1) ^ 2) as square by (apply pow_lt; lra).
  split.
  - intros best.
    assert (forall s, 0 <= (1 + (g - 1) * group_share 3 q s) ^ 2 -
      \sum_(j < 3) (exchange_rate 3 g s j * w j) ^ 2) as none.
    { intros s. apply Rnot_lt_le. intros less.
      destruct (exchange_is_better 3 g q s ltac:(lia) big shares) as (P & e & own & fair & smaller);
        [unfold w in less; lra|].
      specialize (best _ P e own fair). lra. }
    assert (forall s, 0 <= (g + 3 - 1) ^ 2 * ((1 + (g - 1) * group_share 3 q s) ^ 2 -
      \sum_(j < 3) (exchange_rate 3 g s j * w j) ^ 2)) as all
      by (intros s; apply Rmult_le_pos; [lra|apply none]).
    assert (forall a, 0 <= 2 * (g + 1) * a -> 0 <= a) as cancel
      by (intros a least; apply Rmult_le_reg_l with (2 * (g + 1)); lra).
    pose proof (all (fun j => negb (Nat.eqb j 2))) as one.
    pose proof (all (fun j => negb (Nat.eqb j 1))) as two.
    pose proof (all (fun j => negb (Nat.eqb j 0))) as three.
    rewrite gap_of_a_set in one, two, three. cbn in one, two, three. auto.
  - intros (one & two & three) m P e own fair.
    apply (response_is_best 3 g q ltac:(lia) big shares m P e); auto.
    intros s. unfold not_worth_it.
    assert (0 <= (g + 3 - 1) ^ 2 * ((1 + (g - 1) * group_share 3 q s) ^ 2 -
      \sum_(j < 3) (exchange_rate 3 g s j * w j) ^ 2)) as gap.
    { assert (0 < w 0%nat * w 1%nat) by now apply Rmult_lt_0_compat.
      assert (0 < w 0%nat * w 2%nat) by now apply Rmult_lt_0_compat.
      assert (0 < w 1%nat * w 2%nat) by now apply Rmult_lt_0_compat.
      assert (forall a, 0 <= a -> 0 <= 2 * (g + 1) * a) as high
        by (intros a least; apply Rmult_le_pos; lra).
      rewrite gap_of_a_set.
      destruct (s 0%nat), (s 1%nat), (s 2%nat); auto; try lra.
      apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; [lra|apply pow2_ge_0]. }
    assert (0 <= (1 + (g - 1) * group_share 3 q s) ^ 2 -
      \sum_(j < 3) (exchange_rate 3 g s j * w j) ^ 2) as least
      by (apply Rmult_le_reg_l with ((g + 3 - 1) ^ 2); lra).
    unfold w in least. lra.
Qed.

End ThreeTruths.
