(** Prices bound the utility of every private table (certificate kind "prices"), for any number of
    truths, any matrix of levels and any deltas; proofs of coverage "actions" and "extremes". *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors.
Import ListNotations.
Open Scope R_scope.

(** ** Privacy: a level for each ordered pair of truths ([None] is no constraint), and a delta *)

Definition levels := nat -> nat -> option R.

(** How much a row exceeds the level of a pair. *)
Definition excess (G : levels) (a b : nat) (r : nat -> R) : R :=
  match G a b with
  | Some g => if Nat.eq_dec a b then 0 else Rmax 0 (r a - g * r b)
  | None => 0
  end.

Definition private (m k : nat) (G : levels) (delta P : matrix) : Prop :=
  stochastic m k P /\
  forall a b, (a < k)%nat -> (b < k)%nat -> \sum_(i < m) excess G a b (P i) <= delta a b.

(** The rows that a private table may have: those that obey the pairs without a delta. *)
Definition row (k : nat) (G : levels) (delta : matrix) (r : nat -> R) : Prop :=
  (forall j, (j < k)%nat -> 0 <= r j) /\
  forall a b, (a < k)%nat -> (b < k)%nat -> delta a b = 0 -> excess G a b r = 0.

Definition dot (k : nat) (x r : nat -> R) : R := \sum_(j < k) (x j * r j).

(** What a row costs at prices y of truths and z of pairs. *)
Definition charge (k : nat) (G : levels) (y : nat -> R) (z : matrix) (r : nat -> R) : R :=
  dot k y r + \sum_(a < k) \sum_(b < k) (z a b * excess G a b r).

Definition covers (k : nat) (G : levels) (delta : matrix) (y : nat -> R) (z : matrix)
  (u : (nat -> R) -> R) : Prop :=
  forall r, row k G delta r -> u r <= charge k G y z r.

Lemma excess_nonneg : forall G a b r, 0 <= excess G a b r.
Proof.
  intros G a b r. unfold excess. destruct (G a b); [|lra].
  destruct (Nat.eq_dec a b); [lra|apply Rmax_l].
Qed.

Lemma private_row : forall m k G delta P, private m k G delta P ->
  forall i, (i < m)%nat -> row k G delta (P i).
Proof.
  intros m k G delta P [columns limited] i inside. split.
  - intros j small. now apply (columns j small).
  - intros a b first second none. specialize (limited a b first second). rewrite none in limited.
    apply (zero_terms m (fun i => excess G a b (P i))); [intros; apply excess_nonneg| |assumption].
    apply Rle_antisym; [assumption|]. apply sum_nonneg. intros. apply excess_nonneg.
Qed.

Theorem prices_bound : forall m k G delta y z u P,
  (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b) ->
  covers k G delta y z u -> private m k G delta P ->
  \sum_(i < m) u (P i) <= \sum_(j < k) y j + \sum_(a < k) \sum_(b < k) (z a b * delta a b).
Proof.
  intros m k G delta y z u P pairs covered is_private.
  apply Rle_trans with (\sum_(i < m) charge k G y z (P i)).
  - apply sum_le. intros i inside. apply covered. now apply private_row with m.
  - unfold charge. rewrite sum_plus. destruct is_private as [columns limited].
    apply Rplus_le_compat.
    + unfold dot. rewrite sum_of_sums. apply Req_le, sum_ext. intros j small.
      destruct (columns j small) as [_ one]. change (sum m (fun i => P i j) = 1) in one.
      rewrite sum_scale, one. ring.
    + rewrite sum_of_sums. apply sum_le. intros a first.
      rewrite sum_of_sums. apply sum_le. intros b second.
      rewrite sum_scale. apply Rmult_le_compat_l; auto.
Qed.

(** ** Proof "actions": u(r) is the largest x.r, and each action has its multipliers *)

Fixpoint best (k : nat) (first : nat -> R) (others : list (nat -> R)) (r : nat -> R) : R :=
  match others with
  | [] => dot k first r
  | x :: rest => Rmax (dot k first r) (best k x rest r)
  end.

(** What the multipliers f give to truth c: sum_b f_cb - sum_a g_ac f_ac. *)
Definition balance (k : nat) (G : levels) (f : matrix) (c : nat) : R :=
  \sum_(b < k) f c b -
  \sum_(a < k) (match G a c with Some g => g * f a c | None => 0 end).

Definition justified (k : nat) (G : levels) (delta : matrix) (y : nat -> R) (z f : matrix)
  (x : nat -> R) : Prop :=
  (forall a b, (a < k)%nat -> (b < k)%nat ->
     0 <= f a b /\ (a = b -> f a b = 0) /\ (G a b = None -> f a b = 0) /\
     (delta a b <> 0 -> f a b <= z a b)) /\
  (forall c, (c < k)%nat -> 0 <= y c - x c + balance k G f c).

Lemma balance_total : forall k G f r,
  \sum_(c < k) (balance k G f c * r c) =
  \sum_(a < k) \sum_(b < k) (f a b * r a - match G a b with Some g => g * f a b * r b | None => 0 end).
Proof.
  intros k G f r.
  rewrite (sum_ext k (fun a => \sum_(b < k) _) (fun a => \sum_(b < k) (f a b * r a) -
    \sum_(b < k) match G a b with Some g => g * f a b * r b | None => 0 end))
    by (intros; apply sum_minus).
  rewrite sum_minus.
  rewrite (sum_of_sums k k (fun a b => match G a b with Some g => g * f a b * r b | None => 0 end)).
  rewrite <- sum_minus. apply sum_ext. intros c _. unfold balance.
  rewrite Rmult_minus_distr_r, <- !sum_scale_right. f_equal. apply sum_ext. intros a _.
  destruct (G a c); ring.
Qed.

Lemma multiplier_le_price : forall G delta a b r f z,
  (delta = 0 -> excess G a b r = 0) -> 0 <= f -> (a = b -> f = 0) -> (G a b = None -> f = 0) ->
  (delta <> 0 -> f <= z) -> 0 <= z ->
  f * r a - match G a b with Some g => g * f * r b | None => 0 end <= z * excess G a b r.
Proof.
  intros G delta a b r f z hard nonneg same none soft price.
  pose proof (excess_nonneg G a b r) as positive. unfold excess in *.
  destruct (G a b) as [g|]; [|rewrite none by reflexivity; lra].
  destruct (Nat.eq_dec a b) as [equal|differ]; [rewrite same by assumption; lra|].
  replace (f * r a - g * f * r b) with (f * (r a - g * r b)) by ring.
  pose proof (Rmax_r 0 (r a - g * r b)) as above.
  apply Rle_trans with (f * Rmax 0 (r a - g * r b)); [now apply Rmult_le_compat_l|].
  destruct (Req_EM_T delta 0) as [zero|some].
  - rewrite (hard zero). lra.
  - apply Rmult_le_compat_r; auto.
Qed.

Lemma justified_action : forall k G delta y z f x r,
  (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b) ->
  justified k G delta y z f x -> row k G delta r -> dot k x r <= charge k G y z r.
Proof.
  intros k G delta y z f x r pairs [valid balanced] [nonneg hard].
  assert (0 <= \sum_(c < k) ((y c - x c + balance k G f c) * r c)) as total.
  { apply sum_nonneg. intros c small. apply Rmult_le_pos; auto. }
  rewrite (sum_ext k _ (fun c => y c * r c - x c * r c + balance k G f c * r c)) in total
    by (intros; ring).
  rewrite sum_plus, sum_minus, balance_total in total. unfold charge, dot.
  enough (\sum_(a < k) \sum_(b < k)
    (f a b * r a - match G a b with Some g => g * f a b * r b | None => 0 end) <=
    \sum_(a < k) \sum_(b < k) (z a b * excess G a b r)) by lra.
  apply sum_le. intros a first. apply sum_le. intros b second.
  destruct (valid a b first second) as (f0 & same & none & soft).
  apply (multiplier_le_price G (delta a b)); auto.
Qed.

Theorem actions_cover : forall k G delta y z first others (f : nat -> matrix),
  (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b) ->
  (forall n, (n < length (first :: others))%nat ->
     justified k G delta y z (f n) (nth n (first :: others) first)) ->
  covers k G delta y z (best k first others).
Proof.
  intros k G delta y z first others f pairs all r is_row. revert first f all.
  induction others as [|x rest IH]; intros first f all; simpl best.
  - apply (justified_action k G delta y z (f O)); auto. apply (all O). simpl. lia.
  - apply Rmax_lub.
    + apply (justified_action k G delta y z (f O)); auto. apply (all O). simpl. lia.
    + apply (IH x (fun n => f (S n))). intros n small.
      specialize (all (S n)). simpl in all. rewrite (nth_indep _ x first) by assumption.
      apply all. simpl in small. lia.
Qed.

Theorem actions_bound : forall m k G delta y z first others (f : nat -> matrix) P,
  (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b) ->
  (forall n, (n < length (first :: others))%nat ->
     justified k G delta y z (f n) (nth n (first :: others) first)) ->
  private m k G delta P ->
  \sum_(i < m) best k first others (P i) <=
  \sum_(j < k) y j + \sum_(a < k) \sum_(b < k) (z a b * delta a b).
Proof.
  intros m k G delta y z first others f P pairs all is_private.
  apply prices_bound with (G := G); auto. now apply actions_cover with f.
Qed.
