(** Prices that bound every private mechanism on the numbers of [-1, 1]: they charge no report less
    than nothing, and are worth what the random cut reaches. *)

From Coq Require Import Reals Lra FunctionalExtensionality.
From Rropt Require Import Analysis NumberRanges RandomCuts.
Open Scope R_scope.

(** ** The prices: a density over coordinates, and weights at the ends 1 and -1 *)

Definition all_shares (g lo hi : R) : R := odds g * ((hi - lo) / 2) / ((hi + lo) / 2).
Definition share_density (g lo hi w : R) : R := 2 * odds g * (lo * hi) * w / (w ^ 2 + lo * hi) ^ 2.
Definition end_share (g lo hi : R) : R := (1 - all_shares g lo hi) / 2.
Definition end_slope (g lo hi : R) : R :=
  (odds g * ((hi + lo) / 2) - (hi - lo) / 2 * all_shares g lo hi) / 2.
Definition end_constant (g lo hi : R) : R := lo * hi * (1 + all_shares g lo hi) / 2.

(** q v^2 - 2 p v + y: at a coordinate p = x q and y = - lo hi q. *)
Definition price (g lo hi v w : R) : R :=
  share_density g lo hi w * (v ^ 2 - 2 * number (lo * hi) w * v - lo * hi).
Definition end_price (g lo hi side v : R) : R :=
  end_share g lo hi * v ^ 2 - 2 * (side * end_slope g lo hi) * v + end_constant g lo hi.

(** The integral of min(f, g f), with the two ends. *)
Definition least (g f : R) : R := Rmin f (g * f).
Definition least_charge (g lo hi v total : R) : Prop := exists inside,
  integral (fun w => least g (price g lo hi v w)) lo hi inside /\
  total = inside + least g (end_price g lo hi 1 v) + least g (end_price g lo hi (-1) v).

Definition shares_are (g lo hi total : R) : Prop := exists inside,
  integral (share_density g lo hi) lo hi inside /\ total = inside + 2 * end_share g lo hi.

(** Twice the integral of x p, less those of y and of x^2 q. *)
Definition worth_is (g lo hi total : R) : Prop := exists xp y xxq,
  integral (fun w => number (lo * hi) w * (number (lo * hi) w * share_density g lo hi w)) lo hi xp /\
  integral (fun w => - (lo * hi) * share_density g lo hi w) lo hi y /\
  integral (fun w => number (lo * hi) w ^ 2 * share_density g lo hi w) lo hi xxq /\
  total = 2 * (xp + 1 * end_slope g lo hi + -1 * (-1 * end_slope g lo hi)) -
    (y + 2 * end_constant g lo hi) - (xxq + 2 * end_share g lo hi).

(** ** Integrals in pieces *)

Lemma integral_in_pieces : forall m f F k1 k2 a s b, a <= s <= b ->
  (forall w, a <= w <= b -> derivable_pt_lim F w (f w)) ->
  (forall w, a <= w <= b -> continuity_pt f w) -> (forall w, a <= w <= b -> continuity_pt m w) ->
  (forall w, a < w < s -> m w = k1 * f w) -> (forall w, s < w < b -> m w = k2 * f w) ->
  integral m a b (k1 * (F s - F a) + k2 * (F b - F s)).
Proof.
  intros m f F k1 k2 a s b order slope continuous continuous' first second.
  assert (forall k u v, a <= u -> u <= v -> v <= b -> (forall w, u < w < v -> m w = k * f w) ->
    exists i : Riemann_integrable m u v, RiemannInt i = k * (F v - F u)) as piece.
  { intros k u v from to last same.
    assert (integral (fun w => k * f w) u v (k * F v - k * F u)) as [_ [i value]].
    { apply (by_primitive (fun w => k * F w)); [assumption| |].
      - intros w range. apply (derivable_pt_lim_scal F k). apply slope. lra.
      - intros w range. apply (continuity_pt_scal f k). apply continuous. lra. }
    assert (forall w, u <= w <= v -> continuity_pt m w) as inner by (intros; apply continuous'; lra).
    exists (continuity_implies_RiemannInt to inner).
    rewrite (RiemannInt_P18 _ i to same), value. ring. }
  destruct (piece k1 a s ltac:(lra) ltac:(lra) ltac:(lra) first) as [i1 v1].
  destruct (piece k2 s b ltac:(lra) ltac:(lra) ltac:(lra) second) as [i2 v2].
  split; [lra|]. exists (RiemannInt_P24 i1 i2). rewrite <- v1, <- v2. symmetry. apply RiemannInt_P26.
Qed.

Lemma least_continuous : forall g f w, continuity_pt f w -> continuity_pt (fun w => least g (f w)) w.
Proof.
  intros g f w continuous.
  replace (fun w => least g (f w)) with
    (fun w => ((1 + g) * f w - Rabs ((1 - g) * f w)) * / 2).
  - apply (continuity_pt_mult _ (fct_cte (/ 2))); [|apply continuity_pt_const; now intros ? ?].
    apply (continuity_pt_minus (fun w => (1 + g) * f w) (fun w => Rabs ((1 - g) * f w))).
    + now apply (continuity_pt_scal f).
    + apply (continuity_pt_comp (fun w => (1 - g) * f w) Rabs); [|apply Rcontinuity_abs].
      now apply (continuity_pt_scal f).
  - apply functional_extensionality. intros x. unfold least, Rmin, Rabs.
    destruct (Rle_dec (f x) (g * f x)), (Rcase_abs ((1 - g) * f x)); lra.
Qed.

Lemma least_of_positive : forall g f, 1 < g -> 0 <= f -> least g f = 1 * f.
Proof.
  intros g f big sign. unfold least. rewrite Rmin_left; [ring|].
  assert (0 <= (g - 1) * f) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma least_of_negative : forall g f, 1 < g -> f <= 0 -> least g f = g * f.
Proof.
  intros g f big sign. unfold least. apply Rmin_right.
  assert (0 <= (g - 1) * - f) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma least_is_one : forall g f, least g f = f \/ least g f = g * f.
Proof. intros g f. unfold least, Rmin. destruct (Rle_dec f (g * f)); auto. Qed.

(** The slope of (p + q w)/(w^2 + A). *)
Lemma slope_of_quotient : forall p q A w, 0 < A ->
  derivable_pt_lim (fun w => (p + q * w) / (w ^ 2 + A)) w
    ((q * (w ^ 2 + A) - (p + q * w) * (2 * w)) / (w ^ 2 + A) ^ 2).
Proof.
  intros p q A w pos. pose proof (pow2_ge_0 w).
  assert (derivable_pt_lim (fun w => w ^ 2 + A) w (2 * w)) as below.
  { replace (2 * w) with (INR 2 * w ^ 1 + 0) by (simpl; ring).
    apply (derivable_pt_lim_plus (fun w => w ^ 2) (fct_cte A));
      [apply (derivable_pt_lim_pow w 2)|apply derivable_pt_lim_const]. }
  assert (derivable_pt_lim (fun w => p + q * w) w q) as above.
  { replace (derivable_pt_lim (fun w => p + q * w) w q) with
      (derivable_pt_lim (fun w => p + q * w) w (0 + q * 1)) by (f_equal; ring).
    apply (derivable_pt_lim_plus (fct_cte p) (fun w => q * w)); [apply derivable_pt_lim_const|].
    apply (derivable_pt_lim_scal id q). apply derivable_pt_lim_id. }
  pose proof (derivable_pt_lim_div _ _ w _ _ above below ltac:(lra)) as one.
  replace ((q * (w ^ 2 + A) - (p + q * w) * (2 * w)) / (w ^ 2 + A) ^ 2) with
    ((q * (w ^ 2 + A) - 2 * w * (p + q * w)) / Rsqr (w ^ 2 + A)) by (unfold Rsqr; field; lra).
  exact one.
Qed.

Section Lengths.

Variables g lo hi : R.
Context (big : 1 < g) (low : 0 < lo) (order : lo < hi).
Let A := lo * hi.
Let Q := all_shares g lo hi.
Let B := odds g.

Lemma product_pos : 0 < A.
Proof. unfold A. apply Rmult_lt_0_compat; lra. Qed.

Lemma share_density_continuous : forall w, continuity_pt (share_density g lo hi) w.
Proof.
  intros w. pose proof product_pos as pos. pose proof (pow2_ge_0 w) as square. unfold A in pos.
  unfold share_density. reg. apply pow_nonzero. simpl in square. lra.
Qed.
Lemma number_continuous : forall w, 0 < w -> continuity_pt (number A) w.
Proof. intros w pos. unfold number. reg. lra. Qed.
Lemma price_continuous : forall v w, 0 < w -> continuity_pt (price g lo hi v) w.
Proof.
  intros v w pos. unfold price.
  apply (continuity_pt_mult (share_density g lo hi)); [apply share_density_continuous|].
  apply (continuity_pt_minus (fun w => v ^ 2 - 2 * number A w * v) (fct_cte A));
    [|apply continuity_pt_const; now intros ? ?].
  apply (continuity_pt_minus (fct_cte (v ^ 2)) (fun w => 2 * number A w * v));
    [apply continuity_pt_const; now intros ? ?|].
  apply (continuity_pt_mult (fun w => 2 * number A w) (fct_cte v));
    [|apply continuity_pt_const; now intros ? ?].
  apply (continuity_pt_scal (number A) 2). now apply number_continuous.
Qed.

(** ** Coverage *)

Definition price_sum (v w : R) : R := - (B * A) * (v ^ 2 - A) / (w ^ 2 + A) + 2 * v * (B * A) * w / (w ^ 2 + A).

Lemma price_sum_slope : forall v w, 0 < w ->
  derivable_pt_lim (price_sum v) w (price g lo hi v w).
Proof.
  intros v w some. pose proof product_pos as pos. pose proof (pow2_ge_0 w).
  pose proof (slope_of_quotient (- (B * A) * (v ^ 2 - A)) (2 * v * (B * A)) A w pos) as slope.
  replace (price_sum v) with (fun w => (- (B * A) * (v ^ 2 - A) + 2 * v * (B * A) * w) / (w ^ 2 + A)).
  - match type of slope with derivable_pt_lim _ _ ?d => replace (price g lo hi v w) with d; [exact slope|] end.
    unfold price, share_density, number. fold A B. field. split; lra.
  - apply functional_extensionality. intros u. unfold price_sum. unfold Rdiv. ring.
Qed.

(** The sign of a price: (v - w)(v + A / w). *)
Lemma price_sign : forall v w, 0 < w -> exists k, 0 < k /\ price g lo hi v w = k * ((v - w) * (v + A / w)).
Proof.
  intros v w some. pose proof product_pos as pos. pose proof (pow2_ge_0 w).
  exists (share_density g lo hi w). split.
  - unfold share_density. fold A. apply Rdiv_lt_0_compat.
    + assert (0 < odds g) by (unfold odds; apply Rdiv_lt_0_compat; lra).
      apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|assumption].
    + apply pow_lt. lra.
  - unfold price, number. fold A. f_equal. field. lra.
Qed.

Definition inside_value (v : R) : R := let t := clamp lo hi v in
  1 * (price_sum v t - price_sum v lo) + g * (price_sum v hi - price_sum v t).

Lemma clamp_sides : forall v, (clamp lo hi v = v /\ lo <= v <= hi) \/ (clamp lo hi v = lo /\ v <= lo) \/
  (clamp lo hi v = hi /\ hi <= v).
Proof.
  intros v. destruct (Rle_lt_dec v lo).
  - right. left. split; [apply clamp_below; lra|assumption].
  - destruct (Rle_lt_dec hi v).
    + right. right. split; [apply clamp_above; lra|assumption].
    + left. split; [apply clamp_inside; lra|lra].
Qed.

Lemma inside_of_positive : forall v, 0 <= v ->
  integral (fun w => least g (price g lo hi v w)) lo hi (inside_value v).
Proof.
  intros v above. pose proof product_pos as pos.
  assert (lo <= clamp lo hi v <= hi) as range by (apply clamp_range; lra).
  apply (integral_in_pieces _ (price g lo hi v) (price_sum v)); [assumption| | | | |].
  - intros w r. apply price_sum_slope. lra.
  - intros w r. apply price_continuous. lra.
  - intros w r. apply least_continuous, price_continuous. lra.
  - intros w r. apply least_of_positive; [assumption|].
    destruct (price_sign v w ltac:(lra)) as (k & some & ->).
    assert (0 < A / w) by (apply Rdiv_lt_0_compat; lra).
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [|lra].
    destruct (clamp_sides v) as [[e _]|[[e _]|[e more]]]; rewrite e in r; lra.
  - intros w r. apply least_of_negative; [assumption|].
    destruct (price_sign v w ltac:(lra)) as (k & some & ->).
    assert (0 < A / w) by (apply Rdiv_lt_0_compat; lra).
    assert (0 <= k * ((w - v) * (v + A / w))); [|lra].
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [|lra].
    destruct (clamp_sides v) as [[e _]|[[e less]|[e _]]]; rewrite e in r; lra.
Qed.

(** The mirror image: the coordinate of - x is A / w. *)
Lemma inside_of_negative : forall v, 0 <= v ->
  integral (fun w => least g (price g lo hi (- v) w)) lo hi (inside_value v).
Proof.
  intros v above. pose proof product_pos as pos. set (t := clamp lo hi v).
  assert (lo <= t <= hi) as range by (apply clamp_range; lra).
  assert (lo <= A / t <= hi) as range'.
  { unfold A. split; apply Rmult_le_reg_r with t; try lra;
      replace (lo * hi / t * t) with (lo * hi) by (field; lra).
    - apply Rmult_le_compat_l; lra.
    - rewrite Rmult_comm. apply Rmult_le_compat_l; lra. }
  assert (inside_value v = g * (price_sum (- v) (A / t) - price_sum (- v) lo) +
    1 * (price_sum (- v) hi - price_sum (- v) (A / t))) as ->.
  { unfold inside_value. fold t. unfold price_sum, A. field.
    pose proof (pow2_ge_0 t). assert (0 < lo * hi) by exact pos.
    assert (0 < t * t) by (apply Rmult_lt_0_compat; lra).
    assert (0 < lo * hi * (lo * hi)) by (apply Rmult_lt_0_compat; assumption).
    assert (0 < lo * hi * (t * t)) by (apply Rmult_lt_0_compat; assumption).
    assert (0 < lo * lo) by (apply Rmult_lt_0_compat; lra).
    assert (0 < hi * hi) by (apply Rmult_lt_0_compat; lra).
    repeat split; simpl; lra. }
  apply (integral_in_pieces _ (price g lo hi (- v)) (price_sum (- v))); [assumption| | | | |].
  - intros w r. apply price_sum_slope. lra.
  - intros w r. apply price_continuous. lra.
  - intros w r. apply least_continuous, price_continuous. lra.
  - intros w r. apply least_of_negative; [assumption|].
    destruct (price_sign (- v) w ltac:(lra)) as (k & some & ->).
    assert (t < A / w) as more.
    { apply Rmult_lt_reg_r with w; [lra|]. replace (A / w * w) with A by (field; lra).
      apply Rlt_le_trans with (t * (A / t)); [apply Rmult_lt_compat_l; lra|right; field; lra]. }
    assert (0 <= k * ((v + w) * (A / w - v))); [|lra].
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [lra|].
    destruct (clamp_sides v) as [[e _]|[[e less]|[e _]]]; fold t in e; [lra|lra|exfalso].
    assert (A / t = lo) as same by (rewrite e; unfold A; field; lra). lra.
  - intros w r. apply least_of_positive; [assumption|].
    destruct (price_sign (- v) w ltac:(lra)) as (k & some & ->).
    assert (A / w < t) as less.
    { apply Rmult_lt_reg_r with w; [lra|]. replace (A / w * w) with A by (field; lra).
      apply Rle_lt_trans with (t * (A / t)); [right; field; lra|apply Rmult_lt_compat_l; lra]. }
    assert (0 <= k * ((v + w) * (v - A / w))); [|lra].
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [lra|].
    destruct (clamp_sides v) as [[e _]|[[e _]|[e more]]]; fold t in e; [lra|exfalso|lra].
    assert (A / t = hi) as same by (rewrite e; unfold A; field; lra). lra.
Qed.

Context (few : Q <= 1) (fewer : (g - 1) * Q <= 1).

Lemma odds_above_one : 1 < B.
Proof.
  unfold B, odds. apply Rmult_lt_reg_r with (g - 1); [lra|].
  replace ((g + 1) / (g - 1) * (g - 1)) with (g + 1) by (field; lra). lra.
Qed.

Lemma shares_pos : 0 < Q.
Proof.
  pose proof odds_above_one. unfold Q, all_shares. fold B.
  apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra.
Qed.

Lemma slope_pos : 0 <= end_slope g lo hi.
Proof.
  pose proof odds_above_one. unfold end_slope. fold B Q.
  assert (0 <= (hi - lo) / 2 * (1 - Q)) by (apply Rmult_le_pos; lra).
  assert (0 <= (B - 1) * ((hi + lo) / 2)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** The price at -1 is positive for numbers above zero; that at 1 is negative from lo to hi. *)
Lemma far_end : forall v, 0 <= v -> 0 <= end_price g lo hi (-1) v.
Proof.
  intros v above. pose proof slope_pos. pose proof shares_pos. pose proof product_pos as pos.
  unfold end_price, end_share, end_constant. fold Q A.
  assert (0 <= (1 - Q) / 2 * v ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
  assert (0 <= end_slope g lo hi * v) by now apply Rmult_le_pos.
  assert (0 <= A * (1 + Q)) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma near_end : forall v, lo <= v <= hi -> end_price g lo hi 1 v <= 0.
Proof.
  intros v range. pose proof odds_above_one as one.
  set (rho := (hi + lo) / 2). set (c := (hi - lo) / 2).
  assert (end_price g lo hi 1 hi = hi * (rho * (1 - B))) as top.
  { unfold end_price, end_share, end_slope, end_constant. fold B Q. unfold rho, c. field. }
  assert (end_price g lo hi 1 lo = lo * (rho * (1 - B) + 2 * c * Q)) as bottom.
  { unfold end_price, end_share, end_slope, end_constant. fold B Q. unfold rho, c. field. }
  assert (0 < c) as half by (unfold c; lra). assert (c < rho) as wide by (unfold c, rho; lra).
  assert (rho * (1 - B) = - (2 * rho / (g - 1))) as drop by (unfold B, odds; field; lra).
  assert (0 < 2 * rho / (g - 1)) as some by (apply Rdiv_lt_0_compat; lra).
  assert (rho * (1 - B) + 2 * c * Q <= 0) as second.
  { rewrite drop. apply Rmult_le_reg_r with (g - 1); [lra|].
    replace ((- (2 * rho / (g - 1)) + 2 * c * Q) * (g - 1)) with (- (2 * rho) + 2 * c * ((g - 1) * Q))
      by (field; lra).
    assert (2 * c * ((g - 1) * Q) <= 2 * c * 1) by (apply Rmult_le_compat_l; lra). lra. }
  assert (0 <= hi * - (rho * (1 - B))) by (apply Rmult_le_pos; lra).
  assert (0 <= lo * - (rho * (1 - B) + 2 * c * Q)) by (apply Rmult_le_pos; lra).
  assert ((hi - lo) * end_price g lo hi 1 v = (hi - v) * end_price g lo hi 1 lo +
    (v - lo) * end_price g lo hi 1 hi - (hi - lo) * (end_share g lo hi * ((v - lo) * (hi - v)))) as chord
    by (unfold end_price; ring).
  assert (0 <= end_share g lo hi) as share by (unfold end_share; fold Q; lra).
  assert (0 <= (hi - v) * - end_price g lo hi 1 lo) by (apply Rmult_le_pos; lra).
  assert (0 <= (v - lo) * - end_price g lo hi 1 hi) by (apply Rmult_le_pos; lra).
  assert (0 <= (hi - lo) * (end_share g lo hi * ((v - lo) * (hi - v))))
    by (apply Rmult_le_pos; [|apply Rmult_le_pos; [assumption|apply Rmult_le_pos]]; lra).
  apply Rmult_le_reg_l with (hi - lo); lra.
Qed.

Lemma ends_mirrored : forall v, end_price g lo hi 1 (- v) = end_price g lo hi (-1) v /\
  end_price g lo hi (-1) (- v) = end_price g lo hi 1 v.
Proof. intros v. unfold end_price. split; ring. Qed.

(** What a report of number v or - v is charged, v >= 0. *)
Lemma charges_are_covered : forall v, 0 <= v ->
  let total := inside_value v + least g (end_price g lo hi 1 v) + least g (end_price g lo hi (-1) v) in
  0 <= total /\ (lo <= v <= hi -> total = 0).
Proof.
  intros v above total. pose proof shares_pos as some. pose proof odds_above_one as one.
  pose proof product_pos as pos. unfold A in pos.
  assert (0 <= v ^ 2) as square by apply pow2_ge_0.
  pose proof (far_end v above) as far. unfold total. rewrite (least_of_positive g _ big far).
  assert (forall e, lo <= v <= hi -> e = end_price g lo hi 1 v ->
    inside_value v + g * e + 1 * end_price g lo hi (-1) v = 0) as within.
  { intros e range ->. unfold inside_value. rewrite clamp_inside by assumption.
    unfold price_sum, end_price, end_share, end_slope, end_constant, all_shares, B, odds, A. field.
    assert (0 < v * v) by (apply Rmult_lt_0_compat; lra).
    assert (0 < lo * lo) by (apply Rmult_lt_0_compat; lra).
    assert (0 < hi * hi) by (apply Rmult_lt_0_compat; lra). repeat split; simpl; lra. }
  assert (lo <= v <= hi -> inside_value v + least g (end_price g lo hi 1 v) +
    1 * end_price g lo hi (-1) v = 0) as zero.
  { intros range. rewrite least_of_negative; [now apply within|assumption|now apply near_end]. }
  split; [|exact zero].
  destruct (clamp_sides v) as [[_ range]|[[at_lo less]|[at_hi more]]]; [rewrite zero by assumption; lra| |].
  - assert (inside_value v + end_price g lo hi 1 v + 1 * end_price g lo hi (-1) v =
      (g * Q + 1 - Q) * v ^ 2 + (1 - (g - 1) * Q) * A) as first.
    { unfold inside_value. rewrite at_lo.
      unfold price_sum, end_price, end_share, end_slope, end_constant, Q, all_shares, B, odds, A. field.
      assert (0 < lo * lo) by (apply Rmult_lt_0_compat; lra).
      assert (0 < hi * hi) by (apply Rmult_lt_0_compat; lra). repeat split; simpl; lra. }
    assert (inside_value v + g * end_price g lo hi 1 v + 1 * end_price g lo hi (-1) v =
      (g * Q + (g + 1) * ((1 - Q) / 2)) * (v - lo) ^ 2) as second.
    { unfold inside_value. rewrite at_lo.
      unfold price_sum, end_price, end_share, end_slope, end_constant, Q, all_shares, B, odds, A. field.
      assert (0 < lo * lo) by (apply Rmult_lt_0_compat; lra).
      assert (0 < hi * hi) by (apply Rmult_lt_0_compat; lra). repeat split; simpl; lra. }
    assert (0 < (g - 1) * Q) by (apply Rmult_lt_0_compat; lra).
    destruct (least_is_one g (end_price g lo hi 1 v)) as [-> | ->]; [rewrite first|rewrite second].
    + assert (0 <= (g * Q + 1 - Q) * v ^ 2) by (apply Rmult_le_pos; lra).
      assert (0 <= (1 - (g - 1) * Q) * A) by (apply Rmult_le_pos; [lra|unfold A; lra]). lra.
    + apply Rmult_le_pos; [|apply pow2_ge_0].
      assert (0 <= (g + 1) * ((1 - Q) / 2)) by (apply Rmult_le_pos; lra). lra.
  - assert (inside_value v + end_price g lo hi 1 v + 1 * end_price g lo hi (-1) v = v ^ 2 + A) as first.
    { unfold inside_value. rewrite at_hi.
      unfold price_sum, end_price, end_share, end_slope, end_constant, Q, all_shares, B, odds, A. field.
      assert (0 < lo * lo) by (apply Rmult_lt_0_compat; lra).
      assert (0 < hi * hi) by (apply Rmult_lt_0_compat; lra). repeat split; simpl; lra. }
    assert (inside_value v + g * end_price g lo hi 1 v + 1 * end_price g lo hi (-1) v =
      (1 + (g - 1) * ((1 - Q) / 2)) * (v - hi) ^ 2) as second.
    { unfold inside_value. rewrite at_hi.
      unfold price_sum, end_price, end_share, end_slope, end_constant, Q, all_shares, B, odds, A. field.
      assert (0 < lo * lo) by (apply Rmult_lt_0_compat; lra).
      assert (0 < hi * hi) by (apply Rmult_lt_0_compat; lra). repeat split; simpl; lra. }
    destruct (least_is_one g (end_price g lo hi 1 v)) as [-> | ->]; [rewrite first|rewrite second].
    + unfold A. lra.
    + apply Rmult_le_pos; [|apply pow2_ge_0].
      assert (0 <= (g - 1) * ((1 - Q) / 2)) by (apply Rmult_le_pos; lra). lra.
Qed.

End Lengths.

Theorem prices_cover_every_report : forall g lo hi v, 1 < g -> 0 < lo < hi ->
  all_shares g lo hi <= 1 -> (g - 1) * all_shares g lo hi <= 1 ->
  exists total, least_charge g lo hi v total /\ 0 <= total /\ (lo <= Rabs v <= hi -> total = 0).
Proof.
  intros g lo hi v big [low order] few fewer. destruct (Rle_lt_dec 0 v) as [above|below].
  - destruct (charges_are_covered g lo hi big low order few fewer v above) as [nonneg zero].
    eexists. split; [exists (inside_value g lo hi v); split;
      [now apply inside_of_positive|reflexivity]|].
    split; [assumption|]. rewrite Rabs_right by lra. assumption.
  - destruct (charges_are_covered g lo hi big low order few fewer (- v) ltac:(lra)) as [nonneg zero].
    pose proof (inside_of_negative g lo hi big low order (- v) ltac:(lra)) as inside.
    rewrite Ropp_involutive in inside.
    destruct (ends_mirrored g lo hi (- v)) as [one other]. rewrite Ropp_involutive in one, other.
    eexists. split; [exists (inside_value g lo hi (- v)); split; [exact inside|reflexivity]|].
    rewrite one, other, Rabs_left by lra.
    replace (inside_value g lo hi (- v) + least g (end_price g lo hi (-1) (- v)) +
      least g (end_price g lo hi 1 (- v))) with (inside_value g lo hi (- v) +
      least g (end_price g lo hi 1 (- v)) + least g (end_price g lo hi (-1) (- v))) by ring.
    now split.
Qed.

(** ** What the prices are worth *)

Lemma shares_in_all : forall g lo hi, 1 < g -> 0 < lo < hi ->
  integral (share_density g lo hi) lo hi (all_shares g lo hi).
Proof.
  intros g lo hi big lengths. assert (0 < lo * hi) as pos by (apply Rmult_lt_0_compat; lra).
  set (k := - (odds g * (lo * hi))). set (F := fun w => (k + 0 * w) / (w ^ 2 + lo * hi)).
  assert (F hi - F lo = all_shares g lo hi) as <-.
  { unfold F, all_shares, k, odds. field.
    assert (0 < lo * lo) by (apply Rmult_lt_0_compat; lra).
    assert (0 < hi * hi) by (apply Rmult_lt_0_compat; lra). repeat split; simpl; lra. }
  apply by_primitive; [lra| |intros w range; apply share_density_continuous; lra].
  intros w range. pose proof (slope_of_quotient k 0 (lo * hi) w pos) as slope. pose proof (pow2_ge_0 w).
  match type of slope with derivable_pt_lim _ _ ?d =>
    replace (share_density g lo hi w) with d; [exact slope|] end.
  unfold share_density, k. field. lra.
Qed.

Theorem worth_in_all : forall g lo hi, 1 < g -> 0 < lo < hi ->
  shares_are g lo hi 1 /\
  worth_is g lo hi (odds g * (lo * hi) / 2 * ln (hi / lo) + 4 * end_slope g lo hi -
    2 * end_constant g lo hi - 2 * end_share g lo hi).
Proof.
  intros g lo hi big lengths. pose proof (shares_in_all g lo hi big lengths) as shares.
  assert (0 < lo * hi) as pos by (apply Rmult_lt_0_compat; lra).
  split; [exists (all_shares g lo hi); split; [assumption|unfold end_share; field]|].
  set (A := lo * hi) in *. set (B := odds g).
  set (inner := B * A / 2 * ln (hi / lo) - A * all_shares g lo hi).
  assert (forall f : R -> R, (forall w, 0 < w -> f w = number A w ^ 2 * share_density g lo hi w) ->
    (forall w, 0 < w -> continuity_pt f w) -> integral f lo hi inner) as squares.
  { intros f same continuous. set (F := fun w => B * A / 2 * ln w + (B * A * A + 0 * w) / (w ^ 2 + A)).
    assert (F hi - F lo = inner) as <-.
    { assert (ln (hi / lo) = ln hi - ln lo) as log.
      { unfold Rdiv. rewrite ln_mult, ln_Rinv; [ring|lra|lra|apply Rinv_0_lt_compat; lra]. }
      unfold F, inner, all_shares. fold B. rewrite log. unfold A. field.
      assert (0 < lo * hi) by exact pos. assert (0 < lo * lo) by (apply Rmult_lt_0_compat; lra).
      assert (0 < hi * hi) by (apply Rmult_lt_0_compat; lra). repeat split; simpl; lra. }
    apply by_primitive; [lra| |intros w range; apply continuous; lra].
    intros w range. pose proof (pow2_ge_0 w).
    pose proof (derivable_pt_lim_plus (fun w => B * A / 2 * ln w) _ w _ _
      (derivable_pt_lim_scal ln (B * A / 2) w (/ w) (derivable_pt_lim_ln w ltac:(lra)))
      (slope_of_quotient (B * A * A) 0 A w pos)) as slope.
    match type of slope with derivable_pt_lim _ _ ?d => replace (f w) with d; [exact slope|] end.
    rewrite same by lra. unfold number, share_density. fold A B. field. split; lra. }
  assert (forall w, 0 < w -> continuity_pt (number A) w) as continuous.
  { intros w some. unfold number. reg. lra. }
  assert (forall w, continuity_pt (share_density g lo hi) w) as continuous'
    by (intros; apply share_density_continuous; lra).
  exists inner, (- A * all_shares g lo hi), inner. split; [|split; [|split]].
  - apply squares; [intros; fold A; ring|]. intros w some. fold A.
    apply (continuity_pt_mult (number A)); [now apply continuous|].
    apply (continuity_pt_mult (number A)); [now apply continuous|apply continuous'].
  - destruct shares as [order [i value]]. split; [lra|].
    assert (forall w, lo <= w <= hi -> continuity_pt (fun w => - A * share_density g lo hi w) w) as own.
    { intros w _. now apply (continuity_pt_scal (share_density g lo hi)). }
    exists (continuity_implies_RiemannInt order own). rewrite <- value.
    pose proof (RiemannInt_P13 (RiemannInt_P14 lo hi 0) i
      (RiemannInt_P10 (- A) (RiemannInt_P14 lo hi 0) i)) as linear.
    rewrite RiemannInt_P15 in linear.
    transitivity (RiemannInt (RiemannInt_P10 (- A) (RiemannInt_P14 lo hi 0) i)); [|rewrite linear; ring].
    apply RiemannInt_P18; [assumption|]. intros w _. unfold fct_cte. apply eq_sym, Rplus_0_l.
  - apply squares; [intros; fold A; ring|]. intros w some.
    replace (fun w => number (lo * hi) w ^ 2 * share_density g lo hi w) with
      (fun w => number A w * (number A w * share_density g lo hi w))
      by (apply functional_extensionality; intros; fold A; ring).
    apply (continuity_pt_mult (number A)); [now apply continuous|].
    apply (continuity_pt_mult (number A)); [now apply continuous|apply continuous'].
  - unfold inner. fold B. field.
Qed.

Theorem prices_are_worth :
  (forall g lo hi e, small_form g lo hi e ->
     shares_are g lo hi 1 /\ worth_is g lo hi (odds g * coth (/ odds g) - 1)) /\
  forall g c lo hi e, middle_form g c lo hi e -> 1 / c = g - (g + 1) / 2 * ln ((g + 2) / g) ->
    shares_are g lo hi 1 /\ worth_is g lo hi ((2 - g + g * (g + 2) * c) / (g - 1)).
Proof.
  split.
  - intros g lo hi e form. pose proof form as (big & -> & -> & _).
    destruct (proj1 cuts_have_a_law _ _ _ _ form) as (_ & _ & log & _).
    destruct (coth_above_one g big) as [_ above]. set (r := coth (/ odds g)) in *.
    destruct (worth_in_all g (r - 1) (r + 1) big ltac:(lra)) as [one worth].
    split; [assumption|]. rewrite log in worth.
    match type of worth with worth_is _ _ _ ?m => assert (m = odds g * r - 1) as value;
      [|rewrite value in worth; exact worth] end.
    unfold end_slope, end_constant, end_share, all_shares, odds. field. repeat split; lra.
  - intros g c lo hi e form inverse.
    destruct (middle_lengths g c lo hi e form) as (big & lengths & _ & _).
    destruct (worth_in_all g lo hi big lengths) as [one worth]. split; [assumption|].
    destruct form as (_ & range & _ & -> & -> & _).
    replace ((g + 2) * c / (g * c)) with ((g + 2) / g) in worth by (field; lra).
    set (L := ln ((g + 2) / g)) in *.
    assert (L = (g - 1 / c) * 2 / (g + 1)) as log by (rewrite inverse; field; lra). rewrite log in worth.
    match type of worth with worth_is _ _ _ ?m => assert (m = (2 - g + g * (g + 2) * c) / (g - 1)) as value;
      [|rewrite value in worth; exact worth] end.
    unfold end_slope, end_constant, end_share, all_shares, odds. field. repeat split; lra.
Qed.
