(** Which tables say most at equal shares: exactly those all of whose reports are likely by the
    factor g on a set of a best size, of one size or, at a breakpoint, of two. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Questions Analysis MutualInformation EqualShares
  EqualUtilities TightRows.
Open Scope R_scope.

Section Informative.

Variables (k : nat) (g : R) (d : nat).
Context (many : (1 < k)%nat) (big : 1 < g) (best : is_best_for_information k g d).

Let K := INR k.
Let q (_ : nat) : R := / INR k.
Let price := subset_information k g d / K.

Lemma several_truths : 1 < K.
Proof. apply (lt_INR 1). assumption. Qed.

Lemma law_of_truths : law k q.
Proof.
  pose proof several_truths. unfold q. fold K. split.
  - intros. apply Rlt_le, Rinv_0_lt_compat. lra.
  - rewrite sum_constant. fold K. field. lra.
Qed.

(** What a pattern of s high entries says, beside what its entries add up to. *)
Lemma told_of_pattern : forall b s, size k b = INR s ->
  information k q (pattern g b) = subset_information k g s * (mass_of k g s / K).
Proof.
  intros b s sized. pose proof several_truths. pose proof (mass_positive k g many big s).
  destruct (information_alike k g many) as [_ same]. change (fun _ : nat => / INR k) with q in same.
  rewrite (same b s sized), <- (information_told k g many big). unfold subset_use. fold K.
  field. lra.
Qed.

Lemma best_of_all : forall s, (s <= k)%nat -> subset_information k g s <= subset_information k g d.
Proof.
  intros s small. destruct best as [inside most]. destruct (none_says_nothing k g many big) as [none all].
  pose proof (information_not_negative k g many big d inside).
  destruct (Nat.eq_dec s 0) as [->|]; [lra|destruct (Nat.eq_dec s k) as [->|]; [lra|]].
  apply most. lia.
Qed.

Lemma best_says_something : 0 < subset_information k g d.
Proof.
  destruct best as [inside most]. pose proof (mass_positive k g many big d) as above.
  destruct (size_inside k many d inside) as [low high]. pose proof several_truths. fold K in high.
  assert (0 < / K) as unit by (apply Rinv_0_lt_compat; lra).
  assert (0 < / g) as less by (apply Rinv_0_lt_compat; lra).
  set (x := mass_of k g d / K). assert (0 < x) as share by now apply Rmult_lt_0_compat.
  assert (x <> 1) as other.
  { intros one. assert (mass_of k g d = K) as equal
      by (transitivity (x * K); [unfold x; field; lra|rewrite one; ring]).
    unfold mass_of in equal. fold K in equal.
    assert (0 < INR d * (g - 1)) by (apply Rmult_lt_0_compat; lra). lra. }
  destruct (log_tangent x share) as [lows once].
  pose proof (ln_below (x * / g) ltac:(now apply Rmult_lt_0_compat)) as highs.
  rewrite ln_mult, ln_Rinv in highs by (assumption || lra).
  assert (ln x < x - 1) as strict by (destruct lows as [|same]; [assumption|elim other; now apply once]).
  unfold subset_information. fold K x. apply Rmult_lt_reg_l with (mass_of k g d); [assumption|].
  rewrite Rmult_0_r.
  replace (mass_of k g d * (INR d * (g * ln g) / mass_of k g d - ln x)) with
    (INR d * (g * ln g) - mass_of k g d * ln x) by (field; lra).
  apply Rmult_le_compat_l with (r := INR d * g) in highs; [|apply Rmult_le_pos; lra].
  apply Rmult_lt_compat_l with (r := K - INR d) in strict; [|lra].
  replace (INR d * g * (x * / g - 1)) with (INR d * x - INR d * g) in highs by (field; lra).
  assert (mass_of k g d = INR d * g + (K - INR d)) as own by (unfold mass_of; fold K; ring).
  assert (K * x = mass_of k g d) as parts by (unfold x; field; lra).
  assert (mass_of k g d * ln x = INR d * g * ln x + (K - INR d) * ln x) as split by (rewrite own; ring).
  lra.
Qed.

Lemma row_is_covered : forall r, within k g r -> information k q r <= price * sum k r.
Proof.
  intros r is_row. pose proof several_truths.
  assert (information k q r <= dot k (fun _ => price) r) as covered.
  { apply (extremes_cover k g (fun _ => price) (information k q)); auto; try lia; try lra.
    - apply information_is_utility, law_of_truths.
    - intros b. destruct (count_of_set k b) as (s & small & sized). change (size k b = INR s) in sized.
      rewrite (told_of_pattern b s sized). unfold dot. rewrite sum_scale.
      change (\sum_(j < k) pattern g b j) with (sum k (pattern g b)).
      rewrite (pattern_mass k g b s sized). unfold price, Rdiv. rewrite Rmult_assoc.
      rewrite (Rmult_comm (/ K)). apply Rmult_le_compat_r; [|now apply best_of_all].
      apply Rlt_le, Rmult_lt_0_compat; [now apply mass_positive|apply Rinv_0_lt_compat; lra]. }
  unfold dot in covered. rewrite sum_scale in covered. exact covered.
Qed.

(** Half-way between two rows that are alike on a truth, but not in sum, less is said. *)
Lemma halves_say_less : forall a x y, 0 < a -> 0 < x -> 0 < y -> x <> y ->
  2 * relative a ((x + y) / 2) < relative a x + relative a y.
Proof.
  intros a x y above posx posy differ. set (h := (x + y) / 2). assert (0 < h) by (unfold h; lra).
  assert (0 < / h) as unit by now apply Rinv_0_lt_compat.
  assert (forall z, 0 < z -> relative a z = a * (ln a - ln z)) as told.
  { intros z positive. unfold relative, Rdiv. rewrite ln_mult, ln_Rinv
      by (assumption || now apply Rinv_0_lt_compat). ring. }
  rewrite !told by assumption.
  destruct (log_tangent (x * / h) ltac:(now apply Rmult_lt_0_compat)) as [low once].
  pose proof (ln_below (y * / h) ltac:(now apply Rmult_lt_0_compat)) as high.
  assert (x * / h <> 1) as other.
  { intros one. apply differ. assert (x = h) by (rewrite <- (Rmult_1_l h), <- one; field; lra).
    unfold h in *. lra. }
  assert (ln (x * / h) < x * / h - 1) as strict
    by (destruct low as [|same]; [assumption|elim other; now apply once]).
  rewrite ln_mult, ln_Rinv in high, strict by assumption.
  assert (x * / h + y * / h = 2) as both by (unfold h; field; lra).
  assert (0 < a * (2 * ln h - ln x - ln y)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma moved_says_more : forall r j t, (forall a, (a < k)%nat -> 0 < r a) -> (j < k)%nat ->
  0 < t < r j -> 2 * information k q r < information k q (moved r j t) + information k q (moved r j (- t)).
Proof.
  intros r j t above inside range. pose proof several_truths as truths.
  assert (0 < / K) as unit by (apply Rinv_0_lt_compat; lra).
  assert (forall u, dot k q (moved r j u) = dot k q r + u / K) as share.
  { intros u. unfold dot, moved, q. fold K.
    rewrite (sum_ext k _ (fun c => / K * r c + at_index j c * (u / K))) by (intros; field; lra).
    now rewrite sum_plus, (sum_pick k (fun _ => u / K)). }
  assert (forall u, u = t \/ u = - t -> positive k (moved r j u)) as positives.
  { intros u either a small. unfold moved, at_index. specialize (above a small).
    destruct (Nat.eq_dec j a) as [<-|]; destruct either as [->| ->]; lra. }
  pose proof (dot_positive k q _ law_of_truths (positives t (or_introl eq_refl))) as more.
  pose proof (dot_positive k q _ law_of_truths (positives (- t) (or_intror eq_refl))) as less.
  rewrite share in more, less.
  assert (0 < t / K) as step by (apply Rmult_lt_0_compat; lra).
  replace (- t / K) with (- (t / K)) in * by (field; lra).
  set (x := dot k q r + t / K) in *. set (y := dot k q r + - (t / K)) in *.
  assert (exists o, (o < k)%nat /\ o <> j) as (o & other & differ).
  { destruct (Nat.eq_dec j 0) as [->|]; [exists 1%nat; lia|exists 0%nat; lia]. }
  assert (forall c, (c < k)%nat ->
    2 * relative (r c) (dot k q r) <= relative (moved r j t c) x + relative (moved r j (- t) c) y) as each.
  { intros c small. pose proof (positives t (or_introl eq_refl) c small) as plus.
    pose proof (positives (- t) (or_intror eq_refl) c small) as minus.
    pose proof (log_sum _ x _ y plus more minus less) as joined.
    replace (moved r j t c + moved r j (- t) c) with (2 * r c) in joined by (unfold moved; ring).
    replace (x + y) with (2 * dot k q r) in joined by (unfold x, y; ring).
    unfold relative at 1 in joined. unfold relative at 1.
    assert (0 < dot k q r) by (apply dot_positive; [exact law_of_truths|exact above]).
    replace (2 * r c / (2 * dot k q r)) with (r c / dot k q r) in joined by (field; lra). lra. }
  assert (2 * relative (r o) (dot k q r) < relative (moved r j t o) x + relative (moved r j (- t) o) y)
    as strict.
  { assert (forall u, moved r j u o = r o) as kept.
    { intros u. unfold moved, at_index. destruct (Nat.eq_dec j o); [congruence|ring]. }
    rewrite !kept. replace (dot k q r) with ((x + y) / 2) by (unfold x, y; field; lra).
    apply halves_say_less; try assumption; [now apply above|unfold x, y; lra]. }
  unfold information. rewrite !share. replace (- t / K) with (- (t / K)) by (field; lra).
  fold x y. unfold q. fold K. rewrite !sum_scale, <- Rmult_plus_distr_l, <- sum_plus.
  replace (2 * (/ K * (\sum_(j < k) relative (r j) (dot k (fun _ => / K) r)))) with
    (/ K * (\sum_(j < k) (2 * relative (r j) (dot k q r))))
    by (rewrite sum_scale; unfold q; fold K; ring).
  apply Rmult_lt_compat_l; [assumption|].
  set (f := fun c => relative (moved r j t c) x + relative (moved r j (- t) c) y -
    2 * relative (r c) (dot k q r)).
  assert (0 < sum k f) as gap.
  { apply Rlt_le_trans with (f o); [unfold f; lra|].
    rewrite <- (sum_pick k f o other). apply sum_le. intros c small.
    specialize (each c small). unfold at_index. destruct (Nat.eq_dec o c); [lra|].
    unfold f. lra. }
  unfold f in gap. rewrite sum_minus in gap. lra.
Qed.

Lemma tight_row_is_best : forall r, within k g r -> (forall a, (a < k)%nat -> 0 < r a) ->
  information k q r = price * sum k r ->
  exists w b s, 0 < w /\ is_best_for_information k g s /\ size k b = INR s /\
    forall j, (j < k)%nat -> r j = w * pattern g b j.
Proof.
  intros r is_row above tight. pose proof several_truths as truths.
  destruct (values_are_two k g big r ltac:(lia) is_row above) as (w & pos & entries).
  { intros j inside.
    destruct (moved_both_ways k g big r j is_row above inside) as [|(t & range & more & less)];
      [assumption|exfalso].
    pose proof (moved_says_more r j t above inside range) as strict.
    pose proof (row_is_covered _ more) as plus. pose proof (row_is_covered _ less) as minus.
    assert (forall u, sum k (moved r j u) = sum k r + u) as total.
    { intros u. unfold moved.
      rewrite (sum_ext k _ (fun c => r c + at_index j c * u)) by (intros; ring).
      now rewrite sum_plus, (sum_pick k (fun _ => u)). }
    rewrite total in plus, minus. lra. }
  set (b := high_entry g w r) in *.
  destruct (count_of_set k b) as (s & small & sized). change (size k b = INR s) in sized.
  exists w, b, s. split; [assumption|]. split; [|now split].
  - pose proof (mass_positive k g many big s) as wide.
    assert (information k q r = w * information k q (pattern g b)) as scaled.
    { destruct (information_is_utility k q law_of_truths) as (respect & _ & scale & _).
      rewrite (respect r (fun j => w * pattern g b j) entries). apply scale; [assumption|].
      intros j _. unfold pattern. destruct (b j); lra. }
    rewrite tight, (told_of_pattern b s sized) in scaled.
    rewrite (sum_ext k r _ entries), sum_scale in scaled.
    change (\sum_(j < k) pattern g b j) with (sum k (pattern g b)) in scaled.
    rewrite (pattern_mass k g b s sized) in scaled. unfold price in scaled.
    assert (subset_information k g s = subset_information k g d) as same.
    { apply Rmult_eq_reg_r with (w * mass_of k g s / K).
      - transitivity (w * (subset_information k g s * (mass_of k g s / K))); [field; lra|].
        rewrite <- scaled. field. lra.
      - apply Rgt_not_eq, Rmult_lt_0_compat; [now apply Rmult_lt_0_compat|apply Rinv_0_lt_compat; lra]. }
    destruct (none_says_nothing k g many big) as [none all]. pose proof best_says_something as something.
    split.
    + destruct (Nat.eq_dec s 0) as [->|]; [lra|destruct (Nat.eq_dec s k) as [->|]; [lra|lia]].
    + intros o inside. rewrite same. apply best_of_all. lia.
Qed.

(** Every report is likely by the factor g on a set of a best size. *)
Definition of_best_subsets (m : nat) (P : matrix) (w : nat -> R) (b : nat -> nat -> bool) : Prop :=
  (forall i, (i < m)%nat -> 0 <= w i) /\
  (forall i j, (i < m)%nat -> (j < k)%nat -> P i j = w i * pattern g (b i) j) /\
  (forall i, (i < m)%nat -> exists s, is_best_for_information k g s /\ size k (b i) = INR s).

Lemma same_information : forall s, is_best_for_information k g s ->
  subset_information k g s = subset_information k g d.
Proof. intros s [inside most]. destruct best as [own all]. apply Rle_antisym; auto. Qed.

(** found/shares/information *)
Theorem most_informative_tables : forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  (\sum_(i < m) information k (fun _ => / INR k) (P i) = subset_information k g d <->
   exists w b, of_best_subsets m P w b).
Proof.
  intros m P own. change (fun _ : nat => / INR k) with q. pose proof several_truths as truths.
  pose proof own as [columns _].
  assert (\sum_(i < m) sum k (P i) = K) as whole.
  { unfold sum at 2. change (\sum_(i < m) \sum_(j < k) P i j = K).
    rewrite sum_of_sums, (sum_ext k _ (fun _ => 1)) by (intros j small; exact (proj2 (columns j small))).
    rewrite sum_constant. fold K. ring. }
  assert (subset_information k g d = price * K) as value by (unfold price; field; lra).
  assert (forall i, (i < m)%nat -> within k g (P i)) as rows.
  { intros i small. apply row_within; [lra|].
    now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P own). }
  split.
  - intros equal.
    assert (forall i, (i < m)%nat -> information k q (P i) = price * sum k (P i)) as tight.
    { intros i small.
      assert (forall o, (o < m)%nat -> 0 <= price * sum k (P o) - information k q (P o)) as gaps.
      { intros o inside. pose proof (row_is_covered (P o) (rows o inside)). lra. }
      assert (\sum_(o < m) (price * sum k (P o) - information k q (P o)) = 0) as none.
      { rewrite sum_minus, sum_scale, whole, equal, value. ring. }
      pose proof (sum_of_nonnegative_terms m _ gaps none i small). cbv beta in *. lra. }
    destruct (choose_for_each (R * (nat -> bool)) (0, fun _ => false) m (fun i block =>
      0 <= fst block /\ (exists s, is_best_for_information k g s /\ size k (snd block) = INR s) /\
      forall j, (j < k)%nat -> P i j = fst block * pattern g (snd block) j)) as [block blocks].
    { intros i small. destruct (rows i small) as [nonneg ratio].
      destruct (Req_dec (sum k (P i)) 0) as [none|some_].
      - exists (0, fun j => (j <? d)%nat). cbn [fst snd]. split; [lra|]. split.
        + exists d. split; [exact best|]. rewrite size_of_first. f_equal. destruct best. lia.
        + intros j inside. rewrite (sum_of_nonnegative_terms k (P i) nonneg none j inside). ring.
      - assert (forall a, (a < k)%nat -> 0 < P i a) as positive.
        { intros a inside. destruct (nonneg a inside) as [|zero]; [assumption|exfalso].
          apply some_, sum_zero. intros j less. specialize (ratio j a less inside).
          rewrite <- zero in ratio. specialize (nonneg j less). lra. }
        destruct (tight_row_is_best (P i) (rows i small) positive (tight i small))
          as (w & b & s & pos & is_best & sized & entries).
        exists (w, b). cbn [fst snd]. split; [lra|]. split; [now exists s|assumption]. }
    exists (fun i => fst (block i)), (fun i => snd (block i)).
    repeat split; intros; now apply blocks.
  - intros (w & b & weights & entries & sizes). rewrite value, <- whole, <- sum_scale.
    apply sum_ext. intros i small. destruct (sizes i small) as (s & is_best & sized).
    destruct (information_is_utility k q law_of_truths) as (respect & none & scale & _).
    rewrite (respect (P i) (fun j => w i * pattern g (b i) j)) by (intros; now apply entries).
    rewrite (sum_ext k (P i) (fun j => w i * pattern g (b i) j)) by (intros; now apply entries).
    rewrite sum_scale. change (\sum_(j < k) pattern g (b i) j) with (sum k (pattern g (b i))).
    rewrite (pattern_mass k g (b i) s sized).
    destruct (weights i small) as [above|zero].
    + rewrite scale; [|assumption|intros j _; unfold pattern; destruct (b i j); lra].
      rewrite (told_of_pattern (b i) s sized), (same_information s is_best). unfold price. field. lra.
    + rewrite <- zero, none by (intros; ring). ring.
Qed.

End Informative.
