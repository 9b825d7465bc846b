(** A checker inside Coq for prices of a Hellinger divergence, sum (sqrt p - sqrt q)^2: squares of
    rational numbers decide about roots. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Checker RayChecker Promises RatioDesigns
  RationalRoots.
Import ListNotations.
Open Scope R_scope.

(** ** The utility *)

Definition root_difference (a b : nat) (r : nat -> R) : R := (sqrt (r a) - sqrt (r b)) ^ 2.

Lemma expanded : forall a b r, 0 <= r a -> 0 <= r b ->
  root_difference a b r = r a + r b - 2 * sqrt (r a * r b).
Proof.
  intros a b r above above'. unfold root_difference. rewrite sqrt_mult by assumption.
  rewrite <- (sqrt_sqrt (r a)) at 2 by assumption. rewrite <- (sqrt_sqrt (r b)) at 2 by assumption.
  ring.
Qed.

Lemma product_of_roots : forall x y s t, 0 <= x -> 0 <= y -> 0 <= s -> 0 <= t ->
  sqrt (x * y) + sqrt (s * t) <= sqrt ((x + s) * (y + t)).
Proof.
  intros x y s t posx posy poss post.
  assert (0 <= x * y) as one by now apply Rmult_le_pos.
  assert (0 <= s * t) as two by now apply Rmult_le_pos.
  assert (0 <= x * t) as mixed by now apply Rmult_le_pos.
  assert (0 <= s * y) as mixed' by now apply Rmult_le_pos.
  pose proof (sqrt_pos (x * y)) as low. pose proof (sqrt_pos (s * t)) as low'.
  rewrite <- (sqrt_pow2 (sqrt (x * y) + sqrt (s * t))) by lra. apply sqrt_le_1_alt.
  assert (2 * (sqrt (x * y) * sqrt (s * t)) <= x * t + s * y) as means.
  { rewrite <- sqrt_mult by assumption. replace (x * y * (s * t)) with (x * t * (s * y)) by ring.
    rewrite sqrt_mult by assumption. pose proof (pow2_ge_0 (sqrt (x * t) - sqrt (s * y))) as square.
    pose proof (sqrt_sqrt _ mixed). pose proof (sqrt_sqrt _ mixed'). lra. }
  pose proof (sqrt_sqrt _ one). pose proof (sqrt_sqrt _ two). lra.
Qed.

Lemma root_difference_gauge : forall k a b, (a < k)%nat -> (b < k)%nat ->
  gauge k (root_difference a b).
Proof.
  intros k a b first second. split; [|split].
  - intros r s same. unfold root_difference. now rewrite !same.
  - intros c r low above. unfold root_difference. rewrite !sqrt_mult by auto.
    rewrite <- (sqrt_sqrt c) at 3 by assumption. ring.
  - intros r s above above'.
    rewrite !expanded by (try apply Rplus_le_le_0_compat; auto).
    pose proof (product_of_roots (r a) (r b) (s a) (s b)) as less.
    specialize (less ltac:(auto) ltac:(auto) ltac:(auto) ltac:(auto)). lra.
Qed.

Open Scope Q_scope.

(** ** What a certificate says, and what is computed *)

Section Roots.

Variables (d : priced_table) (a b : nat).

Let k := number d.

Definition proves_roots : Prop :=
  (forall m P, keeps d m P -> (\sum_(i < m) root_difference a b (P i) <= Q2R (claimed d))%R) /\
  own_keeps d /\
  (Q2R (reached d) <= \sum_(i < reports d) root_difference a b (real_matrix (entries d) i))%R.

(** The charge is at least p_a + p_b less twice the root of their product. *)
Definition roots_paid (p : list Q) (c : Q) : bool :=
  let most := entry p a + entry p b - c in
  Qle_bool most 0 || Qle_bool (most * most) (4 * (entry p a * entry p b)).

Definition roots_accepted : bool :=
  Nat.ltb a k && Nat.ltb b k && promise_fits d && rows_pass d roots_paid &&
  Qle_bool (total_paid d) (claimed d) &&
  Qle_bool (reached d) (qsum (reports d) (fun i =>
    entry2 (entries d) i a + entry2 (entries d) i b -
    2 * root_above (entry2 (entries d) i a * entry2 (entries d) i b))).

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma roots_paid_spec : forall p c, (a < k)%nat -> (b < k)%nat ->
  nonnegative k (fun j => Q2R (entry p j)) -> roots_paid p c = true ->
  root_difference a b (fun j => Q2R (entry p j)) <= Q2R c.
Proof.
  intros p c first second nonneg yes. unfold roots_paid in yes. cbv zeta in yes.
  rewrite expanded by auto.
  pose proof (sqrt_pos (Q2R (entry p a) * Q2R (entry p b))) as low.
  apply orb_prop in yes as [yes|yes]; apply le_real in yes.
  - rewrite Q2R_minus, Q2R_plus, Q2R_zero in yes. lra.
  - rewrite !Q2R_mult, Q2R_minus, Q2R_plus in yes.
    replace (Q2R 4) with 4 in yes by (unfold Q2R; simpl; lra).
    set (most := Q2R (entry p a) + Q2R (entry p b) - Q2R c) in *.
    enough (most <= 2 * sqrt (Q2R (entry p a) * Q2R (entry p b))) by (unfold most in *; lra).
    assert (0 <= Q2R (entry p a) * Q2R (entry p b)) as product by (apply Rmult_le_pos; auto).
    apply Rsqr_incr_0_var; [|lra]. unfold Rsqr.
    replace (2 * sqrt (Q2R (entry p a) * Q2R (entry p b)) *
      (2 * sqrt (Q2R (entry p a) * Q2R (entry p b)))) with
      (4 * (sqrt (Q2R (entry p a) * Q2R (entry p b)) * sqrt (Q2R (entry p a) * Q2R (entry p b))))
      by ring.
    rewrite sqrt_sqrt by assumption. exact yes.
Qed.

Theorem kernel_roots : roots_accepted = true -> proves_roots.
Proof.
  intros yes. unfold roots_accepted in yes.
  apply andb_prop in yes as [yes most]. apply andb_prop in yes as [yes bounded]. apply andb_prop in yes as [yes listed].
  apply andb_prop in yes as [yes prices]. apply andb_prop in yes as [first second].
  apply Nat.ltb_lt in first. apply Nat.ltb_lt in second.
  destruct (promise_pays d prices) as [own_kept _].
  split; [|split; [assumption|]].
  - intros m P own. apply le_real in bounded. eapply Rle_trans; [|exact bounded].
    refine (promise_bound d (root_difference a b) _ _ (fun p c is_row paid_ =>
      roots_paid_spec p c first second (proj1 is_row) paid_) listed prices m P own).
    now apply gauge_everywhere, root_difference_gauge.
  - apply le_real in most. rewrite sum_real in most. eapply Rle_trans; [exact most|].
    apply sum_le. intros i inside. pose proof (own_columns d own_kept) as columns.
    assert (0 <= real_matrix (entries d) i a) as posa by now apply (columns a first).
    assert (0 <= real_matrix (entries d) i b) as posb by now apply (columns b second).
    rewrite expanded by assumption. unfold real_matrix in *.
    rewrite Q2R_minus, Q2R_plus, Q2R_mult, Q2R_two, <- Q2R_mult.
    destruct (roots_between (entry2 (entries d) i a * entry2 (entries d) i b)) as [_ high]; [|lra].
    rewrite Q2R_mult. now apply Rmult_le_pos.
Qed.

End Roots.
