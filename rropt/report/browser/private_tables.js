// Levels of privacy (section 3), tables that obey them, and prices (section 4).
//
// Truths that a problem does not tell apart form a class; `sizes` says how many each class has. A row
// is a list, one entry a class, of runs [value, how many truths]; its values have one denominator.

// Every form of privacy answers the same questions. words; number: the one number for the bound, or null;
// pure: no delta is positive; singles: truths of which alone a report is bound by nothing; verifyTable:
// rows obey it; look: what the proof `extremes` looks at; demandsOfTwo: [[[c, a], ...], d] for two truths,
// the sum over rows of c max(0, a.r) is at most d, of the table (0) or the bound (1); field, readBudgets and
// readMultipliers: prices beside those of truths, and multipliers (coverage.js).
function readPrivacy(value, k) {
  wellFormed(value instanceof Map, "an object is missing");
  if (value.has("conditions")) return readConditions(value, k);
  const gamma = value.get("gamma");
  return Array.isArray(gamma) && Array.isArray(gamma[0]) ? matrixOfLevels(value, k) : oneLevel(value);
}

// A level (low for the table, high for the bound, null for oo) and a delta for any two truths.
function levelsOfPairs(low, high, delta, singles = []) {
  const against = (a, g) => [0, 1].map((j) => (j === a ? ONE : g.negated()));
  const budgetOfPair = (a, b, price, sizes) => {
    const [most, pairs] = [delta(a, b), pairsOf(sizes, a, b)];
    wellFormed(most.n && pairs, "a price of a pair without a delta, or of one truth");
    const told = (row) => excess(row, a, b, high(a, b));
    return { name: `${a} ${b}`, price, most: most.times(whole(pairs)), truths: [a, b], steps: 1, told };
  };
  return {
    low,
    singles,
    field: "pair_prices",
    verifyTable: (rows, sizes) => verifyExcesses(rows, sizes, { low, delta, singles }),
    look: lookAtGrown({ high, delta, singles }),
    demandsOfTwo: (end) => {
      const level = end ? high : low;
      const bound = [0, 1].filter((a) => level(a, 1 - a));
      return bound.map((a) => [[[ONE, against(a, level(a, 1 - a))]], delta(a, 1 - a)]);
    },
    readBudgets: (value, sizes) => amounts(value, sizes.length, 2).map(([a, b, price]) => budgetOfPair(a, b, price, sizes)),
    budgetOfPair,
    readMultipliers: (list, k) => amounts(list, k, 2).map(([a, b, f]) => {
      const level = high(a, b);
      wellFormed(a !== b && level, "a multiplier of a pair without a level");
      return { f, form: [[a, ONE], [b, level.negated()]], owner: delta(a, b).n ? `${a} ${b}` : null, factor: ONE };
    }),
  };
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
  const level = levelsOfPairs(() => low, () => high, () => one);
  const pure = !one.n;
  if (pure) Object.assign(level, { look: lookAtCube, verifyTable: (rows) => holds(rows.every((row) => isPrivate(row, low)), "a row is not private") });
  return { ...level, words, number: high, delta: one, pure };
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
  const singles = readSingles(value.get("singles"), k, deltas.pure, words);
  const level = levelsOfPairs((a, b) => low[a][b], (a, b) => high[a][b], deltas.delta, singles);
  // The level of a pair without a delta.
  const hard = singles.length ? null : (a, b) => (deltas.delta(a, b).n ? null : high[a][b]);
  const ofCutRows = () => levelsOfCutRows(high, deltas.delta, k);
  return { ...level, words, number: null, pure: deltas.pure, hard, delta: deltas.delta, ofCutRows };
}

// Without a delta, those of rows whose entries are cut to the levels of all pairs: larger where these
// do not follow from each other, g_ab > g_ac g_cb.
function levelsOfCutRows(high, delta, k) {
  const levels = high.map((row, a) => row.map((g, c) => {
    const others = range(k).filter((b) => a !== c && b !== a && b !== c && delta(c, b).n);
    if (!g || !others.every((b) => high[a][b])) return null;
    return others.map((b) => high[a][b].over(high[c][b])).reduce((most, x) => (x.compare(most) > 0 ? x : most), g);
  }));
  const of = (a, c) => levels[a][c];
  return { ...levelsOfPairs(of, of, () => ZERO), number: null, pure: true, hard: of };
}

// Truths of which alone a report is bound by no level, and the words for them.
function readSingles(value, k, pure, words) {
  if (value === undefined) return [];
  const singles = placesIn(value, k);
  wellFormed(pure && singles.length, "singles beside a delta, or none");
  for (const name of ["bound", "table"]) words[name] = `(${words[name]}, or of one truth in ${item(value)})`;
  return singles;
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

// Each choice of how many truths of each class have the high value; the others have the low one.
function rowsOfTwoValues(sizes, numbers, low, high) {
  const runs = (c, many) => [[low, sizes[c] - many], [high, many]].filter(([, n]) => n);
  const extend = (rows, each, c) => rows.flatMap((row) => each.map((many) => [...row, runs(c, many)]));
  return numbers.reduce(extend, [[]]);
}

// One value at a truth of class a, and another at all others.
function rowAt(a, value, others, sizes) {
  return rowsOfTwoValues(sizes, sizes.map((_, c) => [c === a ? 1 : 0]), others, value)[0];
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

// No entry of a row, which has one denominator, is more than g times another.
function isPrivate(row, g) {
  const values = valuesOf(row).map((x) => x.n);
  return values.reduce(greater) * g.d <= g.n * values.reduce(lesser);
}

// The sum over rows of [r_a - g r_b]+ is at most delta, but for rows of a single alone.
function verifyExcesses(rows, sizes, { low, delta, singles }) {
  allow(added(rows.map((row) => row.flat().length ** 2)));
  if (!rows.length) return;
  const unit = rows[0][0][0][0].d;
  const isFree = (row) => {
    const support = range(row.length).filter((j) => row[j].n);
    return support.length === 1 && singles.includes(support[0]);
  };
  const bound = singles.length ? rows.filter((row) => !isFree(entriesOf(row))) : rows;
  for (let a = 0; a < sizes.length; a += 1) {
    for (let b = 0; b < sizes.length; b += 1) {
      const [g, pairs] = [low(a, b), pairsOf(sizes, a, b)];
      if (!g || !pairs) continue;
      const told = toldApart(bound, a, b, g);
      if (!told) continue;
      const most = delta(a, b);
      holds(told * most.d <= most.n * pairs * unit * g.d, "two truths are told apart");
    }
  }
}

// Two truths: every row has a zero, or lies on a level that the whole table exhausts.
function readUniversal(value, rows, sizes, privacy) {
  if (value === undefined || value === false) return false;
  const plain = sizes.length === 2 && sizes.every((n) => n === 1) && !privacy.singles.length && !privacy.guarded;
  wellFormed(value === true && plain, "universal is true or false, and for two truths without singles");
  const hasBothSigns = (form) => form.some((x) => x.n < 0n) && form.some((x) => x.n > 0n);
  const single = privacy.demandsOfTwo(0).filter(([pairs]) => pairs.length === 1 && hasBothSigns(pairs[0][1]));
  const levels = single.map(([[[c, form]], most]) => [form, most.over(c)]);
  allow(4 * rows.length * levels.length);
  const entries = rows.map(entriesOf);
  const told = (form) => sum(entries.map((row) => greatest(dot(form, row), ZERO)));
  const exhausted = levels.filter(([form, most]) => told(form).equals(most));
  const isPlaced = (row) => row.some((x) => !x.n) || exhausted.some(([form]) => !dot(form, row).n);
  return holds(entries.every(isPlaced), "a row lies inside the levels");
}

// ---------------------------------------------------------------- prices

// y: a price a truth. budgets: what else has a price, a pair with a delta or a soft condition: its name,
// price, most and truths, and what a row tells of it, in so many steps.
function readCharge(given, sizes, privacy) {
  const y = rationals(given.prices, sizes.length);
  const others = ["pair_prices", "condition_prices"].filter((name) => name !== privacy.field);
  wellFormed(others.every((name) => given[name] === undefined), "prices of what there is none of");
  const stated = given[privacy.field];
  return { y, budgets: stated === undefined ? [] : privacy.readBudgets(stated, sizes), sizes, privacy };
}

// sum y + sum z d over all truths and budgets: what the prices add up to.
function paid({ y, budgets, sizes }) {
  return dot(y, sizes.map(whole)).plus(sum(budgets.map(({ price, most }) => price.times(most))));
}

function chargeOf({ y, budgets }, row) {
  const priced = budgets.filter(({ price }) => price.n);
  return along(y, row).plus(sum(priced.map(({ price, told }) => price.times(told(row)))));
}
