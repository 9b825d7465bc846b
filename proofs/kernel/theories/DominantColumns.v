(** Chai and Nayak, the appendix: the rank of an irreducible matrix less its column sums
    (Chakravarti), irreducible matrices with dominant columns (Taussky), and what they say in the
    proof of Lemma 6.1 of the first block that is not an identity. *)

From Coq Require Import Reals Lra Lia List Arith Relation_Operators.
From Rropt Require Import Sums Tensors Channels.
Open Scope R_scope.

(** ** Nonsingular matrices, and the rank *)

Definition nonsingular (m : nat) (B : matrix) : Prop :=
  (forall x, (forall i, (i < m)%nat -> \sum_(u < m) (B i u * x u) = 0) ->
     forall u, (u < m)%nat -> x u = 0) /\
  forall y, (forall u, (u < m)%nat -> \sum_(i < m) (y i * B i u) = 0) ->
     forall i, (i < m)%nat -> y i = 0.

(** r rows, those at f 0, ..., f (r - 1), are independent, and all rows are combinations of them. *)
Definition rank_is (m n : nat) (F : matrix) (r : nat) : Prop := exists f,
  (forall a, (a < r)%nat -> (f a < m)%nat) /\
  (forall c, (forall j, (j < n)%nat -> \sum_(a < r) (c a * F (f a) j) = 0) ->
     forall a, (a < r)%nat -> c a = 0) /\
  forall i, (i < m)%nat -> exists c, forall j, (j < n)%nat -> F i j = \sum_(a < r) (c a * F (f a) j).

Lemma left_kernel_suffices : forall m B,
  (forall y, (forall u, (u < m)%nat -> \sum_(i < m) (y i * B i u) = 0) ->
     forall i, (i < m)%nat -> y i = 0) -> nonsingular m B.
Proof.
  intros m B left. split; [|exact left]. intros x zero c sc.
  destruct (Req_dec (x c) 0) as [|some]; [assumption|]. exfalso.
  destruct m as [|m]; [lia|].
  destruct (more_unknowns m (S m) (fun a i => B i (skip c a))) as (y & (i & si & differ) & solved);
    [lia|].
  apply differ, left; [|assumption]. intros u su.
  assert (forall a, (a < m)%nat -> \sum_(i < S m) (y i * B i (skip c a)) = 0) as others.
  { intros a sa. rewrite <- (solved a sa). apply sum_ext. intros; ring. }
  destruct (Nat.eq_dec u c) as [->|other].
  - apply Rmult_eq_reg_l with (x c); [|assumption]. rewrite Rmult_0_r, <- sum_scale.
    rewrite (sum_ext (S m) _ (fun i => \sum_(a < m) (- x (skip c a) * (y i * B i (skip c a))))).
    + rewrite sum_of_sums. apply sum_zero. intros a sa. rewrite sum_scale, others by assumption. ring.
    + intros l sl. specialize (zero l sl).
      rewrite (sum_without m c (fun u => B l u * x u)) in zero by lia.
      rewrite (sum_ext m _ (fun a => - y l * (B l (skip c a) * x (skip c a)))) by (intros; ring).
      rewrite sum_scale. replace (x c * (y l * B l c)) with (y l * (B l c * x c)) by ring.
      replace (B l c * x c) with (- \sum_(a < m) (B l (skip c a) * x (skip c a))) by lra. ring.
  - set (a := if lt_dec u c then u else (u - 1)%nat).
    assert (skip c a = u /\ (a < m)%nat) as [same sa].
    { unfold a, skip. destruct (lt_dec u c) as [less|more].
      - destruct (lt_dec u c); [split; lia|lia].
      - destruct (lt_dec (u - 1) c); split; lia. }
    rewrite <- same. now apply others.
Qed.

(** ** Theorem 6.1 *)

(** B - D(r), r the column sums. *)
Definition less_its_columns (m : nat) (B : matrix) : matrix :=
  fun i j => B i j - at_index i j * \sum_(u < m) B u j.

Lemma constant_left_kernel : forall m B y,
  (forall i j, (i < m)%nat -> (j < m)%nat -> 0 <= B i j) -> irreducible m B ->
  (forall j, (j < m)%nat -> \sum_(i < m) (y i * less_its_columns m B i j) = 0) ->
  forall i j, (i < m)%nat -> (j < m)%nat -> y i = y j.
Proof.
  intros m B y nonneg connected zero.
  assert (forall i, (i < m)%nat -> exists top, (top < m)%nat /\
    forall u, (u < m)%nat -> y u <= y top) as highest.
  { intros i si. destruct (maximum (m - 1) y) as (above & top & small & equal).
    exists top. split; [lia|]. intros u su. rewrite <- equal. apply above. lia. }
  assert (forall j, (j < m)%nat -> \sum_(i < m) (B i j * (y j - y i)) = 0) as balance.
  { intros j sj. specialize (zero j sj). unfold less_its_columns in zero.
    rewrite (sum_ext m _ (fun i => y i * B i j - at_index j i * (y i * \sum_(u < m) B u j))) in zero.
    - rewrite sum_minus, (sum_pick m (fun i => y i * \sum_(u < m) B u j)) in zero by assumption.
      rewrite (sum_ext m _ (fun i => y j * B i j - y i * B i j)) by (intros; ring).
      rewrite sum_minus, (sum_scale m (y j) (fun i => B i j)). lra.
    - intros i _. unfold at_index. destruct (Nat.eq_dec i j), (Nat.eq_dec j i); subst; ring || lia. }
  assert (forall i, (i < m)%nat -> forall j, (j < m)%nat -> y i = y j) as all; [|auto].
  intros i si. destruct (highest i si) as (top & st & most).
  assert (forall u v, reaches m B u v -> y v = y top -> y u = y top) as spreads.
  { intros u v path. induction path as [u v (su & sv & step)| |u w v _ IH1 _ IH2]; auto.
    intros equal. specialize (balance v sv).
    assert (B u v * (y v - y u) = 0) as none.
    { apply (zero_terms m (fun i => B i v * (y v - y i))); auto. intros l sl.
      apply Rmult_le_pos; [auto|]. specialize (most l sl). lra. }
    apply Rmult_integral in none as [bad|none]; lra. }
  assert (forall u, (u < m)%nat -> y u = y top) as constant.
  { intros u su. apply (spreads u top); [now apply connected|reflexivity]. }
  intros j sj. rewrite (constant i si), (constant j sj). reflexivity.
Qed.

Theorem rank_less_one : forall m B, (0 < m)%nat ->
  (forall i j, (i < m)%nat -> (j < m)%nat -> 0 <= B i j) -> irreducible m B ->
  rank_is m m (less_its_columns m B) (m - 1).
Proof.
  intros [|n] B some nonneg connected; [lia|]. replace (S n - 1)%nat with n by lia.
  set (F := less_its_columns (S n) B).
  assert (forall j, (j < S n)%nat -> \sum_(i < S n) F i j = 0) as columns.
  { intros j sj. unfold F, less_its_columns.
    rewrite (sum_ext (S n) _ (fun i => B i j - at_index j i * \sum_(u < S n) B u j)).
    - rewrite sum_minus, (sum_pick (S n) (fun _ => \sum_(u < S n) B u j)) by assumption. ring.
    - intros i _. unfold at_index. destruct (Nat.eq_dec i j), (Nat.eq_dec j i); subst; ring || lia. }
  exists (fun a => a). split; [intros; lia|]. split.
  - intros c zero a sa. set (y := fun i => if lt_dec i n then c i else 0).
    assert (y a = y n) as equal.
    { apply (constant_left_kernel (S n) B y nonneg connected); [|lia|lia]. intros j sj.
      change (\sum_(i < n) (y i * F i j) + y n * F n j = 0).
      rewrite (sum_ext n _ (fun i => c i * F i j)).
      - rewrite zero by assumption. unfold y. destruct (lt_dec n n); [lia|ring].
      - intros i si. unfold y. destruct (lt_dec i n); [reflexivity|lia]. }
    unfold y in equal. destruct (lt_dec a n), (lt_dec n n); lia || assumption.
  - intros i si. destruct (Nat.eq_dec i n) as [->|other].
    + exists (fun _ => - (1)). intros j sj. specialize (columns j sj).
      change (\sum_(i < n) F i j + F n j = 0) in columns. rewrite sum_scale.
      change (sum n (fun i => F i j)) with (\sum_(i < n) F i j). lra.
    + exists (at_index i). intros j sj. now rewrite (sum_pick n (fun a => F a j)) by lia.
Qed.

(** ** Theorem 6.2 *)

Definition others_of_column (m : nat) (B : matrix) (j : nat) : R :=
  \sum_(i < m) (if Nat.eq_dec i j then 0 else Rabs (B i j)).
Definition weakly_dominant (m : nat) (B : matrix) (j : nat) : Prop :=
  others_of_column m B j <= Rabs (B j j).
Definition strictly_dominant (m : nat) (B : matrix) (j : nat) : Prop :=
  others_of_column m B j < Rabs (B j j).

(** A matrix with entries of either sign: a step is an entry that is not zero. *)
Definition connected_entries (m : nat) (B : matrix) : Prop := irreducible m (fun i j => Rabs (B i j)).

Theorem dominant_columns_are_independent : forall m B, connected_entries m B ->
  (forall j, (j < m)%nat -> weakly_dominant m B j) ->
  (exists j, (j < m)%nat /\ strictly_dominant m B j) -> nonsingular m B.
Proof.
  intros m B connected weak (j0 & sj0 & strict). apply left_kernel_suffices. intros y zero.
  destruct (maximum (m - 1) (fun i => Rabs (y i))) as (above & top & small & equal).
  set (M := Rabs (y top)) in *. rewrite equal in above.
  assert (forall i, (i < m)%nat -> Rabs (y i) <= M) as most by (intros i si; apply above; lia).
  destruct (Req_dec M 0) as [none|some].
  { intros i si. specialize (most i si). rewrite none in most.
    destruct (Req_dec (y i) 0) as [|other]; [assumption|]. apply Rabs_pos_lt in other. lra. }
  exfalso. assert (0 < M) as pos by (pose proof (Rabs_pos (y top)); fold M in H; lra).
  (* a column whose own entry is met by the largest |y| is tight *)
  assert (forall v, (v < m)%nat -> Rabs (y v) = M ->
    M * Rabs (B v v) <= \sum_(i < m) (if Nat.eq_dec i v then 0 else Rabs (B i v)) * Rabs (y i)) as own.
  { intros v sv here. specialize (zero v sv).
    assert (y v * B v v = - \sum_(i < m) (if Nat.eq_dec i v then 0 else y i * B i v)) as alone.
    { rewrite (sum_ext m (fun i => y i * B i v) (fun i => at_index v i * (y i * B i v) +
        (if Nat.eq_dec i v then 0 else y i * B i v))) in zero.
      - rewrite sum_plus, (sum_pick m (fun i => y i * B i v)) in zero by assumption. lra.
      - intros i _. unfold at_index. destruct (Nat.eq_dec i v), (Nat.eq_dec v i); subst; ring || lia. }
    rewrite <- here, <- Rabs_mult, alone, Rabs_Ropp.
    eapply Rle_trans; [apply abs_sum|]. apply sum_le. intros i _.
    destruct (Nat.eq_dec i v); [rewrite Rabs_R0; lra|]. rewrite Rabs_mult. lra. }
  assert (forall v, (v < m)%nat ->
    \sum_(i < m) ((if Nat.eq_dec i v then 0 else Rabs (B i v)) * M) = others_of_column m B v * M)
    as scaled by (intros; apply sum_scale_right).
  assert (forall u v, reaches m (fun i j => Rabs (B i j)) u v -> Rabs (y v) = M -> Rabs (y u) = M)
    as spreads.
  { intros u v path. induction path as [u v (su & sv & step)| |u w v _ IH1 _ IH2]; auto.
    intros here. destruct (Nat.eq_dec u v) as [->|other]; [assumption|].
    specialize (own v sv here). specialize (weak v sv). unfold weakly_dominant in weak.
    set (part := fun i => if Nat.eq_dec i v then 0 else Rabs (B i v)) in *.
    assert (\sum_(i < m) (part i * (M - Rabs (y i))) = 0) as tight.
    { apply Rle_antisym.
      - rewrite (sum_ext m _ (fun i => part i * M - part i * Rabs (y i))) by (intros; ring).
        rewrite sum_minus. specialize (scaled v sv).
        change (\sum_(i < m) (part i * M) = others_of_column m B v * M) in scaled. rewrite scaled.
        change (M * Rabs (B v v) <= \sum_(i < m) (part i * Rabs (y i))) in own.
        assert (others_of_column m B v * M <= Rabs (B v v) * M) by (apply Rmult_le_compat_r; lra).
        change (sum m (fun i => part i * Rabs (y i))) with (\sum_(i < m) (part i * Rabs (y i))). lra.
      - apply sum_nonneg. intros i si. apply Rmult_le_pos; [|specialize (most i si); lra].
        unfold part. destruct (Nat.eq_dec i v); [lra|apply Rabs_pos]. }
    assert (part u * (M - Rabs (y u)) = 0) as none.
    { apply (zero_terms m (fun i => part i * (M - Rabs (y i)))); auto. intros i si.
      apply Rmult_le_pos; [|specialize (most i si); lra].
      unfold part. destruct (Nat.eq_dec i v); [lra|apply Rabs_pos]. }
    unfold part in none. destruct (Nat.eq_dec u v); [contradiction|].
    apply Rmult_integral in none as [bad|none]; lra. }
  assert (Rabs (y j0) = M) as here.
  { apply (spreads j0 top); [apply connected; [assumption|lia]|reflexivity]. }
  specialize (own j0 sj0 here). unfold strictly_dominant in strict.
  assert (others_of_column m B j0 * M < Rabs (B j0 j0) * M) by (apply Rmult_lt_compat_r; lra).
  assert (\sum_(i < m) ((if Nat.eq_dec i j0 then 0 else Rabs (B i j0)) * Rabs (y i)) <=
    \sum_(i < m) ((if Nat.eq_dec i j0 then 0 else Rabs (B i j0)) * M)) as less.
  { apply sum_le. intros i si. apply Rmult_le_compat_l; [|auto].
    destruct (Nat.eq_dec i j0); [lra|apply Rabs_pos]. }
  rewrite (scaled j0 sj0) in less. lra.
Qed.

(** ** Case (ii) of the proof of Lemma 6.1 *)

(** R (s columns) stands above L (n rows) in columns that add up to one, and L is not zero. *)
Theorem a_block_that_leaks_is_nonsingular : forall s n k R L P,
  (forall a b, (a < s)%nat -> (b < s)%nat -> 0 <= R a b) ->
  (forall c b, (c < n)%nat -> (b < s)%nat -> 0 <= L c b) ->
  (forall b, (b < s)%nat -> \sum_(a < s) R a b + \sum_(c < n) L c b = 1) ->
  (exists c b, (c < n)%nat /\ (b < s)%nat /\ L c b <> 0) -> irreducible s R ->
  let F := fun a b => R a b - unit_matrix a b in
  connected_entries s F /\ (forall b, (b < s)%nat -> weakly_dominant s F b) /\
  (exists b, (b < s)%nat /\ strictly_dominant s F b) /\ nonsingular s F /\
  ((forall a j, (a < s)%nat -> (j < k)%nat -> times s F P a j = 0) ->
   forall a j, (a < s)%nat -> (j < k)%nat -> P a j = 0).
Proof.
  intros s n k R L P nonneg nonneg' total (c0 & b0 & sc0 & sb0 & leak) connected F.
  assert (forall b, (b < s)%nat -> Rabs (F b b) - others_of_column s F b = \sum_(c < n) L c b) as gap.
  { intros b sb. specialize (total b sb).
    assert (R b b <= 1) as most.
    { assert (R b b <= \sum_(a < s) R a b) by (apply (term_le_sum s (fun a => R a b)); auto).
      assert (0 <= \sum_(c < n) L c b) by (apply sum_nonneg; auto). lra. }
    assert (Rabs (F b b) = 1 - R b b) as ->.
    { unfold F, unit_matrix, at_index. destruct (Nat.eq_dec b b); [|lia].
      rewrite Rabs_left1; lra. }
    assert (others_of_column s F b = \sum_(a < s) R a b - R b b) as ->; [|lra].
    unfold others_of_column.
    rewrite (sum_ext s _ (fun a => R a b - at_index b a * R a b)).
    - now rewrite sum_minus, (sum_pick s (fun a => R a b)).
    - intros a sa. unfold F, unit_matrix, at_index.
      destruct (Nat.eq_dec a b), (Nat.eq_dec b a); subst; try lia; [ring|].
      rewrite Rabs_right; [ring|]. specialize (nonneg a b sa sb). lra. }
  assert (connected_entries s F) as paths.
  { intros a b sa sb. specialize (connected a b sa sb). clear sa sb.
    induction connected as [a b (sa' & sb' & step)| |a w b first IH1 second IH2].
    - destruct (Nat.eq_dec a b) as [->|other]; [apply rt_refl|]. apply rt_step.
      split; [assumption|]. split; [assumption|]. unfold F, unit_matrix, at_index.
      destruct (Nat.eq_dec a b); [contradiction|]. rewrite Rabs_right; lra.
    - apply rt_refl.
    - now apply rt_trans with w. }
  assert (forall b, (b < s)%nat -> weakly_dominant s F b) as weak.
  { intros b sb. specialize (gap b sb). unfold weakly_dominant.
    assert (0 <= \sum_(c < n) L c b) by (apply sum_nonneg; auto). lra. }
  assert (exists b, (b < s)%nat /\ strictly_dominant s F b) as strict.
  { exists b0. split; [assumption|]. specialize (gap b0 sb0). unfold strictly_dominant.
    assert (L c0 b0 <= \sum_(c < n) L c b0) by (apply (term_le_sum n (fun c => L c b0)); auto).
    specialize (nonneg' c0 b0 sc0 sb0). lra. }
  pose proof (dominant_columns_are_independent s F paths weak strict) as full.
  repeat split; try assumption; try apply full.
  intros zero a j sa sj. apply (proj1 full (fun u => P u j)); [|assumption].
  intros i si. exact (zero i j si sj).
Qed.
