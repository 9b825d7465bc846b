(** Coverage of a convex utility on simplices that are halved until, at the vertices of each, one
    linear form below the charge is at least the utility ("simplices"). *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Rays Conditions RenyiPrices.
Open Scope R_scope.

Definition simplex := nat -> nat -> R.

(** A mixture of the first K vertices, with weights that are not negative. *)
Definition inside (k K : nat) (V : simplex) (r : nat -> R) : Prop :=
  exists s, (forall i, (i < K)%nat -> 0 <= s i) /\
    forall j, (j < k)%nat -> r j = \sum_(i < K) (s i * V i j).

Definition replaced (V : simplex) (a : nat) (v : nat -> R) : simplex :=
  fun i => if Nat.eq_dec i a then v else V i.

Definition middle (V : simplex) (a b : nat) : nat -> R := fun j => (V a j + V b j) / 2.

Definition total (K : nat) (s : nat -> R) : R := \sum_(i < K) (s i).

Definition quadratic (K : nat) (M : nat -> nat -> R) (s : nat -> R) : R :=
  \sum_(i < K) \sum_(j < K) (s i * s j * M i j).

Definition weights_of (K : nat) (s : nat -> R) : Prop := forall i, (i < K)%nat -> 0 <= s i.

(** What a checker shows of a simplex: a form below the charge c that is above u at its vertices; a
    quadratic form below what the charge is beyond u, homogeneous with the sum of the weights, that
    is nowhere negative; or one of these of both halves. *)
Inductive shown (k K : nat) (u c : (nat -> R) -> R) : simplex -> Prop :=
  | passes : forall V w, (forall i, (i < K)%nat -> u (V i) <= dot k w (V i)) ->
      (forall r, nonnegative k r -> dot k w r <= c r) -> shown k K u c V
  | formed : forall V M, 0 <= c (fun _ => 0) ->
      (forall s, weights_of K s -> 0 <= quadratic K M s) ->
      (forall s, weights_of K s -> 0 < total K s -> let r := fun j => \sum_(i < K) (s i * V i j) in
        total K s * u r + quadratic K M s <= total K s * c r) -> shown k K u c V
  | halved : forall V a b, (a < K)%nat -> (b < K)%nat -> a <> b ->
      shown k K u c (replaced V a (middle V a b)) -> shown k K u c (replaced V b (middle V a b)) ->
      shown k K u c V.

Lemma half_holds : forall k K V a b s, (a < K)%nat -> (b < K)%nat -> a <> b ->
  (forall i, (i < K)%nat -> 0 <= s i) -> s a <= s b ->
  inside k K (replaced V a (middle V a b)) (fun j => \sum_(i < K) (s i * V i j)).
Proof.
  intros k K V a b s first second differ nonneg less.
  exists (fun i => if Nat.eq_dec i a then 2 * s a else if Nat.eq_dec i b then s b - s a else s i).
  split.
  - intros i small. specialize (nonneg a first) as low. specialize (nonneg i small).
    destruct (Nat.eq_dec i a); [lra|]. destruct (Nat.eq_dec i b); lra.
  - intros j _. rewrite (sum_ext K (fun i => _ * replaced V a (middle V a b) i j) (fun i =>
      s i * V i j + (at_index a i * (s a * V b j) + at_index b i * (- (s a * V b j))))).
    + rewrite !sum_plus. rewrite (sum_pick K (fun _ => s a * V b j)) by assumption.
      rewrite (sum_pick K (fun _ => - (s a * V b j))) by assumption. lra.
    + intros i _. unfold replaced, middle, at_index.
      destruct (Nat.eq_dec i a) as [->|no].
      * destruct (Nat.eq_dec a a) as [_|wrong]; [|contradiction].
        destruct (Nat.eq_dec b a); [now subst|]. field.
      * destruct (Nat.eq_dec a i) as [->|_]; [contradiction|].
        destruct (Nat.eq_dec i b) as [->|other].
        -- destruct (Nat.eq_dec b b) as [_|wrong]; [ring|contradiction].
        -- destruct (Nat.eq_dec b i) as [->|_]; [contradiction|ring].
Qed.

Lemma inside_same : forall k K V r r', (forall j, (j < k)%nat -> r j = r' j) ->
  inside k K V r' -> inside k K V r.
Proof.
  intros k K V r r' same (s & nonneg & mixed). exists s. split; [assumption|].
  intros j small. rewrite same by assumption. now apply mixed.
Qed.

(** A row of a simplex lies in one of its halves. *)
Lemma halves_hold : forall k K V a b r, (a < K)%nat -> (b < K)%nat -> a <> b -> inside k K V r ->
  inside k K (replaced V a (middle V a b)) r \/ inside k K (replaced V b (middle V a b)) r.
Proof.
  intros k K V a b r first second differ (s & nonneg & mixed).
  destruct (Rle_dec (s a) (s b)) as [less|more].
  - left. apply inside_same with (fun j => \sum_(i < K) (s i * V i j)); [assumption|].
    now apply half_holds.
  - right. apply inside_same with (fun j => \sum_(i < K) (s i * V i j)); [assumption|].
    assert (s b <= s a) as less by lra.
    destruct (half_holds k K V b a s second first (not_eq_sym differ) nonneg less)
      as (t & above & equal).
    exists t. split; [assumption|]. intros j small. rewrite (equal j small).
    apply sum_ext. intros i _. unfold replaced, middle.
    destruct (Nat.eq_dec i b); [|reflexivity]. field.
Qed.

Lemma replaced_nonnegative : forall k K V a b i, (a < K)%nat -> (b < K)%nat ->
  (forall i, (i < K)%nat -> nonnegative k (V i)) -> (i < K)%nat -> forall e,
  nonnegative k (replaced V e (middle V a b) i).
Proof.
  intros k K V a b i first second nonneg small e j inner. unfold replaced, middle.
  specialize (nonneg a first j inner) as one. specialize (nonneg b second j inner) as two.
  destruct (Nat.eq_dec i e); [lra|]. now apply nonneg.
Qed.

(** A convex, homogeneous function is nowhere above a linear one that is above it at the vertices. *)
Lemma vertices_decide : forall k u w K V, gauge k u -> u (fun _ => 0) <= 0 ->
  (forall i, (i < K)%nat -> nonnegative k (V i)) ->
  (forall i, (i < K)%nat -> u (V i) <= dot k w (V i)) ->
  forall s, (forall i, (i < K)%nat -> 0 <= s i) ->
  u (fun j => \sum_(i < K) (s i * V i j)) <= dot k w (fun j => \sum_(i < K) (s i * V i j)).
Proof.
  intros k u w K V (same & scales & adds) none. induction K as [|K IH]; intros nonneg above s pos.
  - replace (dot k w (fun j => \sum_(i < 0) (s i * V i j))) with 0; [exact none|].
    unfold dot. symmetry. apply sum_zero. intros j _. cbn [sum]. ring.
  - set (rest := fun j => \sum_(i < K) (s i * V i j)).
    set (last := fun j => s K * V K j).
    assert (nonnegative k rest) as first.
    { intros j small. apply sum_nonneg. intros i inner.
      apply Rmult_le_pos; [apply pos; lia|apply nonneg; [lia|assumption]]. }
    assert (nonnegative k last) as second.
    { intros j small. apply Rmult_le_pos; [apply pos; lia|apply nonneg; [lia|assumption]]. }
    change (fun j => \sum_(i < S K) (s i * V i j)) with (fun j => rest j + last j).
    apply Rle_trans with (u rest + u last); [now apply adds|].
    replace (dot k w (fun j => rest j + last j)) with (dot k w rest + dot k w last).
    + apply Rplus_le_compat.
      * apply IH; intros; [apply nonneg|apply above|apply pos]; lia.
      * unfold last. rewrite scales; [|apply pos; lia|apply nonneg; lia].
        replace (dot k w (fun j => s K * V K j)) with (s K * dot k w (V K)).
        -- apply Rmult_le_compat_l; [apply pos; lia|apply above; lia].
        -- unfold dot. rewrite <- sum_scale. apply sum_ext. intros. ring.
    + unfold dot. rewrite <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma no_weights : forall K s, weights_of K s -> total K s = 0 -> forall i, (i < K)%nat -> s i = 0.
Proof.
  induction K as [|K IH]; intros s pos nothing i small; [lia|].
  unfold total in nothing. cbn [sum] in nothing.
  assert (0 <= total K s) as rest by (apply sum_nonneg; intros j inner; apply pos; lia).
  assert (0 <= s K) as last by (apply pos; lia). unfold total in rest.
  destruct (Nat.eq_dec i K) as [->|other]; [lra|].
  apply IH; [|unfold total; lra|lia]. intros j inner. apply pos. lia.
Qed.

Theorem simplices_cover : forall k K u c, gauge k u -> respects k c -> u (fun _ => 0) <= 0 ->
  forall V, shown k K u c V -> (forall i, (i < K)%nat -> nonnegative k (V i)) ->
  forall r, inside k K V r -> u r <= c r.
Proof.
  intros k K u c gauged alike none V proof.
  induction proof as [V w above below|V M zero up below|V a b first second differ _ one _ two];
    intros nonneg r row.
  - destruct row as (s & pos & mixed). set (mix := fun j => \sum_(i < K) (s i * V i j)).
    assert (u r = u mix) as equal by (apply gauged; exact mixed).
    rewrite equal. rewrite (alike r mix mixed).
    apply Rle_trans with (dot k w mix); [now apply vertices_decide|].
    apply below. intros j small. apply sum_nonneg. intros i inner.
    apply Rmult_le_pos; [now apply pos|now apply nonneg].
  - destruct row as (s & pos & mixed). set (mix := fun j => \sum_(i < K) (s i * V i j)).
    assert (u r = u mix) as equal by (apply gauged; exact mixed).
    rewrite equal. rewrite (alike r mix mixed).
    assert (0 <= total K s) as least by now apply sum_nonneg.
    destruct (Rle_lt_or_eq_dec _ _ least) as [some|nothing].
    + specialize (up s pos). specialize (below s pos some). cbv zeta in below. fold mix in below.
      apply Rmult_le_reg_l with (total K s); [assumption|lra].
    + assert (forall j, (j < k)%nat -> mix j = (fun _ => 0) j) as none_left.
      { intros j _. unfold mix. apply sum_zero. intros i small.
        rewrite (no_weights K s pos (eq_sym nothing) i small). ring. }
      destruct gauged as (same & _). rewrite (same mix (fun _ => 0) none_left).
      rewrite (alike mix (fun _ => 0) none_left). lra.
  - destruct (halves_hold k K V a b r first second differ row) as [here|here].
    + apply one; [|assumption]. intros i small. now apply replaced_nonnegative with (K := K).
    + apply two; [|assumption]. intros i small. now apply replaced_nonnegative with (K := K).
Qed.

(** Every row is in the first simplex, whose vertices are the truths. *)
Lemma truths_hold : forall k r, nonnegative k r -> inside k k (fun i j => at_index j i) r.
Proof.
  intros k r nonneg. exists r. split; [exact nonneg|]. intros j small.
  rewrite (sum_ext k _ (fun i => at_index j i * r i)) by (intros; ring). now rewrite sum_pick.
Qed.

(** So prices of truths and of budgets bound every table that keeps the budgets, whatever rows spend
    of them. *)
Theorem simplices_bound : forall m k N spent most y z u P,
  gauge k u -> u (fun _ => 0) <= 0 -> (forall n, respects k (spent n)) ->
  (forall n, (n < N)%nat -> 0 <= z n) ->
  shown k k u (fun r => dot k y r + \sum_(n < N) (z n * spent n r)) (fun i j => at_index j i) ->
  obeys m k N spent most P ->
  \sum_(i < m) u (P i) <= \sum_(j < k) y j + \sum_(n < N) (z n * most n).
Proof.
  intros m k N spent most y z u P gauged none alike prices proof [columns limited].
  apply Rle_trans with (\sum_(i < m) (dot k y (P i) + \sum_(n < N) (z n * spent n (P i)))).
  - apply sum_le. intros i row.
    apply (simplices_cover k k u (fun r => dot k y r + \sum_(n < N) (z n * spent n r)) gauged)
      with (V := fun i j => at_index j i); try assumption.
    + intros r1 r2 same. f_equal.
      * unfold dot. apply sum_ext. intros j small. now rewrite same.
      * apply sum_ext. intros n _. now rewrite (alike n r1 r2 same).
    + intros i' _ j _. unfold at_index. destruct (Nat.eq_dec j i'); lra.
    + apply truths_hold. intros j small. now apply (columns j small).
  - rewrite sum_plus. apply Rplus_le_compat.
    + unfold dot. rewrite sum_of_sums. apply Req_le, sum_ext. intros j small.
      destruct (columns j small) as [_ one]. change (sum m (fun i => P i j) = 1) in one.
      rewrite sum_scale, one. ring.
    + rewrite sum_of_sums. apply sum_le. intros n small. rewrite sum_scale.
      apply Rmult_le_compat_l; auto.
Qed.

(** The line that touches t^a at t0 is such a form: nowhere above, at any t. *)
Theorem renyi_tangent : forall b t0 t, (0 < b)%nat -> 0 <= t0 -> 0 <= t ->
  INR (S b) * t0 ^ b * t - INR b * t0 ^ S b <= t ^ S b.
Proof.
  intros b t0 t some low pos.
  assert (0 < INR b) as count by now apply lt_0_INR.
  assert (0 < INR (S b)) as more by (apply lt_0_INR; lia).
  assert (0 <= t0 ^ b) by now apply pow_le. assert (0 <= t0 ^ S b) by now apply pow_le.
  apply renyi_line; try assumption.
  - apply Rmult_le_pos; lra.
  - apply Rmult_le_pos; lra.
  - replace (INR (S b) * t0 ^ b / INR (S b)) with (t0 ^ b) by (field; lra).
    rewrite Rpow_mult_distr, <- !pow_mult, (Nat.mul_comm b (S b)). lra.
Qed.

(** ** Squares below and above *)

(** x^2 / y is the line at t and the square of x - t y over y. *)
Theorem square_parts : forall x y t, y <> 0 ->
  x ^ 2 / y = 2 * t * x - t ^ 2 * y + (x - t * y) ^ 2 / y.
Proof. intros x y t some. now field. Qed.

Lemma over_larger : forall e y Y, 0 < y -> y <= Y -> e ^ 2 / Y <= e ^ 2 / y.
Proof.
  intros e y Y pos less. apply Rmult_le_compat_l; [apply pow2_ge_0|].
  now apply Rinv_le_contravar.
Qed.

Theorem square_bends : forall x y least most t, 0 < least -> least <= y <= most ->
  2 * t * x - t ^ 2 * y + (x - t * y) ^ 2 / most <= x ^ 2 / y /\
  x ^ 2 / y <= 2 * t * x - t ^ 2 * y + (x - t * y) ^ 2 / least.
Proof.
  intros x y least most t pos [above below]. rewrite (square_parts x y t) by lra. split.
  - apply Rplus_le_compat_l, over_larger; lra.
  - apply Rplus_le_compat_l, over_larger; lra.
Qed.

(** The logarithm between two quotients that touch it at 1 so closely that only the fourth power of
    the distance is left. *)
Definition slack_above (t : R) : R :=
  (2 * (t * (t * t)) + 3 * (t * t) - 6 * t + 1) / (6 * (t * t)) - ln t.

Definition slack_below (t : R) : R :=
  ln t - (5 * (t * t) - 4 * t - 1) / (2 * (t * t) + 4 * t).

Lemma slope_square : forall t, derivable_pt_lim (fun s => s * s) t (2 * t).
Proof.
  intros t. apply (slope_is _ _ (1 * t + t * 1)); [|ring].
  apply (slope_times (fun s => s) (fun s => s)); apply slope_identity.
Qed.

Lemma slope_cube : forall t, derivable_pt_lim (fun s => s * (s * s)) t (3 * (t * t)).
Proof.
  intros t. apply (slope_is _ _ (1 * (t * t) + t * (2 * t))); [|ring].
  apply (slope_times (fun s => s) (fun s => s * s)); [apply slope_identity|apply slope_square].
Qed.

Lemma slope_multiple : forall f c t a, derivable_pt_lim f t a ->
  derivable_pt_lim (fun s => c * f s) t (c * a).
Proof.
  intros f c t a slope. apply (slope_is _ _ (0 * f t + c * a)); [|ring].
  apply (slope_times (fun _ => c) f); [apply slope_constant|exact slope].
Qed.

Lemma above_slope : forall t, 0 < t ->
  derivable_pt_lim slack_above t ((t - 1) ^ 3 / (3 * t ^ 3)).
Proof.
  intros t pos. unfold slack_above.
  set (top := fun s => 2 * (s * (s * s)) + 3 * (s * s) - 6 * s + 1).
  set (rate := 2 * (3 * (t * t)) + 3 * (2 * t) - 6 * 1 + 0).
  apply (slope_is _ _ ((rate * (6 * (t * t)) - 6 * (2 * t) * top t) / Rsqr (6 * (t * t)) - / t)).
  - apply slope_minus; [|now apply derivable_pt_lim_ln].
    apply (slope_over top (fun s => 6 * (s * s))); [|apply slope_multiple, slope_square|nra].
    unfold top, rate. apply slope_plus; [apply slope_minus; [apply slope_plus|]|apply slope_constant].
    + apply (slope_multiple (fun s => s * (s * s))), slope_cube.
    + apply (slope_multiple (fun s => s * s)), slope_square.
    + apply (slope_multiple (fun s => s)), slope_identity.
  - unfold rate, top, Rsqr. field. lra.
Qed.

Lemma below_slope : forall t, 0 < t ->
  derivable_pt_lim slack_below t ((t - 1) ^ 3 / (t ^ 2 * (t + 2) ^ 2)).
Proof.
  intros t pos. unfold slack_below.
  set (top := fun s => 5 * (s * s) - 4 * s - 1). set (bottom := fun s => 2 * (s * s) + 4 * s).
  set (rate := 5 * (2 * t) - 4 * 1 - 0). set (rise := 2 * (2 * t) + 4 * 1).
  apply (slope_is _ _ (/ t - (rate * bottom t - rise * top t) / Rsqr (bottom t))).
  - apply slope_minus; [now apply derivable_pt_lim_ln|].
    apply (slope_over top bottom); [| |unfold bottom; nra].
    + unfold top, rate. apply slope_minus; [apply slope_minus|apply slope_constant].
      * apply (slope_multiple (fun s => s * s)), slope_square.
      * apply (slope_multiple (fun s => s)), slope_identity.
    + unfold bottom, rise. apply slope_plus.
      * apply (slope_multiple (fun s => s * s)), slope_square.
      * apply (slope_multiple (fun s => s)), slope_identity.
  - unfold rate, rise, top, bottom, Rsqr. field. split; nra.
Qed.

Lemma least_at_one : forall g g', (forall t, 0 < t -> derivable_pt_lim g t (g' t)) ->
  (forall t, 0 < t -> t <= 1 -> g' t <= 0) -> (forall t, 1 <= t -> 0 <= g' t) -> g 1 = 0 ->
  forall t, 0 < t -> 0 <= g t.
Proof.
  intros g g' slope falls grows zero t pos. destruct (Rtotal_order t 1) as [less|[same|more]].
  - destruct (MVT_cor2 g g' t 1 less) as (s & change & inner).
    { intros s between. apply slope. lra. }
    assert (g' s <= 0) by (apply falls; lra). nra.
  - rewrite same. lra.
  - destruct (MVT_cor2 g g' 1 t more) as (s & change & inner).
    { intros s between. apply slope. lra. }
    assert (0 <= g' s) by (apply grows; lra). nra.
Qed.

Lemma cube_over : forall t d, 0 < d ->
  (t <= 1 -> (t - 1) ^ 3 / d <= 0) /\ (1 <= t -> 0 <= (t - 1) ^ 3 / d).
Proof.
  intros t d pos. assert (0 < / d) as over by now apply Rinv_0_lt_compat.
  assert (0 <= (t - 1) ^ 2 * / d) as square.
  { apply Rmult_le_pos; [apply pow2_ge_0|lra]. }
  replace ((t - 1) ^ 3 / d) with ((t - 1) * ((t - 1) ^ 2 * / d)) by (unfold Rdiv; ring).
  split; intros side; nra.
Qed.

Lemma logarithm_above : forall t, 0 < t -> 0 <= slack_above t.
Proof.
  apply (least_at_one slack_above _ above_slope).
  - intros t pos less. apply cube_over; [|assumption].
    apply Rmult_lt_0_compat; [lra|now apply pow_lt].
  - intros t more. apply cube_over; [|assumption].
    apply Rmult_lt_0_compat; [lra|apply pow_lt; lra].
  - unfold slack_above. rewrite ln_1. field.
Qed.

Lemma logarithm_below : forall t, 0 < t -> 0 <= slack_below t.
Proof.
  apply (least_at_one slack_below _ below_slope).
  - intros t pos less. apply cube_over; [|assumption]. apply Rmult_lt_0_compat; apply pow_lt; lra.
  - intros t more. apply cube_over; [|assumption]. apply Rmult_lt_0_compat; apply pow_lt; lra.
  - unfold slack_below. rewrite ln_1. field.
Qed.

Lemma log_of_ratio : forall x y t, 0 < x -> 0 < y -> 0 < t ->
  ln (x / y) = ln t + ln (x / (t * y)).
Proof.
  intros x y t posx posy post. rewrite <- ln_mult; [|assumption|].
  - f_equal. field. lra.
  - apply Rdiv_lt_0_compat; [assumption|nra].
Qed.

(** An entropy x ln(x / y): the line at t and the square of x - t y, with what Jensen's inequality
    and the chord leave of it where x and y are largest and least. *)
Theorem entropy_bends : forall x y t X Y most least, 0 < t ->
  0 < least <= x -> x <= most -> 0 < Y <= y -> y <= X ->
  (1 + ln t) * x - t * y + (x - t * y) ^ 2 * (3 / (2 * (2 * t * X + most))) <= x * ln (x / y) /\
  x * ln (x / y) <= (1 + ln t) * x - t * y + (x - t * y) ^ 2 * (/ (3 * t * Y) + / (6 * least)).
Proof.
  intros x y t X Y most least post [posl abovex] belowx [posy abovey] belowy.
  assert (0 < x) as posx by lra. assert (0 < y) as posyy by lra.
  assert (0 < t * y) as part by nra. assert (0 <= (x - t * y) ^ 2) as square by apply pow2_ge_0.
  assert (0 < x / (t * y)) as ratio by now apply Rdiv_lt_0_compat.
  rewrite (log_of_ratio x y t posx posyy post). split.
  - apply Rle_trans with
      ((1 + ln t) * x - t * y + (x - t * y) ^ 2 * (3 / (2 * (2 * t * y + x)))).
    + apply Rplus_le_compat_l, Rmult_le_compat_l; [assumption|]. apply Rmult_le_compat_l; [lra|].
      apply Rinv_le_contravar; nra.
    + pose proof (logarithm_below (x / (t * y)) ratio) as slack. unfold slack_below in slack.
      apply (Rmult_le_compat_l x) in slack; [|lra].
      assert ((1 + ln t) * x - t * y + (x - t * y) ^ 2 * (3 / (2 * (2 * t * y + x))) =
        x * ln t + x * ((5 * (x / (t * y) * (x / (t * y))) - 4 * (x / (t * y)) - 1) /
          (2 * (x / (t * y) * (x / (t * y))) + 4 * (x / (t * y))))) as same.
      { field. repeat split; nra. }
      lra.
  - apply Rle_trans with
      ((1 + ln t) * x - t * y + (x - t * y) ^ 2 * (/ (3 * t * y) + / (6 * x))).
    + pose proof (logarithm_above (x / (t * y)) ratio) as slack. unfold slack_above in slack.
      apply (Rmult_le_compat_l x) in slack; [|lra].
      assert ((1 + ln t) * x - t * y + (x - t * y) ^ 2 * (/ (3 * t * y) + / (6 * x)) =
        x * ln t + x * ((2 * (x / (t * y) * (x / (t * y) * (x / (t * y)))) +
          3 * (x / (t * y) * (x / (t * y))) - 6 * (x / (t * y)) + 1) /
          (6 * (x / (t * y) * (x / (t * y)))))) as same.
      { field. repeat split; lra. }
      lra.
    + apply Rplus_le_compat_l, Rmult_le_compat_l; [assumption|].
      apply Rplus_le_compat; apply Rinv_le_contravar; nra.
Qed.
