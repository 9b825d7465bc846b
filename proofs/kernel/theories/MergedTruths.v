(** Coverage where a utility depends on sums over classes of truths (proof "merged"): the prices of
    the classes and of their pairs, each in the parts of its truths, cover it under one number. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices.
Open Scope R_scope.

Section MergedTruths.

Variables (k m : nat) (class : nat -> nat) (p : nat -> R) (g d : R).

(** The part of truth j in class A. *)
Definition part (A j : nat) : R := at_index (class j) A * p j.

Definition class_sums (r : nat -> R) (A : nat) : R := \sum_(j < k) (part A j * r j).

Definition number_level : levels := fun _ _ => Some g.

Definition number_delta : matrix := fun _ _ => d.

Context (inside : forall j, (j < k)%nat -> (class j < m)%nat).
Context (some : forall j, (j < k)%nat -> 0 <= p j).
Context (whole : forall A, (A < m)%nat -> \sum_(j < k) part A j = 1).

Variables (y : nat -> R) (z w : matrix) (u v : (nat -> R) -> R).
Context (through : forall r, (forall j, (j < k)%nat -> 0 <= r j) -> u r = v (class_sums r)).
Context (pairs : forall A B, (A < m)%nat -> (B < m)%nat -> 0 <= z A B).
Context (within : forall i j, (i < k)%nat -> (j < k)%nat -> 0 <= w i j).
Context (parted : forall i j, (i < k)%nat -> (j < k)%nat -> class i <> class j ->
  w i j = p i * p j * z (class i) (class j)).

Definition parted_price (j : nat) : R := p j * y (class j).

Lemma part_nonneg : forall A j, (j < k)%nat -> 0 <= part A j.
Proof.
  intros A j small. unfold part, at_index. destruct (Nat.eq_dec (class j) A); [|lra].
  specialize (some j small). lra.
Qed.

Lemma of_classes : forall (x : nat -> R) j, (j < k)%nat ->
  \sum_(A < m) (x A * part A j) = p j * x (class j).
Proof.
  intros x j small.
  rewrite (sum_ext m _ (fun A => at_index (class j) A * (p j * x A)))
    by (intros; unfold part; ring).
  apply sum_pick. now apply inside.
Qed.

Lemma dot_parted : forall r, dot m y (class_sums r) = dot k parted_price r.
Proof.
  intros r. unfold dot, class_sums.
  rewrite (sum_ext m _ (fun A => \sum_(j < k) (y A * part A j * r j))).
  - rewrite sum_of_sums. apply sum_ext. intros j small.
    rewrite sum_scale_right, of_classes by assumption. reflexivity.
  - intros A _. rewrite <- sum_scale. apply sum_ext. intros. ring.
Qed.

(** What two classes exceed, their truths do in parts. *)
Lemma excess_parted : forall r A B, (A < m)%nat -> (B < m)%nat -> A <> B ->
  excess number_level A B (class_sums r) <=
    \sum_(i < k) \sum_(j < k) (part A i * part B j * excess number_level i j r).
Proof.
  intros r A B first second differ. unfold excess at 1. cbn [number_level].
  destruct (Nat.eq_dec A B); [contradiction|]. apply Rmax_lub.
  - apply sum_nonneg. intros i one. apply sum_nonneg. intros j two.
    apply Rmult_le_pos; [apply Rmult_le_pos; now apply part_nonneg|apply excess_nonneg].
  - apply Rle_trans with (\sum_(i < k) \sum_(j < k) (part A i * part B j * (r i - g * r j))).
    + apply Req_le. unfold class_sums.
      rewrite (sum_ext k (fun i => \sum_(j < k) (part A i * part B j * (r i - g * r j)))
        (fun i => part A i * r i - part A i * (g * \sum_(j < k) (part B j * r j)))).
      * rewrite sum_minus, (sum_scale_right k _ (fun i => part A i)), (whole A first). ring.
      * intros i _.
        rewrite (sum_ext k _ (fun j => part A i * r i * part B j -
          part A i * g * (part B j * r j))) by (intros; ring).
        rewrite sum_minus, (sum_scale k _ (fun j => part B j)), (whole B second), sum_scale. ring.
    + apply sum_le. intros i one. apply sum_le. intros j two.
      unfold excess. cbn [number_level]. destruct (Nat.eq_dec i j) as [->|].
      * unfold part, at_index.
        destruct (Nat.eq_dec (class j) A), (Nat.eq_dec (class j) B); subst; try contradiction; lra.
      * apply Rmult_le_compat_l; [apply Rmult_le_pos; now apply part_nonneg|apply Rmax_r].
Qed.

Lemma sums_are_row : forall r, row k number_level number_delta r ->
  row m number_level number_delta (class_sums r).
Proof.
  intros r [above hard]. split.
  - intros A _. apply sum_nonneg. intros j small.
    apply Rmult_le_pos; [now apply part_nonneg|now apply above].
  - intros A B first second none. destruct (Nat.eq_dec A B) as [->|differ].
    { unfold excess. cbn [number_level]. now destruct (Nat.eq_dec B B). }
    apply Rle_antisym; [|apply excess_nonneg].
    eapply Rle_trans; [now apply excess_parted|].
    apply Req_le, sum_zero. intros i one. apply sum_zero. intros j two.
    rewrite (hard i j one two none). ring.
Qed.

Theorem merged_cover : covers m number_level number_delta y z v ->
  covers k number_level number_delta parted_price w u.
Proof.
  intros covered r is_row. pose proof is_row as [above _].
  rewrite (through r above). eapply Rle_trans; [apply covered; now apply sums_are_row|].
  unfold charge. rewrite dot_parted. apply Rplus_le_compat_l.
  set (e := fun i j => excess number_level i j r).
  set (t := fun A B => if Nat.eq_dec A B then 0 else z A B).
  apply Rle_trans with
    (\sum_(A < m) \sum_(B < m) (t A B * \sum_(i < k) \sum_(j < k) (part A i * part B j * e i j))).
  - apply sum_le. intros A first. apply sum_le. intros B second. unfold t.
    destruct (Nat.eq_dec A B) as [->|differ].
    + unfold excess. cbn [number_level]. destruct (Nat.eq_dec B B); [lra|contradiction].
    + apply Rmult_le_compat_l; [now apply pairs|now apply excess_parted].
  - apply Rle_trans with (\sum_(i < k) \sum_(j < k) (p i * p j * t (class i) (class j) * e i j)).
    + apply Req_le.
      rewrite (sum_ext m _ (fun A => \sum_(i < k) (part A i *
        \sum_(j < k) (p j * t A (class j) * e i j)))).
      * rewrite sum_of_sums. apply sum_ext. intros i one.
        rewrite (sum_ext m _ (fun A => (\sum_(j < k) (p j * t A (class j) * e i j)) * part A i))
          by (intros; ring).
        rewrite of_classes by assumption. rewrite <- sum_scale. apply sum_ext. intros. ring.
      * intros A _.
        rewrite (sum_ext m _ (fun B => \sum_(i < k) (part A i * (t A B *
          \sum_(j < k) (part B j * e i j))))).
        -- rewrite sum_of_sums. apply sum_ext. intros i _. rewrite sum_scale. f_equal.
           rewrite (sum_ext m _ (fun B => \sum_(j < k) (t A B * part B j * e i j))).
           ++ rewrite sum_of_sums. apply sum_ext. intros j two.
              rewrite sum_scale_right, (of_classes (t A)) by assumption. reflexivity.
           ++ intros B _. rewrite <- sum_scale. apply sum_ext. intros. ring.
        -- intros B _. rewrite <- sum_scale. apply sum_ext. intros i _.
           rewrite (sum_ext k (fun j => part A i * part B j * e i j)
             (fun j => part A i * (part B j * e i j))) by (intros; ring).
           rewrite sum_scale. ring.
    + apply sum_le. intros i one. apply sum_le. intros j two. unfold t, e.
      destruct (Nat.eq_dec (class i) (class j)) as [same|differ].
      * pose proof (within i j one two). pose proof (excess_nonneg number_level i j r).
        assert (0 <= w i j * excess number_level i j r) by now apply Rmult_le_pos. lra.
      * rewrite (parted i j one two differ). lra.
Qed.

(** The utility of every table that is private under the number with its delta. *)
Theorem merged_bound : covers m number_level number_delta y z v ->
  forall n P, private n k number_level number_delta P -> \sum_(i < n) u (P i) <=
    \sum_(j < k) parted_price j + \sum_(a < k) \sum_(b < k) (w a b * d).
Proof.
  intros covered n P is_private.
  apply (prices_bound n k number_level number_delta parted_price w u P within); auto.
  now apply merged_cover.
Qed.

End MergedTruths.
