(** Two reports (kind "cases", a box): under one number and a delta no private table of two reports
    is worth more than the best of those with two values, at two corners of a polygon. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number.
Open Scope R_scope.

Section TwoReports.

Variables (k : nat) (g d : R) (u : (nat -> R) -> R) (bound : R).

Definition not_negative (r : nat -> R) : Prop := forall j, (j < k)%nat -> 0 <= r j.

Context (truths : (0 < k)%nat).
Context (level : 1 <= g).
Context (share : 0 <= d <= 1).
Context (reads : respects k u).
Context (scales : forall c r, 0 <= c -> not_negative r -> u (fun j => c * r j) = c * u r).
Context (convex : convex_on not_negative u).

(** The rows r and 1 - r. *)
Definition in_two (r : nat -> R) : R := u r + u (fun j => 1 - r j).

Definition private_in_two (r : nat -> R) : Prop :=
  (forall j, (j < k)%nat -> 0 <= r j <= 1) /\
  forall a b, (a < k)%nat -> (b < k)%nat -> a <> b ->
    Rmax 0 (r a - g * r b) + Rmax 0 (1 - r a - g * (1 - r b)) <= d.

(** h at a set of truths, l at the others. *)
Definition two_valued (s : nat -> bool) (l h : R) : nat -> R := fun j => if s j then h else l.

Definition at_corner (s : nat -> bool) (l h : R) : R := in_two (two_valued s l h).

Context (first_corner : forall s, at_corner s ((1 - d) / (1 + g)) ((g + d) / (1 + g)) <= bound).
Context (second_corner : 0 < d < 1 -> forall s, at_corner s 0 d <= bound).

Lemma in_two_respects : respects k in_two.
Proof.
  intros r s same. unfold in_two. f_equal; apply reads; auto.
  intros j small. now rewrite same.
Qed.

Lemma in_two_convex : convex_on (fun r => forall j, (j < k)%nat -> 0 <= r j <= 1) in_two.
Proof.
  intros r s t first second weight. unfold in_two.
  rewrite (reads (fun j => 1 - (t * r j + (1 - t) * s j))
    (fun j => t * (1 - r j) + (1 - t) * (1 - s j))) by (intros; ring).
  assert (not_negative r /\ not_negative s) as [] by (split; intros j small; [apply first|apply second]; auto).
  assert (not_negative (fun j => 1 - r j)) by (intros j small; specialize (first j small); lra).
  assert (not_negative (fun j => 1 - s j)) by (intros j small; specialize (second j small); lra).
  assert (u (fun j => t * r j + (1 - t) * s j) <= t * u r + (1 - t) * u s) by now apply convex.
  assert (u (fun j => t * (1 - r j) + (1 - t) * (1 - s j)) <=
    t * u (fun j => 1 - r j) + (1 - t) * u (fun j => 1 - s j))
    by now apply (convex (fun j => 1 - r j) (fun j => 1 - s j)).
  lra.
Qed.

(** Reports that tell nothing are worth no more than any two. *)
Lemma silent : forall r, (forall j, (j < k)%nat -> 0 <= r j <= 1) -> u (fun _ => 1) <= in_two r.
Proof.
  intros r range.
  assert (not_negative r) by (intros j small; now apply range).
  assert (not_negative (fun j => 1 - r j)) by (intros j small; specialize (range j small); lra).
  pose proof (convex r (fun j => 1 - r j) (1 / 2) ltac:(assumption) ltac:(assumption) ltac:(lra))
    as half.
  rewrite (reads _ (fun j => (1 / 2) * (fun _ => 1) j)) in half by (intros; field).
  rewrite (scales (1 / 2) (fun _ => 1)) in half by (lra || intros j _; lra).
  unfold in_two. lra.
Qed.

Lemma first_corner_range : 0 <= (1 - d) / (1 + g) <= 1 /\ 0 <= (g + d) / (1 + g) <= 1.
Proof.
  assert (0 <= / (1 + g)) by (apply Rlt_le, Rinv_0_lt_compat; lra).
  assert ((1 - d) / (1 + g) + (g + d) / (1 + g) = 1) as one by (field; lra).
  assert (0 <= (1 - d) / (1 + g)) by (apply Rmult_le_pos; lra).
  assert (0 <= (g + d) / (1 + g)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma same_for_all : forall s c, 0 <= c <= 1 -> at_corner s c c <= bound.
Proof.
  intros s c range. unfold at_corner, in_two.
  rewrite (reads (two_valued s c c) (fun j => c * (fun _ => 1) j))
    by (intros; unfold two_valued; destruct (s j); ring).
  rewrite (reads (fun j => 1 - two_valued s c c j) (fun j => (1 - c) * (fun _ => 1) j))
    by (intros; unfold two_valued; destruct (s j); ring).
  rewrite !scales by (lra || intros j _; lra).
  destruct first_corner_range as [low high].
  pose proof (silent (two_valued s ((1 - d) / (1 + g)) ((g + d) / (1 + g)))) as most.
  pose proof (first_corner s) as best. unfold at_corner in best.
  assert (u (fun _ => 1) <= bound); [|lra].
  eapply Rle_trans; [|exact best]. apply most. intros j _. unfold two_valued. destruct (s j); lra.
Qed.

Lemma second_vertex : forall s, at_corner s 0 d <= bound.
Proof.
  intros s. destruct (Req_dec d 0) as [none|some]; [rewrite none; apply same_for_all; lra|].
  destruct (Req_dec d 1) as [all|less]; [|apply second_corner; lra].
  pose proof (first_corner s) as best. rewrite all in best |- *.
  replace ((1 - 1) / (1 + g)) with 0 in best by (field; lra).
  now replace ((g + 1) / (1 + g)) with 1 in best by (field; lra).
Qed.

(** The two reports change places. *)
Lemma mirrored : forall s l h,
  at_corner s (1 - h) (1 - l) = at_corner (fun j => negb (s j)) l h.
Proof.
  intros s l h. unfold at_corner, in_two.
  rewrite (reads (fun j => 1 - two_valued s (1 - h) (1 - l) j)
    (two_valued (fun j => negb (s j)) l h))
    by (intros; unfold two_valued; destruct (s j); simpl; ring).
  rewrite (reads (fun j => 1 - two_valued (fun j => negb (s j)) l h j)
    (two_valued s (1 - h) (1 - l)))
    by (intros; unfold two_valued; destruct (s j); simpl; ring).
  ring.
Qed.

Definition allowed (l h : R) : Prop := 0 <= l <= 1 /\ 0 <= h <= 1.

(** On a segment between two points of the square. *)
Lemma between : forall s t l h l' h', 0 <= t <= 1 -> allowed l h -> allowed l' h' ->
  at_corner s l h <= bound -> at_corner s l' h' <= bound ->
  at_corner s (t * l + (1 - t) * l') (t * h + (1 - t) * h') <= bound.
Proof.
  intros s t l h l' h' weight [] [] one other. unfold at_corner in *.
  rewrite (in_two_respects _ (fun j => t * two_valued s l h j + (1 - t) * two_valued s l' h' j))
    by (intros; unfold two_valued; destruct (s j); ring).
  eapply Rle_trans.
  - apply in_two_convex; auto; intros j _; unfold two_valued; destruct (s j); lra.
  - nra.
Qed.

(** Below a point that is allowed, with the same l. *)
Lemma below_point : forall s l h top, 0 <= l <= h -> h <= top -> top <= 1 ->
  at_corner s l top <= bound -> at_corner s l h <= bound.
Proof.
  intros s l h top low high most best.
  destruct (Req_dec l top) as [flat|room].
  { replace h with l by lra. apply same_for_all. lra. }
  assert (0 <= (h - l) / (top - l) <= 1) as weight.
  { split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (top - l); [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra. }
  replace h with ((h - l) / (top - l) * top + (1 - (h - l) / (top - l)) * l) by (field; lra).
  replace l with ((h - l) / (top - l) * l + (1 - (h - l) / (top - l)) * l) at 1 by (field; lra).
  apply between; unfold allowed; auto; try lra. apply same_for_all. lra.
Qed.

(** The polygon. *)
Lemma every_corner : forall s l h, 0 <= l <= h -> h <= 1 -> h <= g * l + d ->
  1 - l <= g * (1 - h) + d -> at_corner s l h <= bound.
Proof.
  intros s l h low high one other. destruct first_corner_range as [first_l first_h].
  set (l1 := (1 - d) / (1 + g)) in *. set (h1 := (g + d) / (1 + g)) in *.
  assert (h1 = g * l1 + d) as on_first by (unfold l1, h1; field; lra).
  assert (1 - l1 = g * (1 - h1) + d) as on_second by (unfold l1, h1; field; lra).
  assert (allowed l1 h1) as vertex by (split; lra).
  pose proof (first_corner s) as first. fold l1 h1 in first.
  assert (at_corner s (1 - d) 1 <= bound) as third.
  { replace 1 with (1 - 0) at 2 by ring. rewrite mirrored. apply second_vertex. }
  destruct (Rle_or_lt l l1) as [left|right].
  - apply below_point with (g * l + d); [lra|lra|nra|].
    destruct (Req_dec l1 0) as [none|some].
    { replace l with l1 by lra. now rewrite <- on_first. }
    assert (0 <= l / l1 <= 1) as weight.
    { split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
      apply Rmult_le_reg_r with l1; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    replace (g * l + d) with (l / l1 * h1 + (1 - l / l1) * d) by (rewrite on_first; field; lra).
    replace l with (l / l1 * l1 + (1 - l / l1) * 0) at 1 by (field; lra).
    apply between; auto; [split; lra|]. apply second_vertex.
  - destruct (Rle_or_lt l (1 - d)) as [middle|last].
    + set (top := (g - 1 + l + d) / g).
      assert (g * top = g - 1 + l + d) as edge by (unfold top; field; lra).
      assert (0 < 1 - d - l1) as room by lra.
      set (t := (1 - d - l) / (1 - d - l1)).
      assert (0 <= t <= 1) as weight.
      { unfold t. split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
        apply Rmult_le_reg_r with (1 - d - l1); [lra|]. unfold Rdiv.
        rewrite Rmult_assoc, Rinv_l by lra. lra. }
      assert (t * (1 - d - l1) = 1 - d - l) as part by (unfold t; field; lra).
      apply below_point with top; [lra| | |].
      * apply Rmult_le_reg_l with g; lra.
      * apply Rmult_le_reg_l with g; lra.
      * replace top with (t * h1 + (1 - t) * 1).
        2: { apply Rmult_eq_reg_l with g; [|lra]. rewrite edge.
             replace (g * (t * h1 + (1 - t) * 1)) with (g - t * (g * (1 - h1))) by ring.
             replace (g * (1 - h1)) with (1 - d - l1) by lra. lra. }
        replace l with (t * l1 + (1 - t) * (1 - d)) at 1 by lra.
        apply between; auto. split; lra.
    + apply below_point with 1; try lra.
      assert (0 <= (1 - l) / d <= 1) as weight.
      { split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
        apply Rmult_le_reg_r with d; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      pose proof (between s ((1 - l) / d) (1 - d) 1 1 1 weight) as edge.
      replace ((1 - l) / d * (1 - d) + (1 - (1 - l) / d) * 1) with l in edge by (field; lra).
      replace ((1 - l) / d * 1 + (1 - (1 - l) / d) * 1) with 1 in edge by ring.
      apply edge; auto; try (split; lra). apply same_for_all. lra.
Qed.

Lemma least_and_largest : forall n (r : nat -> R), (0 < n)%nat -> exists a b, (a < n)%nat /\ (b < n)%nat /\
  forall j, (j < n)%nat -> r b <= r j <= r a.
Proof.
  induction n as [|n IH]; intros r some; [lia|].
  destruct (Nat.eq_dec n 0) as [->|more].
  { exists O, O. repeat split; try lia; replace j with O by lia; lra. }
  destruct (IH r) as (a & b & small & small' & range); [lia|].
  exists (if Rle_dec (r a) (r n) then n else a), (if Rle_dec (r n) (r b) then n else b).
  repeat split; try (destruct (Rle_dec _ _); lia);
    (destruct (Nat.eq_dec j n) as [->|other]; [|pose proof (range j ltac:(lia))]);
    destruct (Rle_dec _ _); lra.
Qed.

(** A row of the box from l to h is worth no more than one of its corners. *)
Lemma corners_of_box : forall l h r, 0 <= l <= h -> h <= 1 ->
  (forall s, at_corner s l h <= bound) ->
  (forall j, (j < k)%nat -> l <= r j <= h) -> in_two r <= bound.
Proof.
  intros l h r low high corners range.
  destruct (Req_dec l h) as [flat|room].
  { rewrite (in_two_respects r (two_valued (fun _ => true) l h)); [apply corners|].
    intros j small. unfold two_valued. specialize (range j small). lra. }
  set (place := fun (x : nat -> R) j => l + (h - l) * (x j - 1)).
  rewrite (in_two_respects r (place (fun j => 1 + (r j - l) / (h - l))))
    by (intros; unfold place; field; lra).
  apply (cube_vertices k 2 (fun x => in_two (place x)) bound); try lra.
  - intros x z same. apply in_two_respects. intros j small. unfold place. now rewrite same.
  - intros x z t first second weight.
    rewrite (in_two_respects _ (fun j => t * place x j + (1 - t) * place z j))
      by (intros; unfold place; ring).
    apply in_two_convex; auto; intros j small; unfold place;
      [specialize (first j small)|specialize (second j small)]; nra.
  - intros s. rewrite (in_two_respects _ (two_valued s l h)); [apply corners|].
    intros j small. unfold place, pattern, two_valued. destruct (s j); ring.
  - intros j small. specialize (range j small).
    assert (0 <= (r j - l) / (h - l) <= 1); [|lra].
    split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (h - l); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Theorem box_bound : forall r, private_in_two r -> in_two r <= bound.
Proof.
  intros r [range levels]. destruct (least_and_largest k r truths) as (a & b & small & small' & ends).
  assert (r a <= g * r b + d /\ 1 - r b <= g * (1 - r a) + d) as [one other].
  { destruct (Nat.eq_dec a b) as [->|apart].
    - specialize (range b small'). split; nra.
    - pose proof (levels a b small small' apart) as above.
      pose proof (levels b a small' small (not_eq_sym apart)) as below.
      pose proof (Rmax_l 0 (r a - g * r b)). pose proof (Rmax_r 0 (r a - g * r b)).
      pose proof (Rmax_l 0 (1 - r a - g * (1 - r b))). pose proof (Rmax_l 0 (r b - g * r a)).
      pose proof (Rmax_r 0 (1 - r b - g * (1 - r a))). split; lra. }
  pose proof (ends a small). pose proof (range a small). pose proof (range b small').
  apply corners_of_box with (r b) (r a); [lra|lra| |assumption].
  intros s. apply every_corner; lra.
Qed.

End TwoReports.
