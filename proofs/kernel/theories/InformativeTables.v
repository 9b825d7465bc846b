(** Which tables say most at equal shares: exactly those all of whose reports are likely by the
    factor g on a set of a best size, of one size or, at a breakpoint, of two. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Questions Analysis MutualInformation EqualShares
  EqualUtilities TightRows AlikeTables.
Open Scope R_scope.

Section Informative.

Variables (k : nat) (g : R) (d : nat).
Context (many : (1 < k)%nat) (big : 1 < g) (best : is_best_for_information k g d).

Let K := INR k.
Let q (_ : nat) : R := / INR k.

Lemma several_truths : 1 < K.
Proof. apply (lt_INR 1). assumption. Qed.

Lemma law_of_truths : law k q.
Proof.
  pose proof several_truths. unfold q. fold K. split.
  - intros. apply Rlt_le, Rinv_0_lt_compat. lra.
  - rewrite sum_constant. fold K. field. lra.
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

(** found/shares/information *)
Theorem most_informative_tables : forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  (\sum_(i < m) information k (fun _ => / INR k) (P i) = subset_information k g d <->
   exists w b, of_sizes k g (is_best_for_information k g) m P w b).
Proof.
  intros m P own. change (fun _ : nat => / INR k) with q.
  destruct (none_says_nothing k g many big) as [none all].
  rewrite <- (Rmult_1_l (subset_information k g d)).
  apply (tables_of_best_sizes k g (information k q) _ (subset_information k g) 1 many big
    (information_alike k g many)); try assumption; try lra.
  - intros s. rewrite information_told by assumption. ring.
  - exact moved_says_more.
  - exact best_says_something.
Qed.

End Informative.
