(** Chai and Nayak, what is right where the proof of Lemma 6.1 and that of Lemma 4.2 say too much: an
    irreducible table keeps only constant rows, and no table makes the lifted one. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Channels ChaiNayak Admissible Rows Domination.
Open Scope R_scope.

(** The rows of P are proportional; they are constant where P is a table. *)
Theorem irreducible_tables_keep_constant_rows : forall m k B P, stochastic m m B -> irreducible m B ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> times m B P i j = P i j) ->
  (forall a b, (a < m)%nat -> (b < m)%nat -> proportional k P a b) /\
  (stochastic m k P -> forall i j l, (i < m)%nat -> (j < k)%nat -> (l < k)%nat -> P i j = P i l).
Proof.
  intros m k B P columns connected same.
  destruct (proj1 irreducible_fixed_rows m k B P columns connected same) as (v & w & product).
  split.
  - intros a b sa sb j l sj sl. rewrite !product by assumption. ring.
  - intros table i j l si sj sl.
    assert (forall c, (c < k)%nat -> (\sum_(u < m) v u) * w c = 1) as total.
    { intros c sc. destruct (table c sc) as [_ one]. rewrite <- one, <- sum_scale_right.
      apply sum_ext. intros u su. now rewrite product. }
    pose proof (total j sj) as one. pose proof (total l sl) as two.
    set (s := \sum_(u < m) v u) in *.
    assert (s <> 0) as some by (intros zero; rewrite zero in one; lra).
    rewrite !product by assumption. f_equal. apply Rmult_eq_reg_l with s; [lra|assumption].
Qed.

(** With D the rows of A would be kept by C^-1 D, which Lemma 6.1 makes the identity: so D is C, which
    has the entry 1 - xi. *)
Theorem no_table_makes_the_lifted_one : forall n k g A xi D, let m := S (S n) in
  in_class m k g A -> 1 < xi -> stochastic m m D ->
  ~ forall i j, (i < m)%nat -> (j < k)%nat -> lifted xi A i j = times m D A i j.
Proof.
  intros n k g A xi D m class big table same.
  destruct (lifting_matrices n k A xi big) as (_ & [back down] & inverse & _). fold m in back, down, inverse.
  pose proof class as (_ & columns & _ & apart).
  set (B := times m (lift (1 / xi)) D).
  assert (stochastic m m B) as both by now apply times_stochastic.
  assert (forall i u, (i < m)%nat -> (u < m)%nat -> B i u = unit_matrix i u) as unit.
  { apply (fixed_table m k B A both); [| |exact apart].
    - intros i j si sj. now apply (columns j sj).
    - intros i j si sj. unfold B. rewrite <- times_assoc, down by assumption.
      unfold times at 1 3. apply sum_ext. intros u su. now rewrite same. }
  assert (D 0%nat 1%nat = lift xi 0%nat 1%nat) as entry.
  { assert (times m (lift xi) B 0%nat 1%nat = D 0%nat 1%nat) as one.
    { unfold B. rewrite times_assoc. unfold times at 1.
      rewrite (sum_ext m _ (fun u => at_index 0 u * D u 1%nat)).
      - now rewrite (sum_pick m (fun u => D u 1%nat)) by (unfold m; lia).
      - intros u su. destruct (inverse 0%nat u ltac:(unfold m; lia) su) as [-> _]. reflexivity. }
    rewrite <- one. unfold times.
    rewrite (sum_ext m _ (fun u => at_index 1 u * lift xi 0%nat u)).
    - now rewrite (sum_pick m (fun u => lift xi 0%nat u)) by (unfold m; lia).
    - intros u su. rewrite unit by (auto; unfold m; lia). unfold unit_matrix.
      rewrite at_index_swap. ring. }
  assert (lift xi 0%nat 1%nat = 1 - xi) as value by (unfold lift, at_index; simpl; ring).
  destruct (table 1%nat ltac:(unfold m; lia)) as [above _]. specialize (above 0%nat ltac:(unfold m; lia)).
  lra.
Qed.
