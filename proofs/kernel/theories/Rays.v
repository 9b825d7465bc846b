(** Coverage by extreme rays ("extremes"), for any matrix of levels and any deltas: only rows whose
    support is connected by tight pairs r_a = g_ab r_b need to be looked at. For one number these
    are the staircases; without deltas those that obey the levels are the alcoved vertices. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number.
Import ListNotations.
Open Scope R_scope.

Definition finite_levels (G : levels) : Prop := forall a b g, G a b = Some g -> 1 <= g.
Definition nonnegative (k : nat) (r : nat -> R) : Prop := forall j, (j < k)%nat -> 0 <= r j.

(** A set of truths that no tight pair of the support leaves holds all of the support or none. *)
Definition connected (k : nat) (G : levels) (r : nat -> R) : Prop :=
  forall K : nat -> bool,
    (forall a b g, (a < k)%nat -> (b < k)%nat -> r a <> 0 -> r b <> 0 -> G a b = Some g ->
       r a = g * r b -> K a = K b) ->
    forall a b, (a < k)%nat -> (b < k)%nat -> r a <> 0 -> r b <> 0 -> K a = K b.

(** Homogeneous and subadditive on rows that are not negative: so convex. *)
Definition gauge (k : nat) (u : (nat -> R) -> R) : Prop :=
  respects k u /\
  (forall c r, 0 <= c -> nonnegative k r -> u (fun j => c * r j) = c * u r) /\
  (forall r s, nonnegative k r -> nonnegative k s -> u (fun j => r j + s j) <= u r + u s).

(** So is the best of some actions. *)
Lemma dot_gauge : forall k x, gauge k (dot k x).
Proof.
  intros k x. split; [|split].
  - intros r s same. apply sum_ext. intros j small. now rewrite same.
  - intros c r _ _. unfold dot. rewrite <- sum_scale. apply sum_ext. intros. ring.
  - intros r s _ _. unfold dot. rewrite <- sum_plus. apply Req_le, sum_ext. intros. ring.
Qed.

Lemma best_gauge : forall k others x, gauge k (best k x others).
Proof.
  intros k. induction others as [|y rest IH]; intros x; cbn [best]; [apply dot_gauge|].
  destruct (dot_gauge k x) as (same & scales & adds). destruct (IH y) as (same' & scales' & adds').
  split; [|split].
  - intros r s equal. now rewrite (same r s equal), (same' r s equal).
  - intros c r low above. rewrite scales, scales' by assumption. now apply RmaxRmult.
  - intros r s above above'. specialize (adds r s above above'). specialize (adds' r s above above').
    set (x' := dot k x) in *. set (y' := best k y rest) in *.
    pose proof (Rmax_l (x' r) (y' r)). pose proof (Rmax_r (x' r) (y' r)).
    pose proof (Rmax_l (x' s) (y' s)). pose proof (Rmax_r (x' s) (y' s)).
    apply Rmax_lub; lra.
Qed.

(** The same on the rows that levels allow, where a utility may be finite on these alone. *)
Definition gauge_on (k : nat) (G : levels) (delta : matrix) (u : (nat -> R) -> R) : Prop :=
  respects k u /\
  (forall c r, 0 <= c -> row k G delta r -> u (fun j => c * r j) = c * u r) /\
  (forall r s, row k G delta r -> row k G delta s -> u (fun j => r j + s j) <= u r + u s).

Lemma gauge_everywhere : forall k G delta u, gauge k u -> gauge_on k G delta u.
Proof.
  intros k G delta u (same & scales & adds). split; [assumption|]. split.
  - intros c r low [above _]. now apply scales.
  - intros r s [above _] [above' _]. now apply adds.
Qed.

Lemma row_scales : forall k G delta c r, 0 <= c -> row k G delta r ->
  row k G delta (fun j => c * r j).
Proof.
  intros k G delta c r low [above hard]. split.
  - intros j small. apply Rmult_le_pos; auto.
  - intros a b small small' none. specialize (hard a b small small' none). unfold excess in *.
    destruct (G a b) as [g|]; [|reflexivity]. destruct (Nat.eq_dec a b); [reflexivity|].
    replace (c * r a - g * (c * r b)) with (c * (r a - g * r b)) by ring.
    replace 0 with (c * 0) at 1 by ring. rewrite RmaxRmult, hard by assumption. ring.
Qed.

Lemma row_same : forall k G delta r s, (forall j, (j < k)%nat -> s j = r j) ->
  row k G delta r -> row k G delta s.
Proof.
  intros k G delta r s same [above hard]. split.
  - intros j small. rewrite same by assumption. auto.
  - intros a b small small' none. specialize (hard a b small small' none). unfold excess in *.
    now rewrite !same.
Qed.

(** On the same side of every plane r_a = g_ab r_b. *)
Definition compatible (k : nat) (G : levels) (r e : nat -> R) : Prop :=
  nonnegative k e /\
  forall a b g, (a < k)%nat -> (b < k)%nat -> a <> b -> G a b = Some g ->
    (g * r b <= r a -> g * e b <= e a) /\ (r a <= g * r b -> e a <= g * e b).

Lemma excess_split : forall k G r e f alpha beta a b, 0 <= alpha -> 0 <= beta ->
  compatible k G r e -> compatible k G r f ->
  (forall j, (j < k)%nat -> r j = alpha * e j + beta * f j) -> (a < k)%nat -> (b < k)%nat ->
  excess G a b r = alpha * excess G a b e + beta * excess G a b f.
Proof.
  intros k G r e f alpha beta a b pos pos' [_ one] [_ two] parts small small'. unfold excess.
  destruct (G a b) as [g|] eqn:finite; [|ring]. destruct (Nat.eq_dec a b) as [|differ]; [ring|].
  destruct (one a b g small small' differ finite) as [up down].
  destruct (two a b g small small' differ finite) as [up' down'].
  destruct (Rle_dec (g * r b) (r a)) as [above|below].
  - specialize (up above). specialize (up' above).
    rewrite !Rmax_right by lra. rewrite !parts by assumption. ring.
  - specialize (down ltac:(lra)). specialize (down' ltac:(lra)).
    rewrite !Rmax_left by lra. ring.
Qed.

Lemma covered_split : forall k G delta y z u r e f alpha beta, gauge_on k G delta u ->
  0 <= alpha -> 0 <= beta -> compatible k G r e -> compatible k G r f ->
  (forall j, (j < k)%nat -> r j = alpha * e j + beta * f j) -> row k G delta r ->
  (row k G delta e -> u e <= charge k G y z e) -> (row k G delta f -> u f <= charge k G y z f) ->
  u r <= charge k G y z r.
Proof.
  intros k G delta y z u r e f alpha beta (same & scales & adds) pos pos' one two parts
    [nonneg hard] left right.
  assert (rows : forall h, compatible k G r h -> row k G delta h).
  { intros h [above sides]. split; [assumption|]. intros a b small small' none.
    specialize (hard a b small small' none). unfold excess in *.
    destruct (G a b) as [g|] eqn:finite; [|reflexivity].
    destruct (Nat.eq_dec a b) as [|differ]; [reflexivity|].
    destruct (sides a b g small small' differ finite) as [_ down].
    apply Rmax_left. pose proof (Rmax_r 0 (r a - g * r b)).
    specialize (down ltac:(lra)). lra. }
  specialize (left (rows e one)). specialize (right (rows f two)).
  assert (charge k G y z r = alpha * charge k G y z e + beta * charge k G y z f) as ->.
  { unfold charge, dot.
    rewrite (sum_ext k _ (fun j => alpha * (y j * e j) + beta * (y j * f j)))
      by (intros j small; rewrite parts by assumption; ring).
    rewrite (sum_ext k (fun a => \sum_(b < k) (z a b * excess G a b r))
      (fun a => alpha * (\sum_(b < k) (z a b * excess G a b e)) +
                beta * (\sum_(b < k) (z a b * excess G a b f)))).
    - rewrite !sum_plus, !sum_scale. ring.
    - intros a small. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros b small'.
      rewrite (excess_split k G r e f alpha beta) by assumption. ring. }
  rewrite (same r (fun j => alpha * e j + beta * f j)) by assumption.
  specialize (rows e one) as first. specialize (rows f two) as second.
  eapply Rle_trans; [apply (adds (fun j => alpha * e j) (fun j => beta * f j));
    now apply row_scales|].
  rewrite !scales by assumption.
  apply Rplus_le_compat; apply Rmult_le_compat_l; assumption.
Qed.

(** ** Counting: fewer truths in the support, or fewer pairs that are not tight *)

Definition in_support (r : nat -> R) (j : nat) : bool := if Req_EM_T (r j) 0 then false else true.
Definition loose (G : levels) (r : nat -> R) (p : nat * nat) : bool :=
  in_support r (fst p) && in_support r (snd p) &&
  match G (fst p) (snd p) with
  | Some g => if Req_EM_T (r (fst p)) (g * r (snd p)) then false else true
  | None => false
  end.
Definition pairs (k : nat) : list (nat * nat) := list_prod (seq 0 k) (seq 0 k).
Definition measure (k : nat) (G : levels) (r : nat -> R) : nat :=
  length (filter (in_support r) (seq 0 k)) * S (k * k) + length (filter (loose G r) (pairs k)).

Lemma filter_le : forall (A : Type) (p q : A -> bool) l,
  (forall x, In x l -> p x = true -> q x = true) -> (length (filter p l) <= length (filter q l))%nat.
Proof.
  induction l as [|a l IH]; intros sub; simpl; [lia|].
  assert (length (filter p l) <= length (filter q l))%nat by (apply IH; intros; apply sub; simpl; auto).
  destruct (p a) eqn:yes; [rewrite (sub a); simpl; auto; lia|]. destruct (q a); simpl; lia.
Qed.

Lemma filter_lt : forall (A : Type) (p q : A -> bool) l x,
  (forall x, In x l -> p x = true -> q x = true) -> In x l -> p x = false -> q x = true ->
  (length (filter p l) < length (filter q l))%nat.
Proof.
  induction l as [|a l IH]; intros x sub there no yes; [contradiction|]. simpl.
  destruct there as [<-|there].
  - rewrite no, yes. simpl. apply Nat.lt_succ_r, filter_le. intros. apply sub; simpl; auto.
  - assert (length (filter p l) < length (filter q l))%nat
      by (apply (IH x); auto; intros; apply sub; simpl; auto).
    destruct (p a) eqn:own; [rewrite (sub a); simpl; auto; lia|]. destruct (q a); simpl; lia.
Qed.

Lemma filter_length : forall (A : Type) (p : A -> bool) l,
  (length (filter p l) <= length l)%nat.
Proof. induction l as [|a l IH]; simpl; [lia|]. destruct (p a); simpl; lia. Qed.

Lemma in_pairs : forall k a b, (a < k)%nat -> (b < k)%nat -> In (a, b) (pairs k).
Proof. intros. apply in_prod; apply in_seq; lia. Qed.

Lemma smaller_support : forall k G r e c, (c < k)%nat ->
  (forall j, (j < k)%nat -> r j = 0 -> e j = 0) -> r c <> 0 -> e c = 0 ->
  (measure k G e < measure k G r)%nat.
Proof.
  intros k G r e c small sub some none. unfold measure.
  assert (length (filter (loose G e) (pairs k)) <= k * k)%nat as few.
  { transitivity (length (pairs k)); [apply filter_length|].
    unfold pairs. rewrite prod_length, seq_length. lia. }
  assert (length (filter (in_support e) (seq 0 k)) < length (filter (in_support r) (seq 0 k)))%nat.
  { apply (filter_lt _ _ _ _ c).
    - intros j there. apply in_seq in there. unfold in_support.
      destruct (Req_EM_T (r j) 0); [|auto]. rewrite (sub j) by (auto; lia).
      destruct (Req_EM_T 0 0); auto.
    - apply in_seq. lia.
    - unfold in_support. rewrite none. destruct (Req_EM_T 0 0); [reflexivity|contradiction].
    - unfold in_support. destruct (Req_EM_T (r c) 0); [contradiction|reflexivity]. }
  nia.
Qed.

Lemma tighter : forall k G r e a b g, (a < k)%nat -> (b < k)%nat ->
  (forall j, (j < k)%nat -> (r j = 0 <-> e j = 0)) ->
  (forall a b g, (a < k)%nat -> (b < k)%nat -> r a <> 0 -> r b <> 0 -> G a b = Some g ->
     r a = g * r b -> e a = g * e b) ->
  r a <> 0 -> r b <> 0 -> G a b = Some g -> r a <> g * r b -> e a = g * e b ->
  (measure k G e < measure k G r)%nat.
Proof.
  intros k G r e a b g small small' support stays some some' finite was now. unfold measure.
  assert (same : forall j, (j < k)%nat -> in_support e j = in_support r j).
  { intros j there. specialize (support j there). unfold in_support.
    destruct (Req_EM_T (e j) 0), (Req_EM_T (r j) 0); tauto. }
  assert (filter (in_support e) (seq 0 k) = filter (in_support r) (seq 0 k)) as ->.
  { apply filter_ext_in. intros j there. apply in_seq in there. apply same. lia. }
  apply Nat.add_lt_mono_l. apply (filter_lt _ _ _ _ (a, b)).
  - intros [c d] there. apply in_prod_iff in there. rewrite !in_seq in there.
    unfold loose. simpl. rewrite !same by lia. intros yes.
    apply andb_prop in yes as [both yes]. rewrite both. simpl.
    apply andb_prop in both as [sc sd]. unfold in_support in sc, sd.
    destruct (Req_EM_T (r c) 0); [discriminate|]. destruct (Req_EM_T (r d) 0); [discriminate|].
    destruct (G c d) as [h|] eqn:level; [|discriminate].
    destruct (Req_EM_T (r c) (h * r d)) as [tight|]; [|reflexivity].
    rewrite (stays c d h) in yes by (auto; lia).
    destruct (Req_EM_T (h * e d) (h * e d)); [discriminate|contradiction].
  - now apply in_pairs.
  - unfold loose. simpl. rewrite finite, now.
    destruct (Req_EM_T (g * e b) (g * e b)); [now rewrite andb_false_r|contradiction].
  - unfold loose, in_support. simpl. rewrite finite.
    destruct (Req_EM_T (r a) 0); [contradiction|]. destruct (Req_EM_T (r b) 0); [contradiction|].
    destruct (Req_EM_T (r a) (g * r b)); [contradiction|reflexivity].
Qed.

(** ** Splitting a row along a set that tight pairs do not leave *)

Definition scaled (K : nat -> bool) (t : R) (r : nat -> R) : nat -> R :=
  fun j => if K j then t * r j else r j.
Definition part (K : nat -> bool) (r : nat -> R) : nat -> R := fun j => if K j then r j else 0.

(** At which factors of the part a pair of the support becomes tight. *)
Definition stops (G : levels) (K : nat -> bool) (r : nat -> R) (p : nat * nat) : list R :=
  let (a, b) := p in
  if in_support r a && in_support r b then
    match G a b with
    | Some g => if K a && negb (K b) then [g * r b / r a]
                else if negb (K a) && K b then [r a / (g * r b)] else []
    | None => []
    end
  else [].

Lemma support_true : forall r j, in_support r j = true <-> r j <> 0.
Proof. intros r j. unfold in_support. destruct (Req_EM_T (r j) 0); split; congruence || tauto. Qed.

Lemma last_below : forall l, (forall t, In t l -> 0 < t) -> exists t, 0 <= t < 1 /\
  (forall s, In s l -> s < 1 -> s <= t) /\ (t = 0 \/ In t l).
Proof.
  induction l as [|a l IH]; intros pos.
  - exists 0. split; [lra|]. split; [intros s []|now left].
  - destruct IH as (t & range & above & which); [intros; apply pos; now right|].
    destruct (Rlt_dec a 1) as [low|high]; [destruct (Rle_dec a t) as [|more]|].
    + exists t. split; [assumption|]. split; [intros s [<-|there]; auto|].
      destruct which; [now left|right; now right].
    + exists a. split; [specialize (pos a (or_introl eq_refl)); lra|].
      split; [intros s [<-|there] less; [lra|specialize (above s there less); lra]|].
      right. now left.
    + exists t. split; [assumption|]. split; [intros s [<-|there] less; [lra|auto]|].
      destruct which; [now left|right; now right].
Qed.

Lemma first_above : forall l : list R, (forall s, In s l -> s <= 1) \/
  exists t, 1 < t /\ In t l /\ forall s, In s l -> 1 < s -> t <= s.
Proof.
  induction l as [|a l [none|(t & more & there & least)]].
  - left. intros s [].
  - destruct (Rlt_dec 1 a).
    + right. exists a. split; [assumption|]. split; [now left|].
      intros s [<-|inside] big; [lra|specialize (none s inside); lra].
    + left. intros s [<-|inside]; [lra|auto].
  - right. destruct (Rlt_dec 1 a) as [big|small]; [destruct (Rle_dec t a)|].
    + exists t. split; [assumption|]. split; [now right|]. intros s [<-|inside]; auto.
    + exists a. split; [assumption|]. split; [now left|].
      intros s [<-|inside] large; [lra|specialize (least s inside large); lra].
    + exists t. split; [assumption|]. split; [now right|].
      intros s [<-|inside] large; [lra|auto].
Qed.

Lemma quotient_le : forall x y t, 0 < y -> (x / y <= t <-> x <= t * y) /\ (t <= x / y <-> t * y <= x).
Proof.
  intros x y t pos. assert (x = x / y * y) as same by (field; lra).
  split; split; intros order.
  - rewrite same. apply Rmult_le_compat_r; lra.
  - apply Rmult_le_reg_r with y; [assumption|]. lra.
  - rewrite same. apply Rmult_le_compat_r; lra.
  - apply Rmult_le_reg_r with y; [assumption|]. lra.
Qed.

Definition factors (k : nat) (G : levels) (K : nat -> bool) (r : nat -> R) : list R :=
  flat_map (stops G K r) (pairs k).

(** No pair of the support across K is tight. *)
Definition closed (k : nat) (G : levels) (K : nat -> bool) (r : nat -> R) : Prop :=
  forall a b g, (a < k)%nat -> (b < k)%nat -> r a <> 0 -> r b <> 0 -> G a b = Some g ->
    r a = g * r b -> K a = K b.

Lemma nonzero_positive : forall k r j, nonnegative k r -> (j < k)%nat -> r j <> 0 -> 0 < r j.
Proof. intros k r j above small some. destruct (above j small); [assumption|congruence]. Qed.

(** A factor on the same side of all stops as 1 keeps the row on its side of all planes. *)
Lemma scaled_compatible : forall k G K r t, finite_levels G -> nonnegative k r -> 0 <= t ->
  (forall s, In s (factors k G K r) -> (s <= 1 -> s <= t) /\ (1 <= s -> t <= s)) ->
  compatible k G r (scaled K t r).
Proof.
  intros k G K r t finite above pos sides. split.
  - intros j small. unfold scaled. destruct (K j); [apply Rmult_le_pos|]; auto.
  - intros a b g small small' differ level. specialize (finite a b g level).
    unfold scaled. destruct (K a) eqn:ka, (K b) eqn:kb.
    + replace (g * (t * r b)) with (t * (g * r b)) by ring.
      split; intros; now apply Rmult_le_compat_l.
    + destruct (Req_EM_T (r a) 0) as [za|na].
      { rewrite za, Rmult_0_r. split; intros; lra. }
      pose proof (nonzero_positive k r a above small na).
      destruct (Req_EM_T (r b) 0) as [zb|nb].
      { rewrite zb, Rmult_0_r. split; intros; [now apply Rmult_le_pos; lra|lra]. }
      assert (In (g * r b / r a) (factors k G K r)) as there.
      { apply in_flat_map. exists (a, b). split; [now apply in_pairs|]. unfold stops.
        rewrite (proj2 (support_true r a) na), (proj2 (support_true r b) nb), level, ka, kb.
        now left. }
      destruct (sides _ there) as [up down].
      destruct (quotient_le (g * r b) (r a) t ltac:(assumption)) as [[q1 _] [q2 _]].
      destruct (quotient_le (g * r b) (r a) 1 ltac:(assumption)) as [[_ p1] [_ p2]].
      split; intros order; [apply q1, up, p1; lra|apply q2, down, p2; lra].
    + destruct (Req_EM_T (r b) 0) as [zb|nb].
      { rewrite zb, !Rmult_0_r. split; intros; assumption. }
      pose proof (nonzero_positive k r b above small' nb).
      assert (0 < g * r b) by (apply Rmult_lt_0_compat; lra).
      destruct (Req_EM_T (r a) 0) as [za|na].
      { rewrite za. assert (0 <= g * (t * r b)) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
        split; intros; lra. }
      assert (In (r a / (g * r b)) (factors k G K r)) as there.
      { apply in_flat_map. exists (a, b). split; [now apply in_pairs|]. unfold stops.
        rewrite (proj2 (support_true r a) na), (proj2 (support_true r b) nb), level, ka, kb.
        now left. }
      destruct (sides _ there) as [up down].
      destruct (quotient_le (r a) (g * r b) t ltac:(assumption)) as [[q1 _] [q2 _]].
      destruct (quotient_le (r a) (g * r b) 1 ltac:(assumption)) as [[_ p1] [_ p2]].
      replace (g * (t * r b)) with (t * (g * r b)) by ring.
      split; intros order; [apply q2, down, p2; lra|apply q1, up, p1; lra].
    + split; auto.
Qed.

(** At a stop the measure falls. *)
Lemma stop_measure : forall k G K r t, finite_levels G -> nonnegative k r -> closed k G K r ->
  0 < t -> In t (factors k G K r) -> (measure k G (scaled K t r) < measure k G r)%nat.
Proof.
  intros k G K r t finite above shut pos there. apply in_flat_map in there.
  destruct there as ((a & b) & inside & stop). apply in_prod_iff in inside.
  rewrite !in_seq in inside. unfold stops in stop.
  destruct (in_support r a && in_support r b) eqn:both; [|destruct stop].
  apply andb_prop in both as [na nb]. apply support_true in na. apply support_true in nb.
  destruct (G a b) as [g|] eqn:level; [|destruct stop]. pose proof (finite a b g level).
  assert (0 < r a) by (apply (nonzero_positive k); auto; lia).
  assert (0 < r b) by (apply (nonzero_positive k); auto; lia).
  assert (0 < g * r b) by (apply Rmult_lt_0_compat; lra).
  apply (tighter k G r _ a b g); try lia; auto.
  - intros j _. unfold scaled. destruct (K j); [|tauto]. split; intros zero; [rewrite zero; ring|].
    apply Rmult_integral in zero. destruct zero; lra.
  - intros c d h sc sd nc nd l tight. pose proof (shut c d h sc sd nc nd l tight) as same.
    unfold scaled. rewrite same. destruct (K d); rewrite tight; ring.
  - intros tight. pose proof (shut a b g ltac:(lia) ltac:(lia) na nb level tight) as same.
    rewrite same in stop. destruct (K b); destruct stop.
  - unfold scaled. destruct (K a), (K b); simpl in stop; try contradiction; destruct stop as [<-|[]]; field; lra.
Qed.

Lemma split_row : forall k G K r a b, finite_levels G -> nonnegative k r -> closed k G K r ->
  (a < k)%nat -> (b < k)%nat -> r a <> 0 -> r b <> 0 -> K a = true -> K b = false ->
  exists e f alpha beta, 0 <= alpha /\ 0 <= beta /\ compatible k G r e /\ compatible k G r f /\
    (forall j, (j < k)%nat -> r j = alpha * e j + beta * f j) /\
    (measure k G e < measure k G r)%nat /\ (measure k G f < measure k G r)%nat.
Proof.
  intros k G K r a b finite above shut small small' na nb ka kb.
  assert (positive : forall t, In t (factors k G K r) -> 0 < t /\ t <> 1).
  { intros t there. apply in_flat_map in there. destruct there as ((c & d) & inside & stop).
    apply in_prod_iff in inside. rewrite !in_seq in inside. unfold stops in stop.
    destruct (in_support r c && in_support r d) eqn:both; [|destruct stop].
    apply andb_prop in both as [nc nd]. apply support_true in nc. apply support_true in nd.
    destruct (G c d) as [g|] eqn:level; [|destruct stop]. pose proof (finite c d g level).
    assert (0 < r c) by (apply (nonzero_positive k); auto; lia).
    assert (0 < r d) by (apply (nonzero_positive k); auto; lia).
    assert (0 < g * r d) by (apply Rmult_lt_0_compat; lra).
    assert (K c <> K d -> r c <> g * r d) as apart.
    { intros differ tight. apply differ. apply (shut c d g); auto; lia. }
    destruct (K c), (K d); simpl in stop; try contradiction; destruct stop as [<-|[]]; (split;
      [unfold Rdiv; apply Rmult_lt_0_compat; [assumption|now apply Rinv_0_lt_compat]|]);
      intros one; apply apart; try congruence.
    - replace (g * r d) with (g * r d / r c * r c) by (field; lra). rewrite one. ring.
    - replace (r c) with (r c / (g * r d) * (g * r d)) by (field; lra). rewrite one. ring. }
  destruct (last_below (factors k G K r)) as (t & range & least & which);
    [intros s there; now apply positive|].
  assert (compatible k G r (scaled K t r)) as down.
  { apply scaled_compatible; auto; [lra|]. intros s there. destruct (positive s there).
    split; intros order; [apply least; auto; lra|lra]. }
  assert (measure k G (scaled K t r) < measure k G r)%nat as fewer.
  { destruct (Req_EM_T t 0) as [zero|some].
    - apply (smaller_support k G r _ a); auto.
      + intros j _ none. unfold scaled. destruct (K j); rewrite none; ring.
      + unfold scaled. rewrite ka, zero. ring.
    - apply stop_measure; auto; [lra|]. destruct which; [lra|assumption]. }
  destruct (first_above (factors k G K r)) as [none|(s & more & there & first)].
  - exists (scaled K t r), (part K r), 1, (1 - t).
    assert (compatible k G r (part K r)) as limit.
    { split; [intros j sj; unfold part; destruct (K j); [auto|lra]|].
      intros c d g sc sd differ level. pose proof (finite c d g level). unfold part.
      pose proof (above c sc). pose proof (above d sd).
      assert (0 <= g * r d) by (apply Rmult_le_pos; lra).
      assert (stop : r c <> 0 -> r d <> 0 -> forall v, In v (stops G K r (c, d)) -> v < 1).
      { intros _ _ v inside. assert (In v (factors k G K r)) as inside'
          by (apply in_flat_map; exists (c, d); split; [now apply in_pairs|assumption]).
        destruct (positive v inside'). specialize (none v inside'). lra. }
      unfold stops in stop.
      destruct (Req_EM_T (r c) 0) as [zc|nc]; [rewrite zc in *|].
      { destruct (K c), (K d); split; intros; try lra;
          destruct (Req_EM_T (r d) 0) as [zd|nd]; try (rewrite zd in *; lra);
          pose proof (nonzero_positive k r d above sd nd);
          assert (0 < g * r d) by (apply Rmult_lt_0_compat; lra); lra. }
      destruct (Req_EM_T (r d) 0) as [zd|nd]; [rewrite zd in *; destruct (K c), (K d); split; intros; try lra|].
      pose proof (nonzero_positive k r c above sc nc). pose proof (nonzero_positive k r d above sd nd).
      assert (0 < g * r d) by (apply Rmult_lt_0_compat; lra).
      specialize (stop nc nd).
      rewrite (proj2 (support_true r c) nc), (proj2 (support_true r d) nd), level in stop.
      destruct (K c), (K d); simpl in stop; split; intros; try lra.
      - specialize (stop _ (or_introl eq_refl)).
        destruct (quotient_le (g * r d) (r c) 1 ltac:(assumption)) as [_ [_ back]].
        assert (1 <= g * r d / r c) by (apply back; lra). lra.
      - specialize (stop _ (or_introl eq_refl)).
        destruct (quotient_le (r c) (g * r d) 1 ltac:(assumption)) as [_ [_ back]].
        assert (1 <= r c / (g * r d)) by (apply back; lra). lra. }
    repeat split; try lra; try apply down; try apply limit; auto.
    + intros j _. unfold scaled, part. destruct (K j); ring.
    + apply (smaller_support k G r _ b); auto.
      * intros j _ zero. unfold part. destruct (K j); auto.
      * unfold part. now rewrite kb.
  - assert (0 < s - t) by lra.
    exists (scaled K t r), (scaled K s r), ((s - 1) / (s - t)), ((1 - t) / (s - t)).
    assert (compatible k G r (scaled K s r)) as up.
    { apply scaled_compatible; auto; [lra|]. intros v inside. destruct (positive v inside).
      split; intros order; [lra|apply first; auto; lra]. }
    repeat split; try apply down; try apply up; auto.
    + apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
    + apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
    + intros j _. unfold scaled. destruct (K j); field; lra.
    + apply stop_measure; auto. lra.
Qed.

(** ** Coverage *)

Theorem rays_cover : forall k G delta y z u, finite_levels G -> gauge_on k G delta u ->
  (forall r, row k G delta r -> connected k G r -> u r <= charge k G y z r) ->
  covers k G delta y z u.
Proof.
  intros k G delta y z u finite is_gauge rays.
  enough (forall n r, (measure k G r < n)%nat -> row k G delta r -> u r <= charge k G y z r) as all.
  { intros r is_row. apply (all (S (measure k G r))); [lia|assumption]. }
  induction n as [|n IH]; intros r small is_row; [lia|].
  apply Rnot_lt_le. intros worse. apply (Rlt_not_le _ _ worse). apply rays; [assumption|].
  intros K shut a b sa sb na nb.
  destruct (Bool.bool_dec (K a) (K b)) as [|differ]; [assumption|]. exfalso.
  assert (cut : forall L c d, closed k G L r -> (c < k)%nat -> (d < k)%nat -> r c <> 0 -> r d <> 0 ->
    L c = true -> L d = false -> False).
  { intros L c d sealed sc sd nc nd lc ld.
    destruct (split_row k G L r c d finite (proj1 is_row) sealed sc sd nc nd lc ld)
      as (e & f & alpha & beta & pos & pos' & one & two & parts & less & less').
    apply (Rlt_not_le _ _ worse).
    apply (covered_split k G delta y z u r e f alpha beta); auto; intros; apply IH; auto; lia. }
  destruct (K a) eqn:ka, (K b) eqn:kb; try congruence.
  - now apply (cut K a b).
  - now apply (cut K b a).
Qed.

Theorem rays_bound : forall m k G delta y z u P, finite_levels G -> gauge k u ->
  (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b) ->
  (forall r, row k G delta r -> connected k G r -> u r <= charge k G y z r) ->
  private m k G delta P ->
  \sum_(i < m) u (P i) <= \sum_(j < k) y j + \sum_(a < k) \sum_(b < k) (z a b * delta a b).
Proof.
  intros m k G delta y z u P finite is_gauge prices rays is_private.
  apply prices_bound with (G := G); auto. apply rays_cover; [assumption| |assumption].
  now apply gauge_everywhere.
Qed.
