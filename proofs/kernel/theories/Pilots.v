(** Surveys in phases: the next table may depend on all reports so far. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices TwoTruths Found.
Open Scope R_scope.

(** A person answers by a table of m reports on two truths; each report leads to the next person. *)
Inductive survey : Type :=
  | nobody : survey
  | ask : nat -> matrix -> (nat -> survey) -> survey.

Definition chance (p : R) (r : nat -> R) : R := (1 - p) * r 0%nat + p * r 1%nat.
Definition slope (r : nat -> R) : R := r 1%nat - r 0%nat.

(** The Fisher information about the prevalence p of all reports, after reports that together have
    the chance c with the slope l: the sum over all ways to the end of (slope of the chance)^2 over
    the chance. *)
Fixpoint information_after (p : R) (s : survey) (c l : R) : R :=
  match s with
  | nobody => l ^ 2 / c
  | ask m P next =>
      \sum_(i < m) information_after p (next i)
        (c * chance p (P i)) (c * slope (P i) + l * chance p (P i))
  end.

Definition survey_information (p : R) (s : survey) : R := information_after p s 1 0.

Fixpoint people_at_most (n : nat) (s : survey) : Prop :=
  match s with
  | nobody => True
  | ask _ _ next =>
      match n with
      | O => False
      | S k => forall i, people_at_most k (next i)
      end
  end.

Fixpoint every_table (good : nat -> matrix -> Prop) (s : survey) : Prop :=
  match s with
  | nobody => True
  | ask m P next => good m P /\ forall i, every_table good (next i)
  end.

Definition told (p : R) (m : nat) (P : matrix) : R :=
  \sum_(i < m) pair_information p (P i 0%nat) (P i 1%nat).

Lemma nothing_is_told : forall p s, information_after p s 0 0 = 0.
Proof.
  intros p. induction s as [|m P next IH]; cbn [information_after].
  - unfold Rdiv. ring.
  - apply sum_zero. intros i _.
    rewrite !Rmult_0_l, Rplus_0_r. apply IH.
Qed.

Lemma chances_of_a_table : forall p m P, stochastic m 2 P ->
  \sum_(i < m) chance p (P i) = 1 /\ \sum_(i < m) slope (P i) = 0.
Proof.
  intros p m P laws.
  assert (\sum_(i < m) P i 0%nat = 1) as on_no by (apply laws; lia).
  assert (\sum_(i < m) P i 1%nat = 1) as on_yes by (apply laws; lia).
  split.
  - transitivity (\sum_(i < m) ((1 - p) * P i 0%nat + p * P i 1%nat)); [reflexivity|].
    rewrite sum_plus, !sum_scale, on_no, on_yes. ring.
  - transitivity (\sum_(i < m) (P i 1%nat - P i 0%nat)); [reflexivity|].
    rewrite sum_minus, on_no, on_yes. ring.
Qed.

Theorem a_pilot_adds : forall p s B n c l, 0 < p < 1 -> 0 <= B -> 0 < c ->
  people_at_most n s ->
  every_table (fun m P => stochastic m 2 P /\ told p m P <= B) s ->
  information_after p s c l <= l ^ 2 / c + c * (INR n * B).
Proof.
  intros p s B n c l inner above. revert n c l.
  induction s as [|m P next IH]; intros n c l positive few tables.
  - cbn. assert (0 <= INR n) by apply pos_INR.
    assert (0 <= c * (INR n * B)) by (apply Rmult_le_pos; [lra|now apply Rmult_le_pos]). lra.
  - destruct n as [|k]; [destruct few|]. cbn in few, tables.
    destruct tables as [[whole bounded] after].
    destruct (chances_of_a_table p m P whole) as [all none].
    cbn [information_after].
    apply Rle_trans with (\sum_(i < m)
      (c * pair_information p (P i 0%nat) (P i 1%nat) + 2 * l * slope (P i)
       + l ^ 2 / c * chance p (P i) + c * (INR k * B) * chance p (P i))).
    + apply sum_le. intros i here.
      assert (0 <= P i 0%nat) as no by (apply (whole 0%nat); lia).
      assert (0 <= P i 1%nat) as yes by (apply (whole 1%nat); lia).
      assert (0 <= (1 - p) * P i 0%nat) by (apply Rmult_le_pos; lra).
      assert (0 <= p * P i 1%nat) by (apply Rmult_le_pos; lra).
      destruct (Rle_lt_or_eq_dec 0 (chance p (P i))) as [some|never].
      * unfold chance. lra.
      * assert (0 < c * chance p (P i)) as goes by now apply Rmult_lt_0_compat.
        eapply Rle_trans; [apply (IH i k _ _ goes (few i) (after i))|].
        right. unfold pair_information. fold (chance p (P i)). fold (slope (P i)).
        change (P i 1%nat - P i 0%nat) with (slope (P i)).
        change ((1 - p) * P i 0%nat + p * P i 1%nat) with (chance p (P i)).
        field. lra.
      * assert ((1 - p) * P i 0%nat = 0 /\ p * P i 1%nat = 0) as [first second]
          by (unfold chance in never; lra).
        assert (P i 0%nat = 0) as a by (apply Rmult_integral in first; lra).
        assert (P i 1%nat = 0) as b by (apply Rmult_integral in second; lra).
        rewrite <- never.
        assert (slope (P i) = 0) as flat by (unfold slope; lra).
        rewrite flat. unfold pair_information. rewrite a, b.
        replace (c * 0) with 0 by ring. replace (c * 0 + l * 0) with 0 by ring.
        rewrite Rmult_0_r, Rplus_0_l, nothing_is_told. right. unfold Rdiv. ring.
    + rewrite !sum_plus, !sum_scale, all, none. fold (told p m P).
      rewrite S_INR. assert (c * told p m P <= c * B) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** However few reports a table has: what bounds each of them bounds all of them together. *)
Theorem phases_save_no_more_than_tables : forall p B n s, 0 < p < 1 -> 0 <= B ->
  people_at_most n s ->
  every_table (fun m P => stochastic m 2 P /\ told p m P <= B) s ->
  survey_information p s <= INR n * B.
Proof.
  intros p B n s inner above few tables. unfold survey_information.
  pose proof (a_pilot_adds p s B n 1 0 inner above Rlt_0_1 few tables) as sum.
  replace (0 ^ 2 / 1) with 0 in sum by field. lra.
Qed.

(** found/pair/pilot *)
Theorem a_pilot_gains_nothing : forall p g d n s, 0 < p < 1 -> 1 < g -> 0 <= d < 1 ->
  people_at_most n s ->
  every_table (fun m P => private m 2 (pair_levels (Some g) (Some g)) (pair_deltas d d) P) s ->
  survey_information p s <= INR n * most_information p g d.
Proof.
  intros p g d n s inner big range few tables.
  destruct (most_information_about_a_prevalence p g d inner big range) as [best reached].
  assert (0 <= most_information p g d) as above.
  { unfold most_information. assert (0 < p * (1 - p)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (g - 1) ^ 2) by (apply pow_lt; lra).
    assert (0 < g / (g - 1) ^ 2) by (apply Rdiv_lt_0_compat; lra).
    assert (0 <= d / (p * (1 - p))) by (apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]).
    assert (0 < / (p * (1 - p) + g / (g - 1) ^ 2)) by (apply Rinv_0_lt_compat; lra).
    assert (0 <= (1 - d) / (p * (1 - p) + g / (g - 1) ^ 2)) by (apply Rmult_le_pos; lra). lra. }
  apply phases_save_no_more_than_tables; [assumption|assumption|assumption|].
  clear few reached. induction s as [|m P next IH]; cbn; [exact I|].
  cbn in tables. destruct tables as [here later]. split.
  - split; [exact (proj1 here)|]. now apply best.
  - intros i. now apply IH.
Qed.
