(** Rows that cannot be moved: where no entry has room both ways between the bounds of privacy, a
    row is likely by the factor g on a set of truths. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Questions.
Open Scope R_scope.

Lemma choose_for_each : forall (T : Type) (one : T) m (Q : nat -> T -> Prop),
  (forall i, (i < m)%nat -> exists t, Q i t) -> exists f, forall i, (i < m)%nat -> Q i (f i).
Proof.
  intros T one m Q. induction m as [|m IH]; intros each; [exists (fun _ => one); lia|].
  destruct IH as [f chosen]; [intros; apply each; lia|].
  destruct (each m ltac:(lia)) as [t found].
  exists (fun i => if Nat.eq_dec i m then t else f i). intros i small.
  destruct (Nat.eq_dec i m) as [->|]; [assumption|]. apply chosen. lia.
Qed.

Lemma size_of_first : forall d n, size n (fun j => (j <? d)%nat) = INR (Nat.min n d).
Proof.
  unfold size. intros d. induction n as [|n IH]; [reflexivity|]. cbn [sum]. rewrite IH.
  destruct (n <? d)%nat eqn:place.
  - apply Nat.ltb_lt in place. rewrite !Nat.min_l by lia. now rewrite S_INR.
  - apply Nat.ltb_ge in place. rewrite !Nat.min_r by lia. ring.
Qed.

Section Rows.

Variables (k : nat) (g : R).
Context (big : 1 < g).

Definition is_tight (r : nat -> R) (j : nat) : Prop :=
  exists a, (a < k)%nat /\ (r j = g * r a \/ r a = g * r j).

(** A row with t more on one truth. *)
Definition moved (r : nat -> R) (j : nat) (t : R) : nat -> R := fun c => r c + t * at_index j c.

Lemma room : forall r j, 0 < r j -> (forall a, (a < k)%nat -> r j <= g * r a /\ r a <= g * r j) ->
  forall n, (n <= k)%nat ->
  (exists t, 0 < t <= r j /\ forall a, (a < n)%nat -> a <> j -> r j + t <= g * r a /\
    r a <= g * (r j - t)) \/
  is_tight r j.
Proof.
  intros r j above ratio. induction n as [|n IH]; intros small.
  - left. exists (r j). split; [lra|]. intros. lia.
  - destruct (IH ltac:(lia)) as [(t & range & free)|found]; [|now right].
    destruct (Nat.eq_dec n j) as [->|other].
    + left. exists t. split; [assumption|]. intros a inside differ. apply free; [lia|assumption].
    + destruct (ratio n ltac:(lia)) as [up down].
      destruct (Req_dec (r j) (g * r n)) as [tight|loose];
        [right; exists n; split; [lia|now left]|].
      destruct (Req_dec (r n) (g * r j)) as [tight|loose'];
        [right; exists n; split; [lia|now right]|].
      left. set (u := Rmin t (Rmin (g * r n - r j) ((g * r j - r n) / g))).
      assert (u <= t) as first by apply Rmin_l.
      assert (u <= g * r n - r j) as second
        by (eapply Rle_trans; [apply Rmin_r|apply Rmin_l]).
      assert (u <= (g * r j - r n) / g) as third
        by (eapply Rle_trans; [apply Rmin_r|apply Rmin_r]).
      assert (0 < (g * r j - r n) / g)
        by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]).
      assert (0 < u) as pos by (repeat apply Rmin_glb_lt; lra).
      assert (g * u <= g * r j - r n) as third'.
      { apply Rmult_le_compat_l with (r := g) in third; [|lra].
        replace (g * ((g * r j - r n) / g)) with (g * r j - r n) in third by (field; lra).
        assumption. }
      exists u. split; [lra|]. intros a inside differ.
      destruct (Nat.eq_dec a n) as [->|]; [split; lra|].
      destruct (free a ltac:(lia) differ) as [up' down'].
      assert (g * u <= g * t) by (apply Rmult_le_compat_l; lra). split; lra.
Qed.

Lemma moved_within : forall r j t, within k g r -> (j < k)%nat -> 0 <= r j + t ->
  (forall a, (a < k)%nat -> a <> j -> r j + t <= g * r a /\ r a <= g * (r j + t)) ->
  within k g (moved r j t).
Proof.
  intros r j t [nonneg ratio] inside above free. unfold moved, at_index. split.
  - intros a small. destruct (Nat.eq_dec j a) as [<-|]; [lra|].
    specialize (nonneg a small). lra.
  - intros a b first second.
    assert (0 <= (g - 1) * (r j + t)) by (apply Rmult_le_pos; lra).
    destruct (Nat.eq_dec j a) as [<-|left], (Nat.eq_dec j b) as [<-|right].
    + lra.
    + destruct (free b second ltac:(lia)). lra.
    + destruct (free a first ltac:(lia)). lra.
    + specialize (ratio a b first second). lra.
Qed.

(** An entry is tight, or it can be moved both ways by the same. *)
Lemma moved_both_ways : forall r j, within k g r -> (forall a, (a < k)%nat -> 0 < r a) ->
  (j < k)%nat -> is_tight r j \/
  exists t, 0 < t < r j /\ within k g (moved r j t) /\ within k g (moved r j (- t)).
Proof.
  intros r j is_row above inside. pose proof is_row as [_ ratio].
  destruct (room r j (above j inside)
    (fun a less => conj (ratio j a inside less) (ratio a j less inside)) k (le_n k))
    as [(u & range & free)|found]; [right|now left].
  assert (forall t, t = u / 2 \/ t = - (u / 2) -> within k g (moved r j t)) as both.
  { intros t either. apply moved_within; try assumption; [lra|].
    intros a less differ. destruct (free a less differ) as [up down].
    assert (0 < g * u) by (apply Rmult_lt_0_compat; lra).
    destruct either as [->| ->]; split; lra. }
  exists (u / 2). split; [lra|]. split; apply both; [now left|now right].
Qed.

(** A row of tight entries is a pattern. *)
Definition high_entry (w : R) (r : nat -> R) (j : nat) : bool :=
  if Req_EM_T (r j) (g * w) then true else false.

Lemma values_are_two : forall r, (0 < k)%nat -> within k g r -> (forall a, (a < k)%nat -> 0 < r a) ->
  (forall j, (j < k)%nat -> is_tight r j) ->
  exists w, 0 < w /\ forall j, (j < k)%nat -> r j = w * pattern g (high_entry w r) j.
Proof.
  intros r some is_row above tight. pose proof is_row as [_ ratio].
  assert (exists low high, (low < k)%nat /\ (high < k)%nat /\ r high = g * r low)
    as (low & high & inside & inside' & equal).
  { destruct (tight 0%nat some) as (a & small & [up|down]).
    - exists a, 0%nat. repeat split; [assumption|lia|assumption].
    - exists 0%nat, a. repeat split; [lia|assumption|assumption]. }
  exists (r low). split; [now apply above|]. intros j small. unfold pattern, high_entry.
  destruct (Req_EM_T (r j) (g * r low)) as [|other]; [lra|].
  destruct (tight j small) as (a & less & [up|down]).
  - exfalso. apply other.
    pose proof (ratio high a inside' less). pose proof (ratio j low small inside).
    assert (g * r low <= g * r a) as first by lra.
    apply Rmult_le_reg_l in first; [|lra].
    assert (g * r a <= g * r low) as second by lra.
    apply Rmult_le_reg_l in second; [|lra]. rewrite up. f_equal. lra.
  - pose proof (ratio a low less inside). pose proof (ratio high j inside' small).
    assert (g * r j <= g * r low) as first by lra. apply Rmult_le_reg_l in first; [|lra].
    assert (g * r low <= g * r j) as second by lra. apply Rmult_le_reg_l in second; lra.
Qed.

End Rows.
