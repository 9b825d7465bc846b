(** The least worst variance of unbiased reports on three numbers, and on five. *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Tensors Probability Prices Number Estimators NumberMeans UnbiasedReports.
Import ListNotations.
Open Scope R_scope.

(** Three numbers with unequal gaps, little privacy. *)
Theorem mean_of_three_low : forall g s, 1 < g <= 3 -> -1 < s < 1 ->
  let x := listed [-1; s; 1] in let B := (g + 1) / (g - 1) in
  let a := (s - 1) / 2 in let b := (s + 1) / 2 in
  least_worst 3 g x (B ^ 2 - (3 + s ^ 2) / 4) /\
  attains 4 3 g x (listed [a - B; a + B; b - B; b + B]) (two_questions g ((1 + s) / 2) a b x)
    (B ^ 2 - (3 + s ^ 2) / 4).
Proof.
  intros g s range inside x B a b. split.
  - set (U := (g + 3) * (3 * g + 1) / (8 * (g - 1) ^ 2)).
    set (p := listed [s / 8 - U; s / 4; s / 8 + U]). set (q := listed [/ 4; / 2; / 4]).
    set (y := listed [s ^ 2 / 16 - s * U + 3 * U / 2; s ^ 2 / 8 - U; s ^ 2 / 16 + s * U + 3 * U / 2]).
    assert (0 <= U) as unit by (unfold U; positive).
    destruct (prices_below 3 g q p y x) as [_ bound]; [lia|lra| | |].
    + split; [|unfold q; entries; lra].
      intros j small. destruct j as [|[|[|j]]]; [..|lia]; unfold q; entries; lra.
    + intros t. apply cover_three; [lra|unfold q, p, y; entries..].
      * replace (_ + _ + _) with ((t - s / 2) ^ 2 + 2 * U) by field. positive.
      * replace (_ + _ + _) with ((g + 3) / 4 * (t - (a - B)) ^ 2)
          by (unfold a, B, U; field; lra). positive.
      * replace (_ + _ + _) with ((g + 1) / 2 * (t - s / 2) ^ 2 + (3 - g) * U) by field. positive.
      * replace (_ + _ + _) with ((g + 3) / 4 * (t - (b + B)) ^ 2)
          by (unfold b, B, U; field; lra). positive.
      * replace (_ + _ + _) with ((3 * g + 1) / 4 * (t - (b - B)) ^ 2)
          by (unfold b, B, U; field; lra). positive.
      * replace (_ + _ + _) with ((g + 1) / 2 * (t - s / 2) ^ 2 + (3 * g - 1) * U) by field.
        positive.
      * replace (_ + _ + _) with ((3 * g + 1) / 4 * (t - (a + B)) ^ 2)
          by (unfold a, B, U; field; lra). positive.
    + match type of bound with least_worst _ _ _ ?w =>
        replace (B ^ 2 - (3 + s ^ 2) / 4) with w; [exact bound|] end.
      unfold q, p, y, x, U, B. entries. field. lra.
  - assert (/ (1 + g) > 0) by (apply Rinv_0_lt_compat; lra).
    set (P := weighted [(1 + s) / 2 / (1 + g); (1 + s) / 2 / (1 + g); (1 - (1 + s) / 2) / (1 + g);
      (1 - (1 + s) / 2) / (1 + g)] (likelihoods_of_questions g)).
    destruct (same_reports 4 3 g x (listed [a - B; a + B; b - B; b + B]) P
      (two_questions g ((1 + s) / 2) a b x)) as [given variances].
    + apply questions_of_three; unfold a, b; lra.
    + apply weighted_reports; [lra|..].
      * intros i small. destruct i as [|[|[|[|i]]]]; [..|lia]; entries; positive.
      * intros i j small small'. destruct i as [|[|[|[|i]]]], j as [|[|[|j]]]; try lia;
          unfold likelihoods_of_questions; entries; lra.
      * intros j small. destruct j as [|[|[|j]]]; [..|lia]; unfold likelihoods_of_questions; entries;
          field; lra.
      * intros j small. destruct j as [|[|[|j]]]; [..|lia]; unfold likelihoods_of_questions, x, a, b, B;
          entries; field; lra.
    + split; [exact given|]. intros j small. rewrite variances by assumption. apply Req_le.
      destruct j as [|[|[|j]]]; [..|lia]; unfold P, likelihoods_of_questions, x, a, b, B; entries;
        field; lra.
Qed.

(** Three numbers with unequal gaps, more privacy. *)
Definition five_likelihoods (g : R) : list (list R) :=
  [[g; 1; 1]; [g; g; 1]; [1; g; 1]; [1; g; g]; [1; 1; g]].

Theorem mean_of_three_high : forall g s, 3 <= g -> 0 <= s < 1 -> g * s <= 3 * (1 + s) ->
  let x := listed [-1; s; 1] in
  let v := listed [(s - (g + 2)) / (g - 1); (s - g) / (g - 1); s / (g - 1); (s + g) / (g - 1);
                   (s + (g + 2)) / (g - 1)] in
  let value := ((5 - s ^ 2) * g - 2 * (1 - s ^ 2)) / (g - 1) ^ 2 in
  least_worst 3 g x value /\ exists P, attains 5 3 g x v P value.
Proof.
  intros g s big range most x v value. assert (0 < / (g - 1)) by (apply Rinv_0_lt_compat; lra). split.
  - set (Sh := s * (g - 2)). set (Re := g * (g + 2)).
    set (q := listed [(g - 2) / (2 * (g - 1)); 1 / (g - 1); (g - 2) / (2 * (g - 1))]).
    set (p := listed [(Sh - Re) / 2 / (g - 1) ^ 2; s / (g - 1) ^ 2; (Sh + Re) / 2 / (g - 1) ^ 2]).
    set (y := listed [((g * Re + s * Sh) / 2 - s * Re) / (g - 1) ^ 3; (s ^ 2 - Re) / (g - 1) ^ 3;
      ((g * Re + s * Sh) / 2 + s * Re) / (g - 1) ^ 3]).
    destruct (prices_below 3 g q p y x) as [_ bound]; [lia|lra| | |].
    + split; [|unfold q; entries; field; lra].
      intros j small. destruct j as [|[|[|j]]]; [..|lia]; unfold q; entries; positive.
    + intros t. apply cover_three; [lra|unfold q, p, y, Sh, Re; entries..].
      * replace (_ + _ + _) with ((t - s / (g - 1)) ^ 2 + g * (g + 2) / (g - 1) ^ 2) by (field; lra).
        positive.
      * replace (_ + _ + _) with (g / 2 * (t - (s - (g + 2)) / (g - 1)) ^ 2) by (field; lra).
        positive.
      * replace (_ + _ + _) with (2 * (t - s / (g - 1)) ^ 2) by (field; lra). positive.
      * replace (_ + _ + _) with (g / 2 * (t - (s + (g + 2)) / (g - 1)) ^ 2) by (field; lra).
        positive.
      * replace (_ + _ + _) with ((g + 2) / 2 * (t - (s - g) / (g - 1)) ^ 2) by (field; lra).
        positive.
      * replace (_ + _ + _) with ((g - 1) * (t - s / (g - 1)) ^ 2 +
          (g + 1) * (g * (g + 2) / (g - 1) ^ 2)) by (field; lra). positive.
      * replace (_ + _ + _) with ((g + 2) / 2 * (t - (s + g) / (g - 1)) ^ 2) by (field; lra).
        positive.
    + match type of bound with least_worst _ _ _ ?w =>
        replace value with w; [exact bound|] end.
      unfold q, p, y, x, Sh, Re, value. entries. field. lra.
  - assert (0 <= (1 - s) * (g - 3)) by (apply Rmult_le_pos; lra).
    assert (0 <= s * (g - 3)) by (apply Rmult_le_pos; lra).
    set (outer := 2 * (g + 1) * (g + 2)). set (inner := 2 * g * (g + 1)).
    exists (weighted [(1 + s) * (2 * g - 1 - s * (g - 3)) / outer;
      (1 - s) * (3 * (1 + s) - g * s) / inner; (1 - s) * (1 + s) * (g - 3) / (g * (g + 2));
      (1 + s) * (3 * (1 - s) + g * s) / inner; (1 - s) * (2 * g - 1 + s * (g - 3)) / outer]
      (five_likelihoods g)). split.
    + apply weighted_reports; [lra|..].
      * intros i small. destruct i as [|[|[|[|[|i]]]]]; [..|lia]; unfold outer, inner; entries; positive.
      * intros i j small small'. destruct i as [|[|[|[|[|i]]]]], j as [|[|[|j]]]; try lia;
          unfold five_likelihoods; entries; lra.
      * intros j small. destruct j as [|[|[|j]]]; [..|lia]; unfold five_likelihoods, outer, inner;
          entries; field; lra.
      * intros j small. destruct j as [|[|[|j]]]; [..|lia];
          unfold five_likelihoods, outer, inner, x, v; entries; field; lra.
    + intros j small. apply Req_le. destruct j as [|[|[|j]]]; [..|lia];
          unfold five_likelihoods, outer, inner, x, v, value; entries; field; lra.
Qed.

(** Three numbers at equal gaps, and what the two forms have in common. *)
Theorem mean_of_equal_gaps_low : forall g, 1 < g <= 3 ->
  let x := listed [-1; 0; 1] in let B := (g + 1) / (g - 1) in
  let value := (g ^ 2 + 14 * g + 1) / (4 * (g - 1) ^ 2) in
  least_worst 3 g x value /\
  attains 4 3 g x (listed [- (B + / 2); B - / 2; - (B - / 2); B + / 2])
    (two_questions g (/ 2) (- / 2) (/ 2) x) value.
Proof.
  intros g range x B value.
  destruct (mean_of_three_low g 0 range ltac:(lra)) as [bound [given variances]].
  fold x B in bound, given, variances.
  replace (B ^ 2 - (3 + 0 ^ 2) / 4) with value in * by (unfold value, B; field; lra).
  replace ((1 + 0) / 2) with (/ 2) in * by field. replace ((0 - 1) / 2) with (- / 2) in * by field.
  replace ((0 + 1) / 2) with (/ 2) in * by field.
  replace (- / 2 - B) with (- (B + / 2)) in * by ring. replace (- / 2 + B) with (B - / 2) in * by ring.
  replace (/ 2 - B) with (- (B - / 2)) in * by ring. replace (/ 2 + B) with (B + / 2) in * by ring.
  exact (conj bound (conj given variances)).
Qed.

Lemma quotient_slope : forall f h l l' t, derivable_pt_lim f t l -> derivable_pt_lim h t l' ->
  h t <> 0 -> derivable_pt_lim (fun u => f u / h u) t ((l * h t - l' * f t) / (h t * h t)).
Proof. intros f h l l' t first second some. exact (derivable_pt_lim_div f h t l l' first second some). Qed.

Definition low_value (g : R) : R := (g ^ 2 + 14 * g + 1) / (4 * (g - 1) ^ 2).
Definition high_value (g : R) : R := (5 * g - 2) / (g - 1) ^ 2.

Lemma slopes_meet : low_value 3 = high_value 3 /\
  derivable_pt_lim low_value 3 (-2) /\ derivable_pt_lim high_value 3 (-2).
Proof.
  assert (forall t, derivable_pt_lim (fun u => u) t 1) as one by apply derivable_pt_lim_id.
  assert (forall c t, derivable_pt_lim (fun _ => c) t 0) as constant by apply derivable_pt_lim_const.
  assert (forall t, derivable_pt_lim (fun u => (u - 1) ^ 2) t (1 * (t - 1) + (t - 1) * 1)) as square.
  { intros t. apply (derivable_pt_lim_ext (fun u => (u - 1) * (u - 1))); [intros; ring|].
    pose proof (derivable_pt_lim_minus _ _ t 1 0 (one t) (constant 1 t)) as step.
    rewrite Rminus_0_r in step.
    exact (derivable_pt_lim_mult _ _ t 1 1 step step). }
  repeat split.
  - unfold low_value, high_value. field.
  - pose proof (quotient_slope (fun u => u * u + 14 * u + 1) (fun u => 4 * (u - 1) ^ 2)
      (1 * 3 + 3 * 1 + (0 * 3 + 14 * 1) + 0) (0 * (3 - 1) ^ 2 + 4 * (1 * (3 - 1) + (3 - 1) * 1)) 3) as slope.
    apply (derivable_pt_lim_ext (fun u => (u * u + 14 * u + 1) / (4 * (u - 1) ^ 2)));
      [intros; unfold low_value; f_equal; ring|].
    replace (-2) with (((1 * 3 + 3 * 1 + (0 * 3 + 14 * 1) + 0) * (4 * (3 - 1) ^ 2) -
      (0 * (3 - 1) ^ 2 + 4 * (1 * (3 - 1) + (3 - 1) * 1)) * (3 * 3 + 14 * 3 + 1)) /
      (4 * (3 - 1) ^ 2 * (4 * (3 - 1) ^ 2))) by field.
    apply slope; [| |lra].
    + refine (derivable_pt_lim_plus _ _ 3 _ _ (derivable_pt_lim_plus _ _ 3 _ _ _ _) (constant 1 3)).
      * exact (derivable_pt_lim_mult _ _ 3 1 1 (one 3) (one 3)).
      * exact (derivable_pt_lim_mult _ _ 3 0 1 (constant 14 3) (one 3)).
    + exact (derivable_pt_lim_mult _ _ 3 0 _ (constant 4 3) (square 3)).
  - pose proof (quotient_slope (fun u => 5 * u - 2) (fun u => (u - 1) ^ 2)
      (0 * 3 + 5 * 1 - 0) (1 * (3 - 1) + (3 - 1) * 1) 3) as slope.
    replace (-2) with (((0 * 3 + 5 * 1 - 0) * (3 - 1) ^ 2 -
      (1 * (3 - 1) + (3 - 1) * 1) * (5 * 3 - 2)) / ((3 - 1) ^ 2 * (3 - 1) ^ 2)) by field.
    apply slope; [|exact (square 3)|lra].
    refine (derivable_pt_lim_minus _ _ 3 _ _ _ (constant 2 3)).
    exact (derivable_pt_lim_mult _ _ 3 0 1 (constant 5 3) (one 3)).
Qed.

Theorem mean_of_equal_gaps_high :
  (forall g, 3 <= g ->
    let x := listed [-1; 0; 1] in
    let v := listed [- ((g + 2) / (g - 1)); - (g / (g - 1)); 0; g / (g - 1); (g + 2) / (g - 1)] in
    least_worst 3 g x (high_value g) /\ exists P, attains 5 3 g x v P (high_value g)) /\
  low_value 3 = high_value 3 /\
  exists slope, derivable_pt_lim low_value 3 slope /\ derivable_pt_lim high_value 3 slope.
Proof.
  split.
  - intros g big x v. destruct (mean_of_three_high g 0 big ltac:(lra) ltac:(lra)) as [bound [P given]].
    fold x in bound, given.
    replace (((5 - 0 ^ 2) * g - 2 * (1 - 0 ^ 2)) / (g - 1) ^ 2) with (high_value g) in *
      by (unfold high_value; field; lra).
    split; [exact bound|exists P].
    replace ((0 - (g + 2)) / (g - 1)) with (- ((g + 2) / (g - 1))) in given by (field; lra).
    replace ((0 - g) / (g - 1)) with (- (g / (g - 1))) in given by (field; lra).
    replace (0 / (g - 1)) with 0 in given by (field; lra). rewrite !Rplus_0_l in given. exact given.
  - destruct slopes_meet as (meet & left & right). split; [exact meet|]. now exists (-2).
Qed.

(** Between the three, two more numbers. *)
Lemma fewer_truths : forall k k' g x x' f, (forall j, (j < k')%nat -> (f j < k)%nat /\ x (f j) = x' j) ->
  forall value, least_worst k' g x' value -> least_worst k g x value.
Proof.
  intros k k' g x x' f into value bound m v P worst (columns & ratio & unbiased) all.
  assert (forall j, (j < k')%nat -> (f j < k)%nat) as inside by (intros; now apply into).
  apply (bound m v (fun i j => P i (f j)) worst).
  - split; [|split].
    + intros j small. exact (columns (f j) (inside j small)).
    + intros i here. destruct (ratio i here) as [nonneg pairs]. split; auto.
    + intros j small. rewrite (unbiased (f j)) by auto. now apply into.
  - intros j small. destruct (into j small) as [less same].
    specialize (all (f j) less). unfold variance_at in *. now rewrite same in all.
Qed.

Theorem mean_of_five : forall g, 5 <= g <= 7 ->
  let x := listed [-1; - / 2; 0; / 2; 1] in
  least_worst 5 g x (high_value g) /\ exists m v P, attains m 5 g x v P (high_value g).
Proof.
  intros g range x. assert (0 < / (g - 1)) by (apply Rinv_0_lt_compat; lra). split.
  - apply (fewer_truths 5 3 g x (listed [-1; 0; 1]) (fun j => (2 * j)%nat)).
    + intros j small. split; [lia|]. destruct j as [|[|[|j]]]; [reflexivity..|lia].
    + apply (proj1 mean_of_equal_gaps_high g). lra.
  - set (w := [(2 * g - 1) / (2 * (g + 1) * (g + 2)); 3 / (2 * g * (g + 1)); (g - 3) / (g * (g + 2));
      3 / (2 * g * (g + 1)); (2 * g - 1) / (2 * (g + 1) * (g + 2))]).
    set (v := listed [- ((g + 2) / (g - 1)); - (g / (g - 1)); 0; g / (g - 1); (g + 2) / (g - 1)]).
    set (rows := fun a b c d : R => [[g; d; 1; 1; 1]; [g; c; g; a; 1]; [1; b; g; b; 1];
      [1; a; g; c; g]; [1; 1; 1; d; g]]).
    assert (forall a b c d, 1 <= a <= g -> 1 <= b <= g -> 1 <= c <= g -> 1 <= d <= g ->
      (2 * g - 1) * (d + 1) / (2 * (g + 1) * (g + 2)) + 3 * (a + c) / (2 * g * (g + 1)) +
        (g - 3) * b / (g * (g + 2)) = 1 ->
      (2 * g - 1) * (d - 1) / (2 * (g + 1) * (g - 1)) + 3 * (c - a) / (2 * (g + 1) * (g - 1)) = / 2 ->
      (2 * g - 1) * (g + 2) * (d + 1) / (2 * (g + 1) * (g - 1) ^ 2) +
        3 * g * (a + c) / (2 * (g + 1) * (g - 1) ^ 2) <= high_value g + / 4 ->
      exists m v P, attains m 5 g x v P (high_value g)) as table.
    { intros a b c d ra rb rc rd chance mean square. exists 5%nat, v, (weighted w (rows a b c d)).
      assert (reports 5 5 g x v (weighted w (rows a b c d))) as given.
      { apply weighted_reports; [lra|..].
        - intros i small. destruct i as [|[|[|[|[|i]]]]]; [..|lia]; unfold w; entries; positive.
        - intros i j small small'. destruct i as [|[|[|[|[|i]]]]], j as [|[|[|[|[|j]]]]]; try lia;
            unfold rows; entries; lra.
        - intros j small. destruct j as [|[|[|[|[|j]]]]]; [..|lia]; unfold w, rows; entries;
            first [field; lra|match type of chance with ?u = _ =>
              transitivity u; [field; lra|exact chance] end].
        - intros j small. destruct j as [|[|[|[|[|j]]]]]; [..|lia]; unfold w, rows, x, v; entries;
            first [field; lra|match type of mean with ?u = _ =>
              first [transitivity u; [field; lra|exact mean]
                    |transitivity (- u); [field; lra|now rewrite mean]] end]. }
      split; [exact given|]. intros j small.
      rewrite (variance_from_moment 5 5 g x v (weighted w (rows a b c d)) j given small).
      destruct j as [|[|[|[|[|j]]]]]; [..|lia]; unfold w, rows, x, v; entries.
      all: try (apply Req_le; unfold high_value; field; lra).
      all: match type of square with ?u <= _ => apply Rle_trans with (u - / 4); [|lra] end;
        apply Req_le; field; lra. }
    assert (forall u l h, 0 < l -> h * l - u >= 0 -> u - l >= 0 -> 1 <= u / l <= h) as between.
    { intros u l h some less more. split; apply Rmult_le_reg_r with l; try lra;
        unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
    assert (0 < / (2 * g - 1)) by (apply Rinv_0_lt_compat; lra).
    destruct (Rle_or_lt g 6).
    + apply (table (g * (7 - g) / 6) g g ((g ^ 2 + 5 * g - 4) / (2 * (2 * g - 1)))); [..|lra|lra| | | |].
      * apply between; nra.
      * apply between; nra.
      * field. lra.
      * field. lra.
      * apply Rminus_le. unfold high_value. 
        replace (_ - _) with (- ((g - 5) / (4 * (g - 1)))) by (field; lra).
        assert (0 <= (g - 5) / (4 * (g - 1))) by positive. lra.
    + apply (table 1 ((g - 2) * (g + 3) / (2 * (g - 3))) g ((g ^ 2 - g + 1) / (2 * g - 1)));
        [lra|..|lra| | | |].
      * apply between; nra.
      * apply between; nra.
      * field. lra.
      * field. lra.
      * apply Rminus_le. unfold high_value.
        replace (_ - _) with (- ((7 - g) / (4 * (g - 1)))) by (field; lra).
        assert (0 <= (7 - g) / (4 * (g - 1))) by positive. lra.
Qed.
