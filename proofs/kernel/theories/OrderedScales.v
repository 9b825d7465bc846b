(** Truths on a tree whose edges have levels, such as an ordered scale: the best sum of right
    guesses is one and a term for each edge, as long as no vertex has too many weak edges. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Rays Weightings.
Open Scope R_scope.

Section Tree.

(** The vertices are 0, ..., n; each vertex S e hangs on p (S e) by an edge of level g (S e). *)
Variables (p : nat -> nat) (g : nat -> R).

Definition tree (n : nat) : Prop :=
  forall e, (e < n)%nat -> (p (S e) <= e)%nat /\ 1 <= g (S e).

(** One over the product of the levels on the way from i to j. *)
Fixpoint near (n i j : nat) : R :=
  match n with
  | O => 1
  | S m =>
      if Nat.eq_dec i n then if Nat.eq_dec j n then 1 else near m (p n) j / g n
      else if Nat.eq_dec j n then near m i (p n) / g n else near m i j
  end.

Definition tree_levels (n : nat) : levels := fun i j => Some (/ near n i j).

(** One less the share of each edge that ends at v. *)
Definition edge_share (v e : nat) : R := (at_index e v + at_index (p e) v) / (g e + 1).
Definition vertex_weight (n v : nat) : R := 1 - \sum_(e < n) edge_share v (S e).

Ltac places := repeat (match goal with |- context [Nat.eq_dec ?a ?b] =>
  destruct (Nat.eq_dec a b); try lia end).

Lemma near_self : forall n i, near n i i = 1.
Proof. induction n as [|n IH]; intros i; simpl; [reflexivity|]. now places. Qed.

Lemma near_symmetric : forall n i j, near n i j = near n j i.
Proof.
  induction n as [|n IH]; intros i j; simpl; [reflexivity|].
  places; try reflexivity; [f_equal; apply IH|f_equal; apply IH|apply IH].
Qed.

Lemma shrinks : forall x v, 1 <= v -> 0 < x <= 1 -> 0 < x / v <= 1.
Proof.
  intros x v big [above below]. assert (0 < / v) by (apply Rinv_0_lt_compat; lra).
  assert (/ v <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  unfold Rdiv. split; [now apply Rmult_lt_0_compat|].
  rewrite <- (Rmult_1_r 1). apply Rmult_le_compat; lra.
Qed.

Lemma near_range : forall n i j, tree n -> 0 < near n i j <= 1.
Proof.
  induction n as [|n IH]; intros i j grown; cbn [near]; [lra|].
  destruct (grown n ltac:(lia)) as [_ big].
  assert (tree n) by (intros e small; apply grown; lia).
  destruct (Nat.eq_dec i (S n)), (Nat.eq_dec j (S n)); try lra; try (apply shrinks; auto); auto.
Qed.

Lemma near_triangle : forall n i a b, tree n -> near n i a * near n a b <= near n i b.
Proof.
  induction n as [|n IH]; intros i a b grown; cbn [near]; [lra|].
  destruct (grown n ltac:(lia)) as [_ big].
  assert (tree n) as below by (intros e small; apply grown; lia).
  assert (0 < / g (S n)) by (apply Rinv_0_lt_compat; lra).
  assert (/ g (S n) <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  pose proof (fun i j => near_range n i j below) as range. unfold Rdiv.
  destruct (Nat.eq_dec i (S n)), (Nat.eq_dec a (S n)), (Nat.eq_dec b (S n)); try lra.
  - pose proof (range (p (S n)) a). pose proof (range a (p (S n))).
    assert (near n (p (S n)) a * / g (S n) <= 1 * 1) by (apply Rmult_le_compat; lra).
    assert (near n a (p (S n)) * / g (S n) <= 1 * 1) by (apply Rmult_le_compat; lra).
    assert (0 <= near n (p (S n)) a * / g (S n)) by (apply Rmult_le_pos; lra).
    assert (0 <= near n a (p (S n)) * / g (S n)) by (apply Rmult_le_pos; lra).
    rewrite <- (Rmult_1_r 1). apply Rmult_le_compat; lra.
  - specialize (IH (p (S n)) a b below).
    apply Rmult_le_compat_r with (r := / g (S n)) in IH; lra.
  - apply Rle_trans with (near n i (p (S n)) * near n (p (S n)) b * 1); [|rewrite Rmult_1_r; auto].
    replace (near n i (p (S n)) * / g (S n) * (near n (p (S n)) b * / g (S n))) with
      (near n i (p (S n)) * near n (p (S n)) b * (/ g (S n) * / g (S n))) by ring.
    apply Rmult_le_compat_l.
    + pose proof (range i (p (S n))). pose proof (range (p (S n)) b). apply Rmult_le_pos; lra.
    + rewrite <- (Rmult_1_r 1). apply Rmult_le_compat; lra.
  - specialize (IH i a (p (S n)) below).
    apply Rmult_le_compat_r with (r := / g (S n)) in IH; lra.
  - now apply IH.
Qed.

Lemma share_of_later : forall v n, tree n -> (n < v)%nat -> \sum_(e < n) edge_share v (S e) = 0.
Proof.
  intros v n grown later. apply sum_zero. intros e small. destruct (grown e small) as [back _].
  unfold edge_share, at_index. places. unfold Rdiv. ring.
Qed.

(** The weights balance the likeness of every truth. *)
Lemma tree_balance : forall n i, tree n -> (i <= n)%nat ->
  \sum_(j < S n) (near n i j * vertex_weight n j) = 1.
Proof.
  induction n as [|n IH]; intros i grown small.
  - simpl. unfold vertex_weight. simpl. ring.
  - destruct (grown n ltac:(lia)) as [back big].
    assert (tree n) as below by (intros e inside; apply grown; lia).
    set (new := near (S n) i (S n)). set (old := fun j => near (S n) i j).
    change (\sum_(j < S n) (near (S n) i j * vertex_weight (S n) j) +
      new * vertex_weight (S n) (S n) = 1).
    assert (vertex_weight (S n) (S n) = 1 - 1 / (g (S n) + 1)) as ->.
    { unfold vertex_weight. cbn [sum]. rewrite share_of_later by (auto; lia).
      unfold edge_share, at_index. places. unfold Rdiv. ring. }
    rewrite (sum_ext (S n) _ (fun j => old j * vertex_weight n j -
      at_index (p (S n)) j * (old j / (g (S n) + 1)))).
    2:{ intros j inside. unfold vertex_weight at 1. cbn [sum]. fold (vertex_weight n j).
        replace (1 - (sum n (fun e => edge_share j (S e)) + edge_share j (S n))) with
          (vertex_weight n j - edge_share j (S n)) by (unfold vertex_weight; ring).
        unfold old, edge_share. replace (at_index (S n) j) with 0
          by (unfold at_index; places; reflexivity). unfold Rdiv. ring. }
    rewrite sum_minus, (sum_pick (S n) (fun j => old j / (g (S n) + 1))) by lia.
    unfold old, new. cbn [near]. destruct (Nat.eq_dec (S n) (S n)); [|lia].
    destruct (Nat.eq_dec (p (S n)) (S n)); [lia|]. destruct (Nat.eq_dec i (S n)).
    + rewrite (sum_ext (S n) _ (fun j => near n (p (S n)) j * vertex_weight n j * / g (S n))).
      * rewrite sum_scale_right, (IH (p (S n))), near_self by (auto; lia). field. lra.
      * intros j inside. places. unfold Rdiv. ring.
    + rewrite (sum_ext (S n) _ (fun j => near n i j * vertex_weight n j)).
      * rewrite (IH i) by (auto; lia). field. lra.
      * intros j inside. places. reflexivity.
Qed.

Lemma tree_total : forall n, tree n ->
  \sum_(v < S n) vertex_weight n v = 1 + \sum_(e < n) ((g (S e) - 1) / (g (S e) + 1)).
Proof.
  intros n grown. unfold vertex_weight. rewrite sum_minus, sum_constant.
  rewrite sum_of_sums, (sum_ext n _ (fun e => 2 / (g (S e) + 1))).
  - enough (INR (S n) - \sum_(e < n) (2 / (g (S e) + 1)) =
      1 + \sum_(e < n) ((g (S e) - 1) / (g (S e) + 1))) by lra.
    rewrite (sum_ext n (fun e => (g (S e) - 1) / (g (S e) + 1))
      (fun e => 1 - 2 / (g (S e) + 1))).
    + rewrite sum_minus, sum_constant, S_INR. ring.
    + intros e small. destruct (grown e small). field. lra.
  - intros e small. destruct (grown e small) as [back big]. unfold edge_share.
    rewrite (sum_ext (S n) _ (fun v => at_index (S e) v * / (g (S e) + 1) +
      at_index (p (S e)) v * / (g (S e) + 1))) by (intros; unfold Rdiv; ring).
    rewrite sum_plus, !(sum_pick (S n) (fun _ => / (g (S e) + 1))) by lia. field. lra.
Qed.

Lemma tree_is_balanced : forall n, tree n ->
  (forall v, (v <= n)%nat -> 0 <= vertex_weight n v) ->
  balanced (S n) (tree_levels n) (vertex_weight n) (vertex_weight n) (fun _ => 1).
Proof.
  intros n grown above.
  assert (forall i j, likeness (tree_levels n) i j = near n i j) as same.
  { intros i j. unfold likeness, tree_levels. destruct (Nat.eq_dec i j) as [<-|].
    - now rewrite near_self.
    - apply Rinv_inv. }
  split; [|split; [|split; [|split]]].
  - intros a b v level. unfold tree_levels in level. injection level as <-.
    destruct (near_range n a b grown). rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  - intros i a b v _ _ _ _ level. rewrite !same. unfold tree_levels in level. injection level as <-.
    destruct (near_range n a b grown). apply Rmult_le_reg_r with (near n a b); [lra|].
    replace (/ near n a b * near n i b * near n a b) with (near n i b) by (field; lra).
    now apply near_triangle.
  - intros j small. split; apply above; lia.
  - intros j small. rewrite <- (tree_balance n j grown) by lia. apply sum_ext.
    intros i _. rewrite same, near_symmetric. ring.
  - intros i small. rewrite <- (tree_balance n i grown) by lia. apply sum_ext.
    intros j _. now rewrite same.
Qed.

(** The best sum of right guesses on a tree. *)
Theorem guess_on_tree : forall n d, 0 <= d <= 1 -> tree n ->
  (forall v, (v <= n)%nat -> 0 <= vertex_weight n v) ->
  best_guess (S n) (tree_levels n) d (fun _ => 1)
    (d * INR (S n) + (1 - d) * (1 + \sum_(e < n) ((g (S e) - 1) / (g (S e) + 1)))).
Proof.
  intros n d range grown above.
  rewrite <- (tree_total n grown), <- (Rmult_1_r (INR (S n))), <- (sum_constant (S n) 1).
  now apply (guess_of_weighting (S n) (tree_levels n) d (vertex_weight n) (vertex_weight n)),
    tree_is_balanced.
Qed.

End Tree.

(** An ordered scale: every step between neighbours has a level of its own. *)
Lemma path_weights : forall g n, tree pred g n ->
  (forall v, (v <= n)%nat -> 0 <= vertex_weight pred g n v) /\ 1 / 2 <= vertex_weight pred g n n.
Proof.
  intros g. induction n as [|n IH]; intros grown.
  - unfold vertex_weight. simpl. split; intros; lra.
  - destruct (grown n ltac:(lia)) as [_ big].
    assert (tree pred g n) as below by (intros e small; apply grown; lia).
    destruct (IH below) as [above half].
    assert (/ (g (S n) + 1) <= / 2) by (apply Rinv_le_contravar; lra).
    assert (forall v, vertex_weight pred g (S n) v =
      vertex_weight pred g n v - edge_share pred g v (S n)) as next
      by (intros; unfold vertex_weight; cbn [sum]; ring).
    assert (vertex_weight pred g n (S n) = 1) as fresh.
    { unfold vertex_weight. rewrite share_of_later by (auto; lia). ring. }
    split; [intros v small|]; rewrite next; unfold edge_share, at_index; cbn [pred].
    + destruct (Nat.eq_dec (S n) v) as [<-|]; [|destruct (Nat.eq_dec n v) as [<-|]].
      * destruct (Nat.eq_dec n (S n)); [lia|]. rewrite fresh. unfold Rdiv. lra.
      * unfold Rdiv. lra.
      * specialize (above v ltac:(lia)). unfold Rdiv. lra.
    + destruct (Nat.eq_dec (S n) (S n)); [|lia]. destruct (Nat.eq_dec n (S n)); [lia|].
      rewrite fresh. unfold Rdiv. lra.
Qed.

Theorem guess_on_scale : forall g n d, 0 <= d <= 1 ->
  (forall e, (e < n)%nat -> 1 <= g (S e)) ->
  best_guess (S n) (tree_levels pred g n) d (fun _ => 1)
    (d * INR (S n) + (1 - d) * (1 + \sum_(e < n) ((g (S e) - 1) / (g (S e) + 1)))) /\
  (forall i j, (i <= j <= n)%nat ->
     near pred g n i j = / \prod_(t < j - i) g (S (i + t))).
Proof.
  intros g n d range big.
  assert (tree pred g n) as grown by (intros e small; simpl; split; [lia|auto]). split.
  - apply guess_on_tree; auto. now apply path_weights.
  - clear d range. revert big grown. induction n as [|n IH]; intros big grown i j order.
    + replace (j - i)%nat with O by lia. simpl. field.
    + cbn [near]. destruct (Nat.eq_dec i (S n)) as [->|before].
      * destruct (Nat.eq_dec j (S n)); [|lia]. replace (j - S n)%nat with O by lia. simpl. field.
      * specialize (IH ltac:(intros; apply big; lia) ltac:(intros e small; apply grown; lia)).
        destruct (Nat.eq_dec j (S n)) as [->|]; [|apply IH; lia].
        cbn [pred]. rewrite (IH i n) by lia. replace (S n - i)%nat with (S (n - i)) by lia.
        cbn [prod]. replace (S (i + (n - i))) with (S n) by lia.
        specialize (big n ltac:(lia)).
        assert (0 < \prod_(t < n - i) g (S (i + t))) as above.
        { assert (forall c, (c <= n - i)%nat -> 0 < \prod_(t < c) g (S (i + t))) as all; [|now apply all].
          induction c as [|c more]; intros few; simpl; [lra|].
          apply Rmult_lt_0_compat; [apply more; lia|].
          destruct (grown (i + c)%nat ltac:(lia)). lra. }
        field. split; lra.
Qed.
