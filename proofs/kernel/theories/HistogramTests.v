(** From below (kind "shuffled", lower): a test of the sum of a score for each report is an event of the
    histogram, and of the sum of a number for each report where scores are those numbers in another unit. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums Tensors Draws Histograms KeptLaws.
Import ListNotations.
Open Scope R_scope.

Definition decision (score : nat -> nat) (least : nat) (w : list nat) : R :=
  if le_dec least (points score w) then 1 else 0.

Lemma decision_range : forall score least w, 0 <= decision score least w <= 1.
Proof. intros. unfold decision. destruct (le_dec _ _); lra. Qed.

Theorem decision_is_test : forall score least, test (decision score least).
Proof.
  intros score least. split; [|apply decision_range]. intros w v perm. unfold decision.
  now rewrite (points_permutation score w v).
Qed.

Theorem decision_of_sum : forall score least value start slope,
  (forall i, INR (score i) = start + slope * value i) -> of_sum value (decision score least).
Proof.
  intros score least value start slope affine w v len sums.
  assert (forall u, INR (points score u) =
    INR (length u) * start + slope * list_sum (map value u)) as points_are.
  { induction u as [|i u IH]; [simpl; ring|]. cbn [points length map list_sum].
    rewrite plus_INR, IH, affine, S_INR. ring. }
  unfold decision. replace (points score v) with (points score w); [reflexivity|].
  apply INR_eq. now rewrite !points_are, len, sums.
Qed.

(** What a law of the others' scores, kept from below, says of the test. *)
Definition kept_from (mu : nat -> R) (B t : nat) : R := \sum_(s < B) (mu s * (if le_dec t s then 1 else 0)).

Definition told (m : nat) (e mu : nat -> R) (score : nat -> nat) (least B : nat) : R :=
  \sum_(i < m) (e i * kept_from mu B (least - score i) + Rmin 0 (e i) * (1 - sum B mu)).

Theorem told_at_most : forall m laws e mu score least B, Forall (law m) laws -> kept m laws score mu ->
  told m e mu score least B <= mean m (e :: laws) (decision score least).
Proof.
  intros m laws e mu score least B all below. cbn [mean]. apply sum_le. intros i _.
  set (f := fun s => if le_dec (least - score i) s then 1 else 0).
  assert (forall s, 0 <= f s <= 1) as range by (intros; unfold f; destruct (le_dec _ _); lra).
  destruct (kept_set m laws score mu B 1 f all below ltac:(auto) ltac:(auto)) as [low high].
  rewrite (mean_ext m laws (fun w => decision score least (i :: w)) (fun w => f (points score w))).
  2:{ intros w _ _. unfold decision, f. cbn [points]. destruct (le_dec _ _), (le_dec _ _); lia || reflexivity. }
  change (kept_from mu B (least - score i)) with (\sum_(s < B) (mu s * f s)).
  rewrite Rmult_1_r in high. destruct (Rle_or_lt 0 (e i)) as [for_it|against_it].
  - rewrite Rmin_left by assumption. rewrite Rmult_0_l, Rplus_0_r. now apply Rmult_le_compat_l.
  - rewrite Rmin_right by lra. rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_neg_l; lra.
Qed.

Lemma decided_against : forall m P others g a b f,
  mean m (against g P a b :: map (column P) others) f =
  reports m P (a :: others) f - g * reports m P (b :: others) f.
Proof.
  intros. rewrite (first_ext m _ (fun i => 1 * column P a i + (- g) * column P b i))
    by (intros; unfold against, column; ring).
  rewrite mean_of_both, !reports_mean. cbn [map]. ring.
Qed.

(** Where a test tells more than d, the histogram is not private at d. *)
Theorem test_refutes : forall m k P others g d a b mu score least B, stochastic m k P ->
  Forall (fun t => (t < k)%nat) others -> kept m (map (column P) others) score mu ->
  (a < k)%nat -> (b < k)%nat -> d < told m (against g P a b) mu score least B ->
  let f := decision score least in
  test f /\ g * reports m P (b :: others) f + d < reports m P (a :: others) f.
Proof.
  intros m k P others g d a b mu score least B columns all below first second more f.
  pose proof (told_at_most m _ (against g P a b) mu score least B
    (laws_of_others m k P others columns all) below) as most.
  rewrite decided_against in most. split; [apply decision_is_test|]. unfold f. lra.
Qed.
