(** Blackwell's order (certificate kinds "garbling" and "separation"). *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices.
Open Scope R_scope.

(** A garbling of a table: reports are randomised once more. *)
Theorem garbling_is_table : forall r m k (C P : matrix) l, stochastic r m C -> stochastic m k P ->
  stochastic r k (times m C P) /\
  (forall j, \sum_(i < r) (l i * times m C P i j) =
             \sum_(u < m) ((\sum_(i < r) (l i * C i u)) * P u j)).
Proof.
  intros r m k C P l left right.
  assert (weighted : forall h j, \sum_(i < r) (h i * times m C P i j) =
    \sum_(u < m) ((\sum_(i < r) (h i * C i u)) * P u j)).
  { intros h j. unfold times.
    rewrite (sum_ext r _ (fun i => \sum_(u < m) (h i * C i u * P u j))).
    - rewrite sum_of_sums. apply sum_ext. intros. now rewrite sum_scale_right.
    - intros i _. rewrite <- sum_scale. apply sum_ext. intros. ring. }
  split; [|apply weighted]. intros j small. destruct (right j small) as [above total].
  change (sum m (fun u => P u j) = 1) in total. split.
  - intros i inside. apply sum_nonneg. intros u here. apply Rmult_le_pos; [|auto].
    now apply (left u here).
  - rewrite (sum_ext r _ (fun i => 1 * times m C P i j)) by (intros; ring).
    rewrite (weighted (fun _ => 1)). transitivity (sum m (fun u => P u j)); [|exact total].
    apply sum_ext. intros u here. destruct (left u here) as [_ one].
    change (sum r (fun i => C i u) = 1) in one. rewrite sum_scale.
    rewrite one. ring.
Qed.

(** What a table is worth in a decision problem: the best action of each report, summed. The gain
    of an action counts the prior in. *)
Definition worth (m k : nat) (first : nat -> R) (others : list (nat -> R)) (T : matrix) : R :=
  \sum_(i < m) best k first others (T i).

Lemma best_mixture : forall k first others n (w : nat -> R) (rows : nat -> nat -> R),
  (forall u, (u < n)%nat -> 0 <= w u) ->
  best k first others (fun j => \sum_(u < n) (w u * rows u j)) <=
  \sum_(u < n) (w u * best k first others (rows u)).
Proof.
  intros k first others n w rows above.
  assert (linear : forall x, dot k x (fun j => \sum_(u < n) (w u * rows u j)) =
    \sum_(u < n) (w u * dot k x (rows u))).
  { intros x. unfold dot.
    rewrite (sum_ext k _ (fun j => \sum_(u < n) (w u * (x j * rows u j)))).
    - rewrite sum_of_sums. apply sum_ext. intros. now rewrite sum_scale.
    - intros j _. rewrite <- sum_scale. apply sum_ext. intros. ring. }
  revert first. induction others as [|x rest IH]; intros first; simpl.
  - rewrite linear. apply Rle_refl.
  - apply Rmax_lub.
    + rewrite linear. apply sum_le. intros u small.
      apply Rmult_le_compat_l; [auto|apply Rmax_l].
    + eapply Rle_trans; [apply IH|]. apply sum_le. intros u small.
      apply Rmult_le_compat_l; [auto|apply Rmax_r].
Qed.

Lemma best_ext : forall k others first a b, (forall j, (j < k)%nat -> a j = b j) ->
  best k first others a = best k first others b.
Proof.
  assert (one : forall k x a b, (forall j, (j < k)%nat -> a j = b j) -> dot k x a = dot k x b).
  { intros k x a b agree. apply sum_ext. intros j small. now rewrite agree. }
  intros k. induction others as [|x rest IH]; intros f a b agree; simpl.
  - now apply one.
  - f_equal; [now apply one|now apply IH].
Qed.

(** Kind "garbling": if A = C P then P is worth at least as much as A in every problem. *)
Theorem garbling_order : forall r m k (A C P : matrix), stochastic r m C ->
  (forall i j, (i < r)%nat -> (j < k)%nat -> A i j = times m C P i j) ->
  forall first others, worth r k first others A <= worth m k first others P.
Proof.
  intros r m k A C P columns equal first others. unfold worth.
  apply Rle_trans with (\sum_(i < r) \sum_(u < m) (C i u * best k first others (P u))).
  - apply sum_le. intros i inside.
    rewrite (best_ext k others first (A i) (fun j => \sum_(u < m) (C i u * P u j)))
      by (intros; now apply equal).
    apply best_mixture. intros u here. now apply (columns u here).
  - rewrite sum_of_sums. apply Req_le, sum_ext. intros u here.
    destruct (columns u here) as [_ one]. change (sum r (fun i => C i u) = 1) in one.
    rewrite sum_scale_right, one. ring.
Qed.

(** Kind "separation": where A is worth more than P in some problem, A = C P for no channel C. *)
Theorem separation_order : forall r m k (A P : matrix) first others,
  worth r k first others A > worth m k first others P ->
  ~ exists C, stochastic r m C /\
      forall i j, (i < r)%nat -> (j < k)%nat -> A i j = times m C P i j.
Proof.
  intros r m k A P first others more (C & columns & equal).
  pose proof (garbling_order r m k A C P columns equal first others). lra.
Qed.
