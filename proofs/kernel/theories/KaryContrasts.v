(** Contrasts of the shares, any number at once: k-ary response estimates them best, whatever the
    number of reports, exactly where no pair of truths is worth a report of its own. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Questions.
Open Scope R_scope.

(** What a report with the high entries S adds to and takes from the reports of k-ary response. *)
Definition exchange_rate (k : nat) (g : R) (s : nat -> bool) (j : nat) : R :=
  (if s j then 1 else 0) - (size k s - 1) / (g + INR k - 1).

(** A report of k-ary response, up to its weight 1 / (g + k - 1). *)
Definition single (g : R) (i j : nat) : R := 1 + (g - 1) * at_index i j.

Definition form (k : nat) (W : matrix) (c : nat -> R) : R :=
  \sum_(i < k) \sum_(j < k) (c i * c j * W i j).

Definition both (a b j : nat) : bool := Nat.eqb a j || Nat.eqb b j.

Section Pairs.

Variables (k : nat) (g : R) (W : matrix).
Context (posn : 0 < g + INR k - 1) (even : forall i j, W i j = W j i) (apart : forall i, W i i = 0).

Let n := g + INR k - 1.
Let line (i : nat) : R := \sum_(j < k) W i j.
Let whole : R := \sum_(i < k) line i.
Let inside (s : nat -> bool) (j : nat) : R := if s j then 1 else 0.

Lemma form_of_shifted : forall f x, form k W (fun j => f j - x) =
  form k W f - 2 * x * (\sum_(i < k) (f i * line i)) + x ^ 2 * whole.
Proof.
  intros f x. unfold form, whole, line.
  rewrite (sum_ext k _ (fun i => (\sum_(j < k) (f i * f j * W i j)) - x * (f i * \sum_(j < k) W i j) -
    x * (\sum_(j < k) (f j * W i j)) + x ^ 2 * (\sum_(j < k) W i j))).
  - rewrite sum_plus, !sum_minus, !sum_scale, (sum_of_sums k k (fun i j => f j * W i j)).
    rewrite (sum_ext k (fun j => \sum_(i < k) (f j * W i j)) (fun i => f i * \sum_(j < k) W i j)).
    + ring.
    + intros j _. rewrite sum_scale. f_equal. apply sum_ext. intros i _. apply even.
  - intros i _. rewrite <- !sum_scale, <- !sum_minus, <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma form_of_set : forall s, form k W (exchange_rate k g s) =
  form k W (inside s) - 2 * ((size k s - 1) / n) * (\sum_(i < k) (inside s i * line i)) +
  ((size k s - 1) / n) ^ 2 * whole.
Proof. intros s. apply (form_of_shifted (inside s) ((size k s - 1) / n)). Qed.

Lemma inside_both : forall a b j, a <> b -> inside (both a b) j = at_index a j + at_index b j.
Proof.
  intros a b j differ. unfold inside, both, at_index.
  destruct (Nat.eqb_spec a j), (Nat.eqb_spec b j), (Nat.eq_dec a j), (Nat.eq_dec b j);
    simpl; try lra; congruence.
Qed.

Lemma form_of_pair : forall a b, (a < k)%nat -> (b < k)%nat -> a <> b ->
  form k W (exchange_rate k g (both a b)) =
  2 * W a b - 2 / n * (line a + line b) + whole / n ^ 2.
Proof.
  intros a b smalla smallb differ. rewrite form_of_set.
  assert (forall f, \sum_(i < k) (inside (both a b) i * f i) = f a + f b) as picked.
  { intros f. rewrite (sum_ext k _ (fun i => at_index a i * f i + at_index b i * f i))
      by (intros; rewrite inside_both by assumption; ring).
    now rewrite sum_plus, !sum_pick. }
  assert (size k (both a b) = 2) as two.
  { transitivity (\sum_(i < k) (inside (both a b) i * 1)).
    - apply sum_ext. intros. unfold inside. ring.
    - rewrite (picked (fun _ => 1)). ring. }
  assert (form k W (inside (both a b)) = 2 * W a b) as square.
  { unfold form. rewrite (sum_ext k _ (fun i => inside (both a b) i * (W i a + W i b))).
    - rewrite (picked (fun i => W i a + W i b)), !apart, (even b a). ring.
    - intros i _. rewrite <- (picked (W i)), <- sum_scale. apply sum_ext. intros. ring. }
  rewrite square, picked, two. field. unfold n. lra.
Qed.

Lemma sizes_are_whole : forall s, 0 <= (size k s - 1) * (size k s - 2).
Proof.
  intros s. assert (exists m, size k s = INR m) as [m ->].
  { unfold size. clear posn W even apart n line whole. induction k as [|j [m IH]]; [now exists O|].
    cbn [sum]. rewrite IH. destruct (s j); [exists (S m); rewrite S_INR; ring|exists m; ring]. }
  destruct m as [|[|m]]; [simpl; lra|simpl; lra|]. rewrite !S_INR.
  pose proof (pos_INR m). apply Rmult_le_pos; lra.
Qed.

(** A set of truths is worth what its pairs are, and (s - 1)(s - 2) / 2 times the whole form. *)
Lemma set_from_pairs : forall s, 2 * form k W (exchange_rate k g s) =
  \sum_(a < k) \sum_(b < k) (inside s a * inside s b * (1 - at_index a b) *
    (2 * W a b - 2 / n * (line a + line b) + whole / n ^ 2)) +
  (size k s - 1) * (size k s - 2) * (whole / n ^ 2).
Proof.
  intros s. rewrite form_of_set. set (own := \sum_(i < k) (inside s i * line i)).
  assert (sum k (inside s) = size k s) as count by reflexivity.
  assert (forall i, inside s i * inside s i = inside s i) as idempotent
    by (intros i; unfold inside; destruct (s i); ring).
  rewrite (sum_ext k _ (fun a => 2 * (\sum_(b < k) (inside s a * inside s b * W a b)) -
    2 / n * (size k s - 2) * (inside s a * line a) - 2 / n * own * inside s a +
    (size k s - 1) * (whole / n ^ 2) * inside s a)).
  - rewrite sum_plus, !sum_minus, !sum_scale. fold own. rewrite count. unfold form.
    fold n. field. unfold n. lra.
  - intros a small.
    rewrite (sum_ext k _ (fun b => 2 * (inside s a * inside s b * W a b) -
      2 / n * (inside s a * line a) * inside s b - 2 / n * inside s a * (inside s b * line b) +
      inside s a * (whole / n ^ 2) * inside s b -
      at_index a b * (inside s a * inside s b *
        (2 * W a b - 2 / n * (line a + line b) + whole / n ^ 2)))).
    + rewrite sum_minus, sum_plus, !sum_minus, !sum_scale. fold own. rewrite count.
      rewrite (sum_pick k (fun b => inside s a * inside s b *
        (2 * W a b - 2 / n * (line a + line b) + whole / n ^ 2)) a small), apart, idempotent.
      field. unfold n. lra.
    + intros b _. field. unfold n. lra.
Qed.

(** Where no pair is worth a report, no set is. *)
Theorem pairs_decide : 0 <= whole ->
  (forall a b, (a < k)%nat -> (b < k)%nat -> a <> b ->
    0 <= form k W (exchange_rate k g (both a b))) ->
  forall s, 0 <= form k W (exchange_rate k g s).
Proof.
  intros nonneg pairs s. apply Rmult_le_reg_l with 2; [lra|]. rewrite Rmult_0_r, set_from_pairs.
  assert (0 <= whole / n ^ 2) as unit.
  { apply Rmult_le_pos; [assumption|]. apply Rlt_le, Rinv_0_lt_compat, pow_lt, posn. }
  apply Rplus_le_le_0_compat; [|apply Rmult_le_pos; [apply sizes_are_whole|assumption]].
  apply sum_nonneg. intros a smalla. apply sum_nonneg. intros b smallb. unfold at_index.
  destruct (Nat.eq_dec a b) as [same|differ].
  - replace (inside s a * inside s b * (1 - 1)) with 0 by ring. lra.
  - rewrite <- form_of_pair by assumption. apply Rmult_le_pos; [|now apply pairs].
    unfold inside. destruct (s a), (s b); lra.
Qed.

(** All pairs together: g^2 - (k - 1)(k - 2) / 2 times the whole form. *)
Theorem sum_over_pairs :
  \sum_(a < k) \sum_(b < k) ((1 - at_index a b) * form k W (exchange_rate k g (both a b))) =
  (2 * g ^ 2 - (INR k - 1) * (INR k - 2)) * (whole / n ^ 2).
Proof.
  pose proof (set_from_pairs (fun _ => true)) as all. rewrite form_of_set in all.
  assert (size k (fun _ => true) = INR k) as every by (unfold size; rewrite sum_constant; ring).
  assert (form k W (inside (fun _ => true)) = whole) as square.
  { unfold form, whole, line, inside. apply sum_ext. intros i _. apply sum_ext. intros. ring. }
  assert (\sum_(i < k) (inside (fun _ => true) i * line i) = whole) as lines.
  { unfold whole, inside. apply sum_ext. intros. ring. }
  rewrite every, square, lines in all.
  transitivity (\sum_(a < k) \sum_(b < k) (inside (fun _ => true) a * inside (fun _ => true) b *
    (1 - at_index a b) * (2 * W a b - 2 / n * (line a + line b) + whole / n ^ 2))).
  - apply sum_ext. intros a smalla. apply sum_ext. intros b smallb. unfold inside, at_index.
    destruct (Nat.eq_dec a b) as [same|differ]; [ring|]. rewrite form_of_pair by assumption. ring.
  - assert (g = n - INR k + 1) as g_is by (unfold n; ring).
    match type of all with ?l = ?x + ?y => replace x with (l - y) by lra end.
    rewrite g_is. field. unfold n. lra.
Qed.

End Pairs.

Section Contrasts.

Variables (k p : nat) (g : R) (q : nat -> R) (X : matrix).
Context (some : (0 < k)%nat) (above : 0 < g) (other : g <> 1) (shares : law k q).

Let n := g + INR k - 1.
Let w (j : nat) : R := 1 + (g - 1) * q j.

(** What a report of k-ary response says of the contrast u. *)
Definition contrast_estimate (j u : nat) : R := (n * X u j - sum k (X u)) / (g - 1).
Let f := contrast_estimate.

Definition contrasts_value : R := / n * \sum_(j < k) (w j * \sum_(u < p) f j u ^ 2).

(** How far apart two truths are in the contrasts, as they weigh in k-ary response. *)
Definition apart_by (Y : matrix) (i j : nat) : R :=
  (1 + (g - 1) * q i) * (1 + (g - 1) * q j) * \sum_(u < p) (Y u i - Y u j) ^ 2.

Lemma response_numbers : 1 <= INR k /\ 0 < n /\ (forall j, (j < k)%nat -> 0 < w j) /\ sum k w = n.
Proof.
  assert (1 <= INR k) as many by (apply (le_INR 1); lia).
  destruct shares as [nonneg total]. change (sum k q = 1) in total.
  split; [assumption|]. split; [unfold n; lra|]. split.
  - intros j small. specialize (nonneg j small). pose proof (law_le_one k q shares j small).
    unfold w. destruct (Rlt_le_dec 1 g).
    + assert (0 <= (g - 1) * q j) by (apply Rmult_le_pos; lra). lra.
    + assert (0 <= (1 - g) * (1 - q j)) by (apply Rmult_le_pos; lra). lra.
  - unfold w. rewrite sum_plus, sum_constant, sum_scale.
    change (\sum_(j < k) q j) with (sum k q). rewrite total. unfold n. ring.
Qed.

(** The weights that a set gives to the reports of k-ary response: as a row, and as a share. *)
Lemma rates_of_set : forall s,
  (forall j, (j < k)%nat -> \sum_(i < k) (exchange_rate k g s i * single g i j) = pattern g s j) /\
  \sum_(j < k) (exchange_rate k g s j * w j) = dot k q (pattern g s) /\
  0 < dot k q (pattern g s) /\ (forall j, - (2 + / n) <= exchange_rate k g s j <= 2 + / n).
Proof.
  intros s. destruct response_numbers as (many & posn & _).
  destruct shares as [nonneg total]. change (sum k q = 1) in total.
  assert (0 <= size k s <= INR k) as [low high].
  { unfold size. split; [apply sum_nonneg; intros j _; destruct (s j); lra|].
    rewrite <- (Rmult_1_r (INR k)), <- (sum_constant k 1). apply sum_le.
    intros j _. destruct (s j); lra. }
  assert (sum k (exchange_rate k g s) = (size k s * (g - 1) + INR k) / n) as rates.
  { unfold exchange_rate. rewrite sum_minus, sum_constant. fold (size k s). fold n.
    assert (INR k = n - (g - 1)) as -> by (unfold n; ring). field. lra. }
  assert (forall j, (j < k)%nat ->
    \sum_(i < k) (exchange_rate k g s i * single g i j) = pattern g s j) as rows.
  { intros j small. rewrite (sum_ext k _ (fun i => exchange_rate k g s i +
      at_index j i * ((g - 1) * exchange_rate k g s i))).
    - rewrite sum_plus, (sum_pick k (fun i => (g - 1) * exchange_rate k g s i) j small).
      change (\sum_(i < k) exchange_rate k g s i) with (sum k (exchange_rate k g s)).
      rewrite rates. unfold exchange_rate, pattern.
      fold n. assert (INR k = n - (g - 1)) as -> by (unfold n; ring). destruct (s j); field; lra.
    - intros i _. unfold single, at_index.
      destruct (Nat.eq_dec i j), (Nat.eq_dec j i); try congruence; ring. }
  split; [assumption|]. split; [|split].
  - unfold dot. rewrite (sum_ext k (fun j => q j * pattern g s j)
      (fun j => \sum_(i < k) (exchange_rate k g s i * (q j * single g i j)))).
    + rewrite sum_of_sums. apply sum_ext. intros i small. rewrite sum_scale. f_equal.
      unfold single, w. rewrite (sum_ext k _ (fun j => q j + at_index i j * ((g - 1) * q j)))
        by (intros; ring).
      rewrite sum_plus, (sum_pick k (fun j => (g - 1) * q j) i small).
      change (\sum_(j < k) q j) with (sum k q). now rewrite total.
    + intros j small. rewrite <- rows, <- sum_scale by assumption. apply sum_ext. intros. ring.
  - apply Rlt_le_trans with (Rmin 1 g); [apply Rmin_glb_lt; lra|].
    replace (Rmin 1 g) with (\sum_(j < k) (q j * Rmin 1 g))
      by (rewrite sum_scale_right; change (\sum_(j < k) q j) with (sum k q); rewrite total; ring).
    apply sum_le. intros j small. apply Rmult_le_compat_l; [now apply nonneg|]. unfold pattern.
    destruct (s j); [apply Rmin_r|apply Rmin_l].
  - intros j. unfold exchange_rate. fold n. assert (0 < / n) by now apply Rinv_0_lt_compat.
    assert (- (1 * / n) <= (size k s - 1) / n) by
      (unfold Rdiv; rewrite <- Ropp_mult_distr_l_reverse; apply Rmult_le_compat_r; lra).
    assert ((size k s - 1) / n <= n * / n) by
      (unfold Rdiv; apply Rmult_le_compat_r; [lra|unfold n; lra]).
    rewrite Rinv_r in * by lra. destruct (s j); lra.
Qed.

(** Estimates F of the reports of k-ary response, its own or others. *)
Section Priced.

Variable F : matrix.
Let W := apart_by (fun u j => F j u).

Lemma form_at_least : forall s e, 2 * dot k q (pattern g s) *
  (\sum_(j < k) (exchange_rate k g s j * w j * \sum_(u < p) (e u - F j u) ^ 2)) =
  2 * (\sum_(u < p) (dot k q (pattern g s) * e u -
    \sum_(j < k) (exchange_rate k g s j * w j * F j u)) ^ 2) + form k W (exchange_rate k g s).
Proof.
  intros s e. destruct (rates_of_set s) as (_ & weights & _). set (A := dot k q (pattern g s)) in *.
  set (a := fun j => exchange_rate k g s j * w j).
  assert (sum k a = A) as total by exact weights.
  assert (form k W (exchange_rate k g s) =
    \sum_(u < p) \sum_(i < k) \sum_(j < k) (a i * a j * (F i u - F j u) ^ 2)) as forms.
  { rewrite (sum_of_sums p k). unfold form. apply sum_ext. intros i _.
    rewrite (sum_of_sums p k). apply sum_ext. intros j _.
    unfold W, apart_by. rewrite sum_scale. unfold a, w. ring. }
  rewrite forms.
  rewrite (sum_ext k (fun j => exchange_rate k g s j * w j * \sum_(u < p) (e u - F j u) ^ 2)
    (fun j => \sum_(u < p) (a j * (e u - F j u) ^ 2)))
    by (intros; rewrite sum_scale; reflexivity).
  rewrite (sum_of_sums k p), <- !sum_scale, <- sum_plus. apply sum_ext. intros u _.
  change (\sum_(j < k) (exchange_rate k g s j * w j * F j u)) with (\sum_(j < k) (a j * F j u)).
  set (F1 := \sum_(j < k) (a j * F j u)). set (F2 := \sum_(j < k) (a j * F j u ^ 2)).
  assert (\sum_(j < k) (a j * (e u - F j u) ^ 2) = A * e u ^ 2 - 2 * e u * F1 + F2) as ->.
  { rewrite <- total. unfold F1, F2. rewrite <- sum_scale_right, <- sum_scale, <- sum_minus, <- sum_plus.
    apply sum_ext. intros. ring. }
  assert (\sum_(i < k) \sum_(j < k) (a i * a j * (F i u - F j u) ^ 2) = 2 * A * F2 - 2 * F1 ^ 2) as ->.
  { rewrite (sum_ext k _ (fun i => A * (a i * F i u ^ 2) - 2 * F1 * (a i * F i u) + F2 * a i)).
    - rewrite sum_plus, sum_minus, !sum_scale. fold F1 F2.
      change (\sum_(j < k) a j) with (sum k a). rewrite total. ring.
    - intros i _. unfold F1, F2. rewrite <- total.
      rewrite (sum_ext k _ (fun j => a i * F i u ^ 2 * a j - 2 * (a i * F i u) * (a j * F j u) +
        a i * (a j * F j u ^ 2))) by (intros; ring).
      rewrite sum_plus, sum_minus, !sum_scale. change (\sum_(j < k) a j) with (sum k a). ring. }
  ring.
Qed.

(** A row as a sum of those of k-ary response. *)
Let part (r : nat -> R) (j : nat) : R := (r j - sum k r / n) / (g - 1).

(** What a row leaves of the charge of the estimates F for e. *)
Let left (e r : nat -> R) : R := \sum_(j < k) (part r j * w j * \sum_(u < p) (e u - F j u) ^ 2).

Lemma pattern_part : forall s j, part (pattern g s) j = exchange_rate k g s j.
Proof.
  intros s j. destruct response_numbers as (_ & posn & _).
  assert (sum k (pattern g s) = INR k + (g - 1) * size k s) as whole.
  { unfold size. rewrite <- sum_scale, <- (Rmult_1_r (INR k)), <- (sum_constant k 1), <- sum_plus.
    apply sum_ext. intros i _. unfold pattern. destruct (s i); ring. }
  unfold part, exchange_rate. rewrite whole. fold n. unfold pattern.
  assert (INR k = n - (g - 1)) as -> by (unfold n; ring). destruct (s j); field; lra.
Qed.

Lemma part_weights : forall r, \sum_(j < k) (part r j * w j) = dot k q r.
Proof.
  intros r. destruct response_numbers as (_ & posn & _ & total). unfold part, dot.
  rewrite (sum_ext k _ (fun j => / (g - 1) * r j + q j * r j - sum k r / n / (g - 1) * w j))
    by (intros j _; unfold w; field; lra).
  rewrite sum_minus, sum_plus, !sum_scale, total. change (\sum_(j < k) r j) with (sum k r).
  field. lra.
Qed.

Lemma left_of_pattern : forall s e, 0 <= form k W (exchange_rate k g s) ->
  0 <= left e (pattern g s).
Proof.
  intros s e condition. destruct (rates_of_set s) as (_ & _ & positive & _).
  apply Rmult_le_reg_l with (2 * dot k q (pattern g s)); [lra|]. rewrite Rmult_0_r.
  unfold left. rewrite (sum_ext k _ (fun j => exchange_rate k g s j * w j *
    \sum_(u < p) (e u - F j u) ^ 2)) by (intros; rewrite pattern_part; reflexivity).
  rewrite form_at_least. apply Rplus_le_le_0_compat.
  - apply Rmult_le_pos; [lra|]. apply sum_nonneg. intros. apply pow2_ge_0.
  - assumption.
Qed.

Lemma left_is_linear : forall e r, left e r =
  dot k (fun j => w j / (g - 1) * (\sum_(u < p) (e u - F j u) ^ 2) -
    / n / (g - 1) * (\sum_(i < k) (w i * \sum_(u < p) (e u - F i u) ^ 2))) r.
Proof.
  intros e r. destruct response_numbers as (_ & posn & _). unfold left, dot, part.
  set (far := fun j => \sum_(u < p) (e u - F j u) ^ 2).
  set (all := \sum_(i < k) (w i * far i)).
  rewrite (sum_ext k _ (fun j => / (g - 1) * (w j * far j * r j) -
    sum k r / n / (g - 1) * (w j * far j))) by (intros j _; unfold far; field; lra).
  rewrite sum_minus, !sum_scale. change (\sum_(j < k) (w j * far j)) with all.
  transitivity (\sum_(j < k) ((w j / (g - 1) * far j - / n / (g - 1) * all) * r j)); [|reflexivity].
  rewrite (sum_ext k (fun j => (w j / (g - 1) * far j - / n / (g - 1) * all) * r j)
    (fun j => / (g - 1) * (w j * far j * r j) - / n / (g - 1) * all * r j))
    by (intros j _; field; lra).
  rewrite sum_minus, !sum_scale. change (\sum_(i < k) r i) with (sum k r). field. lra.
Qed.

(** No table and no unbiased estimates have a sum of variances that is smaller by more than F is
    away from k-ary response. *)
Lemma priced_bound : 1 < g -> forall m P (e : matrix),
  (forall s, 0 <= form k W (exchange_rate k g s)) ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P ->
  (forall u j, (u < p)%nat -> (j < k)%nat -> \sum_(i < m) (e i u * P i j) = X u j) ->
  contrasts_value - / n * (\sum_(j < k) (w j * \sum_(u < p) (F j u - f j u) ^ 2)) <=
    \sum_(i < m) (dot k q (P i) * \sum_(u < p) e i u ^ 2).
Proof.
  intros big m P e condition is_private unbiased. pose proof is_private as [columns _].
  destruct response_numbers as (many & posn & posw & total).
  assert (forall i, (i < m)%nat -> 0 <= left (e i) (P i)) as rows.
  { intros i small. rewrite left_is_linear. set (l := fun j => _ - _).
    apply minima_below with g; [assumption| |].
    - set (s := fun j => if Rlt_dec (l j) 0 then true else false).
      apply Rle_trans with (dot k l (pattern g s)).
      + unfold l. rewrite <- left_is_linear. now apply left_of_pattern.
      + apply sum_le. intros j _. unfold pattern, s. destruct (Rlt_dec (l j) 0) as [less|more].
        * apply Rmin_glb; [|lra].
          assert (0 <= (g - 1) * - l j) by (apply Rmult_le_pos; lra). lra.
        * apply Rmin_glb; [lra|].
          assert (0 <= (g - 1) * l j) by (apply Rmult_le_pos; lra). lra.
    - apply row_within; [lra|].
      now apply (private_row m k (fun _ _ => Some g) (fun _ _ => 0) P is_private). }
  apply sum_nonneg in rows. unfold contrasts_value.
  assert (forall j, (j < k)%nat -> \sum_(i < m) part (P i) j = / n) as parts.
  { intros j small. unfold part.
    rewrite (sum_ext m _ (fun i => / (g - 1) * P i j - / n / (g - 1) * sum k (P i)))
      by (intros; field; lra).
    rewrite sum_minus, !sum_scale. destruct (columns j small) as [_ ->].
    rewrite (sum_of_sums m k), (sum_ext k _ (fun _ => 1))
      by (intros c inside; now destruct (columns c inside)).
    rewrite sum_constant. assert (INR k = n - (g - 1)) as -> by (unfold n; ring). field. lra. }
  assert (forall u j, (u < p)%nat -> (j < k)%nat ->
    \sum_(i < m) (e i u * part (P i) j) = f j u / n) as means.
  { intros u j smallu small. unfold part, f, contrast_estimate.
    rewrite (sum_ext m _ (fun i => / (g - 1) * (e i u * P i j) -
      / n / (g - 1) * (\sum_(c < k) (e i u * P i c))))
      by (intros i _; rewrite sum_scale; change (\sum_(c < k) P i c) with (sum k (P i)); field; lra).
    rewrite sum_minus, !sum_scale, unbiased, (sum_of_sums m k) by assumption.
    rewrite (sum_ext k _ (X u)) by (intros c inside; now apply unbiased). field. lra. }
  set (squares := \sum_(j < k) (w j * \sum_(u < p) F j u ^ 2)).
  set (products := \sum_(j < k) (w j * \sum_(u < p) (F j u * f j u))).
  assert (\sum_(j < k) (w j * \sum_(u < p) (F j u - f j u) ^ 2) = squares - 2 * products +
    \sum_(j < k) (w j * \sum_(u < p) f j u ^ 2)) as away.
  { unfold squares, products. rewrite <- sum_scale, <- sum_minus, <- sum_plus. apply sum_ext.
    intros j _. rewrite (sum_ext p (fun u => (F j u - f j u) ^ 2)
      (fun u => F j u ^ 2 - 2 * (F j u * f j u) + f j u ^ 2)) by (intros; ring).
    rewrite sum_plus, sum_minus, sum_scale. ring. }
  assert (\sum_(i < m) left (e i) (P i) = (\sum_(i < m) (dot k q (P i) * \sum_(u < p) e i u ^ 2)) -
    2 * (/ n * products) + / n * squares) as split.
  2:{ unfold contrasts_value. rewrite away. lra. }
  rewrite (sum_ext m _ (fun i => dot k q (P i) * (\sum_(u < p) e i u ^ 2) -
    2 * (\sum_(j < k) \sum_(u < p) (w j * F j u * (e i u * part (P i) j))) +
    \sum_(j < k) (w j * (\sum_(u < p) F j u ^ 2) * part (P i) j))).
  - assert (\sum_(i < m) \sum_(j < k) (w j * (\sum_(u < p) F j u ^ 2) * part (P i) j) =
      / n * squares) as own.
    { rewrite sum_of_sums. unfold squares. rewrite <- sum_scale. apply sum_ext. intros j small.
      rewrite sum_scale, parts by assumption. ring. }
    assert (\sum_(i < m) \sum_(j < k) \sum_(u < p) (w j * F j u * (e i u * part (P i) j)) =
      / n * products) as crossed.
    { rewrite sum_of_sums. unfold products. rewrite <- sum_scale. apply sum_ext. intros j small.
      rewrite sum_of_sums, <- !sum_scale. apply sum_ext. intros u smallu.
      rewrite sum_scale, means by assumption. field. lra. }
    rewrite sum_plus, sum_minus, sum_scale, own, crossed. ring.
  - intros i small. unfold left. rewrite <- part_weights, <- sum_scale_right, <- sum_scale,
      <- sum_minus, <- sum_plus. apply sum_ext. intros j _.
    rewrite (sum_ext p (fun u => (e i u - F j u) ^ 2)
      (fun u => e i u ^ 2 - 2 * (e i u * F j u) + F j u ^ 2)) by (intros; ring).
    rewrite sum_plus, sum_minus, sum_scale.
    rewrite (sum_ext p (fun u => w j * F j u * (e i u * part (P i) j))
      (fun u => w j * part (P i) j * (e i u * F j u))) by (intros; ring).
    rewrite sum_scale. ring.
Qed.

End Priced.

Lemma apart_in_response : forall s, form k (apart_by (fun u j => f j u)) (exchange_rate k g s) =
  (n / (g - 1)) ^ 2 * form k (apart_by X) (exchange_rate k g s).
Proof.
  intros s. unfold form. rewrite <- sum_scale. apply sum_ext. intros i _.
  rewrite <- sum_scale. apply sum_ext. intros j _. unfold apart_by.
  rewrite (sum_ext p (fun u => (f i u - f j u) ^ 2)
    (fun u => (n / (g - 1)) ^ 2 * (X u i - X u j) ^ 2))
    by (intros; unfold f, contrast_estimate; field; lra).
  rewrite sum_scale. ring.
Qed.

Variables (s : nat -> bool) (G : R).
Context (level : g <= G) (inverse_level : 1 <= g * G).

Lemma within_level : forall x (r : nat -> R), 0 <= x -> (forall u, r u = 1 \/ r u = g) ->
  forall a b, x * r a - G * (x * r b) <= 0.
Proof.
  intros x r nonneg values a b. assert (r a <= G * r b) as covered.
  { assert (1 <= G) by nra. assert (g <= G * g) by nra.
    destruct (values a) as [-> | ->], (values b) as [-> | ->]; lra. }
  apply Rmult_le_compat_l with (r := x) in covered; lra.
Qed.

(** K-ary response with the weights 1/n - t c, and t times the report of a set. *)
Definition exchanged (t : R) : matrix := fun i j =>
  if lt_dec i k then (/ n - t * exchange_rate k g s i) * single g i j else t * pattern g s j.

Lemma exchanged_is_private : forall t, 0 <= t -> (forall i, t * exchange_rate k g s i <= / n) ->
  private (S k) k (fun _ _ => Some G) (fun _ _ => 0) (exchanged t).
Proof.
  intros t post remains. destruct response_numbers as (many & posn & _).
  destruct (rates_of_set s) as (rows & _). split.
  - intros j small. split.
    + intros i _. unfold exchanged, single, pattern, at_index. specialize (remains i).
      destruct (lt_dec i k).
      * apply Rmult_le_pos; [lra|]. destruct (Nat.eq_dec i j); lra.
      * apply Rmult_le_pos; [lra|]. destruct (s j); lra.
    + cbn [sum]. unfold exchanged. destruct (lt_dec k k); [lia|].
      rewrite (sum_ext k _ (fun i => / n * (1 + at_index j i * (g - 1)) -
        t * (exchange_rate k g s i * single g i j))).
      * rewrite sum_minus, !sum_scale, sum_plus, sum_constant,
          (sum_pick k (fun _ => g - 1) j small), (rows j small).
        assert (INR k = n - (g - 1)) as -> by (unfold n; ring). field. lra.
      * intros i inside. destruct (lt_dec i k); [|lia]. unfold single, at_index.
        destruct (Nat.eq_dec i j), (Nat.eq_dec j i); try congruence; ring.
  - intros a b _ _. apply Req_le, sum_zero. intros i _. unfold excess.
    destruct (Nat.eq_dec a b); [reflexivity|]. apply Rmax_left. unfold exchanged.
    specialize (remains i). destruct (lt_dec i k); apply within_level; try lra.
    + intros u. unfold single, at_index. destruct (Nat.eq_dec i u); [right|left]; ring.
    + intros u. unfold pattern. destruct (s u); [now right|now left].
Qed.

(** Where a set is worth a report, so many estimates move. *)

Let c := exchange_rate k g s.
Let A := dot k q (pattern g s).
Let new_estimate (u : nat) : R := (\sum_(j < k) (c j * w j * f j u)) / A.
Let distance (i : nat) : R := \sum_(u < p) (f i u - new_estimate u) ^ 2.
Let exchanged_estimate (t : R) : matrix := fun i u =>
  if lt_dec i k then f i u + t * c i / (/ n - t * c i) * (f i u - new_estimate u)
  else new_estimate u.

Lemma singles_estimate : forall u j, (j < k)%nat ->
  \sum_(i < k) (f i u * single g i j) = n * X u j.
Proof.
  intros u j small. unfold single.
  rewrite (sum_ext k _ (fun i => f i u + at_index j i * ((g - 1) * f i u))).
  - rewrite sum_plus, (sum_pick k (fun i => (g - 1) * f i u) j small).
    unfold f, contrast_estimate.
    rewrite (sum_ext k _ (fun i => n / (g - 1) * X u i - sum k (X u) / (g - 1)))
      by (intros; field; lra).
    rewrite sum_minus, sum_scale, sum_constant. change (\sum_(i < k) X u i) with (sum k (X u)).
    assert (INR k = n - (g - 1)) as -> by (unfold n; ring). field. lra.
  - intros i _. unfold at_index. destruct (Nat.eq_dec i j), (Nat.eq_dec j i); try congruence; ring.
Qed.

Lemma single_weight : forall i, (i < k)%nat -> dot k q (single g i) = w i.
Proof.
  intros i small. destruct shares as [_ total]. change (sum k q = 1) in total.
  unfold dot, single, w. rewrite (sum_ext k _ (fun j => q j + at_index i j * ((g - 1) * q j)))
    by (intros; ring).
  rewrite sum_plus, (sum_pick k (fun j => (g - 1) * q j) i small).
  change (\sum_(j < k) q j) with (sum k q). now rewrite total.
Qed.

(** The second moment of what the estimates become, row by row. *)
Lemma moved_row : forall i x y, 0 < x ->
  x * (\sum_(u < p) (f i u + y / x * (f i u - new_estimate u)) ^ 2) =
  x * (\sum_(u < p) f i u ^ 2) + y * ((\sum_(u < p) f i u ^ 2) + distance i -
    (\sum_(u < p) new_estimate u ^ 2)) + y ^ 2 / x * distance i.
Proof.
  intros i x y positive. unfold distance.
  rewrite <- sum_plus, <- sum_minus, <- !sum_scale, <- !sum_plus. apply sum_ext.
  intros u _. field. lra.
Qed.

Theorem exchange_gains : form k (apart_by X) c < 0 ->
  exists t e, 0 <= t /\ (forall i, t * c i <= / n / 2) /\
    private (S k) k (fun _ _ => Some G) (fun _ _ => 0) (exchanged t) /\
    (forall u j, (u < p)%nat -> (j < k)%nat -> \sum_(i < S k) (e i u * exchanged t i j) = X u j) /\
    \sum_(i < S k) (dot k q (exchanged t i) * \sum_(u < p) e i u ^ 2) < contrasts_value.
Proof.
  intros fails. destruct response_numbers as (many & posn & posw & all).
  destruct (rates_of_set s) as (rows & weights & posA & bounded). fold A in weights, posA.
  fold c in rows, weights, bounded.
  assert (0 < / n) as unit by now apply Rinv_0_lt_compat.
  set (L := \sum_(i < k) (c i * w i * distance i)).
  assert (L < 0) as falls.
  { pose proof (form_at_least f s new_estimate) as value.
    rewrite apart_in_response in value. fold A c in value.
    rewrite (sum_zero p) in value.
    2:{ intros u _. unfold new_estimate. field. lra. }
    assert (\sum_(j < k) (c j * w j * (\sum_(u < p) (new_estimate u - f j u) ^ 2)) = L) as same.
    { unfold L, distance. apply sum_ext. intros j _. f_equal. apply sum_ext. intros. ring. }
    rewrite same in value.
    assert (0 < (n / (g - 1)) ^ 2).
    { rewrite <- Rsqr_pow2. apply Rlt_0_sqr. intros zero.
      assert (n / (g - 1) * (g - 1) = 0) as none by (rewrite zero; ring).
      replace (n / (g - 1) * (g - 1)) with n in none by (field; lra). lra. }
    nra. }
  assert (forall i, 0 <= distance i) as apart
    by (intros; apply sum_nonneg; intros; apply pow2_ge_0).
  set (Q := 2 * n * (\sum_(i < k) (w i * c i ^ 2 * distance i))).
  assert (0 <= Q) as posQ.
  { unfold Q. apply Rmult_le_pos; [lra|]. apply sum_nonneg. intros i small.
    apply Rmult_le_pos; [apply Rmult_le_pos; [now apply Rlt_le, posw|apply pow2_ge_0]|auto]. }
  set (t := Rmin (/ n / (2 * (2 + / n))) (- L / (2 * (Q + 1)))).
  assert (0 < / (2 * (Q + 1))) as inverse by (apply Rinv_0_lt_compat; lra).
  assert (0 < - L / (2 * (Q + 1))) as step by (apply Rmult_lt_0_compat; lra).
  assert (0 < / n / (2 * (2 + / n))) as first
    by (apply Rmult_lt_0_compat; [assumption|apply Rinv_0_lt_compat; lra]).
  assert (0 < t) as post by (unfold t; apply Rmin_glb_lt; lra).
  assert (t * (2 + / n) <= / n / 2) as few.
  { assert (t <= / n / (2 * (2 + / n))) as below by apply Rmin_l.
    apply Rmult_le_compat_r with (r := 2 + / n) in below; [|lra].
    replace (/ n / (2 * (2 + / n)) * (2 + / n)) with (/ n / 2) in below by (field; split; nra). lra. }
  assert (t * (2 * (Q + 1)) <= - L) as slow.
  { assert (t <= - L / (2 * (Q + 1))) as below by apply Rmin_r.
    apply Rmult_le_compat_r with (r := 2 * (Q + 1)) in below; [|lra].
    replace (- L / (2 * (Q + 1)) * (2 * (Q + 1))) with (- L) in below by (field; lra). lra. }
  assert (forall i, / n / 2 <= / n - t * c i) as remains.
  { intros i. destruct (bounded i) as [low high].
    assert (t * c i <= t * (2 + / n)) by (apply Rmult_le_compat_l; lra). lra. }
  exists t, (exchanged_estimate t). split; [lra|]. split; [|split; [|split]].
  - intros i. specialize (remains i). lra.
  - apply exchanged_is_private; [lra|]. intros i. fold (c i). specialize (remains i). lra.
  - intros u j smallu smallj. cbn [sum]. unfold exchanged, exchanged_estimate. fold c.
    destruct (lt_dec k k); [lia|].
    rewrite (sum_ext k _ (fun i => / n * (f i u * single g i j) -
      t * new_estimate u * (c i * single g i j))).
    + rewrite sum_minus, !sum_scale, (singles_estimate u j smallj), (rows j smallj). field. lra.
    + intros i small. specialize (remains i). destruct (lt_dec i k); [|lia].
      replace (/ n * (f i u * single g i j)) with
        ((/ n - t * c i + t * c i) * (f i u * single g i j)) by ring.
      set (x := / n - t * c i) in *. field. lra.
  - cbn [sum]. set (new := \sum_(u < p) new_estimate u ^ 2).
    assert (dot k q (exchanged t k) = t * A) as last.
    { unfold A, dot, exchanged. fold c. destruct (lt_dec k k); [lia|].
      rewrite <- sum_scale. apply sum_ext. intros. ring. }
    assert (\sum_(u < p) exchanged_estimate t k u ^ 2 = new) as own.
    { unfold exchanged_estimate. destruct (lt_dec k k); [lia|]. reflexivity. }
    rewrite last, own.
    assert (\sum_(i < k) (dot k q (exchanged t i) * \sum_(u < p) exchanged_estimate t i u ^ 2) <=
      \sum_(i < k) (/ n * (w i * \sum_(u < p) f i u ^ 2) + t * (c i * w i * distance i) -
        t * new * (c i * w i) + t ^ 2 * (2 * n) * (w i * c i ^ 2 * distance i))) as most.
    { apply sum_le. intros i small.
      assert (dot k q (exchanged t i) = (/ n - t * c i) * w i) as ->.
      { unfold dot, exchanged. fold c. destruct (lt_dec i k); [|lia].
        rewrite <- (single_weight i small). unfold dot. rewrite <- sum_scale.
        apply sum_ext. intros. ring. }
      assert (\sum_(u < p) exchanged_estimate t i u ^ 2 = \sum_(u < p) (f i u +
        t * c i / (/ n - t * c i) * (f i u - new_estimate u)) ^ 2) as ->.
      { apply sum_ext. intros u _. unfold exchanged_estimate. now destruct (lt_dec i k); [|lia]. }
      specialize (remains i).
      replace ((/ n - t * c i) * w i * (\sum_(u < p) (f i u + t * c i / (/ n - t * c i) *
        (f i u - new_estimate u)) ^ 2)) with (w i * ((/ n - t * c i) * (\sum_(u < p) (f i u +
        t * c i / (/ n - t * c i) * (f i u - new_estimate u)) ^ 2))) by ring.
      rewrite (moved_row i (/ n - t * c i) (t * c i)) by lra. fold new.
      assert (/ (/ n - t * c i) <= 2 * n) as bound.
      { replace (2 * n) with (/ (/ n / 2)) by (field; lra). apply Rinv_le_contravar; lra. }
      assert (0 <= w i * ((t * c i) ^ 2 * distance i)) as square.
      { apply Rmult_le_pos; [now apply Rlt_le, posw|].
        apply Rmult_le_pos; [apply pow2_ge_0|auto]. }
      apply Rmult_le_compat_l with (r := w i * ((t * c i) ^ 2 * distance i)) in bound; [|assumption].
      unfold Rdiv. lra. }
    rewrite !sum_plus, sum_minus, sum_plus, !sum_scale, weights in most. fold L in most.
    assert (t ^ 2 * (2 * n) * (\sum_(i < k) (w i * c i ^ 2 * distance i)) = t * (t * Q)) as second
      by (unfold Q; ring).
    rewrite second in most. fold contrasts_value in most.
    assert (t * (t * Q) <= t * (- L / 2)).
    { apply Rmult_le_compat_l; [lra|]. assert (0 <= t * 1) by lra. lra. }
    assert (t * (- L / 2) = - (t * L) / 2) by field.
    assert (t * L < 0) by (rewrite <- (Rmult_0_r t); apply Rmult_lt_compat_l; lra).
    lra.
Qed.

End Contrasts.

(** What unbiased estimates of the contrasts cost at least, from any G-private table. *)
Definition least_sum (k p : nat) (G : R) (q : nat -> R) (X : matrix) (v : R) : Prop :=
  forall m P (e : matrix), private m k (fun _ _ => Some G) (fun _ _ => 0) P ->
    (forall u j, (u < p)%nat -> (j < k)%nat -> \sum_(i < m) (e i u * P i j) = X u j) ->
    v <= \sum_(i < m) (dot k q (P i) * \sum_(u < p) e i u ^ 2).

Lemma apart_by_even : forall p g q X i j, apart_by p g q X i j = apart_by p g q X j i.
Proof.
  intros. unfold apart_by. rewrite (sum_ext p (fun u => (X u i - X u j) ^ 2)
    (fun u => (X u j - X u i) ^ 2)) by (intros; ring). ring.
Qed.

Lemma apart_by_own : forall p g q X i, apart_by p g q X i i = 0.
Proof. intros. unfold apart_by. rewrite sum_zero; [ring|]. intros. ring. Qed.

Section Best.

Variables (k p : nat) (g : R) (q : nat -> R) (X : matrix).
Context (some : (0 < k)%nat) (above : 0 < g) (other : g <> 1) (shares : law k q).

Let n := g + INR k - 1.
Let W := apart_by p g q X.

(** Each truth is chosen with the same extra weight, and the estimates are its own. *)
Theorem contrasts_attained : 1 < g ->
  private k k (fun _ _ => Some g) (fun _ _ => 0) (k_ary_response k g) /\
  (forall u j, (j < k)%nat ->
    \sum_(i < k) (contrast_estimate k g X i u * k_ary_response k g i j) = X u j) /\
  \sum_(i < k) (dot k q (k_ary_response k g i) * \sum_(u < p) contrast_estimate k g X i u ^ 2) =
    contrasts_value k p g q X.
Proof.
  intros big. destruct (response_numbers k g q some above other shares) as (many & posn & _).
  fold n in posn. assert (0 < / n) as unit by now apply Rinv_0_lt_compat.
  assert (forall i j, k_ary_response k g i j = / n * single g i j) as entry.
  { intros i j. unfold k_ary_response, single, at_index. fold n.
    destruct (Nat.eq_dec i j); field; lra. }
  assert (forall i j, 1 <= single g i j <= g) as range
    by (intros i j; unfold single, at_index; destruct (Nat.eq_dec i j); lra).
  split; [split|split].
  - intros j small. split.
    + intros i _. rewrite entry. specialize (range i j). apply Rmult_le_pos; lra.
    + rewrite (sum_ext k _ (fun i => / n * (1 + at_index j i * (g - 1)))).
      * rewrite sum_scale, sum_plus, sum_constant, (sum_pick k (fun _ => g - 1) j small).
        unfold n in *. field. lra.
      * intros i _. rewrite entry. unfold single, at_index.
        destruct (Nat.eq_dec i j), (Nat.eq_dec j i); try congruence; ring.
  - intros a b _ _. apply Req_le, sum_zero. intros i _. unfold excess.
    destruct (Nat.eq_dec a b); [reflexivity|]. apply Rmax_left. rewrite !entry.
    pose proof (range i a). pose proof (range i b).
    assert (single g i a <= g * single g i b) by nra.
    assert (/ n * single g i a <= / n * (g * single g i b)) by (apply Rmult_le_compat_l; lra). lra.
  - intros u j small. rewrite (sum_ext k _ (fun i => / n *
      (contrast_estimate k g X i u * single g i j))) by (intros; rewrite entry; ring).
    rewrite sum_scale, (singles_estimate k g X other) by assumption. fold n. field. lra.
  - unfold contrasts_value. rewrite <- sum_scale. apply sum_ext. intros i small.
    rewrite <- (single_weight k g q shares i small). unfold dot. fold n.
    rewrite (sum_ext k (fun j => q j * k_ary_response k g i j)
      (fun j => / n * (q j * single g i j))) by (intros; rewrite entry; ring).
    rewrite sum_scale. ring.
Qed.

(** Where the estimates are the best ones, no pair is worth a report. *)
Lemma no_pair_is_worth_it : forall G, g <= G -> 1 <= g * G ->
  least_sum k p G q X (contrasts_value k p g q X) ->
  forall s, 0 <= form k W (exchange_rate k g s).
Proof.
  intros G level inverse_level best s. apply Rnot_lt_le. intros fails.
  destruct (exchange_gains k p g q X some above other shares s G level inverse_level fails)
    as (t & e & _ & _ & own & fair & smaller).
  specialize (best _ _ e own fair). lra.
Qed.

(** Any estimates F of its reports that no two truths are worth a report beside bound what any
    table has: the value of k-ary response, less how far they are from its own. *)
Theorem estimates_that_pay : 1 < g -> forall F : matrix,
  (forall a b, (a < k)%nat -> (b < k)%nat -> a <> b ->
    0 <= form k (apart_by p g q (fun u j => F j u)) (exchange_rate k g (both a b))) ->
  least_sum k p g q X (contrasts_value k p g q X - / (g + INR k - 1) * (\sum_(j < k)
    ((1 + (g - 1) * q j) * \sum_(u < p) (F j u - contrast_estimate k g X j u) ^ 2))).
Proof.
  intros big F pairs m P e own fair.
  destruct (response_numbers k g q some above other shares) as (many & posn & posw & _).
  apply (priced_bound k p g q X some above other shares F big m P e); [|assumption|assumption].
  set (Y := fun u j => F j u) in *.
  apply (pairs_decide k g (apart_by p g q Y) posn (apart_by_even p g q Y) (apart_by_own p g q Y));
    [|assumption].
  apply sum_nonneg. intros i smalli. apply sum_nonneg. intros j smallj. unfold apart_by.
  apply Rmult_le_pos; [|apply sum_nonneg; intros; apply pow2_ge_0].
  apply Rlt_le, Rmult_lt_0_compat; now apply posw.
Qed.

(** found/contrasts/condition *)
Theorem response_for_contrasts : 1 < g ->
  least_sum k p g q X (contrasts_value k p g q X) <->
  forall a b, (a < k)%nat -> (b < k)%nat -> a <> b ->
    0 <= form k (apart_by p g q X) (exchange_rate k g (both a b)).
Proof.
  intros big. destruct (response_numbers k g q some above other shares) as (many & posn & posw & _).
  split.
  - intros best a b _ _ _. apply (no_pair_is_worth_it g); [lra|nra|assumption].
  - intros pairs.
    assert (forall s, form k (apart_by p g q (fun u j => contrast_estimate k g X j u))
      (exchange_rate k g s) = (n / (g - 1)) ^ 2 * form k (apart_by p g q X) (exchange_rate k g s))
      as scaled by (apply (apart_in_response k p g q X other)).
    replace (contrasts_value k p g q X) with (contrasts_value k p g q X - / n * (\sum_(j < k)
      ((1 + (g - 1) * q j) * \sum_(u < p)
        (contrast_estimate k g X j u - contrast_estimate k g X j u) ^ 2))).
    + apply estimates_that_pay; [assumption|]. intros a b smalla smallb differ. rewrite scaled.
      apply Rmult_le_pos; [apply pow2_ge_0|now apply pairs].
    + rewrite (sum_zero k); [ring|]. intros j _. rewrite sum_zero; [ring|]. intros u _. ring.
Qed.

(** found/contrasts/never: with little privacy only, whatever the shares are. *)
Theorem no_contrasts_below : forall G, g <= G -> 1 <= g * G ->
  2 * g ^ 2 < (INR k - 1) * (INR k - 2) ->
  (exists u i j, (u < p)%nat /\ (i < k)%nat /\ (j < k)%nat /\ X u i <> X u j) ->
  ~ least_sum k p G q X (contrasts_value k p g q X).
Proof.
  intros G level inverse_level small (u & i & j & smallu & smalli & smallj & differ) best.
  destruct (response_numbers k g q some above other shares) as (many & posn & posw & _).
  pose proof (no_pair_is_worth_it G level inverse_level best) as none.
  pose proof (sum_over_pairs k g W posn (apart_by_even p g q X) (apart_by_own p g q X)) as sum_is.
  fold n in sum_is, posn. set (whole := \sum_(i < k) \sum_(j < k) W i j) in sum_is.
  assert (forall a b, (a < k)%nat -> (b < k)%nat -> 0 <= W a b) as nonneg.
  { intros a b smalla smallb. unfold W, apart_by.
    apply Rmult_le_pos; [|apply sum_nonneg; intros; apply pow2_ge_0].
    apply Rlt_le, Rmult_lt_0_compat; now apply posw. }
  assert (0 < whole) as positive.
  { apply Rlt_le_trans with (W i j).
    - unfold W, apart_by. apply Rmult_lt_0_compat.
      + apply Rmult_lt_0_compat; now apply posw.
      + apply Rlt_le_trans with ((X u i - X u j) ^ 2).
        * rewrite <- Rsqr_pow2. apply Rlt_0_sqr. lra.
        * apply (term_le_sum p (fun u => (X u i - X u j) ^ 2)); [|assumption].
          intros. apply pow2_ge_0.
    - apply Rle_trans with (\sum_(j < k) W i j).
      + apply (term_le_sum k (W i)); [|assumption]. intros. now apply nonneg.
      + apply (term_le_sum k (fun i => \sum_(j < k) W i j)); [|assumption].
        intros a smalla. apply sum_nonneg. intros. now apply nonneg. }
  assert (0 <= \sum_(a < k) \sum_(b < k)
    ((1 - at_index a b) * form k W (exchange_rate k g (both a b)))) as least.
  { apply sum_nonneg. intros a _. apply sum_nonneg. intros b _.
    apply Rmult_le_pos; [|apply none]. unfold at_index. destruct (Nat.eq_dec a b); lra. }
  assert (0 < whole / n ^ 2)
    by (apply Rmult_lt_0_compat; [assumption|apply Rinv_0_lt_compat, pow_lt; assumption]).
  change (\sum_(i < k) \sum_(j < k) W i j) with whole in sum_is. nra.
Qed.

End Best.

(** Reports that leave one truth out are never the best ones. *)
Theorem leaving_one_out_is_never_best : forall (k p : nat) (h : R) (q : nat -> R) (X : matrix),
  (2 < k)%nat -> 1 < h -> law k q ->
  (exists u i j, (u < p)%nat /\ (i < k)%nat /\ (j < k)%nat /\ X u i <> X u j) ->
  ~ least_sum k p h q X (contrasts_value k p (/ h) q X).
Proof.
  intros k p h q X three big shares differ.
  assert (3 <= INR k) by (replace 3 with (INR 3) by (simpl; ring); apply le_INR; lia).
  assert (0 < / h < 1) as [low high].
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  apply no_contrasts_below; try assumption; try lra; try lia.
  - rewrite Rinv_l; lra.
  - nra.
Qed.
