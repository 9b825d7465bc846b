(** Budgets of Renyi divergences of whole orders, for the kernel to compute with: what a report spends of
    some levels lies below its power, so that a table that keeps the budget obeys these levels. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Checker RayChecker Planes Conditions.
Import ListNotations.
Open Scope Q_scope.

(** The sum over rows of y.r (x.r / y.r)^(1 + above_one) is at most so much: of a table at most [least],
    of those that a bound holds for at most [greatest]. Levels (c, g) say lines below the power. *)
Record budget := Budget {
  above_one : nat; upper : list Q; lower : list Q; levels_below : list (Q * Q); least : Q; greatest : Q }.

Definition line_form (k : nat) (b : budget) (g : Q) : list Q :=
  from_entries k (fun j => Qred (entry (upper b) j - g * entry (lower b) j)).

(** The condition that the levels say. *)
Definition lines (k : nat) (b : budget) : condition :=
  Condition (map (fun s => (fst s, line_form k b (snd s))) (levels_below b)) (greatest b) 0.

(** ** What is computed *)

Fixpoint qpower (x : Q) (n : nat) : Q := match n with O => 1 | S m => Qred (x * qpower x m) end.

(** The line s t - h lies below the power of one more than n. *)
Definition line_below (n : nat) (s h : Q) : bool :=
  Qle_bool 0 h && Qle_bool 0 s &&
  Qle_bool (qpower (inject_Z (Z.of_nat n)) n * qpower (s / inject_Z (Z.of_nat (S n))) (S n)) (qpower h n).

(** So do all lines that levels, which ascend, add up to. *)
Fixpoint lines_below (n : nat) (s h : Q) (levels : list (Q * Q)) : bool :=
  line_below n s h &&
  match levels with
  | [] => true
  | (c, g) :: rest => Qle_bool 0 g && forallb (fun p => Qle_bool g (snd p)) rest &&
      lines_below n (Qred (s + c)) (Qred (h + c * g)) rest
  end.

Definition form_rises (k : nat) (f : list Q) : bool := all k (fun j => Qle_bool 0 (entry f j)).

Definition qpower_of (k : nat) (b : budget) (r : list Q) : Q :=
  let y := along_form k (lower b) r in
  if Qeq_bool y 0 then 0 else y * qpower (Qred (along_form k (upper b) r / y)) (S (above_one b)).

Definition budget_fits (k n : nat) (T : list (list Q)) (b : budget) : bool :=
  Nat.ltb 0 (above_one b) && form_rises k (upper b) && form_rises k (lower b) &&
  lines_below (above_one b) 0 0 (levels_below b) &&
  all n (fun i => let r := from_entries k (entry2 T i) in
    negb (Qeq_bool (along_form k (lower b) r) 0) || Qeq_bool (along_form k (upper b) r) 0) &&
  Qle_bool (qsum n (fun i => qpower_of k b (from_entries k (entry2 T i)))) (least b).

(** ** Why it may be believed *)

Open Scope R_scope.

Definition power_of (k : nat) (b : budget) (r : nat -> R) : R :=
  let y := real_dot k (lower b) r in
  if Req_EM_T y 0 then 0 else y * (real_dot k (upper b) r / y) ^ S (above_one b).

Definition keeps_budget (m k : nat) (b : budget) (amount : Q) (P : matrix) : Prop :=
  (forall i, (i < m)%nat -> real_dot k (lower b) (P i) = 0 -> real_dot k (upper b) (P i) = 0) /\
  \sum_(i < m) power_of k b (P i) <= Q2R amount.

Lemma power_real : forall x n, Q2R (qpower x n) = Q2R x ^ n.
Proof.
  induction n as [|n IH]; cbn [qpower pow]; [apply Q2R_one|].
  now rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_mult, IH.
Qed.

Lemma whole_real : forall n, Q2R (inject_Z (Z.of_nat n)) = INR n.
Proof. intros n. unfold Q2R, inject_Z. simpl Qnum. simpl Qden. rewrite INR_IZR_INZ. field. Qed.

Lemma below_power : forall n s h t, (0 < n)%nat -> line_below n s h = true -> 0 <= t ->
  Q2R s * t - Q2R h <= t ^ S n.
Proof.
  intros n s h t some yes above. unfold line_below in yes. apply andb_prop in yes as [yes less].
  apply andb_prop in yes as [low rise]. apply le_real in low, rise, less.
  rewrite Q2R_zero in low, rise. rewrite Q2R_mult, !power_real, whole_real in less.
  unfold Qdiv in less. rewrite Q2R_mult, Q2R_inv, whole_real in less.
  - now apply renyi_line.
  - intros zero. apply Qeq_eqR in zero. rewrite whole_real, Q2R_zero in zero.
    pose proof (lt_0_INR (S n) ltac:(lia)). lra.
Qed.

Lemma levels_below_power : forall n levels s h t, (0 < n)%nat -> lines_below n s h levels = true -> 0 <= t ->
  Q2R s * t - Q2R h + list_sum (map (fun p => Q2R (fst p) * Rmax 0 (t - Q2R (snd p))) levels) <= t ^ S n.
Proof.
  intros n. induction levels as [|[c g] rest IH]; intros s h t some yes above;
    cbn [lines_below map list_sum fst snd] in *; apply andb_prop in yes as [here later].
  - pose proof (below_power n s h t some here above). lra.
  - apply andb_prop in later as [order later]. apply andb_prop in order as [positive ascends].
    destruct (Rle_or_lt t (Q2R g)) as [small|large].
    + rewrite Rmax_left by lra.
      assert (list_sum (map (fun p => Q2R (fst p) * Rmax 0 (t - Q2R (snd p))) rest) = 0) as ->.
      { clear -ascends small. induction rest as [|p rest IH]; [reflexivity|].
        cbn [forallb map list_sum] in *. apply andb_prop in ascends as [first ascends].
        apply le_real in first. rewrite Rmax_left, IH by (assumption || lra). ring. }
      pose proof (below_power n s h t some here above). lra.
    + rewrite Rmax_right by lra. specialize (IH _ _ t some later above).
      rewrite !(Qeq_eqR _ _ (Qred_correct _)), !Q2R_plus, Q2R_mult in IH. lra.
Qed.

Lemma line_form_dot : forall k b g r,
  real_dot k (line_form k b g) r = real_dot k (upper b) r - Q2R g * real_dot k (lower b) r.
Proof.
  intros k b g r. unfold real_dot, dot. rewrite <- sum_scale, <- sum_minus. apply sum_ext. intros j small.
  unfold vector, line_form. rewrite entry_of by assumption.
  rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_minus, Q2R_mult. ring.
Qed.

Lemma rising_form : forall k f r, form_rises k f = true -> nonnegative k r -> 0 <= real_dot k f r.
Proof.
  intros k f r rise above. apply sum_nonneg. intros j small.
  pose proof (all_spec _ _ rise j small) as here. cbv beta in here. apply le_real in here.
  rewrite Q2R_zero in here. apply Rmult_le_pos; [exact here|now apply above].
Qed.

Lemma lines_spend_less : forall k b r, (0 < above_one b)%nat -> form_rises k (upper b) = true ->
  form_rises k (lower b) = true -> lines_below (above_one b) 0 0 (levels_below b) = true ->
  nonnegative k r -> (real_dot k (lower b) r = 0 -> real_dot k (upper b) r = 0) ->
  spent k (lines k b) r <= power_of k b r.
Proof.
  intros k b r some up low below above tied. unfold spent, lines, power_of. cbn [steps].
  rewrite map_map. cbn [fst snd].
  pose proof (rising_form k (lower b) r low above) as posy.
  pose proof (rising_form k (upper b) r up above) as posx.
  set (x := real_dot k (upper b) r) in *. set (y := real_dot k (lower b) r) in *.
  rewrite (map_ext _ (fun s => Q2R (fst s) * Rmax 0 (x - Q2R (snd s) * y)))
    by (intros; now rewrite line_form_dot).
  destruct (Req_EM_T y 0) as [none|more].
  - rewrite (tied none), none. apply Req_le. clear.
    induction (levels_below b) as [|p l IH]; cbn [map list_sum]; [reflexivity|].
    rewrite IH, Rmult_0_r, Rminus_0_r, Rmax_left by lra. ring.
  - assert (0 < y) as positive by lra. set (t := x / y).
    assert (0 <= t) as ratio by (apply Rmult_le_pos; [lra|]; now apply Rlt_le, Rinv_0_lt_compat).
    pose proof (levels_below_power _ _ _ _ t some below ratio) as found. rewrite Q2R_zero in found.
    rewrite (map_ext _ (fun s => y * (Q2R (fst s) * Rmax 0 (t - Q2R (snd s))))).
    + rewrite list_sum_scaled. apply Rmult_le_compat_l; lra.
    + intros s. replace (x - Q2R (snd s) * y) with (y * (t - Q2R (snd s))) by (unfold t; field; lra).
      assert (Rmax 0 (y * (t - Q2R (snd s))) = y * Rmax 0 (t - Q2R (snd s))) as ->; [|ring].
      rewrite <- RmaxRmult by lra. now rewrite Rmult_0_r.
Qed.

(** A table that keeps a budget obeys the condition that its levels say, and so much is computed of one. *)
Theorem budget_obeys : forall m k b P, (0 < above_one b)%nat -> form_rises k (upper b) = true ->
  form_rises k (lower b) = true -> lines_below (above_one b) 0 0 (levels_below b) = true ->
  stochastic m k P -> keeps_budget m k b (greatest b) P ->
  \sum_(i < m) spent k (lines k b) (P i) <= Q2R (most (lines k b)).
Proof.
  intros m k b P some up low below columns [tied kept]. cbn [most lines].
  eapply Rle_trans; [|exact kept]. apply sum_le. intros i inside. apply lines_spend_less; auto.
  intros j small. now apply (columns j small).
Qed.

Theorem budget_kept : forall k n T b, budget_fits k n T b = true -> keeps_budget n k b (least b) (real_matrix T).
Proof.
  intros k n T b yes. unfold budget_fits in yes. apply andb_prop in yes as [yes amount].
  apply andb_prop in yes as [_ tied].
  assert (forall f i, real_dot k f (real_matrix T i) =
    Q2R (along_form k f (from_entries k (entry2 T i)))) as computed.
  { intros f i. rewrite point_dot. apply sum_ext. intros j small. now rewrite row_of_table. }
  split.
  - intros i inside none. pose proof (all_spec _ _ tied i inside) as here. cbv beta zeta in here.
    rewrite !computed in *. apply orb_prop in here as [here|here].
    + exfalso. apply negb_true_iff in here. apply Qeq_bool_neq in here. apply here, eqR_Qeq.
      now rewrite Q2R_zero.
    + now apply eq_real in here; rewrite Q2R_zero in here.
  - apply le_real in amount. rewrite sum_real in amount. eapply Rle_trans; [|exact amount].
    apply sum_le. intros i _. unfold power_of, qpower_of. rewrite !computed. cbv zeta.
    set (y := along_form k (lower b) _). set (x := along_form k (upper b) _).
    destruct (Qeq_bool y 0) eqn:zero.
    + apply eq_real in zero. rewrite Q2R_zero in zero. destruct (Req_EM_T (Q2R y) 0); lra.
    + apply Qeq_bool_neq in zero. destruct (Req_EM_T (Q2R y) 0) as [none|_].
      * exfalso. apply zero, eqR_Qeq. now rewrite Q2R_zero.
      * rewrite Q2R_mult, power_real, (Qeq_eqR _ _ (Qred_correct _)), Q2R_div by assumption. lra.
Qed.
