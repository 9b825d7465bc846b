(** Differential privacy of randomizers: the largest likelihood ratio l_M of a report is what it
    costs, for several bits the product of the largest ones, and what privacy costs in turn.

    An iterated bisymmetric randomizer that is alpha-private for inputs that differ in at most k
    bits has c >= ((e^(2 alpha / k) + 1) / (e^(alpha / k) - 1)^2)^n. *)

From Coq Require Import Reals Lra Lia List Arith PeanoNat Bool Sorted.
From Rropt Require Import Sums Tensors Draws BitStrings Randomizers ShareEstimates SampleLoss.
Import ListNotations.
Open Scope R_scope.

(** ** Any randomizer, any number of people *)

(** The smallest of x 0, ..., x n. *)
Fixpoint smallest (n : nat) (x : nat -> R) : R :=
  match n with
  | O => x O
  | S m => Rmin (smallest m x) (x n)
  end.

Lemma smallest_below : forall n x j, (j <= n)%nat -> smallest n x <= x j.
Proof.
  induction n as [|n IH]; intros x j small; cbn [smallest].
  - assert (j = O) as -> by lia. lra.
  - destruct (Nat.eq_dec j (S n)) as [->|]; [apply Rmin_r|].
    apply Rle_trans with (smallest n x); [apply Rmin_l|apply IH; lia].
Qed.

Lemma smallest_positive : forall n x, (forall j, (j <= n)%nat -> 0 < x j) -> 0 < smallest n x.
Proof.
  induction n as [|n IH]; intros x above; cbn [smallest]; [apply above; lia|].
  apply Rmin_glb_lt; [apply IH; intros; apply above; lia|apply above; lia].
Qed.

(** l_M(r) and l_M, of a matrix with m + 1 rows and k + 1 columns. *)
Definition evidence (k : nat) (M : matrix) (r : nat) : R := largest k (M r) / smallest k (M r).
Definition strongest (m k : nat) (M : matrix) : R := largest m (evidence k M).

Lemma ratio_bound : forall m k M r x y,
  (forall r x, (r <= m)%nat -> (x <= k)%nat -> 0 < M r x) ->
  (r <= m)%nat -> (x <= k)%nat -> (y <= k)%nat -> M r x <= strongest m k M * M r y.
Proof.
  intros m k M r x y above row column other.
  assert (0 < smallest k (M r)) as some by (apply smallest_positive; auto).
  apply Rle_trans with (evidence k M r * M r y).
  - unfold evidence. apply Rle_trans with (largest k (M r)).
    + now apply (maximum k (M r)).
    + apply Rle_trans with (largest k (M r) / smallest k (M r) * smallest k (M r)).
      * right. field. lra.
      * apply Rmult_le_compat_l; [|now apply smallest_below].
        unfold Rdiv. apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; lra].
        apply Rle_trans with (M r x); [apply Rlt_le; auto|now apply (maximum k (M r))].
  - apply Rmult_le_compat_r; [apply Rlt_le; auto|]. now apply (maximum m (evidence k M)).
Qed.

Lemma reports_nonneg : forall r C truths f, (forall i t, (i < r)%nat -> In t truths -> 0 <= C i t) ->
  (forall y, 0 <= f y) -> 0 <= reports r C truths f.
Proof.
  intros r C truths. induction truths as [|t rest IH]; intros f above nonneg; [apply nonneg|].
  simpl. apply sum_nonneg. intros i small. apply Rmult_le_pos; [apply above; simpl; auto|].
  apply IH; [intros; apply above; simpl; auto|intros; apply nonneg].
Qed.

(** Two sets of people who overlap in all but one: for every event S of their reports, the indicator
    of which is f, P(M(D) in S) <= exp(log l_M) P(M(D') in S). *)
Theorem likelihood_ratio_is_privacy : forall m k M before after x y f,
  (forall r t, (r <= m)%nat -> (t <= k)%nat -> 0 < M r t) ->
  Forall (fun t => (t <= k)%nat) (before ++ x :: after) -> (y <= k)%nat ->
  (forall l, 0 <= f l) ->
  reports (S m) M (before ++ x :: after) f <=
  exp (ln (strongest m k M)) * reports (S m) M (before ++ y :: after) f.
Proof.
  intros m k M before after x y f above inside other nonneg.
  assert ((x <= k)%nat /\ Forall (fun t => (t <= k)%nat) before /\
    Forall (fun t => (t <= k)%nat) after) as (column & front & back).
  { apply Forall_app in inside as [front rest]. inversion rest; subst. auto. }
  assert (0 < strongest m k M) as some.
  { apply Rmult_lt_reg_r with (M O y); [apply above; lia|]. rewrite Rmult_0_l.
    apply Rlt_le_trans with (M O y); [apply above; lia|].
    now apply (ratio_bound m k M O y y above); lia. }
  rewrite exp_ln by assumption. clear inside. revert f nonneg.
  induction front as [|t before small _ IH]; intros f nonneg; simpl app; cbn [reports].
  - rewrite <- sum_scale. apply sum_le. intros i row.
    set (rest := reports _ _ _ _).
    assert (0 <= rest).
    { apply reports_nonneg; [|intros; apply nonneg]. intros j t less there. apply Rlt_le, above.
      - lia.
      - rewrite Forall_forall in back. now apply back. }
    replace (strongest m k M * (M i y * rest)) with (strongest m k M * M i y * rest) by ring.
    apply Rmult_le_compat_r; [assumption|]. apply ratio_bound; auto; lia.
  - rewrite <- sum_scale. apply sum_le. intros i row.
    replace (strongest m k M * (M i t * reports (S m) M (before ++ y :: after) (fun l => f (i :: l))))
      with (M i t * (strongest m k M * reports (S m) M (before ++ y :: after) (fun l => f (i :: l))))
      by ring.
    apply Rmult_le_compat_l; [apply Rlt_le, above; lia|]. apply IH. intros. apply nonneg.
Qed.

(** ** Bit by bit *)

Definition positive_table (M : matrix) : Prop :=
  forall r t, (r <= 1)%nat -> (t <= 1)%nat -> 0 < M r t.

(** l_(M_0) l_(M_1) ... l_(M_(k-1)). *)
Fixpoint first_ratios (k : nat) (Ms : list matrix) : R :=
  match k, Ms with
  | S k, M :: Ms => strongest 1 1 M * first_ratios k Ms
  | _, _ => 1
  end.

Lemma strongest_at_least_one : forall M, positive_table M -> 1 <= strongest 1 1 M.
Proof.
  intros M above. apply Rmult_le_reg_r with (M O O); [apply above; lia|]. rewrite Rmult_1_l.
  now apply (ratio_bound 1 1 M O O O above); lia.
Qed.

Definition falling_ratios : list matrix -> Prop :=
  StronglySorted (fun M N => strongest 1 1 N <= strongest 1 1 M).

Lemma first_ratios_shift : forall k M Ms, positive_table M -> Forall positive_table Ms ->
  falling_ratios (M :: Ms) -> 1 <= first_ratios k Ms <= first_ratios k (M :: Ms).
Proof.
  induction k as [|k IH]; intros M Ms above all sorted; [simpl; lra|].
  pose proof (strongest_at_least_one M above) as one.
  destruct Ms as [|N Ms]; [destruct k; cbn [first_ratios]; lra|].
  inversion all as [|? ? above' all']; subst. inversion sorted as [|? ? sorted' largest]; subst.
  inversion largest as [|? ? less _]; subst.
  destruct (IH N Ms above' all' sorted') as [low high].
  pose proof (strongest_at_least_one N above') as one'.
  cbn [first_ratios]. cbn [first_ratios] in high. split.
  - rewrite <- (Rmult_1_r 1). apply Rmult_le_compat; lra.
  - destruct k as [|k]; cbn [first_ratios] in *; [lra|].
    set (a := strongest 1 1 M) in *. set (b := strongest 1 1 N) in *.
    set (c := first_ratios (S k) Ms) in *. set (d := b * first_ratios k Ms) in *.
    apply Rle_trans with (b * d); [apply Rmult_le_compat_l; lra|].
    apply Rmult_le_compat_r; lra.
Qed.

Lemma randomized_nonneg : forall Ms x f, Forall positive_table Ms -> (forall y, 0 <= f y) ->
  0 <= randomized Ms x f.
Proof.
  induction Ms as [|M Ms IH]; intros [|b x] f all nonneg; try apply nonneg.
  inversion all; subst. cbn [randomized]. apply sum_nonneg. intros c small.
  apply Rmult_le_pos; [apply Rlt_le; assert (positive_table M) as above by assumption;
    apply above; destruct b; simpl; lia|].
  apply IH; auto.
Qed.

(** Inputs that differ in at most k bits: R(M) is log(l)-private for the product l of the k largest
    ratios, which come first. *)
Theorem product_of_ratios_is_privacy : forall Ms k x y f, Forall positive_table Ms ->
  falling_ratios Ms -> length x = length Ms -> length y = length Ms ->
  (weight (xor x y) <= k)%nat -> (forall l, 0 <= f l) ->
  randomized Ms x f <= exp (ln (first_ratios k Ms)) * randomized Ms y f.
Proof.
  assert (plain : forall Ms k x y f, Forall positive_table Ms -> falling_ratios Ms ->
    length x = length Ms -> length y = length Ms -> (weight (xor x y) <= k)%nat ->
    (forall l, 0 <= f l) -> 0 < first_ratios k Ms /\
    randomized Ms x f <= first_ratios k Ms * randomized Ms y f).
  { induction Ms as [|M Ms IH]; intros k [|b x] [|c y] f all sorted len len' near nonneg;
      try discriminate.
    - split; [destruct k; simpl; lra|]. destruct k; simpl; lra.
    - injection len as len. injection len' as len'. inversion all as [|? ? above rest]; subst.
      pose proof (first_ratios_shift k M Ms above rest sorted) as [low high].
      assert (falling_ratios Ms) as sorted' by now inversion sorted.
      cbn [xor] in near. rewrite weight_cons in near. split; [lra|].
      cbn [randomized]. rewrite <- sum_scale. apply sum_le. intros i row.
      set (g := fun l => f (Nat.eqb i 1 :: l)).
      assert (0 <= randomized Ms y g) as some
        by (apply randomized_nonneg; [assumption|intros; apply nonneg]).
      assert (Nat.b2n b <= 1 /\ Nat.b2n c <= 1)%nat as [bit bit'] by (destruct b, c; simpl; lia).
      destruct (Bool.bool_dec b c) as [<-|differ].
      + destruct (IH k x y g rest sorted' len len') as [_ below];
          [destruct b; simpl in near; lia|intros; apply nonneg|].
        assert (0 < M i (Nat.b2n b)) by (apply above; lia).
        replace (first_ratios k (M :: Ms) * (M i (Nat.b2n b) * randomized Ms y g))
          with (M i (Nat.b2n b) * (first_ratios k (M :: Ms) * randomized Ms y g)) by ring.
        apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact below|].
        apply Rmult_le_compat_r; lra.
      + destruct k as [|k]; [destruct b, c; simpl in near; try lia; congruence|].
        destruct (IH k x y g rest sorted' len len') as [less below];
          [destruct b, c; simpl in near; try lia; congruence|intros; apply nonneg|].
        cbn [first_ratios].
        replace (strongest 1 1 M * first_ratios k Ms * (M i (Nat.b2n c) * randomized Ms y g)) with
          (strongest 1 1 M * M i (Nat.b2n c) * (first_ratios k Ms * randomized Ms y g)) by ring.
        apply Rmult_le_compat.
        * apply Rlt_le, above; lia.
        * apply randomized_nonneg; [assumption|intros; apply nonneg].
        * apply ratio_bound; auto; lia.
        * exact below. }
  intros Ms k x y f all sorted len len' near nonneg.
  destruct (plain Ms k x y f all sorted len len' near nonneg) as [some below].
  now rewrite exp_ln.
Qed.

(** ** Bisymmetric tables *)

(** r(a), the larger of (1 - a) / a and a / (1 - a). *)
Definition level (a : R) : R := Rmax (/ a * (1 - a)) (a * / (1 - a)).

(** alpha-private for inputs that differ in at most k bits. *)
Definition private (a : R) (n k : nat) (alpha : R) : Prop :=
  forall x y f, length x = n -> length y = n -> (weight (xor x y) <= k)%nat ->
  (forall l, 0 <= f l) ->
  randomized (repeat (bisymmetric a (1 - a)) n) x f <=
  exp alpha * randomized (repeat (bisymmetric a (1 - a)) n) y f.

Lemma level_of_table : forall a, 0 < a < 1 -> strongest 1 1 (bisymmetric a (1 - a)) = level a.
Proof.
  intros a range. unfold strongest, evidence, level. cbn [largest smallest].
  unfold bisymmetric. cbn [Nat.eqb].
  destruct (Rle_dec a (1 - a)) as [low|high].
  - rewrite (Rmax_right a), (Rmin_left a), (Rmax_left (1 - a)), (Rmin_right (1 - a)) by lra.
    rewrite Rmax_left by lra. rewrite Rmax_left; [unfold Rdiv; ring|].
    apply Rle_trans with 1.
    + apply Rmult_le_reg_r with (1 - a); [lra|]. rewrite Rmult_assoc, Rinv_l; lra.
    + apply Rmult_le_reg_l with a; [lra|]. rewrite <- Rmult_assoc, Rinv_r; lra.
  - rewrite (Rmax_left a), (Rmin_right a), (Rmax_right (1 - a)), (Rmin_left (1 - a)) by lra.
    rewrite Rmax_left by lra. rewrite Rmax_right; [reflexivity|].
    apply Rle_trans with 1.
    + apply Rmult_le_reg_l with a; [lra|]. rewrite <- Rmult_assoc, Rinv_r; lra.
    + apply Rmult_le_reg_r with (1 - a); [lra|]. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma level_at_least_one : forall a, 0 < a < 1 -> 1 <= level a.
Proof.
  intros a range. rewrite <- level_of_table by assumption. apply strongest_at_least_one.
  intros r t _ _. unfold bisymmetric. destruct (Nat.eqb r t); lra.
Qed.

Lemma power_of_ratios : forall a k n, (k <= n)%nat -> 0 < a < 1 ->
  first_ratios k (repeat (bisymmetric a (1 - a)) n) = level a ^ k.
Proof.
  intros a k. induction k as [|k IH]; intros [|n] le range; try lia; try reflexivity.
  cbn [repeat first_ratios]. rewrite level_of_table, IH by (assumption || lia). reflexivity.
Qed.

Theorem iterated_randomizer_is_private : forall a n k, 0 < a < 1 -> (k <= n)%nat ->
  private a n k (ln (level a ^ k)) /\ ln (level a ^ k) = INR k * ln (level a).
Proof.
  intros a n k range le. pose proof (level_at_least_one a range) as one. split.
  - intros x y f len len' near nonneg. rewrite <- (power_of_ratios a k n) by assumption.
    apply product_of_ratios_is_privacy; auto.
    + apply Forall_forall. intros M there. apply repeat_spec in there. subst M.
      intros r t _ _. unfold bisymmetric. destruct (Nat.eqb r t); lra.
    + clear. induction n as [|n IH]; [constructor|]. simpl. constructor; [exact IH|].
      apply Forall_forall. intros M there. apply repeat_spec in there. subst M. lra.
    + now rewrite repeat_length.
    + now rewrite repeat_length.
  - clear le. induction k as [|k IH]; [simpl; rewrite ln_1; ring|].
    rewrite S_INR. simpl pow. rewrite ln_mult, IH; [ring|lra|apply pow_lt; lra].
Qed.

(** The level as a function of a parameter phi. *)
Theorem level_of_a_parameter : forall (a_of : R -> R) n k phi, 0 < a_of phi < 1 -> (k <= n)%nat ->
  private (a_of phi) n k (INR k * ln (level (a_of phi))).
Proof.
  intros a_of n k phi range le.
  destruct (iterated_randomizer_is_private (a_of phi) n k range le) as [found equal].
  now rewrite <- equal.
Qed.

(** ** What privacy costs *)

Lemma ones_apart : forall k n, (k <= n)%nat -> exists x y, length x = n /\ length y = n /\
  weight (xor x y) = k /\ weight (xor x x) = O /\ weight (xor y x) = k.
Proof.
  intros k n le. exists (repeat false n), (repeat true k ++ repeat false (n - k)).
  assert (len : (length (repeat true k ++ repeat false (n - k)) = n)%nat)
    by (rewrite app_length, !repeat_length; lia).
  assert (near : weight (xor (repeat false n) (repeat true k ++ repeat false (n - k))) = k).
  { clear len. revert n le. induction k as [|k IH]; intros n le.
    - rewrite Nat.sub_0_r. cbn [repeat app]. apply xor_self.
    - destruct n as [|n]; [lia|]. cbn [repeat app xor Nat.sub]. rewrite weight_cons, IH by lia.
      reflexivity. }
  repeat split; auto.
  - apply repeat_length.
  - apply xor_self.
  - now rewrite xor_comm.
Qed.

Lemma privacy_bounds_level : forall a n k alpha, (1 <= k <= n)%nat -> 0 < a < 1 ->
  private a n k alpha -> level a ^ k <= exp alpha.
Proof.
  intros a n k alpha sizes range given.
  destruct (ones_apart k n) as (x & y & len & len' & near & zero & near'); [lia|].
  assert (two : forall u v, length u = n -> length v = n -> (weight (xor u v) <= k)%nat ->
    a ^ (n - weight (xor x u)) * (1 - a) ^ weight (xor x u) <=
    exp alpha * (a ^ (n - weight (xor x v)) * (1 - a) ^ weight (xor x v))).
  { intros u v first second apart. rewrite <- !chance_power by assumption.
    apply given; auto. intros l. unfold same. destruct (list_eq_dec _ x l); lra. }
  pose proof (two x y len len' ltac:(lia)) as one. rewrite zero, near in one.
  pose proof (two y x len' len ltac:(lia)) as other. rewrite zero, near in other.
  rewrite Nat.sub_0_r in *. simpl pow in one, other. rewrite Rmult_1_r in *.
  replace (a ^ n) with (a ^ (n - k) * a ^ k) in one, other
    by (rewrite <- pow_add; f_equal; lia).
  assert (0 < a ^ (n - k)) as rest by (apply pow_lt; lra).
  assert (0 < a ^ k) as up by (apply pow_lt; lra).
  assert (0 < (1 - a) ^ k) as down by (apply pow_lt; lra).
  unfold level. destruct (Rle_dec (/ a * (1 - a)) (a * / (1 - a))) as [less|more].
  - rewrite Rmax_right, Rpow_mult_distr, pow_inv by assumption.
    apply Rmult_le_reg_r with ((1 - a) ^ k); [assumption|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rmult_le_reg_l with (a ^ (n - k)); [assumption|]. lra.
  - rewrite Rmax_left, Rpow_mult_distr, pow_inv by lra.
    apply Rmult_le_reg_r with (a ^ k); [assumption|].
    replace (/ a ^ k * (1 - a) ^ k * a ^ k) with ((1 - a) ^ k) by (field; lra).
    apply Rmult_le_reg_l with (a ^ (n - k)); [assumption|]. lra.
Qed.

Lemma cost_of_level : forall a n, 0 < a < 1 -> 2 * a <> 1 ->
  1 < level a /\ cost a n = ((level a ^ 2 + 1) / (level a - 1) ^ 2) ^ n.
Proof.
  intros a n range odd. unfold level, cost.
  destruct (Rle_dec (/ a * (1 - a)) (a * / (1 - a))) as [less|more].
  - rewrite Rmax_right by assumption. assert (1 < a * / (1 - a)) as big.
    { apply Rmult_lt_reg_r with (1 - a); [lra|]. rewrite Rmult_assoc, Rinv_l by lra.
      destruct (Rtotal_order (2 * a) 1) as [low|[|]]; [|contradiction|lra]. exfalso.
      apply Rmult_le_compat_r with (r := a * (1 - a)) in less; [|apply Rmult_le_pos; lra].
      replace (/ a * (1 - a) * (a * (1 - a))) with ((1 - a) ^ 2) in less by (field; lra).
      replace (a * / (1 - a) * (a * (1 - a))) with (a ^ 2) in less by (field; lra). lra. }
    split; [exact big|]. f_equal. field. repeat split; lra.
  - rewrite Rmax_left by lra. assert (1 < / a * (1 - a)) as big.
    { apply Rmult_lt_reg_r with a; [lra|].
      replace (/ a * (1 - a) * a) with (1 - a) by (field; lra).
      destruct (Rtotal_order (2 * a) 1) as [low|[|high]]; [lra|contradiction|]. exfalso.
      apply more. apply Rmult_le_reg_r with (a * (1 - a)); [apply Rmult_lt_0_compat; lra|].
      replace (/ a * (1 - a) * (a * (1 - a))) with ((1 - a) ^ 2) by (field; lra).
      replace (a * / (1 - a) * (a * (1 - a))) with (a ^ 2) by (field; lra). lra. }
    split; [exact big|]. f_equal. field. repeat split; lra.
Qed.

(** c_alpha(alpha), for inputs that differ in at most k bits. *)
Definition least_cost (n k : nat) (alpha : R) : R :=
  ((exp (2 * alpha / INR k) + 1) / (exp (alpha / INR k) - 1) ^ 2) ^ n.

Theorem privacy_costs : forall a n k alpha, (1 <= k <= n)%nat -> 0 < a < 1 -> 2 * a <> 1 ->
  0 < alpha -> private a n k alpha -> cost a n >= least_cost n k alpha.
Proof.
  intros a n k alpha sizes range odd positive given.
  pose proof (privacy_bounds_level a n k alpha sizes range given) as bound.
  destruct (cost_of_level a n range odd) as [big ->].
  assert (0 < INR k) as some by (apply lt_0_INR; lia).
  assert (power : exp (alpha / INR k) ^ k = exp alpha).
  { assert (all : forall j, exp (alpha / INR k) ^ j = exp (INR j * (alpha / INR k))).
    { induction j as [|j IH]; [simpl; now rewrite Rmult_0_l, exp_0|].
      simpl pow. rewrite IH, <- exp_plus, S_INR. f_equal. ring. }
    rewrite all. f_equal. field. lra. }
  assert (level a <= exp (alpha / INR k)) as below.
  { apply (proj2 (power_order (level a) (exp (alpha / INR k)) k)); [lia|lra| |lra].
    apply Rle_ge, Rlt_le, exp_pos. }
  unfold least_cost. replace (2 * alpha / INR k) with (alpha / INR k + alpha / INR k) by (field; lra).
  rewrite exp_plus. set (g := level a) in *. set (h := exp (alpha / INR k)) in *.
  apply Rle_ge, pow_incr. split.
  - unfold Rdiv. apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat, pow_lt; lra].
    assert (0 <= h * h) by (apply Rmult_le_pos; lra). lra.
  - apply Rmult_le_reg_r with ((h - 1) ^ 2 * (g - 1) ^ 2);
      [apply Rmult_lt_0_compat; apply pow_lt; lra|].
    replace ((h * h + 1) / (h - 1) ^ 2 * ((h - 1) ^ 2 * (g - 1) ^ 2))
      with ((h * h + 1) * (g - 1) ^ 2) by (field; lra).
    replace ((g ^ 2 + 1) / (g - 1) ^ 2 * ((h - 1) ^ 2 * (g - 1) ^ 2))
      with ((g ^ 2 + 1) * (h - 1) ^ 2) by (field; lra).
    assert (0 <= 2 * ((h - g) * (g * h - 1))).
    { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [lra|].
      assert (1 * 1 <= g * h) by (apply Rmult_le_compat; lra). lra. }
    lra.
Qed.

(** The loss of Theorem 4.6 at this c. *)
Theorem privacy_costs_loss : forall a n k alpha p m, (1 <= k <= n)%nat -> 0 < a < 1 -> 2 * a <> 1 ->
  0 < alpha -> private a n k alpha -> (0 < m)%nat -> law (2 ^ n) p -> squares (2 ^ n) p < 1 ->
  loss (2 ^ n) (2 ^ n) (bits a (1 - a) n) (inverse_bits a n) p m >=
  (least_cost n k alpha - squares (2 ^ n) p) / (1 - squares (2 ^ n) p).
Proof.
  intros a n k alpha p m sizes range odd positive given some is_law spread.
  rewrite loss_of_iterated_randomizers by (assumption || lra).
  pose proof (privacy_costs a n k alpha sizes range odd positive given) as more.
  apply Rle_ge. unfold Rdiv. apply Rmult_le_compat_r; [|lra].
  apply Rlt_le, Rinv_0_lt_compat. lra.
Qed.
