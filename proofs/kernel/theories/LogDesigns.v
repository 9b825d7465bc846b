(** A checker inside Coq for the log-determinant of the information about the coefficients of a
    model: at one guess of the coefficients, on average over guesses or the least of them. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Probability Estimators Determinants Groups
  LogDeterminants Checker RayChecker Promises RatioDesigns WorstDesigns SpectralDesigns ModelDesigns
  EntropyDesigns Logarithms.
Import ListNotations.
Open Scope Q_scope.

Section Logarithms.

(** X points, K coefficients, and K triangular contrasts and tangents at each guess. *)
Variables (d : priced_table) (X K : nat) (guesses : list guess) (worst : bool).

Let k := number d.
Let S := length guesses.
Let table := real_matrix (entries d).

Definition information_at (m : nat) (P : matrix) (s : nat) : matrix :=
  model_matrix m k X (frequencies guesses s) (truth_chances guesses s) (slopes_of guesses s) P.

Definition log_at (m : nat) (P : matrix) (s : nat) : R := ln (determinant K (information_at m P s)).

(** Information that is positive definite at every guess, and tells all coefficients. *)
Definition all_definite (m : nat) (P : matrix) : Prop :=
  forall s, (s < S)%nat -> positive_definite K (information_at m P s).

(** [logs_above t]: the average, or the least, is at least t. *)
Definition logs_above (m : nat) (P : matrix) (t : R) : Prop :=
  if worst then forall s, (s < S)%nat -> (t <= log_at m P s)%R
  else (t <= \sum_(s < S) (Q2R (belief (guess_at guesses s)) * log_at m P s))%R.

Definition proves_log_determinant : Prop :=
  (forall m P t, keeps d m P -> all_definite m P -> logs_above m P t -> (t <= Q2R (claimed d))%R) /\
  own_keeps d /\
  all_definite (reports d) table /\ logs_above (reports d) table (Q2R (reached d)).

(** ** What is computed *)

Variable l : logarithms.

Definition square_of (vectors : list (list Q)) (n : nat) : Q := entry2 vectors n n * entry2 vectors n n.

Definition is_triangular (vectors : list (list Q)) : bool :=
  all K (fun n => negb (Qeq_bool (entry2 vectors n n) 0) &&
    all K (fun j => Nat.leb j n || Qeq_bool (entry2 vectors n j) 0)).

(** Nobody's report has no chance, and moments are not zero. *)
Definition guess_tells (s : nat) : bool :=
  is_triangular (forms (guess_at guesses s)) && is_triangular (wanted (guess_at guesses s)) &&
  all X (fun t => all (reports d) (fun i =>
    less 0 (qdot k (entry (chances (point_at guesses s t))) (entry2 (entries d) i)))) &&
  all K (fun n => less 0 (moment_of d X guesses s n)).

Definition most_log : Q :=
  count K * log_above l (Qred (total_paid d / count K)) +
  qsum S (fun s => belief (guess_at guesses s) * qsum K (fun n =>
    log_above l (Qred (1 / square_of (forms (guess_at guesses s)) n)))).

Definition least_log (s : nat) : Q :=
  - qsum K (fun n =>
    log_above l (Qred (moment_of d X guesses s n / square_of (wanted (guess_at guesses s)) n))).

Definition log_determinant_accepted : bool :=
  Nat.ltb 0 K && are_above l && model_fits d X K K guesses && all S guess_tells &&
  less 0 (total_paid d) && Qle_bool most_log (claimed d) &&
  (if worst then all S (fun s => Qle_bool (reached d) (least_log s))
   else Qle_bool (reached d) (qsum S (fun s => belief (guess_at guesses s) * least_log s))).

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma triangle_spec : forall vectors, is_triangular vectors = true -> forall n, (n < K)%nat ->
  vector (nth n vectors []) n <> 0 /\
  (forall j, (n < j < K)%nat -> vector (nth n vectors []) j = 0) /\ 0 < Q2R (square_of vectors n).
Proof.
  intros vectors yes n small. pose proof (all_spec _ _ yes n small) as one. cbv beta in one.
  apply andb_prop in one as [some shape].
  assert (vector (nth n vectors []) n <> 0) as last.
  { intros zero. apply negb_true_iff, Qeq_bool_neq in some. apply some, eqR_Qeq.
    now rewrite Q2R_zero. }
  split; [assumption|]. split.
  - intros j range. pose proof (all_spec _ _ shape j ltac:(lia)) as two. cbv beta in two.
    apply orb_prop in two as [early|zero]; [apply Nat.leb_le in early; lia|].
    unfold vector. rewrite <- Q2R_zero. now apply eq_real.
  - unfold square_of. rewrite Q2R_mult. now apply Rsqr_pos_lt.
Qed.

Lemma square_real : forall vectors n,
  Q2R (square_of vectors n) = vector (nth n vectors []) n ^ 2.
Proof. intros vectors n. unfold square_of. rewrite Q2R_mult. unfold vector, entry2. ring. Qed.

Lemma count_positive : (0 < K)%nat -> 0 < Q2R (count K).
Proof. intros some. rewrite count_real. now apply lt_0_INR. Qed.

Lemma guess_spec : all S guess_tells = true -> forall s, (s < S)%nat ->
  is_triangular (forms (guess_at guesses s)) = true /\
  is_triangular (wanted (guess_at guesses s)) = true /\
  (forall t i, (t < X)%nat -> (i < reports d)%nat ->
    0 < share k (truth_chances guesses s t) table i) /\
  (forall n, (n < K)%nat -> 0 < Q2R (moment_of d X guesses s n)).
Proof.
  intros tells s here. pose proof (all_spec _ _ tells s here) as one. unfold guess_tells in one.
  apply andb_prop in one as [one moments]. apply andb_prop in one as [one shares].
  apply andb_prop in one as [first second]. split; [assumption|]. split; [assumption|]. split.
  - intros t i there inside. pose proof (all_spec _ _ shares t there) as two. cbv beta in two.
    pose proof (all_spec _ _ two i inside) as three. apply less_real in three.
    rewrite Q2R_zero, dot_real in three. exact three.
  - intros n small. rewrite <- Q2R_zero. apply less_real. exact (all_spec _ _ moments n small).
Qed.

Lemma own_silent : all S guess_tells = true -> forall s t i v, (s < S)%nat -> (t < X)%nat -> (i < reports d)%nat ->
  finite k (truth_chances guesses s t) (moved K (slopes_of guesses s) v t) (table i).
Proof.
  intros tells s t i v here there inside none. destruct (guess_spec tells s here) as (_ & _ & shares & _).
  specialize (shares t i there inside). unfold share in shares. lra.
Qed.

(** Estimators of triangular contrasts make the information positive definite. *)
Lemma own_definite : model_fits d X K K guesses = true -> all S guess_tells = true ->
  all_definite (reports d) table.
Proof.
  intros fits tells s here. destruct (model_fits_spec d X K K guesses fits) as (_ & laws & own & _).
  destruct (guess_spec tells s here) as (_ & shape & shares & _). split.
  - intros a b _ _. unfold information_at, model_matrix. apply sum_ext. intros t _. f_equal.
    apply sum_ext. intros i _. f_equal. ring.
  - intros e a inside some. apply Rnot_le_lt. intros flat.
    unfold information_at in flat. rewrite model_form in flat.
    assert (forall n, (n < K)%nat -> dot K e (wanted_at guesses s n) = 0) as orthogonal.
    { intros n small. set (c := wanted_at guesses s n). set (M := model_moment (reports d) k X
        (frequencies guesses s) (truth_chances guesses s) table (own_numbers guesses s n)).
      assert (forall x, 2 * (x * dot K e c) <= M) as bounded.
      { intros x. pose proof (model_contrast (reports d) k X K (frequencies guesses s)
          (truth_chances guesses s) (slopes_of guesses s) table c (own_numbers guesses s n)
          (fun b => x * e b)) as below.
        rewrite <- model_form in below.
        assert (quadratic K (model_matrix (reports d) k X (frequencies guesses s)
          (truth_chances guesses s) (slopes_of guesses s) table) (fun b => x * e b) =
          x ^ 2 * quadratic K (model_matrix (reports d) k X (frequencies guesses s)
          (truth_chances guesses s) (slopes_of guesses s) table) e) as scaled.
        { unfold quadratic. rewrite <- sum_scale. apply sum_ext. intros b _. rewrite <- sum_scale.
          apply sum_ext. intros. ring. }
        rewrite scaled, model_form in below.
        assert (dot K (fun b => x * e b) c = x * dot K e c) as linear.
        { unfold dot. rewrite <- sum_scale. apply sum_ext. intros. ring. }
        rewrite linear in below. fold M in below.
        assert (forall y, y <= 0 -> x ^ 2 * y <= 0) as sign.
        { intros y low. pose proof (pow2_ge_0 x).
          assert (0 <= x ^ 2 * - y) by (apply Rmult_le_pos; lra). lra. }
        specialize (sign _ flat).
        eapply Rle_trans; [|apply below]; [lra| | | |].
        - intros t there. now apply laws.
        - exact (own s n here small).
        - intros t i there less_. left. now apply shares.
        - intros t i there less_. now apply own_silent. }
      destruct (Req_dec (dot K e c) 0) as [|other]; [assumption|exfalso].
      specialize (bounded ((M + 1) / dot K e c)) as large.
      replace ((M + 1) / dot K e c * dot K e c) with (M + 1) in large by (field; assumption).
      specialize (bounded 0). lra. }
    assert (forall n, (n < K)%nat -> e n = 0) as vanishes.
    { intros n. induction n as [n IH] using (well_founded_induction lt_wf). intros small.
      destruct (triangle_spec _ shape n small) as (last & ends & _).
      specialize (orthogonal n small). unfold dot in orthogonal.
      rewrite (sum_ext K _ (fun j => at_index n j * (e n * wanted_at guesses s n n))) in orthogonal.
      - rewrite (sum_pick K (fun _ => e n * wanted_at guesses s n n) n small) in orthogonal.
        now apply Rmult_integral in orthogonal as [|].
      - intros j less_. unfold at_index. destruct (Nat.eq_dec n j) as [<-|other]; [ring|].
        destruct (Nat.lt_ge_cases j n); [rewrite (IH j) by assumption; ring|].
        unfold wanted_at. rewrite (ends j) by lia. ring. }
    now apply some, vanishes.
Qed.

Lemma least_log_below : model_fits d X K K guesses = true -> all S guess_tells = true ->
  are_above l = true -> forall s, (s < S)%nat -> Q2R (least_log s) <= log_at (reports d) table s.
Proof.
  intros fits tells good s here.
  destruct (model_fits_spec d X K K guesses fits) as (_ & laws & own & own_kept & _).
  destruct (guess_spec tells s here) as (_ & shape & shares & moments).
  eapply Rle_trans; [|apply (log_determinant_reached (reports d) k X K (frequencies guesses s)
    (truth_chances guesses s) (slopes_of guesses s) (fun n => wanted_at guesses s n)
    (fun n => own_numbers guesses s n) table)].
  - unfold least_log. rewrite Q2R_opp, sum_real.
    replace (- \sum_(n < K) _) with (-1 * \sum_(n < K) (Q2R (log_above l (Qred
      (moment_of d X guesses s n / square_of (wanted (guess_at guesses s)) n))))) by ring.
    rewrite <- sum_scale. apply sum_le. intros n small.
    destruct (triangle_spec _ shape n small) as (_ & _ & square).
    specialize (moments n small). rewrite <- moment_real. unfold wanted_at. rewrite <- square_real.
    set (c := square_of _ n) in *. set (M := moment_of d X guesses s n) in *.
    pose proof (log_above_real l (Qred (M / c)) good) as above.
    rewrite quotient_real in above by assumption.
    specialize (above ltac:(now apply Rdiv_lt_0_compat)).
    replace (Q2R c / Q2R M) with (/ (Q2R M / Q2R c)) by (field; lra).
    rewrite ln_Rinv by now apply Rdiv_lt_0_compat. lra.
  - now apply own_columns.
  - intros t there. now apply laws.
  - now apply own_definite.
  - intros n j range. now apply (triangle_spec _ shape n ltac:(lia)).
  - intros n small. now apply (triangle_spec _ shape n small).
  - intros n small. now apply own.
  - intros n small. rewrite <- moment_real. now apply moments.
  - intros t i v there inside. now apply own_silent.
Qed.

Lemma most_log_above : model_fits d X K K guesses = true -> all S guess_tells = true ->
  are_above l = true -> (0 < K)%nat -> 0 < Q2R (total_paid d) ->
  INR K * ln (Q2R (total_paid d) / INR K) - \sum_(s < S) (Q2R (belief (guess_at guesses s)) *
    \sum_(n < K) ln (vector (form_at guesses s n) n ^ 2)) <= Q2R most_log.
Proof.
  intros fits tells good some pays.
  destruct (model_fits_spec d X K K guesses fits) as ([beliefs _] & _).
  pose proof (count_positive some) as size. pose proof (lt_0_INR K some) as whole.
  unfold most_log. rewrite Q2R_plus, Q2R_mult, count_real, sum_real. unfold Rminus.
  apply Rplus_le_compat.
  - apply Rmult_le_compat_l; [lra|].
    pose proof (log_above_real l (Qred (total_paid d / count K)) good) as above.
    rewrite quotient_real in above by assumption. rewrite count_real in above.
    apply above. now apply Rdiv_lt_0_compat.
  - replace (- \sum_(s < S) _) with (-1 * \sum_(s < S) (Q2R (belief (guess_at guesses s)) *
      \sum_(n < K) ln (vector (form_at guesses s n) n ^ 2))) by ring.
    rewrite <- sum_scale. apply sum_le. intros s here.
    destruct (guess_spec tells s here) as (shape & _ & _ & _).
    rewrite Q2R_mult, sum_real.
    replace (-1 * (Q2R (belief (guess_at guesses s)) * \sum_(n < K) ln
      (vector (form_at guesses s n) n ^ 2))) with (Q2R (belief (guess_at guesses s)) *
      (-1 * \sum_(n < K) ln (vector (form_at guesses s n) n ^ 2))) by ring.
    apply Rmult_le_compat_l; [now apply beliefs|]. rewrite <- sum_scale.
    apply sum_le. intros n small. destruct (triangle_spec _ shape n small) as (_ & _ & square).
    unfold form_at. rewrite <- square_real. set (c := square_of _ n) in *.
    pose proof (log_above_real l (Qred (1 / c)) good) as above.
    rewrite quotient_real, Q2R_one in above by assumption.
    specialize (above ltac:(apply Rdiv_lt_0_compat; lra)).
    replace (1 / Q2R c) with (/ Q2R c) in above by (field; lra).
    rewrite ln_Rinv in above by assumption. lra.
Qed.

Theorem kernel_log_determinant : log_determinant_accepted = true -> proves_log_determinant.
Proof.
  intros yes. unfold log_determinant_accepted in yes.
  apply andb_prop in yes as [yes most]. apply andb_prop in yes as [yes bounded].
  apply andb_prop in yes as [yes pays]. apply andb_prop in yes as [yes tells].
  apply andb_prop in yes as [yes fits]. apply andb_prop in yes as [some good].
  apply Nat.ltb_lt in some. apply less_real in pays. rewrite Q2R_zero in pays.
  destruct (model_fits_spec d X K K guesses fits)
    as (beliefs & laws & own & own_kept & paid).
  split; [|split; [assumption|split; [now apply own_definite|]]].
  - intros m P t kept definite above. apply le_real in bounded.
    eapply Rle_trans; [|exact bounded].
    eapply Rle_trans; [|now apply most_log_above]. destruct (paid m P kept) as (_ & most_paid & _).
    assert (shapes : forall s, (s < S)%nat -> is_triangular (forms (guess_at guesses s)) = true)
      by (intros s here; now apply guess_spec).
    assert (ends : forall s i j, (s < S)%nat -> (i < j < K)%nat ->
      vector (form_at guesses s i) j = 0)
      by (intros s i j here range; now apply (triangle_spec _ (shapes s here) i ltac:(lia))).
    assert (diagonal : forall s i, (s < S)%nat -> (i < K)%nat -> vector (form_at guesses s i) i <> 0)
      by (intros s i here small; now apply (triangle_spec _ (shapes s here) i small)).
    unfold logs_above in above. destruct worst.
    + now apply (least_log_determinant_below m k S X K (Q2R (total_paid d))
        (fun s => Q2R (belief (guess_at guesses s))) (frequencies guesses)
        (truth_chances guesses) (slopes_of guesses) (fun s n => vector (form_at guesses s n)) P).
    + eapply Rle_trans; [exact above|].
      now apply (log_determinant_below m k S X K (Q2R (total_paid d))
        (fun s => Q2R (belief (guess_at guesses s))) (frequencies guesses)
        (truth_chances guesses) (slopes_of guesses) (fun s n => vector (form_at guesses s n)) P).
  - unfold logs_above. destruct worst.
    + intros s here. pose proof (all_spec _ _ most s here) as one. apply le_real in one.
      eapply Rle_trans; [exact one|]. now apply least_log_below.
    + apply le_real in most. rewrite sum_real in most. eapply Rle_trans; [exact most|].
      apply sum_le. intros s here. rewrite Q2R_mult.
      apply Rmult_le_compat_l; [now apply beliefs|]. now apply least_log_below.
Qed.

End Logarithms.
