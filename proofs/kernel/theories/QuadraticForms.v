(** Coverage of sum s (t.r)^2 / (q.r), one q, by a quadratic form (proof "form"), for one number g,
    no delta and any number of truths: with r = 1 + (g - 1) x and x in {0, 1}^k, (y.r)(q.r) less the
    squares is c + l.x + sum o_ij x_i x_j, rounded down to whole numbers, and walked with a bound. *)

From Coq Require Import Reals ZArith Lra Lia List Arith Bool.
From Rropt Require Import Sums Prices Number.
Open Scope R_scope.

(** ** A form on {0, 1}^k *)

Definition bit (s : nat -> bool) : nat -> R := fun j => if s j then 1 else 0.

Definition form (k : nat) (c : R) (l : nat -> R) (o : nat -> nat -> R) (x : nat -> R) : R :=
  c + (\sum_(i < k) (l i * x i)) + \sum_(i < k) \sum_(j < i) (o i j * (x i * x j)).

Lemma form_combined : forall k a b c c' l l' o o' x,
  a * form k c l o x + b * form k c' l' o' x =
  form k (a * c + b * c') (fun i => a * l i + b * l' i) (fun i j => a * o i j + b * o' i j) x.
Proof.
  intros k a b c c' l l' o o' x. unfold form.
  rewrite (sum_ext k (fun i => (a * l i + b * l' i) * x i)
    (fun i => a * (l i * x i) + b * (l' i * x i))) by (intros; ring).
  rewrite (sum_ext k (fun i => \sum_(j < i) ((a * o i j + b * o' i j) * (x i * x j)))
    (fun i => a * (\sum_(j < i) (o i j * (x i * x j))) + b * (\sum_(j < i) (o' i j * (x i * x j))))).
  - rewrite !sum_plus, !sum_scale. ring.
  - intros i _. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma form_same : forall k c c' l l' o o' x, c = c' -> (forall i, l i = l' i) ->
  (forall i j, o i j = o' i j) -> form k c l o x = form k c' l' o' x.
Proof.
  intros k c c' l l' o o' x -> slopes couplings. unfold form.
  f_equal; [f_equal|]; apply sum_ext; intros i _; [now rewrite slopes|].
  apply sum_ext. intros j _. now rewrite couplings.
Qed.

(** Each monomial is 0 or 1: smaller coefficients make a smaller form. *)
Lemma form_below : forall k c c' l l' o o' s, c <= c' -> (forall i, (i < k)%nat -> l i <= l' i) ->
  (forall i j, (i < k)%nat -> (j < i)%nat -> o i j <= o' i j) ->
  form k c l o (bit s) <= form k c' l' o' (bit s).
Proof.
  intros k c c' l l' o o' s low slopes couplings. unfold form.
  repeat apply Rplus_le_compat; [assumption| |]; apply sum_le; intros i inside.
  - specialize (slopes i inside). unfold bit. destruct (s i); lra.
  - apply sum_le. intros j below. specialize (couplings i j inside below). unfold bit.
    destruct (s i), (s j); lra.
Qed.

(** ** (a.r)(b.r) is a form *)

Definition constant (k : nat) (a b : nat -> R) : R := sum k a * sum k b.
Definition slope (k : nat) (g : R) (a b : nat -> R) (i : nat) : R :=
  (g - 1) * (a i * sum k b + b i * sum k a + (g - 1) * (a i * b i)).
Definition coupling (g : R) (a b : nat -> R) (i j : nat) : R :=
  (g - 1) * (g - 1) * (a i * b j + a j * b i).

Lemma product_of_bits : forall k a b s, dot k a (bit s) * dot k b (bit s) =
  (\sum_(i < k) (a i * b i * bit s i)) +
  \sum_(i < k) \sum_(j < i) ((a i * b j + a j * b i) * (bit s i * bit s j)).
Proof.
  intros k a b s. unfold dot. induction k as [|k IH]; [cbn; ring|]. cbn [sum].
  replace ((\sum_(i < k) (a i * bit s i) + a k * bit s k) *
      (\sum_(i < k) (b i * bit s i) + b k * bit s k))
    with ((\sum_(i < k) (a i * bit s i)) * (\sum_(i < k) (b i * bit s i)) +
      a k * b k * (bit s k * bit s k) + (a k * bit s k * (\sum_(i < k) (b i * bit s i)) +
      b k * bit s k * (\sum_(i < k) (a i * bit s i))))
    by ring.
  rewrite IH. replace (bit s k * bit s k) with (bit s k) by (unfold bit; destruct (s k); ring).
  replace (\sum_(j < k) ((a k * b j + a j * b k) * (bit s k * bit s j)))
    with (a k * bit s k * (\sum_(i < k) (b i * bit s i)) +
      b k * bit s k * (\sum_(i < k) (a i * bit s i))).
  - ring.
  - rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma dot_pattern : forall k g a s,
  dot k a (pattern g s) = sum k a + (g - 1) * dot k a (bit s).
Proof.
  intros k g a s. unfold dot. rewrite <- sum_scale, <- sum_plus. apply sum_ext. intros j _.
  unfold pattern, bit. destruct (s j); ring.
Qed.

Lemma product_is_form : forall k g a b s, dot k a (pattern g s) * dot k b (pattern g s) =
  form k (constant k a b) (slope k g a b) (coupling g a b) (bit s).
Proof.
  intros k g a b s. rewrite !dot_pattern.
  replace ((sum k a + (g - 1) * dot k a (bit s)) * (sum k b + (g - 1) * dot k b (bit s)))
    with (sum k a * sum k b + (g - 1) * (sum k a * dot k b (bit s) + sum k b * dot k a (bit s)) +
      (g - 1) * (g - 1) * (dot k a (bit s) * dot k b (bit s))) by ring.
  rewrite product_of_bits. unfold form, constant, slope, coupling, dot.
  rewrite (sum_ext k (fun i => (g - 1) * _ * bit s i)
    (fun i => (g - 1) * sum k b * (a i * bit s i) + (g - 1) * sum k a * (b i * bit s i) +
      (g - 1) * (g - 1) * (a i * b i * bit s i))) by (intros; ring).
  rewrite (sum_ext k (fun i => \sum_(j < i) ((g - 1) * (g - 1) * _ * _))
    (fun i => (g - 1) * (g - 1) * (\sum_(j < i) ((a i * b j + a j * b i) * (bit s i * bit s j)))))
    by (intros; rewrite <- sum_scale; apply sum_ext; intros; ring).
  rewrite !sum_plus, !sum_scale. ring.
Qed.

(** ** The utility, and its form *)

Section Squares.

Variables (k n : nat) (q : nat -> R) (t : nat -> nat -> R) (s : nat -> R).

Definition squares (r : nat -> R) : R := \sum_(i < n) (s i * dot k (t i) r ^ 2).
Definition utility_of_squares (r : nat -> R) : R := squares r / dot k q r.

(** Coefficients of (y.r)(q.r) - sum s (t.r)^2. *)
Definition form_constant (y : nat -> R) : R :=
  constant k y q - \sum_(i < n) (s i * constant k (t i) (t i)).
Definition form_slope (g : R) (y : nat -> R) (j : nat) : R :=
  slope k g y q j - \sum_(i < n) (s i * slope k g (t i) (t i) j).
Definition form_coupling (g : R) (y : nat -> R) (j h : nat) : R :=
  coupling g y q j h - \sum_(i < n) (s i * coupling g (t i) (t i) j h).

Lemma squares_are_form : forall g x, squares (pattern g x) =
  form k (\sum_(i < n) (s i * constant k (t i) (t i)))
    (fun j => \sum_(i < n) (s i * slope k g (t i) (t i) j))
    (fun j h => \sum_(i < n) (s i * coupling g (t i) (t i) j h)) (bit x).
Proof.
  intros g x. unfold squares. induction n as [|m IH].
  - cbn [sum]. unfold form. rewrite (sum_zero k (fun i => 0 * bit x i)) by (intros; ring).
    rewrite sum_zero; [ring|]. intros. apply sum_zero. intros. ring.
  - cbn [sum]. rewrite IH. replace (s m * dot k (t m) (pattern g x) ^ 2)
      with (s m * (dot k (t m) (pattern g x) * dot k (t m) (pattern g x))) by ring.
    rewrite product_is_form. rewrite <- (Rmult_1_l (form k (sum m _) _ _ _)), form_combined.
    apply form_same; intros; ring.
Qed.

Theorem rest_is_form : forall g y x,
  dot k y (pattern g x) * dot k q (pattern g x) - squares (pattern g x) =
  form k (form_constant y) (form_slope g y) (form_coupling g y) (bit x).
Proof.
  intros g y x. rewrite product_is_form, squares_are_form.
  match goal with |- ?a - ?b = _ => replace (a - b) with (1 * a + -1 * b) by ring end.
  rewrite form_combined. unfold form_constant, form_slope, form_coupling.
  apply form_same; intros; ring.
Qed.

Variable scales : forall i, (i < n)%nat -> 0 <= s i.
Variable shares : forall j, (j < k)%nat -> 0 <= q j.
Variable some : exists j, (j < k)%nat /\ 0 < q j.

Lemma share_positive : forall r, positive k r -> 0 < dot k q r.
Proof.
  intros r above. destruct some as (j & small & pos). unfold dot.
  apply Rlt_le_trans with (q j * r j); [apply Rmult_lt_0_compat; auto|].
  apply (term_le_sum k (fun j => q j * r j)); auto.
  intros i inside. apply Rmult_le_pos; [now apply shares|now apply Rlt_le, above].
Qed.

Lemma square_convex : forall a b c d v, 0 < b -> 0 < d -> 0 <= v <= 1 ->
  (v * a + (1 - v) * c) ^ 2 / (v * b + (1 - v) * d) <= v * (a ^ 2 / b) + (1 - v) * (c ^ 2 / d).
Proof.
  intros a b c d v pos pos' [low high].
  assert (0 < v * b + (1 - v) * d) as below.
  { destruct (Req_dec v 0) as [->|]; [lra|].
    assert (0 < v * b) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= (1 - v) * d) by (apply Rmult_le_pos; lra). lra. }
  enough (0 <= v * (a ^ 2 / b) + (1 - v) * (c ^ 2 / d) -
    (v * a + (1 - v) * c) ^ 2 / (v * b + (1 - v) * d)) by lra.
  replace (v * (a ^ 2 / b) + (1 - v) * (c ^ 2 / d) -
    (v * a + (1 - v) * c) ^ 2 / (v * b + (1 - v) * d))
    with (v * (1 - v) * ((a * d - b * c) ^ 2 / (b * d * (v * b + (1 - v) * d)))) by (field; lra).
  apply Rmult_le_pos; [apply Rmult_le_pos; lra|].
  apply Rmult_le_pos; [apply pow2_ge_0|]. apply Rlt_le, Rinv_0_lt_compat.
  repeat apply Rmult_lt_0_compat; lra.
Qed.

Lemma dot_mixed : forall a x y v, dot k a (fun j => v * x j + (1 - v) * y j) =
  v * dot k a x + (1 - v) * dot k a y.
Proof.
  intros a x y v. unfold dot. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma dot_same : forall a x y, (forall j, (j < k)%nat -> x j = y j) -> dot k a x = dot k a y.
Proof. intros a x y same. apply sum_ext. intros j small. now rewrite same. Qed.

Theorem squares_are_utility : utility k utility_of_squares.
Proof.
  repeat split.
  - intros x y same. unfold utility_of_squares, squares. rewrite (dot_same q x y same). f_equal.
    apply sum_ext. intros i _. now rewrite (dot_same (t i) x y same).
  - intros r none. unfold utility_of_squares, squares.
    rewrite sum_zero; [unfold Rdiv; ring|]. intros i _.
    rewrite (dot_same (t i) r (fun _ => 0)) by assumption. unfold dot.
    rewrite sum_zero by (intros; ring). ring.
  - intros c r pos above. unfold utility_of_squares, squares.
    assert (forall a, dot k a (fun j => c * r j) = c * dot k a r) as scaled.
    { intros a. unfold dot. rewrite <- sum_scale. apply sum_ext. intros. ring. }
    rewrite scaled. pose proof (share_positive r above).
    rewrite (sum_ext n _ (fun i => c * c * (s i * dot k (t i) r ^ 2)))
      by (intros; rewrite scaled; ring).
    rewrite sum_scale. field. lra.
  - intros x y v above above' range. unfold utility_of_squares, squares, Rdiv.
    rewrite <- !sum_scale_right, <- !sum_scale, <- sum_plus. apply sum_le. intros i inside.
    rewrite !dot_mixed.
    pose proof (square_convex (dot k (t i) x) (dot k q x) (dot k (t i) y) (dot k q y) v
      (share_positive x above) (share_positive y above') range) as convex. unfold Rdiv in convex.
    replace (v * (s i * dot k (t i) x ^ 2 * / dot k q x) +
      (1 - v) * (s i * dot k (t i) y ^ 2 * / dot k q y))
      with (s i * (v * (dot k (t i) x ^ 2 * / dot k q x) +
        (1 - v) * (dot k (t i) y ^ 2 * / dot k q y))) by ring.
    rewrite Rmult_assoc. apply Rmult_le_compat_l; [now apply scales|exact convex].
Qed.

End Squares.

(** ** The walk, in whole numbers *)

Open Scope Z_scope.

Fixpoint total (n : nat) (f : nat -> Z) : Z :=
  match n with O => 0 | S m => total m f + f m end.

(** The form where the last truth is fixed first. *)
Fixpoint value (n : nat) (c : Z) (l : nat -> Z) (o : nat -> nat -> Z) (x : nat -> bool) : Z :=
  match n with
  | O => c
  | S m => if x m then value m (c + l m) (fun j => l j + o m j) o x else value m c l o x
  end.

(** Twice what the slopes d and the couplings, half at each of their truths, take at most. *)
Fixpoint least (n : nat) (d : nat -> Z) (o : nat -> nat -> Z) : Z :=
  match n with
  | O => 0
  | S m => Z.min 0 (d m + total m (fun j => Z.min 0 (o m j))) +
      least m (fun j => d j + Z.min 0 (o m j)) o
  end.

Fixpoint walked (n : nat) (c : Z) (l : nat -> Z) (o : nat -> nat -> Z) : bool :=
  if 0 <=? 2 * c + least n (fun j => 2 * l j) o then true
  else match n with
       | O => false
       | S m => if walked m c l o then walked m (c + l m) (fun j => l j + o m j) o else false
       end.

(** What [least] takes at a pattern. *)
Fixpoint taken (n : nat) (d : nat -> Z) (o : nat -> nat -> Z) (x : nat -> bool) : Z :=
  match n with
  | O => 0
  | S m => (if x m then d m + total m (fun j => Z.min 0 (o m j)) else 0) +
      taken m (fun j => d j + Z.min 0 (o m j)) o x
  end.

Lemma least_taken : forall n d o x, least n d o <= taken n d o x.
Proof.
  induction n as [|n IH]; intros d o x; cbn [least taken]; [lia|].
  specialize (IH (fun j => d j + Z.min 0 (o n j)) o x). destruct (x n); lia.
Qed.

Lemma taken_same : forall n d e o x, (forall j, d j = e j) -> taken n d o x = taken n e o x.
Proof.
  induction n as [|n IH]; intros d e o x same; cbn [taken]; [reflexivity|].
  rewrite same, (IH _ (fun j => e j + Z.min 0 (o n j))) by (intros; now rewrite same). reflexivity.
Qed.

Lemma taken_plus : forall n d e o x, taken n (fun j => d j + e j) o x =
  taken n d o x + total n (fun j => if x j then e j else 0).
Proof.
  induction n as [|n IH]; intros d e o x; cbn [taken total]; [lia|].
  rewrite (taken_same n (fun j => d j + e j + Z.min 0 (o n j))
    (fun j => d j + Z.min 0 (o n j) + e j)) by (intros; lia).
  rewrite (IH (fun j => d j + Z.min 0 (o n j)) e). destruct (x n); lia.
Qed.

Lemma total_le : forall n f g, (forall j, f j <= g j) -> total n f <= total n g.
Proof.
  induction n as [|n IH]; intros f g le; cbn [total]; [lia|].
  specialize (IH f g le). specialize (le n). lia.
Qed.

Lemma value_above : forall n c l o x, 2 * c + taken n (fun j => 2 * l j) o x <= 2 * value n c l o x.
Proof.
  induction n as [|n IH]; intros c l o x; cbn [taken value]; [lia|].
  rewrite taken_plus. destruct (x n).
  - specialize (IH (c + l n) (fun j => l j + o n j) o x). cbv beta in IH.
    rewrite (taken_same n (fun j => 2 * (l j + o n j)) (fun j => 2 * l j + 2 * o n j)) in IH
      by (intros; lia).
    rewrite taken_plus in IH.
    assert (total n (fun j => Z.min 0 (o n j)) + total n (fun j => if x j then Z.min 0 (o n j) else 0)
      <= total n (fun j => if x j then 2 * o n j else 0)) as couplings.
    { generalize (o n). clear. intros w.
      induction n as [|m IH]; cbn [total]; [lia|]. destruct (x m); lia. }
    lia.
  - specialize (IH c l o x).
    assert (total n (fun j => if x j then Z.min 0 (o n j) else 0) <= total n (fun _ => 0)) as low.
    { apply total_le. intros j. destruct (x j); lia. }
    assert (total n (fun _ => 0) = 0) as zero by (clear; induction n; cbn [total]; lia).
    lia.
Qed.

Theorem walked_spec : forall n c l o, walked n c l o = true -> forall x, 0 <= value n c l o x.
Proof.
  induction n as [|n IH]; intros c l o yes x; cbn [walked] in yes.
  - destruct (0 <=? 2 * c + least 0 (fun j => 2 * l j) o) eqn:ends; [|discriminate].
    apply Z.leb_le in ends. cbn [least value] in *. lia.
  - destruct (0 <=? 2 * c + least (S n) (fun j => 2 * l j) o) eqn:ends.
    + apply Z.leb_le in ends. pose proof (least_taken (S n) (fun j => 2 * l j) o x).
      pose proof (value_above (S n) c l o x). lia.
    + destruct (walked n c l o) eqn:low; [|discriminate]. cbn [value]. destruct (x n); auto.
Qed.

Close Scope Z_scope.

Lemma value_is_form : forall n c l o x, IZR (value n c l o x) =
  form n (IZR c) (fun i => IZR (l i)) (fun i j => IZR (o i j)) (bit x).
Proof.
  induction n as [|n IH]; intros c l o x; [unfold form; cbn; ring|].
  cbn [value]. unfold form. cbn [sum].
  replace (bit x n) with (if x n then 1 else 0) by reflexivity. destruct (x n); rewrite IH; unfold form.
  - rewrite plus_IZR.
    rewrite (sum_ext n (fun i => IZR (l i + o n i) * bit x i)
      (fun i => IZR (l i) * bit x i + IZR (o n i) * (1 * bit x i)))
      by (intros; rewrite plus_IZR; ring).
    rewrite sum_plus. ring.
  - rewrite (sum_zero n (fun j => IZR (o n j) * (0 * bit x j))) by (intros; ring). ring.
Qed.

(** ** The theorem of the proof "form" *)

Section Covered.

Variables (k n : nat) (g scale : R) (y q : nat -> R) (t : nat -> nat -> R) (s : nat -> R).
Variables (c : Z) (l : nat -> Z) (o : nat -> nat -> Z).

(** Whole numbers that are nowhere above the coefficients of the form, times a positive number. *)
Definition rounded_down : Prop :=
  IZR c <= scale * form_constant k n q t s y /\
  (forall j, (j < k)%nat -> IZR (l j) <= scale * form_slope k n q t s g y j) /\
  (forall j h, (j < k)%nat -> (h < j)%nat -> IZR (o j h) <= scale * form_coupling n q t s g y j h).

Theorem form_covers : 1 <= g -> 0 < scale -> (forall i, (i < n)%nat -> 0 <= s i) ->
  (forall j, (j < k)%nat -> 0 <= q j) -> (exists j, (j < k)%nat /\ 0 < q j) ->
  rounded_down -> walked k c l o = true ->
  forall x, utility_of_squares k n q t s (pattern g x) <= dot k y (pattern g x).
Proof.
  intros big unit scales shares some (low & slopes & couplings) walk x.
  assert (0 < dot k q (pattern g x)) as below.
  { apply share_positive; auto. intros j _. unfold pattern. destruct (x j); lra. }
  unfold utility_of_squares. apply Rmult_le_reg_r with (dot k q (pattern g x)); [assumption|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  enough (0 <= dot k y (pattern g x) * dot k q (pattern g x) - squares k n t s (pattern g x)) by lra.
  rewrite rest_is_form. apply Rmult_le_reg_l with scale; [assumption|]. rewrite Rmult_0_r.
  pose proof (walked_spec k c l o walk x) as nonneg. apply IZR_le in nonneg.
  rewrite value_is_form in nonneg. eapply Rle_trans; [exact nonneg|].
  match goal with |- _ <= scale * ?f => replace (scale * f) with (scale * f + 0 * f) by ring end.
  rewrite form_combined. apply form_below; intros.
  - lra.
  - specialize (slopes i H). lra.
  - specialize (couplings i j H H0). lra.
Qed.

Theorem form_bound : forall m P, (0 < k)%nat -> 1 <= g -> 0 < scale ->
  (forall i, (i < n)%nat -> 0 <= s i) -> (forall j, (j < k)%nat -> 0 <= q j) ->
  (exists j, (j < k)%nat /\ 0 < q j) -> rounded_down -> walked k c l o = true ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  \sum_(i < m) utility_of_squares k n q t s (P i) <= \sum_(j < k) y j.
Proof.
  intros m P truths big unit scales shares some down walk is_private.
  apply (extremes_bound m k g y (utility_of_squares k n q t s) P); auto.
  - now apply squares_are_utility.
  - now apply form_covers.
Qed.

End Covered.
