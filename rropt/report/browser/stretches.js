// The proof `stretches` (section 4): one square under a matrix, a stretch of v at a time.

const FINER = 64n;
const MOST_CORNERS = 2 ** 40;
const SHORT = 2 ** 20;

function readStretches(value, charge, utility) {
  const { forests, start, stretches } = record(value, "proof forests start stretches");
  const forms = formsOfSquare(charge, utility);
  const { hard } = charge.privacy;
  wellFormed(hard, "the level is not a matrix, or has singles");
  const k = charge.y.length;
  const parts = listed(stretches).map((part) => listed(part, 2));
  wellFormed(parts.length && listed(forests).length, "no stretch, or no forest");
  wellFormed(forests.length <= parts.length, "more forests than stretches");
  const known = new Map();
  const leaving = (c, p) => {
    const pair = c * k + p;
    if (!known.has(pair)) known.set(pair, leavingTruth(c, p, hard));
    return known.get(pair);
  };
  const read = forests.map((pairs) => readForest(pairs, leaving, k));
  const ends = [start, ...parts.map(([end]) => end)].map((end) => rational(end).lowest());
  wellFormed(parts.every((_, i) => ends[i].compare(ends[i + 1]) < 0), "stretches do not ascend");
  const chosen = parts.map(([, n]) => read[index(n, read.length)]);
  const { unit, wholes } = cleared(ends);
  const longer = read.map(bitsOfForest).reduce((a, b) => Math.max(a, b));
  const long = Number(FINER) + longestOf(forms.flat()) + 2 * longestOf([unit, ...wholes]) + longer;
  allowCounted(parts.length * k * (long ** 2 + SHORT), MOST_CORNERS);
  const [y, t, q] = forms;
  for (const [end, side, forest] of [[wholes[0], -1n, chosen[0]], [wholes[parts.length], 1n, chosen[parts.length - 1]]]) {
    const above = t.map((x, j) => (side * (end * q[j] - unit * x)) << FINER);
    holds(isCoveredBy(forest, above.map((x) => [x, x, x])), "a number is on no stretch");
  }
  chosen.forEach((forest, i) => {
    const corners = y.map((_, j) => cornersOnStretch(y[j], t[j], q[j], wholes[i], wholes[i + 1], unit));
    holds(isCoveredBy(forest, corners), UNCOVERED);
  });
}

const longestOf = (numbers) => bits(numbers.map(abs).reduce((most, n) => (n > most ? n : most)));

function readForest(value, leaving, k) {
  const gone = new Set();
  return listed(value).map((pair) => {
    const [c, p] = listed(pair, 2).map((truth) => index(truth, k));
    wellFormed(c !== p && !gone.has(c) && !gone.has(p), "a truth that was left out before");
    gone.add(c);
    return leaving(c, p);
  });
}

// A truth that is left out, its neighbour, and the least ratio of their entries and the largest, if there is one.
function leavingTruth(c, p, hard) {
  const [most, down] = [hard(c, p), hard(p, c)].map((g) => g && g.lowest());
  return { c, p, least: down ? new Fraction(down.d, down.n) : ZERO, most };
}

// How much longer the levels of a forest make corners.
function bitsOfForest(forest) {
  const levels = forest.flatMap(({ most }) => (most ? [most] : []));
  return 2 * longestOf([0n, ...levels.flatMap(({ n, d }) => [n, d])]) + added(levels.map(({ n, d }) => bits(n / d)));
}

// Of f_j from a to b, in parts of the unit, times its square and 2^64.
function cornersOnStretch(y, t, q, a, b, unit) {
  const [charged, slopes, bends] = [(unit * unit * y) << FINER, (unit * t) << FINER, q << FINER];
  const end = (v) => charged - 2n * v * slopes + v * v * bends;
  return [end(a), charged - (a + b) * slopes + a * b * bends, end(b)];
}

function isCoveredBy(forest, corners) {
  const left = new Set(range(corners.length));
  for (const each of forest) {
    const more = passedOn(each, corners[each.c]);
    if (!more) return false;
    left.delete(each.c);
    corners[each.p] = corners[each.p].map((x, i) => x + more[i]);
  }
  return [...left].every((c) => isNeverNegative(corners[c]));
}

// The corners of h with w_c r_c >= h r_p; null where there is none.
function passedOn({ least: low, most }, corners) {
  const times = ({ n, d }) => corners.map((x) => floored(n * x, d));
  if (isNeverNegative(corners)) return times(low);
  if (!most) return null;
  if (isNeverNegative(corners.map((x) => -x))) return times(most);
  const spread = most.minus(low);
  const lost = ceiled(spread.n * corners.reduce((a, b) => (a > b ? a : b)), spread.d);
  return times(most).map((x) => x - lost);
}

function isNeverNegative([first, middle, last]) {
  return first >= 0n && last >= 0n && (middle >= 0n || middle * middle <= first * last);
}
