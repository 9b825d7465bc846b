(** Budgets of Renyi divergences and their prices: simplices of rows are halved until, at the vertices
    of each, one linear form below the charge is at least a utility. *)

From Coq Require Import Reals QArith Qreals Qround NArith Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Analysis MutualInformation PowerForms Simplices
  Checker RayChecker Logarithms RenyiBudgets.
Import ListNotations.
Open Scope R_scope.

Definition keeps_budgets (m k : nat) (budgets : list divergence) (most : divergence -> Q) (P : matrix)
  : Prop :=
  stochastic m k P /\ forall b, In b budgets -> keeps_budget m k b (most b) P.

(** ** What is computed: a line that touches where w^root is the ratio, or where its logarithm is l *)

Open Scope Q_scope.

(** Numbers over one unit are added without common divisors, which would take far longer. *)
Definition add (x y : Q) : Q :=
  if Pos.eqb (Qden x) (Qden y) then (Qnum x + Qnum y)%Z # Qden x else x + y.
Fixpoint along (k : nat) (f v : list Q) : Q :=
  match k with O => 0 | S m => add (along m f v) (entry f m * entry v m) end.

Definition common_unit (l : list Q) : BinNums.positive :=
  fold_right (fun x unit => Z.to_pos (Z.lcm (Zpos (Qden x)) (Zpos unit))) 1%positive l.
Definition same_over (unit : BinNums.positive) (x : Q) : Q :=
  let y := (Qnum x * (Zpos unit / Zpos (Qden x)))%Z # unit in if Qeq_bool y x then y else x.
Definition cost_over (unit : BinNums.positive) (b : divergence) : divergence :=
  Divergence (over b) (root b) (first b) (second b) (same_over unit (cost b)) (most_above b) (most_kept b).

(** To multiples of 2^-80. *)
Definition down (x : Q) : Q := Qfloor (x * (2 ^ 80 # 1)) # 2 ^ 80.
Definition up (x : Q) : Q := - down (- x).

Definition near_log (digits : nat) (ratio : Q) : Q :=
  if Qle_bool ratio (1 # 4096) then -9 # 1
  else if Qle_bool 4096 ratio then 9 # 1
  else Qred (Z.shiftr (log_near 8 ratio) (160 - Z.of_nat digits) # 2 ^ Pos.of_nat digits).

(** The slope and the height. *)
Definition line (b : divergence) (digits : nat) (ratio : Q) : Q * Q :=
  match over b with
  | O => let l := near_log digits ratio in
      let below := exp_low (- l) in
      if Qle_bool below 0 then (1, 1) else (down (1 + l), up (/ below))
  | n => let w := near_root (root b) digits ratio in
      let q := Z.of_nat (root b) in
      let p := Z.of_nat (n + root b) in
      (down ((p # Z.to_pos q) * qpower w n), up ((Z.of_nat n # Z.to_pos q) * qpower w (n + root b)))
  end.

(** The sum of x over that of the largest y. *)
Definition ratio_of (k : nat) (b : divergence) (V : list (list Q)) : Q :=
  let xs := map (along k (first b)) V in
  let ys := map (along k (second b)) V in
  let most := fold_right qmax 0 ys in
  if Qle_bool most 0 then 4096 else fold_right Qplus 0 xs / (inject_Z (Z.of_nat (length V)) * most).

Definition add_line (k digits : nat) (V : list (list Q)) (b : divergence) (form : list Q) : list Q :=
  let (slope, height) := line b digits (ratio_of k b V) in
  from_entries k (fun j =>
    add (entry form j) (cost b * add (slope * entry (first b) j) (- (height * entry (second b) j)))).

Definition lower_form (k digits : nat) (budgets : list divergence) (y : list Q) (V : list (list Q))
  : list Q :=
  fold_right (add_line k digits V) y budgets.

(** ** Simplices: each vertex stands beside what it asks of a charge *)

Definition asked := (list Q * (Q -> bool))%type.

Definition squared_length (k : nat) (v w : list Q) : Q :=
  qsum k (fun j => (entry v j - entry w j) * (entry v j - entry w j)).

Definition none_asked : asked := ([], fun _ => false).
Definition at_place (V : list asked) (i : nat) : asked := nth i V none_asked.

(** The ends of the longest edge. *)
Definition longest (k : nat) (V : list asked) : nat * nat :=
  let places := seq 0 (length V) in
  let edges := flat_map (fun a => map (fun b =>
    (a, b, squared_length k (fst (at_place V a)) (fst (at_place V b)))) (seq 0 a)) places in
  fst (fold_right (fun e best => if Qle_bool (snd e) (snd best) then best else e) ((0%nat, 0%nat), 0) edges).

Definition middle_row (k : nat) (v w : list Q) : list Q :=
  from_entries k (fun j => Qred ((entry v j + entry w j) * (1 # 2))).

Definition with_vertex (V : list asked) (a : nat) (v : asked) : list asked :=
  map (fun i => if Nat.eqb i a then v else at_place V i) (seq 0 (length V)).

Section Cover.

Variables (k : nat) (budgets : list divergence) (y : list Q) (passes : list Q -> Q -> bool).

Definition vertices_pass (depth : nat) (V : list asked) : bool :=
  let form := lower_form k (4 + depth / (k - 1)) budgets y (map fst V) in
  forallb (fun v => snd v (along k form (fst v))) V.

Fixpoint covered (fuel depth : nat) (V : list asked) : bool :=
  if vertices_pass depth V then true
  else match fuel with
  | O => false
  | S fuel =>
      let (a, b) := longest k V in
      if Nat.ltb a (length V) && Nat.ltb b (length V) && negb (Nat.eqb a b) then
        let m := middle_row k (fst (at_place V a)) (fst (at_place V b)) in
        let v := (m, passes m) in
        if covered fuel (S depth) (with_vertex V a v) then covered fuel (S depth) (with_vertex V b v)
        else false
      else false
  end.

(** All rows with sum 2^40. *)
Definition first_simplex : list asked :=
  map (fun a => let v := from_entries k (fun j => if Nat.eqb j a then inject_Z (2 ^ 40) else 0) in
    (v, passes v)) (seq 0 k).

End Cover.

Definition budgets_cover (k : nat) (budgets : list divergence) (y : list Q)
  (passes : list Q -> Q -> bool) (fuel : nat) : bool :=
  let unit := common_unit (y ++ map cost budgets) in
  covered k (map (cost_over unit) budgets) (map (same_over (unit * 2 ^ 80)) y) passes fuel 0
    (first_simplex k passes).

(** ** Tables *)

Definition budgets_kept (k m : nat) (budgets : list divergence) (T : list (list Q)) : bool :=
  private_table k m [] [] T && forallb (fun b => is_budget k b && budget_kept k m T b) budgets.

Definition budgets_paid (k : nat) (budgets : list divergence) (y : list Q) : Q :=
  fold_right (fun b rest => Qred (cost b * most_above b + rest)) (qsum k (entry y)) budgets.

(** ** Why it may be believed: lines *)

Open Scope R_scope.

Lemma down_below : forall x, Q2R (down x) <= Q2R x.
Proof.
  intros x. unfold down. rewrite over_power. pose proof (Qfloor_le (x * (2 ^ 80 # 1))) as low.
  apply Qle_Rle in low. rewrite Q2R_mult in low. set (z := Qfloor _) in *.
  assert (Q2R (inject_Z z) = IZR z) as same by (unfold Q2R; simpl; field). rewrite same in low.
  assert (Q2R (2 ^ 80 # 1) = IZR (Zpos (2 ^ 80))) as unit
    by (rewrite over_power; change (2 ^ 80)%Z with (Zpos (2 ^ 80)); field).
  rewrite unit in low. assert (0 < IZR (Zpos (2 ^ 80))) as pos by (apply IZR_lt; reflexivity).
  apply Rmult_le_reg_r with (IZR (Zpos (2 ^ 80))); [assumption|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma up_above : forall x, Q2R x <= Q2R (up x).
Proof. intros x. unfold up. rewrite Q2R_opp. pose proof (down_below (- x)) as low. rewrite Q2R_opp in low. lra. Qed.

Theorem line_is_below : forall b digits ratio x y, (0 < root b)%nat -> 0 <= x -> 0 <= y ->
  (y = 0 -> x = 0) ->
  Q2R (fst (line b digits ratio)) * x - Q2R (snd (line b digits ratio)) * y <= spends b x y.
Proof.
  intros b digits ratio x y some lowx lowy silent. unfold line, spends, order_of.
  destruct (over b) as [|m] eqn:which.
  - set (l := near_log digits ratio). destruct (Qle_bool (exp_low (- l)) 0) eqn:none; cbn [fst snd].
    + pose proof (entropy_line 0 x y lowx lowy silent) as low. rewrite exp_0 in low.
      rewrite Q2R_one. lra.
    + assert (0 < Q2R (exp_low (- l))) as pos.
      { rewrite <- Q2R_zero. apply Qlt_Rlt, Qnot_le_lt. intros less. apply Qle_bool_iff in less. congruence. }
      eapply Rle_trans; [|now apply (entropy_line (Q2R l))]. apply lower_line; try assumption.
      * eapply Rle_trans; [apply down_below|]. rewrite Q2R_plus, Q2R_one. lra.
      * eapply Rle_trans; [|apply up_above]. rewrite Q2R_inv.
        -- pose proof (exp_low_below (- l)) as below. rewrite Q2R_opp, exp_Ropp in below.
           rewrite <- (Rinv_inv (exp (Q2R l))). apply Rinv_le_contravar; assumption.
        -- intros zero. apply Qeq_eqR in zero. rewrite Q2R_zero in zero. lra.
  - cbn [fst snd]. set (w := near_root (root b) digits ratio).
    pose proof (root_nonneg (root b) digits ratio : 0 <= Q2R w) as above.
    eapply Rle_trans; [|apply (power_line (S m) (root b) (Q2R w) x y); try assumption; lia].
    apply lower_line; try assumption.
    + eapply Rle_trans; [apply down_below|]. rewrite Q2R_mult, power_real, share_real by assumption. lra.
    + eapply Rle_trans; [|apply up_above]. rewrite Q2R_mult, power_real, share_real by assumption. lra.
Qed.

(** ** The form below the charge *)

Lemma add_real : forall x y, Q2R (add x y) = Q2R x + Q2R y.
Proof.
  intros x y. unfold add. destruct (Pos.eqb (Qden x) (Qden y)) eqn:same; [|apply Q2R_plus].
  apply Pos.eqb_eq in same. unfold Q2R. cbn [Qnum Qden]. rewrite <- same, plus_IZR. ring.
Qed.

Lemma along_real : forall k f v, Q2R (along k f v) = dot k (vector f) (vector v).
Proof.
  intros k f v. unfold dot. induction k as [|k IH]; cbn [along sum]; [apply Q2R_zero|].
  now rewrite add_real, Q2R_mult, IH.
Qed.

Lemma same_over_real : forall unit x, Q2R (same_over unit x) = Q2R x.
Proof.
  intros unit x. unfold same_over. cbv zeta. destruct (Qeq_bool _ x) eqn:same; [now apply eq_real|reflexivity].
Qed.

Section Charged.

Variables (k : nat) (budgets : list divergence) (y : list Q).

Definition charged_for (r : nat -> R) : R :=
  dot k (vector y) r + list_sum (map (fun b => Q2R (cost b) * spent_on k b r) budgets).

Context (spec : forall b, In b budgets -> budget_prices k b).

Lemma add_line_real : forall digits V b form r, dot k (vector (add_line k digits V b form)) r =
  dot k (vector form) r + Q2R (cost b) * (Q2R (fst (line b digits (ratio_of k b V))) * first_of k b r -
    Q2R (snd (line b digits (ratio_of k b V))) * second_of k b r).
Proof.
  intros digits V b form r. unfold add_line, first_of, second_of, dot.
  destruct (line b digits (ratio_of k b V)) as [slope height]. cbn [fst snd].
  rewrite <- !sum_scale, <- sum_minus, <- sum_scale, <- sum_plus. apply sum_ext. intros j small.
  unfold vector at 1. rewrite entry_of by assumption.
  rewrite add_real, Q2R_mult, add_real, Q2R_opp, !Q2R_mult. unfold vector. ring.
Qed.

Lemma form_below : forall digits V r, nonnegative k r ->
  (forall b, In b budgets -> finite_on k b r) ->
  dot k (vector (lower_form k digits budgets y V)) r <= charged_for r.
Proof.
  intros digits V r above finite. unfold charged_for, lower_form. induction budgets as [|b rest IH]; cbn [fold_right map list_sum]; [lra|].
  rewrite add_line_real. specialize (IH (fun b' there => spec b' (or_intror there))
    (fun b' there => finite b' (or_intror there))).
  destruct (spec b (or_introl eq_refl)) as (some & price & forms). destruct (forms r above) as [one two].
  pose proof (line_is_below b digits (ratio_of k b V) _ _ some one two (finite b (or_introl eq_refl)))
    as below.
  apply (Rmult_le_compat_l (Q2R (cost b))) in below; [|assumption].
  change (spends b _ _) with (spent_on k b r) in below. lra.
Qed.

(** ** Simplices *)

Variables (passes : list Q -> Q -> bool) (u : (nat -> R) -> R).
Context (is_gauge : gauge k u).
Context (means : forall p c, nonnegative k (vector p) -> passes p c = true -> u (vector p) <= Q2R c).

Definition answers (v : asked) : Prop :=
  nonnegative k (vector (fst v)) /\ forall c, snd v c = true -> u (vector (fst v)) <= Q2R c.

Definition rows_of (V : list asked) : nat -> nat -> R := fun i => vector (fst (at_place V i)).

Lemma nth_of_places : forall (A : Type) (f : nat -> A) n i d, (i < n)%nat -> nth i (map f (seq 0 n)) d = f i.
Proof.
  intros A f n i d small. rewrite (nth_indep _ d (f 0%nat)) by now rewrite map_length, seq_length.
  rewrite map_nth. now rewrite seq_nth.
Qed.

Lemma length_kept : forall V a v, length (with_vertex V a v) = length V.
Proof. intros. unfold with_vertex. now rewrite map_length, seq_length. Qed.

Lemma vertex_kept : forall V a v i, (i < length V)%nat ->
  at_place (with_vertex V a v) i = if Nat.eqb i a then v else at_place V i.
Proof. intros V a v i small. unfold at_place at 1, with_vertex. now rewrite nth_of_places. Qed.

Lemma inside_matrices : forall K V W r, (forall i j, (i < K)%nat -> (j < k)%nat -> V i j = W i j) ->
  inside k K V r -> inside k K W r.
Proof.
  intros K V W r same (s & above & mixed). exists s. split; [assumption|]. intros j small.
  rewrite mixed by assumption. apply sum_ext. intros i inner. now rewrite same.
Qed.

Lemma middle_real : forall v w j, (j < k)%nat ->
  vector (middle_row k v w) j = (vector v j + vector w j) / 2.
Proof.
  intros v w j small. unfold vector, middle_row. rewrite entry_of by assumption.
  rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_mult, Q2R_plus. unfold Q2R at 3. simpl. field.
Qed.

Lemma middle_answers : forall v w, answers v -> answers w ->
  let m := middle_row k (fst v) (fst w) in answers (m, passes m).
Proof.
  intros v w [one _] [two _] m. assert (nonnegative k (vector m)) as above.
  { intros j small. unfold m. rewrite middle_real by assumption.
    specialize (one j small). specialize (two j small). lra. }
  split; cbn [fst snd]; [assumption|]. intros c. now apply means.
Qed.

Lemma half_rows : forall V a b m r, (a < length V)%nat -> (b < length V)%nat ->
  m = middle_row k (fst (at_place V a)) (fst (at_place V b)) -> forall e,
  inside k (length V) (replaced (rows_of V) e (middle (rows_of V) a b)) r ->
  inside k (length (with_vertex V e (m, passes m))) (rows_of (with_vertex V e (m, passes m))) r.
Proof.
  intros V a b m r first_ second_ -> e. rewrite length_kept. apply inside_matrices. intros i j inner small.
  unfold replaced, rows_of. rewrite vertex_kept by assumption.
  destruct (Nat.eq_dec i e) as [->|differ].
  - rewrite Nat.eqb_refl. cbn [fst]. rewrite middle_real by assumption. reflexivity.
  - apply Nat.eqb_neq in differ. now rewrite differ.
Qed.

Lemma nothing_is_worth_nothing : u (fun _ => 0) <= 0.
Proof.
  destruct is_gauge as (same & scales & _).
  rewrite (same (fun _ => 0) (fun j => 0 * (fun _ => 0) j)) by (intros; ring).
  rewrite scales; [lra|lra|]. intros j _. apply Rle_refl.
Qed.

Theorem covered_sound : forall fuel depth V, (forall i, (i < length V)%nat -> answers (at_place V i)) ->
  covered k budgets y passes fuel depth V = true ->
  forall r, (forall b, In b budgets -> finite_on k b r) -> inside k (length V) (rows_of V) r ->
  u r <= charged_for r.
Proof.
  induction fuel as [|fuel IH]; intros depth V good yes r finite within; cbn [covered] in yes;
    destruct (vertices_pass k budgets y depth V) eqn:here; try discriminate.
  1,2: clear yes; destruct within as (s & above & mixed);
    unfold vertices_pass in here; set (form := lower_form _ _ _ _ _) in here;
    rewrite forallb_forall in here;
    assert (nonnegative k r) as row by (intros j small; rewrite mixed by assumption;
      apply sum_nonneg; intros i inner; apply Rmult_le_pos; [now apply above|now apply (good i inner)]);
    destruct is_gauge as (same & _);
    rewrite (same r (fun j => \sum_(i < length V) (s i * rows_of V i j))) by exact mixed;
    (eapply Rle_trans; [apply (vertices_decide k u (vector form) (length V) (rows_of V) is_gauge
      nothing_is_worth_nothing); [intros i inner; now apply (good i inner)| |exact above]|]);
    [intros i inner; eapply Rle_trans; [apply (proj2 (good i inner)), here; apply nth_In; exact inner|];
      apply Req_le; apply along_real
    |rewrite <- (proj1 (dot_gauge k (vector form)) r) by exact mixed; now apply form_below].
  destruct (longest k V) as [a b]. destruct (Nat.ltb a (length V) && Nat.ltb b (length V) &&
    negb (Nat.eqb a b)) eqn:edge; [|discriminate].
  apply andb_prop in edge as [edge differ]. apply andb_prop in edge as [first_ second_].
  apply Nat.ltb_lt in first_, second_. apply negb_true_iff, Nat.eqb_neq in differ.
  set (m := middle_row k _ _) in yes. cbv zeta in yes.
  assert (forall e i, (i < length (with_vertex V e (m, passes m)))%nat ->
    answers (at_place (with_vertex V e (m, passes m)) i)) as still.
  { intros e i inner. rewrite length_kept in inner. rewrite vertex_kept by assumption.
    destruct (Nat.eqb i e); [|now apply good]. apply middle_answers; now apply good. }
  destruct (covered k budgets y passes fuel (S depth) (with_vertex V a (m, passes m))) eqn:left_; [|discriminate].
  destruct (halves_hold k (length V) (rows_of V) a b r first_ second_ differ within) as [half|half].
  - apply (IH (S depth) _ (still a) left_ r finite). now apply (half_rows V a b m r first_ second_ eq_refl).
  - apply (IH (S depth) _ (still b) yes r finite). now apply (half_rows V a b m r first_ second_ eq_refl).
Qed.

End Charged.


Lemma charged_over : forall k unit unit' budgets y r,
  charged_for k (map (cost_over unit) budgets) (map (same_over unit') y) r = charged_for k budgets y r.
Proof.
  intros k unit unit' budgets y r. unfold charged_for. f_equal.
  - unfold dot. apply sum_ext. intros j _. f_equal. unfold vector, entry.
    destruct (Nat.lt_ge_cases j (length y)) as [small|large].
    + rewrite (nth_indep _ 0%Q (same_over unit' 0)) by now rewrite map_length.
      rewrite map_nth. apply same_over_real.
    + rewrite !nth_overflow; rewrite ?map_length; auto.
  - rewrite map_map. f_equal. apply map_ext. intros b. now rewrite <- (same_over_real unit (cost b)).
Qed.

Theorem cover_sound : forall k budgets y passes u, (forall b, In b budgets -> budget_prices k b) ->
  gauge k u ->
  (forall p c, nonnegative k (vector p) -> passes p c = true -> u (vector p) <= Q2R c) ->
  forall fuel, budgets_cover k budgets y passes fuel = true ->
  forall r, nonnegative k r -> (forall b, In b budgets -> finite_on k b r) ->
  u r <= charged_for k budgets y r.
Proof.
  intros k budgets y passes u spec is_gauge means fuel yes r above finite.
  unfold budgets_cover in yes. cbv zeta in yes. set (unit := common_unit _) in yes.
  assert (length (first_simplex k passes) = k) as size by (unfold first_simplex; now rewrite map_length, seq_length).
  assert (IZR (2 ^ 40) <> 0) as whole by (apply not_0_IZR; discriminate).
  assert (0 < IZR (2 ^ 40)) as more by (apply IZR_lt; reflexivity).
  assert (forall i j, (i < k)%nat -> (j < k)%nat ->
    rows_of (first_simplex k passes) i j = IZR (2 ^ 40) * at_index i j) as places.
  { intros i j one two. unfold rows_of, at_place, first_simplex. rewrite nth_of_places by assumption.
    cbn [fst]. unfold vector. rewrite entry_of by assumption. unfold at_index.
    destruct (Nat.eq_dec i j) as [<-|differ]; [rewrite Nat.eqb_refl|].
    - change (inject_Z (2 ^ 40)) with (2 ^ 40 # 1). rewrite over_power. field.
    - assert (Nat.eqb j i = false) as -> by (apply Nat.eqb_neq; auto). rewrite Q2R_zero. ring. }
  rewrite <- (charged_over k unit (unit * 2 ^ 80)).
  apply (covered_sound k (map (cost_over unit) budgets) (map (same_over (unit * 2 ^ 80)) y)) with
    (passes := passes) (fuel := fuel) (depth := 0%nat) (V := first_simplex k passes); try assumption.
  - intros b there. apply in_map_iff in there as (b' & <- & there).
    destruct (spec b' there) as (some & price & forms). split; [assumption|]. split; [|assumption].
    cbn [cost cost_over]. now rewrite same_over_real.
  - rewrite size. intros i small. unfold at_place, first_simplex. rewrite nth_of_places by assumption.
    set (v := from_entries k _). assert (nonnegative k (vector v)) as row.
    { intros j inner. unfold vector, v. rewrite entry_of by assumption. destruct (Nat.eqb j i).
      - change (inject_Z (2 ^ 40)) with (2 ^ 40 # 1). rewrite over_power.
        apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra.
      - rewrite Q2R_zero. lra. }
    split; cbn [fst snd]; [assumption|]. intros c. now apply means.
  - intros b there. apply in_map_iff in there as (b' & <- & there). exact (finite b' there).
  - rewrite size. exists (fun i => r i / IZR (2 ^ 40)). split.
    + intros i small. apply Rmult_le_pos; [now apply above|]. left. now apply Rinv_0_lt_compat.
    + intros j small. rewrite (sum_ext k _ (fun i => at_index j i * r i)); [now rewrite sum_pick|].
      intros i inner. rewrite places by assumption. unfold at_index.
      destruct (Nat.eq_dec i j), (Nat.eq_dec j i); try congruence; field; assumption.
Qed.

(** ** Tables *)

Section Tables.

Variables (k : nat) (budgets : list divergence).

Theorem budgets_kept_spec : forall m T, budgets_kept k m budgets T = true ->
  (forall b, In b budgets -> budget_prices k b) /\ keeps_budgets m k budgets most_kept (real_matrix T).
Proof.
  intros m T yes. unfold budgets_kept in yes. apply andb_prop in yes as [private_ all_].
  rewrite forallb_forall in all_. pose proof (proj1 (private_table_spec k m [] [] T private_)) as columns.
  assert (forall b, In b budgets -> budget_prices k b) as prices
    by (intros b there; now apply budget_spec, (andb_prop _ _ (all_ b there))).
  split; [assumption|]. split; [assumption|]. intros b there.
  destruct (andb_prop _ _ (all_ b there)) as [_ kept]. apply budget_kept_spec; auto.
Qed.

Theorem budgets_pay : forall y, (forall b, In b budgets -> budget_prices k b) ->
  forall m P, keeps_budgets m k budgets most_above P ->
  \sum_(i < m) charged_for k budgets y (P i) <= Q2R (budgets_paid k budgets y).
Proof.
  intros y spec m P [columns limited].
  unfold charged_for, budgets_paid. rewrite sum_plus.
  rewrite (form_of_columns m k y P columns).
  induction budgets as [|b rest IH]; cbn [map list_sum fold_right].
  - rewrite (sum_zero m) by reflexivity. lra.
  - rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus, Q2R_mult, sum_plus, sum_scale.
    specialize (IH (fun b' there => spec b' (or_intror there)) (fun b' there => limited b' (or_intror there))).
    destruct (limited b (or_introl eq_refl)) as [_ less]. destruct (spec b (or_introl eq_refl)) as (_ & price & _).
    apply (Rmult_le_compat_l (Q2R (cost b))) in less; [|assumption].
    change (\sum_(i < m) spent_on k b (P i)) with (sum m (fun i => spent_on k b (P i))) in less. lra.
Qed.

End Tables.
