(** Holohan, Leith and Mason, section IV to VI: where the error is least. R' is [feasible_table], R''
    its part where one of the inequalities (11) is tight. *)

From Coq Require Import Reals Lra.
From Rropt Require Import Holohan.
Open Scope R_scope.

Definition tight_table (g d a b : R) : Prop :=
  feasible_table g d a b /\ (b = g * (1 - a) + d \/ a = g * (1 - b) + d).
Definition has_least_error (g d p a b : R) : Prop :=
  feasible_table g d a b /\
  forall x y, feasible_table g d x y -> error_of a b p <= error_of x y p.

(** The boundary of R' in the plane. *)
Definition close_by (e a b x y : R) : Prop := Rabs (x - a) < e /\ Rabs (y - b) < e.
Definition on_boundary (g d a b : R) : Prop := forall e, 0 < e ->
  (exists x y, close_by e a b x y /\ feasible_table g d x y) /\
  (exists x y, close_by e a b x y /\ ~ feasible_table g d x y).

Lemma error_falls : forall a b x p, 1 < a + b -> 0 < p < 1 -> a < x <= 1 -> b <= 1 ->
  error_of x b p < error_of a b p.
Proof.
  intros a b x p some inner more top. rewrite !error_as_product by lra.
  assert (0 < / (x + b - 1)) as new by (apply Rinv_0_lt_compat; lra).
  assert (/ (x + b - 1) < / (a + b - 1)) as less.
  { apply Rinv_lt_contravar; [apply Rmult_lt_0_compat|]; lra. }
  unfold Rdiv.
  assert ((1 - x) * / (x + b - 1) <= (1 - x) * / (a + b - 1)) by (apply Rmult_le_compat_l; lra).
  assert ((1 - x) * / (a + b - 1) < (1 - a) * / (a + b - 1)) by (apply Rmult_lt_compat_r; lra).
  assert ((1 - b) * / (x + b - 1) <= (1 - b) * / (a + b - 1)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= (1 - x) * / (x + b - 1)) by (apply Rmult_le_pos; lra).
  assert (0 <= (1 - b) * / (x + b - 1)) by (apply Rmult_le_pos; lra).
  apply Rlt_le_trans with (((1 - a) * / (a + b - 1) + p) * ((1 - b) * / (x + b - 1) + (1 - p))).
  - apply Rmult_lt_compat_r; lra.
  - apply Rmult_le_compat_l; lra.
Qed.

Lemma error_swapped : forall a b p, error_of a b p = error_of b a (1 - p).
Proof.
  intros a b p. unfold error_of. replace (b + a - 1) with (a + b - 1) by ring.
  replace ((b - 1 / 2 - (1 - p) * (a + b - 1)) ^ 2) with ((a - 1 / 2 - p * (a + b - 1)) ^ 2) by field.
  reflexivity.
Qed.

Lemma feasible_swapped : forall g d a b, feasible_table g d a b -> feasible_table g d b a.
Proof. intros g d a b (? & ? & ? & ? & ?). unfold feasible_table. repeat split; lra. Qed.

(** Where both inequalities are slack and a is below one, a larger a is feasible and better. *)
Lemma slack_is_beaten : forall g d p a b, 1 <= g -> 0 < p < 1 -> feasible_table g d a b ->
  b < g * (1 - a) + d -> a < g * (1 - b) + d -> a < 1 ->
  exists x, feasible_table g d x b /\ error_of x b p < error_of a b p.
Proof.
  intros g d p a b big inner (posa & posb & first & second & some) slack slack' room.
  set (e := Rmin (1 - a) (Rmin ((g * (1 - a) + d - b) / g) (g * (1 - b) + d - a))).
  assert (0 < e) as pos.
  { unfold e. apply Rmin_glb_lt; [lra|]. apply Rmin_glb_lt; [|lra].
    apply Rmult_lt_0_compat; [lra|]. apply Rinv_0_lt_compat. lra. }
  assert (e <= 1 - a) as one by apply Rmin_l.
  assert (e <= (g * (1 - a) + d - b) / g) as two.
  { eapply Rle_trans; [apply Rmin_r|apply Rmin_l]. }
  assert (e <= g * (1 - b) + d - a) as three.
  { eapply Rle_trans; [apply Rmin_r|apply Rmin_r]. }
  assert (g * e <= g * (1 - a) + d - b).
  { replace (g * (1 - a) + d - b) with (g * ((g * (1 - a) + d - b) / g)) by (field; lra).
    apply Rmult_le_compat_l; lra. }
  exists (a + e). split.
  - unfold feasible_table. repeat split; lra.
  - apply error_falls; lra.
Qed.

(** Lemma 2, second part. *)
Theorem least_error_is_tight : forall g d p a b, 1 <= g -> 0 <= d <= 1 -> 0 < p < 1 ->
  has_least_error g d p a b -> tight_table g d a b.
Proof.
  intros g d p a b big range inner [table least]. split; [assumption|].
  pose proof table as (posa & posb & first & second & some).
  destruct (Rle_lt_or_eq_dec _ _ first) as [slack|]; [|now left].
  destruct (Rle_lt_or_eq_dec _ _ second) as [slack'|]; [|now right]. exfalso.
  destruct (Rlt_le_dec a 1) as [room|full].
  - destruct (slack_is_beaten g d p a b big inner table slack slack' room) as (x & other & less).
    specialize (least x b other). lra.
  - destruct (Rlt_le_dec b 1) as [room|full'].
    + destruct (slack_is_beaten g d (1 - p) b a big ltac:(lra) (feasible_swapped _ _ _ _ table)
        slack' slack room) as (x & other & less).
      apply feasible_swapped in other. specialize (least a x other).
      rewrite (error_swapped a x), (error_swapped a b) in least. lra.
    + assert (a = 1) as -> by lra. assert (b = 1) as -> by lra. lra.
Qed.

(** Equation (18), for every delta. *)
Theorem least_error_on_boundary : forall g d p a b, 1 <= g -> 0 <= d -> 0 < p < 1 ->
  has_least_error g d p a b -> on_boundary g d a b.
Proof.
  intros g d p a b big range inner [table least] e pos. split.
  - exists a, b. split; [|assumption]. split;
      (replace (_ - _) with 0 by ring; rewrite Rabs_R0; assumption).
  - pose proof table as (posa & posb & first & second & some).
    assert (Rabs (e / 2) < e) as half by (rewrite Rabs_pos_eq; lra).
    destruct (Rlt_le_dec a 1) as [room|full].
    + destruct (Rle_lt_or_eq_dec _ _ first) as [slack|tight].
      * destruct (Rle_lt_or_eq_dec _ _ second) as [slack'|tight].
        -- exfalso.
           destruct (slack_is_beaten g d p a b big inner table slack slack' room) as (x & other & less).
           specialize (least x b other). lra.
        -- exists (a + e / 2), b. split.
           ++ split; [replace (a + e / 2 - a) with (e / 2) by ring; assumption|].
              replace (b - b) with 0 by ring. now rewrite Rabs_R0.
           ++ intros (_ & _ & _ & broken & _). lra.
      * exists a, (b + e / 2). split.
        -- split; [replace (a - a) with 0 by ring; now rewrite Rabs_R0|].
           replace (b + e / 2 - b) with (e / 2) by ring. assumption.
        -- intros (_ & _ & broken & _). lra.
    + exists (a + e / 2), b. split.
      * split; [replace (a + e / 2 - a) with (e / 2) by ring; assumption|].
        replace (b - b) with 0 by ring. now rewrite Rabs_R0.
      * intros ((_ & broken) & _). lra.
Qed.

Lemma tight_on_boundary : forall g d a b, tight_table g d a b -> on_boundary g d a b.
Proof.
  intros g d a b [table tight] e pos. split.
  - exists a, b. split; [|assumption]. split;
      (replace (_ - _) with 0 by ring; rewrite Rabs_R0; assumption).
  - assert (Rabs (e / 2) < e) as half by (rewrite Rabs_pos_eq; lra). destruct tight as [same|same].
    + exists a, (b + e / 2). split.
      * split; [replace (a - a) with 0 by ring; now rewrite Rabs_R0|].
        replace (b + e / 2 - b) with (e / 2) by ring. assumption.
      * intros (_ & _ & broken & _). lra.
    + exists (a + e / 2), b. split.
      * split; [replace (a + e / 2 - a) with (e / 2) by ring; assumption|].
        replace (b - b) with 0 by ring. now rewrite Rabs_R0.
      * intros (_ & _ & _ & broken & _). lra.
Qed.

Lemma error_nonneg : forall g d a b p, feasible_table g d a b -> 0 <= p <= 1 -> 0 <= error_of a b p.
Proof.
  intros g d a b p (posa & posb & _ & _ & some) range. rewrite error_as_product by assumption.
  assert (0 < / (a + b - 1)) by (apply Rinv_0_lt_compat; lra).
  assert (0 <= (1 - a) / (a + b - 1)) by (apply Rmult_le_pos; lra).
  assert (0 <= (1 - b) / (a + b - 1)) by (apply Rmult_le_pos; lra).
  apply Rmult_le_pos; lra.
Qed.

Lemma three_tight_tables : forall g d, 1 <= g -> 0 < d <= 1 ->
  tight_table g d 1 d /\ tight_table g d d 1 /\ tight_table g d (middle g d) (middle g d).
Proof.
  intros g d big range.
  destruct (least_error_at_one_of_three g d (1 / 2) big range ltac:(lra)) as (one & two & three & _).
  cbv zeta in *. repeat split; try apply one; try apply two; try apply three.
  - left. ring.
  - right. ring.
  - left. unfold middle. field. lra.
Qed.

(** Before Lemma 3: the least error on R'' is at an end of one of its two segments, from (1, d) to
    the middle and from the middle to (d, 1). *)
Theorem endpoints_suffice : forall g d p, 1 <= g -> 0 < d <= 1 -> 0 <= p <= 1 ->
  let M := middle g d in
  tight_table g d 1 d /\ tight_table g d d 1 /\ tight_table g d M M /\
  (has_least_error g d p 1 d \/ has_least_error g d p d 1 \/ has_least_error g d p M M).
Proof.
  intros g d p big range inner M.
  destruct (three_tight_tables g d big range) as (one & two & three).
  repeat (split; [assumption|]).
  pose proof one as [fone _]. pose proof two as [ftwo _]. pose proof three as [fthree _].
  destruct (Req_dec p 0) as [->|above].
  - left. split; [assumption|]. intros x y table.
    replace (error_of 1 d 0) with 0; [now apply (error_nonneg g d)|].
    rewrite error_as_product by lra. field. lra.
  - destruct (Req_dec p 1) as [->|below].
    + right. left. split; [assumption|]. intros x y table.
      replace (error_of d 1 1) with 0; [now apply (error_nonneg g d)|].
      rewrite error_as_product by lra. field. lra.
    + destruct (least_error_at_one_of_three g d p big range ltac:(lra)) as (_ & _ & _ & all).
      cbv zeta in all. fold M in all.
      set (x := error_of 1 d p) in *. set (y := error_of d 1 p) in *. set (z := error_of M M p) in *.
      assert (forall a b, feasible_table g d a b -> error_of a b p >= x \/ error_of a b p >= y \/
        error_of a b p >= z) as some.
      { intros a b table. destruct (all a b table) as [[-> ->]|[[-> ->]|[[-> ->]|[c|[c|c]]]]];
          unfold x, y, z in *; lra. }
      destruct (Rle_or_lt x y), (Rle_or_lt y z), (Rle_or_lt x z);
        ((left; split; [assumption|]; intros a b table; fold x; specialize (some a b table); lra) ||
         (right; left; split; [assumption|]; intros a b table; fold y; specialize (some a b table); lra) ||
         (right; right; split; [assumption|]; intros a b table; fold z; specialize (some a b table); lra)).
Qed.

(** For every positive delta: R'' is empty where delta is above one. *)
Theorem least_on_segments : forall g d p a b, 1 <= g -> 0 < d -> 0 <= p <= 1 ->
  tight_table g d a b ->
  exists x y, ((x = 1 /\ y = d) \/ (x = d /\ y = 1) \/ (x = middle g d /\ y = middle g d)) /\
    tight_table g d x y /\ error_of x y p <= error_of a b p.
Proof.
  intros g d p a b big pos inner tight. pose proof tight as [table same].
  destruct (Rle_or_lt d 1) as [small|large].
  - destruct (endpoints_suffice g d p big ltac:(lra) inner) as (one & two & three & least).
    destruct least as [[_ l]|[[_ l]|[_ l]]];
      [exists 1, d|exists d, 1|exists (middle g d), (middle g d)]; auto.
  - exfalso. destruct table as ([_ topa] & [_ topb] & _).
    assert (0 <= g * (1 - a)) by (apply Rmult_le_pos; lra).
    assert (0 <= g * (1 - b)) by (apply Rmult_le_pos; lra). destruct same; lra.
Qed.

(** Lemma 2, first part, and equation (17). *)
Theorem least_error_exists : forall g d p, 1 <= g -> 0 <= d <= 1 -> (1 < g \/ 0 < d) ->
  0 <= p <= 1 ->
  exists a b, has_least_error g d p a b /\ tight_table g d a b /\ on_boundary g d a b.
Proof.
  intros g d p big range alive inner.
  enough (exists a b, has_least_error g d p a b /\ tight_table g d a b) as (a & b & least & tight).
  { exists a, b. split; [assumption|]. split; [assumption|]. now apply tight_on_boundary. }
  destruct (Req_dec d 0) as [->|some].
  - destruct (warner_has_the_least_error g p ltac:(lra) inner) as [table least].
    exists (warner g), (warner g). split.
    + split; [assumption|]. intros x y other.
      destruct (Req_dec x (warner g)) as [->|differ].
      * destruct (Req_dec y (warner g)) as [->|differ]; [lra|]. apply Rlt_le. apply least; auto.
      * apply Rlt_le. apply least; auto.
    + split; [assumption|]. left. unfold warner. field. lra.
  - destruct (endpoints_suffice g d p big ltac:(lra) inner) as (one & two & three & [l|[l|l]]);
      [exists 1, d|exists d, 1|exists (middle g d), (middle g d)]; auto.
Qed.

(** The end of the proof of Lemma 2. *)
Theorem minimal_error_is_tight : forall g d p a b, 1 <= g -> 0 <= d <= 1 -> 0 <= p <= 1 ->
  (0 < p < 1 \/ d = 0) -> has_least_error g d p a b -> tight_table g d a b.
Proof.
  intros g d p a b big range inner [inside|none] least.
  - now apply (least_error_is_tight g d p).
  - subst d. pose proof least as [table best]. split; [assumption|].
    destruct (Req_dec g 1) as [->|more].
    { exfalso. destruct table as (_ & _ & first & _ & some). lra. }
    destruct (warner_has_the_least_error g p ltac:(lra) inner) as [own strict].
    assert (a = warner g /\ b = warner g) as [-> ->].
    { destruct (Req_dec a (warner g)) as [same|differ].
      - destruct (Req_dec b (warner g)) as [same'|differ]; [now split|]. exfalso.
        specialize (strict a b table ltac:(now right)). specialize (best _ _ own). lra.
      - exfalso. specialize (strict a b table ltac:(now left)). specialize (best _ _ own). lra. }
    left. unfold warner. field. lra.
Qed.

(** ** Lemma 3: along a segment of R'' the error is least at its ends *)

Definition r_delta (g d t : R) : R := (1 + d / g) * (1 - t) + (g + d) / (g + 1) * t.
Definition s_delta (g d t : R) : R := (g + d) / (g + 1) * t.
Definition error_at (g d p t : R) : R := error_of (r_delta g d t) (s_delta g d t) p.

(** In u the error is (u + p)(1 - p + (1 - d - (g - 1 + d) u) / d), and u grows with t. *)
Definition place (g d t : R) : R := (1 - r_delta g d t) / (r_delta g d t + s_delta g d t - 1).
Definition cost_at (g d p u : R) : R := (u + p) * ((1 - d - (g - 1 + d) * u) / d + (1 - p)).

Lemma total_positive : forall g d t, 1 <= g -> 0 < d -> 0 <= t <= 1 ->
  0 < r_delta g d t + s_delta g d t - 1.
Proof.
  intros g d t big pos range. unfold r_delta, s_delta.
  replace ((1 + d / g) * (1 - t) + (g + d) / (g + 1) * t + (g + d) / (g + 1) * t - 1) with
    (d / g * (1 - t) + (g - 1 + 2 * d) / (g + 1) * t) by (field; lra).
  assert (0 < d / g) by (apply Rdiv_lt_0_compat; lra).
  assert (0 < (g - 1 + 2 * d) / (g + 1)) by (apply Rdiv_lt_0_compat; lra).
  destruct (Req_dec t 0) as [->|]; [lra|].
  assert (0 <= d / g * (1 - t)) by (apply Rmult_le_pos; lra).
  assert (0 < (g - 1 + 2 * d) / (g + 1) * t) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma error_is_cost : forall g d p t, 1 <= g -> 0 < d -> 0 <= t <= 1 ->
  error_at g d p t = cost_at g d p (place g d t).
Proof.
  intros g d p t big pos range. pose proof (total_positive g d t big pos range) as some.
  unfold error_at. rewrite error_as_product by lra. unfold cost_at, place. f_equal. f_equal.
  set (s := r_delta g d t + s_delta g d t - 1) in *.
  apply Rmult_eq_reg_r with (d * s); [|apply Rmult_integral_contrapositive_currified; lra].
  replace ((1 - s_delta g d t) / s * (d * s)) with (d * (1 - s_delta g d t)) by (field; lra).
  replace ((1 - d - (g - 1 + d) * ((1 - r_delta g d t) / s)) / d * (d * s)) with
    ((1 - d) * s - (g - 1 + d) * (1 - r_delta g d t)) by (field; lra).
  unfold s, r_delta, s_delta. field. lra.
Qed.

Lemma place_grows : forall g d x y, 1 <= g -> 0 < d -> 0 <= x -> x < y -> y <= 1 ->
  place g d x < place g d y.
Proof.
  intros g d x y big pos low less top.
  pose proof (total_positive g d x big pos ltac:(lra)) as one.
  pose proof (total_positive g d y big pos ltac:(lra)) as two.
  enough (0 < place g d y - place g d x) by lra.
  replace (place g d y - place g d x) with ((y - x) * ((g + d) / (g + 1) * (d / g)) /
    ((r_delta g d x + s_delta g d x - 1) * (r_delta g d y + s_delta g d y - 1))).
  - apply Rdiv_lt_0_compat; [|now apply Rmult_lt_0_compat].
    apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; apply Rdiv_lt_0_compat; lra.
  - unfold place.
    set (sx := r_delta g d x + s_delta g d x - 1) in *.
    set (sy := r_delta g d y + s_delta g d y - 1) in *.
    apply Rmult_eq_reg_r with (sx * sy); [|apply Rmult_integral_contrapositive_currified; lra].
    replace ((y - x) * ((g + d) / (g + 1) * (d / g)) / (sx * sy) * (sx * sy)) with
      ((y - x) * ((g + d) / (g + 1) * (d / g))) by (field; repeat split; lra).
    replace (((1 - r_delta g d y) / sy - (1 - r_delta g d x) / sx) * (sx * sy)) with
      ((1 - r_delta g d y) * sx - (1 - r_delta g d x) * sy) by (field; lra).
    unfold sx, sy, r_delta, s_delta. field. lra.
Qed.

Lemma cost_between : forall g d p x u y, 1 <= g -> 0 < d -> x < u < y ->
  Rmin (cost_at g d p x) (cost_at g d p y) < cost_at g d p u.
Proof.
  intros g d p x u y big pos between.
  set (w := (u - x) / (y - x)).
  assert (0 < w) by (apply Rdiv_lt_0_compat; lra).
  assert (w < 1) by (apply Rmult_lt_reg_r with (y - x); [lra|]; unfold w;
    replace ((u - x) / (y - x) * (y - x)) with (u - x) by (field; lra); lra).
  assert (cost_at g d p u = (1 - w) * cost_at g d p x + w * cost_at g d p y +
    (g - 1 + d) / d * ((u - x) * (y - u))) as chord.
  { unfold cost_at, w. field. lra. }
  assert (0 < (g - 1 + d) / d * ((u - x) * (y - u))).
  { apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_0_compat; lra. }
  set (m := Rmin (cost_at g d p x) (cost_at g d p y)).
  assert (m <= cost_at g d p x) by apply Rmin_l. assert (m <= cost_at g d p y) by apply Rmin_r.
  assert ((1 - w) * m <= (1 - w) * cost_at g d p x) by (apply Rmult_le_compat_l; lra).
  assert (w * m <= w * cost_at g d p y) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Theorem least_error_at_the_ends : forall g d p a b t, 1 <= g -> 0 < d -> 0 <= a -> b <= 1 ->
  a <= t <= b -> (forall x, a <= x <= b -> error_at g d p t <= error_at g d p x) ->
  t = a \/ t = b.
Proof.
  intros g d p a b t big pos low top between least.
  destruct (Req_dec t a) as [|first]; [now left|]. destruct (Req_dec t b) as [|last]; [now right|].
  exfalso. pose proof (least a ltac:(lra)) as one. pose proof (least b ltac:(lra)) as two.
  rewrite !error_is_cost in one, two by lra.
  pose proof (place_grows g d a t big pos low ltac:(lra) ltac:(lra)).
  pose proof (place_grows g d t b big pos ltac:(lra) ltac:(lra) top).
  pose proof (cost_between g d p (place g d a) (place g d t) (place g d b) big pos ltac:(lra)) as less.
  unfold Rmin in less. destruct (Rle_dec _ _); lra.
Qed.
