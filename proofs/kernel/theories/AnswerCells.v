(** Two reports (kind "shuffled", upper with cells): whatever the truths of the others are, only the least
    and the largest chance matter, and fewer others hide less, so that finitely many counts decide. *)

From Coq Require Import Reals Lra Lia List Arith Permutation ZArith.
From Rropt Require Import Sums Tensors Draws Histograms KeptLaws AnswerCounts.
Import ListNotations.
Open Scope R_scope.

(** ** Both orders of two truths *)

Definition flip (i : nat) : nat := (1 - i)%nat.

Lemma mean_flipped : forall laws f,
  mean 2 laws f = mean 2 (map (fun p i => p (flip i)) laws) (fun w => f (map flip w)).
Proof.
  induction laws as [|p rest IH]; intros f; [reflexivity|]. cbn [map mean sum].
  change (flip 0%nat) with 1%nat. change (flip 1%nat) with 0%nat.
  rewrite (IH (fun w => f (0%nat :: w))), (IH (fun w => f (1%nat :: w))). ring.
Qed.

Lemma coin_flipped : forall p i, (i < 2)%nat -> coin (1 - p) (flip i) = coin p i.
Proof.
  intros p i small. assert (i = 0%nat \/ i = 1%nat) as [-> | ->] by lia; unfold coin, flip; simpl; ring.
Qed.

Lemma mean_same_laws : forall m laws laws' f,
  Forall2 (fun p q => forall i, (i < m)%nat -> p i = q i) laws laws' -> mean m laws f = mean m laws' f.
Proof.
  intros m laws laws' f same. revert f. induction same as [|p q rest rest' here _ IH]; intros f; [reflexivity|].
  cbn [mean]. apply sum_ext. intros i small. now rewrite here, IH.
Qed.

Lemma hidden_exchanged : forall chances g u v d,
  hidden 2 (map coin (map (fun p => 1 - p) chances)) (excess_of g (1 - u) (1 - v)) d ->
  hidden 2 (map coin chances) (excess_of g u v) d.
Proof.
  intros chances g u v d all f [same range].
  rewrite mean_flipped. cbn [map].
  rewrite (mean_same_laws 2 _ (excess_of g (1 - u) (1 - v) :: map coin (map (fun p => 1 - p) chances))).
  - apply (all (fun w => f (map flip w))). split; [|auto]. intros w w' perm. apply same.
    now apply Permutation_map.
  - constructor.
    + intros i small. unfold excess_of. rewrite <- !(coin_flipped _ (flip i)) by (unfold flip; lia).
      f_equal; [|f_equal]; f_equal; unfold flip; lia.
    + rewrite !map_map. clear. induction chances as [|p rest IH]; constructor; [|assumption].
      intros i small. rewrite <- (coin_flipped p (flip i)) by (unfold flip; lia). f_equal. unfold flip. lia.
Qed.

(** Both turns: x for the straight order, x' with the reports exchanged. *)
Definition both_decided (chances : list R) (g low high d : R) (x x' : few_numbers) : Prop :=
  numbers_kept chances x /\ count_decided (1 - high - g * (1 - low)) (high - g * low) x d /\
  numbers_kept (map (fun p => 1 - p) chances) x' /\
  count_decided (low - g * high) (1 - low - g * (1 - high)) x' d.

Lemma between_ends : forall low high p, low <= p <= high ->
  exists a, 0 <= a <= 1 /\ p = (1 - a) * low + a * high.
Proof.
  intros low high p range. destruct (Req_EM_T low high) as [->|differ]; [exists 0; lra|].
  exists ((p - low) / (high - low)). split; [|field; lra].
  split; [apply Rmult_le_pos; [lra|]; apply Rlt_le, Rinv_0_lt_compat; lra|].
  apply Rmult_le_reg_r with (high - low); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(** Delta is convex in both chances: only the ends matter. *)
Lemma ends_decide : forall laws g low high u v d, Forall (law 2) laws -> 1 <= g ->
  0 <= low <= high -> high <= 1 -> low <= u <= high -> low <= v <= high ->
  hidden 2 laws (excess_of g high low) d -> hidden 2 laws (excess_of g low high) d ->
  hidden 2 laws (excess_of g u v) d.
Proof.
  intros laws g low high u v d all big order top first second down up f is_test.
  assert (0 <= d) as above.
  { specialize (down (fun _ => 0) ltac:(split; [now intros ? ?|intros; lra])).
    rewrite (mean_ext 2 _ _ (fun _ => 0 * 0)) in down by (intros; ring).
    rewrite (mean_scale 2 _ 0 (fun _ => 0)) in down. lra. }
  set (V := fun p => mean 2 (coin p :: laws) f).
  assert (forall p q, mean 2 (excess_of g p q :: laws) f = V p - g * V q) as parts.
  { intros p q. unfold V. rewrite (first_ext 2 _ (fun i => 1 * coin p i + (- g) * coin q i))
      by (intros; unfold excess_of; ring). rewrite mean_of_both. ring. }
  assert (forall p q a, V ((1 - a) * p + a * q) = (1 - a) * V p + a * V q) as mixed.
  { intros p q a. unfold V. rewrite <- mean_of_both. apply first_ext. intros i _.
    unfold coin. destruct (Nat.eq_dec i 0); ring. }
  assert (forall p, 0 <= p <= 1 -> 0 <= V p) as nonneg.
  { intros p range. apply mean_range; [|apply is_test]. constructor; [now apply coin_law|assumption]. }
  specialize (down f is_test). specialize (up f is_test). rewrite parts in *.
  destruct (between_ends low high u first) as (a & rangea & ->).
  destruct (between_ends low high v second) as (b & rangeb & ->). rewrite !mixed.
  pose proof (nonneg low ltac:(lra)). pose proof (nonneg high ltac:(lra)).
  assert (V low - g * V low <= d).
  { assert (0 <= (g - 1) * V low) by (apply Rmult_le_pos; lra). lra. }
  assert (V high - g * V high <= d).
  { assert (0 <= (g - 1) * V high) by (apply Rmult_le_pos; lra). lra. }
  assert (forall s x y z, 0 <= s <= 1 -> x <= z -> y <= z -> (1 - s) * x + s * y <= z) as convex.
  { intros s x y z range one two.
    assert ((1 - s) * x <= (1 - s) * z) by (apply Rmult_le_compat_l; lra).
    assert (s * y <= s * z) by (apply Rmult_le_compat_l; lra). lra. }
  replace ((1 - a) * V low + a * V high - g * ((1 - b) * V low + b * V high)) with
    ((1 - a) * ((1 - b) * (V low - g * V low) + b * (V low - g * V high)) +
     a * ((1 - b) * (V high - g * V low) + b * (V high - g * V high))) by ring.
  apply convex; auto; apply convex; auto.
Qed.

Lemma both_hidden : forall chances g low high u v d x x', Forall probability chances -> 1 <= g ->
  0 <= low <= high -> high <= 1 -> low <= u <= high -> low <= v <= high ->
  both_decided chances g low high d x x' -> hidden 2 (map coin chances) (excess_of g u v) d.
Proof.
  intros chances g low high u v d x x' all big order top first second (known & fits & known' & fits').
  apply (ends_decide _ g low high); auto.
  - rewrite Forall_map. revert all. apply Forall_impl. intros p range. now apply coin_law.
  - now apply count_bound with x.
  - apply hidden_exchanged. apply (count_bound _ g (1 - high) (1 - low) x'); auto; try lra.
    + rewrite Forall_map. revert all. apply Forall_impl. unfold probability. intros; lra.
    + replace (1 - (1 - low) - g * (1 - (1 - high))) with (low - g * high) by ring. assumption.
Qed.

(** ** Any truths of the others, by cells *)

(** All others at one of the ends. *)
Definition at_ends (low high : R) (i j : nat) : list R := repeat low i ++ repeat high j.

Lemma others_at_ends : forall low high e d chances i j,
  Forall (fun p => low <= p <= high) chances ->
  (forall c, (c <= length chances)%nat ->
     hidden 2 (map coin (at_ends low high (i + (length chances - c)) (j + c))) e d) ->
  hidden 2 (map coin (at_ends low high i j ++ chances)) e d.
Proof.
  induction chances as [|p rest IH]; intros i j all ends.
  - specialize (ends 0%nat ltac:(lia)). cbn [length] in ends. rewrite !Nat.add_0_r in ends.
    now rewrite app_nil_r.
  - inversion all as [|? ? range others]; subst. cbn [length] in ends. intros f is_test.
    assert (forall q, mean 2 (e :: map coin (at_ends low high i j ++ q :: rest)) f =
      mean 2 (coin q :: e :: map coin (at_ends low high i j ++ rest)) f) as moved.
    { intros q. apply mean_permutation; [apply is_test|]. rewrite !map_app. cbn [map].
      rewrite perm_swap. constructor. symmetry. apply Permutation_middle. }
    destruct (between_ends low high p range) as (a & between & ->). rewrite moved.
    rewrite (first_ext 2 _ (fun k => (1 - a) * coin low k + a * coin high k))
      by (intros k _; unfold coin; destruct (Nat.eq_dec k 0); ring).
    rewrite mean_of_both, <- !moved.
    assert (hidden 2 (map coin (at_ends low high i j ++ low :: rest)) e d) as first.
    { apply hidden_permutation with (map coin (at_ends low high (S i) j ++ rest)).
      - apply Permutation_map. unfold at_ends. cbn [repeat app]. rewrite <- !app_assoc.
        apply perm_trans with (repeat low i ++ low :: (repeat high j ++ rest)); [apply Permutation_middle|].
        apply Permutation_app_head. apply Permutation_middle.
      - apply IH; [assumption|]. intros c small. specialize (ends c ltac:(lia)).
        now replace (S i + (length rest - c))%nat with (i + (S (length rest) - c))%nat by lia. }
    assert (hidden 2 (map coin (at_ends low high i j ++ high :: rest)) e d) as second.
    { apply hidden_permutation with (map coin (at_ends low high i (S j) ++ rest)).
      - apply Permutation_map. unfold at_ends. cbn [repeat]. rewrite <- !app_assoc. cbn [app].
        apply Permutation_app_head. apply Permutation_middle.
      - apply IH; [assumption|]. intros c small. specialize (ends (S c) ltac:(lia)).
        replace (i + (S (length rest) - S c))%nat with (i + (length rest - c))%nat in ends by lia.
        now replace (j + S c)%nat with (S j + c)%nat in ends by lia. }
    specialize (first f is_test). specialize (second f is_test).
    assert ((1 - a) * mean 2 (e :: map coin (at_ends low high i j ++ low :: rest)) f <= (1 - a) * d)
      by (apply Rmult_le_compat_l; lra).
    assert (a * mean 2 (e :: map coin (at_ends low high i j ++ high :: rest)) f <= a * d)
      by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** From how many to how many others have the chance high, and the numbers of both turns. *)
Record cell := Cell { first : nat; final : nat; straight : few_numbers; exchanged : few_numbers }.

Lemma columns_are_coins : forall k P t, stochastic 2 k P -> (t < k)%nat ->
  forall i, (i < 2)%nat -> P i t = coin (P 1%nat t) i.
Proof.
  intros k P t columns small i inside. destruct (columns t small) as [_ one]. cbn in one.
  assert (i = 0%nat \/ i = 1%nat) as [-> | ->] by lia; unfold coin; simpl; lra.
Qed.

Lemma hidden_as_coins : forall k P others g d, stochastic 2 k P ->
  Forall (fun t => (t < k)%nat) others ->
  (forall a b, (a < k)%nat -> (b < k)%nat ->
     hidden 2 (map coin (map (P 1%nat) others)) (excess_of g (P 1%nat a) (P 1%nat b)) d) ->
  hides 2 k P others g d.
Proof.
  intros k P others g d columns all pairs. apply hides_hidden. intros a b first second f is_test.
  rewrite (mean_same_laws 2 _ (excess_of g (P 1%nat a) (P 1%nat b) :: map coin (map (P 1%nat) others)));
    [now apply pairs|].
  constructor.
  - intros i small. unfold against, excess_of. now rewrite <- !(columns_are_coins k).
  - rewrite map_map. clear -columns all. induction all as [|t rest small _ IH]; constructor; [|assumption].
    intros i inside. exact (columns_are_coins k P t columns small i inside).
Qed.

Section two_reports.
Variables (k : nat) (P : matrix) (g low high d : R).
Context (columns : stochastic 2 k P).
Context (ends : forall t, (t < k)%nat -> low <= P 1%nat t <= high).
Context (probabilities : 0 <= low <= high /\ high <= 1).
Context (big : 1 <= g).

Theorem cells_private : forall n cells others,
  (forall m, (m <= n)%nat -> exists c, In c cells /\ (first c <= m <= final c)%nat) ->
  Forall (fun c => (final c <= n)%nat /\
    both_decided (at_ends low high (n - final c) (first c)) g low high d (straight c) (exchanged c)) cells ->
  length others = n -> Forall (fun t => (t < k)%nat) others -> hides 2 k P others g d.
Proof.
  intros n cells others covered decided len all. destruct probabilities as [order top].
  apply (hidden_as_coins k); auto. intros a b one two.
  change (map (P 1%nat) others) with (at_ends low high 0 0 ++ map (P 1%nat) others).
  apply others_at_ends.
  - rewrite Forall_map. revert all. apply Forall_impl. intros t small. now apply ends.
  - rewrite map_length, len. cbn [plus]. intros m small. destruct (covered m small) as (c & there & range).
    rewrite Forall_forall in decided. destruct (decided c there) as [inside both].
    apply hidden_permutation with (map coin (at_ends low high (n - final c) (first c)) ++
      map coin (at_ends low high (final c - m) (m - first c))).
    + rewrite <- map_app. apply Permutation_map. unfold at_ends.
      apply perm_trans with ((repeat low (n - final c) ++ repeat low (final c - m)) ++
        repeat high (first c) ++ repeat high (m - first c)).
      * rewrite <- !app_assoc. apply Permutation_app_head. rewrite !app_assoc.
        apply Permutation_app_tail. apply Permutation_app_comm.
      * rewrite <- !repeat_app. replace (n - final c + (final c - m))%nat with (n - m)%nat by lia.
        now replace (first c + (m - first c))%nat with m by lia.
    + apply more_hide_more.
      * unfold at_ends. rewrite Forall_map. apply Forall_app. split; apply Forall_forall; intros p yes;
          apply repeat_spec in yes; subst; apply coin_law; lra.
      * apply (both_hidden _ g low high _ _ d (straight c) (exchanged c)); auto.
        unfold at_ends. apply Forall_app. split; apply Forall_forall; intros p yes;
          apply repeat_spec in yes; subst; unfold probability; lra.
Qed.

(** The same where the truths of the others are known. *)
Theorem known_others_private : forall others x x', Forall (fun t => (t < k)%nat) others ->
  both_decided (map (P 1%nat) others) g low high d x x' -> hides 2 k P others g d.
Proof.
  intros others x x' all both. destruct probabilities as [order top].
  apply (hidden_as_coins k); auto. intros a b one two.
  apply (both_hidden _ g low high _ _ d x x'); auto.
  rewrite Forall_map. revert all. apply Forall_impl. intros t small. specialize (ends t small).
  unfold probability. lra.
Qed.
End two_reports.

(** ** The few numbers, of two groups whose laws are kept from below *)

Definition met (mu nu : nat -> R) (m n : nat) (event : nat -> bool) : R :=
  \sum_(i < m) \sum_(j < n) (mu i * nu j * (if event (i + j)%nat then 1 else 0)).

Theorem numbers_of_two_groups : forall left right mu nu m n unit x,
  Forall probability left -> Forall probability right ->
  kept 2 (map coin left) itself mu -> kept 2 (map coin right) itself nu ->
  let rounded v event := met mu nu m n event - unit <= v <= met mu nu m n event in
  let one v d := 0 <= v /\ rounded v (fun s => Z.eqb (Z.of_nat s) (turn x - d)) in
  one (f0 x) 0%Z -> one (f1 x) 1%Z -> one (f2 x) 2%Z -> one (f3 x) 3%Z ->
  rounded (from_turn x) (fun s => Z.leb (turn x) (Z.of_nat s)) ->
  rounded (from_before x) (fun s => Z.leb (turn x - 1) (Z.of_nat s)) ->
  0 < unit -> 1 - sum m mu * sum n nu + unit <= missing x -> 0 < missing x ->
  numbers_kept (left ++ right) x.
Proof.
  intros left right mu nu m n unit x all all' keeps keeps' rounded one zero first second third at_turn
    at_before some most positive.
  assert (forall l, Forall probability l -> Forall (law 2) (map coin l)) as laws.
  { intros l. rewrite Forall_map. apply Forall_impl. intros p range. now apply coin_law. }
  assert (forall event v, rounded v event ->
    v <= \sum_(s < S (length (left ++ right))) (answers (left ++ right) (Z.of_nat s) *
      (if event s then 1 else 0)) <= v + missing x) as sets.
  { intros event v near.
    pose proof (kept_pair 2 (map coin left) (map coin right) itself mu nu m n event unit v (missing x)
      (laws left all) (laws right all') keeps keeps' near most) as found.
    rewrite <- map_app, (mean_of_count (left ++ right) (fun s => if event s then 1 else 0)) in found.
    exact found. }
  assert (forall v e, one v e -> 0 <= v /\
    v <= answers (left ++ right) (turn x - e) <= v + missing x) as ones.
  { intros v e [nonneg near]. split; [assumption|]. specialize (sets _ _ near).
    destruct (Z_lt_dec (turn x - e) 0) as [less|more].
    - rewrite answers_outside by lia. rewrite sum_zero in sets; [lra|]. intros s _.
      destruct (Z.eqb_spec (Z.of_nat s) (turn x - e)); lia || ring.
    - rewrite (sum_ext _ _ (fun s => at_index s (Z.to_nat (turn x - e)) *
        answers (left ++ right) (Z.of_nat s))) in sets.
      2:{ intros s _. unfold at_index. destruct (Z.eqb_spec (Z.of_nat s) (turn x - e)),
            (Nat.eq_dec s (Z.to_nat (turn x - e))); lia || ring. }
      rewrite among_places, Z2Nat.id in sets by lia.
      destruct (lt_dec _ _); [assumption|]. rewrite answers_outside by lia. assumption. }
  assert (forall t, tail (left ++ right) t = \sum_(s < S (length (left ++ right)))
    (answers (left ++ right) (Z.of_nat s) * (if Z.leb t (Z.of_nat s) then 1 else 0))) as tails.
  { intros t. apply sum_ext. intros s _. unfold from.
    destruct (Z_le_dec t _), (Z.leb_spec t (Z.of_nat s)); lia || reflexivity. }
  unfold numbers_kept. rewrite !tails.
  exact (conj (ones _ _ zero) (conj (ones _ _ first) (conj (ones _ _ second) (conj (ones _ _ third)
    (conj positive (conj (proj1 (sets _ _ at_turn)) (proj2 (sets _ _ at_before)))))))).
Qed.
