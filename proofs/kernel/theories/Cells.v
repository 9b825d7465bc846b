(** Coverage of sum s (t.r)^2 / (q.r), one q, by cells of q.r (proof "cells"), for one number g, no
    delta and any number of truths: a semidefinite form is above its tangents, squares of entries 1
    and g are linear, products of r_i - 1 and r_j - 1 are not negative, the number of truths at g in a
    set is whole, between two ends of cells the tangents of both are mixed, rows with few truths at g
    may be looked at by themselves, and a set B of truths may be left to pairs. *)

From Coq Require Import Reals Lra Lia List Arith ZArith FunctionalExtensionality.
From Rropt Require Import Sums Prices Number QuadraticForms Pairs.
Import ListNotations.
Open Scope R_scope.

Lemma dot_plus : forall k x a b, dot k x (fun j => a j + b j) = dot k x a + dot k x b.
Proof. intros. unfold dot. rewrite <- sum_plus. apply sum_ext. intros. ring. Qed.

Lemma dot_minus : forall k x a b, dot k x (fun j => a j - b j) = dot k x a - dot k x b.
Proof. intros. unfold dot. rewrite <- sum_minus. apply sum_ext. intros. ring. Qed.

(** The least of h.r over rows that are 1 at the truths of B. *)
Definition minima_beside (k : nat) (g : R) (B : nat -> bool) (h : nat -> R) : R :=
  \sum_(j < k) (if B j then h j else Rmin (h j) (g * h j)).

Lemma minima_pattern : forall k g B h x, at_one B x ->
  minima_beside k g B h <= dot k h (pattern g x).
Proof.
  intros k g B h x ones. unfold minima_beside, dot. apply sum_le. intros j _. unfold pattern.
  destruct (B j) eqn:inside; [rewrite (ones j inside); lra|]. destruct (x j).
  - rewrite (Rmult_comm (h j)). apply Rmin_r.
  - rewrite Rmult_1_r. apply Rmin_l.
Qed.

(** What N adds to a form: sum N_ij x_i x_j, and N times the ones vector. *)
Definition added (k : nat) (N : nat -> nat -> R) (x : nat -> R) : R :=
  \sum_(i < k) \sum_(j < k) (N i j * x i * x j).

Definition at_ones (k : nat) (N : nat -> nat -> R) (j : nat) : R := \sum_(i < k) N j i.

(** (r_i - 1) (r_j - 1) >= 0. *)
Lemma products_of_patterns : forall k g N x, 1 <= g -> (forall i j, 0 <= N i j) ->
  (forall i j, N i j = N j i) ->
  2 * dot k (at_ones k N) (pattern g x) - sum k (at_ones k N) <= added k N (pattern g x).
Proof.
  intros k g N x big positive symmetric. set (r := pattern g x).
  assert (forall j, 0 <= r j - 1) as above by (intros j; unfold r, pattern; destruct (x j); lra).
  assert (0 <= \sum_(i < k) \sum_(j < k) (N i j * (r i - 1) * (r j - 1))) as products.
  { apply Rle_trans with (\sum_(i < k) 0); [rewrite sum_zero by reflexivity; lra|].
    apply sum_le. intros i _. apply Rle_trans with (\sum_(j < k) 0);
      [rewrite sum_zero by reflexivity; lra|].
    apply sum_le. intros j _. apply Rmult_le_pos; [apply Rmult_le_pos|]; auto. }
  assert (\sum_(i < k) \sum_(j < k) (N i j * r j) = dot k (at_ones k N) r) as columns.
  { rewrite sum_of_sums. unfold dot, at_ones. apply sum_ext. intros j _.
    rewrite Rmult_comm, <- sum_scale. apply sum_ext. intros i _. rewrite symmetric. ring. }
  assert (\sum_(i < k) \sum_(j < k) (N i j * r i) = dot k (at_ones k N) r) as rows.
  { unfold dot, at_ones. apply sum_ext. intros i _.
    rewrite Rmult_comm, <- sum_scale. apply sum_ext. intros j _. ring. }
  assert (\sum_(i < k) \sum_(j < k) (N i j * (r i - 1) * (r j - 1)) =
    added k N r - dot k (at_ones k N) r - dot k (at_ones k N) r + sum k (at_ones k N)) as whole.
  { rewrite <- columns at 1. rewrite <- rows. unfold added, at_ones.
    rewrite <- !sum_minus, <- sum_plus. apply sum_ext. intros i _.
    rewrite <- !sum_minus, <- sum_plus. apply sum_ext. intros j _. ring. }
  lra.
Qed.

(** A set of truths, as the vector that is 1 there and 0 elsewhere. *)
Definition members (A : nat -> bool) (j : nat) : R := if A j then 1 else 0.

(** How many truths of a set are at g. *)
Fixpoint high (k : nat) (A x : nat -> bool) : Z :=
  match k with
  | O => 0%Z
  | S i => (high i A x + (if andb (A i) (x i) then 1 else 0))%Z
  end.

Lemma members_of_pattern : forall k g A x,
  dot k (members A) (pattern g x) = sum k (members A) + (g - 1) * IZR (high k A x).
Proof.
  induction k as [|k IH]; intros g A x; cbn [sum high]; unfold dot in *; cbn [sum]; [ring|].
  rewrite IH, plus_IZR. unfold members, pattern.
  destruct (A k), (x k); cbn [andb]; ring.
Qed.

Definition everyone (_ : nat) : bool := true.

(** No whole number is nearer than the nearest. *)
Lemma nearest_whole : forall (m z : Z) tau, Rabs (tau - IZR z) <= / 2 ->
  (tau - IZR z) ^ 2 <= (IZR m - tau) ^ 2.
Proof.
  intros m z tau near. pose proof (Rle_abs (tau - IZR z)) as above.
  pose proof (Rle_abs (- (tau - IZR z))) as below. rewrite Rabs_Ropp in below.
  destruct (Z.lt_trichotomy m z) as [less|[->|more]].
  - assert (IZR m <= IZR z - 1) by (rewrite <- minus_IZR; apply IZR_le; lia). nra.
  - lra.
  - assert (IZR z + 1 <= IZR m) by (rewrite <- plus_IZR; apply IZR_le; lia). nra.
Qed.

(** The place of a tangent of (A.r)^2, and what is over it. *)
Definition touched (k : nat) (g : R) (A : nat -> bool) (tau : R) : R :=
  sum k (members A) + (g - 1) * tau.

Definition gained (k : nat) (g : R) (A : nat -> bool) (tau : R) (z : Z) : R :=
  (g - 1) ^ 2 * (tau - IZR z) ^ 2 - touched k g A tau ^ 2.

Lemma square_of_count : forall k g A x tau z, Rabs (tau - IZR z) <= / 2 ->
  2 * touched k g A tau * dot k (members A) (pattern g x) + gained k g A tau z <=
  dot k (members A) (pattern g x) ^ 2.
Proof.
  intros k g A x tau z near. pose proof (nearest_whole (high k A x) z tau near) as whole.
  assert (0 <= (g - 1) ^ 2) as positive by apply pow2_ge_0.
  apply (Rmult_le_compat_l _ _ _ positive) in whole.
  rewrite members_of_pattern. unfold gained, touched. lra.
Qed.

(** Where so many truths or more are at g the sum of a row is at least that of so many. *)
Lemma several_at_g : forall k g x nu few, 1 <= g -> 0 <= nu -> (few <= high k everyone x)%Z ->
  0 <= nu * (dot k (members everyone) (pattern g x) - touched k g everyone (IZR few)).
Proof.
  intros k g x nu few big positive some. apply IZR_le in some.
  rewrite members_of_pattern. unfold touched.
  assert (0 <= (g - 1) * (IZR (high k everyone x) - IZR few)) by (apply Rmult_le_pos; lra).
  apply Rmult_le_pos; lra.
Qed.

(** What counts add to a form, and their tangents. *)
Definition counted (k c : nat) (w : nat -> R) (A : nat -> nat -> bool) (r : nat -> R) : R :=
  \sum_(i < c) (w i * dot k (members (A i)) r ^ 2).

Definition count_lines (k c : nat) (g : R) (w : nat -> R) (A : nat -> nat -> bool)
  (tau : nat -> R) (j : nat) : R :=
  \sum_(i < c) (w i * touched k g (A i) (tau i) * members (A i) j).

Definition count_gain (k c : nat) (g : R) (w : nat -> R) (A : nat -> nat -> bool)
  (tau : nat -> R) (z : nat -> Z) : R :=
  \sum_(i < c) (w i * gained k g (A i) (tau i) (z i)).

Lemma counts_of_patterns : forall k c g w A tau z x, (forall i, 0 <= w i) ->
  (forall i, (i < c)%nat -> Rabs (tau i - IZR (z i)) <= / 2) ->
  2 * dot k (count_lines k c g w A tau) (pattern g x) + count_gain k c g w A tau z <=
  counted k c w A (pattern g x).
Proof.
  intros k c g w A tau z x positive near.
  assert (dot k (count_lines k c g w A tau) (pattern g x) =
    \sum_(i < c) (w i * (touched k g (A i) (tau i) * dot k (members (A i)) (pattern g x))))
    as lines.
  { clear near. unfold dot at 1, count_lines. induction c as [|c IH]; cbn [sum].
    - apply sum_zero. intros. ring.
    - rewrite <- IH. unfold dot. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. ring. }
  rewrite lines. unfold count_gain, counted. rewrite <- sum_scale, <- sum_plus.
  apply sum_le. intros i small.
  pose proof (square_of_count k g (A i) x (tau i) (z i) (near i small)) as square.
  apply (Rmult_le_compat_l _ _ _ (positive i)) in square. lra.
Qed.

Section Cells.

(** X is written by squares of (t0, s0), X + N + W by squares of (t, s). *)
Variables (k n : nat) (g : R) (y q : nat -> R) (t : nat -> nat -> R) (s : nat -> R).
Variables (n0 : nat) (t0 : nat -> nat -> R) (s0 : nat -> R) (N : nat -> nat -> R).
Variables (D e : nat -> R) (counts : nat) (W : nat -> R) (A : nat -> nat -> bool) (few : Z).
Variable B : nat -> bool.
Variable raised : forall r, squares k n t s r =
  squares k n0 t0 s0 r + added k N r + counted k counts W A r.
Variable weighed : forall i, 0 <= W i.
Variable positive : forall i j, 0 <= N i j.
Variable symmetric : forall i j, N i j = N j i.

(** The form P: x'Dx less the squares and (q.x)(e.x). *)
Definition left_form (x : nat -> R) : R :=
  (\sum_(j < k) (D j * x j ^ 2)) - squares k n t s x - dot k q x * dot k e x.

(** P u. *)
Definition image (u : nat -> R) (j : nat) : R :=
  D j * u j - (\sum_(i < n) (s i * dot k (t i) u * t i j)) -
  (q j * dot k e u + e j * dot k q u) / 2.

Lemma dot_image : forall u r, dot k (image u) r =
  (\sum_(j < k) (D j * u j * r j)) - (\sum_(i < n) (s i * dot k (t i) u * dot k (t i) r)) -
  (dot k q r * dot k e u + dot k e r * dot k q u) / 2.
Proof.
  intros u r. unfold image.
  assert (forall m, \sum_(j < k) ((\sum_(i < m) (s i * dot k (t i) u * t i j)) * r j) =
    \sum_(i < m) (s i * dot k (t i) u * dot k (t i) r)) as exchanged.
  { induction m as [|m IH]; cbn [sum].
    - apply sum_zero. intros. ring.
    - rewrite <- IH. replace (s m * dot k (t m) u * dot k (t m) r)
        with (\sum_(j < k) (s m * dot k (t m) u * (t m j * r j)))
        by (rewrite sum_scale; reflexivity).
      rewrite <- sum_plus. apply sum_ext. intros. ring. }
  rewrite <- exchanged. unfold dot at 1.
  rewrite (sum_ext k _ (fun j => D j * u j * r j -
    (\sum_(i < n) (s i * dot k (t i) u * t i j)) * r j -
    (dot k e u / 2 * (q j * r j) + dot k q u / 2 * (e j * r j)))) by (intros; field).
  rewrite !sum_minus, sum_plus, !sum_scale. unfold dot. field.
Qed.

Lemma squares_apart : forall r u, squares k n t s (fun j => r j - u j) =
  squares k n t s r - 2 * (\sum_(i < n) (s i * dot k (t i) u * dot k (t i) r)) + squares k n t s u.
Proof.
  intros r u. unfold squares. rewrite <- sum_scale, <- sum_minus, <- sum_plus. apply sum_ext.
  intros i _. rewrite dot_minus. ring.
Qed.

Lemma form_apart : forall r u, left_form (fun j => r j - u j) =
  left_form r - 2 * dot k (image u) r + left_form u.
Proof.
  intros r u. unfold left_form. rewrite squares_apart, dot_image, !dot_minus.
  rewrite (sum_ext k (fun j => D j * (r j - u j) ^ 2)
    (fun j => D j * r j ^ 2 - 2 * (D j * u j * r j) + D j * u j ^ 2)) by (intros; ring).
  rewrite sum_plus, sum_minus, sum_scale. field.
Qed.

Lemma dot_mixed : forall x c a b,
  dot k x (fun j => (1 - c) * a j + c * b j) = (1 - c) * dot k x a + c * dot k x b.
Proof.
  intros x c a b. unfold dot. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma form_mixed : forall c a b, left_form (fun j => (1 - c) * a j + c * b j) =
  (1 - c) * left_form a + c * left_form b - c * (1 - c) * left_form (fun j => a j - b j).
Proof.
  intros c a b. unfold left_form. rewrite !dot_mixed, !dot_minus.
  assert (squares k n t s (fun j => (1 - c) * a j + c * b j) =
    (1 - c) * squares k n t s a + c * squares k n t s b -
    c * (1 - c) * squares k n t s (fun j => a j - b j)) as ->.
  { unfold squares. rewrite <- !sum_scale, <- sum_plus, <- sum_minus. apply sum_ext. intros i _.
    rewrite dot_mixed, dot_minus. ring. }
  assert (\sum_(j < k) (D j * ((1 - c) * a j + c * b j) ^ 2) =
    (1 - c) * (\sum_(j < k) (D j * a j ^ 2)) + c * (\sum_(j < k) (D j * b j ^ 2)) -
    c * (1 - c) * (\sum_(j < k) (D j * (a j - b j) ^ 2))) as ->.
  { rewrite <- !sum_scale, <- sum_plus, <- sum_minus. apply sum_ext. intros. ring. }
  ring.
Qed.

(** Of an end: mu, the price of several truths at g, the point u, and of each count tau and the whole
    number next to it. *)
Record end_of_cells := {
  multiplier : R;
  several : R;
  point : nat -> R;
  turns : nat -> R;
  nearest : nat -> Z
}.

Definition lines (E : end_of_cells) : nat -> R := count_lines k counts g W A (turns E).

(** What is left at an end, v = q.r. *)
Definition height (E : end_of_cells) (v : R) (j : nat) : R :=
  v * (y j + e j) - (g + 1) * D j + 2 * at_ones k N j + 2 * lines E j + 2 * image (point E) j -
  several E * members everyone j - multiplier E * q j.

Definition phi (E : end_of_cells) (v : R) : R :=
  multiplier E * v + g * sum k D - sum k (at_ones k N) +
  count_gain k counts g W A (turns E) (nearest E) - left_form (point E) +
  several E * touched k g everyone (IZR few) + minima_beside k g B (height E v).

Lemma dot_height : forall E v r, dot k (height E v) r =
  v * (dot k y r + dot k e r) - (g + 1) * dot k D r + 2 * dot k (at_ones k N) r +
  2 * dot k (lines E) r + 2 * dot k (image (point E)) r -
  several E * dot k (members everyone) r - multiplier E * dot k q r.
Proof.
  intros E v r. unfold dot.
  rewrite <- sum_plus, <- !sum_scale, <- sum_minus, <- !sum_plus, <- !sum_minus.
  apply sum_ext. intros. unfold height. ring.
Qed.

(** r_j^2 = (g + 1) r_j - g. *)
Lemma diagonal_at_pattern : forall x, \sum_(j < k) (D j * pattern g x j ^ 2) =
  (g + 1) * dot k D (pattern g x) - g * sum k D.
Proof.
  intros x. unfold dot. rewrite <- !sum_scale, <- sum_minus. apply sum_ext. intros j _.
  unfold pattern. destruct (x j); ring.
Qed.

Variable semidefinite : forall x, (forall j, B j = true -> x j = 0) -> 0 <= left_form x.

(** How much less than both ends a cell may have in between, four times. *)
Definition bent (a : R) (E : end_of_cells) (b : R) (F : end_of_cells) : R :=
  (multiplier F - multiplier E) * (b - a) - left_form (fun j => point F j - point E j).

(** Whole numbers are nearest, and the point is 1 where the rows are. *)
Definition is_end (E : end_of_cells) : Prop :=
  (forall i, (i < counts)%nat -> Rabs (turns E i - IZR (nearest E i)) <= / 2) /\
  forall j, B j = true -> point E j = 1.

Definition neighbours (a : R) (E : end_of_cells) (b : R) (F : end_of_cells) : Prop :=
  a <= b /\ is_end E /\ is_end F /\ 0 <= phi E a /\ 0 <= phi F b /\
  bent a E b F <= 4 * phi E a /\ bent a E b F <= 4 * phi F b.

(** What the price of several truths at g is paid for. *)
Definition pays_for_several (E : end_of_cells) (x : nat -> bool) : Prop :=
  0 <= several E * (dot k (members everyone) (pattern g x) - touched k g everyone (IZR few)).

Lemma part_of_cell : forall a b v, a <= v <= b -> exists c, 0 <= c <= 1 /\ v = a + c * (b - a).
Proof.
  intros a b v inside. destruct (Req_dec a b) as [<-|].
  - exists 0. split; lra.
  - exists ((v - a) / (b - a)). repeat split.
    + apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
    + apply Rmult_le_reg_r with (b - a); [lra|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l by lra. lra.
    + field. lra.
Qed.

(** Two ends mixed as c to 1 - c lose c (1 - c) of the bend, at most a quarter. *)
Lemma mixed_ends : forall c bend low high, 0 <= c <= 1 -> 0 <= low -> 0 <= high ->
  bend <= 4 * low -> bend <= 4 * high -> c * (1 - c) * bend <= (1 - c) * low + c * high.
Proof.
  intros c bend low high part. intros.
  assert (0 <= c * (1 - c)) by (apply Rmult_le_pos; lra).
  assert (0 <= (1 - c) * low) by (apply Rmult_le_pos; lra).
  assert (0 <= c * high) by (apply Rmult_le_pos; lra).
  destruct (Rle_or_lt bend 0).
  - assert (0 <= c * (1 - c) * - bend) by (apply Rmult_le_pos; lra). lra.
  - assert (0 <= (1 - c) * (4 * low - bend)) by (apply Rmult_le_pos; lra).
    assert (0 <= c * (4 * high - bend)) by (apply Rmult_le_pos; lra).
    assert (0 <= (c - / 2) ^ 2 * bend) by (apply Rmult_le_pos; [apply pow2_ge_0|lra]). nra.
Qed.

Theorem cell_covers : forall a E b F x, 1 <= g -> at_one B x ->
  a <= dot k q (pattern g x) <= b ->
  neighbours a E b F -> pays_for_several E x -> pays_for_several F x ->
  0 <= left_at k n0 g y q t0 s0 x.
Proof.
  intros a E b F x big ones inside
    (_ & (near & at_u) & (near' & at_w) & low & high & lower & higher) paid_at_a paid_at_b.
  unfold pays_for_several in paid_at_a, paid_at_b. unfold left_at.
  pose proof (products_of_patterns k g N x big positive symmetric) as products.
  pose proof (counts_of_patterns k counts g W A (turns E) (nearest E) x weighed near) as counts_at_a.
  pose proof (counts_of_patterns k counts g W A (turns F) (nearest F) x weighed near') as counts_at_b.
  pose proof (raised (pattern g x)) as of_all.
  set (r := pattern g x) in *. set (v := dot k q r) in *.
  destruct (part_of_cell a b v inside) as (c & part & place).
  set (u := point E) in *. set (w := point F) in *.
  assert (0 <= left_form (fun j => (1 - c) * (r j - u j) + c * (r j - w j))) as tangent.
  { apply semidefinite. intros j member. unfold r, pattern.
    rewrite (ones j member), (at_u j member), (at_w j member). ring. }
  rewrite form_mixed in tangent.
  replace (fun j => r j - u j - (r j - w j)) with (fun j => w j - u j) in tangent
    by (extensionality j; ring).
  set (apart := left_form (fun j => w j - u j)) in *. rewrite !form_apart in tangent.
  assert (left_form r = (g + 1) * dot k D r - g * sum k D - squares k n t s r - v * dot k e r)
    as form_of_pattern.
  { unfold left_form, r. rewrite diagonal_at_pattern. reflexivity. }
  rewrite form_of_pattern in tangent.
  pose proof (minima_pattern k g B (height E a) x ones) as first.
  pose proof (minima_pattern k g B (height F b) x ones) as second.
  fold r in first, second. rewrite dot_height in first, second. fold v u w in first, second.
  pose proof (mixed_ends c (bent a E b F) _ _ part low high lower higher) as mixed.
  unfold phi, bent in mixed. fold u w in mixed.
  assert (forall z z', z <= z' -> (1 - c) * z <= (1 - c) * z') as of_first
    by (intros; apply Rmult_le_compat_l; lra).
  assert (forall z z', z <= z' -> c * z <= c * z') as of_second
    by (intros; apply Rmult_le_compat_l; lra).
  apply of_first in first, counts_at_a, paid_at_a. apply of_second in second, counts_at_b, paid_at_b.
  fold (lines E) in counts_at_a. fold (lines F) in counts_at_b.
  set (mu := multiplier E) in *. set (nu := multiplier F) in *.
  set (iu := dot k (image u) r) in *. set (iw := dot k (image w) r) in *.
  set (le := dot k (lines E) r) in *. set (lf := dot k (lines F) r) in *.
  set (ge := count_gain k counts g W A (turns E) (nearest E)) in *.
  set (gf := count_gain k counts g W A (turns F) (nearest F)) in *.
  set (one := dot k (members everyone) r) in *. set (two := touched k g everyone (IZR few)) in *.
  set (pe := several E) in *. set (pf := several F) in *. set (yr := dot k y r) in *. set (er := dot k e r) in *. set (Dr := dot k D r) in *.
  set (fu := left_form u) in *. set (fw := left_form w) in *.
  set (mu' := minima_beside k g B (height E a)) in *. set (nu' := minima_beside k g B (height F b)) in *.
  fold apart in mixed. set (S := squares k n t s r) in *. set (C := counted k counts W A r) in *.
  set (S0 := squares k n0 t0 s0 r) in *. set (Nr := dot k (at_ones k N) r) in *.
  set (N1 := sum k (at_ones k N)) in *. set (M := added k N r) in *.
  clearbody iu iw le lf ge gf one two pe pf yr er Dr fu fw mu' nu' apart S S0 Nr N1 M C v mu nu. subst v.
  lra.
Qed.

(** The largest q.r of a row that is 1 at B. *)
Definition highest : R := 1 + (g - 1) * \sum_(j < k) (if B j then 0 else q j).

(** Ends of cells from one that is given to the highest. *)
Fixpoint covered (a : R) (E : end_of_cells) (ends : list (R * end_of_cells)) : Prop :=
  match ends with
  | [] => a = highest
  | (b, F) :: others => neighbours a E b F /\ covered b F others
  end.

Lemma in_some_cell : forall ends a E v, ends <> [] -> covered a E ends ->
  a <= v <= highest ->
  exists a' E' b F, a' <= v <= b /\ neighbours a' E' b F /\
    In E' (E :: map snd ends) /\ In F (map snd ends).
Proof.
  induction ends as [|[b F] others IH]; intros a E v some all range; [contradiction|].
  destruct all as (beside & rest). destruct (Rle_or_lt v b) as [here|beyond].
  - exists a, E, b, F. cbn [map snd In]. destruct range. auto 6.
  - destruct (IH b F v) as (a' & E' & b' & F' & place & found & first & second);
      [|assumption|lra|].
    + intros ->. cbn [covered] in rest. lra.
    + exists a', E', b', F'. cbn [map snd In]. auto.
Qed.

(** Rows with fewer truths at g are covered by themselves, or no end has a price of several. *)
Definition few_are_covered (ends : list end_of_cells) : Prop :=
  (forall x, at_one B x -> (high k everyone x < few)%Z -> 0 <= left_at k n0 g y q t0 s0 x) \/
  (forall E, In E ends -> several E = 0).

Lemma row_between : forall x, 1 <= g -> (forall j, (j < k)%nat -> 0 <= q j) -> sum k q = 1 ->
  at_one B x -> 1 <= dot k q (pattern g x) <= highest.
Proof.
  intros x big shares whole ones. unfold highest, dot.
  split; [apply Rle_trans with (sum k q); [lra|]|
    apply Rle_trans with (sum k q + (g - 1) * \sum_(j < k) (if B j then 0 else q j)); [|lra];
    rewrite <- sum_scale, <- sum_plus];
    apply sum_le; intros j small; specialize (shares j small); unfold pattern;
    (assert (0 <= (g - 1) * q j) by (apply Rmult_le_pos; lra)).
  - destruct (x j); lra.
  - destruct (B j) eqn:member; [rewrite (ones j member)|destruct (x j)]; lra.
Qed.

Theorem cells_cover : forall first ends, 1 <= g ->
  (forall j, (j < k)%nat -> 0 <= q j) -> sum k q = 1 -> ends <> [] -> covered 1 first ends ->
  (forall E, In E (first :: map snd ends) -> 0 <= several E) ->
  few_are_covered (first :: map snd ends) ->
  forall x, at_one B x -> 0 <= left_at k n0 g y q t0 s0 x.
Proof.
  intros first ends big shares whole some all positive_prices alone_or_none x ones.
  pose proof (row_between x big shares whole ones) as range.
  destruct (in_some_cell ends 1 first (dot k q (pattern g x)) some all range)
    as (a & E & b & F & inside & beside & at_a & at_b).
  apply (in_cons first) in at_b.
  destruct (Z_lt_le_dec (high k everyone x) few) as [less|more];
    [destruct alone_or_none as [alone|none]; [now apply alone|]|].
  - assert (forall E, In E (first :: map snd ends) -> pays_for_several E x) as nothing
      by (intros E' known; unfold pays_for_several; rewrite none by assumption; lra).
    now apply cell_covers with a E b F; try apply nothing.
  - now apply cell_covers with a E b F; try (apply several_at_g; auto).
Qed.

Theorem cells_bound : forall m first ends P, (0 < k)%nat -> 1 <= g ->
  (forall i, (i < n0)%nat -> 0 <= s0 i) -> (forall j, (j < k)%nat -> 0 <= q j) ->
  (exists j, (j < k)%nat /\ 0 < q j) -> sum k q = 1 -> ends <> [] ->
  covered 1 first ends -> (forall E, In E (first :: map snd ends) -> 0 <= several E) ->
  few_are_covered (first :: map snd ends) -> covered_by_pairs k n0 g y q t0 s0 B ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  \sum_(i < m) utility_of_squares k n0 q t0 s0 (P i) <= \sum_(j < k) y j.
Proof.
  intros m first ends P truths big scales shares positive_share whole some all positive_prices alone
    pairs is_private.
  apply (nothing_left_bound k n0 g); auto. apply pairs_cover with B; auto.
  now apply cells_cover with first ends.
Qed.

End Cells.
