(** Chai and Nayak, section 4.1: rows with more than two values are split until none is left, and
    the procedures of the class that are admissible are those with C1 and C2. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Channels ChaiNayak Admissible Rows Domination.
Open Scope R_scope.

(** C1 for one row: its smallest entry is t, its largest g t, and both are there. *)
Definition row_spans (k : nat) (g t : R) (r : nat -> R) : Prop :=
  0 < t /\ (forall j, (j < k)%nat -> t <= r j <= g * t) /\
  (exists a, (a < k)%nat /\ r a = t) /\ (exists b, (b < k)%nat /\ r b = g * t).
Definition spans (m k : nat) (g : R) (t : nat -> R) (P : matrix) : Prop :=
  forall i, (i < m)%nat -> row_spans k g (t i) (P i).
(** Column j has no middle value. *)
Definition plain (m : nat) (g : R) (t : nat -> R) (P : matrix) (j : nat) : Prop :=
  forall i, (i < m)%nat -> P i j = t i \/ P i j = g * t i.

(** ** The construction of Lemma 4.4, for the entry c of row i *)

Definition with_entry (c : nat) (x : R) (r : nat -> R) : nat -> R := fun j =>
  if Nat.eq_dec j c then x else r j.
Definition split_share (g t x : R) : R := (g * t - x) / (g * t - t).
Definition split_middle (m i c : nat) (g t : R) (A : matrix) : matrix := fun x j =>
  let d := split_share g t (A i c) in
  if Nat.eq_dec x m then (1 - d) * with_entry c (g * t) (A i) j
  else if Nat.eq_dec x i then d * with_entry c t (A i) j else A x j.
Definition joining (m i : nat) : matrix := fun x v =>
  if Nat.eq_dec v m then at_index i x else at_index x v.

Lemma part_spans : forall k g t r c x d, 1 < g -> row_spans k g t r -> r c <> t -> r c <> g * t ->
  0 < d -> t <= x <= g * t -> row_spans k g (d * t) (fun j => d * with_entry c x r j).
Proof.
  intros k g t r c x d big (pos & range & (a & sa & low) & (b & sb & high)) other other' posd inside.
  split; [now apply Rmult_lt_0_compat|]. split; [|split].
  - intros j sj. replace (g * (d * t)) with (d * (g * t)) by ring.
    assert (t <= with_entry c x r j <= g * t) as within.
    { unfold with_entry. destruct (Nat.eq_dec j c); [assumption|now apply range]. }
    split; apply Rmult_le_compat_l; lra.
  - exists a. split; [assumption|]. unfold with_entry.
    destruct (Nat.eq_dec a c) as [->|]; [contradiction|]. now rewrite low.
  - exists b. split; [assumption|]. unfold with_entry.
    destruct (Nat.eq_dec b c) as [->|]; [contradiction|]. rewrite high. ring.
Qed.

Theorem middle_value_is_split : forall m k g A i c t, 1 < g -> stochastic m k A -> (i < m)%nat ->
  (c < k)%nat -> row_spans k g t (A i) -> t < A i c < g * t ->
  let d := split_share g t (A i c) in
  let P := split_middle m i c g t A in
  0 < d < 1 /\ stochastic (S m) k P /\
  row_spans k g (d * t) (P i) /\ row_spans k g ((1 - d) * t) (P m) /\
  (forall x, (x < m)%nat -> x <> i -> P x = A x) /\
  garbled_by m (S m) k (joining m i) P A /\ sufficient (S m) m k P A.
Proof.
  intros m k g A i c t big columns si sc row middle d P.
  pose proof row as (pos & range & _).
  assert (0 < g * t - t) as wide.
  { assert (1 * t < g * t) by (apply Rmult_lt_compat_r; lra). lra. }
  assert (0 < d) as above by (apply Rdiv_lt_0_compat; lra).
  assert (d < 1) as below.
  { apply Rmult_lt_reg_r with (g * t - t); [assumption|]. unfold d, split_share.
    replace ((g * t - A i c) / (g * t - t) * (g * t - t)) with (g * t - A i c) by (field; lra). lra. }
  assert (d * t + (1 - d) * (g * t) = A i c) as mixture.
  { unfold d, split_share. field. lra. }
  assert (P i = fun j => d * with_entry c t (A i) j) as first.
  { unfold P, split_middle. fold d. destruct (Nat.eq_dec i m) as [e|]; [lia|].
    destruct (Nat.eq_dec i i); [reflexivity|contradiction]. }
  assert (P m = fun j => (1 - d) * with_entry c (g * t) (A i) j) as last.
  { unfold P, split_middle. fold d. destruct (Nat.eq_dec m m); [reflexivity|contradiction]. }
  assert (forall x, (x < m)%nat -> x <> i -> P x = A x) as others.
  { intros x sx differ. unfold P, split_middle.
    destruct (Nat.eq_dec x m) as [e|]; [lia|]. destruct (Nat.eq_dec x i); [contradiction|reflexivity]. }
  assert (row_spans k g (d * t) (P i)) as one by (rewrite first; apply part_spans; auto; lra).
  assert (row_spans k g ((1 - d) * t) (P m)) as two by (rewrite last; apply part_spans; auto; lra).
  assert (forall x j, (x < m)%nat -> A x j = P x j + at_index i x * P m j) as adds.
  { intros x j sx. unfold at_index. destruct (Nat.eq_dec i x) as [<-|differ].
    - rewrite first, last. unfold with_entry. destruct (Nat.eq_dec j c) as [->|]; lra.
    - rewrite others by auto. ring. }
  assert (garbled_by m (S m) k (joining m i) P A) as down.
  { split.
    - intros v sv. split; [intros x _; unfold joining; destruct (Nat.eq_dec v m); apply at_index_range|].
      unfold joining. destruct (Nat.eq_dec v m); [now apply column_of_indices|].
      rewrite (sum_ext m _ (fun x => at_index v x)) by (intros; apply at_index_swap).
      apply column_of_indices. lia.
    - intros x j sx sj. rewrite adds by assumption. unfold times. simpl sum. f_equal.
      + rewrite <- (sum_pick m (fun v => P v j) x sx). apply sum_ext. intros v sv. unfold joining.
        destruct (Nat.eq_dec v m); [lia|reflexivity].
      + unfold joining. destruct (Nat.eq_dec m m); [reflexivity|contradiction]. }
  split; [now split|]. split.
  - intros j sj. destruct (columns j sj) as [nonneg total]. split.
    + intros x sx. destruct (Nat.eq_dec x m) as [->|].
      { destruct two as (p & within & _). specialize (within j sj). lra. }
      destruct (Nat.eq_dec x i) as [->|].
      { destruct one as (p & within & _). specialize (within j sj). lra. }
      rewrite others by lia. apply nonneg. lia.
    + simpl. change (\sum_(x < m) P x j + P m j = 1).
      rewrite <- total. rewrite (sum_ext m (fun x => A x j) (fun x => P x j + at_index i x * P m j))
        by (intros; now apply adds).
      rewrite sum_plus, (sum_pick m (fun _ => P m j)) by assumption. reflexivity.
  - repeat (split; [assumption|]). now exists (joining m i).
Qed.

(** ** All middle values of one column, then of all columns *)

Definition plainer (m r k : nat) (g : R) (t s : nat -> R) (A P : matrix) : Prop :=
  stochastic r k P /\ spans r k g s P /\ sufficient r m k P A /\
  forall j, (j < k)%nat -> plain m g t A j -> plain r g s P j.

Lemma column_becomes_plain : forall n m k g t A c, 1 < g -> (c < k)%nat -> stochastic m k A ->
  spans m k g t A -> (forall i, (n <= i)%nat -> (i < m)%nat -> A i c = t i \/ A i c = g * t i) ->
  exists r s P, plainer m r k g t s A P /\ plain r g s P c.
Proof.
  induction n as [|n IH]; intros m k g t A c big sc columns full done.
  - exists m, t, A. split; [|intros i si; apply done; lia].
    split; [assumption|]. split; [assumption|]. split; [apply sufficient_itself|auto].
  - destruct (le_lt_dec m n) as [short|inside].
    { apply (IH m k g t A c); auto. intros i low si. lia. }
    destruct (Req_dec (A n c) (t n)) as [equal|other].
    { apply (IH m k g t A c); auto. intros i low si.
      destruct (Nat.eq_dec i n) as [->|]; [now left|]. apply done; lia. }
    destruct (Req_dec (A n c) (g * t n)) as [equal|other'].
    { apply (IH m k g t A c); auto. intros i low si.
      destruct (Nat.eq_dec i n) as [->|]; [now right|]. apply done; lia. }
    pose proof (full n inside) as row. pose proof row as (pos & range & _).
    pose proof (range c sc) as within.
    destruct (middle_value_is_split m k g A n c (t n) big columns inside sc row ltac:(lra))
      as (share & columns' & one & two & others & _ & up).
    set (d := split_share g (t n) (A n c)) in *. set (P := split_middle m n c g (t n) A) in *.
    set (s := fun x => if Nat.eq_dec x m then (1 - d) * t n
      else if Nat.eq_dec x n then d * t n else t x).
    assert (s m = (1 - d) * t n) as sm
      by (unfold s; destruct (Nat.eq_dec m m); [reflexivity|contradiction]).
    assert (s n = d * t n) as sn.
    { unfold s. destruct (Nat.eq_dec n m) as [e|]; [lia|].
      destruct (Nat.eq_dec n n); [reflexivity|contradiction]. }
    assert (forall x, (x < m)%nat -> x <> n -> s x = t x) as rest.
    { intros x sx differ. unfold s. destruct (Nat.eq_dec x m) as [e|]; [lia|].
      destruct (Nat.eq_dec x n); [contradiction|reflexivity]. }
    assert (forall j, P n j = d * with_entry c (t n) (A n) j) as first.
    { intros j. unfold P, split_middle. fold d. destruct (Nat.eq_dec n m) as [e|]; [lia|].
      destruct (Nat.eq_dec n n); [reflexivity|contradiction]. }
    assert (forall j, P m j = (1 - d) * with_entry c (g * t n) (A n) j) as last.
    { intros j. unfold P, split_middle. fold d. destruct (Nat.eq_dec m m); [reflexivity|contradiction]. }
    assert (with_entry c (t n) (A n) c = t n /\ with_entry c (g * t n) (A n) c = g * t n) as [top top'].
    { unfold with_entry. destruct (Nat.eq_dec c c); [now split|contradiction]. }
    assert (spans (S m) k g s P) as full'.
    { intros x sx. destruct (Nat.eq_dec x m) as [->|]; [now rewrite sm|].
      destruct (Nat.eq_dec x n) as [->|]; [now rewrite sn|].
      rewrite rest, others by lia. apply full. lia. }
    destruct (IH (S m) k g s P c big sc columns' full') as (r & s' & Q & (cQ & fQ & uQ & kQ) & goal).
    { intros i low si. destruct (Nat.eq_dec i m) as [->|].
      - right. rewrite last, top', sm. ring.
      - destruct (Nat.eq_dec i n) as [->|].
        + left. now rewrite first, top, sn.
        + rewrite rest, others by lia. apply done; lia. }
    exists r, s', Q. split; [|assumption]. split; [assumption|]. split; [assumption|]. split.
    + now apply sufficient_chain with (1 := uQ).
    + intros j sj old. apply kQ; [assumption|]. intros x sx.
      destruct (Nat.eq_dec x m) as [->|]; [|destruct (Nat.eq_dec x n) as [->|]].
      * rewrite last, sm. unfold with_entry. destruct (Nat.eq_dec j c); [right; ring|].
        destruct (old n inside) as [-> | ->]; [left|right]; ring.
      * rewrite first, sn. unfold with_entry. destruct (Nat.eq_dec j c); [left; ring|].
        destruct (old n inside) as [-> | ->]; [left|right]; ring.
      * rewrite rest, others by lia. apply old. lia.
Qed.

Lemma table_becomes_plain : forall n m k g t A, 1 < g -> (n <= k)%nat -> stochastic m k A ->
  spans m k g t A ->
  exists r s P, plainer m r k g t s A P /\ forall j, (j < n)%nat -> plain r g s P j.
Proof.
  induction n as [|n IH]; intros m k g t A big fits columns full.
  - exists m, t, A. split; [|intros; lia].
    split; [assumption|]. split; [assumption|]. split; [apply sufficient_itself|auto].
  - destruct (IH m k g t A big ltac:(lia) columns full) as (r & s & P & (cP & fP & uP & kP) & goal).
    destruct (column_becomes_plain r r k g s P n big fits cP fP) as (q & s' & Q & (cQ & fQ & uQ & kQ) & own).
    { intros i low si. lia. }
    exists q, s', Q. split.
    + split; [assumption|]. split; [assumption|]. split; [now apply sufficient_chain with (1 := uQ)|].
      intros j sj old. auto.
    + intros j sj. destruct (Nat.eq_dec j n) as [->|]; [assumption|].
      apply kQ; [lia|]. apply goal. lia.
Qed.

Lemma full_parity_spans : forall m k g A, 1 < g -> in_class m k g A -> full_parity m k g A ->
  exists t, spans m k g t A.
Proof.
  intros m k g A big class full. pose proof (class_positive m k g A class) as positive.
  destruct class as (_ & _ & ratio & _).
  destruct (finite_choice m (fun i b => (b < k)%nat /\ exists a, (a < k)%nat /\ A i a = g * A i b))
    as [f chosen].
  { intros i si. destruct (full i si) as (a & b & sa & sb & same). exists b. split; [assumption|].
    now exists a. }
  exists (fun i => A i (f i)). intros i si. destruct (chosen i si) as (sb & a & sa & same).
  split; [auto|]. split; [|split; [now exists (f i)|now exists a]].
  intros j sj. split; [|now apply ratio].
  apply Rmult_le_reg_l with g; [lra|]. rewrite <- same. now apply ratio.
Qed.

(** Lemma 4.4 with the end of its proof. *)
Theorem middle_values_are_eliminated : forall m k g A, 1 < g -> in_class m k g A ->
  full_parity m k g A ->
  exists r P, in_class_0 r k g P /\ sufficient r m k P A /\
    (~ two_values m k A -> better r m k P A).
Proof.
  intros m k g A big class full.
  destruct (full_parity_spans m k g A big class full) as [t whole].
  pose proof class as (_ & columns & _).
  destruct (table_becomes_plain k m k g t A big ltac:(lia) columns whole)
    as (r & s & P & (cP & fP & uP & _) & plainP).
  assert (parity_at_most r k P g) as ratio.
  { intros i a b si sa sb. destruct (fP i si) as (pos & range & _).
    destruct (range a sa) as [_ high]. destruct (range b sb) as [low _].
    apply Rle_trans with (g * s i); [assumption|]. apply Rmult_le_compat_l; lra. }
  destruct (merged_into_class r m k g A P class cP ratio uP) as (q & Q & own & [up _] & rows).
  assert (in_class_0 q k g Q) as class_0.
  { split; [assumption|]. split; intros u su; destruct (rows u su) as (i & e & si & pos & each);
      destruct (fP i si) as (posi & range & (a & sa & low) & (b & sb & high)).
    - exists b, a. rewrite !each by assumption. rewrite low, high. repeat split; auto. ring.
    - exists a, b. rewrite !each by assumption. rewrite low, high. repeat split; auto.
      + intros same. apply Rmult_eq_reg_l in same; [|lra].
        assert (1 * s i < g * s i) by (apply Rmult_lt_compat_r; lra). lra.
      + intros j sj. rewrite each by assumption.
        destruct (plainP j sj i si) as [-> | ->]; auto. }
  exists q, Q. split; [assumption|].
  assert (sufficient q m k Q A) as down by now apply sufficient_chain with (1 := up).
  split; [assumption|]. intros many.
  apply (outside_class_0_is_not_equivalent q m k g Q A big class_0 class); [|assumption].
  intros (_ & _ & two). contradiction.
Qed.

Theorem more_values_are_inadmissible : forall m k g A, 1 < g -> in_class m k g A ->
  full_parity m k g A -> ~ two_values m k A -> ~ admissible m k g A.
Proof.
  intros m k g A big class full many [_ none].
  destruct (middle_values_are_eliminated m k g A big class full) as (r & P & [own _] & _ & strictly).
  now apply (none r P own), strictly.
Qed.

(** A row violates C1 where its parity is below gamma. *)
Lemma row_parity_search : forall m k g A, parity_at_most m k A g ->
  full_parity m k g A \/
  exists i, (i < m)%nat /\ forall a b, (a < k)%nat -> (b < k)%nat -> A i a < g * A i b.
Proof.
  intros m k g A ratio.
  destruct (bounded_search m (fun i => ~ exists a, (a < k)%nat /\ exists b, (b < k)%nat /\
    A i a = g * A i b)) as [found|none].
  - intros i.
    destruct (bounded_search k (fun a => exists b, (b < k)%nat /\ A i a = g * A i b)) as [y|n].
    + intros a. destruct (bounded_search k (fun b => A i a = g * A i b)) as [y|n].
      * intros b. destruct (Req_EM_T (A i a) (g * A i b)); [left|right]; assumption.
      * now left.
      * right. intros (b & sb & same). now apply (n b).
    + right. intros no. contradiction.
    + left. intros (a & sa & both). now apply (n a sa).
  - right. destruct found as (i & si & less). exists i. split; [assumption|].
    intros a b sa sb. destruct (Rle_lt_or_eq_dec _ _ (ratio i a b si sa sb)) as [|same]; [assumption|].
    exfalso. apply less. exists a. split; [assumption|]. now exists b.
  - left. intros i si.
    destruct (bounded_search k (fun a => exists b, (b < k)%nat /\ A i a = g * A i b)) as [y|n].
    + intros a. destruct (bounded_search k (fun b => A i a = g * A i b)) as [y|n].
      * intros b. destruct (Req_EM_T (A i a) (g * A i b)); [left|right]; assumption.
      * now left.
      * right. intros (b & sb & same). now apply (n b).
    + destruct y as (a & sa & b & sb & same). now exists a, b.
    + exfalso. apply (none i si). intros (a & sa & both). now apply (n a sa).
Qed.

(** Every violation of C1 is a constant row (Lemma 4.3) or one with a parity between (Lemma 4.2). *)
Theorem violations_of_full_parity : forall m k g A, 1 < g -> in_class m k g A ->
  ~ full_parity m k g A ->
  (exists i, (i < m)%nat /\ ((exists d, forall j, (j < k)%nat -> A i j = d) \/
    ((exists a b, (a < k)%nat /\ (b < k)%nat /\ A i b < A i a) /\
     forall a b, (a < k)%nat -> (b < k)%nat -> A i a < g * A i b))) /\
  ~ admissible m k g A.
Proof.
  intros m k g A big class less. pose proof class as (_ & _ & ratio & _).
  destruct (row_parity_search m k g A ratio) as [|(i & si & below)]; [contradiction|]. split.
  - exists i. split; [assumption|].
    destruct (bounded_search k (fun a => A i 0%nat <> A i a)) as [(a & sa & differ)|none].
    + intros a. destruct (Req_EM_T (A i 0%nat) (A i a)); [right|left]; tauto.
    + right. split; [|assumption].
      destruct (Rtotal_order (A i 0%nat) (A i a)) as [lower|[same|higher]]; [|contradiction|].
      * exists a, 0%nat. repeat split; auto; lia.
      * exists 0%nat, a. repeat split; auto; lia.
    + left. exists (A i 0%nat). intros j sj.
      destruct (Req_EM_T (A i 0%nat) (A i j)) as [|differ]; [auto|]. exfalso. now apply (none j).
  - now apply (smaller_row_parity_is_dominated m k g A i).
Qed.

(** The end of the proof of Lemma 4.3: what a table outside the class 0 gains from P >= A. *)
Theorem consequence_of_dropping : forall m r k g A P, 1 < g -> in_class m k g A ->
  in_class r k g P -> ~ full_parity m k g A -> full_parity r k g P -> sufficient r m k P A ->
  (two_values r k P -> better r m k P A) /\
  (~ two_values r k P -> ~ admissible r k g P /\
    exists q Q, in_class q k g Q /\ better q r k Q P /\ better q m k Q A) /\
  ~ admissible m k g A.
Proof.
  intros m r k g A P big class own less full down. split; [|split].
  - intros two. apply (outside_class_0_is_not_equivalent r m k g P A big); auto; [now split|].
    intros (_ & whole & _). contradiction.
  - intros many. split; [now apply more_values_are_inadmissible|].
    destruct (middle_values_are_eliminated r k g P big own full) as (q & Q & [inside _] & _ & strictly).
    specialize (strictly many). exists q, Q. split; [assumption|]. split; [assumption|].
    now apply better_chain with (1 := strictly).
  - now apply violations_of_full_parity.
Qed.

Lemma two_values_search : forall m k A, two_values m k A \/ ~ two_values m k A.
Proof.
  intros m k A.
  set (wide := fun i a b => A i a <> A i b /\
    forall j, (j < k)%nat -> ~ (A i j <> A i a /\ A i j <> A i b)).
  assert (forall i a b, {wide i a b} + {~ wide i a b}) as decide.
  { intros i a b. unfold wide. destruct (Req_EM_T (A i a) (A i b)) as [same|differ].
    - right. intros [no _]. contradiction.
    - destruct (bounded_search k (fun j => A i j <> A i a /\ A i j <> A i b)) as [some|none].
      + intros j. destruct (Req_EM_T (A i j) (A i a)), (Req_EM_T (A i j) (A i b)); tauto.
      + right. intros [_ all]. destruct some as (j & sj & both). now apply (all j sj).
      + left. now split. }
  destruct (bounded_search m (fun i => ~ exists a, (a < k)%nat /\ exists b, (b < k)%nat /\ wide i a b))
    as [found|none].
  - intros i. destruct (bounded_search k (fun a => exists b, (b < k)%nat /\ wide i a b)) as [y|n].
    + intros a. destruct (bounded_search k (wide i a)) as [y|n]; [apply decide|now left|].
      right. intros (b & sb & good). now apply (n b).
    + right. intros no. contradiction.
    + left. intros (a & sa & both). now apply (n a sa).
  - right. destruct found as (i & si & no). intros two. apply no.
    destruct (two i si) as (a & b & sa & sb & differ & values). exists a. split; [assumption|].
    exists b. split; [assumption|]. split; [assumption|]. intros j sj [one other].
    destruct (values j sj); contradiction.
  - left. intros i si.
    destruct (bounded_search k (fun a => exists b, (b < k)%nat /\ wide i a b)) as [y|n].
    + intros a. destruct (bounded_search k (wide i a)) as [y|n]; [apply decide|now left|].
      right. intros (b & sb & good). now apply (n b).
    + destruct y as (a & sa & b & sb & differ & values). exists a, b.
      repeat split; auto. intros j sj. specialize (values j sj).
      destruct (Req_EM_T (A i j) (A i a)); [now left|].
      destruct (Req_EM_T (A i j) (A i b)); [now right|]. tauto.
    + exfalso. apply (none i si). intros (a & sa & both). now apply (n a sa).
Qed.

(** Theorem 4.3, and with Theorem 4.2 the characterisation. *)
Theorem admissible_only_in_class_0 : forall m k g A, 1 < g -> in_class m k g A ->
  admissible m k g A -> in_class_0 m k g A.
Proof.
  intros m k g A big class good. pose proof class as (_ & _ & ratio & _).
  destruct (row_parity_search m k g A ratio) as [full|(i & si & below)].
  - split; [assumption|]. split; [assumption|].
    destruct (two_values_search m k A) as [|many]; [assumption|]. exfalso.
    now apply (more_values_are_inadmissible m k g A).
  - exfalso. now apply (smaller_row_parity_is_dominated m k g A i big class si below).
Qed.

Theorem admissible_iff_class_0 : forall m k g A, 1 < g -> in_class m k g A ->
  (admissible m k g A <-> in_class_0 m k g A).
Proof.
  intros m k g A big class. split; [now apply admissible_only_in_class_0|].
  now apply class_0_is_admissible.
Qed.
