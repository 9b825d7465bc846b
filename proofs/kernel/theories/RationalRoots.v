(** Rational numbers below and above a square root, for the kernel to compute: the root itself where it
    is rational, else to 160 binary digits. *)

From Coq Require Import Reals QArith Qreals Qround ZArith Lra Lia.
From Rropt Require Import Checker.
Open Scope Q_scope.

Definition root_unit : positive := 2 ^ 160.
Definition in_units (x : Q) : Z := Qfloor (x * inject_Z (Zpos (root_unit * root_unit))).

(** The root where numerator and denominator are squares. *)
Definition whole_root (x : Q) : Q :=
  let y := Qred x in Z.sqrt (Qnum y) # Z.to_pos (Z.sqrt (Zpos (Qden y))).
Definition is_root (e x : Q) : bool := Qle_bool 0 e && Qeq_bool (e * e) x.

Definition root_below (x : Q) : Q :=
  let e := whole_root x in if is_root e x then e else Z.sqrt (in_units x) # root_unit.
Definition root_above (x : Q) : Q :=
  let e := whole_root x in if is_root e x then e else (Z.sqrt (in_units x) + 1) # root_unit.

Open Scope R_scope.

Lemma is_root_spec : forall e x, is_root e x = true -> Q2R e = sqrt (Q2R x).
Proof.
  intros e x yes. unfold is_root in yes. apply andb_prop in yes as [above equal].
  apply le_real in above. apply eq_real in equal. rewrite Q2R_zero in above. rewrite Q2R_mult in equal.
  rewrite <- equal. symmetry. now apply sqrt_square.
Qed.

Lemma units_real : forall z p, Q2R (z # p) = IZR z / IZR (Zpos p).
Proof. reflexivity. Qed.

Lemma whole_of_units : forall x, 0 <= Q2R x ->
  let U := IZR (Zpos root_unit) in
  (0 <= in_units x)%Z /\ IZR (in_units x) <= Q2R x * (U * U) < IZR (in_units x) + 1.
Proof.
  intros x above U. unfold in_units. set (y := (x * inject_Z (Zpos (root_unit * root_unit)))%Q).
  assert (Q2R y = Q2R x * (U * U)) as scaled.
  { unfold y, U. rewrite Q2R_mult, <- mult_IZR, <- Pos2Z.inj_mul.
    generalize (Zpos (root_unit * root_unit)). intros z. unfold Q2R at 2, inject_Z. cbn [Qnum Qden].
    rewrite Rinv_1. ring. }
  pose proof (Qle_Rle _ _ (Qfloor_le y)) as low. pose proof (Qlt_Rlt _ _ (Qlt_floor y)) as high.
  assert (forall z, Q2R (inject_Z z) = IZR z) as whole by (intros; unfold Q2R, inject_Z; simpl; field).
  rewrite whole in low, high. rewrite scaled in low, high. rewrite plus_IZR in high.
  split; [|lra]. assert (0 <= Q2R x * (U * U)) as nonneg.
  { apply Rmult_le_pos; [assumption|]. apply Rle_0_sqr. }
  assert (-1 < Qfloor y)%Z; [|lia]. apply lt_IZR. lra.
Qed.

Theorem roots_between : forall x, 0 <= Q2R x ->
  0 <= Q2R (root_below x) <= sqrt (Q2R x) /\ sqrt (Q2R x) <= Q2R (root_above x).
Proof.
  intros x above. unfold root_below, root_above. cbv zeta.
  destruct (is_root (whole_root x) x) eqn:exact_.
  - rewrite (is_root_spec _ _ exact_). pose proof (sqrt_pos (Q2R x)). lra.
  - destruct (whole_of_units x above) as (nonneg & low & high).
    set (U := IZR (Zpos root_unit)) in *. assert (0 < U) as unit by (apply IZR_lt; reflexivity).
    destruct (Z.sqrt_spec (in_units x) nonneg) as [under over].
    set (z := Z.sqrt (in_units x)) in *. assert (0 <= z)%Z as positive by apply Z.sqrt_nonneg.
    apply IZR_le in under. apply IZR_le in positive.
    assert (in_units x + 1 <= Z.succ z * Z.succ z)%Z as next by lia. apply IZR_le in next.
    rewrite mult_IZR in under. rewrite mult_IZR, plus_IZR in next. unfold Z.succ in next.
    rewrite plus_IZR in next. rewrite !units_real, plus_IZR. fold U.
    assert (sqrt (Q2R x) * U = sqrt (Q2R x * (U * U))) as scaled.
    { rewrite sqrt_mult by (try assumption; nra). rewrite sqrt_square by lra. reflexivity. }
    assert (IZR z <= sqrt (Q2R x * (U * U)) <= IZR z + 1) as between.
    { split.
      - rewrite <- (sqrt_square (IZR z)) at 1 by assumption. apply sqrt_le_1_alt. lra.
      - rewrite <- (sqrt_square (IZR z + 1)) by lra. apply sqrt_le_1_alt. lra. }
    rewrite <- scaled in between. pose proof (Rinv_0_lt_compat U unit).
    repeat split.
    + apply Rmult_le_pos; lra.
    + apply Rmult_le_reg_r with U; [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
    + apply Rmult_le_reg_r with U; [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
