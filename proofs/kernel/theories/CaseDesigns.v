(** A checker inside Coq for tables of at most so many reports (kind "cases"): chains of corners and
    cards of two truths under any conditions, boxes of any truths, and sets of actions. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Probability Estimators Checker RayChecker
  Promises RatioDesigns Logarithms EntropyDesigns RootDesigns RationalRoots TwoTruths Cards CornerChains
  CornerCards TwoReports.
Import ListNotations.
Open Scope Q_scope.

(** ** What a table is worth *)

Inductive aim :=
  | BestAction (first : list Q) (others : list (list Q))
  | Squares (h : list ratio)
  | Entropies (h : list entropy)
  | Roots (a b : nat).

Definition worth (k : nat) (u : aim) (r : nat -> R) : R :=
  match u with
  | BestAction x more => best k (vector x) (map vector more) r
  | Squares h => ratios k h r
  | Entropies h => entropies k h r
  | Roots a b => root_difference a b r
  end.
(** Not less, or not more, than that, with numbers above logarithms. *)
Definition qworth (l : logarithms) (k : nat) (u : aim) (r : nat -> Q) : Q :=
  match u with
  | BestAction x more => qbest k x more r
  | Squares h => qratios k h r
  | Entropies h => bounded_entropies (above_relative l) k h r
  | Roots a b => r a + r b - 2 * root_below (r a * r b)
  end.
Definition qleast (l : logarithms) (k : nat) (u : aim) (r : nat -> Q) : Q :=
  match u with
  | Entropies h => bounded_entropies (below_relative l) k h r
  | Roots a b => r a + r b - 2 * root_above (r a * r b)
  | _ => qworth l k u r
  end.
(** What is divided by vanishes only where what is divided does. *)
Definition is_finite (l : logarithms) (k : nat) (u : aim) : bool :=
  match u with
  | BestAction _ _ => true
  | Squares h => forallb (is_defined k [] []) h
  | Entropies h => are_above l && forallb (entropy_defined k [] []) h
  | Roots a b => Nat.ltb a k && Nat.ltb b k
  end.

Open Scope R_scope.

Lemma worth_gauge : forall l k u, is_finite l k u = true -> gauge k (worth k u).
Proof.
  intros l k u fine. apply gauge_without_levels. destruct u as [x more|h|h|a b]; cbn [is_finite] in fine.
  - apply gauge_everywhere, best_gauge.
  - now apply ratios_gauge.
  - apply andb_prop in fine as [_ fine]. now apply entropies_gauge.
  - apply andb_prop in fine as [first second]. apply Nat.ltb_lt in first, second.
    now apply gauge_everywhere, root_difference_gauge.
Qed.

Lemma worth_ends : forall l k u r, is_finite l k u = true -> nonnegative k (fun j => Q2R (r j)) ->
  Q2R (qleast l k u r) <= worth k u (fun j => Q2R (r j)) <= Q2R (qworth l k u r).
Proof.
  intros l k [x more|h|h|a b] r fine above; cbn [qleast qworth worth].
  - rewrite best_real. lra.
  - rewrite ratios_real. lra.
  - cbn [is_finite] in fine. apply andb_prop in fine as [good fine].
    apply (entropies_ends l k h r good). intros e there. rewrite forallb_forall in fine.
    exact (entropy_spec _ _ _ e _ (fine e there) (row_without_levels k _ above)).
  - cbn [is_finite] in fine. apply andb_prop in fine as [first second]. apply Nat.ltb_lt in first, second.
    rewrite expanded, <- Q2R_mult by auto. rewrite !Q2R_minus, !Q2R_plus, !Q2R_mult, Q2R_two.
    rewrite <- Q2R_mult. destruct (roots_between (r a * r b)) as [low high]; [|lra].
    rewrite Q2R_mult. apply Rmult_le_pos; auto.
Qed.

Lemma table_worth : forall l k u n T, is_finite l k u = true ->
  (forall i j, (i < n)%nat -> (j < k)%nat -> 0 <= real_matrix T i j) ->
  Q2R (qsum n (fun i => qleast l k u (entry2 T i))) <= \sum_(i < n) worth k u (real_matrix T i).
Proof.
  intros l k u n T fine above. rewrite sum_real. apply sum_le. intros i small.
  apply (worth_ends l k u (entry2 T i) fine). intros j here. now apply above.
Qed.

Open Scope Q_scope.

(** ** Two truths: conditions on all rows, and a path of corners *)

Definition qlevel := (Q * (Q * Q))%type.
Definition demand := (list qlevel * Q)%type.
Definition qpoint := (Q * Q)%type.
Definition real_point (v : qpoint) : point := (Q2R (fst v), Q2R (snd v)).
Definition real_level (l : qlevel) : CornerChains.level := (Q2R (fst l), real_point (snd l)).
Definition real_demand (d : demand) : list CornerChains.level * R :=
  (map real_level (fst d), Q2R (snd d)).

Definition obeys (ds : list demand) (m : nat) (P : matrix) : Prop :=
  stochastic m 2 P /\ forall levels most, In (levels, most) (map real_demand ds) ->
    (\sum_(i < m) spent levels (P i O) (P i 1%nat) <= most)%R.

Fixpoint qspent (levels : list qlevel) (a b : Q) : Q :=
  match levels with
  | [] => 0
  | (w, (x, y)) :: rest => w * qmax 0 (x * a + y * b) + qspent rest a b
  end.
Fixpoint qform (levels : list qlevel) (i : nat) : qpoint :=
  match i, levels with
  | S i, (w, (x, y)) :: rest => let h := qform rest i in (w * x + fst h, w * y + snd h)
  | _, _ => (0, 0)
  end.

Definition table_obeys (ds : list demand) (m : nat) (T : list (list Q)) : bool :=
  all 2 (fun j => all m (fun i => Qle_bool 0 (entry2 T i j)) &&
    Qeq_bool (qsum m (fun i => entry2 T i j)) 1) &&
  forallb (fun d =>
    Qle_bool (qsum m (fun i => qspent (fst d) (entry2 T i 0) (entry2 T i 1))) (snd d)) ds.

Section Path.

Variables (ds : list demand) (corners : list qpoint) (l : logarithms).

Definition corner (a : nat) : qpoint := nth a corners (0, 0).
Definition steps_of_path : nat := pred (length corners).
Definition real_corner (a : nat) : point := real_point (corner a).

Definition meets (low high : qpoint) (most : Q) (v : qpoint) : bool :=
  Qeq_bool (fst low * fst v + snd low * snd v + (fst high * (1 - fst v) + snd high * (1 - snd v))) most.
Definition edge_shown (a b : qpoint) : bool :=
  (Qeq_bool (snd a) 0 && Qeq_bool (snd b) 0) || (Qeq_bool (fst a) 1 && Qeq_bool (fst b) 1) ||
  existsb (fun d => let places := seq 0 (S (length (fst d))) in
    existsb (fun i => existsb (fun j =>
      let low := qform (fst d) i in let high := qform (fst d) j in
      negb (Qle_bool (snd high) (snd low)) && meets low high (snd d) a && meets low high (snd d) b)
    places) places) ds.

Definition same_point (v : qpoint) (x y : Q) : bool := Qeq_bool (fst v) x && Qeq_bool (snd v) y.
Definition path_fits : bool :=
  Nat.ltb 0 steps_of_path && same_point (corner 0) 0 0 && same_point (corner steps_of_path) 1 1 &&
  all steps_of_path (fun a =>
    Qle_bool (fst (corner a)) (fst (corner (S a))) && Qle_bool (snd (corner a)) (snd (corner (S a))) &&
    edge_shown (corner a) (corner (S a))) &&
  forallb (fun d => forallb (fun l => Qle_bool 0 (fst l)) (fst d)) ds.

(** With at most m corners more after the corner a, where so much is worth already. *)
Fixpoint chains_pass (u : aim) (bound : Q) (m a : nat) (sum : Q) : bool :=
  let step b := Qred (sum + qworth l 2 u (entry [fst (corner b) - fst (corner a);
    snd (corner b) - snd (corner a)])) in
  Qle_bool (step steps_of_path) bound &&
  match m with
  | O => true
  | S m => forallb (fun b => chains_pass u bound m b (step b)) (seq (S a) (steps_of_path - S a))
  end.

Definition left_at (q bound : Q) (v : qpoint) : Q :=
  let yes := 1 - fst v + q * (fst v - snd v) in
  yes * (1 - yes) - bound * ((fst v - snd v) * (fst v - snd v)).

End Path.

(** What is said of tables of at most m reports, and of one of them. *)
Definition proves_chains (u : aim) (above below : list demand) (m : nat) (bound : Q)
  (n : nat) (T : list (list Q)) (value : Q) : Prop :=
  (forall P, obeys above m P -> (\sum_(i < m) worth 2 u (P i) <= Q2R bound)%R) /\
  (n <= m)%nat /\ obeys below n (real_matrix T) /\
  (Q2R value <= \sum_(i < n) worth 2 u (real_matrix T i))%R.

Definition chains_accepted (l : logarithms) (u : aim) (above below : list demand) (corners : list qpoint) (m : nat)
  (bound : Q) (n : nat) (T : list (list Q)) (value : Q) : bool :=
  is_finite l 2 u && path_fits above corners && Nat.ltb 0 m &&
  chains_pass corners l u bound (pred m) 0 0 && Nat.leb n m && table_obeys below n T &&
  Qle_bool value (qsum n (fun i => qleast l 2 u (entry2 T i))).

(** Cards: the prevalence q, and where the line x + y = 1 meets the path for Warner's alone. *)
Definition proves_cards (above below : list demand) (warner : bool) (q bound p00 p11 value : Q) : Prop :=
  let prior := fun j => match j with O => (1 - Q2R q)%R | _ => Q2R q end in
  (forall s t x, obeys above 2 (card s t) -> (s + t > 1)%R -> (warner = true -> s = t) ->
    unbiased 2 2 (card s t) (at_index 1) x ->
    (Q2R bound <= variance 2 (share 2 prior (card s t)) x)%R) /\
  obeys below 2 (card (Q2R p00) (Q2R p11)) /\ (Q2R p00 + Q2R p11 > 1)%R /\
  forall x, unbiased 2 2 (card (Q2R p00) (Q2R p11)) (at_index 1) x ->
    (variance 2 (share 2 prior (card (Q2R p00) (Q2R p11))) x <= Q2R value)%R.

Definition card_list (p00 p11 : Q) : list (list Q) := [[p00; 1 - p11]; [1 - p00; p11]].
Definition place (corners : list qpoint) (a : nat) (l : Q) : qpoint :=
  let v := corner corners a in let w := corner corners (S a) in
  (fst v + l * (fst w - fst v), snd v + l * (snd w - snd v)).
Definition least_at (corners : list qpoint) (fair : option (nat * Q)) (q bound : Q) : bool :=
  match fair with
  | None => all (S (steps_of_path corners)) (fun a => Qle_bool 0 (left_at q bound (corner corners a)))
  | Some (a, l) => let v := corner corners a in let w := corner corners (S a) in
      let own := place corners a l in Nat.ltb a (steps_of_path corners) &&
      negb (Qle_bool (fst w - fst v + (snd w - snd v)) 0) && Qeq_bool (fst own + snd own) 1 &&
      Qle_bool 0 (left_at q bound own)
  end.
Definition cards_accepted (above below : list demand) (corners : list qpoint) (fair : option (nat * Q))
  (q bound p00 p11 value : Q) : bool :=
  path_fits above corners && Qle_bool 0 q && Qle_bool q 1 && Qle_bool 0 bound &&
  least_at corners fair q bound && table_obeys below 2 (card_list p00 p11) &&
  negb (Qle_bool (p00 + p11) 1) && Qle_bool (left_at q value (p00, 1 - p11)) 0.

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma spent_real : forall levels a b,
  Q2R (qspent levels a b) = spent (map real_level levels) (Q2R a) (Q2R b).
Proof.
  induction levels as [|[w [x y]] levels IH]; intros a b; cbn [qspent map real_level]; [apply Q2R_zero|].
  unfold real_level, real_point. cbn [fst snd spent].
  now rewrite Q2R_plus, IH, Q2R_mult, max_real, Q2R_zero, Q2R_plus, !Q2R_mult.
Qed.

Lemma form_real : forall levels i,
  form (map real_level levels) i = real_point (qform levels i).
Proof.
  intros levels i. revert levels. induction i as [|i IH]; intros [|[w [x y]] levels]; simpl;
    try (unfold real_point; simpl; now rewrite Q2R_zero).
  rewrite IH. unfold add, real_point. simpl. now rewrite !Q2R_plus, !Q2R_mult.
Qed.

Lemma table_obeys_spec : forall ds m T, table_obeys ds m T = true -> obeys ds m (real_matrix T).
Proof.
  intros ds m T yes. unfold table_obeys in yes. apply andb_prop in yes as [columns kept]. split.
  - intros j small. pose proof (all_spec _ _ columns j small) as column. cbv beta in column.
    apply andb_prop in column as [above one]. split.
    + intros i inside. unfold real_matrix. rewrite <- Q2R_zero. apply le_real.
      exact (all_spec _ _ above i inside).
    + change (\sum_(i < m) real_matrix T i j = 1). apply eq_real in one.
      now rewrite sum_real, Q2R_one in one.
  - intros levels most here. apply in_map_iff in here as (d & equal & here). injection equal as <- <-.
    rewrite forallb_forall in kept. specialize (kept d here). apply le_real in kept.
    rewrite sum_real in kept. eapply Rle_trans; [|exact kept]. apply Req_le, sum_ext.
    intros i _. now rewrite spent_real.
Qed.

Lemma meets_real : forall low high most v, meets low high most v = true ->
  value_at (real_point low) (real_point v) + value_at (real_point high) (sub (1, 1) (real_point v)) =
  Q2R most.
Proof.
  intros low high most v yes. apply eq_real in yes.
  rewrite !Q2R_plus, !Q2R_mult, !Q2R_minus, !Q2R_one in yes.
  unfold value_at, sub, real_point. cbn [fst snd]. exact yes.
Qed.

Lemma point_real : forall v x y, same_point v x y = true -> real_point v = (Q2R x, Q2R y).
Proof.
  intros v x y yes. unfold same_point in yes. apply andb_prop in yes as [first second].
  unfold real_point. f_equal; now apply eq_real.
Qed.

Lemma shown_real : forall ds a b, edge_shown ds a b = true ->
  shown (map real_demand ds) (real_point a) (real_point b).
Proof.
  intros ds a b yes. unfold edge_shown in yes. apply orb_prop in yes as [yes|yes];
    [apply orb_prop in yes as [yes|yes]; apply andb_prop in yes as [first second]|].
  - left. unfold real_point. cbn [fst snd]. rewrite <- Q2R_zero. split; now apply eq_real.
  - right. left. unfold real_point. cbn [fst snd]. rewrite <- Q2R_one. split; now apply eq_real.
  - right. right. apply existsb_exists in yes as ([levels most] & here & yes). cbv zeta in yes.
    apply existsb_exists in yes as (i & _ & yes). apply existsb_exists in yes as (j & _ & yes).
    apply andb_prop in yes as [yes second]. apply andb_prop in yes as [less first].
    exists (map real_level levels), (Q2R most), i, j. split; [|split].
    + apply in_map_iff. exists (levels, most). now split.
    + rewrite !form_real. unfold real_point. cbn [fst snd] in *. apply Qlt_Rlt, Qnot_le_lt. intros le.
      apply Qle_bool_iff in le. rewrite le in less. discriminate.
    + intros v [-> | ->]; rewrite !form_real; now apply meets_real.
Qed.

Section OfPath.

Variables (ds : list demand) (corners : list qpoint).
Context (fits : path_fits ds corners = true).

Let n := steps_of_path corners.
Let c := real_corner corners.

Lemma path_spec : (0 < n)%nat /\ c O = (0, 0) /\ c n = (1, 1) /\
  (forall a, (a < n)%nat -> at_least_zero (edge c a)) /\
  (forall a, (a < n)%nat -> shown (map real_demand ds) (c a) (c (S a))) /\
  Forall weighted (map real_demand ds).
Proof.
  pose proof fits as yes. unfold path_fits in yes. apply andb_prop in yes as [yes weights].
  apply andb_prop in yes as [yes edges]. apply andb_prop in yes as [yes last].
  apply andb_prop in yes as [some first]. apply Nat.ltb_lt in some.
  assert (forall a, (a < n)%nat -> Q2R (fst (corner corners a)) <= Q2R (fst (corner corners (S a))) /\
    Q2R (snd (corner corners a)) <= Q2R (snd (corner corners (S a))) /\
    edge_shown ds (corner corners a) (corner corners (S a)) = true) as each.
  { intros a small. pose proof (all_spec _ _ edges a small) as one. cbv beta in one.
    apply andb_prop in one as [one shown_]. apply andb_prop in one as [x y].
    split; [now apply le_real|]. split; [now apply le_real|assumption]. }
  split; [exact some|]. split; [|split; [|split; [|split]]].
  - unfold c, real_corner. rewrite (point_real _ _ _ first). now rewrite Q2R_zero.
  - unfold c, n, real_corner. rewrite (point_real _ _ _ last). now rewrite Q2R_one.
  - intros a small. destruct (each a small) as (x & y & _).
    unfold at_least_zero, edge, sub, c, real_corner, real_point. cbn [fst snd]. lra.
  - intros a small. apply shown_real. now apply each.
  - apply Forall_forall. intros d here. apply in_map_iff in here as (e & <- & here).
    rewrite forallb_forall in weights. specialize (weights e here). rewrite forallb_forall in weights.
    apply Forall_forall. intros l inside. apply in_map_iff in inside as (q & <- & inside).
    unfold real_level. cbn [fst]. rewrite <- Q2R_zero. apply le_real. now apply weights.
Qed.

Variables (l : logarithms) (u : aim).
Context (fine : is_finite l 2 u = true).

Definition of_pair (a b : R) : R := worth 2 u (fun j => match j with O => a | _ => b end).

Lemma pair_sublinear : sublinear_pair of_pair.
Proof.
  destruct (worth_gauge l 2 u fine) as (respects & scales & adds).
  assert (nonneg : forall a b, 0 <= a -> 0 <= b ->
    nonnegative 2 (fun j => match j with O => a | _ => b end))
    by (intros a b pos pos' [|j] _; assumption).
  split.
  - intros s a b low pos pos'. unfold of_pair. rewrite <- scales by auto.
    apply respects. now intros [|j] _.
  - intros a b v w pa pb pv pw. unfold of_pair. eapply Rle_trans; [|now apply adds; auto].
    apply Req_le, respects. now intros [|j] _.
Qed.

Lemma pair_of_row : forall r, worth 2 u r = of_pair (r O) (r 1%nat).
Proof.
  intros r. destruct (worth_gauge l 2 u fine) as (respects & _). apply respects.
  intros [|[|j]] small; [reflexivity|reflexivity|lia].
Qed.

Lemma chains_spec : forall bound m a sum, (a <= n)%nat ->
  chains_pass corners l u bound m a sum = true ->
  forall later, chain n a later -> (length later <= m)%nat ->
  Q2R sum + steps of_pair (c a) (map c later) <= Q2R bound.
Proof.
  intros bound. destruct path_spec as (_ & _ & ends & rising & _).
  assert (one : forall sum a b, (a <= b <= n)%nat ->
    Q2R sum + of_pair (fst (c b) - fst (c a)) (snd (c b) - snd (c a)) <=
    Q2R (Qred (sum + qworth l 2 u (entry [(fst (corner corners b) - fst (corner corners a))%Q;
      (snd (corner corners b) - snd (corner corners a))%Q])))).
  { intros sum a b order. rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus. apply Rplus_le_compat_l.
    destruct (corners_rise n c rising a b order) as [up up'].
    unfold sub, c, real_corner, real_point in up, up'. cbn [fst snd] in up, up'.
    match goal with |- _ <= Q2R (qworth l 2 u ?r) => pose proof (worth_ends l 2 u r fine) as [_ less] end.
    - intros [|[|j]] small; [| |lia]; unfold entry; cbn [nth]; rewrite Q2R_minus; assumption.
    - eapply Rle_trans; [|exact less]. rewrite pair_of_row. unfold entry. cbn [nth].
      rewrite !Q2R_minus. apply Rle_refl. }
  induction m as [|m IH]; intros a sum small yes later linked short; cbn [chains_pass] in yes;
    apply andb_prop in yes as [last yes]; apply le_real in last; fold n in last;
    pose proof (one sum a n ltac:(lia)) as whole; rewrite ends in whole; cbn [fst snd] in whole;
    (destruct later as [|b later]; [cbn [map steps]; eapply Rle_trans; [exact whole|exact last]|]);
    [simpl in short; lia|].
  destruct linked as [between linked]. rewrite forallb_forall in yes.
  specialize (yes b ltac:(apply in_seq; fold n; lia)).
  pose proof (IH b _ ltac:(lia) yes later linked ltac:(simpl in short; lia)) as less.
  pose proof (one sum a b ltac:(lia)) as step. cbn [map steps]. lra.
Qed.

End OfPath.

Theorem kernel_chains : forall l u above below corners m bound n T value,
  chains_accepted l u above below corners m bound n T value = true ->
  proves_chains u above below m bound n T value.
Proof.
  intros l u above below corners m bound n T value yes. unfold chains_accepted in yes.
  apply andb_prop in yes as [yes least]. apply andb_prop in yes as [yes own].
  apply andb_prop in yes as [yes short]. apply andb_prop in yes as [yes chains].
  apply andb_prop in yes as [yes some]. apply andb_prop in yes as [fine fits].
  apply Nat.ltb_lt in some. split; [|split; [now apply Nat.leb_le|split]].
  - intros P [columns kept].
    destruct (path_spec above corners fits) as (edges & starts & ends & rising & shown_ & weights).
    rewrite (sum_ext m _ (fun i => of_pair u (P i O) (P i 1%nat)))
      by (intros; now apply (pair_of_row corners l u fine)).
    apply (chains_bound m (steps_of_path corners) (real_corner corners) (of_pair u)
      (map real_demand above)); try assumption.
    + now apply (pair_sublinear l u fine).
    + intros later linked fewer.
      pose proof (chains_spec above corners fits l u fine bound (pred m) 0 0%Q ltac:(lia) chains later
        linked ltac:(lia)) as less. rewrite Q2R_zero, Rplus_0_l in less. exact less.
  - now apply table_obeys_spec.
  - apply le_real in least. eapply Rle_trans; [exact least|]. apply table_worth; [assumption|].
    intros i j inside small. destruct (table_obeys_spec _ _ _ own) as [columns _].
    now apply (columns j small).
Qed.

Lemma less_real : forall x y, Qle_bool x y = false -> Q2R y < Q2R x.
Proof.
  intros x y no. apply Qlt_Rlt, Qnot_le_lt. intros le. apply Qle_bool_iff in le. congruence.
Qed.

Lemma left_at_real : forall q bound v,
  Q2R (left_at q bound v) = left_over (Q2R q) (Q2R bound) (real_point v).
Proof.
  intros q bound v. unfold left_at, left_over, real_point. cbn [fst snd]. cbv zeta.
  rewrite !Q2R_minus, !Q2R_mult, !Q2R_plus, !Q2R_minus, !Q2R_mult, !Q2R_minus, !Q2R_plus, !Q2R_minus,
    !Q2R_mult, !Q2R_minus, !Q2R_one. ring.
Qed.

Lemma obeys_same : forall ds m P P', (forall i j, (i < m)%nat -> (j < 2)%nat -> P i j = P' i j) ->
  obeys ds m P -> obeys ds m P'.
Proof.
  intros ds m P P' same [columns kept]. split.
  - intros j small. destruct (columns j small) as [above one]. split.
    + intros i inside. rewrite <- same by assumption. now apply above.
    + rewrite <- one. apply sum_ext. intros i inside. now rewrite same.
  - intros levels most here. eapply Rle_trans; [|exact (kept levels most here)].
    apply Req_le, sum_ext. intros i inside. rewrite !same by lia. reflexivity.
Qed.

Lemma card_real : forall p00 p11 i j, (i < 2)%nat -> (j < 2)%nat ->
  real_matrix (card_list p00 p11) i j = card (Q2R p00) (Q2R p11) i j.
Proof.
  intros p00 p11 i j row column. unfold real_matrix, card_list, entry2, entry, card.
  destruct i as [|[|i]], j as [|[|j]]; try lia; simpl; rewrite ?Q2R_minus, ?Q2R_one; reflexivity.
Qed.

Theorem kernel_cards : forall above below corners fair q bound p00 p11 value,
  cards_accepted above below corners fair q bound p00 p11 value = true ->
  proves_cards above below (match fair with None => false | Some _ => true end) q bound p00 p11 value.
Proof.
  intros above below corners fair q bound p00 p11 value yes. unfold cards_accepted in yes.
  apply andb_prop in yes as [yes most]. apply andb_prop in yes as [yes tells].
  apply andb_prop in yes as [yes own]. apply andb_prop in yes as [yes least].
  apply andb_prop in yes as [yes pos]. apply andb_prop in yes as [yes high].
  apply andb_prop in yes as [fits low].
  apply le_real in most, pos, high, low. rewrite Q2R_zero in most, pos, low. rewrite Q2R_one in high.
  rewrite left_at_real in most. unfold real_point in most. cbn [fst snd] in most.
  rewrite Q2R_minus, Q2R_one in most. apply negb_true_iff, less_real in tells.
  rewrite Q2R_plus, Q2R_one in tells.
  destruct (path_spec above corners fits) as (edges & starts & ends & rising & shown_ & weights).
  pose proof (obeys_same _ _ _ _ (card_real p00 p11) (table_obeys_spec _ _ _ own)) as keeps_.
  split; [|split; [exact keeps_|split; [lra|]]].
  - intros s t x [columns kept] informative alike mean. destruct fair as [[a l]|].
    + rewrite <- (alike eq_refl) in *. unfold least_at in least. cbv zeta in least.
      apply andb_prop in least as [least enough]. apply andb_prop in least as [least fair].
      apply andb_prop in least as [small wide]. apply Nat.ltb_lt in small.
      apply negb_true_iff, less_real in wide. apply eq_real in fair. apply le_real in enough.
      rewrite left_at_real, Q2R_zero in enough. rewrite Q2R_plus, Q2R_one in fair.
      rewrite Q2R_plus, !Q2R_minus, Q2R_zero in wide.
      assert (real_point (place corners a l) = at_place (real_corner corners) (a, Q2R l)) as same.
      { unfold place, at_place, real_point, real_corner, edge, sub, real_point. cbn [fst snd]. cbv zeta.
        cbn [fst snd]. now rewrite !Q2R_plus, !Q2R_mult, !Q2R_minus. }
      rewrite same in enough.
      apply (warner_bound (steps_of_path corners) (real_corner corners) (map real_demand above) s (Q2R q)
        x (Q2R bound) a (Q2R l)); try assumption; try lra.
      rewrite <- same. exact fair.
    + apply (corner_cards_bound (steps_of_path corners) (real_corner corners) (map real_demand above));
        try assumption; try lra.
      intros a small. unfold least_at in least.
      pose proof (all_spec _ _ least a ltac:(lia)) as enough. apply le_real in enough.
      now rewrite left_at_real, Q2R_zero in enough.
  - intros x mean. destruct keeps_ as [columns _]. cbv zeta.
    rewrite (card_variance (Q2R p00) (Q2R p11) (Q2R q) x ltac:(lra) mean ltac:(lra) columns).
    rewrite left_over_is in most by lra.
    assert (0 < (Q2R p00 + Q2R p11 - 1) ^ 2) by (apply pow_lt; lra). nra.
Qed.

(** ** Boxes: two reports about any number of truths, under one number and a delta *)

Open Scope Q_scope.

Fixpoint subsets (k : nat) : list (list bool) :=
  match k with
  | O => [[]]
  | S k => flat_map (fun s => [true :: s; false :: s]) (subsets k)
  end.

Definition corner_passes (l : logarithms) (k : nat) (u : aim) (bound low high : Q) : bool :=
  Qle_bool 0 low && Qle_bool low high && Qle_bool high 1 &&
  forallb (fun s => let r := fun j => if nth j s false then high else low in
    Qle_bool (qworth l k u r + qworth l k u (fun j => 1 - r j)) bound) (subsets k).

Definition proves_box (k : nat) (u : aim) (above below : list (list (option Q))) (delta : list (list Q))
  (bound : Q) (n : nat) (T : list (list Q)) (value : Q) : Prop :=
  (forall P, private 2 k (real_levels above) (real_matrix delta) P ->
    (\sum_(i < 2) worth k u (P i) <= Q2R bound)%R) /\
  (n <= 2)%nat /\ private n k (real_levels below) (real_matrix delta) (real_matrix T) /\
  (Q2R value <= \sum_(i < n) worth k u (real_matrix T i))%R.

Definition box_accepted (l : logarithms) (k : nat) (u : aim) (above below : list (list (option Q)))
  (delta : list (list Q)) (g d bound : Q) (n : nat) (T : list (list Q)) (value : Q) : bool :=
  is_finite l k u && Nat.ltb 0 k && Qle_bool 1 g && Qle_bool 0 d && Qle_bool d 1 &&
  all_pairs k (fun a b => Nat.eqb a b || (Qeq_bool (entry2 delta a b) d &&
    match Checker.level above a b with Some h => Qeq_bool h g | None => false end)) &&
  corner_passes l k u bound ((1 - d) / (1 + g)) ((g + d) / (1 + g)) &&
  (Qeq_bool d 0 || Qeq_bool d 1 || corner_passes l k u bound 0 d) &&
  Nat.leb n 2 && private_table k n below delta T &&
  Qle_bool value (qsum n (fun i => qleast l k u (entry2 T i))).

Open Scope R_scope.

Lemma every_subset : forall k (s : nat -> bool), exists l, In l (subsets k) /\
  forall j, (j < k)%nat -> nth j l false = s j.
Proof.
  induction k as [|k IH]; intros s; [exists []; split; [now left|intros; lia]|].
  destruct (IH (fun j => s (S j))) as (l & inside & same). exists (s O :: l). split.
  - apply in_flat_map. exists l. split; [assumption|]. destruct (s O); simpl; auto.
  - intros [|j] small; [reflexivity|]. apply same. lia.
Qed.

Lemma corner_spec : forall l k u bound low high, is_finite l k u = true ->
  corner_passes l k u bound low high = true ->
  forall s, at_corner (worth k u) s (Q2R low) (Q2R high) <= Q2R bound.
Proof.
  intros l k u bound low high fine yes s. destruct (every_subset k s) as (bits & inside & same).
  unfold corner_passes in yes. apply andb_prop in yes as [yes passes].
  apply andb_prop in yes as [yes top]. apply andb_prop in yes as [above order].
  apply le_real in above, order, top. rewrite Q2R_zero in above. rewrite Q2R_one in top.
  rewrite forallb_forall in passes. specialize (passes bits inside).
  cbv zeta in passes. apply le_real in passes. rewrite Q2R_plus in passes.
  eapply Rle_trans; [|exact passes]. unfold at_corner, in_two, two_valued.
  destruct (worth_gauge l k u fine) as (respects & _).
  match goal with |- _ <= Q2R (qworth l k u ?r) + Q2R (qworth l k u ?t) =>
    pose proof (worth_ends l k u r fine) as first; pose proof (worth_ends l k u t fine) as second end.
  destruct first as [_ first].
  { intros j _. destruct (nth j bits false); lra. }
  destruct second as [_ second].
  { intros j _. rewrite Q2R_minus, Q2R_one. destruct (nth j bits false); lra. }
  apply Rplus_le_compat; [eapply Rle_trans; [|exact first]|eapply Rle_trans; [|exact second]];
    apply Req_le, respects; intros j small; rewrite same by assumption; destruct (s j);
    rewrite ?Q2R_minus, ?Q2R_one; reflexivity.
Qed.

Theorem kernel_box : forall l k u above below delta g d bound n T value,
  box_accepted l k u above below delta g d bound n T value = true ->
  proves_box k u above below delta bound n T value.
Proof.
  intros l k u above below delta g d bound n T value yes. unfold box_accepted in yes.
  apply andb_prop in yes as [yes least]. apply andb_prop in yes as [yes own].
  apply andb_prop in yes as [yes short]. apply andb_prop in yes as [yes second].
  apply andb_prop in yes as [yes first]. apply andb_prop in yes as [yes pairs].
  apply andb_prop in yes as [yes top]. apply andb_prop in yes as [yes low].
  apply andb_prop in yes as [yes big]. apply andb_prop in yes as [fine some].
  apply Nat.ltb_lt in some. apply le_real in top, low, big.
  rewrite Q2R_one in top, big. rewrite Q2R_zero in low.
  destruct (worth_gauge l k u fine) as (respects & scales & adds).
  split; [|split; [now apply Nat.leb_le|split; [now apply private_table_spec|]]].
  - intros P [columns kept].
    assert (forall j, (j < k)%nat -> 0 <= P O j /\ 0 <= P 1%nat j /\ P 1%nat j = 1 - P O j) as each.
    { intros j small. destruct (columns j small) as [above_ one]. cbn [sum] in one.
      pose proof (above_ O ltac:(lia)). pose proof (above_ 1%nat ltac:(lia)). lra. }
    apply Rle_trans with (in_two (worth k u) (P O)).
    { cbn [sum]. unfold in_two. apply Req_le. rewrite Rplus_0_l. f_equal.
      apply respects. intros j small. now apply each. }
    apply (box_bound k (Q2R g) (Q2R d)); try assumption; try lra.
    + intros r s t here there range.
      assert (nonnegative k (fun j => t * r j)) by (intros j small; apply Rmult_le_pos; [lra|now apply here]).
      assert (nonnegative k (fun j => (1 - t) * s j))
        by (intros j small; apply Rmult_le_pos; [lra|now apply there]).
      rewrite <- scales by (assumption || lra). rewrite <- (scales (1 - t)) by (assumption || lra).
      now apply (adds (fun j => t * r j) (fun j => (1 - t) * s j)).
    + intros s. pose proof (corner_spec l k u bound _ _ fine first s) as less.
      assert (~ (1 + g == 0)%Q) as apart.
      { intros zero. apply Qeq_eqR in zero. rewrite Q2R_plus, Q2R_one, Q2R_zero in zero. lra. }
      rewrite !Q2R_div, !Q2R_plus, Q2R_minus, Q2R_one in less by assumption. exact less.
    + intros between s. apply orb_prop in second as [second|second]; [|
        pose proof (corner_spec l k u bound _ _ fine second s) as less; rewrite Q2R_zero in less; exact less].
      exfalso. apply orb_prop in second as [zero|one]; [apply eq_real in zero|apply eq_real in one];
        rewrite ?Q2R_zero, ?Q2R_one in *; lra.
    + split.
      * intros j small. pose proof (each j small). lra.
      * intros a b small small' apart. pose proof (all_pairs_spec _ _ pairs a b small small') as pair.
        cbv beta in pair. apply orb_prop in pair as [same|pair];
          [apply Nat.eqb_eq in same; contradiction|].
        apply andb_prop in pair as [amount number]. specialize (kept a b small small').
        unfold excess, real_levels, real_matrix in kept. cbn [sum] in kept.
        destruct (Checker.level above a b) as [h|]; [|discriminate]. cbn [option_map] in kept.
        apply eq_real in amount, number. rewrite amount, number in kept.
        destruct (Nat.eq_dec a b); [contradiction|].
        destruct (each a small) as (_ & _ & ea), (each b small') as (_ & _ & eb).
        rewrite ea, eb in kept. lra.
  - apply le_real in least. eapply Rle_trans; [exact least|]. apply table_worth; [assumption|].
    intros i j inside small. destruct (private_table_spec _ _ _ _ _ own) as [columns _].
    now apply (columns j small).
Qed.
