(** Levels that protect some truths alone (kind "symmetric", field `protected`): what a report says
    of a protected truth is at most g times as likely as of any other, r_a <= g r_b. These rows are
    made of patterns with g or 1 at protected truths and 1 at all others, and of reports that one
    other truth gives alone. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number.
Open Scope R_scope.

Section Protected.

Variables (k : nat) (g : R) (guarded : nat -> bool).
Variables (some : (0 < k)%nat) (big : 1 <= g).

Definition nonnegative (r : nat -> R) : Prop := forall j, (j < k)%nat -> 0 <= r j.

Definition guarded_row (r : nat -> R) : Prop :=
  nonnegative r /\
  forall a b, (a < k)%nat -> (b < k)%nat -> guarded a = true -> r a <= g * r b.

Definition guarded_levels : levels := fun a _ => if guarded a then Some g else None.

Lemma row_guarded : forall r, row k guarded_levels (fun _ _ => 0) r <-> guarded_row r.
Proof.
  intros r. unfold row, guarded_row, excess, guarded_levels.
  split; intros [above pairs]; split; auto; intros a b first second.
  - intros is_guarded. specialize (pairs a b first second eq_refl). rewrite is_guarded in pairs.
    destruct (Nat.eq_dec a b) as [<-|].
    + specialize (above a first). rewrite <- (Rmult_1_l (r a)) at 1. now apply Rmult_le_compat_r.
    + pose proof (Rmax_r 0 (r a - g * r b)). lra.
  - intros _. destruct (guarded a) eqn:is_guarded; [|reflexivity].
    destruct (Nat.eq_dec a b); [reflexivity|]. apply Rmax_left.
    specialize (pairs a b first second is_guarded). lra.
Qed.

(** Homogeneous and subadditive where no entry is negative. *)
Variable u : (nat -> R) -> R.
Variable same : respects k u.
Variable scales : forall c r, 0 <= c -> nonnegative r -> u (fun j => c * r j) = c * u r.
Variable adds : forall r s, nonnegative r -> nonnegative s ->
  u (fun j => r j + s j) <= u r + u s.

Variable y : nat -> R.

(** The pattern of a set of truths of which only guarded ones count. *)
Definition guarded_pattern (s : nat -> bool) : nat -> R :=
  pattern g (fun j => (guarded j && s j)%bool).

Variable patterns : forall s, u (guarded_pattern s) <= dot k y (guarded_pattern s).
Variable alone : forall j, (j < k)%nat -> guarded j = false -> u (at_index j) <= y j.

Definition flat (x : nat -> R) : nat -> R := fun j => if guarded j then x j else 1.

Lemma dot_mixed : forall t a s b,
  dot k y (fun j => t * a j + s * b j) = t * dot k y a + s * dot k y b.
Proof.
  intros. unfold dot. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma dot_same : forall a b, (forall j, (j < k)%nat -> a j = b j) -> dot k y a = dot k y b.
Proof. intros a b equal. apply sum_ext. intros j small. now rewrite equal. Qed.

Lemma flat_covered : forall x, in_cube k g x -> u (flat x) <= dot k y (flat x).
Proof.
  intros x inside. apply Rminus_le.
  apply (cube_vertices k g (fun w => u (flat w) - dot k y (flat w)) 0); auto.
  - intros a b equal. assert (forall j, (j < k)%nat -> flat a j = flat b j) as flatly.
    { intros j small. unfold flat. now rewrite equal. }
    rewrite (same _ _ flatly). now rewrite (dot_same _ _ flatly).
  - intros a b t first second weight.
    assert (forall w, in_cube k g w -> nonnegative (flat w)) as pos.
    { intros w cube j small. unfold flat. destruct (guarded j); [|lra].
      specialize (cube j small). lra. }
    assert (forall j, (j < k)%nat ->
      flat (fun i => t * a i + (1 - t) * b i) j = t * flat a j + (1 - t) * flat b j) as mixes.
    { intros j _. unfold flat. destruct (guarded j); ring. }
    rewrite (same _ _ mixes), (dot_same _ _ mixes), dot_mixed.
    assert (forall c w, 0 <= c -> nonnegative w -> nonnegative (fun j => c * w j)) as scaled.
    { intros c w up down j small. apply Rmult_le_pos; auto. }
    pose proof (adds _ _ (scaled t _ ltac:(lra) (pos a first))
      (scaled (1 - t) _ ltac:(lra) (pos b second))) as sum_below.
    rewrite !scales in sum_below by (auto; lra). lra.
  - intros s. apply Rle_minus. pose proof (patterns s) as covered.
    assert (forall j, (j < k)%nat -> flat (pattern g s) j = guarded_pattern s j) as equal.
    { intros j _. unfold flat, guarded_pattern, pattern. now destruct (guarded j), (s j). }
    now rewrite (same _ _ equal), (dot_same _ _ equal).
Qed.

(** What the other truths have beyond, one after the other. *)
Lemma alone_covered : forall n w, (n <= k)%nat -> nonnegative w ->
  (forall j, (j < k)%nat -> guarded j = true -> w j = 0) ->
  (forall j, (n <= j < k)%nat -> w j = 0) -> u w <= dot k y w.
Proof.
  induction n as [|n IH]; intros w small above none rest.
  - assert (forall j, (j < k)%nat -> w j = 0 * w j) as zero.
    { intros j inside. rewrite (rest j) by lia. ring. }
    rewrite (same w _ zero), scales by (auto; lra). unfold dot.
    rewrite sum_zero; [lra|]. intros j inside. rewrite rest by lia. ring.
  - set (v := fun j => if Nat.eq_dec j n then 0 else w j).
    assert (forall j, (j < k)%nat -> w j = v j + w n * at_index n j) as parts.
    { intros j _. unfold v, at_index.
      destruct (Nat.eq_dec j n), (Nat.eq_dec n j); subst; try congruence; ring. }
    assert (nonnegative v) as left_above.
    { intros j inside. unfold v. destruct (Nat.eq_dec j n); [lra|auto]. }
    assert (nonnegative (at_index n)) as unit_above.
    { intros j _. unfold at_index. destruct (Nat.eq_dec n j); lra. }
    assert (0 <= w n) as own by (apply above; lia).
    assert (u v <= dot k y v) as others.
    { apply IH; [lia|assumption| |].
      - intros j inside is_guarded. unfold v. destruct (Nat.eq_dec j n); auto.
      - intros j inside. unfold v. destruct (Nat.eq_dec j n); [reflexivity|]. apply rest. lia. }
    rewrite (same w _ parts).
    eapply Rle_trans; [apply (adds v (fun j => w n * at_index n j)); auto|].
    { intros j inside. apply Rmult_le_pos; auto. }
    rewrite scales by assumption.
    replace (dot k y w) with (dot k y v + w n * y n).
    + apply Rplus_le_compat; [assumption|]. destruct (guarded n) eqn:which.
      * rewrite (none n ltac:(lia) which). lra.
      * apply Rmult_le_compat_l; [assumption|]. apply alone; [lia|assumption].
    + rewrite (dot_same w _ parts). unfold dot.
      rewrite (sum_ext k (fun j => y j * (v j + _))
        (fun j => y j * v j + at_index n j * (w n * y j))) by (intros; ring).
      rewrite sum_plus, (sum_pick k (fun j => w n * y j)) by lia. reflexivity.
Qed.

Theorem guarded_cover : forall r, guarded_row r -> u r <= dot k y r.
Proof.
  intros r [above pairs]. destruct (least_entry k r some) as (c & inside & least).
  set (m := r c). assert (0 <= m) as low by now apply above.
  set (b := fun j => if guarded j then r j else m). set (w := fun j => r j - b j).
  assert (forall j, (j < k)%nat -> m <= b j <= g * m) as range.
  { intros j small. unfold b. destruct (guarded j) eqn:which.
    - split; [now apply least|]. now apply pairs.
    - split; [lra|]. rewrite <- (Rmult_1_l m) at 1. now apply Rmult_le_compat_r. }
  assert (u b <= dot k y b) as base.
  { destruct low as [positive|zero].
    - set (x := fun j => / m * b j).
      assert (in_cube k g x) as cube.
      { intros j small. destruct (range j small). unfold x.
        split; apply Rmult_le_reg_l with m; try assumption;
          rewrite <- Rmult_assoc, Rinv_r by lra; lra. }
      assert (forall j, (j < k)%nat -> b j = m * flat x j) as equal.
      { intros j _. unfold flat, x, b. destruct (guarded j); field; lra. }
      rewrite (same _ _ equal), (dot_same _ _ equal), scales; [|lra|].
      + replace (dot k y (fun j => m * flat x j)) with (m * dot k y (flat x)).
        * apply Rmult_le_compat_l; [lra|]. now apply flat_covered.
        * unfold dot. rewrite <- sum_scale. apply sum_ext. intros. ring.
      + intros j small. unfold flat. destruct (guarded j); [|lra]. specialize (cube j small). lra.
    - assert (forall j, (j < k)%nat -> b j = 0) as none.
      { intros j small. destruct (range j small). rewrite <- zero in *. lra. }
      apply (alone_covered 0); auto; [lia| |].
      + intros j small. rewrite none by assumption. lra.
      + intros j small. apply none. lia. }
  assert (nonnegative b) as base_above.
  { intros j small. destruct (range j small). lra. }
  assert (nonnegative w) as more.
  { intros j small. unfold w, b. destruct (guarded j); [lra|]. specialize (least j small).
    unfold m. lra. }
  assert (u w <= dot k y w) as beyond.
  { apply (alone_covered k); auto.
    - intros j _ which. unfold w, b. rewrite which. ring.
    - intros j small. lia. }
  assert (forall j, (j < k)%nat -> r j = 1 * b j + 1 * w j) as parts.
  { intros j _. unfold w. ring. }
  rewrite (dot_same _ _ parts), dot_mixed.
  rewrite (same r (fun j => b j + w j)) by (intros; unfold w; ring).
  pose proof (adds b w base_above more). lra.
Qed.

Theorem guarded_bound : forall n P, private n k guarded_levels (fun _ _ => 0) P ->
  \sum_(i < n) u (P i) <= \sum_(j < k) y j.
Proof.
  intros n P is_private.
  apply Rle_trans with (\sum_(j < k) y j + \sum_(a < k) \sum_(b < k) (0 * 0)).
  - apply (prices_bound n k guarded_levels (fun _ _ => 0) y (fun _ _ => 0) u P); auto.
    + intros. lra.
    + intros r is_row. apply row_guarded in is_row. unfold charge.
      rewrite (sum_zero k (fun a => \sum_(b < k) _)).
      * rewrite Rplus_0_r. now apply guarded_cover.
      * intros a _. apply sum_zero. intros. ring.
  - rewrite (sum_zero k (fun a => \sum_(b < k) _)); [lra|].
    intros a _. apply sum_zero. intros. ring.
Qed.

End Protected.

Lemma pow_0_root : forall x, x ^ 2 = 0 -> x = 0.
Proof. intros x zero. apply Rsqr_0_uniq. unfold Rsqr. rewrite <- zero. ring. Qed.

(** Of one ratio s (t.r)^2 / (q.r) only the patterns of signs along the line need to be looked at,
    with 1 at truths that are not protected, and each of these alone. *)
Theorem guarded_line : forall k g guarded y t q s, (0 < k)%nat -> 1 <= g -> 0 <= s ->
  (forall v, let p := guarded_pattern g guarded (signs y t q s v) in
     0 < dot k q p /\ s * dot k t p ^ 2 <= dot k y p * dot k q p) ->
  (forall j, (j < k)%nat -> guarded j = false ->
     0 <= y j /\ 0 <= q j /\ s * t j ^ 2 <= y j * q j) ->
  forall r, guarded_row k g guarded r -> 0 < dot k q r ->
  s * dot k t r ^ 2 / dot k q r <= dot k y r.
Proof.
  intros k g guarded y t q s some big scale along alone r is_row share.
  set (v := dot k t r / dot k q r).
  set (f := tangent y t q s v).
  assert (0 <= dot k f r) as above.
  { set (u := fun x : nat -> R => -1 * dot k f x). set (none := fun _ : nat => 0).
    assert (forall x, dot k none x = 0) as nothing.
    { intros x. unfold dot, none. apply sum_zero. intros. ring. }
    enough (u r <= dot k none r) as covered.
    { rewrite nothing in covered. unfold u in covered. lra. }
    apply (guarded_cover k g guarded some big u); auto.
    - intros a b equal. unfold u. now rewrite (dot_same k f a b equal).
    - intros c x _ _. unfold u, dot. rewrite <- !sum_scale. apply sum_ext. intros. ring.
    - intros a b _ _. unfold u. rewrite (dot_same k f (fun j => a j + b j)
        (fun j => 1 * a j + 1 * b j)) by (intros; ring). rewrite dot_mixed. lra.
    - intros set_of. rewrite nothing. unfold u.
      destruct (along v) as (mass & square).
      set (p := guarded_pattern g guarded (signs y t q s v)) in *.
      assert (dot k f p <= dot k f (guarded_pattern g guarded set_of)) as least.
      { apply sum_le. intros j _. unfold p, guarded_pattern, pattern, signs. fold f.
        destruct (guarded j), (set_of j), (Rlt_dec (f j) 0); simpl; nra. }
      assert (0 <= dot k f p); [|lra]. unfold f. rewrite dot_tangent.
      apply Rmult_le_reg_r with (dot k q p); [assumption|]. rewrite Rmult_0_l.
      replace ((dot k y p - 2 * s * v * dot k t p + s * v ^ 2 * dot k q p) * dot k q p) with
        ((dot k y p * dot k q p - s * dot k t p ^ 2) + s * (dot k t p - v * dot k q p) ^ 2) by ring.
      assert (0 <= s * (dot k t p - v * dot k q p) ^ 2)
        by (apply Rmult_le_pos; [assumption|apply pow2_ge_0]). lra.
    - intros j inside which. unfold none, u.
      replace (dot k f (at_index j)) with (f j).
      + destruct (alone j inside which) as (price & chance & square). unfold f, tangent.
        destruct (Req_dec (q j) 0) as [zero|positive].
        * rewrite zero in *. assert (s * t j = 0) as flat.
          { assert (s * t j ^ 2 = 0) as vanishes.
            { apply Rle_antisym; [lra|]. apply Rmult_le_pos; [assumption|apply pow2_ge_0]. }
            apply Rmult_integral in vanishes as [-> | root]; [ring|].
            rewrite (pow_0_root (t j) root). ring. }
          replace (2 * s * v * t j) with (2 * v * (s * t j)) by ring. rewrite flat. lra.
        * assert (0 < q j) as mass by lra.
          assert (0 <= y j - 2 * s * v * t j + s * v ^ 2 * q j); [|lra].
          apply Rmult_le_reg_r with (q j); [assumption|]. rewrite Rmult_0_l.
          replace ((y j - 2 * s * v * t j + s * v ^ 2 * q j) * q j) with
            ((y j * q j - s * t j ^ 2) + s * (t j - v * q j) ^ 2) by ring.
          assert (0 <= s * (t j - v * q j) ^ 2)
            by (apply Rmult_le_pos; [assumption|apply pow2_ge_0]). lra.
      + unfold dot. rewrite (sum_ext k _ (fun i => at_index j i * f i)) by (intros; ring).
        now rewrite sum_pick by assumption. }
  unfold f in above. rewrite dot_tangent in above.
  replace (s * dot k t r ^ 2 / dot k q r) with
    (2 * s * v * dot k t r - s * v ^ 2 * dot k q r) by (unfold v; field; lra). lra.
Qed.
