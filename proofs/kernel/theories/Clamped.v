(** Coverage under one number g with a delta (proof "clamped"): where y.r covers the rows whose
    entries are within the factor g, any other is made one of these by cutting its high entries, or
    by raising its low ones, for which prices of pairs pay. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Protected Rays.
Open Scope R_scope.

Section Clamped.

Variables (k : nat) (g : R) (y : nat -> R) (z : matrix) (u : (nat -> R) -> R).
Context (some : (0 < k)%nat) (big : 1 <= g) (is_gauge : gauge k u).
Context (pairs : forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b).
Context (covered : forall r, within k g r -> u r <= dot k y r).

Definition one_level : levels := fun _ _ => Some g.

(** Other pairs only pay more. *)
Lemma charge_above : forall r a, (a < k)%nat ->
  dot k y r + \sum_(b < k) (z a b * excess one_level a b r) <= charge k one_level y z r /\
  dot k y r + \sum_(b < k) (z b a * excess one_level b a r) <= charge k one_level y z r.
Proof.
  intros r a inside. assert (forall c d, (c < k)%nat -> (d < k)%nat ->
    0 <= z c d * excess one_level c d r) as each.
  { intros. apply Rmult_le_pos; [now apply pairs|apply excess_nonneg]. }
  split; apply Rplus_le_compat_l.
  - apply (term_le_sum k (fun c => \sum_(d < k) (z c d * excess one_level c d r))); [|assumption].
    intros c small. apply sum_nonneg. auto.
  - apply sum_le. intros c small.
    apply (term_le_sum k (fun d => z c d * excess one_level c d r)); auto.
Qed.

(** ** High entries are cut *)

Lemma sum_of_parts : forall r, nonnegative k r -> u r <= dot k (fun j => u (at_index j)) r.
Proof.
  intros r above. destruct is_gauge as (same & scales & adds).
  apply (alone_covered k (fun _ => false) some u same scales adds _ (fun j _ _ => Rle_refl _) k); auto.
  - discriminate.
  - intros j there. lia.
Qed.

Definition cut_is_paid : Prop :=
  forall a b, (a < k)%nat -> (b < k)%nat -> a <> b -> u (at_index a) <= y a + z a b.

Theorem cut_cover : cut_is_paid -> forall r, nonnegative k r -> u r <= charge k one_level y z r.
Proof.
  intros paid r above. destruct (least_entry k r some) as (b & inside & least).
  set (s := fun a => excess one_level a b r). set (v := fun a => r a - s a).
  assert (forall a, (a < k)%nat -> r b <= v a <= g * r b) as range.
  { intros a small. specialize (least a small). specialize (above b inside) as low.
    assert (1 * r b <= g * r b) by now apply Rmult_le_compat_r.
    unfold v, s, excess, one_level. destruct (Nat.eq_dec a b) as [->|_]; [lra|].
    unfold Rmax. destruct (Rle_dec 0 (r a - g * r b)); lra. }
  assert (within k g v) as is_within.
  { split; [intros a small|intros a c first second].
    - specialize (range a small). specialize (above b inside). lra.
    - apply Rle_trans with (g * r b); [now apply range|].
      apply Rmult_le_compat_l; [lra|now apply range]. }
  assert (nonnegative k s) as cut by (intros a _; apply excess_nonneg).
  pose proof is_gauge as (same & _ & adds).
  rewrite (same r (fun a => v a + s a)) by (intros; unfold v; ring).
  eapply Rle_trans; [apply adds; [exact (proj1 is_within)|exact cut]|].
  eapply Rle_trans; [apply Rplus_le_compat; [now apply covered|now apply sum_of_parts]|].
  eapply Rle_trans; [|apply (proj2 (charge_above r b inside))]. unfold dot.
  rewrite <- !sum_plus. apply sum_le. intros a small. fold (s a). unfold v.
  enough (u (at_index a) * s a <= (y a + z a b) * s a) by lra.
  destruct (Nat.eq_dec a b) as [->|other].
  - unfold s, excess, one_level. destruct (Nat.eq_dec b b); [lra|contradiction].
  - apply Rmult_le_compat_r; auto.
Qed.

(** ** Low entries are raised *)

(** What u loses, at most D for each unit, where the raised entry is 1/g of the largest. *)
Definition loses (D : nat -> R) : Prop :=
  forall a b r s, (a < k)%nat -> (b < k)%nat -> nonnegative k r -> 0 <= s ->
  (forall j, (j < k)%nat -> r j <= r a) -> g * (r b + s) = r a ->
  u r <= u (set b (r b + s) r) + s * D b.

Definition raised_is_paid (D : nat -> R) : Prop :=
  forall a b, (a < k)%nat -> (b < k)%nat -> a <> b -> y b + D b <= g * z a b.

Theorem raised_cover : forall D, loses D -> raised_is_paid D ->
  forall r, nonnegative k r -> u r <= charge k one_level y z r.
Proof.
  intros D loss paid r above.
  destruct (least_entry k (fun j => - r j) some) as (a & inside & largest).
  assert (forall j, (j < k)%nat -> r j <= r a) as most.
  { intros j small. specialize (largest j small). lra. } clear largest.
  set (low := r a / g). set (s := fun b => Rmax 0 (low - r b)). set (v := fun b => r b + s b).
  assert (g * low = r a) as level by (unfold low; field; lra).
  assert (0 <= low) as low_above.
  { apply Rmult_le_pos; [now apply above|]. apply Rlt_le, Rinv_0_lt_compat. lra. }
  assert (1 * low <= g * low) as below by now apply Rmult_le_compat_r.
  assert (forall b, 0 <= s b) as up by (intros; apply Rmax_l).
  assert (forall b, s b = 0 \/ g * (r b + s b) = r a) as to.
  { intros b. unfold s, Rmax. destruct (Rle_dec 0 (low - r b)); [right|now left].
    rewrite <- level. ring. }
  assert (s a = 0) as top by (unfold s; apply Rmax_left; lra).
  assert (forall b, (b < k)%nat -> low <= v b <= r a) as range.
  { intros b small. specialize (most b small). unfold v, s, Rmax.
    destruct (Rle_dec 0 (low - r b)); lra. }
  assert (within k g v) as is_within.
  { split; [intros b small; specialize (range b small); lra|]. intros b c first second.
    apply Rle_trans with (r a); [now apply range|]. rewrite <- level.
    apply Rmult_le_compat_l; [lra|now apply range]. }
  set (w := fun n b => if lt_dec b n then v b else r b).
  pose proof is_gauge as (same & _).
  assert (forall n, (n <= k)%nat -> u r <= u (w n) + \sum_(b < n) (s b * D b)) as each.
  { induction n as [|n IH]; intros small.
    - rewrite (same (w O) r) by (intros; reflexivity). simpl. lra.
    - cbn [sum]. enough (u (w n) <= u (w (S n)) + s n * D n) by (specialize (IH ltac:(lia)); lra).
      assert (w n n = r n) as here by (unfold w; destruct (lt_dec n n); [lia|reflexivity]).
      rewrite (same (w (S n)) (set n (w n n + s n) (w n))).
      + destruct (to n) as [none|full].
        * rewrite none, (same (set n _ (w n)) (w n)); [lra|]. intros j _. unfold set.
          destruct (Nat.eq_dec j n) as [->|]; ring.
        * assert (w n a = r a) as still by (unfold w, v; rewrite top; destruct (lt_dec a n); ring).
          apply (loss a); auto; try lia; [| |now rewrite here, still].
          -- intros j inner. unfold w. specialize (range j inner). destruct (lt_dec j n); auto. lra.
          -- intros j inner. rewrite still. unfold w. destruct (lt_dec j n); [now apply range|auto].
      + intros j _. rewrite here. unfold w, set.
        destruct (lt_dec j (S n)), (lt_dec j n), (Nat.eq_dec j n) as [->|]; reflexivity || lia. }
  eapply Rle_trans; [apply (each k); lia|].
  rewrite (same (w k) v) by (intros j small; unfold w; destruct (lt_dec j k); [reflexivity|lia]).
  eapply Rle_trans; [apply Rplus_le_compat_r; now apply covered|].
  eapply Rle_trans; [|apply (proj1 (charge_above r a inside))]. unfold dot.
  rewrite <- !sum_plus. apply sum_le. intros b small. unfold v.
  enough (s b * (y b + D b) <= z a b * excess one_level a b r) by lra.
  unfold excess, one_level. destruct (Nat.eq_dec a b) as [<-|other]; [rewrite top; lra|].
  apply Rle_trans with (s b * (g * z a b)); [apply Rmult_le_compat_l; auto|].
  replace (s b * (g * z a b)) with (z a b * (g * s b)) by ring. apply Rmult_le_compat_l; auto.
  destruct (to b) as [none|full]; [rewrite none, Rmult_0_r; apply Rmax_l|].
  pose proof (Rmax_r 0 (r a - g * r b)). lra.
Qed.

(** Either bounds the utility of every table that is private at g and any deltas. *)
Theorem clamped_bound : (cut_is_paid \/ exists D, loses D /\ raised_is_paid D) ->
  forall m delta P, private m k one_level delta P -> \sum_(i < m) u (P i) <=
    \sum_(j < k) y j + \sum_(a < k) \sum_(b < k) (z a b * delta a b).
Proof.
  intros paid m delta P is_private. apply (prices_bound m k one_level delta y z u P pairs); auto.
  intros r [above _]. destruct paid as [cut|(D & loss & raised)]; [now apply cut_cover|].
  now apply raised_cover with D.
Qed.

End Clamped.
