(** Statements about rational expressions, and their proofs as sequents whose only arithmetic is a
    polynomial identity. Proved once, computed for each goal of a claim. *)

From Coq Require Import Reals ZArith NArith QArith Qreals List Bool Lra Lia EnvRing Ring_theory.
From Coq Require Import RealField.
From Rropt Require Import Polynomial.
Import ListNotations.
Open Scope R_scope.

(** ** What is claimed *)

Inductive expression :=
| Var (i : positive)
| Num (p : Z) (q : positive)
| Add (a b : expression)
| Mul (a b : expression)
| Pow (a : expression) (n : nat)
| Inv (a : expression).

Fixpoint amount (x : positive -> R) (e : expression) : R :=
  match e with
  | Var i => x i
  | Num p q => IZR p / IZR (Zpos q)
  | Add a b => amount x a + amount x b
  | Mul a b => amount x a * amount x b
  | Pow a n => amount x a ^ n
  | Inv a => / amount x a
  end.

(** Nothing is divided by zero. *)
Fixpoint defined (x : positive -> R) (e : expression) : Prop :=
  match e with
  | Var _ | Num _ _ => True
  | Add a b | Mul a b => defined x a /\ defined x b
  | Pow a _ => defined x a
  | Inv a => defined x a /\ amount x a <> 0
  end.

Inductive formula :=
| Le (a b : expression)
| Lt (a b : expression)
| Eq (a b : expression)
| Ne (a b : expression)
| And (f g : formula)
| Or (f g : formula)
| Implies (f g : formula)
| Iff (f g : formula)
| Truth.

(** A comparison holds where both of its sides are defined, and not elsewhere. *)
Fixpoint means (x : positive -> R) (f : formula) : Prop :=
  match f with
  | Le a b => (defined x a /\ defined x b) /\ amount x a <= amount x b
  | Lt a b => (defined x a /\ defined x b) /\ amount x a < amount x b
  | Eq a b => (defined x a /\ defined x b) /\ amount x a = amount x b
  | Ne a b => (defined x a /\ defined x b) /\ amount x a <> amount x b
  | And f g => means x f /\ means x g
  | Or f g => means x f \/ means x g
  | Implies f g => means x f -> means x g
  | Iff f g => (means x f -> means x g) /\ (means x g -> means x f)
  | Truth => True
  end.

Record goal := Goal { hypotheses : list formula; conclusion : formula }.

(** The conclusion holds for all real values at which the hypotheses do. *)
Definition valid (g : goal) : Prop :=
  forall x : positive -> R, Forall (means x) (hypotheses g) -> means x (conclusion g).

(** ** The same about signs of polynomials *)

Inductive sign := Positive | NonNegative | Vanishes.

Definition fact : Type := PExpr Z * sign.

Definition true_fact (x : positive -> R) (f : fact) : Prop :=
  match snd f with
  | Positive => 0 < eval x (fst f)
  | NonNegative => 0 <= eval x (fst f)
  | Vanishes => eval x (fst f) = 0
  end.

Inductive sequent :=
| Atom (f : fact)
| Both (a b : sequent)
| Either (a b : sequent)
| From (a b : sequent)
| Trivial.

Fixpoint true_sequent (x : positive -> R) (s : sequent) : Prop :=
  match s with
  | Atom f => true_fact x f
  | Both a b => true_sequent x a /\ true_sequent x b
  | Either a b => true_sequent x a \/ true_sequent x b
  | From a b => true_sequent x a -> true_sequent x b
  | Trivial => True
  end.

(** Numerator, denominator, and what must not be zero. *)
Definition quotient : Type := PExpr Z * PExpr Z * list (PExpr Z).

Definition alike (a b : PExpr Z) : bool := Peq Zeq_bool (expand a) (expand b).

Definition plus (a b : quotient) : quotient :=
  let '(p, q, l) := a in
  let '(r, s, m) := b in
  if alike q s then (PEadd p r, q, l ++ m)
  else (PEadd (PEmul p s) (PEmul r q), PEmul q s, l ++ m).

Fixpoint quotient_of (e : expression) : quotient :=
  match e with
  | Var i => (PEX i, PEc 1%Z, [])
  | Num p q => (PEc p, PEc (Zpos q), [])
  | Add a b => plus (quotient_of a) (quotient_of b)
  | Mul a b =>
      let '(p, q, l) := quotient_of a in
      let '(r, s, m) := quotient_of b in
      (PEmul p r, PEmul q s, l ++ m)
  | Pow a n =>
      let '(p, q, l) := quotient_of a in
      (PEpow p (N.of_nat n), PEpow q (N.of_nat n), l)
  | Inv a => let '(p, q, l) := quotient_of a in (q, p, p :: l)
  end.

Definition gap (a b : expression) : quotient := quotient_of (Add a (Mul (Num (-1) 1) b)).

Definition nonzero (p : PExpr Z) : sequent := Atom (PEmul p p, Positive).

(** The sign of a quotient is that of numerator times denominator. *)
Definition compared (q : quotient) (atom : PExpr Z -> PExpr Z -> fact) : sequent :=
  let '(top, bottom, l) := q in
  fold_right (fun n s => Both (nonzero n) s) (Atom (atom top bottom)) l.

Fixpoint sequent_of (f : formula) : sequent :=
  match f with
  | Le a b => compared (gap b a) (fun p q => (PEmul p q, NonNegative))
  | Lt a b => compared (gap b a) (fun p q => (PEmul p q, Positive))
  | Eq a b => compared (gap a b) (fun p q => (p, Vanishes))
  | Ne a b => compared (gap a b) (fun p q => (PEmul p p, Positive))
  | And f g => Both (sequent_of f) (sequent_of g)
  | Or f g => Either (sequent_of f) (sequent_of g)
  | Implies f g => From (sequent_of f) (sequent_of g)
  | Iff f g => Both (From (sequent_of f) (sequent_of g)) (From (sequent_of g) (sequent_of f))
  | Truth => Trivial
  end.

Definition started (g : goal) : sequent :=
  fold_right (fun h s => From (sequent_of h) s) (sequent_of (conclusion g)) (hypotheses g).

(** ** A step: an identity over the facts known so far

    scale * p * facts^multiplier = sum coefficient * facts^factors * square^2 + sum p_i * fact_i,
    with positive coefficients, the facts of the multiplier positive, the fact_i zero. *)
Definition powers : Type := list (nat * N).
Record part := Part { weight : positive; picks : powers; root : option (list term) }.
Record step := Step {
  times : positive;
  clears : powers;
  parts : list part;
  vanishing : list (nat * list term) }.

Definition nothing : fact := (PEc 0%Z, NonNegative).

Definition product (facts : list fact) (l : powers) : PExpr Z :=
  fold_right (fun '(i, n) e => PEmul (PEpow (fst (nth i facts nothing)) n) e) (PEc 1%Z) l.

Definition is_positive (f : fact) : bool := match snd f with Positive => true | _ => false end.
Definition is_zero (f : fact) : bool := match snd f with Vanishes => true | _ => false end.

Definition all_positive (facts : list fact) (l : powers) : bool :=
  forallb (fun '(i, _) => is_positive (nth i facts nothing)) l.

Definition squared (r : option (list term)) : PExpr Z :=
  match r with Some p => PEpow (sum_expr p) 2 | None => PEc 1%Z end.

Definition part_expr (facts : list fact) (t : part) : PExpr Z :=
  PEmul (PEc (Zpos (weight t))) (PEmul (product facts (picks t)) (squared (root t))).

Definition parts_expr (facts : list fact) (l : list part) : PExpr Z :=
  fold_right (fun t e => PEadd (part_expr facts t) e) (PEc 0%Z) l.

Definition zeros_expr (facts : list fact) (l : list (nat * list term)) : PExpr Z :=
  fold_right (fun '(i, p) e => PEadd (PEmul (sum_expr p) (fst (nth i facts nothing))) e)
    (PEc 0%Z) l.

Definition positive_part (facts : list fact) (t : part) : bool :=
  match root t with None => all_positive facts (picks t) | Some _ => false end.

Definition balanced (facts : list fact) (p : PExpr Z) (s : step) : bool :=
  all_positive facts (clears s)
  && forallb (fun '(i, _) => is_zero (nth i facts nothing)) (vanishing s)
  && alike (PEmul (PEc (Zpos (times s))) (PEmul p (product facts (clears s))))
       (PEadd (parts_expr facts (parts s)) (zeros_expr facts (vanishing s))).

Definition shows (facts : list fact) (f : fact) (s : step) : bool :=
  balanced facts (fst f) s
  && match snd f with
     | Positive => existsb (positive_part facts) (parts s)
     | NonNegative => true
     | Vanishes => match parts s with [] => true | _ => false end
     end.

(** ** Proofs *)

Inductive derivation :=
| Close (s : step)                              (* the atom follows from the facts *)
| Absurd (s : step)                             (* the facts say 0 > 0 *)
| Cut (p : list term) (k : sign) (s : step) (d : derivation)   (* a new fact *)
| Zero (p : list term) (up down : step) (d : derivation)       (* p >= 0 and -p >= 0, so p = 0 *)
| Split (p : list term) (high low : derivation)                (* p >= 0, or -p > 0 *)
| Intro (d : derivation)                        (* an atom of the hypothesis becomes a fact *)
| Unpack (d : derivation)                       (* From (a and b) c is From a (From b c) *)
| Fork (left right : derivation)                (* From (a or b) c *)
| Pair (left right : derivation)
| First (d : derivation)
| Second (d : derivation)
| Done.

Fixpoint derives (facts : list fact) (s : sequent) (d : derivation) : bool :=
  match d, s with
  | Close c, Atom f => shows facts f c
  | Absurd c, _ => shows facts (PEc 0%Z, Positive) c
  | Cut p k c d, _ => shows facts (sum_expr p, k) c && derives (facts ++ [(sum_expr p, k)]) s d
  | Zero p up down d, _ =>
      shows facts (sum_expr p, NonNegative) up
      && shows facts (PEopp (sum_expr p), NonNegative) down
      && derives (facts ++ [(sum_expr p, Vanishes)]) s d
  | Split p high low, _ =>
      derives (facts ++ [(sum_expr p, NonNegative)]) s high
      && derives (facts ++ [(PEopp (sum_expr p), Positive)]) s low
  | Intro d, From (Atom f) s => derives (facts ++ [f]) s d
  | Intro d, From _ s => derives facts s d
  | Unpack d, From (Both a b) s => derives facts (From a (From b s)) d
  | Fork l r, From (Either a b) s => derives facts (From a s) l && derives facts (From b s) r
  | Pair l r, Both a b => derives facts a l && derives facts b r
  | First d, Either a _ => derives facts a d
  | Second d, Either _ b => derives facts b d
  | Done, Trivial => true
  | _, _ => false
  end.

Definition proved (g : goal) (d : derivation) : bool := derives [] (started g) d.

(** ** Why it may be believed *)

Lemma eval_opp : forall x a, eval x (PEopp a) = - eval x a.
Proof. reflexivity. Qed.

Lemma alike_value : forall a b x, alike a b = true -> eval x a = eval x b.
Proof. intros a b x. apply expanded_alike. Qed.

Lemma quotient_value : forall x e p q l, quotient_of e = (p, q, l) ->
  (defined x e <-> Forall (fun n => eval x n <> 0) l) /\
  (defined x e -> eval x q <> 0 /\ amount x e = eval x p / eval x q).
Proof.
  intros x e; induction e as [i|z k|a IHa b IHb|a IHa b IHb|a IHa n|a IHa]; intros p q l same;
    cbn [quotient_of] in same.
  - injection same as <- <- <-. split; [split; constructor|]. intros _.
    split; [rewrite eval_const; lra|]. change (x i = x i / 1). field.
  - injection same as <- <- <-. split; [split; constructor|]. intros _.
    rewrite !eval_const. split; [|reflexivity]. apply not_0_IZR. discriminate.
  - destruct (quotient_of a) as [[pa qa] la]; destruct (quotient_of b) as [[pb qb] lb].
    destruct (IHa _ _ _ eq_refl) as [da va], (IHb _ _ _ eq_refl) as [db vb].
    assert (l = la ++ lb) as -> by
      (unfold plus in same; destruct (alike qa qb); injection same; auto).
    split; [cbn [defined]; rewrite Forall_app, da, db; reflexivity|].
    intros [ha hb]. destruct (va ha) as [na sa], (vb hb) as [nb sb]. simpl amount.
    unfold plus in same. destruct (alike qa qb) eqn:one; injection same as <- <-.
    + apply (alike_value _ _ x) in one. split; [assumption|].
      rewrite eval_add, sa, sb, <- one. field. assumption.
    + rewrite eval_add, !eval_mul, sa, sb. split; [now apply Rmult_integral_contrapositive|].
      field. now split.
  - destruct (quotient_of a) as [[pa qa] la]; destruct (quotient_of b) as [[pb qb] lb].
    destruct (IHa _ _ _ eq_refl) as [da va], (IHb _ _ _ eq_refl) as [db vb].
    injection same as <- <- <-.
    split; [cbn [defined]; rewrite Forall_app, da, db; reflexivity|].
    intros [ha hb]. destruct (va ha) as [na sa], (vb hb) as [nb sb]. simpl amount.
    rewrite !eval_mul, sa, sb. split; [now apply Rmult_integral_contrapositive|].
    field. now split.
  - destruct (quotient_of a) as [[pa qa] la]. destruct (IHa _ _ _ eq_refl) as [da va].
    injection same as <- <- <-. split; [assumption|]. intros ha.
    destruct (va ha) as [na sa]. simpl amount. rewrite !eval_power, sa.
    split; [now apply pow_nonzero|]. unfold Rdiv. now rewrite Rpow_mult_distr, pow_inv.
  - destruct (quotient_of a) as [[pa qa] la]. destruct (IHa _ _ _ eq_refl) as [da va].
    injection same as <- <- <-.
    assert (defined x a -> (amount x a <> 0 <-> eval x pa <> 0)) as zero.
    { intros ha. destruct (va ha) as [na sa]. rewrite sa. split; intros no yes; apply no.
      - rewrite yes. field. assumption.
      - apply (f_equal (fun v => v * eval x qa)) in yes. field_simplify in yes; lra. }
    split.
    + cbn [defined]. split.
      * intros [ha hb]. constructor; [now apply (zero ha)|now apply da].
      * intros both. inversion both as [|? ? hp hl]; subst. apply da in hl as ha.
        split; [assumption|]. now apply (zero ha).
    + intros [ha hb]. destruct (va ha) as [na sa]. apply (zero ha) in hb.
      split; [assumption|]. simpl amount. rewrite sa. field. now split.
Qed.

Lemma gap_value : forall x a b p q l, gap a b = (p, q, l) ->
  (defined x a /\ defined x b <-> Forall (fun n => eval x n <> 0) l) /\
  (defined x a /\ defined x b ->
    eval x q <> 0 /\ amount x a - amount x b = eval x p / eval x q).
Proof.
  intros x a b p q l same. destruct (quotient_value x _ _ _ _ same) as [def val].
  assert (amount x (Add a (Mul (Num (-1) 1) b)) = amount x a - amount x b) as minus
    by (simpl; field).
  rewrite minus in val. cbn [defined] in def, val.
  split; [tauto|]. intros both. apply val. tauto.
Qed.

Lemma nonzero_value : forall x n, true_sequent x (nonzero n) <-> eval x n <> 0.
Proof.
  intros x n. unfold nonzero; cbn [true_sequent]; unfold true_fact; cbn [fst snd].
  rewrite eval_mul. split.
  - intros above zero. rewrite zero in above. lra.
  - intros no. assert (above := Rsqr_pos_lt _ no). exact above.
Qed.

Lemma compared_value : forall x top bottom l atom,
  true_sequent x (compared (top, bottom, l) atom) <->
  Forall (fun n => eval x n <> 0) l /\ true_fact x (atom top bottom).
Proof.
  intros x top bottom l atom. unfold compared.
  induction l as [|n l IH]; cbn [fold_right true_sequent].
  - split; [intros yes; split; [constructor|assumption]|tauto].
  - rewrite IH, nonzero_value. split.
    + intros (here & rest & yes). split; [now constructor|assumption].
    + intros [both yes]. inversion both; subst. auto.
Qed.

Lemma quotient_sign : forall p q, q <> 0 ->
  (0 <= p / q <-> 0 <= p * q) /\ (0 < p / q <-> 0 < p * q) /\ (p / q = 0 <-> p = 0) /\
  (p / q <> 0 <-> 0 < p * p).
Proof.
  intros p q no. assert (0 < q * q) as above by exact (Rsqr_pos_lt _ no).
  assert (p * q = p / q * (q * q)) as same by (field; assumption).
  assert (p / q = 0 <-> p = 0) as zero.
  { split; intros yes.
    - assert (p = p / q * q) as -> by (field; assumption). rewrite yes. ring.
    - rewrite yes. field. assumption. }
  repeat split; try (intros yes); try (now apply zero).
  - rewrite same. apply Rmult_le_pos; lra.
  - apply Rnot_lt_le. intros less. assert (0 < - (p / q) * (q * q)) by
      (apply Rmult_lt_0_compat; lra). lra.
  - rewrite same. now apply Rmult_lt_0_compat.
  - apply Rnot_le_lt. intros less. assert (0 <= - (p / q) * (q * q)) by
      (apply Rmult_le_pos; lra). lra.
  - apply Rsqr_pos_lt. intros none. now apply yes, zero.
  - intros none. apply zero in none. rewrite none in yes. lra.
Qed.

Lemma sequent_value : forall x f, means x f <-> true_sequent x (sequent_of f).
Proof.
  intros x f; induction f as [a b|a b|a b|a b|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|];
    cbn [means sequent_of true_sequent]; try tauto.
  1, 2: destruct (gap b a) as [[p q] l] eqn:same.
  3, 4: destruct (gap a b) as [[p q] l] eqn:same.
  all: rewrite compared_value; destruct (gap_value x _ _ _ _ _ same) as [def val];
    rewrite <- def; unfold true_fact; cbn [fst snd]; rewrite ?eval_mul.
  all: split; intros [both yes]; (split; [tauto|]);
    (destruct val as [no diff]; [tauto|]);
    destruct (quotient_sign (eval x p) (eval x q) no) as (le & lt & zero & ne);
    rewrite <- diff in *.
  - apply le. lra.
  - apply le in yes. lra.
  - apply lt. lra.
  - apply lt in yes. lra.
  - apply zero. lra.
  - apply zero in yes. lra.
  - apply ne. lra.
  - apply ne in yes. lra.
Qed.

Lemma started_value : forall g, (forall x, true_sequent x (started g)) -> valid g.
Proof.
  intros [hs c] all x. specialize (all x). unfold started in all. cbn in *.
  induction hs as [|h hs IH]; intros given; cbn in all.
  - now apply sequent_value.
  - inversion given; subst. apply IH; [|assumption]. apply all. now apply sequent_value.
Qed.

Lemma fact_sign : forall x facts i, Forall (true_fact x) facts ->
  let f := nth i facts nothing in
  0 <= eval x (fst f) /\ (is_positive f = true -> 0 < eval x (fst f)) /\
  (is_zero f = true -> eval x (fst f) = 0).
Proof.
  intros x facts i given f.
  assert (true_fact x f) as here.
  { unfold f. clear f. revert i. induction given as [|g facts here _ IH]; intros [|i]; cbn;
      try assumption; try apply IH; unfold nothing, true_fact; simpl; rewrite ?eval_const; lra. }
  unfold true_fact, is_positive, is_zero in *.
  destruct (snd f); (split; [lra|split; [|]]); intros; try discriminate; assumption.
Qed.

Lemma product_fact : forall x facts l, Forall (true_fact x) facts ->
  0 <= eval x (product facts l) /\
  (all_positive facts l = true -> 0 < eval x (product facts l)).
Proof.
  intros x facts l given; induction l as [|[i n] l [low high]].
  - unfold eval; simpl; split; intros; lra.
  - change (product facts ((i, n) :: l)) with
      (PEmul (PEpow (fst (nth i facts nothing)) n) (product facts l)).
    rewrite eval_mul, <- (N2Nat.id n), eval_power.
    destruct (fact_sign x facts i given) as (least & pos & _). split.
    + apply Rmult_le_pos; [now apply pow_le|assumption].
    + unfold all_positive in *; cbn [forallb]. intros both.
      apply andb_prop in both as [one others].
      apply Rmult_lt_0_compat; [now apply pow_lt, pos|now apply high].
Qed.

Lemma part_fact : forall x facts t, Forall (true_fact x) facts ->
  0 <= eval x (part_expr facts t) /\
  (positive_part facts t = true -> 0 < eval x (part_expr facts t)).
Proof.
  intros x facts [w l r] given. destruct (product_fact x facts l given) as [low high].
  assert (0 < IZR (Zpos w)) by now apply IZR_lt.
  unfold part_expr, positive_part; cbn [weight picks root]. rewrite !eval_mul, eval_const.
  destruct r as [p|]; cbn [squared].
  - split; [|discriminate]. change 2%N with (N.of_nat 2). rewrite eval_power.
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [assumption|]. apply pow2_ge_0.
  - rewrite eval_const. split.
    + apply Rmult_le_pos; [lra|]. lra.
    + intros yes. apply Rmult_lt_0_compat; [lra|]. specialize (high yes). lra.
Qed.

Lemma parts_fact : forall x facts l, Forall (true_fact x) facts ->
  0 <= eval x (parts_expr facts l) /\
  (existsb (positive_part facts) l = true -> 0 < eval x (parts_expr facts l)).
Proof.
  intros x facts l given; induction l as [|t l [low high]]; cbn [existsb].
  - unfold eval; simpl; split; [lra|discriminate].
  - change (parts_expr facts (t :: l)) with (PEadd (part_expr facts t) (parts_expr facts l)).
    rewrite eval_add. destruct (part_fact x facts t given) as [least pos].
    split; [lra|]. intros some. apply orb_prop in some as [one|others].
    + specialize (pos one). lra.
    + specialize (high others). lra.
Qed.

Lemma zeros_fact : forall x facts l, Forall (true_fact x) facts ->
  forallb (fun '(i, _) => is_zero (nth i facts nothing)) l = true ->
  eval x (zeros_expr facts l) = 0.
Proof.
  intros x facts l given; induction l as [|[i p] l IH]; [reflexivity|].
  cbn [forallb]. intros both. apply andb_prop in both as [one others].
  change (zeros_expr facts ((i, p) :: l)) with
    (PEadd (PEmul (sum_expr p) (fst (nth i facts nothing))) (zeros_expr facts l)).
  rewrite eval_add, eval_mul, (IH others).
  destruct (fact_sign x facts i given) as (_ & _ & zero). rewrite (zero one). ring.
Qed.

Lemma shown_fact : forall x facts f s, Forall (true_fact x) facts ->
  shows facts f s = true -> true_fact x f.
Proof.
  intros x facts [p k] s given yes. unfold shows, balanced in yes; cbn [fst snd] in yes.
  apply andb_prop in yes as [yes kind]. apply andb_prop in yes as [yes same].
  apply andb_prop in yes as [strict zero]. apply (alike_value _ _ x) in same.
  rewrite eval_add, !eval_mul, eval_const, (zeros_fact x facts _ given zero) in same.
  destruct (product_fact x facts (clears s) given) as [_ above]. specialize (above strict).
  destruct (parts_fact x facts (parts s) given) as [low high].
  assert (0 < IZR (Zpos (times s))) as size by now apply IZR_lt.
  set (m := eval x (product facts (clears s))) in *.
  assert (0 < IZR (Zpos (times s)) * m) as factor by now apply Rmult_lt_0_compat.
  unfold true_fact; cbn [fst snd]. destruct k.
  - specialize (high kind). apply Rnot_le_lt. intros not.
    assert (0 <= (IZR (Zpos (times s)) * m) * - eval x p) by (apply Rmult_le_pos; lra). lra.
  - apply Rnot_lt_le. intros not.
    assert (0 < (IZR (Zpos (times s)) * m) * - eval x p) by (apply Rmult_lt_0_compat; lra). lra.
  - destruct (parts s); [|discriminate]. unfold eval in low, same; simpl in low, same.
    fold (eval x p) in same. apply (Rmult_eq_reg_l (IZR (Zpos (times s)) * m)); lra.
Qed.

Lemma one_more : forall x facts f, Forall (true_fact x) facts -> true_fact x f ->
  Forall (true_fact x) (facts ++ [f]).
Proof. intros; rewrite Forall_app; auto. Qed.

Lemma derived : forall x d facts s, Forall (true_fact x) facts ->
  derives facts s d = true -> true_sequent x s.
Proof.
  intros x d; induction d as [c|c|p k c d IH|p up down d IH|p high IHh low IHl|d IH|d IH
    |l IHl r IHr|l IHl r IHr|d IH|d IH|]; intros facts s given yes; cbn [derives] in yes.
  - destruct s; try discriminate. exact (shown_fact x facts _ _ given yes).
  - apply (shown_fact x) in yes; [|assumption]. unfold true_fact in yes; cbn [fst snd] in yes.
    rewrite eval_const in yes. lra.
  - apply andb_prop in yes as [here rest]. apply (shown_fact x) in here; [|assumption].
    exact (IH _ _ (one_more _ _ _ given here) rest).
  - apply andb_prop in yes as [here rest]. apply andb_prop in here as [above below].
    apply (shown_fact x) in above; [|assumption]. apply (shown_fact x) in below; [|assumption].
    refine (IH _ _ (one_more _ _ _ given _) rest).
    unfold true_fact in *; cbn [fst snd] in *. rewrite eval_opp in below. lra.
  - apply andb_prop in yes as [above below].
    destruct (Rle_lt_dec 0 (eval x (sum_expr p))) as [least|less].
    + exact (IHh _ _ (one_more x facts (sum_expr p, NonNegative) given least) above).
    + refine (IHl _ _ (one_more _ _ _ given _) below).
      unfold true_fact; cbn [fst snd]. rewrite eval_opp. lra.
  - destruct s as [| | |a b|]; try discriminate.
    destruct a; cbn [true_sequent]; intros here;
      try exact (IH _ _ given yes). exact (IH _ _ (one_more _ _ _ given here) yes).
  - destruct s as [| | |a b|]; try discriminate. destruct a; try discriminate.
    specialize (IH _ _ given yes). cbn [true_sequent] in *. tauto.
  - destruct s as [| | |a b|]; try discriminate. destruct a; try discriminate.
    apply andb_prop in yes as [one two]. specialize (IHl _ _ given one).
    specialize (IHr _ _ given two). cbn [true_sequent] in *. tauto.
  - destruct s; try discriminate. apply andb_prop in yes as [one two].
    split; [exact (IHl _ _ given one)|exact (IHr _ _ given two)].
  - destruct s; try discriminate. left. exact (IH _ _ given yes).
  - destruct s; try discriminate. right. exact (IH _ _ given yes).
  - destruct s; try discriminate. exact I.
Qed.

(** What [proved] accepts is valid. *)
Theorem proved_is_valid : forall g d, proved g d = true -> valid g.
Proof.
  intros g d yes. apply started_value. intros x.
  exact (derived x d [] (started g) (Forall_nil _) yes).
Qed.

(** ** Counterexamples: a rational point is computed exactly *)

Inductive ratio := Ratio (p : Z) (q : positive).

Definition point (values : list ratio) (i : positive) : Q :=
  match nth (pred (Pos.to_nat i)) values (Ratio 0 1) with Ratio p q => Qmake p q end.

Definition in_reals (values : list ratio) (i : positive) : R := Q2R (point values i).

Fixpoint power (a : Q) (n : nat) : Q :=
  match n with O => 1%Q | S n => Qred (a * power a n) end.

Fixpoint computed (v : positive -> Q) (p : PExpr Z) : Q :=
  match p with
  | PEc c => inject_Z c
  | PEX i => v i
  | PEadd a b => Qred (computed v a + computed v b)
  | PEsub a b => Qred (computed v a - computed v b)
  | PEmul a b => Qred (computed v a * computed v b)
  | PEopp a => Qopp (computed v a)
  | PEpow a n => power (computed v a) (N.to_nat n)
  end.

Fixpoint decided (v : positive -> Q) (s : sequent) : bool :=
  match s with
  | Atom (p, Positive) => negb (Qle_bool (computed v p) 0)
  | Atom (p, NonNegative) => Qle_bool 0 (computed v p)
  | Atom (p, Vanishes) => Qeq_bool (computed v p) 0
  | Both a b => decided v a && decided v b
  | Either a b => decided v a || decided v b
  | From a b => implb (decided v a) (decided v b)
  | Trivial => true
  end.

Definition refuted (g : goal) (values : list ratio) : bool :=
  forallb (fun h => decided (point values) (sequent_of h)) (hypotheses g)
  && negb (decided (point values) (sequent_of (conclusion g))).

Lemma reduced_value : forall a, Q2R (Qred a) = Q2R a.
Proof. intros a. apply Qeq_eqR, Qred_correct. Qed.

Lemma power_value : forall a n, Q2R (power a n) = Q2R a ^ n.
Proof.
  intros a n; induction n as [|n IH]; cbn [power pow].
  - apply RMicromega.Q2R_1.
  - now rewrite reduced_value, Q2R_mult, IH.
Qed.

Lemma whole_value : forall c, Q2R (inject_Z c) = IZR c.
Proof. intros c. unfold Q2R; simpl. field. Qed.

Lemma computed_value : forall values p,
  Q2R (computed (point values) p) = eval (in_reals values) p.
Proof.
  intros values p; induction p as [c|i|a IHa b IHb|a IHa b IHb|a IHa b IHb|a IHa|a IHa n];
    cbn [computed].
  - apply whole_value.
  - reflexivity.
  - now rewrite reduced_value, Q2R_plus, IHa, IHb.
  - now rewrite reduced_value, Q2R_minus, IHa, IHb.
  - now rewrite reduced_value, Q2R_mult, IHa, IHb.
  - now rewrite Q2R_opp, IHa.
  - rewrite power_value, IHa. reflexivity.
Qed.

Lemma decided_value : forall values s,
  decided (point values) s = true <-> true_sequent (in_reals values) s.
Proof.
  intros values s; induction s as [[p k]|a IHa b IHb|a IHa b IHb|a IHa b IHb|];
    cbn [decided true_sequent].
  - unfold true_fact; cbn [fst snd]. rewrite <- computed_value. destruct k.
    + rewrite negb_true_iff, <- not_true_iff_false, Qle_bool_iff.
      rewrite <- RMicromega.Q2R_0. split; intros yes.
      * apply Qlt_Rlt. now apply Qnot_le_lt.
      * apply Qlt_not_le. now apply Rlt_Qlt.
    + rewrite Qle_bool_iff, <- RMicromega.Q2R_0. split; [apply Qle_Rle|apply Rle_Qle].
    + rewrite Qeq_bool_iff, <- RMicromega.Q2R_0. split; [apply Qeq_eqR|apply eqR_Qeq].
  - now rewrite andb_true_iff, IHa, IHb.
  - now rewrite orb_true_iff, IHa, IHb.
  - rewrite <- IHa, <- IHb.
    destruct (decided (point values) a), (decided (point values) b); simpl; intuition congruence.
  - tauto.
Qed.

(** A statement that [refuted] accepts a point of is false. *)
Theorem refuted_is_invalid : forall g values, refuted g values = true -> ~ valid g.
Proof.
  intros g values yes all. apply andb_prop in yes as [given fails].
  assert (means (in_reals values) (conclusion g)) as must.
  { apply all. apply Forall_forall. intros h here.
    rewrite forallb_forall in given. apply given in here.
    now apply sequent_value, decided_value. }
  apply sequent_value, decided_value in must. rewrite must in fails. discriminate.
Qed.
