(** Budgets of Renyi divergences of any rational order, for the kernel to compute with: what rows spend,
    lines below that, and what a table spends. *)

From Coq Require Import Reals QArith Qreals Qround NArith Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Analysis MutualInformation PowerForms Checker
  RayChecker Planes Logarithms.
Import ListNotations.
Open Scope R_scope.

(** The order is 1 + over / root. With x and y what a row has of the forms, the sum over rows of
    y (x / y)^order, of order 1 that of x ln (x / y), is at most so much: of a table at most
    [most_kept], of those that a bound holds for at most [most_above]. A unit of it costs [cost]. *)
Record divergence := Divergence {
  over : nat; root : nat; first : list Q; second : list Q; cost : Q; most_above : Q; most_kept : Q }.

Definition order_of (b : divergence) : R := 1 + INR (over b) / INR (root b).
Definition spends (b : divergence) (x y : R) : R :=
  match over b with O => relative x y | S _ => powered (order_of b) x y end.
Definition first_of (k : nat) (b : divergence) (r : nat -> R) : R := dot k (vector (first b)) r.
Definition second_of (k : nat) (b : divergence) (r : nat -> R) : R := dot k (vector (second b)) r.
Definition spent_on (k : nat) (b : divergence) (r : nat -> R) : R :=
  spends b (first_of k b r) (second_of k b r).
Definition finite_on (k : nat) (b : divergence) (r : nat -> R) : Prop :=
  second_of k b r = 0 -> first_of k b r = 0.

Definition keeps_budget (m k : nat) (b : divergence) (most : Q) (P : matrix) : Prop :=
  (forall i, (i < m)%nat -> finite_on k b (P i)) /\ \sum_(i < m) spent_on k b (P i) <= Q2R most.

(** ** What is computed: what a table spends at most *)

Open Scope Q_scope.

Fixpoint qpower (x : Q) (n : nat) : Q := match n with O => 1 | S m => x * qpower x m end.

Fixpoint root_bits (bits q : nat) (n found : N) : N :=
  match bits with
  | O => found
  | S bits => let next := (found + 2 ^ N.of_nat bits)%N in
      root_bits bits q n (if (next ^ N.of_nat q <=? n)%N then next else found)
  end.

(** The root of a ratio to so many binary digits, rounded down; of a very large one 2^12. *)
Definition near_root (q digits : nat) (ratio : Q) : Q :=
  let places := (12 + digits)%nat in
  let whole := Z.to_N (Qfloor (ratio * (2 ^ Z.of_nat (q * places) # 1))) in
  let found := root_bits (12 + places) q whole 0 in
  let rest := (N.size found - N.of_nat digits)%N in
  Qred (Z.of_N (N.shiftl (N.shiftr found rest) rest) # 2 ^ Pos.of_nat places).

Definition form_rises (k : nat) (f : list Q) : bool := all k (fun j => Qle_bool 0 (entry f j)).

Definition root_above (q : nat) (t : Q) : Q :=
  if Nat.eqb q 1 then t
  else let above := Qred (near_root q 120 t + (1 # 2 ^ 100)) in
    if Qle_bool t (qpower above q) then above else t + 1.

Definition most_spent (b : divergence) (x y : Q) : Q :=
  if Qeq_bool x 0 then 0
  else match over b with
  | O => x * log_above [] (Qred (x / y))
  | n => y * qpower (root_above (root b) (Qred (x / y))) (n + root b)
  end.

Definition budget_kept (k m : nat) (T : list (list Q)) (b : divergence) : bool :=
  let x := fun i => qdot k (entry (first b)) (entry2 T i) in
  let y := fun i => qdot k (entry (second b)) (entry2 T i) in
  all m (fun i => negb (Qeq_bool (y i) 0) || Qeq_bool (x i) 0) &&
  Qle_bool (qsum m (fun i => most_spent b (x i) (y i))) (most_kept b).

Definition is_budget (k : nat) (b : divergence) : bool :=
  Nat.ltb 0 (root b) && Qle_bool 0 (cost b) && form_rises k (first b) && form_rises k (second b).

(** ** Why it may be believed: lines below powers and entropies *)

Open Scope R_scope.

Lemma power_real : forall x n, Q2R (qpower x n) = Q2R x ^ n.
Proof.
  induction n as [|n IH]; cbn [qpower pow]; [apply Q2R_one|]. now rewrite Q2R_mult, IH.
Qed.

Lemma positive_real : forall x, negb (Qle_bool x 0) = true -> 0 < Q2R x.
Proof.
  intros x yes. rewrite <- Q2R_zero. apply Qlt_Rlt, Qnot_le_lt. intros less.
  apply Qle_bool_iff in less. rewrite less in yes. discriminate.
Qed.

Lemma over_power : forall z p, Q2R (z # p) = IZR z / IZR (Zpos p).
Proof. reflexivity. Qed.

Lemma root_nonneg : forall q digits ratio, 0 <= Q2R (near_root q digits ratio).
Proof.
  intros. unfold near_root. rewrite (Qeq_eqR _ _ (Qred_correct _)), over_power.
  apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; now apply IZR_lt]. apply IZR_le, N2Z.is_nonneg.
Qed.

(** A power of a rational order at a power of the root. *)
Lemma power_of_root : forall w n q, 0 < w -> (0 < q)%nat ->
  Rpower (w ^ q) (1 + INR n / INR q) = w ^ (n + q) /\ Rpower (w ^ q) (INR n / INR q) = w ^ n.
Proof.
  intros w n q pos some. assert (0 < INR q) as count by now apply lt_0_INR.
  rewrite <- (Rpower_pow q w pos), !Rpower_mult, <- (Rpower_pow (n + q) w pos), <- (Rpower_pow n w pos).
  rewrite plus_INR. split; f_equal; field; lra.
Qed.

Lemma power_line : forall n q w x y, (0 < n)%nat -> (0 < q)%nat -> 0 <= w -> 0 <= x -> 0 <= y ->
  (y = 0 -> x = 0) ->
  INR (n + q) / INR q * w ^ n * x - INR n / INR q * w ^ (n + q) * y <= powered (1 + INR n / INR q) x y.
Proof.
  intros n q w x y some root_ low lowx lowy silent.
  assert (0 < INR q) as count by now apply lt_0_INR. assert (0 < INR n) as more by now apply lt_0_INR.
  assert (0 <= INR n / INR q) as above by (apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]).
  assert (0 <= w ^ (n + q)) as power by now apply pow_le.
  unfold powered. destruct (Req_EM_T x 0) as [->|differ].
  - assert (0 <= INR n / INR q * w ^ (n + q) * y) by (apply Rmult_le_pos; [now apply Rmult_le_pos|assumption]). lra.
  - assert (0 < x) as posx by lra.
    assert (0 < y) as posy by (destruct lowy as [|none]; [assumption|exfalso; apply differ, silent; lra]).
    destruct low as [pos|<-].
    + assert (0 < x / y) as ratio by now apply Rdiv_lt_0_compat.
      destruct (power_of_root w n q pos root_) as [whole less].
      destruct (power_tangent (1 + INR n / INR q) (x / y) (w ^ q) ratio ltac:(now apply pow_lt)) as [tangent _].
      specialize (tangent ltac:(lra)). replace (1 + INR n / INR q - 1) with (INR n / INR q) in tangent by ring.
      rewrite whole, less in tangent. apply (Rmult_le_compat_l y) in tangent; [|lra].
      eapply Rle_trans; [|exact tangent]. apply Req_le. rewrite pow_add, plus_INR. field. lra.
    + rewrite !pow_i by lia. rewrite !Rmult_0_r, !Rmult_0_l, Rminus_0_r.
      apply Rmult_le_pos; [lra|apply Rlt_le, power_positive].
Qed.

Lemma entropy_line : forall l x y, 0 <= x -> 0 <= y -> (y = 0 -> x = 0) ->
  (1 + l) * x - exp l * y <= relative x y.
Proof.
  intros l x y lowx lowy silent. pose proof (exp_pos l) as up_. unfold relative.
  destruct lowx as [posx|<-].
  - assert (0 < y) as posy by (destruct lowy as [|none]; [assumption|specialize (silent (eq_sym none)); lra]).
    assert (0 < exp l * (y / x)) as inner by (apply Rmult_lt_0_compat; [assumption|now apply Rdiv_lt_0_compat]).
    pose proof (ln_below _ inner) as tangent.
    rewrite ln_mult, ln_exp in tangent; [|assumption|now apply Rdiv_lt_0_compat].
    replace (y / x) with (/ (x / y)) in tangent at 1 by (field; lra).
    rewrite ln_Rinv in tangent by now apply Rdiv_lt_0_compat.
    apply (Rmult_le_compat_l x) in tangent; [|lra].
    replace (x * (exp l * (y / x) - 1)) with (exp l * y - x) in tangent by (field; lra). lra.
  - assert (0 <= exp l * y) by (apply Rmult_le_pos; lra). lra.
Qed.

(** A lower slope and a greater height make a lower line. *)
Lemma lower_line : forall s h s' h' x y, s' <= s -> h <= h' -> 0 <= x -> 0 <= y ->
  s' * x - h' * y <= s * x - h * y.
Proof.
  intros s h s' h' x y less more lowx lowy. apply (Rmult_le_compat_r x) in less; [|assumption].
  apply (Rmult_le_compat_r y) in more; [|assumption]. lra.
Qed.

Lemma share_real : forall n q, (0 < q)%nat -> Q2R (Z.of_nat n # Z.to_pos (Z.of_nat q)) = INR n / INR q.
Proof.
  intros n q some. rewrite over_power, Z2Pos.id by lia. now rewrite <- !INR_IZR_INZ.
Qed.

Lemma rising_form : forall k f r, form_rises k f = true -> nonnegative k r -> 0 <= dot k (vector f) r.
Proof.
  intros k f r rise above. apply sum_nonneg. intros j small.
  pose proof (all_spec _ _ rise j small) as here. cbv beta in here. apply le_real in here.
  rewrite Q2R_zero in here. apply Rmult_le_pos; [exact here|now apply above].
Qed.

Definition budget_prices (k : nat) (b : divergence) : Prop :=
  (0 < root b)%nat /\ 0 <= Q2R (cost b) /\
  forall r, nonnegative k r -> 0 <= first_of k b r /\ 0 <= second_of k b r.

Lemma budget_spec : forall k b, is_budget k b = true -> budget_prices k b.
Proof.
  intros k b yes. unfold is_budget in yes. apply andb_prop in yes as [yes two].
  apply andb_prop in yes as [yes one]. apply andb_prop in yes as [some price].
  apply Nat.ltb_lt in some. apply le_real in price. rewrite Q2R_zero in price.
  split; [assumption|]. split; [assumption|]. intros r above. split; now apply rising_form.
Qed.

(** ** Tables *)

Lemma root_above_spec : forall q t, (0 < q)%nat -> 0 <= Q2R t ->
  0 <= Q2R (root_above q t) /\ Q2R t <= Q2R (root_above q t) ^ q.
Proof.
  intros q t some low. unfold root_above. destruct (Nat.eqb q 1) eqn:one.
  - apply Nat.eqb_eq in one as ->. split; [assumption|]. rewrite pow_1. lra.
  - set (w := Qred _). assert (0 <= Q2R w) as above.
    { unfold w. rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus.
      pose proof (root_nonneg q 120 t). assert (0 <= Q2R (1 # 2 ^ 100)); [|lra].
      rewrite over_power. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. now apply IZR_lt. }
    destruct (Qle_bool t (qpower w q)) eqn:shown.
    + apply le_real in shown. rewrite power_real in shown. now split.
    + rewrite Q2R_plus, Q2R_one. split; [lra|]. destruct q as [|q]; [lia|]. cbn [pow].
      assert (1 <= (Q2R t + 1) ^ q) as more by (apply pow_R1_Rle; lra).
      apply Rle_trans with ((Q2R t + 1) * 1); [lra|]. apply Rmult_le_compat_l; lra.
Qed.

Lemma power_below : forall n q t w x y, (0 < q)%nat -> 0 <= w -> 0 < x -> 0 < y -> t = x / y ->
  t <= w ^ q -> powered (1 + INR n / INR q) x y <= y * w ^ (n + q).
Proof.
  intros n q t w x y some low posx posy -> less. unfold powered.
  destruct (Req_EM_T x 0); [lra|]. assert (0 < x / y) as ratio by now apply Rdiv_lt_0_compat.
  assert (0 < w) as pos.
  { destruct low as [|<-]; [assumption|]. rewrite pow_i in less by assumption. lra. }
  assert (0 < INR q) as count by now apply lt_0_INR.
  assert (0 <= INR n / INR q) as above
    by (apply Rmult_le_pos; [apply pos_INR|left; now apply Rinv_0_lt_compat]).
  apply Rmult_le_compat_l; [lra|]. rewrite <- (proj1 (power_of_root w n q pos some)).
  apply (base_order (x / y) (w ^ q)); [assumption|assumption|lra].
Qed.

Lemma most_spent_above : forall b x y, (0 < root b)%nat -> 0 <= Q2R x -> 0 <= Q2R y ->
  (Q2R y = 0 -> Q2R x = 0) -> spends b (Q2R x) (Q2R y) <= Q2R (most_spent b x y).
Proof.
  intros b x y some lowx lowy silent. unfold most_spent, spends, order_of.
  destruct (Qeq_bool x 0) eqn:none.
  - apply eq_real in none. rewrite Q2R_zero in none. rewrite none, Q2R_zero. destruct (over b).
    + unfold relative. lra.
    + unfold powered. destruct (Req_EM_T 0 0); lra.
  - assert (0 < Q2R x) as posx.
    { destruct lowx as [|zero]; [assumption|exfalso]. apply Qeq_bool_neq in none. apply none, eqR_Qeq.
      now rewrite Q2R_zero. }
    assert (0 < Q2R y) as posy.
    { destruct lowy as [|zero]; [assumption|exfalso]. symmetry in zero. specialize (silent zero). lra. }
    assert (Q2R (Qred (x / y)) = Q2R x / Q2R y) as ratio.
    { rewrite (Qeq_eqR _ _ (Qred_correct _)). apply Q2R_div. intros zero. apply Qeq_eqR in zero.
      rewrite Q2R_zero in zero. lra. }
    assert (0 < Q2R x / Q2R y) as pos by now apply Rdiv_lt_0_compat.
    destruct (over b) as [|n].
    + rewrite Q2R_mult. unfold relative. apply Rmult_le_compat_l; [lra|]. rewrite <- ratio in *.
      now apply log_above_real.
    + rewrite Q2R_mult, power_real.
      destruct (root_above_spec (root b) (Qred (x / y)) some ltac:(lra)) as [low above].
      now apply (power_below (S n) (root b) (Q2R (Qred (x / y)))).
Qed.

(** A table that is computed to keep a budget does. *)
Theorem budget_kept_spec : forall k m T b, budget_kept k m T b = true -> budget_prices k b ->
  stochastic m k (real_matrix T) -> keeps_budget m k b (most_kept b) (real_matrix T).
Proof.
  intros k m T b kept (some & _ & forms) columns.
  unfold budget_kept in kept. cbv zeta in kept. apply andb_prop in kept as [silent less].
  assert (forall i, finite_on k b (real_matrix T i) <->
    (Q2R (qdot k (entry (second b)) (entry2 T i)) = 0 -> Q2R (qdot k (entry (first b)) (entry2 T i)) = 0))
    as same.
  { intros i. now rewrite !dot_real. }
  assert (forall i, (i < m)%nat -> finite_on k b (real_matrix T i)) as finite.
  { intros i inside. apply same. intros none. pose proof (all_spec _ _ silent i inside) as here.
    cbv beta in here. apply orb_prop in here as [differ|zero].
    - exfalso. apply negb_true_iff, Qeq_bool_neq in differ. apply differ, eqR_Qeq. now rewrite Q2R_zero.
    - apply eq_real in zero. now rewrite Q2R_zero in zero. }
  split; [assumption|]. apply le_real in less. rewrite sum_real in less. eapply Rle_trans; [|exact less].
  apply sum_le. intros i inside. unfold spent_on.
  assert (nonnegative k (real_matrix T i)) as row by (intros j small; now apply (columns j small)).
  destruct (forms _ row) as [one two].
  assert (first_of k b (real_matrix T i) = Q2R (qdot k (entry (first b)) (entry2 T i))) as first_
    by now rewrite dot_real.
  assert (second_of k b (real_matrix T i) = Q2R (qdot k (entry (second b)) (entry2 T i))) as second_
    by now rewrite dot_real.
  rewrite first_, second_ in *. apply most_spent_above; try assumption. apply same, finite, inside.
Qed.

Lemma form_of_columns : forall m k f P, stochastic m k P ->
  \sum_(i < m) dot k (vector f) (P i) = Q2R (qsum k (entry f)).
Proof.
  intros m k f P columns. rewrite sum_real. unfold dot. rewrite sum_of_sums. apply sum_ext.
  intros j small. destruct (columns j small) as [_ one]. change (sum m (fun i => P i j) = 1) in one.
  rewrite sum_scale, one. unfold vector. ring.
Qed.
