(** Numbers of an interval with a known density: what no private mechanism does better on average, and
    what a table on a grid does that is shifted at random. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Probability Prices Estimators GridShifts.
Open Scope R_scope.

(** ** Means over a density *)

(** Functions that have means, such as the bounded measurable ones. *)
Definition has_means (known : (R -> R) -> Prop) : Prop :=
  (forall c, known (fun _ => c)) /\ known (fun x => x) /\
  forall f h, known f -> known h ->
    known (fun x => f x + h x) /\ known (fun x => f x - h x) /\ known (fun x => f x * h x).

(** Such as the integral against a density, or the value at one number. *)
Definition is_mean (lo hi : R) (known : (R -> R) -> Prop) (mean : (R -> R) -> R) : Prop :=
  mean (fun _ => 1) = 1 /\
  (forall f h a, known f -> known h -> mean (fun x => f x + a * h x) = mean f + a * mean h) /\
  forall f h, known f -> known h -> (forall x, lo <= x <= hi -> f x <= h x) -> mean f <= mean h.

(** Reports on all numbers of the interval, with one level and one delta for all pairs. *)
Definition private_on (lo hi : R) (m : nat) (g d : R) (P : nat -> R -> R) : Prop :=
  (forall x, lo <= x <= hi -> law m (fun i => P i x)) /\
  forall x z, lo <= x <= hi -> lo <= z <= hi -> \sum_(i < m) Rmax 0 (P i x - g * P i z) <= d.

Section Means.

Variables (lo hi : R) (known : (R -> R) -> Prop).
Context (order : lo <= hi) (closed : has_means known).

Lemma known_scale : forall c f, known f -> known (fun x => c * f x).
Proof.
  intros c f is_known. destruct closed as (constants & _ & both).
  now apply (both (fun _ => c) f).
Qed.

Lemma known_plus : forall f h, known f -> known h -> known (fun x => f x + h x).
Proof. intros f h one two. now apply closed. Qed.

Lemma known_times : forall f h, known f -> known h -> known (fun x => f x * h x).
Proof. intros f h one two. now apply closed. Qed.

Lemma known_square : known (fun x => x ^ 2).
Proof.
  destruct closed as (constants & own & both).
  apply (known_times (fun x => x) (fun x => x ^ 1)); [assumption|].
  apply (known_times (fun x => x) (fun _ => 1)); auto.
Qed.

Lemma known_sum : forall n (f : nat -> R -> R), (forall i, (i < n)%nat -> known (f i)) ->
  known (fun x => \sum_(i < n) f i x).
Proof.
  induction n as [|n IH]; intros f all; [exact (proj1 closed 0)|].
  apply (known_plus (fun x => \sum_(i < n) f i x) (f n)); [apply IH; intros|]; apply all; lia.
Qed.

Section One.

Variable mean : (R -> R) -> R.
Context (is : is_mean lo hi known mean).

Lemma mean_same : forall f h, known f -> known h -> (forall x, lo <= x <= hi -> f x = h x) ->
  mean f = mean h.
Proof.
  intros f h one two same. destruct is as (_ & _ & monotone).
  apply Rle_antisym; apply monotone; auto; intros x range; rewrite (same x range); lra.
Qed.

Lemma mean_constant : forall c, mean (fun _ => c) = c.
Proof.
  intros c. destruct is as (one & linear & _). destruct closed as (constants & _).
  pose proof (linear (fun _ => 1) (fun _ => 1) (c - 1) (constants 1) (constants 1)) as whole.
  rewrite one in whole.
  rewrite (mean_same (fun _ => c) (fun _ => 1 + (c - 1) * 1)); auto; [lra|intros; ring].
Qed.

Lemma mean_scale : forall c f, known f -> mean (fun x => c * f x) = c * mean f.
Proof.
  intros c f is_known. destruct is as (_ & linear & _). destruct closed as (constants & _).
  pose proof (linear (fun _ => 0) f c (constants 0) is_known) as whole.
  rewrite mean_constant in whole. rewrite Rplus_0_l in whole. rewrite <- whole.
  apply mean_same; [now apply known_scale| |intros; ring].
  apply (known_plus (fun _ => 0)); [apply constants|now apply known_scale].
Qed.

Lemma mean_plus : forall f h, known f -> known h -> mean (fun x => f x + h x) = mean f + mean h.
Proof.
  intros f h one two. destruct is as (_ & linear & _).
  rewrite <- (Rmult_1_l (mean h)), <- (linear f h 1 one two).
  apply mean_same; [now apply known_plus| |intros; ring].
  apply known_plus; [assumption|now apply known_scale].
Qed.

Lemma mean_sum : forall n (f : nat -> R -> R), (forall i, (i < n)%nat -> known (f i)) ->
  mean (fun x => \sum_(i < n) f i x) = \sum_(i < n) mean (f i).
Proof.
  induction n as [|n IH]; intros f all; [exact (mean_constant 0)|]. cbn [sum].
  rewrite <- IH by (intros; apply all; lia).
  apply (mean_plus (fun x => \sum_(i < n) f i x) (f n)); [apply known_sum; intros|]; apply all; lia.
Qed.

Lemma mean_nonneg : forall f, known f -> (forall x, lo <= x <= hi -> 0 <= f x) -> 0 <= mean f.
Proof.
  intros f is_known above. rewrite <- (mean_constant 0). apply is; auto. apply closed.
Qed.

End One.

Lemma mean_at : forall x, lo <= x <= hi -> is_mean lo hi known (fun f => f x).
Proof. intros x range. split; [reflexivity|]. split; auto. Qed.

(** ** A mechanism on the interval, averaged for each truth, is a private table *)

Lemma row_of_mechanism : forall m g d P (M : nat -> (R -> R) -> R) k, private_on lo hi m g d P ->
  (forall i, (i < m)%nat -> known (P i)) -> (forall j, (j < k)%nat -> is_mean lo hi known (M j)) ->
  private m k (fun _ _ => Some g) (fun _ _ => d) (fun i j => M j (P i)).
Proof.
  intros m g d P M k [laws ratio] all means. destruct closed as (constants & _). split.
  - intros j small. split.
    + intros i inside. apply (mean_nonneg (M j)); auto. intros x range. now apply (laws x range).
    + change (\sum_(i < m) M j (P i) = 1).
      rewrite <- (mean_sum (M j)), <- (mean_constant (M j) (means j small) 1); auto.
      apply (mean_same (M j)); auto; [now apply known_sum|].
      intros x range. now apply (laws x range).
  - intros a b first second. unfold excess. destruct (Nat.eq_dec a b) as [same|other].
    { rewrite sum_zero by auto. apply Rle_trans with (\sum_(i < m) Rmax 0 (P i lo - g * P i lo)).
      - apply sum_nonneg. intros. apply Rmax_l.
      - apply ratio; lra. }
    set (told := fun i => if Rlt_dec 0 (M a (P i) - g * M b (P i)) then 1 else 0).
    set (event := fun x => \sum_(i < m) (told i * P i x)).
    assert (known event) as is_known.
    { apply (known_sum m (fun i x => told i * P i x)). intros. apply known_scale. auto. }
    assert (forall j, (j < k)%nat -> M j event = \sum_(i < m) (told i * M j (P i))) as chance.
    { intros j small. unfold event. rewrite (mean_sum (M j) (means j small)).
      - apply sum_ext. intros. apply (mean_scale (M j)); auto.
      - intros. apply known_scale. auto. }
    assert (forall x z, lo <= x <= hi -> lo <= z <= hi -> event x <= g * event z + d) as near.
    { intros x z one two. apply Rle_trans with (g * event z + \sum_(i < m) Rmax 0 (P i x - g * P i z));
        [|apply Rplus_le_compat_l; auto].
      unfold event. rewrite <- sum_scale, <- sum_plus. apply sum_le. intros i inside.
      destruct (laws x one) as [above _], (laws z two) as [above' _].
      pose proof (Rmax_l 0 (P i x - g * P i z)). pose proof (Rmax_r 0 (P i x - g * P i z)).
      unfold told. destruct (Rlt_dec 0 (M a (P i) - g * M b (P i))); lra. }
    assert (M a event <= g * M b event + d) as averaged.
    { assert (forall z, lo <= z <= hi -> M a event <= g * event z + d) as once.
      { intros z range. rewrite <- (mean_constant (M a) (means a first) (g * event z + d)).
        destruct (means a first) as (_ & _ & monotone). apply monotone; auto. }
      rewrite <- (mean_scale (M b)), <- (mean_constant (M b) (means b second) d) by auto.
      rewrite <- (mean_plus (M b)); auto; [|now apply known_scale].
      rewrite <- (mean_constant (M b) (means b second) (M a event)).
      destruct (means b second) as (_ & _ & monotone). apply monotone; auto.
      apply (known_plus (fun x => g * event x) (fun _ => d)); [now apply known_scale|apply constants]. }
    rewrite (sum_ext m _ (fun i => told i * M a (P i) - g * (told i * M b (P i)))).
    + rewrite sum_minus, sum_scale. rewrite (chance a first), (chance b second) in averaged.
      change (sum m (fun i => told i * M a (P i))) with (\sum_(i < m) (told i * M a (P i))). lra.
    + intros i inside. unfold told. destruct (Rlt_dec 0 (M a (P i) - g * M b (P i))).
      * rewrite Rmax_right by lra. ring.
      * rewrite Rmax_left by lra. ring.
Qed.

Definition bounded (f : R -> R) : Prop :=
  exists top, forall x, lo <= x <= hi -> Rabs (f x) <= top.

Definition mean_variance (mean : (R -> R) -> R) (m : nat) (v : nat -> R) (P : nat -> R -> R) : R :=
  mean (fun x => \sum_(i < m) ((v i - x) ^ 2 * P i x)).

(** The bound: the density is cut into shares q of truths, over each of which M is the mean. *)
Theorem density_bound : forall m k g d (P : nat -> R -> R) (v q t : nat -> R)
    (M : nat -> (R -> R) -> R) (mean : (R -> R) -> R) paid,
  law k q -> is_mean lo hi known mean -> (forall j, (j < k)%nat -> is_mean lo hi known (M j)) ->
  (forall f, bounded f -> known f -> \sum_(j < k) (q j * M j f) = mean f) ->
  (forall A, private m k (fun _ _ => Some g) (fun _ _ => d) A ->
    \sum_(i < m) along k q t (A i) <= paid /\
    forall i, (i < m)%nat -> finite k q t (A i)) ->
  (forall i, (i < m)%nat -> known (P i)) -> private_on lo hi m g d P ->
  (forall x, lo <= x <= hi -> \sum_(i < m) (v i * P i x) = x) ->
  2 * dot k t (fun j => M j (fun x => x)) - mean (fun x => x ^ 2) - paid <= mean_variance mean m v P.
Proof.
  intros m k g d P v q t M mean paid is_law is means whole covered all mechanism unbiased_at.
  destruct closed as (constants & own & both). pose proof known_square as square.
  pose proof (row_of_mechanism m g d P M k mechanism all means) as table.
  set (A := fun i j => M j (P i)) in *. set (c := fun j => M j (fun x => x)).
  destruct (covered A table) as [most silent]. pose proof table as [columns _].
  assert (unbiased m k A c v) as fair.
  { intros j small. unfold A, c.
    rewrite (sum_ext m _ (fun i => M j (fun x => v i * P i x)))
      by (intros; symmetry; apply (mean_scale (M j)); auto).
    rewrite <- (mean_sum (M j) (means j small) m (fun i x => v i * P i x))
      by (intros; apply known_scale; auto).
    apply (mean_same (M j)); auto. apply (known_sum m (fun i x => v i * P i x)).
    intros. apply known_scale. auto. }
  pose proof (gradient_single m k 1 paid q (fun _ => c) (fun _ => t) (fun _ => v) A is_law columns)
    as bound. simpl in bound. specialize (bound ltac:(
      eapply Rle_trans; [|exact most]; apply Req_le, sum_ext; intros; ring)).
  specialize (bound ltac:(intros n i _ inside; now apply silent) ltac:(intros n _; exact fair)).
  rewrite (variance_as_moment m k A q c v columns is_law fair) in bound.
  assert (known (fun x => \sum_(i < m) (v i ^ 2 * P i x))) as moments.
  { apply (known_sum m (fun i x => v i ^ 2 * P i x)). intros. apply known_scale. auto. }
  assert (\sum_(i < m) (v i ^ 2 * share k q A i) = mean (fun x => \sum_(i < m) (v i ^ 2 * P i x))) as second.
  { rewrite (mean_sum mean is m (fun i x => v i ^ 2 * P i x)) by (intros; apply known_scale; auto).
    apply sum_ext. intros i inside. rewrite (mean_scale mean is) by auto. f_equal. apply whole; [|auto].
    exists 1. intros x range. destruct mechanism as [laws _]. pose proof (laws x range) as is_chance.
    rewrite Rabs_right by (apply Rle_ge; now apply (proj1 is_chance)).
    now apply (law_le_one m (fun i => P i x)). }
  assert (mean_variance mean m v P =
    mean (fun x => \sum_(i < m) (v i ^ 2 * P i x)) + -1 * mean (fun x => x ^ 2)) as apart.
  { pose proof is as (_ & linear & _). rewrite <- linear by assumption. unfold mean_variance.
    assert (forall x, lo <= x <= hi -> \sum_(i < m) ((v i - x) ^ 2 * P i x) =
      \sum_(i < m) (v i ^ 2 * P i x) + -1 * x ^ 2) as same.
    { intros x range. destruct mechanism as [laws _]. destruct (laws x range) as [_ one].
      change (\sum_(i < m) P i x = 1) in one.
      rewrite (sum_ext m _ (fun i => v i ^ 2 * P i x - 2 * x * (v i * P i x) + x ^ 2 * P i x))
        by (intros; ring).
      rewrite sum_plus, sum_minus, !sum_scale. rewrite (unbiased_at x range).
      change (sum m (fun i => P i x)) with (\sum_(i < m) P i x). rewrite one. ring. }
    apply (mean_same mean); auto.
    - apply (known_sum m (fun i x => (v i - x) ^ 2 * P i x)). intros i inside.
      apply (known_times (fun x => (v i - x) ^ 2) (P i)); [|auto].
      assert (known (fun x => v i - x)) as less.
      { now apply (both (fun _ => v i) (fun x => x)). }
      apply (known_times (fun x => v i - x) (fun x => (v i - x) ^ 1)); [assumption|].
      apply (known_times (fun x => v i - x) (fun _ => 1)); auto.
    - apply known_plus; [assumption|now apply known_scale]. }
  rewrite apart. unfold dot in *. lra.
Qed.

(** ** Shares of a density: weights that add up to one at every number *)

Definition weights (k : nat) (W : nat -> R -> R) : Prop :=
  forall x, lo <= x <= hi -> law k (fun j => W j x).

(** The mean over a share; where it has no mass, the value at its truth. *)
Definition over_share (mean : (R -> R) -> R) (c : nat -> R) (W : nat -> R -> R) (j : nat) (f : R -> R) : R :=
  if Req_EM_T (mean (W j)) 0 then f (c j) else mean (fun x => W j x * f x) / mean (W j).

Theorem shares_of_a_density : forall k W mean (c : nat -> R), is_mean lo hi known mean ->
  weights k W -> (forall j, (j < k)%nat -> known (W j) /\ lo <= c j <= hi) ->
  law k (fun j => mean (W j)) /\
  (forall j, (j < k)%nat -> is_mean lo hi known (over_share mean c W j)) /\
  forall f, bounded f -> known f ->
    \sum_(j < k) (mean (W j) * over_share mean c W j f) = mean f.
Proof.
  intros k W mean c is parts given. pose proof is as (one & linear & monotone).
  pose proof closed as (constants & _).
  assert (forall j, (j < k)%nat -> 0 <= mean (W j)) as above.
  { intros j small. apply (mean_nonneg mean is); [now apply given|].
    intros x range. now apply (parts x range). }
  split; [|split].
  - split; [assumption|].
    change (\sum_(j < k) mean (W j) = 1). rewrite <- (mean_sum mean is) by (intros; now apply given).
    rewrite <- one. apply (mean_same mean is).
    + apply known_sum. intros. now apply given.
    + apply constants.
    + intros x range. now apply (parts x range).
  - intros j small. destruct (given j small) as [is_known inside]. unfold over_share.
    destruct (Req_EM_T (mean (W j)) 0) as [none|some]; [now apply mean_at|].
    assert (0 < mean (W j)) as mass by (pose proof (above j small); lra). split; [|split].
    + apply Rmult_eq_reg_r with (mean (W j)); [|assumption]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by assumption.
      apply (mean_same mean is); auto; [now apply known_times|intros; ring].
    + intros f h a first second. rewrite (mean_same mean is _ (fun x => W j x * f x + a * (W j x * h x))).
      * rewrite linear by now apply known_times. field. assumption.
      * apply known_times; [assumption|]. apply known_plus; [assumption|now apply known_scale].
      * apply known_plus; [now apply known_times|]. apply known_scale. now apply known_times.
      * intros; ring.
    + intros f h first second less. apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat|].
      apply monotone; [now apply known_times|now apply known_times|].
      intros x range. apply Rmult_le_compat_l; [now apply (parts x range)|auto].
  - intros f [top within] is_known. rewrite (sum_ext k _ (fun j => mean (fun x => W j x * f x))).
    + rewrite <- (mean_sum mean is k (fun j x => W j x * f x))
        by (intros; apply known_times; [now apply given|assumption]).
      apply (mean_same mean is); [|assumption|].
      * apply (known_sum k (fun j x => W j x * f x)). intros. apply known_times; [now apply given|assumption].
      * intros x range. rewrite sum_scale_right. destruct (parts x range) as [_ total].
        change (sum k (fun j => W j x)) with (\sum_(j < k) W j x). rewrite total. ring.
    + intros j small. destruct (given j small) as [is_weight inside]. unfold over_share.
      destruct (Req_EM_T (mean (W j)) 0) as [none|some]; [|field; assumption].
      rewrite none, Rmult_0_l. pose proof (known_times _ _ is_weight is_known) as product.
      assert (mean (fun x => W j x * f x) <= top * mean (W j) /\
        - top * mean (W j) <= mean (fun x => W j x * f x)) as [less more].
      { rewrite <- !(mean_scale mean is) by assumption. split; apply monotone; auto.
        - now apply known_scale.
        - intros x range. destruct (parts x range) as [weight _]. pose proof (within x range) as size.
          pose proof (Rle_abs (f x)). rewrite Rmult_comm. apply Rmult_le_compat_r; [auto|lra].
        - now apply known_scale.
        - intros x range. destruct (parts x range) as [weight _]. pose proof (within x range) as size.
          pose proof (Rabs_def2 (f x)). pose proof (Rle_abs (- f x)) as low. rewrite Rabs_Ropp in low.
          rewrite (Rmult_comm (W j x)). apply Rmult_le_compat_r; [auto|lra]. }
      rewrite none in less, more. lra.
Qed.

(** No mechanism is averaged for the first truth and the last: their shares go to their neighbours. *)
Definition inner (k : nat) (W : nat -> R -> R) (j : nat) (x : R) : R :=
  W j x + W 0%nat x * (at_index 1 j - at_index 0 j) +
  W (k - 1)%nat x * (at_index (k - 2) j - at_index (k - 1) j).

Theorem inner_weights : forall k W, (2 < k)%nat -> weights k W ->
  weights k (inner k W) /\ forall x, inner k W 0 x = 0 /\ inner k W (k - 1) x = 0.
Proof.
  intros k W many parts.
  assert (forall x, inner k W 0 x = 0 /\ inner k W (k - 1) x = 0) as ends.
  { intros x. unfold inner, at_index. destruct (Nat.eq_dec 1 0), (Nat.eq_dec 0 0), (Nat.eq_dec (k - 2) 0),
      (Nat.eq_dec (k - 1) 0), (Nat.eq_dec 1 (k - 1)), (Nat.eq_dec 0 (k - 1)), (Nat.eq_dec (k - 2) (k - 1)),
      (Nat.eq_dec (k - 1) (k - 1)); try lia; split; ring. }
  split; [|assumption]. intros x range. destruct (parts x range) as [above total]. split.
  - intros j small. destruct (Nat.eq_dec j 0) as [->|first]; [rewrite (proj1 (ends x)); lra|].
    destruct (Nat.eq_dec j (k - 1)) as [->|final]; [rewrite (proj2 (ends x)); lra|].
    pose proof (above j small). pose proof (above 0%nat ltac:(lia)). pose proof (above (k - 1)%nat ltac:(lia)).
    unfold inner, at_index. destruct (Nat.eq_dec 1 j), (Nat.eq_dec 0 j), (Nat.eq_dec (k - 2) j),
      (Nat.eq_dec (k - 1) j); try lia; lra.
  - rewrite <- total. unfold inner. rewrite !sum_plus, !sum_scale, !sum_minus.
    assert (forall i, (i < k)%nat -> sum k (at_index i) = 1) as one.
    { intros i small. rewrite <- (sum_pick k (fun _ => 1) i small). apply sum_ext. intros. ring. }
    rewrite !one by lia. ring.
Qed.

(** The value: a variance that is at most a mixture of those of the truths is so on average. *)
Theorem density_value : forall k W mean variance (V : nat -> R) spread, is_mean lo hi known mean ->
  (forall j, (j < k)%nat -> known (W j)) -> known variance ->
  (forall x, lo <= x <= hi -> variance x <= \sum_(j < k) (W j x * V j) + spread) ->
  mean variance <= \sum_(j < k) (mean (W j) * V j) + spread.
Proof.
  intros k W mean variance V spread is parts is_known below.
  pose proof closed as (constants & _). pose proof is as (_ & _ & monotone).
  assert (known (fun x => \sum_(j < k) (V j * W j x))) as mixed.
  { apply (known_sum k (fun j x => V j * W j x)). intros. apply known_scale. auto. }
  apply Rle_trans with (mean (fun x => \sum_(j < k) (V j * W j x) + spread)).
  - apply monotone; [assumption|now apply (known_plus _ (fun _ => spread))|].
    intros x range. rewrite (sum_ext k (fun j => V j * W j x) (fun j => W j x * V j)) by (intros; ring).
    now apply below.
  - rewrite (mean_plus mean is _ (fun _ => spread)) by auto. rewrite (mean_constant mean is).
    apply Rplus_le_compat_r. rewrite (mean_sum mean is k (fun j x => V j * W j x))
      by (intros; apply known_scale; auto).
    apply Req_le, sum_ext. intros. rewrite (mean_scale mean is); auto. ring.
Qed.

End Means.

(** ** Numbers between those of a grid *)

(** The share of a number that a truth of the grid has, s steps above the first. *)
Definition hat (j : nat) (s : R) : R := Rmax 0 (1 - Rabs (s - INR j)).

Lemma hat_far : forall j s, 1 <= Rabs (s - INR j) -> hat j s = 0.
Proof. intros j s far. unfold hat. apply Rmax_left. lra. Qed.

Lemma hat_near : forall j s, Rabs (s - INR j) <= 1 -> hat j s = 1 - Rabs (s - INR j).
Proof. intros j s near. unfold hat. apply Rmax_right. lra. Qed.

Lemma hat_range : forall j s, 0 <= hat j s.
Proof. intros. apply Rmax_l. Qed.

Lemma hats_of_a_cell : forall n t (V : nat -> R) k, 0 <= t <= 1 -> (S n < k)%nat ->
  \sum_(j < k) (hat j (INR n + t) * V j) = (1 - t) * V n + t * V (S n).
Proof.
  intros n t V k range. induction k as [|k IH]; intros inside; [lia|].
  cbn [sum]. destruct (Nat.eq_dec k (S n)) as [->|other].
  - clear IH. cbn [sum]. rewrite sum_zero.
    + rewrite !hat_near; rewrite ?S_INR.
      * rewrite (Rabs_right (INR n + t - INR n)) by lra.
        rewrite (Rabs_left1 (INR n + t - (INR n + 1))) by lra. ring.
      * rewrite Rabs_left1 by lra. lra.
      * rewrite Rabs_right by lra. lra.
    + intros j below. rewrite hat_far; [ring|].
      assert (INR j + 1 <= INR n) by (rewrite <- S_INR; now apply le_INR).
      rewrite Rabs_right by lra. lra.
  - rewrite IH by lia. rewrite hat_far; [ring|].
    assert (INR n + 2 <= INR k).
    { replace (INR n + 2) with (INR (S (S n))) by (rewrite !S_INR; ring). apply le_INR. lia. }
    rewrite Rabs_left1 by lra. lra.
Qed.

Lemma cell_of : forall k s, (1 < k)%nat -> 0 <= s <= INR k - 1 ->
  exists n t, (S n < k)%nat /\ 0 <= t <= 1 /\ s = INR n + t.
Proof.
  induction k as [|k IH]; intros s some range; [lia|]. rewrite S_INR in range.
  destruct (Nat.eq_dec k 1) as [->|more].
  - exists 0%nat, s. simpl in *. split; [lia|]. lra.
  - destruct (Rle_lt_dec s (INR k - 1)) as [low|high].
    + destruct (IH s ltac:(lia) ltac:(lra)) as (n & t & small & rest). exists n, t. split; [lia|assumption].
    + exists (k - 1)%nat, (s - (INR k - 1)). rewrite minus_INR by lia. simpl (INR 1).
      split; [lia|]. lra.
Qed.

Section Grid.

Variables (c h : R) (k : nat) (known : (R -> R) -> Prop).
Context (step : 0 < h) (many : (1 < k)%nat) (closed : has_means known).

Definition truth (j : nat) : R := c + INR j * h.
Definition part (j : nat) (x : R) : R := hat j ((x - c) / h).
Definition last : R := truth (k - 1).

Lemma steps_above : forall x, c <= x <= last -> exists n t,
  (S n < k)%nat /\ 0 <= t <= 1 /\ x = truth n + t * h /\ (x - c) / h = INR n + t.
Proof.
  intros x range. unfold last, truth in range. rewrite minus_INR in range by lia. simpl (INR 1) in range.
  destruct (cell_of k ((x - c) / h) many) as (n & t & small & between & same).
  - split; [apply Rmult_le_pos; [lra|now apply Rlt_le, Rinv_0_lt_compat]|].
    apply Rmult_le_reg_r with h; [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - exists n, t. repeat split; try assumption; try lra. unfold truth.
    replace x with (c + (x - c) / h * h) by (field; lra). rewrite same. ring.
Qed.

Theorem parts_of_a_number : weights c last k part.
Proof.
  intros x range. split.
  - intros. apply hat_range.
  - destruct (steps_above x range) as (n & t & small & between & _ & same). unfold part. rewrite same.
    rewrite (sum_ext k _ (fun j => hat j (INR n + t) * 1)) by (intros; ring).
    rewrite (hats_of_a_cell n t (fun _ => 1)) by assumption. ring.
Qed.

(** A table on the grid, whose truth is drawn with one of N shifts, has on average over a density
    what the shares of the truths have, and what the shifts add. *)
Theorem density_of_shifted : forall m N (P : matrix) v (V : nat -> R) mean variance, (0 < N)%nat ->
  stochastic m k P -> (forall j, (j < k)%nat -> \sum_(i < m) (v i * P i j) = truth j) ->
  (forall j, (j < k)%nat -> \sum_(i < m) ((v i - truth j) ^ 2 * P i j) <= V j) ->
  is_mean c last known mean -> (forall j, (j < k)%nat -> known (part j)) -> known variance ->
  (forall n t, (S n < k)%nat -> 0 <= t <= 1 -> let x := truth n + t * h in
    variance x <= shifted m N t h v (fun i => P i n) (fun i => P i (S n)) (fun y => (y - x) ^ 2)) ->
  mean variance <= \sum_(j < k) (mean (part j) * V j) + h ^ 2 * (/ 12 + / (6 * INR N ^ 2)).
Proof.
  intros m N P v V mean variance some columns fair spread is parts is_known told.
  apply density_value with (lo := c) (hi := last) (known := known); auto.
  intros x range. destruct (steps_above x range) as (n & t & small & between & -> & same).
  unfold part. rewrite same, (hats_of_a_cell n t V) by assumption.
  eapply Rle_trans; [now apply told|].
  assert (truth (S n) = truth n + h) as next by (unfold truth; rewrite S_INR; ring).
  assert (n < k)%nat as here by lia.
  pose proof (fair (S n) small) as above. pose proof (spread (S n) small) as far.
  rewrite next in above, far.
  now destruct (shifts_of_a_grid m N t h (truth n) (V n) (V (S n)) v (fun i => P i n) (fun i => P i (S n))
    some between (columns n here) (columns (S n) small) (fair n here) above (spread n here) far).
Qed.

(** ** Bins: a density that is even on pieces, each between two truths of the grid *)

Theorem mean_of_pieces : forall b lo hi (w l u : nat -> R) (U : nat -> (R -> R) -> R), law b w ->
  (forall n, (n < b)%nat -> is_mean (l n) (u n) known (U n) /\ lo <= l n /\ u n <= hi) ->
  is_mean lo hi known (fun f => \sum_(n < b) (w n * U n f)).
Proof.
  intros b lo hi w l u U [above total] pieces. change (sum b w = 1) in total. split; [|split].
  - transitivity (sum b w); [|assumption]. apply sum_ext. intros n inside.
    destruct (pieces n inside) as [[one _] _]. rewrite one. ring.
  - intros f f' a one two. rewrite <- sum_scale, <- sum_plus. apply sum_ext. intros n inside.
    destruct (pieces n inside) as [(_ & linear & _) _]. rewrite linear by assumption. ring.
  - intros f f' one two less. apply sum_le. intros n inside. apply Rmult_le_compat_l; [auto|].
    destruct (pieces n inside) as [(_ & _ & monotone) [low high]]. apply monotone; auto.
    intros x range. apply less. lra.
Qed.

(** What two truths have of an even piece between them, and the mean of the number there. *)
Theorem shares_of_a_piece : forall n l u (U : (R -> R) -> R), (S n < k)%nat ->
  truth n <= l <= u -> u <= truth (S n) -> is_mean l u known U ->
  (forall j, (j < k)%nat -> known (part j)) ->
  let middle := U (fun x => x) in let up := (middle - truth n) / h in
  let up_total := (U (fun x => x ^ 2) - truth n * middle) / h in
  forall j, (j < k)%nat ->
    U (part j) = (if Nat.eq_dec j n then 1 - up else if Nat.eq_dec j (S n) then up else 0) /\
    U (fun x => x * part j x) =
      (if Nat.eq_dec j n then middle - up_total else if Nat.eq_dec j (S n) then up_total else 0).
Proof.
  intros n l u U small low high is parts middle up up_total j inside.
  pose proof closed as (constants & own & both). pose proof (known_square known closed) as square.
  assert (l <= u) as order by lra.
  set (slope := if Nat.eq_dec j n then - / h else if Nat.eq_dec j (S n) then / h else 0).
  set (start := if Nat.eq_dec j n then 1 + truth n / h else if Nat.eq_dec j (S n) then - truth n / h else 0).
  assert (forall x, l <= x <= u -> part j x = start + slope * x) as straight.
  { intros x range. unfold part.
    assert ((x - c) / h = INR n + (x - truth n) / h) as ->.
    { unfold truth. field. lra. }
    set (t := (x - truth n) / h).
    assert (truth (S n) = truth n + h) as next by (unfold truth; rewrite S_INR; ring).
    assert (0 <= t <= 1) as between.
    { unfold t. split.
      - apply Rmult_le_pos; [lra|now apply Rlt_le, Rinv_0_lt_compat].
      - apply Rmult_le_reg_r with h; [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    pose proof (hats_of_a_cell n t (fun i => if Nat.eq_dec i j then 1 else 0) k between small) as cell.
    assert (\sum_(i < k) (hat i (INR n + t) * (if Nat.eq_dec i j then 1 else 0)) = hat j (INR n + t)) as one.
    { rewrite (sum_ext k _ (fun i => at_index j i * hat i (INR n + t))).
      - now apply (sum_pick k (fun i => hat i (INR n + t)) j).
      - intros i _. unfold at_index. destruct (Nat.eq_dec i j), (Nat.eq_dec j i); try congruence; ring. }
    cbv beta in cell. rewrite one in cell. rewrite cell. unfold slope, start.
    destruct (Nat.eq_dec j n) as [->|other].
    - destruct (Nat.eq_dec n n); [|congruence]. destruct (Nat.eq_dec (S n) n); [lia|]. unfold t. field. lra.
    - destruct (Nat.eq_dec n j); [congruence|]. destruct (Nat.eq_dec j (S n)) as [->|else_where].
      + destruct (Nat.eq_dec (S n) (S n)); [|congruence]. unfold t. field. lra.
      + destruct (Nat.eq_dec (S n) j); [congruence|]. ring. }
  destruct is as (one & linear & monotone). pose proof (conj one (conj linear monotone)) as is.
  split.
  - rewrite (mean_same l u known U is (part j) (fun x => start + slope * x)).
    + rewrite (linear (fun _ => start) (fun x => x)) by auto. rewrite (mean_constant l u known closed U is).
      fold middle. unfold start, slope, up.
      destruct (Nat.eq_dec j n); [field; lra|]. destruct (Nat.eq_dec j (S n)); [field; lra|ring].
    + now apply parts.
    + apply (both (fun _ => start)); [auto|]. now apply (known_scale known closed slope (fun x => x)).
    + assumption.
  - rewrite (mean_same l u known U is (fun x => x * part j x) (fun x => start * x + slope * x ^ 2)).
    + rewrite (linear (fun x => start * x) (fun x => x ^ 2)).
      * rewrite (mean_scale l u known closed U is start (fun x => x)) by auto. fold middle.
        unfold start, slope, up_total. destruct (Nat.eq_dec j n); [field; lra|].
        destruct (Nat.eq_dec j (S n)); [field; lra|ring].
      * now apply (known_scale known closed start (fun x => x)).
      * assumption.
    + apply (both (fun x => x)); [assumption|now apply parts].
    + apply (both (fun x => start * x)); [now apply (known_scale known closed start (fun x => x))|].
      now apply (known_scale known closed slope (fun x => x ^ 2)).
    + intros x range. rewrite (straight x range). ring.
Qed.

End Grid.
