(** Three truths: where k-ary response has the smallest largest variance of a contrast. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryContrasts KaryEigenvalue.
Open Scope R_scope.

(** Of the variances of the contrasts of three truths with these weights, in units of (g - 1)^2:
    half the distance of the largest from the smallest. *)
Definition half_apart (x y z : R) : R :=
  sqrt ((x * y) ^ 2 + (x * z) ^ 2 + (y * z) ^ 2 - x * y * z * (x + y + z)).

Definition largest_of_three (x y z : R) : R := x * y + x * z + y * z + half_apart x y z.

(** How far a report of the truths with the weights x and y is from being worth it. *)
Definition largest_spare (g x y z : R) : R :=
  (g + 2) * (x * y) * (2 * half_apart x y z + 2 * (x * y) - x * z - y * z) -
  2 * half_apart x y z * largest_of_three x y z.

Section LargestOfThree.

Variables (g : R) (q : nat -> R).
Context (big : 1 < g) (shares : law 3 q) (rarest : q 0%nat <= q 1%nat) (most : q 1%nat <= q 2%nat).

Let w (j : nat) : R := 1 + (g - 1) * q j.
Let u := w 0 * w 1.
Let v := w 0 * w 2.
Let t := w 1 * w 2.
Let root := half_apart (w 0) (w 1) (w 2).

Lemma weights_ordered : 0 < w 0 /\ w 0 <= w 1 /\ w 1 <= w 2 /\ w 0 + w 1 + w 2 = g + 2.
Proof.
  destruct shares as [above total]. pose proof (above 0%nat ltac:(lia)) as least.
  cbn [sum] in total. unfold w. repeat split; nra.
Qed.

Lemma products_ordered : 0 < u /\ u <= v /\ v <= t.
Proof. destruct weights_ordered as (post & one & two & _). unfold u, v, t. repeat split; nra. Qed.

Lemma root_squared : 0 <= root /\ root ^ 2 = (v - u) ^ 2 + (v - u) * (t - v) + (t - v) ^ 2.
Proof.
  split; [apply sqrt_pos|]. unfold root, half_apart. rewrite pow2_sqrt; [unfold u, v, t; ring|].
  replace (_ - _) with ((v - u) ^ 2 + (v - u) * (t - v) + (t - v) ^ 2) by (unfold u, v, t; ring).
  destruct products_ordered as (_ & one & two). nra.
Qed.

Lemma variance_of_three : forall y, sum 3 y = 0 -> response_variance 3 g q y =
  (u * (y 0%nat - y 1%nat) ^ 2 + v * (y 0%nat - y 2%nat) ^ 2 + t * (y 1%nat - y 2%nat) ^ 2) /
  (g - 1) ^ 2.
Proof.
  intros y even. destruct shares as [_ total]. cbn [sum] in even, total.
  unfold response_variance, variance_along, contrast_estimate, dot, k_ary_response, at_index.
  cbn [sum Nat.eq_dec nat_rec nat_rect sumbool_rec sumbool_rect].
  replace (INR 3) with 3 by (simpl; ring).
  assert (y 2%nat = - y 0%nat - y 1%nat) as lasty by lra.
  assert (q 2%nat = 1 - q 0%nat - q 1%nat) as lastq by lra.
  unfold u, v, t, w. rewrite lasty, lastq. field. lra.
Qed.

(** Of a contrast the gap of the report of two truths. *)
Lemma form_for_three : forall x a b c, (a < 3)%nat -> (b < 3)%nat -> (c < 3)%nat ->
  a <> b -> a <> c -> b <> c ->
  form 3 (apart_by 1 g q (fun _ => x)) (exchange_rate 3 g (both a b)) =
  2 * (g + 1) / (g + 2) ^ 2 * ((g + 1) * (w a * w b * (x a - x b) ^ 2) -
    w a * w c * (x a - x c) ^ 2 - w b * w c * (x b - x c) ^ 2).
Proof.
  intros x a b c smalla smallb smallc ab ac bc.
  unfold form, apart_by, exchange_rate, size, both. cbn [sum].
  replace (INR 3) with 3 by (simpl; ring). unfold w.
  destruct a as [|[|[|a]]]; try lia; destruct b as [|[|[|b]]]; try lia;
    destruct c as [|[|[|c]]]; try lia; cbn [Nat.eqb orb]; field; lra.
Qed.

(** Every contrast but one varies by twice the root less. *)
Section Direction.

Context (apart : 0 < root).

Let a := v - u.
Let b := t - v.
Let scale := / sqrt (2 * root * (2 * root + a + 2 * b)).

Definition worst_contrast (j : nat) : R :=
  scale * match j with 0%nat => - a | 1%nat => - (b + root) | _ => a + b + root end.
Let x := worst_contrast.

Lemma scale_squared : 0 < 2 * root + a + 2 * b /\
  scale ^ 2 * (2 * root) * (2 * root + a + 2 * b) = 1.
Proof.
  destruct products_ordered as (_ & one & two).
  assert (0 < 2 * root + a + 2 * b) as post by (unfold a, b; lra). split; [assumption|].
  assert (0 < 2 * root * (2 * root + a + 2 * b)) as all by (apply Rmult_lt_0_compat; lra).
  unfold scale. rewrite pow_inv, pow2_sqrt by lra. field. split; lra.
Qed.

Lemma relation : root ^ 2 - a ^ 2 - a * b - b ^ 2 = 0.
Proof. destruct root_squared as [_ squared]. unfold a, b. lra. Qed.

Lemma worst_is_contrast : sum 3 x = 0 /\ \sum_(c < 3) x c ^ 2 = 1.
Proof.
  destruct scale_squared as [_ unit]. cbn [sum]. unfold x, worst_contrast. split; [ring|].
  transitivity (scale ^ 2 * (2 * root) * (2 * root + a + 2 * b) -
    2 * scale ^ 2 * (root ^ 2 - a ^ 2 - a * b - b ^ 2)); [ring|]. rewrite relation. lra.
Qed.

Lemma squares_of_worst : u * (x 0%nat - x 1%nat) ^ 2 + v * (x 0%nat - x 2%nat) ^ 2 +
  t * (x 1%nat - x 2%nat) ^ 2 = largest_of_three (w 0) (w 1) (w 2).
Proof.
  destruct scale_squared as [_ unit]. unfold x, worst_contrast, largest_of_three.
  fold u v t root. replace v with (u + a) by (unfold a; ring).
  replace t with (u + a + b) by (unfold a, b; ring).
  transitivity (scale ^ 2 * (2 * root) * (2 * root + a + 2 * b) * (3 * u + 2 * a + b + root) -
    scale ^ 2 * (4 * root + 5 * a + 4 * b + 6 * u) * (root ^ 2 - a ^ 2 - a * b - b ^ 2)); [ring|].
  rewrite relation, unit. ring.
Qed.

Lemma rare_difference : 2 * root * (x 0%nat - x 1%nat) ^ 2 = 2 * root + 2 * u - v - t.
Proof.
  destruct scale_squared as [_ unit]. unfold x, worst_contrast.
  transitivity (scale ^ 2 * (2 * root) * (2 * root + a + 2 * b) * (2 * root - 2 * a - b) -
    6 * root * scale ^ 2 * (root ^ 2 - a ^ 2 - a * b - b ^ 2)); [ring|].
  rewrite relation, unit. unfold a, b. ring.
Qed.

Lemma others_are_further : (x 0%nat - x 1%nat) ^ 2 <= (x 0%nat - x 2%nat) ^ 2 /\
  (x 0%nat - x 1%nat) ^ 2 <= (x 1%nat - x 2%nat) ^ 2.
Proof.
  destruct products_ordered as (_ & one & two).
  assert (0 <= a /\ 0 <= b) as [nonnega nonnegb] by (unfold a, b; lra).
  pose proof (pow2_ge_0 scale) as square. unfold x, worst_contrast. split.
  - enough (0 <= scale ^ 2 * (3 * a * (a + 2 * b + 2 * root))) by lra.
    apply Rmult_le_pos; [assumption|]. apply Rmult_le_pos; lra.
  - enough (0 <= scale ^ 2 * (3 * (b + root) * (2 * a + b + root))) by lra.
    apply Rmult_le_pos; [assumption|]. apply Rmult_le_pos; lra.
Qed.

Lemma others_vary_less : forall y, sum 3 y = 0 ->
  response_variance 3 g q y = largest_of_three (w 0) (w 1) (w 2) / (g - 1) ^ 2 *
    (\sum_(c < 3) y c ^ 2) - 2 * root / (g - 1) ^ 2 *
    (\sum_(c < 3) y c ^ 2 - (\sum_(c < 3) (x c * y c)) ^ 2).
Proof.
  intros y even. rewrite variance_of_three by assumption. destruct scale_squared as [post unit].
  cbn [sum] in *. assert (y 2%nat = - y 0%nat - y 1%nat) as last by lra.
  unfold largest_of_three. fold u v t root.
  set (squares := 0 + y 0%nat ^ 2 + y 1%nat ^ 2 + y 2%nat ^ 2).
  set (along := 0 + x 0%nat * y 0%nat + x 1%nat * y 1%nat + x 2%nat * y 2%nat).
  enough (u * (y 0%nat - y 1%nat) ^ 2 + v * (y 0%nat - y 2%nat) ^ 2 + t * (y 1%nat - y 2%nat) ^ 2 =
    (u + v + t - root) * squares + 2 * root * along ^ 2) as -> by (field; lra).
  apply Rmult_eq_reg_l with (2 * root + a + 2 * b); [|lra].
  set (line := - a * y 0%nat - (b + root) * y 1%nat + (a + b + root) * y 2%nat).
  replace (along ^ 2) with (scale ^ 2 * line ^ 2)
    by (unfold along, line, x, worst_contrast; ring).
  transitivity ((2 * root + a + 2 * b) * ((u + v + t - root) * squares) +
    scale ^ 2 * (2 * root) * (2 * root + a + 2 * b) * line ^ 2); [|ring].
  rewrite unit. unfold squares, line. replace v with (u + a) by (unfold a; ring).
  replace t with (u + a + b) by (unfold a, b; ring). rewrite last.
  match goal with |- ?l = ?r => transitivity
    (r + 3 * y 0%nat ^ 2 * (root ^ 2 - a ^ 2 - a * b - b ^ 2)); [ring|] end.
  rewrite relation. ring.
Qed.

Lemma spare_decides : (forall a b, (a < 3)%nat -> (b < 3)%nat -> a <> b ->
    0 <= form 3 (apart_by 1 g q (fun _ => x)) (exchange_rate 3 g (both a b))) <->
  0 <= largest_spare g (w 0) (w 1) (w 2).
Proof.
  pose proof squares_of_worst as whole. pose proof rare_difference as rare.
  destruct others_are_further as [further1 further2].
  destruct products_ordered as (post & one & two).
  assert (0 < 2 * (g + 1) / (g + 2) ^ 2) as step
    by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat, pow_lt; lra]).
  assert (forall z, 0 <= 2 * (g + 1) / (g + 2) ^ 2 * z <-> 0 <= z) as sign.
  { intros z. split; intros least; [|apply Rmult_le_pos; lra].
    apply Rmult_le_reg_l with (2 * (g + 1) / (g + 2) ^ 2); lra. }
  set (d1 := (x 0%nat - x 1%nat) ^ 2) in *. set (d2 := (x 0%nat - x 2%nat) ^ 2) in *.
  set (d3 := (x 1%nat - x 2%nat) ^ 2) in *. set (L := largest_of_three (w 0) (w 1) (w 2)) in *.
  assert (largest_spare g (w 0) (w 1) (w 2) = 2 * root * ((g + 2) * (u * d1) - L)) as ->.
  { unfold largest_spare. fold L u v t root.
    replace ((w 0) * (w 1)) with u by reflexivity. replace ((w 0) * (w 2)) with v by reflexivity.
    replace ((w 1) * (w 2)) with t by reflexivity. rewrite <- rare. ring. }
  assert (0 <= d1) as nonneg by apply pow2_ge_0.
  assert (u * d1 <= v * d2) as second by (apply Rmult_le_compat; lra).
  assert (u * d1 <= t * d3) as third by (apply Rmult_le_compat; lra).
  split.
  - intros pairs. pose proof (pairs 0 1 ltac:(lia) ltac:(lia) ltac:(lia))%nat as first.
    rewrite (form_for_three x 0 1 2), sign in first by lia. fold u v t d1 d2 d3 in first.
    apply Rmult_le_pos; lra.
  - intros spare. assert (0 <= (g + 2) * (u * d1) - L) as enough_spare
      by (apply Rmult_le_reg_l with (2 * root); lra).
    assert ((g + 2) * (u * d1) <= (g + 2) * (v * d2)) by (apply Rmult_le_compat_l; lra).
    assert ((g + 2) * (u * d1) <= (g + 2) * (t * d3)) by (apply Rmult_le_compat_l; lra).
    assert (forall i j, (x i - x j) ^ 2 = (x j - x i) ^ 2) as even by (intros; ring).
    intros i j smalli smallj differ.
    destruct i as [|[|[|i]]]; try lia; destruct j as [|[|[|j]]]; try lia.
    + rewrite (form_for_three x 0 1 2), sign by lia. fold u v t d1 d2 d3. lra.
    + rewrite (form_for_three x 0 2 1), sign by lia. rewrite (even 2%nat 1%nat).
      fold u v d1 d2 d3. replace (w 2 * w 1) with t by (unfold t; ring). lra.
    + rewrite (form_for_three x 1 0 2), sign by lia. rewrite (even 1%nat 0%nat).
      fold v t d1 d2 d3. replace (w 1 * w 0) with u by (unfold u; ring). lra.
    + rewrite (form_for_three x 1 2 0), sign by lia.
      rewrite (even 1%nat 0%nat), (even 2%nat 0%nat). fold t d1 d2 d3.
      replace (w 1 * w 0) with u by (unfold u; ring).
      replace (w 2 * w 0) with v by (unfold v; ring). lra.
    + rewrite (form_for_three x 2 0 1), sign by lia.
      rewrite (even 2%nat 0%nat), (even 2%nat 1%nat). fold u d1 d2 d3.
      replace (w 2 * w 0) with v by (unfold v; ring).
      replace (w 2 * w 1) with t by (unfold t; ring). lra.
    + rewrite (form_for_three x 2 1 0), sign by lia.
      rewrite (even 2%nat 1%nat), (even 2%nat 0%nat), (even 1%nat 0%nat). fold d1 d2 d3.
      replace (w 2 * w 1) with t by (unfold t; ring).
      replace (w 2 * w 0) with v by (unfold v; ring).
      replace (w 1 * w 0) with u by (unfold u; ring). lra.
Qed.

End Direction.

(** All contrasts vary alike at equal shares only. *)
Lemma alike_at_equal_shares : root = 0 -> u = v /\ v = t /\ w 0 = w 1 /\ w 1 = w 2.
Proof.
  intros none. destruct root_squared as [_ squared]. rewrite none in squared.
  destruct products_ordered as (_ & one & two). destruct weights_ordered as (post & _).
  assert (v - u <= 0 /\ t - v <= 0) as [first second]
    by (split; apply Rnot_lt_le; intros above; nra).
  destruct weights_ordered as (_ & rare & common & _).
  assert (w 0 * (w 2 - w 1) = 0) as left by (unfold u, v in *; lra).
  assert (w 2 * (w 1 - w 0) = 0) as right by (unfold v, t in *; lra).
  apply Rmult_integral in left, right. lra.
Qed.

Let equal_contrasts : matrix := fun i j =>
  match i, j with
  | 0%nat, 0%nat => / 2
  | 0%nat, 1%nat => - / 2
  | 0%nat, _ => 0
  | _, 2%nat => - / 3
  | _, _ => / 6
  end.

Lemma least_at_equal_shares : root = 0 ->
  least_largest 3 g q (largest_of_three (w 0) (w 1) (w 2) / (g - 1) ^ 2).
Proof.
  intros none. destruct (alike_at_equal_shares none) as (uv & vt & w01 & w12).
  destruct weights_ordered as (post & _ & _ & total).
  apply (largest_by_contrasts 3 g q ltac:(lia) big shares 4 equal_contrasts).
  - intros i small. cbn [sum]. destruct i; cbn; field.
  - cbn [sum]. cbn. field.
  - cbn [sum]. rewrite !variance_of_three by (cbn [sum]; cbn; field).
    unfold largest_of_three. fold u v t root. rewrite none, <- vt, <- uv. cbn. field. lra.
  - intros i j smalli smallj differ. unfold form, apart_by, exchange_rate, size, both. cbn [sum].
    replace (INR 3) with 3 by (simpl; ring).
    change (1 + (g - 1) * q 0%nat) with (w 0). change (1 + (g - 1) * q 1%nat) with (w 1).
    change (1 + (g - 1) * q 2%nat) with (w 2). rewrite <- w12, <- w01.
    assert (0 <= w 0 ^ 2 * (g - 1) * (2 * (g + 1)) / (g + 2) ^ 2) as least.
    { apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat, pow_lt; lra].
      apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; [apply pow2_ge_0|lra]. }
    apply Rle_trans with (1 := least), Req_le.
    destruct i as [|[|[|i]]]; try lia; destruct j as [|[|[|j]]]; try lia; cbn; field; lra.
Qed.

(** The largest variance of a contrast in k-ary response. *)
Theorem largest_variance_of_three : let value := largest_of_three (w 0) (w 1) (w 2) / (g - 1) ^ 2 in
  (forall y, sum 3 y = 0 -> response_variance 3 g q y <= value * \sum_(c < 3) y c ^ 2) /\
  exists y, sum 3 y = 0 /\ \sum_(c < 3) y c ^ 2 = 1 /\ response_variance 3 g q y = value.
Proof.
  intros value. destruct root_squared as [[apart|none] _].
  - destruct (worst_is_contrast apart) as [even unit]. split.
    + intros y balanced. rewrite (others_vary_less apart) by assumption. fold value.
      pose proof (product_within_squares 3 worst_contrast y) as within. rewrite unit in within.
      enough (0 <= 2 * root / (g - 1) ^ 2 *
        (\sum_(c < 3) y c ^ 2 - (\sum_(c < 3) (worst_contrast c * y c)) ^ 2)) by lra.
      apply Rmult_le_pos; [|lra].
      apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat, pow_lt; lra].
    + exists worst_contrast. split; [assumption|]. split; [assumption|].
      rewrite variance_of_three by assumption. now rewrite squares_of_worst.
  - destruct (alike_at_equal_shares (eq_sym none)) as (uv & vt & _).
    assert (forall y, sum 3 y = 0 -> response_variance 3 g q y = value * \sum_(c < 3) y c ^ 2)
      as alike.
    { intros y balanced. rewrite variance_of_three by assumption. unfold value, largest_of_three.
      fold u v t root. rewrite <- none, <- vt, <- uv. cbn [sum] in *.
      replace (y 2%nat) with (- y 0%nat - y 1%nat) by lra. field. lra. }
    split; [intros y balanced; now apply Req_le, alike|].
    set (single := fun j => match j with 0%nat => / sqrt 2 | 1%nat => - / sqrt 2 | _ => 0 end).
    assert (sum 3 single = 0) as even by (cbn; ring).
    assert (\sum_(c < 3) single c ^ 2 = 1) as unit.
    { cbn [sum]. unfold single. transitivity (2 * (/ sqrt 2) ^ 2); [ring|].
      rewrite pow_inv, pow2_sqrt by lra. field. }
    exists single. split; [assumption|]. split; [assumption|].
    rewrite alike, unit by assumption. ring.
Qed.

(** No table has less exactly where the two rarest truths are not worth a report. *)
Theorem largest_for_three :
  least_largest 3 g q (largest_of_three (w 0) (w 1) (w 2) / (g - 1) ^ 2) <->
  0 <= largest_spare g (w 0) (w 1) (w 2).
Proof.
  destruct root_squared as [[apart|none] _].
  - rewrite <- (spare_decides apart). destruct (worst_is_contrast apart) as [even unit].
    apply (largest_of_response 3 g q ltac:(lia) big shares _ _ (2 * root / (g - 1) ^ 2));
      [assumption|assumption| | |].
    + rewrite variance_of_three by assumption. now rewrite squares_of_worst.
    + apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat, pow_lt; lra].
    + intros y balanced. now rewrite (others_vary_less apart) at 1 by assumption; apply Req_le.
  - split; intros _; [|apply least_at_equal_shares; now symmetry].
    destruct (alike_at_equal_shares (eq_sym none)) as (uv & vt & _).
    unfold largest_spare. fold root. rewrite <- none. fold u v t. rewrite <- vt, <- uv. lra.
Qed.

(** At unequal shares the rarest truth must be common enough, and rarer than the others. *)
Theorem largest_needs_rarest : q 0%nat < q 2%nat ->
  least_largest 3 g q (largest_of_three (w 0) (w 1) (w 2) / (g - 1) ^ 2) ->
  1 <= (g - 1) * q 0%nat /\ q 0%nat < q 1%nat /\ 4 < g.
Proof.
  intros unequal best. apply largest_for_three in best.
  destruct weights_ordered as (post & rare & common & total).
  destruct products_ordered as (postu & one & two). destruct root_squared as [nonneg squared].
  assert (w 0 < w 2) as far by (unfold w; nra).
  assert (0 < root) as apart.
  { destruct nonneg as [|none]; [assumption|].
    destruct (alike_at_equal_shares (eq_sym none)) as (_ & _ & first & second). lra. }
  set (a := v - u) in *. set (b := t - v) in *.
  assert (0 <= a /\ 0 <= b) as [nonnega nonnegb] by (unfold a, b; lra).
  unfold largest_spare in best. fold root in best.
  set (L := largest_of_three (w 0) (w 1) (w 2)) in *.
  replace (2 * root + 2 * (w 0 * w 1) - w 0 * w 2 - w 1 * w 2) with (2 * root - 2 * a - b) in best
    by (unfold a, b, u, v, t; ring).
  assert (b <= root) as atleast by (apply Rnot_lt_le; intros above; nra).
  assert (root <= 2 * a + b) as atmost by (apply Rnot_lt_le; intros above; nra).
  assert (0 < L) as postL by (unfold L, largest_of_three; fold u v t root; lra).
  assert ((g + 2) * w 1 <= L) as within.
  { unfold L, largest_of_three. fold root. rewrite <- total. unfold b, v, t in atleast. nra. }
  assert (2 <= w 0) as enough_weight.
  { assert ((g + 2) * (w 0 * w 1) * (2 * root - 2 * a - b) <= (g + 2) * (w 0 * w 1) * root).
    { apply Rmult_le_compat_l; [fold u; nra|lra]. }
    assert (2 * L <= (g + 2) * (w 0 * w 1)) as price by (apply Rmult_le_reg_r with root; lra).
    apply Rmult_le_reg_r with ((g + 2) * w 1); [nra|]. lra. }
  split; [unfold w in enough_weight; lra|]. split; [|lra].
  apply Rnot_le_lt. intros alike. assert (w 0 = w 1) as same by (unfold w; nra).
  assert (b = 0) as none by (unfold b, v, t; rewrite same; ring).
  assert (root = a) as full by (rewrite none in *; nra).
  rewrite none, full in *. assert (0 < 2 * a * L) by nra. lra.
Qed.

(** Two common truths with one share. *)
Theorem largest_at_two_alike : q 0%nat < q 1%nat -> q 1%nat = q 2%nat ->
  least_largest 3 g q (largest_of_three (w 0) (w 1) (w 2) / (g - 1) ^ 2) <->
  1 <= (g - 1) * q 0%nat.
Proof.
  intros rarer alike. split; [intros best; apply largest_needs_rarest in best; lra|].
  intros common. apply largest_for_three.
  destruct weights_ordered as (post & _ & _ & total). destruct root_squared as [nonneg squared].
  assert (w 0 < w 1) as less by (unfold w; nra).
  assert (w 2 = w 1) as same by (unfold w; now rewrite alike).
  assert (2 <= w 0) as enough_weight by (unfold w; lra).
  assert (v = u) as even by (unfold u, v; now rewrite same).
  assert (root = t - u) as full.
  { rewrite even in squared. assert (0 < t - u) by (unfold t, u; rewrite same; nra). nra. }
  unfold largest_spare, largest_of_three. fold root u v t. rewrite full, even.
  unfold t, u. rewrite same in *.
  replace (_ - _) with (w 1 * (w 1 * (w 1 - w 0)) * ((g + 2) * (w 0 - 2)))
    by (replace g with (w 0 + w 1 + w 1 - 2) by lra; ring).
  repeat apply Rmult_le_pos; lra.
Qed.

End LargestOfThree.
