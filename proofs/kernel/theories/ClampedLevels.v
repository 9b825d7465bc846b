(** Coverage under a matrix of levels with deltas (proof "clamped"): where y.r covers the rows that
    obey levels without a delta, any other is made one of these by cutting its high entries, for
    which prices of pairs pay. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Protected Rays.
Open Scope R_scope.

Section ClampedLevels.

Variables (k : nat) (G H : levels) (delta : matrix) (y : nat -> R) (z : matrix).
Variable u : (nat -> R) -> R.

(** Two truths with a level and a delta. *)
Definition is_soft (a b : nat) (g : R) : Prop :=
  (b < k)%nat /\ a <> b /\ delta a b <> 0 /\ G a b = Some g.

Definition no_delta : matrix := fun _ _ => 0.

(** H is above G, and above all g_ab / g_cb. *)
Definition levels_of_cut_rows : Prop := forall a c h, a <> c -> H a c = Some h ->
  (exists g, G a c = Some g /\ g <= h) /\
  forall b gc, is_soft c b gc -> b <> a -> exists ga, G a b = Some ga /\ ga <= h * gc.

(** Each pair with a delta pays for what is cut of its first truth. *)
Definition pairs_pay : Prop := forall a b g, (a < k)%nat -> is_soft a b g ->
  u (at_index a) <= y a + z a b.

Context (some : (0 < k)%nat) (is_gauge : gauge k u).
Context (big : forall a b g, G a b = Some g -> 1 <= g).
Context (pairs : forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= z a b).
Context (covered : forall r, row k H no_delta r -> u r <= dot k y r).

(** The least of r_a and of g_ab r_b for the first n truths b. *)
Fixpoint cut (n : nat) (r : nat -> R) (a : nat) : R :=
  match n with
  | O => r a
  | S b => match G a b with
    | Some g => if Nat.eq_dec a b then cut b r a else
        if Req_EM_T (delta a b) 0 then cut b r a else Rmin (cut b r a) (g * r b)
    | None => cut b r a
    end
  end.

Lemma cut_entries : forall r a n, (n <= k)%nat ->
  cut n r a <= r a /\
  (forall b g, (b < n)%nat -> is_soft a b g -> cut n r a <= g * r b) /\
  (cut n r a = r a \/ exists b g, is_soft a b g /\ cut n r a = g * r b).
Proof.
  intros r a. induction n as [|n IH]; intros small; cbn [cut].
  - split; [lra|]. split; [intros; lia|now left].
  - destruct (IH ltac:(lia)) as (low & each & which).
    assert (forall x, x <= cut n r a -> (forall g, is_soft a n g -> x <= g * r n) ->
      forall b g, (b < S n)%nat -> is_soft a b g -> x <= g * r b) as all.
    { intros x below last b g inside soft. destruct (Nat.eq_dec b n) as [->|]; [now apply last|].
      apply Rle_trans with (cut n r a); [assumption|apply each; [lia|assumption]]. }
    destruct (G a n) as [g|] eqn:level.
    + destruct (Nat.eq_dec a n) as [same|differ].
      { split; [assumption|]. split; [|assumption]. apply all; [lra|].
        intros g' (_ & other & _). contradiction. }
      destruct (Req_EM_T (delta a n) 0) as [none|one].
      { split; [assumption|]. split; [|assumption]. apply all; [lra|].
        intros g' (_ & _ & other & _). contradiction. }
      split; [apply Rle_trans with (cut n r a); [apply Rmin_l|assumption]|]. split.
      * apply all; [apply Rmin_l|]. intros g' (_ & _ & _ & same). rewrite level in same.
        injection same as <-. apply Rmin_r.
      * unfold Rmin. destruct (Rle_dec (cut n r a) (g * r n)); [assumption|].
        right. exists n, g. split; [|reflexivity]. repeat split; auto; lia.
    + split; [assumption|]. split; [|assumption]. apply all; [lra|].
      intros g' (_ & _ & _ & same). rewrite level in same. discriminate.
Qed.

Lemma cut_is_row : levels_of_cut_rows -> forall r, row k G delta r -> row k H no_delta (cut k r).
Proof.
  intros above_levels r [above hard].
  assert (forall a b g, (a < k)%nat -> (b < k)%nat -> a <> b -> G a b = Some g ->
    cut k r a <= g * r b) as limited.
  { intros a b g first second differ level.
    destruct (cut_entries r a k (Nat.le_refl k)) as (low & each & _).
    destruct (Req_EM_T (delta a b) 0) as [none|one]; [|apply each; repeat split; assumption].
    specialize (hard a b first second none). unfold excess in hard. rewrite level in hard.
    destruct (Nat.eq_dec a b); [contradiction|]. pose proof (Rmax_r 0 (r a - g * r b)). lra. }
  assert (forall a, (a < k)%nat -> 0 <= cut k r a) as positive.
  { intros a inside. destruct (cut_entries r a k (Nat.le_refl k)) as (_ & _ & [->|(b & g & soft & ->)]).
    - now apply above.
    - destruct soft as (second & _ & _ & level). apply Rmult_le_pos; [|now apply above].
      specialize (big a b g level). lra. }
  split; [exact positive|]. intros a c first second _. unfold excess.
  destruct (H a c) as [h|] eqn:found; [|reflexivity].
  destruct (Nat.eq_dec a c) as [|differ]; [reflexivity|].
  apply Rmax_left. enough (cut k r a <= h * cut k r c) by lra.
  destruct (above_levels a c h differ found) as ((g & level & more) & others).
  pose proof (big a c g level) as one.
  destruct (cut_entries r c k (Nat.le_refl k)) as (_ & _ & [same|(b & gc & soft & same)]); rewrite same.
  - apply Rle_trans with (g * r c); [now apply limited|].
    apply Rmult_le_compat_r; [now apply above|assumption].
  - pose proof soft as (third & apart & _ & level_c). pose proof (big c b gc level_c).
    pose proof (above b third) as pos. destruct (Nat.eq_dec b a) as [->|other].
    + apply Rle_trans with (1 * (1 * r a)).
      * rewrite !Rmult_1_l. apply (cut_entries r a k (Nat.le_refl k)).
      * apply Rmult_le_compat; try lra. apply Rmult_le_compat_r; lra.
    + destruct (others b gc soft other) as (ga & level_a & less).
      apply Rle_trans with (ga * r b); [apply limited; auto|].
      rewrite <- Rmult_assoc. now apply Rmult_le_compat_r.
Qed.

Theorem clamped_levels_cover : levels_of_cut_rows -> pairs_pay -> covers k G delta y z u.
Proof.
  intros above_levels paid r is_row. pose proof is_row as [above _].
  set (v := cut k r). set (s := fun a => r a - v a).
  pose proof (cut_is_row above_levels r is_row) as cut_row. fold v in cut_row.
  assert (forall a, 0 <= s a) as up.
  { intros a. destruct (cut_entries r a k (Nat.le_refl k)) as (low & _). unfold s, v. lra. }
  pose proof is_gauge as (same & scales & adds).
  rewrite (same r (fun a => v a + s a)) by (intros; unfold s; ring).
  eapply Rle_trans; [apply adds; [exact (proj1 cut_row)|intros a _; apply up]|].
  assert (u s <= dot k (fun j => u (at_index j)) s) as parts.
  { apply (alone_covered k (fun _ => false) ltac:(lia) u same scales adds _
      (fun j _ _ => Rle_refl _) k); [reflexivity|intros j _; apply up|discriminate|].
    intros j there. lia. }
  eapply Rle_trans; [apply Rplus_le_compat; [now apply covered|exact parts]|].
  unfold charge, dot. rewrite <- !sum_plus. apply sum_le. intros a first.
  enough (u (at_index a) * s a <= y a * s a + \sum_(b < k) (z a b * excess G a b r)) as one
    by (unfold s in *; lra).
  assert (forall b, (b < k)%nat -> 0 <= z a b * excess G a b r) as terms.
  { intros b second. apply Rmult_le_pos; [now apply pairs|apply excess_nonneg]. }
  destruct (cut_entries r a k (Nat.le_refl k)) as (_ & _ & [whole|(b & g & soft & whole)]).
  - replace (s a) with 0 by (unfold s, v; lra). rewrite !Rmult_0_r, Rplus_0_l.
    now apply sum_nonneg.
  - pose proof soft as (second & differ & _ & level).
    pose proof (term_le_sum k (fun b => z a b * excess G a b r) terms b second) as term.
    cbn beta in term. assert (s a <= excess G a b r) as more.
    { unfold excess. rewrite level. destruct (Nat.eq_dec a b); [contradiction|].
      replace (s a) with (r a - g * r b) by (unfold s, v; rewrite whole; ring). apply Rmax_r. }
    apply Rmult_le_compat_l with (r := z a b) in more; [|now apply pairs].
    pose proof (Rmult_le_compat_r (s a) _ _ (up a) (paid a b g first soft)) as pays.
    rewrite Rmult_plus_distr_r in pays. lra.
Qed.

(** The utility of every table that is private at these levels and deltas. *)
Theorem clamped_levels_bound : levels_of_cut_rows -> pairs_pay -> forall m P,
  private m k G delta P -> \sum_(i < m) u (P i) <=
    \sum_(j < k) y j + \sum_(a < k) \sum_(b < k) (z a b * delta a b).
Proof.
  intros above_levels paid m P is_private. apply (prices_bound m k G delta y z u P pairs); auto.
  now apply clamped_levels_cover.
Qed.

End ClampedLevels.
