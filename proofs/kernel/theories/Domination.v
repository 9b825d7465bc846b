(** Chai and Nayak, section 4.1: a procedure that violates C1 or C2 is inadmissible. Remark 4.1,
    Lemmas 4.2 to 4.4, Theorem 4.3. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Channels ChaiNayak Admissible Rows.
Open Scope R_scope.

Definition no_proportional_rows (m k : nat) (P : matrix) : Prop :=
  forall a b, (a < m)%nat -> (b < m)%nat -> a <> b -> ~ proportional k P a b.

(** Each row of P is a row of A times a positive number. *)
Definition multiples (m r k : nat) (A P : matrix) : Prop := forall u, (u < r)%nat ->
  exists i c, (i < m)%nat /\ 0 < c /\ forall j, (j < k)%nat -> P u j = c * A i j.

(** ** Garblings one after the other *)

Lemma bounded_search : forall n (Q : nat -> Prop), (forall i, {Q i} + {~ Q i}) ->
  {exists i, (i < n)%nat /\ Q i} + {forall i, (i < n)%nat -> ~ Q i}.
Proof.
  induction n as [|n IH]; intros Q decide; [right; intros; lia|].
  destruct (IH Q decide) as [found|none]; [left|].
  - destruct found as (i & small & good). exists i. split; [lia|assumption].
  - destruct (decide n) as [good|bad]; [left; exists n; split; [lia|assumption]|].
    right. intros i small. destruct (Nat.eq_dec i n) as [->|]; [assumption|]. apply none. lia.
Qed.

Lemma proportional_search : forall k P a b, {proportional k P a b} + {~ proportional k P a b}.
Proof.
  intros k P a b.
  destruct (bounded_search k (fun j => exists l, (l < k)%nat /\ P a j * P b l <> P a l * P b j))
    as [apart|same].
  - intros j. destruct (bounded_search k (fun l => P a j * P b l <> P a l * P b j)) as [some|none].
    + intros l. destruct (Req_EM_T (P a j * P b l) (P a l * P b j)) as [e|n]; [right|left]; auto.
    + now left.
    + right. intros (l & small & differ). now apply (none l).
  - right. destruct apart as (j & sj & l & sl & differ). intros equal. apply differ, equal; auto.
  - left. intros j l sj sl. destruct (Req_EM_T (P a j * P b l) (P a l * P b j)) as [|differ]; auto.
    exfalso. apply (same j sj). now exists l.
Qed.

Lemma sufficient_itself : forall m k P, sufficient m m k P P.
Proof.
  intros m k P. exists unit_matrix. split.
  - intros u small. split; [intros; apply at_index_range|].
    rewrite (sum_ext m _ (fun i => at_index u i)) by (intros; apply at_index_swap).
    now apply column_of_indices.
  - intros i j si sj. unfold times, unit_matrix. now rewrite (sum_pick m (fun u => P u j)).
Qed.

Lemma sufficient_chain : forall p r m k P Q A,
  sufficient p r k P Q -> sufficient r m k Q A -> sufficient p m k P A.
Proof.
  intros p r m k P Q A [C [first same]] [D [second same']]. exists (times r D C). split.
  - now apply times_stochastic.
  - intros i j si sj. rewrite same' by assumption. rewrite <- times_assoc. unfold times at 1 2.
    apply sum_ext. intros u su. now rewrite same.
Qed.

Lemma better_chain : forall p r m k P Q A,
  better p r k P Q -> sufficient r m k Q A -> better p m k P A.
Proof.
  intros p r m k P Q A [up never] down. split; [now apply sufficient_chain with (1 := up)|].
  intros back. apply never. now apply sufficient_chain with (1 := down).
Qed.

(** Where A is a garbling of P and P one of A, a used row of P is a multiple of the row of A. *)
Lemma used_row_is_a_multiple : forall m r k C A P,
  (forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= A i j) -> no_proportional_rows m k A ->
  garbled_by m r k C P A -> sufficient m r k A P ->
  forall i v, (i < m)%nat -> (v < r)%nat -> 0 < C i v ->
  exists t, forall j, (j < k)%nat -> P v j = t * A i j.
Proof.
  intros m r k C A P nonneg apart [first same] [D [second same']] i v si sv used.
  assert (forall i u, (i < m)%nat -> (u < m)%nat -> times r C D i u = unit_matrix i u) as unit.
  { apply (fixed_table m k (times r C D) A); auto.
    - now apply times_stochastic.
    - intros a j sa sj. rewrite <- times_assoc. rewrite same by assumption. unfold times at 1 3.
      apply sum_ext. intros u su. now rewrite <- same'. }
  exists (D v i). intros j sj. rewrite same' by assumption. unfold times.
  rewrite <- (sum_pick m (fun u => D v u * A u j) i si). apply sum_ext. intros u su.
  unfold at_index. destruct (Nat.eq_dec i u) as [<-|differ]; [ring|].
  assert (C i v * D v u = 0) as zero.
  { apply (zero_terms r (fun w => C i w * D w u)); auto.
    - intros w sw. apply Rmult_le_pos; [now apply (first w sw)|now apply (second u su)].
    - change (times r C D i u = 0). rewrite unit by assumption. unfold unit_matrix, at_index.
      destruct (Nat.eq_dec i u); [contradiction|reflexivity]. }
  apply Rmult_integral in zero. destruct zero as [| ->]; [lra|ring].
Qed.

(** ** Remark 4.1: all proportional rows are merged *)

(** Row b is added to row [skip b a]. *)
Definition merge (b a : nat) (P : matrix) : matrix := fun u j =>
  P (skip b u) j + at_index a u * P b j.
Definition merging (b a : nat) : matrix := fun u i =>
  if Nat.eq_dec i b then at_index a u else at_index (skip b u) i.
Definition unmerging (b a : nat) (d : R) : matrix := fun i u =>
  if Nat.eq_dec i b then d * at_index a u else at_index (skip b u) i * (1 - d * at_index a u).

Lemma at_skip : forall b u v, at_index (skip b u) (skip b v) = at_index u v.
Proof.
  intros b u v. unfold at_index.
  destruct (Nat.eq_dec (skip b u) (skip b v)) as [e|n], (Nat.eq_dec u v) as [e'|n']; auto.
  - apply skip_injective in e. contradiction.
  - subst. contradiction.
Qed.

Lemma one_merge : forall n k P a b d, (a < n)%nat -> (b < S n)%nat -> 0 <= d <= 1 ->
  (forall j, (j < k)%nat -> P b j = d * (P (skip b a) j + P b j)) ->
  equivalent n (S n) k (merge b a P) P.
Proof.
  intros n k P a b d sa sb range proportion.
  assert (forall f, sum (S n) f = f b + \sum_(j < n) f (skip b j)) as without
    by (intros; apply sum_without; lia).
  assert (forall v (x y : R), (if Nat.eq_dec (skip b v) b then x else y) = y) as other.
  { intros v x y. destruct (Nat.eq_dec (skip b v) b) as [e|]; [|reflexivity].
    exfalso. now apply (skip_misses b v). }
  assert (forall x y : R, (if Nat.eq_dec b b then x else y) = x) as own.
  { intros x y. destruct (Nat.eq_dec b b); [reflexivity|contradiction]. }
  split.
  - exists (unmerging b a d). split.
    + intros u su. split.
      * intros i _. unfold unmerging. pose proof (at_index_range a u) as low.
        assert (at_index a u <= 1) by (unfold at_index; destruct (Nat.eq_dec a u); lra).
        destruct (Nat.eq_dec i b); [apply Rmult_le_pos; lra|].
        apply Rmult_le_pos; [apply at_index_range|].
        assert (d * at_index a u <= 1 * 1) by (apply Rmult_le_compat; lra). lra.
      * rewrite without. unfold unmerging. rewrite own.
        rewrite (sum_ext n _ (fun v => at_index u v * (1 - d * at_index a u))).
        -- rewrite (sum_pick n (fun _ => 1 - d * at_index a u)) by assumption. ring.
        -- intros v _. now rewrite other, at_skip.
    + intros i j si sj. unfold times, unmerging. destruct (Nat.eq_dec i b) as [->|differ].
      * rewrite (sum_ext n _ (fun u => at_index a u * (d * merge b a P u j))) by (intros; ring).
        rewrite (sum_pick n (fun u => d * merge b a P u j)) by assumption. unfold merge.
        replace (at_index a a) with 1
          by (unfold at_index; destruct (Nat.eq_dec a a); [reflexivity|contradiction]).
        rewrite Rmult_1_l. now apply proportion.
      * destruct (skip_reaches n b i ltac:(lia) si differ) as (v & sv & <-).
        rewrite (sum_ext n _ (fun u => at_index v u * ((1 - d * at_index a u) * merge b a P u j))).
        -- rewrite (sum_pick n (fun u => (1 - d * at_index a u) * merge b a P u j)) by assumption.
           unfold merge. specialize (proportion j sj). unfold at_index.
           destruct (Nat.eq_dec a v) as [<-|]; lra.
        -- intros u _. rewrite at_skip, at_index_swap. ring.
  - exists (merging b a). split.
    + intros i si. split; [intros u _; unfold merging; destruct (Nat.eq_dec i b); apply at_index_range|].
      destruct (Nat.eq_dec i b) as [->|differ].
      * rewrite (sum_ext n _ (fun u => at_index a u)); [now apply column_of_indices|].
        intros u _. unfold merging. now rewrite own.
      * destruct (skip_reaches n b i ltac:(lia) si differ) as (v & sv & <-).
        rewrite (sum_ext n _ (fun u => at_index v u)); [now apply column_of_indices|].
        intros u _. unfold merging. now rewrite other, at_skip, at_index_swap.
    + intros u j su sj. unfold times. rewrite without. unfold merging at 1. rewrite own.
      rewrite (sum_ext n _ (fun v => at_index u v * P (skip b v) j)).
      * rewrite (sum_pick n (fun v => P (skip b v) j)) by assumption. unfold merge. ring.
      * intros v _. unfold merging. now rewrite other, at_skip.
Qed.

Lemma shares_of_proportional : forall k P a b,
  (forall j, (j < k)%nat -> 0 <= P a j /\ 0 <= P b j) -> proportional k P a b ->
  exists d, 0 <= d <= 1 /\ forall j, (j < k)%nat -> P b j = d * (P a j + P b j).
Proof.
  intros k P a b nonneg same. set (sa := sum k (P a)). set (sb := sum k (P b)).
  assert (0 <= sa) as posa by (apply sum_nonneg; intros; now apply nonneg).
  assert (0 <= sb) as posb by (apply sum_nonneg; intros; now apply nonneg).
  assert (forall j, (j < k)%nat -> P a j * sb = sa * P b j) as cross.
  { intros j sj. unfold sa, sb. rewrite <- sum_scale, <- sum_scale_right. apply sum_ext.
    intros l sl. now apply same. }
  destruct (Req_dec (sa + sb) 0) as [none|some].
  - exists 0. split; [lra|]. intros j sj.
    rewrite (zero_terms k (P b)); [ring| |unfold sb in *; lra|assumption].
    intros l sl. now apply nonneg.
  - assert (0 < / (sa + sb)) by (apply Rinv_0_lt_compat; lra).
    exists (sb / (sa + sb)). split.
    + split; [apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with (sa + sb); [lra|].
      replace (sb / (sa + sb) * (sa + sb)) with sb by (field; lra). lra.
    + intros j sj. apply Rmult_eq_reg_r with (sa + sb); [|assumption].
      replace (sb / (sa + sb) * (P a j + P b j) * (sa + sb)) with (P a j * sb + sb * P b j)
        by (field; lra).
      rewrite cross by assumption. ring.
Qed.

Theorem proportional_rows_are_eliminated : forall m k A, stochastic m k A ->
  exists r P, equivalent r m k P A /\ stochastic r k P /\ no_proportional_rows r k P /\
    multiples m r k A P.
Proof.
  induction m as [|n IH]; intros k A columns.
  - exists O, A. split; [split; apply sufficient_itself|]. split; [assumption|].
    split; [intros a b sa; lia|intros u su; lia].
  - destruct (bounded_search (S n) (fun b => exists a, (a < S n)%nat /\ a <> b /\
      proportional k A a b)) as [found|none].
    + intros b. destruct (bounded_search (S n) (fun a => a <> b /\ proportional k A a b)) as [y|no].
      * intros a. destruct (Nat.eq_dec a b) as [->|differ]; [right; now intros [bad _]|].
        destruct (proportional_search k A a b); [left|right]; tauto.
      * left. destruct y as (a & ? & ? & ?). exists a. auto.
      * right. intros (a & sa & both). now apply (no a sa).
    + destruct found as (b & sb & a & sa & differ & same).
      destruct (skip_reaches n b a ltac:(lia) sa differ) as (v & sv & hit).
      destruct (shares_of_proportional k A a b) as (d & range & share); auto.
      { intros j sj. destruct (columns j sj) as [nonneg _]. auto. }
      assert (equivalent n (S n) k (merge b v A) A) as [down up].
      { apply one_merge with d; auto. now rewrite hit. }
      assert (stochastic n k (merge b v A)) as columns'.
      { destruct up as [C [draws equal]]. pose proof (times_stochastic n (S n) k C A draws columns) as made.
        intros j sj. destruct (made j sj) as [nonneg one]. split.
        - intros i si. rewrite equal by assumption. now apply nonneg.
        - rewrite <- one. apply sum_ext. intros i si. now apply equal. }
      destruct (IH k _ columns') as (r & P & [down' up'] & own & apart & rows).
      exists r, P. split; [split|split; [assumption|split; [assumption|]]].
      * now apply sufficient_chain with (1 := down').
      * now apply sufficient_chain with (1 := up).
      * intros u su. destruct (rows u su) as (i & c & si & pos & each).
        assert (exists y e, (y < S n)%nat /\ 0 < e /\
          forall j, (j < k)%nat -> merge b v A i j = e * A y j) as (y & e & sy & pose & row).
        { assert (skip b i < S n)%nat as inside by (unfold skip; destruct (lt_dec i b); lia).
          unfold merge, at_index. destruct (Nat.eq_dec v i) as [<-|].
          - destruct (Req_dec d 1) as [->|less].
            + exists b, 1. split; [assumption|]. split; [lra|]. intros j sj.
              specialize (share j sj). rewrite hit. lra.
            + exists (skip b v), (/ (1 - d)). split; [assumption|].
              split; [apply Rinv_0_lt_compat; lra|]. intros j sj. specialize (share j sj).
              rewrite hit. apply Rmult_eq_reg_l with (1 - d); [|lra].
              rewrite <- Rmult_assoc, Rinv_r by lra. lra.
          - exists (skip b i), 1. split; [assumption|]. split; [lra|]. intros; ring. }
        exists y, (c * e). split; [assumption|]. split; [now apply Rmult_lt_0_compat|].
        intros j sj. rewrite each, row by assumption. ring.
    + exists (S n), A. split; [split; apply sufficient_itself|]. split; [assumption|]. split.
      * intros a b sa sb differ same. apply (none b sb). now exists a.
      * intros u su. exists u, 1. split; [assumption|]. split; [lra|]. intros; ring.
Qed.

(** A better procedure with proportional rows yields one of the class. *)
Lemma class_has_truths : forall m k g A, in_class m k g A -> (0 < k)%nat.
Proof.
  intros m k g A (several & _ & _ & apart). destruct k as [|k]; [|lia]. exfalso.
  apply (apart 0%nat 1%nat); try lia. intros j l sj. lia.
Qed.

Lemma merged_into_class : forall r m k g A P, in_class m k g A -> stochastic r k P ->
  parity_at_most r k P g -> sufficient r m k P A ->
  exists q Q, in_class q k g Q /\ equivalent q r k Q P /\ multiples r q k P Q.
Proof.
  intros r m k g A P class columns ratio down.
  pose proof (class_has_truths m k g A class) as truths.
  destruct class as (several & _ & _ & apart).
  destruct (proportional_rows_are_eliminated r k P columns) as (q & Q & same & own & none & rows).
  exists q, Q. split; [|now split]. split; [|split; [assumption|split; [|assumption]]].
  - destruct same as [up _]. pose proof (sufficient_chain _ _ _ _ _ _ _ up down) as [C [_ equal]].
    destruct q as [|[|q]]; [| |lia]; exfalso.
    + destruct (own 0%nat truths) as [_ one]. simpl in one. lra.
    + assert (forall j, (j < k)%nat -> Q 0%nat j = 1) as ones.
      { intros j sj. destruct (own j sj) as [_ one]. simpl in one. lra. }
      apply (apart 0%nat 1%nat); try lia. intros j l sj sl.
      rewrite !equal by (auto; lia). unfold times. simpl. rewrite !ones by assumption. ring.
  - intros u a b su sa sb. destruct (rows u su) as (i & c & si & pos & each).
    rewrite !each by assumption. specialize (ratio i a b si sa sb).
    replace (g * (c * P i b)) with (c * (g * P i b)) by ring. apply Rmult_le_compat_l; lra.
Qed.

Lemma dominated_in_class : forall r m k g A P C i v, in_class m k g A -> stochastic r k P ->
  parity_at_most r k P g -> garbled_by m r k C P A -> (i < m)%nat -> (v < r)%nat -> 0 < C i v ->
  ~ (exists t, forall j, (j < k)%nat -> P v j = t * A i j) ->
  exists q Q, in_class q k g Q /\ better q m k Q A.
Proof.
  intros r m k g A P C i v class columns ratio down si sv used other.
  destruct (merged_into_class r m k g A P class columns ratio) as (q & Q & own & [up back] & _).
  { now exists C. }
  exists q, Q. split; [assumption|]. split; [apply sufficient_chain with (1 := up); now exists C|].
  intros never. apply other. apply (used_row_is_a_multiple m r k C A P); auto.
  - intros a j sa sj. apply Rlt_le. now apply (class_positive m k g A class).
  - now destruct class as (_ & _ & _ & apart).
  - now apply sufficient_chain with (1 := never).
Qed.

(** ** Lemma 4.2 *)

Lemma positive_minimum : forall n (f : nat -> R), (forall i, (i < n)%nat -> 0 < f i) ->
  exists c, 0 < c /\ forall i, (i < n)%nat -> c <= f i.
Proof.
  induction n as [|n IH]; intros f pos; [exists 1; split; [lra|intros; lia]|].
  destruct (IH f) as (c & posc & low); [intros; apply pos; lia|].
  exists (Rmin c (f n)). split; [apply Rmin_glb_lt; auto|]. intros i small.
  destruct (Nat.eq_dec i n) as [->|]; [apply Rmin_r|].
  eapply Rle_trans; [apply Rmin_l|]. apply low. lia.
Qed.

Lemma finite_minimum : forall k (f h : nat -> R),
  (forall a b, (a < k)%nat -> (b < k)%nat -> f a < h b) ->
  exists s, 0 < s /\ forall a b, (a < k)%nat -> (b < k)%nat -> s <= h b - f a.
Proof.
  intros k f h apart.
  destruct k as [|k]; [exists 1; split; [lra|intros; lia]|].
  assert (forall n, (n <= S k)%nat -> exists s, 0 < s /\
    forall a b, (a < n)%nat -> (b < S k)%nat -> s <= h b - f a) as all.
  { induction n as [|n IH]; intros fits; [exists 1; split; [lra|intros; lia]|].
    destruct (IH ltac:(lia)) as (s & pos & low).
    destruct (positive_minimum (S k) (fun b => h b - f n)) as (c & posc & low').
    { intros b sb. specialize (apart n b ltac:(lia) sb). lra. }
    exists (Rmin s c). split; [now apply Rmin_glb_lt|]. intros a b sa sb.
    destruct (Nat.eq_dec a n) as [->|].
    - eapply Rle_trans; [apply Rmin_r|]. now apply low'.
    - eapply Rle_trans; [apply Rmin_l|]. apply low; [lia|assumption]. }
  now apply all.
Qed.

(** Row i with a parity below gamma pays for a larger row u. *)
Definition raised (e : R) (i u : nat) (A : matrix) : matrix := fun x j =>
  A x j + (at_index u x - at_index i x) * (e * A u j).
Definition raising (e : R) (i u : nat) : matrix := fun x v =>
  at_index x v + at_index u v * ((at_index i x - at_index u x) * (e / (1 + e))).

Lemma raising_garbles : forall m k A e i u, 0 < e -> (i < m)%nat -> (u < m)%nat -> i <> u ->
  garbled_by m m k (raising e i u) (raised e i u A) A.
Proof.
  intros m k A e i u pos si su differ.
  assert (0 < e / (1 + e)) as part by (apply Rdiv_lt_0_compat; lra).
  assert (e / (1 + e) < 1) as less.
  { apply Rmult_lt_reg_r with (1 + e); [lra|].
    replace (e / (1 + e) * (1 + e)) with e by (field; lra). lra. }
  split.
  - intros v sv. split.
    + intros x _. unfold raising, at_index.
      destruct (Nat.eq_dec x v), (Nat.eq_dec u v), (Nat.eq_dec i x), (Nat.eq_dec u x);
        subst; try contradiction; try congruence; lra.
    + unfold raising. rewrite sum_plus, sum_scale, sum_scale_right, sum_minus.
      rewrite !column_of_indices by assumption.
      rewrite (sum_ext m _ (fun x => at_index v x)) by (intros; apply at_index_swap).
      rewrite column_of_indices by assumption. ring.
  - intros x j sx sj. unfold times, raising.
    rewrite (sum_ext m _ (fun v => at_index x v * raised e i u A v j +
      at_index u v * ((at_index i x - at_index u x) * (e / (1 + e)) * raised e i u A v j)))
      by (intros; ring).
    rewrite sum_plus, (sum_pick m (fun v => raised e i u A v j)),
      (sum_pick m (fun v => (at_index i x - at_index u x) * (e / (1 + e)) * raised e i u A v j))
      by assumption.
    unfold raised. replace (at_index u u) with 1
      by (unfold at_index; destruct (Nat.eq_dec u u); [reflexivity|contradiction]).
    replace (at_index i u) with 0
      by (unfold at_index; destruct (Nat.eq_dec i u); [contradiction|reflexivity]).
    field. lra.
Qed.

(** A row whose parity is below gamma: constant rows and those between. *)
Theorem smaller_row_parity_is_dominated : forall m k g A i, 1 < g -> in_class m k g A ->
  (i < m)%nat -> (forall a b, (a < k)%nat -> (b < k)%nat -> A i a < g * A i b) ->
  (exists r P, in_class r k g P /\ better r m k P A) /\ ~ admissible m k g A.
Proof.
  intros m k g A i big class si below.
  enough (exists r P, in_class r k g P /\ better r m k P A) as found.
  { split; [assumption|]. destruct found as (r & P & own & strictly).
    intros [_ none]. now apply (none r P). }
  pose proof (class_positive m k g A class) as positive.
  pose proof class as (several & columns & ratio & apart).
  set (u := if Nat.eq_dec i 0 then 1%nat else 0%nat).
  assert ((u < m)%nat /\ i <> u) as [su differ] by (unfold u; destruct (Nat.eq_dec i 0); lia).
  clearbody u.
  destruct (positive_minimum k (fun j => A i j)) as (c & posc & low); [auto|].
  assert (exists s, 0 < s /\ forall a b, (a < k)%nat -> (b < k)%nat -> s <= g * A i b - A i a)
    as (s & poss & slack).
  { destruct (finite_minimum k (fun a => A i a) (fun b => g * A i b)) as (s & poss & slack); auto.
    now exists s. }
  set (e := Rmin (c / 2) (s / g)).
  assert (0 < s / g) by (apply Rdiv_lt_0_compat; lra).
  assert (0 < e) as pos_e by (apply Rmin_glb_lt; lra).
  assert (e <= c / 2) as one by apply Rmin_l.
  assert (g * e <= s) as two.
  { replace s with (g * (s / g)) by (field; lra). apply Rmult_le_compat_l; [lra|apply Rmin_r]. }
  assert (forall j, (j < k)%nat -> 0 < A u j <= 1) as unit.
  { intros j sj. split; [auto|]. destruct (columns j sj) as [nonneg total].
    rewrite <- total. now apply (term_le_sum m (fun x => A x j)). }
  assert (forall j, (j < k)%nat -> 0 < e * A u j <= e) as small.
  { intros j sj. destruct (unit j sj). split; [now apply Rmult_lt_0_compat|].
    rewrite <- (Rmult_1_r e) at 2. apply Rmult_le_compat_l; lra. }
  apply (dominated_in_class m m k g A (raised e i u A) (raising e i u) i u); auto.
  - intros j sj. split.
    + intros x sx. unfold raised, at_index. pose proof (positive x j sx sj).
      specialize (small j sj). specialize (low j sj). cbv beta in low.
      destruct (Nat.eq_dec u x), (Nat.eq_dec i x); subst; try contradiction; lra.
    + unfold raised. rewrite sum_plus, sum_scale_right, sum_minus.
      rewrite !column_of_indices by assumption.
      destruct (columns j sj) as [_ total]. change (sum m (fun x => A x j) = 1) in total.
      rewrite total. ring.
  - intros x a b sx sa sb. unfold raised, at_index. specialize (ratio x a b sx sa sb).
    pose proof (small a sa). pose proof (small b sb).
    destruct (Nat.eq_dec u x) as [e1|n1], (Nat.eq_dec i x) as [e2|n2]; try congruence; try lra;
      subst x.
    + replace (g * (A u b + (1 - 0) * (e * A u b))) with ((1 + e) * (g * A u b)) by ring.
      replace (A u a + (1 - 0) * (e * A u a)) with ((1 + e) * A u a) by ring.
      apply Rmult_le_compat_l; lra.
    + specialize (slack a b sa sb).
      assert (g * (e * A u b) <= g * e) by (apply Rmult_le_compat_l; lra). lra.
  - now apply raising_garbles.
  - unfold raising, at_index. destruct (Nat.eq_dec i u), (Nat.eq_dec u u), (Nat.eq_dec i i),
      (Nat.eq_dec u i); subst; try contradiction; try congruence.
    assert (0 < e / (1 + e)) by (apply Rdiv_lt_0_compat; lra). lra.
  - intros [t each]. apply (apart i u si su differ). intros j l sj sl.
    assert (forall j, (j < k)%nat -> (1 + e) * A u j = t * A i j) as row.
    { intros w sw. rewrite <- each by assumption. unfold raised, at_index.
      destruct (Nat.eq_dec u u), (Nat.eq_dec i u); try contradiction. ring. }
    pose proof (row j sj). pose proof (row l sl).
    apply Rmult_eq_reg_l with (1 + e); [|lra].
    replace ((1 + e) * (A i j * A u l)) with (A i j * ((1 + e) * A u l)) by ring.
    replace ((1 + e) * (A i l * A u j)) with (A i l * ((1 + e) * A u j)) by ring.
    rewrite !row by assumption. ring.
Qed.
