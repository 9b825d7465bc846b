(** Sun, Zhou and Yan, theorem 4.1 and the lines of appendix B as they are printed (where they are
    right): N cards are dealt out to N respondents in a random order, who keep them. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums Draws Answers YesNo Shuffles Dealing CardsDealt.
Import ListNotations.
Open Scope R_scope.

Lemma several_are_some : forall L persons deck, is_deck L persons deck ->
  (2 <= length persons)%nat -> 2 <= INR (length persons) /\ INR (length deck) = INR (length persons).
Proof.
  intros L persons deck [_ [len _]] several. rewrite len. split; [|reflexivity].
  change 2 with (INR 2). now apply le_INR.
Qed.

Theorem kept_mean_answer : forall L persons deck i, is_deck L persons deck ->
  (i < length persons)%nat ->
  let pi := share_of_ones persons in
  dealt L persons deck (at_place i) =
  mean_of INR deck + pi * (INR L + 1 - 2 * mean_of INR deck).
Proof. intros L persons deck i given small pi. now apply mean_answer. Qed.

Lemma estimate_affine : forall L deck a, INR (length deck) <> 0 -> width_of L deck <> 0 ->
  deck_estimate L deck a =
  / (INR (length deck) * width_of L deck) * sum_answered a + - mean_of INR deck / width_of L deck.
Proof. intros. unfold deck_estimate. field. auto. Qed.

Theorem kept_is_unbiased : forall L persons deck, is_deck L persons deck ->
  width_of L deck <> 0 -> dealt L persons deck (deck_estimate L deck) = share_of_ones persons.
Proof.
  intros L persons deck given wide. destruct (sizes L persons deck given) as (some & _ & size & _).
  destruct (dealt_linear L persons deck) as [ext affine].
  rewrite (ext _ _ (fun a => estimate_affine L deck a ltac:(now rewrite size) wide)), affine.
  rewrite mean_sum, size by assumption. unfold width_of in *. field. auto.
Qed.

Theorem kept_variance_scaled : forall L persons deck, is_deck L persons deck ->
  width_of L deck <> 0 ->
  let N := INR (length persons) in
  variance_under (dealt L persons deck) (deck_estimate L deck) =
  1 / (N ^ 2 * width_of L deck ^ 2) * variance_under (dealt L persons deck) sum_answered.
Proof.
  intros L persons deck given wide N.
  destruct (sizes L persons deck given) as (some & _ & size & _).
  pose proof (dealt_linear L persons deck) as is_linear.
  rewrite (variance_under_ext _ _ _ _ is_linear
    (fun a => estimate_affine L deck a ltac:(now rewrite size) wide)).
  rewrite linear_variance, size by assumption. fold N. field. auto.
Qed.

Theorem kept_variance : forall L persons deck, is_deck L persons deck ->
  (2 <= length persons)%nat -> width_of L deck <> 0 ->
  let N := INR (length persons) in
  let pi := share_of_ones persons in
  let asked := dealt L persons deck in
  variance_under asked (deck_estimate L deck) =
    variance_under asked sum_answered / (N ^ 2 * width_of L deck ^ 2) /\
  variance_under asked (deck_estimate L deck) =
    4 * pi * (1 - pi) * variance_among deck / ((N - 1) * width_of L deck ^ 2).
Proof.
  intros L persons deck given several wide N pi asked.
  destruct (several_are_some L persons deck given several) as [large _]. fold N in large.
  unfold asked. rewrite kept_variance_scaled by assumption. fold N. split; [field; lra|].
  rewrite variance_of_sum by assumption. fold N pi. field. lra.
Qed.

Theorem kept_decomposition : forall L persons deck, is_deck L persons deck ->
  let N := length persons in
  let asked := dealt L persons deck in
  variance_under asked sum_answered =
    asked (fun a => sum_answered a ^ 2) - asked sum_answered ^ 2 /\
  variance_under asked sum_answered =
    \sum_(i < N) asked (fun a => at_place i a ^ 2) +
    \sum_(i < N) \sum_(j < N) (if Nat.eq_dec i j then 0
      else asked (fun a => at_place i a * at_place j a)) -
    asked sum_answered ^ 2.
Proof.
  intros L persons deck given N asked.
  assert (variance_under asked sum_answered =
    asked (fun a => sum_answered a ^ 2) - asked sum_answered ^ 2) as first.
  { destruct (dealt_linear L persons deck) as [ext affine]. fold asked in ext, affine.
    unfold variance_under. set (c := asked sum_answered).
    rewrite (ext _ (fun a => sum_answered a ^ 2 + ((-2 * c) * sum_answered a + c ^ 2)))
      by (intros; ring).
    unfold asked. rewrite dealt_plus. fold asked. rewrite affine. fold c. ring. }
  split; [assumption|]. rewrite first. unfold asked. rewrite decomposition by assumption. reflexivity.
Qed.

(** ** Equation (6), lines 2 to 4; x_i is the truth at place i and Y a card *)

Section Six.
Variable L : nat.
Variables persons deck : list nat.
Context (given : is_deck L persons deck).

Lemma truth_moments : forall i, (i < length persons)%nat ->
  let pi := share_of_ones persons in
  expected persons (at_place i) = pi /\ expected persons (fun x => at_place i x ^ 2) = pi /\
  expected persons (fun x => (1 - at_place i x) ^ 2) = 1 - pi /\
  expected persons (fun x => 1 - 2 * at_place i x + at_place i x ^ 2) = 1 - pi.
Proof.
  intros i small pi. destruct (sizes L persons deck given) as (_ & _ & _ & _ & means).
  destruct (means i small) as [one _]. fold pi in one.
  pose proof (truths_are_bits L persons deck given) as bit.
  assert (expected persons (fun x => 1 - at_place i x) = 1 - pi) as other.
  { rewrite (expected_ext nat persons _ (fun x => -1 * at_place i x + 1)) by (intros; ring).
    rewrite expected_plus, expected_scale, expected_constant, one. ring. }
  repeat split.
  - assumption.
  - rewrite <- one. apply expected_ext. intros x perm. now apply bit.
  - rewrite <- other. apply expected_ext. intros x perm. pose proof (bit x i perm). lra.
  - rewrite <- other. apply expected_ext. intros x perm. pose proof (bit x i perm). lra.
Qed.

Lemma mirrored_square : INR (length deck) <> 0 ->
  mean_of (fun y => (INR L + 1 - INR y) ^ 2) deck =
  (INR L + 1) ^ 2 - 2 * (INR L + 1) * mean_of INR deck + mean_of (fun y => INR y ^ 2) deck.
Proof.
  intros some. unfold mean_of.
  rewrite (sum_of_ext _ (fun y => 1 * (-2 * (INR L + 1) * INR y + 1 * INR y ^ 2) +
    1 * (INR L + 1) ^ 2)) by (intros; ring).
  rewrite (sum_of_linear 1 1 _ (fun _ => (INR L + 1) ^ 2)), sum_of_linear, sum_of_constant.
  field. assumption.
Qed.

Lemma squares_total : let N := INR (length persons) in let pi := share_of_ones persons in
  let EY := mean_of INR deck in let EY2 := mean_of (fun y => INR y ^ 2) deck in
  \sum_(j < length persons) dealt L persons deck (fun a => at_place j a ^ 2) =
  N * (((INR L + 1) ^ 2 - 2 * (INR L + 1) * EY + EY2) * pi + EY2 * (1 - pi)).
Proof.
  intros N pi EY EY2. rewrite (sum_ext _ _ (fun _ =>
    ((INR L + 1) ^ 2 - 2 * (INR L + 1) * EY + EY2) * pi + EY2 * (1 - pi)))
    by (intros; now apply mean_square).
  apply sum_constant.
Qed.

End Six.

Theorem kept_squares_2 : forall L persons deck i, is_deck L persons deck ->
  (i < length persons)%nat ->
  let N := INR (length persons) in
  \sum_(j < length persons) dealt L persons deck (fun a => at_place j a ^ 2) =
  N * (mean_of (fun y => (INR L + 1 - INR y) ^ 2) deck *
         expected persons (fun x => at_place i x ^ 2) +
       mean_of (fun y => INR y ^ 2) deck * expected persons (fun x => (1 - at_place i x) ^ 2)).
Proof.
  intros L persons deck i given small N.
  destruct (sizes L persons deck given) as (some & _ & size & _).
  destruct (truth_moments L persons deck given i small) as (_ & -> & -> & _).
  rewrite mirrored_square by now rewrite size. now apply squares_total.
Qed.

Theorem kept_squares_3 : forall L persons deck i, is_deck L persons deck ->
  (i < length persons)%nat ->
  let N := INR (length persons) in
  let EY := mean_of INR deck in
  let EY2 := mean_of (fun y => INR y ^ 2) deck in
  \sum_(j < length persons) dealt L persons deck (fun a => at_place j a ^ 2) =
  N * ((INR L + 1) ^ 2 + EY2 - 2 * (INR L + 1) * EY) *
    expected persons (fun x => at_place i x ^ 2) +
  N * EY2 * expected persons (fun x => 1 - 2 * at_place i x + at_place i x ^ 2).
Proof.
  intros L persons deck i given small N EY EY2.
  destruct (truth_moments L persons deck given i small) as (_ & -> & _ & ->).
  rewrite squares_total by assumption. fold N EY EY2. ring.
Qed.

Theorem kept_squares_4 : forall L persons deck, is_deck L persons deck ->
  let N := INR (length persons) in
  let pi := share_of_ones persons in
  let EY := mean_of INR deck in
  let EY2 := mean_of (fun y => INR y ^ 2) deck in
  \sum_(j < length persons) dealt L persons deck (fun a => at_place j a ^ 2) =
  N * EY2 - 2 * N * (INR L + 1) * pi * EY + N * (INR L + 1) ^ 2 * pi.
Proof.
  intros L persons deck given N pi EY EY2. rewrite squares_total by assumption.
  fold N pi EY EY2. ring.
Qed.

(** ** Two answers: E(X_i X_j) for i <> j, and equation (7), line 2 *)

Lemma mixed_products : forall l i j c, (i < length l)%nat -> (j < length l)%nat -> i <> j ->
  expected l (fun s => (c - at_place i s) * (c - at_place j s)) =
    c ^ 2 - 2 * c * mean_of INR l + expected l (fun s => at_place i s * at_place j s) /\
  expected l (fun s => (c - at_place i s) * at_place j s) =
    c * mean_of INR l - expected l (fun s => at_place i s * at_place j s).
Proof.
  intros l i j c small small' differ. pose proof (one_place INR l) as one.
  change (forall i, (i < length l)%nat -> expected l (at_place i) = mean_of INR l) in one. split.
  - rewrite (expected_ext nat l _ (fun s => at_place i s * at_place j s +
      (- c * at_place i s + (- c * at_place j s + c ^ 2)))) by (intros; ring).
    rewrite !expected_plus, !expected_scale, expected_constant, !one by assumption. ring.
  - rewrite (expected_ext nat l _ (fun s => -1 * (at_place i s * at_place j s) + c * at_place j s))
      by (intros; ring).
    rewrite expected_plus, !expected_scale, !one by assumption. ring.
Qed.

Lemma swapped_product : forall l i j c,
  expected l (fun s => at_place i s * (c - at_place j s)) =
  expected l (fun s => (c - at_place j s) * at_place i s).
Proof. intros. apply expected_ext. intros. ring. Qed.

Lemma swapped_pair : forall l i j,
  expected l (fun s => at_place j s * at_place i s) =
  expected l (fun s => at_place i s * at_place j s).
Proof. intros. apply expected_ext. intros. ring. Qed.

Theorem kept_product_2 : forall L persons deck i j, is_deck L persons deck ->
  (i < length persons)%nat -> (j < length persons)%nat -> i <> j ->
  dealt L persons deck (fun a => at_place i a * at_place j a) =
  expected deck (fun y => (INR L + 1 - at_place i y) * (INR L + 1 - at_place j y)) *
    expected persons (fun x => at_place i x * at_place j x) +
  expected deck (fun y => at_place i y * at_place j y) *
    expected persons (fun x => (1 - at_place i x) * (1 - at_place j x)) +
  2 * expected deck (fun y => at_place i y * (INR L + 1 - at_place j y)) *
    expected persons (fun x => (1 - at_place i x) * at_place j x).
Proof.
  intros L persons deck i j given small small' differ.
  destruct (sizes L persons deck given) as (_ & len & _ & mean & _).
  rewrite mean_product by assumption.
  destruct (mixed_products deck i j (INR L + 1)) as [-> _]; try lia.
  destruct (mixed_products persons i j 1) as [-> ->]; try lia.
  rewrite swapped_product. destruct (mixed_products deck j i (INR L + 1)) as [_ ->]; try lia.
  rewrite (swapped_pair deck i j), mean. ring.
Qed.

Theorem kept_product_of_moments : forall L persons deck i j, is_deck L persons deck ->
  (i < length persons)%nat -> (j < length persons)%nat -> i <> j ->
  let xx := expected persons (fun x => at_place i x * at_place j x) in
  let in_out := expected persons (fun x => at_place i x * (1 - at_place j x)) in
  let out_in := expected persons (fun x => (1 - at_place i x) * at_place j x) in
  let out := expected persons (fun x => (1 - at_place i x) * (1 - at_place j x)) in
  dealt L persons deck (fun a => at_place i a * at_place j a) =
  expected deck (fun y => at_place i y * at_place j y) * (xx + out - in_out - out_in) +
  mean_of INR deck * (-2 * (INR L + 1) * xx + (INR L + 1) * in_out + (INR L + 1) * out_in) +
  (INR L + 1) ^ 2 * xx.
Proof.
  intros L persons deck i j given small small' differ xx in_out out_in out.
  destruct (sizes L persons deck given) as (_ & len & _ & mean & _).
  rewrite mean_product by assumption. unfold out, in_out, out_in. fold xx.
  destruct (mixed_products persons i j 1) as [-> ->]; try lia.
  rewrite swapped_product. destruct (mixed_products persons j i 1) as [_ ->]; try lia.
  rewrite (swapped_pair persons i j), mean. fold xx. ring.
Qed.

(** What all lines of (7) are to be. *)
Theorem kept_product : forall L persons deck i j, is_deck L persons deck ->
  (i < length persons)%nat -> (j < length persons)%nat -> i <> j ->
  let N := INR (length persons) in
  let pi := share_of_ones persons in
  let xx := pi * (N * pi - 1) / (N - 1) in
  let YY := mean_of INR deck ^ 2 - variance_among deck / (N - 1) in
  dealt L persons deck (fun a => at_place i a * at_place j a) =
  ((INR L + 1) ^ 2 - 2 * (INR L + 1) * mean_of INR deck + YY) * xx + YY * (1 - 2 * pi + xx) +
  2 * ((INR L + 1) * mean_of INR deck - YY) * (pi - xx).
Proof.
  intros L persons deck i j given small small' differ N pi xx YY.
  destruct (sizes L persons deck given) as (_ & len & size & _ & _).
  rewrite mean_product, (pairs_of_persons L persons deck), two_places_variance
    by (assumption || lia).
  rewrite size. fold N pi xx YY. ring.
Qed.

(** ** Equation (8): the square of the mean *)

Theorem kept_mean_squared : forall L persons deck, is_deck L persons deck ->
  let N := INR (length persons) in
  let pi := share_of_ones persons in
  let EY := mean_of INR deck in
  dealt L persons deck sum_answered ^ 2 = (N * (EY + pi * (INR L + 1 - 2 * EY))) ^ 2.
Proof.
  intros L persons deck given N pi EY. rewrite mean_sum by assumption. reflexivity.
Qed.

Theorem kept_mean_squared_2 : forall L persons deck, is_deck L persons deck ->
  let N := INR (length persons) in
  let pi := share_of_ones persons in
  let EY := mean_of INR deck in
  dealt L persons deck sum_answered ^ 2 =
  N ^ 2 * ((INR L + 1) * pi + (1 - 2 * pi) * EY) ^ 2.
Proof.
  intros L persons deck given N pi EY. rewrite mean_sum by assumption. fold N pi EY. ring.
Qed.

Theorem kept_mean_squared_3 : forall L persons deck, is_deck L persons deck ->
  let N := INR (length persons) in
  let pi := share_of_ones persons in
  let EY := mean_of INR deck in
  dealt L persons deck sum_answered ^ 2 =
  N ^ 2 * ((INR L + 1) ^ 2 * pi ^ 2 + (1 - 2 * pi) ^ 2 * EY ^ 2 +
    2 * (INR L + 1) * pi * (1 - 2 * pi) * EY).
Proof.
  intros L persons deck given N pi EY. rewrite mean_sum by assumption. fold N pi EY. ring.
Qed.
