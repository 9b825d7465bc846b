// Renyi budgets of any order a >= 1, lines below their powers, and zero-concentrated tables (section 3).

const MOST_ORDER = 64;
const MOST_EXPONENT = 4096;
const LAST_TERM = 100n;
// The series and the exponent of 2 are right to fewer units.
const EXP_SLACK = 1n << 60n;
const NOT_BELOW = "a level of a Renyi condition does not follow from it";

const power = (x, n) => new Fraction(x.n ** BigInt(n), x.d ** BigInt(n));
const isWhole = (order) => order.compare(ONE) > 0 && order.lowest().d === 1n;

// e^x = 2^n e^f = 2^n (1 + f + f^2 / 2 + ...).
function exp(x, precision = PRECISION) {
  if (!x.n) return exactly(ONE);
  const most = whole(MOST_EXPONENT);
  if (!holds(x.compare(most) <= 0, "too large an exponent of e")) return exactly(ONE);
  if (x.compare(most.negated()) < 0) return new Enclosure(ZERO, exp(most.negated(), precision).high);
  const unit = 1n << precision;
  const two = lnOfPart(2n * PARTS, precision);
  const units = (x.n * unit) / x.d;
  const doublings = (units + two / 2n) / two;
  const rest = units - doublings * two;
  let [total, term] = [unit, unit];
  for (let n = 1n; n <= LAST_TERM && term; n += 1n) {
    term = ((term * rest) >> precision) / n;
    total += term;
  }
  const scale = (n) => (doublings < 0n ? new Fraction(n, unit << -doublings) : new Fraction(n << doublings, unit));
  return new Enclosure(scale(total - EXP_SLACK), scale(total + EXP_SLACK));
}

const expOf = (l, s, precision = PRECISION) => new Enclosure(exp(l.low.times(s), precision).low, exp(l.high.times(s), precision).high);
const addedEnds = (items) => new Enclosure(sum(items.map(({ low }) => low)), sum(items.map(({ high }) => high)));
const largestEnds = (items) => new Enclosure(items.map(({ low }) => low).reduce(greatest), items.map(({ high }) => high).reduce(greatest));

// ---------------------------------------------------------------- a budget

// The order, what the table and the levels of the bound may add up to.
function readOrder({ left, right, levels }, { most, order, budget, base }) {
  const a = typeof order === "number" ? whole(index(order, MOST_ORDER + 1)) : rational(order);
  const counted = typeof order === "number";
  wellFormed(counted ? order > 1 : a.equals(ONE) || a.lowest().d !== 1n, "a whole order is a count, and 1 none");
  wellFormed(a.compare(ONE) >= 0 && a.compare(whole(MOST_ORDER)) <= 0, "no order of a Renyi divergence that is checked");
  const b = rational(budget, ZERO);
  const [low, high] = rationals(most, 2);
  wellFormed(low.compare(high) <= 0, "no budget of a Renyi divergence");
  let [slope, height] = [ZERO, ZERO];
  if (a.compare(ONE) > 0) {
    wellFormed(low.compare(ONE) >= 0 && base === undefined, "no budget of a Renyi divergence");
    verifyEnclosed(low, b.times(a.minus(ONE)), high);
  } else {
    wellFormed(low.equals(b) && high.equals(b), "most of a divergence of order 1 is its budget");
    wellFormed(levels.length || base === undefined, "a base without levels");
    if (levels.length) {
      [slope, height] = rationals(base, 2);
      lineBelow(slope, height, a);
    }
  }
  const paid = high.minus(slope.times(sum(left))).plus(height.times(sum(right)));
  for (const [c, [g]] of levels) {
    slope = slope.plus(c);
    height = height.plus(c.times(g));
    lineBelow(slope, height, a);
  }
  return { order: a, budget: b, most: low, paid };
}

// slope t - height <= t^a, or t ln t, for all t >= 0.
function lineBelow(slope, height, a) {
  if (a.equals(ONE)) {
    if (holds(height.n > 0n, NOT_BELOW)) notNegative(ln(height).minus(exactly(slope.minus(ONE))), NOT_BELOW);
    return;
  }
  if (!holds(slope.n > 0n && height.n > 0n, NOT_BELOW)) return;
  const more = a.minus(ONE);
  if (isWhole(a)) {
    const [n, m] = [a, more].map((x) => x.lowest().n);
    const below = power(more, m).times(power(slope.over(a), n));
    holds(below.compare(power(height, m)) <= 0, NOT_BELOW);
    return;
  }
  const right = ln(height).minus(ln(more)).scaled(more);
  notNegative(right.minus(ln(slope.over(a)).scaled(a)), NOT_BELOW);
}

// sum y f(x / y) over the rows.
function divergence({ left, right, order }, rows) {
  return addedEnds(rows.map((row) => {
    const [x, y] = [dot(left, row), dot(right, row)];
    if (!holds(y.n || !x.n, "a Renyi divergence is infinite") || !x.n) return exactly(ZERO);
    if (isWhole(order)) {
      const n = order.lowest().n;
      return exactly(power(x, n).over(power(y, n - 1n)));
    }
    const loss = ln(x.over(y));
    return order.equals(ONE) ? loss.scaled(x) : expOf(loss, order).scaled(y);
  }));
}

// ---------------------------------------------------------------- zero-concentrated tables

function readConcentrated(value, conditions) {
  const given = record(value, "rho points");
  const [rho, points] = [rational(given.rho), rationals(given.points)];
  wellFormed(rho.n > 0n && points.length && points[0].n > 0n, "no rho, or no point at which it is shown");
  wellFormed(points.every((s, i) => !i || points[i - 1].compare(s) < 0), "the points of rho do not ascend");
  const isUnit = (form) => form.filter((x) => x.n).length === 1 && form.some((x) => x.equals(ONE));
  for (const { order, budget, left, right } of conditions) {
    wellFormed(order && budget.equals(rho.times(order)), "a condition that does not follow from rho");
    wellFormed(isUnit(left) && isUnit(right), "a condition of rho that is not of two truths");
  }
  const words = `(zCDP, rho = ${item(given.rho)})`;
  return { concentrated: { rho, points }, words: { bound: words, table: words, thisTable: "this table" } };
}

function verifyConcentrated(rows, { rho, points }) {
  const truths = range(rows[0].length);
  for (const a of truths) {
    for (const b of truths.filter((other) => other !== a)) {
      const seen = rows.filter((row) => row[a].n);
      if (!holds(seen.every((row) => row[b].n), "a Renyi divergence is infinite")) continue;
      const reports = seen.map((row) => ({ p: row[a], loss: ln(row[a].over(row[b])) }));
      verifyLosses(reports, { rho, points });
    }
  }
}

// K(s) <= rho (s + s^2) for all s > 0.
function verifyLosses(reports, { rho, points }) {
  const atMost = (x, factor) => notNegative(exactly(rho.times(factor)).minus(x), "the table is not zero-concentrated");
  const tilted = (s) => reports.map(({ p, loss }) => expOf(loss, s).scaled(p));
  const mean = addedEnds(reports.map(({ p, loss }) => loss.scaled(p)));
  const squares = reports.map(({ loss }) => squaredEnds(loss.minus(exactly(mean.low))));
  const first = points[0];
  const plain = squares.map((x, i) => x.scaled(reports[i].p));
  const moved = tilted(first).map((x, i) => new Enclosure(x.low.times(squares[i].low), x.high.times(squares[i].high)));
  const spread = largestEnds([addedEnds(plain), addedEnds(moved)]);
  atMost(mean, ONE);
  atMost(addedEnds([mean, spread.scaled(first.times(HALF))]), ONE.plus(first));
  const cumulants = points.map((s) => {
    const { low, high } = addedEnds(tilted(s));
    return new Enclosure(ln(low).low, ln(high).high);
  });
  points.slice(1).forEach((t, i) => {
    const s = points[i];
    const lowered = square(t.minus(s).times(HALF));
    atMost(cumulants[i], s.plus(square(s)).minus(lowered));
    atMost(cumulants[i + 1], t.plus(square(t)).minus(lowered));
  });
  atMost(largestEnds(reports.map(({ loss }) => loss)), ONE.plus(points[points.length - 1]));
}

function squaredEnds({ low, high }) {
  const ends = [square(low), square(high)];
  const inside = low.n < 0n && high.n > 0n;
  return new Enclosure(inside ? ZERO : least(...ends), greatest(...ends));
}
