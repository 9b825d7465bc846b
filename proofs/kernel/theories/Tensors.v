(** Matrices, stochastic matrices, Kronecker products and tensor powers, of any size. *)

From Coq Require Import Reals Lra Lia List Arith PeanoNat Bool.
From Rropt Require Import Sums.
Import ListNotations.
Open Scope R_scope.

Definition matrix := nat -> nat -> R.

(** A column-stochastic m by k matrix: its columns are laws. *)
Definition stochastic (m k : nat) (P : matrix) : Prop :=
  forall j, (j < k)%nat -> law m (fun i => P i j).

(** The product of A (with n columns) and B (with n rows). *)
Definition times (n : nat) (A B : matrix) : matrix := fun i j => \sum_(u < n) (A i u * B u j).

Definition trace (n : nat) (A : matrix) : R := \sum_(i < n) A i i.

(** A (x) B, where B has p rows and q columns. *)
Definition kronecker (p q : nat) (A B : matrix) : matrix :=
  fun i j => A (i / p)%nat (j / q)%nat * B (i mod p)%nat (j mod q)%nat.

Definition unit_matrix : matrix := at_index.

Theorem trace_of_product : forall m k (A B : matrix),
  trace m (times k A B) = trace k (times m B A).
Proof.
  intros m k A B. unfold trace, times. rewrite sum_of_sums.
  apply sum_ext; intros j _. apply sum_ext; intros i _. ring.
Qed.

(** ** B (+) I, where B has r rows and s columns; A_1 (s rows) over A_2 *)

Definition direct_sum (r s : nat) (B : matrix) : matrix := fun i j =>
  if lt_dec i r then if lt_dec j s then B i j else 0
  else if lt_dec j s then 0 else at_index (i - r) (j - s).
Definition stacked (s : nat) (A1 A2 : matrix) : matrix := fun i j =>
  if lt_dec i s then A1 i j else A2 (i - s)%nat j.

Lemma sum_app : forall m n f, sum (m + n) f = sum m f + \sum_(i < n) f (m + i)%nat.
Proof.
  intros m n f. induction n as [|n IH]; [rewrite Nat.add_0_r; simpl; lra|].
  rewrite Nat.add_succ_r. simpl. rewrite IH. lra.
Qed.

Theorem block_and_identity : forall r s n (B : matrix),
  (forall A1 A2 i j, (i < r + n)%nat ->
     times (s + n) (direct_sum r s B) (stacked s A1 A2) i j = stacked r (times s B A1) A2 i j) /\
  (stochastic (r + n) (s + n) (direct_sum r s B) <-> stochastic r s B) /\
  (forall t (C : matrix) i j, (i < r + n)%nat -> (j < t + n)%nat ->
     times (s + n) (direct_sum r s B) (direct_sum s t C) i j = direct_sum r t (times s B C) i j).
Proof.
  intros r s n B.
  assert (product : forall A1 A2 i j, (i < r + n)%nat ->
    times (s + n) (direct_sum r s B) (stacked s A1 A2) i j = stacked r (times s B A1) A2 i j).
  { intros A1 A2 i j row. unfold times, stacked, direct_sum. rewrite sum_app.
    destruct (lt_dec i r) as [top|bottom].
    - rewrite (sum_zero n).
      + rewrite Rplus_0_r. apply sum_ext. intros u small. now destruct (lt_dec u s).
      + intros u _. destruct (lt_dec (s + u) s); [lia|ring].
    - rewrite (sum_zero s).
      + rewrite Rplus_0_l. rewrite (sum_ext n _ (fun u => at_index (i - r) u * A2 u j)).
        * apply (sum_pick n (fun u => A2 u j)). lia.
        * intros u _. destruct (lt_dec (s + u) s); [lia|].
          now replace (s + u - s)%nat with u by lia.
      + intros u small. destruct (lt_dec u s); [ring|contradiction]. }
  assert (columns : forall j, (j < s)%nat ->
    \sum_(i < r + n) direct_sum r s B i j = \sum_(i < r) B i j).
  { intros j small. rewrite sum_app, (sum_zero n).
    - rewrite Rplus_0_r. apply sum_ext. intros i row. unfold direct_sum.
      destruct (lt_dec i r), (lt_dec j s); lia || reflexivity.
    - intros i _. unfold direct_sum. destruct (lt_dec (r + i) r), (lt_dec j s); lia || reflexivity. }
  split; [assumption|]. split; [split|].
  - intros all j small. destruct (all j) as [above total]; [lia|]. split.
    + intros i row. specialize (above i ltac:(lia)). unfold direct_sum in above.
      destruct (lt_dec i r), (lt_dec j s); lia || assumption.
    + rewrite columns in total by assumption. exact total.
  - intros all j small. split.
    + intros i row. unfold direct_sum.
      destruct (lt_dec i r), (lt_dec j s) as [left|]; try lra.
      * now apply (all j left).
      * unfold at_index. destruct (Nat.eq_dec _ _); lra.
    + destruct (lt_dec j s) as [left|right].
      * rewrite columns by assumption. now apply all.
      * rewrite sum_app, (sum_zero r), Rplus_0_l.
        -- rewrite (sum_ext n _ (fun i => at_index (j - s) i * 1)).
           ++ apply (sum_pick n (fun _ => 1)). lia.
           ++ intros i _. unfold direct_sum, at_index.
              destruct (lt_dec (r + i) r), (lt_dec j s); try lia.
              destruct (Nat.eq_dec (r + i - r) (j - s)), (Nat.eq_dec (j - s) i); try lia; ring.
        -- intros i row. unfold direct_sum. destruct (lt_dec i r), (lt_dec j s); lia || reflexivity.
  - intros t C i j row column.
    change (direct_sum s t C) with
      (stacked s (fun u v => if lt_dec v t then C u v else 0)
        (fun u v => if lt_dec v t then 0 else at_index u (v - t))).
    rewrite product by assumption. unfold stacked, direct_sum, times.
    destruct (lt_dec i r); [|reflexivity]. destruct (lt_dec j t); [reflexivity|].
    apply sum_zero. intros. ring.
Qed.

(** ** Kronecker products *)

(** An index below n p is a pair of one below n and one below p. *)
Lemma sum_pairs : forall n p f, (0 < p)%nat ->
  \sum_(u < n * p) f (u / p)%nat (u mod p)%nat = \sum_(a < n) \sum_(b < p) f a b.
Proof.
  intros n p f some. induction n as [|n IH]; [reflexivity|].
  rewrite Nat.mul_succ_l, sum_app, IH. simpl. f_equal. apply sum_ext. intros b small.
  rewrite (Nat.add_comm _ b), Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small by lia.
  reflexivity.
Qed.

Theorem kronecker_product : forall n p q s (A B C D : matrix) i j, (0 < q)%nat ->
  times (n * q) (kronecker p q A B) (kronecker q s C D) i j =
  kronecker p s (times n A C) (times q B D) i j.
Proof.
  intros n p q s A B C D i j some. unfold times, kronecker.
  rewrite (sum_pairs n q (fun a b => A (i / p)%nat a * B (i mod p)%nat b *
    (C a (j / s)%nat * D b (j mod s)%nat))) by assumption.
  rewrite product_of_sums. apply sum_ext; intros a _. apply sum_ext; intros b _. ring.
Qed.

Lemma sum_pairs_product : forall n p f g, (0 < p)%nat ->
  \sum_(u < n * p) (f (u / p)%nat * g (u mod p)%nat) = (\sum_(a < n) f a) * (\sum_(b < p) g b).
Proof.
  intros n p f g some. rewrite (sum_pairs n p (fun a b => f a * g b)) by assumption.
  now rewrite product_of_sums.
Qed.

Lemma index_parts : forall n p i, (0 < p)%nat -> (i < n * p)%nat ->
  (i / p < n)%nat /\ (i mod p < p)%nat.
Proof.
  intros n p i some inside. split; [|apply Nat.mod_upper_bound; lia].
  apply Nat.div_lt_upper_bound; lia.
Qed.

Lemma join_parts : forall p a b, (b < p)%nat ->
  ((a * p + b) / p)%nat = a /\ ((a * p + b) mod p)%nat = b.
Proof.
  intros p a b small. rewrite Nat.add_comm.
  rewrite Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small by lia. lia.
Qed.

(** ** Tensor powers of ((a, b), (b, a)) *)

Definition bisymmetric (a b : R) : matrix := fun i j => if Nat.eqb i j then a else b.

Fixpoint bits (a b : R) (n : nat) : matrix :=
  match n with
  | O => fun _ _ => 1
  | S m => kronecker (2 ^ m) (2 ^ m) (bisymmetric a b) (bits a b m)
  end.

(** In how many of the n bits i and j differ. *)
Fixpoint distance (n i j : nat) : nat :=
  match n with
  | O => 0
  | S m => (if Bool.eqb (Nat.testbit i m) (Nat.testbit j m) then 0 else 1) + distance m i j
  end.

Lemma power_pos : forall n, (0 < 2 ^ n)%nat.
Proof. intros n. apply Nat.neq_0_lt_0, Nat.pow_nonzero. lia. Qed.

Lemma distance_low : forall n m i j, (n <= m)%nat ->
  distance n (i mod 2 ^ m) (j mod 2 ^ m) = distance n i j.
Proof.
  induction n as [|n IH]; intros m i j small; [reflexivity|]. simpl.
  rewrite !Nat.mod_pow2_bits_low by lia. now rewrite IH by lia.
Qed.

Lemma distance_le : forall n i j, (distance n i j <= n)%nat.
Proof.
  induction n as [|n IH]; intros i j; simpl; [lia|]. specialize (IH i j).
  destruct (Bool.eqb _ _); lia.
Qed.

Lemma top_bit : forall n i, (i < 2 ^ S n)%nat -> (i / 2 ^ n)%nat = Nat.b2n (Nat.testbit i n).
Proof.
  intros n i inside. pose proof (power_pos n).
  assert ((i / 2 ^ n < 2)%nat) as two.
  { apply Nat.div_lt_upper_bound; [lia|]. simpl in inside. lia. }
  pose proof (Nat.testbit_spec' i n) as spec.
  rewrite spec. now rewrite Nat.mod_small by lia.
Qed.

Theorem bits_entry : forall a b n i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  bits a b n i j = a ^ (n - distance n i j) * b ^ distance n i j.
Proof.
  intros a b. induction n as [|n IH]; intros i j row column; [simpl; lra|].
  pose proof (power_pos n).
  change (bits a b (S n) i j) with
    (bisymmetric a b (i / 2 ^ n)%nat (j / 2 ^ n)%nat *
     bits a b n (i mod 2 ^ n)%nat (j mod 2 ^ n)%nat).
  rewrite IH by (apply Nat.mod_upper_bound; lia). rewrite distance_low by lia.
  rewrite !top_bit by assumption. unfold bisymmetric. pose proof (distance_le n i j) as le.
  change (distance (S n) i j) with
    ((if Bool.eqb (Nat.testbit i n) (Nat.testbit j n) then 0 else 1) + distance n i j)%nat.
  destruct (Nat.testbit i n), (Nat.testbit j n); cbn [Nat.b2n Nat.eqb Bool.eqb].
  - rewrite Nat.add_0_l, Nat.sub_succ_l by lia. simpl. ring.
  - change (S n - (1 + distance n i j))%nat with (n - distance n i j)%nat. simpl. ring.
  - change (S n - (1 + distance n i j))%nat with (n - distance n i j)%nat. simpl. ring.
  - rewrite Nat.add_0_l, Nat.sub_succ_l by lia. simpl. ring.
Qed.

Lemma bisymmetric_inverse : forall a i j, 2 * a <> 1 -> (i < 2)%nat -> (j < 2)%nat ->
  times 2 (bisymmetric a (1 - a)) (bisymmetric (a / (2 * a - 1)) (1 - a / (2 * a - 1))) i j =
  unit_matrix i j.
Proof.
  intros a i j odd row column. unfold times, unit_matrix, at_index, bisymmetric.
  destruct i as [|[|i]], j as [|[|j]]; try lia; simpl; field; lra.
Qed.

Theorem bits_inverse : forall a n i j, 2 * a <> 1 -> (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  let c := a / (2 * a - 1) in
  times (2 ^ n) (bits a (1 - a) n) (bits c (1 - c) n) i j = unit_matrix i j /\
  times (2 ^ n) (bits c (1 - c) n) (bits a (1 - a) n) i j = unit_matrix i j.
Proof.
  assert (one_side : forall a n i j, 2 * a <> 1 -> (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
    times (2 ^ n) (bits a (1 - a) n) (bits (a / (2 * a - 1)) (1 - a / (2 * a - 1)) n) i j =
    unit_matrix i j).
  { intros a n i j odd. revert i j. induction n as [|n IH]; intros i j row column.
    - simpl in *. assert (i = O) as -> by lia. assert (j = O) as -> by lia.
      unfold times, unit_matrix, at_index. simpl. lra.
    - pose proof (power_pos n) as some. change (2 ^ S n)%nat with (2 * 2 ^ n)%nat in *.
      destruct (index_parts 2 (2 ^ n) i some row) as [high low].
      destruct (index_parts 2 (2 ^ n) j some column) as [high' low'].
      cbn [bits]. rewrite kronecker_product by assumption. unfold kronecker.
      rewrite bisymmetric_inverse, IH by assumption. unfold unit_matrix, at_index.
      destruct (Nat.eq_dec i j) as [<-|differ].
      + destruct (Nat.eq_dec (i / 2 ^ n) (i / 2 ^ n)); [|contradiction].
        destruct (Nat.eq_dec (i mod 2 ^ n) (i mod 2 ^ n)); [lra|contradiction].
      + destruct (Nat.eq_dec (i / 2 ^ n) (j / 2 ^ n)) as [same|]; [|lra].
        destruct (Nat.eq_dec (i mod 2 ^ n) (j mod 2 ^ n)) as [also|]; [|lra].
        exfalso. apply differ. rewrite (Nat.div_mod i (2 ^ n)), (Nat.div_mod j (2 ^ n)) by lia.
        now rewrite same, also. }
  intros a n i j odd row column c. split; [now apply one_side|].
  assert (2 * c <> 1) as other.
  { unfold c. intros half. apply (Rmult_eq_compat_r (2 * a - 1)) in half.
    replace (2 * (a / (2 * a - 1)) * (2 * a - 1)) with (2 * a) in half by (field; lra). lra. }
  replace a with (c / (2 * c - 1)) by (unfold c; field; split; lra).
  now apply one_side.
Qed.

Theorem bits_columns : forall a b n j, (j < 2 ^ n)%nat ->
  \sum_(i < 2 ^ n) bits a b n i j = (a + b) ^ n.
Proof.
  intros a b. induction n as [|n IH]; intros j inside; [simpl; lra|].
  pose proof (power_pos n) as some. change (2 ^ S n)%nat with (2 * 2 ^ n)%nat in *.
  destruct (index_parts 2 (2 ^ n) j some inside) as [high low].
  cbn [bits]. unfold kronecker.
  rewrite (sum_pairs_product 2 (2 ^ n) (fun i => bisymmetric a b i (j / 2 ^ n)%nat)
    (fun i => bits a b n i (j mod 2 ^ n)%nat)) by assumption.
  rewrite IH by assumption. unfold bisymmetric. simpl.
  destruct (j / 2 ^ n)%nat as [|[|]]; simpl; try lia; ring.
Qed.

(** ** Bit strings: the first element of a list is bit 0 *)

Fixpoint number (x : list bool) : nat :=
  match x with
  | [] => 0
  | b :: rest => Nat.b2n b + 2 * number rest
  end.

Lemma number_below : forall x, (number x < 2 ^ length x)%nat.
Proof. induction x as [|[] x IH]; simpl; lia. Qed.

(** In how many places two strings of one length differ. *)
Fixpoint differences (x y : list bool) : nat :=
  match x, y with
  | a :: x, b :: y => (if Bool.eqb a b then 0 else 1) + differences x y
  | _, _ => 0
  end.
