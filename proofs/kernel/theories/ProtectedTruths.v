(** Right guesses where some truths are protected and the others are not; and on a star whose
    centre is near to all others. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Rays Weightings OrderedScales.
Open Scope R_scope.

(** ** The first s truths are protected against every other one, by one number *)

Definition one_sided (s : nat) (g : R) : levels := fun a _ => if lt_dec a s then Some g else None.

Lemma one_sided_finite : forall s g, 1 <= g -> finite_levels (one_sided s g).
Proof.
  intros s g big a b v level. unfold one_sided in level. destruct (lt_dec a s); [|discriminate].
  injection level as <-. assumption.
Qed.

(** Much privacy is not needed: the harmless truths are told apart, and so are the protected. *)
Theorem guess_of_protected : forall s n g d, (0 < s)%nat -> 1 <= g -> INR n <= g -> 0 <= d <= 1 ->
  best_guess (s + n) (one_sided s g) d (fun _ => 1)
    (d * INR (s + n) + (1 - d) * ((INR s * g + INR n * (g - 1)) / (g + INR s - 1))).
Proof.
  intros s n g d some big enough range. assert (1 <= INR s) as many by (apply (le_INR 1); lia).
  assert (0 < / g) as unit by (apply Rinv_0_lt_compat; lra).
  assert (/ g <= 1) as small_unit by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (g * / g = 1) as inverse by (field; lra).
  assert (0 < / (g + INR s - 1)) as part by (apply Rinv_0_lt_compat; lra).
  assert (0 <= INR n) as natural by apply pos_INR.
  set (x := fun j => (if lt_dec j s then g else g - 1) * / (g + INR s - 1)).
  set (y := fun j => if lt_dec j s then (g - INR n) * / (g + INR s - 1) else 1).
  assert (forall i, (i < s)%nat -> y i = (g - INR n) * / (g + INR s - 1)) as low.
  { intros i small. unfold y. destruct (lt_dec i s); [reflexivity|lia]. }
  assert (forall i, y (s + i)%nat = 1) as high.
  { intros i. unfold y. destruct (lt_dec (s + i) s); [lia|reflexivity]. }
  assert (sum (s + n) y = (INR s * g + INR n * (g - 1)) / (g + INR s - 1)) as total.
  { rewrite sum_app, (sum_ext s _ (fun _ => (g - INR n) * / (g + INR s - 1))) by exact low.
    rewrite (sum_ext n _ (fun _ => 1)) by (intros; apply high). rewrite !sum_constant. field. lra. }
  rewrite <- total, <- (Rmult_1_r (INR (s + n))), <- (sum_constant (s + n) 1).
  apply (guess_of_weighting (s + n) (one_sided s g) d x y); auto.
  assert (forall a b, likeness (one_sided s g) a b =
    at_index a b * (if lt_dec a s then 1 - / g else 1) + (if lt_dec a s then / g else 0)) as entry.
  { intros a b. unfold likeness, one_sided, at_index.
    destruct (Nat.eq_dec a b), (lt_dec a s); ring. }
  split; [now apply one_sided_finite|]. split; [|split; [|split]].
  - intros i a b v _ _ _ differ level. unfold one_sided in level.
    destruct (lt_dec a s) as [inside|]; [|discriminate]. injection level as <-. rewrite !entry.
    assert (0 <= at_index i b <= 1) by (unfold at_index; destruct (Nat.eq_dec i b); lra).
    destruct (lt_dec i s) as [own|].
    + assert (0 <= at_index i b * (g - 1)) by (apply Rmult_le_pos; lra).
      replace (g * (at_index i b * (1 - / g) + / g)) with
        (at_index i b * (g - g * / g) + g * / g) by ring. rewrite inverse.
      unfold at_index at 1. destruct (Nat.eq_dec i a); lra.
    + assert (0 <= g * at_index i b) by (apply Rmult_le_pos; lra).
      unfold at_index at 1. destruct (Nat.eq_dec i a); [lia|lra].
  - intros j _. unfold x, y. destruct (lt_dec j s); split; try lra; apply Rmult_le_pos; lra.
  - intros j small. rewrite (sum_ext (s + n) _ (fun i => at_index j i * (x j *
      (if lt_dec j s then 1 - / g else 1)) + (if lt_dec i s then / (g + INR s - 1) else 0))).
    + rewrite sum_plus, (sum_pick (s + n) (fun _ => x j * (if lt_dec j s then 1 - / g else 1)))
        by assumption.
      rewrite sum_app, (sum_ext s _ (fun _ => / (g + INR s - 1))), sum_constant,
        (sum_zero n).
      * unfold x. destruct (lt_dec j s); field; lra.
      * intros i _. destruct (lt_dec (s + i) s); [lia|reflexivity].
      * intros i inside. destruct (lt_dec i s); [reflexivity|lia].
    + intros i _. rewrite entry. unfold at_index, x.
      destruct (Nat.eq_dec i j) as [same|], (Nat.eq_dec j i); try congruence; [rewrite same|];
        destruct (lt_dec i s), (lt_dec j s); try lia; field; lra.
  - intros i small. rewrite (sum_ext (s + n) _ (fun j => at_index i j * ((if lt_dec i s then 1 - / g
      else 1) * y j) + (if lt_dec i s then / g else 0) * y j)) by (intros; rewrite entry; ring).
    rewrite sum_plus, (sum_pick (s + n) (fun j => (if lt_dec i s then 1 - / g else 1) * y j))
      by assumption.
    rewrite sum_scale. change (\sum_(j < s + n) y j) with (sum (s + n) y). rewrite total.
    unfold y. destruct (lt_dec i s); field; lra.
Qed.

(** Much privacy is needed: the protected truths share one report. *)
Theorem guess_of_many_harmless : forall s n g d, (0 < s)%nat -> 1 <= g <= INR n -> 0 <= d <= 1 ->
  best_guess (s + n) (one_sided s g) d (fun _ => 1)
    (d * INR (s + n) + (1 - d) * (1 + INR n * (1 - / g))).
Proof.
  intros s n g d some [big enough] range.
  assert (1 <= INR s) as many by (apply (le_INR 1); lia).
  assert (0 < / g) as unit by (apply Rinv_0_lt_compat; lra).
  assert (/ g <= 1) as small_unit by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (0 < / INR n) as part by (apply Rinv_0_lt_compat; lra).
  assert (0 < / INR s) as piece by (apply Rinv_0_lt_compat; lra).
  set (t := (INR n - g) * / g * / INR s).
  set (zeta := (1 + t) * / INR n).
  assert (0 <= t) as debt by (unfold t; repeat apply Rmult_le_pos; lra).
  assert (0 < zeta) as price by (unfold zeta; apply Rmult_lt_0_compat; lra).
  set (y := fun j => if lt_dec j s then - t else 1).
  set (z := fun a b => if lt_dec a s then if lt_dec b s then 0 else zeta else 0).
  assert (forall f, \sum_(a < s + n) \sum_(b < s + n) (z a b * f a b) =
    zeta * \sum_(a < s) \sum_(b < n) f a (s + b)%nat) as pairs_sum.
  { intros f. rewrite sum_app. rewrite (sum_zero n).
    - rewrite Rplus_0_r, <- sum_scale. apply sum_ext. intros a small. rewrite sum_app, sum_zero.
      + rewrite Rplus_0_l, <- sum_scale. apply sum_ext. intros b _. unfold z.
        destruct (lt_dec a s); [|lia]. destruct (lt_dec (s + b) s); [lia|reflexivity].
      + intros b inside. unfold z. destruct (lt_dec a s), (lt_dec b s); ring || lia.
    - intros a _. apply sum_zero. intros b _. unfold z. destruct (lt_dec (s + a) s); [lia|ring]. }
  assert (forall f, \sum_(j < s + n) (y j * f j) =
    \sum_(b < n) f (s + b)%nat - t * \sum_(a < s) f a) as truths_sum.
  { intros f. rewrite sum_app.
    rewrite (sum_ext s _ (fun a => - t * f a)).
    - rewrite sum_scale, (sum_ext n _ (fun b => f (s + b)%nat));
        [change (\sum_(a < s) f a) with (sum s f); ring|].
      intros b _. unfold y. destruct (lt_dec (s + b) s); [lia|ring].
    - intros a small. unfold y. destruct (lt_dec a s); [reflexivity|lia]. }
  split.
  - intros m P guess is_private inside.
    assert (forall a b, (a < s + n)%nat -> (b < s + n)%nat -> 0 <= z a b) as pairs.
    { intros a b _ _. unfold z. destruct (lt_dec a s), (lt_dec b s); lra. }
    eapply Rle_trans.
    { apply (guesses_bound m (s + n) (one_sided s g) d y z (fun _ => 1) P guess pairs); auto.
      intros r a small [nonneg _]. unfold charge, dot. rewrite truths_sum, pairs_sum.
      set (A := \sum_(a < s) r a). set (B := \sum_(b < n) r (s + b)%nat).
      assert (forall a b, (a < s)%nat -> (b < n)%nat ->
        r a - g * r (s + b)%nat <= excess (one_sided s g) a (s + b) r) as pays.
      { intros a' b inside' _. unfold excess, one_sided. destruct (lt_dec a' s); [|lia].
        destruct (Nat.eq_dec a' (s + b)); [lia|]. apply Rmax_r. }
      pose proof (fun a b => excess_nonneg (one_sided s g) a b r) as free.
      destruct (lt_dec a s) as [sensitive|harmless].
      - (* its own pairs at the full price, those of other protected truths at t / n *)
        assert (\sum_(i < s) \sum_(b < n) ((t * / INR n + at_index a i * / INR n) *
          (r i - g * r (s + b)%nat)) <=
          zeta * \sum_(i < s) \sum_(b < n) excess (one_sided s g) i (s + b) r) as paid.
        { rewrite <- sum_scale. apply sum_le. intros i here. rewrite <- sum_scale.
          apply sum_le. intros b there. specialize (pays i b here there).
          specialize (free i (s + b)%nat).
          assert (0 <= t * / INR n) by (apply Rmult_le_pos; lra).
          assert (0 <= at_index a i * / INR n) by
            (unfold at_index; destruct (Nat.eq_dec a i); lra).
          assert (t * / INR n + at_index a i * / INR n <= zeta).
          { unfold zeta, at_index. destruct (Nat.eq_dec a i); lra. }
          eapply Rle_trans; [apply Rmult_le_compat_l; [lra|exact pays]|].
          now apply Rmult_le_compat_r. }
        assert (\sum_(i < s) \sum_(b < n) ((t * / INR n + at_index a i * / INR n) *
          (r i - g * r (s + b)%nat)) = t * A + r a - B) as worth.
        { rewrite (sum_ext s _ (fun i => t * r i - t * / INR n * (g * B) +
            at_index a i * (r i - / INR n * (g * B)))).
          - rewrite sum_plus, sum_minus, sum_scale, sum_constant.
            rewrite (sum_pick s (fun i => r i - / INR n * (g * B)) a sensitive).
            change (sum s r) with A. unfold t. field. lra.
          - intros i _. rewrite sum_scale, sum_minus, sum_constant, sum_scale. fold B.
            field. lra. }
        lra.
      - assert (exists c, (c < n)%nat /\ a = (s + c)%nat) as (c & here & ->)
          by (exists (a - s)%nat; lia).
        assert (r (s + c)%nat <= B) as own.
        { apply (term_le_sum n (fun b => r (s + b)%nat)); [|assumption].
          intros b there. apply nonneg. lia. }
        destruct (Req_dec (INR n) 1) as [single|more].
        { assert (t = 0) as none by (unfold t; replace (INR n - g) with 0 by lra; ring).
          assert (0 <= zeta * \sum_(i < s) \sum_(b < n) excess (one_sided s g) i (s + b) r).
          { apply Rmult_le_pos; [lra|]. apply sum_nonneg. intros i _.
            apply sum_nonneg. intros b _. apply free. }
          rewrite none. lra. }
        assert (1 < INR n) as several.
        { destruct n as [|[|w]]; [simpl in enough; lra|simpl in more; lra|].
          rewrite !S_INR. pose proof (pos_INR w). lra. }
        set (f := (INR n - g) * / (INR n - 1)).
        assert (0 < / (INR n - 1)) by (apply Rinv_0_lt_compat; lra).
        assert (0 <= f <= 1) as portion.
        { unfold f. split; [apply Rmult_le_pos; lra|].
          apply Rmult_le_reg_r with (INR n - 1); [lra|].
          replace ((INR n - g) * / (INR n - 1) * (INR n - 1)) with (INR n - g) by (field; lra). lra. }
        assert (f * / g * / INR s <= zeta) as affordable.
        { unfold zeta, t. apply Rmult_le_reg_r with (INR n * (g * INR s)).
          { apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; lra. }
          replace (f * / g * / INR s * (INR n * (g * INR s))) with (f * INR n) by (field; lra).
          replace ((1 + (INR n - g) * / g * / INR s) * / INR n * (INR n * (g * INR s))) with
            (g * INR s + (INR n - g)) by (field; lra).
          assert (f * INR n = (INR n - g) + f) as -> by (unfold f; field; lra).
          assert (1 <= g * INR s) by (rewrite <- (Rmult_1_r 1); apply Rmult_le_compat; lra). lra. }
        assert (\sum_(i < s) \sum_(b < n) ((f * / g * / INR s * (1 - at_index c b)) *
          (r i - g * r (s + b)%nat)) <=
          zeta * \sum_(i < s) \sum_(b < n) excess (one_sided s g) i (s + b) r) as paid.
        { rewrite <- sum_scale. apply sum_le. intros i here'. rewrite <- sum_scale.
          apply sum_le. intros b there. specialize (pays i b here' there).
          specialize (free i (s + b)%nat).
          assert (0 <= f * / g * / INR s) by (repeat apply Rmult_le_pos; lra).
          unfold at_index. destruct (Nat.eq_dec c b).
          - replace (f * / g * / INR s * (1 - 1)) with 0 by ring. rewrite Rmult_0_l.
            apply Rmult_le_pos; lra.
          - rewrite Rminus_0_r, Rmult_1_r.
            eapply Rle_trans; [apply Rmult_le_compat_l; [lra|exact pays]|].
            now apply Rmult_le_compat_r. }
        assert (\sum_(i < s) \sum_(b < n) ((f * / g * / INR s * (1 - at_index c b)) *
          (r i - g * r (s + b)%nat)) = t * A - f * (B - r (s + c)%nat)) as worth.
        { rewrite (sum_ext s _ (fun i => f * / g * / INR s * (INR n - 1) * r i -
            f * / INR s * (B - r (s + c)%nat))).
          - rewrite sum_minus, sum_scale, sum_constant. change (sum s r) with A.
            unfold t, f. field. lra.
          - intros i _. rewrite (sum_ext n _ (fun b => f * / g * / INR s * (r i -
              g * r (s + b)%nat) - at_index c b * (f * / g * / INR s * (r i -
              g * r (s + b)%nat)))) by (intros; ring).
            rewrite sum_minus, sum_scale, sum_minus, sum_constant, sum_scale.
            rewrite (sum_pick n (fun b => f * / g * / INR s * (r i - g * r (s + b)%nat)) c here).
            fold B. field. lra. }
        assert (f * (B - r (s + c)%nat) <= 1 * (B - r (s + c)%nat)) by
          (apply Rmult_le_compat_r; lra). lra. }
    apply Req_le. rewrite (sum_ext (s + n) _ (fun j => y j * 1)) by (intros; ring).
    rewrite truths_sum, (sum_ext (s + n) (fun a => \sum_(b < s + n) z a b)
      (fun a => \sum_(b < s + n) (z a b * 1))) by (intros; apply sum_ext; intros; ring).
    rewrite pairs_sum, !sum_constant, plus_INR. unfold zeta, t. field. lra.
  - set (T := fun i j => if Nat.eq_dec i 0 then (if lt_dec j s then 1 else / g)
      else if lt_dec i s then 0 else at_index i j * (1 - / g)).
    exists (fun i j => d * at_index i j + (1 - d) * T i j). split.
    + apply lottery_private; [assumption|now apply one_sided_finite|]. split.
      * intros j small. split.
        { intros i _. unfold T. destruct (Nat.eq_dec i 0), (lt_dec j s); try lra;
            destruct (lt_dec i s); try lra; apply Rmult_le_pos; try lra; unfold at_index;
            destruct (Nat.eq_dec i j); lra. }
        rewrite (sum_ext (s + n) _ (fun i => at_index 0 i * (if lt_dec j s then 1 else / g) +
          at_index j i * (if lt_dec j s then 0 else 1 - / g))).
        { rewrite sum_plus, (sum_pick (s + n) (fun _ => if lt_dec j s then 1 else / g)) by lia.
          rewrite (sum_pick (s + n) (fun _ => if lt_dec j s then 0 else 1 - / g)) by assumption.
          destruct (lt_dec j s); ring. }
        intros i _. unfold T, at_index.
        destruct (Nat.eq_dec i 0), (Nat.eq_dec 0 i), (Nat.eq_dec i j), (Nat.eq_dec j i),
          (lt_dec j s), (lt_dec i s); try lia; ring.
      * intros a b _ _. apply Req_le, sum_zero. intros i _. unfold excess, one_sided.
        destruct (lt_dec a s) as [inside|]; [|reflexivity].
        destruct (Nat.eq_dec a b) as [|differ]; [reflexivity|]. apply Rmax_left.
        assert (g * / g = 1) by (field; lra). unfold T, at_index.
        destruct (Nat.eq_dec i 0), (lt_dec a s), (lt_dec b s), (lt_dec i s),
          (Nat.eq_dec i a), (Nat.eq_dec i b); try lia; try lra;
          assert (0 <= g * (1 * (1 - / g))) by (apply Rmult_le_pos; lra); lra.
    + rewrite lottery_gain, sum_constant, sum_app.
      rewrite (sum_ext s _ (fun i => at_index 0 i * 1)).
      * rewrite (sum_pick s (fun _ => 1)) by assumption.
        rewrite (sum_ext n _ (fun _ => 1 - / g)); [rewrite sum_constant; ring|].
        intros i _. unfold T, at_index.
        destruct (Nat.eq_dec (s + i) 0); [lia|]. destruct (lt_dec (s + i) s); [lia|].
        destruct (Nat.eq_dec (s + i) (s + i)); [ring|lia].
      * intros i small. unfold T, at_index. destruct (Nat.eq_dec i 0) as [->|];
          destruct (lt_dec i s) || destruct (lt_dec 0 s); try lia;
          destruct (Nat.eq_dec 0 0) || destruct (Nat.eq_dec 0 i); try lia; try ring.
        destruct (Nat.eq_dec 0 i); [lia|ring].
Qed.

(** ** A star: n leaves around the centre 0, at most n - 1 times less alike than one *)

Theorem guess_on_near_star : forall n g, 1 <= g <= INR n - 1 ->
  best_guess (S n) (tree_levels (fun _ => O) (fun _ => g) n) 0 (fun _ => 1) g.
Proof.
  intros n g [big few]. assert (1 < INR n) as several by lra.
  assert (0 < / INR n) as part by (apply Rinv_0_lt_compat; lra).
  assert (0 < / (INR n - 1)) as rest by (apply Rinv_0_lt_compat; lra).
  assert (tree (fun _ => O) (fun _ => g) n) as grown by (intros e _; split; [lia|assumption]).
  assert (forall i j, (i <= n)%nat -> (j <= n)%nat -> near (fun _ => O) (fun _ => g) n i j =
    if Nat.eq_dec i j then 1 else
    if Nat.eq_dec i 0 then / g else if Nat.eq_dec j 0 then / g else / (g * g)) as distance.
  { clear few several part rest grown. induction n as [|n IH]; intros i j first second.
    - cbn [near]. destruct (Nat.eq_dec i j); [reflexivity|lia].
    - cbn [near]. destruct (Nat.eq_dec i (S n)), (Nat.eq_dec j (S n)); try rewrite IH by lia;
        destruct (Nat.eq_dec i j), (Nat.eq_dec i 0), (Nat.eq_dec j 0); try lia; try reflexivity;
        repeat match goal with |- context [Nat.eq_dec ?a ?b] => destruct (Nat.eq_dec a b); try lia end;
        field; lra. }
  split.
  - intros m P guess is_private inside.
    set (y := fun j => at_index 0 j * g).
    eapply Rle_trans.
    { apply (guesses_bound m (S n) (tree_levels (fun _ => O) (fun _ => g) n) 0 y (fun _ _ => 0) (fun _ => 1) P guess);
        [intros; lra| |exact is_private|assumption].
      intros r a small [nonneg hard]. eapply Rle_trans; [|apply charge_of_truth with (a := a); auto; intros; lra].
      assert (dot (S n) y r = g * r O) as ->.
      { unfold dot, y. rewrite <- (sum_pick (S n) (fun j => g * r j) 0) by lia.
        apply sum_ext. intros. ring. }
      rewrite sum_zero by (intros; ring). rewrite Rplus_0_r, Rmult_1_l.
      destruct (Nat.eq_dec a 0) as [->|leaf].
      - rewrite <- (Rmult_1_l (r O)) at 1. apply Rmult_le_compat_r; [now apply nonneg|lra].
      - specialize (hard a O small ltac:(lia) eq_refl). unfold excess, tree_levels in hard.
        rewrite distance in hard by lia. destruct (Nat.eq_dec a 0); [lia|].
        destruct (Nat.eq_dec 0 0); [|lia]. rewrite Rinv_inv in hard.
        pose proof (Rmax_r 0 (r a - g * r O)). lra. }
    apply Req_le. unfold y. rewrite (sum_pick (S n) (fun _ => g)) by lia. ring.
  - set (near_leaf := g * / INR n). set (far := (INR n - g) * / (INR n * (INR n - 1))).
    assert (0 < / (INR n * (INR n - 1))) as unit
      by (apply Rinv_0_lt_compat; apply Rmult_lt_0_compat; lra).
    assert (near_leaf <= g * g * far) as close.
    { apply Rmult_le_reg_r with (INR n * (INR n - 1)); [apply Rmult_lt_0_compat; lra|].
      unfold near_leaf, far.
      replace (g * / INR n * (INR n * (INR n - 1))) with (g * (INR n - 1)) by (field; lra).
      replace (g * g * ((INR n - g) * / (INR n * (INR n - 1))) * (INR n * (INR n - 1))) with
        (g * (g * (INR n - g))) by (field; lra).
      apply Rmult_le_compat_l; [lra|].
      assert (0 <= (g - 1) * (INR n - 1 - g)) by (apply Rmult_le_pos; lra). lra. }
    assert (0 < far) as positive by (unfold far; apply Rmult_lt_0_compat; lra).
    assert (far <= / INR n) as fair.
    { unfold far. rewrite Rinv_mult. apply Rmult_le_reg_r with (INR n * (INR n - 1));
        [apply Rmult_lt_0_compat; lra|].
      replace ((INR n - g) * (/ INR n * / (INR n - 1)) * (INR n * (INR n - 1))) with (INR n - g)
        by (field; lra).
      replace (/ INR n * (INR n * (INR n - 1))) with (INR n - 1) by (field; lra). lra. }
    assert (/ INR n <= g * far) as middle.
    { apply Rmult_le_reg_l with g; [lra|]. unfold near_leaf in close. lra. }
    exists (fun i j => if Nat.eq_dec i 0 then 0 else if Nat.eq_dec j 0 then / INR n
      else if Nat.eq_dec i j then near_leaf else far). split; [split|].
    + intros j small. split.
      * intros i _. assert (0 < near_leaf) by (unfold near_leaf; apply Rmult_lt_0_compat; lra).
        destruct (Nat.eq_dec i 0), (Nat.eq_dec j 0), (Nat.eq_dec i j); lra.
      * rewrite (sum_ext (S n) _ (fun i => (if Nat.eq_dec j 0 then / INR n else far) -
          at_index 0 i * (if Nat.eq_dec j 0 then / INR n else far) +
          at_index j i * (if Nat.eq_dec j 0 then 0 else near_leaf - far))).
        { rewrite sum_plus, sum_minus, sum_constant.
          rewrite (sum_pick (S n) (fun _ => if Nat.eq_dec j 0 then / INR n else far)) by lia.
          rewrite (sum_pick (S n) (fun _ => if Nat.eq_dec j 0 then 0 else near_leaf - far))
            by assumption.
          rewrite S_INR. unfold near_leaf, far. destruct (Nat.eq_dec j 0); field; lra. }
        intros i _. unfold at_index.
        destruct (Nat.eq_dec i 0), (Nat.eq_dec 0 i), (Nat.eq_dec j 0), (Nat.eq_dec i j),
          (Nat.eq_dec j i); try lia; ring.
    + intros a b first second. apply Req_le, sum_zero. intros i inside.
      unfold excess, tree_levels. destruct (Nat.eq_dec a b) as [|differ]; [reflexivity|].
      apply Rmax_left. rewrite distance by lia. destruct (Nat.eq_dec a b); [lia|].
      assert (far <= g * far) as wide by
        (rewrite <- (Rmult_1_l far) at 1; apply Rmult_le_compat_r; lra).
      assert (g * far <= g * g * far) as wider by
        (rewrite (Rmult_assoc g g); apply Rmult_le_compat_l; lra).
      assert (/ INR n <= near_leaf) as own by
        (unfold near_leaf; rewrite <- (Rmult_1_l (/ INR n)) at 1; apply Rmult_le_compat_r; lra).
      assert (far <= g * / INR n) as back by (unfold near_leaf in own; lra).
      assert (near_leaf <= g * / INR n) as same by (unfold near_leaf; lra).
      assert (near_leaf <= g * g * near_leaf) as grow.
      { rewrite <- (Rmult_1_l near_leaf) at 1. apply Rmult_le_compat_r; [lra|].
        rewrite <- (Rmult_1_r 1). apply Rmult_le_compat; lra. }
      assert (far <= g * g * near_leaf) by lra.
      assert (g * / INR n <= g * near_leaf) by (apply Rmult_le_compat_l; lra).
      destruct (Nat.eq_dec i 0), (Nat.eq_dec a 0), (Nat.eq_dec b 0); try lia; try lra;
        rewrite ?Rinv_inv; destruct (Nat.eq_dec i a), (Nat.eq_dec i b); try lia; try lra.
    + rewrite (sum_ext (S n) _ (fun i => near_leaf - at_index 0 i * near_leaf)).
      * rewrite sum_minus, sum_constant, (sum_pick (S n) (fun _ => near_leaf)) by lia.
        rewrite S_INR. unfold near_leaf. field. lra.
      * intros i _. unfold at_index.
        destruct (Nat.eq_dec i 0), (Nat.eq_dec 0 i), (Nat.eq_dec i i); try lia; ring.
Qed.
