(** Prices under conditions on all rows of a table together, each the sum of what rows exceed some
    planes by; and the lines below a Renyi divergence. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Probability Estimators Determinants.
Open Scope R_scope.

(** ** N conditions: the sum over rows of [spent n] is at most [most n] *)

(** What a row spends of a condition with forms x, y and S levels (c, g). *)
Definition exceeds (k S : nat) (c g : nat -> R) (x y r : nat -> R) : R :=
  \sum_(s < S) (c s * Rmax 0 (dot k x r - g s * dot k y r)).

Definition obeys (m k N : nat) (spent : nat -> (nat -> R) -> R) (most : nat -> R) (P : matrix)
  : Prop :=
  stochastic m k P /\ forall n, (n < N)%nat -> \sum_(i < m) spent n (P i) <= most n.

(** The rows that such a table may have: those that spend nothing where nothing may be spent. *)
Definition hard_row (k N : nat) (spent : nat -> (nat -> R) -> R) (most : nat -> R) (r : nat -> R)
  : Prop :=
  (forall j, (j < k)%nat -> 0 <= r j) /\ forall n, (n < N)%nat -> most n = 0 -> spent n r = 0.

Theorem conditions_bound : forall m k N spent most y z u P,
  (forall n r, 0 <= spent n r) -> (forall n, (n < N)%nat -> 0 <= z n) ->
  (forall r, hard_row k N spent most r -> u r <= dot k y r + \sum_(n < N) (z n * spent n r)) ->
  obeys m k N spent most P ->
  \sum_(i < m) u (P i) <= \sum_(j < k) y j + \sum_(n < N) (z n * most n).
Proof.
  intros m k N spent most y z u P nonneg prices covered [columns limited].
  apply Rle_trans with (\sum_(i < m) (dot k y (P i) + \sum_(n < N) (z n * spent n (P i)))).
  - apply sum_le. intros i inside. apply covered. split.
    + intros j small. now apply (columns j small).
    + intros n small none. specialize (limited n small). rewrite none in limited.
      apply (zero_terms m (fun i => spent n (P i))); [intros; apply nonneg| |assumption].
      apply Rle_antisym; [assumption|]. apply sum_nonneg. intros. apply nonneg.
  - rewrite sum_plus. apply Rplus_le_compat.
    + unfold dot. rewrite sum_of_sums. apply Req_le, sum_ext. intros j small.
      destruct (columns j small) as [_ one]. change (sum m (fun i => P i j) = 1) in one.
      rewrite sum_scale, one. ring.
    + rewrite sum_of_sums. apply sum_le. intros n small. rewrite sum_scale.
      apply Rmult_le_compat_l; auto.
Qed.

(** Levels with c >= 0 spend nothing below zero, as the theorem asks. *)
Lemma exceeds_nonneg : forall k S c g x y r, (forall s, (s < S)%nat -> 0 <= c s) ->
  0 <= exceeds k S c g x y r.
Proof.
  intros k S c g x y r above. apply sum_nonneg. intros s small.
  apply Rmult_le_pos; [auto|apply Rmax_l].
Qed.

(** ** t^a lies above the line s t - h if (a - 1)^(a - 1) (s / a)^a <= h^(a - 1) *)

Theorem renyi_line : forall b s h, 0 <= h -> 0 <= s -> (0 < b)%nat ->
  INR b ^ b * (s / INR (S b)) ^ S b <= h ^ b -> forall t, 0 <= t -> s * t - h <= t ^ S b.
Proof.
  intros b s h above rises some below t positive.
  assert (0 < INR b) as count by now apply lt_0_INR.
  assert (0 < INR (S b)) as more by (apply lt_0_INR; lia).
  set (share := h / INR b).
  assert (0 <= share) by (apply Rmult_le_pos; [lra|apply Rlt_le; now apply Rinv_0_lt_compat]).
  set (terms := fun i => if Nat.eq_dec i b then t ^ S b else share).
  assert (forall n, (n <= b)%nat -> prod n terms = share ^ n /\ sum n terms = INR n * share)
    as copies.
  { induction n as [|n IH]; intros few; [simpl; lra|]. destruct IH as [product total]; [lia|].
    cbn [prod sum]. rewrite product, total. unfold terms.
    destruct (Nat.eq_dec n b); [lia|]. rewrite S_INR. split; [cbn [pow]; ring|ring]. }
  destruct (copies b (le_n b)) as [product total].
  pose proof (inequality_of_means (S b) terms) as means. cbn [prod sum] in means.
  rewrite product, total in means.
  assert (terms b = t ^ S b) as last.
  { unfold terms. destruct (Nat.eq_dec b b); [reflexivity|contradiction]. }
  rewrite last in means.
  assert (INR b * share = h) as whole by (unfold share; field; lra). rewrite whole in means.
  assert (share ^ b * t ^ S b <= ((h + t ^ S b) / INR (S b)) ^ S b) as mean.
  { apply means; [lia|]. intros i _. unfold terms. destruct (Nat.eq_dec i b); [|assumption].
    now apply pow_le. }
  assert (((s * t) / INR (S b)) ^ S b <= ((h + t ^ S b) / INR (S b)) ^ S b) as powers.
  { eapply Rle_trans; [|exact mean].
    replace ((s * t / INR (S b)) ^ S b) with ((s / INR (S b)) ^ S b * t ^ S b)
      by (rewrite <- Rpow_mult_distr; f_equal; field; lra).
    apply Rmult_le_compat_r; [now apply pow_le|].
    apply Rmult_le_reg_l with (INR b ^ b); [now apply pow_lt|].
    rewrite <- (Rpow_mult_distr (INR b) share), whole. exact below. }
  set (power := t ^ S b) in *.
  assert (0 <= power) by now apply pow_le.
  assert (0 < / INR (S b)) as scale by now apply Rinv_0_lt_compat.
  assert (0 <= s * t / INR (S b)) as left by (apply Rmult_le_pos; [now apply Rmult_le_pos|lra]).
  assert (0 <= (h + power) / INR (S b)) as right by (apply Rmult_le_pos; lra).
  enough (s * t / INR (S b) <= (h + power) / INR (S b)) as order.
  { assert (s * t <= h + power) by (now apply Rmult_le_reg_r with (/ INR (S b))). lra. }
  apply (proj2 (power_order _ _ (S b))); [lia|now apply Rle_ge|now apply Rle_ge|assumption].
Qed.
