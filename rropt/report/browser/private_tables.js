// Levels of privacy (section 3), tables that obey them, and prices (section 4).
//
// Truths that a problem does not tell apart form a class; `sizes` says how many each class has. A row
// is a list, one entry a class, of runs [value, how many truths]; its values have one denominator.

// low(a, b), high(a, b): the levels that the table obeys and that the bound holds for, null for oo.
// delta(a, b). number: the one number for the bound, or null; pure: no delta is positive.
function readPrivacy(value, k) {
  wellFormed(value instanceof Map, "an object is missing");
  if (value.has("conditions")) return readConditions(value, k);
  const gamma = value.get("gamma");
  if (!Array.isArray(gamma) || !Array.isArray(gamma[0])) return oneLevel(value);
  const privacy = matrixOfLevels(value, k);
  return value.has("singles") ? withSingles(privacy, value.get("singles"), k) : privacy;
}

// Truths of which alone a report is bound by no level.
function withSingles(privacy, value, k) {
  const singles = listed(value).map((truth) => index(truth, k));
  wellFormed(privacy.pure, "singles beside a delta");
  wellFormed(singles.length && new Set(singles).size === singles.length, "a single occurs twice, or none");
  const named = (level) => `(${level}, or of one truth in ${item(value)})`;
  const { bound, table, thisTable } = privacy.words;
  return { ...privacy, words: { bound: named(bound), table: named(table), thisTable }, singles };
}

function isFree(row, singles = []) {
  const support = range(row.length).filter((j) => row[j].n);
  return support.length === 1 && singles.includes(support[0]);
}

function oneLevel(value) {
  const { gamma, delta, epsilon } = record(value, "gamma delta", "epsilon");
  const ends = epsilon === undefined ? [gamma, gamma] : listed(gamma, 2);
  const [low, high] = ends.map((g) => rational(g, ONE));
  wellFormed(low.compare(high) <= 0, "no enclosure of e^epsilon");
  if (epsilon !== undefined) verifyEnclosed(low, rational(epsilon, ZERO), high);
  const bound = epsilon === undefined ? `epsilon = ln ${item(gamma)}` : `epsilon = ${item(epsilon)}`;
  const words = wordsOf(bound, `epsilon = ln ${item(ends[0])}`, delta);
  const one = rational(delta, ZERO, ONE);
  return { low: () => low, high: () => high, words, number: high, delta: () => one, pure: !one.n };
}

function matrixOfLevels(value, k) {
  const byDistance = value.has("epsilon") || value.has("distances_squared");
  const fields = byDistance ? "gamma above epsilon distances_squared delta" : "gamma delta";
  const given = record(value, fields, byDistance ? "singles" : "above singles");
  const { gamma, delta, epsilon, distances_squared: squared, above = gamma } = given;
  const [low, high] = [gamma, above].map((levels) => squareOf(levels, k, ONE));
  const distances = byDistance ? squareOf(squared, k, ZERO) : low;
  const factor = byDistance ? square(rational(epsilon, ZERO)) : null;
  eachPair(k, (a, b) => {
    const [g, h, distance] = [low, high, distances].map((levels) => levels[a][b]);
    wellFormed(!g === !h && !g === !distance, "oo stands at other pairs");
    wellFormed(!g || g.compare(h) <= 0, "gamma exceeds above");
    if (g && byDistance) verifySquareEnclosed(g, factor.times(distance), h);
  });
  const table = `G = ${item(gamma)}`;
  const bound = byDistance ? `G = exp(${item(epsilon)} d), d^2 = ${item(squared)}` : `G = ${item(above)}`;
  const words = wordsOf(bound, table, delta, above === gamma ? "" : `, private at ${table},`);
  const deltas = readDeltas(delta, low);
  return { low: (a, b) => low[a][b], high: (a, b) => high[a][b], words, number: null, ...deltas };
}

function wordsOf(bound, table, delta, more = "") {
  const withDelta = (level) => (delta === "0" ? level : `(${level}, delta = ${item(delta)})`);
  return { bound: withDelta(bound), table: withDelta(table), thisTable: `this table${more}` };
}

// A square with this diagonal and nothing below it; null for oo.
function squareOf(value, k, diagonal) {
  few(k, MOST_MATRIX, "truths for a matrix");
  const read = (entry) => (entry === "oo" ? null : rational(entry, diagonal));
  const found = listed(value, k).map((row) => listed(row, k).map(read));
  wellFormed(found.every((row, a) => row[a] && row[a].equals(diagonal)), "the diagonal is another one");
  return found;
}

function eachPair(k, visit) {
  for (let a = 0; a < k; a += 1) {
    for (let b = 0; b < k; b += 1) if (a !== b) visit(a, b);
  }
}

// One a pair with a level, or 0 for all.
function readDeltas(value, low) {
  const k = low.length;
  if (!Array.isArray(value)) {
    const none = rational(value, ZERO, ZERO);
    return { delta: () => none, pure: true };
  }
  const deltas = listed(value, k).map((row) => listed(row, k).map((delta) => rational(delta, ZERO, ONE)));
  wellFormed(deltas.every((row, a) => !row[a].n), "a delta on the diagonal");
  eachPair(k, (a, b) => wellFormed(!deltas[a][b].n || low[a][b], "a delta without a level"));
  return { delta: (a, b) => deltas[a][b], pure: deltas.flat().every((delta) => !delta.n) };
}

// ln low <= middle <= ln high
function verifyEnclosed(low, middle, high) {
  notNegative(exactly(middle).minus(ln(low)), "a level exceeds e^epsilon");
  notNegative(ln(high).minus(exactly(middle)), "a level is below e^epsilon");
}

// (ln low)^2 <= middle <= (ln high)^2 for levels from 1 on.
function verifySquareEnclosed(low, middle, high) {
  const ends = [low, high].map((x) => {
    const found = ln(x);
    return new Enclosure(square(greatest(found.low, ZERO)), square(found.high));
  });
  notNegative(exactly(middle).minus(ends[0]), "a level exceeds e^epsilon");
  notNegative(ends[1].minus(exactly(middle)), "a level is below e^epsilon");
}

// ---------------------------------------------------------------- the table

function readRows(patterns, weights, sizes) {
  const masses = rationals(weights, listed(patterns).length);
  return patterns.map((pattern, i) => {
    const entries = listed(pattern, sizes.length);
    return entries.map((entry, c) => readRuns(entry, sizes[c], masses[i]));
  });
}

function readRuns(entry, many, mass) {
  if (!Array.isArray(entry)) return [[rational(entry).times(mass), many]];
  const runs = entry.map((run) => listed(run, 2));
  const filled = added(runs.map(([, number]) => positiveCount(number)));
  wellFormed(filled === many, "runs do not fill a class");
  return runs.map(([value, number]) => [rational(value).times(mass), number]);
}

const tableOf = (rows) => rows.map((row) => row.map((value) => [[value, 1]]));
const entriesOf = (row) => row.map((runs) => runs[0][0]);
const valuesOf = (row) => row.flatMap((runs) => runs.map(([value]) => value));

// form.r, the form with one entry for all truths of a class.
function along(form, row) {
  const times = (x, n) => (n === 1 ? x : x.times(whole(n)));
  return dot(row.flatMap((runs, c) => runs.map(([, n]) => times(form[c], n))), valuesOf(row));
}

function verifyTable(rows, sizes) {
  holds(rows.every((row) => valuesOf(row).every((x) => x.n >= 0n)), "an entry of the table is negative");
  sizes.forEach((many, c) => {
    const column = rows.flatMap((row) => row[c]);
    const total = dot(column.map(([, n]) => whole(n)), column.map(([value]) => value));
    holds(total.equals(whole(many)), "a column of the table does not add up to one");
  });
}

// How many ordered pairs of different truths two classes have.
const pairsOf = (sizes, a, b) => BigInt(sizes[a]) * BigInt(sizes[b] - (a === b ? 1 : 0));

// The sum of max(0, r_i - g r_j) over truths i of class a and j of class b: equal ones add nothing.
function excess(row, a, b, g) {
  return new Fraction(toldApart([row], a, b, g), row[a][0][0].d * g.d);
}

// The same over rows of one denominator, times it and that of g.
function toldApart(rows, a, b, g) {
  let total = 0n;
  for (const row of rows) {
    for (const [v, n] of row[a]) {
      const value = v.n * g.d;
      for (const [u, m] of row[b]) {
        const over = value - u.n * g.n;
        if (over > 0n) total += n === 1 && m === 1 ? over : over * BigInt(n) * BigInt(m);
      }
    }
  }
  return total;
}

function verifyPrivacy(rows, sizes, privacy) {
  if (privacy.number && privacy.pure) {
    const g = privacy.low();
    // The entries of a row have one denominator.
    const isPrivate = (values) => values.reduce(greatest).n * g.d <= g.n * values.reduce(least).n;
    holds(rows.map(valuesOf).every(isPrivate), "a row is not private");
    return;
  }
  if (privacy.guarded) {
    verifyGuarded(rows, privacy);
    return;
  }
  if (privacy.conditions) {
    verifyConditions(rows, privacy);
    return;
  }
  allow(added(rows.map((row) => row.flat().length ** 2)));
  if (!rows.length) return;
  const unit = rows[0][0][0][0].d;
  const bound = privacy.singles ? rows.filter((row) => !isFree(entriesOf(row), privacy.singles)) : rows;
  for (let a = 0; a < sizes.length; a += 1) {
    for (let b = 0; b < sizes.length; b += 1) {
      const [g, pairs] = [privacy.low(a, b), pairsOf(sizes, a, b)];
      if (!g || !pairs) continue;
      const told = toldApart(bound, a, b, g);
      if (!told) continue;
      const most = privacy.delta(a, b);
      holds(told * most.d <= most.n * pairs * unit * g.d, "two truths are told apart");
    }
  }
}

// Two truths: every row has a zero, or lies on a level that the whole table exhausts.
function readUniversal(value, rows, sizes, privacy) {
  if (value === undefined || value === false) return false;
  const plain = sizes.length === 2 && sizes.every((n) => n === 1) && !privacy.singles;
  wellFormed(value === true && plain, "universal is true or false, and for two truths without singles");
  const levels = levelsOfTwo(privacy);
  allow(4 * rows.length * levels.length);
  const entries = rows.map(entriesOf);
  const told = (form) => sum(entries.map((row) => greatest(dot(form, row), ZERO)));
  const exhausted = levels.filter(([form, most]) => told(form).equals(most));
  const isPlaced = (row) => row.some((x) => !x.n) || exhausted.some(([form]) => !dot(form, row).n);
  return holds(entries.every(isPlaced), "a row lies inside the levels");
}

// [form, most]: the sum over rows of max(0, form.r) is at most that. Other conditions do no harm.
function levelsOfTwo({ conditions, low, delta }) {
  const against = (a, g) => [0, 1].map((j) => (j === a ? ONE : ZERO.minus(g)));
  const pairs = [0, 1].filter((a) => low(a, 1 - a)).map((a) => [against(a, low(a, 1 - a)), delta(a, 1 - a)]);
  const single = (conditions || []).filter(({ levels, order }) => levels.length === 1 && !order);
  const listed = single.map((one) => [formAt(one, one.levels[0][1][0]), one.most.over(one.levels[0][0])]);
  const hasBothSigns = ([form]) => form.some((x) => x.n < 0n) && form.some((x) => x.n > 0n);
  return [...pairs, ...listed].filter(hasBothSigns);
}

// ---------------------------------------------------------------- prices

// y: a price a truth. z: triples [a, b, price] of pairs with a delta. w: prices of conditions by place.
function readCharge(given, sizes, privacy) {
  const { pair_prices: pairPrices = [], condition_prices: levelPrices = [] } = given;
  const y = rationals(given.prices, sizes.length);
  const wrong = given[privacy.conditions ? "pair_prices" : "condition_prices"];
  wellFormed(wrong === undefined, "prices of pairs beside conditions, or of conditions beside levels");
  const w = privacy.conditions ? readConditionPrices(levelPrices, privacy) : new Map();
  const z = triples(pairPrices, sizes.length);
  const isSoft = ([a, b]) => privacy.delta(a, b).n && pairsOf(sizes, a, b);
  wellFormed(z.every(isSoft), "a price of a pair without a delta, or of one truth");
  return { y, z, w, sizes, privacy };
}

// sum y + sum delta z over all truths and pairs: what the prices add up to.
function paid({ y, z, w, sizes, privacy }) {
  const soft = z.map(([a, b, price]) => price.times(privacy.delta(a, b)).times(whole(pairsOf(sizes, a, b))));
  const listedToo = [...w].map(([n, price]) => price.times(privacy.conditions[n].paid));
  return dot(y, sizes.map(whole)).plus(sum([...soft, ...listedToo]));
}

function chargeOf({ y, z, w, privacy }, row) {
  if (privacy.conditions) return along(y, row).plus(conditionCharge({ w, privacy }, row));
  const soft = z.map(([a, b, price]) => price.times(excess(row, a, b, privacy.high(a, b))));
  return along(y, row).plus(sum(soft));
}
