// Kinds prices and gradient (sections 4 and 5): a private table, and prices that show what no private
// table can do.

const COMMON = "privacy patterns weights prices value bound gap cover";

// The table and the prices of both.
function readMechanism(given, sizes, levelsOf = readPrivacy) {
  const privacy = levelsOf(given.privacy, sizes.length);
  wellFormed(privacy.number || privacy.guarded || sizes.every((n) => n === 1), "classes of truths need one number");
  const rows = readRows(given.patterns, given.weights, sizes);
  verifyTable(rows, sizes);
  privacy.verifyTable(rows, sizes);
  const charge = readCharge(given, sizes, privacy);
  const universal = readUniversal(given.universal, rows, sizes, privacy);
  return { privacy, rows, sizes, charge, universal, k: added(sizes) };
}

function onePriceEach(prices) {
  wellFormed(listed(prices).length >= 2, "fewer than two truths");
  return prices.map(() => 1);
}

// value, bound and gap of a kind whose bound is a variance, or a logarithm of an information; what no
// table has, and what this one does.
function readEnds(given, mechanism, isLogarithm = false) {
  const [value, bound, gap] = [given.value, given.bound, given.gap].map((x) => rational(x));
  const wanted = isLogarithm ? bound.minus(value) : value.minus(bound);
  holds(gap.equals(wanted), "gap is not the difference of value and bound");
  const words = isLogarithm ? `at least ${down(value)}` : `at most ${up(value)}`;
  const end = isLogarithm ? `above ${up(bound)}` : `below ${down(bound)}`;
  return { value, bound, end, does: evidence(gap, bound, words, mechanism) };
}

// The same where the bound is one of a utility, of which the table has its own; the value may be enclosed.
function readWorth(given, own, mechanism) {
  const ends = Array.isArray(given.value) ? given.value : [given.value, given.value];
  const [low, high] = rationals(ends, 2);
  notNegative(own.minus(exactly(low)), "the table has a smaller value");
  notNegative(exactly(high).minus(own), "the table has a larger value");
  const [bound, gap] = [given.bound, given.gap].map((x) => rational(x));
  holds(gap.equals(bound.minus(low)), "gap is not bound - value");
  const does = evidence(gap, bound, `at least ${down(low)}`, mechanism);
  return { bound, end: `above ${up(bound)}, and ${mechanism.privacy.words.thisTable} ${does}` };
}

// ---------------------------------------------------------------- prices

function readSizes(truths, prices) {
  if (!Array.isArray(truths)) {
    wellFormed(positiveCount(truths) === prices, "not one price for each truth");
    return Array(truths).fill(1);
  }
  wellFormed(truths.length, "no truths");
  return truths.map(positiveCount);
}

function pricesKind(data) {
  const given = record(data, `${COMMON} truths utility`, "pair_prices condition_prices universal blocks");
  wellFormed(given.universal === undefined || given.blocks === undefined, "blocks are not universal");
  const sizes = readSizes(given.truths, listed(given.prices).length);
  const mechanism = readMechanism(given, sizes);
  const { rows, privacy, charge } = mechanism;
  if (given.blocks !== undefined) readBlocks(given.blocks, rows, sizes).forEach(verifyBlocks);
  const utility = readUtility(given.utility, sizes);
  allow(rows.length * utility.steps);
  readCover(given.cover, charge, utility);
  if (utility.logarithms) fewLogarithms(rows, MOST_LOGARITHMS);
  if (utility.knows) rows.forEach(utility.knows);
  if (utility.parts) allow(rows.length, MOST_SUM_BITS);
  const worths = rows.map(utility.worth);
  const own = new Enclosure(sum(worths.map((x) => x.low)), sum(worths.map((x) => x.high)));
  const { bound, end } = readWorth(given, own, mechanism);
  holds(bound.equals(paid(charge)), "bound is not what the prices add up to");
  return `no ${privacy.words.bound} private mechanism on ${mechanism.k} truths has ${utility.words} ${end}`;
}

// ---------------------------------------------------------------- gradient

const FIELDS = {
  "a-optimal": ["name", "over"],
  "c-optimal": ["name contrasts", "over"],
  mean: ["name values", "over"],
  variance: ["name contrasts", "over interval"],
  "e-optimal": ["name contrasts roots"],
  "d-optimal": ["name contrasts scales", "over"],
  coefficients: ["name", "over"],
  "log-determinant": ["name", "over"],
};
const OF_INTERVAL = { numbers: ["name values shifts", "over"], density: ["name values shifts shares", "over"] };
const OF_WORST_EIGENVALUE = ["name over directions"];
const OVER = ["average", "minimax", "group", "worst-group", "worst-population"];
const OVER_OF = {
  "d-optimal": ["worst-population"],
  "e-optimal": ["worst-group"],
  coefficients: ["average", "minimax"],
  "log-determinant": ["average", "minimax"],
};
const SHARES = "of the covariance of an unbiased estimator of the shares from one respondent";

// given: the fields; contrasts; seen, what the estimators estimate; scales; core, its words.
function readObjective(value, k, privacy) {
  const name = named(value, "name", FIELDS);
  const isGiven = value instanceof Map && name === "mean" && isOfInterval(value.get("over"));
  const isEigenvalue = name === "e-optimal" && value.has("over");
  const others = isEigenvalue ? OF_WORST_EIGENVALUE : FIELDS[name];
  const given = record(value, ...(isGiven ? OF_INTERVAL[value.get("over")] : others));
  const { over, interval } = given;
  const known = OVER_OF[name] || OVER;
  wellFormed(over === undefined || known.includes(over) || isGiven, "over what?");
  const estimator = (what) => `a variance of an unbiased estimator of ${what} from one respondent`;
  const made = (core, contrasts, scales = contrasts.map(() => ONE), seen = contrasts) => {
    return { name, given, over, contrasts, seen, scales, core };
  };
  if (ofModel(name)) return { name, given, over, isLogarithm: name === "log-determinant" };
  if (name === "a-optimal") {
    allow(k ** 2);
    return made(`a trace ${SHARES}`, unitVectors(k));
  }
  if (name === "mean") {
    const points = rationals(given.values, k);
    if (!isGiven) return made(estimator(`a mean of truths with values ${item(given.values)}`), [points]);
    return { ...made(estimator("a mean"), [points]), interval: readInterval(given, points, privacy) };
  }
  if (name === "c-optimal") {
    const contrasts = matrixOf(given.contrasts, 1, k);
    return made(estimator(`the contrast ${item(given.contrasts[0])}`), contrasts);
  }
  if (name === "variance") {
    const contrasts = matrixOf(given.contrasts, 1, k);
    const isShare = k === 2 && !contrasts[0][0].n && contrasts[0][1].equals(ONE);
    wellFormed(isShare, "a share is that of truth 1 of two");
    wellFormed(over === undefined || interval === undefined, "an interval is over all its priors");
    return made(estimator("the share of truth 1"), contrasts);
  }
  if (isEigenvalue) {
    return { ...made(`a largest eigenvalue ${SHARES}`, unitVectors(k)), directions: readDirections(given.directions, k) };
  }
  if (name === "e-optimal") {
    const contrasts = matrixOf(given.contrasts, undefined, k);
    wellFormed(contrasts.flat().some((x) => x.n), "every contrast is zero");
    allow(k ** 2 * (1 + listed(given.roots).length));
    return made(`a largest eigenvalue ${SHARES}`, contrasts, contrasts.map(() => ONE), unitVectors(k));
  }
  allow(k ** 3);
  const scales = rationals(given.scales, k);
  wellFormed(scales.every((s) => s.n > 0n), "a scale is not positive");
  return made(`a product of the non-zero eigenvalues ${SHARES}`, matrixOf(given.contrasts, k, k), scales);
}

const ofModel = (name) => name === "coefficients" || name === "log-determinant";

// A prior is a point of share one, at which truths themselves are estimated (derivatives: none); a
// guess of the coefficients of a model has points, and contrasts of its own.
function readScenario(value, { rows, sizes, k }, objective) {
  const isGuess = ofModel(objective.name);
  const own = isGuess ? "points contrasts" : "prior offset";
  const raw = record(value, `${own} weight estimators tangents`);
  const contrasts = isGuess ? matrixOf(raw.contrasts) : objective.contrasts;
  const seen = isGuess ? contrasts : objective.seen;
  const width = isGuess ? contrasts[0].length : k;
  const points = isGuess
    ? listed(raw.points).map((point) => readPoint(point, sizes, width))
    : [{ weight: ONE, prior: distribution(raw.prior, sizes) }];
  wellFormed(sum(points.map((at) => at.weight)).equals(ONE), "the weights do not add up to one");
  const steps = isGuess ? seen.length * points.length * (rows.length + width) : (seen.length + contrasts.length) * rows.length;
  allow(steps * k);
  const readNumbers = (z) => (isGuess ? matrixOf(z, points.length, rows.length) : [rationals(z, rows.length)]);
  return {
    raw,
    points,
    seen,
    contrasts,
    prior: points[0].prior,
    weight: rational(raw.weight, ZERO),
    offset: isGuess ? ZERO : rational(raw.offset),
    estimators: listed(raw.estimators, seen.length).map(readNumbers),
    tangents: listed(raw.tangents, contrasts.length).map((v) => rationals(v, width)),
  };
}

function readPoint(value, sizes, coefficients) {
  const [weight, prior, derivatives] = listed(value, 3);
  return {
    weight: rational(weight, ZERO),
    prior: distribution(prior, sizes),
    derivatives: matrixOf(derivatives, sizes.length, coefficients),
  };
}

// Several scenarios, and offsets, belong to an average, a maximum or an interval.
function verifyPlaces({ over, given, isLogarithm }, scenarios) {
  const offsets = scenarios.some((at) => at.offset.n);
  wellFormed(sum(scenarios.map((at) => at.weight)).equals(ONE), "the weights do not add up to one");
  if (isLogarithm) verifySquare(scenarios);
  const several = over === "average" || over === "minimax";
  if (given.interval === undefined) {
    wellFormed(several || (scenarios.length === 1 && !offsets), "several scenarios need an average or a maximum");
    return;
  }
  const [low, high] = rationals(given.interval, 2);
  const inOrder = low.n >= 0n && low.compare(high) <= 0 && high.compare(ONE) <= 0;
  const inside = scenarios.every(({ prior: [, q] }) => low.compare(q) <= 0 && q.compare(high) <= 0);
  wellFormed(inOrder && inside && !offsets, "no interval, or a prior outside it, or an offset");
}

function gradientKind(data) {
  const given = record(data, `${COMMON} objective scenarios`, "pair_prices condition_prices universal");
  const mechanism = readMechanism(given, onePriceEach(given.prices), readTruthPrivacy);
  const { rows, privacy, charge, k } = mechanism;
  const objective = readObjective(given.objective, k, privacy);
  const { directions, interval, isLogarithm } = objective;
  wellFormed(listed(given.scenarios).length, "no scenarios");
  if (directions) allow(k ** 3 * (k + 1) * rows.length);
  const scenarios = given.scenarios.map((each) => readScenario(each, mechanism, objective));
  verifyPlaces(objective, scenarios);
  const { folded } = interval ?? {};
  const isDensity = !folded || folded.every((mass, j) => mass.equals(scenarios[0].prior[j]));
  wellFormed(isDensity, "the prior is not that of the density");
  const columns = range(k).map((j) => rows.map((row) => row[j][0][0]));
  scenarios.forEach((at) => weigh(at, rows.map(entriesOf), columns, objective));
  const parts = scenarios.flatMap((at) => partsOf(at, objective));
  const utility = directions ? matrixRatio(scenarios[0].tangents, directions) : sumOfRatios(parts);
  readCover(given.cover, mechanism.charge, utility);
  const { value, bound, end, does } = readEnds(given, mechanism, isLogarithm);
  if (isLogarithm) verifyLogarithms(scenarios, objective.over, value, bound, paid(charge));
  else {
    holds(isShown(value, objective, scenarios, columns), "the estimators do not show the value");
    holds(isProved(bound, objective, scenarios, paid(charge)), "the tangents and prices do not prove the bound");
  }
  const raw = objective.given.values;
  const about = interval ? `the numbers from ${item(raw[0])} to ${item(raw[raw.length - 1])}` : `${k} truths`;
  const use = interval ? ` after one of ${item(objective.given.shifts)} shifts to ${item(raw)}` : "";
  const goal = ofModel(objective.name) ? modelText(scenarios, objective) : goalText(objective, scenarios);
  return `no ${privacy.words.bound} private mechanism on ${about} has ${goal} ${end}, and ${privacy.words.thisTable}${use} ${does}`;
}

// Unbiased? And the numbers of a scenario that follow: own, what its estimators do, and proved, what
// its tangents prove before the prices.
function weigh(at, table, columns, { over, contrasts, directions }) {
  const { points, seen } = at;
  const effects = (each) => points.map((point, x) => effectOf(point, columns.map((column) => dot(each[x], column))));
  seen.forEach((c, i) => {
    const found = effects(at.estimators[i]);
    holds(c.every((wanted, l) => sum(found.map((effect) => effect[l])).equals(wanted)), "an estimator is biased");
  });
  at.means = points.map((point) => table.map((row) => dot(point.prior, row)));
  const moment = (each) => sum(points.map(({ weight }, x) => weight.times(dot(each[x].map(square), at.means[x]))));
  at.moments = at.estimators.map(moment);
  at.numbers = at.estimators.map(([x]) => x);
  const gains = at.contrasts.map((c, i) => dot(c, at.tangents[i]).times(TWO));
  const ofGroup = ["group", "worst-group", "numbers", "density"].includes(over);
  const ofContrast = (c) => (ofGroup ? dot(c.map(square), at.prior) : square(dot(c, at.prior)));
  const corner = directions ? directions.flatMap((given, j) => given.map((d) => square(d[j]))) : (contrasts ?? []).map(ofContrast);
  at.own = sum(at.moments).minus(sum(corner)).minus(at.offset);
  at.proved = sum(gains).minus(sum(corner)).minus(at.offset);
}

// w D'm of the means m at the truths.
function effectOf({ weight, derivatives }, means) {
  if (!derivatives) return means;
  return range(derivatives[0].length).map((l) => weight.times(dot(derivatives.map((row) => row[l]), means)));
}

// weight * w (D v.r)^2 / (p.r) of each point.
function partsOf({ weight, points, tangents }, { scales = tangents.map(() => ONE) }) {
  return points.map((at) => {
    const along = (v) => (at.derivatives ? at.derivatives.map((row) => dot(row, v)) : v);
    return { mean: at.prior, vectors: tangents.map(along), scales: scales.map((s) => s.times(weight).times(at.weight)) };
  });
}

// Does what the estimators do not exceed the value?
function isShown(value, { name, given, over, contrasts, scales, interval, directions }, scenarios, columns) {
  const [at] = scenarios;
  // sum over estimators of s sum_i x_i^2 P(i|j), truth by truth.
  const momentsWith = (sizes) => {
    const squares = columns[0].map((_, i) => sum(at.numbers.map((x, e) => sizes[e].times(square(x[i])))));
    return columns.map((column) => dot(squares, column));
  };
  const average = sum(scenarios.map((each) => each.weight.times(each.own)));
  if (directions) return isLargestEigenvalue(value, at, columns);
  if (name === "e-optimal") return hasDominantDiagonal(value, at, given.roots.map((root) => rationals(root, columns.length)));
  if (name === "d-optimal") {
    const k = whole(scales.length);
    const moments = over === undefined ? [dot(scales, at.moments)] : momentsWith(scales);
    const mean = moments.reduce(greatest).over(k);
    const spread = product(scales.map(() => mean)).times(k);
    return areTriangular(contrasts, at.tangents) && value.times(volume(contrasts, scales)).compare(spread) >= 0;
  }
  if (over === "minimax") return scenarios.every((each) => value.compare(each.own) >= 0);
  if (over === "density") {
    const variances = momentsWith([ONE]).map((m, j) => m.minus(square(contrasts[0][j])));
    return value.compare(dot(interval.masses, variances).plus(interval.spread)) >= 0;
  }
  const isWorst = given.interval !== undefined || !["average", "group", undefined].includes(over);
  if (!isWorst) return value.compare(average) >= 0;
  const added = interval ? interval.spread : ZERO;
  const worst = worstCases({ given, over, contrasts }, at.prior, momentsWith(contrasts.map(() => ONE)));
  return worst.every((own) => value.compare(own.plus(added)) >= 0);
}

function worstCases({ given, over, contrasts }, prior, moments) {
  if (given.interval !== undefined) {
    // m + (n - m) p - p^2 is largest at (n - m) / 2, or at the end of the interval next to it.
    const [low, high] = rationals(given.interval);
    const [m, slope] = [moments[0], moments[1].minus(moments[0])];
    const worst = least(greatest(slope.times(HALF), low), high);
    return [m.plus(slope.times(worst)).minus(square(worst))];
  }
  // A group at truth j; or of a population at j the tangent at the prior.
  const means = contrasts.map((c) => (over === "worst-population" ? dot(c, prior) : null));
  const less = (x, mean) => (mean ? mean.times(x.times(TWO).minus(mean)) : square(x));
  return moments.map((m, j) => m.minus(sum(contrasts.map((c, i) => less(c[j], means[i])))));
}

// value I - Cov - sum f f', so that no eigenvalue of Cov exceeds the value.
function hasDominantDiagonal(value, { numbers, means, prior }, roots) {
  return numbers.every((x, i) => {
    const weighted = x.map((entry, n) => entry.times(means[0][n]));
    const row = numbers.map((y, j) => {
      const covariance = dot(weighted, y).minus(prior[i].times(prior[j]));
      const squares = sum(roots.map((f) => f[i].times(f[j])));
      return (i === j ? value : ZERO).minus(covariance).minus(squares);
    });
    return row[i].times(TWO).compare(sum(row.map(magnitude))) >= 0;
  });
}

function areTriangular(contrasts, tangents) {
  return contrasts.every((c, i) => {
    const outside = [...c.slice(i + 1), ...tangents[i].slice(0, i)];
    return c[i].n && tangents[i][i].n && outside.every((x) => !x.n);
  });
}

// The determinant of sum s x x' for triangular x.
const volume = (vectors, scales) => product(vectors.map((x, i) => scales[i].times(square(x[i]))));

// Do tangents and prices prove the bound? The tangents of a determinant are triangular by isShown.
function isProved(bound, { name, over, contrasts, scales, interval, directions }, scenarios, spent) {
  if (over === "density") {
    const gain = dot(interval.means, scenarios[0].tangents[0]).times(TWO);
    return bound.compare(gain.minus(interval.meanSquare).minus(spent)) <= 0;
  }
  const proved = sum(scenarios.map((at) => at.weight.times(at.proved))).minus(spent);
  const units = directions ? directions.flat() : contrasts;
  if (name === "e-optimal") return bound.times(sum(units.map((d) => dot(d, d)))).compare(proved) <= 0;
  if (name !== "d-optimal") return bound.compare(proved) <= 0;
  const k = whole(scales.length);
  const most = product(scales.map(() => k)).times(k).times(volume(scenarios[0].tangents, scales));
  return spent.n > 0n && bound.times(product(scales.map(() => spent))).compare(most) <= 0;
}

const atWorst = (over, core) =>
  `a maximum over all ${over === "worst-population" ? "priors" : "fixed groups"} of ${core}`;

// The objective with its priors.
function goalText({ given, over, core }, scenarios) {
  const [first] = scenarios.map(({ raw }) => item(raw.prior));
  if (given.interval !== undefined) {
    const [low, high] = given.interval.map(item);
    return `a maximum over the shares of truth 1 from ${low} to ${high} of ${core}`;
  }
  if (over === undefined) return `${core} at prior ${first}`;
  if (over === "group") return `${core} of a fixed group with shares ${first}`;
  if (["worst-population", "worst-group", "numbers"].includes(over)) return atWorst(over, core);
  if (over === "density") return `${core}, on average over the density with shares ${item(given.shares)}`;
  const offsets = scenarios.some((at) => at.offset.n) ? ["offset"] : [];
  const fields = [...(over === "average" ? ["prior", "weight"] : ["prior"]), ...offsets];
  const places = scenarios.map(({ raw }) => fields.map((name) => raw[name]));
  const start = over === "average" ? "an average over" : "a maximum over";
  if (fields.length === 1) return `${start} the priors ${item(places.flat())} of ${core}`;
  const end = offsets.length ? " less the offset" : "";
  return `${start} (${fields.join(", ")}) in ${item(places)} of ${core}${end}`;
}

// ---------------------------------------------------------------- models

const MODEL = "one respondent about the coefficients of the model with (weight, probabilities, derivatives)";

function verifySquare(scenarios) {
  const m = scenarios[0].contrasts.length;
  const isSquare = scenarios.every(({ contrasts }) => contrasts.length === m && contrasts[0].length === m);
  wellFormed(isSquare, "a determinant needs as many contrasts as coefficients");
  few(2 * m * scenarios.length, MOST_LOGARITHMS, "logarithms");
}

// ln det I is at least sum ln(c_ii^2 / M_i), and on average at most m ln(paid / m) - ln det X.
function verifyLogarithms(scenarios, over, value, bound, spent) {
  const isPositive = spent.n > 0n && scenarios.every((at) => at.moments.every((x) => x.n > 0n));
  const vectors = scenarios.flatMap(({ contrasts, tangents }) => [contrasts, tangents]);
  const isTriangular = (x, i) => x[i].n && x.slice(i + 1).every((entry) => !entry.n);
  const areZeroBehind = vectors.every((each) => each.every(isTriangular));
  if (!holds(isPositive && areZeroBehind, "vectors that are not triangular, or no positive numbers")) return;
  const total = (numbers) => numbers.map((x) => ln(x)).reduce((a, b) => a.plus(b));
  const average = (each) => each.map((x, i) => x.scaled(scenarios[i].weight)).reduce((a, b) => a.plus(b));
  const own = scenarios.map(({ contrasts, moments }) => total(contrasts.map((c, i) => square(c[i]).over(moments[i]))));
  const worst = () => new Enclosure(own.map((x) => x.low).reduce(least), own.map((x) => x.high).reduce(least));
  const has = over === "minimax" ? worst() : average(own);
  notNegative(has.minus(exactly(value)), "the table has a smaller value");
  const volumes = average(scenarios.map(({ tangents }) => total(tangents.map((v, i) => square(v[i])))));
  const m = whole(scenarios[0].contrasts.length);
  const most = ln(spent.over(m)).scaled(m).minus(volumes);
  notNegative(exactly(bound).minus(most), "the prices do not prove the bound");
}

function modelText(scenarios, { over, isLogarithm }) {
  const [{ raw }] = scenarios;
  const sumOver = (contrasts) => `a sum of c'I^-1 c over ${contrasts}, I the information of ${MODEL}`;
  if (!over && !isLogarithm) return `${sumOver(`c in ${item(raw.contrasts)}`)} in ${item(raw.points)},`;
  const determinant = `a log-determinant of the information of ${MODEL}`;
  if (!over) return `${determinant} in ${item(raw.points)},`;
  const fields = [over === "average" && "weight", !isLogarithm && "contrasts", "points"].filter(Boolean);
  const models = scenarios.map((at) => fields.map((name) => at.raw[name]));
  const names = fields.map((name) => (name === "points" ? "model" : name)).join(", ");
  const start = over === "average" ? "an average" : `a ${isLogarithm ? "minimum" : "maximum"}`;
  const goal = isLogarithm ? determinant : sumOver("the contrasts c");
  return `${start} over (${names}) in ${item(models)} of ${goal} in model,`;
}
