// Kind corner-chains (section 6): chains of corners of the lower edge that all levels of two truths leave.

const MOST_CORNER_LEVELS = 64;
const MOST_CORNER_WORK = 2 ** 22;
const MOST_CHAIN_WORK = 2 ** 25;

function cornerChainsKind(data) {
  const given = record(data, "privacy truths utility reports table value bound gap");
  const table = matrixOf(given.table, undefined, 2);
  wellFormed(positiveCount(given.truths) === 2, "corners are of two truths");
  const privacy = readPrivacy(given.privacy, 2);
  const utility = readUtility(given.utility, [1, 1]);
  allow(table.length * utility.steps);
  const rows = tableOf(table);
  verifyTable(rows, [1, 1]);
  verifyPrivacy(rows, [1, 1], privacy);
  const reports = positiveCount(given.reports);
  const levels = chainLevels(privacy);
  few(levels.length, MOST_CORNER_LEVELS, "levels of two truths");
  const most = levels.length + 3;
  const steps = (most * (most - 1)) / 2;
  allow(levels.length ** 2 + steps * (utility.steps + 1), MOST_CORNER_WORK);
  allow(steps * Math.min(reports, most) ** 2, MOST_CHAIN_WORK);
  wellFormed(levels.every(([form, paid]) => sum(form).compare(paid) <= 0), "no table is private");
  holds(rows.length <= reports, "the table has more reports");
  const corners = lowerCorners(levels);
  const between = (i, j) => tableOf([corners[j].map((x, n) => x.minus(corners[i][n]))])[0];
  const stepRows = range(corners.length).map((i) => range(corners.length).map((j) => (i < j ? between(i, j) : null)));
  const all = [...rows, ...stepRows.flat().filter(Boolean)];
  if (utility.logarithms) fewLogarithms(all, MOST_RAY_LOGARITHMS);
  if (utility.knows) all.forEach(utility.knows);
  const ends = Array.isArray(given.value) ? given.value : [given.value, given.value];
  const [low, high] = rationals(ends, 2);
  const has = rows.map(utility.worth).reduce((x, y) => x.plus(y));
  notNegative(has.minus(exactly(low)), "the table has a smaller value");
  notNegative(exactly(high).minus(has), "the table has a larger value");
  const [bound, gap] = [given.bound, given.gap].map((x) => rational(x));
  holds(gap.equals(bound.minus(low)), "gap is not bound - value");
  const worth = stepRows.map((row) => row.map((step) => step && utility.worth(step)));
  const [from, to] = ["low", "high"].map((end) => bestChain(worth, reports, end));
  notNegative(exactly(bound).minus(new Enclosure(from, to)), "a table is worth more");
  const does = evidence(gap, bound, `at least ${down(low)}`, { privacy });
  const claim = `no ${privacy.words.bound} private mechanism with at most ${reports} reports on 2 truths has ${utility.words}`;
  return `${claim} above ${up(bound)}, and ${privacy.words.thisTable} ${does}`;
}

// [form, what it may add up to], of the bound.
function chainLevels(privacy) {
  wellFormed(!privacy.singles, "a truth of which alone a report is bound by nothing");
  if (privacy.conditions) {
    const one = privacy.conditions.every(({ levels, order }) => levels.length === 1 && !order);
    wellFormed(one, "a condition with several levels");
    return privacy.steps.map(({ n, c, form }) => [form, privacy.conditions[n].most.over(c)]);
  }
  const pairs = [[0, 1], [1, 0]].filter(([a, b]) => privacy.high(a, b));
  return pairs.map(([a, b]) => {
    const form = unitVector(a, 2).map((x, j) => (j === b ? privacy.high(a, b).negated() : x));
    return [form, privacy.delta(a, b)];
  });
}

// The line that a level leaves everything above of.
function edgeOfLevel([[first, second], paid]) {
  if (first.n > 0n && second.n < 0n) return { slope: first.over(second.negated()), height: paid.over(second) };
  if (first.n <= 0n && second.n > 0n) {
    return { slope: first.negated().over(second), height: ONE.minus(paid.minus(first).over(second)) };
  }
  return null;
}

// From left to right, from line to steeper line.
function lowerCorners(levels) {
  const lines = levels.map(edgeOfLevel).filter(Boolean).map((line) => ({ slope: line.slope.lowest(), height: line.height.lowest() }));
  const found = [[ZERO, ZERO]];
  let here = { slope: ZERO, height: ZERO };
  for (;;) {
    const steeper = lines.filter(({ slope }) => slope.compare(here.slope) > 0);
    const crossing = (line) => [here.height.minus(line.height).over(line.slope.minus(here.slope)).lowest(), line];
    const order = ([x, a], [y, b]) => x.compare(y) || b.slope.compare(a.slope);
    const first = steeper.map(crossing).reduce((a, b) => (a && order(a, b) <= 0 ? a : b), null);
    if (!first || first[0].compare(ONE) >= 0) break;
    here = first[1];
    found.push([first[0], here.slope.times(first[0]).plus(here.height).lowest()]);
  }
  found.push([ONE, here.slope.plus(here.height).lowest()], [ONE, ONE]);
  return found.filter(([x, y], n) => !n || !x.equals(found[n - 1][0]) || !y.equals(found[n - 1][1]));
}

// The largest sum over a chain of so many steps, or fewer.
function bestChain(worth, reports, end) {
  let best = [ZERO];
  for (let n = Math.min(reports, worth.length - 1); n; n -= 1) {
    const longer = [...best];
    best.forEach((before, i) => {
      range(worth.length).slice(i + 1).forEach((j) => {
        const sum = before.plus(worth[i][j][end]);
        if (!longer[j] || sum.compare(longer[j]) > 0) longer[j] = sum;
      });
    });
    best = longer;
  }
  return best[worth.length - 1];
}
