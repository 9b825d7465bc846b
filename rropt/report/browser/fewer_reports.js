// Kind fewer-reports (section 6): sets of actions that hold every choice of so many, each with prices.

const MOST_FEWER_ACTIONS = 512;
const MOST_ACTION_SETS = 2 ** 22;
const GUESSES = ["trace", "probability-of-a-right-guess"];

function fewerReportsKind(data) {
  const given = record(data, "privacy truths utility reports table sets value bound gap");
  const table = matrixOf(given.table);
  const k = table[0].length;
  wellFormed(positiveCount(given.truths) === k, "not one column for each truth");
  const sizes = table[0].map(() => 1);
  const privacy = readPrivacy(given.privacy, k);
  const utility = readUtility(given.utility, sizes);
  wellFormed(utility.actions, "the utility is no largest of actions");
  allow(table.length * utility.steps);
  const rows = tableOf(table);
  verifyTable(rows, sizes);
  verifyPrivacy(rows, sizes, privacy);
  const reports = positiveCount(given.reports);
  const number = utility.actions.length;
  const many = Math.min(reports, number);
  few(number, MOST_FEWER_ACTIONS, "actions");
  const sets = listed(given.sets);
  const guess = Boolean(privacy.number && !privacy.singles) && GUESSES.includes(given.utility.get("name"));
  const choices = guess ? [mostProbable(utility.actions, many)] : null;
  few((guess ? 1 : numberOfChoices(number, many)) * many * Math.max(1, sets.length), MOST_ACTION_SETS, "choices of actions");
  allow(added(sets.map((set) => (set instanceof Map && Array.isArray(set.get("actions")) ? set.get("actions").length : 0))) * 2 * k);
  holds(rows.length <= reports, "the table has more reports");
  const [value, bound, gap] = [given.value, given.bound, given.gap].map((x) => rational(x));
  holds(value.equals(sum(rows.map((row) => utility.worth(row).low))), "the table has another value");
  holds(gap.equals(bound.minus(value)), "gap is not bound - value");
  const held = sets.map((each) => readPricedActions(each, sizes, privacy, utility, bound));
  holds((choices || choicesOf(number, many)).every((choice) => held.some((set) => choice.every((a) => set.has(a)))), "some actions lie in no set");
  const does = evidence(gap, bound, `at least ${down(value)}`, { privacy });
  const claim = `no ${privacy.words.bound} private mechanism with at most ${reports} reports on ${k} truths has ${utility.words}`;
  return `${claim} above ${up(bound)}, and ${privacy.words.thisTable} ${does}`;
}

function readPricedActions(value, sizes, privacy, utility, bound) {
  const each = record(value, "actions prices cover", "pair_prices condition_prices");
  const chosen = listed(each.actions).map((a) => index(a, utility.actions.length));
  const set = new Set(chosen);
  wellFormed(chosen.length && set.size === chosen.length, "a set without actions, or an action twice");
  const charge = readCharge(each, sizes, privacy);
  holds(paid(charge).compare(bound) <= 0, "prices add up to more than the bound");
  wellFormed(each.cover instanceof Map && each.cover.get("proof") === "actions", "actions are covered by multipliers");
  readActions(each.cover, charge, { actions: chosen.map((a) => utility.actions[a]) });
  return set;
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

// All sets of m of the numbers below n.
function choicesOf(n, m, first = 0) {
  if (!m) return [[]];
  const starts = range(n - m + 1).slice(first);
  return starts.flatMap((a) => choicesOf(n, m - 1, a + 1).map((rest) => [a, ...rest]));
}
