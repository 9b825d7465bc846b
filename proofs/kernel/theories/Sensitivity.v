(** Sensitivity: by how much a query changes between neighbouring databases, at most.

    A count changes by 1 and a fraction by 1/n when one entry of n is changed, two counts by 2 in
    the l1 norm; where a person is added or deleted, two counts change by 1. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums BitStrings.
Import ListNotations.
Open Scope R_scope.

(** D is the largest value of a change over the related pairs. *)
Definition greatest {Database : Type} (related : Database -> Database -> Prop)
  (change : Database -> Database -> R) (D : R) : Prop :=
  (exists x y, related x y /\ change x y = D) /\ forall x y, related x y -> change x y <= D.

Definition sensitivity {Database : Type} (related : Database -> Database -> Prop)
  (f : Database -> R) : R -> Prop := greatest related (fun x y => Rabs (f x - f y)).

Fixpoint minus (u v : list R) : list R :=
  match u, v with
  | a :: u, b :: v => (a - b) :: minus u v
  | _, _ => []
  end.
Definition l1_norm (z : list R) : R := list_sum (map Rabs z).

Definition l1_sensitivity {Database : Type} (related : Database -> Database -> Prop)
  (f : Database -> list R) : R -> Prop := greatest related (fun x y => l1_norm (minus (f x) (f y))).

Theorem change_is_at_most_sensitivity : forall (Database : Type)
  (related : Database -> Database -> Prop) f D, sensitivity related f D ->
  forall x y, related x y -> Rabs (f y - f x) <= D.
Proof. intros Database related f D [_ most] x y near. rewrite Rabs_minus_sym. now apply most. Qed.

Lemma norm_by_coordinates : forall u v, length u = length v ->
  l1_norm (minus u v) = \sum_(i < length u) Rabs (nth i u 0 - nth i v 0).
Proof.
  assert (first : forall n f, sum (S n) f = f O + \sum_(i < n) f (S i)).
  { induction n as [|n IH]; intros f; [simpl; ring|].
    change (sum (S (S n)) f) with (sum (S n) f + f (S n)). rewrite IH. simpl. ring. }
  unfold l1_norm. induction u as [|a u IH]; intros [|b v] len; try discriminate; [reflexivity|].
  injection len as len. cbn [minus map list_sum length]. rewrite first, IH by assumption. reflexivity.
Qed.

Theorem l1_sensitivity_by_coordinates : forall (Database : Type)
  (related : Database -> Database -> Prop) f d D, (forall x, length (f x) = d) ->
  l1_sensitivity related f D <->
  greatest related (fun x y => \sum_(i < d) Rabs (nth i (f x) 0 - nth i (f y) 0)) D.
Proof.
  intros Database related f d D size.
  assert (same : forall x y, l1_norm (minus (f x) (f y)) =
    \sum_(i < d) Rabs (nth i (f x) 0 - nth i (f y) 0)).
  { intros x y. rewrite norm_by_coordinates by (now rewrite !size). now rewrite size. }
  unfold l1_sensitivity, greatest. split; intros [(x & y & near & value) most]; split.
  - exists x, y. split; [assumption|]. now rewrite <- same.
  - intros u v close. rewrite <- same. now apply most.
  - exists x, y. split; [assumption|]. now rewrite same.
  - intros u v close. rewrite same. now apply most.
Qed.

(** ** Databases of n bits *)

(** One of the n entries is changed. *)
Definition changed (n : nat) (x y : list bool) : Prop :=
  length x = n /\ length y = n /\ weight (xor x y) = 1%nat.

Lemma nothing_changed : forall x y, length x = length y -> weight (xor x y) = O -> x = y.
Proof.
  induction x as [|a x IH]; intros [|b y] len none; try discriminate; [reflexivity|].
  injection len as len. cbn [xor] in none. rewrite weight_cons in none.
  destruct a, b; simpl in none; try lia; f_equal; apply IH; auto.
Qed.

Lemma count_changes : forall n x y, changed n x y -> Rabs (INR (weight x) - INR (weight y)) = 1.
Proof.
  intros n x y (len & len' & one). rewrite <- len' in len. clear len'. revert y len one.
  induction x as [|a x IH]; intros [|b y] len one; try discriminate.
  injection len as len. cbn [xor] in one. rewrite weight_cons in one.
  rewrite !weight_cons, !plus_INR.
  destruct a, b; cbn [Nat.b2n xorb] in *;
    try (replace (INR _ + INR (weight x) - (INR _ + INR (weight y)))
      with (INR (weight x) - INR (weight y)) by ring; apply IH; [assumption|lia]).
  - rewrite (nothing_changed x y) by (assumption || lia). simpl.
    replace (1 + _ - (0 + _)) with 1 by ring. apply Rabs_R1.
  - rewrite (nothing_changed x y) by (assumption || lia). simpl.
    replace (0 + _ - (1 + _)) with (- (1)) by ring. rewrite Rabs_Ropp. apply Rabs_R1.
Qed.

Lemma some_change : forall n, (1 <= n)%nat -> exists x y, changed n x y.
Proof.
  intros [|n] some; [lia|]. exists (true :: repeat false n), (false :: repeat false n).
  repeat split; try (simpl; now rewrite repeat_length).
  cbn [xor]. now rewrite weight_cons, xor_self.
Qed.

Theorem sensitivity_of_a_count : forall n, (1 <= n)%nat ->
  sensitivity (changed n) (fun x => INR (weight x)) 1.
Proof.
  intros n some. destruct (some_change n some) as (x & y & near). split.
  - exists x, y. split; [assumption|]. now apply (count_changes n).
  - intros u v close. right. now apply (count_changes n).
Qed.

Theorem sensitivity_of_a_fraction : forall n, (1 <= n)%nat ->
  sensitivity (changed n) (fun x => INR (weight x) / INR n) (1 / INR n).
Proof.
  intros n some. assert (0 < INR n) as positive by (apply lt_0_INR; lia).
  assert (value : forall x y, changed n x y ->
    Rabs (INR (weight x) / INR n - INR (weight y) / INR n) = 1 / INR n).
  { intros x y near. rewrite <- (count_changes n x y near).
    replace (INR (weight x) / INR n - INR (weight y) / INR n) with
      ((INR (weight x) - INR (weight y)) * / INR n) by (field; lra).
    rewrite Rabs_mult, (Rabs_right (/ INR n)); [reflexivity|].
    apply Rle_ge, Rlt_le. now apply Rinv_0_lt_compat. }
  destruct (some_change n some) as (x & y & near). split.
  - exists x, y. split; [assumption|]. now apply value.
  - intros u v close. right. now apply value.
Qed.

(** How many are female (one) and how many male (zero). *)
Definition two_counts (x : list bool) : list R := [INR (weight x); INR (length x - weight x)].

Lemma males : forall x, INR (length x - weight x) = INR (length x) - INR (weight x).
Proof. intros x. apply minus_INR, weight_le. Qed.

Theorem two_counts_when_one_changes : forall n, (1 <= n)%nat ->
  l1_sensitivity (changed n) two_counts (1 + 1).
Proof.
  intros n some.
  assert (value : forall x y, changed n x y -> l1_norm (minus (two_counts x) (two_counts y)) = 1 + 1).
  { intros x y near. pose proof (count_changes n x y near) as one.
    destruct near as (len & len' & _). unfold two_counts, l1_norm. cbn [minus map list_sum].
    rewrite !males, len, len', one.
    replace (INR n - INR (weight x) - (INR n - INR (weight y))) with
      (- (INR (weight x) - INR (weight y))) by ring. rewrite Rabs_Ropp, one. ring. }
  destruct (some_change n some) as (x & y & near). split.
  - exists x, y. split; [assumption|]. now apply value.
  - intros u v close. right. now apply value.
Qed.

(** One person more or less. *)
Definition one_person_more (x y : list bool) : Prop :=
  exists before person after, x = before ++ after /\ y = before ++ person :: after.
Definition added_or_deleted (x y : list bool) : Prop := one_person_more x y \/ one_person_more y x.

Theorem two_counts_when_one_is_added : l1_sensitivity added_or_deleted two_counts 1.
Proof.
  assert (more : forall x y, one_person_more x y ->
    l1_norm (minus (two_counts x) (two_counts y)) = 1 /\
    l1_norm (minus (two_counts y) (two_counts x)) = 1).
  { intros x y (before & person & after & -> & ->).
    unfold two_counts, l1_norm. cbn [minus map list_sum]. rewrite !males, !weight_app, !app_length.
    rewrite weight_cons. cbn [length]. rewrite !plus_INR, S_INR.
    set (w := INR (weight before)). set (w' := INR (weight after)).
    set (l := INR (length before)). set (l' := INR (length after)).
    destruct person; simpl INR.
    - replace (w + w' - (w + (1 + w'))) with (- (1)) by ring.
      replace (w + (1 + w') - (w + w')) with 1 by ring.
      replace (l + l' - (w + w') - (l + (l' + 1) - (w + (1 + w')))) with 0 by ring.
      replace (l + (l' + 1) - (w + (1 + w')) - (l + l' - (w + w'))) with 0 by ring.
      rewrite Rabs_Ropp, Rabs_R0, Rabs_R1. split; ring.
    - replace (w + w' - (w + (0 + w'))) with 0 by ring.
      replace (w + (0 + w') - (w + w')) with 0 by ring.
      replace (l + l' - (w + w') - (l + (l' + 1) - (w + (0 + w')))) with (- (1)) by ring.
      replace (l + (l' + 1) - (w + (0 + w')) - (l + l' - (w + w'))) with 1 by ring.
      rewrite Rabs_Ropp, Rabs_R0, Rabs_R1. split; ring. }
  split.
  - exists [], [true]. assert (one_person_more [] [true]) as near by now exists [], true, [].
    split; [now left|]. exact (proj1 (more _ _ near)).
  - intros x y [near|near]; right; [exact (proj1 (more x y near))|exact (proj2 (more y x near))].
Qed.
