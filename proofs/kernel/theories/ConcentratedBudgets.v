(** Zero-concentrated privacy, for the kernel to compute with: the budgets that follow from it, and the
    checks at finitely many points that show it of a table. *)

From Coq Require Import Reals QArith Qreals Qround NArith Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Analysis MutualInformation PowerForms Checker
  RayChecker Logarithms RenyiBudgets BudgetCover ConcentratedTables.
Import ListNotations.
Open Scope Q_scope.

(** Divergences of every order a > 1 are at most rho a, which these points show of a table. *)
Record concentration := Concentration { rho : Q; points : list Q }.

(** ** What is computed: budgets that follow *)

Definition unit_at (k a : nat) (f : list Q) : bool :=
  all k (fun j => Qeq_bool (entry f j) (if Nat.eqb j a then 1 else 0)).

(** A lower bound of exp y is at least 1 / x. *)
Definition exp_at_most (y x : Q) : bool := negb (Qle_bool x 0) && Qle_bool (/ x) (exp_low (- y)).

Definition follows_from (k : nat) (c : concentration) (b : divergence) : bool :=
  Nat.ltb 0 (root b) &&
  existsb (fun p => let (a, a') := (p : nat * nat) in
    negb (Nat.eqb a a') && unit_at k a (first b) && unit_at k a' (second b))
    (list_prod (seq 0 k) (seq 0 k)) &&
  match over b with
  | O => Qle_bool (rho c) (most_above b)
  | n => let s := Z.of_nat n # Z.to_pos (Z.of_nat (root b)) in
      exp_at_most (s * ((s + 1) * rho c)) (most_above b)
  end.

(** ** A table *)

Section Table.

Variables (m : nat) (T : list (list Q)) (c : concentration).

Definition point_at (i : nat) : Q := nth i (points c) 0.
Definition steps_of_points : nat := pred (length (points c)).

Section Pair.

Variables (a b : nat).

Let p (i : nat) := entry2 T i a.
Let q (i : nat) := entry2 T i b.

Definition loss_above (i : nat) : Q := log_above [] (Qred (p i / q i)).
Definition loss_below (i : nat) : Q := - log_above [] (Qred (q i / p i)).

(** Above p e^(s l). *)
Definition tilt (s : Q) (i : nat) : Q :=
  if Qeq_bool (p i) 0 then 0 else Qred (p i / exp_low (- (s * loss_above i))).
Definition tilt_is_known (s : Q) (i : nat) : bool :=
  Qeq_bool (p i) 0 || negb (Qle_bool (exp_low (- (s * loss_above i))) 0).

Definition mean_loss : Q := qsum m (fun i => if Qeq_bool (p i) 0 then 0 else p i * loss_above i).
Definition distance (i : nat) : Q :=
  if Qeq_bool (p i) 0 then 0
  else Qred (qmax ((loss_below i - mean_loss) * (loss_below i - mean_loss))
    ((loss_above i - mean_loss) * (loss_above i - mean_loss))).
Definition spread : Q :=
  qmax (qsum m (fun i => p i * distance i)) (qsum m (fun i => tilt (point_at 0) i * distance i)).

Definition at_point (s lowered : Q) : bool :=
  Qle_bool (qsum m (tilt s)) (exp_low (rho c * (s + s * s - lowered))).

Definition pair_is_shown : bool :=
  all m (fun i => Qeq_bool (p i) 0 || negb (Qle_bool (q i) 0)) &&
  forallb (fun s => all m (tilt_is_known s)) (points c) &&
  Qle_bool mean_loss (rho c) &&
  Qle_bool (mean_loss + spread * point_at 0 * (1 # 2)) (rho c * (1 + point_at 0)) &&
  all steps_of_points (fun i =>
    let s := point_at i in
    let t := point_at (S i) in
    let lowered := (t - s) * (t - s) * (1 # 4) in at_point s lowered && at_point t lowered) &&
  all m (fun i => Qeq_bool (p i) 0 || Qle_bool (loss_above i) (rho c * (1 + point_at steps_of_points))).

End Pair.

Definition is_concentrated (k : nat) : bool :=
  Qle_bool 0 (rho c) && negb (Qle_bool (point_at 0) 0) && Nat.ltb 0 (length (points c)) &&
  all steps_of_points (fun i => negb (Qle_bool (point_at (S i)) (point_at i))) &&
  all_pairs k (fun a b => Nat.eqb a b || pair_is_shown a b).

End Table.

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma not_zero_real : forall x, Qeq_bool x 0 = false -> Q2R x <> 0.
Proof.
  intros x none zero. apply Qeq_bool_neq in none. apply none, eqR_Qeq. now rewrite Q2R_zero.
Qed.

Lemma exp_at_most_spec : forall y x, exp_at_most y x = true -> exp (Q2R y) <= Q2R x.
Proof.
  intros y x yes. unfold exp_at_most in yes. apply andb_prop in yes as [pos less].
  apply positive_real in pos. apply le_real in less. rewrite Q2R_inv in less.
  2:{ intros zero. apply Qeq_eqR in zero. rewrite Q2R_zero in zero. lra. }
  pose proof (exp_low_below (- y)) as below. rewrite Q2R_opp, exp_Ropp in below.
  rewrite <- (Rinv_inv (exp (Q2R y))), <- (Rinv_inv (Q2R x)).
  apply Rinv_le_contravar; [now apply Rinv_0_lt_compat|lra].
Qed.

Lemma unit_dot : forall k a f r, (a < k)%nat -> unit_at k a f = true -> dot k (vector f) r = r a.
Proof.
  intros k a f r small yes. unfold dot. rewrite (sum_ext k _ (fun j => at_index a j * r j)).
  - now rewrite (sum_pick k r a).
  - intros j inner. pose proof (all_spec _ _ yes j inner) as here. cbv beta in here.
    apply eq_real in here. unfold vector. rewrite here. unfold at_index.
    destruct (Nat.eq_dec a j) as [<-|differ].
    + rewrite Nat.eqb_refl, Q2R_one. reflexivity.
    + assert (Nat.eqb j a = false) as -> by (apply Nat.eqb_neq; auto). now rewrite Q2R_zero.
Qed.

(** The divergence of order 1 is the limit of those of orders above. *)
Lemma order_one : forall m p q A, law m p -> law m q -> (forall i, (i < m)%nat -> 0 < p i -> 0 < q i) ->
  0 <= A -> (forall order, 1 < order -> renyi_sum order m p q <= exp ((order - 1) * (order * A))) ->
  leibler m p q <= A.
Proof.
  intros m p q A one two support above all_.
  pose proof (leibler_not_negative m p q one two support) as low. set (K := leibler m p q) in *.
  destruct (Rle_or_lt K A) as [|more]; [assumption|exfalso].
  set (s := (K - A) / (1 + A + 2 * (K * A) + (K - A))).
  assert (0 <= K * A) as product by now apply Rmult_le_pos.
  assert (0 < 1 + A + 2 * (K * A) + (K - A)) as below by lra.
  assert (s * (1 + A + 2 * (K * A) + (K - A)) = K - A) as whole by (unfold s; field; lra).
  assert (0 < s) as pos by (unfold s; apply Rdiv_lt_0_compat; lra).
  assert (s < 1) as small by (apply Rmult_lt_reg_r with (1 + A + 2 * (K * A) + (K - A)); lra).
  assert (1 + s * K <= exp (s * ((1 + s) * A))) as grows.
  { specialize (all_ (1 + s) ltac:(lra)). rewrite (sum_of_order m p q one support) in all_.
    replace (1 + s - 1) with s in all_ by ring. eapply Rle_trans; [|exact all_].
    rewrite <- (tilted_start m p q one). unfold K, leibler, tilted. rewrite <- sum_scale, <- sum_plus.
    apply sum_le. intros i inside. pose proof (proj1 one i inside).
    pose proof (exp_ineq1_le (loss p q i * s)). rewrite Rmult_0_r, exp_0.
    replace (p i * 1 + s * (p i * loss p q i)) with (p i * (1 + loss p q i * s)) by ring.
    now apply Rmult_le_compat_l. }
  set (y := s * ((1 + s) * A)) in *.
  assert (exp y * (1 - y) <= 1) as falls_.
  { pose proof (exp_ineq1_le (- y)) as tangent. rewrite exp_Ropp in tangent. pose proof (exp_pos y).
    apply (Rmult_le_compat_l (exp y)) in tangent; [|lra]. rewrite Rinv_r in tangent; lra. }
  assert (0 <= y) as posy by (unfold y; apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
  assert ((1 + s * K) * (1 - y) <= 1) as less.
  { destruct (Rle_or_lt y 1) as [inside|beyond].
    - apply Rle_trans with (exp y * (1 - y)); [|assumption]. apply Rmult_le_compat_r; lra.
    - assert (0 <= (1 + s * K) * (y - 1)); [|lra].
      apply Rmult_le_pos; [|lra]. assert (0 <= s * K) by (apply Rmult_le_pos; lra). lra. }
  assert (s * (K - (1 + s) * A - s * (K * ((1 + s) * A))) <= 0) as part by (unfold y in less; lra).
  assert (K - (1 + s) * A - s * (K * ((1 + s) * A)) <= 0) as rest.
  { apply Rmult_le_reg_l with s; lra. }
  assert (s * (K * ((1 + s) * A)) <= s * (2 * (K * A))).
  { apply Rmult_le_compat_l; [lra|]. replace (K * ((1 + s) * A)) with ((1 + s) * (K * A)) by ring.
    apply Rmult_le_compat_r; lra. }
  assert (0 < s * (1 + (K - A))) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(** Budgets that are computed to follow do. *)
Theorem follows_spec : forall m k c b P, 0 <= Q2R (rho c) -> follows_from k c b = true ->
  stochastic m k P -> zero_concentrated (Q2R (rho c)) m k P -> keeps_budget m k b (most_above b) P.
Proof.
  intros m k c b P low yes columns own. unfold follows_from in yes. apply andb_prop in yes as [yes amount].
  apply andb_prop in yes as [some places]. apply Nat.ltb_lt in some.
  apply existsb_exists in places as ([a a'] & there & places). apply in_prod_iff in there as [one two].
  apply in_seq in one, two. apply andb_prop in places as [places second_]. apply andb_prop in places as [differ first_].
  apply negb_true_iff, Nat.eqb_neq in differ.
  assert (forall r, first_of k b r = r a /\ second_of k b r = r a') as forms.
  { intros r. unfold first_of, second_of. split; apply unit_dot; try assumption; lia. }
  destruct (own a a' ltac:(lia) ltac:(lia) differ) as [support orders].
  assert (law m (fun i => P i a)) as first_law by (apply columns; lia).
  assert (law m (fun i => P i a')) as second_law by (apply columns; lia).
  split.
  - intros i inside. unfold finite_on. destruct (forms (P i)) as [-> ->]. intros none.
    destruct (proj1 first_law i inside) as [pos|zero]; [|now symmetry].
    specialize (support i inside pos). lra.
  - unfold spent_on, spends, order_of. rewrite (sum_ext m _ (fun i => match over b with
      | O => relative (P i a) (P i a')
      | S _ => powered (1 + INR (over b) / INR (root b)) (P i a) (P i a')
      end)) by (intros i _; now destruct (forms (P i)) as [-> ->]).
    destruct (over b) as [|n].
    + apply le_real in amount. eapply Rle_trans; [|exact amount].
      apply (order_one m (fun i => P i a) (fun i => P i a')); assumption.
    + apply exp_at_most_spec in amount. eapply Rle_trans; [|exact amount].
      assert (0 < INR (root b)) as count by now apply lt_0_INR.
      assert (0 < INR (S n)) as more by (apply lt_0_INR; lia).
      assert (0 < INR (S n) / INR (root b)) as part by now apply Rdiv_lt_0_compat.
      specialize (orders (1 + INR (S n) / INR (root b)) ltac:(lra)).
      rewrite !Q2R_mult, Q2R_plus, Q2R_one, share_real by assumption.
      replace (1 + INR (S n) / INR (root b) - 1) with (INR (S n) / INR (root b)) in orders by ring.
      replace (INR (S n) / INR (root b) + 1) with (1 + INR (S n) / INR (root b)) by ring.
      eapply Rle_trans; [|exact orders]. apply sum_le. intros i inside. unfold powered.
      destruct (Req_EM_T (P i a) 0) as [none|there]; [lra|].
      assert (0 < P i a) as pos by (destruct (proj1 first_law i inside); [assumption|congruence]).
      pose proof (support i inside pos) as pos'.
      rewrite <- (Rinv_inv (P i a')) at 1. unfold Rdiv.
      rewrite <- Rpower_mult_distr by (assumption || now apply Rinv_0_lt_compat).
      apply Req_le. rewrite Rmult_comm, Rmult_assoc. f_equal.
      rewrite Rinv_inv. unfold Rpower. rewrite ln_Rinv by assumption.
      rewrite <- (exp_ln (P i a')) at 2 by assumption. rewrite <- exp_plus. f_equal. ring.
Qed.

(** What the checks compute of two truths lies above what they are about. *)
Section Shown.

Variables (m : nat) (T : list (list Q)) (c : concentration) (a b : nat).

Let p (i : nat) := real_matrix T i a.
Let q (i : nat) := real_matrix T i b.
Let s (i : nat) := Q2R (point_at c i).

Context (first_law : law m p) (second_law : law m q).
Context (shown : pair_is_shown m T c a b = true).
Context (starts : 0 < s 0%nat).

Lemma shown_parts :
  (forall i, (i < m)%nat -> 0 < p i -> 0 < q i) /\
  (forall t, In t (points c) -> forall i, (i < m)%nat -> tilt_is_known T a b t i = true) /\
  Q2R (mean_loss m T a b) <= Q2R (rho c) /\
  Q2R (mean_loss m T a b) + Q2R (spread m T c a b) * s 0%nat / 2 <= Q2R (rho c) * (1 + s 0%nat) /\
  (forall i, (i < steps_of_points c)%nat ->
    let lowered := ((point_at c (S i) - point_at c i) * (point_at c (S i) - point_at c i) * (1 # 4))%Q in
    at_point m T c a b (point_at c i) lowered = true /\
    at_point m T c a b (point_at c (S i)) lowered = true) /\
  (forall i, (i < m)%nat -> 0 < p i ->
    Q2R (loss_above T a b i) <= Q2R (rho c) * (1 + s (steps_of_points c))).
Proof.
  unfold pair_is_shown in shown. apply andb_prop in shown as [yes last].
  apply andb_prop in yes as [yes next]. apply andb_prop in yes as [yes slope].
  apply andb_prop in yes as [yes mean]. apply andb_prop in yes as [support known].
  assert (not_none : forall i, 0 < p i -> Qeq_bool (entry2 T i a) 0 = false).
  { intros i pos. destruct (Qeq_bool (entry2 T i a) 0) eqn:zero; [|reflexivity]. exfalso.
    apply eq_real in zero. rewrite Q2R_zero in zero. unfold p, real_matrix in pos. lra. }
  repeat split.
  - intros i inside pos. pose proof (all_spec _ _ support i inside) as here. cbv beta in here.
    rewrite (not_none i pos) in here. now apply positive_real.
  - intros t there i inside. rewrite forallb_forall in known. exact (all_spec _ _ (known t there) i inside).
  - now apply le_real.
  - apply le_real in slope. rewrite Q2R_plus, !Q2R_mult, Q2R_plus, Q2R_one in slope.
    assert (Q2R (1 # 2) = / 2) as half by (unfold Q2R; simpl; lra). rewrite half in slope.
    unfold s. lra.
  - pose proof (all_spec _ _ next i H) as here. cbv beta zeta in here. now apply andb_prop in here as [].
  - pose proof (all_spec _ _ next i H) as here. cbv beta zeta in here. now apply andb_prop in here as [].
  - intros i inside pos. pose proof (all_spec _ _ last i inside) as here. cbv beta in here.
    rewrite (not_none i pos) in here. apply le_real in here. rewrite Q2R_mult, Q2R_plus, Q2R_one in here.
    exact here.
Qed.

Lemma support_shown : forall i, (i < m)%nat -> 0 < p i -> 0 < q i.
Proof. apply shown_parts. Qed.

Lemma chance_cases : forall i, (i < m)%nat ->
  (Qeq_bool (entry2 T i a) 0 = true /\ p i = 0) \/
  (Qeq_bool (entry2 T i a) 0 = false /\ 0 < p i /\ 0 < q i /\
   Q2R (loss_below T a b i) <= loss p q i <= Q2R (loss_above T a b i)).
Proof.
  intros i inside. destruct (Qeq_bool (entry2 T i a) 0) eqn:none.
  - left. split; [reflexivity|]. apply eq_real in none. now rewrite Q2R_zero in none.
  - right. apply not_zero_real in none. change (p i <> 0) in none.
    assert (0 < p i) as pos by (destruct (proj1 first_law i inside); [assumption|congruence]).
    pose proof (support_shown i inside pos) as pos'.
    split; [reflexivity|]. split; [assumption|]. split; [assumption|].
    assert (Q2R (Qred (entry2 T i a / entry2 T i b)) = p i / q i) as up_.
    { rewrite (Qeq_eqR _ _ (Qred_correct _)). apply Q2R_div. intros zero. apply Qeq_eqR in zero.
      rewrite Q2R_zero in zero. unfold q, real_matrix in pos'. lra. }
    assert (Q2R (Qred (entry2 T i b / entry2 T i a)) = / (p i / q i)) as down_.
    { rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_div.
      - fold (p i) (q i). change (q i / p i = / (p i / q i)). field. lra.
      - intros zero. apply Qeq_eqR in zero. rewrite Q2R_zero in zero. unfold p, real_matrix in pos. lra. }
    assert (0 < p i / q i) as ratio by now apply Rdiv_lt_0_compat.
    unfold loss_below, loss_above, loss. rewrite Q2R_opp. split.
    + pose proof (log_above_real [] (Qred (entry2 T i b / entry2 T i a)) eq_refl) as high.
      rewrite down_ in high. specialize (high (Rinv_0_lt_compat _ ratio)). rewrite ln_Rinv in high by assumption. lra.
    + pose proof (log_above_real [] (Qred (entry2 T i a / entry2 T i b)) eq_refl) as high.
      rewrite up_ in high. now apply high.
Qed.

Lemma tilt_above : forall t i, (i < m)%nat -> 0 <= Q2R t -> tilt_is_known T a b t i = true ->
  p i * exp (loss p q i * Q2R t) <= Q2R (tilt T a b t i).
Proof.
  intros t i inside low known. unfold tilt, tilt_is_known in *.
  destruct (chance_cases i inside) as [[zero none]|(zero & pos & _ & _ & high)]; rewrite zero in *.
  - rewrite none, Q2R_zero. lra.
  - cbn [orb] in known. apply positive_real in known.
    rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_div.
    2:{ intros no. apply Qeq_eqR in no. rewrite Q2R_zero in no. lra. }
    fold (p i). change (Q2R (entry2 T i a)) with (p i). unfold Rdiv. apply Rmult_le_compat_l; [lra|].
    pose proof (exp_low_below (- (t * loss_above T a b i))) as below.
    rewrite Q2R_opp, Q2R_mult, exp_Ropp in below.
    apply Rle_trans with (exp (Q2R t * Q2R (loss_above T a b i))).
    + apply exp_rises. rewrite Rmult_comm. now apply Rmult_le_compat_l.
    + rewrite <- (Rinv_inv (exp _)). now apply Rinv_le_contravar.
Qed.

Lemma mean_above : leibler m p q <= Q2R (mean_loss m T a b).
Proof.
  unfold leibler, mean_loss. rewrite sum_real. apply sum_le. intros i inside.
  destruct (chance_cases i inside) as [[-> none]|(-> & pos & _ & _ & high)].
  - rewrite none, Q2R_zero. lra.
  - rewrite Q2R_mult. change (Q2R (entry2 T i a)) with (p i). apply Rmult_le_compat_l; lra.
Qed.

Lemma distance_above : forall i, (i < m)%nat -> 0 < p i ->
  (loss p q i - Q2R (mean_loss m T a b)) ^ 2 <= Q2R (distance m T a b i).
Proof.
  intros i inside some. unfold distance.
  destruct (chance_cases i inside) as [[-> none]|(-> & pos & _ & low & high)]; [lra|].
  rewrite (Qeq_eqR _ _ (Qred_correct _)), max_real, !Q2R_mult, !Q2R_minus.
  set (M := Q2R (mean_loss m T a b)) in *.
  set (l := Q2R (loss_below T a b i)) in *. set (h := Q2R (loss_above T a b i)) in *.
  destruct (Rle_or_lt M (loss p q i)) as [right_|left_].
  - eapply Rle_trans; [|apply Rmax_r]. nra.
  - eapply Rle_trans; [|apply Rmax_l]. nra.
Qed.

Lemma distance_nonneg : forall i, (i < m)%nat -> 0 <= Q2R (distance m T a b i).
Proof.
  intros i inside. destruct (chance_cases i inside) as [[zero none]|(zero & pos & _)].
  - unfold distance. rewrite zero, Q2R_zero. lra.
  - eapply Rle_trans; [apply pow2_ge_0|now apply distance_above].
Qed.

Lemma spread_above : forall t, t = 0 \/ t = s 0%nat -> In (point_at c 0) (points c) ->
  spread_at m p q (Q2R (mean_loss m T a b)) t <= Q2R (spread m T c a b).
Proof.
  intros t place there. destruct shown_parts as (_ & known & _). unfold spread.
  rewrite max_real, !sum_real. unfold spread_at. destruct place as [->| ->].
  - eapply Rle_trans; [|apply Rmax_l]. apply sum_le. intros i inside.
    rewrite Rmult_0_r, exp_0, Rmult_1_r, Q2R_mult. change (Q2R (entry2 T i a)) with (p i).
    destruct (proj1 first_law i inside) as [pos|<-]; [|lra].
    apply Rmult_le_compat_l; [lra|]. now apply distance_above.
  - eapply Rle_trans; [|apply Rmax_r]. apply sum_le. intros i inside. rewrite Q2R_mult.
    destruct (proj1 first_law i inside) as [pos|none].
    + apply Rmult_le_compat; [|apply pow2_ge_0| |now apply distance_above].
      * apply Rmult_le_pos; [lra|left; apply exp_pos].
      * apply tilt_above; [assumption|unfold s in starts; lra|now apply known].
    + rewrite <- none, !Rmult_0_l. apply Rmult_le_pos; [|now apply distance_nonneg].
      apply Rle_trans with (p i * exp (loss p q i * Q2R (point_at c 0))); [rewrite <- none; lra|].
      apply tilt_above; [assumption|unfold s in starts; lra|now apply known].
Qed.

Lemma point_shown : forall t lowered, In t (points c) -> 0 <= Q2R t ->
  at_point m T c a b t lowered = true ->
  ln (tilted m p q (Q2R t)) <= Q2R (rho c) * (Q2R t + Q2R t ^ 2 - Q2R lowered).
Proof.
  intros t lowered there low yes. destruct shown_parts as (support & known & _).
  unfold at_point in yes. apply le_real in yes. rewrite sum_real in yes.
  pose proof (tilted_above_one m p q first_law second_law support (Q2R t) low) as one.
  set (A := (rho c * (t + t * t - lowered))%Q) in *.
  assert (Q2R A = Q2R (rho c) * (Q2R t + Q2R t ^ 2 - Q2R lowered)) as <-.
  { unfold A. rewrite Q2R_mult, Q2R_minus, Q2R_plus, Q2R_mult. ring. }
  rewrite <- (ln_exp (Q2R A)).
  assert (tilted m p q (Q2R t) <= exp (Q2R A)) as below.
  { eapply Rle_trans; [|apply exp_low_below]. eapply Rle_trans; [|exact yes].
    apply sum_le. intros i inside. apply tilt_above; auto. }
  destruct below as [less|same]; [left; apply ln_increasing; lra|right; now rewrite same].
Qed.

End Shown.

Theorem is_concentrated_spec : forall m k T c, is_concentrated m T c k = true ->
  stochastic m k (real_matrix T) -> 0 <= Q2R (rho c) /\ zero_concentrated (Q2R (rho c)) m k (real_matrix T).
Proof.
  intros m k T c yes columns. unfold is_concentrated in yes. apply andb_prop in yes as [yes pairs].
  apply andb_prop in yes as [yes ascend]. apply andb_prop in yes as [yes some].
  apply andb_prop in yes as [low starts]. apply le_real in low. rewrite Q2R_zero in low.
  apply positive_real in starts. apply Nat.ltb_lt in some. split; [assumption|].
  assert (forall i, (i <= steps_of_points c)%nat -> In (point_at c i) (points c)) as listed.
  { intros i small. apply nth_In. unfold steps_of_points in small. lia. }
  assert (forall i, (i < steps_of_points c)%nat -> Q2R (point_at c i) < Q2R (point_at c (S i))) as rises_.
  { intros i small. pose proof (all_spec _ _ ascend i small) as here. cbv beta in here.
    apply Rnot_le_lt. intros less. apply Rle_Qle, Qle_bool_iff in less. rewrite less in here. discriminate. }
  assert (forall i, (i <= steps_of_points c)%nat -> 0 < Q2R (point_at c i)) as positive.
  { induction i as [|i IH]; intros small; [assumption|]. specialize (rises_ i ltac:(lia)).
    specialize (IH ltac:(lia)). lra. }
  apply (concentrated_table m k (real_matrix T) (Q2R (rho c)) (steps_of_points c)
    (fun i => Q2R (point_at c i)) (fun a b => Q2R (mean_loss m T a b)) (fun a b => Q2R (spread m T c a b)));
    try assumption; [now split|].
  intros a b one two differ p q. pose proof (all_pairs_spec _ _ pairs a b one two) as here. cbv beta in here.
  apply Nat.eqb_neq in differ. rewrite differ in here. cbn [orb] in here.
  assert (law m p) as first_law by now apply columns. assert (law m q) as second_law by now apply columns.
  destruct (shown_parts m T c a b here) as (support & known & mean & slope & next & last).
  split; [assumption|]. split; [|split].
  - split; [|split; [|split]].
    + apply (spread_above m T c a b first_law here starts); [now left|apply listed; lia].
    + apply (spread_above m T c a b first_law here starts); [now right|apply listed; lia].
    + eapply Rle_trans; [|exact mean]. now apply (mean_above m T c a b first_law here).
    + eapply Rle_trans; [|exact slope]. apply Rplus_le_compat_r. now apply (mean_above m T c a b first_law here).
  - intros i small. destruct (next i small) as [left_ right_].
    assert (Q2R ((point_at c (S i) - point_at c i) * (point_at c (S i) - point_at c i) * (1 # 4)) =
      (Q2R (point_at c (S i)) - Q2R (point_at c i)) ^ 2 / 4) as lowered.
    { rewrite !Q2R_mult, Q2R_minus. assert (Q2R (1 # 4) = / 4) as -> by (unfold Q2R; simpl; lra). field. }
    split; rewrite <- lowered; apply (point_shown m T c a b first_law second_law here);
      try assumption; try (apply listed; lia); left; apply positive; lia.
  - intros i inside pos. destruct (chance_cases m T c a b first_law here i inside)
      as [[_ none]|(_ & _ & _ & _ & high)]; [unfold p in pos; lra|].
    eapply Rle_trans; [exact high|now apply last].
Qed.

(** ** Budgets, or all orders, from which budgets follow *)

Definition keeps_orders (m k : nat) (budgets : list divergence) (every : option concentration)
  (most : divergence -> Q) (P : matrix) : Prop :=
  match every with
  | None => keeps_budgets m k budgets most P
  | Some c => stochastic m k P /\ zero_concentrated (Q2R (rho c)) m k P
  end.

Definition orders_kept (k m : nat) (budgets : list divergence) (every : option concentration)
  (T : list (list Q)) : bool :=
  match every with
  | None => budgets_kept k m budgets T
  | Some c => private_table k m [] [] T && is_concentrated m T c k &&
      forallb (fun b => is_budget k b && follows_from k c b) budgets
  end.

Theorem orders_kept_spec : forall k m budgets every T, orders_kept k m budgets every T = true ->
  (forall b, In b budgets -> budget_prices k b) /\
  keeps_orders m k budgets every most_kept (real_matrix T) /\
  forall n P, keeps_orders n k budgets every most_above P -> keeps_budgets n k budgets most_above P.
Proof.
  intros k m budgets [c|] T yes; unfold orders_kept, keeps_orders in *.
  - apply andb_prop in yes as [yes each]. apply andb_prop in yes as [table shown].
    pose proof (proj1 (private_table_spec k m [] [] T table)) as columns.
    destruct (is_concentrated_spec m k T c shown columns) as [low own]. rewrite forallb_forall in each.
    split; [intros b there; now apply budget_spec, (andb_prop _ _ (each b there))|].
    split; [now split|]. intros n P [columns_ orders]. split; [assumption|]. intros b there.
    now apply (follows_spec n k c b P low (proj2 (andb_prop _ _ (each b there)))).
  - destruct (budgets_kept_spec k budgets m T yes) as [prices own]. auto.
Qed.
