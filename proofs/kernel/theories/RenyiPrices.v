(** Prices of two truths that pay for every report as soon as they pay for two that are mirrored.

    A report with the likelihoods x and y stands at t = ln (x / y) / 2 with the weight sqrt (x y);
    x and y themselves are the weight times exp t and exp (- t). What bends a homogeneous function
    of x and y is k in f'' = f + k: it is 0 for the two likelihoods. *)

From Coq Require Import Reals Lra.
Open Scope R_scope.

(** ** Derivatives, as functions are written *)

Lemma slope_is : forall f t a b, derivable_pt_lim f t a -> a = b -> derivable_pt_lim f t b.
Proof. intros f t a b slope same. now rewrite <- same. Qed.

Lemma slope_plus : forall f g t a b, derivable_pt_lim f t a -> derivable_pt_lim g t b ->
  derivable_pt_lim (fun s => f s + g s) t (a + b).
Proof. intros. now apply (derivable_pt_lim_plus f g). Qed.

Lemma slope_minus : forall f g t a b, derivable_pt_lim f t a -> derivable_pt_lim g t b ->
  derivable_pt_lim (fun s => f s - g s) t (a - b).
Proof. intros. now apply (derivable_pt_lim_minus f g). Qed.

Lemma slope_times : forall f g t a b, derivable_pt_lim f t a -> derivable_pt_lim g t b ->
  derivable_pt_lim (fun s => f s * g s) t (a * g t + f t * b).
Proof. intros. now apply (derivable_pt_lim_mult f g). Qed.

Lemma slope_over : forall f g t a b, derivable_pt_lim f t a -> derivable_pt_lim g t b ->
  g t <> 0 -> derivable_pt_lim (fun s => f s / g s) t ((a * g t - b * f t) / Rsqr (g t)).
Proof. intros. now apply (derivable_pt_lim_div f g). Qed.

Lemma slope_constant : forall c t, derivable_pt_lim (fun _ => c) t 0.
Proof. intros. apply (derivable_pt_lim_const c). Qed.

Lemma slope_scaled : forall f c t a, derivable_pt_lim f (c * t) a ->
  derivable_pt_lim (fun s => f (c * s)) t (c * a).
Proof.
  intros f c t a slope. apply (slope_is _ _ (a * c)); [|ring].
  apply (derivable_pt_lim_comp (fun s => c * s) f t c a); [|exact slope].
  apply (slope_is _ _ (0 * t + c * 1)); [|ring].
  apply (slope_times (fun _ => c) (fun s => s) t 0 1); [apply slope_constant|].
  apply derivable_pt_lim_id.
Qed.

Lemma slope_identity : forall t, derivable_pt_lim (fun s => s) t 1.
Proof. intros. apply derivable_pt_lim_id. Qed.

Lemma slope_mirrored : forall f t a, derivable_pt_lim f (- t) a ->
  derivable_pt_lim (fun s => f (- s)) t (- a).
Proof.
  intros f t a slope. apply (slope_is _ _ (a * -1)); [|ring].
  apply (derivable_pt_lim_comp (fun s => - s) f t (-1) a); [|exact slope].
  apply (slope_is _ _ (- (1))); [|ring]. apply (derivable_pt_lim_opp (fun s => s)).
  apply slope_identity.
Qed.

Lemma slope_exp : forall t, derivable_pt_lim (fun s => exp s) t (exp t).
Proof. intros. apply derivable_pt_lim_exp. Qed.

Lemma slope_cosh : forall t, derivable_pt_lim (fun s => cosh s) t (sinh t).
Proof. intros. apply derivable_pt_lim_cosh. Qed.

Lemma slope_sinh : forall t, derivable_pt_lim (fun s => sinh s) t (cosh t).
Proof. intros. apply derivable_pt_lim_sinh. Qed.

Lemma slope_exp_scaled : forall c t, derivable_pt_lim (fun s => exp (c * s)) t (c * exp (c * t)).
Proof. intros. apply slope_scaled, slope_exp. Qed.

Lemma slope_exp_minus : forall t, derivable_pt_lim (fun s => exp (- s)) t (- exp (- t)).
Proof. intros. apply slope_mirrored, slope_exp. Qed.

Ltac slopes := repeat first
  [ eassumption | apply slope_constant | apply slope_identity | apply slope_cosh | apply slope_sinh
  | apply slope_exp | apply slope_exp_scaled | apply slope_exp_minus
  | apply slope_minus | apply slope_plus | apply slope_times ].

Ltac slope := eapply slope_is; [slopes|cbv beta].

Lemma cosh_positive : forall t, 0 < cosh t.
Proof. intros t. unfold cosh. pose proof (exp_pos t). pose proof (exp_pos (- t)). lra. Qed.

Lemma sinh_positive : forall t, 0 < t -> 0 < sinh t.
Proof.
  intros t above. unfold sinh. assert (exp (- t) < exp t) by (apply exp_increasing; lra). lra.
Qed.

Lemma cosh_even : forall t, cosh (- t) = cosh t.
Proof. intros t. unfold cosh. rewrite Ropp_involutive. lra. Qed.

Lemma sinh_odd : forall t, sinh (- t) = - sinh t.
Proof. intros t. unfold sinh. rewrite Ropp_involutive. lra. Qed.

Lemma cosh_squared : forall t, cosh t * cosh t = 1 + sinh t * sinh t.
Proof.
  intros t. assert (exp t * exp (- t) = 1) as one
    by (rewrite <- exp_plus, <- exp_0; f_equal; lra).
  unfold cosh, sinh. nra.
Qed.

(** ** From slopes to values *)

Lemma rolle : forall f f' a b, a < b -> (forall t, derivable_pt_lim f t (f' t)) -> f a = f b ->
  exists t, a < t < b /\ f' t = 0.
Proof.
  intros f f' a b less slope same.
  destruct (MVT_cor2 f f' a b less (fun t _ => slope t)) as (t & equal & between).
  exists t. split; [assumption|]. apply (Rmult_eq_reg_r (b - a)); lra.
Qed.

Lemma rises : forall f f' a b, a <= b -> (forall t, derivable_pt_lim f t (f' t)) ->
  (forall t, a < t < b -> 0 <= f' t) -> f a <= f b.
Proof.
  intros f f' a b [less| <-] slope sign; [|lra].
  destruct (MVT_cor2 f f' a b less (fun t _ => slope t)) as (t & equal & between).
  pose proof (Rmult_le_pos (f' t) (b - a) (sign t between) ltac:(lra)). lra.
Qed.

Lemma falls : forall f f' a b, a <= b -> (forall t, derivable_pt_lim f t (f' t)) ->
  (forall t, a < t < b -> f' t <= 0) -> f b <= f a.
Proof.
  intros f f' a b [less| <-] slope sign; [|lra].
  destruct (MVT_cor2 f f' a b less (fun t _ => slope t)) as (t & equal & between).
  specialize (sign t between).
  pose proof (Rmult_le_pos (- f' t) (b - a) ltac:(lra) ltac:(lra)). lra.
Qed.

Lemma strictly_rises : forall f f' a b, a < b -> (forall t, derivable_pt_lim f t (f' t)) ->
  (forall t, a < t < b -> 0 < f' t) -> f a < f b.
Proof.
  intros f f' a b less slope sign.
  destruct (MVT_cor2 f f' a b less (fun t _ => slope t)) as (t & equal & between).
  pose proof (Rmult_lt_0_compat (f' t) (b - a) (sign t between) ltac:(lra)). lra.
Qed.

(** ** Two points where a function touches zero *)

Section Touching.

Variables (h w c d r k : R -> R) (tau : R).
Context (h_slope : forall t, derivable_pt_lim h t (w t * r t)) (r_pos : forall t, 0 < r t).
Context (w_slope : forall t, derivable_pt_lim w t (c t * k t)) (k_pos : forall t, 0 < k t).
Context (c_slope : forall t, derivable_pt_lim c t (d t)).
Context (apart : 0 < tau) (left : h (- tau) = 0) (right : h tau = 0).
Context (flat_left : w (- tau) = 0) (flat_right : w tau = 0).

Lemma zero_factor : forall a b, 0 < b -> a * b = 0 -> a = 0.
Proof. intros a b positive zero. apply (Rmult_eq_reg_r b); lra. Qed.

Lemma bends_twice : exists x y z, - tau < x < y /\ y < z < tau /\ c x = 0 /\ w y = 0 /\ c z = 0.
Proof.
  destruct (rolle h _ (- tau) tau ltac:(lra) h_slope ltac:(lra)) as (y & range & flat).
  apply zero_factor in flat; [|apply r_pos].
  destruct (rolle w _ (- tau) y ltac:(lra) w_slope ltac:(lra)) as (x & before & bent).
  apply zero_factor in bent; [|apply k_pos].
  destruct (rolle w _ y tau ltac:(lra) w_slope ltac:(lra)) as (z & after & bent').
  apply zero_factor in bent'; [|apply k_pos].
  exists x, y, z. repeat split; assumption || lra.
Qed.

(** Where c is strictly convex, h is nowhere below zero. *)
Lemma touches_from_above : (forall s t, s < t -> d s < d t) -> forall t, 0 <= h t.
Proof.
  intros rising. destruct bends_twice as (x & y & z & (low & xy) & (yz & high) & cx & wy & cz).
  destruct (rolle c d x z ltac:(lra) c_slope ltac:(lra)) as (m & (xm & mz) & dm).
  assert (forall t, t <= x -> 0 <= c t) as before.
  { intros t less. rewrite <- cx. apply (falls c d); auto.
    intros s range. specialize (rising s m ltac:(lra)). lra. }
  assert (forall t, z <= t -> 0 <= c t) as after.
  { intros t more. rewrite <- cz. apply (rises c d); auto.
    intros s range. specialize (rising m s ltac:(lra)). lra. }
  assert (forall t, x <= t <= z -> c t <= 0) as middle.
  { intros t range. destruct (Rle_or_lt t m).
    - rewrite <- cx. apply (falls c d); [lra|auto|].
      intros s inside. specialize (rising s m ltac:(lra)). lra.
    - rewrite <- cz. apply (rises c d); [lra|auto|].
      intros s inside. specialize (rising m s ltac:(lra)). lra. }
  assert (forall t, t <= x \/ z <= t -> 0 <= c t * k t) as up.
  { intros t outside. apply Rmult_le_pos; [destruct outside; auto|apply Rlt_le, k_pos]. }
  assert (forall t, x <= t <= z -> c t * k t <= 0) as down.
  { intros t inside. specialize (middle t inside). pose proof (k_pos t). nra. }
  assert (forall t, t <= - tau -> w t <= 0) as w1.
  { intros t less. rewrite <- flat_left. apply (rises w _ _ _ less w_slope).
    intros s range. apply up. lra. }
  assert (forall t, - tau <= t <= y -> 0 <= w t) as w2.
  { intros t range. destruct (Rle_or_lt t x).
    - rewrite <- flat_left. apply (rises w _ _ _ (proj1 range) w_slope).
      intros s inside. apply up. lra.
    - rewrite <- wy. apply (falls w _ _ _ (proj2 range) w_slope).
      intros s inside. apply down. lra. }
  assert (forall t, y <= t <= tau -> w t <= 0) as w3.
  { intros t range. destruct (Rle_or_lt t z).
    - rewrite <- wy. apply (falls w _ _ _ (proj1 range) w_slope).
      intros s inside. apply down. lra.
    - rewrite <- flat_right. apply (rises w _ _ _ (proj2 range) w_slope).
      intros s inside. apply up. lra. }
  assert (forall t, tau <= t -> 0 <= w t) as w4.
  { intros t more. rewrite <- flat_right. apply (rises w _ _ _ more w_slope).
    intros s range. apply up. lra. }
  assert (forall t, w t <= 0 -> w t * r t <= 0) as fall.
  { intros t sign. pose proof (r_pos t). nra. }
  assert (forall t, 0 <= w t -> 0 <= w t * r t) as rise.
  { intros t sign. pose proof (r_pos t). nra. }
  intros t.
  destruct (Rle_or_lt t (- tau)); [|destruct (Rle_or_lt t y); [|destruct (Rle_or_lt t tau)]].
  - rewrite <- left. apply (falls h _ t (- tau) ltac:(lra) h_slope).
    intros s range. apply fall, w1. lra.
  - rewrite <- left. apply (rises h _ (- tau) t ltac:(lra) h_slope).
    intros s range. apply rise, w2. lra.
  - rewrite <- right. apply (falls h _ t tau ltac:(lra) h_slope).
    intros s range. apply fall, w3. lra.
  - rewrite <- right. apply (rises h _ tau t ltac:(lra) h_slope).
    intros s range. apply rise, w4. lra.
Qed.

End Touching.

(** ** Functions that bend *)

(** f'' = f + k. *)
Definition bent (f f1 k : R -> R) : Prop :=
  forall t, derivable_pt_lim f t (f1 t) /\ derivable_pt_lim f1 t (f t + k t).

(** The slope of f / cosh, times cosh^2. *)
Definition steep (f f1 : R -> R) (t : R) : R := f1 t * cosh t - f t * sinh t.

Lemma steep_slope : forall f f1 k, bent f f1 k ->
  forall t, derivable_pt_lim (steep f f1) t (k t * cosh t).
Proof.
  intros f f1 k bends t. destruct (bends t). unfold steep. slope. ring.
Qed.

Lemma ratio_slope : forall f f1 k, bent f f1 k ->
  forall t, derivable_pt_lim (fun s => f s / cosh s) t (steep f f1 t * / (cosh t * cosh t)).
Proof.
  intros f f1 k bends t. destruct (bends t). pose proof (cosh_positive t).
  eapply slope_is; [apply slope_over; [eassumption|apply slope_cosh|lra]|].
  unfold steep, Rsqr. field. lra.
Qed.

Lemma bent_mirrored : forall f f1 k, bent f f1 k ->
  bent (fun t => f (- t)) (fun t => - f1 (- t)) (fun t => k (- t)).
Proof.
  intros f f1 k bends t. destruct (bends (- t)). split.
  - now apply slope_mirrored.
  - apply (slope_is _ _ (- - (f (- t) + k (- t)))); [|ring].
    apply (derivable_pt_lim_opp (fun s => f1 (- s))). now apply slope_mirrored.
Qed.

(** ** Prices *)

(** What a report costs at the prices alpha, beta, lambda, mu, less what it is worth. *)
Definition left_over (alpha beta lambda mu : R) (B U : R -> R) (t : R) : R :=
  alpha * cosh t + beta * sinh t + lambda * B t + mu * B (- t) - U t.

Section Prices.

Variables (B B1 g U U1 k : R -> R) (tau : R).
Context (budget : bent B B1 g) (worth : bent U U1 k).
Context (g_pos : forall t, 0 < g t) (g_rising : forall t, 0 < t -> g (- t) < g t).
Context (apart : 0 < tau).

Definition even_gap (f f1 : R -> R) (t : R) : R := steep f f1 t - steep f f1 (- t).
Definition odd_gap (f f1 : R -> R) (t : R) : R :=
  (f1 t + f1 (- t)) * sinh t - (f t - f (- t)) * cosh t.

Lemma even_gap_positive : 0 < even_gap B B1 tau.
Proof.
  unfold even_gap. enough (steep B B1 (- tau) < steep B B1 tau) by lra.
  apply (strictly_rises _ (fun t => g t * cosh t)); [lra|now apply steep_slope|].
  intros t range. apply Rmult_lt_0_compat; [apply g_pos|apply cosh_positive].
Qed.

Lemma odd_gap_slope : forall f f1 k, bent f f1 k ->
  forall t, derivable_pt_lim (odd_gap f f1) t ((k t - k (- t)) * sinh t).
Proof.
  intros f f1 k' bends t. destruct (bends t).
  destruct (bent_mirrored f f1 k' bends t) as [value slope].
  assert (derivable_pt_lim (fun s => f1 (- s)) t (- (f (- t) + k' (- t)))).
  { apply slope_mirrored. apply bends. }
  unfold odd_gap. slope. ring.
Qed.

Lemma odd_gap_positive : 0 < odd_gap B B1 tau.
Proof.
  assert (odd_gap B B1 0 = 0) as start by (unfold odd_gap; rewrite Ropp_0, sinh_0; ring).
  rewrite <- start.
  apply (strictly_rises _ _ _ _ apart (odd_gap_slope B B1 g budget)).
  intros t range. apply Rmult_lt_0_compat; [|apply sinh_positive; lra].
  specialize (g_rising t ltac:(lra)). lra.
Qed.

Let both := even_gap U U1 tau / even_gap B B1 tau.
Let apiece := odd_gap U U1 tau / odd_gap B B1 tau.

Definition price_forth : R := (both + apiece) / 2.
Definition price_back : R := (both - apiece) / 2.

(** There are prices that leave nothing over at tau and at - tau, to the first order. *)
Lemma prices_touch : exists alpha beta,
  let E := left_over alpha beta price_forth price_back B U in
  exists E1, bent E E1 (fun t => price_forth * g t + price_back * g (- t) - k t) /\
  E tau = 0 /\ E (- tau) = 0 /\ steep E E1 tau = 0 /\ steep E E1 (- tau) = 0.
Proof.
  pose proof even_gap_positive as even. pose proof odd_gap_positive as odd.
  pose proof (cosh_positive tau) as cpos. pose proof (sinh_positive tau apart) as spos.
  pose proof (cosh_squared tau) as unit.
  exists ((U tau + U (- tau) - both * (B tau + B (- tau))) / (2 * cosh tau)),
    ((U tau - U (- tau) - apiece * (B tau - B (- tau))) / (2 * sinh tau)).
  set (alpha := _ / (2 * cosh tau)). set (beta := _ / (2 * sinh tau)). intros E.
  exists (fun t =>
    alpha * sinh t + beta * cosh t + price_forth * B1 t - price_back * B1 (- t) - U1 t).
  assert (alpha * cosh tau = (U tau + U (- tau) - both * (B tau + B (- tau))) / 2) as ca
    by (unfold alpha; field; lra).
  assert (beta * sinh tau = (U tau - U (- tau) - apiece * (B tau - B (- tau))) / 2) as sb
    by (unfold beta; field; lra).
  split.
  { intros t. destruct (budget t), (worth t), (bent_mirrored B B1 g budget t) as [m1 m2].
    assert (derivable_pt_lim (fun s => B1 (- s)) t (- (B (- t) + g (- t)))).
    { apply slope_mirrored. apply budget. }
    unfold E, left_over. split; slope; ring. }
  assert (both * even_gap B B1 tau = even_gap U U1 tau) as even_equal by (unfold both; field; lra).
  assert (apiece * odd_gap B B1 tau = odd_gap U U1 tau) as odd_equal by (unfold apiece; field; lra).
  unfold even_gap, odd_gap, steep in even_equal, odd_equal.
  rewrite cosh_even, sinh_odd in even_equal.
  unfold E, left_over, steep, price_forth, price_back.
  rewrite !Ropp_involutive, !cosh_even, !sinh_odd.
  clearbody both apiece alpha beta. clear E even odd.
  set (c := cosh tau) in *. set (s := sinh tau) in *.
  set (up := U tau - U (- tau)) in *. set (down := B tau - B (- tau)) in *.
  assert (2 * beta = (U1 tau + U1 (- tau)) * c - up * s -
    apiece * ((B1 tau + B1 (- tau)) * c - down * s)) as slant.
  { apply (Rmult_eq_reg_r s); [|lra].
    pose proof (f_equal (Rmult c) odd_equal). pose proof (f_equal (Rmult up) unit).
    pose proof (f_equal (Rmult (apiece * down)) unit). lra. }
  pose proof (f_equal (Rmult beta) unit). unfold up, down in *.
  repeat split; lra.
Qed.


Lemma prices_sum : (forall t, 0 < k t) -> 0 < price_forth + price_back.
Proof.
  intros k_pos.
  replace (price_forth + price_back) with both by (unfold price_forth, price_back; lra).
  apply Rdiv_lt_0_compat; [|apply even_gap_positive]. unfold even_gap.
  enough (steep U U1 (- tau) < steep U U1 tau) by lra.
  apply (strictly_rises _ (fun t => k t * cosh t)); [lra|now apply steep_slope|].
  intros t range. apply Rmult_lt_0_compat; [apply k_pos|apply cosh_positive].
Qed.

(** Neither is below zero where the odd part of the worth is small beside that of the budget. *)
Lemma prices_by_gaps :
  Rabs (odd_gap U U1 tau) * even_gap B B1 tau <= even_gap U U1 tau * odd_gap B B1 tau ->
  0 <= price_forth /\ 0 <= price_back.
Proof.
  intros small. pose proof even_gap_positive as even. pose proof odd_gap_positive as odd.
  assert (Rabs apiece <= both) as between.
  { unfold apiece, both, Rdiv. rewrite Rabs_mult, (Rabs_right (/ _)).
    - apply (Rmult_le_reg_r (even_gap B B1 tau * odd_gap B B1 tau));
        [now apply Rmult_lt_0_compat|].
      apply Rle_trans with (Rabs (odd_gap U U1 tau) * even_gap B B1 tau);
        [right; field; lra|]. apply Rle_trans with (1 := small). right. field. lra.
    - left. now apply Rinv_0_lt_compat. }
  unfold price_forth, price_back. pose proof (Rle_abs apiece). pose proof (Rle_abs (- apiece)).
  rewrite Rabs_Ropp in *. lra.
Qed.

End Prices.

(** ** Budgets that bend by exp (n t), and a worth that bends by 1 / v *)

Section Covering.

Variables (n tau : R) (B B1 U U1 v v1 v2 : R -> R).
Context (order : 0 < n) (apart : 0 < tau).
Context (budget : bent B B1 (fun t => exp (n * t))) (worth : bent U U1 (fun t => / v t)).
Context (v_pos : forall t, 0 < v t) (v_slope : forall t, derivable_pt_lim v t (v1 t)).
Context (v1_slope : forall t, derivable_pt_lim v1 t (v2 t)).
Context (convex_forth : forall t, 0 < v2 t + 2 * n * v1 t + n ^ 2 * v t).
Context (convex_back : forall t, 0 < v2 t - 2 * n * v1 t + n ^ 2 * v t).

Let forth := price_forth B B1 U U1 tau.
Let back := price_back B B1 U U1 tau.
Let c (t : R) : R := (forth * exp (n * t) + back * exp (- n * t)) * v t - 1.
Let d (t : R) : R :=
  forth * exp (n * t) * (n * v t + v1 t) + back * exp (- n * t) * (v1 t - n * v t).

Lemma c_slope : forall t, derivable_pt_lim c t (d t).
Proof. intros t. pose proof (v_slope t). unfold c, d. slope. ring. Qed.

Lemma d_slope : forall t, derivable_pt_lim d t
  (forth * exp (n * t) * (v2 t + 2 * n * v1 t + n ^ 2 * v t) +
   back * exp (- n * t) * (v2 t - 2 * n * v1 t + n ^ 2 * v t)).
Proof.
  intros t. pose proof (v_slope t). pose proof (v1_slope t). unfold d. slope. ring.
Qed.

Lemma worth_bends : forall t, 0 < / v t.
Proof. intros t. now apply Rinv_0_lt_compat. Qed.

Lemma budget_rises : forall t, 0 < t -> exp (n * - t) < exp (n * t).
Proof.
  intros t above. apply exp_increasing.
  pose proof (Rmult_lt_0_compat n t order above). lra.
Qed.

Lemma some_price : 0 < forth + back.
Proof.
  unfold forth, back.
  eapply prices_sum; try eassumption; intros t; [apply exp_pos|apply worth_bends].
Qed.

(** A worth that bends between the two budgets has prices that are not below zero. *)
Lemma prices_by_growth : (forall t, - (n * v t) < v1 t < n * v t) ->
  forall x z, x < z -> c x = 0 -> c z = 0 -> 0 <= forth /\ 0 <= back.
Proof.
  intros growth x z less cx cz. pose proof some_price as some.
  assert (forall t, 0 < exp (n * t) * (n * v t + v1 t)) as up.
  { intros t. apply Rmult_lt_0_compat; [apply exp_pos|]. specialize (growth t). lra. }
  assert (forall t, 0 < exp (- n * t) * (n * v t - v1 t)) as down.
  { intros t. apply Rmult_lt_0_compat; [apply exp_pos|]. specialize (growth t). lra. }
  split.
  - destruct (Rle_or_lt 0 forth) as [good|bad]; [exact good|exfalso].
    enough (- c x < - c z) by lra.
    apply (strictly_rises (fun t => - c t) (fun t => - d t) x z less).
    + intros t. apply (derivable_pt_lim_opp c). apply c_slope.
    + intros t _. unfold d. specialize (up t). specialize (down t). nra.
  - destruct (Rle_or_lt 0 back) as [good|bad]; [exact good|exfalso].
    enough (c x < c z) by lra.
    apply (strictly_rises c d x z less c_slope).
    intros t _. unfold d. specialize (up t). specialize (down t). nra.
Qed.

Lemma prices_cover :
  (forall x z, x < z -> c x = 0 -> c z = 0 -> 0 <= forth /\ 0 <= back) ->
  exists alpha beta, 0 <= forth /\ 0 <= back /\
  (forall t, 0 <= left_over alpha beta forth back B U t) /\
  left_over alpha beta forth back B U tau = 0 /\ left_over alpha beta forth back B U (- tau) = 0.
Proof.
  intros signs. pose proof some_price as some.
  destruct (prices_touch B B1 (fun t => exp (n * t)) U U1 (fun t => / v t) tau budget worth
    (fun t => exp_pos (n * t)) budget_rises apart)
    as (alpha & beta & E1 & bends & right & left & flat & flat').
  fold forth in bends, right, left, flat, flat'. fold back in bends, right, left, flat, flat'.
  exists alpha, beta. set (E := left_over alpha beta forth back B U) in *.
  assert (forall t, derivable_pt_lim (steep E E1) t (c t * (/ v t * cosh t))) as w_slope.
  { intros t. apply (slope_is _ _ _ _ (steep_slope E E1 _ bends t)). unfold c.
    replace (n * - t) with (- n * t) by ring. pose proof (v_pos t). field. lra. }
  assert (forall t, 0 < / (cosh t * cosh t)) as r_pos.
  { intros t. apply Rinv_0_lt_compat, Rmult_lt_0_compat; apply cosh_positive. }
  assert (forall t, 0 < / v t * cosh t) as k_pos.
  { intros t. apply Rmult_lt_0_compat; [apply worth_bends|apply cosh_positive]. }
  pose proof (ratio_slope E E1 _ bends) as h_slope.
  assert (E (- tau) / cosh (- tau) = 0) as h_left by (rewrite left; unfold Rdiv; ring).
  assert (E tau / cosh tau = 0) as h_right by (rewrite right; unfold Rdiv; ring).
  destruct (bends_twice _ (steep E E1) c _ _ tau h_slope r_pos w_slope k_pos apart h_left h_right
    flat' flat) as (x & y & z & (_ & xy) & (yz & _) & cx & _ & cz).
  destruct (signs x z ltac:(lra) cx cz) as [sign sign'].
  repeat split; try assumption. intros t.
  assert (0 <= E t / cosh t) as above.
  { apply (touches_from_above _ (steep E E1) c d _ _ tau h_slope r_pos w_slope k_pos c_slope apart
      h_left h_right flat' flat).
    intros s s' less. apply (strictly_rises d _ s s' less d_slope). intros u _.
    assert (0 < exp (n * u) * (v2 u + 2 * n * v1 u + n ^ 2 * v u))
      by (apply Rmult_lt_0_compat; [apply exp_pos|apply convex_forth]).
    assert (0 < exp (- n * u) * (v2 u - 2 * n * v1 u + n ^ 2 * v u))
      by (apply Rmult_lt_0_compat; [apply exp_pos|apply convex_back]).
    rewrite !Rmult_assoc. destruct sign as [sign|zero]; nra. }
  pose proof (cosh_positive t) as cpos. unfold Rdiv in above.
  apply (Rmult_le_reg_r (/ cosh t)); [now apply Rinv_0_lt_compat|lra].
Qed.

End Covering.
