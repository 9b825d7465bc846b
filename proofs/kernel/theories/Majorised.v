(** A bound at a prior holds at all shares that it majorises (field "shares"): what is concave and the
    same for entries in another order does not fall when a part of the difference of two entries is
    moved from one to the other. *)

From Coq Require Import Reals Lra Arith.
Open Scope R_scope.

Definition transposed (a b : nat) (v : nat -> R) (j : nat) : R :=
  if Nat.eqb j a then v b else if Nat.eqb j b then v a else v j.

(** The part c of every entry comes from its transposition. *)
Definition moved (a b : nat) (c : R) (v : nat -> R) (j : nat) : R :=
  (1 - c) * v j + c * transposed a b v j.

(** From v shares are reached by transfers. *)
Inductive reached (v : nat -> R) : (nat -> R) -> Prop :=
  | nothing : reached v v
  | transfer : forall w q a b c, reached v w -> 0 <= c <= 1 -> (forall j, q j = moved a b c w j) ->
      reached v q.

(** A transfer takes c (v_a - v_b) from the one and gives it to the other. *)
Lemma what_moves : forall a b c v, a <> b ->
  moved a b c v a = v a - c * (v a - v b) /\ moved a b c v b = v b + c * (v a - v b) /\
  forall j, j <> a -> j <> b -> moved a b c v j = v j.
Proof.
  intros a b c v other. unfold moved, transposed. repeat split.
  - rewrite Nat.eqb_refl. ring.
  - assert (b <> a) as back by auto. apply Nat.eqb_neq in back. rewrite back, Nat.eqb_refl. ring.
  - intros j not_a not_b. apply Nat.eqb_neq in not_a, not_b. rewrite not_a, not_b. ring.
Qed.

Section Value.

Variable F : (nat -> R) -> R.

(** Equal shares are of equal value, in any order, and a mean is worth the mean at least. *)
Variable equal : forall v w, (forall j, v j = w j) -> F v = F w.
Variable symmetric : forall a b v, F (transposed a b v) = F v.
Variable concave : forall c v w, 0 <= c <= 1 ->
  (1 - c) * F v + c * F w <= F (fun j => (1 - c) * v j + c * w j).

Theorem majorised_value : forall v q, reached v q -> F v <= F q.
Proof.
  intros v q path. induction path as [|w q a b c before IH part each]; [lra|].
  rewrite (equal q (fun j => (1 - c) * w j + c * transposed a b w j)) by exact each.
  pose proof (concave c w (transposed a b w) part) as mean. rewrite symmetric in mean. lra.
Qed.

End Value.
