(** A checker inside Coq for certificates whose utility is a sum of squares over shares: prices of
    such a utility, and variances at one prior, on average over priors or at the worst of them. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Probability Estimators Checker RayChecker
  Promises.
Import ListNotations.
Open Scope Q_scope.

Record scenario := Scenario {
  mass : Q;
  prior : list Q;
  offset : Q;
  estimators : list (list Q);
  tangents : list (list Q) }.

Definition nothing : scenario := Scenario 0 [] 0 [] [].

(** ** What a certificate says *)

Definition proves_prices (d : priced_table) (l : list ratio) : Prop :=
  let k := number d in
  (forall m P, keeps d m P -> (\sum_(i < m) ratios k l (P i) <= Q2R (claimed d))%R) /\
  own_keeps d /\
  (Q2R (reached d) <= \sum_(i < reports d) ratios k l (real_matrix (entries d) i))%R.

Section Variances.

Variables (d : priced_table) (contrasts : list (list Q)) (scenarios : list scenario) (worst : bool).

Definition at_scenario (s : nat) : scenario := nth s scenarios nothing.
Definition real_mass (s : nat) : R := Q2R (mass (at_scenario s)).
Definition real_prior (s : nat) : nat -> R := vector (prior (at_scenario s)).
Definition real_offset (s : nat) : R := Q2R (offset (at_scenario s)).
Definition contrast (n : nat) : list Q := nth n contrasts [].
Definition tangent (s n : nat) : list Q := nth n (tangents (at_scenario s)) [].
Definition estimator (s n : nat) : list Q := nth n (estimators (at_scenario s)) [].

(** The sum of the variances of the contrasts in a scenario, less its offset. *)
Definition spread (m : nat) (P : matrix) (x : nat -> nat -> nat -> R) (s : nat) : R :=
  (\sum_(n < length contrasts) variance m (share (number d) (real_prior s) P) (x s n) -
   real_offset s)%R.

Definition all_unbiased (m : nat) (P : matrix) (x : nat -> nat -> nat -> R) : Prop :=
  forall s n, (s < length scenarios)%nat -> (n < length contrasts)%nat ->
    unbiased m (number d) P (vector (contrast n)) (x s n).

(** [spread_below t]: the average, or the largest, is at most t. *)
Definition spread_below (m : nat) (P : matrix) (x : nat -> nat -> nat -> R) (t : R) : Prop :=
  if worst then forall s, (s < length scenarios)%nat -> (spread m P x s <= t)%R
  else (\sum_(s < length scenarios) (real_mass s * spread m P x s) <= t)%R.

Definition proves_variances : Prop :=
  let own := fun s n => vector (estimator s n) in
  (forall m P x t, keeps d m P -> all_unbiased m P x -> spread_below m P x t ->
     (Q2R (claimed d) <= t)%R) /\
  own_keeps d /\
  all_unbiased (reports d) (real_matrix (entries d)) own /\
  spread_below (reports d) (real_matrix (entries d)) own (Q2R (reached d)).

(** ** What is computed *)

Definition is_law (k : nat) (f : nat -> Q) : bool :=
  all k (fun j => Qle_bool 0 (f j)) && Qeq_bool (qsum k f) 1.

Definition parts : list ratio :=
  flat_map (fun s => map (fun n =>
      Ratio (mass (at_scenario s)) (tangent s n) (prior (at_scenario s)))
    (seq 0 (length contrasts))) (seq 0 (length scenarios)).

Definition square_of_mean (s n : nat) : Q :=
  let mean := qdot (number d) (entry (prior (at_scenario s))) (entry (contrast n)) in mean * mean.

Definition gain (s : nat) : Q :=
  qsum (length contrasts) (fun n =>
    2 * qdot (number d) (entry (tangent s n)) (entry (contrast n)) - square_of_mean s n) -
  offset (at_scenario s).

Definition own_spread (s : nat) : Q :=
  qsum (length contrasts) (fun n =>
    qsum (reports d) (fun i => entry (estimator s n) i * entry (estimator s n) i *
      qdot (number d) (entry (prior (at_scenario s))) (entry2 (entries d) i)) - square_of_mean s n) -
  offset (at_scenario s).

Definition estimators_fit : bool :=
  all (length scenarios) (fun s => all (length contrasts) (fun n => all (number d) (fun j =>
    Qeq_bool (qsum (reports d) (fun i => entry (estimator s n) i * entry2 (entries d) i j))
      (entry (contrast n) j)))).

Definition prices_fit (l : list ratio) : bool :=
  promise_fits d && forallb (is_defined (number d) (known_levels d) (known_deltas d)) l &&
  rows_pass d (fun p => let worth := qratios (number d) l (entry p) in Qle_bool worth).

Definition variances_accepted : bool :=
  prices_fit parts && is_law (length scenarios) (fun s => mass (at_scenario s)) &&
  all (length scenarios) (fun s => is_law (number d) (entry (prior (at_scenario s)))) &&
  estimators_fit &&
  Qle_bool (claimed d)
    (qsum (length scenarios) (fun s => mass (at_scenario s) * gain s) - total_paid d) &&
  (if worst then all (length scenarios) (fun s => Qle_bool (own_spread s) (reached d))
   else Qle_bool (qsum (length scenarios) (fun s => mass (at_scenario s) * own_spread s)) (reached d)).

Definition prices_accepted (l : list ratio) : bool :=
  prices_fit l && Qle_bool (total_paid d) (claimed d) &&
  Qle_bool (reached d) (qsum (reports d) (fun i => qratios (number d) l (entry2 (entries d) i))).

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma law_spec : forall k f, is_law k f = true -> law k (fun j => Q2R (f j)).
Proof.
  intros k f yes. apply andb_prop in yes as [above one]. split.
  - intros j small. rewrite <- Q2R_zero. apply le_real. exact (all_spec _ _ above j small).
  - change (sum k (fun j => Q2R (f j)) = 1). apply eq_real in one.
    now rewrite sum_real, Q2R_one in one.
Qed.

Lemma prices_fit_spec : forall l, prices_fit l = true -> own_keeps d /\
  forall m P, keeps d m P -> stochastic m (number d) P /\
    \sum_(i < m) ratios (number d) l (P i) <= Q2R (total_paid d) /\
    forall h i, In h l -> (i < m)%nat -> finite (number d) (vector (bottom h)) (vector (top h)) (P i).
Proof.
  intros l yes. unfold prices_fit in yes. apply andb_prop in yes as [yes covered].
  apply andb_prop in yes as [fits defined]. split; [now apply (promise_pays d)|].
  intros m P kept. split; [now apply keeps_columns|]. split.
  - refine (promise_bound d _ _ (ratios_gauge _ _ _ l defined) _ covered fits m P kept).
    intros p c _ less. apply le_real in less. now rewrite ratios_real in less.
  - intros h i there inside none. rewrite forallb_forall in defined.
    pose proof (rows_known d _ covered m P i kept inside) as is_row.
    now apply (proj2 (share_zero _ _ _ h (P i) (defined h there) is_row)).
Qed.

Theorem kernel_ratios : forall l, prices_accepted l = true -> proves_prices d l.
Proof.
  intros l yes. unfold prices_accepted in yes. apply andb_prop in yes as [yes most].
  apply andb_prop in yes as [fit bounded].
  destruct (prices_fit_spec l fit) as [own_kept paid].
  split; [|split]; [| assumption |].
  - intros m P own. apply le_real in bounded. eapply Rle_trans; [|exact bounded]. now apply paid.
  - apply le_real in most. rewrite sum_real in most. eapply Rle_trans; [exact most|].
    apply Req_le, sum_ext. intros i _. apply ratios_real.
Qed.

Lemma parts_real : forall r, ratios (number d) parts r =
  information (number d) (length scenarios) (length contrasts) real_mass real_prior
    (fun s n => vector (tangent s n)) r.
Proof.
  intros r. unfold ratios, parts, information. rewrite (sum_as_list (length scenarios)).
  induction (seq 0 (length scenarios)) as [|s l IH]; [reflexivity|].
  cbn [flat_map map]. rewrite map_app, list_sum_app. rewrite IH. cbn [list_sum]. f_equal.
  rewrite <- sum_scale, (sum_as_list (length contrasts)), map_map. reflexivity.
Qed.

Lemma square_real : forall s n,
  Q2R (square_of_mean s n) = dot (number d) (real_prior s) (vector (contrast n)) ^ 2.
Proof. intros s n. unfold square_of_mean. rewrite Q2R_mult, !dot_real. unfold real_prior, vector. ring. Qed.

Lemma Q2R_two : Q2R 2 = 2.
Proof. unfold Q2R. simpl. lra. Qed.

Lemma gain_real : forall s, Q2R (gain s) =
  gains (number d) (length contrasts) real_prior (fun _ n => vector (contrast n))
    (fun s n => vector (tangent s n)) s - real_offset s.
Proof.
  intros s. unfold gain, gains. rewrite Q2R_minus, sum_real. f_equal. apply sum_ext. intros n _.
  rewrite Q2R_minus, Q2R_mult, Q2R_two, dot_real, square_real. reflexivity.
Qed.

Lemma own_real : forall s, (s < length scenarios)%nat ->
  stochastic (reports d) (number d) (real_matrix (entries d)) ->
  law (number d) (real_prior s) ->
  all_unbiased (reports d) (real_matrix (entries d)) (fun s n => vector (estimator s n)) ->
  Q2R (own_spread s) =
  spread (reports d) (real_matrix (entries d)) (fun s n => vector (estimator s n)) s.
Proof.
  intros s inside columns is_law fits. unfold own_spread, spread. rewrite Q2R_minus, sum_real.
  f_equal. apply sum_ext. intros n small.
  rewrite (variance_as_moment (reports d) (number d) (real_matrix (entries d)) (real_prior s)
    (vector (contrast n)) (vector (estimator s n)) columns is_law (fits s n inside small)).
  rewrite Q2R_minus, sum_real, square_real. f_equal. apply sum_ext. intros i _.
  rewrite !Q2R_mult, dot_real. unfold share, real_prior, vector, real_matrix. ring.
Qed.

Theorem kernel_variances : variances_accepted = true -> proves_variances.
Proof.
  intros yes. unfold variances_accepted in yes.
  apply andb_prop in yes as [yes small]. apply andb_prop in yes as [yes bounded].
  apply andb_prop in yes as [yes fits]. apply andb_prop in yes as [yes priors].
  apply andb_prop in yes as [fit masses].
  destruct (prices_fit_spec parts fit) as [own_kept all_paid].
  apply law_spec in masses. change (law (length scenarios) real_mass) in masses.
  assert (laws : forall s, (s < length scenarios)%nat -> law (number d) (real_prior s)).
  { intros s inside. apply law_spec. exact (all_spec _ _ priors s inside). }
  assert (all_unbiased (reports d) (real_matrix (entries d)) (fun s n => vector (estimator s n))) as own.
  { intros s n inside low j first. pose proof (all_spec _ _ fits s inside) as one. cbv beta in one.
    pose proof (all_spec _ _ one n low) as two. cbv beta in two.
    pose proof (all_spec _ _ two j first) as three. apply eq_real in three.
    rewrite sum_real in three. unfold vector at 2. rewrite <- three. apply sum_ext. intros i _.
    now rewrite Q2R_mult. }
  pose proof (own_columns d own_kept) as columns.
  split; [|split; [|split]]; [|assumption|assumption|].
  - intros m P x t kept unbiased below. destruct (all_paid m P kept) as (table & most & silent).
    assert (is_paid m (number d) (length scenarios) (length contrasts) (Q2R (total_paid d))
      real_mass real_prior (fun s n => vector (tangent s n)) P) as certificate.
    { split; [assumption|]. split; [assumption|]. split; [assumption|]. split.
      - eapply Rle_trans; [|exact most]. apply Req_le, sum_ext. intros i _. symmetry. apply parts_real.
      - intros s n i inside low first.
        apply (silent (Ratio (mass (at_scenario s)) (tangent s n) (prior (at_scenario s))));
          [|assumption].
        unfold parts. apply in_flat_map. exists s. split; [apply in_seq; lia|]. apply in_map_iff.
        exists n. split; [reflexivity|apply in_seq; lia]. }
    assert (are_estimators m (number d) (length scenarios) (length contrasts)
      (fun _ n => vector (contrast n)) x P) as good by assumption.
    apply le_real in bounded. eapply Rle_trans; [exact bounded|].
    rewrite Q2R_minus, sum_real.
    rewrite (sum_ext (length scenarios) _ (fun s => real_mass s *
      (gains (number d) (length contrasts) real_prior (fun _ n => vector (contrast n))
        (fun s n => vector (tangent s n)) s - real_offset s)))
      by (intros s _; now rewrite Q2R_mult, gain_real).
    unfold spread_below in below. destruct worst.
    + now apply (gradient_worst m (number d) (length scenarios) (length contrasts)
        (Q2R (total_paid d)) real_mass real_prior (fun _ n => vector (contrast n)) (fun s n => vector (tangent s n)) x P).
    + pose proof (gradient_average m (number d) (length scenarios) (length contrasts)
        (Q2R (total_paid d)) real_mass real_prior (fun _ n => vector (contrast n))
        (fun s n => vector (tangent s n)) x P certificate good) as mean.
      eapply Rle_trans; [|exact below].
      rewrite (sum_ext (length scenarios) (fun s => real_mass s * (gains _ _ _ _ _ s - _))
        (fun s => real_mass s * gains (number d) (length contrasts) real_prior
          (fun _ n => vector (contrast n)) (fun s n => vector (tangent s n)) s -
          real_mass s * real_offset s)) by (intros; ring).
      rewrite (sum_ext (length scenarios) (fun s => real_mass s * spread m P x s)
        (fun s => real_mass s * variances m (number d) (length contrasts) real_prior x P s -
          real_mass s * real_offset s)) by (intros; unfold spread, variances; ring).
      rewrite !sum_minus. lra.
  - unfold spread_below. destruct worst.
    + intros s inside. rewrite <- own_real by auto. apply le_real. exact (all_spec _ _ small s inside).
    + apply le_real in small. rewrite sum_real in small. eapply Rle_trans; [|exact small].
      apply Req_le, sum_ext. intros s inside. now rewrite Q2R_mult, own_real by auto.
Qed.

End Variances.

(** ** One prior: tangents with sizes, and what their prices prove *)

Section Tangents.

Variables (d : priced_table) (weights : list Q) (slopes : list (list Q)) (size : nat -> Q) (N : nat).

Definition tangent_parts : list ratio :=
  map (fun n => Ratio (size n) (nth n slopes []) weights) (seq 0 N).

Open Scope R_scope.

Lemma tangent_parts_real : forall r, ratios (number d) tangent_parts r =
  \sum_(n < N) (Q2R (size n) * along (number d) (vector weights) (vector (nth n slopes [])) r).
Proof.
  intros r. unfold ratios, tangent_parts. now rewrite map_map, (sum_as_list N).
Qed.

Theorem tangents_pay : prices_fit d tangent_parts = true -> own_keeps d /\
  forall m P, keeps d m P -> stochastic m (number d) P /\
    \sum_(i < m) \sum_(n < N)
      (Q2R (size n) * along (number d) (vector weights) (vector (nth n slopes [])) (P i)) <=
      Q2R (total_paid d) /\
    forall n i, (n < N)%nat -> (i < m)%nat ->
      finite (number d) (vector weights) (vector (nth n slopes [])) (P i).
Proof.
  intros fit. destruct (prices_fit_spec d tangent_parts fit) as [own paid]. split; [assumption|].
  intros m P kept. destruct (paid m P kept) as (columns & most & silent).
  split; [assumption|]. split.
  - eapply Rle_trans; [|exact most]. apply Req_le, sum_ext. intros i _. symmetry.
    apply tangent_parts_real.
  - intros n i inside first.
    apply (silent (Ratio (size n) (nth n slopes []) weights)); [|assumption].
    unfold tangent_parts. apply in_map_iff. exists n. split; [reflexivity|apply in_seq; lia].
Qed.

End Tangents.
