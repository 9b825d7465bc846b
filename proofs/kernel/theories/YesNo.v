(** Sun, Zhou and Yan, the modified Warner and Simmons mechanisms: each of N given respondents
    answers yes (1) or no (0), with a probability that depends on the truth (1 inside A). Mean and
    variance of the estimators, for every N and every share; and with respondents drawn with
    replacement. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Probability Draws Answers.
Import ListNotations.
Open Scope R_scope.

(** The table of a question that is answered yes with these probabilities. *)
Definition yes_no (outside inside : R) : matrix := fun i t =>
  let yes := match t with O => outside | _ => inside end in
  match i with O => 1 - yes | _ => yes end.

Definition warner (p : R) : matrix := yes_no (1 - p) p.
Definition simmons (p b : R) : matrix := yes_no ((1 - p) * b) (p + (1 - p) * b).

(** N_1, the number of yes. *)
Definition yes_count : list nat -> R := sum_of INR.

Definition warner_estimate (N : nat) (p : R) (answers : list nat) : R :=
  (yes_count answers / INR N - (1 - p)) / (2 * p - 1).
Definition simmons_estimate (N : nat) (p b : R) (answers : list nat) : R :=
  (yes_count answers / INR N - (1 - p) * b) / p.

(** Members of A are 1, the others 0, and there is somebody. *)
Definition population (truths : list nat) : Prop :=
  truths <> [] /\ Forall (fun t => (t < 2)%nat) truths.

(** ** One answer *)

Lemma yes_no_stochastic : forall outside inside, 0 <= outside <= 1 -> 0 <= inside <= 1 ->
  stochastic 2 2 (yes_no outside inside).
Proof.
  intros o s low high j small. split; [|unfold yes_no; simpl; ring].
  intros [|[|i]] inside; [| |lia]; destruct j; unfold yes_no; lra.
Qed.

Lemma yes_no_moments : forall outside inside,
  E 2 (fun i => yes_no outside inside i O) INR = outside /\
  E 2 (fun i => yes_no outside inside i 1%nat) INR = inside /\
  variance 2 (fun i => yes_no outside inside i O) INR = outside * (1 - outside) /\
  variance 2 (fun i => yes_no outside inside i 1%nat) INR = inside * (1 - inside).
Proof.
  intros o s. unfold variance, covariance, E, yes_no. simpl. repeat split; ring.
Qed.

Lemma size_of : forall truths, population truths -> INR (length truths) <> 0.
Proof. intros [|t l] [some _]; [easy|]. apply not_0_INR. discriminate. Qed.

Section Asked.
Variables outside inside : R.
Context (low : 0 <= outside <= 1).
Context (high : 0 <= inside <= 1).

Lemma yes_of_given : forall truths, population truths ->
  let N := INR (length truths) in
  let pi := share_of_ones truths in
  let asked := reports 2 (yes_no outside inside) truths in
  linear asked /\ asked yes_count = N * (pi * inside + (1 - pi) * outside) /\
  variance_under asked yes_count =
    N * (pi * (inside * (1 - inside)) + (1 - pi) * (outside * (1 - outside))).
Proof.
  intros truths [some two] N pi asked.
  pose proof (yes_no_stochastic outside inside low high) as columns.
  split; [now apply (reports_linear 2 2)|]. unfold asked, yes_count.
  destruct (answers_of_two_kinds 2 _ INR truths columns some two) as [mean spread].
  destruct (yes_no_moments outside inside) as (m0 & m1 & v0 & v1).
  rewrite mean, spread, m0, m1, v0, v1. now split.
Qed.

Lemma yes_of_drawn : forall N pi, 0 <= pi <= 1 ->
  let asked := reports_of_drawn N 2 pi (yes_no outside inside) in
  let yes := pi * inside + (1 - pi) * outside in
  linear asked /\ asked yes_count = INR N * yes /\
  variance_under asked yes_count = INR N * (yes * (1 - yes)).
Proof.
  intros N pi range asked yes.
  pose proof (yes_no_stochastic outside inside low high) as columns.
  split; [now apply drawn_linear|]. unfold asked, yes_count.
  destruct (answers_of_drawn N 2 pi _ INR columns range) as [mean spread].
  destruct (yes_no_moments outside inside) as (m0 & m1 & v0 & v1).
  rewrite mean, spread, E_mixed, variance_mixed by assumption. rewrite m0, m1, v0, v1.
  unfold yes. split; ring.
Qed.

End Asked.

(** What is a x N_1 + c for numbers a and c. *)
Lemma as_affine : forall Ex f a c, linear Ex -> (forall y, f y = a * yes_count y + c) ->
  Ex f = a * Ex yes_count + c /\ variance_under Ex f = a ^ 2 * variance_under Ex yes_count.
Proof.
  intros Ex f a c is_linear same. pose proof is_linear as [ext affine]. split.
  - rewrite (ext f _ same). apply affine.
  - rewrite (variance_under_ext _ Ex f _ is_linear same). now apply linear_variance.
Qed.

Lemma share_of_yes : forall Ex N, linear Ex -> INR N <> 0 ->
  Ex (fun y => yes_count y / INR N) = Ex yes_count / INR N /\
  variance_under Ex (fun y => yes_count y / INR N) = variance_under Ex yes_count / INR N ^ 2.
Proof.
  intros Ex N is_linear some.
  destruct (as_affine Ex (fun y => yes_count y / INR N) (/ INR N) 0 is_linear) as [-> ->];
    [intros; field; assumption|]. split; field; assumption.
Qed.

Lemma share_range : forall truths, population truths -> 0 <= share_of_ones truths <= 1.
Proof.
  intros truths is_population. pose proof (size_of truths is_population) as some.
  pose proof (pos_INR (length truths)). pose proof (pos_INR (ones truths)).
  assert (INR (ones truths) <= INR (length truths)) by (apply le_INR, count_occ_bound).
  unfold share_of_ones. split.
  - apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
  - apply Rmult_le_reg_r with (INR (length truths)); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by assumption. lra.
Qed.

(** ** Warner: total probability, the estimator, equation (1) *)

Section Warner.
Variable p : R.
Context (rare : 0 < p < 1 / 2).

Let low : 0 <= 1 - p <= 1. Proof. lra. Qed.
Let high : 0 <= p <= 1. Proof. lra. Qed.

Lemma warner_affine : forall N y, INR N <> 0 -> warner_estimate N p y =
  / (INR N * (2 * p - 1)) * yes_count y + - (1 - p) / (2 * p - 1).
Proof. intros. unfold warner_estimate. field. lra. Qed.

Lemma warner_moments : forall truths, population truths ->
  let N := INR (length truths) in
  let asked := reports 2 (warner p) truths in
  asked (warner_estimate (length truths) p) = share_of_ones truths /\
  variance_under asked (warner_estimate (length truths) p) =
    variance_under asked yes_count / (N ^ 2 * (2 * p - 1) ^ 2) /\
  variance_under asked yes_count = N * (p * (1 - p)).
Proof.
  intros truths is_population N asked. pose proof (size_of _ is_population) as some. fold N in some.
  destruct (yes_of_given (1 - p) p low high truths is_population) as (is_linear & mean & spread).
  fold N in mean, spread. fold (warner p) asked in is_linear, mean, spread.
  destruct (as_affine asked _ _ _ is_linear (fun y => warner_affine (length truths) y some))
    as [-> ->].
  fold N. rewrite mean, spread. repeat split; try field; lra.
Qed.

End Warner.

Theorem warner_total : forall p truths, 0 < p < 1 / 2 -> population truths ->
  let N := length truths in
  let pi := share_of_ones truths in
  let asked := reports 2 (warner p) truths in
  asked (fun y => yes_count y / INR N) = p * pi + (1 - p) * (1 - pi) /\
  variance_under asked (fun y => yes_count y / INR N) = p * (1 - p) / INR N /\
  p * (1 - p) / INR N <= 1 / (4 * INR N).
Proof.
  intros p truths rare is_population N pi asked.
  pose proof (size_of truths is_population) as some. fold N in some.
  assert (0 < INR N) by (pose proof (pos_INR N); lra).
  destruct (yes_of_given (1 - p) p ltac:(lra) ltac:(lra) truths is_population)
    as (is_linear & mean & spread).
  destruct (share_of_yes _ N is_linear some) as [same same'].
  unfold asked, warner. rewrite same, same', mean, spread. fold N pi. split; [field; lra|].
  split; [field; lra|].
  assert (p * (1 - p) <= 1 / 4) by (pose proof (pow2_ge_0 (2 * p - 1)); lra).
  replace (1 / (4 * INR N)) with (1 / 4 * / INR N) by (field; lra).
  apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat|]; lra.
Qed.

Theorem warner_is_unbiased : forall p truths, 0 < p < 1 / 2 -> population truths ->
  reports 2 (warner p) truths (warner_estimate (length truths) p) = share_of_ones truths.
Proof. intros p truths rare is_population. now apply warner_moments. Qed.

Theorem warner_is_unbiased_when_drawn : forall N p pi, 0 < p < 1 / 2 -> 0 <= pi <= 1 ->
  (0 < N)%nat -> reports_of_drawn N 2 pi (warner p) (warner_estimate N p) = pi.
Proof.
  intros N p pi rare range some. assert (INR N <> 0) by (apply not_0_INR; lia).
  destruct (yes_of_drawn (1 - p) p ltac:(lra) ltac:(lra) N pi range) as (is_linear & mean & _).
  destruct (as_affine _ _ _ _ is_linear (fun y => warner_affine p rare N y H)) as [same _].
  unfold warner. rewrite same, mean. field. lra.
Qed.

Theorem warner_variance_scaled : forall p truths, 0 < p < 1 / 2 -> population truths ->
  let N := length truths in
  let asked := reports 2 (warner p) truths in
  variance_under asked (warner_estimate N p) =
  variance_under asked yes_count / (INR N ^ 2 * (2 * p - 1) ^ 2).
Proof. intros p truths rare is_population N asked. now apply warner_moments. Qed.

Theorem warner_variance_by_kinds : forall p truths, 0 < p < 1 / 2 -> population truths ->
  let N := length truths in
  let pi := share_of_ones truths in
  variance_under (reports 2 (warner p) truths) (warner_estimate N p) =
  (pi * p * (1 - p) + (1 - pi) * (1 - p) * p) / (INR N * (2 * p - 1) ^ 2).
Proof.
  intros p truths rare is_population N pi. pose proof (size_of _ is_population) as some.
  destruct (warner_moments p rare truths is_population) as (_ & same & total).
  unfold N. rewrite same, total. field. lra.
Qed.

Theorem warner_variance : forall p truths, 0 < p < 1 / 2 -> population truths ->
  let N := length truths in
  variance_under (reports 2 (warner p) truths) (warner_estimate N p) =
  p * (1 - p) / (INR N * (2 * p - 1) ^ 2).
Proof.
  intros p truths rare is_population N. pose proof (size_of _ is_population) as some.
  destruct (warner_moments p rare truths is_population) as (_ & same & total).
  unfold N. rewrite same, total. field. lra.
Qed.

Theorem warner_variance_when_drawn : forall N p pi, 0 < p < 1 / 2 -> 0 <= pi <= 1 ->
  (0 < N)%nat ->
  variance_under (reports_of_drawn N 2 pi (warner p)) (warner_estimate N p) =
  pi * (1 - pi) / INR N + p * (1 - p) / (INR N * (2 * p - 1) ^ 2).
Proof.
  intros N p pi rare range some. assert (INR N <> 0) by (apply not_0_INR; lia).
  destruct (yes_of_drawn (1 - p) p ltac:(lra) ltac:(lra) N pi range) as (is_linear & _ & spread).
  destruct (as_affine _ _ _ _ is_linear (fun y => warner_affine p rare N y H)) as [_ same].
  unfold warner. rewrite same, spread. field. lra.
Qed.

(** ** Simmons: total probability, the estimator, equation (2) *)

Definition asked_about (p b : R) : Prop := 0 < p <= 1 /\ 0 <= b <= 1.

Lemma simmons_chances : forall p b, asked_about p b ->
  0 <= (1 - p) * b <= 1 /\ 0 <= p + (1 - p) * b <= 1.
Proof.
  intros p b [[low high] [low' high']].
  assert (0 <= (1 - p) * b) by (apply Rmult_le_pos; lra).
  assert (0 <= (1 - p) * (1 - b)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma simmons_affine : forall N p b y, INR N <> 0 -> p <> 0 -> simmons_estimate N p b y =
  / (INR N * p) * yes_count y + - (1 - p) * b / p.
Proof. intros. unfold simmons_estimate. field. auto. Qed.

Lemma simmons_moments : forall p b truths, asked_about p b -> population truths ->
  let N := INR (length truths) in
  let pi := share_of_ones truths in
  let asked := reports 2 (simmons p b) truths in
  linear asked /\
  asked (simmons_estimate (length truths) p b) = pi /\
  variance_under asked (simmons_estimate (length truths) p b) =
    variance_under asked yes_count / (N * p) ^ 2 /\
  asked yes_count = N * (p * pi + (1 - p) * b) /\
  variance_under asked yes_count = N * (pi * ((p + (1 - p) * b) * (1 - (p + (1 - p) * b))) +
    (1 - pi) * ((1 - p) * b * (1 - (1 - p) * b))).
Proof.
  intros p b truths rare is_population N pi asked.
  pose proof (size_of _ is_population) as some. fold N in some.
  pose proof (simmons_chances p b rare) as [low high]. destruct rare as [[pos _] _].
  destruct (yes_of_given _ _ low high truths is_population) as (is_linear & mean & spread).
  fold N pi in mean, spread. fold (simmons p b) asked in is_linear, mean, spread.
  split; [assumption|].
  destruct (as_affine asked _ _ _ is_linear
    (fun y => simmons_affine (length truths) p b y some ltac:(lra))) as [-> ->].
  fold N. rewrite mean, spread. repeat split; try field; lra.
Qed.

Theorem simmons_total : forall p b truths, asked_about p b -> population truths ->
  let N := length truths in
  let pi := share_of_ones truths in
  let asked := reports 2 (simmons p b) truths in
  asked (fun y => yes_count y / INR N) = p * pi + (1 - p) * b /\
  variance_under asked (fun y => yes_count y / INR N) <= 1 / (4 * INR N).
Proof.
  intros p b truths rare is_population N pi asked.
  pose proof (size_of truths is_population) as some. fold N in some.
  assert (0 < INR N) by (pose proof (pos_INR N); lra).
  destruct (simmons_moments p b truths rare is_population) as (is_linear & _ & _ & mean & spread).
  destruct (share_of_yes _ N is_linear some) as [same same'].
  fold asked in mean, spread, same, same'. rewrite same, same', mean, spread. fold N pi.
  split; [field; assumption|].
  pose proof (share_range truths is_population) as range. fold pi in range.
  assert (forall x, x * (1 - x) <= 1 / 4) as half
    by (intros x; pose proof (pow2_ge_0 (2 * x - 1)); lra).
  pose proof (half (p + (1 - p) * b)) as first. pose proof (half ((1 - p) * b)) as second.
  set (u := (p + (1 - p) * b) * (1 - (p + (1 - p) * b))) in *.
  set (v := (1 - p) * b * (1 - (1 - p) * b)) in *.
  assert (pi * u <= pi * (1 / 4)) by (apply Rmult_le_compat_l; lra).
  assert ((1 - pi) * v <= (1 - pi) * (1 / 4)) by (apply Rmult_le_compat_l; lra).
  replace (INR N * (pi * u + (1 - pi) * v) / INR N ^ 2) with ((pi * u + (1 - pi) * v) * / INR N)
    by (field; lra).
  replace (1 / (4 * INR N)) with (1 / 4 * / INR N) by (field; lra).
  apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat|]; lra.
Qed.

Theorem simmons_is_unbiased : forall p b truths, asked_about p b -> population truths ->
  reports 2 (simmons p b) truths (simmons_estimate (length truths) p b) = share_of_ones truths.
Proof. intros p b truths rare is_population. now apply simmons_moments. Qed.

Theorem simmons_is_unbiased_when_drawn : forall N p b pi, asked_about p b -> 0 <= pi <= 1 ->
  (0 < N)%nat -> reports_of_drawn N 2 pi (simmons p b) (simmons_estimate N p b) = pi.
Proof.
  intros N p b pi rare range some. assert (INR N <> 0) as size by (apply not_0_INR; lia).
  pose proof (simmons_chances p b rare) as [low high]. destruct rare as [[pos _] _].
  destruct (yes_of_drawn _ _ low high N pi range) as (is_linear & mean & _).
  destruct (as_affine _ _ _ _ is_linear (fun y => simmons_affine N p b y size ltac:(lra)))
    as [same _].
  unfold simmons. rewrite same, mean. field. lra.
Qed.

Theorem simmons_variance_scaled : forall p b truths, asked_about p b -> population truths ->
  let N := length truths in
  let asked := reports 2 (simmons p b) truths in
  variance_under asked (simmons_estimate N p b) =
  variance_under asked (fun y => yes_count y / INR N) / p ^ 2.
Proof.
  intros p b truths rare is_population N asked. pose proof (size_of _ is_population) as some.
  destruct (simmons_moments p b truths rare is_population) as (is_linear & _ & same & _).
  destruct (share_of_yes _ N is_linear some) as [_ same']. destruct rare as [[pos _] _].
  fold asked N in same, same'. rewrite same, same'. field. unfold N. lra.
Qed.

Theorem simmons_variance_by_kinds : forall p b truths, asked_about p b -> population truths ->
  let N := length truths in
  let pi := share_of_ones truths in
  variance_under (reports 2 (simmons p b) truths) (simmons_estimate N p b) =
  pi * (p + (1 - p) * b) * (1 - p - (1 - p) * b) / (INR N * p ^ 2) +
  (1 - pi) * ((1 - p) * b) * (1 - (1 - p) * b) / (INR N * p ^ 2).
Proof.
  intros p b truths rare is_population N pi. pose proof (size_of _ is_population) as some.
  destruct (simmons_moments p b truths rare is_population) as (_ & _ & same & _ & total).
  destruct rare as [[pos _] _]. unfold N. rewrite same, total. unfold pi. field. lra.
Qed.

Theorem simmons_variance : forall p b truths, asked_about p b -> population truths ->
  let N := length truths in
  let pi := share_of_ones truths in
  variance_under (reports 2 (simmons p b) truths) (simmons_estimate N p b) =
  (b * (1 - p) - b ^ 2 * (1 - p) ^ 2) / (INR N * p ^ 2) +
  pi * ((1 - p - 2 * b * (1 - p)) / (INR N * p)).
Proof.
  intros p b truths rare is_population N pi. pose proof (size_of _ is_population) as some.
  destruct (simmons_moments p b truths rare is_population) as (_ & _ & same & _ & total).
  destruct rare as [[pos _] _]. unfold N. rewrite same, total. unfold pi. field. lra.
Qed.

Theorem simmons_variance_when_drawn : forall N p b pi, asked_about p b -> 0 <= pi <= 1 ->
  (0 < N)%nat ->
  variance_under (reports_of_drawn N 2 pi (simmons p b)) (simmons_estimate N p b) =
  pi * (1 - pi) / INR N + (b * (1 - p) - b ^ 2 * (1 - p) ^ 2) / (INR N * p ^ 2) +
  pi * ((1 - p - 2 * b * (1 - p)) / (INR N * p)).
Proof.
  intros N p b pi rare range some. assert (INR N <> 0) as size by (apply not_0_INR; lia).
  pose proof (simmons_chances p b rare) as [low high]. destruct rare as [[pos _] _].
  destruct (yes_of_drawn _ _ low high N pi range) as (is_linear & _ & spread).
  destruct (as_affine _ _ _ _ is_linear (fun y => simmons_affine N p b y size ltac:(lra)))
    as [_ same].
  unfold simmons. rewrite same, spread. field. lra.
Qed.
