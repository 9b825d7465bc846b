(** Holohan, Leith and Mason (2016): without a privacy budget there is no estimate, and near it the
    error is beyond every bound. *)

From Coq Require Import Reals Lra Lia.
From Rropt Require Import Holohan.
Open Scope R_scope.

(** Remark at epsilon = 0, delta = 0: the rows are equal, and with 0 < p < 1 the error (6) of n reports is
    beyond every bound as p00 + p11 falls to one. *)
Theorem no_budget_no_estimate :
  (forall p00 p11, p00 <= 1 * (1 - p11) + 0 -> p11 <= 1 * (1 - p00) + 0 ->
     1 - p00 <= 1 * p11 + 0 -> 1 - p11 <= 1 * p00 + 0 ->
     p00 = 1 - p11 /\ p11 = 1 - p00 /\ p00 + p11 = 1) /\
  forall p n bound, 0 < p < 1 -> (1 <= n)%nat -> exists small, 0 < small /\
    forall p00 p11, 0 <= p00 <= 1 -> 0 <= p11 <= 1 -> 0 < p00 + p11 - 1 < small ->
    bound < error_of p00 p11 p / INR n.
Proof.
  split; [intros; repeat split; lra|]. intros p n bound inner some.
  assert (0 < INR n) as count by (apply lt_0_INR; lia).
  assert (0 < p * (1 - p)) as spread by (apply Rmult_lt_0_compat; lra).
  set (high := INR n * (Rabs bound + 1)).
  pose proof (Rabs_pos bound). pose proof (Rle_abs bound).
  assert (0 < high) by (apply Rmult_lt_0_compat; lra).
  exists (p * (1 - p) / high). split; [now apply Rdiv_lt_0_compat|].
  intros a b firstrow secondrow near. rewrite error_as_product by lra.
  set (s := a + b - 1) in *. set (u := (1 - a) / s). set (v := (1 - b) / s).
  assert (0 <= u) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (0 <= v) by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (1 + u + v = / s) as total.
  { unfold u, v. replace (1 - a) with (1 - s - (1 - b)) by (unfold s; ring). field. lra. }
  assert (p * (1 - p) * / s <= (u + p) * (v + (1 - p))) as low.
  { rewrite <- total.
    assert (0 <= u * v) by now apply Rmult_le_pos.
    pose proof (Rmult_le_pos u _ ltac:(assumption) (Rle_0_sqr (1 - p))) as first.
    pose proof (Rmult_le_pos v _ ltac:(assumption) (Rle_0_sqr p)) as second. unfold Rsqr in *.
    replace ((u + p) * (v + (1 - p)))
      with (p * (1 - p) * (1 + u + v) + u * v + u * ((1 - p) * (1 - p)) + v * (p * p)) by ring.
    lra. }
  assert (high < p * (1 - p) * / s) as far.
  { apply Rmult_lt_reg_r with s; [lra|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    destruct near as [_ less]. apply Rmult_lt_compat_l with (r := high) in less; [|assumption].
    replace (high * (p * (1 - p) / high)) with (p * (1 - p)) in less by (field; lra). lra. }
  apply Rmult_lt_reg_r with (INR n); [assumption|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  apply Rle_lt_trans with high; [|lra]. unfold high.
  rewrite (Rmult_comm (INR n)). apply Rmult_le_compat_r; lra.
Qed.
