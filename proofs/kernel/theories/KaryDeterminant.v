(** The determinant of the information about all shares (d-optimal): where k-ary response satisfies
    the condition of Kiefer and Wolfowitz, for every number of truths and of reports. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryEstimates.
Open Scope R_scope.

Section Determinant.

Variables (k : nat) (g : R) (q : nat -> R).
Context (some : (0 < k)%nat) (big : 1 < g) (shares : law k q).

Let n := g + INR k - 1.
Let w (j : nat) : R := 1 + (g - 1) * q j.

(** The condition for S: sum_j c_j^2 w_j is at most (sum_j c_j) (1 + (g - 1) q(S)). *)
Definition adds_nothing (s : nat -> bool) : Prop :=
  \sum_(j < k) (exchange_rate k g s j ^ 2 * w j) <=
  (\sum_(j < k) exchange_rate k g s j) * (1 + (g - 1) * group_share k q s).

(** A row as a sum of those of k-ary response. *)
Let part (r : nat -> R) (u : nat) : R := (r u - sum k r / n) / (g - 1).

(** What it says of all shares: the trace of its information in the metric of k-ary response. *)
Definition information_ratio (r : nat -> R) : R :=
  n * (\sum_(u < k) (w u * part r u ^ 2)) / dot k q r.

Lemma sizes_positive : 0 < n /\ 0 < g - 1 /\ forall j, (j < k)%nat -> 0 < w j.
Proof.
  assert (1 <= INR k) by (apply (le_INR 1); lia). destruct shares as [above _].
  split; [unfold n; lra|]. split; [lra|]. intros j small. specialize (above j small).
  assert (0 <= (g - 1) * q j) by (apply Rmult_le_pos; lra). unfold w. lra.
Qed.

Lemma pattern_parts : forall s, (forall u, part (pattern g s) u = exchange_rate k g s u) /\
  sum k (pattern g s) = n * (\sum_(j < k) exchange_rate k g s j) /\
  dot k q (pattern g s) = 1 + (g - 1) * group_share k q s.
Proof.
  intros s. destruct sizes_positive as (posn & posg & _). destruct shares as [_ total].
  change (sum k q = 1) in total.
  assert (sum k (pattern g s) = INR k + (g - 1) * size k s) as whole.
  { unfold size. rewrite <- sum_scale, <- (Rmult_1_r (INR k)), <- (sum_constant k 1), <- sum_plus.
    apply sum_ext. intros j _. unfold pattern. destruct (s j); ring. }
  split; [|split].
  - intros u. unfold part, exchange_rate. rewrite whole. fold n. unfold pattern.
    assert (INR k = n - (g - 1)) as -> by (unfold n; ring). destruct (s u); field; lra.
  - rewrite whole. unfold exchange_rate. rewrite sum_minus, sum_constant. fold (size k s). fold n.
    assert (INR k = n - (g - 1)) as -> by (unfold n; ring). field. lra.
  - rewrite <- total at 1. unfold dot, group_share. rewrite <- sum_scale, <- sum_plus.
    apply sum_ext. intros j _. unfold pattern. destruct (s j); ring.
Qed.

Lemma below_ratio : forall t c d, 0 < d -> 2 * t * c - t ^ 2 * d <= c ^ 2 / d.
Proof.
  intros t c d positive. assert (0 < / d) by now apply Rinv_0_lt_compat.
  assert (0 <= (c - t * d) ^ 2 * / d) as square by (apply Rmult_le_pos; [apply pow2_ge_0|lra]).
  replace ((c - t * d) ^ 2 * / d) with (c ^ 2 / d - (2 * t * c - t ^ 2 * d)) in square
    by (field; lra). lra.
Qed.

Lemma ratio_covered : (forall s, adds_nothing s) -> forall r, within k g r ->
  information_ratio r <= sum k r.
Proof.
  intros condition r is_row. destruct sizes_positive as (posn & posg & posw).
  destruct shares as [above total]. change (sum k q = 1) in total.
  pose proof is_row as [nonneg pairs].
  assert (0 <= dot k q r) as share.
  { apply sum_nonneg. intros j small. apply Rmult_le_pos; auto. }
  destruct share as [positive|none].
  2:{ unfold information_ratio. rewrite <- none. unfold Rdiv. rewrite Rinv_0, Rmult_0_r.
      apply sum_nonneg. exact nonneg. }
  set (t := fun u => part r u / dot k q r).
  set (squares := \sum_(u < k) (w u * t u ^ 2)). set (mean := \sum_(u < k) (w u * t u)).
  set (l := fun j => 1 - n * (2 / (g - 1) * (w j * t j - mean / n) - q j * squares)).
  assert (forall v, dot k l v =
    sum k v - n * \sum_(u < k) (w u * (2 * t u * part v u - t u ^ 2 * dot k q v))) as linear.
  { intros v. rewrite (sum_ext k (fun u => w u * (2 * t u * part v u - t u ^ 2 * dot k q v))
      (fun u => 2 / (g - 1) * (w u * t u * v u) - 2 / (g - 1) * (sum k v / n) * (w u * t u) -
        dot k q v * (w u * t u ^ 2))).
    - rewrite !sum_minus, !sum_scale. fold squares. fold mean. unfold dot, l.
      rewrite (sum_ext k (fun j => (1 - n * (2 / (g - 1) * (w j * t j - mean / n) - q j * squares)) *
        v j) (fun j => v j - n * (2 / (g - 1)) * (w j * t j * v j) + 2 / (g - 1) * mean * v j +
        n * squares * (q j * v j))) by (intros; field; lra).
      rewrite !sum_plus, sum_minus, !sum_scale. change (\sum_(i < k) v i) with (sum k v). field. lra.
    - intros u _. unfold part. field. lra. }
  assert (0 <= dot k l r) as final.
  { apply minima_below with g; [assumption| |assumption].
    set (s := fun j => if Rlt_dec (l j) 0 then true else false).
    apply Rle_trans with (dot k l (pattern g s)).
    - rewrite linear. destruct (pattern_parts s) as (parts & whole & mass). rewrite whole, mass.
      set (A := 1 + (g - 1) * group_share k q s).
      assert (0 < A) as posA.
      { assert (0 <= group_share k q s).
        { apply sum_nonneg. intros j small. destruct (s j); [now apply above|lra]. }
        assert (0 <= (g - 1) * group_share k q s) by (apply Rmult_le_pos; lra). unfold A. lra. }
      assert (\sum_(u < k) (w u * (2 * t u * part (pattern g s) u - t u ^ 2 * A)) <=
        (\sum_(u < k) (exchange_rate k g s u ^ 2 * w u)) * / A) as most.
      { rewrite <- sum_scale_right. apply sum_le. intros u small. rewrite parts.
        pose proof (below_ratio (t u) (exchange_rate k g s u) A posA) as tangent.
        specialize (posw u small). apply Rmult_le_compat_l with (r := w u) in tangent; [|lra].
        unfold Rdiv in tangent. lra. }
      specialize (condition s). unfold adds_nothing in condition. fold A in condition.
      assert (0 < / A) as unit by now apply Rinv_0_lt_compat.
      apply Rmult_le_compat_r with (r := / A) in condition; [|lra].
      rewrite Rmult_assoc, Rinv_r, Rmult_1_r in condition by lra.
      rewrite <- Rmult_minus_distr_l. apply Rmult_le_pos; lra.
    - apply sum_le. intros j _. unfold pattern, s. destruct (Rlt_dec (l j) 0) as [less|more].
      + apply Rmin_glb; [|lra].
        assert (0 <= (g - 1) * - l j) by (apply Rmult_le_pos; lra). lra.
      + apply Rmin_glb; [lra|].
        assert (0 <= (g - 1) * l j) by (apply Rmult_le_pos; lra). lra. }
  rewrite linear in final. unfold information_ratio.
  rewrite (sum_ext k (fun u => w u * (2 * t u * part r u - t u ^ 2 * dot k q r))
    (fun u => w u * part r u ^ 2 * / dot k q r)) in final
    by (intros; unfold t; field; lra).
  rewrite sum_scale_right in final. unfold Rdiv. lra.
Qed.

(** No private table has more information than k-ary response in its own metric: k. *)
Theorem response_equivalence : forall m P, (forall s, adds_nothing s) ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  \sum_(i < m) information_ratio (P i) <= INR k.
Proof.
  intros m P condition is_private. pose proof is_private as [columns _].
  apply Rle_trans with (\sum_(i < m) sum k (P i)).
  - apply sum_le. intros i small. apply ratio_covered; [assumption|]. apply row_within; [lra|].
    now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P is_private).
  - apply Req_le. change (\sum_(i < m) \sum_(j < k) P i j = INR k).
    rewrite sum_of_sums, (sum_ext k _ (fun _ => 1)); [rewrite sum_constant; ring|].
    intros j small. now apply columns.
Qed.

End Determinant.
