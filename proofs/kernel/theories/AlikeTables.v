(** Utilities that treat all truths alike and of which a report has more on average where one of its
    entries is moved both ways: exactly the tables have most of it all of whose reports are likely
    by the factor g on a set of a best size. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Questions EqualShares EqualUtilities TightRows TwoTruths.
Open Scope R_scope.

Section AlikeTables.

Variables (k : nat) (g : R) (u : (nat -> R) -> R) (v : nat -> R) (d : nat).
Context (many : (1 < k)%nat) (big : 1 < g) (same : alike k g u v) (inside : (d <= k)%nat).
Context (best : forall s, (s <= k)%nat -> subset_use k g v s <= subset_use k g v d).
Context (more : forall r j t, (forall a, (a < k)%nat -> 0 < r a) -> (j < k)%nat -> 0 < t < r j ->
  2 * u r < u (moved r j t) + u (moved r j (- t))).

Let K := INR k.
Let price := subset_use k g v d / K.

Lemma truths_above : 1 < K.
Proof. apply (lt_INR 1). assumption. Qed.

Lemma worth_of_pattern : forall b s, size k b = INR s ->
  u (pattern g b) = subset_use k g v s * (mass_of k g s / K).
Proof.
  intros b s sized. pose proof truths_above. pose proof (mass_positive k g many big s).
  destruct same as [_ told]. rewrite (told b s sized). unfold subset_use. fold K. field. lra.
Qed.

Lemma row_is_covered : forall r, within k g r -> u r <= price * sum k r.
Proof.
  intros r is_row. pose proof truths_above. destruct same as [is_utility _].
  assert (u r <= dot k (fun _ => price) r) as covered.
  { apply (extremes_cover k g (fun _ => price) u); auto; try lia; try lra.
    intros b. destruct (count_of_set k b) as (s & small & sized). change (size k b = INR s) in sized.
    rewrite (worth_of_pattern b s sized). unfold dot. rewrite sum_scale.
    change (\sum_(j < k) pattern g b j) with (sum k (pattern g b)).
    rewrite (pattern_mass k g b s sized). unfold price, Rdiv. rewrite Rmult_assoc.
    rewrite (Rmult_comm (/ K)). apply Rmult_le_compat_r; [|now apply best].
    apply Rlt_le, Rmult_lt_0_compat; [now apply mass_positive|apply Rinv_0_lt_compat; lra]. }
  unfold dot in covered. rewrite sum_scale in covered. exact covered.
Qed.

Definition is_best_for_use (s : nat) : Prop :=
  (s <= k)%nat /\ subset_use k g v s = subset_use k g v d.

Lemma tight_row_is_best : forall r, within k g r -> (forall a, (a < k)%nat -> 0 < r a) ->
  u r = price * sum k r ->
  exists w b s, 0 < w /\ is_best_for_use s /\ size k b = INR s /\
    forall j, (j < k)%nat -> r j = w * pattern g b j.
Proof.
  intros r is_row above tight. pose proof truths_above as truths.
  destruct (values_are_two k g big r ltac:(lia) is_row above) as (w & pos & entries).
  { intros j small.
    destruct (moved_both_ways k g big r j is_row above small) as [|(t & range & up & down)];
      [assumption|exfalso].
    pose proof (more r j t above small range) as strict.
    pose proof (row_is_covered _ up) as plus. pose proof (row_is_covered _ down) as minus.
    assert (forall z, sum k (moved r j z) = sum k r + z) as total.
    { intros z. unfold moved.
      rewrite (sum_ext k _ (fun c => r c + at_index j c * z)) by (intros; ring).
      now rewrite sum_plus, (sum_pick k (fun _ => z)). }
    rewrite total in plus, minus. lra. }
  set (b := high_entry g w r) in *.
  destruct (count_of_set k b) as (s & small & sized). change (size k b = INR s) in sized.
  exists w, b, s. split; [assumption|]. split; [|now split]. split; [assumption|].
  pose proof (mass_positive k g many big s) as wide.
  assert (u r = w * u (pattern g b)) as scaled.
  { destruct same as [(respect & _ & scale & _) _].
    rewrite (respect r (fun j => w * pattern g b j) entries). apply scale; [assumption|].
    intros j _. unfold pattern. destruct (b j); lra. }
  rewrite tight, (worth_of_pattern b s sized) in scaled.
  rewrite (sum_ext k r _ entries), sum_scale in scaled.
  change (\sum_(j < k) pattern g b j) with (sum k (pattern g b)) in scaled.
  rewrite (pattern_mass k g b s sized) in scaled. unfold price in scaled.
  apply Rmult_eq_reg_r with (w * mass_of k g s / K).
  - transitivity (w * (subset_use k g v s * (mass_of k g s / K))); [field; lra|].
    rewrite <- scaled. field. lra.
  - apply Rgt_not_eq, Rmult_lt_0_compat; [now apply Rmult_lt_0_compat|apply Rinv_0_lt_compat; lra].
Qed.

(** Every report is likely by the factor g on a set of a size that is asked for. *)
Definition of_sizes (good : nat -> Prop) (m : nat) (P : matrix) (w : nat -> R)
  (b : nat -> nat -> bool) : Prop :=
  (forall i, (i < m)%nat -> 0 <= w i) /\
  (forall i j, (i < m)%nat -> (j < k)%nat -> P i j = w i * pattern g (b i) j) /\
  (forall i, (i < m)%nat -> exists s, good s /\ size k (b i) = INR s).

Theorem tables_of_most_use : forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  (\sum_(i < m) u (P i) = subset_use k g v d <->
   exists w b, of_sizes is_best_for_use m P w b).
Proof.
  intros m P own. pose proof truths_above as truths. pose proof own as [columns _].
  assert (\sum_(i < m) sum k (P i) = K) as whole.
  { unfold sum at 2. change (\sum_(i < m) \sum_(j < k) P i j = K).
    rewrite sum_of_sums, (sum_ext k _ (fun _ => 1)) by (intros j small; exact (proj2 (columns j small))).
    rewrite sum_constant. fold K. ring. }
  assert (subset_use k g v d = price * K) as value by (unfold price; field; lra).
  assert (forall i, (i < m)%nat -> within k g (P i)) as rows.
  { intros i small. apply row_within; [lra|].
    now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P own). }
  destruct same as [(respect & none & scale & _) _]. split.
  - intros equal.
    assert (forall i, (i < m)%nat -> u (P i) = price * sum k (P i)) as tight.
    { intros i small.
      assert (forall o, (o < m)%nat -> 0 <= price * sum k (P o) - u (P o)) as gaps.
      { intros o less. pose proof (row_is_covered (P o) (rows o less)). lra. }
      assert (\sum_(o < m) (price * sum k (P o) - u (P o)) = 0) as nothing.
      { rewrite sum_minus, sum_scale, whole, equal, value. ring. }
      pose proof (sum_of_nonnegative_terms m _ gaps nothing i small). cbv beta in *. lra. }
    destruct (choose_for_each (R * (nat -> bool)) (0, fun _ => false) m (fun i block =>
      0 <= fst block /\ (exists s, is_best_for_use s /\ size k (snd block) = INR s) /\
      forall j, (j < k)%nat -> P i j = fst block * pattern g (snd block) j)) as [block blocks].
    { intros i small. destruct (rows i small) as [nonneg ratio].
      destruct (Req_dec (sum k (P i)) 0) as [empty|some_].
      - exists (0, fun j => (j <? d)%nat). cbn [fst snd]. split; [lra|]. split.
        + exists d. split; [now split|]. rewrite size_of_first. f_equal. lia.
        + intros j less. rewrite (sum_of_nonnegative_terms k (P i) nonneg empty j less). ring.
      - assert (forall a, (a < k)%nat -> 0 < P i a) as positive.
        { intros a less. destruct (nonneg a less) as [|zero]; [assumption|exfalso].
          apply some_, sum_zero. intros j small'. specialize (ratio j a small' less).
          rewrite <- zero in ratio. specialize (nonneg j small'). lra. }
        destruct (tight_row_is_best (P i) (rows i small) positive (tight i small))
          as (w & b & s & pos & is_best & sized & entries).
        exists (w, b). cbn [fst snd]. split; [lra|]. split; [now exists s|assumption]. }
    exists (fun i => fst (block i)), (fun i => snd (block i)).
    repeat split; intros; now apply blocks.
  - intros (w & b & weights & entries & sizes). rewrite value, <- whole, <- sum_scale.
    apply sum_ext. intros i small. destruct (sizes i small) as (s & [_ is_best] & sized).
    rewrite (respect (P i) (fun j => w i * pattern g (b i) j)) by (intros; now apply entries).
    rewrite (sum_ext k (P i) (fun j => w i * pattern g (b i) j)) by (intros; now apply entries).
    rewrite sum_scale. change (\sum_(j < k) pattern g (b i) j) with (sum k (pattern g (b i))).
    rewrite (pattern_mass k g (b i) s sized).
    destruct (weights i small) as [above|zero].
    + rewrite scale; [|assumption|intros j _; unfold pattern; destruct (b i j); lra].
      rewrite (worth_of_pattern (b i) s sized), is_best. unfold price. field. lra.
    + rewrite <- zero, none by (intros; ring). ring.
Qed.

End AlikeTables.

(** Sizes by a value that is none where all entries are alike. *)
Section BestSizes.

Variables (k : nat) (g : R) (u : (nat -> R) -> R) (v h : nat -> R) (scale : R).
Context (many : (1 < k)%nat) (big : 1 < g) (same : alike k g u v) (above : 0 < scale).
Context (told : forall s, subset_use k g v s = scale * h s) (nothing : h O = 0) (all : h k = 0).
Context (more : forall r j t, (forall a, (a < k)%nat -> 0 < r a) -> (j < k)%nat -> 0 < t < r j ->
  2 * u r < u (moved r j t) + u (moved r j (- t))).

Definition is_best_by (d : nat) : Prop :=
  (0 < d < k)%nat /\ forall s, (0 < s < k)%nat -> h s <= h d.

Theorem tables_of_best_sizes : forall d, is_best_by d -> 0 < h d ->
  forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  (\sum_(i < m) u (P i) = scale * h d <-> exists w b, of_sizes k g is_best_by m P w b).
Proof.
  intros d [inside most] positive m P own.
  assert (forall s, (s <= k)%nat -> h s <= h d) as least.
  { intros s small. destruct (Nat.eq_dec s 0) as [->|]; [lra|].
    destruct (Nat.eq_dec s k) as [->|]; [lra|]. apply most. lia. }
  rewrite <- told, (tables_of_most_use k g u v d); try assumption; try lia.
  - assert (forall s, is_best_for_use k g v d s <-> is_best_by s) as sizes.
    { intros s. unfold is_best_for_use. rewrite !told. split.
      - intros [small equal]. apply Rmult_eq_reg_l in equal; [|lra]. split.
        + destruct (Nat.eq_dec s 0) as [->|]; [lra|].
          destruct (Nat.eq_dec s k) as [->|]; [lra|lia].
        + intros o other. rewrite equal. now apply most.
      - intros [other best_one]. split; [lia|]. f_equal. apply Rle_antisym; [|now apply best_one].
        apply least. lia. }
    split; intros (w & b & weights & entries & sized); exists w, b;
      (split; [assumption|split; [assumption|]]); intros i small;
      destruct (sized i small) as (s & good & equal); exists s; split; try assumption; now apply sizes.
  - intros s small. rewrite !told. apply Rmult_le_compat_l; [lra|]. now apply least.
Qed.

End BestSizes.

(** ** A divergence of pairs of truths that moving one entry makes larger on average *)

Definition strict_pair (f : R -> R -> R) : Prop := forall a b c e,
  0 < a -> 0 < b -> 0 < c -> 0 < e -> a * e <> b * c -> f (a + c) (b + e) < f a b + f c e.

Section Pairs.

Variables (k : nat) (g : R) (f : R -> R -> R) (d : nat).
Context (many : (1 < k)%nat) (big : 1 < g) (sublinear : sublinear_pair f) (level : f 1 1 = 0).
Context (strict : strict_pair f) (best : is_best_for_pairs k g d).

Lemma moved_apart_more : forall r j t, (forall a, (a < k)%nat -> 0 < r a) -> (j < k)%nat ->
  0 < t < r j -> 2 * over_pairs k f r < over_pairs k f (moved r j t) + over_pairs k f (moved r j (- t)).
Proof.
  intros r j t above inside range. destruct sublinear as [scale _].
  assert (forall x, 0 <= x -> f x x = 0) as none.
  { intros x nonneg. replace (f x x) with (f (x * 1) (x * 1)) by (f_equal; ring).
    rewrite scale, level by lra. ring. }
  assert (forall x y, 0 < x -> 0 < y -> f (x + x) (y + y) = 2 * f x y) as twice.
  { intros x y posx posy. rewrite <- (scale 2 x y) by lra. f_equal; ring. }
  assert (forall x, t < x -> forall y, 0 < y -> 2 * f x y < f (x + t) y + f (x - t) y /\
    2 * f y x < f y (x + t) + f y (x - t)) as apart.
  { intros x wide y posy. rewrite <- !twice by lra. split.
    - replace (x + x) with (x + t + (x - t)) by ring. apply strict; try lra.
      intros equal. assert (2 * t * y = 0) as zero by lra. apply Rmult_integral in zero.
      destruct zero; lra.
    - replace (x + x) with (x + t + (x - t)) by ring. apply strict; try lra.
      intros equal. assert (2 * t * y = 0) as zero by lra. apply Rmult_integral in zero.
      destruct zero; lra. }
  unfold over_pairs, moved, at_index. rewrite <- sum_scale, <- sum_plus.
  assert (exists o, (o < k)%nat /\ o <> j) as (o & other & differ).
  { destruct (Nat.eq_dec j 0) as [->|]; [exists 1%nat; lia|exists 0%nat; lia]. }
  set (gap := fun a b => f (r a + t * (if Nat.eq_dec j a then 1 else 0))
      (r b + t * (if Nat.eq_dec j b then 1 else 0)) +
    f (r a + - t * (if Nat.eq_dec j a then 1 else 0))
      (r b + - t * (if Nat.eq_dec j b then 1 else 0)) - 2 * f (r a) (r b)).
  assert (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= gap a b /\ (a <> j -> b = j -> 0 < gap a b))
    as each.
  { intros a b smalla smallb. pose proof (above a smalla). pose proof (above b smallb). unfold gap.
    destruct (Nat.eq_dec j a) as [<-|ja], (Nat.eq_dec j b) as [<-|jb].
    - rewrite !none by lra. split; [lra|congruence].
    - replace (r b + t * 0) with (r b) by ring. replace (r b + - t * 0) with (r b) by ring.
      destruct (apart (r j) ltac:(lra) (r b) ltac:(lra)) as [first _].
      replace (r j + t * 1) with (r j + t) by ring. replace (r j + - t * 1) with (r j - t) by ring.
      split; [lra|congruence].
    - replace (r a + t * 0) with (r a) by ring. replace (r a + - t * 0) with (r a) by ring.
      destruct (apart (r j) ltac:(lra) (r a) ltac:(lra)) as [_ second].
      replace (r j + t * 1) with (r j + t) by ring. replace (r j + - t * 1) with (r j - t) by ring.
      split; [lra|intros; lra].
    - replace (r a + t * 0) with (r a) by ring. replace (r a + - t * 0) with (r a) by ring.
      replace (r b + t * 0) with (r b) by ring. replace (r b + - t * 0) with (r b) by ring.
      split; [lra|congruence]. }
  assert (0 < \sum_(a < k) \sum_(b < k) gap a b) as most.
  { apply Rlt_le_trans with (gap o j); [now apply each|].
    apply Rle_trans with (\sum_(b < k) gap o b).
    - apply (term_le_sum k (gap o)); [|assumption]. intros b small. now apply each.
    - apply (term_le_sum k (fun a => \sum_(b < k) gap a b)); [|assumption].
      intros a small. apply sum_nonneg. intros b less. now apply each. }
  assert (\sum_(a < k) \sum_(b < k) gap a b =
    \sum_(a < k) (\sum_(b < k) f (r a + t * (if Nat.eq_dec j a then 1 else 0))
      (r b + t * (if Nat.eq_dec j b then 1 else 0)) +
     \sum_(b < k) f (r a + - t * (if Nat.eq_dec j a then 1 else 0))
      (r b + - t * (if Nat.eq_dec j b then 1 else 0))) -
    \sum_(a < k) (2 * \sum_(b < k) f (r a) (r b))) as parts.
  { rewrite <- sum_minus. apply sum_ext. intros a _. unfold gap.
    now rewrite sum_minus, sum_plus, sum_scale. }
  lra.
Qed.

Lemma apart_is_positive : 0 < f g 1 + f 1 g.
Proof.
  destruct sublinear as [scale _].
  assert (f (g + 1) (1 + g) = 0) as none.
  { replace (f (g + 1) (1 + g)) with (f ((g + 1) * 1) ((g + 1) * 1)) by (f_equal; ring).
    rewrite scale, level by lra. ring. }
  rewrite <- none. apply strict; try lra. intros equal. nra.
Qed.

(** found/shares/pairs: which tables tell the pairs apart best. *)
Theorem tables_of_best_pairs : forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  (\sum_(i < m) over_pairs k f (P i) = pairs_value k g f d <->
   exists w b, of_sizes k g (is_best_for_pairs k g) m P w b).
Proof.
  intros m P own. pose proof apart_is_positive as some.
  assert (0 < INR k) as truths by (apply lt_0_INR; lia).
  set (v := fun s => INR s * (INR k - INR s) * (f g 1 + f 1 g)).
  assert (forall s, subset_use k g v s = INR k * (f g 1 + f 1 g) * pairs_apart k g s) as told.
  { intros s. pose proof (mass_positive k g many big s). unfold subset_use, pairs_apart, v. field. lra. }
  assert (0 < INR k * (f g 1 + f 1 g)) as scale by now apply Rmult_lt_0_compat.
  apply (tables_of_best_sizes k g (over_pairs k f) v (pairs_apart k g) (INR k * (f g 1 + f 1 g)));
    try assumption.
  - now apply over_pairs_alike.
  - unfold pairs_apart, Rdiv. simpl (INR 0). ring.
  - unfold pairs_apart, Rdiv. ring.
  - exact moved_apart_more.
  - destruct best as [inside _]. destruct (size_inside k many d inside) as [low high].
    unfold pairs_apart. apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|].
    now apply Rinv_0_lt_compat, mass_positive.
Qed.

End Pairs.
