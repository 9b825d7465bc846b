(** Chai and Nayak, sections 1 and 4: when the prior cannot be learned from the reports, what
    proportional rows say, and that no table of class 0 serves every purpose. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Events Breaches Channels ChaiNayak Admissible Rows Domination
  ManyTables.
Open Scope R_scope.

(** ** Identifiability *)

Definition same_reports (m k : nat) (P : matrix) (u v : nat -> R) : Prop :=
  forall i, (i < m)%nat -> \sum_(j < k) (P i j * u j) = \sum_(j < k) (P i j * v j).
Definition identifiable (m k : nat) (P : matrix) : Prop := forall u v, law k u -> law k v ->
  same_reports m k P u v -> forall j, (j < k)%nat -> u j = v j.
Definition dependent_columns (m k : nat) (P : matrix) : Prop := exists x,
  (exists j, (j < k)%nat /\ x j <> 0) /\ forall i, (i < m)%nat -> \sum_(j < k) (P i j * x j) = 0.

(** What can be learned of a prior is a function of the law of the reports: pi is estimable where
    some such function gives it back. *)
Definition estimable (m k : nat) (P : matrix) : Prop := exists T : (nat -> R) -> nat -> R,
  forall u reports, law k u -> (forall i, (i < m)%nat -> reports i = \sum_(j < k) (P i j * u j)) ->
  forall j, (j < k)%nat -> T reports j = u j.

Theorem dependent_columns_are_not_identifiable : forall m k P, stochastic m k P ->
  (dependent_columns m k P -> ~ identifiable m k P) /\
  ((m < k)%nat -> ~ identifiable m k P) /\
  (~ identifiable m k P -> ~ estimable m k P).
Proof.
  intros m k P columns.
  assert (dependent_columns m k P -> ~ identifiable m k P) as main.
  { intros (x & (c & small & some) & zero) same.
    assert (\sum_(j < k) x j = 0) as total.
    { transitivity (\sum_(j < k) \sum_(i < m) (P i j * x j)).
      - apply sum_ext. intros j sj. rewrite sum_scale_right. destruct (columns j sj) as [_ one].
        change (sum m (fun i => P i j)) with (\sum_(i < m) P i j) in one. rewrite one. ring.
      - rewrite <- (sum_of_sums m k (fun i j => P i j * x j)). now apply sum_zero. }
    set (M := \sum_(j < k) Rabs (x j)).
    assert (forall j, (j < k)%nat -> Rabs (x j) <= M) as most
      by (intros j sj; apply (term_le_sum k (fun j => Rabs (x j))); [intros; apply Rabs_pos|exact sj]).
    assert (0 < M) as large.
    { eapply Rlt_le_trans; [apply (Rabs_pos_lt (x c) some)|now apply most]. }
    assert (0 < INR k) as size by (apply lt_0_INR; lia).
    assert (0 < / INR k / M) as step by (apply Rdiv_lt_0_compat; [now apply Rinv_0_lt_compat|assumption]).
    assert (\sum_(j < k) / INR k = 1) as whole.
    { rewrite (sum_constant k (/ INR k)). field. lra. }
    specialize (same (fun _ => / INR k) (fun j => / INR k + / INR k / M * x j)).
    assert (/ INR k = / INR k + / INR k / M * x c) as equal.
    { apply same; [| | |assumption].
      - split; [|assumption]. intros. now apply Rlt_le, Rinv_0_lt_compat.
      - split.
        + intros j sj. specialize (most j sj).
          replace (/ INR k + / INR k / M * x j) with (/ INR k / M * (M + x j)) by (field; split; lra).
          apply Rmult_le_pos; [lra|]. unfold Rabs in most. destruct (Rcase_abs (x j)); lra.
        + rewrite sum_plus, sum_scale. change (sum k x) with (\sum_(j < k) x j).
          rewrite total, whole. ring.
      - intros i si. rewrite (sum_ext k (fun j => P i j * (/ INR k + / INR k / M * x j))
          (fun j => P i j * / INR k + / INR k / M * (P i j * x j))) by (intros; ring).
        rewrite sum_plus, (sum_scale k _ (fun j => P i j * x j)), zero by assumption. ring. }
    assert (/ INR k / M * x c = 0) as none by lra.
    apply Rmult_integral in none as [none|none]; [lra|contradiction]. }
  split; [exact main|]. split.
  - intros less. apply main. exact (more_unknowns m k P less).
  - intros not (T & gives). apply not. intros u v is_law is_law' same j small.
    rewrite <- (gives u (fun i => \sum_(j < k) (P i j * u j)) is_law) by auto.
    now apply gives.
Qed.

(** ** Proportional rows *)

(** Two reports with proportional rows say the same of every event, whatever the prior. *)
Theorem proportional_rows_inform_alike : forall m k P a b prior event, stochastic m k P ->
  (a < m)%nat -> (b < m)%nat -> proportional k P a b -> law k prior ->
  can_be_seen k prior (P a) -> can_be_seen k prior (P b) ->
  posterior k prior (P a) event = posterior k prior (P b) event.
Proof.
  intros m k P a b prior event columns sa sb same is_law seen seen'.
  unfold can_be_seen in *. unfold posterior.
  set (A := \sum_(j < k) (prior j * P a j)) in *. set (B := \sum_(j < k) (prior j * P b j)) in *.
  assert (forall j, (j < k)%nat -> P a j * B = P b j * A) as ratio.
  { intros j sj. unfold A, B. rewrite <- !sum_scale. apply sum_ext. intros l sl.
    replace (P a j * (prior l * P b l)) with (prior l * (P a j * P b l)) by ring.
    rewrite same by assumption. ring. }
  assert ((\sum_(j < k) (prior j * inside event j * P a j)) * B =
    (\sum_(j < k) (prior j * inside event j * P b j)) * A) as cross.
  { rewrite <- !sum_scale_right. apply sum_ext. intros j sj. rewrite !Rmult_assoc.
    now rewrite ratio. }
  assert (forall x y, x * B = y * A -> x / A = y / B) as divided.
  { intros x y equal. apply Rmult_eq_reg_r with (A * B);
      [|apply Rmult_integral_contrapositive; split; apply Rgt_not_eq; assumption].
    transitivity (x * B); [field; lra|]. rewrite equal. field. lra. }
  exact (divided _ _ cross).
Qed.

(** Each report can be split in two: where proportional rows are allowed every table has one that is
    equivalent and has one report more. *)
Definition with_first_split (d : R) (P : matrix) : matrix := fun i j =>
  match i with O => d * P 0%nat j | 1%nat => (1 - d) * P 0%nat j | S u => P u j end.
Theorem reports_are_not_unique : forall n k P d, 0 < d < 1 -> stochastic (S n) k P ->
  stochastic (S (S n)) k (with_first_split d P) /\
  proportional k (with_first_split d P) 0 1 /\
  equivalent (S n) (S (S n)) k P (with_first_split d P).
Proof.
  intros n k P d range columns. set (A := with_first_split d P).
  assert (forall u j, merged A u j = P u j) as back.
  { intros [|u] j; unfold merged, A, with_first_split; [ring|reflexivity]. }
  destruct (proportional_rows_are_merged n k A d range) as (_ & _ & [down up]).
  { intros j _. unfold A, with_first_split. ring. }
  split; [|split].
  - intros j sj. destruct (columns j sj) as [above one]. split.
    + intros [|[|i]] si; unfold A, with_first_split; [| |apply above; lia];
        apply Rmult_le_pos; try lra; apply above; lia.
    + rewrite first_two. rewrite first_one in one.
      transitivity (P 0%nat j + \sum_(i < n) P (S i) j); [|exact one].
      unfold A, with_first_split. ring.
  - intros j l sj sl. unfold A, with_first_split. ring.
  - split.
    + destruct down as (C & col & same). exists C. split; [assumption|]. intros i j si sj.
      rewrite same by assumption. unfold times. apply sum_ext. intros u _. now rewrite back.
    + destruct up as (C & col & same). exists C. split; [assumption|]. intros i j si sj.
      rewrite <- back. now apply same.
Qed.

(** ** Three categories and more: none of class 0 serves every purpose *)

(** Members that can be compared are the same up to the order of their rows, and none is at least
    as good as all the others: the choice has to look at a utility. *)
Theorem no_table_of_class_0_is_best : forall k g, (3 <= k)%nat -> 1 < g ->
  (forall m r A P, in_class_0 m k g A -> in_class_0 r k g P -> sufficient m r k A P ->
     equivalent m r k A P) /\
  ~ exists m A, in_class_0 m k g A /\ forall r P, in_class_0 r k g P -> sufficient m r k A P.
Proof.
  intros k g several big. split.
  { intros m r A P own own' [C down]. split; [now exists C|].
    destruct own as [own _].
    destruct (only_permutations_are_sufficient r m k g P A C big own' own down)
      as (_ & _ & [_ up] & _). exact up. }
  intros (m & A & own & best).
  destruct (class_0_has_many_tables k g several big) as [member _].
  assert (3 <= INR k) as size by (replace 3 with (INR 3) by (simpl; ring); now apply le_INR).
  set (t := 1 / (g + INR k - 1)).
  assert (0 < t) as some by (apply Rdiv_lt_0_compat; lra).
  set (P := singletons_and_complements k g (t / 2)). set (Q := singletons_and_complements k g (t / 3)).
  assert (in_class_0 (k + k) k g P) as ownP by (apply member; fold t; lra).
  assert (in_class_0 (k + k) k g Q) as ownQ by (apply member; fold t; lra).
  destruct (best _ _ ownP) as [C downP]. destruct (best _ _ ownQ) as [D downQ].
  destruct (only_permutations_are_sufficient _ m k g P A C big ownP (proj1 own) downP)
    as (_ & _ & [_ back] & _).
  (* Q is a garbling of P, so a permutation of it *)
  pose proof (sufficient_chain _ _ _ _ _ _ _ back (ex_intro _ D downQ)) as [F down].
  destruct (only_permutations_are_sufficient _ _ k g Q P F big ownQ (proj1 ownP) down)
    as (_ & (f & [into injective] & entries) & _).
  assert (forall j, (j < k)%nat -> Q (f 0%nat) j = P 0%nat j) as row.
  { intros j sj. destruct down as [_ same]. rewrite same by (auto; apply into; lia).
    unfold times. rewrite (sum_ext _ _ (fun u => at_index 0 u * P u j)).
    - now rewrite (sum_pick _ (fun u => P u j)) by lia.
    - intros u su. rewrite entries by (auto; apply into; lia). f_equal. unfold at_index.
      destruct (Nat.eq_dec (f u) (f 0%nat)) as [e|e], (Nat.eq_dec 0 u) as [d|d]; try reflexivity.
      + exfalso. apply d. symmetry. apply injective; auto; lia.
      + exfalso. apply e. now rewrite d. }
  assert (forall j, (j < k)%nat -> P 0%nat j = (if Nat.eq_dec 0 j then g else 1) * (t / 2)) as top.
  { intros j _. unfold P, singletons_and_complements. destruct (lt_dec 0 k); [reflexivity|lia]. }
  pose proof (into 0%nat ltac:(lia)) as place. set (i := f 0%nat) in *.
  assert (forall v, 0 < v -> g * v = t / 2 -> v = g * (t / 2) -> False) as apart.
  { intros v pos one two. rewrite two in one. assert (0 < (g * g - 1) * (t / 2)); [|lra].
    apply Rmult_lt_0_compat; [|lra]. assert (0 < (g - 1) * (g + 1)) by (apply Rmult_lt_0_compat; lra).
    lra. }
  pose proof (class_positive _ _ _ _ (proj1 ownQ)) as posQ.
  destruct (lt_dec i k) as [low|high].
  - assert (forall j, Q i j = (if Nat.eq_dec i j then g else 1) * (t / 3)) as here.
    { intros j. unfold Q, singletons_and_complements. destruct (lt_dec i k); [reflexivity|lia]. }
    destruct (Nat.eq_dec i 0) as [zero|other].
    + pose proof (row 0%nat ltac:(lia)) as first. rewrite here, top in first by lia.
      rewrite zero in first. simpl in first. assert (0 < g * t) by (apply Rmult_lt_0_compat; lra). lra.
    + pose proof (row 0%nat ltac:(lia)) as first. pose proof (row i low) as second.
      rewrite here, top in first, second by lia.
      destruct (Nat.eq_dec i 0); [lia|]. destruct (Nat.eq_dec i i); [|lia].
      destruct (Nat.eq_dec 0 0); [|lia]. destruct (Nat.eq_dec 0 i); [lia|].
      apply (apart (t / 3)); lra.
  - set (v := complement_share k g (t / 3)).
    assert (forall j, Q i j = (if Nat.eq_dec (i - k) j then 1 else g) * v) as here.
    { intros j. unfold Q, singletons_and_complements. destruct (lt_dec i k); [lia|reflexivity]. }
    assert (0 < v) as pos.
    { pose proof (posQ i (i - k)%nat place ltac:(lia)) as some'. rewrite here in some'.
      destruct (Nat.eq_dec (i - k) (i - k)); [lra|lia]. }
    assert (exists j, (j < k)%nat /\ j <> 0%nat /\ j <> (i - k)%nat) as (c & sc & not0 & notc).
    { destruct (Nat.eq_dec (i - k) 1) as [e|e]; [exists 2%nat|exists 1%nat]; lia. }
    pose proof (row 0%nat ltac:(lia)) as first. pose proof (row c sc) as third.
    rewrite here, top in first, third by lia.
    destruct (Nat.eq_dec (i - k) c); [lia|]. destruct (Nat.eq_dec 0 c); [lia|].
    destruct (Nat.eq_dec 0 0); [|lia].
    destruct (Nat.eq_dec (i - k) 0) as [zero|other].
    + apply (apart v); lra.
    + assert (0 < (g - 1) * t) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
