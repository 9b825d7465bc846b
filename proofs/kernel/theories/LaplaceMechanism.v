(** The Laplace distribution Lap(b) has mean 0, variance 2 b^2 and P(|Z| >= t) = exp(-t / b); with
    b = D / epsilon the mechanism f(x) + Z is epsilon-private, and it is off by ln(1 / delta) b or
    more with probability at most delta. *)

From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Rropt Require Import Sums Analysis Laplace.
Open Scope R_scope.

Lemma lap_continuous : forall b x, continuity_pt (lap b) x.
Proof.
  intros b x. unfold lap.
  apply (continuity_pt_mult (fct_cte (/ (2 * b))) (fun z => exp (- Rabs z / b)));
    [apply continuity_const; intros ? ?; reflexivity|].
  apply (continuity_pt_comp (fun z => - Rabs z / b) exp);
    [|apply derivable_continuous_pt, derivable_pt_exp].
  apply (continuity_pt_mult (fun z => - Rabs z) (fct_cte (/ b)));
    [|apply continuity_const; intros ? ?; reflexivity].
  apply (continuity_pt_opp Rabs). apply Rcontinuity_abs.
Qed.

Lemma id_continuous : forall x, continuity_pt (fun z => z) x.
Proof. intros x. apply derivable_continuous_pt, derivable_pt_id. Qed.

(** The integrals of functions that are f(x) = +-(u |x|^2 + v |x| + w) lap b x. *)
Lemma laplace_integrals : forall b u v w sign (f : R -> R), 0 < b -> 0 <= u -> 0 <= v -> 0 <= w ->
  (sign = 1 \/ sign = -1 /\ w = 0) ->
  (forall x, f x = (if Rlt_dec x 0 then sign else 1) *
    (u * Rabs x ^ 2 + v * Rabs x + w) * lap b x) ->
  (forall x, continuity_pt f x) ->
  let m := (w + b * (v + 2 * b * u)) / 2 in
  whole_integral f (m - - (sign * m)) /\
  exists F, (forall x, derivable_pt_lim F x (f x)) /\
  (forall z, right_tail f z (m - F z)) /\ (forall z, left_tail f z (F z - - (sign * m))) /\
  (forall x, 0 <= x -> F x = m + / 2 * primitive_right b u v w x) /\
  (forall x, x <= 0 -> F x = - sign * (m + / 2 * primitive_right b u v w (- x))).
Proof.
  intros b u v w sign f positive above above' above'' signs equal continuous m.
  destruct (laplace_integral b u v w sign positive above above' above'' signs)
    as (F & slope & low & high & _ & right & left).
  assert (slope' : forall x, derivable_pt_lim F x (f x)) by (intros x; rewrite equal; apply slope).
  destruct (integrals_of_primitive F f _ _ slope' continuous low high) as (whole & tail & tail').
  split; [exact whole|]. exists F. auto.
Qed.

Lemma density_integrals : forall b, 0 < b -> whole_integral (lap b) 1 /\
  exists F, (forall x, derivable_pt_lim F x (lap b x)) /\
  (forall z, right_tail (lap b) z (1 / 2 - F z)) /\ (forall z, left_tail (lap b) z (F z + 1 / 2)) /\
  (forall x, 0 <= x -> F x = 1 / 2 - / 2 * exp (- x / b)) /\
  (forall x, x <= 0 -> F x = - (1 / 2) + / 2 * exp (x / b)).
Proof.
  intros b positive.
  destruct (laplace_integrals b 0 0 1 1 (lap b)) as (whole & F & slope & right & left & pos & neg);
    try lra; auto; [| apply lap_continuous |].
  - intros x. destruct (Rlt_dec x 0); ring.
  - set (m := (1 + b * (0 + 2 * b * 0)) / 2) in *. assert (m = 1 / 2) as half by (unfold m; field).
    clearbody m. subst m. split; [now replace 1 with (1 / 2 - - (1 * (1 / 2))) by field|].
    exists F. split; [exact slope|]. split; [exact right|]. split; [|split].
    + intros z. replace (F z + 1 / 2) with (F z - - (1 * (1 / 2))) by field. apply left.
    + intros x side. rewrite pos by assumption. unfold primitive_right.
      replace (- / b * x) with (- x / b) by (field; lra). field; lra.
    + intros x side. rewrite neg by assumption. unfold primitive_right.
      replace (- / b * - x) with (x / b) by (field; lra). field; lra.
Qed.

Theorem laplace_mean : forall b, 0 < b -> whole_integral (lap b) 1 /\
  whole_integral (fun z => z * lap b z) 0.
Proof.
  intros b positive. split; [now apply density_integrals|].
  destruct (laplace_integrals b 0 1 0 (-1) (fun z => z * lap b z)) as (whole & _); try lra; auto.
  - intros x. destruct (Rlt_dec x 0).
    + rewrite Rabs_left by assumption. ring.
    + rewrite Rabs_right by lra. ring.
  - intros x. apply (continuity_pt_mult (fun z => z) (lap b)); [apply id_continuous|apply lap_continuous].
  - set (m := (0 + b * (1 + 2 * b * 0)) / 2) in *. now replace 0 with (m - - (-1 * m)) by ring.
Qed.

(** Var Z = E (Z - E Z)^2 with E Z = 0. *)
Theorem laplace_variance : forall b, 0 < b -> whole_integral (fun z => z * lap b z) 0 /\
  whole_integral (fun z => (z - 0) ^ 2 * lap b z) (2 * b ^ 2).
Proof.
  intros b positive. split; [now apply laplace_mean|].
  destruct (laplace_integrals b 1 0 0 1 (fun z => (z - 0) ^ 2 * lap b z)) as (whole & _); try lra; auto.
  - intros x. rewrite pow2_abs. destruct (Rlt_dec x 0); ring.
  - intros x. apply (continuity_pt_mult (fun z => (z - 0) ^ 2) (lap b)); [|apply lap_continuous].
    replace (fun z => (z - 0) ^ 2) with (fun z => z * z)
      by (apply functional_extensionality; intros; ring).
    apply (continuity_pt_mult (fun z => z) (fun z => z)); apply id_continuous.
  - set (m := (0 + b * (0 + 2 * b * 1)) / 2) in *.
    now replace (2 * b ^ 2) with (m - - (1 * m)) by (unfold m; field).
Qed.

(** E |Z| = b. *)
Lemma laplace_size : forall b, 0 < b -> whole_integral (fun z => Rabs z * lap b z) b.
Proof.
  intros b positive.
  destruct (laplace_integrals b 0 1 0 1 (fun z => Rabs z * lap b z)) as (whole & _); try lra; auto.
  - intros x. destruct (Rlt_dec x 0); ring.
  - intros x. apply (continuity_pt_mult Rabs (lap b)); [apply Rcontinuity_abs|apply lap_continuous].
  - set (m := (0 + b * (1 + 2 * b * 0)) / 2) in *.
    assert (m - - (1 * m) = b) as equal by (unfold m; field). now rewrite equal in whole.
Qed.

Theorem laplace_tail : forall b z, 0 < b -> 0 < z -> far (lap b) z (exp (- z / b)).
Proof.
  intros b z positive more.
  destruct (density_integrals b positive) as (_ & F & _ & right & left & pos & neg).
  left. split; [lra|]. exists (F (- z) + 1 / 2), (1 / 2 - F z).
  split; [apply left|]. split; [apply right|].
  rewrite (neg (- z)), (pos z) by lra. field; lra.
Qed.

Lemma laplace_far : forall b t, 0 < b ->
  (0 <= t -> far (lap b) t (exp (- t / b))) /\ (t < 0 -> far (lap b) t 1).
Proof.
  intros b t positive. destruct (density_integrals b positive) as (whole & F & _ & right & left & pos & neg).
  split; intros side; [left|right; now split].
  split; [assumption|]. exists (F (- t) + 1 / 2), (1 / 2 - F t).
  split; [apply left|]. split; [apply right|]. rewrite (neg (- t)), (pos t) by lra. field; lra.
Qed.

(** ** The larger b the more noise *)

Lemma quotient_rises : forall z b c, 0 < z -> 0 < b -> b < c -> - z / b < - z / c.
Proof.
  intros z b c some positive less. unfold Rdiv. rewrite !Ropp_mult_distr_l_reverse.
  apply Ropp_lt_contravar, Rmult_lt_compat_l; [assumption|].
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat|]; lra.
Qed.

(** Smaller b: less mass beyond every z, and as little as one likes for b small enough. *)
Theorem small_scale_concentrates : forall z, 0 < z ->
  (forall b c, 0 < b -> b < c -> far (lap b) z (exp (- z / b)) /\ far (lap c) z (exp (- z / c)) /\
     exp (- z / b) < exp (- z / c)) /\
  (forall M, 0 < M -> exists b0, 0 < b0 /\
     forall b, 0 < b < b0 -> far (lap b) z (exp (- z / b)) /\ exp (- z / b) < M).
Proof.
  intros z some. split.
  - intros b c positive less. repeat split; try (apply laplace_tail; lra).
    apply exp_increasing. now apply quotient_rises.
  - intros M more. exists (z * M). split; [now apply Rmult_lt_0_compat|].
    intros b [positive less]. split; [apply laplace_tail; lra|].
    unfold Rdiv. rewrite Ropp_mult_distr_l_reverse, exp_Ropp.
    assert (0 < z * / b) as out by (apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat]; lra).
    pose proof (exp_ineq1 (z * / b) ltac:(lra)) as big.
    apply Rlt_trans with (/ (z * / b)).
    + apply Rinv_lt_contravar; [|lra]. apply Rmult_lt_0_compat; [assumption|apply exp_pos].
    + apply Rmult_lt_reg_r with (z * / b); [assumption|]. rewrite Rinv_l by lra.
      apply Rmult_lt_reg_r with b; [assumption|].
      replace (M * (z * / b) * b) with (z * M) by (field; lra). lra.
Qed.

(** Larger b: a larger mean size, more mass beyond every z, and as near to one as one likes. *)
Theorem large_scale_is_noisy : forall b c, 0 < b -> b < c ->
  (whole_integral (fun z => Rabs z * lap b z) b /\ whole_integral (fun z => Rabs z * lap c z) c) /\
  (forall z, 0 < z -> far (lap b) z (exp (- z / b)) /\ far (lap c) z (exp (- z / c)) /\
     exp (- z / b) < exp (- z / c)) /\
  (forall z M, 0 < z -> M < 1 -> exists b0, 0 < b0 /\
     forall b, b0 < b -> far (lap b) z (exp (- z / b)) /\ M < exp (- z / b)).
Proof.
  intros b c positive less. split; [|split].
  - split; apply laplace_size; lra.
  - intros z some. repeat split; try (apply laplace_tail; lra).
    apply exp_increasing. now apply quotient_rises.
  - intros z M some more. exists (z / (1 - M)). split; [apply Rdiv_lt_0_compat; lra|].
    intros scale large. assert (0 < z / (1 - M)) by (apply Rdiv_lt_0_compat; lra).
    split; [apply laplace_tail; lra|].
    assert (- z / scale <> 0) as other.
    { intros zero. apply (Rmult_eq_compat_r scale) in zero.
      replace (- z / scale * scale) with (- z) in zero by (field; lra). lra. }
    pose proof (exp_ineq1 (- z / scale) other) as tangent.
    enough (z / scale < 1 - M).
    { replace (- z / scale) with (- (z / scale)) in * by (field; lra). lra. }
    apply Rmult_lt_reg_r with scale; [lra|]. replace (z / scale * scale) with z by (field; lra).
    apply Rmult_lt_compat_r with (r := 1 - M) in large; [|lra].
    replace (z / (1 - M) * (1 - M)) with z in large by (field; lra). lra.
Qed.

(** b = D / epsilon grows with D, and with a smaller epsilon; the noise with it. *)
Theorem more_sensitivity_more_noise : forall D D' e, 0 < D -> D < D' -> 0 < e ->
  D / e < D' / e /\
  (whole_integral (fun z => Rabs z * lap (D / e) z) (D / e) /\
   whole_integral (fun z => Rabs z * lap (D' / e) z) (D' / e)) /\
  (forall z, 0 < z -> far (lap (D / e)) z (exp (- z / (D / e))) /\
     far (lap (D' / e)) z (exp (- z / (D' / e))) /\
     exp (- z / (D / e)) < exp (- z / (D' / e))).
Proof.
  intros D D' e positive less some.
  assert (0 < D / e) by (apply Rdiv_lt_0_compat; lra).
  assert (D / e < D' / e) as larger
    by (unfold Rdiv; apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|lra]).
  destruct (large_scale_is_noisy (D / e) (D' / e)) as (sizes & tails & _); auto.
Qed.

Theorem stronger_privacy_more_noise : forall D e e', 0 < D -> 0 < e' -> e' < e ->
  D / e < D / e' /\
  (whole_integral (fun z => Rabs z * lap (D / e) z) (D / e) /\
   whole_integral (fun z => Rabs z * lap (D / e') z) (D / e')) /\
  (forall z, 0 < z -> far (lap (D / e)) z (exp (- z / (D / e))) /\
     far (lap (D / e')) z (exp (- z / (D / e'))) /\
     exp (- z / (D / e)) < exp (- z / (D / e'))).
Proof.
  intros D e e' positive some less.
  assert (0 < D / e) by (apply Rdiv_lt_0_compat; lra).
  assert (D / e < D / e') as larger.
  { unfold Rdiv. apply Rmult_lt_compat_l; [assumption|].
    apply Rinv_lt_contravar; [apply Rmult_lt_0_compat|]; lra. }
  destruct (large_scale_is_noisy (D / e) (D / e')) as (sizes & tails & _); auto.
Qed.

(** ** Privacy *)

Lemma density_ratio : forall D eps x y s, 0 < D -> 0 < eps ->
  lap (D / eps) (s - x) <= exp (eps / D * Rabs (x - y)) * lap (D / eps) (s - y).
Proof.
  intros D eps x y s positive some. unfold lap.
  assert (0 < / (2 * (D / eps))).
  { apply Rinv_0_lt_compat. assert (0 < D / eps) by (apply Rdiv_lt_0_compat; lra). lra. }
  rewrite <- Rmult_assoc, (Rmult_comm (exp _)), Rmult_assoc, <- exp_plus.
  apply Rmult_le_compat_l; [lra|].
  assert (- Rabs (s - x) / (D / eps) <= eps / D * Rabs (x - y) + - Rabs (s - y) / (D / eps)) as less.
  { assert (0 < eps / D) by (apply Rdiv_lt_0_compat; lra).
    replace (- Rabs (s - x) / (D / eps)) with (eps / D * - Rabs (s - x)) by (field; lra).
    replace (- Rabs (s - y) / (D / eps)) with (eps / D * - Rabs (s - y)) by (field; lra).
    rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [lra|].
    pose proof (Rabs_triang (s - x) (x - y)) as triangle.
    replace (s - x + (x - y)) with (s - y) in triangle by ring. lra. }
  destruct less as [less|equal]; [apply Rlt_le; now apply exp_increasing|rewrite equal; lra].
Qed.

(** The densities of f(x) + X and f(y) + Y, which are the slopes of P(f(x) + X <= s) and
    P(f(y) + Y <= s), and their ratio. *)
Theorem densities_of_shifted_noise : forall b fx fy s, 0 < b -> exists G,
  (forall z, left_tail (lap b) z (G z)) /\
  derivable_pt_lim (fun s => G (s - fx)) s (lap b (s - fx)) /\
  derivable_pt_lim (fun s => G (s - fy)) s (lap b (s - fy)) /\
  0 < lap b (s - fy) /\
  lap b (s - fx) / lap b (s - fy) = exp (- (1 / b * Rabs (s - fx))) / exp (- (1 / b * Rabs (s - fy))).
Proof.
  intros b fx fy s positive.
  destruct (density_integrals b positive) as (_ & F & slope & _ & left & _).
  exists (fun z => F z + 1 / 2). split; [exact left|].
  assert (moved : forall c, derivable_pt_lim (fun s => F (s - c) + 1 / 2) s (lap b (s - c))).
  { intros c. replace (lap b (s - c)) with (lap b (s - c) * (1 - 0) + 0) by ring.
    apply (derivable_pt_lim_plus (fun s => F (s - c)) (fct_cte (1 / 2)));
      [|apply derivable_pt_lim_const].
    apply (derivable_pt_lim_comp (fun s => s - c) F); [|apply slope].
    apply (derivable_pt_lim_minus id (fct_cte c));
      [apply derivable_pt_lim_id|apply derivable_pt_lim_const]. }
  assert (0 < / (2 * b)) by (apply Rinv_0_lt_compat; lra).
  split; [apply moved|]. split; [apply moved|]. split.
  - unfold lap. apply Rmult_lt_0_compat; [assumption|apply exp_pos].
  - unfold lap. replace (- Rabs (s - fx) / b) with (- (1 / b * Rabs (s - fx))) by (field; lra).
    replace (- Rabs (s - fy) / b) with (- (1 / b * Rabs (s - fy))) by (field; lra).
    pose proof (exp_pos (- (1 / b * Rabs (s - fy)))). field. lra.
Qed.

(** The density at every s, and the probability of every event: finite unions of intervals, and
    limits of such. *)
Theorem laplace_is_private : forall D eps fx fy, 0 < D -> 0 < eps -> Rabs (fx - fy) <= D ->
  let p := fun s => lap (D / eps) (s - fx) in
  let q := fun s => lap (D / eps) (s - fy) in
  (forall s, 0 < q s /\ p s / q s <= exp eps) /\
  (forall n (a b : nat -> R)
     (ip : forall i, Riemann_integrable p (a i) (b i))
     (iq : forall i, Riemann_integrable q (a i) (b i)),
     (forall i, (i < n)%nat -> a i <= b i) ->
     \sum_(i < n) RiemannInt (ip i) <= exp eps * \sum_(i < n) RiemannInt (iq i)) /\
  (forall u v l m, (forall n, u n <= exp eps * v n) -> Un_cv u l -> Un_cv v m -> l <= exp eps * m).
Proof.
  intros D eps fx fy positive some near p q.
  assert (above : forall s, 0 < q s).
  { intros s. unfold q, lap. apply Rmult_lt_0_compat; [|apply exp_pos].
    apply Rinv_0_lt_compat. assert (0 < D / eps) by (apply Rdiv_lt_0_compat; lra). lra. }
  assert (bound : forall s, p s <= exp eps * q s).
  { intros s. unfold p. eapply Rle_trans; [now apply (density_ratio D eps fx fy)|].
    apply Rmult_le_compat_r; [apply Rlt_le, above|].
    assert (eps / D * Rabs (fx - fy) <= eps) as less.
    { apply Rle_trans with (eps / D * D); [|right; field; lra].
      apply Rmult_le_compat_l; [apply Rlt_le, Rdiv_lt_0_compat|]; lra. }
    destruct less as [less| ->]; [apply Rlt_le; now apply exp_increasing|lra]. }
  split; [|now apply density_bound]. intros s. split; [apply above|].
  apply Rmult_le_reg_r with (q s); [apply above|]. specialize (above s).
  replace (p s / q s * q s) with (p s) by (field; lra). apply bound.
Qed.

(** ** Accuracy: f(x) - M(x) is - Z, which is as large as Z *)

Theorem laplace_accuracy : forall D eps delta, 0 < D -> 0 < eps -> 0 < delta ->
  exists p, far (lap (D / eps)) (ln (1 / delta) * (D / eps)) p /\ p <= delta.
Proof.
  intros D eps delta positive some more.
  assert (0 < D / eps) as scale by (apply Rdiv_lt_0_compat; lra).
  set (t := ln (1 / delta) * (D / eps)). destruct (laplace_far (D / eps) t scale) as [large small].
  destruct (Rle_lt_dec 0 t) as [pos|neg].
  - exists (exp (- t / (D / eps))). split; [now apply large|].
    replace (- t / (D / eps)) with (- ln (1 / delta)) by (unfold t; field; lra).
    rewrite exp_Ropp, exp_ln by (apply Rdiv_lt_0_compat; lra). right. field. lra.
  - exists 1. split; [now apply small|]. destruct (Rle_lt_dec delta 1) as [low|]; [|lra]. exfalso.
    assert (0 <= ln (1 / delta)).
    { rewrite <- ln_1. assert (1 <= 1 / delta) as big.
      { apply Rmult_le_reg_r with delta; [assumption|].
        replace (1 / delta * delta) with 1 by (field; lra). lra. }
      destruct big as [big| <-]; [apply Rlt_le; apply ln_increasing; lra|lra]. }
    assert (0 <= t) by (unfold t; apply Rmult_le_pos; lra). lra.
Qed.

Theorem laplace_tail_of_mechanism : forall D eps z, 0 < D -> 0 < eps -> 0 < z ->
  far (lap (D / eps)) z (exp (- (z * (eps / D)))).
Proof.
  intros D eps z positive some more.
  replace (- (z * (eps / D))) with (- z / (D / eps)) by (field; lra).
  apply laplace_tail; [apply Rdiv_lt_0_compat; lra|assumption].
Qed.

Theorem solved_for_size : forall z D eps delta, 0 < delta ->
  exp (- (z * (eps / D))) = delta <-> z * (eps / D) = ln (1 / delta).
Proof.
  intros z D eps delta more.
  assert (ln (1 / delta) = - ln delta) as flipped by (unfold Rdiv; rewrite Rmult_1_l; now apply ln_Rinv).
  rewrite flipped. split.
  - intros <-. rewrite ln_exp. ring.
  - intros ->. now rewrite Ropp_involutive, exp_ln.
Qed.
