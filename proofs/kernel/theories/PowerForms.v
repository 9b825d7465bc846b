(** Quadratic forms below powers of any order (proof "simplices"): y (x / y)^a lies above its line at t by
    a multiple of the square of x - t y that Jensen's inequality or a chord gives. *)

From Coq Require Import Reals Lra.
From Rropt Require Import RenyiPrices Simplices.
Open Scope R_scope.

(** ** Powers with a real exponent *)

Lemma exp_order : forall x y, x <= y -> exp x <= exp y.
Proof.
  intros x y [less|<-]; [|lra]. left. now apply exp_increasing.
Qed.

Lemma power_positive : forall z q, 0 < Rpower z q.
Proof. intros. apply exp_pos. Qed.

Lemma base_order : forall u v q, 0 < u -> u <= v ->
  (0 <= q -> Rpower u q <= Rpower v q) /\ (q <= 0 -> Rpower v q <= Rpower u q).
Proof.
  intros u v q pos less.
  assert (ln u <= ln v) as logs.
  { destruct less as [less|<-]; [|lra]. left. now apply ln_increasing. }
  split; intros sign; apply exp_order; nra.
Qed.

Lemma power_of_one : forall q, Rpower 1 q = 1.
Proof. intros q. unfold Rpower. rewrite ln_1, Rmult_0_r. apply exp_0. Qed.

Lemma power_next : forall z q, 0 < z -> Rpower z (q + 1) = Rpower z q * z.
Proof. intros z q pos. now rewrite Rpower_plus, Rpower_1. Qed.

(** Bernoulli's inequality: a power lies above its tangent at 1, or below it. *)
Lemma bernoulli_power : forall r z, 0 < z ->
  (1 <= r \/ r <= 0 -> 1 + r * (z - 1) <= Rpower z r) /\
  (0 <= r <= 1 -> Rpower z r <= 1 + r * (z - 1)).
Proof.
  intros r z pos.
  set (g := fun s => Rpower s r - (1 + r * (s - 1))).
  assert (slope : forall s, 0 < s -> derivable_pt_lim g s (r * Rpower s (r - 1) - r)).
  { intros s low. apply (slope_minus (fun s => Rpower s r)); [now apply derivable_pt_lim_power|].
    apply (slope_is _ _ (0 + r * (1 - 0))); [|ring].
    apply (slope_plus (fun _ => 1)); [apply slope_constant|].
    apply (slope_multiple (fun s => s - 1)). apply (slope_minus (fun s => s));
      [apply slope_identity|apply slope_constant]. }
  assert (below : forall s, 0 < s -> s <= 1 -> (1 <= r -> Rpower s (r - 1) <= 1) /\
    (r <= 1 -> 1 <= Rpower s (r - 1))).
  { intros s low high. destruct (base_order s 1 (r - 1) low high) as [up down].
    rewrite power_of_one in up, down. split; intros; [apply up|apply down]; lra. }
  assert (over : forall s, 1 <= s -> (1 <= r -> 1 <= Rpower s (r - 1)) /\
    (r <= 1 -> Rpower s (r - 1) <= 1)).
  { intros s high. destruct (base_order 1 s (r - 1) ltac:(lra) high) as [up down].
    rewrite power_of_one in up, down. split; intros; [apply up|apply down]; lra. }
  assert (g 1 = 0) as zero by (unfold g; rewrite power_of_one; ring).
  split; intros range.
  - enough (0 <= g z) by (unfold g in *; lra).
    apply (least_at_one g _ slope); [| |assumption|assumption].
    + intros s low high. destruct (below s low high). destruct range; nra.
    + intros s high. destruct (over s high). pose proof (power_positive s (r - 1)).
      destruct range; nra.
  - enough (0 <= - g z) by (unfold g in *; lra).
    apply (least_at_one (fun s => - g s) (fun s => - (r * Rpower s (r - 1) - r))); [| | |lra|assumption].
    + intros s low. now apply (derivable_pt_lim_opp g), slope.
    + intros s low high. destruct (below s low high). nra.
    + intros s high. destruct (over s high). nra.
Qed.

(** A power and its tangent at m. *)
Lemma power_tangent : forall r s m, 0 < s -> 0 < m ->
  (1 <= r \/ r <= 0 -> Rpower m r + r * Rpower m (r - 1) * (s - m) <= Rpower s r) /\
  (0 <= r <= 1 -> Rpower s r <= Rpower m r + r * Rpower m (r - 1) * (s - m)).
Proof.
  intros r s m low pos. assert (0 < s / m) as ratio by now apply Rdiv_lt_0_compat.
  assert (Rpower s r = Rpower (s / m) r * Rpower m r) as ->.
  { rewrite Rpower_mult_distr by assumption. f_equal. field. lra. }
  assert (Rpower m r = Rpower m (r - 1) * m) as whole.
  { rewrite <- power_next by assumption. f_equal. ring. }
  pose proof (power_positive m r). pose proof (power_positive m (r - 1)).
  assert (Rpower m r + r * Rpower m (r - 1) * (s - m) = (1 + r * (s / m - 1)) * Rpower m r) as ->.
  { rewrite whole. field. lra. }
  destruct (bernoulli_power r (s / m) ratio) as [above below].
  split; intros range; apply Rmult_le_compat_r; try lra; auto.
Qed.

(** ** Taylor's theorem with a second derivative above a line *)

Lemma above_a_cubic : forall f f1 f2 t T b c, 0 < t -> 0 < T ->
  (forall s, 0 < s -> derivable_pt_lim f s (f1 s)) ->
  (forall s, 0 < s -> derivable_pt_lim f1 s (f2 s)) ->
  (forall s, Rmin t T <= s <= Rmax t T -> b + c * (s - t) <= f2 s) ->
  f t + f1 t * (T - t) + (T - t) ^ 2 * (b / 2 + c * (T - t) / 6) <= f T.
Proof.
  intros f f1 f2 t T b c post posT slope slope1 line.
  set (d1 := fun s => f1 s - (f1 t + (b * (s - t) + c / 2 * ((s - t) * (s - t))))).
  set (d := fun s => f s - (f t + (f1 t * (s - t) +
    (b / 2 * ((s - t) * (s - t)) + c / 6 * ((s - t) * ((s - t) * (s - t))))))).
  assert (away : forall s, derivable_pt_lim (fun s => s - t) s 1).
  { intros s. apply (slope_is _ _ (1 - 0)); [|ring].
    apply (slope_minus (fun s => s)); [apply slope_identity|apply slope_constant]. }
  assert (square : forall s, derivable_pt_lim (fun s => (s - t) * (s - t)) s (2 * (s - t))).
  { intros s. apply (slope_is _ _ (1 * (s - t) + (s - t) * 1)); [|ring].
    apply (slope_times (fun s => s - t) (fun s => s - t)); apply away. }
  assert (cube : forall s,
    derivable_pt_lim (fun s => (s - t) * ((s - t) * (s - t))) s (3 * ((s - t) * (s - t)))).
  { intros s. apply (slope_is _ _ (1 * ((s - t) * (s - t)) + (s - t) * (2 * (s - t)))); [|ring].
    apply (slope_times (fun s => s - t) (fun s => (s - t) * (s - t))); [apply away|apply square]. }
  assert (of_d : forall s, 0 < s -> derivable_pt_lim d s (d1 s)).
  { intros s pos. unfold d1. apply slope_minus; [now apply slope|].
    apply (slope_is _ _ (0 + (f1 t * 1 + (b / 2 * (2 * (s - t)) + c / 6 * (3 * ((s - t) * (s - t))))))).
    - apply (slope_plus (fun _ => f t)); [apply slope_constant|].
      apply (slope_plus (fun s => f1 t * (s - t)));
        [apply (slope_multiple (fun s => s - t)), away|].
      apply (slope_plus (fun s => b / 2 * ((s - t) * (s - t))));
        [apply (slope_multiple (fun s => (s - t) * (s - t))), square|].
      apply (slope_multiple (fun s => (s - t) * ((s - t) * (s - t)))), cube.
    - field. }
  assert (of_d1 : forall s, 0 < s -> derivable_pt_lim d1 s (f2 s - (b + c * (s - t)))).
  { intros s pos. apply slope_minus; [now apply slope1|].
    apply (slope_is _ _ (0 + (b * 1 + c / 2 * (2 * (s - t))))); [|field].
    apply (slope_plus (fun _ => f1 t)); [apply slope_constant|].
    apply (slope_plus (fun s => b * (s - t))); [apply (slope_multiple (fun s => s - t)), away|].
    apply (slope_multiple (fun s => (s - t) * (s - t))), square. }
  assert (d t = 0) as start by (unfold d; field). assert (d1 t = 0) as start1 by (unfold d1; field).
  enough (0 <= d T) as done by (unfold d in done; nra).
  destruct (Rtotal_order t T) as [less|[<-|more]]; [|lra|].
  - rewrite Rmin_left, Rmax_right in line by lra.
    destruct (MVT_cor2 d d1 t T less) as (s & change & inner); [intros; apply of_d; lra|].
    destruct (MVT_cor2 d1 (fun s => f2 s - (b + c * (s - t))) t s) as (r & change1 & inner1);
      [lra|intros; apply of_d1; lra|].
    specialize (line r ltac:(lra)). assert (0 <= d1 s) by nra. nra.
  - rewrite Rmin_right, Rmax_left in line by lra.
    destruct (MVT_cor2 d d1 T t more) as (s & change & inner); [intros; apply of_d; lra|].
    destruct (MVT_cor2 d1 (fun s => f2 s - (b + c * (s - t))) s t) as (r & change1 & inner1);
      [lra|intros; apply of_d1; lra|].
    specialize (line r ltac:(lra)). assert (d1 s <= 0) by nra. nra.
Qed.

(** ** The power of an order above 1 *)

Section Order.

Variable a : R.
Context (big : 1 < a).

(** The second derivative of s^a; 0 to a positive power is 0. *)
Definition second (s : R) : R := if Req_EM_T s 0 then 0 else a * (a - 1) * Rpower s (a - 2).
Definition middle (t T : R) : R := (2 * t + T) / 3.
Definition powered (x y : R) : R := if Req_EM_T x 0 then 0 else y * Rpower (x / y) a.

Lemma second_at : forall s, 0 < s -> second s = a * (a - 1) * Rpower s (a - 2).
Proof. intros s pos. unfold second. destruct (Req_EM_T s 0); [lra|reflexivity]. Qed.

Lemma second_positive : forall s, 0 <= second s.
Proof.
  intros s. unfold second. destruct (Req_EM_T s 0); [lra|]. pose proof (power_positive s (a - 2)).
  apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra].
Qed.

Lemma cubic_below : forall t T b c, 0 < t -> 0 < T ->
  (forall s, Rmin t T <= s <= Rmax t T -> b + c * (s - t) <= a * (a - 1) * Rpower s (a - 2)) ->
  Rpower t a + a * Rpower t (a - 1) * (T - t) + (T - t) ^ 2 * (b / 2 + c * (T - t) / 6) <= Rpower T a.
Proof.
  intros t T b c post posT line.
  apply (above_a_cubic (fun s => Rpower s a) (fun s => a * Rpower s (a - 1))
    (fun s => a * (a - 1) * Rpower s (a - 2))); try assumption.
  - intros s pos. now apply derivable_pt_lim_power.
  - intros s pos. apply (slope_is _ _ (a * ((a - 1) * Rpower s (a - 1 - 1)))).
    + apply (slope_multiple (fun s => Rpower s (a - 1))). now apply derivable_pt_lim_power.
    + replace (a - 1 - 1) with (a - 2) by ring. ring.
Qed.

Lemma squared : forall t, 0 < t -> Rpower t a = t ^ 2 * Rpower t (a - 2) /\
  Rpower t (a - 1) * t = Rpower t a.
Proof.
  intros t pos. split.
  - replace a with (a - 2 + 1 + 1) at 1 by ring. rewrite !power_next by assumption. ring.
  - rewrite <- power_next by assumption. f_equal. ring.
Qed.

(** Jensen: where the second derivative is convex it counts at a third of the way. *)
Lemma jensen : forall t T, a <= 2 \/ 3 <= a -> 0 < t -> 0 <= T ->
  Rpower t a + a * Rpower t (a - 1) * (T - t) + (T - t) ^ 2 * (second (middle t T) / 2) <=
  powered T 1.
Proof.
  intros t T convex post [pos|<-]; unfold powered, middle.
  - destruct (Req_EM_T T 0); [lra|]. set (m := (2 * t + T) / 3).
    assert (0 < m) as posm by (unfold m; lra). rewrite (second_at m posm).
    set (k := a * (a - 1) * ((a - 2) * Rpower m (a - 2 - 1))).
    replace (1 * Rpower (T / 1) a) with (Rpower T a) by (replace (T / 1) with T by field; ring).
    replace (a * (a - 1) * Rpower m (a - 2) / 2) with
      ((a * (a - 1) * Rpower m (a - 2) + k * (t - m)) / 2 + k * (T - t) / 6) by (unfold m; field).
    apply cubic_below; [assumption|assumption|]. intros s between.
    assert (0 < s) as poss.
    { destruct between as [low _]. eapply Rlt_le_trans; [|exact low]. now apply Rmin_glb_lt. }
    destruct (power_tangent (a - 2) s m poss posm) as [tangent _].
    specialize (tangent ltac:(lra)). unfold k.
    replace (a * (a - 1) * Rpower m (a - 2) + a * (a - 1) * ((a - 2) * Rpower m (a - 2 - 1)) * (t - m) +
      a * (a - 1) * ((a - 2) * Rpower m (a - 2 - 1)) * (s - t)) with
      (a * (a - 1) * (Rpower m (a - 2) + (a - 2) * Rpower m (a - 2 - 1) * (s - m))) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|assumption].
  - destruct (Req_EM_T 0 0) as [_|bad]; [|lra]. destruct (squared t post) as [square one].
    rewrite second_at by lra.
    replace ((2 * t + 0) / 3) with (2 / 3 * t) by field.
    rewrite <- (Rpower_mult_distr (2 / 3) t) by lra.
    assert (a / 2 * Rpower (2 / 3) (a - 2) <= 1) as less.
    { destruct (bernoulli_power (a - 2) (3 / 2) ltac:(lra)) as [above _]. specialize (above ltac:(lra)).
      assert (Rpower (3 / 2) (a - 2) * Rpower (2 / 3) (a - 2) = 1) as unit.
      { rewrite Rpower_mult_distr by lra. replace (3 / 2 * (2 / 3)) with 1 by field. apply power_of_one. }
      rewrite <- unit. apply Rmult_le_compat_r; [apply Rlt_le, power_positive|lra]. }
    pose proof (power_positive t a) as size.
    replace (Rpower t a + a * Rpower t (a - 1) * (0 - t) +
      (0 - t) ^ 2 * (a * (a - 1) * (Rpower (2 / 3) (a - 2) * Rpower t (a - 2)) / 2)) with
      (Rpower t a - a * (Rpower t (a - 1) * t) +
        (a - 1) * (a / 2 * Rpower (2 / 3) (a - 2)) * (t ^ 2 * Rpower t (a - 2))) by field.
    rewrite one, <- square.
    assert ((a - 1) * (a / 2 * Rpower (2 / 3) (a - 2)) * Rpower t a <= (a - 1) * 1 * Rpower t a).
    { apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; lra. }
    lra.
Qed.

(** The chord: where it is concave. *)
Lemma chord : forall t T, 2 <= a <= 3 -> 0 < t -> 0 <= T ->
  Rpower t a + a * Rpower t (a - 1) * (T - t) + (T - t) ^ 2 * (second t / 3 + second T / 6) <=
  powered T 1.
Proof.
  intros t T concave post [pos|<-]; unfold powered; rewrite (second_at t post).
  - destruct (Req_EM_T T 0); [lra|]. rewrite (second_at T pos).
    replace (1 * Rpower (T / 1) a) with (Rpower T a) by (replace (T / 1) with T by field; ring).
    destruct (Req_dec t T) as [<-|differ]; [replace (t - t) with 0 by ring; lra|].
    set (k := a * (a - 1)). assert (0 < k) as posk by (apply Rmult_lt_0_compat; lra).
    set (c := (k * Rpower T (a - 2) - k * Rpower t (a - 2)) / (T - t)).
    assert (c * (T - t) = k * Rpower T (a - 2) - k * Rpower t (a - 2)) as rise by (unfold c; field; lra).
    replace (k * Rpower t (a - 2) / 3 + k * Rpower T (a - 2) / 6) with
      (k * Rpower t (a - 2) / 2 + c * (T - t) / 6) by (rewrite rise; field).
    apply cubic_below; [assumption|assumption|]. intros s between. fold k.
    assert (0 < s) as poss.
    { destruct between as [low _]. eapply Rlt_le_trans; [|exact low]. now apply Rmin_glb_lt. }
    set (h := (s - t) / (T - t)). assert (h * (T - t) = s - t) as share by (unfold h; field; lra).
    assert (0 <= h <= 1) as part.
    { unfold Rmin, Rmax in between. destruct (Rle_dec t T) as [up|down].
      - split; apply Rmult_le_reg_r with (T - t); lra.
      - split; apply Rmult_le_reg_r with (t - T); lra. }
    destruct (power_tangent (a - 2) t s post poss) as [_ first].
    destruct (power_tangent (a - 2) T s pos poss) as [_ last].
    specialize (first ltac:(lra)). specialize (last ltac:(lra)).
    set (q := (a - 2) * Rpower s (a - 2 - 1)) in *.
    apply (Rmult_le_compat_l (1 - h)) in first; [|lra]. apply (Rmult_le_compat_l h) in last; [|lra].
    rewrite <- share. replace (c * (h * (T - t))) with (h * (c * (T - t))) by ring. rewrite rise.
    replace (k * Rpower t (a - 2) + h * (k * Rpower T (a - 2) - k * Rpower t (a - 2))) with
      (k * ((1 - h) * Rpower t (a - 2) + h * Rpower T (a - 2))) by ring.
    apply Rmult_le_compat_l; [lra|].
    replace (Rpower s (a - 2)) with ((1 - h) * (Rpower s (a - 2) + q * (t - s)) +
      h * (Rpower s (a - 2) + q * (T - s))); [lra|].
    replace ((1 - h) * (Rpower s (a - 2) + q * (t - s)) + h * (Rpower s (a - 2) + q * (T - s))) with
      (Rpower s (a - 2) + q * (h * (T - t) - (s - t))) by ring.
    rewrite share. ring.
  - destruct (Req_EM_T 0 0) as [_|bad]; [|lra]. destruct (squared t post) as [square one].
    unfold second. destruct (Req_EM_T 0 0) as [_|bad]; [|lra]. pose proof (power_positive t a) as size.
    replace (Rpower t a + a * Rpower t (a - 1) * (0 - t) +
      (0 - t) ^ 2 * (a * (a - 1) * Rpower t (a - 2) / 3 + 0 / 6)) with
      (Rpower t a - a * (Rpower t (a - 1) * t) + a * (a - 1) / 3 * (t ^ 2 * Rpower t (a - 2))) by field.
    rewrite one, <- square.
    assert (0 <= (a - 1) * (3 - a) * Rpower t a) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

(** The same of y (x / y)^a, with what an upper end of y gives. *)
Lemma bend_of_row : forall x y t g Y, 0 < t -> 0 <= x -> 0 < y -> 0 < Y ->
  Rpower t a + a * Rpower t (a - 1) * (x / y - t) + (x / y - t) ^ 2 * g <= powered (x / y) 1 ->
  forall h, h / Y <= g / y ->
  a * Rpower t (a - 1) * x - (a - 1) * Rpower t a * y + (x - t * y) ^ 2 * (h / Y) <= powered x y.
Proof.
  intros x y t g Y post low pos posY pointwise h less.
  assert (powered x y = y * powered (x / y) 1) as ->.
  { unfold powered. destruct (Req_EM_T x 0) as [zero|some], (Req_EM_T (x / y) 0) as [none|some'].
    - ring.
    - exfalso. apply some'. rewrite zero. unfold Rdiv. ring.
    - exfalso. apply some. replace x with (x / y * y) by (field; lra). rewrite none. ring.
    - replace (x / y / 1) with (x / y) by (field; lra). ring. }
  destruct (squared t post) as [_ one].
  apply (Rmult_le_compat_l y) in pointwise; [|lra].
  eapply Rle_trans; [|exact pointwise].
  assert ((x - t * y) ^ 2 * (h / Y) <= (x - t * y) ^ 2 * (g / y))
    by (apply Rmult_le_compat_l; [apply pow2_ge_0|assumption]).
  replace (y * (Rpower t a + a * Rpower t (a - 1) * (x / y - t) + (x / y - t) ^ 2 * g)) with
    (a * Rpower t (a - 1) * x - (a * (Rpower t (a - 1) * t) - Rpower t a) * y +
      (x - t * y) ^ 2 * (g / y)) by (field; lra).
  rewrite one. lra.
Qed.

Lemma quotients_order : forall x y X Y, 0 <= X -> X <= x -> 0 < y -> y <= Y -> X / Y <= x / y.
Proof.
  intros x y X Y low less pos more. apply Rmult_le_compat; try lra.
  - apply Rlt_le, Rinv_0_lt_compat. lra.
  - now apply Rinv_le_contravar.
Qed.

Lemma over_order : forall g h y Y, 0 <= h -> h <= g -> 0 < y -> y <= Y -> h / Y <= g / y.
Proof.
  intros g h y Y low less pos more. apply Rmult_le_compat; try lra.
  - apply Rlt_le, Rinv_0_lt_compat. lra.
  - now apply Rinv_le_contravar.
Qed.

Theorem power_bends : forall x y t X Y, 0 < t -> 0 <= x -> 0 < y <= Y -> 0 <= X ->
  let line := a * Rpower t (a - 1) * x - (a - 1) * Rpower t a * y in
  (a <= 2 -> x <= X ->
    line + (x - t * y) ^ 2 * (second (middle t (X / Y)) / 2 / Y) <= powered x y) /\
  (3 <= a -> X <= x ->
    line + (x - t * y) ^ 2 * (second (middle t (X / Y)) / 2 / Y) <= powered x y) /\
  (2 <= a <= 3 -> X <= x ->
    line + (x - t * y) ^ 2 * ((second t / 3 + second (X / Y) / 6) / Y) <= powered x y).
Proof.
  intros x y t X Y post low [pos more] lowX line.
  assert (0 <= x / y) as ratio by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (0 <= X / Y) as ratio' by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (0 < middle t (x / y) /\ 0 < middle t (X / Y)) as [posm posm'] by (unfold middle; lra).
  repeat split.
  - intros small less. apply (bend_of_row x y t (second (middle t (x / y)) / 2)); try lra;
      [now apply jensen; [left| |]|].
    rewrite !second_at by assumption.
    set (p := middle t (x / y)) in *. set (P := middle t (X / Y)) in *.
    assert (forall v z, 0 < v -> 0 < z -> Rpower v (a - 2) / z = Rpower (v * z) (a - 2) * Rpower z (1 - a))
      as homogeneous.
    { intros v z posv posz. rewrite <- Rpower_mult_distr by assumption. rewrite Rmult_assoc.
      rewrite <- Rpower_plus. replace (a - 2 + (1 - a)) with (- (1)) by ring.
      rewrite Rpower_Ropp, Rpower_1 by assumption. reflexivity. }
    replace (a * (a - 1) * Rpower P (a - 2) / 2 / Y) with
      (a * (a - 1) / 2 * (Rpower P (a - 2) / Y)) by (field; lra).
    replace (a * (a - 1) * Rpower p (a - 2) / 2 / y) with
      (a * (a - 1) / 2 * (Rpower p (a - 2) / y)) by (field; lra).
    assert (0 <= a * (a - 1)) by (apply Rmult_le_pos; lra).
    apply Rmult_le_compat_l; [lra|]. rewrite !homogeneous by lra.
    assert (0 < p * y) as pospy by now apply Rmult_lt_0_compat.
    assert (p * y <= P * Y) as wider.
    { replace (p * y) with ((2 * t * y + x) / 3) by (unfold p, middle; field; lra).
      replace (P * Y) with ((2 * t * Y + X) / 3) by (unfold P, middle; field; lra).
      assert (t * y <= t * Y) by (apply Rmult_le_compat_l; lra). lra. }
    apply Rmult_le_compat; try (apply Rlt_le, power_positive).
    + now apply (base_order (p * y) (P * Y)); [| |lra].
    + now apply (base_order y Y); [| |lra].
  - intros large less. apply (bend_of_row x y t (second (middle t (x / y)) / 2)); try lra;
      [now apply jensen; [right| |]|].
    apply over_order; try lra; [pose proof (second_positive (middle t (X / Y))); lra|].
    rewrite !second_at by assumption. pose proof (quotients_order x y X Y lowX less pos more).
    assert (Rpower (middle t (X / Y)) (a - 2) <= Rpower (middle t (x / y)) (a - 2)).
    { apply (base_order (middle t (X / Y))); [assumption|unfold middle; lra|lra]. }
    assert (0 <= a * (a - 1)) by (apply Rmult_le_pos; lra).
    assert (a * (a - 1) * Rpower (middle t (X / Y)) (a - 2) <=
      a * (a - 1) * Rpower (middle t (x / y)) (a - 2)) by (apply Rmult_le_compat_l; lra). lra.
  - intros between less. apply (bend_of_row x y t (second t / 3 + second (x / y) / 6)); try lra;
      [now apply chord|].
    pose proof (second_positive t). pose proof (second_positive (X / Y)).
    apply over_order; try lra. pose proof (quotients_order x y X Y lowX less pos more) as order.
    enough (second (X / Y) <= second (x / y)) by lra. destruct ratio' as [some|none].
    + rewrite !second_at by lra. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|].
      apply (base_order (X / Y)); lra.
    + rewrite <- none. unfold second at 1. destruct (Req_EM_T 0 0); [apply second_positive|lra].
Qed.

End Order.

(** An entropy in the charge, where a row may have x = 0 too. *)
Theorem entropy_above_square : forall x y t X Y, 0 < t -> 0 <= x <= X -> 0 < y <= Y ->
  (1 + ln t) * x - t * y + (x - t * y) ^ 2 * (3 / (2 * (2 * t * Y + X))) <=
  (if Req_EM_T x 0 then 0 else x * ln (x / y)).
Proof.
  intros x y t X Y post [low lessX] [pos lessY]. assert (0 < t * y) by now apply Rmult_lt_0_compat.
  destruct (Req_EM_T x 0) as [->|some].
  - assert (t * y <= t * Y) by (apply Rmult_le_compat_l; lra).
    apply Rle_trans with (- (t * y) + (t * y) ^ 2 * (3 / (4 * (t * y)))).
    + replace ((1 + ln t) * 0 - t * y + (0 - t * y) ^ 2 * (3 / (2 * (2 * t * Y + X)))) with
        (- (t * y) + (t * y) ^ 2 * (3 / (2 * (2 * t * Y + X)))) by ring.
      apply Rplus_le_compat_l, Rmult_le_compat_l; [apply pow2_ge_0|]. unfold Rdiv.
      apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
    + replace ((t * y) ^ 2 * (3 / (4 * (t * y)))) with (3 / 4 * (t * y)) by (field; lra). lra.
  - apply (entropy_bends x y t Y y X x); lra.
Qed.

(** In the utility it is below its line and the square of x - t y over t y. *)
Theorem entropy_below_square : forall x y t Y, 0 < t -> 0 <= x -> 0 < Y <= y ->
  (if Req_EM_T x 0 then 0 else x * ln (x / y)) <=
  (1 + ln t) * x - t * y + (x - t * y) ^ 2 * (/ t / Y).
Proof.
  intros x y t Y post low [posY less].
  apply Rle_trans with ((1 + ln t) * x - t * y + (x - t * y) ^ 2 * (/ t / y)).
  - destruct (Req_EM_T x 0) as [->|some].
    + replace ((1 + ln t) * 0 - t * y + (0 - t * y) ^ 2 * (/ t / y)) with 0 by (field; lra). lra.
    + rewrite (log_of_ratio x y t) by lra.
      assert (0 < t * y) by nra. assert (0 < x / (t * y)) as ratio by (apply Rdiv_lt_0_compat; lra).
      assert (ln (x / (t * y)) <= x / (t * y) - 1) as tangent.
      { destruct (Req_dec (x / (t * y)) 1) as [->|other]; [rewrite ln_1; lra|].
        pose proof (exp_ineq1 (ln (x / (t * y)))) as more. rewrite exp_ln in more by assumption.
        assert (ln (x / (t * y)) <> 0) as differ by (intros zero; apply other;
          rewrite <- (exp_ln (x / (t * y))) by assumption; rewrite zero; apply exp_0).
        specialize (more differ). lra. }
      apply (Rmult_le_compat_l x) in tangent; [|lra].
      replace ((1 + ln t) * x - t * y + (x - t * y) ^ 2 * (/ t / y)) with
        (x * ln t + x * (x / (t * y) - 1)) by (field; lra). lra.
  - apply Rplus_le_compat_l, Rmult_le_compat_l; [apply pow2_ge_0|].
    apply Rmult_le_compat_l; [apply Rlt_le, Rinv_0_lt_compat; lra|apply Rinv_le_contravar; lra].
Qed.
