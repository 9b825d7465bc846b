// Coverage under Renyi budgets on simplices that are halved until lines below the powers show it
// (section 4).

const MOST_SIMPLEX_WORK = 2 ** 32;
const STEPS_OF_SIMPLEX_LINE = 8;
// What the entries of a vertex add up to.
const VERTEX_TOTAL = 1n << 48n;
const RATIO_DIGITS = 12;
const FARTHEST_RATIO = 12n;
const LINE_PRECISION = 80n;

function readSimplices(value, charge, utility) {
  const { simplices, lines } = record(value, "proof simplices lines");
  const { budgets, y, privacy } = charge;
  wellFormed(privacy.field === "condition_prices", "simplices are for Renyi budgets");
  const [most, mostLines] = [simplices, lines].map(positiveCount);
  const priced = budgets.map(({ condition, price }) => ({ ...condition, price }));
  wellFormed(priced.every(({ order, levels }) => order && !levels.length), "a price of a condition that is no Renyi budget, or has levels");
  if (!priced.every(({ order }) => isWhole(order))) few(2 * mostLines, MOST_LOGARITHMS, "logarithms");
  const k = y.length;
  const vertices = k + Math.floor(most / 2);
  if (utility.logarithms) few(k * vertices, MOST_RAY_LOGARITHMS, "logarithms");
  allowWorths(vertices, utility);
  allow(vertices * utility.steps + most * k ** 2 * (1 + STEPS_OF_SIMPLEX_LINE * priced.length), MOST_SIMPLEX_WORK);
  coverBySimplices(y, priced.filter(({ price }) => price.n), utility, { most, mostLines });
}

function coverBySimplices(y, priced, utility, { most, mostLines }) {
  const shares = cleared(priced.map(({ price }) => price));
  const budgets = priced.map(({ left, right, order }, n) => {
    const forms = cleared([...left, ...right]);
    const [x, z] = [forms.wholes.slice(0, y.length), forms.wholes.slice(y.length)];
    return { x, z, order, price: shares.wholes[n], below: forms.unit };
  });
  const common = budgets.reduce((unit, { below }) => (unit / gcd(unit, below)) * below, 1n);
  for (const budget of budgets) budget.price *= common / budget.below;
  const scale = (shares.unit * common) << LINE_PRECISION;
  const known = new Map();
  const lineAt = (order, ratio) => {
    const key = `${order.lowest()} ${ratio}`;
    if (!known.has(key)) known.set(key, touchingLine(order, ratio));
    return known.get(key);
  };
  const slacks = new Map();
  const slackOf = (vertex) => {
    const key = vertex.join();
    if (!slacks.has(key)) {
      const row = vertex.map((x) => new Fraction(x));
      const slack = dot(y, row).minus(utility.worth(row.map((x) => [[x, 1]])).high);
      slacks.set(key, quotientBelow(slack.n * scale, slack.d));
    }
    return slacks.get(key);
  };
  const passes = (simplex) => {
    const sums = simplex.map(slackOf);
    for (const { x, z, order, price } of budgets) {
      const [above, below] = [x, z].map((form) => simplex.map((vertex) => wholeDot(form, vertex)));
      const largest = below.reduce((a, b) => (a > b ? a : b));
      const [slope, height] = lineAt(order, shortRatio(above.reduce((a, b) => a + b), BigInt(simplex.length) * largest));
      above.forEach((each, i) => { sums[i] += price * (slope * each - height * below[i]); });
    }
    return sums.every((x) => x >= 0n);
  };
  // Truths without a negative price, in no budget that has one, and not seen, are left out.
  const matters = (j) => y[j].n < 0n || sees(utility, j) || budgets.some(({ x, z }) => x[j] || z[j]);
  const left = [range(y.length).filter(matters).map((i) => range(y.length).map((j) => (i === j ? VERTEX_TOTAL : 0n)))];
  for (let looked = 1; left.length; looked += 1) {
    const simplex = left.pop();
    const covered = passes(simplex);
    if (!holds(looked <= most && known.size <= mostLines, UNCOVERED)) return;
    if (!covered && !halve(simplex, left)) return;
  }
}

const quotientBelow = (n, d) => (n - (((n % d) + d) % d)) / d;

// f'(t) rounded down and t f'(t) - f(t) rounded up, in units of 2^-80; t in units of 2^-24.
function touchingLine(order, ratio) {
  const t = new Fraction(ratio, 1n << 24n);
  const down = ({ n, d }) => quotientBelow(n << LINE_PRECISION, d);
  const up = (x) => -down(x.negated());
  if (order.equals(ONE)) return [down(ln(t).low.plus(ONE)), up(t)];
  const more = order.minus(ONE);
  const found = isWhole(order) ? exactly(power(t, more.lowest().n)) : expOf(ln(t).scaled(more), ONE);
  return [down(found.low.times(order)), up(found.high.times(more).times(t))];
}

// x / y in units of 2^-24, to 12 binary digits, between 2^-12 and 2^12.
function shortRatio(x, y) {
  if (x >= y << FARTHEST_RATIO) return 1n << (12n + FARTHEST_RATIO);
  if (x << FARTHEST_RATIO <= y) return 1n << 12n;
  const units = (x << 24n) / y;
  const rest = BigInt(Math.max(0, bits(units) - RATIO_DIGITS));
  return (units >> rest) << rest;
}

// Both halves: the middle of the longest edge, the first of equal ones, for one end and the other.
function halve(simplex, left) {
  let [longest, first, second] = [-1n, 0, 0];
  for (const a of range(simplex.length)) {
    for (const b of range(simplex.length).slice(a + 1)) {
      const length = simplex[a].reduce((total, x, j) => total + (x - simplex[b][j]) ** 2n, 0n);
      if (length > longest) [longest, first, second] = [length, a, b];
    }
  }
  const sums = simplex[first].map((x, j) => x + simplex[second][j]);
  if (!holds(sums.every((x) => x % 2n === 0n), UNCOVERED)) return false;
  const middle = sums.map((x) => x / 2n);
  for (const end of [first, second]) left.push(simplex.map((vertex, i) => (i === end ? middle : vertex)));
  return true;
}
