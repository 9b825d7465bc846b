(** The loss f_L(s) = (c - s) / (1 - s) as a function of s < 1, for c >= 1.

    Its m-th derivative is m! / (1 - s)^m (f_L(s) - 1), so all of them are non-negative and convex;
    the mean of f_L(S) lies between f_L(E S) and f_L(E S) + lambda / 2 Var S. *)

From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Rropt Require Import Sums Tensors Analysis Expectations ShareEstimates SampleLoss.
Open Scope R_scope.

Definition loss_at (c s : R) : R := (c - s) / (1 - s).

(** m! / (1 - s)^m (f_L(s) - 1). *)
Definition loss_derivative (c : R) (m : nat) (s : R) : R :=
  INR (fact m) / (1 - s) ^ m * (loss_at c s - 1).

(** g is the m-th derivative of f on I. *)
Fixpoint nth_derivative_on (I : R -> Prop) (f : R -> R) (m : nat) (g : R -> R) : Prop :=
  match m with
  | O => forall t, I t -> g t = f t
  | S n => exists h, nth_derivative_on I f n h /\ derivative h g I
  end.

Lemma slope_of_loss : forall c t, t < 1 ->
  derivable_pt_lim (loss_at c) t (1 / (1 - t) * (loss_at c t - 1)).
Proof.
  intros c t below.
  pose proof (derivable_pt_lim_minus (fct_cte c) id t 0 1 (derivable_pt_lim_const c t)
    (derivable_pt_lim_id t)) as top.
  pose proof (derivable_pt_lim_minus (fct_cte 1) id t 0 1 (derivable_pt_lim_const 1 t)
    (derivable_pt_lim_id t)) as bottom.
  pose proof (derivable_pt_lim_div _ _ t _ _ top bottom) as both.
  unfold minus_fct, fct_cte, id, Rsqr in both. specialize (both ltac:(lra)).
  replace (1 / (1 - t) * (loss_at c t - 1)) with
    (((0 - 1) * (1 - t) - (0 - 1) * (c - t)) / ((1 - t) * (1 - t)))
    by (unfold loss_at; field; lra).
  exact both.
Qed.

Lemma slope_of_power : forall K m t, t < 1 ->
  derivable_pt_lim (fun s => K / (1 - s) ^ m) t (K * INR m / (1 - t) ^ S m).
Proof.
  intros K m t below. induction m as [|m IH].
  - replace (K * INR 0 / (1 - t) ^ 1) with 0 by (simpl; field; lra).
    replace (fun s => K / (1 - s) ^ 0) with (fct_cte K)
      by (apply functional_extensionality; intros; unfold fct_cte; simpl; field).
    apply derivable_pt_lim_const.
  - pose proof (derivable_pt_lim_minus (fct_cte 1) id t 0 1 (derivable_pt_lim_const 1 t)
      (derivable_pt_lim_id t)) as bottom.
    pose proof (derivable_pt_lim_div _ _ t _ _ IH bottom) as both.
    unfold minus_fct, fct_cte, id, Rsqr in both. specialize (both ltac:(lra)).
    assert (0 < (1 - t) ^ m) by (apply pow_lt; lra).
    replace (K * INR (S m) / (1 - t) ^ S (S m)) with
      ((K * INR m / (1 - t) ^ S m * (1 - t) - (0 - 1) * (K / (1 - t) ^ m)) / ((1 - t) * (1 - t)))
      by (rewrite S_INR; simpl; field; lra).
    replace (fun s => K / (1 - s) ^ S m) with
      (div_fct (fun s => K / (1 - s) ^ m) (fun x => 1 - x));
      [exact both|].
    apply functional_extensionality. intros s. unfold div_fct, Rdiv. simpl.
    rewrite Rinv_mult. ring.
Qed.

Lemma slope_of_derivative : forall c m t, t < 1 ->
  derivable_pt_lim (loss_derivative c m) t (loss_derivative c (S m) t).
Proof.
  intros c m t below.
  pose proof (derivable_pt_lim_minus _ _ t _ _ (slope_of_loss c t below)
    (derivable_pt_lim_const 1 t)) as right.
  pose proof (derivable_pt_lim_mult _ _ t _ _ (slope_of_power (INR (fact m)) m t below) right)
    as both.
  unfold minus_fct, fct_cte in both.
  replace (loss_derivative c (S m) t) with
    (INR (fact m) * INR m / (1 - t) ^ S m * (loss_at c t - 1) +
     INR (fact m) / (1 - t) ^ m * (1 / (1 - t) * (loss_at c t - 1) - 0)).
  - exact both.
  - unfold loss_derivative. change (fact (S m)) with (S m * fact m)%nat.
    rewrite mult_INR, S_INR. assert (0 < (1 - t) ^ m) by (apply pow_lt; lra). simpl. field. lra.
Qed.

Theorem derivatives_of_loss : forall c m, (1 <= m)%nat ->
  nth_derivative_on (fun s => s < 1) (loss_at c) m (loss_derivative c m).
Proof.
  intros c m. induction m as [|[|m] IH]; intros some; [lia| |].
  - exists (loss_at c). split; [now intros|]. intros t below.
    replace (loss_derivative c 1 t) with (1 / (1 - t) * (loss_at c t - 1))
      by (unfold loss_derivative; simpl; field; lra).
    now apply slope_of_loss.
  - exists (loss_derivative c (S m)). split; [apply IH; lia|]. intros t below.
    now apply slope_of_derivative.
Qed.

Lemma cost_at_least_one : forall a n, 0 <= a <= 1 -> 2 * a <> 1 -> 1 <= cost a n.
Proof.
  intros a n range odd. unfold cost. apply power_at_least_one.
  assert (0 < (2 * a - 1) ^ 2).
  { replace ((2 * a - 1) ^ 2) with (Rsqr (2 * a - 1)) by (unfold Rsqr; ring).
    apply Rsqr_pos_lt. lra. }
  apply Rmult_le_reg_r with ((2 * a - 1) ^ 2); [assumption|].
  replace ((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2 * (2 * a - 1) ^ 2) with (a ^ 2 + (1 - a) ^ 2)
    by (field; lra).
  assert (0 <= a * (1 - a)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma derivative_as_power : forall c m s, s < 1 ->
  loss_derivative c m s = INR (fact m) * (c - 1) * / (1 - s) ^ S m.
Proof.
  intros c m s below. unfold loss_derivative, loss_at.
  assert (0 < (1 - s) ^ m) by (apply pow_lt; lra). simpl. field. lra.
Qed.

Theorem derivatives_are_nonnegative : forall a n m s, 0 <= a <= 1 -> 2 * a <> 1 ->
  0 <= s < 1 -> (1 <= m)%nat -> 1 <= cost a n /\
  nth_derivative_on (fun s => s < 1) (loss_at (cost a n)) m (loss_derivative (cost a n) m) /\
  0 <= loss_derivative (cost a n) m s.
Proof.
  intros a n m s range odd inside some. pose proof (cost_at_least_one a n range odd) as one.
  repeat split; [assumption|now apply derivatives_of_loss|].
  rewrite derivative_as_power by lra. apply Rmult_le_pos.
  - apply Rmult_le_pos; [apply pos_INR|lra].
  - apply Rlt_le, Rinv_0_lt_compat, pow_lt. lra.
Qed.

(** ** Convexity *)

Definition convex_on (I : R -> Prop) (f : R -> R) : Prop := forall x y t, I x -> I y -> 0 <= t <= 1 ->
  f (t * x + (1 - t) * y) <= t * f x + (1 - t) * f y.

Lemma power_above_tangent : forall j t, 0 <= t -> 1 + INR j * (t - 1) <= t ^ j.
Proof.
  intros j t above. induction j as [|j IH]; [simpl; lra|]. rewrite S_INR. simpl.
  assert (t * (1 + INR j * (t - 1)) <= t * t ^ j) by (apply Rmult_le_compat_l; assumption).
  assert (0 <= INR j * ((t - 1) * (t - 1))).
  { apply Rmult_le_pos; [apply pos_INR|]. replace ((t - 1) * (t - 1)) with ((t - 1) ^ 2) by ring.
    apply pow2_ge_0. }
  lra.
Qed.

Lemma inverse_power_above_tangent : forall j x z, x < 1 -> z < 1 ->
  / (1 - z) ^ j + INR j / (1 - z) ^ S j * (x - z) <= / (1 - x) ^ j.
Proof.
  intros j x z first second. set (t := (1 - z) / (1 - x)).
  assert (0 < (1 - z) ^ j) by (apply pow_lt; lra). assert (0 < (1 - x) ^ j) by (apply pow_lt; lra).
  assert (0 < t) as positive.
  { unfold t, Rdiv. apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]. }
  pose proof (power_above_tangent j t (Rlt_le _ _ positive)) as above.
  replace (/ (1 - x) ^ j) with (/ (1 - z) ^ j * t ^ j)
    by (unfold t, Rdiv; rewrite Rpow_mult_distr, pow_inv; field; lra).
  apply Rle_trans with (/ (1 - z) ^ j * (1 + INR j * (t - 1))).
  - assert (0 <= / (1 - z) ^ j * INR j * ((x - z) ^ 2 * / (1 - x) * / (1 - z))).
    { apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rlt_le, Rinv_0_lt_compat; lra|apply pos_INR]|].
      apply Rmult_le_pos; [apply Rmult_le_pos; [apply pow2_ge_0|]|]; apply Rlt_le, Rinv_0_lt_compat; lra. }
    replace (/ (1 - z) ^ j * (1 + INR j * (t - 1))) with
      (/ (1 - z) ^ j + INR j / (1 - z) ^ S j * (x - z) +
       / (1 - z) ^ j * INR j * ((x - z) ^ 2 * / (1 - x) * / (1 - z))); [lra|].
    unfold t. simpl. field. lra.
  - apply Rmult_le_compat_l; [apply Rlt_le, Rinv_0_lt_compat; lra|exact above].
Qed.

Lemma inverse_power_convex : forall j, convex_on (fun s => s < 1) (fun s => / (1 - s) ^ j).
Proof.
  intros j x y t first second range. set (z := t * x + (1 - t) * y).
  assert (z < 1) as inside.
  { unfold z. assert (0 <= t * (1 - x)) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 - t) * (1 - y)) by (apply Rmult_le_pos; lra).
    destruct (Rle_lt_dec t (1 / 2)).
    - assert (0 < (1 - t) * (1 - y)) by (apply Rmult_lt_0_compat; lra). lra.
    - assert (0 < t * (1 - x)) by (apply Rmult_lt_0_compat; lra). lra. }
  pose proof (inverse_power_above_tangent j x z first inside) as one.
  pose proof (inverse_power_above_tangent j y z second inside) as two.
  set (k := INR j / (1 - z) ^ S j) in *.
  apply Rmult_le_compat_l with (r := t) in one; [|lra].
  apply Rmult_le_compat_l with (r := 1 - t) in two; [|lra].
  replace (/ (1 - z) ^ j) with (t * (/ (1 - z) ^ j + k * (x - z)) +
    (1 - t) * (/ (1 - z) ^ j + k * (y - z))); [lra|]. unfold z. ring.
Qed.

Theorem loss_and_derivatives_are_convex : forall a n, 0 <= a <= 1 -> 2 * a <> 1 ->
  convex_on (fun s => s < 1) (loss_at (cost a n)) /\
  forall m, (1 <= m)%nat ->
    nth_derivative_on (fun s => s < 1) (loss_at (cost a n)) m (loss_derivative (cost a n) m) /\
    convex_on (fun s => s < 1) (loss_derivative (cost a n) m).
Proof.
  intros a n range odd. pose proof (cost_at_least_one a n range odd) as one.
  assert (scaled : forall f j k b, 0 <= k ->
    (forall s, s < 1 -> f s = b + k * / (1 - s) ^ j) -> convex_on (fun s => s < 1) f).
  { intros f j k b above equal x y t first second inside.
    assert (t * x + (1 - t) * y < 1) as between.
    { assert (0 <= t * (1 - x)) by (apply Rmult_le_pos; lra).
      assert (0 <= (1 - t) * (1 - y)) by (apply Rmult_le_pos; lra).
      destruct (Rle_lt_dec t (1 / 2)).
      - assert (0 < (1 - t) * (1 - y)) by (apply Rmult_lt_0_compat; lra). lra.
      - assert (0 < t * (1 - x)) by (apply Rmult_lt_0_compat; lra). lra. }
    rewrite !equal by assumption.
    pose proof (inverse_power_convex j x y t first second inside) as plain. cbv beta in plain.
    apply Rmult_le_compat_l with (r := k) in plain; [|assumption]. lra. }
  split.
  - apply (scaled _ 1%nat (cost a n - 1) 1); [lra|]. intros s below. unfold loss_at. simpl.
    field. lra.
  - intros m some. split; [now apply derivatives_of_loss|].
    apply (scaled _ (S m) (INR (fact m) * (cost a n - 1)) 0).
    + apply Rmult_le_pos; [apply pos_INR|lra].
    + intros s below. rewrite derivative_as_power by assumption. ring.
Qed.

(** ** The mean of the loss *)

(** All values of S are in [low, high], 0 <= low <= high < 1, where f'' is at most lambda. *)
Theorem mean_of_loss : forall (Omega : Type) integrable (E : (Omega -> R) -> R) S c low high lambda,
  expectation integrable E -> integrable S -> integrable (fun w => S w ^ 2) ->
  integrable (fun w => loss_at c (S w)) -> 1 <= c -> 0 <= low -> high < 1 ->
  (forall w, low <= S w <= high) -> low <= high ->
  (forall x, low <= x <= high -> loss_derivative c 2 x <= lambda) ->
  nth_derivative_on (fun s => s < 1) (loss_at c) 2 (loss_derivative c 2) /\
  loss_at c (E S) <= E (fun w => loss_at c (S w)) <=
  loss_at c (E S) + lambda / 2 * variance_of E S.
Proof.
  intros Omega integrable E S c low high lambda is_e has square has_loss one above below values
    some bound.
  split; [apply derivatives_of_loss; lia|].
  destruct (of_constants _ _ is_e low) as [has_low mean_low].
  destruct (of_constants _ _ is_e high) as [has_high mean_high].
  assert (low <= E S <= high) as inside.
  { split; [rewrite <- mean_low|rewrite <- mean_high]; apply (monotone _ _ is_e); auto;
      intros w; apply values. }
  set (u := E S) in *. set (k := (c - 1) / (1 - u) ^ 2).
  assert (gap : forall s, low <= s <= high ->
    loss_at c s - (loss_at c u + k * (s - u)) = (c - 1) * ((s - u) ^ 2 / ((1 - u) ^ 2 * (1 - s)))).
  { intros s range. unfold k, loss_at. field. split; lra. }
  destruct (affine integrable E is_e S k (loss_at c u - k * u) has) as [has_line mean_line].
  split.
  - apply Rle_trans with (E (fun w => k * S w + (loss_at c u - k * u))); [rewrite mean_line; fold u; lra|].
    apply (monotone _ _ is_e); auto. intros w. specialize (gap (S w) (values w)).
    specialize (values w).
    assert (0 <= (c - 1) * ((S w - u) ^ 2 / ((1 - u) ^ 2 * (1 - S w)))); [|lra].
    apply Rmult_le_pos; [lra|]. unfold Rdiv. apply Rmult_le_pos; [apply pow2_ge_0|].
    apply Rlt_le, Rinv_0_lt_compat, Rmult_lt_0_compat; [apply pow_lt|]; lra.
  - pose proof (square_has integrable E is_e S u has square) as centred.
    destruct (linear _ _ is_e _ _ 1 (lambda / 2) has_line centred) as [has_all mean_all].
    apply Rle_trans with (E (fun w => 1 * (k * S w + (loss_at c u - k * u)) +
      lambda / 2 * (S w - u) ^ 2)).
    + apply (monotone _ _ is_e); auto. intros w. specialize (gap (S w) (values w)).
      specialize (values w). set (s := S w) in *.
      enough ((c - 1) * ((s - u) ^ 2 / ((1 - u) ^ 2 * (1 - s))) <= lambda / 2 * (s - u) ^ 2) by lra.
      set (top := Rmax s u).
      assert (low <= top <= high) as top_inside.
      { unfold top, Rmax. destruct (Rle_dec s u); lra. }
      pose proof (bound top top_inside) as steep.
      rewrite derivative_as_power in steep by lra. simpl fact in steep. change (INR 2) with 2 in steep.
      assert (s <= top) by apply Rmax_l. assert (u <= top) by apply Rmax_r.
      assert (/ ((1 - u) ^ 2 * (1 - s)) <= / (1 - top) ^ 3).
      { apply Rinv_le_contravar; [apply pow_lt; lra|].
        replace ((1 - top) ^ 3) with ((1 - top) ^ 2 * (1 - top)) by ring.
        apply Rmult_le_compat; [apply pow2_ge_0|lra| |lra]. apply pow_incr. lra. }
      unfold Rdiv. set (part := / ((1 - u) ^ 2 * (1 - s))) in *.
      replace ((c - 1) * ((s - u) ^ 2 * part)) with ((c - 1) * part * (s - u) ^ 2) by ring.
      apply Rmult_le_compat_r; [apply pow2_ge_0|].
      apply Rle_trans with ((c - 1) * / (1 - top) ^ 3); [apply Rmult_le_compat_l; lra|lra].
    + rewrite mean_all, mean_line. fold u. unfold variance_of. fold u. lra.
Qed.
