(** A polynomial certificate: an identity over the integers, expanded by the kernel, implies an
    inequality over the reals under its hypotheses. Proved once, computed for each certificate. *)

From Coq Require Import Reals ZArith NArith List Lra Lia EnvRing Ring_theory RealField.
Import ListNotations.
Open Scope R_scope.

(** ** What is claimed *)

(** A term is an integer and the powers of the variables; a polynomial is a sum of terms over a
    positive denominator. The variables are numbered from 1. *)
Inductive term := T (coefficient : Z) (powers : list nat).
Record polynomial := Polynomial { terms : list term; over : positive }.

Fixpoint monomial (x : positive -> R) (i : positive) (powers : list nat) : R :=
  match powers with
  | [] => 1
  | e :: rest => x i ^ e * monomial x (Pos.succ i) rest
  end.

Definition sum_of_terms (x : positive -> R) (p : list term) : R :=
  fold_right (fun '(T c powers) s => IZR c * monomial x 1 powers + s) 0 p.

Definition value (x : positive -> R) (p : polynomial) : R :=
  sum_of_terms x (terms p) / IZR (Zpos (over p)).

(** [(p, true)] says p > 0, [(p, false)] says p >= 0. *)
Definition holds (x : positive -> R) (c : polynomial * bool) : Prop :=
  if snd c then value x (fst c) > 0 else value x (fst c) >= 0.

Record statement := Statement {
  constraints : list (polynomial * bool);
  equalities : list polynomial;
  claim : polynomial * bool }.

(** The meaning of a certificate: the claim holds wherever the constraints and equalities do. *)
Definition true_statement (s : statement) : Prop :=
  forall x : positive -> R,
    Forall (holds x) (constraints s) ->
    Forall (fun p => value x p = 0) (equalities s) ->
    holds x (claim s).

(** ** The identity

    scale * claim * constraints^multiplier
      = sum coefficient * constraints^factors * square^2 + sum p_i * equality_i,
    in the numerators of the polynomials, with positive coefficients. *)
Record summand := Summand { coefficient : positive; factors : list nat; square : list term }.
Record identity := Identity {
  scale : positive;
  multiplier : list nat;
  cone : list summand;
  ideal : list (nat * list term) }.

Definition one_term : list term := [T 1 []].

Fixpoint monomial_expr (i : positive) (powers : list nat) : PExpr Z :=
  match powers with
  | [] => PEc 1%Z
  | O :: rest => monomial_expr (Pos.succ i) rest
  | e :: rest => PEmul (PEpow (PEX i) (N.of_nat e)) (monomial_expr (Pos.succ i) rest)
  end.

Definition sum_expr (p : list term) : PExpr Z :=
  fold_right (fun '(T c powers) s => PEadd (PEmul (PEc c) (monomial_expr 1 powers)) s) (PEc 0%Z) p.

Fixpoint product_expr (cs : list (polynomial * bool)) (powers : list nat) : PExpr Z :=
  match cs, powers with
  | c :: cs, O :: rest => product_expr cs rest
  | c :: cs, e :: rest =>
      PEmul (PEpow (sum_expr (terms (fst c))) (N.of_nat e)) (product_expr cs rest)
  | _, _ => PEc 1%Z
  end.

Definition summand_expr (s : statement) (t : summand) : PExpr Z :=
  PEmul (PEc (Zpos (coefficient t)))
    (PEmul (product_expr (constraints s) (factors t)) (PEpow (sum_expr (square t)) 2)).

Definition equality_expr (s : statement) (t : nat * list term) : PExpr Z :=
  PEmul (sum_expr (snd t))
    (sum_expr (nth (fst t) (map terms (equalities s)) [])).

Definition left_expr (s : statement) (c : identity) : PExpr Z :=
  PEmul (PEc (Zpos (scale c)))
    (PEmul (sum_expr (terms (fst (claim s)))) (product_expr (constraints s) (multiplier c))).

Definition right_expr (s : statement) (c : identity) : PExpr Z :=
  PEadd
    (fold_right (fun t e => PEadd (summand_expr s t) e) (PEc 0%Z) (cone c))
    (fold_right (fun t e => PEadd (equality_expr s t) e) (PEc 0%Z) (ideal c)).

Fixpoint all_strict (cs : list (polynomial * bool)) (powers : list nat) : bool :=
  match cs, powers with
  | c :: cs, O :: rest => all_strict cs rest
  | c :: cs, _ :: rest => snd c && all_strict cs rest
  | _, _ => true
  end.

Definition is_one (p : list term) : bool :=
  match p with
  | [T 1 []] => true
  | _ => false
  end.

Definition positive_summand (s : statement) (t : summand) : bool :=
  is_one (square t) && all_strict (constraints s) (factors t).

Definition expand (e : PExpr Z) : Pol Z :=
  norm_aux 0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool e.

Definition accepted (s : statement) (c : identity) : bool :=
  all_strict (constraints s) (multiplier c)
  && (if snd (claim s) then existsb (positive_summand s) (cone c) else true)
  && Peq Zeq_bool (expand (left_expr s c)) (expand (right_expr s c)).

(** ** Why it may be believed *)

Lemma integers_in_reals :
  ring_morph 0 1 Rplus Rmult Rminus Ropp eq 0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool IZR.
Proof.
  constructor; intros; try reflexivity.
  - apply plus_IZR.
  - apply minus_IZR.
  - apply mult_IZR.
  - apply opp_IZR.
  - f_equal. now apply Zeq_bool_eq.
Qed.

Definition eval (x : positive -> R) : PExpr Z -> R :=
  PEeval Rplus Rmult Rminus Ropp IZR N.to_nat pow x.

Lemma eval_mul : forall x a b, eval x (PEmul a b) = eval x a * eval x b.
Proof. reflexivity. Qed.

Lemma eval_add : forall x a b, eval x (PEadd a b) = eval x a + eval x b.
Proof. reflexivity. Qed.

Lemma eval_const : forall x c, eval x (PEc c) = IZR c.
Proof. reflexivity. Qed.

Lemma expanded_alike : forall a b x,
  Peq Zeq_bool (expand a) (expand b) = true -> eval x a = eval x b.
Proof.
  intros a b x same.
  assert (spec := norm_aux_spec (Eqsth R) (Eq_ext Rplus Rmult Ropp)
    (Rth_ARth (Eqsth R) (Eq_ext Rplus Rmult Ropp) RTheory) integers_in_reals R_power_theory x).
  unfold eval. rewrite (spec a), (spec b).
  exact (Peq_ok (Eqsth R) (Eq_ext Rplus Rmult Ropp) integers_in_reals _ _ same x).
Qed.

Lemma eval_monomial : forall x powers i, eval x (monomial_expr i powers) = monomial x i powers.
Proof.
  intros x powers; induction powers as [|e rest IH]; intro i; [reflexivity|].
  destruct e as [|e].
  - change (monomial_expr i (O :: rest)) with (monomial_expr (Pos.succ i) rest).
    rewrite IH. simpl. lra.
  - change (monomial_expr i (S e :: rest)) with
      (PEmul (PEpow (PEX i) (N.of_nat (S e))) (monomial_expr (Pos.succ i) rest)).
    unfold eval in *. cbn [PEeval]. rewrite IH, Nat2N.id. reflexivity.
Qed.

Lemma eval_sum : forall x p, eval x (sum_expr p) = sum_of_terms x p.
Proof.
  intros x p; induction p as [|[c powers] p IH]; [reflexivity|].
  change (eval x (sum_expr (T c powers :: p))) with
    (IZR c * eval x (monomial_expr 1 powers) + eval x (sum_expr p)).
  now rewrite eval_monomial, IH.
Qed.

Lemma value_sign : forall x p, exists k, 0 < k /\ sum_of_terms x (terms p) = k * value x p.
Proof.
  intros x p; exists (IZR (Zpos (over p))).
  assert (0 < IZR (Zpos (over p))) by now apply IZR_lt.
  split; [assumption|]. unfold value. field. lra.
Qed.

Lemma constraint_sign : forall x c, holds x c ->
  0 <= sum_of_terms x (terms (fst c)) /\ (snd c = true -> 0 < sum_of_terms x (terms (fst c))).
Proof.
  intros x [p strict] given; destruct (value_sign x p) as (k & above & same).
  unfold holds in given; simpl in *; rewrite same.
  destruct strict.
  - assert (0 < k * value x p) by (apply Rmult_lt_0_compat; lra). split; [lra|auto].
  - split; [apply Rmult_le_pos; lra|discriminate].
Qed.

Lemma eval_power : forall x e n, eval x (PEpow e (N.of_nat n)) = eval x e ^ n.
Proof. intros; unfold eval; cbn [PEeval]; now rewrite Nat2N.id. Qed.

Lemma product_sign : forall x cs, Forall (holds x) cs -> forall powers,
  0 <= eval x (product_expr cs powers) /\
  (all_strict cs powers = true -> 0 < eval x (product_expr cs powers)).
Proof.
  intros x cs given; induction given as [|c cs here _ IH]; intros [|e rest];
    try (unfold eval; simpl; split; intros; lra).
  destruct (IH rest) as [low high]; destruct (constraint_sign x c here) as [nonneg pos].
  destruct e as [|e]; [now split|].
  change (product_expr (c :: cs) (S e :: rest)) with
    (PEmul (PEpow (sum_expr (terms (fst c))) (N.of_nat (S e))) (product_expr cs rest)).
  rewrite eval_mul.
  rewrite eval_power, eval_sum. split.
  - apply Rmult_le_pos; [now apply pow_le|assumption].
  - simpl all_strict. intros both. apply andb_prop in both as [strict others].
    apply Rmult_lt_0_compat; [now apply pow_lt; apply pos|now apply high].
Qed.

Lemma summand_sign : forall x s t, Forall (holds x) (constraints s) ->
  0 <= eval x (summand_expr s t) /\
  (positive_summand s t = true -> 0 < eval x (summand_expr s t)).
Proof.
  intros x s t given; destruct (product_sign x _ given (factors t)) as [low high].
  assert (0 < IZR (Zpos (coefficient t))) by now apply IZR_lt.
  unfold summand_expr. rewrite !eval_mul, eval_const.
  change 2%N with (N.of_nat 2). rewrite eval_power, eval_sum.
  assert (0 <= sum_of_terms x (square t) ^ 2) by apply pow2_ge_0. split.
  - apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; assumption.
  - unfold positive_summand. intros both. apply andb_prop in both as [one strict].
    assert (square t = one_term) as ->.
    { destruct (square t) as [|[z l] [|]]; try discriminate.
      - destruct z as [|[]|], l; try discriminate; reflexivity.
      - destruct z as [|[]|], l; try discriminate. }
    apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; [now apply high|]. simpl. lra.
Qed.

Lemma cone_sign : forall x s cs, Forall (holds x) (constraints s) ->
  let total := fold_right (fun t e => PEadd (summand_expr s t) e) (PEc 0%Z) cs in
  0 <= eval x total /\ (existsb (positive_summand s) cs = true -> 0 < eval x total).
Proof.
  intros x s cs given; induction cs as [|t cs [low high]]; cbn [fold_right existsb].
  - unfold eval; simpl; split; [lra|discriminate].
  - rewrite eval_add.
    destruct (summand_sign x s t given) as [here strict].
    split; [lra|]. intros some. apply Bool.orb_prop in some as [first|later].
    + specialize (strict first). lra.
    + specialize (high later). lra.
Qed.

Lemma ideal_vanishes : forall x s cs, Forall (fun p => value x p = 0) (equalities s) ->
  eval x (fold_right (fun t e => PEadd (equality_expr s t) e) (PEc 0%Z) cs) = 0.
Proof.
  intros x s cs zero; induction cs as [|[i p] cs IH]; [reflexivity|].
  cbn [fold_right]. rewrite eval_add, IH.
  unfold equality_expr. rewrite eval_mul. simpl.
  rewrite !eval_sum.
  enough (sum_of_terms x (nth i (map terms (equalities s)) []) = 0) as -> by lra.
  clear -zero. revert i. induction zero as [|q qs here _ IH]; intros [|i]; try reflexivity.
  - simpl. destruct (value_sign x q) as (k & _ & ->). rewrite here. lra.
  - apply IH.
Qed.

(** What [accepted] accepts is true. *)
Theorem accepted_is_true : forall s c, accepted s c = true -> true_statement s.
Proof.
  intros s c yes x given zero. unfold accepted in yes.
  apply andb_prop in yes as [yes same]. apply andb_prop in yes as [strict some].
  apply (expanded_alike _ _ x) in same. unfold left_expr, right_expr in same.
  rewrite eval_add, !eval_mul, eval_const in same.
  rewrite (ideal_vanishes x s _ zero), eval_sum in same.
  destruct (product_sign x _ given (multiplier c)) as [_ above]. specialize (above strict).
  destruct (cone_sign x s (cone c) given) as [low high].
  assert (0 < IZR (Zpos (scale c))) as size by now apply IZR_lt.
  destruct (value_sign x (fst (claim s))) as (k & positive & means). rewrite means in same.
  set (m := eval x (product_expr (constraints s) (multiplier c))) in *.
  assert (0 < IZR (Zpos (scale c)) * k * m) as factor by (repeat apply Rmult_lt_0_compat; lra).
  unfold holds. destruct (claim s) as [p [|]]; simpl in *.
  - specialize (high some). apply Rnot_le_gt. intros not.
    assert (0 <= (IZR (Zpos (scale c)) * k * m) * - value x p) by (apply Rmult_le_pos; lra). lra.
  - apply Rnot_lt_ge. intros not.
    assert (0 < (IZR (Zpos (scale c)) * k * m) * - value x p) by (apply Rmult_lt_0_compat; lra).
    lra.
Qed.

(** ** Polynomials without a negative coefficient *)

Fixpoint no_minus (p : Pol Z) : bool :=
  match p with
  | Pc c => (0 <=? c)%Z
  | Pinj _ q => no_minus q
  | PX q _ r => no_minus q && no_minus r
  end.

Theorem no_minus_sign : forall e x, (forall i, 0 <= x i) -> no_minus (expand e) = true -> 0 <= eval x e.
Proof.
  intros e x above. assert (spec := norm_aux_spec (Eqsth R) (Eq_ext Rplus Rmult Ropp)
    (Rth_ARth (Eqsth R) (Eq_ext Rplus Rmult Ropp) RTheory) integers_in_reals R_power_theory x).
  unfold eval. rewrite (spec e). fold (expand e). clear spec.
  generalize (expand e). intros p. revert x above. induction p as [c|j q IH|q IHq i r IHr];
    intros x above sign; cbn [no_minus Pphi] in *.
  - apply IZR_le. now apply Z.leb_le.
  - apply IH; [|assumption]. intros n. apply above.
  - apply andb_prop in sign. destruct sign as [first second]. apply Rplus_le_le_0_compat.
    + apply Rmult_le_pos; [now apply IHq|]. 
      assert (forall n, 0 <= pow_pos Rmult (Env.hd x) n) as powers.
      { intros n. induction n as [n IH|n IH|]; cbn [pow_pos]; [repeat apply Rmult_le_pos; auto; apply above|now apply Rmult_le_pos|apply above]. }
      apply powers.
    + apply IHr; [|assumption]. intros n. apply above.
Qed.
