(** Shares estimated from the histogram of m independent reports: mean, covariance and loss.

    pi-hat = m^-1 T Y, where T C is the unit matrix, is unbiased and has the covariance matrix
    m^-1 (T diag(C pi) T^t - pi pi^t); the loss L, the trace of it over that of the shares of the
    truths themselves, does not depend on m. For C_a(n) the trace is m^-1 (c - s) and
    L = (c - s) / (1 - s), with s = pi^t pi. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Draws BitStrings.
Import ListNotations.
Open Scope R_scope.

(** Of functions of the list of the m outcomes. *)
Definition draws_covariance (m k : nat) (p : nat -> R) (f g : list nat -> R) : R :=
  draws m k p (fun l => (f l - draws m k p f) * (g l - draws m k p g)).
Definition draws_variance (m k : nat) (p : nat -> R) (f : list nat -> R) : R :=
  draws m k p (fun l => (f l - draws m k p f) ^ 2).

(** pi-hat-star and pi-hat. *)
Definition share (m x : nat) (l : list nat) : R := / INR m * count x l.
Definition estimate (m r : nat) (T : matrix) (x : nat) (l : list nat) : R :=
  / INR m * \sum_(i < r) (T x i * count i l).

(** C pi, the law of a report. *)
Definition image (k : nat) (C : matrix) (p : nat -> R) : nat -> R :=
  fun i => \sum_(j < k) (C i j * p j).

Definition left_inverse (r k : nat) (T C : matrix) : Prop :=
  forall x y, (x < k)%nat -> (y < k)%nat -> times r T C x y = unit_matrix x y.

Definition squares (k : nat) (p : nat -> R) : R := \sum_(x < k) (p x ^ 2).

(** ** Sums over the outcomes *)

Fixpoint total (t : nat -> R) (l : list nat) : R :=
  match l with
  | [] => 0
  | i :: l => t i + total t l
  end.

Lemma total_of_counts : forall r t l, Forall (fun i => (i < r)%nat) l ->
  \sum_(i < r) (t i * count i l) = total t l.
Proof.
  intros r t l. induction 1 as [|i l small _ IH]; simpl.
  - apply sum_zero. intros. unfold count. simpl. ring.
  - rewrite (sum_ext r _ (fun j => at_index i j * t j + t j * count j l))
      by (intros; rewrite count_cons; ring).
    now rewrite sum_plus, sum_pick, IH.
Qed.

Lemma mean_of_total : forall m k p t, law k p ->
  draws m k p (total t) = INR m * \sum_(i < k) (p i * t i).
Proof.
  intros m k p t is_law. induction m as [|m IH]; [simpl; ring|]. simpl draws.
  rewrite (sum_ext k _ (fun x => p x * t x + p x * (INR m * \sum_(i < k) (p i * t i)))).
  - rewrite sum_plus, sum_scale_right, S_INR. destruct is_law as [_ one].
    change (sum k p = 1) in one. rewrite one. ring.
  - intros x _. rewrite draws_plus, draws_constant, IH by assumption. ring.
Qed.

Lemma covariance_of_totals : forall m k p t u, law k p ->
  let e := fun t => \sum_(i < k) (p i * t i) in
  draws m k p (fun l => (total t l - INR m * e t) * (total u l - INR m * e u)) =
  INR m * (\sum_(i < k) (p i * (t i * u i)) - e t * e u).
Proof.
  intros m k p t u is_law e. pose proof is_law as [_ one]. change (sum k p = 1) in one.
  induction m as [|m IH]; [simpl; ring|]. cbn [draws total].
  set (A := fun l => total t l - INR m * e t) in *. set (B := fun l => total u l - INR m * e u) in *.
  assert (zero : forall w, draws m k p (fun l => total w l - INR m * e w) = 0).
  { intros w. rewrite (draws_ext m k p _ (fun l => total w l + - (INR m * e w))) by (intros; ring).
    rewrite draws_plus, draws_constant, mean_of_total by assumption. unfold e. ring. }
  rewrite (sum_ext k _ (fun x => p x * (INR m * (\sum_(i < k) (p i * (t i * u i)) - e t * e u)) +
    (p x * (t x * u x) - (p x * t x * e u + p x * u x * e t - p x * (e t * e u))))).
  - rewrite sum_plus, !sum_minus, sum_plus, !sum_scale_right, one, S_INR. fold (e t). fold (e u). ring.
  - intros x _.
    rewrite (draws_ext m k p _ (fun l => A l * B l +
      ((t x - e t) * B l + ((u x - e u) * A l + (t x - e t) * (u x - e u))))).
    + rewrite !draws_plus, !draws_scale, draws_constant by assumption.
      unfold A at 2, B at 2. rewrite !zero.
      change (draws m k p (fun l => A l * B l)) with
        (draws m k p (fun l => (total t l - INR m * e t) * (total u l - INR m * e u))).
      rewrite IH. ring.
    + intros l _ _. unfold A, B. rewrite S_INR. ring.
Qed.

(** Two linear functions of the histogram. *)
Lemma linear_moments : forall m k p (f g : list nat -> R) c t u, law k p ->
  (forall l, Forall (fun i => (i < k)%nat) l -> f l = c * total t l) ->
  (forall l, Forall (fun i => (i < k)%nat) l -> g l = c * total u l) ->
  draws m k p f = c * INR m * (\sum_(i < k) (p i * t i)) /\
  draws_covariance m k p f g = c ^ 2 * INR m * (\sum_(i < k) (p i * (t i * u i)) -
    (\sum_(i < k) (p i * t i)) * (\sum_(i < k) (p i * u i))).
Proof.
  intros m k p f g c t u is_law first second.
  assert (mean : forall h v, (forall l, Forall (fun i => (i < k)%nat) l -> h l = c * total v l) ->
    draws m k p h = c * INR m * (\sum_(i < k) (p i * v i))).
  { intros h v equal. rewrite (draws_ext m k p h (fun l => c * total v l)) by auto.
    rewrite draws_scale, mean_of_total by assumption. ring. }
  split; [now apply mean|]. unfold draws_covariance.
  rewrite (mean f t first), (mean g u second).
  rewrite (draws_ext m k p _ (fun l => c ^ 2 *
    ((total t l - INR m * (\sum_(i < k) (p i * t i))) *
     (total u l - INR m * (\sum_(i < k) (p i * u i)))))).
  - rewrite draws_scale, covariance_of_totals by assumption. ring.
  - intros l _ all. rewrite first, second by assumption. ring.
Qed.

Lemma variance_as_covariance : forall m k p f,
  draws_variance m k p f = draws_covariance m k p f f.
Proof. intros. unfold draws_variance, draws_covariance. apply draws_ext. intros. ring. Qed.

Lemma pick_at : forall k p i, (i < k)%nat -> \sum_(j < k) (p j * at_index i j) = p i.
Proof.
  intros k p i small. rewrite <- (sum_pick k p i small). apply sum_ext. intros. ring.
Qed.

Lemma count_as_total : forall k i l, (i < k)%nat -> Forall (fun i => (i < k)%nat) l ->
  count i l = total (at_index i) l.
Proof.
  intros k i l small all. rewrite <- (total_of_counts k) by assumption.
  now rewrite (sum_pick k (fun j => count j l)).
Qed.

Lemma pick_both : forall k p i j, (i < k)%nat ->
  \sum_(u < k) (p u * (at_index i u * at_index j u)) = p i * at_index i j.
Proof.
  intros k p i j small.
  rewrite (sum_ext k _ (fun u => at_index i u * (p u * at_index j u))) by (intros; ring).
  rewrite sum_pick by assumption. f_equal. unfold at_index.
  destruct (Nat.eq_dec j i), (Nat.eq_dec i j); congruence.
Qed.

(** ** The histogram of the truths *)

Theorem histogram_moments : forall m k p i, law k p -> (i < k)%nat ->
  draws m k p (count i) = INR m * p i /\
  draws_variance m k p (count i) = INR m * p i * (1 - p i).
Proof.
  intros m k p i is_law small. rewrite variance_as_covariance.
  destruct (linear_moments m k p (count i) (count i) 1 (at_index i) (at_index i) is_law)
    as [mean spread]; try (intros l all; rewrite (count_as_total k) by assumption; ring).
  rewrite mean, spread, !pick_at, pick_both by assumption.
  unfold at_index. destruct (Nat.eq_dec i i); [|contradiction]. split; ring.
Qed.

Theorem covariance_of_shares : forall m k p i j, (0 < m)%nat -> law k p ->
  (i < k)%nat -> (j < k)%nat ->
  draws_covariance m k p (share m i) (share m j) =
    / INR m * ((p i * (1 - p i) + p i * p i) * at_index i j - p i * p j) /\
  draws_covariance m k p (share m i) (share m j) = / INR m * (p i * at_index i j - p i * p j).
Proof.
  intros m k p i j some is_law row column. assert (INR m <> 0) by (apply not_0_INR; lia).
  destruct (linear_moments m k p (share m i) (share m j) (/ INR m) (at_index i) (at_index j) is_law)
    as [_ spread]; try (intros l all; unfold share; now rewrite (count_as_total k)).
  rewrite spread, !pick_at, pick_both by assumption. split; field; assumption.
Qed.

(** One experiment: X is the indicator of one outcome; with two outcomes X_1 is zero or one. *)
Theorem one_experiment : forall k p, law k p ->
  (forall i, (i < k)%nat ->
     draws 1 k p (fun l => \prod_(j < k) (if Req_EM_T (count j l) (at_index i j) then 1 else 0)) =
     p i) /\
  (k = 2%nat -> draws 1 2 p (fun l => if Req_EM_T (count 1 l) 1 then 1 else 0) = p 1%nat /\
     draws 1 2 p (fun l => if Req_EM_T (count 1 l) 0 then 1 else 0) = 1 - p 1%nat).
Proof.
  intros k p [above one]. split.
  - intros i small. cbn [draws]. rewrite <- (sum_pick k p i small). apply sum_ext. intros x inside.
    assert (single : forall j, count j [x] = at_index x j).
    { intros j. rewrite count_cons. unfold count. simpl. ring. }
    destruct (Nat.eq_dec x i) as [->|differ].
    + rewrite (prod_ext k _ (fun _ => 1)).
      * unfold at_index. destruct (Nat.eq_dec i i); [|contradiction].
        enough (forall n, prod n (fun _ => 1) = 1) as -> by ring.
        induction n as [|n IH]; simpl; [|rewrite IH]; ring.
      * intros j _. rewrite single. destruct (Req_EM_T _ _); [reflexivity|contradiction].
    + assert (at_index i x = 0) as -> by
        (unfold at_index; destruct (Nat.eq_dec i x); congruence || reflexivity).
      enough (zero : forall n, (i < n)%nat ->
        \prod_(j < n) (if Req_EM_T (count j [x]) (at_index i j) then 1 else 0) = 0)
        by (rewrite zero by assumption; ring).
      intros n. induction n as [|n IH]; intros less; [lia|]. simpl.
      destruct (Nat.eq_dec i n) as [<-|]; [|rewrite IH by lia; ring].
      rewrite single. unfold at_index. destruct (Nat.eq_dec x i), (Nat.eq_dec i i); try congruence.
      destruct (Req_EM_T 0 1); [lra|ring].
  - intros ->. simpl in one. unfold count. simpl.
    repeat match goal with |- context [Req_EM_T ?x ?y] => destruct (Req_EM_T x y); try lra end.
    all: split; lra.
Qed.

Theorem trace_of_shares : forall m k p, (0 < m)%nat -> law k p ->
  trace k (fun i j => draws_covariance m k p (share m i) (share m j)) =
  / INR m * (1 - squares k p).
Proof.
  intros m k p some is_law. unfold trace, squares.
  rewrite (sum_ext k _ (fun i => / INR m * (p i - p i ^ 2))).
  - rewrite sum_scale, sum_minus. destruct is_law as [_ one]. change (sum k p = 1) in one.
    change (sum k (fun i => p i)) with (sum k p). now rewrite one.
  - intros i small. destruct (covariance_of_shares m k p i i) as [_ ->]; try assumption.
    unfold at_index. destruct (Nat.eq_dec i i); [ring|contradiction].
Qed.

(** ** The histogram of the reports *)

Lemma image_law : forall r k C p, stochastic r k C -> law k p -> law r (image k C p).
Proof.
  intros r k C p columns [above one]. unfold image. split.
  - intros i small. apply sum_nonneg. intros j inside.
    apply Rmult_le_pos; [now apply (columns j inside)|auto].
  - rewrite sum_of_sums. rewrite <- one. apply sum_ext. intros j inside.
    rewrite sum_scale_right. destruct (columns j inside) as [_ column].
    change (sum r (fun i => C i j) = 1) in column. rewrite column. ring.
Qed.

Lemma inverse_of_image : forall r k C T p x, left_inverse r k T C -> (x < k)%nat ->
  \sum_(i < r) (image k C p i * T x i) = p x.
Proof.
  intros r k C T p x inverse small. unfold image.
  rewrite (sum_ext r _ (fun i => \sum_(j < k) (T x i * C i j * p j))).
  - rewrite sum_of_sums. rewrite <- (sum_pick k p x small). apply sum_ext. intros j inside.
    rewrite sum_scale_right. f_equal. apply (inverse x j small inside).
  - intros i _. rewrite <- sum_scale_right. apply sum_ext. intros. ring.
Qed.

Lemma estimate_as_total : forall m r T x l, Forall (fun i => (i < r)%nat) l ->
  estimate m r T x l = / INR m * total (T x) l.
Proof. intros m r T x l all. unfold estimate. now rewrite (total_of_counts r (T x)). Qed.

Theorem estimate_is_unbiased : forall m r k C T p, (0 < m)%nat -> stochastic r k C -> law k p ->
  left_inverse r k T C ->
  (forall i, (i < r)%nat -> draws m r (image k C p) (count i) = INR m * image k C p i) /\
  (forall x, (x < k)%nat -> draws m r (image k C p) (estimate m r T x) = p x).
Proof.
  intros m r k C T p some columns is_law inverse.
  pose proof (image_law r k C p columns is_law) as reported. split.
  - intros i small. now apply histogram_moments.
  - intros x small. assert (INR m <> 0) by (apply not_0_INR; lia).
    destruct (linear_moments m r (image k C p) (estimate m r T x) (estimate m r T x) (/ INR m)
      (T x) (T x) reported) as [mean _]; try (intros; now apply estimate_as_total).
    rewrite mean, (inverse_of_image r k) by assumption. field. assumption.
Qed.

Theorem covariance_of_estimates : forall m r k C T p, (0 < m)%nat -> stochastic r k C -> law k p ->
  left_inverse r k T C -> forall x y, (x < k)%nat -> (y < k)%nat ->
  draws_covariance m r (image k C p) (estimate m r T x) (estimate m r T y) =
  / INR m * (times r (times r T (diagonal_matrix (image k C p))) (transposed T) x y - p x * p y).
Proof.
  intros m r k C T p some columns is_law inverse x y row column.
  pose proof (image_law r k C p columns is_law) as reported.
  assert (INR m <> 0) by (apply not_0_INR; lia).
  destruct (linear_moments m r (image k C p) (estimate m r T x) (estimate m r T y) (/ INR m)
    (T x) (T y) reported) as [_ ->]; try (intros; now apply estimate_as_total).
  rewrite !(inverse_of_image r k) by assumption.
  replace (times r (times r T (diagonal_matrix (image k C p))) (transposed T) x y) with
    (\sum_(i < r) (image k C p i * (T x i * T y i))); [field; assumption|].
  unfold times at 1. apply sum_ext. intros i small. unfold transposed.
  replace (times r T (diagonal_matrix (image k C p)) x i) with (T x i * image k C p i); [ring|].
  unfold times, diagonal_matrix.
  rewrite (sum_ext r _ (fun u => at_index i u * (T x u * image k C p u))).
  - now rewrite (sum_pick r (fun u => T x u * image k C p u)).
  - intros u _. unfold at_index. destruct (Nat.eq_dec u i), (Nat.eq_dec i u); congruence || ring.
Qed.
