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

Theorem binomial_theorem : forall x y n,
  (x + y) ^ n = \sum_(i < n + 1) (Binomial.C n i * x ^ i * y ^ (n - i)).
Proof.
  intros x y n. rewrite binomial, Nat.add_1_r.
  generalize (fun i => Binomial.C n i * x ^ i * y ^ (n - i)) as f. intros f.
  induction n as [|n IH]; [simpl; ring|]. simpl sum_f_R0. rewrite IH. reflexivity.
Qed.
