(** What a report may reveal: the region of posteriors, B(h)'s criterion, the bound of a trace. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Events Number.
Open Scope R_scope.

(** ** The trace bound *)

Theorem trace_bound : forall k (P : matrix) g, (0 < k)%nat -> 1 <= g -> stochastic k k P ->
  (forall i j j', (i < k)%nat -> (j < k)%nat -> (j' < k)%nat -> P i j <= g * P i j') ->
  trace k P <= INR k * g / (g + INR k - 1) /\
  (1 < g -> trace k P = INR k * g / (g + INR k - 1) ->
   forall i j, (i < k)%nat -> (j < k)%nat ->
     P i j = if Nat.eq_dec i j then g / (g + INR k - 1) else 1 / (g + INR k - 1)).
Proof.
  intros k P g some big columns ratio. set (d := g + INR k - 1).
  assert (1 <= INR k) as size by (change 1 with (INR 1); apply le_INR; lia).
  assert (0 < d) as positive by (unfold d; lra).
  (* in row i: g sum_j p_ij - d p_ii = sum over j of (g p_ij - p_ii), without j = i *)
  set (slack := fun i j => if Nat.eq_dec i j then 0 else g * P i j - P i i).
  assert (forall i j, (i < k)%nat -> (j < k)%nat -> 0 <= slack i j) as above.
  { intros i j row column. unfold slack. destruct (Nat.eq_dec i j); [lra|].
    specialize (ratio i i j row row column). lra. }
  assert (forall i, (i < k)%nat -> \sum_(j < k) slack i j = g * sum k (P i) - d * P i i) as rows.
  { intros i row. rewrite (sum_ext k _ (fun j => g * P i j - P i i - at_index i j * (g * P i j - P i i))).
    - rewrite !sum_minus, sum_scale, sum_constant.
      rewrite (sum_pick k (fun j => g * P i j - P i i)) by assumption. unfold d.
      change (sum k (fun j => P i j)) with (sum k (P i)). ring.
    - intros j _. unfold slack, at_index. destruct (Nat.eq_dec i j) as [<-|]; ring. }
  assert (\sum_(i < k) sum k (P i) = INR k) as all.
  { change (\sum_(i < k) \sum_(j < k) P i j = INR k). rewrite sum_of_sums.
    rewrite (sum_ext k _ (fun _ => 1)) by (intros j column; now apply columns).
    rewrite sum_constant. ring. }
  assert (\sum_(i < k) \sum_(j < k) slack i j = g * INR k - d * trace k P) as total.
  { rewrite (sum_ext k _ (fun i => g * sum k (P i) - d * P i i)) by assumption.
    rewrite sum_minus, !sum_scale. change (sum k (fun i => sum k (P i))) with
      (\sum_(i < k) sum k (P i)). now rewrite all. }
  assert (0 <= \sum_(i < k) \sum_(j < k) slack i j) as nonneg.
  { apply sum_nonneg. intros i row. apply sum_nonneg. auto. }
  split.
  - apply Rmult_le_reg_r with d; [assumption|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra.
  - intros more equal.
    assert (\sum_(i < k) \sum_(j < k) slack i j = 0) as zero.
    { rewrite total, equal. field. lra. }
    assert (forall i j, (i < k)%nat -> (j < k)%nat -> i <> j -> g * P i j = P i i) as off.
    { intros i j row column differ.
      assert (slack i j = 0) as none.
      { apply (zero_terms k (slack i)); auto.
        apply (zero_terms k (fun i => sum k (slack i))); auto.
        intros. apply sum_nonneg. auto. }
      unfold slack in none. destruct (Nat.eq_dec i j); [contradiction|lra]. }
    assert (forall j, (j < k)%nat -> (g - 1) * P j j + trace k P = g) as diagonal.
    { intros j column. destruct (columns j column) as [_ one].
      assert (\sum_(i < k) (g * P i j) = g) as scaled.
      { rewrite sum_scale. change (sum k (fun i => P i j)) with (\sum_(i < k) P i j).
        rewrite one. ring. }
      rewrite (sum_ext k _ (fun i => P i i + at_index j i * ((g - 1) * P i i))) in scaled.
      - rewrite sum_plus, (sum_pick k (fun i => (g - 1) * P i i)) in scaled by assumption.
        unfold trace. change (sum k (fun i => P i i)) with (\sum_(i < k) P i i) in scaled. lra.
      - intros i row. unfold at_index. destruct (Nat.eq_dec j i) as [<-|]; [ring|].
        rewrite off by auto. ring. }
    assert (forall j, (j < k)%nat -> P j j = g / d) as value.
    { intros j column. apply Rmult_eq_reg_l with (g - 1); [|lra].
      specialize (diagonal j column). rewrite equal in diagonal.
      apply Rplus_eq_reg_r with (INR k * g / d). rewrite diagonal. unfold d. field. fold d. lra. }
    intros i j row column. destruct (Nat.eq_dec i j) as [<-|differ]; [now apply value|].
    apply Rmult_eq_reg_l with g; [|lra]. rewrite off, value by auto. field. lra.
Qed.

(** ** The posterior probability of an event after a report with row r *)

Definition posterior (k : nat) (prior r : nat -> R) (event : nat -> bool) : R :=
  (\sum_(j < k) (prior j * inside event j * r j)) / \sum_(j < k) (prior j * r j).

Definition highest (g p : R) : R := g * p / (1 + (g - 1) * p).
Definition lowest (g p : R) : R := p / (p + g * (1 - p)).

(** The prior on two truths, p on a, and the event that the truth is a. *)
Definition two_points (a b : nat) (p : R) : nat -> R :=
  fun j => p * at_index a j + (1 - p) * at_index b j.
Definition only (a : nat) : nat -> bool := fun j => if Nat.eq_dec a j then true else false.

Lemma two_points_law : forall k a b p, (a < k)%nat -> (b < k)%nat -> 0 < p < 1 ->
  law k (two_points a b p).
Proof.
  intros k a b p first second range. unfold two_points. split.
  - intros j _. assert (forall i, 0 <= at_index i j) as unit
      by (intros i; unfold at_index; destruct (Nat.eq_dec i j); lra).
    pose proof (unit a). pose proof (unit b).
    assert (0 <= p * at_index a j) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 - p) * at_index b j) by (apply Rmult_le_pos; lra). lra.
  - rewrite sum_plus, !sum_scale.
    rewrite (sum_ext k (at_index a) (fun j => at_index a j * 1)) by (intros; ring).
    rewrite (sum_ext k (at_index b) (fun j => at_index b j * 1)) by (intros; ring).
    rewrite (sum_pick k (fun _ => 1)), (sum_pick k (fun _ => 1)) by assumption. ring.
Qed.

Lemma two_points_posterior : forall k a b p r, (a < k)%nat -> (b < k)%nat -> a <> b ->
  mass k (two_points a b p) (only a) = p /\
  posterior k (two_points a b p) r (only a) = p * r a / (p * r a + (1 - p) * r b).
Proof.
  intros k a b p r first second differ.
  assert (own : forall f, \sum_(j < k) (two_points a b p j * inside (only a) j * f j) = p * f a).
  { intros f. rewrite (sum_ext k _ (fun j => at_index a j * (p * f j))).
    - now apply sum_pick.
    - intros j _. unfold two_points, inside, only, at_index.
      destruct (Nat.eq_dec a j), (Nat.eq_dec b j); subst; try contradiction; ring. }
  split.
  - unfold mass. rewrite (sum_ext k _ (fun j => two_points a b p j * inside (only a) j * 1))
      by (intros; ring). rewrite own. ring.
  - unfold posterior. rewrite own. f_equal. unfold two_points.
    rewrite (sum_ext k _ (fun j => at_index a j * (p * r j) + at_index b j * ((1 - p) * r j)))
      by (intros; ring).
    rewrite sum_plus, (sum_pick k (fun j => p * r j)), (sum_pick k (fun j => (1 - p) * r j));
      auto.
Qed.

(** Numerator a, rest b: both are means of entries within the factor g. *)
Lemma posterior_range : forall a b p x g, 0 < x -> 1 <= g -> 0 < p < 1 ->
  p * x <= a <= p * (g * x) -> (1 - p) * x <= b <= (1 - p) * (g * x) ->
  lowest g p <= a / (a + b) <= highest g p.
Proof.
  intros a b p x g pos big range first second.
  assert (0 < p * x) by (apply Rmult_lt_0_compat; lra).
  assert (0 < (1 - p) * x) by (apply Rmult_lt_0_compat; lra).
  assert (0 <= (g - 1) * p) by (apply Rmult_le_pos; lra).
  assert (0 <= (g - 1) * (1 - p)) by (apply Rmult_le_pos; lra).
  assert (b * p <= g * (1 - p) * a).
  { apply Rle_trans with ((1 - p) * (g * x) * p); [apply Rmult_le_compat_r; lra|].
    replace ((1 - p) * (g * x) * p) with (g * (1 - p) * (p * x)) by ring.
    apply Rmult_le_compat_l; [|lra]. apply Rmult_le_pos; lra. }
  assert (a * (1 - p) <= g * p * b).
  { apply Rle_trans with (p * (g * x) * (1 - p)); [apply Rmult_le_compat_r; lra|].
    replace (p * (g * x) * (1 - p)) with (g * p * ((1 - p) * x)) by ring.
    apply Rmult_le_compat_l; [|lra]. apply Rmult_le_pos; lra. }
  unfold lowest, highest. split.
  - apply Rmult_le_reg_r with ((p + g * (1 - p)) * (a + b)).
    + apply Rmult_lt_0_compat; [|lra]. replace (p + g * (1 - p)) with (1 + (g - 1) * (1 - p)) by ring.
      lra.
    + replace (p / (p + g * (1 - p)) * ((p + g * (1 - p)) * (a + b))) with (p * (a + b))
        by (field; replace (p + g * (1 - p)) with (1 + (g - 1) * (1 - p)) by ring; lra).
      replace (a / (a + b) * ((p + g * (1 - p)) * (a + b))) with (a * (p + g * (1 - p)))
        by (field; lra). lra.
  - apply Rmult_le_reg_r with ((1 + (g - 1) * p) * (a + b)).
    + apply Rmult_lt_0_compat; lra.
    + replace (g * p / (1 + (g - 1) * p) * ((1 + (g - 1) * p) * (a + b))) with (g * p * (a + b))
        by (field; lra).
      replace (a / (a + b) * ((1 + (g - 1) * p) * (a + b))) with (a * (1 + (g - 1) * p))
        by (field; lra). lra.
Qed.

Definition complement (event : nat -> bool) : nat -> bool := fun j => negb (event j).

Lemma event_parts : forall k prior event (f : nat -> R),
  \sum_(j < k) (prior j * f j) = \sum_(j < k) (prior j * inside event j * f j) +
    \sum_(j < k) (prior j * inside (complement event) j * f j).
Proof.
  intros. rewrite <- sum_plus. apply sum_ext. intros j _. unfold inside, complement.
  destruct (event j); simpl; ring.
Qed.

Lemma part_range : forall k prior event r low high, law k prior ->
  (forall j, (j < k)%nat -> low <= r j <= high) ->
  mass k prior event * low <= \sum_(j < k) (prior j * inside event j * r j) <=
  mass k prior event * high.
Proof.
  intros k prior event r low high [above _] bounds. unfold mass. rewrite <- !sum_scale_right.
  split; apply sum_le; intros j small; destruct (bounds j small); specialize (above j small);
    apply Rmult_le_compat_l; auto; unfold inside; destruct (event j); lra.
Qed.

Lemma complement_mass : forall k prior event, law k prior ->
  mass k prior (complement event) = 1 - mass k prior event.
Proof.
  intros k prior event [_ total]. pose proof (event_parts k prior event (fun _ => 1)) as parts.
  rewrite (sum_ext k _ prior) in parts by (intros; ring).
  change (sum k prior = 1) in total. rewrite total in parts. unfold mass.
  rewrite (sum_ext k (fun j => prior j * inside event j * 1) (fun j => prior j * inside event j))
    in parts by (intros; ring).
  rewrite (sum_ext k (fun j => prior j * inside (complement event) j * 1)
    (fun j => prior j * inside (complement event) j)) in parts by (intros; ring). lra.
Qed.

(** Complements: the map is its own inverse, so one-to-one and onto. *)
Theorem complements : forall k prior event r, law k prior ->
  (forall j, complement (complement event) j = event j) /\
  mass k prior (complement event) = 1 - mass k prior event /\
  (\sum_(j < k) (prior j * r j) <> 0 ->
   posterior k prior r (complement event) = 1 - posterior k prior r event).
Proof.
  intros k prior event r is_law. split; [|split].
  - intros j. apply Bool.negb_involutive.
  - now apply complement_mass.
  - intros some. pose proof (event_parts k prior event r) as parts. unfold posterior.
    set (whole := \sum_(j < k) (prior j * r j)) in *.
    set (own := \sum_(j < k) (prior j * inside event j * r j)) in *.
    replace (\sum_(j < k) (prior j * inside (complement event) j * r j)) with (whole - own) by lra.
    field. assumption.
Qed.

Theorem privacy_region : forall k r x g, 0 < x -> 1 <= g ->
  (forall j, (j < k)%nat -> x <= r j <= g * x) ->
  (forall prior event, law k prior -> 0 < mass k prior event < 1 ->
     lowest g (mass k prior event) <= posterior k prior r event <= highest g (mass k prior event)) /\
  (forall a b p, (a < k)%nat -> (b < k)%nat -> a <> b -> r a = g * x -> r b = x -> 0 < p < 1 ->
     law k (two_points a b p) /\ mass k (two_points a b p) (only a) = p /\
     posterior k (two_points a b p) r (only a) = highest g p /\
     law k (two_points b a p) /\ mass k (two_points b a p) (only b) = p /\
     posterior k (two_points b a p) r (only b) = lowest g p).
Proof.
  intros k r x g pos big bounds. split.
  - intros prior event is_law range. unfold posterior. rewrite (event_parts k prior event r).
    apply posterior_range with x; auto.
    + now apply part_range.
    + rewrite <- complement_mass by assumption. now apply part_range.
  - intros a b p first second differ largest least range.
    destruct (two_points_posterior k a b p r first second differ) as [m1 p1].
    destruct (two_points_posterior k b a p r second first (not_eq_sym differ)) as [m2 p2].
    assert (0 <= (g - 1) * p) by (apply Rmult_le_pos; lra).
    assert (0 <= (g - 1) * (1 - p)) by (apply Rmult_le_pos; lra).
    repeat split; try apply two_points_law; auto.
    + rewrite p1, largest, least. unfold highest. field. split; [lra|].
      replace (p * (g * x) + (1 - p) * x) with (x * (1 + (g - 1) * p)) by ring.
      apply Rmult_integral_contrapositive_currified; lra.
    + rewrite p2, largest, least. unfold lowest. field. split.
      * replace (p + g * (1 - p)) with (1 + (g - 1) * (1 - p)) by ring. lra.
      * replace (p * x + (1 - p) * (g * x)) with (x * (1 + (g - 1) * (1 - p))) by ring.
        apply Rmult_integral_contrapositive_currified; lra.
Qed.

(** P provides h: no event of prior mass p has a posterior above h(p), or below 1 - h(1 - p). *)
Definition provides (m k : nat) (P : matrix) (h : R -> R) : Prop :=
  forall i prior event, (i < m)%nat -> law k prior -> 0 < mass k prior event < 1 ->
    1 - h (1 - mass k prior event) <= posterior k prior (P i) event <= h (mass k prior event).
