(** Chai and Nayak, the construction of Lemma 4.2: a_1 + (1 - xi) a_2 and xi a_2 in place of two rows
    a_1 and a_2 of a table, where the parity of a_1 is below gamma. *)

From Coq Require Import Reals Lra Lia List Arith FunctionalExtensionality.
From Rropt Require Import Sums Tensors Channels ChaiNayak Admissible Rows Domination.
Open Scope R_scope.

(** eta_i, the largest entry of a row over its smallest; the row has k positive entries. *)
Definition smallest (n : nat) (x : nat -> R) : R := - largest n (fun j => - x j).
Definition row_parity (k : nat) (r : nat -> R) : R := largest (k - 1) r / smallest (k - 1) r.

(** ** The parity of a row *)

Lemma minimum : forall n x, (forall j, (j <= n)%nat -> smallest n x <= x j) /\
  exists i, (i <= n)%nat /\ smallest n x = x i.
Proof.
  intros n x. destruct (maximum n (fun j => - x j)) as (above & i & small & equal). unfold smallest.
  split; [intros j sj; specialize (above j sj); lra|]. exists i. split; [assumption|]. lra.
Qed.

Lemma row_parity_bounds : forall k r g, (0 < k)%nat -> (forall j, (j < k)%nat -> 0 < r j) ->
  (row_parity k r <= g <-> forall a b, (a < k)%nat -> (b < k)%nat -> r a <= g * r b).
Proof.
  intros k r g some pos. unfold row_parity.
  destruct (maximum (k - 1) r) as (above & top & st & high).
  destruct (minimum (k - 1) r) as (below & bottom & sb & low).
  assert (0 < smallest (k - 1) r) as positive by (rewrite low; apply pos; lia).
  assert (largest (k - 1) r / smallest (k - 1) r * smallest (k - 1) r = largest (k - 1) r) as value
    by (field; lra).
  split.
  - intros bound a b sa sb'. specialize (above a ltac:(lia)). specialize (below b ltac:(lia)).
    apply Rle_trans with (largest (k - 1) r); [assumption|]. rewrite <- value.
    assert (0 <= largest (k - 1) r / smallest (k - 1) r) as nonneg.
    { apply Rmult_le_pos; [|now apply Rlt_le, Rinv_0_lt_compat]. rewrite high.
      apply Rlt_le, pos. lia. }
    apply Rmult_le_compat; lra.
  - intros all. apply Rmult_le_reg_r with (smallest (k - 1) r); [assumption|]. rewrite value, high, low.
    apply all; lia.
Qed.

Lemma largest_scale : forall n c x, 0 <= c -> largest n (fun j => c * x j) = c * largest n x.
Proof.
  induction n as [|n IH]; intros c x nonneg; [reflexivity|]. simpl. rewrite IH by assumption.
  now apply RmaxRmult.
Qed.

Lemma row_parity_scale : forall k c r, 0 < c -> (0 < k)%nat -> (forall j, (j < k)%nat -> 0 < r j) ->
  row_parity k (fun j => c * r j) = row_parity k r.
Proof.
  intros k c r pos some entries. unfold row_parity, smallest.
  replace (fun j => - (c * r j)) with (fun j => c * - r j)
    by (apply functional_extensionality; intros; ring).
  rewrite !largest_scale by lra. destruct (minimum (k - 1) r) as (_ & i & small & equal).
  unfold smallest in equal. specialize (entries i ltac:(lia)). rewrite <- equal in entries.
  field. split; lra.
Qed.

Lemma largest_continuous : forall n (f : R -> nat -> R) t,
  (forall j, (j <= n)%nat -> continuity_pt (fun x => f x j) t) ->
  continuity_pt (fun x => largest n (f x)) t.
Proof.
  induction n as [|n IH]; intros f t each; simpl; [now apply each|].
  replace (fun x => Rmax (largest n (f x)) (f x (S n))) with
    (fun x => (largest n (f x) + f x (S n) + Rabs (largest n (f x) - f x (S n))) * / 2).
  - assert (continuity_pt (fun x => largest n (f x)) t) as first by (apply IH; intros; apply each; lia).
    assert (continuity_pt (fun x => f x (S n)) t) as second by (apply each; lia).
    apply (continuity_pt_mult _ (fct_cte (/ 2))); [|apply continuity_pt_const; now intros ? ?].
    apply (continuity_pt_plus (fun x => largest n (f x) + f x (S n))).
    + now apply (continuity_pt_plus (fun x => largest n (f x))).
    + apply (continuity_pt_comp (fun x => largest n (f x) - f x (S n)) Rabs);
        [|apply Rcontinuity_abs]. now apply (continuity_pt_minus (fun x => largest n (f x))).
  - apply functional_extensionality. intros x. unfold Rmax, Rabs.
    destruct (Rle_dec (largest n (f x)) (f x (S n))), (Rcase_abs (largest n (f x) - f x (S n))); lra.
Qed.

Lemma row_parity_continuous : forall k (f : R -> nat -> R) t, (0 < k)%nat ->
  (forall j, (j < k)%nat -> continuity_pt (fun x => f x j) t) -> (forall j, (j < k)%nat -> 0 < f t j) ->
  continuity_pt (fun x => row_parity k (f x)) t.
Proof.
  intros k f t some each pos. unfold row_parity.
  apply (continuity_pt_div (fun x => largest (k - 1) (f x)) (fun x => smallest (k - 1) (f x))).
  - apply largest_continuous. intros; apply each; lia.
  - unfold smallest. apply (continuity_pt_opp (fun x => largest (k - 1) (fun j => - f x j))).
    apply (largest_continuous (k - 1) (fun x j => - f x j)). intros j sj.
    apply (continuity_pt_opp (fun x => f x j)). apply each. lia.
  - destruct (minimum (k - 1) (f t)) as (_ & i & small & ->). specialize (pos i ltac:(lia)). lra.
Qed.

(** ** The construction *)

Section Construction.

Variables (n k : nat) (g : R) (A : matrix).
Let m := S (S n).
Context (class : in_class m k g A).

Lemma entries_are_positive : forall i j, (i < m)%nat -> (j < k)%nat -> 0 < A i j.
Proof. exact (class_positive m k g A class). Qed.

(** Below xi_0 the first row stays positive. *)
Definition room (xi0 : R) : Prop := 1 < xi0 /\
  forall xi j, (j < k)%nat -> xi < xi0 -> 0 < lifted xi A 0%nat j.

Lemma some_room : exists xi0, room xi0.
Proof.
  destruct (positive_minimum k (fun j => A 0%nat j / A 1%nat j)) as (e & pos & least).
  { intros j sj. apply Rdiv_lt_0_compat; apply entries_are_positive; unfold m; lia. }
  exists (1 + e). split; [lra|]. intros xi j sj less. simpl.
  pose proof (entries_are_positive 0 j ltac:(unfold m; lia) sj) as first.
  pose proof (entries_are_positive 1 j ltac:(unfold m; lia) sj) as second.
  specialize (least j sj). cbv beta in least.
  apply Rmult_le_compat_r with (r := A 1%nat j) in least; [|lra].
  replace (A 0%nat j / A 1%nat j * A 1%nat j) with (A 0%nat j) in least by (field; lra).
  assert ((xi - 1) * A 1%nat j < e * A 1%nat j) by (apply Rmult_lt_compat_r; lra). lra.
Qed.

Lemma lifted_is_a_table : forall xi0 xi, room xi0 -> 1 <= xi < xi0 ->
  stochastic m k (lifted xi A).
Proof.
  intros xi0 xi [_ inner] range j sj. destruct class as (_ & columns & _).
  destruct (columns j sj) as [above one]. split.
  - intros [|[|i]] si; [apply Rlt_le, inner; [assumption|lra]| |exact (above (S (S i)) si)].
    simpl. apply Rmult_le_pos; [lra|]. apply above. lia.
  - unfold m in *. rewrite first_two in *. cbv beta in one. transitivity (A 0%nat j + A 1%nat j + \sum_(i < n) A (S (S i)) j);
      [|exact one]. simpl. ring.
Qed.

Lemma other_rows_keep_their_parity : forall xi i, 1 <= xi -> (1 <= i < m)%nat -> (0 < k)%nat ->
  row_parity k (lifted xi A i) = row_parity k (A i).
Proof.
  intros xi [|[|i]] big range some; [lia| |reflexivity].
  apply (row_parity_scale k xi (A 1%nat)); [lra|assumption|].
  intros; apply entries_are_positive; lia || assumption.
Qed.

Theorem construction_of_the_lift : row_parity k (A 0%nat) < g ->
  exists xi0, room xi0 /\
  (forall xi, 1 <= xi < xi0 -> stochastic m k (lifted xi A)) /\
  (forall xi i, 1 <= xi < xi0 -> (1 <= i < m)%nat -> row_parity k (lifted xi A i) = row_parity k (A i)) /\
  (forall xi, 1 <= xi < xi0 -> continuity_pt (fun x => row_parity k (lifted x A 0%nat)) xi) /\
  row_parity k (lifted 1 A 0%nat) = row_parity k (A 0%nat) /\
  exists xi1, 1 < xi1 < xi0 /\ forall xi, 1 <= xi <= xi1 -> parity_at_most m k (lifted xi A) g.
Proof.
  intros less. destruct some_room as (xi0 & more & inner).
  pose proof (class_has_truths m k g A class) as truths.
  assert (lifted 1 A 0%nat = A 0%nat) as start
    by (apply functional_extensionality; intros; simpl; ring).
  assert (forall xi, 1 <= xi < xi0 ->
    continuity_pt (fun x => row_parity k (lifted x A 0%nat)) xi) as continuous.
  { intros xi range. apply (row_parity_continuous k (fun x => lifted x A 0%nat)); [assumption| |].
    - intros j sj. simpl. reg.
    - intros j sj. apply inner; [assumption|lra]. }
  exists xi0. split; [now split|]. split; [|split; [|split; [assumption|split]]].
  - intros xi range. apply (lifted_is_a_table xi0); [now split|assumption].
  - intros xi i range si. now apply other_rows_keep_their_parity.
  - now rewrite start.
  - destruct (continuous 1 ltac:(lra) (g - row_parity k (A 0%nat)) ltac:(lra)) as (d & pos & near).
    set (e := Rmin (d / 2) ((xi0 - 1) / 2)).
    assert (0 < e) as some by (apply Rmin_glb_lt; lra).
    assert (e <= d / 2) as le1 by apply Rmin_l. assert (e <= (xi0 - 1) / 2) as le2 by apply Rmin_r.
    exists (1 + e). split; [lra|]. intros xi range i a b si sa sb.
    destruct i as [|i].
    + apply (row_parity_bounds k (lifted xi A 0%nat) g); try assumption.
      { intros j sj. apply inner; [assumption|lra]. }
      destruct (Req_dec xi 1) as [->|other]; [rewrite start; lra|].
      specialize (near xi). simpl in near. unfold R_dist, D_x, no_cond in near.
      assert (Rabs (xi - 1) < d) as close by (rewrite Rabs_right; lra).
      specialize (near ltac:(repeat split; auto)). rewrite start in near.
      apply Rabs_def2 in near. lra.
    + destruct class as (_ & _ & ratio & _). destruct i as [|i].
      * simpl. replace (g * (xi * A 1%nat b)) with (xi * (g * A 1%nat b)) by ring.
        apply Rmult_le_compat_l; [lra|]. now apply ratio.
      * now apply (ratio (S (S i)) a b).
Qed.

(** The values of xi at which P leaves the class: at most one for each other row. *)
Theorem unlucky_values : (forall i xi xi', (2 <= i < m)%nat ->
    proportional k (lifted xi A) 0 i -> proportional k (lifted xi' A) 0 i -> xi = xi') /\
  forall xi0 xi, room xi0 -> 1 <= xi < xi0 -> parity_at_most m k (lifted xi A) g ->
    (forall i, (2 <= i < m)%nat -> ~ proportional k (lifted xi A) 0 i) ->
    in_class m k g (lifted xi A).
Proof.
  pose proof class as (several & columns & ratio & apart). split.
  - intros [|[|i]] xi xi' range same same'; [lia..|].
    destruct (Req_dec xi xi') as [|differ]; [assumption|]. exfalso.
    apply (apart 1%nat (S (S i))); try lia. intros j l sj sl.
    specialize (same j l sj sl). specialize (same' j l sj sl). simpl in same, same'.
    apply Rmult_eq_reg_l with (xi' - xi); [|lra]. lra.
  - intros xi0 xi free range bound lucky. split; [assumption|].
    split; [now apply (lifted_is_a_table xi0)|]. split; [assumption|].
    assert (forall a b, (a < b)%nat -> (b < m)%nat -> ~ proportional k (lifted xi A) a b) as ordered.
    { intros a b less sb same. destruct a as [|[|a]], b as [|[|b]]; try lia.
      - apply (apart 0%nat 1%nat); try lia. intros j l sj sl. specialize (same j l sj sl).
        simpl in same. apply Rmult_eq_reg_l with xi; [|lra]. lra.
      - apply (lucky (S (S b))); [lia|assumption].
      - apply (apart 1%nat (S (S b))); try lia. intros j l sj sl. specialize (same j l sj sl).
        simpl in same. apply Rmult_eq_reg_l with xi; [|lra]. lra.
      - apply (apart (S (S a)) (S (S b))); try lia. exact same. }
    intros a b sa sb differ same. destruct (lt_dec a b) as [less|more]; [now apply (ordered a b)|].
    apply (ordered b a); [lia|assumption|]. intros j l sj sl. specialize (same j l sj sl). lra.
Qed.

End Construction.
