(** When the best table at equal shares is one only, up to reports that say the same: of single
    truths and of pairs it is, of larger sets it is not. *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Questions EqualShares TightRows BalancedTables.
Open Scope R_scope.

(** Two sets of the k truths are the same. *)
Fixpoint same_set (k : nat) (b s : nat -> bool) : bool :=
  match k with O => true | S n => Bool.eqb (b n) (s n) && same_set n b s end.

Lemma same_set_is : forall k b s, same_set k b s = true <-> forall j, (j < k)%nat -> b j = s j.
Proof.
  induction k as [|k IH]; intros b s; cbn [same_set]; [split; [intros; lia|reflexivity]|].
  rewrite andb_true_iff, eqb_true_iff, IH. split.
  - intros [last rest] j small. destruct (Nat.eq_dec j k) as [->|]; [assumption|].
    apply rest. lia.
  - intros all. split; [apply all; lia|]. intros. apply all. lia.
Qed.

(** How much of the reports stands for a set. *)
Definition set_weight (k m : nat) (w : nat -> R) (b : nat -> nat -> bool) (s : nat -> bool) : R :=
  \sum_(i < m) (w i * if same_set k (b i) s then 1 else 0).

Lemma size_of_part : forall k b s, (forall j, (j < k)%nat -> is_in s j <= is_in b j) ->
  size k s = size k b -> forall j, (j < k)%nat -> b j = s j.
Proof.
  intros k b s part equal j small.
  assert (\sum_(c < k) (is_in b c - is_in s c) = 0) as none
    by (rewrite sum_minus; unfold size in equal; unfold is_in; lra).
  assert (forall c, (c < k)%nat -> 0 <= is_in b c - is_in s c) as above
    by (intros c less; specialize (part c less); lra).
  pose proof (sum_of_nonnegative_terms k (fun c => is_in b c - is_in s c) above none j small) as same.
  cbv beta in same. unfold is_in in same. destruct (b j), (s j); lra || reflexivity.
Qed.

Lemma count_in : forall k b, \sum_(j < k) is_in b j = size k b.
Proof. reflexivity. Qed.

(** A set of at most two truths is told by which of them it has. *)
Lemma sets_by_members : forall k b s a c, (a < k)%nat -> (c < k)%nat -> size k b = size k s ->
  (forall j, (j < k)%nat -> is_in s j = if a =? c then at_index a j else at_index a j + at_index c j) ->
  is_in b a * is_in b c = if same_set k b s then 1 else 0.
Proof.
  intros k b s a c smalla smallc sized members.
  destruct (same_set k b s) eqn:same.
  - rewrite same_set_is in same. unfold is_in. rewrite !same by assumption.
    pose proof (members a smalla) as first. pose proof (members c smallc) as second.
    unfold is_in, at_index in first, second.
    destruct (Nat.eqb_spec a c) as [<-|differ].
    + destruct (Nat.eq_dec a a); [|congruence]. destruct (s a); lra.
    + destruct (Nat.eq_dec a a); [|congruence]. destruct (Nat.eq_dec c c); [|congruence].
      destruct (Nat.eq_dec c a); [congruence|]. destruct (Nat.eq_dec a c); [congruence|].
      destruct (s a), (s c); lra.
  - destruct (b a) eqn:hasa, (b c) eqn:hasc; unfold is_in; rewrite hasa, hasc; try ring.
    exfalso. enough (same_set k b s = true) by congruence. apply same_set_is.
    apply size_of_part; [|now symmetry]. intros j small. rewrite members by assumption.
    unfold is_in, at_index. destruct (Nat.eqb_spec a c) as [<-|differ].
    + destruct (Nat.eq_dec a j) as [<-|]; [rewrite hasa; lra|destruct (b j); lra].
    + destruct (Nat.eq_dec a j) as [same'|], (Nat.eq_dec c j) as [same''|]; try congruence.
      * rewrite <- same', hasa. lra.
      * rewrite <- same'', hasc. lra.
      * destruct (b j); lra.
Qed.

Lemma member_of_set : forall k s, 0 < size k s -> exists a, (a < k)%nat /\ s a = true.
Proof.
  unfold size. induction k as [|k IH]; intros s above; cbn [sum] in above; [lra|].
  destruct (s k) eqn:last; [exists k; split; [lia|assumption]|].
  destruct (IH s ltac:(lra)) as (a & small & has). exists a. split; [lia|assumption].
Qed.

(** A set of one truth or of two. *)
Lemma members_of_small_set : forall k s, size k s = 1 \/ size k s = 2 ->
  exists a c, (a < k)%nat /\ (c < k)%nat /\ (a = c <-> size k s = 1) /\ forall j, (j < k)%nat ->
    is_in s j = if a =? c then at_index a j else at_index a j + at_index c j.
Proof.
  intros k s sized. destruct (member_of_set k s ltac:(lra)) as (a & smalla & hasa).
  set (rest := fun (a : nat) (s : nat -> bool) j => if Nat.eq_dec a j then false else s j).
  assert (forall a s, (a < k)%nat -> s a = true -> (forall j, is_in (rest a s) j = is_in s j - at_index a j) /\
    size k (rest a s) = size k s - 1) as removed.
  { clear. intros a s small has.
    assert (forall j, is_in (rest a s) j = is_in s j - at_index a j) as each.
    { intros j. unfold is_in, rest, at_index. destruct (Nat.eq_dec a j) as [<-|]; [rewrite has|]; ring. }
    split; [exact each|]. unfold size.
    rewrite (sum_ext k _ (fun j => (if s j then 1 else 0) - at_index a j * 1)).
    - now rewrite sum_minus, (sum_pick k (fun _ => 1)).
    - intros j _. specialize (each j). unfold is_in in each. lra. }
  assert (forall s, size k s = 0 -> forall j, (j < k)%nat -> is_in s j = 0) as empty.
  { clear. intros s none. apply (sum_of_nonnegative_terms k (is_in s)); [|exact none].
    intros j _. unfold is_in. destruct (s j); lra. }
  destruct (removed a s smalla hasa) as [without less].
  destruct (Req_dec (size k s) 1) as [one|more].
  - exists a, a. split; [assumption|]. split; [assumption|]. split; [tauto|].
    rewrite Nat.eqb_refl. intros j small. specialize (without j).
    rewrite (empty (rest a s) ltac:(lra) j small) in without. lra.
  - destruct (member_of_set k (rest a s) ltac:(lra)) as (c & smallc & hasc).
    destruct (removed c (rest a s) smallc hasc) as [without' less'].
    assert (a <> c) as differ.
    { intros <-. unfold rest in hasc. destruct (Nat.eq_dec a a); congruence. }
    exists a, c. split; [assumption|]. split; [assumption|]. split; [split; [congruence|tauto]|].
    destruct (Nat.eqb_spec a c); [congruence|]. intros j small.
    specialize (without j). specialize (without' j).
    rewrite (empty (rest c (rest a s)) ltac:(lra) j small) in without'. lra.
Qed.

Section Unique.

Variables (k : nat) (g : R) (d : nat).
Context (many : (1 < k)%nat) (big : 1 < g) (best : is_best_size k g d).
Context (only : forall s, is_best_size k g s -> s = d).

Let K := INR k.
Let A := INR d * (g - 1) + K.

Section Told.

Variables (m : nat) (P : matrix) (w : nat -> R) (b : nat -> nat -> bool).
Context (columns : stochastic m k P) (blocks : balanced_best_blocks k g m P w b).

Lemma sizes_alike : forall i, (i < m)%nat -> size k (b i) = INR d /\ mass k g (b i) = A.
Proof.
  intros i small. destruct blocks as (_ & _ & sizes & _).
  destruct (sizes i small) as (s & good & sized). rewrite (only s good) in sized.
  split; [assumption|]. unfold mass, A. now rewrite sized.
Qed.

Lemma mass_is_positive : 0 < A.
Proof.
  assert (1 < K) by (apply (lt_INR 1); assumption). pose proof (pos_INR d).
  assert (0 <= INR d * (g - 1)) by (apply Rmult_le_pos; lra). unfold A. lra.
Qed.

Lemma whole_weight : sum m w * A = K.
Proof.
  transitivity (\sum_(i < m) (w i * mass k g (b i))).
  - rewrite <- sum_scale_right. apply sum_ext. intros i small.
    now rewrite (proj2 (sizes_alike i small)).
  - exact (masses_of_table k g m P w b columns blocks).
Qed.

(** Truths that are in reports of the same weight are in d of k of it. *)
Lemma weight_of_truth : forall j, (j < k)%nat ->
  \sum_(i < m) (w i * is_in (b i) j) = INR d / A.
Proof.
  assert (1 < K) as truths by (apply (lt_INR 1); assumption). pose proof mass_is_positive as wide.
  pose proof blocks as (_ & _ & _ & (truth & once) & _).
  assert (forall j, (j < k)%nat -> \sum_(i < m) (w i * is_in (b i) j) = A * truth) as alike.
  { intros j small. rewrite <- (once j small), <- sum_scale. apply sum_ext. intros i less.
    rewrite (proj2 (sizes_alike i less)). field. lra. }
  assert (K * (A * truth) = INR d * sum m w) as total.
  { transitivity (\sum_(j < k) \sum_(i < m) (w i * is_in (b i) j)).
    - rewrite (sum_ext k _ (fun _ => A * truth)) by (intros; now apply alike).
      rewrite sum_constant. reflexivity.
    - rewrite sum_of_sums, <- sum_scale. apply sum_ext. intros i less. rewrite sum_scale.
      rewrite count_in, (proj1 (sizes_alike i less)). ring. }
  intros j small. rewrite alike by assumption. apply Rmult_eq_reg_l with K; [|lra].
  rewrite total. replace (sum m w) with (K / A) by (rewrite <- whole_weight; field; lra).
  field. lra.
Qed.

(** So are pairs of truths: in d (d - 1) of k (k - 1). *)
Lemma weight_of_pair : forall j c, (j < k)%nat -> (c < k)%nat -> j <> c ->
  \sum_(i < m) (w i * (is_in (b i) j * is_in (b i) c)) = INR d * (INR d - 1) / ((K - 1) * A).
Proof.
  assert (1 < K) as truths by (apply (lt_INR 1); assumption). pose proof mass_is_positive as wide.
  pose proof blocks as (_ & _ & _ & _ & (pair & twice)).
  assert (forall j c, (j < k)%nat -> (c < k)%nat -> j <> c ->
    \sum_(i < m) (w i * (is_in (b i) j * is_in (b i) c)) = A * pair) as alike.
  { intros j c small inside differ. rewrite <- (twice j c small inside differ), <- sum_scale.
    apply sum_ext. intros i less. rewrite (proj2 (sizes_alike i less)). field. lra. }
  intros j c small inside differ. rewrite alike by assumption.
  assert ((K - 1) * (A * pair) = (INR d - 1) * (INR d / A)) as total.
  { transitivity (\sum_(o < k) (\sum_(i < m) (w i * (is_in (b i) j * is_in (b i) o)) -
      at_index j o * (\sum_(i < m) (w i * is_in (b i) o)))).
    - rewrite (sum_ext k _ (fun o => A * pair - at_index j o * (A * pair))).
      + rewrite sum_minus, sum_constant, (sum_pick k (fun _ => A * pair)) by assumption.
        fold K. ring.
      + intros o less. unfold at_index. destruct (Nat.eq_dec j o) as [<-|other].
        * rewrite (sum_ext m (fun i => w i * (is_in (b i) j * is_in (b i) j))
            (fun i => w i * is_in (b i) j)) by (intros; now rewrite in_twice). ring.
        * rewrite alike by assumption. ring.
    - rewrite sum_minus, (sum_pick k (fun o => \sum_(i < m) (w i * is_in (b i) o))) by assumption.
      rewrite sum_of_sums, (sum_ext m _ (fun i => INR d * (w i * is_in (b i) j))).
      + rewrite sum_scale, weight_of_truth by assumption. ring.
      + intros i less. rewrite (sum_ext k _ (fun o => w i * is_in (b i) j * is_in (b i) o))
          by (intros; ring).
        rewrite sum_scale, count_in, (proj1 (sizes_alike i less)). ring. }
  apply Rmult_eq_reg_l with (K - 1); [|lra]. rewrite total. field. lra.
Qed.

End Told.

(** found/shares/subset: what stands for a set in a best table is the same in all of them. *)
Theorem best_table_is_one : (d <= 2)%nat -> forall m P, private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  has_least_sum k g d m P -> exists w b, balanced_best_blocks k g m P w b /\
    forall s, size k s = INR d -> set_weight k m w b s =
      if (d =? 1)%nat then 1 / (INR k + g - 1) else 2 / ((INR k - 1) * (INR k + 2 * (g - 1))).
Proof.
  intros few m P own least. pose proof own as [columns _]. pose proof best as [[low _] _].
  destruct (best_are_balanced k g d many big best m P own least) as (w & b & blocks).
  exists w, b. split; [assumption|]. intros s sized.
  assert (d = 1 \/ d = 2)%nat as either by lia.
  assert (size k s = 1 \/ size k s = 2) as small
    by (destruct either as [-> | ->]; rewrite sized; [left|right]; simpl; ring).
  destruct (members_of_small_set k s small) as (a & c & smalla & smallc & single & members).
  assert (set_weight k m w b s = \sum_(i < m) (w i * (is_in (b i) a * is_in (b i) c))) as ->.
  { apply sum_ext. intros i less. f_equal. symmetry. apply (sets_by_members k); try assumption.
    rewrite sized. exact (proj1 (sizes_alike m P w b blocks i less)). }
  destruct either as [one|two].
  - assert (a = c) as <- by (apply single; rewrite sized, one; reflexivity).
    rewrite (sum_ext m _ (fun i => w i * is_in (b i) a)) by (intros; now rewrite in_twice).
    rewrite (weight_of_truth m P w b columns blocks a smalla), one. unfold A. rewrite one.
    replace (INR 1) with 1 by reflexivity. fold K. cbn [Nat.eqb].
    replace (1 * (g - 1) + K) with (K + g - 1) by ring. reflexivity.
  - assert (a <> c) as differ.
    { intros same. apply single in same. rewrite sized, two in same. simpl in same. lra. }
    rewrite (weight_of_pair m P w b columns blocks a c smalla smallc differ). unfold A. rewrite two.
    replace (INR 2) with 2 by (simpl; ring). fold K. cbn [Nat.eqb].
    replace (2 * (g - 1) + K) with (K + 2 * (g - 1)) by ring. unfold Rdiv. ring.
Qed.

End Unique.

(** ** Larger sets: weights that can be moved *)

(** One truth of each of three pairs, and the truths from 6 up to d + 3. *)
Definition one_of_each (d o j : nat) : bool :=
  match j with
  | 0%nat => Nat.even o
  | 1%nat => Nat.odd o
  | 2%nat => Nat.even (o / 2)
  | 3%nat => Nat.odd (o / 2)
  | 4%nat => Nat.even (o / 4)
  | 5%nat => Nat.odd (o / 4)
  | _ => (j <? d + 3)%nat
  end.

Definition turn (o : nat) : R := if Nat.even (o + o / 2 + o / 4) then 1 else -1.

(** The first eight reports take from each other. *)
Definition turned (t : R) (w : nat -> R) (i : nat) : R := if (i <? 8)%nat then w i + t * turn i else w i.

Lemma first_of_sum : forall n m f, (n <= m)%nat ->
  \sum_(i < m) (if (i <? n)%nat then f i else 0) = \sum_(i < n) f i.
Proof.
  intros n m f more. induction more as [|m more IH].
  - apply sum_ext. intros i small. destruct (Nat.ltb_spec i n); [reflexivity|lia].
  - cbn [sum]. rewrite IH. destruct (Nat.ltb_spec m n); [lia|]. ring.
Qed.

Lemma turns_leave : forall d j c,
  \sum_(o < 8) (turn o * 1) = 0 /\ \sum_(o < 8) (turn o * is_in (one_of_each d o) j) = 0 /\
  \sum_(o < 8) (turn o * (is_in (one_of_each d o) j * is_in (one_of_each d o) c)) = 0.
Proof.
  intros d j c. unfold turn, is_in. cbn [sum]. split; [|split].
  - cbn. ring.
  - destruct j as [|[|[|[|[|[|j]]]]]]; cbn; ring.
  - destruct j as [|[|[|[|[|[|j]]]]]]; destruct c as [|[|[|[|[|[|c]]]]]]; cbn; ring.
Qed.

Lemma size_of_each : forall d n o, size (6 + n) (one_of_each d o) = size (6 + n) (one_of_each d 0).
Proof.
  intros d n o. induction n as [|n IH].
  - unfold size, one_of_each, Nat.odd. cbn [Nat.add sum].
    change (0 / 2)%nat with 0%nat. change (0 / 4)%nat with 0%nat. cbn [Nat.even negb].
    destruct (Nat.even o), (Nat.even (o / 2)), (Nat.even (o / 4)); cbn [negb]; ring.
  - unfold size in *. rewrite Nat.add_succ_r. cbn [sum]. rewrite IH. reflexivity.
Qed.

Lemma sum_turned : forall m t w f, (8 <= m)%nat ->
  \sum_(i < m) (turned t w i * f i) = \sum_(i < m) (w i * f i) + t * \sum_(o < 8) (turn o * f o).
Proof.
  intros m t w f more. rewrite <- (first_of_sum 8 m (fun o => turn o * f o) more), <- sum_scale, <- sum_plus.
  apply sum_ext. intros i _. unfold turned. destruct (i <? 8)%nat; ring.
Qed.

Lemma below_all : forall n f, (forall i, (i < n)%nat -> 0 < f i) ->
  exists t, 0 < t /\ forall i, (i < n)%nat -> t <= f i.
Proof.
  induction n as [|n IH]; intros f above; [exists 1; split; [lra|intros; lia]|].
  destruct (IH f ltac:(intros; apply above; lia)) as (t & post & least).
  exists (Rmin t (f n)). split; [apply Rmin_glb_lt; [assumption|apply above; lia]|].
  intros i small. destruct (Nat.eq_dec i n) as [->|]; [apply Rmin_r|].
  eapply Rle_trans; [apply Rmin_l|]. apply least. lia.
Qed.

Lemma best_size_is_half : forall k g d, (1 < k)%nat -> 1 < g -> is_best_size k g d -> (2 * d <= k)%nat \/ d = 1%nat.
Proof.
  intros k g d many big best. pose proof best as [inside _].
  pose proof (proj1 (best_size_between_breakpoints k g many big d inside) best) as [_ down].
  destruct (le_lt_dec (2 * d) k) as [|wide]; [now left|right].
  destruct (Nat.eq_dec d 1) as [|other]; [assumption|exfalso].
  assert (2 <= INR d) as low by (replace 2 with (INR 2) by (simpl; ring); apply le_INR; lia).
  assert (INR k + 1 <= 2 * INR d) as high.
  { rewrite <- S_INR. replace 2 with (INR 2) by (simpl; ring). rewrite <- mult_INR. apply le_INR. lia. }
  assert (INR d <= INR k) by (apply le_INR; lia).
  assert ((INR k - INR d + 1) * (INR k - INR d) <= INR d * (INR d - 1)) as less
    by (apply Rmult_le_compat; lra).
  assert (0 < INR d * (INR d - 1)) by (apply Rmult_lt_0_compat; lra).
  assert (1 < g ^ 2) by (apply Rlt_pow_R1; [assumption|lia]).
  assert (1 * (INR d * (INR d - 1)) < g ^ 2 * (INR d * (INR d - 1)))
    by (apply Rmult_lt_compat_r; assumption). lra.
Qed.

(** found/shares/subset: where the eight sets all stand for something, more than one table is best. *)
Theorem larger_sets_are_not_one : forall k g d m P w b, (1 < k)%nat -> 1 < g -> is_best_size k g d ->
  (3 <= d)%nat -> private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  balanced_best_blocks k g m P w b -> (8 <= m)%nat ->
  (forall o, (o < 8)%nat -> 0 < w o /\ forall j, (j < k)%nat -> b o j = one_of_each d o j) ->
  exists t, 0 < t /\ let Q := fun i j => turned t w i * pattern g (b i) j in
    private m k (fun _ _ => Some g) (fun _ _ => 0) Q /\ has_least_sum k g d m Q.
Proof.
  intros k g d m P w b many big best larger own blocks more first.
  pose proof own as [columns _]. pose proof blocks as (weights & entries & sizes & (truth & once) & (pair & twice)).
  destruct (below_all 8 w) as (t & post & least); [intros; now apply first|].
  assert (forall i, (i < m)%nat -> 0 <= turned t w i) as above.
  { intros i small. unfold turned. destruct (Nat.ltb_spec i 8) as [less|]; [|now apply weights].
    specialize (least i less). unfold turn. destruct (Nat.even _); lra. }
  assert (forall o j, (o < 8)%nat -> (j < k)%nat -> is_in (b o) j = is_in (one_of_each d o) j) as members.
  { intros o j less small. unfold is_in. now rewrite (proj2 (first o less) j small). }
  assert (forall o, (o < 8)%nat -> mass k g (b o) = mass k g (one_of_each d 0)) as alike.
  { intros o less. destruct (best_size_is_half k g d many big best) as [half|]; [|lia].
    unfold mass. f_equal. f_equal. transitivity (size k (one_of_each d o)).
    - unfold size. apply sum_ext. intros j small. now rewrite (proj2 (first o less) j small).
    - replace k with (6 + (k - 6))%nat by lia. apply size_of_each. }
  set (A := mass k g (one_of_each d 0)) in *.
  assert (0 < A) as wide by (apply mass_above; assumption).
  exists t. split; [assumption|]. intros Q.
  assert (private m k (fun _ _ => Some g) (fun _ _ => 0) Q) as is_private.
  { split.
    - intros j small. split.
      + intros i less. unfold Q. specialize (above i less). apply Rmult_le_pos; [assumption|].
        unfold pattern. destruct (b i j); lra.
      + change (\sum_(i < m) (turned t w i * pattern g (b i) j) = 1).
        rewrite (sum_turned m t w (fun i => pattern g (b i) j) more).
        rewrite (sum_ext 8 _ (fun o => turn o * 1 + (g - 1) * (turn o * is_in (one_of_each d o) j))).
        * destruct (turns_leave d j j) as (none & single & _).
          rewrite sum_plus, sum_scale, none, single.
          rewrite (sum_ext m _ (fun i => P i j)) by (intros; symmetry; now apply entries).
          pose proof (proj2 (columns j small)) as whole. change (\sum_(i < m) P i j = 1) in whole.
          rewrite whole. ring.
        * intros o less. rewrite told_pattern, (members o j less small). ring.
    - intros x y _ _. apply Req_le, sum_zero. intros i less. unfold excess.
      destruct (Nat.eq_dec x y); [reflexivity|]. apply Rmax_left. unfold Q.
      specialize (above i less).
      assert (0 <= turned t w i * (g * pattern g (b i) y - pattern g (b i) x)); [|lra].
      apply Rmult_le_pos; [assumption|]. unfold pattern. destruct (b i x), (b i y); nra. }
  split; [exact is_private|]. apply (best_tables k g d many big best m Q is_private).
  assert (forall f, \sum_(i < m) (turned t w i / mass k g (b i) * f i) =
    \sum_(i < m) (w i / mass k g (b i) * f i) + t / A * \sum_(o < 8) (turn o * f o)) as moved_sum.
  { intros f. rewrite (sum_ext m _ (fun i => turned t w i * (f i / mass k g (b i))))
      by (intros; unfold Rdiv; ring).
    rewrite (sum_turned m t w (fun i => f i / mass k g (b i)) more). f_equal.
    - apply sum_ext. intros. unfold Rdiv. ring.
    - rewrite (sum_ext 8 _ (fun o => / A * (turn o * f o))).
      + rewrite sum_scale. unfold Rdiv. ring.
      + intros o less. rewrite (alike o less). unfold Rdiv. ring. }
  exists (turned t w), b. split; [assumption|]. split; [reflexivity|]. split; [assumption|]. split.
  - exists truth. intros j small. rewrite moved_sum, (once j small).
    rewrite (sum_ext 8 _ (fun o => turn o * is_in (one_of_each d o) j))
      by (intros o less; now rewrite members).
    destruct (turns_leave d j j) as (_ & single & _). rewrite single. ring.
  - exists pair. intros j c small inside differ. rewrite moved_sum, (twice j c small inside differ).
    rewrite (sum_ext 8 _ (fun o => turn o * (is_in (one_of_each d o) j * is_in (one_of_each d o) c)))
      by (intros o less; now rewrite !members).
    destruct (turns_leave d j c) as (_ & _ & both). rewrite both. ring.
Qed.
