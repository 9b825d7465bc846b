(** Chai and Nayak, section 4.2: class 0 has many tables. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Channels ChaiNayak Admissible GammaDiagonal.
Open Scope R_scope.

(** Row i < k is w, and g w at truth i; row k + i is g v, and v at truth i, where
    w (g + k - 1) + v (1 + g (k - 1)) = 1. *)
Definition complement_share (k : nat) (g w : R) : R :=
  (1 - w * (g + INR k - 1)) / (1 + g * (INR k - 1)).
Definition singletons_and_complements (k : nat) (g w : R) : matrix := fun i j =>
  if lt_dec i k then (if Nat.eq_dec i j then g else 1) * w
  else (if Nat.eq_dec (i - k) j then 1 else g) * complement_share k g w.

Lemma one_low_entry : forall k g j, (j < k)%nat ->
  \sum_(i < k) (if Nat.eq_dec i j then 1 else g) = 1 + g * (INR k - 1).
Proof.
  intros k g j small. rewrite (sum_ext k _ (fun i => at_index j i * (1 - g) + g)).
  - rewrite sum_plus, (sum_pick k (fun _ => 1 - g)), sum_constant by assumption. ring.
  - intros i _. unfold at_index. destruct (Nat.eq_dec i j), (Nat.eq_dec j i); subst; try lia; ring.
Qed.

(** For three categories and more class 0 has a table for each w below 1 / (g + k - 1). *)
Theorem class_0_has_many_tables : forall k g, (3 <= k)%nat -> 1 < g ->
  (forall w, 0 < w < 1 / (g + INR k - 1) ->
     in_class_0 (k + k) k g (singletons_and_complements k g w)) /\
  forall w w', singletons_and_complements k g w 0%nat 0%nat =
    singletons_and_complements k g w' 0%nat 0%nat -> w = w'.
Proof.
  intros k g several big. assert (3 <= INR k) as size
    by (replace 3 with (INR 3) by (simpl; ring); now apply le_INR).
  assert (0 < g + INR k - 1) as total by lra.
  assert (0 < 1 + g * (INR k - 1)) as total'
    by (assert (0 < g * (INR k - 1)) by (apply Rmult_lt_0_compat; lra); lra).
  split.
  2:{ intros w w'. unfold singletons_and_complements. destruct (lt_dec 0 k); [|lia].
      simpl. intros same. apply Rmult_eq_reg_l with g; lra. }
  intros w [some less]. set (P := singletons_and_complements k g w). set (v := complement_share k g w).
  assert (0 < v) as some'.
  { apply Rdiv_lt_0_compat; [|assumption].
    apply Rmult_lt_compat_r with (r := g + INR k - 1) in less; [|assumption].
    unfold Rdiv in less. rewrite Rmult_1_l, Rinv_l in less; lra. }
  assert (forall i j, (i < k)%nat -> P i j = (if Nat.eq_dec i j then g else 1) * w) as top
    by (intros i j small; unfold P, singletons_and_complements; destruct (lt_dec i k); [reflexivity|lia]).
  assert (forall i j, P (k + i)%nat j = (if Nat.eq_dec i j then 1 else g) * v) as bottom.
  { intros i j. unfold P, singletons_and_complements. destruct (lt_dec (k + i) k); [lia|].
    now replace (k + i - k)%nat with i by lia. }
  assert (forall i, (i < k + k)%nat -> (i < k)%nat \/ exists c, (c < k)%nat /\ i = (k + c)%nat) as halves
    by (intros i small; destruct (lt_dec i k); [now left|right; exists (i - k)%nat; lia]).
  assert (forall i j, (i < k + k)%nat ->
    exists x, 0 < x /\ (P i j = x \/ P i j = g * x) /\ (x = w \/ x = v) /\
    forall l, P i l = x \/ P i l = g * x) as levels.
  { intros i j small. destruct (halves i small) as [low|(c & low & ->)].
    - exists w. rewrite top by assumption.
      split; [assumption|]. split; [destruct (Nat.eq_dec i j); [right|left]; ring|].
      split; [now left|]. intros l. rewrite top by assumption. destruct (Nat.eq_dec i l); [right|left]; ring.
    - exists v. rewrite bottom.
      split; [assumption|]. split; [destruct (Nat.eq_dec c j); [left|right]; ring|].
      split; [now right|]. intros l. rewrite bottom. destruct (Nat.eq_dec c l); [left|right]; ring. }
  assert (forall i, (i < k)%nat -> exists a b, (a < k)%nat /\ (b < k)%nat /\ a <> i /\ b <> i /\ a <> b)
    as others.
  { intros i small. destruct (Nat.eq_dec i 0) as [->|]; [exists 1%nat, 2%nat; lia|].
    destruct (Nat.eq_dec i 1) as [->|]; [exists 0%nat, 2%nat|exists 0%nat, 1%nat]; lia. }
  assert (stochastic (k + k) k P) as columns.
  { intros j small. split.
    - intros i here. destruct (levels i j here) as (x & pos & [-> | ->] & _); [lra|].
      apply Rmult_le_pos; lra.
    - rewrite sum_app, (sum_ext k _ (fun i => (if Nat.eq_dec i j then g else 1) * w))
        by (intros; now apply top).
      rewrite (sum_ext k (fun i => P (k + i)%nat j) (fun i => (if Nat.eq_dec i j then 1 else g) * v))
        by (intros; apply bottom).
      rewrite !sum_scale_right, one_high_entry, one_low_entry by assumption.
      unfold v, complement_share. field. lra. }
  split; [split; [lia|split; [assumption|split]]|split].
  - intros i a b row first second. destruct (levels i a row) as (x & pos & here & _ & all).
    assert (1 * x < g * x) by (apply Rmult_lt_compat_r; assumption).
    assert (1 * (g * x) < g * (g * x)) by (apply Rmult_lt_compat_r; lra).
    destruct here as [-> | ->], (all b) as [-> | ->]; lra.
  - (* two entries g w and w are proportional to two others only in the same places *)
    intros a b row row' differ same.
    assert (1 * 1 < g * g) as square by (apply Rmult_le_0_lt_compat; lra).
    destruct (halves a row) as [low|(c & low & ->)], (halves b row') as [low'|(e & low' & ->)].
    + specialize (same a b low low'). rewrite !top in same by assumption.
      destruct (Nat.eq_dec a a), (Nat.eq_dec a b), (Nat.eq_dec b b), (Nat.eq_dec b a); try congruence.
      assert ((g * g - 1) * (w * w) = 0) as zero by lra.
      assert (0 < (g * g - 1) * (w * w)) by (apply Rmult_lt_0_compat; [lra|now apply Rmult_lt_0_compat]). lra.
    + destruct (others a low) as (l & l' & sl & sl' & d & d' & dd).
      assert (exists l, (l < k)%nat /\ l <> a /\ l <> e) as (t & st & ta & te)
        by (destruct (Nat.eq_dec l e) as [->|]; [exists l'|exists l]; repeat split; auto).
      pose proof (same a t low st) as equal. rewrite !(top a), !bottom in equal by assumption.
      assert (0 < w * v) by now apply Rmult_lt_0_compat.
      destruct (Nat.eq_dec a a); [|congruence]. destruct (Nat.eq_dec a t); [congruence|].
      destruct (Nat.eq_dec e t); [congruence|]. destruct (Nat.eq_dec e a).
      * assert ((g * g - 1) * (w * v) = 0) as zero by lra.
        assert (0 < (g * g - 1) * (w * v)) by (apply Rmult_lt_0_compat; lra). lra.
      * assert ((g * (g - 1)) * (w * v) = 0) as zero by lra.
        assert (0 < (g * (g - 1)) * (w * v))
          by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|assumption]). lra.
    + destruct (others b low') as (l & l' & sl & sl' & d & d' & dd).
      assert (exists l, (l < k)%nat /\ l <> b /\ l <> c) as (t & st & ta & te)
        by (destruct (Nat.eq_dec l c) as [->|]; [exists l'|exists l]; repeat split; auto).
      pose proof (same b t low' st) as equal. rewrite !(top b), !bottom in equal by assumption.
      assert (0 < w * v) by now apply Rmult_lt_0_compat.
      destruct (Nat.eq_dec b b); [|congruence]. destruct (Nat.eq_dec b t); [congruence|].
      destruct (Nat.eq_dec c t); [congruence|]. destruct (Nat.eq_dec c b).
      * assert ((g * g - 1) * (w * v) = 0) as zero by lra.
        assert (0 < (g * g - 1) * (w * v)) by (apply Rmult_lt_0_compat; lra). lra.
      * assert ((g * (g - 1)) * (w * v) = 0) as zero by lra.
        assert (0 < (g * (g - 1)) * (w * v))
          by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra|assumption]). lra.
    + assert (c <> e) as apart by congruence.
      specialize (same c e low low'). rewrite !bottom in same.
      destruct (Nat.eq_dec c c), (Nat.eq_dec c e), (Nat.eq_dec e e), (Nat.eq_dec e c); try congruence.
      assert ((g * g - 1) * (v * v) = 0) as zero by lra.
      assert (0 < (g * g - 1) * (v * v)) by (apply Rmult_lt_0_compat; [lra|now apply Rmult_lt_0_compat]). lra.
  - intros i small. destruct (halves i small) as [low|(c & low & ->)].
    + destruct (others i low) as (l & _ & sl & _ & d & _). exists i, l.
      rewrite !top by assumption. destruct (Nat.eq_dec i i), (Nat.eq_dec i l); try congruence.
      repeat split; auto. ring.
    + destruct (others c low) as (l & _ & sl & _ & d & _). exists l, c.
      rewrite !bottom. destruct (Nat.eq_dec c c), (Nat.eq_dec c l); try congruence.
      repeat split; auto. ring.
  - intros i small. destruct (halves i small) as [low|(c & low & ->)].
    + destruct (others i low) as (l & _ & sl & _ & d & _). exists i, l.
      split; [assumption|]. split; [assumption|]. split.
      * rewrite !top by assumption. destruct (Nat.eq_dec i i), (Nat.eq_dec i l); try congruence.
        intros same. assert ((g - 1) * w = 0) by lra.
        assert (0 < (g - 1) * w) by (apply Rmult_lt_0_compat; lra). lra.
      * intros j _. rewrite !top by assumption.
        destruct (Nat.eq_dec i i), (Nat.eq_dec i l), (Nat.eq_dec i j); try congruence; auto.
    + destruct (others c low) as (l & _ & sl & _ & d & _). exists l, c.
      split; [assumption|]. split; [assumption|]. split.
      * rewrite !bottom. destruct (Nat.eq_dec c c), (Nat.eq_dec c l); try congruence.
        intros same. assert ((g - 1) * v = 0) by lra.
        assert (0 < (g - 1) * v) by (apply Rmult_lt_0_compat; lra). lra.
      * intros j _. rewrite !bottom.
        destruct (Nat.eq_dec c c), (Nat.eq_dec c l), (Nat.eq_dec c j); try congruence; auto.
Qed.
