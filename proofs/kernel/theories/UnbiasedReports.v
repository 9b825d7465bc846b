(** Unbiased reports on numbers: what none does better than, tables that do it, and how both are
    checked; the best reports on two numbers. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Probability Prices Number Estimators NumberMeans.
Import ListNotations.
Open Scope R_scope.

(** Reports with the numbers v on the truths x, of the level g and unbiased at each of them. *)
Definition reports (m k : nat) (g : R) (x v : nat -> R) (P : matrix) : Prop :=
  stochastic m k P /\ (forall i, (i < m)%nat -> within k g (P i)) /\
  forall j, (j < k)%nat -> \sum_(i < m) (v i * P i j) = x j.

Definition variance_at (m : nat) (x v : nat -> R) (P : matrix) (j : nat) : R :=
  \sum_(i < m) ((v i - x j) ^ 2 * P i j).

(** No unbiased reports on the numbers x have a smaller worst variance; these have no larger one. *)
Definition least_worst (k : nat) (g : R) (x : nat -> R) (value : R) : Prop :=
  forall m v P worst, reports m k g x v P ->
    (forall j, (j < k)%nat -> variance_at m x v P j <= worst) -> value <= worst.
Definition attains (m k : nat) (g : R) (x v : nat -> R) (P : matrix) (value : R) : Prop :=
  reports m k g x v P /\ forall j, (j < k)%nat -> variance_at m x v P j <= value.

Definition listed (l : list R) : nat -> R := fun i => nth i l 0.

(** The report i has the weight of the list, and the likelihoods of its row up to that. *)
Definition weighted (w : list R) (rows : list (list R)) : matrix := fun i j =>
  listed w i * listed (nth i rows []) j.

Lemma variance_from_moment : forall m k g x v P j, reports m k g x v P -> (j < k)%nat ->
  variance_at m x v P j = \sum_(i < m) (v i ^ 2 * P i j) - x j ^ 2.
Proof.
  intros m k g x v P j (columns & _ & unbiased) small.
  destruct (columns j small) as [_ one]. change (sum m (fun i => P i j) = 1) in one.
  unfold variance_at.
  rewrite (sum_ext m _ (fun i => v i ^ 2 * P i j - (2 * x j * (v i * P i j) - x j ^ 2 * P i j)))
    by (intros; ring).
  rewrite !sum_minus, !sum_scale, one, (unbiased j small). ring.
Qed.

Lemma private_reports : forall m k g x v P, 1 <= g -> reports m k g x v P ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P.
Proof.
  intros m k g x v P big (columns & ratio & _). split; [assumption|].
  intros a b first second. apply Req_le, sum_zero. intros i small.
  apply (proj2 (row_within k g (P i) big) (ratio i small)); auto.
Qed.

(** The average of the variances over shares q, and the worst, against prices. *)
Theorem prices_below : forall k g (q p y x : nat -> R), (0 < k)%nat -> 1 <= g -> law k q ->
  (forall t, 0 <= minima k g (fun j => q j * t ^ 2 - 2 * p j * t + y j)) ->
  (forall m v P, reports m k g x v P -> \sum_(j < k) (2 * x j * p j - y j - q j * x j ^ 2) <=
    \sum_(j < k) (q j * variance_at m x v P j)) /\
  least_worst k g x (\sum_(j < k) (2 * x j * p j - y j - q j * x j ^ 2)).
Proof.
  intros k g q p y x some big is_law covered. split.
  - intros m v P given. pose proof given as (_ & _ & unbiased).
    rewrite (sum_ext k (fun j => q j * variance_at m x v P j)
      (fun j => q j * (\sum_(i < m) (v i ^ 2 * P i j) - x j ^ 2)))
      by (intros; now rewrite (variance_from_moment m k g x v P)).
    apply (proj1 (mean_prices m k g q p y x v P some big is_law covered
      (private_reports m k g x v P big given) unbiased)).
  - intros m v P worst given all. pose proof given as (_ & _ & unbiased).
    apply (proj2 (mean_prices m k g q p y x v P some big is_law covered
      (private_reports m k g x v P big given) unbiased)).
    intros j small. rewrite <- (variance_from_moment m k g x v P j given small). auto.
Qed.

(** Prices are checked at the rows of likelihoods 1 and g. *)
Lemma cover_three : forall g f, 1 <= g ->
  0 <= f 0%nat + f 1%nat + f 2%nat ->
  0 <= g * f 0%nat + f 1%nat + f 2%nat -> 0 <= f 0%nat + g * f 1%nat + f 2%nat ->
  0 <= f 0%nat + f 1%nat + g * f 2%nat -> 0 <= g * f 0%nat + g * f 1%nat + f 2%nat ->
  0 <= g * f 0%nat + f 1%nat + g * f 2%nat -> 0 <= f 0%nat + g * f 1%nat + g * f 2%nat ->
  0 <= minima 3 g f.
Proof.
  intros g f big none a b c ab ac bc.
  assert (0 <= g * (f 0%nat + f 1%nat + f 2%nat)) by (apply Rmult_le_pos; lra).
  unfold minima. cbn [sum]. unfold Rmin.
  repeat match goal with |- context [Rle_dec ?u ?w] => destruct (Rle_dec u w) end; lra.
Qed.

(** A table of weights and likelihoods. *)
Lemma weighted_reports : forall m k g x v w rows, 1 <= g ->
  (forall i, (i < m)%nat -> 0 <= listed w i) ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> 1 <= listed (nth i rows []) j <= g) ->
  (forall j, (j < k)%nat -> \sum_(i < m) weighted w rows i j = 1) ->
  (forall j, (j < k)%nat -> \sum_(i < m) (v i * weighted w rows i j) = x j) ->
  reports m k g x v (weighted w rows).
Proof.
  intros m k g x v w rows big weights range ones unbiased.
  assert (forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= weighted w rows i j) as above.
  { intros i j inside small. apply Rmult_le_pos; [auto|]. specialize (range i j inside small). lra. }
  split; [|split]; [intros j small; split; [intros; auto|exact (ones j small)]| |assumption].
  intros i inside. split; [intros; auto|]. intros a b first second. unfold weighted.
  pose proof (range i a inside first). pose proof (range i b inside second).
  assert (0 <= g * (listed (nth i rows []) b - 1)) by (apply Rmult_le_pos; lra).
  assert (0 <= listed w i * (g * listed (nth i rows []) b - listed (nth i rows []) a))
    by (apply Rmult_le_pos; [auto|lra]). lra.
Qed.

Ltac positive := repeat first
  [ apply pow2_ge_0 | lra | apply Rplus_le_le_0_compat | apply Rmult_le_pos
  | (apply Rlt_le, Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; lra) ].

(** Of shares q that are known: the average of the variances. *)
Definition least_average (k : nat) (g : R) (x q : nat -> R) (value : R) : Prop :=
  forall m v P, reports m k g x v P -> value <= \sum_(j < k) (q j * variance_at m x v P j).
Definition attains_average (m k : nat) (g : R) (x q v : nat -> R) (P : matrix) (value : R) : Prop :=
  reports m k g x v P /\ \sum_(j < k) (q j * variance_at m x v P j) = value.

(** A coin that shows the first side with chance p chooses the question "above a?" or "above b?",
    which is answered truly with probability g / (1 + g): no and yes to each. *)
Definition answer (g : R) (true_one : bool) : R := if true_one then g / (1 + g) else 1 / (1 + g).
Definition above (cut y : R) : bool := if Rlt_dec cut y then true else false.
Definition two_questions (g p a b : R) (x : nat -> R) : matrix := fun i j =>
  match i with
  | 0 => p * answer g (negb (above a (x j)))
  | 1 => p * answer g (above a (x j))
  | 2 => (1 - p) * answer g (negb (above b (x j)))
  | _ => (1 - p) * answer g (above b (x j))
  end.

Lemma same_reports : forall m k g x v P Q,
  (forall i j, (i < m)%nat -> (j < k)%nat -> P i j = Q i j) ->
  reports m k g x v P -> reports m k g x v Q /\
    forall j, (j < k)%nat -> variance_at m x v Q j = variance_at m x v P j.
Proof.
  intros m k g x v P Q same (columns & ratio & unbiased). split; [split; [|split]|].
  - intros j small. destruct (columns j small) as [nonneg one]. split.
    + intros i inside. rewrite <- same by assumption. auto.
    + rewrite <- one. apply sum_ext. intros. now rewrite same.
  - intros i inside. destruct (ratio i inside) as [nonneg pairs]. split.
    + intros j small. rewrite <- same by assumption. auto.
    + intros a b first second. rewrite <- !same by assumption. auto.
  - intros j small. rewrite <- (unbiased j small). apply sum_ext. intros. now rewrite same.
  - intros j small. apply sum_ext. intros. now rewrite same.
Qed.

Definition likelihoods_of_questions (g : R) : list (list R) :=
  [[g; 1; 1]; [1; g; g]; [g; g; 1]; [1; 1; g]].

(** The questions separate the first number and the last of three. *)
Lemma questions_of_three : forall g p a b y, 1 < g -> -1 <= a < y -> y <= b < 1 ->
  forall i j, (i < 4)%nat -> (j < 3)%nat ->
  weighted [p / (1 + g); p / (1 + g); (1 - p) / (1 + g); (1 - p) / (1 + g)]
    (likelihoods_of_questions g) i j = two_questions g p a b (listed [-1; y; 1]) i j.
Proof.
  intros g p a b y more first second i j inside small.
  destruct i as [|[|[|[|i]]]], j as [|[|[|j]]]; try lia;
    unfold two_questions, above, weighted, likelihoods_of_questions, listed; cbn [nth];
    match goal with |- context [Rlt_dec ?u ?w] => destruct (Rlt_dec u w) end; try lra;
    cbn [negb answer]; field; lra.
Qed.

Ltac entries := unfold variance_at, weighted, listed; cbn [sum nth].

(** Two numbers. *)
Theorem mean_of_two_numbers : forall g, 1 < g ->
  let x := listed [-1; 1] in let B := (g + 1) / (g - 1) in
  least_worst 2 g x (4 * g / (g - 1) ^ 2) /\
  attains 2 2 g x (listed [-B; B]) (weighted [/ (g + 1); / (g + 1)] [[g; 1]; [1; g]])
    (4 * g / (g - 1) ^ 2).
Proof.
  intros g more x B. assert (0 < / (g - 1)) by (apply Rinv_0_lt_compat; lra).
  assert (0 < / (g + 1)) by (apply Rinv_0_lt_compat; lra). split.
  - destruct (prices_below 2 g (listed [/ 2; / 2]) (listed [-(B ^ 2) / 2; B ^ 2 / 2])
      (listed [B ^ 2 / 2; B ^ 2 / 2]) x) as [_ bound]; [lia|lra| | |].
    + split; [|unfold listed; cbn; lra].
      intros j small. destruct j as [|[|j]]; [..|lia]; unfold listed; cbn; lra.
    + intros t. unfold minima, listed. cbn [sum nth]. unfold Rmin.
      repeat match goal with |- context [Rle_dec ?u ?w] => destruct (Rle_dec u w) end.
      * replace (0 + _ + _) with (t ^ 2 + B ^ 2) by field. positive.
      * replace (0 + _ + _) with ((g + 1) / 2 * (t - B) ^ 2) by (unfold B; field; lra). positive.
      * replace (0 + _ + _) with ((g + 1) / 2 * (t + B) ^ 2) by (unfold B; field; lra). positive.
      * replace (0 + _ + _) with (g * (t ^ 2 + B ^ 2)) by field. positive.
    + replace (4 * g / (g - 1) ^ 2) with
        (\sum_(j < 2) (2 * x j * listed [-(B ^ 2) / 2; B ^ 2 / 2] j -
          listed [B ^ 2 / 2; B ^ 2 / 2] j - listed [/ 2; / 2] j * x j ^ 2)); [exact bound|].
      unfold x, listed, B. cbn [sum nth]. field. lra.
  - split.
    + apply weighted_reports; [lra|..].
      * intros i small. destruct i as [|[|i]]; [..|lia]; unfold listed; cbn; lra.
      * intros i j inside small. destruct i as [|[|i]], j as [|[|j]]; try lia; unfold listed; cbn; lra.
      * intros j small. destruct j as [|[|j]]; [..|lia]; unfold weighted, listed; cbn [sum nth]; field; lra.
      * intros j small. destruct j as [|[|j]]; [..|lia]; unfold weighted, listed, x, B, listed;
          cbn [sum nth]; field; lra.
    + intros j small. apply Req_le.
      destruct j as [|[|j]]; [..|lia]; unfold variance_at, weighted, listed, x, B, listed;
        cbn [sum nth]; field; lra.
Qed.
