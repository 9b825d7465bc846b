(** Two truths under any two levels and deltas: one table of four reports of which every other
    private table is a garbling; and of three reports where one truth is not protected. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices.
Open Scope R_scope.

(** A report on truth 0 may be g times as likely as on truth 1, and h times the other way. *)
Definition pair_levels (g h : option R) : levels := fun a _ => if Nat.eq_dec a 0 then g else h.
Definition pair_deltas (d e : R) : matrix := fun a _ => if Nat.eq_dec a 0 then d else e.

(** Convex and homogeneous: what every decision, information and divergence is in a report. *)
Definition sublinear_pair (u : R -> R -> R) : Prop :=
  (forall c a b, 0 <= c -> 0 <= a -> 0 <= b -> u (c * a) (c * b) = c * u a b) /\
  (forall a b v w, 0 <= a -> 0 <= b -> 0 <= v -> 0 <= w -> u (a + v) (b + w) <= u a b + u v w).

Lemma mixed_pairs : forall u v w a b c d, sublinear_pair u ->
  0 <= v -> 0 <= w -> 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d ->
  u (v * a + w * c) (v * b + w * d) <= v * u a b + w * u c d.
Proof.
  intros u v w a b c d [scale adds] pv pw pa pb pc pd.
  rewrite <- !scale by assumption. apply adds; now apply Rmult_le_pos.
Qed.

(** The shares W of the reports (1, 0), (g, 1), (1, h), (0, 1) in each report of a table. *)
Definition splits (m : nat) (P W : matrix) (g h : R) (weight : nat -> R) : Prop :=
  (forall i c, (i < m)%nat -> (c < 4)%nat -> 0 <= W i c) /\
  (forall c, (c < 4)%nat -> \sum_(i < m) W i c = weight c) /\
  (forall i, (i < m)%nat -> P i O = W i 0%nat + g * W i 1%nat + W i 2%nat /\
                            P i 1%nat = W i 1%nat + h * W i 2%nat + W i 3%nat).

Definition pair_weights (g h d e : R) (c : nat) : R :=
  match c with
  | 0 => d
  | 1 => (h * (1 - d) - (1 - e)) / (g * h - 1)
  | 2 => (g * (1 - e) - (1 - d)) / (g * h - 1)
  | _ => e
  end.

Lemma splits_bound : forall m P W g h weight u, 0 <= g -> 0 <= h -> sublinear_pair u ->
  splits m P W g h weight ->
  \sum_(i < m) u (P i O) (P i 1%nat) <= weight 0%nat * u 1 0 + weight 1%nat * u g 1 +
    weight 2%nat * u 1 h + weight 3%nat * u 0 1.
Proof.
  intros m P W g h weight u posg posh [scale adds] (above & totals & rows).
  rewrite <- !(totals _) by lia. rewrite <- !sum_scale_right, <- !sum_plus.
  apply sum_le. intros i small. destruct (rows i small) as [-> ->].
  pose proof (above i 0%nat small ltac:(lia)). pose proof (above i 1%nat small ltac:(lia)).
  pose proof (above i 2%nat small ltac:(lia)). pose proof (above i 3%nat small ltac:(lia)).
  rewrite <- !scale by lra.
  replace (W i 0%nat + g * W i 1%nat + W i 2%nat) with
    (W i 0%nat * 1 + W i 1%nat * g + W i 2%nat * 1 + W i 3%nat * 0) by ring.
  replace (W i 1%nat + h * W i 2%nat + W i 3%nat) with
    (W i 0%nat * 0 + W i 1%nat * 1 + W i 2%nat * h + W i 3%nat * 1) by ring.
  assert (0 <= W i 1%nat * g) by now apply Rmult_le_pos.
  assert (0 <= W i 2%nat * h) by now apply Rmult_le_pos.
  eapply Rle_trans; [apply adds; lra|]. apply Rplus_le_compat_r.
  eapply Rle_trans; [apply adds; lra|]. apply Rplus_le_compat_r. apply adds; lra.
Qed.

Section Levels.

Variables (m : nat) (g h d e : R) (P : matrix).
Context (posg : 0 < g) (posh : 0 < h) (more : 1 < g * h).
Context (is_private : private m 2 (pair_levels (Some g) (Some h)) (pair_deltas d e) P).

Let over (i : nat) : R := Rmax 0 (P i O - g * P i 1%nat).
Let under (i : nat) : R := Rmax 0 (P i 1%nat - h * P i O).
Let high (i : nat) : R := (h * (P i O - over i) - (P i 1%nat - under i)) / (g * h - 1).
Let low (i : nat) : R := (g * (P i 1%nat - under i) - (P i O - over i)) / (g * h - 1).

Lemma columns_of_pair : \sum_(i < m) P i O = 1 /\ \sum_(i < m) P i 1%nat = 1 /\
  forall i, (i < m)%nat -> 0 <= P i O /\ 0 <= P i 1%nat.
Proof.
  destruct is_private as [columns _].
  destruct (columns O ltac:(lia)) as [first one], (columns 1%nat ltac:(lia)) as [second two].
  repeat split; auto.
Qed.

Lemma excesses_of_pair : sum m over <= d /\ sum m under <= e.
Proof.
  destruct is_private as [_ limits]. split.
  - exact (limits O 1%nat ltac:(lia) ltac:(lia)).
  - exact (limits 1%nat O ltac:(lia) ltac:(lia)).
Qed.

Lemma parts_of_row : forall i, (i < m)%nat ->
  0 <= over i /\ 0 <= under i /\ 0 <= high i /\ 0 <= low i /\
  P i O = over i + g * high i + low i /\ P i 1%nat = high i + h * low i + under i.
Proof.
  intros i small. destruct columns_of_pair as (_ & _ & above). destruct (above i small) as [a b].
  assert (0 < / (g * h - 1)) as unit by (apply Rinv_0_lt_compat; lra).
  unfold high, low, over, under.
  assert (0 <= (g * h - 1) * P i O) by (apply Rmult_le_pos; lra).
  assert (0 <= (g * h - 1) * P i 1%nat) by (apply Rmult_le_pos; lra).
  assert (forall x y, x <= y -> h * x <= h * y) as byh by (intros; apply Rmult_le_compat_l; lra).
  assert (forall x y, x <= y -> g * x <= g * y) as byg by (intros; apply Rmult_le_compat_l; lra).
  assert (forall x, 0 <= x -> 0 <= x / (g * h - 1)) as part
    by (intros; apply Rmult_le_pos; lra).
  pose proof (byh (P i O - g * P i 1%nat) 0). pose proof (byh 0 (P i O - g * P i 1%nat)).
  pose proof (byg (P i 1%nat - h * P i O) 0). pose proof (byg 0 (P i 1%nat - h * P i O)).
  unfold Rmax. destruct (Rle_dec 0 (P i O - g * P i 1%nat)), (Rle_dec 0 (P i 1%nat - h * P i O));
    (split; [lra|]); (split; [lra|]); (split; [apply part; lra|]); (split; [apply part; lra|]);
    split; field; lra.
Qed.

(** A delta that the other level already gives is none. *)
Theorem effective_delta : sum m over <= 1 - (1 - e) / h.
Proof.
  destruct columns_of_pair as (first & second & _), excesses_of_pair as [_ limit].
  assert (0 < / (g * h - 1)) as unit by (apply Rinv_0_lt_compat; lra).
  assert (0 <= sum m high) as above by (apply sum_nonneg; intros; now apply parts_of_row).
  assert (sum m high = (h * (1 - sum m over) - (1 - sum m under)) / (g * h - 1)) as total.
  { unfold high, Rdiv. rewrite sum_scale_right, sum_minus, sum_scale, !sum_minus.
    now rewrite first, second. }
  rewrite total in above. apply Rmult_le_reg_r with h; [lra|].
  replace ((1 - (1 - e) / h) * h) with (h - (1 - e)) by (field; lra).
  assert (0 <= h * (1 - sum m over) - (1 - sum m under)); [|lra].
  apply Rmult_le_reg_r with (/ (g * h - 1)); lra.
Qed.

(** Weights of parts that grow or shrink together. *)
Lemma shrunk : forall (f : nat -> R) target, (forall i, (i < m)%nat -> 0 <= f i) ->
  0 <= target <= sum m f -> exists f', sum m f' = target /\
    forall i, (i < m)%nat -> 0 <= f' i <= f i.
Proof.
  intros f target above [some fits]. destruct (Req_dec (sum m f) 0) as [none|positive].
  - exists f. split; [change (sum m f) with (\sum_(i < m) f i) in *; lra|].
    intros i small. specialize (above i small). lra.
  - assert (0 < / sum m f) by (apply Rinv_0_lt_compat; lra).
    assert (0 <= target * / sum m f <= 1) as [floor roof].
    { split; [apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with (sum m f); [lra|].
      rewrite Rmult_assoc, Rinv_l by assumption. lra. }
    exists (fun i => target * / sum m f * f i). split.
    + rewrite sum_scale. field. assumption.
    + intros i small. specialize (above i small).
      split; [now apply Rmult_le_pos|]. rewrite <- (Rmult_1_l (f i)) at 2.
      now apply Rmult_le_compat_r.
Qed.

Theorem two_truths_split : 1 - e <= h * (1 - d) -> 1 - d <= g * (1 - e) ->
  exists W, splits m P W g h (pair_weights g h d e).
Proof.
  intros first second. destruct excesses_of_pair as [limit1 limit2].
  destruct columns_of_pair as (one & two & _). pose proof parts_of_row as parts.
  assert (0 < / (g * h - 1)) as unit by (apply Rinv_0_lt_compat; lra).
  set (A := sum m over) in *. set (B := sum m under) in *.
  assert (sum m high = (h * (1 - A) - (1 - B)) / (g * h - 1)) as highs.
  { unfold high, Rdiv. rewrite sum_scale_right, sum_minus, sum_scale, !sum_minus.
    now rewrite one, two. }
  assert (sum m low = (g * (1 - B) - (1 - A)) / (g * h - 1)) as lows.
  { unfold low, Rdiv. rewrite sum_scale_right, sum_minus, sum_scale, !sum_minus.
    now rewrite one, two. }
  set (H := (h * (1 - d) - (1 - e)) / (g * h - 1)).
  set (L := (g * (1 - e) - (1 - d)) / (g * h - 1)).
  assert (0 <= H /\ 0 <= L) as [someH someL] by (split; apply Rmult_le_pos; lra).
  assert (sum m high - H = (h * (d - A) - (e - B)) * / (g * h - 1)) as fall
    by (rewrite highs; unfold H; field; lra).
  assert (sum m low - L = (g * (e - B) - (d - A)) * / (g * h - 1)) as drop
    by (rewrite lows; unfold L; field; lra).
  assert (forall i, (i < m)%nat -> 0 <= high i) as posH by (intros; now apply parts).
  assert (forall i, (i < m)%nat -> 0 <= low i) as posL by (intros; now apply parts).
  set (pack := fun a b c f : nat -> R => fun i v => match v with
    0%nat => a i | 1%nat => b i | 2%nat => c i | _ => f i end).
  assert (forall a b c f : nat -> R,
    (forall i, (i < m)%nat -> 0 <= a i /\ 0 <= b i /\ 0 <= c i /\ 0 <= f i /\
      P i O = a i + g * b i + c i /\ P i 1%nat = b i + h * c i + f i) ->
    sum m a = d -> sum m b = H -> sum m c = L -> sum m f = e ->
    splits m P (pack a b c f) g h (pair_weights g h d e)) as assemble.
  { intros a b c f rows ta tb tc tf. split; [|split].
    - intros i v small four. destruct (rows i small) as (? & ? & ? & ? & _).
      destruct v as [|[|[|v]]]; simpl; auto.
    - intros v four. destruct v as [|[|[|v]]]; simpl; auto.
    - intros i small. destruct (rows i small) as (_ & _ & _ & _ & e1 & e2). now split. }
  destruct (Rle_or_lt (e - B) (h * (d - A))) as [falls|rises];
    [destruct (Rle_or_lt (d - A) (g * (e - B))) as [drops|climbs]|].
  - (* both middle reports shrink, what they lose goes to the ends *)
    assert (0 <= sum m high - H) by (rewrite fall; apply Rmult_le_pos; lra).
    assert (0 <= sum m low - L) by (rewrite drop; apply Rmult_le_pos; lra).
    destruct (shrunk high H posH ltac:(lra)) as (b & tb & rb).
    destruct (shrunk low L posL ltac:(lra)) as (c & tc & rc).
    exists (pack (fun i => over i + g * (high i - b i) + (low i - c i)) b c
      (fun i => under i + (high i - b i) + h * (low i - c i))). apply assemble; auto.
    + intros i small. destruct (parts i small) as (p1 & p2 & p3 & p4 & e1 & e2).
      specialize (rb i small). specialize (rc i small).
      assert (0 <= g * (high i - b i)) by (apply Rmult_le_pos; lra).
      assert (0 <= h * (low i - c i)) by (apply Rmult_le_pos; lra).
      repeat split; lra.
    + rewrite !sum_plus, sum_scale, !sum_minus. fold A.
      rewrite tb, tc, fall, drop. field. lra.
    + rewrite !sum_plus, sum_scale, !sum_minus.
      fold B. rewrite tb, tc, fall, drop. field. lra.
  - (* the report (g, 1) shrinks, and pays for all the others *)
    assert (e - B < h * (d - A)) as strict.
    { assert (h * (g * (e - B)) < h * (d - A)) by (apply Rmult_lt_compat_l; lra).
      assert (0 <= (g * h - 1) * (e - B)) by (apply Rmult_le_pos; lra). lra. }
    assert (0 < sum m high - H) as pays by (rewrite fall; apply Rmult_lt_0_compat; lra).
    assert (0 < / (sum m high - H)) by now apply Rinv_0_lt_compat.
    assert (0 < L - sum m low) as gains.
    { replace (L - sum m low) with (- (sum m low - L)) by ring. rewrite drop.
      rewrite <- Ropp_mult_distr_l_reverse. apply Rmult_lt_0_compat; lra. }
    destruct (shrunk high H posH ltac:(lra)) as (b & tb & rb).
    set (s := fun i => (high i - b i) * / (sum m high - H)).
    assert (sum m s = 1) as whole.
    { unfold s. rewrite sum_scale_right, sum_minus.
      rewrite tb. field. lra. }
    assert (forall i, (i < m)%nat -> 0 <= s i) as spos.
    { intros i small. specialize (rb i small). apply Rmult_le_pos; lra. }
    assert (forall i, b i = high i - s i * (sum m high - H)) as lost
      by (intros; unfold s; field; lra).
    assert (forall f : nat -> R, forall x, \sum_(i < m) (f i + s i * x) = sum m f + x) as shift.
    { intros f x. rewrite sum_plus, sum_scale_right, whole. ring. }
    exists (pack (fun i => over i + s i * (d - A)) b (fun i => low i + s i * (L - sum m low))
      (fun i => under i + s i * (e - B))). apply assemble; auto.
    + intros i small. destruct (parts i small) as (p1 & p2 & p3 & p4 & e1 & e2).
      specialize (spos i small). specialize (rb i small).
      assert (0 <= s i * (d - A)) by (apply Rmult_le_pos; lra).
      assert (0 <= s i * (L - sum m low)) by (apply Rmult_le_pos; lra).
      assert (0 <= s i * (e - B)) by (apply Rmult_le_pos; lra).
      repeat split; try lra.
      * rewrite e1, lost. enough (d - A + (L - sum m low) = g * (sum m high - H)) as same.
        { replace (over i + s i * (d - A) + g * (high i - s i * (sum m high - H)) +
            (low i + s i * (L - sum m low))) with (over i + g * high i + low i +
            s i * ((d - A + (L - sum m low)) - g * (sum m high - H))) by ring.
          rewrite same. ring. }
        replace (L - sum m low) with (- (sum m low - L)) by ring. rewrite fall, drop. field. lra.
      * rewrite e2, lost. enough (e - B + h * (L - sum m low) = sum m high - H) as same.
        { replace (high i - s i * (sum m high - H) + h * (low i + s i * (L - sum m low)) +
            (under i + s i * (e - B))) with (high i + h * low i + under i +
            s i * ((e - B + h * (L - sum m low)) - (sum m high - H))) by ring.
          rewrite same. ring. }
        replace (L - sum m low) with (- (sum m low - L)) by ring. rewrite fall, drop. field. lra.
    + rewrite shift. fold A. ring.
    + rewrite shift. ring.
    + rewrite shift. fold B. ring.
  - (* the report (1, h) shrinks, and pays for all the others *)
    assert (d - A < g * (e - B)) as strict.
    { assert (g * (h * (d - A)) < g * (e - B)) by (apply Rmult_lt_compat_l; lra).
      assert (0 <= (g * h - 1) * (d - A)) by (apply Rmult_le_pos; lra). lra. }
    assert (0 < sum m low - L) as pays by (rewrite drop; apply Rmult_lt_0_compat; lra).
    assert (0 < / (sum m low - L)) by now apply Rinv_0_lt_compat.
    assert (0 < H - sum m high) as gains.
    { replace (H - sum m high) with (- (sum m high - H)) by ring. rewrite fall.
      rewrite <- Ropp_mult_distr_l_reverse. apply Rmult_lt_0_compat; lra. }
    destruct (shrunk low L posL ltac:(lra)) as (c & tc & rc).
    set (s := fun i => (low i - c i) * / (sum m low - L)).
    assert (sum m s = 1) as whole.
    { unfold s. rewrite sum_scale_right, sum_minus.
      rewrite tc. field. lra. }
    assert (forall i, (i < m)%nat -> 0 <= s i) as spos.
    { intros i small. specialize (rc i small). apply Rmult_le_pos; lra. }
    assert (forall i, c i = low i - s i * (sum m low - L)) as lost
      by (intros; unfold s; field; lra).
    assert (forall f : nat -> R, forall x, \sum_(i < m) (f i + s i * x) = sum m f + x) as shift.
    { intros f x. rewrite sum_plus, sum_scale_right, whole. ring. }
    exists (pack (fun i => over i + s i * (d - A)) (fun i => high i + s i * (H - sum m high)) c
      (fun i => under i + s i * (e - B))). apply assemble; auto.
    + intros i small. destruct (parts i small) as (p1 & p2 & p3 & p4 & e1 & e2).
      specialize (spos i small). specialize (rc i small).
      assert (0 <= s i * (d - A)) by (apply Rmult_le_pos; lra).
      assert (0 <= s i * (H - sum m high)) by (apply Rmult_le_pos; lra).
      assert (0 <= s i * (e - B)) by (apply Rmult_le_pos; lra).
      repeat split; try lra.
      * rewrite e1, lost. enough (d - A + g * (H - sum m high) = sum m low - L) as same.
        { replace (over i + s i * (d - A) + g * (high i + s i * (H - sum m high)) +
            (low i - s i * (sum m low - L))) with (over i + g * high i + low i +
            s i * ((d - A + g * (H - sum m high)) - (sum m low - L))) by ring.
          rewrite same. ring. }
        replace (H - sum m high) with (- (sum m high - H)) by ring. rewrite fall, drop. field. lra.
      * rewrite e2, lost. enough (e - B + (H - sum m high) = h * (sum m low - L)) as same.
        { replace (high i + s i * (H - sum m high) + h * (low i - s i * (sum m low - L)) +
            (under i + s i * (e - B))) with (high i + h * low i + under i +
            s i * ((e - B + (H - sum m high)) - h * (sum m low - L))) by ring.
          rewrite same. ring. }
        replace (H - sum m high) with (- (sum m high - H)) by ring. rewrite fall, drop. field. lra.
    + rewrite shift. fold A. ring.
    + rewrite shift. ring.
    + rewrite shift. fold B. ring.
Qed.

End Levels.

(** The table of four reports: (d, 0), (g w, w), (v, h v), (0, e). *)
Definition pair_table (g h d e : R) : matrix := fun i j =>
  pair_weights g h d e i * match i with
    | 0 => if Nat.eq_dec j 0 then 1 else 0
    | 1 => if Nat.eq_dec j 0 then g else 1
    | 2 => if Nat.eq_dec j 0 then 1 else h
    | _ => if Nat.eq_dec j 0 then 0 else 1
    end.

(** No private table is better than it, whatever it is used for. *)
Theorem best_of_two_truths : forall g h d e, 0 < g -> 0 < h -> 1 < g * h -> 0 <= d -> 0 <= e ->
  1 - e <= h * (1 - d) -> 1 - d <= g * (1 - e) ->
  let G := pair_levels (Some g) (Some h) in let T := pair_table g h d e in
  private 4 2 G (pair_deltas d e) T /\
  forall m P u, private m 2 G (pair_deltas d e) P -> sublinear_pair u ->
    (exists W, splits m P W g h (pair_weights g h d e)) /\
    \sum_(i < m) u (P i O) (P i 1%nat) <= \sum_(i < 4) u (T i O) (T i 1%nat).
Proof.
  intros g h d e posg posh more posd pose first second G T.
  assert (0 < / (g * h - 1)) as unit by (apply Rinv_0_lt_compat; lra).
  set (w := (h * (1 - d) - (1 - e)) * / (g * h - 1)).
  set (v := (g * (1 - e) - (1 - d)) * / (g * h - 1)).
  assert (0 <= w) as posw by (apply Rmult_le_pos; lra).
  assert (0 <= v) as posv by (apply Rmult_le_pos; lra). split.
  - assert (0 <= w * g) by (apply Rmult_le_pos; lra).
    assert (0 <= v * h) by (apply Rmult_le_pos; lra).
    assert (0 <= (g * h - 1) * v) by (apply Rmult_le_pos; lra).
    assert (0 <= (g * h - 1) * w) by (apply Rmult_le_pos; lra). split.
    + intros j small. unfold T, pair_table, pair_weights, Rdiv. fold w. fold v. split.
      * intros i _. destruct i as [|[|[|i]]], (Nat.eq_dec j 0); lra.
      * cbn [sum]. destruct (Nat.eq_dec j 0); unfold w, v; field; lra.
    + intros a b below below'. unfold G, pair_levels, pair_deltas, excess, T, pair_table, pair_weights, Rdiv.
      fold w. fold v. cbn [sum].
      assert (0 <= g * e) by (apply Rmult_le_pos; lra).
      assert (0 <= h * d) by (apply Rmult_le_pos; lra).
      destruct (Nat.eq_dec a 0), (Nat.eq_dec a b), (Nat.eq_dec b 0); try lia; try lra;
        unfold Rmax; repeat match goal with |- context [Rle_dec ?x ?y] => destruct (Rle_dec x y) end;
        lra.
  - intros m P u is_private sublinear.
    destruct (two_truths_split m g h d e P posg posh more is_private first second) as (W & split).
    split; [now exists W|].
    eapply Rle_trans; [apply (splits_bound m P W g h _ u) in split; auto; try lra; exact split|].
    apply Req_le. destruct sublinear as [scale _]. unfold T, pair_table, pair_weights, Rdiv.
    fold w. fold v. cbn [sum Nat.eq_dec nat_rec nat_rect]. simpl.
    rewrite !scale by lra. ring.
Qed.

(** ** Truth 1 is protected, truth 0 is not: everybody of truth 1 says so, and one in h of the
    others; with a delta, e of truth 1 are told apart. *)

Definition mangat_weights (h e : R) (c : nat) : R :=
  match c with 0 => 1 - (1 - e) / h | 1 => 0 | 2 => (1 - e) / h | _ => e end.

Theorem best_of_one_sided : forall m h d e P, 1 <= h -> 0 <= e <= 1 ->
  private m 2 (pair_levels None (Some h)) (pair_deltas d e) P ->
  exists W, splits m P W 0 h (mangat_weights h e).
Proof.
  intros m h d e P big range [columns limits].
  destruct (columns O ltac:(lia)) as [above one], (columns 1%nat ltac:(lia)) as [above' two].
  pose proof (limits 1%nat O ltac:(lia) ltac:(lia)) as limit.
  unfold excess, pair_levels, pair_deltas in limit. simpl in limit.
  set (under := fun i => Rmax 0 (P i 1%nat - h * P i O)).
  change (sum m under <= e) in limit. set (B := sum m under) in *.
  assert (0 < / h) as unit by (apply Rinv_0_lt_compat; lra).
  assert (forall i, (i < m)%nat -> 0 <= under i /\ under i <= P i 1%nat /\
    (P i 1%nat - under i) * / h <= P i O) as rows.
  { intros i small. specialize (above i small). specialize (above' i small).
    assert (0 <= h * P i O) by (apply Rmult_le_pos; lra). unfold under.
    assert (forall x, x <= h * P i O -> x * / h <= P i O) as most.
    { intros x below. apply Rmult_le_reg_r with h; [lra|].
      rewrite Rmult_assoc, Rinv_l by lra. lra. }
    unfold Rmax. destruct (Rle_dec 0 (P i 1%nat - h * P i O));
      (split; [lra|]); (split; [lra|]); apply most; lra. }
  set (low := fun i => (P i 1%nat - under i) * / h).
  assert (sum m low = (1 - B) * / h) as total.
  { unfold low. rewrite sum_scale_right, sum_minus. now rewrite two. }
  assert (forall i, (i < m)%nat -> 0 <= low i) as positive.
  { intros i small. destruct (rows i small) as (_ & fits & _). apply Rmult_le_pos; lra. }
  assert (0 <= (1 - e) * / h <= sum m low) as fits.
  { rewrite total. split; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_r; lra. }
  destruct (shrunk m low ((1 - e) * / h) positive fits) as (c & tc & rc).
  exists (fun i v => match v with 0%nat => P i O - c i | 1%nat => 0 | 2%nat => c i
    | _ => P i 1%nat - h * c i end). split; [|split].
  - intros i v small four. destruct (rows i small) as (p1 & p2 & p3). specialize (rc i small).
    fold (low i) in p3. assert (h * c i <= h * low i) by (apply Rmult_le_compat_l; lra).
    assert (h * low i = P i 1%nat - under i) by (unfold low; field; lra).
    destruct v as [|[|[|v]]]; lra.
  - intros v four. destruct v as [|[|[|v]]]; simpl.
    + rewrite sum_minus, tc. change (sum m (fun i => P i O) = 1) in one. rewrite one. field. lra.
    + now apply sum_zero.
    + exact tc.
    + rewrite sum_minus, sum_scale, tc. change (sum m (fun i => P i 1%nat) = 1) in two.
      rewrite two. field. lra.
  - intros i small. split; ring.
Qed.

(** Mangat's device, for every use: it tells nothing apart that privacy hides. *)
Theorem mangat_is_best : forall m h d e P u, 1 <= h -> 0 <= e <= 1 ->
  private m 2 (pair_levels None (Some h)) (pair_deltas d e) P -> sublinear_pair u ->
  \sum_(i < m) u (P i O) (P i 1%nat) <=
  u (1 - (1 - e) / h) 0 + u ((1 - e) / h) (1 - e) + u 0 e.
Proof.
  intros m h d e P u big range is_private sublinear.
  destruct (best_of_one_sided m h d e P big range is_private) as (W & split).
  apply (splits_bound m P W 0 h _ u) in split; auto; try lra.
  eapply Rle_trans; [exact split|]. apply Req_le. destruct sublinear as [scale _]. simpl.
  assert (0 < / h) as unit by (apply Rinv_0_lt_compat; lra).
  assert (/ h <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (0 <= (1 - e) * / h) by (apply Rmult_le_pos; lra).
  assert ((1 - e) * / h <= 1 * 1) by (apply Rmult_le_compat; lra).
  unfold Rdiv. rewrite <- (scale (1 - (1 - e) * / h)), <- (scale ((1 - e) * / h)), <- (scale e)
    by lra.
  rewrite Rmult_0_l, Rplus_0_r, !Rmult_0_r, !Rmult_1_r.
  replace ((1 - e) * / h * h) with (1 - e) by (field; lra). reflexivity.
Qed.
