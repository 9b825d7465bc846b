(** A checker inside Coq for prices of a sum of c (a.r) ln (a.r / b.r), such as mutual information. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Analysis MutualInformation RenyiPrices
  Checker RayChecker Promises RatioDesigns Logarithms.
Import ListNotations.
Open Scope R_scope.

(** ** The utility *)

Record entropy := Entropy { size : Q; whole : list Q; base : list Q }.

Definition real_entropy (k : nat) (r : nat -> R) (h : entropy) : R :=
  Q2R (size h) * relative (dot k (vector (whole h)) r) (dot k (vector (base h)) r).
Definition entropies (k : nat) (l : list entropy) (r : nat -> R) : R :=
  list_sum (map (real_entropy k r) l).

(** Forms that are not negative, and nothing of the first where the second is zero. *)
Definition entropy_defined (k : nat) (G : list (list (option Q))) (delta : list (list Q)) (h : entropy)
  : bool :=
  is_defined k G delta (Ratio (size h) (whole h) (base h)) &&
  all k (fun j => Qle_bool 0 (entry (whole h) j)).

Lemma entropy_spec : forall k G delta h r, entropy_defined k G delta h = true ->
  row k (real_levels G) (real_matrix delta) r ->
  0 <= Q2R (size h) /\ 0 <= dot k (vector (whole h)) r /\ 0 <= dot k (vector (base h)) r /\
  (dot k (vector (base h)) r = 0 -> dot k (vector (whole h)) r = 0).
Proof.
  intros k G delta h r yes is_row. pose proof (proj1 is_row) as above. unfold entropy_defined in yes. apply andb_prop in yes as [defined signs].
  destruct (defined_spec _ _ _ _ defined) as [positive _].
  destruct (share_zero _ _ _ _ _ defined is_row) as [low silent].
  split; [assumption|]. split; [|now split]. apply sum_nonneg. intros j small.
  apply Rmult_le_pos; [|now apply above]. unfold vector. rewrite <- Q2R_zero.
  apply le_real. exact (all_spec _ _ signs j small).
Qed.

Lemma entropy_gauge : forall k G delta h, entropy_defined k G delta h = true ->
  gauge_on k (real_levels G) (real_matrix delta) (fun r => real_entropy k r h).
Proof.
  intros k G delta h yes. repeat split.
  - intros r s equal. unfold real_entropy.
    assert (forall x, dot k x r = dot k x s) as same
      by (intros x; apply sum_ext; intros j small; now rewrite equal).
    now rewrite !same.
  - intros c r low above. unfold real_entropy.
    assert (forall x, dot k x (fun j => c * r j) = c * dot k x r) as scaled
      by (intros x; unfold dot; rewrite <- sum_scale; apply sum_ext; intros; ring).
    rewrite !scaled. destruct (entropy_spec k G delta h r yes above) as (_ & _ & [pos|zero] & silent).
    + rewrite relative_scales by assumption. ring.
    + rewrite (silent (eq_sym zero)). unfold relative. ring.
  - intros r s above above'. unfold real_entropy.
    assert (forall x, dot k x (fun j => r j + s j) = dot k x r + dot k x s) as added
      by (intros x; unfold dot; rewrite <- sum_plus; apply sum_ext; intros; ring).
    rewrite !added, <- Rmult_plus_distr_l.
    destruct (entropy_spec k G delta h r yes above) as (positive & a & b & c).
    destruct (entropy_spec k G delta h s yes above') as (_ & a' & b' & c').
    apply Rmult_le_compat_l; [assumption|]. now apply relative_adds.
Qed.

Lemma entropies_gauge : forall k G delta l, forallb (entropy_defined k G delta) l = true ->
  gauge_on k (real_levels G) (real_matrix delta) (entropies k l).
Proof.
  intros k G delta l. unfold entropies. induction l as [|h l IH]; intros yes; simpl in *.
  - repeat split; intros; lra.
  - apply andb_prop in yes as [first rest]. destruct (entropy_gauge k G delta h first) as (a & b & c).
    destruct (IH rest) as (a' & b' & c'). repeat split.
    + intros r s equal. now rewrite (a r s equal), (a' r s equal).
    + intros t r low above. rewrite b, b' by assumption. ring.
    + intros r s one two. specialize (c r s one two). specialize (c' r s one two). lra.
Qed.

(** ** What is computed *)

Open Scope Q_scope.

Definition above_relative (l : logarithms) (a b : Q) : Q :=
  if Qeq_bool a 0 then 0 else a * log_above l (Qred (a / b)).
Definition below_relative (l : logarithms) (a b : Q) : Q :=
  if Qeq_bool a 0 then 0 else - (a * log_above l (Qred (b / a))).

Definition bounded_entropies (bounded : Q -> Q -> Q) (k : nat) (h : list entropy) (r : nat -> Q) : Q :=
  fold_right (fun e rest =>
    Qred (size e * bounded (qdot k (entry (whole e)) r) (qdot k (entry (base e)) r) + rest)) 0 h.

(** What a report of the table shows of an entropy: nothing of the first where the second is zero. *)
Definition entropy_told (k : nat) (r : nat -> Q) (h : entropy) : bool :=
  Qle_bool 0 (size h) && Qle_bool 0 (qdot k (entry (whole h)) r) &&
  Qle_bool 0 (qdot k (entry (base h)) r) &&
  (negb (Qeq_bool (qdot k (entry (base h)) r) 0) || Qeq_bool (qdot k (entry (whole h)) r) 0).

Definition proves_entropies (d : priced_table) (h : list entropy) : Prop :=
  let k := number d in
  (forall m P, keeps d m P -> (\sum_(i < m) entropies k h (P i) <= Q2R (claimed d))%R) /\
  own_keeps d /\
  (Q2R (reached d) <= \sum_(i < reports d) entropies k h (real_matrix (entries d) i))%R.

Definition entropies_accepted (d : priced_table) (h : list entropy) (l : logarithms) : bool :=
  let k := number d in
  are_above l && forallb (entropy_defined k (known_levels d) (known_deltas d)) h &&
  all (reports d) (fun i => forallb (entropy_told k (entry2 (entries d) i)) h) && promise_fits d &&
  rows_pass d (fun p =>
    let worth := bounded_entropies (above_relative l) k h (entry p) in Qle_bool worth) &&
  Qle_bool (total_paid d) (claimed d) &&
  Qle_bool (reached d) (qsum (reports d) (fun i =>
    bounded_entropies (below_relative l) k h (entry2 (entries d) i))).

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma quotient_real : forall a b, 0 < Q2R b -> Q2R (Qred (a / b)) = Q2R a / Q2R b.
Proof.
  intros a b pos. rewrite (Qeq_eqR _ _ (Qred_correct _)). apply Q2R_div. intros zero.
  apply Qeq_eqR in zero. rewrite Q2R_zero in zero. lra.
Qed.

Lemma relative_ends : forall l a b, are_above l = true -> 0 <= Q2R a -> 0 <= Q2R b ->
  (Q2R b = 0 -> Q2R a = 0) ->
  Q2R (below_relative l a b) <= relative (Q2R a) (Q2R b) <= Q2R (above_relative l a b).
Proof.
  intros l a b good posa posb silent. unfold below_relative, above_relative.
  destruct (Qeq_bool a 0) eqn:none.
  - apply eq_real in none. rewrite Q2R_zero in *. unfold relative. rewrite none. lra.
  - assert (0 < Q2R a) as above.
    { destruct posa as [|zero]; [assumption|exfalso]. apply Qeq_bool_neq in none.
      apply none, eqR_Qeq. now rewrite Q2R_zero. }
    assert (0 < Q2R b) as below.
    { destruct posb as [|zero]; [assumption|exfalso]. symmetry in zero. specialize (silent zero). lra. }
    pose proof (log_above_real l (Qred (a / b)) good) as up.
    pose proof (log_above_real l (Qred (b / a)) good) as down.
    rewrite quotient_real in up, down by assumption.
    specialize (up ltac:(now apply Rdiv_lt_0_compat)). specialize (down ltac:(now apply Rdiv_lt_0_compat)).
    replace (Q2R b / Q2R a) with (/ (Q2R a / Q2R b)) in down by (field; lra).
    rewrite ln_Rinv in down by now apply Rdiv_lt_0_compat.
    unfold relative. rewrite Q2R_opp, !Q2R_mult. split.
    + rewrite <- Ropp_mult_distr_r_reverse. apply Rmult_le_compat_l; lra.
    + apply Rmult_le_compat_l; lra.
Qed.

(** An entropy that a row has. *)
Definition has_entropy (k : nat) (r : nat -> R) (h : entropy) : Prop :=
  0 <= Q2R (size h) /\ 0 <= dot k (vector (whole h)) r /\ 0 <= dot k (vector (base h)) r /\
  (dot k (vector (base h)) r = 0 -> dot k (vector (whole h)) r = 0).

Lemma told_spec : forall k r h, entropy_told k r h = true -> has_entropy k (fun j => Q2R (r j)) h.
Proof.
  intros k r h yes. unfold entropy_told in yes. apply andb_prop in yes as [yes silent].
  apply andb_prop in yes as [yes low]. apply andb_prop in yes as [positive above].
  apply le_real in low, above, positive. rewrite Q2R_zero in *. rewrite dot_real in low, above.
  split; [assumption|]. split; [assumption|]. split; [assumption|]. intros none.
  apply orb_prop in silent as [some|zero].
  - exfalso. apply negb_true_iff, Qeq_bool_neq in some. apply some, eqR_Qeq.
    now rewrite Q2R_zero, dot_real.
  - apply eq_real in zero. now rewrite dot_real, Q2R_zero in zero.
Qed.

Lemma entropies_ends : forall l k h r, are_above l = true ->
  (forall e, In e h -> has_entropy k (fun j => Q2R (r j)) e) ->
  Q2R (bounded_entropies (below_relative l) k h r) <= entropies k h (fun j => Q2R (r j)) <=
  Q2R (bounded_entropies (above_relative l) k h r).
Proof.
  intros l k h r good all_. unfold entropies. induction h as [|e h IH].
  - simpl. rewrite Q2R_zero. lra.
  - specialize (IH (fun e' there => all_ e' (or_intror there))).
    cbn [bounded_entropies fold_right map list_sum]. fold (bounded_entropies (below_relative l) k h r).
    fold (bounded_entropies (above_relative l) k h r).
    rewrite !(Qeq_eqR _ _ (Qred_correct _)), !Q2R_plus, !Q2R_mult.
    destruct (all_ e (or_introl eq_refl)) as (positive & a & b & silent).
    pose proof (relative_ends l (qdot k (entry (whole e)) r) (qdot k (entry (base e)) r) good) as ends.
    rewrite !dot_real in ends. destruct (ends a b silent) as [low high_]. unfold real_entropy.
    fold (vector (whole e)) (vector (base e)) in low, high_.
    split; apply Rplus_le_compat; try apply IH; apply Rmult_le_compat_l; assumption.
Qed.

Theorem kernel_entropies : forall d h l, entropies_accepted d h l = true -> proves_entropies d h.
Proof.
  intros d h l yes. unfold entropies_accepted in yes.
  apply andb_prop in yes as [yes most]. apply andb_prop in yes as [yes bounded].
  apply andb_prop in yes as [yes listed]. apply andb_prop in yes as [yes prices].
  apply andb_prop in yes as [yes table_told]. apply andb_prop in yes as [good defined].
  destruct (promise_pays d prices) as [own_kept _].
  split; [|split; [assumption|]].
  - intros m P own. apply le_real in bounded. eapply Rle_trans; [|exact bounded].
    refine (promise_bound d (entropies (number d) h) _ (entropies_gauge _ _ _ h defined) _ listed
      prices m P own).
    intros p c is_row covered. eapply Rle_trans; [|exact (le_real _ _ covered)].
    apply (entropies_ends l (number d) h (entry p) good). intros e there.
    rewrite forallb_forall in defined.
    exact (entropy_spec _ _ _ e _ (defined e there) is_row).
  - apply le_real in most. rewrite sum_real in most. eapply Rle_trans; [exact most|].
    apply sum_le. intros i inside.
    apply (entropies_ends l (number d) h (entry2 (entries d) i) good). intros e there.
    apply told_spec. pose proof (all_spec _ _ table_told i inside) as told. cbv beta in told.
    rewrite forallb_forall in told. now apply told.
Qed.
