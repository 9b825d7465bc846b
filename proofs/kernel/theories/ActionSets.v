(** A checker inside Coq for tables of at most so many reports whose utility is the best of some actions
    (kind "cases", actions): sets of actions that hold every choice, each with prices that cover it. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Checker Blackwell.
Import ListNotations.
Open Scope Q_scope.

Record priced_set := PricedSet {
  chosen : list nat; set_prices : list Q; set_pairs : list (list Q); set_reason : reason }.

(** Every list of m numbers below n. *)
Fixpoint words (n m : nat) : list (list nat) :=
  match m with
  | O => [[]]
  | S m => flat_map (fun w => map (fun a => a :: w) (seq 0 n)) (words n m)
  end.

Section Sets.

Variables (k : nat) (above below : list (list (option Q))) (delta : list (list Q)).
Variables (first : list Q) (others : list (list Q)) (m : nat) (bound : Q).
Variables (n : nat) (T : list (list Q)) (value : Q).

Definition action (a : nat) : list Q := nth a (first :: others) [].

(** The same problem with the actions of a set alone; what the table has of it is no matter. *)
Definition certificate_of (s : priced_set) : certificate :=
  let own := action (hd O (chosen s)) in let more := map action (tl (chosen s)) in
  Certificate k above below delta own more (set_prices s) (set_pairs s) (set_reason s) bound n T
    (qsum n (fun i => qbest k own more (entry2 T i))).

Definition holds_all (w held : list nat) : bool := forallb (fun a => existsb (Nat.eqb a) held) w.

Definition sets_accepted (sets : list priced_set) : bool :=
  Nat.ltb 0 m && forallb (fun s => accepted (certificate_of s)) sets &&
  forallb (fun w => existsb (fun s => holds_all w (chosen s)) sets) (words (S (length others)) m) && Nat.leb n m &&
  private_table k n below delta T &&
  Qle_bool value (qsum n (fun i => qbest k first others (entry2 T i))).

Definition proves_sets : Prop :=
  let u := best k (vector first) (map vector others) in
  (forall P, private m k (real_levels above) (real_matrix delta) P ->
    (\sum_(i < m) u (P i) <= Q2R bound)%R) /\
  (n <= m)%nat /\ private n k (real_levels below) (real_matrix delta) (real_matrix T) /\
  (Q2R value <= \sum_(i < n) u (real_matrix T i))%R.

Open Scope R_scope.

Lemma best_reached : forall more x r, exists a, (a < S (length more))%nat /\
  best k (vector x) (map vector more) r = dot k (vector (nth a (x :: more) [])) r.
Proof.
  induction more as [|y more IH]; intros x r; [exists O; split; [simpl; lia|reflexivity]|].
  destruct (IH y r) as (a & small & equal). cbn [map best]. unfold Rmax.
  destruct (Rle_dec (dot k (vector x) r) (best k (vector y) (map vector more) r)).
  - exists (S a). split; [simpl in *; lia|exact equal].
  - exists O. split; [simpl; lia|reflexivity].
Qed.

Lemma every_word : forall N l (choice : nat -> nat), (forall i, (i < l)%nat -> (choice i < N)%nat) ->
  exists w, In w (words N l) /\ forall i, (i < l)%nat -> In (choice i) w.
Proof.
  intros N. induction l as [|l IH]; intros choice all; [exists []; split; [now left|intros; lia]|].
  destruct (IH choice) as (w & inside & holds); [intros; apply all; lia|].
  exists (choice l :: w). split.
  - apply in_flat_map. exists w. split; [assumption|]. apply in_map_iff. exists (choice l).
    split; [reflexivity|]. apply in_seq. specialize (all l). lia.
  - intros i small. destruct (Nat.eq_dec i l) as [->|]; [now left|]. right. apply holds. lia.
Qed.

Lemma choices_exist : forall l (P : matrix), exists choice : nat -> nat, forall i, (i < l)%nat ->
  (choice i < S (length others))%nat /\
  best k (vector first) (map vector others) (P i) = dot k (vector (action (choice i))) (P i).
Proof.
  induction l as [|l IH]; intros P; [exists (fun _ => O); intros; lia|].
  destruct (IH P) as (choice & all). destruct (best_reached others first (P l)) as (a & small & equal).
  exists (fun i => if Nat.eq_dec i l then a else choice i). intros i inside.
  destruct (Nat.eq_dec i l) as [->|]; [now split|]. apply all. lia.
Qed.

Theorem kernel_sets : forall sets, sets_accepted sets = true -> proves_sets.
Proof.
  intros sets yes. unfold sets_accepted in yes. apply andb_prop in yes as [yes least].
  apply andb_prop in yes as [yes own]. apply andb_prop in yes as [yes short].
  apply andb_prop in yes as [yes every]. apply andb_prop in yes as [some priced].
  apply Nat.ltb_lt in some. rewrite forallb_forall in every, priced.
  split; [|split; [now apply Nat.leb_le|split; [now apply private_table_spec|]]].
  - intros P is_private. destruct (choices_exist m P) as (choice & all).
    destruct (every_word (S (length others)) m choice) as (w & inside & holds);
      [intros i small; now apply all|].
    specialize (every w inside). apply existsb_exists in every as (s & here & every).
    unfold holds_all in every. rewrite forallb_forall in every.
    assert (forall i, (i < m)%nat -> In (choice i) (chosen s)) as chosen_.
    { intros i small. specialize (every (choice i) (holds i small)).
      apply existsb_exists in every as (a & there & same). apply Nat.eqb_eq in same. now rewrite same. }
    destruct (kernel_actions _ (priced s here)) as [bounded _].
    eapply Rle_trans; [|exact (bounded m P is_private)]. apply sum_le. intros i small.
    rewrite (proj2 (all i small)). apply action_below_best. specialize (chosen_ i small).
    unfold certificate_of. cbn [Checker.first Checker.others truths]. rewrite map_map.
    destruct (chosen s) as [|f rest]; [contradiction|]. cbn [hd tl].
    destruct chosen_ as [<-|later]; [now left|right]. apply in_map_iff. now exists (choice i).
  - apply le_real in least. rewrite sum_real in least. eapply Rle_trans; [exact least|].
    apply Req_le, sum_ext. intros i _. apply best_real.
Qed.

End Sets.
