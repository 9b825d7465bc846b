(** Which tables are the best ones for all shares at equal shares: where one size of blocks is best
    alone, only those of balanced blocks. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Questions EqualShares.
Open Scope R_scope.

Lemma choose_for_each : forall (T : Type) (one : T) m (Q : nat -> T -> Prop),
  (forall i, (i < m)%nat -> exists t, Q i t) -> exists f, forall i, (i < m)%nat -> Q i (f i).
Proof.
  intros T one m Q. induction m as [|m IH]; intros each; [exists (fun _ => one); lia|].
  destruct IH as [f chosen]; [intros; apply each; lia|].
  destruct (each m ltac:(lia)) as [t found].
  exists (fun i => if Nat.eq_dec i m then t else f i). intros i small.
  destruct (Nat.eq_dec i m) as [->|]; [assumption|]. apply chosen. lia.
Qed.

Section Balanced.

Variables (k : nat) (g : R) (d : nat).
Context (many : (1 < k)%nat) (big : 1 < g).
Context (best : is_best_size k g d) (only : forall s, is_best_size k g s -> s = d).

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

(** An entry of a report that spreads most is as likely as the level allows beside another. *)
Definition moved (r : nat -> R) (j : nat) (t : R) : nat -> R := fun c => r c + t * at_index j c.

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

Lemma room : forall r j, 0 < r j -> (forall a, (a < k)%nat -> r j <= g * r a /\ r a <= g * r j) ->
  forall n, (n <= k)%nat ->
  (exists t, 0 < t <= r j /\ forall a, (a < n)%nat -> a <> j -> r j + t <= g * r a /\
    r a <= g * (r j - t)) \/
  (exists a, (a < k)%nat /\ (r j = g * r a \/ r a = g * r j)).
Proof.
  intros r j above ratio. induction n as [|n IH]; intros small.
  - left. exists (r j). split; [lra|]. intros. lia.
  - destruct (IH ltac:(lia)) as [(t & range & free)|found]; [|now right].
    destruct (Nat.eq_dec n j) as [->|other].
    + left. exists t. split; [assumption|]. intros a inside differ. apply free; [lia|assumption].
    + destruct (ratio n ltac:(lia)) as [up down].
      destruct (Req_dec (r j) (g * r n)) as [tight|loose];
        [right; exists n; split; [lia|now left]|].
      destruct (Req_dec (r n) (g * r j)) as [tight|loose'];
        [right; exists n; split; [lia|now right]|].
      left. set (u := Rmin t (Rmin (g * r n - r j) ((g * r j - r n) / g))).
      assert (u <= t) as first by apply Rmin_l.
      assert (u <= g * r n - r j) as second
        by (eapply Rle_trans; [apply Rmin_r|apply Rmin_l]).
      assert (u <= (g * r j - r n) / g) as third
        by (eapply Rle_trans; [apply Rmin_r|apply Rmin_r]).
      assert (0 < (g * r j - r n) / g)
        by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]).
      assert (0 < u) as pos by (repeat apply Rmin_glb_lt; lra).
      assert (g * u <= g * r j - r n) as third'.
      { apply Rmult_le_compat_l with (r := g) in third; [|lra].
        replace (g * ((g * r j - r n) / g)) with (g * r j - r n) in third by (field; lra).
        assumption. }
      exists u. split; [lra|]. intros a inside differ.
      destruct (Nat.eq_dec a n) as [->|]; [split; lra|].
      destruct (free a ltac:(lia) differ) as [up' down'].
      assert (g * u <= g * t) by (apply Rmult_le_compat_l; lra). split; lra.
Qed.

Lemma moved_within : forall r j t, within k g r -> (j < k)%nat -> 0 <= r j + t ->
  (forall a, (a < k)%nat -> a <> j -> r j + t <= g * r a /\ r a <= g * (r j + t)) ->
  within k g (moved r j t).
Proof.
  intros r j t [nonneg ratio] inside above free. unfold moved, at_index. split.
  - intros a small. destruct (Nat.eq_dec j a) as [<-|]; [lra|].
    specialize (nonneg a small). lra.
  - intros a b first second.
    assert (0 <= (g - 1) * (r j + t)) by (apply Rmult_le_pos; lra).
    destruct (Nat.eq_dec j a) as [<-|left], (Nat.eq_dec j b) as [<-|right].
    + lra.
    + destruct (free b second ltac:(lia)). lra.
    + destruct (free a first ltac:(lia)). lra.
    + specialize (ratio a b first second). lra.
Qed.

Lemma entries_are_tight : forall r j, within k g r -> (forall a, (a < k)%nat -> 0 < r a) ->
  spread k r = H * mean k r ^ 2 -> (j < k)%nat ->
  exists a, (a < k)%nat /\ (r j = g * r a \/ r a = g * r j).
Proof.
  intros r j is_row above tight inside. pose proof is_row as [_ ratio].
  destruct worth_is_small as [pos small].
  assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  destruct (room r j (above j inside)
    (fun a less => conj (ratio j a inside less) (ratio a j less inside)) k (le_n k))
    as [(t & range & free)|found]; [exfalso|assumption].
  assert (forall u, u = t \/ u = - t -> within k g (moved r j u)) as both.
  { intros u either. apply moved_within; try assumption; [lra|].
    intros a less differ. destruct (free a less differ) as [up down].
    assert (0 <= (g - 1) * t) by (apply Rmult_le_pos; lra).
    pose proof (ratio j a inside less). pose proof (ratio a j less inside).
    destruct either as [->| ->]; split; lra. }
  pose proof (spread_of_a_report k g many big d best _ (both t (or_introl eq_refl))) as plus.
  pose proof (spread_of_a_report k g many big d best _ (both (- t) (or_intror eq_refl))) as minus.
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

(** Such a report is a pattern of d high entries. *)
Definition high_entry (w : R) (r : nat -> R) (j : nat) : bool :=
  if Req_EM_T (r j) (g * w) then true else false.

Lemma values_are_two : forall r, within k g r -> (forall a, (a < k)%nat -> 0 < r a) ->
  spread k r = H * mean k r ^ 2 ->
  exists w, 0 < w /\ forall j, (j < k)%nat -> r j = w * pattern g (high_entry w r) j.
Proof.
  intros r is_row above tight. pose proof is_row as [_ ratio].
  assert (exists low high, (low < k)%nat /\ (high < k)%nat /\ r high = g * r low)
    as (low & high & inside & inside' & equal).
  { destruct (entries_are_tight r 0 is_row above tight ltac:(lia)) as (a & small & [up|down]).
    - exists a, 0%nat. repeat split; [assumption|lia|assumption].
    - exists 0%nat, a. repeat split; [lia|assumption|assumption]. }
  exists (r low). split; [now apply above|]. intros j small. unfold pattern, high_entry.
  destruct (Req_EM_T (r j) (g * r low)) as [|other]; [lra|].
  destruct (entries_are_tight r j is_row above tight small) as (a & less & [up|down]).
  - exfalso. apply other.
    pose proof (ratio high a inside' less). pose proof (ratio j low small inside).
    assert (g * r low <= g * r a) as first by lra.
    apply Rmult_le_reg_l in first; [|lra].
    assert (g * r a <= g * r low) as second by lra.
    apply Rmult_le_reg_l in second; [|lra]. rewrite up. f_equal. lra.
  - pose proof (ratio a low less inside). pose proof (ratio high j inside' small).
    assert (g * r j <= g * r low) as first by lra. apply Rmult_le_reg_l in first; [|lra].
    assert (g * r low <= g * r j) as second by lra. apply Rmult_le_reg_l in second; lra.
Qed.

Lemma only_size : forall r w b, 0 < w -> (forall j, (j < k)%nat -> r j = w * pattern g b j) ->
  spread k r = H * mean k r ^ 2 -> size k b = INR d.
Proof.
  intros r w b pos entries tight. destruct worth_is_small as [some _].
  assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  destruct (pattern_sums k g b) as [total squares].
  destruct (count_of_set k b) as (c & small & equal). change (size k b = INR c) in equal.
  rewrite equal in total, squares |- *. fold K in total, squares.
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
  f_equal. apply only. split; [assumption|]. intros s ranged.
  apply Rle_trans with (subset_value k g (INR d)); [|now apply best].
  apply Req_le. rewrite (proj2 (worth_positive k g many big d best)). fold H.
  unfold subset_value. fold K.
  replace (INR c * g + K - INR c) with A by (unfold A; ring).
  assert (0 < (g - 1) ^ 2) by (apply pow_lt; lra).
  assert (H = INR c * (K - INR c) * (g - 1) ^ 2 * K / A ^ 2) as ->.
  { rewrite own. field. lra. }
  field. repeat split; lra.
Qed.

Lemma size_of_first : forall n, size n (fun j => (j <? d)%nat) = INR (Nat.min n d).
Proof.
  unfold size. induction n as [|n IH]; [reflexivity|]. cbn [sum]. rewrite IH.
  destruct (n <? d)%nat eqn:place.
  - apply Nat.ltb_lt in place. rewrite !Nat.min_l by lia. now rewrite S_INR.
  - apply Nat.ltb_ge in place. rewrite !Nat.min_r by lia. ring.
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

Let A := INR d * g + K - INR d.

Lemma block_of_report : forall r, within k g r ->
  (0 < mean k r -> spread k r = H * mean k r ^ 2) ->
  exists w b, 0 <= w /\ w * A = mean k r * K /\ size k b = INR d /\
    forall j, (j < k)%nat -> r j = w * pattern g b j.
Proof.
  intros r is_row tight. pose proof is_row as [nonneg ratio].
  assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  destruct best as [inside _].
  assert (0 <= sum k r) as above by now apply sum_nonneg.
  destruct (Req_dec (sum k r) 0) as [none|some].
  - exists 0, (fun j => (j <? d)%nat). repeat split.
    + lra.
    + unfold mean. rewrite none. field. fold K. lra.
    + rewrite size_of_first. f_equal. lia.
    + intros j small. rewrite (sum_of_nonnegative_terms k r nonneg none j small). ring.
  - assert (0 < mean k r) as middle.
    { unfold mean. fold K. apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]. }
    assert (forall a, (a < k)%nat -> 0 < r a) as positive.
    { intros a small. destruct (nonneg a small) as [|zero]; [assumption|exfalso].
      apply some, sum_zero. intros j less. specialize (ratio j a less small).
      rewrite <- zero in ratio. specialize (nonneg j less). lra. }
    specialize (tight middle).
    destruct (values_are_two r is_row positive tight) as (w & pos & entries).
    pose proof (only_size r w _ pos entries tight) as sized.
    exists w, (high_entry w r). repeat split; try assumption; [lra|].
    unfold mean. fold K. rewrite (sum_ext k r _ entries), sum_scale.
    rewrite (proj1 (pattern_sums k g (high_entry w r))), sized. fold K. unfold A. field. lra.
Qed.

(** The best tables are those of balanced blocks. *)
Theorem only_balanced_blocks : forall m P e,
  private m k (fun _ _ => Some g) (fun _ _ => 0) P -> unbiased_shares k m P e ->
  sum_of_variances k m P e = subset_value k g (INR d) ->
  exists w b, balanced_blocks k g d m P w b.
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
    0 <= fst block /\ fst block * A = mean k (P i) * K /\ size k (snd block) = INR d /\
    forall j, (j < k)%nat -> P i j = fst block * pattern g (snd block) j)) as [block blocks].
  { intros i small. destruct (block_of_report (P i) (rows i small)) as (w & b & found).
    - intros middle. now apply tight.
    - now exists (w, b). }
  set (w := fun i => fst (block i)). set (b := fun i => snd (block i)).
  assert (0 < A) as wide.
  { destruct best as [inside _]. destruct (size_inside k many d inside) as [low high].
    fold K in high. unfold A. fold K.
    assert (0 < INR d * g) by (apply Rmult_lt_0_compat; lra). lra. }
  pose proof is_private as [columns _].
  assert (forall j, (j < k)%nat -> \sum_(i < m) (w i * pattern g (b i) j) = 1) as ones.
  { intros j small. rewrite <- (proj2 (columns j small)). apply sum_ext. intros i inside.
    symmetry. now apply blocks. }
  assert (forall c j, (c < k)%nat -> (j < k)%nat -> c <> j ->
    \sum_(i < m) (w i * (pattern g (b i) c * pattern g (b i) j)) =
      A / K - A / (K ^ 2 * l)) as pairs.
  { intros c j inside small differ.
    apply Rmult_eq_reg_l with (K * l); [|apply Rgt_not_eq, Rmult_lt_0_compat; lra].
    transitivity (A * (\sum_(i < m) ((e i c - / K) * P i j)) +
      l * A * \sum_(i < m) (w i * pattern g (b i) j)).
    - rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros i row.
      destruct (blocks i row) as (above & mass & _ & entries).
      fold (w i) in *. fold (b i) in entries.
      assert (A * (e i c - / K) * w i = K * l * (P i c - mean k (P i))) as own.
      { destruct above as [above|zero].
        - assert (0 < mean k (P i)) as middle.
          { apply Rmult_lt_reg_r with K; [lra|]. rewrite <- mass, Rmult_0_l.
            now apply Rmult_lt_0_compat. }
          destruct (tight i row middle) as [_ linear]. specialize (linear c inside).
          replace (A * (e i c - / K) * w i) with (w i * A * (e i c - / K)) by ring.
          rewrite mass. replace (mean k (P i) * K * (e i c - / K)) with
            (K * (mean k (P i) * (e i c - / K))) by ring. rewrite linear. ring.
        - rewrite entries by assumption. rewrite <- zero in *.
          assert (mean k (P i) = 0) as -> by (apply Rmult_eq_reg_r with K; lra). ring. }
      rewrite (entries j small).
      replace (A * ((e i c - / K) * (w i * pattern g (b i) j))) with
        (A * (e i c - / K) * w i * pattern g (b i) j) by ring.
      rewrite own, (entries c inside).
      replace (K * l * (w i * pattern g (b i) c - mean k (P i))) with
        (K * l * w i * pattern g (b i) c - l * (mean k (P i) * K)) by ring.
      rewrite <- mass. ring.
    - rewrite (ones j small).
      rewrite (sum_ext m _ (fun i => e i c * P i j - / K * P i j)) by (intros; ring).
      rewrite sum_minus, sum_scale, (unbiased c j inside small).
      change (\sum_(i < m) P i j) with (sum m (fun i => P i j)).
      rewrite (proj2 (columns j small)). unfold at_index.
      destruct (Nat.eq_dec c j); [contradiction|]. field. lra. }
  assert (forall i j, pattern g (b i) j = 1 + (g - 1) * is_in (b i) j) as told.
  { intros i j. unfold pattern, is_in. destruct (b i j); ring. }
  assert (forall j, (j < k)%nat ->
    \sum_(i < m) (w i * is_in (b i) j) = (1 - sum m w) / (g - 1)) as once.
  { intros j small. pose proof (ones j small) as one.
    rewrite (sum_ext m _ (fun i => w i + (g - 1) * (w i * is_in (b i) j))) in one
      by (intros; rewrite told; ring).
    rewrite sum_plus, sum_scale in one. change (\sum_(i < m) w i) with (sum m w) in one.
    apply Rmult_eq_reg_l with (g - 1); [|lra].
    replace ((g - 1) * ((1 - sum m w) / (g - 1))) with (1 - sum m w) by (field; lra). lra. }
  exists w, b. repeat split.
  - intros i row. now apply blocks.
  - intros i j row small. now apply blocks.
  - intros i row. now apply blocks.
  - exists ((1 - sum m w) / (g - 1)). exact once.
  - exists ((A / K - A / (K ^ 2 * l) - sum m w - 2 * (1 - sum m w)) / (g - 1) ^ 2).
    intros c j inside small differ. pose proof (pairs c j inside small differ) as pair.
    rewrite (sum_ext m _ (fun i => w i + (g - 1) * (w i * is_in (b i) c) +
      (g - 1) * (w i * is_in (b i) j) + (g - 1) ^ 2 * (w i * (is_in (b i) c * is_in (b i) j))))
      in pair by (intros; rewrite !told; ring).
    rewrite !sum_plus, !sum_scale, (once c inside), (once j small) in pair.
    change (\sum_(i < m) w i) with (sum m w) in pair.
    apply Rmult_eq_reg_l with ((g - 1) ^ 2); [|apply pow_nonzero; lra].
    replace ((g - 1) * ((1 - sum m w) / (g - 1))) with (1 - sum m w) in pair by (field; lra).
    replace ((g - 1) ^ 2 * ((A / K - A / (K ^ 2 * l) - sum m w - 2 * (1 - sum m w)) / (g - 1) ^ 2))
      with (A / K - A / (K ^ 2 * l) - sum m w - 2 * (1 - sum m w)) by (field; lra). lra.
Qed.

End Balanced.
