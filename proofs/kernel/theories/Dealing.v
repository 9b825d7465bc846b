(** Things that are dealt out in a random order, all orders equally likely: the expectation is
    linear, one place has the mean of all, and two places the mean over ordered pairs. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums Draws Shuffles Answers.
Import ListNotations.
Open Scope R_scope.

(** The number at place i of a list, counted from 0. *)
Definition at_place (i : nat) (l : list nat) : R := INR (nth i l O).

(** The mean of g over the members of a list: that of g(Y) for a generic draw Y. *)
Definition mean_of (g : nat -> R) (l : list nat) : R := sum_of g l / INR (length l).

Definition variance_among (l : list nat) : R := mean_of (fun y => (INR y - mean_of INR l) ^ 2) l.

(** ** The expectation over all orders *)

Lemma number_of_orders : forall (A : Type) (l : list A), INR (length (shuffles l)) <> 0.
Proof.
  intros A l. unfold shuffles. destruct (orders_are_shuffles A (length l) l eq_refl) as [_ ->].
  apply INR_fact_neq_0.
Qed.

Lemma expected_ext : forall (A : Type) (l : list A) f g,
  (forall s, Permutation s l -> f s = g s) -> expected l f = expected l g.
Proof.
  intros A l f g same. unfold expected. do 2 f_equal. apply map_ext_in. intros s there.
  apply same. destruct (orders_are_shuffles A (length l) l eq_refl) as [all _].
  rewrite Forall_forall in all. now apply all.
Qed.

Lemma expected_plus : forall (A : Type) (l : list A) f g,
  expected l (fun s => f s + g s) = expected l f + expected l g.
Proof.
  intros. unfold expected. rewrite list_sum_map_plus. field. apply number_of_orders.
Qed.

Lemma expected_scale : forall (A : Type) (l : list A) c f,
  expected l (fun s => c * f s) = c * expected l f.
Proof.
  intros. unfold expected. rewrite list_sum_map_scale. field. apply number_of_orders.
Qed.

Lemma expected_constant : forall (A : Type) (l : list A) c, expected l (fun _ => c) = c.
Proof.
  intros. unfold expected. rewrite list_sum_map_constant. field. apply number_of_orders.
Qed.

Lemma expected_sum : forall (A : Type) (l : list A) n F,
  expected l (fun s => \sum_(i < n) F i s) = \sum_(i < n) expected l (F i).
Proof.
  intros A l n F. induction n as [|n IH]; simpl; [apply expected_constant|].
  rewrite expected_plus. now rewrite IH.
Qed.

Lemma expected_linear : forall (A : Type) (l : list A), linear (expected l).
Proof.
  intros A l. split; [intros; now apply expected_ext|]. intros a b f.
  now rewrite expected_plus, expected_scale, expected_constant.
Qed.

(** ** One place and two places, whatever is there *)

Lemma picks_map : forall (A B : Type) (g : A -> B) l,
  picks (map g l) = map (fun p => (g (fst p), map g (snd p))) (picks l).
Proof.
  intros A B g. induction l as [|x l IH]; [reflexivity|]. simpl. now rewrite IH, !map_map.
Qed.

Lemma orders_map : forall (A B : Type) (g : A -> B) n l,
  orders n (map g l) = map (map g) (orders n l).
Proof.
  intros A B g. induction n as [|n IH]; intros l; [reflexivity|]. simpl. rewrite picks_map.
  induction (picks l) as [|p ps IHp]; [reflexivity|]. simpl. rewrite map_app, IHp, IH, !map_map.
  reflexivity.
Qed.

Lemma expected_map : forall (A B : Type) (g : A -> B) l f,
  expected (map g l) f = expected l (fun s => f (map g s)).
Proof.
  intros. unfold expected, shuffles. rewrite map_length, orders_map, map_length, map_map.
  reflexivity.
Qed.

Lemma position_map : forall (g : nat -> R) s i, (i < length s)%nat ->
  position i (map g s) = g (nth i s O).
Proof.
  intros g s i small. unfold position. rewrite (nth_indep _ 0 (g O)) by now rewrite map_length.
  apply map_nth.
Qed.

Lemma one_place : forall g l i, (i < length l)%nat ->
  expected l (fun s => g (nth i s O)) = mean_of g l.
Proof.
  intros g l i small.
  destruct (one_draw (map g l) i) as (_ & _ & mean); [now rewrite map_length|].
  rewrite expected_map, map_length in mean. unfold mean_of, sum_of. rewrite <- mean.
  apply expected_ext. intros s perm. rewrite position_map; [reflexivity|].
  now rewrite (Permutation_length perm).
Qed.

Lemma two_places : forall g l i j, (i < length l)%nat -> (j < length l)%nat -> i <> j ->
  let n := INR (length l) in
  expected l (fun s => g (nth i s O) * g (nth j s O)) =
  (n * mean_of g l ^ 2 - mean_of (fun y => g y ^ 2) l) / (n - 1).
Proof.
  intros g l i j small small' differ n.
  pose proof (two_draws (map g l) i j) as pair. rewrite map_length in pair.
  specialize (pair small small' differ). simpl in pair. rewrite expected_map in pair.
  unfold squares in pair. rewrite map_map in pair. fold n in pair.
  rewrite (expected_ext _ l _ (fun s => position i (map g s) * position j (map g s))).
  - rewrite pair. unfold mean_of, sum_of. fold n. simpl. reflexivity.
  - intros s perm. pose proof (Permutation_length perm). rewrite !position_map by lia. reflexivity.
Qed.

(** ** Means of lists *)

Lemma sum_of_linear : forall a b g h l,
  sum_of (fun y => a * g y + b * h y) l = a * sum_of g l + b * sum_of h l.
Proof. intros. unfold sum_of. induction l; simpl; [ring|]. rewrite IHl. ring. Qed.

Lemma sum_of_ext : forall g h l, (forall y, In y l -> g y = h y) -> sum_of g l = sum_of h l.
Proof. intros g h l same. unfold sum_of. f_equal. now apply map_ext_in. Qed.

Lemma sum_of_constant : forall c l, sum_of (fun _ => c) l = INR (length l) * c.
Proof. intros. apply list_sum_map_constant. Qed.

Lemma sum_of_permutation : forall g s l, Permutation s l -> sum_of g s = sum_of g l.
Proof. intros g s l perm. unfold sum_of. now apply list_sum_permutation, Permutation_map. Qed.

Lemma sum_of_places : forall g l, sum_of g l = \sum_(i < length l) g (nth i l O).
Proof.
  intros g l. unfold sum_of. induction l as [|x l IH]; [reflexivity|].
  change (length (x :: l)) with (S (length l)).
  assert (split : forall n f, sum (S n) f = f O + \sum_(i < n) f (S i)).
  { induction n as [|n IHn]; intros f; [simpl; ring|].
    change (sum (S (S n)) f) with (sum (S n) f + f (S n)). rewrite IHn. simpl. ring. }
  rewrite split. simpl. now rewrite IH.
Qed.

Lemma variance_among_squares : forall l, INR (length l) <> 0 ->
  variance_among l = mean_of (fun y => INR y ^ 2) l - mean_of INR l ^ 2.
Proof.
  intros l some. unfold variance_among. set (m := mean_of INR l).
  assert (sum_of (fun y => (INR y - m) ^ 2) l =
    sum_of (fun y => INR y ^ 2) l + (-2 * m) * sum_of INR l + INR (length l) * m ^ 2) as total.
  { rewrite <- (sum_of_constant (m ^ 2)).
    rewrite (sum_of_ext _ (fun y => 1 * (1 * INR y ^ 2 + (-2 * m) * INR y) + 1 * m ^ 2))
      by (intros; ring).
    rewrite !sum_of_linear. ring. }
  unfold mean_of at 1. rewrite total. unfold mean_of.
  replace (sum_of INR l) with (m * INR (length l)) by (unfold m, mean_of; field; assumption).
  field. assumption.
Qed.

(** Both in terms of the mean and the variance: E(Y_i Y_j) = (E Y)^2 - Var(Y) / (N - 1). *)
Lemma two_places_variance : forall l i j, (i < length l)%nat -> (j < length l)%nat -> i <> j ->
  expected l (fun s => at_place i s * at_place j s) =
  mean_of INR l ^ 2 - variance_among l / (INR (length l) - 1).
Proof.
  intros l i j small small' differ. unfold at_place.
  rewrite (two_places INR l i j small small' differ).
  rewrite variance_among_squares by (apply not_0_INR; lia).
  assert (2 <= INR (length l)) by (change 2 with (INR 2); apply le_INR; lia). field. lra.
Qed.

(** A sum of numbers squared: squares, and products of two different places. *)
Lemma square_of_sum : forall n (x : nat -> R),
  (\sum_(i < n) x i) ^ 2 =
  \sum_(i < n) x i ^ 2 + \sum_(i < n) \sum_(j < n) (if Nat.eq_dec i j then 0 else x i * x j).
Proof.
  intros n x. simpl pow at 1. rewrite Rmult_1_r, product_of_sums.
  rewrite <- sum_plus. apply sum_ext. intros i small.
  rewrite <- (sum_pick n (fun j => x j ^ 2) i small), <- sum_plus. apply sum_ext. intros j _.
  unfold at_index. destruct (Nat.eq_dec i j) as [<-|differ]; ring.
Qed.

Lemma sum_over_others : forall n i c, (i < n)%nat ->
  \sum_(j < n) (if Nat.eq_dec i j then 0 else c) = (INR n - 1) * c.
Proof.
  intros n i c small.
  rewrite (sum_ext n _ (fun j => c - at_index i j * c))
    by (intros j _; unfold at_index; destruct (Nat.eq_dec i j); ring).
  rewrite sum_minus, sum_constant, (sum_pick n (fun _ => c)) by assumption. ring.
Qed.
