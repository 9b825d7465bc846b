(** Binomials of any number of people, kept from below (kind "shuffled"): weights from the mode on, each
    rounded down, and what those beyond can be at most. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Draws Histograms KeptLaws.
Import ListNotations.
Open Scope R_scope.

Definition before (c : nat -> R) (s : nat) : R := match s with O => 0 | S t => c t end.

Lemma chance_of_one_more : forall p laws s, chance 2 (coin p :: laws) itself s =
  (1 - p) * chance 2 laws itself s + p * before (chance 2 laws itself) s.
Proof.
  intros p laws s. unfold chance. cbn [mean sum]. unfold coin. cbn [Nat.eq_dec nat_rec nat_rect].
  rewrite Rplus_0_l. apply (f_equal (fun x => _ + p * x)). destruct s as [|s]; cbn [before].
  - rewrite (mean_ext 2 laws _ (fun _ => 0 * 0)).
    + rewrite (mean_scale 2 laws 0 (fun _ => 0)). ring.
    + intros. cbn [points]. rewrite at_index_other by (unfold itself; lia). ring.
  - apply mean_ext. intros w _ _. cbn [points]. unfold at_index, itself.
    destruct (Nat.eq_dec (S s) _), (Nat.eq_dec s _); lia || reflexivity.
Qed.

Definition binomial (n : nat) (p : R) : nat -> R := chance 2 (repeat (coin p) n) itself.

(** Nobody says one, or everybody does. *)
Lemma kept_certain : forall n,
  kept 2 (repeat (coin 0) n) itself (at_index 0) /\ kept 2 (repeat (coin 1) n) itself (at_index n).
Proof.
  assert (forall n s, binomial n 0 s = at_index s 0 /\ binomial n 1 s = at_index s n) as laws.
  { induction n as [|n IH]; intros s; unfold binomial in *; cbn [repeat]; [now split|].
    rewrite !chance_of_one_more. destruct (IH s) as [-> ->].
    destruct s as [|s]; cbn [before]; [|destruct (IH s) as [-> ->]]; unfold at_index; split;
      repeat destruct (Nat.eq_dec _ _); lia || ring. }
  intros n. split; intros s; destruct (laws n s) as [none every];
    (split; [apply at_index_range|]); fold (binomial n 0 s) (binomial n 1 s);
    [change (at_index 0 s <= binomial n 0 s); rewrite none|change (at_index n s <= binomial n 1 s); rewrite every];
    unfold at_index; repeat destruct (Nat.eq_dec _ _); lia || lra.
Qed.

Lemma binomial_ratio : forall n p s,
  (INR n - INR s) * p * binomial n p s = (INR s + 1) * (1 - p) * binomial n p (S s).
Proof.
  induction n as [|n IH]; intros p s.
  - unfold binomial, chance. cbn. unfold at_index. destruct (Nat.eq_dec s 0) as [->|]; cbn; ring.
  - unfold binomial in *. cbn [repeat]. rewrite !chance_of_one_more. cbn [before].
    pose proof (IH p s) as here. rewrite S_INR. destruct s as [|s]; cbn [before].
    + change (INR 0) with 0 in *. set (x := chance 2 _ itself 0) in *.
      set (y := chance 2 _ itself 1) in *.
      assert ((INR n - 0) * p * x * (1 - p) = (0 + 1) * (1 - p) * y * (1 - p)) by (rewrite here; ring).
      lra.
    + pose proof (IH p s) as there. rewrite S_INR in *.
      set (x := chance 2 _ itself (S s)) in *. set (y := chance 2 _ itself (S (S s))) in *.
      set (z := chance 2 _ itself s) in *.
      assert ((INR n - (INR s + 1)) * p * x * (1 - p) = (INR s + 1 + 1) * (1 - p) * y * (1 - p))
        by (rewrite here; ring).
      assert ((INR n - INR s) * p * z * p = (INR s + 1) * (1 - p) * x * p) by (rewrite there; ring).
      lra.
Qed.

Lemma binomial_total : forall n p, 0 <= p <= 1 -> sum (S n) (binomial n p) = 1.
Proof.
  intros n p range. unfold binomial. set (laws := repeat (coin p) n).
  rewrite <- (mean_constant 2 laws 1 (coins_law p n range)).
  unfold chance. rewrite <- mean_of_sum. apply mean_ext. intros w len all.
  rewrite (sum_ext (S n) _ (fun s => at_index s (points itself w) * 1)) by (intros; ring).
  rewrite (among_places (S n) (points itself w) (fun _ => 1)).
  pose proof (points_bounded w all). unfold laws in len. rewrite repeat_length in len.
  destruct (lt_dec (points itself w) (S n)); [reflexivity|lia].
Qed.

(** ** Weights of one side of the mode, each rounded down *)

(** From the mode on in this direction: the ratio of a step, weights, the last one that is kept, and
    what all of them and those beyond may be larger. *)
Record side := Side { ratio : nat -> R; weight : nat -> R; last : nat; more : R }.

Definition rounded_down (steps : nat) (x : side) : Prop :=
  (forall d, (d < last x)%nat -> 0 <= weight x (S d) <= weight x d * ratio x d /\
    weight x d * ratio x d <= weight x (S d) + 1) /\
  (last x <= steps)%nat /\
  (last x = steps /\ INR (last x) * (INR (last x) + 1) / 2 <= more x \/
   ratio x (last x) < 1 /\ weight x (last x) * ratio x (last x) <= 1 /\
   INR (last x) * (INR (last x) + 1) / 2 + (INR (last x) + 1) / (1 - ratio x (last x)) <= more x).

Section one_side.
Variables (steps : nat) (x : side) (v : nat -> R).
Context (start : v 0%nat = weight x 0%nat).
Context (start_positive : 0 <= v 0%nat).
Context (step : forall d, v (S d) = ratio x d * v d).
Context (falls : forall d, 0 <= ratio x d <= 1).
Context (falling : forall d, ratio x (S d) <= ratio x d).
Context (rounded : rounded_down steps x).

Lemma true_nonneg : forall d, 0 <= v d.
Proof. induction d; [assumption|]. rewrite step. apply Rmult_le_pos; [apply falls|assumption]. Qed.

Lemma lags : forall d, (d <= last x)%nat -> 0 <= weight x d <= v d /\ v d <= weight x d + INR d.
Proof.
  destruct rounded as [each _]. induction d as [|d IH]; intros small; [simpl; lra|].
  destruct (IH ltac:(lia)) as [low high]. destruct (each d ltac:(lia)) as [down near].
  specialize (falls d). rewrite step, S_INR. repeat split; [apply down| |].
  - eapply Rle_trans; [apply down|]. rewrite Rmult_comm. apply Rmult_le_compat_l; lra.
  - apply Rle_trans with (ratio x d * (weight x d + INR d)); [apply Rmult_le_compat_l; lra|].
    pose proof (pos_INR d). assert (0 <= (1 - ratio x d) * INR d) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma kept_side : forall n, (n <= S (last x))%nat ->
  sum n v <= sum n (weight x) + INR n * (INR n - 1) / 2.
Proof.
  induction n as [|n IH]; intros small; [simpl; lra|]. cbn [sum]. rewrite S_INR.
  specialize (IH ltac:(lia)). destruct (lags n ltac:(lia)) as [_ near]. lra.
Qed.

Lemma beyond_side : forall J, ratio x (last x) < 1 -> weight x (last x) * ratio x (last x) <= 1 ->
  \sum_(j < J) v (S (last x) + j)%nat <= (INR (last x) + 1) / (1 - ratio x (last x)).
Proof.
  intros J less none. set (r := ratio x (last x)) in *. set (first := v (S (last x))).
  destruct (lags (last x) ltac:(lia)) as [low high]. pose proof (falls (last x)) as range. fold r in range.
  assert (first <= INR (last x) + 1) as small.
  { unfold first. rewrite step. fold r.
    apply Rle_trans with (r * (weight x (last x) + INR (last x))); [apply Rmult_le_compat_l; lra|].
    pose proof (pos_INR (last x)).
    assert (0 <= (1 - r) * INR (last x)) by (apply Rmult_le_pos; lra). lra. }
  assert (forall j, ratio x (last x + j) <= r) as under.
  { induction j as [|j IH]; [rewrite Nat.add_0_r; unfold r; lra|]. rewrite Nat.add_succ_r.
    eapply Rle_trans; [apply falling|exact IH]. }
  assert ((1 - r) * (\sum_(j < J) v (S (last x) + j)%nat) <= first - v (S (last x) + J)%nat) as all.
  { induction J as [|J IH]; [cbn [sum]; rewrite Nat.add_0_r; unfold first; lra|]. cbn [sum].
    rewrite Nat.add_succ_r, step. replace (S (last x) + J)%nat with (last x + S J)%nat in * by lia.
    pose proof (under (S J)). pose proof (true_nonneg (last x + S J)).
    assert (0 <= (r - ratio x (last x + S J)) * v (last x + S J)%nat) by (apply Rmult_le_pos; lra). lra. }
  pose proof (true_nonneg (S (last x) + J)).
  apply Rmult_le_reg_l with (1 - r); [lra|].
  replace ((1 - r) * ((INR (last x) + 1) / (1 - r))) with (INR (last x) + 1) by (field; lra). lra.
Qed.

Lemma side_total : sum (S steps) v <= sum (S (last x)) (weight x) + more x.
Proof.
  pose proof (kept_side (S (last x)) (le_n _)) as near. rewrite S_INR in near.
  destruct rounded as (_ & short & [[equal enough]|(less & none & enough)]); [rewrite <- equal; lra|].
  replace (S steps) with (S (last x) + (steps - last x))%nat by lia. rewrite sum_app.
  pose proof (beyond_side (steps - last x) less none). lra.
Qed.
End one_side.

(** ** Both sides *)

(** The ratios of a binomial of n people from the place M upwards; downwards they are those of the
    other answers. *)
Definition upwards (n M : nat) (p : R) (d : nat) : R :=
  INR (n - (M + d)) * p / (INR (S (M + d)) * (1 - p)).

Lemma sum_reversed : forall n f, sum n f = \sum_(d < n) f (n - 1 - d)%nat.
Proof.
  intros n f. symmetry. apply (sum_over_permutation n f (fun d => n - 1 - d)%nat). split; intros; lia.
Qed.

Lemma beyond_all : forall n p s, (n < s)%nat -> binomial n p s = 0.
Proof.
  induction n as [|n IH]; intros p s more; unfold binomial in *.
  - unfold chance. cbn [repeat mean points]. apply at_index_other. lia.
  - cbn [repeat]. rewrite chance_of_one_more, IH by lia. destruct s as [|s]; [lia|]. cbn [before].
    rewrite IH by lia. ring.
Qed.

Lemma step_up : forall n p M d, 0 < p < 1 ->
  binomial n p (M + S d) = upwards n M p d * binomial n p (M + d).
Proof.
  intros n p M d range. rewrite Nat.add_succ_r. pose proof (pos_INR (M + d)).
  destruct (le_lt_dec n (M + d)) as [over|inside].
  - rewrite beyond_all by lia. unfold upwards. replace (n - (M + d))%nat with O by lia.
    simpl INR at 1. unfold Rdiv. ring.
  - pose proof (binomial_ratio n p (M + d)) as equal. unfold upwards.
    rewrite minus_INR, S_INR by lia. apply Rmult_eq_reg_l with ((INR (M + d) + 1) * (1 - p)); [|nra].
    rewrite <- equal. field. split; lra.
Qed.

Lemma binomial_turned : forall n p s, (s <= n)%nat -> binomial n p s = binomial n (1 - p) (n - s).
Proof.
  pose proof beyond_all as none.
  induction n as [|n IH]; intros p s small.
  - assert (s = O) as -> by lia. reflexivity.
  - unfold binomial in *. cbn [repeat]. rewrite !chance_of_one_more.
    destruct (Nat.eq_dec s (S n)) as [->|inside].
    + rewrite Nat.sub_diag. cbn [before]. rewrite (none n p (S n)), IH, Nat.sub_diag by lia. ring.
    + replace (S n - s)%nat with (S (n - s)) by lia. cbn [before]. rewrite (IH p s) by lia.
      destruct s as [|s]; cbn [before].
      * rewrite (none n (1 - p) (S (n - 0))) by lia. ring.
      * rewrite (IH p s) by lia. replace (S (n - S s)) with (n - s)%nat by lia. ring.
Qed.

Theorem kept_binomial : forall n p M up down total mu, 0 < p < 1 -> (M <= n)%nat ->
  INR M <= INR (S n) * p < INR (S M) ->
  ratio up = upwards n M p -> ratio down = upwards n (n - M) (1 - p) ->
  weight up O = weight down O -> 0 < weight up O ->
  rounded_down (n - M) up -> rounded_down M down ->
  sum (S (last up)) (weight up) + more up + \sum_(d < last down) weight down (S d) + more down <= total ->
  (forall s, 0 <= mu s /\ (mu s = 0 \/
    (M <= s <= M + last up)%nat /\ mu s * total <= weight up (s - M) \/
    (s <= M <= s + last down)%nat /\ mu s * total <= weight down (M - s))) ->
  kept 2 (repeat (coin p) n) itself mu.
Proof.
  intros n p M up down total mu range small mode ups downs same positive keeps keeps' all kept_masses.
  assert (forall s, 0 <= binomial n p s) as above.
  { intros s. apply chance_nonneg, coins_law. lra. }
  assert (forall n M p d, 0 < p < 1 -> INR (S n) * p <= INR (S M) ->
    0 <= upwards n M p d <= 1 /\ upwards n M p (S d) <= upwards n M p d) as ratios.
  { clear. intros n M p d range mode. unfold upwards. rewrite Nat.add_succ_r.
    pose proof (pos_INR (M + d)). pose proof (pos_INR (n - (M + d))).
    pose proof (pos_INR (n - S (M + d))). pose proof (pos_INR d).
    assert (0 < INR (S (M + d)) * (1 - p)) by (rewrite S_INR; apply Rmult_lt_0_compat; lra).
    assert (0 < INR (S (S (M + d))) * (1 - p)) by (rewrite !S_INR; apply Rmult_lt_0_compat; lra).
    assert (INR (n - S (M + d)) <= INR (n - (M + d))) as fewer by (apply le_INR; lia).
    rewrite !S_INR in *. rewrite plus_INR in *. repeat split.
    - apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. now apply Rlt_le, Rinv_0_lt_compat.
    - apply Rmult_le_reg_r with ((INR M + INR d + 1) * (1 - p)); [assumption|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra.
      destruct (le_lt_dec n (M + d)) as [over|inside].
      + replace (n - (M + d))%nat with O by lia. simpl INR at 1. nra.
      + rewrite minus_INR, plus_INR by lia. nra.
    - unfold Rdiv. apply Rmult_le_compat; try (apply Rmult_le_pos; lra).
      + now apply Rlt_le, Rinv_0_lt_compat.
      + apply Rmult_le_compat_r; lra.
      + apply Rinv_le_contravar; [assumption|]. apply Rmult_le_compat_r; lra. }
  assert (INR (S n) * (1 - p) <= INR (S (n - M))) as turned.
  { rewrite !S_INR in *. rewrite minus_INR by assumption. lra. }
  set (W := weight up O) in *.
  assert (binomial n (1 - p) (n - M) = binomial n p M) as middle by (symmetry; now apply binomial_turned).
  (* the true weights *)
  assert (0 < binomial n p M) as some.
  { destruct (above M) as [yes|no]; [assumption|]. exfalso.
    assert (forall d, binomial n p (M + d) = 0) as right.
    { induction d as [|d IH]; [now rewrite Nat.add_0_r|]. rewrite step_up, IH by lra. ring. }
    assert (forall d, binomial n (1 - p) (n - M + d) = 0) as left.
    { induction d as [|d IH]; [rewrite Nat.add_0_r; lra|]. rewrite step_up, IH by lra. ring. }
    pose proof (binomial_total n p ltac:(lra)) as one. rewrite sum_zero in one; [lra|].
    intros s inside. destruct (le_lt_dec M s).
    - replace s with (M + (s - M))%nat by lia. apply right.
    - rewrite binomial_turned by lia. replace (n - s)%nat with (n - M + (M - s))%nat by lia. apply left. }
  set (scale := W / binomial n p M). assert (0 < scale) as size by now apply Rdiv_lt_0_compat.
  assert (scale * binomial n p M = W) as unit by (unfold scale; field; lra).
  set (v := fun d => scale * binomial n p (M + d)).
  set (v' := fun d => scale * binomial n (1 - p) (n - M + d)).
  assert (v 0%nat = weight up 0%nat) as at_start by (unfold v; rewrite Nat.add_0_r; exact unit).
  assert (v' 0%nat = weight down 0%nat) as at_start'.
  { unfold v'. rewrite Nat.add_0_r, middle, unit. exact same. }
  assert (0 <= v 0%nat /\ 0 <= v' 0%nat) as [first first'].
  { rewrite at_start, at_start', <- same. fold W. lra. }
  assert (forall d, v (S d) = ratio up d * v d) as step.
  { intros d. unfold v. rewrite ups, step_up by lra. ring. }
  assert (forall d, v' (S d) = ratio down d * v' d) as step'.
  { intros d. unfold v'. rewrite downs, step_up by lra. ring. }
  assert (forall d, 0 <= ratio up d <= 1 /\ ratio up (S d) <= ratio up d) as r
    by (intros; rewrite ups; apply ratios; lra).
  assert (forall d, 0 <= ratio down d <= 1 /\ ratio down (S d) <= ratio down d) as r'
    by (intros; rewrite downs; apply ratios; lra).
  pose proof (side_total (n - M) up v at_start first step (fun d => proj1 (r d))
    (fun d => proj2 (r d)) keeps) as one_side.
  pose proof (side_total M down v' at_start' first' step' (fun d => proj1 (r' d))
    (fun d => proj2 (r' d)) keeps') as other_side.
  pose proof (lags (n - M) up v at_start first step (fun d => proj1 (r d)) keeps) as below.
  pose proof (lags M down v' at_start' first' step' (fun d => proj1 (r' d)) keeps') as below'.
  assert (scale <= total) as enough.
  { rewrite <- (Rmult_1_r scale), <- (binomial_total n p ltac:(lra)), <- sum_scale.
    replace (S n) with (M + S (n - M))%nat by lia. rewrite sum_app, sum_reversed.
    change (\sum_(i < S (n - M)) (scale * binomial n p (M + i))) with (sum (S (n - M)) v).
    rewrite (sum_ext M _ (fun d => v' (S d))).
    - rewrite (sum_first (last down) (weight down)) in other_side.
      rewrite (sum_first M v') in other_side. lra.
    - intros d inside. unfold v'. rewrite binomial_turned by lia. f_equal. f_equal. lia. }
  intros s. destruct (kept_masses s) as [nonneg cases]. split; [assumption|].
  change (mu s <= binomial n p s). destruct cases as [->|[[place fits]|[place fits]]]; [apply above| |].
  - apply Rmult_le_reg_l with scale; [assumption|].
    destruct (below (s - M)%nat ltac:(lia)) as [[_ fit] _]. unfold v in fit.
    replace (M + (s - M))%nat with s in fit by lia.
    assert (mu s * scale <= mu s * total) by now apply Rmult_le_compat_l. lra.
  - apply Rmult_le_reg_l with scale; [assumption|].
    destruct (below' (M - s)%nat ltac:(lia)) as [[_ fit] _]. unfold v' in fit.
    rewrite (binomial_turned n p s) by lia. replace (n - M + (M - s))%nat with (n - s)%nat in fit by lia.
    assert (mu s * scale <= mu s * total) by now apply Rmult_le_compat_l. lra.
Qed.
