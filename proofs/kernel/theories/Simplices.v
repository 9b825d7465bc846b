(** Coverage of a convex utility on simplices that are halved until, at the vertices of each, one
    linear form below the charge is at least the utility ("simplices"). *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums Tensors Prices Number Rays Conditions.
Open Scope R_scope.

Definition simplex := nat -> nat -> R.

(** A mixture of the first K vertices, with weights that are not negative. *)
Definition inside (k K : nat) (V : simplex) (r : nat -> R) : Prop :=
  exists s, (forall i, (i < K)%nat -> 0 <= s i) /\
    forall j, (j < k)%nat -> r j = \sum_(i < K) (s i * V i j).

Definition replaced (V : simplex) (a : nat) (v : nat -> R) : simplex :=
  fun i => if Nat.eq_dec i a then v else V i.

Definition middle (V : simplex) (a b : nat) : nat -> R := fun j => (V a j + V b j) / 2.

(** What a checker shows of a simplex: a form below the charge c that is above u at its vertices, or
    the same of both halves. *)
Inductive shown (k K : nat) (u c : (nat -> R) -> R) : simplex -> Prop :=
  | passes : forall V w, (forall i, (i < K)%nat -> u (V i) <= dot k w (V i)) ->
      (forall r, nonnegative k r -> dot k w r <= c r) -> shown k K u c V
  | halved : forall V a b, (a < K)%nat -> (b < K)%nat -> a <> b ->
      shown k K u c (replaced V a (middle V a b)) -> shown k K u c (replaced V b (middle V a b)) ->
      shown k K u c V.

Lemma half_holds : forall k K V a b s, (a < K)%nat -> (b < K)%nat -> a <> b ->
  (forall i, (i < K)%nat -> 0 <= s i) -> s a <= s b ->
  inside k K (replaced V a (middle V a b)) (fun j => \sum_(i < K) (s i * V i j)).
Proof.
  intros k K V a b s first second differ nonneg less.
  exists (fun i => if Nat.eq_dec i a then 2 * s a else if Nat.eq_dec i b then s b - s a else s i).
  split.
  - intros i small. specialize (nonneg a first) as low. specialize (nonneg i small).
    destruct (Nat.eq_dec i a); [lra|]. destruct (Nat.eq_dec i b); lra.
  - intros j _. rewrite (sum_ext K (fun i => _ * replaced V a (middle V a b) i j) (fun i =>
      s i * V i j + (at_index a i * (s a * V b j) + at_index b i * (- (s a * V b j))))).
    + rewrite !sum_plus. rewrite (sum_pick K (fun _ => s a * V b j)) by assumption.
      rewrite (sum_pick K (fun _ => - (s a * V b j))) by assumption. lra.
    + intros i _. unfold replaced, middle, at_index.
      destruct (Nat.eq_dec i a) as [->|no].
      * destruct (Nat.eq_dec a a) as [_|wrong]; [|contradiction].
        destruct (Nat.eq_dec b a); [now subst|]. field.
      * destruct (Nat.eq_dec a i) as [->|_]; [contradiction|].
        destruct (Nat.eq_dec i b) as [->|other].
        -- destruct (Nat.eq_dec b b) as [_|wrong]; [ring|contradiction].
        -- destruct (Nat.eq_dec b i) as [->|_]; [contradiction|ring].
Qed.

Lemma inside_same : forall k K V r r', (forall j, (j < k)%nat -> r j = r' j) ->
  inside k K V r' -> inside k K V r.
Proof.
  intros k K V r r' same (s & nonneg & mixed). exists s. split; [assumption|].
  intros j small. rewrite same by assumption. now apply mixed.
Qed.

(** A row of a simplex lies in one of its halves. *)
Lemma halves_hold : forall k K V a b r, (a < K)%nat -> (b < K)%nat -> a <> b -> inside k K V r ->
  inside k K (replaced V a (middle V a b)) r \/ inside k K (replaced V b (middle V a b)) r.
Proof.
  intros k K V a b r first second differ (s & nonneg & mixed).
  destruct (Rle_dec (s a) (s b)) as [less|more].
  - left. apply inside_same with (fun j => \sum_(i < K) (s i * V i j)); [assumption|].
    now apply half_holds.
  - right. apply inside_same with (fun j => \sum_(i < K) (s i * V i j)); [assumption|].
    assert (s b <= s a) as less by lra.
    destruct (half_holds k K V b a s second first (not_eq_sym differ) nonneg less)
      as (t & above & equal).
    exists t. split; [assumption|]. intros j small. rewrite (equal j small).
    apply sum_ext. intros i _. unfold replaced, middle.
    destruct (Nat.eq_dec i b); [|reflexivity]. field.
Qed.

Lemma replaced_nonnegative : forall k K V a b i, (a < K)%nat -> (b < K)%nat ->
  (forall i, (i < K)%nat -> nonnegative k (V i)) -> (i < K)%nat -> forall e,
  nonnegative k (replaced V e (middle V a b) i).
Proof.
  intros k K V a b i first second nonneg small e j inner. unfold replaced, middle.
  specialize (nonneg a first j inner) as one. specialize (nonneg b second j inner) as two.
  destruct (Nat.eq_dec i e); [lra|]. now apply nonneg.
Qed.

(** A convex, homogeneous function is nowhere above a linear one that is above it at the vertices. *)
Lemma vertices_decide : forall k u w K V, gauge k u -> u (fun _ => 0) <= 0 ->
  (forall i, (i < K)%nat -> nonnegative k (V i)) ->
  (forall i, (i < K)%nat -> u (V i) <= dot k w (V i)) ->
  forall s, (forall i, (i < K)%nat -> 0 <= s i) ->
  u (fun j => \sum_(i < K) (s i * V i j)) <= dot k w (fun j => \sum_(i < K) (s i * V i j)).
Proof.
  intros k u w K V (same & scales & adds) none. induction K as [|K IH]; intros nonneg above s pos.
  - replace (dot k w (fun j => \sum_(i < 0) (s i * V i j))) with 0; [exact none|].
    unfold dot. symmetry. apply sum_zero. intros j _. cbn [sum]. ring.
  - set (rest := fun j => \sum_(i < K) (s i * V i j)).
    set (last := fun j => s K * V K j).
    assert (nonnegative k rest) as first.
    { intros j small. apply sum_nonneg. intros i inner.
      apply Rmult_le_pos; [apply pos; lia|apply nonneg; [lia|assumption]]. }
    assert (nonnegative k last) as second.
    { intros j small. apply Rmult_le_pos; [apply pos; lia|apply nonneg; [lia|assumption]]. }
    change (fun j => \sum_(i < S K) (s i * V i j)) with (fun j => rest j + last j).
    apply Rle_trans with (u rest + u last); [now apply adds|].
    replace (dot k w (fun j => rest j + last j)) with (dot k w rest + dot k w last).
    + apply Rplus_le_compat.
      * apply IH; intros; [apply nonneg|apply above|apply pos]; lia.
      * unfold last. rewrite scales; [|apply pos; lia|apply nonneg; lia].
        replace (dot k w (fun j => s K * V K j)) with (s K * dot k w (V K)).
        -- apply Rmult_le_compat_l; [apply pos; lia|apply above; lia].
        -- unfold dot. rewrite <- sum_scale. apply sum_ext. intros. ring.
    + unfold dot. rewrite <- sum_plus. apply sum_ext. intros. ring.
Qed.

Theorem simplices_cover : forall k K u c, gauge k u -> respects k c -> u (fun _ => 0) <= 0 ->
  forall V, shown k K u c V -> (forall i, (i < K)%nat -> nonnegative k (V i)) ->
  forall r, inside k K V r -> u r <= c r.
Proof.
  intros k K u c gauged alike none V proof.
  induction proof as [V w above below|V a b first second differ _ one _ two]; intros nonneg r row.
  - destruct row as (s & pos & mixed). set (mix := fun j => \sum_(i < K) (s i * V i j)).
    assert (u r = u mix) as equal by (apply gauged; exact mixed).
    rewrite equal. rewrite (alike r mix mixed).
    apply Rle_trans with (dot k w mix); [now apply vertices_decide|].
    apply below. intros j small. apply sum_nonneg. intros i inner.
    apply Rmult_le_pos; [now apply pos|now apply nonneg].
  - destruct (halves_hold k K V a b r first second differ row) as [here|here].
    + apply one; [|assumption]. intros i small. now apply replaced_nonnegative with (K := K).
    + apply two; [|assumption]. intros i small. now apply replaced_nonnegative with (K := K).
Qed.

(** Every row is in the first simplex, whose vertices are the truths. *)
Lemma truths_hold : forall k r, nonnegative k r -> inside k k (fun i j => at_index j i) r.
Proof.
  intros k r nonneg. exists r. split; [exact nonneg|]. intros j small.
  rewrite (sum_ext k _ (fun i => at_index j i * r i)) by (intros; ring). now rewrite sum_pick.
Qed.

(** So prices of truths and of budgets bound every table that keeps the budgets, whatever rows spend
    of them. *)
Theorem simplices_bound : forall m k N spent most y z u P,
  gauge k u -> u (fun _ => 0) <= 0 -> (forall n, respects k (spent n)) ->
  (forall n, (n < N)%nat -> 0 <= z n) ->
  shown k k u (fun r => dot k y r + \sum_(n < N) (z n * spent n r)) (fun i j => at_index j i) ->
  obeys m k N spent most P ->
  \sum_(i < m) u (P i) <= \sum_(j < k) y j + \sum_(n < N) (z n * most n).
Proof.
  intros m k N spent most y z u P gauged none alike prices proof [columns limited].
  apply Rle_trans with (\sum_(i < m) (dot k y (P i) + \sum_(n < N) (z n * spent n (P i)))).
  - apply sum_le. intros i row.
    apply (simplices_cover k k u (fun r => dot k y r + \sum_(n < N) (z n * spent n r)) gauged)
      with (V := fun i j => at_index j i); try assumption.
    + intros r1 r2 same. f_equal.
      * unfold dot. apply sum_ext. intros j small. now rewrite same.
      * apply sum_ext. intros n _. now rewrite (alike n r1 r2 same).
    + intros i' _ j _. unfold at_index. destruct (Nat.eq_dec j i'); lra.
    + apply truths_hold. intros j small. now apply (columns j small).
  - rewrite sum_plus. apply Rplus_le_compat.
    + unfold dot. rewrite sum_of_sums. apply Req_le, sum_ext. intros j small.
      destruct (columns j small) as [_ one]. change (sum m (fun i => P i j) = 1) in one.
      rewrite sum_scale, one. ring.
    + rewrite sum_of_sums. apply sum_le. intros n small. rewrite sum_scale.
      apply Rmult_le_compat_l; auto.
Qed.

(** The line that touches t^a at t0 is such a form: nowhere above, at any t. *)
Theorem renyi_tangent : forall b t0 t, (0 < b)%nat -> 0 <= t0 -> 0 <= t ->
  INR (S b) * t0 ^ b * t - INR b * t0 ^ S b <= t ^ S b.
Proof.
  intros b t0 t some low pos.
  assert (0 < INR b) as count by now apply lt_0_INR.
  assert (0 < INR (S b)) as more by (apply lt_0_INR; lia).
  assert (0 <= t0 ^ b) by now apply pow_le. assert (0 <= t0 ^ S b) by now apply pow_le.
  apply renyi_line; try assumption.
  - apply Rmult_le_pos; lra.
  - apply Rmult_le_pos; lra.
  - replace (INR (S b) * t0 ^ b / INR (S b)) with (t0 ^ b) by (field; lra).
    rewrite Rpow_mult_distr, <- !pow_mult, (Nat.mul_comm b (S b)). lra.
Qed.
