(** The least worst variance on [-1, 1]: where its two forms hold, up to which epsilon. *)

From Coq Require Import Reals Lra List.
From Rropt Require Import Analysis.
Import ListNotations.
Open Scope R_scope.

Definition coth (x : R) : R := cosh x / sinh x.
Definition odds (g : R) : R := (g + 1) / (g - 1).

(** ** Bounds of exponentials: near zero by Taylor, then squared again and again *)

Lemma nonneg_from_zero : forall f f', f 0 = 0 -> (forall x, derivable_pt_lim f x (f' x)) ->
  (forall x, 0 <= x -> 0 <= f' x) -> forall x, 0 <= x -> 0 <= f x.
Proof.
  intros f f' zero slope sign x [above|<-]; [|lra].
  destruct (MVT_cor2 f f' 0 x above) as (t & equal & between); [intros; apply slope|].
  assert (0 <= f' t * (x - 0)) by (apply Rmult_le_pos; [apply sign|]; lra). lra.
Qed.

Lemma exp_near_zero : forall s, 0 <= s ->
  1 - s + s ^ 2 / 2 - s ^ 3 / 6 <= exp (- s) <= 1 - s + s ^ 2 / 2.
Proof.
  intros s above.
  assert (forall x, 1 - x <= exp (- x)) as first.
  { intros x. destruct (Req_dec x 0) as [->|other]; [rewrite Ropp_0, exp_0; lra|].
    pose proof (exp_ineq1 (- x) ltac:(lra)). lra. }
  assert (forall x, derivable_pt_lim (fun x => exp (- x)) x (- exp (- x))) as slope.
  { intros x. replace (- exp (- x)) with (exp (- x) * - (1)) by ring.
    apply (derivable_pt_lim_comp Ropp exp); [|apply derivable_pt_lim_exp].
    apply (derivable_pt_lim_opp id x 1). apply derivable_pt_lim_id. }
  assert (forall x, 0 <= x -> 0 <= 1 - x + x ^ 2 / 2 - exp (- x)) as second.
  { apply (nonneg_from_zero (fun x => 1 - x + x ^ 2 / 2 - exp (- x)) (fun x => - 1 + x - - exp (- x))).
    - rewrite Ropp_0, exp_0. field.
    - intros x. apply (derivable_pt_lim_minus (fun x => 1 - x + x ^ 2 / 2)); [|apply slope].
      replace (- 1 + x) with (0 - 1 + (INR 2 * x ^ 1 * / 2 + x ^ 2 * 0)) by (simpl; field).
      apply (derivable_pt_lim_plus (fun x => 1 - x)).
      + apply (derivable_pt_lim_minus (fct_cte 1) id); [apply derivable_pt_lim_const|apply derivable_pt_lim_id].
      + apply (derivable_pt_lim_mult (fun x => x ^ 2) (fct_cte (/ 2)));
          [apply (derivable_pt_lim_pow x 2)|apply derivable_pt_lim_const].
    - intros x _. specialize (first x). lra. }
  assert (forall x, 0 <= x -> 0 <= exp (- x) - (1 - x + x ^ 2 / 2 - x ^ 3 / 6)) as third.
  { apply (nonneg_from_zero (fun x => exp (- x) - (1 - x + x ^ 2 / 2 - x ^ 3 / 6))
      (fun x => - exp (- x) - (- 1 + x - x ^ 2 / 2))).
    - rewrite Ropp_0, exp_0. field.
    - intros x. apply (derivable_pt_lim_minus (fun x => exp (- x))); [apply slope|].
      apply (derivable_pt_lim_minus (fun x => 1 - x + x ^ 2 / 2)).
      + replace (- 1 + x) with (0 - 1 + (INR 2 * x ^ 1 * / 2 + x ^ 2 * 0)) by (simpl; field).
        apply (derivable_pt_lim_plus (fun x => 1 - x)).
        * apply (derivable_pt_lim_minus (fct_cte 1) id);
            [apply derivable_pt_lim_const|apply derivable_pt_lim_id].
        * apply (derivable_pt_lim_mult (fun x => x ^ 2) (fct_cte (/ 2)));
            [apply (derivable_pt_lim_pow x 2)|apply derivable_pt_lim_const].
      + replace (x ^ 2 / 2) with (INR 3 * x ^ 2 * / 6 + x ^ 3 * 0) by (simpl; field).
        apply (derivable_pt_lim_mult (fun x => x ^ 3) (fct_cte (/ 6)));
          [apply (derivable_pt_lim_pow x 3)|apply derivable_pt_lim_const].
    - intros x positive. specialize (second x positive). lra. }
  specialize (second s above). specialize (third s above). lra.
Qed.

(** Each number is at most, or at least, the square of the one before. *)
Fixpoint squares_down (c : R) (l : list R) : Prop :=
  match l with [] => True | d :: rest => 0 <= d <= c * c /\ squares_down d rest end.
Fixpoint squares_up (c : R) (l : list R) : Prop :=
  match l with [] => True | d :: rest => c * c <= d /\ squares_up d rest end.

Lemma square_of_exp : forall s, exp (- (2 * s)) = exp (- s) * exp (- s).
Proof. intros s. rewrite <- exp_plus. f_equal. ring. Qed.

Lemma lower_chain : forall s c l, 0 <= s -> 0 <= c <= 1 - s + s ^ 2 / 2 - s ^ 3 / 6 ->
  squares_down c l -> last l c <= exp (- (2 ^ length l * s)).
Proof.
  intros s c l above start. assert (0 <= c <= exp (- s)) as bound
    by (pose proof (exp_near_zero s above); lra).
  clear start above. revert s c bound. induction l as [|d l IH]; intros s c bound squares.
  - simpl. rewrite Rmult_1_l. lra.
  - destruct squares as [one rest]. specialize (IH (2 * s) d).
    replace (2 ^ length (d :: l) * s) with (2 ^ length l * (2 * s)) by (simpl; ring).
    replace (last (d :: l) c) with (last l d).
    2:{ clear. revert c d. induction l as [|e l IH]; intros; [reflexivity|]. simpl in *.
        destruct l; [reflexivity|]. apply IH. }
    apply IH; [|assumption]. split; [lra|]. rewrite square_of_exp.
    apply Rle_trans with (c * c); [lra|]. apply Rmult_le_compat; lra.
Qed.

Lemma upper_chain : forall s c l, 0 <= s -> 1 - s + s ^ 2 / 2 <= c ->
  squares_up c l -> exp (- (2 ^ length l * s)) <= last l c.
Proof.
  intros s c l above start. assert (exp (- s) <= c) as bound
    by (pose proof (exp_near_zero s above); lra).
  clear start above. revert s c bound. induction l as [|d l IH]; intros s c bound squares.
  - simpl. rewrite Rmult_1_l. lra.
  - destruct squares as [one rest]. specialize (IH (2 * s) d).
    replace (2 ^ length (d :: l) * s) with (2 ^ length l * (2 * s)) by (simpl; ring).
    replace (last (d :: l) c) with (last l d).
    2:{ clear. revert c d. induction l as [|e l IH]; intros; [reflexivity|]. simpl in *.
        destruct l; [reflexivity|]. apply IH. }
    apply IH; [|assumption]. rewrite square_of_exp.
    apply Rle_trans with (c * c); [|lra]. pose proof (exp_pos (- s)). apply Rmult_le_compat; lra.
Qed.

Lemma exponentials :
  490907136 / 1000000000 <= exp (- (1423/2000)) /\
  504846855 / 1000000000 <= exp (- (1367/2000)) /\
  exp (- (57/80)) <= 490417120 / 1000000000 /\
  exp (- (6837/10000)) <= 504746541 / 1000000000 /\
  248453312 / 1000000000 <= exp (- (557/400)) /\
  668178229 / 1000000000 <= exp (- (252/625)) /\
  exp (- (2787/2000)) <= 248206846 / 1000000000 /\
  exp (- (4033/10000)) <= 668111935 / 1000000000.
Proof.
  repeat split.
  - replace (1423/2000) with (2 ^ 8 * (1423/2000 / 256)) by (simpl; field).
    apply (lower_chain (1423/2000 / 256) (997224561 / 1000000000)
      [994456825 / 1000000000; 988944376 / 1000000000; 978010978 / 1000000000; 956505473 / 1000000000; 914902719 / 1000000000; 837046985 / 1000000000; 700647655 / 1000000000; 490907136 / 1000000000]); simpl; repeat split; lra.
  - replace (1367/2000) with (2 ^ 8 * (1367/2000 / 256)) by (simpl; field).
    apply (lower_chain (1367/2000 / 256) (997333639 / 1000000000)
      [994674387 / 1000000000; 989377136 / 1000000000; 978867117 / 1000000000; 958180832 / 1000000000; 918110506 / 1000000000; 842926901 / 1000000000; 710525760 / 1000000000; 504846855 / 1000000000]); simpl; repeat split; lra.
  - replace (57/80) with (2 ^ 8 * (57/80 / 256)) by (simpl; field).
    apply (upper_chain (57/80 / 256) (997220670 / 1000000000)
      [994449065 / 1000000000; 988928943 / 1000000000; 977980455 / 1000000000; 956445771 / 1000000000; 914788513 / 1000000000; 836838024 / 1000000000; 700297879 / 1000000000; 490417120 / 1000000000]); simpl; repeat split; lra.
  - replace (6837/10000) with (2 ^ 8 * (6837/10000 / 256)) by (simpl; field).
    apply (upper_chain (6837/10000 / 256) (997332864 / 1000000000)
      [994672842 / 1000000000; 989374063 / 1000000000; 978861037 / 1000000000; 958168930 / 1000000000; 918087699 / 1000000000; 842885024 / 1000000000; 710455164 / 1000000000; 504746541 / 1000000000]); simpl; repeat split; lra.
  - replace (557/400) with (2 ^ 8 * (557/400 / 256)) by (simpl; field).
    apply (lower_chain (557/400 / 256) (994575313 / 1000000000)
      [989180053 / 1000000000; 978477177 / 1000000000; 957417585 / 1000000000; 916648432 / 1000000000; 840244347 / 1000000000; 706010562 / 1000000000; 498450913 / 1000000000; 248453312 / 1000000000]); simpl; repeat split; lra.
  - replace (252/625) with (2 ^ 8 * (252/625 / 256)) by (simpl; field).
    apply (lower_chain (252/625 / 256) (998426239 / 1000000000)
      [996854954 / 1000000000; 993719799 / 1000000000; 987479038 / 1000000000; 975114850 / 1000000000; 950848970 / 1000000000; 904113763 / 1000000000; 817421696 / 1000000000; 668178229 / 1000000000]); simpl; repeat split; lra.
  - replace (2787/2000) with (2 ^ 8 * (2787/2000 / 256)) by (simpl; field).
    apply (upper_chain (2787/2000 / 256) (994571456 / 1000000000)
      [989172382 / 1000000000; 978462002 / 1000000000; 957387890 / 1000000000; 916591572 / 1000000000; 840140110 / 1000000000; 705835405 / 1000000000; 498203619 / 1000000000; 248206846 / 1000000000]); simpl; repeat split; lra.
  - replace (4033/10000) with (2 ^ 8 * (4033/10000 / 256)) by (simpl; field).
    apply (upper_chain (4033/10000 / 256) (998425851 / 1000000000)
      [996854180 / 1000000000; 993718257 / 1000000000; 987475975 / 1000000000; 975108802 / 1000000000; 950837176 / 1000000000; 904091336 / 1000000000; 817381144 / 1000000000; 668111935 / 1000000000]); simpl; repeat split; lra.
Qed.

(** ** Logarithms *)

Lemma log_above : forall x, 1 <= x -> 2 * (x - 1) / (x + 1) <= ln x.
Proof.
  intros x [more|<-]; [|rewrite ln_1; lra].
  destruct (MVT_cor2 (fun x => ln x - 2 * (1 - 2 / (x + 1)))
    (fun x => / x - 2 * (0 - (0 * (x + 1) - (1 + 0) * 2) / Rsqr (x + 1))) 1 x more) as (t & equal & between).
  - intros t range. apply (derivable_pt_lim_minus ln); [apply derivable_pt_lim_ln; lra|].
    apply (derivable_pt_lim_scal (fun x => 1 - 2 / (x + 1)) 2).
    apply (derivable_pt_lim_minus (fct_cte 1)); [apply derivable_pt_lim_const|].
    apply (derivable_pt_lim_div (fct_cte 2) (fun x => x + 1)); [apply derivable_pt_lim_const| |lra].
    apply (derivable_pt_lim_plus id (fct_cte 1)); [apply derivable_pt_lim_id|apply derivable_pt_lim_const].
  - rewrite ln_1 in equal. unfold Rsqr in equal.
    assert (0 <= (/ t - 2 * (0 - (0 * (t + 1) - (1 + 0) * 2) / ((t + 1) * (t + 1)))) * (x - 1)) as sign.
    { apply Rmult_le_pos; [|lra].
      replace (/ t - 2 * (0 - (0 * (t + 1) - (1 + 0) * 2) / ((t + 1) * (t + 1)))) with
        ((t - 1) ^ 2 / (t * ((t + 1) * (t + 1)))) by (field; lra).
      apply Rmult_le_pos; [apply pow2_ge_0|]. apply Rlt_le, Rinv_0_lt_compat.
      repeat apply Rmult_lt_0_compat; lra. }
    replace (2 * (x - 1) / (x + 1)) with (2 * (1 - 2 / (x + 1))) by (field; lra). lra.
Qed.

(** ln((g + 2)/g) lies between 2/(g + 1) and 2/g. *)
Lemma log_of_odds : forall g, 0 < g -> 2 / (g + 1) <= ln ((g + 2) / g) <= 2 / g.
Proof.
  intros g pos. assert (1 <= (g + 2) / g) as more.
  { apply Rmult_le_reg_r with g; [assumption|]. replace ((g + 2) / g * g) with (g + 2) by (field; lra). lra. }
  split.
  - pose proof (log_above _ more) as bound.
    replace (2 * ((g + 2) / g - 1) / ((g + 2) / g + 1)) with (2 / (g + 1)) in bound by (field; lra).
    assumption.
  - destruct (log_tangent ((g + 2) / g) ltac:(lra)) as [most _].
    replace ((g + 2) / g - 1) with (2 / g) in most by (field; lra). assumption.
Qed.

(** (g + 1) ln((g + 2)/g) - k g + 2: twice FIRST for k = 2, SECOND for k = 1. *)
Definition excess (k g : R) : R := (g + 1) * ln ((g + 2) / g) - k * g + 2.

Definition split_excess (k g : R) : R := (g + 1) * (ln (g + 2) - ln g) - k * g + 2.
Lemma excess_is_split : forall k g, 0 < g -> excess k g = split_excess k g.
Proof.
  intros k g pos. unfold excess, split_excess, Rdiv.
  rewrite ln_mult, ln_Rinv; [ring|assumption|lra|now apply Rinv_0_lt_compat].
Qed.

Definition excess_slope (k g : R) : R :=
  (1 + 0) * (ln (g + 2) - ln g) + (g + 1) * (/ (g + 2) * (1 + 0) - / g) - k * 1 + 0.
Lemma slope_of_excess : forall k g, 0 < g -> derivable_pt_lim (split_excess k) g (excess_slope k g).
Proof.
  intros k g pos. apply (derivable_pt_lim_plus (fun g => (g + 1) * (ln (g + 2) - ln g) - k * g) (fct_cte 2));
    [|apply derivable_pt_lim_const].
  assert (forall c, derivable_pt_lim (fun g => g + c) g (1 + 0)) as shifted.
  { intros c. apply (derivable_pt_lim_plus id (fct_cte c)); [apply derivable_pt_lim_id|apply derivable_pt_lim_const]. }
  apply (derivable_pt_lim_minus (fun g => (g + 1) * (ln (g + 2) - ln g)) (fun g => k * g)).
  2:{ apply (derivable_pt_lim_scal id k). apply derivable_pt_lim_id. }
  apply (derivable_pt_lim_mult (fun g => g + 1) (fun g => ln (g + 2) - ln g)); [apply shifted|].
  apply (derivable_pt_lim_minus (fun g => ln (g + 2)) ln); [|now apply derivable_pt_lim_ln].
  apply (derivable_pt_lim_comp (fun g => g + 2) ln); [apply shifted|]. apply derivable_pt_lim_ln. lra.
Qed.

Lemma excess_falls : forall k x y, 1 <= k -> 1 <= x -> x < y -> excess k y < excess k x.
Proof.
  intros k x y big from less. rewrite !excess_is_split by lra.
  destruct (MVT_cor2 (split_excess k) (excess_slope k) x y less) as (t & equal & between).
  - intros t range. apply slope_of_excess. lra.
  - assert (0 < - excess_slope k t) as sign.
    { assert (ln (t + 2) - ln t <= 2 / t) as most.
      { pose proof (proj2 (log_of_odds t ltac:(lra))) as bound. unfold Rdiv in bound at 1.
        rewrite ln_mult, ln_Rinv in bound; [lra|lra|lra|apply Rinv_0_lt_compat; lra]. }
      unfold excess_slope.
      replace ((t + 1) * (/ (t + 2) * (1 + 0) - / t)) with (2 / (t * (t + 2)) * - (t + 1)) by (field; lra).
      assert (2 / t = 2 / (t * (t + 2)) * (t + 2)) as share by (field; lra).
      assert (0 < / (t * (t + 2))) as some.
      { apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra. }
      assert (2 / (t * (t + 2)) < 1); [|lra].
      assert (1 < t * t) by (apply Rle_lt_trans with (1 * 1); [lra|apply Rmult_le_0_lt_compat; lra]).
      apply Rmult_lt_reg_r with (t * (t + 2)); [apply Rmult_lt_0_compat; lra|].
      replace (2 / (t * (t + 2)) * (t * (t + 2))) with 2 by (field; lra). lra. }
    assert (0 < - excess_slope k t * (y - x)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma one_root : forall k a b, 1 <= k -> 0 <= a < b -> 0 < excess k (exp a) -> excess k (exp b) < 0 ->
  exists root, a < root < b /\ forall e, 0 <= e -> (0 <= excess k (exp e) <-> e <= root).
Proof.
  intros k a b big order positive negative.
  assert (continuity (fun e => - split_excess k (exp e))) as continuous.
  { intros e. apply (continuity_pt_opp (fun e => split_excess k (exp e))).
    apply derivable_continuous_pt. exists (excess_slope k (exp e) * exp e).
    apply (derivable_pt_lim_comp exp (split_excess k)); [apply derivable_pt_lim_exp|].
    apply slope_of_excess, exp_pos. }
  rewrite excess_is_split in positive, negative by apply exp_pos.
  destruct (IVT _ a b continuous ltac:(lra) ltac:(lra) ltac:(lra)) as (root & range & zero).
  assert (forall e f, 0 <= e -> e < f -> excess k (exp f) < excess k (exp e)) as falls.
  { intros e f above less. apply excess_falls; [assumption| |now apply exp_increasing].
    rewrite <- exp_0. destruct above as [more|<-]; [now apply Rlt_le, exp_increasing|lra]. }
  assert (excess k (exp root) = 0) as none by (rewrite excess_is_split by apply exp_pos; lra).
  exists root. split.
  - split.
    + destruct (Req_dec a root) as [same|]; [rewrite same in positive|lra].
      rewrite <- excess_is_split in positive by apply exp_pos. lra.
    + destruct (Req_dec root b) as [same|]; [rewrite <- same in negative|lra].
      rewrite <- excess_is_split in negative by apply exp_pos. lra.
  - intros e above. split; intros bound.
    + destruct (Rle_lt_dec e root) as [|more]; [assumption|].
      specialize (falls root e ltac:(lra) more). lra.
    + destruct bound as [less| ->]; [|lra]. specialize (falls e root above less). lra.
Qed.

Lemma exp_below : forall q a, 0 < a -> / a <= exp (- q) -> exp q <= a.
Proof.
  intros q a pos bound. rewrite <- (Rinv_inv a), <- (Ropp_involutive q), exp_Ropp.
  apply Rinv_le_contravar; [now apply Rinv_0_lt_compat|assumption].
Qed.
Lemma exp_above : forall q a, 0 < a -> exp (- q) <= / a -> a <= exp q.
Proof.
  intros q a pos bound. rewrite <- (Rinv_inv a), <- (Ropp_involutive q), exp_Ropp.
  apply Rinv_le_contravar; [apply exp_pos|assumption].
Qed.
Lemma log_at_least : forall x l, 0 < x -> exp l <= x -> l <= ln x.
Proof.
  intros x l pos [less|same].
  - rewrite <- (ln_exp l). apply Rlt_le, ln_increasing; [apply exp_pos|assumption].
  - rewrite <- same, ln_exp. lra.
Qed.
Lemma log_at_most : forall x l, 0 < x -> x <= exp l -> ln x <= l.
Proof.
  intros x l pos [less|same].
  - rewrite <- (ln_exp l). apply Rlt_le, ln_increasing; assumption.
  - rewrite same, ln_exp. lra.
Qed.

(** excess k is positive at e^q where e^q <= a, and l is at most ln((a + 2)/a). *)
Lemma excess_positive : forall k q a l, 1 <= k -> 0 <= q -> 1 <= a -> / a <= exp (- q) ->
  a / (a + 2) <= exp (- l) -> 0 < (a + 1) * l - k * a + 2 -> 0 < excess k (exp q).
Proof.
  intros k q a l big above from first second sign.
  assert (exp q <= a) as most by (apply exp_below; [lra|assumption]).
  assert (l <= ln ((a + 2) / a)) as log.
  { apply log_at_least; [apply Rdiv_lt_0_compat; lra|]. apply exp_below; [apply Rdiv_lt_0_compat; lra|].
    replace (/ ((a + 2) / a)) with (a / (a + 2)) by (field; lra). assumption. }
  assert (0 < excess k a) as there.
  { unfold excess. assert ((a + 1) * l <= (a + 1) * ln ((a + 2) / a)) by (apply Rmult_le_compat_l; lra). lra. }
  destruct most as [less|same]; [|now rewrite same].
  assert (1 <= exp q).
  { rewrite <- exp_0. destruct above as [more|<-]; [now apply Rlt_le, exp_increasing|lra]. }
  pose proof (excess_falls k (exp q) a big ltac:(assumption) less). lra.
Qed.
Lemma excess_negative : forall k q a l, 1 <= k -> 1 <= a -> exp (- q) <= / a ->
  exp (- l) <= a / (a + 2) -> (a + 1) * l - k * a + 2 < 0 -> excess k (exp q) < 0.
Proof.
  intros k q a l big from first second sign.
  assert (a <= exp q) as most by (apply exp_above; [lra|assumption]).
  assert (ln ((a + 2) / a) <= l) as log.
  { apply log_at_most; [apply Rdiv_lt_0_compat; lra|]. apply exp_above; [apply Rdiv_lt_0_compat; lra|].
    replace (/ ((a + 2) / a)) with (a / (a + 2)) by (field; lra). assumption. }
  assert (excess k a < 0) as there.
  { unfold excess. assert ((a + 1) * ln ((a + 2) / a) <= (a + 1) * l) by (apply Rmult_le_compat_l; lra). lra. }
  destruct most as [less|same]; [|now rewrite <- same].
  pose proof (excess_falls k a (exp q) big from less). lra.
Qed.

(** ** The two ranges *)

(** coth(1/B) in terms of e^(2/B). *)
Lemma coth_of_half : forall x, 0 < x -> coth x = (exp (2 * x) + 1) / (exp (2 * x) - 1).
Proof.
  intros x pos. unfold coth, cosh, sinh. rewrite exp_Ropp.
  replace (2 * x) with (x + x) by ring. rewrite exp_plus.
  assert (1 < exp x) by (rewrite <- exp_0; now apply exp_increasing).
  assert (1 < exp x * exp x) by (apply Rle_lt_trans with (1 * 1); [lra|apply Rmult_le_0_lt_compat; lra]).
  field. repeat split; lra.
Qed.

Theorem range_of_the_small_form :
  (forall g, 1 < g -> (g + 1 <= coth (/ odds g) <-> g - 1 <= (g + 1) / 2 * ln ((g + 2) / g))) /\
  exists root, 7115 / 10000 < root < 7125 / 10000 /\ forall e, 0 < e ->
    (exp e - 1 <= (exp e + 1) / 2 * ln ((exp e + 2) / exp e) <-> e <= root).
Proof.
  split.
  - intros g big. set (x := / odds g).
    assert (0 < odds g) as pos by (apply Rdiv_lt_0_compat; lra).
    assert (0 < x) as above by now apply Rinv_0_lt_compat.
    assert (x = (g - 1) / (g + 1)) as value by (unfold x, odds; field; lra).
    assert (1 < exp (2 * x)) as more by (rewrite <- exp_0; apply exp_increasing; lra).
    assert (0 < (g + 2) / g) as odds_pos by (apply Rdiv_lt_0_compat; lra).
    rewrite coth_of_half by assumption.
    assert (g + 1 <= (exp (2 * x) + 1) / (exp (2 * x) - 1) <-> exp (2 * x) <= (g + 2) / g) as first.
    { split; intros bound.
      - apply Rmult_le_compat_r with (r := exp (2 * x) - 1) in bound; [|lra].
        replace ((exp (2 * x) + 1) / (exp (2 * x) - 1) * (exp (2 * x) - 1)) with (exp (2 * x) + 1)
          in bound by (field; lra).
        apply Rmult_le_reg_r with g; [lra|]. replace ((g + 2) / g * g) with (g + 2) by (field; lra). lra.
      - apply Rmult_le_compat_r with (r := g) in bound; [|lra].
        replace ((g + 2) / g * g) with (g + 2) in bound by (field; lra).
        apply Rmult_le_reg_r with (exp (2 * x) - 1); [lra|].
        replace ((exp (2 * x) + 1) / (exp (2 * x) - 1) * (exp (2 * x) - 1)) with (exp (2 * x) + 1)
          by (field; lra). lra. }
    assert (exp (2 * x) <= (g + 2) / g <-> 2 * x <= ln ((g + 2) / g)) as second.
    { split; intros bound; [now apply log_at_least|].
      rewrite <- (exp_ln ((g + 2) / g)) by assumption.
      destruct bound as [less| ->]; [now apply Rlt_le, exp_increasing|lra]. }
    rewrite first, second, value. split; intros bound.
    + apply Rmult_le_compat_l with (r := (g + 1) / 2) in bound; [|lra].
      replace ((g + 1) / 2 * (2 * ((g - 1) / (g + 1)))) with (g - 1) in bound by (field; lra). assumption.
    + apply Rmult_le_reg_l with ((g + 1) / 2); [lra|].
      replace ((g + 1) / 2 * (2 * ((g - 1) / (g + 1)))) with (g - 1) by (field; lra). assumption.
  - destruct exponentials as (one & two & three & four & _).
    destruct (one_root 2 (7115 / 10000) (7125 / 10000)) as (root & range & only); [lra|lra| | |].
    + apply (excess_positive 2 _ (20371 / 10000) (1367 / 2000)); try lra.
      replace (7115 / 10000) with (1423 / 2000) by field. lra.
    + apply (excess_negative 2 _ (20390 / 10000) (6837 / 10000)); try lra.
      replace (7125 / 10000) with (57 / 80) by field. lra.
    + exists root. split; [assumption|]. intros e above. rewrite <- only by lra. unfold excess.
      split; intros; lra.
Qed.

(** After it, where FIRST <= 0, and as long as SECOND >= 0. *)
Theorem range_of_the_middle_form :
  (exists root, 13925 / 10000 < root < 13935 / 10000 /\ forall e, 0 < e ->
    (exp e - 2 <= (exp e + 1) * ln ((exp e + 2) / exp e) <-> e <= root)) /\
  forall g c, 1 < g -> (g + 1) / 2 * ln ((g + 2) / g) <= g - 1 -> g - 2 <= (g + 1) * ln ((g + 2) / g) ->
    1 / c = g - (g + 1) / 2 * ln ((g + 2) / g) ->
    2 <= g /\ 1 / (g + 1) <= c <= 1 /\ 2 <= (g + 2) * c.
Proof.
  split.
  - destruct exponentials as (_ & _ & _ & _ & one & two & three & four).
    destruct (one_root 1 (13925 / 10000) (13935 / 10000)) as (root & range & only); [lra|lra| | |].
    + apply (excess_positive 1 _ (40250 / 10000) (252 / 625)); try lra.
      replace (13925 / 10000) with (557 / 400) by field. lra.
    + apply (excess_negative 1 _ (40288 / 10000) (4033 / 10000)); try lra.
      replace (13935 / 10000) with (2787 / 2000) by field. lra.
    + exists root. split; [assumption|]. intros e above. rewrite <- only by lra. unfold excess.
      split; intros; lra.
  - intros g c big first second inverse. set (L := ln ((g + 2) / g)) in *.
    destruct (log_of_odds g ltac:(lra)) as [least _]. fold L in least.
    assert (1 <= (g + 1) / 2 * L) as one.
    { apply Rmult_le_compat_l with (r := (g + 1) / 2) in least; [|lra].
      replace ((g + 1) / 2 * (2 / (g + 1))) with 1 in least by (field; lra). assumption. }
    assert (1 <= 1 / c <= (g + 2) / 2) as range by lra.
    assert (c <> 0) as some.
    { intros zero. rewrite zero in range. unfold Rdiv in range. rewrite Rinv_0 in range. lra. }
    assert (c = / (1 / c)) as back by (field; assumption).
    assert (/ ((g + 2) / 2) <= c) as low by (rewrite back; apply Rinv_le_contravar; lra).
    assert (c <= 1) as high.
    { rewrite back. apply Rle_trans with (/ 1); [apply Rinv_le_contravar; lra|rewrite Rinv_1; lra]. }
    replace (/ ((g + 2) / 2)) with (2 / (g + 2)) in low by (field; lra).
    assert (2 <= (g + 2) * c) as twice.
    { apply Rmult_le_compat_l with (r := g + 2) in low; [|lra].
      replace ((g + 2) * (2 / (g + 2))) with 2 in low by (field; lra). assumption. }
    split; [lra|]. split; [split|]; [|assumption|assumption].
    apply Rmult_le_reg_l with (g + 1); [lra|].
    replace ((g + 1) * (1 / (g + 1))) with 1 by (field; lra). lra.
Qed.
