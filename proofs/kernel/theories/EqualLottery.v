(** Equal shares with a level and a delta for every pair: the lottery of the truth with the best
    blocks has the least sum of variances, whatever the number of truths, level and delta are. *)

From Coq Require Import Reals ZArith Lra Lia Arith EnvRing R_Ifp.
From Rropt Require Import Sums Tensors Prices Number Questions Polynomial Rays RayChecker EqualShares
  EqualDirections TightRows BalancedTables.
Open Scope R_scope.

(** Estimates from reports whose information about contrasts has a trace of at most T. *)
Theorem variances_by_trace : forall k m P e T, (1 < k)%nat -> 0 < T -> stochastic m k P ->
  unbiased_shares k m P e -> \sum_(i < m) (spread k (P i) / mean k (P i)) <= T ->
  (INR k - 1) ^ 2 / T <= sum_of_variances k m P e.
Proof.
  intros k m P e T many some columns fair bounded. set (K := INR k).
  assert (1 < K) as big by (apply (lt_INR 1); assumption).
  pose proof (sum_of_means k many m P columns) as whole.
  set (s := fun i => sum k (e i)). set (f := fun i c => e i c - s i / K).
  assert (flat : forall i, \sum_(c < k) f i c = 0).
  { intros i. unfold f. rewrite sum_minus, sum_constant. fold K.
    change (sum k (e i)) with (s i). field. lra. }
  assert (\sum_(i < m) (mean k (P i) * s i) = 1) as middle.
  { rewrite (sum_ext m _ (fun i => / K * \sum_(j < k) (s i * P i j))).
    - rewrite sum_scale, sum_of_sums, (sum_ext k _ (fun _ => 1)).
      + rewrite sum_constant. fold K. field. lra.
      + intros j small.
        rewrite (sum_ext m _ (fun i => \sum_(c < k) (e i c * P i j)))
          by (intros; unfold s; now rewrite sum_scale_right).
        rewrite sum_of_sums, (sum_ext k _ (fun c => at_index c j)) by (intros; now apply fair).
        now apply sum_of_choices.
    - intros i _. rewrite sum_scale. unfold mean. fold K. field. lra. }
  assert (\sum_(i < m) \sum_(c < k) (f i c * P i c) = K - 1) as cross.
  { rewrite (sum_ext m _ (fun i => \sum_(c < k) (e i c * P i c) - mean k (P i) * s i)).
    - rewrite sum_minus, middle, sum_of_sums, (sum_ext k _ (fun _ => 1)).
      + rewrite sum_constant. fold K. ring.
      + intros c small. rewrite fair by assumption. unfold at_index.
        destruct (Nat.eq_dec c c); [reflexivity|contradiction].
    - intros i _. unfold f.
      rewrite (sum_ext k _ (fun c => e i c * P i c - s i / K * P i c)) by (intros; ring).
      rewrite sum_minus, sum_scale. unfold mean. fold K. field. lra. }
  assert (loss : \sum_(i < m) (mean k (P i) * \sum_(c < k) f i c ^ 2) <= sum_of_variances k m P e).
  { assert (0 <= \sum_(i < m) (mean k (P i) * (s i - 1) ^ 2)) as more.
    { apply sum_nonneg. intros i small. apply Rmult_le_pos; [|apply pow2_ge_0].
      unfold mean. apply Rmult_le_pos.
      - apply sum_nonneg. intros j inner. now apply (columns j inner).
      - apply Rlt_le, Rinv_0_lt_compat. fold K. lra. }
    rewrite (sum_ext m _ (fun i => mean k (P i) * s i ^ 2 - 2 * (mean k (P i) * s i) +
      mean k (P i))) in more by (intros; ring).
    rewrite sum_plus, sum_minus, sum_scale, middle in more.
    change (\sum_(i < m) mean k (P i)) with (sum m (fun i => mean k (P i))) in more.
    rewrite whole in more.
    assert (\sum_(i < m) (mean k (P i) * \sum_(c < k) f i c ^ 2) =
      \sum_(i < m) (mean k (P i) * \sum_(c < k) e i c ^ 2) -
      / K * \sum_(i < m) (mean k (P i) * s i ^ 2)) as ->.
    { rewrite <- sum_scale, <- sum_minus. apply sum_ext. intros i _. unfold f.
      rewrite (sum_ext k _ (fun c => e i c ^ 2 - 2 * (s i / K) * e i c + (s i / K) ^ 2))
        by (intros; ring).
      rewrite sum_plus, sum_minus, sum_scale, sum_constant. fold K.
      change (sum k (e i)) with (s i). field. lra. }
    unfold sum_of_variances. fold K.
    assert (/ K * 1 <= / K * \sum_(i < m) (mean k (P i) * s i ^ 2)); [|lra].
    apply Rmult_le_compat_l; [apply Rlt_le, Rinv_0_lt_compat|]; lra. }
  eapply Rle_trans; [|exact loss]. set (l := (K - 1) / T).
  assert (\sum_(i < m) (2 * l * (\sum_(c < k) (f i c * P i c)) -
    l ^ 2 * (spread k (P i) / mean k (P i))) <=
    \sum_(i < m) (mean k (P i) * \sum_(c < k) f i c ^ 2)) as most.
  { apply sum_le. intros i small. set (a := mean k (P i)).
    assert (forall j, (j < k)%nat -> 0 <= P i j) as nonneg
      by (intros j inner; now apply (columns j inner)).
    assert (sum k (P i) = K * a) as total by (unfold a, mean; fold K; field; lra).
    destruct (Req_dec a 0) as [none|above].
    - assert (forall j, (j < k)%nat -> P i j = 0) as zero.
      { apply (sum_of_nonnegative_terms k (P i) nonneg). change (sum k (P i) = 0). rewrite total, none. ring. }
      rewrite (sum_zero k (fun c => f i c * P i c))
        by (intros c inner; rewrite zero by assumption; ring).
      assert (spread k (P i) = 0) as ->.
      { unfold spread. apply sum_zero. intros j inner.
        rewrite zero by assumption. replace (mean k (P i)) with 0 by (symmetry; exact none). ring. }
      rewrite none. unfold Rdiv. lra.
    - assert (0 < a) as positive.
      { assert (0 <= a); [|lra]. unfold a, mean. apply Rmult_le_pos; [now apply sum_nonneg|].
        apply Rlt_le, Rinv_0_lt_compat. fold K. lra. }
      assert (0 <= \sum_(c < k) (a * f i c - l * (P i c - a)) ^ 2) as square
        by (apply sum_nonneg; intros; apply pow2_ge_0).
      rewrite (sum_ext k _ (fun c => a ^ 2 * f i c ^ 2 - 2 * a * l * (f i c * P i c) +
        2 * a ^ 2 * l * f i c + l ^ 2 * (P i c - a) ^ 2)) in square by (intros; ring).
      rewrite !sum_plus, sum_minus, !sum_scale in square.
      change (sum k (f i)) with (\sum_(c < k) f i c) in square. rewrite flat in square.
      change (\sum_(c < k) (P i c - a) ^ 2) with (spread k (P i)) in square.
      apply Rmult_le_reg_l with a; [assumption|].
      replace (a * (2 * l * (\sum_(c < k) (f i c * P i c)) - l ^ 2 * (spread k (P i) / a))) with
        (2 * a * l * (\sum_(c < k) (f i c * P i c)) - l ^ 2 * spread k (P i)) by (field; lra).
      lra. }
  rewrite sum_minus, !sum_scale, cross in most.
  eapply Rle_trans; [|exact most].
  apply Rmult_le_compat_l with (r := l ^ 2) in bounded; [|apply pow2_ge_0].
  replace ((K - 1) ^ 2 / T) with (2 * l * (K - 1) - l ^ 2 * T) by (unfold l; field; lra). lra.
Qed.

(** ** A row of n entries g, p entries 1 and others of at most 1 / g, which add up to y *)

Definition place (s p x y e : R) (i : BinNums.positive) : R :=
  match i with 1%positive => s | 2%positive => p | 3%positive => x | 4%positive => y | _ => e end.

Lemma excess_of_counts : forall s p x Y e, 0 <= s -> 0 <= p -> 0 <= x -> 0 <= Y -> 0 <= e ->
  let g := 1 + x in let t := 1 + s in let L := g * (Y + e) in let K := t + p + L in
  let S := t * g + p + Y in let T := t * g * (L - Y) + p * (L - g * Y) in let A := K + t * x in
  0 <= g * ((K - 1) * A ^ 2 * (S ^ 2 + S * T) + t * (K - t) * x ^ 2 * ((K - 1) * S ^ 2 - S * T)) -
    (K - 1) * A ^ 2 * K * (t * g ^ 3 + g * p + Y).
Proof.
  intros s p x Y e poss posp posx posY pose_.
  set (v := place s p x Y e).
  set (c1 := PEc 1%Z : PExpr Z). set (g := PEadd c1 (PEX 3)). set (t := PEadd c1 (PEX 1)).
  set (L := PEmul g (PEadd (PEX 4) (PEX 5))). set (K := PEadd (PEadd t (PEX 2)) L).
  set (S := PEadd (PEadd (PEmul t g) (PEX 2)) (PEX 4)).
  set (T := PEadd (PEmul (PEmul t g) (PEsub L (PEX 4))) (PEmul (PEX 2) (PEsub L (PEmul g (PEX 4))))).
  set (A := PEadd K (PEmul t (PEX 3))).
  set (one_less := PEmul (PEsub K c1) (PEpow A 2)).
  set (whole := PEsub (PEmul g (PEadd (PEmul one_less (PEadd (PEpow S 2) (PEmul S T)))
    (PEmul (PEmul (PEmul t (PEsub K t)) (PEpow (PEX 3) 2)) (PEsub (PEmul (PEsub K c1) (PEpow S 2)) (PEmul S T)))))
    (PEmul (PEmul one_less K) (PEadd (PEadd (PEmul t (PEpow g 3)) (PEmul g (PEX 2))) (PEX 4)))).
  change (0 <= eval v whole). apply no_minus_sign.
  - intros i. unfold v, place. destruct i as [[?|?|]|[[?|?|]|[?|?|]|]|]; assumption.
  - vm_compute. reflexivity.
Qed.

Lemma counted_row : forall g n p y low Q, 1 < g -> 1 <= n -> 0 <= p -> 0 <= y -> g * y <= low ->
  Q <= n * g ^ 2 + p + y / g ->
  let K := n + p + low in let S := n * g + p + y in
  let T := n * g * (low - y) + p * (low - g * y) in let A := K + n * (g - 1) in
  (K - 1) * A ^ 2 * K * Q <= (K - 1) * A ^ 2 * (S ^ 2 + S * T) +
    n * (K - n) * (g - 1) ^ 2 * ((K - 1) * S ^ 2 - S * T).
Proof.
  intros g n p y low Q big some posp posy room_ squares. cbv zeta.
  assert (0 <= low / g - y) as rest.
  { apply Rmult_le_reg_l with g; [lra|]. replace (g * (low / g - y)) with (low - g * y) by (field; lra).
    lra. }
  pose proof (excess_of_counts (n - 1) p (g - 1) y (low / g - y) ltac:(lra) posp ltac:(lra) posy rest)
    as counted. cbv zeta in counted.
  replace (1 + (g - 1)) with g in counted by ring. replace (1 + (n - 1)) with n in counted by ring.
  replace (g * (y + (low / g - y))) with low in counted by (field; lra).
  set (K := n + p + low) in *. set (A := K + n * (g - 1)) in *.
  assert (0 <= low) by (apply Rle_trans with (g * y); [apply Rmult_le_pos; lra|assumption]).
  assert (0 <= (K - 1) * A ^ 2 * K) as scale.
  { assert (1 <= K) by (unfold K; lra). apply Rmult_le_pos; [apply Rmult_le_pos; [lra|apply pow2_ge_0]|lra]. }
  apply Rle_trans with ((K - 1) * A ^ 2 * K * (n * g ^ 2 + p + y / g));
    [now apply Rmult_le_compat_l|].
  apply Rmult_le_reg_l with g; [lra|].
  replace (g * ((K - 1) * A ^ 2 * K * (n * g ^ 2 + p + y / g))) with
    ((K - 1) * A ^ 2 * K * (n * g ^ 3 + g * p + y)) by (field; lra). lra.
Qed.

(** ** Rows whose entries are joined by tight pairs *)

Lemma next_fraction : forall x, frac_part (x + 1) = frac_part x.
Proof.
  intros x. assert (frac_part 1 = 0) as none.
  { unfold frac_part. change 1 with (INR 1) at 2. rewrite Int_part_INR. simpl. ring. }
  rewrite plus_frac_part2; rewrite none; [ring|]. destruct (base_fp x). lra.
Qed.

Lemma largest_entry : forall k (r : nat -> R), (0 < k)%nat ->
  exists j, (j < k)%nat /\ forall a, (a < k)%nat -> r a <= r j.
Proof.
  induction k as [|k IH]; intros r some; [lia|].
  destruct (Nat.eq_dec k 0) as [->|more].
  { exists 0%nat. split; [lia|]. intros a small. replace a with 0%nat by lia. lra. }
  destruct (IH r ltac:(lia)) as (j & inside & most). destruct (Rle_lt_dec (r j) (r k)) as [up|down].
  - exists k. split; [lia|]. intros a small. destruct (Nat.eq_dec a k) as [->|]; [lra|].
    specialize (most a ltac:(lia)). lra.
  - exists j. split; [lia|]. intros a small. destruct (Nat.eq_dec a k) as [->|]; [lra|].
    apply most. lia.
Qed.

Section Lottery.

Variables (k : nat) (g : R) (d : nat).
Context (many : (1 < k)%nat) (big : 1 < g) (best : is_best_size k g d).

Let K := INR k.
Let H := subset_worth k g (INR d).
Let h := H / (K * (K - 1)).
Let G : levels := fun _ _ => Some g.

Lemma lottery_numbers : 1 < K /\ 0 < h < 1 /\ H = h * (K * (K - 1)).
Proof.
  assert (1 < K) as truths by (apply (lt_INR 1); assumption).
  destruct (worth_is_small k g d many big best) as [pos small]. fold K H in pos, small.
  assert (0 < K * (K - 1)) as wide by (apply Rmult_lt_0_compat; lra).
  assert (H = h * (K * (K - 1))) as told by (unfold h; field; lra).
  repeat split; try assumption.
  - apply Rmult_lt_0_compat; [assumption|now apply Rinv_0_lt_compat].
  - apply Rmult_lt_reg_r with (K * (K - 1)); lra.
Qed.

(** Below the largest entry there is one smaller by g, or smaller by its square at least. *)
Lemma joined_entries : forall r M, nonnegative k r -> connected k G r -> 0 < M ->
  (exists j, (j < k)%nat /\ r j = M) -> (forall a, (a < k)%nat -> r a <= M) ->
  forall a, (a < k)%nat -> r a = M \/ r a = M / g \/ r a <= M / g / g.
Proof.
  intros r M above joined pos (j & inside & equal) most a small.
  assert (0 < ln g) as steps by (rewrite <- ln_1; apply ln_increasing; lra).
  destruct (Req_dec (r a) 0) as [zero|some].
  { right. right. rewrite zero. apply Rlt_le. repeat apply Rmult_lt_0_compat;
      try apply Rinv_0_lt_compat; lra. }
  set (depth := fun c => ln (M / r c) / ln g).
  set (whole := fun c => if Req_EM_T (frac_part (depth c)) 0 then true else false).
  assert (whole a = whole j) as same.
  { apply joined; try assumption; [|rewrite equal; lra].
    intros c e g' smallc smalle nc ne level tight. injection level as <-.
    pose proof (above c smallc). pose proof (above e smalle).
    assert (depth e = depth c + 1) as next.
    { unfold depth. replace (M / r e) with (g * (M / r c)) by (rewrite tight; field; lra).
      rewrite ln_mult; [field; lra|lra|]. apply Rmult_lt_0_compat; [assumption|].
      apply Rinv_0_lt_compat. lra. }
    unfold whole. now rewrite next, next_fraction. }
  assert (depth j = 0) as none.
  { unfold depth. rewrite equal. replace (M / M) with 1 by (field; lra). rewrite ln_1. unfold Rdiv. ring. }
  assert (frac_part (depth a) = 0) as flat.
  { unfold whole in same. rewrite none in same.
    assert (frac_part 0 = 0) as zero by exact fp_R0.
    destruct (Req_EM_T (frac_part 0) 0); [|contradiction].
    destruct (Req_EM_T (frac_part (depth a)) 0); [assumption|discriminate]. }
  pose proof (above a small) as nonneg. specialize (most a small).
  assert (0 < r a) as positive by lra.
  assert (1 <= M / r a) as ratio.
  { apply Rmult_le_reg_r with (r a); [assumption|].
    replace (M / r a * r a) with M by (field; lra). lra. }
  set (z := Int_part (depth a)).
  assert (depth a = IZR z) as integer by (unfold frac_part in flat; fold z in flat; lra).
  assert (ln (M / r a) = IZR z * ln g) as logs
    by (rewrite <- integer; unfold depth; field; lra).
  assert (0 <= ln (M / r a)) as low.
  { rewrite <- ln_1. destruct ratio as [more|<-]; [|lra]. apply Rlt_le, ln_increasing; lra. }
  assert (0 <= z)%Z as least.
  { apply le_IZR. apply Rmult_le_reg_r with (ln g); [assumption|]. simpl (IZR 0). lra. }
  assert (forall x, 0 < x -> ln (M / r a) = ln x -> r a = M / x) as solved.
  { intros x posx logs_. apply ln_inv in logs_; [|lra|assumption].
    rewrite <- logs_. field. lra. }
  destruct (Z.eq_dec z 0) as [->|]; [left|right; destruct (Z.eq_dec z 1) as [->|]; [left|right]].
  - replace M with (M / 1) by field. apply solved; [lra|]. rewrite logs, ln_1. simpl. ring.
  - apply solved; [lra|]. rewrite logs. simpl. ring.
  - assert (2 <= IZR z) as deep by (apply (IZR_le 2); lia).
    assert (ln (g * g) <= ln (M / r a)) as far.
    { rewrite logs, ln_mult by lra. apply Rle_trans with (2 * ln g); [lra|].
      apply Rmult_le_compat_r; lra. }
    assert (g * g <= M / r a) as wide.
    { apply Rnot_lt_le. intros less. apply ln_increasing in less; lra. }
    apply Rmult_le_compat_r with (r := r a) in wide; [|lra].
    replace (M / r a * r a) with M in wide by (field; lra).
    apply Rmult_le_reg_l with (g * g); [apply Rmult_lt_0_compat; lra|].
    replace (g * g * (M / g / g)) with M by (field; lra). exact wide.
Qed.

Definition exceeded (r : nat -> R) : R := \sum_(a < k) \sum_(b < k) excess G a b r.

Lemma exceeded_at_most : forall r, nonnegative k r -> exceeded r <= (K - 1) * sum k r.
Proof.
  intros r above. unfold exceeded. rewrite <- sum_scale. apply sum_le. intros a small.
  apply Rle_trans with (\sum_(b < k) (r a - at_index a b * r a)).
  - apply sum_le. intros b other. unfold excess, G, at_index. pose proof (above a small).
    pose proof (above b other). assert (0 <= g * r b) by (apply Rmult_le_pos; lra).
    destruct (Nat.eq_dec a b); [lra|]. apply Rmax_lub; lra.
  - rewrite sum_minus, sum_constant, (sum_pick k (fun _ => r a)) by assumption. fold K. lra.
Qed.

Lemma joined_row : forall r, nonnegative k r -> connected k G r -> 0 < sum k r ->
  K * (\sum_(j < k) r j ^ 2) <=
    sum k r ^ 2 + sum k r * exceeded r + h * ((K - 1) * sum k r ^ 2 - sum k r * exceeded r).
Proof.
  intros r above joined positive. destruct lottery_numbers as (truths & range & told).
  destruct (largest_entry k r ltac:(lia)) as (j & inside & most). set (M := r j) in *.
  assert (0 < M) as pos.
  { destruct (above j inside) as [|zero]; [assumption|exfalso]. fold M in zero.
    assert (sum k r = 0); [|lra]. apply sum_zero. intros a small. specialize (most a small).
    specialize (above a small). lra. }
  pose proof (joined_entries r M above joined pos (ex_intro _ j (conj inside eq_refl)) most) as entries.
  set (m := M / g) in *. assert (M = g * m) as tops by (unfold m; field; lra).
  assert (0 < m) as posm by (apply Rmult_lt_0_compat; [assumption|apply Rinv_0_lt_compat; lra]).
  assert (m < M) as apart by (rewrite tops; assert (0 < (g - 1) * m) by (apply Rmult_lt_0_compat; lra); lra).
  assert (0 < m / g) by (apply Rmult_lt_0_compat; [assumption|apply Rinv_0_lt_compat; lra]).
  assert (m / g < m) as deeper.
  { apply Rmult_lt_reg_l with g; [lra|]. replace (g * (m / g)) with m by (field; lra). lra. }
  set (high := fun a => if Req_EM_T (r a) M then true else false).
  set (top := fun a => if high a then 1 else 0).
  set (next := fun a => if Req_EM_T (r a) m then 1 else 0).
  set (low := fun a => 1 - top a - next a).
  assert (cases : forall a, (a < k)%nat -> 0 <= top a /\ 0 <= next a /\ 0 <= low a /\
    r a = top a * M + next a * m + low a * r a /\
    r a ^ 2 <= top a * M ^ 2 + next a * m ^ 2 + low a * r a * (m / g) /\
    low a * r a * g <= low a * m /\
    forall b, (b < k)%nat ->
      top a * (low b * (M - g * r b)) + next a * (low b * (m - g * r b)) <= excess G a b r).
  { intros a small. pose proof (above a small) as nonneg.
    assert (forall b, (b < k)%nat -> low b = 0 \/ (low b = 1 /\ r b <= m / g)) as lows.
    { intros b other. unfold low, top, next, high.
      destruct (entries b other) as [one|[one|one]]; destruct (Req_EM_T (r b) M), (Req_EM_T (r b) m);
        try lra; (left; lra) || (right; split; lra). }
    assert (forall b, (b < k)%nat -> a <> b -> r a - g * r b <= excess G a b r) as least.
    { intros b other differ. unfold excess, G. destruct (Nat.eq_dec a b); [contradiction|apply Rmax_r]. }
    assert (forall b, 0 <= excess G a b r) as zero by (intros; apply excess_nonneg).
    destruct (lows a small) as [own|[own deep]].
    - rewrite own. unfold top, next, high in *. unfold low, top, next, high in own.
      destruct (Req_EM_T (r a) M) as [up|], (Req_EM_T (r a) m) as [mid|]; try lra.
      + rewrite up. repeat split; try lra. intros b other.
        destruct (lows b other) as [->|[one far]]; [specialize (zero b); lra|].
        destruct (Nat.eq_dec a b) as [<-|differ]; [exfalso; lra|].
        rewrite one. specialize (least b other differ). lra.
      + rewrite mid. repeat split; try lra. intros b other.
        destruct (lows b other) as [->|[one far]]; [specialize (zero b); lra|].
        destruct (Nat.eq_dec a b) as [<-|differ]; [exfalso; lra|].
        rewrite one. specialize (least b other differ). lra.
    - assert (top a = 0 /\ next a = 0) as [-> ->].
      { unfold top, next, high. destruct (Req_EM_T (r a) M), (Req_EM_T (r a) m); lra. }
      rewrite own. repeat split; try lra.
      + assert (0 <= r a * (m / g - r a)) by (apply Rmult_le_pos; lra). lra.
      + apply Rmult_le_compat_l with (r := g) in deep; [|lra].
        replace (g * (m / g)) with m in deep by (field; lra). lra.
      + intros b other. specialize (zero b). lra. }
  destruct (count_of_set k high) as (c & small & counted). fold top in counted.
  change (sum k top = INR c) in counted.
  set (n := sum k top) in *. set (p := sum k next). set (l := sum k low).
  set (y := (\sum_(a < k) (low a * r a)) / m).
  assert (n + p + l = K) as all.
  { unfold n, p, l, low. rewrite !sum_minus, sum_constant. fold K. unfold p. ring. }
  assert (1 <= n) as some.
  { assert (top j = 1) as one.
    { unfold top, high, M. destruct (Req_EM_T (r j) (r j)); [reflexivity|contradiction]. }
    rewrite <- one. unfold n. rewrite <- (sum_pick k top j inside). apply sum_le. intros a sm.
    destruct (cases a sm) as [nonneg _]. unfold at_index. destruct (Nat.eq_dec j a); lra. }
  assert (0 <= p) as posp by (apply sum_nonneg; intros a sm; now apply cases).
  assert (0 <= y) as posy.
  { apply Rmult_le_pos; [|now apply Rlt_le, Rinv_0_lt_compat]. apply sum_nonneg. intros a sm.
    apply Rmult_le_pos; [now apply cases|now apply above]. }
  assert (\sum_(a < k) (low a * r a) = m * y) as lows by (unfold y; field; lra).
  assert (g * y <= l) as room_.
  { apply Rmult_le_reg_l with m; [assumption|].
    replace (m * (g * y)) with (g * (m * y)) by ring. rewrite <- lows.
    unfold l. rewrite <- !sum_scale. apply sum_le. intros a sm.
    destruct (cases a sm) as (_ & _ & _ & _ & _ & deep & _). lra. }
  assert (sum k r = m * (n * g + p + y)) as total.
  { replace (m * (n * g + p + y)) with (n * M + p * m + m * y) by (rewrite tops; ring).
    rewrite <- lows. unfold n, p. rewrite <- !sum_scale_right, <- !sum_plus. apply sum_ext.
    intros a sm. now apply cases. }
  set (Q := (\sum_(a < k) r a ^ 2) / m ^ 2).
  assert (\sum_(a < k) r a ^ 2 = m ^ 2 * Q) as squares by (unfold Q; field; lra).
  assert (Q <= n * g ^ 2 + p + y / g) as bounded.
  { apply Rmult_le_reg_l with (m ^ 2); [now apply pow_lt|]. rewrite <- squares.
    replace (m ^ 2 * (n * g ^ 2 + p + y / g)) with (n * M ^ 2 + p * m ^ 2 + m * y * (m / g))
      by (rewrite tops; field; lra).
    rewrite <- lows. unfold n, p. rewrite <- !sum_scale_right, <- !sum_plus. apply sum_le.
    intros a sm. now apply cases. }
  set (T := n * g * (l - y) + p * (l - g * y)).
  assert (m * T <= exceeded r) as charged.
  { replace (m * T) with (n * (\sum_(b < k) (low b * (M - g * r b))) +
      p * (\sum_(b < k) (low b * (m - g * r b)))).
    - unfold n, p, exceeded. rewrite <- !sum_scale_right, <- sum_plus. apply sum_le.
      intros a sm. rewrite <- !sum_scale, <- sum_plus. apply sum_le. intros b other.
      destruct (cases a sm) as (_ & _ & _ & _ & _ & _ & each). now apply each.
    - rewrite (sum_ext k (fun b => low b * (M - g * r b)) (fun b => low b * M - g * (low b * r b)))
        by (intros; ring).
      rewrite (sum_ext k (fun b => low b * (m - g * r b)) (fun b => low b * m - g * (low b * r b)))
        by (intros; ring).
      rewrite !sum_minus, !sum_scale_right, !sum_scale, lows. fold l. unfold T. rewrite tops. ring. }
  pose proof (counted_row g n p y l Q big some posp posy room_ bounded) as row_. cbv zeta in row_.
  fold T in row_. rewrite all in row_.
  set (A := K + n * (g - 1)) in *. set (S := n * g + p + y) in *.
  assert (0 < A) as wide by (assert (0 <= n * (g - 1)) by (apply Rmult_le_pos; lra); unfold A; lra).
  set (U := (K - 1) * A ^ 2) in *.
  assert (0 < U) as posU by (apply Rmult_lt_0_compat; [lra|now apply pow_lt]).
  set (C := n * (K - n) * (g - 1) ^ 2) in *.
  assert (C <= h * U) as worth.
  { assert (subset_worth k g n <= H) as less.
    { rewrite counted. destruct (Nat.eq_dec c k) as [->|].
      - destruct (worth_is_small k g d many big best) as [posH _].
        unfold subset_worth, Rdiv. fold K. replace (K - K) with 0 by ring. fold H in posH. lra.
      - apply best_worth; try assumption. split; [|lia].
        destruct (Nat.eq_dec c 0) as [->|]; [|lia]. rewrite counted in some. simpl in some. lra. }
    apply Rmult_le_compat_r with (r := A ^ 2 / K) in less;
      [|apply Rlt_le, Rmult_lt_0_compat; [now apply pow_lt|apply Rinv_0_lt_compat; lra]].
    assert (subset_worth k g n * (A ^ 2 / K) = C) as own.
    { unfold subset_worth, C. fold K. replace (n * g + K - n) with A by (unfold A; ring). field. lra. }
    rewrite own, told in less. replace (h * (K * (K - 1)) * (A ^ 2 / K)) with (h * U) in less
      by (unfold U; field; lra). exact less. }
  pose proof (exceeded_at_most r above) as few. rewrite total in few, positive |- *. rewrite squares.
  set (E := exceeded r) in *.
  assert (0 < S) as posS.
  { apply Rmult_lt_reg_l with m; [assumption|]. rewrite Rmult_0_r. exact positive. }
  apply Rmult_le_reg_l with U; [assumption|].
  apply Rmult_le_compat_l with (r := m ^ 2) in row_; [|now apply Rlt_le, pow_lt].
  assert (0 <= (U - C) * (m * S) * (E - m * T)) as first.
  { apply Rmult_le_pos; [apply Rmult_le_pos|lra].
    - assert (h * U <= 1 * U) by (apply Rmult_le_compat_r; lra). lra.
    - apply Rlt_le, Rmult_lt_0_compat; assumption. }
  assert (0 <= (h * U - C) * (m * S) * ((K - 1) * (m * S) - E)) as second.
  { apply Rmult_le_pos; [apply Rmult_le_pos|lra]; [lra|].
    apply Rlt_le, Rmult_lt_0_compat; assumption. }
  lra.
Qed.

(** ** The bound *)

Definition squares_of (r : nat -> R) : R := \sum_(j < k) (r j ^ 2 / mean k r).

Lemma empty_row : forall r, nonnegative k r -> mean k r = 0 -> forall j, (j < k)%nat -> r j = 0.
Proof.
  intros r above none. apply sum_of_nonnegative_terms; [exact above|].
  change (\sum_(j < k) r j) with (sum k r). rewrite (sum_of_mean k many), none. ring.
Qed.

Lemma mean_nonneg : forall r, nonnegative k r -> 0 <= mean k r.
Proof.
  intros r above. destruct lottery_numbers as [truths _]. unfold mean. fold K.
  apply Rmult_le_pos; [now apply sum_nonneg|]. apply Rlt_le, Rinv_0_lt_compat. lra.
Qed.

Lemma squares_are_gauge : gauge k squares_of.
Proof.
  destruct lottery_numbers as [truths _]. unfold squares_of. split; [|split].
  - intros r s equal. assert (mean k r = mean k s) as ->
      by (unfold mean; now rewrite (sum_ext k r s equal)).
    apply sum_ext. intros. now rewrite equal.
  - intros c r posc above. rewrite <- sum_scale. apply sum_ext. intros j small.
    rewrite (mean_scale k many). destruct (Req_dec c 0) as [->|some]; [unfold Rdiv; ring|].
    destruct (Req_dec (mean k r) 0) as [none|more].
    + rewrite (empty_row r above none j small). unfold Rdiv. ring.
    + field. split; assumption.
  - intros r s one two. rewrite <- sum_plus. apply sum_le. intros j small.
    assert (mean k (fun j => r j + s j) = mean k r + mean k s) as ->.
    { unfold mean. fold K. rewrite sum_plus. change (\sum_(j < k) r j) with (sum k r).
      change (\sum_(j < k) s j) with (sum k s). field. lra. }
    apply two_squares; [now apply mean_nonneg|now apply mean_nonneg|
      intros; now apply empty_row|intros; now apply empty_row].
Qed.

Definition lottery_worth (delta : R) : R :=
  (1 - delta) * subset_worth k g (INR d) + delta * (INR k * (INR k - 1)).

Theorem lottery_trace_bound : forall m delta P, private m k G (fun _ _ => delta) P ->
  \sum_(i < m) (spread k (P i) / mean k (P i)) <= lottery_worth delta.
Proof.
  intros m delta P own. destruct lottery_numbers as (truths & range & told).
  pose proof own as [columns _].
  set (price := fun a b => (1 - h) * (1 - at_index a b)).
  assert (\sum_(i < m) squares_of (P i) <= \sum_(j < k) (1 + h * (K - 1)) +
    \sum_(a < k) \sum_(b < k) (price a b * delta)) as bound.
  { apply (rays_bound m k G (fun _ _ => delta) (fun _ => 1 + h * (K - 1)) price squares_of P).
    - intros a b g' level. injection level as <-. lra.
    - exact squares_are_gauge.
    - intros a b _ _. unfold price, at_index. destruct (Nat.eq_dec a b); lra.
    - intros r [above _] joined.
      assert (charge k G (fun _ => 1 + h * (K - 1)) price r =
        (1 + h * (K - 1)) * sum k r + (1 - h) * exceeded r) as ->.
      { unfold charge, dot. rewrite sum_scale. f_equal. unfold exceeded. rewrite <- sum_scale.
        apply sum_ext. intros a _. rewrite <- sum_scale. apply sum_ext. intros b _.
        unfold price, excess, G, at_index. destruct (Nat.eq_dec a b); ring. }
      assert (0 <= sum k r) as nonneg by now apply sum_nonneg.
      destruct nonneg as [positive|none].
      + pose proof (joined_row r above joined positive) as least.
        assert (squares_of r = K * (\sum_(j < k) r j ^ 2) / sum k r) as ->.
        { unfold squares_of, mean. fold K.
          rewrite (sum_ext k _ (fun j => r j ^ 2 * (K / sum k r))) by (intros; field; lra).
          rewrite sum_scale_right. field. lra. }
        apply Rmult_le_reg_r with (sum k r); [assumption|].
        replace (K * (\sum_(j < k) r j ^ 2) / sum k r * sum k r) with (K * \sum_(j < k) r j ^ 2)
          by (field; lra). lra.
      + assert (forall j, (j < k)%nat -> r j = 0) as zero
          by (apply sum_of_nonnegative_terms; [exact above|now symmetry]).
        assert (squares_of r = 0) as ->.
        { apply sum_zero. intros j small. rewrite zero by assumption. unfold Rdiv. ring. }
        assert (0 <= exceeded r) by
          (apply sum_nonneg; intros; apply sum_nonneg; intros; apply excess_nonneg).
        rewrite <- none. assert (0 <= (1 - h) * exceeded r) by (apply Rmult_le_pos; lra). lra.
    - exact own. }
  rewrite sum_constant in bound. fold K in bound.
  rewrite (sum_ext k (fun a => \sum_(b < k) (price a b * delta))
    (fun _ => (1 - h) * delta * (K - 1))) in bound.
  2:{ intros a small. unfold price.
      rewrite (sum_ext k _ (fun b => (1 - h) * delta - at_index a b * ((1 - h) * delta)))
        by (intros; ring).
      rewrite sum_minus, sum_constant, (sum_pick k (fun _ => (1 - h) * delta)) by assumption.
      fold K. ring. }
  rewrite sum_constant in bound. fold K in bound.
  assert (\sum_(i < m) squares_of (P i) =
    \sum_(i < m) (spread k (P i) / mean k (P i)) + K) as parts.
  { rewrite <- (Rmult_1_r K), <- (sum_of_means k many m P columns), <- sum_scale, <- sum_plus.
    apply sum_ext. intros i small. unfold squares_of.
    assert (nonnegative k (P i)) as above by (intros j inside; now apply (columns j inside)).
    rewrite (spread_expanded k many). fold K. unfold Rdiv. rewrite sum_scale_right.
    destruct (Req_dec (mean k (P i)) 0) as [none|some]; [|field; assumption].
    rewrite (sum_ext k (fun j => P i j ^ 2) (fun _ => 0)).
    - rewrite none, sum_constant. ring.
    - intros j inside. rewrite (empty_row (P i) above none j inside). ring. }
  unfold lottery_worth. fold H K. rewrite told. lra.
Qed.

(** found/shares/lottery *)
Theorem lottery_bound : forall m delta P e, 0 <= delta <= 1 ->
  private m k (fun _ _ => Some g) (fun _ _ => delta) P -> unbiased_shares k m P e ->
  (INR k - 1) ^ 2 / lottery_worth delta <= sum_of_variances k m P e.
Proof.
  intros m delta P e range own fair. pose proof own as [columns _].
  destruct lottery_numbers as (truths & small & told).
  apply (variances_by_trace k m P e (lottery_worth delta)); try assumption.
  - unfold lottery_worth. fold K H. rewrite told.
    assert (0 < K * (K - 1)) as wide by (apply Rmult_lt_0_compat; lra).
    replace ((1 - delta) * (h * (K * (K - 1))) + delta * (K * (K - 1))) with
      (((1 - delta) * h + delta) * (K * (K - 1))) by ring.
    apply Rmult_lt_0_compat; [|assumption].
    destruct (Req_dec delta 1) as [->|less]; [lra|].
    assert (0 < (1 - delta) * h) by (apply Rmult_lt_0_compat; lra). lra.
  - exact (lottery_trace_bound m delta P own).
Qed.

End Lottery.
