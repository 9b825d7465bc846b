(** Utilities that treat all truths alike: the best size of a subset, the bound for all tables and
    the tables that reach it, for every number k of truths and every level g. Divergences summed
    over all pairs of truths, and mutual information at equal shares. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Questions Analysis MutualInformation TwoTruths EqualShares.
Open Scope R_scope.

Definition indicator (b : nat -> bool) (j : nat) : R := if b j then 1 else 0.

Lemma size_is_sum : forall k b, size k b = sum k (indicator b).
Proof. reflexivity. Qed.

Lemma pattern_by_indicator : forall g b j, pattern g b j = 1 + (g - 1) * indicator b j.
Proof. intros. unfold pattern, indicator. destruct (b j); ring. Qed.

Section Alike.

Variables (k : nat) (g : R).
Context (many : (1 < k)%nat) (big : 1 < g).

Let K := INR k.

Lemma several : 1 < K.
Proof. apply (lt_INR 1). assumption. Qed.

(** What a report with s high entries adds up to. *)
Definition mass_of (s : nat) : R := INR s * g + INR k - INR s.

Lemma mass_positive : forall s, 0 < mass_of s.
Proof.
  intros s. pose proof several. pose proof (pos_INR s). unfold mass_of. fold K.
  assert (0 <= INR s * (g - 1)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma pattern_mass : forall b s, size k b = INR s -> sum k (pattern g b) = mass_of s.
Proof.
  intros b s equal.
  rewrite (sum_ext k _ (fun j => 1 + (g - 1) * indicator b j))
    by (intros; apply pattern_by_indicator).
  rewrite sum_plus, sum_constant, sum_scale, <- size_is_sum, equal. unfold mass_of. ring.
Qed.

(** A utility that asks of a pattern only how many of its entries are high. *)
Definition alike (u : (nat -> R) -> R) (v : nat -> R) : Prop :=
  utility k u /\ forall b s, size k b = INR s -> u (pattern g b) = v s.

(** What a table is worth all of whose reports have s high entries. *)
Definition subset_use (v : nat -> R) (s : nat) : R := INR k * v s / mass_of s.

Theorem alike_bound : forall u v d m P, alike u v ->
  (forall s, (s <= k)%nat -> subset_use v s <= subset_use v d) ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  \sum_(i < m) u (P i) <= subset_use v d.
Proof.
  intros u v d m P [is_utility same] best is_private. pose proof several.
  apply Rle_trans with (\sum_(j < k) (subset_use v d / K)).
  - apply (extremes_bound m k g (fun _ => subset_use v d / K) u P); auto; try lia; try lra.
    intros b. destruct (count_of_set k b) as (s & small & equal).
    change (size k b = INR s) in equal. rewrite (same b s equal).
    unfold dot. rewrite sum_scale. change (\sum_(j < k) pattern g b j) with (sum k (pattern g b)).
    rewrite (pattern_mass b s equal). pose proof (mass_positive s).
    specialize (best s small). unfold subset_use at 1 in best. fold K in best.
    apply Rmult_le_compat_r with (r := mass_of s / K) in best;
      [|apply Rlt_le, Rmult_lt_0_compat; [assumption|apply Rinv_0_lt_compat; lra]].
    replace (K * v s / mass_of s * (mass_of s / K)) with (v s) in best by (field; lra).
    unfold Rdiv in *. lra.
  - rewrite sum_constant. fold K. apply Req_le. field. lra.
Qed.

(** Every table whose reports are likely by the factor g on sets of d truths. *)
Definition of_subsets (d m : nat) (P : matrix) (w : nat -> R) (b : nat -> nat -> bool) : Prop :=
  (forall i, (i < m)%nat -> 0 <= w i) /\
  (forall i j, (i < m)%nat -> (j < k)%nat -> P i j = w i * pattern g (b i) j) /\
  (forall i, (i < m)%nat -> size k (b i) = INR d).

Theorem subsets_reach_it : forall u v d m P w b, alike u v -> stochastic m k P ->
  of_subsets d m P w b -> \sum_(i < m) u (P i) = subset_use v d.
Proof.
  intros u v d m P w b [(respect & none & scale & _) same] columns (weights & entries & sizes).
  pose proof several. pose proof (mass_positive d).
  assert (sum m w * mass_of d = K) as total.
  { transitivity (\sum_(j < k) \sum_(i < m) P i j).
    - rewrite <- sum_of_sums, <- sum_scale_right. apply sum_ext. intros i small.
      rewrite (sum_ext k _ (fun j => w i * pattern g (b i) j)) by (intros; now apply entries).
      rewrite sum_scale. change (\sum_(j < k) pattern g (b i) j) with (sum k (pattern g (b i))).
      now rewrite (pattern_mass (b i) d) by now apply sizes.
    - rewrite (sum_ext k _ (fun _ => 1)) by (intros j small; exact (proj2 (columns j small))).
      rewrite sum_constant. fold K. ring. }
  rewrite (sum_ext m _ (fun i => w i * v d)).
  - rewrite sum_scale_right. change (\sum_(i < m) w i) with (sum m w).
    assert (sum m w = K / mass_of d) as -> by (rewrite <- total; field; lra).
    unfold subset_use. fold K. field. lra.
  - intros i small. rewrite <- (same (b i) d (sizes i small)).
    rewrite (respect (P i) (fun j => w i * pattern g (b i) j)) by (intros; now apply entries).
    destruct (Req_dec (w i) 0) as [zero|some].
    + rewrite zero, none by (intros; ring). ring.
    + apply scale; [specialize (weights i small); lra|].
      intros j _. unfold pattern. destruct (b i j); lra.
Qed.

(** ** A divergence, summed over all pairs of truths *)

Definition over_pairs (f : R -> R -> R) (r : nat -> R) : R :=
  \sum_(a < k) \sum_(b < k) f (r a) (r b).

Lemma over_pairs_alike : forall f, sublinear_pair f -> f 1 1 = 0 ->
  alike (over_pairs f) (fun s => INR s * (INR k - INR s) * (f g 1 + f 1 g)).
Proof.
  intros f [scale adds] level. unfold over_pairs.
  assert (f 0 0 = 0) as zero.
  { rewrite <- (Rmult_0_l 1) at 1 2. rewrite scale by lra. ring. }
  assert (f g g = 0) as same.
  { rewrite <- (Rmult_1_r g) at 1 2. rewrite scale by lra. rewrite level. ring. }
  split; [split; [|split; [|split]]|].
  - intros r s equal. apply sum_ext. intros a first. apply sum_ext. intros b second.
    now rewrite !equal by assumption.
  - intros r none. apply sum_zero. intros a first. apply sum_zero. intros b second.
    now rewrite !none by assumption.
  - intros c r above positive. rewrite <- sum_scale. apply sum_ext. intros a first.
    rewrite <- sum_scale. apply sum_ext. intros b second.
    pose proof (positive a first). pose proof (positive b second). apply scale; lra.
  - intros r s t one two range. rewrite <- !sum_scale, <- sum_plus. apply sum_le. intros a first.
    rewrite <- !sum_scale, <- sum_plus. apply sum_le. intros b second.
    pose proof (one a first). pose proof (one b second).
    pose proof (two a first). pose proof (two b second).
    rewrite <- !scale by lra. apply adds; apply Rmult_le_pos; lra.
  - intros c s equal. rewrite size_is_sum in equal.
    rewrite (sum_ext k _ (fun a => indicator c a * ((INR k - INR s) * f g 1) +
      (1 - indicator c a) * (INR s * f 1 g))).
    + rewrite sum_plus, !sum_scale_right, sum_minus, sum_constant, equal. ring.
    + intros a _.
      rewrite (sum_ext k _ (fun b => (indicator c a * f g 1) * (1 - indicator c b) +
        ((1 - indicator c a) * f 1 g) * indicator c b)).
      * rewrite sum_plus, !sum_scale, sum_minus, sum_constant, equal. ring.
      * intros b _. unfold pattern, indicator. destruct (c a), (c b); rewrite ?same, ?level; ring.
Qed.

(** How often a report of s high entries tells a pair of truths apart. *)
Definition pairs_apart (s : nat) : R := INR s * (INR k - INR s) / mass_of s.

Definition is_best_for_pairs (d : nat) : Prop :=
  (0 < d < k)%nat /\ forall s, (0 < s < k)%nat -> pairs_apart s <= pairs_apart d.

(** The breakpoints are those of the sum of variances with g in place of its square. *)
Theorem best_pairs_between_breakpoints : forall d, (0 < d < k)%nat ->
  (is_best_for_pairs d <->
   (INR k - INR d) * (INR k - INR d - 1) <= g * (INR d * (INR d + 1)) /\
   g * (INR d * (INR d - 1)) <= (INR k - INR d + 1) * (INR k - INR d)).
Proof.
  intros d inside. pose proof (mass_positive d) as own.
  rewrite <- (signs_between_breakpoints k many g d inside ltac:(lra)). split.
  - intros [_ best] s other. specialize (best s other). pose proof (mass_positive s) as its.
    unfold pairs_apart in best.
    apply Rmult_le_compat_r with (r := mass_of s * mass_of d) in best;
      [|apply Rlt_le, Rmult_lt_0_compat; assumption].
    replace (INR s * (INR k - INR s) / mass_of s * (mass_of s * mass_of d)) with
      (INR s * (INR k - INR s) * mass_of d) in best by (field; lra).
    replace (INR d * (INR k - INR d) / mass_of d * (mass_of s * mass_of d)) with
      (INR d * (INR k - INR d) * mass_of s) in best by (field; lra).
    unfold mass_of in best. lra.
  - intros signs. split; [assumption|]. intros s other. specialize (signs s other).
    pose proof (mass_positive s) as its. unfold pairs_apart.
    apply Rmult_le_reg_r with (mass_of s * mass_of d); [apply Rmult_lt_0_compat; assumption|].
    replace (INR s * (INR k - INR s) / mass_of s * (mass_of s * mass_of d)) with
      (INR s * (INR k - INR s) * mass_of d) by (field; lra).
    replace (INR d * (INR k - INR d) / mass_of d * (mass_of s * mass_of d)) with
      (INR d * (INR k - INR d) * mass_of s) by (field; lra).
    unfold mass_of. lra.
Qed.

Definition pairs_value (f : R -> R -> R) (d : nat) : R :=
  INR k * (f g 1 + f 1 g) * pairs_apart d.

Theorem pairs_bound : forall f d, sublinear_pair f -> f 1 1 = 0 -> is_best_for_pairs d ->
  (forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
     \sum_(i < m) over_pairs f (P i) <= pairs_value f d) /\
  forall m P w b, stochastic m k P -> of_subsets d m P w b ->
    \sum_(i < m) over_pairs f (P i) = pairs_value f d.
Proof.
  intros f d sublinear level [inside best]. pose proof several.
  set (v := fun s => INR s * (INR k - INR s) * (f g 1 + f 1 g)).
  assert (0 <= f g 1 + f 1 g) as some.
  { destruct sublinear as [scale adds].
    assert (f (g + 1) (1 + g) = 0) as none.
    { replace (f (g + 1) (1 + g)) with (f ((g + 1) * 1) ((g + 1) * 1)) by (f_equal; ring).
      rewrite scale, level by lra. ring. }
    rewrite <- none. apply adds; lra. }
  assert (forall s, subset_use v s = K * (f g 1 + f 1 g) * pairs_apart s) as told.
  { intros s. pose proof (mass_positive s). unfold subset_use, pairs_apart, v. fold K. field. lra. }
  assert (pairs_value f d = subset_use v d) as -> by (rewrite told; reflexivity).
  pose proof (over_pairs_alike f sublinear level) as is_alike. fold v in is_alike. split.
  - intros m P is_private. apply (alike_bound (over_pairs f) v d m P is_alike); [|assumption].
    intros s small. rewrite !told. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|].
    assert (0 <= pairs_apart d) as positive.
    { destruct (size_inside k many d inside) as [low high]. unfold pairs_apart.
      apply Rmult_le_pos; [apply Rmult_le_pos; lra|].
      apply Rlt_le, Rinv_0_lt_compat, mass_positive. }
    destruct (Nat.eq_dec s 0) as [->|]; [|destruct (Nat.eq_dec s k) as [->|]].
    + replace (pairs_apart 0) with 0 by (unfold pairs_apart, Rdiv; simpl (INR 0); ring). assumption.
    + replace (pairs_apart k) with 0 by (unfold pairs_apart, Rdiv; ring). assumption.
    + apply best. lia.
  - intros m P w b columns subsets. now apply (subsets_reach_it _ v d m P w b is_alike).
Qed.

(** ** Mutual information at equal shares *)

Definition subset_information (s : nat) : R :=
  INR s * (g * ln g) / mass_of s - ln (mass_of s / INR k).

Definition is_best_for_information (d : nat) : Prop :=
  (0 < d < k)%nat /\
  forall s, (0 < s < k)%nat -> subset_information s <= subset_information d.

Let q (_ : nat) : R := / INR k.

Lemma information_alike : alike (information k q) (fun s =>
  / INR k * (INR s * relative g (mass_of s / INR k) +
    (INR k - INR s) * relative 1 (mass_of s / INR k))).
Proof.
  pose proof several. split.
  - apply information_is_utility. unfold q. fold K. split.
    + intros. apply Rlt_le, Rinv_0_lt_compat. lra.
    + rewrite sum_constant. fold K. field. lra.
  - intros b s equal. unfold information.
    assert (dot k q (pattern g b) = mass_of s / INR k) as ->.
    { unfold dot, q. rewrite sum_scale.
      change (\sum_(j < k) pattern g b j) with (sum k (pattern g b)).
      rewrite (pattern_mass b s equal). fold K. field. lra. }
    set (h := mass_of s / INR k).
    rewrite (sum_ext k _ (fun j => / INR k * (relative g h - relative 1 h) * indicator b j +
      / INR k * relative 1 h)).
    + rewrite sum_plus, sum_scale, sum_constant, <- size_is_sum, equal. fold K. field. lra.
    + intros j _. unfold q, pattern, indicator. destruct (b j); ring.
Qed.

Lemma information_told : forall s,
  subset_use (fun s => / INR k * (INR s * relative g (mass_of s / INR k) +
    (INR k - INR s) * relative 1 (mass_of s / INR k))) s = subset_information s.
Proof.
  intros s. pose proof several. pose proof (mass_positive s) as above.
  assert (0 < mass_of s / INR k) as share
    by (apply Rmult_lt_0_compat; [assumption|apply Rinv_0_lt_compat; fold K; lra]).
  assert (apart : forall x, 0 < x -> relative x (mass_of s / INR k) =
    x * (ln x - ln (mass_of s / INR k))).
  { intros x positive. unfold relative, Rdiv at 1.
    rewrite ln_mult, ln_Rinv by (assumption || now apply Rinv_0_lt_compat). ring. }
  unfold subset_use, subset_information. rewrite !apart, ln_1 by lra.
  set (l := ln (mass_of s / INR k)). fold K.
  assert (INR s * g + (K - INR s) = mass_of s) as own by (unfold mass_of; fold K; ring).
  replace (K * (/ K * (INR s * (g * (ln g - l)) + (K - INR s) * (1 * (0 - l)))) / mass_of s) with
    (INR s * (g * ln g) / mass_of s - l * (INR s * g + (K - INR s)) / mass_of s) by (field; lra).
  rewrite own. field. lra.
Qed.

Lemma information_not_negative : forall d, (0 < d < k)%nat -> 0 <= subset_information d.
Proof.
  intros d inside. destruct (size_inside k many d inside) as [low high]. pose proof several.
  pose proof (mass_positive d) as above. fold K in high.
  assert (0 < / K) as unit by (apply Rinv_0_lt_compat; lra).
  assert (0 < / g) as less by (apply Rinv_0_lt_compat; lra).
  assert (0 < mass_of d / K) as share by (apply Rmult_lt_0_compat; assumption).
  pose proof (ln_below (mass_of d / K) share) as lows.
  pose proof (ln_below (mass_of d / K * / g) ltac:(apply Rmult_lt_0_compat; assumption)) as highs.
  rewrite ln_mult, ln_Rinv in highs by (assumption || lra).
  unfold subset_information. fold K. set (l := ln (mass_of d / K)) in *.
  apply Rmult_le_reg_l with (mass_of d); [assumption|].
  replace (mass_of d * (INR d * (g * ln g) / mass_of d - l)) with
    (INR d * (g * ln g) - mass_of d * l) by (field; lra).
  apply Rmult_le_compat_l with (r := INR d * g) in highs; [|apply Rmult_le_pos; lra].
  apply Rmult_le_compat_l with (r := K - INR d) in lows; [|lra].
  replace (INR d * g * (mass_of d / K * / g - 1)) with (INR d * (mass_of d / K) - INR d * g)
    in highs by (field; lra).
  assert (INR d * (mass_of d / K) + (K - INR d) * (mass_of d / K) = mass_of d) as parts
    by (field; lra).
  assert (mass_of d = INR d * g + (K - INR d)) as own by (unfold mass_of; fold K; ring).
  assert (mass_of d * l = INR d * g * l + (K - INR d) * l) as split by (rewrite own; ring).
  lra.
Qed.

(** Reports that are as likely for every truth. *)
Lemma none_says_nothing : subset_information 0 = 0 /\ subset_information k = 0.
Proof.
  pose proof several. unfold subset_information, mass_of. fold K. simpl (INR 0). split.
  - replace ((0 * g + K - 0) / K) with 1 by (field; lra). rewrite ln_1. field. lra.
  - replace (K * g + K - K) with (K * g) by ring.
    replace (K * g / K) with g by (field; lra). field. lra.
Qed.

Theorem information_bound : forall d, is_best_for_information d ->
  (forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
     \sum_(i < m) information k (fun _ => / INR k) (P i) <= subset_information d) /\
  forall m P w b, stochastic m k P -> of_subsets d m P w b ->
    \sum_(i < m) information k (fun _ => / INR k) (P i) = subset_information d.
Proof.
  intros d [inside best]. pose proof several. change (fun _ : nat => / INR k) with q.
  rewrite <- information_told. split.
  - intros m P is_private. apply (alike_bound _ _ d m P information_alike); [|assumption].
    intros s small. rewrite !information_told.
    destruct none_says_nothing as [nothing all].
    pose proof (information_not_negative d inside).
    destruct (Nat.eq_dec s 0) as [->|]; [lra|destruct (Nat.eq_dec s k) as [->|]; [lra|]].
    apply best. lia.
  - intros m P w b columns subsets. now apply (subsets_reach_it _ _ d m P w b information_alike).
Qed.

(** Between the sizes s and s + 1: s is at least as good where g ln g k is at most this. *)
Definition information_breakpoint (s : nat) : R :=
  mass_of s * mass_of (S s) * ln (mass_of (S s) / mass_of s).

Lemma next_mass : forall s, mass_of (S s) = mass_of s + (g - 1).
Proof. intros s. unfold mass_of. rewrite S_INR. ring. Qed.

Lemma information_gap : forall s, 0 < / (mass_of s * mass_of (S s)) /\
  subset_information (S s) - subset_information s =
  (INR k * (g * ln g) - information_breakpoint s) * / (mass_of s * mass_of (S s)).
Proof.
  intros s. pose proof several. pose proof (mass_positive s) as own.
  pose proof (mass_positive (S s)) as its. unfold information_breakpoint.
  assert (0 < / K) as unit by (apply Rinv_0_lt_compat; lra).
  assert (0 < / mass_of s) by (apply Rinv_0_lt_compat; assumption).
  split; [apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption|].
  unfold subset_information, Rdiv. fold K.
  rewrite !ln_mult, !ln_Rinv by (assumption || (apply Rinv_0_lt_compat; assumption) || lra).
  set (a := ln (mass_of s)). set (b := ln (mass_of (S s))). set (c := ln K). set (l := g * ln g).
  assert (INR (S s) * mass_of s - INR s * mass_of (S s) = K) as apart
    by (unfold mass_of; rewrite S_INR; fold K; ring).
  rewrite <- apart. field. lra.
Qed.

Lemma information_step : forall s,
  (subset_information (S s) <= subset_information s <->
   INR k * (g * ln g) <= information_breakpoint s) /\
  (subset_information s <= subset_information (S s) <->
   information_breakpoint s <= INR k * (g * ln g)).
Proof.
  intros s. destruct (information_gap s) as [rate gap].
  set (x := INR k * (g * ln g) - information_breakpoint s) in *.
  set (c := / (mass_of s * mass_of (S s))) in *.
  assert (x <= 0 -> x * c <= 0) as down.
  { intros less. assert (0 <= - x * c) by (apply Rmult_le_pos; lra). lra. }
  assert (0 <= x -> 0 <= x * c) as up by (intros more; apply Rmult_le_pos; lra).
  assert (x * c <= 0 -> x <= 0) as back.
  { intros less. apply Rnot_lt_le. intros more. pose proof (Rmult_lt_0_compat x c more rate). lra. }
  assert (0 <= x * c -> 0 <= x) as forth.
  { intros more. apply Rnot_lt_le. intros less.
    pose proof (Rmult_lt_0_compat (- x) c ltac:(lra) rate). lra. }
  assert (x = INR k * (g * ln g) - information_breakpoint s) as told by reflexivity.
  split; split; intros less; [apply Rminus_le; rewrite <- told|
    apply Rminus_le; rewrite gap| |].
  - apply back. lra.
  - apply down. lra.
  - assert (0 <= x) by (apply forth; lra). lra.
  - assert (0 <= x * c) by (apply up; lra). lra.
Qed.

Lemma breakpoints_rise : forall s, information_breakpoint s <= information_breakpoint (S s).
Proof.
  intros s. pose proof (mass_positive s) as first. pose proof (mass_positive (S s)) as second.
  pose proof (mass_positive (S (S s))) as third. unfold information_breakpoint.
  rewrite (next_mass (S s)) in third |- *. set (x := mass_of (S s)) in *.
  assert (mass_of s = x - (g - 1)) as before by (unfold x; rewrite next_mass; ring).
  rewrite before in first |- *. set (e := g - 1) in *.
  assert (0 < / (x - e)) by (apply Rinv_0_lt_compat; assumption).
  assert (0 < / (x + e)) by (apply Rinv_0_lt_compat; assumption).
  assert (0 < / x) by (apply Rinv_0_lt_compat; assumption).
  pose proof (ln_below (x / (x - e)) ltac:(apply Rmult_lt_0_compat; assumption)) as low.
  pose proof (ln_below (x / (x + e)) ltac:(apply Rmult_lt_0_compat; assumption)) as high.
  assert (ln ((x + e) / x) = - ln (x / (x + e))) as turned.
  { unfold Rdiv. rewrite !ln_mult, !ln_Rinv by assumption. ring. }
  rewrite turned.
  apply Rmult_le_compat_l with (r := x * (x - e)) in low; [|apply Rlt_le, Rmult_lt_0_compat; assumption].
  apply Rmult_le_compat_l with (r := x * (x + e)) in high; [|apply Rlt_le, Rmult_lt_0_compat; assumption].
  replace (x * (x - e) * (x / (x - e) - 1)) with (x * e) in low by (field; lra).
  replace (x * (x + e) * (x / (x + e) - 1)) with (- (x * e)) in high by (field; lra).
  lra.
Qed.

Lemma breakpoints_ordered : forall s t, (s <= t)%nat ->
  information_breakpoint s <= information_breakpoint t.
Proof.
  intros s t order. induction order as [|t order IH]; [lra|].
  eapply Rle_trans; [exact IH|apply breakpoints_rise].
Qed.

(** d is best exactly where k g ln g lies between the breakpoints below and above it. *)
Theorem best_information_between_breakpoints : forall d, (0 < d < k)%nat ->
  (is_best_for_information d <->
   (d = 1%nat \/ information_breakpoint (pred d) <= INR k * (g * ln g)) /\
   (S d = k \/ INR k * (g * ln g) <= information_breakpoint d)).
Proof.
  intros d inside. split.
  - intros [_ best]. split.
    + destruct (Nat.eq_dec d 1) as [one|more]; [now left|right].
      apply (information_step (pred d)). replace (S (pred d)) with d by lia. apply best. lia.
    + destruct (Nat.eq_dec (S d) k) as [last|more]; [now left|right].
      apply (information_step d). apply best. lia.
  - intros [below above]. split; [assumption|]. intros s other.
    destruct (lt_eq_lt_dec s d) as [[less|same]|more].
    + destruct below as [one|below]; [lia|].
      assert (forall t, (s + t <= d)%nat -> subset_information s <= subset_information (s + t)) as up.
      { induction t as [|t IH]; intros small; [rewrite Nat.add_0_r; lra|].
        eapply Rle_trans; [apply IH; lia|]. rewrite Nat.add_succ_r.
        apply (information_step (s + t)).
        eapply Rle_trans; [apply breakpoints_ordered|exact below]. lia. }
      specialize (up (d - s)%nat ltac:(lia)). now replace (s + (d - s))%nat with d in up by lia.
    + rewrite same. lra.
    + destruct above as [last|above]; [lia|].
      assert (forall t, subset_information (d + t) <= subset_information d) as down.
      { induction t as [|t IH]; [rewrite Nat.add_0_r; lra|].
        eapply Rle_trans; [|exact IH]. rewrite Nat.add_succ_r. apply (information_step (d + t)).
        eapply Rle_trans; [exact above|]. apply breakpoints_ordered. lia. }
      specialize (down (s - d)%nat). now replace (d + (s - d))%nat with s in down by lia.
Qed.

End Alike.

(** With fewer truths smaller sets: where d high entries say as much as d + 1 of k truths, they say
    more of fewer truths. *)
Theorem fewer_truths_smaller_sets : forall k l g d, (1 < l)%nat -> (0 < d)%nat -> (l < k)%nat ->
  1 < g -> subset_information k g (S d) <= subset_information k g d ->
  subset_information l g (S d) < subset_information l g d.
Proof.
  intros k l g d many size fewer big best. assert (1 < k)%nat as more by lia.
  apply Rnot_le_lt. revert best.
  rewrite (proj1 (information_step k g more big d)), (proj2 (information_step l g many big d)).
  unfold information_breakpoint. rewrite !next_mass.
  pose proof (mass_positive k g more big d) as posx. pose proof (mass_positive l g many big d) as posy.
  pose proof (several k more). pose proof (several l many). apply lt_INR in fewer.
  apply lt_0_INR in size.
  assert (0 < INR d * (g - 1)) as wide by (apply Rmult_lt_0_compat; lra).
  assert (mass_of k g d = INR k + INR d * (g - 1)) as tox by (unfold mass_of; ring).
  assert (mass_of l g d = INR l + INR d * (g - 1)) as toy by (unfold mass_of; ring).
  set (x := mass_of k g d) in *. set (y := mass_of l g d) in *. set (a := INR d * (g - 1)) in *.
  set (e := g - 1) in *. set (K := INR k) in *. set (L := INR l) in *. set (G := g * ln g).
  assert (0 < e) by (unfold e; lra). clearbody x y a e K L G.
  assert (0 < / x) by (apply Rinv_0_lt_compat; assumption).
  assert (0 < / y) by (apply Rinv_0_lt_compat; assumption).
  assert (0 < / (x + e)) by (apply Rinv_0_lt_compat; lra).
  assert (0 < / (y + e)) by (apply Rinv_0_lt_compat; lra).
  assert (0 < / K) by (apply Rinv_0_lt_compat; lra).
  assert (0 < / L) by (apply Rinv_0_lt_compat; lra).
  assert (0 < x * / (x + e)) by (apply Rmult_lt_0_compat; assumption).
  assert (0 < y * / (y + e)) by (apply Rmult_lt_0_compat; assumption).
  set (p := ln ((x + e) / x)). set (r := ln ((y + e) / y)).
  assert (p <= e / x) as low.
  { unfold p. pose proof (ln_below ((x + e) / x) ltac:(apply Rmult_lt_0_compat; lra)) as bound.
    replace ((x + e) / x - 1) with (e / x) in bound by (field; lra). assumption. }
  assert (0 < p) as above.
  { unfold p. rewrite <- ln_1. apply ln_increasing; [lra|].
    apply Rmult_lt_reg_r with x; [assumption|]. replace ((x + e) / x * x) with (x + e) by (field; lra).
    lra. }
  assert (e * (K - L) / ((y + e) * x) <= r - p) as rise.
  { assert (p - r = ln (y * (x + e) / ((y + e) * x))) as joined.
    { unfold p, r, Rdiv. rewrite Rinv_mult, !ln_mult, !ln_Rinv
        by (assumption || lra || (apply Rmult_lt_0_compat; lra)). ring. }
    pose proof (ln_below (y * (x + e) / ((y + e) * x))) as bound.
    assert (0 < y * (x + e) / ((y + e) * x)) as positive.
    { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|].
      apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra. }
    specialize (bound positive). rewrite <- joined in bound.
    replace (y * (x + e) / ((y + e) * x) - 1) with (- (e * (x - y) / ((y + e) * x))) in bound
      by (field; lra).
    replace (K - L) with (x - y) by lra. lra. }
  intros best.
  assert (G <= x * (x + e) / K * p) as own.
  { apply Rmult_le_reg_l with K; [lra|].
    replace (K * (x * (x + e) / K * p)) with (x * (x + e) * p) by (field; lra). assumption. }
  enough (x * (x + e) / K * p < y * (y + e) / L * r) as enough_.
  { replace (y * (y + e) * r) with (L * (y * (y + e) / L * r)) by (field; lra).
    apply Rlt_not_le, Rmult_lt_compat_l; lra. }
  assert (0 <= y * (y + e) / L) as scale
    by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]).
  apply Rmult_le_compat_l with (1 := scale) in rise.
  replace (y * (y + e) / L * (e * (K - L) / ((y + e) * x))) with (y / L * ((K - L) * (e / x)))
    in rise by (field; lra).
  assert (0 < a * (a + e) / (K * L)) as less.
  { apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|].
    apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra. }
  assert (x * (x + e) / K - y * (y + e) / L = (K - L) * (1 - a * (a + e) / (K * L))) as apart
    by (subst x y; field; lra).
  assert (0 < (K - L) * (a * (a + e) / (K * L)) * p) as spare
    by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [lra|exact less]|exact above]).
  assert ((K - L) * p <= (K - L) * (e / x)) as bounded by (apply Rmult_le_compat_l; lra).
  assert (0 <= e / x) by (apply Rmult_le_pos; lra).
  assert (0 <= a / L * ((K - L) * (e / x))) as spare2
    by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rmult_le_pos; lra]).
  assert (y / L * ((K - L) * (e / x)) = (K - L) * (e / x) + a / L * ((K - L) * (e / x))) as parts
    by (rewrite toy; field; lra).
  assert (x * (x + e) / K * p - y * (y + e) / L * p = (K - L) * p -
    (K - L) * (a * (a + e) / (K * L)) * p) as both by (rewrite <- Rmult_minus_distr_r, apart; ring).
  lra.
Qed.
