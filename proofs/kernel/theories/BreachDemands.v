(** Chai and Nayak, section 3: Theorems 1.1 and 1.2 follow from Theorem 3.1, by calculating B(h) of
    their boundaries. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Events Breaches ChaiNayak Demands.
Open Scope R_scope.

(** What rho1-to-rho2 privacy and beta-factor privacy allow after a prior probability p. *)
Definition rho_high (r1 r2 p : R) : R := if Rlt_dec p r1 then r2 else 1.
Definition rho_low (r1 r2 p : R) : R := if Rlt_dec r2 p then r1 else 0.
Definition factor_high (beta p : R) : R := Rmin 1 (beta * p).
Definition factor_low (beta p : R) : R := p / beta.

(** B(h) where the infimum is not attained: h stays above it, and comes as near as wanted. *)
Definition demand_not_attained (h : R -> R) (B : R) : Prop :=
  is_demand h B /\ forall p, 0 < p < 1 -> h p < 1 -> B < height h p.

Lemma height_against : forall h p B, 0 < p < 1 -> h p < 1 ->
  (B * (p * (1 - h p)) < (1 - p) * h p -> B < height h p) /\
  ((1 - p) * h p <= B * (p * (1 - h p)) -> height h p <= B).
Proof.
  intros h p B range less. assert (0 < p * (1 - h p)) as pos by (apply Rmult_lt_0_compat; lra).
  assert (height h p * (p * (1 - h p)) = (1 - p) * h p) as value by (unfold height; field; lra).
  split; intros bound.
  - apply Rmult_lt_reg_r with (p * (1 - h p)); [assumption|]. now rewrite value.
  - apply Rmult_le_reg_r with (p * (1 - h p)); [assumption|]. now rewrite value.
Qed.

(** Heights above B everywhere, and below each t > B somewhere. *)
Lemma demand_by_heights : forall h B, 0 < B ->
  (forall p, 0 < p < 1 -> h p < 1 -> B * (p * (1 - h p)) < (1 - p) * h p) ->
  (forall t, B < t -> exists p, 0 < p < 1 /\ h p < 1 /\ (1 - p) * h p <= t * (p * (1 - h p))) ->
  demand_not_attained h B.
Proof.
  intros h B pos above near.
  assert (forall p, 0 < p < 1 -> h p < 1 -> B < height h p) as strict
    by (intros p range less; apply height_against; auto).
  split; [|assumption]. split; [|split].
  - destruct (near (B + 1) ltac:(lra)) as (p & range & less & _). now exists p.
  - intros p range less. now apply Rlt_le, strict.
  - intros c lower. destruct (Rle_lt_dec c B) as [|more]; [assumption|]. exfalso.
    destruct (near ((B + c) / 2) ltac:(lra)) as (p & range & less & most).
    specialize (lower p range less).
    pose proof (proj2 (height_against h p ((B + c) / 2) range less) most). lra.
Qed.

Lemma star_cases : forall low high p,
  star low high p = high p \/ star low high p = 1 - low (1 - p).
Proof.
  intros low high p. unfold star, Rmin.
  destruct (Rle_dec (high p) (1 - low (1 - p))); [left|right]; reflexivity.
Qed.

Theorem demand_of_rho : forall r1 r2, 0 < r1 -> r1 < r2 -> r2 < 1 ->
  demand_not_attained (star (rho_low r1 r2) (rho_high r1 r2)) (r2 * (1 - r1) / (r1 * (1 - r2))).
Proof.
  intros r1 r2 some order less. set (B := r2 * (1 - r1) / (r1 * (1 - r2))).
  assert (0 < r1 * (1 - r2)) as down by (apply Rmult_lt_0_compat; lra).
  assert (0 < r2 * (1 - r1)) as up by (apply Rmult_lt_0_compat; lra).
  assert (B * (r1 * (1 - r2)) = r2 * (1 - r1)) as value by (unfold B; field; lra).
  assert (0 < B) as pos by (apply Rdiv_lt_0_compat; assumption).
  apply demand_by_heights; [assumption| |].
  - intros p range below. destruct (star_cases (rho_low r1 r2) (rho_high r1 r2) p) as [is|is];
    rewrite is in *.
    + unfold rho_high in *. destruct (Rlt_dec p r1) as [early|]; [|lra].
      apply Rlt_trans with (r2 * (1 - r1)).
      * rewrite <- value. apply Rmult_lt_compat_l; [assumption|]. apply Rmult_lt_compat_r; lra.
      * replace ((1 - p) * r2) with (r2 * (1 - p)) by ring. apply Rmult_lt_compat_l; lra.
    + unfold rho_low in *. destruct (Rlt_dec r2 (1 - p)) as [late|]; [|lra].
      replace (1 - (1 - r1)) with r1 by ring. apply Rlt_trans with (r2 * (1 - r1)).
      * rewrite <- value. apply Rmult_lt_compat_l; [assumption|].
        replace (r1 * (1 - r2)) with ((1 - r2) * r1) by ring. apply Rmult_lt_compat_r; lra.
      * apply Rmult_lt_compat_r; lra.
  - intros t more. set (p := r2 / (r2 + t * (1 - r2))).
    assert (0 < t * (1 - r2)) as part by (apply Rmult_lt_0_compat; lra).
    assert (p * (r2 + t * (1 - r2)) = r2) as own by (unfold p; field; lra).
    assert (0 < p) as positive by (apply Rdiv_lt_0_compat; lra).
    assert (p < r1) as early.
    { apply Rmult_lt_reg_r with (r2 + t * (1 - r2)); [lra|]. rewrite own.
      assert (B * (r1 * (1 - r2)) < t * (r1 * (1 - r2))) by (apply Rmult_lt_compat_r; lra).
      replace (r1 * (r2 + t * (1 - r2))) with (r1 * r2 + t * (r1 * (1 - r2))) by ring. lra. }
    assert (star (rho_low r1 r2) (rho_high r1 r2) p <= r2) as low.
    { unfold star, rho_high. destruct (Rlt_dec p r1); [apply Rmin_l|lra]. }
    set (h := star _ _ _) in *. exists p. split; [lra|]. split; [fold h; lra|]. fold h.
    assert ((1 - p) * r2 = t * (p * (1 - r2))) as equal by lra.
    apply Rle_trans with ((1 - p) * r2); [apply Rmult_le_compat_l; lra|]. rewrite equal.
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra.
Qed.

Theorem demand_of_a_factor : forall beta, 1 < beta ->
  demand_not_attained (star (factor_low beta) (factor_high beta)) beta.
Proof.
  intros beta big. apply demand_by_heights; [lra| |].
  - intros p range below. destruct (star_cases (factor_low beta) (factor_high beta) p) as [is|is];
    rewrite is in *.
    + unfold factor_high, Rmin in *. destruct (Rle_dec 1 (beta * p)); [lra|].
      assert (0 < (beta - 1) * (beta * p * p)); [|lra].
      apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra.
    + unfold factor_low in *. set (x := (1 - p) / beta) in *.
      assert (x * beta = 1 - p) as value by (unfold x; field; lra).
      replace (1 - (1 - x)) with x by ring.
      replace (beta * (p * x)) with (p * (x * beta)) by ring. rewrite value.
      replace (p * (1 - p)) with ((1 - p) * p) by ring. apply Rmult_lt_compat_l; [lra|].
      assert (x < 1 - p); [|lra]. apply Rmult_lt_reg_r with beta; [lra|]. rewrite value.
      assert (0 < (1 - p) * (beta - 1)) by (apply Rmult_lt_0_compat; lra). lra.
  - intros t more. set (p := (t - beta) / (beta * (t - 1))).
    assert (0 < beta * (t - 1)) as part by (apply Rmult_lt_0_compat; lra).
    assert (p * (beta * (t - 1)) = t - beta) as own by (unfold p; field; lra).
    assert (0 < p) as positive by (apply Rdiv_lt_0_compat; lra).
    assert (beta * p < 1) as early.
    { apply Rmult_lt_reg_r with (t - 1); [lra|].
      replace (beta * p * (t - 1)) with (p * (beta * (t - 1))) by ring. rewrite own. lra. }
    assert (p < 1) as inner.
    { assert (0 < (beta - 1) * p) by (apply Rmult_lt_0_compat; lra). lra. }
    assert (star (factor_low beta) (factor_high beta) p <= beta * p) as low.
    { unfold star, factor_high. eapply Rle_trans; [apply Rmin_l|apply Rmin_r]. }
    set (h := star _ _ _) in *. exists p. split; [lra|]. split; [fold h; lra|]. fold h.
    assert ((1 - p) * (beta * p) = t * (p * (1 - beta * p))) as equal.
    { replace (t * (p * (1 - beta * p))) with (p * (t - t * beta * p)) by ring.
      replace ((1 - p) * (beta * p)) with (p * (beta - beta * p)) by ring. f_equal. lra. }
    apply Rle_trans with ((1 - p) * (beta * p)); [apply Rmult_le_compat_l; lra|]. rewrite equal.
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra.
Qed.

Section Table.

Variables (m k : nat) (P : matrix).
Context (table : forall i j, (i < m)%nat -> (j < k)%nat -> 0 <= P i j).

Lemma posterior_between : forall i prior event, (i < m)%nat -> law k prior ->
  can_be_seen k prior (P i) -> 0 <= posterior k prior (P i) event <= 1.
Proof.
  intros i prior event row is_law seen.
  pose proof (posterior_nonneg m k P table i prior event row is_law seen).
  pose proof (posterior_nonneg m k P table i prior (complement event) row is_law seen) as other.
  destruct (of_the_complement k P i prior event is_law seen) as [_ rest]. lra.
Qed.

(** The criteria are what these boundaries allow. *)
Theorem breaches_are_boundaries :
  (forall r1 r2, (rho_private m k P r1 r2 <->
    strictly_private m k P (rho_low r1 r2) (rho_high r1 r2))) /\
  forall beta, 1 < beta ->
    (factor_private m k P beta <-> strictly_private m k P (factor_low beta) (factor_high beta)).
Proof.
  split.
  - intros r1 r2. split; intros safe i prior event row is_law seen;
      specialize (safe i prior event row is_law seen); cbv beta in *;
      pose proof (posterior_between i prior event row is_law seen) as range;
      set (q := posterior _ _ _ _) in *; set (p := mass _ _ _) in *;
      unfold rho_low, rho_high in *; destruct (Rlt_dec p r1), (Rlt_dec r2 p);
      split; try split; try (intros [? ?]); try lra; destruct safe as [one two]; try lra;
      destruct (Rle_lt_dec q r2), (Rle_lt_dec r1 q); try lra; exfalso;
      (apply one; lra) || (apply two; lra).
  - intros beta big. split; intros safe i prior event row is_law seen;
      specialize (safe i prior event row is_law seen); cbv beta in *;
      pose proof (posterior_between i prior event row is_law seen) as range;
      pose proof (mass_range k prior event is_law) as within;
      pose proof (proj1 (endpoints_stay m k P i prior event row is_law seen)) as none;
      set (q := posterior _ _ _ _) in *; set (p := mass _ _ _) in *;
      unfold factor_low, factor_high in *.
    + destruct (Req_dec p 0) as [zero|some].
      { rewrite none, zero by assumption. unfold Rdiv. rewrite Rmult_0_l, Rmult_0_r.
        split; [lra|]. apply Rmin_glb; lra. }
      specialize (safe ltac:(lra)). assert (q / p * p = q) as value by (field; assumption).
      split.
      * apply Rle_trans with (/ beta * p); [right; unfold Rdiv; ring|]. rewrite <- value.
        apply Rmult_le_compat_r; lra.
      * apply Rmin_glb; [lra|]. rewrite <- value. apply Rmult_le_compat_r; lra.
    + intros some. destruct safe as [low high].
      assert (q <= beta * p) as most by (eapply Rle_trans; [exact high|apply Rmin_r]).
      split; apply Rmult_le_reg_r with p; try assumption;
        replace (q / p * p) with q by (field; lra); [|assumption].
      unfold Rdiv in low. lra.
Qed.

(** Section 3: so Theorem 3.1 gives Theorems 1.1 and 1.2, and their converses. *)
Theorem bounds_are_recovered :
  (forall r1 r2, 0 < r1 -> r1 < r2 -> r2 < 1 ->
    let B := r2 * (1 - r1) / (r1 * (1 - r2)) in
    demand_not_attained (star (rho_low r1 r2) (rho_high r1 r2)) B /\
    (rho_private m k P r1 r2 <-> canonical m k P (star (rho_low r1 r2) (rho_high r1 r2))) /\
    (rho_private m k P r1 r2 <-> parity_at_most m k P B)) /\
  forall beta, 1 < beta ->
    demand_not_attained (star (factor_low beta) (factor_high beta)) beta /\
    (factor_private m k P beta <-> canonical m k P (star (factor_low beta) (factor_high beta))) /\
    (factor_private m k P beta <-> parity_at_most m k P beta).
Proof.
  destruct breaches_are_boundaries as [rho factor]. split.
  - intros r1 r2 some order less B. pose proof (demand_of_rho r1 r2 some order less) as demand.
    assert (forall p, 0 <= p <= 1 -> 0 <= rho_low r1 r2 p <= p) as low
      by (intros p range; unfold rho_low; destruct (Rlt_dec r2 p); lra).
    assert (boundary (rho_high r1 r2)) as high
      by (intros p range; unfold rho_high; destruct (Rlt_dec p r1); lra).
    split; [assumption|]. split; rewrite rho.
    + now apply two_boundaries_are_one.
    + apply two_boundaries_are_a_bound; [assumption..|]. apply demand.
  - intros beta big. pose proof (demand_of_a_factor beta big) as demand.
    assert (forall p, 0 <= p <= 1 -> 0 <= factor_low beta p <= p) as low.
    { intros p range. unfold factor_low. split.
      - apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
      - apply Rmult_le_reg_r with beta; [lra|]. replace (p / beta * beta) with p by (field; lra).
        assert (0 <= p * (beta - 1)) by (apply Rmult_le_pos; lra). lra. }
    assert (boundary (factor_high beta)) as high.
    { intros p range. unfold factor_high. split; [|apply Rmin_l]. apply Rmin_glb; [lra|].
      assert (0 <= p * (beta - 1)) by (apply Rmult_le_pos; lra). lra. }
    split; [assumption|]. split; rewrite factor by assumption.
    + now apply two_boundaries_are_one.
    + apply two_boundaries_are_a_bound; [assumption..|]. apply demand.
Qed.

End Table.
