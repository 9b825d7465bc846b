(** The bits K of the reports: their law is C_a(k) pi_K, and the estimate from their histogram,
    m^-1 C_a(k)^-1 y, is an unbiased one of the marginal pi_K. *)

From Coq Require Import Reals Lra Lia List Arith PeanoNat Bool.
From Rropt Require Import Sums Tensors Draws BitStrings Randomizers ShareEstimates SampleLoss.
Import ListNotations.
Open Scope R_scope.

(** pi_K: the law of the bits x[K] of a truth x with law p on the strings of n bits. *)
Definition marginal (n : nat) (K : list bool) (p : nat -> R) : nat -> R := fun s =>
  \sum_(x < 2 ^ n) (p x * at_index (number (pick K (string n x))) s).

(** The law of the bits r[K] of a report. *)
Definition reported_marginal (n : nat) (a : R) (K : list bool) (p : nat -> R) : nat -> R := fun s =>
  \sum_(x < 2 ^ n) (p x * randomized (repeat (bisymmetric a (1 - a)) n) (string n x)
    (fun y => at_index (number (pick K y)) s)).

Lemma pick_length : forall (A : Type) K (x : list A), length x = length K ->
  length (pick K x) = weight K.
Proof.
  intros A. induction K as [|k K IH]; intros [|a x] len; try discriminate; [reflexivity|].
  injection len as len. rewrite weight_cons. destruct k; simpl; now rewrite IH.
Qed.

Lemma pick_repeat : forall (A : Type) K (M : A),
  pick K (repeat M (length K)) = repeat M (weight K).
Proof.
  intros A. induction K as [|k K IH]; intros M; [reflexivity|].
  rewrite weight_cons. destruct k; simpl; now rewrite IH.
Qed.

Lemma place_is_chance : forall Ms z s, length z = length Ms -> (s < 2 ^ length Ms)%nat ->
  randomized Ms z (fun y => at_index (number y) s) = chance Ms (string (length Ms) s) z.
Proof.
  assert (ext : forall Ms z f g, length z = length Ms ->
    (forall y, length y = length Ms -> f y = g y) -> randomized Ms z f = randomized Ms z g).
  { induction Ms as [|M Ms IH]; intros [|b z] f g len equal; try discriminate;
      [now apply equal|]. injection len as len. cbn [randomized]. apply sum_ext. intros c _. f_equal.
    apply IH; [assumption|]. intros y size. apply equal. simpl. now rewrite size. }
  intros Ms z s len small. unfold chance. apply ext; [assumption|]. intros y size.
  destruct string_and_number as [there back]. destruct (there _ s small) as [_ place].
  unfold at_index, same. destruct (Nat.eq_dec (number y) s) as [<-|differ].
  - rewrite <- size, back. now destruct (list_eq_dec Bool.bool_dec y y).
  - destruct (list_eq_dec _ (string (length Ms) s) y) as [<-|]; [contradiction|reflexivity].
Qed.

Lemma bit_stochastic : forall a, 0 <= a <= 1 -> stochastic 2 2 (bisymmetric a (1 - a)).
Proof.
  intros a range j small. unfold bisymmetric. split.
  - intros i _. destruct (Nat.eqb i j); lra.
  - destruct j as [|[|]]; try lia; simpl; lra.
Qed.

Theorem law_of_chosen_bits : forall a K p, 0 <= a <= 1 ->
  let n := length K in
  let k := weight K in
  forall s, (s < 2 ^ k)%nat ->
  reported_marginal n a K p s = image (2 ^ k) (bits a (1 - a) k) (marginal n K p) s.
Proof.
  intros a K p range n k s small. unfold reported_marginal, image, marginal.
  rewrite (sum_ext (2 ^ k) _ (fun j => \sum_(x < 2 ^ n)
    (p x * (at_index (number (pick K (string n x))) j * bits a (1 - a) k s j))))
    by (intros; rewrite <- sum_scale; apply sum_ext; intros; ring).
  rewrite <- sum_of_sums. apply sum_ext. intros x inside. rewrite sum_scale. f_equal.
  assert (len : length (string n x) = length K) by apply string_length.
  pose proof (pick_length bool K (string n x) len) as size. fold k in size.
  rewrite sum_pick by (rewrite <- size; apply number_below).
  rewrite (chosen_bits_alone K _ _ (fun y => at_index (number y) s)).
  - unfold n. rewrite pick_repeat. fold k n.
    rewrite place_is_chance by (rewrite repeat_length; assumption).
    rewrite repeat_length. destruct string_and_number as [there _].
    destruct (there k s small) as [long place].
    rewrite equal_randomizers, place by assumption. reflexivity.
  - apply repeat_length.
  - assumption.
  - apply Forall_forall. intros M there. apply repeat_spec in there. subst M.
    now apply bit_stochastic.
Qed.

Lemma marginal_law : forall n K p, length K = n -> law (2 ^ n) p ->
  law (2 ^ weight K) (marginal n K p).
Proof.
  intros n K p len [above one]. unfold marginal. split.
  - intros s _. apply sum_nonneg. intros x small. unfold at_index.
    specialize (above x small). destruct (Nat.eq_dec _ _); lra.
  - rewrite sum_of_sums. rewrite <- one. apply sum_ext. intros x small. rewrite sum_scale.
    rewrite (sum_ext _ _ (fun s => at_index (number (pick K (string n x))) s * 1)) by (intros; ring).
    rewrite (sum_pick _ (fun _ => 1)); [ring|].
    rewrite <- (pick_length bool K (string n x)) by (now rewrite string_length).
    apply number_below.
Qed.

Theorem marginal_is_estimated : forall a K p m, 0 <= a <= 1 -> 2 * a <> 1 -> (0 < m)%nat ->
  let n := length K in
  let k := weight K in
  law (2 ^ n) p -> forall s, (s < 2 ^ k)%nat ->
  draws m (2 ^ k) (reported_marginal n a K p) (estimate m (2 ^ k) (inverse_bits a k) s) =
  marginal n K p s.
Proof.
  intros a K p m range odd some n k is_law s small.
  destruct (estimate_is_unbiased m (2 ^ k) (2 ^ k) (bits a (1 - a) k) (inverse_bits a k)
    (marginal n K p) some) as [_ mean].
  - now apply bits_stochastic.
  - now apply marginal_law.
  - now apply bits_left_inverse.
  - rewrite <- (mean s small).
    assert (ext : forall m f q q', (forall i, (i < 2 ^ k)%nat -> q i = q' i) ->
      draws m (2 ^ k) q f = draws m (2 ^ k) q' f).
    { clear. induction m as [|m IH]; intros f q q' equal; [reflexivity|]. simpl draws.
      apply sum_ext. intros x small. rewrite equal by assumption. f_equal. now apply IH. }
    apply ext. intros i inside. now apply law_of_chosen_bits.
Qed.
