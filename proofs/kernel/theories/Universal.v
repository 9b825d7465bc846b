(** Two truths ("universal"): a table whose rows are multiples of the two extreme patterns of a cone
    is at least as good as every table with rows in the cone. For levels the patterns are (g01, 1)
    and (1, g10), and (1, 0) or (0, 1) where there is none. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors.
Open Scope R_scope.

Section Cone.

Variables e0 e1 f0 f1 : R.
Context (nonneg : 0 <= e0 /\ 0 <= e1 /\ 0 <= f0 /\ 0 <= f1) (apart : 0 < e0 * f1 - e1 * f0).

(** A row is first * e + second * f. *)
Definition first (r : nat -> R) : R := (r 0%nat * f1 - r 1%nat * f0) / (e0 * f1 - e1 * f0).
Definition second (r : nat -> R) : R := (r 1%nat * e0 - r 0%nat * e1) / (e0 * f1 - e1 * f0).
Definition in_cone (r : nat -> R) : Prop := 0 <= first r /\ 0 <= second r.
Definition extreme (r : nat -> R) : Prop := first r = 0 \/ second r = 0.

Lemma coordinates : forall r,
  r 0%nat = first r * e0 + second r * f0 /\ r 1%nat = first r * e1 + second r * f1.
Proof. intros r. unfold first, second. split; field; lra. Qed.

Lemma totals : forall m P, stochastic m 2 P ->
  \sum_(i < m) first (P i) = (f1 - f0) / (e0 * f1 - e1 * f0) /\
  \sum_(i < m) second (P i) = (e0 - e1) / (e0 * f1 - e1 * f0).
Proof.
  intros m P columns. destruct (columns 0%nat) as [_ one]; [lia|].
  destruct (columns 1%nat) as [_ two]; [lia|].
  change (sum m (fun i => P i 0%nat) = 1) in one. change (sum m (fun i => P i 1%nat) = 1) in two.
  set (D := e0 * f1 - e1 * f0) in *. unfold first, second. fold D. split.
  - rewrite (sum_ext m _ (fun i => f1 / D * P i 0%nat - f0 / D * P i 1%nat))
      by (intros; field; lra).
    rewrite sum_minus, !sum_scale, one, two. field. lra.
  - rewrite (sum_ext m _ (fun i => e0 / D * P i 1%nat - e1 / D * P i 0%nat))
      by (intros; field; lra).
    rewrite sum_minus, !sum_scale, one, two. field. lra.
Qed.

(** The share that a row has of a total; nothing of nothing. *)
Definition part (x total : R) : R := if Req_EM_T total 0 then 0 else x / total.

Lemma part_total : forall m x total i, (forall i, (i < m)%nat -> 0 <= x i) -> sum m x = total ->
  (i < m)%nat -> part (x i) total * total = x i.
Proof.
  intros m x total i above whole inside. unfold part. destruct (Req_EM_T total 0) as [none|some].
  - rewrite (zero_terms m x); auto; [ring|congruence].
  - field. assumption.
Qed.

Theorem universal : forall m l P A, stochastic m 2 P -> stochastic l 2 A -> (0 < l)%nat ->
  (forall j, (j < m)%nat -> in_cone (P j) /\ extreme (P j)) ->
  (forall i, (i < l)%nat -> in_cone (A i)) ->
  exists C, stochastic l m C /\
    forall i j, (i < l)%nat -> (j < 2)%nat -> A i j = times m C P i j.
Proof.
  intros m l P A columns columns' some rows all.
  destruct (totals m P columns) as [one two]. destruct (totals l A columns') as [one' two'].
  set (S := (f1 - f0) / (e0 * f1 - e1 * f0)) in *. set (T := (e0 - e1) / (e0 * f1 - e1 * f0)) in *.
  set (share := fun x total i => if Req_EM_T total 0 then at_index 0 i else x / total).
  set (C := fun i j => if Req_EM_T (second (P j)) 0
    then share (first (A i)) S i else share (second (A i)) T i).
  assert (above : forall i, (i < l)%nat -> 0 <= first (A i)) by (intros; now apply all).
  assert (above' : forall i, (i < l)%nat -> 0 <= second (A i)) by (intros; now apply all).
  assert (low : 0 <= S) by (rewrite <- one'; now apply sum_nonneg).
  assert (low' : 0 <= T) by (rewrite <- two'; now apply sum_nonneg).
  assert (column : forall x total, (forall i, (i < l)%nat -> 0 <= x i) -> sum l x = total ->
    0 <= total -> (forall i, (i < l)%nat -> 0 <= share (x i) total i) /\
    \sum_(i < l) share (x i) total i = 1).
  { intros x total pos whole up. unfold share. destruct (Req_EM_T total 0) as [none|there]; split.
    - intros i _. unfold at_index. destruct (Nat.eq_dec 0 i); lra.
    - rewrite (sum_ext l _ (fun i => at_index 0 i * 1)) by (intros; ring).
      now apply (sum_pick l (fun _ => 1)).
    - intros i inside. apply Rmult_le_pos; [auto|]. apply Rlt_le, Rinv_0_lt_compat. lra.
    - unfold Rdiv. rewrite sum_scale_right, whole. field. assumption. }
  destruct (column (fun i => first (A i)) S above one' low) as [pos1 sum1].
  destruct (column (fun i => second (A i)) T above' two' low') as [pos2 sum2].
  exists C. split.
  - intros j small. unfold C. destruct (Req_EM_T (second (P j)) 0); split; auto.
  - assert (pieces : forall i j, (j < m)%nat ->
      C i j * first (P j) = part (first (A i)) S * first (P j) /\
      C i j * second (P j) = part (second (A i)) T * second (P j)).
    { intros i j small. destruct (rows j small) as [[low1 low2] ends].
      assert (S = 0 -> first (P j) = 0) as silent.
      { intros none. apply (zero_terms m (fun j => first (P j))); auto; [|congruence].
        intros u inside. now apply rows. }
      assert (T = 0 -> second (P j) = 0) as silent'.
      { intros none. apply (zero_terms m (fun j => second (P j))); auto; [|congruence].
        intros u inside. now apply rows. }
      unfold C, share, part. destruct (Req_EM_T (second (P j)) 0) as [zero|not].
      - rewrite zero. split; [|ring].
        destruct (Req_EM_T S 0); [rewrite silent by assumption; ring|reflexivity].
      - destruct ends as [zero|zero]; [rewrite zero|contradiction]. split; [ring|].
        destruct (Req_EM_T T 0); [rewrite silent' by assumption; ring|reflexivity]. }
    assert (sums : forall i c d, (i < l)%nat ->
      \sum_(j < m) (C i j * (first (P j) * c + second (P j) * d)) =
      first (A i) * c + second (A i) * d).
    { intros i c d inside.
      rewrite (sum_ext m _ (fun j => part (first (A i)) S * c * first (P j) +
        part (second (A i)) T * d * second (P j))).
      - rewrite sum_plus, !sum_scale, one, two.
        pose proof (part_total l (fun i => first (A i)) S i above one' inside) as whole.
        pose proof (part_total l (fun i => second (A i)) T i above' two' inside) as whole'.
        cbv beta in *. rewrite <- whole at 2. rewrite <- whole' at 2. ring.
      - intros j small. destruct (pieces i j small) as [left right].
        transitivity (C i j * first (P j) * c + C i j * second (P j) * d); [ring|].
        rewrite left, right. ring. }
    intros i j inside small. unfold times.
    destruct (coordinates (A i)) as [zero one_]. assert (j = 0 \/ j = 1)%nat as [->| ->] by lia.
    + rewrite zero, <- sums by assumption. apply sum_ext. intros u _.
      now rewrite (proj1 (coordinates (P u))).
    + rewrite one_, <- sums by assumption. apply sum_ext. intros u _.
      now rewrite (proj2 (coordinates (P u))).
Qed.

End Cone.
