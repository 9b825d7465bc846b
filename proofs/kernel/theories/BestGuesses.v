(** Guessing one of equally likely truths: exactly the tables have the best chance that are k-ary
    response, up to reports that name the same truth. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number.
Open Scope R_scope.

Section Guesses.

Variables (k : nat) (g : R) (m : nat) (P : matrix) (x : nat -> nat).
Context (many : (1 < k)%nat) (big : 1 < g) (guessed : forall i, (i < m)%nat -> (x i < k)%nat).
Context (own : private m k (fun _ _ => Some g) (fun _ _ => 0) P).

Let n := g + INR k - 1.

(** What truth j is less likely than the guessed one. *)
Let short (i j : nat) : R := g * P i j - P i (x i) * (1 + (g - 1) * at_index (x i) j).

Lemma none_is_short : forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= short i j.
Proof.
  intros i j small inside. unfold short, at_index. destruct (Nat.eq_dec (x i) j) as [<-|differ].
  - apply Req_le. ring.
  - assert (within k g (P i)) as [_ ratio].
    { apply row_within; [lra|]. now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P own). }
    specialize (ratio (x i) j (guessed i small) inside). lra.
Qed.

Lemma all_that_is_short : \sum_(i < m) \sum_(j < k) short i j =
  g * INR k - n * \sum_(i < m) P i (x i).
Proof.
  pose proof own as [columns _].
  transitivity (\sum_(i < m) (g * sum k (P i) - n * P i (x i))).
  - apply sum_ext. intros i small. unfold short.
    rewrite sum_minus, !sum_scale, sum_plus, sum_constant, sum_scale.
    rewrite (sum_ext k (at_index (x i)) (fun j => at_index (x i) j * 1)) by (intros; ring).
    rewrite (sum_pick k (fun _ => 1)) by now apply guessed.
    change (\sum_(j < k) P i j) with (sum k (P i)). unfold n. ring.
  - rewrite sum_minus, !sum_scale. f_equal. f_equal.
    change (\sum_(i < m) \sum_(j < k) P i j = INR k).
    rewrite sum_of_sums, (sum_ext k _ (fun _ => 1)) by (intros j small; exact (proj2 (columns j small))).
    rewrite sum_constant. ring.
Qed.

(** found/guess/response *)
Theorem best_guesses_by_response :
  \sum_(i < m) P i (x i) <= g * INR k / (g + INR k - 1) /\
  (\sum_(i < m) P i (x i) = g * INR k / (g + INR k - 1) <->
   forall i j, (i < m)%nat -> (j < k)%nat -> j <> x i -> P i (x i) = g * P i j) /\
  (\sum_(i < m) P i (x i) = g * INR k / (g + INR k - 1) ->
   forall j, (j < k)%nat -> \sum_(i < m) (at_index (x i) j * P i (x i)) = g / (g + INR k - 1)).
Proof.
  assert (1 < INR k) as truths by (apply (lt_INR 1); assumption). fold n.
  assert (0 < n) as posn by (unfold n; lra). pose proof all_that_is_short as total.
  assert (forall i, (i < m)%nat -> 0 <= \sum_(j < k) short i j) as rows
    by (intros i small; apply sum_nonneg; intros j inside; now apply none_is_short).
  assert (\sum_(i < m) P i (x i) = g * INR k / n - / n * \sum_(i < m) \sum_(j < k) short i j) as value
    by (rewrite total; field; lra).
  assert (0 < / n) as unit by now apply Rinv_0_lt_compat.
  assert (0 <= \sum_(i < m) \sum_(j < k) short i j) as nonneg by now apply sum_nonneg.
  assert (\sum_(i < m) P i (x i) = g * INR k / n ->
    forall i j, (i < m)%nat -> (j < k)%nat -> j <> x i -> P i (x i) = g * P i j) as only.
  { intros equal i j small inside differ.
    assert (\sum_(i < m) \sum_(j < k) short i j = 0) as none.
    { apply Rmult_eq_reg_l with (/ n); lra. }
    pose proof (sum_of_nonnegative_terms m _ rows none i small) as row. cbv beta in row.
    pose proof (sum_of_nonnegative_terms k (short i) (fun j less => none_is_short i j small less) row
      j inside) as entry.
    unfold short, at_index in entry. destruct (Nat.eq_dec (x i) j); [congruence|]. lra. }
  split; [|split].
  - rewrite value. assert (0 <= / n * \sum_(i < m) \sum_(j < k) short i j) by (apply Rmult_le_pos; lra).
    lra.
  - split; [exact only|]. intros entries. rewrite value.
    rewrite (sum_zero m (fun i => \sum_(j < k) short i j)); [ring|].
    intros i small. apply sum_zero. intros j inside. unfold short, at_index.
    destruct (Nat.eq_dec (x i) j) as [<-|differ]; [ring|].
    rewrite (entries i j small inside) by congruence. ring.
  - intros equal j inside. pose proof own as [columns _].
    pose proof (proj2 (columns j inside)) as column. change (\sum_(i < m) P i j = 1) in column.
    assert (g * (\sum_(i < m) P i j) = (g - 1) * (\sum_(i < m) (at_index (x i) j * P i (x i))) +
      \sum_(i < m) P i (x i)) as parts.
    { rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros i small. unfold at_index.
      destruct (Nat.eq_dec (x i) j) as [<-|differ]; [ring|].
      rewrite (only equal i j small inside) by congruence. ring. }
    rewrite column, equal in parts. apply Rmult_eq_reg_l with (g - 1); [|lra].
    replace ((g - 1) * (\sum_(i < m) (at_index (x i) j * P i (x i)))) with (g * 1 - g * INR k / n) by lra.
    unfold n. field. unfold n in posn. lra.
Qed.

End Guesses.
