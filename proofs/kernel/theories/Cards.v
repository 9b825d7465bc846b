(** Two answers about two truths (kind "cases", a card): the variance is least at a vertex
    of the region of private cards. *)

From Coq Require Import Reals Lra Lia List.
From Rropt Require Import Sums Tensors Probability Prices Estimators.
Import ListNotations.
Open Scope R_scope.

(** ** A product of two affine functions on a region that is bounded from below *)

(** The line (a, b, c) says a u + b v >= c. *)
Definition line := (R * R * R)%type.
Definition gap (l : line) (u v : R) : R := let '(a, b, c) := l in a * u + b * v - c.
Definition feasible (lines : list line) (u v : R) : Prop := Forall (fun l => 0 <= gap l u v) lines.

(** A feasible point on two lines that cross. *)
Definition vertex (lines : list line) (u v : R) : Prop :=
  feasible lines u v /\
  exists a b c a' b' c', In (a, b, c) lines /\ In (a', b', c') lines /\
    gap (a, b, c) u v = 0 /\ gap (a', b', c') u v = 0 /\ a * b' - a' * b <> 0.

(** Move in the direction (du, dv) until the first line stops the point. *)
Lemma slide : forall lines u v du dv, feasible lines u v ->
  (exists a b c, In (a, b, c) lines /\ a * du + b * dv < 0) ->
  exists t, 0 <= t /\ feasible lines (u + t * du) (v + t * dv) /\
    exists a b c, In (a, b, c) lines /\ a * du + b * dv < 0 /\
      gap (a, b, c) (u + t * du) (v + t * dv) = 0.
Proof.
  intros lines u v du dv given. induction given as [|[[a b] c] lines here rest IH].
  - intros (a & b & c & none & _). contradiction.
  - intros (a0 & b0 & c0 & there & falls).
    assert (own : a * du + b * dv < 0 -> exists t, 0 <= t /\
      gap (a, b, c) (u + t * du) (v + t * dv) = 0).
    { intros down. exists (gap (a, b, c) u v / - (a * du + b * dv)). split.
      - apply Rmult_le_pos; [assumption|]. apply Rlt_le, Rinv_0_lt_compat. lra.
      - simpl. field. lra. }
    assert (moved : forall t, gap (a, b, c) (u + t * du) (v + t * dv) =
      gap (a, b, c) u v + t * (a * du + b * dv)) by (intros; simpl; ring).
    assert (others : forall t s l, 0 <= t <= s -> 0 <= gap l u v ->
      0 <= gap l (u + s * du) (v + s * dv) -> 0 <= gap l (u + t * du) (v + t * dv)).
    { intros t s [[x y] w] order low high. simpl in *.
      destruct (Rle_or_lt 0 (x * du + y * dv)) as [up|down].
      - assert (0 <= t * (x * du + y * dv)) by (apply Rmult_le_pos; lra). lra.
      - assert (0 <= (s - t) * - (x * du + y * dv)) by (apply Rmult_le_pos; lra). lra. }
    destruct (Rle_lt_dec 0 (a * du + b * dv)) as [up|down].
    + (* the new line never stops the point *)
      destruct IH as (t & pos & ok & stop).
      { destruct there as [same|there]; [injection same as -> -> ->; lra|].
        now exists a0, b0, c0. }
      exists t. split; [assumption|]. split.
      * constructor; [|assumption]. rewrite moved.
        assert (0 <= t * (a * du + b * dv)) by now apply Rmult_le_pos. lra.
      * destruct stop as (x & y & w & inside & rest'). exists x, y, w. simpl. tauto.
    + destruct (own down) as (s & pos & zero).
      assert (decided : (exists x y w, In (x, y, w) lines /\ x * du + y * dv < 0) \/
        Forall (fun '(x, y, w) => 0 <= x * du + y * dv) lines).
      { clear. induction lines as [|[[x y] w] lines [(x' & y' & w' & inside & less)|none]].
        - now right.
        - left. exists x', y', w'. simpl. tauto.
        - destruct (Rle_lt_dec 0 (x * du + y * dv)); [right; now constructor|].
          left. exists x, y, w. simpl. tauto. }
      destruct decided as [some|none].
      * destruct (IH some) as (t & pos' & ok & x & y & w & inside & less & stop).
        destruct (Rle_lt_dec t s) as [first|later].
        -- exists t. split; [assumption|]. split.
           ++ constructor; [|assumption].
              apply (others t s); [lra|assumption|]. rewrite zero. lra.
           ++ exists x, y, w. simpl in *. tauto.
        -- exists s. split; [assumption|]. split.
           ++ constructor; [rewrite zero; lra|]. unfold feasible in *. rewrite Forall_forall in *. intros l inside'.
              apply (others s t); [lra|now apply rest|now apply ok].
           ++ exists a, b, c. simpl in *. tauto.
      * exists s. split; [assumption|]. split.
        -- constructor; [rewrite zero; lra|]. unfold feasible in *. rewrite Forall_forall in *.
           intros [[x y] w] inside. specialize (rest _ inside). specialize (none _ inside).
           simpl in *. assert (0 <= s * (x * du + y * dv)) by now apply Rmult_le_pos. lra.
        -- exists a, b, c. simpl in *. tauto.
Qed.

Theorem product_at_vertex : forall lines p q, 0 <= p -> 0 <= q ->
  Forall (fun '(a, b, c) => 0 <= a /\ 0 <= b) lines ->
  In (1, 0, 0) lines -> In (0, 1, 0) lines ->
  forall u v, feasible lines u v ->
  exists u' v', vertex lines u' v' /\ (u' + q) * (v' + p) <= (u + q) * (v + p).
Proof.
  intros lines p q pos_p pos_q nonneg no_u no_v.
  assert (quadrant : forall u v, feasible lines u v -> 0 <= u /\ 0 <= v).
  { intros u v ok. unfold feasible in ok. rewrite Forall_forall in ok.
    pose proof (ok _ no_u). pose proof (ok _ no_v). simpl in *. lra. }
  intros u v ok. destruct (quadrant u v ok).
  destruct (slide lines u v (-1) 0 ok) as (t & pos & ok' & a & b & c & inside & falls & stop).
  { exists 1, 0, 0. split; [assumption|lra]. }
  set (u0 := u + t * -1) in *. replace (v + t * 0) with v in * by ring.
  destruct (quadrant u0 v ok') as [pos_u0 _].
  assert ((u0 + q) * (v + p) <= (u + q) * (v + p)) as less.
  { apply Rmult_le_compat_r; [lra|]. unfold u0. lra. }
  pose proof nonneg as coefficients. rewrite Forall_forall in coefficients.
  destruct (coefficients _ inside) as [_ b_nonneg].
  destruct b_nonneg as [b_pos|b_zero].
  - (* along the line: concave, so one of the two directions does not rise *)
    assert (along : forall s, gap (a, b, c) (u0 + s * b) (v + s * - a) = gap (a, b, c) u0 v)
      by (intros; simpl; ring).
    destruct (Rle_lt_dec (b * (v + p) - a * (u0 + q)) 0) as [down|up].
    + destruct (slide lines u0 v b (- a) ok') as (s & s_pos & ok'' & x & y & w & there & turn & hit).
      { exists 0, 1, 0. split; [assumption|lra]. }
      exists (u0 + s * b), (v + s * - a). split.
      * split; [assumption|]. exists a, b, c, x, y, w. rewrite along. repeat split; auto. lra.
      * eapply Rle_trans; [|exact less].
        assert (0 <= s * - (b * (v + p) - a * (u0 + q))) by (apply Rmult_le_pos; lra).
        assert (0 <= a * b * (s * s)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rle_0_sqr]).
        lra.
    + destruct (slide lines u0 v (- b) a ok') as (s & s_pos & ok'' & x & y & w & there & turn & hit).
      { exists 1, 0, 0. split; [assumption|lra]. }
      exists (u0 + s * - b), (v + s * a). split.
      * split; [assumption|]. exists a, b, c, x, y, w.
        replace (gap (a, b, c) (u0 + s * - b) (v + s * a)) with (gap (a, b, c) u0 v)
          by (simpl; ring). repeat split; auto. lra.
      * eapply Rle_trans; [|exact less].
        assert (0 <= s * (b * (v + p) - a * (u0 + q))) by (apply Rmult_le_pos; lra).
        assert (0 <= a * b * (s * s)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rle_0_sqr]).
        lra.
  - (* the line is vertical: go down it *)
    subst b. destruct (slide lines u0 v 0 (-1) ok') as (s & s_pos & ok'' & x & y & w & there & turn & hit).
    { exists 0, 1, 0. split; [assumption|lra]. }
    replace (u0 + s * 0) with u0 in * by ring.
    exists u0, (v + s * -1). split.
    + split; [assumption|]. exists a, 0, c, x, y, w.
      replace (gap (a, 0, c) u0 (v + s * -1)) with (gap (a, 0, c) u0 v) by (simpl; ring).
      repeat split; auto. assert (0 < a * y) by (apply Rmult_lt_0_compat; lra). lra.
    + eapply Rle_trans; [|exact less]. apply Rmult_le_compat_l; lra.
Qed.

(** ** Cards *)

(** The card that reports truth 0 with probability p00 and truth 1 with probability p11. *)
Definition card (p00 p11 : R) : matrix := fun i j =>
  match i, j with
  | O, O => p00 | O, _ => 1 - p11
  | _, O => 1 - p00 | _, _ => p11
  end.

(** Levels and deltas of the two ordered pairs of truths. *)
Definition pair (g01 g10 : R) : levels := fun a _ => Some (match a with O => g01 | _ => g10 end).
Definition pair_delta (d01 d10 : R) : matrix := fun a b =>
  match a, b with O, S _ => d01 | S _, O => d10 | _, _ => 0 end.

Definition private_lines (g01 g10 d01 d10 : R) : list line :=
  [(1, 0, 0); (0, 1, 0); (d01, g01 - 1 + d01, 1 - d01); (g10 - 1 + d10, d10, 1 - d10)].

Lemma two_sum : forall f, sum 2 f = f O + f 1%nat.
Proof. intros. simpl. lra. Qed.

Lemma private_card : forall p00 p11 g01 g10 d01 d10, 1 <= g01 -> 1 <= g10 -> 0 <= d01 -> 0 <= d10 ->
  p00 + p11 > 1 -> private 2 2 (pair g01 g10) (pair_delta d01 d10) (card p00 p11) ->
  let s := p00 + p11 - 1 in
  feasible (private_lines g01 g10 d01 d10) ((1 - p00) / s) ((1 - p11) / s).
Proof.
  intros p00 p11 g01 g10 d01 d10 big big' pos pos' informative [columns limited] s.
  destruct (columns 0%nat) as [n0 _]; [lia|]. destruct (columns 1%nat) as [n1 _]; [lia|].
  pose proof (n0 0%nat ltac:(lia)) as e00. pose proof (n0 1%nat ltac:(lia)) as e10.
  pose proof (n1 0%nat ltac:(lia)) as e01. pose proof (n1 1%nat ltac:(lia)) as e11.
  pose proof (limited 0%nat 1%nat ltac:(lia) ltac:(lia)) as first.
  pose proof (limited 1%nat 0%nat ltac:(lia) ltac:(lia)) as second.
  rewrite two_sum in first, second. unfold excess, pair, pair_delta, card in *. simpl in *.
  pose proof (Rmax_r 0 (p00 - g01 * (1 - p11))). pose proof (Rmax_l 0 (1 - p00 - g01 * p11)).
  pose proof (Rmax_r 0 (p11 - g10 * (1 - p00))). pose proof (Rmax_l 0 (1 - p11 - g10 * p00)).
  assert (0 < s) as positive by (unfold s; lra).
  assert (0 < / s) as inverse by now apply Rinv_0_lt_compat.
  assert (scaled : forall x, 0 <= x -> 0 <= x / s) by (intros; apply Rmult_le_pos; lra).
  unfold feasible, private_lines.
  apply Forall_cons; [|apply Forall_cons; [|apply Forall_cons; [|apply Forall_cons; [|apply Forall_nil]]]];
    simpl.
  - replace (1 * ((1 - p00) / s) + 0 * ((1 - p11) / s) - 0) with ((1 - p00) / s) by (field; lra).
    apply scaled. lra.
  - replace (0 * ((1 - p00) / s) + 1 * ((1 - p11) / s) - 0) with ((1 - p11) / s) by (field; lra).
    apply scaled. lra.
  - replace (d01 * ((1 - p00) / s) + (g01 - 1 + d01) * ((1 - p11) / s) - (1 - d01)) with
      ((d01 - (p00 - g01 * (1 - p11))) / s) by (unfold s; field; fold s; lra).
    apply scaled. lra.
  - replace ((g10 - 1 + d10) * ((1 - p00) / s) + d10 * ((1 - p11) / s) - (1 - d10)) with
      ((d10 - (p11 - g10 * (1 - p00))) / s) by (unfold s; field; fold s; lra).
    apply scaled. lra.
Qed.

(** The one unbiased estimator of the share of truth 1 from a card, and its variance. *)
Lemma card_variance : forall p00 p11 q x, p00 + p11 > 1 ->
  unbiased 2 2 (card p00 p11) (at_index 1) x -> 0 <= q <= 1 ->
  stochastic 2 2 (card p00 p11) ->
  let s := p00 + p11 - 1 in
  variance 2 (share 2 (fun j => match j with O => 1 - q | _ => q end) (card p00 p11)) x =
  ((1 - p00) / s + q) * ((1 - p11) / s + (1 - q)).
Proof.
  intros p00 p11 q x informative mean range columns s.
  assert (law 2 (fun j => match j with O => 1 - q | _ => q end)) as is_law.
  { split; [intros [|]; intros; lra|rewrite two_sum; ring]. }
  rewrite (variance_as_moment 2 2 _ _ (at_index 1) x columns is_law mean).
  pose proof (mean 0%nat ltac:(lia)) as zero. pose proof (mean 1%nat ltac:(lia)) as one.
  unfold share, dot. rewrite !two_sum in *. unfold card, at_index in *. simpl in *.
  assert (s <> 0) as some by (unfold s; lra).
  assert (x 1%nat = p00 / s) as ->.
  { apply Rmult_eq_reg_r with s; [|assumption]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by assumption.
    replace (x 1%nat * s) with
      (p00 * (x O * (1 - p11) + x 1%nat * p11) - (1 - p11) * (x O * p00 + x 1%nat * (1 - p00)))
      by (unfold s; ring). rewrite zero, one. ring. }
  assert (x 0%nat = - (1 - p00) / s) as ->.
  { apply Rmult_eq_reg_r with s; [|assumption]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by assumption.
    replace (x 0%nat * s) with
      (p11 * (x O * p00 + x 1%nat * (1 - p00)) - (1 - p00) * (x O * (1 - p11) + x 1%nat * p11))
      by (unfold s; ring). rewrite zero, one. ring. }
  unfold s. field. unfold s in some. lra.
Qed.

(** No private card has a smaller variance than the best vertex. *)
Theorem vertices_bound : forall p00 p11 g01 g10 d01 d10 q x,
  1 <= g01 -> 1 <= g10 -> 0 <= d01 -> 0 <= d10 -> 0 <= q <= 1 -> p00 + p11 > 1 ->
  private 2 2 (pair g01 g10) (pair_delta d01 d10) (card p00 p11) ->
  unbiased 2 2 (card p00 p11) (at_index 1) x ->
  exists u v, vertex (private_lines g01 g10 d01 d10) u v /\
    (u + q) * (v + (1 - q)) <=
    variance 2 (share 2 (fun j => match j with O => 1 - q | _ => q end) (card p00 p11)) x.
Proof.
  intros p00 p11 g01 g10 d01 d10 q x big big' pos pos' range informative is_private mean.
  pose proof (private_card _ _ _ _ _ _ big big' pos pos' informative is_private) as inside.
  rewrite (card_variance p00 p11 q x informative mean range (proj1 is_private)).
  apply product_at_vertex; try lra; simpl; auto.
  repeat (apply Forall_cons; [lra|]). apply Forall_nil.
Qed.
