(** How far any two truths of a private table can be told apart: total variation and chi-square. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices TwoTruths.
Open Scope R_scope.

Definition variation (m : nat) (p q : nat -> R) : R := \sum_(i < m) (Rabs (p i - q i) / 2).
Definition chi_squared (m : nat) (p q : nat -> R) : R := \sum_(i < m) ((p i - q i) ^ 2 / q i).

Lemma distance_is_sublinear : sublinear_pair (fun a b => Rabs (a - b) / 2).
Proof.
  split.
  - intros c a b pos _ _. replace (c * a - c * b) with (c * (a - b)) by ring.
    rewrite Rabs_mult, (Rabs_right c) by lra. field.
  - intros a b v w _ _ _ _. replace (a + v - (b + w)) with ((a - b) + (v - w)) by ring.
    pose proof (Rabs_triang (a - b) (v - w)). lra.
Qed.

(** Two columns of a table are a table of two truths. *)
Lemma two_columns : forall m k G delta P a b g h d e, (a < k)%nat -> (b < k)%nat -> a <> b ->
  private m k G delta P -> G a b = Some g -> G b a = Some h -> delta a b = d -> delta b a = e ->
  0 <= d -> 0 <= e ->
  private m 2 (pair_levels (Some g) (Some h)) (pair_deltas d e)
    (fun i j => P i (if Nat.eq_dec j 0 then a else b)).
Proof.
  intros m k G delta P a b g h d e first second other [columns limits] up down over under posd pose.
  split.
  - intros j small. apply columns. destruct (Nat.eq_dec j 0); assumption.
  - intros c c' small small'. pose proof (limits a b first second) as one.
    pose proof (limits b a second first) as two. rewrite over in one. rewrite under in two.
    unfold excess, pair_levels, pair_deltas in *. rewrite up in one. rewrite down in two.
    destruct (Nat.eq_dec a b); [contradiction|]. destruct (Nat.eq_dec b a); [congruence|].
    destruct (Nat.eq_dec c c') as [<-|differ].
    + destruct (Nat.eq_dec c 0); rewrite sum_zero by reflexivity; assumption.
    + destruct (Nat.eq_dec c 0), (Nat.eq_dec c' 0); try lia; assumption.
Qed.

(** One report: s of (g, 1) and t of (1, h). *)
Lemma chi_of_report : forall g h s t, 0 < h -> 0 <= s -> 0 <= t ->
  ((g * s + t) - (s + h * t)) ^ 2 / (s + h * t) <= (g - 1) ^ 2 * s + (h - 1) ^ 2 / h * t.
Proof.
  intros g h s t posh poss post. assert (0 <= h * t) by (apply Rmult_le_pos; lra).
  destruct (Req_EM_T (s + h * t) 0) as [zero|some].
  - assert (s = 0) as -> by lra. assert (h * t = 0) as none by lra.
    apply Rmult_integral in none as [|none]; [lra|]. rewrite none. unfold Rdiv. lra.
  - assert (0 < s + h * t) as pos by lra. assert (0 < / (s + h * t)) by (now apply Rinv_0_lt_compat).
    assert (0 < / h) by (apply Rinv_0_lt_compat; lra).
    enough (0 <= s * t * ((g - 1) * h + (h - 1)) ^ 2 * / h * / (s + h * t)) as gap.
    { replace (s * t * ((g - 1) * h + (h - 1)) ^ 2 * / h * / (s + h * t)) with
        ((g - 1) ^ 2 * s + (h - 1) ^ 2 / h * t - ((g * s + t) - (s + h * t)) ^ 2 / (s + h * t))
        in gap by (field; lra). lra. }
    repeat first [apply pow2_ge_0 | lra | apply Rmult_le_pos].
Qed.

Theorem divergences_of_two_truths : forall g h d e, 1 <= g -> 1 <= h -> 1 < g * h ->
  0 <= d -> 0 <= e -> 1 - e <= h * (1 - d) -> 1 - d <= g * (1 - e) ->
  let most := d + (h * (1 - d) - (1 - e)) / (g * h - 1) * (g - 1) in
  let T := pair_table g h d e in
  (forall m k G delta P a b, (a < k)%nat -> (b < k)%nat -> a <> b -> private m k G delta P ->
    G a b = Some g -> G b a = Some h -> delta a b = d -> delta b a = e ->
    variation m (fun i => P i a) (fun i => P i b) <= most /\
    (d = 0 -> e = 0 ->
      chi_squared m (fun i => P i a) (fun i => P i b) <= (g - 1) * (h - 1) / h)) /\
  private 4 2 (pair_levels (Some g) (Some h)) (pair_deltas d e) T /\
  variation 4 (fun i => T i 0%nat) (fun i => T i 1%nat) = most /\
  (d = 0 -> e = 0 -> most = (g - 1) * (h - 1) / (g * h - 1) /\
    chi_squared 4 (fun i => T i 0%nat) (fun i => T i 1%nat) = (g - 1) * (h - 1) / h).
Proof.
  intros g h d e bigg bigh more posd pose first second most T.
  destruct (best_of_two_truths g h d e) as [is_private best]; try lra. fold T in is_private, best.
  assert (0 < / (g * h - 1)) as unit by (apply Rinv_0_lt_compat; lra).
  assert (variation 4 (fun i => T i 0%nat) (fun i => T i 1%nat) = most) as equal.
  { set (w := (h * (1 - d) - (1 - e)) * / (g * h - 1)).
    set (v := (g * (1 - e) - (1 - d)) * / (g * h - 1)).
    assert (0 <= w) by (apply Rmult_le_pos; lra). assert (0 <= v) by (apply Rmult_le_pos; lra).
    assert (0 <= w * (g - 1)) by (apply Rmult_le_pos; lra).
    assert (0 <= v * (h - 1)) by (apply Rmult_le_pos; lra).
    unfold variation, T, pair_table, pair_weights, most, Rdiv. fold w. fold v.
    cbn [sum Nat.eq_dec nat_rec nat_rect]. simpl.
    rewrite (Rabs_right (d * 1 - d * 0)) by lra. rewrite (Rabs_right (w * g - w * 1)) by lra.
    rewrite (Rabs_left1 (v * 1 - v * h)) by lra. rewrite (Rabs_left1 (e * 0 - e * 1)) by lra.
    unfold w, v. field. lra. }
  split; [|split; [exact is_private|split; [exact equal|]]].
  - intros m k G delta P a b small small' other given up down over under.
    pose proof (two_columns m k G delta P a b g h d e small small' other given up down over under
      posd pose) as two.
    destruct (best m _ (fun a b => Rabs (a - b) / 2) two distance_is_sublinear)
      as [(W & above & totals & rows) below].
    split; [rewrite <- equal; exact below|]. intros -> ->.
    assert (forall c, (c < 4)%nat -> pair_weights g h 0 0 c = 0 ->
      forall i, (i < m)%nat -> W i c = 0) as none.
    { intros c four zero. apply (zero_terms m (fun i => W i c)); [intros; auto|].
      rewrite <- zero. now apply totals. }
    apply Rle_trans with (\sum_(i < m) ((g - 1) ^ 2 * W i 1%nat + (h - 1) ^ 2 / h * W i 2%nat)).
    + apply sum_le. intros i inside. destruct (rows i inside) as [left right].
      cbn [Nat.eq_dec nat_rec nat_rect] in left, right. simpl in left, right.
      rewrite left, right, (none 0%nat), (none 3%nat) by (auto; lia).
      replace (0 + g * W i 1%nat + W i 2%nat) with (g * W i 1%nat + W i 2%nat) by ring.
      rewrite Rplus_0_r. apply chi_of_report; [lra|apply above; lia..].
    + rewrite sum_plus, !sum_scale. rewrite (totals 1%nat), (totals 2%nat) by lia.
      apply Req_le. simpl. field. lra.
  - intros -> ->. split; [unfold most; field; lra|].
    assert (forall c p q, q <> 0 -> (c * p - c * q) ^ 2 / (c * q) = c * (p - q) ^ 2 / q) as scaled.
    { intros c p q some. destruct (Req_EM_T c 0) as [->|];
        [unfold Rdiv; ring|field; split; assumption]. }
    assert (forall c p q, q <> 0 -> ((c * p - c * q) * ((c * p - c * q) * 1)) / (c * q) =
      c * (p - q) ^ 2 / q) as rows by (intros; rewrite <- scaled by assumption; reflexivity).
    assert (forall p q, ((0 * p - 0 * q) * ((0 * p - 0 * q) * 1)) / (0 * q) = 0) as none
      by (intros; unfold Rdiv; ring).
    unfold chi_squared, T, pair_table, pair_weights. cbn [sum Nat.eq_dec nat_rec nat_rect]. simpl.
    rewrite !none, !rows by lra. field. split; lra.
Qed.
