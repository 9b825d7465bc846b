(** Sun, Zhou and Yan, the improved Christofides mechanism: N cards are dealt out to N respondents,
    who are asked in a random order and keep their cards. The moments of the answers, and the
    variance of the estimator (theorem 4.1 with appendix B), for every deck and every N. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums Draws Answers YesNo Shuffles Dealing.
Import ListNotations.
Open Scope R_scope.

(** What respondents answer who draw these cards: y outside A, L + 1 - y inside. *)
Fixpoint told (L : nat) (persons cards : list nat) : list nat :=
  match persons, cards with
  | x :: persons, y :: cards =>
      (match x with O => y | _ => L + 1 - y end)%nat :: told L persons cards
  | _, _ => []
  end.

(** A population of N and a deck of N cards that show 1, ..., L. *)
Definition is_deck (L : nat) (persons deck : list nat) : Prop :=
  population persons /\ length deck = length persons /\ Forall (fun y => (1 <= y <= L)%nat) deck.

(** The expectation over the orders of the persons and of the cards, which are independent. *)
Definition dealt (L : nat) (persons deck : list nat) (f : list nat -> R) : R :=
  expected persons (fun x => expected deck (fun y => f (told L x y))).

Definition width_of (L : nat) (deck : list nat) : R := INR L + 1 - 2 * mean_of INR deck.
Definition sum_answered : list nat -> R := sum_of INR.
Definition deck_estimate (L : nat) (deck answers : list nat) : R :=
  (sum_answered answers / INR (length deck) - mean_of INR deck) / width_of L deck.

(** ** One answer is (L + 1 - Y) x + Y (1 - x) *)

Lemma told_length : forall L x y, length x = length y -> length (told L x y) = length y.
Proof. induction x as [|a x IH]; intros [|b y] len; simpl in *; try lia. now rewrite IH by lia. Qed.

Lemma answer_at : forall L x y i, length x = length y -> (i < length y)%nat ->
  Forall (fun t => (t < 2)%nat) x -> Forall (fun c => (1 <= c <= L)%nat) y ->
  at_place i (told L x y) =
  (INR L + 1 - at_place i y) * at_place i x + at_place i y * (1 - at_place i x).
Proof.
  intros L x y i len small two inside. unfold at_place. revert y i len small inside.
  induction two as [|t x here _ IH]; intros [|c y] i len small inside; simpl in *; try lia.
  inversion inside as [|? ? own rest]; subst. destruct i as [|i].
  - destruct t as [|[|t]]; [simpl; ring| |lia]. rewrite minus_INR, plus_INR by lia. simpl. ring.
  - apply IH; auto; lia.
Qed.

(** ** The expectation over persons and cards *)

Section Deck.
Variable L : nat.
Variables persons deck : list nat.
Context (given : is_deck L persons deck).

Let N := INR (length persons).
Let pi := share_of_ones persons.
Let m := mean_of INR deck.

Lemma both_orders : forall s t, Permutation s persons -> Permutation t deck ->
  length s = length t /\ length t = length persons /\ Forall (fun t => (t < 2)%nat) s /\
  Forall (fun c => (1 <= c <= L)%nat) t.
Proof.
  intros s t perm perm'. destruct given as [[_ two] [len inside]].
  rewrite (Permutation_length perm), (Permutation_length perm'), len. repeat split.
  - now apply (Permutation_Forall (Permutation_sym perm)).
  - now apply (Permutation_Forall (Permutation_sym perm')).
Qed.

Lemma dealt_ext : forall f g,
  (forall x y, Permutation x persons -> Permutation y deck -> f (told L x y) = g x y) ->
  dealt L persons deck f = expected persons (fun x => expected deck (fun y => g x y)).
Proof.
  intros f g same. unfold dealt. apply expected_ext. intros x perm. apply expected_ext.
  intros y perm'. now apply same.
Qed.

Lemma dealt_linear : linear (dealt L persons deck).
Proof.
  destruct (expected_linear nat persons) as [ext affine].
  destruct (expected_linear nat deck) as [ext' affine']. unfold dealt. split.
  - intros f g same. apply ext. intros x. apply ext'. intros y. apply same.
  - intros a b f. rewrite <- affine. apply ext. intros x. apply affine'.
Qed.

Lemma dealt_sum : forall n F,
  dealt L persons deck (fun a => \sum_(i < n) F i a) = \sum_(i < n) dealt L persons deck (F i).
Proof.
  intros n F. unfold dealt. rewrite <- expected_sum. apply expected_ext. intros x _.
  apply expected_sum.
Qed.

Lemma dealt_plus : forall f g,
  dealt L persons deck (fun a => f a + g a) = dealt L persons deck f + dealt L persons deck g.
Proof.
  intros f g. unfold dealt. rewrite <- expected_plus. apply expected_ext. intros x _.
  apply expected_plus.
Qed.

(** Persons and cards are independent. *)
Lemma product_of_expectations : forall f g,
  expected persons (fun x => expected deck (fun y => f x * g y)) =
  expected persons f * expected deck g.
Proof.
  intros f g. rewrite (expected_ext nat persons _ (fun x => expected deck g * f x)).
  - rewrite expected_scale. ring.
  - intros x _. rewrite expected_scale. ring.
Qed.

Lemma sizes : N <> 0 /\ length deck = length persons /\ INR (length deck) = N /\
  mean_of INR persons = pi /\ (forall i, (i < length persons)%nat ->
    expected persons (at_place i) = pi /\ expected deck (at_place i) = m).
Proof.
  destruct given as [is_population [len inside]].
  pose proof (size_of persons is_population) as some. destruct is_population as [_ two].
  assert (mean_of INR persons = pi) as mean.
  { unfold mean_of, pi, share_of_ones. rewrite sum_of_two by assumption. simpl. field. assumption. }
  rewrite len. split; [assumption|]. split; [reflexivity|]. split; [reflexivity|].
  split; [assumption|]. intros i small. rewrite <- mean. unfold at_place, m.
  rewrite !(one_place INR) by lia. now split.
Qed.

Lemma truths_are_bits : forall x i, Permutation x persons -> at_place i x ^ 2 = at_place i x.
Proof.
  intros x i perm. destruct given as [[_ two] _].
  apply (Permutation_Forall (Permutation_sym perm)) in two. unfold at_place.
  destruct (nth_in_or_default i x O) as [there| ->]; [|simpl; ring].
  rewrite Forall_forall in two. specialize (two _ there).
  destruct (nth i x O) as [|[|t]]; [simpl; ring|simpl; ring|lia].
Qed.

Lemma answered : forall x y i, Permutation x persons -> Permutation y deck ->
  (i < length persons)%nat -> at_place i (told L x y) =
  (INR L + 1 - at_place i y) * at_place i x + at_place i y * (1 - at_place i x).
Proof.
  intros x y i perm perm' small.
  destruct (both_orders x y perm perm') as (len & len' & two & inside).
  apply answer_at; auto. lia.
Qed.

Lemma sum_as_places : forall x y, Permutation x persons -> Permutation y deck ->
  sum_answered (told L x y) = \sum_(i < length persons) at_place i (told L x y).
Proof.
  intros x y perm perm'. destruct (both_orders x y perm perm') as (len & len' & _ & _).
  unfold sum_answered. rewrite sum_of_places, told_length, len' by assumption. reflexivity.
Qed.

(** ** The mean of an answer, and of a square *)

Lemma mean_answer : forall i, (i < length persons)%nat ->
  dealt L persons deck (at_place i) = m + pi * (INR L + 1 - 2 * m).
Proof.
  intros i small. destruct sizes as (some & len & _ & _ & means).
  destruct (means i small) as [one one'].
  rewrite (dealt_ext _ _ (fun x y perm perm' => answered x y i perm perm' small)).
  rewrite (expected_ext nat persons _ (fun x => (INR L + 1 - 2 * m) * at_place i x + m)).
  - rewrite expected_plus, expected_scale, expected_constant, one. ring.
  - intros x _.
    rewrite (expected_ext nat deck _ (fun y => (1 - 2 * at_place i x) * at_place i y +
      (INR L + 1) * at_place i x)) by (intros; ring).
    rewrite expected_plus, expected_scale, expected_constant, one'. ring.
Qed.

Lemma mean_sum : dealt L persons deck sum_answered = N * (m + pi * (INR L + 1 - 2 * m)).
Proof.
  transitivity (dealt L persons deck (fun a => \sum_(i < length persons) at_place i a)).
  { apply dealt_ext. exact sum_as_places. }
  rewrite dealt_sum, (sum_ext _ _ (fun _ => m + pi * (INR L + 1 - 2 * m)))
    by (intros; now apply mean_answer).
  apply sum_constant.
Qed.

Let q := mean_of (fun y => INR y ^ 2) deck.

Lemma mean_square : forall i, (i < length persons)%nat ->
  dealt L persons deck (fun a => at_place i a ^ 2) =
  ((INR L + 1) ^ 2 - 2 * (INR L + 1) * m + q) * pi + q * (1 - pi).
Proof.
  intros i small. destruct sizes as (some & len & _ & _ & means).
  destruct (means i small) as [one one'].
  assert (expected deck (fun y => at_place i y ^ 2) = q) as square
    by (apply (one_place (fun y => INR y ^ 2)); lia).
  rewrite (dealt_ext _ (fun x y => at_place i y ^ 2 +
    at_place i x * ((INR L + 1) ^ 2 - 2 * (INR L + 1) * at_place i y))).
  - rewrite (expected_ext nat persons _ (fun x => q +
      ((INR L + 1) ^ 2 - 2 * (INR L + 1) * m) * at_place i x)).
    + rewrite expected_plus, expected_scale, expected_constant, one. ring.
    + intros x _. rewrite expected_plus, square, expected_scale.
      rewrite (expected_ext nat deck _ (fun y => (-2 * (INR L + 1)) * at_place i y +
        (INR L + 1) ^ 2)) by (intros; ring).
      rewrite expected_plus, expected_scale, expected_constant, one'. ring.
  - intros x y perm perm'. rewrite answered by assumption.
    pose proof (truths_are_bits x i perm) as bit. set (t := at_place i x) in *.
    replace (((INR L + 1 - at_place i y) * t + at_place i y * (1 - t)) ^ 2) with
      (t ^ 2 * (INR L + 1 - 2 * at_place i y) ^ 2 +
       2 * t * (INR L + 1 - 2 * at_place i y) * at_place i y + at_place i y ^ 2) by ring.
    rewrite bit. ring.
Qed.

(** ** Two answers *)

Lemma mean_product : forall i j, (i < length persons)%nat -> (j < length persons)%nat -> i <> j ->
  let YY := expected deck (fun y => at_place i y * at_place j y) in
  let xx := expected persons (fun x => at_place i x * at_place j x) in
  dealt L persons deck (fun a => at_place i a * at_place j a) =
  (INR L + 1) ^ 2 * xx + (INR L + 1) * m * (2 * pi - 4 * xx) + YY * (1 - 4 * pi + 4 * xx).
Proof.
  intros i j small small' differ YY xx. destruct sizes as (some & len & _ & _ & means).
  destruct (means i small) as [one one']. destruct (means j small') as [two two'].
  rewrite (dealt_ext _ (fun x y => (at_place i x * at_place j x) * (INR L + 1) ^ 2 +
    ((at_place i x - 2 * (at_place i x * at_place j x)) * ((INR L + 1) * at_place j y) +
    ((at_place j x - 2 * (at_place i x * at_place j x)) * ((INR L + 1) * at_place i y) +
     ((1 - 2 * at_place i x - 2 * at_place j x) + 4 * (at_place i x * at_place j x)) *
     (at_place i y * at_place j y))))).
  - assert (forall f g h k u v w z,
      expected persons (fun x => expected deck (fun y =>
        f x * g y + (h x * k y + (u x * v y + w x * z y)))) =
      expected persons f * expected deck g + (expected persons h * expected deck k +
        (expected persons u * expected deck v + expected persons w * expected deck z))) as parts.
    { intros. rewrite <- !product_of_expectations, <- !expected_plus. apply expected_ext.
      intros x _. now rewrite <- !expected_plus. }
    rewrite parts, !expected_scale, expected_constant, one', two'. fold YY.
    rewrite (expected_ext nat persons (fun x => at_place i x - 2 * (at_place i x * at_place j x))
      (fun x => at_place i x + -2 * (at_place i x * at_place j x))) by (intros; ring).
    rewrite (expected_ext nat persons (fun x => at_place j x - 2 * (at_place i x * at_place j x))
      (fun x => at_place j x + -2 * (at_place i x * at_place j x))) by (intros; ring).
    rewrite (expected_ext nat persons
      (fun x => 1 - 2 * at_place i x - 2 * at_place j x + 4 * (at_place i x * at_place j x))
      (fun x => 1 + (-2 * at_place i x + (-2 * at_place j x + 4 * (at_place i x * at_place j x)))))
      by (intros; ring).
    rewrite !expected_plus, !expected_scale, expected_constant, one, two. fold xx. ring.
  - intros x y perm perm'. rewrite !answered by assumption. ring.
Qed.

(** ** The square of the sum *)

Lemma decomposition :
  dealt L persons deck (fun a => sum_answered a ^ 2) =
  \sum_(i < length persons) dealt L persons deck (fun a => at_place i a ^ 2) +
  \sum_(i < length persons) \sum_(j < length persons) (if Nat.eq_dec i j then 0
    else dealt L persons deck (fun a => at_place i a * at_place j a)).
Proof.
  transitivity (dealt L persons deck (fun a => \sum_(i < length persons) (at_place i a ^ 2 +
    \sum_(j < length persons) (if Nat.eq_dec i j then 0 else at_place i a * at_place j a)))).
  { apply dealt_ext. intros x y perm perm'.
    rewrite (sum_as_places x y perm perm'), square_of_sum. now rewrite <- sum_plus. }
  rewrite dealt_sum, <- sum_plus. apply sum_ext. intros i _. rewrite dealt_plus. f_equal.
  rewrite dealt_sum. apply sum_ext. intros j _. destruct (Nat.eq_dec i j) as [same|differ].
  - destruct dealt_linear as [ext affine]. rewrite (ext _ (fun a => 0 * 0 + 0)) by (intros; ring).
    rewrite (affine 0 0 (fun _ => 0)). ring.
  - reflexivity.
Qed.

Context (several : (2 <= length persons)%nat).

Lemma pairs_of_persons : forall i j, (i < length persons)%nat -> (j < length persons)%nat -> i <> j ->
  expected persons (fun x => at_place i x * at_place j x) = pi * (N * pi - 1) / (N - 1).
Proof.
  intros i j small small' differ. unfold at_place.
  rewrite (two_places INR persons i j small small' differ).
  destruct sizes as (some & _ & _ & mean & _). fold N. rewrite mean.
  assert (mean_of (fun y => INR y ^ 2) persons = pi) as ->.
  { rewrite <- mean. unfold mean_of. f_equal. apply sum_of_ext. intros x there.
    destruct given as [[_ two] _]. rewrite Forall_forall in two. specialize (two x there).
    destruct x as [|[|x]]; [simpl; ring|simpl; ring|lia]. }
  assert (2 <= N) by (unfold N; change 2 with (INR 2); now apply le_INR). field. lra.
Qed.

Lemma variance_of_sum : variance_under (dealt L persons deck) sum_answered =
  4 * N ^ 2 * pi * (1 - pi) * variance_among deck / (N - 1).
Proof.
  destruct dealt_linear as [ext affine]. destruct sizes as (some & len & size & _ & _).
  assert (2 <= N) as large by (unfold N; change 2 with (INR 2); now apply le_INR).
  unfold variance_under. set (c := dealt L persons deck sum_answered).
  rewrite (ext _ (fun a => sum_answered a ^ 2 + ((-2 * c) * sum_answered a + c ^ 2)))
    by (intros; ring).
  rewrite dealt_plus, affine. fold c. rewrite decomposition.
  rewrite (sum_ext (length persons) _ (fun _ =>
    ((INR L + 1) ^ 2 - 2 * (INR L + 1) * m + q) * pi + q * (1 - pi)))
    by (intros; now apply mean_square).
  set (YY := m ^ 2 - variance_among deck / (N - 1)). set (xx := pi * (N * pi - 1) / (N - 1)).
  set (XX := (INR L + 1) ^ 2 * xx + (INR L + 1) * m * (2 * pi - 4 * xx) +
    YY * (1 - 4 * pi + 4 * xx)).
  rewrite (sum_ext (length persons)
    (fun i => \sum_(j < length persons) (if Nat.eq_dec i j then 0
      else dealt L persons deck (fun a => at_place i a * at_place j a)))
    (fun i => (N - 1) * XX)).
  - rewrite !sum_constant. fold N. unfold c. rewrite mean_sum.
    assert (q = variance_among deck + m ^ 2) as ->.
    { rewrite variance_among_squares by (rewrite size; assumption). unfold q, m. ring. }
    unfold XX, YY, xx. field. lra.
  - intros i small.
    rewrite (sum_ext (length persons) _ (fun j => if Nat.eq_dec i j then 0 else XX)).
    + rewrite sum_over_others by assumption. reflexivity.
    + intros j small'. destruct (Nat.eq_dec i j) as [same|differ]; [reflexivity|].
      rewrite mean_product, pairs_of_persons, two_places_variance by (assumption || lia).
      rewrite size. reflexivity.
Qed.

End Deck.
