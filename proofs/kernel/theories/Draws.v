(** Independent draws, reports through a channel, and shuffled lists. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums Tensors.
Import ListNotations.
Open Scope R_scope.

(** The expectation of f over n independent draws from the law p on k values. *)
Fixpoint draws (n k : nat) (p : nat -> R) (f : list nat -> R) : R :=
  match n with
  | O => f []
  | S m => \sum_(x < k) (p x * draws m k p (fun rest => f (x :: rest)))
  end.

(** The expectation of f over independent reports of these truths; C has r rows. *)
Fixpoint reports (r : nat) (C : matrix) (truths : list nat) (f : list nat -> R) : R :=
  match truths with
  | [] => f []
  | t :: rest => \sum_(i < r) (C i t * reports r C rest (fun y => f (i :: y)))
  end.

Definition count (i : nat) (l : list nat) : R := INR (count_occ Nat.eq_dec l i).

Lemma count_cons : forall i x l, count i (x :: l) = at_index x i + count i l.
Proof.
  intros i x l. unfold count, at_index. simpl. destruct (Nat.eq_dec x i); [rewrite S_INR|]; lra.
Qed.

Lemma draws_ext : forall n k p f g,
  (forall l, length l = n -> Forall (fun x => (x < k)%nat) l -> f l = g l) ->
  draws n k p f = draws n k p g.
Proof.
  induction n as [|n IH]; intros k p f g same; simpl; [now apply same|].
  apply sum_ext. intros x small. f_equal. apply IH. intros l len all. apply same.
  - simpl. now rewrite len.
  - now constructor.
Qed.

Lemma draws_plus : forall n k p f g,
  draws n k p (fun l => f l + g l) = draws n k p f + draws n k p g.
Proof.
  induction n as [|n IH]; intros k p f g; simpl; [reflexivity|].
  rewrite <- sum_plus. apply sum_ext. intros x _. rewrite (IH k p (fun l => f (x :: l))). ring.
Qed.

Lemma draws_scale : forall n k p c f, draws n k p (fun l => c * f l) = c * draws n k p f.
Proof.
  induction n as [|n IH]; intros k p c f; simpl; [reflexivity|].
  rewrite <- sum_scale. apply sum_ext. intros x _. rewrite (IH k p c (fun l => f (x :: l))). ring.
Qed.

Lemma draws_constant : forall n k p c, law k p -> draws n k p (fun _ => c) = c.
Proof.
  intros n k p c [above total]. change (sum k p = 1) in total.
  induction n as [|n IH]; simpl; [reflexivity|].
  rewrite IH, sum_scale_right, total. ring.
Qed.

Lemma draws_of_sum : forall n k p m (F : nat -> list nat -> R),
  draws n k p (fun l => \sum_(j < m) F j l) = \sum_(j < m) draws n k p (F j).
Proof.
  induction m as [|m IH]; intros F; simpl.
  - rewrite (draws_ext n k p _ (fun l => 0 * 0)) by (intros; ring).
    rewrite (draws_scale n k p 0 (fun _ => 0)). ring.
  - rewrite draws_plus. now rewrite IH.
Qed.

(** ** Histograms *)

Theorem histogram : forall r k C p m, stochastic r k C -> law k p ->
  (forall y, length y = m -> Forall (fun i => (i < r)%nat) y -> \sum_(i < r) count i y = INR m) /\
  (forall f, draws m k p (fun truths => reports r C truths f) =
             draws m r (fun i => \sum_(j < k) (C i j * p j)) f) /\
  (forall truths i, Forall (fun t => (t < k)%nat) truths -> (i < r)%nat ->
     reports r C truths (count i) = \sum_(j < k) (C i j * count j truths)).
Proof.
  intros r k C p m columns is_law. repeat split.
  - intros y len all. subst m. induction all as [|x y small _ IH].
    + rewrite sum_zero; [reflexivity|]. reflexivity.
    + rewrite (sum_ext r _ (fun i => at_index x i * 1 + count i y))
        by (intros; rewrite count_cons; ring).
      rewrite sum_plus, (sum_pick r (fun _ => 1)) by assumption.
      change (sum r (fun i => count i y)) with (\sum_(i < r) count i y).
      rewrite IH. change (length (x :: y)) with (S (length y)). rewrite S_INR. ring.
  - induction m as [|m IH]; intros f; [reflexivity|]. simpl.
    rewrite (sum_ext k _ (fun t => \sum_(i < r)
      (C i t * p t * draws m r (fun i => \sum_(j < k) (C i j * p j)) (fun y => f (i :: y))))).
    + rewrite sum_of_sums. apply sum_ext. intros i _. now rewrite sum_scale_right.
    + intros t _. rewrite (draws_of_sum m k p r
        (fun i l => C i t * reports r C l (fun y => f (i :: y)))).
      rewrite <- sum_scale. apply sum_ext. intros i _.
      rewrite (draws_scale m k p (C i t) (fun l => reports r C l (fun y => f (i :: y)))), IH. ring.
  - intros truths i all inside.
    assert (linear : forall l c f, Forall (fun t => (t < k)%nat) l ->
      reports r C l (fun y => c + f y) = c + reports r C l f).
    { intros l c f small. revert f. induction small as [|t l here _ IH]; intros f; simpl; [reflexivity|].
      rewrite (sum_ext r _ (fun a => C a t * c + C a t * reports r C l (fun y => f (a :: y))))
        by (intros a _; rewrite (IH (fun y => f (a :: y))); ring).
      destruct (columns t here) as [_ one]. change (sum r (fun a => C a t) = 1) in one.
      rewrite sum_plus, sum_scale_right, one. ring. }
    induction all as [|t l here small IH]; simpl.
    + unfold count. simpl. rewrite sum_zero; [reflexivity|]. intros. ring.
    + assert (each : forall a, reports r C l (fun y => count i (a :: y)) =
        at_index a i + reports r C l (count i)).
      { intros a. rewrite <- linear by assumption.
        assert (same : forall l f g, (forall y, f y = g y) -> reports r C l f = reports r C l g).
        { induction l0 as [|u l0 IHl]; intros f g equal; simpl; [apply equal|].
          apply sum_ext. intros b _. f_equal. apply IHl. intros. apply equal. }
        apply same. intros y. apply count_cons. }
      rewrite (sum_ext r _ (fun a => at_index i a * C a t + C a t * reports r C l (count i))).
      2:{ intros a _. rewrite each. unfold at_index.
          destruct (Nat.eq_dec a i), (Nat.eq_dec i a); try congruence; ring. }
      destruct (columns t here) as [_ one]. change (sum r (fun a => C a t) = 1) in one.
      rewrite sum_plus, sum_scale_right, one, (sum_pick r (fun a => C a t)), IH by assumption.
      rewrite (sum_ext k (fun j => C i j * count j (t :: l))
        (fun j => at_index t j * C i j + C i j * count j l))
        by (intros; rewrite count_cons; ring).
      rewrite sum_plus, (sum_pick k (C i)) by assumption. ring.
Qed.

(** ** Binomial counts: the number of ones among n reports that are one with probability x *)

Definition coin (x : R) : nat -> R := fun i => match i with O => 1 - x | _ => x end.
Definition ones (l : list nat) : nat := count_occ Nat.eq_dec l 1%nat.
Definition is_count (c n : nat) : R := if Nat.eq_dec n c then 1 else 0.

Lemma coin_law : forall x, 0 <= x <= 1 -> law 2 (coin x).
Proof.
  intros x range. split; [|unfold coin; simpl; lra].
  intros [|[|i]] small; simpl; lra || lia.
Qed.

Lemma binomial_edge : forall n, Binomial.C n 0 = 1 /\ Binomial.C n n = 1.
Proof.
  intros n. unfold Binomial.C. rewrite Nat.sub_0_r, Nat.sub_diag. simpl.
  split; field; apply INR_fact_neq_0.
Qed.

Theorem binomial_moments : forall n x, 0 <= x <= 1 ->
  (forall c, (c <= n)%nat -> draws n 2 (coin x) (fun l => is_count c (ones l)) =
     Binomial.C n c * x ^ c * (1 - x) ^ (n - c)) /\
  draws n 2 (coin x) (fun l => INR (ones l)) = INR n * x /\
  draws n 2 (coin x) (fun l => (INR (ones l) - INR n * x) ^ 2) = INR n * x * (1 - x).
Proof.
  intros n x range. pose proof (coin_law x range) as is_law.
  assert (step : forall n f, draws (S n) 2 (coin x) f =
    (1 - x) * draws n 2 (coin x) (fun l => f (0%nat :: l)) +
    x * draws n 2 (coin x) (fun l => f (1%nat :: l))) by (intros; simpl; lra).
  assert (mean : forall n, draws n 2 (coin x) (fun l => INR (ones l)) = INR n * x).
  { clear n. induction n as [|n IH]; [simpl; lra|]. rewrite step.
    rewrite (draws_ext n 2 _ (fun l => INR (ones (1%nat :: l))) (fun l => 1 + INR (ones l))).
    - rewrite (draws_plus n 2 _ (fun _ => 1)), draws_constant by assumption.
      change (fun l => INR (ones (0%nat :: l))) with (fun l => INR (ones l)).
      rewrite IH, S_INR. ring.
    - intros l _ _. unfold ones. simpl count_occ. rewrite S_INR. ring. }
  repeat split; [|apply mean|].
  - induction n as [|n IH]; intros c small.
    + assert (c = O) as -> by lia. unfold draws, is_count, ones. simpl.
      rewrite (proj1 (binomial_edge 0)). ring.
    + rewrite step.
      change (fun l => is_count c (ones (0%nat :: l))) with (fun l => is_count c (ones l)).
      change (fun l => is_count c (ones (1%nat :: l))) with (fun l => is_count c (S (ones l))).
      destruct c as [|c].
      * rewrite IH by lia. rewrite (draws_ext n 2 _ (fun l => is_count 0 (S (ones l))) (fun _ => 0))
          by reflexivity. rewrite draws_constant by assumption.
        destruct (binomial_edge n) as [-> _], (binomial_edge (S n)) as [-> _].
        rewrite !Nat.sub_0_r. simpl. ring.
      * rewrite (draws_ext n 2 _ (fun l => is_count (S c) (S (ones l))) (fun l => is_count c (ones l))).
        2:{ intros l _ _. unfold is_count.
            destruct (Nat.eq_dec (S (ones l)) (S c)), (Nat.eq_dec (ones l) c); lia || reflexivity. }
        rewrite (IH c) by lia. change (S n - S c)%nat with (n - c)%nat.
        destruct (Nat.eq_dec c n) as [->|].
        -- rewrite (draws_ext n 2 _ (fun l => is_count (S n) (ones l)) (fun _ => 0)).
           ++ rewrite draws_constant by assumption.
              destruct (binomial_edge n) as [_ ->], (binomial_edge (S n)) as [_ ->].
              rewrite Nat.sub_diag. simpl. ring.
           ++ intros l len _. unfold is_count, ones.
              pose proof (count_occ_bound Nat.eq_dec 1%nat l).
              destruct (Nat.eq_dec (count_occ Nat.eq_dec l 1%nat) (S n)); [lia|reflexivity].
        -- rewrite IH by lia. rewrite <- (pascal n c) by lia.
           replace (n - c)%nat with (S (n - S c)) by lia. simpl. ring.
  - induction n as [|n IH]; [simpl; ring|]. rewrite step.
    set (g := fun l => INR (ones l) - INR n * x).
    rewrite (draws_ext n 2 _ (fun l => (INR (ones (0%nat :: l)) - INR (S n) * x) ^ 2)
      (fun l => g l ^ 2 + ((- 2 * x) * g l + x ^ 2))).
    2:{ intros l _ _. unfold g. change (ones (0%nat :: l)) with (ones l). rewrite S_INR. ring. }
    rewrite (draws_ext n 2 _ (fun l => (INR (ones (1%nat :: l)) - INR (S n) * x) ^ 2)
      (fun l => g l ^ 2 + ((2 * (1 - x)) * g l + (1 - x) ^ 2))).
    2:{ intros l _ _. unfold g. change (ones (1%nat :: l)) with (S (ones l)). rewrite !S_INR. ring. }
    rewrite !draws_plus, !draws_scale, !draws_constant by assumption.
    change (draws n 2 (coin x) (fun l => g l ^ 2)) with
      (draws n 2 (coin x) (fun l => (INR (ones l) - INR n * x) ^ 2)). rewrite IH.
    replace (draws n 2 (coin x) (fun l => g l)) with 0; [rewrite S_INR; ring|].
    unfold g. rewrite (draws_ext n 2 _ _ (fun l => INR (ones l) + - (INR n * x))) by (intros; ring).
    rewrite draws_plus, draws_constant, mean by assumption. ring.
Qed.

(** ** One person's answer changes: the joint likelihood changes by that person's ratio *)

Fixpoint joint (P : matrix) (answers truths : list nat) : R :=
  match answers, truths with
  | i :: answers, t :: truths => P i t * joint P answers truths
  | _, _ => 1
  end.
