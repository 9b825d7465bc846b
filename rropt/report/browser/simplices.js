// Coverage under Renyi budgets on simplices that are halved until lines below the powers show it
// (section 4).

const MOST_SIMPLEX_WORK = 2 ** 32;
const STEPS_OF_SIMPLEX_LINE = 8;
// What the entries of a vertex add up to.
const VERTEX_TOTAL = 1n << 48n;
const FIRST_DIGITS = 4;
const MOST_LINES_OF_LOGARITHMS = 2 ** 15;
const FARTHEST_RATIO = 12n;
const LINE_PRECISION = 80n;

function readSimplices(value, charge, utility) {
  const { simplices, lines } = record(value, "proof simplices lines");
  const { budgets, y, privacy } = charge;
  wellFormed(privacy.field === "condition_prices", "simplices are for Renyi budgets");
  const [most, mostLines] = [simplices, lines].map(positiveCount);
  const priced = budgets.map(({ condition, price }) => ({ ...condition, price }));
  wellFormed(priced.every(({ order, levels }) => order && !levels.length), "a price of a condition that is no Renyi budget, or has levels");
  if (!priced.every(({ order }) => isWhole(order))) few(mostLines, MOST_LINES_OF_LOGARITHMS, "logarithms");
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
  const lineAt = (order, t) => {
    const key = `${order.lowest()} ${t.lowest()}`;
    if (!known.has(key)) known.set(key, touchingLine(order, t));
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
  const passes = (simplex, digits) => {
    const sums = simplex.map(slackOf);
    for (const { x, z, order, price } of budgets) {
      const [above, below] = [x, z].map((form) => simplex.map((vertex) => wholeDot(form, vertex)));
      const largest = below.reduce((a, b) => (a > b ? a : b));
      const [slope, height] = lineAt(order, shortRatio(above.reduce((a, b) => a + b), BigInt(simplex.length) * largest, digits));
      above.forEach((each, i) => { sums[i] += price * (slope * each - height * below[i]); });
    }
    return sums.every((x) => x >= 0n);
  };
  // Truths without a negative price, in no budget that has one, and not seen, are left out.
  const matters = (j) => y[j].n < 0n || sees(utility, j) || budgets.some(({ x, z }) => x[j] || z[j]);
  const first = range(y.length).filter(matters).map((i) => range(y.length).map((j) => (i === j ? VERTEX_TOTAL : 0n)));
  const left = [{ simplex: first, depth: 0 }];
  for (let looked = 1; left.length; looked += 1) {
    const { simplex, depth } = left.pop();
    const covered = passes(simplex, BigInt(FIRST_DIGITS + Math.floor(depth / Math.max(1, first.length - 1))));
    if (!holds(looked <= most && known.size <= mostLines, UNCOVERED)) return;
    if (!covered && !halve(simplex, depth, left)) return;
  }
}

const quotientBelow = (n, d) => (n - (((n % d) + d) % d)) / d;

// f'(t) rounded down and t f'(t) - f(t) rounded up, in units of 2^-80.
function touchingLine(order, t) {
  const down = ({ n, d }) => quotientBelow(n << LINE_PRECISION, d);
  const up = (x) => -down(x.negated());
  const logarithm = () => ln(t, FEWER_BITS);
  if (order.equals(ONE)) return [down(logarithm().low.plus(ONE)), up(t)];
  const more = order.minus(ONE);
  const found = isWhole(order) ? exactly(power(t, more.lowest().n)) : expOf(logarithm().scaled(more), ONE, FEWER_BITS);
  return [down(found.low.times(order)), up(found.high.times(more).times(t))];
}

// x / y to so many binary digits, between 2^-12 and 2^12.
function shortRatio(x, y, digits) {
  if (x >= y << FARTHEST_RATIO) return whole(2 ** 12);
  if (x << FARTHEST_RATIO <= y) return new Fraction(1n, 1n << FARTHEST_RATIO);
  const places = FARTHEST_RATIO + digits;
  const units = (x << places) / y;
  const rest = BigInt(Math.max(0, bits(units) - Number(digits)));
  return new Fraction((units >> rest) << rest, 1n << places);
}

// Both halves: the middle of the longest edge, the first of equal ones, for one end and the other.
function halve(simplex, depth, left) {
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
  for (const end of [first, second]) {
    left.push({ simplex: simplex.map((vertex, i) => (i === end ? middle : vertex)), depth: depth + 1 });
  }
  return true;
}
