(** The random cut, a mechanism on the numbers of [-1, 1]: its cuts have a law, its reports the mean x
    and the variance that is said. Integrals are those of Riemann. *)

From Coq Require Import Reals Lra FunctionalExtensionality.
From Rropt Require Import Analysis NumberRanges.
Open Scope R_scope.

Definition integral (f : R -> R) (a b v : R) : Prop :=
  a <= b /\ exists integrable : Riemann_integrable f a b, RiemannInt integrable = v.

(** ** The mechanism *)

(** One randomized response: the true answer with probability g / (g + 1), or g / (g + 2) of three. *)
Definition of_two (g true other : R) : R := (g * true + other) / (g + 1).
Definition of_three (g true other third : R) : R := (g * true + other + third) / (g + 2).

(** A number has the coordinate x + sqrt(x^2 + lo hi). *)
Definition coordinate (square x : R) : R := x + sqrt (x ^ 2 + square).
Definition number (square w : R) : R := (w - square / w) / 2.
Definition clamp (a b x : R) : R := Rmax a (Rmin b x).

Definition inner_density (g w : R) : R := (g + 1) / (2 * (g - 1) * w).
Definition side_density (g lo hi : R) : R := (g + 1) / ((g - 1) * (lo + hi)).
Definition outer_density (g hi : R) : R := (g + 2) / ((g - 1) * hi).

(** What cuts between a and b give, where those below x are answered one way and the others another. *)
Definition by_cuts (density below above : R -> R) (a b x mean : R) : Prop := exists m1 m2,
  integral (fun s => density s * below s) a (clamp a b x) m1 /\
  integral (fun s => density s * above s) (clamp a b x) b m2 /\ mean = m1 + m2.

(** The mean of h(report) of somebody whose number is x. *)
Definition reported (g lo hi e : R) (h : R -> R) (x mean : R) : Prop :=
  exists inner right left outer,
  by_cuts (inner_density g) (fun w => of_two g (h w) (h (- (lo * hi / w))))
    (fun w => of_two g (h (- (lo * hi / w))) (h w)) lo hi (coordinate (lo * hi) x) inner /\
  by_cuts (fun _ => side_density g lo hi) (fun _ => of_two g (h hi) (h (- lo)))
    (fun _ => of_two g (h (- lo)) (h hi)) ((hi - lo) / 2) e x right /\
  by_cuts (fun _ => side_density g lo hi) (fun _ => of_two g (h lo) (h (- hi)))
    (fun _ => of_two g (h (- hi)) (h lo)) (- e) (- ((hi - lo) / 2)) x left /\
  by_cuts (fun _ => outer_density g hi)
    (fun _ => if Rle_dec 0 x then of_three g (h hi) (h (- hi)) (h 0) else of_three g (h (- hi)) (h hi) (h 0))
    (fun _ => of_three g (h 0) (h hi) (h (- hi))) e 1 (Rabs x) outer /\
  mean = inner + right + left + outer.

(** The form for small epsilon, and the one after it, with their lengths. *)
Definition small_form (g lo hi e : R) : Prop :=
  1 < g /\ lo = coth (/ odds g) - 1 /\ hi = coth (/ odds g) + 1 /\ e = 1.
Definition middle_form (g c lo hi e : R) : Prop :=
  2 <= g /\ 0 < c <= 1 /\ 1 <= (g + 1) * c /\
  lo = g * c /\ hi = (g + 2) * c /\ e = 1 - (1 - c) ^ 2 / (g * c).

(** ** Integrals by their primitives *)

Lemma by_primitive : forall F f a b, a <= b ->
  (forall x, a <= x <= b -> derivable_pt_lim F x (f x)) ->
  (forall x, a <= x <= b -> continuity_pt f x) -> integral f a b (F b - F a).
Proof.
  intros F f a b order slope continuous. split; [assumption|].
  exists (continuity_implies_RiemannInt order continuous). now apply newton.
Qed.

Lemma integral_of_constant : forall k a b, a <= b -> integral (fun _ => k) a b (k * (b - a)).
Proof.
  intros k a b order. replace (k * (b - a)) with (k * b - k * a) by ring.
  apply (by_primitive (fun x => k * x)); [assumption| |].
  - intros x _. pose proof (derivable_pt_lim_scal id k x 1 (derivable_pt_lim_id x)) as slope.
    rewrite Rmult_1_r in slope. exact slope.
  - intros x _. apply continuity_pt_const. now intros ? ?.
Qed.

Lemma clamp_range : forall a b x, a <= b -> a <= clamp a b x <= b.
Proof.
  intros a b x order. unfold clamp. split; [apply Rmax_l|]. apply Rmax_lub; [assumption|apply Rmin_l].
Qed.
Lemma clamp_inside : forall a b x, a <= x <= b -> clamp a b x = x.
Proof. intros a b x range. unfold clamp. rewrite Rmin_right, Rmax_right; lra. Qed.
Lemma clamp_below : forall a b x, a <= b -> x <= a -> clamp a b x = a.
Proof. intros a b x order less. unfold clamp. rewrite Rmin_right, Rmax_left; lra. Qed.
Lemma clamp_above : forall a b x, a <= b -> b <= x -> clamp a b x = b.
Proof. intros a b x order more. unfold clamp. rewrite Rmin_left, Rmax_right; lra. Qed.

Lemma constant_cuts : forall d below above a b x, a <= b ->
  by_cuts (fun _ => d) (fun _ => below) (fun _ => above) a b x
    (d * below * (clamp a b x - a) + d * above * (b - clamp a b x)).
Proof.
  intros d below above a b x order. destruct (clamp_range a b x order).
  exists (d * below * (clamp a b x - a)), (d * above * (b - clamp a b x)).
  split; [|split; [|reflexivity]]; now apply integral_of_constant.
Qed.

(** The slope of u w^2 + v w + r / w + s / w^2. *)
Lemma slope_of_powers : forall u v r s w, w <> 0 ->
  derivable_pt_lim (fun w => u * w ^ 2 + v * w + r * / w + s * / w ^ 2) w
    (2 * u * w + v - r / w ^ 2 - 2 * s / w ^ 3).
Proof.
  intros u v r s w other.
  assert (derivable_pt_lim (fun w => w ^ 2) w (2 * w)) as square.
  { replace (2 * w) with (INR 2 * w ^ 1) by (simpl; ring). apply (derivable_pt_lim_pow w 2). }
  assert (w ^ 2 <> 0) as other' by (apply pow_nonzero; assumption).
  assert (forall f f', derivable_pt_lim f w f' -> f w <> 0 ->
    derivable_pt_lim (fun w => / f w) w (- f' / (f w) ^ 2)) as inverted.
  { intros f f' slope some.
    pose proof (derivable_pt_lim_div (fct_cte 1) f w 0 f' (derivable_pt_lim_const 1 w) slope some) as one.
    replace ((0 * f w - f' * fct_cte 1 w) / Rsqr (f w)) with (- f' / (f w) ^ 2) in one
      by (unfold Rsqr, fct_cte; field; assumption).
    replace (fun w => / f w) with (fct_cte 1 / f)%F; [exact one|].
    apply functional_extensionality. intros x. unfold div_fct, fct_cte, Rdiv. apply Rmult_1_l. }
  assert (derivable_pt_lim (fun w => / w) w (- (1) / w ^ 2)) as inverse
    by (apply (inverted id); [apply derivable_pt_lim_id|assumption]).
  assert (derivable_pt_lim (fun w => / w ^ 2) w (- (2) / w ^ 3)) as inverse'.
  { replace (- (2) / w ^ 3) with (- (2 * w) / (w ^ 2) ^ 2) by (field; assumption).
    now apply (inverted (fun w => w ^ 2)). }
  replace (2 * u * w + v - r / w ^ 2 - 2 * s / w ^ 3) with
    (u * (2 * w) + v * 1 + r * (- (1) / w ^ 2) + s * (- (2) / w ^ 3)) by (field; assumption).
  apply (derivable_pt_lim_plus (fun w => u * w ^ 2 + v * w + r * / w)).
  - apply (derivable_pt_lim_plus (fun w => u * w ^ 2 + v * w)).
    + apply (derivable_pt_lim_plus (fun w => u * w ^ 2)).
      * now apply (derivable_pt_lim_scal (fun w => w ^ 2) u).
      * apply (derivable_pt_lim_scal id v). apply derivable_pt_lim_id.
    + now apply (derivable_pt_lim_scal (fun w => / w) r).
  - now apply (derivable_pt_lim_scal (fun w => / w ^ 2) s).
Qed.

(** ** Inside: a cut at a coordinate *)

Section Lengths.

Variables g lo hi : R.
Context (big : 1 < g) (low : 0 < lo) (order : lo < hi).
Let A := lo * hi.
Let c := (hi - lo) / 2.

Lemma square_pos : 0 < A.
Proof. unfold A. apply Rmult_lt_0_compat; lra. Qed.

(** The number at the clamped coordinate of x is x clamped to [-c, c]. *)
Lemma number_of_coordinate : forall x, number A (clamp lo hi (coordinate A x)) = clamp (- c) c x.
Proof.
  intros x. pose proof square_pos as pos. set (w := coordinate A x).
  assert (0 <= x ^ 2) as square by apply pow2_ge_0.
  assert (Rabs x < sqrt (x ^ 2 + A)) as root.
  { rewrite <- sqrt_Rsqr_abs. apply sqrt_lt_1; unfold Rsqr; nra. }
  assert (0 < w) as positive by (unfold w, coordinate; unfold Rabs in root; destruct (Rcase_abs x); lra).
  assert (w * w - 2 * x * w - A = 0) as equal.
  { unfold w, coordinate. pose proof (sqrt_sqrt (x ^ 2 + A) ltac:(lra)). nra. }
  assert (number A w = x) as here.
  { unfold number. apply Rmult_eq_reg_r with (2 * w); [|lra].
    replace ((w - A / w) / 2 * (2 * w)) with (w * w - A) by (field; lra). lra. }
  assert (forall u v, 0 < u -> u < v -> number A u < number A v) as rises.
  { intros u v some less. unfold number.
    assert (A / v < A / u).
    { unfold Rdiv. apply Rmult_lt_compat_l; [assumption|].
      apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra|assumption]. }
    lra. }
  assert (number A hi = c) as top by (unfold number, A, c; field; lra).
  assert (number A lo = - c) as bottom by (unfold number, A, c; field; lra).
  assert (- c <= c) as around by (unfold c; lra).
  destruct (Rle_lt_dec w lo) as [first|more].
  { rewrite (clamp_below lo hi w) by lra. rewrite bottom, clamp_below; [reflexivity|assumption|].
    destruct first as [less| ->]; [|lra]. specialize (rises w lo positive less). lra. }
  destruct (Rle_lt_dec hi w) as [last|less].
  { rewrite (clamp_above lo hi w) by lra. rewrite top, clamp_above; [reflexivity|assumption|].
    destruct last as [more'|same]; [|rewrite same in top; lra]. specialize (rises hi w ltac:(lra) more'). lra. }
  rewrite clamp_inside by lra. pose proof (rises lo w low more). pose proof (rises w hi positive less).
  rewrite clamp_inside by lra. assumption.
Qed.

(** h(v) = v, and h(v) = v^2. *)
Lemma inner_means : forall x, let y := clamp (- c) c x in
  by_cuts (inner_density g) (fun w => of_two g w (- (A / w)))
    (fun w => of_two g (- (A / w)) w) lo hi (coordinate A x) y /\
  by_cuts (inner_density g) (fun w => of_two g (w ^ 2) ((- (A / w)) ^ 2))
    (fun w => of_two g ((- (A / w)) ^ 2) (w ^ 2)) lo hi (coordinate A x)
    (y ^ 2 + A / 2 + (hi ^ 2 - g * lo ^ 2) / (2 * (g - 1))).
Proof.
  intros x y. pose proof square_pos as pos. unfold y. rewrite <- number_of_coordinate.
  set (v := clamp lo hi (coordinate A x)).
  assert (lo <= v <= hi) as range by (apply clamp_range; lra).
  set (half := / (2 * (g - 1))).
  assert (A / lo = hi /\ A / hi = lo) as [at_lo at_hi] by (unfold A; split; field; lra).
  assert (forall (F f : R -> R) u p r s a b, lo <= a -> a <= b ->
    F = (fun w => u * w ^ 2 + p * w + r * / w + s * / w ^ 2) ->
    (forall w, 0 < w -> f w = 2 * u * w + p - r / w ^ 2 - 2 * s / w ^ 3) ->
    (forall w, 0 < w -> continuity_pt f w) -> integral f a b (F b - F a)) as step.
  { intros F f u p r s a b from to -> same continuous.
    apply (by_primitive (fun w => u * w ^ 2 + p * w + r * / w + s * / w ^ 2)); [assumption| |].
    - intros w inside. rewrite same by lra. apply slope_of_powers. lra.
    - intros w inside. apply continuous. lra. }
  split.
  - eexists _, _. split; [|split].
    + apply (step (fun w => 0 * w ^ 2 + half * g * w + half * A * / w + 0 * / w ^ 2) _
        0 (half * g) (half * A) 0); [lra|fold v; lra|reflexivity| |].
      * intros w some. unfold inner_density, of_two, half. field. repeat split; lra.
      * intros w some. unfold inner_density, of_two. reg;
          repeat apply Rmult_integral_contrapositive_currified; lra.
    + fold v. apply (step (fun w => 0 * w ^ 2 + half * w + half * g * A * / w + 0 * / w ^ 2) _
        0 half (half * g * A) 0); [lra|lra|reflexivity| |].
      * intros w some. unfold inner_density, of_two, half. field. repeat split; lra.
      * intros w some. unfold inner_density, of_two. reg;
          repeat apply Rmult_integral_contrapositive_currified; lra.
    + fold v. unfold number, half, A. field. repeat split; lra.
  - eexists _, _. split; [|split].
    + apply (step (fun w => half * g / 2 * w ^ 2 + 0 * w + 0 * / w + - (half * A ^ 2 / 2) * / w ^ 2) _
        (half * g / 2) 0 0 (- (half * A ^ 2 / 2))); [lra|fold v; lra|reflexivity| |].
      * intros w some. unfold inner_density, of_two, half. field. repeat split; lra.
      * intros w some. unfold inner_density, of_two. reg;
          repeat apply Rmult_integral_contrapositive_currified; lra.
    + fold v. apply (step (fun w => half / 2 * w ^ 2 + 0 * w + 0 * / w + - (half * g * A ^ 2 / 2) * / w ^ 2) _
        (half / 2) 0 0 (- (half * g * A ^ 2 / 2))); [lra|lra|reflexivity| |].
      * intros w some. unfold inner_density, of_two, half. field. repeat split; lra.
      * intros w some. unfold inner_density, of_two. reg;
          repeat apply Rmult_integral_contrapositive_currified; lra.
    + fold v. unfold number, half, A. field. repeat split; lra.
Qed.

End Lengths.

(** ** All cuts *)

(** For h(v) = v and h(v) = v^2: what the cuts on both sides and those of three answers add. *)
Definition side_part (g lo hi e up down up' down' x : R) : R :=
  side_density g lo hi * ((g * up + down) / (g + 1)) * (clamp ((hi - lo) / 2) e x - (hi - lo) / 2) +
  side_density g lo hi * ((g * down + up) / (g + 1)) * (e - clamp ((hi - lo) / 2) e x) +
  (side_density g lo hi * ((g * up' + down') / (g + 1)) * (clamp (- e) (- ((hi - lo) / 2)) x - - e) +
   side_density g lo hi * ((g * down' + up') / (g + 1)) *
     (- ((hi - lo) / 2) - clamp (- e) (- ((hi - lo) / 2)) x)).
Definition outer_part (g hi e beyond between x : R) : R :=
  outer_density g hi * beyond * (clamp e 1 (Rabs x) - e) +
  outer_density g hi * between * (1 - clamp e 1 (Rabs x)).

Lemma all_cuts : forall g lo hi e h x inner, 0 < lo < hi -> (hi - lo) / 2 <= e <= 1 ->
  by_cuts (inner_density g) (fun w => of_two g (h w) (h (- (lo * hi / w))))
    (fun w => of_two g (h (- (lo * hi / w))) (h w)) lo hi (coordinate (lo * hi) x) inner ->
  reported g lo hi e h x (inner + side_part g lo hi e (h hi) (h (- lo)) (h lo) (h (- hi)) x +
    outer_part g hi e
      (if Rle_dec 0 x then of_three g (h hi) (h (- hi)) (h 0) else of_three g (h (- hi)) (h hi) (h 0))
      (of_three g (h 0) (h hi) (h (- hi))) x).
Proof.
  intros g lo hi e h x inner lengths fits inside. eexists inner, _, _, _.
  split; [exact inside|]. split; [apply constant_cuts; lra|]. split; [apply constant_cuts; lra|].
  split; [apply constant_cuts; lra|]. unfold side_part, outer_part, of_two. ring.
Qed.

(** Where x is beside the cuts of one kind. *)
Inductive place (c e x : R) : Prop :=
  | inside_c : - c <= x <= c -> place c e x
  | right_of_c : c <= x <= e -> place c e x
  | left_of_c : - e <= x <= - c -> place c e x
  | right_of_e : e <= x <= 1 -> place c e x
  | left_of_e : -1 <= x <= - e -> place c e x.

Lemma every_place : forall c e x, c <= e -> -1 <= x <= 1 -> place c e x.
Proof.
  intros c e x order range. destruct (Rle_lt_dec x c), (Rle_lt_dec (- c) x).
  - apply inside_c; lra.
  - destruct (Rle_lt_dec (- e) x); [apply left_of_c|apply left_of_e]; lra.
  - destruct (Rle_lt_dec x e); [apply right_of_c|apply right_of_e]; lra.
  - destruct (Rle_lt_dec x e); [apply right_of_c|apply right_of_e]; lra.
Qed.

(** The mean of the reports is x. *)
Theorem cut_is_unbiased : forall g lo hi e x, 1 < g -> 0 < lo < hi -> (hi - lo) / 2 <= e <= 1 ->
  -1 <= x <= 1 -> reported g lo hi e (fun v => v) x x.
Proof.
  intros g lo hi e x big lengths fits range.
  destruct (inner_means g lo hi big (proj1 lengths) (proj2 lengths) x) as [inside _].
  pose proof (all_cuts g lo hi e (fun v => v) x _ lengths fits inside) as all.
  match type of all with reported _ _ _ _ _ _ ?m => replace x with m at 2; [exact all|] end.
  unfold side_part, outer_part, side_density, outer_density, of_three.
  destruct (every_place ((hi - lo) / 2) e x ltac:(lra) range) as [r|r|r|r|r].
  - assert (Rabs x <= e) by (unfold Rabs; destruct (Rcase_abs x); lra).
    rewrite (clamp_inside (- ((hi - lo) / 2)) ((hi - lo) / 2) x) by lra.
    rewrite (clamp_below ((hi - lo) / 2) e x) by lra.
    rewrite (clamp_above (- e) (- ((hi - lo) / 2)) x) by lra.
    rewrite (clamp_below e 1 (Rabs x)) by lra. destruct (Rle_dec 0 x); field; repeat split; lra.
  - rewrite (Rabs_right x) by lra.
    rewrite (clamp_above (- ((hi - lo) / 2)) ((hi - lo) / 2) x) by lra.
    rewrite (clamp_inside ((hi - lo) / 2) e x) by lra.
    rewrite (clamp_above (- e) (- ((hi - lo) / 2)) x) by lra.
    rewrite (clamp_below e 1 x) by lra. destruct (Rle_dec 0 x); [|lra]. field; repeat split; lra.
  - rewrite (Rabs_left1 x) by lra.
    rewrite (clamp_below (- ((hi - lo) / 2)) ((hi - lo) / 2) x) by lra.
    rewrite (clamp_below ((hi - lo) / 2) e x) by lra.
    rewrite (clamp_inside (- e) (- ((hi - lo) / 2)) x) by lra.
    rewrite (clamp_below e 1 (- x)) by lra. destruct (Rle_dec 0 x); [lra|]. field; repeat split; lra.
  - rewrite (Rabs_right x) by lra.
    rewrite (clamp_above (- ((hi - lo) / 2)) ((hi - lo) / 2) x) by lra.
    rewrite (clamp_above ((hi - lo) / 2) e x) by lra.
    rewrite (clamp_above (- e) (- ((hi - lo) / 2)) x) by lra.
    rewrite (clamp_inside e 1 x) by lra. destruct (Rle_dec 0 x); [|lra]. field; repeat split; lra.
  - rewrite (Rabs_left1 x) by lra.
    rewrite (clamp_below (- ((hi - lo) / 2)) ((hi - lo) / 2) x) by lra.
    rewrite (clamp_below ((hi - lo) / 2) e x) by lra.
    rewrite (clamp_below (- e) (- ((hi - lo) / 2)) x) by lra.
    rewrite (clamp_inside e 1 (- x)) by lra. destruct (Rle_dec 0 x); [lra|]. field; repeat split; lra.
Qed.

(** ** The variance *)

Definition variance_of_reports (g lo hi e x var : R) : Prop := exists mean square,
  reported g lo hi e (fun v => v) x mean /\ reported g lo hi e (fun v => v ^ 2) x square /\
  var = square - mean ^ 2.

(** The second moment less x^2 where |x| <= c, and how the moment grows after it. *)
Definition base_moment (g lo hi e : R) : R :=
  lo * hi / 2 + (hi ^ 2 - g * lo ^ 2) / (2 * (g - 1)) +
  2 * (hi ^ 2 + g * lo ^ 2) * (e - (hi - lo) / 2) / ((g - 1) * (lo + hi)) + 2 * hi * (1 - e) / (g - 1).
Definition growth (lo hi e x : R) : R := let c := (hi - lo) / 2 in
  if Rle_dec (Rabs x) c then x ^ 2
  else if Rle_dec (Rabs x) e then c ^ 2 + (hi - lo) * (Rabs x - c)
  else c ^ 2 + (hi - lo) * (e - c) + hi * (Rabs x - e).

Theorem second_moment : forall g lo hi e x, 1 < g -> 0 < lo < hi -> (hi - lo) / 2 <= e <= 1 ->
  -1 <= x <= 1 -> reported g lo hi e (fun v => v ^ 2) x (base_moment g lo hi e + growth lo hi e x).
Proof.
  intros g lo hi e x big lengths fits range.
  destruct (inner_means g lo hi big (proj1 lengths) (proj2 lengths) x) as [_ inside].
  pose proof (all_cuts g lo hi e (fun v => v ^ 2) x _ lengths fits inside) as all.
  match type of all with reported _ _ _ _ _ _ ?m =>
    replace (base_moment g lo hi e + growth lo hi e x) with m; [exact all|] end.
  unfold side_part, outer_part, side_density, outer_density, of_three, base_moment, growth.
  set (c := (hi - lo) / 2) in *. assert (lo = hi - 2 * c) as short by (unfold c; field).
  assert (0 < c) as some by (unfold c; lra).
  destruct (every_place c e x ltac:(lra) range) as [r|r|r|r|r].
  - assert (Rabs x <= c) by (unfold Rabs; destruct (Rcase_abs x); lra).
    rewrite (clamp_inside (- c) c x) by lra. rewrite (clamp_below c e x) by lra.
    rewrite (clamp_above (- e) (- c) x) by lra. rewrite (clamp_below e 1 (Rabs x)) by lra.
    destruct (Rle_dec (Rabs x) c); [|lra].
    unfold c. destruct (Rle_dec 0 x); field; repeat split; lra.
  - rewrite (Rabs_right x) by lra.
    rewrite (clamp_above (- c) c x) by lra. rewrite (clamp_inside c e x) by lra.
    rewrite (clamp_above (- e) (- c) x) by lra. rewrite (clamp_below e 1 x) by lra.
    destruct (Rle_dec x c) as [low|high].
    + assert (x = c) as -> by lra. unfold c. destruct (Rle_dec 0 _); field; repeat split; lra.
    + destruct (Rle_dec x e); [|lra]. unfold c. destruct (Rle_dec 0 x); field; repeat split; lra.
  - rewrite (Rabs_left1 x) by lra.
    rewrite (clamp_below (- c) c x) by lra. rewrite (clamp_below c e x) by lra.
    rewrite (clamp_inside (- e) (- c) x) by lra. rewrite (clamp_below e 1 (- x)) by lra.
    destruct (Rle_dec (- x) c) as [low|high].
    + assert (x = - c) as -> by lra. unfold c. destruct (Rle_dec 0 _); field; repeat split; lra.
    + destruct (Rle_dec (- x) e); [|lra]. unfold c. destruct (Rle_dec 0 x); field; repeat split; lra.
  - rewrite (Rabs_right x) by lra.
    rewrite (clamp_above (- c) c x) by lra. rewrite (clamp_above c e x) by lra.
    rewrite (clamp_above (- e) (- c) x) by lra. rewrite (clamp_inside e 1 x) by lra.
    destruct (Rle_dec 0 x); [|lra]. destruct (Rle_dec x c) as [low|high].
    + assert (x = c) as -> by lra. assert (e = c) as -> by lra. unfold c. field; repeat split; lra.
    + destruct (Rle_dec x e) as [less|more]; [assert (x = e) as -> by lra|];
        unfold c; field; repeat split; lra.
  - rewrite (Rabs_left1 x) by lra.
    rewrite (clamp_below (- c) c x) by lra. rewrite (clamp_below c e x) by lra.
    rewrite (clamp_below (- e) (- c) x) by lra. rewrite (clamp_inside e 1 (- x)) by lra.
    destruct (Rle_dec 0 x); [lra|]. destruct (Rle_dec (- x) c) as [low|high].
    + assert (x = - c) as -> by lra. assert (e = c) as -> by lra. unfold c. field; repeat split; lra.
    + destruct (Rle_dec (- x) e) as [less|more]; [assert (x = - e) as -> by lra|];
        unfold c; field; repeat split; lra.
Qed.

Lemma coth_above_one : forall g, 1 < g -> 0 < / odds g /\ 1 < coth (/ odds g).
Proof.
  intros g big. assert (0 < / odds g) as pos.
  { apply Rinv_0_lt_compat. unfold odds. apply Rdiv_lt_0_compat; lra. }
  split; [assumption|]. rewrite coth_of_half by assumption.
  assert (1 < exp (2 * / odds g)) as more by (rewrite <- exp_0; apply exp_increasing; lra).
  apply Rmult_lt_reg_r with (exp (2 * / odds g) - 1); [lra|].
  replace ((exp (2 * / odds g) + 1) / (exp (2 * / odds g) - 1) * (exp (2 * / odds g) - 1)) with
    (exp (2 * / odds g) + 1) by (field; lra). lra.
Qed.

Lemma middle_lengths : forall g c lo hi e, middle_form g c lo hi e ->
  1 < g /\ 0 < lo < hi /\ (hi - lo) / 2 = c /\ c <= e <= 1.
Proof.
  intros g c lo hi e (big & range & wide & -> & -> & ->).
  assert (0 < g * c) as low by (apply Rmult_lt_0_compat; lra).
  split; [lra|]. split; [split; lra|]. split; [field|].
  assert (0 <= (1 - c) ^ 2) as square by apply pow2_ge_0.
  assert (0 <= (1 - c) ^ 2 / (g * c)) by (apply Rmult_le_pos; [assumption|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert ((1 - c) ^ 2 / (g * c) <= 1 - c); [|lra].
  apply Rmult_le_reg_r with (g * c); [assumption|].
  replace ((1 - c) ^ 2 / (g * c) * (g * c)) with ((1 - c) * (1 - c)) by (field; lra).
  apply Rmult_le_compat_l; lra.
Qed.

Theorem variance_of_the_cut :
  (forall g lo hi e x, small_form g lo hi e -> -1 <= x <= 1 ->
     variance_of_reports g lo hi e x (odds g * coth (/ odds g) - 1)) /\
  forall g c lo hi e, middle_form g c lo hi e ->
    let value := (2 - g + g * (g + 2) * c) / (g - 1) in
    (forall x, - c <= x <= c -> variance_of_reports g lo hi e x value) /\
    (2 <= (g + 2) * c -> forall x, -1 <= x <= 1 ->
       exists var, variance_of_reports g lo hi e x var /\ var <= value).
Proof.
  split.
  - intros g lo hi e x (big & -> & -> & ->) range. destruct (coth_above_one g big) as [_ above].
    set (r := coth (/ odds g)) in *. exists x, (base_moment g (r - 1) (r + 1) 1 + growth (r - 1) (r + 1) 1 x).
    split; [apply cut_is_unbiased; lra|]. split; [apply second_moment; lra|].
    assert (Rabs x <= 1) by (unfold Rabs; destruct (Rcase_abs x); lra).
    unfold growth. replace ((r + 1 - (r - 1)) / 2) with 1 by field.
    destruct (Rle_dec (Rabs x) 1); [|lra]. unfold base_moment, odds. field. lra.
  - intros g c lo hi e form value. destruct (middle_lengths g c lo hi e form) as (big & lengths & half & fits).
    assert (base_moment g lo hi e = value) as same.
    { destruct form as (_ & range & _ & -> & -> & ->). unfold base_moment, value. field. repeat split; lra. }
    assert (forall x, -1 <= x <= 1 -> variance_of_reports g lo hi e x (value + growth lo hi e x - x ^ 2)) as all.
    { intros x range. exists x, (base_moment g lo hi e + growth lo hi e x).
      split; [apply cut_is_unbiased; lra|]. split; [apply second_moment; lra|]. now rewrite same. }
    split.
    + intros x range. specialize (all x ltac:(lra)). unfold growth in all. rewrite half in all.
      assert (Rabs x <= c) by (unfold Rabs; destruct (Rcase_abs x); lra).
      destruct (Rle_dec (Rabs x) c); [|lra]. now replace (value + x ^ 2 - x ^ 2) with value in all by ring.
    + intros wide x range. exists (value + growth lo hi e x - x ^ 2). split; [now apply all|].
      assert (growth lo hi e x <= x ^ 2); [|lra]. unfold growth. rewrite half.
      assert (hi - lo = 2 * c) as -> by lra.
      assert (x ^ 2 = Rabs x ^ 2) as -> by (rewrite <- !Rsqr_pow2; apply Rsqr_abs).
      assert (0 <= Rabs x <= 1) as short.
      { split; [apply Rabs_pos|]. unfold Rabs; destruct (Rcase_abs x); lra. }
      set (y := Rabs x) in *.
      destruct (Rle_dec y c); [lra|]. destruct (Rle_dec y e) as [less|more].
      * pose proof (pow2_ge_0 (y - c)). lra.
      * assert (c ^ 2 + 2 * c * (e - c) = 1 - hi * (1 - e)) as meet.
        { destruct form as (_ & positive & _ & -> & -> & ->). field. lra. }
        rewrite meet. assert (2 <= hi) as high by (destruct form as (_ & _ & _ & _ & -> & _); assumption).
        assert (0 <= (1 - y) * (hi - 1 - y)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** ** The chances of the cuts *)

(** Those outside c come on both sides. *)
Definition chances_of_cuts (g lo hi e total : R) : Prop := exists inner right outer,
  integral (inner_density g) lo hi inner /\
  integral (fun _ => side_density g lo hi) ((hi - lo) / 2) e right /\
  integral (fun _ => outer_density g hi) e 1 outer /\ total = inner + 2 * right + outer.

Lemma chances : forall g lo hi e, 1 < g -> 0 < lo < hi -> (hi - lo) / 2 <= e <= 1 ->
  chances_of_cuts g lo hi e (odds g / 2 * ln (hi / lo) +
    2 * (side_density g lo hi * (e - (hi - lo) / 2)) + outer_density g hi * (1 - e)).
Proof.
  intros g lo hi e big lengths fits.
  exists (odds g / 2 * ln hi - odds g / 2 * ln lo), (side_density g lo hi * (e - (hi - lo) / 2)),
    (outer_density g hi * (1 - e)).
  split; [|split; [|split]]; [|apply integral_of_constant; lra..|].
  - apply (by_primitive (fun w => odds g / 2 * ln w)); [lra| |].
    + intros w range. unfold inner_density, odds.
      replace ((g + 1) / (2 * (g - 1) * w)) with ((g + 1) / (g - 1) / 2 * / w) by (field; lra).
      apply (derivable_pt_lim_scal ln). apply derivable_pt_lim_ln. lra.
    + intros w range. unfold inner_density. reg.
      repeat apply Rmult_integral_contrapositive_currified; lra.
  - unfold Rdiv at 2. rewrite ln_mult, ln_Rinv; [ring|lra|lra|]. apply Rinv_0_lt_compat. lra.
Qed.

Theorem cuts_have_a_law :
  (forall g lo hi e, small_form g lo hi e -> chances_of_cuts g lo hi e 1 /\
     (hi - lo) / 2 = 1 /\ ln (hi / lo) = 2 / odds g /\ sqrt (1 + lo * hi) = coth (/ odds g)) /\
  forall g c lo hi e, middle_form g c lo hi e -> 1 / c = g - (g + 1) / 2 * ln ((g + 2) / g) ->
    chances_of_cuts g lo hi e 1 /\ (hi - lo) / 2 = c /\ c <= e <= 1 /\ hi / lo = (g + 2) / g.
Proof.
  split.
  - intros g lo hi e (big & -> & -> & ->). destruct (coth_above_one g big) as [pos above].
    assert (0 < odds g) as some by (unfold odds; apply Rdiv_lt_0_compat; lra).
    set (r := coth (/ odds g)) in *.
    assert (ln ((r + 1) / (r - 1)) = 2 / odds g) as log.
    { assert (1 < exp (2 * / odds g)) as more by (rewrite <- exp_0; apply exp_increasing; lra).
      replace ((r + 1) / (r - 1)) with (exp (2 * / odds g)).
      - rewrite ln_exp. reflexivity.
      - unfold r. rewrite coth_of_half by assumption. field. split; [lra|].
        replace (exp (2 * / odds g) + 1 - (exp (2 * / odds g) - 1)) with 2 by ring. lra. }
    split; [|split; [field|split; [assumption|]]].
    + pose proof (chances g (r - 1) (r + 1) 1 big ltac:(lra) ltac:(lra)) as all. rewrite log in all.
      match type of all with chances_of_cuts _ _ _ _ ?m =>
        assert (m = 1) as one; [|rewrite one in all; exact all] end.
      unfold side_density, outer_density. field. repeat split; lra.
    + replace (1 + (r - 1) * (r + 1)) with (r * r) by ring. apply sqrt_square. lra.
  - intros g c lo hi e form inverse.
    destruct (middle_lengths g c lo hi e form) as (big & lengths & half & fits).
    destruct form as (_ & range & _ & -> & -> & equal).
    assert ((g + 2) * c / (g * c) = (g + 2) / g) as ratio by (field; lra).
    split; [|split; [assumption|split; assumption]].
    pose proof (chances g (g * c) ((g + 2) * c) e big lengths ltac:(lra)) as all. rewrite ratio in all.
    match type of all with chances_of_cuts _ _ _ _ ?m =>
      assert (m = 1) as one; [|rewrite one in all; exact all] end.
    set (L := ln ((g + 2) / g)) in *.
    assert (L = (g - 1 / c) * 2 / (g + 1)) as -> by (rewrite inverse; field; lra).
    unfold odds, side_density, outer_density. field. repeat split; lra.
Qed.
