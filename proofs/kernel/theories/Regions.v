(** Chai and Nayak, section 3: the pairs (prior, posterior) that a procedure with at least three
    categories attains are those between the boundaries of its parity: so its breach region. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Events Breaches ChaiNayak.
Open Scope R_scope.

(** Definition 2.3: some prior, event and report lead from p to q. The breach region is the rest. *)
Definition attainable (m k : nat) (P : matrix) (p q : R) : Prop :=
  exists i prior event, (i < m)%nat /\ law k prior /\ can_be_seen k prior (P i) /\
    mass k prior event = p /\ posterior k prior (P i) event = q.

(** The parity is g: it is at most g, and a row attains it. *)
Definition parity_is (m k : nat) (P : matrix) (g : R) : Prop :=
  parity_at_most m k P g /\
  exists i a b, (i < m)%nat /\ (a < k)%nat /\ (b < k)%nat /\ 0 < P i b /\ P i a = g * P i b.

(** p is spread over a and c, the rest of the mass is on b and c'. *)
Definition four_points (a c b c' : nat) (p u v : R) : nat -> R := fun j =>
  p * (u * at_index a j + (1 - u) * at_index c j) +
  (1 - p) * (v * at_index b j + (1 - v) * at_index c' j).

Lemma picked : forall k a (f : nat -> R), (a < k)%nat -> \sum_(j < k) (at_index a j * f j) = f a.
Proof. intros. now apply sum_pick. Qed.

Lemma spread_sum : forall k a c b c' p u v f,
  (a < k)%nat -> (c < k)%nat -> (b < k)%nat -> (c' < k)%nat ->
  \sum_(j < k) (four_points a c b c' p u v j * f j) =
  p * (u * f a + (1 - u) * f c) + (1 - p) * (v * f b + (1 - v) * f c').
Proof.
  intros k a c b c' p u v f sa sc sb sc'. unfold four_points.
  rewrite (sum_ext k _ (fun j => at_index a j * (p * u * f j) + (at_index c j * (p * (1 - u) * f j) +
    (at_index b j * ((1 - p) * v * f j) + at_index c' j * ((1 - p) * (1 - v) * f j)))))
    by (intros; ring).
  rewrite !sum_plus, (picked k a (fun j => p * u * f j)), (picked k c (fun j => p * (1 - u) * f j)),
    (picked k b (fun j => (1 - p) * v * f j)), (picked k c' (fun j => (1 - p) * (1 - v) * f j))
    by assumption. ring.
Qed.

(** The event of a and c has mass p, and its likelihood against the rest decides the posterior. *)
Lemma spread_posterior : forall m k P i a c b c' p u v,
  (i < m)%nat -> (a < k)%nat -> (c < k)%nat -> (b < k)%nat -> (c' < k)%nat ->
  a <> b -> a <> c' -> c <> b -> c <> c' -> 0 < p < 1 -> 0 <= u <= 1 -> 0 <= v <= 1 ->
  let inner := u * P i a + (1 - u) * P i c in
  let outer := v * P i b + (1 - v) * P i c' in
  0 < inner -> 0 < outer ->
  attainable m k P p (p * inner / (p * inner + (1 - p) * outer)).
Proof.
  intros m k P i a c b c' p u v row sa sc sb sc' d1 d2 d3 d4 range low high inner outer pos pos'.
  set (prior := four_points a c b c' p u v).
  set (event := fun j => orb (Nat.eqb j a) (Nat.eqb j c)).
  assert (0 < p * inner + (1 - p) * outer) as seen.
  { assert (0 < p * inner) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (1 - p) * outer) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (inside event a = 1 /\ inside event c = 1 /\ inside event b = 0 /\ inside event c' = 0)
    as (e1 & e2 & e3 & e4).
  { unfold inside, event. rewrite !Nat.eqb_refl, Bool.orb_true_r.
    replace (Nat.eqb b a) with false by (symmetry; apply Nat.eqb_neq; auto).
    replace (Nat.eqb b c) with false by (symmetry; apply Nat.eqb_neq; auto).
    replace (Nat.eqb c' a) with false by (symmetry; apply Nat.eqb_neq; auto).
    replace (Nat.eqb c' c) with false by (symmetry; apply Nat.eqb_neq; auto).
    repeat split; reflexivity. }
  exists i, prior, event. split; [assumption|]. split; [|split; [|split]].
  - split.
    + intros j _. unfold prior, four_points.
      assert (forall x, 0 <= at_index x j) as unit
        by (intros x; unfold at_index; destruct (Nat.eq_dec x j); lra).
      pose proof (unit a). pose proof (unit b). pose proof (unit c). pose proof (unit c').
      assert (0 <= u * at_index a j) by (apply Rmult_le_pos; lra).
      assert (0 <= (1 - u) * at_index c j) by (apply Rmult_le_pos; lra).
      assert (0 <= v * at_index b j) by (apply Rmult_le_pos; lra).
      assert (0 <= (1 - v) * at_index c' j) by (apply Rmult_le_pos; lra).
      assert (0 <= p * (u * at_index a j + (1 - u) * at_index c j)) by (apply Rmult_le_pos; lra).
      assert (0 <= (1 - p) * (v * at_index b j + (1 - v) * at_index c' j))
        by (apply Rmult_le_pos; lra). lra.
    + rewrite (sum_ext k _ (fun j => prior j * 1)) by (intros; ring). unfold prior.
      rewrite (spread_sum k a c b c' p u v (fun _ => 1)) by assumption. ring.
  - unfold can_be_seen, prior. rewrite spread_sum by assumption. exact seen.
  - unfold mass, prior. rewrite (spread_sum k a c b c' p u v (inside event)) by assumption.
    rewrite e1, e2, e3, e4. ring.
  - unfold posterior, prior. rewrite spread_sum by assumption.
    rewrite (sum_ext k _ (fun j => four_points a c b c' p u v j * (inside event j * P i j)))
      by (intros; ring).
    rewrite (spread_sum k a c b c' p u v (fun j => inside event j * P i j)) by assumption.
    rewrite e1, e2, e3, e4. fold inner outer. f_equal. unfold inner. ring.
Qed.

(** A number between two others is a mean of them. *)
Lemma as_mean : forall lo x hi, lo <= x <= hi -> exists u, 0 <= u <= 1 /\ u * hi + (1 - u) * lo = x.
Proof.
  intros lo x hi between. destruct (Req_dec lo hi) as [same|differ].
  - exists 1. split; lra.
  - exists ((x - lo) / (hi - lo)). split; [|field; lra]. split.
    + apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
    + apply Rmult_le_reg_r with (hi - lo); [lra|].
      replace ((x - lo) / (hi - lo) * (hi - lo)) with (x - lo) by (field; lra). lra.
Qed.

Lemma highest_inverse : forall g p q, 1 <= g -> 0 < p < 1 ->
  lowest g p <= q <= highest g p -> exists f, / g <= f <= g /\ 0 < f /\
    forall outer, 0 < outer -> p * (f * outer) / (p * (f * outer) + (1 - p) * outer) = q.
Proof.
  intros g p q big range [least most].
  assert (0 <= (g - 1) * p) by (apply Rmult_le_pos; lra).
  assert (0 <= (g - 1) * (1 - p)) by (apply Rmult_le_pos; lra).
  assert (q * (1 + (g - 1) * p) <= g * p) as up.
  { apply Rmult_le_compat_r with (r := 1 + (g - 1) * p) in most; [|lra]. unfold highest in most.
    replace (g * p / (1 + (g - 1) * p) * (1 + (g - 1) * p)) with (g * p) in most by (field; lra). lra. }
  assert (p <= q * (p + g * (1 - p))) as down.
  { apply Rmult_le_compat_r with (r := p + g * (1 - p)) in least; [|lra]. unfold lowest in least.
    replace (p / (p + g * (1 - p)) * (p + g * (1 - p))) with p in least by (field; lra). lra. }
  assert (0 < q) by nra. assert (q < 1) by nra.
  assert (0 < p * (1 - q)) as pos by (apply Rmult_lt_0_compat; lra).
  assert (0 < q * (1 - p)) as pos' by (apply Rmult_lt_0_compat; lra).
  exists (q * (1 - p) / (p * (1 - q))). split; [|split].
  - split.
    + apply Rmult_le_reg_r with (g * (p * (1 - q))); [apply Rmult_lt_0_compat; lra|].
      replace (/ g * (g * (p * (1 - q)))) with (p * (1 - q)) by (field; lra).
      replace (q * (1 - p) / (p * (1 - q)) * (g * (p * (1 - q)))) with (g * q * (1 - p))
        by (field; lra). lra.
    + apply Rmult_le_reg_r with (p * (1 - q)); [assumption|].
      replace (q * (1 - p) / (p * (1 - q)) * (p * (1 - q))) with (q * (1 - p)) by (field; lra). lra.
  - now apply Rdiv_lt_0_compat.
  - intros outer some. field. repeat split; try lra.
    replace (q * (1 - p) * outer + (1 - p) * outer * (1 - q)) with (outer * (1 - p)) by ring.
    apply Rgt_not_eq, Rmult_lt_0_compat; lra.
Qed.

Lemma third_category : forall k a b, (3 <= k)%nat -> exists c, (c < k)%nat /\ c <> a /\ c <> b.
Proof.
  intros k a b several.
  destruct (Nat.eq_dec 0 a), (Nat.eq_dec 0 b), (Nat.eq_dec 1 a), (Nat.eq_dec 1 b);
    first [exists 0%nat; lia | exists 1%nat; lia | exists 2%nat; lia].
Qed.

(** The attainable pairs of a parity, for k >= 3 and finite parity. *)
Theorem region_of_parity : forall m k P g, (3 <= k)%nat -> 1 < g ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> 0 < P i j) -> parity_is m k P g ->
  forall p q, 0 < p < 1 -> (attainable m k P p q <-> lowest g p <= q <= highest g p).
Proof.
  intros m k P g several big positive [ratio (i & a & b & row & sa & sb & some & top)] p q range.
  split.
  - intros (u & prior & event & here & is_law & seen & <- & <-).
    now apply (between_the_boundaries m k P (fun i j si sj => Rlt_le _ _ (positive i j si sj)) g).
  - intros between. destruct (highest_inverse g p q ltac:(lra) range between)
      as (f & [low high] & pos & value).
    assert (a <> b) as differ.
    { intros ->. assert (1 * P i b < g * P i b) by (apply Rmult_lt_compat_r; lra). lra. }
    destruct (third_category k a b several) as (c & sc & other & other').
    pose proof (positive i a row sa) as pa. pose proof (positive i c row sc) as pc.
    assert (P i b <= P i c <= P i a) as middle.
    { pose proof (ratio i a c row sa sc). pose proof (ratio i c b row sc sb). rewrite top in *.
      split; [|assumption]. apply Rmult_le_reg_l with g; lra. }
    assert (1 <= f * g) as low'.
    { apply Rmult_le_compat_r with (r := g) in low; [|lra]. rewrite Rinv_l in low; lra. }
    assert (f * P i b <= P i a) as under by (rewrite top; apply Rmult_le_compat_r; lra).
    assert (P i b <= f * P i a) as over.
    { rewrite top. replace (f * (g * P i b)) with (f * g * P i b) by ring.
      assert (1 * P i b <= f * g * P i b) by (apply Rmult_le_compat_r; lra). lra. }
    destruct (Rle_lt_dec (P i c) (f * P i b)) as [first|less].
    + destruct (as_mean (P i c) (f * P i b) (P i a)) as (u & unit & mean); [lra|].
      rewrite <- (value (P i b) some).
      pose proof (spread_posterior m k P i a c b b p u 1 row sa sc sb sb differ differ other' other'
        range unit ltac:(lra)) as found. cbv zeta in found. rewrite mean in found.
      replace (1 * P i b + (1 - 1) * P i b) with (P i b) in found by ring.
      apply found; [apply Rmult_lt_0_compat; lra|assumption].
    + destruct (Rle_lt_dec (P i c) (f * P i a)) as [second|third].
      * destruct (as_mean (P i b) (P i c / f) (P i a)) as (v & unit & mean).
        { split; (apply Rmult_le_reg_r with f; [assumption|]);
            replace (P i c / f * f) with (P i c) by (field; lra); lra. }
        assert (0 < P i c / f) as pos' by now apply Rdiv_lt_0_compat.
        rewrite <- (value (P i c / f) pos').
        pose proof (spread_posterior m k P i c c a b p 1 v row sc sc sa sb other other' other other'
          range ltac:(lra) unit) as found. cbv zeta in found. rewrite mean in found.
        replace (1 * P i c + (1 - 1) * P i c) with (P i c) in found by ring.
        replace (f * (P i c / f)) with (P i c) by (field; lra). now apply found.
      * destruct (as_mean (P i b) (f * P i a) (P i c)) as (u & unit & mean); [lra|].
        rewrite <- (value (P i a) pa).
        pose proof (spread_posterior m k P i c b a a p u 1 row sc sb sa sa other other
          (not_eq_sym differ) (not_eq_sym differ) range unit ltac:(lra)) as found.
        cbv zeta in found. rewrite mean in found.
        replace (1 * P i a + (1 - 1) * P i a) with (P i a) in found by ring.
        apply found; [apply Rmult_lt_0_compat; lra|assumption].
Qed.

(** So all procedures with a common parity have the same region; and a larger parity attains more. *)
Theorem regions_are_by_parity : forall m k P g m' k' P' g', (3 <= k)%nat -> (3 <= k')%nat ->
  1 < g -> 1 < g' ->
  (forall i j, (i < m)%nat -> (j < k)%nat -> 0 < P i j) -> parity_is m k P g ->
  (forall i j, (i < m')%nat -> (j < k')%nat -> 0 < P' i j) -> parity_is m' k' P' g' ->
  (g = g' -> forall p q, 0 < p < 1 -> (attainable m k P p q <-> attainable m' k' P' p q)) /\
  (g < g' -> (forall p q, 0 < p < 1 -> attainable m k P p q -> attainable m' k' P' p q) /\
    forall p, 0 < p < 1 -> attainable m' k' P' p (highest g' p) /\ ~ attainable m k P p (highest g' p)).
Proof.
  intros m k P g m' k' P' g' several several' big big' positive own positive' own'.
  pose proof (region_of_parity m k P g several big positive own) as first.
  pose proof (region_of_parity m' k' P' g' several' big' positive' own') as second. split.
  - intros <- p q range. now rewrite first, second.
  - intros less. assert (forall p, 0 < p < 1 -> highest g p < highest g' p) as up.
    { intros p range. unfold highest. assert (0 < (g - 1) * p) by (apply Rmult_lt_0_compat; lra).
      assert (0 < (g' - 1) * p) by (apply Rmult_lt_0_compat; lra).
      apply Rmult_lt_reg_r with ((1 + (g - 1) * p) * (1 + (g' - 1) * p));
        [apply Rmult_lt_0_compat; lra|].
      replace (g * p / (1 + (g - 1) * p) * ((1 + (g - 1) * p) * (1 + (g' - 1) * p))) with
        (g * p * (1 + (g' - 1) * p)) by (field; lra).
      replace (g' * p / (1 + (g' - 1) * p) * ((1 + (g - 1) * p) * (1 + (g' - 1) * p))) with
        (g' * p * (1 + (g - 1) * p)) by (field; lra).
      assert (0 < (g' - g) * (p * (1 - p))) by (repeat apply Rmult_lt_0_compat; lra). lra. }
    assert (forall p, 0 < p < 1 -> lowest g' p < lowest g p) as down.
    { intros p range. unfold lowest. assert (0 < g * (1 - p)) by (apply Rmult_lt_0_compat; lra).
      assert (g * (1 - p) < g' * (1 - p)) by (apply Rmult_lt_compat_r; lra).
      apply Rmult_lt_compat_l; [lra|]. apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra|lra]. }
    split.
    + intros p q range found. apply first in found; [|assumption]. apply second; [assumption|].
      specialize (up p range). specialize (down p range). lra.
    + intros p range. specialize (up p range). specialize (down p range). split.
      * apply second; [assumption|]. split; [|lra]. eapply Rle_trans; [apply Rlt_le, down|].
        assert (attainable m k P p p) as stays.
        { apply first; [assumption|]. unfold lowest, highest.
          assert (0 < (g - 1) * p) by (apply Rmult_lt_0_compat; lra).
          assert (0 < (g - 1) * (1 - p)) by (apply Rmult_lt_0_compat; lra).
          assert (0 < (g - 1) * p * (1 - p)) by (apply Rmult_lt_0_compat; lra).
          split.
          - apply Rmult_le_reg_r with (p + g * (1 - p)); [lra|].
            replace (p / (p + g * (1 - p)) * (p + g * (1 - p))) with (p * 1) by (field; lra).
            apply Rmult_le_compat_l; lra.
          - apply Rmult_le_reg_r with (1 + (g - 1) * p); [lra|].
            replace (g * p / (1 + (g - 1) * p) * (1 + (g - 1) * p)) with (p * g) by (field; lra).
            apply Rmult_le_compat_l; lra. }
        apply first in stays; [|assumption]. lra.
      * intros found. apply first in found; [|assumption]. lra.
Qed.
