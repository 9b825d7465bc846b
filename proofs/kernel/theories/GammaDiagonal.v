(** Chai and Nayak: the table with gamma on its diagonal. It has the parity gamma, is admissible, and
    for two categories it is sufficient for every other procedure of that privacy. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Channels ChaiNayak Admissible.
Open Scope R_scope.

(** p_ii = g / (g + m - 1), and 1 / (g + m - 1) elsewhere. *)
Definition gamma_diagonal (m : nat) (g : R) : matrix := fun i j =>
  (if Nat.eq_dec i j then g else 1) / (g + INR m - 1).

Section Diagonal.
Variables (m : nat) (g : R).
Context (several : (2 <= m)%nat).
Context (big : 1 <= g).

Let size : 2 <= INR m.
Proof. change 2 with (INR 2). now apply le_INR. Qed.

Lemma diagonal_positive : forall i j, 0 < gamma_diagonal m g i j.
Proof.
  intros i j. unfold gamma_diagonal. pose proof size.
  destruct (Nat.eq_dec i j); apply Rdiv_lt_0_compat; lra.
Qed.

Lemma diagonal_stochastic : forall k, (k <= m)%nat -> stochastic m k (gamma_diagonal m g).
Proof.
  intros k fits j small. split; [intros i _; now apply Rlt_le, diagonal_positive|].
  unfold gamma_diagonal, Rdiv. rewrite sum_scale_right, one_high_entry by lia.
  pose proof size. field. lra.
Qed.

Lemma diagonal_parity : forall k, parity_at_most m k (gamma_diagonal m g) g.
Proof.
  intros k i a b _ _ _. unfold gamma_diagonal, Rdiv. pose proof size.
  assert (0 < / (g + INR m - 1)) by (apply Rinv_0_lt_compat; lra). rewrite <- Rmult_assoc.
  apply Rmult_le_compat_r; [lra|]. destruct (Nat.eq_dec i a), (Nat.eq_dec i b); nra.
Qed.

End Diagonal.

(** For m >= k, and the parity is attained in a row. *)
Theorem gamma_diagonal_has_the_parity : forall m k g, (2 <= k)%nat -> (k <= m)%nat -> 1 <= g ->
  stochastic m k (gamma_diagonal m g) /\ parity_at_most m k (gamma_diagonal m g) g /\
  gamma_diagonal m g 0%nat 0%nat = g * gamma_diagonal m g 0%nat 1%nat.
Proof.
  intros m k g several fits big. split; [|split].
  - apply diagonal_stochastic; lia || lra.
  - apply diagonal_parity; lia || lra.
  - unfold gamma_diagonal. simpl. assert (2 <= INR m) by (change 2 with (INR 2); apply le_INR; lia).
    field. lra.
Qed.

Theorem gamma_diagonal_is_admissible : forall k g, (2 <= k)%nat -> 1 < g ->
  in_class_0 k k g (gamma_diagonal k g) /\ admissible k k g (gamma_diagonal k g).
Proof.
  intros k g several big.
  assert (2 <= INR k) as size by (change 2 with (INR 2); now apply le_INR).
  assert (forall i, (i < k)%nat -> exists b, (b < k)%nat /\ b <> i) as another.
  { intros i small. destruct (Nat.eq_dec i 0); [exists 1%nat|exists 0%nat]; lia. }
  assert (in_class_0 k k g (gamma_diagonal k g)) as class_0.
  { split; [split; [assumption|split; [|split]]|split].
    - apply diagonal_stochastic; lia || lra.
    - apply diagonal_parity; lia || lra.
    - intros a b sa sb differ same. specialize (same a b sa sb). unfold gamma_diagonal in same.
      destruct (Nat.eq_dec a a), (Nat.eq_dec b b), (Nat.eq_dec a b), (Nat.eq_dec b a); try lia.
      apply Rmult_eq_compat_r with (r := (g + INR k - 1) * (g + INR k - 1)) in same.
      replace (g / (g + INR k - 1) * (g / (g + INR k - 1)) *
        ((g + INR k - 1) * (g + INR k - 1))) with (g * g) in same by (field; lra).
      replace (1 / (g + INR k - 1) * (1 / (g + INR k - 1)) *
        ((g + INR k - 1) * (g + INR k - 1))) with 1 in same by (field; lra).
      assert (1 * 1 < g * g) by (apply Rmult_le_0_lt_compat; lra). lra.
    - intros i small. destruct (another i small) as (b & sb & differ). exists i, b.
      repeat split; auto. unfold gamma_diagonal.
      destruct (Nat.eq_dec i i), (Nat.eq_dec i b); try congruence. field. lra.
    - intros i small. destruct (another i small) as (b & sb & differ). exists i, b.
      repeat split; auto; unfold gamma_diagonal.
      + destruct (Nat.eq_dec i i), (Nat.eq_dec i b); try congruence. intros same.
        apply Rmult_eq_reg_r in same; [lra|]. apply Rinv_neq_0_compat. lra.
      + intros j _. destruct (Nat.eq_dec i j), (Nat.eq_dec i i), (Nat.eq_dec i b); try congruence;
          auto. }
  split; [assumption|]. now apply class_0_is_admissible.
Qed.

(** Proposition 4.1. *)
Theorem binary_optimum : forall g, 1 < g ->
  in_class 2 2 g (gamma_diagonal 2 g) /\
  gamma_diagonal 2 g 0%nat 0%nat = g / (g + 1) /\ gamma_diagonal 2 g 1%nat 1%nat = g / (g + 1) /\
  gamma_diagonal 2 g 0%nat 1%nat = 1 / (g + 1) /\ gamma_diagonal 2 g 1%nat 0%nat = 1 / (g + 1) /\
  forall m A, stochastic m 2 A -> parity_at_most m 2 A g -> sufficient 2 m 2 (gamma_diagonal 2 g) A.
Proof.
  intros g big.
  assert (forall i j, gamma_diagonal 2 g i j = (if Nat.eq_dec i j then g else 1) / (g + 1)) as entry.
  { intros i j. unfold gamma_diagonal. simpl INR. f_equal. ring. }
  split; [now apply gamma_diagonal_is_admissible|]. rewrite !entry. simpl.
  repeat (split; [reflexivity|]). intros m A columns ratio.
  exists (fun i u => match u with
    | O => (g * A i 0%nat - A i 1%nat) / (g - 1) | _ => (g * A i 1%nat - A i 0%nat) / (g - 1) end).
  destruct (columns 0%nat) as [_ one]; [lia|]. destruct (columns 1%nat) as [_ one']; [lia|].
  split.
  - intros u su. split.
    + intros i si. pose proof (ratio i 0%nat 1%nat si ltac:(lia) ltac:(lia)).
      pose proof (ratio i 1%nat 0%nat si ltac:(lia) ltac:(lia)).
      destruct u; apply Rmult_le_pos; try lra; apply Rlt_le, Rinv_0_lt_compat; lra.
    + destruct u as [|u]; unfold Rdiv; rewrite sum_scale_right, sum_minus, sum_scale;
        change (sum m (fun i => A i 0%nat)) with (\sum_(i < m) A i 0%nat);
        change (sum m (fun i => A i 1%nat)) with (\sum_(i < m) A i 1%nat);
        rewrite one, one'; field; lra.
  - intros i j si sj. unfold times. simpl sum. rewrite !entry.
    destruct j as [|[|j]]; [| |lia]; simpl; field; lra.
Qed.
