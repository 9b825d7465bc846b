(** Counting bit strings, and the binomial theorem. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums Draws.
Import ListNotations.
Open Scope R_scope.

(** The 2^n strings of n bits. *)
Fixpoint strings (n : nat) : list (list bool) :=
  match n with
  | O => [[]]
  | S m => map (cons false) (strings m) ++ map (cons true) (strings m)
  end.

(** Some places are given, the others are free. *)
Fixpoint fits (given : list (option bool)) (x : list bool) : bool :=
  match given, x with
  | [], [] => true
  | place :: rest, b :: y =>
      (match place with Some c => Bool.eqb b c | None => true end) && fits rest y
  | _, _ => false
  end.

Fixpoint given_places (given : list (option bool)) : nat :=
  match given with
  | [] => 0
  | Some _ :: rest => S (given_places rest)
  | None :: rest => given_places rest
  end.

Definition number_of (p : list bool -> bool) (n : nat) : nat := length (filter p (strings n)).
Definition has_ones (i : nat) (x : list bool) : bool := Nat.eqb (count_occ Bool.bool_dec x true) i.

Lemma filter_map : forall (A B : Type) (p : B -> bool) (f : A -> B) l,
  length (filter p (map f l)) = length (filter (fun a => p (f a)) l).
Proof.
  induction l as [|a l IH]; simpl; [reflexivity|]. destruct (p (f a)); simpl; now rewrite IH.
Qed.

Lemma number_step : forall p n, number_of p (S n) =
  (number_of (fun x => p (false :: x)) n + number_of (fun x => p (true :: x)) n)%nat.
Proof. intros. unfold number_of. simpl. now rewrite filter_app, app_length, !filter_map. Qed.

Lemma number_ext : forall p q n, (forall x, p x = q x) -> number_of p n = number_of q n.
Proof. intros p q n same. unfold number_of. f_equal. now apply filter_ext. Qed.

Lemma number_none : forall n, number_of (fun _ => false) n = O.
Proof. intros n. unfold number_of. induction (strings n); simpl; auto. Qed.

Lemma given_le : forall given, (given_places given <= length given)%nat.
Proof. induction given as [|[]]; simpl; lia. Qed.

Lemma strings_length : forall n, length (strings n) = (2 ^ n)%nat.
Proof. induction n as [|n IH]; [reflexivity|]. simpl. rewrite app_length, !map_length, IH. lia. Qed.

Theorem counting_strings :
  (forall n, length (strings n) = 2 ^ n)%nat /\
  (forall given, number_of (fits given) (length given) =
     2 ^ (length given - given_places given))%nat /\
  (forall n i, (i <= n)%nat -> INR (number_of (has_ones i) n) = Binomial.C n i).
Proof.
  split; [exact strings_length|]. split.
  - induction given as [|[c|] given IH]; [reflexivity| |].
    + change (length (Some c :: given)) with (S (length given)). rewrite number_step.
      destruct c.
      * rewrite (number_ext _ (fun _ => false)) by reflexivity. rewrite number_none. exact IH.
      * rewrite (number_ext (fun x => fits (Some false :: given) (true :: x)) (fun _ => false))
          by reflexivity. rewrite number_none, Nat.add_0_r. exact IH.
    + change (length (None :: given)) with (S (length given)). rewrite number_step.
      change (given_places (None :: given)) with (given_places given).
      pose proof (given_le given). rewrite Nat.sub_succ_l by assumption.
      change (number_of (fun x => fits (None :: given) (false :: x)) (length given)) with
        (number_of (fits given) (length given)).
      change (number_of (fun x => fits (None :: given) (true :: x)) (length given)) with
        (number_of (fits given) (length given)).
      rewrite IH. simpl. lia.
  - assert (beyond : forall n, number_of (has_ones (S n)) n = O).
    { intros n. unfold number_of.
      assert (forall x, In x (strings n) -> length x = n) as sizes.
      { induction n as [|n IH]; intros x; simpl; [intros [<-|[]]; reflexivity|].
        rewrite in_app_iff, !in_map_iff. intros [(y & <- & there)|(y & <- & there)];
          simpl; f_equal; auto. }
      rewrite (filter_ext_in (has_ones (S n)) (fun _ => false)).
      - induction (strings n); simpl; auto. apply IHl. intros. apply sizes. now right.
      - intros x there. apply Nat.eqb_neq. intros all.
        pose proof (count_occ_bound Bool.bool_dec true x). specialize (sizes x there). lia. }
    assert (zero : forall n, number_of (has_ones 0) n = 1%nat).
    { induction n as [|n IH]; [reflexivity|]. rewrite number_step.
      rewrite (number_ext (fun x => has_ones 0 (true :: x)) (fun _ => false)) by reflexivity.
      rewrite number_none, Nat.add_0_r. exact IH. }
    induction n as [|n IH]; intros i small.
    + assert (i = O) as -> by lia. rewrite zero. symmetry. apply (proj1 (binomial_edge 0)).
    + destruct i as [|i]; [rewrite zero; symmetry; apply (proj1 (binomial_edge (S n)))|].
      rewrite number_step.
      change (number_of (fun x => has_ones (S i) (false :: x)) n) with (number_of (has_ones (S i)) n).
      change (number_of (fun x => has_ones (S i) (true :: x)) n) with (number_of (has_ones i) n).
      rewrite plus_INR. destruct (Nat.eq_dec i n) as [->|].
      * rewrite beyond, IH by lia. destruct (binomial_edge n) as [_ ->].
        destruct (binomial_edge (S n)) as [_ ->]. simpl. ring.
      * rewrite !IH by lia. rewrite <- (pascal n i) by lia. ring.
Qed.

Theorem binomial_theorem : forall x y n,
  (x + y) ^ n = \sum_(i < n + 1) (Binomial.C n i * x ^ i * y ^ (n - i)).
Proof.
  intros x y n. rewrite binomial, Nat.add_1_r.
  generalize (fun i => Binomial.C n i * x ^ i * y ^ (n - i)) as f. intros f.
  induction n as [|n IH]; [simpl; ring|]. simpl sum_f_R0. rewrite IH. reflexivity.
Qed.
