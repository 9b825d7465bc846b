(** Stochastic matrices: what fixes a table, what a garbling of extreme rows can be, placements,
    and homogeneous equations. *)

From Coq Require Import Reals Lra Lia List Arith Relations.
From Rropt Require Import Sums Tensors.
Import ListNotations.
Open Scope R_scope.

(** ** Garblings of rows with two values *)

(** Row i of A holds x and g x, both of them; the row u of P is used for it. *)
Theorem garbling_of_two_values : forall r m k (A C P : matrix) g, 1 < g ->
  (forall i, (i < r)%nat -> exists x, 0 < x /\
     (forall j, (j < k)%nat -> A i j = x \/ A i j = g * x) /\
     (exists a, (a < k)%nat /\ A i a = g * x) /\ (exists b, (b < k)%nat /\ A i b = x)) ->
  (forall u j, (u < m)%nat -> (j < k)%nat -> 0 <= P u j) ->
  (forall u a b, (u < m)%nat -> (a < k)%nat -> (b < k)%nat -> P u a <= g * P u b) ->
  (forall i u, (i < r)%nat -> (u < m)%nat -> 0 <= C i u) ->
  (forall i j, (i < r)%nat -> (j < k)%nat -> A i j = times m C P i j) ->
  forall i u, (i < r)%nat -> (u < m)%nat -> 0 < C i u ->
    exists t, 0 <= t /\ forall j, (j < k)%nat -> P u j = t * A i j.
Proof.
  intros r m k A C P g more rows nonneg ratio weights equal i u here there used.
  destruct (rows i here) as (x & pos & values & (a & small_a & large) & (b & small_b & least)).
  assert (tight : forall c d, (c < k)%nat -> (d < k)%nat -> A i c = g * x -> A i d = x ->
    P u c = g * P u d).
  { intros c d sc sd up down.
    assert (\sum_(v < m) (C i v * (g * P v d - P v c)) = 0) as zero.
    { rewrite (sum_ext m _ (fun v => g * (C i v * P v d) - C i v * P v c)) by (intros; ring).
      rewrite sum_minus, sum_scale.
      change (g * times m C P i d - times m C P i c = 0). rewrite <- !equal by assumption.
      rewrite up, down. ring. }
    assert (C i u * (g * P u d - P u c) = 0) as own.
    { apply (zero_terms m (fun v => C i v * (g * P v d - P v c))); auto.
      intros v sv. apply Rmult_le_pos; [auto|]. specialize (ratio v c d sv sc sd). lra. }
    apply Rmult_integral in own. destruct own; lra. }
  exists (P u b / x). split.
  - apply Rmult_le_pos; [auto|]. apply Rlt_le. now apply Rinv_0_lt_compat.
  - intros j small. destruct (values j small) as [low|high].
    + rewrite low. pose proof (tight a j small_a small large low).
      pose proof (tight a b small_a small_b large least).
      assert (P u j = P u b) as -> by (apply Rmult_eq_reg_l with g; lra). field. lra.
    + rewrite high, (tight j b small small_b high least). field. lra.
Qed.

(** ** Placements *)

Lemma missing_value : forall r m (f : nat -> nat), (m < r)%nat ->
  exists i, (i < r)%nat /\ forall u, (u < m)%nat -> f u <> i.
Proof.
  intros r m f less.
  destruct (Forall_Exists_dec (fun i => In i (map f (seq 0 m)))
    (fun i => in_dec Nat.eq_dec i _) (seq 0 r)) as [all|some].
  - exfalso. rewrite Forall_forall in all.
    pose proof (NoDup_incl_length (seq_NoDup r 0) all) as length.
    rewrite map_length, !seq_length in length. lia.
  - apply Exists_exists in some as (i & inside & missing). apply in_seq in inside.
    exists i. split; [lia|]. intros u small same. apply missing. apply in_map_iff.
    exists u. split; [assumption|]. apply in_seq. lia.
Qed.

Theorem placements : forall r m (C : matrix) f, stochastic r m C ->
  (forall u, (u < m)%nat -> (f u < r)%nat) ->
  (forall i u, (i < r)%nat -> (u < m)%nat -> i <> f u -> C i u = 0) ->
  (forall u, (u < m)%nat -> C (f u) u = 1) /\
  (r = m -> (forall i, (i < r)%nat -> exists u, (u < m)%nat /\ C i u <> 0) -> permutation m f) /\
  ((m < r)%nat -> exists i, (i < r)%nat /\ forall u, (u < m)%nat -> C i u = 0) /\
  (forall u v, (u < m)%nat -> (v < m)%nat -> u <> v -> f u = f v ->
     exists i, (i < r)%nat /\ C i u = 1 /\ C i v = 1).
Proof.
  intros r m C f columns range zero.
  assert (ones : forall u, (u < m)%nat -> C (f u) u = 1).
  { intros u small. destruct (columns u small) as [_ total].
    rewrite <- total, <- (sum_pick r (fun i => C i u) (f u)) by auto. apply sum_ext.
    intros i inside. unfold at_index. destruct (Nat.eq_dec (f u) i) as [<-|differ]; [ring|].
    rewrite zero by auto. ring. }
  repeat split; auto.
  - intros i small. subst r. auto.
  - (* onto, so one-to-one *)
    subst r. rename H0 into onto. intros u v small small' same.
    destruct (Nat.eq_dec u v) as [|differ]; [assumption|]. exfalso.
    set (h := fun w => if lt_dec w v then f w else f (S w)).
    destruct (missing_value m (m - 1) h) as (i & inside & missing); [lia|].
    destruct (onto i inside) as (w & there & some).
    assert (f w = i) as hit.
    { destruct (Nat.eq_dec i (f w)); [auto|]. exfalso. apply some. now apply zero. }
    assert (exists w', (w' < m)%nat /\ w' <> v /\ f w' = i) as (w' & small'' & other & hit').
    { destruct (Nat.eq_dec w v) as [->|]; [|now exists w]. exists u. repeat split; auto. congruence. }
    destruct (lt_dec w' v).
    + apply (missing w'); [lia|]. unfold h. destruct (lt_dec w' v); [assumption|contradiction].
    + apply (missing (w' - 1)%nat); [lia|]. unfold h. destruct (lt_dec (w' - 1) v); [lia|].
      now replace (S (w' - 1)) with w' by lia.
  - intros less. destruct (missing_value r m f less) as (i & inside & missing).
    exists i. split; [assumption|]. intros u small. apply zero; auto.
    intros same. now apply (missing u).
  - intros u v small small' _ same. exists (f u). repeat split; auto. rewrite same. auto.
Qed.

(** ** What a stochastic matrix leaves unchanged *)

(** From row i one can reach row u along positive entries of B. *)
Definition reaches (m : nat) (B : matrix) : nat -> nat -> Prop :=
  clos_refl_trans nat (fun i u => (i < m)%nat /\ (u < m)%nat /\ 0 < B i u).
Definition irreducible (m : nat) (B : matrix) : Prop :=
  forall i u, (i < m)%nat -> (u < m)%nat -> reaches m B i u.
Definition substochastic (m : nat) (B : matrix) : Prop :=
  (forall i u, (i < m)%nat -> (u < m)%nat -> 0 <= B i u) /\
  forall u, (u < m)%nat -> \sum_(i < m) B i u <= 1.
Definition fixed (m : nat) (B : matrix) (x : nat -> R) : Prop :=
  forall i, (i < m)%nat -> \sum_(u < m) (B i u * x u) = x i.

Lemma abs_sum : forall n f, Rabs (sum n f) <= \sum_(i < n) Rabs (f i).
Proof.
  induction n as [|n IH]; intros f; simpl; [rewrite Rabs_R0; lra|].
  eapply Rle_trans; [apply Rabs_triang|]. specialize (IH f). lra.
Qed.

(** For a fixed vector all inequalities between sums of absolute values are equalities. *)
Lemma fixed_tight : forall m B x, substochastic m B -> fixed m B x ->
  (forall i, (i < m)%nat -> \sum_(u < m) (B i u * Rabs (x u)) = Rabs (x i)) /\
  (forall u, (u < m)%nat -> \sum_(i < m) B i u < 1 -> x u = 0).
Proof.
  intros m B x [nonneg columns] same.
  set (left := fun i => \sum_(u < m) (B i u * Rabs (x u)) - Rabs (x i)).
  set (right := fun u => (1 - \sum_(i < m) B i u) * Rabs (x u)).
  assert (forall i, (i < m)%nat -> 0 <= left i) as low.
  { intros i inside. unfold left. rewrite <- (same i inside).
    pose proof (abs_sum m (fun u => B i u * x u)) as triangle. cbv beta in triangle.
    rewrite (sum_ext m (fun u => Rabs (B i u * x u)) (fun u => B i u * Rabs (x u))) in triangle.
    - lra.
    - intros u small. rewrite Rabs_mult, (Rabs_right (B i u)); [reflexivity|].
      apply Rle_ge. auto. }
  assert (forall u, (u < m)%nat -> 0 <= right u) as high.
  { intros u small. apply Rmult_le_pos; [specialize (columns u small); lra|apply Rabs_pos]. }
  assert (sum m left + sum m right = 0) as zero.
  { unfold left, right. rewrite sum_minus, sum_of_sums.
    rewrite (sum_ext m (fun j => \sum_(i < m) (B i j * Rabs (x j)))
      (fun u => (\sum_(i < m) B i u) * Rabs (x u))) by (intros; apply sum_scale_right).
    rewrite (sum_ext m (fun u => (1 - \sum_(i < m) B i u) * Rabs (x u))
      (fun u => Rabs (x u) - (\sum_(i < m) B i u) * Rabs (x u))) by (intros; ring).
    rewrite sum_minus. ring. }
  pose proof (sum_nonneg m left low). pose proof (sum_nonneg m right high).
  split.
  - intros i inside. assert (left i = 0) as none by (apply (zero_terms m left); auto; lra).
    unfold left in none. lra.
  - intros u small less. assert (right u = 0) as none by (apply (zero_terms m right); auto; lra).
    unfold right in none. apply Rmult_integral in none as [one|none]; [lra|].
    destruct (Req_EM_T (x u) 0) as [|some]; [assumption|]. now apply Rabs_no_R0 in some.
Qed.

Lemma zero_spreads : forall m B x, substochastic m B -> fixed m B x ->
  forall i u, reaches m B i u -> x i = 0 -> x u = 0.
Proof.
  intros m B x sub same i u path. destruct (fixed_tight m B x sub same) as [tight _].
  induction path as [i u (inside & small & step)| |i w u _ IH1 _ IH2]; auto.
  intros zero. specialize (tight i inside). rewrite zero, Rabs_R0 in tight.
  assert (B i u * Rabs (x u) = 0) as none.
  { apply (zero_terms m (fun u => B i u * Rabs (x u))); auto.
    intros v there. apply Rmult_le_pos; [now apply (proj1 sub)|apply Rabs_pos]. }
  apply Rmult_integral in none as [|none]; [lra|].
  destruct (Req_EM_T (x u) 0) as [|some]; [assumption|]. now apply Rabs_no_R0 in some.
Qed.

Lemma stochastic_sub : forall m B, stochastic m m B -> substochastic m B.
Proof.
  intros m B columns. split.
  - intros i u inside small. now apply (columns u small).
  - intros u small. destruct (columns u small) as [_ one]. apply Req_le, one.
Qed.

Theorem irreducible_fixed_rows :
  (forall m k (B P : matrix), stochastic m m B -> irreducible m B ->
    (forall i j, (i < m)%nat -> (j < k)%nat -> times m B P i j = P i j) ->
    exists v w, forall i j, (i < m)%nat -> (j < k)%nat -> P i j = v i * w j) /\
  (forall m (B : matrix), substochastic m B -> irreducible m B ->
    (exists u, (u < m)%nat /\ \sum_(i < m) B i u < 1) ->
    forall x, (forall i, (i < m)%nat -> \sum_(u < m) (B i u * x u) - x i = 0) ->
    forall i, (i < m)%nat -> x i = 0).
Proof.
  split.
  - intros m k B P columns connected same. pose proof (stochastic_sub m B columns) as sub.
    destruct m as [|m]; [exists (fun _ => 0), (fun _ => 0); intros; lia|].
    (* a column that is not zero in row 0, if there is one *)
    destruct (Forall_Exists_dec (fun j => P 0%nat j = 0) (fun j => Req_EM_T (P 0%nat j) 0) (seq 0 k))
      as [none|some].
    + exists (fun _ => 0), (fun _ => 0). intros i j inside small.
      rewrite (zero_spreads (S m) B (fun i => P i j) sub (fun i here => same i j here small) 0 i).
      * ring.
      * apply connected; lia.
      * rewrite Forall_forall in none. apply none, in_seq. lia.
    + apply Exists_exists in some as (c & inside_c & pivot). apply in_seq in inside_c.
      exists (fun i => P i c), (fun j => P 0%nat j / P 0%nat c). intros i j inside small.
      set (x := fun i => P 0%nat c * P i j - P 0%nat j * P i c).
      assert (x i = 0) as zero.
      { apply (zero_spreads (S m) B x sub) with (i := 0%nat); [|apply connected; lia|unfold x; ring].
        intros a here. unfold x.
        rewrite (sum_ext (S m) _ (fun u => P 0%nat c * (B a u * P u j) - P 0%nat j * (B a u * P u c)))
          by (intros; ring).
        rewrite sum_minus, !sum_scale.
        change (P 0%nat c * times (S m) B P a j - P 0%nat j * times (S m) B P a c =
          P 0%nat c * P a j - P 0%nat j * P a c).
        now rewrite !same by (auto; lia). }
      unfold x in zero. apply Rmult_eq_reg_l with (P 0%nat c); [|assumption].
      replace (P 0%nat c * (P i c * (P 0%nat j / P 0%nat c))) with (P 0%nat j * P i c)
        by (field; assumption). lra.
  - intros m B sub connected (u & small & less) x equal i inside.
    assert (fixed m B x) as same by (intros a here; specialize (equal a here); lra).
    apply (zero_spreads m B x sub same u i); [now apply connected|].
    now apply (proj2 (fixed_tight m B x sub same)).
Qed.

(** Rows a and b of P are proportional. *)
Definition proportional (k : nat) (P : matrix) (a b : nat) : Prop :=
  forall j l, (j < k)%nat -> (l < k)%nat -> P a j * P b l = P a l * P b j.

Theorem fixed_table : forall m k (B P : matrix), stochastic m m B ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= P i j) ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> times m B P i j = P i j) ->
  (forall a b, (a < m)%nat -> (b < m)%nat -> a <> b -> ~ proportional k P a b) ->
  forall i u, (i < m)%nat -> (u < m)%nat -> B i u = unit_matrix i u.
Proof.
  intros m k B P columns nonneg same apart.
  set (s := fun i => \sum_(j < k) P i j).
  assert (pos : forall i, (i < m)%nat -> 0 <= s i) by (intros; apply sum_nonneg; auto).
  assert (row_sums : forall i, (i < m)%nat -> \sum_(u < m) (B i u * s u) = s i).
  { intros i inside. unfold s. rewrite (sum_ext m _ (fun u => \sum_(j < k) (B i u * P u j)))
      by (intros; now rewrite sum_scale).
    rewrite sum_of_sums. apply sum_ext. intros j small. now apply same. }
  enough (off : forall i u, (i < m)%nat -> (u < m)%nat -> i <> u -> B i u = 0).
  { intros i u inside small. unfold unit_matrix, at_index.
    destruct (Nat.eq_dec i u) as [<-|differ]; [|auto].
    destruct (columns i inside) as [_ one]. rewrite <- one.
    rewrite <- (sum_pick m (fun a => B a i) i inside). apply sum_ext. intros a here.
    unfold at_index. destruct (Nat.eq_dec i a) as [<-|]; [ring|]. rewrite off by auto. ring. }
  intros i u inside small differ.
  destruct (Req_EM_T (B i u) 0) as [|some]; [assumption|]. exfalso.
  assert (forall a, (a < m)%nat -> 0 < s a) as positive.
  { intros a here. destruct (pos a here) as [|zero]; [assumption|]. exfalso.
    assert (forall j, (j < k)%nat -> P a j = 0) as none.
    { intros j there. apply (zero_terms k (P a)); auto. }
    set (b := if Nat.eq_dec a i then u else i).
    apply (apart a b); [assumption| | |].
    - unfold b. destruct (Nat.eq_dec a i); assumption.
    - unfold b. destruct (Nat.eq_dec a i) as [->|]; assumption.
    - intros j l sj sl. rewrite !none by assumption. ring. }
  (* the sum of b_av s_v (p_vj / s_v - p_aj / s_a)^2 over a, v is zero *)
  apply (apart i u inside small differ). intros j l sj sl.
  assert (ratio : forall c, (c < k)%nat -> P u c / s u = P i c / s i).
  { intros c sc.
    set (term := fun a v => B a v * s v * (P v c / s v - P a c / s a) ^ 2).
    assert (forall a v, (a < m)%nat -> (v < m)%nat -> 0 <= term a v) as square.
    { intros a v here there. unfold term. apply Rmult_le_pos; [|apply pow2_ge_0].
      apply Rmult_le_pos; [now apply (columns v there)|auto]. }
    assert (\sum_(a < m) \sum_(v < m) term a v = 0) as total.
    { transitivity (\sum_(a < m) (\sum_(v < m) (B a v * (P v c ^ 2 / s v)) - P a c ^ 2 / s a)).
      - apply sum_ext. intros a here. unfold term.
        rewrite (sum_ext m _ (fun v => B a v * (P v c ^ 2 / s v) -
          (2 * (P a c / s a) * (B a v * P v c) - (P a c / s a) ^ 2 * (B a v * s v)))).
        + rewrite !sum_minus, !sum_scale, row_sums by assumption.
          change (\sum_(v < m) (B a v * P v c)) with (times m B P a c).
          rewrite same by assumption. specialize (positive a here). field. lra.
        + intros v there. pose proof (positive v there). pose proof (positive a here).
          field. split; lra.
      - rewrite sum_minus, sum_of_sums.
        rewrite (sum_ext m (fun v => \sum_(a < m) (B a v * (P v c ^ 2 / s v)))
          (fun v => P v c ^ 2 / s v)); [ring|].
        intros v there. rewrite sum_scale_right. destruct (columns v there) as [_ one].
        change (sum m (fun a => B a v) = 1) in one. rewrite one. ring. }
    assert (term i u = 0) as none.
    { apply (zero_terms m (term i)); auto.
      apply (zero_terms m (fun a => sum m (term a))); auto.
      intros a here. apply sum_nonneg. auto. }
    unfold term in none. specialize (positive u small).
    apply Rmult_integral in none as [none|none].
    - apply Rmult_integral in none. destruct none; lra.
    - apply Rmult_integral in none. destruct none; lra. }
  pose proof (ratio j sj) as rj. pose proof (ratio l sl) as rl.
  pose proof (positive i inside). pose proof (positive u small).
  replace (P u l) with (P i l / s i * s u) by (rewrite <- rl; field; lra).
  replace (P u j) with (P i j / s i * s u) by (rewrite <- rj; field; lra).
  unfold Rdiv. ring.
Qed.

(** ** More unknowns than equations *)

Definition skip (c j : nat) : nat := if lt_dec j c then j else S j.

Lemma sum_without : forall n c f, (c <= n)%nat ->
  sum (S n) f = f c + \sum_(j < n) f (skip c j).
Proof.
  induction n as [|n IH]; intros c f small.
  - assert (c = O) as -> by lia. simpl. lra.
  - destruct (Nat.eq_dec c (S n)) as [->|less].
    + change (sum (S (S n)) f) with (sum (S n) f + f (S n)).
      rewrite (sum_ext (S n) (fun j => f (skip (S n) j)) f); [lra|].
      intros j inside. unfold skip. destruct (lt_dec j (S n)); [reflexivity|lia].
    + change (sum (S (S n)) f) with (sum (S n) f + f (S n)). rewrite (IH c) by lia. simpl.
      assert (skip c n = S n) as -> by (unfold skip; destruct (lt_dec n c); lia). lra.
Qed.

Theorem more_unknowns : forall m k (A : matrix), (m < k)%nat ->
  exists x, (exists j, (j < k)%nat /\ x j <> 0) /\
    forall i, (i < m)%nat -> \sum_(j < k) (A i j * x j) = 0.
Proof.
  induction m as [|m IH]; intros k A less.
  - exists (fun _ => 1). split; [exists O; split; [lia|lra]|]. intros; lia.
  - destruct k as [|k]; [lia|].
    destruct (Forall_Exists_dec (fun j => A m j = 0) (fun j => Req_EM_T (A m j) 0) (seq 0 (S k)))
      as [none|some].
    + destruct (IH (S k) A) as (x & some & solved); [lia|]. exists x. split; [assumption|].
      intros i small. destruct (Nat.eq_dec i m) as [->|]; [|apply solved; lia].
      apply sum_zero. intros j inside. rewrite Forall_forall in none.
      rewrite none by (apply in_seq; lia). ring.
    + apply Exists_exists in some as (c & inside & pivot). apply in_seq in inside.
      set (A' := fun i j => A i (skip c j) - A i c / A m c * A m (skip c j)).
      destruct (IH k A') as (x & (j0 & small0 & some) & solved); [lia|].
      set (back := fun j => if lt_dec j c then j else (j - 1)%nat).
      assert (back_skip : forall j, back (skip c j) = j).
      { intros j. unfold back, skip. destruct (lt_dec j c); destruct (lt_dec _ c); lia. }
      assert (skip_not : forall j, skip c j <> c) by (intros j; unfold skip; destruct (lt_dec j c); lia).
      set (own := - (\sum_(j < k) (A m (skip c j) * x j)) / A m c).
      set (x' := fun j => if Nat.eq_dec j c then own else x (back j)).
      assert (at_c : x' c = own) by (unfold x'; now destruct (Nat.eq_dec c c)).
      assert (at_skip : forall j, x' (skip c j) = x j).
      { intros j. unfold x'. destruct (Nat.eq_dec (skip c j) c) as [bad|]; [now apply skip_not in bad|].
        now rewrite back_skip. }
      exists x'. split.
      * exists (skip c j0). split; [unfold skip; destruct (lt_dec j0 c); lia|]. now rewrite at_skip.
      * intros i small. rewrite (sum_without k c (fun j => A i j * x' j)) by lia. rewrite at_c.
        rewrite (sum_ext k _ (fun j => A i (skip c j) * x j)) by (intros; now rewrite at_skip).
        destruct (Nat.eq_dec i m) as [->|]; [unfold own; field; assumption|].
        specialize (solved i ltac:(lia)). unfold A' in solved.
        rewrite (sum_ext k _ (fun j => A i (skip c j) * x j - A i c / A m c * (A m (skip c j) * x j)))
          in solved by (intros; ring).
        rewrite sum_minus, sum_scale in solved. unfold own.
        replace (A i c * (- (\sum_(j < k) (A m (skip c j) * x j)) / A m c)) with
          (- (A i c / A m c * (\sum_(j < k) (A m (skip c j) * x j)))) by (field; assumption). lra.
Qed.

(** ** From a region to the ends of its segments *)
