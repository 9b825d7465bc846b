(** A checker inside Coq for the largest eigenvalue of a covariance (e-optimal) and for the
    determinant of the information about all shares (d-optimal), at a prior or at the worst. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Probability Estimators Determinants Checker
  RayChecker Promises RatioDesigns WorstDesigns.
Import ListNotations.
Open Scope R_scope.

(** ** A matrix with dominant diagonal entries is semidefinite *)

Lemma dominant_is_semidefinite : forall n (M A : matrix) e,
  (forall i j, M i j <= A i j /\ - M i j <= A i j) -> (forall i j, A i j = A j i) ->
  (forall i, (i < n)%nat -> \sum_(j < n) A i j <= 2 * M i i) ->
  0 <= \sum_(i < n) \sum_(j < n) (e i * e j * M i j).
Proof.
  intros n M A e below same dominant.
  assert (forall i j, 0 <= A i j) as above by (intros i j; specialize (below i j); lra).
  assert (\sum_(i < n) \sum_(j < n) (A i j * (e i ^ 2 + e j ^ 2) / 2) =
    \sum_(i < n) (e i ^ 2 * \sum_(j < n) A i j)) as halves.
  { rewrite (sum_ext n (fun i => \sum_(j < n) (A i j * (e i ^ 2 + e j ^ 2) / 2)) (fun i =>
      / 2 * (e i ^ 2 * \sum_(j < n) A i j) + / 2 * \sum_(j < n) (e j ^ 2 * A j i))).
    - rewrite sum_plus, !sum_scale, sum_of_sums.
      rewrite (sum_ext n (fun j => \sum_(i < n) (e j ^ 2 * A j i)) (fun j => e j ^ 2 * \sum_(i < n) A j i))
        by (intros; apply sum_scale). field.
    - intros i _. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros j _.
      rewrite (same j i). field. }
  enough (\sum_(i < n) (e i ^ 2 * (2 * M i i)) <= \sum_(i < n) \sum_(j < n)
    (e i * e j * M i j + A i j * (e i ^ 2 + e j ^ 2) / 2)) as diagonal.
  { rewrite (sum_ext n (fun i => \sum_(j < n) (e i * e j * M i j + A i j * (e i ^ 2 + e j ^ 2) / 2))
      (fun i => \sum_(j < n) (e i * e j * M i j) + \sum_(j < n) (A i j * (e i ^ 2 + e j ^ 2) / 2)))
      in diagonal by (intros; apply sum_plus).
    rewrite sum_plus, halves in diagonal.
    assert (\sum_(i < n) (e i ^ 2 * \sum_(j < n) A i j) <= \sum_(i < n) (e i ^ 2 * (2 * M i i))).
    { apply sum_le. intros i small. apply Rmult_le_compat_l; [apply pow2_ge_0|auto]. }
    lra. }
  apply sum_le. intros i small.
  assert (forall j, 0 <= e i * e j * M i j + A i j * (e i ^ 2 + e j ^ 2) / 2) as each.
  { intros j. specialize (below i j). specialize (above i j).
    pose proof (pow2_ge_0 (e i - e j)) as minus. pose proof (pow2_ge_0 (e i + e j)) as plus.
    assert (0 <= (A i j - M i j) * (e i - e j) ^ 2) by (apply Rmult_le_pos; lra).
    assert (0 <= (A i j + M i j) * (e i + e j) ^ 2) by (apply Rmult_le_pos; lra). lra. }
  eapply Rle_trans; [|apply (term_le_sum n _ (fun j _ => each j) i small)].
  assert (2 * M i i <= M i i + A i i) as own.
  { assert (A i i <= \sum_(j < n) A i j) by now apply (term_le_sum n (A i)).
    specialize (dominant i small). specialize (below i i). lra. }
  pose proof (pow2_ge_0 (e i)).
  assert (e i ^ 2 * (2 * M i i) <= e i ^ 2 * (M i i + A i i)) by now apply Rmult_le_compat_l.
  lra.
Qed.

Open Scope Q_scope.

(** ** Powers and products *)

Fixpoint qpow (x : Q) (n : nat) : Q :=
  match n with
  | O => 1
  | S m => Qred (x * qpow x m)
  end.
Fixpoint qprod (n : nat) (f : nat -> Q) : Q :=
  match n with
  | O => 1
  | S m => Qred (qprod m f * f m)
  end.
Definition count (n : nat) : Q := inject_Z (Z.of_nat n).
Definition less (x y : Q) : bool := negb (Qle_bool y x).

Lemma pow_real : forall n x, Q2R (qpow x n) = (Q2R x ^ n)%R.
Proof.
  induction n as [|n IH]; intros x; cbn [qpow pow]; [apply Q2R_one|].
  now rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_mult, IH.
Qed.

Lemma prod_real : forall n f, Q2R (qprod n f) = prod n (fun i => Q2R (f i)).
Proof.
  induction n as [|n IH]; intros f; cbn [qprod prod]; [apply Q2R_one|].
  now rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_mult, IH.
Qed.

Lemma count_real : forall n, Q2R (count n) = INR n.
Proof. intros n. unfold count, Q2R. simpl. rewrite INR_IZR_INZ. field. Qed.

Lemma less_real : forall x y, less x y = true -> (Q2R x < Q2R y)%R.
Proof.
  intros x y yes. apply negb_true_iff in yes. apply Qlt_Rlt, Qnot_le_lt. intros order.
  apply Qle_bool_iff in order. congruence.
Qed.

Section Spectra.

Variables (d : priced_table) (weights : list Q) (directions slopes numbers : list (list Q)).

Let k := number d.
Let table := real_matrix (entries d).
Let own (n : nat) : nat -> R := vector (nth n numbers []).

Definition direction (n : nat) : list Q := nth n directions [].
Definition moment_product (a b : nat) : Q :=
  qsum (reports d) (fun i => entry2 numbers a i * entry2 numbers b i *
    qdot k (entry weights) (entry2 (entries d) i)).

(** ** The largest eigenvalue: estimators of all shares *)

Definition unit_vectors : list (list Q) :=
  map (fun a => from_entries k (fun j => if Nat.eqb a j then 1 else 0)) (seq 0 k).

Definition estimates_shares (m : nat) (P : matrix) (x : nat -> nat -> R) : Prop :=
  forall a, (a < k)%nat -> unbiased m k P (at_index a) (x a).

Definition eigenvalue_below (m : nat) (P : matrix) (x : nat -> nat -> R) (t : R) : Prop :=
  forall e : nat -> R, (\sum_(a < k) \sum_(b < k)
    (e a * e b * covariance m (share k (vector weights) P) (x a) (x b)) <=
    t * \sum_(a < k) e a ^ 2)%R.

Definition proves_eigenvalue : Prop :=
  (forall m P x t, keeps d m P -> estimates_shares m P x -> eigenvalue_below m P x t ->
     (Q2R (claimed d) <= t)%R) /\
  own_keeps d /\
  estimates_shares (reports d) table own /\
  eigenvalue_below (reports d) table own (Q2R (reached d)).

(** Directions and their tangents have sizes. *)
Variables (sizes : list Q) (root_sizes : list Q) (roots : list (list Q)).

Definition squares : Q :=
  qsum (length directions) (fun n =>
    entry sizes n * qsum k (fun a => entry (direction n) a * entry (direction n) a)).
Definition direction_gains : Q :=
  qsum (length directions) (fun n =>
    let mean := qdot k (entry weights) (entry (direction n)) in
    entry sizes n *
      (2 * qdot k (entry (nth n slopes [])) (entry (direction n)) - mean * mean)).

(** reached times the unit matrix, less the covariance and squares of the roots. *)
Definition rest (a b : nat) : Q :=
  (if Nat.eqb a b then reached d else 0) - moment_product a b + entry weights a * entry weights b -
  qsum (length roots) (fun n => entry root_sizes n * (entry2 roots n a * entry2 roots n b)).

Definition eigenvalue_accepted : bool :=
  prices_fit d (tangent_parts weights slopes (entry sizes) (length directions)) &&
  all (length directions) (fun n => Qle_bool 0 (entry sizes n)) &&
  all (length roots) (fun n => Qle_bool 0 (entry root_sizes n)) &&
  is_law k (entry weights) && numbers_fit d unit_vectors numbers &&
  less 0 squares && Qle_bool (claimed d * squares) (direction_gains - total_paid d) &&
  all k (fun a =>
    let rests := from_entries k (rest a) in
    Qle_bool (qsum k (fun b => qmax (entry rests b) (- entry rests b))) (2 * entry rests a)).

(** ** The determinant: triangular contrasts and tangents with sizes *)

Variables (goal_sizes : list Q) (anywhere : bool).

(** k det J^-1, the product of the non-zero eigenvalues of the covariance of efficient estimators. *)
Definition volume_at (q : nat -> R) (m : nat) (P : matrix) (t : R) : Prop :=
  positive_definite k (information_matrix m k q P) /\
  (INR k / determinant k (information_matrix m k q P) <= t)%R.

Definition volume_below (m : nat) (P : matrix) (t : R) : Prop :=
  if anywhere then forall q, law k q -> (forall j, (j < k)%nat -> 0 < q j)%R -> volume_at q m P t
  else volume_at (vector weights) m P t.

Definition proves_determinant : Prop :=
  (forall m P t, keeps d m P -> volume_below m P t -> (Q2R (claimed d) <= t)%R) /\
  own_keeps d /\
  volume_below (reports d) table (Q2R (reached d)).

Definition moments_at (j : nat) : Q :=
  qsum k (fun n => entry goal_sizes n * qsum (reports d) (fun i =>
    entry2 numbers n i * entry2 numbers n i * entry2 (entries d) i j)).
Definition spent : Q :=
  if anywhere then fold_right (fun j most => qmax (moments_at j) most) 0 (seq 0 k)
  else qsum k (fun j => entry weights j * moments_at j).

Definition volume_of (factors : list Q) (vectors : list (list Q)) : Q :=
  qprod k (fun n => entry factors n * (entry2 vectors n n * entry2 vectors n n)).

Definition shares_tell : bool :=
  if anywhere then all k (fun j => less 0 (entry weights j))
  else all (reports d) (fun i => all k (fun j =>
    Qeq_bool (entry2 (entries d) i j) 0 ||
    less 0 (qdot k (entry weights) (entry2 (entries d) i)))).

Definition triangular : bool :=
  all k (fun n => less 0 (entry sizes n) && less 0 (entry goal_sizes n) &&
    negb (Qeq_bool (entry2 directions n n) 0) &&
    all k (fun j => (Nat.leb j n || Qeq_bool (entry2 directions n j) 0) &&
      (Nat.leb n j || Qeq_bool (entry2 slopes n j) 0))).

Definition determinant_accepted : bool :=
  prices_fit d (tangent_parts weights slopes (entry sizes) k) &&
  is_law k (entry weights) && Nat.eqb (length directions) k && numbers_fit d directions numbers &&
  triangular && shares_tell && less 0 (total_paid d) &&
  Qle_bool (claimed d * qpow (total_paid d) k) (count k * qpow (count k) k * volume_of sizes slopes) &&
  less 0 (volume_of goal_sizes directions) &&
  Qle_bool (count k * qpow spent k) (reached d * volume_of goal_sizes directions * qpow (count k) k).

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma unit_vector : forall a j, (a < k)%nat -> (j < k)%nat ->
  vector (nth a unit_vectors []) j = at_index a j.
Proof.
  intros a j small inside. unfold unit_vectors.
  set (f := fun a => from_entries k (fun j => if Nat.eqb a j then 1%Q else 0%Q)).
  rewrite (nth_indep _ [] (f O)) by (now rewrite map_length, seq_length).
  rewrite map_nth, seq_nth by assumption. unfold f, vector. rewrite entry_of by assumption. cbn [plus].
  unfold at_index. destruct (Nat.eqb_spec a j), (Nat.eq_dec a j); try contradiction;
    [apply Q2R_one|apply Q2R_zero].
Qed.

Lemma moment_product_real : forall a b, Q2R (moment_product a b) =
  \sum_(i < reports d) (own a i * own b i * share k (vector weights) table i).
Proof.
  intros a b. unfold moment_product. rewrite sum_real. apply sum_ext. intros i _.
  rewrite !Q2R_mult, dot_real. reflexivity.
Qed.

Lemma covariance_at_shares : forall m P q x a b, stochastic m k P -> law k q ->
  estimates_shares m P x -> (a < k)%nat -> (b < k)%nat ->
  covariance m (share k q P) (x a) (x b) =
  \sum_(i < m) (x a i * x b i * share k q P i) - q a * q b.
Proof.
  intros m P q x a b columns is_law mean small other.
  rewrite covariance_expanded by now apply share_law. unfold E.
  assert (forall c, (c < k)%nat -> \sum_(i < m) (share k q P i * x c i) = q c) as means.
  { intros c inside.
    transitivity (\sum_(i < m) (x c i * dot k q (P i))); [apply sum_ext; intros; unfold share; ring|].
    rewrite (estimator_total m k P (at_index c) (x c) q (mean c inside)). unfold dot.
    rewrite (sum_ext k _ (fun j => at_index c j * q j)) by (intros; ring). now apply sum_pick. }
  rewrite !means by assumption. f_equal. apply sum_ext. intros. ring.
Qed.

Theorem kernel_eigenvalue : eigenvalue_accepted = true -> proves_eigenvalue.
Proof.
  intros yes. unfold eigenvalue_accepted in yes.
  apply andb_prop in yes as [yes dominant]. apply andb_prop in yes as [yes bounded].
  apply andb_prop in yes as [yes above]. apply andb_prop in yes as [yes fits].
  apply andb_prop in yes as [yes weighted]. apply andb_prop in yes as [yes rooted].
  apply andb_prop in yes as [fit sized].
  destruct (tangents_pay d weights slopes _ _ fit) as [own_kept paid].
  apply law_spec in weighted. change (law k (vector weights)) in weighted.
  assert (shares : estimates_shares (reports d) table own).
  { intros a small j inside. rewrite <- unit_vector by assumption.
    apply (numbers_tell d unit_vectors numbers fits a); [|assumption].
    unfold unit_vectors. now rewrite map_length, seq_length. }
  apply less_real in above. rewrite Q2R_zero in above. apply le_real in bounded.
  rewrite Q2R_mult in bounded.
  split; [|split; [|split]]; [|assumption|assumption|].
  - intros m P x t own_ mean below. apply Rmult_le_reg_r with (Q2R squares); [assumption|].
    eapply Rle_trans; [exact bounded|].
    set (root := fun n => sqrt (Q2R (entry sizes n))).
    assert (forall n, (n < length directions)%nat -> root n * root n = Q2R (entry sizes n)) as of_root.
    { intros n small. apply sqrt_sqrt. rewrite <- Q2R_zero. apply le_real.
      exact (all_spec _ _ sized n small). }
    assert (forall n a b, dot k a (fun j => root n * b j) = root n * dot k a b) as right.
    { intros n a b. unfold dot. rewrite <- sum_scale. apply sum_ext. intros. ring. }
    assert (forall n a b, dot k (fun j => root n * a j) b = root n * dot k a b) as left_.
    { intros n a b. unfold dot. rewrite <- sum_scale. apply sum_ext. intros. ring. }
    assert (Q2R squares = \sum_(n < length directions) \sum_(a < k)
      (root n * vector (direction n) a) ^ 2) as ->.
    { unfold squares. rewrite sum_real. apply sum_ext. intros n small.
      rewrite Q2R_mult, sum_real, <- (of_root n small), <- sum_scale. apply sum_ext.
      intros a _. rewrite Q2R_mult. unfold vector. ring. }
    destruct (paid m P own_) as (columns & cost & silent).
    eapply Rle_trans; [|apply (gradient_eigenvalue m k (length directions) (Q2R (total_paid d))
      (vector weights) (fun n j => root n * vector (direction n) j)
      (fun n j => root n * vector (nth n slopes []) j) x P t)]; try assumption.
    + unfold direction_gains. rewrite Q2R_minus, sum_real. apply Rplus_le_compat_r.
      apply Req_le, sum_ext. intros n small.
      rewrite Q2R_mult, Q2R_minus, !Q2R_mult, Q2R_two, !dot_real, <- (of_root n small), !right, left_.
      unfold vector. ring.
    + eapply Rle_trans; [|exact cost]. apply Req_le, sum_ext. intros i _. apply sum_ext. intros n small.
      unfold along. change (number d) with k. rewrite left_, <- (of_root n small). unfold Rdiv. ring.
    + intros n i small inside none. rewrite left_. specialize (silent n i small inside none). fold k in silent. rewrite silent. ring.
  - intros e.
    pose proof (dominant_is_semidefinite k (fun a b => Q2R (rest a b))
      (fun a b => Q2R (qmax (rest a b) (- rest a b)%Q)) e) as positive.
    assert (same : forall a b, Q2R (rest a b) = Q2R (rest b a)).
    { intros a b. unfold rest. rewrite (Nat.eqb_sym b a).
      rewrite !Q2R_minus, !Q2R_plus, !Q2R_minus, !Q2R_mult, !moment_product_real, !sum_real.
      rewrite (sum_ext (reports d) (fun i => own a i * own b i * share k (vector weights) table i)
        (fun i => own b i * own a i * share k (vector weights) table i)) by (intros; ring).
      rewrite (sum_ext (length roots)
        (fun n => Q2R (entry root_sizes n * (entry2 roots n a * entry2 roots n b)))
        (fun n => Q2R (entry root_sizes n * (entry2 roots n b * entry2 roots n a))))
        by (intros; rewrite !Q2R_mult; ring).
      ring. }
    specialize (positive ltac:(intros a b; cbv beta; rewrite max_real, Q2R_opp; split; [apply Rmax_l|apply Rmax_r])).
    specialize (positive ltac:(intros a b; cbv beta; rewrite !max_real, !Q2R_opp; now rewrite (same a b))).
    assert (0 <= \sum_(a < k) \sum_(b < k) (e a * e b * Q2R (rest a b))) as rest_positive.
    { apply positive. intros a small. pose proof (all_spec _ _ dominant a small) as one.
      cbv beta zeta in one. apply le_real in one.
      rewrite sum_real, Q2R_mult, Q2R_two, entry_of in one by assumption.
      rewrite (sum_ext k _ (fun b => Q2R (qmax (rest a b) (- rest a b)%Q))) in one
        by (intros b inside; now rewrite entry_of by assumption).
      exact one. }
    pose proof (own_columns d own_kept : stochastic (reports d) k table) as columns.
    assert (\sum_(a < k) \sum_(b < k) (e a * e b * Q2R (rest a b)) =
      Q2R (reached d) * (\sum_(a < k) e a ^ 2) -
      (\sum_(a < k) \sum_(b < k) (e a * e b *
        covariance (reports d) (share k (vector weights) table) (own a) (own b))) -
      \sum_(n < length roots) (Q2R (entry root_sizes n) * (\sum_(a < k) (e a * Q2R (entry2 roots n a))) ^ 2)) as parts.
    { assert (\sum_(n < length roots) (Q2R (entry root_sizes n) * (\sum_(a < k) (e a * Q2R (entry2 roots n a))) ^ 2) =
        \sum_(a < k) \sum_(b < k) (e a * e b *
          \sum_(n < length roots) (Q2R (entry root_sizes n) *
            (Q2R (entry2 roots n a) * Q2R (entry2 roots n b))))) as ->.
      { rewrite (sum_ext (length roots) _ (fun n => \sum_(a < k) \sum_(b < k)
          (Q2R (entry root_sizes n) *
            (e a * Q2R (entry2 roots n a) * (e b * Q2R (entry2 roots n b)))))).
        2:{ intros n _. symmetry.
            rewrite (sum_ext k (fun a => \sum_(b < k) (Q2R (entry root_sizes n) *
              (e a * Q2R (entry2 roots n a) * (e b * Q2R (entry2 roots n b)))))
              (fun a => Q2R (entry root_sizes n) * \sum_(b < k)
              (e a * Q2R (entry2 roots n a) * (e b * Q2R (entry2 roots n b)))))
              by (intros; apply sum_scale).
            rewrite sum_scale, <- product_of_sums. ring. }
        rewrite sum_of_sums. apply sum_ext. intros a _. rewrite sum_of_sums. apply sum_ext.
        intros b _. rewrite <- sum_scale. apply sum_ext. intros. ring. }
      assert (Q2R (reached d) * (\sum_(a < k) e a ^ 2) = \sum_(a < k) \sum_(b < k)
        (at_index a b * (Q2R (reached d) * (e a * e b)))) as ->.
      { rewrite <- sum_scale. apply sum_ext. intros a small.
        rewrite (sum_pick k (fun b => Q2R (reached d) * (e a * e b)) a small). ring. }
      rewrite <- !sum_minus. apply sum_ext. intros a small. rewrite <- !sum_minus. apply sum_ext.
      intros b inside.
      rewrite (covariance_at_shares _ _ _ _ a b columns weighted shares small inside).
      unfold rest. rewrite !Q2R_minus, Q2R_plus, Q2R_minus, moment_product_real, Q2R_mult, sum_real.
      rewrite (sum_ext (length roots) 
        (fun n => Q2R (entry root_sizes n * (entry2 roots n a * entry2 roots n b)))
        (fun n => Q2R (entry root_sizes n) * (Q2R (entry2 roots n a) * Q2R (entry2 roots n b))))
        by (intros; rewrite !Q2R_mult; reflexivity).
      unfold at_index, vector. destruct (Nat.eqb_spec a b), (Nat.eq_dec a b); try contradiction;
        rewrite ?Q2R_zero; ring. }
    assert (0 <= \sum_(n < length roots) (Q2R (entry root_sizes n) * (\sum_(a < k) (e a * Q2R (entry2 roots n a))) ^ 2))
      by (apply sum_nonneg; intros n small; apply Rmult_le_pos; [|apply pow2_ge_0];
        rewrite <- Q2R_zero; apply le_real; exact (all_spec _ _ rooted n small)).
    lra.
Qed.

(** ** The determinant *)

Lemma triangular_spec : triangular = true -> forall n, (n < k)%nat ->
  0 < Q2R (entry sizes n) /\ 0 < Q2R (entry goal_sizes n) /\ vector (direction n) n <> 0 /\
  (forall j, (n < j < k)%nat -> vector (direction n) j = 0) /\
  (forall j, (j < n)%nat -> vector (nth n slopes []) j = 0).
Proof.
  intros yes n small. unfold triangular in yes. pose proof (all_spec _ _ yes n small) as one.
  cbv beta in one. apply andb_prop in one as [one shape]. apply andb_prop in one as [size last].
  apply andb_prop in size as [size goal_size].
  split; [rewrite <- Q2R_zero; now apply less_real|].
  split; [rewrite <- Q2R_zero; now apply less_real|]. split.
  - intros zero. apply negb_true_iff, Qeq_bool_neq in last. apply last, eqR_Qeq.
    rewrite Q2R_zero. exact zero.
  - assert (forall j, (j < k)%nat -> ((j <= n)%nat \/ vector (direction n) j = 0) /\
      ((n <= j)%nat \/ vector (nth n slopes []) j = 0)) as each.
    { intros j inside. pose proof (all_spec _ _ shape j inside) as two. cbv beta in two.
      apply andb_prop in two as [up down]. apply orb_prop in up. apply orb_prop in down.
      split; [destruct up as [up|up]|destruct down as [down|down]].
      1, 3: left; now apply Nat.leb_le.
      all: right; rewrite <- Q2R_zero; now apply eq_real. }
    split; intros j range.
    + destruct (each j) as [[]  _]; [lia|lia|assumption].
    + destruct (each j) as [_ []]; [lia|lia|assumption].
Qed.

Lemma moments_real : forall q, \sum_(j < k) (q j * Q2R (moments_at j)) =
  \sum_(n < k) (Q2R (entry goal_sizes n) * \sum_(i < reports d) (own n i ^ 2 * share k q table i)).
Proof.
  intros q. unfold share, dot.
  rewrite (sum_ext k (fun j => q j * Q2R (moments_at j)) (fun j => \sum_(n < k)
    (q j * (Q2R (entry goal_sizes n) * \sum_(i < reports d) (own n i ^ 2 * table i j))))).
  - rewrite sum_of_sums. apply sum_ext. intros n _.
    rewrite (sum_ext k _ (fun j => Q2R (entry goal_sizes n) *
      (\sum_(i < reports d) (own n i ^ 2 * (q j * table i j))))).
    + rewrite sum_scale. f_equal. rewrite sum_of_sums. apply sum_ext. intros i _.
      now rewrite sum_scale.
    + intros j _. rewrite (sum_ext (reports d) (fun i => own n i ^ 2 * (q j * table i j))
        (fun i => q j * (own n i ^ 2 * table i j))) by (intros; ring). rewrite sum_scale. ring.
  - intros j _. unfold moments_at. rewrite sum_real, <- sum_scale. apply sum_ext. intros n _.
    rewrite Q2R_mult, sum_real. do 2 f_equal. apply sum_ext. intros i _. rewrite !Q2R_mult.
    unfold own, table, vector, real_matrix. change (entry2 numbers n i) with (entry (nth n numbers []) i). ring.
Qed.

Lemma largest_moment : forall l j, In j l ->
  Q2R (moments_at j) <= Q2R (fold_right (fun j most => qmax (moments_at j) most) 0%Q l).
Proof.
  induction l as [|a l IH]; intros j inside; [destruct inside|]. cbn [fold_right].
  rewrite max_real. destruct inside as [->|inside]; [apply Rmax_l|].
  eapply Rle_trans; [now apply IH|apply Rmax_r].
Qed.

(** Priors of whom the sentence speaks. *)
Definition prior_is (q : nat -> R) : Prop :=
  law k q /\ if anywhere then forall j, (j < k)%nat -> 0 < q j else q = vector (weights).

Lemma spent_is_most : forall q, prior_is q ->
  \sum_(n < k) (Q2R (entry goal_sizes n) * \sum_(i < reports d) (own n i ^ 2 * share k q table i)) <=
  Q2R spent.
Proof.
  intros q [[above one] kept]. change (sum k q = 1) in one. rewrite <- moments_real.
  unfold spent. destruct anywhere.
  - rewrite <- (Rmult_1_l (Q2R (fold_right _ _ _))), <- one, <- sum_scale_right. apply sum_le.
    intros j small. apply Rmult_le_compat_l; [auto|]. apply largest_moment, in_seq. lia.
  - rewrite kept, sum_real. apply Req_le, sum_ext. intros j _. now rewrite Q2R_mult.
Qed.

Lemma rows_tell : shares_tell = true -> stochastic (reports d) k table -> forall q i, prior_is q ->
  (i < reports d)%nat -> dot k q (table i) = 0 -> forall j, (j < k)%nat -> table i j = 0.
Proof.
  intros tell columns q i [[above _] kept] inside none j small. unfold shares_tell in tell.
  assert (forall c, (c < k)%nat -> 0 <= table i c) as nonneg by (intros; now apply columns).
  destruct anywhere.
  - assert (q j * table i j = 0) as product.
    { apply (zero_terms k (fun j => q j * table i j)); auto. intros c less.
      apply Rmult_le_pos; auto. }
    apply Rmult_integral in product as [zero|]; [specialize (kept j small); lra|assumption].
  - pose proof (all_spec _ _ tell i inside) as one. cbv beta in one.
    pose proof (all_spec _ _ one j small) as two. cbv beta in two.
    apply orb_prop in two as [zero|some].
    + unfold table, real_matrix. rewrite <- Q2R_zero. now apply eq_real.
    + exfalso. apply less_real in some. rewrite Q2R_zero, dot_real in some. rewrite kept in none.
      unfold table, real_matrix in none. unfold vector in none. lra.
Qed.

(** Estimators of triangular contrasts make the information positive definite. *)
Lemma information_is_positive : forall q, prior_is q -> shares_tell = true ->
  stochastic (reports d) k table -> triangular = true ->
  (forall n, (n < k)%nat -> unbiased (reports d) k table (vector (direction n)) (own n)) ->
  positive_definite k (information_matrix (reports d) k q table).
Proof.
  intros q prior tell columns shape mean. split.
  - intros a b _ _. unfold information_matrix. apply sum_ext. intros. f_equal. ring.
  - intros e a inside some. rewrite information_form.
    pose proof (share_law _ _ _ _ columns (proj1 prior)) as [shares _].
    assert (forall i, (i < reports d)%nat -> 0 <= along k q e (table i)) as each.
    { intros i small. specialize (shares i small). unfold along. unfold share in shares.
      destruct shares as [above| <-]; [|unfold Rdiv; rewrite Rinv_0, Rmult_0_r; lra].
      apply Rmult_le_pos; [apply pow2_ge_0|now apply Rlt_le, Rinv_0_lt_compat]. }
    assert (0 <= \sum_(i < reports d) along k q e (table i)) as [|zero] by (now apply sum_nonneg);
      [assumption|exfalso].
    assert (forall i, (i < reports d)%nat -> dot k e (table i) = 0) as silent.
    { intros i small. destruct (Req_dec (dot k q (table i)) 0) as [none|there].
      - unfold dot. apply sum_zero. intros j less.
        rewrite (rows_tell tell columns q i prior small none j less). ring.
      - pose proof (zero_terms _ _ each (eq_sym zero) i small) as nothing. unfold along in nothing.
        apply Rmult_integral in nothing as [square|inverse].
        + now apply Rsqr_0_uniq; rewrite Rsqr_pow2.
        + exfalso. now apply (Rinv_neq_0_compat _ there). }
    assert (forall n, (n < k)%nat -> dot k e (vector (direction n)) = 0) as orthogonal.
    { intros n small. rewrite <- (estimator_total _ _ _ _ _ e (mean n small)). apply sum_zero.
      intros i less. rewrite (silent i less). ring. }
    assert (forall n, (n < k)%nat -> e n = 0) as vanishes.
    { intros n. induction n as [n IH] using (well_founded_induction lt_wf). intros small.
      destruct (triangular_spec shape n small) as (_ & _ & last & ends & _).
      specialize (orthogonal n small). unfold dot in orthogonal.
      rewrite (sum_ext k _ (fun j => at_index n j * (e n * vector (direction n) n))) in orthogonal.
      - rewrite (sum_pick k (fun _ => e n * vector (direction n) n) n small) in orthogonal.
        now apply Rmult_integral in orthogonal as [|].
      - intros j less. unfold at_index. destruct (Nat.eq_dec n j) as [<-|other]; [ring|].
        destruct (Nat.lt_ge_cases j n); [rewrite (IH j) by assumption|rewrite ends by lia]; ring. }
    now apply some, vanishes.
Qed.

Theorem kernel_determinant : determinant_accepted = true -> proves_determinant.
Proof.
  intros yes. unfold determinant_accepted in yes.
  apply andb_prop in yes as [yes most]. apply andb_prop in yes as [yes solid].
  apply andb_prop in yes as [yes bounded]. apply andb_prop in yes as [yes pays].
  apply andb_prop in yes as [yes tell]. apply andb_prop in yes as [yes shape].
  apply andb_prop in yes as [yes fits]. apply andb_prop in yes as [yes many].
  apply andb_prop in yes as [fit weighted].
  destruct (tangents_pay d weights slopes _ _ fit) as [own_kept paid].
  apply law_spec in weighted. change (law k (vector weights)) in weighted.
  pose proof (law_some k _ weighted) as some. pose proof (lt_0_INR k some) as truths.
  apply Nat.eqb_eq in many. pose proof (triangular_spec shape) as each.
  apply less_real in pays, solid. rewrite Q2R_zero in pays, solid. apply le_real in bounded, most.
  rewrite !Q2R_mult, !pow_real, !count_real in bounded, most.
  assert (volume : forall f l, Q2R (volume_of f l) =
    prod k (fun n => Q2R (entry f n) * vector (nth n l []) n ^ 2)).
  { intros f l. unfold volume_of. rewrite prod_real. apply prod_ext. intros n _. rewrite !Q2R_mult.
    unfold vector. change (entry2 l n n) with (entry (nth n l []) n). ring. }
  set (p := Q2R (total_paid d)) in *.
  pose proof (own_columns d own_kept : stochastic (reports d) k table) as columns.
  assert (mean : forall n, (n < k)%nat ->
    unbiased (reports d) k table (vector (direction n)) (own n)).
  { intros n small. apply (numbers_tell d directions numbers fits). now rewrite many. }
  split; [|split; [assumption|]].
  - intros m P t own_ below.
    assert (volume_at (vector weights) m P t) as [positive at_most].
    { unfold volume_below in below. unfold shares_tell in tell. destruct anywhere; [|assumption].
      apply below; [assumption|]. intros j small. unfold vector. rewrite <- Q2R_zero.
      apply less_real. exact (all_spec _ _ tell j small). }
    eapply Rle_trans; [|exact at_most]. eapply Rle_trans;
      [|apply (gradient_determinant m k p (vector weights)
        (fun n => Q2R (entry sizes n)) (fun n => vector (nth n slopes [])) P); auto].
    + apply Rmult_le_reg_r with (p ^ k); [now apply pow_lt|].
      eapply Rle_trans; [exact bounded|]. rewrite volume. cbv beta. set (V := prod k _).
      unfold Rdiv. rewrite Rpow_mult_distr, pow_inv. apply Req_le. field.
      now apply pow_nonzero, Rgt_not_eq.
    + now apply (paid m P own_).
    + intros n small. now apply Rlt_le, each.
    + intros n j small inside. now apply each.
  - assert (forall q, prior_is q -> volume_at q (reports d) table (Q2R (reached d))) as reach.
    { intros q prior. pose proof (information_is_positive q prior tell columns shape mean) as positive.
      split; [assumption|]. pose proof (determinant_positive _ _ positive) as above.
      pose proof (determinant_reached (reports d) k q (fun n => Q2R (entry goal_sizes n))
        (fun n => vector (direction n)) own table some (proj1 prior) columns positive
        ltac:(intros n small; now apply Rlt_le, each) ltac:(intros n j small range; now apply each)
        mean ltac:(intros n i small inside w none; unfold dot; apply sum_zero; intros j less;
          rewrite (rows_tell tell columns q i prior inside none j less); ring)) as reached_.
      pose proof (spent_is_most q prior) as paid_most.
      rewrite (volume goal_sizes directions) in solid, most. unfold direction in reached_.
      set (V := prod k _) in *. set (D := determinant _ _) in *.
      set (T := \sum_(n < k) (Q2R (entry goal_sizes n) * _)) in *.
      assert (0 <= T) as low.
      { apply sum_nonneg. intros n small. apply Rmult_le_pos; [now apply Rlt_le, each|].
        apply sum_nonneg. intros i inside. apply Rmult_le_pos; [apply pow2_ge_0|].
        now apply (share_law _ _ _ _ columns (proj1 prior)). }
      assert (T ^ k <= Q2R spent ^ k) as powers by (apply pow_incr; lra).
      unfold Rdiv in reached_. rewrite Rpow_mult_distr, pow_inv in reached_.
      assert (0 < INR k ^ k) as size by now apply pow_lt.
      assert (V * INR k ^ k <= T ^ k * D) as product.
      { apply Rmult_le_compat_r with (r := INR k ^ k) in reached_; [|lra].
        replace (T ^ k * / INR k ^ k * D * INR k ^ k) with (T ^ k * D) in reached_ by (field; lra).
        exact reached_. }
      apply Rmult_le_reg_r with D; [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      apply Rmult_le_reg_r with (V * INR k ^ k); [now apply Rmult_lt_0_compat|].
      assert (T ^ k * D <= Q2R spent ^ k * D) by (apply Rmult_le_compat_r; lra).
      assert (INR k * (V * INR k ^ k) <= INR k * (Q2R spent ^ k * D))
        by (apply Rmult_le_compat_l; lra).
      assert (INR k * Q2R spent ^ k * D <= Q2R (reached d) * V * INR k ^ k * D)
        by (apply Rmult_le_compat_r; lra).
      lra. }
    unfold volume_below. unfold prior_is in reach. destruct anywhere; [|now apply reach].
    intros q is_law above. now apply reach.
Qed.

End Spectra.
