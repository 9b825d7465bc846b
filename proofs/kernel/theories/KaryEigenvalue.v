(** The largest variance of a contrast (e-optimal): where k-ary response has the smallest one. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryContrasts OneSetMore.
Open Scope R_scope.

(** Unbiased estimates of all shares. *)
Definition tells_shares (m k : nat) (P e : matrix) : Prop := forall u j, (u < k)%nat ->
  (j < k)%nat -> \sum_(i < m) (e i u * P i j) = at_index u j.

(** The variance of what one report says of the contrast y. *)
Definition variance_along (m k : nat) (q : nat -> R) (P e : matrix) (y : nat -> R) : R :=
  \sum_(i < m) (dot k q (P i) * (\sum_(c < k) (y c * e i c)) ^ 2) - (\sum_(c < k) (y c * q c)) ^ 2.

Definition all_vary_below (m k : nat) (q : nat -> R) (P e : matrix) (v : R) : Prop := forall y,
  sum k y = 0 -> variance_along m k q P e y <= v * \sum_(c < k) y c ^ 2.

(** No g-private table has estimates of which all contrasts vary by less. *)
Definition least_largest (k : nat) (g : R) (q : nat -> R) (v : R) : Prop := forall m P e w,
  private m k (fun _ _ => Some g) (fun _ _ => 0) P -> tells_shares m k P e ->
  all_vary_below m k q P e w -> v <= w.

Lemma product_within_squares : forall n (a b : nat -> R),
  (\sum_(i < n) (a i * b i)) ^ 2 <= (\sum_(i < n) a i ^ 2) * (\sum_(i < n) b i ^ 2).
Proof.
  intros n a b. induction n as [|n IH]; cbn [sum]; [lra|].
  set (A := \sum_(i < n) (a i * b i)) in *. set (S := \sum_(i < n) a i ^ 2) in *.
  set (T := \sum_(i < n) b i ^ 2) in *.
  assert (0 <= S) as posS by (apply sum_nonneg; intros; apply pow2_ge_0).
  assert (0 <= T) as posT by (apply sum_nonneg; intros; apply pow2_ge_0).
  assert (2 * A * (a n * b n) <= S * b n ^ 2 + T * a n ^ 2) as mixed; [|nra].
  apply Rsqr_incr_0_var; [|pose proof (pow2_ge_0 (a n)); pose proof (pow2_ge_0 (b n)); nra].
  rewrite !Rsqr_pow2.
  apply Rle_trans with (4 * (S * T) * (a n * b n) ^ 2).
  - replace ((2 * A * (a n * b n)) ^ 2) with (4 * (A ^ 2 * (a n * b n) ^ 2)) by ring.
    pose proof (Rmult_le_compat_r ((a n * b n) ^ 2) _ _ (pow2_ge_0 _) IH). lra.
  - pose proof (pow2_ge_0 (S * b n ^ 2 - T * a n ^ 2)). nra.
Qed.

Lemma sum_appended : forall m n f, sum (m + n) f = sum m f + \sum_(i < n) f (m + i)%nat.
Proof.
  intros m n f. induction n as [|n IH]; [rewrite Nat.add_0_r; cbn [sum]; ring|].
  rewrite Nat.add_succ_r. cbn [sum]. rewrite IH. ring.
Qed.

Section Tables.

Variables (k : nat) (g : R) (q : nat -> R).
Context (some : (0 < k)%nat) (big : 1 < g) (shares : law k q).

Let n := g + INR k - 1.

Section OneTable.

Variables (m : nat) (P e : matrix).
Context (own : private m k (fun _ _ => Some g) (fun _ _ => 0) P) (fair : tells_shares m k P e).

Lemma given_shares : (forall i, (i < m)%nat -> 0 <= dot k q (P i)) /\
  \sum_(i < m) dot k q (P i) = 1 /\
  forall c, (c < k)%nat -> \sum_(i < m) (dot k q (P i) * e i c) = q c.
Proof.
  pose proof own as [columns _]. destruct shares as [above total]. split; [|split].
  - intros i small. apply sum_nonneg. intros j inside. destruct (columns j inside) as [nonneg _].
    apply Rmult_le_pos; auto.
  - unfold dot. rewrite (sum_of_sums m k). rewrite <- total. apply sum_ext. intros j inside.
    rewrite sum_scale. destruct (columns j inside) as [_ one].
    change (sum m (fun i => P i j) = 1) in one. rewrite one. ring.
  - intros c inside. unfold dot.
    rewrite (sum_ext m _ (fun i => \sum_(j < k) (q j * (e i c * P i j))))
      by (intros; rewrite <- sum_scale_right; apply sum_ext; intros; ring).
    rewrite (sum_of_sums m k), <- (sum_pick k q c inside). apply sum_ext. intros j small.
    rewrite sum_scale, fair by assumption. ring.
Qed.

(** Around the mean, and split along x. *)
Lemma variance_centred : forall y, variance_along m k q P e y =
  \sum_(i < m) (dot k q (P i) * (\sum_(c < k) (y c * (e i c - q c))) ^ 2).
Proof.
  intros y. destruct given_shares as (_ & one & means). unfold variance_along.
  set (mean := \sum_(c < k) (y c * q c)). set (s := fun i => \sum_(c < k) (y c * e i c)).
  assert (\sum_(i < m) (dot k q (P i) * s i) = mean) as first.
  { unfold s, mean. rewrite (sum_ext m _ (fun i => \sum_(c < k) (y c * (dot k q (P i) * e i c))))
      by (intros; rewrite <- sum_scale; apply sum_ext; intros; ring).
    rewrite (sum_of_sums m k). apply sum_ext. intros c small. rewrite sum_scale, means; auto. }
  rewrite (sum_ext m (fun i => dot k q (P i) * (\sum_(c < k) (y c * (e i c - q c))) ^ 2)
    (fun i => dot k q (P i) * s i ^ 2 - 2 * mean * (dot k q (P i) * s i) +
      mean ^ 2 * dot k q (P i))).
  - rewrite sum_plus, sum_minus, !sum_scale, first, one. unfold s. ring.
  - intros i _. rewrite (sum_ext k (fun c => y c * (e i c - q c))
      (fun c => y c * e i c - y c * q c)) by (intros; ring).
    rewrite sum_minus. fold mean. fold (s i). ring.
Qed.

Lemma variance_not_negative : forall y, 0 <= variance_along m k q P e y.
Proof.
  intros y. rewrite variance_centred. destruct given_shares as (nonneg & _).
  apply sum_nonneg. intros i small. apply Rmult_le_pos; [auto|apply pow2_ge_0].
Qed.

Definition spread_of_estimates : R :=
  \sum_(i < m) (dot k q (P i) * \sum_(c < k) (e i c - q c) ^ 2).

(** Along x, and across it by the lengths of the estimates. *)
Lemma variance_split : forall x y t, 0 < t -> \sum_(c < k) x c ^ 2 = 1 ->
  let a := \sum_(c < k) (x c * y c) in
  variance_along m k q P e y <= (1 + t) * a ^ 2 * variance_along m k q P e x +
    (1 + / t) * (\sum_(c < k) y c ^ 2 - a ^ 2) * spread_of_estimates.
Proof.
  intros x y t post unit a. rewrite !variance_centred. destruct given_shares as (nonneg & _).
  assert (0 < / t) as inverse by now apply Rinv_0_lt_compat.
  unfold spread_of_estimates. rewrite <- !sum_scale, <- sum_plus. apply sum_le. intros i small.
  set (along := \sum_(c < k) (x c * (e i c - q c))).
  set (across := \sum_(c < k) ((y c - a * x c) * (e i c - q c))).
  set (lengths := \sum_(c < k) (e i c - q c) ^ 2).
  assert (\sum_(c < k) (y c * (e i c - q c)) = a * along + across) as ->.
  { unfold along, across. rewrite <- sum_scale, <- sum_plus. apply sum_ext. intros. ring. }
  assert (across ^ 2 <= (\sum_(c < k) y c ^ 2 - a ^ 2) * lengths) as within.
  { apply Rle_trans with (1 := product_within_squares k _ _), Req_le. f_equal.
    rewrite (sum_ext k _ (fun c => y c ^ 2 - 2 * a * (x c * y c) + a ^ 2 * x c ^ 2))
      by (intros; ring).
    rewrite sum_plus, sum_minus, !sum_scale, unit. fold a. ring. }
  apply Rle_trans with (dot k q (P i) * ((1 + t) * (a * along) ^ 2 + (1 + / t) * across ^ 2)).
  - apply Rmult_le_compat_l; [auto|].
    assert (0 <= / t * (t * (a * along) - across) ^ 2) as square
      by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
    replace (/ t * (t * (a * along) - across) ^ 2) with
      (t * (a * along) ^ 2 - 2 * (a * along) * across + / t * across ^ 2) in square by (field; lra).
    lra.
  - specialize (nonneg i small).
    assert (dot k q (P i) * ((1 + / t) * across ^ 2) <=
      dot k q (P i) * ((1 + / t) * ((\sum_(c < k) y c ^ 2 - a ^ 2) * lengths)))
      by (apply Rmult_le_compat_l; [assumption|apply Rmult_le_compat_l; lra]).
    unfold along in *. lra.
Qed.

End OneTable.

Let K := k_ary_response k g.
Let own_estimate : matrix := contrast_estimate k g at_index.

(** The variance of a contrast in k-ary response. *)
Definition response_variance : (nat -> R) -> R := variance_along k k q K own_estimate.

Lemma response_tells : private k k (fun _ _ => Some g) (fun _ _ => 0) K /\
  tells_shares k k K own_estimate.
Proof.
  destruct (contrasts_attained k k g q at_index some ltac:(lra) ltac:(lra) shares big)
    as (own & fair & _). split; [exact own|]. intros u j _ small. now apply fair.
Qed.

Lemma estimate_of_contrast : forall (X : matrix) i u, (i < k)%nat ->
  contrast_estimate k g X i u = \sum_(c < k) (X u c * own_estimate i c).
Proof.
  intros X i u small. symmetry. unfold own_estimate, contrast_estimate. fold n.
  rewrite (sum_ext k _ (fun c => at_index i c * (n * X u c / (g - 1)) - / (g - 1) * X u c)).
  - rewrite sum_minus, (sum_pick k (fun c => n * X u c / (g - 1)) i small), sum_scale.
    change (\sum_(c < k) X u c) with (sum k (X u)). field. lra.
  - intros c inside.
    assert (sum k (at_index c) = 1) as ->.
    { rewrite <- (sum_pick k (fun _ => 1) c inside). apply sum_ext. intros. ring. }
    unfold at_index. destruct (Nat.eq_dec c i), (Nat.eq_dec i c); try congruence; field; lra.
Qed.

Lemma value_along : forall p (X : matrix), contrasts_value k p g q X =
  \sum_(u < p) (response_variance (X u) + (\sum_(c < k) (X u c * q c)) ^ 2).
Proof.
  intros p X.
  destruct (contrasts_attained k p g q X some ltac:(lra) ltac:(lra) shares big) as (_ & _ & <-).
  unfold response_variance, variance_along. fold K.
  rewrite (sum_ext p _ (fun u => \sum_(i < k) (dot k q (K i) *
    (\sum_(c < k) (X u c * own_estimate i c)) ^ 2))) by (intros; ring).
  rewrite (sum_of_sums p k). apply sum_ext. intros i small. rewrite sum_scale. f_equal.
  apply sum_ext. intros u _. now rewrite <- estimate_of_contrast.
Qed.

(** The contrasts that vary most in k-ary response: where no pair of truths is worth a report for
    these, the largest variance is the smallest one. *)
Theorem largest_by_contrasts : forall p (X : matrix) v,
  (forall u, (u < p)%nat -> sum k (X u) = 0) -> \sum_(u < p) \sum_(c < k) X u c ^ 2 = 1 ->
  \sum_(u < p) response_variance (X u) = v ->
  (forall a b, (a < k)%nat -> (b < k)%nat -> a <> b ->
    0 <= form k (apart_by p g q X) (exchange_rate k g (both a b))) ->
  least_largest k g q v.
Proof.
  intros p X v balanced unit reached pairs m P e w own fair below.
  pose proof (proj2 (response_for_contrasts k p g q X some ltac:(lra) ltac:(lra) shares big) pairs m P
    (fun i u => \sum_(c < k) (X u c * e i c)) own) as least.
  rewrite value_along, sum_plus, reached in least.
  assert (\sum_(u < p) variance_along m k q P e (X u) <= w) as most.
  { apply Rle_trans with (\sum_(u < p) (w * \sum_(c < k) X u c ^ 2)).
    - apply sum_le. intros u small. now apply below, balanced.
    - rewrite sum_scale, unit. lra. }
  unfold variance_along in most. rewrite sum_minus, (sum_of_sums p m) in most.
  rewrite (sum_ext m (fun i => \sum_(u < p) (dot k q (P i) * (\sum_(c < k) (X u c * e i c)) ^ 2))
    (fun i => dot k q (P i) * \sum_(u < p) (\sum_(c < k) (X u c * e i c)) ^ 2)) in most
    by (intros; now rewrite sum_scale).
  enough (v + \sum_(u < p) (\sum_(c < k) (X u c * q c)) ^ 2 <= \sum_(i < m) (dot k q (P i) *
    \sum_(u < p) (\sum_(c < k) (X u c * e i c)) ^ 2)) by lra.
  apply least. intros u j smallu smallj.
  rewrite (sum_ext m _ (fun i => \sum_(c < k) (X u c * (e i c * P i j))))
    by (intros; rewrite <- sum_scale_right; apply sum_ext; intros; ring).
  rewrite (sum_of_sums m k), <- (sum_pick k (X u) j smallj). apply sum_ext. intros c small.
  rewrite sum_scale, fair by assumption. unfold at_index.
  destruct (Nat.eq_dec c j), (Nat.eq_dec j c); try congruence; ring.
Qed.

(** A draw between k-ary response and another table. *)
Section Draw.

Variables (m : nat) (P e : matrix) (t : R).
Context (own : private m k (fun _ _ => Some g) (fun _ _ => 0) P) (chance : 0 <= t <= 1).

Definition drawn_table : matrix := fun i j =>
  if lt_dec i k then (1 - t) * K i j else t * P (i - k)%nat j.

Definition drawn_estimate : matrix := fun i c =>
  if lt_dec i k then own_estimate i c else e (i - k)%nat c.

Lemma sum_drawn : forall f h : nat -> R, \sum_(i < k + m) (if lt_dec i k then f i else h (i - k)%nat) =
  sum k f + sum m h.
Proof.
  intros f h. rewrite sum_appended. f_equal; apply sum_ext; intros i small.
  - destruct (lt_dec i k); [reflexivity|lia].
  - destruct (lt_dec (k + i) k); [lia|]. f_equal. lia.
Qed.

Lemma excess_scaled : forall c a b r, 0 <= c ->
  excess (fun _ _ => Some g) a b (fun j => c * r j) = c * excess (fun _ _ => Some g) a b r.
Proof.
  intros c a b r nonneg. unfold excess. destruct (Nat.eq_dec a b); [ring|].
  rewrite <- RmaxRmult by assumption. f_equal; ring.
Qed.

Lemma drawn_is_private : private (k + m) k (fun _ _ => Some g) (fun _ _ => 0) drawn_table.
Proof.
  destruct response_tells as [[columns pairs] _]. destruct own as [others more]. split.
  - intros j small. destruct (columns j small) as [first one], (others j small) as [second two]. split.
    + intros i inside. unfold drawn_table. destruct (lt_dec i k).
      * apply Rmult_le_pos; [lra|auto].
      * apply Rmult_le_pos; [lra|apply second; lia].
    + change (\sum_(i < k + m) (if lt_dec i k then (1 - t) * K i j else t * P (i - k)%nat j) = 1).
      rewrite (sum_drawn (fun i => (1 - t) * K i j) (fun i => t * P i j)), !sum_scale.
      change (\sum_(i < k) K i j) with (sum k (fun i => K i j)).
      change (\sum_(i < m) P i j) with (sum m (fun i => P i j)).
      rewrite one, two. ring.
  - intros a b smalla smallb.
    rewrite (sum_ext (k + m) _ (fun i => if lt_dec i k then (1 - t) * excess (fun _ _ => Some g) a b (K i)
      else t * excess (fun _ _ => Some g) a b (P (i - k)%nat))).
    + rewrite (sum_drawn (fun i => (1 - t) * excess (fun _ _ => Some g) a b (K i))
        (fun i => t * excess (fun _ _ => Some g) a b (P i))), !sum_scale.
      pose proof (pairs a b smalla smallb). pose proof (more a b smalla smallb). nra.
    + intros i _. rewrite <- !excess_scaled by lra. unfold excess, drawn_table.
      destruct (lt_dec i k); reflexivity.
Qed.

Lemma drawn_tells : tells_shares m k P e -> tells_shares (k + m) k drawn_table drawn_estimate.
Proof.
  intros fair u j smallu smallj. destruct response_tells as [_ tells].
  unfold drawn_table, drawn_estimate.
  rewrite (sum_ext (k + m) _ (fun i => if lt_dec i k then (1 - t) * (own_estimate i u * K i j)
    else t * (e (i - k)%nat u * P (i - k)%nat j))) by (intros; destruct (lt_dec i k); ring).
  rewrite (sum_drawn (fun i => (1 - t) * (own_estimate i u * K i j))
    (fun i => t * (e i u * P i j))), !sum_scale, tells, fair by assumption. ring.
Qed.

Lemma drawn_variance : forall y, variance_along (k + m) k q drawn_table drawn_estimate y =
  (1 - t) * response_variance y + t * variance_along m k q P e y.
Proof.
  intros y. unfold response_variance, variance_along. unfold dot, drawn_table, drawn_estimate.
  rewrite (sum_ext (k + m) _ (fun i => if lt_dec i k
    then (1 - t) * (dot k q (K i) * (\sum_(c < k) (y c * own_estimate i c)) ^ 2)
    else t * (dot k q (P (i - k)%nat) * (\sum_(c < k) (y c * e (i - k)%nat c)) ^ 2))).
  - rewrite (sum_drawn (fun i => (1 - t) * (dot k q (K i) *
      (\sum_(c < k) (y c * own_estimate i c)) ^ 2))
      (fun i => t * (dot k q (P i) * (\sum_(c < k) (y c * e i c)) ^ 2))), !sum_scale.
    unfold dot. ring.
  - intros i _. unfold dot. destruct (lt_dec i k).
    + rewrite (sum_ext k _ (fun j => (1 - t) * (q j * K i j))) by (intros; ring).
      rewrite sum_scale. ring.
    + rewrite (sum_ext k _ (fun j => t * (q j * P (i - k)%nat j))) by (intros; ring).
      rewrite sum_scale. ring.
Qed.

End Draw.

(** Where a set is worth a report for x, some table of all shares tells x better. *)
Lemma better_along : forall s x, sum k x = 0 -> \sum_(c < k) x c ^ 2 = 1 ->
  form k (apart_by 1 g q (fun _ => x)) (exchange_rate k g s) < 0 ->
  exists P e, private (S k) k (fun _ _ => Some g) (fun _ _ => 0) P /\ tells_shares (S k) k P e /\
    variance_along (S k) k q P e x < response_variance x.
Proof.
  intros s x balanced unit fails.
  destruct (response_numbers k g q some ltac:(lra) ltac:(lra) shares) as (_ & posn & _). fold n in posn.
  destruct (exchange_gains k 1 g q (fun _ => x) some ltac:(lra) ltac:(lra) shares s g
    ltac:(lra) ltac:(nra) fails) as (t & f & post & few & own & fair & less).
  set (P := exchanged k g s t) in *.
  assert (forall j, n * t * exchange_rate k g s j < 1) as remains.
  { intros j. specialize (few j). fold n in few. apply Rmult_le_compat_l with (r := n) in few; [|lra].
    replace (n * (/ n / 2)) with (1 / 2) in few by (field; lra). lra. }
  set (all := with_one_more k g at_index s t (fun _ => 0)).
  assert (forall u j, (j < k)%nat -> \sum_(i < S k) (all i u * P i j) = at_index u j) as told
    by (intros u j small; now apply (still_unbiased k g q)).
  set (along := fun i => \sum_(c < k) (x c * all i c)).
  exists P, (fun i u => all i u + x u * (f i 0%nat - along i)). split; [assumption|]. split.
  - intros u j smallu small.
    rewrite (sum_ext (S k) _ (fun i => all i u * P i j + x u * (f i 0%nat * P i j) -
      x u * (along i * P i j))) by (intros; ring).
    rewrite sum_minus, sum_plus, !sum_scale, told, (fair 0%nat j) by (assumption || lia).
    enough (\sum_(i < S k) (along i * P i j) = x j) as -> by ring. unfold along.
    rewrite (sum_ext (S k) _ (fun i => \sum_(c < k) (x c * (all i c * P i j))))
      by (intros; rewrite <- sum_scale_right; apply sum_ext; intros; ring).
    rewrite (sum_of_sums (S k) k), <- (sum_pick k x j small). apply sum_ext. intros c inside.
    rewrite sum_scale, told by assumption. unfold at_index.
    destruct (Nat.eq_dec c j), (Nat.eq_dec j c); try congruence; ring.
  - rewrite (value_along 1 (fun _ => x)) in less. cbn [sum] in less. unfold variance_along.
    rewrite (sum_ext (S k) _ (fun i => dot k q (P i) * \sum_(u < 1) f i u ^ 2)).
    + cbn [sum]. lra.
    + intros i _. cbn [sum]. f_equal.
      rewrite (sum_ext k _ (fun c => x c * all i c + (f i 0%nat - along i) * x c ^ 2))
        by (intros; ring).
      rewrite sum_plus, sum_scale, unit. fold (along i). ring.
Qed.

(** Where one contrast varies most, all others less by a gap: exactly where no pair of truths is
    worth a report for that contrast. *)
Theorem largest_of_response : forall x v gap, sum k x = 0 -> \sum_(c < k) x c ^ 2 = 1 ->
  response_variance x = v -> 0 < gap ->
  (forall y, sum k y = 0 -> response_variance y <= v * (\sum_(c < k) y c ^ 2) -
    gap * (\sum_(c < k) y c ^ 2 - (\sum_(c < k) (x c * y c)) ^ 2)) ->
  least_largest k g q v <->
  forall a b, (a < k)%nat -> (b < k)%nat -> a <> b ->
    0 <= form k (apart_by 1 g q (fun _ => x)) (exchange_rate k g (both a b)).
Proof.
  intros x v gap balanced unit reached post alone. split.
  2:{ intros pairs. apply (largest_by_contrasts 1 (fun _ => x)); auto; cbn [sum]; lra. }
  intros best a b smalla smallb differ. apply Rnot_lt_le. intros fails.
  destruct (better_along (both a b) x balanced unit fails) as (P & e & own & fair & less).
  rewrite reached in less.
  pose proof (variance_not_negative (S k) P e own fair x) as nonneg.
  set (other := variance_along (S k) k q P e x) in *.
  set (C := spread_of_estimates (S k) P e).
  assert (0 <= C) as posC.
  { destruct (given_shares (S k) P e own fair) as (given & _). apply sum_nonneg. intros i small.
    apply Rmult_le_pos; [now apply given|]. apply sum_nonneg. intros. apply pow2_ge_0. }
  set (step := (v - other) / (2 * v)). set (fall := (v - other) / 2).
  assert (0 < / (2 * v)) as inverse by (apply Rinv_0_lt_compat; lra).
  assert (0 < step) as posstep by (apply Rmult_lt_0_compat; lra).
  assert (0 < / step) as posinverse by now apply Rinv_0_lt_compat.
  assert (0 < fall) as posfall by (unfold fall; lra).
  assert ((1 + step) * other <= v - fall) as lower.
  { enough (step * other <= fall) by (unfold fall in *; lra).
    apply Rle_trans with (step * v); [apply Rmult_le_compat_l; lra|].
    apply Req_le. unfold step, fall. field. lra. }
  set (D := (1 + / step) * C).
  assert (0 <= D) as posD by (apply Rmult_le_pos; lra).
  set (t := gap / (D + fall + gap)).
  assert (0 < / (D + fall + gap)) as whole by (apply Rinv_0_lt_compat; lra).
  assert (0 < t) as post_t by now apply Rmult_lt_0_compat.
  assert (t * (D + fall + gap) = gap) as share by (unfold t; field; lra).
  assert (t <= 1) as most by nra.
  pose proof (drawn_is_private (S k) P t own ltac:(lra)) as own_drawn.
  pose proof (drawn_tells (S k) P e t fair) as fair_drawn.
  enough (v <= v - t * fall) by nra.
  apply (best _ _ _ _ own_drawn fair_drawn). intros y even.
  rewrite (drawn_variance (S k) P e t).
  pose proof (variance_split (S k) P e own fair x y step posstep unit) as split_is.
  cbv zeta in split_is. fold other in split_is. fold C in split_is.
  specialize (alone y even).
  set (square := \sum_(c < k) y c ^ 2) in *. set (part := (\sum_(c < k) (x c * y c)) ^ 2) in *.
  assert (0 <= part) as pospart by apply pow2_ge_0.
  assert (part <= square) as within.
  { pose proof (product_within_squares k x y) as cauchy. rewrite unit in cauchy.
    fold part in cauchy. fold square in cauchy. lra. }
  assert ((1 + step) * part * other <= (v - fall) * part) by nra.
  assert ((1 + / step) * (square - part) * C = D * (square - part)) as across by (unfold D; ring).
  rewrite across in split_is.
  assert ((1 - t) * response_variance y <= (1 - t) * (v * square - gap * (square - part)))
    by (apply Rmult_le_compat_l; lra).
  assert (t * variance_along (S k) k q P e y <= t * ((v - fall) * part + D * (square - part)))
    by (apply Rmult_le_compat_l; lra).
  enough ((1 - t) * (v * square - gap * (square - part)) +
    t * ((v - fall) * part + D * (square - part)) <= (v - t * fall) * square) by lra.
  assert (0 <= (t * (v) ) * (square - part)) as slack.
  { apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; lra. }
  replace ((v - t * fall) * square) with ((1 - t) * (v * square - gap * (square - part)) +
    t * ((v - fall) * part + D * (square - part)) + (t * v + (gap - t * (D + fall + gap))) *
    (square - part)) by ring.
  rewrite share. lra.
Qed.

End Tables.
