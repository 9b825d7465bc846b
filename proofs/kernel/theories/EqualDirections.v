(** Estimating all shares where they are equal, in the worst direction and at the worst shares: the
    bounds are those of the sum of variances, for every number k of truths and every level. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Questions EqualShares.
Open Scope R_scope.

Section Directions.

Variables (k : nat) (g : R).
Context (many : (1 < k)%nat) (big : 1 < g).
Variable d : nat.
Context (best : is_best_size k g d).

Let K := INR k.

Lemma at_least_two : 1 < K.
Proof. apply (lt_INR 1). assumption. Qed.

Lemma sum_of_choices : forall j, (j < k)%nat -> \sum_(c < k) at_index c j = 1.
Proof.
  intros j small. rewrite <- (sum_pick k (fun _ => 1) j small). apply sum_ext. intros c _.
  unfold at_index. destruct (Nat.eq_dec c j), (Nat.eq_dec j c); subst; try lia; ring.
Qed.

Lemma sum_of_means : forall m P, stochastic m k P -> \sum_(i < m) mean k (P i) = 1.
Proof.
  intros m P columns. pose proof at_least_two. unfold mean, Rdiv.
  rewrite sum_scale_right, sum_of_sums.
  rewrite (sum_ext k _ (fun _ => 1)) by (intros j small; exact (proj2 (columns j small))).
  rewrite sum_constant. fold K. field. lra.
Qed.

(** The estimates whose sum is one, and what they vary apart from their sum. *)
Definition centred (e : matrix) : matrix := fun i c => e i c - (sum k (e i) - 1) / K.

Definition variance_of_differences (m : nat) (P e : matrix) : R :=
  \sum_(i < m) (mean k (P i) * (\sum_(c < k) e i c ^ 2 - sum k (e i) ^ 2 / K)).

Lemma centred_is_fair : forall m P e, stochastic m k P -> unbiased_shares k m P e ->
  unbiased_shares k m P (centred e).
Proof.
  intros m P e columns fair c j smallc smallj. pose proof at_least_two. unfold centred.
  assert (\sum_(i < m) (sum k (e i) * P i j) = 1) as total.
  { rewrite (sum_ext m _ (fun i => \sum_(c < k) (e i c * P i j)))
      by (intros; now rewrite sum_scale_right).
    rewrite sum_of_sums, (sum_ext k _ (fun c => at_index c j)) by (intros; now apply fair).
    now apply sum_of_choices. }
  rewrite (sum_ext m _ (fun i => e i c * P i j - / K * (sum k (e i) * P i j) + / K * P i j))
    by (intros; field; lra).
  rewrite sum_plus, sum_minus, !sum_scale, total, (fair c j smallc smallj).
  change (\sum_(i < m) P i j) with (sum m (fun i => P i j)).
  rewrite (proj2 (columns j smallj)). ring.
Qed.

Lemma centred_variances : forall m P e, stochastic m k P ->
  sum_of_variances k m P (centred e) = variance_of_differences m P e.
Proof.
  intros m P e columns. pose proof at_least_two. pose proof (sum_of_means m P columns) as whole.
  unfold sum_of_variances, variance_of_differences.
  rewrite (sum_ext m _ (fun i => mean k (P i) * (\sum_(c < k) e i c ^ 2 - sum k (e i) ^ 2 / K) +
    / K * mean k (P i))).
  - rewrite sum_plus, sum_scale, whole. fold K. field. lra.
  - intros i _. unfold centred. change (sum k (e i)) with (\sum_(c < k) e i c).
    set (s := \sum_(c < k) e i c).
    rewrite (sum_ext k _ (fun c => e i c ^ 2 - 2 * ((s - 1) / K) * e i c + ((s - 1) / K) ^ 2))
      by (intros; ring).
    rewrite sum_plus, sum_minus, sum_scale, sum_constant. change (sum k (e i)) with s. fold K. field. lra.
Qed.

Lemma squares_of_differences : forall f : nat -> R,
  \sum_(a < k) \sum_(b < k) (f a - f b) ^ 2 = 2 * K * (\sum_(c < k) f c ^ 2) - 2 * sum k f ^ 2.
Proof.
  intros f.
  rewrite (sum_ext k _ (fun a => K * f a ^ 2 - 2 * sum k f * f a + \sum_(c < k) f c ^ 2)).
  - rewrite sum_plus, sum_minus, !sum_scale, sum_constant. fold K.
    change (\sum_(i < k) f i) with (sum k f). ring.
  - intros a _.
    rewrite (sum_ext k _ (fun b => f a ^ 2 - 2 * f a * f b + f b ^ 2)) by (intros; ring).
    rewrite sum_plus, sum_minus, sum_scale, sum_constant. fold K.
    change (\sum_(i < k) f i) with (sum k f). ring.
Qed.

(** Of unbiased estimates all of whose contrasts vary by v at most, all differences together. *)
Lemma differences_within : forall m P e v,
  (forall x, sum k x = 0 ->
     \sum_(i < m) (mean k (P i) * (\sum_(c < k) (x c * e i c)) ^ 2) <= v * \sum_(c < k) x c ^ 2) ->
  variance_of_differences m P e <= v * (K - 1).
Proof.
  intros m P e v bounded. pose proof at_least_two.
  assert (pair : forall a b, (a < k)%nat -> (b < k)%nat ->
    \sum_(i < m) (mean k (P i) * (e i a - e i b) ^ 2) <= v * (2 - 2 * at_index a b)).
  { intros a b first second. set (x := fun c => at_index a c - at_index b c).
    assert (picks : forall f, \sum_(c < k) (x c * f c) = f a - f b).
    { intros f. unfold x.
      rewrite (sum_ext k _ (fun c => at_index a c * f c - at_index b c * f c)) by (intros; ring).
      now rewrite sum_minus, !sum_pick by assumption. }
    assert (sum k x = 0) as balanced.
    { rewrite (sum_ext k x (fun c => x c * 1)) by (intros; ring). rewrite picks. ring. }
    specialize (bounded x balanced).
    rewrite (sum_ext m _ (fun i => mean k (P i) * (e i a - e i b) ^ 2)) in bounded
      by (intros; now rewrite picks).
    rewrite (sum_ext k _ (fun c => x c * x c)) in bounded by (intros; ring).
    rewrite picks in bounded.
    replace (2 - 2 * at_index a b) with (x a - x b); [assumption|]. unfold x, at_index.
    destruct (Nat.eq_dec a a), (Nat.eq_dec b a), (Nat.eq_dec a b), (Nat.eq_dec b b); try lia; ring. }
  assert (2 * K * variance_of_differences m P e <= v * (2 * K * (K - 1))) as total.
  { replace (2 * K * variance_of_differences m P e) with (\sum_(a < k) \sum_(b < k) \sum_(i < m)
      (mean k (P i) * (e i a - e i b) ^ 2)).
    - replace (v * (2 * K * (K - 1))) with (\sum_(a < k) \sum_(b < k) (v * (2 - 2 * at_index a b))).
      + apply sum_le. intros a first. apply sum_le. intros b second. now apply pair.
      + rewrite (sum_ext k _ (fun _ => v * (2 * K - 2))).
        * rewrite sum_constant. fold K. ring.
        * intros a small. rewrite sum_scale, sum_minus, sum_constant, sum_scale. fold K.
          rewrite (sum_ext k (at_index a) (fun c => at_index a c * 1)) by (intros; ring).
          rewrite sum_pick by assumption. ring.
    - rewrite (sum_ext k _ (fun a => \sum_(i < m) \sum_(b < k) (mean k (P i) * (e i a - e i b) ^ 2)))
        by (intros; apply sum_of_sums).
      rewrite sum_of_sums. unfold variance_of_differences. rewrite <- sum_scale. apply sum_ext.
      intros i _.
      rewrite (sum_ext k _ (fun a => mean k (P i) * \sum_(b < k) (e i a - e i b) ^ 2))
        by (intros; apply sum_scale).
      rewrite sum_scale, squares_of_differences. field. lra. }
  apply Rmult_le_reg_l with (2 * K); lra.
Qed.

(** Of any unbiased estimates of all shares some contrast varies by that much: the largest
    eigenvalue of their covariance. *)
Theorem largest_eigenvalue_bound : forall m P e v,
  private m k (fun _ _ => Some g) (fun _ _ => 0) P -> unbiased_shares k m P e ->
  (forall x, sum k x = 0 ->
     \sum_(i < m) (mean k (P i) * (\sum_(c < k) (x c * e i c)) ^ 2) <= v * \sum_(c < k) x c ^ 2) ->
  subset_value k g (INR d) / (INR k - 1) <= v.
Proof.
  intros m P e v is_private fair bounded. pose proof at_least_two.
  pose proof is_private as [columns _].
  pose proof (equal_shares_bound k g many big d best m P (centred e) is_private
    (centred_is_fair m P e columns fair)) as least.
  rewrite (centred_variances m P e columns) in least.
  pose proof (differences_within m P e v bounded) as total.
  apply Rmult_le_reg_r with (K - 1); [lra|]. fold K.
  replace (subset_value k g (INR d) / (K - 1) * (K - 1)) with (subset_value k g (INR d))
    by (field; lra). lra.
Qed.

(** The trace of the information about contrasts is at most that of the best size. *)
Theorem trace_of_information_bound : forall m P,
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  \sum_(i < m) (spread k (P i) / mean k (P i)) <= subset_worth k g (INR d).
Proof.
  intros m P is_private. pose proof at_least_two. pose proof is_private as [columns _].
  rewrite <- (Rmult_1_r (subset_worth k g (INR d))), <- (sum_of_means m P columns), <- sum_scale.
  apply sum_le. intros i small.
  assert (within k g (P i)) as is_row.
  { apply row_within; [lra|].
    now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P is_private). }
  pose proof (spread_of_a_report k g many big d best (P i) is_row) as wide.
  destruct is_row as [nonneg _].
  assert (0 <= mean k (P i)) as above.
  { unfold mean. fold K. apply Rmult_le_pos; [now apply sum_nonneg|].
    apply Rlt_le, Rinv_0_lt_compat. lra. }
  destruct (Req_dec (mean k (P i)) 0) as [none|some].
  - assert (0 <= spread k (P i)) as least
      by (apply sum_nonneg; intros; apply pow2_ge_0).
    rewrite none in *. assert (spread k (P i) = 0) as -> by lra. unfold Rdiv. lra.
  - apply Rmult_le_reg_r with (mean k (P i)); [lra|].
    replace (spread k (P i) / mean k (P i) * mean k (P i)) with (spread k (P i)) by (field; lra).
    lra.
Qed.

(** The sum of variances at any shares q. *)
Definition variances_at (q : nat -> R) (m : nat) (P e : matrix) : R :=
  \sum_(i < m) (dot k q (P i) * \sum_(c < k) e i c ^ 2) - \sum_(j < k) q j ^ 2.

Lemma equal_law_of_truths : law k (fun _ => / INR k).
Proof.
  pose proof at_least_two. split.
  - intros. apply Rlt_le, Rinv_0_lt_compat. fold K. lra.
  - rewrite sum_constant. fold K. field. lra.
Qed.

Lemma at_equal_shares : forall m P e,
  variances_at (fun _ => / INR k) m P e = sum_of_variances k m P e.
Proof.
  intros m P e. pose proof at_least_two. unfold sum_of_variances, variances_at.
  rewrite sum_constant. fold K. f_equal; [|field; lra].
  apply sum_ext. intros i _. f_equal. unfold mean, dot. fold K. rewrite sum_scale.
  change (\sum_(j < k) P i j) with (sum k (P i)). field. lra.
Qed.

(** At some shares no table is better than the best at equal ones: at equal ones. *)
Theorem worst_shares_bound : forall m P e,
  private m k (fun _ _ => Some g) (fun _ _ => 0) P -> unbiased_shares k m P e ->
  exists q, law k q /\ subset_value k g (INR d) <= variances_at q m P e.
Proof.
  intros m P e is_private fair. exists (fun _ => / INR k). split; [exact equal_law_of_truths|].
  rewrite at_equal_shares. exact (equal_shares_bound k g many big d best m P e is_private fair).
Qed.

End Directions.
