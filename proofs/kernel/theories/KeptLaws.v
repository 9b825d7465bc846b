(** Laws of sums of independent numbers that are kept from below (kind "shuffled"): what is missing to
    one bounds every error, also in products of laws. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums Tensors Draws Histograms.
Import ListNotations.
Open Scope R_scope.

Fixpoint points (score : nat -> nat) (w : list nat) : nat :=
  match w with
  | [] => O
  | i :: rest => (score i + points score rest)%nat
  end.

Lemma points_app : forall score w v, points score (w ++ v) = (points score w + points score v)%nat.
Proof. induction w as [|i w IH]; intros v; cbn; [reflexivity|]. rewrite IH. lia. Qed.

Lemma points_permutation : forall score w v, Permutation w v -> points score w = points score v.
Proof. induction 1; cbn; lia. Qed.

(** The chance that the scores of independent reports add up to s. *)
Definition chance (m : nat) (laws : list (nat -> R)) (score : nat -> nat) (s : nat) : R :=
  mean m laws (fun w => at_index s (points score w)).

(** No number is above the chance of its place. *)
Definition kept (m : nat) (laws : list (nat -> R)) (score : nat -> nat) (mu : nat -> R) : Prop :=
  forall s, 0 <= mu s <= chance m laws score s.

Lemma at_index_range : forall i j, 0 <= at_index i j <= 1.
Proof. intros i j. unfold at_index. destruct (Nat.eq_dec i j); lra. Qed.

Lemma at_index_self : forall i, at_index i i = 1.
Proof. intros i. unfold at_index. destruct (Nat.eq_dec i i); [reflexivity|contradiction]. Qed.

Lemma at_index_other : forall i j, i <> j -> at_index i j = 0.
Proof. intros i j differ. unfold at_index. destruct (Nat.eq_dec i j); [contradiction|reflexivity]. Qed.

Lemma chance_nonneg : forall m laws score s, Forall (law m) laws -> 0 <= chance m laws score s.
Proof.
  intros m laws score s all. apply mean_range; [assumption|]. intros. apply at_index_range.
Qed.

(** What is chosen among places below B. *)
Lemma among_places : forall B x f,
  \sum_(s < B) (at_index s x * f s) = if lt_dec x B then f x else 0.
Proof.
  induction B as [|B IH]; intros x f; cbn [sum]; [destruct (lt_dec x 0); [lia|reflexivity]|].
  rewrite IH. destruct (Nat.eq_dec B x) as [->|differ].
  - rewrite at_index_self. destruct (lt_dec x x); [lia|]. destruct (lt_dec x (S x)); [ring|lia].
  - rewrite at_index_other by assumption. destruct (lt_dec x B), (lt_dec x (S B)); try lia; ring.
Qed.

(** ** What is kept of a set, and with all that is missing *)

Theorem kept_set : forall m laws score mu B top f, Forall (law m) laws -> kept m laws score mu ->
  (forall w, length w = length laws -> Forall (fun i => (i < m)%nat) w -> 0 <= f (points score w) <= top) ->
  (forall s, (s < B)%nat -> 0 <= f s <= top) ->
  \sum_(s < B) (mu s * f s) <= mean m laws (fun w => f (points score w)) <=
  \sum_(s < B) (mu s * f s) + (1 - sum B mu) * top.
Proof.
  intros m laws score mu B top f all below range inside.
  assert (forall g, mean m laws (fun w => \sum_(s < B) (at_index s (points score w) * g s)) =
    \sum_(s < B) (chance m laws score s * g s)) as each.
  { intros g. rewrite mean_of_sum. apply sum_ext. intros s _. unfold chance.
    rewrite (Rmult_comm (mean m laws _)), <- mean_scale. apply mean_ext. intros. ring. }
  pose proof (laws_nonneg m laws all) as nonneg. split.
  - apply Rle_trans with (\sum_(s < B) (chance m laws score s * f s)).
    + apply sum_le. intros s small. apply Rmult_le_compat_r; [now apply inside|apply below].
    + rewrite <- each. apply mean_le; [assumption|]. intros w len inw. rewrite among_places.
      destruct (lt_dec _ B); [lra|now apply range].
  - apply Rle_trans with (mean m laws (fun w =>
      top + \sum_(s < B) (at_index s (points score w) * (f s - top)))).
    + apply mean_le; [assumption|]. intros w len inw. rewrite among_places.
      specialize (range w len inw). destruct (lt_dec _ B); lra.
    + rewrite (mean_plus m laws (fun _ => top)), mean_constant, each by assumption.
      assert (\sum_(s < B) (chance m laws score s * (f s - top)) <=
        \sum_(s < B) (mu s * (f s - top))) as less.
      { apply sum_le. intros s small. specialize (inside s small). specialize (below s).
        assert (0 <= (chance m laws score s - mu s) * (top - f s)) by (apply Rmult_le_pos; lra). lra. }
      rewrite (sum_ext B (fun s => mu s * (f s - top)) (fun s => mu s * f s - mu s * top)) in less
        by (intros; ring).
      rewrite sum_minus, sum_scale_right in less. lra.
Qed.

(** ** Sums of independent numbers *)

Lemma chance_app : forall m laws laws' score s, chance m (laws ++ laws') score s =
  \sum_(i < S s) (chance m laws score i * chance m laws' score (s - i)).
Proof.
  intros m laws laws' score s. unfold chance at 1. rewrite mean_app.
  rewrite (mean_ext m laws _ (fun w => \sum_(i < S s)
    (at_index i (points score w) * chance m laws' score (s - i)))).
  - rewrite mean_of_sum. apply sum_ext. intros i _. unfold chance at 2.
    rewrite (Rmult_comm (mean m laws _)), <- mean_scale. apply mean_ext. intros. ring.
  - intros w _ _. rewrite (among_places (S s) (points score w) (fun i => chance m laws' score (s - i))).
    destruct (lt_dec (points score w) (S s)).
    + unfold chance. apply mean_ext. intros v _ _. rewrite points_app. unfold at_index.
      destruct (Nat.eq_dec s _), (Nat.eq_dec (s - points score w) (points score v)); lia || reflexivity.
    + rewrite (mean_ext m laws' _ (fun _ => 0 * 0)).
      * rewrite (mean_scale m laws' 0 (fun _ => 0)). ring.
      * intros v _ _. rewrite points_app, at_index_other by lia. ring.
Qed.

Theorem kept_sum : forall m laws laws' score mu nu rho,
  kept m laws score mu -> kept m laws' score nu ->
  (forall s, 0 <= rho s <= \sum_(i < S s) (mu i * nu (s - i)%nat)) ->
  kept m (laws ++ laws') score rho.
Proof.
  intros m laws laws' score mu nu rho left right below s. specialize (below s). split; [lra|].
  rewrite chance_app. eapply Rle_trans; [apply below|]. apply sum_le. intros i _.
  apply Rmult_le_compat; (apply left || apply right).
Qed.

(** The binary digits of a number of people: twice as many, or one more. *)
Corollary kept_power : forall m p score mu nu rho h n,
  kept m (repeat p h) score mu -> kept m (repeat p n) score nu ->
  (forall s, 0 <= rho s <= \sum_(i < S s) (mu i * nu (s - i)%nat)) ->
  kept m (repeat p (h + n)) score rho.
Proof. intros. rewrite repeat_app. eapply kept_sum; eauto. Qed.

Lemma kept_none : forall m score, kept m [] score (at_index O).
Proof.
  intros m score s. split; [apply at_index_range|]. unfold chance. cbn [mean points].
  destruct s; [lra|]. rewrite !at_index_other by lia. lra.
Qed.

Lemma kept_one : forall m p score mu,
  (forall s, 0 <= mu s <= \sum_(i < m) (p i * at_index s (score i))) -> kept m [p] score mu.
Proof.
  intros m p score mu below s. specialize (below s). split; [lra|]. unfold chance. cbn [mean].
  rewrite (sum_ext m _ (fun i => p i * at_index s (score i))); [lra|].
  intros i _. cbn. now rewrite Nat.add_0_r.
Qed.

Lemma kept_permutation : forall m laws laws' score mu, Permutation laws laws' ->
  kept m laws score mu -> kept m laws' score mu.
Proof.
  intros m laws laws' score mu perm below s. unfold chance. rewrite <- (mean_permutation m laws); auto.
  - apply below.
  - intros w v same. now rewrite (points_permutation score w v).
Qed.

(** Two laws whose sum is looked at in a few sets only, each rounded by at most one unit. *)
Theorem kept_pair : forall m laws laws' score mu nu B C (event : nat -> bool) unit v missing,
  Forall (law m) laws -> Forall (law m) laws' -> kept m laws score mu -> kept m laws' score nu ->
  let met := \sum_(i < B) \sum_(j < C) (mu i * nu j * (if event (i + j)%nat then 1 else 0)) in
  met - unit <= v <= met -> 1 - sum B mu * sum C nu + unit <= missing ->
  v <= mean m (laws ++ laws') (fun w => if event (points score w) then 1 else 0) <= v + missing.
Proof.
  intros m laws laws' score mu nu B C event unit v missing all all' left right met near most.
  set (f := fun s => if event s then 1 else 0).
  assert (forall s, 0 <= f s <= 1) as range by (intros; unfold f; destruct (event s); lra).
  set (g := fun s => mean m laws' (fun v => f (s + points score v)%nat)).
  assert (forall s, 0 <= g s <= 1) as between by (intros; apply mean_range; auto).
  assert (mean m (laws ++ laws') (fun w => f (points score w)) =
    mean m laws (fun w => g (points score w))) as equal.
  { rewrite mean_app. apply mean_ext. intros w _ _. apply mean_ext. intros u _ _.
    now rewrite points_app. }
  fold f. change (mean m (laws ++ laws') (fun w => if event (points score w) then 1 else 0)) with
    (mean m (laws ++ laws') (fun w => f (points score w))). rewrite equal.
  destruct (kept_set m laws score mu B 1 g all left ltac:(auto) ltac:(auto)) as [low high].
  assert (forall i, \sum_(j < C) (nu j * f (i + j)%nat) <= g i <=
    \sum_(j < C) (nu j * f (i + j)%nat) + (1 - sum C nu)) as inner.
  { intros i. pose proof (kept_set m laws' score nu C 1 (fun s => f (i + s)%nat) all' right
      (fun w _ _ => range _) (fun s _ => range _)). unfold g. lra. }
  assert (met = \sum_(i < B) (mu i * (\sum_(j < C) (nu j * f (i + j)%nat)))) as same.
  { apply sum_ext. intros i _. rewrite <- sum_scale. apply sum_ext. intros j _. unfold f. ring. }
  assert (met <= \sum_(i < B) (mu i * g i)) as first.
  { rewrite same. apply sum_le. intros i _. apply Rmult_le_compat_l; [apply left|apply inner]. }
  assert (\sum_(i < B) (mu i * g i) <= met + sum B mu * (1 - sum C nu)) as second.
  { rewrite same, <- sum_scale_right, <- sum_plus. apply sum_le. intros i _.
    rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [apply left|apply inner]. }
  lra.
Qed.

(** ** Two answers *)

(** An answer that is one with the probability p. *)
Definition coin (p : R) (i : nat) : R := if Nat.eq_dec i 0 then 1 - p else p.
Definition itself (i : nat) : nat := i.

Lemma coin_law : forall p, 0 <= p <= 1 -> law 2 (coin p).
Proof.
  intros p range. split; [|cbn; ring]. intros i _. unfold coin. destruct (Nat.eq_dec i 0); lra.
Qed.

Lemma coins_law : forall p n, 0 <= p <= 1 -> Forall (law 2) (repeat (coin p) n).
Proof. intros p n range. induction n; constructor; auto using coin_law. Qed.

Lemma points_bounded : forall w, Forall (fun i => (i < 2)%nat) w -> (points itself w <= length w)%nat.
Proof. induction 1; cbn; unfold itself in *; lia. Qed.
