(** Coverage by extreme rays ("extremes") under conditions on all rows: only rows that the planes on which
    they lie, r_j = 0 among them, leave no other direction for need to be looked at. *)

From Coq Require Import Reals Lra Lia List Arith Bool Classical.
From Rropt Require Import Sums Tensors Prices Number Rays.
Import ListNotations.
Open Scope R_scope.

(** ** The first of some numbers that reaches zero *)

(** Numbers with their speeds: none has changed its sign at the time t, and one that was not zero is. *)
Definition reaches (l : list (R * R)) (t : R) : Prop :=
  0 < t /\ (forall p, In p l -> 0 <= fst p * (fst p + t * snd p)) /\
  exists p, In p l /\ fst p <> 0 /\ fst p + t * snd p = 0.

Lemma first_to_reach : forall l, (forall p, In p l -> 0 <= fst p * snd p) \/ exists t, reaches l t.
Proof.
  induction l as [|[x v] l IH]; [left; contradiction|].
  destruct (Rle_or_lt 0 (x * v)) as [away|towards].
  - destruct IH as [all|(t & some & kept & p & there & zero)].
    + left. intros p [<-|there]; auto.
    + right. exists t. split; [assumption|]. split.
      * intros q [<-|inside]; [|now apply kept]. cbn [fst snd].
        assert (0 <= t * (x * v)) by (apply Rmult_le_pos; lra). pose proof (Rle_0_sqr x). unfold Rsqr in *. lra.
      * exists p. split; [now right|assumption].
  - assert (v <> 0) as moves by (intros ->; lra). assert (x <> 0) as away by (intros ->; lra).
    set (s := - x / v). assert (x + s * v = 0) as here by (unfold s; field; assumption).
    assert (0 < s) as later.
    { assert (s * (v * v) = - (x * v)) by (unfold s; field; assumption).
      assert (0 < v * v) by nra. destruct (Rle_or_lt s 0); [|assumption].
      assert (s * (v * v) <= 0 * (v * v)) by (apply Rmult_le_compat_r; lra). lra. }
    right. destruct IH as [all|(t & some & kept & p & there & zero)].
    + exists s. split; [assumption|]. split.
      * intros q [<-|inside]; cbn [fst snd]; [rewrite here; lra|]. specialize (all q inside).
        assert (0 <= s * (fst q * snd q)) by (apply Rmult_le_pos; lra).
        pose proof (Rle_0_sqr (fst q)). unfold Rsqr in *. lra.
      * exists (x, v). split; [now left|]. now split.
    + destruct (Rle_or_lt t s) as [sooner|other].
      * exists t. split; [assumption|]. split.
        -- intros q [<-|inside]; [|now apply kept]. cbn [fst snd].
           assert (s * (x * v) = - (x * x)) by
             (replace (s * (x * v)) with (x * (x + s * v) - x * x) by ring; rewrite here; ring).
           assert (0 <= (s - t) * (- (x * v))) by (apply Rmult_le_pos; lra). lra.
        -- exists p. split; [now right|assumption].
      * exists s. split; [assumption|]. split.
        -- intros q [<-|inside]; cbn [fst snd]; [rewrite here; lra|]. specialize (kept q inside).
           pose proof (Rle_0_sqr (fst q)) as square. unfold Rsqr in square.
           apply Rmult_le_reg_l with t; [assumption|]. rewrite Rmult_0_r.
           replace (t * (fst q * (fst q + s * snd q))) with
             ((t - s) * (fst q * fst q) + s * (fst q * (fst q + t * snd q))) by ring.
           apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
        -- exists (x, v). split; [now left|]. now split.
Qed.

(** ** Rows that have no other direction *)

Section planes.
Variables (k : nat) (hard : list (nat -> R)) (soft : list (R * (nat -> R))) (y : nat -> R).
Variable u : (nat -> R) -> R.
Context (sublinear : gauge k u).

Definition unit (j : nat) : nat -> R := at_index j.
Definition planes : list (nat -> R) := map unit (seq 0 k) ++ hard ++ map snd soft.

Definition obeys_planes (r : nat -> R) : Prop :=
  nonnegative k r /\ forall a, In a hard -> dot k a r <= 0.

(** What it costs: prices of truths, and of what exceeds a plane. *)
Definition plane_charge (r : nat -> R) : R :=
  dot k y r + list_sum (map (fun p => fst p * Rmax 0 (dot k (snd p) r)) soft).

(** All that lies on the same planes is in the same direction. *)
Definition alone_on_planes (r : nat -> R) : Prop := forall e,
  (forall a, In a planes -> dot k a r = 0 -> dot k a e = 0) ->
  exists c, forall j, (j < k)%nat -> e j = c * r j.

Definition off (r : nat -> R) (a : nat -> R) : bool := if Req_EM_T (dot k a r) 0 then false else true.
Definition freedom (r : nat -> R) : nat := length (filter (off r) planes).

Lemma unit_dot : forall r j, (j < k)%nat -> dot k (unit j) r = r j.
Proof. intros r j small. unfold dot, unit. now apply sum_pick. Qed.

Lemma unit_plane : forall j, (j < k)%nat -> In (unit j) planes.
Proof. intros j small. apply in_or_app. left. apply in_map, in_seq. lia. Qed.

Lemma dot_moved : forall a r e t, dot k a (fun j => r j + t * e j) = dot k a r + t * dot k a e.
Proof.
  intros a r e t. unfold dot. rewrite <- sum_scale, <- sum_plus. apply sum_ext. intros j _. ring.
Qed.

(** Moved along e to the first plane. *)
Lemma moved_row : forall r e, obeys_planes r ->
  (forall a, In a planes -> dot k a r = 0 -> dot k a e = 0) ->
  (exists a, In a planes /\ dot k a r * dot k a e < 0) ->
  exists t, 0 < t /\ let f := fun j => r j + t * e j in
    obeys_planes f /\ (freedom f < freedom r)%nat /\
    forall a, In a planes -> 0 <= dot k a r * dot k a f.
Proof.
  intros r e [nonneg below] along (a & there & towards).
  destruct (first_to_reach (map (fun b => (dot k b r, dot k b e)) planes)) as
    [all|(t & some & kept & p & inside & other & zero)].
  - exfalso. specialize (all (dot k a r, dot k a e)). cbn [fst snd] in all.
    assert (0 <= dot k a r * dot k a e); [|lra]. apply all, in_map_iff. now exists a.
  - exists t. split; [assumption|]. cbv zeta. set (f := fun j => r j + t * e j).
    assert (forall b, In b planes -> 0 <= dot k b r * dot k b f) as sides.
    { intros b here. unfold f. rewrite dot_moved. apply (kept (dot k b r, dot k b e)), in_map_iff. now exists b. }
    assert (forall b, In b planes -> dot k b r = 0 -> dot k b f = 0) as stays.
    { intros b here none. unfold f. rewrite dot_moved, none, along by assumption. ring. }
    split; [split|split; [|assumption]].
    + intros j small. specialize (sides (unit j) (unit_plane j small)).
      pose proof (stays (unit j) (unit_plane j small)) as still. rewrite !unit_dot in * by assumption.
      destruct (Rle_lt_or_eq_dec 0 (r j) (nonneg j small)) as [positive|none]; [|rewrite still by auto; lra].
      apply Rmult_le_reg_l with (r j); lra.
    + intros b here. assert (In b planes) as plane by (apply in_or_app; right; apply in_or_app; now left).
      specialize (sides b plane). specialize (below b here).
      destruct (Req_EM_T (dot k b r) 0) as [none|some_]; [rewrite stays by assumption; lra|].
      destruct (Rle_or_lt (dot k b f) 0); [assumption|].
      assert (dot k b r * dot k b f < 0 * dot k b f) by (apply Rmult_lt_compat_r; lra). lra.
    + apply in_map_iff in inside as (b & <- & here). cbn [fst snd] in *. unfold freedom.
      apply filter_lt with b; [|assumption| |].
      * intros c inside. unfold off. destruct (Req_EM_T (dot k c r) 0) as [none|_]; [|reflexivity].
        destruct (Req_EM_T (dot k c f) 0) as [|wrong]; [discriminate|]. now rewrite stays in wrong.
      * unfold off. destruct (Req_EM_T (dot k b f) 0) as [|wrong]; [reflexivity|].
        exfalso. apply wrong. unfold f. now rewrite dot_moved.
      * unfold off. destruct (Req_EM_T (dot k b r) 0); [contradiction|reflexivity].
Qed.

(** Of a row that is not alone on its planes: another direction, along which its sum stays. *)
Lemma another_direction : forall r, nonnegative k r -> ~ alone_on_planes r ->
  exists e, (forall a, In a planes -> dot k a r = 0 -> dot k a e = 0) /\ sum k e = 0 /\
    exists j, (j < k)%nat /\ e j <> 0.
Proof.
  intros r nonneg several. apply not_all_ex_not in several as (e & other).
  apply imply_to_and in other as [along other]. set (c := sum k e / sum k r).
  exists (fun j => e j + - c * r j).
  assert (exists j, (j < k)%nat /\ e j + - c * r j <> 0) as some.
  { destruct (classic (exists j, (j < k)%nat /\ e j + - c * r j <> 0)) as [|none]; [assumption|].
    exfalso. apply other. exists c. intros j small.
    destruct (Req_EM_T (e j + - c * r j) 0) as [zero|more]; [lra|]. exfalso. apply none. now exists j. }
  split; [|split; [|assumption]].
  - intros a there zero. rewrite dot_moved, zero, along by assumption. ring.
  - rewrite sum_plus, sum_scale. change (\sum_(i < k) e i) with (sum k e).
    change (\sum_(i < k) r i) with (sum k r). destruct (Req_EM_T (sum k r) 0) as [none|more].
    + (* then r is zero, all coordinates are planes, and so is e *)
      assert (sum k e = 0) as ->; [|rewrite none; ring]. apply sum_zero. intros j small.
      rewrite <- (unit_dot e j small). apply along; [now apply unit_plane|].
      rewrite unit_dot by assumption. exact (zero_terms k r nonneg none j small).
    + unfold c. field. assumption.
Qed.

Lemma towards_zero : forall r e, nonnegative k r ->
  (forall a, In a planes -> dot k a r = 0 -> dot k a e = 0) -> sum k e = 0 ->
  (exists j, (j < k)%nat /\ e j <> 0) -> exists a, In a planes /\ dot k a r * dot k a e < 0.
Proof.
  intros r e nonneg along total (j & small & moves).
  destruct (classic (exists i, (i < k)%nat /\ e i < 0)) as [(i & inside & less)|none].
  - exists (unit i). split; [now apply unit_plane|]. rewrite !unit_dot by assumption.
    destruct (Rle_lt_or_eq_dec 0 (r i) (nonneg i inside)) as [positive|zero].
    + assert (r i * e i < r i * 0) by now apply Rmult_lt_compat_l. lra.
    + exfalso. specialize (along (unit i) (unit_plane i inside)). rewrite !unit_dot in along by assumption.
      rewrite along in less by auto. lra.
  - exfalso. apply moves. apply (zero_terms k e); [|assumption|assumption]. intros i inside.
    destruct (Rle_or_lt 0 (e i)); [assumption|]. exfalso. apply none. now exists i.
Qed.

(** Between two rows on the same sides of all planes what it costs is linear. *)
Lemma cost_between : forall r f g s t, 0 < s -> 0 < t ->
  (forall j, (j < k)%nat -> (s + t) * r j = s * f j + t * g j) ->
  (forall a, In a planes -> 0 <= dot k a r * dot k a f) ->
  (forall a, In a planes -> 0 <= dot k a r * dot k a g) ->
  (forall a, In a planes -> dot k a r = 0 -> dot k a f = 0 /\ dot k a g = 0) ->
  s * plane_charge f + t * plane_charge g = (s + t) * plane_charge r.
Proof.
  intros r f g s t poss post mixed one two still.
  assert (forall a, s * dot k a f + t * dot k a g = (s + t) * dot k a r) as linear.
  { intros a. unfold dot. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros j small.
    replace ((s + t) * (a j * r j)) with (a j * ((s + t) * r j)) by ring. rewrite mixed by assumption. ring. }
  unfold plane_charge. rewrite !Rmult_plus_distr_l.
  enough (s * list_sum (map (fun p => fst p * Rmax 0 (dot k (snd p) f)) soft) +
    t * list_sum (map (fun p => fst p * Rmax 0 (dot k (snd p) g)) soft) =
    (s + t) * list_sum (map (fun p => fst p * Rmax 0 (dot k (snd p) r)) soft)) as sums.
  { rewrite <- (linear y) in *. lra. }
  assert (forall p, In p soft -> In (snd p) planes) as inside.
  { intros p there. apply in_or_app. right. apply in_or_app. right. now apply in_map. }
  revert inside. induction soft as [|p l IH]; intros inside; cbn [map list_sum]; [ring|].
  specialize (IH (fun q there => inside q (or_intror there))).
  pose proof (inside p (or_introl eq_refl)) as plane. specialize (linear (snd p)).
  specialize (one _ plane). specialize (two _ plane). specialize (still _ plane).
  set (x := dot k (snd p) r) in *. set (v := dot k (snd p) f) in *. set (w := dot k (snd p) g) in *.
  enough (s * Rmax 0 v + t * Rmax 0 w = (s + t) * Rmax 0 x) as ends.
  { assert (fst p * (s * Rmax 0 v + t * Rmax 0 w) = fst p * ((s + t) * Rmax 0 x)) by now rewrite ends. lra. }
  destruct (Rtotal_order x 0) as [below|[zero|above]].
  - assert (v <= 0 /\ w <= 0) as [lowv loww].
    { split; [destruct (Rle_or_lt v 0); [assumption|]|destruct (Rle_or_lt w 0); [assumption|]]; exfalso.
      - assert (x * v < 0 * v) by (now apply Rmult_lt_compat_r). lra.
      - assert (x * w < 0 * w) by (now apply Rmult_lt_compat_r). lra. }
    rewrite !Rmax_left by lra. ring.
  - destruct (still zero) as [-> ->]. rewrite zero, !Rmax_left by lra. ring.
  - assert (0 <= v /\ 0 <= w) as [upv upw].
    { split; apply Rmult_le_reg_l with x; lra. }
    rewrite !Rmax_right by lra. exact linear.
Qed.

(** Prices that cover the rows that are alone on their planes cover all rows that obey the hard ones. *)
Theorem condition_rays :
  (forall r, obeys_planes r -> alone_on_planes r -> u r <= plane_charge r) ->
  forall r, obeys_planes r -> u r <= plane_charge r.
Proof.
  intros covered. assert (forall n r, (freedom r < n)%nat -> obeys_planes r -> u r <= plane_charge r) as all;
    [|intros r obeyed; exact (all (S (freedom r)) r (Nat.lt_succ_diag_r _) obeyed)].
  induction n as [|n IH]; intros r few obeyed; [lia|].
  destruct (classic (alone_on_planes r)) as [alone|several]; [now apply covered|].
  pose proof obeyed as [nonneg below].
  destruct (another_direction r nonneg several) as (e & along & total & moves).
  set (back := fun j => - 1 * e j).
  assert (forall a, dot k a back = - dot k a e) as turned.
  { intros a. unfold back, dot. rewrite (sum_ext k _ (fun j => - 1 * (a j * e j))) by (intros; ring).
    rewrite sum_scale. ring. }
  destruct (moved_row r e obeyed along (towards_zero r e nonneg along total moves))
    as (t & post & obeyf & fewer & sidef).
  assert (forall a, In a planes -> dot k a r = 0 -> dot k a back = 0) as along'
    by (intros a there zero; rewrite turned, along by assumption; ring).
  destruct (moved_row r back obeyed along') as (s & poss & obeyg & fewer' & sideg).
  { apply (towards_zero r back nonneg along').
    - unfold back. rewrite sum_scale. change (\sum_(i < k) e i) with (sum k e). rewrite total. ring.
    - destruct moves as (j & small & some). exists j. split; [assumption|]. unfold back. lra. }
  cbv zeta in *. set (f := fun j => r j + t * e j) in *. set (g := fun j => r j + s * back j) in *.
  assert (forall j, (j < k)%nat -> (s + t) * r j = s * f j + t * g j) as mixed
    by (intros; unfold f, g, back; ring).
  destruct sublinear as (same & scales & adds).
  assert ((s + t) * u r <= s * u f + t * u g) as convex.
  { rewrite <- !scales by (try lra; apply obeyed || apply obeyf || apply obeyg).
    rewrite (same (fun j => (s + t) * r j) (fun j => s * f j + t * g j)) by assumption.
    apply adds; intros j small; apply Rmult_le_pos; try lra; now (apply obeyf || apply obeyg). }
  pose proof (IH f ltac:(lia) obeyf) as one. pose proof (IH g ltac:(lia) obeyg) as two.
  pose proof (cost_between r f g s t poss post mixed sidef sideg) as linear.
  assert (forall a, In a planes -> dot k a r = 0 -> dot k a f = 0 /\ dot k a g = 0) as still.
  { intros a there zero. unfold f, g. rewrite !dot_moved, zero, along, along' by assumption. split; ring. }
  specialize (linear still).
  apply Rmult_le_reg_l with (s + t); [lra|].
  assert (s * u f <= s * plane_charge f) by (apply Rmult_le_compat_l; lra).
  assert (t * u g <= t * plane_charge g) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End planes.
