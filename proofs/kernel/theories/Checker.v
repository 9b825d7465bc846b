(** A checker for certificates of kind "prices" with proof "actions", which computes in rational
    arithmetic inside Coq. What [accepted] accepts is true of every private table over the reals. *)

From Coq Require Import Reals QArith Qreals Qreduction List Arith Lia Lra Bool.
From Rropt Require Import Sums Tensors Prices Number.
Import ListNotations.
Open Scope Q_scope.

(** ** Data *)

Definition entry (l : list Q) (i : nat) : Q := nth i l 0.
Definition entry2 (l : list (list Q)) (i j : nat) : Q := entry (nth i l []) j.
Definition level (l : list (list (option Q))) (a b : nat) : option Q := nth b (nth a l []) None.

(** How every action is covered: by its multipliers, or, where one number g holds for all pairs
    and there is no delta, by a sum of minima. *)
Inductive reason := Multipliers (each : list (list (list Q))) | Minima (g : Q).

Record certificate := Certificate {
  truths : nat;
  above : list (list (option Q));   (* the levels for which the bound holds; None: no constraint *)
  below : list (list (option Q));   (* the levels that the table obeys *)
  delta : list (list Q);
  first : list Q;                   (* the actions: u(r) is the largest x.r *)
  others : list (list Q);
  prices : list Q;
  pair_prices : list (list Q);
  cover : reason;
  bound : Q;
  rows : nat;
  table : list (list Q);
  value : Q }.

(** ** The same data as real numbers *)

Definition vector (l : list Q) : nat -> R := fun i => Q2R (entry l i).
Definition real_matrix (l : list (list Q)) : matrix := fun i j => Q2R (entry2 l i j).
Definition real_levels (l : list (list (option Q))) : levels :=
  fun a b => option_map Q2R (level l a b).

(** What a certificate says: no private table has a utility above the bound; the table is private
    and has at least the value. *)
Definition proves (c : certificate) : Prop :=
  let k := truths c in
  let u := best k (vector (first c)) (map vector (others c)) in
  (forall m P, private m k (real_levels (above c)) (real_matrix (delta c)) P ->
     (\sum_(i < m) u (P i) <= Q2R (bound c))%R) /\
  private (rows c) k (real_levels (below c)) (real_matrix (delta c)) (real_matrix (table c)) /\
  (Q2R (value c) <= \sum_(i < rows c) u (real_matrix (table c) i))%R.

(** ** What is computed *)

Fixpoint qsum (n : nat) (f : nat -> Q) : Q :=
  match n with
  | O => 0
  | S m => Qred (qsum m f + f m)
  end.

Definition all (n : nat) (p : nat -> bool) : bool := forallb p (seq 0 n).
Definition all_pairs (n : nat) (p : nat -> nat -> bool) : bool :=
  all n (fun a => all n (fun b => p a b)).

Definition qmax (x y : Q) : Q := if Qle_bool x y then y else x.
Definition qmin (x y : Q) : Q := if Qle_bool x y then x else y.
Definition qdot (k : nat) (x r : nat -> Q) : Q := qsum k (fun j => x j * r j).

Fixpoint qbest (k : nat) (x : list Q) (rest : list (list Q)) (r : nat -> Q) : Q :=
  match rest with
  | [] => qdot k (entry x) r
  | y :: rest => qmax (qdot k (entry x) r) (qbest k y rest r)
  end.

Definition qexcess (G : list (list (option Q))) (a b : nat) (r : nat -> Q) : Q :=
  match level G a b with
  | Some g => if Nat.eqb a b then 0 else qmax 0 (r a - g * r b)
  | None => 0
  end.

Definition qbalance (k : nat) (G : list (list (option Q))) (f : nat -> nat -> Q) (c : nat) : Q :=
  qsum k (f c) - qsum k (fun a => match level G a c with Some g => g * f a c | None => 0 end).

Definition by_multipliers (c : certificate) (x : list Q) (f : list (list Q)) : bool :=
  let k := truths c in
  all_pairs k (fun a b =>
    Qle_bool 0 (entry2 f a b) && (negb (Nat.eqb a b) || Qeq_bool (entry2 f a b) 0) &&
    (match level (above c) a b with Some _ => true | None => Qeq_bool (entry2 f a b) 0 end) &&
    (Qeq_bool (entry2 (delta c) a b) 0 || Qle_bool (entry2 f a b) (entry2 (pair_prices c) a b))) &&
  all k (fun j => Qle_bool 0
    (entry (prices c) j - entry x j + qbalance k (above c) (entry2 f) j)).

Definition by_minima (c : certificate) (g : Q) (x : list Q) : bool :=
  let k := truths c in
  Qle_bool 0 (qsum k (fun j => let d := entry (prices c) j - entry x j in qmin d (g * d))).

(** One number above 1 for all pairs, and no delta. *)
Definition is_number (c : certificate) (g : Q) : bool :=
  Nat.ltb 0 (truths c) && Qle_bool 1 g &&
  all_pairs (truths c) (fun a b => Qeq_bool (entry2 (delta c) a b) 0 &&
    (Nat.eqb a b ||
     match level (above c) a b with Some h => Qeq_bool h g | None => false end)).

Definition covered (c : certificate) : bool :=
  match cover c with
  | Multipliers fs => Nat.eqb (length fs) (S (length (others c))) &&
      forallb (fun xf => by_multipliers c (fst xf) (snd xf)) (combine (first c :: others c) fs)
  | Minima g => is_number c g && forallb (by_minima c g) (first c :: others c)
  end.

Definition private_table (k m : nat) (G : list (list (option Q))) (delta T : list (list Q)) : bool :=
  let P := entry2 T in
  all k (fun j => all m (fun i => Qle_bool 0 (P i j)) && Qeq_bool (qsum m (fun i => P i j)) 1) &&
  all_pairs k (fun a b => Qle_bool (qsum m (fun i => qexcess G a b (P i))) (entry2 delta a b)).

Definition table_is_private (c : certificate) : bool :=
  private_table (truths c) (rows c) (below c) (delta c) (table c).

Definition accepted (c : certificate) : bool :=
  let k := truths c in
  all_pairs k (fun a b => Qle_bool 0 (entry2 (pair_prices c) a b)) && covered c &&
  Qle_bool (qsum k (entry (prices c)) +
    qsum k (fun a => qsum k (fun b => entry2 (pair_prices c) a b * entry2 (delta c) a b))) (bound c) &&
  table_is_private c &&
  Qle_bool (value c) (qsum (rows c) (fun i => qbest k (first c) (others c) (entry2 (table c) i))).

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma all_spec : forall n p, all n p = true -> forall i, (i < n)%nat -> p i = true.
Proof.
  intros n p yes i small. unfold all in yes. rewrite forallb_forall in yes.
  apply yes, in_seq. lia.
Qed.

Lemma all_pairs_spec : forall n p, all_pairs n p = true ->
  forall a b, (a < n)%nat -> (b < n)%nat -> p a b = true.
Proof.
  intros n p yes a b first second.
  pose proof (all_spec n _ yes a first) as row. now apply (all_spec n _ row).
Qed.

Lemma le_real : forall x y, Qle_bool x y = true -> Q2R x <= Q2R y.
Proof. intros x y yes. apply Qle_Rle. now apply Qle_bool_iff. Qed.

Lemma eq_real : forall x y, Qeq_bool x y = true -> Q2R x = Q2R y.
Proof. intros x y yes. apply Qeq_eqR. now apply Qeq_bool_iff. Qed.

Lemma Q2R_zero : Q2R 0 = 0.
Proof. unfold Q2R. simpl. lra. Qed.

Lemma Q2R_one : Q2R 1 = 1.
Proof. unfold Q2R. simpl. lra. Qed.

Lemma sum_real : forall n f, Q2R (qsum n f) = \sum_(i < n) Q2R (f i).
Proof.
  induction n as [|n IH]; intros f; cbn [qsum sum]; [apply Q2R_zero|].
  rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus. now rewrite IH.
Qed.

Lemma max_real : forall x y, Q2R (qmax x y) = Rmax (Q2R x) (Q2R y).
Proof.
  intros x y. unfold qmax. destruct (Qle_bool x y) eqn:order.
  - rewrite Rmax_right; auto. now apply le_real.
  - rewrite Rmax_left; auto. apply Qle_Rle. apply Qnot_lt_le. intros less.
    apply Qlt_le_weak, Qle_bool_iff in less. congruence.
Qed.

Lemma min_real : forall x y, Q2R (qmin x y) = Rmin (Q2R x) (Q2R y).
Proof.
  intros x y. unfold qmin. destruct (Qle_bool x y) eqn:order.
  - rewrite Rmin_left; auto. now apply le_real.
  - rewrite Rmin_right; auto. apply Qle_Rle. apply Qnot_lt_le. intros less.
    apply Qlt_le_weak, Qle_bool_iff in less. congruence.
Qed.

Lemma dot_real : forall k x r, Q2R (qdot k x r) = dot k (fun j => Q2R (x j)) (fun j => Q2R (r j)).
Proof. intros. unfold qdot. rewrite sum_real. apply sum_ext. intros. apply Q2R_mult. Qed.

Lemma best_real : forall k rest x r,
  Q2R (qbest k x rest r) = best k (vector x) (map vector rest) (fun j => Q2R (r j)).
Proof.
  intros k. induction rest as [|y rest IH]; intros x r; simpl; [apply dot_real|].
  rewrite max_real, dot_real. now rewrite IH.
Qed.

Lemma excess_real : forall G a b r,
  Q2R (qexcess G a b r) = excess (real_levels G) a b (fun j => Q2R (r j)).
Proof.
  intros G a b r. unfold qexcess, excess, real_levels. destruct (level G a b) as [g|]; simpl.
  - destruct (Nat.eqb_spec a b), (Nat.eq_dec a b); try contradiction; [apply Q2R_zero|].
    now rewrite max_real, Q2R_minus, Q2R_mult, Q2R_zero.
  - apply Q2R_zero.
Qed.

Lemma balance_real : forall k G f c,
  Q2R (qbalance k G (entry2 f) c) = balance k (real_levels G) (real_matrix f) c.
Proof.
  intros k G f c. unfold qbalance, balance. rewrite Q2R_minus, !sum_real. f_equal.
  apply sum_ext. intros a _. unfold real_levels. destruct (level G a c); simpl.
  - now rewrite Q2R_mult.
  - apply Q2R_zero.
Qed.

Ltac split_and := repeat match goal with h : _ && _ = true |- _ => apply andb_prop in h as [? ?] end.

Lemma multipliers_justify : forall c x f, by_multipliers c x f = true ->
  justified (truths c) (real_levels (above c)) (real_matrix (delta c)) (vector (prices c))
    (real_matrix (pair_prices c)) (real_matrix f) (vector x).
Proof.
  intros c x f yes. unfold by_multipliers in yes. split_and. split.
  - intros a b small small'. pose proof (all_pairs_spec _ _ H a b small small') as pair.
    cbv beta in pair. split_and. unfold real_matrix. repeat split.
    + rewrite <- Q2R_zero. now apply le_real.
    + intros <-. rewrite Nat.eqb_refl in *. simpl in *. rewrite <- Q2R_zero. now apply eq_real.
    + unfold real_levels. destruct (level (above c) a b); [discriminate|].
      intros _. rewrite <- Q2R_zero. now apply eq_real.
    + intros some. apply le_real.
      match goal with h : _ || _ = true |- _ => apply orb_prop in h as [zero|]; [|assumption] end.
      exfalso. apply some. rewrite (eq_real _ _ zero). apply Q2R_zero.
  - intros j small. pose proof (all_spec _ _ H0 j small) as total. apply le_real in total.
    rewrite Q2R_zero, Q2R_plus, Q2R_minus, balance_real in total. exact total.
Qed.

Lemma combine_nth_all : forall (A B : Type) (p : A * B -> bool) (l : list A) (m : list B) a b n,
  length m = length l -> forallb p (combine l m) = true -> (n < length l)%nat ->
  p (nth n l a, nth n m b) = true.
Proof.
  intros A B p l m a b n len yes small. rewrite forallb_forall in yes. apply yes.
  rewrite <- combine_nth by auto. apply nth_In. rewrite combine_length. lia.
Qed.

Lemma charge_at_least_dot : forall k G y z r,
  (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b) -> dot k y r <= charge k G y z r.
Proof.
  intros k G y z r pairs. unfold charge.
  enough (0 <= \sum_(a < k) \sum_(b < k) (z a b * excess G a b r)) by lra.
  apply sum_nonneg. intros a small. apply sum_nonneg. intros b small'.
  apply Rmult_le_pos; auto. apply excess_nonneg.
Qed.

Lemma minima_cover : forall c g x r, is_number c g = true -> by_minima c g x = true ->
  (forall a b, (a < truths c)%nat -> (b < truths c)%nat -> 0 <= real_matrix (pair_prices c) a b) ->
  row (truths c) (real_levels (above c)) (real_matrix (delta c)) r ->
  dot (truths c) (vector x) r <=
  charge (truths c) (real_levels (above c)) (vector (prices c)) (real_matrix (pair_prices c)) r.
Proof.
  intros c g x r number total pairs [nonneg hard]. unfold is_number in number. split_and.
  apply Rle_trans with (dot (truths c) (vector (prices c)) r); [|now apply charge_at_least_dot].
  apply (number_actions_cover _ (Q2R g)).
  - match goal with h : Nat.ltb _ _ = true |- _ => now apply Nat.ltb_lt in h end.
  - apply le_real in total. rewrite Q2R_zero, sum_real in total. unfold minima.
    rewrite (sum_ext (truths c) _ (fun j => Q2R (let d := (entry (prices c) j - entry x j)%Q in
      qmin d (g * d)))); [assumption|].
    intros j _. cbv zeta. rewrite min_real, Q2R_mult, Q2R_minus. reflexivity.
  - assert (1 <= Q2R g) as big by (rewrite <- Q2R_one; now apply le_real).
    split; [assumption|]. intros a b small small'. destruct (Nat.eq_dec a b) as [<-|differ].
    + specialize (nonneg a small). rewrite <- (Rmult_1_l (r a)) at 1. now apply Rmult_le_compat_r.
    + pose proof (all_pairs_spec _ _ H0 a b small small') as pair. cbv beta in pair. split_and.
      assert (real_matrix (delta c) a b = 0) as none.
      { unfold real_matrix. rewrite <- Q2R_zero. now apply eq_real. }
      specialize (hard a b small small' none). unfold excess, real_levels in hard.
      destruct (Nat.eqb_spec a b); [contradiction|]. simpl in *.
      destruct (level (above c) a b) as [h|]; [|discriminate]. simpl in hard.
      destruct (Nat.eq_dec a b); [contradiction|].
      rewrite <- (eq_real h g) by assumption.
      pose proof (Rmax_r 0 (r a - Q2R h * r b)). lra.
Qed.

Lemma covered_covers : forall c, covered c = true ->
  (forall a b, (a < truths c)%nat -> (b < truths c)%nat -> 0 <= real_matrix (pair_prices c) a b) ->
  covers (truths c) (real_levels (above c)) (real_matrix (delta c)) (vector (prices c))
    (real_matrix (pair_prices c)) (best (truths c) (vector (first c)) (map vector (others c))).
Proof.
  intros c yes pairs. unfold covered in yes. destruct (cover c) as [fs|g].
  - split_and. apply actions_cover with (f := fun n => real_matrix (nth n fs [])); auto.
    intros n small. change (vector (first c) :: map vector (others c)) with
      (map vector (first c :: others c)) in *. rewrite map_nth, map_length in *.
    apply multipliers_justify.
    apply (combine_nth_all _ _ (fun xf => by_multipliers c (fst xf) (snd xf))
      (first c :: others c) fs (first c) [] n); auto.
    now apply Nat.eqb_eq.
  - apply andb_prop in yes as [number yes]. intros r is_row.
    generalize dependent (first c). intros x. revert x.
    induction (others c) as [|w rest IH]; intros x yes; simpl in *; split_and.
    + now apply minima_cover with g.
    + apply Rmax_lub; [now apply minima_cover with g|].
      apply IH. simpl. now rewrite H1, H0 || now rewrite H0, H1 || (apply andb_true_intro; auto).
Qed.

Lemma private_table_spec : forall k m G delta T, private_table k m G delta T = true ->
  private m k (real_levels G) (real_matrix delta) (real_matrix T).
Proof.
  intros k m G delta T good. apply andb_prop in good as [columns limits]. split.
  - intros j small. pose proof (all_spec _ _ columns j small) as column. cbv beta in column.
    apply andb_prop in column as [nonneg one]. split.
    + intros i inside. unfold real_matrix. rewrite <- Q2R_zero. apply le_real.
      exact (all_spec _ _ nonneg i inside).
    + apply eq_real in one. rewrite sum_real, Q2R_one in one. exact one.
  - intros a b small small'.
    pose proof (all_pairs_spec _ _ limits a b small small') as limited. apply le_real in limited.
    rewrite sum_real in limited. eapply Rle_trans; [|exact limited].
    apply Req_le, sum_ext. intros i _. symmetry. apply excess_real.
Qed.

Theorem kernel_actions : forall c, accepted c = true -> proves c.
Proof.
  intros c yes. unfold accepted in yes. split_and. unfold proves. cbv zeta.
  assert (pairs : forall a b, (a < truths c)%nat -> (b < truths c)%nat ->
    0 <= real_matrix (pair_prices c) a b).
  { intros a b small small'. unfold real_matrix. rewrite <- Q2R_zero. apply le_real.
    exact (all_pairs_spec _ _ H a b small small'). }
  split; [|split].
  - intros m P is_private. eapply Rle_trans.
    + apply (prices_bound m (truths c) (real_levels (above c)) (real_matrix (delta c))
        (vector (prices c)) (real_matrix (pair_prices c)) _ P pairs); [|assumption].
      now apply covered_covers.
    + match goal with h : Qle_bool _ (bound c) = true |- _ => apply le_real in h; rename h into least end.
      rewrite Q2R_plus, !sum_real in least. eapply Rle_trans; [|exact least].
      apply Rplus_le_compat; [apply Rle_refl|]. apply Req_le, sum_ext. intros a _.
      rewrite sum_real. apply sum_ext. intros b _. now rewrite Q2R_mult.
  - now apply private_table_spec.
  - match goal with h : Qle_bool (value c) _ = true |- _ => apply le_real in h; rename h into most end.
    rewrite sum_real in most. eapply Rle_trans; [exact most|].
    apply Req_le, sum_ext. intros i _. apply best_real.
Qed.
