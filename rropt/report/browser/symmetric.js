// Kind symmetric (section 6): covariances where truths of a class are not told apart. A symmetric
// matrix that does not tell them apart is own, a number a class, and means, the mean entries of
// blocks; its product with another one has the means sum_e means_ce n_e means'_ed.

const MOST_POWER_BITS = 2 ** 24;
const STATED_POWERS = 2;
const MOST_SUM_SQUARES = 2 ** 36;
const MOST_INVERSE = 2 ** 28;
const MOST_SHORT_INVERSE = 2 ** 20;
const MOST_SHORT_SUM = 2 ** 29;
const FORM_GRID = 1n << 256n;
const MOST_ROUNDED = new Fraction(1n << 80n);
const LARGE_ENTRY = "a form that is rounded down has a large entry";
const GOALS = {
  "a-optimal": { words: "a trace", utilityOf: (v) => between(v, null), shows: showsTrace, proves: provesTrace },
  "e-optimal": { words: "a largest eigenvalue", utilityOf: between, shows: showsLargest, proves: provesLargest },
  "d-optimal": { words: "a product of the non-zero eigenvalues", utilityOf: (v) => v, shows: showsProduct, proves: provesProduct },
};
const WORST_SHARES = { "a-optimal": ["worst-group", "worst-population"], "d-optimal": ["worst-population"] };

function symmetricKind(data) {
  const name = named(data.get("objective"), "name", GOALS);
  const { mean, over } = record(data.get("objective"), "name", "mean over");
  const isMean = mean !== undefined;
  wellFormed(!isMean || (name === "d-optimal" && mean === "geometric"), "a mean is geometric, and of d-optimal");
  const more = name === "e-optimal" ? " directions" : "";
  const given = record(data, `${COMMON} truths objective prior tangents${more}`, "pair_prices blocks shares rounded");
  const sizes = readSizes(given.truths, listed(given.prices).length);
  wellFormed(added(sizes) >= 2, "fewer than two truths");
  const mechanism = readMechanism(given, sizes, readClassPrivacy);
  const { rows, privacy, charge, k } = mechanism;
  const power = isMean ? k - 1 : 1;
  wellFormed(privacy.number || privacy.guarded, "classes of truths need one number");
  const isRounded = readRounded(given);
  wellFormed(!isRounded || name !== "d-optimal", "information is rounded for a trace or an eigenvalue");
  allowInformation(rows, sizes, name, isRounded, k);
  const blocks = given.blocks === undefined ? [] : readBlocks(given.blocks, rows, sizes);
  const prior = readPrior(given, sizes);
  const tangents = readClassForm(given.tangents, sizes);
  const directions = more ? readClassForm(given.directions, sizes) : null;
  const goal = GOALS[name];
  readCover(given.cover, charge, formOverMass(goal.utilityOf(tangents, directions), prior));
  const isAllowed = !directions && given.blocks === undefined && !privacy.guarded;
  wellFormed(!prior.uneven || isAllowed, "shares are those of a trace or a product, without blocks or protected classes");
  const shares = over === undefined ? prior : worstShares(over, name, prior, given, privacy);
  const { value, bound, does } = readEnds(given, mechanism);
  blocks.forEach(verifyBlocks);
  holds(prior.majorises(), "the prior does not majorise the shares");
  const found = informationOf(rows, prior.means, sizes, isRounded);
  const identifies = found && isDefinite(found);
  if (holds(identifies, "the table does not identify the shares")) {
    holds(goal.shows({ value, found, prior: shares, k, power }), "the table has a larger value");
  }
  const proved = goal.proves({ bound, spent: paid(charge), prior: shares, tangents, directions, k, power });
  holds(proved, "the tangents and prices do not prove the bound");
  const claim = `no ${privacy.words.bound} private mechanism on ${k} truths has`;
  const core = `${isMean ? goal.words.replace("product", "geometric mean") : goal.words} ${SHARES}`;
  const objective = over === undefined ? `${core} at prior ${prior.text}` : atWorst(over, core);
  return `${claim} ${objective} below ${down(bound)}, and ${privacy.words.thisTable} ${does}`;
}

// Of one class equal shares are the worst: a group has 1 taken off its moments, whatever its shares.
function worstShares(over, name, prior, given, privacy) {
  const isKnown = (WORST_SHARES[name] || []).includes(over);
  wellFormed(isKnown, "no worst shares of this objective");
  wellFormed(prior.prior.length === 1, "worst shares are those of one class");
  const isAlone = given.shares === undefined && !privacy.guarded;
  wellFormed(isAlone, "worst shares are of truths that are all protected, with no others beside them");
  return over === "worst-group" ? { ...prior, squares: ONE } : prior;
}

function allowInformation(rows, sizes, name, isRounded, k) {
  const m = sizes.length;
  if (isRounded) {
    allowCounted(m ** 3, MOST_SHORT_INVERSE);
    allow(rows.length * m * m, MOST_SHORT_SUM);
  } else {
    allow((rows.length * m) ** 2 * state.bits, MOST_SUM_SQUARES);
    allow(m ** 4 * rows.length, MOST_INVERSE);
  }
  if (name === "d-optimal") allow(k * (m + rows.length + STATED_POWERS), MOST_POWER_BITS);
}

// The field rounded of a certificate or a cover: whether its form is rounded down.
function readRounded({ rounded }) {
  wellFormed(rounded === undefined || rounded === "down", "a form is rounded down");
  return rounded !== undefined;
}

function readClassForm(value, sizes) {
  const m = sizes.length;
  const given = record(value, "own means");
  const own = rationals(given.own, m);
  wellFormed(own.every((x, c) => sizes[c] > 1 || !x.n), "a class of one truth has no own");
  return { sizes, own, means: symmetricMatrix(given.means, m) };
}

// Its entry on the diagonal at a truth of each class, and those of two different truths.
function entriesOfForm({ sizes, own, means }) {
  const part = own.map((x, c) => x.over(whole(sizes[c])));
  const beside = means.map((row, c) => row.map((x, d) => (c === d ? x.minus(part[c]) : x)));
  return { alone: beside.map((row, c) => row[c].plus(own[c])), beside };
}

// r'Xr / (q.r) with r'Xr = sum own_c (sum r_j^2 - s_c^2 / n_c) + sum means_cd s_c s_d, s the sums.
function formOverMass(form, prior) {
  const { sizes, own, means } = form;
  const forms = [prior.prior, own, ...means];
  const worth = (row) => {
    const { apart, sums } = powersOf(row, sizes);
    const top = dot(own, apart).plus(dot(means.map((line) => dot(line, sums)), sums));
    const mass = along(prior.prior, row);
    if (!top.n || !holds(mass.n, "the utility is infinite")) return exactly(ZERO);
    return exactly(top.over(mass));
  };
  return { worth, forms, form, prior, steps: added(forms.map((form) => form.length)) };
}

// Class by class: the sum of the squares of the differences from the mean, and the sum.
function powersOf(row, sizes) {
  const total = (runs, each) => sum(runs.map(([v, n]) => each(v).times(whole(n))));
  const sums = row.map((runs) => total(runs, (v) => v));
  const apart = row.map((runs, c) => total(runs, square).minus(square(sums[c]).over(whole(sizes[c]))));
  return { apart, sums };
}

// sum_i r_i r_i' / (q.r_i), exactly or of each row rounded down; null where a row has no chance at the
// prior.
function informationOf(rows, prior, sizes, isRounded) {
  const used = rows.filter((row) => valuesOf(row).some((x) => x.n));
  const chances = used.map((row) => along(prior, row));
  if (!holds(chances.every((x) => x.n > 0n), "the information is infinite")) return null;
  const powers = used.map((row) => powersOf(row, sizes));
  return (isRounded ? informationBelow : informationInFull)(powers, chances, sizes);
}

// In lowest terms.
function informationInFull(powers, chances, sizes) {
  const total = (each) => sum(powers.map((power, i) => each(power).over(chances[i]).lowest())).lowest();
  const own = sizes.map((n, c) => (n > 1 ? total(({ apart }) => apart[c].over(whole(n - 1))) : ZERO));
  const pairs = (c, d) => whole(sizes[c]).times(whole(sizes[d]));
  const mean = (c, d) => total(({ sums }) => sums[c].times(sums[d]).over(pairs(c, d)));
  return { sizes, own, means: mirrored(sizes.map((_, c) => range(c + 1).map((d) => mean(c, d)))) };
}

// In whole numbers, multiples of h: one division for what a row adds to an entry.
function informationBelow(powers, chances, sizes) {
  const pairs = sizes.map((n) => sizes.map((m) => BigInt(n) * BigInt(m)));
  const own = sizes.map(() => ZERO);
  const below = sizes.map((_, c) => Array(c + 1).fill(0n));
  powers.forEach(({ apart, sums }, i) => {
    const { n, d } = chances[i];
    const { wholes, unit } = cleared(sums);
    const most = n * unit * unit;
    sizes.forEach((many, c) => {
      if (many > 1) own[c] = own[c].plus(floorOnGrid(apart[c].over(chances[i]).over(whole(many - 1))));
      const raised = wholes[c] * d * FORM_GRID;
      for (let e = 0; e <= c; e += 1) below[c][e] += floored(raised * wholes[e], most * pairs[c][e]);
    });
  });
  const means = mirrored(below.map((row) => row.map((x) => new Fraction(x, FORM_GRID))));
  return lessOnDiagonal({ sizes, own, means }, powers.length);
}

// A symmetric matrix from what is on and under its diagonal.
const mirrored = (half) => half.map((_, c) => half.map((_, d) => half[Math.max(c, d)][Math.min(c, d)]));

const floorOnGrid = (x) => new Fraction(floored(x.n * FORM_GRID, x.d), FORM_GRID);

const ceilingOnGrid = (x) => floorOnGrid(x.negated()).negated();

// Less m h on the diagonal of the means, for each of so many forms that are rounded down; null where
// an entry is still long.
function lessOnDiagonal({ sizes, own, means }, times) {
  const less = new Fraction(BigInt(times * sizes.length), FORM_GRID);
  const found = means.map((row, c) => row.map((x, d) => (c === d ? x.minus(less) : x)));
  const isShort = [...own, ...found.flat()].every((x) => magnitude(x).compare(MOST_ROUNDED) < 0);
  return holds(isShort, LARGE_ENTRY) ? { sizes, own, means: found, isShort } : null;
}

const roundedDown = ({ sizes, own, means }) =>
  lessOnDiagonal({ sizes, own: own.map(floorOnGrid), means: means.map((row) => row.map(floorOnGrid)) }, 1);

// ---------------------------------------------------------------- the algebra

const weighedBy = (sizes, x) => x.map((entry, c) => entry.times(whole(sizes[c])));

function meansOfProduct(sizes, left, right) {
  return left.map((row) => right.map((_, d) => dot(weighedBy(sizes, row), right.map((line) => line[d]))));
}

// V D V, or V V without a D.
function between(v, d) {
  const { sizes } = v;
  const own = v.own.map((x, c) => (d ? square(x).times(d.own[c]) : square(x)));
  const left = d ? meansOfProduct(sizes, v.means, d.means) : v.means;
  return { sizes, own, means: meansOfProduct(sizes, left, v.means) };
}

function traceOf({ sizes, own, means }) {
  return sum([...own.map((x, c) => x.times(whole(sizes[c] - 1))), ...means.map((row, c) => row[c].times(whole(sizes[c])))]);
}

// The pivots of a positive semidefinite form, at most these of one that is rounded down; else null.
function pivotsOf({ means, isShort }, reason = "not semidefinite") {
  const found = isShort ? shortPivots(means, reason) : schurComplements(means, reason);
  return found && found.every((x) => x.n >= 0n) ? found : null;
}

function shortPivots(means, reason) {
  const found = [];
  let rows = means.map(inSteps);
  while (rows.length) {
    const [pivot, ...first] = rows[0];
    found.push(new Fraction(pivot, FORM_GRID));
    if (pivot < 0n) break;
    if (!holds(pivot || first.every((x) => !x), reason)) return null;
    rows = pivot ? eliminatedBelow(rows) : rows.slice(1).map((row) => row.slice(1));
    if (!holds(rows.flat().every((x) => abs(x) < MOST_ROUNDED.n * FORM_GRID), LARGE_ENTRY)) return null;
  }
  return found;
}

// Of multiples of h how many steps.
const inSteps = (row) => row.map((x) => (x.n * FORM_GRID) / x.d);

// What the elimination of the first row leaves, rounded down; its pivot is positive.
function eliminatedBelow(rows) {
  const [pivot, ...first] = rows[0];
  const less = (c, d) => (c === d ? BigInt(first.length) : 0n);
  const entry = (row, c, d) => row[d + 1] + floored(-first[c] * first[d], pivot) - less(c, d);
  return mirrored(rows.slice(1).map((row, c) => range(c + 1).map((d) => entry(row, c, d))));
}

const isSemidefinite = (form, reason) => form.own.every((x) => x.n >= 0n) && pivotsOf(form, reason) !== null;

function isDefinite(form) {
  const { sizes, own } = form;
  const pivots = pivotsOf(form);
  return own.every((x, c) => sizes[c] === 1 || x.n > 0n) && pivots !== null && pivots.every((x) => x.n > 0n);
}

// What the determinant of a positive semidefinite matrix is the product of: numbers and exponents.
function factorsOf(form) {
  const { sizes, own } = form;
  const constant = [...sizes.map(whole), ...pivotsOf(form)];
  return [...own.map((x, c) => [x.lowest(), sizes[c] - 1]), ...constant.map((x) => [x, 1])];
}

// Of powers of numbers that are not negative.
function productIsAtLeastOne(powers) {
  const part = (each) => powers.reduce((all, [x, exponent]) => all * each(x) ** BigInt(exponent), 1n);
  return part((x) => x.n) >= part((x) => x.d);
}

// Of a positive definite form: own 1 / own, means N^-1 means^-1 N^-1; above it of one that is rounded
// down.
function inverseForm(form) {
  const { sizes, own } = form;
  const inverse = form.isShort ? inverseAbove(form) : exactInverse(form);
  if (!inverse) return null;
  return {
    sizes,
    own: own.map((x, c) => (sizes[c] > 1 ? ONE.over(x) : ZERO)),
    means: inverse.map((row, c) => row.map((x, d) => x.over(whole(sizes[c] * sizes[d])))),
  };
}

// By Bareiss's elimination in place.
function exactInverse({ sizes, means }) {
  const { unit, rows: entries } = clearedRows(means);
  let [rows, before] = [entries, 1n];
  for (const j of range(sizes.length)) {
    const [first, last] = [rows[j], before];
    before = first[j];
    const less = (row) => row.map((x, n) => (n === j ? -x : (before * x - row[j] * first[n]) / last));
    rows = rows.map((row, i) => (i === j ? first.map((x, n) => (n === j ? last : x)) : less(row)));
  }
  return rows.map((row) => row.map((x) => new Fraction(x * unit, before)));
}

// At most minus the inverse of M is left of the matrix (M, I; I, 0).
function inverseAbove({ means }) {
  const line = (c, x) => means.map((_, d) => (c === d ? x : 0n));
  let rows = means.map((row, c) => [...inSteps(row), ...line(c, FORM_GRID)]);
  rows = [...rows, ...means.map((_, c) => [...line(c, FORM_GRID), ...line(c, 0n)])];
  for (let step = 0; step < means.length; step += 1) {
    if (!holds(rows[0][0] > 0n, "the information is not definite where it is rounded down")) return null;
    rows = eliminatedBelow(rows);
  }
  return rows.map((row) => row.map((x) => new Fraction(-x, FORM_GRID)));
}

// x'Xx for what is constant in classes.
function formAtConstant({ sizes, means }, x) {
  const sums = weighedBy(sizes, x);
  return dot(sums, means.map((row) => dot(row, sums)));
}

// ---------------------------------------------------------------- value and bound

function showsTrace({ value, found, prior }) {
  const inverse = inverseForm(found);
  return inverse !== null && value.plus(prior.squares).compare(traceOf(inverse)) >= 0;
}

function provesTrace({ bound, spent, prior, tangents }) {
  const gain = traceOf(tangents).times(TWO);
  return bound.compare(gain.minus(prior.squares).minus(spent)) <= 0;
}

// value I - J^-1 + q q' is semidefinite.
function showsLargest({ value, found, prior }) {
  const inverse = inverseForm(found);
  if (!inverse) return false;
  const { sizes, own, means } = inverse;
  const unit = (c, d) => (c === d ? value.over(whole(sizes[c])) : ZERO);
  const entry = (x, c, d) => unit(c, d).minus(x).plus(prior.means[c].times(prior.means[d])).lowest();
  const left = {
    sizes,
    own: own.map((x, c) => (sizes[c] > 1 ? value.minus(x) : ZERO)),
    means: means.map((row, c) => row.map((x, d) => entry(x, c, d))),
  };
  const form = found.isShort ? roundedDown(left) : left;
  return Boolean(form) && isSemidefinite(form);
}

function provesLargest({ bound, spent, prior, tangents, directions }) {
  if (!holds(isSemidefinite(directions), "the directions are not semidefinite")) return false;
  const total = traceOf(directions);
  if (!holds(total.n > 0n, "there are no directions")) return false;
  const { sizes } = tangents;
  const own = tangents.own.map((x, c) => x.times(directions.own[c]));
  const gain = traceOf({ sizes, own, means: meansOfProduct(sizes, directions.means, tangents.means) }).times(TWO);
  const most = gain.minus(formAtConstant(directions, prior.means)).minus(spent);
  return bound.times(total).compare(most) <= 0;
}

// value^power det J >= k
function showsProduct({ value, found, k, power }) {
  return value.n > 0n && productIsAtLeastOne([[value, power], [ONE.over(whole(k)), 1], ...factorsOf(found)]);
}

// bound^power <= k (k / paid)^k det V
function provesProduct({ bound, spent, tangents, k, power }) {
  if (!holds(isSemidefinite(tangents), "the tangents are not semidefinite")) return false;
  if (!holds(spent.n > 0n, "the prices add up to nothing")) return false;
  if (bound.n <= 0n) return true;
  const most = [[whole(k), 1], [whole(k).over(spent).lowest(), k], ...factorsOf(tangents)];
  return productIsAtLeastOne([...most, [ONE.over(bound), power]]);
}
