(** Where every two truths are common enough, and only there, no private table has a larger
    determinant of the information about all shares than k-ary response, for every number of truths
    and of reports. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Questions Estimators Determinants KieferWolfowitz
  KaryContrasts KaryEstimates KaryEigenvalue KaryDeterminant.
Open Scope R_scope.

Section Response.

Variables (k : nat) (g : R) (q : nat -> R).
Context (some : (0 < k)%nat) (big : 1 < g) (shares : law k q).

Let n := g + INR k - 1.
Let w (j : nat) : R := 1 + (g - 1) * q j.
Let response := k_ary_response k g.

(** What report i of k-ary response says of the share of truth a. *)
Let estimate (i a : nat) : R := (n * at_index i a - 1) / (g - 1).

Lemma response_entry : forall i j, response i j = (1 + (g - 1) * at_index i j) / n.
Proof.
  intros i j. unfold response, k_ary_response, at_index. fold n.
  destruct (Nat.eq_dec i j); f_equal; ring.
Qed.

Lemma response_share : forall i, (i < k)%nat -> dot k q (response i) = w i / n.
Proof.
  intros i small. destruct (sizes_positive k g q some big shares) as [posn _].
  fold n in posn. destruct shares as [_ total]. unfold dot.
  rewrite (sum_ext k _ (fun j => / n * q j + at_index i j * ((g - 1) / n * q j)))
    by (intros; rewrite response_entry; field; lra).
  rewrite sum_plus, sum_scale, (sum_pick k (fun j => (g - 1) / n * q j)) by assumption.
  change (sum k q = 1) in total. change (\sum_(j < k) q j) with (sum k q). rewrite total.
  unfold w. field. lra.
Qed.

Lemma estimate_inverts : forall i j, (i < k)%nat -> (j < k)%nat ->
  \sum_(a < k) (response i a * estimate j a) = at_index i j.
Proof.
  intros i j small other. destruct (sizes_positive k g q some big shares) as (posn & posg & _).
  fold n in posn.
  rewrite (sum_ext k _ (fun a => at_index i a * (at_index j a - / n) +
    at_index j a * / (g - 1) + - / (n * (g - 1)))).
  - rewrite !sum_plus, (sum_pick k (fun a => at_index j a - / n)), (sum_pick k (fun _ => / (g - 1))),
      sum_constant by assumption.
    replace (at_index j i) with (at_index i j) by
      (unfold at_index; destruct (Nat.eq_dec i j), (Nat.eq_dec j i); congruence).
    unfold n. field. unfold n in posn. split; lra.
  - intros a _. rewrite response_entry. unfold estimate. field. split; lra.
Qed.

Lemma symmetric_entries : forall i j, response i j = response j i /\ estimate i j = estimate j i.
Proof.
  intros i j. rewrite !response_entry. unfold estimate, at_index.
  destruct (Nat.eq_dec i j), (Nat.eq_dec j i); try congruence; split; reflexivity.
Qed.

Let J0 := information_matrix k k q response.
Let X : matrix := fun a b => \sum_(i < k) (w i / n * (estimate i a * estimate i b)).

Lemma response_is_positive : positive_definite k J0.
Proof.
  destruct (sizes_positive k g q some big shares) as (posn & _ & posw). fold n in posn. split.
  - intros a b _ _. unfold J0, information_matrix. apply sum_ext. intros. unfold Rdiv. ring.
  - intros x j small nonzero. unfold J0. rewrite information_form.
    assert (forall i, (i < k)%nat -> 0 < dot k q (response i)) as above.
    { intros i inside. rewrite response_share by assumption.
      apply Rmult_lt_0_compat; [now apply posw|now apply Rinv_0_lt_compat]. }
    assert (forall i, (i < k)%nat -> 0 <= along k q x (response i)) as terms.
    { intros i inside. unfold along. apply Rmult_le_pos; [apply pow2_ge_0|].
      now apply Rlt_le, Rinv_0_lt_compat, above. }
    apply Rnot_le_lt. intros none. apply nonzero.
    assert (\sum_(i < k) along k q x (response i) = 0) as zero
      by (apply Rle_antisym; [assumption|now apply sum_nonneg]).
    assert (forall i, (i < k)%nat -> dot k x (response i) = 0) as each.
    { intros i inside. pose proof (sum_of_nonnegative_terms k _ terms zero i inside) as own.
      specialize (above i inside). unfold along in own. apply Rmult_integral in own.
      destruct own as [own|own]; [|apply Rinv_neq_0_compat in own; [contradiction|lra]].
      rewrite <- Rsqr_pow2 in own. now apply Rsqr_0_uniq in own. }
    transitivity (\sum_(i < k) (estimate j i * dot k x (response i))).
    + unfold dot.
      rewrite (sum_ext k _ (fun i => \sum_(a < k) (x a * (response a i * estimate j i)))).
      * rewrite sum_of_sums, (sum_ext k _ (fun a => at_index j a * x a)).
        -- now rewrite sum_pick.
        -- intros a inside. rewrite sum_scale, estimate_inverts by assumption.
           unfold at_index. destruct (Nat.eq_dec a j), (Nat.eq_dec j a); try congruence; ring.
      * intros i _. rewrite <- sum_scale. apply sum_ext. intros a _.
        rewrite (proj1 (symmetric_entries i a)). ring.
    + apply sum_zero. intros i inside. rewrite each by assumption. ring.
Qed.

Lemma inverse_of_response : inverse_of k J0 X.
Proof.
  destruct (sizes_positive k g q some big shares) as (posn & _ & posw). fold n in posn. split.
  - intros a b _ _. unfold X. apply sum_ext. intros. ring.
  - intros a c small other. unfold J0, information_matrix, X.
    transitivity (\sum_(i < k) \sum_(j < k) (response i a / dot k q (response i) * at_index i j *
      (w j / n * estimate j c))).
    + rewrite (sum_ext k _ (fun b => \sum_(i < k) \sum_(j < k) (response i a / dot k q (response i) *
        (w j / n * estimate j c) * (response i b * estimate j b)))).
      * rewrite sum_of_sums. apply sum_ext. intros i inside. rewrite sum_of_sums. apply sum_ext.
        intros j inner. rewrite sum_scale, estimate_inverts by assumption. ring.
      * intros b _. rewrite product_of_sums. apply sum_ext. intros i _. apply sum_ext. intros.
        unfold Rdiv. ring.
    + rewrite (sum_ext k _ (fun i => response a i * estimate c i)).
      * now rewrite estimate_inverts.
      * intros i inside.
        rewrite (sum_ext k _ (fun j => at_index i j * (response i a / dot k q (response i) *
          (w j / n * estimate j c)))) by (intros; ring).
        rewrite (sum_pick k (fun j => response i a / dot k q (response i) * (w j / n * estimate j c)))
          by assumption.
        rewrite response_share, (proj1 (symmetric_entries i a)), (proj2 (symmetric_entries i c))
          by assumption.
        specialize (posw i inside). fold (w i) in posw. field. split; lra.
Qed.

Lemma trace_is_ratio : forall m P,
  trace_with k X (information_matrix m k q P) = \sum_(i < m) information_ratio k g q (P i).
Proof.
  intros m P. destruct (sizes_positive k g q some big shares) as (posn & posg & _). fold n in posn.
  unfold trace_with, information_matrix.
  rewrite (sum_ext k _ (fun a => \sum_(i < m) \sum_(b < k) (/ dot k q (P i) *
    (X a b * (P i a * P i b))))).
  2:{ intros a _. rewrite sum_of_sums. apply sum_ext. intros b _. rewrite <- sum_scale.
      apply sum_ext. intros. unfold Rdiv. ring. }
  rewrite sum_of_sums. apply sum_ext. intros i _. unfold information_ratio. fold n.
  unfold Rdiv at 1. rewrite (Rmult_comm _ (/ dot k q (P i))).
  rewrite (sum_ext k _ (fun a => / dot k q (P i) * \sum_(b < k) (X a b * (P i a * P i b))))
    by (intros; apply sum_scale).
  rewrite sum_scale. f_equal. unfold X.
  transitivity (\sum_(u < k) (w u / n * (\sum_(a < k) (estimate u a * P i a)) ^ 2)).
  - rewrite (sum_ext k (fun a => \sum_(b < k) ((\sum_(u < k) _) * (P i a * P i b)))
      (fun a => \sum_(u < k) \sum_(b < k) (w u / n * (estimate u a * P i a * (estimate u b * P i b))))).
    + rewrite sum_of_sums. apply sum_ext. intros u _.
      rewrite (sum_ext k _ (fun a => w u / n *
        \sum_(b < k) (estimate u a * P i a * (estimate u b * P i b)))) by (intros; apply sum_scale).
      rewrite sum_scale, <- product_of_sums. ring.
    + intros a _. rewrite sum_of_sums. apply sum_ext. intros b _. rewrite <- sum_scale_right.
      apply sum_ext. intros. ring.
  - rewrite <- sum_scale. apply sum_ext. intros u small.
    assert (\sum_(a < k) (estimate u a * P i a) = n * ((P i u - sum k (P i) / n) / (g - 1))) as ->.
    { rewrite (sum_ext k _ (fun a => at_index u a * (n / (g - 1) * P i a) + - / (g - 1) * P i a))
        by (intros; unfold estimate; field; lra).
      rewrite sum_plus, (sum_pick k (fun a => n / (g - 1) * P i a)), sum_scale by assumption.
      change (\sum_(a < k) P i a) with (sum k (P i)). field. lra. }
    fold (w u). field. lra.
Qed.

(** found/determinant/condition: k-ary response is d-optimal, and no other information is. *)
Theorem response_has_largest_determinant :
  (forall a b, (a < k)%nat -> (b < k)%nat -> a <> b -> INR k - 3 <= (g ^ 2 - 1) * (q a + q b)) ->
  forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
    positive_definite k (information_matrix m k q P) ->
    determinant k (information_matrix m k q P) <=
      determinant k (information_matrix k k q (k_ary_response k g)) /\
    (determinant k (information_matrix m k q P) =
       determinant k (information_matrix k k q (k_ary_response k g)) ->
     forall a b, (a < k)%nat -> (b < k)%nat ->
       information_matrix m k q P a b = information_matrix k k q (k_ary_response k g) a b).
Proof.
  intros common m P own positive.
  apply (largest_determinant k J0 X); try assumption.
  - exact response_is_positive.
  - exact inverse_of_response.
  - rewrite trace_is_ratio. now apply (response_equivalence k g q some big shares).
Qed.

(** The information of a draw is that of each table, as often as it is drawn. *)
Lemma drawn_information : forall m P t a b,
  information_matrix (k + m) k q (drawn_table k g P t) a b =
  (1 - t) * J0 a b + t * information_matrix m k q P a b.
Proof.
  intros m P t a b. unfold J0, information_matrix, drawn_table. fold response.
  assert (forall c r, c * r a * (c * r b) / dot k q (fun j => c * r j) =
    c * (r a * r b / dot k q r)) as scaled.
  { intros c r. assert (dot k q (fun j => c * r j) = c * dot k q r) as ->.
    { unfold dot. rewrite <- sum_scale. apply sum_ext. intros. ring. }
    destruct (Req_dec c 0) as [->|]; [unfold Rdiv; ring|].
    destruct (Req_dec (dot k q r) 0) as [->|];
      [rewrite Rmult_0_r; unfold Rdiv; rewrite Rinv_0; ring|]. field. split; assumption. }
  rewrite (sum_ext (k + m) _ (fun i => if lt_dec i k then (1 - t) * (response i a * response i b / dot k q (response i))
    else t * (P (i - k)%nat a * P (i - k)%nat b / dot k q (P (i - k)%nat)))).
  - rewrite (sum_drawn k some m (fun i => (1 - t) * (response i a * response i b / dot k q (response i)))
      (fun i => t * (P i a * P i b / dot k q (P i)))), !sum_scale. reflexivity.
  - intros i _. destruct (lt_dec i k); apply scaled.
Qed.

Lemma drawn_is_positive : forall m P t, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  0 < t < 1 -> positive_definite k (information_matrix (k + m) k q (drawn_table k g P t)).
Proof.
  intros m P t own range. split.
  - intros a b _ _. unfold information_matrix. apply sum_ext. intros. unfold Rdiv. ring.
  - intros x i small nonzero.
    assert (quadratic k (information_matrix (k + m) k q (drawn_table k g P t)) x =
      (1 - t) * quadratic k J0 x + t * quadratic k (information_matrix m k q P) x) as ->.
    { unfold quadratic. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros a _.
      rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros b _.
      rewrite drawn_information. ring. }
    pose proof (proj2 response_is_positive x i small nonzero).
    assert (0 <= quadratic k (information_matrix m k q P) x).
    { rewrite information_form. apply sum_nonneg. intros h inside. unfold along.
      apply Rmult_le_pos; [apply pow2_ge_0|].
      destruct (private_row m k _ _ P own h inside) as [above _].
      assert (0 <= dot k q (P h)) as [some_share|none].
      { apply sum_nonneg. intros j other. apply Rmult_le_pos; [now apply shares|now apply above]. }
      - now apply Rlt_le, Rinv_0_lt_compat.
      - rewrite <- none, Rinv_0. lra. }
    assert (0 < (1 - t) * quadratic k J0 x) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= t * quadratic k (information_matrix m k q P) x) by (apply Rmult_le_pos; lra). lra.
Qed.

(** found/determinant/condition: it is d-optimal there only. *)
Theorem largest_determinant_by_rarest : forall a b, rarest k q a b ->
  (forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
    positive_definite k (information_matrix m k q P) ->
    determinant k (information_matrix m k q P) <=
      determinant k (information_matrix k k q (k_ary_response k g))) <->
  INR k - 3 <= (g ^ 2 - 1) * (q a + q b).
Proof.
  intros a b rare. rewrite <- (determinant_by_rarest k g q some big shares a b rare).
  split; intros best m P own.
  - apply Rnot_lt_le. rewrite <- trace_is_ratio. intros more.
    destruct (larger_determinant k J0 X _ response_is_positive inverse_of_response more)
      as (t & range & larger).
    apply (Rlt_not_le _ _ larger).
    rewrite <- (determinant_ext k (information_matrix (k + m) k q (drawn_table k g P t)))
      by (intros; apply drawn_information).
    apply best; [|now apply drawn_is_positive].
    apply (drawn_is_private k g q some big shares); [assumption|lra].
  - intros positive. apply (largest_determinant k J0 X); try assumption.
    + exact response_is_positive.
    + exact inverse_of_response.
    + rewrite trace_is_ratio. now apply best.
Qed.

End Response.

(** found/determinant/three *)
Theorem response_is_d_optimal_for_three : forall g q, 1 < g -> law 3 q ->
  forall m P, private m 3 (fun _ _ => Some g) (fun _ _ => 0) P ->
    positive_definite 3 (information_matrix m 3 q P) ->
    determinant 3 (information_matrix m 3 q P) <=
      determinant 3 (information_matrix 3 3 q (k_ary_response 3 g)).
Proof.
  intros g q big shares m P own positive. pose proof shares as [above _].
  apply (response_has_largest_determinant 3 g q ltac:(lia) big shares); try assumption.
  intros a b small other _. replace (INR 3 - 3) with 0 by (simpl; ring).
  pose proof (above a small). pose proof (above b other).
  assert (1 < g ^ 2) by (apply Rlt_pow_R1; [assumption|lia]). apply Rmult_le_pos; lra.
Qed.
