(** Three truths where k-ary response is not the best table for all shares at once: with one report
    more, for the two rare truths, it is, whatever the shares are. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryContrasts KaryEstimates
  KaryDeterminant ThreeTruths OneSetMore.
Open Scope R_scope.

Section Beyond.

Variables (g : R) (q : nat -> R) (z : R).
Context (big : 1 < g) (shares : law 3 q).

(** What the reports of the common truth and of the rare ones weigh; z is the one root. *)
Let x : R := 1 + (g - 1) * q 0%nat.
Let y : R := 1 + (g - 1) * q 1%nat.
Let v : R := 1 + (g - 1) * q 2%nat.
Let rare : R := y + v.

Context (root : z ^ 2 * (y * v * (g + 2)) = x * (rare - 1) * (rare ^ 2 - y * v))
  (beyond : rare - 1 <= z).

Definition weight_of_both : R := (z - (rare - 1)) / ((g + 1) * (1 + z)).

(** What the report of both rare truths says of the shares, before it is scaled. *)
Definition place (u : nat) : R :=
  match u with
  | 0%nat => - x / (z * (g + 2))
  | 1%nat => y * (x + z * (g + 2)) / (rare * z * (g + 2))
  | _ => v * (x + z * (g + 2)) / (rare * z * (g + 2))
  end.

Definition of_both (u : nat) : R := ((g + 2) * place u - 1) / (g - 1).

Let F := remaining 3 g at_index (both 1 2) weight_of_both of_both.

Lemma weights_of_three : 1 <= x <= g /\ 1 <= y <= g /\ 1 <= v <= g /\ g = x + y + v - 2.
Proof.
  assert (forall j, (j < 3)%nat -> 1 <= 1 + (g - 1) * q j <= g) as range.
  { intros j small. pose proof (law_le_one 3 q shares j small). destruct shares as [above _].
    specialize (above j small). nra. }
  repeat split; try (apply range; lia). destruct shares as [_ total]. cbn [sum] in total.
  unfold x, y, v. nra.
Qed.

Lemma rates_of_both : exchange_rate 3 g (both 1 2) 0 = - / (g + 2) /\
  exchange_rate 3 g (both 1 2) 1 = (g + 1) / (g + 2) /\
  exchange_rate 3 g (both 1 2) 2 = (g + 1) / (g + 2).
Proof.
  unfold exchange_rate, size, both. cbn [sum Nat.eqb orb]. replace (INR 3) with 3 by (simpl; ring).
  repeat split; field; lra.
Qed.

Lemma numbers_of_three : 0 < z /\ 0 < rare /\ 0 < x + z * (g + 2).
Proof. destruct weights_of_three as ([? _] & [? _] & [? _] & _). unfold rare in *. nra. Qed.

(** What is left of the weights. *)
Lemma left_of_weights : 1 + weight_of_both = (x + z * (g + 2)) / ((g + 1) * (1 + z)) /\
  1 - (g + 1) * weight_of_both = rare / (1 + z).
Proof.
  destruct numbers_of_three as (posz & _). destruct weights_of_three as (_ & _ & _ & level).
  unfold weight_of_both. split; [|field; lra].
  replace x with (g + 2 - rare) by (unfold rare; lra). field. lra.
Qed.

Lemma left_of_rates : forall j, 1 - (g + INR 3 - 1) * weight_of_both *
  exchange_rate 3 g (both 1 2) j = match j with
  | 0%nat => (x + z * (g + 2)) / ((g + 1) * (1 + z))
  | 1%nat | 2%nat => rare / (1 + z)
  | _ => 1 + weight_of_both
  end.
Proof.
  intros j. destruct left_of_weights as [one two]. destruct rates_of_both as (c0 & c1 & c2).
  replace (g + INR 3 - 1) with (g + 2) by (simpl; ring).
  destruct j as [|[|[|j]]].
  - rewrite <- one, c0. field. lra.
  - rewrite <- two, c1. field. lra.
  - rewrite <- two, c2. field. lra.
  - unfold exchange_rate, size, both. cbn [sum Nat.eqb orb]. replace (INR 3) with 3 by (simpl; ring).
    field. lra.
Qed.

Lemma estimates_of_three : forall j u, (j < 3)%nat -> (u < 3)%nat ->
  contrast_estimate 3 g at_index j u = ((g + 2) * at_index j u - 1) / (g - 1).
Proof.
  intros j u smallj smallu. unfold contrast_estimate. replace (g + INR 3 - 1) with (g + 2) by (simpl; ring).
  destruct j as [|[|[|j]]]; try lia; destruct u as [|[|[|u]]]; try lia;
    unfold at_index; simpl; field; lra.
Qed.

Lemma place_is : forall u, (u < 3)%nat -> place u * (rare * z * (g + 2)) = match u with
  | 0%nat => - x * rare
  | 1%nat => y * (x + z * (g + 2))
  | _ => v * (x + z * (g + 2))
  end.
Proof.
  destruct numbers_of_three as (posz & posr & _).
  intros u small. destruct u as [|[|u]]; unfold place; field; lra.
Qed.

(** The estimates of single truths, from that of both rare ones on. *)
Lemma from_both : forall j u, (j < 3)%nat -> (u < 3)%nat -> F j u - of_both u =
  (g + 2) / (g - 1) * (at_index j u - place u) * match j with
  | 0%nat => (g + 1) * (1 + z) / (x + z * (g + 2))
  | _ => (1 + z) / rare
  end.
Proof.
  destruct numbers_of_three as (posz & posr & posx).
  intros j u smallj smallu. unfold F, remaining.
  rewrite left_of_rates, estimates_of_three by assumption. unfold of_both.
  destruct j as [|[|[|j]]]; try lia; field; lra.
Qed.

(** How far the estimates are from one another, in units of the first factor. *)
Let lead : R := (rare - 1) * rare.
Let more : R := z - (rare - 1).
Let unit : R := (g + 2) * (1 + z) / ((g - 1) * z * rare ^ 2).

Lemma apart_in_three : forall u, (u < 3)%nat ->
  F 0%nat u - F 1%nat u = unit * match u with
    | 0%nat => lead
    | 1%nat => - (lead + v * more)
    | _ => v * more
    end /\
  F 0%nat u - F 2%nat u = unit * match u with
    | 0%nat => lead
    | 1%nat => y * more
    | _ => - (lead + y * more)
    end /\
  F 1%nat u - F 2%nat u = unit * match u with
    | 0%nat => 0
    | 1%nat => z * rare
    | _ => - (z * rare)
    end.
Proof.
  destruct numbers_of_three as (posz & posr & posx). destruct weights_of_three as (_ & _ & _ & level).
  intros u small.
  assert (forall i j, F i u - F j u = (F i u - of_both u) - (F j u - of_both u)) as through
    by (intros; ring).
  rewrite !through, !from_both by lia. unfold unit, lead, more.
  assert (y = rare - v) as first by (unfold rare; ring).
  assert (x = g + 2 - rare) as common by (unfold rare; lra).
  destruct u as [|[|[|u]]]; try lia; unfold place, at_index; simpl;
    rewrite ?first, ?common in *; generalize dependent rare; intros; clearbody v;
    repeat split; field; lra.
Qed.

Lemma form_of_three : forall (W : matrix) a b c, (forall i j, W i j = W j i) ->
  (forall i, W i i = 0) -> (a < 3)%nat -> (b < 3)%nat -> (c < 3)%nat -> a <> b -> a <> c -> b <> c ->
  form 3 W (exchange_rate 3 g (both a b)) =
  2 * (g + 1) / (g + 2) ^ 2 * ((g + 1) * W a b - W a c - W b c).
Proof.
  intros W a b c even apart smalla smallb smallc ab ac bc.
  rewrite (form_of_pair 3 g W) by (assumption || (simpl; lra)). cbn [sum].
  replace (g + INR 3 - 1) with (g + 2) by (simpl; ring).
  destruct a as [|[|[|a]]]; try lia; destruct b as [|[|[|b]]]; try lia;
    destruct c as [|[|[|c]]]; try lia;
    rewrite !apart, (even 1 0)%nat, (even 2 0)%nat, (even 2 1)%nat; field; lra.
Qed.

Let W := apart_by 3 g q (fun u j => F j u).

Lemma apart_values :
  W 0%nat 1%nat = 2 * unit ^ 2 * (x * y * (lead ^ 2 + lead * (v * more) + (v * more) ^ 2)) /\
  W 0%nat 2%nat = 2 * unit ^ 2 * (x * v * (lead ^ 2 + lead * (y * more) + (y * more) ^ 2)) /\
  W 1%nat 2%nat = 2 * unit ^ 2 * (y * v * (z * rare) ^ 2).
Proof.
  destruct (apart_in_three 0 ltac:(lia)) as (a0 & b0 & c0).
  destruct (apart_in_three 1 ltac:(lia)) as (a1 & b1 & c1).
  destruct (apart_in_three 2 ltac:(lia)) as (a2 & b2 & c2).
  unfold W, apart_by. cbn [sum]. fold x y v.
  rewrite a0, a1, a2, b0, b1, b2, c0, c1, c2. repeat split; ring.
Qed.

(** The pair of the rare truths costs what it is worth, the two others more. *)
Lemma rare_pair_is_even : (g + 1) * W 1%nat 2%nat - W 1%nat 0%nat - W 2%nat 0%nat = 0.
Proof.
  destruct apart_values as (one & two & three).
  unfold W. rewrite (apart_by_even 3 g q _ 1 0), (apart_by_even 3 g q _ 2 0). fold W.
  rewrite one, two, three. destruct weights_of_three as (_ & _ & _ & level).
  replace ((g + 1) * (2 * unit ^ 2 * (y * v * (z * rare) ^ 2)) -
    2 * unit ^ 2 * (x * y * (lead ^ 2 + lead * (v * more) + (v * more) ^ 2)) -
    2 * unit ^ 2 * (x * v * (lead ^ 2 + lead * (y * more) + (y * more) ^ 2))) with
    (2 * unit ^ 2 * (rare * (rare - 1)) * (z ^ 2 * (y * v * (g + 2)) -
      x * (rare - 1) * (rare ^ 2 - y * v))).
  - rewrite root. ring.
  - unfold lead, more. replace g with (x + rare - 2) by (unfold rare; lra). unfold rare. ring.
Qed.

Lemma nearly_alike : W 0%nat 1%nat <= g * W 0%nat 2%nat /\ W 0%nat 2%nat <= g * W 0%nat 1%nat.
Proof.
  destruct apart_values as (one & two & _). rewrite one, two.
  destruct weights_of_three as ([x1 xg] & [y1 yg] & [v1 vg] & level).
  destruct numbers_of_three as (posz & posr & _).
  assert (0 <= lead) by (unfold lead, rare; nra). assert (0 <= more) by (unfold more; lra).
  assert (0 <= 2 * unit ^ 2 * x) as factor
    by (apply Rmult_le_pos; [apply Rmult_le_pos; [lra|apply pow2_ge_0]|lra]).
  assert (forall a b, 1 <= a <= g -> 1 <= b <= g ->
    a * (lead ^ 2 + lead * (b * more) + (b * more) ^ 2) <=
    g * (b * (lead ^ 2 + lead * (a * more) + (a * more) ^ 2))) as alike.
  { intros a b rangea rangeb. assert (0 <= lead ^ 2) by apply pow2_ge_0.
    assert (0 <= lead * more) by now apply Rmult_le_pos.
    assert (0 <= more ^ 2) by apply pow2_ge_0.
    assert (a <= g * b) by nra. assert (b <= g * a) by nra. assert (0 <= a * b) by nra.
    assert (a * lead ^ 2 <= g * b * lead ^ 2) by now apply Rmult_le_compat_r.
    assert (a * b * (lead * more) <= g * (a * b) * (lead * more))
      by (apply Rmult_le_compat_r; [assumption|nra]).
    assert (a * b * b <= a * b * (g * a)) by now apply Rmult_le_compat_l.
    assert (a * b * b * more ^ 2 <= a * b * (g * a) * more ^ 2) by now apply Rmult_le_compat_r.
    nra. }
  pose proof (alike y v ltac:(lra) ltac:(lra)) as first.
  pose proof (alike v y ltac:(lra) ltac:(lra)) as second.
  apply Rmult_le_compat_l with (r := 2 * unit ^ 2 * x) in first, second; try assumption.
  split; nra.
Qed.

Lemma no_pair_is_short : forall a b, (a < 3)%nat -> (b < 3)%nat -> a <> b ->
  0 <= form 3 W (exchange_rate 3 g (both a b)).
Proof.
  pose proof (apart_by_even 3 g q (fun u j => F j u)) as even. fold W in even.
  pose proof (apart_by_own 3 g q (fun u j => F j u)) as own. fold W in own.
  pose proof rare_pair_is_even as zero. destruct nearly_alike as [one two].
  rewrite (even 1 0)%nat, (even 2 0)%nat in zero.
  assert (0 < 2 * (g + 1) / (g + 2) ^ 2) as step
    by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat, pow_lt; lra]).
  assert (forall s r t, (g + 1) * s - r - t = 0 -> t <= g * r -> 0 <= (g + 1) * r - s - t) as covered.
  { intros s r t sum_is less. apply Rmult_le_reg_l with (g + 1); [lra|].
    replace ((g + 1) * ((g + 1) * r - s - t)) with ((g + 1) ^ 2 * r - (r + t) - (g + 1) * t) by nra.
    nra. }
  pose proof (covered (W 1 2) (W 0 1) (W 0 2) ltac:(lra) two)%nat as first.
  pose proof (covered (W 1 2) (W 0 2) (W 0 1) ltac:(lra) one)%nat as second.
  intros a b smalla smallb differ.
  destruct a as [|[|[|a]]]; try lia; destruct b as [|[|[|b]]]; try lia.
  - rewrite (form_of_three W 0 1 2) by (assumption || lia).
    rewrite (even 1 2)%nat in *. apply Rmult_le_pos; lra.
  - rewrite (form_of_three W 0 2 1) by (assumption || lia).
    rewrite (even 2 1)%nat in *. apply Rmult_le_pos; lra.
  - rewrite (form_of_three W 1 0 2), (even 1 0)%nat by (assumption || lia).
    apply Rmult_le_pos; lra.
  - rewrite (form_of_three W 1 2 0), (even 1 0)%nat, (even 2 0)%nat by (assumption || lia).
    apply Rmult_le_pos; lra.
  - rewrite (form_of_three W 2 0 1), (even 2 0)%nat, (even 2 1)%nat by (assumption || lia).
    apply Rmult_le_pos; lra.
  - rewrite (form_of_three W 2 1 0), (even 1 0)%nat, (even 2 0)%nat, (even 2 1)%nat
      by (assumption || lia).
    apply Rmult_le_pos; lra.
Qed.

Lemma moved_in_three : moved 3 3 g q at_index (both 1 2) weight_of_both of_both =
  2 * (g + 2) ^ 2 * (y * v) * more ^ 2 / ((g - 1) ^ 2 * (rare - 1) * rare ^ 2).
Proof.
  destruct numbers_of_three as (posz & posr & posx).
  destruct weights_of_three as ([x1 _] & [y1 _] & [v1 _] & level).
  assert (forall j u, (j < 3)%nat -> (u < 3)%nat ->
    remaining 3 g at_index (both 1 2) weight_of_both of_both j u - contrast_estimate 3 g at_index j u =
    (g + 2) / (g - 1) * more * (at_index j u - place u) *
      match j with 0%nat => - / (x + z * (g + 2)) | _ => / rare end) as away.
  { intros j u smallj smallu.
    replace (remaining 3 g at_index (both 1 2) weight_of_both of_both j u -
      contrast_estimate 3 g at_index j u) with (F j u - of_both u -
        (contrast_estimate 3 g at_index j u - of_both u)) by (unfold F; ring).
    rewrite from_both, estimates_of_three by assumption. unfold of_both, more.
    assert (x = g + 2 - rare) as common by (unfold rare; lra).
    destruct j as [|[|[|j]]]; try lia; rewrite ?common in *; field; lra. }
  transitivity ((g + 2) ^ 2 / (g - 1) ^ 2 * (2 * more ^ 2 / (z ^ 2 * (g + 2) ^ 2 * rare ^ 3)) *
    ((g + 2) * (x * (rare ^ 2 - y * v)) + y * v * z ^ 2 * (g + 2) ^ 2)).
  - unfold moved. cbn [sum]. fold x y v. rewrite !away by lia. unfold place, at_index. simpl.
    assert (y = rare - v) as first by (unfold rare; ring).
    assert (x = g + 2 - rare) as common by (unfold rare; lra).
    rewrite ?first, ?common in *. generalize dependent rare. intros. clearbody v. field. lra.
  - assert (x * (rare ^ 2 - y * v) = z ^ 2 * (y * v * (g + 2)) / (rare - 1)) as ->.
    { rewrite root. field. unfold rare. lra. }
    field. unfold rare. repeat split; lra.
Qed.

Lemma mean_of_both : forall u, (u < 3)%nat -> \sum_(j < 3) (exchange_rate 3 g (both 1 2) j *
  (1 + (g - 1) * q j) * (F j u - of_both u)) = 0.
Proof.
  destruct numbers_of_three as (posz & posr & posx).
  destruct weights_of_three as (_ & _ & _ & level). destruct rates_of_both as (c0 & c1 & c2).
  intros u small. cbn [sum]. fold x y v. rewrite c0, c1, c2, !from_both by lia.
  assert (y = rare - v) as first by (unfold rare; ring).
  assert (x = g + 2 - rare) as common by (unfold rare; lra).
  destruct u as [|[|[|u]]]; try lia; unfold place, at_index; simpl;
    rewrite ?first, ?common in *; generalize dependent rare; intros; clearbody v;
    field; repeat split; lra.
Qed.

Lemma weight_of_both_remains : 0 <= weight_of_both /\
  forall j, (g + INR 3 - 1) * weight_of_both * exchange_rate 3 g (both 1 2) j < 1.
Proof.
  destruct numbers_of_three as (posz & posr & posx).
  assert (0 <= weight_of_both) as post.
  { unfold weight_of_both. apply Rmult_le_pos; [lra|].
    apply Rlt_le, Rinv_0_lt_compat, Rmult_lt_0_compat; lra. }
  split; [assumption|]. intros j. pose proof (left_of_rates j) as left.
  enough (0 < 1 - (g + INR 3 - 1) * weight_of_both * exchange_rate 3 g (both 1 2) j) by lra.
  rewrite left. assert (0 < rare / (1 + z)) by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]).
  destruct j as [|[|[|j]]]; try lra.
  apply Rmult_lt_0_compat; [lra|]. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
Qed.

Definition value_beyond : R :=
  2 * (y * v) * (g + 2) * (1 + z) ^ 2 / (rare ^ 2 * (g - 1) ^ 2) + \sum_(j < 3) q j ^ 2.

Lemma value_of_both : contrasts_value 3 3 g q at_index -
  / (g + INR 3 - 1) * moved 3 3 g q at_index (both 1 2) weight_of_both of_both = value_beyond.
Proof.
  destruct weights_of_three as ([x1 _] & [y1 _] & [v1 _] & level).
  replace (g + INR 3 - 1) with (g + 2) by (simpl; ring).
  rewrite (value_of_shares 3 g q), moved_in_three by (assumption || lia).
  unfold value_beyond, squared_length. replace (INR 3) with 3 by (simpl; ring). cbn [sum].
  assert (q 0%nat = (x - 1) / (g - 1)) as -> by (unfold x; field; lra).
  assert (q 1%nat = (y - 1) / (g - 1)) as -> by (unfold y; field; lra).
  assert (q 2%nat = (v - 1) / (g - 1)) as -> by (unfold v; field; lra).
  assert (0 < rare - 1) by (unfold rare; lra).
  apply Rmult_eq_reg_r with ((g - 1) ^ 2 * (rare - 1) * rare ^ 2).
  2:{ apply Rgt_not_eq. repeat apply Rmult_lt_0_compat; lra. }
  transitivity ((rare - 1) * rare ^ 2 * ((g + 1) ^ 2 + 2) -
    2 * (g + 2) * (y * v) * more ^ 2); [unfold more; field; lra|].
  transitivity (2 * (y * v) * (g + 2) * (1 + z) ^ 2 * (rare - 1) +
    (rare - 1) * rare ^ 2 * ((x - 1) ^ 2 + (y - 1) ^ 2 + (v - 1) ^ 2)); [|field; lra].
  assert (2 * (y * v) * (g + 2) * (1 + z) ^ 2 * (rare - 1) + 2 * (g + 2) * (y * v) * more ^ 2 =
    2 * rare * (z ^ 2 * (y * v * (g + 2)) + (y * v) * (g + 2) * (rare - 1))) as both_squares
    by (unfold more; ring).
  rewrite root in both_squares.
  enough ((rare - 1) * rare ^ 2 * ((g + 1) ^ 2 + 2) = 2 * rare * (x * (rare - 1) *
    (rare ^ 2 - y * v) + y * v * (g + 2) * (rare - 1)) +
    (rare - 1) * rare ^ 2 * ((x - 1) ^ 2 + (y - 1) ^ 2 + (v - 1) ^ 2)) by lra.
  assert (x = g + 2 - rare) as common by (unfold rare; lra).
  assert (y = rare - v) as first by (unfold rare; ring). rewrite common, first. ring.
Qed.

Lemma both_rare_truths : least_sum 3 3 g q at_index value_beyond /\
  exists t e, private 4 3 (fun _ _ => Some g) (fun _ _ => 0) (exchanged 3 g (both 1 2) t) /\
    (forall u j, (u < 3)%nat -> (j < 3)%nat ->
      \sum_(i < 4) (e i u * exchanged 3 g (both 1 2) t i j) = at_index u j) /\
    \sum_(i < 4) (dot 3 q (exchanged 3 g (both 1 2) t i) * \sum_(u < 3) e i u ^ 2) = value_beyond.
Proof.
  destruct weight_of_both_remains as [post remains].
  destruct (one_set_more 3 3 g q at_index (both 1 2) weight_of_both of_both ltac:(lia) big shares
    post remains mean_of_both) as (least & own & fair & cost).
  - fold F W. pose proof (apart_by_even 3 g q (fun u j => F j u)) as even. fold W in even.
    pose proof (apart_by_own 3 g q (fun u j => F j u)) as zero. fold W in zero.
    rewrite (form_of_three W 1 2 0), rare_pair_is_even by (assumption || lia). ring.
  - exact no_pair_is_short.
  - rewrite value_of_both in least, cost. split; [assumption|].
    exists weight_of_both, (with_one_more 3 g at_index (both 1 2) weight_of_both of_both). auto.
Qed.

End Beyond.

(** found/shares/three/beyond *)
Theorem three_truths_beyond : forall g q x y v, 1 < g -> law 3 q ->
  x = 1 + (g - 1) * q 0%nat -> y = 1 + (g - 1) * q 1%nat -> v = 1 + (g - 1) * q 2%nat ->
  (g + 1) * (y * v) <= x * (y + v) ->
  let least := 2 * (sqrt (y * v * (g + 2)) +
    sqrt (x * (y + v - 1) * (y ^ 2 + y * v + v ^ 2))) ^ 2 / ((y + v) ^ 2 * (g - 1) ^ 2) +
    \sum_(j < 3) q j ^ 2 in
  least_sum 3 3 g q at_index least /\
  exists t e, private 4 3 (fun _ _ => Some g) (fun _ _ => 0) (exchanged 3 g (both 1 2) t) /\
    (forall u j, (u < 3)%nat -> (j < 3)%nat ->
      \sum_(i < 4) (e i u * exchanged 3 g (both 1 2) t i j) = at_index u j) /\
    \sum_(i < 4) (dot 3 q (exchanged 3 g (both 1 2) t i) * \sum_(u < 3) e i u ^ 2) = least.
Proof.
  intros g q x y v big shares -> -> -> beyond least.
  destruct (weights_of_three g q big shares) as ([x1 _] & [y1 _] & [v1 _] & level).
  unfold least. clear least.
  set (x := 1 + (g - 1) * q 0%nat) in *. set (y := 1 + (g - 1) * q 1%nat) in *.
  set (v := 1 + (g - 1) * q 2%nat) in *.
  set (whole := x * (y + v - 1) * (y ^ 2 + y * v + v ^ 2)). set (pair := y * v * (g + 2)).
  assert (0 < pair) as posp by (unfold pair; repeat apply Rmult_lt_0_compat; lra).
  assert (0 < whole) as posw by (unfold whole; repeat apply Rmult_lt_0_compat; nra).
  assert (0 < sqrt pair) as posr by now apply sqrt_lt_R0.
  set (z := sqrt whole / sqrt pair).
  assert (z ^ 2 * pair = whole) as root.
  { unfold z. rewrite <- (pow2_sqrt pair) at 2 by lra. rewrite <- (pow2_sqrt whole) at 2 by lra.
    field. lra. }
  assert (y + v - 1 <= z) as far.
  { apply Rsqr_incr_0_var; [|apply Rmult_le_pos; [apply sqrt_pos|now apply Rlt_le, Rinv_0_lt_compat]].
    rewrite !Rsqr_pow2. apply Rmult_le_reg_r with pair; [assumption|]. rewrite root.
    unfold whole, pair. apply Rle_trans with ((y + v - 1) * (x * (y ^ 2 + y * v + v ^ 2))); [|lra].
    replace ((y + v - 1) ^ 2 * (y * v * (g + 2))) with
      ((y + v - 1) * ((y * v) * ((g + 2) * (y + v - 1)))) by ring.
    apply Rmult_le_compat_l; [lra|].
    replace ((g + 2) * (y + v - 1)) with ((g + 1) * (y + v) - x) by nra. nra. }
  assert (value_beyond g q z = 2 * (sqrt pair + sqrt whole) ^ 2 / ((y + v) ^ 2 * (g - 1) ^ 2) +
    \sum_(j < 3) q j ^ 2) as <-.
  { unfold value_beyond. fold x y v. f_equal.
    replace (2 * (y * v) * (g + 2) * (1 + z) ^ 2) with (2 * (pair * (1 + z) ^ 2))
      by (unfold pair; ring).
    replace (pair * (1 + z) ^ 2) with ((sqrt pair + sqrt whole) ^ 2); [field; lra|].
    unfold z. rewrite <- (pow2_sqrt pair) at 2 by lra. field. lra. }
  apply both_rare_truths; try assumption. fold x y v. fold pair. rewrite root. unfold whole. ring.
Qed.
