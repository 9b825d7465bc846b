(** Holohan, Leith and Mason (2016): which table of two truths has the least error. *)

From Coq Require Import Reals Lra Lia.
Open Scope R_scope.

(** R' of Definition 2, and n times the error of formula (6) at the proportion p. *)
Definition feasible_table (g d a b : R) : Prop :=
  0 <= a <= 1 /\ 0 <= b <= 1 /\ b <= g * (1 - a) + d /\ a <= g * (1 - b) + d /\ 1 < a + b.
Definition error_of (a b p : R) : R :=
  (1 / 4 - (a - 1 / 2 - p * (a + b - 1)) ^ 2) / (a + b - 1) ^ 2.

(** With u = (1 - a)/(a + b - 1) and v = (1 - b)/(a + b - 1) it is (u + p)(v + 1 - p). *)
Lemma error_as_product : forall a b p, 1 < a + b ->
  error_of a b p = ((1 - a) / (a + b - 1) + p) * ((1 - b) / (a + b - 1) + (1 - p)).
Proof. intros a b p some. unfold error_of. field. lra. Qed.

Definition warner (g : R) : R := g / (g + 1).

(** Theorem 2 and its conclusion: Warner's table is the only minimiser where delta is 0. *)
Theorem warner_has_the_least_error : forall g p, 1 < g -> 0 <= p <= 1 ->
  feasible_table g 0 (warner g) (warner g) /\
  forall a b, feasible_table g 0 a b -> a <> warner g \/ b <> warner g ->
    error_of (warner g) (warner g) p < error_of a b p.
Proof.
  intros g p big inner. unfold warner.
  assert (0 < / (g + 1)) as part by (apply Rinv_0_lt_compat; lra).
  assert (g / (g + 1) = 1 - / (g + 1)) as value by (field; lra).
  assert ((g + 1) * / (g + 1) = 1) as whole by (field; lra).
  assert (/ (g + 1) < 1 / 2) as half by (apply Rmult_lt_reg_l with (g + 1); lra).
  split.
  - unfold feasible_table. rewrite value. repeat split; lra.
  - intros a b (posa & posb & first & second & some) other.
    rewrite !error_as_product by (assumption || (rewrite value; lra)).
    assert (0 < g - 1) by lra. assert (0 < / (g - 1)) by now apply Rinv_0_lt_compat.
    replace ((1 - g / (g + 1)) / (g / (g + 1) + g / (g + 1) - 1)) with (/ (g - 1))
      by (field; repeat split; lra).
    set (s := a + b - 1) in *. assert (0 < s) as pos by (unfold s; lra).
    set (u := (1 - a) / s). set (v := (1 - b) / s).
    assert (u * s = 1 - a) as us by (unfold u; field; lra).
    assert (v * s = 1 - b) as vs by (unfold v; field; lra).
    assert (/ (g - 1) * (g - 1) = 1) as unit by (field; lra).
    assert (/ (g - 1) <= u) as lowu.
    { apply Rmult_le_reg_r with ((g - 1) * s); [apply Rmult_lt_0_compat; lra|].
      replace (/ (g - 1) * ((g - 1) * s)) with s by (field; lra).
      replace (u * ((g - 1) * s)) with ((g - 1) * (1 - a)) by (rewrite <- us; ring).
      unfold s. lra. }
    assert (/ (g - 1) <= v) as lowv.
    { apply Rmult_le_reg_r with ((g - 1) * s); [apply Rmult_lt_0_compat; lra|].
      replace (/ (g - 1) * ((g - 1) * s)) with s by (field; lra).
      replace (v * ((g - 1) * s)) with ((g - 1) * (1 - b)) by (rewrite <- vs; ring).
      unfold s. lra. }
    assert (/ (g - 1) < u \/ / (g - 1) < v) as strict.
    { destruct (Rle_lt_or_eq_dec _ _ lowu) as [less|equ]; [now left|].
      destruct (Rle_lt_or_eq_dec _ _ lowv) as [less|eqv]; [now right|]. exfalso.
      rewrite <- equ in us. rewrite <- eqv in vs.
      assert (s = (g - 1) * (1 - a)) as one.
      { rewrite <- us. replace ((g - 1) * (/ (g - 1) * s)) with (/ (g - 1) * (g - 1) * s) by ring.
        rewrite unit. ring. }
      assert (a = b) as same by lra. subst b. unfold s in one.
      assert (a * (g + 1) = g) as at_end by lra.
      assert (a = g / (g + 1)) as here by (apply Rmult_eq_reg_r with (g + 1); [rewrite at_end; field|]; lra).
      destruct other; contradiction. }
    destruct strict as [less|less].
    + apply Rlt_le_trans with ((u + p) * (/ (g - 1) + (1 - p))).
      * apply Rmult_lt_compat_r; lra.
      * apply Rmult_le_compat_l; lra.
    + apply Rle_lt_trans with ((u + p) * (/ (g - 1) + (1 - p))).
      * apply Rmult_le_compat_r; lra.
      * apply Rmult_lt_compat_l; lra.
Qed.

(** ** Where delta is positive: one of three tables has the least error *)

Lemma least_product_at_a_vertex : forall g d p u v, 1 <= g -> 0 < d <= 1 -> 0 < p < 1 ->
  0 <= u <= v -> 1 - d <= (g - 1 + d) * u + d * v ->
  let W := (1 - d) / (g - 1 + 2 * d) in let C := (1 - d) / d in
  (u = 0 /\ v = C) \/ (u = W /\ v = W) \/
  (0 + p) * (C + (1 - p)) < (u + p) * (v + (1 - p)) \/
  (W + p) * (W + (1 - p)) < (u + p) * (v + (1 - p)).
Proof.
  intros g d p u v big range inner order first W C.
  assert (W * (g - 1 + 2 * d) = 1 - d) as ofW by (unfold W; field; lra).
  assert (C * d = 1 - d) as ofC by (unfold C; field; lra).
  assert (0 < / (g - 1 + 2 * d)) by (apply Rinv_0_lt_compat; lra).
  assert (0 <= W) as posW by (unfold W; apply Rmult_le_pos; lra).
  destruct (Rle_or_lt W u) as [far|near].
  - destruct (Rle_lt_or_eq_dec _ _ far) as [less|equal].
    + right. right. right. apply Rlt_le_trans with ((u + p) * (W + (1 - p))).
      * apply Rmult_lt_compat_r; lra.
      * apply Rmult_le_compat_l; lra.
    + destruct (Req_dec v W) as [same|other]; [right; left; split; lra|].
      right. right. right. subst u. apply Rmult_lt_compat_l; lra.
  - assert (0 < d) by lra. set (L := (1 - d - (g - 1 + d) * u) / d).
    assert (L * d = 1 - d - (g - 1 + d) * u) as ofL by (unfold L; field; lra).
    assert (L <= v) as above by (apply Rmult_le_reg_r with d; lra).
    assert (0 < W) by lra.
    assert (L - C = - (g - 1 + d) / d * u) as slope by (unfold L, C; field; lra).
    assert ((u + p) * (L + (1 - p)) - ((1 - u / W) * ((0 + p) * (C + (1 - p))) +
      u / W * ((W + p) * (W + (1 - p)))) = (g - 1 + d) / d * (u * (W - u))) as chord.
    { assert (W = C - (g - 1 + d) / d * W) as onW.
      { apply Rmult_eq_reg_r with d; [|lra].
        replace ((C - (g - 1 + d) / d * W) * d) with (C * d - (g - 1 + d) * W) by (field; lra). lra. }
      replace L with (C - (g - 1 + d) / d * u) by lra.
      set (t := (g - 1 + d) / d) in *.
      replace ((W + p) * (W + (1 - p))) with ((W + p) * (C - t * W + (1 - p))) by (rewrite <- onW; ring).
      field. lra. }
    assert ((u + p) * (L + (1 - p)) <= (u + p) * (v + (1 - p))) as most
      by (apply Rmult_le_compat_l; lra).
    destruct (Req_dec u 0) as [zero|some].
    + assert (L = C) as same by (rewrite zero in slope; lra).
      destruct (Req_dec v C) as [equal|other]; [now left|].
      right. right. left. rewrite zero. apply Rmult_lt_compat_l; lra.
    + assert (0 < u * (W - u)) by (apply Rmult_lt_0_compat; lra).
      assert (0 < (g - 1 + d) / d) by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]).
      assert (0 < (g - 1 + d) / d * (u * (W - u))) by (apply Rmult_lt_0_compat; lra).
      assert (0 < u / W) by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]).
      assert (u / W < 1) by (apply Rmult_lt_reg_r with W; [lra|]; replace (u / W * W) with u by (field; lra); lra).
      set (x := (0 + p) * (C + (1 - p))) in *. set (y := (W + p) * (W + (1 - p))) in *.
      right. right. destruct (Rle_or_lt x y) as [less|less].
      * left. assert (0 <= u / W * (y - x)) by (apply Rmult_le_pos; lra). lra.
      * right. assert (0 <= (1 - u / W) * (x - y)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma variables_of_a_table : forall g d a b, feasible_table g d a b ->
  let u := (1 - a) / (a + b - 1) in let v := (1 - b) / (a + b - 1) in
  0 <= u /\ 0 <= v /\ 1 - d <= (g - 1 + d) * u + d * v /\ 1 - d <= d * u + (g - 1 + d) * v /\
  a = 1 - u / (1 + u + v) /\ b = 1 - v / (1 + u + v).
Proof.
  intros g d a b (posa & posb & first & second & some) u v.
  set (s := a + b - 1) in *. assert (0 < s) by (unfold s; lra).
  assert (0 < / s) by now apply Rinv_0_lt_compat.
  assert (u * s = 1 - a) as us by (unfold u; field; lra).
  assert (v * s = 1 - b) as vs by (unfold v; field; lra).
  assert (s * (1 + u + v) = 1) as whole by (replace (s * (1 + u + v)) with (s + u * s + v * s) by ring;
    rewrite us, vs; unfold s; ring).
  assert (0 <= u) by (apply Rmult_le_pos; lra). assert (0 <= v) by (apply Rmult_le_pos; lra).
  repeat split; try assumption.
  - apply Rmult_le_reg_r with s; [assumption|].
    replace (((g - 1 + d) * u + d * v) * s) with ((g - 1 + d) * (u * s) + d * (v * s)) by ring.
    rewrite us, vs. unfold s. lra.
  - apply Rmult_le_reg_r with s; [assumption|].
    replace ((d * u + (g - 1 + d) * v) * s) with (d * (u * s) + (g - 1 + d) * (v * s)) by ring.
    rewrite us, vs. unfold s. lra.
  - replace (/ (1 + u + v)) with s by (apply Rmult_eq_reg_r with (1 + u + v); [rewrite whole; field|]; lra).
    replace (u / (1 + u + v)) with (u * s); [lra|].
    apply Rmult_eq_reg_r with (1 + u + v); [|lra].
    replace (u * s * (1 + u + v)) with (u * (s * (1 + u + v))) by ring. rewrite whole. field. lra.
  - replace (v / (1 + u + v)) with (v * s); [lra|].
    apply Rmult_eq_reg_r with (1 + u + v); [|lra].
    replace (v * s * (1 + u + v)) with (v * (s * (1 + u + v))) by ring. rewrite whole. field. lra.
Qed.

Definition middle (g d : R) : R := (g + d) / (g + 1).

Theorem least_error_at_one_of_three : forall g d p, 1 <= g -> 0 < d <= 1 -> 0 < p < 1 ->
  let M := middle g d in
  feasible_table g d 1 d /\ feasible_table g d d 1 /\ feasible_table g d M M /\
  forall a b, feasible_table g d a b ->
    (a = 1 /\ b = d) \/ (a = d /\ b = 1) \/ (a = M /\ b = M) \/
    error_of 1 d p < error_of a b p \/ error_of d 1 p < error_of a b p \/
    error_of M M p < error_of a b p.
Proof.
  intros g d p big range inner M.
  assert (0 < / (g + 1)) by (apply Rinv_0_lt_compat; lra).
  assert (M * (g + 1) = g + d) as ofM by (unfold M, middle; field; lra).
  assert (M <= 1) by (apply Rmult_le_reg_r with (g + 1); lra).
  assert (1 / 2 < M) by (apply Rmult_lt_reg_r with (g + 1); lra).
  assert (0 <= (g - 1) * (1 - d)) by (apply Rmult_le_pos; lra).
  split; [unfold feasible_table; repeat split; lra|].
  split; [unfold feasible_table; repeat split; lra|].
  split; [unfold feasible_table; repeat split; lra|].
  intros a b table. pose proof table as (_ & _ & _ & _ & some).
  destruct (variables_of_a_table g d a b table) as (posu & posv & first & second & ofa & ofb).
  rewrite !error_as_product by lra.
  set (u := (1 - a) / (a + b - 1)) in *. set (v := (1 - b) / (a + b - 1)) in *.
  set (W := (1 - d) / (g - 1 + 2 * d)). set (C := (1 - d) / d).
  replace ((1 - 1) / (1 + d - 1)) with 0 by (field; lra).
  replace ((1 - d) / (1 + d - 1)) with C by (unfold C; f_equal; ring).
  replace ((1 - d) / (d + 1 - 1)) with C by (unfold C; f_equal; ring).
  replace ((1 - 1) / (d + 1 - 1)) with 0 by (field; lra).
  assert (0 < g - 1 + 2 * d) by lra.
  assert ((1 - M) / (M + M - 1) = W) as ofW.
  { unfold W, M, middle. field. repeat split; lra. }
  rewrite ofW.
  assert (0 < d) by lra. assert (0 <= C) by (unfold C; apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (0 <= W) by (unfold W; apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (1 - 0 / (1 + 0 + C) = 1 /\ 1 - C / (1 + 0 + C) = d) as [end1 end2].
  { unfold C. split; field; lra. }
  assert (1 - W / (1 + W + W) = M) as midpoint by (unfold W, M, middle; field; lra).
  destruct (Rle_or_lt u v) as [less|less].
  - pose proof (least_product_at_a_vertex g d p u v big range inner ltac:(lra) first) as found.
    cbv zeta in found. fold W C in found.
    destruct found as [[equ eqv]|[[equ eqv]|[other|other]]].
    + left. rewrite ofa, ofb, equ, eqv. rewrite end1, end2. now split.
    + right. right. left. rewrite ofa, ofb, equ, eqv. now rewrite midpoint.
    + right. right. right. left. assumption.
    + right. right. right. right. right. assumption.
  - pose proof (least_product_at_a_vertex g d (1 - p) v u big range ltac:(lra) ltac:(lra) ltac:(lra)) as found.
    cbv zeta in found. fold W C in found.
    destruct found as [[equ eqv]|[[equ eqv]|[other|other]]];
      try replace (1 - (1 - p)) with p in other by ring.
    + right. left. rewrite ofa, ofb, equ, eqv.
      replace (1 + C + 0) with (1 + 0 + C) by ring. rewrite end1, end2. now split.
    + right. right. left. rewrite ofa, ofb, equ, eqv. now rewrite midpoint.
    + right. right. right. right. left. lra.
    + right. right. right. right. right. lra.
Qed.
