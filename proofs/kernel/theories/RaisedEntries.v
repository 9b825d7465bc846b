(** What a utility loses for each unit by which an entry is raised to 1/g of the largest (proof
    "clamped"): of sums of squares over shares, and of mutual information. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Prices Number QuadraticForms MutualInformation RayChecker
  Rays Clamped.
Open Scope R_scope.

Lemma dot_raised : forall k x b r, (b < k)%nat -> r b = 0 ->
  dot k x (set b 1 r) = dot k x r + x b.
Proof.
  intros k x b r small zero. unfold dot. rewrite <- (sum_pick k x b small), <- sum_plus.
  apply sum_ext. intros j _. unfold set, at_index.
  destruct (Nat.eq_dec j b), (Nat.eq_dec b j); subst; try congruence; [rewrite zero|]; ring.
Qed.

(** It loses the most from an entry 0; let 1 be what it is raised to, so that none is above g. *)
Theorem loses_from_zero : forall k least g u D, 1 <= g -> gauge k u ->
  (forall b r high, (b < k)%nat -> nonnegative k r -> r b = 0 ->
     (forall j, (j < k)%nat -> r j <= g) ->
     high_truths k least high -> ~ In b high -> (forall c, In c high -> 1 <= r c) ->
     u r <= u (set b 1 r) + D b) ->
  loses k least g u D.
Proof.
  intros k least g u D big (same & scales & adds) from_zero a b r s high first second above up most
    level is_high other not_low.
  destruct up as [up|<-].
  2: { rewrite (same (set b (r b + 0) r) r); [lra|]. intros j _. unfold set.
    destruct (Nat.eq_dec j b) as [->|]; ring. }
  set (e := r b + s) in *. assert (0 < e) as pos by (specialize (above b second); unfold e; lra).
  set (v := set b 0 (fun j => / e * r j)).
  assert (0 < / e) as unit by now apply Rinv_0_lt_compat.
  assert (nonnegative k v) as low.
  { intros j small. unfold v, set. destruct (Nat.eq_dec j b); [lra|].
    apply Rmult_le_pos; [lra|auto]. }
  assert (nonnegative k (set b 1 v)) as raised.
  { intros j small. unfold set. destruct (Nat.eq_dec j b); [lra|auto]. }
  assert (u v <= u (set b 1 v) + D b) as loss.
  { apply from_zero with high; auto.
    - unfold v, set. destruct (Nat.eq_dec b b); [reflexivity|contradiction].
    - intros j small. unfold v, set. destruct (Nat.eq_dec j b); [lra|].
      apply Rmult_le_reg_l with e; [assumption|]. rewrite <- Rmult_assoc, Rinv_r by lra.
      specialize (most j small). lra.
    - intros c there. unfold v, set. destruct (Nat.eq_dec c b) as [->|]; [contradiction|].
      apply Rmult_le_reg_l with e; [assumption|]. rewrite <- Rmult_assoc, Rinv_r by lra.
      specialize (not_low c there). fold e in not_low. lra. }
  rewrite (same (set b e r) (fun j => e * set b 1 v j)).
  2: { intros j _. unfold v, set. destruct (Nat.eq_dec j b); [ring|field; lra]. }
  rewrite (same r (fun j => s * v j + r b * set b 1 v j)).
  2: { intros j _. unfold v, set. destruct (Nat.eq_dec j b) as [->|]; [ring|].
    replace (r b) with (e - s) by (unfold e; ring). field. lra. }
  specialize (above b second).
  eapply Rle_trans; [apply adds; intros j small; apply Rmult_le_pos; auto; lra|].
  rewrite !scales by (auto; lra). unfold e.
  assert (s * u v <= s * (u (set b 1 v) + D b)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** Part by part, which may be too much. *)
Theorem loses_in_parts : forall k least g n (u : nat -> (nat -> R) -> R) (D : nat -> nat -> R),
  (forall i, (i < n)%nat -> gauge k (u i) /\ loses k least g (u i) (D i)) ->
  gauge k (fun r => \sum_(i < n) u i r) /\
  loses k least g (fun r => \sum_(i < n) u i r) (fun b => \sum_(i < n) D i b).
Proof.
  intros k least g n u D each. split; [split; [|split]|].
  - intros r s equal. apply sum_ext. intros i small. now apply each.
  - intros c r low above. rewrite <- sum_scale. apply sum_ext. intros i small. now apply each.
  - intros r s one two. rewrite <- sum_plus. apply sum_le. intros i small. now apply each.
  - intros a b r s high first second above up most level is_high other not_low.
    rewrite <- sum_scale, <- sum_plus. apply sum_le. intros i small.
    now apply (proj2 (each i small) a b r s high).
Qed.

(** ** Mutual information: as if all other entries were g *)

Section Information.

Variables (k : nat) (q : nat -> R).
Context (shares : forall j, (j < k)%nat -> 0 <= q j).

Lemma unseen_row : forall r, nonnegative k r -> 0 <= dot k q r /\
  (dot k q r = 0 -> forall j, (j < k)%nat -> q j * r j = 0).
Proof.
  intros r above. assert (forall j, (j < k)%nat -> 0 <= q j * r j)
    by (intros; apply Rmult_le_pos; auto).
  split; [now apply sum_nonneg|]. now apply zero_terms.
Qed.

Lemma information_gauge : gauge k (information k q).
Proof.
  split; [|split].
  - intros r s equal. unfold information. rewrite (proj1 (dot_gauge k q) r s equal).
    apply sum_ext. intros j small. now rewrite equal.
  - intros c r low above. unfold information. rewrite (proj1 (proj2 (dot_gauge k q)) c r low above).
    rewrite <- sum_scale. apply sum_ext. intros j small.
    destruct (unseen_row r above) as [[pos|none] zero].
    + rewrite relative_scales by assumption. ring.
    + unfold relative. replace (q j * (c * r j * ln (c * r j / (c * dot k q r))))
        with (q j * r j * (c * ln (c * r j / (c * dot k q r)))) by ring.
      replace (c * (q j * (r j * ln (r j / dot k q r))))
        with (q j * r j * (c * ln (r j / dot k q r))) by ring.
      rewrite (zero (eq_sym none) j small). ring.
  - intros r s one two. unfold information. rewrite <- sum_plus. apply sum_le. intros j small.
    assert (dot k q (fun j => r j + s j) = dot k q r + dot k q s) as ->.
    { unfold dot. rewrite <- sum_plus. apply sum_ext. intros. ring. }
    destruct (unseen_row r one) as [below zero], (unseen_row s two) as [below' zero'].
    destruct (shares j small) as [pos|none]; [|rewrite <- none; lra].
    rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [lra|].
    apply relative_adds; auto; intros nothing;
      [specialize (zero nothing j small)|specialize (zero' nothing j small)]; nra.
Qed.

Lemma relative_one : forall x, relative x 1 = x * ln x.
Proof. intros x. unfold relative. now replace (x / 1) with x by field. Qed.

Lemma information_split : forall r, nonnegative k r -> information k q r =
  \sum_(j < k) (q j * relative (r j) 1) - relative (dot k q r) 1.
Proof.
  intros r above. destruct (unseen_row r above) as [[pos|none] zero].
  - transitivity (\sum_(j < k) (q j * relative (r j) 1 - q j * r j * ln (dot k q r))).
    + apply sum_ext. intros j small. rewrite relative_one. unfold relative.
      destruct (above j small) as [some|<-]; [|ring]. unfold Rdiv.
      rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; assumption). ring.
    + now rewrite sum_minus, sum_scale_right, relative_one.
  - rewrite <- none, relative_one, Rmult_0_l, Rminus_0_r. apply sum_ext. intros j small.
    unfold relative. rewrite <- !Rmult_assoc, (zero (eq_sym none) j small). ring.
Qed.

(** (T + x) ln (T + x) - T ln T rises with T. *)
Lemma loss_rises : forall T d x, 0 <= T -> 0 <= d -> 0 <= x ->
  relative (T + x) 1 + relative (T + d) 1 <= relative T 1 + relative (T + d + x) 1.
Proof.
  assert (forall T l m X, 0 <= T -> 0 <= X -> 0 <= l -> 0 <= m -> l + m = 1 ->
    relative (l * T + m * X) 1 <= l * relative T 1 + m * relative X 1) as convex.
  { intros T l m X one two left right whole. rewrite <- !relative_scales, !Rmult_1_r by lra.
    rewrite <- whole at 1. apply relative_adds; try assumption; try now apply Rmult_le_pos.
    - intros ->. ring.
    - intros ->. ring. }
  intros T d x one two three.
  destruct (Req_dec (d + x) 0) as [none|some].
  { replace d with 0 by lra. replace x with 0 by lra. rewrite !Rplus_0_r. lra. }
  set (l := d / (d + x)). set (m := x / (d + x)). set (X := T + d + x).
  assert (0 < / (d + x)) by (apply Rinv_0_lt_compat; lra).
  assert (0 <= l) by (apply Rmult_le_pos; lra). assert (0 <= m) by (apply Rmult_le_pos; lra).
  assert (l + m = 1) as whole by (unfold l, m; field; assumption).
  assert (0 <= X) by (unfold X; lra).
  pose proof (convex T l m X one ltac:(lra) ltac:(lra) ltac:(lra) whole) as first.
  pose proof (convex T m l X one ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as second.
  replace (l * T + m * X) with (T + x) in first by (unfold l, m, X; field; assumption).
  replace (m * T + l * X) with (T + d) in second by (unfold l, m, X; field; assumption).
  replace m with (1 - l) in * by lra. lra.
Qed.

Theorem fall_of_information : forall least g, 1 <= g -> gauge k (information k q) /\
  loses k least g (information k q) (fun b =>
    information k q (set b 0 (fun _ => g)) - information k q (set b 1 (fun _ => g))).
Proof.
  intros least g big. split; [exact information_gauge|].
  apply loses_from_zero; [assumption|exact information_gauge|].
  assert (forall b r, (b < k)%nat -> nonnegative k r -> r b = 0 ->
    information k q r - information k q (set b 1 r) =
    relative (dot k q r + q b) 1 - relative (dot k q r) 1) as loss.
  { intros b r small above zero. rewrite (information_split r), (information_split (set b 1 r)),
      (dot_raised k q b r), (sum_ext k (fun j => q j * relative (set b 1 r j) 1)
        (fun j => q j * relative (r j) 1)); auto; [ring| |].
    - intros j _. unfold set. destruct (Nat.eq_dec j b) as [->|]; [|reflexivity].
      rewrite zero, !relative_one, ln_1. ring.
    - intros j inside. unfold set. destruct (Nat.eq_dec j b); [lra|auto]. }
  intros b r others small above zero below _ _ _. set (most := set b 0 (fun _ => g)).
  assert (forall j, (j < k)%nat -> r j <= most j) as under.
  { intros j inside. unfold most, set. destruct (Nat.eq_dec j b) as [->|]; [lra|auto]. }
  assert (nonnegative k most) as high.
  { intros j inside. specialize (above j inside). specialize (under j inside). lra. }
  assert (most b = 0) as none
    by (unfold most, set; destruct (Nat.eq_dec b b); [reflexivity|contradiction]).
  assert (dot k q r <= dot k q most) as less.
  { apply sum_le. intros j inside. now apply Rmult_le_compat_l; auto. }
  rewrite (proj1 information_gauge (set b 1 (fun _ => g)) (set b 1 most)).
  2: { intros j _. unfold most, set. now destruct (Nat.eq_dec j b). }
  pose proof (loss b r small above zero) as own. pose proof (loss b most small high none) as at_most.
  pose proof (loss_rises (dot k q r) (dot k q most - dot k q r) (q b)
    (proj1 (unseen_row r above)) ltac:(lra) (shares b small)) as rises.
  replace (dot k q r + (dot k q most - dot k q r)) with (dot k q most) in rises by ring. lra.
Qed.

End Information.

(** ** Squares: sum s (v.r)^2 / (q.r), with w_c = v_c / q_c *)

Section Squares.

Variables (k n : nat) (q : nat -> R) (v : nat -> nat -> R) (s : nat -> R).
Context (shares : forall j, (j < k)%nat -> 0 <= q j).
Context (scales : forall i, (i < n)%nat -> 0 <= s i).
Context (finite : forall i j, (i < n)%nat -> (j < k)%nat -> q j = 0 -> v i j = 0).

Let u := utility_of_squares k n q v s.

Lemma unseen_square : forall i r, (i < n)%nat -> nonnegative k r -> dot k q r = 0 ->
  dot k (v i) r = 0.
Proof.
  intros i r inside above none. apply sum_zero. intros j small.
  pose proof (proj2 (unseen_row k q shares r above) none j small) as product.
  apply Rmult_integral in product as [zero|zero]; [rewrite finite by assumption|rewrite zero]; ring.
Qed.

Lemma squares_gauge : gauge k u.
Proof.
  unfold u, utility_of_squares, squares. split; [|split].
  - intros r r' equal. rewrite (proj1 (dot_gauge k q) r r' equal). f_equal. apply sum_ext.
    intros i _. now rewrite (proj1 (dot_gauge k (v i)) r r' equal).
  - intros c r low above. rewrite (proj1 (proj2 (dot_gauge k q)) c r low above).
    rewrite (sum_ext n _ (fun i => c * c * (s i * dot k (v i) r ^ 2))).
    2: { intros i _. rewrite (proj1 (proj2 (dot_gauge k (v i))) c r low above). ring. }
    rewrite sum_scale. destruct (Req_dec c 0) as [->|some]; [unfold Rdiv; ring|].
    destruct (Req_dec (dot k q r) 0) as [none|seen]; [|field; now split].
    rewrite sum_zero; [unfold Rdiv; ring|]. intros i small.
    rewrite (unseen_square i r small above none). ring.
  - intros r r' one two. unfold Rdiv. rewrite <- !sum_scale_right, <- sum_plus. apply sum_le.
    intros i small. rewrite !Rmult_assoc, <- Rmult_plus_distr_l.
    apply Rmult_le_compat_l; [now apply scales|].
    assert (forall x, dot k x (fun j => r j + r' j) = dot k x r + dot k x r') as added.
    { intros x. unfold dot. rewrite <- sum_plus. apply sum_ext. intros. ring. }
    rewrite !added. apply two_squares; try now apply unseen_square.
    + now apply unseen_row.
    + now apply unseen_row.
Qed.

Definition mean (i c : nat) : R := v i c / q c.

Lemma from_mean : forall i c, (i < n)%nat -> (c < k)%nat -> v i c = q c * mean i c.
Proof.
  intros i c small inside. unfold mean. destruct (Req_dec (q c) 0) as [none|some]; [|now field].
  rewrite (finite i c), none by assumption. ring.
Qed.

(** The products of w_c - w_b and w_d - w_b, and the square of w_b. *)
Definition apart (b c d : nat) : R :=
  \sum_(i < n) (s i * ((mean i c - mean i b) * (mean i d - mean i b))).
Definition size (b : nat) : R := \sum_(i < n) (s i * mean i b ^ 2).

(** Where truth b has the entry 0, with p_c = q_c r_c and T = sum p_c, T^2 |w - w_b|^2. *)
Definition distance (b : nat) (r : nat -> R) : R :=
  \sum_(c < k) \sum_(d < k) (q c * r c * (q d * r d) * apart b c d).

Lemma distance_squares : forall b r, nonnegative k r -> distance b r =
  \sum_(i < n) (s i * (dot k (v i) r - mean i b * dot k q r) ^ 2).
Proof.
  intros b r above. unfold distance, apart.
  transitivity (\sum_(c < k) \sum_(d < k) \sum_(i < n) (s i * ((q c * r c * (mean i c - mean i b)) *
    (q d * r d * (mean i d - mean i b))))).
  { apply sum_ext. intros c _. apply sum_ext. intros d _. rewrite <- sum_scale. apply sum_ext.
    intros. ring. }
  rewrite (sum_ext k _ (fun c => \sum_(i < n) \sum_(d < k) (s i *
    ((q c * r c * (mean i c - mean i b)) * (q d * r d * (mean i d - mean i b))))))
    by (intros; apply sum_of_sums).
  rewrite sum_of_sums. apply sum_ext. intros i small.
  assert (dot k (v i) r - mean i b * dot k q r =
    \sum_(c < k) (q c * r c * (mean i c - mean i b))) as ->.
  { unfold dot. rewrite <- sum_scale, <- sum_minus. apply sum_ext. intros c inside.
    rewrite (from_mean i c) by assumption. ring. }
  unfold pow. rewrite Rmult_1_r, product_of_sums, <- sum_scale. apply sum_ext. intros c _.
  now rewrite sum_scale.
Qed.

(** The loss is q_b (T / (T + q_b) |w - w_b|^2 - |w_b|^2). *)
Lemma loss_of_squares : forall b r F, (b < k)%nat -> nonnegative k r -> r b = 0 -> 0 < q b ->
  0 <= F -> distance b r <= F * (dot k q r * (dot k q r + q b)) ->
  u r <= u (set b 1 r) + q b * (F - size b).
Proof.
  intros b r F small above zero seen low near. rewrite (distance_squares b r above) in near.
  unfold u, utility_of_squares, squares, size. rewrite (dot_raised k q b r) by assumption.
  rewrite (sum_ext n (fun i => s i * dot k (v i) (set b 1 r) ^ 2)
    (fun i => s i * (dot k (v i) r + q b * mean i b) ^ 2)).
  2: { intros i inside. now rewrite (dot_raised k (v i) b r), (from_mean i b). }
  set (T := dot k q r) in *. destruct (unseen_row k q shares r above) as [[total|none] _].
  - fold T in total. apply Rle_trans with
      ((\sum_(i < n) (s i * (dot k (v i) r + q b * mean i b) ^ 2)) / (T + q b) +
       q b * ((\sum_(i < n) (s i * (dot k (v i) r - mean i b * T) ^ 2)) / (T * (T + q b)) -
         \sum_(i < n) (s i * mean i b ^ 2))).
    + unfold Rdiv. rewrite <- !sum_scale_right, <- sum_minus, <- sum_scale, <- sum_plus.
      apply Req_le, sum_ext. intros i _. field. lra.
    + apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|]. apply Rplus_le_compat_r.
      assert (0 < T * (T + q b)) by (apply Rmult_lt_0_compat; lra).
      apply Rmult_le_reg_r with (T * (T + q b)); [assumption|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l by lra. lra.
  - fold T in none. rewrite <- none, Rplus_0_l.
    rewrite (sum_zero n (fun i => s i * dot k (v i) r ^ 2)).
    2: { intros i inside. rewrite unseen_square by auto. ring. }
    rewrite (sum_ext n (fun i => s i * (dot k (v i) r + q b * mean i b) ^ 2)
      (fun i => q b * q b * (s i * mean i b ^ 2))).
    2: { intros i inside. rewrite unseen_square by auto. ring. }
    rewrite sum_scale. apply Rle_trans with (q b * F); [|right; field; lra].
    unfold Rdiv. rewrite Rmult_0_l. apply Rmult_le_pos; lra.
Qed.

(** ** D is large enough: by products or by sizes of the other truths that are seen, which have the
    share L at least that is not low *)

Section Enough.

Variables (g : R) (b : nat).

Definition other (c : nat) : Prop := (c < k)%nat /\ c <> b /\ 0 < q c.
Definition q_of_others : R := sum k (set b 0 q).

Definition by_products (L F : R) : Prop :=
  0 <= F /\ exists m, (forall c d, other c -> other d -> c <> d -> apart b c d <= m) /\
  forall c t, other c -> t = Rmax (q c) (L / g) \/ t = q_of_others ->
    g * (m * t + q c * Rmax (apart b c c - m) 0) / (g * t + q b) <= F.

(** Those with the largest sizes, above any number. *)
Definition by_sizes (F : R) : Prop :=
  0 <= F /\ forall h, let x c := if Rlt_dec h (apart b c c) then g * set b 0 q c else 0 in
    (\sum_(c < k) (x c * apart b c c)) / (sum k x + q b) <= F.

Context (big : 1 <= g) (inside : (b < k)%nat) (seen : 0 < q b).
Variables (L F : R) (r : nat -> R).
Context (above : nonnegative k r) (zero : r b = 0) (below : forall j, (j < k)%nat -> r j <= g).

Let p (c : nat) : R := q c * r c.
Let T : R := dot k q r.
Context (held : L <= T).

Lemma masses : forall c, (c < k)%nat ->
  0 <= p c <= T /\ p c <= g * set b 0 q c /\ (p c <> 0 -> other c).
Proof.
  intros c small. assert (forall d, (d < k)%nat -> 0 <= p d) as each
    by (intros; apply Rmult_le_pos; auto).
  split; [split; [auto|now apply (term_le_sum k p)]|]. unfold set.
  destruct (Nat.eq_dec c b) as [->|differ].
  - unfold p. rewrite zero. split; [lra|]. intros some. now rewrite Rmult_0_r in some.
  - split.
    + unfold p. rewrite Rmult_comm. apply Rmult_le_compat_r; auto.
    + intros some. repeat split; try assumption. destruct (shares c small) as [|none]; [assumption|].
      unfold p in some. rewrite <- none, Rmult_0_l in some. contradiction.
Qed.

Lemma at_most : forall x d, 0 < d -> x / d <= F -> x <= F * d.
Proof.
  intros x d pos under. replace x with (x / d * d) by (field; lra).
  apply Rmult_le_compat_r; lra.
Qed.

(** It is at most sum p_c (m T + p_c H_c), and p_c at most T and g q_c. Multiplied out, what is
    asked of each truth c is linear in T from 0 to g q_c, and from there, or from L, to g times all
    other q. *)
Lemma products_are_enough : by_products L F -> distance b r <= F * (T * (T + q b)).
Proof.
  intros (low & m & two & ends). set (H := fun c => Rmax (apart b c c - m) 0).
  assert (T <= g * q_of_others) as most.
  { unfold T, q_of_others, dot. rewrite <- sum_scale. apply sum_le. intros c small.
    now apply (masses c). }
  apply Rle_trans with (\sum_(c < k) \sum_(d < k)
    (p c * m * p d + at_index c d * (p c * H c * p d))).
  - apply sum_le. intros c first. apply sum_le. intros d second. fold (p c) (p d).
    destruct (masses c first) as ([pc _] & _ & is_other).
    destruct (masses d second) as ([pd _] & _ & is_other').
    destruct (Req_dec (p c) 0) as [->|some]; [lra|].
    destruct (Req_dec (p d) 0) as [->|some']; [lra|].
    assert (0 <= p c * p d) as weight by now apply Rmult_le_pos.
    replace (p c * m * p d + at_index c d * (p c * H c * p d)) with
      (p c * p d * (m + at_index c d * H c)) by ring.
    apply Rmult_le_compat_l; [assumption|]. unfold at_index.
    destruct (Nat.eq_dec c d) as [<-|differ].
    + pose proof (Rmax_l (apart b c c - m) 0). unfold H. lra.
    + rewrite Rmult_0_l, Rplus_0_r. auto.
  - apply Rle_trans with (\sum_(c < k) (F * (T + q b) * p c)).
    2: { rewrite sum_scale. change (sum k p) with T. lra. }
    apply sum_le. intros c small.
    rewrite sum_plus, sum_scale, (sum_pick k (fun d => p c * H c * p d)) by assumption.
    change (sum k p) with T.
    destruct (masses c small) as ([pc within] & own & is_other).
    destruct (Req_dec (p c) 0) as [->|some]; [lra|]. specialize (is_other some).
    pose proof is_other as (_ & differ & pos).
    pose proof (ends c (Rmax (q c) (L / g)) is_other ltac:(now left)) as first.
    pose proof (ends c q_of_others is_other ltac:(now right)) as second.
    fold (H c) in first, second.
    assert (0 <= H c) as up by apply Rmax_r. set (mass := g * q c).
    assert (0 < mass) as some_mass by (apply Rmult_lt_0_compat; lra).
    assert (p c <= mass) as less
      by (unfold set in own; destruct (Nat.eq_dec c b); [contradiction|exact own]).
    set (t := g * Rmax (q c) (L / g)) in *.
    assert (mass <= t) as heavy by (apply Rmult_le_compat_l; [lra|apply Rmax_l]).
    apply at_most in first; [|unfold t in *; lra]. apply at_most in second; [|lra].
    replace (g * (m * Rmax (q c) (L / g) + q c * H c)) with (m * t + mass * H c) in first
      by (unfold t, mass; ring).
    enough (m * T + p c * H c <= F * (T + q b)) as each.
    { apply Rmult_le_compat_l with (r := p c) in each; [lra|assumption]. }
    destruct (Rle_or_lt t T) as [late|early].
    + assert (p c * H c <= mass * H c) by now apply Rmult_le_compat_r.
      enough (m * T + mass * H c <= F * (T + q b)) by lra. set (far := g * q_of_others) in *.
      destruct (Rle_or_lt far t) as [last|before]; [now replace T with t by lra|].
      apply Rmult_le_reg_l with (far - t); [lra|].
      assert (0 <= (far - T) * (F * (t + q b) - (m * t + mass * H c))) by (apply Rmult_le_pos; lra).
      assert (0 <= (T - t) * (F * (far + q b) - (m * far + mass * H c)))
        by (apply Rmult_le_pos; unfold mass, far in *; lra). lra.
    + assert (t = mass) as same.
      { unfold t, Rmax in *. destruct (Rle_dec (q c) (L / g)); [|reflexivity].
        replace (g * (L / g)) with L in early by (field; lra). lra. }
      rewrite same in *. apply Rle_trans with ((m + H c) * T).
      { assert (p c * H c <= T * H c) by now apply Rmult_le_compat_r. lra. }
      apply Rmult_le_reg_l with mass; [assumption|].
      assert (0 <= T * (F * (mass + q b) - mass * (m + H c))) by (apply Rmult_le_pos; lra).
      assert (0 <= (mass - T) * (F * q b)) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]). lra.
Qed.

(** It is at most T sum p_c |w_c - w_b|^2, of which more than F counts where p_c is g q_c. *)
Lemma sizes_are_enough : by_sizes F -> distance b r <= F * (T * (T + q b)).
Proof.
  intros [low all]. set (A := fun c => apart b c c). apply Rle_trans with (T * dot k A p).
  - apply Rle_trans with (\sum_(c < k) \sum_(d < k)
      (/ 2 * (A c * p c * p d) + / 2 * (p c * (A d * p d)))).
    + apply sum_le. intros c first. apply sum_le. intros d second. fold (p c) (p d).
      destruct (masses c first) as ([pc _] & _), (masses d second) as ([pd _] & _).
      replace (/ 2 * (A c * p c * p d) + / 2 * (p c * (A d * p d))) with
        (p c * p d * (/ 2 * (A c + A d))) by ring.
      apply Rmult_le_compat_l; [now apply Rmult_le_pos|]. unfold A, apart.
      rewrite <- sum_plus, <- sum_scale. apply sum_le. intros i small.
      set (x := mean i c - mean i b). set (z := mean i d - mean i b).
      assert (0 <= s i * (x - z) ^ 2) by (apply Rmult_le_pos; [now apply scales|apply pow2_ge_0]). lra.
    + apply Req_le. transitivity (/ 2 * (dot k A p * sum k p) + / 2 * (sum k p * dot k A p)).
      * unfold dot. rewrite !product_of_sums, <- !sum_scale, <- sum_plus. apply sum_ext. intros c _.
        now rewrite <- !sum_scale, <- sum_plus.
      * change (sum k p) with T. field.
  - assert (0 <= T) as pos by now apply unseen_row.
    enough (dot k A p <= F * (T + q b)) as each.
    { apply Rmult_le_compat_l with (r := T) in each; [lra|assumption]. }
    specialize (all F). cbv zeta in all.
    set (x := fun c => if Rlt_dec F (apart b c c) then g * set b 0 q c else 0) in *.
    assert (0 <= sum k x).
    { apply sum_nonneg. intros c small. unfold x. destruct (Rlt_dec F (apart b c c)); [|lra].
      destruct (masses c small) as ([pc _] & own & _). lra. }
    apply at_most in all; [|lra].
    assert (dot k A p <= \sum_(c < k) (x c * apart b c c - F * x c + F * p c)) as top.
    { apply sum_le. intros c small. destruct (masses c small) as ([pc _] & own & _). unfold A, x.
      destruct (Rlt_dec F (apart b c c)); nra. }
    rewrite sum_plus, sum_minus, !sum_scale in top. change (sum k p) with T in top. lra.
Qed.

End Enough.

Lemma some_terms : forall l (f h : nat -> R), (forall c, (c < k)%nat -> 0 <= f c) -> NoDup l ->
  (forall c, In c l -> (c < k)%nat /\ h c <= f c) -> list_sum (map h l) <= sum k f.
Proof.
  induction l as [|c l IH]; intros f h above single small; [now apply sum_nonneg|].
  inversion single as [|? ? new rest]; subst. cbn [map list_sum].
  rewrite (sum_ext k f (fun j => at_index c j * f j + set c 0 f j)).
  2: { intros j _. unfold at_index, set.
    destruct (Nat.eq_dec c j), (Nat.eq_dec j c); subst; try congruence; ring. }
  rewrite sum_plus, sum_pick by (apply small; now left).
  apply Rplus_le_compat; [apply small; now left|]. apply IH; [|assumption|]; intros j inside.
  - unfold set. destruct (Nat.eq_dec j c); [lra|auto].
  - unfold set. destruct (Nat.eq_dec j c) as [->|]; [contradiction|]. apply small. now right.
Qed.

(** At most the share of high truths, b aside. *)
Definition held_without (least b : nat) (L : R) : Prop := forall high,
  high_truths k least high -> ~ In b high -> L <= list_sum (map q high).

Theorem fall_of_squares : forall least g L F, 1 <= g ->
  (forall b, (b < k)%nat -> 0 < q b -> held_without least b (L b) /\
     (by_products g b (L b) (F b) \/ by_sizes g b (F b))) ->
  gauge k u /\ loses k least g u (fun b => q b * (F b - size b)).
Proof.
  intros least g L F big enough. split; [exact squares_gauge|].
  apply loses_from_zero; [assumption|exact squares_gauge|].
  intros b r high small above zero below is_high aside not_low.
  destruct (shares b small) as [seen|none].
  - destruct (enough b small seen) as [held either]. apply loss_of_squares; auto.
    + now destruct either as [[low _]|[low _]].
    + destruct either; [apply products_are_enough with g (L b)|apply sizes_are_enough with g]; auto.
      apply Rle_trans with (list_sum (map q high)); [now apply held|].
      destruct is_high as (single & _ & inner). apply some_terms; [|assumption|].
      * intros c inside. apply Rmult_le_pos; auto.
      * intros c there. split; [auto|]. rewrite <- (Rmult_1_r (q c)) at 1.
        apply Rmult_le_compat_l; auto.
  - rewrite <- none, Rmult_0_l, Rplus_0_r. unfold u, utility_of_squares, squares.
    rewrite (dot_raised k q b r), <- none, Rplus_0_r by assumption. apply Req_le. f_equal.
    apply sum_ext. intros i inside.
    now rewrite (dot_raised k (v i) b r), (finite i b), Rplus_0_r by auto.
Qed.

End Squares.
