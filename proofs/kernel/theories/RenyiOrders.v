(** Two truths and Renyi budgets of any orders: every table of two reports is best for many uses. *)

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

Lemma paid_left_over : forall alpha beta forth back B C U x y, 0 < x -> 0 < y ->
  paid (left_over alpha beta forth back B C U) x y =
  alpha / 2 * (x + y) + beta / 2 * (x - y) + forth * paid B x y + back * paid C y x - paid U x y.
Proof.
  intros alpha beta forth back B C U x y posx posy.
  pose proof (paid_exp x y posx) as px. pose proof (paid_exp_minus x y posy) as py.
  unfold paid in *. rewrite (weight_mirrored x y), (place_mirrored x y).
  unfold left_over, cosh, sinh. set (w := weight x y) in *. set (t := place x y) in *.
  clearbody w t. rewrite <- px, <- py. field.
Qed.

(** ** Tables that spend no more than a table of two reports *)

Definition table (m : nat) (P : nat -> nat -> R) : Prop :=
  (forall i, (i < m)%nat -> 0 < P i 0%nat /\ 0 < P i 1%nat) /\
  \sum_(i < m) P i 0%nat = 1 /\ \sum_(i < m) P i 1%nat = 1.

(** Of the reports with the likelihoods x, y and 1 - x, 1 - y. *)
Definition pair_sum (U : R -> R -> R) (x y : R) : R := U x y + U (1 - x) (1 - y).

(** Of all tables that spend no more of the budget F forth and of G back no one is worth more. *)
Definition best_within (F G U : R -> R -> R) (x y : R) : Prop := forall m P, table m P ->
  \sum_(i < m) F (P i 0%nat) (P i 1%nat) <= pair_sum F x y ->
  \sum_(i < m) G (P i 1%nat) (P i 0%nat) <= pair_sum G y x ->
  \sum_(i < m) U (P i 0%nat) (P i 1%nat) <= pair_sum U x y.

Definition two_reports (x y : R) : Prop := 0 < y < x /\ x < 1.

Lemma places_apart : forall x y, two_reports x y -> place (1 - x) (1 - y) < place x y.
Proof.
  intros x y [less more]. unfold place. assert (ln y < ln x) by (apply ln_increasing; lra).
  assert (ln (1 - x) < ln (1 - y)) by (apply ln_increasing; lra). lra.
Qed.

Lemma covered : forall alpha beta forth back B C U x y, two_reports x y ->
  (forall t, 0 <= left_over alpha beta forth back B C U t) ->
  left_over alpha beta forth back B C U (place x y) = 0 ->
  left_over alpha beta forth back B C U (place (1 - x) (1 - y)) = 0 ->
  forall m P, table m P ->
  forth * (\sum_(i < m) paid B (P i 0%nat) (P i 1%nat)) +
    back * (\sum_(i < m) paid C (P i 1%nat) (P i 0%nat)) <=
    forth * pair_sum (paid B) x y + back * pair_sum (paid C) y x ->
  \sum_(i < m) paid U (P i 0%nat) (P i 1%nat) <= pair_sum (paid U) x y.
Proof.
  intros alpha beta forth back B C U x y [less more] cover right left m P
    (positive & one & two) spent.
  assert (paid (left_over alpha beta forth back B C U) x y = 0) as first
    by (unfold paid; rewrite right; ring).
  assert (paid (left_over alpha beta forth back B C U) (1 - x) (1 - y) = 0) as second
    by (unfold paid; rewrite left; ring).
  rewrite paid_left_over in first, second by lra.
  apply Rle_trans with (\sum_(i < m) (alpha / 2 * (P i 0%nat + P i 1%nat) +
    beta / 2 * (P i 0%nat - P i 1%nat) + forth * paid B (P i 0%nat) (P i 1%nat) +
    back * paid C (P i 1%nat) (P i 0%nat))).
  - apply sum_le. intros i small. destruct (positive i small) as [posx posy].
    pose proof (paid_left_over alpha beta forth back B C U _ _ posx posy) as equal.
    assert (0 <= paid (left_over alpha beta forth back B C U) (P i 0%nat) (P i 1%nat)).
    { apply Rmult_le_pos; [apply Rlt_le, exp_pos|apply cover]. }
    lra.
  - rewrite !sum_plus, !sum_scale, sum_plus, sum_minus, one, two. unfold pair_sum in *. lra.
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

Lemma budget_paid : forall a B m (x y : nat -> R), of_order a B ->
  (forall i, (i < m)%nat -> 0 < x i) ->
  \sum_(i < m) B (x i) (y i) = unit_of a * (\sum_(i < m) paid (budget a) (x i) (y i)).
Proof.
  intros a B m x y order positive. rewrite <- sum_scale. apply sum_ext. intros i small.
  now apply paid_budget, positive.
Qed.

(** ** What one more of a likelihood spends *)

Definition risen (a z : R) : R := if Req_EM_T a 1 then z else exp ((a - 1) * z) / (a - 1).
Definition grown_of (a z : R) : R := exp (a * z) / a.

Lemma budget_rates : forall a s t, 0 < a ->
  first_rate (budget a) (budget_slope a) t - first_rate (budget a) (budget_slope a) s =
    (risen a (2 * t) - risen a (2 * s)) / 4 /\
  second_rate (budget a) (budget_slope a) t - second_rate (budget a) (budget_slope a) s =
    (grown_of a (2 * s) - grown_of a (2 * t)) / 4.
Proof.
  intros a s t positive.
  assert (forall z, exp ((2 * a - 1) * z) * exp (- z) = exp ((a - 1) * (2 * z))) as less
    by (intros; rewrite <- exp_plus; f_equal; ring).
  assert (forall z, exp ((2 * a - 1) * z) * exp z = exp (a * (2 * z))) as more
    by (intros; rewrite <- exp_plus; f_equal; ring).
  unfold first_rate, second_rate, budget, budget_slope, risen, grown_of.
  destruct (Req_EM_T a 1) as [->|other].
  - pose proof (exp_both s). pose proof (exp_both t). rewrite !Rmult_1_l.
    assert (forall z, exp (2 * z) = exp z * exp z) as square
      by (intros; rewrite <- exp_plus; f_equal; ring).
    rewrite !square. split; [|field].
    pose proof (f_equal (Rmult s) (exp_both s)). pose proof (f_equal (Rmult t) (exp_both t)). lra.
  - rewrite <- !less, <- !more. split; field; lra.
Qed.

Lemma risen_rises : forall a s t, 1 <= a -> s < t -> risen a s < risen a t.
Proof.
  intros a s t above less. unfold risen. destruct (Req_EM_T a 1) as [|other]; [assumption|].
  assert (0 < a - 1) by lra. apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|].
  apply exp_increasing. now apply Rmult_lt_compat_l.
Qed.

Lemma risen_rate : forall a t, derivable_pt_lim (risen a) t (exp ((a - 1) * t)).
Proof.
  intros a t. unfold risen. destruct (Req_EM_T a 1) as [->|other].
  - apply (slope_is _ _ 1); [apply slope_identity|]. replace ((1 - 1) * t) with 0 by ring.
    now rewrite exp_0.
  - unfold Rdiv. slope. field. lra.
Qed.

Lemma grown_rate : forall a t, 0 < a -> derivable_pt_lim (grown_of a) t (exp (a * t)).
Proof. intros a t positive. unfold grown_of, Rdiv. slope. field. lra. Qed.

(** The mean growth / rise of two numbers is above the geometric one. *)
Lemma grows_more : forall a s t, 1 <= a -> s < t ->
  exp ((s + t) / 2) * (risen a t - risen a s) < grown_of a t - grown_of a s.
Proof.
  intros a s t above less. set (m := (s + t) / 2). set (r := (t - s) / 2).
  assert (0 < r) as wide by (unfold r; lra).
  replace t with (m + 1 * r) by (unfold m, r; field).
  replace s with (m + (-1) * r) by (unfold m, r; field).
  enough (0 < grown_of a (m + 1 * r) - grown_of a (m + -1 * r) -
    exp m * (risen a (m + 1 * r) - risen a (m + -1 * r))) by lra.
  set (q := fun z => grown_of a (m + 1 * z) - grown_of a (m + -1 * z) -
    exp m * (risen a (m + 1 * z) - risen a (m + -1 * z))).
  replace 0 with (q 0) by (unfold q; rewrite !Rmult_0_r; ring).
  assert (forall f f' c z, (forall t, derivable_pt_lim f t (f' t)) ->
    derivable_pt_lim (fun u => f (m + c * u)) z (c * f' (m + c * z))) as inside.
  { intros f f' c z slope. apply (slope_is _ _ (f' (m + c * z) * c)); [|ring].
    apply (derivable_pt_lim_comp (fun u => m + c * u) f); [slope; ring|apply slope]. }
  apply (strictly_rises q (fun z => exp (a * m) * ((exp (a * z) - exp ((a - 1) * z)) *
    (1 - exp (- (2 * a - 1) * z)))) 0 r wide).
  - intros z. pose proof (inside _ _ 1 z (fun t => grown_rate a t ltac:(lra))).
    pose proof (inside _ _ (-1) z (fun t => grown_rate a t ltac:(lra))).
    pose proof (inside _ _ 1 z (risen_rate a)). pose proof (inside _ _ (-1) z (risen_rate a)).
    unfold q. slope.
    assert (forall A B C D : R, A * ((B - C) * (1 - D)) = A * B - A * C - A * (B * D) + A * (C * D))
      as -> by (intros; ring).
    assert (forall A B C : R, A * (1 * B - -1 * C) = A * B + A * C) as -> by (intros; ring).
    rewrite <- !exp_plus.
    replace (m + (a - 1) * (m + 1 * z)) with (a * m + (a - 1) * z) by ring.
    replace (m + (a - 1) * (m + -1 * z)) with (a * m + - (a - 1) * z) by ring.
    replace (a * m + (a * z + - (2 * a - 1) * z)) with (a * m + - (a - 1) * z) by ring.
    replace (a * m + ((a - 1) * z + - (2 * a - 1) * z)) with (a * (m + -1 * z)) by ring.
    replace (a * m + a * z) with (a * (m + 1 * z)) by ring.
    ring.
  - intros z range. apply Rmult_lt_0_compat; [apply exp_pos|]. apply Rmult_lt_0_compat.
    + enough (exp ((a - 1) * z) < exp (a * z)) by lra. apply exp_increasing. lra.
    + enough (exp (- (2 * a - 1) * z) < exp 0) by (rewrite exp_0 in *; lra).
      apply exp_increasing. nra.
Qed.

(** What a worth must be for its prices to cover every report: it bends by 1 / v, ... *)
Definition bends_by (n n' : R) (U U1 v v1 : R -> R) : Prop := exists v2,
  bent U U1 (fun t => / v t) /\ (forall t, 0 < v t) /\
  (forall t, derivable_pt_lim v t (v1 t)) /\ (forall t, derivable_pt_lim v1 t (v2 t)) /\
  (forall t, 0 < v2 t + 2 * n * v1 t + n ^ 2 * v t) /\
  (forall t, 0 < v2 t - 2 * n' * v1 t + n' ^ 2 * v t).

(** ... and either less than the budgets do, or with prices that are not below zero. *)
Definition grows_less (n n' : R) (v v1 : R -> R) : Prop :=
  forall t, - (n * v t) < v1 t < n' * v t.

(** At these prices of the budgets more of a likelihood is worth what it costs. *)
Definition priced_evenly (a b : R) (U U1 : R -> R) (x y forth back : R) : Prop :=
  even_rates (budget a) (budget_slope a) (budget b) (budget_slope b) U U1
    (place (1 - x) (1 - y)) (place x y) forth back.

Lemma best_by_prices : forall a b F G U U1 v v1 x y u W forth back, of_order a F ->
  of_order b G -> two_reports x y -> bends_by (2 * a - 1) (2 * b - 1) U U1 v v1 ->
  priced_evenly a b U U1 x y forth back ->
  grows_less (2 * a - 1) (2 * b - 1) v v1 \/ 0 <= forth /\ 0 <= back ->
  0 < u -> (forall x y, 0 < x -> 0 < y -> W x y = u * paid U x y) ->
  forall m P, table m P ->
  back = 0 \/ \sum_(i < m) G (P i 1%nat) (P i 0%nat) <= pair_sum G y x ->
  forth = 0 \/ \sum_(i < m) F (P i 0%nat) (P i 1%nat) <= pair_sum F x y ->
  \sum_(i < m) W (P i 0%nat) (P i 1%nat) <= pair_sum W x y.
Proof.
  intros a b F G U U1 v v1 x y u W forth back order order' two
    (v2 & worth & vpos & s1 & s2 & con & con') even signs upos same m P inside again there.
  pose proof (order_at_least_one a F order) as above.
  pose proof (order_at_least_one b G order') as above'.
  destruct (prices_cover (2 * a - 1) (2 * b - 1) (place (1 - x) (1 - y)) (place x y) forth back
    (budget a) (budget_slope a) (budget b) (budget_slope b) U U1 v v1 v2
    ltac:(now apply places_apart) (budget_bends a ltac:(lra)) (budget_bends b ltac:(lra))
    worth vpos s1 s2 con con' even) as (alpha & beta & f0 & b0 & cover & right & left).
  { destruct signs as [growth|signs]; [|intros; exact signs].
    exact (prices_by_growth _ _ _ _ v v1 vpos s1 growth). }
  pose proof (covered alpha beta forth back _ _ U x y two cover right left m P inside) as best.
  destruct two as [less more]. destruct inside as (positive & _).
  assert (\sum_(i < m) W (P i 0%nat) (P i 1%nat) =
    u * (\sum_(i < m) paid U (P i 0%nat) (P i 1%nat))) as ->.
  { rewrite <- sum_scale. apply sum_ext. intros i small. apply same; apply positive, small. }
  unfold pair_sum at 1. rewrite !same by lra. rewrite <- Rmult_plus_distr_l.
  apply Rmult_le_compat_l; [lra|]. apply best.
  rewrite (budget_paid a F m _ _ order) in there by (intros; now apply positive).
  rewrite (budget_paid b G m _ _ order') in again by (intros; now apply positive).
  destruct (paid_budget a F x y order ltac:(lra)) as [unit _].
  destruct (paid_budget b G x y order' ltac:(lra)) as [unit' _].
  unfold pair_sum in *.
  repeat rewrite (fun x y less => proj2 (paid_budget a F x y order less)) in there by lra.
  repeat rewrite (fun x y less => proj2 (paid_budget b G x y order' less)) in again by lra.
  rewrite <- Rmult_plus_distr_l in again, there. apply Rplus_le_compat.
  - destruct there as [->|there]; [lra|]. apply Rmult_le_compat_l; [assumption|].
    now apply (Rmult_le_reg_l (unit_of a)).
  - destruct again as [->|again]; [lra|]. apply Rmult_le_compat_l; [assumption|].
    now apply (Rmult_le_reg_l (unit_of b)).
Qed.

(** Such prices exist: the budgets pay for both likelihoods in different ways. *)
(** Where the likelihoods of the first report rise by i and j, and those of the second fall, the
    budget of the order a rises by a multiple of first_of * i - second_of * j; the budget back rises
    by one of second_of * i - first_of * j, of the table with both truths exchanged. *)
Definition first_of (a x y : R) : R :=
  risen a (2 * place x y) - risen a (2 * place (1 - x) (1 - y)).
Definition second_of (a x y : R) : R :=
  grown_of a (2 * place x y) - grown_of a (2 * place (1 - x) (1 - y)).
Lemma truths_exchanged : forall x y, two_reports x y -> two_reports (1 - y) (1 - x).
Proof. unfold two_reports. intros. lra. Qed.

Lemma rates_positive : forall a x y, 1 <= a -> two_reports x y ->
  0 < first_of a x y /\ 0 < second_of a x y.
Proof.
  intros a x y above two. pose proof (places_apart x y two) as less. unfold first_of, second_of.
  pose proof (risen_rises a (2 * place (1 - x) (1 - y)) (2 * place x y) above ltac:(lra)).
  pose proof (grows_more a (2 * place (1 - x) (1 - y)) (2 * place x y) above ltac:(lra)) as more.
  pose proof (exp_pos ((2 * place (1 - x) (1 - y) + 2 * place x y) / 2)). split; [lra|].
  apply Rlt_trans with (2 := more). apply Rmult_lt_0_compat; lra.
Qed.

(** The two directions pay for the likelihoods in different ways. *)
Lemma rates_apart : forall a b x y, 1 <= a -> 1 <= b -> two_reports x y ->
  first_of a x y * first_of b (1 - y) (1 - x) < second_of a x y * second_of b (1 - y) (1 - x).
Proof.
  intros a b x y above above' two. pose proof (places_apart x y two) as less.
  pose proof (places_apart _ _ (truths_exchanged x y two)) as less'.
  destruct (rates_positive a x y above two) as [p1 _].
  destruct (rates_positive b _ _ above' (truths_exchanged x y two)) as [p2 _].
  unfold first_of, second_of in *.
  replace (1 - (1 - y)) with y in * by ring. replace (1 - (1 - x)) with x in * by ring.
  rewrite (place_mirrored x y) in *. rewrite (place_mirrored (1 - x)) in *.
  set (low := place (1 - x) (1 - y)) in *. set (high := place x y) in *.
  pose proof (grows_more a (2 * low) (2 * high) above ltac:(lra)) as m1.
  pose proof (grows_more b (2 * - high) (2 * - low) above' ltac:(lra)) as m2.
  set (e := exp ((2 * low + 2 * high) / 2)) in *.
  set (e' := exp ((2 * - high + 2 * - low) / 2)) in *.
  assert (e * e' = 1) as unit by (unfold e, e'; rewrite <- exp_plus, <- exp_0; f_equal; field).
  assert (0 < e /\ 0 < e') as [epos epos'] by (split; apply exp_pos).
  set (f := risen a (2 * high) - risen a (2 * low)) in *.
  set (g := risen b (2 * - low) - risen b (2 * - high)) in *.
  replace (f * g) with (e * f * (e' * g))
    by (transitivity (f * g * (e * e')); [ring|rewrite unit; ring]).
  apply Rmult_le_0_lt_compat; try assumption; apply Rlt_le; now apply Rmult_lt_0_compat.
Qed.

Lemma priced_by_rates : forall a b U U1 x y forth back, 0 < a -> 0 < b ->
  let rise rate := rate (place x y) - rate (place (1 - x) (1 - y)) in
  forth * first_of a x y + back * second_of b (1 - y) (1 - x) = 4 * rise (first_rate U U1) ->
  forth * second_of a x y + back * first_of b (1 - y) (1 - x) = - (4 * rise (second_rate U U1)) ->
  priced_evenly a b U U1 x y forth back.
Proof.
  intros a b U U1 x y forth back apos bpos rise one two. unfold rise in *. clear rise.
  unfold first_of, second_of in *.
  replace (1 - (1 - y)) with y in * by ring. replace (1 - (1 - x)) with x in * by ring.
  rewrite (place_mirrored x y), (place_mirrored (1 - x)) in *.
  set (low := place (1 - x) (1 - y)) in *. set (high := place x y) in *.
  destruct (budget_rates a low high apos) as [r1 r2].
  destruct (budget_rates b (- low) (- high) bpos) as [r3 r4].
  unfold priced_evenly, even_rates. fold low high. rewrite r1, r2, r3, r4. split; lra.
Qed.

Lemma prices_exist : forall a b U U1 x y, 1 <= a -> 1 <= b -> two_reports x y ->
  exists forth back, priced_evenly a b U U1 x y forth back.
Proof.
  intros a b U U1 x y above above' two. pose proof (rates_apart a b x y above above' two) as apart.
  set (rise := fun rate : R -> R => rate (place x y) - rate (place (1 - x) (1 - y))).
  destruct (two_prices (first_of a x y) (second_of b (1 - y) (1 - x)) (second_of a x y)
    (first_of b (1 - y) (1 - x)) (4 * rise (first_rate U U1)) (- (4 * rise (second_rate U U1)))
    ltac:(lra)) as (forth & back & one & other).
  exists forth, back. apply priced_by_rates; assumption || lra.
Qed.

Lemma best_by_growth : forall a b F G U U1 v v1 x y u W, of_order a F -> of_order b G ->
  two_reports x y -> bends_by (2 * a - 1) (2 * b - 1) U U1 v v1 ->
  grows_less (2 * a - 1) (2 * b - 1) v v1 ->
  0 < u -> (forall x y, 0 < x -> 0 < y -> W x y = u * paid U x y) -> best_within F G W x y.
Proof.
  intros a b F G U U1 v v1 x y u W order order' two bends growth upos same m P inside there again.
  destruct (prices_exist a b U U1 x y (order_at_least_one a F order) (order_at_least_one b G order')
    two) as (forth & back & even).
  exact (best_by_prices a b F G U U1 v v1 x y u W forth back order order' two bends even
    (or_introl growth) upos same m P inside (or_intror again) (or_intror there)).
Qed.

(** ** Divergences of an order *)

Lemma power_bends : forall n n' m U U1, - n' < m < n -> bent U U1 (fun t => exp (m * t)) ->
  let v := fun t => exp (- m * t) in let v1 := fun t => - m * exp (- m * t) in
  bends_by n n' U U1 v v1 /\ grows_less n n' v v1.
Proof.
  intros n n' m U U1 between bends v v1.
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
    + replace (_ + _) with ((n' + m) ^ 2 * exp (- m * t)) by ring. apply grows, pow_lt. lra.
  - intros t. unfold v, v1. pose proof (grows (n - m) t ltac:(lra)).
    pose proof (grows (n' + m) t ltac:(lra)). lra.
Qed.

(** found/pair/renyi: a table of two reports has the largest divergence of every order c from
    1 - b to a of all that spend no more, of the order a forth and of the order b back. *)
Theorem farthest_of_lower_order : forall a b F G x y, of_order a F -> of_order b G ->
  two_reports x y ->
  (forall c, 1 - b < c < a -> c <> 0 -> c <> 1 ->
    best_within F G (fun x y => spent c x y / (c * (c - 1))) x y) /\
  (1 < a -> best_within F G (fun x y => x * (ln x - ln y)) x y) /\
  (1 < b -> best_within F G (fun x y => y * (ln y - ln x)) x y).
Proof.
  intros a b F G x y order order' two. pose proof (order_at_least_one a F order) as above.
  pose proof (order_at_least_one b G order') as above'. split; [|split].
  - intros c between zero one.
    destruct (power_bends (2 * a - 1) (2 * b - 1) (2 * c - 1) (budget c) (budget_slope c))
      as [bends less]; [lra|now apply budget_bends|].
    apply (best_by_growth a b F G _ _ _ _ x y 4 _ order order' two bends less); [lra|].
    intros x' y' posx posy. unfold budget. destruct (Req_EM_T c 1) as [same|_]; [lra|].
    rewrite <- paid_power. unfold paid. field. lra.
  - intros more. destruct (power_bends (2 * a - 1) (2 * b - 1) (2 * 1 - 1) (budget 1)
      (budget_slope 1)) as [bends less]; [lra|apply budget_bends; lra|].
    apply (best_by_growth a b F G _ _ _ _ x y 4 _ order order' two bends less); [lra|].
    intros x' y' posx posy. unfold budget. destruct (Req_EM_T 1 1) as [_|no]; [|contradiction].
    now apply paid_log.
  - intros more. destruct (power_bends (2 * a - 1) (2 * b - 1) (- (2 * 1 - 1))
      (fun t => budget 1 (- t)) (fun t => - budget_slope 1 (- t))) as [bends less]; [lra| |].
    + intros t. destruct (bent_mirrored _ _ _ (budget_bends 1 ltac:(lra)) t) as [value slope].
      replace (- (2 * 1 - 1) * t) with ((2 * 1 - 1) * - t) by ring. now split.
    + apply (best_by_growth a b F G _ _ _ _ x y 4 _ order order' two bends less); [lra|].
      intros x' y' posx posy. unfold budget. destruct (Req_EM_T 1 1) as [_|no]; [|contradiction].
      rewrite paid_log by assumption. unfold paid.
      now rewrite (weight_mirrored y'), (place_mirrored x').
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

Lemma learned_bends_by : forall n n', 1 <= n -> 1 <= n' ->
  bends_by n n' learned learned_slope mean mean_slope /\ grows_less n n' mean mean_slope.
Proof.
  intros n n' above above'. pose proof mean_grows as grows.
  pose proof mean_above_zero as positive. split.
  - exists mean. split; [exact learned_bends|].
    repeat split; auto using mean_rate, mean_slope_rate; intros t;
      specialize (grows t); specialize (positive t).
    + assert (0 <= (n - 1) ^ 2 * mean t) by (apply Rmult_le_pos; [apply pow2_ge_0|lra]). nra.
    + assert (0 <= (n' - 1) ^ 2 * mean t) by (apply Rmult_le_pos; [apply pow2_ge_0|lra]). nra.
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

Lemma spread_bends_by : forall n n', 0 < n -> 0 < n' ->
  bends_by n n' spread spread_slope (fun t => mean t ^ 3) (fun t => 3 * mean t ^ 2 * mean_slope t).
Proof.
  intros n n' above above'. pose proof mean_above_zero as positive.
  exists (fun t => 6 * mean t * mean_slope t ^ 2 + 3 * mean t ^ 3).
  split; [exact spread_bends|]. repeat split; intros t; specialize (positive t);
    pose proof (mean_rate t); pose proof (mean_slope_rate t); pose proof (mean_and_slope t).
  - now apply pow_lt.
  - simpl. slope. ring.
  - simpl. slope. ring.
  - replace (_ + _) with (mean t * ((n * mean t + 3 * mean_slope t) ^ 2 +
      3 * (mean t * mean t - mean_slope t * mean_slope t))) by ring.
    apply Rmult_lt_0_compat; [assumption|].
    pose proof (pow2_ge_0 (n * mean t + 3 * mean_slope t)). nra.
  - replace (_ + _) with (mean t * ((n' * mean t - 3 * mean_slope t) ^ 2 +
      3 * (mean t * mean t - mean_slope t * mean_slope t))) by ring.
    apply Rmult_lt_0_compat; [assumption|].
    pose proof (pow2_ge_0 (n' * mean t - 3 * mean_slope t)). nra.
Qed.

Lemma spread_grows_less : forall n n', 3 <= n -> 3 <= n' ->
  grows_less n n' (fun t => mean t ^ 3) (fun t => 3 * mean t ^ 2 * mean_slope t).
Proof.
  intros n n' three three' t. pose proof (mean_above_zero t). pose proof (mean_grows t) as grows.
  assert (0 < mean t ^ 2) by now apply pow_lt.
  assert (0 < mean t ^ 2 * (n' * mean t - 3 * mean_slope t)) by (apply Rmult_lt_0_compat; nra).
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

End Prevalence.

(** found/pair/renyi: a report of two tells most about the truth, at all shares. *)
Theorem most_told_of_order : forall a b F G x y p, of_order a F -> of_order b G ->
  two_reports x y -> 0 < p < 1 -> best_within F G (told p) x y.
Proof.
  intros a b F G x y p order order' two prevalence.
  pose proof (order_at_least_one a F order). pose proof (order_at_least_one b G order').
  destruct (learned_bends_by p prevalence (2 * a - 1) (2 * b - 1) ltac:(lra) ltac:(lra))
    as [bends less].
  apply (best_by_growth a b F G _ _ _ _ x y (4 * (1 - p) * p) _ order order' two bends less).
  - repeat apply Rmult_lt_0_compat; lra.
  - intros x' y' posx posy. now apply told_is_learned.
Qed.

(** found/pair/renyi/prevalence: from the order 2 on it informs most about every prevalence. *)
Theorem most_information_of_second_order : forall a b F G x y p, of_order a F -> of_order b G ->
  2 <= a -> 2 <= b -> two_reports x y -> 0 < p < 1 -> best_within F G (informs p) x y.
Proof.
  intros a b F G x y p order order' above above' two prevalence.
  pose proof (spread_bends_by p prevalence (2 * a - 1) (2 * b - 1) ltac:(lra) ltac:(lra)) as bends.
  apply (best_by_growth a b F G _ _ _ _ x y 8 _ order order' two bends).
  - apply spread_grows_less; lra.
  - lra.
  - intros x' y' posx posy. now apply informs_is_spread.
Qed.
