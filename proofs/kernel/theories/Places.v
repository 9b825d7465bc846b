(** Sun, Zhou and Yan: what a random order does to two places. The truths and the answers of two
    persons who are drawn are dependent, a census has no sampling variance, and two cards that are
    dealt have the means of appendix B. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums Tensors Probability Draws Answers YesNo Shuffles Dealing CardsDealt.
Import ListNotations.
Open Scope R_scope.

(** One where the answer or the truth at place i is a. *)
Definition is_at (a i : nat) (l : list nat) : R := at_index a (nth i l O).

(** Independent answers of persons in a random order. *)
Definition asked_in_order (r : nat) (C : matrix) (persons : list nat) (f : list nat -> R) : R :=
  expected persons (fun x => reports r C x f).

(** Pairs of n things. *)
Definition pairs_of (n : R) : R := n * (n - 1) / 2.

(** ** The answers at two places *)

Lemma reports_constant : forall r k C truths c, stochastic r k C ->
  Forall (fun t => (t < k)%nat) truths -> reports r C truths (fun _ => c) = c.
Proof.
  intros r k C truths c columns inside.
  destruct (reports_linear r k C truths columns inside) as [ext affine].
  rewrite (ext _ (fun _ => 0 * 0 + c)) by (intros; ring). rewrite (affine 0 c (fun _ => 0)). ring.
Qed.

Lemma reports_scale : forall r k C truths c f, stochastic r k C ->
  Forall (fun t => (t < k)%nat) truths ->
  reports r C truths (fun y => c * f y) = c * reports r C truths f.
Proof.
  intros r k C truths c f columns inside.
  destruct (reports_linear r k C truths columns inside) as [ext affine].
  rewrite (ext _ (fun y => c * f y + 0)) by (intros; ring). rewrite affine. ring.
Qed.

Lemma report_at : forall r k C truths i g, stochastic r k C ->
  Forall (fun t => (t < k)%nat) truths -> (i < length truths)%nat ->
  reports r C truths (fun y => g (nth i y O)) = E r (fun a => C a (nth i truths O)) g.
Proof.
  intros r k C truths i g columns inside. revert i.
  induction inside as [|t l here small IH]; intros [|i] there; simpl in *; try lia.
  - unfold E. apply sum_ext. intros a _. now rewrite (reports_constant r k).
  - rewrite (sum_ext r _ (fun a => C a t * E r (fun a => C a (nth i l O)) g))
      by (intros; rewrite IH by lia; reflexivity).
    destruct (columns t here) as [_ one]. change (sum r (fun i => C i t) = 1) in one.
    rewrite sum_scale_right, one. ring.
Qed.

Lemma reports_at : forall r k C truths i j g, stochastic r k C ->
  Forall (fun t => (t < k)%nat) truths -> (i < length truths)%nat -> (j < length truths)%nat ->
  i <> j -> reports r C truths (fun y => g (nth i y O) * g (nth j y O)) =
  E r (fun a => C a (nth i truths O)) g * E r (fun a => C a (nth j truths O)) g.
Proof.
  intros r k C truths i j g columns inside small small' differ.
  assert (forall truths i j, Forall (fun t => (t < k)%nat) truths -> (i < j < length truths)%nat ->
    reports r C truths (fun y => g (nth i y O) * g (nth j y O)) =
    E r (fun a => C a (nth i truths O)) g * E r (fun a => C a (nth j truths O)) g) as ordered.
  { clear - columns. intros truths i j inside. revert i j.
    induction inside as [|t l here small IH]; intros [|i] [|j] there; simpl in *; try lia.
    - rewrite (sum_ext r _ (fun a => (C a t * g a) * E r (fun a => C a (nth j l O)) g)).
      + rewrite sum_scale_right. reflexivity.
      + intros a _. rewrite (reports_scale r k C l (g a) (fun y => g (nth j y O))) by assumption.
        rewrite (report_at r k) by (assumption || lia). ring.
    - rewrite (sum_ext r _ (fun a => C a t * (E r (fun a => C a (nth i l O)) g *
        E r (fun a => C a (nth j l O)) g))) by (intros; rewrite IH by lia; reflexivity).
      destruct (columns t here) as [_ one]. change (sum r (fun i => C i t) = 1) in one.
      rewrite sum_scale_right, one. ring. }
  destruct (lt_dec i j) as [less|more]; [apply ordered; auto|].
  destruct (reports_linear r k C truths columns inside) as [ext _].
  rewrite (ext _ (fun y => g (nth j y O) * g (nth i y O))) by (intros; ring).
  rewrite ordered by (assumption || lia). ring.
Qed.

Section Asked.
Variables outside inside : R.
Context (low : 0 <= outside <= 1).
Context (high : 0 <= inside <= 1).
Variable persons : list nat.
Context (is_population : population persons).
Variables i j : nat.
Context (small : (i < length persons)%nat).
Context (small' : (j < length persons)%nat).
Context (differ : i <> j).

Let pi := share_of_ones persons.
Let chance (t : nat) : R := match t with O => outside | _ => inside end.
Let asked := asked_in_order 2 (yes_no outside inside) persons.

Lemma mean_of_two : forall g, mean_of g persons = pi * g 1%nat + (1 - pi) * g O.
Proof.
  intros g. unfold mean_of, pi, share_of_ones. rewrite sum_of_two by apply is_population.
  field. now apply size_of.
Qed.

Lemma chance_of_yes : forall t, E 2 (fun a => yes_no outside inside a t) (at_index 1) = chance t.
Proof. intros t. unfold E, at_index, yes_no, chance. simpl. ring. Qed.

Lemma yes_at : forall i, (i < length persons)%nat ->
  asked (is_at 1 i) = pi * inside + (1 - pi) * outside.
Proof.
  intros n there. pose proof (yes_no_stochastic _ _ low high) as columns.
  transitivity (expected persons (fun x => chance (nth n x O))).
  - apply expected_ext. intros x perm. rewrite <- chance_of_yes.
    apply (report_at 2 2 _ x n (at_index 1) columns).
    + apply (Permutation_Forall (Permutation_sym perm)), is_population.
    + now rewrite (Permutation_length perm).
  - rewrite one_place, mean_of_two by assumption. reflexivity.
Qed.

Lemma covariance_of_answers :
  asked (fun y => is_at 1 i y * is_at 1 j y) - asked (is_at 1 i) * asked (is_at 1 j) =
  - (inside - outside) ^ 2 * pi * (1 - pi) / (INR (length persons) - 1).
Proof.
  rewrite !yes_at by assumption. pose proof (yes_no_stochastic _ _ low high) as columns.
  assert (asked (fun y => is_at 1 i y * is_at 1 j y) =
    expected persons (fun x => chance (nth i x O) * chance (nth j x O))) as ->.
  { apply expected_ext. intros x perm. rewrite <- !chance_of_yes.
    apply (reports_at 2 2 _ x i j (at_index 1) columns); auto.
    - apply (Permutation_Forall (Permutation_sym perm)), is_population.
    - now rewrite (Permutation_length perm).
    - now rewrite (Permutation_length perm). }
  rewrite (two_places chance) by assumption. rewrite !mean_of_two. simpl chance.
  assert (2 <= INR (length persons)) by (change 2 with (INR 2); apply le_INR; lia). field. lra.
Qed.

End Asked.

(** The answers of two persons in the random order of the draw are dependent. *)
Lemma dependent : forall outside inside persons i j, 0 <= outside <= 1 -> 0 <= inside <= 1 ->
  inside <> outside -> population persons -> 0 < share_of_ones persons < 1 ->
  (i < length persons)%nat -> (j < length persons)%nat -> i <> j ->
  let asked := asked_in_order 2 (yes_no outside inside) persons in
  asked (fun y => is_at 1 i y * is_at 1 j y) <> asked (is_at 1 i) * asked (is_at 1 j).
Proof.
  intros outside inside persons i j low high unequal is_population mixed small small' differ asked.
  pose proof (covariance_of_answers _ _ low high persons is_population i j small small' differ) as gap.
  fold asked in gap. set (pi := share_of_ones persons) in *.
  assert (2 <= INR (length persons)) as large by (change 2 with (INR 2); apply le_INR; lia).
  assert (0 < (inside - outside) ^ 2) as square
    by (rewrite <- Rsqr_pow2; apply Rsqr_pos_lt, Rminus_eq_contra; assumption).
  assert (0 < (inside - outside) ^ 2 * pi * (1 - pi) / (INR (length persons) - 1)) as positive
    by (apply Rdiv_lt_0_compat; [|lra]; apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  replace (- (inside - outside) ^ 2 * pi * (1 - pi) / (INR (length persons) - 1)) with
    (- ((inside - outside) ^ 2 * pi * (1 - pi) / (INR (length persons) - 1))) in gap
    by (field; lra).
  lra.
Qed.

Theorem warner_answers_are_dependent : forall p persons i j, 0 < p < 1 / 2 ->
  population persons -> 0 < share_of_ones persons < 1 ->
  (i < length persons)%nat -> (j < length persons)%nat -> i <> j ->
  let asked := asked_in_order 2 (warner p) persons in
  asked (fun y => is_at 1 i y * is_at 1 j y) <> asked (is_at 1 i) * asked (is_at 1 j).
Proof. intros. apply dependent; auto; lra. Qed.

Theorem simmons_answers_are_dependent : forall p b persons i j, asked_about p b ->
  population persons -> 0 < share_of_ones persons < 1 ->
  (i < length persons)%nat -> (j < length persons)%nat -> i <> j ->
  let asked := asked_in_order 2 (simmons p b) persons in
  asked (fun y => is_at 1 i y * is_at 1 j y) <> asked (is_at 1 i) * asked (is_at 1 j).
Proof.
  intros p b persons i j about is_population mixed small small' differ asked.
  pose proof (simmons_chances p b about) as [low high]. destruct about as [[pos _] _].
  apply dependent; auto. lra.
Qed.

(** ** The truths at two places: appendix B *)

Lemma bits_of : forall persons x i, population persons -> Permutation x persons ->
  (i < length persons)%nat -> is_at 1 i x = at_place i x /\ is_at O i x = 1 - at_place i x.
Proof.
  intros persons x i [_ two] perm small.
  assert (nth i x O < 2)%nat as bit.
  { rewrite Forall_forall in two. apply two. apply (Permutation_in _ perm), nth_In.
    now rewrite (Permutation_length perm). }
  unfold is_at, at_place, at_index. destruct (nth i x O) as [|[|t]]; simpl; split; ring || lia.
Qed.

Lemma truths_at : forall persons i j, population persons -> (2 <= length persons)%nat ->
  (i < length persons)%nat -> (j < length persons)%nat -> i <> j ->
  let N := INR (length persons) in
  let pi := share_of_ones persons in
  expected persons (fun x => at_place i x * at_place j x) = pi * (N * pi - 1) / (N - 1) /\
  expected persons (at_place i) = pi /\ expected persons (at_place j) = pi /\
  2 <= N.
Proof.
  intros persons i j is_population several small small' differ N pi.
  assert (2 <= N) as large by (unfold N; change 2 with (INR 2); now apply le_INR).
  pose proof (mean_of_two persons is_population) as means. unfold at_place.
  rewrite (two_places INR), !(one_place INR), !means by assumption. fold N pi. simpl.
  repeat split; try (field; lra); assumption.
Qed.

Lemma with_indicators : forall persons a b f g i j, population persons ->
  (i < length persons)%nat -> (j < length persons)%nat ->
  (forall x, Permutation x persons -> is_at a i x = f x /\ is_at b j x = g x) ->
  expected persons (fun x => f x * g x) = expected persons (fun x => is_at a i x * is_at b j x).
Proof.
  intros persons a b f g i j is_population small small' same. apply expected_ext. intros x perm.
  destruct (same x perm) as [-> ->]. reflexivity.
Qed.

Theorem both_inside : forall persons i j, population persons -> (2 <= length persons)%nat ->
  (i < length persons)%nat -> (j < length persons)%nat -> i <> j ->
  let N := INR (length persons) in
  let pi := share_of_ones persons in
  expected persons (fun x => at_place i x * at_place j x) =
    expected persons (fun x => is_at 1 i x * is_at 1 j x) /\
  expected persons (fun x => is_at 1 i x * is_at 1 j x) = pairs_of (N * pi) / pairs_of N.
Proof.
  intros persons i j is_population several small small' differ N pi.
  destruct (truths_at persons i j is_population several small small' differ)
    as (both & _ & _ & large). fold N pi in both, large.
  rewrite <- (with_indicators persons 1 1 (at_place i) (at_place j) i j); auto.
  - split; [reflexivity|]. rewrite both. unfold pairs_of. field. lra.
  - intros x perm. split; now apply (bits_of persons).
Qed.

Theorem both_outside : forall persons i j, population persons -> (2 <= length persons)%nat ->
  (i < length persons)%nat -> (j < length persons)%nat -> i <> j ->
  let N := INR (length persons) in
  let pi := share_of_ones persons in
  expected persons (fun x => (1 - at_place i x) * (1 - at_place j x)) =
    expected persons (fun x => is_at 0 i x * is_at 0 j x) /\
  expected persons (fun x => is_at 0 i x * is_at 0 j x) = pairs_of (N - N * pi) / pairs_of N.
Proof.
  intros persons i j is_population several small small' differ N pi.
  destruct (truths_at persons i j is_population several small small' differ)
    as (both & one & one' & large). fold N pi in both, one, one', large.
  rewrite <- (with_indicators persons 0 0 (fun x => 1 - at_place i x) (fun x => 1 - at_place j x)
    i j); auto.
  - split; [reflexivity|].
    rewrite (expected_ext nat persons _ (fun x => at_place i x * at_place j x +
      (-1 * at_place i x + (-1 * at_place j x + 1)))) by (intros; ring).
    rewrite !expected_plus, !expected_scale, expected_constant, both, one, one'.
    unfold pairs_of. field. lra.
  - intros x perm. split; now apply (bits_of persons).
Qed.

Theorem one_outside : forall persons i j, population persons -> (2 <= length persons)%nat ->
  (i < length persons)%nat -> (j < length persons)%nat -> i <> j ->
  let N := INR (length persons) in
  let pi := share_of_ones persons in
  expected persons (fun x => (1 - at_place i x) * at_place j x) =
    expected persons (fun x => is_at 0 i x * is_at 1 j x) /\
  expected persons (fun x => is_at 0 i x * is_at 1 j x) = N * pi * (N - N * pi) / (N * (N - 1)).
Proof.
  intros persons i j is_population several small small' differ N pi.
  destruct (truths_at persons i j is_population several small small' differ)
    as (both & one & one' & large). fold N pi in both, one, one', large.
  rewrite <- (with_indicators persons 0 1 (fun x => 1 - at_place i x) (at_place j) i j); auto.
  - split; [reflexivity|].
    rewrite (expected_ext nat persons _ (fun x => -1 * (at_place i x * at_place j x) +
      at_place j x)) by (intros; ring).
    rewrite expected_plus, expected_scale, both, one'. field. lra.
  - intros x perm. split; now apply (bits_of persons).
Qed.

(** ** Two cards *)

Lemma by_numbers : forall N y, (1 <= y <= N)%nat ->
  INR y = \sum_(a < N) (INR (a + 1) * at_index (a + 1) y).
Proof.
  intros N y inside. replace y with (y - 1 + 1)%nat at 1 by lia.
  rewrite <- (sum_pick N (fun a => INR (a + 1)) (y - 1)) by lia. apply sum_ext. intros a _.
  unfold at_index. destruct (Nat.eq_dec (y - 1) a), (Nat.eq_dec (a + 1) y); try lia; ring.
Qed.

(** The sums run over 1, ..., N, which is enough where no card shows more than N. *)
Theorem two_cards_by_numbers : forall deck i j, let N := length deck in
  Forall (fun y => (1 <= y <= N)%nat) deck -> (i < N)%nat -> (j < N)%nat -> i <> j ->
  expected deck (fun y => at_place i y * at_place j y) =
  \sum_(a < N) \sum_(b < N) (INR (a + 1) * INR (b + 1) *
    expected deck (fun y => is_at (a + 1) i y * is_at (b + 1) j y)).
Proof.
  intros deck i j N inside small small' differ.
  transitivity (expected deck (fun y => \sum_(a < N) \sum_(b < N) (INR (a + 1) * INR (b + 1) *
    (is_at (a + 1) i y * is_at (b + 1) j y)))).
  - apply expected_ext. intros y perm.
    assert (forall n, (n < N)%nat -> (1 <= nth n y O <= N)%nat) as shown.
    { intros n there. rewrite Forall_forall in inside. apply inside.
      apply (Permutation_in _ perm), nth_In. now rewrite (Permutation_length perm). }
    unfold at_place. rewrite (by_numbers N (nth i y O)), (by_numbers N (nth j y O)) by auto.
    rewrite product_of_sums. apply sum_ext. intros a _. apply sum_ext. intros b _.
    unfold is_at. ring.
  - rewrite expected_sum. apply sum_ext. intros a _. rewrite expected_sum. apply sum_ext.
    intros b _. apply expected_scale.
Qed.

Lemma sum_by_numbers : forall L g deck, Forall (fun y => (1 <= y <= L)%nat) deck ->
  sum_of g deck = \sum_(a < L) (count (a + 1) deck * g (a + 1)%nat).
Proof.
  intros L g deck inside. unfold sum_of. induction inside as [|y l here _ IH].
  - simpl. rewrite sum_zero; [reflexivity|]. intros. unfold count. simpl. ring.
  - simpl. rewrite IH, (sum_ext L (fun a => count (a + 1) (y :: l) * g (a + 1)%nat)
      (fun a => at_index (y - 1) a * g (a + 1)%nat + count (a + 1) l * g (a + 1)%nat)).
    + rewrite sum_plus, (sum_pick L (fun a => g (a + 1)%nat)) by lia.
      now replace (y - 1 + 1)%nat with y by lia.
    + intros a _. rewrite count_cons. unfold at_index.
      destruct (Nat.eq_dec y (a + 1)), (Nat.eq_dec (y - 1) a); try lia; ring.
Qed.

(** The second line, with the sum over n <> m: P(Y_j = n | Y_i = m) is N p_n / (N - 1) for another
    number n, and (N p_m - 1) / (N - 1) for the same one. *)
Theorem two_cards_by_proportions : forall L deck i j, let N := INR (length deck) in
  Forall (fun y => (1 <= y <= L)%nat) deck ->
  (i < length deck)%nat -> (j < length deck)%nat -> i <> j ->
  let p := fun a => count (a + 1) deck / N in
  expected deck (fun y => at_place i y * at_place j y) =
  \sum_(m < L) (INR (m + 1) *
    (\sum_(n < L) (if Nat.eq_dec m n then 0 else INR (n + 1) * p m * (p n * N / (N - 1))) +
     INR (m + 1) * p m * ((p m * N - 1) / (N - 1)))).
Proof.
  intros L deck i j N inside small small' differ p.
  assert (2 <= N) as large by (unfold N; change 2 with (INR 2); apply le_INR; lia).
  assert (forall g, mean_of g deck = \sum_(a < L) (g (a + 1)%nat * p a)) as means.
  { intros g. unfold mean_of. rewrite (sum_by_numbers L) by assumption. unfold Rdiv.
    rewrite <- sum_scale_right. apply sum_ext. intros. unfold p, Rdiv. fold N. ring. }
  unfold at_place. rewrite (two_places INR) by assumption. fold N. rewrite !means.
  set (EY := \sum_(a < L) (INR (a + 1) * p a)).
  rewrite (sum_ext L (fun m => INR (m + 1) * _) (fun m =>
    N / (N - 1) * EY * (INR (m + 1) * p m) - / (N - 1) * (INR (m + 1) ^ 2 * p m))).
  - rewrite sum_minus, !sum_scale. fold EY. field. lra.
  - intros m there.
    rewrite (sum_ext L _ (fun n => p m * N / (N - 1) * (INR (n + 1) * p n) -
      at_index m n * (p m * N / (N - 1) * (INR (n + 1) * p n)))).
    + rewrite sum_minus, sum_scale,
        (sum_pick L (fun n => p m * N / (N - 1) * (INR (n + 1) * p n))) by assumption.
      fold EY. field. lra.
    + intros n _. unfold at_index. destruct (Nat.eq_dec m n); field; lra.
Qed.

(** ** A sample of n of the N persons: without replacement the variance is smaller *)

Theorem sample_without_replacement : forall persons n, population persons ->
  (2 <= length persons)%nat -> (1 <= n <= length persons)%nat ->
  let N := INR (length persons) in
  let pi := share_of_ones persons in
  let without := variance_under (expected persons)
    (fun x => (\sum_(i < n) at_place i x) / INR n) in
  let with_replacement := variance_under (draws n 2 (coin pi)) (fun x => INR (ones x) / INR n) in
  without = pi * (1 - pi) / INR n * ((N - INR n) / (N - 1)) /\
  with_replacement = pi * (1 - pi) / INR n /\ without <= with_replacement /\
  ((1 < n)%nat -> 0 < pi < 1 -> without < with_replacement).
Proof.
  intros persons n is_population several [some few] N pi without with_replacement.
  assert (2 <= N) as large by (unfold N; change 2 with (INR 2); now apply le_INR).
  assert (1 <= INR n) as one by (change 1 with (INR 1); now apply le_INR).
  assert (INR n <= N) as part by (apply le_INR; assumption).
  pose proof (share_range persons is_population) as range. fold pi in range.
  assert (0 <= pi * (1 - pi)) as mixed by (apply Rmult_le_pos; lra).
  pose proof (one_place INR persons) as means. pose proof (mean_of_two persons is_population) as mean.
  assert (forall i, (i < n)%nat -> expected persons (at_place i) = pi) as single.
  { intros i small. unfold at_place. rewrite means, mean by lia. simpl. fold pi. ring. }
  assert (without = pi * (1 - pi) / INR n * ((N - INR n) / (N - 1))) as first.
  { unfold without, variance_under.
    assert (expected persons (fun x => (\sum_(i < n) at_place i x) / INR n) = pi) as ->.
    { rewrite (expected_ext nat persons _ (fun x => / INR n * \sum_(i < n) at_place i x))
        by (intros; field; lra).
      rewrite expected_scale, expected_sum, (sum_ext n _ (fun _ => pi)) by auto.
      rewrite sum_constant. field. lra. }
    rewrite (expected_ext nat persons _ (fun x => / INR n ^ 2 * (\sum_(i < n) (at_place i x ^ 2) +
      \sum_(i < n) \sum_(j < n) (if Nat.eq_dec i j then 0 else at_place i x * at_place j x)) +
      ((-2 * pi / INR n) * (\sum_(i < n) at_place i x) + pi ^ 2))).
    2:{ intros x _.
        change (\sum_(i < n) (at_place i x ^ 2)) with (\sum_(i < n) at_place i x ^ 2).
        rewrite <- (square_of_sum n (fun i => at_place i x)). field. lra. }
    rewrite !expected_plus, !expected_scale, expected_constant, !expected_plus, !expected_sum.
    rewrite (sum_ext n (fun i => expected persons (at_place i)) (fun _ => pi)) by auto.
    set (xx := pi * (N * pi - 1) / (N - 1)).
    rewrite (sum_ext n (fun i => expected persons (fun s => at_place i s ^ 2)) (fun _ => pi)).
    - rewrite (sum_ext n (fun i => expected persons (fun s => \sum_(j < n)
        (if Nat.eq_dec i j then 0 else at_place i s * at_place j s)))
        (fun i => (INR n - 1) * xx)).
      + rewrite !sum_constant. unfold xx. field. lra.
      + intros i small. rewrite expected_sum, <- (sum_over_others n i xx) by assumption.
        apply sum_ext. intros j small'. destruct (Nat.eq_dec i j) as [same|differ].
        * apply expected_constant.
        * apply (truths_at persons i j); auto; lia.
    - intros i small. rewrite <- (single i small). apply expected_ext. intros x perm.
      destruct (bits_of persons x i is_population perm ltac:(lia)) as [bit _].
      rewrite <- bit. unfold is_at, at_index. destruct (Nat.eq_dec 1 _); simpl; ring. }
  assert (with_replacement = pi * (1 - pi) / INR n) as second.
  { destruct (binomial_moments n pi range) as (_ & average & spread).
    unfold with_replacement, variance_under.
    assert (draws n 2 (coin pi) (fun x => INR (ones x) / INR n) = pi) as ->.
    { rewrite (draws_ext n 2 _ _ (fun x => / INR n * INR (ones x))) by (intros; field; lra).
      rewrite draws_scale, average. field. lra. }
    rewrite (draws_ext n 2 _ _ (fun x => / INR n ^ 2 * (INR (ones x) - INR n * pi) ^ 2))
      by (intros; field; lra).
    rewrite draws_scale, spread. field. lra. }
  set (v := pi * (1 - pi) / INR n) in *.
  assert (0 <= v) as positive
    by (apply Rmult_le_pos; [assumption|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (v - v * ((N - INR n) / (N - 1)) = v * ((INR n - 1) / (N - 1))) as gap by (field; lra).
  split; [assumption|]. split; [assumption|]. rewrite first, second. split.
  - assert (0 <= v * ((INR n - 1) / (N - 1))); [|lra].
    apply Rmult_le_pos; [assumption|]. apply Rmult_le_pos; [lra|].
    apply Rlt_le, Rinv_0_lt_compat. lra.
  - intros more both. assert (2 <= INR n) by (change 2 with (INR 2); now apply le_INR).
    assert (0 < v * ((INR n - 1) / (N - 1))); [|lra].
    apply Rmult_lt_0_compat; [|apply Rdiv_lt_0_compat; lra].
    apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra.
Qed.

(** ** Simple random sampling: the law of a report *)

Lemma sum_by_truths : forall k g l, Forall (fun t => (t < k)%nat) l ->
  sum_of g l = \sum_(j < k) (count j l * g j).
Proof.
  intros k g l inside. unfold sum_of. induction inside as [|t l here _ IH].
  - simpl. rewrite sum_zero; [reflexivity|]. intros. unfold count. simpl. ring.
  - simpl. rewrite IH, (sum_ext k (fun j => count j (t :: l) * g j)
      (fun j => at_index t j * g j + count j l * g j)) by (intros; rewrite count_cons; ring).
    now rewrite sum_plus, (sum_pick k g).
Qed.

(** lambda = P pi, where pi_j is the share of the category j in the population. *)
Theorem reports_of_a_sample : forall r k C persons i d, stochastic r k C ->
  Forall (fun t => (t < k)%nat) persons -> (i < length persons)%nat -> (d < r)%nat ->
  asked_in_order r C persons (is_at d i) =
  \sum_(j < k) (C d j * (count j persons / INR (length persons))).
Proof.
  intros r k C persons i d columns inside small report.
  transitivity (expected persons (fun x => C d (nth i x O))).
  - apply expected_ext. intros x perm. unfold is_at.
    rewrite (report_at r k C x i (at_index d) columns).
    + unfold E. rewrite (sum_ext r _ (fun a => at_index d a * C a (nth i x O))) by (intros; ring).
      now apply (sum_pick r (fun a => C a (nth i x O))).
    + now apply (Permutation_Forall (Permutation_sym perm)).
    + now rewrite (Permutation_length perm).
  - rewrite (one_place (C d)) by assumption. unfold mean_of. rewrite (sum_by_truths k) by assumption.
    unfold Rdiv. rewrite <- sum_scale_right. apply sum_ext. intros. ring.
Qed.
