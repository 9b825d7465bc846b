(** Chai and Nayak, section 4.1: which procedures are equivalent, and that one with two values in
    each row, at the factor gamma, is admissible within the class of its privacy. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums Tensors Garblings Channels ChaiNayak.
Open Scope R_scope.

(** A = C P for an m by r transition probability matrix C. *)
Definition garbled_by (m r k : nat) (C P A : matrix) : Prop :=
  stochastic m r C /\ forall i j, (i < m)%nat -> (j < k)%nat -> A i j = times r C P i j.

(** P (r rows) is sufficient for A (m rows); equivalent; better. *)
Definition sufficient (r m k : nat) (P A : matrix) : Prop := exists C, garbled_by m r k C P A.
Definition equivalent (r m k : nat) (P A : matrix) : Prop :=
  sufficient r m k P A /\ sufficient m r k A P.
Definition better (r m k : nat) (P A : matrix) : Prop :=
  sufficient r m k P A /\ ~ sufficient m r k A P.

(** The class C_gamma of all procedures with parity at most gamma. *)
Definition in_class (m k : nat) (g : R) (P : matrix) : Prop :=
  (2 <= m)%nat /\ stochastic m k P /\ parity_at_most m k P g /\
  forall a b, (a < m)%nat -> (b < m)%nat -> a <> b -> ~ proportional k P a b.

(** C1: the parity of each row is gamma. C2: each row has exactly two values. *)
Definition full_parity (m k : nat) (g : R) (P : matrix) : Prop := forall i, (i < m)%nat ->
  exists a b, (a < k)%nat /\ (b < k)%nat /\ P i a = g * P i b.
Definition two_values (m k : nat) (P : matrix) : Prop := forall i, (i < m)%nat ->
  exists a b, (a < k)%nat /\ (b < k)%nat /\ P i a <> P i b /\
    forall j, (j < k)%nat -> P i j = P i a \/ P i j = P i b.
Definition in_class_0 (m k : nat) (g : R) (P : matrix) : Prop :=
  in_class m k g P /\ full_parity m k g P /\ two_values m k P.

Definition admissible (m k : nat) (g : R) (P : matrix) : Prop :=
  in_class m k g P /\ forall r A, in_class r k g A -> ~ better r m k A P.

Definition permutation_matrix (m : nat) (C : matrix) : Prop := exists f, permutation m f /\
  forall i u, (i < m)%nat -> (u < m)%nat -> C i u = at_index (f u) i.

(** ** Tables of the class *)

Lemma class_positive : forall m k g P, in_class m k g P ->
  forall i j, (i < m)%nat -> (j < k)%nat -> 0 < P i j.
Proof.
  intros m k g P (several & columns & ratio & apart) i j row small.
  assert (forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= P i j) as nonneg
    by (intros u v here there; now apply (columns v there)).
  destruct (nonneg i j row small) as [some|zero]; [assumption|]. exfalso.
  set (other := if Nat.eq_dec i 0 then 1%nat else 0%nat).
  assert ((other < m)%nat /\ i <> other) as [there differ]
    by (unfold other; destruct (Nat.eq_dec i 0); lia).
  apply (apart i other row there differ). intros a b first second.
  assert (forall c, (c < k)%nat -> P i c = 0) as none.
  { intros c here. pose proof (ratio i c j row here small). pose proof (nonneg i c row here).
    rewrite <- zero in *. lra. }
  rewrite !none by assumption. ring.
Qed.

Lemma finite_choice : forall n (Q : nat -> nat -> Prop),
  (forall u, (u < n)%nat -> exists i, Q u i) -> exists f, forall u, (u < n)%nat -> Q u (f u).
Proof.
  induction n as [|n IH]; intros Q some; [exists (fun _ => O); intros; lia|].
  destruct (IH Q) as [f good]; [intros; apply some; lia|].
  destruct (some n ltac:(lia)) as [i own].
  exists (fun u => if Nat.eq_dec u n then i else f u). intros u small.
  destruct (Nat.eq_dec u n) as [->|]; [assumption|]. apply good. lia.
Qed.

Lemma classic_entry : forall m (x : nat -> R),
  (exists i, (i < m)%nat /\ 0 < x i) \/ (forall i, (i < m)%nat -> x i <= 0).
Proof.
  induction m as [|m IH]; intros x; [right; intros; lia|].
  destruct (IH x) as [(i & small & positive)|none]; [left; exists i; split; [lia|assumption]|].
  destruct (Rlt_le_dec 0 (x m)) as [positive|]; [left; exists m; split; [lia|assumption]|].
  right. intros i small. destruct (Nat.eq_dec i m) as [->|]; [assumption|]. apply none. lia.
Qed.

Lemma some_entry : forall m r C u, stochastic m r C -> (u < r)%nat ->
  exists i, (i < m)%nat /\ 0 < C i u.
Proof.
  intros m r C u columns small. destruct (columns u small) as [nonneg one].
  destruct (classic_entry m (fun i => C i u)) as [[i both]|none]; [now exists i|]. exfalso.
  rewrite sum_zero in one; [lra|]. intros i here. specialize (nonneg i here). specialize (none i here).
  lra.
Qed.

Lemma permutation_matrix_stochastic : forall m C, permutation_matrix m C -> stochastic m m C.
Proof.
  intros m C (f & [inside _] & entries) u small. split.
  - intros i here. rewrite entries by assumption. unfold at_index.
    destruct (Nat.eq_dec (f u) i); lra.
  - rewrite (sum_ext m _ (fun i => at_index (f u) i * 1))
      by (intros; rewrite entries by assumption; ring).
    apply (sum_pick m (fun _ => 1)). now apply inside.
Qed.

(** The transpose of a permutation matrix takes it back. *)
Lemma permuted_back : forall m k C P A, permutation_matrix m C -> garbled_by m m k C P A ->
  sufficient m m k A P.
Proof.
  intros m k C P A (f & perm & entries) [_ same].
  exists (fun u i => at_index (f u) i). split.
  - intros i small. split; [intros u _; unfold at_index; destruct (Nat.eq_dec (f u) i); lra|].
    assert (In i (map f (seq 0 m))) as there.
    { apply (Permutation_in _ (permutation_lists m f perm)), in_seq. lia. }
    apply in_map_iff in there as (u & own & there). apply in_seq in there.
    destruct perm as [inside injective].
    rewrite (sum_ext m _ (fun v => at_index u v * 1)).
    + apply (sum_pick m (fun _ => 1)). lia.
    + intros v here. unfold at_index.
      destruct (Nat.eq_dec (f v) i) as [e|n], (Nat.eq_dec u v) as [e'|n']; try ring.
      * exfalso. apply n'. apply injective; [lia|assumption|congruence].
      * exfalso. apply n. congruence.
  - destruct perm as [inside injective]. intros u j small here. unfold times.
    rewrite (sum_pick m (fun i => A i j) (f u)) by now apply inside.
    rewrite same by (auto; apply inside; assumption). unfold times.
    rewrite <- (sum_pick m (fun v => P v j) u small). apply sum_ext. intros v there.
    rewrite entries by (auto; apply inside; assumption). unfold at_index.
    destruct (Nat.eq_dec u v) as [e|n], (Nat.eq_dec (f v) (f u)) as [e'|n']; try ring.
    + exfalso. apply n'. congruence.
    + exfalso. apply n. symmetry. now apply injective.
Qed.

(** Only a permutation matrix has a stochastic inverse. *)
Lemma inverse_is_permutation : forall m C D, stochastic m m C -> stochastic m m D ->
  (forall i u, (i < m)%nat -> (u < m)%nat -> times m D C i u = unit_matrix i u) ->
  (forall i u, (i < m)%nat -> (u < m)%nat -> times m C D i u = unit_matrix i u) ->
  permutation_matrix m C.
Proof.
  intros m C D first second left right.
  assert (forall u i w, (u < m)%nat -> (i < m)%nat -> (w < m)%nat -> 0 < C i u -> w <> u ->
    D w i = 0) as none.
  { intros u i w su si sw used differ.
    assert (\sum_(v < m) (D w v * C v u) = 0) as zero.
    { change (times m D C w u = 0). rewrite left by assumption. unfold unit_matrix, at_index.
      destruct (Nat.eq_dec w u); [contradiction|reflexivity]. }
    assert (D w i * C i u = 0) as own.
    { apply (zero_terms m (fun v => D w v * C v u)); auto. intros v sv.
      apply Rmult_le_pos; [now apply (second v sv)|now apply (first u su)]. }
    apply Rmult_integral in own. destruct own; lra. }
  assert (forall u i, (u < m)%nat -> (i < m)%nat -> 0 < C i u -> D u i = 1) as ones.
  { intros u i su si used. destruct (second i si) as [_ one]. rewrite <- one.
    rewrite <- (sum_pick m (fun w => D w i) u su). apply sum_ext. intros w sw.
    unfold at_index. destruct (Nat.eq_dec u w) as [<-|differ]; [ring|].
    rewrite (none u i w) by auto. ring. }
  destruct (finite_choice m (fun u i => (i < m)%nat /\ 0 < C i u)) as [f chosen].
  { intros u su. now apply (some_entry m m). }
  exists f. split.
  - split; [intros u su; now apply chosen|]. intros u v su sv same.
    destruct (Nat.eq_dec u v) as [|differ]; [assumption|]. exfalso.
    destruct (chosen u su) as [si used]. destruct (chosen v sv) as [_ used'].
    pose proof (ones u (f u) su si used) as one.
    pose proof (none v (f v) u sv) as zero. rewrite <- same in zero.
    rewrite zero in one by (auto; rewrite <- same in used'; assumption). lra.
  - intros i u si su. destruct (chosen u su) as [here used].
    destruct (first u su) as [nonneg one]. change (sum m (fun i => C i u) = 1) in one.
    assert (C (f u) u = 1) as top.
    { pose proof (right (f u) (f u) here here) as unit.
      unfold unit_matrix, at_index in unit. destruct (Nat.eq_dec (f u) (f u)); [|contradiction].
      rewrite <- unit. unfold times.
      rewrite (sum_ext m _ (fun w => at_index u w * C (f u) w)).
      - symmetry. now apply sum_pick.
      - intros w sw. unfold at_index. destruct (Nat.eq_dec u w) as [<-|differ].
        + rewrite ones by assumption. ring.
        + rewrite (none u (f u) w) by auto. ring. }
    unfold at_index. destruct (Nat.eq_dec (f u) i) as [<-|differ]; [assumption|].
    assert (C i u + C (f u) u <= 1) as both.
    { rewrite <- one. rewrite <- (sum_pick m (fun v => C v u) i si).
      rewrite <- (sum_pick m (fun v => C v u) (f u) here), <- sum_plus. apply sum_le. intros v sv.
      specialize (nonneg v sv). unfold at_index.
      destruct (Nat.eq_dec i v), (Nat.eq_dec (f u) v); subst; try contradiction; lra. }
    specialize (nonneg i si). lra.
Qed.

Lemma times_assoc : forall m r A B P i j,
  times m A (times r B P) i j = times r (times m A B) P i j.
Proof.
  intros. unfold times. rewrite (sum_ext m _ (fun u => \sum_(v < r) (A i u * (B u v * P v j))))
    by (intros; now rewrite sum_scale).
  rewrite sum_of_sums. apply sum_ext. intros v _. rewrite <- sum_scale_right. apply sum_ext.
  intros. ring.
Qed.

Lemma times_stochastic : forall m r k C P, stochastic m r C -> stochastic r k P ->
  stochastic m k (times r C P).
Proof.
  intros m r k C P first second. now apply (garbling_is_table m r k C P (fun _ => 0)).
Qed.

(** ** Theorem 4.1 with its proof *)

Theorem equivalence_is_permutation_step : forall m r k g A P C D,
  in_class m k g A -> in_class r k g P -> garbled_by m r k C P A -> garbled_by r m k D A P ->
  stochastic r r (times m D C) /\ stochastic m m (times r C D) /\
  (forall i j, (i < r)%nat -> (j < k)%nat -> times r (times m D C) P i j = P i j) /\
  (forall i j, (i < m)%nat -> (j < k)%nat -> times m (times r C D) A i j = A i j) /\
  (forall i u, (i < r)%nat -> (u < r)%nat -> times m D C i u = unit_matrix i u) /\
  (forall i u, (i < m)%nat -> (u < m)%nat -> times r C D i u = unit_matrix i u) /\
  m = r /\ permutation_matrix m C.
Proof.
  intros m r k g A P C D classA classP [first same] [second same'].
  pose proof (class_positive _ _ _ _ classA) as posA. pose proof (class_positive _ _ _ _ classP) as posP.
  destruct classA as (_ & _ & _ & apartA). destruct classP as (_ & _ & _ & apartP).
  pose proof (times_stochastic r m r D C second first) as square.
  pose proof (times_stochastic m r m C D first second) as square'.
  assert (forall i j, (i < r)%nat -> (j < k)%nat -> times r (times m D C) P i j = P i j) as keeps.
  { intros i j si sj. rewrite <- times_assoc. rewrite same' by assumption. unfold times at 1 3.
    apply sum_ext. intros u su. now rewrite <- same. }
  assert (forall i j, (i < m)%nat -> (j < k)%nat -> times m (times r C D) A i j = A i j) as keeps'.
  { intros i j si sj. rewrite <- times_assoc. rewrite same by assumption. unfold times at 1 3.
    apply sum_ext. intros u su. now rewrite <- same'. }
  assert (forall i u, (i < r)%nat -> (u < r)%nat -> times m D C i u = unit_matrix i u) as left.
  { apply (fixed_table r k (times m D C) P); auto. intros. apply Rlt_le; auto. }
  assert (forall i u, (i < m)%nat -> (u < m)%nat -> times r C D i u = unit_matrix i u) as right.
  { apply (fixed_table m k (times r C D) A); auto. intros. apply Rlt_le; auto. }
  assert (m = r) as sizes.
  { apply INR_eq. pose proof (trace_of_product r m D C) as traces. unfold trace in traces.
    rewrite (sum_ext r _ (fun _ => 1)) in traces.
    - rewrite (sum_ext m _ (fun _ => 1)) in traces.
      + rewrite !sum_constant in traces. lra.
      + intros i si. rewrite right by assumption. unfold unit_matrix, at_index.
        destruct (Nat.eq_dec i i); [reflexivity|contradiction].
    - intros i si. rewrite left by assumption. unfold unit_matrix, at_index.
      destruct (Nat.eq_dec i i); [reflexivity|contradiction]. }
  repeat (split; [assumption|]). subst r. now apply inverse_is_permutation with D.
Qed.

Theorem equivalence_is_permutation : forall m r k g A P,
  in_class m k g A -> in_class r k g P ->
  (equivalent r m k P A <->
   m = r /\ exists C, permutation_matrix m C /\ garbled_by m r k C P A).
Proof.
  intros m r k g A P classA classP. split.
  - intros [[C down] [D up]].
    destruct (equivalence_is_permutation_step m r k g A P C D) as (_ & _ & _ & _ & _ & _ & sizes & perm);
      auto. split; [assumption|]. now exists C.
  - intros [sizes (C & perm & down)]. subst r. split; [now exists C|].
    now apply permuted_back with C.
Qed.

(** Remark 4.2. *)
Theorem permuted_rows : forall m k C P A, permutation_matrix m C ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> A i j = times m C P i j) ->
  (forall g, parity_at_most m k A g <-> parity_at_most m k P g) /\ equivalent m m k P A.
Proof.
  intros m k C P A perm same.
  pose proof (permutation_matrix_stochastic m C perm) as columns.
  assert (garbled_by m m k C P A) as down by now split.
  destruct (permuted_back m k C P A perm down) as [D [columns' back]].
  assert (forall A P C g, stochastic m m C -> parity_at_most m k P g ->
    (forall i j, (i < m)%nat -> (j < k)%nat -> A i j = times m C P i j) ->
    parity_at_most m k A g) as kept.
  { intros A0 P0 C0 g first ratio equal i a b si sa sb. rewrite !equal by assumption.
    now apply (garbling_keeps_parity m m k C0 P0 g). }
  split.
  - intros g. split; intros ratio; [now apply (kept P A D)|now apply (kept A P C)].
  - split; [now exists C|now exists D].
Qed.

(** ** Theorem 4.2, in its two steps, and Corollary 4.1 *)

Lemma two_valued_row : forall m k g P i, 1 < g -> in_class_0 m k g P -> (i < m)%nat ->
  exists x, 0 < x /\ (forall j, (j < k)%nat -> P i j = x \/ P i j = g * x) /\
    (exists a, (a < k)%nat /\ P i a = g * x) /\ (exists b, (b < k)%nat /\ P i b = x).
Proof.
  intros m k g P i big (own & full & two) row.
  pose proof (class_positive _ _ _ _ own) as positive.
  destruct (full i row) as (a & b & sa & sb & ratio). exists (P i b).
  pose proof (positive i b row sb) as pos.
  assert (P i b < g * P i b) as apart
    by (assert (1 * P i b < g * P i b) by (apply Rmult_lt_compat_r; assumption); lra).
  split; [assumption|]. split; [|split; [now exists a|now exists b]].
  destruct (two i row) as (c & d & sc & sd & differ & values). rewrite <- ratio in *.
  intros j sj. destruct (values j sj) as [-> | ->], (values a sa) as [e | e],
    (values b sb) as [e' | e']; rewrite e, e' in *; auto; lra.
Qed.

(** Step 1: c_iu <> 0 only for rows of P that are proportional to row i of A. *)
Theorem used_rows_are_proportional : forall m r k g A P C, 1 < g ->
  in_class_0 m k g A -> in_class r k g P -> garbled_by m r k C P A ->
  forall i u, (i < m)%nat -> (u < r)%nat -> C i u <> 0 ->
  exists t, 0 < t /\ forall j, (j < k)%nat -> P u j = t * A i j.
Proof.
  intros m r k g A P C big class_0 own [columns same] i u si su used.
  pose proof (class_positive _ _ _ _ own) as positive.
  pose proof own as (_ & _ & ratio & _).
  assert (forall i u, (i < m)%nat -> (u < r)%nat -> 0 <= C i u) as nonneg
    by (intros a b sa sb; now apply (columns b sb)).
  destruct (garbling_of_two_values m r k A C P g big) with (i := i) (u := u) as (t & above & all);
    auto.
  - intros a sa. now apply (two_valued_row m k g A a big class_0).
  - intros a b sa sb. apply Rlt_le. auto.
  - destruct (nonneg i u si su); lra.
  - exists t. split; [|assumption].
    destruct (two_valued_row m k g A i big class_0 si) as (x & pos & _ & _ & b & sb & _).
    destruct above as [|zero]; [assumption|]. exfalso.
    pose proof (positive u b su sb). rewrite all, <- zero in H by assumption. lra.
Qed.

(** Step 2: what A is a garbling of is A itself, up to the order of the rows. *)
Theorem only_permutations_are_sufficient : forall m r k g A P C, 1 < g ->
  in_class_0 m k g A -> in_class r k g P -> garbled_by m r k C P A ->
  m = r /\ permutation_matrix m C /\ equivalent r m k P A /\ in_class_0 r k g P.
Proof.
  intros m r k g A P C big class_0 own down.
  pose proof (used_rows_are_proportional m r k g A P C big class_0 own down) as used.
  pose proof down as [columns same]. pose proof class_0 as (classA & full & two).
  pose proof (class_positive _ _ _ _ classA) as posA.
  pose proof classA as (_ & _ & _ & apartA). pose proof own as (_ & _ & _ & apartP).
  assert (forall i i' u, (i < m)%nat -> (i' < m)%nat -> (u < r)%nat -> C i u <> 0 -> C i' u <> 0 ->
    i = i') as one_row.
  { intros i i' u si si' su some some'. destruct (Nat.eq_dec i i') as [|differ]; [assumption|].
    exfalso. destruct (used i u si su some) as (t & pos & all).
    destruct (used i' u si' su some') as (t' & pos' & all').
    apply (apartA i i' si si' differ). intros j l sj sl.
    pose proof (all j sj) as e1. pose proof (all l sl) as e2.
    pose proof (all' j sj) as e3. pose proof (all' l sl) as e4.
    apply Rmult_eq_reg_l with (t * t'); [|apply Rmult_integral_contrapositive_currified; lra].
    replace (t * t' * (A i j * A i' l)) with ((t * A i j) * (t' * A i' l)) by ring.
    replace (t * t' * (A i l * A i' j)) with ((t * A i l) * (t' * A i' j)) by ring.
    rewrite <- e1, <- e2, <- e3, <- e4. ring. }
  destruct (finite_choice r (fun u i => (i < m)%nat /\ 0 < C i u)) as [f chosen].
  { intros u su. now apply (some_entry m r). }
  assert (forall u v, (u < r)%nat -> (v < r)%nat -> f u = f v -> u = v) as injective.
  { intros u v su sv equal. destruct (Nat.eq_dec u v) as [|differ]; [assumption|]. exfalso.
    destruct (chosen u su) as [si some]. destruct (chosen v sv) as [_ some'].
    rewrite <- equal in some'.
    destruct (used (f u) u si su ltac:(lra)) as (t & pos & all).
    destruct (used (f u) v si sv ltac:(lra)) as (t' & pos' & all').
    apply (apartP u v su sv differ). intros j l sj sl.
    rewrite (all j sj), (all l sl), (all' j sj), (all' l sl). ring. }
  assert (forall i, (i < m)%nat -> exists u, (u < r)%nat /\ f u = i) as onto.
  { intros i si.
    destruct (two_valued_row m k g A i big class_0 si) as (x & pos & _ & _ & b & sb & _).
    destruct (classic_entry r (fun u => C i u)) as [(u & su & some)|none].
    - exists u. split; [assumption|]. destruct (chosen u su) as [there some'].
      apply (one_row (f u) i u); auto; lra.
    - exfalso. pose proof (posA i b si sb) as some. rewrite same in some by assumption.
      unfold times in some. rewrite sum_zero in some; [lra|]. intros u su.
      specialize (none u su). assert (0 <= C i u) by now apply (columns u su).
      assert (C i u = 0) as -> by lra. ring. }
  destruct (finite_choice m (fun i u => (u < r)%nat /\ f u = i)) as [h back]; [exact onto|].
  assert (m = r) as sizes.
  { destruct (Nat.lt_trichotomy m r) as [less|[equal|more]]; [|assumption|]; exfalso.
    - destruct (missing_value r m h less) as (u & su & missing).
      destruct (chosen u su) as [si _]. destruct (back (f u) si) as [su' hit].
      apply (missing (f u) si). now apply injective.
    - destruct (missing_value m r f more) as (i & si & missing).
      destruct (onto i si) as (u & su & hit). now apply (missing u su). }
  subst r.
  assert (permutation_matrix m C) as perm.
  { exists f. split; [split; [intros u su; now apply chosen|exact injective]|].
    intros i u si su. destruct (chosen u su) as [there some]. unfold at_index.
    destruct (Nat.eq_dec (f u) i) as [<-|differ].
    - destruct (columns u su) as [_ one]. rewrite <- one.
      rewrite <- (sum_pick m (fun i => C i u) (f u) there). apply sum_ext. intros i si'.
      unfold at_index. destruct (Nat.eq_dec (f u) i) as [<-|differ]; [ring|].
      destruct (Req_dec (C i u) 0) as [->|some']; [ring|]. exfalso.
      apply differ. apply (one_row (f u) i u); auto; lra.
    - destruct (Req_dec (C i u) 0) as [|some']; [assumption|]. exfalso.
      apply differ. apply (one_row (f u) i u); auto; lra. }
  split; [reflexivity|]. split; [assumption|]. split.
  - split; [now exists C|now apply permuted_back with C].
  - split; [assumption|].
    assert (forall u, (u < m)%nat -> exists i t, (i < m)%nat /\ 0 < t /\
      forall j, (j < k)%nat -> P u j = t * A i j) as rows.
    { intros u su. destruct (chosen u su) as [si some].
      destruct (used (f u) u si su ltac:(lra)) as (t & pos & all). now exists (f u), t. }
    split; intros u su; destruct (rows u su) as (i & t & si & pos & all).
    + destruct (full i si) as (a & b & sa & sb & ratio). exists a, b.
      repeat split; auto. rewrite !all, ratio by assumption. ring.
    + destruct (two i si) as (a & b & sa & sb & differ & values). exists a, b.
      repeat split; auto.
      * rewrite !all by assumption. intros equal. apply differ.
        apply Rmult_eq_reg_l with t; [assumption|lra].
      * intros j sj. rewrite !all by assumption.
        destruct (values j sj) as [-> | ->]; auto.
Qed.

Theorem class_0_is_admissible : forall m k g A, 1 < g -> in_class_0 m k g A -> admissible m k g A.
Proof.
  intros m k g A big class_0. split; [apply class_0|]. intros r P own [[C down] not_back].
  apply not_back.
  now destruct (only_permutations_are_sufficient m r k g A P C big class_0 own down)
    as (_ & _ & [_ back] & _).
Qed.

Theorem outside_class_0_is_not_equivalent : forall m r k g A P, 1 < g ->
  in_class_0 m k g A -> in_class r k g P -> ~ in_class_0 r k g P ->
  ~ equivalent r m k P A /\ (sufficient m r k A P -> better m r k A P).
Proof.
  intros m r k g A P big class_0 own outside.
  assert (~ sufficient r m k P A) as never.
  { intros [C down]. apply outside.
    now apply (only_permutations_are_sufficient m r k g A P C big class_0 own down). }
  split; [now intros [down _]|]. intros up. now split.
Qed.
