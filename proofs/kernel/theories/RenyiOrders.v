(** Two truths and a Renyi budget of any order both ways: until where Warner's device is best. *)

From Coq Require Import Reals Lra Lia.
From Rropt Require Import Sums RenyiPrices.
Open Scope R_scope.

(** ** Reports by their place *)

Definition weight (x y : R) : R := exp ((ln x + ln y) / 2).
Definition place (x y : R) : R := (ln x - ln y) / 2.
Definition paid (f : R -> R) (x y : R) : R := weight x y * f (place x y).

Lemma weight_mirrored : forall x y, weight y x = weight x y.
Proof. intros x y. unfold weight. now rewrite Rplus_comm. Qed.

Lemma place_mirrored : forall x y, place y x = - place x y.
Proof. intros x y. unfold place. lra. Qed.

Lemma paid_exp : forall x y, 0 < x -> paid exp x y = x.
Proof.
  intros x y positive. unfold paid, weight, place. rewrite <- exp_plus.
  replace ((ln x + ln y) / 2 + (ln x - ln y) / 2) with (ln x) by lra. now apply exp_ln.
Qed.

Lemma paid_exp_minus : forall x y, 0 < y -> paid (fun t => exp (- t)) x y = y.
Proof.
  intros x y positive. unfold paid, weight, place. rewrite <- exp_plus.
  replace ((ln x + ln y) / 2 + - ((ln x - ln y) / 2)) with (ln y) by lra. now apply exp_ln.
Qed.

Lemma paid_left_over : forall alpha beta forth back B U x y, 0 < x -> 0 < y ->
  paid (left_over alpha beta forth back B U) x y =
  alpha / 2 * (x + y) + beta / 2 * (x - y) + forth * paid B x y + back * paid B y x - paid U x y.
Proof.
  intros alpha beta forth back B U x y posx posy.
  pose proof (paid_exp x y posx) as px. pose proof (paid_exp_minus x y posy) as py.
  unfold paid in *. rewrite (weight_mirrored x y), (place_mirrored x y).
  unfold left_over, cosh, sinh. set (w := weight x y) in *. set (t := place x y) in *.
  clearbody w t. rewrite <- px, <- py. field.
Qed.

(** ** A table that spends no more than Warner's device with this chance of a true report *)

Definition spends_at_most (B : R -> R -> R) (hit : R) (m : nat) (P : nat -> nat -> R) : Prop :=
  (forall i, (i < m)%nat -> 0 < P i 0%nat /\ 0 < P i 1%nat) /\
  \sum_(i < m) P i 0%nat = 1 /\ \sum_(i < m) P i 1%nat = 1 /\
  \sum_(i < m) B (P i 0%nat) (P i 1%nat) <= B hit (1 - hit) + B (1 - hit) hit /\
  \sum_(i < m) B (P i 1%nat) (P i 0%nat) <= B hit (1 - hit) + B (1 - hit) hit.

(** No such table is worth more than the device. *)
Definition device_is_best (B U : R -> R -> R) (hit : R) : Prop :=
  forall m P, spends_at_most B hit m P ->
    \sum_(i < m) U (P i 0%nat) (P i 1%nat) <= U hit (1 - hit) + U (1 - hit) hit.

Lemma place_of_device : forall hit, / 2 < hit < 1 -> 0 < place hit (1 - hit).
Proof.
  intros hit range. unfold place. assert (ln (1 - hit) < ln hit) by (apply ln_increasing; lra). lra.
Qed.

Lemma covered : forall alpha beta forth back B U hit, / 2 < hit < 1 -> 0 <= forth -> 0 <= back ->
  (forall t, 0 <= left_over alpha beta forth back B U t) ->
  left_over alpha beta forth back B U (place hit (1 - hit)) = 0 ->
  left_over alpha beta forth back B U (- place hit (1 - hit)) = 0 ->
  device_is_best (paid B) (paid U) hit.
Proof.
  intros alpha beta forth back B U hit range f0 b0 cover right left m P
    (positive & one & two & there & again).
  assert (paid (left_over alpha beta forth back B U) hit (1 - hit) = 0) as first
    by (unfold paid; rewrite right; ring).
  assert (paid (left_over alpha beta forth back B U) (1 - hit) hit = 0) as second
    by (unfold paid; rewrite place_mirrored, left; ring).
  rewrite paid_left_over in first, second by lra.
  apply Rle_trans with (\sum_(i < m) (alpha / 2 * (P i 0%nat + P i 1%nat) +
    beta / 2 * (P i 0%nat - P i 1%nat) + forth * paid B (P i 0%nat) (P i 1%nat) +
    back * paid B (P i 1%nat) (P i 0%nat))).
  - apply sum_le. intros i small. destruct (positive i small) as [posx posy].
    pose proof (paid_left_over alpha beta forth back B U _ _ posx posy) as equal.
    assert (0 <= paid (left_over alpha beta forth back B U) (P i 0%nat) (P i 1%nat)).
    { apply Rmult_le_pos; [apply Rlt_le, exp_pos|apply cover]. }
    lra.
  - rewrite !sum_plus, !sum_scale, sum_plus, sum_minus, one, two.
    apply Rmult_le_compat_l with (r := forth) in there; [|assumption].
    apply Rmult_le_compat_l with (r := back) in again; [|assumption]. lra.
Qed.

(** The same in other words, or times a constant. *)
Lemma best_scaled : forall B U B' U' b u hit, / 2 < hit < 1 -> 0 < b -> 0 < u ->
  (forall x y, 0 < x -> 0 < y -> B' x y = b * B x y) ->
  (forall x y, 0 < x -> 0 < y -> U' x y = u * U x y) ->
  device_is_best B U hit -> device_is_best B' U' hit.
Proof.
  intros B U B' U' b u hit range bpos upos same same' best m P
    (positive & one & two & there & again).
  rewrite !same in there, again by lra. rewrite !same' by lra.
  rewrite (sum_ext m _ (fun i => b * B (P i 0%nat) (P i 1%nat))) in there
    by (intros i small; apply same; apply positive, small).
  rewrite (sum_ext m _ (fun i => b * B (P i 1%nat) (P i 0%nat))) in again
    by (intros i small; apply same; apply positive, small).
  rewrite (sum_ext m _ (fun i => u * U (P i 0%nat) (P i 1%nat)))
    by (intros i small; apply same'; apply positive, small).
  rewrite sum_scale in *.
  assert (\sum_(i < m) U (P i 0%nat) (P i 1%nat) <= U hit (1 - hit) + U (1 - hit) hit).
  { apply best. repeat split; try assumption; try (now apply positive).
    - apply (Rmult_le_reg_l b); lra.
    - apply (Rmult_le_reg_l b); lra. }
  apply Rle_trans with (u * (U hit (1 - hit) + U (1 - hit) hit)); [|lra].
  apply Rmult_le_compat_l; lra.
Qed.

Lemma best_of_mirrored : forall B U hit, device_is_best B U hit ->
  device_is_best B (fun x y => U y x) hit.
Proof.
  intros B U hit best m P (positive & one & two & there & again).
  rewrite (Rplus_comm (U (1 - hit) hit)). apply (best m (fun i a => P i (1 - a)%nat)).
  repeat split; try assumption; apply positive; assumption.
Qed.

(** ** Budgets of an order *)

Definition spent (a x y : R) : R := Rpower x a * Rpower y (1 - a).

(** Renyi's divergence of order a is at most some epsilon where the sum of these is at most
    exp ((a - 1) epsilon), and at most epsilon in the order 1. *)
Definition of_order (a : R) (B : R -> R -> R) : Prop :=
  1 < a /\ B = spent a \/ a = 1 /\ B = (fun x y => x * (ln x - ln y)).

Definition budget (a t : R) : R :=
  if Req_EM_T a 1 then t * exp t * / 2 else exp ((2 * a - 1) * t) * / (4 * a * (a - 1)).
Definition budget_slope (a t : R) : R :=
  if Req_EM_T a 1 then (1 + t) * exp t * / 2
  else (2 * a - 1) * exp ((2 * a - 1) * t) * / (4 * a * (a - 1)).

Lemma budget_bends : forall a, a <> 0 ->
  bent (budget a) (budget_slope a) (fun t => exp ((2 * a - 1) * t)).
Proof.
  intros a nonzero t. unfold budget, budget_slope. destruct (Req_EM_T a 1) as [->|other].
  - replace ((2 * 1 - 1) * t) with t by ring. split; slope; field.
  - split; slope; field; lra.
Qed.

Lemma paid_power : forall a x y, paid (fun t => exp ((2 * a - 1) * t)) x y = spent a x y.
Proof.
  intros a x y. unfold paid, weight, place, spent, Rpower. rewrite <- !exp_plus. f_equal. field.
Qed.


Definition unit_of (a : R) : R := if Req_EM_T a 1 then 4 else 4 * a * (a - 1).

Lemma paid_log : forall x y, 0 < x ->
  x * (ln x - ln y) = 4 * paid (fun t => t * exp t * / 2) x y.
Proof.
  intros x y positive. rewrite <- (paid_exp x y positive) at 1. unfold paid, place. field.
Qed.

Lemma paid_budget : forall a B x y, of_order a B -> 0 < x -> 0 < unit_of a /\
  B x y = unit_of a * paid (budget a) x y.
Proof.
  intros a B x y [[above ->]|[-> ->]] positive; unfold unit_of, budget.
  - destruct (Req_EM_T a 1) as [same|other]; [lra|].
    assert (0 < a * (a - 1)) by (apply Rmult_lt_0_compat; lra). split; [lra|].
    rewrite <- paid_power. unfold paid. field. lra.
  - destruct (Req_EM_T 1 1) as [_|no]; [|contradiction]. split; [lra|]. now apply paid_log.
Qed.

Lemma order_at_least_one : forall a B, of_order a B -> 1 <= a.
Proof. intros a B [[above _]|[-> _]]; lra. Qed.

(** What a worth must be for its prices to cover every report: it bends by 1 / v, ... *)
Definition bends_by (n : R) (U U1 v v1 : R -> R) : Prop := exists v2,
  bent U U1 (fun t => / v t) /\ (forall t, 0 < v t) /\
  (forall t, derivable_pt_lim v t (v1 t)) /\ (forall t, derivable_pt_lim v1 t (v2 t)) /\
  (forall t, 0 < v2 t + 2 * n * v1 t + n ^ 2 * v t) /\
  (forall t, 0 < v2 t - 2 * n * v1 t + n ^ 2 * v t).

(** ... and either less than the budgets do, or with prices that are not below zero. *)
Definition grows_less (n : R) (v v1 : R -> R) : Prop := forall t, - (n * v t) < v1 t < n * v t.
Definition has_prices (a hit : R) (U U1 : R -> R) : Prop :=
  0 <= price_forth (budget a) (budget_slope a) U U1 (place hit (1 - hit)) /\
  0 <= price_back (budget a) (budget_slope a) U U1 (place hit (1 - hit)).

Lemma best_by_prices : forall a B U U1 v v1 hit u U', of_order a B ->
  bends_by (2 * a - 1) U U1 v v1 -> grows_less (2 * a - 1) v v1 \/ has_prices a hit U U1 ->
  / 2 < hit < 1 -> 0 < u -> (forall x y, 0 < x -> 0 < y -> U' x y = u * paid U x y) ->
  device_is_best B U' hit.
Proof.
  intros a B U U1 v v1 hit u U' order (v2 & worth & vpos & s1 & s2 & forth & back) signs
    range upos same.
  pose proof (order_at_least_one a B order) as above.
  pose proof (place_of_device hit range) as apart.
  assert (0 < 2 * a - 1) as npos by lra. pose proof (budget_bends a ltac:(lra)) as bends.
  destruct (prices_cover (2 * a - 1) (place hit (1 - hit)) (budget a) (budget_slope a) U U1 v v1 v2
    npos apart bends worth vpos s1 s2 forth back)
    as (alpha & beta & f0 & b0 & cover & right & left).
  { destruct signs as [growth|signs]; [|intros; exact signs].
    exact (prices_by_growth _ _ _ _ _ _ v v1 apart bends worth vpos s1 growth). }
  pose proof (covered alpha beta _ _ _ _ hit range f0 b0 cover right left) as best.
  refine (best_scaled _ _ B U' (unit_of a) u hit range _ upos _ same best).
  - now apply (paid_budget a B 1 1 order Rlt_0_1).
  - intros x y posx posy. now apply paid_budget.
Qed.

(** ** Divergences of an order *)

Lemma power_bends : forall n m U1 U, - n < m < n -> bent U U1 (fun t => exp (m * t)) ->
  let v := fun t => exp (- m * t) in let v1 := fun t => - m * exp (- m * t) in
  bends_by n U U1 v v1 /\ grows_less n v v1.
Proof.
  intros n m U1 U between bends v v1.
  assert (forall c t, 0 < c -> 0 < c * exp (- m * t)) as grows
    by (intros; apply Rmult_lt_0_compat; [assumption|apply exp_pos]).
  split.
  - exists (fun t => m ^ 2 * exp (- m * t)). unfold v, v1. repeat split; intros.
    + apply bends.
    + replace (/ exp (- m * t)) with (exp (m * t)); [apply bends|].
      rewrite <- exp_Ropp. f_equal. ring.
    + apply exp_pos.
    + slope. ring.
    + slope. ring.
    + replace (_ + _) with ((n - m) ^ 2 * exp (- m * t)) by ring. apply grows, pow_lt. lra.
    + replace (_ + _) with ((n + m) ^ 2 * exp (- m * t)) by ring. apply grows, pow_lt. lra.
  - intros t. unfold v, v1. pose proof (grows (n - m) t ltac:(lra)).
    pose proof (grows (n + m) t ltac:(lra)). lra.
Qed.

(** found/pair/renyi: Warner's device has the largest divergence of every order b from
    1 - a to a, in either direction. *)
Theorem farthest_of_lower_order : forall a B hit, of_order a B -> / 2 < hit < 1 ->
  (forall b, 1 - a < b < a -> b <> 0 -> b <> 1 ->
    device_is_best B (fun x y => spent b x y / (b * (b - 1))) hit) /\
  (1 < a -> device_is_best B (fun x y => x * (ln x - ln y)) hit /\
    device_is_best B (fun x y => y * (ln y - ln x)) hit).
Proof.
  intros a B hit order range. split.
  - intros b between zero one.
    destruct (power_bends (2 * a - 1) (2 * b - 1) (budget_slope b) (budget b)) as [bends less];
      [lra|now apply budget_bends|].
    apply (best_by_prices a B _ _ _ _ hit 4 _ order bends (or_introl less) range); [lra|].
    intros x y posx posy. unfold budget. destruct (Req_EM_T b 1) as [same|_]; [lra|].
    rewrite <- paid_power. unfold paid. field. lra.
  - intros above. enough (device_is_best B (fun x y => x * (ln x - ln y)) hit) as first
      by (split; [exact first|exact (best_of_mirrored _ _ _ first)]).
    destruct (power_bends (2 * a - 1) (2 * 1 - 1) (budget_slope 1) (budget 1)) as [bends less];
      [lra|apply budget_bends; lra|].
    apply (best_by_prices a B _ _ _ _ hit 4 _ order bends (or_introl less) range); [lra|].
    intros x y posx posy. unfold budget. destruct (Req_EM_T 1 1) as [_|no]; [|contradiction].
    now apply paid_log.
Qed.

(** ** What a report says about a prevalence *)

Section Prevalence.

Variable p : R.
Context (prevalence : 0 < p < 1).

Definition mean (t : R) : R := (1 - p) * exp t + p * exp (- t).
Definition mean_slope (t : R) : R := (1 - p) * exp t - p * exp (- t).

Lemma mean_above_zero : forall t, 0 < mean t.
Proof.
  intros t. unfold mean. pose proof (exp_pos t). pose proof (exp_pos (- t)).
  assert (0 < (1 - p) * exp t) by (apply Rmult_lt_0_compat; lra).
  assert (0 < p * exp (- t)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma mean_rate : forall t, derivable_pt_lim mean t (mean_slope t).
Proof. intros t. unfold mean, mean_slope. slope. ring. Qed.

Lemma mean_slope_rate : forall t, derivable_pt_lim mean_slope t (mean t).
Proof. intros t. unfold mean, mean_slope. slope. ring. Qed.

Lemma mean_grows : forall t, - mean t < mean_slope t < mean t.
Proof.
  intros t. unfold mean, mean_slope. pose proof (exp_pos t). pose proof (exp_pos (- t)).
  assert (0 < (1 - p) * exp t) by (apply Rmult_lt_0_compat; lra).
  assert (0 < p * exp (- t)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma mean_and_slope : forall t,
  mean t * mean t - mean_slope t * mean_slope t = 4 * (1 - p) * p.
Proof.
  intros t. assert (exp t * exp (- t) = 1) as one
    by (rewrite <- exp_plus, <- exp_0; f_equal; lra).
  unfold mean, mean_slope. pose proof (f_equal (Rmult (4 * (1 - p) * p)) one). lra.
Qed.

Lemma paid_mean : forall x y, 0 < x -> 0 < y -> paid mean x y = (1 - p) * x + p * y.
Proof.
  intros x y posx posy. rewrite <- (paid_exp x y posx) at 2.
  rewrite <- (paid_exp_minus x y posy) at 3. unfold paid, mean. ring.
Qed.

Definition learned (t : R) : R := (t * mean_slope t - mean t * ln (mean t)) * / (4 * (1 - p) * p).
Definition learned_slope (t : R) : R :=
  (t * mean t - mean_slope t * ln (mean t)) * / (4 * (1 - p) * p).

Lemma slope_ln_mean : forall t, derivable_pt_lim (fun s => ln (mean s)) t (mean_slope t / mean t).
Proof.
  intros t. pose proof (mean_above_zero t).
  apply (slope_is _ _ (/ mean t * mean_slope t)); [|field; lra].
  apply (derivable_pt_lim_comp mean ln t); [apply mean_rate|now apply derivable_pt_lim_ln].
Qed.

Lemma learned_bends : bent learned learned_slope (fun t => / mean t).
Proof.
  intros t. pose proof (mean_rate t). pose proof (mean_slope_rate t). pose proof (slope_ln_mean t).
  pose proof (mean_above_zero t). unfold learned, learned_slope. split; slope.
  - field. lra.
  - assert (0 < 4 * (1 - p) * p) by (apply Rmult_lt_0_compat; lra).
    pose proof (mean_and_slope t) as product. rewrite <- product in *. field. lra.
Qed.

Lemma learned_bends_by : forall n, 1 <= n ->
  bends_by n learned learned_slope mean mean_slope /\ grows_less n mean mean_slope.
Proof.
  intros n above. pose proof mean_grows as grows. pose proof mean_above_zero as positive. split.
  - exists mean. split; [exact learned_bends|].
    repeat split; auto using mean_rate, mean_slope_rate; intros t;
      specialize (grows t); specialize (positive t).
    + assert (0 <= (n - 1) ^ 2 * mean t) by (apply Rmult_le_pos; [apply pow2_ge_0|lra]). nra.
    + assert (0 <= (n - 1) ^ 2 * mean t) by (apply Rmult_le_pos; [apply pow2_ge_0|lra]). nra.
  - intros t. specialize (grows t). specialize (positive t). nra.
Qed.

(** What a report with the likelihoods x and y adds to the information about the truth. *)
Definition told (x y : R) : R :=
  (1 - p) * x * (ln x - ln ((1 - p) * x + p * y)) + p * y * (ln y - ln ((1 - p) * x + p * y)).

Lemma told_is_learned : forall x y, 0 < x -> 0 < y ->
  told x y = 4 * (1 - p) * p * paid learned x y.
Proof.
  intros x y posx posy. unfold told. rewrite <- paid_mean by assumption.
  pose proof (paid_exp x y posx) as px. pose proof (paid_exp_minus x y posy) as py.
  unfold paid in *. rewrite ln_mult by (apply exp_pos || apply mean_above_zero).
  assert (ln (weight x y) = (ln x + ln y) / 2) as lw by (unfold weight; apply ln_exp).
  assert (ln x = ln (weight x y) + place x y) as lx by (rewrite lw; unfold place; lra).
  assert (ln y = ln (weight x y) - place x y) as ly by (rewrite lw; unfold place; lra).
  rewrite lx, ly. set (w := weight x y) in *. set (t := place x y) in *.
  clearbody w t. rewrite <- px, <- py. unfold learned, mean_slope, mean at 3. field. lra.
Qed.

(** What a report informs about the prevalence p of the second truth. *)
Definition informs (x y : R) : R := (x - y) ^ 2 / ((1 - p) * x + p * y).

Definition spread (t : R) : R :=
  (exp t - exp (- t)) * (exp t - exp (- t)) * / 8 * / mean t.
Definition spread_slope (t : R) : R :=
  (exp t - exp (- t)) *
  (2 * (exp t + exp (- t)) * mean t - (exp t - exp (- t)) * mean_slope t) * / 8 *
  / (mean t * mean t).

Lemma slope_inverse : forall f t a, derivable_pt_lim f t a -> f t <> 0 ->
  derivable_pt_lim (fun s => / f s) t (- a / (f t * f t)).
Proof.
  intros f t a slope nonzero.
  apply (derivable_pt_lim_ext (fun s => 1 / f s)); [intros s; unfold Rdiv; ring|].
  eapply slope_is; [apply slope_over; [apply slope_constant|exact slope|exact nonzero]|].
  unfold Rsqr. field. assumption.
Qed.

Lemma spread_bends : bent spread spread_slope (fun t => / mean t ^ 3).
Proof.
  intros t. pose proof (mean_rate t). pose proof (mean_slope_rate t).
  pose proof (mean_above_zero t) as positive.
  assert (derivable_pt_lim (fun s => / mean s) t (- mean_slope t / (mean t * mean t)))
    by (apply slope_inverse; [assumption|lra]).
  assert (derivable_pt_lim (fun s => / (mean s * mean s)) t
    (- (mean_slope t * mean t + mean t * mean_slope t) / (mean t * mean t * (mean t * mean t)))).
  { apply (slope_inverse (fun s => mean s * mean s)); [slope; ring|nra]. }
  unfold spread, spread_slope. split; slope.
  - field. lra.
  - assert (exp (- t) = / exp t) as other by apply exp_Ropp. pose proof (exp_pos t).
    unfold mean, mean_slope in *. rewrite other in *. field.
    assert (0 < (1 - p) * (exp t * exp t)) by (repeat apply Rmult_lt_0_compat; lra).
    repeat split; lra || nra.
Qed.

Lemma spread_bends_by : forall n, 0 < n ->
  bends_by n spread spread_slope (fun t => mean t ^ 3) (fun t => 3 * mean t ^ 2 * mean_slope t) /\
  (3 <= n -> grows_less n (fun t => mean t ^ 3) (fun t => 3 * mean t ^ 2 * mean_slope t)).
Proof.
  intros n above. pose proof mean_above_zero as positive. split.
  - exists (fun t => 6 * mean t * mean_slope t ^ 2 + 3 * mean t ^ 3).
    split; [exact spread_bends|]. repeat split; intros t; specialize (positive t);
      pose proof (mean_rate t); pose proof (mean_slope_rate t); pose proof (mean_and_slope t).
    + now apply pow_lt.
    + simpl. slope. ring.
    + simpl. slope. ring.
    + replace (_ + _) with (mean t * ((n * mean t + 3 * mean_slope t) ^ 2 +
        3 * (mean t * mean t - mean_slope t * mean_slope t))) by ring.
      apply Rmult_lt_0_compat; [assumption|].
      pose proof (pow2_ge_0 (n * mean t + 3 * mean_slope t)). nra.
    + replace (_ + _) with (mean t * ((n * mean t - 3 * mean_slope t) ^ 2 +
        3 * (mean t * mean t - mean_slope t * mean_slope t))) by ring.
      apply Rmult_lt_0_compat; [assumption|].
      pose proof (pow2_ge_0 (n * mean t - 3 * mean_slope t)). nra.
  - intros three t. specialize (positive t). pose proof (mean_grows t) as grows.
    assert (0 < mean t ^ 2) by now apply pow_lt.
    assert (0 < mean t ^ 2 * (n * mean t - 3 * mean_slope t)) by (apply Rmult_lt_0_compat; nra).
    assert (0 < mean t ^ 2 * (n * mean t + 3 * mean_slope t)) by (apply Rmult_lt_0_compat; nra).
    simpl in *. lra.
Qed.

Lemma informs_is_spread : forall x y, 0 < x -> 0 < y -> informs x y = 8 * paid spread x y.
Proof.
  intros x y posx posy. unfold informs. rewrite <- paid_mean by assumption.
  pose proof (paid_exp x y posx) as px. pose proof (paid_exp_minus x y posy) as py.
  pose proof (mean_above_zero (place x y)). pose proof (exp_pos ((ln x + ln y) / 2)) as wpos.
  fold (weight x y) in wpos. unfold paid in *.
  set (w := weight x y) in *. set (t := place x y) in *.
  clearbody w t. rewrite <- px, <- py. unfold spread. field. lra.
Qed.

Lemma spread_gaps : forall t, cosh t * cosh t * odd_gap spread spread_slope t =
  - (1 - 2 * p) * (sinh t * sinh t) * even_gap spread spread_slope t.
Proof.
  intros t. unfold odd_gap, even_gap, steep. rewrite cosh_even, sinh_odd.
  unfold spread, spread_slope, mean, mean_slope, cosh, sinh. rewrite Ropp_involutive.
  rewrite exp_Ropp. pose proof (exp_pos t).
  assert (0 < (1 - p) * (exp t * exp t)) by (repeat apply Rmult_lt_0_compat; lra).
  assert (0 < p * (exp t * exp t)) by (repeat apply Rmult_lt_0_compat; lra).
  field. repeat split; lra || nra.
Qed.

End Prevalence.

(** ** The region of Warner's device *)

Definition forth_gap (n t : R) : R := n * (sinh (n * t) * cosh t) - cosh (n * t) * sinh t.
Definition turn_gap (n t : R) : R := n * (cosh (n * t) * sinh t) - sinh (n * t) * cosh t.

Lemma budget_gaps : forall a t, a <> 0 -> a <> 1 ->
  even_gap (budget a) (budget_slope a) t = forth_gap (2 * a - 1) t * / (2 * a * (a - 1)) /\
  odd_gap (budget a) (budget_slope a) t = turn_gap (2 * a - 1) t * / (2 * a * (a - 1)).
Proof.
  intros a t zero one. unfold even_gap, odd_gap, steep. rewrite cosh_even, sinh_odd.
  unfold budget, budget_slope, forth_gap, turn_gap. destruct (Req_EM_T a 1) as [same|_]; [easy|].
  replace ((2 * a - 1) * - t) with (- ((2 * a - 1) * t)) by ring.
  assert (forall s, cosh s = (exp s + exp (- s)) / 2) as even by reflexivity.
  assert (forall s, sinh s = (exp s - exp (- s)) / 2) as odd by reflexivity.
  rewrite (even ((2 * a - 1) * t)), (odd ((2 * a - 1) * t)). split; field; lra.
Qed.

Lemma first_budget_gaps : forall t,
  even_gap (budget 1) (budget_slope 1) t = sinh t * cosh t + t /\
  odd_gap (budget 1) (budget_slope 1) t = sinh t * cosh t - t.
Proof.
  intros t. unfold even_gap, odd_gap, steep. rewrite cosh_even, sinh_odd.
  pose proof (cosh_squared t) as unit. unfold budget, budget_slope.
  destruct (Req_EM_T 1 1) as [_|no]; [|contradiction].
  assert (exp t = cosh t + sinh t) as -> by (unfold cosh, sinh; field).
  assert (exp (- t) = cosh t - sinh t) as -> by (unfold cosh, sinh; field).
  pose proof (f_equal (Rmult t) unit). split; lra.
Qed.

(** How far the prevalence p may be from 1 / 2, for Warner's device to inform most about it. *)
Definition within_reach (a hit p : R) : Prop :=
  let t := place hit (1 - hit) in
  2 <= a \/
  1 < a < 2 /\ Rabs (1 - 2 * p) * (sinh t * sinh t) * forth_gap (2 * a - 1) t <=
    cosh t * cosh t * turn_gap (2 * a - 1) t \/
  a = 1 /\ Rabs (1 - 2 * p) * (sinh t * sinh t) * (sinh t * cosh t + t) <=
    cosh t * cosh t * (sinh t * cosh t - t).

Lemma has_prices_within_reach : forall a hit p, 1 <= a -> / 2 < hit < 1 -> 0 < p < 1 ->
  let t := place hit (1 - hit) in
  Rabs (1 - 2 * p) * (sinh t * sinh t) * even_gap (budget a) (budget_slope a) t <=
    cosh t * cosh t * odd_gap (budget a) (budget_slope a) t ->
  has_prices a hit (spread p) (spread_slope p).
Proof.
  intros a hit p above range prevalence t small.
  pose proof (place_of_device hit range) as apart. fold t in apart.
  pose proof (budget_bends a ltac:(lra)) as bends.
  apply (prices_by_gaps _ _ (fun s => exp ((2 * a - 1) * s))); [exact bends| | |exact apart|].
  - intros s. apply exp_pos.
  - apply budget_rises. lra.
  - fold t. pose proof (spread_gaps p prevalence t) as gaps. pose proof (cosh_positive t) as cpos.
    assert (0 < even_gap (spread p) (spread_slope p) t) as even.
    { unfold even_gap. enough (steep (spread p) (spread_slope p) (- t) <
        steep (spread p) (spread_slope p) t) by lra.
      apply (strictly_rises _ (fun s => / mean p s ^ 3 * cosh s)); [lra| |].
      - apply steep_slope, spread_bends, prevalence.
      - intros s _. apply Rmult_lt_0_compat; [|apply cosh_positive].
        now apply Rinv_0_lt_compat, pow_lt, mean_above_zero. }
    assert (0 < cosh t * cosh t) as square by now apply Rmult_lt_0_compat.
    assert (cosh t * cosh t * Rabs (odd_gap (spread p) (spread_slope p) t) =
      Rabs (1 - 2 * p) * (sinh t * sinh t) * even_gap (spread p) (spread_slope p) t) as odd.
    { rewrite <- (Rabs_right (cosh t * cosh t)) at 1 by lra. rewrite <- Rabs_mult, gaps.
      rewrite !Rabs_mult, Rabs_Ropp, <- Rabs_mult.
      rewrite (Rabs_right (sinh t * sinh t)), (Rabs_right (even_gap _ _ _)); [ring|lra|].
      pose proof (Rle_0_sqr (sinh t)). unfold Rsqr in *. lra. }
    apply (Rmult_le_reg_l (cosh t * cosh t)); [exact square|].
    rewrite <- Rmult_assoc, odd.
    apply Rmult_le_compat_l with (r := even_gap (spread p) (spread_slope p) t) in small; [|lra].
    lra.
Qed.

(** found/pair/renyi/prevalence: in its region Warner's device informs most about a prevalence. *)
Theorem most_information_of_order : forall a B hit p, of_order a B -> / 2 < hit < 1 ->
  0 < p < 1 -> within_reach a hit p -> device_is_best B (informs p) hit.
Proof.
  intros a B hit p order range prevalence reach.
  pose proof (order_at_least_one a B order) as above.
  destruct (spread_bends_by p prevalence (2 * a - 1) ltac:(lra)) as [bends grows].
  apply (best_by_prices a B _ _ _ _ hit 8 _ order bends); [|assumption|lra|].
  - destruct reach as [two|[[between reach]|[-> reach]]]; [left; apply grows; lra|right|right];
      apply has_prices_within_reach; try assumption.
    + destruct (budget_gaps a (place hit (1 - hit)) ltac:(lra) ltac:(lra)) as [-> ->].
      assert (0 < / (2 * a * (a - 1))) as unit
        by (apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; lra).
      rewrite <- !Rmult_assoc. apply Rmult_le_compat_r; lra.
    + destruct (first_budget_gaps (place hit (1 - hit))) as [-> ->]. exact reach.
  - intros x y posx posy. now apply informs_is_spread.
Qed.

(** At equal shares it does under every budget, and tells the two truths apart best. *)
Theorem farthest_apart_of_order : forall a B hit, of_order a B -> / 2 < hit < 1 ->
  device_is_best B (informs (/ 2)) hit /\ device_is_best B (fun x y => Rabs (x - y)) hit.
Proof.
  intros a B hit order range. pose proof (order_at_least_one a B order) as above.
  assert (device_is_best B (informs (/ 2)) hit) as best.
  { destruct (spread_bends_by (/ 2) ltac:(lra) (2 * a - 1) ltac:(lra)) as [bends _].
    apply (best_by_prices a B _ _ _ _ hit 8 _ order bends); [|assumption|lra|].
    - right. apply has_prices_within_reach; try lra. replace (1 - 2 * / 2) with 0 by field.
      rewrite Rabs_R0, !Rmult_0_l. pose proof (cosh_positive (place hit (1 - hit))).
      apply Rmult_le_pos; [apply Rlt_le; now apply Rmult_lt_0_compat|left].
      apply (odd_gap_positive _ _ (fun s => exp ((2 * a - 1) * s))).
      + apply budget_bends. lra.
      + apply budget_rises. lra.
      + now apply place_of_device.
    - intros x y posx posy. apply informs_is_spread; lra. }
  split; [exact best|]. intros m P inside. specialize (best m P inside).
  destruct inside as (positive & one & two & _). set (s := 2 * hit - 1).
  assert (0 < s < 1) as apart by (unfold s; lra).
  replace (informs (/ 2) hit (1 - hit) + informs (/ 2) (1 - hit) hit) with (4 * s ^ 2) in best
    by (unfold informs, s; field; lra).
  replace (Rabs (hit - (1 - hit)) + Rabs (1 - hit - hit)) with (2 * s)
    by (rewrite (Rabs_right (hit - _)), (Rabs_left (1 - hit - hit)) by lra; unfold s; lra).
  apply Rle_trans with (\sum_(i < m) (/ (4 * s) * informs (/ 2) (P i 0%nat) (P i 1%nat) +
    s / 2 * (P i 0%nat + P i 1%nat))).
  - apply sum_le. intros i small. destruct (positive i small) as [posx posy].
    set (x := P i 0%nat) in *. set (y := P i 1%nat) in *. set (d := Rabs (x - y)). unfold informs.
    replace ((x - y) ^ 2) with (d ^ 2) by (unfold d; rewrite pow2_abs; ring).
    assert (/ (4 * s) * (d ^ 2 / ((1 - / 2) * x + / 2 * y)) + s / 2 * (x + y) - d =
      (d - s * (x + y)) ^ 2 / (2 * s * (x + y))) as gap by (field; lra).
    assert (0 <= (d - s * (x + y)) ^ 2 / (2 * s * (x + y))).
    { apply Rmult_le_pos; [apply pow2_ge_0|]. apply Rlt_le, Rinv_0_lt_compat.
      repeat apply Rmult_lt_0_compat; lra. }
    lra.
  - rewrite sum_plus, !sum_scale, sum_plus, one, two.
    assert (0 < / (4 * s)) as unit by (apply Rinv_0_lt_compat; lra).
    apply Rmult_le_compat_l with (r := / (4 * s)) in best; [|lra].
    replace (/ (4 * s) * (4 * s ^ 2)) with s in best by (field; lra). lra.
Qed.

(** found/pair/renyi: a report of the device tells most about the truth, at all shares. *)
Theorem most_told_of_order : forall a B hit p, of_order a B -> / 2 < hit < 1 -> 0 < p < 1 ->
  device_is_best B (told p) hit.
Proof.
  intros a B hit p order range prevalence. pose proof (order_at_least_one a B order) as above.
  destruct (learned_bends_by p prevalence (2 * a - 1) ltac:(lra)) as [bends less].
  apply (best_by_prices a B _ _ _ _ hit (4 * (1 - p) * p) _ order bends (or_introl less) range).
  - repeat apply Rmult_lt_0_compat; lra.
  - intros x y posx posy. now apply told_is_learned.
Qed.
