(** Mutual information, for any number of truths: the utility is sublinear, and a partition of the
    patterns with a tangent a leaf ("tree") shows that prices cover it. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Analysis.
Open Scope R_scope.

(** a ln (a / b), which is 0 for a = 0. *)
Definition relative (a b : R) : R := a * ln (a / b).

(** u(r) = sum_j q_j r_j ln (r_j / q.r) *)
Definition information (k : nat) (q r : nat -> R) : R :=
  \sum_(j < k) (q j * relative (r j) (dot k q r)).

(** ** Two numbers: the sum of logarithms *)

Lemma relative_above : forall a b s, 0 < a -> 0 < b -> 0 < s -> a * ln s + a - b * s <= relative a b.
Proof.
  intros a b s pos pos' scale. unfold relative.
  pose proof (ln_below (s * b / a)) as tangent.
  assert (0 < s * b / a) as ratio
    by (apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat|now apply Rinv_0_lt_compat]).
  specialize (tangent ratio).
  assert (0 < a / b) as share by (apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat]; assumption).
  replace (s * b / a) with (s * / (a / b)) in tangent at 1 by (field; lra).
  rewrite ln_mult, ln_Rinv in tangent by (try apply Rinv_0_lt_compat; assumption).
  assert (a * (ln s + - ln (a / b)) <= a * (s * b / a - 1)) as scaled
    by (apply Rmult_le_compat_l; lra).
  replace (a * (s * b / a - 1)) with (s * b - a) in scaled by (field; lra). lra.
Qed.

Lemma log_sum : forall a b c d, 0 < a -> 0 < b -> 0 < c -> 0 < d ->
  relative (a + c) (b + d) <= relative a b + relative c d.
Proof.
  intros a b c d pa pb pc pd. set (s := (a + c) / (b + d)).
  assert (0 < s) by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]).
  pose proof (relative_above a b s pa pb H). pose proof (relative_above c d s pc pd H).
  assert (relative (a + c) (b + d) = (a + c) * ln s) as -> by reflexivity.
  assert ((b + d) * s = a + c) by (unfold s; field; lra). lra.
Qed.

(** The same where numbers may be zero. *)
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

(** ** It is a utility: homogeneous and convex on positive rows *)

Lemma dot_positive : forall k q r, law k q -> positive k r -> 0 < dot k q r.
Proof.
  intros k q r [above one] pos. change (sum k q = 1) in one.
  assert (0 <= dot k q r) as [|none]; [|assumption|].
  { apply sum_nonneg. intros j small. apply Rmult_le_pos; [auto|]. now apply Rlt_le, pos. }
  exfalso. assert (sum k q = 0); [|lra]. apply sum_zero. intros j small.
  pose proof (zero_terms k (fun j => q j * r j)) as terms.
  assert (q j * r j = 0) as product.
  { apply terms; auto. intros i inside. apply Rmult_le_pos; [auto|]. now apply Rlt_le, pos. }
  specialize (pos j small). apply Rmult_integral in product. lra.
Qed.

Lemma information_scales : forall k q c r, 0 < c -> 0 < dot k q r ->
  information k q (fun j => c * r j) = c * information k q r.
Proof.
  intros k q c r pos share. unfold information. rewrite <- sum_scale. apply sum_ext. intros j _.
  assert (dot k q (fun j => c * r j) = c * dot k q r) as ->.
  { unfold dot. rewrite <- sum_scale. apply sum_ext. intros. ring. }
  unfold relative. replace (c * r j / (c * dot k q r)) with (r j / dot k q r) by (field; lra). ring.
Qed.

Theorem information_is_utility : forall k q, law k q -> utility k (information k q).
Proof.
  intros k q is_law. repeat split.
  - intros r s equal. unfold information. replace (dot k q r) with (dot k q s).
    + apply sum_ext. intros j small. now rewrite equal.
    + apply sum_ext. intros j small. now rewrite equal.
  - intros r none. apply sum_zero. intros j small. unfold relative. rewrite none by assumption. ring.
  - intros c r pos positive. apply information_scales; [assumption|]. now apply dot_positive.
  - intros r s t one two weight.
    pose proof (dot_positive k q r is_law one) as first.
    pose proof (dot_positive k q s is_law two) as second.
    assert (dot k q (fun j => t * r j + (1 - t) * s j) = t * dot k q r + (1 - t) * dot k q s) as mean.
    { unfold dot. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. ring. }
    unfold information. rewrite mean, <- !sum_scale, <- sum_plus. apply sum_le. intros j small.
    apply Rle_trans with (q j * (t * relative (r j) (dot k q r) +
      (1 - t) * relative (s j) (dot k q s))); [|apply Req_le; ring].
    apply Rmult_le_compat_l; [now apply is_law|].
    specialize (one j small). specialize (two j small).
    destruct weight as [[low|none] [high|all]]; try subst t.
    + assert (scaled : forall c a b, 0 < c -> 0 < b -> c * relative a b = relative (c * a) (c * b)).
      { intros c a b pos pos'. unfold relative.
        replace (c * a / (c * b)) with (a / b) by (field; lra). ring. }
      rewrite !scaled by lra.
      apply log_sum; apply Rmult_lt_0_compat; lra.
    + unfold relative. replace ((1 * r j + (1 - 1) * s j) / (1 * dot k q r + (1 - 1) * dot k q s))
        with (r j / dot k q r) by (field; lra). lra.
    + unfold relative. replace ((0 * r j + (1 - 0) * s j) / (0 * dot k q r + (1 - 0) * dot k q s))
        with (s j / dot k q s) by (field; lra). lra.
    + lra.
Qed.

(** ** Leaves: some truths fixed, a tangent s; the free truths take the cheaper entry. On a side of a
    cut by numbers n of truths also a slope, f or -f, and an edge, a or a + 1; the slope is 0 without
    one. *)

Record leaf := Leaf { fixed : nat -> option bool; tangent_at : R; slope : R; edge : R }.

Definition count_of (k : nat) (n : nat -> R) (s : nat -> bool) : R :=
  \sum_(j < k) (if s j then n j else 0).

Definition in_leaf (k : nat) (n : nat -> R) (l : leaf) (s : nat -> bool) : Prop :=
  (forall j b, (j < k)%nat -> fixed l j = Some b -> s j = b) /\
  slope l * (count_of k n s - edge l) <= 0.

(** c = g ln g / (g - 1): on {1, g} x ln x = c (x - 1). *)
Definition weight_of (g : R) : R := g * ln g / (g - 1).

Definition price_less (g : R) (y q : nat -> R) (l : leaf) (j : nat) : R :=
  y j - q j * (weight_of g - 1 - ln (tangent_at l)).

Definition least_on (k : nat) (g : R) (y q n : nat -> R) (l : leaf) : R :=
  \sum_(j < k) (match fixed l j with
    | Some true => price_less g y q l j * g + slope l * n j
    | Some false => price_less g y q l j
    | None => Rmin (price_less g y q l j) (price_less g y q l j * g + slope l * n j)
    end) + weight_of g - tangent_at l - slope l * edge l.

Lemma leaf_covers : forall k g y q n l s, 1 < g -> law k q -> 0 < tangent_at l -> in_leaf k n l s ->
  0 <= least_on k g y q n l -> information k q (pattern g s) <= dot k y (pattern g s).
Proof.
  intros k g y q n l s big is_law above [inside beside] least.
  set (r := pattern g s). set (T := dot k q r). set (c := weight_of g) in *.
  set (t := tangent_at l) in *.
  assert (positive k r) as pos.
  { intros j _. unfold r, pattern. destruct (s j); lra. }
  assert (0 < T) as share by now apply dot_positive.
  assert (entry : forall j, r j * ln (r j) = c * (r j - 1)).
  { intros j. unfold r, pattern, c, weight_of. destruct (s j); [field; lra|]. rewrite ln_1. ring. }
  assert (information k q r = c * (T - 1) - T * ln T) as value.
  { unfold information. rewrite (sum_ext k _ (fun j => c * (q j * r j) - c * q j - ln T * (q j * r j))).
    - rewrite !sum_minus, !sum_scale. change (sum k (fun j => q j * r j)) with T.
      destruct is_law as [_ one]. change (sum k q = 1) in one. rewrite one. ring.
    - intros j small. unfold relative. fold T. unfold Rdiv.
      rewrite ln_mult, ln_Rinv by (auto; now apply Rinv_0_lt_compat).
      rewrite Rmult_plus_distr_l, entry. ring. }
  rewrite value.
  assert (T * ln t + T - t <= T * ln T) as chord.
  { pose proof (relative_above T 1 t share Rlt_0_1 above) as line. unfold relative in line.
    replace (T / 1) with T in line by field. lra. }
  assert (\sum_(j < k) (price_less g y q l j * r j) = dot k y r - T * (c - 1 - ln t)) as charged.
  { unfold price_less, dot. fold c t.
    rewrite (sum_ext k _ (fun j => y j * r j - (c - 1 - ln t) * (q j * r j))) by (intros; ring).
    rewrite sum_minus, sum_scale. change (sum k (fun j => q j * r j)) with T. ring. }
  assert (least_on k g y q n l <= \sum_(j < k) (price_less g y q l j * r j) +
    slope l * count_of k n s + c - t - slope l * edge l) as below.
  { unfold least_on, count_of. fold c t. rewrite <- sum_scale, <- sum_plus. unfold Rminus.
    apply Rplus_le_compat_r, Rplus_le_compat_r, Rplus_le_compat_r, sum_le.
    intros j small. specialize (inside j). unfold r, pattern.
    destruct (fixed l j) as [b|].
    - rewrite (inside b small eq_refl). destruct b; lra.
    - destruct (s j).
      + apply Rmin_r.
      + rewrite Rmult_1_r, Rmult_0_r, Rplus_0_r. apply Rmin_l. }
  lra.
Qed.

(** Each pattern is on a side of a cut by whole numbers. *)
Lemma count_is_whole : forall k (n : nat -> nat) s,
  exists m : nat, count_of k (fun j => INR (n j)) s = INR m.
Proof.
  intros k n s. induction k as [|k [m same]].
  - exists 0%nat. reflexivity.
  - unfold count_of in *. simpl. rewrite same. destruct (s k).
    + exists (m + n k)%nat. now rewrite plus_INR.
    + exists m. ring.
Qed.

Theorem cut_holds : forall k (n : nat -> nat) s (a : nat) f f', 0 <= f -> 0 <= f' ->
  f * (count_of k (fun j => INR (n j)) s - INR a) <= 0 \/
  - f' * (count_of k (fun j => INR (n j)) s - INR (a + 1)) <= 0.
Proof.
  intros k n s a f f' low high. destruct (count_is_whole k n s) as [m ->].
  destruct (le_lt_dec m a) as [below|above].
  - left. apply le_INR in below. nra.
  - right. assert (INR (a + 1) <= INR m) by (apply le_INR; lia). nra.
Qed.

(** Some leaf holds each pattern; so the prices bound the information of every private table. *)
Theorem tree_bound : forall m k g y q n (leaves : nat -> leaf) P, (0 < k)%nat -> 1 < g -> law k q ->
  (forall s, exists i, in_leaf k n (leaves i) s /\ 0 < tangent_at (leaves i) /\
     0 <= least_on k g y q n (leaves i)) ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  \sum_(i < m) information k q (P i) <= \sum_(j < k) y j.
Proof.
  intros m k g y q n leaves P some big is_law every is_private.
  apply (extremes_bound m k g y (information k q) P some); auto.
  - lra.
  - now apply information_is_utility.
  - intros s. destruct (every s) as (i & inside & above & least).
    now apply leaf_covers with n (leaves i).
Qed.
