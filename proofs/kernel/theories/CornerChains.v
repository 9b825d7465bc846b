(** At most m reports about two truths (kind "cases", chains): a table is worth at most as much as the
    steps of a chain of corners; for any conditions on all rows, levels with deltas among them. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors TwoTruths.
Import ListNotations.
Open Scope R_scope.

(** A row, or a sum of rows: what it has of truth 0 and of truth 1. *)
Definition point := (R * R)%type.
Definition add (a b : point) : point := (fst a + fst b, snd a + snd b).
Definition sub (a b : point) : point := (fst a - fst b, snd a - snd b).
Definition cross (a b : point) : R := fst a * snd b - snd a * fst b.
Definition at_least_zero (r : point) : Prop := 0 <= fst r /\ 0 <= snd r.
Definition positive (r : point) : Prop := at_least_zero r /\ 0 < fst r + snd r.
Definition all_of (w : R -> R -> R) (rows : list point) : R :=
  list_sum (map (fun r => w (fst r) (snd r)) rows).

(** ** Rows by their slopes, no two with the same *)

Definition after (r : point) (rows : list point) : Prop :=
  match rows with [] => True | s :: _ => 0 < cross r s end.
Fixpoint ordered (rows : list point) : Prop :=
  match rows with [] => True | r :: rest => positive r /\ after r rest /\ ordered rest end.

Lemma ordered_positive : forall rows, ordered rows -> Forall positive rows.
Proof. induction rows as [|r rows IH]; intros all; constructor; [apply all|apply IH, all]. Qed.

Lemma nothing_of_nothing : forall w, sublinear_pair w -> w 0 0 = 0.
Proof.
  intros w [scale _]. replace (w 0 0) with (w (0 * 0) (0 * 0)) by (f_equal; ring). rewrite scale; lra.
Qed.

Lemma put_in : forall rows r, ordered rows -> at_least_zero r -> exists rows', ordered rows' /\
  (length rows' <= S (length rows))%nat /\
  (forall w, sublinear_pair w -> all_of w rows' = w (fst r) (snd r) + all_of w rows) /\
  (forall s, 0 < cross s r -> after s rows -> after s rows').
Proof.
  induction rows as [|h rows IH]; intros r order [low low'].
  - destruct (Rtotal_order 0 (fst r + snd r)) as [some|[none|bad]]; [| |lra].
    + exists [r]. split; [simpl; unfold positive, at_least_zero; lra|]. split; [simpl; lia|].
      split; [reflexivity|]. intros s more _. exact more.
    + exists []. assert (fst r = 0 /\ snd r = 0) as [-> ->] by lra.
      split; [exact I|]. split; [simpl; lia|]. split; [|auto].
      intros w sub_. rewrite nothing_of_nothing by assumption. lra.
  - destruct (Rtotal_order 0 (fst r + snd r)) as [some|[none|bad]]; [| |lra].
    2: { exists (h :: rows). assert (fst r = 0 /\ snd r = 0) as [-> ->] by lra.
      split; [assumption|]. split; [simpl; lia|]. split; [|auto].
      intros w sub_. rewrite nothing_of_nothing by assumption. lra. }
    destruct order as ([[hx hy] hsome] & next & order).
    destruct (Rtotal_order 0 (cross r h)) as [before|[same|behind]].
    + exists (r :: h :: rows). split; [simpl; unfold positive, at_least_zero; tauto|].
      split; [simpl; lia|]. split; [reflexivity|]. intros s more _. exact more.
    + set (c := (fst r + snd r) / (fst h + snd h)).
      assert (0 < c) as posc by (apply Rmult_lt_0_compat; [lra|now apply Rinv_0_lt_compat]).
      assert (c * (fst h + snd h) = fst r + snd r) as share by (unfold c; field; lra).
      assert (fst r = c * fst h /\ snd r = c * snd h) as [rx ry].
      { unfold cross in same. split; apply Rmult_eq_reg_r with (fst h + snd h); try lra.
        - rewrite (Rmult_comm c), Rmult_assoc, share. lra.
        - rewrite (Rmult_comm c), Rmult_assoc, share. lra. }
      exists (add r h :: rows). split; [|split; [simpl; lia|split]].
      * split; [unfold positive, at_least_zero; simpl; lra|]. split; [|assumption].
        destruct rows as [|x rows]; [exact I|].
        simpl in *. unfold cross in *. simpl. rewrite rx, ry.
        replace ((c * fst h + fst h) * snd x - (c * snd h + snd h) * fst x) with
          ((c + 1) * (fst h * snd x - snd h * fst x)) by ring. apply Rmult_lt_0_compat; lra.
      * intros w [scale _]. simpl. unfold all_of. simpl. rewrite rx, ry.
        replace (c * fst h + fst h) with ((c + 1) * fst h) by ring.
        replace (c * snd h + snd h) with ((c + 1) * snd h) by ring.
        rewrite !scale by lra. ring.
      * intros s more also. simpl in *. unfold cross in *. simpl. lra.
    + destruct (IH r order (conj low low')) as (rows' & order' & short & sums & comes).
      exists (h :: rows'). split; [|split; [simpl; lia|split]].
      * split; [unfold positive, at_least_zero; tauto|]. split; [|assumption]. apply comes; [|assumption].
        unfold cross in *. lra.
      * intros w sub_. unfold all_of in *. simpl. rewrite sums by assumption. ring.
      * intros s _ also. exact also.
Qed.

Lemma put_in_order : forall rows, Forall at_least_zero rows -> exists rows', ordered rows' /\
  (length rows' <= length rows)%nat /\
  forall w, sublinear_pair w -> all_of w rows' = all_of w rows.
Proof.
  induction rows as [|r rows IH]; intros all; [exists []; simpl; auto|].
  inversion_clear all as [|? ? here rest]. destruct (IH rest) as (rows' & order & short & sums).
  destruct (put_in rows' r order here) as (more & order' & short' & sums' & _).
  exists more. split; [assumption|]. split; [simpl; lia|]. intros w sub_.
  rewrite sums', sums by assumption. reflexivity.
Qed.

(** ** A path of corners from (0, 0) to (1, 1) *)

Definition edge (c : nat -> point) (a : nat) : point := sub (c (S a)) (c a).

Section Path.

Variables (n : nat) (c : nat -> point).
Context (ends : c n = (1, 1)).
Context (rising : forall a, (a < n)%nat -> at_least_zero (edge c a)).

Definition above (v : point) : Prop := forall a, (a < n)%nat -> 0 <= cross (edge c a) (sub v (c a)).

(** A place on the path: an edge, and how much of it is passed. *)
Definition at_place (p : nat * R) : point :=
  (fst (c (fst p)) + snd p * fst (edge c (fst p)), snd (c (fst p)) + snd p * snd (edge c (fst p))).
Definition on_path (p : nat * R) : Prop := (fst p < n)%nat /\ 0 <= snd p <= 1.
Definition not_after (p q : nat * R) : Prop :=
  (fst p < fst q)%nat \/ (fst p = fst q /\ snd p <= snd q).

Lemma corners_rise : forall a b, (a <= b <= n)%nat -> at_least_zero (sub (c b) (c a)).
Proof.
  intros a b [order small]. induction b as [|b IH].
  - assert (a = O) as -> by lia. unfold at_least_zero, sub. simpl. lra.
  - destruct (Nat.eq_dec a (S b)) as [->|]; [unfold at_least_zero, sub; simpl; lra|].
    destruct IH as [x y]; [lia|lia|]. destruct (rising b ltac:(lia)) as [x' y'].
    unfold edge, sub in *. simpl in *. split; simpl; lra.
Qed.

Lemma places_rise : forall p q, on_path p -> on_path q -> not_after p q ->
  at_least_zero (sub (at_place q) (at_place p)).
Proof.
  intros [a l] [b m] [small range] [small' range'] order. simpl in *.
  destruct (rising a small) as [x y]. destruct (rising b small') as [x' y'].
  destruct order as [less|[equal less]]; simpl in *.
  - destruct (corners_rise (S a) b ltac:(lia)) as [up up']. unfold at_place, edge, sub in *. simpl in *.
    assert (l * (fst (c (S a)) - fst (c a)) <= 1 * (fst (c (S a)) - fst (c a)))
      by (apply Rmult_le_compat_r; lra).
    assert (l * (snd (c (S a)) - snd (c a)) <= 1 * (snd (c (S a)) - snd (c a)))
      by (apply Rmult_le_compat_r; lra).
    assert (0 <= m * (fst (c (S b)) - fst (c b))) by (apply Rmult_le_pos; lra).
    assert (0 <= m * (snd (c (S b)) - snd (c b))) by (apply Rmult_le_pos; lra).
    split; simpl; lra.
  - subst b. unfold at_place, sub in *. simpl in *.
    assert (0 <= (m - l) * fst (edge c a)) by (apply Rmult_le_pos; [lra|exact x]).
    assert (0 <= (m - l) * snd (edge c a)) by (apply Rmult_le_pos; [lra|exact y]).
    simpl in *. split; simpl; lra.
Qed.

Lemma before_end : forall p, on_path p -> at_least_zero (sub (1, 1) (at_place p)).
Proof.
  intros [a l] [small range]. simpl in *. destruct (rising a small) as [x y].
  destruct (corners_rise (S a) n ltac:(lia)) as [up up']. rewrite ends in *.
  unfold at_place, edge, sub in *. simpl in *.
  assert (l * (fst (c (S a)) - fst (c a)) <= 1 * (fst (c (S a)) - fst (c a)))
    by (apply Rmult_le_compat_r; lra).
  assert (l * (snd (c (S a)) - snd (c a)) <= 1 * (snd (c (S a)) - snd (c a)))
    by (apply Rmult_le_compat_r; lra).
  split; simpl; lra.
Qed.

(** Where an edge crosses the line through v in the direction s, if it ends below v or before it. *)
Lemma edge_meets : forall a l m v s, (a < n)%nat -> 0 <= l <= m -> m <= 1 -> at_least_zero s -> 0 < snd s ->
  0 <= cross s (sub (at_place (a, l)) v) -> cross s (sub (at_place (a, m)) v) <= 0 ->
  snd (at_place (a, m)) <= snd v \/ fst (at_place (a, m)) < fst v ->
  exists q t, on_path q /\ not_after (a, l) q /\ 0 <= t /\
    at_place q = (fst v - t * fst s, snd v - t * snd s).
Proof.
  intros a l m v s small range top [sx sy] up left right below. destruct (rising a small) as [ex ey].
  set (D := fun x => cross s (sub (at_place (a, x)) v)). fold (D l) in left. fold (D m) in right.
  assert (exists x, l <= x <= m /\ D x = 0) as (x & between & zero).
  { destruct (Req_dec (D l) (D m)) as [same|differ]; [exists m; split; [lra|]; lra|].
    set (h := D l / (D l - D m)).
    assert (h * (D l - D m) = D l) as share by (unfold h; field; lra).
    assert (0 <= h) by (apply Rmult_le_reg_r with (D l - D m); lra).
    assert (h <= 1) by (apply Rmult_le_reg_r with (D l - D m); lra).
    assert (0 <= h * (m - l)) by (apply Rmult_le_pos; lra).
    assert (h * (m - l) <= 1 * (m - l)) by (apply Rmult_le_compat_r; lra).
    exists (l + h * (m - l)). split; [lra|].
    replace (D (l + h * (m - l))) with (D l - h * (D l - D m))
      by (unfold D, cross, sub, at_place; simpl; ring).
    lra. }
  assert (fst (at_place (a, x)) <= fst (at_place (a, m)) /\
    snd (at_place (a, x)) <= snd (at_place (a, m))) as [lower lower'].
  { unfold at_place. cbn [fst snd]. split; (apply Rplus_le_compat_l, Rmult_le_compat_r; [|lra]);
      [exact ex|exact ey]. }
  unfold D, cross, sub in zero. cbn [fst snd] in zero.
  assert (snd (at_place (a, x)) <= snd v) as deep.
  { destruct below as [below|before]; [lra|]. apply Rnot_lt_le. intros high.
    assert (0 <= fst s * (snd (at_place (a, x)) - snd v)) by (apply Rmult_le_pos; lra).
    assert (0 < snd s * (fst v - fst (at_place (a, x)))) by (apply Rmult_lt_0_compat; lra). lra. }
  exists (a, x), ((snd v - snd (at_place (a, x))) / snd s). split; [split; simpl; lra || lia|].
  split; [right; simpl; split; [reflexivity|lra]|].
  split; [apply Rmult_le_pos; [lra|now apply Rlt_le, Rinv_0_lt_compat]|].
  rewrite (surjective_pairing (at_place (a, x))) at 1. f_equal; [|field; lra].
  apply Rmult_eq_reg_l with (snd s); [|lra].
  replace (snd s * (fst v - (snd v - snd (at_place (a, x))) / snd s * fst s)) with
    (snd s * fst v - (snd v - snd (at_place (a, x))) * fst s) by (field; lra). lra.
Qed.

(** From v backwards in the direction s one comes to the path, after a place that is to the left. *)
Lemma comes_to_path : forall d a l v s, (a + S d = n)%nat -> 0 <= l <= 1 -> above v -> at_least_zero s ->
  0 < snd s -> fst v <= 1 -> fst (at_place (a, l)) < fst v ->
  0 <= cross s (sub (at_place (a, l)) v) ->
  exists q t, on_path q /\ not_after (a, l) q /\ 0 <= t /\
    at_place q = (fst v - t * fst s, snd v - t * snd s).
Proof.
  induction d as [|d IH]; intros a l v s total range high pos up inside before left;
    destruct (Rle_or_lt (fst v) (fst (c (S a)))) as [passed|far].
  1, 3: destruct (rising a ltac:(lia)) as [ex ey]; pose proof (high a ltac:(lia)) as over;
    unfold at_place, edge, cross, sub in *; cbn [fst snd] in *;
    set (w := fst (c (S a)) - fst (c a)) in *;
    assert (0 < w) as wide by (apply Rnot_le_lt; intros none; assert (w = 0) as zero by lra;
      rewrite zero in before; unfold w in zero; lra);
    set (m := (fst v - fst (c a)) / w);
    assert (m * w = fst v - fst (c a)) as share by (unfold m; field; lra);
    assert (l <= m) by (apply Rmult_le_reg_r with w; lra);
    assert (m <= 1) by (apply Rmult_le_reg_r with w; unfold w in *; lra);
    assert (snd (c a) + m * (snd (c (S a)) - snd (c a)) <= snd v) as under by
      (apply Rmult_le_reg_r with w; [assumption|];
       replace ((snd (c a) + m * (snd (c (S a)) - snd (c a))) * w) with
         (snd (c a) * w + m * w * (snd (c (S a)) - snd (c a))) by ring; rewrite share; lra);
    apply (edge_meets a l m v s); try assumption; try lra; try lia; [|now left];
    unfold at_place, edge, cross, sub; cbn [fst snd]; fold w; rewrite share;
    assert (0 <= fst s * (snd v - (snd (c a) + m * (snd (c (S a)) - snd (c a)))))
      by (destruct pos; apply Rmult_le_pos; lra); lra.
  - replace (S a) with n in far by lia. rewrite ends in far. simpl in far. lra.
  - assert (next : at_place (a, 1) = c (S a)).
    { rewrite (surjective_pairing (c (S a))). unfold at_place, edge, sub. simpl. f_equal; ring. }
    destruct (Rle_or_lt 0 (cross s (sub (c (S a)) v))) as [still|crossed].
    + assert (same : at_place (S a, 0) = c (S a)).
      { rewrite (surjective_pairing (c (S a))). unfold at_place. simpl. f_equal; ring. }
      destruct (IH (S a) 0 v s) as (q & t & on & order & rest); try assumption; try lra; try lia;
        [now rewrite same|now rewrite same|].
      exists q, t. split; [assumption|]. split; [|assumption]. left. simpl.
      destruct order as [less|[equal _]]; simpl in *; lia.
    + apply (edge_meets a l 1 v s); try assumption; try lra; try lia; rewrite next; [lra|now right].
Qed.

(** ** A utility, and sums of rows above the path *)

Fixpoint reaches (v : point) (rows : list point) : Prop :=
  match rows with [] => v = (1, 1) | r :: rest => reaches (add v r) rest end.
Fixpoint all_above (v : point) (rows : list point) : Prop :=
  match rows with [] => True | r :: rest => above (add v r) /\ all_above (add v r) rest end.
Fixpoint climbs (p : nat * R) (places : list (nat * R)) : Prop :=
  match places with [] => True | q :: rest => on_path q /\ not_after p q /\ climbs q rest end.
(** Corners between a first one and the last, each later than the one before. *)
Fixpoint chain (a : nat) (corners : list nat) : Prop :=
  match corners with [] => True | b :: rest => (a < b < n)%nat /\ chain b rest end.

Lemma reached_inside : forall rows v, Forall positive rows -> reaches v rows -> fst v <= 1.
Proof.
  induction rows as [|r rows IH]; intros v all last; simpl in last; [rewrite last; simpl; lra|].
  inversion_clear all as [|? ? [[x _] _] rest]. specialize (IH _ rest last). simpl in IH. lra.
Qed.

Variable u : R -> R -> R.
Context (sublinear : sublinear_pair u).

(** What the steps from v by some points to (1, 1) are worth. *)
Fixpoint steps (v : point) (points : list point) : R :=
  match points with
  | [] => u (1 - fst v) (1 - snd v)
  | w :: rest => u (fst w - fst v) (snd w - snd v) + steps w rest
  end.

(** Each sum of rows is moved back along the next row, which becomes longer, to the path. *)
Lemma sums_on_path : forall rest r p, on_path p -> ordered (r :: rest) ->
  reaches (at_place p) (r :: rest) -> all_above (at_place p) (r :: rest) ->
  exists places, climbs p places /\ (length places <= length rest)%nat /\
    all_of u (r :: rest) <= steps (at_place p) (map at_place places).
Proof.
  induction rest as [|s rest IH]; intros r p on order last high.
  - exists []. split; [exact I|]. split; [simpl; lia|]. unfold all_of.
    cbn -[at_place]. cbn [reaches] in last.
    apply (f_equal fst) in last as lx. apply (f_equal snd) in last as ly.
    unfold add in lx, ly. cbn [fst snd] in lx, ly.
    replace (1 - fst (at_place p)) with (fst r) by lra.
    replace (1 - snd (at_place p)) with (snd r) by lra. lra.
  - destruct order as ([[rx ry] _] & turn & [[sx sy] some] & next & order). simpl in turn.
    destruct high as [here high]. cbn [reaches] in last.
    assert (fst (add (at_place p) r) <= 1) as inside.
    { apply (reached_inside (s :: rest)); [|exact last].
      apply ordered_positive. repeat split; assumption. }
    unfold cross in turn.
    assert (0 < fst r * snd s) as both by (assert (0 <= snd r * fst s) by (now apply Rmult_le_pos); lra).
    assert (0 < fst r) by (apply Rnot_le_lt; intros none; assert (fst r = 0) as zero by lra;
      rewrite zero in both; lra).
    assert (0 < snd s) by (apply Rnot_le_lt; intros none; assert (snd s = 0) as zero by lra;
      rewrite zero in both; lra).
    destruct p as [a l]. destruct on as [small range]. simpl in small, range.
    destruct (comes_to_path (n - S a) a l (add (at_place (a, l)) r) s)
      as (q & t & on' & later & far & where_); try assumption; try lia; [now split|unfold add; cbn [fst snd]; lra| |].
    { unfold cross, sub, add. cbn [fst snd]. lra. }
    set (s' := ((1 + t) * fst s, (1 + t) * snd s) : point).
    assert (add (at_place q) s' = add (add (at_place (a, l)) r) s) as same.
    { rewrite where_. unfold add, s'. cbn [fst snd]. f_equal; ring. }
    assert (0 <= t * fst s) by (now apply Rmult_le_pos).
    assert (0 <= t * snd s) by (now apply Rmult_le_pos).
    destruct (IH s' q on') as (places & climb & short & worth).
    + split; [|split; [|assumption]].
      * unfold positive, at_least_zero, s'. cbn [fst snd]. repeat split; lra.
      * destruct rest as [|x rest]; [exact I|]. simpl in next |- *. unfold cross, s' in *. cbn [fst snd].
        replace ((1 + t) * fst s * snd x - (1 + t) * snd s * fst x) with
          ((1 + t) * (fst s * snd x - snd s * fst x)) by ring. apply Rmult_lt_0_compat; lra.
    + cbn [reaches] in *. now rewrite same.
    + cbn [all_above] in *. now rewrite same.
    + exists (q :: places). split; [split; [assumption|now split]|]. split; [simpl; lia|].
      change (steps (at_place (a, l)) (map at_place (q :: places))) with
        (u (fst (at_place q) - fst (at_place (a, l))) (snd (at_place q) - snd (at_place (a, l))) +
         steps (at_place q) (map at_place places)).
      apply Rle_trans with (u (fst (at_place q) - fst (at_place (a, l)))
        (snd (at_place q) - snd (at_place (a, l))) + all_of u (s' :: rest));
        [|apply Rplus_le_compat_l; exact worth].
      destruct (places_rise (a, l) q) as [up up']; [now split|assumption|assumption|].
      unfold sub in up, up'. cbn [fst snd] in up, up'.
      set (ax := fst (at_place q) - fst (at_place (a, l))) in *.
      set (ay := snd (at_place q) - snd (at_place (a, l))) in *.
      pose proof (mixed_pairs u 1 t ax ay (fst s) (snd s) sublinear ltac:(lra) far up up' sx sy) as less.
      replace (1 * ax + t * fst s) with (fst r) in less
        by (unfold ax; rewrite where_; unfold add; cbn [fst snd]; ring).
      replace (1 * ay + t * snd s) with (snd r) in less
        by (unfold ay; rewrite where_; unfold add; cbn [fst snd]; ring).
      unfold all_of, s'. simpl. destruct sublinear as [scale _]. rewrite scale by lra. lra.
Qed.

(** A place on an edge goes to one of the ends, or to where the next one is. *)
Lemma an_end_is_better : forall x y dx dy z w m l, 0 <= l <= m -> 0 <= x -> 0 <= y -> 0 <= dx -> 0 <= dy ->
  0 <= z - m * dx -> 0 <= w - m * dy ->
  let f := fun t => u (x + t * dx) (y + t * dy) + u (z - t * dx) (w - t * dy) in
  f l <= f 0 \/ f l <= f m.
Proof.
  intros x y dx dy z w m l range px py pdx pdy pz pw f.
  destruct (Req_dec m 0) as [none|some].
  { left. assert (l = 0) as -> by lra. lra. }
  set (h := l / m). assert (h * m = l) as share by (unfold h; field; assumption).
  assert (0 <= h) by (apply Rmult_le_reg_r with m; lra).
  assert (h <= 1) by (apply Rmult_le_reg_r with m; lra).
  assert (0 <= m * dx) by (apply Rmult_le_pos; lra). assert (0 <= m * dy) by (apply Rmult_le_pos; lra).
  assert (f l <= (1 - h) * f 0 + h * f m) as below.
  { unfold f.
    pose proof (mixed_pairs u (1 - h) h (x + 0 * dx) (y + 0 * dy) (x + m * dx) (y + m * dy) sublinear
      ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as one.
    pose proof (mixed_pairs u (1 - h) h (z - 0 * dx) (w - 0 * dy) (z - m * dx) (w - m * dy) sublinear
      ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as two.
    replace ((1 - h) * (x + 0 * dx) + h * (x + m * dx)) with (x + l * dx) in one
      by (rewrite <- share; ring).
    replace ((1 - h) * (y + 0 * dy) + h * (y + m * dy)) with (y + l * dy) in one
      by (rewrite <- share; ring).
    replace ((1 - h) * (z - 0 * dx) + h * (z - m * dx)) with (z - l * dx) in two
      by (rewrite <- share; ring).
    replace ((1 - h) * (w - 0 * dy) + h * (w - m * dy)) with (w - l * dy) in two
      by (rewrite <- share; ring).
    lra. }
  destruct (Rle_or_lt (f l) (f 0)) as [yes|no]; [now left|right].
  assert (h * f l <= h * f m) as less.
  { assert ((1 - h) * f 0 <= (1 - h) * f l) by (apply Rmult_le_compat_l; lra). lra. }
  destruct (Req_dec h 0) as [zero|pos].
  - assert (l = 0) as is by (rewrite <- share, zero; ring). rewrite is in *. lra.
  - apply Rmult_le_reg_l with h; lra.
Qed.

Lemma place_at_start : forall a, at_place (a, 0) = c a.
Proof. intros a. rewrite (surjective_pairing (c a)). unfold at_place. cbn [fst snd]. f_equal; ring. Qed.

Lemma place_at_end : forall a, at_place (a, 1) = c (S a).
Proof.
  intros a. rewrite (surjective_pairing (c (S a))). unfold at_place, edge, sub. cbn [fst snd]. f_equal; ring.
Qed.

Lemma climbs_from_earlier : forall places p q, not_after p q -> climbs q places -> climbs p places.
Proof.
  intros [|r places] p q early climb; [exact I|]. destruct climb as (on & later & rest).
  split; [assumption|]. split; [|assumption].
  destruct early as [less|[same less]], later as [less'|[same' less']]; [left|left|left|right]; try lia.
  split; [lia|lra].
Qed.

Lemma corners_are_best : forall places a, (a <= n)%nat -> climbs (a, 0) places ->
  exists corners, chain a corners /\ (length corners <= length places)%nat /\
    steps (c a) (map at_place places) <= steps (c a) (map c corners).
Proof.
  induction places as [|[b l] places IH]; intros a small climb.
  - exists []. split; [exact I|]. split; [simpl; lia|]. simpl. lra.
  - destruct climb as (on & later & climb). destruct on as [inside range]. simpl in inside, range.
    assert (a <= b)%nat as order by (destruct later as [less|[same _]]; simpl in *; lia).
    set (tail := match places with [] => 0 | q :: rest => steps (at_place q) (map at_place rest) end).
    set (next := match places with [] => (1, 1) | q :: _ => at_place q end : point).
    assert (from : forall v, steps v (map at_place places) =
      u (fst next - fst v) (snd next - snd v) + tail).
    { intros v. unfold tail, next. destruct places as [|q rest]; simpl; ring. }
    assert (exists m, l <= m <= 1 /\ at_least_zero (sub next (at_place (b, m))) /\
      ((m = 1 /\ climbs (S b, 0) places) \/
       (at_place (b, m) = next /\ places <> [] /\ climbs (b, 0) places))) as (m & above_l & room & which).
    { destruct places as [|[d k] places].
      - exists 1. split; [lra|]. split; [|left; split; [reflexivity|exact I]].
        apply before_end. split; simpl; [assumption|lra].
      - destruct climb as (on' & later' & climb). pose proof on' as [inside' range'].
        simpl in inside', range'.
        destruct later' as [less|[same less]]; simpl in *.
        + exists 1. split; [lra|]. split.
          * apply places_rise; [split; simpl; [assumption|lra]|assumption|now left].
          * left. split; [reflexivity|]. split; [assumption|]. split; [|assumption].
            destruct (Nat.eq_dec d (S b)) as [->|];
              [right; simpl; split; [reflexivity|lra]|left; simpl; lia].
        + subst d. exists k. split; [lra|]. split.
          * unfold next, at_least_zero, sub. cbn [fst snd]. lra.
          * right. split; [reflexivity|]. split; [discriminate|]. split; [assumption|].
            split; [right; simpl; split; [reflexivity|lra]|assumption]. }
    destruct (corners_rise a b ltac:(lia)) as [bx by_]. destruct (rising b inside) as [ex ey].
    destruct room as [nx ny]. unfold sub in bx, by_, nx, ny. cbn [fst snd] in bx, by_, nx, ny.
    pose proof (an_end_is_better (fst (c b) - fst (c a)) (snd (c b) - snd (c a))
      (fst (edge c b)) (snd (edge c b)) (fst next - fst (c b)) (snd next - snd (c b)) m l
      ltac:(lra) bx by_ ex ey) as choice.
    unfold at_place in nx, ny. cbn [fst snd] in nx, ny.
    specialize (choice ltac:(lra) ltac:(lra)). cbv beta zeta in choice.
    set (f := fun t => u (fst (at_place (b, t)) - fst (c a)) (snd (at_place (b, t)) - snd (c a)) +
      steps (at_place (b, t)) (map at_place places)).
    assert (value : forall t, f t = u (fst (c b) - fst (c a) + t * fst (edge c b))
        (snd (c b) - snd (c a) + t * snd (edge c b)) +
      u (fst next - fst (c b) - t * fst (edge c b)) (snd next - snd (c b) - t * snd (edge c b)) + tail).
    { intros t. unfold f. rewrite from. unfold at_place. cbn [fst snd].
      rewrite <- Rplus_assoc. f_equal. f_equal; f_equal; ring. }
    assert (f l <= f 0 \/ f l <= f m) as better by (rewrite !value; destruct choice; [left|right]; lra).
    change (steps (c a) (map at_place ((b, l) :: places))) with (f l).
    assert (forget : forall d corners, (a <= d < n)%nat -> chain d corners ->
      (length corners <= length places)%nat -> steps (c d) (map at_place places) <=
        steps (c d) (map c corners) -> f l <= u (fst (c d) - fst (c a)) (snd (c d) - snd (c a)) +
        steps (c d) (map at_place places) -> exists corners, chain a corners /\
      (length corners <= S (length places))%nat /\ f l <= steps (c a) (map c corners)).
    { intros d corners between linked short less most. destruct (Nat.eq_dec a d) as [<-|other].
      - exists corners. split; [assumption|]. split; [lia|].
        replace (fst (c a) - fst (c a)) with 0 in most by ring.
        replace (snd (c a) - snd (c a)) with 0 in most by ring.
        rewrite (nothing_of_nothing u sublinear) in most. lra.
      - exists (d :: corners). split; [split; [lia|assumption]|]. split; [simpl; lia|]. simpl. lra. }
    destruct better as [first|second].
    + assert (climbs (b, 0) places) as climb' by (apply (climbs_from_earlier places (b, 0) (b, l));
        [right; simpl; split; [reflexivity|lra]|assumption]).
      destruct (IH b ltac:(lia) climb') as (corners & linked & short & less).
      apply (forget b corners); try assumption; [lia|]. unfold f at 2 in first.
      rewrite place_at_start in first. exact first.
    + destruct which as [[-> climb']|(meets & some & climb')].
      * unfold f at 2 in second. rewrite place_at_end in second.
        destruct (Nat.eq_dec (S b) n) as [last|more].
        -- destruct places as [|[d k] places]; [|destruct climb' as ([far _] & [less|[same _]] & _);
             simpl in *; lia].
           exists []. split; [exact I|]. split; [simpl; lia|]. simpl in second |- *.
           rewrite last, ends in second.
           cbn [fst snd] in second. replace (1 - 1) with 0 in second by ring.
           rewrite (nothing_of_nothing u sublinear) in second. lra.
        -- destruct (IH (S b) ltac:(lia) climb') as (corners & linked & short & less).
           apply (forget (S b) corners); try assumption. lia.
      * assert (climbs (a, 0) places) as climb''.
        { apply (climbs_from_earlier places (a, 0) (b, 0)); [|assumption].
          destruct (Nat.eq_dec a b) as [->|]; [right; simpl; split; [reflexivity|lra]|left; simpl; lia]. }
        destruct (IH a small climb'') as (corners & linked & short & less).
        exists corners. split; [assumption|]. split; [simpl; lia|].
        eapply Rle_trans; [exact second|]. eapply Rle_trans; [|exact less].
        unfold f. rewrite !from, meets.
        replace (fst next - fst next) with 0 by ring. replace (snd next - snd next) with 0 by ring.
        rewrite (nothing_of_nothing u sublinear). lra.
Qed.

End Path.

(** ** Conditions on all rows: levels (weight, (x, y)), and the most that they add up to *)

Definition level := (R * point)%type.
Fixpoint spent (levels : list level) (a b : R) : R :=
  match levels with
  | [] => 0
  | (w, (x, y)) :: rest => w * Rmax 0 (x * a + y * b) + spent rest a b
  end.
(** The sum of the first i forms, with their weights. *)
Fixpoint form (levels : list level) (i : nat) : point :=
  match i, levels with
  | S i, (w, (x, y)) :: rest => add (w * x, w * y) (form rest i)
  | _, _ => (0, 0)
  end.
Definition value_at (h v : point) : R := fst h * fst v + snd h * snd v.

(** What shows that sums of rows are above an edge: there are no rows below 0, or two sums of forms. *)
Definition shown (demands : list (list level * R)) (a b : point) : Prop :=
  (snd a = 0 /\ snd b = 0) \/ (fst a = 1 /\ fst b = 1) \/
  exists levels most i j, In (levels, most) demands /\ snd (form levels i) < snd (form levels j) /\
    forall v, v = a \/ v = b ->
      value_at (form levels i) v + value_at (form levels j) (sub (1, 1) v) = most.

Definition weighted (demand : list level * R) : Prop := Forall (fun l => 0 <= fst l) (fst demand).

Lemma spent_sublinear : forall levels, Forall (fun l : level => 0 <= fst l) levels ->
  sublinear_pair (spent levels).
Proof.
  induction levels as [|[w [x y]] levels IH]; intros all; [split; intros; simpl; lra|].
  inversion_clear all as [|? ? low rest]. destruct (IH rest) as [scale adds]. simpl in low. split; simpl.
  - intros s a b pos pa pb. rewrite scale by assumption.
    replace (x * (s * a) + y * (s * b)) with (s * (x * a + y * b)) by ring.
    replace 0 with (s * 0) at 1 by ring. rewrite RmaxRmult by assumption. ring.
  - intros a b v z pa pb pv pz. specialize (adds a b v z pa pb pv pz).
    assert (w * Rmax 0 (x * (a + v) + y * (b + z)) <=
      w * (Rmax 0 (x * a + y * b) + Rmax 0 (x * v + y * z))); [|lra].
    apply Rmult_le_compat_l; [assumption|].
    pose proof (Rmax_l 0 (x * a + y * b)). pose proof (Rmax_r 0 (x * a + y * b)).
    pose proof (Rmax_l 0 (x * v + y * z)). pose proof (Rmax_r 0 (x * v + y * z)).
    apply Rmax_lub; lra.
Qed.

Lemma form_below : forall levels i r, Forall (fun l : level => 0 <= fst l) levels ->
  value_at (form levels i) r <= spent levels (fst r) (snd r).
Proof.
  assert (low : forall levels a b, Forall (fun l : level => 0 <= fst l) levels -> 0 <= spent levels a b).
  { induction levels as [|[w [x y]] levels IH]; intros a b all; simpl; [lra|].
    inversion_clear all as [|? ? first rest]. specialize (IH a b rest). simpl in first.
    assert (0 <= w * Rmax 0 (x * a + y * b)) by (apply Rmult_le_pos; [assumption|apply Rmax_l]). lra. }
  induction levels as [|[w [x y]] levels IH]; intros [|i] r all; unfold value_at.
  - simpl. lra.
  - simpl. lra.
  - pose proof (low _ (fst r) (snd r) all). simpl in *. lra.
  - inversion_clear all as [|? ? first rest]. specialize (IH i r rest). unfold value_at in IH. simpl in *.
    assert (w * (x * fst r + y * snd r) <= w * Rmax 0 (x * fst r + y * snd r))
      by (apply Rmult_le_compat_l; [assumption|apply Rmax_r]). lra.
Qed.

Lemma rest_below : forall rows v w h, (forall r, value_at h r <= w (fst r) (snd r)) -> reaches v rows ->
  value_at h (sub (1, 1) v) <= all_of w rows.
Proof.
  induction rows as [|r rows IH]; intros v w h below last; simpl in last.
  - rewrite last. unfold value_at, all_of. simpl. lra.
  - specialize (IH _ w h below last). specialize (below r).
    unfold value_at, all_of, add, sub in *. simpl in *. lra.
Qed.

(** Sums of the rows of a table that obeys the conditions are above the path. *)
Lemma sums_are_above : forall n c demands rows v used,
  (forall a, (a < n)%nat -> at_least_zero (edge c a)) ->
  (forall a, (a < n)%nat -> shown demands (c a) (c (S a))) -> Forall weighted demands ->
  Forall positive rows -> at_least_zero v -> reaches v rows ->
  (forall levels most, In (levels, most) demands -> used levels + all_of (spent levels) rows <= most /\
    forall i, value_at (form levels i) v <= used levels) ->
  all_above n c v rows.
Proof.
  intros n c demands rows. induction rows as [|r rows IH];
    intros v used rising edges weights all [vx vy] last kept; [exact I|].
  inversion_clear all as [|? ? [[rx ry] some] rest]. cbn [reaches] in last.
  assert (forall levels most, In (levels, most) demands ->
    used levels + spent levels (fst r) (snd r) + all_of (spent levels) rows <= most /\
    forall i, value_at (form levels i) (add v r) <= used levels + spent levels (fst r) (snd r)) as kept'.
  { intros levels most here. destruct (kept levels most here) as [low forms].
    pose proof (proj1 (Forall_forall _ _) weights _ here) as weight.
    unfold weighted in weight. simpl in weight.
    split; [unfold all_of in *; simpl in low; lra|]. intros i. specialize (forms i).
    pose proof (form_below levels i r weight). unfold value_at, add in *. simpl in *. lra. }
  split.
  - intros a small. destruct (rising a small) as [ex ey].
    destruct (edges a small) as [[low low']|[[high high']|(levels & most & i & j & here & order & on)]].
    + unfold cross, edge, sub, add, at_least_zero in *. cbn [fst snd] in *. rewrite low, low' in *.
      assert (0 <= (fst (c (S a)) - fst (c a)) * (snd v + snd r)) by (apply Rmult_le_pos; lra). lra.
    + pose proof (reached_inside rows _ rest last) as inside.
      unfold cross, edge, sub, add, at_least_zero in *. cbn [fst snd] in *. rewrite high, high' in *.
      assert (0 <= (snd (c (S a)) - snd (c a)) * (1 - (fst v + fst r))) by (apply Rmult_le_pos; lra). lra.
    + destruct (kept' levels most here) as [total forms].
      pose proof (proj1 (Forall_forall _ _) weights _ here) as weight.
      unfold weighted in weight. simpl in weight.
      pose proof (rest_below rows (add v r) (spent levels) (form levels j)
        (fun r => form_below levels j r weight) last) as later.
      specialize (forms i). pose proof (on (c a) (or_introl eq_refl)) as start.
      pose proof (on (c (S a)) (or_intror eq_refl)) as stop. clear on.
      set (lo := form levels i) in *. set (hi := form levels j) in *.
      unfold value_at, cross, edge, sub, add, at_least_zero in *. cbn [fst snd] in *.
      set (dx := fst (c (S a)) - fst (c a)) in *. set (dy := snd (c (S a)) - snd (c a)) in *.
      set (wx := fst v + fst r - fst (c a)) in *. set (wy := snd v + snd r - snd (c a)) in *.
      assert ((fst lo - fst hi) * dx + (snd lo - snd hi) * dy = 0) as flat by (unfold dx, dy; lra).
      assert ((fst lo - fst hi) * wx + (snd lo - snd hi) * wy <= 0) as below by (unfold wx, wy; lra).
      apply Rmult_le_reg_l with (snd hi - snd lo); [lra|].
      assert (dx * ((fst lo - fst hi) * wx + (snd lo - snd hi) * wy) <= dx * 0)
        by (apply Rmult_le_compat_l; lra).
      replace ((snd hi - snd lo) * (dx * wy - dy * wx)) with
        (- (dx * ((fst lo - fst hi) * wx + (snd lo - snd hi) * wy)) +
         ((fst lo - fst hi) * dx + (snd lo - snd hi) * dy) * wx) by ring.
      rewrite flat. lra.
  - apply (IH _ (fun levels => used levels + spent levels (fst r) (snd r))); try assumption.
    unfold add, at_least_zero. simpl. lra.
Qed.

Lemma sums_reach : forall rows v, fst v + all_of (fun a _ => a) rows = 1 ->
  snd v + all_of (fun _ b => b) rows = 1 -> reaches v rows.
Proof.
  induction rows as [|r rows IH]; intros v one two; unfold all_of in *; simpl in *.
  - rewrite (surjective_pairing v). f_equal; lra.
  - apply IH; unfold add; simpl; lra.
Qed.

(** What the conditions allow with at most m reports is worth at most the best chain of at most m steps. *)
Theorem chains_bound : forall m n c u demands P bound, sublinear_pair u -> (0 < n)%nat ->
  c O = (0, 0) -> c n = (1, 1) -> (forall a, (a < n)%nat -> at_least_zero (edge c a)) ->
  (forall a, (a < n)%nat -> shown demands (c a) (c (S a))) -> Forall weighted demands ->
  stochastic m 2 P ->
  (forall levels most, In (levels, most) demands ->
    \sum_(i < m) spent levels (P i O) (P i 1%nat) <= most) ->
  (forall corners, chain n O corners -> (length corners < m)%nat ->
    steps u (c O) (map c corners) <= bound) ->
  \sum_(i < m) u (P i O) (P i 1%nat) <= bound.
Proof.
  intros m n c u demands P bound sublinear some starts ends rising edges weights columns kept all.
  set (table := map (fun i => (P i O, P i 1%nat)) (seq 0 m)).
  assert (sums : forall w, all_of w table = \sum_(i < m) w (P i O) (P i 1%nat)).
  { intros w. unfold all_of, table. rewrite map_map. symmetry.
    apply (sum_as_list m (fun i => w (P i O) (P i 1%nat))). }
  destruct (columns O ltac:(lia)) as [low one], (columns 1%nat ltac:(lia)) as [low' two].
  assert (Forall at_least_zero table) as nonnegative.
  { apply Forall_forall. intros r inside. apply in_map_iff in inside. destruct inside as (i & <- & here).
    apply in_seq in here. split; simpl; [apply low|apply low']; lia. }
  destruct (put_in_order table nonnegative) as (rows & order & short & same).
  assert (sublinear_pair (fun a _ => a)) as of_first by (split; intros; lra).
  assert (sublinear_pair (fun _ b => b)) as of_second by (split; intros; lra).
  assert (reaches (0, 0) rows) as last.
  { apply sums_reach; simpl; rewrite same, sums by assumption.
    - change (sum m (fun i => P i O) = 1) in one. rewrite one. ring.
    - change (sum m (fun i => P i 1%nat) = 1) in two. rewrite two. ring. }
  assert (all_above n c (0, 0) rows) as high.
  { apply (sums_are_above n c demands rows (0, 0) (fun _ => 0)); try assumption.
    - now apply ordered_positive.
    - unfold at_least_zero. simpl. lra.
    - intros levels most here. split.
      + rewrite Rplus_0_l, same, sums; [now apply kept|]. apply spent_sublinear.
        exact (proj1 (Forall_forall _ _) weights _ here).
      + intros i. unfold value_at. simpl. lra. }
  rewrite <- sums, <- same by assumption.
  destruct rows as [|r rows]; [simpl in last; injection last; lra|].
  assert (at_place c (O, 0) = (0, 0)) as origin by (rewrite place_at_start; assumption).
  destruct (sums_on_path n c ends rising u sublinear rows r (O, 0))
    as (places & climb & fewer & worth);
    [split; simpl; [assumption|lra]|assumption|now rewrite origin|now rewrite origin|].
  destruct (corners_are_best n c ends rising u sublinear places O ltac:(lia) climb)
    as (corners & linked & fewer' & less).
  rewrite origin, <- starts in worth. eapply Rle_trans; [exact worth|].
  eapply Rle_trans; [exact less|]. apply all; [assumption|].
  unfold table in short. rewrite map_length, seq_length in short. simpl in short. lia.
Qed.
