(** A checker inside Coq for the largest eigenvalue of the covariance of the reports alone, in a fixed
    group whatever its members: forms are semidefinite where elimination meets no negative pivot. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Probability Estimators Determinants Groups
  Checker RayChecker Promises RatioDesigns WorstDesigns SpectralDesigns.
Import ListNotations.
Open Scope Q_scope.

(** ** Elimination of one variable after the other, the last one first *)

Definition matrix_from (n : nat) (f : nat -> nat -> Q) : list (list Q) :=
  map (fun i => from_entries n (f i)) (seq 0 n).

Fixpoint no_negative_pivot (n : nat) (M : list (list Q)) : bool :=
  match n with
  | O => true
  | S m =>
      if less 0 (entry2 M m m) then
        no_negative_pivot m (matrix_from m (fun i j =>
          Qred (entry2 M i j - entry2 M i m * entry2 M m j / entry2 M m m)))
      else Qeq_bool (entry2 M m m) 0 && all m (fun i => Qeq_bool (entry2 M i m) 0) &&
        no_negative_pivot m M
  end.

Definition semidefinite (n : nat) (M : list (list Q)) : bool :=
  all_pairs n (fun i j => Qeq_bool (entry2 M i j) (entry2 M j i)) && no_negative_pivot n M.

Open Scope R_scope.

Lemma matrix_entry : forall n f i j, (i < n)%nat -> (j < n)%nat ->
  real_matrix (matrix_from n f) i j = Q2R (f i j).
Proof.
  intros n f i j first second. unfold real_matrix, entry2, matrix_from.
  rewrite (nth_indep _ [] (from_entries n (f O))) by (now rewrite map_length, seq_length).
  rewrite (map_nth (fun i => from_entries n (f i))), seq_nth by assumption.
  now rewrite entry_of.
Qed.

Lemma same_matrix : forall n J J' x, (forall i j, (i < n)%nat -> (j < n)%nat -> J i j = J' i j) ->
  quadratic n J x = quadratic n J' x.
Proof.
  intros n J J' x same. apply sum_ext. intros i small. apply sum_ext. intros j other.
  now rewrite same.
Qed.

Lemma pivots_decide : forall n M x, symmetric n (real_matrix M) -> no_negative_pivot n M = true ->
  0 <= quadratic n (real_matrix M) x.
Proof.
  induction n as [|m IH]; intros M x same yes; [unfold quadratic; simpl; lra|].
  cbn [no_negative_pivot] in yes. destruct (less 0 (entry2 M m m)) eqn:above.
  - apply less_real in above. rewrite Q2R_zero in above.
    change (Q2R (entry2 M m m)) with (real_matrix M m m) in above.
    assert (forall i j, (i < m)%nat -> (j < m)%nat -> real_matrix (matrix_from m (fun i j =>
      Qred (entry2 M i j - entry2 M i m * entry2 M m j / entry2 M m m)%Q)) i j =
      schur m (real_matrix M) i j) as reduced.
    { intros i j small other. rewrite matrix_entry by assumption.
      rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_minus. unfold schur.
      rewrite Q2R_div, Q2R_mult; [reflexivity|]. intros zero. apply Qeq_eqR in zero.
      rewrite Q2R_zero in zero. unfold real_matrix in above. lra. }
    rewrite complete by (assumption || lra).
    apply Rplus_le_le_0_compat; [|apply Rmult_le_pos; [lra|apply pow2_ge_0]].
    rewrite <- (same_matrix m _ _ x reduced). apply IH; [|assumption].
    intros i j small other. rewrite !reduced by assumption. unfold schur.
    rewrite (same i j), (same i m), (same j m) by lia. unfold Rdiv. ring.
  - apply andb_prop in yes as [yes rest]. apply andb_prop in yes as [corner side].
    apply eq_real in corner. rewrite Q2R_zero in corner.
    assert (forall i, (i < m)%nat -> real_matrix M i m = 0) as none.
    { intros i small. pose proof (all_spec _ _ side i small) as zero. apply eq_real in zero.
      now rewrite Q2R_zero in zero. }
    assert (quadratic (S m) (real_matrix M) x = quadratic m (real_matrix M) x) as ->.
    { unfold quadratic. cbn [sum]. change (Q2R (entry2 M m m)) with (real_matrix M m m) in corner.
      rewrite corner, (sum_zero m (fun j => x m * x j * real_matrix M m j)).
      - rewrite (sum_ext m (fun i => \sum_(j < m) (x i * x j * real_matrix M i j) +
          x i * x m * real_matrix M i m) (fun i => \sum_(j < m) (x i * x j * real_matrix M i j)))
          by (intros i small; rewrite none by assumption; ring). ring.
      - intros j small. rewrite (same m j), none by lia. ring. }
    apply IH; [|assumption]. intros i j small other. apply same; lia.
Qed.

Lemma semidefinite_spec : forall n M x, semidefinite n M = true ->
  0 <= quadratic n (real_matrix M) x.
Proof.
  intros n M x yes. apply andb_prop in yes as [same pivots]. apply pivots_decide; [|assumption].
  intros i j small other. apply eq_real. exact (all_pairs_spec _ _ same i j small other).
Qed.

(** What the vectors of a form are worth: e'(sum s v v')e is the sum of s (v.e)^2. *)
Lemma quadratic_of_squares : forall n N (s : nat -> R) (v : nat -> nat -> R) e,
  quadratic n (fun a b => \sum_(i < N) (s i * (v i a * v i b))) e =
  \sum_(i < N) (s i * dot n (v i) e ^ 2).
Proof.
  intros n N s v e. unfold quadratic.
  rewrite (sum_ext n _ (fun a => \sum_(i < N) \sum_(b < n) (s i * (v i a * e a * (v i b * e b))))).
  - rewrite sum_of_sums. apply sum_ext. intros i _.
    rewrite (sum_ext n _ (fun a => s i * \sum_(b < n) (v i a * e a * (v i b * e b))))
      by (intros; apply sum_scale).
    rewrite sum_scale, <- product_of_sums. unfold dot. ring.
  - intros a _. rewrite sum_of_sums. apply sum_ext. intros b _. rewrite <- sum_scale.
    apply sum_ext. intros. ring.
Qed.

Open Scope Q_scope.

Section Group.

(** N directions of each truth. *)
Variables (d : priced_table) (N : nat) (numbers slopes : list (list Q)).
Variable directions : list (list (list Q)).

Let k := number d.
Let table := real_matrix (entries d).
Let own (a : nat) : nat -> R := vector (nth a numbers []).
Let toward (j n : nat) : list Q := nth n (nth j directions []) [].

(** ** What a certificate says *)

(** In a group of any shares q the covariance of the reports alone is sum_j q_j (M_j - e_j e_j'). *)
Definition group_eigenvalue_below (m : nat) (P : matrix) (x : nat -> nat -> R) (t : R) : Prop :=
  forall q (e : nat -> R), law k q ->
    (\sum_(j < k) (q j * (\sum_(i < m) (P i j * (\sum_(a < k) (e a * x a i)) ^ 2) - e j ^ 2)) <=
    t * \sum_(a < k) e a ^ 2)%R.

Definition proves_group_eigenvalue : Prop :=
  (forall m P x t, keeps d m P -> estimates_shares d m P x -> group_eigenvalue_below m P x t ->
     (Q2R (claimed d) <= t)%R) /\
  own_keeps d /\
  estimates_shares d (reports d) table own /\
  group_eigenvalue_below (reports d) table own (Q2R (reached d)).

(** ** What is computed *)

Definition of_directions (f : nat -> nat -> Q) : Q := qsum k (fun j => qsum N (f j)).

Definition gain_matrix (p : list Q) (charged : Q) : list (list Q) :=
  matrix_from (S k) (fun a b =>
    if Nat.ltb a k then
      if Nat.ltb b k then
        of_directions (fun j n => entry p j * (entry (toward j n) a * entry (toward j n) b))
      else - qdot k (entry (nth a slopes [])) (entry p)
    else if Nat.ltb b k then - qdot k (entry (nth b slopes [])) (entry p)
    else charged).

Definition rest_at (j : nat) : list (list Q) :=
  matrix_from k (fun a b =>
    (if Nat.eqb a b then reached d else 0) + (if Nat.eqb a j && Nat.eqb b j then 1 else 0) -
    qsum (reports d) (fun i => entry2 (entries d) i j * (entry2 numbers a i * entry2 numbers b i))).

Definition direction_squares : Q :=
  of_directions (fun j n => qsum k (fun a => entry (toward j n) a * entry (toward j n) a)).
Definition group_gains : Q :=
  2 * qsum k (fun j => entry2 slopes j j) -
  of_directions (fun j n => entry (toward j n) j * entry (toward j n) j).

Definition group_eigenvalue_accepted : bool :=
  promise_fits d && rows_pass d (fun p charged => semidefinite (S k) (gain_matrix p charged)) &&
  numbers_fit d (unit_vectors d) numbers && less 0 direction_squares &&
  Qle_bool (claimed d * direction_squares) (group_gains - total_paid d) &&
  all k (fun j => semidefinite k (rest_at j)).

(** ** Why it may be believed *)

Open Scope R_scope.

Let real_toward (j n : nat) : nat -> R := vector (toward j n).
Let real_slopes : matrix := fun a => vector (nth a slopes []).

Lemma gain_linear : forall a b r s e,
  gain_at k N real_toward real_slopes (fun j => a * r j + b * s j) e =
  a * gain_at k N real_toward real_slopes r e + b * gain_at k N real_toward real_slopes s e.
Proof.
  intros a b r s e. unfold gain_at.
  rewrite (sum_ext k (fun c => e c * dot k (real_slopes c) _) (fun c =>
    a * (e c * dot k (real_slopes c) r) + b * (e c * dot k (real_slopes c) s)))
    by (intros; rewrite dot_linear; ring).
  rewrite (sum_ext k (fun j => (a * r j + b * s j) * squares_along k N real_toward j e) (fun j =>
    a * (r j * squares_along k N real_toward j e) + b * (s j * squares_along k N real_toward j e)))
    by (intros; ring).
  rewrite !sum_plus, !sum_scale. ring.
Qed.

Lemma gain_respects : forall e, respects k (fun r => gain_at k N real_toward real_slopes r e).
Proof.
  intros e r s same. unfold gain_at, dot. f_equal.
  - f_equal. apply sum_ext. intros a _. f_equal. apply sum_ext. intros j small. now rewrite same.
  - apply sum_ext. intros j small. now rewrite same.
Qed.

Lemma gain_gauge : forall e, gauge k (fun r => gain_at k N real_toward real_slopes r e).
Proof.
  intros e. split; [apply gain_respects|split].
  - intros c r _ _. rewrite (gain_respects e (fun j => c * r j) (fun j => c * r j + 0 * r j))
      by (intros; ring). rewrite gain_linear. ring.
  - intros r s _ _. rewrite (gain_respects e (fun j => r j + s j) (fun j => 1 * r j + 1 * s j))
      by (intros; ring). rewrite gain_linear. lra.
Qed.

Lemma sum_of_directions : forall f,
  Q2R (of_directions f) = \sum_(j < k) \sum_(n < N) Q2R (f j n).
Proof.
  intros f. unfold of_directions. rewrite sum_real. apply sum_ext. intros. apply sum_real.
Qed.

Lemma gain_paid : forall p charged e, semidefinite (S k) (gain_matrix p charged) = true ->
  gain_at k N real_toward real_slopes (fun j => Q2R (entry p j)) e <= Q2R charged.
Proof.
  intros p charged e yes. set (r := fun j => Q2R (entry p j)).
  set (x := fun i => if Nat.ltb i k then e i else 1).
  pose proof (semidefinite_spec _ _ x yes) as above.
  assert (forall i, (i < k)%nat -> x i = e i) as before.
  { intros i small. unfold x. apply Nat.ltb_lt in small. now rewrite small. }
  assert (x k = 1) as last by (unfold x; now rewrite Nat.ltb_irrefl).
  unfold quadratic in above. cbn [sum] in above.
  rewrite (sum_ext k (fun i => \sum_(j < k) (x i * x j * real_matrix (gain_matrix p charged) i j) +
      x i * x k * real_matrix (gain_matrix p charged) i k)
    (fun i => \sum_(j < k) (e i * e j * \sum_(c < k) (r c * \sum_(n < N)
      (real_toward c n i * real_toward c n j))) + - (e i * dot k (real_slopes i) r))) in above.
  2:{ intros i small. rewrite last, (before i small). unfold gain_matrix.
      rewrite (matrix_entry (S k) _ i k) by lia. rewrite Nat.ltb_irrefl.
      pose proof (proj2 (Nat.ltb_lt i k) small) as one. rewrite one, Q2R_opp, dot_real.
      f_equal; [|unfold r, real_slopes, vector; ring].
      apply sum_ext. intros j other. rewrite before by assumption.
      rewrite matrix_entry by lia. rewrite one, (proj2 (Nat.ltb_lt j k) other).
      rewrite sum_of_directions. f_equal. apply sum_ext. intros c _. rewrite <- sum_scale.
      apply sum_ext. intros n _. rewrite !Q2R_mult. reflexivity. }
  rewrite (sum_ext k (fun j => x k * x j * real_matrix (gain_matrix p charged) k j)
    (fun j => - (e j * dot k (real_slopes j) r))) in above.
  2:{ intros j small. rewrite last, (before j small). unfold gain_matrix.
      rewrite (matrix_entry (S k) _ k j) by lia. rewrite Nat.ltb_irrefl.
      rewrite (proj2 (Nat.ltb_lt j k) small), Q2R_opp, dot_real.
      unfold r, real_slopes, vector. ring. }
  assert (real_matrix (gain_matrix p charged) k k = Q2R charged) as corner.
  { unfold gain_matrix. rewrite matrix_entry by lia. now rewrite Nat.ltb_irrefl. }
  rewrite corner, last in above. rewrite sum_plus in above.
  assert (\sum_(i < k) \sum_(j < k) (e i * e j * \sum_(c < k) (r c * \sum_(n < N)
      (real_toward c n i * real_toward c n j))) =
    \sum_(c < k) (r c * squares_along k N real_toward c e)) as squares.
  { unfold squares_along.
    rewrite (sum_ext k (fun c => r c * \sum_(n < N) dot k (real_toward c n) e ^ 2) (fun c =>
      r c * quadratic k (fun a b => \sum_(n < N) (1 * (real_toward c n a * real_toward c n b))) e)).
    - unfold quadratic.
      rewrite (sum_ext k (fun c => r c * _) (fun c => \sum_(i < k) \sum_(j < k)
        (e i * e j * (r c * \sum_(n < N) (real_toward c n i * real_toward c n j))))).
      + symmetry. rewrite sum_of_sums. apply sum_ext. intros i _. rewrite sum_of_sums.
        apply sum_ext. intros j _. apply sum_scale.
      + intros c _. rewrite <- sum_scale. apply sum_ext. intros i _. rewrite <- sum_scale.
        apply sum_ext. intros j _.
        rewrite (sum_ext N (fun n => 1 * (real_toward c n i * real_toward c n j))
          (fun n => real_toward c n i * real_toward c n j)) by (intros; ring). ring.
    - intros c _. rewrite quadratic_of_squares. f_equal. apply sum_ext. intros. ring. }
  rewrite squares in above. unfold gain_at.
  assert (forall f, \sum_(i < k) - f i = - \sum_(i < k) f i) as negated.
  { intros f. rewrite (sum_ext k _ (fun i => -1 * f i)) by (intros; ring). rewrite sum_scale.
    change (\sum_(i < k) f i) with (sum k f). ring. }
  rewrite !negated in above. lra.
Qed.

Lemma rest_paid : forall j e, (j < k)%nat -> semidefinite k (rest_at j) = true ->
  \sum_(i < reports d) (table i j * (\sum_(a < k) (e a * own a i)) ^ 2) - e j ^ 2 <=
  Q2R (reached d) * \sum_(a < k) e a ^ 2.
Proof.
  intros j e small yes. pose proof (semidefinite_spec _ _ e yes) as above.
  assert (quadratic k (real_matrix (rest_at j)) e =
    Q2R (reached d) * (\sum_(a < k) e a ^ 2) + e j ^ 2 -
    \sum_(i < reports d) (table i j * (\sum_(a < k) (e a * own a i)) ^ 2)) as parts; [|lra].
  assert (\sum_(i < reports d) (table i j * (\sum_(a < k) (e a * own a i)) ^ 2) =
    quadratic k (fun a b => \sum_(i < reports d) (table i j * (own a i * own b i))) e) as ->.
  { rewrite (quadratic_of_squares k (reports d) (fun i => table i j) (fun i a => own a i)).
    apply sum_ext. intros i _. do 2 f_equal. apply sum_ext. intros. ring. }
  assert (Q2R (reached d) * (\sum_(a < k) e a ^ 2) = \sum_(a < k) \sum_(b < k)
    (at_index a b * (Q2R (reached d) * (e a * e b)))) as ->.
  { rewrite <- sum_scale. apply sum_ext. intros a inside.
    rewrite (sum_pick k (fun b => Q2R (reached d) * (e a * e b)) a inside). ring. }
  assert (e j ^ 2 = \sum_(a < k) \sum_(b < k) (at_index j a * (at_index j b * (e a * e b)))) as ->.
  { rewrite (sum_ext k _ (fun a => at_index j a * (e a * e j))).
    - rewrite (sum_pick k (fun a => e a * e j) j small). ring.
    - intros a _. rewrite sum_scale. f_equal.
      now rewrite (sum_pick k (fun b => e a * e b) j small). }
  unfold quadratic. rewrite <- sum_plus, <- sum_minus. apply sum_ext. intros a inside.
  rewrite <- sum_plus, <- sum_minus. apply sum_ext. intros b other.
  unfold rest_at. rewrite matrix_entry by assumption. rewrite Q2R_minus, Q2R_plus, sum_real.
  rewrite (sum_ext (reports d) _ (fun i => table i j * (own a i * own b i)))
    by (intros; rewrite !Q2R_mult; reflexivity).
  unfold at_index. destruct (Nat.eqb_spec a b), (Nat.eq_dec a b); try contradiction;
    destruct (Nat.eqb_spec a j), (Nat.eq_dec j a); try congruence;
    destruct (Nat.eqb_spec b j), (Nat.eq_dec j b); try congruence; cbn [andb];
    rewrite ?Q2R_zero, ?Q2R_one; ring.
Qed.

Theorem kernel_group_eigenvalue : group_eigenvalue_accepted = true -> proves_group_eigenvalue.
Proof.
  intros yes. unfold group_eigenvalue_accepted in yes.
  apply andb_prop in yes as [yes small]. apply andb_prop in yes as [yes bounded].
  apply andb_prop in yes as [yes some]. apply andb_prop in yes as [yes fits].
  apply andb_prop in yes as [prices listed].
  destruct (promise_pays d prices) as [own_kept paid].
  apply less_real in some. rewrite Q2R_zero in some. apply le_real in bounded.
  rewrite Q2R_mult, Q2R_minus in bounded.
  split; [|split; [assumption|split]].
  - intros m P x t kept mean below. apply Rmult_le_reg_r with (Q2R direction_squares);
      [assumption|]. eapply Rle_trans; [exact bounded|].
    pose proof (worst_eigenvalue_bound m k N real_toward real_slopes (Q2R (total_paid d))
      (real_charge d) x P t (paid m P kept)) as bound.
    assert (Q2R direction_squares =
      \sum_(j < k) \sum_(n < N) \sum_(a < k) real_toward j n a ^ 2) as ->.
    { unfold direction_squares. rewrite sum_of_directions. apply sum_ext. intros j _. apply sum_ext.
      intros n _. rewrite sum_real. apply sum_ext. intros a _. rewrite Q2R_mult.
      unfold real_toward, vector. ring. }
    assert (Q2R group_gains = 2 * trace k real_slopes -
      \sum_(j < k) \sum_(n < N) real_toward j n j ^ 2) as ->.
    { unfold group_gains. rewrite Q2R_minus, Q2R_mult, Q2R_two, sum_real, sum_of_directions.
      f_equal. apply sum_ext. intros j _. apply sum_ext. intros n _. rewrite Q2R_mult.
      unfold real_toward, vector. ring. }
    apply bound; try assumption.
    + intros i e inside.
      refine (rows_decide d (fun r => gain_at k N real_toward real_slopes r e) _ _ prices
        (fun p c _ passed => gain_paid p c e passed) listed m P i kept inside).
      apply gauge_everywhere, gain_gauge.
    + intros j e inside.
      specialize (below (at_index j) e). rewrite (sum_pick k (fun j => \sum_(i < m)
        (P i j * (\sum_(a < k) (e a * x a i)) ^ 2) - e j ^ 2) j inside) in below.
      apply below. split.
      * intros c _. unfold at_index. destruct (Nat.eq_dec j c); lra.
      * rewrite (sum_ext k _ (fun c => at_index j c * 1)) by (intros; ring).
        now apply (sum_pick k (fun _ => 1)).
  - intros a inside j other. rewrite <- (unit_vector d) by assumption.
    apply (numbers_tell d (unit_vectors d) numbers fits a); [|assumption].
    unfold unit_vectors. now rewrite map_length, seq_length.
  - intros q e [above one]. change (sum k q = 1) in one.
    apply Rle_trans with (\sum_(j < k) (q j * (Q2R (reached d) * \sum_(a < k) e a ^ 2))).
    + apply sum_le. intros j inside. apply Rmult_le_compat_l; [auto|].
      apply rest_paid; [assumption|]. exact (all_spec _ _ small j inside).
    + rewrite sum_scale_right, one. lra.
Qed.

End Group.
