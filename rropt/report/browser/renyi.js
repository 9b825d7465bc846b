// Renyi budgets of any order a >= 1, lines below their powers (section 4), and zero-concentrated tables
// (section 3).

const MOST_ORDER = 64;
const MOST_EXPONENT = 4096;
const LAST_TERM = 100n;
// The series and the exponent of 2 are right to fewer units.
const EXP_SLACK = 1n << 60n;
const MOST_POWER_SQUARES = 2 ** 42;
const MOST_RATIOS = 2 ** 15;
const RATIO_BITS = 128;
const LINE_PRECISION = 80n;

const power = (x, n) => new Fraction(x.n ** BigInt(n), x.d ** BigInt(n));
const isWhole = (order) => order.compare(ONE) > 0 && order.lowest().d === 1n;

// e^x = 2^n e^f = 2^n (1 + f + f^2 / 2 + ...) for all x between two that are near.
function expOf(l, factor) {
  const { low, high } = l.scaled(factor);
  if (!low.n && !high.n) return exactly(ONE);
  const most = whole(MOST_EXPONENT);
  if (!holds(high.compare(most) <= 0, "too large an exponent of e")) return exactly(ONE);
  const isTiny = low.compare(most.negated()) < 0;
  const least = isTiny ? most.negated() : low;
  const unit = 1n << FEWER_BITS;
  const two = lnOfPart(2n * PARTS, FEWER_BITS);
  const units = floored(least.n * unit, least.d);
  const doublings = floored(units + two / 2n, two);
  const rest = units - doublings * two;
  let [total, term] = [unit, unit];
  for (let n = 1n; n <= LAST_TERM && term; n += 1n) {
    term = ((term * rest) >> FEWER_BITS) / n;
    total += term;
  }
  const scale = (n) => (doublings < 0n ? new Fraction(n, unit << -doublings) : new Fraction(n << doublings, unit));
  // e^x <= 1 / (1 - x)
  return new Enclosure(isTiny ? ZERO : scale(total - EXP_SLACK), scale(total + EXP_SLACK).over(ONE.minus(high.minus(low))));
}

const addedEnds = (items) => new Enclosure(sum(items.map(({ low }) => low)), sum(items.map(({ high }) => high)));
const largestEnds = (items) => new Enclosure(items.map(({ low }) => low).reduce(greatest), items.map(({ high }) => high).reduce(greatest));

// ---------------------------------------------------------------- a budget

// The order, what the table and tables of the bound may add up to.
function readOrder({ most, order, budget }) {
  const a = typeof order === "number" ? whole(index(order, MOST_ORDER + 1)) : rational(order);
  const counted = typeof order === "number";
  wellFormed(counted ? order > 1 : a.equals(ONE) || a.lowest().d !== 1n, "a whole order is a count, and 1 none");
  wellFormed(a.compare(ONE) >= 0 && a.compare(whole(MOST_ORDER)) <= 0, "no order of a Renyi divergence that is checked");
  const b = rational(budget, ZERO);
  const [low, high] = rationals(most, 2);
  if (a.compare(ONE) > 0) {
    wellFormed(low.compare(ONE) >= 0 && low.compare(high) <= 0, "no budget of a Renyi divergence");
    verifyEnclosed(low, b.times(a.minus(ONE)), high);
  } else {
    wellFormed(low.equals(b) && high.equals(b), "most of a divergence of order 1 is its budget");
  }
  return { order: a, budget: b, most: low, paid: high };
}

// sum y f(x / y) over the rows.
function divergence({ left, right, order }, rows) {
  const chances = rows.map((row) => [dot(left, row), dot(right, row)]).filter(([x]) => x.n);
  if (!holds(chances.every(([, y]) => y.n), "a Renyi divergence is infinite")) return exactly(ZERO);
  if (isWhole(order)) return addedEnds(powersOfRows(chances, order.lowest().n));
  return addedEnds(chances.map(([x, y]) => {
    const loss = ln(x.over(y), FEWER_BITS);
    return order.equals(ONE) ? loss.scaled(x) : expOf(loss, order).scaled(y);
  }));
}

// Of each row multiples of 2^-80 below and above y t^a.
function powersOfRows(chances, order) {
  const { rows, unit } = clearedRows(chances);
  return rows.map(([x, y]) => {
    const ends = [floored, ceiled].map((rounded) => rounded(x ** order << LINE_PRECISION, y ** (order - 1n) * unit));
    return new Enclosure(...ends.map((end) => new Fraction(end, 1n << LINE_PRECISION)));
  });
}

// ---------------------------------------------------------------- lines

// In units of 2^-80.
const lineDown = ({ n, d }) => floored(n << LINE_PRECISION, d);
const lineUp = ({ n, d }) => ceiled(n << LINE_PRECISION, d);

// f'(t) rounded down and t f'(t) - f(t) rounded up.
function touchingLine(order, t) {
  const logarithm = () => ln(t, FEWER_BITS);
  if (order.equals(ONE)) return [lineDown(logarithm().low.plus(ONE)), lineUp(t)];
  const more = order.minus(ONE);
  const found = isWhole(order) ? exactly(power(t, more.lowest().n)) : expOf(logarithm(), more);
  return [lineDown(found.low.times(order)), lineUp(found.high.times(more).times(t))];
}

// What lines below the budgets that have a price, at a ratio of each for each action, add to y.
function linesOfActions(lists, { y, budgets, privacy: { conditions } }) {
  wellFormed(conditions, "ratios where there is no divergence");
  const priced = budgets.filter(({ condition, price }) => condition.order && price.n);
  allowCounted(lists.length * priced.length, MOST_RATIOS);
  const lines = touchingLines();
  return lists.map((entries) => {
    const ratios = new Map(amounts(entries, conditions.length, 1).map(([n, t]) => [n, t.lowest()]));
    const isOne = ({ name }) => ratios.has(name);
    wellFormed(ratios.size === priced.length && priced.every(isOne), "not one ratio of each budget with a price");
    const isShort = ({ n, d }) => n && Math.max(bits(n), bits(d)) <= RATIO_BITS;
    wellFormed([...ratios.values()].every(isShort), "no ratio");
    allow(ratios.size * y.length);
    const added = y.map(() => ZERO);
    for (const { name, price, truths, condition: { order, left, right } } of priced) {
      const [slope, height] = lines.at(toldOrder(order), ratios.get(name)).map((x) => new Fraction(x, 1n << LINE_PRECISION).times(price));
      for (const j of truths) added[j] = added[j].plus(slope.times(left[j]).minus(height.times(right[j])));
    }
    return added;
  });
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

// Of all pairs of truths, those that are alike once: chances p > 0 and q with how many reports have them.
function alikePairs(rows) {
  const keys = rows.map((row) => row.map(String));
  const found = new Map();
  eachPair(rows[0].length, (a, b) => {
    const pair = new Map();
    rows.forEach((row, i) => {
      if (!row[a].n) return;
      const key = `${keys[i][a]} ${keys[i][b]}`;
      const number = pair.has(key) ? pair.get(key).number : 0;
      pair.set(key, { p: row[a], q: row[b], number: number + 1 });
    });
    const name = [...pair].map(([key, { number }]) => `${key} ${number}`).sort().join();
    found.set(name, [...pair.values()]);
  });
  return [...found.values()];
}

function verifyConcentrated(pairs, { rho, points }) {
  for (const pair of pairs) {
    if (!holds(pair.every(({ q }) => q.n), "a Renyi divergence is infinite")) continue;
    const reports = pair.map(({ p, q, number }) => ({ p: p.times(whole(number)), loss: ln(p.over(q), FEWER_BITS) }));
    verifyLosses(reports, { rho, points });
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
    return new Enclosure(ln(low, FEWER_BITS).low, ln(high, FEWER_BITS).high);
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
