(** Prices of two truths that pay for every report as soon as they pay for two.

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

Variables (h w c d r k : R -> R) (low high : R).
Context (h_slope : forall t, derivable_pt_lim h t (w t * r t)) (r_pos : forall t, 0 < r t).
Context (w_slope : forall t, derivable_pt_lim w t (c t * k t)) (k_pos : forall t, 0 < k t).
Context (c_slope : forall t, derivable_pt_lim c t (d t)).
Context (apart : low < high) (left : h low = 0) (right : h high = 0).
Context (flat_left : w low = 0) (flat_right : w high = 0).

Lemma zero_factor : forall a b, 0 < b -> a * b = 0 -> a = 0.
Proof. intros a b positive zero. apply (Rmult_eq_reg_r b); lra. Qed.

Lemma bends_twice : exists x y z, low < x < y /\ y < z < high /\ c x = 0 /\ w y = 0 /\ c z = 0.
Proof.
  destruct (rolle h _ low high ltac:(lra) h_slope ltac:(lra)) as (y & range & flat).
  apply zero_factor in flat; [|apply r_pos].
  destruct (rolle w _ low y ltac:(lra) w_slope ltac:(lra)) as (x & before & bent).
  apply zero_factor in bent; [|apply k_pos].
  destruct (rolle w _ y high ltac:(lra) w_slope ltac:(lra)) as (z & after & bent').
  apply zero_factor in bent'; [|apply k_pos].
  exists x, y, z. repeat split; assumption || lra.
Qed.

(** Where c is strictly convex, h is nowhere below zero. *)
Lemma touches_from_above : (forall s t, s < t -> d s < d t) -> forall t, 0 <= h t.
Proof.
  intros rising. destruct bends_twice as (x & y & z & (first & xy) & (yz & last) & cx & wy & cz).
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
  assert (forall t, t <= low -> w t <= 0) as w1.
  { intros t less. rewrite <- flat_left. apply (rises w _ _ _ less w_slope).
    intros s range. apply up. lra. }
  assert (forall t, low <= t <= y -> 0 <= w t) as w2.
  { intros t range. destruct (Rle_or_lt t x).
    - rewrite <- flat_left. apply (rises w _ _ _ (proj1 range) w_slope).
      intros s inside. apply up. lra.
    - rewrite <- wy. apply (falls w _ _ _ (proj2 range) w_slope).
      intros s inside. apply down. lra. }
  assert (forall t, y <= t <= high -> w t <= 0) as w3.
  { intros t range. destruct (Rle_or_lt t z).
    - rewrite <- wy. apply (falls w _ _ _ (proj1 range) w_slope).
      intros s inside. apply down. lra.
    - rewrite <- flat_right. apply (rises w _ _ _ (proj2 range) w_slope).
      intros s inside. apply up. lra. }
  assert (forall t, high <= t -> 0 <= w t) as w4.
  { intros t more. rewrite <- flat_right. apply (rises w _ _ _ more w_slope).
    intros s range. apply up. lra. }
  assert (forall t, w t <= 0 -> w t * r t <= 0) as fall.
  { intros t sign. pose proof (r_pos t). nra. }
  assert (forall t, 0 <= w t -> 0 <= w t * r t) as rise.
  { intros t sign. pose proof (r_pos t). nra. }
  intros t.
  destruct (Rle_or_lt t low); [|destruct (Rle_or_lt t y); [|destruct (Rle_or_lt t high)]].
  - rewrite <- left. apply (falls h _ t low ltac:(lra) h_slope).
    intros s range. apply fall, w1. lra.
  - rewrite <- left. apply (rises h _ low t ltac:(lra) h_slope).
    intros s range. apply rise, w2. lra.
  - rewrite <- right. apply (falls h _ t high ltac:(lra) h_slope).
    intros s range. apply fall, w3. lra.
  - rewrite <- right. apply (rises h _ high t ltac:(lra) h_slope).
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

(** How much more a report is worth for more of its first and of its second likelihood. *)
Definition first_rate (f f1 : R -> R) (t : R) : R := (f t + f1 t) * exp (- t) / 2.
Definition second_rate (f f1 : R -> R) (t : R) : R := (f t - f1 t) * exp t / 2.

(** What a report costs at the prices alpha, beta, forth, back, less what it is worth. *)
Definition left_over (alpha beta forth back : R) (B C U : R -> R) (t : R) : R :=
  alpha * cosh t + beta * sinh t + forth * B t + back * C (- t) - U t.

(** Prices of budgets at which the reports at two places cost as much more as they are worth. *)
Definition even_rates (B B1 C C1 U U1 : R -> R) (low high forth back : R) : Prop :=
  forth * (first_rate B B1 high - first_rate B B1 low) +
    back * (second_rate C C1 (- high) - second_rate C C1 (- low)) =
    first_rate U U1 high - first_rate U U1 low /\
  forth * (second_rate B B1 high - second_rate B B1 low) +
    back * (first_rate C C1 (- high) - first_rate C C1 (- low)) =
    second_rate U U1 high - second_rate U U1 low.

Lemma exp_both : forall t, exp t * exp (- t) = 1.
Proof. intros t. rewrite <- exp_plus, <- exp_0. f_equal. lra. Qed.

Lemma from_rates : forall f f1 t,
  f t = first_rate f f1 t * exp t + second_rate f f1 t * exp (- t) /\
  f1 t = first_rate f f1 t * exp t - second_rate f f1 t * exp (- t).
Proof.
  intros f f1 t. pose proof (exp_both t) as one. unfold first_rate, second_rate.
  pose proof (f_equal (Rmult (f t)) one). pose proof (f_equal (Rmult (f1 t)) one).
  split; lra.
Qed.

(** Then some prices of likelihoods leave nothing over at both places, to the first order. *)
Lemma prices_touch : forall B B1 g C C1 g' U U1 k low high forth back,
  bent B B1 g -> bent C C1 g' -> bent U U1 k ->
  even_rates B B1 C C1 U U1 low high forth back -> exists alpha beta E1,
  let E := left_over alpha beta forth back B C U in
  bent E E1 (fun t => forth * g t + back * g' (- t) - k t) /\
  E high = 0 /\ E low = 0 /\ steep E E1 high = 0 /\ steep E E1 low = 0.
Proof.
  intros B B1 g C C1 g' U U1 k low high forth back budget budget' worth (first & second).
  set (x := first_rate U U1 low - forth * first_rate B B1 low - back * second_rate C C1 (- low)).
  set (y := second_rate U U1 low - forth * second_rate B B1 low - back * first_rate C C1 (- low)).
  exists (x + y), (x - y), (fun t => (x + y) * sinh t + (x - y) * cosh t + forth * B1 t -
    back * C1 (- t) - U1 t). intros E. set (E1 := fun t => _).
  assert (forall t, first_rate E E1 t = x + forth * first_rate B B1 t +
    back * second_rate C C1 (- t) - first_rate U U1 t) as one.
  { intros t. pose proof (exp_both t) as unit.
    unfold first_rate, second_rate, E, E1, left_over, cosh, sinh.
    pose proof (f_equal (Rmult x) unit). lra. }
  assert (forall t, second_rate E E1 t = y + forth * second_rate B B1 t +
    back * first_rate C C1 (- t) - second_rate U U1 t) as two.
  { intros t. pose proof (exp_both t) as unit.
    unfold first_rate, second_rate, E, E1, left_over, cosh, sinh. rewrite Ropp_involutive.
    pose proof (f_equal (Rmult y) unit). lra. }
  assert (first_rate E E1 low = 0 /\ second_rate E E1 low = 0) as [l1 l2]
    by (rewrite one, two; unfold x, y; split; ring).
  assert (first_rate E E1 high = 0 /\ second_rate E E1 high = 0) as [h1 h2]
    by (rewrite one, two; unfold x, y; split; lra).
  destruct (from_rates E E1 low) as [el el1]. destruct (from_rates E E1 high) as [eh eh1].
  rewrite l1, l2 in el, el1. rewrite h1, h2 in eh, eh1.
  split; [|unfold steep; rewrite el, el1, eh, eh1; repeat split; ring].
  intros t. destruct (budget t), (worth t), (bent_mirrored C C1 g' budget' t).
  assert (derivable_pt_lim (fun s => C1 (- s)) t (- (C (- t) + g' (- t)))).
  { apply slope_mirrored. apply budget'. }
  unfold E, E1, left_over. split; slope; ring.
Qed.

(** ** Budgets that bend by exp (n t) and exp (n' t), and a worth that bends by 1 / v *)

Section Covering.

Variables (n n' low high forth back : R) (B B1 C C1 U U1 v v1 v2 : R -> R).
Context (order : 0 < n) (order' : 0 < n') (apart : low < high).
Context (budget : bent B B1 (fun t => exp (n * t))) (budget' : bent C C1 (fun t => exp (n' * t))).
Context (worth : bent U U1 (fun t => / v t)) (v_pos : forall t, 0 < v t).
Context (v_slope : forall t, derivable_pt_lim v t (v1 t)).
Context (v1_slope : forall t, derivable_pt_lim v1 t (v2 t)).
Context (convex_forth : forall t, 0 < v2 t + 2 * n * v1 t + n ^ 2 * v t).
Context (convex_back : forall t, 0 < v2 t - 2 * n' * v1 t + n' ^ 2 * v t).
Context (even : even_rates B B1 C C1 U U1 low high forth back).

Let c (t : R) : R := (forth * exp (n * t) + back * exp (- n' * t)) * v t - 1.
Let d (t : R) : R :=
  forth * exp (n * t) * (n * v t + v1 t) + back * exp (- n' * t) * (v1 t - n' * v t).

Lemma c_slope : forall t, derivable_pt_lim c t (d t).
Proof. intros t. pose proof (v_slope t). unfold c, d. slope. ring. Qed.

Lemma d_slope : forall t, derivable_pt_lim d t
  (forth * exp (n * t) * (v2 t + 2 * n * v1 t + n ^ 2 * v t) +
   back * exp (- n' * t) * (v2 t - 2 * n' * v1 t + n' ^ 2 * v t)).
Proof.
  intros t. pose proof (v_slope t). pose proof (v1_slope t). unfold d. slope. ring.
Qed.

Lemma some_price : forall x, c x = 0 -> ~ (forth <= 0 /\ back <= 0).
Proof.
  intros x zero [nonpos nonpos']. unfold c in zero. pose proof (exp_pos (n * x)).
  pose proof (exp_pos (- n' * x)). specialize (v_pos x).
  assert (forth * exp (n * x) + back * exp (- n' * x) <= 0) by nra. nra.
Qed.

(** A worth that bends between the two budgets has prices that are not below zero. *)
Lemma prices_by_growth : (forall t, - (n * v t) < v1 t < n' * v t) ->
  forall x z, x < z -> c x = 0 -> c z = 0 -> 0 <= forth /\ 0 <= back.
Proof.
  intros growth x z less cx cz. pose proof (some_price x cx) as some.
  assert (forall t, 0 < exp (n * t) * (n * v t + v1 t)) as up.
  { intros t. apply Rmult_lt_0_compat; [apply exp_pos|]. specialize (growth t). lra. }
  assert (forall t, 0 < exp (- n' * t) * (n' * v t - v1 t)) as down.
  { intros t. apply Rmult_lt_0_compat; [apply exp_pos|]. specialize (growth t). lra. }
  split; apply Rnot_lt_le; intros bad.
  - enough (- c x < - c z) by lra.
    apply (strictly_rises (fun t => - c t) (fun t => - d t) x z less).
    + intros t. apply (derivable_pt_lim_opp c). apply c_slope.
    + intros t _. unfold d. specialize (up t). specialize (down t). nra.
  - enough (c x < c z) by lra.
    apply (strictly_rises c d x z less c_slope).
    intros t _. unfold d. specialize (up t). specialize (down t). nra.
Qed.

Lemma prices_cover :
  (forall x z, x < z -> c x = 0 -> c z = 0 -> 0 <= forth /\ 0 <= back) ->
  exists alpha beta, 0 <= forth /\ 0 <= back /\
  let E := left_over alpha beta forth back B C U in
  (forall t, 0 <= E t) /\ E high = 0 /\ E low = 0.
Proof.
  intros signs.
  destruct (prices_touch B B1 _ C C1 _ U U1 _ low high forth back budget budget' worth even)
    as (alpha & beta & E1 & bends & right & left & flat & flat').
  exists alpha, beta. set (E := left_over alpha beta forth back B C U) in *.
  assert (forall t, derivable_pt_lim (steep E E1) t (c t * (/ v t * cosh t))) as w_slope.
  { intros t. apply (slope_is _ _ _ _ (steep_slope E E1 _ bends t)). unfold c.
    replace (n' * - t) with (- n' * t) by ring. pose proof (v_pos t). field. lra. }
  assert (forall t, 0 < / (cosh t * cosh t)) as r_pos.
  { intros t. apply Rinv_0_lt_compat, Rmult_lt_0_compat; apply cosh_positive. }
  assert (forall t, 0 < / v t * cosh t) as k_pos.
  { intros t. apply Rmult_lt_0_compat; [now apply Rinv_0_lt_compat|apply cosh_positive]. }
  pose proof (ratio_slope E E1 _ bends) as h_slope.
  assert (E low / cosh low = 0) as h_left by (rewrite left; unfold Rdiv; ring).
  assert (E high / cosh high = 0) as h_right by (rewrite right; unfold Rdiv; ring).
  destruct (bends_twice _ (steep E E1) c _ _ low high h_slope r_pos w_slope k_pos apart h_left
    h_right flat' flat) as (x & y & z & (_ & xy) & (yz & _) & cx & _ & cz).
  destruct (signs x z ltac:(lra) cx cz) as [sign sign']. pose proof (some_price x cx) as some.
  repeat split; try assumption. intros t.
  assert (0 <= E t / cosh t) as above.
  { apply (touches_from_above _ (steep E E1) c d _ _ low high h_slope r_pos w_slope k_pos c_slope
      apart h_left h_right flat' flat).
    intros s s' less. apply (strictly_rises d _ s s' less d_slope). intros u _.
    assert (0 < exp (n * u) * (v2 u + 2 * n * v1 u + n ^ 2 * v u))
      by (apply Rmult_lt_0_compat; [apply exp_pos|apply convex_forth]).
    assert (0 < exp (- n' * u) * (v2 u - 2 * n' * v1 u + n' ^ 2 * v u))
      by (apply Rmult_lt_0_compat; [apply exp_pos|apply convex_back]).
    rewrite !Rmult_assoc. destruct (Rle_or_lt forth 0); nra. }
  pose proof (cosh_positive t) as cpos. unfold Rdiv in above.
  apply (Rmult_le_reg_r (/ cosh t)); [now apply Rinv_0_lt_compat|lra].
Qed.

End Covering.

(** ** Two equations *)

Lemma two_prices : forall a b c d x y, a * d - b * c <> 0 ->
  exists forth back, forth * a + back * b = x /\ forth * c + back * d = y.
Proof.
  intros a b c d x y apart. exists ((x * d - b * y) / (a * d - b * c)).
  exists ((a * y - c * x) / (a * d - b * c)). split; field; assumption.
Qed.
