(** Multipliers for the best of some actions under conditions on all rows (proof "actions"): each action
    is below what prices of truths and of conditions charge a row that the conditions allow. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Checker RayChecker Planes RenyiBudgets BudgetCover
  ConcentratedBudgets ActionSets.
Import ListNotations.
Open Scope Q_scope.

(** One number for each hard form, and for each level of each condition. *)
Record multipliers := Multipliers { of_hard : list Q; of_soft : list (list Q) }.

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

(** ** Why it may be believed *)

Open Scope R_scope.

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

(** Some actions, prices of truths and of all conditions, and multipliers of each action. *)
Record covered_set := CoveredSet {
  held : list nat; own_prices : list Q; own_condition_prices : list Q; own_multipliers : list multipliers }.

(** Rules, and budgets, each with a condition that its levels say. *)
Fixpoint with_prices (l : list condition) (z : list Q) : list condition :=
  match l with
  | [] => []
  | c :: rest => Condition (steps c) (most c) (hd 0%Q z) :: with_prices rest (tl z)
  end.

Section Certificate.
Variables (k : nat) (above kept : rules) (budgets : list levelled) (all_orders : option concentration).
Variables (first : list Q) (others : list (list Q)) (at_most : option nat) (bound : Q).
Variables (n : nat) (T : list (list Q)) (value : Q).

Let worth := best k (vector first) (map vector others).

Definition priced_rules (z : list Q) : rules :=
  Rules (hard above) (alone above) (with_prices (soft above ++ map (lines k) budgets) z).

Open Scope Q_scope.

Definition set_pays (s : covered_set) : bool :=
  let L := priced_rules (own_condition_prices s) in
  forallb rising (soft L) && Nat.eqb (length (own_multipliers s)) (length (held s)) &&
  forallb (fun p => balanced k L (own_prices s) (action first others (fst p)) (snd p))
    (combine (held s) (own_multipliers s)) &&
  Qle_bool (qpaid k L (own_prices s)) bound.

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
  orders_kept k n (map budget budgets) all_orders T && forallb (levels_fit k) budgets &&
  Qle_bool value (qsum n (fun i => qbest k first others (entry2 T i))).

Definition proves_conditions : Prop :=
  (forall m P, few_enough m -> obeys_rules m k above P ->
     keeps_orders m k (map budget budgets) all_orders most_above P ->
     (\sum_(i < m) worth (P i) <= Q2R bound)%R) /\
  few_enough n /\ obeys_rules n k kept (real_matrix T) /\
  keeps_orders n k (map budget budgets) all_orders most_kept (real_matrix T) /\
  (Q2R value <= \sum_(i < n) worth (real_matrix T i))%R.

Open Scope R_scope.

Lemma in_with_prices : forall l z c, In c (with_prices l z) ->
  exists b, In b l /\ steps c = steps b /\ most c = most b.
Proof.
  induction l as [|b l IH]; intros z c there; [contradiction|]. destruct there as [<-|there].
  - exists b. repeat split; auto. now left.
  - destruct (IH (tl z) c there) as (b' & inside & same). exists b'. split; [now right|assumption].
Qed.

Lemma obeys_priced : forall m P z, (forall l, In l budgets -> levels_fit k l = true) ->
  obeys_rules m k above P ->
  (forall l, In l budgets -> keeps_budget m k (budget l) (most_above (budget l)) P) ->
  obeys_rules m k (priced_rules z) P.
Proof.
  intros m P z fits (columns & rows_ & limited) own. split; [assumption|]. split; [exact rows_|].
  intros c there. destruct (in_with_prices _ z c there) as (b & inside & same & equal).
  unfold spent. rewrite same, equal. fold (spent k b). apply in_app_or in inside as [inside|inside].
  - now apply limited.
  - apply in_map_iff in inside as (a & <- & inside). apply budget_obeys; auto.
Qed.

Lemma in_combine_left : forall (A B : Type) (l : list A) (l' : list B) a,
  length l' = length l -> In a l -> exists b, In (a, b) (combine l l').
Proof.
  induction l as [|x l IH]; intros [|y l'] a len there; try contradiction; try discriminate.
  destruct there as [->|there]; [exists y; now left|].
  destruct (IH l' a) as (b & found); [now injection len|assumption|]. exists b. now right.
Qed.

Lemma set_bounds : forall m P s (choice : nat -> nat), set_pays s = true ->
  obeys_rules m k (priced_rules (own_condition_prices s)) P ->
  (forall i, (i < m)%nat -> In (choice i) (held s)) ->
  \sum_(i < m) dot k (vector (action first others (choice i))) (P i) <= Q2R bound.
Proof.
  intros m P s choice yes obeyed inside. unfold set_pays in yes. cbv zeta in yes.
  set (L := priced_rules (own_condition_prices s)) in *.
  apply andb_prop in yes as [yes less]. apply andb_prop in yes as [yes each].
  apply andb_prop in yes as [rise len]. apply Nat.eqb_eq in len. rewrite forallb_forall in each.
  apply le_real in less. eapply Rle_trans; [|exact less].
  assert (prices_rise L = true) as costs.
  { unfold prices_rise. rewrite forallb_forall in *. intros c there. specialize (rise c there).
    now apply andb_prop in rise as [cost _]. }
  eapply Rle_trans; [|exact (rules_pay m k L (own_prices s) P costs obeyed)].
  destruct obeyed as (columns & rows_ & _). apply sum_le. intros i small.
  destruct (in_combine_left _ _ _ (own_multipliers s) _ len (inside i small)) as (w & pair).
  apply (balanced_action k L (own_prices s) _ w); auto; [exact (each _ pair)|].
  intros j there. now apply (columns j there).
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
  apply andb_prop in yes as [yes most_]. apply andb_prop in yes as [yes levels].
  apply andb_prop in yes as [yes orders].
  apply andb_prop in yes as [yes own]. apply andb_prop in yes as [pays every].
  rewrite forallb_forall in levels. destruct (orders_kept_spec _ _ _ _ _ orders) as (_ & own_orders & follow).
  split; [|split; [|split; [now apply rules_hold_spec|split; [assumption|]]]].
  - intros m P few obeyed spent_. destruct (choices_exist k first others m P) as (choice & all).
    destruct (choice_is_held sets m choice every few) as (s & there & inside);
      [intros i small; now apply all|].
    rewrite forallb_forall in pays.
    eapply Rle_trans; [|apply (set_bounds m P s choice (pays s there)); [|assumption]].
    2:{ apply obeys_priced; try assumption. intros l known.
        exact (proj2 (follow m P spent_) (budget l) (in_map budget budgets l known)). }
    apply sum_le. intros i small. unfold worth. rewrite (proj2 (all i small)). apply Rle_refl.
  - unfold few_enough, choices_held in *. destruct at_most; [|exact I].
    apply andb_prop in every as [every _]. apply andb_prop in every as [_ short]. now apply Nat.leb_le.
  - apply le_real in most_. rewrite sum_real in most_. eapply Rle_trans; [exact most_|].
    apply Req_le, sum_ext. intros i _. apply best_real.
Qed.
End Certificate.
