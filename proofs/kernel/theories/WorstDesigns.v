(** A checker inside Coq for variances of a fixed group, of the worst group and of the worst
    population: one prior with its tangents, prices, and estimators of the table. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Probability Estimators Groups Checker
  RayChecker Promises RatioDesigns.
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
  (forall m P x t, keeps d m P -> (forall n, (n < length contrasts)%nat -> unbiased m k P (vector (goal n)) (x n)) ->
     worst_below m P x t -> (Q2R (claimed d) <= t)%R) /\
  own_keeps d /\
  (forall n, (n < length contrasts)%nat ->
     unbiased (reports d) k (real_matrix (entries d)) (vector (goal n)) (own n)) /\
  worst_below (reports d) (real_matrix (entries d)) own (Q2R (reached d)).

(** ** What is computed *)

Definition parts_of_contrasts : list ratio :=
  tangent_parts weights slopes (fun _ => 1) (length contrasts).

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
  prices_fit d parts_of_contrasts && is_law (number d) (entry weights) && numbers_fit &&
  Qle_bool (claimed d) (gain_of - total_paid d) &&
  match over with
  | FixedGroup => Qle_bool (qsum (number d) (fun j => entry weights j * at_truth j)) (reached d)
  | _ => all (number d) (fun j => Qle_bool (at_truth j) (reached d))
  end.

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma moment_real : forall n j, Q2R (second_moment n j) =
  moment_at (reports d) (real_matrix (entries d)) (vector (number_of n)) j.
Proof.
  intros n j. unfold second_moment, moment_at. rewrite sum_real. apply sum_ext. intros i _.
  rewrite !Q2R_mult. unfold vector, real_matrix. ring.
Qed.

Lemma mean_real : forall n, Q2R (mean_of n) = dot (number d) (vector weights) (vector (goal n)).
Proof. intros n. unfold mean_of. now rewrite dot_real. Qed.

Lemma numbers_tell : numbers_fit = true -> forall n, (n < length contrasts)%nat ->
  unbiased (reports d) (number d) (real_matrix (entries d)) (vector (goal n)) (vector (number_of n)).
Proof.
  intros fits n inside j first. pose proof (all_spec _ _ fits n inside) as one. cbv beta in one.
  pose proof (all_spec _ _ one j first) as two. cbv beta in two. apply eq_real in two.
  rewrite sum_real in two. unfold vector at 2. rewrite <- two. apply sum_ext. intros i _.
  now rewrite Q2R_mult.
Qed.

Theorem kernel_worst : worst_accepted = true -> proves_worst.
Proof.
  intros yes. unfold worst_accepted in yes.
  apply andb_prop in yes as [yes small]. apply andb_prop in yes as [yes bounded].
  apply andb_prop in yes as [yes fits]. apply andb_prop in yes as [fit weighted].
  destruct (tangents_pay d weights slopes _ _ fit) as [own_kept paid].
  apply law_spec in weighted. change (law (number d) (vector weights)) in weighted.
  pose proof (numbers_tell fits) as own.
  split; [|split; [|split]]; [|assumption|assumption|].
  - intros m P x t table mean below. apply le_real in bounded.
    eapply Rle_trans; [exact bounded|]. rewrite Q2R_minus.
    destruct (paid m P table) as (columns & cost & silent).
    assert (most_paid : \sum_(i < m) \sum_(n < length contrasts)
      along (number d) (vector weights) (vector (slope_of n)) (P i) <= Q2R (total_paid d)).
    { eapply Rle_trans; [|exact cost]. apply Req_le, sum_ext. intros i _. apply sum_ext. intros n _.
      rewrite Q2R_one. unfold slope_of. ring. }
    assert (at_weights : forall top, (match over with
        | AnyPopulation => \sum_(n < length contrasts)
                 variance m (share (number d) (vector weights) P) (x n)
        | _ => \sum_(n < length contrasts) group_variance m (number d) (vector weights) P
                 (vector (goal n)) (x n) end) <= top ->
      Q2R gain_of - Q2R (total_paid d) <= top).
    { intros top. unfold gain_of, corner_of. rewrite sum_real. destruct over; intros most.
      1, 2: eapply Rle_trans; [|exact most]; eapply Rle_trans;
        [|now apply (group_bound m (number d) (length contrasts) (Q2R (total_paid d))
          (vector weights) (fun n => vector (goal n)) (fun n => vector (slope_of n)) x P)];
        apply Rplus_le_compat_r, Req_le, sum_ext; intros n _;
        rewrite Q2R_minus, Q2R_mult, Q2R_two, dot_real, sum_real; f_equal; apply sum_ext;
        intros j _; rewrite !Q2R_mult; unfold vector; ring.
      eapply Rle_trans; [|exact most]; eapply Rle_trans;
        [|now apply (gradient_single m (number d) (length contrasts) (Q2R (total_paid d))
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
      pose proof (own_columns d own_kept) as columns.
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

(** ** The share of truth 1 of two, at the worst prevalence of an interval *)

Section Interval.

Variables (d : priced_table) (scenarios : list scenario) (from to : Q).

Definition share_of_one : list (list Q) := [[0; 1]].
Definition prevalence (p : R) : nat -> R := fun j => match j with O => (1 - p)%R | _ => p end.

Definition prevalence_below (m : nat) (P : matrix) (x : nat -> R) (t : R) : Prop :=
  forall p, (Q2R from <= p <= Q2R to)%R -> (variance m (share 2 (prevalence p) P) x <= t)%R.

Definition proves_interval : Prop :=
  let own := vector (estimator scenarios 0 0) in
  (forall m P x t, keeps d m P -> unbiased m 2 P (at_index 1) x -> prevalence_below m P x t -> (Q2R (claimed d) <= t)%R) /\
  own_keeps d /\
  unbiased (reports d) 2 (real_matrix (entries d)) (at_index 1) own /\
  prevalence_below (reports d) (real_matrix (entries d)) own (Q2R (reached d)).

Definition square_at (j : nat) : Q :=
  qsum (reports d) (fun i =>
    entry (estimator scenarios 0 0) i * entry (estimator scenarios 0 0) i * entry2 (entries d) i j).

(** Where the parabola a + (b - a) p - p^2 is largest. *)
Definition worst_prevalence : Q :=
  qmin (qmax ((square_at 1 - square_at 0) * (1 # 2)) from) to.
Definition worst_variance : Q :=
  square_at 0 + (square_at 1 - square_at 0) * worst_prevalence - worst_prevalence * worst_prevalence.

Definition interval_accepted : bool :=
  variances_accepted d share_of_one scenarios true && Nat.eqb (number d) 2 &&
  Nat.ltb 0 (length scenarios) &&
  all (length scenarios) (fun s => let p := entry (prior (at_scenario scenarios s)) 1 in
    Qeq_bool (offset (at_scenario scenarios s)) 0 && Qle_bool from p && Qle_bool p to) &&
  Qle_bool 0 from && Qle_bool from to && Qle_bool to 1 && Qle_bool worst_variance (reached d).

Open Scope R_scope.

Lemma square_at_real : forall j, Q2R (square_at j) = \sum_(i < reports d)
  (vector (estimator scenarios 0 0) i ^ 2 * real_matrix (entries d) i j).
Proof.
  intros j. unfold square_at. rewrite sum_real. apply sum_ext. intros i _. rewrite !Q2R_mult.
  unfold vector, real_matrix. ring.
Qed.

Lemma largest_on_interval : forall h a b p, a <= p <= b ->
  2 * h * p - p ^ 2 <= 2 * h * Rmin (Rmax h a) b - Rmin (Rmax h a) b ^ 2.
Proof.
  intros h a b p [low top]. set (w := Rmin (Rmax h a) b).
  enough (0 <= (p - w) * (p + w - 2 * h)) by lra. unfold w.
  unfold Rmin, Rmax. destruct (Rle_dec h a) as [|above].
  - destruct (Rle_dec a b); [apply Rmult_le_pos; lra|exfalso; lra].
  - destruct (Rle_dec h b).
    + replace ((p - h) * (p + h - 2 * h)) with ((p - h) ^ 2) by ring. apply pow2_ge_0.
    + replace ((p - b) * (p + b - 2 * h)) with ((b - p) * (2 * h - p - b)) by ring.
      apply Rmult_le_pos; lra.
Qed.

Theorem kernel_interval : interval_accepted = true -> proves_interval.
Proof.
  intros yes. unfold interval_accepted in yes.
  apply andb_prop in yes as [yes most]. apply andb_prop in yes as [yes below_one].
  apply andb_prop in yes as [yes order]. apply andb_prop in yes as [yes above_zero].
  apply andb_prop in yes as [yes inside]. apply andb_prop in yes as [yes some].
  apply andb_prop in yes as [accepted two]. apply Nat.eqb_eq in two. apply Nat.ltb_lt in some.
  apply le_real in most, below_one, above_zero. rewrite Q2R_zero in above_zero.
  rewrite Q2R_one in below_one.
  pose proof accepted as parts. unfold variances_accepted in parts.
  apply andb_prop in parts as [parts _]. apply andb_prop in parts as [parts _].
  apply andb_prop in parts as [parts _]. apply andb_prop in parts as [_ priors].
  destruct (kernel_variances d share_of_one scenarios true accepted) as (all_tables & table & fits & _).
  pose proof (own_columns d table) as columns.
  unfold all_unbiased, spread_below, spread in *. rewrite two in *.
  assert (goal_is : forall m P x, unbiased m 2 P (vector (contrast share_of_one 0)) x <->
    unbiased m 2 P (at_index 1) x).
  { intros m P x. assert (forall j, (j < 2)%nat -> vector (contrast share_of_one 0) j = at_index 1 j) as same.
    { intros [|[|j]] small; [apply Q2R_zero|apply Q2R_one|lia]. }
    unfold unbiased. split; intros mean j small; rewrite mean by assumption;
      [|symmetry]; now apply same. }
  pose proof (proj1 (goal_is _ _ _) (fits O O some ltac:(simpl; lia))) as own. cbv beta in own.
  split; [|split; [assumption|split; [assumption|]]].
  - intros m P x t is_private mean below. apply (all_tables m P (fun _ _ => x) t is_private).
    + intros s n _ small. assert (n = O) as -> by (simpl in small; lia). now apply goal_is.
    + intros s here. pose proof (all_spec _ _ inside s here) as one. cbv beta zeta in one.
      apply andb_prop in one as [one high_]. apply andb_prop in one as [none low_].
      apply eq_real in none. apply le_real in high_, low_. rewrite Q2R_zero in none.
      unfold real_offset. rewrite none. cbn [length share_of_one sum].
      set (p := Q2R (entry (prior (at_scenario scenarios s)) 1)) in *.
      specialize (below p ltac:(lra)).
      pose proof (law_spec _ _ (all_spec _ _ priors s here)) as [_ one].
      simpl in one.
      assert (forall i, share 2 (real_prior scenarios s) P i = share 2 (prevalence p) P i) as same.
      { intros i. unfold share, dot, prevalence, real_prior, vector. simpl. unfold p in *.
        replace (Q2R (entry (prior (at_scenario scenarios s)) 0)) with
          (1 - Q2R (entry (prior (at_scenario scenarios s)) 1)) by lra. reflexivity. }
      unfold variance in *. rewrite Rplus_0_l, Rminus_0_r.
      assert (covariance m (share 2 (real_prior scenarios s) P) x x =
        covariance m (share 2 (prevalence p) P) x x) as ->; [|assumption].
      unfold covariance, E. apply sum_ext. intros i _. rewrite same.
      do 2 f_equal; f_equal; apply sum_ext; intros; now rewrite same.
  - intros p range.
    assert (law 2 (prevalence p)) as is_law.
    { split; [intros [|j] _; simpl; lra|simpl; ring]. }
    rewrite (variance_as_moment _ _ _ _ _ _ columns is_law own).
    eapply Rle_trans; [|exact most]. unfold worst_variance, worst_prevalence.
    rewrite Q2R_minus, Q2R_plus, !Q2R_mult, min_real, max_real, Q2R_mult, Q2R_minus, !square_at_real.
    set (x := vector (estimator scenarios 0 0)). set (T := real_matrix (entries d)).
    set (a := \sum_(i < reports d) (x i ^ 2 * T i 0%nat)).
    set (b := \sum_(i < reports d) (x i ^ 2 * T i 1%nat)).
    assert (\sum_(i < reports d) (x i ^ 2 * share 2 (prevalence p) T i) = (1 - p) * a + p * b) as ->.
    { unfold a, b. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros i _.
      unfold share, dot, prevalence. simpl. ring. }
    assert (dot 2 (prevalence p) (at_index 1) = p) as ->.
    { unfold dot, prevalence, at_index. simpl. ring. }
    assert (Q2R (1 # 2) = / 2) as -> by (unfold Q2R; simpl; lra).
    pose proof (largest_on_interval ((b - a) * / 2) (Q2R from) (Q2R to) p range) as best. lra.
Qed.

End Interval.
