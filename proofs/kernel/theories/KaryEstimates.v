(** Estimating all shares at once (a-optimal): where k-ary response is the best table, whatever the
    number of reports and the shares q of the truths. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number Questions KaryContrasts.
Open Scope R_scope.

(** Two truths that are at most as common as all others. *)
Definition rarest (k : nat) (q : nat -> R) (a b : nat) : Prop :=
  (a < k)%nat /\ (b < k)%nat /\ a <> b /\
  forall j, (j < k)%nat -> j <> a -> j <> b -> q a <= q j /\ q b <= q j.

Lemma rarest_below : forall k q a b c d, rarest k q a b -> (c < k)%nat -> (d < k)%nat -> c <> d ->
  (q a <= q c /\ q b <= q d) \/ (q b <= q c /\ q a <= q d).
Proof.
  intros k q a b c d (smalla & smallb & differ & others) smallc smalld apart.
  destruct (Nat.eq_dec c a) as [->|notca].
  - left. split; [lra|]. destruct (Nat.eq_dec d b) as [->|notdb]; [lra|]. now apply others; auto.
  - destruct (Nat.eq_dec c b) as [->|notcb].
    + right. split; [lra|]. destruct (Nat.eq_dec d a) as [->|notda]; [lra|]. now apply others; auto.
    + destruct (others c smallc notca notcb). destruct (Nat.eq_dec d a) as [->|notda]; [right; lra|].
      destruct (Nat.eq_dec d b) as [->|notdb]; [left; lra|].
      destruct (others d smalld notda notdb). left. lra.
Qed.

Section Response.

Variables (k : nat) (g : R) (q : nat -> R).
Context (some : (0 < k)%nat) (big : 1 < g) (shares : law k q).

Let n := g + INR k - 1.
Let w (j : nat) : R := 1 + (g - 1) * q j.

(** The squared length of an estimate of all shares from one report of k-ary response. *)
Definition squared_length : R := ((g + INR k - 2) ^ 2 + INR k - 1) / (g - 1) ^ 2.

Lemma numbers : 1 <= INR k /\ 0 < n /\ (forall j, (j < k)%nat -> 0 < w j) /\ sum k w = n.
Proof. apply (response_numbers k g q some); [lra|lra|assumption]. Qed.

Lemma value_of_shares : contrasts_value k k g q at_index = squared_length.
Proof.
  destruct numbers as (many & posn & _ & total). unfold contrasts_value. fold n.
  assert (forall j, (j < k)%nat ->
    \sum_(u < k) contrast_estimate k g at_index j u ^ 2 = squared_length) as long.
  { intros j small. rewrite (sum_ext k _ (fun u =>
      at_index j u * ((n ^ 2 - 2 * n) / (g - 1) ^ 2) + / (g - 1) ^ 2)).
    - rewrite sum_plus, (sum_pick k (fun _ => (n ^ 2 - 2 * n) / (g - 1) ^ 2) j small), sum_constant.
      unfold squared_length, n. field. lra.
    - intros u smallu. unfold contrast_estimate. fold n.
      rewrite (sum_ext k (at_index u) (fun i => at_index u i * 1)) by (intros; ring).
      rewrite (sum_pick k (fun _ => 1) u smallu). unfold at_index.
      destruct (Nat.eq_dec u j), (Nat.eq_dec j u); try congruence; field; lra. }
  rewrite (sum_ext k _ (fun j => w j * squared_length))
    by (intros j small; rewrite long by assumption; reflexivity).
  rewrite sum_scale_right, total. field. lra.
Qed.

(** What two truths leave of the condition. *)
Let spare (a b : nat) : R := 2 * (g - 1) ^ 2 * q a * q b + 2 / n * (w a ^ 2 + w b ^ 2) -
  (1 + / n ^ 2 * \sum_(j < k) w j ^ 2).

Lemma form_of_shares : forall a b, (a < k)%nat -> (b < k)%nat -> a <> b ->
  form k (apart_by k g q at_index) (exchange_rate k g (both a b)) = 2 * spare a b.
Proof.
  intros a b smalla smallb differ. destruct numbers as (many & posn & _ & total).
  rewrite (form_of_pair k g _ posn (apart_by_even k g q at_index) (apart_by_own k g q at_index))
    by assumption. fold n.
  assert (forall i j, (i < k)%nat -> (j < k)%nat ->
    apart_by k g q at_index i j = 2 * w i * w j - at_index i j * (2 * w i * w j)) as entry.
  { intros i j smalli smallj. unfold apart_by. fold (w i) (w j).
    rewrite (sum_ext k _ (fun u => at_index i u * 1 + at_index j u * 1 -
      2 * (at_index i u * at_index u j))).
    - rewrite sum_minus, sum_plus, sum_scale, !(sum_pick k (fun _ => 1)) by assumption.
      rewrite (sum_pick k (fun u => at_index u j)) by assumption. ring.
    - intros u _. unfold at_index.
      destruct (Nat.eq_dec u i), (Nat.eq_dec u j), (Nat.eq_dec i u), (Nat.eq_dec j u);
        try congruence; ring. }
  assert (forall i, (i < k)%nat ->
    \sum_(j < k) apart_by k g q at_index i j = 2 * w i * n - 2 * w i ^ 2) as line.
  { intros i smalli. rewrite (sum_ext k _ (fun j => 2 * w i * w j - at_index i j * (2 * w i * w j)))
      by (intros; now apply entry).
    rewrite sum_minus, sum_scale, (sum_pick k (fun j => 2 * w i * w j) i smalli).
    change (\sum_(j < k) w j) with (sum k w). rewrite total. ring. }
  assert (\sum_(i < k) \sum_(j < k) apart_by k g q at_index i j =
    2 * n ^ 2 - 2 * \sum_(j < k) w j ^ 2) as whole.
  { rewrite (sum_ext k _ (fun i => 2 * n * w i - 2 * w i ^ 2))
      by (intros i smalli; rewrite line by assumption; ring).
    rewrite sum_minus, !sum_scale. change (\sum_(j < k) w j) with (sum k w). rewrite total. ring. }
  rewrite !line, whole, entry by assumption. unfold at_index.
  destruct (Nat.eq_dec a b) as [same|_]; [contradiction|]. unfold spare, w. field. lra.
Qed.

(** found/shares/condition: the two rarest truths decide. *)
Theorem response_by_rarest : forall a b, rarest k q a b ->
  least_sum k k g q at_index squared_length <->
  1 + / (g + INR k - 1) ^ 2 * (\sum_(j < k) (1 + (g - 1) * q j) ^ 2) <=
    2 * (g - 1) ^ 2 * q a * q b +
    2 / (g + INR k - 1) * ((1 + (g - 1) * q a) ^ 2 + (1 + (g - 1) * q b) ^ 2).
Proof.
  intros a b rare. pose proof rare as (smalla & smallb & differ & _).
  destruct numbers as (many & posn & posw & _). destruct shares as [nonneg _].
  rewrite <- value_of_shares, (response_for_contrasts k k g q at_index some) by (assumption || lra).
  transitivity (0 <= spare a b); [|unfold spare, w, n; split; lra].
  split.
  - intros all. specialize (all a b smalla smallb differ).
    rewrite form_of_shares in all by assumption. lra.
  - intros least c d smallc smalld apart. rewrite form_of_shares by assumption.
    assert (0 < 2 / n) by (apply Rmult_lt_0_compat; [lra|now apply Rinv_0_lt_compat]).
    assert (forall x y, 0 <= x <= y -> (1 + (g - 1) * x) ^ 2 <= (1 + (g - 1) * y) ^ 2) as squares.
    { intros x y [low high]. apply pow_incr. assert (0 <= (g - 1) * x) by (apply Rmult_le_pos; lra).
      assert ((g - 1) * x <= (g - 1) * y) by (apply Rmult_le_compat_l; lra). lra. }
    assert (forall x y u v, 0 <= x <= u -> 0 <= y <= v ->
      2 * (g - 1) ^ 2 * (x * y) + 2 / n * ((1 + (g - 1) * x) ^ 2 + (1 + (g - 1) * y) ^ 2) <=
      2 * (g - 1) ^ 2 * (u * v) + 2 / n * ((1 + (g - 1) * u) ^ 2 + (1 + (g - 1) * v) ^ 2)) as more.
    { intros x y u v first second. pose proof (squares x u first). pose proof (squares y v second).
      apply Rplus_le_compat.
      - apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra|apply pow2_ge_0]|].
        apply Rmult_le_compat; lra.
      - apply Rmult_le_compat_l; lra. }
    pose proof (nonneg a smalla). pose proof (nonneg b smallb).
    destruct (rarest_below k q a b c d rare smallc smalld apart) as [[one two]|[one two]].
    + pose proof (more (q a) (q b) (q c) (q d) ltac:(lra) ltac:(lra)). unfold spare, w in *. lra.
    + pose proof (more (q b) (q a) (q c) (q d) ltac:(lra) ltac:(lra)). unfold spare, w in *. lra.
Qed.

(** K-ary response has it. *)
Theorem response_attains :
  private k k (fun _ _ => Some g) (fun _ _ => 0) (k_ary_response k g) /\ exists e : matrix,
  (forall c j, (c < k)%nat -> (j < k)%nat ->
    \sum_(i < k) (e i c * k_ary_response k g i j) = at_index c j) /\
  \sum_(i < k) (dot k q (k_ary_response k g i) * \sum_(c < k) e i c ^ 2) = squared_length.
Proof.
  destruct (contrasts_attained k k g q at_index some) as (own & fair & value);
    [lra|lra|assumption|assumption|]. split; [assumption|].
  exists (contrast_estimate k g at_index). rewrite value_of_shares in value. auto.
Qed.

End Response.
