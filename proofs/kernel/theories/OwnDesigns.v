(** A checker inside Coq for prices of a utility of one's own: whatever it is, if it is convex and
    homogeneous and lies between the given ends in the given directions. *)

From Coq Require Import Reals QArith Qreals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays Checker RayChecker Promises.
Import ListNotations.
Open Scope Q_scope.

(** A direction, and two numbers that its utility lies between. *)
Record known_value := Known { direction : list Q; from_below : Q; from_above : Q }.

Section Own.

Variables (d : priced_table) (values : list known_value).

Let k := number d.

Definition between (u : (nat -> R) -> R) : Prop := forall v, In v values ->
  (Q2R (from_below v) <= u (vector (direction v)) <= Q2R (from_above v))%R.

Definition proves_own : Prop := own_keeps d /\ forall u, gauge k u -> between u ->
  (forall m P, keeps d m P -> (\sum_(i < m) u (P i) <= Q2R (claimed d))%R) /\
  (Q2R (reached d) <= \sum_(i < reports d) u (real_matrix (entries d) i))%R.

Definition size (p : list Q) : Q := qsum k (entry p).

(** A row in this direction: both, divided by the sums of their entries, are the same. *)
Definition has_direction (p : list Q) (v : known_value) : bool :=
  let w := direction v in
  all k (fun j => Qle_bool 0 (entry w j) && Qeq_bool (entry p j * size w) (entry w j * size p)) &&
  negb (Qle_bool (size w) 0).

Definition own_paid (p : list Q) (c : Q) : bool :=
  existsb (fun v => has_direction p v &&
    Qle_bool (size p * from_above v) (size (direction v) * c)) values.

Definition least_worth (p : list Q) : Q :=
  match find (has_direction p) values with
  | Some v => size p * from_below v / size (direction v)
  | None => 0
  end.

Definition table_row (i : nat) : list Q := from_entries k (entry2 (entries d) i).

Definition own_accepted : bool :=
  promise_fits d && rows_pass d own_paid && Qle_bool (total_paid d) (claimed d) &&
  all (reports d) (fun i => existsb (has_direction (table_row i)) values) &&
  Qle_bool (reached d) (qsum (reports d) (fun i => least_worth (table_row i))).

(** ** Why it may be believed *)

Open Scope R_scope.

Lemma along_direction : forall u p v, gauge k u -> has_direction p v = true ->
  nonnegative k (vector p) -> let s := Q2R (size (direction v)) in
  0 < s /\ 0 <= Q2R (size p) /\ u (vector p) * s = Q2R (size p) * u (vector (direction v)).
Proof.
  intros u p v (same & scales & _) yes above s. unfold has_direction in yes. cbv zeta in yes.
  apply andb_prop in yes as [each some]. apply negb_true_iff in some.
  assert (0 < s) as positive.
  { destruct (Rlt_le_dec 0 s) as [more|less]; [assumption|]. exfalso.
    assert (Qle_bool (size (direction v)) 0 = true); [|congruence].
    apply Qle_bool_iff, Rle_Qle. now rewrite Q2R_zero. }
  assert (0 <= Q2R (size p)) as sum_above.
  { unfold size. rewrite sum_real. apply sum_nonneg. exact above. }
  split; [assumption|split; [assumption|]].
  rewrite (same (vector p) (fun j => Q2R (size p) / s * vector (direction v) j)).
  - rewrite scales; [field; lra| |].
    + apply Rmult_le_pos; [assumption|]. now apply Rlt_le, Rinv_0_lt_compat.
    + intros j small. pose proof (all_spec _ _ each j small) as here. cbv beta in here.
      apply andb_prop in here as [nonneg _]. apply le_real in nonneg. now rewrite Q2R_zero in nonneg.
  - intros j small. pose proof (all_spec _ _ each j small) as here. cbv beta in here.
    apply andb_prop in here as [_ equal]. apply eq_real in equal. rewrite !Q2R_mult in equal.
    apply Rmult_eq_reg_r with s; [|lra]. unfold vector, s. rewrite equal. field. exact (Rgt_not_eq _ _ positive).
Qed.

Theorem kernel_own : own_accepted = true -> proves_own.
Proof.
  intros yes. unfold own_accepted in yes. apply andb_prop in yes as [yes least].
  apply andb_prop in yes as [yes found]. apply andb_prop in yes as [yes bounded].
  apply andb_prop in yes as [fits covered]. destruct (promise_pays d fits) as [own _].
  split; [assumption|]. intros u is_gauge known. split.
  - intros m P kept. apply le_real in bounded. eapply Rle_trans; [|exact bounded].
    refine (promise_bound d u _ _ _ covered fits m P kept); [now apply gauge_everywhere|].
    intros p c [above _] paid. unfold own_paid in paid. apply existsb_exists in paid as (v & there & paid).
    apply andb_prop in paid as [here paid]. apply le_real in paid. rewrite !Q2R_mult in paid.
    destruct (along_direction u p v is_gauge here above) as (some & sum_above & equal).
    destruct (known v there) as [_ high]. apply Rmult_le_reg_l with (Q2R (size (direction v))); [assumption|].
    assert (Q2R (size p) * u (vector (direction v)) <= Q2R (size p) * Q2R (from_above v))
      by now apply Rmult_le_compat_l.
    change (fun j => Q2R (entry p j)) with (vector p). lra.
  - apply le_real in least. rewrite sum_real in least. eapply Rle_trans; [exact least|].
    apply sum_le. intros i inside. pose proof (all_spec _ _ found i inside) as some. cbv beta in some.
    pose proof is_gauge as (same & _).
    rewrite (same (real_matrix (entries d) i) (vector (table_row i)))
      by (intros j small; unfold vector, table_row; now rewrite entry_of).
    unfold least_worth. destruct (find (has_direction (table_row i)) values) as [v|] eqn:which.
    + apply find_some in which as [there here].
      assert (nonnegative k (vector (table_row i))) as above.
      { intros j small. unfold vector, table_row. rewrite entry_of by assumption.
        now apply (own_columns d own j small). }
      destruct (along_direction u (table_row i) v is_gauge here above) as (positive & sum_above & equal).
      destruct (known v there) as [low _]. rewrite Q2R_div, Q2R_mult.
      * apply Rmult_le_reg_r with (Q2R (size (direction v))); [assumption|].
        assert (Q2R (size (table_row i)) * Q2R (from_below v) <=
          Q2R (size (table_row i)) * u (vector (direction v))) by now apply Rmult_le_compat_l.
        rewrite equal. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r; lra.
      * intros zero. apply Qeq_eqR in zero. rewrite Q2R_zero in zero. lra.
    + apply existsb_exists in some as (v & there & here).
      pose proof (find_none _ _ which v there). congruence.
Qed.

End Own.
