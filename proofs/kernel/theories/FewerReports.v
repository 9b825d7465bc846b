(** At most m reports (kind "cases", actions): each row has an action that is best for it, so that sets of
    actions that hold every choice of m, each covered by prices, bound every such table. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices.
Import ListNotations.
Open Scope R_scope.

(** A set of actions with its prices. *)
Record priced := Priced { holds : nat -> Prop; truth_prices : nat -> R; pair_prices : matrix }.

Definition justifies (k : nat) (G : levels) (delta : matrix) (action : nat -> nat -> R)
  (bound : R) (s : priced) : Prop :=
  (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= pair_prices s a b) /\
  (forall a, holds s a -> covers k G delta (truth_prices s) (pair_prices s) (dot k (action a))) /\
  \sum_(j < k) truth_prices s j +
    \sum_(a < k) \sum_(b < k) (pair_prices s a b * delta a b) <= bound.

Lemma choose : forall m A (x : nat -> nat -> R), exists choice : nat -> nat, forall i, (i < m)%nat ->
  (choice i <= A)%nat /\ largest A (x i) = x i (choice i).
Proof.
  induction m as [|m IH]; intros A x; [exists (fun _ => O); intros; lia|].
  destruct (IH A x) as (choice & best). destruct (maximum A (x m)) as [_ (a & small & equal)].
  exists (fun i => if Nat.eq_dec i m then a else choice i). intros i inside.
  destruct (Nat.eq_dec i m) as [->|other]; [now split|]. apply best. lia.
Qed.

(** Actions 0, ..., A. *)
Theorem fewer_reports_bound : forall m k A G delta action sets bound P,
  Forall (justifies k G delta action bound) sets ->
  (forall choice : nat -> nat, (forall i, (i < m)%nat -> (choice i <= A)%nat) ->
     Exists (fun s => forall i, (i < m)%nat -> holds s (choice i)) sets) ->
  private m k G delta P ->
  \sum_(i < m) largest A (fun a => dot k (action a) (P i)) <= bound.
Proof.
  intros m k A G delta action sets bound P good every is_private.
  destruct (choose m A (fun i a => dot k (action a) (P i))) as (choice & best).
  assert (Exists (fun s => forall i, (i < m)%nat -> holds s (choice i)) sets) as some.
  { apply every. intros i inside. now apply best. }
  apply Exists_exists in some as (s & there & own).
  rewrite Forall_forall in good. destruct (good s there) as (prices & covered & most).
  eapply Rle_trans; [|exact most].
  pose proof is_private as [columns limited].
  (* every row is charged at least what its own action is worth *)
  apply Rle_trans with (\sum_(i < m) charge k G (truth_prices s) (pair_prices s) (P i)).
  - apply sum_le. intros i inside. rewrite (proj2 (best i inside)).
    apply (covered (choice i)); [now apply own|]. now apply private_row with m.
  - pose proof (prices_bound m k G delta (truth_prices s) (pair_prices s)
      (charge k G (truth_prices s) (pair_prices s)) P prices) as all.
    apply all; [|assumption]. intros r _. lra.
Qed.
