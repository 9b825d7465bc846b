(** Expectation, variance and independence on n outcomes with a law w. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums.
Import ListNotations.
Open Scope R_scope.

Definition E (n : nat) (w X : nat -> R) : R := \sum_(i < n) (w i * X i).

Definition covariance (n : nat) (w X Y : nat -> R) : R :=
  E n w (fun i => (X i - E n w X) * (Y i - E n w Y)).

Definition variance (n : nat) (w X : nat -> R) : R := covariance n w X X.

(** One where the value is v, else zero: expectations of indicators are probabilities. *)
Definition is (v x : R) : R := if Req_EM_T x v then 1 else 0.
Definition at_least (t x : R) : R := if Rle_dec t x then 1 else 0.

(** P(X = x and Y = y) = P(X = x) P(Y = y) for all values. *)
Definition independent (n : nat) (w X Y : nat -> R) : Prop :=
  forall x y, E n w (fun i => is x (X i) * is y (Y i)) =
              E n w (fun i => is x (X i)) * E n w (fun i => is y (Y i)).

(** ** Linearity *)

Lemma E_ext : forall n w X Y, (forall i, (i < n)%nat -> X i = Y i) -> E n w X = E n w Y.
Proof. intros n w X Y same. apply sum_ext. intros i inside. now rewrite same. Qed.

Lemma E_plus : forall n w X Y, E n w (fun i => X i + Y i) = E n w X + E n w Y.
Proof.
  intros. unfold E. rewrite <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma E_scale : forall n w a X, E n w (fun i => a * X i) = a * E n w X.
Proof. intros. unfold E. rewrite <- sum_scale. apply sum_ext. intros. ring. Qed.

Lemma E_constant : forall n w c, law n w -> E n w (fun _ => c) = c.
Proof. intros n w c [_ total]. change (sum n w = 1) in total.
  unfold E. rewrite sum_scale_right, total. lra. Qed.

Lemma E_sum : forall n w m (X : nat -> nat -> R),
  E n w (fun i => \sum_(c < m) X c i) = \sum_(c < m) E n w (X c).
Proof.
  intros. unfold E. rewrite <- sum_of_sums. apply sum_ext. intros. now rewrite sum_scale.
Qed.

Theorem expectation_linear : forall n w X Y a b c, law n w ->
  E n w (fun i => a * X i + b * Y i + c) = a * E n w X + b * E n w Y + c.
Proof.
  intros n w X Y a b c is_law.
  rewrite E_plus, E_plus, !E_scale. now rewrite E_constant.
Qed.

Lemma covariance_expanded : forall n w X Y, law n w ->
  covariance n w X Y = E n w (fun i => X i * Y i) - E n w X * E n w Y.
Proof.
  intros n w X Y is_law. unfold covariance. set (x := E n w X). set (y := E n w Y).
  rewrite (E_ext n w _ (fun i => X i * Y i + ((- y) * X i + (- x) * Y i + x * y)))
    by (intros; ring).
  rewrite E_plus, expectation_linear by assumption. fold x y. ring.
Qed.

Theorem variance_scaled : forall n w X a c, law n w ->
  variance n w (fun i => a * X i + c) = a ^ 2 * variance n w X.
Proof.
  intros n w X a c is_law. unfold variance, covariance.
  assert (E n w (fun i => a * X i + c) = a * E n w X + c) as ->
    by (rewrite E_plus, E_scale, E_constant; auto).
  rewrite <- (E_scale n w (a ^ 2)). apply E_ext. intros. ring.
Qed.

(** ** Independence *)

Definition over (l : list R) (f : R -> R) : R := list_sum (map f l).

Lemma over_picks : forall l v, NoDup l -> In v l -> over l (fun x => x * is x v) = v.
Proof.
  unfold over. induction l as [|a l IH]; intros v once there; [contradiction|].
  inversion once as [|? ? new rest]; subst. simpl. destruct (Req_EM_T v a) as [->|differ].
  - replace (is a a) with 1 by (unfold is; now destruct (Req_EM_T a a)).
    enough (list_sum (map (fun x => x * is x a) l) = 0) by lra.
    clear -new. induction l as [|b l IH]; [reflexivity|]. simpl in *.
    rewrite IH by tauto. unfold is. destruct (Req_EM_T a b); [subst; tauto|lra].
  - destruct there as [same|there]; [congruence|]. rewrite IH by assumption.
    unfold is. destruct (Req_EM_T v a); [contradiction|lra].
Qed.

Lemma over_scale : forall l c f, c * over l f = over l (fun x => c * f x).
Proof. unfold over. induction l as [|a l IH]; intros; simpl; [lra|]. rewrite <- IH. lra. Qed.

Lemma over_ext : forall l f g, (forall x, f x = g x) -> over l f = over l g.
Proof. unfold over. intros l f g same. f_equal. now apply map_ext. Qed.

Lemma over_product : forall l m f g,
  over l f * over m g = over l (fun x => over m (fun y => f x * g y)).
Proof.
  intros l m f g. rewrite (Rmult_comm (over l f)), over_scale. apply over_ext. intros x.
  rewrite Rmult_comm. apply over_scale.
Qed.

Lemma E_over : forall n w l (F : R -> nat -> R),
  E n w (fun i => over l (fun x => F x i)) = over l (fun x => E n w (F x)).
Proof.
  unfold over. induction l as [|a l IH]; intros F; simpl.
  - unfold E. apply sum_zero. intros. lra.
  - rewrite E_plus. now rewrite IH.
Qed.

Definition values (n : nat) (X : nat -> R) : list R := nodup Req_EM_T (map X (seq 0 n)).

Lemma by_values : forall n X i, (i < n)%nat -> X i = over (values n X) (fun x => x * is x (X i)).
Proof.
  intros n X i inside. symmetry. apply over_picks; [apply NoDup_nodup|].
  apply nodup_In, in_map, in_seq. lia.
Qed.

Theorem expectation_product : forall n w X Y, independent n w X Y ->
  E n w (fun i => X i * Y i) = E n w X * E n w Y.
Proof.
  intros n w X Y free.
  assert (parts : forall Z, E n w Z = over (values n Z) (fun z => z * E n w (fun i => is z (Z i)))).
  { intros Z. rewrite (E_ext n w Z _ (by_values n Z)), E_over. apply over_ext. intros z.
    apply E_scale. }
  rewrite (parts X), (parts Y), over_product.
  rewrite (E_ext n w _ (fun i => over (values n X) (fun x => over (values n Y)
    (fun y => x * y * (is x (X i) * is y (Y i)))))).
  - rewrite E_over. apply over_ext. intros x. rewrite E_over. apply over_ext. intros y.
    rewrite E_scale, free. ring.
  - intros i inside. rewrite (by_values n X i inside) at 1. rewrite (by_values n Y i inside) at 1.
    rewrite over_product. apply over_ext. intros x. apply over_ext. intros y. ring.
Qed.

Lemma independent_covariance : forall n w X Y, law n w -> independent n w X Y ->
  covariance n w X Y = 0.
Proof.
  intros n w X Y is_law free. rewrite covariance_expanded by assumption.
  rewrite expectation_product by assumption. ring.
Qed.

Lemma covariance_of_sums : forall n w m k (s t : nat -> R) (X Y : nat -> nat -> R),
  covariance n w (fun i => \sum_(c < m) (s c * X c i)) (fun i => \sum_(d < k) (t d * Y d i)) =
  \sum_(c < m) \sum_(d < k) (s c * t d * covariance n w (X c) (Y d)).
Proof.
  intros n w m k s t X Y. unfold covariance.
  assert (mean : forall j (r : nat -> R) Z,
    E n w (fun i => \sum_(c < j) (r c * Z c i)) = \sum_(c < j) (r c * E n w (Z c))).
  { intros. rewrite E_sum. apply sum_ext. intros. apply E_scale. }
  rewrite !mean.
  rewrite (E_ext n w _ (fun i => \sum_(c < m) \sum_(d < k)
    (s c * t d * ((X c i - E n w (X c)) * (Y d i - E n w (Y d)))))).
  - rewrite E_sum. apply sum_ext; intros c _. rewrite E_sum. apply sum_ext; intros d _.
    apply E_scale.
  - intros i _. rewrite <- !sum_minus, product_of_sums.
    apply sum_ext; intros c _. apply sum_ext; intros d _. ring.
Qed.

Lemma covariance_ext : forall n w X Y A B, (forall i, (i < n)%nat -> X i = A i) ->
  (forall i, (i < n)%nat -> Y i = B i) -> covariance n w X Y = covariance n w A B.
Proof.
  intros n w X Y A B left right. unfold covariance.
  rewrite (E_ext n w X A), (E_ext n w Y B) by assumption. apply E_ext.
  intros i inside. now rewrite left, right.
Qed.

Lemma covariance_of_plain_sums : forall n w m k (X Y : nat -> nat -> R),
  covariance n w (fun i => \sum_(c < m) X c i) (fun i => \sum_(d < k) Y d i) =
  \sum_(c < m) \sum_(d < k) covariance n w (X c) (Y d).
Proof.
  intros n w m k X Y.
  rewrite (covariance_ext n w _ _ (fun i => \sum_(c < m) (1 * X c i))
    (fun i => \sum_(d < k) (1 * Y d i))) by (intros; apply sum_ext; intros; ring).
  rewrite (covariance_of_sums n w m k (fun _ => 1) (fun _ => 1)).
  apply sum_ext; intros c _. apply sum_ext; intros d _. ring.
Qed.

Lemma diagonal : forall m (F : nat -> nat -> R),
  (forall c d, (c < m)%nat -> (d < m)%nat -> c <> d -> F c d = 0) ->
  \sum_(c < m) \sum_(d < m) F c d = \sum_(c < m) F c c.
Proof.
  intros m F zero. apply sum_ext. intros c inside.
  rewrite <- (sum_pick m (F c) c inside). apply sum_ext. intros d small.
  unfold at_index. destruct (Nat.eq_dec c d) as [<-|differ]; [lra|].
  rewrite zero by assumption. lra.
Qed.

(** Pairwise independence is enough. *)
Theorem variance_of_independent_sum : forall n w m (X : nat -> nat -> R), law n w ->
  (forall c d, (c < m)%nat -> (d < m)%nat -> c <> d -> independent n w (X c) (X d)) ->
  E n w (fun i => \sum_(c < m) X c i) = \sum_(c < m) E n w (X c) /\
  variance n w (fun i => \sum_(c < m) X c i) = \sum_(c < m) variance n w (X c).
Proof.
  intros n w m X is_law free. split; [apply E_sum|].
  unfold variance. rewrite covariance_of_plain_sums.
  apply (diagonal m (fun c d => covariance n w (X c) (X d))).
  intros. apply independent_covariance; auto.
Qed.
