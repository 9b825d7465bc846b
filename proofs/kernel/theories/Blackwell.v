(** Blackwell's order, the other way round: a table that is worth at least as much as another in every
    decision problem has a channel to it; any number of truths. By the lemma of Farkas. *)

From Coq Require Import Reals Lra Lia List Arith Classical.
From Rropt Require Import Sums Tensors Prices Garblings.
Import ListNotations.
Open Scope R_scope.

Section Farkas.

Variables (V : Type) (plus : V -> R -> V -> V).

(** [plus x c y] is x + c y. *)
Definition linear (F : V -> R) : Prop := forall x c y, F (plus x c y) = F x + c * F y.

(** A form that is not positive where others are not is a sum of multiples of them (by induction, as
    Bartl proves it): a point where all others but the last do not suffice is used to move every
    point to the plane of the last. *)
Theorem farkas : forall N (a : nat -> V -> R) b, (forall i, (i < N)%nat -> linear (a i)) -> linear b ->
  (forall x, (forall i, (i < N)%nat -> a i x <= 0) -> b x <= 0) ->
  exists c, (forall i, (i < N)%nat -> 0 <= c i) /\ forall x, b x = \sum_(i < N) (c i * a i x).
Proof.
  induction N as [|N IH]; intros a b lin linb implied.
  - exists (fun _ => 0). split; [intros; lia|]. intros x. simpl.
    pose proof (implied x ltac:(intros; lia)) as below.
    pose proof (implied (plus x (-2) x) ltac:(intros; lia)) as above. rewrite linb in above. lra.
  - destruct (classic (forall x, (forall i, (i < N)%nat -> a i x <= 0) -> b x <= 0)) as [already|not].
    + destruct (IH a b) as (c & pos & same); auto.
      exists (fun i => if lt_dec i N then c i else 0). split.
      * intros i _. destruct (lt_dec i N); [auto|lra].
      * intros x. simpl. rewrite same. destruct (lt_dec N N); [lia|].
        rewrite Rmult_0_l, Rplus_0_r. apply sum_ext.
        intros i small. now destruct (lt_dec i N).
    + apply not_all_ex_not in not. destruct not as (v & not).
      apply imply_to_and in not. destruct not as [below above]. apply Rnot_le_lt in above.
      assert (0 < a N v) as last.
      { apply Rnot_le_lt. intros low. apply (Rlt_not_le _ _ above). apply implied. intros i small.
        destruct (Nat.eq_dec i N) as [->|]; [assumption|]. apply below. lia. }
      set (t := fun x => - (a N x / a N v)).
      destruct (IH (fun i x => a i x + t x * a i v) (fun x => b x + t x * b v)) as (c & pos & same).
      * intros i small x s y. unfold t. rewrite (lin i), (lin N) by lia. field. lra.
      * intros x s y. unfold t. rewrite linb, (lin N) by lia. field. lra.
      * intros x all. rewrite <- linb. apply implied. intros i small. rewrite lin by assumption.
        destruct (Nat.eq_dec i N) as [->|]; [|apply all; lia].
        apply Req_le. unfold t. field. lra.
      * set (paid := \sum_(i < N) (c i * a i v)).
        assert (paid <= 0) as low.
        { unfold paid. rewrite <- (sum_zero N (fun _ => 0)) by reflexivity. apply sum_le.
          intros i small. specialize (pos i small). specialize (below i small). nra. }
        exists (fun i => if lt_dec i N then c i else (b v - paid) / a N v). split.
        -- intros i _. destruct (lt_dec i N); [auto|]. apply Rmult_le_pos; [lra|].
           now apply Rlt_le, Rinv_0_lt_compat.
        -- intros x. simpl. destruct (lt_dec N N); [lia|].
           rewrite (sum_ext N (fun i => (if lt_dec i N then _ else _) * _) (fun i => c i * a i x))
             by (intros i small; now destruct (lt_dec i N)).
           specialize (same x).
           rewrite (sum_ext N _ (fun i => c i * a i x + t x * (c i * a i v))) in same
             by (intros; ring).
           rewrite sum_plus, sum_scale in same. fold paid in same.
           replace (b x) with (b x + t x * b v - t x * b v) by ring. rewrite same.
           unfold t. field. lra.
Qed.

End Farkas.

Lemma action_below_best : forall k others first r x, In x (first :: others) ->
  dot k x r <= best k first others r.
Proof.
  intros k. induction others as [|y rest IH]; intros first r x [->|inside]; simpl in *.
  - apply Rle_refl.
  - contradiction.
  - apply Rmax_l.
  - eapply Rle_trans; [now apply (IH y)|apply Rmax_r].
Qed.

Lemma best_below : forall k others first r c, (forall x, In x (first :: others) -> dot k x r <= c) ->
  best k first others r <= c.
Proof.
  intros k. induction others as [|y rest IH]; intros first r c all; simpl.
  - apply all. now left.
  - apply Rmax_lub; [apply all; now left|]. apply IH. intros x inside. apply all. now right.
Qed.

Lemma dot_of_unit : forall k t c r, (t < k)%nat -> dot k (fun j => c * at_index t j) r = c * r t.
Proof.
  intros k t c r small. unfold dot.
  rewrite (sum_ext k _ (fun j => at_index t j * (c * r j))) by (intros; ring).
  now apply (sum_pick k (fun j => c * r j)).
Qed.

Theorem worth_gives_channel : forall l m k A P, (0 < l)%nat -> (0 < m)%nat ->
  (forall first others, worth l k first others A <= worth m k first others P) ->
  exists C, stochastic l m C /\
    forall i j, (i < l)%nat -> (j < k)%nat -> A i j = times m C P i j.
Proof.
  intros l m k A P some some' order.
  set (V := ((nat -> R) * matrix)%type).
  set (plus := fun (x : V) c (y : V) =>
    (fun j => fst x j + c * fst y j, fun i j => snd x i j + c * snd y i j) : V).
  set (pays := fun i j (x : V) => fst x j + dot k (snd x i) (P j)).
  set (all := fun x : V => sum m (fst x) + \sum_(i < l) dot k (snd x i) (A i)).
  assert (dots : forall i c r (x y : V), dot k (snd (plus x c y) i) r =
    dot k (snd x i) r + c * dot k (snd y i) r).
  { intros i c r x y. unfold dot. rewrite <- sum_scale, <- sum_plus. apply sum_ext.
    intros. simpl. ring. }
  destruct (farkas V plus (l * m) (fun n => pays (n / m)%nat (n mod m)%nat) all) as (c & pos & same).
  - intros n _ x s y. unfold pays. rewrite dots. simpl. ring.
  - intros x s y. unfold all.
    rewrite (sum_ext l _ (fun i => dot k (snd x i) (A i) + s * dot k (snd y i) (A i))) by auto.
    rewrite sum_plus, sum_scale. simpl. rewrite sum_plus, sum_scale. ring.
  - intros x below. unfold all.
    assert (each : forall i j, (i < l)%nat -> (j < m)%nat -> dot k (snd x i) (P j) <= - fst x j).
    { intros i j row report. specialize (below (i * m + j)%nat ltac:(nia)). cbv beta in below.
      rewrite Nat.div_add_l, Nat.div_small, Nat.add_0_r in below by lia.
      rewrite (Nat.add_comm (i * m)), Nat.mod_add, Nat.mod_small in below by lia.
      unfold pays in below. lra. }
    set (others := map (fun i => snd x i) (seq 1 (l - 1))).
    assert (listed : forall i, (i < l)%nat -> In (snd x i) (snd x O :: others)).
    { intros [|i] small; [now left|]. right. unfold others. apply in_map_iff. exists (S i).
      split; [reflexivity|]. apply in_seq. lia. }
    assert (\sum_(i < l) dot k (snd x i) (A i) <= worth l k (snd x O) others A).
    { apply sum_le. intros i small. now apply action_below_best, listed. }
    assert (worth m k (snd x O) others P <= \sum_(j < m) (- fst x j)).
    { apply sum_le. intros j small. apply best_below. intros y [<-|inside]; [now apply each|].
      apply in_map_iff in inside. destruct inside as (i & <- & here). apply in_seq in here.
      apply each; [lia|assumption]. }
    specialize (order (snd x O) others).
    rewrite (sum_ext m _ (fun j => -1 * fst x j)) in * by (intros; ring).
    rewrite sum_scale in *. change (sum m (fun j => fst x j)) with (sum m (fst x)) in *. lra.
  - set (C := fun i j => c (i * m + j)%nat).
    assert (told : forall x, all x = \sum_(i < l) \sum_(j < m) (C i j * pays i j x)).
    { intros x. rewrite same, <- (sum_pairs l m (fun i j => C i j * pays i j x)) by assumption.
      apply sum_ext. intros n _. unfold C. now rewrite (Nat.mul_comm (n / m)), <- Nat.div_mod by lia. }
    exists C. split.
    + intros j small. split; [intros i row; apply pos; nia|].
      specialize (told (at_index j, fun _ _ => 0)). unfold all, pays in told. simpl in told.
      assert (nothing : forall r, dot k (fun _ => 0) r = 0)
        by (intros r; apply sum_zero; intros; ring).
      rewrite (sum_zero l (fun i => dot k (fun _ => 0) (A i))) in told by auto.
      rewrite (sum_ext m (at_index j) (fun t => at_index j t * 1)) in told by (intros; ring).
      rewrite (sum_pick m (fun _ => 1)) in told by assumption.
      transitivity (1 + 0); [|ring]. rewrite told. apply sum_ext. intros i _.
      rewrite (sum_ext m _ (fun t => at_index j t * C i t)) by (intros; rewrite nothing; ring).
      symmetry. now apply (sum_pick m (fun t => C i t)).
    + intros i j row column. specialize (told (fun _ => 0, fun u v => at_index i u * at_index j v)).
      unfold all, pays in told. cbn [fst snd] in told. rewrite sum_zero in told by reflexivity.
      rewrite (sum_ext l _ (fun u => at_index i u * A u j)) in told
        by (intros; now rewrite dot_of_unit).
      rewrite (sum_pick l (fun u => A u j)) in told by assumption.
      unfold times. transitivity (0 + A i j); [ring|]. rewrite told.
      rewrite (sum_ext l _ (fun u => at_index i u * times m C P u j)).
      * now apply (sum_pick l (fun u => times m C P u j)).
      * intros u _. unfold times. rewrite <- sum_scale. apply sum_ext. intros v _.
        rewrite dot_of_unit by assumption. ring.
Qed.
