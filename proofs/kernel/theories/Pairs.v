(** Coverage of sum s (t.r)^2 / (q.r), one q, by the rows with two truths at g (proof "pairs", and
    beside cells), for one number g, no delta and any number of truths: where f(r) = (y.r)(q.r) less
    the squares is at two truths at least the sum of f at each, a truth more at g adds at least its
    own f to a row that has another. *)

From Coq Require Import Reals Lra Lia Arith Bool List.
From Rropt Require Import Sums Prices Number QuadraticForms.
Open Scope R_scope.

Section Pairs.

Variables (k n : nat) (g : R) (y q : nat -> R) (t : nat -> nat -> R) (s : nat -> R).

(** What prices leave of a row with the truths of x at g and others at 1. *)
Definition left_at (x : nat -> bool) : R :=
  dot k y (pattern g x) * dot k q (pattern g x) - squares k n t s (pattern g x).

Definition nobody (_ : nat) : bool := false.
Definition alone (i : nat) : nat -> bool := Nat.eqb i.
Definition both (i j h : nat) : bool := Nat.eqb i h || Nat.eqb j h.

(** The truths of x without i. *)
Definition without (i : nat) (x : nat -> bool) (j : nat) : bool := x j && negb (Nat.eqb i j).

(** Of the truths of B each pair with another truth is worth what both are alone. *)
Definition covered_by_pairs (B : nat -> bool) : Prop :=
  forall i, (i < k)%nat -> B i = true -> 0 <= left_at (alone i) /\
    forall j, (j < k)%nat -> j <> i -> left_at (alone i) + left_at (alone j) <= left_at (both i j).

(** A row that is 1 at the truths of B. *)
Definition at_one (B x : nat -> bool) : Prop := forall j, B j = true -> x j = false.

Lemma left_same : forall x z, (forall j, (j < k)%nat -> x j = z j) -> left_at x = left_at z.
Proof.
  intros x z same.
  assert (forall a, dot k a (pattern g x) = dot k a (pattern g z)) as dots.
  { intros a. apply dot_same. intros j small. unfold pattern. now rewrite same. }
  unfold left_at, squares. rewrite !dots. f_equal. apply sum_ext. intros. now rewrite dots.
Qed.

Lemma dot_without : forall a x i, (i < k)%nat -> x i = true ->
  dot k a (pattern g x) = dot k a (pattern g (without i x)) + (g - 1) * a i.
Proof.
  intros a x i small here. rewrite <- (sum_pick k (fun j => (g - 1) * a j) i) by assumption.
  unfold dot. rewrite <- sum_plus. apply sum_ext. intros j _. unfold pattern, without, at_index.
  destruct (Nat.eq_dec i j) as [<-|other].
  - rewrite here, Nat.eqb_refl. cbn. ring.
  - rewrite (proj2 (Nat.eqb_neq i j) other). destruct (x j); cbn; ring.
Qed.

(** What truth i adds to the row of ones, and what it adds for each truth that is at g. *)
Definition first (i : nat) : R := (g - 1) * (y i * sum k q + q i * sum k y) +
  (g - 1) ^ 2 * (y i * q i) -
  \sum_(m < n) (s m * (2 * (g - 1) * t m i * sum k (t m) + (g - 1) ^ 2 * t m i ^ 2)).

Definition joint (i j : nat) : R :=
  (g - 1) ^ 2 * (y i * q j + q i * y j - 2 * \sum_(m < n) (s m * t m i * t m j)).

Lemma joint_at_bits : forall i x, \sum_(j < k) (joint i j * bit x j) =
  (g - 1) ^ 2 * (y i * dot k q (bit x) + q i * dot k y (bit x) -
    2 * \sum_(m < n) (s m * t m i * dot k (t m) (bit x))).
Proof.
  intros i x.
  assert (\sum_(m < n) (s m * t m i * dot k (t m) (bit x)) =
    \sum_(j < k) ((\sum_(m < n) (s m * t m i * t m j)) * bit x j)) as ->.
  { rewrite (sum_ext k _ (fun j => \sum_(m < n) (s m * t m i * t m j * bit x j)))
      by (intros; now rewrite sum_scale_right).
    rewrite sum_of_sums. apply sum_ext. intros m _. unfold dot. rewrite <- sum_scale.
    apply sum_ext. intros. ring. }
  unfold dot. rewrite <- !sum_scale, <- sum_plus, <- sum_minus, <- sum_scale.
  apply sum_ext. intros. unfold joint. ring.
Qed.

Lemma left_of_one_more : forall x i, (i < k)%nat -> x i = true -> left_at x =
  left_at (without i x) + first i + \sum_(j < k) (joint i j * bit (without i x) j).
Proof.
  intros x i small here. rewrite joint_at_bits. unfold left_at, squares, first.
  set (z := without i x).
  rewrite (sum_ext n (fun m => s m * dot k (t m) (pattern g x) ^ 2)
    (fun m => s m * dot k (t m) (pattern g z) ^ 2 +
      s m * (2 * (g - 1) * t m i * sum k (t m) + (g - 1) ^ 2 * t m i ^ 2) +
      2 * (g - 1) ^ 2 * (s m * t m i * dot k (t m) (bit z)))).
  - rewrite !sum_plus, sum_scale, !(dot_without _ x i) by assumption. fold z.
    rewrite !dot_pattern. ring.
  - intros m _. rewrite (dot_without _ x i) by assumption. fold z. rewrite dot_pattern. ring.
Qed.

Lemma left_alone : forall i, (i < k)%nat -> left_at (alone i) = left_at nobody + first i.
Proof.
  intros i small. rewrite (left_of_one_more (alone i) i small (Nat.eqb_refl i)).
  assert (forall j, without i (alone i) j = false) as none
    by (intros j; unfold without, alone; destruct (Nat.eqb i j); reflexivity).
  rewrite (left_same (without i (alone i)) nobody) by (intros; apply none).
  rewrite sum_zero; [ring|]. intros j _. unfold bit. rewrite none. ring.
Qed.

Lemma left_of_both : forall i j, (i < k)%nat -> (j < k)%nat -> j <> i ->
  left_at (both i j) = left_at (alone j) + first i + joint i j.
Proof.
  intros i j small small' other.
  assert (forall h, without i (both i j) h = alone j h) as one.
  { intros h. unfold without, both, alone. destruct (Nat.eqb_spec i h) as [<-|].
    - rewrite (proj2 (Nat.eqb_neq j i) other). reflexivity.
    - cbn. apply andb_true_r. }
  rewrite (left_of_one_more (both i j) i small) by (unfold both; now rewrite Nat.eqb_refl).
  rewrite (left_same (without i (both i j)) (alone j)) by (intros; apply one). f_equal.
  rewrite <- (sum_pick k (joint i) j) by assumption. apply sum_ext. intros h _.
  unfold bit. rewrite one. unfold alone, at_index.
  destruct (Nat.eqb_spec j h), (Nat.eq_dec j h); contradiction || ring.
Qed.

(** A truth of B beside others at g adds at least what it is worth alone. *)
Lemma one_more_of_pairs : forall B x i, covered_by_pairs B -> 0 <= left_at nobody ->
  (i < k)%nat -> B i = true -> x i = true ->
  0 <= left_at (without i x) -> 0 <= left_at x.
Proof.
  intros B x i pairs none small inside here before. destruct (pairs i small inside) as [own beside].
  set (z := without i x) in *.
  assert (forall j, (j < k)%nat -> z j = true -> left_at nobody <= joint i j) as joins.
  { intros j small' member. assert (j <> i) as other.
    { intros ->. unfold z, without in member. rewrite Nat.eqb_refl, andb_false_r in member.
      discriminate. }
    specialize (beside j small' other). rewrite left_of_both in beside by assumption.
    rewrite (left_alone i small) in beside. lra. }
  assert (forall j, (j < k)%nat -> 0 <= joint i j * bit z j) as terms.
  { intros j small'. unfold bit. destruct (z j) eqn:member; [|lra].
    specialize (joins j small' member). lra. }
  destruct (existsb z (seq 0 k)) eqn:some.
  - apply existsb_exists in some as (j & listed & member). apply in_seq in listed.
    pose proof (term_le_sum k _ terms j ltac:(lia)) as term. specialize (joins j ltac:(lia) member).
    unfold bit at 1 in term. rewrite member, left_alone in *; try assumption.
    rewrite (left_of_one_more x i small here). fold z. lra.
  - rewrite (left_same x (alone i)); [assumption|]. intros j small'. unfold alone.
    destruct (Nat.eqb_spec i j) as [<-|other]; [assumption|].
    destruct (x j) eqn:member; [|reflexivity].
    assert (existsb z (seq 0 k) = true) as yes; [|congruence].
    apply existsb_exists. exists j. split; [apply in_seq; lia|].
    unfold z, without. now rewrite member, (proj2 (Nat.eqb_neq i j) other).
Qed.

Theorem pairs_cover : forall B, covered_by_pairs B -> (forall x, at_one B x -> 0 <= left_at x) ->
  forall x, 0 <= left_at x.
Proof.
  intros B pairs beside.
  assert (forall m x, (m <= k)%nat -> (forall j, (m <= j)%nat -> B j = true -> x j = false) ->
    0 <= left_at x) as some.
  { induction m as [|m IH]; intros x small outside.
    - apply beside. intros j. apply outside. lia.
    - destruct (andb (B m) (x m)) eqn:more.
      + apply andb_true_iff in more as [inside here].
        apply (one_more_of_pairs B x m); auto; [now apply beside|].
        apply IH; [lia|]. intros j high member. unfold without.
        destruct (Nat.eqb_spec m j) as [<-|other]; [apply andb_false_r|].
        rewrite outside by (assumption || lia). reflexivity.
      + apply IH; [lia|]. intros j high member.
        destruct (Nat.eq_dec j m) as [->|other]; [|apply outside; assumption || lia].
        rewrite member in more. exact more. }
  intros x. rewrite (left_same x (fun j => x j && Nat.ltb j k)).
  - apply (some k); [lia|]. intros j high _. rewrite (proj2 (Nat.ltb_ge j k) high).
    apply andb_false_r.
  - intros j small. rewrite (proj2 (Nat.ltb_lt j k) small). now rewrite andb_true_r.
Qed.

(** Prices that leave nothing below zero of any row bound the sum over every private table. *)
Theorem nothing_left_bound : forall m P, (0 < k)%nat -> 1 <= g ->
  (forall i, (i < n)%nat -> 0 <= s i) -> (forall j, (j < k)%nat -> 0 <= q j) ->
  (exists j, (j < k)%nat /\ 0 < q j) -> (forall x, 0 <= left_at x) ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  \sum_(i < m) utility_of_squares k n q t s (P i) <= \sum_(j < k) y j.
Proof.
  intros m P truths big scales shares some covered is_private.
  apply (extremes_bound m k g y (utility_of_squares k n q t s) P); auto.
  - now apply squares_are_utility.
  - intros x. specialize (covered x). unfold left_at in covered. unfold utility_of_squares.
    assert (0 < dot k q (pattern g x)) as below
      by (apply share_positive; auto; intros j _; unfold pattern; destruct (x j); lra).
    apply Rmult_le_reg_r with (dot k q (pattern g x)); [assumption|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. lra.
Qed.

Theorem two_at_g_bound : forall m P, (0 < k)%nat -> 1 <= g ->
  (forall i, (i < n)%nat -> 0 <= s i) -> (forall j, (j < k)%nat -> 0 <= q j) ->
  (exists j, (j < k)%nat /\ 0 < q j) -> 0 <= left_at nobody ->
  covered_by_pairs (fun _ => true) -> private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  \sum_(i < m) utility_of_squares k n q t s (P i) <= \sum_(j < k) y j.
Proof.
  intros m P truths big scales shares some ones pairs is_private.
  apply nothing_left_bound; auto. apply pairs_cover with (fun _ => true); auto.
  intros x none. rewrite (left_same x nobody); [assumption|]. intros j _. now apply none.
Qed.

End Pairs.
