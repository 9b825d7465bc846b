(** Three truths: where k-ary response is best for all shares at once. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryContrasts KaryEstimates KaryDeterminant.
Open Scope R_scope.

Section ThreeTruths.

Variables (g : R) (q : nat -> R).
Context (big : 1 < g) (shares : law 3 q).

(** How far the report with two high entries is from being worth it. *)
Definition two_high (x y z : R) : R := (g + 1) * x * y - z * (x + y).

Let w (j : nat) : R := 1 + (g - 1) * q j.

Lemma form_of_two_high : forall a b c, (a < 3)%nat -> (b < 3)%nat -> (c < 3)%nat ->
  a <> b -> a <> c -> b <> c ->
  form 3 (apart_by 3 g q at_index) (exchange_rate 3 g (both a b)) =
  4 * (g + 1) / (g + 2) ^ 2 * two_high (w a) (w b) (w c).
Proof.
  intros a b c smalla smallb smallc ab ac bc.
  rewrite (form_of_shares 3 g q) by (assumption || lia).
  destruct shares as [_ total]. cbn [sum] in *. replace (INR 3) with 3 by (simpl; ring).
  unfold two_high, w.
  destruct a as [|[|[|a]]]; try lia; destruct b as [|[|[|b]]]; try lia;
    destruct c as [|[|[|c]]]; try lia;
    assert (q 2%nat = 1 - q 0%nat - q 1%nat) as last by lra; rewrite last; field; lra.
Qed.

Theorem response_for_three : least_sum 3 3 g q at_index (squared_length 3 g) <->
  0 <= two_high (1 + (g - 1) * q 0%nat) (1 + (g - 1) * q 1%nat) (1 + (g - 1) * q 2%nat) /\
  0 <= two_high (1 + (g - 1) * q 0%nat) (1 + (g - 1) * q 2%nat) (1 + (g - 1) * q 1%nat) /\
  0 <= two_high (1 + (g - 1) * q 1%nat) (1 + (g - 1) * q 2%nat) (1 + (g - 1) * q 0%nat).
Proof.
  rewrite <- (value_of_shares 3 g q) by (assumption || lia).
  rewrite (response_for_contrasts 3 3 g q at_index) by (assumption || lia || lra).
  assert (0 < 4 * (g + 1) / (g + 2) ^ 2) as step
    by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat, pow_lt; lra]).
  assert (forall x, 0 <= 4 * (g + 1) / (g + 2) ^ 2 * x <-> 0 <= x) as sign.
  { intros x. split; intros least; [|apply Rmult_le_pos; lra].
    apply Rmult_le_reg_l with (4 * (g + 1) / (g + 2) ^ 2); lra. }
  assert (forall x y z, two_high x y z = two_high y x z) as even by (intros; unfold two_high; ring).
  split.
  - intros pairs.
    pose proof (pairs 0 1 ltac:(lia) ltac:(lia) ltac:(lia))%nat as one.
    pose proof (pairs 0 2 ltac:(lia) ltac:(lia) ltac:(lia))%nat as two.
    pose proof (pairs 1 2 ltac:(lia) ltac:(lia) ltac:(lia))%nat as three.
    rewrite (form_of_two_high 0 1 2), sign in one by lia.
    rewrite (form_of_two_high 0 2 1), sign in two by lia.
    rewrite (form_of_two_high 1 2 0), sign in three by lia. auto.
  - intros (one & two & three) a b smalla smallb differ.
    destruct a as [|[|[|a]]]; try lia; destruct b as [|[|[|b]]]; try lia.
    + rewrite (form_of_two_high 0 1 2), sign by lia. exact one.
    + rewrite (form_of_two_high 0 2 1), sign by lia. exact two.
    + rewrite (form_of_two_high 1 0 2), sign, even by lia. exact one.
    + rewrite (form_of_two_high 1 2 0), sign by lia. exact three.
    + rewrite (form_of_two_high 2 0 1), sign, even by lia. exact two.
    + rewrite (form_of_two_high 2 1 0), sign, even by lia. exact three.
Qed.

End ThreeTruths.
