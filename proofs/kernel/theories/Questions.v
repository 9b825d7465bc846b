(** Questions with two answers about many truths: the best one for any use, the best estimate of
    the size of a group, and which questions a table that tells all truths apart can answer. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number.
Open Scope R_scope.

Definition denied (s : nat -> bool) : nat -> bool := fun j => negb (s j).

(** Is the truth in S? The true answer with probability g / (1 + g). *)
Definition question (g : R) (s : nat -> bool) : matrix :=
  fun i j => pattern g (if Nat.eq_dec i 0 then s else denied s) j / (1 + g).

Theorem question_private : forall k g s, 1 <= g ->
  private 2 k (fun _ _ => Some g) (fun _ _ => 0) (question g s).
Proof.
  intros k g s big. assert (0 < / (1 + g)) as unit by (apply Rinv_0_lt_compat; lra).
  assert (0 <= g * / (1 + g)) by (apply Rmult_le_pos; lra). split.
  - intros j _. unfold question, pattern, denied, Rdiv. split.
    + intros i _. destruct (Nat.eq_dec i 0), (s j); simpl; lra.
    + simpl. destruct (s j); simpl; field; lra.
  - intros a b _ _. apply Req_le, sum_zero. intros i _. unfold excess.
    destruct (Nat.eq_dec a b); [reflexivity|]. apply Rmax_left.
    unfold question, pattern, denied, Rdiv.
    assert (0 <= (g - 1) * / (1 + g)) by (apply Rmult_le_pos; lra).
    assert (0 <= (g - 1) * (g * / (1 + g))) by (apply Rmult_le_pos; lra).
    destruct (Nat.eq_dec i 0), (s a), (s b); simpl; lra.
Qed.

(** ** Two reports: some question "is the truth in S?" is best, for every convex use *)

Lemma greatest_entry : forall k r, (0 < k)%nat ->
  exists c, (c < k)%nat /\ forall j, (j < k)%nat -> r j <= r c.
Proof.
  intros k r some. destruct (least_entry k (fun j => - r j) some) as (c & inside & least).
  exists c. split; [assumption|]. intros j small. specialize (least j small). lra.
Qed.

Theorem best_two_reports : forall k g f V P, (0 < k)%nat -> 1 < g -> sublinear k f ->
  (forall s, f (question g s 0%nat) + f (question g s 1%nat) <= V) ->
  private 2 k (fun _ _ => Some g) (fun _ _ => 0) P -> f (P 0%nat) + f (P 1%nat) <= V.
Proof.
  intros k g f V P some big (same & scales & adds) questions is_private.
  assert (0 < / (1 + g)) as unit by (apply Rinv_0_lt_compat; lra).
  assert (0 < / (g - 1)) as step by (apply Rinv_0_lt_compat; lra).
  assert (forall s, f (pattern g s) + f (pattern g (denied s)) <= (1 + g) * V) as patterns.
  { intros s. specialize (questions s).
    assert (forall t, f (fun j => pattern g t j / (1 + g)) = / (1 + g) * f (pattern g t)) as part.
    { intros t. rewrite <- scales by lra. apply same. intros. unfold Rdiv. ring. }
    change (question g s 0%nat) with (fun j => pattern g s j / (1 + g)) in questions.
    change (question g s 1%nat) with (fun j => pattern g (denied s) j / (1 + g)) in questions.
    rewrite !part in questions. apply Rmult_le_compat_l with (r := 1 + g) in questions; [|lra].
    replace ((1 + g) * (/ (1 + g) * f (pattern g s) + / (1 + g) * f (pattern g (denied s)))) with
      (f (pattern g s) + f (pattern g (denied s))) in questions by (field; lra). assumption. }
  assert (forall i, (i < 2)%nat -> within k g (P i)) as rows.
  { intros i small. apply row_within; [lra|].
    now apply (private_row 2 k (fun _ _ => Some g) (fun _ _ => 0) P is_private). }
  pose proof is_private as [columns _].
  assert (forall j, (j < k)%nat -> P 1%nat j = 1 - P 0%nat j) as other.
  { intros j small. destruct (columns j small) as [_ one]. simpl in one. lra. }
  destruct (least_entry k (P 0%nat) some) as (lo & inlo & least).
  destruct (greatest_entry k (P 0%nat) some) as (hi & inhi & most).
  destruct (rows 0%nat ltac:(lia)) as [_ first]. specialize (first hi lo inhi inlo).
  destruct (rows 1%nat ltac:(lia)) as [_ second]. specialize (second lo hi inlo inhi).
  rewrite !other in second by assumption. specialize (least hi inhi) as order.
  set (low := P 0%nat lo) in *. set (high := P 0%nat hi) in *.
  set (b := (g * low - high) * / (g - 1)). set (c := (g * (1 - high) - (1 - low)) * / (g - 1)).
  set (a := 1 - b - c).
  assert (0 <= b /\ 0 <= c) as [posb posc] by (split; apply Rmult_le_pos; lra).
  assert (a = (high - low) * (1 + g) * / (g - 1)) as spread
    by (unfold a, b, c; field; lra).
  assert (0 <= a) as posa by (rewrite spread; repeat apply Rmult_le_pos; lra).
  assert (low - b = a * / (1 + g)) as floor by (rewrite spread; unfold b; field; lra).
  assert (high - b = a * / (1 + g) * g) as roof by (rewrite spread; unfold b; field; lra).
  set (one := fun _ : nat => 1).
  assert (f one <= V) as constant.
  { specialize (patterns (fun _ => true)).
    pose proof (adds (pattern g (fun _ => true)) (pattern g (denied (fun _ => true)))) as both.
    rewrite (same (fun j => _ + _) (fun j => (1 + g) * one j)) in both
      by (intros; unfold pattern, denied, one; simpl; ring).
    rewrite scales in both by lra. apply Rmult_le_reg_l with (1 + g); lra. }
  set (z := fun j => P 0%nat j - b).
  assert (f z + f (fun j => a - z j) <= a * V) as middle.
  { destruct posa as [positive|none].
    - set (w := fun j => (1 + g) * / a * z j).
      assert (0 < / a) as inverse by now apply Rinv_0_lt_compat.
      assert (in_cube k g w) as cube.
      { intros j small. specialize (least j small). specialize (most j small). unfold w, z.
        assert (0 < (1 + g) * / a) by (apply Rmult_lt_0_compat; lra).
        assert ((1 + g) * / a * (low - b) = 1) by (rewrite floor; field; lra).
        assert ((1 + g) * / a * (high - b) = g) by (rewrite roof; field; lra).
        assert ((1 + g) * / a * (low - b) <= (1 + g) * / a * (P 0%nat j - b))
          by (apply Rmult_le_compat_l; lra).
        assert ((1 + g) * / a * (P 0%nat j - b) <= (1 + g) * / a * (high - b))
          by (apply Rmult_le_compat_l; lra). lra. }
      assert (f w + f (fun j => (1 + g) - w j) <= (1 + g) * V) as vertices.
      { apply (cube_vertices k g (fun v => f v + f (fun j => (1 + g) - v j)) ((1 + g) * V));
          auto; [lra| | |].
        - intros v v' equal. rewrite (same v v' equal). f_equal. apply same.
          intros j small. now rewrite equal.
        - intros v v' t _ _ range.
          assert (forall p p', f (fun j => t * p j + (1 - t) * p' j) <= t * f p + (1 - t) * f p')
            as convex.
          { intros p p'. rewrite <- !scales by lra. apply adds. }
          pose proof (convex v v') as left.
          pose proof (convex (fun j => (1 + g) - v j) (fun j => (1 + g) - v' j)) as right.
          rewrite (same (fun j => 1 + g - (t * v j + (1 - t) * v' j))
            (fun j => t * (1 + g - v j) + (1 - t) * (1 + g - v' j))) by (intros; ring). lra.
        - intros s. rewrite (same (fun j => 1 + g - pattern g s j) (pattern g (denied s))); auto.
          intros j _. unfold pattern, denied. destruct (s j); simpl; ring. }
      rewrite (same z (fun j => a * / (1 + g) * w j)) by (intros; unfold w; field; lra).
      rewrite (same (fun j => a - z j) (fun j => a * / (1 + g) * (1 + g - w j)))
        by (intros; unfold w; field; lra).
      assert (0 <= a * / (1 + g)) as share by (apply Rmult_le_pos; lra).
      rewrite !scales by exact share. rewrite <- Rmult_plus_distr_l.
      replace (a * V) with (a * / (1 + g) * ((1 + g) * V)) by (field; lra).
      now apply Rmult_le_compat_l.
    - assert (forall j, (j < k)%nat -> z j = 0) as flat.
      { intros j small. specialize (least j small). specialize (most j small).
        assert (low - b = 0) by (rewrite floor, <- none; ring).
        assert (high - b = 0) by (rewrite roof, <- none; ring). unfold z. lra. }
      rewrite (same z (fun j => 0 * one j)) by (intros; rewrite flat by assumption; ring).
      rewrite (same (fun j => a - z j) (fun j => 0 * one j))
        by (intros; rewrite flat by assumption; rewrite <- none; ring).
      rewrite scales by lra. rewrite <- none. lra. }
  assert (f (P 0%nat) <= b * f one + f z) as left.
  { rewrite <- scales by assumption. rewrite (same (P 0%nat) (fun j => b * one j + z j));
      [apply adds|intros; unfold one, z; ring]. }
  assert (f (P 1%nat) <= c * f one + f (fun j => a - z j)) as right.
  { rewrite <- scales by assumption.
    rewrite (same (P 1%nat) (fun j => c * one j + (a - z j))); [apply adds|].
    intros j small. rewrite other by assumption. unfold one, z, a. ring. }
  assert ((b + c) * f one <= (b + c) * V) by (apply Rmult_le_compat_l; lra).
  assert (a * V = V - (b + c) * V) by (unfold a; ring). lra.
Qed.

(** ** The share of a group S: whatever the table and the shares q of the truths are, the variance
    that a report adds is at least g / (g - 1)^2 *)

Definition group_share (k : nat) (q : nat -> R) (s : nat -> bool) : R :=
  \sum_(j < k) (if s j then q j else 0).

Lemma group_row : forall e a b p g, 1 < g -> 0 < p < 1 -> a <= g * b -> b <= g * a ->
  let e1 := g / (g - 1) in let e0 := - (1 / (g - 1)) in
  let W1 := g * p + (1 - p) in let W0 := p + g * (1 - p) in
  2 * e * ((g * W1 * e1 - W0 * e0) / (g ^ 2 - 1) * a + (g * W0 * e0 - W1 * e1) / (g ^ 2 - 1) * b) -
  ((g * W1 * e1 ^ 2 - W0 * e0 ^ 2) / (g ^ 2 - 1) * a +
   (g * W0 * e0 ^ 2 - W1 * e1 ^ 2) / (g ^ 2 - 1) * b) <= e ^ 2 * (p * a + (1 - p) * b).
Proof.
  intros e a b p g big range first second e1 e0 W1 W0.
  assert (0 < g ^ 2 - 1) as wide.
  { replace (g ^ 2 - 1) with ((g - 1) * (g + 1)) by ring. apply Rmult_lt_0_compat; lra. }
  assert (0 < / (g ^ 2 - 1)) as unit by now apply Rinv_0_lt_compat.
  assert (0 <= (g * a - b) * / (g ^ 2 - 1)) as alpha by (apply Rmult_le_pos; lra).
  assert (0 <= (g * b - a) * / (g ^ 2 - 1)) as beta by (apply Rmult_le_pos; lra).
  assert (0 <= W1) by (unfold W1; assert (0 <= g * p) by (apply Rmult_le_pos; lra); lra).
  assert (0 <= W0) by (unfold W0; assert (0 <= g * (1 - p)) by (apply Rmult_le_pos; lra); lra).
  assert (0 <= (g * a - b) * / (g ^ 2 - 1) * (W1 * (e - e1) ^ 2)) as one
    by (apply Rmult_le_pos; [assumption|apply Rmult_le_pos; [assumption|apply pow2_ge_0]]).
  assert (0 <= (g * b - a) * / (g ^ 2 - 1) * (W0 * (e - e0) ^ 2)) as two
    by (apply Rmult_le_pos; [assumption|apply Rmult_le_pos; [assumption|apply pow2_ge_0]]).
  apply Rminus_le. apply Ropp_le_cancel. rewrite Ropp_0.
  match goal with |- 0 <= ?x => replace x with
    ((g * a - b) * / (g ^ 2 - 1) * (W1 * (e - e1) ^ 2) +
     (g * b - a) * / (g ^ 2 - 1) * (W0 * (e - e0) ^ 2)) end; [lra|].
  unfold W1, W0, e1, e0. field. lra.
Qed.

Theorem group_variance : forall m k g q s P e, 1 < g -> law k q -> 0 < group_share k q s < 1 ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  (forall j, (j < k)%nat -> \sum_(i < m) (e i * P i j) = if s j then 1 else 0) ->
  group_share k q s + g / (g - 1) ^ 2 <=
  \sum_(i < m) (e i ^ 2 * \sum_(j < k) (q j * P i j)).
Proof.
  intros m k g q s P e big [above total] range is_private unbiased.
  change (sum k q = 1) in total. set (p := group_share k q s) in *.
  pose proof is_private as [columns _].
  set (a := fun i => \sum_(j < k) ((if s j then q j else 0) * P i j)).
  set (b := fun i => \sum_(j < k) ((if s j then 0 else q j) * P i j)).
  assert (\sum_(j < k) (if s j then 0 else q j) = 1 - p) as rest.
  { rewrite <- total. unfold p, group_share. rewrite <- sum_minus. apply sum_ext.
    intros j _. destruct (s j); ring. }
  assert (forall i, (i < m)%nat -> within k g (P i)) as rows.
  { intros i small. apply row_within; [lra|].
    now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P is_private). }
  assert (forall i, (i < m)%nat -> a i * (1 - p) <= g * (b i * p)) as first.
  { intros i small. destruct (rows i small) as [_ pairs].
    rewrite <- rest. unfold p, group_share, a, b. rewrite !product_of_sums.
    rewrite sum_of_sums, <- sum_scale. apply sum_le. intros l second. rewrite <- sum_scale.
    apply sum_le. intros j inside. specialize (pairs j l inside second).
    specialize (above j inside) as posj. specialize (above l second) as posl.
    destruct (s j), (s l); try lra.
    assert (0 <= q j * q l) as both by now apply Rmult_le_pos.
    apply Rmult_le_compat_l with (r := q j * q l) in pairs; lra. }
  assert (forall i, (i < m)%nat -> b i * p <= g * (a i * (1 - p))) as second.
  { intros i small. destruct (rows i small) as [_ pairs].
    rewrite <- rest. unfold p, group_share, a, b. rewrite !product_of_sums.
    rewrite sum_of_sums, <- sum_scale. apply sum_le. intros l other. rewrite <- sum_scale.
    apply sum_le. intros j inside. specialize (pairs j l inside other).
    specialize (above j inside) as posj. specialize (above l other) as posl.
    destruct (s j), (s l); try lra.
    assert (0 <= q j * q l) as both by now apply Rmult_le_pos.
    apply Rmult_le_compat_l with (r := q j * q l) in pairs; lra. }
  assert (0 < / p) as unit by (apply Rinv_0_lt_compat; lra).
  assert (0 < / (1 - p)) as unit' by (apply Rinv_0_lt_compat; lra).
  assert (forall f : nat -> R, \sum_(i < m) (f i * a i) =
    \sum_(j < k) ((if s j then q j else 0) * \sum_(i < m) (f i * P i j))) as swap.
  { intros f. unfold a. rewrite (sum_ext m _ (fun i => \sum_(j < k)
      ((if s j then q j else 0) * (f i * P i j)))).
    - rewrite sum_of_sums. apply sum_ext. intros. apply sum_scale.
    - intros i _. rewrite <- sum_scale. apply sum_ext. intros. ring. }
  assert (forall f : nat -> R, \sum_(i < m) (f i * b i) =
    \sum_(j < k) ((if s j then 0 else q j) * \sum_(i < m) (f i * P i j))) as swap'.
  { intros f. unfold b. rewrite (sum_ext m _ (fun i => \sum_(j < k)
      ((if s j then 0 else q j) * (f i * P i j)))).
    - rewrite sum_of_sums. apply sum_ext. intros. apply sum_scale.
    - intros i _. rewrite <- sum_scale. apply sum_ext. intros. ring. }
  assert (\sum_(i < m) (e i * a i) = p) as mean.
  { rewrite swap. unfold p, group_share. apply sum_ext. intros j small.
    rewrite unbiased by assumption. destruct (s j); ring. }
  assert (\sum_(i < m) (e i * b i) = 0) as mean'.
  { rewrite swap'. apply sum_zero. intros j small.
    rewrite unbiased by assumption. destruct (s j); ring. }
  assert (forall j, (j < k)%nat -> \sum_(i < m) (1 * P i j) = 1) as columns_one.
  { intros j small. destruct (columns j small) as [_ one]. rewrite sum_scale.
    change (sum m (fun i => P i j) = 1) in one. rewrite one. ring. }
  assert (\sum_(i < m) (1 * a i) = p) as whole.
  { rewrite swap. unfold p, group_share. apply sum_ext. intros j small.
    rewrite columns_one by assumption. ring. }
  assert (\sum_(i < m) (1 * b i) = 1 - p) as whole'.
  { rewrite swap', <- rest. apply sum_ext. intros j small.
    rewrite columns_one by assumption. ring. }
  set (e1 := g / (g - 1)). set (e0 := - (1 / (g - 1))).
  set (W1 := g * p + (1 - p)). set (W0 := p + g * (1 - p)).
  set (p1 := (g * W1 * e1 - W0 * e0) / (g ^ 2 - 1)).
  set (p0 := (g * W0 * e0 - W1 * e1) / (g ^ 2 - 1)).
  set (y1 := (g * W1 * e1 ^ 2 - W0 * e0 ^ 2) / (g ^ 2 - 1)).
  set (y0 := (g * W0 * e0 ^ 2 - W1 * e1 ^ 2) / (g ^ 2 - 1)).
  apply Rle_trans with (\sum_(i < m) (2 * e i * (p1 * (a i * / p) + p0 * (b i * / (1 - p))) -
    (y1 * (a i * / p) + y0 * (b i * / (1 - p))))).
  - apply Req_le. symmetry.
    rewrite (sum_ext m _ (fun i => 2 * p1 * / p * (e i * a i) +
      2 * p0 * / (1 - p) * (e i * b i) - (y1 * / p * (1 * a i) + y0 * / (1 - p) * (1 * b i))))
      by (intros; ring).
    rewrite sum_minus, !sum_plus, !sum_scale.
    rewrite !sum_scale in whole, whole'.
    rewrite mean, mean'. replace (sum m a) with p by lra.
    replace (sum m b) with (1 - p) by lra.
    unfold p1, p0, y1, y0, W1, W0, e1, e0. field.
    assert (0 < g ^ 2 - 1).
    { replace (g ^ 2 - 1) with ((g - 1) * (g + 1)) by ring. apply Rmult_lt_0_compat; lra. }
    repeat split; lra.
  - apply sum_le. intros i small.
    replace (\sum_(j < k) (q j * P i j)) with (p * (a i * / p) + (1 - p) * (b i * / (1 - p))).
    + apply group_row; auto.
      * specialize (first i small). apply Rmult_le_reg_r with (p * (1 - p));
          [apply Rmult_lt_0_compat; lra|].
        replace (a i * / p * (p * (1 - p))) with (a i * (1 - p)) by (field; lra).
        replace (g * (b i * / (1 - p)) * (p * (1 - p))) with (g * (b i * p)) by (field; lra).
        assumption.
      * specialize (second i small). apply Rmult_le_reg_r with (p * (1 - p));
          [apply Rmult_lt_0_compat; lra|].
        replace (b i * / (1 - p) * (p * (1 - p))) with (b i * p) by (field; lra).
        replace (g * (a i * / p) * (p * (1 - p))) with (g * (a i * (1 - p))) by (field; lra).
        assumption.
    + transitivity (a i + b i); [field; lra|]. unfold a, b. rewrite <- sum_plus.
      apply sum_ext. intros j _. destruct (s j); ring.
Qed.

(** The question "is the truth in S?" has this variance for every truth. *)
Theorem question_variance : forall g s j, 1 < g ->
  let e := fun i => if Nat.eq_dec i 0 then g / (g - 1) else - (1 / (g - 1)) in
  \sum_(i < 2) (e i * question g s i j) = (if s j then 1 else 0) /\
  \sum_(i < 2) (e i ^ 2 * question g s i j) - (if s j then 1 else 0) = g / (g - 1) ^ 2.
Proof.
  intros g s j big e. unfold e, question, pattern, denied. simpl.
  destruct (s j); simpl; split; field; lra.
Qed.

(** ** Which questions k-ary response can answer *)

Definition k_ary_response (k : nat) (g : R) : matrix :=
  fun i j => (if Nat.eq_dec i j then g else 1) / (g + INR k - 1).

Definition size (k : nat) (s : nat -> bool) : R := \sum_(j < k) (if s j then 1 else 0).

Theorem question_from_response : forall k g h s, 1 < g -> 1 <= h ->
  (exists j, (j < k)%nat /\ s j = true) -> (exists j, (j < k)%nat /\ s j = false) ->
  ((exists C, stochastic 2 k C /\ forall i j, (i < 2)%nat -> (j < k)%nat ->
      question h s i j = times k C (k_ary_response k g) i j) <->
   (h - 1) * size k s <= g - 1 /\ (h - 1) * (INR k - size k s) <= g - 1).
Proof.
  intros k g h s big bigh (yes & inyes & isyes) (no & inno & isno).
  assert (1 <= INR k) as many by (apply (le_INR 1); lia).
  assert (0 < / (1 + h)) as unit by (apply Rinv_0_lt_compat; lra).
  assert (0 < / (g - 1)) as step by (apply Rinv_0_lt_compat; lra).
  set (t := size k s). set (n := g + INR k - 1).
  assert (forall (C : matrix) i j, (j < k)%nat -> times k C (k_ary_response k g) i j =
    (\sum_(u < k) C i u + (g - 1) * C i j) / n) as product.
  { intros C i j small. unfold times, k_ary_response. fold n.
    rewrite (sum_ext k _ (fun u => C i u * / n + at_index j u * ((g - 1) * C i u * / n))).
    - rewrite sum_plus, sum_scale_right, (sum_pick k (fun u => (g - 1) * C i u * / n) j small).
      change (\sum_(u < k) C i u) with (sum k (C i)). unfold Rdiv. ring.
    - intros u _. unfold at_index, Rdiv.
      destruct (Nat.eq_dec u j), (Nat.eq_dec j u); try congruence; ring. }
  split.
  - intros (C & channel & equal). set (c := fun u => C O u).
    assert (forall j, (j < k)%nat -> 0 <= c j <= 1) as chances.
    { intros j small. destruct (channel j small) as [above one]. simpl in one.
      pose proof (above 0%nat ltac:(lia)). pose proof (above 1%nat ltac:(lia)). unfold c. lra. }
    assert (forall j, (j < k)%nat -> (g - 1) * c j =
      n * pattern h s j / (1 + h) - sum k c) as each.
    { intros j small. specialize (equal 0%nat j ltac:(lia) small). rewrite product in equal by assumption.
      unfold question in equal. simpl in equal. fold (c j) in equal.
      change (\sum_(u < k) C 0%nat u) with (sum k c) in equal.
      apply Rmult_eq_compat_l with (r := n) in equal.
      replace (n * ((sum k c + (g - 1) * c j) / n)) with (sum k c + (g - 1) * c j) in equal
        by (field; unfold n; lra). unfold Rdiv in *. lra. }
    assert (sum k c = (t * h + (INR k - t)) / (1 + h)) as total.
    { assert ((g - 1) * sum k c = n * (t * h + (INR k - t)) / (1 + h) - INR k * sum k c) as all.
      { rewrite <- sum_scale, (sum_ext k _ _ each), sum_minus, sum_constant. f_equal.
        rewrite (sum_ext k _ (fun j => n / (1 + h) * ((h - 1) * (if s j then 1 else 0) + 1))).
        - rewrite sum_scale, sum_plus, sum_scale, sum_constant. fold (size k s). fold t.
          field. lra.
        - intros j _. unfold pattern. destruct (s j); field; lra. }
      apply Rmult_eq_reg_l with n; [|unfold n; lra]. unfold n, Rdiv in *. lra. }
    pose proof (each yes inyes) as high. pose proof (each no inno) as low.
    unfold pattern in high, low. rewrite isyes in high. rewrite isno in low.
    rewrite total in high, low. pose proof (chances yes inyes). pose proof (chances no inno).
    assert (0 <= (g - 1) * c no) as floor by (apply Rmult_le_pos; lra).
    assert ((g - 1) * c yes <= (g - 1) * 1) as roof by (apply Rmult_le_compat_l; lra).
    rewrite low in floor. rewrite high in roof. unfold n in floor, roof. split.
    + apply Rmult_le_compat_r with (r := 1 + h) in floor; [|lra].
      replace (((g + INR k - 1) * 1 / (1 + h) - (t * h + (INR k - t)) / (1 + h)) * (1 + h)) with
        (g - 1 - (h - 1) * t) in floor by (field; lra). lra.
    + apply Rmult_le_compat_r with (r := 1 + h) in roof; [|lra].
      replace (((g + INR k - 1) * h / (1 + h) - (t * h + (INR k - t)) / (1 + h)) * (1 + h)) with
        ((g - 1) * h + (h - 1) * (INR k - t)) in roof by (field; lra). lra.
  - intros [few many_left].
    set (x := (g - 1 - (h - 1) * t) * / (1 + h) * / (g - 1)).
    set (D := (h - 1) * / (1 + h) * n * / (g - 1)).
    assert (0 <= x) as posx by (unfold x; repeat apply Rmult_le_pos; lra).
    assert (0 <= D) as posD by (unfold D, n; repeat apply Rmult_le_pos; lra).
    assert (x + D <= 1) as top.
    { unfold x, D, n. apply Rmult_le_reg_r with ((1 + h) * (g - 1));
        [apply Rmult_lt_0_compat; lra|].
      replace (((g - 1 - (h - 1) * t) * / (1 + h) * / (g - 1) + (h - 1) * / (1 + h) *
        (g + INR k - 1) * / (g - 1)) * ((1 + h) * (g - 1))) with
        ((g - 1) * h + (h - 1) * (INR k - t)) by (field; lra). lra. }
    set (c := fun u => x + D * (if s u then 1 else 0)).
    exists (fun i u => if Nat.eq_dec i 0 then c u else 1 - c u). split.
    + intros u _. assert (0 <= c u <= 1) by (unfold c; destruct (s u); lra). split.
      * intros i _. destruct (Nat.eq_dec i 0); lra.
      * simpl. ring.
    + assert (sum k c = (t * h + (INR k - t)) / (1 + h)) as total.
      { unfold c. rewrite sum_plus, sum_constant, sum_scale. fold (size k s). fold t.
        unfold x, D, n. field. lra. }
      intros i j small inside. rewrite product by assumption. unfold question.
      destruct (Nat.eq_dec i 0) as [->|].
      * change (\sum_(u < k) (if Nat.eq_dec 0 0 then c u else 1 - c u)) with (sum k c).
        simpl. fold c. change (\sum_(u < k) c u) with (sum k c). rewrite total.
        unfold pattern, c, x, D, n. destruct (s j); field; lra.
      * assert (\sum_(u < k) (1 - c u) = INR k - sum k c) as rest
          by (rewrite sum_minus, sum_constant, Rmult_1_r; reflexivity).
        rewrite rest.
        rewrite total. unfold pattern, denied, c, x, D, n. destruct (s j); simpl; field; lra.
Qed.
