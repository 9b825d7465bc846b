(** Multipliers for the best of some actions under conditions on all rows, and lines below budgets of
    divergences (proof "actions"): each action is below what prices of truths, of conditions and of
    budgets charge a row that the conditions allow. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Analysis MutualInformation PowerForms Checker
  RayChecker Logarithms Planes RenyiBudgets BudgetCover ConcentratedBudgets ActionSets.
Import ListNotations.
Open Scope Q_scope.

(** One number for each hard form, for each level of each condition, and for each budget a ratio where a
    line touches. *)
Record multipliers := Multipliers { of_hard : list Q; of_soft : list (list Q); ratios : list Q }.

(** What forms with these multipliers give to a truth. *)
Definition given (forms : list (list Q)) (f : list Q) (j : nat) : Q :=
  fold_right (fun p rest => fst p * entry (snd p) j + rest) 0 (combine f forms).

Definition given_by (c : condition) (f : list Q) (j : nat) : Q := given (map snd (steps c)) f j.

Definition given_by_all (L : rules) (w : multipliers) (j : nat) : Q :=
  given (hard L) (of_hard w) j +
  fold_right (fun p rest => given_by (fst p) (snd p) j + rest) 0 (combine (soft L) (of_soft w)).

(** No multiplier is negative, nor above what its level costs. *)
Definition affordable (c : condition) (f : list Q) : bool :=
  forallb (fun p => Qle_bool 0 (fst p) && Qle_bool (fst p) (fst (snd p) * price c)) (combine f (steps c)).

Definition rising (c : condition) : bool :=
  Qle_bool 0 (price c) && forallb (fun s => Qle_bool 0 (fst s)) (steps c).

Definition balanced (k : nat) (L : rules) (y x : list Q) (w : multipliers) : bool :=
  forallb (Qle_bool 0) (of_hard w) &&
  forallb (fun p => affordable (fst p) (snd p)) (combine (soft L) (of_soft w)) &&
  all k (fun j => Qle_bool (entry x j) (entry y j + given_by_all L w j)) &&
  forallb (fun j => Qle_bool (entry x j) (entry y j)) (alone L).

(** ** The line that touches a power, or an entropy, at a ratio *)

(** Below t^(rest / q), and below one over it; both are 1 for nothing. *)
Definition part_low (rest q : nat) (t : Q) : Q :=
  if Nat.eqb rest 0 then 1
  else exp_low (- ((Z.of_nat rest # Z.to_pos (Z.of_nat q)) * log_above [] (Qred (/ t)))).
Definition part_under (rest q : nat) (t : Q) : Q :=
  if Nat.eqb rest 0 then 1
  else exp_low (- ((Z.of_nat rest # Z.to_pos (Z.of_nat q)) * log_above [] t)).

(** The slope, rounded down, and the height, rounded up: t^order is t times a whole power of t and the
    rest, less than one, of t. *)
Definition line_at (b : divergence) (ratio : Q) : Q * Q :=
  let t := if Qle_bool ratio 0 then 1 else ratio in
  let q := root b in
  match over b with
  | O => (down (1 - log_above [] (Qred (/ t))), up t)
  | n => let whole := qpower t (n / q) in
      let under := part_under (n mod q) q t in
      if Qle_bool under 0 then (0, 0)
      else (down ((Z.of_nat (n + q) # Z.to_pos (Z.of_nat q)) * (whole * part_low (n mod q) q t)),
        up ((Z.of_nat n # Z.to_pos (Z.of_nat q)) * (whole * t * / under)))
  end.

Definition with_line (k : nat) (b : divergence) (ratio : Q) (form : list Q) : list Q :=
  let (slope, height) := line_at b ratio in
  from_entries k (fun j =>
    Qred (entry form j + cost b * (slope * entry (first b) j - height * entry (second b) j))).

Definition with_lines (k : nat) (budgets : list divergence) (t y : list Q) : list Q :=
  fold_right (fun p form => with_line k (fst p) (snd p) form) y (combine budgets t).

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma inverse_real : forall t, 0 < Q2R t -> Q2R (Qred (/ t)) = / Q2R t.
Proof.
  intros t pos. rewrite (Qeq_eqR _ _ (Qred_correct _)). apply Q2R_inv. intros zero.
  apply Qeq_eqR in zero. rewrite Q2R_zero in zero. lra.
Qed.

Lemma log_of_inverse : forall t, 0 < Q2R t -> - ln (Q2R t) <= Q2R (log_above [] (Qred (/ t))).
Proof.
  intros t pos. pose proof (inverse_real t pos) as inverse.
  rewrite <- ln_Rinv by assumption. rewrite <- inverse. apply log_above_real; [reflexivity|].
  rewrite inverse. now apply Rinv_0_lt_compat.
Qed.

Lemma share_nonneg : forall n q, (0 < q)%nat -> 0 <= INR n / INR q.
Proof.
  intros n q some. apply Rmult_le_pos; [apply pos_INR|]. left. apply Rinv_0_lt_compat. now apply lt_0_INR.
Qed.

Lemma part_low_below : forall rest q t, (0 < q)%nat -> 0 < Q2R t ->
  Q2R (part_low rest q t) <= exp (INR rest / INR q * ln (Q2R t)).
Proof.
  intros rest q t some pos. unfold part_low. destruct (Nat.eqb rest 0) eqn:none.
  - apply Nat.eqb_eq in none as ->. rewrite Q2R_one. unfold Rdiv. cbn [INR]. rewrite !Rmult_0_l, exp_0. lra.
  - eapply Rle_trans; [apply exp_low_below|]. apply exp_order.
    rewrite Q2R_opp, Q2R_mult, share_real by assumption.
    pose proof (Rmult_le_compat_l _ _ _ (share_nonneg rest q some) (log_of_inverse t pos)). lra.
Qed.

Lemma part_under_below : forall rest q t, (0 < q)%nat -> 0 < Q2R t ->
  Q2R (part_under rest q t) <= / exp (INR rest / INR q * ln (Q2R t)).
Proof.
  intros rest q t some pos. rewrite <- exp_Ropp. unfold part_under. destruct (Nat.eqb rest 0) eqn:none.
  - apply Nat.eqb_eq in none as ->. rewrite Q2R_one. unfold Rdiv. cbn [INR].
    rewrite !Rmult_0_l, Ropp_0, exp_0. lra.
  - eapply Rle_trans; [apply exp_low_below|]. apply exp_order.
    rewrite Q2R_opp, Q2R_mult, share_real by assumption.
    pose proof (Rmult_le_compat_l _ _ _ (share_nonneg rest q some) (log_above_real [] t eq_refl pos)). lra.
Qed.

Lemma part_of_power : forall n q t, (0 < q)%nat -> 0 < t ->
  Rpower t (/ INR q) ^ n = t ^ (n / q) * exp (INR (n mod q) / INR q * ln t).
Proof.
  intros n q t some pos. assert (0 < INR q) as count by now apply lt_0_INR.
  rewrite <- Rpower_pow by apply power_positive. rewrite Rpower_mult, <- (Rpower_pow (n / q)) by assumption.
  unfold Rpower. rewrite <- exp_plus. f_equal. rewrite (Nat.div_mod_eq n q) at 1.
  rewrite plus_INR, mult_INR. field. lra.
Qed.

Theorem line_at_is_below : forall b ratio x y, (0 < root b)%nat -> 0 <= x -> 0 <= y -> (y = 0 -> x = 0) ->
  Q2R (fst (line_at b ratio)) * x - Q2R (snd (line_at b ratio)) * y <= spends b x y.
Proof.
  intros b ratio x y some lowx lowy silent. unfold line_at, spends, order_of.
  remember (if Qle_bool ratio 0 then 1%Q else ratio) as t eqn:which. assert (0 < Q2R t) as pos.
  { rewrite which. destruct (Qle_bool ratio 0) eqn:none; [rewrite Q2R_one; lra|].
    apply positive_real. now rewrite none. }
  clear which. destruct (over b) as [|m].
  - cbn [fst snd]. eapply Rle_trans; [|apply (entropy_line (ln (Q2R t)) x y); assumption].
    rewrite exp_ln by assumption. apply lower_line; try assumption; [|apply up_above].
    eapply Rle_trans; [apply down_below|]. rewrite Q2R_minus, Q2R_one.
    pose proof (log_of_inverse t pos). lra.
  - cbv zeta. remember (root b) as q. remember (S m) as n eqn:size.
    pose proof (part_low_below (n mod q) q t some pos) as less.
    pose proof (part_under_below (n mod q) q t some pos) as more.
    remember (part_low (n mod q) q t) as low. remember (part_under (n mod q) q t) as under.
    remember (INR (n mod q) / INR q * ln (Q2R t)) as rest. pose proof (exp_pos rest) as posr.
    destruct (Qle_bool under 0) eqn:nothing; cbn [fst snd].
    { rewrite Q2R_zero. assert (0 <= powered (1 + INR n / INR q) x y); [|lra].
      unfold powered. destruct (Req_EM_T x 0); [lra|].
      apply Rmult_le_pos; [assumption|apply Rlt_le, power_positive]. }
    assert (0 < Q2R under) as posu by (apply positive_real; now rewrite nothing).
    assert (exp rest <= / Q2R under) as high.
    { rewrite <- (Rinv_inv (exp rest)). apply Rinv_le_contravar; assumption. }
    assert (0 < Q2R t ^ (n / q)) as posp by now apply pow_lt.
    pose proof (part_of_power n q (Q2R t) some pos) as split_. rewrite <- Heqrest in split_.
    assert (Rpower (Q2R t) (/ INR q) ^ (n + q) = Q2R t ^ (n / q) * exp rest * Q2R t) as whole.
    { rewrite pow_add, split_. f_equal. rewrite <- Rpower_pow by apply power_positive.
      rewrite Rpower_mult, Rinv_l; [now apply Rpower_1|]. apply Rgt_not_eq. now apply lt_0_INR. }
    eapply Rle_trans; [|apply (power_line n q (Rpower (Q2R t) (/ INR q)) x y); try assumption; try lia;
      apply Rlt_le, power_positive].
    rewrite split_, whole. apply lower_line; try assumption.
    + eapply Rle_trans; [apply down_below|]. rewrite !Q2R_mult, power_real, share_real by assumption.
      apply Rmult_le_compat_l; [now apply share_nonneg|]. apply Rmult_le_compat_l; lra.
    + eapply Rle_trans; [|apply up_above]. rewrite !Q2R_mult, power_real, share_real, Q2R_inv; try assumption.
      * apply Rmult_le_compat_l; [now apply share_nonneg|].
        replace (Q2R t ^ (n / q) * exp rest * Q2R t) with (Q2R t ^ (n / q) * Q2R t * exp rest) by ring.
        apply Rmult_le_compat_l; [|assumption]. apply Rmult_le_pos; lra.
      * intros zero. apply Qeq_eqR in zero. rewrite Q2R_zero in zero. lra.
Qed.

Definition spent_by_all (k : nat) (budgets : list divergence) (r : nat -> R) : R :=
  list_sum (map (fun b => Q2R (cost b) * spent_on k b r) budgets).

Theorem lines_below_charge : forall k budgets t y r, length t = length budgets ->
  (forall b, In b budgets -> budget_prices k b) -> nonnegative k r ->
  (forall b, In b budgets -> finite_on k b r) ->
  dot k (vector (with_lines k budgets t y)) r <= dot k (vector y) r + spent_by_all k budgets r.
Proof.
  intros k budgets t y r len spec above finite. unfold with_lines, spent_by_all. revert t len.
  induction budgets as [|b rest IH]; intros [|ratio t] len; try discriminate;
    cbn [combine fold_right map list_sum fst snd]; [lra|].
  specialize (IH (fun b' there => spec b' (or_intror there)) (fun b' there => finite b' (or_intror there))
    t ltac:(now injection len)).
  set (form := fold_right _ _ _) in *. unfold with_line.
  destruct (spec b (or_introl eq_refl)) as (some & price & forms). destruct (forms r above) as [one two].
  pose proof (line_at_is_below b ratio _ _ some one two (finite b (or_introl eq_refl))) as below.
  change (spends b _ _) with (spent_on k b r) in below.
  destruct (line_at b ratio) as [slope height]. cbn [fst snd] in below.
  apply (Rmult_le_compat_l (Q2R (cost b))) in below; [|assumption].
  enough (dot k (vector (from_entries k (fun j =>
    Qred (entry form j + cost b * (slope * entry (first b) j - height * entry (second b) j))))) r =
    dot k (vector form) r + Q2R (cost b) * (Q2R slope * first_of k b r - Q2R height * second_of k b r)) by lra.
  unfold first_of, second_of, dot. rewrite <- !sum_scale, <- sum_minus, <- sum_scale, <- sum_plus.
  apply sum_ext. intros j small. unfold vector at 1. rewrite entry_of by assumption.
  rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus, Q2R_mult, Q2R_minus, !Q2R_mult. unfold vector. ring.
Qed.

Definition mixed (k : nat) (forms : list (list Q)) (f : list Q) (r : nat -> R) : R :=
  list_sum (map (fun p => Q2R (fst p) * real_dot k (snd p) r) (combine f forms)).

Lemma given_real : forall k forms f r,
  \sum_(j < k) (Q2R (given forms f j) * r j) = mixed k forms f r.
Proof.
  intros k forms. induction forms as [|a forms IH]; intros [|q f] r; unfold mixed, given; cbn [combine];
    try (cbn [fold_right map list_sum]; apply sum_zero; intros; rewrite Q2R_zero; ring).
  cbn [fold_right map list_sum]. specialize (IH f r). unfold given, mixed in IH. rewrite <- IH.
  unfold real_dot, dot. rewrite <- sum_scale, <- sum_plus. apply sum_ext. intros j _.
  cbn [fst snd]. rewrite Q2R_plus, Q2R_mult. unfold vector. ring.
Qed.

Lemma hard_gives_nothing : forall k forms f r, (forall a, In a forms -> real_dot k a r <= 0) ->
  forallb (Qle_bool 0) f = true -> mixed k forms f r <= 0.
Proof.
  intros k forms. induction forms as [|a forms IH]; intros [|q f] r below nonneg; unfold mixed;
    cbn [combine map list_sum]; try lra.
  cbn [forallb] in nonneg. apply andb_prop in nonneg as [first rest]. apply le_real in first.
  rewrite Q2R_zero in first. specialize (IH f r (fun b there => below b (or_intror there)) rest).
  unfold mixed in IH. specialize (below a (or_introl eq_refl)). cbn [fst snd].
  assert (Q2R q * real_dot k a r <= Q2R q * 0) by now apply Rmult_le_compat_l. lra.
Qed.

Lemma soft_gives_its_cost : forall k c f r, rising c = true -> affordable c f = true ->
  mixed k (map snd (steps c)) f r <= Q2R (price c) * spent k c r.
Proof.
  intros k c f r rise fits. unfold rising in rise. apply andb_prop in rise as [cost rise].
  apply le_real in cost. rewrite Q2R_zero in cost. unfold affordable in fits. unfold spent, mixed.
  revert f fits. induction (steps c) as [|[w a] l IH]; intros [|q f] fits;
    cbn [map combine list_sum forallb fst snd] in *; try lra.
  - apply andb_prop in rise as [first rise]. apply le_real in first. rewrite Q2R_zero in first.
    specialize (IH rise [] eq_refl). cbn [combine map list_sum] in IH.
    destruct (map snd l); cbn [combine map list_sum] in IH;
      pose proof (Rmult_le_pos _ _ first (Rmax_l 0 (real_dot k a r)));
      assert (0 <= Q2R (price c) * (Q2R w * Rmax 0 (real_dot k a r))) by (now apply Rmult_le_pos); lra.
  - apply andb_prop in rise as [first rise]. apply andb_prop in fits as [here fits].
    apply andb_prop in here as [low high]. apply le_real in low, high. rewrite Q2R_zero in low.
    rewrite Q2R_mult in high. specialize (IH rise f fits).
    pose proof (Rmax_l 0 (real_dot k a r)) as above. pose proof (Rmax_r 0 (real_dot k a r)) as over.
    set (most := Rmax 0 (real_dot k a r)) in *.
    assert (Q2R q * real_dot k a r <= Q2R q * most) by (now apply Rmult_le_compat_l).
    assert (Q2R q * most <= Q2R w * Q2R (price c) * most) by (now apply Rmult_le_compat_r). lra.
Qed.

Lemma spent_nonneg : forall k c r, rising c = true -> 0 <= Q2R (price c) * spent k c r.
Proof.
  intros k c r rise. pose proof (soft_gives_its_cost k c [] r rise eq_refl) as found.
  unfold mixed in found. now destruct (map snd (steps c)).
Qed.

Theorem balanced_action : forall k L y x w r, forallb rising (soft L) = true ->
  balanced k L y x w = true -> nonnegative k r -> allowed k L r ->
  dot k (vector x) r <= charged k L y r.
Proof.
  intros k L y x w r rise yes nonneg own. unfold balanced in yes.
  apply andb_prop in yes as [yes singles]. apply andb_prop in yes as [yes each].
  apply andb_prop in yes as [hard_rise costs]. unfold charged.
  assert (forall l, (forall c, In c l -> rising c = true) ->
    0 <= list_sum (map (fun c => Q2R (price c) * spent k c r) l)) as nothing_less.
  { induction l as [|c l IH]; intros all; cbn [map list_sum]; [lra|].
    pose proof (spent_nonneg k c r (all c (or_introl eq_refl))).
    specialize (IH (fun c' there => all c' (or_intror there))). lra. }
  rewrite forallb_forall in rise. destruct own as [below|(j & there & single)].
  - assert (0 <= \sum_(j < k) ((Q2R (entry y j) + Q2R (given_by_all L w j) - Q2R (entry x j)) * r j)) as total.
    { apply sum_nonneg. intros j small. pose proof (all_spec _ _ each j small) as here. cbv beta in here.
      apply le_real in here. rewrite Q2R_plus in here. apply Rmult_le_pos; [lra|now apply nonneg]. }
    rewrite (sum_ext k _ (fun j => Q2R (entry y j) * r j + Q2R (given_by_all L w j) * r j -
      Q2R (entry x j) * r j)) in total by (intros; ring).
    rewrite sum_minus, sum_plus in total. unfold real_dot, dot, vector.
    enough (\sum_(j < k) (Q2R (given_by_all L w j) * r j) <=
      list_sum (map (fun c => Q2R (price c) * spent k c r) (soft L))) by lra.
    unfold given_by_all.
    rewrite (sum_ext k _ (fun j => Q2R (given (hard L) (of_hard w) j) * r j +
      Q2R (fold_right (fun p rest => (given_by (fst p) (snd p) j + rest)%Q) 0%Q
        (combine (soft L) (of_soft w))) * r j)) by (intros; rewrite Q2R_plus; ring).
    rewrite sum_plus, given_real.
    pose proof (hard_gives_nothing k (hard L) (of_hard w) r below hard_rise).
    enough (\sum_(j < k) (Q2R (fold_right (fun p rest => (given_by (fst p) (snd p) j + rest)%Q) 0%Q
      (combine (soft L) (of_soft w))) * r j) <=
      list_sum (map (fun c => Q2R (price c) * spent k c r) (soft L))) by lra.
    generalize dependent (of_soft w). clear -rise nothing_less.
    induction (soft L) as [|c l IH]; intros [|f fs] costs; cbn [combine fold_right map list_sum];
      try (rewrite sum_zero by (intros; rewrite Q2R_zero; ring); apply (nothing_less (c :: l)); auto);
      try (rewrite sum_zero by (intros; rewrite Q2R_zero; ring); lra).
    cbn [combine forallb] in costs. apply andb_prop in costs as [here costs].
    specialize (IH (fun c' there => rise c' (or_intror there)) fs costs).
    rewrite (sum_ext k _ (fun j => Q2R (given_by c f j) * r j + Q2R (fold_right (fun p rest =>
      (given_by (fst p) (snd p) j + rest)%Q) 0%Q (combine l fs)) * r j))
      by (intros; cbn [fst snd]; rewrite Q2R_plus; ring).
    rewrite sum_plus. unfold given_by at 1. rewrite given_real.
    pose proof (soft_gives_its_cost k c f r (rise c (or_introl eq_refl)) here). cbn [fst snd] in *. lra.
  - rewrite forallb_forall in singles. specialize (singles j there). apply le_real in singles.
    pose proof (nothing_less (soft L) rise) as above. unfold real_dot, dot.
    enough (\sum_(i < k) (vector x i * r i) <= \sum_(i < k) (vector y i * r i)) by lra.
    apply sum_le. intros i small. destruct (Nat.eq_dec i j) as [->|other].
    + apply Rmult_le_compat_r; [now apply nonneg|exact singles].
    + rewrite (single i small other). lra.
Qed.

(** ** What a certificate says *)

(** Some actions, prices of truths, of all conditions and of all budgets, and multipliers of each action. *)
Record covered_set := CoveredSet {
  held : list nat; own_prices : list Q; own_condition_prices : list Q; own_budget_prices : list Q;
  own_multipliers : list multipliers }.

Fixpoint with_costs (l : list divergence) (z : list Q) : list divergence :=
  match l with
  | [] => []
  | b :: rest => Divergence (over b) (root b) (first b) (second b) (hd 0%Q z) (most_above b) (most_kept b) ::
      with_costs rest (tl z)
  end.

Fixpoint with_prices (l : list condition) (z : list Q) : list condition :=
  match l with
  | [] => []
  | c :: rest => Condition (steps c) (most c) (hd 0%Q z) :: with_prices rest (tl z)
  end.

Section Certificate.
Variables (k : nat) (above kept : rules) (budgets : list divergence) (all_orders : option concentration).
Variables (first : list Q) (others : list (list Q)) (at_most : option nat) (bound : Q).
Variables (n : nat) (T : list (list Q)) (value : Q).

Let worth := best k (vector first) (map vector others).

Definition priced_rules (z : list Q) : rules :=
  Rules (hard above) (alone above) (with_prices (soft above) z).

Open Scope Q_scope.

Definition set_pays (s : covered_set) : bool :=
  let L := priced_rules (own_condition_prices s) in
  let B := with_costs budgets (own_budget_prices s) in
  forallb rising (soft L) && forallb (is_budget k) B &&
  Nat.eqb (length (own_multipliers s)) (length (held s)) &&
  forallb (fun p => Nat.eqb (length (ratios (snd p))) (length B) &&
    balanced k L (with_lines k B (ratios (snd p)) (own_prices s)) (action first others (fst p)) (snd p))
    (combine (held s) (own_multipliers s)) &&
  Qle_bool (qpaid k L (own_prices s) + budgets_paid k B []) bound.

(** Every choice of so many actions, or all of them, is in a set. *)
Definition choices_held (sets : list covered_set) : bool :=
  match at_most with
  | None => existsb (fun s => holds_all (seq 0 (S (length others))) (held s)) sets
  | Some m => Nat.ltb 0 m && Nat.leb n m &&
      forallb (fun w => existsb (fun s => holds_all w (held s)) sets) (words (S (length others)) m)
  end.

Definition few_enough (m : nat) : Prop := match at_most with None => True | Some most => (m <= most)%nat end.

Definition conditions_accepted (sets : list covered_set) : bool :=
  forallb set_pays sets && choices_held sets && rules_hold k n kept T &&
  orders_kept k n budgets all_orders T &&
  Qle_bool value (qsum n (fun i => qbest k first others (entry2 T i))).

Definition proves_conditions : Prop :=
  (forall m P, few_enough m -> obeys_rules m k above P ->
     keeps_orders m k budgets all_orders most_above P ->
     (\sum_(i < m) worth (P i) <= Q2R bound)%R) /\
  few_enough n /\ obeys_rules n k kept (real_matrix T) /\
  keeps_orders n k budgets all_orders most_kept (real_matrix T) /\
  (Q2R value <= \sum_(i < n) worth (real_matrix T i))%R.

Open Scope R_scope.

Lemma in_with_prices : forall l z c, In c (with_prices l z) ->
  exists b, In b l /\ steps c = steps b /\ most c = most b.
Proof.
  induction l as [|b l IH]; intros z c there; [contradiction|]. destruct there as [<-|there].
  - exists b. repeat split; auto. now left.
  - destruct (IH (tl z) c there) as (b' & inside & same). exists b'. split; [now right|assumption].
Qed.

Lemma obeys_priced : forall m P z, obeys_rules m k above P -> obeys_rules m k (priced_rules z) P.
Proof.
  intros m P z (columns & rows_ & limited). split; [assumption|]. split; [exact rows_|].
  intros c there. destruct (in_with_prices _ z c there) as (b & inside & same & equal).
  unfold spent. rewrite same, equal. fold (spent k b). now apply limited.
Qed.

Lemma keeps_priced : forall m P z, keeps_budgets m k budgets most_above P ->
  keeps_budgets m k (with_costs budgets z) most_above P.
Proof.
  intros m P z [columns limited]. split; [assumption|]. revert z.
  induction budgets as [|b rest IH]; intros z c there; [contradiction|]. destruct there as [<-|there].
  - exact (limited b (or_introl eq_refl)).
  - exact (IH (fun b' inside => limited b' (or_intror inside)) (tl z) c there).
Qed.

Lemma in_combine_left : forall (A B : Type) (l : list A) (l' : list B) a,
  length l' = length l -> In a l -> exists b, In (a, b) (combine l l').
Proof.
  induction l as [|x l IH]; intros [|y l'] a len there; try contradiction; try discriminate.
  destruct there as [->|there]; [exists y; now left|].
  destruct (IH l' a) as (b & found); [now injection len|assumption|]. exists b. now right.
Qed.

Lemma set_bounds : forall m P s (choice : nat -> nat), set_pays s = true ->
  obeys_rules m k above P -> keeps_budgets m k budgets most_above P ->
  (forall i, (i < m)%nat -> In (choice i) (held s)) ->
  \sum_(i < m) dot k (vector (action first others (choice i))) (P i) <= Q2R bound.
Proof.
  intros m P s choice yes obeyed own_budgets inside. unfold set_pays in yes. cbv zeta in yes.
  apply (obeys_priced m P (own_condition_prices s)) in obeyed.
  apply (keeps_priced m P (own_budget_prices s)) in own_budgets.
  set (L := priced_rules (own_condition_prices s)) in *.
  set (B := with_costs budgets (own_budget_prices s)) in *.
  apply andb_prop in yes as [yes less]. apply andb_prop in yes as [yes each].
  apply andb_prop in yes as [yes len]. apply andb_prop in yes as [rise spec].
  apply Nat.eqb_eq in len. rewrite forallb_forall in each, spec.
  assert (forall b, In b B -> budget_prices k b) as prices by (intros b there; now apply budget_spec, spec).
  apply le_real in less. rewrite Q2R_plus in less. eapply Rle_trans; [|exact less].
  assert (prices_rise L = true) as costs.
  { unfold prices_rise. rewrite forallb_forall in *. intros c there. specialize (rise c there).
    now apply andb_prop in rise as [cost_ _]. }
  pose proof (rules_pay m k L (own_prices s) P costs obeyed) as pay.
  pose proof (budgets_pay k B [] prices m P own_budgets) as pay_budgets.
  destruct obeyed as (columns & rows_ & _). destruct own_budgets as [_ limited].
  enough (\sum_(i < m) dot k (vector (action first others (choice i))) (P i) <=
    \sum_(i < m) (charged k L (own_prices s) (P i) + charged_for k B [] (P i))) as all_
    by (rewrite sum_plus in all_; lra).
  apply sum_le. intros i small.
  destruct (in_combine_left _ _ _ (own_multipliers s) _ len (inside i small)) as (w & pair).
  pose proof (each _ pair) as here. cbn [fst snd] in here. apply andb_prop in here as [same here].
  apply Nat.eqb_eq in same. assert (nonnegative k (P i)) as row
    by (intros j there; now apply (columns j there)).
  pose proof (balanced_action k L _ _ w (P i) rise here row (rows_ i small)) as below.
  pose proof (lines_below_charge k B (ratios w) (own_prices s) (P i) same prices row
    (fun b there => proj1 (limited b there) i small)) as lines.
  assert (dot k (vector []) (P i) = 0) as nothing.
  { apply sum_zero. intros j _. unfold vector, entry. rewrite nth_overflow by apply Nat.le_0_l.
    rewrite Q2R_zero. ring. }
  unfold charged_for. rewrite nothing. unfold charged, real_dot in *. unfold spent_by_all in lines. lra.
Qed.

Lemma choice_is_held : forall sets m (choice : nat -> nat), choices_held sets = true -> few_enough m ->
  (forall i, (i < m)%nat -> (choice i < S (length others))%nat) ->
  exists s, In s sets /\ forall i, (i < m)%nat -> In (choice i) (held s).
Proof.
  intros sets m choice yes few all. unfold choices_held, few_enough in *.
  assert (forall w s, holds_all w (held s) = true -> forall a, In a w -> In a (held s)) as holds.
  { intros w s every a there. unfold holds_all in every. rewrite forallb_forall in every.
    specialize (every a there). apply existsb_exists in every as (a' & inside & same).
    apply Nat.eqb_eq in same. now rewrite same. }
  destruct at_most as [r|].
  - apply andb_prop in yes as [yes every]. apply andb_prop in yes as [some _]. apply Nat.ltb_lt in some.
    destruct (every_word (S (length others)) r (fun i => if Nat.ltb i m then choice i else O))
      as (w & inside & picked).
    { intros i small. destruct (Nat.ltb_spec i m); [now apply all|lia]. }
    rewrite forallb_forall in every. specialize (every w inside).
    apply existsb_exists in every as (s & there & own). exists s. split; [assumption|].
    intros i small. apply (holds w s own). specialize (picked i ltac:(lia)).
    apply Nat.ltb_lt in small. now rewrite small in picked.
  - apply existsb_exists in yes as (s & there & own). exists s. split; [assumption|].
    intros i small. apply (holds _ s own), in_seq. specialize (all i small). lia.
Qed.

Theorem kernel_conditions : forall sets, conditions_accepted sets = true -> proves_conditions.
Proof.
  intros sets yes. unfold conditions_accepted in yes.
  apply andb_prop in yes as [yes most_]. apply andb_prop in yes as [yes orders].
  apply andb_prop in yes as [yes own]. apply andb_prop in yes as [pays every].
  destruct (orders_kept_spec _ _ _ _ _ orders) as (_ & own_orders & follow).
  split; [|split; [|split; [now apply rules_hold_spec|split; [assumption|]]]].
  - intros m P few obeyed spent_. destruct (choices_exist k first others m P) as (choice & all).
    destruct (choice_is_held sets m choice every few) as (s & there & inside);
      [intros i small; now apply all|].
    rewrite forallb_forall in pays.
    eapply Rle_trans; [|apply (set_bounds m P s choice (pays s there)); auto].
    apply sum_le. intros i small. unfold worth. rewrite (proj2 (all i small)). apply Rle_refl.
  - unfold few_enough, choices_held in *. destruct at_most; [|exact I].
    apply andb_prop in every as [every _]. apply andb_prop in every as [_ short]. now apply Nat.leb_le.
  - apply le_real in most_. rewrite sum_real in most_. eapply Rle_trans; [exact most_|].
    apply Req_le, sum_ext. intros i _. apply best_real.
Qed.
End Certificate.
