(** Four truths, each respondent asked one of the three questions about two of them: the table that
    does it, what it has, and where another table has less. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number HalvesOfFour OneReportMore.
Open Scope R_scope.

Section Halves.

Variables (g : R) (q : nat -> R).
Context (big : 1 < g) (shares : law 4 q).

Let wide := (g + 1) / (g - 1).
Let root (t : nat) : R := sqrt (answer_variance g q t).
Let roots := \sum_(t < 3) root t.

(** Reports 0 to 5: the answers yes and no to the questions 0, 1 and 2. *)
Definition asked (i : nat) : nat := (i / 2)%nat.
Definition said (i : nat) : R := if Nat.even i then 1 else -1.

Definition halves_table : matrix := fun i j =>
  root (asked i) / roots * (1 + said i * half (asked i) j / wide) / 2.

Definition halves_estimate : matrix := fun i t => balance q t +
  if Nat.eq_dec t (asked i) then (said i * wide - balance q t) * roots / root t else 0.

Lemma wide_above : 1 < wide /\ wide * (g - 1) = g + 1.
Proof.
  assert (wide * (g - 1) = g + 1) as whole by (unfold wide; field; lra). split; [|assumption].
  apply Rmult_lt_reg_r with (g - 1); lra.
Qed.

Lemma roots_squared : (forall t, (t < 3)%nat -> 0 < root t /\
    root t ^ 2 = wide ^ 2 - balance q t ^ 2) /\ 0 < roots.
Proof.
  destruct wide_above as [above _]. destruct shares as [nonneg one]. cbn [sum] in one.
  pose proof (nonneg 0 ltac:(lia))%nat. pose proof (nonneg 1 ltac:(lia))%nat.
  pose proof (nonneg 2 ltac:(lia))%nat. pose proof (nonneg 3 ltac:(lia))%nat.
  assert (forall t, (t < 3)%nat -> 0 < root t /\ root t ^ 2 = wide ^ 2 - balance q t ^ 2) as each.
  { intros t small. assert (0 < answer_variance g q t) as positive.
    { unfold answer_variance. fold wide.
      assert (-1 <= balance q t <= 1) as range
        by (unfold balance, half; cbn [sum]; destruct t as [|[|[|t]]]; try lia; lra).
      nra. }
    split; [now apply sqrt_lt_R0|]. unfold root. rewrite pow2_sqrt by lra. reflexivity. }
  split; [assumption|]. unfold roots. cbn [sum].
  destruct (each 0 ltac:(lia))%nat. destruct (each 1 ltac:(lia))%nat. destruct (each 2 ltac:(lia))%nat. lra.
Qed.

Lemma halves_are_one : forall t j, half t j = 1 \/ half t j = -1.
Proof. intros t j. unfold half. destruct t as [|[|[|t]]], j as [|[|[|[|j]]]]; auto. Qed.

Lemma halves_table_is_private : private 6 4 (fun _ _ => Some g) (fun _ _ => 0) halves_table.
Proof.
  destruct roots_squared as [each posS]. destruct wide_above as [above whole].
  assert (forall i, (i < 6)%nat -> 0 < root (asked i)) as positive.
  { intros i small. apply each. unfold asked. do 6 (destruct i as [|i]; [cbn; lia|]). lia. }
  assert (0 < / roots) as unit by now apply Rinv_0_lt_compat.
  assert (0 < / wide < 1) as [low high].
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  assert (g * (1 - / wide) = 1 + / wide) as factor.
  { apply Rmult_eq_reg_r with wide; [|lra].
    replace (g * (1 - / wide) * wide) with (g * wide - g) by (field; lra).
    replace ((1 + / wide) * wide) with (wide + 1) by (field; lra). lra. }
  assert (forall i j, said i * half (asked i) j / wide = / wide \/
    said i * half (asked i) j / wide = - / wide) as entries.
  { intros i j. unfold said. destruct (halves_are_one (asked i) j) as [-> | ->], (Nat.even i);
      [left|right|right|left]; field; lra. }
  split.
  - intros j small. split.
    + intros i less. unfold halves_table. specialize (positive i less).
      assert (0 <= root (asked i) / roots) by (apply Rmult_le_pos; lra).
      destruct (entries i j) as [-> | ->]; unfold Rdiv; apply Rmult_le_pos; try lra;
        apply Rmult_le_pos; lra.
    + destruct (each 0 ltac:(lia))%nat. destruct (each 1 ltac:(lia))%nat.
      destruct (each 2 ltac:(lia))%nat.
      transitivity (\sum_(t < 3) (root t / roots)).
      * unfold halves_table, asked, said. cbn [sum Nat.even Nat.div Nat.divmod fst]. field. lra.
      * unfold Rdiv. rewrite sum_scale_right. fold roots. apply Rinv_r. lra.
  - intros a b smalla smallb. apply Req_le, sum_zero. intros i less. unfold excess.
    destruct (Nat.eq_dec a b); [reflexivity|]. apply Rmax_left. unfold halves_table.
    specialize (positive i less).
    assert (0 < root (asked i) / roots) by (apply Rmult_lt_0_compat; lra).
    set (x := root (asked i) / roots) in *.
    assert (0 <= x * (g * (1 + said i * half (asked i) b / wide) -
      (1 + said i * half (asked i) a / wide))); [|unfold Rdiv in *; lra].
    apply Rmult_le_pos; [lra|]. destruct (entries i a) as [-> | ->], (entries i b) as [-> | ->]; nra.
Qed.

Lemma halves_estimate_is_fair : forall t j, (t < 3)%nat -> (j < 4)%nat ->
  \sum_(i < 6) (halves_estimate i t * halves_table i j) = half t j.
Proof.
  intros t j small inside. destruct roots_squared as [each posS]. destruct wide_above as [above _].
  destruct (each 0 ltac:(lia))%nat as [pos0 _]. destruct (each 1 ltac:(lia))%nat as [pos1 _].
  destruct (each 2 ltac:(lia))%nat as [pos2 _].
  unfold halves_estimate, halves_table, asked, said. 
  cbn [sum Nat.even Nat.div Nat.divmod fst].
  assert (roots = root 0%nat + root 1%nat + root 2%nat) as total by (unfold roots; cbn [sum]; ring).
  destruct t as [|[|[|t]]]; try lia; cbn [Nat.eq_dec nat_rec nat_rect sumbool_rec sumbool_rect];
    rewrite total in *; field; lra.
Qed.

(** What report i of a question has, what it is worth to it, and what is said then: for the answer
    yes and the answer no. *)
Lemma two_answers : forall w theta s S a b, 0 < w -> 0 < s -> 0 < S -> s ^ 2 = w ^ 2 - theta ^ 2 ->
  let c := fun x => a + x * (b * w * S / s) in
  let share := fun x => s / S * (1 + x * theta / w) / 2 in
  let away := fun x => (x * w - theta) * S / s in
  c 1 * share 1 + c (-1) * share (-1) = a * s / S + b * theta /\
  c 1 * share 1 * away 1 + c (-1) * share (-1) * away (-1) = b * s * S /\
  c 1 * share 1 * away 1 ^ 2 + c (-1) * share (-1) * away (-1) ^ 2 = a * s * S - b * theta * S ^ 2 /\
  share 1 * away 1 ^ 2 + share (-1) * away (-1) ^ 2 = s * S /\
  share 1 + share (-1) = s / S /\ share 1 * away 1 + share (-1) * away (-1) = 0.
Proof.
  intros w theta s S a b posw poss posS squared c share away.
  assert (share 1 * away 1 = s ^ 2 / (2 * w) /\ share (-1) * away (-1) = - (s ^ 2 / (2 * w))) as [yes no].
  { rewrite squared. unfold share, away. split; field; lra. }
  assert (c 1 * share 1 + c (-1) * share (-1) = a * s / S + b * theta) as first
    by (unfold c, share; field; lra).
  split; [exact first|]. split; [|split; [|split; [|split]]].
  - rewrite !Rmult_assoc, yes, no. unfold c. field. lra.
  - replace (c 1 * share 1 * away 1 ^ 2 + c (-1) * share (-1) * away (-1) ^ 2) with
      (c 1 * (share 1 * away 1) * away 1 + c (-1) * (share (-1) * away (-1)) * away (-1)) by ring.
    rewrite yes, no. unfold c, away. field. lra.
  - replace (share 1 * away 1 ^ 2 + share (-1) * away (-1) ^ 2) with
      (share 1 * away 1 * away 1 + share (-1) * away (-1) * away (-1)) by ring.
    rewrite yes, no. unfold away. field. lra.
  - unfold share. field. lra.
  - rewrite yes, no. ring.
Qed.

Lemma by_questions : forall f, \sum_(i < 6) f i = \sum_(t < 3) (f (2 * t)%nat + f (2 * t + 1)%nat).
Proof. intros f. cbn [sum Nat.mul Nat.add]. ring. Qed.

Lemma places : forall t, (t < 3)%nat -> asked (2 * t) = t /\ asked (2 * t + 1) = t /\
  said (2 * t) = 1 /\ said (2 * t + 1) = -1.
Proof. intros t small. do 3 (destruct t as [|t]; [repeat split; reflexivity|]). lia. Qed.

Lemma share_of_report : forall i, dot 4 q (halves_table i) =
  root (asked i) / roots * (1 + said i * balance q (asked i) / wide) / 2.
Proof.
  intros i. destruct shares as [_ one]. destruct wide_above as [above _].
  destruct roots_squared as [_ posS]. unfold dot, halves_table.
  rewrite (sum_ext 4 _ (fun j => root (asked i) / roots / 2 * q j +
    root (asked i) / roots * said i / wide / 2 * (q j * half (asked i) j))) by (intros; field; lra).
  rewrite sum_plus, !sum_scale. change (\sum_(j < 4) q j) with (sum 4 q).
  change (sum 4 q = 1) in one. rewrite one. unfold balance. field. lra.
Qed.

(** How far a report says to be from the mean, along its question. *)
Let away (i : nat) : R := (said i * wide - balance q (asked i)) * roots / root (asked i).

Lemma squares_from : forall y i, (i < 6)%nat ->
  \sum_(t < 3) (halves_estimate i t - (balance q t + y t)) ^ 2 =
    away i ^ 2 - 2 * away i * y (asked i) + \sum_(t < 3) y t ^ 2.
Proof.
  intros y i small. unfold halves_estimate, away.
  assert (asked i < 3)%nat as inside.
  { unfold asked. do 6 (destruct i as [|i]; [cbn; lia|]). lia. }
  set (x := asked i) in *.
  destruct x as [|[|[|x']]]; try lia; cbn [sum Nat.eq_dec nat_rec nat_rect sumbool_rec sumbool_rect]; ring.
Qed.

Lemma halves_have : \sum_(t < 3) difference_variance q 6 halves_table halves_estimate t = roots ^ 2.
Proof.
  destruct roots_squared as [each posS]. destruct wide_above as [above _].
  pose proof shares as [_ one]. change (sum 4 q = 1) in one.
  unfold difference_variance. rewrite sum_minus.
  rewrite <- (sum_of_sums 6 3 (fun i t => dot 4 q (halves_table i) * halves_estimate i t ^ 2)).
  rewrite (sum_ext 6 _ (fun i => dot 4 q (halves_table i) * (away i ^ 2 + 2 * away i *
    balance q (asked i) + \sum_(t < 3) balance q t ^ 2))).
  - rewrite by_questions.
    rewrite (sum_ext 3 _ (fun t => root t * roots + (\sum_(t < 3) balance q t ^ 2) * (root t * / roots))).
    + rewrite sum_plus, sum_scale, !sum_scale_right. change (sum 3 root) with roots. field. lra.
    + intros t small. destruct (places t small) as (p1 & p2 & p3 & p4).
      destruct (each t small) as [pos squared].
      destruct (two_answers wide (balance q t) (root t) roots 0 0 ltac:(lra) pos posS squared)
        as (_ & _ & _ & squares & total & none).
      rewrite !share_of_report. unfold away. rewrite p1, p2, p3, p4.
      set (B := \sum_(t < 3) balance q t ^ 2).
      set (s1 := root t / roots * (1 + 1 * balance q t / wide) / 2) in *.
      set (s2 := root t / roots * (1 + -1 * balance q t / wide) / 2) in *.
      set (a1 := (1 * wide - balance q t) * roots / root t) in *.
      set (a2 := (-1 * wide - balance q t) * roots / root t) in *.
      transitivity ((s1 * a1 ^ 2 + s2 * a2 ^ 2) + 2 * balance q t * (s1 * a1 + s2 * a2) + B * (s1 + s2));
        [ring|]. rewrite squares, none, total. unfold Rdiv. ring.
  - intros i small. rewrite sum_scale. f_equal.
    pose proof (squares_from (fun t => - balance q t) i small) as told. cbv beta in told.
    rewrite (sum_ext 3 (fun t => halves_estimate i t ^ 2)
      (fun t => (halves_estimate i t - (balance q t + - balance q t)) ^ 2)) by (intros; ring).
    rewrite told. rewrite (sum_ext 3 (fun t => (- balance q t) ^ 2) (fun t => balance q t ^ 2))
      by (intros; ring). ring.
Qed.

(** found/shares/four/halves: the table has what halves_together says of all. *)
Theorem halves_attain : exists P e : matrix, private 6 4 (fun _ _ => Some g) (fun _ _ => 0) P /\
  (forall t j, (t < 3)%nat -> (j < 4)%nat -> \sum_(i < 6) (e i t * P i j) = half t j) /\
  \sum_(t < 3) difference_variance q 6 P e t = (\sum_(t < 3) sqrt (answer_variance g q t)) ^ 2.
Proof.
  exists halves_table, halves_estimate. split; [exact halves_table_is_private|].
  split; [exact halves_estimate_is_fair|exact halves_have].
Qed.

Section Beaten.

Variable (alone : nat).
Context (inside : (alone < 4)%nat).
Context (fails : 3 - g ^ 2 <
  (g - 1) ^ 2 * (8 * q alone ^ 2 - 4 * q alone + 1 - 2 * \sum_(i < 4) q i ^ 2)).

Let own : nat -> bool := fun j => (j =? alone)%nat.
Let a := (g + 3) / 4.
Let b := (g - 1) / 4.
Let side (t : nat) : R := half t alone.
Let given := a + b * \sum_(t < 3) (side t * balance q t).
Let more (t : nat) : R := b * side t * root t * roots / given.

Definition taken_for (i : nat) : R := a + said i * (b * side (asked i) * wide * roots / root (asked i)).

Lemma sides : forall j, (j < 4)%nat -> \sum_(t < 3) (side t * half t j) = if own j then 3 else -1.
Proof.
  intros j small. unfold side, own, half. cbn [sum].
  destruct alone as [|[|[|[|x]]]]; try lia; destruct j as [|[|[|[|j]]]]; try lia; cbn; ring.
Qed.

Lemma report_is_made : forall j, (j < 4)%nat ->
  \sum_(i < 6) (taken_for i * halves_table i j) = pattern g own j.
Proof.
  intros j small. destruct roots_squared as [each posS]. destruct wide_above as [above _].
  rewrite by_questions.
  rewrite (sum_ext 3 _ (fun t => a / roots * root t + b * (side t * half t j))).
  - rewrite sum_plus, !sum_scale, sides by assumption. change (sum 3 root) with roots. unfold pattern, a, b.
    destruct (own j); field; lra.
  - intros t less. destruct (places t less) as (p1 & p2 & p3 & p4).
    destruct (each t less) as [pos squared]. unfold taken_for, halves_table.
    rewrite p1, p2, p3, p4. field. lra.
Qed.

Lemma given_is_positive : 0 < given /\ a ^ 2 - (given - a) ^ 2 < b ^ 2 * \sum_(t < 3) root t ^ 2.
Proof.
  destruct roots_squared as [each posS]. destruct wide_above as [above whole].
  pose proof shares as [nonneg one]. cbn [sum] in one.
  assert (\sum_(t < 3) (side t * balance q t) = 4 * q alone - 1) as middle.
  { unfold balance, side, half. cbn [sum].
    destruct alone as [|[|[|[|x]]]]; try lia; lra. }
  assert (\sum_(t < 3) balance q t ^ 2 = 4 * (\sum_(i < 4) q i ^ 2) - 1) as squares.
  { unfold balance, half. cbn [sum]. 
    assert (q 3%nat = 1 - q 0%nat - q 1%nat - q 2%nat) as -> by lra. ring. }
  assert (\sum_(t < 3) root t ^ 2 = 3 * wide ^ 2 - (4 * (\sum_(i < 4) q i ^ 2) - 1)) as all.
  { rewrite <- squares. rewrite (sum_ext 3 _ (fun t => wide ^ 2 - balance q t ^ 2))
      by (intros t less; apply (each t less)).
    rewrite sum_minus, sum_constant. simpl (INR 3). ring. }
  pose proof (nonneg alone inside). unfold given. rewrite middle, all. unfold a, b in *. split.
  - assert (0 <= (g - 1) * q alone) by (apply Rmult_le_pos; lra). lra.
  - assert (wide ^ 2 * (g - 1) ^ 2 = (g + 1) ^ 2) as scaled by (rewrite <- whole; ring).
    set (x := q alone) in *. set (y := \sum_(i < 4) q i ^ 2) in *.
    replace (((g - 1) / 4) ^ 2 * (3 * wide ^ 2 - (4 * y - 1))) with
      ((3 * (wide ^ 2 * (g - 1) ^ 2) - (g - 1) ^ 2 * (4 * y - 1)) / 16) by field.
    rewrite scaled. nra.
Qed.

Lemma loses : \sum_(i < 6) (taken_for i * dot 4 q (halves_table i) *
  \sum_(t < 3) (halves_estimate i t - (balance q t + more t)) ^ 2) < 0.
Proof.
  destruct roots_squared as [each posS]. destruct wide_above as [above _].
  destruct given_is_positive as [posA short]. set (Y := \sum_(t < 3) more t ^ 2).
  rewrite (sum_ext 6 _ (fun i => taken_for i * dot 4 q (halves_table i) *
    (away i ^ 2 - 2 * away i * more (asked i) + Y))) by (intros; now rewrite squares_from).
  rewrite by_questions.
  rewrite (sum_ext 3 _ (fun t => a * roots * root t - b * roots ^ 2 * (side t * balance q t) -
    2 * b ^ 2 * roots ^ 2 / given * (root t ^ 2) + Y * (a / roots * root t + b * (side t * balance q t)))).
  - rewrite sum_plus, !sum_minus, !sum_scale, sum_plus, !sum_scale. change (sum 3 root) with roots.
    assert (b * (\sum_(t < 3) (side t * balance q t)) = given - a) as rest by (unfold given; ring).
    assert (Y = b ^ 2 * roots ^ 2 / given ^ 2 * \sum_(t < 3) root t ^ 2) as ->.
    { unfold Y. rewrite <- sum_scale. apply sum_ext. intros t less. unfold more.
      assert (side t ^ 2 = 1) as unit
        by (unfold side; destruct (halves_are_one t alone) as [-> | ->]; ring).
      transitivity (side t ^ 2 * (b ^ 2 * roots ^ 2 / given ^ 2 * root t ^ 2)); [field; lra|].
      rewrite unit. ring. }
    set (V := \sum_(t < 3) root t ^ 2) in *. set (B := \sum_(t < 3) (side t * balance q t)) in *.
    replace (a * roots * roots - b * roots ^ 2 * B - 2 * b ^ 2 * roots ^ 2 / given * V +
      b ^ 2 * roots ^ 2 / given ^ 2 * V * (a / roots * roots + b * B)) with
      (roots ^ 2 / given * ((2 * a - given) * given - b ^ 2 * V)).
    + assert (0 < roots ^ 2 / given)
        by (apply Rmult_lt_0_compat; [now apply pow_lt|now apply Rinv_0_lt_compat]).
      assert (0 < roots ^ 2 / given * (b ^ 2 * V - (2 * a - given) * given)); [|lra].
      apply Rmult_lt_0_compat; [assumption|]. lra.
    + replace (b * roots ^ 2 * B) with (roots ^ 2 * (given - a)) by (rewrite <- rest; ring).
      rewrite rest. field. lra.
  - intros t less. destruct (places t less) as (p1 & p2 & p3 & p4).
    destruct (each t less) as [pos squared].
    destruct (two_answers wide (balance q t) (root t) roots a (b * side t) ltac:(lra) pos posS squared)
      as (shares_ & firsts & squares & _).
    assert (side t ^ 2 = 1) as unit
      by (unfold side; destruct (halves_are_one t alone) as [-> | ->]; ring).
    rewrite !share_of_report. unfold taken_for, away. rewrite p1, p2, p3, p4.
    set (s1 := root t / roots * (1 + 1 * balance q t / wide) / 2) in *.
    set (s2 := root t / roots * (1 + -1 * balance q t / wide) / 2) in *.
    set (a1 := (1 * wide - balance q t) * roots / root t) in *.
    set (a2 := (-1 * wide - balance q t) * roots / root t) in *.
    set (c1 := a + 1 * (b * side t * wide * roots / root t)) in *.
    set (c2 := a + -1 * (b * side t * wide * roots / root t)) in *.
    transitivity ((c1 * s1 * a1 ^ 2 + c2 * s2 * a2 ^ 2) - 2 * more t * (c1 * s1 * a1 + c2 * s2 * a2) +
      Y * (c1 * s1 + c2 * s2)); [ring|]. rewrite squares, firsts, shares_. unfold more.
    transitivity (a * root t * roots - b * side t * balance q t * roots ^ 2 -
      2 * b ^ 2 * roots ^ 2 / given * (root t ^ 2) * side t ^ 2 +
      Y * (a * root t / roots + b * side t * balance q t)); [field; lra|].
    rewrite unit. unfold Rdiv. ring.
Qed.

(** found/shares/four/halves: beyond the condition another table has less. *)
Theorem halves_are_beaten : exists m (P e : matrix), private m 4 (fun _ _ => Some g) (fun _ _ => 0) P /\
  (forall t j, (t < 3)%nat -> (j < 4)%nat -> \sum_(i < m) (e i t * P i j) = half t j) /\
  \sum_(t < 3) difference_variance q m P e t < (\sum_(t < 3) sqrt (answer_variance g q t)) ^ 2.
Proof.
  destruct (one_report_more 4 3 6 g q half halves_table halves_estimate big shares
    halves_table_is_private halves_estimate_is_fair (pattern g own) taken_for
    (fun t => balance q t + more t)) as (Q & f & private_Q & fair_Q & less).
  - split; [intros j _; unfold pattern; destruct (own j); lra|].
    intros x y _ _. unfold pattern. destruct (own x), (own y); nra.
  - exact report_is_made.
  - exact loses.
  - exists 7%nat, Q, f. split; [assumption|]. split; [assumption|].
    change ((\sum_(t < 3) sqrt (answer_variance g q t)) ^ 2) with (roots ^ 2).
    rewrite <- halves_have. unfold difference_variance. rewrite !sum_minus.
    rewrite <- (sum_of_sums 7 3 (fun i t => dot 4 q (Q i) * f i t ^ 2)).
    rewrite <- (sum_of_sums 6 3 (fun i t => dot 4 q (halves_table i) * halves_estimate i t ^ 2)).
    rewrite (sum_ext 7 _ (fun i => dot 4 q (Q i) * \sum_(t < 3) f i t ^ 2))
      by (intros; apply sum_scale).
    rewrite (sum_ext 6 _ (fun i => dot 4 q (halves_table i) * \sum_(t < 3) halves_estimate i t ^ 2))
      by (intros; apply sum_scale).
    lra.
Qed.

End Beaten.

End Halves.
