(** No private mechanism on all numbers of [-1, 1] does better than prices: nothing is asked of how its
    likelihoods depend on the number, but that privacy bounds them. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Number Analysis NumberRanges RandomCuts NumberPrices
  UnbiasedReports.
Open Scope R_scope.

(** Reports with the numbers v, private at the level g and unbiased at every number x. *)
Definition reports_on_interval (m : nat) (g : R) (v : nat -> R) (P : nat -> R -> R) : Prop :=
  (forall x, -1 <= x <= 1 -> law m (fun i => P i x) /\ \sum_(i < m) (v i * P i x) = x) /\
  forall i x z, (i < m)%nat -> -1 <= x <= 1 -> -1 <= z <= 1 -> P i x <= g * P i z.
Definition variance_of (m : nat) (v : nat -> R) (P : nat -> R -> R) (x : R) : R :=
  \sum_(i < m) ((v i - x) ^ 2 * P i x).

(** ** Sums of integrals *)

Lemma integral_with : forall f h a b u t l, integral f a b u -> integral h a b t ->
  integral (fun w => f w + l * h w) a b (u + l * t).
Proof.
  intros f h a b u t l [order [i value]] [_ [j value']]. split; [assumption|].
  exists (RiemannInt_P10 l i j). rewrite (RiemannInt_P13 i j (RiemannInt_P10 l i j)). congruence.
Qed.

Lemma integral_order : forall f h a b u t, integral f a b u -> integral h a b t ->
  (forall w, a < w < b -> f w <= h w) -> u <= t.
Proof.
  intros f h a b u t [order [i <-]] [_ [j <-]] less. now apply RiemannInt_P19.
Qed.

(** ** What privacy says of a report: its likelihoods lie between a number and g times it *)

Lemma least_likelihood : forall g (p : R -> R), 1 < g ->
  (forall x, -1 <= x <= 1 -> 0 <= p x) ->
  (forall x z, -1 <= x <= 1 -> -1 <= z <= 1 -> p x <= g * p z) ->
  exists M, 0 <= M /\ forall x, -1 <= x <= 1 -> M <= p x <= g * M.
Proof.
  intros g p big above ratio.
  destruct (completeness (fun y => exists x, -1 <= x <= 1 /\ y = p x)) as [L [upper least]].
  - exists (g * p 0). intros y (x & range & ->). apply ratio; lra.
  - exists (p 0), 0. split; [lra|reflexivity].
  - assert (g * (L / g) = L) as whole by (field; lra). exists (L / g). split.
    + apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; lra].
      apply Rle_trans with (p 0); [apply above; lra|]. apply upper. exists 0. split; [lra|reflexivity].
    + intros x range. rewrite whole. split.
      * apply Rmult_le_reg_l with g; [lra|]. rewrite whole. apply least.
        intros y (z & range' & ->). now apply ratio.
      * apply upper. now exists x.
Qed.

Lemma least_likelihoods : forall m g v P, 1 < g -> reports_on_interval m g v P ->
  exists M : nat -> R, forall i, (i < m)%nat ->
    0 <= M i /\ forall x, -1 <= x <= 1 -> M i <= P i x <= g * M i.
Proof.
  intros m g v P big [laws ratio].
  assert (forall n, (n <= m)%nat -> exists M : nat -> R, forall i, (i < n)%nat ->
    0 <= M i /\ forall x, -1 <= x <= 1 -> M i <= P i x <= g * M i) as some; [|now apply (some m)].
  induction n as [|n IH]; intros small; [exists (fun _ => 0); intros; lia|].
  destruct (IH ltac:(lia)) as [M all].
  destruct (least_likelihood g (P n) big) as (last & pos & range).
  - intros x inside. destruct (laws x inside) as [[above _] _]. apply above. lia.
  - intros x z inside inside'. apply ratio; [lia|assumption|assumption].
  - exists (fun i => if Nat.eq_dec i n then last else M i). intros i below.
    destruct (Nat.eq_dec i n) as [->|other]; [now split|]. apply all. lia.
Qed.

Lemma least_below : forall g f M l, 1 < g -> 0 <= M -> M <= l <= g * M -> M * least g f <= f * l.
Proof.
  intros g f M l big pos [low high]. unfold least. destruct (Rle_lt_dec 0 f) as [up|down].
  - apply Rle_trans with (M * f); [apply Rmult_le_compat_l; [assumption|apply Rmin_l]|].
    rewrite Rmult_comm. now apply Rmult_le_compat_l.
  - apply Rle_trans with (M * (g * f)); [apply Rmult_le_compat_l; [assumption|apply Rmin_r]|].
    replace (M * (g * f)) with (f * (g * M)) by ring. apply Rmult_le_compat_neg_l; lra.
Qed.

Section Prices.

Variables (g lo hi : R).
Context (big : 1 < g) (low : 0 < lo) (order : lo < hi) (short : (hi - lo) / 2 <= 1).
Context (few : all_shares g lo hi <= 1) (fewer : (g - 1) * all_shares g lo hi <= 1).

Let ends (t : R) : R := least g (end_price g lo hi 1 t) + least g (end_price g lo hi (-1) t).

Lemma charges_in_all : forall m (v M : nat -> R), (forall i, (i < m)%nat -> 0 <= M i) ->
  exists inside,
    integral (fun w => \sum_(i < m) (M i * least g (price g lo hi (v i) w))) lo hi inside /\
    0 <= inside + \sum_(i < m) (M i * ends (v i)).
Proof.
  induction m as [|m IH]; intros v M above.
  - exists (0 * (hi - lo)). split; [apply (integral_of_constant 0); lra|]. simpl. lra.
  - destruct (IH v M) as (inside & whole & nonneg); [intros; apply above; lia|].
    destruct (prices_cover_every_report g lo hi (v m) big (conj low order) few fewer)
      as (total & (own & part & ->) & paid & _).
    exists (inside + M m * own). split; [now apply integral_with|]. simpl.
    assert (0 <= M m * (own + least g (end_price g lo hi 1 (v m)) + least g (end_price g lo hi (-1) (v m))))
      by (apply Rmult_le_pos; [apply above; lia|assumption]).
    unfold ends at 2. lra.
Qed.

Lemma number_inside : forall w, lo <= w <= hi -> -1 <= number (lo * hi) w <= 1.
Proof.
  intros w range. assert (0 < w) as pos by lra. unfold number.
  assert (lo * hi / w * w = lo * hi) as back by (field; lra).
  assert (lo <= lo * hi / w) by (apply Rmult_le_reg_r with w; [assumption|]; rewrite back; nra).
  assert (lo * hi / w <= hi) by (apply Rmult_le_reg_r with w; [assumption|]; rewrite back; nra).
  lra.
Qed.

(** The price of a number q v^2 - 2 p v + y, summed over the reports. *)
Lemma paid_at : forall m v P worst x q p y, reports_on_interval m g v P ->
  -1 <= x <= 1 -> variance_of m v P x <= worst -> 0 <= q ->
  \sum_(i < m) ((q * v i ^ 2 - 2 * p * v i + y) * P i x) <= q * (worst + x ^ 2) - 2 * p * x + y.
Proof.
  intros m v P worst x q p y [laws _] range less pos. destruct (laws x range) as [[_ one] mean].
  change (sum m (fun i => P i x) = 1) in one. unfold variance_of in less.
  rewrite (sum_ext m _ (fun i => v i ^ 2 * P i x - 2 * x * (v i * P i x) + x ^ 2 * P i x)) in less
    by (intros; ring).
  rewrite sum_plus, sum_minus, !sum_scale, one, mean in less.
  rewrite (sum_ext m _ (fun i => q * (v i ^ 2 * P i x) - 2 * p * (v i * P i x) + y * P i x))
    by (intros; ring).
  rewrite sum_plus, sum_minus, !sum_scale, one, mean.
  assert (q * (\sum_(i < m) (v i ^ 2 * P i x)) <= q * (worst + x ^ 2))
    by (apply Rmult_le_compat_l; lra). lra.
Qed.

Theorem continuum_bound : forall m v P worst, reports_on_interval m g v P ->
  (forall x, -1 <= x <= 1 -> variance_of m v P x <= worst) ->
  odds g * (lo * hi) / 2 * ln (hi / lo) + 4 * end_slope g lo hi - 2 * end_constant g lo hi -
    2 * end_share g lo hi <= worst.
Proof.
  intros m v P worst given all.
  destruct (least_likelihoods m g v P big given) as [M between].
  destruct (charges_in_all m v M) as (inside & charged & nonneg); [intros i small; now apply between|].
  destruct (worth_in_all g lo hi big (conj low order)) as
    [(Q & shares & one) (xp & y & xxq & first & second & third & ->)].
  assert (forall w, 0 < w -> 0 <= share_density g lo hi w) as density.
  { intros w pos. unfold share_density, odds. assert (0 < lo * hi) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (g + 1) / (g - 1)) by (apply Rdiv_lt_0_compat; lra).
    set (B := (g + 1) / (g - 1)) in *. clearbody B. apply Rmult_le_pos; [repeat apply Rmult_le_pos; lra|].
    apply Rlt_le, Rinv_0_lt_compat, pow_lt. pose proof (pow2_ge_0 w). lra. }
  assert (inside <= 0 * (hi - lo) + worst * Q + 1 * xxq + -2 * xp + 1 * y) as within.
  { pose proof (integral_with _ _ _ _ _ _ 1 (integral_with _ _ _ _ _ _ (-2) (integral_with _ _ _ _ _ _ 1
      (integral_with _ _ _ _ _ _ worst (integral_of_constant 0 lo hi (Rlt_le _ _ order)) shares)
      third) first) second) as right.
    apply (integral_order _ _ _ _ _ _ charged right). intros w range. cbv beta.
    set (x := number (lo * hi) w). pose proof (number_inside w ltac:(lra)) as place. fold x in place.
    pose proof (density w ltac:(lra)) as q. set (s := share_density g lo hi w) in *.
    eapply Rle_trans.
    - apply (sum_le m _ (fun i => (s * v i ^ 2 - 2 * (x * s) * v i + - (lo * hi) * s) * P i x)).
      intros i small. destruct (between i small) as [pos likely].
      replace (s * v i ^ 2 - 2 * (x * s) * v i + - (lo * hi) * s) with (price g lo hi (v i) w)
        by (unfold price; fold x s; ring).
      apply least_below; auto.
    - eapply Rle_trans; [apply (paid_at m v P worst x s (x * s) _ given place (all x place) q)|].
      apply Req_le. ring. }
  assert (forall side, side = 1 \/ side = -1 ->
    \sum_(i < m) (M i * least g (end_price g lo hi side (v i))) <=
    end_share g lo hi * (worst + 1) - 2 * end_slope g lo hi + end_constant g lo hi) as at_ends.
  { intros side which. assert (-1 <= side <= 1) as place by (destruct which; lra).
    assert (side ^ 2 = 1) as square by (destruct which as [-> | ->]; ring).
    assert (0 <= end_share g lo hi) as share by (unfold end_share; lra).
    eapply Rle_trans.
    - apply (sum_le m _ (fun i => (end_share g lo hi * v i ^ 2 - 2 * (side * end_slope g lo hi) * v i +
        end_constant g lo hi) * P i side)).
      intros i small. destruct (between i small) as [pos likely]. apply least_below; auto.
    - eapply Rle_trans; [apply (paid_at m v P worst side _ _ _ given place (all side place) share)|].
      rewrite square. apply Req_le.
      replace (2 * (side * end_slope g lo hi) * side) with (2 * end_slope g lo hi * side ^ 2) by ring.
      rewrite square. ring. }
  pose proof (at_ends 1 (or_introl eq_refl)). pose proof (at_ends (-1) (or_intror eq_refl)).
  unfold ends in nonneg.
  rewrite (sum_ext m _ (fun i => M i * least g (end_price g lo hi 1 (v i)) +
    M i * least g (end_price g lo hi (-1) (v i)))) in nonneg by (intros; ring).
  rewrite sum_plus in nonneg.
  assert (worst * (Q + 2 * end_share g lo hi) = worst * 1) by (now rewrite <- one). lra.
Qed.

End Prices.

(** Prices of some of the numbers alone (kind "windows"). *)
Theorem numbers_bound : forall m k g v P (q p y x : nat -> R) worst, (0 < k)%nat -> 1 <= g -> law k q ->
  (forall t, 0 <= minima k g (fun j => q j * t ^ 2 - 2 * p j * t + y j)) ->
  (forall j, (j < k)%nat -> -1 <= x j <= 1) -> reports_on_interval m g v P ->
  (forall z, -1 <= z <= 1 -> variance_of m v P z <= worst) ->
  \sum_(j < k) (2 * x j * p j - y j - q j * x j ^ 2) <= worst.
Proof.
  intros m k g v P q p y x worst some big is_law covered inside [laws ratio] all.
  apply (proj2 (prices_below k g q p y x some big is_law covered) m v (fun i j => P i (x j))).
  - split; [|split].
    + intros j small. now apply laws, inside.
    + intros i small. split.
      * intros j here. destruct (laws (x j) (inside j here)) as [[above _] _]. now apply above.
      * intros a b here there. apply ratio; auto.
    + intros j small. now apply laws, inside.
  - intros j small. now apply (all (x j)), inside.
Qed.

(** The random cut of any lengths that leave room: its variance is nowhere above the one that is said. *)
Theorem variance_of_any_cut : forall g lo hi x, 1 < g -> 0 < lo < hi ->
  let c := (hi - lo) / 2 in let rho := (hi + lo) / 2 in let e := 1 - (1 - c) ^ 2 / lo in
  c <= 1 -> 1 - c <= lo -> 2 <= hi -> -1 <= x <= 1 ->
  exists var, variance_of_reports g lo hi e x var /\
    var <= (2 + (g + 1) * (rho - c) * (rho - 1 + c) / rho) / (g - 1).
Proof.
  intros g lo hi x big [low order] c rho e short room wide range.
  assert (0 < c) as some by (unfold c; lra).
  assert ((1 - c) ^ 2 / lo <= 1 - c) as less.
  { apply Rmult_le_reg_r with lo; [assumption|].
    replace ((1 - c) ^ 2 / lo * lo) with ((1 - c) * (1 - c)) by (field; lra).
    apply Rmult_le_compat_l; lra. }
  assert (0 <= (1 - c) ^ 2 / lo)
    by (apply Rmult_le_pos; [apply pow2_ge_0|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (c <= e <= 1) as fits by (unfold e; lra).
  exists (base_moment g lo hi e + growth lo hi e x - x ^ 2). split.
  - exists x, (base_moment g lo hi e + growth lo hi e x).
    split; [apply cut_is_unbiased; auto|]. split; [apply second_moment; auto|ring].
  - assert (base_moment g lo hi e = (2 + (g + 1) * (rho - c) * (rho - 1 + c) / rho) / (g - 1)) as <-.
    { unfold base_moment, e, rho, c. field. repeat split; lra. }
    enough (growth lo hi e x <= x ^ 2) by lra. unfold growth. fold c.
    replace (hi - lo) with (2 * c) by (unfold c; field).
    assert (x ^ 2 = Rabs x ^ 2) as -> by (rewrite <- !Rsqr_pow2; apply Rsqr_abs).
    assert (0 <= Rabs x <= 1) as size.
    { split; [apply Rabs_pos|]. unfold Rabs; destruct (Rcase_abs x); lra. }
    set (z := Rabs x) in *. destruct (Rle_dec z c); [lra|]. destruct (Rle_dec z e) as [near|far].
    + pose proof (pow2_ge_0 (z - c)). lra.
    + assert (c ^ 2 + 2 * c * (e - c) = 1 - hi * (1 - e)) as meet.
      { unfold e. replace hi with (lo + 2 * c) by (unfold c; field). field. lra. }
      rewrite meet. assert (0 <= (1 - z) * (hi - 1 - z)) by (apply Rmult_le_pos; lra). lra.
Qed.
