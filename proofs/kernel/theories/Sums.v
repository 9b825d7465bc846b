(** Finite sums and products of reals, of any length. *)

From Coq Require Import Reals Lra Lia List Arith Permutation Relations.
Import ListNotations.
Open Scope R_scope.

Fixpoint sum (n : nat) (f : nat -> R) : R :=
  match n with
  | O => 0
  | S m => sum m f + f m
  end.

Fixpoint prod (n : nat) (f : nat -> R) : R :=
  match n with
  | O => 1
  | S m => prod m f * f m
  end.

Notation "\sum_ ( i < n ) e" := (sum n (fun i => e))
  (at level 41, i name, n at level 69, e at level 41, right associativity).
Notation "\prod_ ( i < n ) e" := (prod n (fun i => e))
  (at level 41, i name, n at level 69, e at level 41, right associativity).

(** ** A state that is built step by step *)

Theorem fold : forall (State Input : Type) (good : State -> Prop) (allowed : Input -> Prop)
    (step : State -> Input -> State) (start : State),
  good start ->
  (forall s u, good s -> allowed u -> good (step s u)) ->
  forall inputs, Forall allowed inputs -> good (fold_left step inputs start).
Proof.
  intros State Input good allowed step start first next inputs all.
  revert start first; induction all as [|u inputs here _ IH]; intros start first; simpl; auto.
Qed.

(** ** Sums, term by term *)

Lemma sum_ext : forall n f g, (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof.
  induction n as [|n IH]; intros f g same; simpl; [reflexivity|].
  rewrite (IH f g); [|intros; apply same; lia]. now rewrite same by lia.
Qed.

Lemma prod_ext : forall n f g, (forall i, (i < n)%nat -> f i = g i) -> prod n f = prod n g.
Proof.
  induction n as [|n IH]; intros f g same; simpl; [reflexivity|].
  rewrite (IH f g); [|intros; apply same; lia]. now rewrite same by lia.
Qed.

Lemma sum_plus : forall n f g, \sum_(i < n) (f i + g i) = sum n f + sum n g.
Proof. induction n as [|n IH]; intros; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma sum_minus : forall n f g, \sum_(i < n) (f i - g i) = sum n f - sum n g.
Proof. induction n as [|n IH]; intros; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma sum_scale : forall n c f, \sum_(i < n) (c * f i) = c * sum n f.
Proof. induction n as [|n IH]; intros; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma sum_scale_right : forall n c f, \sum_(i < n) (f i * c) = sum n f * c.
Proof. induction n as [|n IH]; intros; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma sum_constant : forall n c, \sum_(i < n) c = INR n * c.
Proof.
  induction n as [|n IH]; intros c; [simpl; lra|].
  change (sum (S n) (fun _ => c)) with (sum n (fun _ => c) + c). rewrite IH, S_INR. lra.
Qed.

Lemma sum_zero : forall n f, (forall i, (i < n)%nat -> f i = 0) -> sum n f = 0.
Proof.
  intros n f zero. rewrite (sum_ext n f (fun _ => 0)) by exact zero.
  rewrite sum_constant. lra.
Qed.

Lemma sum_le : forall n f g, (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  induction n as [|n IH]; intros f g below; simpl; [lra|].
  apply Rplus_le_compat; [apply IH; intros|]; apply below; lia.
Qed.

Lemma sum_nonneg : forall n f, (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof.
  intros n f above. rewrite <- (sum_zero n (fun _ => 0)) by reflexivity. now apply sum_le.
Qed.

Lemma term_le_sum : forall n f, (forall i, (i < n)%nat -> 0 <= f i) ->
  forall i, (i < n)%nat -> f i <= sum n f.
Proof.
  induction n as [|n IH]; intros f above i inside; [lia|]; simpl.
  assert (0 <= sum n f) by (apply sum_nonneg; intros; apply above; lia).
  assert (0 <= f n) by (apply above; lia).
  destruct (Nat.eq_dec i n) as [->|]; [lra|].
  assert (f i <= sum n f) by (apply IH; [intros; apply above|]; lia). lra.
Qed.

Lemma sum_first : forall n f, sum (S n) f = f O + \sum_(i < n) f (S i).
Proof. induction n as [|n IH]; intros f; cbn [sum] in *; [lra|]. rewrite IH. lra. Qed.

(** One term, picked by its index. *)
Definition at_index (i j : nat) : R := if Nat.eq_dec i j then 1 else 0.

Lemma sum_pick : forall n f i, (i < n)%nat -> \sum_(j < n) (at_index i j * f j) = f i.
Proof.
  induction n as [|n IH]; intros f i inside; [lia|]; simpl.
  destruct (Nat.eq_dec i n) as [->|].
  - rewrite sum_zero; unfold at_index.
    + destruct (Nat.eq_dec n n); [lra|contradiction].
    + intros j small. destruct (Nat.eq_dec n j); [lia|lra].
  - rewrite IH by lia. unfold at_index. destruct (Nat.eq_dec i n); [contradiction|lra].
Qed.

Theorem sum_linear : forall n (x y : nat -> R) a b,
  \sum_(i < n) (a * x i + b * y i) = a * (\sum_(i < n) x i) + b * (\sum_(i < n) y i) /\
  (forall j, (j < n)%nat -> (forall i, (i < n)%nat -> i <> j -> x i = y i) ->
     \sum_(i < n) x i - \sum_(i < n) y i = x j - y j).
Proof.
  intros n x y a b. split; [now rewrite sum_plus, !sum_scale|]. intros j small same.
  rewrite <- sum_minus, <- (sum_pick n (fun i => x i - y i) j small). apply sum_ext.
  intros i inside. unfold at_index. destruct (Nat.eq_dec j i) as [<-|]; [ring|].
  rewrite same by auto. ring.
Qed.

Theorem one_high_entry : forall k g j, (j < k)%nat ->
  \sum_(i < k) (if Nat.eq_dec i j then g else 1) = g + INR k - 1.
Proof.
  intros k g j small. rewrite (sum_ext k _ (fun i => at_index j i * (g - 1) + 1)).
  - rewrite sum_plus, (sum_pick k (fun _ => g - 1)), sum_constant by assumption. ring.
  - intros i _. unfold at_index. destruct (Nat.eq_dec i j), (Nat.eq_dec j i); subst; ring || congruence.
Qed.

(** The largest of x 0, ..., x n. *)
Fixpoint largest (n : nat) (x : nat -> R) : R :=
  match n with
  | O => x O
  | S m => Rmax (largest m x) (x n)
  end.

Theorem maximum : forall n x,
  (forall j, (j <= n)%nat -> x j <= largest n x) /\ exists i, (i <= n)%nat /\ largest n x = x i.
Proof.
  induction n as [|n IH]; intros x.
  - split; [intros j small; assert (j = O) as -> by lia; simpl; lra|]. now exists O.
  - destruct (IH x) as (above & i & small & equal). split.
    + intros j inside. cbn [largest]. destruct (Nat.eq_dec j (S n)) as [->|]; [apply Rmax_r|].
      apply Rle_trans with (largest n x); [apply above; lia|apply Rmax_l].
    + cbn [largest]. destruct (Rle_dec (largest n x) (x (S n))) as [up|down].
      * exists (S n). split; [lia|now apply Rmax_right].
      * exists i. split; [lia|]. rewrite Rmax_left; [assumption|lra].
Qed.

(** The state after n steps; None where the steps have ended. *)
Fixpoint after {State : Type} (step : State -> option State) (n : nat) (s : State)
  : option State :=
  match n with
  | O => Some s
  | S m => match step s with Some t => after step m t | None => None end
  end.

Theorem sum_of_sums : forall m n (x : nat -> nat -> R),
  \sum_(i < m) \sum_(j < n) x i j = \sum_(j < n) \sum_(i < m) x i j.
Proof.
  induction m as [|m IH]; intros n x; simpl.
  - symmetry. now apply sum_zero.
  - now rewrite IH, sum_plus.
Qed.

Theorem product_of_sums : forall m n (x y : nat -> R),
  (\sum_(i < m) x i) * (\sum_(j < n) y j) = \sum_(i < m) \sum_(j < n) (x i * y j).
Proof.
  intros m n x y. rewrite <- sum_scale_right.
  apply sum_ext. intros. now rewrite sum_scale.
Qed.

Lemma zero_terms : forall n f, (forall i, (i < n)%nat -> 0 <= f i) -> sum n f = 0 ->
  forall i, (i < n)%nat -> f i = 0.
Proof.
  intros n f above zero i inside.
  assert (f i <= 0) by (rewrite <- zero; now apply term_le_sum).
  specialize (above i inside). lra.
Qed.

Theorem sum_of_nonnegative_terms : forall n (x : nat -> R),
  (forall i, (i < n)%nat -> 0 <= x i) -> \sum_(i < n) x i = 0 ->
  forall i, (i < n)%nat -> x i = 0.
Proof. exact zero_terms. Qed.

Theorem sum_keeps_bound : forall n (x y : nat -> R),
  (forall i, (i < n)%nat -> x i <= y i) ->
  \sum_(i < n) x i <= \sum_(i < n) y i /\
  ((exists i, (i < n)%nat /\ x i < y i) -> \sum_(i < n) x i < \sum_(i < n) y i).
Proof.
  intros n x y below. split; [now apply sum_le|]. intros (i & inside & strict).
  assert (y i - x i <= \sum_(j < n) (y j - x j)).
  { apply (term_le_sum n (fun j => y j - x j)); [|assumption].
    intros j small. specialize (below j small). lra. }
  rewrite sum_minus in H. change (sum n (fun i => x i)) with (sum n x).
  change (sum n (fun i => y i)) with (sum n y). lra.
Qed.

Theorem sum_keeps_ratio : forall n (w x y : nat -> R) g,
  (forall i, (i < n)%nat -> 0 <= w i /\ x i <= g * y i) ->
  \sum_(i < n) (w i * x i) <= g * \sum_(i < n) (w i * y i).
Proof.
  intros n w x y g ratio. rewrite <- sum_scale. apply sum_le. intros i inside.
  destruct (ratio i inside) as [weight bound].
  replace (g * (w i * y i)) with (w i * (g * y i)) by lra. now apply Rmult_le_compat_l.
Qed.

Lemma prod_nonneg : forall n f, (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= prod n f.
Proof.
  induction n as [|n IH]; intros f above; simpl; [lra|].
  apply Rmult_le_pos; [apply IH; intros|]; apply above; lia.
Qed.

Lemma prod_pos : forall n f, (forall i, (i < n)%nat -> 0 < f i) -> 0 < prod n f.
Proof.
  induction n as [|n IH]; intros f positive; simpl; [lra|].
  apply Rmult_lt_0_compat; auto.
Qed.

Lemma prod_times : forall n f g, \prod_(i < n) (f i * g i) = prod n f * prod n g.
Proof. induction n as [|n IH]; intros; simpl; [lra|]. rewrite IH. ring. Qed.

Theorem product_keeps_ratio : forall n (x y g : nat -> R),
  (forall i, (i < n)%nat -> 0 <= x i <= g i * y i /\ 0 <= g i) ->
  \prod_(i < n) x i <= (\prod_(i < n) g i) * (\prod_(i < n) y i).
Proof.
  intros n x y g given.
  apply Rle_trans with (\prod_(i < n) (g i * y i)); [|rewrite prod_times; apply Rle_refl].
  revert given. induction n as [|n IH]; intros given; simpl; [lra|].
  apply Rmult_le_compat; [apply prod_nonneg; intros; apply given; lia|apply given; lia|apply IH; intros; apply given; lia|].
  apply given; lia.
Qed.

(** ** Permutations *)

Definition permutation (n : nat) (p : nat -> nat) : Prop :=
  (forall i, (i < n)%nat -> (p i < n)%nat) /\
  (forall i j, (i < n)%nat -> (j < n)%nat -> p i = p j -> i = j).

Definition exchange {A : Type} (l l' : list A) : Prop :=
  exists before a b after, l = before ++ a :: b :: after /\ l' = before ++ b :: a :: after.

Fixpoint list_sum (l : list R) : R :=
  match l with
  | [] => 0
  | a :: rest => a + list_sum rest
  end.

Lemma list_sum_app : forall a b, list_sum (a ++ b) = list_sum a + list_sum b.
Proof. induction a as [|x a IH]; intros; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma sum_as_list : forall n f, sum n f = list_sum (map f (seq 0 n)).
Proof.
  induction n as [|n IH]; intros f; [reflexivity|].
  rewrite seq_S, map_app, list_sum_app, <- IH. simpl. lra.
Qed.

Lemma list_sum_permutation : forall a b, Permutation a b -> list_sum a = list_sum b.
Proof. induction 1; simpl; lra. Qed.

Lemma permutation_lists : forall n p, permutation n p ->
  Permutation (seq 0 n) (map p (seq 0 n)).
Proof.
  intros n p [inside injective]. symmetry. apply NoDup_Permutation_bis.
  - assert (given : NoDup (seq 0 n)) by apply seq_NoDup.
    assert (small : forall i, In i (seq 0 n) -> (i < n)%nat) by (intros i; rewrite in_seq; lia).
    revert given small. generalize (seq 0 n) as l.
    induction l as [|i l IH]; intros given small; [constructor|]. inversion given as [|? ? new rest]; subst.
    simpl. constructor; [|apply IH; [assumption|intros; apply small; now right]].
    rewrite in_map_iff. intros (j & same & other). apply new.
    now rewrite <- (injective j i) by (auto; apply small; simpl; auto).
  - now rewrite map_length.
  - intros i. rewrite in_map_iff. intros (j & <- & there). apply in_seq in there.
    apply in_seq. specialize (inside j). lia.
Qed.

Lemma exchanges : forall (A : Type) (a b : list A),
  Permutation a b -> clos_refl_trans _ exchange a b.
Proof.
  induction 1 as [|x a b _ IH|x y a|a b c _ IH1 _ IH2].
  - apply rt_refl.
  - induction IH as [a b (before & u & v & after & -> & ->)| |a b c _ IH1 _ IH2].
    + apply rt_step. exists (x :: before), u, v, after. now split.
    + apply rt_refl.
    + now apply rt_trans with (x :: b).
  - apply rt_step. exists [], y, x, a. now split.
  - now apply rt_trans with b.
Qed.

Theorem sum_over_permutation : forall n (x : nat -> R) p, permutation n p ->
  \sum_(i < n) x (p i) = \sum_(i < n) x i /\
  clos_refl_trans _ exchange (seq 0 n) (map p (seq 0 n)).
Proof.
  intros n x p perm. split; [|now apply exchanges, permutation_lists].
  rewrite !sum_as_list, <- (map_map p x).
  apply list_sum_permutation, Permutation_map, Permutation_sym. now apply permutation_lists.
Qed.

(** ** Squares *)

Lemma sum_pos : forall n f, (0 < n)%nat -> (forall i, (i < n)%nat -> 0 < f i) -> 0 < sum n f.
Proof.
  intros n f some above. apply Rlt_le_trans with (f O); [now apply above|].
  apply term_le_sum; [|assumption]. intros i inside. now apply Rlt_le, above.
Qed.

(** Laws: non-negative entries that add up to one. *)
Definition law (k : nat) (p : nat -> R) : Prop :=
  (forall i, (i < k)%nat -> 0 <= p i) /\ \sum_(i < k) p i = 1.

Lemma law_le_one : forall k p, law k p -> forall i, (i < k)%nat -> p i <= 1.
Proof. intros k p [above total] i inside. rewrite <- total. now apply (term_le_sum k p). Qed.

Lemma law_some : forall k p, law k p -> (0 < k)%nat.
Proof. intros [|k] p [_ total]; [simpl in total; lra|lia]. Qed.

Theorem simpson_index : forall k p, law k p ->
  1 / INR k <= \sum_(i < k) (p i ^ 2) <= 1 /\
  (\sum_(i < k) (p i ^ 2) = 1 / INR k -> forall i, (i < k)%nat -> p i = 1 / INR k) /\
  (\sum_(i < k) (p i ^ 2) = 1 -> forall i, (i < k)%nat -> p i = 0 \/ p i = 1).
Proof.
  intros k p is_law. assert (0 < INR k) as some by (apply lt_0_INR, (law_some k p is_law)).
  pose proof is_law as [above total].
  set (u := 1 / INR k). set (s := \sum_(i < k) (p i ^ 2)).
  assert (INR k * u = 1) as unit by (unfold u; field; lra).
  set (low := fun i => (p i - u) ^ 2). set (high := fun i => p i * (1 - p i)).
  assert (sum k low = s - u) as left_gap.
  { unfold low. rewrite (sum_ext k _ (fun i => p i ^ 2 - (2 * u * p i - u ^ 2))) by (intros; ring).
    rewrite !sum_minus, sum_scale, sum_constant. change (sum k p) with (\sum_(i < k) p i).
    fold s. rewrite total. replace (INR k * u ^ 2) with (INR k * u * u) by ring. rewrite unit. lra. }
  assert (sum k high = 1 - s) as right_gap.
  { unfold high. rewrite (sum_ext k _ (fun i => p i - p i ^ 2)) by (intros; ring).
    rewrite sum_minus. change (sum k p) with (\sum_(i < k) p i). now rewrite total. }
  assert (forall i, (i < k)%nat -> 0 <= low i) as low_pos by (intros; apply pow2_ge_0).
  assert (forall i, (i < k)%nat -> 0 <= high i) as high_pos.
  { intros i inside. pose proof (law_le_one k p is_law i inside). specialize (above i inside).
    apply Rmult_le_pos; lra. }
  repeat split.
  - pose proof (sum_nonneg k low low_pos). lra.
  - pose proof (sum_nonneg k high high_pos). lra.
  - intros equal i inside.
    assert (low i = 0) as zero by (apply (zero_terms k low); auto; lra).
    unfold low in zero. apply Rmult_integral in zero. destruct zero; lra.
  - intros equal i inside.
    assert (high i = 0) as zero by (apply (zero_terms k high); auto; lra).
    unfold high in zero. apply Rmult_integral in zero. destruct zero; lra.
Qed.

(** ** Powers *)

Lemma power_at_least_one : forall q n, 1 <= q -> 1 <= q ^ n.
Proof. intros q n big. now apply pow_R1_Rle. Qed.

Theorem power_rises : forall q n, 1 < q -> q ^ (n + 1) > q ^ n /\ q ^ n >= 1.
Proof.
  intros q n big. pose proof (power_at_least_one q n (Rlt_le _ _ big)) as one.
  split; [|lra]. rewrite Nat.add_1_r. simpl.
  apply Rmult_lt_compat_r with (r := q ^ n) in big; lra.
Qed.

Theorem power_order : forall x y n,
  (x >= y -> y >= 0 -> x ^ n >= y ^ n) /\
  ((1 <= n)%nat -> x >= 0 -> y >= 0 -> x ^ n <= y ^ n -> x <= y).
Proof.
  intros x y n. split.
  - intros. apply Rle_ge, pow_incr. lra.
  - intros some nonneg other power. apply Rnot_lt_le. intros less.
    assert (y ^ n < x ^ n); [|lra]. clear power.
    destruct n as [|n]; [lia|]. clear some. induction n as [|n IH]; [simpl; lra|].
    change (y * y ^ S n < x * x ^ S n).
    assert (0 <= y ^ S n) by (apply pow_le; lra).
    apply Rle_lt_trans with (x * y ^ S n); [apply Rmult_le_compat_r; lra|].
    apply Rmult_lt_compat_l; lra.
Qed.

Theorem bernoulli : forall q n, q >= 1 ->
  INR n * (q - 1) <= q ^ n - 1 <= INR n * q ^ n * (q - 1) / q /\ (n < 2 ^ n)%nat.
Proof.
  intros q n big. split; [|apply Nat.pow_gt_lin_r; lia].
  assert (q > 0) by lra. split.
  - induction n as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl.
    pose proof (power_at_least_one q n (Rge_le _ _ big)) as one.
    assert (0 <= (q - 1) * (q ^ n - 1)) by (apply Rmult_le_pos; lra). lra.
  - apply Rmult_le_reg_r with q; [lra|].
    replace (INR n * q ^ n * (q - 1) / q * q) with (INR n * q ^ n * (q - 1)) by (field; lra).
    induction n as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl.
    pose proof (power_at_least_one q n (Rge_le _ _ big)) as one.
    assert (q * ((q ^ n - 1) * q) <= q * (INR n * q ^ n * (q - 1)))
      by (apply Rmult_le_compat_l; lra).
    assert (0 <= q * (q - 1) * (q ^ n - 1)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.

Theorem geometric_sum : forall q n, (q - 1) * (\sum_(i < n + 1) q ^ i) = q ^ (n + 1) - 1.
Proof.
  intros q n. induction n as [|n IH]; [simpl; lra|].
  change (S n + 1)%nat with (S (n + 1)).
  change (sum (S (n + 1)) (fun i => q ^ i)) with (\sum_(i < n + 1) q ^ i + q ^ (n + 1)).
  rewrite Rmult_plus_distr_l, IH. simpl. lra.
Qed.
