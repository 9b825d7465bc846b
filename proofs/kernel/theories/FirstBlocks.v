(** Chai and Nayak, the proof of Lemma 6.1: (6.6), the first block of a table that is not an identity
    of size one, and (6.7), what that block does to the rows that it meets. *)

From Coq Require Import Reals Lra Lia List Arith Classical_Prop Relation_Operators Permutation.
From Rropt Require Import Sums Tensors Channels NormalForms.
Open Scope R_scope.

(** ** An order of the states in which those with a property come last *)

Lemma parts_are_a_permutation : forall (s : nat -> bool) l,
  Permutation (filter (fun i => negb (s i)) l ++ filter s l) l.
Proof.
  intros s. induction l as [|a l IH]; [constructor|]. simpl. destruct (s a); simpl.
  - apply Permutation_sym. eapply Permutation_trans; [apply Permutation_cons; [reflexivity|]|].
    + apply Permutation_sym, IH.
    + apply Permutation_middle.
  - now apply Permutation_cons.
Qed.

Lemma sorted_states : forall m (s : nat -> bool), exists f n, permutation m f /\ (n <= m)%nat /\
  (forall i, (i < n)%nat -> s (f i) = false) /\ (forall i, (n <= i < m)%nat -> s (f i) = true).
Proof.
  intros m s. set (out := filter (fun i => negb (s i)) (seq 0 m)). set (into := filter s (seq 0 m)).
  assert (Permutation (out ++ into) (seq 0 m)) as perm by apply parts_are_a_permutation.
  assert (length (out ++ into) = m) as size
    by (rewrite (Permutation_length perm); apply seq_length).
  assert (NoDup (out ++ into)) as once
    by (apply (Permutation_NoDup (Permutation_sym perm)), seq_NoDup).
  exists (fun i => nth i (out ++ into) 0%nat), (length out).
  rewrite app_length in size. split; [split|split; [lia|split]].
  - intros i small. assert (In (nth i (out ++ into) 0%nat) (seq 0 m)) as inside.
    { apply (Permutation_in _ perm), nth_In. rewrite app_length. lia. }
    apply in_seq in inside. lia.
  - intros i j small small' same. apply (proj1 (NoDup_nth (out ++ into) 0%nat) once);
      rewrite ?app_length; lia || assumption.
  - intros i small. rewrite app_nth1 by assumption.
    assert (In (nth i out 0%nat) out) as inside by now apply nth_In.
    apply filter_In in inside as [_ no]. now apply Bool.negb_true_iff in no.
  - intros i small. rewrite app_nth2 by lia.
    assert (In (nth (i - length out) into 0%nat) into) as inside by (apply nth_In; lia).
    now apply filter_In in inside as [_ yes].
Qed.

Lemma told_apart : forall m (Q : nat -> Prop), exists s : nat -> bool,
  forall v, (v < m)%nat -> (s v = true <-> Q v).
Proof.
  induction m as [|m IH]; intros Q; [exists (fun _ => true); intros; lia|].
  destruct (IH Q) as (s & means), (classic (Q m)) as [yes|no];
    [exists (fun v => if Nat.eq_dec v m then true else s v)
    |exists (fun v => if Nat.eq_dec v m then false else s v)];
    intros v small; destruct (Nat.eq_dec v m) as [->|];
    try (apply means; lia); split; intros; congruence || contradiction || assumption.
Qed.

Lemma permutation_onto : forall m f, permutation m f -> forall i, (i < m)%nat ->
  exists a, (a < m)%nat /\ f a = i.
Proof.
  intros m f perm i small.
  assert (In i (map f (seq 0 m))) as inside.
  { apply (Permutation_in _ (permutation_lists m f perm)). apply in_seq. lia. }
  apply in_map_iff in inside as (a & at_i & there). apply in_seq in there. exists a. split; [lia|assumption].
Qed.

(** Not reducible: a path between any two states. *)
Lemma not_reducible_is_connected : forall m B,
  (forall i j, (i < m)%nat -> (j < m)%nat -> 0 <= B i j) -> ~ reducible m B -> irreducible m B.
Proof.
  intros m B nonneg whole i u si su. destruct (classic (reaches m B i u)) as [|none]; [assumption|].
  exfalso. apply whole. destruct (told_apart m (fun v => reaches m B v u)) as (s & means).
  destruct (sorted_states m s) as (f & n & perm & few & first & last). pose proof perm as [into _].
  destruct (permutation_onto m f perm i si) as (a & sa & at_i).
  destruct (permutation_onto m f perm u su) as (b & sb & at_u).
  exists f, n. split; [assumption|]. split.
  - split.
    + destruct (le_lt_dec n a) as [late|]; [|lia]. exfalso. apply none.
      apply means; [assumption|]. rewrite <- at_i. apply last. lia.
    + destruct (le_lt_dec n b) as [|early]; [lia|]. exfalso.
      assert (s u = true) as yes by (apply means; [assumption|apply rt_refl]).
      rewrite <- at_u, first in yes by assumption. discriminate.
  - intros v w early late. destruct (nonneg (f v) (f w) ltac:(apply into; lia) ltac:(apply into; lia))
      as [step|zero]; [|now symmetry]. exfalso.
    assert (reaches m B (f w) u) as path.
    { apply means; [apply into; lia|]. apply last. lia. }
    assert (s (f v) = true) as yes.
    { apply means; [apply into; lia|]. apply rt_trans with (f w); [apply rt_step|assumption].
      split; [apply into; lia|]. split; [apply into; lia|assumption]. }
    rewrite first in yes by assumption. discriminate.
Qed.

(** ** (6.6) *)

(** The first t states stay where they are; then comes an irreducible block of size s that is not an
    identity of size one. Where t is m there is no such block, and B is an identity. *)
Definition first_block_form (m t s : nat) (B : matrix) : Prop :=
  (t + s <= m)%nat /\
  (forall i j, (i < m)%nat -> (j < t)%nat -> B i j = unit_matrix i j) /\
  (forall i j, (i < t)%nat -> (j < m)%nat -> B i j = unit_matrix i j) /\
  (forall a j, (a < s)%nat -> (t + s <= j < m)%nat -> B (t + a)%nat j = 0) /\
  ((s = 0 /\ t = m)%nat \/
   (0 < s)%nat /\ irreducible s (fun a b => B (t + a)%nat (t + b)%nat) /\
   ~ (s = 1%nat /\ B t t = 1)).

(** A column of a substochastic matrix with a one has only zeros beside it. *)
Lemma alone_in_its_column : forall m B i j, substochastic m B -> (i < m)%nat -> (j < m)%nat ->
  B j j = 1 -> B i j = unit_matrix i j.
Proof.
  intros m B i j [nonneg columns] si sj one. unfold unit_matrix, at_index.
  destruct (Nat.eq_dec i j) as [->|other]; [assumption|].
  assert (\sum_(u < m) (B u j - at_index j u * B u j) <= 0) as most.
  { rewrite sum_minus, (sum_pick m (fun u => B u j)) by assumption. specialize (columns j sj).
    change (sum m (fun i => B i j)) with (\sum_(u < m) B u j). lra. }
  assert (forall u, (u < m)%nat -> 0 <= B u j - at_index j u * B u j) as above.
  { intros u su. specialize (nonneg u j su sj). unfold at_index. destruct (Nat.eq_dec j u); lra. }
  assert (B i j - at_index j i * B i j = 0) as none.
  { apply (zero_terms m (fun u => B u j - at_index j u * B u j)); auto.
    apply Rle_antisym; [assumption|now apply sum_nonneg]. }
  unfold at_index in none. destruct (Nat.eq_dec j i); [congruence|lra].
Qed.

Lemma parts_are_substochastic : forall n m B, substochastic (n + m) B ->
  substochastic n B /\ substochastic m (fun i j => B (n + i)%nat (n + j)%nat).
Proof.
  intros n m B [nonneg columns]. split; split.
  - intros; apply nonneg; lia.
  - intros u su. specialize (columns u ltac:(lia)). rewrite sum_app in columns.
    assert (0 <= \sum_(i < m) B (n + i)%nat u) by (apply sum_nonneg; intros; apply nonneg; lia).
    change (sum n (fun i => B i u)) with (\sum_(i < n) B i u) in columns. lra.
  - intros; apply nonneg; lia.
  - intros u su. specialize (columns (n + u)%nat ltac:(lia)). rewrite sum_app in columns.
    assert (0 <= \sum_(i < n) B i (n + u)%nat) by (apply sum_nonneg; intros; apply nonneg; lia).
    change (sum n (fun i => B i (n + u)%nat)) with (\sum_(i < n) B i (n + u)%nat) in columns. lra.
Qed.

Lemma triangular_first_block : forall m B, block_triangular m B -> substochastic m B ->
  exists t s, first_block_form m t s B.
Proof.
  induction 1 as [m B whole|n m B some some' zero _ IH _ IH']; intros sub.
  - destruct (Nat.eq_dec m 0) as [->|].
    { exists 0%nat, 0%nat. repeat split; intros; try lia. }
    destruct (classic (m = 1%nat /\ B 0%nat 0%nat = 1)) as [[-> one]|moves].
    + exists 1%nat, 0%nat. split; [lia|]. split; [|split; [|split]].
      * intros i j si sj. assert (i = 0%nat) as -> by lia. assert (j = 0%nat) as -> by lia. exact one.
      * intros i j si sj. assert (i = 0%nat) as -> by lia. assert (j = 0%nat) as -> by lia. exact one.
      * intros; lia.
      * left. lia.
    + exists 0%nat, m. split; [lia|]. split; [intros; lia|]. split; [intros; lia|].
      split; [intros; lia|]. right. split; [lia|]. split; [|exact moves].
      apply not_reducible_is_connected; [apply sub|exact whole].
  - destruct (parts_are_substochastic n m B sub) as [sub1 sub2].
    destruct (IH sub1) as (t & s & fits & left & up & right & last).
    destruct last as [[-> ->]|last].
    + destruct (IH' sub2) as (t' & s' & fits' & left' & up' & right' & last').
      assert (forall i j, (i < n + m)%nat -> (j < n + t')%nat -> B i j = unit_matrix i j) as columns.
      { intros i j si sj. apply (alone_in_its_column (n + m)); try assumption; [lia|].
        destruct (lt_dec j n) as [less|more].
        - rewrite left by assumption. unfold unit_matrix, at_index. now destruct (Nat.eq_dec j j).
        - specialize (left' (j - n)%nat (j - n)%nat ltac:(lia) ltac:(lia)). cbv beta in left'.
          replace (n + (j - n))%nat with j in left' by lia. rewrite left'.
          unfold unit_matrix, at_index. now destruct (Nat.eq_dec (j - n) (j - n)). }
      exists (n + t')%nat, s'. split; [lia|]. split; [assumption|]. split; [|split].
      * intros i j si sj. destruct (lt_dec j (n + t')) as [less|more]; [apply columns; lia|].
        unfold unit_matrix, at_index. destruct (Nat.eq_dec i j); [lia|].
        destruct (lt_dec i n) as [less'|more'].
        -- apply zero; lia.
        -- specialize (up' (i - n)%nat (j - n)%nat ltac:(lia) ltac:(lia)). cbv beta in up'.
           replace (n + (i - n))%nat with i in up' by lia.
           replace (n + (j - n))%nat with j in up' by lia. rewrite up'.
           unfold unit_matrix, at_index. destruct (Nat.eq_dec (i - n) (j - n)); [lia|reflexivity].
      * intros a j sa sj. specialize (right' a (j - n)%nat sa ltac:(lia)). cbv beta in right'.
        replace (n + (j - n))%nat with j in right' by lia.
        now replace (n + t' + a)%nat with (n + (t' + a))%nat by lia.
      * destruct last' as [[-> ->]|(pos & paths & moves)]; [left; lia|right].
        split; [assumption|]. split; [|exact moves].
        intros a b sa sb. specialize (paths a b sa sb). clear sa sb.
        induction paths as [a b (sa & sb & step)| |a c b _ one _ two];
          [apply rt_step|apply rt_refl|now apply rt_trans with c].
        split; [assumption|]. split; [assumption|].
        now replace (n + t' + a)%nat with (n + (t' + a))%nat by lia;
          replace (n + t' + b)%nat with (n + (t' + b))%nat by lia.
    + exists t, s. split; [lia|]. split; [|split; [|split]].
      * intros i j si sj. apply (alone_in_its_column (n + m)); try assumption; [lia|].
        rewrite left by lia. unfold unit_matrix, at_index. now destruct (Nat.eq_dec j j).
      * intros i j si sj. destruct (lt_dec j n) as [less|more]; [now apply up|].
        unfold unit_matrix, at_index. destruct (Nat.eq_dec i j); [lia|]. apply zero; lia.
      * intros a j sa sj. destruct (lt_dec j n) as [less|more]; [apply right; lia|].
        apply zero; lia.
      * now right.
Qed.

(** For some order f of the states, that is with Q^-1 B Q for its permutation matrix Q. *)
Theorem first_block_that_moves : forall m B, stochastic m m B -> exists f t s,
  permutation m f /\ first_block_form m t s (fun i j => B (f i) (f j)).
Proof.
  intros m B columns. destruct (normal_form_exists m B) as (f & perm & form).
  destruct (triangular_first_block m _ form) as (t & s & found); [|now exists f, t, s].
  pose proof perm as [into _]. split.
  - intros i u si su. apply (columns (f u)); auto.
  - intros u su. rewrite (proj1 (sum_over_permutation m (fun i => B i (f u)) f perm)).
    apply Req_le, (columns (f u)). auto.
Qed.

(** (6.7): with P* = Q^-1 P, that is with the rows of P in the new order. *)
Theorem fixed_rows_in_the_block : forall m k B P f t s, permutation m f ->
  first_block_form m t s (fun i j => B (f i) (f j)) ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> times m B P i j = P i j) ->
  (forall i j, (i < m)%nat -> (j < k)%nat ->
    times m (fun i u => B (f i) (f u) - unit_matrix i u) (fun u j => P (f u) j) i j = 0) /\
  forall a j, (a < s)%nat -> (j < k)%nat ->
    times s (fun a b => B (f (t + a)%nat) (f (t + b)%nat) - unit_matrix a b)
      (fun b j => P (f (t + b)%nat) j) a j = 0.
Proof.
  intros m k B P f t s perm (fits & left & up & right & _) same. pose proof perm as [into _].
  assert (forall i j, (i < m)%nat -> (j < k)%nat ->
    times m (fun i u => B (f i) (f u) - unit_matrix i u) (fun u j => P (f u) j) i j = 0) as all.
  { intros i j si sj. unfold times, unit_matrix.
    rewrite (sum_ext m _ (fun u => B (f i) (f u) * P (f u) j - at_index i u * P (f u) j))
      by (intros; ring).
    rewrite sum_minus, (sum_pick m (fun u => P (f u) j)) by assumption.
    rewrite (proj1 (sum_over_permutation m (fun u => B (f i) u * P u j) f perm)).
    change (times m B P (f i) j - P (f i) j = 0). rewrite same by auto. ring. }
  split; [exact all|]. intros a j sa sj. specialize (all (t + a)%nat j ltac:(lia) sj).
  unfold times in *. replace m with (t + (s + (m - (t + s))))%nat in all by lia.
  rewrite !sum_app in all. rewrite (sum_zero t) in all.
  2:{ intros u su. rewrite left by lia. ring. }
  rewrite (sum_zero (m - (t + s))) in all.
  2:{ intros u su. rewrite Nat.add_assoc, right by lia. unfold unit_matrix, at_index.
      destruct (Nat.eq_dec (t + a) (t + s + u)); [lia|ring]. }
  rewrite Rplus_0_l, Rplus_0_r in all. rewrite <- all. apply sum_ext. intros b sb.
  unfold unit_matrix, at_index.
  destruct (Nat.eq_dec a b), (Nat.eq_dec (t + a) (t + b)); lia || ring.
Qed.
