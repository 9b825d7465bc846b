(** Conditioning, events, and moments of mirrored laws. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Probability.
Open Scope R_scope.

(** ** Conditioning on a variable Z with values 0, ..., z - 1 *)

Definition conditional (n : nat) (w : nat -> R) (Z : nat -> nat) (X : nat -> R) (c : nat) : R :=
  E n w (fun i => at_index c (Z i) * X i) / E n w (fun i => at_index c (Z i)).

Definition conditional_variance (n : nat) (w : nat -> R) (Z : nat -> nat) (X : nat -> R) (c : nat)
  : R :=
  conditional n w Z (fun i => (X i - conditional n w Z X c) ^ 2) c.

Lemma at_index_values : forall i j, at_index i j = 0 \/ at_index i j = 1.
Proof. intros i j. unfold at_index. destruct (Nat.eq_dec i j); auto. Qed.

Lemma conditional_total : forall n w Z X c, law n w ->
  E n w (fun i => at_index c (Z i) * X i) =
  E n w (fun i => at_index c (Z i)) * conditional n w Z X c.
Proof.
  intros n w Z X c [above _]. unfold conditional.
  destruct (Req_EM_T (E n w (fun i => at_index c (Z i))) 0) as [none|some]; [|field; assumption].
  rewrite none. unfold E. rewrite (sum_zero n); [ring|]. intros i inside.
  assert (w i * at_index c (Z i) = 0) as zero.
  { apply (zero_terms n (fun i => w i * at_index c (Z i))); [|exact none|assumption].
    intros j small. specialize (above j small).
    destruct (at_index_values c (Z j)) as [-> | ->]; lra. }
  rewrite <- Rmult_assoc, zero. ring.
Qed.

Lemma by_class : forall n w Z z F, (forall i, (i < n)%nat -> (Z i < z)%nat) ->
  E n w F = \sum_(c < z) E n w (fun i => at_index c (Z i) * F i).
Proof.
  intros n w Z z F small. rewrite <- E_sum. apply E_ext. intros i inside.
  rewrite (sum_ext z _ (fun c => at_index (Z i) c * F i)).
  - now rewrite (sum_pick z (fun _ => F i)) by auto.
  - intros c _. unfold at_index.
    destruct (Nat.eq_dec (Z i) c), (Nat.eq_dec c (Z i)); congruence.
Qed.

Lemma function_of_class : forall n w Z (h : nat -> R) c,
  E n w (fun i => at_index c (Z i) * h (Z i)) = E n w (fun i => at_index c (Z i)) * h c.
Proof.
  intros. rewrite Rmult_comm, <- E_scale. apply E_ext. intros i _. unfold at_index.
  destruct (Nat.eq_dec c (Z i)) as [<-|]; ring.
Qed.

Theorem variance_total : forall n w X Z z, law n w ->
  (forall i, (i < n)%nat -> (Z i < z)%nat) ->
  variance n w X =
  E n w (fun i => conditional_variance n w Z X (Z i)) +
  variance n w (fun i => conditional n w Z X (Z i)).
Proof.
  intros n w X Z z is_law small.
  set (mu := fun i => conditional n w Z X (Z i)).
  assert (E n w mu = E n w X) as mean.
  { rewrite (by_class n w Z z mu small), (by_class n w Z z X small). apply sum_ext. intros c _.
    rewrite (conditional_total n w Z X c is_law).
    apply (function_of_class n w Z (conditional n w Z X)). }
  assert (E n w (fun i => conditional_variance n w Z X (Z i)) =
          E n w (fun i => (X i - mu i) ^ 2)) as ->.
  { rewrite (by_class n w Z z _ small), (by_class n w Z z (fun i => (X i - mu i) ^ 2) small).
    apply sum_ext. intros c _.
    rewrite (function_of_class n w Z (conditional_variance n w Z X)).
    unfold conditional_variance. rewrite <- conditional_total by assumption. apply E_ext. intros i _. unfold mu, at_index.
    destruct (Nat.eq_dec c (Z i)) as [<-|]; ring. }
  assert (E n w (fun i => (X i - mu i) * (mu i - E n w X)) = 0) as cross.
  { rewrite (by_class n w Z z _ small). apply sum_zero. intros c _.
    set (m := conditional n w Z X c). set (t := E n w X).
    rewrite (E_ext n w _ (fun i => (m - t) * (at_index c (Z i) * X i) +
      (- (m - t) * m) * at_index c (Z i))).
    - rewrite E_plus, !E_scale, (conditional_total n w Z X c is_law). fold m. ring.
    - intros i _. unfold mu, m, at_index. destruct (Nat.eq_dec c (Z i)) as [<-|]; ring. }
  unfold variance, covariance. rewrite mean.
  rewrite (E_ext n w (fun i => (X i - E n w X) * (X i - E n w X)) (fun i => (X i - mu i) ^ 2 +
    (2 * ((X i - mu i) * (mu i - E n w X)) + (mu i - E n w X) * (mu i - E n w X))))
    by (intros; ring).
  rewrite !E_plus, E_scale, cross. ring.
Qed.

(** ** Events: sets of truths or of reports, as indicators *)

Definition inside (event : nat -> bool) (i : nat) : R := if event i then 1 else 0.

Definition mass (k : nat) (prior : nat -> R) (event : nat -> bool) : R :=
  \sum_(j < k) (prior j * inside event j).

(** The likelihood of a report with row r, given the event. *)
Definition likelihood (k : nat) (prior r : nat -> R) (event : nat -> bool) : R :=
  (\sum_(j < k) (prior j * inside event j * r j)) / mass k prior event.

Theorem event_likelihood : forall k prior r event, law k prior ->
  (forall j, (j < k)%nat -> 0 <= r j) -> 0 < mass k prior event ->
  (exists mean, law k mean /\ (forall j, (j < k)%nat -> event j = false -> mean j = 0) /\
     likelihood k prior r event = \sum_(j < k) (mean j * r j)) /\
  (forall low high, (forall j, (j < k)%nat -> event j = true -> low <= r j <= high) ->
     low <= likelihood k prior r event <= high).
Proof.
  intros k prior r event [above _] nonneg some. set (m := mass k prior event) in *.
  assert (forall j, (j < k)%nat -> 0 <= prior j * inside event j) as weight.
  { intros j small. specialize (above j small). unfold inside. destruct (event j); lra. }
  split.
  - exists (fun j => prior j * inside event j / m). split; [split|split].
    + intros j small. apply Rmult_le_pos; [now apply weight|].
      apply Rlt_le, Rinv_0_lt_compat. assumption.
    + unfold Rdiv. rewrite (sum_scale_right k (/ m) (fun j => prior j * inside event j)).
      fold (mass k prior event). fold m. field. lra.
    + intros j small none. unfold inside. rewrite none. lra.
    + unfold likelihood. fold m.
      unfold Rdiv at 1. rewrite <- sum_scale_right. apply sum_ext. intros. field. lra.
  - intros low high bounds. unfold likelihood. fold m. split.
    + apply Rmult_le_reg_r with m; [assumption|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. unfold m, mass. rewrite <- sum_scale.
      apply sum_le. intros j small. specialize (weight j small). unfold inside in *.
      destruct (event j) eqn:there; [|lra]. destruct (bounds j small there).
      replace (prior j * 1 * r j) with (r j * (prior j * 1)) by ring.
      apply Rmult_le_compat_r; lra.
    + apply Rmult_le_reg_r with m; [assumption|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. unfold m, mass. rewrite <- sum_scale.
      apply sum_le. intros j small. specialize (weight j small). unfold inside in *.
      destruct (event j) eqn:there; [|lra]. destruct (bounds j small there).
      replace (prior j * 1 * r j) with (r j * (prior j * 1)) by ring.
      apply Rmult_le_compat_r; lra.
Qed.

Theorem events_of_reports : forall m (P : nat -> nat -> R) a b g,
  (forall i, (i < m)%nat -> P i a <= g * P i b) ->
  forall event, \sum_(i < m) (inside event i * P i a) <= g * \sum_(i < m) (inside event i * P i b).
Proof.
  intros m P a b g ratio event.
  apply (sum_keeps_ratio m (inside event) (fun i => P i a) (fun i => P i b)). intros i small.
  split; [unfold inside; destruct (event i); lra|auto].
Qed.

(** A polynomial is a list of coefficients: c0 + c1 k + c2 k^2 + ... The law p stands on 1..L. *)
Theorem mirrored_moments : forall L (p f : nat -> R) degree (c : nat -> R),
  \sum_(i < L) (f (i + 1)%nat * p (L + 1 - (i + 1))%nat) =
  \sum_(i < L) (f (L + 1 - (i + 1))%nat * p (i + 1)%nat) /\
  \sum_(i < L) ((\sum_(d < degree) (c d * INR (i + 1) ^ d)) * p (i + 1)%nat) =
  \sum_(d < degree) (c d * \sum_(i < L) (INR (i + 1) ^ d * p (i + 1)%nat)).
Proof.
  intros L p f degree c. split.
  - assert (permutation L (fun i => L - 1 - i)%nat) as mirror.
    { split; [intros; lia|]. intros i j small other same. lia. }
    rewrite <- (proj1 (sum_over_permutation L _ _ mirror)). apply sum_ext. intros i small.
    f_equal; f_equal; lia.
  - rewrite (sum_ext L _ (fun i => \sum_(d < degree) (c d * (INR (i + 1) ^ d * p (i + 1)%nat)))).
    + rewrite sum_of_sums. apply sum_ext. intros d _. now rewrite sum_scale.
    + intros i _. rewrite <- sum_scale_right. apply sum_ext. intros. ring.
Qed.
