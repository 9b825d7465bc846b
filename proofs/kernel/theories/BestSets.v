(** The most likely truth under one number and one delta, any prior: a best set of truths. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Rays Weightings.
Open Scope R_scope.

Section BestSet.

Variables (k : nat) (g : R) (q : nat -> R).

Definition members (S : nat -> bool) : R := \sum_(j < k) (if S j then 1 else 0).
Definition mass (S : nat -> bool) : R := \sum_(j < k) (if S j then q j else 0).

(** What randomized response over the members of S gains. *)
Definition response_gain (S : nat -> bool) : R := g * mass S / (g + members S - 1).

Definition is_best (S : nat -> bool) : Prop :=
  (exists j, (j < k)%nat /\ S j = true) /\
  forall T, (exists j, (j < k)%nat /\ T j = true) -> response_gain T <= response_gain S.

Definition put (S : nat -> bool) (a : nat) (v : bool) : nat -> bool :=
  fun j => if Nat.eq_dec j a then v else S j.

Lemma put_sum : forall S a v (f : nat -> R), (a < k)%nat -> S a = negb v ->
  \sum_(j < k) (if put S a v j then f j else 0) =
  \sum_(j < k) (if S j then f j else 0) + (if v then f a else - f a).
Proof.
  intros S a v f small other.
  pose proof (proj2 (sum_linear k (fun j => if put S a v j then f j else 0)
    (fun j => if S j then f j else 0) 0 0) a small) as same.
  assert (forall j, (j < k)%nat -> j <> a ->
    (if put S a v j then f j else 0) = (if S j then f j else 0)) as rest.
  { intros j _ differ. unfold put. now destruct (Nat.eq_dec j a). }
  specialize (same rest). cbv beta in same. rewrite other in same.
  assert (put S a v a = v) as own by (unfold put; now destruct (Nat.eq_dec a a)).
  rewrite own in same. destruct v; simpl in same; lra.
Qed.

Lemma members_at_least_one : forall S, (exists j, (j < k)%nat /\ S j = true) -> 1 <= members S.
Proof.
  intros S (j & small & inside). unfold members.
  apply Rle_trans with (if S j then 1 else 0); [rewrite inside; lra|].
  apply (term_le_sum k (fun j => if S j then 1 else 0)); [|assumption].
  intros i _. destruct (S i); lra.
Qed.

Lemma gain_times : forall S, 1 <= g -> (exists j, (j < k)%nat /\ S j = true) ->
  response_gain S * (g + members S - 1) = g * mass S.
Proof.
  intros S big some. pose proof (members_at_least_one S some). unfold response_gain. field. lra.
Qed.

(** A best set is where g q is at least its gain. *)
Lemma best_set_threshold : forall S, 1 <= g -> (forall j, (j < k)%nat -> 0 <= q j) -> is_best S ->
  forall j, (j < k)%nat ->
    (S j = true -> response_gain S <= g * q j) /\ (S j = false -> g * q j <= response_gain S).
Proof.
  intros S big above [some best] a small. pose proof (gain_times S big some) as value.
  pose proof (members_at_least_one S some) as many. specialize (above a small) as here.
  split; intros place.
  - destruct (Rle_or_lt (members S) 1) as [single|several].
    + assert (q a <= mass S).
      { apply Rle_trans with (if S a then q a else 0); [rewrite place; lra|].
        apply (term_le_sum k (fun j => if S j then q j else 0)); [|assumption].
        intros i inside. destruct (S i); [now apply above|lra]. }
      assert (mass S = q a) as only.
      { assert (mass (put S a false) = mass S - q a) as less.
        { unfold mass. rewrite (put_sum S a false q small place). ring. }
        assert (members (put S a false) = members S - 1) as fewer.
        { unfold members. rewrite (put_sum S a false (fun _ => 1) small place). ring. }
        assert (mass (put S a false) = 0); [|lra].
        unfold mass. apply sum_zero. intros i inside.
        destruct (put S a false i) eqn:there; [|reflexivity]. exfalso.
        pose proof (members_at_least_one (put S a false) ltac:(now exists i)). lra. }
      assert (members S = 1) as one by lra. rewrite one, only in value.
      replace (g + 1 - 1) with g in value by ring.
      apply Rmult_eq_reg_r in value || idtac.
      assert (response_gain S = q a) as -> by (apply Rmult_eq_reg_r with g; lra).
      assert (0 <= (g - 1) * q a) by (apply Rmult_le_pos; lra). lra.
    + set (T := put S a false).
      assert (members T = members S - 1) as fewer.
      { unfold members, T. rewrite (put_sum S a false (fun _ => 1) small place). ring. }
      assert (mass T = mass S - q a) as less.
      { unfold mass, T. rewrite (put_sum S a false q small place). ring. }
      assert (exists j, (j < k)%nat /\ T j = true) as left.
      { destruct (Rlt_or_le 0 (members T)) as [yes|no]; [|lra].
        clear - yes. unfold members in yes. revert yes. generalize T. clear. induction k as [|n IH];
          intros T yes; simpl in yes; [lra|].
        destruct (T n) eqn:here; [exists n; split; [lia|assumption]|].
        destruct (IH T ltac:(lra)) as (j & small & inside). exists j. split; [lia|assumption]. }
      pose proof (best T left) as no_better. pose proof (gain_times T big left) as own.
      rewrite fewer, less in own.
      apply Rmult_le_compat_r with (r := g + (members S - 1) - 1) in no_better; lra.
  - set (T := put S a true).
    assert (members T = members S + 1) as more.
    { unfold members, T. rewrite (put_sum S a true (fun _ => 1) small place). ring. }
    assert (mass T = mass S + q a) as larger.
    { unfold mass, T. rewrite (put_sum S a true q small place). ring. }
    assert (exists j, (j < k)%nat /\ T j = true) as left.
    { exists a. split; [assumption|]. unfold T, put. now destruct (Nat.eq_dec a a). }
    pose proof (best T left) as no_better. pose proof (gain_times T big left) as own.
    rewrite more, larger in own.
    apply Rmult_le_compat_r with (r := g + (members S + 1) - 1) in no_better; lra.
Qed.

(** Randomized response over S; whoever is not in S reports any member of it. *)
Definition response (S : nat -> bool) : matrix := fun i j =>
  if S i then if S j then (if Nat.eq_dec i j then g else 1) / (g + members S - 1)
              else / members S
  else 0.

Lemma response_private : forall S, 1 <= g -> (exists j, (j < k)%nat /\ S j = true) ->
  private k k (fun _ _ => Some g) (fun _ _ => 0) (response S).
Proof.
  intros S big some. pose proof (members_at_least_one S some) as many.
  assert (0 < / (g + members S - 1)) as unit by (apply Rinv_0_lt_compat; lra).
  assert (0 < / members S) as part by (apply Rinv_0_lt_compat; lra).
  split.
  - intros j small. split.
    + intros i inside. unfold response, Rdiv.
      destruct (S i), (S j); try lra. destruct (Nat.eq_dec i j); apply Rmult_le_pos; lra.
    + unfold response. destruct (S j) eqn:place.
      * rewrite (sum_ext k _ (fun i => (at_index j i * (g - 1) + (if S i then 1 else 0)) *
          / (g + members S - 1))).
        { rewrite sum_scale_right, sum_plus, (sum_pick k (fun _ => g - 1) j small).
          fold (members S). field. lra. }
        intros i _. unfold at_index, Rdiv.
        destruct (Nat.eq_dec i j) as [same|], (Nat.eq_dec j i); try congruence.
        { rewrite same, place. ring. } destruct (S i); ring.
      * rewrite (sum_ext k _ (fun i => (if S i then 1 else 0) * / members S))
          by (intros i _; destruct (S i); ring).
        rewrite sum_scale_right. fold (members S). field. lra.
  - intros a b _ _. apply Req_le, sum_zero. intros i _. unfold excess.
    destruct (Nat.eq_dec a b) as [|differ]; [reflexivity|]. apply Rmax_left.
    unfold response. destruct (S i) eqn:there; [|lra].
    assert (/ (g + members S - 1) <= / members S) as low by (apply Rinv_le_contravar; lra).
    assert (/ members S <= g * / (g + members S - 1)) as high.
    { apply Rmult_le_reg_r with (members S * (g + members S - 1)); [apply Rmult_lt_0_compat; lra|].
      replace (/ members S * (members S * (g + members S - 1))) with (g + members S - 1)
        by (field; lra).
      replace (g * / (g + members S - 1) * (members S * (g + members S - 1))) with
        (g * members S) by (field; lra).
      assert (0 <= (g - 1) * (members S - 1)) by (apply Rmult_le_pos; lra). lra. }
    assert (/ (g + members S - 1) <= g * / (g + members S - 1)) as up.
    { rewrite <- (Rmult_1_l (/ _)) at 1. apply Rmult_le_compat_r; lra. }
    assert (forall x y, / (g + members S - 1) <= y -> x <= g * / (g + members S - 1) ->
      x - g * y <= 0) as enough.
    { intros x y below above. apply Rmult_le_compat_l with (r := g) in below; lra. }
    unfold Rdiv. destruct (S a), (S b); try destruct (Nat.eq_dec i a); try destruct (Nat.eq_dec i b);
      apply enough; lra.
Qed.

(** With the probability d the truth, else randomized response over the best set: nothing is right
    more often. *)
Theorem guess_of_best_set : forall S d, 1 < g -> 0 <= d <= 1 ->
  (forall j, (j < k)%nat -> 0 <= q j) -> 0 < sum k q -> is_best S ->
  best_guess k (fun _ _ => Some g) d q (d * sum k q + (1 - d) * response_gain S).
Proof.
  intros S d big range above positive best.
  pose proof (best_set_threshold S ltac:(lra) above best) as threshold.
  destruct best as [some best]. set (V := response_gain S) in *.
  pose proof (gain_times S ltac:(lra) some) as value. fold V in value.
  pose proof (members_at_least_one S some) as many.
  assert (0 < / (g - 1)) as step by (apply Rinv_0_lt_compat; lra).
  assert (0 < / g) as unit by (apply Rinv_0_lt_compat; lra).
  assert (0 < V) as worth.
  { destruct (Rlt_or_le 0 V) as [yes|no]; [assumption|]. exfalso.
    assert (sum k q = 0); [|lra]. apply sum_zero. intros j small. specialize (above j small).
    set (only := fun i => if Nat.eq_dec i j then true else false).
    assert (exists i, (i < k)%nat /\ only i = true) as one.
    { exists j. split; [assumption|]. unfold only. now destruct (Nat.eq_dec j j). }
    pose proof (best only one) as no_better. pose proof (gain_times only ltac:(lra) one) as own.
    pose proof (members_at_least_one only one) as count.
    assert (q j <= mass only).
    { apply Rle_trans with (if only j then q j else 0).
      - unfold only. destruct (Nat.eq_dec j j); [lra|contradiction].
      - apply (term_le_sum k (fun j => if only j then q j else 0)); [|assumption].
        intros i _. unfold only. destruct (Nat.eq_dec i j) as [->|]; lra. }
    assert (response_gain only * (g + members only - 1) <= 0).
    { rewrite <- (Rmult_0_l (g + members only - 1)). apply Rmult_le_compat_r; lra. }
    assert (g * q j <= g * mass only) by (apply Rmult_le_compat_l; lra).
    assert (0 <= (g - 1) * q j) by (apply Rmult_le_pos; lra). lra. }
  set (y := fun j => if S j then (g * q j - V) * / (g - 1) else 0).
  assert (forall j, (j < k)%nat -> 0 <= y j) as prices.
  { intros j small. unfold y. destruct (S j) eqn:place; [|lra].
    destruct (threshold j small) as [enough _]. specialize (enough place).
    apply Rmult_le_pos; lra. }
  assert (sum k y = V) as total.
  { transitivity ((g * mass S - V * members S) * / (g - 1)).
    - unfold mass, members. rewrite <- !sum_scale, <- sum_minus, <- sum_scale_right.
      apply sum_ext. intros j _. unfold y. destruct (S j); ring.
    - rewrite <- value. field. lra. }
  split.
  - intros m P guess is_private inside.
    set (share := fun a => if S a then / g else q a / V).
    set (z := fun a b => if Nat.eq_dec a b then 0 else share a * y b).
    assert (forall a, (a < k)%nat -> 0 <= share a) as shares.
    { intros a small. unfold share. destruct (S a); [lra|].
      apply Rmult_le_pos; [now apply above|apply Rlt_le; now apply Rinv_0_lt_compat]. }
    assert (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b) as pairs.
    { intros a b first second. unfold z. destruct (Nat.eq_dec a b); [lra|].
      apply Rmult_le_pos; auto. }
    eapply Rle_trans; [apply (guesses_bound m k (fun _ _ => Some g) d y z q P guess pairs)|]; auto.
    + intros r a small [nonneg _].
      eapply Rle_trans; [|exact (charge_of_truth k (fun _ _ => Some g) y z r a small pairs)].
      assert (share a * ((V - y a) * r a - g * (dot k y r - y a * r a)) <=
        \sum_(b < k) (z a b * excess (fun _ _ => Some g) a b r)) as paid.
      { apply Rle_trans with (share a * \sum_(b < k)
          (y b * r a - g * (y b * r b) + at_index a b * ((g - 1) * (y b * r b)))).
        { apply Req_le. f_equal.
          rewrite sum_plus, sum_minus, sum_scale_right, sum_scale.
          rewrite (sum_pick k (fun b => (g - 1) * (y b * r b)) a small).
          change (\sum_(b < k) y b) with (sum k y). rewrite total. unfold dot. ring. }
        rewrite <- sum_scale.
        apply sum_le. intros b there. unfold z, excess, at_index.
        destruct (Nat.eq_dec a b) as [<-|differ].
        - apply Req_le. ring.
        - pose proof (Rmax_r 0 (r a - g * r b)) as most. specialize (shares a small).
          specialize (prices b there).
          assert (0 <= share a * y b) by now apply Rmult_le_pos.
          apply Rmult_le_compat_l with (r := share a * y b) in most; lra. }
      eapply Rle_trans; [|apply Rplus_le_compat_l; exact paid].
      specialize (nonneg a small) as here. destruct (threshold a small) as [high low].
      unfold share. unfold y at 2 4. destruct (S a) eqn:place.
      * apply Req_le. field. lra.
      * specialize (low eq_refl).
        assert (0 <= dot k y r) as sum_above.
        { apply sum_nonneg. intros j inside'. apply Rmult_le_pos; auto. }
        replace (dot k y r + q a / V * ((V - 0) * r a - g * (dot k y r - 0 * r a))) with
          (q a * r a + (V - g * q a) * (dot k y r * / V)) by (field; lra).
        assert (0 <= (V - g * q a) * (dot k y r * / V)); [|lra].
        apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [assumption|].
        apply Rlt_le. now apply Rinv_0_lt_compat.
    + apply Req_le. change (\sum_(j < k) y j) with (sum k y). rewrite total.
      assert (\sum_(a < k) \sum_(b < k) z a b = sum k q - V) as ->; [|ring].
      transitivity (\sum_(a < k) ((if S a then / g * V - / g * y a else 0) +
        (if S a then 0 else q a))).
      * apply sum_ext. intros a small.
        transitivity (share a * V - share a * y a).
        { rewrite <- total at 1. rewrite <- sum_scale.
          rewrite <- (sum_pick k (fun b => share a * y b) a small), <- sum_minus.
          apply sum_ext. intros b _. unfold z, at_index. destruct (Nat.eq_dec a b); ring. }
        unfold share, y. destruct (S a); [ring|]. field. lra.
      * transitivity (/ g * (V * members S - V) + (sum k q - mass S)).
        { rewrite sum_plus. f_equal.
          - rewrite <- total at 2. unfold members. rewrite <- sum_scale, <- sum_minus, <- sum_scale.
            apply sum_ext. intros a _. unfold y. destruct (S a); ring.
          - unfold mass. rewrite <- sum_minus. apply sum_ext. intros a _. destruct (S a); ring. }
        assert (mass S = V * (g + members S - 1) * / g) as ->; [|field; lra].
        rewrite value. field. lra.
  - exists (fun i j => d * at_index i j + (1 - d) * response S i j). split.
    + apply lottery_private; auto.
      * intros a b v level. injection level as <-. lra.
      * apply response_private; auto. lra.
    + rewrite lottery_gain. f_equal. f_equal. unfold V, response_gain, mass, Rdiv.
      rewrite <- sum_scale, <- sum_scale_right. apply sum_ext. intros i _. unfold response, Rdiv.
      destruct (S i); [|ring]. destruct (Nat.eq_dec i i); [ring|contradiction].
Qed.

End BestSet.
