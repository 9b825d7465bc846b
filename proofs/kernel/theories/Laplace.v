(** The Laplace distribution: its density, integrals over the line, tails, and the privacy and the
    accuracy of the mechanism f(x) + Z with Z of Lap(D / epsilon). *)

From Coq Require Import Reals Lra Lia FunctionalExtensionality.
From Rropt Require Import Sums Analysis.
Open Scope R_scope.

Definition lap (b z : R) : R := / (2 * b) * exp (- Rabs z / b).

(** The integral over the line, over z and more, over z and less: limits of integrals. *)
Definition whole_integral (f : R -> R) (total : R) : Prop :=
  (forall S T, - S <= T -> exists pr : Riemann_integrable f (- S) T, True) /\
  forall eps, 0 < eps -> exists T0, forall S T, T0 <= S -> T0 <= T ->
    forall pr : Riemann_integrable f (- S) T, Rabs (RiemannInt pr - total) < eps.
Definition right_tail (f : R -> R) (z total : R) : Prop :=
  (forall T, z <= T -> exists pr : Riemann_integrable f z T, True) /\
  forall eps, 0 < eps -> exists T0, forall T, T0 <= T -> z <= T ->
    forall pr : Riemann_integrable f z T, Rabs (RiemannInt pr - total) < eps.
Definition left_tail (f : R -> R) (z total : R) : Prop :=
  (forall S, - S <= z -> exists pr : Riemann_integrable f (- S) z, True) /\
  forall eps, 0 < eps -> exists T0, forall S, T0 <= S -> - S <= z ->
    forall pr : Riemann_integrable f (- S) z, Rabs (RiemannInt pr - total) < eps.

(** P(|Z| >= t) for Z with the density f. *)
Definition far (f : R -> R) (t p : R) : Prop :=
  (0 <= t /\ exists l r, left_tail f (- t) l /\ right_tail f t r /\ p = l + r) \/
  (t < 0 /\ whole_integral f p).

Definition above_at_infinity (F : R -> R) (l : R) : Prop :=
  forall eps, 0 < eps -> exists T0, forall T, T0 <= T -> Rabs (F T - l) < eps.
Definition below_at_infinity (F : R -> R) (l : R) : Prop :=
  forall eps, 0 < eps -> exists T0, forall S, T0 <= S -> Rabs (F (- S) - l) < eps.

Lemma integrals_of_primitive : forall F f l r,
  (forall x, derivable_pt_lim F x (f x)) -> (forall x, continuity_pt f x) ->
  below_at_infinity F l -> above_at_infinity F r ->
  whole_integral f (r - l) /\ (forall z, right_tail f z (r - F z)) /\
  (forall z, left_tail f z (F z - l)).
Proof.
  intros F f l r slope continuous low high.
  assert (has : forall a c, a <= c -> exists pr : Riemann_integrable f a c, True).
  { intros a c ordered. now exists (continuity_implies_RiemannInt ordered (fun x _ => continuous x)). }
  assert (value : forall a c, a <= c -> forall pr : Riemann_integrable f a c, RiemannInt pr = F c - F a)
    by (intros; now apply newton).
  split; [|split]; [|intros z|intros z]; (split; [intros; apply has; assumption|]).
  - intros eps positive. destruct (low (eps / 2) ltac:(lra)) as (T1 & near).
    destruct (high (eps / 2) ltac:(lra)) as (T2 & near').
    exists (Rmax 0 (Rmax T1 T2)). intros S T first second pr.
    pose proof (Rmax_l 0 (Rmax T1 T2)). pose proof (Rmax_r 0 (Rmax T1 T2)).
    pose proof (Rmax_l T1 T2). pose proof (Rmax_r T1 T2).
    rewrite value by lra. specialize (near S ltac:(lra)). specialize (near' T ltac:(lra)).
    replace (F T - F (- S) - (r - l)) with ((F T - r) - (F (- S) - l)) by ring.
    apply Rabs_def2 in near. apply Rabs_def2 in near'. apply Rabs_def1; lra.
  - intros eps positive. destruct (high eps positive) as (T0 & near). exists T0.
    intros T first second pr. rewrite value by assumption. specialize (near T first).
    now replace (F T - F z - (r - F z)) with (F T - r) by ring.
  - intros eps positive. destruct (low eps positive) as (T0 & near). exists T0.
    intros S first second pr. rewrite value by assumption. specialize (near S first).
    replace (F z - F (- S) - (F z - l)) with (- (F (- S) - l)) by ring. now rewrite Rabs_Ropp.
Qed.

(** Two functions that meet at zero with one slope. *)
Definition glued (G H : R -> R) : R -> R := fun x => if Rlt_dec x 0 then G x else H x.

Lemma slope_of_glued : forall G H g h, (forall x, derivable_pt_lim G x (g x)) ->
  (forall x, derivable_pt_lim H x (h x)) -> G 0 = H 0 -> g 0 = h 0 ->
  forall x, derivable_pt_lim (glued G H) x (glued g h x).
Proof.
  intros G H g h left right meet slope x eps positive. unfold glued.
  destruct (left x eps positive) as (d1 & near). destruct (right x eps positive) as (d2 & near').
  destruct (Rtotal_order x 0) as [neg|[zero|pos]].
  - assert (0 < Rmin d1 (- x)) as some by (apply Rmin_glb_lt; [apply cond_pos|lra]).
    exists (mkposreal _ some). intros s other small. simpl in small.
    pose proof (Rmin_l d1 (- x)). pose proof (Rmin_r d1 (- x)). apply Rabs_def2 in small as [a c].
    destruct (Rlt_dec x 0), (Rlt_dec (x + s) 0); try lra.
    apply near; [assumption|]. apply Rabs_def1; lra.
  - subst x. assert (0 < Rmin d1 d2) as some by (apply Rmin_glb_lt; apply cond_pos).
    exists (mkposreal _ some). intros s other small. simpl in small.
    pose proof (Rmin_l d1 d2). pose proof (Rmin_r d1 d2).
    destruct (Rlt_dec 0 0); [lra|]. destruct (Rlt_dec (0 + s) 0).
    + rewrite <- meet, <- slope. apply near; [assumption|lra].
    + apply near'; [assumption|lra].
  - assert (0 < Rmin d2 x) as some by (apply Rmin_glb_lt; [apply cond_pos|lra]).
    exists (mkposreal _ some). intros s other small. simpl in small.
    pose proof (Rmin_l d2 x). pose proof (Rmin_r d2 x). apply Rabs_def2 in small as [a c].
    destruct (Rlt_dec x 0), (Rlt_dec (x + s) 0); try lra.
    apply near'; [assumption|]. apply Rabs_def1; lra.
Qed.

(** ** A quadratic times an exponential *)

Lemma slope_of_product : forall u v w r x,
  derivable_pt_lim (fun x => (u * x ^ 2 + v * x + w) * exp (r * x)) x
    ((2 * u * x + v + r * (u * x ^ 2 + v * x + w)) * exp (r * x)).
Proof.
  intros u v w r x.
  assert (derivable_pt_lim (fun x => exp (r * x)) x (exp (r * x) * (r * 1))) as second.
  { apply (derivable_pt_lim_comp (fun x => r * x) exp); [|apply derivable_pt_lim_exp].
    apply (derivable_pt_lim_scal id r x 1). apply derivable_pt_lim_id. }
  assert (derivable_pt_lim (fun x => u * x ^ 2 + v * x + w) x (u * (INR 2 * x ^ 1) + v * 1 + 0)) as first.
  { apply (derivable_pt_lim_plus (fun x => u * x ^ 2 + v * x) (fct_cte w));
      [|apply derivable_pt_lim_const].
    apply (derivable_pt_lim_plus (fun x => u * x ^ 2) (fun x => v * x)).
    - apply (derivable_pt_lim_scal (fun x => x ^ 2) u). apply (derivable_pt_lim_pow x 2).
    - apply (derivable_pt_lim_scal id v). apply derivable_pt_lim_id. }
  pose proof (derivable_pt_lim_mult _ _ x _ _ first second) as both. unfold mult_fct in both.
  replace ((2 * u * x + v + r * (u * x ^ 2 + v * x + w)) * exp (r * x)) with
    ((u * (INR 2 * x ^ 1) + v * 1 + 0) * exp (r * x) +
     (u * x ^ 2 + v * x + w) * (exp (r * x) * (r * 1))); [exact both|].
  simpl. ring.
Qed.

(** (u^2 + 2 u + 2) e^-u <= 27 / (3 + u). *)
Lemma tail_vanishes : forall u, 0 <= u -> (u ^ 2 + 2 * u + 2) * exp (- u) <= 27 / (3 + u).
Proof.
  intros u above. set (v := 1 + u / 3). assert (1 <= v) as one by (unfold v; lra).
  assert (v ^ 3 <= exp u) as big.
  { replace (exp u) with (exp (u / 3) ^ 3).
    - apply pow_incr. split; [lra|]. unfold v. destruct (Req_EM_T (u / 3) 0) as [->|other];
        [rewrite exp_0; lra|]. pose proof (exp_ineq1 (u / 3) other). lra.
    - simpl. rewrite Rmult_1_r, <- !exp_plus. f_equal. field. }
  rewrite exp_Ropp. assert (0 < v ^ 3) as positive by (apply pow_lt; lra).
  apply Rle_trans with ((u ^ 2 + 2 * u + 2) * / v ^ 3).
  - apply Rmult_le_compat_l; [assert (0 <= u ^ 2) by apply pow2_ge_0; lra|].
    now apply Rinv_le_contravar.
  - replace (u ^ 2 + 2 * u + 2) with (9 * v ^ 2 - 12 * v + 5) by (unfold v; field).
    replace (27 / (3 + u)) with (9 * v ^ 2 * / v ^ 3) by (unfold v; field; lra).
    apply Rmult_le_compat_r; [apply Rlt_le; now apply Rinv_0_lt_compat|lra].
Qed.

(** A function whose distance from l is at most k (u^2 + 2 u + 2) e^-u, u = T / b. *)
Lemma limit_by_tail : forall (F : R -> R) l b k, 0 < b -> 0 <= k ->
  (forall T, 0 <= T -> Rabs (F T - l) <= k * (((T / b) ^ 2 + 2 * (T / b) + 2) * exp (- (T / b)))) ->
  above_at_infinity F l.
Proof.
  intros F l b k positive above near eps some. exists (b * (27 * k / eps) + b). intros T large.
  assert (0 <= 27 * k / eps).
  { unfold Rdiv. apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. assumption. }
  assert (0 <= b * (27 * k / eps)) by (apply Rmult_le_pos; lra).
  eapply Rle_lt_trans; [apply near; lra|]. set (u := T / b).
  assert (27 * k / eps + 1 <= u) as far_out.
  { unfold u. apply Rmult_le_reg_r with b; [assumption|].
    replace (T / b * b) with T by (field; lra). lra. }
  apply Rle_lt_trans with (k * (27 / (3 + u))).
  - apply Rmult_le_compat_l; [assumption|]. apply tail_vanishes. lra.
  - apply Rmult_lt_reg_r with (3 + u); [lra|].
    replace (k * (27 / (3 + u)) * (3 + u)) with (27 * k) by (field; lra).
    assert (eps * (27 * k / eps + 1) <= eps * u) by (apply Rmult_le_compat_l; lra).
    replace (eps * (27 * k / eps + 1)) with (27 * k + eps) in * by (field; lra). lra.
Qed.

Lemma mirrored_limit : forall F l, above_at_infinity (fun x => F (- x)) l -> below_at_infinity F l.
Proof. intros F l near eps positive. exact (near eps positive). Qed.

(** (u x^2 + v x + w) lap b x where x >= 0, and (u x^2 - v x + w) lap b x where x < 0: primitives. *)
Definition primitive_right (b u v w : R) : R -> R := fun x =>
  (- u * x ^ 2 + (- (v + 2 * b * u)) * x + - (w + b * (v + 2 * b * u))) * exp (- / b * x).

Lemma slope_right : forall b u v w, 0 < b -> forall x,
  derivable_pt_lim (primitive_right b u v w) x
    ((u * x ^ 2 + v * x + w) * / b * exp (- / b * x)).
Proof.
  intros b u v w positive x. unfold primitive_right.
  replace ((u * x ^ 2 + v * x + w) * / b * exp (- / b * x)) with
    ((2 * - u * x + - (v + 2 * b * u) + - / b *
      (- u * x ^ 2 + - (v + 2 * b * u) * x + - (w + b * (v + 2 * b * u)))) * exp (- / b * x))
    by (field; lra).
  apply slope_of_product.
Qed.

Lemma right_vanishes : forall b u v w, 0 < b -> 0 <= u -> 0 <= v -> 0 <= w ->
  above_at_infinity (primitive_right b u v w) 0.
Proof.
  intros b u v w positive above above' above''.
  apply limit_by_tail with (b := b) (k := u * b ^ 2 + v * b + w + 0); [assumption| |].
  - assert (0 <= u * b ^ 2) by (apply Rmult_le_pos; [assumption|apply pow2_ge_0]).
    assert (0 <= v * b) by (apply Rmult_le_pos; lra). lra.
  - intros T later. unfold primitive_right. set (y := T / b).
    assert (0 <= y) as y_above.
    { unfold y, Rdiv. apply Rmult_le_pos; [assumption|]. apply Rlt_le. now apply Rinv_0_lt_compat. }
    replace (- / b * T) with (- y) by (unfold y; field; lra).
    replace T with (b * y) by (unfold y; field; lra).
    assert (0 < exp (- y)) by apply exp_pos.
    rewrite Rminus_0_r, Rabs_mult, (Rabs_right (exp (- y))) by lra.
    rewrite <- (Rmult_assoc _ (y ^ 2 + 2 * y + 2)). apply Rmult_le_compat_r; [lra|].
    assert (0 <= u * b ^ 2) by (apply Rmult_le_pos; [assumption|apply pow2_ge_0]).
    assert (0 <= v * b) by (apply Rmult_le_pos; lra).
    assert (0 <= y ^ 2) by apply pow2_ge_0.
    replace (- u * (b * y) ^ 2 + - (v + 2 * b * u) * (b * y) + - (w + b * (v + 2 * b * u)))
      with (- (u * b ^ 2 * (y ^ 2 + 2 * y + 2) + v * b * (y + 1) + w)) by ring.
    assert (0 <= u * b ^ 2 * (y ^ 2 + 2 * y + 2)) by (apply Rmult_le_pos; lra).
    assert (0 <= v * b * (y + 1)) by (apply Rmult_le_pos; lra).
    rewrite Rabs_Ropp, Rabs_right by lra.
    assert (v * b * (y + 1) <= v * b * (y ^ 2 + 2 * y + 2)) by (apply Rmult_le_compat_l; lra).
    assert (w * 1 <= w * (y ^ 2 + 2 * y + 2)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** The integral of a quadratic function of |x|, times one or the sign of x. *)
Lemma laplace_integral : forall b u v w sign, 0 < b -> 0 <= u -> 0 <= v -> 0 <= w ->
  (sign = 1 \/ sign = -1 /\ w = 0) ->
  let f := fun x => (if Rlt_dec x 0 then sign else 1) *
    (u * Rabs x ^ 2 + v * Rabs x + w) * lap b x in
  let m := (w + b * (v + 2 * b * u)) / 2 in
  exists F, (forall x, derivable_pt_lim F x (f x)) /\
  below_at_infinity F (- (sign * m)) /\ above_at_infinity F m /\ F 0 = 0 /\
  (forall x, 0 <= x -> F x = m + / 2 * primitive_right b u v w x) /\
  (forall x, x <= 0 -> F x = - sign * (m + / 2 * primitive_right b u v w (- x))).
Proof.
  intros b u v w sign positive above above' above'' signs f m.
  set (H := fun x => m + / 2 * primitive_right b u v w x).
  set (G := fun x => - sign * (m + / 2 * primitive_right b u v w (- x))).
  assert (at_zero : H 0 = 0).
  { unfold H, primitive_right, m. replace (- / b * 0) with 0 by ring. rewrite exp_0. field. }
  assert (at_zero' : G 0 = 0) by (unfold G; rewrite Ropp_0; fold (H 0); rewrite at_zero; ring).
  assert (right_slope : forall x, derivable_pt_lim H x
    (/ 2 * ((u * x ^ 2 + v * x + w) * / b * exp (- / b * x)))).
  { intros x. unfold H. rewrite <- (Rplus_0_l (/ 2 * _)).
    apply (derivable_pt_lim_plus (fct_cte m)); [apply derivable_pt_lim_const|].
    apply (derivable_pt_lim_scal (primitive_right b u v w)). now apply slope_right. }
  assert (left_slope : forall x, derivable_pt_lim G x
    (sign * (/ 2 * ((u * (- x) ^ 2 + v * - x + w) * / b * exp (- / b * - x))))).
  { intros x. unfold G.
    replace (sign * (/ 2 * ((u * (- x) ^ 2 + v * - x + w) * / b * exp (- / b * - x)))) with
      (- sign * (/ 2 * ((u * (- x) ^ 2 + v * - x + w) * / b * exp (- / b * - x)) * -1)) by ring.
    apply (derivable_pt_lim_scal (fun x => H (- x)) (- sign)).
    apply (derivable_pt_lim_comp (fun x => - x) H); [|apply right_slope].
    replace (-1) with (- (1)) by ring.
    apply (derivable_pt_lim_opp id). apply derivable_pt_lim_id. }
  exists (glued G H). split; [|split; [|split; [|split; [|split]]]].
  - intros x.
    replace (f x) with (glued
      (fun x => sign * (/ 2 * ((u * (- x) ^ 2 + v * - x + w) * / b * exp (- / b * - x))))
      (fun x => / 2 * ((u * x ^ 2 + v * x + w) * / b * exp (- / b * x))) x).
    + apply slope_of_glued; auto; [now rewrite at_zero, at_zero'|].
      replace (- / b * - 0) with 0 by ring. replace (- / b * 0) with 0 by ring.
      destruct signs as [->|[-> ->]]; ring.
    + unfold glued, f, lap. destruct (Rlt_dec x 0) as [neg|pos].
      * rewrite Rabs_left by assumption. replace (- - x / b) with (- / b * - x) by (field; lra).
        field. lra.
      * rewrite Rabs_right by lra. replace (- x / b) with (- / b * x) by (field; lra). field. lra.
  - apply mirrored_limit. intros eps some.
    destruct (right_vanishes b u v w positive above above' above'' eps some) as (T0 & near).
    exists (Rmax T0 1). intros T large. pose proof (Rmax_l T0 1). pose proof (Rmax_r T0 1).
    unfold glued. destruct (Rlt_dec (- T) 0); [|lra]. unfold G. rewrite Ropp_involutive.
    specialize (near T ltac:(lra)). rewrite Rminus_0_r in near.
    replace (- sign * (m + / 2 * primitive_right b u v w T) - - (sign * m)) with
      (- sign * (/ 2 * primitive_right b u v w T)) by ring.
    apply Rabs_def2 in near. destruct signs as [->|[-> _]]; apply Rabs_def1; lra.
  - intros eps some.
    destruct (right_vanishes b u v w positive above above' above'' eps some) as (T0 & near).
    exists (Rmax T0 1). intros T large. pose proof (Rmax_l T0 1). pose proof (Rmax_r T0 1).
    unfold glued. destruct (Rlt_dec T 0); [lra|]. unfold H.
    specialize (near T ltac:(lra)). rewrite Rminus_0_r in near.
    apply Rabs_def2 in near. apply Rabs_def1; lra.
  - unfold glued. destruct (Rlt_dec 0 0); [lra|exact at_zero].
  - intros x pos. unfold glued. destruct (Rlt_dec x 0); [lra|reflexivity].
  - intros x neg. unfold glued. destruct (Rlt_dec x 0) as [|no]; [reflexivity|].
    assert (x = 0) as -> by lra. fold (G 0). now rewrite at_zero, at_zero'.
Qed.
