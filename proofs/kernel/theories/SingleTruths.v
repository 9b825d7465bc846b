(** Chai and Nayak, the proofs of Lemmas 3.2 and 3.3: an event is never surer than a single truth of
    it, and one truth asks for a bound on the ratios of a row. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Events Number Breaches ChaiNayak.
Open Scope R_scope.

(** A truth of the event with the largest entry of the row. *)
Definition likeliest (k : nat) (r : nat -> R) (event : nat -> bool) (q : nat) : Prop :=
  (q < k)%nat /\ event q = true /\ forall j, (j < k)%nat -> event j = true -> r j <= r q.

(** The prior of the proof: all that lies on the event lies on q. *)
Definition gathered (k : nat) (prior : nat -> R) (event : nat -> bool) (q : nat) : nat -> R :=
  fun j => if Nat.eq_dec q j then mass k prior event else if event j then 0 else prior j.

Lemma some_likeliest : forall k r event, (exists j, (j < k)%nat /\ event j = true) ->
  exists q, likeliest k r event q.
Proof.
  induction k as [|k IH]; intros r event (j & small & here); [lia|].
  assert ((exists l, (l < k)%nat /\ event l = true) \/ event k = true /\
    forall l, (l < k)%nat -> event l = true -> False) as [before|[last none]].
  { destruct (Nat.eq_dec j k) as [->|]; [|left; exists j; split; [lia|assumption]].
    destruct (existsb event (seq 0 k)) eqn:found.
    - left. apply existsb_exists in found as (l & inside & hit). apply in_seq in inside.
      exists l. split; [lia|assumption].
    - right. split; [assumption|]. intros l sl hit.
      assert (existsb event (seq 0 k) = true); [|congruence].
      apply existsb_exists. exists l. split; [apply in_seq; lia|assumption]. }
  - destruct (IH r event before) as (q & sq & hit & most).
    destruct (event k) eqn:last, (Rle_lt_dec (r k) (r q)) as [less|more].
    1,3,4: exists q; split; [lia|split; [assumption|]]; intros l sl yes;
      destruct (Nat.eq_dec l k) as [->|]; [assumption || congruence|apply most; auto; lia].
    exists k. split; [lia|split; [assumption|]]. intros l sl yes.
    destruct (Nat.eq_dec l k) as [->|]; [lra|]. specialize (most l ltac:(lia) yes). lra.
  - exists k. split; [lia|split; [assumption|]]. intros l sl yes.
    destruct (Nat.eq_dec l k) as [->|]; [lra|]. exfalso. apply (none l); auto; lia.
Qed.

Lemma gathered_sum : forall k prior event q (f : nat -> R), (q < k)%nat -> event q = true ->
  \sum_(j < k) (gathered k prior event q j * f j) =
  mass k prior event * f q + \sum_(j < k) (prior j * inside (complement event) j * f j).
Proof.
  intros k prior event q f small here.
  rewrite (sum_ext k _ (fun j => at_index q j * (mass k prior event * f j) +
    prior j * inside (complement event) j * f j)).
  - now rewrite sum_plus, (sum_pick k (fun j => mass k prior event * f j)).
  - intros j _. unfold gathered, at_index, inside, complement.
    destruct (Nat.eq_dec q j) as [<-|]; [rewrite here|destruct (event j)]; simpl; ring.
Qed.

Lemma gathered_part : forall k prior event q (f : nat -> R), (q < k)%nat ->
  \sum_(j < k) (gathered k prior event q j * inside (only q) j * f j) = mass k prior event * f q.
Proof.
  intros k prior event q f small.
  rewrite (sum_ext k _ (fun j => at_index q j * (mass k prior event * f j))).
  - now rewrite (sum_pick k (fun j => mass k prior event * f j)).
  - intros j _. unfold gathered, at_index, inside, only. destruct (Nat.eq_dec q j); ring.
Qed.

(** Lemma 3.2, the "if" part: what bounds single truths bounds events. *)
Theorem gathering_raises_the_posterior : forall k prior r event, law k prior ->
  (forall j, (j < k)%nat -> 0 <= r j) -> 0 < mass k prior event -> can_be_seen k prior r ->
  (exists q, likeliest k r event q) /\
  (forall q, likeliest k r event q -> let moved := gathered k prior event q in
    law k moved /\ can_be_seen k moved r /\ mass k moved (only q) = mass k prior event /\
    posterior k prior r event <= posterior k moved r (only q) /\
    forall h, (forall j prior', (j < k)%nat -> law k prior' -> can_be_seen k prior' r ->
        posterior k prior' r (only j) <= h (mass k prior' (only j))) ->
      posterior k prior r event <= h (mass k prior event)) /\
  forall a x y, 0 < a -> 0 < x < y -> x / (x + a) < y / (y + a).
Proof.
  intros k prior r event [above one] nonneg some seen. split; [|split].
  - apply some_likeliest. destruct (existsb event (seq 0 k)) eqn:found.
    + apply existsb_exists in found as (l & inside & hit). apply in_seq in inside.
      exists l. split; [lia|assumption].
    + exfalso. unfold mass in some. rewrite sum_zero in some; [lra|]. intros j sj.
      unfold inside. destruct (event j) eqn:hit; [|ring].
      assert (existsb event (seq 0 k) = true); [|congruence].
      apply existsb_exists. exists j. split; [apply in_seq; lia|assumption].
  - intros q (small & here & most) moved. set (p := mass k prior event) in *.
    set (rest := \sum_(j < k) (prior j * inside (complement event) j * r j)).
    set (part := \sum_(j < k) (prior j * inside event j * r j)).
    assert (\sum_(j < k) (prior j * r j) = part + rest) as total by apply event_parts.
    assert (\sum_(j < k) (moved j * r j) = p * r q + rest) as total'
      by (now apply (gathered_sum k prior event q r)).
    assert (\sum_(j < k) (moved j * inside (only q) j * r j) = p * r q) as part'
      by (now apply (gathered_part k prior event q r)).
    assert (0 <= rest) as nonneg_rest.
    { apply sum_nonneg. intros j sj. apply Rmult_le_pos; [|auto]. apply Rmult_le_pos; [auto|].
      unfold inside. destruct (complement event j); lra. }
    assert (0 <= part) as nonneg_part.
    { apply sum_nonneg. intros j sj. apply Rmult_le_pos; [|auto]. apply Rmult_le_pos; [auto|].
      unfold inside. destruct (event j); lra. }
    assert (part <= p * r q) as less.
    { unfold part, p, mass. rewrite <- sum_scale_right. apply sum_le. intros j sj.
      unfold inside. destruct (event j) eqn:hit; [|lra].
      apply Rmult_le_compat_l; [specialize (above j sj); lra|auto]. }
    unfold can_be_seen in *. rewrite total in seen.
    assert (law k moved) as is_law.
    { split.
      - intros j sj. unfold moved, gathered. destruct (Nat.eq_dec q j); [fold p; lra|].
        destruct (event j); [lra|auto].
      - pose proof (gathered_sum k prior event q (fun _ => 1) small here) as all.
        pose proof (event_parts k prior event (fun _ => 1)) as parts.
        fold p moved in all. cbv beta in all, parts.
        rewrite (sum_ext k (fun j => moved j * 1) moved) in all by (intros; ring).
        rewrite (sum_ext k (fun j => prior j * 1) prior) in parts by (intros; ring).
        rewrite (sum_ext k (fun j => prior j * inside event j * 1)
          (fun j => prior j * inside event j)) in parts by (intros; ring).
        fold (mass k prior event) p in parts. change (sum k moved) with (\sum_(j < k) moved j) in all.
        change (sum k prior) with (\sum_(j < k) prior j) in parts.
        rewrite one in parts. rewrite all. lra. }
    assert (mass k moved (only q) = p) as own.
    { unfold mass at 1. pose proof (gathered_part k prior event q (fun _ => 1) small) as all.
      fold p moved in all. cbv beta in all. rewrite <- (Rmult_1_r p), <- all. apply sum_ext. intros; ring. }
    assert (posterior k prior r event <= posterior k moved r (only q)) as up.
    { unfold posterior. rewrite part', total, total'. fold part.
      apply Rmult_le_reg_r with ((part + rest) * (p * r q + rest));
        [apply Rmult_lt_0_compat; lra|].
      replace (part / (part + rest) * ((part + rest) * (p * r q + rest))) with
        (part * (p * r q) + part * rest) by (field; lra).
      replace (p * r q / (p * r q + rest) * ((part + rest) * (p * r q + rest))) with
        (part * (p * r q) + p * r q * rest) by (field; lra).
      apply Rplus_le_compat_l. now apply Rmult_le_compat_r. }
    repeat split; try apply is_law; try assumption.
    + rewrite total'. lra.
    + intros h single. eapply Rle_trans; [exact up|]. rewrite <- own.
      apply single; [assumption|assumption|]. unfold can_be_seen. rewrite total'. lra.
  - intros a x y pos range. apply Rmult_lt_reg_r with ((x + a) * (y + a));
      [apply Rmult_lt_0_compat; lra|].
    replace (x / (x + a) * ((x + a) * (y + a))) with (x * y + a * x) by (field; lra).
    replace (y / (y + a) * ((x + a) * (y + a))) with (x * y + a * y) by (field; lra).
    assert (a * x < a * y) by (apply Rmult_lt_compat_l; lra). lra.
Qed.

(** ** (6.3) and (6.4) *)

(** (3.4) at the truth j: its posterior is at most h of its prior probability. *)
Definition meets_at (k : nat) (r : nat -> R) (h : R -> R) (j : nat) : Prop := forall prior,
  law k prior -> can_be_seen k prior r ->
  posterior k prior r (only j) <= h (mass k prior (only j)).

(** The right side, sup over 0 < p < 1 of (p / (1 - p)) ((1 - h(p)) / h(p)). *)
Definition slack (h : R -> R) (p : R) : R := p / (1 - p) * ((1 - h p) / h p).
Definition is_right_side (h : R -> R) (s : R) : Prop :=
  is_lub (fun x => exists p, 0 < p < 1 /\ x = slack h p) s.

(** Weights on the other truths, and the mean of the ratios. *)
Definition other_weights (k j : nat) (w : nat -> R) : Prop := law k w /\ w j = 0.
Definition mean_ratio (k : nat) (r : nat -> R) (j : nat) (w : nat -> R) : R :=
  \sum_(l < k) (w l * (r l / r j)).
Definition least_other_ratio (k : nat) (r : nat -> R) (j : nat) (least : R) : Prop :=
  (exists l, (l < k)%nat /\ l <> j /\ least = r l / r j) /\
  forall l, (l < k)%nat -> l <> j -> least <= r l / r j.
Definition is_infimum (values : R -> Prop) (x : R) : Prop :=
  (forall y, values y -> x <= y) /\ forall c, (forall y, values y -> c <= y) -> c <= x.

Lemma at_one_truth : forall k prior r j, (j < k)%nat ->
  mass k prior (only j) = prior j /\
  \sum_(l < k) (prior l * inside (only j) l * r l) = prior j * r j.
Proof.
  intros k prior r j small. split.
  - unfold mass. rewrite (sum_ext k _ (fun l => at_index j l * prior l)); [now apply sum_pick|].
    intros l _. unfold inside, only, at_index. destruct (Nat.eq_dec j l); ring.
  - rewrite (sum_ext k _ (fun l => at_index j l * (prior l * r l))).
    + now rewrite (sum_pick k (fun l => prior l * r l)).
    + intros l _. unfold inside, only, at_index. destruct (Nat.eq_dec j l); ring.
Qed.

(** p on the truth j, and the rest by the weights w. *)
Definition with_share (p : R) (j : nat) (w : nat -> R) : nat -> R :=
  fun l => p * at_index j l + (1 - p) * w l.

Lemma with_share_law : forall k p j w, (j < k)%nat -> other_weights k j w -> 0 < p < 1 ->
  law k (with_share p j w) /\ with_share p j w j = p /\
  forall r, \sum_(l < k) (with_share p j w l * r l) =
    p * r j + (1 - p) * \sum_(l < k) (w l * r l).
Proof.
  intros k p j w small [[above one] none] range.
  assert (forall r, \sum_(l < k) (with_share p j w l * r l) =
    p * r j + (1 - p) * \sum_(l < k) (w l * r l)) as total.
  { intros r. unfold with_share.
    rewrite (sum_ext k _ (fun l => at_index j l * (p * r l) + (1 - p) * (w l * r l)))
      by (intros; ring).
    now rewrite sum_plus, (sum_pick k (fun l => p * r l)), sum_scale. }
  split; [split|split; [|assumption]].
  - intros l sl. unfold with_share, at_index. specialize (above l sl).
    assert (0 <= (1 - p) * w l) by (apply Rmult_le_pos; lra).
    destruct (Nat.eq_dec j l); lra.
  - rewrite (sum_ext k _ (fun l => with_share p j w l * 1)) by (intros; ring).
    rewrite (total (fun _ => 1)). rewrite (sum_ext k (fun l => w l * 1) w) by (intros; ring).
    change (sum k w) with (\sum_(l < k) w l). rewrite one. ring.
  - unfold with_share, at_index. rewrite none. destruct (Nat.eq_dec j j); [ring|congruence].
Qed.

(** The step from (3.4) to (6.2). *)
Lemma meets_at_shares : forall k r h j, boundary h -> (j < k)%nat ->
  (forall l, (l < k)%nat -> 0 <= r l) -> 0 < r j ->
  (meets_at k r h j <-> forall w p, other_weights k j w -> 0 < p < 1 ->
     slack h p <= mean_ratio k r j w).
Proof.
  intros k r h j proper small nonneg pos.
  assert (forall w, \sum_(l < k) (w l * r l) = r j * mean_ratio k r j w) as scaled.
  { intros w. unfold mean_ratio. rewrite <- sum_scale. apply sum_ext. intros. field. lra. }
  assert (forall p s, 0 < p < 1 -> 0 <= s ->
    (p * r j / (p * r j + (1 - p) * (r j * s)) <= h p <-> slack h p <= s)) as solved.
  { intros p s range above. destruct (proper p ltac:(lra)) as [low high]. unfold slack.
    assert (0 < p * r j) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= (1 - p) * (r j * s)) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
    set (d := p * r j + (1 - p) * (r j * s)) in *.
    assert (0 < d) as some by (unfold d; lra).
    assert (0 < (1 - p) * h p) as up by (apply Rmult_lt_0_compat; lra).
    assert (p * r j / d * d = p * r j) as first by (field; lra).
    assert (p / (1 - p) * ((1 - h p) / h p) * ((1 - p) * h p) = p * (1 - h p)) as second
      by (field; lra).
    split; intros bound.
    - apply Rmult_le_reg_r with ((1 - p) * h p); [assumption|]. rewrite second.
      apply Rmult_le_compat_r with (r := d) in bound; [|lra]. rewrite first in bound. unfold d in bound.
      apply Rmult_le_reg_r with (r j); [assumption|]. lra.
    - apply Rmult_le_reg_r with d; [lra|]. rewrite first. unfold d.
      apply Rmult_le_compat_r with (r := (1 - p) * h p) in bound; [|lra]. rewrite second in bound.
      apply Rmult_le_compat_r with (r := r j) in bound; [|lra]. lra. }
  assert (forall w, other_weights k j w -> 0 <= mean_ratio k r j w) as mean.
  { intros w [[above _] _]. apply sum_nonneg. intros l sl. apply Rmult_le_pos; [auto|].
    apply Rmult_le_pos; [auto|]. now apply Rlt_le, Rinv_0_lt_compat. }
  split.
  - intros all w p weights range. destruct (with_share_law k p j w small weights range)
      as (is_law & own & total).
    specialize (all (with_share p j w) is_law). unfold can_be_seen, posterior in all.
    destruct (at_one_truth k (with_share p j w) r j small) as [alone part].
    rewrite alone, part, own, total, scaled in all. apply solved; [assumption|auto|].
    apply all. assert (0 < p * r j) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= (1 - p) * (r j * mean_ratio k r j w))
      by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; [lra|auto]]). lra.
  - intros all prior is_law seen. destruct (at_one_truth k prior r j small) as [alone part].
    unfold posterior. rewrite alone, part. set (p := prior j). pose proof is_law as [above one].
    pose proof (law_le_one k prior is_law j small) as top. specialize (above j small) as bottom.
    fold p in top, bottom. destruct (proper p ltac:(lra)) as [low high].
    destruct (Req_dec p 0) as [zero|some].
    { unfold Rdiv. rewrite zero in *. rewrite !Rmult_0_l. lra. }
    assert (0 < p * r j) as here by (apply Rmult_lt_0_compat; lra).
    set (others := \sum_(l < k) ((1 - at_index j l) * prior l)).
    assert (others = 1 - p) as rest.
    { unfold others. rewrite (sum_ext k _ (fun l => prior l - at_index j l * prior l))
        by (intros; ring). rewrite sum_minus, (sum_pick k prior) by assumption.
      change (sum k prior) with (\sum_(l < k) prior l). rewrite one. reflexivity. }
    destruct (Req_dec p 1) as [whole|part'].
    { rewrite whole in *. assert (h 1 = 1) as -> by lra.
      unfold can_be_seen in seen. apply Rmult_le_reg_r with (\sum_(l < k) (prior l * r l));
        [assumption|].
      replace (1 * r j / (\sum_(l < k) (prior l * r l)) * (\sum_(l < k) (prior l * r l)))
        with (prior j * r j) by (unfold p in whole; rewrite whole; field; lra).
      rewrite Rmult_1_l. apply (term_le_sum k (fun l => prior l * r l)); [|assumption].
      intros l sl. apply Rmult_le_pos; auto. }
    set (w := fun l => (1 - at_index j l) * prior l / (1 - p)).
    assert (other_weights k j w) as weights.
    { split; [split|].
      - intros l sl. unfold w, at_index. apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; lra].
        specialize (above l sl). destruct (Nat.eq_dec j l); lra.
      - unfold w, Rdiv. rewrite sum_scale_right. fold others. rewrite rest. field. lra.
      - unfold w, at_index. destruct (Nat.eq_dec j j); [unfold Rdiv; ring|congruence]. }
    assert (\sum_(l < k) (prior l * r l) = p * r j + (1 - p) * (r j * mean_ratio k r j w)) as ->.
    { rewrite <- scaled, <- sum_scale.
      rewrite (sum_ext k (fun l => (1 - p) * (w l * r l))
        (fun l => prior l * r l - at_index j l * (prior l * r l)))
        by (intros; unfold w; field; lra).
      rewrite sum_minus, (sum_pick k (fun l => prior l * r l)) by assumption. unfold p. ring. }
    apply solved; [lra|auto|]. apply all; [assumption|lra].
Qed.

Lemma least_mean : forall k r j least, (j < k)%nat -> least_other_ratio k r j least ->
  (forall w, other_weights k j w -> least <= mean_ratio k r j w) /\
  exists w, other_weights k j w /\ mean_ratio k r j w = least.
Proof.
  intros k r j least small [(l & sl & differ & equal) below]. split.
  - intros w [[above one] none]. unfold mean_ratio.
    apply Rle_trans with (\sum_(i < k) (w i * least)).
    + rewrite sum_scale_right. change (sum k w) with (\sum_(i < k) w i). rewrite one. lra.
    + apply sum_le. intros i si. destruct (Nat.eq_dec i j) as [->|other]; [rewrite none; lra|].
      apply Rmult_le_compat_l; auto.
  - exists (at_index l). split; [split; [split|]|].
    + intros i _. unfold at_index. destruct (Nat.eq_dec l i); lra.
    + rewrite (sum_ext k _ (fun i => at_index l i * 1)) by (intros; ring).
      now rewrite (sum_pick k (fun _ => 1)).
    + unfold at_index. now destruct (Nat.eq_dec l j).
    + unfold mean_ratio. now rewrite (sum_pick k (fun i => r i / r j)).
Qed.

(** (6.3): the bound on the means of the ratios, whose infimum is the least ratio. *)
Theorem one_truth_bounds_its_ratios : forall k r h j s least, boundary h -> (j < k)%nat ->
  (forall l, (l < k)%nat -> 0 <= r l) -> 0 < r j -> is_right_side h s ->
  least_other_ratio k r j least ->
  is_infimum (fun x => exists w, other_weights k j w /\ x = mean_ratio k r j w) least /\
  (meets_at k r h j <-> least >= s).
Proof.
  intros k r h j s least proper small nonneg pos [upper lowest] least_one.
  destruct (least_mean k r j least small least_one) as [below (w0 & weights0 & equal)].
  split; [split|].
  - intros x (w & weights & ->). now apply below.
  - intros c lower. rewrite <- equal. apply lower. now exists w0.
  - rewrite (meets_at_shares k r h j proper small nonneg pos). split.
    + intros all. apply Rle_ge, lowest. intros x (p & range & ->). rewrite <- equal. now apply all.
    + intros more w p weights range. apply Rle_trans with s; [apply upper; now exists p|].
      apply Rle_trans with least; [lra|now apply below].
Qed.

(** The right side is 1/B(h). *)
Lemma right_side_of_a_demand : forall h B, boundary h -> is_demand h B ->
  is_right_side h (/ B) /\ 0 < / B <= 1.
Proof.
  intros h B proper demand. pose proof (demand_above_one h B proper demand) as big.
  pose proof demand as ((p0 & range0 & less0) & below & greatest).
  assert (0 < / B) as pos by (apply Rinv_0_lt_compat; lra).
  assert (forall p, 0 < p < 1 -> h p < 1 -> 0 < height h p /\ slack h p = / height h p) as inverse.
  { intros p range less. destruct (proper p ltac:(lra)) as [low _]. split.
    - unfold height. apply Rmult_lt_0_compat; apply Rdiv_lt_0_compat; lra.
    - unfold slack, height. field. lra. }
  split; [split|split; [assumption|]].
  - intros x (p & range & ->). destruct (proper p ltac:(lra)) as [low high].
    destruct (Req_dec (h p) 1) as [one|less].
    + unfold slack. rewrite one. replace (p / (1 - p) * ((1 - 1) / 1)) with 0 by (field; lra). lra.
    + destruct (inverse p range ltac:(lra)) as [some ->]. apply Rinv_le_contravar; [lra|].
      apply below; [assumption|lra].
  - intros s upper.
    assert (forall p, 0 < p < 1 -> h p < 1 -> 0 < s /\ / s <= height h p) as each.
    { intros p range less. destruct (inverse p range less) as [some equal].
      assert (slack h p <= s) as most by (apply upper; now exists p).
      rewrite equal in most. assert (0 < / height h p) by now apply Rinv_0_lt_compat.
      split; [lra|]. rewrite <- (Rinv_inv (height h p)). now apply Rinv_le_contravar. }
    destruct (each p0 range0 less0) as [some _].
    rewrite <- (Rinv_inv s). apply Rinv_le_contravar; [now apply Rinv_0_lt_compat|].
    apply greatest. intros p range less. now apply each.
  - rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.

(** The least ratio of a row, over all pairs of truths. *)
Definition least_ratio (k : nat) (r : nat -> R) (least : R) : Prop :=
  (exists j l, (j < k)%nat /\ (l < k)%nat /\ least = r l / r j) /\
  forall j l, (j < k)%nat -> (l < k)%nat -> least <= r l / r j.

(** (6.4), for a row without zeros and a boundary that is not one throughout. *)
Theorem a_row_bounds_its_ratios : forall k r h B least, boundary h -> is_demand h B ->
  (forall l, (l < k)%nat -> 0 < r l) -> least_ratio k r least ->
  is_right_side h (/ B) /\ 0 < / B /\ 0 < least /\
  ((forall j, (j < k)%nat -> meets_at k r h j) <-> least >= / B) /\
  (least >= / B <-> forall a b, (a < k)%nat -> (b < k)%nat -> r a / r b <= B).
Proof.
  intros k r h B least proper demand pos [(a0 & b0 & sa0 & sb0 & equal) below].
  destruct (right_side_of_a_demand h B proper demand) as [side [some top]].
  pose proof (demand_above_one h B proper demand) as big.
  assert (0 < least) as positive by (rewrite equal; apply Rdiv_lt_0_compat; auto).
  assert (least >= / B <-> forall a b, (a < k)%nat -> (b < k)%nat -> r a / r b <= B) as ratios.
  { split.
    - intros more a b sa sb. specialize (below a b sa sb).
      replace (r a / r b) with (/ (r b / r a)).
      + rewrite <- (Rinv_inv B). apply Rinv_le_contravar; [assumption|lra].
      + specialize (pos a sa) as one. specialize (pos b sb) as two. field. lra.
    - intros all. specialize (all a0 b0 sa0 sb0). apply Rle_ge. rewrite equal.
      replace (r b0 / r a0) with (/ (r a0 / r b0)).
      + apply Rinv_le_contravar; [|assumption]. apply Rdiv_lt_0_compat; auto.
      + specialize (pos a0 sa0) as one. specialize (pos b0 sb0) as two. field. lra. }
  split; [assumption|]. split; [assumption|]. split; [assumption|]. split; [|assumption].
  assert (forall l, (l < k)%nat -> 0 <= r l) as nonneg by (intros; apply Rlt_le; auto).
  destruct side as [upper lowest]. split.
  - intros all. destruct (Nat.eq_dec a0 b0) as [same|differ].
    { rewrite equal, same. replace (r b0 / r b0) with 1; [lra|].
      specialize (pos b0 sb0). field. lra. }
    apply Rle_ge, lowest. intros x (p & range & ->).
    pose proof (proj1 (meets_at_shares k r h a0 proper sa0 nonneg (pos a0 sa0)) (all a0 sa0)
      (at_index b0) p) as bound.
    assert (mean_ratio k r a0 (at_index b0) = least) as mean.
    { unfold mean_ratio. now rewrite (sum_pick k (fun i => r i / r a0)). }
    rewrite mean in bound. apply bound; [|assumption]. split; [split|].
    + intros i _. unfold at_index. destruct (Nat.eq_dec b0 i); lra.
    + rewrite (sum_ext k _ (fun i => at_index b0 i * 1)) by (intros; ring).
      now rewrite (sum_pick k (fun _ => 1)).
    + unfold at_index. destruct (Nat.eq_dec b0 a0); [congruence|reflexivity].
  - intros more j sj. apply (meets_at_shares k r h j proper sj nonneg (pos j sj)).
    intros w p [[above one] none] range.
    apply Rle_trans with (/ B); [apply upper; now exists p|].
    apply Rle_trans with least; [lra|]. unfold mean_ratio.
    apply Rle_trans with (\sum_(l < k) (w l * least)).
    + rewrite sum_scale_right. change (sum k w) with (\sum_(l < k) w l). rewrite one. lra.
    + apply sum_le. intros l sl. apply Rmult_le_compat_l; auto.
Qed.
