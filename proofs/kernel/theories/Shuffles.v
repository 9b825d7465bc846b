(** Uniformly shuffled lists: the mean of one position, and of a product of two. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums.
Import ListNotations.
Open Scope R_scope.

(** Each element of a list with the others. *)
Fixpoint picks {A : Type} (l : list A) : list (A * list A) :=
  match l with
  | [] => []
  | x :: rest => (x, rest) :: map (fun p => (fst p, x :: snd p)) (picks rest)
  end.

(** The N! orders of a list of N things. *)
Fixpoint orders {A : Type} (n : nat) (l : list A) : list (list A) :=
  match n with
  | O => [[]]
  | S m => flat_map (fun p => map (cons (fst p)) (orders m (snd p))) (picks l)
  end.
Definition shuffles {A : Type} (l : list A) : list (list A) := orders (length l) l.

(** All orders are equally likely. *)
Definition expected {A : Type} (l : list A) (f : list A -> R) : R :=
  list_sum (map f (shuffles l)) / INR (length (shuffles l)).

Definition position (i : nat) (l : list R) : R := nth i l 0.

Lemma picks_length : forall (A : Type) (l : list A), length (picks l) = length l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite map_length, IH. Qed.

Lemma picks_permutation : forall (A : Type) (l : list A),
  Forall (fun p => Permutation (fst p :: snd p) l) (picks l).
Proof.
  induction l as [|x l IH]; simpl; constructor; [apply Permutation_refl|].
  rewrite Forall_map. apply Forall_impl with (2 := IH). intros [a rest] perm. simpl in *.
  eapply perm_trans; [apply perm_swap|]. now constructor.
Qed.

Lemma orders_are_shuffles : forall (A : Type) n (l : list A), length l = n ->
  Forall (fun s => Permutation s l) (orders n l) /\ length (orders n l) = fact n.
Proof.
  intros A. induction n as [|n IH]; intros l len.
  - destruct l; [|discriminate]. simpl. split; auto.
  - assert (forall p, In p (picks l) -> length (snd p) = n) as sizes.
    { intros p there. pose proof (picks_permutation A l) as all. rewrite Forall_forall in all.
      specialize (all p there). apply Permutation_length in all. simpl in all. lia. }
    split.
    + apply Forall_forall. intros s there. simpl in there. apply in_flat_map in there.
      destruct there as (p & inside & there). apply in_map_iff in there.
      destruct there as (t & <- & there). destruct (IH (snd p) (sizes p inside)) as [perms _].
      rewrite Forall_forall in perms. pose proof (picks_permutation _ l) as all.
      rewrite Forall_forall in all. apply perm_trans with (fst p :: snd p); auto.
    + simpl orders. rewrite flat_map_concat_map.
      assert (forall ps : list (A * list A), (forall p, In p ps -> length (snd p) = n) ->
        length (concat (map (fun p => map (cons (fst p)) (orders n (snd p))) ps)) =
        (length ps * fact n)%nat) as count.
      { induction ps as [|p ps IHps]; intros all; [reflexivity|]. simpl.
        rewrite app_length, map_length, IHps by (intros; apply all; now right).
        destruct (IH (snd p)) as [_ ->]; [|lia]. apply all. now left. }
      rewrite count, picks_length, len by assumption. reflexivity.
Qed.

Lemma list_sum_map_plus : forall (A : Type) (l : list A) f g,
  list_sum (map (fun x => f x + g x) l) = list_sum (map f l) + list_sum (map g l).
Proof. induction l as [|a l IH]; intros; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma list_sum_map_scale : forall (A : Type) (l : list A) c f,
  list_sum (map (fun x => c * f x) l) = c * list_sum (map f l).
Proof. induction l as [|a l IH]; intros; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma list_sum_map_constant : forall (A : Type) (l : list A) c,
  list_sum (map (fun _ => c) l) = INR (length l) * c.
Proof.
  induction l as [|a l IH]; intros c; [simpl; lra|].
  change (length (a :: l)) with (S (length l)). rewrite S_INR. simpl. rewrite IH. lra.
Qed.

Definition total {A : Type} (n : nat) (l : list A) (f : list A -> R) : R :=
  list_sum (map f (orders n l)).

Lemma total_step : forall (A : Type) n (l : list A) f,
  total (S n) l f = list_sum (map (fun p => total n (snd p) (fun s => f (fst p :: s))) (picks l)).
Proof.
  intros A n l f. unfold total. simpl orders. induction (picks l) as [|p ps IH]; [reflexivity|].
  simpl. now rewrite map_app, list_sum_app, IH, map_map.
Qed.

Lemma picks_heads : forall (l : list R) f, list_sum (map (fun p => f (fst p)) (picks l)) = list_sum (map f l).
Proof.
  induction l as [|x l IH]; intros f; [reflexivity|]. simpl.
  now rewrite map_map, IH.
Qed.

Lemma picks_sum : forall l : list R, list_sum (map fst (picks l)) = list_sum l.
Proof.
  intros l. rewrite <- (map_id l) at 2. apply (picks_heads l (fun x => x)).
Qed.

Definition squares (l : list R) : R := list_sum (map (fun x => x ^ 2) l).

Lemma picks_rest : forall l p, In p (picks l) ->
  list_sum (snd p) = list_sum l - fst p /\ squares (snd p) = squares l - fst p ^ 2 /\
  S (length (snd p)) = length l.
Proof.
  intros l p there. pose proof (picks_permutation _ l) as all. rewrite Forall_forall in all.
  specialize (all p there). pose proof (list_sum_permutation _ _ all) as sums.
  pose proof (list_sum_permutation _ _ (Permutation_map (fun x => x ^ 2) all)) as squared.
  pose proof (Permutation_length all) as len. unfold squares. simpl in *. repeat split; lra || lia.
Qed.

Lemma map_picks_ext : forall l (f g : R * list R -> R), (forall p, In p (picks l) -> f p = g p) ->
  list_sum (map f (picks l)) = list_sum (map g (picks l)).
Proof. intros l f g same. f_equal. now apply map_ext_in. Qed.

Lemma total_scale : forall (A : Type) n (l : list A) c f, total n l (fun s => c * f s) = c * total n l f.
Proof. intros. unfold total. apply list_sum_map_scale. Qed.

Lemma total_constant : forall (A : Type) n (l : list A) c, length l = n -> total n l (fun _ => c) = INR (fact n) * c.
Proof.
  intros A n l c len. unfold total. rewrite list_sum_map_constant.
  now destruct (orders_are_shuffles _ n l len) as [_ ->].
Qed.

Lemma total_ext : forall (A : Type) n (l : list A) f g, (forall s, f s = g s) -> total n l f = total n l g.
Proof. intros A n l f g same. unfold total. f_equal. now apply map_ext. Qed.

Lemma one_total : forall n l i, length l = S n -> (i < S n)%nat ->
  total (S n) l (position i) = INR (fact n) * list_sum l.
Proof.
  induction n as [|n IH]; intros l i len small; rewrite total_step.
  - assert (i = O) as -> by lia.
    rewrite (map_picks_ext l _ fst).
    + rewrite (picks_sum l). simpl. ring.
    + intros p there. destruct (picks_rest l p there) as (_ & _ & size).
      rewrite (total_ext R 0 _ _ (fun _ => fst p)) by reflexivity.
      rewrite total_constant by lia. simpl. ring.
  - destruct i as [|i].
    + rewrite (map_picks_ext l _ (fun p => INR (fact (S n)) * fst p)).
      * rewrite list_sum_map_scale, picks_sum. reflexivity.
      * intros p there. destruct (picks_rest l p there) as (_ & _ & size).
        rewrite (total_ext R (S n) _ _ (fun _ => fst p)) by reflexivity. apply total_constant. lia.
    + rewrite (map_picks_ext l _ (fun p => INR (fact n) * (list_sum l + (-1) * fst p))).
      * rewrite list_sum_map_scale, list_sum_map_plus, list_sum_map_constant, list_sum_map_scale.
        rewrite picks_sum, picks_length, len.
        change (fact (S n)) with (S n * fact n)%nat. rewrite mult_INR, !S_INR. ring.
      * intros p there. destruct (picks_rest l p there) as (sums & _ & size).
        rewrite (total_ext R (S n) _ _ (position i)) by reflexivity.
        rewrite IH by lia. rewrite sums. ring.
Qed.

Lemma first_and_another : forall n l j, length l = S (S n) -> (j < S n)%nat ->
  total (S (S n)) l (fun s => position 0 s * position (S j) s) =
  INR (fact n) * (list_sum l ^ 2 - squares l).
Proof.
  intros n l j len small. rewrite total_step.
  rewrite (map_picks_ext l _ (fun p => INR (fact n) * (list_sum l * fst p + (-1) * fst p ^ 2))).
  - rewrite list_sum_map_scale, list_sum_map_plus, !list_sum_map_scale.
    rewrite picks_sum, (picks_heads l (fun x => x ^ 2)). fold (squares l). ring.
  - intros p there. destruct (picks_rest l p there) as (sums & _ & size).
    rewrite (total_ext R _ _ _ (fun s => fst p * position j s)) by reflexivity.
    rewrite total_scale, one_total by lia. rewrite sums. ring.
Qed.

Lemma two_total : forall n l i j, length l = S (S n) -> (i < j < S (S n))%nat ->
  total (S (S n)) l (fun s => position i s * position j s) =
  INR (fact n) * (list_sum l ^ 2 - squares l).
Proof.
  induction n as [|n IH]; intros l [|i] [|j] len small; try lia;
    try (apply first_and_another; lia).
  rewrite total_step.
  rewrite (map_picks_ext l _ (fun p => INR (fact n) *
    ((list_sum l ^ 2 - squares l) + ((-2 * list_sum l) * fst p + 2 * fst p ^ 2)))).
  - rewrite list_sum_map_scale, !list_sum_map_plus, list_sum_map_constant, !list_sum_map_scale.
    rewrite picks_sum, (picks_heads l (fun x => x ^ 2)).
    fold (squares l). rewrite picks_length, len.
    change (fact (S n)) with (S n * fact n)%nat. rewrite mult_INR, !S_INR. ring.
  - intros p there. destruct (picks_rest l p there) as (sums & squared & size).
    rewrite (total_ext R _ _ _ (fun s => position i s * position j s)) by reflexivity.
    rewrite IH by lia. rewrite sums, squared. ring.
Qed.

Theorem one_draw : forall y i, (i < length y)%nat ->
  Forall (fun s => Permutation s y) (shuffles y) /\ length (shuffles y) = fact (length y) /\
  expected y (position i) = list_sum y / INR (length y).
Proof.
  intros y i small. destruct (orders_are_shuffles _ (length y) y eq_refl) as [perms count].
  repeat split; auto. unfold expected, shuffles. fold (total (length y) y (position i)).
  rewrite count. destruct (length y) as [|n] eqn:len; [lia|].
  rewrite one_total by assumption. change (fact (S n)) with (S n * fact n)%nat. rewrite mult_INR.
  field. split; [apply not_0_INR; lia|apply INR_fact_neq_0].
Qed.

(** With mean m and mean of squares q. *)
Theorem two_draws : forall y i j, (i < length y)%nat -> (j < length y)%nat -> i <> j ->
  let n := INR (length y) in
  let m := list_sum y / n in
  let q := squares y / n in
  expected y (fun s => position i s * position j s) = (n * m ^ 2 - q) / (n - 1).
Proof.
  assert (ordered : forall y i j, (i < j < length y)%nat ->
    expected y (fun s => position i s * position j s) =
    (list_sum y ^ 2 - squares y) / (INR (length y) * (INR (length y) - 1))).
  { intros y i j small. destruct (orders_are_shuffles _ (length y) y eq_refl) as [_ count].
    unfold expected, shuffles. fold (total (length y) y (fun s => position i s * position j s)).
    rewrite count. destruct (length y) as [|[|n]] eqn:len; try lia.
    rewrite two_total by assumption. change (fact (S (S n))) with (S (S n) * (S n * fact n))%nat.
    rewrite !mult_INR. replace (INR (S (S n)) - 1) with (INR (S n)) by (rewrite (S_INR (S n)); ring).
    field. repeat split; try apply INR_fact_neq_0; apply not_0_INR; lia. }
  intros y i j small small' differ n m q.
  assert (2 <= n) as size.
  { unfold n. change 2 with (INR 2). apply le_INR. lia. }
  assert (expected y (fun s => position i s * position j s) =
    (list_sum y ^ 2 - squares y) / (n * (n - 1))) as ->.
  { unfold n. destruct (lt_dec i j); [now apply ordered|].
    rewrite <- (ordered y j i) by lia. unfold expected. f_equal. f_equal. apply map_ext.
    intros. ring. }
  unfold m, q. field. lra.
Qed.
