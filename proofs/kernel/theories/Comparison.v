(** Sun, Zhou and Yan, theorem 6.1: at one budget ln g the improved Christofides mechanism with three
    numbers has a smaller variance than Warner's outside of [pi_A1, pi_A2], and a larger one inside. *)

From Coq Require Import Reals Lra.
Open Scope R_scope.

(** The variances at the budget ln g; p2 is the proportion of the middle card. *)
Definition warner_at (g N : R) : R := g / (N * (g - 1) ^ 2).
Definition kept_at (g N p2 pi : R) : R :=
  pi * (1 - pi) / (N - 1) * ((g + 1) ^ 2 / ((g - 1) ^ 2 * (1 - p2)) - 1).

(** Equation (5). *)
Definition root_5 (g N p2 : R) : R :=
  sqrt (1 - (N - 1) / N * ((1 - p2) / (1 + p2 * (g + 1 / g - 2) / 4))).
Definition first_end (g N p2 : R) : R := 1 / 2 - 1 / 2 * root_5 g N p2.
Definition second_end (g N p2 : R) : R := 1 / 2 + 1 / 2 * root_5 g N p2.

Lemma difference : forall g N p2 pi, 1 < g -> 2 <= N -> 0 <= p2 < 1 ->
  0 <= root_5 g N p2 /\
  exists factor, 0 < factor /\
    kept_at g N p2 pi - warner_at g N = factor * (root_5 g N p2 ^ 2 - (1 - 2 * pi) ^ 2).
Proof.
  intros g N p2 pi big several rare. split; [apply sqrt_pos|].
  assert (0 < (g - 1) ^ 2) as square by (apply pow_lt; lra).
  assert (0 <= (g - 1) ^ 2 * p2) as middle by (apply Rmult_le_pos; lra).
  assert (0 < 4 * g + (g - 1) ^ 2 * p2) as above by lra.
  exists ((4 * g + (g - 1) ^ 2 * p2) / (4 * (N - 1) * (g - 1) ^ 2 * (1 - p2))). split.
  - apply Rdiv_lt_0_compat; [assumption|]. repeat apply Rmult_lt_0_compat; lra.
  - assert (1 + p2 * (g + 1 / g - 2) / 4 = (4 * g + (g - 1) ^ 2 * p2) / (4 * g)) as hump
      by (field; lra).
    unfold root_5. rewrite pow2_sqrt.
    + rewrite hump. unfold kept_at, warner_at. field. repeat split; lra.
    + rewrite hump. replace (1 - _) with
        ((N * ((g - 1) ^ 2 * p2) + 4 * g + 4 * g * p2 * (N - 1)) /
         (N * (4 * g + (g - 1) ^ 2 * p2))) by (field; repeat split; lra).
      assert (0 <= N * ((g - 1) ^ 2 * p2)) by (apply Rmult_le_pos; lra).
      assert (0 <= 4 * g * p2 * (N - 1)) by (repeat apply Rmult_le_pos; lra).
      apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
Qed.

Theorem kept_beats_warner : forall g N p2 pi, 1 < g -> 2 <= N -> 0 <= p2 < 1 ->
  pi < first_end g N p2 \/ pi > second_end g N p2 ->
  kept_at g N p2 pi < warner_at g N.
Proof.
  intros g N p2 pi big several rare beyond.
  destruct (difference g N p2 pi big several rare) as (root & factor & positive & same).
  unfold first_end, second_end in beyond. set (r := root_5 g N p2) in *.
  assert (0 < (1 - 2 * pi) ^ 2 - r ^ 2) as outside.
  { replace ((1 - 2 * pi) ^ 2 - r ^ 2) with ((1 - 2 * pi - r) * (1 - 2 * pi + r)) by ring.
    destruct beyond; [apply Rmult_lt_0_compat; lra|].
    rewrite <- Rmult_opp_opp. apply Rmult_lt_0_compat; lra. }
  assert (0 < factor * ((1 - 2 * pi) ^ 2 - r ^ 2)) by now apply Rmult_lt_0_compat. lra.
Qed.

Theorem warner_beats_kept : forall g N p2 pi, 1 < g -> 2 <= N -> 0 <= p2 < 1 ->
  first_end g N p2 < pi < second_end g N p2 ->
  warner_at g N < kept_at g N p2 pi.
Proof.
  intros g N p2 pi big several rare between.
  destruct (difference g N p2 pi big several rare) as (root & factor & positive & same).
  unfold first_end, second_end in between. set (r := root_5 g N p2) in *.
  assert (0 < r ^ 2 - (1 - 2 * pi) ^ 2) as inside.
  { replace (r ^ 2 - (1 - 2 * pi) ^ 2) with ((r - (1 - 2 * pi)) * (r + (1 - 2 * pi))) by ring.
    apply Rmult_lt_0_compat; lra. }
  assert (0 < factor * (r ^ 2 - (1 - 2 * pi) ^ 2)) by now apply Rmult_lt_0_compat. lra.
Qed.
