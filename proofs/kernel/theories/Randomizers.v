(** Randomizers that change every bit of a string on its own: R(M) for a sequence M of tables.

    C_R(M) is the Kronecker product of the tables where strings stand in lexicographic order, with
    the factors reversed where the first bit is the least significant one; for n equal bisymmetric
    tables it is C_(a,b)(n). The report of some of the bits is the report of their randomizers. *)

From Coq Require Import Reals Lra Lia List Arith PeanoNat Bool.
From Rropt Require Import Sums Tensors BitStrings.
Import ListNotations.
Open Scope R_scope.

(** The expectation of f over the report of R(M) on x: R(M':Ms, b:x) = M'(b) : R(Ms, x). *)
Fixpoint randomized (Ms : list matrix) (x : list bool) (f : list bool -> R) : R :=
  match Ms, x with
  | M :: Ms, b :: x =>
      \sum_(c < 2) (M c (Nat.b2n b) * randomized Ms x (fun y => f (Nat.eqb c 1 :: y)))
  | _, _ => f []
  end.

(** One where the two strings are the same. *)
Definition same (r y : list bool) : R := if list_eq_dec Bool.bool_dec r y then 1 else 0.

(** The entry of C_R(M): the probability of the report r of x. *)
Definition chance (Ms : list matrix) (r x : list bool) : R := randomized Ms x (same r).

(** C_(M_0) (x) C_(M_1) (x) ... *)
Fixpoint krons (Ms : list matrix) : matrix :=
  match Ms with
  | [] => fun _ _ => 1
  | M :: Ms => kronecker (2 ^ length Ms) (2 ^ length Ms) M (krons Ms)
  end.

Lemma two_terms : forall f, sum 2 f = f 0%nat + f 1%nat.
Proof. intros. simpl. ring. Qed.

Lemma same_cons : forall a b r y, same (a :: r) (b :: y) = (if Bool.eqb a b then 1 else 0) * same r y.
Proof.
  intros a b r y. unfold same. destruct (list_eq_dec _ (a :: r) (b :: y)) as [equal|differ].
  - injection equal as -> ->. rewrite Bool.eqb_reflx.
    destruct (list_eq_dec _ y y); [ring|contradiction].
  - destruct (Bool.eqb a b) eqn:bits; [|ring]. apply Bool.eqb_prop in bits. subst.
    destruct (list_eq_dec _ r y) as [equal|]; [subst; contradiction|ring].
Qed.

Lemma randomized_ext : forall Ms x f g, (forall y, f y = g y) ->
  randomized Ms x f = randomized Ms x g.
Proof.
  induction Ms as [|M Ms IH]; intros [|b x] f g equal; try apply equal.
  cbn [randomized]. apply sum_ext. intros c _. f_equal. apply IH. intros. apply equal.
Qed.

Lemma randomized_scale : forall Ms x c f,
  randomized Ms x (fun y => c * f y) = c * randomized Ms x f.
Proof.
  induction Ms as [|M Ms IH]; intros [|b x] c f; try reflexivity.
  cbn [randomized]. rewrite <- sum_scale. apply sum_ext. intros d _.
  rewrite (IH x c (fun y => f (Nat.eqb d 1 :: y))). ring.
Qed.

Lemma chance_cons : forall M Ms c r b x,
  chance (M :: Ms) (c :: r) (b :: x) = M (Nat.b2n c) (Nat.b2n b) * chance Ms r x.
Proof.
  intros M Ms c r b x. unfold chance. cbn [randomized]. rewrite two_terms. cbn [Nat.eqb].
  assert (each : forall d, randomized Ms x (fun y => same (c :: r) (d :: y)) =
    (if Bool.eqb c d then 1 else 0) * randomized Ms x (same r)).
  { intros d. rewrite <- randomized_scale. apply randomized_ext. intros. apply same_cons. }
  rewrite !each. destruct c; cbn [Bool.eqb Nat.b2n]; ring.
Qed.

Lemma chance_app : forall Ms Ns r s x y, length r = length Ms -> length x = length Ms ->
  chance (Ms ++ Ns) (r ++ s) (x ++ y) = chance Ms r x * chance Ns s y.
Proof.
  induction Ms as [|M Ms IH]; intros Ns [|c r] s [|b x] y len len'; try discriminate.
  - unfold chance at 2, same. simpl. ring.
  - injection len as len. injection len' as len'. cbn [app]. rewrite !chance_cons, IH by assumption.
    ring.
Qed.

Lemma chance_reversed : forall Ms r x, length r = length Ms -> length x = length Ms ->
  chance (rev Ms) (rev r) (rev x) = chance Ms r x.
Proof.
  induction Ms as [|M Ms IH]; intros [|c r] [|b x] len len'; try discriminate; [reflexivity|].
  injection len as len. injection len' as len'. cbn [rev].
  rewrite chance_app by (now rewrite !rev_length). rewrite IH, !chance_cons by assumption.
  change (chance [] [] []) with 1. ring.
Qed.

Lemma number_last : forall x b, number (x ++ [b]) = (Nat.b2n b * 2 ^ length x + number x)%nat.
Proof. induction x as [|c x IH]; intros b; simpl; [lia|]. rewrite IH. destruct b; simpl; lia. Qed.

(** Strings in lexicographic order: the place of x is the number of the reversed x. *)
Theorem randomizer_in_lexicographic_order : forall Ms r x,
  length r = length Ms -> length x = length Ms ->
  krons Ms (number (rev r)) (number (rev x)) = chance Ms r x.
Proof.
  induction Ms as [|M Ms IH]; intros [|c r] [|b x] len len'; try discriminate.
  - unfold chance, same. reflexivity.
  - injection len as len. injection len' as len'. cbn [rev krons].
    rewrite !number_last, !rev_length, len, len', chance_cons, <- IH by assumption.
    unfold kronecker. pose proof (number_below (rev r)) as low. pose proof (number_below (rev x)) as low'.
    rewrite rev_length, len in low. rewrite rev_length, len' in low'.
    destruct (join_parts (2 ^ length Ms) (Nat.b2n c) _ low) as [-> ->].
    now destruct (join_parts (2 ^ length Ms) (Nat.b2n b) _ low') as [-> ->].
Qed.

(** The first bit is the least significant: the factors come in the reverse order. *)
Theorem randomizer_in_reverse_order : forall Ms r x,
  length r = length Ms -> length x = length Ms ->
  krons (rev Ms) (number r) (number x) = chance Ms r x.
Proof.
  intros Ms r x len len'. rewrite <- chance_reversed by assumption.
  rewrite <- randomizer_in_lexicographic_order by (now rewrite !rev_length).
  now rewrite !rev_involutive.
Qed.

Theorem mirrored_randomizer : forall Ms r x, rev Ms = Ms ->
  length r = length Ms -> length x = length Ms ->
  krons Ms (number r) (number x) = chance Ms r x.
Proof. intros Ms r x mirrored len len'. rewrite <- mirrored at 1. now apply randomizer_in_reverse_order. Qed.

Lemma chance_power : forall a b n r x, length r = n -> length x = n ->
  chance (repeat (bisymmetric a b) n) r x = a ^ (n - weight (xor r x)) * b ^ weight (xor r x).
Proof.
  intros a b n r x <-. revert x. induction r as [|c r IH]; intros [|d x] len; try discriminate.
  - unfold chance, same. simpl. ring.
  - injection len as len. cbn [length repeat xor]. rewrite chance_cons, IH, weight_cons by assumption.
    pose proof (weight_le (xor r x)) as le. rewrite xor_length in le by auto.
    unfold bisymmetric. destruct c, d; cbn [Nat.b2n xorb Nat.eqb].
    all: try change (S (length r) - (1 + weight (xor r x)))%nat with (length r - weight (xor r x))%nat.
    all: try (rewrite Nat.add_0_l, Nat.sub_succ_l by assumption).
    all: simpl; ring.
Qed.

Theorem equal_randomizers : forall a b n r x, length r = n -> length x = n ->
  chance (repeat (bisymmetric a b) n) r x = bits a b n (number r) (number x).
Proof.
  intros a b n r x <- len. rewrite chance_power by auto.
  symmetry. apply bits_of_strings. auto.
Qed.

(** Observation 1: the entries of the matrix of a recursion, and of a product of tables J. *)
Theorem doubled_entries : forall C : list bool -> list bool -> R, C [] [] = 1 ->
  (forall i j x y, length x = length y ->
     C (i :: x) (j :: y) = 2 ^ number (xor [i] [j]) * C x y) ->
  forall x y, length x = length y ->
  C x y = 1 ^ (length x - weight (xor x y)) * 2 ^ weight (xor x y).
Proof.
  intros C first next. induction x as [|a x IH]; intros [|b y] len; try discriminate.
  - rewrite first. simpl. ring.
  - injection len as len. rewrite next, IH by assumption. cbn [xor]. rewrite weight_cons, !pow1.
    destruct a, b; simpl; ring.
Qed.

Lemma krons_of_equal : forall a b n, krons (repeat (bisymmetric a b) n) = bits a b n.
Proof.
  intros a b. induction n as [|n IH]; [reflexivity|]. cbn [repeat krons bits].
  now rewrite repeat_length, IH.
Qed.

Theorem doubled_product : forall n x y, length x = n -> length y = n ->
  let J := bisymmetric 1 2 in
  (forall i j, (i < 2)%nat -> (j < 2)%nat -> J i j = 2 ^ Nat.lxor i j) /\
  krons (repeat J n) (number x) (number y) =
  1 ^ (n - weight (xor x y)) * 2 ^ weight (xor x y).
Proof.
  intros n x y <- len J. split.
  - intros [|[|i]] [|[|j]] row column; try lia; unfold J, bisymmetric; simpl; ring.
  - unfold J. rewrite krons_of_equal. apply bits_of_strings. auto.
Qed.

(** An invertible and bisymmetric table for every bit; its iterated product acts on laws. *)
Theorem randomizers_transform_shares : forall a n, 2 * a <> 1 -> forall p r, length r = n ->
  let M := bisymmetric a (1 - a) in
  (forall i j, (i < 2)%nat -> (j < 2)%nat ->
     times 2 M (bisymmetric (a / (2 * a - 1)) (1 - a / (2 * a - 1))) i j = unit_matrix i j) /\
  \sum_(x < 2 ^ n) (p x * chance (repeat M n) r (string n x)) =
  \sum_(x < 2 ^ n) (bits a (1 - a) n (number r) x * p x).
Proof.
  intros a n odd p r len M. split; [intros; now apply bisymmetric_inverse|].
  apply sum_ext. intros x small. destruct string_and_number as [back _].
  destruct (back n x small) as [len' place]. unfold M.
  rewrite equal_randomizers, place by assumption. ring.
Qed.

(** ** Independent flips *)

(** The expectation of f over n independent bits, each of which is one with probability p. *)
Fixpoint trials (n : nat) (p : R) (f : list bool -> R) : R :=
  match n with
  | O => f []
  | S m => p * trials m p (fun u => f (true :: u)) + (1 - p) * trials m p (fun u => f (false :: u))
  end.

Lemma trials_ext : forall n p f g, (forall u, length u = n -> f u = g u) ->
  trials n p f = trials n p g.
Proof.
  induction n as [|n IH]; intros p f g equal; [now apply equal|]. cbn [trials].
  rewrite (IH p (fun u => f (true :: u)) (fun u => g (true :: u)))
    by (intros; apply equal; simpl; auto).
  now rewrite (IH p (fun u => f (false :: u)) (fun u => g (false :: u)))
    by (intros; apply equal; simpl; auto).
Qed.

Lemma trials_plus : forall n p f g, trials n p (fun u => f u + g u) = trials n p f + trials n p g.
Proof.
  induction n as [|n IH]; intros p f g; [reflexivity|]. cbn [trials].
  rewrite (IH p (fun u => f (true :: u))), (IH p (fun u => f (false :: u))). ring.
Qed.

Lemma trials_scale : forall n p c f, trials n p (fun u => c * f u) = c * trials n p f.
Proof.
  induction n as [|n IH]; intros p c f; [reflexivity|]. cbn [trials].
  rewrite (IH p c (fun u => f (true :: u))), (IH p c (fun u => f (false :: u))). ring.
Qed.

Lemma flips_randomize : forall a x f,
  trials (length x) (1 - a) (fun u => f (xor x u)) =
  randomized (repeat (bisymmetric a (1 - a)) (length x)) x f.
Proof.
  intros a. induction x as [|b x IH]; intros f; [reflexivity|].
  cbn [length repeat trials randomized xor]. rewrite two_terms. cbn [Nat.eqb].
  rewrite (IH (fun y => f (xorb b true :: y))), (IH (fun y => f (xorb b false :: y))).
  set (others := repeat _ _). unfold bisymmetric. destruct b; cbn [Nat.b2n Nat.eqb xorb]; ring.
Qed.

(** M(x) = x xor u for n independent bits u that are one with probability 1 - a. *)
Theorem flips_have_the_matrix : forall a n r x, length r = n -> length x = n ->
  trials n (1 - a) (fun u => same r (xor x u)) = bits a (1 - a) n (number r) (number x).
Proof.
  intros a n r x len len'. rewrite <- equal_randomizers by assumption. subst n.
  rewrite <- len'. apply (flips_randomize a x (same r)).
Qed.

(** ** Some of the bits *)

(** The members of a list at the places that are chosen. *)
Fixpoint pick {A : Type} (K : list bool) (x : list A) : list A :=
  match K, x with
  | true :: K, a :: x => a :: pick K x
  | false :: K, _ :: x => pick K x
  | _, _ => []
  end.

Theorem chosen_bits_alone : forall K Ms x f, length Ms = length K -> length x = length K ->
  Forall (stochastic 2 2) Ms ->
  randomized Ms x (fun y => f (pick K y)) = randomized (pick K Ms) (pick K x) f.
Proof.
  induction K as [|k K IH]; intros [|M Ms] [|b x] f len len' all; try discriminate; [reflexivity|].
  injection len as len. injection len' as len'. inversion all as [|? ? columns rest]; subst.
  destruct k; cbn [pick randomized].
  - apply sum_ext. intros c _. f_equal.
    now apply (IH Ms x (fun y => f (Nat.eqb c 1 :: y))).
  - rewrite sum_scale_right. rewrite (IH Ms x f) by assumption.
    destruct (columns (Nat.b2n b)) as [_ total]; [destruct b; simpl; lia|].
    change (sum 2 (fun c => M c (Nat.b2n b)) = 1) in total. rewrite total. ring.
Qed.

(** ** Independent bits *)

(** Given the string x the bits of the report are independent, and the law of bit i is column x_i
    of the bit randomizer q i. *)
Definition bits_are_independent (n : nat) (C : list bool -> list bool -> R) : Prop :=
  exists q : nat -> matrix, (forall i, (i < n)%nat -> stochastic 2 2 (q i)) /\
  forall r x, length r = n -> length x = n ->
  C r x = \prod_(i < n) q i (Nat.b2n (nth i r false)) (Nat.b2n (nth i x false)).

Lemma prod_first : forall n f, prod (S n) f = f O * \prod_(i < n) f (S i).
Proof.
  induction n as [|n IH]; intros f; [simpl; ring|].
  change (prod (S (S n)) f) with (prod (S n) f * f (S n)). rewrite IH. simpl. ring.
Qed.

Lemma chance_by_bit : forall Ms M r x, length r = length Ms -> length x = length Ms ->
  chance Ms r x = \prod_(i < length Ms) nth i Ms M (Nat.b2n (nth i r false)) (Nat.b2n (nth i x false)).
Proof.
  induction Ms as [|N Ms IH]; intros M [|c r] [|b x] rows columns; try discriminate.
  - unfold chance, same. simpl. destruct (list_eq_dec Bool.bool_dec [] []); [reflexivity|contradiction].
  - rewrite chance_cons. cbn [length]. rewrite prod_first. cbn [nth]. f_equal.
    apply IH; auto.
Qed.

(** C is bitwise independent exactly if it is the matrix of R(M_0, ..., M_(n-1)). *)
Theorem independent_bits_are_bit_randomizers : forall n C,
  bits_are_independent n C <->
  exists Ms, length Ms = n /\ Forall (stochastic 2 2) Ms /\
  forall r x, length r = n -> length x = n -> C r x = chance Ms r x.
Proof.
  intros n C. split.
  - intros (q & columns & product). exists (map q (seq 0 n)).
    assert (length (map q (seq 0 n)) = n) as size by now rewrite map_length, seq_length.
    split; [assumption|]. split.
    + apply Forall_forall. intros M there. apply in_map_iff in there.
      destruct there as (i & <- & inside). apply in_seq in inside. apply columns. lia.
    + intros r x rows cols. rewrite product by assumption.
      rewrite (chance_by_bit _ (q n)) by (rewrite size; assumption). rewrite size.
      apply prod_ext. intros i small. rewrite map_nth. now rewrite seq_nth by assumption.
  - intros (Ms & size & columns & equal). exists (fun i => nth i Ms unit_matrix). split.
    + intros i small. rewrite Forall_forall in columns. apply columns, nth_In. lia.
    + intros r x rows cols. rewrite equal by assumption. subst n. now apply chance_by_bit.
Qed.
