(** One number g for all pairs and no delta: rows whose entries are within the factor g.
    Coverage by {1, g}^k ("extremes"), by a sum of minima ("actions") and on a line ("line"). *)

From Coq Require Import Reals Lra Lia List Arith.
From Rropt Require Import Sums Prices.
Open Scope R_scope.

Definition within (k : nat) (g : R) (r : nat -> R) : Prop :=
  (forall j, (j < k)%nat -> 0 <= r j) /\
  forall a b, (a < k)%nat -> (b < k)%nat -> r a <= g * r b.

(** A pattern of {1, g}^k. *)
Definition pattern (g : R) (s : nat -> bool) : nat -> R := fun j => if s j then g else 1.

(** The rows of a table that is private at this one number are exactly these. *)
Theorem row_within : forall k g r, 1 <= g ->
  row k (fun _ _ => Some g) (fun _ _ => 0) r <-> within k g r.
Proof.
  intros k g r big. unfold row, within, excess. split; intros [nonneg pairs]; split; auto.
  - intros a b first second. specialize (pairs a b first second eq_refl).
    destruct (Nat.eq_dec a b) as [<-|]; [specialize (nonneg a first)|].
    + rewrite <- (Rmult_1_l (r a)) at 1. now apply Rmult_le_compat_r.
    + pose proof (Rmax_r 0 (r a - g * r b)). lra.
  - intros a b first second _. destruct (Nat.eq_dec a b); [reflexivity|].
    apply Rmax_left. specialize (pairs a b first second). lra.
Qed.

Lemma least_entry : forall k r, (0 < k)%nat ->
  exists c, (c < k)%nat /\ forall j, (j < k)%nat -> r c <= r j.
Proof.
  induction k as [|k IH]; intros r some; [lia|]. destruct (Nat.eq_dec k 0) as [->|more].
  - exists O. split; [lia|]. intros j small. assert (j = O) as -> by lia. lra.
  - destruct (IH r) as (c & inside & least); [lia|].
    destruct (Rle_lt_dec (r c) (r k)) as [low|high].
    + exists c. split; [lia|]. intros j small. destruct (Nat.eq_dec j k) as [->|]; [lra|].
      apply least. lia.
    + exists k. split; [lia|]. intros j small. destruct (Nat.eq_dec j k) as [->|]; [lra|].
      specialize (least j). assert (j < k)%nat by lia. specialize (least H). lra.
Qed.

(** Its entries lie between the least one and g times it. *)
Lemma within_range : forall k g r, (0 < k)%nat -> within k g r ->
  exists m, 0 <= m /\ forall j, (j < k)%nat -> m <= r j <= g * m.
Proof.
  intros k g r some [nonneg pairs]. destruct (least_entry k r some) as (c & inside & least).
  exists (r c). split; [now apply nonneg|]. intros j small. split; [now apply least|now apply pairs].
Qed.

(** ** A sum of minima *)

Definition minima (k : nat) (g : R) (c : nat -> R) : R := \sum_(j < k) Rmin (c j) (g * c j).

Theorem minima_below : forall k g c r, (0 < k)%nat -> 0 <= minima k g c -> within k g r ->
  0 <= dot k c r.
Proof.
  intros k g c r some total is_row. destruct (within_range k g r some is_row) as (m & pos & range).
  apply Rle_trans with (m * minima k g c); [now apply Rmult_le_pos|].
  unfold minima, dot. rewrite <- sum_scale. apply sum_le. intros j small.
  destruct (range j small) as [low high]. unfold Rmin.
  destruct (Rle_dec (c j) (g * c j)); destruct (Rle_or_lt 0 (c j)) as [up|down].
  - rewrite Rmult_comm. now apply Rmult_le_compat_l.
  - assert (m <= g * m) by lra.
    assert (0 <= (- c j) * (g * m - r j)) by (apply Rmult_le_pos; lra).
    assert (0 <= m * (g * c j - c j)) by (apply Rmult_le_pos; lra). lra.
  - assert (0 <= c j * (r j - m)) by (apply Rmult_le_pos; lra).
    assert (0 <= m * (c j - g * c j)) by (apply Rmult_le_pos; lra). lra.
  - assert (0 <= (- c j) * (g * m - r j)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Proof "actions" without multipliers: each action x passes one sum. *)
Theorem number_actions_cover : forall k g y x r, (0 < k)%nat ->
  0 <= minima k g (fun c => y c - x c) -> within k g r -> dot k x r <= dot k y r.
Proof.
  intros k g y x r some total is_row.
  pose proof (minima_below k g _ r some total is_row) as above. unfold dot in *.
  rewrite (sum_ext k _ (fun j => y j * r j - x j * r j)) in above by (intros; ring).
  rewrite sum_minus in above. lra.
Qed.

(** ** A convex function on a cube is largest at a vertex *)

Definition respects (k : nat) (u : (nat -> R) -> R) : Prop :=
  forall r s, (forall j, (j < k)%nat -> r j = s j) -> u r = u s.

Definition convex_on (good : (nat -> R) -> Prop) (u : (nat -> R) -> R) : Prop :=
  forall r s t, good r -> good s -> 0 <= t <= 1 ->
    u (fun j => t * r j + (1 - t) * s j) <= t * u r + (1 - t) * u s.

Definition in_cube (k : nat) (g : R) (r : nat -> R) : Prop :=
  forall j, (j < k)%nat -> 1 <= r j <= g.

Definition set (n : nat) (v : R) (r : nat -> R) : nat -> R :=
  fun j => if Nat.eq_dec j n then v else r j.

Theorem cube_vertices : forall k g u bound, 1 <= g -> respects k u -> convex_on (in_cube k g) u ->
  (forall s, u (pattern g s) <= bound) -> forall r, in_cube k g r -> u r <= bound.
Proof.
  intros k g u bound big same convex vertices.
  enough (forall n r, (n <= k)%nat -> in_cube k g r ->
    (forall j, (n <= j < k)%nat -> r j = 1 \/ r j = g) -> u r <= bound) as all.
  { intros r inside. apply (all k r); auto. intros. lia. }
  induction n as [|n IH]; intros r small inside ends.
  - rewrite (same r (pattern g (fun j => if Req_EM_T (r j) g then true else false))); auto.
    intros j there. unfold pattern. destruct (Req_EM_T (r j) g); [assumption|].
    destruct (ends j); [lia| |]; auto. contradiction.
  - destruct (Req_EM_T g 1) as [one|more].
    { apply IH; [lia|assumption|]. intros j there. left. specialize (inside j ltac:(lia)). lra. }
    specialize (inside n ltac:(lia)) as here. set (t := (g - r n) / (g - 1)).
    assert (0 < / (g - 1)) by (apply Rinv_0_lt_compat; lra).
    assert (0 <= t <= 1) as range.
    { unfold t, Rdiv. split; [apply Rmult_le_pos; lra|].
      apply Rmult_le_reg_r with (g - 1); [lra|]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (forall v, 1 <= v <= g -> in_cube k g (set n v r)) as stays.
    { intros v ok j there. unfold set. destruct (Nat.eq_dec j n); auto. }
    assert (forall v, v = 1 \/ v = g -> u (set n v r) <= bound) as each.
    { intros v which. apply IH; [lia|apply stays; destruct which; lra|].
      intros j there. unfold set. destruct (Nat.eq_dec j n); [assumption|]. apply ends. lia. }
    rewrite (same r (fun j => t * set n 1 r j + (1 - t) * set n g r j)).
    + pose proof (convex (set n 1 r) (set n g r) t (stays 1 ltac:(lra)) (stays g ltac:(lra)) range).
      assert (t * u (set n 1 r) <= t * bound)
        by (apply Rmult_le_compat_l; [lra|apply each; now left]).
      assert ((1 - t) * u (set n g r) <= (1 - t) * bound)
        by (apply Rmult_le_compat_l; [lra|apply each; now right]). lra.
    + intros j _. unfold set. destruct (Nat.eq_dec j n) as [->|]; [unfold t; field; lra|ring].
Qed.

(** ** A row is a sum of weighted patterns *)

(** What a list of weights and patterns adds up to, and a function of its rows. *)
Definition mixture (g : R) (l : list (R * (nat -> bool))) : nat -> R :=
  fun j => list_sum (map (fun p => fst p * pattern g (snd p) j) l).
Definition mixed (g : R) (f : (nat -> R) -> R) (l : list (R * (nat -> bool))) : R :=
  list_sum (map (fun p => fst p * f (pattern g (snd p))) l).

Definition sublinear (k : nat) (f : (nat -> R) -> R) : Prop :=
  respects k f /\ (forall c r, 0 <= c -> f (fun j => c * r j) = c * f r) /\
  forall r s, f (fun j => r j + s j) <= f r + f s.

Lemma list_sum_scaled : forall (A : Type) (l : list A) c f,
  list_sum (map (fun x => c * f x) l) = c * list_sum (map f l).
Proof. induction l as [|a l IH]; intros; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma cube_mixture : forall k g r, 1 < g -> in_cube k g r -> exists l,
  Forall (fun p => 0 <= fst p) l /\ forall j, (j < k)%nat -> r j = mixture g l j.
Proof.
  intros k g r big.
  enough (forall n r, (n <= k)%nat -> in_cube k g r ->
    (forall j, (n <= j < k)%nat -> r j = 1 \/ r j = g) -> exists l,
    Forall (fun p => 0 <= fst p) l /\ forall j, (j < k)%nat -> r j = mixture g l j) as all.
  { intros inside. apply (all k r); auto. intros. lia. }
  clear r. induction n as [|n IH]; intros r small inside ends.
  - exists ((1, fun j => if Req_EM_T (r j) g then true else false) :: nil). split.
    + constructor; [simpl; lra|constructor].
    + intros j there. unfold mixture, pattern. simpl.
      destruct (Req_EM_T (r j) g) as [->|]; [ring|].
      destruct (ends j) as [->|]; [lia|ring|contradiction].
  - specialize (inside n ltac:(lia)) as here. set (t := (g - r n) / (g - 1)).
    assert (0 < / (g - 1)) by (apply Rinv_0_lt_compat; lra).
    assert (0 <= t <= 1) as range.
    { unfold t, Rdiv. split; [apply Rmult_le_pos; lra|].
      apply Rmult_le_reg_r with (g - 1); [lra|]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (each : forall v, v = 1 \/ v = g -> exists l,
      Forall (fun p => 0 <= fst p) l /\ forall j, (j < k)%nat -> set n v r j = mixture g l j).
    { intros v which. apply IH; [lia| |].
      - intros j there. unfold set. destruct (Nat.eq_dec j n); [destruct which; lra|auto].
      - intros j there. unfold set. destruct (Nat.eq_dec j n); [assumption|]. apply ends. lia. }
    destruct (each 1) as (low & pos & equal); [now left|].
    destruct (each g) as (high & pos' & equal'); [now right|].
    exists (map (fun p => (t * fst p, snd p)) low ++ map (fun p => ((1 - t) * fst p, snd p)) high).
    split.
    + apply Forall_app. rewrite !Forall_map. simpl.
      split; [eapply Forall_impl; [|exact pos]|eapply Forall_impl; [|exact pos']];
        intros p above; apply Rmult_le_pos; lra.
    + intros j there. unfold mixture. rewrite map_app, list_sum_app, !map_map. simpl.
      rewrite (map_ext (fun x => t * fst x * pattern g (snd x) j)
        (fun x => t * (fst x * pattern g (snd x) j))) by (intros; ring).
      rewrite (map_ext (fun x => (1 - t) * fst x * pattern g (snd x) j)
        (fun x => (1 - t) * (fst x * pattern g (snd x) j))) by (intros; ring).
      rewrite !list_sum_scaled. fold (mixture g low j). fold (mixture g high j).
      rewrite <- equal, <- equal' by assumption. unfold set.
      destruct (Nat.eq_dec j n) as [->|]; [unfold t; field; lra|ring].
Qed.

Theorem layers : forall k g r, 1 < g -> within k g r -> exists l,
  Forall (fun p => 0 <= fst p) l /\ (forall j, (j < k)%nat -> r j = mixture g l j) /\
  forall f, sublinear k f -> f r <= mixed g f l.
Proof.
  intros k g r big is_row.
  assert (exists l, Forall (fun p => 0 <= fst p) l /\
    forall j, (j < k)%nat -> r j = mixture g l j) as (l & pos & equal).
  { destruct k as [|k]; [exists nil; split; [constructor|intros; lia]|].
    destruct (within_range (S k) g r ltac:(lia) is_row) as (m & above & range).
    destruct above as [above|none].
    - destruct (cube_mixture (S k) g (fun j => / m * r j) big) as (l & pos & equal).
      { intros j small. destruct (range j small).
        split; apply Rmult_le_reg_l with m; try assumption; rewrite <- Rmult_assoc, Rinv_r; lra. }
      exists (map (fun p => (m * fst p, snd p)) l). split.
      + rewrite Forall_map. simpl. eapply Forall_impl; [|exact pos].
        intros p nonneg. apply Rmult_le_pos; lra.
      + intros j small. unfold mixture. rewrite map_map. simpl.
        rewrite (map_ext (fun x => m * fst x * pattern g (snd x) j)
          (fun x => m * (fst x * pattern g (snd x) j))) by (intros; ring).
        rewrite list_sum_scaled. fold (mixture g l j). rewrite <- equal by assumption. field. lra.
    - exists nil. split; [constructor|]. intros j small. destruct (range j small).
      subst m. unfold mixture. simpl. lra. }
  exists l. repeat split; auto. intros f (same & scales & adds).
  rewrite (same r (mixture g l)) by assumption. clear equal.
  induction pos as [|p l nonneg _ IH].
  - unfold mixed, mixture. simpl. rewrite (same _ (fun j => 0 * 0)) by (intros; ring).
    rewrite (scales 0 (fun _ => 0)) by lra. lra.
  - change (mixed g f (p :: l)) with (fst p * f (pattern g (snd p)) + mixed g f l).
    eapply Rle_trans; [apply (adds (fun j => fst p * pattern g (snd p) j) (mixture g l))|].
    rewrite scales by assumption. lra.
Qed.

(** ** Coverage by the patterns of {1, g}^k *)

Definition positive (k : nat) (r : nat -> R) : Prop := forall j, (j < k)%nat -> 0 < r j.

(** A utility: it reads k entries, is zero at the row of zeros, and on positive rows it is
    homogeneous and convex. *)
Definition utility (k : nat) (u : (nat -> R) -> R) : Prop :=
  respects k u /\ (forall r, (forall j, (j < k)%nat -> r j = 0) -> u r = 0) /\
  (forall c r, 0 < c -> positive k r -> u (fun j => c * r j) = c * u r) /\
  convex_on (positive k) u.

Theorem extremes_cover : forall k g y u, (0 < k)%nat -> 1 <= g -> utility k u ->
  (forall s, u (pattern g s) <= dot k y (pattern g s)) ->
  forall r, within k g r -> u r <= dot k y r.
Proof.
  intros k g y u some big (same & zero & scales & convex) patterns r is_row.
  destruct (within_range k g r some is_row) as (m & above & range).
  assert (linear : forall t a s b, dot k y (fun j => t * a j + s * b j) =
    t * dot k y a + s * dot k y b).
  { intros t a s b. unfold dot. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. ring. }
  destruct above as [above|none].
  - set (v := fun j => / m * r j). assert (in_cube k g v) as inside.
    { intros j small. destruct (range j small). unfold v. split.
      - apply Rmult_le_reg_l with m; [assumption|]. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
      - apply Rmult_le_reg_l with m; [assumption|]. rewrite <- Rmult_assoc, Rinv_r by lra. lra. }
    assert (forall w, in_cube k g w -> positive k w) as pos.
    { intros w cube j small. specialize (cube j small). lra. }
    assert (u v - dot k y v <= 0) as covered.
    { apply (cube_vertices k g (fun w => u w - dot k y w) 0); auto.
      - intros a b equal. rewrite (same a b equal). f_equal. unfold dot. apply sum_ext.
        intros j small. now rewrite equal.
      - intros a b t first second weight. rewrite linear.
        pose proof (convex a b t (pos a first) (pos b second) weight). lra.
      - intros s. specialize (patterns s). lra. }
    rewrite (same r (fun j => m * v j)), scales by auto || (intros; unfold v; field; lra).
    replace (dot k y r) with (m * dot k y v).
    + apply Rmult_le_compat_l; lra.
    + unfold dot. rewrite <- sum_scale. apply sum_ext. intros. unfold v. field. lra.
  - assert (forall j, (j < k)%nat -> r j = 0) as all.
    { intros j small. destruct (range j small). subst m. lra. }
    rewrite zero by assumption. unfold dot. rewrite sum_zero; [lra|].
    intros j small. rewrite all by assumption. ring.
Qed.

Theorem extremes_bound : forall m k g y u P, (0 < k)%nat -> 1 <= g -> utility k u ->
  (forall s, u (pattern g s) <= dot k y (pattern g s)) ->
  private m k (fun _ _ => Some g) (fun _ _ => 0) P -> \sum_(i < m) u (P i) <= \sum_(j < k) y j.
Proof.
  intros m k g y u P some big is_utility patterns is_private.
  apply Rle_trans with (\sum_(j < k) y j + \sum_(a < k) \sum_(b < k) (0 * 0)).
  - apply (prices_bound m k (fun _ _ => Some g) (fun _ _ => 0) y (fun _ _ => 0) u P); auto.
    + intros. lra.
    + intros r is_row. apply row_within in is_row; [|assumption].
      unfold charge. rewrite (sum_zero k (fun a => \sum_(b < k) _)).
      * rewrite Rplus_0_r. now apply extremes_cover with g.
      * intros a _. apply sum_zero. intros. ring.
  - rewrite (sum_zero k (fun a => \sum_(b < k) _)); [lra|].
    intros a _. apply sum_zero. intros. ring.
Qed.

(** ** Proof "line": u(r) = s (t.r)^2 / (q.r) *)

Definition tangent (y t q : nat -> R) (s v : R) (j : nat) : R :=
  y j - 2 * s * v * t j + s * v ^ 2 * q j.

(** The pattern with g where the tangent is negative. *)
Definition signs (y t q : nat -> R) (s v : R) : nat -> bool :=
  fun j => if Rlt_dec (tangent y t q s v j) 0 then true else false.

Lemma dot_tangent : forall k y t q s v r,
  dot k (tangent y t q s v) r = dot k y r - 2 * s * v * dot k t r + s * v ^ 2 * dot k q r.
Proof.
  intros k y t q s v r. unfold dot, tangent. rewrite <- !sum_scale, <- sum_minus, <- sum_plus.
  apply sum_ext. intros. ring.
Qed.

Theorem line_cover : forall k g y t q s r, (0 < k)%nat -> 0 <= s ->
  (forall v, 0 <= minima k g (tangent y t q s v)) -> within k g r -> 0 < dot k q r ->
  s * dot k t r ^ 2 / dot k q r <= dot k y r.
Proof.
  intros k g y t q s r some scale all is_row share.
  set (v := dot k t r / dot k q r).
  pose proof (minima_below k g _ r some (all v) is_row) as above. rewrite dot_tangent in above.
  replace (s * dot k t r ^ 2 / dot k q r) with
    (2 * s * v * dot k t r - s * v ^ 2 * dot k q r) by (unfold v; field; lra). lra.
Qed.

(** Only the patterns of signs along the line need to be looked at. *)
Theorem line_patterns : forall k g y t q s, 1 <= g -> 0 <= s ->
  (forall v, let p := pattern g (signs y t q s v) in
     0 <= dot k y p /\ 0 < dot k q p /\ s * dot k t p ^ 2 <= dot k y p * dot k q p) ->
  forall v, 0 <= minima k g (tangent y t q s v).
Proof.
  intros k g y t q s big scale all v. destruct (all v) as (one & two & three).
  set (p := pattern g (signs y t q s v)) in *.
  assert (minima k g (tangent y t q s v) = dot k (tangent y t q s v) p) as ->.
  { unfold minima, dot. apply sum_ext. intros j _. unfold p, pattern, signs.
    destruct (Rlt_dec (tangent y t q s v j) 0) as [negative|nonneg].
    - rewrite Rmin_right; [ring|]. 
      assert (0 <= (g - 1) * - tangent y t q s v j) by (apply Rmult_le_pos; lra). lra.
    - rewrite Rmin_left; [ring|].
      assert (0 <= (g - 1) * tangent y t q s v j) by (apply Rmult_le_pos; lra). lra. }
  rewrite dot_tangent. apply Rmult_le_reg_r with (dot k q p); [assumption|].
  rewrite Rmult_0_l.
  replace ((dot k y p - 2 * s * v * dot k t p + s * v ^ 2 * dot k q p) * dot k q p) with
    ((dot k y p * dot k q p - s * dot k t p ^ 2) + s * (dot k t p - v * dot k q p) ^ 2) by ring.
  assert (0 <= s * (dot k t p - v * dot k q p) ^ 2)
    by (apply Rmult_le_pos; [assumption|apply pow2_ge_0]). lra.
Qed.
