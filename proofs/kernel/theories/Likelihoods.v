(** Maximum likelihood: the shares of a sample are its likeliest law, and where pi-hat = C^-1 Y / m
    has no negative entry it is the likeliest law of the truths. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Draws Analysis ShareEstimates.
Import ListNotations.
Open Scope R_scope.

(** Of the law q, given the outcomes l: the factor that only the histogram decides is left out. *)
Definition likelihood (k : nat) (q : nat -> R) (l : list nat) : R :=
  \prod_(i < k) q i ^ count_occ Nat.eq_dec l i.

Lemma seen_or_impossible : forall k (q : nat -> R) (c : nat -> nat),
  (forall i, (i < k)%nat -> 0 <= q i) ->
  (forall i, (i < k)%nat -> 0 < q i \/ c i = O) \/ \prod_(i < k) q i ^ c i = 0.
Proof.
  induction k as [|k IH]; intros q c above; [left; intros; lia|].
  destruct (IH q c) as [all|zero]; [intros; apply above; lia| |right; simpl; rewrite zero; ring].
  destruct (above k) as [some|none]; [lia| |].
  - left. intros i small. destruct (Nat.eq_dec i k) as [->|]; [now left|apply all; lia].
  - destruct (Nat.eq_dec (c k) 0) as [never|seen].
    + left. intros i small. destruct (Nat.eq_dec i k) as [->|]; [now right|apply all; lia].
    + right. simpl. rewrite <- none, pow_i by lia. ring.
Qed.

Lemma product_as_exponential : forall k (q : nat -> R) (c : nat -> nat),
  (forall i, (i < k)%nat -> 0 < q i \/ c i = O) ->
  \prod_(i < k) q i ^ c i = exp (\sum_(i < k) (INR (c i) * ln (q i))).
Proof.
  induction k as [|k IH]; intros q c all; simpl; [now rewrite exp_0|].
  rewrite exp_plus, <- IH by (intros; apply all; lia). f_equal.
  destruct (all k) as [some|never]; [lia| |].
  - generalize (c k). intros j. induction j as [|j IHj]; [simpl; now rewrite Rmult_0_l, exp_0|].
    rewrite S_INR. simpl pow. rewrite IHj.
    replace ((INR j + 1) * ln (q k)) with (ln (q k) + INR j * ln (q k)) by ring.
    now rewrite exp_plus, exp_ln.
  - rewrite never. simpl. now rewrite Rmult_0_l, exp_0.
Qed.

Lemma share_of_sample : forall k l, l <> [] -> Forall (fun i => (i < k)%nat) l ->
  law k (fun i => share (length l) i l) /\
  forall i, INR (count_occ Nat.eq_dec l i) = INR (length l) * share (length l) i l.
Proof.
  intros k l some inside.
  assert (0 < INR (length l)) as positive.
  { apply lt_0_INR. destruct l; [contradiction|simpl; lia]. }
  split; [|intros i; unfold share, count; field; lra]. split.
  - intros i _. unfold share, count. apply Rmult_le_pos; [|apply pos_INR].
    apply Rlt_le, Rinv_0_lt_compat. assumption.
  - unfold share. rewrite sum_scale.
    assert (\sum_(i < k) count i l = INR (length l)) as ->; [|field; lra].
    rewrite (sum_ext k _ (fun i => 1 * count i l)) by (intros; ring).
    rewrite (total_of_counts k (fun _ => 1)) by assumption. clear.
    induction l as [|i l IH]; [reflexivity|]. simpl total. rewrite IH.
    change (length (i :: l)) with (S (length l)). rewrite S_INR. ring.
Qed.

(** X / m maximises the likelihood over all laws. *)
Theorem shares_are_likeliest : forall k l, l <> [] -> Forall (fun i => (i < k)%nat) l ->
  law k (fun i => share (length l) i l) /\
  forall p, law k p ->
  likelihood k p l <= likelihood k (fun i => share (length l) i l) l.
Proof.
  intros k l some inside.
  destruct (share_of_sample k l some inside) as [shares counts]. split; [exact shares|].
  intros p is_law. unfold likelihood. set (c := count_occ Nat.eq_dec l) in *.
  set (q := fun i => share (length l) i l) in *.
  assert (0 < INR (length l)) as positive.
  { apply lt_0_INR. destruct l; [contradiction|simpl; lia]. }
  assert (from : forall i, (i < k)%nat -> 0 < q i \/ c i = O).
  { intros i small. specialize (counts i). fold (q i) in counts.
    destruct (Nat.eq_dec (c i) 0) as [|seen]; [now right|left].
    apply Rmult_lt_reg_l with (INR (length l)); [assumption|]. rewrite <- counts, Rmult_0_r.
    apply lt_0_INR. unfold c in *. lia. }
  destruct (seen_or_impossible k p c) as [all| ->].
  - intros i small. now apply is_law.
  - rewrite !product_as_exponential by assumption.
    assert (scaled : forall r, \sum_(i < k) (INR (c i) * ln (r i)) =
      INR (length l) * \sum_(i < k) (q i * ln (r i))).
    { intros r. rewrite <- sum_scale. apply sum_ext. intros i _.
      rewrite counts. fold (q i). ring. }
    rewrite !scaled.
    assert (\sum_(i < k) (q i * ln (p i)) <= \sum_(i < k) (q i * ln (q i))) as less.
    { apply gibbs; [assumption..|]. intros i small none. destruct (all i small) as [some'|never]; [lra|].
      specialize (counts i). fold (q i) in counts. rewrite never in counts.
      simpl in counts. symmetry in counts. apply Rmult_integral in counts. destruct counts; lra. }
    apply Rmult_le_compat_l with (r := INR (length l)) in less; [|lra].
    destruct less as [less|equal]; [apply Rlt_le; now apply exp_increasing|right; now f_equal].
  - apply prod_nonneg. intros i small. apply pow_le. now apply shares.
Qed.

(** C T is the unit matrix; pi-hat has no negative entry. *)
Theorem estimate_is_likeliest : forall k C T l, stochastic k k C ->
  (forall i j, (i < k)%nat -> (j < k)%nat -> times k C T i j = unit_matrix i j) ->
  l <> [] -> Forall (fun i => (i < k)%nat) l ->
  let pi_hat := fun x => estimate (length l) k T x l in
  (forall x, (x < k)%nat -> 0 <= pi_hat x) ->
  law k pi_hat /\
  forall p, law k p -> likelihood k (image k C p) l <= likelihood k (image k C pi_hat) l.
Proof.
  intros k C T l columns unit some inside pi_hat above.
  assert (back : forall i, (i < k)%nat -> image k C pi_hat i = share (length l) i l).
  { intros i small. unfold image, pi_hat, estimate, share.
    rewrite (sum_ext k _ (fun j => / INR (length l) * \sum_(u < k) (C i j * T j u * count u l))).
    - rewrite sum_scale. f_equal. rewrite sum_of_sums.
      rewrite <- (sum_pick k (fun u => count u l) i small). apply sum_ext. intros u inside'.
      rewrite sum_scale_right. f_equal. apply (unit i u small inside').
    - intros j _. rewrite <- !sum_scale. apply sum_ext. intros. ring. }
  destruct (shares_are_likeliest k l some inside) as [shares best].
  split; [split; [exact above|]|].
  - destruct shares as [_ one]. rewrite <- one at 1.
    rewrite (sum_ext k (fun i => share (length l) i l) (image k C pi_hat))
      by (intros; now rewrite back).
    unfold image. rewrite sum_of_sums. apply sum_ext. intros x small.
    rewrite sum_scale_right. destruct (columns x small) as [_ column].
    change (sum k (fun i => C i x) = 1) in column. rewrite column. ring.
  - intros p is_law. unfold likelihood at 2.
    rewrite (prod_ext k (fun i => image k C pi_hat i ^ count_occ Nat.eq_dec l i)
      (fun i => share (length l) i l ^ count_occ Nat.eq_dec l i))
      by (intros; now rewrite back).
    apply best. now apply image_law.
Qed.

(** The induced likelihood of a value v of g is the supremum of L over the theta with g(theta) = v;
    a value that g does not take has none. *)
Theorem maximum_likelihood_is_invariant : forall (Space Value : Type) (L : Space -> R)
    (g : Space -> Value) (induced : Value -> R) best,
  (forall v, (exists theta, g theta = v) ->
     is_lub (fun x => exists theta, g theta = v /\ x = L theta) (induced v)) ->
  (forall theta, L theta <= L best) ->
  induced (g best) = L best /\
  forall v, (exists theta, g theta = v) -> induced v <= induced (g best).
Proof.
  intros T V L g induced best supremum top.
  assert (induced (g best) = L best) as own.
  { destruct (supremum (g best)) as [above least]; [now exists best|]. apply Rle_antisym.
    - apply least. intros x (theta & _ & ->). apply top.
    - apply above. now exists best. }
  split; [assumption|]. intros v taken. destruct (supremum v taken) as [_ least].
  rewrite own. apply least. intros x (theta & _ & ->). apply top.
Qed.
