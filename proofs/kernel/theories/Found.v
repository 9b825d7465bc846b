(** Statements of proofs/found that follow from one general theorem. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Rays Weightings OrderedScales TwoTruths BestSets.
Open Scope R_scope.

(** ** found/guess/best-set: which sets are best *)

Lemma nobody_outside : forall k q S j, (forall i, (i < k)%nat -> 0 <= q i) -> (j < k)%nat ->
  S j = true -> q j <= mass k q S.
Proof.
  intros k q S j above small inside. unfold mass.
  apply Rle_trans with (if S j then q j else 0); [rewrite inside; lra|].
  apply (term_le_sum k (fun j => if S j then q j else 0)); [|assumption].
  intros i here. destruct (S i); [now apply above|lra].
Qed.

Theorem best_where_likely_enough : forall k g q S, 1 < g -> (forall j, (j < k)%nat -> 0 <= q j) ->
  (exists j, (j < k)%nat /\ S j = true) ->
  (is_best k g q S <-> forall j, (j < k)%nat ->
    if S j then response_gain k g q S <= g * q j else g * q j <= response_gain k g q S).
Proof.
  intros k g q S big above some. split.
  - intros best j small. pose proof (best_set_threshold k g q S ltac:(lra) above best j small).
    destruct (S j); now apply H.
  - intros marks. split; [assumption|]. intros T other.
    set (V := response_gain k g q S) in *.
    pose proof (gain_times k g q S ltac:(lra) some) as value. fold V in value.
    pose proof (gain_times k g q T ltac:(lra) other) as own.
    pose proof (members_at_least_one k T other) as many.
    assert (g * mass k q T - V * members k T <= g * mass k q S - V * members k S) as less.
    { unfold mass, members. rewrite <- !sum_scale, <- !sum_minus. apply sum_le.
      intros j small. specialize (marks j small). destruct (S j), (T j); lra. }
    apply Rmult_le_reg_r with (g + members k T - 1); [lra|]. rewrite own. lra.
Qed.

(** ** found/guess/blocks *)

Definition block_levels (s : nat) (h g : R) : levels :=
  fun a b => Some (if Nat.eq_dec (a / s) (b / s) then h else g).

Lemma block_likeness : forall s h g i j, (0 < s)%nat ->
  likeness (block_levels s h g) i j =
  at_index (i / s) (j / s) * (at_index (i mod s) (j mod s) * (1 - / h) + (/ h - / g)) + / g.
Proof.
  intros s h g i j some. unfold likeness, block_levels, at_index.
  destruct (Nat.eq_dec i j) as [<-|differ].
  - destruct (Nat.eq_dec (i / s) (i / s)), (Nat.eq_dec (i mod s) (i mod s)); try contradiction. ring.
  - destruct (Nat.eq_dec (i / s) (j / s)) as [one|]; [|ring].
    destruct (Nat.eq_dec (i mod s) (j mod s)) as [two|]; [|ring].
    exfalso. apply differ. rewrite (Nat.div_mod i s), (Nat.div_mod j s), one, two by lia. reflexivity.
Qed.

Lemma block_row : forall b s h g i, (0 < s)%nat -> (i < b * s)%nat ->
  \sum_(j < b * s) likeness (block_levels s h g) i j =
  1 + (INR s - 1) / h + (INR b - 1) * INR s / g.
Proof.
  intros b s h g i some small. destruct (index_parts b s i some small) as (here & there).
  rewrite (sum_ext (b * s) _ (fun j =>
    at_index (i / s) (j / s) * (at_index (i mod s) (j mod s) * (1 - / h) + (/ h - / g)) + / g))
    by (intros; now apply block_likeness).
  rewrite sum_plus, sum_constant.
  rewrite (sum_pairs_product b s (fun u => at_index (i / s) u)
    (fun v => at_index (i mod s) v * (1 - / h) + (/ h - / g))) by assumption.
  rewrite sum_plus, (sum_pick s (fun _ => 1 - / h) _ there), sum_constant.
  rewrite (sum_ext b _ (fun u => at_index (i / s) u * 1)) by (intros; ring).
  rewrite (sum_pick b (fun _ => 1) _ here), mult_INR. unfold Rdiv. ring.
Qed.

Theorem guess_in_blocks : forall b s h g d, (0 < b)%nat -> (0 < s)%nat -> 1 <= g -> 1 <= h <= g ^ 2 ->
  0 <= d <= 1 ->
  best_guess (b * s) (block_levels s h g) d (fun _ => 1)
    (d * INR (b * s) + (1 - d) * (INR (b * s) / (1 + (INR s - 1) / h + (INR b - 1) * INR s / g))).
Proof.
  intros b s h g d blocks some big inner range.
  assert (1 <= INR s) as many by (apply (le_INR 1); lia).
  assert (1 <= INR b) as several by (apply (le_INR 1); lia).
  assert (0 < / h) as ph by (apply Rinv_0_lt_compat; lra).
  assert (0 < / g) as pg by (apply Rinv_0_lt_compat; lra).
  assert (/ h <= 1) as lh by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (/ g <= 1) as lg by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (0 <= (INR s - 1) / h) by (apply Rmult_le_pos; lra).
  assert (0 <= (INR b - 1) * INR s / g) by (repeat apply Rmult_le_pos; lra).
  assert (forall a c, likeness (block_levels s h g) a c = 
    if Nat.eq_dec a c then 1 else if Nat.eq_dec (a / s) (c / s) then / h else / g) as entry.
  { intros a c. unfold likeness, block_levels. destruct (Nat.eq_dec a c); [reflexivity|].
    now destruct (Nat.eq_dec (a / s) (c / s)). }
  assert (g * / g = 1) as gg by (field; lra). assert (h * / h = 1) as hh by (field; lra).
  assert (/ g <= h * / g) by (rewrite <- (Rmult_1_l (/ g)) at 1; apply Rmult_le_compat_r; lra).
  assert (/ h <= h * / h) by (rewrite hh; lra).
  assert (/ g <= g * / h) as detour.
  { apply Rmult_le_reg_l with (g * h); [apply Rmult_lt_0_compat; lra|].
    replace (g * h * / g) with (h * (g * / g)) by ring.
    replace (g * h * (g * / h)) with (g ^ 2 * (h * / h)) by ring. rewrite gg, hh. lra. }
  apply guess_with_equal_rows; auto; try lra.
  - intros a c v level. unfold block_levels in level. injection level as <-.
    destruct (Nat.eq_dec (a / s) (c / s)); lra.
  - intros i a c v _ _ _ differ level. unfold block_levels in level. injection level as <-.
    rewrite !entry.
    destruct (Nat.eq_dec i a) as [<-|], (Nat.eq_dec i c) as [<-|]; try contradiction;
      repeat match goal with |- context[Nat.eq_dec (?x / s) (?y / s)] =>
        destruct (Nat.eq_dec (x / s) (y / s)) end; try congruence; try lra.
  - intros i small. now apply block_row.
  - intros j small. rewrite <- (block_row b s h g j some small). apply sum_ext. intros i _.
    rewrite !entry.
    destruct (Nat.eq_dec i j), (Nat.eq_dec j i), (Nat.eq_dec (i / s) (j / s)),
      (Nat.eq_dec (j / s) (i / s)); congruence.
Qed.

(** ** found/guess/star: a centre with n leaves, where the level is at least n - 1 *)

Theorem guess_on_star : forall n g, (0 < n)%nat -> 1 <= g -> INR n - 1 <= g ->
  best_guess (S n) (tree_levels (fun _ => O) (fun _ => g) n) 0 (fun _ => 1)
    (1 + INR n * (g - 1) / (g + 1)).
Proof.
  intros n g some big far.
  replace (1 + INR n * (g - 1) / (g + 1)) with
    (0 * INR (S n) + (1 - 0) * (1 + \sum_(e < n) ((g - 1) / (g + 1))))
    by (rewrite sum_constant; unfold Rdiv; ring).
  apply guess_on_tree; [lra|intros e _; split; [lia|lra]|].
  intros v small. unfold vertex_weight, edge_share.
  assert (0 < / (g + 1)) as part by (apply Rinv_0_lt_compat; lra).
  assert ((g + 1) * / (g + 1) = 1) as whole by (field; lra).
  unfold Rdiv. rewrite sum_scale_right, sum_plus.
  destruct v as [|v].
  - rewrite (sum_zero n (fun e => at_index (S e) 0)) by (intros; unfold at_index; now destruct Nat.eq_dec).
    rewrite (sum_ext n (fun _ => at_index 0 0) (fun _ => 1))
      by (intros; unfold at_index; now destruct Nat.eq_dec).
    rewrite sum_constant.
    assert ((INR n - 1) * / (g + 1) <= g * / (g + 1)) by (apply Rmult_le_compat_r; lra). lra.
  - rewrite (sum_zero n (fun _ => at_index 0 (S v))) by (intros; unfold at_index; now destruct Nat.eq_dec).
    rewrite (sum_ext n _ (fun e => at_index v e * 1)).
    + rewrite (sum_pick n (fun _ => 1) v) by lia.
      assert (1 * / (g + 1) <= (g + 1) * / (g + 1)) by (apply Rmult_le_compat_r; lra). lra.
    + intros e _. unfold at_index. destruct (Nat.eq_dec (S e) (S v)), (Nat.eq_dec v e); (lia || ring).
Qed.

(** ** found/protected/switch: told apart or together *)

Theorem told_apart_or_together : forall s n g d, (1 < s)%nat -> (0 < n)%nat -> 1 < g -> 0 <= d < 1 ->
  let apart := (INR s * g + INR n * (g - 1)) / (g + INR s - 1) in
  let together := 1 + INR n * (1 - / g) in
  (1 - d) * apart - (1 - d) * together =
    (1 - d) * ((INR s - 1) * (g - 1) * (g - INR n) / (g * (g + INR s - 1))) /\
  ((1 - d) * apart < (1 - d) * together <-> g < INR n).
Proof.
  intros s n g d several some big range apart together.
  assert (1 < INR s) as many by (apply (lt_INR 1); lia).
  assert (apart - together = (INR s - 1) * (g - 1) * (g - INR n) / (g * (g + INR s - 1))) as gap
    by (unfold apart, together; field; lra).
  split; [rewrite <- gap; ring|].
  assert (0 < g * (g + INR s - 1)) as below by (apply Rmult_lt_0_compat; lra).
  assert (0 < (INR s - 1) * (g - 1) / (g * (g + INR s - 1))) as rate.
  { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|now apply Rinv_0_lt_compat]. }
  assert (apart - together = (INR s - 1) * (g - 1) / (g * (g + INR s - 1)) * (g - INR n)) as signed
    by (rewrite gap; unfold Rdiv; ring).
  split; intros less.
  - apply Rmult_lt_reg_l in less; [|lra]. apply Rnot_le_lt. intros above.
    assert (0 <= (INR s - 1) * (g - 1) / (g * (g + INR s - 1)) * (g - INR n)) by (apply Rmult_le_pos; lra).
    lra.
  - apply Rmult_lt_compat_l; [lra|].
    assert (0 < (INR s - 1) * (g - 1) / (g * (g + INR s - 1)) * (INR n - g)) by (apply Rmult_lt_0_compat; lra).
    lra.
Qed.

(** ** found/pair/proportion: the information of a report about a prevalence *)

Definition pair_information (p a b : R) : R := (b - a) ^ 2 / ((1 - p) * a + p * b).

Lemma information_sublinear : forall p, 0 < p < 1 -> sublinear_pair (pair_information p).
Proof.
  intros p inner. unfold pair_information. split.
  - intros c a b nonneg posa posb.
    destruct (Req_dec c 0) as [->|some]; [unfold Rdiv; ring|].
    replace ((1 - p) * (c * a) + p * (c * b)) with (c * ((1 - p) * a + p * b)) by ring.
    destruct (Req_dec ((1 - p) * a + p * b) 0) as [none|other].
    + assert (0 <= (1 - p) * a) by (apply Rmult_le_pos; lra).
      assert (0 <= p * b) by (apply Rmult_le_pos; lra).
      assert (a = 0) as -> by (apply Rmult_eq_reg_l with (1 - p); lra).
      assert (b = 0) as -> by (apply Rmult_eq_reg_l with p; lra). unfold Rdiv. ring.
    + field. split; assumption.
  - intros a b v w posa posb posv posw.
    set (A := (1 - p) * a + p * b). set (B := (1 - p) * v + p * w).
    replace ((1 - p) * (a + v) + p * (b + w)) with (A + B) by (unfold A, B; ring).
    replace (b + w - (a + v)) with ((b - a) + (w - v)) by ring.
    assert (0 <= (1 - p) * a) by (apply Rmult_le_pos; lra).
    assert (0 <= p * b) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 - p) * v) by (apply Rmult_le_pos; lra).
    assert (0 <= p * w) by (apply Rmult_le_pos; lra).
    destruct (Req_dec A 0) as [noA|someA].
    { assert (a = 0) as -> by (apply Rmult_eq_reg_l with (1 - p); unfold A in noA; lra).
      assert (b = 0) as -> by (apply Rmult_eq_reg_l with p; unfold A in noA; lra).
      rewrite noA. replace (0 - 0 + (w - v)) with (w - v) by ring. rewrite Rplus_0_l.
      unfold Rdiv. rewrite Rinv_0. lra. }
    destruct (Req_dec B 0) as [noB|someB].
    { assert (v = 0) as -> by (apply Rmult_eq_reg_l with (1 - p); unfold B in noB; lra).
      assert (w = 0) as -> by (apply Rmult_eq_reg_l with p; unfold B in noB; lra).
      rewrite noB. replace (b - a + (0 - 0)) with (b - a) by ring. rewrite Rplus_0_r.
      unfold Rdiv. rewrite Rinv_0. lra. }
    assert (0 < A) by (unfold A in *; lra). assert (0 < B) by (unfold B in *; lra).
    set (x := b - a). set (y := w - v).
    assert (x ^ 2 / A + y ^ 2 / B - (x + y) ^ 2 / (A + B) = (x * B - y * A) ^ 2 / (A * B * (A + B)))
      as gap by (field; lra).
    assert (0 <= (x * B - y * A) ^ 2 / (A * B * (A + B))); [|lra].
    apply Rmult_le_pos; [apply pow2_ge_0|]. apply Rlt_le, Rinv_0_lt_compat.
    repeat apply Rmult_lt_0_compat; lra.
Qed.

Definition most_information (p g d : R) : R :=
  d / (p * (1 - p)) + (1 - d) / (p * (1 - p) + g / (g - 1) ^ 2).

Theorem most_information_about_a_prevalence : forall p g d, 0 < p < 1 -> 1 < g -> 0 <= d < 1 ->
  let G := pair_levels (Some g) (Some g) in
  (forall m P, private m 2 G (pair_deltas d d) P ->
    \sum_(i < m) pair_information p (P i 0%nat) (P i 1%nat) <= most_information p g d) /\
  exists P, private 4 2 G (pair_deltas d d) P /\
    \sum_(i < 4) pair_information p (P i 0%nat) (P i 1%nat) = most_information p g d.
Proof.
  intros p g d inner big range G. set (T := pair_table g g d d).
  assert (1 < g * g) by (rewrite <- (Rmult_1_l 1); apply Rmult_gt_0_lt_compat; lra).
  assert (1 - d <= g * (1 - d)) as wide
    by (rewrite <- (Rmult_1_l (1 - d)) at 1; apply Rmult_le_compat_r; lra).
  destruct (best_of_two_truths g g d d) as [is_private best]; try lra.
  fold G T in is_private, best. cbv zeta in is_private, best.
  assert (\sum_(i < 4) pair_information p (T i 0%nat) (T i 1%nat) = most_information p g d) as value.
  { assert (0 < (1 - p) * g) by (apply Rmult_lt_0_compat; lra).
    assert (0 < p * g) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (g - 1) * (g - 1)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < p * (1 - p)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < p * (1 - p) * ((g - 1) * (g - 1))) by (apply Rmult_lt_0_compat; lra).
    assert (pair_information p (T 0%nat 0%nat) (T 0%nat 1%nat) = d / (1 - p)) as first.
    { unfold pair_information, T, pair_table, pair_weights. cbn.
      destruct (Req_dec d 0) as [->|]; [unfold Rdiv; ring|field; lra]. }
    assert (pair_information p (T 3%nat 0%nat) (T 3%nat 1%nat) = d / p) as last.
    { unfold pair_information, T, pair_table, pair_weights. cbn.
      destruct (Req_dec d 0) as [->|]; [unfold Rdiv; ring|field; lra]. }
    cbn [sum]. rewrite first, last.
    unfold pair_information, most_information, T, pair_table, pair_weights. cbn.
    field. repeat split; lra || nra. }
  split; [|now exists T].
  intros m P own. destruct (best m P (pair_information p) own (information_sublinear p inner)) as [_ most].
  rewrite <- value. exact most.
Qed.

(** ** found/guess/map: strings of n bits *)

Lemma distance_symmetric : forall n i j, distance n i j = distance n j i.
Proof.
  induction n as [|n IH]; intros i j; [reflexivity|]. cbn [distance]. rewrite IH.
  now destruct (Nat.testbit i n), (Nat.testbit j n).
Qed.

Lemma distance_triangle : forall n i j l, (distance n i l <= distance n i j + distance n j l)%nat.
Proof.
  induction n as [|n IH]; intros i j l; [reflexivity|]. cbn [distance]. specialize (IH i j l).
  destruct (Nat.testbit i n), (Nat.testbit j n), (Nat.testbit l n); cbn; lia.
Qed.

Lemma distance_to_itself : forall n i, distance n i i = O.
Proof.
  induction n as [|n IH]; intros i; [reflexivity|]. cbn [distance]. rewrite IH.
  now destruct (Nat.testbit i n).
Qed.

Definition bit_levels (n : nat) (g : R) : levels := fun a b => Some (g ^ distance n a b).

Theorem guess_on_bits : forall n g, 1 <= g ->
  best_guess (2 ^ n) (bit_levels n g) 0 (fun _ => 1) ((2 * g / (1 + g)) ^ n).
Proof.
  intros n g big. assert (0 < / g) by (apply Rinv_0_lt_compat; lra).
  assert (forall m, 0 < g ^ m) as powers by (intros; apply pow_lt; lra).
  assert (likes : forall i j, likeness (bit_levels n g) i j = (/ g) ^ distance n i j).
  { intros i j. unfold likeness, bit_levels. destruct (Nat.eq_dec i j) as [<-|].
    - now rewrite distance_to_itself.
    - now rewrite pow_inv. }
  assert (rows : forall i, (i < 2 ^ n)%nat ->
    \sum_(j < 2 ^ n) likeness (bit_levels n g) j i = (1 + / g) ^ n).
  { intros i small. rewrite <- (bits_columns 1 (/ g) n i small). apply sum_ext. intros j inner.
    rewrite likes, bits_entry, pow1 by assumption. ring. }
  replace ((2 * g / (1 + g)) ^ n) with
    (0 * INR (2 ^ n) + (1 - 0) * (INR (2 ^ n) / (1 + / g) ^ n)).
  - apply guess_with_equal_rows; try lra.
    + apply pow_lt. lra.
    + intros a b v level. injection level as <-. now apply pow_R1_Rle.
    + intros i a b v _ _ _ _ level. injection level as <-. rewrite !likes, !pow_inv.
      pose proof (powers (distance n i a)). pose proof (powers (distance n i b)).
      apply Rmult_le_reg_r with (g ^ distance n i a * g ^ distance n i b);
        [now apply Rmult_lt_0_compat|].
      replace (/ g ^ distance n i a * (g ^ distance n i a * g ^ distance n i b)) with
        (g ^ distance n i b) by (field; lra).
      replace (g ^ distance n a b * / g ^ distance n i b *
        (g ^ distance n i a * g ^ distance n i b)) with (g ^ distance n i a * g ^ distance n a b)
        by (field; lra).
      rewrite <- pow_add. apply Rle_pow; [assumption|apply distance_triangle].
    + intros i small. rewrite <- (rows i small). apply sum_ext. intros j _.
      now rewrite !likes, distance_symmetric.
    + assumption.
  - rewrite pow_INR. replace (INR 2) with 2 by reflexivity.
    replace (2 * g / (1 + g)) with (2 * / (1 + / g)) by (field; lra).
    rewrite Rpow_mult_distr, pow_inv. field. apply pow_nonzero. lra.
Qed.
