// Kind cases (section 6): few reports, and finitely many tables that can be best.

const MOST_CORNER_LINES = 64;
const MOST_CORNER_WORK = 2 ** 22;
const MOST_CHAIN_WORK = 2 ** 25;
const MOST_FEWER_ACTIONS = 512;
const MOST_ACTION_SETS = 2 ** 22;
const GUESSES = ["trace", "probability-of-a-right-guess"];
const DEVICES = { "two-answers": "two-answer device", warner: "Warner device" };
const CASES = { card: cardCase, chain: chainCase, box: boxCase, actions: actionsCase };

function casesKind(data) {
  const proof = named(data, "proof", CASES);
  data.delete("proof");
  return CASES[proof](data);
}

// ---------------------------------------------------------------- corners of two truths

// [the sums A_0, A_1, ... of c a over the first levels, d] of a condition.
function boundOf([pairs, most]) {
  const sums = [[ZERO, ZERO]];
  pairs.forEach(([c, form], i) => sums.push(sums[i].map((x, j) => x.plus(c.times(form[j])))));
  return [sums, most];
}

// Where (A_i - A_j).v <= d - A_j.(1, 1) says that v is above a line.
function linesOf([sums, most]) {
  const line = ([x, y], [p, q]) => {
    if (y.compare(q) >= 0) return [];
    const [slope, height] = [x.minus(p).over(q.minus(y)), most.minus(p).minus(q).over(y.minus(q))];
    return [{ slope: slope.lowest(), height: height.lowest() }];
  };
  return sums.flatMap((A, i) => sums.flatMap((B, j) => (i === j ? [] : line(A, B))));
}

// Those of the largest of all lines, from left to right, from line to steeper line.
function cornersOf(privacy) {
  const demands = privacy.demandsOfTwo(1);
  const numbers = demands.map(([pairs]) => pairs.length);
  const count = added(numbers.map((n) => (n * (n + 1)) / 2));
  few(count, MOST_CORNER_LINES, "levels of two truths");
  allow(count ** 2 * (numbers.length ? Math.max(...numbers) : 1), MOST_CORNER_WORK);
  const bounds = demands.map(boundOf);
  wellFormed(bounds.every(([sums, most]) => sums.every((form) => sum(form).compare(most) <= 0)), "no table is private");
  const lines = bounds.flatMap(linesOf);
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

// Where the edge meets x + y = 1.
function fairPoint(corners) {
  const n = corners.findIndex((corner) => sum(corner).compare(ONE) >= 0);
  const [before, after] = [corners[n - 1], corners[n]];
  const share = ONE.minus(sum(before)).over(sum(after).minus(sum(before)));
  return after.map((x, j) => before[j].plus(share.times(x.minus(before[j]))));
}

// ---------------------------------------------------------------- a card

function cardCase(data) {
  const given = record(data, "privacy device prior table value bound gap", "universal");
  const privacy = readPrivacy(given.privacy, 2);
  wellFormed(!privacy.singles.length, "a card needs all its reports to be private");
  const rows = tableOf(matrixOf(given.table, 2, 2));
  verifyTable(rows, [1, 1]);
  privacy.verifyTable(rows, [1, 1]);
  const device = DEVICES[named(data, "device", DEVICES)];
  const q = rational(given.prior, ZERO, ONE);
  const corners = cornersOf(privacy);
  const tells = ([x, y]) => x.compare(y) > 0;
  const best = (given.device === "warner" ? [fairPoint(corners)] : corners).filter(tells);
  const universal = readUniversal(given.universal, rows, [1, 1], privacy);
  const { value, bound, does } = readEnds(given, { privacy, universal });

  const variance = ([x, y]) => {
    const [yes, apart] = [ONE.minus(x).plus(q.times(x.minus(y))), x.minus(y)];
    return yes.times(ONE.minus(yes)).over(square(apart));
  };
  const own = entriesOf(rows[0]);
  holds(given.device !== "warner" || sum(own).equals(ONE), "the table is not Warner's");
  if (holds(tells(own), "a card tells nothing")) holds(variance(own).equals(value), "the table has another value");
  holds(best.length && best.map(variance).reduce(least).equals(bound), "bound is not the least variance at a corner");
  const goal = "a variance of an unbiased estimator of the share of truth 1 from one respondent";
  const claim = `no ${privacy.words.bound} private ${device} has ${goal} below ${down(bound)}`;
  return `${claim} at prevalence ${item(given.prior)}, and ${privacy.words.thisTable} ${does}`;
}

// ---------------------------------------------------------------- a utility of few reports

// The fields that the other proofs share; `own` are the rows of the table by classes.
function readFew(data, others = "") {
  const given = record(data, `privacy truths utility reports table value bound gap ${others}`.trim());
  const table = matrixOf(given.table);
  const k = table[0].length;
  const sizes = readSizes(given.truths, k);
  wellFormed(k >= 2 && added(sizes) === k, "not one column for each of at least two truths");
  const privacy = readPrivacy(given.privacy, k);
  const utility = readUtility(given.utility, sizes);
  allow(table.length * utility.steps);
  const rows = tableOf(table);
  const alone = table[0].map(() => 1);
  verifyTable(rows, alone);
  privacy.verifyTable(rows, alone);
  const reports = positiveCount(given.reports);
  holds(rows.length <= reports, "the table has more reports");
  return { given, k, sizes, privacy, utility, reports, own: rows.map((row) => byClasses(row, sizes)) };
}

// A row with one run a truth, by classes.
function byClasses(row, sizes) {
  const left = row.flat();
  return sizes.map((n) => left.splice(0, n));
}

// Few logarithms, and values that are given.
function allowRows(utility, rows) {
  if (utility.logarithms) fewLogarithms(rows, MOST_RAY_LOGARITHMS);
  if (utility.knows) rows.forEach(utility.knows);
}

const worthOf = (utility, rows) => rows.map(utility.worth).reduce((x, y) => x.plus(y));

// The value of the table, and the sentence; the proof has the bound.
function fewReports({ given, k, privacy, utility, reports, own }, verify) {
  const { bound, end } = readWorth(given, worthOf(utility, own), { privacy });
  verify(bound);
  return `no ${privacy.words.bound} private mechanism with at most ${reports} reports on ${k} truths has ${utility.words} ${end}`;
}

// ---------------------------------------------------------------- chains of corners

function chainCase(data) {
  const asked = readFew(data);
  const { sizes, privacy, utility, reports, own } = asked;
  wellFormed(sizes.length === 2 && asked.k === 2, "corners are of two truths");
  wellFormed(!privacy.singles.length, "a truth of which alone a report is bound by nothing");
  const corners = cornersOf(privacy);
  const number = (corners.length * (corners.length - 1)) / 2;
  allow(number * (utility.steps + 1), MOST_CORNER_WORK);
  allow(number * Math.min(reports, corners.length) ** 2, MOST_CHAIN_WORK);
  const between = (i, j) => tableOf([corners[j].map((x, n) => x.minus(corners[i][n]))])[0];
  const steps = range(corners.length).map((i) => range(corners.length).map((j) => (i < j ? between(i, j) : null)));
  allowRows(utility, [...own, ...steps.flat().filter(Boolean)]);
  return fewReports(asked, (bound) => {
    const worth = steps.map((row) => row.map((step) => step && utility.worth(step)));
    const [from, to] = ["low", "high"].map((end) => bestChain(worth, reports, end));
    notNegative(exactly(bound).minus(new Enclosure(from, to)), "a table is worth more");
  });
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

// ---------------------------------------------------------------- boxes

function boxCase(data) {
  const asked = readFew(data);
  const { sizes, privacy, utility, own } = asked;
  wellFormed(asked.reports <= 2, "a box is of two reports");
  wellFormed(privacy.number, "the level is not one number");
  const candidates = tablesOfSets(sizes, privacy, utility);
  allowRows(utility, [...own, ...candidates.flat()]);
  const worth = (bound, rows) => exactly(bound).minus(worthOf(utility, rows));
  return fewReports(asked, (bound) => candidates.forEach((rows) => notNegative(worth(bound, rows), "a table is worth more")));
}

// Each number of truths of each class at h, the others at l, and what is left of one.
function tablesOfSets(sizes, privacy, utility) {
  const points = pointsOfNumber(privacy.number, privacy.delta);
  const most = sizes.map((n, c) => (sees(utility, c) ? n : 0));
  const number = most.reduce((product, n) => product * (n + 1), 2 * points.length);
  few(number, MOST_STAIRCASES, "sets of truths");
  allow(number * (utility.steps + 1) * added(sizes), MOST_RAY_WORK);
  const sets = most.map((n) => range(n + 1));
  const rest = (row) => row.map((runs) => runs.map(([x, n]) => [ONE.minus(x), n]));
  const rows = points.flatMap(([low, high]) => rowsOfTwoValues(sizes, sets, low, high));
  return rows.map((row) => [row, rest(row)]);
}

// The (l, h) that can be best.
function pointsOfNumber(g, d) {
  const all = g.plus(ONE);
  const fair = [ONE.minus(d).over(all), g.plus(d).over(all)];
  return d.n && !d.equals(ONE) ? [fair, [ZERO, d]] : [fair];
}

// ---------------------------------------------------------------- choices of actions

function actionsCase(data) {
  const asked = readFew(data, "sets");
  const { given, k, sizes, privacy, utility, reports } = asked;
  wellFormed(sizes.length === k, "a truth is a class of its own");
  wellFormed(utility.actions, "the utility is no largest of actions");
  const number = utility.actions.length;
  const many = Math.min(reports, number);
  few(number, MOST_FEWER_ACTIONS, "actions");
  const sets = listed(given.sets);
  const guess = Boolean(privacy.number) && GUESSES.includes(given.utility.get("name"));
  few((guess ? 1 : numberOfChoices(number, many)) * many * Math.max(1, sets.length), MOST_ACTION_SETS, "choices of actions");
  return fewReports(asked, (bound) => {
    const held = sets.map((each) => readPricedActions(each, sizes, privacy, utility, bound));
    const best = guess ? mostProbable(utility.actions, many) : null;
    const areHeld = best ? held.some((set) => best.every((a) => set.has(a))) : holdChoices(held, number, many);
    holds(areHeld, "some actions lie in no set");
  });
}

function readPricedActions(value, sizes, privacy, utility, bound) {
  const each = record(value, "actions prices cover", "pair_prices condition_prices");
  const chosen = placesIn(each.actions, utility.actions.length);
  wellFormed(chosen.length, "a set without actions");
  allow(2 * sizes.length * chosen.length);
  const charge = readCharge(each, sizes, privacy);
  holds(paid(charge).compare(bound) <= 0, "prices add up to more than the bound");
  wellFormed(each.cover instanceof Map && each.cover.get("proof") === "actions", "actions are covered by multipliers");
  readActions(each.cover, charge, { actions: chosen.map((a) => utility.actions[a]) });
  return new Set(chosen);
}

// The guesses of the m most probable truths.
function mostProbable(actions, m) {
  const gains = actions.map((action) => action.map(([, x]) => x).reduce(greatest, ZERO));
  return range(actions.length).sort((a, b) => gains[b].compare(gains[a]) || a - b).slice(0, m);
}

function numberOfChoices(n, m) {
  let found = 1;
  for (let i = 0; i < Math.min(m, n - m); i += 1) found = (found * (n - i)) / (i + 1);
  return found;
}

// Whether every m of the numbers from first to n - 1 lie together in one of the sets.
function holdChoices(sets, n, m, first = 0) {
  for (let a = first; m && a <= n - m; a += 1) {
    const holding = sets.filter((set) => set.has(a));
    if (!holding.length || !holdChoices(holding, n, m - 1, a + 1)) return false;
  }
  return true;
}
