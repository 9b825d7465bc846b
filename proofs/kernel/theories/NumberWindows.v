(** Reports on numbers that are unbiased but for a rest, and a card that makes it good. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Probability Prices Number NumberMeans UnbiasedReports.
Open Scope R_scope.

(** What m reports leave of the probability one, and of the mean x. *)
Definition left_of (m : nat) (P : matrix) (j : nat) : R := 1 - \sum_(i < m) P i j.
Definition missing_of (m : nat) (x v : nat -> R) (P : matrix) (j : nat) : R :=
  x j - \sum_(i < m) (v i * P i j).

(** Two reports more, which tell 1 and -1. *)
Definition with_card (m : nat) (x v : nat -> R) (P : matrix) : matrix := fun i j =>
  if (i <? m)%nat then P i j
  else if (i =? m)%nat then (left_of m P j + missing_of m x v P j) / 2
  else (left_of m P j - missing_of m x v P j) / 2.
Definition told_with_card (m : nat) (v : nat -> R) (i : nat) : R :=
  if (i <? m)%nat then v i else if (i =? m)%nat then 1 else - 1.

Lemma sum_with_card : forall m x v P (c : nat -> R) j,
  \sum_(i < S (S m)) (c i * with_card m x v P i j) =
  \sum_(i < m) (c i * P i j) + c m * ((left_of m P j + missing_of m x v P j) / 2) +
    c (S m) * ((left_of m P j - missing_of m x v P j) / 2).
Proof.
  intros m x v P c j. simpl. unfold with_card at 2 3.
  rewrite Nat.ltb_irrefl, Nat.eqb_refl.
  replace (S m <? m)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
  replace (S m =? m)%nat with false by (symmetry; apply Nat.eqb_neq; lia).
  f_equal. f_equal. apply sum_ext. intros i small. unfold with_card.
  now rewrite (proj2 (Nat.ltb_lt i m) small).
Qed.

Theorem windows_and_card : forall m k g (x v : nat -> R) P,
  (forall i, (i < m)%nat -> within k g (P i)) ->
  (forall i, (m <= i)%nat -> within k g (with_card m x v P i)) ->
  reports (S (S m)) k g x (told_with_card m v) (with_card m x v P) /\
  forall j, (j < k)%nat ->
    variance_at (S (S m)) x (told_with_card m v) (with_card m x v P) j =
      \sum_(i < m) (v i ^ 2 * P i j) + left_of m P j - x j ^ 2.
Proof.
  intros m k g x v P likelihoods card.
  assert (forall (c : R -> R) j, \sum_(i < m) (c (told_with_card m v i) * P i j) =
    \sum_(i < m) (c (v i) * P i j)) as told.
  { intros c j. apply sum_ext. intros i small. unfold told_with_card.
    now rewrite (proj2 (Nat.ltb_lt i m) small). }
  assert (told_with_card m v m = 1) as one.
  { unfold told_with_card. now rewrite Nat.ltb_irrefl, Nat.eqb_refl. }
  assert (told_with_card m v (S m) = - 1) as minus_one.
  { unfold told_with_card. replace (S m <? m)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
    now replace (S m =? m)%nat with false by (symmetry; apply Nat.eqb_neq; lia). }
  assert (forall i, within k g (with_card m x v P i)) as all.
  { intros i. destruct (Nat.lt_ge_cases i m) as [less|more]; [|now apply card].
    destruct (likelihoods i less) as [above ratios]. unfold with_card.
    rewrite (proj2 (Nat.ltb_lt i m) less). split; assumption. }
  assert (reports (S (S m)) k g x (told_with_card m v) (with_card m x v P)) as whole.
  { split; [|split].
    - intros j small. split.
      + intros i _. now apply all.
      + change (\sum_(i < S (S m)) with_card m x v P i j = 1).
        rewrite (sum_ext (S (S m)) _ (fun i => 1 * with_card m x v P i j)) by (intros; ring).
        rewrite (sum_with_card m x v P (fun _ => 1)), sum_scale. unfold left_of. field.
    - intros i _. apply all.
    - intros j small. rewrite sum_with_card, (told (fun t => t)), one, minus_one.
      unfold missing_of. field. }
  split; [assumption|]. intros j small.
  rewrite (variance_from_moment _ _ _ _ _ _ _ whole small).
  rewrite (sum_with_card m x v P (fun i => told_with_card m v i ^ 2)).
  rewrite (told (fun t => t ^ 2)), one, minus_one. unfold missing_of. field.
Qed.
