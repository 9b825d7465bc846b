(** Chai and Nayak, Definition 6.1: a suitable order of the states makes a matrix block lower
    triangular, with irreducible blocks on its diagonal. *)

From Coq Require Import Reals Lra Lia List Arith Classical_Prop.
From Rropt Require Import Sums Tensors Channels.
Open Scope R_scope.

(** Definition 6.1: for some order of the states and some 0 < n < m the first n rows have only
    zeros in the other columns. *)
Definition reducible (m : nat) (B : matrix) : Prop := exists f n, permutation m f /\ (0 < n < m)%nat /\
  forall i j, (i < n)%nat -> (n <= j < m)%nat -> B (f i) (f j) = 0.

(** Block lower triangular, with irreducible blocks on the diagonal. *)
Inductive block_triangular : nat -> matrix -> Prop :=
  | one_block : forall m B, ~ reducible m B -> block_triangular m B
  | first_block : forall n m B, (0 < n)%nat -> (0 < m)%nat ->
      (forall i j, (i < n)%nat -> (n <= j < n + m)%nat -> B i j = 0) ->
      block_triangular n B -> block_triangular m (fun i j => B (n + i)%nat (n + j)%nat) ->
      block_triangular (n + m) B.

Lemma same_entries_reducible : forall m B C,
  (forall i j, (i < m)%nat -> (j < m)%nat -> B i j = C i j) -> reducible m B -> reducible m C.
Proof.
  intros m B C same (f & n & perm & range & zero). exists f, n. split; [assumption|].
  split; [assumption|]. intros i j row column. destruct perm as [inside _].
  rewrite <- same by (apply inside; lia). now apply zero.
Qed.

Lemma same_entries_triangular : forall m B, block_triangular m B -> forall C,
  (forall i j, (i < m)%nat -> (j < m)%nat -> B i j = C i j) -> block_triangular m C.
Proof.
  induction 1 as [m B whole|n m B some some' zero _ IH _ IH']; intros C same.
  - apply one_block. intros split. apply whole. apply (same_entries_reducible m C); [|assumption].
    intros. symmetry. now apply same.
  - apply first_block; [assumption|assumption| | |].
    + intros i j row column. rewrite <- same by lia. now apply zero.
    + apply IH. intros. apply same; lia.
    + apply IH'. intros. apply same; lia.
Qed.

(** B (f i) (f j) is Q^-1 B Q for the permutation matrix Q of f. *)
Theorem normal_form_exists : forall m B, exists f, permutation m f /\
  block_triangular m (fun i j => B (f i) (f j)).
Proof.
  intros m. induction m as [m IH] using lt_wf_ind. intros B.
  destruct (classic (reducible m B)) as [(f & n & [inside injective] & range & zero)|whole].
  2:{ exists (fun i => i). split; [split; auto|]. now apply one_block. }
  destruct (IH n ltac:(lia) (fun i j => B (f i) (f j))) as (first & [into one] & form).
  destruct (IH (m - n)%nat ltac:(lia) (fun i j => B (f (n + i)%nat) (f (n + j)%nat)))
    as (second & [into' one'] & form').
  set (h := fun i => if lt_dec i n then first i else (n + second (i - n))%nat).
  assert (forall i, (i < n)%nat -> h i = first i) as low
    by (intros i small; unfold h; destruct (lt_dec i n); [reflexivity|lia]).
  assert (forall i, h (n + i)%nat = (n + second i)%nat) as high.
  { intros i. unfold h. destruct (lt_dec (n + i) n); [lia|]. now replace (n + i - n)%nat with i by lia. }
  assert (forall i, (n <= i < m)%nat -> exists j, i = (n + j)%nat /\ (j < m - n)%nat) as later
    by (intros i there; exists (i - n)%nat; lia).
  assert (forall i, (i < m)%nat -> (h i < m)%nat) as range'.
  { intros i small. destruct (lt_dec i n) as [less|more].
    - rewrite low by assumption. specialize (into i less). lia.
    - destruct (later i ltac:(lia)) as (j & -> & there). rewrite high.
      specialize (into' j there). lia. }
  exists (fun i => f (h i)). split; [split|].
  - intros i small. apply inside. now apply range'.
  - intros i j small small' same. apply injective in same; [|now apply range'..].
    destruct (lt_dec i n) as [less|more], (lt_dec j n) as [less'|more'].
    + rewrite !low in same by assumption. now apply one.
    + exfalso. destruct (later j ltac:(lia)) as (c & -> & there).
      rewrite low, high in same by exact less. specialize (into i less). lia.
    + exfalso. destruct (later i ltac:(lia)) as (c & -> & there).
      rewrite high, low in same by exact less'. specialize (into j less'). lia.
    + destruct (later i ltac:(lia)) as (c & -> & there), (later j ltac:(lia)) as (e & -> & there').
      rewrite !high in same. f_equal. apply one'; lia.
  - replace m with (n + (m - n))%nat by lia. apply first_block; [lia|lia| | |].
    + intros i j row column. destruct (later j ltac:(lia)) as (c & -> & there).
      rewrite low, high by assumption. apply zero; [now apply into|].
      specialize (into' c there). lia.
    + apply (same_entries_triangular n _ form). intros i j row column. now rewrite !low.
    + apply (same_entries_triangular (m - n) _ form'). intros i j row column. now rewrite !high.
Qed.
