(** Proof of coverage "stretches": one square s (t.r)^2 / (q.r) under any matrix of levels, for any
    number of truths. The square is the largest of 2 s v t.r - s v^2 q.r; on a stretch of v truths
    leave a sum of quadratic functions one after the other, each held by its neighbour in a forest. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number.
Import ListNotations.
Open Scope R_scope.

(** ** Quadratic functions on a stretch, by three corners *)

Record corners : Type := Corners { first : R; middle : R; last : R }.

(** Its value a part x of the way along the stretch. *)
Definition at_part (w : corners) (x : R) : R :=
  (1 - x) ^ 2 * first w + 2 * x * (1 - x) * middle w + x ^ 2 * last w.

Definition scaled (u : R) (w : corners) : corners :=
  Corners (u * first w) (u * middle w) (u * last w).

Definition added (w h : corners) : corners :=
  Corners (first w + first h) (middle w + middle h) (last w + last h).

Definition constant (c : R) : corners := Corners c c c.

Definition below (h w : corners) : Prop :=
  first h <= first w /\ middle h <= middle w /\ last h <= last w.

Definition never_negative (w : corners) : Prop :=
  0 <= first w /\ 0 <= last w /\ (0 <= middle w \/ middle w ^ 2 <= first w * last w).

Lemma at_scaled : forall u w x, at_part (scaled u w) x = u * at_part w x.
Proof. intros. unfold at_part, scaled. cbn. ring. Qed.

Lemma at_added : forall w h x, at_part (added w h) x = at_part w x + at_part h x.
Proof. intros. unfold at_part, added. cbn. ring. Qed.

Lemma at_constant : forall c x, at_part (constant c) x = c.
Proof. intros. unfold at_part, constant. cbn. ring. Qed.

Lemma at_below : forall h w x, below h w -> 0 <= x <= 1 -> at_part h x <= at_part w x.
Proof.
  intros h w x (one & two & three) [low high]. unfold at_part.
  assert (0 <= (1 - x) ^ 2) by apply pow2_ge_0. assert (0 <= x ^ 2) by apply pow2_ge_0.
  assert (0 <= 2 * x * (1 - x)) by (apply Rmult_le_pos; lra).
  repeat apply Rplus_le_compat; now apply Rmult_le_compat_l.
Qed.

Lemma not_negative : forall w x, never_negative w -> 0 <= x <= 1 -> 0 <= at_part w x.
Proof.
  intros [a b c] x signs [less more]. unfold never_negative, at_part in *.
  cbn [first middle last] in *. destruct signs as (low & low' & inside).
  assert (0 <= (1 - x) ^ 2) by apply pow2_ge_0. assert (0 <= x ^ 2) by apply pow2_ge_0.
  destruct inside as [up|small].
  - assert (0 <= 2 * x * (1 - x)) by (apply Rmult_le_pos; lra).
    repeat apply Rplus_le_le_0_compat; now apply Rmult_le_pos.
  - destruct low as [pos|<-].
    + apply Rmult_le_reg_l with a; [assumption|]. rewrite Rmult_0_r.
      replace (a * _) with ((a * (1 - x) + b * x) ^ 2 + (a * c - b ^ 2) * x ^ 2) by ring.
      apply Rplus_le_le_0_compat; [apply pow2_ge_0|]. apply Rmult_le_pos; lra.
    + assert (b = 0) as -> by (apply Rsqr_0_uniq, Rle_antisym; [unfold Rsqr; lra|apply Rle_0_sqr]).
      replace ((1 - x) ^ 2 * 0 + 2 * x * (1 - x) * 0 + x ^ 2 * c) with (x ^ 2 * c) by ring.
      now apply Rmult_le_pos.
Qed.

(** ** A truth that leaves: its entry is at least [low] times its neighbour's, and at most [high]
    times if there is a level *)

Inductive passed_on (low : R) (high : option R) (w h : corners) : Prop :=
| At_least : never_negative w -> below h (scaled low w) -> passed_on low high w h
| At_most : forall g, high = Some g -> never_negative (scaled (-1) w) -> below h (scaled g w) ->
    passed_on low high w h
| Between : forall g M, high = Some g -> below w (constant M) -> 0 <= M ->
    below h (added (scaled g w) (constant (- ((g - low) * M)))) -> passed_on low high w h.

Lemma passed_on_below : forall low high w h x p c, passed_on low high w h -> 0 <= x <= 1 ->
  0 <= p -> 0 <= low -> low * p <= c -> (forall g, high = Some g -> c <= g * p) ->
  at_part h x * p <= at_part w x * c.
Proof.
  intros low high w h x p c [above less|g level above less|g M level most some less] part pos
    start held held'.
  - pose proof (not_negative w x above part) as up. pose proof (at_below _ _ x less part) as small.
    rewrite at_scaled in small. apply Rle_trans with (low * at_part w x * p).
    + now apply Rmult_le_compat_r.
    + replace (low * at_part w x * p) with (at_part w x * (low * p)) by ring.
      now apply Rmult_le_compat_l.
  - pose proof (not_negative _ x above part) as down. rewrite at_scaled in down.
    pose proof (at_below _ _ x less part) as small. rewrite at_scaled in small.
    specialize (held' g level). apply Rle_trans with (g * at_part w x * p).
    + now apply Rmult_le_compat_r.
    + replace (g * at_part w x * p) with (at_part w x * (g * p)) by ring.
      assert (0 <= - at_part w x * (g * p - c)) by (apply Rmult_le_pos; lra). lra.
  - specialize (held' g level). pose proof (at_below _ _ x less part) as small.
    rewrite at_added, at_scaled, at_constant in small.
    pose proof (at_below _ _ x most part) as top. rewrite at_constant in top.
    apply Rle_trans with ((g * at_part w x + - ((g - low) * M)) * p).
    + now apply Rmult_le_compat_r.
    + set (v := at_part w x) in *. assert (0 <= (g - low) * p) as wide by lra.
      destruct (Rle_or_lt v 0) as [down|up].
      * assert (0 <= - v * (g * p - c)) by (apply Rmult_le_pos; lra).
        assert (0 <= (g - low) * p * M) by now apply Rmult_le_pos. lra.
      * assert (0 <= v * (c - low * p)) by (apply Rmult_le_pos; lra).
        assert (0 <= (g - low) * p * (M - v)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** ** A forest: in the end nothing that is left is negative *)

Section Forest.

Variables (k : nat) (G : levels) (delta : matrix).

Context (positive : forall a b g, G a b = Some g -> 0 < g).

Definition hard (a b : nat) : option R := if Req_EM_T (delta a b) 0 then G a b else None.

Definition least_ratio (c p : nat) : R := match hard p c with Some g => / g | None => 0 end.

Definition left_by (f : nat -> corners) (c p : nat) (h : corners) (j : nat) : corners :=
  if Nat.eq_dec j c then constant 0 else if Nat.eq_dec j p then added (f j) h else f j.

Inductive covered : (nat -> corners) -> Prop :=
| Left : forall f, (forall j, (j < k)%nat -> never_negative (f j)) -> covered f
| Leaves : forall f c p h, (c < k)%nat -> (p < k)%nat -> c <> p ->
    passed_on (least_ratio c p) (hard c p) (f c) h -> covered (left_by f c p h) -> covered f.

Definition total (f : nat -> corners) (x : R) (r : nat -> R) : R :=
  \sum_(j < k) (at_part (f j) x * r j).

Lemma hard_row : forall r a b g, row k G delta r -> (a < k)%nat -> (b < k)%nat -> a <> b ->
  hard a b = Some g -> r a <= g * r b.
Proof.
  intros r a b g [_ obeys] sa sb differ level. unfold hard in level.
  destruct (Req_EM_T (delta a b) 0) as [none|]; [|discriminate].
  specialize (obeys a b sa sb none). unfold excess in obeys. rewrite level in obeys.
  destruct (Nat.eq_dec a b); [contradiction|]. pose proof (Rmax_r 0 (r a - g * r b)). lra.
Qed.

Lemma least_ratio_row : forall r c p, row k G delta r -> (c < k)%nat -> (p < k)%nat -> c <> p ->
  0 <= least_ratio c p /\ least_ratio c p * r p <= r c.
Proof.
  intros r c p is_row sc sp differ. unfold least_ratio. destruct (hard p c) as [g|] eqn:level.
  - assert (0 < g) as pos.
    { apply (positive p c). unfold hard in level. now destruct (Req_EM_T (delta p c) 0). }
    split; [now apply Rlt_le, Rinv_0_lt_compat|].
    pose proof (hard_row r p c g is_row sp sc (not_eq_sym differ) level).
    apply Rmult_le_reg_l with g; [assumption|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l; lra.
  - rewrite Rmult_0_l. split; [lra|]. now apply (proj1 is_row).
Qed.

Theorem covered_above : forall f x r, covered f -> 0 <= x <= 1 -> row k G delta r ->
  0 <= total f x r.
Proof.
  intros f x r is_covered part is_row.
  induction is_covered as [f above|f c p h sc sp differ passes _ IH].
  - apply sum_nonneg. intros j small. apply Rmult_le_pos; [|now apply (proj1 is_row)].
    now apply not_negative; [apply above|].
  - apply Rle_trans with (total (left_by f c p h) x r); [assumption|]. unfold total.
    apply Rle_trans with (\sum_(j < k) (at_part (f j) x * r j -
      at_index c j * (at_part (f c) x * r c) + at_index p j * (at_part h x * r p))).
    + apply Req_le, sum_ext. intros j small. unfold left_by, at_index.
      destruct (Nat.eq_dec j c) as [same|away], (Nat.eq_dec j p) as [same'|away'],
        (Nat.eq_dec c j) as [other|other], (Nat.eq_dec p j) as [other'|other'];
        try congruence; subst; rewrite ?at_constant, ?at_added; ring.
    + rewrite sum_plus, sum_minus.
      rewrite (sum_pick k (fun _ => at_part (f c) x * r c)) by assumption.
      rewrite (sum_pick k (fun _ => at_part h x * r p)) by assumption.
      destruct (least_ratio_row r c p is_row sc sp differ) as [pos low].
      enough (at_part h x * r p <= at_part (f c) x * r c) by lra.
      apply passed_on_below with (least_ratio c p) (hard c p); auto.
      * now apply (proj1 is_row).
      * intros g level. now apply hard_row with (b := p).
Qed.

(** ** Prices *)

Variables (y t q : nat -> R) (s : R) (z : matrix).

(** Of y - 2 s v t + s v^2 q from a to b. *)
Definition corners_of (a b : R) (j : nat) : corners :=
  Corners (tangent y t q s a j) (y j - (a + b) * (s * t j) + a * b * (s * q j))
    (tangent y t q s b j).

Lemma at_corners : forall a b j x,
  at_part (corners_of a b j) x = tangent y t q s (a + x * (b - a)) j.
Proof. intros. unfold at_part, corners_of, tangent. cbn. ring. Qed.

Lemma total_scaled : forall u f x r, total (fun j => scaled u (f j)) x r = u * total f x r.
Proof.
  intros. unfold total. rewrite <- sum_scale. apply sum_ext. intros. rewrite at_scaled. ring.
Qed.

Context (shares : forall j, (j < k)%nat -> 0 <= q j).
Context (prices : forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b).

Lemma dot_charged : forall r, dot k y r <= charge k G y z r.
Proof.
  intros r. unfold charge. rewrite <- (Rplus_0_r (dot k y r)) at 1. apply Rplus_le_compat_l.
  apply sum_nonneg. intros a sa. apply sum_nonneg. intros b sb.
  apply Rmult_le_pos; [auto|apply excess_nonneg].
Qed.

Lemma on_some_stretch : forall (e : nat -> R) v n, e O <= v <= e n -> (0 < n)%nat ->
  exists i, (i < n)%nat /\ e i <= v <= e (S i).
Proof.
  intros e v. induction n as [|n IH]; intros [low high] some; [lia|].
  destruct (Rle_or_lt (e n) v) as [late|early]; [exists n; split; [lia|lra]|].
  destruct n as [|n]; [lra|]. destruct IH as (i & small & inside); [lra|lia|].
  exists i. split; [lia|assumption].
Qed.

Lemma constants : forall u (x : nat -> R) r, 0 < u -> row k G delta r ->
  covered (fun j => scaled u (constant (x j))) -> 0 <= dot k x r.
Proof.
  intros u x r pos is_row above. apply (covered_above _ 0 r) in above; [|lra|assumption].
  rewrite total_scaled in above. apply Rmult_le_reg_l with u; [assumption|]. rewrite Rmult_0_r.
  unfold total in above. rewrite (sum_ext k _ (fun j => x j * r j)) in above; [exact above|].
  intros. now rewrite at_constant.
Qed.

(** Units make numbers whole, which are then rounded down. *)
Theorem stretches_cover : forall (n : nat) (e : nat -> R) (unit : R), (0 < n)%nat -> 0 < unit ->
  0 <= s ->
  (forall i, (i < n)%nat -> covered (fun j => scaled unit (corners_of (e i) (e (S i)) j))) ->
  covered (fun j => scaled unit (constant (s * t j - e O * (s * q j)))) ->
  covered (fun j => scaled unit (constant (e n * (s * q j) - s * t j))) ->
  covers k G delta y z (fun r => s * dot k t r ^ 2 / dot k q r).
Proof.
  intros n e unit some pos scale above low high r is_row.
  apply Rle_trans with (dot k y r); [|apply dot_charged].
  apply (constants unit _ r pos is_row) in low, high.
  assert (dot k (fun j => s * t j - e O * (s * q j)) r = s * dot k t r - e O * (s * dot k q r))
    as from.
  { unfold dot. rewrite <- !sum_scale, <- sum_minus. apply sum_ext. intros. ring. }
  assert (dot k (fun j => e n * (s * q j) - s * t j) r = e n * (s * dot k q r) - s * dot k t r)
    as until.
  { unfold dot. rewrite <- !sum_scale, <- sum_minus. apply sum_ext. intros. ring. }
  rewrite from in low. rewrite until in high.
  assert (forall v, e O <= v <= e n -> 0 <= dot k (tangent y t q s v) r) as all.
  { intros v between. destruct (on_some_stretch e v n between some) as (i & small & [one two]).
    specialize (above i small). set (a := e i) in *. set (b := e (S i)) in *.
    assert (exists x, 0 <= x <= 1 /\ a + x * (b - a) = v) as (x & part & there).
    { destruct (Req_dec a b) as [same|differ].
      - exists 0. split; lra.
      - exists ((v - a) / (b - a)). split; [split|field; lra].
        + apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
        + apply Rmult_le_reg_r with (b - a); [lra|]. unfold Rdiv.
          rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l; lra. }
    apply (covered_above _ x r) in above; [|assumption|assumption].
    rewrite total_scaled in above.
    apply Rmult_le_reg_l with unit; [assumption|]. rewrite Rmult_0_r.
    replace (dot k (tangent y t q s v) r) with (total (corners_of a b) x r); [exact above|].
    apply sum_ext. intros j _. now rewrite at_corners, there. }
  assert (0 <= dot k q r) as share.
  { apply sum_nonneg. intros j small. apply Rmult_le_pos; [auto|now apply (proj1 is_row)]. }
  destruct (Req_dec (s * dot k q r) 0) as [none|seen].
  - rewrite none, Rmult_0_r in low, high. assert (s * dot k t r = 0) as flat by lra.
    replace (s * dot k t r ^ 2 / dot k q r) with 0.
    2: { unfold Rdiv. replace (s * dot k t r ^ 2) with (s * dot k t r * dot k t r) by ring.
         rewrite flat. ring. }
    specialize (above O some). apply (covered_above _ 0 r) in above; [|lra|assumption].
    rewrite total_scaled in above. apply Rmult_le_reg_l with unit; [assumption|].
    rewrite Rmult_0_r. replace (dot k y r) with (total (corners_of (e O) (e 1%nat)) 0 r).
    { exact above. }
    transitivity (dot k (tangent y t q s (e O)) r).
    + apply sum_ext. intros j _. rewrite at_corners. do 2 f_equal. ring.
    + rewrite dot_tangent.
      replace (2 * s * e O * dot k t r) with (2 * e O * (s * dot k t r)) by ring.
      replace (s * e O ^ 2 * dot k q r) with (e O ^ 2 * (s * dot k q r)) by ring.
      rewrite flat, none, !Rmult_0_r. lra.
  - assert (0 < s * dot k q r) as pos'.
    { destruct (Rmult_le_pos s (dot k q r) scale share); [assumption|congruence]. }
    assert (dot k q r <> 0) by (intros zero; rewrite zero, Rmult_0_r in seen; now apply seen).
    assert (s <> 0) by (intros zero; rewrite zero, Rmult_0_l in seen; now apply seen).
    set (v := s * dot k t r / (s * dot k q r)).
    assert (e O <= v <= e n) as between.
    { split; apply Rmult_le_reg_r with (s * dot k q r); try assumption; unfold v, Rdiv;
        rewrite Rmult_assoc, Rinv_l by lra; lra. }
    specialize (all v between). rewrite dot_tangent in all.
    replace (s * dot k t r ^ 2 / dot k q r) with
      (2 * s * v * dot k t r - s * v ^ 2 * dot k q r) by (unfold v; field; now split). lra.
Qed.

End Forest.
