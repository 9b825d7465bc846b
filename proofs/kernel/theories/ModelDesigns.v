(** A checker inside Coq for the coefficients of a model: sums of c'I^-1 c at one guess of the
    coefficients, on average over guesses or at the worst of them. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Probability Estimators Groups Checker
  RayChecker Promises RatioDesigns.
Import ListNotations.
Open Scope Q_scope.

(** A value of the covariates: its share, the chances of the truths, and their derivatives, one row
    a truth and one column a coefficient. *)
Record point := Point { frequency : Q; chances : list Q; derivatives : list (list Q) }.

(** A guess of the coefficients; for each contrast one list of numbers a point. *)
Record guess := Guess {
  belief : Q;
  points : list point;
  wanted : list (list Q);
  numbers_at : list (list (list Q));
  forms : list (list Q) }.

Definition no_point : point := Point 0 [] [].
Definition no_guess : guess := Guess 0 [] [] [] [].

Section Models.

(** X points, K coefficients and N contrasts at each guess. *)
Variables (d : priced_table) (X K N : nat) (guesses : list guess) (worst : bool).

Let k := number d.
Let S := length guesses.

Definition guess_at (s : nat) : guess := nth s guesses no_guess.
Definition point_at (s t : nat) : point := nth t (points (guess_at s)) no_point.

Definition frequencies (s t : nat) : R := Q2R (frequency (point_at s t)).
Definition truth_chances (s t : nat) : nat -> R := vector (chances (point_at s t)).
Definition slopes_of (s t j a : nat) : R := Q2R (entry2 (derivatives (point_at s t)) j a).
Definition wanted_at (s n : nat) : nat -> R := vector (nth n (wanted (guess_at s)) []).
Definition form_at (s n : nat) : list Q := nth n (forms (guess_at s)) [].
Definition own_numbers (s n t i : nat) : R := Q2R (entry2 (nth n (numbers_at (guess_at s)) []) t i).

(** ** What a certificate says *)

Definition all_fit (m : nat) (P : matrix) (z : nat -> nat -> nat -> nat -> R) : Prop :=
  forall s n, (s < S)%nat -> (n < N)%nat ->
    locally_unbiased m k X K (frequencies s) (slopes_of s) P (wanted_at s n) (z s n).

Definition total_at (m : nat) (P : matrix) (z : nat -> nat -> nat -> nat -> R) (s : nat) : R :=
  (\sum_(n < N) model_moment m k X (frequencies s) (truth_chances s) P (z s n))%R.

Definition totals_below (m : nat) (P : matrix) (z : nat -> nat -> nat -> nat -> R) (t : R) : Prop :=
  if worst then forall s, (s < S)%nat -> (total_at m P z s <= t)%R
  else (\sum_(s < S) (Q2R (belief (guess_at s)) * total_at m P z s) <= t)%R.

Definition proves_model : Prop :=
  (forall m P z t, keeps d m P -> all_fit m P z -> totals_below m P z t -> (Q2R (claimed d) <= t)%R) /\
  own_keeps d /\
  all_fit (reports d) (real_matrix (entries d)) own_numbers /\
  totals_below (reports d) (real_matrix (entries d)) own_numbers (Q2R (reached d)).

(** ** What is computed *)

Definition moved_form (s n t : nat) : list Q :=
  from_entries k (fun j =>
    qsum K (fun a => entry2 (derivatives (point_at s t)) j a * entry (form_at s n) a)).

Definition model_ratio (s n t : nat) : ratio :=
  Ratio (belief (guess_at s) * frequency (point_at s t)) (moved_form s n t)
    (chances (point_at s t)).
Definition model_parts : list ratio :=
  flat_map (fun s => flat_map (fun n => map (model_ratio s n) (seq 0 X)) (seq 0 N)) (seq 0 S).

Definition gain_at_guess (s : nat) : Q :=
  qsum N (fun n => 2 * qdot K (entry (form_at s n)) (entry (nth n (wanted (guess_at s)) []))).

Definition numbers_balance (s n a : nat) : Q :=
  qsum X (fun t => frequency (point_at s t) * qsum (reports d) (fun i =>
    entry2 (nth n (numbers_at (guess_at s)) []) t i * qsum k (fun j =>
      entry2 (derivatives (point_at s t)) j a * entry2 (entries d) i j))).

Definition moment_of (s n : nat) : Q :=
  qsum X (fun t => frequency (point_at s t) * qsum (reports d) (fun i =>
    let z := entry2 (nth n (numbers_at (guess_at s)) []) t i in
    z * z * qdot k (entry (chances (point_at s t))) (entry2 (entries d) i))).
Definition total_of (s : nat) : Q := qsum N (moment_of s).

(** Prices cover the tangents of all guesses, and the numbers are estimators. *)
Definition model_fits : bool :=
  prices_fit d model_parts && is_law S (fun s => belief (guess_at s)) &&
  all S (fun s => all X (fun t =>
    Qle_bool 0 (frequency (point_at s t)) && is_law k (entry (chances (point_at s t))))) &&
  all S (fun s => all N (fun n => all K (fun a =>
    Qeq_bool (numbers_balance s n a) (entry (nth n (wanted (guess_at s)) []) a)))).

Definition model_accepted : bool :=
  model_fits &&
  Qle_bool (claimed d) (qsum S (fun s => belief (guess_at s) * gain_at_guess s) - total_paid d) &&
  (if worst then all S (fun s => Qle_bool (total_of s) (reached d))
   else Qle_bool (qsum S (fun s => belief (guess_at s) * total_of s)) (reached d)).

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma moved_real : forall s n t j, (j < k)%nat ->
  vector (moved_form s n t) j = moved K (slopes_of s) (vector (form_at s n)) t j.
Proof.
  intros s n t j small. unfold vector at 1, moved_form. rewrite entry_of, sum_real by assumption.
  apply sum_ext. intros a _. apply Q2R_mult.
Qed.

Lemma dot_ext : forall x y r, (forall j, (j < k)%nat -> x j = y j) -> dot k x r = dot k y r.
Proof. intros x y r same. apply sum_ext. intros j small. now rewrite same. Qed.

Lemma model_parts_real : forall r, ratios k model_parts r =
  \sum_(s < S) (Q2R (belief (guess_at s)) * \sum_(n < N)
    model_information k X K (frequencies s) (truth_chances s) (slopes_of s) (vector (form_at s n)) r).
Proof.
  intros r. unfold ratios, model_parts. rewrite (sum_as_list S).
  induction (seq 0 S) as [|s l IH]; [reflexivity|].
  cbn [flat_map map list_sum]. rewrite map_app, list_sum_app, IH. f_equal. clear IH l.
  rewrite <- sum_scale, (sum_as_list N). induction (seq 0 N) as [|n l IH]; [reflexivity|].
  cbn [flat_map map list_sum]. rewrite map_app, list_sum_app, IH. f_equal. clear IH l.
  unfold model_information. rewrite <- sum_scale, (sum_as_list X), map_map. f_equal. apply map_ext.
  intros t. unfold real_ratio, model_ratio, along. cbn [factor top bottom].
  rewrite Q2R_mult, (dot_ext (vector (moved_form s n t)) (moved K (slopes_of s) (vector (form_at s n)) t))
    by (intros; now apply moved_real). apply Rmult_assoc.
Qed.

Lemma moment_real : forall s n, Q2R (moment_of s n) =
  model_moment (reports d) k X (frequencies s) (truth_chances s) (real_matrix (entries d))
    (own_numbers s n).
Proof.
  intros s n. unfold moment_of, model_moment.
  rewrite sum_real. apply sum_ext. intros t _. rewrite Q2R_mult, sum_real. unfold frequencies. f_equal.
  apply sum_ext. intros i _. rewrite !Q2R_mult, dot_real. unfold own_numbers, share, truth_chances.
  fold (vector (chances (point_at s t))). unfold real_matrix. ring.
Qed.

Lemma total_real : forall s, Q2R (total_of s) = total_at (reports d) (real_matrix (entries d)) own_numbers s.
Proof.
  intros s. unfold total_of, total_at. rewrite sum_real. apply sum_ext. intros n _. apply moment_real.
Qed.

Lemma balance_of_numbers : forall s n a, Q2R (numbers_balance s n a) =
  \sum_(t < X) (frequencies s t * \sum_(i < reports d) (own_numbers s n t i *
    \sum_(j < k) (slopes_of s t j a * real_matrix (entries d) i j))).
Proof.
  intros s n a. unfold numbers_balance. rewrite sum_real. apply sum_ext. intros t _.
  rewrite Q2R_mult, sum_real. unfold frequencies. f_equal. apply sum_ext. intros i _.
  rewrite Q2R_mult, sum_real. unfold own_numbers. f_equal. apply sum_ext. intros j _. apply Q2R_mult.
Qed.

(** What prices and numbers that fit say. *)
Lemma model_fits_spec : model_fits = true ->
  law S (fun s => Q2R (belief (guess_at s))) /\
  (forall s t, (s < S)%nat -> (t < X)%nat ->
    0 <= frequencies s t /\ law k (truth_chances s t)) /\
  all_fit (reports d) (real_matrix (entries d)) own_numbers /\ own_keeps d /\
  forall m P, keeps d m P -> stochastic m k P /\
    \sum_(i < m) \sum_(s < S) (Q2R (belief (guess_at s)) *
      \sum_(n < N) model_information k X K (frequencies s) (truth_chances s) (slopes_of s)
        (vector (form_at s n)) (P i)) <= Q2R (total_paid d) /\
    forall s n t i, (s < S)%nat -> (n < N)%nat -> (t < X)%nat -> (i < m)%nat ->
      finite k (truth_chances s t) (moved K (slopes_of s) (vector (form_at s n)) t) (P i).
Proof.
  intros yes. unfold model_fits in yes.
  apply andb_prop in yes as [yes fits]. apply andb_prop in yes as [yes laws].
  apply andb_prop in yes as [fit beliefs]. apply law_spec in beliefs.
  destruct (prices_fit_spec d model_parts fit) as [own_kept paid].
  split; [exact beliefs|]. split.
  { intros s t here there. pose proof (all_spec _ _ laws s here) as one. cbv beta in one.
    pose proof (all_spec _ _ one t there) as two. cbv beta in two. apply andb_prop in two as [up is_law].
    split; [unfold frequencies; rewrite <- Q2R_zero; now apply le_real|now apply law_spec]. }
  split; [|split; [exact own_kept|]].
  2:{ intros m P kept. destruct (paid m P kept) as (columns & most & silent).
      split; [exact columns|]. split.
      - eapply Rle_trans; [|exact most]. apply Req_le, sum_ext. intros i _. symmetry.
        apply model_parts_real.
      - intros s n t i here there where_ inside none.
        rewrite <- (dot_ext (vector (moved_form s n t))) by (intros; now apply moved_real).
        apply (silent (model_ratio s n t)); [|assumption|exact none].
        unfold model_parts. apply in_flat_map. exists s. split; [apply in_seq; lia|].
        apply in_flat_map. exists n. split; [apply in_seq; lia|]. apply in_map, in_seq. lia. }
  - intros s n here there a inside. rewrite <- balance_of_numbers. unfold wanted_at, vector.
    pose proof (all_spec _ _ fits s here) as one. cbv beta in one.
    pose proof (all_spec _ _ one n there) as two. cbv beta in two.
    apply eq_real. exact (all_spec _ _ two a inside).
Qed.

Theorem kernel_model : model_accepted = true -> proves_model.
Proof.
  intros yes. unfold model_accepted in yes.
  apply andb_prop in yes as [yes small]. apply andb_prop in yes as [yes bounded].
  destruct (model_fits_spec yes) as (beliefs & chance_laws & own & own_kept & paid).
  split; [|split; [assumption|split; [assumption|]]].
  - intros m P z t table mean below. apply le_real in bounded. eapply Rle_trans; [exact bounded|].
    destruct (paid m P table) as (columns & most & silent). rewrite Q2R_minus, sum_real.
    rewrite (sum_ext S _ (fun s => Q2R (belief (guess_at s)) *
      \sum_(n < N) (2 * dot K (vector (form_at s n)) (wanted_at s n)))).
    2:{ intros s _. rewrite Q2R_mult. unfold gain_at_guess. rewrite sum_real. f_equal. apply sum_ext.
        intros n _. now rewrite Q2R_mult, Q2R_two, dot_real. }
    unfold totals_below in below. destruct worst.
    + now apply (model_worst m k S N X K (Q2R (total_paid d)) (fun s => Q2R (belief (guess_at s)))
        frequencies truth_chances slopes_of wanted_at (fun s n => vector (form_at s n)) z P).
    + eapply Rle_trans; [|exact below].
      now apply (model_average m k S N X K (Q2R (total_paid d)) (fun s => Q2R (belief (guess_at s)))
        frequencies truth_chances slopes_of wanted_at (fun s n => vector (form_at s n)) z P).
  - unfold totals_below. destruct worst.
    + intros s inside. rewrite <- total_real. apply le_real. exact (all_spec _ _ small s inside).
    + apply le_real in small. rewrite sum_real in small. eapply Rle_trans; [|exact small].
      apply Req_le, sum_ext. intros s _. now rewrite Q2R_mult, total_real.
Qed.

End Models.
