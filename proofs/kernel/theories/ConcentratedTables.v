(** Zero-concentrated privacy of a table of any number of truths: finitely many checks show that
    every Renyi divergence of order a > 1 is at most rho a. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Analysis RenyiPrices.
Open Scope R_scope.

(** ** What is asked of a table *)

(** The sum of p^a q^(1 - a) over the reports that p gives. *)
Definition renyi_sum (a : R) (m : nat) (p q : nat -> R) : R :=
  \sum_(i < m) (if Req_EM_T (p i) 0 then 0 else Rpower (p i) a * Rpower (q i) (1 - a)).

Definition zero_concentrated (rho : R) (m k : nat) (P : matrix) : Prop :=
  forall a b, (a < k)%nat -> (b < k)%nat -> a <> b ->
    (forall i, (i < m)%nat -> 0 < P i a -> 0 < P i b) /\
    forall order, 1 < order -> renyi_sum order m (fun i => P i a) (fun i => P i b) <=
      exp ((order - 1) * (order * rho)).

(** ** Sums of exponentials *)

Lemma slope_sum : forall n (f f' : nat -> R -> R) t,
  (forall i, (i < n)%nat -> derivable_pt_lim (f i) t (f' i t)) ->
  derivable_pt_lim (fun s => \sum_(i < n) f i s) t (\sum_(i < n) f' i t).
Proof.
  induction n as [|n IH]; intros f f' t each; cbn [sum]; [apply slope_constant|].
  apply slope_plus; [apply IH; intros; apply each; lia|apply each; lia].
Qed.

Lemma exp_between : forall x y t, 0 <= t <= 1 ->
  exp ((1 - t) * x + t * y) <= (1 - t) * exp x + t * exp y.
Proof.
  intros x y t range. set (w := (1 - t) * x + t * y).
  assert (forall z, exp w * (1 + (z - w)) <= exp z) as tangent.
  { intros z. replace (exp z) with (exp w * exp (z - w)) by (rewrite <- exp_plus; f_equal; ring).
    apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|]. apply exp_ineq1_le. }
  pose proof (tangent x) as one. pose proof (tangent y) as two.
  apply Rmult_le_compat_l with (r := 1 - t) in one; [|lra].
  apply Rmult_le_compat_l with (r := t) in two; [|lra].
  apply Rle_trans with (2 := Rplus_le_compat _ _ _ _ one two).
  apply Req_le. unfold w. ring.
Qed.

Section Pair.

Variables (m : nat) (p q : nat -> R).
Context (first : law m p) (second : law m q).
Context (support : forall i, (i < m)%nat -> 0 < p i -> 0 < q i).

(** The loss of a report, and K(s) = ln tilted(s). *)
Definition loss (i : nat) : R := ln (p i / q i).
Definition tilted (s : R) : R := \sum_(i < m) (p i * exp (loss i * s)).
Definition leibler : R := \sum_(i < m) (p i * loss i).
Definition spread_at (c s : R) : R := \sum_(i < m) (p i * exp (loss i * s) * (loss i - c) ^ 2).

Definition moment (j : nat) (s : R) : R := \sum_(i < m) (p i * loss i ^ j * exp (loss i * s)).

Lemma nonnegative : forall i, (i < m)%nat -> 0 <= p i.
Proof. intros i small. now apply first. Qed.

Lemma moment_slope : forall j s, derivable_pt_lim (moment j) s (moment (S j) s).
Proof.
  intros j s. apply (slope_sum m (fun i s => p i * loss i ^ j * exp (loss i * s))
    (fun i s => p i * loss i ^ S j * exp (loss i * s))). intros i _.
  apply (slope_is _ _ (0 * exp (loss i * s) + p i * loss i ^ j * (loss i * exp (loss i * s))));
    [|cbn [pow]; ring].
  apply (slope_times (fun _ => p i * loss i ^ j) (fun s => exp (loss i * s)));
    [apply slope_constant|apply slope_exp_scaled].
Qed.

Lemma moment_zero : forall s, moment 0 s = tilted s.
Proof. intros s. apply sum_ext. intros. cbn [pow]. ring. Qed.

Lemma tilted_start : tilted 0 = 1.
Proof.
  unfold tilted. rewrite (sum_ext m _ p) by (intros; rewrite Rmult_0_r, exp_0; ring). apply first.
Qed.

Lemma leibler_not_negative : 0 <= leibler.
Proof.
  apply Rle_trans with (\sum_(i < m) (p i - q i)).
  - rewrite sum_minus. destruct first as [_ one]. destruct second as [_ two].
    change (sum m p = 1) in one. change (sum m q = 1) in two.
    change (0 <= sum m p - sum m q). lra.
  - apply sum_le. intros i small. destruct (nonnegative i small) as [pos|none].
    + pose proof (support i small pos) as below.
      pose proof (ln_below (q i / p i) ltac:(now apply Rdiv_lt_0_compat)) as tangent.
      unfold loss. replace (p i / q i) with (/ (q i / p i)) by (field; lra).
      rewrite ln_Rinv by now apply Rdiv_lt_0_compat.
      apply Rmult_le_compat_l with (r := p i) in tangent; [|lra].
      replace (p i * (q i / p i - 1)) with (q i - p i) in tangent by (field; lra). lra.
    + rewrite <- none. assert (0 <= q i) by now apply second. lra.
Qed.

Lemma tilted_above_one : forall s, 0 <= s -> 1 <= tilted s.
Proof.
  intros s above. pose proof leibler_not_negative as low.
  apply Rle_trans with (1 + s * leibler); [assert (0 <= s * leibler) by (now apply Rmult_le_pos); lra|].
  rewrite <- tilted_start. unfold leibler, tilted. rewrite <- sum_scale, <- sum_plus.
  apply sum_le. intros i small. rewrite Rmult_0_r, exp_0.
  replace (p i * 1 + s * (p i * loss i)) with (p i * (1 + loss i * s)) by ring.
  apply Rmult_le_compat_l; [now apply nonnegative|apply exp_ineq1_le].
Qed.

(** K is convex. *)
Lemma tilted_between : forall u v A B t, 0 <= t <= 1 -> tilted u <= exp A -> tilted v <= exp B ->
  tilted ((1 - t) * u + t * v) <= exp ((1 - t) * A + t * B).
Proof.
  intros u v A B t range low high. set (C := (1 - t) * A + t * B).
  assert (forall x, tilted x * exp (- C) = \sum_(i < m) (p i * exp (loss i * x - C))) as scaled.
  { intros x. unfold tilted. rewrite <- sum_scale_right. apply sum_ext. intros i _.
    unfold Rminus. rewrite exp_plus. ring. }
  apply Rmult_le_reg_r with (exp (- C)); [apply exp_pos|]. rewrite scaled, <- exp_plus.
  replace (C + - C) with 0 by ring. rewrite exp_0.
  apply Rle_trans with ((1 - t) * (tilted u * exp (- A)) + t * (tilted v * exp (- B))).
  - unfold tilted. rewrite <- !sum_scale_right, <- !sum_scale, <- sum_plus. apply sum_le.
    intros i small.
    replace ((1 - t) * (p i * exp (loss i * u) * exp (- A)) + t * (p i * exp (loss i * v) * exp (- B)))
      with (p i * ((1 - t) * exp (loss i * u - A) + t * exp (loss i * v - B)))
      by (unfold Rminus; rewrite !exp_plus; ring).
    apply Rmult_le_compat_l; [now apply nonnegative|].
    replace (loss i * ((1 - t) * u + t * v) - C) with
      ((1 - t) * (loss i * u - A) + t * (loss i * v - B)) by (unfold C; ring).
    now apply exp_between.
  - assert (forall x D, tilted x <= exp D -> tilted x * exp (- D) <= 1) as unit.
    { intros x D below. apply Rmult_le_compat_r with (r := exp (- D)) in below;
        [|apply Rlt_le, exp_pos]. now rewrite <- exp_plus, Rplus_opp_r, exp_0 in below. }
    pose proof (unit u A low) as one. pose proof (unit v B high) as two.
    apply Rmult_le_compat_l with (r := 1 - t) in one; [|lra].
    apply Rmult_le_compat_l with (r := t) in two; lra.
Qed.

(** ** The first interval: by Taylor's formula *)

Section First.

Variables (c V end_ : R).
Context (some : 0 < end_) (at_start : spread_at c 0 <= V) (at_end : spread_at c end_ <= V).

Lemma spread_inside : forall s, 0 <= s <= end_ -> spread_at c s <= V.
Proof.
  intros s range. set (t := s / end_).
  assert (t * end_ = s) as whole by (unfold t; field; lra).
  assert (0 <= t <= 1) as share.
  { split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with end_; lra. }
  apply Rle_trans with ((1 - t) * spread_at c 0 + t * spread_at c end_).
  - unfold spread_at. rewrite <- !sum_scale, <- sum_plus. apply sum_le. intros i small.
    replace ((1 - t) * (p i * exp (loss i * 0) * (loss i - c) ^ 2) +
        t * (p i * exp (loss i * end_) * (loss i - c) ^ 2))
      with (p i * ((1 - t) * exp (loss i * 0) + t * exp (loss i * end_)) * (loss i - c) ^ 2) by ring.
    apply Rmult_le_compat_r; [apply pow2_ge_0|].
    apply Rmult_le_compat_l; [now apply nonnegative|].
    replace (loss i * s) with ((1 - t) * (loss i * 0) + t * (loss i * end_)) by (rewrite <- whole; ring).
    now apply exp_between.
  - apply Rmult_le_compat_l with (r := 1 - t) in at_start; [|lra].
    apply Rmult_le_compat_l with (r := t) in at_end; lra.
Qed.

(** The tilted variance is at most the second moment about c. *)
Lemma variance_below : forall s, 0 <= s <= end_ ->
  moment 2 s * moment 0 s - moment 1 s * moment 1 s <= V * (moment 0 s * moment 0 s).
Proof.
  intros s range. pose proof (tilted_above_one s ltac:(lra)) as above. rewrite <- moment_zero in above.
  pose proof (spread_inside s range) as inside.
  assert (spread_at c s = moment 2 s - 2 * c * moment 1 s + c ^ 2 * moment 0 s) as expanded.
  { unfold spread_at, moment. rewrite <- !sum_scale, <- sum_minus, <- sum_plus. apply sum_ext.
    intros. ring. }
  rewrite expanded in inside. set (M := moment 0 s) in *.
  pose proof (pow2_ge_0 (moment 1 s - c * M)) as square.
  apply Rmult_le_compat_r with (r := M) in inside; [|lra].
  assert (0 <= V) as size.
  { eapply Rle_trans; [|apply (spread_inside s range)]. apply sum_nonneg. intros i small.
    apply Rmult_le_pos; [|apply pow2_ge_0]. apply Rmult_le_pos; [now apply nonnegative|].
    apply Rlt_le, exp_pos. }
  assert (V * M <= V * (M * M)) by (apply Rmult_le_compat_l; [assumption|]; nra).
  lra.
Qed.

Lemma mean_below : forall s, 0 <= s <= end_ -> moment 1 s <= (leibler + V * s) * moment 0 s.
Proof.
  intros s range.
  assert (forall t, 0 < moment 0 t) as positive.
  { intros t. rewrite moment_zero. apply Rnot_le_lt. intros none.
    assert (forall i, (i < m)%nat -> 0 <= p i * exp (loss i * t)) as each.
    { intros i small. apply Rmult_le_pos; [now apply nonnegative|apply Rlt_le, exp_pos]. }
    pose proof (sum_nonneg _ _ each).
    assert (tilted t = 0) as zero by (unfold tilted in *; lra).
    assert (sum m p = 0) as nothing.
    { apply sum_zero. intros i small. pose proof (zero_terms _ _ each zero i small) as term.
      apply Rmult_integral in term as [|term]; [assumption|]. pose proof (exp_pos (loss i * t)). lra. }
    destruct first as [_ one]. change (sum m p = 1) in one. lra. }
  assert (moment 1 s / moment 0 s - V * s <= moment 1 0 / moment 0 0 - V * 0) as falling.
  { apply (falls (fun t => moment 1 t / moment 0 t - V * t) (fun t =>
      (moment 2 t * moment 0 t - moment 1 t * moment 1 t) / Rsqr (moment 0 t) - V) 0 s); [lra| |].
    - intros t. apply slope_minus.
      + apply (slope_over (moment 1) (moment 0) t (moment 2 t) (moment 1 t));
          [apply moment_slope|apply moment_slope|]. apply Rgt_not_eq, positive.
      + apply (slope_is _ _ (0 * t + V * 1)); [|ring].
        apply (slope_times (fun _ => V) (fun t => t)); [apply slope_constant|apply slope_identity].
    - intros t inside. pose proof (variance_below t ltac:(lra)) as below. specialize (positive t).
      enough ((moment 2 t * moment 0 t - moment 1 t * moment 1 t) / Rsqr (moment 0 t) <= V) by lra.
      unfold Rsqr. apply Rmult_le_reg_r with (moment 0 t * moment 0 t);
        [now apply Rmult_lt_0_compat|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; [lra|].
      apply Rgt_not_eq, Rmult_lt_0_compat; assumption. }
  assert (moment 1 0 = leibler) as start.
  { apply sum_ext. intros. rewrite Rmult_0_r, exp_0. cbn [pow]. ring. }
  rewrite start, (moment_zero 0), tilted_start in falling. specialize (positive s).
  apply Rmult_le_reg_r with (/ moment 0 s); [now apply Rinv_0_lt_compat|].
  rewrite Rmult_assoc, Rinv_r by lra. unfold Rdiv in falling. lra.
Qed.

Lemma tilted_below : forall s, 0 <= s <= end_ -> tilted s <= exp (leibler * s + V * s ^ 2 / 2).
Proof.
  intros s range. set (curve := fun t => - (leibler * t + V * t ^ 2 / 2)).
  assert (forall t, derivable_pt_lim (fun t => exp (curve t)) t
    (- (leibler + V * t) * exp (curve t))) as slope_of_curve.
  { intros t. apply (slope_is _ _ (exp (curve t) * (- (leibler + V * t)))); [|ring].
    apply (derivable_pt_lim_comp curve exp); [|apply derivable_pt_lim_exp].
    apply (derivable_pt_lim_ext (fun t => - leibler * t + (- V / 2) * (t * t)));
      [intros u; unfold curve; field|].
    apply (slope_is _ _ ((0 * t + - leibler * 1) + (0 * (t * t) + (- V / 2) * (1 * t + t * 1))));
      [|field].
    apply slope_plus.
    - apply (slope_times (fun _ => - leibler) (fun t => t)); [apply slope_constant|apply slope_identity].
    - apply (slope_times (fun _ => - V / 2) (fun t => t * t)); [apply slope_constant|].
      apply (slope_times (fun t => t) (fun t => t)); apply slope_identity. }
  assert (moment 0 s * exp (curve s) <= moment 0 0 * exp (curve 0)) as falling.
  { apply (falls (fun t => moment 0 t * exp (curve t)) (fun t =>
      moment 1 t * exp (curve t) + moment 0 t * (- (leibler + V * t) * exp (curve t))) 0 s); [lra| |].
    - intros t. apply (slope_times (moment 0) (fun t => exp (curve t)));
        [apply moment_slope|apply slope_of_curve].
    - intros t inside. pose proof (mean_below t ltac:(lra)) as below. pose proof (exp_pos (curve t)).
      replace (moment 1 t * exp (curve t) + moment 0 t * (- (leibler + V * t) * exp (curve t)))
        with (- (((leibler + V * t) * moment 0 t - moment 1 t) * exp (curve t))) by ring.
      assert (0 <= ((leibler + V * t) * moment 0 t - moment 1 t) * exp (curve t))
        by (apply Rmult_le_pos; lra). lra. }
  assert (curve 0 = 0) as origin by (unfold curve; field).
  rewrite !moment_zero, tilted_start, origin, exp_0 in falling.
  apply Rmult_le_reg_r with (exp (curve s)); [apply exp_pos|].
  rewrite <- exp_plus. unfold curve at 2.
  replace (leibler * s + V * s ^ 2 / 2 + - (leibler * s + V * s ^ 2 / 2)) with 0 by ring.
  rewrite exp_0. lra.
Qed.

End First.

(** ** All orders *)

Variables (rho c V : R) (n : nat) (s : nat -> R).
Context (budget : 0 <= rho).

(** The checks of FORMAT.md at points s_0, ..., s_n. *)
Definition points_ascend : Prop := 0 < s 0%nat /\ forall i, (i < n)%nat -> s i < s (S i).
Definition first_check : Prop :=
  spread_at c 0 <= V /\ spread_at c (s 0%nat) <= V /\
  leibler <= rho /\ leibler + V * s 0%nat / 2 <= rho * (1 + s 0%nat).
Definition next_checks : Prop := forall i, (i < n)%nat ->
  ln (tilted (s i)) <= rho * (s i + s i ^ 2 - (s (S i) - s i) ^ 2 / 4) /\
  ln (tilted (s (S i))) <= rho * (s (S i) + s (S i) ^ 2 - (s (S i) - s i) ^ 2 / 4).
Definition last_check : Prop := forall i, (i < m)%nat -> 0 < p i -> loss i <= rho * (1 + s n).

Lemma from_logarithm : forall x A, 0 <= x -> ln (tilted x) <= A -> tilted x <= exp A.
Proof.
  intros x A above below. pose proof (tilted_above_one x above).
  rewrite <- (exp_ln (tilted x)) by lra. destruct below as [less|same].
  - now apply Rlt_le, exp_increasing.
  - rewrite same. apply Rle_refl.
Qed.

Lemma exp_rises : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [less| ->]; [now apply Rlt_le, exp_increasing|apply Rle_refl]. Qed.

Lemma all_orders : points_ascend -> first_check -> next_checks -> last_check ->
  forall x, 0 < x -> tilted x <= exp (rho * (x + x ^ 2)).
Proof.
  intros [some ascend] (zero & one & mean & slope_) next last x above.
  assert (forall i, (i <= n)%nat -> 0 < s i) as positive.
  { induction i as [|i IH]; intros low; [assumption|]. specialize (ascend i ltac:(lia)).
    specialize (IH ltac:(lia)). lra. }
  assert (forall i, (i <= n)%nat -> x <= s i -> tilted x <= exp (rho * (x + x ^ 2))) as inside.
  { induction i as [|i IH]; intros low below.
    - eapply Rle_trans; [apply (tilted_below c V (s 0%nat) some zero one); lra|]. apply exp_rises.
      replace (leibler * x + V * x ^ 2 / 2) with (x * (leibler + V * x / 2)) by field.
      replace (rho * (x + x ^ 2)) with (x * (rho * (1 + x))) by ring.
      apply Rmult_le_compat_l; [lra|]. set (t := x / s 0%nat).
      assert (t * s 0%nat = x) as whole by (unfold t; field; lra).
      assert (0 <= t <= 1) as share.
      { split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
        apply Rmult_le_reg_r with (s 0%nat); lra. }
      apply Rmult_le_compat_l with (r := t) in slope_; [|lra].
      apply Rmult_le_compat_l with (r := 1 - t) in mean; [|lra].
      rewrite <- whole. lra.
    - destruct (Rle_dec x (s i)) as [less|more]; [apply IH; [lia|assumption]|].
      destruct (next i ltac:(lia)) as [left right]. specialize (ascend i ltac:(lia)).
      pose proof (positive i ltac:(lia)).
      apply from_logarithm in left; [|lra]. apply from_logarithm in right; [|lra].
      set (t := (x - s i) / (s (S i) - s i)).
      assert (t * (s (S i) - s i) = x - s i) as whole by (unfold t; field; lra).
      assert (0 <= t <= 1) as share.
      { split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
        apply Rmult_le_reg_r with (s (S i) - s i); lra. }
      pose proof (tilted_between (s i) (s (S i)) _ _ t share left right) as between.
      assert ((1 - t) * s i + t * s (S i) = x) as place by lra. rewrite place in between.
      eapply Rle_trans; [exact between|]. apply exp_rises.
      set (d := s (S i) - s i) in *. assert (s (S i) = s i + d) as next_ by (unfold d; ring).
      assert (x = s i + t * d) as here by lra. rewrite next_, here.
      replace ((1 - t) * (rho * (s i + s i ^ 2 - d ^ 2 / 4)) +
          t * (rho * (s i + d + (s i + d) ^ 2 - d ^ 2 / 4)))
        with (rho * (s i + t * d + (s i + t * d) ^ 2 - d ^ 2 * (t - / 2) ^ 2)) by field.
      apply Rmult_le_compat_l; [assumption|].
      assert (0 <= d ^ 2 * (t - / 2) ^ 2) by (apply Rmult_le_pos; apply pow2_ge_0). lra. }
  destruct (Rle_dec x (s n)) as [below|beyond]; [now apply (inside n)|].
  apply Rle_trans with (\sum_(i < m) (p i * exp (rho * (x + x ^ 2)))).
  - apply sum_le. intros i small. destruct (nonnegative i small) as [pos|none]; [|rewrite <- none; lra].
    apply Rmult_le_compat_l; [lra|]. apply exp_rises.
    apply Rle_trans with (rho * (1 + s n) * x).
    + apply Rmult_le_compat_r; [lra|now apply last].
    + replace (rho * (x + x ^ 2)) with (rho * (1 + x) * x) by ring.
      apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; lra.
  - rewrite sum_scale_right. destruct first as [_ total]. change (sum m p = 1) in total.
    rewrite total. lra.
Qed.

Lemma sum_of_order : forall order, renyi_sum order m p q = tilted (order - 1).
Proof.
  intros order. apply sum_ext. intros i small. destruct (Req_EM_T (p i) 0) as [->|other]; [ring|].
  assert (0 < p i) as pos by (destruct (nonnegative i small); [assumption|congruence]).
  pose proof (support i small pos). unfold Rpower, loss.
  rewrite <- exp_plus. unfold Rdiv. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; assumption).
  replace (order * ln (p i) + (1 - order) * ln (q i)) with
    (ln (p i) + (ln (p i) + - ln (q i)) * (order - 1)) by ring.
  now rewrite exp_plus, exp_ln.
Qed.

End Pair.

(** The checks for every two truths, with a center and a spread of their own. *)
Theorem concentrated_table : forall m k P rho n (s : nat -> R) (c V : nat -> nat -> R),
  stochastic m k P -> 0 <= rho -> points_ascend n s ->
  (forall a b, (a < k)%nat -> (b < k)%nat -> a <> b ->
    let p := fun i => P i a in
    let q := fun i => P i b in
    (forall i, (i < m)%nat -> 0 < P i a -> 0 < P i b) /\
    first_check m p q rho (c a b) (V a b) s /\ next_checks m p q rho n s /\ last_check m p q rho n s) ->
  zero_concentrated rho m k P.
Proof.
  intros m k P rho n s c V columns budget ascend checks a b small other differ.
  destruct (checks a b small other differ) as (support & first & next & last).
  split; [assumption|]. intros order above.
  assert (law m (fun i => P i a)) as one by now apply columns.
  assert (law m (fun i => P i b)) as two by now apply columns.
  rewrite (sum_of_order m (fun i => P i a) (fun i => P i b) one support).
  pose proof (all_orders m _ _ one two support rho (c a b) (V a b) n s budget ascend first next last
    (order - 1) ltac:(lra)) as below.
  replace ((order - 1) * (order * rho)) with (rho * (order - 1 + (order - 1) ^ 2)) by ring.
  exact below.
Qed.
