(** The privacy blanket (kind "shuffled", upper with steps): everybody gives report i with at least the
    probability w_i, whatever the truth is, and what is left of the others may be known. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums Tensors Draws Histograms KeptLaws.
Import ListNotations.
Open Scope R_scope.

(** ** What the blanket hides, where it is all that the others give *)

Section blanket.
Variables (m : nat) (e w : nat -> R).
Context (blanket_nonneg : nonneg m w).

(** A report outside the blanket is seen. *)
Definition seen : R := \sum_(i < m) (if Req_EM_T (w i) 0 then Rmax 0 (e i) else 0).
Definition worth (i : nat) : R := if Req_EM_T (w i) 0 then 0 else e i / w i.
Definition total_worth (u : list nat) : R := list_sum (map worth u).
Definition positive (u : list nat) : R := Rmax 0 (total_worth u).

Lemma repeated : forall h, Forall (nonneg m) (repeat w h).
Proof. induction h; constructor; auto. Qed.

(** Of reports that are alike, each has the same part of a sum. *)
Lemma one_of_many : forall h f, of_histogram f ->
  mean m (repeat w h) (fun u => total_worth u * f u) =
  INR h * mean m ((fun i => w i * worth i) :: repeat w (h - 1)) f.
Proof.
  induction h as [|h IH]; intros f same; [cbn [repeat mean]; unfold total_worth; simpl; ring|].
  replace (S h - 1)%nat with h by lia. rewrite S_INR. cbn [repeat mean].
  rewrite (sum_ext m _ (fun i => w i * worth i * mean m (repeat w h) (fun u => f (i :: u)) +
    w i * (INR h * mean m ((fun j => w j * worth j) :: repeat w (h - 1)) (fun u => f (i :: u))))).
  - rewrite sum_plus, Rmult_plus_distr_r, Rmult_1_l, Rplus_comm. f_equal.
    destruct h as [|h]; [simpl INR; rewrite Rmult_0_l; apply sum_zero; intros; ring|].
    replace (S h - 1)%nat with h by lia.
    rewrite (sum_ext m _ (fun i => INR (S h) * (w i *
      mean m ((fun j => w j * worth j) :: repeat w h) (fun u => f (i :: u))))) by (intros; ring).
    rewrite sum_scale. f_equal.
    exact (mean_permutation m (w :: (fun j => w j * worth j) :: repeat w h)
      ((fun j => w j * worth j) :: w :: repeat w h) f same (perm_swap _ _ _)).
  - intros i _. rewrite <- IH by now apply after_one.
    rewrite (mean_ext m _ (fun u => total_worth (i :: u) * f (i :: u))
      (fun u => worth i * f (i :: u) + total_worth u * f (i :: u)))
      by (intros; unfold total_worth; simpl; ring).
    rewrite (mean_plus m _ (fun u => worth i * f (i :: u))), mean_scale. ring.
Qed.

Lemma blanket_alone : forall h f, test f ->
  mean m (e :: repeat w h) f <=
  seen * sum m w ^ h + mean m (repeat w (S h)) positive / INR (S h).
Proof.
  intros h f [same range].
  set (outside := fun i => if Req_EM_T (w i) 0 then e i else 0).
  rewrite (first_ext m e (fun i => 1 * outside i + 1 * (w i * worth i))).
  2:{ intros i _. unfold outside, worth. destruct (Req_EM_T (w i) 0); field; auto. }
  rewrite mean_of_both, !Rmult_1_l. apply Rplus_le_compat.
  - cbn [mean]. unfold seen. rewrite <- sum_scale_right. apply sum_le. intros i _.
    assert (0 <= mean m (repeat w h) (fun u => f (i :: u)) <= sum m w ^ h) as between.
    { rewrite <- mean_of_one. split.
      - replace 0 with (mean m (repeat w h) (fun _ => 0 * 0)) by (rewrite mean_scale; ring).
        apply mean_le; [apply repeated|]. intros. rewrite Rmult_0_l. apply range.
      - apply mean_le; [apply repeated|]. intros. apply range. }
    unfold outside. destruct (Req_EM_T (w i) 0); [|lra].
    pose proof (Rmax_l 0 (e i)). pose proof (Rmax_r 0 (e i)).
    apply Rle_trans with (Rmax 0 (e i) * mean m (repeat w h) (fun u => f (i :: u))).
    + now apply Rmult_le_compat_r.
    + now apply Rmult_le_compat_l.
  - assert (0 < INR (S h)) as some by (apply lt_0_INR; lia).
    apply Rmult_le_reg_l with (INR (S h)); [assumption|].
    replace (INR (S h) * (mean m (repeat w (S h)) positive / INR (S h)))
      with (mean m (repeat w (S h)) positive) by (field; lra).
    pose proof (one_of_many (S h) f same) as shared.
    replace (S h - 1)%nat with h in shared by lia. rewrite <- shared.
    apply mean_le; [apply repeated|]. intros u _ _. unfold positive.
    specialize (range u). pose proof (Rmax_l 0 (total_worth u)). pose proof (Rmax_r 0 (total_worth u)).
    apply Rle_trans with (Rmax 0 (total_worth u) * f u).
    + apply Rmult_le_compat_r; lra.
    + rewrite <- (Rmult_1_r (Rmax 0 (total_worth u))) at 2. apply Rmult_le_compat_l; lra.
Qed.

(** ** Some of the others give more than the blanket, with the rest *)

Definition rest : R := 1 - sum m w.

(** h reports of the blanket, and of r people those that give one of it. *)
Fixpoint part (h r : nat) : R :=
  match r with
  | O => mean m (repeat w h) positive / INR h
  | S r' => part (S h) r' + rest * part h r'
  end.
Fixpoint whole (h r : nat) : R :=
  match r with
  | O => mean m (repeat w h) positive
  | S r' => whole (S h) r' + rest * whole h r'
  end.

Lemma part_of_whole : forall r h, whole h r = INR h * part h r + INR r * part (S h) (r - 1).
Proof.
  induction r as [|r IH]; intros h.
  - cbn [whole part]. simpl INR. rewrite Rmult_0_l, Rplus_0_r. destruct h as [|h].
    + simpl. unfold positive, total_worth. simpl. rewrite Rmax_left by lra. ring.
    + field. apply not_0_INR. lia.
  - cbn [whole part]. rewrite !IH. replace (S r - 1)%nat with r by lia. rewrite !S_INR.
    destruct r as [|r]; [simpl; ring|]. replace (S r - 1)%nat with r by lia. rewrite S_INR. cbn [part]. ring.
Qed.

Definition above_blanket (p : nat -> R) : Prop := law m p /\ forall i, (i < m)%nat -> w i <= p i.

Lemma blanket_of_some : forall laws h f, Forall above_blanket laws -> 0 <= rest -> test f ->
  mean m (e :: repeat w h ++ laws) f <= seen * sum m w ^ h + part (S h) (length laws).
Proof.
  induction laws as [|p laws IH]; intros h f all left is_test.
  - rewrite app_nil_r. apply blanket_alone. assumption.
  - inversion all as [|? ? [[_ one] over] others]; subst. pose proof is_test as [same range].
    change (sum m p = 1) in one.
    rewrite (mean_permutation m _ (p :: e :: repeat w h ++ laws)); [|assumption|].
    2:{ rewrite perm_swap. constructor. symmetry. apply Permutation_middle. }
    rewrite (first_ext m p (fun i => 1 * w i + 1 * (p i - w i))) by (intros; ring).
    rewrite mean_of_both, !Rmult_1_l. cbn [length part].
    replace (seen * sum m w ^ h) with
      (seen * sum m w ^ S h + rest * (seen * sum m w ^ h)) by (unfold rest; simpl; ring).
    pose proof (IH (S h) f others left is_test) as blank.
    rewrite (mean_permutation m (e :: repeat w (S h) ++ laws) (w :: e :: repeat w h ++ laws) f same)
      in blank by (cbn [repeat app]; constructor).
    assert (mean m ((fun i => p i - w i) :: e :: repeat w h ++ laws) f <=
      rest * (seen * sum m w ^ h + part (S h) (length laws))) as known.
    { cbn [mean]. replace rest with (\sum_(i < m) (p i - w i)) by (unfold rest; rewrite sum_minus; lra).
      rewrite <- sum_scale_right. apply sum_le. intros i small.
      apply Rmult_le_compat_l; [specialize (over i small); lra|].
      apply (IH h (fun u => f (i :: u))); auto. now apply test_after_one. }
    lra.
Qed.

(** ** Everybody at once: a report of the blanket, or none *)

Definition or_none (i : nat) : R := if Nat.ltb i m then w i else rest.
Definition worth_or_none (i : nat) : R := if Nat.ltb i m then worth i else 0.

Lemma sum_or_none : forall (F : R -> R -> R),
  \sum_(i < S m) F (or_none i) (worth_or_none i) = \sum_(i < m) F (w i) (worth i) + F rest 0.
Proof.
  intros F. cbn [sum]. unfold or_none, worth_or_none at 2. rewrite Nat.ltb_irrefl. f_equal.
  apply sum_ext. intros i small. unfold worth_or_none. apply Nat.ltb_lt in small. now rewrite small.
Qed.

Lemma whole_at_once : forall r h, whole h r = mean m (repeat w h) (fun u =>
  mean (S m) (repeat or_none r) (fun v => Rmax 0 (total_worth u + list_sum (map worth_or_none v)))).
Proof.
  induction r as [|r IH]; intros h; cbn [whole repeat].
  - apply mean_ext. intros u _ _. cbn [mean map list_sum]. unfold positive. now rewrite Rplus_0_r.
  - rewrite !IH. cbn [mean repeat].
    set (D := fun s => mean (S m) (repeat or_none r)
      (fun v => Rmax 0 (s + list_sum (map worth_or_none v)))).
    rewrite (mean_ext m (repeat w h) (fun u => \sum_(i < S m) (or_none i * mean (S m)
      (repeat or_none r) (fun v => Rmax 0 (total_worth u + list_sum (map worth_or_none (i :: v))))))
      (fun u => \sum_(i < m) (w i * D (total_worth (i :: u))) + rest * D (total_worth u))).
    + rewrite mean_plus, mean_scale, mean_of_sum. f_equal. apply sum_ext. intros i _.
      now rewrite mean_scale.
    + intros u _ _. rewrite (sum_ext (S m) _ (fun i => or_none i * D (total_worth u + worth_or_none i))).
      * rewrite (sum_or_none (fun x y => x * D (total_worth u + y))), Rplus_0_r. f_equal.
        apply sum_ext. intros i _. unfold total_worth. cbn [map list_sum]. now rewrite Rplus_comm.
      * intros i _. unfold D. f_equal. apply mean_ext. intros v _ _. cbn [map list_sum].
        now rewrite Rplus_assoc.
Qed.
End blanket.

(** The mean of what is positive of a sum of n independent values. *)
Definition positive_mean (m : nat) (p y : nat -> R) (n : nat) (s : R) : R :=
  mean m (repeat p n) (fun u => Rmax 0 (s + list_sum (map y u))).

(** Lemma 5.3 of Balle, Bell, Gascon and Nissim. *)
Theorem blanket : forall m e w laws, nonneg m w -> sum m w <= 1 -> Forall (above_blanket m w) laws ->
  let n := S (length laws) in
  hidden m laws e
    (seen m e w + positive_mean (S m) (or_none m w) (worth_or_none m e w) n 0 / INR n).
Proof.
  intros m e w laws above small all n f is_test.
  pose proof (blanket_of_some m e w above laws 0 f all ltac:(unfold rest; lra) is_test) as found.
  cbn [repeat app] in found. rewrite pow_O, Rmult_1_r in found.
  replace (positive_mean _ _ _ n 0) with (whole m e w 0 n).
  - rewrite part_of_whole. simpl (INR 0). unfold n. replace (S (length laws) - 1)%nat with (length laws) by lia.
    replace ((0 * part m e w 0 (S (length laws)) + INR (S (length laws)) * part m e w 1 (length laws)) /
      INR (S (length laws))) with (part m e w 1 (length laws)) by (field; apply not_0_INR; lia).
    assumption.
  - rewrite whole_at_once. unfold positive_mean. cbn [repeat mean]. unfold total_worth. reflexivity.
Qed.

(** ** What the mean is at most *)

Lemma positive_below : forall m p y n high, law m p ->
  (forall i, (i < m)%nat -> p i <> 0 -> y i <= high) ->
  positive_mean m p y n 0 <= INR n * Rmax 0 high.
Proof.
  intros m p y n high is_law least. set (top := Rmax 0 high). pose proof (Rmax_l 0 high) as above.
  fold top in above.
  assert (forall s, 0 <= s -> positive_mean m p y n s <= INR n * top + s) as found;
    [|specialize (found 0); lra].
  pose proof is_law as [nonneg one]. change (sum m p = 1) in one. unfold positive_mean.
  induction n as [|n IH]; intros s start.
  - cbn [repeat mean map list_sum]. simpl INR. rewrite Rplus_0_r, Rmax_right; lra.
  - cbn [repeat mean]. rewrite S_INR.
    replace ((INR n + 1) * top + s) with (\sum_(i < m) (p i * ((INR n + 1) * top + s)))
      by (rewrite sum_scale_right, one; ring).
    apply sum_le. intros i small. destruct (Req_EM_T (p i) 0) as [->|some]; [lra|].
    apply Rmult_le_compat_l; [now apply nonneg|].
    apply Rle_trans with (mean m (repeat p n) (fun u => Rmax 0 (top + s + list_sum (map y u)))).
    + apply mean_le; [apply repeated; exact nonneg|]. intros u _ _. cbn [map list_sum].
      specialize (least i small some). pose proof (Rmax_r 0 high) as big. fold top in big.
      apply Rle_max_compat_l. lra.
    + specialize (IH (top + s) ltac:(lra)). lra.
Qed.

(** Whatever sum it is added to, the mean of what is positive is not smaller at z. *)
Definition wider (m : nat) (p y : nat -> R) (l : nat) (q z : nat -> R) : Prop := forall s,
  \sum_(i < m) (p i * Rmax 0 (s + y i)) <= \sum_(j < l) (q j * Rmax 0 (s + z j)).

Theorem wider_sums : forall m p y l q z n s, nonneg m p -> nonneg l q -> wider m p y l q z ->
  positive_mean m p y n s <= positive_mean l q z n s.
Proof.
  intros m p y l q z n s first second more. revert s. unfold positive_mean.
  induction n as [|n IH]; intros s; [cbn; lra|]. cbn [repeat mean].
  apply Rle_trans with (\sum_(i < m) (p i * mean l (repeat q n)
    (fun u => Rmax 0 (s + y i + list_sum (map z u))))).
  - apply sum_le. intros i small. apply Rmult_le_compat_l; [now apply first|].
    eapply Rle_trans; [|apply (IH (s + y i))]. apply Req_le, mean_ext. intros u _ _.
    cbn [map list_sum]. now rewrite Rplus_assoc.
  - rewrite (sum_ext m _ (fun i => mean l (repeat q n)
      (fun u => p i * Rmax 0 (s + list_sum (map z u) + y i)))).
    2:{ intros i _. rewrite <- mean_scale. apply mean_ext. intros u _ _. f_equal. f_equal. ring. }
    rewrite (sum_ext l _ (fun j => mean l (repeat q n)
      (fun u => q j * Rmax 0 (s + list_sum (map z u) + z j)))).
    2:{ intros j _. rewrite <- mean_scale. apply mean_ext. intros u _ _. cbn [map list_sum].
        f_equal. f_equal. ring. }
    rewrite <- !mean_of_sum. apply mean_le; [now apply repeated|]. intros u _ _. apply more.
Qed.

(** Values between points low + j step, j = 0, ..., steps, each split to the two beside it. *)
Section split.
Variables (m steps : nat) (p y part_above : nat -> R) (place : nat -> nat) (low step : R).
Context (masses : law m p).
Context (between : forall i, (i < m)%nat -> p i <> 0 ->
  y i = low + (INR (place i) + part_above i) * step /\
  ((place i < steps)%nat /\ 0 <= part_above i <= 1 \/ place i = steps /\ part_above i = 0)).
Definition point (j : nat) : R := low + INR j * step.
Definition splitted (j : nat) : R := \sum_(i < m) (p i *
  ((1 - part_above i) * at_index j (place i) + part_above i * at_index j (S (place i)))).

Lemma split_sum : forall F, \sum_(j < S steps) (splitted j * F j) = \sum_(i < m) (p i *
  ((1 - part_above i) * F (place i) + part_above i * F (S (place i)))).
Proof.
  intros F. unfold splitted.
  rewrite (sum_ext (S steps) _ (fun j => \sum_(i < m) (p i * ((1 - part_above i) *
    (at_index j (place i) * F j) + part_above i * (at_index j (S (place i)) * F j)))))
    by (intros; rewrite <- sum_scale_right; apply sum_ext; intros; ring).
  rewrite sum_of_sums. apply sum_ext. intros i small.
  rewrite sum_scale, sum_plus, !sum_scale, !among_places.
  destruct (Req_EM_T (p i) 0) as [->|some]; [ring|].
  destruct (between i small some) as [_ [[inside _]|[-> ->]]].
  - destruct (lt_dec (place i) (S steps)), (lt_dec (S (place i)) (S steps)); lia || reflexivity.
  - destruct (lt_dec steps (S steps)), (lt_dec (S steps) (S steps)); lia || ring.
Qed.

Lemma split_law : law (S steps) splitted.
Proof.
  destruct masses as [nonneg one]. split.
  - intros j _. apply sum_nonneg. intros i small.
    destruct (Req_EM_T (p i) 0) as [->|some]; [lra|].
    apply Rmult_le_pos; [now apply nonneg|].
    pose proof (at_index_range j (place i)). pose proof (at_index_range j (S (place i))).
    assert (0 <= part_above i <= 1) by (destruct (between i small some) as [_ [[_ range]|[_ ->]]]; lra).
    apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
  - rewrite (sum_ext (S steps) _ (fun j => splitted j * 1)) by (intros; ring).
    rewrite (split_sum (fun _ => 1)). transitivity (sum m p); [|exact one].
    apply sum_ext. intros. ring.
Qed.

Lemma split_wider : wider m p y (S steps) splitted point.
Proof.
  intros s. rewrite (split_sum (fun j => Rmax 0 (s + point j))). apply sum_le. intros i small.
  destruct (Req_EM_T (p i) 0) as [->|some]; [lra|].
  destruct masses as [nonneg _]. apply Rmult_le_compat_l; [now apply nonneg|].
  destruct (between i small some) as [equal range].
  assert (0 <= part_above i <= 1) by (destruct range as [[_ range]|[_ ->]]; lra).
  unfold point. rewrite S_INR. set (t := part_above i) in *.
  set (a := s + (low + INR (place i) * step)). set (b := s + (low + (INR (place i) + 1) * step)).
  replace (s + y i) with ((1 - t) * a + t * b) by (rewrite equal; unfold a, b; ring).
  pose proof (Rmax_l 0 a). pose proof (Rmax_r 0 a). pose proof (Rmax_l 0 b). pose proof (Rmax_r 0 b).
  assert ((1 - t) * a <= (1 - t) * Rmax 0 a) by (apply Rmult_le_compat_l; lra).
  assert (t * b <= t * Rmax 0 b) by (apply Rmult_le_compat_l; lra).
  apply Rmax_lub; [|lra]. apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
Qed.

(** A law of the sum of n that is kept from below, and what is missing at the largest sum. *)
Theorem split_mean : forall n mu B, 0 <= step -> (B <= S (n * steps))%nat ->
  kept (S steps) (repeat splitted n) itself mu ->
  positive_mean m p y n 0 <=
  \sum_(s < B) (mu s * Rmax 0 (INR n * low + INR s * step)) +
  (1 - sum B mu) * (INR n * Rmax 0 (low + INR steps * step)).
Proof.
  intros n mu B up within below. pose proof split_law as is_law.
  set (f := fun s => Rmax 0 (INR n * low + INR s * step)).
  assert (forall s, (s <= n * steps)%nat -> 0 <= f s <= INR n * Rmax 0 (low + INR steps * step)) as range.
  { intros s small. split; [apply Rmax_l|]. pose proof (pos_INR n).
    pose proof (Rmax_l 0 (low + INR steps * step)). pose proof (Rmax_r 0 (low + INR steps * step)).
    apply Rmax_lub; [now apply Rmult_le_pos|].
    apply Rle_trans with (INR n * (low + INR steps * step)); [|now apply Rmult_le_compat_l].
    apply le_INR in small. rewrite mult_INR in small.
    assert (INR s * step <= INR n * INR steps * step) by now apply Rmult_le_compat_r. lra. }
  assert (forall n, Forall (law (S steps)) (repeat splitted n)) as laws by (induction n0; constructor; auto).
  assert (forall u, Forall (fun i => (i < S steps)%nat) u -> (points itself u <= length u * steps)%nat /\
    list_sum (map point u) = INR (length u) * low + INR (points itself u) * step) as sums.
  { induction 1 as [|i u small _ [bound equal]]; [simpl; split; [lia|ring]|].
    cbn [points length map list_sum]. rewrite equal, S_INR, plus_INR. unfold itself, point in *.
    split; [lia|ring]. }
  eapply Rle_trans; [apply (wider_sums m p y (S steps) splitted point)|].
  { exact (proj1 masses). } { exact (proj1 is_law). } { exact split_wider. }
  unfold positive_mean.
  rewrite (mean_ext (S steps) _ _ (fun u => f (points itself u))).
  - apply (kept_set (S steps) (repeat splitted n) itself mu B); auto.
    + intros u len all. apply range. destruct (sums u all) as [bound _].
      rewrite repeat_length in len. now rewrite len in bound.
    + intros s small. apply range. lia.
  - intros u len all. destruct (sums u all) as [_ ->]. rewrite repeat_length in len.
    rewrite len. unfold f. now rewrite Rplus_0_l.
Qed.
End split.

(** ** The histogram of n people, whatever the truths of the others, or of those that have some *)

Definition blanket_of (m : nat) (P : matrix) (has : nat -> Prop) (w : nat -> R) : Prop :=
  nonneg m w /\ sum m w <= 1 /\ forall t i, has t -> (i < m)%nat -> w i <= P i t.

Lemma or_none_law : forall m w, nonneg m w -> sum m w <= 1 -> law (S m) (or_none m w).
Proof.
  intros m w above small. split.
  - intros i _. unfold or_none, rest. destruct (Nat.ltb_spec i m); [now apply above|lra].
  - change (sum (S m) (or_none m w) = 1). cbn [sum]. unfold or_none at 2.
    rewrite Nat.ltb_irrefl. unfold rest. rewrite (sum_ext m (or_none m w) w); [ring|]. intros i inside. unfold or_none.
    apply Nat.ltb_lt in inside. now rewrite inside.
Qed.

(** What decides for two truths: the largest value, or values split to a grid and a law of their sum
    that is kept from below. *)
Definition pair_decided (m : nat) (e w : nat -> R) (n : nat) (d : R) : Prop :=
  (exists high, (forall i, (i < m)%nat -> w i <> 0 -> e i / w i <= high) /\
     seen m e w + Rmax 0 high <= d) \/
  exists steps part_above place low step mu B,
    (forall i, (i < S m)%nat -> or_none m w i <> 0 ->
       worth_or_none m e w i = low + (INR (place i) + part_above i) * step /\
       ((place i < steps)%nat /\ 0 <= part_above i <= 1 \/ place i = steps /\ part_above i = 0)) /\
    0 <= step /\ (B <= S (n * steps))%nat /\
    kept (S steps) (repeat (splitted (S m) (or_none m w) part_above place) n) itself mu /\
    seen m e w + ((\sum_(s < B) (mu s * Rmax 0 (INR n * low + INR s * step))) / INR n +
      (1 - sum B mu) * Rmax 0 (low + INR steps * step)) <= d.

Lemma decided_mean : forall m e w n d, nonneg m w -> sum m w <= 1 -> (0 < n)%nat ->
  pair_decided m e w n d ->
  seen m e w + positive_mean (S m) (or_none m w) (worth_or_none m e w) n 0 / INR n <= d.
Proof.
  intros m e w n d above small some decided.
  pose proof (or_none_law m w above small) as is_law. assert (0 < INR n) as people by now apply lt_0_INR.
  assert (forall x y, x <= INR n * y -> x / INR n <= y) as shared.
  { intros x y most. apply Rmult_le_reg_l with (INR n); [assumption|].
    replace (INR n * (x / INR n)) with x by (field; lra). assumption. }
  destruct decided as [(high & least & fits)|
    (steps & part & place & low & step & mu & B & between & up & within & below & fits)].
  - pose proof (positive_below (S m) (or_none m w) (worth_or_none m e w) n (Rmax 0 high) is_law) as most.
    rewrite (Rmax_right 0 (Rmax 0 high)) in most by apply Rmax_l.
    enough (positive_mean (S m) (or_none m w) (worth_or_none m e w) n 0 / INR n <= Rmax 0 high) by lra.
    apply shared, most. intros i _ mass. unfold worth_or_none, or_none, worth in *.
    destruct (Nat.ltb_spec i m); [|apply Rmax_l]. destruct (Req_EM_T (w i) 0); [contradiction|].
    eapply Rle_trans; [now apply least|apply Rmax_r].
  - pose proof (split_mean (S m) steps _ _ part place low step is_law between n mu B up within below) as most.
    eapply Rle_trans; [|exact fits]. apply Rplus_le_compat_l, shared. eapply Rle_trans; [exact most|].
    apply Req_le. field. lra.
Qed.

(** Of n people, and of any more. *)
Theorem blanket_private : forall m k P has w n others more g d, stochastic m k P ->
  blanket_of m P has w -> n = S (length others) ->
  Forall (fun t => (t < k)%nat /\ has t) others -> Forall (fun t => (t < k)%nat) more ->
  (forall a b, (a < k)%nat -> (b < k)%nat -> pair_decided m (against g P a b) w n d) ->
  hides m k P (others ++ more) g d.
Proof.
  intros m k P has w n others more g d columns (above & small & least) -> all all' pairs.
  apply hides_hidden. intros a b first second. rewrite map_app. apply more_hide_more.
  - now apply (laws_of_others m k).
  - intros f is_test. eapply Rle_trans;
      [|apply decided_mean, (pairs a b first second); assumption || lia].
    rewrite <- (map_length (column P) others). apply (blanket m (against g P a b) w); auto.
    rewrite Forall_map. revert all. apply Forall_impl. intros t [inside own]. split; [now apply columns|].
    intros i there. now apply least.
Qed.
