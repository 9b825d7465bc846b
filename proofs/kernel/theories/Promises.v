(** What a certificate promises of tables: levels of pairs of truths with deltas, rules that forms
    say, or budgets of Renyi divergences. Prices that cover the rows that decide, or simplices of rows,
    pay for every table that keeps the promise. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Checker RayChecker Planes RenyiBudgets
  BudgetCover ConcentratedBudgets.
Import ListNotations.
Open Scope Q_scope.

(** Levels for which the bound holds, those that the table obeys, deltas and their prices; or rules
    for which the bound holds, those that the table obeys, and levels that follow from the first; or
    budgets, or all orders from which they follow, with how often a simplex may be halved. *)
Inductive promise :=
  | Pairs (high low : list (list (option Q))) (budgets prices_of_pairs : list (list Q))
  | Forms (above kept : rules) (known : list (list (option Q)))
  | Budgets (spent : list divergence) (every : option concentration) (halvings : nat).

Record priced_table := PricedTable {
  number : nat;
  promised : promise;
  truth_prices : list Q;
  claimed : Q;
  reports : nat;
  entries : list (list Q);
  reached : Q }.

(** Without levels every row that is not negative may be. *)
Lemma row_without_levels : forall k r, nonnegative k r -> row k (real_levels []) (real_matrix []) r.
Proof.
  intros k r above. split; [exact above|]. intros a b _ _ _. unfold excess, real_levels.
  now destruct a, b.
Qed.

Lemma gauge_without_levels : forall k u, gauge_on k (real_levels []) (real_matrix []) u -> gauge k u.
Proof.
  intros k u (same & scales & adds). split; [assumption|]. split; intros; [apply scales|apply adds];
    auto using row_without_levels.
Qed.

Section Promises.

Variable d : priced_table.

Let k := number d.
Let table := real_matrix (entries d).

(** ** What is promised *)

(** The tables for which the bound holds. *)
Definition keeps (m : nat) (P : matrix) : Prop :=
  match promised d with
  | Pairs high _ budgets _ => private m k (real_levels high) (real_matrix budgets) P
  | Forms above _ _ => obeys_rules m k above P
  | Budgets spent every _ => keeps_orders m k spent every most_above P
  end.

Definition own_keeps : Prop :=
  match promised d with
  | Pairs _ low budgets _ => private (reports d) k (real_levels low) (real_matrix budgets) table
  | Forms _ kept _ => obeys_rules (reports d) k kept table
  | Budgets spent every _ => keeps_orders (reports d) k spent every most_kept table
  end.

(** ** What is computed *)

(** Levels that every row obeys where there is no delta. *)
Definition known_levels : list (list (option Q)) :=
  match promised d with
  | Pairs high _ _ _ => high
  | Forms _ _ known => known
  | Budgets _ _ _ => []
  end.
Definition known_deltas : list (list Q) :=
  match promised d with Pairs _ _ budgets _ => budgets | _ => [] end.

(** Every row that decides passes at what it is charged. *)
Definition rows_pass (passes : list Q -> Q -> bool) : bool :=
  let y := truth_prices d in
  match promised d with
  | Pairs high _ budgets z =>
      rays_pass k high budgets (fun p => passes p (qcharge k high y z (entry p)))
  | Forms above _ known => cells_pass k above known (fun p => passes p (qcharged k above y p))
  | Budgets spent _ halvings => budgets_cover k spent y passes halvings
  end.

Definition total_paid : Q :=
  match promised d with
  | Pairs _ _ budgets z => qsum k (entry (truth_prices d)) +
      qsum k (fun a => qsum k (fun b => entry2 z a b * entry2 budgets a b))
  | Forms above _ _ => qpaid k above (truth_prices d)
  | Budgets spent _ _ => budgets_paid k spent (truth_prices d)
  end.

(** Nothing costs less than nothing, and the table keeps the promise. *)
Definition promise_fits : bool :=
  match promised d with
  | Pairs _ low budgets z => all_pairs k (fun a b => Qle_bool 0 (entry2 z a b)) &&
      private_table k (reports d) low budgets (entries d)
  | Forms above kept _ => prices_rise above && rules_hold k (reports d) kept (entries d)
  | Budgets spent every _ => orders_kept k (reports d) spent every (entries d)
  end.

(** ** Why it may be believed *)

Open Scope R_scope.

Definition real_charge (r : nat -> R) : R :=
  match promised d with
  | Pairs high _ _ z => charge k (real_levels high) (vector (truth_prices d)) (real_matrix z) r
  | Forms above _ _ => charged k above (truth_prices d) r
  | Budgets spent _ _ => charged_for k spent (truth_prices d) r
  end.

Definition known_row (r : nat -> R) : Prop :=
  row k (real_levels known_levels) (real_matrix known_deltas) r.

Definition known_gauge (u : (nat -> R) -> R) : Prop :=
  gauge_on k (real_levels known_levels) (real_matrix known_deltas) u.

Lemma keeps_columns : forall m P, keeps m P -> stochastic m k P.
Proof.
  intros m P kept. unfold keeps, keeps_orders in kept.
  destruct (promised d) as [| |spent [c|] halvings]; apply kept.
Qed.

Lemma own_columns : own_keeps -> stochastic (reports d) k table.
Proof.
  intros kept. unfold own_keeps, keeps_orders in kept.
  destruct (promised d) as [| |spent [c|] halvings]; apply kept.
Qed.

Theorem rows_decide : forall u passes, known_gauge u -> promise_fits = true ->
  (forall p c, known_row (fun j => Q2R (entry p j)) -> passes p c = true ->
    u (fun j => Q2R (entry p j)) <= Q2R c) ->
  rows_pass passes = true ->
  forall m P i, keeps m P -> (i < m)%nat -> u (P i) <= real_charge (P i).
Proof.
  unfold known_gauge, known_row, known_levels, known_deltas, rows_pass, promise_fits, keeps, real_charge.
  intros u passes is_gauge fits means yes m P i kept inside. destruct (promised d).
  - pose proof (rays_decide k high budgets (truth_prices d) prices_of_pairs u _ is_gauge
      (fun p => means p _) yes) as covered.
    apply covered. now apply private_row with m.
  - destruct kept as (columns & rows_ & _).
    apply (planes_decide k above known (truth_prices d) u _ is_gauge (fun p => means p _) yes);
      [|now apply rows_].
    intros j small. now apply (columns j small).
  - destruct (orders_kept_spec _ _ _ _ _ fits) as (each & _ & follow).
    destruct (follow m P kept) as [columns limited].
    apply (cover_sound k spent (truth_prices d) passes u each (gauge_without_levels k u is_gauge))
      with halvings; [intros; now apply means; [apply row_without_levels|]|assumption| |].
    + intros j small. now apply (columns j small).
    + intros b there. now apply (limited b there).
Qed.

Theorem rows_known : forall passes, rows_pass passes = true ->
  forall m P i, keeps m P -> (i < m)%nat -> known_row (P i).
Proof.
  unfold known_row, known_levels, known_deltas, rows_pass, keeps.
  intros passes yes m P i kept inside. destruct (promised d); [now apply private_row with m| |].
  - destruct kept as (columns & rows_ & _).
    apply (allowed_row k above known _ (P i) yes); [|now apply rows_].
    intros j small. now apply (columns j small).
  - apply row_without_levels. unfold keeps_orders in kept.
    destruct every; intros j small; now apply (proj1 kept j small).
Qed.

Theorem promise_pays : promise_fits = true -> own_keeps /\
  forall m P, keeps m P -> \sum_(i < m) real_charge (P i) <= Q2R total_paid.
Proof.
  unfold promise_fits, own_keeps, keeps, real_charge, total_paid. intros yes. destruct (promised d).
  - apply andb_prop in yes as [prices kept]. split; [now apply private_table_spec|].
    intros m P own. rewrite Q2R_plus, !sum_real.
    rewrite (sum_ext k (fun a => Q2R (qsum k _)) (fun a => \sum_(b < k)
      (real_matrix prices_of_pairs a b * real_matrix budgets a b)))
      by (intros a _; rewrite sum_real; apply sum_ext; intros b _; apply Q2R_mult).
    apply (prices_bound m k (real_levels high) (real_matrix budgets) (vector (truth_prices d))
      (real_matrix prices_of_pairs)); [|intros r _; apply Rle_refl|assumption].
    intros a b small small'. unfold real_matrix. rewrite <- Q2R_zero. apply le_real.
    exact (all_pairs_spec _ _ prices a b small small').
  - apply andb_prop in yes as [rise kept_]. split; [now apply rules_hold_spec|].
    intros m P own. now apply rules_pay.
  - destruct (orders_kept_spec _ _ _ _ _ yes) as (each & own & follow). split; [assumption|].
    intros m P kept. apply budgets_pay; auto.
Qed.

(** A utility that the rows that decide pay for is worth no more than what all prices pay. *)
Theorem promise_bound : forall u passes, known_gauge u ->
  (forall p c, known_row (fun j => Q2R (entry p j)) -> passes p c = true ->
    u (fun j => Q2R (entry p j)) <= Q2R c) ->
  rows_pass passes = true -> promise_fits = true ->
  forall m P, keeps m P -> \sum_(i < m) u (P i) <= Q2R total_paid.
Proof.
  intros u passes is_gauge means yes fits m P kept. destruct (promise_pays fits) as [_ paid].
  eapply Rle_trans; [|exact (paid m P kept)]. apply sum_le. intros i inside.
  now apply (rows_decide u passes is_gauge fits means yes m).
Qed.

End Promises.
