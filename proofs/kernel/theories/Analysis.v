(** Derivatives, integrals, logarithm and exponential.

    This file uses the mean value theorem of Coq's library, which rests on the excluded middle. *)

From Coq Require Import Reals Lra Lia.
From Rropt Require Import Sums.
Open Scope R_scope.

(** ** Signs of derivatives *)

Definition interval (I : R -> Prop) : Prop :=
  forall x y z, I x -> I z -> x <= y <= z -> I y.

(** Strictly between two points of the interval. *)
Definition interior (I : R -> Prop) (t : R) : Prop := exists x y, I x /\ I y /\ x < t < y.

Definition derivative (f f' : R -> R) (I : R -> Prop) : Prop :=
  forall t, I t -> derivable_pt_lim f t (f' t).

Lemma mean_value : forall f f' I x y, interval I -> derivative f f' I -> I x -> I y -> x < y ->
  exists t, interior I t /\ x < t < y /\ f y - f x = f' t * (y - x).
Proof.
  intros f f' I x y convex slope left right less.
  destruct (MVT_cor2 f f' x y less) as (t & equal & between).
  - intros t range. apply slope. now apply (convex x t y).
  - exists t. split; [|now split]. now exists x, y.
Qed.

Theorem falling : forall f f' I, interval I -> derivative f f' I ->
  ((forall t, interior I t -> f' t < 0) -> forall x y, I x -> I y -> x < y -> f y < f x) /\
  ((forall t, interior I t -> f' t > 0) -> forall x y, I x -> I y -> x < y -> f x < f y).
Proof.
  intros f f' I convex slope. split; intros sign x y left right less;
    destruct (mean_value f f' I x y convex slope left right less) as (t & inner & between & equal);
    specialize (sign t inner).
  - assert (0 < - f' t * (y - x)) by (apply Rmult_lt_0_compat; lra). lra.
  - assert (0 < f' t * (y - x)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Theorem single_peak : forall f f' I t0, interval I -> derivative f f' I -> I t0 ->
  ((forall t, interior I t -> t < t0 -> f' t > 0) ->
   (forall t, interior I t -> t > t0 -> f' t < 0) -> forall x, I x -> x <> t0 -> f x < f t0) /\
  ((forall t, interior I t -> t < t0 -> f' t < 0) ->
   (forall t, interior I t -> t > t0 -> f' t > 0) -> forall x, I x -> x <> t0 -> f x > f t0).
Proof.
  intros f f' I t0 convex slope there.
  split; intros before after x inside other; destruct (Rtotal_order x t0) as [less|[same|more]];
    try contradiction.
  - destruct (mean_value f f' I x t0 convex slope inside there less) as (t & inner & between & eq).
    assert (f' t > 0) by (apply before; [assumption|lra]).
    assert (0 < f' t * (t0 - x)) by (apply Rmult_lt_0_compat; lra). lra.
  - destruct (mean_value f f' I t0 x convex slope there inside more) as (t & inner & between & eq).
    assert (f' t < 0) by (apply after; [assumption|lra]).
    assert (0 < - f' t * (x - t0)) by (apply Rmult_lt_0_compat; lra). lra.
  - destruct (mean_value f f' I x t0 convex slope inside there less) as (t & inner & between & eq).
    assert (f' t < 0) by (apply before; [assumption|lra]).
    assert (0 < - f' t * (t0 - x)) by (apply Rmult_lt_0_compat; lra). lra.
  - destruct (mean_value f f' I t0 x convex slope there inside more) as (t & inner & between & eq).
    assert (f' t > 0) by (apply after; [assumption|lra]).
    assert (0 < f' t * (x - t0)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** g is the m-th derivative of f. *)
Fixpoint nth_derivative (f : R -> R) (m : nat) (g : R -> R) : Prop :=
  match m with
  | O => forall t, g t = f t
  | S n => exists h, nth_derivative f n h /\ derivative h g (fun _ => True)
  end.

Lemma power_grows : forall n s t, 0 <= s < t -> s ^ S n < t ^ S n.
Proof.
  intros n s t [above less]. induction n as [|n IH]; [simpl; lra|].
  change (s * s ^ S n < t * t ^ S n).
  apply Rmult_le_0_lt_compat; auto using pow_le.
Qed.

Theorem root_of_order : forall n r, 0 <= r ->
  exists s, 0 <= s /\ s ^ S n = r /\ (0 < r -> 0 < s) /\
  forall t, 0 <= t -> t ^ S n = r -> t = s.
Proof.
  intros n r nonneg.
  assert (found : exists s, 0 <= s /\ s ^ S n = r /\ (0 < r -> 0 < s)).
  { destruct nonneg as [positive|<-].
    - exists (Rpower r (/ INR (S n))). assert (above : 0 < Rpower r (/ INR (S n))) by apply exp_pos.
      repeat split; [lra| |intros _; exact above].
      rewrite <- Rpower_pow, Rpower_mult, Rinv_l by (try apply not_0_INR; lia || exact above).
      now apply Rpower_1.
    - exists 0. repeat split; [lra|apply pow_i; lia|lra]. }
  destruct found as (s & above & power & sign). exists s. repeat split; auto.
  intros t over equal.
  destruct (Rtotal_order t s) as [less|[same|more]]; [|exact same|].
  - pose proof (power_grows n t s ltac:(lra)). lra.
  - pose proof (power_grows n s t ltac:(lra)). lra.
Qed.

(** ** Integrals *)

Theorem newton : forall F f a b, a <= b ->
  (forall x, a <= x <= b -> derivable_pt_lim F x (f x)) ->
  (forall x, a <= x <= b -> continuity_pt f x) ->
  forall integrable : Riemann_integrable f a b, RiemannInt integrable = F b - F a.
Proof.
  intros F f a b ordered slope continuous i.
  pose proof (RiemannInt_P29 ordered continuous) as one.
  assert (antiderivative f F a b) as two.
  { split; [|assumption]. intros x range.
    exists (exist _ (f x) (slope x range)). reflexivity. }
  destruct (antiderivative_Ucte f _ F a b one two) as (c & same).
  assert (primitive ordered (FTC_P1 ordered continuous) b = RiemannInt i) as end_value.
  { unfold primitive. destruct (Rle_dec a b) as [r|]; [|contradiction].
    destruct (Rle_dec b b) as [r'|no]; [|exfalso; apply no; lra]. apply RiemannInt_P5. }
  assert (primitive ordered (FTC_P1 ordered continuous) a = 0) as start.
  { unfold primitive. destruct (Rle_dec a a) as [r|no]; [|exfalso; apply no; lra].
    destruct (Rle_dec a b) as [r'|]; [|contradiction]. apply RiemannInt_P9. }
  rewrite <- end_value, (same b) by lra. rewrite (same a) in start by lra. lra.
Qed.

(** Events are finite unions of intervals, and limits of such. *)
Theorem density_bound : forall (p q : R -> R) g, (forall x, p x <= g * q x) ->
  (forall n (a b : nat -> R)
     (ip : forall i, Riemann_integrable p (a i) (b i))
     (iq : forall i, Riemann_integrable q (a i) (b i)),
     (forall i, (i < n)%nat -> a i <= b i) ->
     \sum_(i < n) RiemannInt (ip i) <= g * \sum_(i < n) RiemannInt (iq i)) /\
  (forall u v l m, (forall n, u n <= g * v n) -> Un_cv u l -> Un_cv v m -> l <= g * m).
Proof.
  intros p q g below. split.
  - intros n a b ip iq ordered. rewrite <- sum_scale. apply sum_le. intros i small.
    pose proof (RiemannInt_P14 (a i) (b i) 0) as zero.
    pose proof (RiemannInt_P10 g zero (iq i)) as scaled.
    assert (RiemannInt scaled = g * RiemannInt (iq i)) as <-.
    { rewrite (RiemannInt_P13 zero (iq i) scaled), RiemannInt_P15. ring. }
    apply RiemannInt_P19; [now apply ordered|]. intros x _. unfold fct_cte.
    specialize (below x). lra.
  - intros u v l m each first second. apply Rnot_lt_le. intros more.
    assert (Un_cv (fun n => g * v n) (g * m)) as scaled.
    { apply (CV_mult (fun _ => g) v g m); [|assumption].
      intros eps positive. exists O. intros. unfold R_dist. rewrite Rminus_diag_eq, Rabs_R0; auto. }
    set (e := (l - g * m) / 2). assert (0 < e) as positive by (unfold e; lra).
    destruct (first e positive) as (n1 & near). destruct (scaled e positive) as (n2 & near').
    specialize (near (max n1 n2) (Nat.le_max_l _ _)).
    specialize (near' (max n1 n2) (Nat.le_max_r _ _)).
    specialize (each (max n1 n2)). unfold R_dist in *.
    apply Rabs_def2 in near. apply Rabs_def2 in near'. unfold e in *. lra.
Qed.

(** ** Logarithm and exponential *)

Lemma ln_below : forall t, 0 < t -> ln t <= t - 1.
Proof.
  intros t above. destruct (Req_EM_T t 1) as [->|other]; [rewrite ln_1; lra|].
  assert (ln t <> 0) as not_zero by (intros zero; apply other; apply ln_inv; [lra..|now rewrite ln_1]).
  pose proof (exp_ineq1 (ln t) not_zero) as strict. rewrite exp_ln in strict by assumption. lra.
Qed.

Theorem log_tangent : forall t, 0 < t -> ln t <= t - 1 /\ (ln t = t - 1 -> t = 1).
Proof.
  intros t above. split; [now apply ln_below|]. intros equal.
  destruct (Req_EM_T t 1) as [|other]; [assumption|]. exfalso.
  assert (ln t <> 0) as not_zero by (intros zero; apply other; lra).
  pose proof (exp_ineq1 (ln t) not_zero) as strict. rewrite exp_ln in strict by assumption. lra.
Qed.

Theorem exponential :
  (forall x y, x < y -> exp x < exp y) /\ (forall x y, exp (x + y) = exp x * exp y) /\
  (forall x, exp (- x) >= 1 - x) /\ (forall x, 0 <= x -> exp (- x) <= 1 / (1 + x)) /\
  (forall x, ln (exp x) = x) /\ (forall x, 0 < x -> exp (ln x) = x) /\
  (forall x y, 0 < x -> x < y -> ln x < ln y) /\
  (forall u v, 0 < u -> 0 < v -> ln (u * v) = ln u + ln v).
Proof.
  assert (tangent : forall x, 1 + x <= exp x).
  { intros x. destruct (Req_EM_T x 0) as [->|other]; [rewrite exp_0; lra|].
    pose proof (exp_ineq1 x other). lra. }
  repeat split; intros.
  - now apply exp_increasing.
  - apply exp_plus.
  - specialize (tangent (- x)). lra.
  - rewrite exp_Ropp. unfold Rdiv. rewrite Rmult_1_l. apply Rinv_le_contravar; [lra|apply tangent].
  - apply ln_exp.
  - now apply exp_ln.
  - now apply ln_increasing.
  - now apply ln_mult.
Qed.

(** Where q i = 0 the term q i * ln (p i) is zero, so the sums run over the i with q i > 0. *)
Theorem gibbs : forall k p q, law k p -> law k q ->
  (forall i, (i < k)%nat -> p i = 0 -> q i = 0) ->
  \sum_(i < k) (q i * ln (p i)) <= \sum_(i < k) (q i * ln (q i)).
Proof.
  intros k p q [above total] [above' total'] support.
  change (sum k p = 1) in total. change (sum k q = 1) in total'.
  enough (\sum_(i < k) (q i * ln (p i) - q i * ln (q i)) <= \sum_(i < k) (p i - q i)) as less.
  { rewrite !sum_minus in less. change (sum k (fun i => p i)) with (sum k p) in less.
    change (sum k (fun i => q i)) with (sum k q) in less. lra. }
  apply sum_le. intros i small. specialize (above i small). specialize (above' i small).
  destruct (Req_EM_T (q i) 0) as [->|some]; [lra|].
  assert (0 < p i) as positive.
  { destruct above as [|zero]; [assumption|]. exfalso. apply some, support; auto. }
  assert (0 < / q i) by (apply Rinv_0_lt_compat; lra).
  replace (q i * ln (p i) - q i * ln (q i)) with (q i * ln (p i * / q i)).
  - replace (p i - q i) with (q i * (p i * / q i - 1)) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. apply ln_below. now apply Rmult_lt_0_compat.
  - rewrite ln_mult, ln_Rinv by lra. ring.
Qed.
