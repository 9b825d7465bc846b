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

Lemma covered_split : forall k G delta y z u r e f alpha beta, gauge k u ->
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
  destruct one as [ne _], two as [nf _].
  eapply Rle_trans; [apply (adds (fun j => alpha * e j) (fun j => beta * f j));
    intros j small; apply Rmult_le_pos; auto|].
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
