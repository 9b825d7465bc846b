(** The loss L of estimating from randomized reports, and the sizes of samples that make up for it.

    L(m) = Tr cov pi-hat(m) / Tr cov pi-hat-star(m) is the same for all m > 0, and for alpha >= 1
    alpha L m reports have at most the mean squared error of m truths. For C_a(n), a not 1/2,
    Tr cov pi-hat = m^-1 (c - s) and L = (c - s) / (1 - s). *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Draws BitStrings ShareEstimates.
Import ListNotations.
Open Scope R_scope.

Definition covariance_of_noisy (r k : nat) (C T : matrix) (p : nat -> R) (m : nat) : matrix :=
  fun x y => draws_covariance m r (image k C p) (estimate m r T x) (estimate m r T y).
Definition covariance_of_plain (k : nat) (p : nat -> R) (m : nat) : matrix :=
  fun x y => draws_covariance m k p (share m x) (share m y).

(** Var pi-hat_x(m) and Var pi-hat-star_x(m). *)
Definition noisy_variance (r k : nat) (C T : matrix) (p : nat -> R) (m x : nat) : R :=
  draws_variance m r (image k C p) (estimate m r T x).
Definition plain_variance (k : nat) (p : nat -> R) (m x : nat) : R :=
  draws_variance m k p (share m x).

(** E |pi-hat - pi|^2. *)
Definition noisy_error (r k : nat) (C T : matrix) (p : nat -> R) (m : nat) : R :=
  draws m r (image k C p) (fun l => \sum_(x < k) ((estimate m r T x l - p x) ^ 2)).
Definition plain_error (k : nat) (p : nat -> R) (m : nat) : R :=
  draws m k p (fun l => \sum_(x < k) ((share m x l - p x) ^ 2)).

Definition loss (r k : nat) (C T : matrix) (p : nat -> R) (m : nat) : R :=
  trace k (covariance_of_noisy r k C T p m) / trace k (covariance_of_plain k p m).

Theorem traces_are_variances : forall r k C T p m,
  trace k (covariance_of_noisy r k C T p m) = \sum_(x < k) noisy_variance r k C T p m x /\
  trace k (covariance_of_plain k p m) = \sum_(x < k) plain_variance k p m x.
Proof.
  intros. unfold trace, noisy_variance, plain_variance.
  split; apply sum_ext; intros; now rewrite variance_as_covariance.
Qed.

Theorem variances_scale : forall r k C T p m, (0 < m)%nat -> stochastic r k C -> law k p ->
  left_inverse r k T C -> forall x, (x < k)%nat ->
  noisy_variance r k C T p m x = / INR m * noisy_variance r k C T p 1 x /\
  plain_variance k p m x = / INR m * plain_variance k p 1 x.
Proof.
  intros r k C T p m some columns is_law inverse x small.
  unfold noisy_variance, plain_variance. rewrite !variance_as_covariance. split.
  - rewrite !(covariance_of_estimates _ r k C T p) by (assumption || lia).
    change (INR 1) with 1. rewrite Rinv_1. ring.
  - destruct (covariance_of_shares m k p x x some is_law small small) as [_ ->].
    destruct (covariance_of_shares 1 k p x x (Nat.lt_0_1) is_law small small) as [_ ->].
    change (INR 1) with 1. rewrite Rinv_1. ring.
Qed.

(** The variances are m^-1 times functions of x and pi that do not depend on m. *)
Theorem variances_are_over_m : forall r k C T p, stochastic r k C -> law k p ->
  left_inverse r k T C -> exists F G : nat -> R, forall m x, (0 < m)%nat -> (x < k)%nat ->
  noisy_variance r k C T p m x = / INR m * F x /\ plain_variance k p m x = / INR m * G x.
Proof.
  intros r k C T p columns is_law inverse.
  exists (noisy_variance r k C T p 1), (plain_variance k p 1). intros m x some small.
  now apply variances_scale.
Qed.

Lemma plain_total : forall k p m, (0 < m)%nat -> law k p ->
  \sum_(x < k) plain_variance k p m x = / INR m * (1 - squares k p).
Proof.
  intros k p m some is_law. rewrite <- trace_of_shares by assumption.
  unfold plain_variance, trace. apply sum_ext. intros. apply variance_as_covariance.
Qed.

Theorem loss_as_a_ratio : forall r k C T p m, (0 < m)%nat -> stochastic r k C -> law k p ->
  left_inverse r k T C -> squares k p < 1 ->
  let F := noisy_variance r k C T p 1 in
  let G := plain_variance k p 1 in
  loss r k C T p m = (/ INR m * \sum_(x < k) F x) / (/ INR m * \sum_(x < k) G x) /\
  loss r k C T p m = (\sum_(x < k) F x) / (\sum_(x < k) G x).
Proof.
  intros r k C T p m some columns is_law inverse spread F G.
  assert (0 < INR m) by now apply lt_0_INR.
  assert (0 < \sum_(x < k) G x).
  { unfold G. rewrite plain_total by (assumption || lia). change (INR 1) with 1. lra. }
  assert (first : loss r k C T p m =
    (/ INR m * \sum_(x < k) F x) / (/ INR m * \sum_(x < k) G x)).
  { unfold loss. destruct (traces_are_variances r k C T p m) as [-> ->].
    rewrite <- !sum_scale. f_equal; apply sum_ext; intros;
      now apply (variances_scale r k C T p m). }
  split; [exact first|]. rewrite first. field. split; lra.
Qed.

Theorem loss_is_one_for_all_sizes : forall r k C T p m m', (0 < m)%nat -> (0 < m')%nat ->
  stochastic r k C -> law k p -> left_inverse r k T C -> squares k p < 1 ->
  loss r k C T p m = loss r k C T p m'.
Proof.
  intros r k C T p m m' some other columns is_law inverse spread.
  destruct (loss_as_a_ratio r k C T p m) as [_ ->]; try assumption.
  now destruct (loss_as_a_ratio r k C T p m') as [_ ->].
Qed.

Lemma noisy_positive : forall r k C T p m, (0 < m)%nat -> stochastic r k C -> law k p ->
  left_inverse r k T C -> 0 <= \sum_(x < k) noisy_variance r k C T p m x.
Proof.
  intros r k C T p m some columns is_law inverse.
  pose proof (image_law r k C p columns is_law) as [above _]. apply sum_nonneg. intros x small.
  unfold noisy_variance, draws_variance.
  set (mean := draws _ _ _ (estimate m r T x)). clearbody mean.
  generalize (estimate m r T x). intros f. clear -above. revert f.
  induction m as [|m IH]; intros f; [simpl draws; apply pow2_ge_0|].
  simpl draws. apply sum_nonneg. intros i inside. apply Rmult_le_pos; [auto|].
  apply (IH (fun l => f (i :: l))).
Qed.

(** N = alpha L m reports. *)
Theorem variances_at_larger_sizes : forall r k C T p m N alpha, (0 < m)%nat -> (0 < N)%nat ->
  stochastic r k C -> law k p -> left_inverse r k T C -> squares k p < 1 -> 1 <= alpha ->
  let L := loss r k C T p m in
  let F := noisy_variance r k C T p 1 in
  let G := plain_variance k p 1 in
  INR N = alpha * L * INR m ->
  \sum_(x < k) noisy_variance r k C T p N x = \sum_(x < k) (/ alpha * / INR m * / L * F x) /\
  \sum_(x < k) (/ alpha * / INR m * / L * F x) <= / INR m * / L * (\sum_(x < k) F x) /\
  / INR m * / L * (\sum_(x < k) F x) = \sum_(x < k) (/ INR m * G x) /\
  \sum_(x < k) (/ INR m * G x) = \sum_(x < k) plain_variance k p m x.
Proof.
  intros r k C T p m N alpha some more columns is_law inverse spread large L F G size.
  assert (0 < INR m) as positive by now apply lt_0_INR.
  assert (0 < INR N) as positive' by now apply lt_0_INR.
  assert (0 < \sum_(x < k) G x) as below.
  { unfold G. rewrite plain_total by (assumption || lia). change (INR 1) with 1. lra. }
  assert (0 <= \sum_(x < k) F x) as above by (unfold F; apply noisy_positive; assumption || lia).
  assert (L = (\sum_(x < k) F x) / (\sum_(x < k) G x)) as value
    by (now apply (loss_as_a_ratio r k C T p m)).
  assert (L <> 0) as not_zero by (intros zero; rewrite zero in size; lra).
  assert (0 < \sum_(x < k) F x) as above'.
  { destruct above as [|zero]; [assumption|]. exfalso. apply not_zero. rewrite value, <- zero.
    unfold Rdiv. ring. }
  repeat split.
  - rewrite (sum_ext k _ (fun x => / INR N * F x)).
    + rewrite !sum_scale, size. field. repeat split; lra.
    + intros x small. now apply (variances_scale r k C T p N).
  - rewrite sum_scale. change (sum k (fun x => F x)) with (sum k F).
    assert (/ alpha <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    assert (0 < / INR m * / L * sum k F).
    { rewrite value. change (sum k (fun x => F x)) with (sum k F) in *.
      change (sum k (fun x => G x)) with (sum k G) in *.
      replace (/ INR m * / (sum k F / sum k G) * sum k F) with (/ INR m * sum k G) by (field; lra).
      apply Rmult_lt_0_compat; [now apply Rinv_0_lt_compat|assumption]. }
    replace (/ alpha * / INR m * / L * sum k F) with (/ alpha * (/ INR m * / L * sum k F)) by ring.
    rewrite <- (Rmult_1_l (/ INR m * / L * sum k F)) at 2. apply Rmult_le_compat_r; lra.
  - rewrite sum_scale, value. change (sum k (fun x => F x)) with (sum k F) in *.
    change (sum k (fun x => G x)) with (sum k G) in *. field. repeat split; lra.
  - apply sum_ext. intros x small. symmetry. now apply (variances_scale r k C T p m).
Qed.

Lemma draws_sum_error : forall m k p n (f : nat -> list nat -> R) (c : nat -> R),
  (forall x, (x < n)%nat -> draws m k p (f x) = c x) ->
  draws m k p (fun l => \sum_(x < n) ((f x l - c x) ^ 2)) = \sum_(x < n) draws_variance m k p (f x).
Proof.
  intros m k p n f c mean. rewrite (draws_of_sum m k p n (fun x l => (f x l - c x) ^ 2)).
  apply sum_ext. intros x small. unfold draws_variance. now rewrite mean.
Qed.

Theorem errors_are_variances : forall r k C T p m, (0 < m)%nat -> stochastic r k C -> law k p ->
  left_inverse r k T C ->
  noisy_error r k C T p m =
    \sum_(x < k) draws m r (image k C p) (fun l => (estimate m r T x l - p x) ^ 2) /\
  noisy_error r k C T p m = \sum_(x < k) noisy_variance r k C T p m x /\
  plain_error k p m = \sum_(x < k) plain_variance k p m x.
Proof.
  intros r k C T p m some columns is_law inverse. repeat split.
  - unfold noisy_error. apply (draws_of_sum m r (image k C p) k
      (fun x l => (estimate m r T x l - p x) ^ 2)).
  - apply draws_sum_error. now apply (estimate_is_unbiased m r k C T p).
  - apply draws_sum_error. intros x small. unfold share.
    rewrite draws_scale. destruct (histogram_moments m k p x is_law small) as [-> _].
    field. apply not_0_INR. lia.
Qed.

Theorem larger_sample_makes_up : forall r k C T p m N alpha, (0 < m)%nat -> (0 < N)%nat ->
  stochastic r k C -> law k p -> left_inverse r k T C -> squares k p < 1 -> 1 <= alpha ->
  INR N = alpha * loss r k C T p m * INR m ->
  noisy_error r k C T p N <= plain_error k p m.
Proof.
  intros r k C T p m N alpha some more columns is_law inverse spread large size.
  destruct (errors_are_variances r k C T p N) as (_ & -> & _); try assumption.
  destruct (errors_are_variances r k C T p m) as (_ & _ & ->); try assumption.
  destruct (variances_at_larger_sizes r k C T p m N alpha) as (-> & below & equal & last);
    try assumption. lra.
Qed.

(** ** Iterated bisymmetric randomizers *)

Definition cost (a : R) (n : nat) : R := ((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2) ^ n.

Lemma bits_stochastic : forall a n, 0 <= a <= 1 -> stochastic (2 ^ n) (2 ^ n) (bits a (1 - a) n).
Proof.
  intros a n range j small. split.
  - intros i inside. rewrite bits_entry by assumption.
    apply Rmult_le_pos; apply pow_le; lra.
  - rewrite bits_columns by assumption. replace (a + (1 - a)) with 1 by ring. apply pow1.
Qed.

Lemma bits_left_inverse : forall a n, 2 * a <> 1 ->
  left_inverse (2 ^ n) (2 ^ n) (inverse_bits a n) (bits a (1 - a) n).
Proof. intros a n odd x y row column. now apply bits_inverse. Qed.

Lemma inverse_symmetric : forall a n i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  inverse_bits a n i j = inverse_bits a n j i.
Proof. intros. unfold inverse_bits. now apply bits_bisymmetric. Qed.

Theorem reports_add_up : forall a n p, law (2 ^ n) p ->
  \sum_(x < 2 ^ n) image (2 ^ n) (bits a (1 - a) n) p x = 1.
Proof.
  intros a n p [_ one]. unfold image. rewrite sum_of_sums.
  transitivity (\sum_(j < 2 ^ n) p j); [|exact one]. apply sum_ext. intros j small.
  rewrite sum_scale_right, bits_columns by assumption.
  replace (a + (1 - a)) with 1 by ring. rewrite pow1. ring.
Qed.

(** Tr (C^-1 C^-1 diag(C pi)) = f(n, a), the entry of the diagonal of C^-1 C^-1. *)
Lemma trace_of_inverses : forall a n p, 2 * a <> 1 -> 0 <= a <= 1 -> law (2 ^ n) p ->
  trace (2 ^ n) (times (2 ^ n) (times (2 ^ n) (inverse_bits a n) (inverse_bits a n))
    (diagonal_matrix (image (2 ^ n) (bits a (1 - a) n) p))) = cost a n.
Proof.
  intros a n p odd range is_law. unfold trace. set (q := image _ _ p).
  rewrite (sum_ext _ _ (fun i => cost a n * q i)).
  - rewrite sum_scale. destruct (image_law (2 ^ n) (2 ^ n) (bits a (1 - a) n) p) as [_ one];
      [now apply bits_stochastic|assumption|]. fold q in one. change (sum (2 ^ n) q = 1) in one.
    rewrite one. ring.
  - intros i inside. unfold cost. rewrite <- (square_of_inverse a n i) by assumption.
    unfold times at 1, diagonal_matrix.
    rewrite (sum_ext _ _ (fun u => at_index i u *
      (times (2 ^ n) (inverse_bits a n) (inverse_bits a n) i u * q u))).
    + now rewrite (sum_pick _ (fun u => times (2 ^ n) (inverse_bits a n) (inverse_bits a n) i u * q u)).
    + intros u _. unfold at_index. destruct (Nat.eq_dec u i), (Nat.eq_dec i u); congruence || ring.
Qed.

Theorem trace_of_noisy_shares : forall a n p m, (0 < m)%nat -> 2 * a <> 1 -> 0 <= a <= 1 ->
  law (2 ^ n) p ->
  trace (2 ^ n)
    (covariance_of_noisy (2 ^ n) (2 ^ n) (bits a (1 - a) n) (inverse_bits a n) p m) =
  / INR m * (cost a n - squares (2 ^ n) p).
Proof.
  intros a n p m some odd range is_law.
  rewrite <- (trace_of_inverses a n p) by assumption. unfold squares.
  rewrite <- trace_of_covariance by (intros; now apply inverse_symmetric).
  unfold trace, covariance_of_noisy. apply sum_ext. intros x small.
  apply covariance_of_estimates; auto using bits_stochastic, bits_left_inverse.
Qed.

Theorem loss_of_iterated_randomizers : forall a n p m, (0 < m)%nat -> 2 * a <> 1 -> 0 <= a <= 1 ->
  law (2 ^ n) p -> squares (2 ^ n) p < 1 ->
  loss (2 ^ n) (2 ^ n) (bits a (1 - a) n) (inverse_bits a n) p m =
  (cost a n - squares (2 ^ n) p) / (1 - squares (2 ^ n) p).
Proof.
  intros a n p m some odd range is_law spread. unfold loss.
  rewrite trace_of_noisy_shares by assumption. unfold covariance_of_plain.
  rewrite trace_of_shares by assumption. field.
  split; [lra|apply not_0_INR; lia].
Qed.

(** A smaller c has the smaller trace and the smaller loss. *)
Theorem smaller_cost_is_better : forall a b n p m, (0 < m)%nat -> 2 * a <> 1 -> 0 <= a <= 1 ->
  2 * b <> 1 -> 0 <= b <= 1 -> law (2 ^ n) p -> squares (2 ^ n) p < 1 -> cost a n < cost b n ->
  trace (2 ^ n)
    (covariance_of_noisy (2 ^ n) (2 ^ n) (bits a (1 - a) n) (inverse_bits a n) p m) <
  trace (2 ^ n)
    (covariance_of_noisy (2 ^ n) (2 ^ n) (bits b (1 - b) n) (inverse_bits b n) p m) /\
  loss (2 ^ n) (2 ^ n) (bits a (1 - a) n) (inverse_bits a n) p m <
  loss (2 ^ n) (2 ^ n) (bits b (1 - b) n) (inverse_bits b n) p m.
Proof.
  intros a b n p m some odd range odd' range' is_law spread less.
  rewrite !trace_of_noisy_shares, !loss_of_iterated_randomizers by assumption.
  assert (0 < / INR m) by (apply Rinv_0_lt_compat; now apply lt_0_INR).
  assert (0 < / (1 - squares (2 ^ n) p)) by (apply Rinv_0_lt_compat; lra).
  split; [apply Rmult_lt_compat_l; lra|]. unfold Rdiv. apply Rmult_lt_compat_r; lra.
Qed.
