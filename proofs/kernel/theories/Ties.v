(** Pairs that two others imply: where g_ac g_cb <= g_ab for hard pairs with levels above 1, a tight
    pair (a, b) has both others tight, and their levels are smaller. So of the extreme rows only
    those need to be looked at whose support is connected by the pairs that are left, the ties. *)

From Coq Require Import Reals Lra Lia List Arith Bool.
From Rropt Require Import Sums Tensors Prices Number Rays.
Import ListNotations.
Open Scope R_scope.

Definition implied (k : nat) (G : levels) (delta : matrix) (a b : nat) : Prop :=
  exists c g h l, (c < k)%nat /\ a <> c /\ c <> b /\
    G a c = Some g /\ G c b = Some h /\ G a b = Some l /\
    delta a c = 0 /\ delta c b = 0 /\ 1 < g /\ 1 < h /\ g * h <= l.

(** No tight pair but those that are implied leaves K. *)
Definition tied (k : nat) (G : levels) (delta : matrix) (r : nat -> R) : Prop :=
  forall K : nat -> bool,
    (forall a b g, (a < k)%nat -> (b < k)%nat -> r a <> 0 -> r b <> 0 -> G a b = Some g ->
       ~ implied k G delta a b -> r a = g * r b -> K a = K b) ->
    forall a b, (a < k)%nat -> (b < k)%nat -> r a <> 0 -> r b <> 0 -> K a = K b.

Definition lower (G : levels) (l : R) (p : nat * nat) : bool :=
  match G (fst p) (snd p) with
  | Some g => if Rlt_dec g l then true else false
  | None => false
  end.

Lemma lower_levels : forall k G a b g l, (a < k)%nat -> (b < k)%nat -> G a b = Some g -> g < l ->
  (length (filter (lower G g) (pairs k)) < length (filter (lower G l) (pairs k)))%nat.
Proof.
  intros k G a b g l sa sb level less.
  apply filter_lt with (x := (a, b)); [|now apply in_pairs| |].
  - intros [c d] _. unfold lower. cbn. destruct (G c d) as [h|]; [|discriminate].
    destruct (Rlt_dec h g), (Rlt_dec h l); auto; lra.
  - unfold lower. cbn. rewrite level. destruct (Rlt_dec g g); auto; lra.
  - unfold lower. cbn. rewrite level. destruct (Rlt_dec g l); auto; lra.
Qed.

Lemma within : forall k G delta r a b g, row k G delta r -> (a < k)%nat -> (b < k)%nat ->
  a <> b -> delta a b = 0 -> G a b = Some g -> r a <= g * r b.
Proof.
  intros k G delta r a b g [_ hard] sa sb differ none level. specialize (hard a b sa sb none).
  unfold excess in hard. rewrite level in hard. destruct (Nat.eq_dec a b); [contradiction|].
  pose proof (Rmax_r 0 (r a - g * r b)). lra.
Qed.

Lemma tight_through : forall k G delta r a b c g h l, row k G delta r ->
  (a < k)%nat -> (b < k)%nat -> (c < k)%nat -> a <> c -> c <> b -> r a <> 0 -> r b <> 0 ->
  delta a c = 0 -> delta c b = 0 -> G a c = Some g -> G c b = Some h -> 1 < g -> 1 < h ->
  g * h <= l -> r a = l * r b -> r c <> 0 /\ r a = g * r c /\ r c = h * r b /\ g < l /\ h < l.
Proof.
  intros k G delta r a b c g h l is_row sa sb sc ac cb na nb da db ga hb above above' less tight.
  pose proof (within k G delta r a c g is_row sa sc ac da ga) as first.
  pose proof (within k G delta r c b h is_row sc sb cb db hb) as second.
  assert (0 < r b) by (destruct (proj1 is_row b sb); [assumption|congruence]).
  assert (h * r b <= r c).
  { apply Rmult_le_reg_l with g; [lra|]. apply Rle_trans with (l * r b); [|lra].
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  assert (0 < h * r b) by (apply Rmult_lt_0_compat; lra).
  assert (g * h = l).
  { apply Rmult_eq_reg_r with (r b); [|lra]. apply Rle_antisym.
    - apply Rmult_le_compat_r; lra.
    - replace (r c) with (h * r b) in first by lra. lra. }
  assert (g * 1 < g * h) by (apply Rmult_lt_compat_l; lra).
  assert (1 * h < g * h) by (apply Rmult_lt_compat_r; lra).
  replace (r c) with (h * r b) by lra. repeat split; try lra. subst l. lra.
Qed.

Theorem connected_tied : forall k G delta r, row k G delta r -> connected k G r ->
  tied k G delta r.
Proof.
  intros k G delta r is_row joined K shut. apply joined.
  enough (forall n a b g, (length (filter (lower G g) (pairs k)) < n)%nat -> (a < k)%nat ->
    (b < k)%nat -> r a <> 0 -> r b <> 0 -> G a b = Some g -> r a = g * r b -> K a = K b) as all.
  { intros a b g. apply (all (S (length (filter (lower G g) (pairs k)))) a b g). lia. }
  induction n as [|n IH]; intros a b l small sa sb na nb level tight; [lia|].
  destruct (Bool.bool_dec (K a) (K b)) as [|differ]; [assumption|]. exfalso. apply differ.
  apply (shut a b l); auto.
  intros (c & g & h & l' & sc & ac & cb & ga & hb & same & da & db & above & above' & less).
  rewrite level in same. injection same as <-. apply differ.
  destruct (tight_through k G delta r a b c g h l) as (nc & one & two & low & low'); auto.
  transitivity (K c).
  - apply (IH a c g); auto. pose proof (lower_levels k G a c g l sa sc ga low). lia.
  - apply (IH c b h); auto. pose proof (lower_levels k G c b h l sc sb hb low'). lia.
Qed.

Theorem ties_cover : forall k G delta y z u, finite_levels G -> gauge_on k G delta u ->
  (forall r, row k G delta r -> tied k G delta r -> u r <= charge k G y z r) ->
  covers k G delta y z u.
Proof.
  intros k G delta y z u finite is_gauge ties. apply rays_cover; [assumption|assumption|].
  intros r is_row joined. apply ties; [assumption|]. now apply connected_tied.
Qed.
