(** Coverage of actions by one price for all truths and one for all pairs (proof "actions", one class of
    truths with a delta), for any number of truths. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices.
Open Scope R_scope.

(** An action that has x at the truth a and nothing elsewhere. *)
Theorem equal_prices_cover : forall k g y z x r a, 0 < g -> 0 <= y -> 0 <= z -> (a < k)%nat ->
  (forall j, (j < k)%nat -> 0 <= r j) -> x <= y + (INR k - 1) * Rmin z (y / g) ->
  x * r a <= charge k (fun _ _ => Some g) (fun _ => y) (fun _ _ => z) r.
Proof.
  intros k g y z x r a level truths pairs small above enough. set (low := Rmin z (y / g)) in *.
  assert (low <= z) as soft by apply Rmin_l.
  assert (low * g <= y) as hard.
  { apply Rle_trans with (y / g * g); [apply Rmult_le_compat_r; [lra|apply Rmin_r]|].
    right. field. lra. }
  set (G := fun _ _ : nat => Some g).
  assert (forall b, (b < k)%nat ->
    low * r a + at_index a b * (y * r a - low * r a) <= y * r b + z * excess G a b r) as each.
  { intros b inside. unfold at_index, excess, G. specialize (above b inside).
    destruct (Nat.eq_dec a b) as [<-|other]; [lra|].
    pose proof (Rmax_l 0 (r a - g * r b)) as positive. pose proof (Rmax_r 0 (r a - g * r b)) as over.
    set (e := Rmax 0 (r a - g * r b)) in *.
    assert (low * g * r b <= y * r b) by now apply Rmult_le_compat_r.
    assert (0 <= low) by (apply Rmin_glb; [assumption|]; apply Rmult_le_pos; [assumption|];
      now apply Rlt_le, Rinv_0_lt_compat).
    assert (low * (r a - g * r b) <= low * e) by now apply Rmult_le_compat_l.
    assert (low * e <= z * e) by now apply Rmult_le_compat_r. lra. }
  apply Rle_trans with (\sum_(b < k) (y * r b + z * excess G a b r)).
  - apply Rle_trans with (\sum_(b < k) (low * r a + at_index a b * (y * r a - low * r a)));
      [|now apply sum_le].
    rewrite sum_plus, sum_constant, (sum_pick k (fun _ => y * r a - low * r a)) by assumption.
    assert (x * r a <= (y + (INR k - 1) * low) * r a) by (apply Rmult_le_compat_r; auto). lra.
  - rewrite sum_plus. unfold charge, dot. apply Rplus_le_compat_l.
    apply (term_le_sum k (fun c => \sum_(b < k) (z * excess G c b r))); [|assumption].
    intros c _. apply sum_nonneg. intros b _. apply Rmult_le_pos; [assumption|apply excess_nonneg].
Qed.
