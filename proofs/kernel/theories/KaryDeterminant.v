(** The determinant of the information about all shares (d-optimal): where k-ary response satisfies
    the condition of Kiefer and Wolfowitz, for every number of truths and of reports. The two rarest
    truths decide. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryContrasts KaryEstimates.
Open Scope R_scope.

Section Determinant.

Variables (k : nat) (g : R) (q : nat -> R).
Context (some : (0 < k)%nat) (big : 1 < g) (shares : law k q).

Let n := g + INR k - 1.
Let w (j : nat) : R := 1 + (g - 1) * q j.

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

(** Of two truths, what both weigh. *)
Let both_weigh (i j : nat) : R := (1 - at_index i j) * (w i + w j).

Lemma both_weigh_even : forall i j, both_weigh i j = both_weigh j i.
Proof.
  intros i j. unfold both_weigh, at_index.
  destruct (Nat.eq_dec i j), (Nat.eq_dec j i); try congruence; ring.
Qed.

Lemma both_weigh_own : forall i, both_weigh i i = 0.
Proof. intros i. unfold both_weigh, at_index. destruct (Nat.eq_dec i i); [ring|contradiction]. Qed.

(** What a set adds to the information is its mass times the sum of its rates, less the form. *)
Lemma form_of_weights : forall s, form k both_weigh (exchange_rate k g s) =
  2 * ((\sum_(j < k) exchange_rate k g s j) * (1 + (g - 1) * group_share k q s) -
    \sum_(j < k) (exchange_rate k g s j ^ 2 * w j)).
Proof.
  intros s. set (c := exchange_rate k g s).
  destruct (pattern_parts s) as (_ & _ & mass).
  assert (\sum_(j < k) (c j * w j) = 1 + (g - 1) * group_share k q s) as weights.
  { rewrite <- mass. apply (rates_of_set k g q some); [lra|lra|assumption]. }
  rewrite <- weights. unfold form.
  set (C := \sum_(j < k) c j). set (A := \sum_(j < k) (c j * w j)).
  rewrite (sum_ext k _ (fun i => C * (c i * w i) + A * c i - 2 * (c i ^ 2 * w i))).
  - rewrite sum_minus, sum_plus, !sum_scale. fold A.
    change (sum k c) with C. ring.
  - intros i small. rewrite (sum_ext k _ (fun j => c i * w i * c j + c i * (c j * w j) -
      at_index i j * (c i * c j * (w i + w j)))) by (intros; unfold both_weigh; ring).
    rewrite sum_minus, sum_plus, !sum_scale.
    rewrite (sum_pick k (fun j => c i * c j * (w i + w j)) i small). fold A.
    change (sum k c) with C. ring.
Qed.

Lemma form_of_two_weights : forall a b, (a < k)%nat -> (b < k)%nat -> a <> b ->
  form k both_weigh (exchange_rate k g (both a b)) =
  2 / n * ((g ^ 2 - 1) * (q a + q b) - (INR k - 3)).
Proof.
  intros a b smalla smallb differ. destruct sizes_positive as (posn & _).
  destruct (response_numbers k g q some) as (_ & _ & _ & total); [lra|lra|assumption|].
  change (sum k w = n) in total.
  rewrite (form_of_pair k g both_weigh posn both_weigh_even both_weigh_own) by assumption. fold n.
  assert (forall i, (i < k)%nat ->
    \sum_(j < k) both_weigh i j = (INR k - 2) * w i + n) as line.
  { intros i small. rewrite (sum_ext k _ (fun j => w i + w j - at_index i j * (w i + w j)))
      by (intros; unfold both_weigh; ring).
    rewrite sum_minus, sum_plus, sum_constant, (sum_pick k (fun j => w i + w j) i small).
    change (\sum_(j < k) w j) with (sum k w). rewrite total. ring. }
  assert (\sum_(i < k) \sum_(j < k) both_weigh i j = 2 * (INR k - 1) * n) as whole.
  { rewrite (sum_ext k _ (fun i => (INR k - 2) * w i + n)) by (intros; now apply line).
    rewrite sum_plus, sum_scale, sum_constant.
    change (\sum_(j < k) w j) with (sum k w). rewrite total. ring. }
  rewrite !line, whole by assumption. unfold both_weigh, at_index.
  destruct (Nat.eq_dec a b) as [same|_]; [contradiction|]. unfold w.
  assert (INR k = n - (g - 1)) as -> by (unfold n; ring). field. lra.
Qed.

Lemma ratio_covered : (forall s, 0 <= form k both_weigh (exchange_rate k g s)) -> forall r, within k g r ->
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
      specialize (condition s). rewrite form_of_weights in condition. fold A in condition.
      assert (\sum_(j < k) (exchange_rate k g s j ^ 2 * w j) <=
        (\sum_(j < k) exchange_rate k g s j) * A) as enough by lra. clear condition.
      rename enough into condition.
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

(** Where a set adds something, k-ary response with a little of it has more. *)
Lemma set_adds : forall s, form k both_weigh (exchange_rate k g s) < 0 ->
  exists P, private (S k) k (fun _ _ => Some g) (fun _ _ => 0) P /\
    INR k < \sum_(i < S k) information_ratio (P i).
Proof.
  intros s fails. destruct sizes_positive as (posn & posg & posw).
  destruct (rates_of_set k g q some) with (s := s) as (_ & weights & posA & bounded);
    [lra|lra|assumption|]. fold n in bounded.
  destruct (pattern_parts s) as (parts & _ & mass).
  rewrite form_of_weights, <- mass in fails. set (c := exchange_rate k g s) in *.
  set (A := dot k q (pattern g s)) in *.
  assert (0 < / n) as unit by now apply Rinv_0_lt_compat.
  set (t := / n / (2 * (2 + / n))).
  assert (0 < t) as post
    by (apply Rmult_lt_0_compat; [assumption|apply Rinv_0_lt_compat; lra]).
  assert (forall i, t * c i <= / n / 2) as few.
  { intros i. apply Rle_trans with (t * (2 + / n)).
    - apply Rmult_le_compat_l; [lra|apply bounded].
    - unfold t. right. field. split; nra. }
  exists (exchanged k g s t). split.
  { apply (exchanged_is_private k g q some); try assumption; try lra; try nra.
    intros i. fold n c. specialize (few i). lra. }
  cbn [sum].
  assert (forall i, (i < k)%nat ->
    information_ratio (exchanged k g s t i) = n * (/ n - t * c i)) as each.
  { intros i small. specialize (few i). set (x := / n - t * c i) in *.
    assert (0 < x) by (unfold x; lra).
    assert (forall j, exchanged k g s t i j = x * single g i j) as row.
    { intros j. unfold exchanged. destruct (lt_dec i k); [reflexivity|lia]. }
    assert (dot k q (exchanged k g s t i) = x * w i) as share.
    { unfold w. rewrite <- (single_weight k g q shares i small). unfold dot.
      rewrite <- sum_scale. apply sum_ext. intros j _. rewrite row. ring. }
    assert (forall u, part (exchanged k g s t i) u = x * at_index i u) as own.
    { intros u. unfold part. rewrite row.
      replace (sum k (exchanged k g s t i)) with (x * n).
      - unfold single. field. lra.
      - rewrite (sum_ext k (exchanged k g s t i) (fun j => x + at_index i j * ((g - 1) * x)))
          by (intros j _; rewrite row; unfold single; ring).
        rewrite sum_plus, sum_constant, (sum_pick k (fun _ => (g - 1) * x) i small).
        unfold n. ring. }
    unfold information_ratio. rewrite share.
    rewrite (sum_ext k _ (fun u => at_index i u * (w u * x ^ 2))).
    - rewrite (sum_pick k (fun u => w u * x ^ 2) i small). specialize (posw i small). field. lra.
    - intros u _. rewrite own. unfold at_index. destruct (Nat.eq_dec i u); ring. }
  assert (information_ratio (exchanged k g s t k) =
    n * t * ((\sum_(j < k) (c j ^ 2 * w j)) / A)) as last.
  { assert (forall j, exchanged k g s t k j = t * pattern g s j) as row.
    { intros j. unfold exchanged. destruct (lt_dec k k); [lia|reflexivity]. }
    assert (dot k q (exchanged k g s t k) = t * A) as share.
    { unfold A, dot. rewrite <- sum_scale. apply sum_ext. intros j _. rewrite row. ring. }
    assert (forall u, part (exchanged k g s t k) u = t * c u) as own.
    { intros u. rewrite <- parts. unfold part. rewrite row.
      rewrite (sum_ext k (exchanged k g s t k) (fun j => t * pattern g s j)) by (intros; apply row).
      rewrite sum_scale. field. lra. }
    unfold information_ratio. rewrite share.
    rewrite (sum_ext k _ (fun u => t ^ 2 * (c u ^ 2 * w u))) by (intros; rewrite own; ring).
    rewrite sum_scale. field. lra. }
  rewrite last, (sum_ext k _ (fun i => 1 - n * t * c i))
    by (intros i small; rewrite each by assumption; field; lra).
  rewrite sum_minus, sum_constant, sum_scale. change (\sum_(i < k) c i) with (sum k c) in *.
  set (C := sum k c) in *. set (squares := \sum_(j < k) (c j ^ 2 * w j)) in *.
  assert (0 < / A) by now apply Rinv_0_lt_compat.
  assert (C < squares / A) as more.
  { apply Rmult_lt_reg_r with A; [assumption|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (0 < n * t) by (apply Rmult_lt_0_compat; assumption).
  apply Rmult_lt_compat_l with (r := n * t) in more; [lra|assumption].
Qed.

(** No private table has more information than k-ary response in its own metric, k, exactly where
    every two truths are common enough. *)
Theorem response_equivalence :
  (forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
    \sum_(i < m) information_ratio (P i) <= INR k) <->
  forall a b, (a < k)%nat -> (b < k)%nat -> a <> b -> INR k - 3 <= (g ^ 2 - 1) * (q a + q b).
Proof.
  destruct sizes_positive as (posn & _ & posw).
  assert (0 < 2 / n) as step by (apply Rmult_lt_0_compat; [lra|now apply Rinv_0_lt_compat]).
  split.
  - intros best a b smalla smallb differ. apply Rnot_lt_le. intros rare.
    destruct (set_adds (both a b)) as (P & own & more).
    + rewrite form_of_two_weights by assumption.
      rewrite <- (Rmult_0_r (2 / n)). apply Rmult_lt_compat_l; lra.
    + specialize (best _ P own). lra.
  - intros common m P is_private. pose proof is_private as [columns _].
    assert (forall s, 0 <= form k both_weigh (exchange_rate k g s)) as condition.
    { apply (pairs_decide k g both_weigh posn both_weigh_even both_weigh_own).
      - apply sum_nonneg. intros i smalli. apply sum_nonneg. intros j smallj.
        pose proof (posw i smalli). pose proof (posw j smallj). unfold both_weigh, at_index.
        destruct (Nat.eq_dec i j); lra.
      - intros a b smalla smallb differ. rewrite form_of_two_weights by assumption.
        specialize (common a b smalla smallb differ). apply Rmult_le_pos; lra. }
    apply Rle_trans with (\sum_(i < m) sum k (P i)).
    + apply sum_le. intros i small. apply ratio_covered; [assumption|]. apply row_within; [lra|].
      now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P is_private).
    + apply Req_le. change (\sum_(i < m) \sum_(j < k) P i j = INR k).
      rewrite sum_of_sums, (sum_ext k _ (fun _ => 1)); [rewrite sum_constant; ring|].
      intros j small. now apply columns.
Qed.

(** found/determinant/condition: the two rarest truths decide. *)
Theorem determinant_by_rarest : forall a b, rarest k q a b ->
  (forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
    \sum_(i < m) information_ratio (P i) <= INR k) <->
  INR k - 3 <= (g ^ 2 - 1) * (q a + q b).
Proof.
  intros a b rare. rewrite response_equivalence. pose proof rare as (smalla & smallb & differ & _).
  split; [intros all; now apply all|]. intros least c d smallc smalld apart.
  assert (0 <= g ^ 2 - 1) by nra.
  apply Rle_trans with (1 := least). apply Rmult_le_compat_l; [assumption|].
  destruct (rarest_below k q a b c d rare smallc smalld apart); lra.
Qed.

End Determinant.
