(** Conditions on all rows that forms say, for the kernel to compute with: simplices that the planes
    of these forms cut hold every row that is allowed, and on each of them what a row costs is
    linear, so that a convex utility is decided at their vertices. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Checker RayChecker.
Import ListNotations.
Open Scope Q_scope.

(** The sum over rows of sum_s c_s max(0, a_s.r) is at most [most]; a unit of it costs [price]. *)
Record condition := Condition { steps : list (Q * list Q); most : Q; price : Q }.

(** A row is above zero along no hard form, or is zero but at one truth of [alone]. *)
Record rules := Rules { hard : list (list Q); alone : list nat; soft : list condition }.

Definition real_dot (k : nat) (f : list Q) (r : nat -> R) : R := dot k (vector f) r.

Definition spent (k : nat) (c : condition) (r : nat -> R) : R :=
  list_sum (map (fun s => Q2R (fst s) * Rmax 0 (real_dot k (snd s) r))%R (steps c)).

Definition allowed (k : nat) (L : rules) (r : nat -> R) : Prop :=
  (forall f, In f (hard L) -> (real_dot k f r <= 0)%R) \/
  exists j, In j (alone L) /\ forall i, (i < k)%nat -> i <> j -> r i = 0%R.

Definition obeys_rules (m k : nat) (L : rules) (P : matrix) : Prop :=
  stochastic m k P /\ (forall i, (i < m)%nat -> allowed k L (P i)) /\
  forall c, In c (soft L) -> (\sum_(i < m) spent k c (P i) <= Q2R (most c))%R.

(** ** What is computed *)

Definition simplex := list (list Q).

(** Not reduced: a sign needs no common divisors, and they take longer than products. *)
Fixpoint along_form (k : nat) (f v : list Q) : Q :=
  match k with
  | O => 0
  | S m => along_form m f v + entry f m * entry v m
  end.

(** Between v, above the plane, and w, below it. *)
Definition crossing (k : nat) (f v w : list Q) : list Q :=
  let p := Qred (along_form k f v) in
  let q := Qred (- along_form k f w) in
  from_entries k (fun j => Qred ((q * entry v j + p * entry w j) / (p + q))).

(** Vertices above, below and on a plane, in simplices that are on one side of it. *)
Fixpoint parts (n k : nat) (f : list Q) (up down on : simplex) : list simplex :=
  match n, up, down with
  | S m, v :: ups, w :: downs =>
      let x := crossing k f v w in
      parts m k f up downs (x :: on) ++ parts m k f ups down (x :: on)
  | _, _, _ => [up ++ down ++ on]
  end.

Definition is_up (k : nat) (f v : list Q) : bool := negb (Qle_bool (along_form k f v) 0).
Definition is_down (k : nat) (f v : list Q) : bool := negb (Qle_bool 0 (along_form k f v)).
Definition is_on (k : nat) (f v : list Q) : bool := negb (is_up k f v) && negb (is_down k f v).

Definition cut (k : nat) (f : list Q) (V : simplex) : list simplex :=
  parts (length V) k f (filter (is_up k f) V) (filter (is_down k f) V) (filter (is_on k f) V).

(** What of a simplex is not above a plane, where all of it is not below. *)
Definition kept_below (k : nat) (f : list Q) (V : simplex) : simplex :=
  if existsb (is_down k f) V then V else filter (fun v => negb (is_up k f v)) V.

Definition unit_row (k a : nat) : list Q := from_entries k (fun j => if Nat.eqb j a then 1 else 0).

Definition hard_cells (k : nat) (forms : list (list Q)) : list simplex :=
  fold_right (fun f cells => map (kept_below k f) (flat_map (cut k f) cells))
    [map (unit_row k) (seq 0 k)] forms.

Definition soft_forms (L : rules) : list (list Q) := flat_map (fun c => map snd (steps c)) (soft L).

Definition cells (k : nat) (L : rules) : list simplex :=
  fold_right (fun f cells => flat_map (cut k f) cells) (hard_cells k (hard L)) (soft_forms L) ++
  map (fun j => [unit_row k j]) (alone L).

Definition one_sided (k : nat) (f : list Q) (V : simplex) : bool :=
  forallb (fun v => negb (is_up k f v)) V || forallb (fun v => negb (is_down k f v)) V.

(** A vertex obeys the levels that are known to follow from the rules. *)
Definition vertex_row (k : nat) (known : list (list (option Q))) (v : list Q) : bool :=
  all k (fun j => Qle_bool 0 (entry v j)) &&
  all_pairs k (fun a b => Qle_bool (qexcess known a b (entry v)) 0).

(** Neighbours share vertices: each is asked once. *)
Definition cells_pass (k : nat) (L : rules) (known : list (list (option Q)))
  (passes : list Q -> bool) : bool :=
  let found := cells k L in
  forallb (fun V => forallb (fun f => one_sided k f V) (soft_forms L)) found &&
  forallb (fun v => vertex_row k known v && passes v) (nodup (list_eq_dec q_dec) (concat found)).

Definition qspent (k : nat) (c : condition) (v : list Q) : Q :=
  fold_right (fun s rest => Qred (fst s * qmax 0 (along_form k (snd s) v) + rest)) 0 (steps c).

(** Prices of truths, and of what a row spends of the conditions. *)
Definition qcharged (k : nat) (L : rules) (y v : list Q) : Q :=
  fold_right (fun c rest => Qred (price c * qspent k c v + rest))
    (qdot k (entry y) (entry v)) (soft L).

Definition qpaid (k : nat) (L : rules) (y : list Q) : Q :=
  fold_right (fun c rest => Qred (price c * most c + rest)) (qsum k (entry y)) (soft L).

Definition prices_rise (L : rules) : bool := forallb (fun c => Qle_bool 0 (price c)) (soft L).

Definition rules_hold (k m : nat) (L : rules) (T : list (list Q)) : bool :=
  let row := fun i => from_entries k (entry2 T i) in
  all k (fun j => all m (fun i => Qle_bool 0 (entry2 T i j)) &&
    Qeq_bool (qsum m (fun i => entry2 T i j)) 1) &&
  all m (fun i => forallb (fun f => Qle_bool (along_form k f (row i)) 0) (hard L) ||
    existsb (fun j => all k (fun i' => Nat.eqb i' j || Qeq_bool (entry2 T i i') 0)) (alone L)) &&
  forallb (fun c => Qle_bool (qsum m (fun i => qspent k c (row i))) (most c)) (soft L).

(** ** Why it may be believed *)

Open Scope R_scope.

Definition point (v : list Q) : nat -> R := vector v.

(** A sum of vertices with weights that are not negative. *)
Fixpoint mixture (k : nat) (V : simplex) (r : nat -> R) : Prop :=
  match V with
  | [] => forall j, (j < k)%nat -> r j = 0
  | v :: rest => exists w s, 0 <= w /\ mixture k rest s /\
      forall j, (j < k)%nat -> r j = w * point v j + s j
  end.

Lemma mixture_same : forall k V r s, (forall j, (j < k)%nat -> s j = r j) ->
  mixture k V r -> mixture k V s.
Proof.
  intros k [|v V] r s same mixed; cbn [mixture] in *.
  - intros j small. rewrite same; auto.
  - destruct mixed as (w & t & pos & rest & sum_). exists w, t. repeat split; auto.
    intros j small. rewrite same; auto.
Qed.

Lemma mixture_adds : forall k V r s, mixture k V r -> mixture k V s ->
  mixture k V (fun j => r j + s j).
Proof.
  intros k. induction V as [|v V IH]; intros r s one two; cbn [mixture] in *.
  - intros j small. rewrite one, two by assumption. ring.
  - destruct one as (w & t & pos & rest & sum_). destruct two as (w' & t' & pos' & rest' & sum').
    exists (w + w'), (fun j => t j + t' j). split; [lra|]. split; [now apply IH|].
    intros j small. rewrite sum_, sum' by assumption. ring.
Qed.

Lemma mixture_none : forall k V, mixture k V (fun _ => 0).
Proof.
  intros k. induction V as [|v V IH]; cbn [mixture]; [auto|].
  exists 0, (fun _ => 0). split; [lra|]. split; [assumption|]. intros. ring.
Qed.

Lemma mixture_one : forall k V v w, In v V -> 0 <= w -> mixture k V (fun j => w * point v j).
Proof.
  intros k. induction V as [|u V IH]; intros v w inside pos; [destruct inside|].
  cbn [mixture]. destruct inside as [->|inside].
  - exists w, (fun _ => 0). split; [assumption|]. split; [apply mixture_none|]. intros. ring.
  - exists 0, (fun j => w * point v j). split; [lra|]. split; [now apply IH|]. intros. ring.
Qed.

Lemma mixture_into : forall k V W r, (forall v, In v V -> In v W) -> mixture k V r -> mixture k W r.
Proof.
  intros k V W. induction V as [|v V IH]; intros r inside mixed; cbn [mixture] in *.
  - apply mixture_same with (fun _ => 0); [assumption|apply mixture_none].
  - destruct mixed as (w & s & pos & rest & sum_).
    apply mixture_same with (fun j => w * point v j + s j); [assumption|].
    apply mixture_adds; [apply mixture_one; [apply inside; now left|assumption]|].
    apply IH; [|assumption]. intros u there. apply inside. now right.
Qed.

Lemma point_dot : forall k f v, Q2R (along_form k f v) = real_dot k f (point v).
Proof.
  intros k f v. unfold real_dot, dot. induction k as [|k IH]; cbn [along_form sum]; [apply Q2R_zero|].
  now rewrite Q2R_plus, Q2R_mult, IH.
Qed.

Lemma dot_of_sum : forall k f w (v s r : nat -> R),
  (forall j, (j < k)%nat -> r j = w * v j + s j) ->
  real_dot k f r = w * real_dot k f v + real_dot k f s.
Proof.
  intros k f w v s r parts_. unfold real_dot, dot. rewrite <- sum_scale, <- sum_plus.
  apply sum_ext. intros j small. rewrite parts_ by assumption. ring.
Qed.

Lemma dot_of_none : forall k f r, (forall j, (j < k)%nat -> r j = 0) -> real_dot k f r = 0.
Proof. intros k f r none. apply sum_zero. intros j small. rewrite none by assumption. ring. Qed.

Lemma up_spec : forall k f v, (is_up k f v = true <-> 0 < real_dot k f (point v)) /\
  (is_up k f v = false <-> real_dot k f (point v) <= 0).
Proof.
  intros k f v. rewrite <- point_dot. unfold is_up.
  destruct (Qle_bool (along_form k f v) 0) eqn:order; simpl.
  - apply le_real in order. rewrite Q2R_zero in order.
    split; split; intros; try reflexivity; try discriminate; lra.
  - assert (0 < Q2R (along_form k f v)) as above.
    { rewrite <- Q2R_zero. apply Qlt_Rlt, Qnot_le_lt. intros less. apply Qle_bool_iff in less.
      congruence. }
    split; split; intros; try reflexivity; try discriminate; lra.
Qed.

Lemma down_spec : forall k f v, (is_down k f v = true <-> real_dot k f (point v) < 0) /\
  (is_down k f v = false <-> 0 <= real_dot k f (point v)).
Proof.
  intros k f v. rewrite <- point_dot. unfold is_down.
  destruct (Qle_bool 0 (along_form k f v)) eqn:order; simpl.
  - apply le_real in order. rewrite Q2R_zero in order.
    split; split; intros; try reflexivity; try discriminate; lra.
  - assert (Q2R (along_form k f v) < 0) as below.
    { rewrite <- Q2R_zero. apply Qlt_Rlt, Qnot_le_lt. intros less. apply Qle_bool_iff in less.
      congruence. }
    split; split; intros; try reflexivity; try discriminate; lra.
Qed.

Lemma crossing_point : forall k f v w j, (j < k)%nat ->
  0 < real_dot k f (point v) -> real_dot k f (point w) < 0 ->
  point (crossing k f v w) j * (real_dot k f (point v) - real_dot k f (point w)) =
  - real_dot k f (point w) * point v j + real_dot k f (point v) * point w j.
Proof.
  intros k f v w j small up down. rewrite <- !point_dot in *. unfold point, vector, crossing.
  rewrite entry_of, (Qeq_eqR _ _ (Qred_correct _)) by assumption.
  set (p := along_form k f v) in *. set (q := along_form k f w) in *.
  assert (Q2R (Qred p) = Q2R p) as same by (apply Qeq_eqR, Qred_correct).
  assert (Q2R (Qred (- q)) = - Q2R q) as same' by (rewrite <- Q2R_opp; apply Qeq_eqR, Qred_correct).
  rewrite Q2R_div.
  - rewrite !Q2R_plus, !Q2R_mult, same, same'. field. lra.
  - intros zero. apply Qeq_eqR in zero. rewrite Q2R_plus, Q2R_zero, same, same' in zero. lra.
Qed.

(** A row with weights of both v and w is one of the crossing and of the heavier of them. *)
Lemma parts_hold : forall k f n up down on r,
  (forall v, In v up -> 0 < real_dot k f (point v)) ->
  (forall v, In v down -> real_dot k f (point v) < 0) ->
  mixture k (up ++ down ++ on) r -> exists V, In V (parts n k f up down on) /\ mixture k V r.
Proof.
  intros k f. induction n as [|n IH]; intros up down on r above below mixed.
  { exists (up ++ down ++ on). split; [now left|assumption]. }
  destruct up as [|v ups]; [exists (down ++ on); split; [now left|assumption]|].
  destruct down as [|w downs]; [exists ((v :: ups) ++ [] ++ on); split; [now left|assumption]|].
  assert (mixture k (v :: w :: ups ++ downs ++ on) r) as ordered.
  { apply mixture_into with (2 := mixed). intros u there. simpl in *. rewrite !in_app_iff in *.
    simpl in there. rewrite ?in_app_iff in there. tauto. }
  cbn [mixture] in ordered. destruct ordered as (a & s & pos_a & (b & t & pos_b & rest & of_s) & of_r).
  pose proof (above v (or_introl eq_refl)) as up_v. pose proof (below w (or_introl eq_refl)) as down_w.
  set (x := crossing k f v w) in *.
  pose proof (fun j small => crossing_point k f v w j small up_v down_w) as at_x. fold x in at_x.
  set (p := real_dot k f (point v)) in *. set (q := real_dot k f (point w)) in *.
  cbn [parts]. fold x.
  assert (forall W, (forall u, In u (x :: ups ++ downs ++ on) -> In u W) -> forall c u e, 0 <= c ->
    0 <= e -> In u W -> (forall j, (j < k)%nat -> r j = c * point u j + (e * point x j + t j)) ->
    mixture k W r) as found.
  { intros W holds c u e pos pos' own equal.
    apply mixture_same with (fun j => c * point u j + (e * point x j + t j)); [assumption|].
    apply mixture_adds; [now apply mixture_one|]. apply mixture_adds.
    - apply mixture_one; [apply holds; now left|assumption].
    - apply mixture_into with (2 := rest). intros u' there. apply holds. now right. }
  destruct (Rle_dec (b * - q) (a * p)) as [heavy|light].
  - destruct (IH (v :: ups) downs (x :: on) r) as (V & inside & own); auto.
    + intros u there. apply below. now right.
    + apply (found _) with (c := a - b * - q / p) (u := v) (e := b * (p - q) / p).
      * intros u there. simpl in *. rewrite !in_app_iff in *. simpl. tauto.
      * apply Rmult_le_reg_r with p; [assumption|].
        replace ((a - b * - q / p) * p) with (a * p - b * - q) by (field; lra). lra.
      * apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. left. now apply Rinv_0_lt_compat.
      * now left.
      * intros j small. rewrite of_r, of_s by assumption. specialize (at_x j small).
        apply Rmult_eq_reg_r with p; [|lra].
        replace ((a - b * - q / p) * point v j + (b * (p - q) / p * point x j + t j)) with
          (a * point v j + b * q / p * point v j + b / p * (point x j * (p - q)) + t j)
          by (field; lra).
        rewrite at_x. field. lra.
    + exists V. split; [apply in_or_app; now left|assumption].
  - destruct (IH ups (w :: downs) (x :: on) r) as (V & inside & own); auto.
    + intros u there. apply above. now right.
    + apply (found _) with (c := b - a * p / - q) (u := w) (e := a * (p - q) / - q).
      * intros u there. simpl in *. rewrite !in_app_iff in *. simpl. rewrite in_app_iff. simpl. tauto.
      * apply Rmult_le_reg_r with (- q); [lra|].
        replace ((b - a * p / - q) * - q) with (b * - q - a * p) by (field; lra). lra.
      * apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. left. apply Rinv_0_lt_compat. lra.
      * rewrite in_app_iff. right. now left.
      * intros j small. rewrite of_r, of_s by assumption. specialize (at_x j small).
        replace ((b - a * p / - q) * point w j + (a * (p - q) / - q * point x j + t j)) with
          (b * point w j + a * p / q * point w j - a / q * (point x j * (p - q)) + t j)
          by (field; lra).
        rewrite at_x. field. lra.
    + exists V. split; [apply in_or_app; now right|assumption].
Qed.

Lemma cut_holds : forall k f V r, mixture k V r -> exists W, In W (cut k f V) /\ mixture k W r.
Proof.
  intros k f V r mixed. apply parts_hold.
  - intros v inside. apply filter_In in inside as [_ yes]. now apply (up_spec k f v).
  - intros v inside. apply filter_In in inside as [_ yes]. now apply (down_spec k f v).
  - apply mixture_into with (2 := mixed). intros v inside. rewrite !in_app_iff, !filter_In.
    unfold is_on. destruct (is_up k f v), (is_down k f v); simpl; tauto.
Qed.

Lemma below_holds : forall k f V r, real_dot k f r <= 0 -> mixture k V r ->
  mixture k (kept_below k f V) r.
Proof.
  intros k f V r low mixed. unfold kept_below.
  destruct (existsb (is_down k f) V) eqn:some; [assumption|].
  enough (0 <= real_dot k f r /\
    (real_dot k f r <= 0 -> mixture k (filter (fun v => negb (is_up k f v)) V) r)) by tauto.
  clear low. revert r mixed. induction V as [|v V IH]; intros r mixed.
  { cbn [mixture] in mixed. rewrite dot_of_none by assumption. split; [lra|]. now intros. }
  cbn [existsb] in some. apply orb_false_elim in some as [up rest].
  apply (down_spec k f v) in up. destruct mixed as (w & s & pos & mixed & of_r).
  destruct (IH rest s mixed) as [above kept].
  rewrite (dot_of_sum k f w (point v) s) by assumption.
  assert (0 <= w * real_dot k f (point v)) as part_ by now apply Rmult_le_pos.
  split; [lra|]. intros low. specialize (kept ltac:(lra)). cbn [filter].
  destruct (is_up k f v) eqn:high_; cbn [negb].
  - apply (up_spec k f v) in high_. assert (w * real_dot k f (point v) = 0) as none by lra.
    assert (w = 0) as nothing by (apply Rmult_integral in none; destruct none; lra).
    apply mixture_same with s; [|assumption]. intros j small. rewrite of_r, nothing by assumption. ring.
  - cbn [mixture]. now exists w, s.
Qed.

Lemma unit_point : forall k a j, (j < k)%nat -> point (unit_row k a) j = at_index a j.
Proof.
  intros k a j small. unfold point, vector, unit_row. rewrite entry_of by assumption.
  unfold at_index. destruct (Nat.eqb_spec j a), (Nat.eq_dec a j); try congruence;
    [apply Q2R_one|apply Q2R_zero].
Qed.

Lemma units_hold : forall k r, nonnegative k r -> mixture k (map (unit_row k) (seq 0 k)) r.
Proof.
  intros k r nonneg.
  enough (forall n, (n <= k)%nat -> mixture k (map (unit_row k) (seq 0 n))
    (fun j => if Nat.ltb j n then r j else 0)) as all_.
  { apply mixture_same with (2 := all_ k (le_n k)). intros j small. apply Nat.ltb_lt in small.
    now rewrite small. }
  induction n as [|n IH]; intros few; [now intros j _|].
  apply mixture_same with (fun j => (if Nat.ltb j n then r j else 0) + r n * point (unit_row k n) j).
  - intros j small. rewrite unit_point by assumption. unfold at_index.
    destruct (Nat.eq_dec n j) as [<-|other].
    + rewrite Nat.ltb_irrefl, (proj2 (Nat.ltb_lt n (S n))) by lia. ring.
    + destruct (Nat.ltb_spec j n), (Nat.ltb_spec j (S n)); try lia; ring.
  - rewrite seq_S. apply mixture_adds.
    + apply mixture_into with (2 := IH ltac:(lia)). intros v inside.
      apply in_map_iff in inside as (a & <- & there). apply in_map, in_or_app. now left.
    + apply mixture_one; [apply in_map, in_or_app; right; now left|]. apply nonneg. lia.
Qed.

Lemma soft_cut : forall k forms start r, (exists V, In V start /\ mixture k V r) ->
  exists V, In V (fold_right (fun f cells => flat_map (cut k f) cells) start forms) /\ mixture k V r.
Proof.
  intros k forms start r found. induction forms as [|f forms (V & inside & mixed)]; [exact found|].
  destruct (cut_holds k f V r mixed) as (W & part_ & own). exists W. split; [|assumption].
  cbn [fold_right]. apply in_flat_map. now exists V.
Qed.

Lemma cells_hold : forall k L r, nonnegative k r -> allowed k L r ->
  exists V, In V (cells k L) /\ mixture k V r.
Proof.
  intros k L r nonneg [below|(j & own & single)].
  - destruct (soft_cut k (soft_forms L) (hard_cells k (hard L)) r) as (V & inside & mixed).
    + unfold hard_cells. induction (hard L) as [|f forms IH].
      * exists (map (unit_row k) (seq 0 k)). split; [now left|now apply units_hold].
      * destruct IH as (V & inside & mixed); [intros g there; apply below; now right|].
        destruct (cut_holds k f V r mixed) as (W & part_ & own). exists (kept_below k f W).
        split; [|apply below_holds; [apply below; now left|assumption]].
        cbn [fold_right]. apply in_map, in_flat_map. now exists V.
    + exists V. split; [apply in_or_app; now left|assumption].
  - exists [unit_row k j]. split.
    + apply in_or_app. right. apply in_map_iff. now exists j.
    + destruct (Nat.lt_ge_cases j k) as [small|large].
      * exists (r j), (fun _ => 0). split; [now apply nonneg|]. split; [now intros|].
        intros i inside. rewrite unit_point by assumption. unfold at_index.
        destruct (Nat.eq_dec j i) as [<-|other]; [ring|]. rewrite single by auto. ring.
      * exists 0, (fun _ => 0). split; [lra|]. split; [now intros|].
        intros i inside. rewrite single by lia. ring.
Qed.

(** ** What rows cost *)

Definition charged (k : nat) (L : rules) (y : list Q) (r : nat -> R) : R :=
  real_dot k y r + list_sum (map (fun c => Q2R (price c) * spent k c r) (soft L)).

Lemma spent_real : forall k c v, Q2R (qspent k c v) = spent k c (point v).
Proof.
  intros k c v. unfold qspent, spent. induction (steps c) as [|s l IH]; cbn [fold_right map list_sum].
  - apply Q2R_zero.
  - rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus, Q2R_mult, max_real, Q2R_zero, point_dot.
    now rewrite IH.
Qed.

Lemma charged_real : forall k L y v, Q2R (qcharged k L y v) = charged k L y (point v).
Proof.
  intros k L y v. unfold qcharged, charged.
  induction (soft L) as [|c l IH]; cbn [fold_right map list_sum].
  - rewrite dot_real. unfold real_dot, point, vector. ring.
  - rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus, Q2R_mult, spent_real, IH. ring.
Qed.

Lemma mixture_above : forall k f V r, mixture k V r ->
  (forall v, In v V -> 0 <= real_dot k f (point v)) -> 0 <= real_dot k f r.
Proof.
  intros k f. induction V as [|v V IH]; intros r mixed each.
  - rewrite dot_of_none by assumption. lra.
  - destruct mixed as (w & s & pos & mixed & of_r). rewrite (dot_of_sum k f w (point v) s) by assumption.
    pose proof (each v (or_introl eq_refl)) as own.
    specialize (IH s mixed (fun u there => each u (or_intror there))).
    assert (0 <= w * real_dot k f (point v)) by now apply Rmult_le_pos. lra.
Qed.

Lemma mixture_below : forall k f V r, mixture k V r ->
  (forall v, In v V -> real_dot k f (point v) <= 0) -> real_dot k f r <= 0.
Proof.
  intros k f. induction V as [|v V IH]; intros r mixed each.
  - rewrite dot_of_none by assumption. lra.
  - destruct mixed as (w & s & pos & mixed & of_r). rewrite (dot_of_sum k f w (point v) s) by assumption.
    pose proof (each v (or_introl eq_refl)) as own.
    specialize (IH s mixed (fun u there => each u (or_intror there))).
    assert (0 <= w * - real_dot k f (point v)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma one_sided_spec : forall k f V r, one_sided k f V = true -> mixture k V r ->
  ((forall v, In v V -> real_dot k f (point v) <= 0) /\ real_dot k f r <= 0) \/
  ((forall v, In v V -> 0 <= real_dot k f (point v)) /\ 0 <= real_dot k f r).
Proof.
  intros k f V r yes mixed. unfold one_sided in yes.
  apply orb_prop in yes as [yes|yes]; rewrite forallb_forall in yes; [left|right].
  - assert (forall v, In v V -> real_dot k f (point v) <= 0) as each
      by (intros v inside; apply (up_spec k f v), negb_true_iff; now apply yes).
    split; [assumption|]. now apply mixture_below with V.
  - assert (forall v, In v V -> 0 <= real_dot k f (point v)) as each
      by (intros v inside; apply (down_spec k f v), negb_true_iff; now apply yes).
    split; [assumption|]. now apply mixture_above with V.
Qed.

Lemma rest_one_sided : forall k f v V, one_sided k f (v :: V) = true -> one_sided k f V = true.
Proof.
  intros k f v V yes. unfold one_sided in *. cbn [forallb] in yes.
  apply orb_prop in yes as [yes|yes]; apply andb_prop in yes as [_ yes]; rewrite yes;
    [reflexivity|apply orb_true_r].
Qed.

Lemma part_above : forall k f v V w s r, one_sided k f (v :: V) = true -> 0 <= w -> mixture k V s ->
  (forall j, (j < k)%nat -> r j = w * point v j + s j) ->
  Rmax 0 (real_dot k f r) = w * Rmax 0 (real_dot k f (point v)) + Rmax 0 (real_dot k f s).
Proof.
  intros k f v V w s r sided pos mixed of_r.
  assert (mixture k (v :: V) r) as whole by now exists w, s.
  pose proof (one_sided_spec k f (v :: V) r sided whole) as sides.
  assert (mixture k (v :: V) s) as rest.
  { apply mixture_into with (2 := mixed). intros u there. now right. }
  pose proof (one_sided_spec k f (v :: V) s sided rest) as sides'.
  rewrite (dot_of_sum k f w (point v) s r of_r) in *.
  set (d := real_dot k f (point v)) in *. set (e := real_dot k f s) in *.
  assert (forall x, 0 <= x -> Rmax 0 x = x) as right by (intros; now rewrite Rmax_right).
  assert (forall x, x <= 0 -> Rmax 0 x = 0) as left by (intros; now rewrite Rmax_left).
  destruct sides as [[each low]|[each high_]].
  - pose proof (each v (or_introl eq_refl)) as own. fold d in own.
    assert (0 <= w * - d) by (apply Rmult_le_pos; lra).
    destruct sides' as [[_ low']|[each' high']].
    + rewrite !left by lra. ring.
    + pose proof (each' v (or_introl eq_refl)) as own'. fold d in own'.
      assert (d = 0) as none by lra. rewrite none in *. rewrite !left by lra. ring.
  - pose proof (each v (or_introl eq_refl)) as own. fold d in own.
    assert (0 <= w * d) by (apply Rmult_le_pos; lra).
    destruct sides' as [[each' low']|[_ high']].
    + pose proof (each' v (or_introl eq_refl)) as own'. fold d in own'.
      assert (d = 0) as none by lra. rewrite none in *. rewrite !left by lra. ring.
    + rewrite !right by lra. ring.
Qed.

Lemma charge_of_sum : forall k L y v V w s r,
  forallb (fun f => one_sided k f (v :: V)) (soft_forms L) = true -> 0 <= w -> mixture k V s ->
  (forall j, (j < k)%nat -> r j = w * point v j + s j) ->
  charged k L y r = w * charged k L y (point v) + charged k L y s.
Proof.
  intros k L y v V w s r sided pos mixed of_r. unfold charged.
  rewrite (dot_of_sum k y w (point v) s r of_r). rewrite forallb_forall in sided.
  enough (list_sum (map (fun c => Q2R (price c) * spent k c r) (soft L)) =
    w * list_sum (map (fun c => Q2R (price c) * spent k c (point v)) (soft L)) +
    list_sum (map (fun c => Q2R (price c) * spent k c s) (soft L))) by lra.
  unfold soft_forms in sided. induction (soft L) as [|c l IH]; cbn [map list_sum]; [ring|].
  rewrite IH.
  2: { intros f there. apply sided. cbn [flat_map]. apply in_or_app. now right. }
  enough (spent k c r = w * spent k c (point v) + spent k c s) as -> by ring.
  assert (forall f, In f (map snd (steps c)) -> one_sided k f (v :: V) = true) as own.
  { intros f there. apply sided. cbn [flat_map]. apply in_or_app. now left. }
  unfold spent. induction (steps c) as [|t u IH']; cbn [map list_sum]; [ring|].
  rewrite IH' by (intros f there; apply own; now right).
  rewrite (part_above k (snd t) v V w s r) by (auto; apply own; now left). ring.
Qed.

(** ** Every row that is allowed is charged at least what it is worth *)

Lemma vertex_row_spec : forall k known v, vertex_row k known v = true ->
  row k (real_levels known) (real_matrix []) (point v).
Proof.
  intros k known v yes. apply andb_prop in yes as [above levels_]. split.
  - intros j small. unfold point, vector. rewrite <- Q2R_zero. apply le_real.
    exact (all_spec _ _ above j small).
  - intros a b small small' _. pose proof (all_pairs_spec _ _ levels_ a b small small') as low.
    apply le_real in low. rewrite excess_real, Q2R_zero in low.
    apply Rle_antisym; [exact low|apply excess_nonneg].
Qed.

Lemma row_adds : forall k G delta r s, row k G delta r -> row k G delta s ->
  row k G delta (fun j => r j + s j).
Proof.
  intros k G delta r s [above hard_] [above' hard']. split.
  - intros j small. specialize (above j small). specialize (above' j small). lra.
  - intros a b small small' none. specialize (hard_ a b small small' none).
    specialize (hard' a b small small' none). unfold excess in *.
    destruct (G a b) as [g|]; [|reflexivity]. destruct (Nat.eq_dec a b); [reflexivity|].
    pose proof (Rmax_r 0 (r a - g * r b)). pose proof (Rmax_r 0 (s a - g * s b)).
    apply Rmax_left. lra.
Qed.

Lemma no_row : forall k G delta, row k G delta (fun _ => 0).
Proof.
  intros k G delta. split; [intros; lra|]. intros a b _ _ _. unfold excess.
  destruct (G a b) as [g|]; [|reflexivity]. destruct (Nat.eq_dec a b); [reflexivity|].
  apply Rmax_left. lra.
Qed.

Lemma mixture_row : forall k G delta V r, (forall v, In v V -> row k G delta (point v)) ->
  mixture k V r -> row k G delta r.
Proof.
  intros k G delta. induction V as [|v V IH]; intros r each mixed.
  - apply row_same with (fun _ => 0); [assumption|apply no_row].
  - destruct mixed as (w & s & pos & rest & of_r).
    apply row_same with (fun j => w * point v j + s j); [assumption|].
    apply row_adds; [apply row_scales; [assumption|apply each; now left]|].
    apply IH; [|assumption]. intros u there. apply each. now right.
Qed.

Lemma cells_spec : forall k L known passes r, cells_pass k L known passes = true ->
  nonnegative k r -> allowed k L r -> exists V, mixture k V r /\
    forallb (fun f => one_sided k f V) (soft_forms L) = true /\
    forall v, In v V -> row k (real_levels known) (real_matrix []) (point v) /\ passes v = true.
Proof.
  intros k L known passes r yes nonneg own.
  destruct (cells_hold k L r nonneg own) as (V & inside & mixed). exists V. split; [assumption|].
  unfold cells_pass in yes. cbv zeta in yes. apply andb_prop in yes as [sided vertices_].
  rewrite forallb_forall in sided, vertices_. split; [now apply sided|].
  intros v there. specialize (vertices_ v).
  rewrite nodup_In, in_concat in vertices_. specialize (vertices_ (ex_intro _ V (conj inside there))).
  apply andb_prop in vertices_ as [good passed]. split; [now apply vertex_row_spec|assumption].
Qed.

Theorem allowed_row : forall k L known passes r, cells_pass k L known passes = true ->
  nonnegative k r -> allowed k L r -> row k (real_levels known) (real_matrix []) r.
Proof.
  intros k L known passes r yes nonneg own.
  destruct (cells_spec k L known passes r yes nonneg own) as (V & mixed & _ & each).
  apply mixture_row with (2 := mixed). intros v there. now apply each.
Qed.

Theorem planes_decide : forall k L known y u passes,
  gauge_on k (real_levels known) (real_matrix []) u ->
  (forall v, row k (real_levels known) (real_matrix []) (point v) -> passes v = true ->
    u (point v) <= Q2R (qcharged k L y v)) ->
  cells_pass k L known passes = true ->
  forall r, nonnegative k r -> allowed k L r -> u r <= charged k L y r.
Proof.
  intros k L known y u passes (same & scales & adds) means yes r nonneg own.
  destruct (cells_spec k L known passes r yes nonneg own) as (V & mixed & sided & each).
  clear yes nonneg own. revert r mixed sided each.
  induction V as [|v V IH]; intros r mixed sided each.
  - cbn [mixture] in mixed. rewrite (same r (fun j => 0 * (fun _ => 0) j))
      by (intros j small; rewrite mixed by assumption; ring).
    rewrite scales by (try apply no_row; lra).
    enough (charged k L y r = 0) by lra. unfold charged. rewrite dot_of_none by assumption.
    induction (soft L) as [|c l IH]; cbn [map list_sum]; [ring|].
    enough (spent k c r = 0) as -> by lra. unfold spent.
    induction (steps c) as [|t u' IH']; cbn [map list_sum]; [reflexivity|].
    rewrite dot_of_none, Rmax_left by (assumption || lra). lra.
  - destruct mixed as (w & s & pos & rest & of_r).
    destruct (each v (or_introl eq_refl)) as [own passed].
    assert (forall v', In v' V -> row k (real_levels known) (real_matrix []) (point v') /\
      passes v' = true) as others by (intros v' there; apply each; now right).
    assert (row k (real_levels known) (real_matrix []) s) as row_s
      by (apply mixture_row with (2 := rest); intros v' there; now apply others).
    rewrite (charge_of_sum k L y v V w s r sided pos rest of_r).
    rewrite (same r (fun j => w * point v j + s j)) by assumption.
    eapply Rle_trans; [apply adds; [now apply row_scales|assumption]|].
    rewrite scales by assumption. apply Rplus_le_compat.
    + apply Rmult_le_compat_l; [assumption|]. rewrite <- charged_real. now apply means.
    + apply IH; try assumption. rewrite forallb_forall in *. intros f there.
      apply rest_one_sided with v. now apply sided.
Qed.

Theorem rules_pay : forall m k L y P, prices_rise L = true -> obeys_rules m k L P ->
  \sum_(i < m) charged k L y (P i) <= Q2R (qpaid k L y).
Proof.
  intros m k L y P rise (columns & _ & limited). unfold charged, qpaid. rewrite sum_plus.
  assert (\sum_(i < m) real_dot k y (P i) = Q2R (qsum k (entry y))) as truths.
  { unfold real_dot, dot. rewrite sum_of_sums, sum_real. apply sum_ext. intros j small.
    destruct (columns j small) as [_ one]. change (sum m (fun i => P i j) = 1) in one.
    rewrite sum_scale, one. unfold vector. ring. }
  rewrite truths. unfold prices_rise in rise.
  induction (soft L) as [|c l IH]; cbn [map list_sum fold_right forallb] in *.
  - rewrite sum_zero by reflexivity. lra.
  - apply andb_prop in rise as [pos rise]. apply le_real in pos. rewrite Q2R_zero in pos.
    rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus, Q2R_mult, sum_plus, sum_scale.
    specialize (IH rise (fun c' there => limited c' (or_intror there))).
    pose proof (limited c (or_introl eq_refl)) as least.
    apply (Rmult_le_compat_l (Q2R (price c))) in least; [lra|assumption].
Qed.

Lemma row_of_table : forall k T i j, (j < k)%nat ->
  point (from_entries k (entry2 T i)) j = real_matrix T i j.
Proof. intros. unfold point, vector. now rewrite entry_of. Qed.

Lemma rules_hold_spec : forall k m L T, rules_hold k m L T = true ->
  obeys_rules m k L (real_matrix T).
Proof.
  intros k m L T yes. unfold rules_hold in yes. cbv zeta in yes.
  apply andb_prop in yes as [yes limits]. apply andb_prop in yes as [columns rows_].
  assert (forall f i, real_dot k f (real_matrix T i) =
    real_dot k f (point (from_entries k (entry2 T i)))) as same.
  { intros f i. apply sum_ext. intros j small. now rewrite row_of_table. }
  split; [|split].
  - intros j small. pose proof (all_spec _ _ columns j small) as column. cbv beta in column.
    apply andb_prop in column as [nonneg one]. split.
    + intros i inside. unfold real_matrix. rewrite <- Q2R_zero. apply le_real.
      exact (all_spec _ _ nonneg i inside).
    + apply eq_real in one. rewrite sum_real, Q2R_one in one. exact one.
  - intros i inside. pose proof (all_spec _ _ rows_ i inside) as good. cbv beta in good.
    apply orb_prop in good as [good|good]; [left|right].
    + intros f there. rewrite forallb_forall in good. specialize (good f there).
      apply le_real in good. now rewrite point_dot, Q2R_zero, <- same in good.
    + apply existsb_exists in good as (j & there & single). exists j. split; [assumption|].
      intros i' small other. pose proof (all_spec _ _ single i' small) as zero. cbv beta in zero.
      apply orb_prop in zero as [equal|zero]; [now apply Nat.eqb_eq in equal|].
      unfold real_matrix. rewrite <- Q2R_zero. now apply eq_real.
  - intros c there. rewrite forallb_forall in limits. specialize (limits c there).
    apply le_real in limits. rewrite sum_real in limits. eapply Rle_trans; [|exact limits].
    apply Req_le, sum_ext. intros i _. rewrite spent_real. unfold spent.
    f_equal. apply map_ext. intros s. now rewrite same.
Qed.
