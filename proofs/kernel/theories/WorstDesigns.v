(** A checker inside Coq for variances of a fixed group, of the worst group and of the worst
    population: one prior with its tangents, prices, and estimators of the table. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Probability Estimators Groups Checker
  RayChecker RatioDesigns.
Import ListNotations.
Open Scope Q_scope.

Inductive respondents := FixedGroup | AnyGroup | AnyPopulation.

Section Worst.

Variables (d : priced_table) (over : respondents) (weights : list Q).
Variables (contrasts numbers slopes : list (list Q)).

Definition goal (n : nat) : list Q := nth n contrasts [].
Definition number_of (n : nat) : list Q := nth n numbers [].
Definition slope_of (n : nat) : list Q := nth n slopes [].

(** ** What a certificate says *)

Definition worst_below (m : nat) (P : matrix) (x : nat -> nat -> R) (t : R) : Prop :=
  let k := number d in
  let own := fun q => (\sum_(n < length contrasts) group_variance m k q P (vector (goal n)) (x n))%R in
  match over with
  | FixedGroup => (own (vector weights) <= t)%R
  | AnyGroup => forall q, law k q -> (own q <= t)%R
  | AnyPopulation => forall q, law k q ->
      (\sum_(n < length contrasts) variance m (share k q P) (x n) <= t)%R
  end.

Definition proves_worst : Prop :=
  let k := number d in
  let own := fun n => vector (number_of n) in
  (forall m P x t, private m k (real_levels (high d)) (real_matrix (budgets d)) P ->
     (forall n, (n < length contrasts)%nat -> unbiased m k P (vector (goal n)) (x n)) ->
     worst_below m P x t -> (Q2R (claimed d) <= t)%R) /\
  private (reports d) k (real_levels (low d)) (real_matrix (budgets d)) (real_matrix (entries d)) /\
  (forall n, (n < length contrasts)%nat ->
     unbiased (reports d) k (real_matrix (entries d)) (vector (goal n)) (own n)) /\
  worst_below (reports d) (real_matrix (entries d)) own (Q2R (reached d)).

(** ** What is computed *)

Definition tangent_parts : list ratio :=
  map (fun n => Ratio 1 (slope_of n) weights) (seq 0 (length contrasts)).

Definition mean_of (n : nat) : Q := qdot (number d) (entry weights) (entry (goal n)).

Definition corner_of (n : nat) : Q :=
  match over with
  | AnyPopulation => mean_of n * mean_of n
  | _ => qsum (number d) (fun j => entry weights j * (entry (goal n) j * entry (goal n) j))
  end.

Definition gain_of : Q :=
  qsum (length contrasts) (fun n =>
    2 * qdot (number d) (entry (slope_of n)) (entry (goal n)) - corner_of n).

Definition second_moment (n j : nat) : Q :=
  qsum (reports d) (fun i =>
    entry (number_of n) i * entry (number_of n) i * entry2 (entries d) i j).

Definition at_truth (j : nat) : Q :=
  qsum (length contrasts) (fun n =>
    match over with
    | AnyPopulation => second_moment n j - 2 * mean_of n * entry (goal n) j + mean_of n * mean_of n
    | _ => second_moment n j - entry (goal n) j * entry (goal n) j
    end).

Definition numbers_fit : bool :=
  all (length contrasts) (fun n => all (number d) (fun j =>
    Qeq_bool (qsum (reports d) (fun i => entry (number_of n) i * entry2 (entries d) i j))
      (entry (goal n) j))).

Definition worst_accepted : bool :=
  prices_fit d tangent_parts && is_law (number d) (entry weights) && numbers_fit &&
  Qle_bool (claimed d) (gain_of - total_paid d) &&
  match over with
  | FixedGroup => Qle_bool (qsum (number d) (fun j => entry weights j * at_truth j)) (reached d)
  | _ => all (number d) (fun j => Qle_bool (at_truth j) (reached d))
  end.

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma tangent_parts_real : forall r, ratios (number d) tangent_parts r =
  \sum_(n < length contrasts) along (number d) (vector weights) (vector (slope_of n)) r.
Proof.
  intros r. unfold ratios, tangent_parts. rewrite map_map, (sum_as_list (length contrasts)).
  f_equal. apply map_ext. intros n. unfold real_ratio, along. cbn [factor top bottom].
  rewrite Q2R_one. unfold Rdiv. ring.
Qed.

Lemma moment_real : forall n j, Q2R (second_moment n j) =
  moment_at (reports d) (real_matrix (entries d)) (vector (number_of n)) j.
Proof.
  intros n j. unfold second_moment, moment_at. rewrite sum_real. apply sum_ext. intros i _.
  rewrite !Q2R_mult. unfold vector, real_matrix. ring.
Qed.

Lemma mean_real : forall n, Q2R (mean_of n) = dot (number d) (vector weights) (vector (goal n)).
Proof. intros n. unfold mean_of. now rewrite dot_real. Qed.

Theorem kernel_worst : worst_accepted = true -> proves_worst.
Proof.
  intros yes. unfold worst_accepted in yes.
  apply andb_prop in yes as [yes small]. apply andb_prop in yes as [yes bounded].
  apply andb_prop in yes as [yes fits]. apply andb_prop in yes as [fit weighted].
  destruct (prices_fit_spec d tangent_parts fit) as (prices & covered & defined & is_private).
  apply law_spec in weighted. change (law (number d) (vector weights)) in weighted.
  assert (own : forall n, (n < length contrasts)%nat -> unbiased (reports d) (number d)
    (real_matrix (entries d)) (vector (goal n)) (vector (number_of n))).
  { intros n inside j first. pose proof (all_spec _ _ fits n inside) as one. cbv beta in one.
    pose proof (all_spec _ _ one j first) as two. cbv beta in two. apply eq_real in two.
    rewrite sum_real in two. unfold vector at 2. rewrite <- two. apply sum_ext. intros i _.
    now rewrite Q2R_mult. }
  assert (cover : covers (number d) (real_levels (high d)) (real_matrix (budgets d))
    (vector (truth_prices d)) (real_matrix (prices_of_pairs d)) (fun r =>
    \sum_(n < length contrasts) along (number d) (vector weights) (vector (slope_of n)) r)).
  { intros r is_row. rewrite <- tangent_parts_real. now apply covered. }
  assert (silent : forall n r, (n < length contrasts)%nat ->
    row (number d) (real_levels (high d)) (real_matrix (budgets d)) r ->
    finite (number d) (vector weights) (vector (slope_of n)) r).
  { intros n r inside is_row none.
    assert (is_defined (number d) (Ratio 1 (slope_of n) weights) = true) as fine.
    { rewrite forallb_forall in defined. apply defined. unfold tangent_parts. apply in_map_iff.
      exists n. split; [reflexivity|apply in_seq; lia]. }
    now apply (proj2 (share_zero _ _ r fine (proj1 is_row))). }
  split; [|split; [|split]]; [|assumption|assumption|].
  - intros m P x t table mean below. apply le_real in bounded.
    eapply Rle_trans; [exact bounded|]. rewrite Q2R_minus, paid_real.
    assert (at_weights : forall top, (match over with
        | AnyPopulation => \sum_(n < length contrasts)
                 variance m (share (number d) (vector weights) P) (x n)
        | _ => \sum_(n < length contrasts) group_variance m (number d) (vector weights) P
                 (vector (goal n)) (x n) end) <= top ->
      Q2R gain_of - paid (number d) (real_matrix (budgets d)) (vector (truth_prices d))
        (real_matrix (prices_of_pairs d)) <= top).
    { intros top. unfold gain_of, corner_of. rewrite sum_real. destruct over; intros most.
      1, 2: eapply Rle_trans; [|exact most]; eapply Rle_trans;
        [|now apply (group_bound m (number d) (length contrasts) (real_levels (high d))
          (real_matrix (budgets d)) (vector (truth_prices d)) (real_matrix (prices_of_pairs d))
          (vector weights) (fun n => vector (goal n)) (fun n => vector (slope_of n)) x P)];
        apply Rplus_le_compat_r, Req_le, sum_ext; intros n _;
        rewrite Q2R_minus, Q2R_mult, Q2R_two, dot_real, sum_real; f_equal; apply sum_ext;
        intros j _; rewrite !Q2R_mult; unfold vector; ring.
      eapply Rle_trans; [|exact most]; eapply Rle_trans;
        [|now apply (gradient_single m (number d) (length contrasts) (real_levels (high d))
          (real_matrix (budgets d)) (vector (truth_prices d)) (real_matrix (prices_of_pairs d))
          (vector weights) (fun n => vector (goal n)) (fun n => vector (slope_of n)) x P)].
      apply Rplus_le_compat_r, Req_le, sum_ext. intros n _.
      rewrite Q2R_minus, !Q2R_mult, Q2R_two, dot_real, mean_real. unfold vector. ring. }
    apply at_weights. unfold worst_below in below. destruct over; auto.
  - unfold worst_below, at_truth in *. destruct over.
    + apply le_real in small. rewrite sum_real in small. eapply Rle_trans; [|exact small].
      unfold group_variance. rewrite sum_of_sums. apply Req_le, sum_ext. intros j _.
      rewrite Q2R_mult, sum_real, <- sum_scale. apply sum_ext. intros n _.
      rewrite Q2R_minus, Q2R_mult, moment_real. unfold vector. ring.
    + intros q [above one]. change (sum (number d) q = 1) in one.
      unfold group_variance. rewrite sum_of_sums.
      apply Rle_trans with (\sum_(j < number d) (q j * Q2R (reached d))).
      * apply sum_le. intros j inside. rewrite sum_scale. apply Rmult_le_compat_l; [auto|].
        pose proof (all_spec _ _ small j inside) as most. cbv beta in most. apply le_real in most.
        rewrite sum_real in most. eapply Rle_trans; [|exact most]. apply Req_le, sum_ext.
        intros n _. rewrite Q2R_minus, Q2R_mult, moment_real. unfold vector. ring.
      * rewrite sum_scale_right, one. lra.
    + intros q is_law.
      assert (columns : stochastic (reports d) (number d) (real_matrix (entries d)))
        by apply is_private.
      rewrite (sum_ext (length contrasts) _ (fun n => \sum_(j < number d) (q j *
        moment_at (reports d) (real_matrix (entries d)) (vector (number_of n)) j) -
        dot (number d) (vector (goal n)) q ^ 2)).
      * apply (population_below (reports d) (number d) (length contrasts) (real_matrix (entries d))
          (fun n => vector (goal n)) (fun n => vector (number_of n)) (vector weights)); [|assumption].
        intros j inside. pose proof (all_spec _ _ small j inside) as most. cbv beta in most.
        apply le_real in most. rewrite sum_real in most. eapply Rle_trans; [|exact most].
        apply Req_le, sum_ext. intros n _.
        rewrite Q2R_plus, Q2R_minus, !Q2R_mult, Q2R_two, moment_real, mean_real.
        replace (dot (number d) (vector (goal n)) (vector weights))
          with (dot (number d) (vector weights) (vector (goal n)))
          by (apply sum_ext; intros; ring). unfold vector. ring.
      * intros n inside. rewrite (variance_as_moment _ _ _ _ (vector (goal n))) by auto.
        rewrite moments_by_truth. f_equal. f_equal. apply sum_ext. intros. ring.
Qed.

End Worst.
