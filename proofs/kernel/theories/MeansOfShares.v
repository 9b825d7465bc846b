(** The least variance of reports on numbers with known shares, and on those of any population. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Probability Prices Number Estimators NumberMeans UnbiasedReports.
Import ListNotations.
Open Scope R_scope.

(** Known shares q, 1 - 2 q, q of -1, 0 and 1. *)
Definition end_shares (q : R) : nat -> R := listed [q; 1 - 2 * q; q].

Lemma end_law : forall q, 0 < q < / 2 -> law 3 (end_shares q).
Proof.
  intros q range. split; [|unfold end_shares; entries; lra].
  intros j small. destruct j as [|[|[|j]]]; [..|lia]; unfold end_shares; entries; lra.
Qed.

(** The difference of the shares of 1 and of -1, where the respondent is drawn with these shares. *)
Theorem difference_of_shares : forall m g v P q, 0 < q < / 2 ->
  reports m 3 g (listed [-1; 0; 1]) v P ->
  variance m (share 3 (end_shares q) P) v =
  \sum_(j < 3) (end_shares q j * variance_at m (listed [-1; 0; 1]) v P j) + 2 * q.
Proof.
  intros m g v P q range given. pose proof given as (columns & _ & unbiased).
  rewrite (variance_as_moment m 3 P (end_shares q) (listed [-1; 0; 1]) v columns (end_law q range) unbiased).
  rewrite (sum_ext 3 (fun j => end_shares q j * variance_at m (listed [-1; 0; 1]) v P j)
    (fun j => end_shares q j * (\sum_(i < m) (v i ^ 2 * P i j) - listed [-1; 0; 1] j ^ 2)))
    by (intros; now rewrite (variance_from_moment m 3 g _ v P)).
  rewrite (sum_ext m _ (fun i => q * (v i ^ 2 * P i 0%nat) + (1 - 2 * q) * (v i ^ 2 * P i 1%nat) +
    q * (v i ^ 2 * P i 2%nat))).
  - rewrite !sum_plus, !sum_scale. unfold dot, end_shares. entries. ring.
  - intros i _. unfold share, dot, end_shares. entries. ring.
Qed.

Theorem mean_of_known_shares_by_questions : forall g q, 1 < g -> 0 < q < / 2 ->
  (g - 2) / (2 * (g - 1)) <= q ->
  let x := listed [-1; 0; 1] in let value := 4 * g / (g - 1) ^ 2 + 2 * q * (1 - 2 * q) in
  let far := 2 * (g - (g - 1) * q) / (g - 1) in let near := 2 * (1 + (g - 1) * q) / (g - 1) in
  least_average 3 g x (end_shares q) value /\
  attains_average 4 3 g x (end_shares q) (listed [- far; near; - near; far])
    (two_questions g (/ 2) (- / 2) (/ 2) x) value.
Proof.
  intros g q more range side x value far near.
  assert (0 < / (g - 1)) by (apply Rinv_0_lt_compat; lra).
  assert (0 < (g - 1) * q) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= (g - 1) * (1 - 2 * q)) by (apply Rmult_le_pos; lra).
  assert (g - 2 <= 2 * (g - 1) * q) as large.
  { replace (g - 2) with ((g - 2) / (2 * (g - 1)) * (2 * (g - 1))) by (field; lra).
    rewrite (Rmult_comm (2 * (g - 1)) q). apply Rmult_le_compat_r; lra. }
  split.
  - set (unit := 2 * (1 + (g - 1) * q) * (g - (g - 1) * q) / (g - 1) ^ 2).
    assert (0 <= unit) by (unfold unit; positive).
    destruct (prices_below 3 g (end_shares q) (listed [- unit; 0; unit])
      (listed [2 * (1 - q) * unit; - (2 * (1 - 2 * q) * unit); 2 * (1 - q) * unit]) x)
      as [bound _]; [lia|lra|now apply end_law| |].
    + intros t. apply cover_three; [lra|unfold end_shares; entries..].
      * replace (_ + _ + _) with (t ^ 2 + 2 * unit) by field. positive.
      * replace (_ + _ + _) with ((1 + (g - 1) * q) * (t + far) ^ 2)
          by (unfold far, unit; field; lra). positive.
      * replace (_ + _ + _) with ((2 * q + g * (1 - 2 * q)) * t ^ 2 +
          2 * unit * (2 * (g - 1) * q - g + 2)) by field. positive.
      * replace (_ + _ + _) with ((1 + (g - 1) * q) * (t - far) ^ 2)
          by (unfold far, unit; field; lra). positive.
      * replace (_ + _ + _) with ((g - (g - 1) * q) * (t + near) ^ 2)
          by (unfold near, unit; field; lra). positive.
      * replace (_ + _ + _) with ((g * (2 * q) + (1 - 2 * q)) * t ^ 2 +
          2 * unit * (2 * g - 1 - 2 * (g - 1) * q)) by field. positive.
      * replace (_ + _ + _) with ((g - (g - 1) * q) * (t - near) ^ 2)
          by (unfold near, unit; field; lra). positive.
    + intros m v P given. eapply Rle_trans; [|exact (bound m v P given)]. apply Req_le.
      unfold end_shares, x, unit, value. entries. field. lra.
  - assert (0 < / (1 + g)) by (apply Rinv_0_lt_compat; lra).
    set (P := weighted [/ 2 / (1 + g); / 2 / (1 + g); (1 - / 2) / (1 + g); (1 - / 2) / (1 + g)]
      (likelihoods_of_questions g)).
    destruct (same_reports 4 3 g x (listed [- far; near; - near; far]) P
      (two_questions g (/ 2) (- / 2) (/ 2) x)) as [given variances].
    + apply questions_of_three; lra.
    + apply weighted_reports; [lra|..].
      * intros i small. destruct i as [|[|[|[|i]]]]; [..|lia]; entries; positive.
      * intros i j small small'. destruct i as [|[|[|[|i]]]], j as [|[|[|j]]]; try lia;
          unfold likelihoods_of_questions; entries; lra.
      * intros j small. destruct j as [|[|[|j]]]; [..|lia]; unfold likelihoods_of_questions; entries;
          field; lra.
      * intros j small. destruct j as [|[|[|j]]]; [..|lia];
          unfold likelihoods_of_questions, x, far, near; entries; field; lra.
    + split; [exact given|].
      rewrite (sum_ext 3 _ (fun j => end_shares q j *
        variance_at 4 x (listed [- far; near; - near; far]) P j))
        by (intros; now rewrite variances).
      unfold end_shares, P, likelihoods_of_questions, x, far, near, value. entries. field. lra.
Qed.

Theorem mean_of_known_shares_by_response : forall g q, 1 < g -> 0 < q < / 2 ->
  q <= (g - 2) / (2 * (g - 1)) ->
  let x := listed [-1; 0; 1] in let far := (g + 2) / (g - 1) in
  let value := 2 * (g + 2 + 3 * (g - 1) * q) / (g - 1) ^ 2 in
  least_average 3 g x (end_shares q) value /\
  attains_average 3 3 g x (end_shares q) (listed [- far; 0; far])
    (weighted [/ (g + 2); / (g + 2); / (g + 2)] [[g; 1; 1]; [1; g; 1]; [1; 1; g]]) value.
Proof.
  intros g q more range side x far value.
  assert (0 < / (g - 1)) by (apply Rinv_0_lt_compat; lra).
  assert (0 < (g - 1) * q) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= (g - 1) * (1 - 2 * q)) by (apply Rmult_le_pos; lra).
  assert (2 * (g - 1) * q <= g - 2) as small_share.
  { replace (g - 2) with ((g - 2) / (2 * (g - 1)) * (2 * (g - 1))) by (field; lra).
    rewrite (Rmult_comm (2 * (g - 1)) q). apply Rmult_le_compat_r; lra. }
  assert (0 < g - (g - 1) * q) as centre by lra.
  split.
  - set (slope := (g + 2) * (1 + (g - 1) * q) / (g - 1) ^ 2).
    assert (0 <= slope) by (unfold slope; positive).
    assert (0 <= (g + 1) * slope * (g - 2 - 2 * (g - 1) * q) / (g - (g - 1) * q)) as rest by positive.
    destruct (prices_below 3 g (end_shares q) (listed [- slope; 0; slope])
      (listed [g * slope / (g - 1); - (2 * slope / (g - 1)); g * slope / (g - 1)]) x)
      as [bound _]; [lia|lra|now apply end_law| |].
    + intros t. apply cover_three; [lra|unfold end_shares; entries..].
      * replace (_ + _ + _) with (t ^ 2 + 2 * slope) by (field; lra). positive.
      * replace (_ + _ + _) with ((1 + (g - 1) * q) * (t + far) ^ 2)
          by (unfold far, slope; field; lra). positive.
      * replace (_ + _ + _) with ((2 * q + g * (1 - 2 * q)) * t ^ 2) by (field; lra). positive.
      * replace (_ + _ + _) with ((1 + (g - 1) * q) * (t - far) ^ 2)
          by (unfold far, slope; field; lra). positive.
      * replace (_ + _ + _) with ((g - (g - 1) * q) *
          (t + far * (1 + (g - 1) * q) / (g - (g - 1) * q)) ^ 2 +
          (g + 1) * slope * (g - 2 - 2 * (g - 1) * q) / (g - (g - 1) * q))
          by (unfold far, slope; field; lra). positive.
      * replace (_ + _ + _) with ((g * (2 * q) + (1 - 2 * q)) * t ^ 2 + 2 * (g + 1) * slope)
          by (field; lra). positive.
      * replace (_ + _ + _) with ((g - (g - 1) * q) *
          (t - far * (1 + (g - 1) * q) / (g - (g - 1) * q)) ^ 2 +
          (g + 1) * slope * (g - 2 - 2 * (g - 1) * q) / (g - (g - 1) * q))
          by (unfold far, slope; field; lra). positive.
    + intros m v P given. eapply Rle_trans; [|exact (bound m v P given)]. apply Req_le.
      unfold end_shares, x, slope, value. entries. field. lra.
  - assert (0 < / (g + 2)) by (apply Rinv_0_lt_compat; lra). split.
    + apply weighted_reports; [lra|..].
      * intros i small. destruct i as [|[|[|i]]]; [..|lia]; entries; lra.
      * intros i j small small'. destruct i as [|[|[|i]]], j as [|[|[|j]]]; try lia; entries; lra.
      * intros j small. destruct j as [|[|[|j]]]; [..|lia]; entries; field; lra.
      * intros j small. destruct j as [|[|[|j]]]; [..|lia]; unfold x, far; entries; field; lra.
    + unfold end_shares, x, far, value. entries. field. lra.
Qed.

(** A population: k numbers of [-1, 1] with any shares; the respondent is drawn. *)
Theorem mean_of_population : forall k g (x : nat -> R), 1 < g ->
  (forall j, (j < k)%nat -> -1 <= x j <= 1) ->
  (exists a, (a < k)%nat /\ x a = -1) -> (exists b, (b < k)%nat /\ x b = 1) ->
  let B := (g + 1) / (g - 1) in let v := listed [B; - B] in
  let P : matrix := fun i j => / 2 + x j / (2 * v i) in
  (reports 2 k g x v P /\
   forall q, law k q -> E 2 (share k q P) v = dot k q x /\ variance 2 (share k q P) v <= B ^ 2) /\
  forall m v' P' worst, reports m k g x v' P' ->
    (forall q, law k q -> variance m (share k q P') v' <= worst) -> B ^ 2 <= worst.
Proof.
  intros k g x more range (a & small_a & first) (b & small_b & last) B v P.
  assert (0 < / (g - 1)) by (apply Rinv_0_lt_compat; lra).
  assert (B * (g - 1) = g + 1) as slope by (unfold B; field; lra).
  assert (1 < B) as big by (apply Rmult_lt_reg_r with (g - 1); lra).
  assert (0 < / B) by (apply Rinv_0_lt_compat; lra).
  assert (/ B * (g + 1) = g - 1) as back by (unfold B; field; lra).
  assert (reports 2 k g x v P) as given.
  { assert (forall i j, (i < 2)%nat -> (j < k)%nat -> / (g + 1) <= P i j <= g * / (g + 1)) as between.
    { intros i j inside small. specialize (range j small).
      assert (P i j = / 2 + x j * / B / 2 \/ P i j = / 2 - x j * / B / 2) as form.
      { destruct i as [|[|i]]; [left|right|lia]; unfold P, v; entries; field; lra. }
      assert (- / B <= x j * / B <= / B) as most.
      { split; apply Rmult_le_reg_r with B; try lra;
          [replace (- / B * B) with (-1) by (field; lra)|replace (/ B * B) with 1 by (field; lra)];
          replace (x j * / B * B) with (x j) by (field; lra); lra. }
      assert (/ 2 - / B / 2 = / (g + 1)) as low by (unfold B; field; lra).
      assert (/ 2 + / B / 2 = g * / (g + 1)) as high by (unfold B; field; lra).
      destruct form; lra. }
    assert (0 < / (g + 1)) by (apply Rinv_0_lt_compat; lra). split; [|split].
    + intros j small. split.
      * intros i inside. specialize (between i j inside small). lra.
      * unfold P, v. entries. field. lra.
    + intros i inside. split.
      * intros j small. specialize (between i j inside small). lra.
      * intros c d sc sd. pose proof (between i c inside sc). pose proof (between i d inside sd).
        assert (g * / (g + 1) <= g * P i d) by (apply Rmult_le_compat_l; lra). lra.
    + intros j small. unfold P, v. entries. field. lra. }
  assert (forall m v' P' q, reports m k g x v' P' -> law k q ->
    E m (share k q P') v' = dot k q x /\ variance m (share k q P') v' =
      \sum_(i < m) (v' i ^ 2 * share k q P' i) - dot k q x ^ 2) as moments.
  { intros m v' P' q (columns & _ & mean) is_law. split.
    - rewrite <- (estimator_total m k P' x v' q mean). apply sum_ext. intros. unfold share. ring.
    - now apply variance_as_moment. }
  split; [split; [exact given|]|].
  - intros q is_law. destruct (moments 2%nat v P q given is_law) as [mean spread].
    split; [exact mean|]. rewrite spread.
    assert (law 2 (share k q P)) as [_ one] by (apply share_law; [apply given|exact is_law]).
    cbn [sum] in one |- *. pose proof (pow2_ge_0 (dot k q x)).
    replace (v 0%nat ^ 2) with (B ^ 2) by reflexivity.
    replace (v 1%nat ^ 2) with (B ^ 2) by (unfold v; entries; ring).
    replace (0 + B ^ 2 * share k q P 0 + B ^ 2 * share k q P 1) with
      (B ^ 2 * (0 + share k q P 0%nat + share k q P 1%nat)) by ring. rewrite one. lra.
  - intros m v' P' worst fits all. pose proof fits as (columns & ratio & unbiased).
    set (q := fun j => / 2 * (at_index a j * 1) + / 2 * (at_index b j * 1)).
    assert (forall f : nat -> R, dot k q f = (f a + f b) / 2) as ends.
    { intros f. unfold dot, q.
      rewrite (sum_ext k _ (fun j => / 2 * (at_index a j * f j) + / 2 * (at_index b j * f j)))
        by (intros; ring).
      rewrite sum_plus, !sum_scale, !sum_pick by assumption. field. }
    assert (law k q) as is_law.
    { split.
      - intros j _. unfold q, at_index. destruct (Nat.eq_dec a j), (Nat.eq_dec b j); lra.
      - unfold q. rewrite sum_plus, !sum_scale, !sum_pick by assumption. field. }
    destruct (moments m v' P' q fits is_law) as [_ spread].
    specialize (all q is_law). rewrite spread, ends, first, last in all.
    enough (0 <= \sum_(i < m) (v' i ^ 2 * share k q P' i - 2 * B ^ 2 * (v' i * ((P' i b - P' i a) / 2)) +
      B ^ 2 * share k q P' i)) as paid.
    { rewrite sum_plus, sum_minus, !sum_scale in paid.
      assert (law m (share k q P')) as [_ one] by (apply share_law; [apply fits|exact is_law]).
      change (sum m (fun i => share k q P' i)) with (sum m (share k q P')) in paid.
      change (sum m (share k q P') = 1) in one. rewrite one in paid.
      replace (\sum_(i < m) (v' i * ((P' i b - P' i a) / 2))) with 1 in paid; [lra|].
      rewrite (sum_ext m _ (fun i => / 2 * (v' i * P' i b - v' i * P' i a))) by (intros; field).
      rewrite sum_scale, sum_minus, !unbiased, first, last by assumption. field. }
    apply sum_nonneg. intros i inside. unfold share. rewrite ends.
    destruct (ratio i inside) as [nonneg pairs].
    pose proof (nonneg a small_a). pose proof (nonneg b small_b).
    pose proof (pairs a b small_a small_b). pose proof (pairs b a small_b small_a).
    set (w := (P' i a + P' i b) / 2). set (d := (P' i b - P' i a) / 2).
    assert (0 <= w) by (unfold w; lra).
    assert (0 <= w - B * d) as up.
    { apply Rmult_le_reg_r with (g - 1); [lra|].
      replace ((w - B * d) * (g - 1)) with (g * P' i a - P' i b)
        by (unfold w, d, B; field; lra). lra. }
    assert (0 <= w + B * d) as down.
    { apply Rmult_le_reg_r with (g - 1); [lra|].
      replace ((w + B * d) * (g - 1)) with (g * P' i b - P' i a)
        by (unfold w, d, B; field; lra). lra. }
    destruct (Rle_or_lt 0 (v' i)).
    + replace (_ + _) with (w * (v' i - B) ^ 2 + 2 * (B * v' i) * (w - B * d)) by ring.
      assert (0 <= B * v' i) by (apply Rmult_le_pos; lra). positive.
    + replace (_ + _) with (w * (v' i + B) ^ 2 + 2 * (B * - v' i) * (w + B * d)) by ring.
      assert (0 <= B * - v' i) by (apply Rmult_le_pos; lra). positive.
Qed.
