// Proofs that prices cover a utility: charge(r) >= u(r) for every row that obeys the hard pairs
// (section 4).

const UNCOVERED = "the prices do not cover a pattern";
const PROOFS = { actions: readActions, line: readLine, tree: readTree, form: readQuadraticForm, cells: readCoverCells, pairs: readPairs, extremes: readExtremes, simplices: readSimplices, clamped: readClamped, stretches: readStretches, merged: readMerged };

function readCover(value, charge, utility) {
  PROOFS[named(value, "proof", PROOFS)](value, charge, utility);
}

// The number g of a level without a delta, which a proof may ask for.
function pureNumber({ privacy }) {
  wellFormed(privacy.number && privacy.pure, "the level is not one number without a delta");
  return privacy.number;
}

const cheapest = (x, g) => (x.n < 0n ? x.times(g) : x);

// ---------------------------------------------------------------- actions

function readActions(value, charge, utility) {
  wellFormed(utility.actions, "the utility is no largest of actions");
  const { multipliers, ratios } = record(value, "proof", "multipliers ratios");
  allow(charge.sizes.length * utility.actions.length);
  if (multipliers === undefined) {
    coverByMinima(charge, utility);
    return;
  }
  wellFormed(charge.sizes.every((n) => n === 1), "multipliers tell all truths apart");
  const number = utility.actions.length;
  const read = listed(multipliers, number).map((list) => charge.privacy.readMultipliers(list, charge.y.length));
  const lines = ratios === undefined ? null : linesOfActions(listed(ratios, number), charge);
  coverByMultipliers(charge, utility, read, lines);
}

// sum_c n_c min(y_c, g y_c), but of each truth of the action min(y_c - x_c, g (y_c - x_c)).
function coverByMinima(charge, { actions }) {
  if (charge.privacy.number && !charge.privacy.pure) {
    coverClass(charge, actions);
    return;
  }
  const g = pureNumber(charge);
  const idle = charge.y.map((price) => cheapest(price, g));
  const total = dot(idle, charge.sizes.map(whole));
  for (const action of actions) {
    const changes = action.map(([c, x]) => cheapest(charge.y[c].minus(x), g).minus(idle[c]));
    holds(total.plus(sum(changes)).n >= 0n, UNCOVERED);
  }
}

// y + (k - 1) min(z, y / g) >= x for k truths that are one class.
function coverClass({ y: [price], budgets, sizes, privacy }, [[[, x]]]) {
  wellFormed(sizes.length === 1 && sizes[0] > 1, "truths of several classes need multipliers");
  const [{ price: ofPair } = { price: ZERO }] = budgets;
  const ofOther = least(ofPair, price.over(privacy.number));
  holds(price.plus(ofOther.times(whole(sizes[0] - 1))).compare(x) >= 0, UNCOVERED);
}

// y_j - x_j + sum f a[j] + sum z L[j] >= 0 for every action and truth; of a single y_j >= x_j. A multiplier f
// of the form a is at most its factor c times the price z of the budget that owns it; a hard one has no owner.
function coverByMultipliers({ y, budgets, privacy: { singles } }, { actions }, multipliers, lines) {
  const prices = new Map(budgets.map(({ name, price }) => [name, price]));
  actions.forEach((action, i) => {
    const slack = lines ? y.map((price, j) => price.plus(lines[i][j])) : [...y];
    for (const [j, x] of action) slack[j] = slack[j].minus(x);
    holds(singles.every((j) => slack[j].n >= 0n), UNCOVERED);
    for (const { f, form, owner, factor } of multipliers[i]) {
      const isPaid = owner === null || f.compare(factor.times(prices.get(owner) || ZERO)) <= 0;
      holds(isPaid, "a multiplier exceeds the price of its form");
      for (const [j, x] of form) slack[j] = slack[j].plus(f.times(x));
    }
    holds(slack.every((x) => x.n >= 0n), UNCOVERED);
  });
}

// ---------------------------------------------------------------- line

// Sorting the roots of k truths, whose products take the longer the longer numbers are.
function allowRoots(k) {
  allow(64 * k);
  allow(k * state.bits, MOST_ROOT_SQUARES);
}

function readLine(value, charge, utility) {
  record(value, "proof");
  const { guarded, top } = charge.privacy;
  const g = guarded ? top : pureNumber(charge);
  allowRoots(charge.y.length);
  verifyAlongLine(g, formsOfSquare(charge, utility), guarded);
}

// y, s t and s q of one square with one q, as whole numbers over one unit.
function formsOfSquare({ y }, { parts }) {
  wellFormed(parts && parts.length === 1 && parts[0].vectors.length === 1, "the utility is not one ratio");
  const { mean, vectors: [vector], scales: [scale] } = parts[0];
  const scaled = (form) => form.map((x) => x.times(scale));
  return clearedRows([y, scaled(vector), scaled(mean)].map((row) => row.map((x) => x.lowest()))).rows;
}

// f_j(v) = y_j - 2 v t_j + v^2 q_j with s t, s q for t, q, all as whole numbers. As v grows through
// the roots one truth after the other changes between 1 and g; but those that are not guarded, where
// some are, which stay at 1 and are looked at alone.
function verifyAlongLine(g, forms, guarded = null) {
  const [y, t, q] = forms;
  const changes = (j) => !guarded || guarded[j];
  const isHigh = y.map((price, j) => changes(j) && !q[j] && (t[j] ? t[j] < 0n : price < 0n));
  const sums = forms.map((form) => wholeDot(form, isHigh.map((high) => (high ? g.n : g.d))));
  const look = ([paidFor, contrast, mass]) => {
    holds(paidFor >= 0n && (mass || !contrast) && paidFor * mass >= contrast * contrast, UNCOVERED);
  };
  range(y.length).filter((j) => !changes(j)).forEach((j) => look(forms.map((form) => form[j])));
  look(sums);
  for (const { j } of rootsOf(y, t, q).filter((root) => changes(root.j)).sort(compareRoots)) {
    isHigh[j] = !isHigh[j];
    const step = isHigh[j] ? g.n - g.d : g.d - g.n;
    forms.forEach((form, i) => (sums[i] += step * form[j]));
    look(sums);
  }
}

// (middle + side sqrt(radicand)) / below, below > 0: where f_j changes its sign.
function rootsOf(y, t, q) {
  return y.flatMap((price, j) => {
    if (!q[j]) {
      const side = BigInt(signOf(t[j]));
      return side ? [{ j, middle: side * price, side: 0n, radicand: 0n, below: side * 2n * t[j] }] : [];
    }
    const radicand = t[j] * t[j] - q[j] * price;
    if (radicand <= 0n) return [];
    return [-1n, 1n].map((side) => ({ j, middle: t[j], side, radicand, below: q[j] }));
  });
}

function compareRoots(a, b) {
  const rest = a.middle * b.below - b.middle * a.below;
  return signOfRoots(rest, a.side * b.below, a.radicand, -b.side * a.below, b.radicand);
}

// The sign of x + a sqrt(m) + b sqrt(n), by squares.
function signOfRoots(x, a, m, b, n) {
  const left = signOfRoot(x, a, m);
  const right = n ? signOf(b) : 0;
  if (left * right >= 0) return left || right;
  return left * signOfRoot(x * x + a * a * m - b * b * n, 2n * x * a, m);
}

function signOfRoot(x, a, m) {
  const right = m ? signOf(a) : 0;
  if (signOf(x) * right >= 0) return signOf(x) || right;
  return signOf(x) * signOf(x * x - a * a * m);
}

// ---------------------------------------------------------------- tree

// What a cut costs beside a leaf.
const OF_CUT = 4;

// c = g ln g / (g - 1); any c does for g = 1.
function concaveWeight(g) {
  return g.equals(ONE) ? exactly(ONE) : ln(g).scaled(g.over(g.minus(ONE)));
}

function readTree(value, charge, { information }) {
  const { tree, counts } = record(value, "proof tree", "counts");
  const tokens = listed(tree);
  const cuts = tokens.filter(Array.isArray).length;
  const truths = charge.y.length;
  wellFormed(information && charge.sizes.every((n) => n === 1), "the utility is no mutual information");
  wellFormed(!cuts === (counts === undefined), "cuts without counts, or counts without a cut");
  const g = pureNumber(charge);
  few(Math.floor((tokens.length + 1) / 2) + cuts, MOST_LOGARITHMS, "leaves");
  allow((tokens.length + OF_CUT * cuts) * truths);
  const n = cuts ? listed(counts, truths).map((x) => BigInt(index(x, MOST_COUNT + 1))) : range(truths).map(() => 0n);
  const { unit, rows: [y, q] } = clearedRows([charge.y, information]);
  // The branches still open are a stack of their last truths, each with the branch before it.
  const open = [null];
  for (const token of tokens) {
    wellFormed(open.length, "the tree has ended before its list");
    const path = open.pop();
    const fixed = new Map();
    for (let at = path; at; at = at.before) fixed.set(at.truth, at.isHigh);
    if (typeof token === "number") {
      wellFormed(!fixed.has(index(token, truths)), "a truth stands twice on a path");
      open.push({ truth: token, isHigh: true, before: path }, { truth: token, isHigh: false, before: path });
    } else {
      for (const side of sidesOf(token)) verifyLeaf(side, fixed, { y, q, unit, g, n });
    }
  }
  wellFormed(!open.length, "the tree has not ended");
}

// Tangents; on the sides of a cut also f and -f in units of 2^-512, and the count at which they add
// nothing.
function sidesOf(token) {
  const positive = (text) => {
    wellFormed(rational(text).n > 0n, "a tangent is not positive");
    return rational(text);
  };
  if (!Array.isArray(token)) return [{ s: positive(token), f: 0n, edge: 0n }];
  const [a, s, f, t, e] = listed(token, 5);
  const edge = BigInt(index(a, MOST_COUNT + 1));
  const [low, high] = [f, e].map((text) => (rational(text, ZERO).n * UNIT) / rational(text).d);
  return [{ s: positive(s), f: low, edge }, { s: positive(t), f: -high, edge: edge + 1n }];
}

// sum fixed h_j r_j + sum free min(h_j, g h_j) + c - s >= 0, h_j = y_j - q_j (c - 1 - ln s); a cut adds
// f n_j to g h_j, and -f edge to the sum. All in units of 2^-512 / (unit * denominator of g).
function verifyLeaf({ s, f, edge }, fixed, { y, q, unit, g, n }) {
  const c = concaveWeight(g);
  const slope = c.minus(exactly(ONE)).minus(ln(s));
  const cut = f * unit * g.d;
  const side = (steepness, constant) => {
    let atOnes = unit * constant;
    let above = -cut * edge;
    for (let j = 0; j < y.length; j += 1) {
      const h = y[j] * UNIT - q[j] * steepness;
      const rise = h * (g.n - g.d) + cut * n[j]; // from r_j = 1 to r_j = g
      atOnes += h;
      if (fixed.get(j) ?? rise < 0n) above += rise;
    }
    return new Fraction(g.d * atOnes + above, unit * UNIT * g.d);
  };
  const [down, up] = [floored, ceiled].map((rounded) => ({ n, d }) => rounded(n * UNIT, d));
  const low = side(up(slope.high), down(c.low.minus(s)));
  if (low.n < 0n) notNegative(new Enclosure(low, side(down(slope.low), up(c.high.minus(s)))), UNCOVERED);
}

// ---------------------------------------------------------------- form

const FORM_BITS = 52;
const LAST_TRUTHS = 8;
const MOST_FORM_TRUTHS = 64;
const MOST_NODES = 2 ** 18;

// F = (y.r)(q.r) - sum s (t.r)^2 with r = 1 + (g - 1) x is a form of x in {0, 1}^k, x_j^2 = x_j, truths
// in descending order of q. Rounded down, its coefficients have 52 bits together: in doubles the signs
// of twice their sums are right.
function readQuadraticForm(value, charge, { parts }) {
  record(value, "proof");
  wellFormed(parts && parts.length === 1, "the utility is not a sum of squares over one mean");
  wellFormed(charge.sizes.every((n) => n === 1), "a form tells all truths apart");
  const g = pureNumber(charge);
  const k = charge.y.length;
  few(k, MOST_FORM_TRUTHS, "truths for a form");
  const [{ mean, vectors, scales }] = parts;
  allow(k * k * (1 + vectors.length));
  wellFormed(mean.every((q) => q.n >= 0n) && mean.some((q) => q.n), "no mean");
  const order = range(k).sort((i, j) => mean[j].compare(mean[i]) || i - j);
  const rows = [charge.y, mean, ...vectors.flatMap((t, i) => [t, t.map((x) => x.times(scales[i]))])];
  const lines = clearedRows(rows.map((row) => order.map((j) => row[j])));
  holds(isFormCovered(formOf(lines.rows, g), 2 + vectors.length), UNCOVERED);
}

// c, l and o as whole numbers without a common divisor.
function formOf(lines, g) {
  const k = lines[0].length;
  const rise = g.n - g.d;
  let constant = 0n;
  const slopes = Array(k).fill(0n);
  const couplings = slopes.map(() => Array(k).fill(0n));
  const total = (row) => g.d * wholeSum(row);
  for (let at = 0; at < lines.length; at += 2) {
    const [a, b, sign] = [lines[at], lines[at + 1], at ? -1n : 1n];
    const [wholeA, wholeB] = [total(a), total(b)];
    constant += sign * wholeA * wholeB;
    for (let i = 0; i < k; i += 1) {
      slopes[i] += sign * rise * (a[i] * wholeB + b[i] * wholeA + rise * a[i] * b[i]);
      for (let j = 0; j < i; j += 1) couplings[i][j] += sign * rise * rise * (a[i] * b[j] + b[i] * a[j]);
    }
  }
  for (let i = 0; i < k; i += 1) for (let j = 0; j < i; j += 1) couplings[j][i] = couplings[i][j];
  const common = [constant, ...slopes, ...couplings.flat()].reduce(gcd) || 1n;
  const over = (x) => x / common;
  return { constant: over(constant), slopes: slopes.map(over), couplings: couplings.map((row) => row.map(over)) };
}

function roundedForm({ constant, slopes, couplings }) {
  const size = (items) => wholeSum(items.map(abs));
  const length = bits(abs(constant) + size(slopes) + size(couplings.flat()) / 2n);
  const lost = BigInt(Math.max(0, length - FORM_BITS));
  const down = (x) => Number(x >> lost);
  return { constant: down(constant), slopes: slopes.map(down), couplings: couplings.map((row) => row.map(down)) };
}

// To the first pattern that is not covered. With some truths fixed the form is at least the constant
// and of each other truth min(0, slope + half of its negative couplings).
function isFormCovered(form, vectors) {
  const { constant, slopes, couplings } = roundedForm(form);
  const k = slopes.length;
  const negative = (row, fixed) => added(row.slice(fixed).map((x) => Math.min(0, x)));
  const least = range(k + 1).map((fixed) => couplings.slice(fixed).map((row) => negative(row, fixed)));
  // What any of some numbers add to a start, and what couplings of the last truths add.
  const sumsOfSome = (numbers, start) => numbers.reduce((sums, x) => [...sums, ...sums.map((sum) => x + sum)], [start]);
  const last = Math.max(0, k - LAST_TRUTHS);
  const amongLast = range(k).slice(last).reduce((sums, n) => {
    const more = sumsOfSome(couplings[n].slice(last, n), 0);
    return [...sums, ...sums.map((sum, i) => sum + more[i])];
  }, [0]);
  let nodes = 0;
  const visit = (fixed, base, rest) => {
    nodes += 1;
    few(nodes, MOST_NODES, "extreme patterns");
    const drops = rest.map((x, j) => Math.min(0, 2 * x + least[fixed.length][j]));
    if (2 * base + added(drops) >= 0) return true;
    if (rest.length <= LAST_TRUTHS) return writeOut(fixed, base, rest);
    const own = couplings[fixed.length];
    const others = rest.slice(1);
    const raised = others.map((x, j) => x + own[fixed.length + 1 + j]);
    return visit([...fixed, 0], base, others) && visit([...fixed, 1], base + rest[0], raised);
  };
  const writeOut = (fixed, base, rest) => {
    const isCovered = (value, place) => value + amongLast[place] >= 0 || look([...fixed, ...rest.map((_, n) => (place >> n) & 1)]);
    return sumsOfSome(rest, base).every(isCovered);
  };
  const look = (pattern) => {
    allow(vectors * k);
    const chosen = range(k).filter((j) => pattern[j]);
    const of = (i) => 2n * form.slopes[i] + wholeSum(chosen.map((j) => form.couplings[i][j]));
    return 2n * form.constant + wholeSum(chosen.map(of)) >= 0n;
  };
  return visit([], constant, slopes);
}

// ---------------------------------------------------------------- merged

// A product of fractions counts as so many steps, and a pair of truths.
const [STEPS_OF_MERGED, STEPS_OF_MERGED_PAIR] = [8, 64];

// Truths of a class are one, each with its part: q, t and the prices are these parts of what they add up to, and
// prices of pairs of those of pairs of classes. What is left is covered by a proof for the classes.
function readMerged(value, { y, budgets, sizes, privacy }, { parts }) {
  const { classes: given, of_classes: proof } = record(value, "proof classes of_classes");
  const k = y.length;
  wellFormed(privacy.number && sizes.every((n) => n === 1) && parts, "no sum of squares of truths that are told apart under one number");
  const classes = listed(given, k).map((c) => index(c, k));
  const members = range(1 + Math.max(...classes)).map(() => []);
  classes.forEach((c, j) => members[c].push(j));
  wellFormed(members.length > 1 && members.length < k, "one class, or a class for each truth");
  wellFormed(members.every((truths) => truths.length), "a class without a truth");
  const forms = parts.flatMap(({ mean, vectors }) => [mean, ...vectors]);
  allow(STEPS_OF_MERGED * k * forms.length);
  const sums = (form) => members.map((truths) => sum(truths.map((j) => form[j])).lowest());
  const totals = sums(parts[0].mean);
  const partOf = (c, j) => (totals[c].n ? parts[0].mean[j].over(totals[c]).lowest() : whole(j === members[c][0] ? 1 : 0));
  const shares = classes.map(partOf);
  const isParted = (form, ofClasses = sums(form)) => form.every((x, j) => x.equals(shares[j].times(ofClasses[classes[j]])));
  holds(forms.every((form) => isParted(form)), "the utility tells truths of a class apart");
  holds(isParted(y), "the prices of truths are no parts of those of classes");
  const ofTruths = new Map(budgets.map(({ name, price }) => [name, price]));
  const pairs = new Map();
  for (const { truths, price } of budgets) {
    const [a, b] = truths.map((j) => classes[j]);
    const known = pairs.get(`${a} ${b}`) || { a, b, z: ZERO };
    if (a !== b) pairs.set(`${a} ${b}`, { a, b, z: known.z.plus(price).lowest() });
  }
  const priced = [...pairs.values()];
  allow(STEPS_OF_MERGED_PAIR * added(priced.map(({ a, b }) => members[a].length * members[b].length)));
  for (const { a, b, z } of priced) {
    const isPart = (i, j) => (ofTruths.get(`${i} ${j}`) || ZERO).equals(shares[i].times(shares[j]).times(z));
    holds(members[a].every((i) => members[b].every((j) => isPart(i, j))), "the prices of pairs are no parts of those of classes");
  }
  const apart = members.map(() => 1);
  const merged = { y: sums(y), budgets: priced.map(({ a, b, z }) => privacy.budgetOfPair(a, b, z, apart)), sizes: apart, privacy };
  readCover(proof, merged, sumOfRatios(parts.map(({ mean, vectors, scales }) => ({ mean: sums(mean), vectors: vectors.map(sums), scales }))));
}

// ---------------------------------------------------------------- clamped

const MOST_CLAMPED_SQUARES = 2 ** 37;

// The proof without the delta; for every truth y_a + the j least z_ab >= u(e_a), where j is below k; and
// where it is above 1 for every two g z_ab >= y_b + D_b, with D_b what the utility loses at most for each
// unit by which a low entry is raised to 1/g of the largest, where k - j + 1 others have as much.
function readClamped(value, charge, utility) {
  const { least: given, private: proof } = record(value, "proof least private");
  const { y, sizes, privacy } = charge;
  const j = positiveCount(given);
  if (privacy.ofCutRows) {
    wellFormed(j === 1, "under a matrix one entry is the least");
    coverCutRows(proof, charge, utility);
    return;
  }
  wellFormed(privacy.number && !privacy.pure, "the level is not one number with a delta");
  const [isCut, isRaised] = [j < added(sizes), j > 1];
  wellFormed(j <= added(sizes), "the least entries are some of the truths");
  const { parts, form, information } = utility;
  wellFormed(!isRaised || parts || form || information, "what a raised entry loses is not known");
  readCover(proof, { y, budgets: [], sizes, privacy: { ...privacy, pure: true, look: lookAtCube } }, utility);
  const m = sizes.length;
  const g = privacy.number;
  const alone = rowsAlone(sizes, utility, m ** 3 * (form ? 1 : (parts || []).length), isCut);
  const priceOf = pricesOfPairs(charge);
  if (isCut) {
    const lowest = (a) => leastSum(range(m).map((b) => [priceOf(a, b), sizes[b] - (a === b ? 1 : 0)]), j);
    alone.map(utility.worth).forEach((worth, a) => paysForClamped(y[a].plus(lowest(a)), worth));
  }
  if (!isRaised) return;
  const falls = fallsOf(utility, sizes, g, j);
  const look = (a, b) => paysForClamped(g.times(priceOf(a, b)).minus(y[b]), falls[b]);
  eachPair(m, look);
  sizes.forEach((n, c) => n > 1 && look(c, c));
}

// The row of a truth of each class alone, counted beside so many other steps.
function rowsAlone(sizes, utility, steps = 0, areCut = true) {
  const m = sizes.length;
  const alone = range(m).map((a) => rowAt(a, ONE, ZERO, sizes));
  if (areCut && utility.knows) alone.forEach(utility.knows);
  allow((m * utility.steps + steps) * state.bits, MOST_CLAMPED_SQUARES);
  allowWorths(m, utility);
  if (utility.logarithms) few(3 * m, MOST_RAY_LOGARITHMS, "logarithms");
  return alone;
}

function pricesOfPairs({ budgets }) {
  const prices = new Map(budgets.map(({ name, price }) => [name, price]));
  return (a, b) => prices.get(`${a} ${b}`) || ZERO;
}

const paysForClamped = (paid, worth) => notNegative(exactly(paid).minus(worth), "the prices do not cover what is clamped");

// Under a matrix each pair with a delta pays for what is cut of its first truth.
function coverCutRows(proof, charge, utility) {
  const { y, sizes, privacy } = charge;
  const k = sizes.length;
  allow(k ** 3);
  const soft = range(k).flatMap((a) => range(k).map((b) => [a, b])).filter(([a, b]) => privacy.delta(a, b).n);
  wellFormed(soft.length, "without a delta there is nothing to clamp");
  readCover(proof, { y, budgets: [], sizes, privacy: privacy.ofCutRows() }, utility);
  const worths = rowsAlone(sizes, utility).map(utility.worth);
  const priceOf = pricesOfPairs(charge);
  soft.forEach(([a, b]) => paysForClamped(y[a].plus(priceOf(a, b)), worths[a]));
}

// The sum of the least values, so many, each of which occurs a number of times.
function leastSum(values, number) {
  let left = number;
  return sum(values.sort(([x], [y]) => x.compare(y)).map(([value, many]) => {
    const some = Math.min(many, left);
    left -= some;
    return value.times(whole(some));
  }));
}

function fallsOf({ parts, form, prior, worth, information }, sizes, g, j) {
  if (information) {
    // u with 0 at b and g elsewhere, less u with 1 at b.
    const at = (b, x) => worth(rowAt(b, x, g, sizes));
    return range(sizes.length).map((b) => at(b, ZERO).minus(at(b, ONE)));
  }
  const each = (parts ? parts.map(productsOfPart) : [productsOfForm(form, prior.prior)]).map((of) => fallsOfProducts(of, sizes, g, j));
  return range(sizes.length).map((b) => exactly(sum(each.map((falls) => falls[b]))));
}

// The matrix X of r'Xr / (q.r) in parts of a unit: its entries on the diagonal, and those of two truths.
function productsOfPart({ mean, vectors, scales }) {
  const { unit, rows } = clearedRows(vectors);
  const columns = mean.map((_, c) => rows.map((row) => row[c]));
  const sizes = cleared(scales);
  const heavy = columns.map((column) => column.map((x, i) => sizes.wholes[i] * x));
  const beside = heavy.map((x) => columns.map((y) => wholeDot(x, y)));
  return { mean, alone: beside.map((row, c) => row[c]), beside, unit: unit * unit * sizes.unit };
}

function productsOfForm(form, mean) {
  const entries = entriesOfForm(form);
  const { unit, rows: [alone, ...beside] } = clearedRows([entries.alone, ...entries.beside]);
  return { mean, alone, beside, unit };
}

// For a truth of every class q_b (F - |w_b|^2), w_c = v_c / q_c, in whole numbers.
function fallsOfProducts({ mean, alone, beside, unit }, sizes, g, j) {
  const { unit: one, wholes: q } = cleared(mean);
  holds(q.every((x, c) => x || [alone[c], ...beside[c]].every((entry) => !entry)), "the utility is infinite");
  const fall = (b) => fallInUnits(b, { q, alone, beside }, sizes, g, j).times(new Fraction(one, q[b] * unit));
  return range(q.length).map((b) => (q[b] ? fall(b) : ZERO));
}

// F - |w_b|^2 in units of 1 / q_b^2.
function fallInUnits(b, { q, alone, beside }, sizes, g, j) {
  const numbers = sizes.map((n, c) => (c === b ? n - 1 : n));
  const others = range(q.length).filter((c) => q[c] && numbers[c]);
  const productOf = (c, d, both) => {
    const apart = beside[b][c] * q[d] + beside[b][d] * q[c];
    return new Fraction(q[b] * (q[b] * both - apart) + alone[b] * q[c] * q[d], q[c] * q[d]);
  };
  let largest = null;
  others.forEach((c, i) => others.slice(0, i + 1).forEach((d) => {
    if (c === d && numbers[c] === 1) return;
    const found = productOf(c, d, beside[c][d]);
    if (!largest || found.n * largest.d > largest.n * found.d) largest = found;
  }));
  largest = (largest || ZERO).lowest();
  const squares = others.map((c) => ({ square: productOf(c, c, alone[c]).lowest(), q: whole(q[c]), n: whole(numbers[c]) }));
  const rest = whole(wholeDot(q, numbers.map(BigInt)));
  const held = leastSum(q.map((x, c) => [whole(x), numbers[c]]), added(sizes) - j + 1).over(g);
  const own = whole(q[b]);
  const byProducts = squares.flatMap(({ square: size, q: share }) => {
    const top = share.times(greatest(size, largest).minus(largest));
    return [greatest(share, held), rest].map((t) => g.times(largest.times(t).plus(top)).over(g.times(t).plus(own)).lowest());
  });
  let [upper, lower, far] = [ZERO, own, ZERO];
  for (const { square: size, q: share, n } of squares.sort((x, y) => y.square.compare(x.square))) {
    upper = upper.plus(g.times(n).times(share).times(size)).lowest();
    lower = lower.plus(g.times(n).times(share)).lowest();
    far = greatest(far, upper.over(lower).lowest());
  }
  return least(byProducts.reduce(greatest, ZERO), far).minus(whole(alone[b]));
}
