(** Coverage under one number g with a delta (proof "clamped"): where y.r covers the rows whose
    entries are within the factor g, any other is made one of these by cutting its high entries, and
    then raising its low ones, for which prices of pairs pay. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums Tensors Prices Number Protected Rays.
Import ListNotations.
Open Scope R_scope.

Section Clamped.

Variables (k least : nat) (g : R) (y : nat -> R) (z : matrix) (u : (nat -> R) -> R).
Context (some : (0 < least <= k)%nat) (big : 1 <= g) (is_gauge : gauge k u).
Context (pairs : forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b).
Context (covered : forall r, within k g r -> u r <= dot k y r).

Definition one_level : levels := fun _ _ => Some g.

(** Other pairs only pay more. *)
Lemma charge_above : forall r a, (a < k)%nat ->
  dot k y r + \sum_(b < k) (z a b * excess one_level a b r) <= charge k one_level y z r.
Proof.
  intros r a inside. apply Rplus_le_compat_l.
  apply (term_le_sum k (fun c => \sum_(d < k) (z c d * excess one_level c d r))); [|assumption].
  intros c small. apply sum_nonneg. intros.
  apply Rmult_le_pos; [now apply pairs|apply excess_nonneg].
Qed.

(** ** Low entries are raised *)

(** All truths but the least, and one of these. *)
Definition high_truths (high : list nat) : Prop :=
  NoDup high /\ length high = S (k - least) /\ forall c, In c high -> (c < k)%nat.

(** What u loses, at most D for each unit, where the raised entry is 1/g of the largest and those of
    high truths are not lower. *)
Definition loses (D : nat -> R) : Prop :=
  forall a b r s high, (a < k)%nat -> (b < k)%nat -> nonnegative k r -> 0 <= s ->
  (forall j, (j < k)%nat -> r j <= r a) -> g * (r b + s) = r a ->
  high_truths high -> ~ In b high -> (forall c, In c high -> r b + s <= r c) ->
  u r <= u (set b (r b + s) r) + s * D b.

Definition raised_is_paid (D : nat -> R) : Prop :=
  forall a b, (a < k)%nat -> (b < k)%nat -> a <> b -> y b + D b <= g * z a b.

(** One of one truth is not raised. *)
Lemma none_raised : least = 1%nat -> exists D, loses D /\ raised_is_paid D.
Proof.
  intros one. exists (fun b => - y b). split.
  - intros a b r s high _ inside _ _ _ _ (single & number & small) other _. exfalso.
    pose proof (NoDup_incl_length (l' := seq 0 k) (NoDup_cons b other single)) as few.
    rewrite seq_length in few. cbn [length] in few. enough (S (length high) <= k)%nat by lia.
    apply few. intros c [<-|there]; apply in_seq; [|apply small in there]; lia.
  - intros a b first second _. pose proof (pairs a b first second).
    assert (0 <= g * z a b) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma raised_cover : forall D, loses D -> raised_is_paid D -> forall r high, nonnegative k r ->
  high_truths high -> (forall a c, (a < k)%nat -> In c high -> r a <= g * r c) ->
  u r <= charge k one_level y z r.
Proof.
  intros D loss paid r high above is_high near.
  destruct (least_entry k (fun j => - r j) ltac:(lia)) as (a & inside & largest).
  assert (forall j, (j < k)%nat -> r j <= r a) as most.
  { intros j small. specialize (largest j small). lra. } clear largest.
  set (low := r a / g). set (s := fun b => Rmax 0 (low - r b)). set (v := fun b => r b + s b).
  assert (g * low = r a) as level by (unfold low; field; lra).
  assert (0 <= low) as low_above.
  { apply Rmult_le_pos; [now apply above|]. apply Rlt_le, Rinv_0_lt_compat. lra. }
  assert (1 * low <= g * low) as below by now apply Rmult_le_compat_r.
  assert (forall b, 0 <= s b) as up by (intros; apply Rmax_l).
  assert (forall b, s b = 0 \/ r b < low /\ g * (r b + s b) = r a) as to.
  { intros b. unfold s, Rmax. destruct (Rle_dec 0 (low - r b)) as [[]|]; [right|left|left]; lra. }
  assert (forall c, In c high -> low <= r c) as not_low.
  { intros c there. apply Rmult_le_reg_l with g; [lra|]. rewrite level. auto. }
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
      + destruct (to n) as [none|[under full]].
        * rewrite none, (same (set n _ (w n)) (w n)); [lra|]. intros j _. unfold set.
          destruct (Nat.eq_dec j n) as [->|]; ring.
        * assert (w n a = r a) as still by (unfold w, v; rewrite top; destruct (lt_dec a n); ring).
          apply (loss a) with high; auto; try lia; [| |now rewrite here, still| |].
          -- intros j inner. unfold w. specialize (range j inner). destruct (lt_dec j n); auto. lra.
          -- intros j inner. rewrite still. unfold w. destruct (lt_dec j n); [now apply range|auto].
          -- intros there. apply not_low in there. lra.
          -- intros c there. apply Rle_trans with low.
             { apply Req_le, Rmult_eq_reg_l with g; [now rewrite here, level|lra]. }
             unfold w. destruct (lt_dec c n); [now apply range, is_high|now apply not_low].
      + intros j _. rewrite here. unfold w, set.
        destruct (lt_dec j (S n)), (lt_dec j n), (Nat.eq_dec j n) as [->|]; reflexivity || lia. }
  eapply Rle_trans; [apply (each k); lia|].
  rewrite (same (w k) v) by (intros j small; unfold w; destruct (lt_dec j k); [reflexivity|lia]).
  eapply Rle_trans; [apply Rplus_le_compat_r; now apply covered|].
  eapply Rle_trans; [|apply (charge_above r a inside)]. unfold dot.
  rewrite <- !sum_plus. apply sum_le. intros b small. unfold v.
  enough (s b * (y b + D b) <= z a b * excess one_level a b r) by lra.
  unfold excess, one_level. destruct (Nat.eq_dec a b) as [<-|other]; [rewrite top; lra|].
  apply Rle_trans with (s b * (g * z a b)); [apply Rmult_le_compat_l; auto|].
  replace (s b * (g * z a b)) with (z a b * (g * s b)) by ring. apply Rmult_le_compat_l; auto.
  destruct (to b) as [none|[_ full]]; [rewrite none, Rmult_0_r; apply Rmax_l|].
  pose proof (Rmax_r 0 (r a - g * r b)). lra.
Qed.

(** ** High entries are cut *)

Lemma sum_of_parts : forall r, nonnegative k r -> u r <= dot k (fun j => u (at_index j)) r.
Proof.
  intros r above. destruct is_gauge as (same & scales & adds).
  apply (alone_covered k (fun _ => false) ltac:(lia) u same scales adds _
    (fun j _ _ => Rle_refl _) k); auto.
  - discriminate.
  - intros j there. lia.
Qed.

(** Any others may be the least. *)
Definition cut_is_paid : Prop := forall a low, (a < k)%nat -> NoDup (a :: low) ->
  length low = least -> (forall b, In b low -> (b < k)%nat) ->
  u (at_index a) <= y a + list_sum (map (z a) low).

Lemma parts_single : forall low high : list nat, NoDup (low ++ high) -> NoDup low /\ NoDup high.
Proof.
  induction low as [|a low IH]; intros high single; [split; [constructor|exact single]|].
  inversion single as [|? ? new rest]; subst. destruct (IH high rest). split; [|assumption].
  constructor; [|assumption]. intros there. apply new, in_or_app. now left.
Qed.

Lemma sorted_truths : forall (r : nat -> R) n, (n < k)%nat -> exists low b high,
  Permutation (low ++ b :: high) (seq 0 k) /\ length low = n /\
  (forall c, In c low -> r c <= r b) /\ (forall c, In c high -> r b <= r c).
Proof.
  intros r.
  assert (forall b l, exists a rest, Permutation (a :: rest) (b :: l) /\
    forall c, In c rest -> r a <= r c) as first.
  { intros b l. revert b. induction l as [|c l IH]; intros b; [now exists b, []|].
    destruct (IH c) as (a & rest & same & lowest). destruct (Rle_or_lt (r b) (r a)) as [le|gt].
    - exists b, (a :: rest). split; [now constructor|]. intros d [<-|there]; [assumption|].
      specialize (lowest d there). lra.
    - exists a, (b :: rest). split; [rewrite perm_swap; now constructor|].
      intros d [<-|there]; [lra|auto]. }
  induction n as [|n IH]; intros small.
  - destruct k as [|m]; [lia|]. destruct (first O (seq 1 m)) as (b & high & same & lowest).
    exists [], b, high. now repeat split.
  - destruct (IH ltac:(lia)) as (low & b & high & same & number & below & beyond).
    destruct high as [|c high].
    { apply Permutation_length in same. rewrite app_length, seq_length in same. simpl in same.
      lia. }
    destruct (first c high) as (a & rest & same' & lowest). exists (low ++ [b]), a, rest.
    assert (r b <= r a) as up.
    { apply beyond, (Permutation_in a same'). now left. }
    rewrite <- app_assoc. split; [|split; [rewrite app_length; simpl; lia|split]].
    + cbn [app]. now rewrite same'.
    + intros d there. apply in_app_or in there as [there|[<-|[]]]; [|assumption].
      specialize (below d there). lra.
    + exact lowest.
Qed.

(** Entries above g times the greatest of the least are cut; what is low then is one of the least. *)
Theorem clamped_cover : cut_is_paid -> forall D, loses D -> raised_is_paid D ->
  forall r, nonnegative k r -> u r <= charge k one_level y z r.
Proof.
  intros cut D loss raised r above.
  destruct (sorted_truths r (least - 1) ltac:(lia))
    as (low & b & high & all & number & below & beyond).
  set (least_truths := low ++ [b]). set (s := fun a => Rmax 0 (r a - g * r b)).
  set (v := fun a => r a - s a).
  assert (NoDup (low ++ b :: high)) as single
    by (apply (Permutation_NoDup (Permutation_sym all)), seq_NoDup).
  assert (forall c, In c (low ++ b :: high) <-> (c < k)%nat) as truths.
  { intros c. rewrite (Permutation_in' eq_refl all), in_seq. lia. }
  assert (b < k)%nat as inside by (apply truths, in_or_app; right; now left).
  pose proof (above b inside) as pos. assert (1 * r b <= g * r b) by now apply Rmult_le_compat_r.
  assert (forall a, 0 <= s a) as up by (intros; apply Rmax_l).
  assert (forall c, In c least_truths -> (c < k)%nat /\ r c <= r b /\ s c = 0) as kept.
  { intros c there.
    enough ((c < k)%nat /\ r c <= r b) by (repeat split; [|..|apply Rmax_left]; lra || tauto).
    apply in_app_or in there as [there|[<-|[]]]; split; auto; [|lra].
    apply truths, in_or_app. now left. }
  assert (forall a, v a <= g * r b) as top.
  { intros a. unfold v, s. pose proof (Rmax_r 0 (r a - g * r b)). lra. }
  assert (forall c, In c (b :: high) -> r b <= v c) as bottom.
  { intros c there. assert (r b <= r c) by (destruct there as [<-|]; [lra|auto]).
    unfold v, s, Rmax. destruct (Rle_dec 0 (r c - g * r b)); lra. }
  assert (forall a, (a < k)%nat -> 0 <= v a) as low_above.
  { intros a small. specialize (above a small). unfold v, s, Rmax.
    destruct (Rle_dec 0 (r a - g * r b)); lra. }
  pose proof is_gauge as (same & _ & adds).
  rewrite (same r (fun a => v a + s a)) by (intros; unfold v; ring).
  eapply Rle_trans; [apply adds; [exact low_above|intros a _; apply up]|].
  eapply Rle_trans; [apply Rplus_le_compat; [|apply sum_of_parts; intros a _; apply up]|].
  { apply raised_cover with D (b :: high); auto.
    - split; [now apply (parts_single low)|]. split.
      + apply Permutation_length in all. rewrite app_length, seq_length in all. simpl in *. lia.
      + intros c there. apply truths, in_or_app. now right.
    - intros a c _ there. apply Rle_trans with (g * r b); [apply top|].
      apply Rmult_le_compat_l; [lra|auto]. }
  unfold charge, dot. rewrite <- !sum_plus. apply sum_le. intros a small.
  assert (forall f, sum k f = list_sum (map f least_truths) + list_sum (map f high)) as split_sum.
  { intros f. rewrite sum_as_list, <- (list_sum_permutation _ _ (Permutation_map f all)).
    unfold least_truths. rewrite <- list_sum_app, <- map_app, <- app_assoc. reflexivity. }
  assert (forall t l, (forall c, In c l -> (c < k)%nat /\
      t + excess one_level a c v <= excess one_level a c r) ->
    list_sum (map (z a) l) * t + list_sum (map (fun c => z a c * excess one_level a c v) l) <=
    list_sum (map (fun c => z a c * excess one_level a c r) l)) as pays.
  { intros t. induction l as [|c l IH]; intros each; cbn [map list_sum]; [lra|].
    specialize (IH (fun d there => each d (or_intror there))).
    destruct (each c (or_introl eq_refl)) as [within_k more].
    apply Rmult_le_compat_l with (r := z a c) in more; [lra|auto]. }
  rewrite !split_sum. replace (y a * r a) with (y a * v a + y a * s a) by (unfold v; ring).
  assert (u (at_index a) * s a <= (y a + list_sum (map (z a) least_truths)) * s a).
  { destruct (Req_dec (s a) 0) as [->|some_cut]; [lra|]. apply Rmult_le_compat_r; [apply up|].
    assert (~ In a least_truths) as other by (intros there; now apply kept in there).
    apply cut; [assumption|constructor; [assumption|]| |].
    - apply (parts_single _ high). unfold least_truths. now rewrite <- app_assoc.
    - unfold least_truths. rewrite app_length. simpl. lia.
    - intros c there. now apply kept. }
  pose proof (pays (s a) least_truths) as first. pose proof (pays 0 high) as second.
  enough (forall c, In c least_truths -> (c < k)%nat /\
    s a + excess one_level a c v <= excess one_level a c r) as one.
  enough (forall c, In c high -> (c < k)%nat /\
    0 + excess one_level a c v <= excess one_level a c r) as two.
  specialize (first one). specialize (second two). lra.
  - intros c there. split; [apply truths, in_or_app; right; now right|].
    unfold excess, one_level. destruct (Nat.eq_dec a c); [lra|].
    rewrite (Rmax_left 0 (v a - g * v c)), Rplus_0_l; [apply Rmax_l|].
    assert (g * r b <= g * v c) by (apply Rmult_le_compat_l; [lra|apply bottom; now right]).
    specialize (top a). lra.
  - intros c there. destruct (kept c there) as (in_range & less & still). split; [assumption|].
    unfold excess, one_level. destruct (Nat.eq_dec a c) as [->|_]; [lra|].
    assert (g * r c <= g * r b) by (apply Rmult_le_compat_l; lra).
    assert (v c = r c) as -> by (unfold v; lra). unfold v, s, Rmax.
    repeat destruct (Rle_dec 0 _); lra.
Qed.

(** The utility of every table that is private at g and any deltas. *)
Theorem clamped_bound : cut_is_paid -> least = 1%nat \/ (exists D, loses D /\ raised_is_paid D) ->
  forall m delta P, private m k one_level delta P -> \sum_(i < m) u (P i) <=
    \sum_(j < k) y j + \sum_(a < k) \sum_(b < k) (z a b * delta a b).
Proof.
  intros cut paid m delta P is_private.
  assert (exists D, loses D /\ raised_is_paid D) as (D & loss & raised)
    by (destruct paid; [now apply none_raised|assumption]).
  apply (prices_bound m k one_level delta y z u P pairs); auto.
  intros r [above _]. now apply clamped_cover with D.
Qed.

End Clamped.
