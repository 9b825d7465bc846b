(** Mutual information at equal shares, set size beside set size: sets of d + 1 truths say more than
    sets of d below one level and less above it, which lies between those of the sum of variances
    and of the pairs, and rises with the number of truths. *)

From Coq Require Import Reals Lra Lia Arith Ranalysis5.
From Rropt Require Import Sums Tensors Prices Number Questions Analysis EqualShares EqualUtilities.
Open Scope R_scope.

(** The level at which two sizes tell pairs apart alike, and the square of that at which they have
    the same sum of variances. *)
Definition pairs_level (k d : nat) : R :=
  (INR k - INR d) * (INR k - INR d - 1) / (INR d * (INR d + 1)).

Lemma inverse_slope : forall g, 0 < g -> derivable_pt_lim (fun x => / x) g (- / g ^ 2).
Proof.
  intros g above. pose proof (derivable_pt_lim_div (fct_cte 1) id g 0 1
    (derivable_pt_lim_const 1 g) (derivable_pt_lim_id g) ltac:(unfold id; lra)) as slope.
  replace ((0 * id g - 1 * fct_cte 1 g) / Rsqr (id g)) with (- / g ^ 2) in slope
    by (unfold id, fct_cte, Rsqr; field; lra).
  intros e positive. destruct (slope e positive) as [r near]. exists r.
  intros h nonzero small. specialize (near h nonzero small).
  replace (/ (g + h) - / g) with (div_fct (fct_cte 1) id (g + h) - div_fct (fct_cte 1) id g)
    by (unfold div_fct, fct_cte, id, Rdiv; ring). exact near.
Qed.

Section Levels.

Variables k d : nat.
Context (some : (0 < d)%nat) (more : (S d < k)%nat).

Let K := INR k.
Let D := INR d.
Let G := pairs_level k d.

Lemma ranges : 1 <= D /\ D + 2 <= K.
Proof.
  unfold D, K. split; [apply (le_INR 1); lia|].
  replace (INR d + 2) with (INR (S (S d))) by (rewrite !S_INR; ring). apply le_INR. lia.
Qed.

Lemma level_positive : 0 < G /\ (K - D) * (K - D - 1) = D * (D + 1) * G.
Proof.
  destruct ranges. unfold G, pairs_level. fold K D. split; [|field; lra].
  apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|].
  apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
Qed.

(** What a report of d high entries and one of d + 1 add up to, as functions of the level. *)
Let mass (s g : R) : R := s * g + (K - s).

Lemma masses : forall g, 0 < g -> 0 < mass D g /\ 0 < mass (D + 1) g.
Proof.
  intros g above. destruct ranges. unfold mass.
  assert (0 < D * g) by (apply Rmult_lt_0_compat; lra).
  assert (0 < (D + 1) * g) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Let logarithm (g : R) : R := ln (mass (D + 1) g) - ln (mass D g).

(** Not negative exactly where d high entries say as much as d + 1. *)
Definition lead (g : R) : R := mass D g * mass (D + 1) g / g * logarithm g - K * ln g.

Lemma lead_decides : forall g, 1 < g ->
  (subset_information k g (S d) <= subset_information k g d <-> 0 <= lead g) /\
  (subset_information k g d <= subset_information k g (S d) <-> lead g <= 0).
Proof.
  intros g big. destruct ranges. destruct (masses g ltac:(lra)) as [first second].
  destruct (information_step k g ltac:(lia) big d) as [down up].
  assert (mass_of k g d = mass D g) as own by (unfold mass_of, mass, D, K; ring).
  assert (mass_of k g (S d) = mass (D + 1) g) as next
    by (unfold mass_of, mass, D, K; rewrite S_INR; ring).
  assert (information_breakpoint k g d - K * (g * ln g) = g * lead g) as gap.
  { unfold information_breakpoint, lead, logarithm, Rdiv at 1. rewrite own, next.
    rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; assumption). field. lra. }
  fold K in down, up. rewrite down, up. split; split; intros less.
  - apply Rmult_le_reg_l with g; lra.
  - assert (0 <= g * lead g) by (apply Rmult_le_pos; lra). lra.
  - apply Rmult_le_reg_l with g; lra.
  - assert (g * lead g <= g * 0) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma lead_at_one : lead 1 = 0.
Proof.
  unfold lead, logarithm, mass. replace ((D + 1) * 1 + (K - (D + 1))) with K by ring.
  replace (D * 1 + (K - D)) with K by ring. rewrite ln_1. field.
Qed.

Let rate (g : R) : R := D * (D + 1) * (1 - G / g ^ 2).

Lemma logarithm_slope : forall g, 0 < g ->
  derivable_pt_lim logarithm g (K / (mass D g * mass (D + 1) g)).
Proof.
  intros g above. destruct (masses g above) as [first second].
  assert (forall s, derivable_pt_lim (mass s) g s) as line.
  { intros s. pose proof (derivable_pt_lim_plus (fun x => s * x) (fun _ => K - s) g (s * 1) 0
      (derivable_pt_lim_scal _ s g 1 (derivable_pt_lim_id g)) (derivable_pt_lim_const (K - s) g)) as sum.
    rewrite Rmult_1_r, Rplus_0_r in sum. exact sum. }
  replace (K / (mass D g * mass (D + 1) g)) with
    (/ mass (D + 1) g * (D + 1) - / mass D g * D) by (unfold mass in *; field; lra).
  apply (derivable_pt_lim_minus (fun x => ln (mass (D + 1) x)) (fun x => ln (mass D x)));
    apply (derivable_pt_lim_comp (mass _) ln); auto using derivable_pt_lim_ln.
Qed.

(** The derivative has the sign of 1 - G / g^2: the other terms cancel. *)
Lemma lead_slope : forall g, 0 < g -> derivable_pt_lim lead g (rate g * logarithm g).
Proof.
  intros g above. destruct (masses g above) as [first second].
  destruct level_positive as [_ equal].
  set (B := D * (K - D - 1) + (D + 1) * (K - D)).
  set (quotient := fun x => D * (D + 1) * x + D * (D + 1) * G * / x + B).
  assert (derivable_pt_lim quotient g (rate g)) as slope.
  { unfold quotient. replace (rate g) with
      (D * (D + 1) * 1 + D * (D + 1) * G * - / g ^ 2 + 0) by (unfold rate; field; lra).
    apply (derivable_pt_lim_plus (fun x => D * (D + 1) * x + D * (D + 1) * G * / x) (fun _ => B)).
    - apply (derivable_pt_lim_plus (fun x => D * (D + 1) * x) (fun x => D * (D + 1) * G * / x)).
      + apply derivable_pt_lim_scal, derivable_pt_lim_id.
      + now apply (derivable_pt_lim_scal (fun x => / x)), inverse_slope.
    - apply derivable_pt_lim_const. }
  assert (forall x, 0 < x -> quotient x = mass D x * mass (D + 1) x / x) as same.
  { intros x positive. unfold quotient, mass.
    replace (D * (D + 1) * G) with ((K - D) * (K - D - 1)) by lra. unfold B. field. lra. }
  assert (derivable_pt_lim (fun x => quotient x * logarithm x - K * ln x) g
    (rate g * logarithm g)) as whole.
  { replace (rate g * logarithm g) with (rate g * logarithm g +
      quotient g * (K / (mass D g * mass (D + 1) g)) - K * / g).
    - apply (derivable_pt_lim_minus (fun x => quotient x * logarithm x) (fun x => K * ln x)).
      + apply (derivable_pt_lim_mult quotient logarithm); [exact slope|now apply logarithm_slope].
      + now apply (derivable_pt_lim_scal ln), derivable_pt_lim_ln.
    - rewrite (same g above). field. lra. }
  intros e positive. destruct (whole e positive) as [r near].
  assert (0 < Rmin r g) as room by (apply Rmin_glb_lt; [apply cond_pos|assumption]).
  exists (mkposreal _ room). intros h nonzero small. cbn [pos] in small.
  assert (Rabs h < r /\ Rabs h < g) as [inside close]
    by (split; eapply Rlt_le_trans; [exact small|apply Rmin_l|exact small|apply Rmin_r]).
  apply Rabs_def2 in close. specialize (near h nonzero inside).
  rewrite (same (g + h)), (same g) in near by lra. exact near.
Qed.

Lemma logarithm_rises : forall x y, 0 < x -> x < y -> logarithm x < logarithm y.
Proof.
  intros x y above less.
  destruct ranges. destruct (falling logarithm (fun g => K / (mass D g * mass (D + 1) g))
    (fun g => 0 < g)) as [_ rising].
  - intros a b c first third between. lra.
  - intros g positive. now apply logarithm_slope.
  - apply rising; try lra. intros t (a & b & positive & _ & between).
    destruct (masses t ltac:(lra)). apply Rmult_lt_0_compat; [lra|].
    apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption.
Qed.

Lemma logarithm_positive : forall g, 1 < g -> 0 < logarithm g.
Proof.
  intros g big. pose proof (logarithm_rises 1 g ltac:(lra) big) as rise.
  unfold logarithm in rise at 1. unfold mass in rise at 1 2.
  replace ((D + 1) * 1 + (K - (D + 1))) with K in rise by ring.
  replace (D * 1 + (K - D)) with K in rise by ring. lra.
Qed.

Lemma rate_sign : forall g, 0 < g -> (g ^ 2 < G -> rate g < 0) /\ (G < g ^ 2 -> 0 < rate g).
Proof.
  intros g above. destruct ranges. assert (0 < g ^ 2) as square by now apply pow_lt.
  assert (0 < D * (D + 1)) as scale by (apply Rmult_lt_0_compat; lra).
  assert (rate g = D * (D + 1) / g ^ 2 * (g ^ 2 - G)) as told by (unfold rate; field; lra).
  assert (0 < D * (D + 1) / g ^ 2)
    by (apply Rmult_lt_0_compat; [assumption|now apply Rinv_0_lt_compat]).
  rewrite told. split; intros less.
  - assert (0 < D * (D + 1) / g ^ 2 * (G - g ^ 2)) by (apply Rmult_lt_0_compat; lra). lra.
  - apply Rmult_lt_0_compat; lra.
Qed.

Lemma lead_falls : forall x y, 1 <= x -> x < y -> y ^ 2 <= G -> lead y < lead x.
Proof.
  intros x y above less small.
  destruct (falling lead (fun g => rate g * logarithm g) (fun g => 1 <= g <= y)) as [down _].
  - intros a b c first third between. lra.
  - intros g range. apply lead_slope. lra.
  - apply down; try lra. intros t (a & b & first & last & between).
    assert (t ^ 2 < y ^ 2) by (apply (power_grows 1); lra).
    destruct (rate_sign t ltac:(lra)) as [negative _].
    pose proof (logarithm_positive t ltac:(lra)).
    assert (0 < - rate t * logarithm t); [|lra].
    apply Rmult_lt_0_compat; [|assumption]. specialize (negative ltac:(lra)). lra.
Qed.

Lemma lead_rises : forall x y, 1 <= x -> x < y -> G <= x ^ 2 -> lead x < lead y.
Proof.
  intros x y above less large.
  destruct (falling lead (fun g => rate g * logarithm g) (fun g => x <= g)) as [_ up].
  - intros a b c first third between. lra.
  - intros g range. apply lead_slope. lra.
  - apply up; try lra. intros t (a & b & first & last & between).
    assert (x ^ 2 < t ^ 2) by (apply (power_grows 1); lra).
    destruct (rate_sign t ltac:(lra)) as [_ positive].
    apply Rmult_lt_0_compat; [apply positive; lra|]. apply logarithm_positive. lra.
Qed.

(** At the level of the pairs d high entries lead: the slopes at g and G / g are weighed by
    logarithms, of which the one at g is larger. *)
Lemma lead_at_pairs : 1 < G -> 0 < lead G.
Proof.
  intros big. destruct level_positive as [positive _]. set (r := sqrt G).
  assert (r * r = G) as root by (apply sqrt_sqrt; lra).
  assert (1 < r) as above by (unfold r; rewrite <- sqrt_1; apply sqrt_lt_1; lra).
  assert (r < G) as below.
  { rewrite <- root. rewrite <- (Rmult_1_r r) at 1. apply Rmult_lt_compat_l; lra. }
  set (turned := fun x => G * / x).
  destruct (falling (fun g => lead g - lead (turned g))
    (fun g => rate g * (logarithm g - logarithm (turned g))) (fun g => r <= g <= G)) as [_ up].
  - intros a b c first third between. lra.
  - intros g range. assert (0 < turned g) as image
      by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]).
    replace (rate g * (logarithm g - logarithm (turned g))) with (rate g * logarithm g -
      rate (turned g) * logarithm (turned g) * (G * - / g ^ 2))
      by (unfold rate; unfold turned at 1; field; lra).
    apply (derivable_pt_lim_minus lead (fun x => lead (turned x))).
    + apply lead_slope. lra.
    + apply (derivable_pt_lim_comp turned lead); [|now apply lead_slope].
      apply (derivable_pt_lim_scal (fun x => / x)), inverse_slope. lra.
  - specialize (up ltac:(intros t (a & b & first & last & between);
      assert (turned t < t) as less by
        (unfold turned; apply Rmult_lt_reg_r with t; [lra|]; rewrite Rmult_assoc, Rinv_l by lra;
         assert (r * r < t * t) by (apply Rmult_gt_0_lt_compat; lra); lra);
      assert (0 < turned t) by
        (unfold turned; apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]);
      apply Rmult_lt_0_compat;
      [apply (rate_sign t ltac:(lra));
       assert (r * r < t * t) by (apply Rmult_gt_0_lt_compat; lra); replace (t ^ 2) with (t * t) by ring; lra|
       pose proof (logarithm_rises (turned t) t); lra]) r G ltac:(lra) ltac:(lra) below).
    assert (turned r = r) as fixed by (unfold turned; rewrite <- root; field; lra).
    assert (turned G = 1) as one by (unfold turned; field; lra).
    rewrite fixed, one, lead_at_one in up. lra.
Qed.

(** found/shares/information/levels *)
Theorem larger_sets_say_less : pairs_level k d <= 1 -> forall g, 1 < g ->
  subset_information k g (S d) < subset_information k g d.
Proof.
  fold G. intros small g big.
  pose proof (lead_rises 1 g ltac:(lra) big ltac:(lra)) as ahead. rewrite lead_at_one in ahead.
  apply Rnot_le_lt. rewrite (proj2 (lead_decides g big)). lra.
Qed.

Theorem information_turns_once : 1 < pairs_level k d ->
  exists level, 1 < level /\ pairs_level k d < level ^ 2 /\ level < pairs_level k d /\
    forall g, 1 < g ->
      (g < level -> subset_information k g d < subset_information k g (S d)) /\
      (g = level -> subset_information k g d = subset_information k g (S d)) /\
      (level < g -> subset_information k g (S d) < subset_information k g d).
Proof.
  fold G. intros big. set (r := sqrt G).
  assert (r * r = G) as root by (apply sqrt_sqrt; lra).
  assert (1 < r) as above by (unfold r; rewrite <- sqrt_1; apply sqrt_lt_1; lra).
  assert (r < G) as below.
  { rewrite <- root. rewrite <- (Rmult_1_r r) at 1. apply Rmult_lt_compat_l; lra. }
  assert (r ^ 2 = G) as square by (rewrite <- root; ring).
  assert (forall g, 1 < g -> g <= r -> lead g < 0) as behind.
  { intros g more_ less. rewrite <- lead_at_one. apply lead_falls; [lra|assumption|].
    rewrite <- square. apply pow_incr. lra. }
  destruct (IVT_interv lead r G) as (level & between & zero).
  - intros g range. apply derivable_continuous_pt. exists (rate g * logarithm g).
    apply lead_slope. lra.
  - assumption.
  - apply behind; lra.
  - now apply lead_at_pairs.
  - assert (r <> level) as other by (intros <-; specialize (behind r above ltac:(lra)); lra).
    assert (level <> G) as last by (intros ->; pose proof (lead_at_pairs big); lra).
    exists level. repeat split; try lra.
    + rewrite <- square. apply (power_grows 1). lra.
    + intros less. apply Rnot_le_lt. rewrite (proj1 (lead_decides g H)).
      apply Rlt_not_le. destruct (Rle_or_lt g r) as [low|high]; [now apply behind|].
      rewrite <- zero. apply lead_rises; try lra. rewrite <- square. apply pow_incr. lra.
    + intros ->. apply Rle_antisym; apply (lead_decides level H); lra.
    + intros less. apply Rnot_le_lt. rewrite (proj2 (lead_decides g H)).
      apply Rlt_not_le. rewrite <- zero. apply lead_rises; try lra.
      rewrite <- square. apply pow_incr. lra.
Qed.

End Levels.

(** A level rises with the number of truths. *)
Theorem levels_rise : forall k l d x y, (0 < d)%nat -> (S d < l)%nat -> (l < k)%nat ->
  1 < x -> 1 < y ->
  subset_information l x d = subset_information l x (S d) ->
  subset_information k y d = subset_information k y (S d) -> x < y.
Proof.
  intros k l d x y some more fewer bigx bigy equalx equaly.
  pose proof (fewer_truths_smaller_sets k l y d ltac:(lia) some fewer bigy
    (Req_le _ _ (eq_sym equaly))) as ahead.
  destruct (Rle_or_lt (pairs_level l d) 1) as [none|some_level].
  - pose proof (larger_sets_say_less l d some more none x bigx). lra.
  - destruct (information_turns_once l d some more some_level) as (level & _ & _ & _ & sides).
    destruct (sides x bigx) as (beforex & _ & afterx). destruct (sides y bigy) as (beforey & aty & _).
    destruct (Rtotal_order x level) as [less|[->|larger]].
    + specialize (beforex less). lra.
    + destruct (Rtotal_order y level) as [less|[same|larger]]; [|specialize (aty same); lra|lra].
      specialize (beforey less). lra.
    + specialize (afterx larger). lra.
Qed.
