(** Zero-concentrated budgets of two truths: order 1 decides for Warner's device. *)

From Coq Require Import Reals Lra Lia.
From Rropt Require Import Analysis Sums RenyiPrices RenyiOrders RenyiTables.
Open Scope R_scope.

(** Of the device with this chance of a true report: its divergence of order 1. *)
Definition level_of_device (hit : R) : R := (2 * hit - 1) * (ln hit - ln (1 - hit)).

(** rho-zCDP both ways: the divergence of every order a > 1 is at most a rho. *)
Definition concentrated (rho : R) (m : nat) (P : nat -> nat -> R) : Prop :=
  table m P /\ forall a, 1 < a ->
    \sum_(i < m) spent a (P i 0%nat) (P i 1%nat) <= exp ((a - 1) * (a * rho)) /\
    \sum_(i < m) spent a (P i 1%nat) (P i 0%nat) <= exp ((a - 1) * (a * rho)).

(** ** What the device spends *)

Lemma slower_than_lines : forall n t, 1 <= n -> 0 <= t ->
  sinh (n * t) * cosh t <= n * (sinh t * cosh (n * t)).
Proof.
  intros n t above nonneg.
  enough (0 <= n * (sinh t * cosh (n * t)) - sinh (n * t) * cosh t) by lra.
  replace 0 with (n * (sinh 0 * cosh (n * 0)) - sinh (n * 0) * cosh 0)
    by (rewrite Rmult_0_r, sinh_0; ring).
  apply (rises (fun s => n * (sinh s * cosh (n * s)) - sinh (n * s) * cosh s)
    (fun s => (n ^ 2 - 1) * (sinh s * sinh (n * s))) 0 t nonneg).
  - intros s. assert (derivable_pt_lim (fun u => sinh (n * u)) s (n * cosh (n * s)))
      by (apply slope_scaled, slope_sinh).
    assert (derivable_pt_lim (fun u => cosh (n * u)) s (n * sinh (n * s)))
      by (apply slope_scaled, slope_cosh). slope. ring.
  - intros s range. assert (0 < n * s) by (apply Rmult_lt_0_compat; lra).
    apply Rmult_le_pos; [nra|]. left.
    apply Rmult_lt_0_compat; apply sinh_positive; lra.
Qed.

Lemma orders_below_the_first : forall n t, 1 <= n -> 0 < t ->
  cosh (n * t) <= cosh t * exp ((n ^ 2 - 1) / 2 * (t * (sinh t / cosh t))).
Proof.
  intros n t above positive. set (c := t * (sinh t / cosh t)).
  pose proof (cosh_positive t) as cpos.
  assert (cosh (n * t) * exp (- / 2 * c * (n * n)) <= cosh (1 * t) * exp (- / 2 * c * (1 * 1)))
    as fall.
  { apply (falls (fun s => cosh (s * t) * exp (- / 2 * c * (s * s)))
      (fun s => (t * sinh (s * t) - s * c * cosh (s * t)) * exp (- / 2 * c * (s * s))) 1 n above).
    - intros s.
      assert (derivable_pt_lim (fun u => cosh (u * t)) s (t * sinh (s * t))).
      { apply (derivable_pt_lim_ext (fun u => cosh (t * u))); [intros u; f_equal; ring|].
        rewrite (Rmult_comm s). apply slope_scaled, slope_cosh. }
      assert (derivable_pt_lim (fun u => exp (- / 2 * c * (u * u))) s
        (- s * c * exp (- / 2 * c * (s * s)))).
      { eapply slope_is; [apply (derivable_pt_lim_comp (fun u => - / 2 * c * (u * u)) exp);
          [slopes|apply derivable_pt_lim_exp]|]. cbv beta. field. }
      slope. ring.
    - intros s range. pose proof (slower_than_lines s t ltac:(lra) ltac:(lra)) as slow.
      assert (t * sinh (s * t) - s * c * cosh (s * t) =
        t / cosh t * (sinh (s * t) * cosh t - s * (sinh t * cosh (s * t)))) as -> by
        (unfold c; field; lra).
      pose proof (exp_pos (- / 2 * c * (s * s))).
      assert (0 < t / cosh t) by (apply Rdiv_lt_0_compat; lra).
      assert (0 <= t / cosh t * (s * (sinh t * cosh (s * t)) - sinh (s * t) * cosh t))
        by (apply Rmult_le_pos; lra).
      nra. }
  rewrite Rmult_1_l in fall.
  apply (Rmult_le_reg_r (exp (- / 2 * c * (n * n)))); [apply exp_pos|].
  rewrite (Rmult_assoc (cosh t)), <- exp_plus. apply Rle_trans with (1 := fall).
  right. do 2 f_equal. field.
Qed.

Lemma device_spends : forall a hit, / 2 < hit < 1 -> 1 <= a ->
  spent a hit (1 - hit) + spent a (1 - hit) hit <= exp ((a - 1) * (a * level_of_device hit)).
Proof.
  intros a hit range above. rewrite <- !paid_power. unfold paid.
  rewrite (weight_mirrored hit), (place_mirrored hit).
  destruct (device_weight hit range) as [whole apart].
  destruct (device_shift hit range) as [pos shift].
  assert (level_of_device hit = (2 * hit - 1) * (2 * place hit (1 - hit))) as level
    by (unfold level_of_device, place; field).
  rewrite level. set (t := place hit (1 - hit)) in *. set (w := weight hit (1 - hit)) in *.
  pose proof (cosh_positive t) as cpos.
  assert (2 * hit - 1 = sinh t / cosh t) as tanh by (rewrite shift; field; lra).
  pose proof (orders_below_the_first (2 * a - 1) t ltac:(lra) pos) as below.
  assert (0 < w) by apply exp_pos.
  apply Rle_trans with (2 * w * cosh ((2 * a - 1) * t)).
  { right. unfold cosh. replace ((2 * a - 1) * - t) with (- ((2 * a - 1) * t)) by ring. field. }
  apply Rle_trans with
    (2 * w * (cosh t * exp (((2 * a - 1) ^ 2 - 1) / 2 * (t * (sinh t / cosh t))))).
  { apply Rmult_le_compat_l; lra. }
  right. rewrite <- Rmult_assoc, whole, tanh, Rmult_1_l. f_equal. field. lra.
Qed.

(** ** What such a budget allows in the order 1 *)

Lemma first_order_sum : forall rho m x y, 0 <= rho ->
  (forall i, (i < m)%nat -> 0 < x i /\ 0 < y i) -> sum m x = 1 ->
  (forall a, 1 < a -> \sum_(i < m) spent a (x i) (y i) <= exp ((a - 1) * (a * rho))) ->
  \sum_(i < m) x i * (ln (x i) - ln (y i)) <= rho.
Proof.
  intros rho m x y nonneg positive one below. set (S := \sum_(i < m) x i * (ln (x i) - ln (y i))).
  assert (forall a, 1 < a -> 1 + (a - 1) * S <= exp ((a - 1) * (a * rho))) as lines.
  { intros a above. apply Rle_trans with (2 := below a above).
    rewrite <- one at 1. unfold S. rewrite <- sum_scale, <- sum_plus. apply sum_le.
    intros i small. destruct (positive i small) as [posx posy].
    assert (spent a (x i) (y i) = x i * exp ((a - 1) * (ln (x i) - ln (y i)))) as ->.
    { unfold spent, Rpower. rewrite <- (exp_ln (x i) posx) at 2. rewrite <- !exp_plus.
      f_equal. ring. }
    pose proof (exp_ineq1_le ((a - 1) * (ln (x i) - ln (y i)))). nra. }
  apply Rnot_lt_le. intros more.
  set (d := S - rho) in *. set (e := d / (2 * (1 + d + rho + 2 * S * rho))).
  assert (0 <= S * rho) by (apply Rmult_le_pos; lra).
  assert (0 < d) by (unfold d; lra).
  assert (e * (2 * (1 + d + rho + 2 * S * rho)) = d) as step by (unfold e; field; lra).
  assert (0 < e) as epos by (apply Rdiv_lt_0_compat; lra).
  assert (e < 1) by nra.
  specialize (lines (1 + e) ltac:(lra)). set (z := (1 + e - 1) * ((1 + e) * rho)) in *.
  assert (exp z * (1 - z) <= 1) as over.
  { apply (Rmult_le_reg_r (exp (- z))); [apply exp_pos|].
    pose proof (exp_ineq1_le (- z)). pose proof (exp_pos z).
    replace (exp z * (1 - z) * exp (- z)) with ((1 - z) * (exp z * exp (- z))) by ring.
    rewrite <- exp_plus, Rplus_opp_r, exp_0. lra. }
  assert (0 <= e * S) by (apply Rmult_le_pos; lra).
  assert (0 < 1 + (1 + e - 1) * S) as line by lra.
  assert ((1 + (1 + e - 1) * S) * (1 - z) <= 1) as product.
  { destruct (Rle_or_lt 1 z) as [large|less].
    - assert (0 <= (1 + (1 + e - 1) * S) * (z - 1)) by (apply Rmult_le_pos; lra). lra.
    - apply Rle_trans with (2 := over). apply Rmult_le_compat_r; lra. }
  assert (e * (d - (e * rho + e * (1 + e) * (S * rho))) <= 0) as short.
  { apply Rle_trans with ((1 + (1 + e - 1) * S) * (1 - z) - 1); [right; unfold z, d; ring|lra]. }
  assert (d <= e * rho + e * (1 + e) * (S * rho)).
  { apply Rnot_lt_le. intros above. assert (0 < e * (d - (e * rho + e * (1 + e) * (S * rho))))
      by (apply Rmult_lt_0_compat; lra). lra. }
  assert (0 <= e * (1 - e) * (S * rho)) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra).
  assert (0 < e * d) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= e * rho) by (apply Rmult_le_pos; lra). lra.
Qed.

(** found/pair/renyi/concentrated: Warner's device keeps its divergence of order 1. *)
Theorem device_keeps_its_first_order : forall hit, / 2 < hit < 1 ->
  concentrated (level_of_device hit) 2 (pair_of_reports hit (1 - hit)).
Proof.
  intros hit range. split.
  - repeat split; simpl; try ring; destruct i as [|[|i]]; simpl; lra || lia.
  - intros a above. pose proof (device_spends a hit range ltac:(lra)) as spends.
    simpl. replace (1 - (1 - hit)) with hit by ring. split; lra.
Qed.

(** What rho-zCDP allows a budget of the order a. *)
Definition allowed (a rho : R) : R := if Req_EM_T a 1 then rho else exp ((a - 1) * (a * rho)).

Lemma concentrated_allows : forall a F rho m P, of_order a F -> 0 <= rho ->
  concentrated rho m P -> \sum_(i < m) F (P i 0%nat) (P i 1%nat) <= allowed a rho /\
  \sum_(i < m) F (P i 1%nat) (P i 0%nat) <= allowed a rho.
Proof.
  intros a F rho m P order nonneg ((positive & one & two) & orders). unfold allowed.
  destruct order as [[above ->]|[-> ->]].
  - destruct (Req_EM_T a 1) as [same|_]; [lra|]. now apply orders.
  - destruct (Req_EM_T 1 1) as [_|no]; [|contradiction]. split.
    + apply (first_order_sum rho m (fun i => P i 0%nat) (fun i => P i 1%nat)); try assumption.
      intros a above. now apply orders.
    + apply (first_order_sum rho m (fun i => P i 1%nat) (fun i => P i 0%nat)); try assumption.
      * intros i small. destruct (positive i small). now split.
      * intros a above. now apply orders.
Qed.

(** found/pair/renyi/concentrated: the device has every use that it has under order 1. *)
Theorem concentrated_is_first_order : forall hit F U, / 2 < hit < 1 -> of_order 1 F ->
  best_within F F U hit (1 - hit) -> forall m P, concentrated (level_of_device hit) m P ->
  \sum_(i < m) U (P i 0%nat) (P i 1%nat) <= pair_sum U hit (1 - hit).
Proof.
  intros hit F U range order best m P inside.
  assert (0 <= level_of_device hit) as nonneg.
  { unfold level_of_device. assert (ln (1 - hit) < ln hit) by (apply ln_increasing; lra).
    apply Rmult_le_pos; lra. }
  destruct (concentrated_allows 1 F _ m P order nonneg inside) as [there again].
  assert (allowed 1 (level_of_device hit) = pair_sum F hit (1 - hit) /\
    allowed 1 (level_of_device hit) = pair_sum F (1 - hit) hit) as [forth back].
  { destruct order as [[no _]|[_ ->]]; [lra|]. unfold allowed, pair_sum, level_of_device.
    destruct (Req_EM_T 1 1) as [_|no]; [|contradiction].
    replace (1 - (1 - hit)) with hit by ring. split; ring. }
  rewrite forth in there. rewrite back in again. destruct inside. now apply best.
Qed.

(** found/pair/renyi/concentrated: beyond the edge one order decides, one way: the table that is
    best under its budget is best under rho-zCDP, where it spends all that this allows. *)
Theorem one_order_decides : forall a F rho x y p, of_order a F -> 0 <= rho -> two_reports x y ->
  0 < p < 1 -> mean_at p x y = mean_forth a x y -> pair_sum F x y = allowed a rho ->
  forall m P, concentrated rho m P ->
  \sum_(i < m) informs p (P i 0%nat) (P i 1%nat) <= pair_sum (informs p) x y.
Proof.
  intros a F rho x y p order nonneg two prevalence bound spent m P inside.
  destruct (concentrated_allows a F rho m P order nonneg inside) as [there _].
  rewrite <- spent in there. destruct inside.
  now apply (one_budget_decides a F x y p order two prevalence bound).
Qed.
