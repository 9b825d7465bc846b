(** A checker inside Coq for prices of a sum of c (a.r) ln (a.r / b.r), such as mutual information:
    rational numbers above the logarithms are checked by Taylor's polynomials. *)

From Coq Require Import Reals QArith Qreals Qround Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Analysis MutualInformation RenyiPrices
  Checker RayChecker Promises RatioDesigns.
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

(** Below or above: with a negative y the rest is rounded the other way. *)
Fixpoint whole_nested (below : bool) (m i : nat) (y : Z) : Z :=
  match m with
  | O => scale
  | S m =>
      let rest := whole_nested (Bool.eqb below (0 <=? y)%Z) m (S i) y in
      let divisor := (scale * Z.of_nat i)%Z in
      (scale + if below then y * rest / divisor else - (- (y * rest) / divisor))%Z
  end.

Fixpoint squared (n : nat) (x : Z) : Z :=
  match n with
  | O => x
  | S n => squared n (x * x / scale)
  end.

Open Scope Q_scope.

(** Below exp y: at y / 64 a polynomial of degree 25, squared six times; 0 where that is negative. *)
Definition exp_low (y : Q) : Q :=
  let x := whole_nested true (2 * 12 + 1) 1 (Qfloor (y * (scale # 64))) in
  if (0 <=? x)%Z then squared 6 x # unit_of else 0.

(** Numbers with others above their logarithms. *)
Definition logarithms := list (Q * Q).
Definition are_above (l : logarithms) : bool :=
  forallb (fun p => negb (Qle_bool (fst p) 0) && Qle_bool (fst p) (exp_low (snd p))) l.
Definition log_above (l : logarithms) (x : Q) : Q :=
  match find (fun p => Qeq_bool (fst p) x) l with
  | Some p => snd p
  | None => x - 1
  end.

Open Scope R_scope.

Lemma scale_positive : 0 < IZR scale.
Proof. apply IZR_lt. reflexivity. Qed.

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
  - cbn [whole_nested nested]. specialize (IH (Bool.eqb below (0 <=? y)%Z) (S i) ltac:(lia)).
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
  assert (IZR z / IZR scale <= Q2R y / 64) as place.
  { pose proof (Qle_Rle _ _ (Qfloor_le (y * (scale # 64)))) as low. fold z in low.
    rewrite Q2R_mult in low. assert (Q2R (inject_Z z) = IZR z) as same by (unfold Q2R; simpl; field).
    assert (Q2R (scale # 64) = IZR scale / 64) as size_ by reflexivity. rewrite same, size_ in low.
    apply Rmult_le_reg_r with (IZR scale); [assumption|].
    unfold Rdiv in *. rewrite Rmult_assoc, Rinv_l; lra. }
  destruct (Z.leb_spec 0 x) as [above|]; [|rewrite Q2R_zero; left; apply exp_pos].
  replace (Q2R y) with (2 ^ 6 * (Q2R y / 64)) by field.
  change (Q2R (squared 6 x # unit_of)) with (IZR (squared 6 x) / IZR scale).
  apply squared_below; [assumption|].
  pose proof (whole_nested_ends z (2 * 12 + 1) true 1 ltac:(lia)) as low. cbv beta iota zeta in low.
  fold x in low. apply Rle_trans with (nested (2 * 12 + 1) 1 (IZR z / IZR scale)).
  - apply Rmult_le_reg_l with (IZR scale); [assumption|].
    replace (IZR scale * (IZR x / IZR scale)) with (IZR x) by (field; lra). exact low.
  - eapply Rle_trans; [apply nested_below|]. destruct place as [less|same].
    + left. now apply exp_increasing.
    + rewrite same. apply Rle_refl.
Qed.

Lemma log_above_real : forall l x, are_above l = true -> 0 < Q2R x -> ln (Q2R x) <= Q2R (log_above l x).
Proof.
  intros l x good pos. unfold log_above. destruct (find _ l) as [p|] eqn:found.
  - apply find_some in found as [inside same]. apply eq_real in same. unfold are_above in good.
    rewrite forallb_forall in good. specialize (good p inside). apply andb_prop in good as [_ below].
    apply le_real in below. rewrite same in below.
    rewrite <- (ln_exp (Q2R (snd p))).
    assert (Q2R x <= exp (Q2R (snd p))) as most by (eapply Rle_trans; [exact below|apply exp_low_below]).
    destruct most as [less|equal]; [left; now apply ln_increasing|right; now rewrite equal].
  - rewrite Q2R_minus, Q2R_one. now apply ln_below.
Qed.

(** ** The utility *)

Record entropy := Entropy { size : Q; whole : list Q; base : list Q }.

Definition real_entropy (k : nat) (r : nat -> R) (h : entropy) : R :=
  Q2R (size h) * relative (dot k (vector (whole h)) r) (dot k (vector (base h)) r).
Definition entropies (k : nat) (l : list entropy) (r : nat -> R) : R :=
  list_sum (map (real_entropy k r) l).

(** Forms that are not negative, and nothing of the first where the second is zero. *)
Definition entropy_defined (k : nat) (G : list (list (option Q))) (delta : list (list Q)) (h : entropy)
  : bool :=
  is_defined k G delta (Ratio (size h) (whole h) (base h)) &&
  all k (fun j => Qle_bool 0 (entry (whole h) j)).

Lemma relative_scales : forall c a b, 0 <= c -> 0 < b -> relative (c * a) (c * b) = c * relative a b.
Proof.
  intros c a b [pos| <-] below; unfold relative; [|ring].
  replace (c * a / (c * b)) with (a / b) by (field; lra). ring.
Qed.

Lemma relative_adds : forall a b c d, 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d ->
  (b = 0 -> a = 0) -> (d = 0 -> c = 0) -> relative (a + c) (b + d) <= relative a b + relative c d.
Proof.
  assert (one : forall c b d, 0 < c -> 0 <= b -> 0 < d -> relative c (b + d) <= relative c d).
  { intros c b d pos above below. unfold relative. apply Rmult_le_compat_l; [lra|].
    assert (c / (b + d) <= c / d) as [less|same].
    { apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
    - left. apply ln_increasing; [apply Rdiv_lt_0_compat; lra|assumption].
    - right. now rewrite same. }
  assert (none : forall b, relative 0 b = 0) by (intros; unfold relative; ring).
  intros a b c d [pa| <-] posb [pc| <-] posd left_ right.
  - apply log_sum; try assumption; [destruct posb as [|zero]|destruct posd as [|zero]]; try assumption;
      symmetry in zero; [rewrite left_ in pa by assumption|rewrite right in pc by assumption]; lra.
  - rewrite none, !Rplus_0_r. rewrite (Rplus_comm b). apply one; try assumption.
    destruct posb as [|zero]; [assumption|]. symmetry in zero. rewrite left_ in pa by assumption. lra.
  - rewrite none, !Rplus_0_l. apply one; try assumption.
    destruct posd as [|zero]; [assumption|]. symmetry in zero. rewrite right in pc by assumption. lra.
  - rewrite Rplus_0_r, !none. lra.
Qed.

Lemma entropy_spec : forall k G delta h r, entropy_defined k G delta h = true ->
  row k (real_levels G) (real_matrix delta) r ->
  0 <= Q2R (size h) /\ 0 <= dot k (vector (whole h)) r /\ 0 <= dot k (vector (base h)) r /\
  (dot k (vector (base h)) r = 0 -> dot k (vector (whole h)) r = 0).
Proof.
  intros k G delta h r yes is_row. pose proof (proj1 is_row) as above. unfold entropy_defined in yes. apply andb_prop in yes as [defined signs].
  destruct (defined_spec _ _ _ _ defined) as [positive _].
  destruct (share_zero _ _ _ _ _ defined is_row) as [low silent].
  split; [assumption|]. split; [|now split]. apply sum_nonneg. intros j small.
  apply Rmult_le_pos; [|now apply above]. unfold vector. rewrite <- Q2R_zero.
  apply le_real. exact (all_spec _ _ signs j small).
Qed.

Lemma entropy_gauge : forall k G delta h, entropy_defined k G delta h = true ->
  gauge_on k (real_levels G) (real_matrix delta) (fun r => real_entropy k r h).
Proof.
  intros k G delta h yes. repeat split.
  - intros r s equal. unfold real_entropy.
    assert (forall x, dot k x r = dot k x s) as same
      by (intros x; apply sum_ext; intros j small; now rewrite equal).
    now rewrite !same.
  - intros c r low above. unfold real_entropy.
    assert (forall x, dot k x (fun j => c * r j) = c * dot k x r) as scaled
      by (intros x; unfold dot; rewrite <- sum_scale; apply sum_ext; intros; ring).
    rewrite !scaled. destruct (entropy_spec k G delta h r yes above) as (_ & _ & [pos|zero] & silent).
    + rewrite relative_scales by assumption. ring.
    + rewrite (silent (eq_sym zero)). unfold relative. ring.
  - intros r s above above'. unfold real_entropy.
    assert (forall x, dot k x (fun j => r j + s j) = dot k x r + dot k x s) as added
      by (intros x; unfold dot; rewrite <- sum_plus; apply sum_ext; intros; ring).
    rewrite !added, <- Rmult_plus_distr_l.
    destruct (entropy_spec k G delta h r yes above) as (positive & a & b & c).
    destruct (entropy_spec k G delta h s yes above') as (_ & a' & b' & c').
    apply Rmult_le_compat_l; [assumption|]. now apply relative_adds.
Qed.

Lemma entropies_gauge : forall k G delta l, forallb (entropy_defined k G delta) l = true ->
  gauge_on k (real_levels G) (real_matrix delta) (entropies k l).
Proof.
  intros k G delta l. unfold entropies. induction l as [|h l IH]; intros yes; simpl in *.
  - repeat split; intros; lra.
  - apply andb_prop in yes as [first rest]. destruct (entropy_gauge k G delta h first) as (a & b & c).
    destruct (IH rest) as (a' & b' & c'). repeat split.
    + intros r s equal. now rewrite (a r s equal), (a' r s equal).
    + intros t r low above. rewrite b, b' by assumption. ring.
    + intros r s one two. specialize (c r s one two). specialize (c' r s one two). lra.
Qed.

(** ** What is computed *)

Open Scope Q_scope.

Definition above_relative (l : logarithms) (a b : Q) : Q :=
  if Qeq_bool a 0 then 0 else a * log_above l (Qred (a / b)).
Definition below_relative (l : logarithms) (a b : Q) : Q :=
  if Qeq_bool a 0 then 0 else - (a * log_above l (Qred (b / a))).

Definition bounded_entropies (bounded : Q -> Q -> Q) (k : nat) (h : list entropy) (r : nat -> Q) : Q :=
  fold_right (fun e rest =>
    Qred (size e * bounded (qdot k (entry (whole e)) r) (qdot k (entry (base e)) r) + rest)) 0 h.

(** What a report of the table shows of an entropy: nothing of the first where the second is zero. *)
Definition entropy_told (k : nat) (r : nat -> Q) (h : entropy) : bool :=
  Qle_bool 0 (size h) && Qle_bool 0 (qdot k (entry (whole h)) r) &&
  Qle_bool 0 (qdot k (entry (base h)) r) &&
  (negb (Qeq_bool (qdot k (entry (base h)) r) 0) || Qeq_bool (qdot k (entry (whole h)) r) 0).

Definition proves_entropies (d : priced_table) (h : list entropy) : Prop :=
  let k := number d in
  (forall m P, keeps d m P -> (\sum_(i < m) entropies k h (P i) <= Q2R (claimed d))%R) /\
  own_keeps d /\
  (Q2R (reached d) <= \sum_(i < reports d) entropies k h (real_matrix (entries d) i))%R.

Definition entropies_accepted (d : priced_table) (h : list entropy) (l : logarithms) : bool :=
  let k := number d in
  are_above l && forallb (entropy_defined k (known_levels d) (known_deltas d)) h &&
  all (reports d) (fun i => forallb (entropy_told k (entry2 (entries d) i)) h) && promise_fits d &&
  rows_pass d (fun p =>
    Qle_bool (bounded_entropies (above_relative l) k h (entry p)) (row_charge d p)) &&
  Qle_bool (total_paid d) (claimed d) &&
  Qle_bool (reached d) (qsum (reports d) (fun i =>
    bounded_entropies (below_relative l) k h (entry2 (entries d) i))).

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma quotient_real : forall a b, 0 < Q2R b -> Q2R (Qred (a / b)) = Q2R a / Q2R b.
Proof.
  intros a b pos. rewrite (Qeq_eqR _ _ (Qred_correct _)). apply Q2R_div. intros zero.
  apply Qeq_eqR in zero. rewrite Q2R_zero in zero. lra.
Qed.

Lemma relative_ends : forall l a b, are_above l = true -> 0 <= Q2R a -> 0 <= Q2R b ->
  (Q2R b = 0 -> Q2R a = 0) ->
  Q2R (below_relative l a b) <= relative (Q2R a) (Q2R b) <= Q2R (above_relative l a b).
Proof.
  intros l a b good posa posb silent. unfold below_relative, above_relative.
  destruct (Qeq_bool a 0) eqn:none.
  - apply eq_real in none. rewrite Q2R_zero in *. unfold relative. rewrite none. lra.
  - assert (0 < Q2R a) as above.
    { destruct posa as [|zero]; [assumption|exfalso]. apply Qeq_bool_neq in none.
      apply none, eqR_Qeq. now rewrite Q2R_zero. }
    assert (0 < Q2R b) as below.
    { destruct posb as [|zero]; [assumption|exfalso]. symmetry in zero. specialize (silent zero). lra. }
    pose proof (log_above_real l (Qred (a / b)) good) as up.
    pose proof (log_above_real l (Qred (b / a)) good) as down.
    rewrite quotient_real in up, down by assumption.
    specialize (up ltac:(now apply Rdiv_lt_0_compat)). specialize (down ltac:(now apply Rdiv_lt_0_compat)).
    replace (Q2R b / Q2R a) with (/ (Q2R a / Q2R b)) in down by (field; lra).
    rewrite ln_Rinv in down by now apply Rdiv_lt_0_compat.
    unfold relative. rewrite Q2R_opp, !Q2R_mult. split.
    + rewrite <- Ropp_mult_distr_r_reverse. apply Rmult_le_compat_l; lra.
    + apply Rmult_le_compat_l; lra.
Qed.

(** An entropy that a row has. *)
Definition has_entropy (k : nat) (r : nat -> R) (h : entropy) : Prop :=
  0 <= Q2R (size h) /\ 0 <= dot k (vector (whole h)) r /\ 0 <= dot k (vector (base h)) r /\
  (dot k (vector (base h)) r = 0 -> dot k (vector (whole h)) r = 0).

Lemma told_spec : forall k r h, entropy_told k r h = true -> has_entropy k (fun j => Q2R (r j)) h.
Proof.
  intros k r h yes. unfold entropy_told in yes. apply andb_prop in yes as [yes silent].
  apply andb_prop in yes as [yes low]. apply andb_prop in yes as [positive above].
  apply le_real in low, above, positive. rewrite Q2R_zero in *. rewrite dot_real in low, above.
  split; [assumption|]. split; [assumption|]. split; [assumption|]. intros none.
  apply orb_prop in silent as [some|zero].
  - exfalso. apply negb_true_iff, Qeq_bool_neq in some. apply some, eqR_Qeq.
    now rewrite Q2R_zero, dot_real.
  - apply eq_real in zero. now rewrite dot_real, Q2R_zero in zero.
Qed.

Lemma entropies_ends : forall l k h r, are_above l = true ->
  (forall e, In e h -> has_entropy k (fun j => Q2R (r j)) e) ->
  Q2R (bounded_entropies (below_relative l) k h r) <= entropies k h (fun j => Q2R (r j)) <=
  Q2R (bounded_entropies (above_relative l) k h r).
Proof.
  intros l k h r good all_. unfold entropies. induction h as [|e h IH].
  - simpl. rewrite Q2R_zero. lra.
  - specialize (IH (fun e' there => all_ e' (or_intror there))).
    cbn [bounded_entropies fold_right map list_sum]. fold (bounded_entropies (below_relative l) k h r).
    fold (bounded_entropies (above_relative l) k h r).
    rewrite !(Qeq_eqR _ _ (Qred_correct _)), !Q2R_plus, !Q2R_mult.
    destruct (all_ e (or_introl eq_refl)) as (positive & a & b & silent).
    pose proof (relative_ends l (qdot k (entry (whole e)) r) (qdot k (entry (base e)) r) good) as ends.
    rewrite !dot_real in ends. destruct (ends a b silent) as [low high_]. unfold real_entropy.
    fold (vector (whole e)) (vector (base e)) in low, high_.
    split; apply Rplus_le_compat; try apply IH; apply Rmult_le_compat_l; assumption.
Qed.

Theorem kernel_entropies : forall d h l, entropies_accepted d h l = true -> proves_entropies d h.
Proof.
  intros d h l yes. unfold entropies_accepted in yes.
  apply andb_prop in yes as [yes most]. apply andb_prop in yes as [yes bounded].
  apply andb_prop in yes as [yes listed]. apply andb_prop in yes as [yes prices].
  apply andb_prop in yes as [yes table_told]. apply andb_prop in yes as [good defined].
  destruct (promise_pays d prices) as [own_kept _].
  split; [|split; [assumption|]].
  - intros m P own. apply le_real in bounded. eapply Rle_trans; [|exact bounded].
    refine (promise_bound d (entropies (number d) h) _ (entropies_gauge _ _ _ h defined) _ listed
      prices m P own).
    intros p is_row covered. eapply Rle_trans; [|exact (le_real _ _ covered)].
    apply (entropies_ends l (number d) h (entry p) good). intros e there.
    rewrite forallb_forall in defined.
    exact (entropy_spec _ _ _ e _ (defined e there) is_row).
  - apply le_real in most. rewrite sum_real in most. eapply Rle_trans; [exact most|].
    apply sum_le. intros i inside.
    apply (entropies_ends l (number d) h (entry2 (entries d) i) good). intros e there.
    apply told_spec. pose proof (all_spec _ _ table_told i inside) as told. cbv beta in told.
    rewrite forallb_forall in told. now apply told.
Qed.
