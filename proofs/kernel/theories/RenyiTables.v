(** Two truths and budgets of Renyi's orders: which tables inform most about a prevalence. *)

From Coq Require Import Reals Lra Lia.
From Rropt Require Import Sums RenyiPrices RenyiOrders.
Open Scope R_scope.

(** ** Three means of the ratios x / y and (1 - x) / (1 - y) *)

(** Stolarsky's mean, the logarithmic one for the order 1 and the arithmetic for the order 2. *)
Definition mean_of_order (a u v : R) : R :=
  if Req_EM_T a 1 then (u - v) / (ln u - ln v)
  else (a - 1) * (Rpower u a - Rpower v a) / (a * (Rpower u (a - 1) - Rpower v (a - 1))).

(** What budgets of the orders a forth and b back ask more of. *)
Definition mean_forth (a x y : R) : R := mean_of_order a (x / y) ((1 - x) / (1 - y)).
Definition mean_back (b x y : R) : R := / mean_of_order b (y / x) ((1 - y) / (1 - x)).

(** At the prevalence 0 it is harmonic, at 1 arithmetic. *)
Definition mean_at (p x y : R) : R :=
  let w := (1 - p) * x + p * y in (w + x - 2 * w * x) / (w + y - 2 * w * y).

(** ** The slopes of budgets and of information *)

Definition first_at (p x y : R) : R := let w := (1 - p) * x + p * y in w + y - 2 * w * y.
Definition second_at (p x y : R) : R := let w := (1 - p) * x + p * y in w + x - 2 * w * x.

Lemma ratio_at : forall x y, 0 < x -> 0 < y -> x / y = exp (2 * place x y).
Proof.
  intros x y posx posy. unfold place.
  replace (2 * ((ln x - ln y) / 2)) with (ln x + - ln y) by field.
  rewrite exp_plus, exp_Ropp, !exp_ln by assumption. reflexivity.
Qed.

Lemma mean_of_rates : forall a s t, 1 <= a -> s < t ->
  mean_of_order a (exp t) (exp s) = (grown_of a t - grown_of a s) / (risen a t - risen a s) /\
  mean_of_order a (exp s) (exp t) = (grown_of a t - grown_of a s) / (risen a t - risen a s).
Proof.
  intros a s t above less. pose proof (risen_rises a s t above less) as rise.
  unfold mean_of_order, grown_of. unfold risen in *. destruct (Req_EM_T a 1) as [->|other].
  - rewrite !ln_exp, !Rmult_1_l. split; field; lra.
  - unfold Rpower. rewrite !ln_exp.
    assert (0 < exp ((a - 1) * t) - exp ((a - 1) * s)).
    { enough (exp ((a - 1) * s) < exp ((a - 1) * t)) by lra. apply exp_increasing. nra. }
    split; field; lra.
Qed.

Lemma mean_forth_is : forall a x y, 1 <= a -> two_reports x y ->
  mean_forth a x y = second_of a x y / first_of a x y.
Proof.
  intros a x y above two. pose proof (places_apart x y two) as less. destruct two.
  unfold mean_forth. rewrite !ratio_at by lra. now apply mean_of_rates; [|lra].
Qed.

(** Those of the back budget are the rates of the table with the two truths exchanged. *)
Lemma mean_back_is : forall b x y, 1 <= b -> two_reports x y ->
  mean_back b x y = first_of b (1 - y) (1 - x) / second_of b (1 - y) (1 - x).
Proof.
  intros b x y above two. pose proof (places_apart _ _ (truths_exchanged x y two)) as less.
  destruct (rates_positive b (1 - y) (1 - x) above (truths_exchanged x y two)) as [first second].
  destruct two. unfold mean_back.
  replace y with (1 - (1 - y)) at 1 by ring. replace x with (1 - (1 - x)) at 1 by ring.
  rewrite (ratio_at (1 - y)), (ratio_at (1 - (1 - y))) by lra.
  destruct (mean_of_rates b (2 * place (1 - (1 - y)) (1 - (1 - x))) (2 * place (1 - y) (1 - x))
    above ltac:(lra)) as [_ ->].
  unfold first_of, second_of in *. field. lra.
Qed.

(** ** Where prices are not below zero *)

Lemma shares_inside : forall p x y, two_reports x y -> 0 < p < 1 ->
  y < (1 - p) * x + p * y < x /\ 0 < first_at p x y /\ 0 < second_at p x y.
Proof.
  intros p x y [less more] prevalence. unfold first_at, second_at.
  set (w := (1 - p) * x + p * y).
  assert (y < w < x) as range by (unfold w; nra). split; [exact range|].
  split.
  - replace (w + y - 2 * w * y) with (w * (1 - y) + y * (1 - w)) by ring.
    assert (0 < w * (1 - y)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < y * (1 - w)) by (apply Rmult_lt_0_compat; lra). lra.
  - replace (w + x - 2 * w * x) with (w * (1 - x) + x * (1 - w)) by ring.
    assert (0 < w * (1 - x)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < x * (1 - w)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma spread_rates : forall p x y, 0 < x -> 0 < y -> 0 < p < 1 ->
  let w := (1 - p) * x + p * y in
  first_rate (spread p) (spread_slope p) (place x y) = (x - y) * (w + y) / (8 * w ^ 2) /\
  second_rate (spread p) (spread_slope p) (place x y) = - ((x - y) * (w + x) / (8 * w ^ 2)).
Proof.
  intros p x y posx posy prevalence w.
  assert (0 < w) as wpos.
  { unfold w. assert (0 < (1 - p) * x) by (apply Rmult_lt_0_compat; lra).
    assert (0 < p * y) by (apply Rmult_lt_0_compat; lra). lra. }
  pose proof (paid_exp x y posx) as px. pose proof (paid_exp_minus x y posy) as py.
  pose proof (exp_pos ((ln x + ln y) / 2)) as scale. fold (weight x y) in scale.
  pose proof (mean_above_zero p prevalence (place x y)) as mpos. unfold paid in *.
  set (s := weight x y) in *. set (t := place x y) in *.
  unfold w in *. rewrite <- px, <- py in *. clear px py. clearbody s t.
  replace ((1 - p) * (s * exp t) + p * (s * exp (- t))) with (s * mean p t) in *
    by (unfold mean; ring).
  unfold first_rate, second_rate, spread, spread_slope, mean_slope.
  pose proof (exp_both t) as unit. unfold mean in *. pose proof (exp_pos t).
  assert (exp (- t) = / exp t) as other by apply exp_Ropp. rewrite other in *. split; field; nra.
Qed.

Lemma between_means : forall a b p x y, 1 <= a -> 1 <= b -> two_reports x y -> 0 < p < 1 ->
  mean_back b x y <= mean_at p x y <= mean_forth a x y <->
  first_of b (1 - y) (1 - x) * first_at p x y <= second_at p x y * second_of b (1 - y) (1 - x) /\
  second_at p x y * first_of a x y <= second_of a x y * first_at p x y.
Proof.
  intros a b p x y above above' two prevalence. rewrite mean_forth_is, mean_back_is by assumption.
  destruct (rates_positive a x y above two) as [f1 _].
  destruct (rates_positive b _ _ above' (truths_exchanged x y two)) as [_ g2].
  destruct (shares_inside p x y two prevalence) as (_ & n1 & _).
  change (mean_at p x y) with (second_at p x y / first_at p x y).
  assert (forall u v w z, 0 < v -> 0 < z -> u / v <= w / z <-> u * z <= w * v) as crossed.
  { intros u v w z vpos zpos. pose proof (Rmult_lt_0_compat _ _ vpos zpos) as unit. split; intros h.
    - apply (Rmult_le_compat_r (v * z)) in h; [|lra].
      replace (u / v * (v * z)) with (u * z) in h by (field; lra).
      replace (w / z * (v * z)) with (w * v) in h by (field; lra). exact h.
    - apply (Rmult_le_reg_r (v * z)); [exact unit|].
      replace (u / v * (v * z)) with (u * z) by (field; lra).
      replace (w / z * (v * z)) with (w * v) by (field; lra). exact h. }
  rewrite !crossed by assumption. reflexivity.
Qed.

(** ** Tables that are best *)

Section Best.

Variables (a b p x y : R) (F G : R -> R -> R).
Context (order : of_order a F) (order' : of_order b G) (two : two_reports x y).
Context (prevalence : 0 < p < 1).

Lemma priced_information : forall forth back, let w := (1 - p) * x + p * y in
  let k := (x - y) / (2 * (w * (1 - w)) ^ 2) in
  forth * first_of a x y + back * second_of b (1 - y) (1 - x) = k * first_at p x y ->
  forth * second_of a x y + back * first_of b (1 - y) (1 - x) = k * second_at p x y ->
  priced_evenly a b (spread p) (spread_slope p) x y forth back.
Proof.
  intros forth back w k one other.
  pose proof (order_at_least_one a F order). pose proof (order_at_least_one b G order').
  destruct (shares_inside p x y two prevalence) as [range _]. fold w in range.
  destruct two as [less more].
  destruct (spread_rates p x y ltac:(lra) ltac:(lra) prevalence) as [r1 r2].
  destruct (spread_rates p (1 - x) (1 - y) ltac:(lra) ltac:(lra) prevalence) as [r3 r4].
  fold w in r1, r2.
  replace ((1 - p) * (1 - x) + p * (1 - y)) with (1 - w) in r3, r4 by (unfold w; ring).
  apply priced_by_rates; [lra|lra| |].
  - rewrite r1, r3, one. unfold k, first_at. fold w. field. lra.
  - rewrite r2, r4, other. unfold k, second_at. fold w. field. lra.
Qed.

Lemma best_at : forall forth back, priced_evenly a b (spread p) (spread_slope p) x y forth back ->
  0 <= forth -> 0 <= back -> forall m P, table m P ->
  back = 0 \/ \sum_(i < m) G (P i 1%nat) (P i 0%nat) <= pair_sum G y x ->
  forth = 0 \/ \sum_(i < m) F (P i 0%nat) (P i 1%nat) <= pair_sum F x y ->
  \sum_(i < m) informs p (P i 0%nat) (P i 1%nat) <= pair_sum (informs p) x y.
Proof.
  intros forth back even f0 b0.
  pose proof (order_at_least_one a F order). pose proof (order_at_least_one b G order').
  pose proof (spread_bends_by p prevalence (2 * a - 1) (2 * b - 1) ltac:(lra) ltac:(lra)) as bends.
  apply (best_by_prices a b F G _ _ _ _ x y 8 _ forth back order order' two bends even
    (or_intror (conj f0 b0)) ltac:(lra)).
  intros x' y' posx posy. now apply informs_is_spread.
Qed.

Lemma best_between : mean_back b x y <= mean_at p x y <= mean_forth a x y ->
  best_within F G (informs p) x y.
Proof.
  pose proof (order_at_least_one a F order) as above.
  pose proof (order_at_least_one b G order') as above'.
  rewrite between_means by assumption.
  pose proof (rates_apart a b x y above above' two) as apart.
  destruct (rates_positive a x y above two) as [f1 f2].
  destruct (rates_positive b _ _ above' (truths_exchanged x y two)) as [g1 g2].
  destruct (shares_inside p x y two prevalence) as (range & n1 & n2).
  pose proof priced_information as priced_evenly. cbv zeta in priced_evenly.
  set (w := (1 - p) * x + p * y) in *.
  set (k := (x - y) / (2 * (w * (1 - w)) ^ 2)) in *.
  assert (0 < k) as kpos.
  { destruct two. apply Rdiv_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; [lra|].
    apply pow_lt, Rmult_lt_0_compat; lra. }
  intros [low high].
  set (F1 := first_of a x y) in *. set (F2 := second_of a x y) in *.
  set (G1 := first_of b (1 - y) (1 - x)) in *. set (G2 := second_of b (1 - y) (1 - x)) in *.
  set (N1 := first_at p x y) in *. set (N2 := second_at p x y) in *.
  assert (0 < / (F2 * G2 - F1 * G1)) as unit by (apply Rinv_0_lt_compat; lra).
  intros m P inside there again.
  apply (best_at (k * (N2 * G2 - G1 * N1) * / (F2 * G2 - F1 * G1))
    (k * (F2 * N1 - N2 * F1) * / (F2 * G2 - F1 * G1))); auto.
  - apply priced_evenly; field; lra.
  - apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; lra.
  - apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; lra.
Qed.

End Best.

(** ** Tables that are not *)

Lemma falls_at_first : forall f l, derivable_pt_lim f 0 l -> l < 0 ->
  exists d, 0 < d /\ forall e, 0 < e < d -> f e < f 0.
Proof.
  intros f l slope below. destruct (slope (- l) ltac:(lra)) as [d near]. exists d.
  split; [apply cond_pos|]. intros e range. specialize (near e ltac:(lra)).
  rewrite Rabs_right, Rplus_0_l in near by lra. specialize (near ltac:(lra)).
  apply Rabs_def2 in near. destruct near as [near _].
  assert ((f e - f 0) / e < 0) as quotient by lra.
  apply (Rmult_lt_compat_r e) in quotient; [|lra].
  replace ((f e - f 0) / e * e) with (f e - f 0) in quotient by (field; lra). lra.
Qed.

Lemma rises_at_first : forall f l, derivable_pt_lim f 0 l -> 0 < l ->
  exists d, 0 < d /\ forall e, 0 < e < d -> f 0 < f e.
Proof.
  intros f l slope above. destruct (falls_at_first (fun e => - f e) (- l)) as (d & dpos & less).
  - now apply (derivable_pt_lim_opp f).
  - lra.
  - exists d. split; [assumption|]. intros e range. specialize (less e range). lra.
Qed.

Lemma line_slope : forall x i, derivable_pt_lim (fun e => x + e * i) 0 i.
Proof. intros x i. slope. ring. Qed.

Lemma log_slope : forall x i, 0 < x -> derivable_pt_lim (fun e => ln (x + e * i)) 0 (i / x).
Proof.
  intros x i positive. apply (slope_is _ _ (/ (x + 0 * i) * i)).
  - apply (derivable_pt_lim_comp (fun e => x + e * i) ln); [apply line_slope|].
    apply derivable_pt_lim_ln. lra.
  - replace (x + 0 * i) with x by ring. field. lra.
Qed.

Lemma budget_slope_along : forall a F, of_order a F -> exists q r, 0 < q /\
  forall x y i j, 0 < x -> 0 < y -> derivable_pt_lim (fun e => F (x + e * i) (y + e * j)) 0
    (q * (i * risen a (2 * place x y) - j * grown_of a (2 * place x y)) + r * i).
Proof.
  intros a F [[above ->]|[-> ->]].
  - exists (a * (a - 1)), 0. split; [apply Rmult_lt_0_compat; lra|]. intros x y i j posx posy.
    pose proof (log_slope x i posx) as sx. pose proof (log_slope y j posy) as sy.
    set (z := 2 * place x y).
    assert (exp z = x / y) as ratio by (unfold z; now rewrite ratio_at).
    assert (exp (a * ln x + (1 - a) * ln y) = y * exp (a * z)) as power.
    { rewrite <- (exp_ln y posy) at 2. rewrite <- exp_plus. f_equal. unfold z, place. field. }
    assert (exp ((a - 1) * z) = exp (a * z) * y / x) as lower.
    { replace ((a - 1) * z) with (a * z + - z) by ring. rewrite exp_plus, exp_Ropp, ratio.
      field. lra. }
    apply (derivable_pt_lim_ext
      (fun e => exp (a * ln (x + e * i) + (1 - a) * ln (y + e * j)))).
    { intros e. unfold spent, Rpower. apply exp_plus. }
    apply (slope_is _ _ (exp (a * ln (x + 0 * i) + (1 - a) * ln (y + 0 * j)) *
      (a * (i / x) + (1 - a) * (j / y)))).
    + apply (derivable_pt_lim_comp (fun e => a * ln (x + e * i) + (1 - a) * ln (y + e * j)) exp);
        [slope; ring|apply derivable_pt_lim_exp].
    + rewrite !Rmult_0_l, !Rplus_0_r, power. unfold risen, grown_of.
      destruct (Req_EM_T a 1) as [same|other]; [lra|]. rewrite lower. field. lra.
  - exists 1, 1. split; [lra|]. intros x y i j posx posy.
    pose proof (log_slope x i posx) as sx. pose proof (log_slope y j posy) as sy.
    pose proof (line_slope x i) as line. slope.
    unfold risen, grown_of. destruct (Req_EM_T 1 1) as [_|no]; [|contradiction].
    rewrite !Rmult_0_l, !Rplus_0_r, (Rmult_1_l (2 * _)), <- ratio_at by assumption.
    unfold place. field. lra.
Qed.

Lemma budget_rises_along : forall a F x y i j, of_order a F -> two_reports x y ->
  exists q, 0 < q /\ derivable_pt_lim (fun e => pair_sum F (x + e * i) (y + e * j)) 0
    (q * (i * first_of a x y - j * second_of a x y)) /\
  derivable_pt_lim (fun e => pair_sum F (y + e * j) (x + e * i)) 0
    (q * (i * second_of a (1 - y) (1 - x) - j * first_of a (1 - y) (1 - x))).
Proof.
  intros a F x y i j order [less more].
  destruct (budget_slope_along a F order) as (q & r & qpos & along). exists q.
  assert (forall x y i j, 0 < x < 1 -> 0 < y < 1 ->
    derivable_pt_lim (fun e => pair_sum F (x + e * i) (y + e * j)) 0
    (q * (i * first_of a x y - j * second_of a x y))) as general.
  { clear - along. intros x y i j rx ry. unfold pair_sum.
    pose proof (along x y i j ltac:(lra) ltac:(lra)).
    assert (derivable_pt_lim (fun e => F (1 - (x + e * i)) (1 - (y + e * j))) 0
      (q * (- i * risen a (2 * place (1 - x) (1 - y)) -
        - j * grown_of a (2 * place (1 - x) (1 - y))) + r * - i)).
    { apply (derivable_pt_lim_ext (fun e => F (1 - x + e * - i) (1 - y + e * - j))).
      - intros e. f_equal; ring.
      - apply along; lra. }
    slope. unfold first_of, second_of. ring. }
  split; [assumption|]. split; [apply general; lra|].
  apply (slope_is _ _ _ _ (general y x j i ltac:(lra) ltac:(lra))).
  unfold first_of, second_of. replace (1 - (1 - y)) with y by ring.
  replace (1 - (1 - x)) with x by ring. ring.
Qed.

Lemma information_rises_along : forall p x y i j, two_reports x y -> 0 < p < 1 ->
  exists q, 0 < q /\ derivable_pt_lim (fun e => pair_sum (informs p) (x + e * i) (y + e * j)) 0
    (q * (i * first_at p x y - j * second_at p x y)).
Proof.
  intros p x y i j two prevalence. destruct (shares_inside p x y two prevalence) as [range _].
  set (w := (1 - p) * x + p * y) in *. exists ((x - y) / (w * (1 - w)) ^ 2). destruct two.
  split.
  { apply Rdiv_lt_0_compat; [lra|]. apply pow_lt, Rmult_lt_0_compat; lra. }
  assert (forall d m k n, m <> 0 ->
    derivable_pt_lim (fun e => (d + e * k) * (d + e * k) / (m + e * n)) 0
      ((2 * d * k * m - d * d * n) / (m * m))) as quotient.
  { intros d m k n nonzero.
    pose proof (line_slope d k). pose proof (line_slope m n).
    eapply slope_is; [apply slope_over; [slopes|apply line_slope|]|]; cbv beta.
    - lra.
    - unfold Rsqr. field. lra. }
  apply (derivable_pt_lim_ext (fun e =>
    (x - y + e * (i - j)) * (x - y + e * (i - j)) / (w + e * ((1 - p) * i + p * j)) +
    (x - y + e * (i - j)) * (x - y + e * (i - j)) / (1 - w + e * - ((1 - p) * i + p * j)))).
  { intros e. unfold pair_sum, informs, w. f_equal; f_equal; ring. }
  pose proof (quotient (x - y) w (i - j) ((1 - p) * i + p * j) ltac:(lra)).
  pose proof (quotient (x - y) (1 - w) (i - j) (- ((1 - p) * i + p * j)) ltac:(lra)).
  slope. unfold first_at, second_at. fold w.
  replace y with ((w - (1 - p) * x) / p) by (unfold w; field; lra). field. lra.
Qed.

Definition pair_of_reports (x y : R) (i c : nat) : R :=
  match i, c with 0%nat, 0%nat => x | 0%nat, _ => y | _, 0%nat => 1 - x | _, _ => 1 - y end.

Lemma better_beside : forall a b p x y F G i j, of_order a F -> of_order b G ->
  two_reports x y -> 0 < p < 1 -> i * first_of a x y < j * second_of a x y ->
  i * second_of b (1 - y) (1 - x) < j * first_of b (1 - y) (1 - x) ->
  j * second_at p x y < i * first_at p x y -> ~ best_within F G (informs p) x y.
Proof.
  intros a b p x y F G i j order order' two prevalence less less' more best.
  destruct (budget_rises_along a F x y i j order two) as (q & qpos & there & _).
  destruct (budget_rises_along b G x y i j order' two) as (q' & qpos' & _ & again).
  destruct (information_rises_along p x y i j two prevalence) as (u & upos & worth).
  destruct (falls_at_first _ _ there ltac:(nra)) as (d1 & d1pos & spends).
  destruct (falls_at_first _ _ again ltac:(nra)) as (d2 & d2pos & spends').
  destruct (rises_at_first _ _ worth ltac:(nra)) as (d3 & d3pos & gains).
  rewrite !Rmult_0_l, !Rplus_0_r in spends, spends', gains.
  destruct two as [above below]. pose proof (Rabs_pos i). pose proof (Rabs_pos j).
  set (room := Rmin y (1 - x) / (1 + Rabs i + Rabs j)).
  assert (0 < Rmin y (1 - x)) as wide by (apply Rmin_glb_lt; lra).
  assert (0 < room) as roompos by (apply Rdiv_lt_0_compat; lra).
  set (e := Rmin room (Rmin d1 (Rmin d2 d3)) / 2).
  assert (0 < Rmin room (Rmin d1 (Rmin d2 d3))) by (repeat apply Rmin_glb_lt; assumption).
  assert (0 < e) as epos by (unfold e; lra).
  pose proof (Rmin_l room (Rmin d1 (Rmin d2 d3))). pose proof (Rmin_r room (Rmin d1 (Rmin d2 d3))).
  pose proof (Rmin_l d1 (Rmin d2 d3)). pose proof (Rmin_r d1 (Rmin d2 d3)).
  pose proof (Rmin_l d2 d3). pose proof (Rmin_r d2 d3).
  specialize (spends e ltac:(unfold e in *; lra)). specialize (spends' e ltac:(unfold e in *; lra)).
  specialize (gains e ltac:(unfold e in *; lra)).
  assert (forall k, Rabs k <= Rabs i + Rabs j -> Rabs (e * k) < Rmin y (1 - x)) as small.
  { intros k bound. rewrite Rabs_mult, (Rabs_right e) by lra.
    apply Rle_lt_trans with (e * (Rabs i + Rabs j)); [apply Rmult_le_compat_l; lra|].
    assert (room * (1 + Rabs i + Rabs j) = Rmin y (1 - x)) as whole by (unfold room; field; lra).
    rewrite <- whole. assert (e < room) by (unfold e in *; lra).
    apply Rle_lt_trans with (room * (Rabs i + Rabs j)); [apply Rmult_le_compat_r; lra|]. nra. }
  destruct (Rabs_def2 _ _ (small i ltac:(lra))). destruct (Rabs_def2 _ _ (small j ltac:(lra))).
  pose proof (Rmin_l y (1 - x)). pose proof (Rmin_r y (1 - x)).
  specialize (best 2%nat (pair_of_reports (x + e * i) (y + e * j))). simpl in best.
  unfold pair_sum in *. cut (table 2 (pair_of_reports (x + e * i) (y + e * j))).
  { intros inside. specialize (best inside ltac:(lra) ltac:(lra)). lra. }
  repeat split; simpl; try ring; destruct i0 as [|[|i0]]; simpl; lra || lia.
Qed.

(** found/pair/renyi/budgets: a table of two reports informs most about a prevalence, of all that
    spend no more of either budget, exactly where its ratios have a mean between both bounds. *)
Theorem most_information_exactly : forall a b F G x y p, of_order a F -> of_order b G ->
  two_reports x y -> 0 < p < 1 ->
  best_within F G (informs p) x y <-> mean_back b x y <= mean_at p x y <= mean_forth a x y.
Proof.
  intros a b F G x y p order order' two prevalence.
  split; [|now apply best_between]. intros best.
  pose proof (order_at_least_one a F order) as above.
  pose proof (order_at_least_one b G order') as above'.
  rewrite mean_forth_is, mean_back_is by assumption.
  change (mean_at p x y) with (second_at p x y / first_at p x y).
  pose proof (rates_apart a b x y above above' two) as apart.
  destruct (rates_positive a x y above two) as [f1 f2].
  destruct (rates_positive b _ _ above' (truths_exchanged x y two)) as [g1 g2].
  destruct (shares_inside p x y two prevalence) as (_ & n1 & n2).
  pose proof (fun i j => better_beside a b p x y F G i j order order' two prevalence) as better.
  set (F1 := first_of a x y) in *. set (F2 := second_of a x y) in *.
  set (G1 := first_of b (1 - y) (1 - x)) in *. set (G2 := second_of b (1 - y) (1 - x)) in *.
  set (N1 := first_at p x y) in *. set (N2 := second_at p x y) in *.
  set (S := F2 / F1). set (T := G1 / G2). set (M := N2 / N1).
  assert (F2 = S * F1) as fs by (unfold S; field; lra).
  assert (G1 = T * G2) as gs by (unfold T; field; lra).
  assert (N2 = M * N1) as ns by (unfold M; field; lra).
  assert (T < S) as order_of_bounds.
  { apply (Rmult_lt_reg_r (F1 * G2)); [now apply Rmult_lt_0_compat|].
    replace (T * (F1 * G2)) with (F1 * G1) by (rewrite gs; ring).
    replace (S * (F1 * G2)) with (F2 * G2) by (rewrite fs; ring). exact apart. }
  clearbody S T M. rewrite fs, gs, ns in better.
  split; apply Rnot_lt_le; intros out; revert best.
  - apply (better ((M + T) / 2) 1); nra.
  - apply (better (- ((M + S) / 2)) (-1)); nra.
Qed.

(** found/pair/renyi/budgets: where it has the upper bound the budget forth decides alone. *)
Theorem one_budget_decides : forall a F x y p, of_order a F -> two_reports x y -> 0 < p < 1 ->
  mean_at p x y = mean_forth a x y -> forall m P, table m P ->
  \sum_(i < m) F (P i 0%nat) (P i 1%nat) <= pair_sum F x y ->
  \sum_(i < m) informs p (P i 0%nat) (P i 1%nat) <= pair_sum (informs p) x y.
Proof.
  intros a F x y p order two prevalence at_bound m P inside there.
  pose proof (order_at_least_one a F order) as above.
  rewrite mean_forth_is in at_bound by assumption.
  destruct (rates_positive a x y above two) as [f1 f2].
  destruct (shares_inside p x y two prevalence) as (range & n1 & _).
  change (mean_at p x y) with (second_at p x y / first_at p x y) in at_bound.
  set (k := (x - y) / (2 * (((1 - p) * x + p * y) * (1 - ((1 - p) * x + p * y))) ^ 2)).
  assert (0 < k) as kpos.
  { destruct two. apply Rdiv_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; [lra|].
    apply pow_lt, Rmult_lt_0_compat; lra. }
  apply (best_at a a p x y F F order order two prevalence (k * first_at p x y / first_of a x y) 0);
    auto; [|apply Rlt_le, Rdiv_lt_0_compat; [now apply Rmult_lt_0_compat|assumption]|lra].
  apply (priced_information a a p x y F F order order two prevalence); fold k; [field; lra|].
  replace (second_at p x y) with (second_at p x y / first_at p x y * first_at p x y)
    by (field; lra).
  rewrite at_bound. field. lra.
Qed.

(** found/pair/renyi: a table whose first report has both halves of the truths has the largest
    total variation between the same bounds of 1. *)
Theorem farthest_apart_of_order : forall a b F G x y, of_order a F -> of_order b G ->
  two_reports x y -> y < / 2 < x -> mean_back b x y <= 1 <= mean_forth a x y ->
  best_within F G (fun x y => Rabs (x - y)) x y.
Proof.
  intros a b F G x y order order' two halves means m P inside there again.
  set (p := (x - / 2) / (x - y)).
  assert ((1 - p) * x + p * y = / 2) as middle by (unfold p; field; lra).
  assert (0 < p < 1) as prevalence.
  { unfold p. split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_lt_reg_r (x - y)); [lra|].
    replace ((x - / 2) / (x - y) * (x - y)) with (x - / 2) by (field; lra). lra. }
  assert (mean_at p x y = 1) as one by (unfold mean_at; rewrite middle; field; lra).
  rewrite <- one in means.
  pose proof (best_between a b p x y F G order order' two prevalence means m P inside there again)
    as best. destruct inside as (positive & first & second). set (s := x - y).
  assert (0 < s) as apart by (unfold s; lra). unfold pair_sum in *. unfold informs at 2 3 in best.
  replace ((1 - p) * (1 - x) + p * (1 - y)) with (/ 2) in best by lra. rewrite middle in best.
  replace (1 - x - (1 - y)) with (- s) in * by (unfold s; ring). fold s in best. fold s.
  rewrite Rabs_Ropp, (Rabs_right s) by lra.
  apply Rle_trans with (\sum_(i < m) (/ (4 * s) * informs p (P i 0%nat) (P i 1%nat) +
    s * ((1 - p) * P i 0%nat + p * P i 1%nat))).
  - apply sum_le. intros i small. destruct (positive i small) as [posx posy]. unfold informs.
    set (q := (1 - p) * P i 0%nat + p * P i 1%nat). set (d := Rabs (P i 0%nat - P i 1%nat)).
    assert (0 < q) as qpos.
    { unfold q. assert (0 < (1 - p) * P i 0%nat) by (apply Rmult_lt_0_compat; lra).
      assert (0 < p * P i 1%nat) by (apply Rmult_lt_0_compat; lra). lra. }
    replace ((P i 0%nat - P i 1%nat) ^ 2) with (d ^ 2) by (unfold d; rewrite pow2_abs; ring).
    assert (/ (4 * s) * (d ^ 2 / q) + s * q - d = (d - 2 * s * q) ^ 2 / (4 * s * q)) as gap
      by (field; lra).
    assert (0 <= (d - 2 * s * q) ^ 2 / (4 * s * q)).
    { apply Rmult_le_pos; [apply pow2_ge_0|]. apply Rlt_le, Rinv_0_lt_compat.
      repeat apply Rmult_lt_0_compat; lra. }
    lra.
  - rewrite sum_plus, !sum_scale, sum_plus, !sum_scale, first, second.
    assert (0 < / (4 * s)) as unit by (apply Rinv_0_lt_compat; lra).
    apply Rmult_le_compat_l with (r := / (4 * s)) in best; [|lra].
    replace (/ (4 * s) * (s ^ 2 / / 2 + (- s) ^ 2 / / 2)) with s in best by (field; lra). lra.
Qed.

(** ** Warner's device *)

Lemma device_is_table : forall hit, / 2 < hit < 1 -> two_reports hit (1 - hit).
Proof. unfold two_reports. intros. lra. Qed.

Lemma device_weight : forall hit, / 2 < hit < 1 -> let t := place hit (1 - hit) in
  2 * weight hit (1 - hit) * cosh t = 1 /\ 2 * weight hit (1 - hit) * sinh t = 2 * hit - 1.
Proof.
  intros hit range t. pose proof (paid_exp hit (1 - hit) ltac:(lra)) as first.
  pose proof (paid_exp_minus hit (1 - hit) ltac:(lra)) as second.
  unfold paid in *. fold t in first, second. unfold cosh, sinh. lra.
Qed.

Lemma device_shift : forall hit, / 2 < hit < 1 -> let t := place hit (1 - hit) in
  0 < t /\ sinh t = (2 * hit - 1) * cosh t.
Proof.
  intros hit range t. destruct (device_weight hit range) as [whole apart]. fold t in whole, apart.
  split.
  - pose proof (places_apart hit (1 - hit) (device_is_table hit range)) as less.
    replace (1 - (1 - hit)) with hit in less by ring. rewrite (place_mirrored hit) in less.
    fold t in less. lra.
  - rewrite <- apart. transitivity (2 * weight hit (1 - hit) * cosh t * sinh t); [|ring].
    rewrite whole. ring.
Qed.

(** How far the prevalence p may be from 1 / 2, for Warner's device to inform most about it. *)
Definition forth_gap (n t : R) : R := n * (sinh (n * t) * cosh t) - cosh (n * t) * sinh t.
Definition turn_gap (n t : R) : R := n * (cosh (n * t) * sinh t) - sinh (n * t) * cosh t.
Definition within_reach (a hit p : R) : Prop :=
  let t := place hit (1 - hit) in
  2 <= a \/
  1 < a < 2 /\ Rabs (1 - 2 * p) * (sinh t * sinh t) * forth_gap (2 * a - 1) t <=
    cosh t * cosh t * turn_gap (2 * a - 1) t \/
  a = 1 /\ Rabs (1 - 2 * p) * (sinh t * sinh t) * (sinh t * cosh t + t) <=
    cosh t * cosh t * (sinh t * cosh t - t).

Lemma device_rates : forall a hit, a <> 0 -> a <> 1 -> let t := place hit (1 - hit) in
  let f := first_of a hit (1 - hit) in let g := second_of a hit (1 - hit) in
  forth_gap (2 * a - 1) t = a * (a - 1) / 2 * (g + f) /\
  turn_gap (2 * a - 1) t = a * (a - 1) / 2 * (g - f).
Proof.
  intros a hit zero one t f g. unfold f, g, first_of, second_of. clear f g.
  replace (1 - (1 - hit)) with hit by ring. rewrite (place_mirrored hit). fold t.
  unfold forth_gap, turn_gap, risen, grown_of, sinh, cosh.
  destruct (Req_EM_T a 1) as [same|_]; [easy|].
  replace (- ((2 * a - 1) * t)) with ((2 * a - 1) * - t) by ring.
  assert (forall s, exp (a * (2 * s)) = exp ((2 * a - 1) * s) * exp s) as up
    by (intros; rewrite <- exp_plus; f_equal; ring).
  assert (forall s, exp ((a - 1) * (2 * s)) = exp ((2 * a - 1) * s) * exp (- s)) as down
    by (intros; rewrite <- exp_plus; f_equal; ring).
  rewrite !up, !down, Ropp_involutive. split; field; lra.
Qed.

Lemma device_rates_of_first : forall hit, let t := place hit (1 - hit) in
  first_of 1 hit (1 - hit) = 4 * t /\ second_of 1 hit (1 - hit) = 4 * (sinh t * cosh t).
Proof.
  intros hit t. unfold first_of, second_of.
  replace (1 - (1 - hit)) with hit by ring. rewrite (place_mirrored hit). fold t.
  unfold risen, grown_of, sinh, cosh. destruct (Req_EM_T 1 1) as [_|no]; [|contradiction].
  assert (forall s, exp (1 * (2 * s)) = exp s * exp s) as square
    by (intros; rewrite <- exp_plus; f_equal; ring).
  rewrite !square. split; field.
Qed.

Lemma device_between : forall a hit p, 1 <= a -> / 2 < hit < 1 -> 0 < p < 1 ->
  let t := place hit (1 - hit) in
  let f := first_of a hit (1 - hit) in let g := second_of a hit (1 - hit) in
  mean_back a hit (1 - hit) <= mean_at p hit (1 - hit) <= mean_forth a hit (1 - hit) <->
  Rabs (1 - 2 * p) * (sinh t * sinh t) * (g + f) <= cosh t * cosh t * (g - f).
Proof.
  intros a hit p above range prevalence t f g. pose proof (device_is_table hit range) as two.
  rewrite between_means by assumption. replace (1 - (1 - hit)) with hit by ring. fold f g.
  destruct (device_shift hit range) as [_ shift]. fold t in shift.
  destruct (rates_positive a hit (1 - hit) above two) as [fpos gpos]. fold f g in fpos, gpos.
  unfold first_at, second_at. set (s := 2 * hit - 1) in *. set (z := 1 - 2 * p).
  replace ((1 - p) * hit + p * (1 - hit)) with (/ 2 + z * s / 2) by (unfold z, s; field).
  replace (/ 2 + z * s / 2 + (1 - hit) - 2 * (/ 2 + z * s / 2) * (1 - hit))
    with ((1 + z * s ^ 2) / 2)
    by (unfold s; field).
  replace (/ 2 + z * s / 2 + hit - 2 * (/ 2 + z * s / 2) * hit) with ((1 - z * s ^ 2) / 2)
    by (unfold s; field).
  assert (0 < cosh t * cosh t) as unit by (apply Rmult_lt_0_compat; apply cosh_positive).
  replace (Rabs z * (sinh t * sinh t) * (g + f)) with (cosh t * cosh t * (Rabs z * s ^ 2 * (g + f)))
    by (rewrite shift; ring).
  split.
  - intros [low high]. apply Rmult_le_compat_l; [lra|].
    unfold Rabs. destruct (Rcase_abs z); lra.
  - intros bound. apply Rmult_le_reg_l in bound; [|exact unit].
    assert (0 <= s ^ 2 * (g + f)) as size by (apply Rmult_le_pos; [apply pow2_ge_0|lra]).
    pose proof (Rmult_le_compat_r _ _ _ size (Rle_abs z)).
    pose proof (Rmult_le_compat_r _ _ _ size (Rle_abs (- z))) as other. rewrite Rabs_Ropp in other.
    split; lra.
Qed.

(** found/pair/renyi/prevalence: Warner's device informs most exactly in this region. *)
Theorem device_informs_most_exactly : forall a F hit p, of_order a F -> / 2 < hit < 1 ->
  0 < p < 1 -> best_within F F (informs p) hit (1 - hit) <-> within_reach a hit p.
Proof.
  intros a F hit p order range prevalence. pose proof (order_at_least_one a F order) as above.
  pose proof (device_is_table hit range) as two. unfold within_reach.
  destruct (Rle_or_lt 2 a) as [second|below].
  - split; [now left|]. intros _. now apply (most_information_of_second_order a a).
  - rewrite (most_information_exactly a a) by assumption. rewrite device_between by assumption.
    destruct (Req_EM_T a 1) as [->|other].
    + destruct (device_rates_of_first hit) as [-> ->]. split.
      * intros bound. right. right. split; [reflexivity|]. lra.
      * intros [no|[no|[_ bound]]]; lra.
    + destruct (device_rates a hit ltac:(lra) other) as [-> ->].
      assert (0 < a * (a - 1) / 2) as unit by (apply Rmult_lt_0_compat; [nra|lra]).
      set (k := a * (a - 1) / 2) in *. split.
      * intros bound. right. left. split; [lra|].
        apply (Rmult_le_compat_l k) in bound; [|lra]. lra.
      * intros [no|[[_ bound]|[no _]]]; [lra| |lra].
        apply (Rmult_le_reg_l k); [exact unit|]. lra.
Qed.

(** found/pair/renyi: the device has the largest total variation under every budget. *)
Theorem device_is_farthest_apart : forall a F hit, of_order a F -> / 2 < hit < 1 ->
  best_within F F (fun x y => Rabs (x - y)) hit (1 - hit).
Proof.
  intros a F hit order range. pose proof (order_at_least_one a F order) as above.
  pose proof (device_is_table hit range) as two.
  apply (farthest_apart_of_order a a F F hit (1 - hit) order order two); [lra|].
  assert (mean_at (/ 2) hit (1 - hit) = 1) as middle by (unfold mean_at; field; lra).
  cut (mean_back a hit (1 - hit) <= mean_at (/ 2) hit (1 - hit) <= mean_forth a hit (1 - hit));
    [now rewrite middle|].
  apply device_between; [assumption|assumption|lra|]. replace (1 - 2 * / 2) with 0 by field.
  rewrite Rabs_R0, !Rmult_0_l. pose proof (cosh_positive (place hit (1 - hit))).
  apply Rmult_le_pos; [apply Rlt_le; now apply Rmult_lt_0_compat|].
  pose proof (rates_apart a a _ _ above above two) as more.
  replace (1 - (1 - hit)) with hit in more by ring.
  destruct (rates_positive a _ _ above two). nra.
Qed.
