(** Two truths ("universal"): a table each of whose rows is 0 at a truth, or lies on a level that the
    table exhausts, has a channel to every table that obeys the levels; with deltas or without. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Rays Garblings TwoTruths Blackwell.
Import ListNotations.
Open Scope R_scope.

Definition hinge (t a b : R) : R := Rmax 0 (a - t * b).

(** A sum of hinges (t, weight). *)
Fixpoint kinks (bends : list (R * R)) (a b : R) : R :=
  match bends with
  | [] => 0
  | (t, s) :: rest => s * hinge t a b + kinks rest a b
  end.

Fixpoint ascending (s : R) (ts : list R) : Prop :=
  match ts with
  | [] => True
  | t :: rest => s < t /\ ascending t rest
  end.

Lemma ascending_below : forall ts s t, ascending s ts -> In t ts -> s < t.
Proof.
  induction ts as [|x ts IH]; intros s t order inside; [contradiction|]. destruct order as [less rest].
  destruct inside as [<-|inside]; [assumption|]. specialize (IH x t rest inside). lra.
Qed.

Lemma no_kinks : forall bends s a b, ascending s (map fst bends) -> 0 <= b -> a <= s * b ->
  kinks bends a b = 0.
Proof.
  induction bends as [|[t w] bends IH]; intros s a b order pos below; [reflexivity|].
  destruct order as [less order]. simpl in *. assert (a <= t * b) as under by nra.
  rewrite (IH t a b) by assumption. unfold hinge. rewrite Rmax_left by lra. ring.
Qed.

Lemma ascending_list : forall ts, Forall (fun t => 0 < t) ts -> exists ts',
  ascending 0 ts' /\ forall t, In t ts <-> In t ts'.
Proof.
  assert (put : forall ts s t, ascending s ts -> s < t -> exists ts', ascending s ts' /\
    forall x, In x ts' <-> t = x \/ In x ts).
  { induction ts as [|y ts IH]; intros s t order less.
    - exists [t]. simpl. tauto.
    - destruct order as [first order]. destruct (Rtotal_order t y) as [under|[<-|over]].
      + exists (t :: y :: ts). simpl. tauto.
      + exists (t :: ts). simpl. tauto.
      + destruct (IH y t order over) as (ts' & order' & same). exists (y :: ts'). simpl.
        split; [tauto|]. intros x. rewrite same. tauto. }
  induction ts as [|t ts IH]; intros pos; [exists []; simpl; tauto|].
  inversion_clear pos as [|? ? up rest]. destruct (IH rest) as (ts' & order & same).
  destruct (put ts' 0 t order up) as (all & order' & same'). exists all.
  split; [assumption|]. intros x. rewrite same'. simpl. rewrite same. tauto.
Qed.

Section Chords.

Variable u : R -> R -> R.
Context (sublinear : sublinear_pair u).

(** Above u on the rows from the direction (s, 1) to (1, 0): the chord from each direction of ts to the
    next. It bends upwards. *)
Lemma chords : forall ts s, 0 <= s -> ascending s ts -> exists p q bends,
  map fst bends = ts /\ Forall (fun bend => 0 <= snd bend) bends /\
  (forall a b, 0 <= b -> s * b <= a -> u a b <= p * a + q * b + kinks bends a b) /\
  (forall a b, 0 <= a -> 0 <= b -> (b = 0 \/ exists t, In t (s :: ts) /\ a = t * b) ->
    p * a + q * b + kinks bends a b = u a b) /\
  (forall r, 0 <= r < s -> p * r + q <= u r 1).
Proof.
  pose proof sublinear as [scale _].
  assert (alone : forall a, 0 <= a -> u a 0 = a * u 1 0).
  { intros a pos. rewrite <- scale by lra. f_equal; ring. }
  assert (along : forall t b, 0 <= t -> 0 <= b -> u (t * b) b = b * u t 1).
  { intros t b pos pos'. rewrite <- scale by lra. f_equal; ring. }
  induction ts as [|t ts IH]; intros s low order.
  - exists (u 1 0), (u s 1 - s * u 1 0), []. split; [reflexivity|]. split; [constructor|].
    split; [|split].
    + intros a b pos right. simpl.
      pose proof (mixed_pairs u (a - s * b) b 1 0 s 1 sublinear
        ltac:(lra) pos ltac:(lra) ltac:(lra) low ltac:(lra)).
      replace ((a - s * b) * 1 + b * s) with a in * by ring.
      replace ((a - s * b) * 0 + b * 1) with b in * by ring. lra.
    + intros a b above pos [->|(t & [<-|[]] & ->)]; simpl; [rewrite (alone a) by assumption; ring|].
      rewrite along by assumption. ring.
    + intros r range.
      pose proof (mixed_pairs u 1 (s - r) r 1 1 0 sublinear
        ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)
        ltac:(lra)).
      replace (1 * r + (s - r) * 1) with s in * by ring.
      replace (1 * 1 + (s - r) * 0) with 1 in * by ring. lra.
  - destruct order as [less order]. assert (0 < t) as post by lra.
    destruct (IH t ltac:(lra) order) as (p' & q' & bends & same & rising & above' & equal & before).
    set (p := (u t 1 - u s 1) / (t - s)). set (q := u s 1 - p * s).
    assert (p * (t - s) = u t 1 - u s 1) as chord by (unfold p; field; lra).
    assert (no_kinks_there : forall a b, 0 <= b -> a <= t * b -> kinks bends a b = 0).
    { intros a b pos below. apply (no_kinks bends t); [|assumption|assumption]. now rewrite same. }
    assert (p' * t + q' = u t 1) as meets.
    { pose proof (equal t 1 ltac:(lra) ltac:(lra) (or_intror (ex_intro _ t
        (conj (or_introl eq_refl) (eq_sym (Rmult_1_r t)))))) as there.
      rewrite no_kinks_there in there by lra. lra. }
    pose proof (before s ltac:(lra)) as bent.
    assert (p <= p') as rises.
    { apply Rmult_le_reg_r with (t - s); [lra|]. rewrite chord. lra. }
    assert (beyond : forall a b, 0 <= b -> t * b <= a ->
      p * a + q * b + kinks ((t, p' - p) :: bends) a b = p' * a + q' * b + kinks bends a b).
    { intros a b pos right. simpl. unfold hinge. rewrite Rmax_right by lra. unfold q.
      assert (q' = u t 1 - p' * t) as -> by lra.
      assert (u s 1 = u t 1 - p * (t - s)) as -> by lra. ring. }
    assert (within : forall a b, 0 <= b -> a <= t * b -> kinks ((t, p' - p) :: bends) a b = 0).
    { intros a b pos left. simpl. rewrite no_kinks_there by assumption. unfold hinge.
      rewrite Rmax_left by lra. ring. }
    exists p, q, ((t, p' - p) :: bends). split; [simpl; now rewrite same|].
    split; [constructor; [simpl; lra|assumption]|]. split; [|split].
    + intros a b pos right. destruct (Rle_or_lt a (t * b)) as [left|far].
      * rewrite within by assumption. set (w := (a - s * b) / (t - s)).
        assert (w * (t - s) = a - s * b) as share by (unfold w; field; lra).
        assert (0 <= w) by (apply Rmult_le_reg_r with (t - s); lra).
        assert (w <= b) by (apply Rmult_le_reg_r with (t - s); nra).
        pose proof (mixed_pairs u (b - w) w s 1 t 1 sublinear
          ltac:(lra) ltac:(lra) low ltac:(lra) ltac:(lra)
          ltac:(lra)) as less'.
        replace ((b - w) * s + w * t) with a in less' by lra.
        replace ((b - w) * 1 + w * 1) with b in less' by ring.
        assert (p * (a - s * b) = w * (u t 1 - u s 1)) by (rewrite <- share, <- chord; ring).
        unfold q. lra.
      * rewrite beyond by lra. apply above'; lra.
    + intros a b above pos which. destruct which as [->|(r & [<-|inside] & ->)].
      * rewrite beyond by lra. apply equal; auto.
      * rewrite within by nra. rewrite along by assumption. unfold q. ring.
      * assert (t <= r) by (destruct inside as [<-|inside]; [lra|];
          pose proof (ascending_below ts t r order inside); lra).
        rewrite beyond by nra. apply equal; auto. right. now exists r.
    + intros r range. unfold q. apply Rmult_le_reg_r with (t - r); [lra|].
      set (v := (t - s) / (t - r)).
      assert (v * (t - r) = t - s) as share by (unfold v; field; lra).
      assert (0 <= v) by (apply Rmult_le_reg_r with (t - r); lra).
      assert (v <= 1) by (apply Rmult_le_reg_r with (t - r); lra).
      pose proof (mixed_pairs u v (1 - v) r 1 t 1 sublinear
        ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)
        ltac:(lra)) as less'.
      replace (v * r + (1 - v) * t) with s in less' by lra.
      replace (v * 1 + (1 - v) * 1) with 1 in less' by ring.
      apply Rmult_le_reg_r with (t - s); [lra|].
      replace ((p * r + (u s 1 - p * s)) * (t - r) * (t - s)) with
        ((u s 1 * (t - s) - p * (t - s) * (s - r)) * (t - r)) by ring.
      rewrite chord. rewrite (Rmult_assoc (u r 1)), (Rmult_comm (t - r)), <- Rmult_assoc.
      apply Rmult_le_compat_r; [lra|].
      assert (u s 1 * (t - r) <= (v * u r 1 + (1 - v) * u t 1) * (t - r))
        by (apply Rmult_le_compat_r; lra).
      replace ((v * u r 1 + (1 - v) * u t 1) * (t - r)) with
        (v * (t - r) * u r 1 + (t - r - v * (t - r)) * u t 1) in * by ring.
      rewrite share in *. lra.
Qed.

(** Of two tables the one whose rows lie where the hinges are, and whose hinges are worth more, is worth
    more. *)
Theorem hinges_decide : forall m l P A ts, stochastic m 2 P -> stochastic l 2 A -> ascending 0 ts ->
  (forall t, In t ts ->
    \sum_(i < l) hinge t (A i O) (A i 1%nat) <= \sum_(j < m) hinge t (P j O) (P j 1%nat)) ->
  (forall j, (j < m)%nat -> P j O = 0 \/ P j 1%nat = 0 \/
    exists t, In t ts /\ P j O = t * P j 1%nat) ->
  \sum_(i < l) u (A i O) (A i 1%nat) <= \sum_(j < m) u (P j O) (P j 1%nat).
Proof.
  intros m l P A ts columns columns' order hinges rows.
  destruct (chords ts 0 ltac:(lra) order) as (p & q & bends & same & rising & above & equal & _).
  assert (parts : forall n T, stochastic n 2 T ->
    \sum_(i < n) (p * T i O + q * T i 1%nat + kinks bends (T i O) (T i 1%nat)) =
    p + q + \sum_(i < n) kinks bends (T i O) (T i 1%nat)).
  { intros n T laws. destruct (laws O ltac:(lia)) as [_ one], (laws 1%nat ltac:(lia)) as [_ two].
    rewrite !sum_plus, !sum_scale. change (sum n (fun i => T i O) = 1) in one.
    change (sum n (fun i => T i 1%nat) = 1) in two. rewrite one, two. ring. }
  apply Rle_trans with (p + q + \sum_(i < l) kinks bends (A i O) (A i 1%nat)).
  { rewrite <- parts by assumption. apply sum_le. intros i small.
    pose proof (proj1 (columns' O ltac:(lia)) i small).
    pose proof (proj1 (columns' 1%nat ltac:(lia)) i small).
    cbv beta in *. apply above; lra. }
  apply Rle_trans with (p + q + \sum_(j < m) kinks bends (P j O) (P j 1%nat)).
  - apply Rplus_le_compat_l. rewrite <- same in hinges. clear - rising hinges.
    induction bends as [|[t w] bends IH]; simpl; [rewrite !sum_zero by reflexivity; lra|].
    inversion_clear rising as [|? ? up rest]. rewrite !sum_plus, !sum_scale. apply Rplus_le_compat.
    + apply Rmult_le_compat_l; [assumption|]. apply hinges. now left.
    + apply IH; try assumption. intros x inside. apply hinges. now right.
  - rewrite <- parts by assumption. apply Req_le, sum_ext. intros j small.
    apply equal; [exact (proj1 (columns O ltac:(lia)) j small)|
      exact (proj1 (columns 1%nat ltac:(lia)) j small)|].
    destruct (rows j small) as [zero|[zero|(t & inside & on)]];
      [right; exists 0|now left|right; exists t].
    + split; [now left|]. rewrite zero. ring.
    + split; [now right|assumption].
Qed.

End Chords.

(** What a level with the form (x, y) adds up to in a table. *)
Definition told (m : nat) (x y : R) (P : matrix) : R :=
  \sum_(i < m) Rmax 0 (x * P i O + y * P i 1%nat).

Lemma told_by_hinges : forall m x y P, stochastic m 2 P -> x * y < 0 ->
  told m x y P = Rabs x * (\sum_(i < m) hinge (- y / x) (P i O) (P i 1%nat)) +
    (if Rlt_dec 0 x then 0 else x + y).
Proof.
  intros m x y P columns signs.
  destruct (columns O ltac:(lia)) as [_ one], (columns 1%nat ltac:(lia)) as [_ two].
  change (sum m (fun i => P i O) = 1) in one. change (sum m (fun i => P i 1%nat) = 1) in two.
  assert (x <> 0) by nra. unfold told. rewrite <- sum_scale.
  destruct (Rlt_dec 0 x) as [up|down].
  - rewrite Rplus_0_r. apply sum_ext. intros i _. unfold hinge. rewrite Rabs_pos_eq by lra.
    rewrite <- RmaxRmult by lra. f_equal; field; assumption.
  - replace (x + y) with (\sum_(i < m) (x * P i O + y * P i 1%nat))
      by (rewrite sum_plus, !sum_scale, one, two; ring).
    rewrite <- sum_plus. apply sum_ext. intros i _. unfold hinge. rewrite Rabs_left by lra.
    rewrite <- RmaxRmult by lra.
    replace (- x * (P i O - - y / x * P i 1%nat)) with (- (x * P i O + y * P i 1%nat))
      by (field; assumption).
    rewrite Rmult_0_r. unfold Rmax.
    destruct (Rle_dec 0 (x * P i O + y * P i 1%nat)), (Rle_dec 0 (- (x * P i O + y * P i 1%nat))); lra.
Qed.

(** A level: the form and the most that a table may have of it. *)
Definition obeys (m : nat) (P : matrix) (level : R * R * R) : Prop :=
  let '(x, y, most) := level in told m x y P <= most.
Definition exhausts (m : nat) (P : matrix) (level : R * R * R) : Prop :=
  let '(x, y, most) := level in told m x y P = most.
Definition lies_on (r : nat -> R) (level : R * R * R) : Prop :=
  let '(x, y, _) := level in x * r O + y * r 1%nat = 0.

Theorem universal : forall m l P A levels, stochastic m 2 P -> stochastic l 2 A ->
  (0 < m)%nat -> (0 < l)%nat -> Forall (fun '(x, y, _) => x * y < 0) levels ->
  Forall (obeys l A) levels ->
  (forall j, (j < m)%nat -> P j O = 0 \/ P j 1%nat = 0 \/
    exists level, In level levels /\ exhausts m P level /\ lies_on (P j) level) ->
  exists C, stochastic l m C /\
    forall i j, (i < l)%nat -> (j < 2)%nat -> A i j = times m C P i j.
Proof.
  intros m l P A levels columns columns' some some' signs kept rows.
  assert (exists ts, Forall (fun t => 0 < t) ts /\ (forall t, In t ts <->
    exists x y most, In (x, y, most) levels /\ told m x y P = most /\ t = - y / x))
    as (thresholds & positive & which).
  { clear - signs. induction signs as [|[[x y] most] levels sign signs IH].
    - exists []. split; [constructor|]. intros t.
      split; [contradiction|now intros (x & y & most & [] & _)].
    - destruct IH as (ts & positive & which).
      assert (0 < - y / x) as pos.
      { assert (x <> 0) by nra.
        replace (- y / x) with (- (x * y) * Rsqr (/ x)) by (unfold Rsqr; field; assumption).
        apply Rmult_lt_0_compat; [lra|]. apply Rsqr_pos_lt. now apply Rinv_neq_0_compat. }
      destruct (Req_EM_T (told m x y P) most) as [full|not].
      + exists (- y / x :: ts). split; [now constructor|]. intros t. simpl. rewrite which. split.
        * intros [<-|(x' & y' & most' & inside & full' & is)];
            [exists x, y, most|exists x', y', most']; auto.
        * intros (x' & y' & most' & [[= <- <- <-]|inside] & full' & ->); [now left|right].
          now exists x', y', most'.
      + exists ts. split; [assumption|]. intros t. rewrite which. split.
        * intros (x' & y' & most' & inside & full' & is). exists x', y', most'. simpl. auto.
        * intros (x' & y' & most' & [[= <- <- <-]|inside] & full' & is); [contradiction|].
          now exists x', y', most'. }
  destruct (ascending_list thresholds positive) as (ts & order & same).
  apply worth_gives_channel; [assumption|assumption|]. intros first others.
  set (u := fun a b => best 2 first others (fun j => match j with O => a | _ => b end)).
  assert (sublinear_pair u) as sublinear.
  { destruct (best_gauge 2 others first) as (respects & scales & adds).
    assert (nonneg : forall a b, 0 <= a -> 0 <= b ->
      nonnegative 2 (fun j => match j with O => a | _ => b end))
      by (intros a b pos pos' [|j] _; assumption).
    split.
    - intros c a b low pos pos'. unfold u. rewrite <- scales by auto.
      apply respects. now intros [|j] _.
    - intros a b v w pa pb pv pw. unfold u. eapply Rle_trans; [|now apply adds; auto].
      apply Req_le, respects. now intros [|j] _. }
  assert (pairs : forall n T, worth n 2 first others T = \sum_(i < n) u (T i O) (T i 1%nat)).
  { intros n T. apply sum_ext. intros i _. unfold u. apply best_ext. intros [|[|j]] small; auto; lia. }
  rewrite !pairs. apply (hinges_decide u sublinear m l P A ts); try assumption.
  - intros t inside. apply same, which in inside. destruct inside as (x & y & most & here & full & ->).
    assert (x * y < 0) as sign by exact (proj1 (Forall_forall _ _) signs _ here).
    pose proof (proj1 (Forall_forall _ _) kept _ here) as less. unfold obeys in less.
    rewrite <- full, !told_by_hinges in less by assumption.
    apply Rmult_le_reg_l with (Rabs x); [|lra]. apply Rabs_pos_lt. nra.
  - intros j small. destruct (rows j small) as [zero|[zero|([[x y] most] & here & full & on)]]; auto.
    right. right. exists (- y / x). split; [apply same, which; now exists x, y, most|].
    assert (x * y < 0) as sign by exact (proj1 (Forall_forall _ _) signs _ here).
    assert (x <> 0) by nra. unfold lies_on in on. apply Rmult_eq_reg_l with x; [|assumption].
    replace (x * (- y / x * P j 1%nat)) with (- (y * P j 1%nat)) by (field; assumption). lra.
Qed.
