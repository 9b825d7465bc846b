(** A checker inside Coq for the coverage of sums of squares over shares, sum s (t.r)^2 / (q.r): it
    lists every row whose support tight pairs connect, and compares charge and utility there. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Checker.
Import ListNotations.
Open Scope Q_scope.

(** ** The utility *)

Record ratio := Ratio { factor : Q; top : list Q; bottom : list Q }.

Definition real_ratio (k : nat) (r : nat -> R) (h : ratio) : R :=
  (Q2R (factor h) * (dot k (vector (top h)) r ^ 2 / dot k (vector (bottom h)) r))%R.
Definition ratios (k : nat) (l : list ratio) (r : nat -> R) : R := list_sum (map (real_ratio k r) l).

Definition qratio (k : nat) (r : nat -> Q) (h : ratio) : Q :=
  let t := qdot k (entry (top h)) r in
  Qred (factor h * (t * t) / qdot k (entry (bottom h)) r).
Fixpoint qratios (k : nat) (l : list ratio) (r : nat -> Q) : Q :=
  match l with
  | [] => 0
  | h :: rest => qratio k r h + qratios k rest r
  end.

(** A truth that is in the form f, or tied to one that is by a level without a delta. *)
Definition follows (k : nat) (G : list (list (option Q))) (delta : list (list Q)) (f : list Q)
  (j : nat) : bool :=
  existsb (fun b => negb (Qeq_bool (entry f b) 0) && (Nat.eqb b j ||
    Qeq_bool (entry2 delta j b) 0 && match level G j b with Some _ => true | None => false end))
    (seq 0 k).

(** Shares that are not negative, and nothing above a share that is zero. *)
Definition is_defined (k : nat) (G : list (list (option Q))) (delta : list (list Q)) (h : ratio)
  : bool :=
  Qle_bool 0 (factor h) && all k (fun j => Qle_bool 0 (entry (bottom h) j) &&
    (Qeq_bool (entry (top h) j) 0 || follows k G delta (bottom h) j)).

(** ** The rows *)

Definition from_entries (k : nat) (f : nat -> Q) : list Q := map f (seq 0 k).
Definition put (k : nat) (p : list Q) (c : nat) (v : Q) : list Q :=
  from_entries k (fun j => if Nat.eqb j c then Qred v else entry p j).
Definition has (p : list Q) (j : nat) : bool := negb (Qeq_bool (entry p j) 0).

(** Every truth c that is not there, tied to every b that is. *)
Definition tied (k : nat) (G : list (list (option Q))) (p : list Q) (c b : nat) : list (list Q) :=
  if has p b && negb (has p c) then
    match level G c b with Some g => [put k p c (g * entry p b)] | None => [] end ++
    match level G b c with Some g => [put k p c (entry p b / g)] | None => [] end
  else [].
Definition grown (k : nat) (G : list (list (option Q))) (p : list Q) : list (list Q) :=
  flat_map (fun c => flat_map (tied k G p c) (seq 0 k)) (seq 0 k).

(** What is there obeys the pairs without a delta. *)
Definition obeys (k : nat) (G : list (list (option Q))) (delta : list (list Q)) (p : list Q) : bool :=
  all_pairs k (fun a b => negb (has p a && has p b && Qeq_bool (entry2 delta a b) 0) ||
    Qle_bool (qexcess G a b (entry p)) 0).

Definition q_dec (x y : Q) : {x = y} + {x <> y}.
Proof. decide equality; [apply Pos.eq_dec|apply Z.eq_dec]. Defined.

Fixpoint grown_rows (k : nat) (G : list (list (option Q))) (delta : list (list Q)) (n : nat)
  : list (list Q) :=
  match n with
  | O => map (fun a => from_entries k (fun j => if Nat.eqb j a then 1 else 0)) (seq 0 k)
  | S m => nodup (list_eq_dec q_dec)
      (filter (obeys k G delta) (flat_map (grown k G) (grown_rows k G delta m)))
  end.

Definition qcharge (k : nat) (G : list (list (option Q))) (y : list Q) (z : list (list Q))
  (r : nat -> Q) : Q :=
  qdot k (entry y) r + qsum k (fun a => qsum k (fun b => entry2 z a b * qexcess G a b r)).

Definition hard_pairs (k : nat) (G : list (list (option Q))) (delta : list (list Q)) (p : list Q) : bool :=
  all_pairs k (fun a b => negb (Qeq_bool (entry2 delta a b) 0) ||
    Qle_bool (qexcess G a b (entry p)) 0).

(** Every row that is listed and obeys the hard pairs passes. *)
Definition rays_pass (k : nat) (G : list (list (option Q))) (delta : list (list Q))
  (passes : list Q -> bool) : bool :=
  forallb (forallb (fun g => match g with Some h => Qle_bool 1 h | None => true end)) G &&
  all k (fun n => forallb (fun p => negb (hard_pairs k G delta p) || passes p)
    (grown_rows k G delta n)).

(** ** Why it may be believed: the utility is a gauge *)

Open Scope R_scope.

Lemma follows_spec : forall k G delta f j r, follows k G delta f j = true ->
  row k (real_levels G) (real_matrix delta) r -> (j < k)%nat ->
  (forall b, (b < k)%nat -> vector f b * r b = 0) -> r j = 0.
Proof.
  intros k G delta f j r yes [above hard] small none. apply existsb_exists in yes as (b & own & yes).
  apply in_seq in own. apply andb_prop in yes as [some yes].
  assert (r b = 0) as zero.
  { destruct (Rmult_integral _ _ (none b ltac:(lia))) as [nothing|]; [exfalso|assumption].
    apply negb_true_iff, Qeq_bool_neq in some. apply some, eqR_Qeq. now rewrite Q2R_zero. }
  apply orb_prop in yes as [same|yes]; [apply Nat.eqb_eq in same; now subst|].
  apply andb_prop in yes as [free stated]. apply eq_real in free. rewrite Q2R_zero in free.
  specialize (hard j b small ltac:(lia) free). unfold excess, real_levels in hard.
  destruct (level G j b) as [g|]; [|discriminate]. simpl in hard.
  destruct (Nat.eq_dec j b) as [->|]; [assumption|]. rewrite zero in hard.
  pose proof (Rmax_r 0 (r j - Q2R g * 0)). specialize (above j small). lra.
Qed.

Lemma defined_spec : forall k G delta h, is_defined k G delta h = true -> 0 <= Q2R (factor h) /\
  forall j, (j < k)%nat -> 0 <= vector (bottom h) j /\
    (vector (top h) j = 0 \/ follows k G delta (bottom h) j = true).
Proof.
  intros k G delta h yes. unfold is_defined in yes. split_and.
  split; [rewrite <- Q2R_zero; now apply le_real|].
  intros j small. pose proof (all_spec _ _ H0 j small) as each. cbv beta in each. split_and.
  split; [unfold vector; rewrite <- Q2R_zero; now apply le_real|].
  match goal with h : _ || _ = true |- _ => apply orb_prop in h as [zero|]; [left|now right] end.
  unfold vector. rewrite <- Q2R_zero. now apply eq_real.
Qed.

Lemma dot_linear : forall k x a b r s,
  dot k x (fun j => a * r j + b * s j) = a * dot k x r + b * dot k x s.
Proof.
  intros k x a b r s. unfold dot. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma share_zero : forall k G delta h r, is_defined k G delta h = true ->
  row k (real_levels G) (real_matrix delta) r ->
  0 <= dot k (vector (bottom h)) r /\
  (dot k (vector (bottom h)) r = 0 -> dot k (vector (top h)) r = 0).
Proof.
  intros k G delta h r yes is_row. destruct (defined_spec k G delta h yes) as [_ each].
  pose proof (proj1 is_row) as above. split.
  - apply sum_nonneg. intros j small. apply Rmult_le_pos; [now apply each|now apply above].
  - intros none. apply sum_zero. intros j small.
    destruct (each j small) as [_ [zero|tie]]; [rewrite zero; ring|].
    rewrite (follows_spec k G delta (bottom h) j r tie is_row small); [ring|]. intros b own.
    apply (zero_terms k (fun j => vector (bottom h) j * r j)); auto. intros i inside.
    apply Rmult_le_pos; [now apply each|now apply above].
Qed.

Lemma two_squares : forall a b c d, 0 <= b -> 0 <= d -> (b = 0 -> a = 0) -> (d = 0 -> c = 0) ->
  (a + c) ^ 2 / (b + d) <= a ^ 2 / b + c ^ 2 / d.
Proof.
  intros a b c d [pos|<-] [pos'|<-] left right.
  - assert (0 < b * d * (b + d)) as below by (repeat apply Rmult_lt_0_compat; lra).
    enough (0 <= a ^ 2 / b + c ^ 2 / d - (a + c) ^ 2 / (b + d)) by lra.
    replace (a ^ 2 / b + c ^ 2 / d - (a + c) ^ 2 / (b + d))
      with ((a * d - b * c) ^ 2 / (b * d * (b + d))) by (field; lra).
    apply Rmult_le_pos; [apply pow2_ge_0|]. now apply Rlt_le, Rinv_0_lt_compat.
  - rewrite right by reflexivity. rewrite !Rplus_0_r. unfold Rdiv. lra.
  - rewrite left by reflexivity. rewrite !Rplus_0_l. unfold Rdiv. lra.
  - rewrite left, right by reflexivity. unfold Rdiv. rewrite Rplus_0_r. lra.
Qed.

Lemma ratio_gauge : forall k G delta h, is_defined k G delta h = true ->
  gauge_on k (real_levels G) (real_matrix delta) (fun r => real_ratio k r h).
Proof.
  intros k G delta h yes. destruct (defined_spec k G delta h yes) as [positive _]. repeat split.
  - intros r s equal. unfold real_ratio.
    assert (forall x, dot k x r = dot k x s) as same.
    { intros x. apply sum_ext. intros j small. now rewrite equal. }
    now rewrite !same.
  - intros c r low above. unfold real_ratio.
    assert (forall x, dot k x (fun j => c * r j) = c * dot k x r) as scaled.
    { intros x. unfold dot. rewrite <- sum_scale. apply sum_ext. intros. ring. }
    rewrite !scaled. destruct (share_zero k G delta h r yes above) as [_ silent].
    destruct low as [low|<-]; [|rewrite !Rmult_0_l; unfold Rdiv; ring].
    destruct (Req_dec (dot k (vector (bottom h)) r) 0) as [none|some].
    + rewrite silent, none by assumption. unfold Rdiv. ring.
    + field. lra.
  - intros r s above above'. unfold real_ratio.
    assert (forall x, dot k x (fun j => r j + s j) = dot k x r + dot k x s) as added.
    { intros x. unfold dot. rewrite <- sum_plus. apply sum_ext. intros. ring. }
    rewrite !added, <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [assumption|].
    destruct (share_zero k G delta h r yes above). destruct (share_zero k G delta h s yes above').
    now apply two_squares.
Qed.

Lemma ratios_gauge : forall k G delta l, forallb (is_defined k G delta) l = true ->
  gauge_on k (real_levels G) (real_matrix delta) (ratios k l).
Proof.
  intros k G delta l. unfold ratios. induction l as [|h l IH]; intros yes; simpl in *.
  - repeat split; intros; lra.
  - apply andb_prop in yes as [first rest]. destruct (ratio_gauge k G delta h first) as (a & b & c).
    destruct (IH rest) as (a' & b' & c'). repeat split.
    + intros r s equal. now rewrite (a r s equal), (a' r s equal).
    + intros t r low above. rewrite b, b' by assumption. ring.
    + intros r s one two. specialize (c r s one two). specialize (c' r s one two). lra.
Qed.

Lemma ratio_real : forall k h r, Q2R (qratio k r h) = real_ratio k (fun j => Q2R (r j)) h.
Proof.
  intros k h r. unfold qratio, real_ratio. rewrite (Qeq_eqR _ _ (Qred_correct _)).
  destruct (Qeq_dec (qdot k (entry (bottom h)) r) 0) as [zero|some].
  - assert (dot k (vector (bottom h)) (fun j => Q2R (r j)) = 0) as none.
    { rewrite <- Q2R_zero. rewrite <- (Qeq_eqR _ _ zero). symmetry. apply dot_real. }
    assert (factor h * (qdot k (entry (top h)) r * qdot k (entry (top h)) r) /
      qdot k (entry (bottom h)) r == 0)%Q as nothing.
    { rewrite zero. unfold Qdiv. rewrite Qmult_0_r. reflexivity. }
    rewrite (Qeq_eqR _ _ nothing), Q2R_zero, none. unfold Rdiv. rewrite Rinv_0. ring.
  - rewrite Q2R_div by assumption. rewrite !Q2R_mult, !dot_real. unfold vector. unfold Rdiv. ring.
Qed.

Lemma ratios_real : forall k l r, Q2R (qratios k l r) = ratios k l (fun j => Q2R (r j)).
Proof.
  intros k l r. unfold ratios. induction l as [|h l IH]; simpl in *; [apply Q2R_zero|].
  now rewrite Q2R_plus, ratio_real, IH.
Qed.

Lemma charge_real : forall k G y z r, Q2R (qcharge k G y z r) =
  charge k (real_levels G) (vector y) (real_matrix z) (fun j => Q2R (r j)).
Proof.
  intros k G y z r. unfold qcharge, charge. rewrite Q2R_plus, dot_real. f_equal.
  rewrite sum_real. apply sum_ext. intros a _. rewrite sum_real. apply sum_ext. intros b _.
  now rewrite Q2R_mult, excess_real.
Qed.

(** ** Every connected row is a multiple of one that is listed *)

Lemma entry_of : forall k f j, (j < k)%nat -> entry (from_entries k f) j = f j.
Proof.
  intros k f j small. unfold entry, from_entries.
  rewrite (nth_indep _ 0%Q (f 0%nat)) by (now rewrite map_length, seq_length).
  rewrite map_nth, seq_nth by assumption. reflexivity.
Qed.

Lemma has_spec : forall p j, has p j = true <-> Q2R (entry p j) <> 0.
Proof.
  intros p j. unfold has. rewrite negb_true_iff. split.
  - intros some zero. apply Qeq_bool_neq in some. apply some, eqR_Qeq. now rewrite Q2R_zero.
  - intros some. apply not_true_iff_false. intros zero. apply some. rewrite <- Q2R_zero.
    now apply eq_real.
Qed.

(** p is r over a positive number where p has an entry. *)
Definition part_of (k : nat) (p : list Q) (r : nat -> R) : Prop :=
  exists scale, 0 < scale /\
    forall j, (j < k)%nat -> Q2R (entry p j) = 0 \/ r j = scale * Q2R (entry p j).

Definition size (k : nat) (p : list Q) : nat := length (filter (has p) (seq 0 k)).

Lemma put_size : forall k p c v, (c < k)%nat -> has p c = false -> Q2R v <> 0 ->
  (size k p < size k (put k p c v))%nat.
Proof.
  intros k p c v small none some. unfold size.
  assert (forall j, (j < k)%nat -> has (put k p c v) j = if Nat.eqb j c then true else has p j) as new.
  { intros j inside. destruct (Nat.eqb_spec j c) as [->|other].
    - apply has_spec. unfold put. rewrite entry_of, Nat.eqb_refl by assumption.
      now rewrite (Qeq_eqR _ _ (Qred_correct _)).
    - unfold has, put. rewrite entry_of by assumption.
      destruct (Nat.eqb_spec j c); [contradiction|reflexivity]. }
  rewrite (filter_ext_in (has (put k p c v)) (fun j => if Nat.eqb j c then true else has p j)).
  - apply (filter_lt _ _ _ _ c); [| |assumption|].
    + intros j yes. destruct (Nat.eqb j c); auto.
    + apply in_seq. lia.
    + now rewrite Nat.eqb_refl.
  - intros j inside. apply in_seq in inside. apply new. lia.
Qed.

(** What the listed rows have in common: no negative entry. *)
Definition proper (k : nat) (p : list Q) : Prop :=
  (forall j, (j < k)%nat -> 0 <= Q2R (entry p j)) /\
  exists a, (a < k)%nat /\ has p a = true.

Definition levels_above_one (k : nat) (G : list (list (option Q))) : Prop :=
  forall a b g, (a < k)%nat -> (b < k)%nat -> level G a b = Some g -> 1 <= Q2R g.

Lemma put_proper : forall k p c v, proper k p -> (c < k)%nat -> 0 < Q2R v -> proper k (put k p c v).
Proof.
  intros k p c v [above _] small pos. split.
  - intros j inside. unfold put. rewrite entry_of by assumption.
    destruct (Nat.eqb j c); [rewrite (Qeq_eqR _ _ (Qred_correct _)); lra|auto].
  - exists c. split; [assumption|]. apply has_spec. unfold put.
    rewrite entry_of, Nat.eqb_refl by assumption. rewrite (Qeq_eqR _ _ (Qred_correct _)). lra.
Qed.

Lemma put_part : forall k p c v r scale, 0 < scale ->
  (forall j, (j < k)%nat -> Q2R (entry p j) = 0 \/ r j = scale * Q2R (entry p j)) ->
  r c = scale * Q2R v -> part_of k (put k p c v) r.
Proof.
  intros k p c v r scale pos part last. exists scale. split; [assumption|].
  intros j inside. unfold put. rewrite entry_of by assumption.
  destruct (Nat.eqb_spec j c) as [->|other]; [|now apply part].
  right. now rewrite (Qeq_eqR _ _ (Qred_correct _)).
Qed.

Lemma part_obeys : forall k G delta p r, row k (real_levels G) (real_matrix delta) r ->
  part_of k p r -> obeys k G delta p = true.
Proof.
  intros k G delta p r [_ hard] (scale & pos & part). unfold obeys, all_pairs, all.
  rewrite forallb_forall. intros a inside. rewrite forallb_forall. intros b inside'.
  apply in_seq in inside. apply in_seq in inside'.
  destruct (has p a && has p b && Qeq_bool (entry2 delta a b) 0) eqn:both; [|reflexivity].
  simpl. split_and.
  assert (excess (real_levels G) a b r = 0) as none.
  { apply hard; try lia. unfold real_matrix. rewrite <- Q2R_zero. now apply eq_real. }
  assert (Q2R (qexcess G a b (entry p)) <= 0) as low.
  { rewrite excess_real. unfold excess in *. destruct (real_levels G a b) as [g|]; [|lra].
    destruct (Nat.eq_dec a b); [lra|].
    destruct (part a) as [zero|first]; [lia|apply has_spec in H; contradiction|].
    destruct (part b) as [zero|second]; [lia|apply has_spec in H1; contradiction|].
    rewrite first, second in none.
    replace (scale * Q2R (entry p a) - g * (scale * Q2R (entry p b)))
      with (scale * (Q2R (entry p a) - g * Q2R (entry p b))) in none by ring.
    pose proof (Rmax_r 0 (scale * (Q2R (entry p a) - g * Q2R (entry p b)))) as above.
    rewrite none in above. apply Rmax_lub; [lra|].
    apply Rmult_le_reg_l with scale; [assumption|]. lra. }
  apply Qle_bool_iff. apply Rle_Qle. now rewrite Q2R_zero.
Qed.

(** Either all tight pairs stay on their side of K, or one is found that crosses. *)
Lemma crossing : forall k G r (K : nat -> bool),
  (forall a b g, (a < k)%nat -> (b < k)%nat -> r a <> 0 -> r b <> 0 -> G a b = Some g ->
     r a = g * r b -> K a = K b) \/
  exists a b g, (a < k)%nat /\ (b < k)%nat /\ r a <> 0 /\ r b <> 0 /\ G a b = Some g /\
    r a = g * r b /\ K a <> K b.
Proof.
  intros k G r K.
  set (crosses := fun p : nat * nat => r (fst p) <> 0 /\ r (snd p) <> 0 /\ K (fst p) <> K (snd p) /\
    match G (fst p) (snd p) with Some g => r (fst p) = g * r (snd p) | None => False end).
  destruct (Exists_dec crosses (pairs k)) as [some|none].
  - intros (a & b). unfold crosses. simpl.
    destruct (Req_EM_T (r a) 0); [right; tauto|]. destruct (Req_EM_T (r b) 0); [right; tauto|].
    destruct (bool_dec (K a) (K b)); [right; tauto|].
    destruct (G a b) as [g|]; [|right; tauto].
    destruct (Req_EM_T (r a) (g * r b)); [left; tauto|right; tauto].
  - right. apply Exists_exists in some as ((a & b) & inside & one & two & other & tight).
    simpl in *. apply in_prod_iff in inside. rewrite !in_seq in inside.
    destruct (G a b) as [g|] eqn:finite; [|contradiction].
    exists a, b, g. repeat split; auto; lia.
  - left. intros a b g small small' one two finite tight.
    destruct (bool_dec (K a) (K b)) as [|other]; [assumption|]. exfalso. apply none.
    apply Exists_exists. exists (a, b). split; [now apply in_pairs|].
    unfold crosses. simpl. rewrite finite. auto.
Qed.

Lemma grows : forall k G delta r p n, levels_above_one k G ->
  row k (real_levels G) (real_matrix delta) r -> connected k (real_levels G) r ->
  In p (grown_rows k G delta n) -> proper k p -> part_of k p r -> (S n <= size k p)%nat ->
  (forall j, (j < k)%nat -> Q2R (entry p j) = 0 -> r j = 0) \/
  exists q, In q (grown_rows k G delta (S n)) /\ proper k q /\ part_of k q r /\
    (S (S n) <= size k q)%nat.
Proof.
  intros k G delta r p n big is_row joined there good (scale & pos & part) many.
  destruct good as [above (start & inside & first)].
  assert (support : forall j, (j < k)%nat -> has p j = true -> r j <> 0).
  { intros j small yes. apply has_spec in yes. destruct (part j small) as [|equal]; [contradiction|].
    rewrite equal. apply Rmult_integral_contrapositive_currified; [lra|assumption]. }
  destruct (crossing k (real_levels G) r (has p)) as [shut|found].
  - left. intros j small none. destruct (Req_dec (r j) 0) as [|some]; [assumption|exfalso].
    pose proof (joined (has p) shut start j inside small (support start inside first) some) as same.
    rewrite first in same. symmetry in same. apply has_spec in same. contradiction.
  - right. destruct found as (a & b & g & small & small' & one & two & finite & tight & other).
    unfold real_levels in finite. destruct (level G a b) as [h|] eqn:stated; [|discriminate].
    injection finite as <-. pose proof (big a b h small small' stated) as large.
    assert (listed : forall q c, In q (tied k G p c (if has p a then a else b)) -> (c < k)%nat ->
      proper k q -> part_of k q r -> (S (S n) <= size k q)%nat ->
      exists q, In q (grown_rows k G delta (S n)) /\ proper k q /\ part_of k q r /\
        (S (S n) <= size k q)%nat).
    { intros q c own low fine partly larger. exists q.
      split; [|split; [assumption|now split]].
      cbn [grown_rows]. apply nodup_In, filter_In. split; [|now apply part_obeys with r].
      apply in_flat_map. exists p. split; [assumption|]. apply in_flat_map. exists c.
      split; [apply in_seq; lia|]. apply in_flat_map. exists (if has p a then a else b).
      split; [apply in_seq; destruct (has p a); lia|assumption]. }
    destruct (has p a) eqn:left; destruct (has p b) eqn:right; try congruence.
    + (* b is new: r b = r a / g *)
      pose proof left as entry_a. apply has_spec in entry_a.
      assert (0 < Q2R (entry p a)) as up by (destruct (above a small); [assumption|congruence]).
      assert (~ h == 0)%Q as some by (intros zero; rewrite (Qeq_eqR _ _ zero), Q2R_zero in large; lra).
      assert (Q2R (entry p a / h) = Q2R (entry p a) / Q2R h) as value by now apply Q2R_div.
      assert (0 < Q2R (entry p a / h)) as positive.
      { rewrite value. apply Rmult_lt_0_compat; [assumption|]. apply Rinv_0_lt_compat. lra. }
      apply (listed (put k p b (entry p a / h)) b); auto.
      * unfold tied. rewrite left, right, stated. simpl. apply in_or_app. right. now left.
      * apply put_proper; auto. split; [assumption|now exists start].
      * apply put_part with scale; auto. rewrite value.
        destruct (part a small) as [|equal]; [contradiction|].
        rewrite equal in tight. apply Rmult_eq_reg_l with (Q2R h); [|lra]. rewrite <- tight.
        field. lra.
      * apply le_n_S in many. eapply Nat.le_trans; [exact many|].
        apply put_size; auto. lra.
    + (* a is new: r a = g r b *)
      pose proof right as entry_b. apply has_spec in entry_b.
      assert (0 < Q2R (entry p b)) as up by (destruct (above b small'); [assumption|congruence]).
      assert (0 < Q2R (h * entry p b)) as positive
        by (rewrite Q2R_mult; apply Rmult_lt_0_compat; lra).
      apply (listed (put k p a (h * entry p b)%Q) a); auto.
      * unfold tied. rewrite left, right, stated. simpl. now left.
      * apply put_proper; auto. split; [assumption|now exists start].
      * apply put_part with scale; auto. rewrite Q2R_mult.
        destruct (part b small') as [|equal]; [contradiction|]. rewrite tight, equal. ring.
      * apply le_n_S in many. eapply Nat.le_trans; [exact many|].
        apply put_size; auto. lra.
Qed.

Lemma size_below : forall k p, (size k p <= k)%nat.
Proof.
  intros k p. unfold size. eapply Nat.le_trans; [apply filter_length|]. now rewrite seq_length.
Qed.

Lemma listed_row : forall k G delta r, levels_above_one k G ->
  row k (real_levels G) (real_matrix delta) r -> connected k (real_levels G) r ->
  (exists a, (a < k)%nat /\ r a <> 0) ->
  exists n p scale, (n < k)%nat /\ In p (grown_rows k G delta n) /\ proper k p /\ 0 < scale /\
    forall j, (j < k)%nat -> r j = scale * Q2R (entry p j).
Proof.
  intros k G delta r big is_row joined (a & small & some).
  assert (reached : forall n, (exists m p scale, (m < k)%nat /\ In p (grown_rows k G delta m) /\
      proper k p /\ 0 < scale /\ forall j, (j < k)%nat -> r j = scale * Q2R (entry p j)) \/
    exists p, In p (grown_rows k G delta n) /\ proper k p /\ part_of k p r /\ (S n <= size k p)%nat).
  { induction n as [|n [done|(p & there & good & part & many)]]; [right|now left|].
    - pose proof is_row as [nonneg _].
      set (p := from_entries k (fun j => if Nat.eqb j a then 1%Q else 0%Q)).
      assert (value : forall j, (j < k)%nat -> Q2R (entry p j) = if Nat.eqb j a then 1 else 0).
      { intros j inside. unfold p. rewrite entry_of by assumption.
        destruct (Nat.eqb j a); [apply Q2R_one|apply Q2R_zero]. }
      assert (has p a = true) as own.
      { apply has_spec. rewrite value by assumption. rewrite Nat.eqb_refl. lra. }
      exists p. repeat split.
      + cbn [grown_rows]. apply in_map_iff. exists a. split; [reflexivity|]. apply in_seq. lia.
      + intros j inside. rewrite value by assumption. destruct (Nat.eqb j a); lra.
      + now exists a.
      + exists (r a). split; [destruct (nonneg a small); [assumption|congruence]|].
        intros j inside. rewrite value by assumption.
        destruct (Nat.eqb_spec j a) as [->|]; [right; ring|now left].
      + unfold size. assert (In a (filter (has p) (seq 0 k))) as member
          by (apply filter_In; split; [apply in_seq; lia|assumption]).
        destruct (filter (has p) (seq 0 k)); [destruct member|simpl; lia].
    - destruct (Nat.lt_ge_cases n k) as [low|high].
      + pose proof part as (scale & pos & each).
        destruct (grows k G delta r p n big is_row joined there good part many) as [done|more];
          [left|now right].
        exists n, p, scale. repeat split; try assumption; try apply good.
        intros j inside. destruct (each j inside) as [zero|equal]; [|assumption].
        rewrite (done j inside zero), zero. ring.
      + pose proof (size_below k p). lia. }
  destruct (reached k) as [done|(p & _ & _ & _ & many)]; [assumption|].
  pose proof (size_below k p). lia.
Qed.

(** ** What the checker accepts is covered *)

Lemma charge_ext : forall k G y z r s, (forall j, (j < k)%nat -> r j = s j) ->
  charge k G y z r = charge k G y z s.
Proof.
  intros k G y z r s equal. unfold charge, dot. f_equal.
  - apply sum_ext. intros j small. now rewrite equal.
  - apply sum_ext. intros a small. apply sum_ext. intros b small'. unfold excess.
    now rewrite !equal.
Qed.

Lemma charge_scales : forall k G y z r t, 0 <= t ->
  charge k G y z (fun j => t * r j) = t * charge k G y z r.
Proof.
  intros k G y z r t pos. unfold charge, dot. rewrite Rmult_plus_distr_l, <- !sum_scale. f_equal.
  - apply sum_ext. intros. ring.
  - apply sum_ext. intros a _. rewrite <- sum_scale. apply sum_ext. intros b _. unfold excess.
    destruct (G a b) as [g|]; [|ring]. destruct (Nat.eq_dec a b); [ring|].
    replace (t * r a - g * (t * r b)) with (t * (r a - g * r b)) by ring.
    replace 0 with (t * 0) at 1 by ring. rewrite RmaxRmult by assumption. ring.
Qed.

Lemma level_above_one : forall G a b h,
  forallb (forallb (fun g => match g with Some h => Qle_bool 1 h | None => true end)) G = true ->
  level G a b = Some h -> 1 <= Q2R h.
Proof.
  intros G a b h yes own. unfold level in own. rewrite forallb_forall in yes.
  destruct (nth_in_or_default a G []) as [inside|none];
    [|rewrite none in own; destruct b; discriminate].
  specialize (yes _ inside). rewrite forallb_forall in yes.
  destruct (nth_in_or_default b (nth a G []) None) as [inside'|none];
    [|rewrite none in own; discriminate].
  specialize (yes _ inside'). rewrite own in yes. rewrite <- Q2R_one. now apply le_real.
Qed.

Theorem rays_decide : forall k G delta y z u passes,
  gauge_on k (real_levels G) (real_matrix delta) u ->
  (forall p, row k (real_levels G) (real_matrix delta) (fun j => Q2R (entry p j)) ->
    passes p = true ->
    u (fun j => Q2R (entry p j)) <= Q2R (qcharge k G y z (entry p))) ->
  rays_pass k G delta passes = true ->
  covers k (real_levels G) (real_matrix delta) (vector y) (real_matrix z) u.
Proof.
  intros k G delta y z u passes is_gauge means yes. unfold rays_pass in yes.
  apply andb_prop in yes as [above listed].
  assert (finite_levels (real_levels G)) as finite.
  { intros a b g stated. unfold real_levels in stated.
    destruct (level G a b) as [h|] eqn:own; [|discriminate]. injection stated as <-.
    now apply level_above_one with G a b. }
  assert (big : levels_above_one k G).
  { intros a b h _ _ own. now apply level_above_one with G a b. }
  apply rays_cover; auto. intros r is_row joined. destruct is_gauge as (same & scales & _).
  destruct (existsb (fun j => if Req_EM_T (r j) 0 then false else true) (seq 0 k)) eqn:some.
  - apply existsb_exists in some as (a & inside & nonzero). apply in_seq in inside.
    destruct (Req_EM_T (r a) 0); [discriminate|].
    destruct (listed_row k G delta r big is_row joined) as (m & p & scale & low & there & good & pos
      & equal); [exists a; split; [lia|assumption]|].
    pose proof (all_spec _ _ listed m low) as rows. cbv beta in rows.
    rewrite forallb_forall in rows. specialize (rows p there).
    assert (row k (real_levels G) (real_matrix delta) (fun j => Q2R (entry p j))) as own.
    { apply row_same with (fun j => / scale * r j).
      - intros j small. rewrite (equal j small). field. lra.
      - apply row_scales; [|assumption]. left. now apply Rinv_0_lt_compat. }
    rewrite (same r (fun j => scale * Q2R (entry p j))) by assumption.
    rewrite scales by (lra || assumption).
    rewrite (charge_ext k _ _ _ r (fun j => scale * Q2R (entry p j))) by assumption.
    rewrite charge_scales by lra. apply Rmult_le_compat_l; [lra|].
    apply orb_prop in rows as [not_row|covered].
    + exfalso. apply negb_true_iff in not_row. apply not_true_iff_false in not_row. apply not_row.
      unfold hard_pairs, all_pairs, all. rewrite forallb_forall. intros b first.
      rewrite forallb_forall. intros c second. apply in_seq in first. apply in_seq in second.
      destruct (Qeq_bool (entry2 delta b c) 0) eqn:none; [simpl|reflexivity].
      apply Qle_bool_iff, Rle_Qle. rewrite Q2R_zero, excess_real.
      destruct is_row as [_ hard]. specialize (hard b c ltac:(lia) ltac:(lia)).
      assert (real_matrix delta b c = 0) as zero
        by (unfold real_matrix; rewrite <- Q2R_zero; now apply eq_real).
      specialize (hard zero). unfold excess in *. destruct (real_levels G b c) as [g|]; [|lra].
      destruct (Nat.eq_dec b c); [lra|].
      rewrite (equal b), (equal c) in hard by lia.
      replace (scale * Q2R (entry p b) - g * (scale * Q2R (entry p c)))
        with (scale * (Q2R (entry p b) - g * Q2R (entry p c))) in hard by ring.
      pose proof (Rmax_r 0 (scale * (Q2R (entry p b) - g * Q2R (entry p c)))) as up.
      rewrite hard in up. apply Rmax_lub; [lra|].
      apply Rmult_le_reg_l with scale; [assumption|]. lra.
    + rewrite <- charge_real. now apply means.
  - assert (forall j, (j < k)%nat -> r j = 0 * 0) as none.
    { intros j small. destruct (Req_dec (r j) 0) as [zero|nonzero]; [lra|exfalso].
      apply not_true_iff_false in some. apply some. apply existsb_exists. exists j.
      split; [apply in_seq; lia|]. now destruct (Req_EM_T (r j) 0). }
    rewrite (same r (fun j => 0 * 0)), (charge_ext k _ _ _ r (fun j => 0 * 0)) by assumption.
    rewrite (scales 0 (fun _ => 0)), (charge_scales k _ _ _ (fun _ => 0) 0) by
      (lra || (apply row_same with (fun j => 0 * r j);
        [intros; ring|apply row_scales; [lra|assumption]])).
    lra.
Qed.
