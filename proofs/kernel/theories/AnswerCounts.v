(** Two reports (kind "shuffled", upper with cells): the histogram is a count of answers, whose law is
    log-concave, so that a few of its numbers decide. *)

From Coq Require Import Reals Lra Lia List Arith Permutation ZArith.
From Rropt Require Import Sums Tensors Draws Histograms KeptLaws.
Import ListNotations.
Open Scope R_scope.

(** ** How many of independent answers are one *)

Fixpoint answers (chances : list R) (s : Z) : R :=
  match chances with
  | [] => if Z.eq_dec s 0 then 1 else 0
  | p :: rest => (1 - p) * answers rest s + p * answers rest (s - 1)
  end.

Definition probability (p : R) : Prop := 0 <= p <= 1.

Lemma answers_nonneg : forall chances s, Forall probability chances -> 0 <= answers chances s.
Proof.
  intros chances s all. revert s. induction all as [|p rest [low high] _ IH]; intros s; cbn [answers].
  - destruct (Z.eq_dec s 0); lra.
  - apply Rplus_le_le_0_compat; apply Rmult_le_pos; auto; lra.
Qed.

Lemma answers_outside : forall chances s, (s < 0 \/ Z.of_nat (length chances) < s)%Z ->
  answers chances s = 0.
Proof.
  induction chances as [|p rest IH]; intros s out; cbn [answers length] in *.
  - destruct (Z.eq_dec s 0); [lia|reflexivity].
  - rewrite !IH by lia. ring.
Qed.

(** What lies between two places has at least the product of what lies farther out. *)
Theorem answers_log_concave : forall chances a b c d, Forall probability chances ->
  (a <= b)%Z -> (a <= c)%Z -> (a + d = b + c)%Z ->
  answers chances a * answers chances d <= answers chances b * answers chances c.
Proof.
  intros chances a b c d all. revert a b c d.
  induction all as [|p rest [low high] all IH]; intros a b c d first second same; cbn [answers].
  - destruct (Z.eq_dec a 0), (Z.eq_dec d 0), (Z.eq_dec b 0), (Z.eq_dec c 0); lia || lra.
  - set (f := answers rest) in *.
    assert (forall s, 0 <= f s) as above by (intros; now apply answers_nonneg).
    pose proof (IH a b c d first second same) as stay.
    pose proof (IH (a - 1) (b - 1) (c - 1) (d - 1) ltac:(lia) ltac:(lia) ltac:(lia))%Z as move.
    assert (f a * f (d - 1)%Z + f (a - 1)%Z * f d <= f b * f (c - 1)%Z + f (b - 1)%Z * f c) as cross.
    { destruct (Z.eq_dec a b) as [->|]; [assert (d = c) as -> by lia; lra|].
      destruct (Z.eq_dec a c) as [->|]; [assert (d = b) as -> by lia; lra|].
      pose proof (IH a b (c - 1) (d - 1) ltac:(lia) ltac:(lia) ltac:(lia))%Z.
      pose proof (IH (a - 1) (b - 1) c d ltac:(lia) ltac:(lia) ltac:(lia))%Z. lra. }
    assert (0 <= (1 - p) * (1 - p)) by (apply Rmult_le_pos; lra).
    assert (0 <= p * p) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 - p) * p) by (apply Rmult_le_pos; lra).
    apply Rmult_le_compat_l with (r := (1 - p) * (1 - p)) in stay; [|assumption].
    apply Rmult_le_compat_l with (r := p * p) in move; [|assumption].
    apply Rmult_le_compat_l with (r := (1 - p) * p) in cross; [|assumption]. lra.
Qed.

(** The mean of a function of the count. *)
Lemma mean_of_count : forall chances g,
  mean 2 (map coin chances) (fun w => g (points itself w)) =
  \sum_(s < S (length chances)) (answers chances (Z.of_nat s) * g s).
Proof.
  induction chances as [|p rest IH]; intros g.
  - cbn. ring.
  - cbn [map mean length]. cbn [sum]. unfold coin at 1 3. cbn [Nat.eq_dec nat_rec nat_rect].
    change (fun w => g (points itself (0%nat :: w))) with (fun w => g (points itself w)).
    change (fun w => g (points itself (1%nat :: w))) with (fun w => g (S (points itself w))).
    rewrite (IH g), (IH (fun s => g (S s))).
    change (sum (length rest) (fun i => answers (p :: rest) (Z.of_nat i) * g i) +
      answers (p :: rest) (Z.of_nat (length rest)) * g (length rest) +
      answers (p :: rest) (Z.of_nat (S (length rest))) * g (S (length rest))) with
      (\sum_(s < S (S (length rest))) (answers (p :: rest) (Z.of_nat s) * g s)).
    rewrite (sum_ext (S (S (length rest))) _ (fun s => (1 - p) * (answers rest (Z.of_nat s) * g s) +
      p * (answers rest (Z.of_nat s - 1) * g s))) by (intros; cbn [answers]; ring).
    rewrite sum_plus, !sum_scale, (sum_first (S (length rest)) (fun s => answers rest (Z.of_nat s - 1) * g s)).
    rewrite (answers_outside rest (Z.of_nat 0 - 1)) by lia.
    rewrite (sum_ext (S (length rest)) (fun d => answers rest (Z.of_nat (S d) - 1) * g (S d))
      (fun s => answers rest (Z.of_nat s) * g (S s))).
    2:{ intros s _. replace (Z.of_nat (S s) - 1)%Z with (Z.of_nat s) by lia. reflexivity. }
    assert (\sum_(s < S (S (length rest))) (answers rest (Z.of_nat s) * g s) =
      \sum_(s < S (length rest)) (answers rest (Z.of_nat s) * g s)) as ->; [|cbn [sum]; ring].
    change (\sum_(s < S (S (length rest))) (answers rest (Z.of_nat s) * g s)) with
      (\sum_(s < S (length rest)) (answers rest (Z.of_nat s) * g s) +
       answers rest (Z.of_nat (S (length rest))) * g (S (length rest))).
    rewrite (answers_outside rest (Z.of_nat (S (length rest)))) by lia. ring.
Qed.

(** ** What the count says of one answer *)

(** With the weight A of an answer zero, and B of an answer one. *)
Definition difference (chances : list R) (A B : R) (s : Z) : R :=
  A * answers chances s + B * answers chances (s - 1).

Definition ones_and_zeros (n s : nat) : list nat := repeat 1%nat s ++ repeat 0%nat (n - s).

Lemma as_count : forall w, Forall (fun i => (i < 2)%nat) w ->
  Permutation w (ones_and_zeros (length w) (points itself w)).
Proof.
  induction 1 as [|i w small all IH]; [constructor|]. pose proof (points_bounded w all) as most.
  unfold ones_and_zeros in *. cbn [length points]. unfold itself at 1 3.
  assert (i = 0%nat \/ i = 1%nat) as [-> | ->] by lia.
  - cbn [plus]. replace (S (length w) - points itself w)%nat with (S (length w - points itself w)) by lia.
    cbn [repeat]. now apply Permutation_cons_app.
  - cbn [plus repeat app]. constructor.
    now replace (S (length w) - S (points itself w))%nat with (length w - points itself w)%nat by lia.
Qed.

Theorem count_hidden : forall chances e f, test f ->
  mean 2 (e :: map coin chances) f <=
  \sum_(s < S (S (length chances))) Rmax 0 (difference chances (e 0%nat) (e 1%nat) (Z.of_nat s)).
Proof.
  intros chances e f [same range]. set (n := S (length chances)).
  set (g := fun s => f (ones_and_zeros n s)).
  assert (forall i, (i < 2)%nat -> mean 2 (map coin chances) (fun w => f (i :: w)) =
    mean 2 (map coin chances) (fun w => g (i + points itself w)%nat)) as counted.
  { intros i small. apply mean_ext. intros w len all. rewrite map_length in len. unfold g, n.
    rewrite <- len. apply same. exact (as_count (i :: w) (Forall_cons i small all)). }
  assert (mean 2 (e :: map coin chances) f =
    \sum_(s < S n) (difference chances (e 0%nat) (e 1%nat) (Z.of_nat s) * g s)) as ->.
  - cbn [mean]. change (\sum_(i < 2) (e i * mean 2 (map coin chances) (fun w => f (i :: w)))) with
      (0 + e 0%nat * mean 2 (map coin chances) (fun w => f (0%nat :: w)) +
       e 1%nat * mean 2 (map coin chances) (fun w => f (1%nat :: w))).
    rewrite !counted by lia. cbn [plus].
    rewrite (mean_of_count chances g), (mean_of_count chances (fun s => g (S s))).
    unfold difference. rewrite (sum_ext (S n) _ (fun s => e 0%nat * (answers chances (Z.of_nat s) * g s) +
      e 1%nat * (answers chances (Z.of_nat s - 1) * g s))) by (intros; ring).
    rewrite sum_plus, !sum_scale.
    rewrite (sum_first n (fun s => answers chances (Z.of_nat s - 1) * g s)).
    rewrite (answers_outside chances (Z.of_nat 0 - 1)) by lia.
    rewrite (sum_ext n (fun d => answers chances (Z.of_nat (S d) - 1) * g (S d))
      (fun s => answers chances (Z.of_nat s) * g (S s))).
    2:{ intros s _. replace (Z.of_nat (S s) - 1)%Z with (Z.of_nat s) by lia. reflexivity. }
    change (\sum_(s < S n) (answers chances (Z.of_nat s) * g s)) with
      (\sum_(s < n) (answers chances (Z.of_nat s) * g s) + answers chances (Z.of_nat n) * g n).
    rewrite (answers_outside chances (Z.of_nat n)) by (unfold n; lia). fold n. ring.
  - apply sum_le. intros s _. specialize (range (ones_and_zeros n s)). fold (g s) in range.
    set (h := difference _ _ _ _). pose proof (Rmax_l 0 h). pose proof (Rmax_r 0 h).
    apply Rle_trans with (Rmax 0 h * g s).
    + apply Rmult_le_compat_r; lra.
    + rewrite <- (Rmult_1_r (Rmax 0 h)) at 2. apply Rmult_le_compat_l; lra.
Qed.

(** ** A few numbers decide *)

Definition from (t : Z) (s : nat) : R := if Z_le_dec t (Z.of_nat s) then 1 else 0.
Definition tail (chances : list R) (t : Z) : R :=
  \sum_(s < S (length chances)) (answers chances (Z.of_nat s) * from t s).

(** What is kept of the chances of t, ..., t - 3 and of both tails; no more is missing of any. *)
Record few_numbers := Few {
  turn : Z; f0 : R; f1 : R; f2 : R; f3 : R; from_turn : R; from_before : R; missing : R }.

Definition numbers_kept (chances : list R) (x : few_numbers) : Prop :=
  let near v d := 0 <= v /\ v <= answers chances (turn x - d) <= v + missing x in
  near (f0 x) 0%Z /\ near (f1 x) 1%Z /\ near (f2 x) 2%Z /\ near (f3 x) 3%Z /\ 0 < missing x /\
  from_turn x <= tail chances (turn x) /\ tail chances (turn x - 1) <= from_before x + missing x.

Definition count_decided (A B : R) (x : few_numbers) (d : R) : Prop :=
  B <= 0 /\ 0 <= d \/
  0 < B /\ A * f2 x + B * (f3 x + missing x) <= 0 /\
  let doubtful := Rmax 0 (A * f1 x + B * (f2 x + missing x)) in
  (doubtful + B * (from_before x + missing x) <= d \/
   0 <= A * (f0 x + missing x) + B * f1 x /\
   doubtful + (B * (f1 x + missing x) + (A + B) * from_turn x) <= d).

Lemma from_range : forall t s, 0 <= from t s <= 1.
Proof. intros t s. unfold from. destruct (Z_le_dec _ _); lra. Qed.

(** A single place of a sum. *)
Lemma one_place : forall n c t K, 0 <= K -> (forall s, Z.of_nat s = (t - 1)%Z -> c s <= K) ->
  \sum_(s < n) (c s * (from (t - 1) s - from t s)) <= K.
Proof.
  intros n c t K above most. destruct (Z_le_dec t 0) as [none|some].
  - rewrite sum_zero; [assumption|]. intros s _. unfold from.
    destruct (Z_le_dec (t - 1) _), (Z_le_dec t _); lia || ring.
  - rewrite (sum_ext n _ (fun s => at_index s (Z.to_nat (t - 1)) * c s)).
    + rewrite among_places. destruct (lt_dec _ n); [apply most; lia|assumption].
    + intros s _. unfold from, at_index.
      destruct (Z_le_dec (t - 1) _), (Z_le_dec t _), (Nat.eq_dec _ _); lia || ring.
Qed.

Section turning.
Variables (chances : list R) (A B : R) (x : few_numbers).
Context (all : Forall probability chances).
Context (fall : A <= 0).
Context (rise : 0 < B).
Context (level : A + B <= 0).
Context (known : numbers_kept chances x).
Context (before_turn : A * f2 x + B * (f3 x + missing x) <= 0).
Let F := answers chances.
Let h := difference chances A B.
Let t := turn x.

Lemma chances_nonneg : forall s, 0 <= F s.
Proof. intros. now apply answers_nonneg. Qed.

Lemma some_before : 0 < F (t - 2).
Proof.
  destruct known as (_ & _ & [nonneg two] & [more _] & some & _).
  destruct (Rle_lt_or_eq_dec 0 (f2 x) nonneg) as [yes|no]; [unfold F, t; lra|].
  rewrite <- no, Rmult_0_r in before_turn.
  assert (0 < B * (f3 x + missing x)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma negative_before : forall s, (s <= t - 2)%Z -> h s <= 0.
Proof.
  intros s small. pose proof some_before as some. pose proof (chances_nonneg s) as here.
  destruct known as (_ & _ & [_ two] & [_ three] & _). fold t F in two, three.
  pose proof (answers_log_concave chances (s - 1) s (t - 3) (t - 2) all
    ltac:(lia) ltac:(lia) ltac:(lia)) as concave. fold F in concave.
  assert (A * F (t - 2)%Z + B * F (t - 3)%Z <= 0) as last.
  { assert (A * F (t - 2)%Z <= A * f2 x) by (apply Rmult_le_compat_neg_l; lra).
    assert (B * F (t - 3)%Z <= B * (f3 x + missing x)) by (apply Rmult_le_compat_l; lra). lra. }
  apply Rmult_le_reg_r with (F (t - 2)%Z); [assumption|]. unfold h, difference. fold F.
  assert (B * (F (s - 1)%Z * F (t - 2)%Z) <= B * (F s * F (t - 3)%Z)) by (apply Rmult_le_compat_l; lra).
  assert (F s * (A * F (t - 2)%Z + B * F (t - 3)%Z) <= F s * 0) by (now apply Rmult_le_compat_l). lra.
Qed.

Lemma positive_from : 0 <= h t -> forall s, (t <= s)%Z -> 0 <= h s.
Proof.
  intros first s large. destruct (Z.eq_dec s t) as [->|other]; [assumption|].
  pose proof (chances_nonneg s) as here. pose proof (chances_nonneg (s - 1)) as earlier.
  pose proof (chances_nonneg t) as turned. unfold h, difference in first |- *. fold F in first |- *.
  destruct turned as [yes|no].
  - pose proof (answers_log_concave chances (t - 1) t (s - 1) s all
      ltac:(lia) ltac:(lia) ltac:(lia)) as concave. fold F in concave.
    apply Rmult_le_reg_r with (F t); [assumption|].
    assert (B * (F (t - 1)%Z * F s) <= B * (F t * F (s - 1)%Z)) by (apply Rmult_le_compat_l; lra).
    assert (0 <= F s * (A * F t + B * F (t - 1)%Z)) by (now apply Rmult_le_pos). lra.
  - pose proof (answers_log_concave chances (t - 2) t (s - 2) s all
      ltac:(lia) ltac:(lia) ltac:(lia)) as concave. fold F in concave.
    rewrite <- no, Rmult_0_l in concave. pose proof some_before as some.
    assert (F s = 0) as ->.
    { destruct here as [more|]; [|auto]. assert (0 < F (t - 2)%Z * F s) by now apply Rmult_lt_0_compat. lra. }
    assert (0 <= B * F (s - 1)%Z) by (apply Rmult_le_pos; lra). lra.
Qed.

Let n := S (S (length chances)).

Lemma tail_here : \sum_(s < n) (F (Z.of_nat s) * from t s) = tail chances t.
Proof.
  unfold n. change (\sum_(s < S (S (length chances))) (F (Z.of_nat s) * from t s)) with
    (tail chances t + F (Z.of_nat (S (length chances))) * from t (S (length chances))).
  unfold F. rewrite answers_outside by lia. ring.
Qed.

Lemma tail_one_later : \sum_(s < n) (F (Z.of_nat s - 1) * from t s) = tail chances (t - 1).
Proof.
  unfold n. rewrite (sum_first (S (length chances))). unfold F at 1.
  rewrite answers_outside, Rmult_0_l, Rplus_0_l by lia. apply sum_ext. intros s _.
  unfold F, from. replace (Z.of_nat (S s) - 1)%Z with (Z.of_nat s) by lia.
  destruct (Z_le_dec t _), (Z_le_dec (t - 1) _); lia || reflexivity.
Qed.

Lemma tail_step : tail chances (t - 1) <= tail chances t + F (t - 1).
Proof.
  enough (tail chances (t - 1) - tail chances t <= F (t - 1)) by lra.
  unfold tail. rewrite <- sum_minus.
  rewrite (sum_ext _ _ (fun s => F (Z.of_nat s) * (from (t - 1) s - from t s)))
    by (intros; unfold F; ring).
  apply one_place; [apply chances_nonneg|]. intros s ->. lra.
Qed.

Lemma turning_sum : forall E, (\sum_(s < n) (Rmax 0 (h (Z.of_nat s)) * from t s) <= E) ->
  \sum_(s < n) Rmax 0 (h (Z.of_nat s)) <= Rmax 0 (A * f1 x + B * (f2 x + missing x)) + E.
Proof.
  intros E most. set (doubtful := Rmax 0 _).
  apply Rle_trans with (\sum_(s < n) (Rmax 0 (h (Z.of_nat s)) * (from (t - 1) s - from t s)) +
    \sum_(s < n) (Rmax 0 (h (Z.of_nat s)) * from t s)).
  - rewrite <- sum_plus. apply sum_le. intros s _. rewrite <- Rmult_plus_distr_l.
    replace (from (t - 1) s - from t s + from t s) with (from (t - 1) s) by ring.
    unfold from. destruct (Z_le_dec (t - 1) _); [lra|].
    rewrite Rmax_left by (apply negative_before; lia). lra.
  - apply Rplus_le_compat; [|assumption]. apply one_place; [apply Rmax_l|]. intros s ->.
    apply Rle_max_compat_l. destruct known as (_ & [_ one] & [_ two] & _). fold t F in one, two.
    unfold h, difference. fold F. replace (t - 1 - 1)%Z with (t - 2)%Z by lia.
    assert (A * F (t - 1)%Z <= A * f1 x) by (apply Rmult_le_compat_neg_l; lra).
    assert (B * F (t - 2)%Z <= B * (f2 x + missing x)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma turning_decides : forall d, count_decided A B x d ->
  \sum_(s < n) Rmax 0 (h (Z.of_nat s)) <= d.
Proof.
  intros d decided. destruct known as ([_ zero] & [_ one] & _ & _ & _ & at_turn & at_before).
  fold t F in zero, one. fold t in at_turn, at_before. rewrite Z.sub_0_r in zero.
  destruct decided as [[none _]|(_ & _ & [fits|[up fits]])]; [lra| |];
    (eapply Rle_trans; [apply turning_sum|exact fits]).
  - apply Rle_trans with (B * tail chances (t - 1)); [|apply Rmult_le_compat_l; lra].
    rewrite <- tail_one_later, <- sum_scale. apply sum_le. intros s _.
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply from_range|].
    pose proof (chances_nonneg (Z.of_nat s)). pose proof (chances_nonneg (Z.of_nat s - 1)).
    unfold h, difference. fold F. apply Rmax_lub; [apply Rmult_le_pos; lra|].
    assert (A * F (Z.of_nat s) <= 0 * F (Z.of_nat s)) by (apply Rmult_le_compat_r; lra). lra.
  - assert (0 <= h t) as first.
    { unfold h, difference. fold F.
      assert (A * (f0 x + missing x) <= A * F t) by (apply Rmult_le_compat_neg_l; lra).
      assert (B * f1 x <= B * F (t - 1)%Z) by (apply Rmult_le_compat_l; lra). lra. }
    rewrite (sum_ext n _ (fun s => A * (F (Z.of_nat s) * from t s) + B * (F (Z.of_nat s - 1) * from t s))).
    + rewrite sum_plus, !sum_scale, tail_here, tail_one_later. pose proof tail_step.
      assert (B * tail chances (t - 1) <= B * (tail chances t + F (t - 1)%Z)) by (apply Rmult_le_compat_l; lra).
      assert (B * F (t - 1)%Z <= B * (f1 x + missing x)) by (apply Rmult_le_compat_l; lra).
      assert ((A + B) * tail chances t <= (A + B) * from_turn x) by (apply Rmult_le_compat_neg_l; lra). lra.
    + intros s _. unfold from. destruct (Z_le_dec t _); [|ring].
      rewrite Rmax_right by (now apply positive_from). unfold h, difference. fold F. ring.
Qed.
End turning.

(** What one answer with the chance u says against one with the chance v. *)
Definition excess_of (g u v : R) : nat -> R := fun i => coin u i - g * coin v i.

Theorem count_bound : forall chances g low high x d, Forall probability chances -> 1 <= g ->
  0 <= low <= high -> high <= 1 -> numbers_kept chances x ->
  count_decided (1 - high - g * (1 - low)) (high - g * low) x d ->
  hidden 2 (map coin chances) (excess_of g high low) d.
Proof.
  intros chances g low high x d all big order top known decided f is_test.
  eapply Rle_trans; [now apply count_hidden|].
  change (excess_of g high low 0%nat) with (1 - high - g * (1 - low)).
  change (excess_of g high low 1%nat) with (high - g * low).
  assert (0 <= (g - 1) * (1 - low)) as spread by (apply Rmult_le_pos; lra).
  assert (1 - high - g * (1 - low) <= 0) as fall by lra.
  destruct decided as [[none above]|(rise & before_turn & rest)].
  - apply Rle_trans with 0; [|assumption]. apply Req_le, sum_zero. intros s _. apply Rmax_left.
    unfold difference. pose proof (answers_nonneg chances (Z.of_nat s) all).
    pose proof (answers_nonneg chances (Z.of_nat s - 1) all).
    assert (0 <= (g * (1 - low) - (1 - high)) * answers chances (Z.of_nat s)) by (apply Rmult_le_pos; lra).
    assert (0 <= (g * low - high) * answers chances (Z.of_nat s - 1)) by (apply Rmult_le_pos; lra). lra.
  - apply (turning_decides chances _ _ x); auto; [lra|]. now right.
Qed.
