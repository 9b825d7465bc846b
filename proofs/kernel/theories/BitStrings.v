(** Strings of bits and the matrices C_(a,b)(n): the place of a string, exclusive or, weight.

    C_(a,b)(n) is symmetric about both diagonals, each of which is constant; its entry depends on
    the weight of x xor y alone, so there are at most n + 1; C_a(n) C_b(n) = C_(ab+(1-a)(1-b))(n),
    and the inverse of C_a(n), for a other than 1/2, has the entries a^(n-d) (a-1)^d / (2a-1)^n. *)

From Coq Require Import Reals Lra Lia List Arith PeanoNat Bool.
From Rropt Require Import Sums Tensors.
Import ListNotations.
Open Scope R_scope.

(** The string of n bits with the number i, the first bit being the least significant. *)
Definition string (n i : nat) : list bool := map (Nat.testbit i) (seq 0 n).

Fixpoint xor (x y : list bool) : list bool :=
  match x, y with
  | a :: x, b :: y => xorb a b :: xor x y
  | _, _ => []
  end.

Definition weight (x : list bool) : nat := count_occ Bool.bool_dec x true.

Lemma weight_cons : forall b x, weight (b :: x) = (Nat.b2n b + weight x)%nat.
Proof. intros [] x; reflexivity. Qed.

Lemma weight_app : forall x y, weight (x ++ y) = (weight x + weight y)%nat.
Proof. intros. unfold weight. apply count_occ_app. Qed.

Lemma weight_le : forall x, (weight x <= length x)%nat.
Proof. intros. apply count_occ_bound. Qed.

Lemma xor_app : forall x y u v, length x = length y -> xor (x ++ u) (y ++ v) = xor x y ++ xor u v.
Proof.
  induction x as [|a x IH]; intros [|b y] u v same; try discriminate; [reflexivity|].
  injection same as same. simpl. now rewrite IH.
Qed.

Lemma xor_length : forall x y, length x = length y -> length (xor x y) = length x.
Proof.
  induction x as [|a x IH]; intros [|b y] same; try discriminate; [reflexivity|].
  injection same as same. simpl. now rewrite IH.
Qed.

Lemma xor_comm : forall x y, xor x y = xor y x.
Proof. induction x as [|a x IH]; intros [|b y]; try reflexivity. simpl. now rewrite IH, xorb_comm. Qed.

Lemma xor_negb : forall x y, xor (map negb x) (map negb y) = xor x y.
Proof. induction x as [|a x IH]; intros [|b y]; try reflexivity. simpl. rewrite IH. now destruct a, b. Qed.

Lemma string_length : forall n i, length (string n i) = n.
Proof. intros. unfold string. now rewrite map_length, seq_length. Qed.

Lemma string_succ : forall n i, string (S n) i = string n i ++ [Nat.testbit i n].
Proof. intros. unfold string. now rewrite seq_S, map_app. Qed.

Lemma string_cons : forall n i, string (S n) i = Nat.odd i :: string n (i / 2).
Proof.
  intros. unfold string. cbn [seq map]. f_equal.
  rewrite <- seq_shift, map_map. apply map_ext. intros m.
  symmetry. apply Nat.div2_bits.
Qed.

(** Where the entry of C_(a,b)(n) at the places i and j comes from. *)
Lemma distance_of_strings : forall n i j, distance n i j = weight (xor (string n i) (string n j)).
Proof.
  induction n as [|n IH]; intros i j; [reflexivity|].
  rewrite !string_succ, xor_app by (now rewrite !string_length). rewrite weight_app.
  cbn [distance xor]. rewrite IH, weight_cons. change (weight []) with O.
  destruct (Nat.testbit i n), (Nat.testbit j n); cbn [Bool.eqb xorb Nat.b2n]; lia.
Qed.

Theorem string_and_number :
  (forall n i, (i < 2 ^ n)%nat -> length (string n i) = n /\ number (string n i) = i) /\
  (forall x, string (length x) (number x) = x).
Proof.
  split.
  - induction n as [|n IH]; intros i inside.
    + split; [reflexivity|]. simpl in *. lia.
    + rewrite string_cons. cbn [length number].
      assert (i / 2 < 2 ^ n)%nat as half
        by (apply Nat.div_lt_upper_bound; [lia|simpl in inside; lia]).
      destruct (IH _ half) as [-> ->]. split; [reflexivity|].
      pose proof (Nat.div2_odd i) as parts. rewrite Nat.div2_div in parts. lia.
  - induction x as [|b x IH]; [reflexivity|]. cbn [length number]. rewrite string_cons.
    replace (Nat.odd (Nat.b2n b + 2 * number x)) with b.
    2:{ rewrite Nat.odd_add_mul_2. now destruct b. }
    replace ((Nat.b2n b + 2 * number x) / 2)%nat with (number x); [now rewrite IH|].
    rewrite (Nat.mul_comm 2), Nat.div_add by lia. destruct b; reflexivity.
Qed.

Theorem string_complement : forall n i, (i < 2 ^ n)%nat ->
  string n (2 ^ n - 1 - i) = xor (repeat true n) (string n i).
Proof.
  intros n i inside.
  assert (lnot : (2 ^ n - 1 - i = Nat.lnot i n)%nat).
  { destruct (Nat.eq_dec i 0) as [->|some].
    - rewrite Nat.sub_0_r. unfold Nat.lnot. rewrite Nat.lxor_0_l, Nat.ones_equiv. lia.
    - pose proof (Nat.add_lnot_diag_low i n) as total. rewrite Nat.ones_equiv in total.
      assert (Nat.log2 i < n)%nat as low by (apply Nat.log2_lt_pow2; lia).
      specialize (total low). lia. }
  rewrite lnot. unfold string.
  assert (low : forall l, (forall m, In m l -> (m < n)%nat) ->
    map (Nat.testbit (Nat.lnot i n)) l = xor (repeat true (length l)) (map (Nat.testbit i) l)).
  { induction l as [|m l IH]; intros small; [reflexivity|]. simpl.
    rewrite IH by (intros; apply small; now right).
    rewrite Nat.lnot_spec_low by (apply small; now left). reflexivity. }
  rewrite low; [now rewrite seq_length|]. intros m there. apply in_seq in there. lia.
Qed.

Lemma complement_flips : forall n x, length x = n -> xor (repeat true n) x = map negb x.
Proof. induction n as [|n IH]; intros [|b x] same; try discriminate; [reflexivity|]. simpl. now rewrite IH by auto. Qed.

Theorem reflection_keeps_distance : forall n i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  weight (xor (string n i) (string n j)) =
  weight (xor (string n (2 ^ n - 1 - j)) (string n (2 ^ n - 1 - i))).
Proof.
  intros n i j row column. rewrite !string_complement, !complement_flips by
    (try apply string_length; assumption). now rewrite xor_negb, xor_comm.
Qed.

(** ** The matrices *)

Theorem entry_depends_on_distance : forall n, exists g, forall a b i j,
  (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  bits a b n i j = g (weight (xor (string n i) (string n j))) a b.
Proof.
  intros n. exists (fun d a b => a ^ (n - d) * b ^ d). intros a b i j row column.
  rewrite bits_entry by assumption. now rewrite distance_of_strings.
Qed.

Theorem bits_of_strings : forall a b x y, length x = length y ->
  bits a b (length x) (number x) (number y) =
  a ^ (length x - weight (xor x y)) * b ^ weight (xor x y).
Proof.
  intros a b x y same. pose proof (number_below x). pose proof (number_below y).
  rewrite <- same in *. rewrite bits_entry by assumption. rewrite distance_of_strings.
  destruct string_and_number as [_ back]. now rewrite back, same, back.
Qed.

Theorem bits_bisymmetric : forall a b n i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  bits a b n i j = bits a b n j i /\
  bits a b n i j = bits a b n (2 ^ n - 1 - j)%nat (2 ^ n - 1 - i)%nat.
Proof.
  intros a b n i j row column. pose proof (power_pos n).
  destruct (entry_depends_on_distance n) as (g & entry).
  rewrite !entry by lia. split; [now rewrite xor_comm|].
  now rewrite <- reflection_keeps_distance.
Qed.

Lemma xor_self : forall x, weight (xor x x) = O.
Proof. induction x as [|b x IH]; [reflexivity|]. simpl. now rewrite xorb_nilpotent. Qed.

Theorem bits_diagonal : forall a b n i, (i < 2 ^ n)%nat -> bits a b n i i = a ^ n.
Proof.
  intros a b n i inside. rewrite bits_entry by assumption.
  rewrite distance_of_strings, xor_self, Nat.sub_0_r. simpl. ring.
Qed.

Lemma complement_distance : forall x, weight (xor x (map negb x)) = length x.
Proof. induction x as [|b x IH]; [reflexivity|]. cbn [xor map]. rewrite weight_cons, IH. now destruct b. Qed.

Theorem bits_anti_diagonal : forall a b n i, (i < 2 ^ n)%nat ->
  bits a b n i (2 ^ n - 1 - i)%nat = b ^ n.
Proof.
  intros a b n i inside. pose proof (power_pos n). rewrite bits_entry by lia.
  rewrite distance_of_strings, string_complement, complement_flips
    by (try apply string_length; assumption).
  rewrite complement_distance, string_length, Nat.sub_diag. simpl. ring.
Qed.

Theorem bits_few_entries : forall a b n, exists values : list R, (length values = n + 1)%nat /\
  forall i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat -> In (bits a b n i j) values.
Proof.
  intros a b n. exists (map (fun d => a ^ (n - d) * b ^ d) (seq 0 (n + 1))).
  split; [now rewrite map_length, seq_length|]. intros i j row column.
  rewrite bits_entry by assumption. apply (in_map (fun d => a ^ (n - d) * b ^ d)).
  apply in_seq. pose proof (distance_le n i j). lia.
Qed.

(** A matrix whose columns contain laws has b = 1 - a. *)
Theorem stochastic_bits : forall a b n, (0 < n)%nat -> 0 <= a -> 0 <= b ->
  stochastic (2 ^ n) (2 ^ n) (bits a b n) -> b = 1 - a.
Proof.
  intros a b n some low low' columns. pose proof (power_pos n) as more.
  destruct (columns O more) as [_ total]. rewrite bits_columns in total by assumption.
  destruct (Rtotal_order (a + b) 1) as [less|[same|large]]; [|lra|].
  - assert ((a + b) ^ n < 1); [|lra]. destruct n as [|n]; [lia|].
    simpl. assert ((a + b) ^ n <= 1).
    { rewrite <- (pow1 n). apply pow_incr. lra. }
    assert (0 <= (a + b) ^ n) by (apply pow_le; lra).
    assert ((a + b) * (a + b) ^ n <= (a + b) * 1) by (apply Rmult_le_compat_l; lra). lra.
  - assert (1 < (a + b) ^ n); [|lra]. now apply Rlt_pow_R1.
Qed.

Theorem bits_product : forall a c n i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  let both := a * c + (1 - a) * (1 - c) in
  times (2 ^ n) (bits a (1 - a) n) (bits c (1 - c) n) i j = bits both (1 - both) n i j.
Proof.
  intros a c n i j row column both. revert i j row column.
  induction n as [|n IH]; intros i j row column.
  - unfold times. simpl. lra.
  - pose proof (power_pos n) as some. change (2 ^ S n)%nat with (2 * 2 ^ n)%nat in *.
    destruct (index_parts 2 (2 ^ n) i some row) as [high low].
    destruct (index_parts 2 (2 ^ n) j some column) as [high' low'].
    cbn [bits]. rewrite kronecker_product by assumption. unfold kronecker.
    rewrite IH by assumption. f_equal. unfold times, bisymmetric, both.
    destruct (i / 2 ^ n)%nat as [|[|]], (j / 2 ^ n)%nat as [|[|]]; try lia; simpl; ring.
Qed.

(** C_a(n) C_a(n) = C_(a^2 + (1-a)^2)(n). *)
Theorem bits_square : forall a n i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  let c := a ^ 2 + (1 - a) ^ 2 in
  times (2 ^ n) (bits a (1 - a) n) (bits a (1 - a) n) i j = bits c (1 - c) n i j.
Proof.
  intros a n i j row column c. rewrite bits_product by assumption. cbv zeta.
  now replace (a * a + (1 - a) * (1 - a)) with c by (unfold c; ring).
Qed.

(** The inverse of C_a(n) for a other than 1/2. *)
Definition inverse_bits (a : R) (n : nat) : matrix :=
  bits (a / (2 * a - 1)) (1 - a / (2 * a - 1)) n.

Theorem inverse_entry : forall a n (D : matrix), 2 * a <> 1 ->
  (forall i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
     times (2 ^ n) (bits a (1 - a) n) D i j = unit_matrix i j) ->
  forall i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
  let d := weight (xor (string n i) (string n j)) in
  D i j = a ^ (n - d) * (a - 1) ^ d / (2 * a - 1) ^ n.
Proof.
  intros a n D odd unit i j row column d.
  assert (D i j = inverse_bits a n i j) as ->.
  { rewrite <- (sum_pick (2 ^ n) (fun u => D u j) i row).
    rewrite (sum_ext _ _ (fun u => times (2 ^ n) (inverse_bits a n) (bits a (1 - a) n) i u * D u j)).
    - unfold times at 1. rewrite (sum_ext _ _ (fun u => \sum_(v < 2 ^ n)
        (inverse_bits a n i v * (bits a (1 - a) n v u * D u j)))).
      + rewrite sum_of_sums. rewrite (sum_ext _ _ (fun v => at_index j v * inverse_bits a n i v)).
        * now rewrite sum_pick.
        * intros v small. rewrite sum_scale. change (\sum_(u < 2 ^ n) (bits a (1 - a) n v u * D u j))
            with (times (2 ^ n) (bits a (1 - a) n) D v j). rewrite unit by assumption.
          unfold unit_matrix, at_index.
          destruct (Nat.eq_dec v j), (Nat.eq_dec j v); congruence || ring.
      + intros u _. rewrite <- sum_scale_right. apply sum_ext. intros. ring.
    - intros u small. destruct (bits_inverse a n i u odd row small) as [_ back].
      unfold inverse_bits. now rewrite back. }
  unfold inverse_bits. rewrite bits_entry by assumption. rewrite distance_of_strings. fold d.
  pose proof (weight_le (xor (string n i) (string n j))) as le. fold d in le.
  rewrite xor_length, string_length in le by (now rewrite !string_length).
  replace (1 - a / (2 * a - 1)) with ((a - 1) / (2 * a - 1)) by (field; lra).
  unfold Rdiv. rewrite !Rpow_mult_distr, !pow_inv by lra.
  replace ((2 * a - 1) ^ n) with ((2 * a - 1) ^ (n - d) * (2 * a - 1) ^ d)
    by (rewrite <- pow_add; f_equal; lia).
  field. split; apply pow_nonzero; lra.
Qed.

(** Both C_a(n) and its inverse have closed forms, and at most n + 1 entries each. *)
Theorem both_have_few_entries : forall a n, 2 * a <> 1 ->
  (forall i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
     let d := weight (xor (string n i) (string n j)) in
     bits a (1 - a) n i j = a ^ (n - d) * (1 - a) ^ d /\
     inverse_bits a n i j = a ^ (n - d) * (a - 1) ^ d / (2 * a - 1) ^ n /\
     times (2 ^ n) (bits a (1 - a) n) (inverse_bits a n) i j = unit_matrix i j) /\
  (exists values : list R, (length values = n + 1)%nat /\
     forall i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat -> In (bits a (1 - a) n i j) values) /\
  (exists values : list R, (length values = n + 1)%nat /\
     forall i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat -> In (inverse_bits a n i j) values).
Proof.
  intros a n odd.
  assert (unit : forall i j, (i < 2 ^ n)%nat -> (j < 2 ^ n)%nat ->
    times (2 ^ n) (bits a (1 - a) n) (inverse_bits a n) i j = unit_matrix i j)
    by (intros; now apply bits_inverse).
  split; [|split; apply bits_few_entries]. intros i j row column d. repeat split.
  - unfold d. rewrite bits_entry, distance_of_strings by assumption. reflexivity.
  - now apply inverse_entry.
  - now apply unit.
Qed.

(** The diagonal of C^-1 C^-1 is constant. *)
Theorem square_of_inverse : forall a n i, 2 * a <> 1 -> (i < 2 ^ n)%nat ->
  times (2 ^ n) (inverse_bits a n) (inverse_bits a n) i i =
  ((a ^ 2 + (1 - a) ^ 2) / (2 * a - 1) ^ 2) ^ n.
Proof.
  intros a n i odd inside. unfold inverse_bits. rewrite bits_product by assumption. cbv zeta.
  rewrite bits_diagonal by assumption. f_equal. field. lra.
Qed.

(** ** Traces *)

Definition hadamard (A B : matrix) : matrix := fun i j => A i j * B i j.
Definition transposed (A : matrix) : matrix := fun i j => A j i.

Theorem trace_of_entries : forall m k (A B : matrix),
  trace m (times k A B) = \sum_(i < m) \sum_(j < k) hadamard A (transposed B) i j /\
  trace m (times k A B) = \sum_(j < k) \sum_(i < m) hadamard A (transposed B) i j.
Proof. intros. split; [reflexivity|]. rewrite <- sum_of_sums. reflexivity. Qed.

Definition diagonal_matrix (v : nat -> R) : matrix := fun i j => at_index i j * v i.

(** The trace of m^-1 (D diag(q) D^t - p p^t) for a symmetric D. *)
Theorem trace_of_covariance : forall n m (D : matrix) p q,
  (forall i j, (i < n)%nat -> (j < n)%nat -> D i j = D j i) ->
  trace n (fun x y =>
    / m * (times n (times n D (diagonal_matrix q)) (transposed D) x y - p x * p y)) =
  / m * (trace n (times n (times n D D) (diagonal_matrix q)) - \sum_(x < n) (p x ^ 2)).
Proof.
  intros n m D p q symmetric. unfold trace.
  rewrite sum_scale, sum_minus. f_equal. f_equal; [|apply sum_ext; intros; ring].
  change (trace n (times n (times n D (diagonal_matrix q)) (transposed D)) =
    trace n (times n (times n D D) (diagonal_matrix q))).
  assert (scaled : forall A i j, (j < n)%nat ->
    times n A (diagonal_matrix q) i j = A i j * q j).
  { intros A i j small. unfold times, diagonal_matrix.
    rewrite (sum_ext n _ (fun u => at_index j u * (A i u * q u))).
    - now rewrite (sum_pick n (fun u => A i u * q u)).
    - intros u _. unfold at_index.
      destruct (Nat.eq_dec u j), (Nat.eq_dec j u); congruence || ring. }
  unfold trace.
  rewrite (sum_ext n (fun i => times n (times n D D) (diagonal_matrix q) i i)
    (fun i => \sum_(u < n) (D i u * D u i * q i)))
    by (intros; rewrite scaled by assumption; unfold times; now rewrite <- sum_scale_right).
  unfold times at 1.
  rewrite (sum_ext n _ (fun x => \sum_(u < n) (D x u * D u x * q u))).
  - rewrite sum_of_sums. apply sum_ext. intros x _. apply sum_ext. intros. ring.
  - intros x row. apply sum_ext. intros u small. rewrite scaled by assumption.
    unfold transposed. rewrite (symmetric u x) by assumption. ring.
Qed.
