(** Cards under any conditions on all rows (kind "cases", a card): none has a smaller variance than the
    least at a corner. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Probability Estimators TwoTruths Cards CornerChains.
Import ListNotations.
Open Scope R_scope.

(** yes (1 - yes) - bound (x - y)^2 of the card whose first row is v = (x, y). *)
Definition left_over (q bound : R) (v : point) : R :=
  let yes := 1 - fst v + q * (fst v - snd v) in yes * (1 - yes) - bound * (fst v - snd v) ^ 2.

Lemma left_over_concave : forall q bound v w t, 0 <= bound -> 0 <= t <= 1 ->
  0 <= left_over q bound v -> 0 <= left_over q bound w ->
  0 <= left_over q bound ((1 - t) * fst v + t * fst w, (1 - t) * snd v + t * snd w).
Proof.
  intros q bound v w t pos range first second.
  set (d := fst w - fst v). set (e := fst w - snd w - (fst v - snd v)).
  assert (left_over q bound ((1 - t) * fst v + t * fst w, (1 - t) * snd v + t * snd w) =
    (1 - t) * left_over q bound v + t * left_over q bound w +
    t * (1 - t) * ((q * e - d) ^ 2 + bound * e ^ 2)) as ->.
  { unfold left_over, d, e. cbn [fst snd]. ring. }
  assert (0 <= (1 - t) * left_over q bound v) by (apply Rmult_le_pos; lra).
  assert (0 <= t * left_over q bound w) by (apply Rmult_le_pos; lra).
  assert (0 <= t * (1 - t) * ((q * e - d) ^ 2 + bound * e ^ 2)).
  { pose proof (pow2_ge_0 (q * e - d)).
    assert (0 <= bound * e ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
    apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]. }
  lra.
Qed.

Lemma an_edge_below : forall n c x, c O = (0, 0) -> c n = (1, 1) -> 0 < x <= 1 ->
  exists a, (a < n)%nat /\ fst (c a) < x <= fst (c (S a)).
Proof.
  intros n c x starts ends range.
  assert (forall d, x <= fst (c d) -> exists a, (a < d)%nat /\ fst (c a) < x <= fst (c (S a))) as some.
  { induction d as [|d IH]; intros reached; [rewrite starts in reached; simpl in reached; lra|].
    destruct (Rle_or_lt x (fst (c d))) as [before|here].
    - destruct (IH before) as (a & small & between). exists a. split; [lia|assumption].
    - exists d. split; [lia|lra]. }
  apply some. rewrite ends. simpl. lra.
Qed.

Lemma card_above : forall n c demands p00 p11, (forall a, (a < n)%nat -> at_least_zero (edge c a)) ->
  (forall a, (a < n)%nat -> shown demands (c a) (c (S a))) -> Forall weighted demands ->
  (forall levels most, In (levels, most) demands ->
    \sum_(i < 2) spent levels (card p00 p11 i O) (card p00 p11 i 1%nat) <= most) ->
  p00 + p11 > 1 -> stochastic 2 2 (card p00 p11) ->
  all_above n c (0, 0) [(p00, 1 - p11); (1 - p00, p11)].
Proof.
  intros n c demands p00 p11 rising edges weights kept tells columns.
  destruct (columns O ltac:(lia)) as [low _], (columns 1%nat ltac:(lia)) as [low' _].
  pose proof (low O ltac:(lia)) as a1. pose proof (low 1%nat ltac:(lia)) as a2.
  pose proof (low' O ltac:(lia)) as a3. pose proof (low' 1%nat ltac:(lia)) as a4.
  unfold card in a1, a2, a3, a4.
  apply (sums_are_above n c demands _ (0, 0) (fun _ => 0)); try assumption.
  - apply Forall_cons; [|apply Forall_cons; [|apply Forall_nil]];
      unfold positive, at_least_zero; simpl; lra.
  - unfold at_least_zero. simpl. lra.
  - cbn [reaches]. unfold add. cbn [fst snd]. f_equal; ring.
  - intros levels most here. split.
    + specialize (kept levels most here). cbn [sum] in kept. unfold all_of. simpl. unfold card in kept. lra.
    + intros i. unfold value_at. simpl. lra.
Qed.

Lemma left_over_is : forall q bound p00 p11, let s := p00 + p11 - 1 in 0 < s ->
  left_over q bound (p00, 1 - p11) = s ^ 2 * (((1 - p00) / s + q) * ((1 - p11) / s + (1 - q)) - bound).
Proof.
  intros q bound p00 p11 s some. unfold left_over. cbn [fst snd].
  replace (p00 - (1 - p11)) with s by (unfold s; ring).
  replace (1 - p11) with (p00 - s) by (unfold s; ring). field. lra.
Qed.

Lemma variance_from_left_over : forall q bound p00 p11, let s := p00 + p11 - 1 in 0 < s ->
  0 <= left_over q bound (p00, 1 - p11) -> bound <= ((1 - p00) / s + q) * ((1 - p11) / s + (1 - q)).
Proof.
  intros q bound p00 p11 s some enough. rewrite left_over_is in enough by assumption. fold s in enough.
  assert (0 < s ^ 2) by now apply pow_lt. nra.
Qed.

Theorem corner_cards_bound : forall n c demands p00 p11 q x bound,
  c O = (0, 0) -> c n = (1, 1) -> (forall a, (a < n)%nat -> at_least_zero (edge c a)) ->
  (forall a, (a < n)%nat -> shown demands (c a) (c (S a))) -> Forall weighted demands ->
  (forall levels most, In (levels, most) demands ->
    \sum_(i < 2) spent levels (card p00 p11 i O) (card p00 p11 i 1%nat) <= most) ->
  0 <= q <= 1 -> 0 <= bound -> p00 + p11 > 1 -> stochastic 2 2 (card p00 p11) ->
  unbiased 2 2 (card p00 p11) (at_index 1) x ->
  (forall a, (a <= n)%nat -> 0 <= left_over q bound (c a)) ->
  bound <= variance 2 (share 2 (fun j => match j with O => 1 - q | _ => q end) (card p00 p11)) x.
Proof.
  intros n c demands p00 p11 q x bound starts ends rising edges weights kept range pos tells columns mean all.
  rewrite (card_variance p00 p11 q x tells mean range columns).
  set (s := p00 + p11 - 1). assert (0 < s) as some by (unfold s; lra).
  set (v := (p00, 1 - p11) : point).
  destruct (columns O ltac:(lia)) as [low _], (columns 1%nat ltac:(lia)) as [low' _].
  pose proof (low O ltac:(lia)) as a1. pose proof (low 1%nat ltac:(lia)) as a2.
  pose proof (low' O ltac:(lia)) as a3. pose proof (low' 1%nat ltac:(lia)) as a4.
  unfold card in a1, a2, a3, a4.
  assert (all_above n c (0, 0) [v; (1 - p00, p11)]) as [high _] by now apply (card_above n c demands p00 p11).
  assert (0 <= left_over q bound v) as enough.
  { destruct (an_edge_below n c p00 starts ends ltac:(lra)) as (a & small & between).
    set (dx := fst (c (S a)) - fst (c a)). set (t := (p00 - fst (c a)) / dx).
    assert (0 < dx) as wide by (unfold dx; lra).
    assert (t * dx = p00 - fst (c a)) as share_ by (unfold t; field; lra).
    assert (0 <= t) by (apply Rmult_le_reg_r with dx; lra).
    assert (t <= 1) by (apply Rmult_le_reg_r with dx; unfold dx in *; lra).
    set (w := ((1 - t) * fst (c a) + t * fst (c (S a)), (1 - t) * snd (c a) + t * snd (c (S a))) : point).
    assert (0 <= left_over q bound w) as on_path by (apply left_over_concave; auto with arith; apply all; lia).
    assert (fst w = p00) as same.
    { unfold w. cbn [fst snd]. replace ((1 - t) * fst (c a) + t * fst (c (S a))) with (fst (c a) + t * dx)
        by (unfold dx; ring). rewrite share_. ring. }
    assert (snd w <= 1 - p11) as under.
    { specialize (high a small). unfold cross, edge, sub, add, v in high. cbn [fst snd] in high. fold dx in high.
      replace (0 + p00 - fst (c a)) with (t * dx) in high by (rewrite share_; ring).
      unfold w. cbn [fst snd]. apply Rmult_le_reg_l with dx; [assumption|]. lra. }
    assert (0 <= left_over q bound (p00, p00)) as diagonal.
    { unfold left_over. cbn [fst snd]. replace (p00 - p00) with 0 by ring.
      replace ((1 - p00 + q * 0) * (1 - (1 - p00 + q * 0)) - bound * 0 ^ 2) with ((1 - p00) * p00) by ring.
      apply Rmult_le_pos; lra. }
    set (h := (1 - p11 - snd w) / (p00 - snd w)).
    assert (0 < p00 - snd w) by (unfold s in some; lra).
    assert (h * (p00 - snd w) = 1 - p11 - snd w) as part by (unfold h; field; lra).
    assert (0 <= h) by (apply Rmult_le_reg_r with (p00 - snd w); lra).
    assert (h <= 1) by (apply Rmult_le_reg_r with (p00 - snd w); unfold s in some; lra).
    pose proof (left_over_concave q bound w (p00, p00) h pos ltac:(lra) on_path diagonal) as here.
    replace ((1 - h) * fst w + h * fst (p00, p00), (1 - h) * snd w + h * snd (p00, p00)) with v in here;
      [exact here|].
    unfold v. cbn [fst snd]. rewrite same. f_equal; [ring|].
    replace ((1 - h) * snd w + h * p00) with (snd w + h * (p00 - snd w)) by ring. rewrite part. ring. }
  now apply variance_from_left_over.
Qed.

(** Warner's cards lie between (1/2, 1/2) and the point of the path where x + y = 1. *)
Theorem warner_bound : forall n c demands p q x bound a l,
  (forall a, (a < n)%nat -> at_least_zero (edge c a)) ->
  (forall a, (a < n)%nat -> shown demands (c a) (c (S a))) -> Forall weighted demands ->
  (forall levels most, In (levels, most) demands ->
    \sum_(i < 2) spent levels (card p p i O) (card p p i 1%nat) <= most) ->
  0 <= q <= 1 -> 0 <= bound -> p + p > 1 -> stochastic 2 2 (card p p) ->
  unbiased 2 2 (card p p) (at_index 1) x -> (a < n)%nat -> 0 < fst (edge c a) + snd (edge c a) ->
  fst (at_place c (a, l)) + snd (at_place c (a, l)) = 1 -> 0 <= left_over q bound (at_place c (a, l)) ->
  bound <= variance 2 (share 2 (fun j => match j with O => 1 - q | _ => q end) (card p p)) x.
Proof.
  intros n c demands p q x bound a l rising edges weights kept range pos tells columns mean small some fair least.
  rewrite (card_variance p p q x tells mean range columns).
  set (s := p + p - 1). assert (0 < s) as more by (unfold s; lra).
  assert (all_above n c (0, 0) [(p, 1 - p); (1 - p, p)]) as [high _]
    by now apply (card_above n c demands p p).
  specialize (high a small). set (w := at_place c (a, l)) in *.
  assert (fst w = fst (c a) + l * fst (edge c a) /\ snd w = snd (c a) + l * snd (edge c a)) as [wx wy]
    by (split; reflexivity).
  set (dx := fst (edge c a)) in *. set (dy := snd (edge c a)) in *.
  unfold cross, sub, add in high. cbn [fst snd] in high. fold dx dy in high.
  assert (p <= fst w) as before.
  { apply Rmult_le_reg_l with (dx + dy); [assumption|].
    assert (fst (c a) = fst w - l * dx) as ea by lra. assert (snd (c a) = 1 - fst w - l * dy) as eb by lra.
    rewrite ea, eb in high. lra. }
  assert (0 <= left_over q bound (1 / 2, 1 / 2)) as middle.
  { unfold left_over. cbn [fst snd]. lra. }
  set (h := (p - 1 / 2) / (fst w - 1 / 2)).
  assert (h * (fst w - 1 / 2) = p - 1 / 2) as part by (unfold h; field; lra).
  assert (0 <= h) by (apply Rmult_le_reg_r with (fst w - 1 / 2); lra).
  assert (h <= 1) by (apply Rmult_le_reg_r with (fst w - 1 / 2); lra).
  pose proof (left_over_concave q bound (1 / 2, 1 / 2) w h pos ltac:(lra) middle least) as here.
  cbn [fst snd] in here.
  replace ((1 - h) * (1 / 2) + h * fst w) with p in here by lra.
  replace ((1 - h) * (1 / 2) + h * snd w) with (1 - p) in here by (replace (snd w) with (1 - fst w) by lra; lra).
  now apply variance_from_left_over.
Qed.
