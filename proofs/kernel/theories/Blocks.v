(** Blocks in place of all rearrangements (kind "symmetric", field "blocks"): any blocks that hold
    each truth, and each pair of truths, in the same total weight tell as much; and so do the moved
    blocks of a group whose base blocks have every difference in the same total weight. *)

From Coq Require Import Reals Lra Lia Arith.
From Rropt Require Import Sums.
Open Scope R_scope.

(** ** Balanced blocks *)

(** Block b of n has the weight w b, and h b x is 1 at each of its d truths of k, 0 elsewhere. *)
Definition blocks (k n : nat) (d : R) (w : nat -> R) (h : nat -> nat -> R) : Prop :=
  sum n w = 1 /\
  (forall b x, (b < n)%nat -> (x < k)%nat -> h b x = 0 \/ h b x = 1) /\
  (forall b, (b < n)%nat -> \sum_(x < k) h b x = d).

Definition held (n : nat) (w : nat -> R) (h : nat -> nat -> R) (x : nat) : R :=
  \sum_(b < n) (w b * h b x).
Definition together (n : nat) (w : nat -> R) (h : nat -> nat -> R) (x y : nat) : R :=
  \sum_(b < n) (w b * (h b x * h b y)).

Definition balanced (k n : nat) (w : nat -> R) (h : nat -> nat -> R) (one two : R) : Prop :=
  (forall x, (x < k)%nat -> held n w h x = one) /\
  (forall x y, (x < k)%nat -> (y < k)%nat -> x <> y -> together n w h x y = two).

(** The row of a block: v at its truths, u elsewhere. *)
Definition block_row (u v : R) (h : nat -> nat -> R) (b : nat) : nat -> R :=
  fun x => u + (v - u) * h b x.

Definition second_moment (n : nat) (w : nat -> R) (u v : R) (h : nat -> nat -> R) (x y : nat) : R :=
  \sum_(b < n) (w b * (block_row u v h b x * block_row u v h b y)).

Lemma together_itself : forall k n d w h x, blocks k n d w h -> (x < k)%nat ->
  together n w h x x = held n w h x.
Proof.
  intros k n d w h x (_ & bits & _) small. unfold together, held. apply sum_ext.
  intros b inside. destruct (bits b x inside small) as [-> | ->]; ring.
Qed.

Lemma held_everywhere : forall k n d w h one two, blocks k n d w h -> balanced k n w h one two ->
  INR k * one = d.
Proof.
  intros k n d w h one two (whole & _ & sizes) [each _].
  rewrite <- sum_constant, <- (sum_ext k (held n w h)) by exact each.
  unfold held. rewrite sum_of_sums.
  rewrite (sum_ext n _ (fun b => d * w b)).
  - rewrite sum_scale, whole. ring.
  - intros b inside. rewrite sum_scale, sizes by assumption. ring.
Qed.

Lemma together_everywhere : forall k n d w h one two, blocks k n d w h ->
  balanced k n w h one two -> INR k * (INR k - 1) * two = d * d - d.
Proof.
  intros k n d w h one two good even.
  pose proof (held_everywhere k n d w h one two good even) as single.
  pose proof good as (whole & _ & sizes). pose proof even as [each pairs].
  assert (\sum_(x < k) (\sum_(y < k) together n w h x y) = d * d) as all.
  { rewrite (sum_ext k _ (fun x => \sum_(b < n) (d * (w b * h b x)))).
    - rewrite sum_of_sums. rewrite (sum_ext n _ (fun b => d * d * w b)).
      + rewrite sum_scale, whole. ring.
      + intros b inside. rewrite !sum_scale, sizes by assumption. ring.
    - intros x _. unfold together. rewrite sum_of_sums. apply sum_ext. intros b inside.
      rewrite (sum_ext k _ (fun y => w b * h b x * h b y)) by (intros; ring).
      rewrite sum_scale, sizes by assumption. ring. }
  assert (forall x, (x < k)%nat -> \sum_(y < k) together n w h x y = INR k * two + (one - two)) as row.
  { intros x small.
    rewrite (sum_ext k _ (fun y => two + at_index x y * (one - two))).
    - rewrite sum_plus, sum_constant. f_equal. now apply (sum_pick k (fun _ => one - two) x).
    - intros y inside. unfold at_index. destruct (Nat.eq_dec x y) as [<-|apart].
      + rewrite (together_itself k n d), each by assumption. ring.
      + rewrite pairs by assumption. ring. }
  rewrite (sum_ext k _ (fun _ => INR k * two + (one - two))), sum_constant in all by exact row.
  nra.
Qed.

Lemma moment_by_blocks : forall k n d w u v h x y, blocks k n d w h ->
  second_moment n w u v h x y = u * u + u * (v - u) * (held n w h x + held n w h y) +
    (v - u) * (v - u) * together n w h x y.
Proof.
  intros k n d w u v h x y (whole & _). unfold second_moment, block_row, held, together.
  rewrite (sum_ext n _ (fun b => u * u * w b + u * (v - u) * (w b * h b x + w b * h b y) +
    (v - u) * (v - u) * (w b * (h b x * h b y)))) by (intros; ring).
  rewrite !sum_plus, !sum_scale, sum_plus, whole. ring.
Qed.

(** Balanced blocks of one size have one information, however many there are: at equal shares q.r
    is the same number in every row. All blocks of this size are balanced. *)
Theorem balanced_information : forall k n n' d w w' u v h h' one two one' two',
  blocks k n d w h -> blocks k n' d w' h' ->
  balanced k n w h one two -> balanced k n' w' h' one' two' ->
  forall x y, (x < k)%nat -> (y < k)%nat ->
  second_moment n w u v h x y = second_moment n' w' u v h' x y.
Proof.
  intros k n n' d w w' u v h h' one two one' two' good good' even even' x y first second.
  pose proof (held_everywhere _ _ _ _ _ _ _ good even) as single.
  pose proof (held_everywhere _ _ _ _ _ _ _ good' even') as single'.
  pose proof (together_everywhere _ _ _ _ _ _ _ good even) as double.
  pose proof (together_everywhere _ _ _ _ _ _ _ good' even') as double'.
  assert (0 < INR k) as some by (apply lt_0_INR; lia).
  assert (one = one') as -> by (apply Rmult_eq_reg_l with (INR k); lra).
  rewrite (moment_by_blocks k n d), (moment_by_blocks k n' d) by assumption.
  destruct even as [each pairs], even' as [each' pairs'].
  rewrite !each, !each' by assumption. f_equal. f_equal.
  destruct (Nat.eq_dec x y) as [<-|apart].
  - rewrite (together_itself k n d), (together_itself k n' d), each, each' by assumption.
    reflexivity.
  - rewrite pairs, pairs' by assumption.
    assert (1 < INR k) as several by (apply lt_1_INR; lia).
    apply Rmult_eq_reg_l with (INR k * (INR k - 1)); [lra|].
    apply Rmult_integral_contrapositive_currified; lra.
Qed.

(** ** Blocks of several classes *)

(** Blocks of two classes are drawn independently: block b of the first with block c of the second
    has the weight w b * w' c. Two truths of the first class have the second moments of its blocks. *)
Theorem moments_in_a_class : forall n n' w w' u v h x y, sum n' w' = 1 ->
  \sum_(b < n) (\sum_(c < n') (w b * w' c * (block_row u v h b x * block_row u v h b y))) =
  second_moment n w u v h x y.
Proof.
  intros n n' w w' u v h x y whole. unfold second_moment. apply sum_ext. intros b _.
  rewrite (sum_ext n' _ (fun c => w b * (block_row u v h b x * block_row u v h b y) * w' c))
    by (intros; ring).
  rewrite sum_scale, whole. ring.
Qed.

Lemma mean_of_blocks : forall k n d w h one two u v x, blocks k n d w h ->
  balanced k n w h one two -> (x < k)%nat ->
  \sum_(b < n) (w b * block_row u v h b x) = u + (v - u) * (d / INR k).
Proof.
  intros k n d w h one two u v x good even small.
  pose proof (held_everywhere k n d w h one two good even) as single.
  destruct good as (whole & _ & _). destruct even as [each _].
  assert (0 < INR k) as some by (apply lt_0_INR; lia).
  unfold block_row.
  rewrite (sum_ext n _ (fun b => u * w b + (v - u) * (w b * h b x))) by (intros; ring).
  rewrite sum_plus, !sum_scale, whole. fold (held n w h x). rewrite each by assumption.
  rewrite <- single. field. lra.
Qed.

(** A truth of each class: the sizes of the blocks say the second moment, as of all rearrangements,
    which are balanced blocks too. *)
Theorem moments_across_classes :
  forall k k' n n' d d' w w' h h' one two one' two' u v u' v' x y,
  blocks k n d w h -> blocks k' n' d' w' h' ->
  balanced k n w h one two -> balanced k' n' w' h' one' two' -> (x < k)%nat -> (y < k')%nat ->
  \sum_(b < n) (\sum_(c < n') (w b * w' c * (block_row u v h b x * block_row u' v' h' c y))) =
  (u + (v - u) * (d / INR k)) * (u' + (v' - u') * (d' / INR k')).
Proof.
  intros k k' n n' d d' w w' h h' one two one' two' u v u' v' x y good good' even even' first second.
  rewrite <- (mean_of_blocks k n d w h one two u v x),
    <- (mean_of_blocks k' n' d' w' h' one' two' u' v' y) by assumption.
  rewrite <- sum_scale_right. apply sum_ext. intros b _.
  rewrite <- sum_scale. apply sum_ext. intros c _. ring.
Qed.

(** ** Moved blocks *)

Section Moved.

(** A group on the truths: difference a b is a - b. *)
Variables (k : nat) (plus difference : nat -> nat -> nat).
Variable turns : forall y, (y < k)%nat -> permutation k (fun g => difference y g).
Variable through : forall x y g, (x < k)%nat -> (y < k)%nat -> (g < k)%nat ->
  difference x g = plus (difference x y) (difference y g).

Variables (m : nat) (w : nat -> R) (h : nat -> nat -> R) (d c : R).
Variable sizes : forall b, (b < m)%nat -> \sum_(x < k) h b x = d.

(** How many pairs of truths of a block differ by t. *)
Definition apart_by (b t : nat) : R := \sum_(a < k) (h b (plus t a) * h b a).

Variable even : forall x y, (x < k)%nat -> (y < k)%nat -> x <> y ->
  \sum_(b < m) (w b * apart_by b (difference x y)) = c.

(** The block b moved by g holds x if b holds x - g; each is drawn with the chance 1/k. *)
Theorem moved_held : sum m w = 1 -> forall x, (x < k)%nat ->
  \sum_(b < m) (w b * (\sum_(g < k) (/ INR k * h b (difference x g)))) = d / INR k.
Proof.
  intros whole x small. rewrite (sum_ext m _ (fun b => d / INR k * w b)).
  - rewrite sum_scale, whole. ring.
  - intros b inside. rewrite sum_scale.
    assert (\sum_(g < k) h b (difference x g) = d) as moved.
    { rewrite (proj1 (sum_over_permutation k (h b) _ (turns x small))). exact (sizes b inside). }
    rewrite moved. unfold Rdiv. ring.
Qed.

Theorem moved_together : forall x y, (x < k)%nat -> (y < k)%nat -> x <> y ->
  \sum_(b < m) (w b * (\sum_(g < k) (/ INR k * (h b (difference x g) * h b (difference y g))))) =
  c / INR k.
Proof.
  intros x y first second unlike. rewrite <- (even x y first second unlike).
  unfold Rdiv. rewrite <- sum_scale_right. apply sum_ext. intros b inside.
  rewrite sum_scale, (sum_ext k _ (fun g =>
    (fun a => h b (plus (difference x y) a) * h b a) (difference y g))).
  - rewrite (proj1 (sum_over_permutation k (fun a => h b (plus (difference x y) a) * h b a) _
      (turns y second))). unfold apart_by. ring.
  - intros g low. now rewrite (through x y g).
Qed.

End Moved.
