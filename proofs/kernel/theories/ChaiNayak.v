(** Chai and Nayak (2018), sections 1 to 3: privacy criteria as bounds on the parity of a table. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Events Number Breaches.
Open Scope R_scope.

(** eta(P) <= g; with a zero beside a positive entry in a row this is false for every g. *)
Definition parity_at_most (m k : nat) (P : matrix) (g : R) : Prop :=
  forall i a b, (i < m)%nat -> (a < k)%nat -> (b < k)%nat -> P i a <= g * P i b.

(** The report has a positive probability. *)
Definition can_be_seen (k : nat) (prior r : nat -> R) : Prop := 0 < \sum_(j < k) (prior j * r j).

(** All priors, events and reports of a table have this. *)
Definition always (m k : nat) (P : matrix) (holds : R -> R -> Prop) : Prop :=
  forall i prior event, (i < m)%nat -> law k prior -> can_be_seen k prior (P i) ->
    holds (mass k prior event) (posterior k prior (P i) event).

(** Definitions 1.1, 1.2, 2.1, 2.2 and 3.1. *)
Definition rho_private (m k : nat) (P : matrix) (r1 r2 : R) : Prop :=
  always m k P (fun p q => ~ (p < r1 /\ q > r2) /\ ~ (p > r2 /\ q < r1)).
Definition factor_private (m k : nat) (P : matrix) (beta : R) : Prop :=
  always m k P (fun p q => 0 < p -> / beta <= q / p <= beta).
Definition locally_private (m k : nat) (P : matrix) (epsilon : R) : Prop :=
  forall a b (S : nat -> bool), (a < k)%nat -> (b < k)%nat ->
    \sum_(i < m) (inside S i * P i a) <= exp epsilon * \sum_(i < m) (inside S i * P i b).
Definition strictly_private (m k : nat) (P : matrix) (low high : R -> R) : Prop :=
  always m k P (fun p q => low p <= q <= high p).
Definition canonical (m k : nat) (P : matrix) (h : R -> R) : Prop :=
  always m k P (fun p q => 0 < p < 1 -> q <= h p).
Definition boundary (h : R -> R) : Prop := forall p, 0 <= p <= 1 -> p <= h p <= 1.

(** B(h), the infimum of ((1-p)/p)(h(p)/(1-h(p))); there is none where h is 1 on all of (0, 1). *)
Definition height (h : R -> R) (p : R) : R := (1 - p) / p * (h p / (1 - h p)).
Definition is_demand (h : R -> R) (B : R) : Prop :=
  (exists p, 0 < p < 1 /\ h p < 1) /\
  (forall p, 0 < p < 1 -> h p < 1 -> B <= height h p) /\
  (forall c, (forall p, 0 < p < 1 -> h p < 1 -> c <= height h p) -> c <= B).

Section Table.

Variables (m k : nat) (P : matrix).
Context (table : forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= P i j).

Lemma mass_range : forall prior event, law k prior -> 0 <= mass k prior event <= 1.
Proof.
  intros prior event is_law. pose proof (complement_mass k prior event is_law) as other.
  destruct is_law as [above _].
  assert (forall e, 0 <= mass k prior e) as nonneg.
  { intros e. apply sum_nonneg. intros j small. specialize (above j small). unfold inside.
    destruct (e j); lra. }
  pose proof (nonneg event). pose proof (nonneg (complement event)). lra.
Qed.

(** What is impossible or certain before the report is so after it: sec3/endpoints. *)
Theorem endpoints_stay : forall i prior event, (i < m)%nat -> law k prior ->
  can_be_seen k prior (P i) ->
  (mass k prior event = 0 -> posterior k prior (P i) event = 0) /\
  (mass k prior event = 1 -> posterior k prior (P i) event = 1).
Proof.
  intros i prior event row is_law seen.
  assert (forall e, mass k prior e = 0 -> posterior k prior (P i) e = 0) as none.
  { intros e zero. unfold posterior. rewrite sum_zero; [unfold Rdiv; ring|].
    intros j small. destruct is_law as [above _].
    assert (forall l, (l < k)%nat -> 0 <= prior l * inside e l) as part.
    { intros l inner. specialize (above l inner). unfold inside. destruct (e l); lra. }
    rewrite (sum_of_nonnegative_terms k _ part zero j small). ring. }
  split; [apply none|]. intros one.
  destruct (complements k prior event (P i) is_law) as (_ & rest & after).
  unfold can_be_seen in seen. specialize (after ltac:(lra)).
  rewrite none in after by (rewrite rest, one; ring). lra.
Qed.

Lemma seen_row : forall i prior g, (i < m)%nat -> can_be_seen k prior (P i) ->
  parity_at_most m k P g -> exists x, 0 < x /\ forall j, (j < k)%nat -> x <= P i j <= g * x.
Proof.
  intros i prior g row seen ratio. destruct (Nat.eq_dec k 0) as [->|some].
  { unfold can_be_seen in seen. simpl in seen. lra. }
  destruct (least_entry k (P i) ltac:(lia)) as (c & here & least).
  exists (P i c). specialize (table i c row here) as nonneg.
  destruct (Req_dec (P i c) 0) as [zero|positive].
  - exfalso. unfold can_be_seen in seen. rewrite sum_zero in seen; [lra|].
    intros j small. pose proof (ratio i j c row small here). pose proof (table i j row small).
    rewrite zero in H. assert (P i j = 0) as -> by lra. ring.
  - split; [lra|]. intros j small. split; [now apply least|now apply ratio].
Qed.

Lemma parity_above_one : forall i prior g, (i < m)%nat -> can_be_seen k prior (P i) ->
  parity_at_most m k P g -> 1 <= g.
Proof.
  intros i prior g row seen ratio. destruct (seen_row i prior g row seen ratio) as (x & pos & bounds).
  destruct (Nat.eq_dec k 0) as [->|some]; [unfold can_be_seen in seen; simpl in seen; lra|].
  specialize (bounds 0%nat ltac:(lia)). apply Rmult_le_reg_r with x; lra.
Qed.

(** Parity at most g: every posterior lies between the boundaries of g. *)
Theorem between_the_boundaries : forall g, parity_at_most m k P g ->
  always m k P (fun p q => lowest g p <= q <= highest g p).
Proof.
  intros g ratio i prior event row is_law seen.
  pose proof (parity_above_one i prior g row seen ratio) as big.
  destruct (seen_row i prior g row seen ratio) as (x & pos & bounds).
  pose proof (mass_range prior event is_law) as range.
  destruct (endpoints_stay i prior event row is_law seen) as [low high].
  destruct (Req_dec (mass k prior event) 0) as [zero|].
  { rewrite low, zero by assumption. unfold lowest, highest. split; right; field; lra. }
  destruct (Req_dec (mass k prior event) 1) as [one|].
  { rewrite high, one by assumption. unfold lowest, highest. split; right; field; lra. }
  now apply (proj1 (privacy_region k (P i) x g pos big bounds) prior event is_law); lra.
Qed.

(** Two truths, p on the first: the posterior of the first. *)
Lemma two_points_after : forall i a b p, (a < k)%nat -> (b < k)%nat ->
  a <> b -> 0 < p < 1 -> 0 < p * P i a + (1 - p) * P i b ->
  let prior := two_points a b p in
  law k prior /\ can_be_seen k prior (P i) /\ mass k prior (only a) = p /\
  posterior k prior (P i) (only a) = p * P i a / (p * P i a + (1 - p) * P i b).
Proof.
  intros i a b p first second differ range some prior.
  destruct (two_points_posterior k a b p (P i) first second differ) as [own after].
  split; [now apply two_points_law|]. split; [|split; assumption].
  unfold can_be_seen, prior, two_points.
  rewrite (sum_ext k _ (fun j => at_index a j * (p * P i j) + at_index b j * ((1 - p) * P i j)))
    by (intros; ring).
  rewrite sum_plus, (sum_pick k (fun j => p * P i j)), (sum_pick k (fun j => (1 - p) * P i j));
    auto.
Qed.

(** What holds always at a two-point prior. *)
Lemma at_two_points : forall holds i a b p, always m k P holds -> (i < m)%nat -> (a < k)%nat ->
  (b < k)%nat -> a <> b -> 0 < p < 1 -> 0 < p * P i a + (1 - p) * P i b ->
  holds p (p * P i a / (p * P i a + (1 - p) * P i b)).
Proof.
  intros holds i a b p all row first second differ range some.
  destruct (two_points_after i a b p first second differ range some) as (is_law & seen & own & after).
  specialize (all i _ (only a) row is_law seen). now rewrite own, after in all.
Qed.

(** No demand asks for a parity below one. *)
Lemma demand_above_one : forall h B, boundary h -> is_demand h B -> 1 <= B.
Proof.
  intros h B proper (_ & _ & greatest).
  apply greatest. intros p range less. destruct (proper p ltac:(lra)) as [above _].
  unfold height. apply Rmult_le_reg_r with (p * (1 - h p)); [apply Rmult_lt_0_compat; lra|].
  replace ((1 - p) / p * (h p / (1 - h p)) * (p * (1 - h p))) with ((1 - p) * h p)
    by (field; lra). nra.
Qed.

(** Posteriors of x against y that stay below h at every prior bound the ratio of x to y. *)
Lemma ratio_from_posteriors : forall h B x y, boundary h -> is_demand h B -> 0 < x -> 0 <= y ->
  (forall p, 0 < p < 1 -> p * x * (1 - h p) <= h p * (1 - p) * y) -> x <= B * y.
Proof.
  intros h B x y proper ((p0 & inner0 & low0) & _ & greatest) some nonneg bound.
  assert (0 < y) as positive.
  { destruct (Req_dec y 0) as [none|]; [|lra]. exfalso.
    specialize (bound p0 inner0). rewrite none in bound.
    assert (0 < p0 * x * (1 - h p0)) by (repeat apply Rmult_lt_0_compat; lra). lra. }
  assert (x / y <= B) as ratio.
  { apply greatest. intros p range less. specialize (bound p range).
    unfold height. apply Rmult_le_reg_r with (y * (p * (1 - h p))).
    { repeat apply Rmult_lt_0_compat; lra. }
    replace (x / y * (y * (p * (1 - h p)))) with (p * x * (1 - h p)) by (field; lra).
    replace ((1 - p) / p * (h p / (1 - h p)) * (y * (p * (1 - h p)))) with
      (h p * (1 - p) * y) by (field; lra). assumption. }
  apply Rmult_le_compat_r with (r := y) in ratio; [|lra].
  replace (x / y * y) with x in ratio by (field; lra). assumption.
Qed.

(** Lemma 3.3 and Theorem 3.1: h-CSIP is eta(P) <= B(h). *)
Theorem canonical_is_a_bound : forall h B, boundary h -> is_demand h B ->
  (canonical m k P h <-> parity_at_most m k P B).
Proof.
  intros h B proper demand. pose proof demand as (_ & below & _).
  pose proof (demand_above_one h B proper demand) as big.
  split.
  - intros safe i a b row first second.
    pose proof (table i a row first) as posa. pose proof (table i b row second) as posb.
    destruct (Nat.eq_dec a b) as [<-|differ]; [nra|].
    destruct (Req_dec (P i a) 0) as [zero|some]; [rewrite zero; nra|].
    assert (forall p, 0 < p < 1 -> 0 < p * P i a + (1 - p) * P i b) as seen.
    { intros p range. assert (0 < p * P i a) by (apply Rmult_lt_0_compat; lra).
      assert (0 <= (1 - p) * P i b) by (apply Rmult_le_pos; lra). lra. }
    assert (forall p, 0 < p < 1 -> p * P i a * (1 - h p) <= h p * (1 - p) * P i b) as bound.
    { intros p range. pose proof (seen p range) as pos.
      pose proof (at_two_points _ i a b p safe row first second differ range pos range) as most.
      cbv beta in most. apply Rmult_le_compat_r with (r := p * P i a + (1 - p) * P i b) in most; [|lra].
      replace (p * P i a / (p * P i a + (1 - p) * P i b) * (p * P i a + (1 - p) * P i b))
        with (p * P i a) in most by (field; lra). lra. }
    apply (ratio_from_posteriors h B); auto; lra.
  - intros ratio i prior event row is_law seen range.
    destruct (between_the_boundaries B ratio i prior event row is_law seen) as [_ most].
    set (p := mass k prior event) in *. destruct (proper p ltac:(lra)) as [above top].
    assert (0 <= (B - 1) * p) by (apply Rmult_le_pos; lra).
    eapply Rle_trans; [exact most|]. unfold highest.
    apply Rmult_le_reg_r with (1 + (B - 1) * p); [lra|].
    replace (B * p / (1 + (B - 1) * p) * (1 + (B - 1) * p)) with (B * p) by (field; lra).
    destruct (Req_dec (h p) 1) as [one|less]; [rewrite one; lra|].
    specialize (below p range ltac:(lra)). unfold height in below.
    apply Rmult_le_compat_r with (r := p * (1 - h p)) in below; [|apply Rmult_le_pos; lra].
    replace ((1 - p) / p * (h p / (1 - h p)) * (p * (1 - h p))) with ((1 - p) * h p) in below
      by (field; lra). lra.
Qed.

(** Lemma 3.2: single truths suffice. *)
Theorem single_truths_suffice : forall h B, boundary h -> is_demand h B ->
  (canonical m k P h <->
   forall i j prior, (i < m)%nat -> (j < k)%nat -> law k prior -> can_be_seen k prior (P i) ->
     0 < mass k prior (only j) < 1 ->
     posterior k prior (P i) (only j) <= h (mass k prior (only j))).
Proof.
  intros h B proper demand. split.
  - intros safe i j prior row _ is_law seen range. now apply safe.
  - intros single. apply (canonical_is_a_bound h B proper demand).
    pose proof (demand_above_one h B proper demand) as big.
    intros i a b row first second.
    pose proof (table i a row first) as posa. pose proof (table i b row second) as posb.
    destruct (Nat.eq_dec a b) as [<-|differ]; [nra|].
    destruct (Req_dec (P i a) 0) as [zero|some]; [rewrite zero; nra|].
    assert (forall p, 0 < p < 1 -> p * P i a * (1 - h p) <= h p * (1 - p) * P i b) as bound.
    { intros p range. assert (0 < p * P i a) by (apply Rmult_lt_0_compat; lra).
      assert (0 <= (1 - p) * P i b) by (apply Rmult_le_pos; lra).
      destruct (two_points_after i a b p first second differ range ltac:(lra))
        as (is_law & seen & own & after).
      pose proof (single i a _ row first is_law seen ltac:(rewrite own; lra)) as most.
      rewrite own, after in most.
      apply Rmult_le_compat_r with (r := p * P i a + (1 - p) * P i b) in most; [|lra].
      replace (p * P i a / (p * P i a + (1 - p) * P i b) * (p * P i a + (1 - p) * P i b))
        with (p * P i a) in most by (field; lra). lra. }
    apply (ratio_from_posteriors h B); auto; lra.
Qed.

(** Theorem 1.1 and its converse. *)
Theorem rho_privacy_is_a_bound : forall r1 r2, 0 < r1 -> r1 < r2 -> r2 < 1 ->
  (rho_private m k P r1 r2 <-> parity_at_most m k P (r2 * (1 - r1) / (r1 * (1 - r2)))).
Proof.
  intros r1 r2 low order high. set (B := r2 * (1 - r1) / (r1 * (1 - r2))).
  assert (0 < r1 * (1 - r2)) as below by (apply Rmult_lt_0_compat; lra).
  assert (B * (r1 * (1 - r2)) = r2 * (1 - r1)) as value by (unfold B; field; lra).
  assert (1 < B) as big by (apply Rmult_lt_reg_r with (r1 * (1 - r2)); lra).
  split.
  - intros safe i a b row first second.
    pose proof (table i a row first) as posa. pose proof (table i b row second) as posb.
    destruct (Nat.eq_dec a b) as [<-|differ]; [nra|].
    apply Rnot_lt_le. intros larger.
    assert (0 <= B * P i b) by (apply Rmult_le_pos; lra).
    set (f := r1 * (1 - r2) * P i a - r2 * (1 - r1) * P i b).
    assert (0 < f).
    { unfold f. rewrite <- value. 
      assert (0 < r1 * (1 - r2) * (P i a - B * P i b)) by (apply Rmult_lt_0_compat; lra). lra. }
    set (slope := (1 - r2) * P i a + r2 * P i b).
    assert (0 < slope).
    { unfold slope. assert (0 < (1 - r2) * P i a) by (apply Rmult_lt_0_compat; lra).
      assert (0 <= r2 * P i b) by (apply Rmult_le_pos; lra). lra. }
    set (t := Rmin (r1 / 2) (f / (2 * slope))).
    assert (0 < f / (2 * slope)) by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]).
    assert (0 < t) by (unfold t; apply Rmin_glb_lt; lra).
    assert (t <= r1 / 2) by (unfold t; apply Rmin_l).
    assert (t * slope <= f / 2).
    { assert (t <= f / (2 * slope)) as most by (unfold t; apply Rmin_r).
      apply Rmult_le_compat_r with (r := slope) in most; [|lra].
      replace (f / (2 * slope) * slope) with (f / 2) in most by (field; lra). assumption. }
    set (p := r1 - t). assert (0 < p < 1) as range by (unfold p; lra).
    assert (0 < p * P i a) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= (1 - p) * P i b) by (apply Rmult_le_pos; lra).
    destruct (at_two_points _ i a b p safe row first second differ range ltac:(lra)) as [up _].
    apply up. split; [unfold p; lra|].
    apply Rmult_lt_reg_r with (p * P i a + (1 - p) * P i b); [lra|].
    replace (p * P i a / (p * P i a + (1 - p) * P i b) * (p * P i a + (1 - p) * P i b))
      with (p * P i a) by (field; lra).
    assert (p * (1 - r2) * P i a - r2 * (1 - p) * P i b = f - t * slope) by (unfold p, f, slope; ring).
    lra.
  - intros ratio i prior event row is_law seen.
    destruct (between_the_boundaries B ratio i prior event row is_law seen) as [least most].
    set (p := mass k prior event) in *. set (q := posterior k prior (P i) event) in *.
    pose proof (mass_range prior event is_law) as range. fold p in range.
    assert (0 <= (B - 1) * p) by (apply Rmult_le_pos; lra).
    assert (0 <= (B - 1) * (1 - p)) by (apply Rmult_le_pos; lra).
    split; intros [before after].
    + assert (highest B p <= r2); [|lra]. unfold highest.
      apply Rmult_le_reg_r with (1 + (B - 1) * p); [lra|].
      replace (B * p / (1 + (B - 1) * p) * (1 + (B - 1) * p)) with (B * p) by (field; lra).
      assert (B * (1 - r2) * p <= B * (1 - r2) * r1).
      { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]. }
      assert (r2 * p <= r2 * r1) by (apply Rmult_le_compat_l; lra). lra.
    + assert (r1 <= lowest B p); [|lra]. unfold lowest.
      apply Rmult_le_reg_r with (p + B * (1 - p)); [lra|].
      replace (p / (p + B * (1 - p)) * (p + B * (1 - p))) with p by (field; lra).
      assert (B * r1 * (1 - p) <= B * r1 * (1 - r2)).
      { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]. }
      assert (0 <= (1 - r1) * (p - r2)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Theorem 1.2. *)
Theorem factor_privacy_is_a_bound : forall beta, 1 < beta ->
  (factor_private m k P beta <-> parity_at_most m k P beta).
Proof.
  intros beta big. split.
  - intros safe i a b row first second.
    pose proof (table i a row first) as posa. pose proof (table i b row second) as posb.
    destruct (Nat.eq_dec a b) as [<-|differ]; [nra|].
    apply Rnot_lt_le. intros larger.
    assert (0 <= beta * P i b) by (apply Rmult_le_pos; lra).
    set (f := P i a - beta * P i b). assert (0 < f) by (unfold f; lra).
    set (t := f / (2 * beta * P i a)).
    assert (0 < 2 * beta * P i a) by (repeat apply Rmult_lt_0_compat; lra).
    assert (0 < t) by (apply Rmult_lt_0_compat; [lra|now apply Rinv_0_lt_compat]).
    assert (t * (2 * beta * P i a) = f) as part by (unfold t; field; lra).
    assert (t < 1).
    { apply Rmult_lt_reg_r with (2 * beta * P i a); [lra|]. rewrite part. unfold f.
      assert (0 < (beta - 1) * P i a) by (apply Rmult_lt_0_compat; lra). lra. }
    assert (0 < t * P i a) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= (1 - t) * P i b) by (apply Rmult_le_pos; lra).
    destruct (at_two_points _ i a b t safe row first second differ ltac:(lra) ltac:(lra) ltac:(lra))
      as [_ most].
    apply Rmult_le_compat_r with (r := t * P i a + (1 - t) * P i b) in most; [|lra].
    replace (t * P i a / (t * P i a + (1 - t) * P i b) / t * (t * P i a + (1 - t) * P i b))
      with (P i a) in most by (field; lra).
    assert (0 <= beta * (t * P i b)) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
    unfold f in part. lra.
  - intros ratio i prior event row is_law seen some.
    destruct (between_the_boundaries beta ratio i prior event row is_law seen) as [least most].
    set (p := mass k prior event) in *. set (q := posterior k prior (P i) event) in *.
    pose proof (mass_range prior event is_law) as range. fold p in range.
    assert (0 <= (beta - 1) * p) by (apply Rmult_le_pos; lra).
    assert (0 <= (beta - 1) * (1 - p)) by (apply Rmult_le_pos; lra).
    split.
    + apply Rmult_le_reg_r with p; [assumption|].
      replace (q / p * p) with q by (field; lra). eapply Rle_trans; [|exact least]. unfold lowest.
      rewrite Rmult_comm. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
    + apply Rmult_le_reg_r with p; [assumption|].
      replace (q / p * p) with q by (field; lra). eapply Rle_trans; [exact most|]. unfold highest.
      apply Rmult_le_reg_r with (1 + (beta - 1) * p); [lra|].
      replace (beta * p / (1 + (beta - 1) * p) * (1 + (beta - 1) * p)) with (beta * p) by (field; lra).
      assert (0 <= beta * p * ((beta - 1) * p))
        by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|assumption]). lra.
Qed.

(** sec2/dlp-parity, sec2/dlp-beta and sec2/dlp-rho. *)
Theorem local_privacy_is_a_bound : forall epsilon,
  (locally_private m k P epsilon <-> parity_at_most m k P (exp epsilon)).
Proof.
  intros epsilon. split.
  - intros safe i a b row first second. specialize (safe a b (only i) first second).
    assert (own : forall j, \sum_(u < m) (inside (only i) u * P u j) = P i j).
    { intros j. rewrite (sum_ext m _ (fun u => at_index i u * P u j)).
      - now apply (sum_pick m (fun u => P u j)).
      - intros u _. unfold inside, only, at_index. now destruct (Nat.eq_dec i u). }
    now rewrite !own in safe.
  - intros ratio a b S first second. apply events_of_reports. intros i row. now apply ratio.
Qed.

Theorem local_privacy_is_factor_privacy : forall epsilon, 0 < epsilon ->
  (locally_private m k P epsilon <-> factor_private m k P (exp epsilon)).
Proof.
  intros epsilon positive. rewrite local_privacy_is_a_bound, factor_privacy_is_a_bound; [reflexivity|].
  rewrite <- exp_0. now apply exp_increasing.
Qed.

Theorem local_privacy_is_rho_privacy : forall epsilon r1 r2, 0 < r1 -> r1 < r2 -> r2 < 1 ->
  exp epsilon = r2 * (1 - r1) / (r1 * (1 - r2)) ->
  (locally_private m k P epsilon <-> rho_private m k P r1 r2).
Proof.
  intros epsilon r1 r2 low order high equal.
  now rewrite local_privacy_is_a_bound, rho_privacy_is_a_bound, equal by assumption.
Qed.

(** Lemma 3.1 and sec3/sip-csip: two boundaries are one. *)
Theorem two_boundaries_are_one : forall low high, 
  (forall p, 0 <= p <= 1 -> 0 <= low p <= p) -> boundary high ->
  (strictly_private m k P low high <->
   canonical m k P (fun p => Rmin (high p) (1 - low (1 - p)))).
Proof.
  intros low high proper_low proper_high.
  assert (forall i prior event, (i < m)%nat -> law k prior -> can_be_seen k prior (P i) ->
    mass k prior (complement event) = 1 - mass k prior event /\
    posterior k prior (P i) (complement event) = 1 - posterior k prior (P i) event) as other.
  { intros i prior event row is_law seen.
    destruct (complements k prior event (P i) is_law) as (_ & rest & after).
    unfold can_be_seen in seen. split; [assumption|]. apply after. lra. }
  split.
  - intros safe i prior event row is_law seen range.
    destruct (other i prior event row is_law seen) as [rest after].
    destruct (safe i prior event row is_law seen) as [_ up].
    destruct (safe i prior (complement event) row is_law seen) as [down _].
    rewrite rest, after in down. apply Rmin_glb; lra.
  - intros safe i prior event row is_law seen.
    pose proof (mass_range prior event is_law) as range.
    destruct (endpoints_stay i prior event row is_law seen) as [zero one].
    destruct (Req_dec (mass k prior event) 0) as [none|].
    { rewrite zero, none by assumption. pose proof (proper_low 0 ltac:(lra)).
      pose proof (proper_high 0 ltac:(lra)). lra. }
    destruct (Req_dec (mass k prior event) 1) as [all|].
    { rewrite one, all by assumption. pose proof (proper_low 1 ltac:(lra)).
      pose proof (proper_high 1 ltac:(lra)). lra. }
    destruct (other i prior event row is_law seen) as [rest after].
    pose proof (safe i prior event row is_law seen ltac:(lra)) as up.
    pose proof (safe i prior (complement event) row is_law seen ltac:(lra)) as down.
    cbv beta in up, down. rewrite rest, after in down.
    replace (1 - (1 - mass k prior event)) with (mass k prior event) in down by ring.
    pose proof (Rmin_l (high (mass k prior event)) (1 - low (1 - mass k prior event))).
    pose proof (Rmin_r (high (1 - mass k prior event)) (1 - low (mass k prior event))). lra.
Qed.

(** sec3/down-guarantee: the lower boundary that comes with h. *)
Theorem lower_boundary_comes_along : forall h, boundary h ->
  (canonical m k P h <-> strictly_private m k P (fun p => 1 - h (1 - p)) h).
Proof.
  intros h proper. rewrite (two_boundaries_are_one (fun p => 1 - h (1 - p)) h).
  - split; intros safe i prior event row is_law seen range;
      pose proof (safe i prior event row is_law seen range) as most; cbv beta in *;
      replace (1 - (1 - mass k prior event)) with (mass k prior event) in * by ring;
      replace (1 - (1 - h (mass k prior event))) with (h (mass k prior event)) in * by ring;
      rewrite Rmin_left in * by lra; assumption.
  - intros p range. destruct (proper (1 - p) ltac:(lra)). lra.
  - assumption.
Qed.

(** sec3/bf-csip and sec3/bf-lower: parity at most g is a bound on every Bayes factor. *)
Theorem bayes_factors_between : forall g, 0 < g -> parity_at_most m k P g ->
  always m k P (fun p q => 0 < p < 1 -> / g <= (q / (1 - q)) / (p / (1 - p)) <= g).
Proof.
  intros g positive ratio i prior event row is_law seen range.
  pose proof (parity_above_one i prior g row seen ratio) as big.
  destruct (between_the_boundaries g ratio i prior event row is_law seen) as [least most].
  set (p := mass k prior event) in *. set (q := posterior k prior (P i) event) in *.
  assert (0 <= (g - 1) * p) by (apply Rmult_le_pos; lra).
  assert (0 <= (g - 1) * (1 - p)) by (apply Rmult_le_pos; lra).
  assert (q * (1 + (g - 1) * p) <= g * p) as up.
  { apply Rmult_le_compat_r with (r := 1 + (g - 1) * p) in most; [|lra]. unfold highest in most.
    replace (g * p / (1 + (g - 1) * p) * (1 + (g - 1) * p)) with (g * p) in most by (field; lra). lra. }
  assert (p <= q * (p + g * (1 - p))) as down.
  { apply Rmult_le_compat_r with (r := p + g * (1 - p)) in least; [|lra]. unfold lowest in least.
    replace (p / (p + g * (1 - p)) * (p + g * (1 - p))) with p in least by (field; lra). lra. }
  assert (0 < q) by nra. assert (q < 1) by nra.
  assert (0 < p * (1 - q)) by (apply Rmult_lt_0_compat; lra).
  replace ((q / (1 - q)) / (p / (1 - p))) with (q * (1 - p) / (p * (1 - q))) by (field; lra).
  split.
  - apply Rmult_le_reg_r with (g * (p * (1 - q))); [apply Rmult_lt_0_compat; lra|].
    replace (/ g * (g * (p * (1 - q)))) with (p * (1 - q)) by (field; lra).
    replace (q * (1 - p) / (p * (1 - q)) * (g * (p * (1 - q)))) with (g * q * (1 - p)) by (field; lra).
    lra.
  - apply Rmult_le_reg_r with (p * (1 - q)); [assumption|].
    replace (q * (1 - p) / (p * (1 - q)) * (p * (1 - q))) with (q * (1 - p)) by (field; lra). lra.
Qed.

End Table.

(** sec3/concl-3: epsilon-DLP is h-CSIP for h = h_(gamma), whose B(h) is gamma = exp(epsilon). *)

Lemma highest_is_a_boundary : forall g, 1 <= g -> boundary (highest g).
Proof.
  intros g big p range. assert (0 <= (g - 1) * p) by (apply Rmult_le_pos; lra).
  assert (0 <= (g - 1) * p * (1 - p)) by (apply Rmult_le_pos; lra). unfold highest.
  split; apply Rmult_le_reg_r with (1 + (g - 1) * p); try lra;
    replace (g * p / (1 + (g - 1) * p) * (1 + (g - 1) * p)) with (g * p) by (field; lra); lra.
Qed.

Theorem demand_of_a_parity : forall g, 1 <= g -> is_demand (highest g) g.
Proof.
  intros g big.
  assert (forall p, 0 < p < 1 -> highest g p < 1 /\ height (highest g) p = g) as value.
  { intros p range. assert (0 <= (g - 1) * p) by (apply Rmult_le_pos; lra). unfold height, highest.
    split.
    - apply Rmult_lt_reg_r with (1 + (g - 1) * p); [lra|].
      replace (g * p / (1 + (g - 1) * p) * (1 + (g - 1) * p)) with (g * p) by (field; lra). lra.
    - field. repeat split; lra. }
  split; [|split].
  - exists (1 / 2). split; [lra|]. apply value. lra.
  - intros p range _. destruct (value p range) as [_ ->]. lra.
  - intros c below. destruct (value (1 / 2) ltac:(lra)) as [less equal].
    rewrite <- equal. apply below; [lra|assumption].
Qed.

Theorem local_privacy_is_canonical : forall m k P epsilon, 0 <= epsilon ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= P i j) ->
  (locally_private m k P epsilon <-> canonical m k P (highest (exp epsilon))).
Proof.
  intros m k P epsilon nonneg table.
  assert (1 <= exp epsilon) as big.
  { rewrite <- exp_0. destruct (Req_dec epsilon 0) as [->|]; [lra|].
    left. apply exp_increasing. lra. }
  rewrite local_privacy_is_a_bound by assumption.
  symmetry. apply canonical_is_a_bound; auto using highest_is_a_boundary, demand_of_a_parity.
Qed.

(** sec1/parity-range. *)
Theorem parity_is_finite_where_positive : forall m k P, (0 < m)%nat -> (0 < k)%nat ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= P i j) ->
  (forall i, (i < m)%nat -> exists j, (j < k)%nat /\ P i j <> 0) ->
  (forall g, parity_at_most m k P g -> 1 <= g) /\
  ((exists g, parity_at_most m k P g) <-> forall i j, (i < m)%nat -> (j < k)%nat -> 0 < P i j).
Proof.
  intros m k P rows columns table some. split; [|split].
  - intros g ratio. destruct (some 0%nat rows) as (j & small & other).
    pose proof (ratio 0%nat j j rows small small). pose proof (table 0%nat j rows small).
    apply Rmult_le_reg_r with (P 0%nat j); lra.
  - intros [g ratio] i j row small. destruct (some i row) as (c & here & other).
    pose proof (ratio i c j row here small). pose proof (table i j row small).
    pose proof (table i c row here). destruct (Req_dec (P i j) 0) as [zero|]; [|lra].
    rewrite zero in H. lra.
  - intros positive. exists (\sum_(i < m) \sum_(a < k) \sum_(b < k) (P i a / P i b)).
    intros i a b row first second. pose proof (positive i b row second) as pos.
    assert (forall u c e, (u < m)%nat -> (c < k)%nat -> (e < k)%nat -> 0 <= P u c / P u e) as parts.
    { intros u c e h1 h2 h3. apply Rmult_le_pos; [now apply table|].
      apply Rlt_le, Rinv_0_lt_compat, positive; assumption. }
    assert (P i a / P i b <= \sum_(i < m) \sum_(a < k) \sum_(b < k) (P i a / P i b)) as most.
    { eapply Rle_trans; [|apply (term_le_sum m (fun u => \sum_(c < k) \sum_(e < k) (P u c / P u e)))
        with (i := i); [|assumption]].
      - eapply Rle_trans; [|apply (term_le_sum k (fun c => \sum_(e < k) (P i c / P i e)))
          with (i := a); [|assumption]].
        + apply (term_le_sum k (fun e => P i a / P i e)); auto.
        + intros c inner. apply sum_nonneg. auto.
      - intros u inner. apply sum_nonneg. intros c deep. apply sum_nonneg. auto. }
    apply Rmult_le_compat_r with (r := P i b) in most; [|lra].
    replace (P i a / P i b * P i b) with (P i a) in most by (field; lra). assumption.
Qed.

(** model/zero-row. *)
Theorem zero_rows_are_never_seen : forall k r, (forall j, (j < k)%nat -> 0 <= r j) -> (0 < k)%nat ->
  ((forall prior, law k prior -> \sum_(j < k) (prior j * r j) = 0) <->
   forall j, (j < k)%nat -> r j = 0).
Proof.
  intros k r nonneg some. split.
  - intros never j small. rewrite <- (sum_pick k r j small). apply never. split.
    + intros i _. unfold at_index. destruct (Nat.eq_dec j i); lra.
    + rewrite (sum_ext k _ (fun i => at_index j i * 1)) by (intros; ring).
      now apply (sum_pick k (fun _ => 1)).
  - intros zero prior _. apply sum_zero. intros j small. rewrite zero by assumption. ring.
Qed.

(** Lemma 4.1, (4.1) and sec4/tradeoff: a garbling has no larger parity. *)
Theorem garbling_keeps_parity : forall m r k C P g, stochastic m r C -> parity_at_most r k P g ->
  parity_at_most m k (times r C P) g.
Proof.
  intros m r k C P g draws ratio i a b row first second.
  apply (sum_keeps_ratio r (C i) (fun u => P u a) (fun u => P u b)). intros u small. split.
  - now apply (draws u small).
  - now apply ratio.
Qed.
