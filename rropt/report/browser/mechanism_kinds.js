// Kinds prices, gradient and model (sections 4 to 6): a private table, and prices that show what no
// private table can do.

const COMMON = "privacy patterns weights prices value bound gap cover";

// The table and the prices of all three.
function readMechanism(given, sizes) {
  const privacy = readPrivacy(given.privacy, sizes.length);
  wellFormed(privacy.number || sizes.every((n) => n === 1), "classes of truths need one number");
  const rows = readRows(given.patterns, given.weights, sizes);
  verifyTable(rows, sizes);
  verifyPrivacy(rows, sizes, privacy);
  const charge = readCharge(given, sizes, privacy);
  const universal = readUniversal(given.universal, rows, sizes, privacy);
  return { privacy, rows, sizes, charge, universal, k: added(sizes) };
}

function onePriceEach(prices) {
  wellFormed(listed(prices).length >= 2, "fewer than two truths");
  return prices.map(() => 1);
}

// value, bound and gap of a kind whose bound is a variance; the end of its sentence.
function readVariances(given, mechanism) {
  const [value, bound, gap] = [given.value, given.bound, given.gap].map((x) => rational(x));
  holds(gap.equals(value.minus(bound)), "gap is not value - bound");
  return { value, bound, does: evidence(gap, bound, `at most ${up(value)}`, mechanism) };
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
  const given = record(data, `${COMMON} truths utility`, "pair_prices condition_prices universal");
  const sizes = readSizes(given.truths, listed(given.prices).length);
  const mechanism = readMechanism(given, sizes);
  const { rows, privacy, charge } = mechanism;
  const utility = readUtility(given.utility, sizes);
  allow(rows.length * utility.steps);
  readCover(given.cover, charge, utility);
  if (utility.logarithms) fewLogarithms(rows, MOST_LOGARITHMS);
  if (utility.knows) rows.forEach(utility.knows);
  if (utility.parts) allow(rows.length, MOST_SUM_BITS);
  const worths = rows.map(utility.worth);
  const own = new Enclosure(sum(worths.map((x) => x.low)), sum(worths.map((x) => x.high)));
  const ends = Array.isArray(given.value) ? given.value : [given.value, given.value];
  const [low, high] = rationals(ends, 2);
  notNegative(own.minus(exactly(low)), "the table has a smaller value");
  notNegative(exactly(high).minus(own), "the table has a larger value");
  const [bound, gap] = [given.bound, given.gap].map((x) => rational(x));
  holds(bound.equals(paid(charge)), "bound is not what the prices add up to");
  holds(gap.equals(bound.minus(low)), "gap is not bound - value");
  const does = evidence(gap, bound, `at least ${down(low)}`, mechanism);
  const claim = `no ${privacy.words.bound} private mechanism on ${mechanism.k} truths has ${utility.words}`;
  return `${claim} above ${up(bound)}, and ${privacy.words.thisTable} ${does}`;
}

// ---------------------------------------------------------------- gradient

const FIELDS = {
  "a-optimal": ["name", "over"],
  "c-optimal": ["name contrasts", "over"],
  mean: ["name values", "over"],
  variance: ["name contrasts", "over interval"],
  "e-optimal": ["name contrasts roots"],
  "d-optimal": ["name contrasts scales", "over"],
};
const OF_INTERVAL = { numbers: ["name values shifts", "over"], density: ["name values shifts shares", "over"] };
const OF_WORST_EIGENVALUE = ["name over directions"];
const OVER = ["average", "minimax", "group", "worst-group", "worst-population"];
const SHARES = "of the covariance of an unbiased estimator of the shares from one respondent";

// given: the fields; contrasts; seen, what the estimators estimate; scales; core, its words.
function readObjective(value, k, privacy) {
  const name = named(value, "name", FIELDS);
  const isGiven = value instanceof Map && name === "mean" && isOfInterval(value.get("over"));
  const isEigenvalue = name === "e-optimal" && value.has("over");
  const others = isEigenvalue ? OF_WORST_EIGENVALUE : FIELDS[name];
  const given = record(value, ...(isGiven ? OF_INTERVAL[value.get("over")] : others));
  const { over, interval } = given;
  const known = { "d-optimal": ["worst-population"], "e-optimal": ["worst-group"] }[name] || OVER;
  wellFormed(over === undefined || known.includes(over) || isGiven, "over what?");
  const estimator = (what) => `a variance of an unbiased estimator of ${what} from one respondent`;
  const made = (core, contrasts, scales = contrasts.map(() => ONE), seen = contrasts) => {
    return { name, given, over, contrasts, seen, scales, core };
  };
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

function readScenario(value, { rows, sizes }, { seen, contrasts }) {
  const raw = record(value, "prior weight offset estimators tangents");
  return {
    raw,
    prior: distribution(raw.prior, sizes),
    weight: rational(raw.weight, ZERO),
    offset: rational(raw.offset),
    estimators: listed(raw.estimators, seen.length).map((x) => rationals(x, rows.length)),
    tangents: listed(raw.tangents, contrasts.length).map((v) => rationals(v, sizes.length)),
  };
}

// Several priors, and offsets, belong to an average, a maximum or an interval.
function verifyPlaces({ over, given }, scenarios) {
  const offsets = scenarios.some((at) => at.offset.n);
  wellFormed(sum(scenarios.map((at) => at.weight)).equals(ONE), "the weights do not add up to one");
  const several = over === "average" || over === "minimax";
  if (given.interval === undefined) {
    wellFormed(several || (scenarios.length === 1 && !offsets), "several priors need an average or a maximum");
    return;
  }
  const [low, high] = rationals(given.interval, 2);
  const inOrder = low.n >= 0n && low.compare(high) <= 0 && high.compare(ONE) <= 0;
  const inside = scenarios.every(({ prior: [, q] }) => low.compare(q) <= 0 && q.compare(high) <= 0);
  wellFormed(inOrder && inside && !offsets, "no interval, or a prior outside it, or an offset");
}

function gradientKind(data) {
  const given = record(data, `${COMMON} objective scenarios`, "pair_prices condition_prices universal");
  const mechanism = readMechanism(given, onePriceEach(given.prices));
  const { rows, privacy, charge, k } = mechanism;
  const objective = readObjective(given.objective, k, privacy);
  wellFormed(listed(given.scenarios).length, "no scenarios");
  const vectors = objective.seen.length + objective.contrasts.length;
  allow(vectors * k * rows.length * given.scenarios.length);
  if (objective.directions) allow(k ** 3 * (k + 1) * rows.length);
  const scenarios = given.scenarios.map((each) => readScenario(each, mechanism, objective));
  verifyPlaces(objective, scenarios);
  const { folded } = objective.interval ?? {};
  const isDensity = !folded || folded.every((mass, j) => mass.equals(scenarios[0].prior[j]));
  wellFormed(isDensity, "the prior is not that of the density");
  const columns = range(k).map((j) => rows.map((row) => row[j][0][0]));
  scenarios.forEach((at) => weigh(at, rows.map(entriesOf), columns, objective));
  const parts = scenarios.map(({ prior, tangents, weight }) => {
    return { mean: prior, vectors: tangents, scales: objective.scales.map((s) => s.times(weight)) };
  });
  const { directions } = objective;
  const utility = directions ? matrixRatio(scenarios[0].tangents, directions) : sumOfRatios(parts);
  readCover(given.cover, mechanism.charge, utility);
  const { value, bound, does } = readVariances(given, mechanism);
  holds(isShown(value, objective, scenarios, columns), "the estimators do not show the value");
  holds(isProved(bound, objective, scenarios, paid(charge)), "the tangents and prices do not prove the bound");
  const raw = objective.given.values;
  const about = objective.interval ? `the numbers from ${item(raw[0])} to ${item(raw[raw.length - 1])}` : `${k} truths`;
  const use = objective.interval ? ` after one of ${item(objective.given.shifts)} shifts to ${item(raw)}` : "";
  const claim = `no ${privacy.words.bound} private mechanism on ${about} has ${goalText(objective, scenarios)}`;
  return `${claim} below ${down(bound)}, and ${privacy.words.thisTable}${use} ${does}`;
}

// Unbiased? And the numbers of a scenario that follow: own, what its estimators do, and proved, what
// its tangents prove before the prices.
function weigh(at, table, columns, { seen, contrasts, over, directions }) {
  seen.forEach((c, i) => {
    const isMean = (wanted, j) => dot(at.estimators[i], columns[j]).equals(wanted);
    holds(c.every(isMean), "an estimator is biased");
  });
  at.means = table.map((row) => dot(at.prior, row));
  at.moments = at.estimators.map((x) => dot(x.map(square), at.means));
  const gains = contrasts.map((c, i) => dot(c, at.tangents[i]).times(TWO));
  const ofGroup = ["group", "worst-group", "numbers", "density"].includes(over);
  const ofContrast = (c) => (ofGroup ? dot(c.map(square), at.prior) : square(dot(c, at.prior)));
  const corner = directions ? directions.flatMap((given, j) => given.map((d) => square(d[j]))) : contrasts.map(ofContrast);
  at.own = sum(at.moments).minus(sum(corner)).minus(at.offset);
  at.proved = sum(gains).minus(sum(corner)).minus(at.offset);
}

// The largest L(z) - z^2 for low <= z <= high, L the line through (x, m) and (u, n).
function worstOnLine([x, m], [u, n], low, high) {
  const slope = n.minus(m).over(u.minus(x));
  const worst = least(greatest(slope.times(HALF), low), high);
  return m.plus(slope.times(worst.minus(x))).minus(square(worst));
}

// Does what the estimators do not exceed the value?
function isShown(value, { name, given, over, contrasts, scales, interval, directions }, scenarios, columns) {
  const [at] = scenarios;
  // sum over estimators of s sum_i x_i^2 P(i|j), truth by truth.
  const momentsWith = (sizes) => {
    const squares = columns[0].map((_, i) => sum(at.estimators.map((x, e) => sizes[e].times(square(x[i])))));
    return columns.map((column) => dot(squares, column));
  };
  const average = sum(scenarios.map((each) => each.weight.times(each.own)));
  if (directions) return isLargestEigenvalue(value, at, columns);
  if (name === "e-optimal") return hasDominantDiagonal(value, at, matrixOrEmpty(given.roots, columns.length));
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
    const [low, high] = rationals(given.interval);
    return [worstOnLine([ZERO, moments[0]], [ONE, moments[1]], low, high)];
  }
  // A group at truth j; or of a population at j the tangent at the prior.
  const means = contrasts.map((c) => (over === "worst-population" ? dot(c, prior) : null));
  const less = (x, mean) => (mean ? mean.times(x.times(TWO).minus(mean)) : square(x));
  return moments.map((m, j) => m.minus(sum(contrasts.map((c, i) => less(c[j], means[i])))));
}

const matrixOrEmpty = (rows, columns) => rows.map((row) => rationals(row, columns));

// value I - Cov - sum f f', so that no eigenvalue of Cov exceeds the value.
function hasDominantDiagonal(value, { estimators, means, prior }, roots) {
  return estimators.every((x, i) => {
    const weighted = x.map((entry, n) => entry.times(means[n]));
    const row = estimators.map((y, j) => {
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

// The objective with its priors.
function goalText({ given, over, core }, scenarios) {
  const [first] = scenarios.map(({ raw }) => item(raw.prior));
  if (given.interval !== undefined) {
    const [low, high] = given.interval.map(item);
    return `a maximum over the shares of truth 1 from ${low} to ${high} of ${core}`;
  }
  if (over === undefined) return `${core} at prior ${first}`;
  if (over === "group") return `${core} of a fixed group with shares ${first}`;
  if (over === "worst-population") return `a maximum over all priors of ${core}`;
  if (over === "worst-group" || over === "numbers") return `a maximum over all fixed groups of ${core}`;
  if (over === "density") return `${core}, on average over the density with shares ${item(given.shares)}`;
  const offsets = scenarios.some((at) => at.offset.n) ? ["offset"] : [];
  const fields = [...(over === "average" ? ["prior", "weight"] : ["prior"]), ...offsets];
  const places = scenarios.map(({ raw }) => fields.map((name) => raw[name]));
  const start = over === "average" ? "an average over" : "a maximum over";
  if (fields.length === 1) return `${start} the priors ${item(places.flat())} of ${core}`;
  const end = offsets.length ? " less the offset" : "";
  return `${start} (${fields.join(", ")}) in ${item(places)} of ${core}${end}`;
}

// ---------------------------------------------------------------- model

const MODEL = "one respondent about the coefficients of the model with (weight, probabilities, derivatives)";

function modelKind(data) {
  const given = record(data, `${COMMON} objective guesses`, "pair_prices condition_prices over universal");
  const mechanism = readMechanism(given, onePriceEach(given.prices));
  const { privacy, charge, k } = mechanism;
  const isVariance = named(data, "objective", { variance: 0, determinant: 0 }) === "variance";
  const over = given.over === undefined ? "" : named(data, "over", { average: 0, minimax: 0 });
  const guesses = listed(given.guesses).map((each) => readGuess(each, mechanism));
  wellFormed(guesses.length === 1 || (over && guesses.length), "several guesses need an average or a maximum");
  wellFormed(sum(guesses.map((at) => at.weight)).equals(ONE), "the weights do not add up to one");
  const m = guesses[0].contrasts.length;
  const isSquare = guesses.every(({ contrasts }) => contrasts.length === m && contrasts[0].length === m);
  wellFormed(isVariance || isSquare, "a determinant needs as many contrasts as coefficients");
  if (!isVariance) few(2 * m * guesses.length, MOST_LOGARITHMS, "logarithms");
  readCover(given.cover, mechanism.charge, sumOfRatios(guesses.flatMap(partsOf)));
  const [value, bound, gap] = [given.value, given.bound, given.gap].map((x) => rational(x));
  const verify = isVariance ? verifyVariance : verifyDeterminant;
  verify(guesses, over, value, bound, paid(charge));
  holds(gap.equals(isVariance ? value.minus(bound) : bound.minus(value)), "gap is not that of value and bound");
  const words = isVariance ? `at most ${up(value)}` : `at least ${down(value)}`;
  const end = isVariance ? `below ${down(bound)}` : `above ${up(bound)}`;
  const claim = `no ${privacy.words.bound} private mechanism on ${k} truths has ${modelText(guesses, over, isVariance)}, ${end}`;
  return `${claim}, and ${privacy.words.thisTable} ${evidence(gap, bound, words, mechanism)}`;
}

function readGuess(value, { rows, sizes, k }) {
  const raw = record(value, "weight points contrasts estimators tangents");
  const contrasts = matrixOf(raw.contrasts);
  const coefficients = contrasts[0].length;
  const points = listed(raw.points).map((point) => readPoint(point, sizes, coefficients));
  wellFormed(sum(points.map((at) => at.weight)).equals(ONE), "the weights do not add up to one");
  allow(contrasts.length * points.length * k * (rows.length + coefficients));
  const tangents = listed(raw.tangents, contrasts.length).map((v) => rationals(v, coefficients));
  const lists = listed(raw.estimators, contrasts.length);
  const estimators = lists.map((each) => matrixOf(each, points.length, rows.length));
  const columns = range(k).map((j) => rows.map((row) => row[j][0][0]));
  // sum_i z_i r_i, one entry a truth.
  const seenBy = (z) => columns.map((column) => dot(z, column));
  contrasts.forEach((c, n) => {
    const seen = estimators[n].map(seenBy);
    const slope = (l) => ({ weight, derivatives }, x) => weight.times(dot(derivatives.map((row) => row[l]), seen[x]));
    holds(c.every((wanted, l) => sum(points.map(slope(l))).equals(wanted)), "an estimator is biased");
  });
  const moment = (z, x) => points[x].weight.times(dot(points[x].prior, seenBy(z.map(square))));
  const moments = estimators.map((each) => sum(each.map(moment)));
  return { raw, weight: rational(raw.weight, ZERO), points, contrasts, tangents, moments };
}

function readPoint(value, sizes, coefficients) {
  const [weight, prior, derivatives] = listed(value, 3);
  return {
    weight: rational(weight, ZERO),
    prior: distribution(prior, sizes),
    derivatives: matrixOf(derivatives, sizes.length, coefficients),
  };
}

function partsOf({ weight, points, tangents }) {
  return points.map((at) => {
    const vectors = tangents.map((v) => at.derivatives.map((row) => dot(row, v)));
    return { mean: at.prior, vectors, scales: tangents.map(() => weight.times(at.weight)) };
  });
}

// c'I^-1 c is at most a moment, and at least 2 c.v - v'Iv.
function verifyVariance(guesses, over, value, bound, spent) {
  const weights = guesses.map((at) => at.weight);
  const own = guesses.map((at) => sum(at.moments));
  const has = over === "minimax" ? own.reduce(greatest) : dot(weights, own);
  holds(value.compare(has) >= 0, "the table has a larger value");
  const gains = guesses.map(({ contrasts, tangents }) => sum(contrasts.map((c, i) => dot(c, tangents[i]).times(TWO))));
  holds(bound.compare(dot(weights, gains).minus(spent)) <= 0, "the prices do not prove the bound");
}

// ln det I is at least sum ln(c_ii^2 / M_i), and on average at most m ln(paid / m) - ln det X.
function verifyDeterminant(guesses, over, value, bound, spent) {
  const isPositive = spent.n > 0n && guesses.every((at) => at.moments.every((x) => x.n > 0n));
  const vectors = guesses.flatMap(({ contrasts, tangents }) => [contrasts, tangents]);
  const isTriangular = (x, i) => x[i].n && x.slice(i + 1).every((entry) => !entry.n);
  const areZeroBehind = vectors.every((each) => each.every(isTriangular));
  if (!holds(isPositive && areZeroBehind, "vectors that are not triangular, or no positive numbers")) return;
  const total = (numbers) => numbers.map(ln).reduce((a, b) => a.plus(b));
  const average = (each) => each.map((x, i) => x.scaled(guesses[i].weight)).reduce((a, b) => a.plus(b));
  const own = guesses.map(({ contrasts, moments }) => total(contrasts.map((c, i) => square(c[i]).over(moments[i]))));
  const worst = () => new Enclosure(own.map((x) => x.low).reduce(least), own.map((x) => x.high).reduce(least));
  const has = over === "minimax" ? worst() : average(own);
  notNegative(has.minus(exactly(value)), "the table has a smaller value");
  const volumes = average(guesses.map(({ tangents }) => total(tangents.map((v, i) => square(v[i])))));
  const m = whole(guesses[0].contrasts.length);
  const most = ln(spent.over(m)).scaled(m).minus(volumes);
  notNegative(exactly(bound).minus(most), "the prices do not prove the bound");
}

function modelText(guesses, over, isVariance) {
  const [{ raw }] = guesses;
  const sumOver = (contrasts) => `a sum of c'I^-1 c over ${contrasts}, I the information of ${MODEL}`;
  if (!over && isVariance) return `${sumOver(`c in ${item(raw.contrasts)}`)} in ${item(raw.points)}`;
  const determinant = `a log-determinant of the information of ${MODEL}`;
  if (!over) return `${determinant} in ${item(raw.points)}`;
  const fields = [over === "average" && "weight", isVariance && "contrasts", "points"].filter(Boolean);
  const models = guesses.map((at) => fields.map((name) => at.raw[name]));
  const names = fields.map((name) => (name === "points" ? "model" : name)).join(", ");
  const start = over === "average" ? "an average" : `a ${isVariance ? "maximum" : "minimum"}`;
  const goal = isVariance ? sumOver("the contrasts c") : determinant;
  return `${start} over (${names}) in ${item(models)} of ${goal} in model`;
}
