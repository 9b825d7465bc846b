// Kind two-reports (section 6): a row and what is left of one; both checked at all sets of truths.

function twoReportsKind(data) {
  const given = record(data, "privacy truths utility table value bound gap");
  const table = matrixOf(given.table, 2);
  const k = table[0].length;
  const sizes = readSizes(given.truths, k);
  wellFormed(k >= 2 && added(sizes) === k, "not one column for each of at least two truths");
  const privacy = readPrivacy(given.privacy, k);
  wellFormed(privacy.number && !privacy.singles, "the level is not one number");
  const utility = readUtility(given.utility, sizes);
  const rows = tableOf(table);
  const alone = table[0].map(() => 1);
  verifyTable(rows, alone);
  verifyPrivacy(rows, alone, privacy);
  const candidates = tablesOfSets(sizes, privacy, utility);
  const own = rows.map((row) => byClasses(row, sizes));
  return listedTables(given, { rows: own, candidates, utility, privacy, reports: "two", k });
}

// The value of the table, and that no table of the list is worth more than the bound.
function listedTables(given, { rows, candidates, utility, privacy, reports, k }) {
  const all = [rows, ...candidates];
  if (utility.logarithms) fewLogarithms(all.flat(), MOST_RAY_LOGARITHMS);
  if (utility.knows) all.flat().forEach(utility.knows);
  const worth = (table) => table.map(utility.worth).reduce((x, y) => x.plus(y));
  const ends = Array.isArray(given.value) ? given.value : [given.value, given.value];
  const [low, high] = rationals(ends, 2);
  const has = worth(rows);
  notNegative(has.minus(exactly(low)), "the table has a smaller value");
  notNegative(exactly(high).minus(has), "the table has a larger value");
  const [bound, gap] = [given.bound, given.gap].map((x) => rational(x));
  holds(gap.equals(bound.minus(low)), "gap is not bound - value");
  for (const each of candidates) notNegative(exactly(bound).minus(worth(each)), "a table is worth more");
  const does = evidence(gap, bound, `at least ${down(low)}`, { privacy });
  const claim = `no ${privacy.words.bound} private mechanism with ${reports} reports on ${k} truths has ${utility.words}`;
  return `${claim} above ${up(bound)}, and ${privacy.words.thisTable} ${does}`;
}

// A row with one run a truth, by classes.
function byClasses(row, sizes) {
  const left = row.flat();
  return sizes.map((n) => left.splice(0, n));
}

// Each number of truths of each class at h, the others at l, and what is left of one.
function tablesOfSets(sizes, privacy, utility) {
  const corners = cornersOfEnds(privacy.number, privacy.delta(0, 1));
  const most = sizes.map((n, c) => (sees(utility, c) ? n : 0));
  const number = most.reduce((product, n) => product * (n + 1), 2 * corners.length);
  few(number, MOST_STAIRCASES, "sets of truths");
  allow(number * (utility.steps + 1) * added(sizes), MOST_RAY_WORK);
  const rowOf = (chosen, low, high) => {
    return chosen.map((many, c) => [[high, many], [low, sizes[c] - many]].filter(([, n]) => n));
  };
  const extend = (sets, n) => sets.flatMap((set) => range(n + 1).map((many) => [...set, many]));
  const sets = most.reduce(extend, [[]]);
  const rest = (row) => row.map((runs) => runs.map(([x, n]) => [ONE.minus(x), n]));
  const pairOf = (row) => [row, rest(row)];
  return corners.flatMap(([low, high]) => sets.map((chosen) => pairOf(rowOf(chosen, low, high))));
}

// The (l, h) that can be best.
function cornersOfEnds(g, d) {
  const all = g.plus(ONE);
  const fair = [ONE.minus(d).over(all), g.plus(d).over(all)];
  return d.n && !d.equals(ONE) ? [fair, [ZERO, d]] : [fair];
}
