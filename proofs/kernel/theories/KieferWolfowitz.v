(** Positive matrices of which none has a larger determinant: the condition of Kiefer and Wolfowitz
    (1960), that no other matrix under it has as large a one, and that where one breaks it a little
    of that one, beside the first, has a larger one. *)

From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Rropt Require Import Sums Tensors Prices Analysis Determinants.
Open Scope R_scope.

Definition inverse_of (n : nat) (J X : matrix) : Prop :=
  symmetric n X /\
  forall a c, (a < n)%nat -> (c < n)%nat -> \sum_(b < n) (J a b * X b c) = at_index a c.

(** The trace of a product of two symmetric matrices. *)
Definition trace_with (n : nat) (X J : matrix) : R := \sum_(a < n) \sum_(b < n) (X a b * J a b).

Lemma inverse_of_schur : forall m J X, positive_definite (S m) J -> inverse_of (S m) J X ->
  inverse_of m (schur m J) X.
Proof.
  intros m J X positive [same inverse]. pose proof (corner_positive m J positive) as corner. split.
  - intros a b small other. apply same; lia.
  - intros a c small other. pose proof (inverse a c ltac:(lia) ltac:(lia)) as own.
    pose proof (inverse m c ltac:(lia) ltac:(lia)) as last. cbn [sum] in own, last.
    assert (at_index m c = 0) as apart by (unfold at_index; destruct (Nat.eq_dec m c); [lia|reflexivity]).
    rewrite apart in last. unfold schur.
    rewrite (sum_ext m _ (fun b => J a b * X b c - J a m / J m m * (J m b * X b c)))
      by (intros; field; lra).
    rewrite sum_minus, sum_scale.
    replace (\sum_(b < m) (J m b * X b c)) with (- (J m m * X m c)) by lra.
    replace (J a m / J m m * - (J m m * X m c)) with (- (J a m * X m c)) by (field; lra). lra.
Qed.

(** A form of the inverse is one of the matrix: not negative, and zero at zero only. *)
Lemma inverse_positive : forall n J X y, positive_definite n J -> inverse_of n J X ->
  0 <= quadratic n X y /\ (quadratic n X y = 0 -> forall a, (a < n)%nat -> y a = 0).
Proof.
  intros n J X y [symmetry positive] [same inverse].
  set (z := fun b => \sum_(c < n) (X b c * y c)).
  assert (forall a, (a < n)%nat -> \sum_(b < n) (J a b * z b) = y a) as back.
  { intros a small. unfold z.
    rewrite (sum_ext n _ (fun b => \sum_(c < n) (J a b * X b c * y c)))
      by (intros; rewrite <- sum_scale; apply sum_ext; intros; ring).
    rewrite sum_of_sums, (sum_ext n _ (fun c => at_index a c * y c)).
    - now apply sum_pick.
    - intros c other. rewrite sum_scale_right. now rewrite inverse. }
  assert (quadratic n X y = quadratic n J z) as equal.
  { unfold quadratic. transitivity (\sum_(a < n) (y a * z a)).
    - apply sum_ext. intros a _. unfold z. rewrite <- sum_scale. apply sum_ext. intros. ring.
    - apply sum_ext. intros a small. rewrite <- (back a small) at 1.
      rewrite <- sum_scale_right. apply sum_ext. intros. ring. }
  assert ((forall a, (a < n)%nat -> z a = 0) -> forall a, (a < n)%nat -> y a = 0) as zero.
  { intros none a small. rewrite <- (back a small). apply sum_zero. intros b other.
    rewrite none by assumption. ring. }
  assert ((forall a, (a < n)%nat -> z a = 0) \/ 0 < quadratic n J z) as [none|some].
  { clear -positive. assert (forall p, (p <= n)%nat -> (forall a, (a < p)%nat -> z a = 0) \/
      0 < quadratic n J z) as each; [|now apply each].
    induction p as [|p IH]; intros less; [left; lia|].
    destruct (IH ltac:(lia)) as [before|]; [|now right].
    destruct (Req_dec (z p) 0) as [own|own]; [left|right; now apply (positive z p)].
    intros a small. destruct (Nat.eq_dec a p) as [->|]; [assumption|]. apply before. lia. }
  - rewrite equal, quadratic_zero by assumption. split; [lra|]. intros _. now apply zero.
  - rewrite equal. split; [lra|]. intros none. lra.
Qed.

(** Off the last variable: what the last column of J has beside that of J0 adds a form. *)
Lemma trace_split : forall m J0 X J, positive_definite (S m) J0 -> symmetric (S m) J -> 0 < J m m ->
  inverse_of (S m) J0 X ->
  trace_with (S m) X J = J m m / J0 m m + trace_with m X (schur m J) +
    J m m * quadratic m X (fun a => J a m / J m m - J0 m a / J0 m m).
Proof.
  intros m J0 X J positive symmetry above [same inverse].
  pose proof (corner_positive m J0 positive) as corner.
  set (c := J0 m m) in *. set (last := J m m) in *.
  assert (forall a, (a < m)%nat -> X a m = - / c * \sum_(b < m) (J0 m b * X a b)) as side.
  { intros a small. pose proof (inverse m a ltac:(lia) ltac:(lia)) as own. cbn [sum] in own.
    unfold at_index in own. destruct (Nat.eq_dec m a); [lia|]. fold c in own.
    rewrite (same a m) by lia.
    rewrite (sum_ext m _ (fun b => J0 m b * X b a))
      by (intros; rewrite (same a i) by lia; reflexivity).
    set (total := \sum_(b < m) (J0 m b * X b a)) in *.
    apply Rmult_eq_reg_l with c; [|lra].
    replace (c * (- / c * total)) with (- total) by (field; lra). lra. }
  assert (X m m = / c + / c ^ 2 * \sum_(a < m) \sum_(b < m) (J0 m a * J0 m b * X a b)) as end_.
  { pose proof (inverse m m ltac:(lia) ltac:(lia)) as own. cbn [sum] in own.
    unfold at_index in own. destruct (Nat.eq_dec m m); [|contradiction]. fold c in own.
    rewrite (sum_ext m _ (fun a => - / c * \sum_(b < m) (J0 m a * J0 m b * X a b))) in own
      by (intros; rewrite side by assumption; rewrite <- !sum_scale; apply sum_ext; intros; ring).
    rewrite sum_scale in own.
    set (total := \sum_(a < m) \sum_(b < m) (J0 m a * J0 m b * X a b)) in *.
    apply Rmult_eq_reg_l with c; [|lra].
    replace (c * (/ c + / c ^ 2 * total)) with (1 + / c * total) by (field; lra). lra. }
  unfold trace_with at 1. cbn [sum].
  rewrite sum_plus, end_. fold last.
  rewrite (sum_ext m (fun j => X m j * J m j)
    (fun a => \sum_(b < m) (- / c * (J a m * J0 m b * X a b)))).
  2:{ intros a small. rewrite (same m a), (side a small), (symmetry m a) by lia.
      rewrite <- !sum_scale, <- sum_scale_right. apply sum_ext. intros. ring. }
  rewrite (sum_ext m (fun i => X i m * J i m)
    (fun a => \sum_(b < m) (- / c * (J a m * J0 m b * X a b)))).
  2:{ intros a small. rewrite (side a small).
      rewrite <- !sum_scale, <- sum_scale_right. apply sum_ext. intros. ring. }
  assert (\sum_(a < m) \sum_(b < m) (J a m * J0 m b * X a b) =
    \sum_(a < m) \sum_(b < m) (J0 m a * J b m * X a b)) as turned.
  { rewrite sum_of_sums. apply sum_ext. intros a small. apply sum_ext. intros b other.
    rewrite (same b a) by lia. ring. }
  unfold trace_with, quadratic, schur.
  rewrite (sum_ext m (fun a => \sum_(b < m) (X a b * (J a b - J a m * J m b / J m m)))
    (fun a => \sum_(b < m) (X a b * J a b - / last * (J a m * J b m * X a b)))).
  2:{ intros a small. apply sum_ext. intros b other. rewrite (symmetry m b) by lia. fold last.
      field. lra. }
  rewrite (sum_ext m (fun a => \sum_(b < m) ((J a m / last - J0 m a / c) *
      (J b m / last - J0 m b / c) * X a b))
    (fun a => \sum_(b < m) (/ last ^ 2 * (J a m * J b m * X a b) -
      / (last * c) * (J a m * J0 m b * X a b) - / (last * c) * (J0 m a * J b m * X a b) +
      / c ^ 2 * (J0 m a * J0 m b * X a b)))).
  2:{ intros a small. apply sum_ext. intros b other. field. lra. }
  assert (forall f h, \sum_(a < m) \sum_(b < m) (f a b - h a b) =
    \sum_(a < m) \sum_(b < m) f a b - \sum_(a < m) \sum_(b < m) h a b) as minus.
  { intros f h. rewrite <- sum_minus. apply sum_ext. intros. apply sum_minus. }
  assert (forall f h, \sum_(a < m) \sum_(b < m) (f a b + h a b) =
    \sum_(a < m) \sum_(b < m) f a b + \sum_(a < m) \sum_(b < m) h a b) as plus.
  { intros f h. rewrite <- sum_plus. apply sum_ext. intros. apply sum_plus. }
  assert (forall x f, \sum_(a < m) \sum_(b < m) (x * f a b) =
    x * \sum_(a < m) \sum_(b < m) f a b) as scale.
  { intros x f. rewrite <- sum_scale. apply sum_ext. intros. apply sum_scale. }
  rewrite plus, !minus, !scale, <- turned. field. lra.
Qed.

(** Kiefer and Wolfowitz: the tangent of the logarithm of the determinant, which meets it once. *)
Theorem log_determinant_tangent : forall n J0 X J, positive_definite n J0 -> positive_definite n J ->
  inverse_of n J0 X ->
  ln (determinant n J) - ln (determinant n J0) <= trace_with n X J - INR n /\
  (ln (determinant n J) - ln (determinant n J0) = trace_with n X J - INR n ->
   forall a b, (a < n)%nat -> (b < n)%nat -> J a b = J0 a b).
Proof.
  induction n as [|m IH]; intros J0 X J first second inverse.
  { unfold trace_with. cbn [determinant sum INR]. split; [lra|]. intros. lia. }
  pose proof (corner_positive m J0 first) as corner0. pose proof (corner_positive m J second) as corner.
  pose proof (schur_positive m J0 first) as inner0. pose proof (schur_positive m J second) as inner.
  pose proof (determinant_positive m _ inner0). pose proof (determinant_positive m _ inner).
  pose proof (inverse_of_schur m J0 X first inverse) as inverse'.
  destruct (IH _ X _ inner0 inner inverse') as [below tight].
  set (gap := fun a => J a m / J m m - J0 m a / J0 m m).
  destruct (inverse_positive m _ X gap inner0 inverse') as [nonneg zero].
  pose proof (trace_split m J0 X J first (proj1 second) corner inverse) as split_. fold gap in split_.
  cbn [determinant]. rewrite !ln_mult by assumption. rewrite S_INR.
  assert (0 < J m m / J0 m m) as ratio
    by (apply Rmult_lt_0_compat; [assumption|now apply Rinv_0_lt_compat]).
  destruct (log_tangent (J m m / J0 m m) ratio) as [under once].
  assert (ln (J m m / J0 m m) = ln (J m m) - ln (J0 m m)) as apart.
  { unfold Rdiv. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; assumption). ring. }
  assert (0 <= J m m * quadratic m X gap) as form by (apply Rmult_le_pos; lra).
  split; [lra|]. intros equal.
  assert (J m m / J0 m m = 1) as one by (apply once; lra).
  assert (J m m = J0 m m) as last.
  { apply Rmult_eq_reg_r with (/ J0 m m); [|apply Rinv_neq_0_compat; lra].
    rewrite Rinv_r by lra. exact one. }
  assert (J m m * quadratic m X gap = 0) as none by lra.
  assert (quadratic m X gap = 0) as flat.
  { apply Rmult_integral in none. destruct none; lra. }
  assert (forall a, (a < m)%nat -> J a m = J0 a m) as side.
  { intros a small. pose proof (zero flat a small) as same. unfold gap in same.
    rewrite last in same. rewrite (proj1 first a m) by lia.
    apply Rmult_eq_reg_r with (/ J0 m m); [|apply Rinv_neq_0_compat; lra]. unfold Rdiv in same. lra. }
  assert (forall a b, (a < m)%nat -> (b < m)%nat -> schur m J a b = schur m J0 a b) as rest
    by (apply tight; lra).
  intros a b small other.
  destruct (Nat.eq_dec a m) as [->|differ], (Nat.eq_dec b m) as [->|differ'].
  - assumption.
  - rewrite (proj1 second m b), (proj1 first m b) by lia. apply side. lia.
  - apply side. lia.
  - pose proof (rest a b ltac:(lia) ltac:(lia)) as inside. unfold schur in inside.
    rewrite (proj1 second m b), (proj1 first m b) in inside by lia.
    rewrite !side, last in inside by lia. lra.
Qed.

Theorem largest_determinant : forall n J0 X J, positive_definite n J0 -> positive_definite n J ->
  inverse_of n J0 X -> trace_with n X J <= INR n ->
  determinant n J <= determinant n J0 /\
  (determinant n J = determinant n J0 ->
   forall a b, (a < n)%nat -> (b < n)%nat -> J a b = J0 a b).
Proof.
  intros n J0 X J first second inverse most.
  pose proof (determinant_positive n J0 first). pose proof (determinant_positive n J second).
  destruct (log_determinant_tangent n J0 X J first second inverse) as [below tight]. split.
  - apply Rnot_lt_le. intros more. apply ln_increasing in more; [lra|assumption].
  - intros equal. rewrite equal in *. apply tight. lra.
Qed.

(** Eliminating the last variable of a matrix and of what is added to it. *)
Definition schur_slope (m : nat) (J D : matrix) : matrix := fun i j =>
  D i j - (D i m * J m j + J i m * D m j) / J m m + J i m * J m j * D m m / J m m ^ 2.

Lemma trace_of_slopes : forall m J X D, symmetric (S m) J -> J m m <> 0 -> inverse_of (S m) J X ->
  trace_with (S m) X D = D m m / J m m + trace_with m X (schur_slope m J D).
Proof.
  intros m J X D even corner [same inverse]. set (c := J m m) in *.
  assert (forall i, (i < m)%nat -> \sum_(j < m) (X i j * J m j) = - c * X i m) as side.
  { intros i small. pose proof (inverse m i ltac:(lia) ltac:(lia)) as own. cbn [sum] in own.
    unfold at_index in own. destruct (Nat.eq_dec m i); [lia|]. fold c in own.
    rewrite (sum_ext m _ (fun j => J m j * X j i))
      by (intros j other; rewrite (same j i) by lia; ring).
    rewrite (same i m) by lia. lra. }
  assert (\sum_(j < m) (J m j * X j m) = 1 - c * X m m) as last.
  { pose proof (inverse m m ltac:(lia) ltac:(lia)) as own. cbn [sum] in own.
    unfold at_index in own. destruct (Nat.eq_dec m m); [|contradiction]. fold c in own. lra. }
  assert (trace_with m X (schur_slope m J D) = trace_with m X D +
    (\sum_(i < m) (X i m * D i m)) + (\sum_(j < m) (X m j * D m j)) +
    D m m * (X m m - / c)) as ->.
  { unfold trace_with, schur_slope. fold c.
    rewrite (sum_ext m _ (fun i => (\sum_(j < m) (X i j * D i j)) -
      / c * (D i m * \sum_(j < m) (X i j * J m j)) - / c * (\sum_(j < m) (X i j * J i m * D m j)) +
      D m m / c ^ 2 * (J i m * \sum_(j < m) (X i j * J m j)))).
    2:{ intros i _. rewrite <- !sum_scale, <- !sum_minus, <- sum_plus. apply sum_ext. intros.
        field. assumption. }
    rewrite sum_plus, !sum_minus, !sum_scale.
    rewrite (sum_ext m (fun i => D i m * \sum_(j < m) (X i j * J m j))
      (fun i => - c * (X i m * D i m))) by (intros; rewrite side by assumption; ring).
    rewrite (sum_ext m (fun i => J i m * \sum_(j < m) (X i j * J m j))
      (fun i => - c * (J m i * X i m)))
      by (intros i small; rewrite side, (even i m) by lia; ring).
    assert (\sum_(i < m) \sum_(j < m) (X i j * J i m * D m j) =
      - c * \sum_(j < m) (X m j * D m j)) as ->.
    { rewrite sum_of_sums, <- sum_scale. apply sum_ext. intros j small.
      rewrite (sum_ext m _ (fun i => X j i * J m i * D m j))
        by (intros i other; rewrite (same j i), (even i m) by lia; reflexivity).
      rewrite sum_scale_right, side, (same j m) by lia. ring. }
    rewrite !sum_scale, last. field. assumption. }
  unfold trace_with. cbn [sum]. rewrite sum_plus. field. assumption.
Qed.

(** The slope of a determinant, where what changes is positive. *)
Theorem determinant_slope : forall n (J : R -> matrix) D X, positive_definite n (J 0) ->
  inverse_of n (J 0) X ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> derivable_pt_lim (fun t => J t i j) 0 (D i j)) ->
  derivable_pt_lim (fun t => determinant n (J t)) 0 (determinant n (J 0) * trace_with n X D).
Proof.
  induction n as [|m IH]; intros J D X positive inverse slopes.
  { unfold trace_with. cbn [determinant sum]. rewrite Rmult_0_r. apply derivable_pt_lim_const. }
  pose proof (corner_positive m _ positive) as corner.
  assert (derivable_pt_lim (fun t => determinant m (schur m (J t))) 0
    (determinant m (schur m (J 0)) * trace_with m X (schur_slope m (J 0) D))) as inner.
  { apply (IH (fun t => schur m (J t))).
    - now apply schur_positive.
    - now apply inverse_of_schur.
    - intros i j small other.
      pose proof (derivable_pt_lim_minus _ _ _ _ _ (slopes i j ltac:(lia) ltac:(lia))
        (derivable_pt_lim_div _ _ _ _ _ (derivable_pt_lim_mult _ _ _ _ _
          (slopes i m ltac:(lia) ltac:(lia)) (slopes m j ltac:(lia) ltac:(lia)))
          (slopes m m ltac:(lia) ltac:(lia)) ltac:(lra))) as slope.
      unfold schur_slope. replace (D i j - _ + _) with (D i j -
        ((D i m * J 0 m j + J 0 i m * D m j) * J 0 m m - D m m * (J 0 i m * J 0 m j)) / Rsqr (J 0 m m))
        by (unfold Rsqr; field; lra).
      exact slope. }
  pose proof (derivable_pt_lim_mult _ _ _ _ _ (slopes m m ltac:(lia) ltac:(lia)) inner) as slope.
  cbn [determinant]. rewrite (trace_of_slopes m (J 0)) by (apply positive || assumption || lra).
  replace (J 0 m m * determinant m (schur m (J 0)) * _) with (D m m * determinant m (schur m (J 0)) +
    J 0 m m * (determinant m (schur m (J 0)) * trace_with m X (schur_slope m (J 0) D)))
    by (field; lra).
  exact slope.
Qed.

(** Where the trace is larger a little of a matrix, beside the first one, has a larger determinant. *)
Theorem larger_determinant : forall n J0 X J, positive_definite n J0 -> inverse_of n J0 X ->
  INR n < trace_with n X J ->
  exists t, 0 < t < 1 /\ determinant n J0 < determinant n (fun i j => (1 - t) * J0 i j + t * J i j).
Proof.
  intros n J0 X J positive inverse more. pose proof (determinant_positive n J0 positive) as above.
  set (mixed := fun (t : R) (i j : nat) => J0 i j + t * (J i j - J0 i j)).
  assert (mixed 0 = J0) as start
    by (extensionality i; extensionality j; unfold mixed; ring).
  assert (trace_with n X (fun i j => J i j - J0 i j) = trace_with n X J - INR n) as gain.
  { destruct inverse as [same inverse]. unfold trace_with. rewrite <- (Rmult_1_r (INR n)).
    rewrite <- sum_constant, <- sum_minus. apply sum_ext. intros a small.
    assert (\sum_(b < n) (X a b * J0 a b) = 1) as <-.
    { rewrite (sum_ext n _ (fun b => J0 a b * X b a))
        by (intros b other; rewrite (same a b) by lia; ring).
      rewrite inverse by assumption. unfold at_index. now destruct (Nat.eq_dec a a). }
    rewrite <- sum_minus. apply sum_ext. intros. ring. }
  set (rise := determinant n J0 * (trace_with n X J - INR n)).
  assert (0 < rise) as up by (apply Rmult_lt_0_compat; lra).
  assert (derivable_pt_lim (fun t => determinant n (mixed t)) 0 rise) as slope.
  { unfold rise. rewrite <- gain, <- start at 1.
    apply determinant_slope; rewrite ?start; try assumption. intros i j _ _.
    pose proof (derivable_pt_lim_plus _ _ _ _ _ (derivable_pt_lim_const (J0 i j) 0)
      (derivable_pt_lim_mult _ _ _ _ _ (derivable_pt_lim_id 0)
        (derivable_pt_lim_const (J i j - J0 i j) 0))) as line.
    unfold fct_cte, id in line. replace (J i j - J0 i j) with (0 + (1 * (J i j - J0 i j) + 0 * 0))
      by ring. exact line. }
  destruct (slope rise up) as [near close]. pose proof (cond_pos near) as wide.
  set (t := Rmin (near / 2) (/ 2)). exists t.
  pose proof (Rmin_l (near / 2) (/ 2)) as first. pose proof (Rmin_r (near / 2) (/ 2)) as second.
  assert (0 < t) as some by (apply Rmin_glb_lt; lra). fold t in first, second. split; [lra|].
  specialize (close t ltac:(lra) ltac:(rewrite Rabs_right; lra)). rewrite Rplus_0_l, start in close.
  apply Rabs_def2 in close. destruct close as [_ close].
  rewrite (determinant_ext n (fun i j => (1 - t) * J0 i j + t * J i j) (mixed t))
    by (intros; unfold mixed; ring).
  assert (0 < (determinant n (mixed t) - determinant n J0) / t) as ratio by lra.
  apply Rmult_lt_compat_r with (r := t) in ratio; [|assumption]. unfold Rdiv in ratio.
  rewrite Rmult_assoc, Rinv_l in ratio by lra. lra.
Qed.
