(** Sun, Zhou and Yan, the modified Christofides mechanism: each of N given respondents draws one of
    the numbers 1, ..., L with proportions p_1, ..., p_L, puts the card back, and reports how far it
    is from L + 1 inside A and from 0 outside. Means and variances, for every L and N. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Probability Draws Answers YesNo.
Import ListNotations.
Open Scope R_scope.

(** Places are counted from 0: place i has the number i + 1, and L - 1 - i the number L + 1 - (i + 1). *)
Definition number (i : nat) : R := INR (i + 1).
Definition mirrored (L : nat) (p : nat -> R) : nat -> R := fun i => p (L - 1 - i)%nat.

(** The table of the reports 1, ..., L: outside A the number itself, inside its mirror image. *)
Definition christofides (L : nat) (p : nat -> R) : matrix := fun i t =>
  match t with O => p i | _ => mirrored L p i end.

Definition mean_number (L : nat) (p : nat -> R) : R := E L p number.
Definition variance_number (L : nat) (p : nat -> R) : R := variance L p number.
Definition width (L : nat) (p : nat -> R) : R := INR L + 1 - 2 * mean_number L p.

(** The sum of the numbers that are reported. *)
Definition sum_told : list nat -> R := sum_of number.
Definition christofides_estimate (N L : nat) (p : nat -> R) (told : list nat) : R :=
  (sum_told told / INR N - mean_number L p) / width L p.

(** ** Mirrored laws *)

Lemma mirror_number : forall L i, (i < L)%nat -> number (L - 1 - i) = INR L + 1 - number i.
Proof.
  intros L i small. unfold number. rewrite !plus_INR, !minus_INR by lia. simpl. ring.
Qed.

Lemma mirror_sum : forall L p f,
  \sum_(i < L) (mirrored L p i * f i) = \sum_(i < L) (p i * f (L - 1 - i)%nat).
Proof.
  intros L p f. assert (permutation L (fun i => L - 1 - i)%nat) as mirror.
  { split; [intros; lia|]. intros i j small other same. lia. }
  rewrite <- (proj1 (sum_over_permutation L _ _ mirror)). apply sum_ext. intros i small.
  unfold mirrored. replace (L - 1 - (L - 1 - i))%nat with i by lia. reflexivity.
Qed.

Lemma mirrored_law : forall L p, law L p -> law L (mirrored L p).
Proof.
  intros L p [above one]. change (sum L p = 1) in one. split.
  - intros i small. apply above. lia.
  - rewrite (sum_ext L _ (fun i => mirrored L p i * 1)) by (intros; ring).
    rewrite mirror_sum. transitivity (sum L p); [apply sum_ext; intros; ring|assumption].
Qed.

Lemma mirrored_mean : forall L p f g c d, law L p ->
  (forall i, (i < L)%nat -> f (L - 1 - i)%nat = c * g i + d) ->
  E L (mirrored L p) f = c * E L p g + d.
Proof.
  intros L p f g c d [_ one] same. change (sum L p = 1) in one. unfold E. rewrite mirror_sum.
  rewrite (sum_ext L _ (fun i => c * (p i * g i) + p i * d))
    by (intros; rewrite same by assumption; ring).
  rewrite sum_plus, sum_scale, sum_scale_right, one. ring.
Qed.

Lemma mirrored_moments_of_number : forall L p, law L p ->
  E L (mirrored L p) number = INR L + 1 - mean_number L p /\
  variance L (mirrored L p) number = variance_number L p.
Proof.
  intros L p is_law.
  assert (E L (mirrored L p) number = INR L + 1 - mean_number L p) as mean.
  { rewrite (mirrored_mean L p number number (-1) (INR L + 1)); auto; [unfold mean_number; ring|].
    intros. rewrite mirror_number by assumption. ring. }
  split; [assumption|]. unfold variance, covariance. rewrite mean.
  rewrite (mirrored_mean L p _
    (fun i => (number i - mean_number L p) * (number i - mean_number L p)) 1 0); auto.
  - unfold variance_number, variance, covariance, mean_number. ring.
  - intros. rewrite mirror_number by assumption. ring.
Qed.

Lemma christofides_stochastic : forall L p, law L p -> stochastic L 2 (christofides L p).
Proof. intros L p is_law [|j] _; [assumption|now apply mirrored_law]. Qed.

(** ** Given respondents *)

Lemma told_by_given : forall L p truths, law L p -> population truths ->
  let N := INR (length truths) in
  let pi := share_of_ones truths in
  let asked := reports L (christofides L p) truths in
  linear asked /\ asked sum_told = N * (mean_number L p + pi * width L p) /\
  variance_under asked sum_told = N * variance_number L p.
Proof.
  intros L p truths is_law [some two] N pi asked.
  pose proof (christofides_stochastic L p is_law) as columns.
  split; [now apply (reports_linear L 2)|]. unfold asked, sum_told.
  destruct (answers_of_two_kinds L _ number truths columns some two) as [mean spread].
  destruct (mirrored_moments_of_number L p is_law) as [m1 v1].
  change (fun i => christofides L p i 1%nat) with (mirrored L p) in mean, spread.
  change (fun i => christofides L p i O) with p in mean, spread.
  rewrite mean, spread, m1, v1. fold N pi (mean_number L p) (variance_number L p).
  unfold width. split; ring.
Qed.

Lemma told_affine : forall N L p y, INR N <> 0 -> width L p <> 0 ->
  christofides_estimate N L p y =
  / (INR N * width L p) * sum_told y + - mean_number L p / width L p.
Proof. intros. unfold christofides_estimate. field. auto. Qed.

Lemma estimate_as_sum : forall Ex N L p, linear Ex -> INR N <> 0 -> width L p <> 0 ->
  Ex (christofides_estimate N L p) = (Ex sum_told / INR N - mean_number L p) / width L p /\
  variance_under Ex (christofides_estimate N L p) =
  variance_under Ex sum_told / (INR N ^ 2 * width L p ^ 2).
Proof.
  intros Ex N L p is_linear some wide. pose proof is_linear as [ext affine]. split.
  - rewrite (ext _ _ (fun y => told_affine N L p y some wide)), affine. field. auto.
  - rewrite (variance_under_ext _ Ex _ _ is_linear (fun y => told_affine N L p y some wide)).
    rewrite linear_variance by assumption. field. auto.
Qed.

(** The answer X = (L+1-Y) x + Y (1-x) of a respondent who is drawn, and whose card is drawn. *)
Theorem christofides_mean_answer : forall L p pi, law L p -> 0 <= pi <= 1 ->
  E 2 (coin pi) (fun x => E L p (fun y =>
    (INR L + 1 - number y) * INR x + number y * (1 - INR x))) =
  mean_number L p + pi * (INR L + 1 - 2 * mean_number L p).
Proof.
  intros L p pi is_law range.
  rewrite (E_ext 2 _ _ (fun x => (INR L + 1 - 2 * mean_number L p) * INR x + mean_number L p)).
  - unfold E, coin. simpl. ring.
  - intros x _. rewrite (E_ext L p _ (fun y => (1 - 2 * INR x) * number y + (INR L + 1) * INR x))
      by (intros; ring).
    rewrite E_plus, E_scale, E_constant by assumption. fold (mean_number L p). ring.
Qed.

Theorem christofides_is_unbiased : forall L p truths, law L p -> population truths ->
  width L p <> 0 ->
  reports L (christofides L p) truths (christofides_estimate (length truths) L p) =
  share_of_ones truths.
Proof.
  intros L p truths is_law is_population wide. pose proof (size_of _ is_population) as some.
  destruct (told_by_given L p truths is_law is_population) as (is_linear & mean & _).
  rewrite (proj1 (estimate_as_sum _ _ L p is_linear some wide)), mean. field. auto.
Qed.

(** Where the law of one answer differs, its frequency serves; where none does, nothing serves. *)
Theorem christofides_can_be_estimated : forall L p, law L p ->
  (forall k truths, (k < L)%nat -> p k <> mirrored L p k -> population truths ->
    reports L (christofides L p) truths (fun told =>
      (count k told / INR (length truths) - p k) / (mirrored L p k - p k)) =
    share_of_ones truths) /\
  ((forall k, (k < L)%nat -> p k = mirrored L p k) ->
    forall estimate : list nat -> R, ~ (forall truths, population truths ->
      reports L (christofides L p) truths estimate = share_of_ones truths)).
Proof.
  intros L p is_law. pose proof (christofides_stochastic L p is_law) as columns. split.
  - intros k truths small differ is_population. pose proof (size_of _ is_population) as some.
    assert (mirrored L p k - p k <> 0) as gap by (intros zero; apply differ; lra).
    destruct is_population as [there two].
    destruct (reports_linear L 2 _ truths columns two) as [ext affine].
    rewrite (ext _ (fun told => / (INR (length truths) * (mirrored L p k - p k)) * count k told +
      - p k / (mirrored L p k - p k))) by (intros; field; now split).
    rewrite affine.
    destruct (histogram L 2 (christofides L p) (fun j => at_index O j) 0 columns) as (_ & _ & counts).
    { split; [intros i _; unfold at_index; destruct (Nat.eq_dec 0 i); lra|].
      unfold at_index. simpl. ring. }
    rewrite counts by assumption. simpl sum.
    assert (count O truths = INR (length truths) - count 1 truths) as ->.
    { clear - two. induction two as [|t l here _ IH]; [unfold count; simpl; ring|].
      rewrite !count_cons, IH. change (length (t :: l)) with (S (length l)). rewrite S_INR.
      unfold at_index. destruct t as [|[|t]]; [| |lia]; simpl; ring. }
    unfold share_of_ones. fold (count 1 truths). change (INR (ones truths)) with (count 1 truths).
    simpl christofides. field. now split.
  - intros alike estimate unbiased.
    pose proof (unbiased [O] ltac:(split; [discriminate|repeat constructor])) as zero.
    pose proof (unbiased [1%nat] ltac:(split; [discriminate|repeat constructor])) as one.
    assert (reports L (christofides L p) [O] estimate =
      reports L (christofides L p) [1%nat] estimate) as same.
    { simpl. apply sum_ext. intros i small. now rewrite alike at 1. }
    rewrite zero, one in same. unfold share_of_ones, ones in same. simpl in same. lra.
Qed.

Theorem christofides_variance : forall L p truths, law L p -> population truths ->
  width L p <> 0 ->
  let N := length truths in
  let asked := reports L (christofides L p) truths in
  variance_under asked (christofides_estimate N L p) =
    variance_under asked sum_told / (INR N ^ 2 * width L p ^ 2) /\
  variance_under asked (christofides_estimate N L p) =
    variance_number L p / (INR N * width L p ^ 2).
Proof.
  intros L p truths is_law is_population wide N asked.
  pose proof (size_of _ is_population) as some. fold N in some.
  destruct (told_by_given L p truths is_law is_population) as (is_linear & _ & spread).
  destruct (estimate_as_sum asked N L p is_linear some wide) as [_ same].
  split; [assumption|]. rewrite same. unfold asked. rewrite spread. fold N. field. auto.
Qed.

Theorem christofides_variance_of_mean : forall L p truths, law L p -> population truths ->
  width L p <> 0 ->
  let N := length truths in
  let asked := reports L (christofides L p) truths in
  variance_under asked (christofides_estimate N L p) =
    variance_under asked (fun told => / INR N * sum_told told) / width L p ^ 2 /\
  variance_under asked (christofides_estimate N L p) =
    variance_number L p / (INR N * width L p ^ 2).
Proof.
  intros L p truths is_law is_population wide N asked.
  pose proof (size_of _ is_population) as some. fold N in some.
  destruct (told_by_given L p truths is_law is_population) as (is_linear & _ & spread).
  destruct (christofides_variance L p truths is_law is_population wide) as [first second].
  split; [|assumption]. fold N asked in first, second. rewrite first.
  rewrite (variance_under_ext _ asked (fun told => / INR N * sum_told told)
    (fun told => / INR N * sum_told told + 0) is_linear) by (intros; ring).
  rewrite linear_variance by assumption. field. auto.
Qed.

(** Christofides (2003): the respondents are drawn with replacement. *)
Theorem christofides_variance_when_drawn : forall N L p pi, law L p -> 0 <= pi <= 1 ->
  width L p <> 0 -> (0 < N)%nat ->
  variance_under (reports_of_drawn N L pi (christofides L p)) (christofides_estimate N L p) =
  pi * (1 - pi) / INR N + variance_number L p / (INR N * width L p ^ 2).
Proof.
  intros N L p pi is_law range wide there. assert (INR N <> 0) as some by (apply not_0_INR; lia).
  pose proof (christofides_stochastic L p is_law) as columns.
  destruct (answers_of_drawn N L pi _ number columns range) as [_ spread].
  destruct (estimate_as_sum _ N L p (drawn_linear N L pi _ columns range) some wide) as [_ ->].
  unfold sum_told. rewrite spread, variance_mixed by assumption.
  change (fun i => christofides L p i 1%nat) with (mirrored L p).
  change (fun i => christofides L p i O) with p.
  destruct (mirrored_moments_of_number L p is_law) as [-> ->].
  fold (mean_number L p) (variance_number L p).
  replace (INR L + 1 - mean_number L p - mean_number L p) with (width L p) by (unfold width; ring).
  field. auto.
Qed.

(** ** Appendix A: the chain for the variance of the sum of the answers *)

Lemma own_variance : forall L p, law L p -> variance_number L p =
  \sum_(k < L) (number k ^ 2 * p k) - (\sum_(k < L) (number k * p k)) ^ 2.
Proof.
  intros L p is_law. unfold variance_number, variance. rewrite covariance_expanded by assumption.
  unfold E. rewrite (sum_ext L _ (fun k => number k ^ 2 * p k)) by (intros; ring).
  rewrite (sum_ext L (fun i => p i * number i) (fun k => number k * p k)) by (intros; ring). ring.
Qed.

Lemma swapped_sum : forall L p f, \sum_(k < L) (f k * mirrored L p k) =
  \sum_(k < L) (f (L - 1 - k)%nat * p k).
Proof.
  intros. rewrite (sum_ext L _ (fun k => mirrored L p k * f k)) by (intros; ring).
  rewrite mirror_sum. apply sum_ext. intros; ring.
Qed.

Theorem christofides_chain_1 : forall L p truths, law L p -> population truths ->
  let N := INR (length truths) in
  let pi := share_of_ones truths in
  variance_under (reports L (christofides L p) truths) sum_told =
  N * pi * (\sum_(k < L) (number k ^ 2 * mirrored L p k) -
    (\sum_(k < L) (number k * mirrored L p k)) ^ 2) +
  N * (1 - pi) * (\sum_(k < L) (number k ^ 2 * p k) - (\sum_(k < L) (number k * p k)) ^ 2).
Proof.
  intros L p truths is_law is_population N pi.
  destruct (told_by_given L p truths is_law is_population) as (_ & _ & ->).
  pose proof (own_variance _ _ (mirrored_law L p is_law)) as other.
  unfold variance_number in other at 1.
  rewrite (proj2 (mirrored_moments_of_number L p is_law)) in other.
  rewrite <- other, <- own_variance by assumption. fold N. ring.
Qed.

Theorem christofides_chain_2 : forall L p truths, law L p -> population truths ->
  let N := INR (length truths) in
  let pi := share_of_ones truths in
  variance_under (reports L (christofides L p) truths) sum_told =
  N * pi * (\sum_(k < L) ((INR L + 1 - number k) ^ 2 * p k) - \sum_(k < L) (number k ^ 2 * p k)) +
  N * pi * (- (\sum_(k < L) ((INR L + 1 - number k) * p k)) ^ 2 +
    (\sum_(k < L) (number k * p k)) ^ 2) +
  N * (\sum_(k < L) (number k ^ 2 * p k) - (\sum_(k < L) (number k * p k)) ^ 2).
Proof.
  intros L p truths is_law is_population N pi.
  rewrite (christofides_chain_1 L p truths is_law is_population). fold N pi.
  rewrite (swapped_sum L p (fun k => number k ^ 2)), (swapped_sum L p number).
  rewrite (sum_ext L (fun k => number (L - 1 - k) ^ 2 * p k)
    (fun k => (INR L + 1 - number k) ^ 2 * p k)) by (intros; now rewrite mirror_number).
  rewrite (sum_ext L (fun k => number (L - 1 - k) * p k) (fun k => (INR L + 1 - number k) * p k))
    by (intros; now rewrite mirror_number).
  ring.
Qed.

(** The third line, with the sign, the product and the last term that it must have. *)
Theorem christofides_chain_3 : forall L p truths, law L p -> population truths ->
  let N := INR (length truths) in
  let pi := share_of_ones truths in
  variance_under (reports L (christofides L p) truths) sum_told =
  N * pi * (\sum_(k < L) (((INR L + 1) ^ 2 - 2 * (INR L + 1) * number k) * p k)) -
  N * pi * ((\sum_(k < L) ((INR L + 1) * p k)) * (\sum_(k < L) ((INR L + 1 - 2 * number k) * p k))) +
  N * (\sum_(k < L) (number k ^ 2 * p k) - (\sum_(k < L) (number k * p k)) ^ 2).
Proof.
  intros L p truths is_law is_population N pi.
  destruct (told_by_given L p truths is_law is_population) as (_ & _ & ->).
  rewrite <- own_variance by assumption. fold N. pose proof is_law as [_ one].
  change (sum L p = 1) in one. set (first := \sum_(k < L) (number k * p k)).
  rewrite (sum_ext L _ (fun k => (INR L + 1) ^ 2 * p k - 2 * (INR L + 1) * (number k * p k)))
    by (intros; ring).
  rewrite (sum_ext L (fun k => (INR L + 1 - 2 * number k) * p k)
    (fun k => (INR L + 1) * p k - 2 * (number k * p k))) by (intros; ring).
  rewrite !sum_minus, !sum_scale, one. fold first. ring.
Qed.

Theorem christofides_chain_4 : forall L p truths, law L p -> population truths ->
  variance_under (reports L (christofides L p) truths) sum_told =
  INR (length truths) *
  (\sum_(k < L) (number k ^ 2 * p k) - (\sum_(k < L) (number k * p k)) ^ 2).
Proof.
  intros L p truths is_law is_population.
  destruct (told_by_given L p truths is_law is_population) as (_ & _ & ->).
  now rewrite own_variance.
Qed.
