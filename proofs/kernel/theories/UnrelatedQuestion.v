(** The unrelated question with a uniform answer: A(x, u, z) takes the bit of z where u is one.

    With independent bits U that are one with probability p and uniform Z, a report r of x has the
    probability p^d (2-p)^(n-d) / 2^n, d = |x xor r|: every bit is randomized on its own by
    C_((2-p)/2). *)

From Coq Require Import Reals Lra Lia List Arith PeanoNat Bool.
From Rropt Require Import Sums Tensors Draws Strings BitStrings Randomizers.
Import ListNotations.
Open Scope R_scope.

Fixpoint answer (x u z : list bool) : list bool :=
  match x, u, z with
  | a :: x, b :: u, c :: z => (if b then c else a) :: answer x u z
  | _, _, _ => []
  end.

(** Bit by bit: x /\ y. *)
Fixpoint both (x y : list bool) : list bool :=
  match x, y with
  | a :: x, b :: y => andb a b :: both x y
  | _, _ => []
  end.

(** One where u >= d, that is u /\ d = d; one where x and y agree on u. *)
Definition at_least (d u : list bool) : R := same d (both u d).
Definition agree (u x y : list bool) : R := same (both x u) (both y u).

Definition over_strings (n : nat) (f : list bool -> R) : R := list_sum (map f (strings n)).

Lemma over_strings_succ : forall n f, over_strings (S n) f =
  over_strings n (fun u => f (false :: u)) + over_strings n (fun u => f (true :: u)).
Proof.
  intros n f. unfold over_strings. cbn [strings]. now rewrite map_app, list_sum_app, !map_map.
Qed.

Lemma over_strings_scale : forall n c f,
  over_strings n (fun u => c * f u) = c * over_strings n f.
Proof.
  intros n c f. unfold over_strings. induction (strings n) as [|u l IH]; simpl; [ring|].
  rewrite IH. ring.
Qed.

Lemma over_strings_ext : forall n f g, (forall u, length u = n -> f u = g u) ->
  over_strings n f = over_strings n g.
Proof.
  induction n as [|n IH]; intros f g equal.
  - unfold over_strings. simpl. now rewrite equal.
  - rewrite !over_strings_succ. f_equal; apply IH; intros; apply equal; simpl; auto.
Qed.

Lemma trials_by_string : forall n p f, trials n p f =
  over_strings n (fun u => p ^ weight u * (1 - p) ^ (n - weight u) * f u).
Proof.
  induction n as [|n IH]; intros p f.
  - unfold over_strings. simpl. ring.
  - cbn [trials]. rewrite over_strings_succ, !IH, <- !over_strings_scale, Rplus_comm. f_equal.
    + apply over_strings_ext. intros u len. rewrite weight_cons. cbn [Nat.b2n].
      pose proof (weight_le u). rewrite Nat.add_0_l, Nat.sub_succ_l by lia. simpl. ring.
    + apply over_strings_ext. intros u len. rewrite weight_cons. cbn [Nat.b2n].
      change (S n - (1 + weight u))%nat with (n - weight u)%nat. simpl. ring.
Qed.

Theorem chance_of_a_string : forall n p u, length u = n ->
  trials n p (same u) = p ^ weight u * (1 - p) ^ (n - weight u).
Proof.
  intros n p u <-. induction u as [|b u IH].
  - unfold same. simpl. ring.
  - cbn [length trials].
    assert (each : forall c, trials (length u) p (fun y => same (b :: u) (c :: y)) =
      (if Bool.eqb b c then 1 else 0) * trials (length u) p (same u)).
    { intros c. rewrite <- trials_scale. apply trials_ext. intros. apply same_cons. }
    rewrite !each, IH, weight_cons. pose proof (weight_le u).
    destruct b; cbn [Bool.eqb Nat.b2n].
    + change (S (length u) - (1 + weight u))%nat with (length u - weight u)%nat. simpl. ring.
    + rewrite Nat.add_0_l, Nat.sub_succ_l by assumption. simpl. ring.
Qed.

Theorem chance_of_agreement : forall n r u, length r = n -> length u = n ->
  trials n (1 / 2) (fun z => agree u r z) = (1 / 2) ^ weight u.
Proof.
  intros n r u <-. revert u. induction r as [|a r IH]; intros [|b u] len; try discriminate.
  - unfold agree, same. reflexivity.
  - injection len as len. cbn [length trials].
    assert (each : forall c, trials (length r) (1 / 2) (fun z => agree (b :: u) (a :: r) (c :: z)) =
      (if Bool.eqb (a && b) (c && b) then 1 else 0) *
      trials (length r) (1 / 2) (fun z => agree u r z)).
    { intros c. rewrite <- trials_scale. apply trials_ext. intros z _. unfold agree.
      cbn [both]. apply same_cons. }
    rewrite !each, IH, weight_cons by assumption. destruct a, b; simpl; field.
Qed.

Lemma answer_parts : forall x u z r, length u = length x -> length z = length x ->
  length r = length x ->
  same r (answer x u z) = at_least (xor r x) u * agree u r z.
Proof.
  unfold at_least, agree.
  induction x as [|a x IH]; intros [|b u] [|c z] [|d r] len len' len''; try discriminate.
  - unfold same. simpl. ring.
  - injection len as len. injection len' as len'. injection len'' as len''.
    cbn [answer xor both]. rewrite !same_cons, (IH u z r) by assumption.
    destruct a, b, c, d; simpl; ring.
Qed.

Theorem sum_over_strings_above : forall n p r x, length r = n -> length x = n ->
  trials n p (fun u => trials n (1 / 2) (fun z => same r (answer x u z))) =
  over_strings n (fun u => at_least (xor r x) u *
    (trials n p (same u) * trials n (1 / 2) (fun z => agree u r z))).
Proof.
  intros n p r x len len'. rewrite trials_by_string. apply over_strings_ext. intros u size.
  rewrite chance_of_a_string by assumption.
  rewrite (trials_ext n (1 / 2) _ (fun z => at_least (xor r x) u * agree u r z))
    by (intros; apply answer_parts; congruence).
  rewrite (trials_scale n (1 / 2) _ (fun z => agree u r z)). ring.
Qed.

(** ** Every bit on its own *)

Lemma unrelated_randomizes : forall p x f,
  trials (length x) p (fun u => trials (length x) (1 / 2) (fun z => f (answer x u z))) =
  randomized (repeat (bisymmetric ((2 - p) / 2) (1 - (2 - p) / 2)) (length x)) x f.
Proof.
  intros p. induction x as [|b x IH]; intros f; [reflexivity|].
  cbn [length repeat trials randomized answer]. rewrite two_terms. cbn [Nat.eqb].
  rewrite !trials_plus, !trials_scale.
  rewrite (IH (fun y => f (true :: y))), (IH (fun y => f (false :: y))), (IH (fun y => f (b :: y))).
  set (others := repeat _ _). unfold bisymmetric. destruct b; cbn [Nat.b2n Nat.eqb]; field.
Qed.

(** The law of A(x, U, Z), whatever is asked of it, is that of n randomizers C_((2-p)/2). *)
Theorem unrelated_question_bit_by_bit : forall n p x f, length x = n ->
  trials n p (fun u => trials n (1 / 2) (fun z => f (answer x u z))) =
  randomized (repeat (bisymmetric ((2 - p) / 2) (1 - (2 - p) / 2)) n) x f.
Proof. intros n p x f <-. apply unrelated_randomizes. Qed.

Theorem unrelated_question_entry : forall n p r x, length r = n -> length x = n ->
  let d := weight (xor x r) in
  bits ((2 - p) / 2) (1 - (2 - p) / 2) n (number r) (number x) =
  p ^ d * (2 - p) ^ (n - d) / 2 ^ n.
Proof.
  intros n p r x len len' d. rewrite <- equal_randomizers, chance_power by assumption.
  rewrite xor_comm. fold d. pose proof (weight_le (xor x r)) as le. fold d in le.
  rewrite xor_length in le by congruence.
  replace (1 - (2 - p) / 2) with (p / 2) by field. unfold Rdiv.
  rewrite !Rpow_mult_distr, !pow_inv.
  replace (2 ^ n) with (2 ^ (n - d) * 2 ^ d) by (rewrite <- pow_add; f_equal; lia).
  field. split; apply pow_nonzero; lra.
Qed.

(** ** The sum over weights *)

Definition sum_over_weights (n d : nat) (p : R) : R :=
  \sum_(i < n - d + 1) (Binomial.C (n - d) i * (p / 2) ^ (i + d) * (1 - p) ^ (n - (i + d))).

Lemma weights_add_up : forall n d p, (d <= n)%nat ->
  sum_over_weights n d p = p ^ d * (2 - p) ^ (n - d) / 2 ^ n.
Proof.
  intros n d p le. unfold sum_over_weights.
  rewrite (sum_ext _ _ (fun i => (p / 2) ^ d *
    (Binomial.C (n - d) i * (p / 2) ^ i * (1 - p) ^ (n - d - i)))).
  - rewrite sum_scale, <- binomial_theorem. replace (p / 2 + (1 - p)) with ((2 - p) / 2) by field.
    unfold Rdiv. rewrite !Rpow_mult_distr, !pow_inv.
    replace (2 ^ n) with (2 ^ (n - d) * 2 ^ d) by (rewrite <- pow_add; f_equal; lia).
    field. split; apply pow_nonzero; lra.
  - intros i _. rewrite pow_add. replace (n - (i + d))%nat with (n - d - i)%nat by lia. ring.
Qed.

Theorem unrelated_question_by_weights : forall n p r x, length r = n -> length x = n ->
  trials n p (fun u => trials n (1 / 2) (fun z => same r (answer x u z))) =
  sum_over_weights n (weight (xor r x)) p.
Proof.
  intros n p r x len len'. pose proof (weight_le (xor r x)) as le.
  rewrite xor_length in le by congruence.
  rewrite weights_add_up by lia.
  rewrite (unrelated_question_bit_by_bit n p x (same r)) by assumption.
  change (randomized ?Ms x (same r)) with (chance Ms r x).
  rewrite equal_randomizers, unrelated_question_entry by assumption. now rewrite xor_comm.
Qed.

Theorem weights_give_the_entry : forall n p r x, length r = n -> length x = n ->
  sum_over_weights n (weight (xor r x)) p =
  bits ((2 - p) / 2) (1 - (2 - p) / 2) n (number r) (number x).
Proof.
  intros n p r x len len'. pose proof (weight_le (xor r x)) as le.
  rewrite xor_length in le by congruence.
  rewrite weights_add_up, unrelated_question_entry by (assumption || lia). now rewrite xor_comm.
Qed.

(** ** Strings above a string *)

Fixpoint above (d u : list bool) : bool :=
  match d, u with
  | a :: d, b :: u => implb a b && above d u
  | _, _ => true
  end.

Lemma above_is_at_least : forall d u, length u = length d ->
  above d u = true <-> both u d = d.
Proof.
  induction d as [|a d IH]; intros [|b u] len; try discriminate; [easy|].
  injection len as len. specialize (IH u len). cbn [above both]. split.
  - intros all. apply andb_prop in all as [bit rest]. rewrite (proj1 IH rest). now destruct a, b.
  - intros equal. injection equal as bit rest. rewrite (proj2 IH rest). now destruct a, b.
Qed.

Lemma number_of_none : forall p n, (forall u, p u = false) -> number_of p n = O.
Proof. intros p n none. rewrite (number_ext p (fun _ => false) n none). apply number_none. Qed.

Lemma counted : forall d w,
  INR (number_of (fun u => above d u && Nat.eqb (weight u) w) (length d)) =
  if Nat.leb (weight d) w && Nat.leb w (length d)
  then Binomial.C (length d - weight d) (w - weight d) else 0.
Proof.
  induction d as [|a d IH]; intros w.
  - destruct w as [|w]; unfold number_of; simpl; [|reflexivity].
    now rewrite (proj1 (binomial_edge 0)).
  - cbn [length]. rewrite number_step, plus_INR, weight_cons. pose proof (weight_le d) as le.
    assert (ones : forall c, number_of (fun u => above (c :: d) (true :: u) &&
      Nat.eqb (weight (true :: u)) w) (length d) =
      match w with
      | O => O
      | S v => number_of (fun u => above d u && Nat.eqb (weight u) v) (length d)
      end).
    { intros c. destruct w as [|v].
      - apply number_of_none. intros u. cbn [above]. rewrite weight_cons. simpl.
        now rewrite andb_false_r.
      - apply number_ext. intros u. cbn [above]. rewrite weight_cons. simpl. now destruct c. }
    rewrite ones. destruct a; cbn [Nat.b2n].
    + rewrite number_of_none by reflexivity. rewrite Rplus_0_l.
      destruct w as [|v]; [reflexivity|]. rewrite IH. reflexivity.
    + rewrite (number_ext _ (fun u => above d u && Nat.eqb (weight u) w)) by reflexivity.
      rewrite IH, Nat.add_0_l, Nat.sub_succ_l by assumption.
      set (n := length d) in *. set (k := weight d) in *. destruct w as [|v].
      * destruct (Nat.leb_spec k 0); [|simpl; ring]. simpl.
        destruct (binomial_edge (n - k)) as [-> _], (binomial_edge (S (n - k))) as [-> _]. ring.
      * rewrite IH. destruct (Nat.leb_spec k (S v)), (Nat.leb_spec k v), (Nat.leb_spec (S v) n),
          (Nat.leb_spec v n), (Nat.leb_spec (S v) (S n)); try lia; cbn [andb]; try ring.
        -- replace (S v - k)%nat with (S (v - k)) by lia. rewrite <- (pascal (n - k) (v - k)) by lia.
           ring.
        -- replace (v - k)%nat with (n - k)%nat by lia. replace (S v - k)%nat with (S (n - k)) by lia.
           destruct (binomial_edge (n - k)) as [_ ->], (binomial_edge (S (n - k))) as [_ ->]. ring.
        -- replace (S v - k)%nat with O by lia.
           destruct (binomial_edge (n - k)) as [-> _], (binomial_edge (S (n - k))) as [-> _]. ring.
Qed.

(** How many of the strings u of n bits have u >= d, and how many of these i + |d| ones. *)
Theorem strings_above : forall d,
  number_of (above d) (length d) = (2 ^ (length d - weight d))%nat /\
  forall i, (i <= length d - weight d)%nat ->
    INR (number_of (fun u => above d u && Nat.eqb (weight u) (i + weight d)) (length d)) =
    Binomial.C (length d - weight d) i.
Proof.
  intros d. split.
  - induction d as [|a d IH]; [reflexivity|]. cbn [length]. rewrite number_step, weight_cons.
    pose proof (weight_le d).
    rewrite (number_ext (fun u => above (a :: d) (true :: u)) (above d)) by now destruct a.
    rewrite IH. destruct a; cbn [Nat.b2n].
    + rewrite number_of_none by reflexivity.
      now change (S (length d) - (1 + weight d))%nat with (length d - weight d)%nat.
    + rewrite (number_ext (fun u => above (false :: d) (false :: u)) (above d)) by reflexivity.
      rewrite IH, Nat.add_0_l, Nat.sub_succ_l by assumption. simpl. lia.
  - intros i small. rewrite counted. pose proof (weight_le d).
    destruct (Nat.leb_spec (weight d) (i + weight d)), (Nat.leb_spec (i + weight d) (length d));
      try lia. simpl. f_equal. lia.
Qed.
