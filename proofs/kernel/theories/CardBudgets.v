(** Sun, Zhou and Yan, theorem 5.4: the budget of one report by numbered cards is the largest
    ln (p_(L+1-k) / p_k), for every L; for three numbers that of the outer two. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums CardsPutBack.
Open Scope R_scope.

(** e^eps is the largest ratio of the probabilities of a report under two truths. *)
Definition budget (L : nat) (p : nat -> R) (eps : R) : Prop :=
  (forall t u k, (t < 2)%nat -> (u < 2)%nat -> (k < L)%nat ->
    christofides L p k t <= exp eps * christofides L p k u) /\
  (exists t u k, (t < 2)%nat /\ (u < 2)%nat /\ (k < L)%nat /\
    christofides L p k t = exp eps * christofides L p k u).

Lemma exp_of_ratio : forall a b, 0 < a -> 0 < b -> exp (ln (a / b)) * b = a.
Proof. intros. rewrite exp_ln by now apply Rdiv_lt_0_compat. field. lra. Qed.

Lemma budget_from_ratios : forall L p eps, (forall k, (k < L)%nat -> 0 <= p k) ->
  (forall k, (k < L)%nat -> mirrored L p k <= exp eps * p k) ->
  (exists k, (k < L)%nat /\ 0 < p k /\ mirrored L p k = exp eps * p k) -> budget L p eps.
Proof.
  intros L p eps above first (top & inside & some & equal).
  assert (forall k, (k < L)%nat -> p k <= exp eps * mirrored L p k) as second.
  { intros k small. pose proof (first (L - 1 - k)%nat ltac:(lia)) as other. unfold mirrored in *.
    now replace (L - 1 - (L - 1 - k))%nat with k in other by lia. }
  pose proof (exp_pos eps) as positive.
  assert (1 <= exp eps) as big.
  { pose proof (second top inside) as other. rewrite equal in other.
    destruct (Rle_lt_dec 1 (exp eps)) as [ok|less]; [assumption|].
    assert (exp eps * (exp eps * p top) < 1 * (1 * p top)); [|lra].
    apply Rmult_le_0_lt_compat; try lra; [|apply Rmult_lt_compat_r; lra].
    apply Rmult_le_pos; lra. }
  assert (forall x, 0 <= x -> x <= exp eps * x) as same.
  { intros x pos. assert (1 * x <= exp eps * x) by (apply Rmult_le_compat_r; assumption). lra. }
  split.
  - intros t u k low high small.
    destruct t as [|[|t]], u as [|[|u]]; try lia; simpl; auto; apply same, above; lia.
  - exists 1%nat, O, top. simpl. repeat split; auto; lia.
Qed.

Theorem christofides_budget : forall L p, (0 < L)%nat -> law L p ->
  (forall k, (k < L)%nat -> 0 < p k) ->
  budget L p (largest (L - 1) (fun k => ln (mirrored L p k / p k))).
Proof.
  intros L p there is_law positive. set (eps := largest (L - 1) _).
  destruct (maximum (L - 1) (fun k => ln (mirrored L p k / p k))) as [above (top & inside & same)].
  fold eps in above, same.
  assert (forall k, (k < L)%nat -> 0 < mirrored L p k) as positive'
    by (intros k small; apply positive; lia).
  apply budget_from_ratios.
  - intros k small. now apply Rlt_le, positive.
  - intros k small. rewrite <- (exp_of_ratio (mirrored L p k) (p k)) at 1 by auto.
    apply Rmult_le_compat_r; [now apply Rlt_le, positive|].
    destruct (above k ltac:(lia)) as [less|equal]; [left; now apply exp_increasing|].
    right. now rewrite equal.
  - exists top. rewrite same. repeat split; [lia|apply positive; lia|].
    symmetry. apply exp_of_ratio; [apply positive'|apply positive]; lia.
Qed.

(** The paper's four cases: inside A the answer L + 1 - k has the probability p_k and k has
    p_(L+1-k), outside k has p_k and L + 1 - k has p_(L+1-k). *)
Theorem christofides_cases : forall L p k, (k < L)%nat ->
  let image := (L - 1 - k)%nat in
  christofides L p image 1%nat = p k /\ christofides L p k 1%nat = p image /\
  christofides L p k O = p k /\ christofides L p image O = p image.
Proof.
  intros L p k small image. unfold image. simpl. unfold mirrored.
  now replace (L - 1 - (L - 1 - k))%nat with k by lia.
Qed.

Theorem christofides_budget_of_three : forall p, law 3 p -> 0 < p O -> 0 < p 2%nat ->
  budget 3 p (Rmax (ln (p O / p 2%nat)) (ln (p 2%nat / p O))).
Proof.
  intros p [above _] first last. set (eps := Rmax _ _).
  assert (forall a b, 0 < a -> 0 < b -> ln (a / b) <= eps -> a <= exp eps * b) as bounded.
  { intros a b pos pos' less. rewrite <- (exp_of_ratio a b pos pos') at 1.
    apply Rmult_le_compat_r; [lra|]. destruct less as [less|equal];
      [left; now apply exp_increasing|right; now rewrite equal]. }
  assert (0 <= eps) as big.
  { assert (ln (p O / p 2%nat) + ln (p 2%nat / p O) = 0) as zero.
    { rewrite <- ln_mult by now apply Rdiv_lt_0_compat. rewrite <- ln_1. f_equal. field. lra. }
    pose proof (Rmax_l (ln (p O / p 2%nat)) (ln (p 2%nat / p O))).
    pose proof (Rmax_r (ln (p O / p 2%nat)) (ln (p 2%nat / p O))). fold eps in H, H0. lra. }
  apply budget_from_ratios; [assumption| |].
  - intros [|[|[|k]]] small; try lia; unfold mirrored; simpl.
    + apply bounded; auto. apply Rmax_r.
    + assert (1 <= exp eps) by (rewrite <- exp_0; destruct big as [more|<-];
        [left; now apply exp_increasing|right; reflexivity]).
      assert (0 <= p 1%nat) by (apply above; lia).
      assert (1 * p 1%nat <= exp eps * p 1%nat) by (apply Rmult_le_compat_r; assumption). lra.
    + apply bounded; auto. apply Rmax_l.
  - destruct (Rle_dec (ln (p O / p 2%nat)) (ln (p 2%nat / p O))) as [up|down].
    + exists O. unfold eps. rewrite Rmax_right by assumption. repeat split; [lia|assumption|].
      unfold mirrored. simpl. symmetry. now apply exp_of_ratio.
    + exists 2%nat. unfold eps. rewrite Rmax_left by lra. repeat split; [lia|assumption|].
      unfold mirrored. simpl. symmetry. now apply exp_of_ratio.
Qed.
