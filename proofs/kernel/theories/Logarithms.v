(** Logarithms for the kernel to compute with: rational numbers that Taylor's polynomials show to lie
    above them. *)

From Coq Require Import Reals QArith Qreals Qround Lra Lia List Arith Bool.
From Rropt Require Import Sums Analysis RenyiPrices Checker.
Import ListNotations.
Open Scope R_scope.

(** ** Taylor's polynomials of odd degree lie below the exponential *)

Definition taylor (n : nat) (y : R) : R := \sum_(i < n) (y ^ i / INR (fact i)).

Lemma fact_positive : forall i, 0 < INR (fact i).
Proof. intros i. apply lt_0_INR, lt_O_fact. Qed.

Lemma fact_next : forall i, INR (fact (S i)) = INR (S i) * INR (fact i).
Proof. intros i. rewrite <- mult_INR. reflexivity. Qed.

Lemma taylor_slope : forall n y, derivable_pt_lim (taylor (S n)) y (taylor n y).
Proof.
  induction n as [|n IH]; intros y.
  - apply (derivable_pt_lim_ext (fun _ => 1)); [intros t; unfold taylor; simpl; field|].
    apply slope_constant.
  - apply (derivable_pt_lim_ext (fun t => taylor (S n) t + / INR (fact (S n)) * t ^ S n)).
    { intros t. unfold taylor. cbn [sum]. unfold Rdiv. ring. }
    change (taylor (S n) y) with (taylor n y + y ^ n / INR (fact n)).
    apply slope_plus; [apply IH|].
    apply (slope_is _ _ (/ INR (fact (S n)) * (INR (S n) * y ^ pred (S n)))).
    + apply (derivable_pt_lim_scal (fun t => t ^ S n)), derivable_pt_lim_pow.
    + cbn [pred]. rewrite fact_next. pose proof (fact_positive n). pose proof (lt_0_INR (S n) ltac:(lia)).
      field. split; lra.
Qed.

Lemma taylor_start : forall n, taylor (S n) 0 = 1.
Proof.
  intros n. unfold taylor. rewrite (sum_ext (S n) _ (fun i => at_index 0 i * 1)).
  - now apply (sum_pick (S n) (fun _ => 1)); lia.
  - intros i _. unfold at_index. destruct (Nat.eq_dec 0 i) as [<-|other]; [simpl; field|].
    rewrite pow_i by lia. unfold Rdiv. ring.
Qed.

Lemma taylor_below : forall n y, taylor (2 * n) y <= exp y.
Proof.
  induction n as [|n IH]; intros y; [left; apply exp_pos|].
  replace (2 * S n)%nat with (S (S (2 * n))) by lia. set (k := (2 * n)%nat) in *.
  assert (forall t, derivable_pt_lim (fun t => exp t - taylor (S (S k)) t) t (exp t - taylor (S k) t)) as one.
  { intros t. apply slope_minus; [apply slope_exp|apply taylor_slope]. }
  assert (forall t, derivable_pt_lim (fun t => exp t - taylor (S k) t) t (exp t - taylor k t)) as two.
  { intros t. apply slope_minus; [apply slope_exp|apply taylor_slope]. }
  assert (forall t, 0 <= t -> 0 <= exp t - taylor (S k) t) as right.
  { intros t above. pose proof (rises _ _ 0 t above two ltac:(intros s _; specialize (IH s); lra)) as up.
    cbv beta in up. rewrite exp_0, taylor_start in up. lra. }
  assert (forall t, t <= 0 -> exp t - taylor (S k) t <= 0) as left_.
  { intros t below. pose proof (rises _ _ t 0 below two ltac:(intros s _; specialize (IH s); lra)) as up.
    cbv beta in up. rewrite exp_0, taylor_start in up. lra. }
  enough (0 <= exp y - taylor (S (S k)) y) by lra.
  destruct (Rle_dec 0 y) as [above|below].
  - pose proof (rises _ _ 0 y above one ltac:(intros s range; apply right; lra)) as up.
    cbv beta in up. rewrite exp_0, taylor_start in up. lra.
  - pose proof (falls _ _ y 0 ltac:(lra) one ltac:(intros s range; apply left_; lra)) as up.
    cbv beta in up. rewrite exp_0, taylor_start in up. lra.
Qed.

(** Horner's scheme: 1 + y/i (1 + y/(i + 1) (1 + ...)). *)
Fixpoint nested (m i : nat) (y : R) : R :=
  match m with
  | O => 1
  | S m => 1 + y / INR i * nested m (S i) y
  end.

Lemma nested_is_sum : forall m i y,
  y ^ i / INR (fact i) * nested m (S i) y = \sum_(j < S m) (y ^ (i + j) / INR (fact (i + j))).
Proof.
  induction m as [|m IH]; intros i y.
  - cbn [nested sum]. rewrite Nat.add_0_r. ring.
  - rewrite sum_first, Nat.add_0_r. cbn [nested].
    rewrite (sum_ext (S m) _ (fun j => y ^ (S i + j) / INR (fact (S i + j))))
      by (intros j _; now rewrite Nat.add_succ_r).
    rewrite <- IH, fact_next. cbn [pow]. pose proof (fact_positive i).
    pose proof (lt_0_INR (S i) ltac:(lia)). field. split; lra.
Qed.

Lemma nested_below : forall n y, nested (2 * n + 1) 1 y <= exp y.
Proof.
  intros n y. pose proof (nested_is_sum (2 * n + 1) 0 y) as whole.
  replace (y ^ 0 / INR (fact 0)) with 1 in whole by (simpl; field). rewrite Rmult_1_l in whole.
  rewrite whole. change (taylor (S (2 * n + 1)) y <= exp y).
  replace (S (2 * n + 1)) with (2 * S n)%nat by lia. apply taylor_below.
Qed.

(** ** The same in whole numbers over 2^160, rounded down *)

Definition unit_of : BinNums.positive := 2 ^ 160.
Definition scale : Z := Z.pos unit_of.

(** A quotient by 2^160 i, rounded down: a shift takes no time where a division takes long. *)
Definition shifted (a : Z) (i : nat) : Z := (Z.shiftr a 160 / Z.of_nat i)%Z.

(** Below or above: with a negative y the rest is rounded the other way. *)
Fixpoint whole_nested (below : bool) (m i : nat) (y : Z) : Z :=
  match m with
  | O => scale
  | S m =>
      let rest := whole_nested (Bool.eqb below (0 <=? y)%Z) m (S i) y in
      (scale + if below then shifted (y * rest) i else - shifted (- (y * rest)) i)%Z
  end.

Fixpoint squared (n : nat) (x : Z) : Z :=
  match n with
  | O => x
  | S n => squared n (shifted (x * x) 1)
  end.

Open Scope Q_scope.

(** Below exp y: at y / 1024 a polynomial of degree 17, squared ten times; 0 where that is negative. *)
Definition exp_low (y : Q) : Q :=
  let x := whole_nested true (2 * 8 + 1) 1 (Qfloor (y * (scale # 1024))) in
  if (0 <=? x)%Z then squared 10 x # unit_of else 0.

(** Numbers with others above their logarithms, to be looked up. *)
Definition logarithms := list (Q * Q).
Definition are_above (l : logarithms) : bool :=
  forallb (fun p => negb (Qle_bool (fst p) 0) && Qle_bool (fst p) (exp_low (snd p))) l.

(** Near the logarithm of x = 2^e r^16, in whole numbers: with z = (r - 1) / (r + 1) it is
    e ln 2 + 32 (z + z^3/3 + z^5/5 + ...). Nothing is claimed of it. *)
Definition log_of_two : Z := 1013035739299659071135698605846798551586536899366.
Fixpoint odd_powers (terms : nat) (divisor square : Z) : Z :=
  match terms with
  | O => 0
  | S terms => scale / divisor + Z.shiftr (square * odd_powers terms (divisor + 2) square) 160
  end.
Fixpoint rooted (n : nat) (r : Z) : Z := match n with O => r | S n => rooted n (Z.sqrt (r * scale)) end.
Definition log_near (terms : nat) (x : Q) : Z :=
  let e := (Z.log2 (Qnum x) - Z.log2 (Zpos (Qden x)))%Z in
  let r := rooted 4 (Qfloor (x * (if (0 <=? e)%Z then scale # Z.to_pos (2 ^ e) else inject_Z (scale * 2 ^ (- e))))) in
  let z := ((r - scale) * scale / (r + scale))%Z in
  (e * log_of_two + Z.shiftr (32 * z * odd_powers terms 1 (Z.shiftr (z * z) 160)) 160)%Z.

(** A number above it; where none is listed, a little above what is near, if that is shown and lower
    than x - 1, which nothing can be at 1. *)
Definition log_above (l : logarithms) (x : Q) : Q :=
  match find (fun p => Qeq_bool (fst p) x) l with
  | Some p => snd p
  | None => let above := log_near 15 x + 2 ^ 20 # unit_of in
      if negb (Qle_bool (x - 1) above) && Qle_bool x (exp_low above) then above else x - 1
  end.

Open Scope R_scope.

Lemma scale_positive : 0 < IZR scale.
Proof. apply IZR_lt. reflexivity. Qed.

Lemma shifted_quotient : forall a i, (0 < i)%nat -> shifted a i = (a / (scale * Z.of_nat i))%Z.
Proof.
  intros a i some. unfold shifted. rewrite Z.shiftr_div_pow2 by lia.
  rewrite Z.div_div; [reflexivity| |]; [discriminate|lia].
Qed.

Lemma quotient_below : forall a b, (0 < b)%Z -> IZR (a / b) <= IZR a / IZR b.
Proof.
  intros a b pos. pose proof (IZR_lt _ _ pos) as above.
  pose proof (IZR_le _ _ (Z.mul_div_le a b pos)) as low. rewrite mult_IZR in low.
  apply Rmult_le_reg_l with (IZR b); [assumption|].
  replace (IZR b * (IZR a / IZR b)) with (IZR a) by (field; lra). exact low.
Qed.

Lemma whole_nested_ends : forall y m (below : bool) i, (0 < i)%nat ->
  let limit := IZR scale * nested m i (IZR y / IZR scale) in
  if below then IZR (whole_nested below m i y) <= limit else limit <= IZR (whole_nested below m i y).
Proof.
  intros y. pose proof scale_positive as unit. induction m as [|m IH]; intros below i some; cbv zeta.
  - cbn [whole_nested nested]. destruct below; rewrite Rmult_1_r; apply Rle_refl.
  - cbn [whole_nested nested]. rewrite !shifted_quotient by assumption. specialize (IH (Bool.eqb below (0 <=? y)%Z) (S i) ltac:(lia)).
    cbv zeta in IH. set (rest := whole_nested _ m (S i) y) in *.
    set (N := nested m (S i) (IZR y / IZR scale)) in *.
    assert (0 < scale * Z.of_nat i)%Z as positive by (apply Z.mul_pos_pos; [reflexivity|lia]).
    assert (0 < INR i) as count by now apply lt_0_INR.
    assert (IZR (scale * Z.of_nat i) = IZR scale * INR i) as divisor
      by (now rewrite mult_IZR, <- INR_IZR_INZ).
    assert (IZR scale * (1 + IZR y / IZR scale / INR i * N) =
      IZR scale + IZR y * (IZR scale * N) / (IZR scale * INR i)) as expanded by (field; lra).
    rewrite expanded, plus_IZR.
    assert (0 < / (IZR scale * INR i)) as inverse
      by (apply Rinv_0_lt_compat; now apply Rmult_lt_0_compat).
    destruct below.
    + apply Rplus_le_compat_l. eapply Rle_trans; [now apply quotient_below|].
      rewrite divisor, mult_IZR. apply Rmult_le_compat_r; [lra|].
      destruct (Z.leb_spec 0 y) as [up|down]; cbn in IH.
      * apply Rmult_le_compat_l; [now apply IZR_le|assumption].
      * apply IZR_lt in down. rewrite <- (Ropp_involutive (IZR y)).
        rewrite !(Ropp_mult_distr_l_reverse (- IZR y)). apply Ropp_le_contravar.
        apply Rmult_le_compat_l; lra.
    + apply Rplus_le_compat_l. rewrite opp_IZR.
      pose proof (quotient_below (- (y * rest)) _ positive) as low.
      rewrite divisor, opp_IZR, mult_IZR in low.
      apply Rle_trans with (IZR y * IZR rest / (IZR scale * INR i)); [|unfold Rdiv in *; lra].
      apply Rmult_le_compat_r; [lra|].
      destruct (Z.leb_spec 0 y) as [up|down]; cbn in IH.
      * apply Rmult_le_compat_l; [now apply IZR_le|assumption].
      * apply IZR_lt in down. rewrite <- (Ropp_involutive (IZR y)).
        rewrite !(Ropp_mult_distr_l_reverse (- IZR y)). apply Ropp_le_contravar.
        apply Rmult_le_compat_l; lra.
Qed.

Lemma squared_below : forall n x y, (0 <= x)%Z -> IZR x / IZR scale <= exp y ->
  IZR (squared n x) / IZR scale <= exp (2 ^ n * y).
Proof.
  pose proof scale_positive as unit.
  induction n as [|n IH]; intros x y above below; cbn [squared pow]; [now rewrite Rmult_1_l|].
  rewrite shifted_quotient, Z.mul_1_r by lia.
  replace (2 * 2 ^ n * y) with (2 ^ n * (2 * y)) by ring. apply IH.
  - apply Z.div_pos; [now apply Z.mul_nonneg_nonneg|reflexivity].
  - pose proof (quotient_below (x * x) scale ltac:(reflexivity)) as low. rewrite mult_IZR in low.
    apply IZR_le in above. assert (0 < / IZR scale) as inverse by now apply Rinv_0_lt_compat.
    apply Rle_trans with ((IZR x / IZR scale) * (IZR x / IZR scale)).
    + apply Rmult_le_compat_r with (r := / IZR scale) in low; [|lra]. unfold Rdiv in *. lra.
    + replace (2 * y) with (y + y) by ring. rewrite exp_plus.
      assert (0 <= IZR x / IZR scale) by (apply Rmult_le_pos; lra). now apply Rmult_le_compat.
Qed.

Lemma exp_low_below : forall y, Q2R (exp_low y) <= exp (Q2R y).
Proof.
  intros y. pose proof scale_positive as unit. unfold exp_low.
  set (z := Qfloor _). set (x := whole_nested _ _ _ _).
  assert (IZR z / IZR scale <= Q2R y / 1024) as place.
  { pose proof (Qle_Rle _ _ (Qfloor_le (y * (scale # 1024)))) as low. fold z in low.
    rewrite Q2R_mult in low. assert (Q2R (inject_Z z) = IZR z) as same by (unfold Q2R; simpl; field).
    assert (Q2R (scale # 1024) = IZR scale / 1024) as size_ by reflexivity. rewrite same, size_ in low.
    apply Rmult_le_reg_r with (IZR scale); [assumption|].
    unfold Rdiv in *. rewrite Rmult_assoc, Rinv_l; lra. }
  destruct (Z.leb_spec 0 x) as [above|]; [|rewrite Q2R_zero; left; apply exp_pos].
  replace (Q2R y) with (2 ^ 10 * (Q2R y / 1024)) by field.
  change (Q2R (squared 10 x # unit_of)) with (IZR (squared 10 x) / IZR scale).
  apply squared_below; [assumption|].
  pose proof (whole_nested_ends z (2 * 8 + 1) true 1 ltac:(lia)) as low. cbv beta iota zeta in low.
  fold x in low. apply Rle_trans with (nested (2 * 8 + 1) 1 (IZR z / IZR scale)).
  - apply Rmult_le_reg_l with (IZR scale); [assumption|].
    replace (IZR scale * (IZR x / IZR scale)) with (IZR x) by (field; lra). exact low.
  - eapply Rle_trans; [apply nested_below|]. destruct place as [less|same].
    + left. now apply exp_increasing.
    + rewrite same. apply Rle_refl.
Qed.

Lemma log_below : forall x y, 0 < Q2R x -> Qle_bool x (exp_low y) = true -> ln (Q2R x) <= Q2R y.
Proof.
  intros x y pos shown. apply le_real in shown. rewrite <- (ln_exp (Q2R y)).
  assert (Q2R x <= exp (Q2R y)) as most by (eapply Rle_trans; [exact shown|apply exp_low_below]).
  destruct most as [less|equal]; [left; now apply ln_increasing|right; now rewrite equal].
Qed.

Lemma log_above_real : forall l x, are_above l = true -> 0 < Q2R x -> ln (Q2R x) <= Q2R (log_above l x).
Proof.
  intros l x good pos. unfold log_above. destruct (find _ l) as [p|] eqn:found.
  - apply find_some in found as [inside same]. apply eq_real in same. unfold are_above in good.
    rewrite forallb_forall in good. specialize (good p inside). apply andb_prop in good as [_ below].
    rewrite <- same in *. now apply log_below.
  - cbv zeta. set (above := _ # unit_of). destruct (_ && Qle_bool x (exp_low above)) eqn:shown;
      [apply andb_prop in shown as [_ shown]; now apply log_below|]. rewrite Q2R_minus, Q2R_one. now apply ln_below.
Qed.
