(** Which tables are the best ones for all shares at equal shares: exactly those of balanced blocks
    of the best sizes, of one size or, at a breakpoint, of two. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Questions EqualShares EqualDirections
  TightRows.
Open Scope R_scope.

Section Balanced.

Variables (k : nat) (g : R) (d : nat).
Context (many : (1 < k)%nat) (big : 1 < g).
Context (best : is_best_size k g d).

Let K := INR k.
Let H := subset_worth k g (INR d).

Lemma worth_is_small : 0 < H /\ H < K * (K - 1).
Proof.
  destruct (worth_positive k g many big d best) as [pos _]. split; [exact pos|].
  destruct best as [inside _]. destruct (size_inside k many d inside) as [low high].
  unfold H, subset_worth. fold K in high |- *.
  set (s := INR d) in *. set (A := s * g + K - s).
  assert (0 < s * (g - 1)) by (apply Rmult_lt_0_compat; lra).
  assert (s * (g - 1) < A) as wide by (unfold A; lra).
  assert (0 < A ^ 2) by (apply pow_lt; lra).
  apply Rmult_lt_reg_r with (A ^ 2); [assumption|].
  replace (K * s * (K - s) * (g - 1) ^ 2 / A ^ 2 * A ^ 2) with (K * (s * (K - s) * (g - 1) ^ 2))
    by (field; lra).
  replace (K * (K - 1) * A ^ 2) with (K * ((K - 1) * A ^ 2)) by ring.
  apply Rmult_lt_compat_l; [lra|].
  apply Rle_lt_trans with ((K - 1) * (s * (g - 1)) ^ 2).
  - replace (s * (K - s) * (g - 1) ^ 2) with ((K - s) * (s * (g - 1) ^ 2)) by ring.
    replace ((K - 1) * (s * (g - 1)) ^ 2) with ((K - 1) * s * (s * (g - 1) ^ 2)) by ring.
    apply Rmult_le_compat_r.
    + apply Rmult_le_pos; [lra|apply pow2_ge_0].
    + assert (0 <= K * (s - 1)) by (apply Rmult_le_pos; lra). lra.
  - apply Rmult_lt_compat_l; [lra|].
    replace (A ^ 2) with (A * A) by ring.
    replace ((s * (g - 1)) ^ 2) with (s * (g - 1) * (s * (g - 1))) by ring.
    apply Rmult_gt_0_lt_compat; lra.
Qed.

Lemma sum_moved : forall r j t, (j < k)%nat ->
  sum k (moved r j t) = sum k r + t /\
  \sum_(c < k) moved r j t c ^ 2 = \sum_(c < k) r c ^ 2 + 2 * t * r j + t ^ 2.
Proof.
  intros r j t inside. unfold moved. split.
  - rewrite sum_plus, sum_scale.
    rewrite (sum_ext k (at_index j) (fun c => at_index j c * 1)) by (intros; ring).
    rewrite sum_pick by assumption. ring.
  - rewrite (sum_ext k _ (fun c => r c ^ 2 + at_index j c * (2 * t * r c + t ^ 2))).
    + rewrite sum_plus, (sum_pick k (fun c => 2 * t * r c + t ^ 2)) by assumption. ring.
    + intros c _. unfold at_index. destruct (Nat.eq_dec j c); ring.
Qed.

Lemma entries_are_tight : forall r j, within k g r -> (forall a, (a < k)%nat -> 0 < r a) ->
  spread k r = H * mean k r ^ 2 -> (j < k)%nat -> is_tight k g r j.
Proof.
  intros r j is_row above tight inside. destruct worth_is_small as [pos small].
  assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  destruct (moved_both_ways k g big r j is_row above inside) as [|(t & range & more & less)];
    [assumption|exfalso].
  pose proof (spread_of_a_report k g many big d best _ more) as plus.
  pose proof (spread_of_a_report k g many big d best _ less) as minus.
  fold H in plus, minus. rewrite (spread_expanded k many) in plus, minus, tight.
  destruct (sum_moved r j t inside) as [total squares].
  destruct (sum_moved r j (- t) inside) as [total' squares'].
  rewrite squares in plus. rewrite squares' in minus. unfold mean in plus, minus, tight.
  rewrite total in plus. rewrite total' in minus. fold K in plus, minus, tight.
  set (T := sum k r) in *. set (S2 := \sum_(c < k) r c ^ 2) in *.
  assert (2 * t ^ 2 - 2 * (K + H) * (t / K) ^ 2 <= 0) as flat.
  { replace (((T + t) / K) ^ 2) with ((T / K) ^ 2 + 2 * (T / K) * (t / K) + (t / K) ^ 2) in plus
      by (field; lra).
    replace (((T + - t) / K) ^ 2) with ((T / K) ^ 2 - 2 * (T / K) * (t / K) + (t / K) ^ 2) in minus
      by (field; lra).
    replace ((- t) ^ 2) with (t ^ 2) in minus by ring. lra. }
  assert (0 < t ^ 2) by (apply pow_lt; lra).
  replace (2 * t ^ 2 - 2 * (K + H) * (t / K) ^ 2) with
    (2 * (t ^ 2 * ((K * (K - 1) - H) * / K ^ 2))) in flat by (field; lra).
  assert (0 < t ^ 2 * ((K * (K - 1) - H) * / K ^ 2)); [|lra].
  apply Rmult_lt_0_compat; [assumption|]. apply Rmult_lt_0_compat; [lra|].
  apply Rinv_0_lt_compat, pow_lt. lra.
Qed.

Definition has_best_size (b : nat -> bool) : Prop :=
  exists s, is_best_size k g s /\ size k b = INR s.

Lemma size_is_best : forall r w b, 0 < w -> (forall j, (j < k)%nat -> r j = w * pattern g b j) ->
  spread k r = H * mean k r ^ 2 -> has_best_size b.
Proof.
  intros r w b pos entries tight. destruct worth_is_small as [some _].
  assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  destruct (pattern_sums k g b) as [total squares].
  destruct (count_of_set k b) as (c & small & equal). change (size k b = INR c) in equal.
  exists c. split; [|assumption]. rewrite equal in total, squares. fold K in total, squares.
  assert (mean k r = w * ((INR c * (g - 1) + K) / K)) as middle.
  { unfold mean. fold K. rewrite (sum_ext k r (fun j => w * pattern g b j) entries).
    rewrite sum_scale, total. field. lra. }
  rewrite (spread_expanded k many), middle in tight. fold K in tight.
  rewrite (sum_ext k _ (fun j => w ^ 2 * pattern g b j ^ 2)) in tight
    by (intros; rewrite entries by assumption; ring).
  rewrite sum_scale, squares in tight.
  assert (0 <= INR c) as above by apply pos_INR.
  assert (0 <= INR c * (g - 1)) by (apply Rmult_le_pos; lra).
  set (A := INR c * (g - 1) + K) in *. assert (0 < A) by (unfold A; lra).
  assert (INR c * (K - INR c) * (g - 1) ^ 2 * K = H * A ^ 2) as own.
  { apply Rmult_eq_reg_l with (w ^ 2 / K ^ 2).
    - transitivity (w ^ 2 * (INR c * (g ^ 2 - 1) + K) - K * (w * (A / K)) ^ 2).
      + unfold A. field. lra.
      + rewrite tight. field. lra.
    - apply Rgt_not_eq, Rmult_lt_0_compat; [now apply pow_lt|].
      apply Rinv_0_lt_compat, pow_lt. lra. }
  assert (0 < H * A ^ 2) as wide by (apply Rmult_lt_0_compat; [assumption|now apply pow_lt]).
  assert (0 < c < k)%nat as inside.
  { destruct (Nat.eq_dec c 0) as [->|].
    - exfalso. simpl (INR 0) in own. lra.
    - destruct (Nat.eq_dec c k) as [->|]; [|lia].
      exfalso. fold K in own. replace (K * (K - K) * (g - 1) ^ 2 * K) with 0 in own by ring. lra. }
  destruct (size_inside k many c inside) as [low high]. fold K in high.
  split; [assumption|]. intros s ranged.
  apply Rle_trans with (subset_value k g (INR d)); [|now apply best].
  apply Req_le. rewrite (proj2 (worth_positive k g many big d best)). fold H.
  unfold subset_value. fold K.
  replace (INR c * g + K - INR c) with A by (unfold A; ring).
  assert (0 < (g - 1) ^ 2) by (apply pow_lt; lra).
  assert (H = INR c * (K - INR c) * (g - 1) ^ 2 * K / A ^ 2) as ->.
  { rewrite own. field. lra. }
  field. repeat split; lra.
Qed.

(** ** Reports without an excess *)

Let l := (K - 1) / H.

Lemma report_without_excess : forall r f, within k g r -> 0 < mean k r ->
  mean k r * (\sum_(c < k) f c ^ 2) -
    (2 * l * (\sum_(c < k) (f c * (r c - mean k r))) - l ^ 2 * (H * mean k r)) = 0 ->
  spread k r = H * mean k r ^ 2 /\
  forall c, (c < k)%nat -> mean k r * f c = l * (r c - mean k r).
Proof.
  intros r f is_row above none. destruct worth_is_small as [pos _].
  assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  assert (0 < l) as step by (apply Rmult_lt_0_compat; [lra|now apply Rinv_0_lt_compat]).
  pose proof (spread_of_a_report k g many big d best r is_row) as wide. fold H in wide.
  set (a := mean k r) in *.
  assert (\sum_(c < k) (a * f c - l * (r c - a)) ^ 2 +
    l ^ 2 * (H * a ^ 2 - spread k r) = 0) as whole.
  { rewrite (sum_ext k _ (fun c => a ^ 2 * f c ^ 2 - 2 * a * l * (f c * (r c - a)) +
      l ^ 2 * (r c - a) ^ 2)) by (intros; ring).
    rewrite sum_plus, sum_minus, !sum_scale.
    change (\sum_(c < k) (r c - a) ^ 2) with (spread k r).
    apply Rmult_eq_compat_l with (r := a) in none. lra. }
  assert (0 <= \sum_(c < k) (a * f c - l * (r c - a)) ^ 2) as squares
    by (apply sum_nonneg; intros; apply pow2_ge_0).
  assert (0 < l ^ 2) by now apply pow_lt.
  assert (0 <= l ^ 2 * (H * a ^ 2 - spread k r)) by (apply Rmult_le_pos; lra).
  split.
  - assert (l ^ 2 * (H * a ^ 2 - spread k r) = 0) as zero by lra.
    apply Rmult_integral in zero. destruct zero; lra.
  - intros c small.
    assert ((a * f c - l * (r c - a)) ^ 2 = 0) as zero.
    { apply (sum_of_nonnegative_terms k (fun c => (a * f c - l * (r c - a)) ^ 2));
        [intros; apply pow2_ge_0|lra|assumption]. }
    rewrite <- Rsqr_pow2 in zero. apply Rsqr_0_uniq in zero. lra.
Qed.

(** What a report of such a block adds up to, in units of its weight. *)
Definition mass (b : nat -> bool) : R := size k b * (g - 1) + INR k.

Lemma mass_above : forall b, 0 < mass b.
Proof.
  intros b. assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  destruct (count_of_set k b) as (c & _ & equal). change (size k b = INR c) in equal.
  unfold mass. rewrite equal. fold K. pose proof (pos_INR c).
  assert (0 <= INR c * (g - 1)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma block_mean : forall r w b, (forall j, (j < k)%nat -> r j = w * pattern g b j) ->
  mean k r * K = w * mass b.
Proof.
  intros r w b entries. assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  unfold mean, mass. fold K. rewrite (sum_ext k r _ entries), sum_scale.
  rewrite (proj1 (pattern_sums k g b)). fold K. field. lra.
Qed.

Lemma block_of_report : forall r, within k g r ->
  (0 < mean k r -> spread k r = H * mean k r ^ 2) ->
  exists w b, 0 <= w /\ has_best_size b /\ forall j, (j < k)%nat -> r j = w * pattern g b j.
Proof.
  intros r is_row tight. pose proof is_row as [nonneg ratio].
  assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  assert (0 <= sum k r) as above by now apply sum_nonneg.
  destruct (Req_dec (sum k r) 0) as [none|some].
  - exists 0, (fun j => (j <? d)%nat). repeat split.
    + lra.
    + exists d. split; [exact best|]. rewrite size_of_first. f_equal. destruct best. lia.
    + intros j small. rewrite (sum_of_nonnegative_terms k r nonneg none j small). ring.
  - assert (0 < mean k r) as middle.
    { unfold mean. fold K. apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]. }
    assert (forall a, (a < k)%nat -> 0 < r a) as positive.
    { intros a small. destruct (nonneg a small) as [|zero]; [assumption|exfalso].
      apply some, sum_zero. intros j less. specialize (ratio j a less small).
      rewrite <- zero in ratio. specialize (nonneg j less). lra. }
    specialize (tight middle).
    destruct (values_are_two k g big r ltac:(lia) is_row positive
      (fun j small => entries_are_tight r j is_row positive tight small)) as (w & pos & entries).
    exists w, (high_entry g w r). repeat split; try assumption; [lra|].
    exact (size_is_best r w _ pos entries tight).
Qed.

(** ** Balanced blocks: every truth in the same weight over mass, and every pair of truths *)

Definition is_in (b : nat -> bool) (j : nat) : R := if b j then 1 else 0.

Definition balanced_best_blocks (m : nat) (P : matrix) (w : nat -> R) (b : nat -> nat -> bool) :
  Prop :=
  (forall i, (i < m)%nat -> 0 <= w i) /\
  (forall i j, (i < m)%nat -> (j < k)%nat -> P i j = w i * pattern g (b i) j) /\
  (forall i, (i < m)%nat -> has_best_size (b i)) /\
  (exists truth, forall j, (j < k)%nat -> \sum_(i < m) (w i / mass (b i) * is_in (b i) j) = truth) /\
  (exists pair, forall j c, (j < k)%nat -> (c < k)%nat -> j <> c ->
     \sum_(i < m) (w i / mass (b i) * (is_in (b i) j * is_in (b i) c)) = pair).

Lemma told_pattern : forall b j, pattern g b j = 1 + (g - 1) * is_in b j.
Proof. intros. unfold pattern, is_in. destruct (b j); ring. Qed.

(** Second moments of patterns: alike for all pairs of truths exactly where the blocks are. *)
Let second (m : nat) (u : nat -> R) (b : nat -> nat -> bool) (c j : nat) : R :=
  \sum_(i < m) (u i * (pattern g (b i) c * pattern g (b i) j)).

Lemma second_told : forall m u b c j, second m u b c j =
  sum m u + (g - 1) * (\sum_(i < m) (u i * is_in (b i) c) + \sum_(i < m) (u i * is_in (b i) j)) +
    (g - 1) ^ 2 * \sum_(i < m) (u i * (is_in (b i) c * is_in (b i) j)).
Proof.
  intros. unfold second. rewrite <- sum_plus, <- !sum_scale, <- !sum_plus. apply sum_ext.
  intros i _. rewrite !told_pattern. ring.
Qed.

Lemma in_twice : forall (b : nat -> bool) j, is_in b j * is_in b j = is_in b j.
Proof. intros b j. unfold is_in. destruct (b j); ring. Qed.

(** All of a truth's second moments add up to one: masses turn weights into columns. *)
Lemma seconds_of_truth : forall m P w b c, stochastic m k P ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> P i j = w i * pattern g (b i) j) -> (c < k)%nat ->
  \sum_(j < k) second m (fun i => w i / mass (b i)) b c j = 1.
Proof.
  intros m P w b c columns entries inside. unfold second. rewrite sum_of_sums.
  rewrite (sum_ext m _ (fun i => P i c)).
  - change (sum m (fun i => P i c) = 1). exact (proj2 (columns c inside)).
  - intros i small. pose proof (mass_above (b i)).
    rewrite (sum_ext k _ (fun j => w i / mass (b i) * pattern g (b i) c * pattern g (b i) j))
      by (intros; ring).
    rewrite sum_scale. change (\sum_(j < k) pattern g (b i) j) with (sum k (pattern g (b i))).
    rewrite (proj1 (pattern_sums k g (b i))), entries by assumption.
    fold (mass (b i)). field. lra.
Qed.

(** ** The best tables *)

Definition has_least_sum (m : nat) (P : matrix) : Prop :=
  exists e, unbiased_shares k m P e /\ sum_of_variances k m P e = subset_value k g (INR d).

Lemma moments_of_best : forall m P e, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  unbiased_shares k m P e -> sum_of_variances k m P e = subset_value k g (INR d) ->
  exists w b, (forall i, (i < m)%nat -> 0 <= w i) /\
    (forall i j, (i < m)%nat -> (j < k)%nat -> P i j = w i * pattern g (b i) j) /\
    (forall i, (i < m)%nat -> has_best_size (b i)) /\
    forall c j, (c < k)%nat -> (j < k)%nat -> c <> j ->
      second m (fun i => w i / mass (b i)) b c j = / K - / (K ^ 2 * l).
Proof.
  intros m P e is_private unbiased least. destruct worth_is_small as [pos _].
  assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  assert (0 < l) as step by (apply Rmult_lt_0_compat; [lra|now apply Rinv_0_lt_compat]).
  assert (forall i, (i < m)%nat -> within k g (P i)) as rows.
  { intros i small. apply row_within; [lra|].
    now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P is_private). }
  pose proof (excess_of_reports k g many big d best m P e is_private unbiased) as excess.
  fold K H in excess. fold l in excess.
  rewrite least, (Rminus_diag_eq _ _ eq_refl) in excess.
  assert (forall i, (i < m)%nat -> 0 < mean k (P i) ->
    spread k (P i) = H * mean k (P i) ^ 2 /\
    forall c, (c < k)%nat -> mean k (P i) * (e i c - / K) = l * (P i c - mean k (P i))) as tight.
  { intros i small middle. apply report_without_excess; [now apply rows|assumption|].
    apply (sum_of_nonnegative_terms m (fun i => mean k (P i) * (\sum_(c < k) (e i c - / K) ^ 2) -
      (2 * l * (\sum_(c < k) ((e i c - / K) * (P i c - mean k (P i)))) -
        l ^ 2 * (H * mean k (P i))))); [|assumption|assumption].
    intros o inside. apply Rge_le, Rge_minus, Rle_ge.
    exact (one_report k g many big d best (P o) (fun c => e o c - / K) (rows o inside)). }
  destruct (choose_for_each (R * (nat -> bool)) (0, fun _ => false) m (fun i block =>
    0 <= fst block /\ has_best_size (snd block) /\
    forall j, (j < k)%nat -> P i j = fst block * pattern g (snd block) j)) as [block blocks].
  { intros i small. destruct (block_of_report (P i) (rows i small)) as (w & b & found).
    - intros middle. now apply tight.
    - now exists (w, b). }
  exists (fun i => fst (block i)), (fun i => snd (block i)).
  split; [intros; now apply blocks|]. split; [intros; now apply blocks|].
  split; [intros; now apply blocks|]. intros c j inside small differ. unfold second.
  pose proof is_private as [columns _].
  apply Rmult_eq_reg_l with (K * l); [|apply Rgt_not_eq, Rmult_lt_0_compat; lra].
  transitivity (\sum_(i < m) ((e i c - / K) * P i j) + l * \sum_(i < m) P i j).
  - rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros i row.
    destruct (blocks i row) as (above & _ & entries).
    set (w := fst (block i)) in *. set (b := snd (block i)) in *.
    pose proof (mass_above b) as wide. pose proof (block_mean (P i) w b entries) as middle.
    rewrite (entries j small).
    destruct above as [above|zero]; [|rewrite <- zero; unfold Rdiv; ring].
    assert (0 < mean k (P i)) as positive.
    { apply Rmult_lt_reg_r with K; [lra|]. rewrite middle, Rmult_0_l.
      now apply Rmult_lt_0_compat. }
    destruct (tight i row positive) as [_ linear]. specialize (linear c inside).
    assert (mean k (P i) = w * mass b / K) as own by (rewrite <- middle; field; lra).
    rewrite own, (entries c inside) in linear.
    assert (e i c - / K = l * (K * pattern g b c / mass b - 1)) as ->.
    { apply Rmult_eq_reg_l with (w * mass b / K).
      - rewrite linear. field. lra.
      - apply Rgt_not_eq, Rmult_lt_0_compat; [now apply Rmult_lt_0_compat|].
        apply Rinv_0_lt_compat. lra. }
    field. lra.
  - change (\sum_(i < m) P i j) with (sum m (fun i => P i j)).
    rewrite (proj2 (columns j small)).
    rewrite (sum_ext m _ (fun i => e i c * P i j - / K * P i j)) by (intros; ring).
    rewrite sum_minus, sum_scale, (unbiased c j inside small).
    change (\sum_(i < m) P i j) with (sum m (fun i => P i j)).
    rewrite (proj2 (columns j small)). unfold at_index.
    destruct (Nat.eq_dec c j); [contradiction|]. field. lra.
Qed.

Lemma best_are_balanced : forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  has_least_sum m P -> exists w b, balanced_best_blocks m P w b.
Proof.
  intros m P is_private (e & unbiased & least).
  assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  destruct (moments_of_best m P e is_private unbiased least) as (w & b & weights & entries & sizes & alike).
  pose proof is_private as [columns _].
  set (u := fun i => w i / mass (b i)) in *. set (a := / K - / (K ^ 2 * l)) in *.
  assert (forall c, (c < k)%nat -> \sum_(i < m) (u i * is_in (b i) c) =
    (1 - (K - 1) * a - sum m u) / (g ^ 2 - 1)) as once.
  { intros c inside. assert (1 < g ^ 2) by (apply Rlt_pow_R1; [assumption|lia]).
    pose proof (seconds_of_truth m P w b c columns entries inside) as total. fold u in total.
    rewrite (sum_ext k _ (fun j => at_index c j * (second m u b c c - a) + a)) in total.
    - rewrite sum_plus, (sum_pick k (fun _ => second m u b c c - a)), sum_constant in total
        by assumption. fold K in total. rewrite second_told in total.
      rewrite (sum_ext m (fun i => u i * (is_in (b i) c * is_in (b i) c))
        (fun i => u i * is_in (b i) c)) in total by (intros; now rewrite in_twice).
      apply Rmult_eq_reg_l with (g ^ 2 - 1); [|lra].
      replace ((g ^ 2 - 1) * ((1 - (K - 1) * a - sum m u) / (g ^ 2 - 1))) with
        (1 - (K - 1) * a - sum m u) by (field; lra). lra.
    - intros j small. unfold at_index. destruct (Nat.eq_dec c j) as [<-|differ]; [ring|].
      rewrite (alike c j inside small differ). ring. }
  exists w, b. repeat split; try assumption.
  - exists ((1 - (K - 1) * a - sum m u) / (g ^ 2 - 1)). exact once.
  - exists ((a - sum m u - 2 * (g - 1) * ((1 - (K - 1) * a - sum m u) / (g ^ 2 - 1))) / (g - 1) ^ 2).
    intros j c small inside differ. pose proof (alike j c small inside differ) as pair.
    rewrite second_told, (once j small), (once c inside) in pair.
    apply Rmult_eq_reg_l with ((g - 1) ^ 2); [|apply pow_nonzero; lra].
    set (t := (1 - (K - 1) * a - sum m u) / (g ^ 2 - 1)) in *.
    replace ((g - 1) ^ 2 * ((a - sum m u - 2 * (g - 1) * t) / (g - 1) ^ 2)) with
      (a - sum m u - 2 * (g - 1) * t) by (field; lra). unfold u in pair |- *. lra.
Qed.

Section Reached.

Variables (m : nat) (P : matrix) (w : nat -> R) (b : nat -> nat -> bool).
Context (columns : stochastic m k P) (blocks : balanced_best_blocks m P w b).

Let u (i : nat) : R := w i / mass (b i).

(** What to report of truth c after report i. *)
Definition best_estimate (i c : nat) : R := / K + l * (K * pattern g (b i) c / mass (b i) - 1).

Lemma basics : 1 < K /\ 0 < H /\ 0 < l /\ l * H = K - 1.
Proof.
  destruct worth_is_small as [pos _].
  assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  assert (l * H = K - 1) as whole by (unfold l; field; lra).
  repeat split; try assumption.
  apply Rmult_lt_0_compat; [lra|now apply Rinv_0_lt_compat].
Qed.

Lemma squares_of_best : forall i, (i < m)%nat ->
  K ^ 2 * (\sum_(c < k) pattern g (b i) c ^ 2) = (H + K) * mass (b i) ^ 2.
Proof.
  intros i small. destruct basics as (truths & pos & _).
  destruct blocks as (_ & _ & sizes & _). destruct (sizes i small) as (s & is_best & sized).
  destruct (worth_positive k g many big s is_best) as [some value].
  destruct (worth_positive k g many big d best) as [_ own].
  assert (subset_worth k g (INR s) = H) as same.
  { apply Rle_antisym.
    - destruct is_best as [inside _]. exact (best_worth k g many big d best s inside).
    - destruct best as [inside _]. exact (best_worth k g many big s is_best d inside). }
  rewrite (proj2 (pattern_sums k g (b i))), <- same.
  pose proof (mass_above (b i)) as wide. unfold mass in *. rewrite sized in *. fold K in wide |- *.
  unfold subset_worth. fold K.
  replace (INR s * g + K - INR s) with (INR s * (g - 1) + K) by ring. field. lra.
Qed.

Lemma masses_of_table : \sum_(i < m) (w i * mass (b i)) = K.
Proof.
  destruct blocks as (_ & entries & _).
  transitivity (\sum_(i < m) \sum_(j < k) P i j).
  - apply sum_ext. intros i small. unfold mass. fold K.
    rewrite (sum_ext k _ (fun j => w i * pattern g (b i) j)) by (intros; now apply entries).
    rewrite sum_scale. change (\sum_(j < k) pattern g (b i) j) with (sum k (pattern g (b i))).
    now rewrite (proj1 (pattern_sums k g (b i))).
  - rewrite sum_of_sums, (sum_ext k _ (fun _ => 1)) by (intros j small; exact (proj2 (columns j small))).
    rewrite sum_constant. fold K. ring.
Qed.

Lemma moments_of_balanced : forall c j, (c < k)%nat -> (j < k)%nat ->
  second m u b c j = / K - / (K ^ 2 * l) + at_index c j / (K * l).
Proof.
  destruct basics as (truths & pos & step & whole).
  destruct blocks as (_ & entries & _ & (truth & once) & (pair & twice)).
  set (a := sum m u + (g - 1) * (truth + truth) + (g - 1) ^ 2 * pair).
  assert (forall c j, (c < k)%nat -> (j < k)%nat -> c <> j -> second m u b c j = a) as apart.
  { intros c j inside small differ. rewrite second_told.
    unfold u at 2 3 4. now rewrite !once, twice by assumption. }
  assert (forall c, (c < k)%nat -> second m u b c c = 1 - (K - 1) * a) as diagonal.
  { intros c inside. pose proof (seconds_of_truth m P w b c columns entries inside) as total.
    fold u in total.
    rewrite (sum_ext k _ (fun j => at_index c j * (second m u b c c - a) + a)) in total.
    - rewrite sum_plus, (sum_pick k (fun _ => second m u b c c - a)), sum_constant in total
        by assumption. fold K in total. lra.
    - intros j small. unfold at_index. destruct (Nat.eq_dec c j) as [<-|differ]; [ring|].
      rewrite (apart c j inside small differ). ring. }
  assert (K * (1 - (K - 1) * a) = (H + K) / K) as trace.
  { transitivity (\sum_(c < k) second m u b c c).
    - rewrite (sum_ext k _ (fun _ => 1 - (K - 1) * a)) by (intros; now apply diagonal).
      rewrite sum_constant. fold K. reflexivity.
    - unfold second. rewrite sum_of_sums.
      rewrite (sum_ext m _ (fun i => (H + K) / K ^ 2 * (w i * mass (b i)))).
      + rewrite sum_scale, masses_of_table. field. lra.
      + intros i small. rewrite sum_scale.
        rewrite (sum_ext k _ (fun c => pattern g (b i) c ^ 2)) by (intros; ring).
        apply Rmult_eq_reg_l with (K ^ 2); [|apply pow_nonzero; lra].
        replace (K ^ 2 * (u i * (\sum_(c < k) pattern g (b i) c ^ 2))) with
          (u i * (K ^ 2 * (\sum_(c < k) pattern g (b i) c ^ 2))) by ring.
        rewrite (squares_of_best i small). pose proof (mass_above (b i)). unfold u.
        field. lra. }
  assert (1 - (K - 1) * a = (H + K) / K ^ 2) as own
    by (apply Rmult_eq_reg_l with K; [rewrite trace; field|]; lra).
  assert (H = (K - 1) / l) as worth by (rewrite <- whole; field; lra).
  assert (a = / K - / (K ^ 2 * l)) as told.
  { apply Rmult_eq_reg_l with (K - 1); [|lra].
    replace ((K - 1) * a) with (1 - (H + K) / K ^ 2) by lra. rewrite worth. field. lra. }
  intros c j inside small. unfold at_index. destruct (Nat.eq_dec c j) as [<-|differ].
  - rewrite (diagonal c inside), own, worth. field. lra.
  - rewrite (apart c j inside small differ), told. unfold Rdiv. ring.
Qed.

Lemma best_estimate_is_fair : unbiased_shares k m P best_estimate.
Proof.
  destruct basics as (truths & pos & step & whole). destruct blocks as (_ & entries & _).
  intros c j inside small.
  transitivity ((/ K - l) * sum m (fun i => P i j) + l * K * second m u b c j).
  - unfold second. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros i row.
    rewrite entries by assumption. pose proof (mass_above (b i)). unfold best_estimate, u.
    field. lra.
  - rewrite (proj2 (columns j small)), (moments_of_balanced c j inside small). field. lra.
Qed.

Lemma best_estimate_length : forall i, (i < m)%nat ->
  \sum_(c < k) best_estimate i c ^ 2 = / K + l ^ 2 * H.
Proof.
  intros i small. destruct basics as (truths & pos & step & whole).
  pose proof (mass_above (b i)) as wide. pose proof (squares_of_best i small) as squares.
  set (x := mass (b i)) in *.
  rewrite (sum_ext k _ (fun c => (/ K - l) ^ 2 + 2 * (/ K - l) * (l * K / x) * pattern g (b i) c +
    (l / x) ^ 2 * (K ^ 2 * pattern g (b i) c ^ 2)))
    by (intros; unfold best_estimate; fold x; field; lra).
  rewrite !sum_plus, sum_constant, !sum_scale. rewrite squares.
  change (\sum_(c < k) pattern g (b i) c) with (sum k (pattern g (b i))).
  rewrite (proj1 (pattern_sums k g (b i))). fold (mass (b i)) x K. field. lra.
Qed.

Lemma value_told : l ^ 2 * H = subset_value k g (INR d) /\ l = subset_value k g (INR d) / (K - 1).
Proof.
  destruct basics as (truths & pos & step & whole).
  rewrite (proj2 (worth_positive k g many big d best)). fold K H. unfold l. split; field; lra.
Qed.

Lemma variances_of_best : forall q, law k q ->
  variances_at k q m P best_estimate = subset_value k g (INR d) + / K - \sum_(j < k) q j ^ 2.
Proof.
  intros q [_ one]. unfold variances_at.
  rewrite (sum_ext m _ (fun i => dot k q (P i) * (/ K + l ^ 2 * H)))
    by (intros; now rewrite best_estimate_length).
  rewrite sum_scale_right, (proj1 value_told).
  assert (\sum_(i < m) dot k q (P i) = 1) as ->; [|ring].
  unfold dot. rewrite sum_of_sums, <- one. apply sum_ext. intros j small. rewrite sum_scale.
  change (\sum_(i < m) P i j) with (sum m (fun i => P i j)).
  rewrite (proj2 (columns j small)). ring.
Qed.

Lemma contrasts_of_best : forall x, sum k x = 0 ->
  \sum_(i < m) (mean k (P i) * (\sum_(c < k) (x c * best_estimate i c)) ^ 2) =
    subset_value k g (INR d) / (K - 1) * \sum_(c < k) x c ^ 2.
Proof.
  intros x flat. destruct basics as (truths & pos & step & whole). destruct blocks as (_ & entries & _).
  rewrite <- (proj2 value_told).
  transitivity (l ^ 2 * K * \sum_(c < k) \sum_(j < k) (x c * x j * second m u b c j)).
  - unfold second.
    rewrite (sum_ext k (fun c => \sum_(j < k) (x c * x j * \sum_(i < m) _))
      (fun c => \sum_(i < m) \sum_(j < k) (u i * (x c * pattern g (b i) c * (x j * pattern g (b i) j))))).
    + rewrite sum_of_sums, <- sum_scale. apply sum_ext. intros i small.
      pose proof (mass_above (b i)) as wide.
      assert (\sum_(c < k) \sum_(j < k)
        (u i * (x c * pattern g (b i) c * (x j * pattern g (b i) j))) =
        u i * (\sum_(c < k) (x c * pattern g (b i) c)) ^ 2) as ->.
      { rewrite (sum_ext k _ (fun c => u i *
          \sum_(j < k) (x c * pattern g (b i) c * (x j * pattern g (b i) j))))
          by (intros; apply sum_scale).
        rewrite sum_scale, <- product_of_sums. ring. }
      assert (\sum_(c < k) (x c * best_estimate i c) =
        l * K / mass (b i) * \sum_(c < k) (x c * pattern g (b i) c)) as ->.
      { rewrite (sum_ext k _ (fun c => (/ K - l) * x c +
          l * K / mass (b i) * (x c * pattern g (b i) c)))
          by (intros; unfold best_estimate; field; lra).
        rewrite sum_plus, !sum_scale. change (\sum_(c < k) x c) with (sum k x). rewrite flat. ring. }
      assert (mean k (P i) = w i * mass (b i) / K) as ->.
      { rewrite <- (block_mean (P i) (w i) (b i)) by (intros; now apply entries). field. lra. }
      unfold u. field. lra.
    + intros c _. rewrite sum_of_sums. apply sum_ext. intros j _. rewrite <- sum_scale.
      apply sum_ext. intros. ring.
  - rewrite (sum_ext k _ (fun c => (/ K - / (K ^ 2 * l)) * sum k x * x c + / (K * l) * x c ^ 2)).
    + rewrite sum_plus, !sum_scale, flat. field. lra.
    + intros c inside.
      rewrite (sum_ext k _ (fun j => (/ K - / (K ^ 2 * l)) * x c * x j +
        at_index c j * (/ (K * l) * (x c * x j)))).
      * rewrite sum_plus, sum_scale, (sum_pick k (fun j => / (K * l) * (x c * x j))) by assumption.
        change (\sum_(j < k) x j) with (sum k x). ring.
      * intros j small. rewrite (moments_of_balanced c j inside small). unfold Rdiv. ring.
Qed.

End Reached.

(** found/shares/subset: the least sum of variances. *)
Theorem best_tables : forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  (has_least_sum m P <-> exists w b, balanced_best_blocks m P w b).
Proof.
  intros m P is_private. split; [now apply best_are_balanced|]. intros (w & b & blocks).
  pose proof is_private as [columns _]. exists (best_estimate b). split.
  - exact (best_estimate_is_fair m P w b columns blocks).
  - rewrite <- (at_equal_shares k many).
    rewrite (variances_of_best m P w b columns blocks _ (equal_law_of_truths k many)).
    assert (1 < K) as truths by (apply (lt_INR 1); assumption).
    rewrite sum_constant. fold K. field. lra.
Qed.

(** found/shares/eigenvalue: the least largest variance of a contrast. *)
Theorem best_tables_by_eigenvalue : forall m P,
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  ((exists e, unbiased_shares k m P e /\ forall x, sum k x = 0 ->
     \sum_(i < m) (mean k (P i) * (\sum_(c < k) (x c * e i c)) ^ 2) <=
       subset_value k g (INR d) / (INR k - 1) * \sum_(c < k) x c ^ 2) <->
   exists w b, balanced_best_blocks m P w b).
Proof.
  intros m P is_private. pose proof is_private as [columns _].
  assert (1 < K) as truths by (apply (lt_INR 1); assumption). split.
  - intros (e & fair & bounded). apply best_are_balanced; [assumption|]. exists (centred k e).
    pose proof (centred_is_fair k many m P e columns fair) as still. split; [exact still|].
    apply Rle_antisym.
    + rewrite (centred_variances k many m P e columns).
      eapply Rle_trans; [exact (differences_within k many m P e _ bounded)|].
      apply Req_le. fold K. field. lra.
    + exact (equal_shares_bound k g many big d best m P _ is_private still).
  - intros (w & b & blocks). exists (best_estimate b). split.
    + exact (best_estimate_is_fair m P w b columns blocks).
    + intros x flat. apply Req_le. exact (contrasts_of_best m P w b columns blocks x flat).
Qed.

(** found/shares/worst: the least sum of variances at the worst shares. *)
Theorem best_tables_at_worst_shares : forall m P,
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  ((exists e, unbiased_shares k m P e /\ forall q, law k q ->
     variances_at k q m P e <= subset_value k g (INR d)) <->
   exists w b, balanced_best_blocks m P w b).
Proof.
  intros m P is_private. pose proof is_private as [columns _].
  assert (1 < K) as truths by (apply (lt_INR 1); assumption). split.
  - intros (e & fair & bounded). apply best_are_balanced; [assumption|]. exists e.
    split; [assumption|]. apply Rle_antisym.
    + rewrite <- (at_equal_shares k many). apply bounded, (equal_law_of_truths k many).
    + exact (equal_shares_bound k g many big d best m P e is_private fair).
  - intros (w & b & blocks). exists (best_estimate b). split.
    + exact (best_estimate_is_fair m P w b columns blocks).
    + intros q shares. rewrite (variances_of_best m P w b columns blocks q shares).
      destruct (simpson_index k q shares) as [[least _] _]. fold K in least.
      unfold Rdiv in least. lra.
Qed.

End Balanced.
