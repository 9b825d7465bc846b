(** Independent answers, of given respondents and of respondents who are drawn: the mean and the
    variance of a sum of answers, whatever the number of respondents and of possible answers. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Probability Draws.
Import ListNotations.
Open Scope R_scope.

(** The variance of f under the expectation Ex. *)
Definition variance_under {A : Type} (Ex : (A -> R) -> R) (f : A -> R) : R :=
  Ex (fun y => (f y - Ex f) ^ 2).

(** The sum of the values v of the members of a list. *)
Definition sum_of (v : nat -> R) (l : list nat) : R := list_sum (map v l).

(** The share of the ones among the truths. *)
Definition share_of_ones (truths : list nat) : R := INR (ones truths) / INR (length truths).

(** Everybody is asked who draws N respondents with replacement; pi is the share of truth 1. *)
Definition reports_of_drawn (N r : nat) (pi : R) (C : matrix) (f : list nat -> R) : R :=
  draws N 2 (coin pi) (fun truths => reports r C truths f).

(** ** Expectations of reports are linear *)

Definition linear {A : Type} (Ex : (A -> R) -> R) : Prop :=
  (forall f g, (forall y, f y = g y) -> Ex f = Ex g) /\
  (forall a b f, Ex (fun y => a * f y + b) = a * Ex f + b).

Lemma linear_variance : forall (A : Type) (Ex : (A -> R) -> R) a b f, linear Ex ->
  variance_under Ex (fun y => a * f y + b) = a ^ 2 * variance_under Ex f.
Proof.
  intros A Ex a b f [same affine]. unfold variance_under. rewrite affine.
  rewrite (same _ (fun y => a ^ 2 * (f y - Ex f) ^ 2 + 0)) by (intros; ring).
  rewrite affine. ring.
Qed.

Lemma variance_under_ext : forall (A : Type) (Ex : (A -> R) -> R) f g, linear Ex ->
  (forall y, f y = g y) -> variance_under Ex f = variance_under Ex g.
Proof.
  intros A Ex f g [same _] equal. unfold variance_under. apply same. intros y.
  now rewrite (same f g equal), equal.
Qed.

Lemma reports_linear : forall r k C truths, stochastic r k C ->
  Forall (fun t => (t < k)%nat) truths -> linear (reports r C truths).
Proof.
  intros r k C truths columns inside. split.
  - induction truths as [|t l IH]; intros f g same; simpl; [apply same|].
    inversion inside as [|? ? here rest]; subst. apply sum_ext. intros i _. f_equal.
    apply IH; auto.
  - induction inside as [|t l here _ IH]; intros a b f; simpl; [reflexivity|].
    rewrite (sum_ext r _ (fun i => a * (C i t * reports r C l (fun y => f (i :: y))) + C i t * b))
      by (intros; rewrite IH; ring).
    destruct (columns t here) as [_ one]. change (sum r (fun i => C i t) = 1) in one.
    rewrite sum_plus, sum_scale, sum_scale_right, one. ring.
Qed.

(** ** Means and variances *)

Lemma square_about : forall r w v c, law r w ->
  \sum_(i < r) (w i * (v i - c) ^ 2) = variance r w v + (E r w v - c) ^ 2.
Proof.
  intros r w v c is_law. unfold variance. rewrite covariance_expanded by assumption.
  pose proof is_law as [_ one]. change (sum r w = 1) in one. unfold E.
  rewrite (sum_ext r _ (fun i => w i * (v i * v i) + ((-2 * c) * (w i * v i) + w i * c ^ 2)))
    by (intros; ring).
  rewrite !sum_plus, sum_scale, sum_scale_right, one. ring.
Qed.

Lemma reports_square : forall r k C v truths c, stochastic r k C ->
  Forall (fun t => (t < k)%nat) truths ->
  reports r C truths (sum_of v) = sum_of (fun t => E r (fun i => C i t) v) truths /\
  reports r C truths (fun y => (sum_of v y - c) ^ 2) =
    sum_of (fun t => variance r (fun i => C i t) v) truths +
    (sum_of (fun t => E r (fun i => C i t) v) truths - c) ^ 2.
Proof.
  intros r k C v truths c columns inside. revert c.
  induction inside as [|t l here small IH]; intros c.
  - unfold sum_of. simpl. split; [reflexivity|ring].
  - pose proof (reports_linear r k C l columns small) as [same affine].
    pose proof (columns t here) as is_law. pose proof is_law as [_ one].
    change (sum r (fun i => C i t) = 1) in one. split.
    + cbn [reports]. rewrite (sum_ext r _ (fun i => C i t * v i + C i t * reports r C l (sum_of v))).
      * rewrite sum_plus, sum_scale_right, one. rewrite (proj1 (IH 0)).
        unfold sum_of. simpl. unfold E. ring.
      * intros i _.
        rewrite (same (fun y => sum_of v (i :: y)) (fun y => 1 * sum_of v y + v i))
          by (intros; unfold sum_of; simpl; ring).
        rewrite affine. ring.
    + cbn [reports]. set (mean := sum_of (fun t => E r (fun i => C i t) v) l).
      set (spread := sum_of (fun t => variance r (fun i => C i t) v) l).
      rewrite (sum_ext r _ (fun i => C i t * spread + C i t * (v i - (c - mean)) ^ 2)).
      * rewrite sum_plus, sum_scale_right, one.
        rewrite (square_about r (fun i => C i t)) by assumption.
        unfold mean, spread, sum_of. simpl. ring.
      * intros i _.
        rewrite (same (fun y => (sum_of v (i :: y) - c) ^ 2) (fun y => (sum_of v y - (c - v i)) ^ 2))
          by (intros; unfold sum_of; simpl; ring).
        rewrite (proj2 (IH (c - v i))). fold mean spread. ring.
Qed.

Lemma reports_variance : forall r k C v truths, stochastic r k C ->
  Forall (fun t => (t < k)%nat) truths ->
  reports r C truths (sum_of v) = sum_of (fun t => E r (fun i => C i t) v) truths /\
  variance_under (reports r C truths) (sum_of v) =
  sum_of (fun t => variance r (fun i => C i t) v) truths.
Proof.
  intros r k C v truths columns inside.
  pose proof (fun c => reports_square r k C v truths c columns inside) as moments.
  destruct (moments 0) as [mean _]. split; [exact mean|].
  unfold variance_under. rewrite mean. rewrite (proj2 (moments _)). ring.
Qed.

Lemma sum_of_two : forall v truths, Forall (fun t => (t < 2)%nat) truths ->
  sum_of v truths = INR (ones truths) * v 1%nat + (INR (length truths) - INR (ones truths)) * v O.
Proof.
  intros v truths inside. unfold sum_of. induction inside as [|t l here _ IH]; [simpl; ring|].
  change (length (t :: l)) with (S (length l)). rewrite S_INR. simpl map. simpl list_sum.
  rewrite IH. destruct t as [|[|t]]; [| |lia]; unfold ones; simpl count_occ.
  - ring.
  - rewrite S_INR. ring.
Qed.

(** Given respondents: the answers of N pi of one kind and N (1 - pi) of the other. *)
Lemma answers_of_two_kinds : forall r C v truths, stochastic r 2 C -> truths <> [] ->
  Forall (fun t => (t < 2)%nat) truths ->
  let N := INR (length truths) in
  let pi := share_of_ones truths in
  reports r C truths (sum_of v) =
    N * (pi * E r (fun i => C i 1%nat) v + (1 - pi) * E r (fun i => C i O) v) /\
  variance_under (reports r C truths) (sum_of v) =
    N * (pi * variance r (fun i => C i 1%nat) v + (1 - pi) * variance r (fun i => C i O) v).
Proof.
  intros r C v truths columns some inside N pi.
  destruct (reports_variance r 2 C v truths columns inside) as [mean spread].
  assert (N <> 0) as size by (unfold N; destruct truths; [easy|apply not_0_INR; discriminate]).
  assert (INR (ones truths) = N * pi) as kinds by (unfold pi, share_of_ones; fold N; field; assumption).
  rewrite mean, spread, !sum_of_two by assumption. fold N. rewrite kinds. split; ring.
Qed.

(** ** Respondents who are drawn with replacement *)

Lemma draws_are_reports : forall n k p f,
  draws n k p f = reports k (fun i _ => p i) (repeat O n) f.
Proof. induction n as [|n IH]; intros; simpl; [reflexivity|]. apply sum_ext. intros. now rewrite IH. Qed.

Lemma sum_of_repeat : forall v n, sum_of v (repeat O n) = INR n * v O.
Proof.
  intros v n. unfold sum_of. induction n as [|n IH]; [simpl; ring|].
  rewrite S_INR. simpl. rewrite IH. ring.
Qed.

Lemma repeat_inside : forall n, Forall (fun t => (t < 1)%nat) (repeat O n).
Proof. induction n; simpl; constructor; auto. Qed.

Lemma mixed_law : forall r C pi, stochastic r 2 C -> 0 <= pi <= 1 ->
  law r (fun i => C i O * (1 - pi) + C i 1%nat * pi).
Proof.
  intros r C pi columns range.
  destruct (columns O) as [low total]; [lia|]. destruct (columns 1%nat) as [low' total']; [lia|].
  split.
  - intros i small. specialize (low i small). specialize (low' i small).
    assert (0 <= C i O * (1 - pi)) by (apply Rmult_le_pos; lra).
    assert (0 <= C i 1%nat * pi) by (apply Rmult_le_pos; lra). lra.
  - rewrite sum_plus, !sum_scale_right.
    change (sum r (fun i => C i O) = 1) in total. change (sum r (fun i => C i 1%nat) = 1) in total'.
    rewrite total, total'. ring.
Qed.

Lemma drawn_as_reports : forall N r pi C f, stochastic r 2 C -> 0 <= pi <= 1 ->
  reports_of_drawn N r pi C f =
  reports r (fun i _ => C i O * (1 - pi) + C i 1%nat * pi) (repeat O N) f.
Proof.
  intros N r pi C f columns range. unfold reports_of_drawn.
  destruct (histogram r 2 C (coin pi) N columns (coin_law pi range)) as (_ & same & _).
  rewrite same, draws_are_reports. simpl coin.
  enough (forall P Q l g, (forall i, P i = Q i) ->
    reports r (fun i _ => P i) l g = reports r (fun i _ => Q i) l g) as alike
    by (apply (alike (fun i => \sum_(j < 2) (C i j * coin pi j))
      (fun i => C i O * (1 - pi) + C i 1%nat * pi)); intros; simpl; ring).
  intros P Q l. induction l as [|t l IH]; intros g equal; simpl; [reflexivity|].
  apply sum_ext. intros i _. rewrite equal. f_equal. now apply IH.
Qed.

Lemma drawn_linear : forall N r pi C, stochastic r 2 C -> 0 <= pi <= 1 ->
  linear (reports_of_drawn N r pi C).
Proof.
  intros N r pi C columns range.
  assert (stochastic r 1 (fun i _ => C i O * (1 - pi) + C i 1%nat * pi)) as own
    by (intros j _; now apply mixed_law).
  destruct (reports_linear r 1 _ (repeat O N) own (repeat_inside N)) as [same affine].
  split; intros; rewrite !drawn_as_reports by assumption; auto.
Qed.

Lemma answers_of_drawn : forall N r pi C v, stochastic r 2 C -> 0 <= pi <= 1 ->
  let w := fun i => C i O * (1 - pi) + C i 1%nat * pi in
  reports_of_drawn N r pi C (sum_of v) = INR N * E r w v /\
  variance_under (reports_of_drawn N r pi C) (sum_of v) = INR N * variance r w v.
Proof.
  intros N r pi C v columns range w.
  assert (stochastic r 1 (fun i _ => w i)) as own by (intros j _; now apply mixed_law).
  destruct (reports_variance r 1 _ v (repeat O N) own (repeat_inside N)) as [mean spread].
  assert (forall f, reports_of_drawn N r pi C f = reports r (fun i _ => w i) (repeat O N) f) as same
    by (intros; now apply drawn_as_reports).
  split; [rewrite same, mean; apply (sum_of_repeat (fun _ => E r w v))|].
  transitivity (variance_under (reports r (fun i _ => w i) (repeat O N)) (sum_of v)).
  - unfold variance_under. now rewrite !same.
  - rewrite spread. apply (sum_of_repeat (fun _ => variance r w v)).
Qed.

(** ** The variance of a mixture of two kinds *)

Lemma E_mixed : forall r C pi v,
  E r (fun i => C i O * (1 - pi) + C i 1%nat * pi) v =
  pi * E r (fun i => C i 1%nat) v + (1 - pi) * E r (fun i => C i O) v.
Proof.
  intros. unfold E. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma variance_mixed : forall r C pi v, stochastic r 2 C -> 0 <= pi <= 1 ->
  let inside := fun i => C i 1%nat in
  let outside := fun i => C i O in
  variance r (fun i => C i O * (1 - pi) + C i 1%nat * pi) v =
  pi * variance r inside v + (1 - pi) * variance r outside v +
  pi * (1 - pi) * (E r inside v - E r outside v) ^ 2.
Proof.
  intros r C pi v columns range inside outside. unfold variance.
  rewrite !covariance_expanded; try (apply mixed_law; assumption); try (apply columns; lia).
  rewrite !E_mixed. fold inside outside. ring.
Qed.
