(** What is told by how often each report was given (certificate kind "shuffled"): the histogram of
    independent reports, of any number of people, of truths and of reports. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums Tensors Draws.
Import ListNotations.
Open Scope R_scope.

(** ** The mean over independent reports, each with a law of its own *)

Fixpoint mean (m : nat) (laws : list (nat -> R)) (f : list nat -> R) : R :=
  match laws with
  | [] => f []
  | p :: rest => \sum_(i < m) (p i * mean m rest (fun w => f (i :: w)))
  end.

Definition column (P : matrix) (t : nat) : nat -> R := fun i => P i t.
Definition nonneg (m : nat) (p : nat -> R) : Prop := forall i, (i < m)%nat -> 0 <= p i.

Lemma reports_mean : forall m P truths f, reports m P truths f = mean m (map (column P) truths) f.
Proof.
  induction truths as [|t rest IH]; intros f; [reflexivity|]. cbn [reports mean map].
  apply sum_ext. intros i _. now rewrite IH.
Qed.

Lemma mean_le : forall m laws f g, Forall (nonneg m) laws ->
  (forall w, length w = length laws -> Forall (fun i => (i < m)%nat) w -> f w <= g w) ->
  mean m laws f <= mean m laws g.
Proof.
  induction laws as [|p rest IH]; intros f g all below; cbn [mean]; [now apply below|].
  inversion all; subst. apply sum_le. intros i small. apply Rmult_le_compat_l; auto.
  apply IH; [assumption|]. intros w len each. apply below; [cbn; lia|now constructor].
Qed.

Lemma mean_ext : forall m laws f g,
  (forall w, length w = length laws -> Forall (fun i => (i < m)%nat) w -> f w = g w) ->
  mean m laws f = mean m laws g.
Proof.
  induction laws as [|p rest IH]; intros f g same; cbn [mean]; [now apply same|].
  apply sum_ext. intros i small. f_equal. apply IH. intros w len each. apply same; [cbn; lia|].
  now constructor.
Qed.

Lemma mean_plus : forall m laws f g, mean m laws (fun w => f w + g w) = mean m laws f + mean m laws g.
Proof.
  induction laws as [|p rest IH]; intros f g; cbn [mean]; [reflexivity|].
  rewrite <- sum_plus. apply sum_ext. intros i _. rewrite (IH (fun w => f (i :: w))). ring.
Qed.

Lemma mean_scale : forall m laws c f, mean m laws (fun w => c * f w) = c * mean m laws f.
Proof.
  induction laws as [|p rest IH]; intros c f; cbn [mean]; [reflexivity|].
  rewrite <- sum_scale. apply sum_ext. intros i _. rewrite (IH c (fun w => f (i :: w))). ring.
Qed.

Lemma mean_of_sum : forall m laws n (F : nat -> list nat -> R),
  mean m laws (fun w => \sum_(j < n) F j w) = \sum_(j < n) mean m laws (F j).
Proof.
  induction n as [|n IH]; intros F.
  - cbn [sum]. rewrite (mean_ext m laws _ (fun _ => 0 * 0)) by (intros; ring).
    rewrite (mean_scale m laws 0 (fun _ => 0)). ring.
  - cbn [sum]. rewrite (mean_plus m laws (fun w => \sum_(j < n) F j w)). now rewrite IH.
Qed.

Lemma mean_constant : forall m laws c, Forall (law m) laws -> mean m laws (fun _ => c) = c.
Proof.
  intros m laws c all. induction all as [|p rest [_ one] _ IH]; cbn [mean]; [reflexivity|].
  rewrite IH, sum_scale_right. change (sum m p = 1) in one. rewrite one. ring.
Qed.

(** A measure with the total c has c^h for h reports. *)
Lemma mean_of_one : forall m p h, mean m (repeat p h) (fun _ => 1) = sum m p ^ h.
Proof.
  induction h as [|h IH]; cbn [mean repeat]; [reflexivity|]. rewrite IH, sum_scale_right. reflexivity.
Qed.

Lemma laws_nonneg : forall m laws, Forall (law m) laws -> Forall (nonneg m) laws.
Proof. intros m laws. apply Forall_impl. now intros p [above _]. Qed.

Lemma mean_range : forall m laws f, Forall (law m) laws -> (forall w, 0 <= f w <= 1) ->
  0 <= mean m laws f <= 1.
Proof.
  intros m laws f all range. pose proof (laws_nonneg m laws all) as above.
  rewrite <- (mean_constant m laws 0 all) at 1. rewrite <- (mean_constant m laws 1 all).
  split; apply mean_le; auto; intros; apply range.
Qed.

Lemma mean_app : forall m laws laws' f,
  mean m (laws ++ laws') f = mean m laws (fun w => mean m laws' (fun v => f (w ++ v))).
Proof.
  induction laws as [|p rest IH]; intros laws' f; cbn [mean app]; [reflexivity|].
  apply sum_ext. intros i _. now rewrite IH.
Qed.

Lemma mean_of_both : forall m a b p q laws f,
  mean m ((fun i => a * p i + b * q i) :: laws) f = a * mean m (p :: laws) f + b * mean m (q :: laws) f.
Proof.
  intros. cbn [mean]. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros i _. ring.
Qed.

Lemma first_ext : forall m p q laws f, (forall i, (i < m)%nat -> p i = q i) ->
  mean m (p :: laws) f = mean m (q :: laws) f.
Proof. intros m p q laws f same. cbn [mean]. apply sum_ext. intros i small. now rewrite same. Qed.

(** ** Functions of the histogram, and of the sum of a number for each report *)

Definition of_histogram (f : list nat -> R) : Prop := forall w v, Permutation w v -> f w = f v.
Definition of_sum (value : nat -> R) (f : list nat -> R) : Prop := forall w v,
  length w = length v -> list_sum (map value w) = list_sum (map value v) -> f w = f v.

Lemma sum_of_histogram : forall value f, of_sum value f -> of_histogram f.
Proof.
  intros value f same w v perm. apply same; [now apply Permutation_length|].
  now apply list_sum_permutation, Permutation_map.
Qed.

Lemma after_one : forall f i, of_histogram f -> of_histogram (fun w => f (i :: w)).
Proof. intros f i same w v perm. apply same. now constructor. Qed.

Lemma mean_permutation : forall m laws laws' f, of_histogram f -> Permutation laws laws' ->
  mean m laws f = mean m laws' f.
Proof.
  intros m laws laws' f same perm. revert f same.
  induction perm as [|p a b _ IH|p q a|a b c _ IH1 _ IH2]; intros f same; [reflexivity| | |].
  - cbn [mean]. apply sum_ext. intros i _. rewrite IH; [reflexivity|]. now apply after_one.
  - cbn [mean].
    rewrite (sum_ext m _ (fun i => \sum_(j < m) (q i * p j * mean m a (fun w => f (i :: j :: w)))))
      by (intros; rewrite <- sum_scale; apply sum_ext; intros; ring).
    rewrite sum_of_sums. apply sum_ext. intros i _. rewrite <- sum_scale. apply sum_ext. intros j _.
    rewrite (mean_ext m a (fun w => f (j :: i :: w)) (fun w => f (i :: j :: w))); [ring|].
    intros w _ _. apply same. constructor.
  - rewrite IH1, IH2; auto.
Qed.

(** What is decided from a histogram: yes, with a probability. *)
Definition test (f : list nat -> R) : Prop := of_histogram f /\ forall w, 0 <= f w <= 1.

Lemma test_after_one : forall f i, test f -> test (fun w => f (i :: w)).
Proof. intros f i [same range]. split; [now apply after_one|auto]. Qed.

Lemma test_after_more : forall m laws f, Forall (law m) laws -> test f ->
  test (fun w => mean m laws (fun v => f (w ++ v))).
Proof.
  intros m laws f all [same range]. split.
  - intros w w' perm. apply mean_ext. intros v _ _. apply same. now apply Permutation_app_tail.
  - intros w. apply mean_range; auto.
Qed.

(** ** Privacy *)

(** What report i says for truth a against truth b. *)
Definition against (g : R) (P : matrix) (a b : nat) : nat -> R := fun i => P i a - g * P i b.

(** No test of the histogram of one person and others with these laws has more. *)
Definition hidden (m : nat) (laws : list (nat -> R)) (e : nat -> R) (d : R) : Prop :=
  forall f, test f -> mean m (e :: laws) f <= d.

(** The histogram of one person and of others with these truths is private for the person. *)
Definition hides (m k : nat) (P : matrix) (others : list nat) (g d : R) : Prop :=
  forall a b f, (a < k)%nat -> (b < k)%nat -> test f ->
  reports m P (a :: others) f <= g * reports m P (b :: others) f + d.

Lemma hides_hidden : forall m k P others g d, hides m k P others g d <->
  forall a b, (a < k)%nat -> (b < k)%nat -> hidden m (map (column P) others) (against g P a b) d.
Proof.
  assert (forall m P others g a b f, mean m (against g P a b :: map (column P) others) f =
    reports m P (a :: others) f - g * reports m P (b :: others) f) as equal.
  { intros. rewrite (first_ext m _ (fun i => 1 * column P a i + (- g) * column P b i))
      by (intros; unfold against, column; ring).
    rewrite mean_of_both, !reports_mean. cbn [map]. ring. }
  intros m k P others g d. split; intros all a b.
  - intros first second f is_test. rewrite equal. specialize (all a b f first second is_test). lra.
  - intros f first second is_test. specialize (all a b first second f is_test).
    rewrite equal in all. lra.
Qed.

Lemma laws_of_others : forall m k P others, stochastic m k P ->
  Forall (fun t => (t < k)%nat) others -> Forall (law m) (map (column P) others).
Proof.
  intros m k P others columns all. rewrite Forall_map. revert all. apply Forall_impl.
  intros t small. now apply columns.
Qed.

Lemma hidden_permutation : forall m laws laws' e d, Permutation laws laws' ->
  hidden m laws e d -> hidden m laws' e d.
Proof.
  intros m laws laws' e d perm all f is_test.
  rewrite <- (mean_permutation m (e :: laws)); [now apply all|apply is_test|now constructor].
Qed.

Lemma hides_permutation : forall m k P others others' g d, Permutation others others' ->
  hides m k P others g d -> hides m k P others' g d.
Proof.
  intros m k P others others' g d perm all. apply hides_hidden. intros a b first second.
  apply hidden_permutation with (map (column P) others); [now apply Permutation_map|].
  now apply hides_hidden with k.
Qed.

(** Whoever leaves people out of a histogram can add them again: fewer others hide less. *)
Theorem more_hide_more : forall m laws more e d, Forall (law m) more ->
  hidden m laws e d -> hidden m (laws ++ more) e d.
Proof.
  intros m laws more e d all fewer f is_test.
  change (e :: laws ++ more) with ((e :: laws) ++ more). rewrite mean_app.
  now apply fewer, test_after_more.
Qed.

(** At a larger level too. *)
Lemma hides_at_more : forall m k P others g g' d d', stochastic m k P ->
  Forall (fun t => (t < k)%nat) others -> g <= g' -> d <= d' ->
  hides m k P others g d -> hides m k P others g' d'.
Proof.
  intros m k P others g g' d d' columns all level more own a b f first second is_test.
  specialize (own a b f first second is_test).
  assert (0 <= reports m P (b :: others) f) as above.
  { rewrite reports_mean. apply mean_range; [|apply is_test].
    apply (laws_of_others m k P (b :: others)); [assumption|now constructor]. }
  assert (g * reports m P (b :: others) f <= g' * reports m P (b :: others) f)
    by now apply Rmult_le_compat_r. lra.
Qed.
