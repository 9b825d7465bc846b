(** Chai and Nayak, section 4.1: the constructions that merge, move and drop rows of a procedure:
    Remark 4.1, Lemma 4.2 and Lemma 4.3. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Channels ChaiNayak Admissible.
Open Scope R_scope.

(** ** Remark 4.1: the first two rows, which are proportional, are merged *)

Definition merged (A : matrix) : matrix := fun i j =>
  match i with O => A 0%nat j + A 1%nat j | S i => A (S (S i)) j end.
Definition split_in_two (d : R) : matrix := fun i u =>
  match i with O => d * at_index 0 u | 1%nat => (1 - d) * at_index 0 u
  | S (S i) => at_index (S i) u end.
Definition put_together : matrix := fun u i =>
  match i with O => at_index 0 u | 1%nat => at_index 0 u | S (S i) => at_index (S i) u end.

Lemma first_two : forall n f, sum (S (S n)) f = f 0%nat + f 1%nat + \sum_(i < n) f (S (S i)).
Proof.
  induction n as [|n IH]; intros f; [simpl; ring|].
  change (sum (S (S (S n))) f) with (sum (S (S n)) f + f (S (S n))). rewrite IH. simpl. ring.
Qed.

Lemma first_one : forall n f, sum (S n) f = f 0%nat + \sum_(i < n) f (S i).
Proof.
  induction n as [|n IH]; intros f; [simpl; ring|].
  change (sum (S (S n)) f) with (sum (S n) f + f (S n)). rewrite IH. simpl. ring.
Qed.

Lemma at_index_range : forall i j, 0 <= at_index i j.
Proof. intros i j. unfold at_index. destruct (Nat.eq_dec i j); lra. Qed.

Lemma column_of_indices : forall n u, (u < n)%nat -> sum n (fun i => at_index u i) = 1.
Proof.
  intros n u small. rewrite (sum_ext n _ (fun i => at_index u i * 1)) by (intros; ring).
  now apply (sum_pick n (fun _ => 1)).
Qed.

Lemma at_index_swap : forall i j, at_index i j = at_index j i.
Proof. intros i j. unfold at_index. destruct (Nat.eq_dec i j), (Nat.eq_dec j i); congruence. Qed.

Theorem proportional_rows_are_merged : forall n k A d, 0 < d < 1 ->
  (forall j, (j < k)%nat -> A 0%nat j = d * (A 0%nat j + A 1%nat j)) ->
  garbled_by (S (S n)) (S n) k (split_in_two d) (merged A) A /\
  garbled_by (S n) (S (S n)) k put_together A (merged A) /\
  equivalent (S n) (S (S n)) k (merged A) A.
Proof.
  intros n k A d range proportion.
  assert (garbled_by (S (S n)) (S n) k (split_in_two d) (merged A) A) as down.
  { split.
    - intros u small. split.
      + intros i _. pose proof (at_index_range 0 u) as unit.
        destruct i as [|[|i]]; simpl; [apply Rmult_le_pos; lra..|apply at_index_range].
      + rewrite first_two. simpl split_in_two. destruct u as [|u].
        * rewrite sum_zero; [unfold at_index; simpl; ring|]. intros i _. unfold at_index.
          destruct (Nat.eq_dec (S i) 0); [lia|reflexivity].
        * rewrite (sum_ext n _ (fun i => at_index u i)).
          -- rewrite column_of_indices by lia. unfold at_index. simpl. ring.
          -- intros i _. unfold at_index. destruct (Nat.eq_dec (S i) (S u)), (Nat.eq_dec u i);
               lia || reflexivity.
    - intros i j si sj. unfold times. destruct i as [|[|i]]; simpl split_in_two.
      + rewrite (sum_ext (S n) _ (fun u => at_index 0 u * (d * merged A u j))) by (intros; ring).
        rewrite (sum_pick (S n) (fun u => d * merged A u j)) by lia. simpl. now apply proportion.
      + rewrite (sum_ext (S n) _ (fun u => at_index 0 u * ((1 - d) * merged A u j)))
          by (intros; ring).
        rewrite (sum_pick (S n) (fun u => (1 - d) * merged A u j)) by lia. simpl.
        specialize (proportion j sj). lra.
      + rewrite (sum_pick (S n) (fun u => merged A u j)) by lia. reflexivity. }
  assert (garbled_by (S n) (S (S n)) k put_together A (merged A)) as up.
  { split.
    - intros i small. split; [intros u _; destruct i as [|[|i]]; apply at_index_range|].
      destruct i as [|[|i]]; apply column_of_indices; lia.
    - intros u j su sj. unfold times. rewrite first_two. simpl put_together.
      destruct u as [|u].
      + rewrite sum_zero; [unfold at_index; simpl; ring|]. intros i _. unfold at_index.
        destruct (Nat.eq_dec (S i) 0); [lia|ring].
      + rewrite (sum_ext n _ (fun i => at_index u i * A (S (S i)) j)).
        * rewrite (sum_pick n (fun i => A (S (S i)) j)) by lia. unfold at_index. simpl. ring.
        * intros i _. unfold at_index.
          destruct (Nat.eq_dec (S i) (S u)), (Nat.eq_dec u i); lia || reflexivity. }
  split; [assumption|]. split; [assumption|].
  split; [now exists (split_in_two d)|now exists put_together].
Qed.

(** ** Lemma 4.2: a part of the second row is moved to itself, and the first row pays for it *)

Theorem some_row_goes_the_other_way : forall m k A i a b, stochastic m k A -> (i < m)%nat ->
  (a < k)%nat -> (b < k)%nat -> A i a > A i b ->
  exists u, (u < m)%nat /\ A u a < A u b.
Proof.
  intros m k A i a b columns row sa sb more.
  destruct (classic_entry m (fun u => A u b - A u a)) as [(u & small & less)|none].
  - exists u. split; [assumption|lra].
  - exfalso. destruct (columns a sa) as [_ one]. destruct (columns b sb) as [_ one'].
    destruct (sum_keeps_bound m (fun u => A u b) (fun u => A u a)) as [_ strict].
    + intros u small. specialize (none u small). lra.
    + assert (\sum_(u < m) A u b < \sum_(u < m) A u a); [|lra]. apply strict. now exists i.
Qed.

Definition lifted (xi : R) (A : matrix) : matrix := fun i j =>
  match i with O => A 0%nat j + (1 - xi) * A 1%nat j | 1%nat => xi * A 1%nat j | _ => A i j end.
Definition lift (xi : R) : matrix := fun i u =>
  match i with O => at_index 0 u + (1 - xi) * at_index 1 u | 1%nat => xi * at_index 1 u
  | _ => at_index i u end.

Lemma lift_times : forall n xi A i j, (i < S (S n))%nat ->
  times (S (S n)) (lift xi) A i j = lifted xi A i j.
Proof.
  intros n xi A i j small. unfold times. destruct i as [|[|i]]; simpl lift.
  - rewrite (sum_ext _ _ (fun u => at_index 0 u * A u j + at_index 1 u * ((1 - xi) * A u j)))
      by (intros; ring).
    rewrite sum_plus, (sum_pick _ (fun u => A u j)), (sum_pick _ (fun u => (1 - xi) * A u j)) by lia.
    reflexivity.
  - rewrite (sum_ext _ _ (fun u => at_index 1 u * (xi * A u j))) by (intros; ring).
    now rewrite (sum_pick _ (fun u => xi * A u j)) by lia.
  - now rewrite (sum_pick _ (fun u => A u j)) by lia.
Qed.

Theorem lifting_matrices : forall n k A xi, 1 < xi ->
  let m := S (S n) in
  (forall i j, (i < m)%nat -> (j < k)%nat -> lifted xi A i j = times m (lift xi) A i j) /\
  garbled_by m m k (lift (1 / xi)) (lifted xi A) A /\
  (forall i u, (i < m)%nat -> (u < m)%nat ->
    times m (lift xi) (lift (1 / xi)) i u = unit_matrix i u /\
    times m (lift (1 / xi)) (lift xi) i u = unit_matrix i u) /\
  sufficient m m k (lifted xi A) A.
Proof.
  intros n k A xi big m.
  assert (0 < 1 / xi < 1) as range.
  { split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with xi; [lra|].
    replace (1 / xi * xi) with 1 by (field; lra). lra. }
  assert (garbled_by m m k (lift (1 / xi)) (lifted xi A) A) as down.
  { split.
    - intros u su. split.
      + intros i _. pose proof (at_index_range 0 u). pose proof (at_index_range 1 u) as unit.
        assert (0 <= (1 - 1 / xi) * at_index 1 u) by (apply Rmult_le_pos; lra).
        destruct i as [|[|i]]; simpl lift; [lra|apply Rmult_le_pos; lra|apply at_index_range].
      + unfold m. rewrite first_two. simpl lift. destruct u as [|[|u]].
        * rewrite sum_zero; [unfold at_index; simpl; ring|]. intros i _. unfold at_index.
          destruct (Nat.eq_dec (S (S i)) 0); [lia|reflexivity].
        * rewrite sum_zero; [unfold at_index; simpl; ring|]. intros i _. unfold at_index.
          destruct (Nat.eq_dec (S (S i)) 1); [lia|reflexivity].
        * rewrite (sum_ext n _ (fun i => at_index u i)).
          -- rewrite column_of_indices by (unfold m in su; lia). unfold at_index. simpl. ring.
          -- intros i _. unfold at_index.
             destruct (Nat.eq_dec (S (S i)) (S (S u))), (Nat.eq_dec u i); lia || reflexivity.
    - intros i j si sj. unfold m. rewrite lift_times by assumption.
      destruct i as [|[|i]]; simpl; [field; lra|field; lra|reflexivity]. }
  split; [intros; symmetry; now apply lift_times|]. split; [assumption|].
  split; [|now exists (lift (1 / xi))].
  intros i u si su. unfold m. rewrite !lift_times by assumption. unfold unit_matrix.
  destruct i as [|[|i]]; simpl; split; try reflexivity; field; lra.
Qed.

(** ** Lemma 4.3: a constant row is dropped *)

Definition dropped (c : nat) (d : R) (A : matrix) : matrix := fun u j => A (skip c u) j / (1 - d).
Definition put_back (c : nat) (d : R) : matrix := fun i u =>
  if Nat.eq_dec i c then d else (1 - d) * at_index (skip c u) i.

Lemma skip_misses : forall c u, skip c u <> c.
Proof. intros c u. unfold skip. destruct (lt_dec u c); lia. Qed.

Lemma skip_injective : forall c u v, skip c u = skip c v -> u = v.
Proof. intros c u v. unfold skip. destruct (lt_dec u c), (lt_dec v c); lia. Qed.

Lemma skip_reaches : forall n c i, (c <= n)%nat -> (i < S n)%nat -> i <> c ->
  exists u, (u < n)%nat /\ skip c u = i.
Proof.
  intros n c i inside small other. unfold skip. destruct (lt_dec i c).
  - exists i. split; [lia|]. destruct (lt_dec i c); lia.
  - exists (i - 1)%nat. split; [lia|]. destruct (lt_dec (i - 1) c); lia.
Qed.

Theorem constant_row_is_dropped : forall n k g A c d, in_class (S n) k g A -> (c < S n)%nat ->
  (0 < k)%nat -> (forall j, (j < k)%nat -> A c j = d) ->
  let P := dropped c d A in
  (forall e d', (e < S n)%nat -> (forall j, (j < k)%nat -> A e j = d') -> e = c) /\
  garbled_by (S n) n k (put_back c d) P A /\ in_class n k g P /\
  (forall u a b, (u < n)%nat -> (a < k)%nat -> (b < k)%nat ->
    P u a / P u b = A (skip c u) a / A (skip c u) b).
Proof.
  intros n k g A c d own row some constant P.
  pose proof (class_positive _ _ _ _ own) as positive.
  pose proof own as (several & columns & ratio & apart).
  assert (forall e d', (e < S n)%nat -> (forall j, (j < k)%nat -> A e j = d') -> e = c) as single.
  { intros e d' se flat. destruct (Nat.eq_dec e c) as [|differ]; [assumption|]. exfalso.
    apply (apart e c se row differ). intros j l sj sl. rewrite !flat, !constant by assumption. ring. }
  assert (forall j, (j < k)%nat -> \sum_(u < n) A (skip c u) j = 1 - d) as rest.
  { intros j sj. destruct (columns j sj) as [_ one].
    pose proof (sum_without n c (fun i => A i j) ltac:(lia)) as parts.
    cbv beta in parts. rewrite (constant j sj) in parts.
    change (sum (S n) (fun i => A i j) = 1) in one. lra. }
  assert (0 < d) as pos by (rewrite <- (constant 0%nat some); now apply positive).
  assert (forall u, (u < n)%nat -> (skip c u < S n)%nat) as inside
    by (intros u su; unfold skip; destruct (lt_dec u c); lia).
  assert (0 < 1 - d) as left.
  { rewrite <- (rest 0%nat some). apply sum_pos; [lia|]. intros u su. apply positive; auto. }
  split; [assumption|]. split; [|split].
  - split.
    + intros u su. split.
      * intros i _. unfold put_back. destruct (Nat.eq_dec i c); [lra|].
        apply Rmult_le_pos; [lra|apply at_index_range].
      * rewrite (sum_ext (S n) _ (fun i => at_index c i * d + at_index (skip c u) i * (1 - d))).
        -- rewrite sum_plus, (sum_pick (S n) (fun _ => d)), (sum_pick (S n) (fun _ => 1 - d)); auto.
           ring.
        -- intros i _. unfold put_back. pose proof (skip_misses c u). unfold at_index.
           destruct (Nat.eq_dec i c), (Nat.eq_dec c i), (Nat.eq_dec (skip c u) i);
             try congruence; try ring.
    + intros i j si sj. unfold times, put_back, P, dropped. destruct (Nat.eq_dec i c) as [->|other].
      * rewrite constant by assumption.
        rewrite (sum_ext n _ (fun u => d / (1 - d) * A (skip c u) j)) by (intros; field; lra).
        rewrite sum_scale, rest by assumption. field. lra.
      * destruct (skip_reaches n c i ltac:(lia) si other) as (v & sv & <-).
        rewrite (sum_ext n _ (fun u => at_index v u * A (skip c u) j)).
        -- now rewrite (sum_pick n (fun u => A (skip c u) j)).
        -- intros u _. unfold at_index. destruct (Nat.eq_dec (skip c u) (skip c v)) as [e|n'].
           ++ apply skip_injective in e. subst. destruct (Nat.eq_dec v v); [field; lra|contradiction].
           ++ destruct (Nat.eq_dec v u) as [e|]; [subst; contradiction|field; lra].
  - assert (2 <= n)%nat as enough.
    { destruct n as [|[|n]]; [lia| |lia]. exfalso.
      destruct (skip_reaches 1 c (1 - c) ltac:(lia) ltac:(lia) ltac:(lia)) as (u & su & hit).
      assert (u = 0%nat) as -> by lia.
      apply (apart (1 - c)%nat c ltac:(lia) row ltac:(lia)). intros j l sj sl.
      pose proof (rest j sj) as one. pose proof (rest l sl) as one'. simpl in one, one'.
      rewrite hit in one, one'. rewrite !constant by assumption.
      replace (A (1 - c)%nat j) with (1 - d) by lra. replace (A (1 - c)%nat l) with (1 - d) by lra.
      ring. }
    split; [assumption|]. split; [|split].
    + intros j sj. split.
      * intros u su. apply Rmult_le_pos; [apply Rlt_le, positive; auto|].
        apply Rlt_le, Rinv_0_lt_compat. assumption.
      * unfold P, dropped, Rdiv. rewrite sum_scale_right, rest by assumption. field. lra.
    + intros u a b su sa sb. unfold P, dropped, Rdiv. rewrite <- Rmult_assoc.
      apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; assumption|]. apply ratio; auto.
    + intros u v su sv differ same. apply (apart (skip c u) (skip c v)); auto.
      * intros equal. now apply differ, (skip_injective c).
      * intros j l sj sl. specialize (same j l sj sl). unfold P, dropped in same.
        apply Rmult_eq_reg_r with (/ (1 - d) * / (1 - d)); [unfold Rdiv in same; lra|].
        apply Rmult_integral_contrapositive_currified; apply Rinv_neq_0_compat; lra.
  - intros u a b su sa sb. unfold P, dropped. field. split; [|lra].
    apply Rgt_not_eq, positive; auto.
Qed.

(** Lemma 4.3: where every row has the parity 1 or gamma, dropping leaves C1. *)
Theorem constant_row_can_go : forall m k g A, (0 < k)%nat -> in_class m k g A ->
  (forall i, (i < m)%nat -> (exists d, forall j, (j < k)%nat -> A i j = d) \/
    exists a b, (a < k)%nat /\ (b < k)%nat /\ A i a = g * A i b) ->
  (exists i d, (i < m)%nat /\ forall j, (j < k)%nat -> A i j = d) ->
  exists r P, in_class r k g P /\ full_parity r k g P /\ sufficient r m k P A.
Proof.
  intros m k g A some own parities (c & d & row & constant).
  destruct m as [|n]; [lia|].
  destruct (constant_row_is_dropped n k g A c d own row some constant) as (single & down & class & _).
  exists n, (dropped c d A). split; [assumption|]. split; [|now exists (put_back c d)].
  intros u su. assert (skip c u < S n)%nat as inside by (unfold skip; destruct (lt_dec u c); lia).
  destruct (parities (skip c u) inside) as [[d' flat]|(a & b & sa & sb & ratio)].
  - exfalso. now apply (skip_misses c u), (single (skip c u) d').
  - exists a, b. repeat split; auto. unfold dropped. rewrite ratio. field.
    pose proof (class_positive _ _ _ _ class u a su sa) as pos. unfold dropped in pos.
    intros zero. rewrite zero in pos. unfold Rdiv in pos. rewrite Rinv_0 in pos. lra.
Qed.
