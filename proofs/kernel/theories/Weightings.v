(** Guessing under any matrix of levels and one delta: where the matrix of reciprocal levels has
    weights that are not negative on both sides, they are the best table and its prices. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Rays.
Open Scope R_scope.

(** The best sum of gains: a report on truth j that is guessed right gains q j. No rule of guessing
    after any number of reports gains more than V, and a table of k reports gains it. *)
Definition best_guess (k : nat) (G : levels) (d : R) (q : nat -> R) (V : R) : Prop :=
  (forall m P (guess : nat -> nat), private m k G (fun _ _ => d) P ->
     (forall i, (i < m)%nat -> (guess i < k)%nat) ->
     \sum_(i < m) (q (guess i) * P i (guess i)) <= V) /\
  exists P, private k k G (fun _ _ => d) P /\ \sum_(i < k) (q i * P i i) = V.

(** Prices that cover every single guess. *)
Lemma guesses_bound : forall m k G d y z q P (guess : nat -> nat),
  (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b) ->
  (forall r a, (a < k)%nat -> row k G (fun _ _ => d) r -> q a * r a <= charge k G y z r) ->
  private m k G (fun _ _ => d) P -> (forall i, (i < m)%nat -> (guess i < k)%nat) ->
  \sum_(i < m) (q (guess i) * P i (guess i)) <=
  \sum_(j < k) y j + d * \sum_(a < k) \sum_(b < k) z a b.
Proof.
  intros m k G d y z q P guess pairs covered is_private inside.
  pose proof (prices_bound m k G (fun _ _ => d) y z (charge k G y z) P pairs) as most.
  assert (covers k G (fun _ _ => d) y z (charge k G y z)) as self by (intros r _; apply Rle_refl).
  specialize (most self is_private).
  replace (d * \sum_(a < k) \sum_(b < k) z a b) with (\sum_(a < k) \sum_(b < k) (z a b * d)).
  - apply Rle_trans with (2 := most). apply sum_le. intros i small.
    apply (covered (P i) (guess i)); [now apply inside|].
    now apply (private_row m k G (fun _ _ => d) P is_private).
  - rewrite <- sum_scale. apply sum_ext. intros a _. rewrite <- sum_scale.
    apply sum_ext. intros. ring.
Qed.

(** What a row is charged is at least what one truth pays for, pair by pair. *)
Lemma charge_of_truth : forall k G y z r a, (a < k)%nat ->
  (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b) ->
  dot k y r + \sum_(b < k) (z a b * excess G a b r) <= charge k G y z r.
Proof.
  intros k G y z r a small pairs. unfold charge. apply Rplus_le_compat_l.
  apply (term_le_sum k (fun a => \sum_(b < k) (z a b * excess G a b r))); [|assumption].
  intros i inside. apply sum_nonneg. intros b there. apply Rmult_le_pos; auto.
  apply excess_nonneg.
Qed.

(** How alike two truths are: one over the level, and nothing where there is no level. *)
Definition likeness (G : levels) (a b : nat) : R :=
  if Nat.eq_dec a b then 1 else match G a b with Some g => / g | None => 0 end.

(** Levels that are shortest paths. *)
Definition shortest (k : nat) (G : levels) : Prop :=
  forall i a b g, (i < k)%nat -> (a < k)%nat -> (b < k)%nat -> a <> b -> G a b = Some g ->
    likeness G i a <= g * likeness G i b.

Lemma likeness_self : forall G a, likeness G a a = 1.
Proof. intros. unfold likeness. destruct (Nat.eq_dec a a); [reflexivity|contradiction]. Qed.

Lemma likeness_nonneg : forall G a b, finite_levels G -> 0 <= likeness G a b.
Proof.
  intros G a b big. unfold likeness. destruct (Nat.eq_dec a b); [lra|].
  destruct (G a b) as [g|] eqn:level; [|lra]. specialize (big a b g level).
  apply Rlt_le, Rinv_0_lt_compat. lra.
Qed.

(** A pair's excess is at least what its likeness says. *)
Lemma excess_by_likeness : forall G a b r, finite_levels G -> a <> b -> 0 <= r b ->
  likeness G a b * r a - r b <= likeness G a b * excess G a b r.
Proof.
  intros G a b r big differ above. unfold likeness, excess.
  destruct (Nat.eq_dec a b); [contradiction|].
  destruct (G a b) as [g|] eqn:level; [|lra]. specialize (big a b g level).
  pose proof (Rmax_r 0 (r a - g * r b)) as most.
  assert (0 < / g) by (apply Rinv_0_lt_compat; lra).
  replace (/ g * r a - r b) with (/ g * (r a - g * r b)) by (field; lra).
  apply Rmult_le_compat_l; lra.
Qed.

(** The lottery: with probability d the truth, else row i has the weight x i times its likeness. *)
Definition weighted_table (G : levels) (d : R) (x : nat -> R) : matrix :=
  fun i j => d * at_index i j + (1 - d) * (x i * likeness G i j).

Lemma lottery_private : forall k G d (T : matrix), 0 <= d <= 1 -> finite_levels G ->
  private k k G (fun _ _ => 0) T ->
  private k k G (fun _ _ => d) (fun i j => d * at_index i j + (1 - d) * T i j).
Proof.
  intros k G d T range big is_private. pose proof is_private as [columns _]. split.
  - intros j small. destruct (columns j small) as [above one].
    change (sum k (fun i => T i j) = 1) in one. split.
    + intros i inside. specialize (above i inside). unfold at_index.
      apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra.
      destruct (Nat.eq_dec i j); lra.
    + rewrite sum_plus, !sum_scale, one.
      rewrite (sum_ext k (fun i => at_index i j) (fun i => at_index j i * 1)).
      * rewrite (sum_pick k (fun _ => 1) j small). ring.
      * intros i _. unfold at_index. destruct (Nat.eq_dec i j), (Nat.eq_dec j i); try congruence; ring.
  - intros a b first second. apply Rle_trans with (\sum_(i < k) (at_index a i * d)).
    + apply sum_le. intros i inside.
      pose proof (private_row k k G (fun _ _ => 0) T is_private i inside) as [_ hard].
      specialize (hard a b first second eq_refl). specialize (columns a first).
      unfold excess in *. destruct (G a b) as [g|] eqn:level.
      * destruct (Nat.eq_dec a b) as [same|differ].
        { unfold at_index. destruct (Nat.eq_dec a i); lra. }
        specialize (big a b g level).
        pose proof (Rmax_r 0 (T i a - g * T i b)) as limit. rewrite hard in limit.
        assert ((1 - d) * (T i a - g * T i b) <= 0).
        { rewrite <- (Rmult_0_r (1 - d)). apply Rmult_le_compat_l; lra. }
        assert (0 <= d * (g * at_index i b)).
        { apply Rmult_le_pos; [lra|]. unfold at_index. destruct (Nat.eq_dec i b); lra. }
        assert (at_index a i = at_index i a) as flip.
        { unfold at_index. destruct (Nat.eq_dec a i), (Nat.eq_dec i a); congruence. }
        rewrite flip. apply Rmax_lub; [|lra].
        unfold at_index. destruct (Nat.eq_dec i a); lra.
      * unfold at_index. destruct (Nat.eq_dec a i); lra.
    + rewrite (sum_pick k (fun _ => d) a first). apply Rle_refl.
Qed.

Lemma lottery_gain : forall k d q (T : matrix),
  \sum_(i < k) (q i * (d * at_index i i + (1 - d) * T i i)) =
  d * sum k q + (1 - d) * \sum_(i < k) (q i * T i i).
Proof.
  intros k d q T. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros i _.
  unfold at_index. destruct (Nat.eq_dec i i); [ring|contradiction].
Qed.

(** The weights x of the reports and y of the truths balance the likeness of every truth; the gains
    are those that y pays for. *)
Definition balanced (k : nat) (G : levels) (x y q : nat -> R) : Prop :=
  finite_levels G /\ shortest k G /\ (forall j, (j < k)%nat -> 0 <= x j /\ 0 <= y j) /\
  (forall j, (j < k)%nat -> \sum_(i < k) (x i * likeness G i j) = 1) /\
  (forall i, (i < k)%nat -> \sum_(j < k) (likeness G i j * y j) = q i).

Theorem guess_of_weighting : forall k G d x y q, 0 <= d <= 1 -> balanced k G x y q ->
  best_guess k G d q (d * sum k q + (1 - d) * sum k y) /\ \sum_(i < k) (q i * x i) = sum k y.
Proof.
  intros k G d x y q range (big & paths & above & left & right).
  assert (\sum_(i < k) (q i * x i) = sum k y) as value.
  { rewrite (sum_ext k _ (fun i => \sum_(j < k) (x i * likeness G i j * y j))).
    - rewrite sum_of_sums. apply sum_ext. intros j small. rewrite sum_scale_right.
      rewrite (left j small). ring.
    - intros i inside. rewrite <- (right i inside), <- sum_scale_right.
      apply sum_ext. intros. ring. }
  split; [split|assumption].
  - intros m P guess is_private inside.
    set (z := fun a b => if Nat.eq_dec a b then 0 else likeness G a b * y b).
    assert (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b) as pairs.
    { intros a b _ second. unfold z. destruct (Nat.eq_dec a b); [lra|].
      apply Rmult_le_pos; [now apply likeness_nonneg|now apply above]. }
    eapply Rle_trans; [apply (guesses_bound m k G d y z q P guess pairs)|]; auto.
    + intros r a small [nonneg _]. eapply Rle_trans; [|exact (charge_of_truth k G y z r a small pairs)].
      rewrite <- (right a small). unfold dot. rewrite <- sum_scale_right, <- sum_plus.
      apply sum_le. intros b there. unfold z. specialize (above b there).
      destruct (Nat.eq_dec a b) as [<-|differ]; [rewrite likeness_self; ring_simplify; lra|].
      pose proof (excess_by_likeness G a b r big differ (nonneg b there)) as pays.
      apply Rmult_le_compat_l with (r := y b) in pays; [|lra]. lra.
    + apply Req_le.
      assert (\sum_(a < k) \sum_(b < k) z a b = sum k q - sum k y) as ->;
        [|change (\sum_(j < k) y j) with (sum k y); ring].
      rewrite <- sum_minus. apply sum_ext. intros a small. rewrite <- (right a small).
      rewrite <- (sum_pick k y a small), <- sum_minus. apply sum_ext. intros b _.
      unfold z, at_index. destruct (Nat.eq_dec a b) as [<-|]; [rewrite likeness_self|]; ring.
  - exists (weighted_table G d x). split.
    + apply (lottery_private k G d (fun i j => x i * likeness G i j) range big). split.
      * intros j small. split; [|now apply left]. intros i inside.
        apply Rmult_le_pos; [now apply above|now apply likeness_nonneg].
      * intros a b first second. apply Req_le, sum_zero. intros i inside. unfold excess.
        destruct (G a b) as [g|] eqn:level; [|reflexivity].
        destruct (Nat.eq_dec a b) as [|differ]; [reflexivity|].
        specialize (paths i a b g inside first second differ level).
        apply Rmult_le_compat_l with (r := x i) in paths; [|now apply above].
        apply Rmax_left. lra.
    + unfold weighted_table. rewrite (lottery_gain k d q (fun i j => x i * likeness G i j)).
      rewrite <- value. f_equal. f_equal. apply sum_ext. intros i _. rewrite likeness_self. ring.
Qed.

(** ** One number, or any levels of which all truths have as much *)

Theorem guess_with_equal_rows : forall k G d s, 0 <= d <= 1 -> 0 < s ->
  finite_levels G -> shortest k G ->
  (forall i, (i < k)%nat -> \sum_(j < k) likeness G i j = s) ->
  (forall j, (j < k)%nat -> \sum_(i < k) likeness G i j = s) ->
  best_guess k G d (fun _ => 1) (d * INR k + (1 - d) * (INR k / s)).
Proof.
  intros k G d s range above big paths rows columns.
  assert (0 < / s) as small by now apply Rinv_0_lt_compat.
  pose proof (guess_of_weighting k G d (fun _ => / s) (fun _ => / s) (fun _ => 1) range) as best.
  rewrite !sum_constant, Rmult_1_r in best. apply best. repeat split; auto; try lra; intros.
  - rewrite sum_scale, columns by assumption. field. lra.
  - rewrite sum_scale_right, rows by assumption. field. lra.
Qed.

Theorem guess_of_number : forall k g d, (0 < k)%nat -> 1 <= g -> 0 <= d <= 1 ->
  best_guess k (fun _ _ => Some g) d (fun _ => 1)
    (INR k * ((g + (INR k - 1) * d) / (g + INR k - 1))).
Proof.
  intros k g d some big range. assert (1 <= INR k) as many by (apply (le_INR 1); lia).
  assert (0 < / g) by (apply Rinv_0_lt_compat; lra).
  assert (forall i j, likeness (fun _ _ => Some g) i j = at_index i j * (1 - / g) + / g) as entry.
  { intros i j. unfold likeness, at_index. destruct (Nat.eq_dec i j); ring. }
  assert (forall i, (i < k)%nat ->
    \sum_(j < k) likeness (fun _ _ => Some g) i j = (g + INR k - 1) / g) as rows.
  { intros i small. rewrite (sum_ext k _ (fun j => at_index i j * (1 - / g) + / g))
      by (intros; apply entry).
    rewrite sum_plus, (sum_pick k (fun _ => 1 - / g) i small), sum_constant. field. lra. }
  replace (INR k * ((g + (INR k - 1) * d) / (g + INR k - 1))) with
    (d * INR k + (1 - d) * (INR k / ((g + INR k - 1) / g))) by (field; lra).
  apply guess_with_equal_rows; auto.
  - apply Rmult_lt_0_compat; lra.
  - intros a b v level. now injection level as <-.
  - intros i a b v _ _ _ _ level. injection level as <-. rewrite !entry.
    assert (/ g <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    assert (g * / g = 1) by (field; lra).
    assert (0 <= at_index i b * (g - 1)).
    { apply Rmult_le_pos; [unfold at_index; destruct (Nat.eq_dec i b)|]; lra. }
    replace (g * (at_index i b * (1 - / g) + / g)) with
      (at_index i b * (g - g * / g) + g * / g) by ring.
    rewrite H1. unfold at_index at 1. destruct (Nat.eq_dec i a); lra.
  - intros j small. rewrite <- (rows j small). apply sum_ext. intros i _. rewrite !entry.
    unfold at_index. destruct (Nat.eq_dec i j), (Nat.eq_dec j i); congruence || ring.
Qed.

(** ** Truths with two coordinates: likenesses, weights and optima multiply *)

Definition with_itself (G : levels) : levels :=
  fun a b => if Nat.eq_dec a b then Some 1 else G a b.

Definition product_levels (p : nat) (G H : levels) : levels := fun i j =>
  match with_itself G (i / p)%nat (j / p)%nat, with_itself H (i mod p)%nat (j mod p)%nat with
  | Some g, Some h => Some (g * h)
  | _, _ => None
  end.

Lemma likeness_by_level : forall G a b,
  likeness G a b = match with_itself G a b with Some g => / g | None => 0 end.
Proof.
  intros. unfold likeness, with_itself. destruct (Nat.eq_dec a b); [now rewrite Rinv_1|reflexivity].
Qed.

Lemma product_likeness : forall p G H i j, (0 < p)%nat -> likeness (product_levels p G H) i j =
  likeness G (i / p) (j / p) * likeness H (i mod p) (j mod p).
Proof.
  intros p G H i j some. destruct (Nat.eq_dec i j) as [<-|differ].
  - rewrite !likeness_self. ring.
  - unfold likeness at 1. destruct (Nat.eq_dec i j); [contradiction|].
    rewrite !likeness_by_level. unfold product_levels.
    destruct (with_itself G _ _), (with_itself H _ _); try ring. apply Rinv_mult.
Qed.

Lemma finite_with_itself : forall G, finite_levels G -> finite_levels (with_itself G).
Proof.
  intros G big a b g. unfold with_itself. destruct (Nat.eq_dec a b); [|apply big].
  intros level. injection level as <-. lra.
Qed.

Lemma shortest_with_itself : forall k G i a b g, shortest k G -> (i < k)%nat -> (a < k)%nat ->
  (b < k)%nat -> with_itself G a b = Some g -> likeness G i a <= g * likeness G i b.
Proof.
  intros k G i a b g paths here first second. unfold with_itself.
  destruct (Nat.eq_dec a b) as [<-|differ]; [|now apply paths].
  intros level. injection level as <-. lra.
Qed.

Theorem guess_on_product : forall n p G H d x1 y1 q1 x2 y2 q2, (0 < p)%nat -> 0 <= d <= 1 ->
  balanced n G x1 y1 q1 -> balanced p H x2 y2 q2 ->
  best_guess (n * p) (product_levels p G H) d (fun i => q1 (i / p)%nat * q2 (i mod p)%nat)
    (d * (sum n q1 * sum p q2) + (1 - d) * (sum n y1 * sum p y2)).
Proof.
  intros n p G H d x1 y1 q1 x2 y2 q2 some range (big1 & paths1 & above1 & left1 & right1)
    (big2 & paths2 & above2 & left2 & right2).
  rewrite <- !(sum_pairs_product n p) by assumption.
  apply (guess_of_weighting (n * p) _ d (fun i => x1 (i / p)%nat * x2 (i mod p)%nat)); auto.
  split; [|split; [|split; [|split]]].
  - intros a b v level. unfold product_levels in level.
    destruct (with_itself G _ _) as [g|] eqn:one; [|discriminate].
    destruct (with_itself H _ _) as [h|] eqn:two; [|discriminate]. injection level as <-.
    apply finite_with_itself in one; auto. apply finite_with_itself in two; auto.
    rewrite <- (Rmult_1_r 1). apply Rmult_le_compat; lra.
  - intros i a b v here first second _ level. rewrite !product_likeness by assumption.
    destruct (index_parts n p i some here) as (i1 & i2).
    destruct (index_parts n p a some first) as (a1 & a2).
    destruct (index_parts n p b some second) as (b1 & b2). unfold product_levels in level.
    destruct (with_itself G _ _) as [g|] eqn:one; [|discriminate].
    destruct (with_itself H _ _) as [h|] eqn:two; [|discriminate]. injection level as <-.
    replace (g * h * (likeness G (i / p) (b / p) * likeness H (i mod p) (b mod p))) with
      ((g * likeness G (i / p) (b / p)) * (h * likeness H (i mod p) (b mod p))) by ring.
    apply Rmult_le_compat; try (now apply likeness_nonneg).
    + now apply (shortest_with_itself n).
    + now apply (shortest_with_itself p).
  - intros j small. destruct (index_parts n p j some small) as (j1 & j2).
    destruct (above1 _ j1), (above2 _ j2). split; now apply Rmult_le_pos.
  - intros j small. destruct (index_parts n p j some small) as (j1 & j2).
    rewrite (sum_ext (n * p) _ (fun i => (x1 (i / p)%nat * likeness G (i / p) (j / p)) *
      (x2 (i mod p)%nat * likeness H (i mod p) (j mod p)))).
    + rewrite (sum_pairs_product n p (fun i => x1 i * likeness G i (j / p))
        (fun i => x2 i * likeness H i (j mod p))) by assumption.
      rewrite left1, left2 by assumption. ring.
    + intros i _. rewrite product_likeness by assumption. ring.
  - intros i small. destruct (index_parts n p i some small) as (i1 & i2).
    rewrite (sum_ext (n * p) _ (fun j => (likeness G (i / p) (j / p) * y1 (j / p)%nat) *
      (likeness H (i mod p) (j mod p) * y2 (j mod p)%nat))).
    + rewrite (sum_pairs_product n p (fun j => likeness G (i / p) j * y1 j)
        (fun j => likeness H (i mod p) j * y2 j)) by assumption.
      now rewrite right1, right2 by assumption.
    + intros j _. rewrite product_likeness by assumption. ring.
Qed.
