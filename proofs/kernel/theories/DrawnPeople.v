(** People drawn in secret (kind "shuffled", drawn_from): the histogram of n drawn at random among N hides
    more of each, as nobody knows whether the person is among them. *)

From Coq Require Import Reals Lra Lia List Arith Permutation.
From Rropt Require Import Sums Tensors Draws Shuffles Histograms KeptLaws HistogramTests.
Import ListNotations.
Open Scope R_scope.

Definition symmetric (F : list nat -> R) : Prop := forall s t, Permutation s t -> F s = F t.

Lemma symmetric_after : forall F y, symmetric F -> symmetric (fun s => F (y :: s)).
Proof. intros F y same s t perm. apply same. now constructor. Qed.

Lemma list_sum_le : forall (A : Type) (l : list A) f g, (forall x, In x l -> f x <= g x) ->
  list_sum (map f l) <= list_sum (map g l).
Proof.
  induction l as [|x l IH]; intros f g below; cbn [map list_sum]; [lra|].
  apply Rplus_le_compat; [apply below; now left|]. apply IH. intros. apply below. now right.
Qed.

Lemma picked : forall (l : list nat) p, In p (picks l) ->
  Permutation (fst p :: snd p) l /\ S (length (snd p)) = length l.
Proof.
  intros l p there. pose proof (picks_permutation nat l) as all. rewrite Forall_forall in all.
  pose proof (all p there) as perm. split; [assumption|]. now apply Permutation_length in perm.
Qed.

(** How many ordered draws there are. *)
Lemma draws_of_one_more : forall m (l : list nat), total (S m) l (fun _ => 1) =
  (INR (length l) - INR m) * total m l (fun _ => 1).
Proof.
  induction m as [|m IH]; intros l; rewrite total_step.
  - rewrite (map_ext (fun p => total 0 (snd p) (fun _ => 1)) (fun _ => 1))
      by (intros; unfold total; simpl; ring).
    rewrite list_sum_map_constant, picks_length. unfold total. simpl. ring.
  - rewrite (total_step nat m l), <- list_sum_map_scale. f_equal. apply map_ext_in. intros p there.
    rewrite IH. destruct (picked l p there) as [_ <-]. rewrite !S_INR. ring.
Qed.

Lemma some_draws : forall m (l : list nat), (m <= length l)%nat -> 0 < total m l (fun _ => 1).
Proof.
  induction m as [|m IH]; intros l enough; [unfold total; simpl; lra|]. rewrite draws_of_one_more.
  apply Rmult_lt_0_compat; [|apply IH; lia]. apply lt_INR in enough. lra.
Qed.

(** Draws with one person, and without. *)
Lemma with_and_without : forall n x l F, symmetric F -> total n (x :: l) F =
  total n l F + INR n * total (n - 1) l (fun s => F (x :: s)).
Proof.
  induction n as [|n IH]; intros x l F same; [unfold total; simpl; ring|].
  rewrite total_step. cbn [picks map list_sum fst snd]. rewrite map_map. cbn [fst snd].
  rewrite (map_ext (fun p => total n (x :: snd p) (fun s => F (fst p :: s)))
    (fun p => total n (snd p) (fun s => F (fst p :: s)) +
      INR n * total (n - 1) (snd p) (fun s => F (x :: fst p :: s)))).
  - rewrite list_sum_map_plus, list_sum_map_scale, <- total_step, S_INR.
    replace (S n - 1)%nat with n by lia. destruct n as [|n]; [simpl; ring|].
    replace (S n - 1)%nat with n by lia. rewrite <- (total_step nat n l (fun s => F (x :: s))). ring.
  - intros p. rewrite IH by now apply symmetric_after. f_equal. f_equal. apply total_ext.
    intros s. apply same. constructor.
Qed.

Definition among (k : nat) (l : list nat) : Prop := Forall (fun t => (t < k)%nat) l.

Lemma total_le : forall k m l F G, among k l ->
  (forall s, length s = m -> among k s -> F s <= G s) -> total m l F <= total m l G.
Proof.
  induction m as [|m IH]; intros l F G inside below.
  - unfold total. simpl. specialize (below [] eq_refl (Forall_nil _)). lra.
  - rewrite !total_step. apply list_sum_le. intros p there. destruct (picked l p there) as [perm _].
    pose proof (Permutation_Forall (Permutation_sym perm) inside) as both. inversion both; subst.
    apply IH; [assumption|]. intros s len all. apply below; [simpl; lia|now constructor].
Qed.

(** A person who is among those drawn, against another one in the person's place. *)
Lemma replaced : forall k g d a m l F, symmetric F -> among k l ->
  (forall c s, length s = m -> among k (c :: s) -> F (a :: s) <= g * F (c :: s) + d) ->
  (INR (length l) - INR m) * total m l (fun s => F (a :: s)) <=
  g * total (S m) l F + d * total (S m) l (fun _ => 1).
Proof.
  intros k g d a. induction m as [|m IH]; intros l F same inside less.
  - rewrite !total_step, <- !list_sum_map_scale, <- list_sum_map_plus. simpl INR. rewrite Rminus_0_r.
    unfold total at 1. cbn [orders map list_sum].
    rewrite Rplus_0_r, <- (picks_length nat l), <- list_sum_map_constant. apply list_sum_le.
    intros p there. unfold total. cbn [orders map list_sum]. rewrite !Rplus_0_r, Rmult_1_r.
    apply less; [reflexivity|]. destruct (picked l p there) as [perm _].
    pose proof (Permutation_Forall (Permutation_sym perm) inside) as both. inversion both; subst.
    now repeat constructor.
  - rewrite (total_step nat m l), (total_step nat (S m) l F), (total_step nat (S m) l (fun _ => 1)).
    rewrite <- !list_sum_map_scale, <- list_sum_map_plus. apply list_sum_le. intros p there.
    destruct (picked l p there) as [perm <-].
    pose proof (Permutation_Forall (Permutation_sym perm) inside) as both.
    inversion both as [|? ? one others]; subst. rewrite !S_INR.
    replace (INR (length (snd p)) + 1 - (INR m + 1)) with (INR (length (snd p)) - INR m) by ring.
    rewrite (total_ext nat m (snd p) (fun s => F (a :: fst p :: s)) (fun s => F (fst p :: a :: s)))
      by (intros; apply same; constructor).
    apply (IH (snd p) (fun s => F (fst p :: s))); [now apply symmetric_after|assumption|].
    intros c s len all. rewrite (same (fst p :: a :: s) (a :: fst p :: s)) by constructor.
    rewrite (same (fst p :: c :: s) (c :: fst p :: s)) by constructor.
    apply less; [simpl; lia|]. inversion all; subst. now repeat constructor.
Qed.

(** ** The mean over all draws of n among the people *)

Definition drawn (n : nat) (people : list nat) (F : list nat -> R) : R :=
  total n people F / total n people (fun _ => 1).

Definition drawn_hides (m k : nat) (P : matrix) (n : nat) (others : list nat) (g d : R) : Prop :=
  forall a b f, (a < k)%nat -> (b < k)%nat -> test f ->
  drawn n (a :: others) (fun s => reports m P s f) <=
  g * drawn n (b :: others) (fun s => reports m P s f) + d.

Lemma reports_symmetric : forall m P f, of_histogram f -> symmetric (fun s => reports m P s f).
Proof.
  intros m P f same s t perm. rewrite !reports_mean. apply mean_permutation; [assumption|].
  now apply Permutation_map.
Qed.

Lemma drawn_as_parts : forall n x others F, symmetric F -> (n <= length others)%nat ->
  let c := total n others (fun _ => 1) in
  drawn (S n) (x :: others) F =
  (total (S n) others F + INR (S n) * total n others (fun s => F (x :: s))) /
  (INR (S (length others)) * c).
Proof.
  intros n x others F same enough c. unfold drawn.
  rewrite !with_and_without, draws_of_one_more by (assumption || now intros ? ?).
  replace (S n - 1)%nat with n by lia. f_equal. fold c. rewrite !S_INR. ring.
Qed.

(** Theorem 10 of Balle, Barthe and Gaboardi: who is drawn with the chance q = n / N. *)
Theorem drawn_private : forall m k P n others g d, among k others -> (n <= length others)%nat -> 1 <= g ->
  let q := INR (S n) / INR (S (length others)) in
  (forall s, length s = n -> among k s -> hides m k P s (1 + (g - 1) / q) d) ->
  drawn_hides m k P (S n) others g (q * d).
Proof.
  intros m k P n others g d inside enough big q known a b f first second is_test.
  set (F := fun s => reports m P s f). assert (symmetric F) as same by now apply reports_symmetric, is_test.
  rewrite !drawn_as_parts by assumption. set (c := total n others (fun _ => 1)).
  assert (0 < c) as some by now apply some_draws.
  set (N := INR (S (length others))). set (r := INR (S n)).
  assert (0 < r) as drawn_some by (apply lt_0_INR; lia).
  assert (r <= N) as fewer by (apply le_INR; lia).
  set (level := 1 + (g - 1) / q) in *. set (G := r + (g - 1) * N).
  assert (0 <= (g - 1) * N) by (apply Rmult_le_pos; lra). assert (0 < G) as positive by (unfold G; lra).
  assert (r * level = G) as scaled by (unfold level, G, q; fold r N; field; lra).
  set (A := total n others (fun s => F (a :: s))). set (B := total n others (fun s => F (b :: s))).
  set (Z := total (S n) others F).
  assert (A <= level * B + d * c) as against_b.
  { unfold A, B, c. rewrite <- !total_scale. unfold total. rewrite <- list_sum_map_plus.
    apply (total_le k n others (fun s => F (a :: s)) (fun s => level * F (b :: s) + d * 1)); [assumption|].
    intros s len all. rewrite Rmult_1_r. now apply known. }
  assert ((N - r) * A <= level * Z + d * ((N - r) * c)) as against_others.
  { pose proof (replaced k level d a n others F same inside
      (fun e s len all => known s len (Forall_inv_tail all) a e f first (Forall_inv all) is_test)) as less.
    rewrite draws_of_one_more in less. fold c A Z in less.
    replace (INR (length others) - INR n) with (N - r) in less by (unfold N, r; rewrite !S_INR; ring).
    lra. }
  (* one part of A is compared with the other truth, one with others who are not drawn *)
  assert (G * (r * A) <= G * (g * r * B + (g - 1) * Z + r * c * d)) as both.
  { replace (G * (r * A)) with (g * r * (r * A) + (g - 1) * r * ((N - r) * A)) by (unfold G; ring).
    replace (G * (g * r * B + (g - 1) * Z + r * c * d)) with
      (g * r * (G * B + r * (d * c)) + (g - 1) * (G * Z + r * (d * ((N - r) * c)))) by (unfold G; ring).
    rewrite <- !scaled.
    replace (r * level * B + r * (d * c)) with (r * (level * B + d * c)) by ring.
    replace (r * level * Z + r * (d * ((N - r) * c))) with (r * (level * Z + d * ((N - r) * c))) by ring.
    apply Rplus_le_compat.
    - apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_l; lra.
    - rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
  apply Rmult_le_reg_l in both; [|assumption].
  assert (0 < N * c) as all_draws by (apply Rmult_lt_0_compat; lra).
  apply Rmult_le_reg_r with (N * c); [assumption|].
  replace ((Z + r * A) / (N * c) * (N * c)) with (Z + r * A) by (field; lra).
  replace ((g * ((Z + r * B) / (N * c)) + q * d) * (N * c)) with (g * (Z + r * B) + r * c * d)
    by (unfold q; fold r N; field; lra). lra.
Qed.

(** ** From below: all others have one truth *)

Lemma drawn_alike : forall n (c : nat) r F,
  total n (repeat c r) F = F (repeat c n) * total n (repeat c r) (fun _ => 1).
Proof.
  induction n as [|n IH]; intros c r F; [unfold total; simpl; ring|].
  rewrite (total_step nat n (repeat c r) F), (total_step nat n (repeat c r) (fun _ => 1)).
  rewrite <- list_sum_map_scale. f_equal. apply map_ext_in. intros p there.
  destruct (picked _ p there) as [perm _]. apply Permutation_repeat in perm.
  destruct r as [|r]; [discriminate|]. cbn [repeat] in perm. injection perm as -> ->.
  now rewrite (IH c r (fun s => F (c :: s))).
Qed.

Lemma drawn_among_alike : forall n x c N F, symmetric F -> (n <= N)%nat ->
  let q := INR (S n) / INR (S N) in
  drawn (S n) (x :: repeat c N) F = q * F (x :: repeat c n) + (1 - q) * F (c :: repeat c n).
Proof.
  intros n x c N F same enough q.
  assert (n <= length (repeat c N))%nat as draws by now rewrite repeat_length.
  pose proof (some_draws n (repeat c N) draws) as some.
  rewrite drawn_as_parts, (drawn_alike (S n) c N F), (drawn_alike n c N (fun s => F (x :: s))),
    draws_of_one_more by assumption.
  rewrite repeat_length. cbn [repeat]. set (all := total n (repeat c N) (fun _ => 1)) in *.
  unfold q. pose proof (pos_INR N). rewrite !S_INR. field. split; lra.
Qed.

(** What report i says where the person is drawn with the chance q, else one more of the others. *)
Definition drawn_against (g q : R) (P : matrix) (a b c : nat) : nat -> R :=
  fun i => q * (P i a - g * P i b) - (g - 1) * (1 - q) * P i c.

Theorem drawn_test_refutes : forall m k P n N c g d a b mu score least B, stochastic m k P ->
  (c < k)%nat -> (n <= N)%nat -> kept m (map (column P) (repeat c n)) score mu ->
  let q := INR (S n) / INR (S N) in
  d < told m (drawn_against g q P a b c) mu score least B ->
  let f := decision score least in
  test f /\ g * drawn (S n) (b :: repeat c N) (fun s => reports m P s f) + d <
    drawn (S n) (a :: repeat c N) (fun s => reports m P s f).
Proof.
  intros m k P n N c g d a b mu score least B columns small enough below q more f.
  split; [apply decision_is_test|].
  assert (symmetric (fun s => reports m P s f)) as same by apply reports_symmetric, decision_is_test.
  rewrite !drawn_among_alike by assumption. fold q.
  assert (Forall (law m) (map (column P) (repeat c n))) as laws.
  { apply (laws_of_others m k); [assumption|]. apply Forall_forall. intros t there.
    apply repeat_spec in there. now subst. }
  pose proof (told_at_most m _ (drawn_against g q P a b c) mu score least B laws below) as most.
  fold f in most. rewrite (first_ext m _ (fun i => 1 * (q * column P a i + (- (q * g)) * column P b i) +
    (- ((g - 1) * (1 - q))) * column P c i)) in most by (intros; unfold drawn_against, column; ring).
  rewrite mean_of_both, mean_of_both in most. rewrite !reports_mean. cbn [map]. lra.
Qed.
