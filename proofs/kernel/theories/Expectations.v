(** Random variables on any set of outcomes: an expectation is a linear and monotone functional.

    Chebyshev's inequality; a convex loss at the mean and the mean of the loss. *)

From Coq Require Import Reals Lra Lia List Arith FunctionalExtensionality.
From Rropt Require Import Sums Probability.
Open Scope R_scope.

(** The variables that have an expectation, and what it is. *)
Record expectation {Omega : Type} (integrable : (Omega -> R) -> Prop) (E : (Omega -> R) -> R)
  : Prop := {
  of_constants : forall c, integrable (fun _ => c) /\ E (fun _ => c) = c;
  linear : forall X Y a b, integrable X -> integrable Y ->
    integrable (fun w => a * X w + b * Y w) /\
    E (fun w => a * X w + b * Y w) = a * E X + b * E Y;
  monotone : forall X Y, integrable X -> integrable Y -> (forall w, X w <= Y w) -> E X <= E Y }.

(** One where the condition holds: its expectation is the probability. *)
Definition indicator {Omega : Type} (x y : Omega -> R) : Omega -> R :=
  fun w => if Rle_dec (x w) (y w) then 1 else 0.

Definition variance_of {Omega : Type} (E : (Omega -> R) -> R) (X : Omega -> R) : R :=
  E (fun w => (X w - E X) ^ 2).

Section Given.
Context {Omega : Type} (integrable : (Omega -> R) -> Prop) (E : (Omega -> R) -> R).
Context (is_expectation : expectation integrable E).

Lemma affine : forall X a b, integrable X ->
  integrable (fun w => a * X w + b) /\ E (fun w => a * X w + b) = a * E X + b.
Proof.
  intros X a b has. destruct (of_constants _ _ is_expectation 1) as [one value].
  destruct (linear _ _ is_expectation X (fun _ => 1) a b has one) as [has' equal].
  rewrite value in equal.
  replace (fun w => a * X w + b) with (fun w => a * X w + b * 1)
    by (apply functional_extensionality; intros; ring).
  split; [exact has'|]. rewrite equal. ring.
Qed.

Lemma square_has : forall X c, integrable X -> integrable (fun w => X w ^ 2) ->
  integrable (fun w => (X w - c) ^ 2).
Proof.
  intros X c has square. destruct (affine X (- 2 * c) (c ^ 2) has) as [rest _].
  destruct (linear _ _ is_expectation _ _ 1 1 square rest) as [all _].
  replace (fun w => (X w - c) ^ 2) with (fun w => 1 * X w ^ 2 + 1 * (- 2 * c * X w + c ^ 2))
    by (apply functional_extensionality; intros; ring). exact all.
Qed.

Lemma far_is_rare : forall X t, integrable X -> integrable (fun w => X w ^ 2) -> 0 < t ->
  forall D, integrable D ->
  (forall w, D w <= 1 /\ (D w <= 0 \/ t <= (X w - E X) ^ 2)) ->
  E D <= variance_of E X / t.
Proof.
  intros X t has square positive D event far.
  pose proof (square_has X (E X) has square) as centred.
  destruct (affine _ (/ t) 0 centred) as [has' value].
  apply Rle_trans with (E (fun w => / t * (X w - E X) ^ 2 + 0)).
  - apply (monotone _ _ is_expectation); [assumption..|]. intros w. destruct (far w) as [one [none|away]].
    + assert (0 <= / t * (X w - E X) ^ 2); [|lra].
      apply Rmult_le_pos; [apply Rlt_le, Rinv_0_lt_compat; lra|apply pow2_ge_0].
    + assert (1 <= / t * (X w - E X) ^ 2); [|lra].
      apply Rmult_le_reg_l with t; [assumption|]. rewrite <- Rmult_assoc, Rinv_r; lra.
  - rewrite value. unfold variance_of, Rdiv. lra.
Qed.
End Given.

Theorem variance_by_second_moment : forall (Omega : Type) integrable (E : (Omega -> R) -> R) Y,
  expectation integrable E -> integrable Y ->
  (integrable (fun w => (Y w - E Y) ^ 2) <-> integrable (fun w => Y w ^ 2)) /\
  (integrable (fun w => Y w ^ 2) -> variance_of E Y = E (fun w => Y w ^ 2) - E Y ^ 2).
Proof.
  intros Omega integrable E Y is_e has. split; [split|].
  - intros centred. destruct (affine integrable E is_e Y (2 * E Y) (- (E Y) ^ 2) has) as [rest _].
    destruct (linear _ _ is_e _ _ 1 1 centred rest) as [all _].
    replace (fun w => Y w ^ 2)
      with (fun w => 1 * (Y w - E Y) ^ 2 + 1 * (2 * E Y * Y w + - (E Y) ^ 2))
      by (apply functional_extensionality; intros; ring). exact all.
  - intros square. now apply (square_has integrable E is_e).
  - intros square. unfold variance_of.
    destruct (affine integrable E is_e Y (- 2 * E Y) ((E Y) ^ 2) has) as [rest value].
    destruct (linear _ _ is_e _ _ 1 1 square rest) as [_ equal]. rewrite value in equal.
    replace (fun w => (Y w - E Y) ^ 2)
      with (fun w => 1 * Y w ^ 2 + 1 * (- 2 * E Y * Y w + (E Y) ^ 2))
      by (apply functional_extensionality; intros; ring).
    rewrite equal. ring.
Qed.

Theorem chebyshev : forall (Omega : Type) integrable (E : (Omega -> R) -> R) X mu sigma k,
  expectation integrable E -> integrable X -> integrable (fun w => X w ^ 2) ->
  E X = mu -> variance_of E X = sigma ^ 2 -> 0 < sigma -> 0 < k ->
  let far := indicator (fun _ => k * sigma) (fun w => Rabs (X w - mu)) in
  integrable far -> E far <= 1 / k ^ 2.
Proof.
  intros Omega integrable E X mu sigma k is_e has square mean spread some positive far event.
  assert (0 < k * sigma) as step by now apply Rmult_lt_0_compat.
  replace (1 / k ^ 2) with (variance_of E X / (k * sigma) ^ 2)
    by (rewrite spread; field; lra).
  apply (far_is_rare integrable E is_e X); auto; [now apply pow_lt|].
  intros w. rewrite mean. unfold far, indicator.
  destruct (Rle_dec (k * sigma) (Rabs (X w - mu))) as [away|]; split; try lra.
  right. rewrite <- (pow2_abs (X w - mu)). apply pow_incr. lra.
Qed.

(** P(S >= E S + 10 sd S) <= 1/100. *)
Theorem ten_deviations_above : forall (Omega : Type) integrable (E : (Omega -> R) -> R) X,
  expectation integrable E -> integrable X -> integrable (fun w => X w ^ 2) ->
  0 < variance_of E X ->
  let high := indicator (fun _ => E X + 10 * sqrt (variance_of E X)) X in
  integrable high -> E high <= 1 / 100.
Proof.
  intros Omega integrable E X is_e has square some high event.
  pose proof (sqrt_lt_R0 _ some) as root. pose proof (sqrt_sqrt _ (Rlt_le _ _ some)) as back.
  replace (1 / 100) with (variance_of E X / (100 * variance_of E X)) by (field; lra).
  apply (far_is_rare integrable E is_e X); auto; [lra|].
  intros w. unfold high, indicator. destruct (Rle_dec _ (X w)) as [away|]; split; try lra.
  right. set (sd := sqrt (variance_of E X)) in *. set (v := variance_of E X) in *.
  replace (100 * v) with ((10 * sd) ^ 2) by (rewrite <- back; ring).
  apply pow_incr. lra.
Qed.

(** ** Estimators of a mean, from independent bits *)

Theorem variance_rules : forall n w X c, law n w ->
  variance n w (fun i => c * X i) = c ^ 2 * variance n w X /\
  variance n w (fun i => X i + c) = variance n w X.
Proof.
  intros n w X c is_law. split.
  - rewrite <- (variance_scaled n w X c 0 is_law). unfold variance. apply covariance_ext; intros; ring.
  - rewrite <- (Rmult_1_l (variance n w X)). replace 1 with (1 ^ 2) by ring.
    rewrite <- (variance_scaled n w X 1 c is_law). unfold variance. apply covariance_ext; intros; ring.
Qed.

(** b-hat = (the mean of the n reports - (1 - p)) / (2 p - 1), of pairwise independent reports. *)
Theorem variance_of_mean_estimate : forall N w n (M : nat -> nat -> R) p, law N w ->
  (forall c d, (c < n)%nat -> (d < n)%nat -> c <> d -> independent N w (M c) (M d)) ->
  (0 < n)%nat -> 2 * p <> 1 ->
  variance N w (fun i => (1 / INR n * (\sum_(c < n) M c i) - (1 - p)) / (2 * p - 1)) =
  1 / ((2 * p - 1) ^ 2 * INR n ^ 2) * \sum_(c < n) variance N w (M c).
Proof.
  intros N w n M p is_law free some odd.
  assert (INR n <> 0) by (apply not_0_INR; lia).
  destruct (variance_of_independent_sum N w n M is_law free) as [_ <-].
  replace (1 / ((2 * p - 1) ^ 2 * INR n ^ 2)) with ((1 / ((2 * p - 1) * INR n)) ^ 2)
    by (field; split; lra).
  rewrite <- (variance_scaled N w _ (1 / ((2 * p - 1) * INR n)) (- (1 - p) / (2 * p - 1)) is_law).
  unfold variance. apply covariance_ext; intros; field; split; lra.
Qed.
