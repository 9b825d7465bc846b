(** Chai and Nayak, sections 1, 3 and 5: what privacy demands come to. Two boundaries are a bound on
    all Bayes factors, any two demands can be compared, and collapsed cells give no privacy. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Events Breaches ChaiNayak.
Open Scope R_scope.

(** (3.6): no Bayes factor exceeds g; it is infinite where the posterior is one. *)
Definition bayes_factor (p q : R) : R := q / (1 - q) * ((1 - p) / p).
Definition factors_at_most (m k : nat) (P : matrix) (g : R) : Prop :=
  always m k P (fun p q => 0 < p < 1 -> q < 1 /\ bayes_factor p q <= g).

(** Section 3, the demand of two boundaries. *)
Definition star (low high : R -> R) : R -> R := fun p => Rmin (high p) (1 - low (1 - p)).

(** Section 5: truth j is collapsed within the cell f j. *)
Definition collapsed (f : nat -> nat) : matrix := fun i j => at_index (f j) i.

Section Table.

Variables (m k : nat) (P : matrix).
Context (table : forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= P i j).

Lemma of_the_complement : forall i prior event, law k prior -> can_be_seen k prior (P i) ->
  mass k prior (complement event) = 1 - mass k prior event /\
  posterior k prior (P i) (complement event) = 1 - posterior k prior (P i) event.
Proof.
  intros i prior event is_law seen. unfold can_be_seen in seen.
  destruct (complements k prior event (P i) is_law) as (_ & rest & after).
  split; [assumption|]. apply after. lra.
Qed.

Theorem lower_bound_is_an_upper_one : forall low,
  (forall i prior event, (i < m)%nat -> law k prior -> can_be_seen k prior (P i) ->
    (low (mass k prior event) <= posterior k prior (P i) event <->
     posterior k prior (P i) (complement event) <= 1 - low (1 - mass k prior (complement event)))) /\
  (always m k P (fun p q => low p <= q) <-> always m k P (fun p q => q <= 1 - low (1 - p))).
Proof.
  intros low. split; [|split].
  - intros i prior event row is_law seen.
    destruct (of_the_complement i prior event is_law seen) as [-> ->].
    replace (1 - (1 - mass k prior event)) with (mass k prior event) by ring. split; lra.
  - intros above i prior event row is_law seen.
    specialize (above i prior (complement event) row is_law seen). cbv beta in above.
    destruct (of_the_complement i prior event is_law seen) as [-> rest] in above.
    destruct (of_the_complement i prior event is_law seen) as [_ after]. rewrite after in above. lra.
  - intros below i prior event row is_law seen.
    specialize (below i prior (complement event) row is_law seen). cbv beta in below.
    destruct (of_the_complement i prior event is_law seen) as [own after].
    rewrite own, after in below.
    replace (1 - (1 - mass k prior event)) with (mass k prior event) in below by ring. lra.
Qed.

Lemma factor_below : forall g p q, 1 <= g -> 0 < p < 1 -> 0 <= q ->
  (q < 1 /\ bayes_factor p q <= g <-> q <= highest g p).
Proof.
  intros g p q big range nonneg. assert (0 <= (g - 1) * p) by (apply Rmult_le_pos; lra).
  assert (q <= highest g p <-> q * (1 + (g - 1) * p) <= g * p) as whole.
  { unfold highest. split; intros less.
    - apply Rmult_le_compat_r with (r := 1 + (g - 1) * p) in less; [|lra].
      replace (g * p / (1 + (g - 1) * p) * (1 + (g - 1) * p)) with (g * p) in less by (field; lra). lra.
    - apply Rmult_le_reg_r with (1 + (g - 1) * p); [lra|].
      replace (g * p / (1 + (g - 1) * p) * (1 + (g - 1) * p)) with (g * p) by (field; lra). lra. }
  rewrite whole. split.
  - intros [less factor]. assert (0 < p * (1 - q)) as pos by (apply Rmult_lt_0_compat; lra).
    apply Rmult_le_compat_r with (r := p * (1 - q)) in factor; [|lra]. unfold bayes_factor in factor.
    replace (q / (1 - q) * ((1 - p) / p) * (p * (1 - q))) with (q * (1 - p)) in factor
      by (field; lra). lra.
  - intros product. assert (q < 1) as less.
    { destruct (Rlt_le_dec q 1) as [|up]; [assumption|]. exfalso.
      assert (1 * (1 + (g - 1) * p) <= q * (1 + (g - 1) * p)) by (apply Rmult_le_compat_r; lra).
      lra. }
    split; [assumption|]. assert (0 < p * (1 - q)) as pos by (apply Rmult_lt_0_compat; lra).
    apply Rmult_le_reg_r with (p * (1 - q)); [assumption|]. unfold bayes_factor.
    replace (q / (1 - q) * ((1 - p) / p) * (p * (1 - q))) with (q * (1 - p)) by (field; lra). lra.
Qed.

Lemma posterior_nonneg : forall i prior event, (i < m)%nat -> law k prior ->
  can_be_seen k prior (P i) -> 0 <= posterior k prior (P i) event.
Proof.
  intros i prior event row [above _] seen. unfold posterior.
  apply Rmult_le_pos; [|now apply Rlt_le, Rinv_0_lt_compat]. apply sum_nonneg. intros j small.
  specialize (above j small). specialize (table i j row small).
  apply Rmult_le_pos; [|assumption]. apply Rmult_le_pos; [assumption|].
  unfold inside. destruct (event j); lra.
Qed.

Theorem factors_are_canonical : forall g, 1 <= g ->
  (canonical m k P (highest g) <-> factors_at_most m k P g).
Proof.
  intros g big. split; intros safe i prior event row is_law seen range;
    apply (factor_below g _ _ big range (posterior_nonneg i prior event row is_law seen));
    now apply safe.
Qed.

(** All Bayes factors lie between 1/g and g: those of the complements are the reciprocals. *)
Theorem factors_from_below : forall g, 1 <= g -> factors_at_most m k P g ->
  always m k P (fun p q => 0 < p < 1 -> / g <= bayes_factor p q <= g).
Proof.
  intros g big safe i prior event row is_law seen range.
  destruct (of_the_complement i prior event is_law seen) as [own after].
  destruct (safe i prior event row is_law seen range) as [less most].
  destruct (safe i prior (complement event) row is_law seen) as [less' most']; [rewrite own; lra|].
  rewrite after in less'. rewrite own, after in most'. split; [|assumption].
  set (p := mass k prior event) in *. set (q := posterior k prior (P i) event) in *.
  assert (0 < q) by lra. unfold bayes_factor in *.
  apply Rmult_le_reg_r with (g * (p * (1 - q))).
  - repeat apply Rmult_lt_0_compat; lra.
  - replace (/ g * (g * (p * (1 - q)))) with (p * (1 - q)) by (field; lra).
    replace (q / (1 - q) * ((1 - p) / p) * (g * (p * (1 - q)))) with (g * (q * (1 - p)))
      by (field; lra).
    apply Rmult_le_compat_r with (r := q * (1 - p)) in most'; [|apply Rmult_le_pos; lra].
    replace ((1 - q) / (1 - (1 - q)) * ((1 - (1 - p)) / (1 - p)) * (q * (1 - p))) with
      ((1 - q) * p) in most' by (field; lra). lra.
Qed.

Lemma star_is_a_boundary : forall low high,
  (forall p, 0 <= p <= 1 -> 0 <= low p <= p) -> boundary high -> boundary (star low high).
Proof.
  intros low high proper proper' p range. unfold star.
  destruct (proper (1 - p) ltac:(lra)). destruct (proper' p range).
  split; [apply Rmin_glb; lra|]. eapply Rle_trans; [apply Rmin_l|assumption].
Qed.

(** The demand of two boundaries is B of what they make together. *)
Theorem two_boundaries_are_a_bound : forall low high B,
  (forall p, 0 <= p <= 1 -> 0 <= low p <= p) -> boundary high -> is_demand (star low high) B ->
  (strictly_private m k P low high <-> parity_at_most m k P B).
Proof.
  intros low high B proper proper' demand.
  rewrite (two_boundaries_are_one m k P low high) by assumption.
  apply canonical_is_a_bound; auto. now apply star_is_a_boundary.
Qed.

Lemma parity_bounds_rise : forall g g', 0 < g <= g' -> parity_at_most m k P g ->
  parity_at_most m k P g'.
Proof.
  intros g g' order ratio i a b row sa sb. specialize (ratio i a b row sa sb).
  pose proof (table i b row sb). assert (g * P i b <= g' * P i b) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(** Sections 1 and 3: so it is a bound on all Bayes factors. *)
Theorem two_boundaries_bound_factors : forall low high B,
  (forall p, 0 <= p <= 1 -> 0 <= low p <= p) -> boundary high -> is_demand (star low high) B ->
  (strictly_private m k P low high <-> factors_at_most m k P B) /\
  (strictly_private m k P low high ->
   always m k P (fun p q => 0 < p < 1 -> / B <= bayes_factor p q <= B)).
Proof.
  intros low high B proper proper' demand.
  pose proof (star_is_a_boundary low high proper proper') as both.
  pose proof (demand_above_one (star low high) B both demand) as big.
  assert (strictly_private m k P low high <-> factors_at_most m k P B) as same.
  { rewrite (two_boundaries_are_a_bound low high B proper proper' demand).
    rewrite <- factors_are_canonical by assumption. symmetry.
    apply canonical_is_a_bound; auto using highest_is_a_boundary, demand_of_a_parity. }
  split; [assumption|]. intros safe. apply factors_from_below; [assumption|]. now apply same.
Qed.

End Table.

(** Any two demands can be compared: less is more demanding. *)
Theorem demands_are_compared : forall low high low' high' B B',
  (forall p, 0 <= p <= 1 -> 0 <= low p <= p) -> boundary high -> is_demand (star low high) B ->
  (forall p, 0 <= p <= 1 -> 0 <= low' p <= p) -> boundary high' -> is_demand (star low' high') B' ->
  let meets := fun low high => fun m k P =>
    (forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= P i j) /\ strictly_private m k P low high in
  (B <= B' -> forall m k P, meets low high m k P -> meets low' high' m k P) /\
  (B' <= B -> forall m k P, meets low' high' m k P -> meets low high m k P).
Proof.
  assert (forall low high low' high' B B',
    (forall p, 0 <= p <= 1 -> 0 <= low p <= p) -> boundary high -> is_demand (star low high) B ->
    (forall p, 0 <= p <= 1 -> 0 <= low' p <= p) -> boundary high' -> is_demand (star low' high') B' ->
    B <= B' -> forall m k P, (forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= P i j) ->
    strictly_private m k P low high -> strictly_private m k P low' high') as one.
  { intros low high low' high' B B' p1 p2 d p1' p2' d' order m k P table safe.
    apply (two_boundaries_are_a_bound m k P table low' high' B' p1' p2' d').
    apply (two_boundaries_are_a_bound m k P table low high B p1 p2 d) in safe.
    apply (parity_bounds_rise m k P table B); [|assumption].
    pose proof (demand_above_one _ B (star_is_a_boundary low high p1 p2) d). lra. }
  intros low high low' high' B B' p1 p2 d p1' p2' d' meets. unfold meets.
  split; intros order m k P [table safe]; (split; [assumption|]).
  - now apply (one low high low' high' B B').
  - now apply (one low' high' low high B' B).
Qed.

(** ** A procedure for every parity, and many of them *)

(** Rows (g x, x, ..., x) and one minus it. *)
Definition two_rows (g x : R) : matrix := fun i j =>
  let first := match j with O => g * x | _ => x end in
  match i with O => first | _ => 1 - first end.

Theorem many_have_the_parity : forall k g x, (2 <= k)%nat -> 1 < g -> 0 < x <= 1 / (g + 1) ->
  stochastic 2 k (two_rows g x) /\ parity_at_most 2 k (two_rows g x) g /\
  (exists a b, (a < k)%nat /\ (b < k)%nat /\ two_rows g x 0%nat a = g * two_rows g x 0%nat b) /\
  (forall y, two_rows g x 0%nat 1%nat = two_rows g y 0%nat 1%nat -> x = y).
Proof.
  intros k g x several big [pos most].
  assert (x * (g + 1) <= 1) as sum_below.
  { apply Rmult_le_compat_r with (r := g + 1) in most; [|lra].
    replace (1 / (g + 1) * (g + 1)) with 1 in most by (field; lra). lra. }
  assert (x < g * x) as up by (assert (1 * x < g * x) by (apply Rmult_lt_compat_r; lra); lra).
  assert (0 <= (g - 1) * (1 - (x * (g + 1)))) as slack by (apply Rmult_le_pos; lra).
  split; [|split; [|split]].
  - intros j _. split; [|unfold two_rows; simpl; ring].
    intros [|[|i]] small; [| |lia]; destruct j; unfold two_rows; lra.
  - intros i a b row _ _. destruct i as [|[|i]]; [| |lia]; destruct a, b; unfold two_rows;
      try nra.
  - exists 0%nat, 1%nat. repeat split; lia.
  - intros y same. exact same.
Qed.

(** ** Collapsed cells *)

(** The parity is infinite where two cells are used, and with one cell nothing is told. *)
Theorem collapsed_parity : forall m k f, (forall j, (j < k)%nat -> (f j < m)%nat) ->
  (forall i, (i < m)%nat -> exists j, (j < k)%nat /\ f j = i) ->
  ((2 <= m)%nat -> forall g, ~ parity_at_most m k (collapsed f) g) /\
  (m = 1%nat -> (forall i j, (i < m)%nat -> (j < k)%nat -> collapsed f i j = 1) /\
    always m k (collapsed f) (fun p q => q = p)).
Proof.
  intros m k f into onto. split.
  - intros several g ratio. destruct (onto 0%nat ltac:(lia)) as (a & sa & here).
    destruct (onto 1%nat ltac:(lia)) as (b & sb & there).
    specialize (ratio 0%nat a b ltac:(lia) sa sb). unfold collapsed, at_index in ratio.
    rewrite here, there in ratio. simpl in ratio. lra.
  - intros ->. assert (forall i j, (i < 1)%nat -> (j < k)%nat -> collapsed f i j = 1) as ones.
    { intros i j si sj. unfold collapsed, at_index. specialize (into j sj).
      destruct (Nat.eq_dec (f j) i); [reflexivity|lia]. }
    split; [assumption|]. intros i prior event row [_ total] _. unfold posterior, mass.
    rewrite (sum_ext k (fun j => prior j * collapsed f i j) prior)
      by (intros j sj; rewrite ones by assumption; ring).
    change (sum k prior = 1) in total. rewrite total.
    rewrite (sum_ext k (fun j => prior j * inside event j * collapsed f i j)
      (fun j => prior j * inside event j)) by (intros j sj; rewrite ones by assumption; ring).
    field.
Qed.

(** So they meet no demand that asks for anything, except by telling nothing. *)
Theorem collapsed_cells_give_no_privacy : forall m k f h B,
  (forall j, (j < k)%nat -> (f j < m)%nat) ->
  (forall i, (i < m)%nat -> exists j, (j < k)%nat /\ f j = i) -> (2 <= m)%nat ->
  boundary h -> is_demand h B -> ~ canonical m k (collapsed f) h.
Proof.
  intros m k f h B into onto several proper demand safe.
  assert (forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= collapsed f i j) as table
    by (intros i j _ _; unfold collapsed, at_index; destruct (Nat.eq_dec (f j) i); lra).
  apply (canonical_is_a_bound m k _ table h B proper demand) in safe.
  now apply (proj1 (collapsed_parity m k f into onto) several B).
Qed.
