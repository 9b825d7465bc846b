(** A checker inside Coq for prices of a utility that is the best of some actions, for any promise:
    every action is compared with the charge at every row that decides. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Checker RayChecker Promises.
Import ListNotations.
Open Scope Q_scope.

Section Actions.

Variables (d : priced_table) (action : list Q) (more : list (list Q)).

Let k := number d.
Let worth := best k (vector action) (map vector more).

Definition proves_actions : Prop :=
  (forall m P, keeps d m P -> (\sum_(i < m) worth (P i) <= Q2R (claimed d))%R) /\
  own_keeps d /\
  (Q2R (reached d) <= \sum_(i < reports d) worth (real_matrix (entries d) i))%R.

Definition actions_accepted : bool :=
  promise_fits d &&
  rows_pass d (fun p => Qle_bool (qbest k action more (entry p)) (row_charge d p)) &&
  Qle_bool (total_paid d) (claimed d) &&
  Qle_bool (reached d) (qsum (reports d) (fun i => qbest k action more (entry2 (entries d) i))).

Open Scope R_scope.

Theorem kernel_best : actions_accepted = true -> proves_actions.
Proof.
  intros yes. unfold actions_accepted in yes. apply andb_prop in yes as [yes least].
  apply andb_prop in yes as [yes bounded]. apply andb_prop in yes as [fits covered].
  split; [|split; [now apply (promise_pays d)|]].
  - intros m P kept. apply le_real in bounded. eapply Rle_trans; [|exact bounded].
    refine (promise_bound d worth _ _ _ covered fits m P kept);
      [apply gauge_everywhere, best_gauge|].
    intros p _ less. apply le_real in less. now rewrite best_real in less.
  - apply le_real in least. rewrite sum_real in least. eapply Rle_trans; [exact least|].
    apply Req_le, sum_ext. intros i _. apply best_real.
Qed.

End Actions.
