// Coverage under Renyi budgets on simplices that are halved until lines below the powers show it
// (section 4).

const MOST_SIMPLEX_WORK = 2 ** 32;
const MOST_FORM_WORK = 2 ** 36;
const STEPS_OF_LINE = 24;
const STEPS_OF_BEND = 64;
const BITS_OF_FORM = 2048;
// What the entries of a vertex add up to.
const VERTEX_TOTAL = 1n << 48n;
const FIRST_DIGITS = 4;
const FEW_DIGITS_OF_BEND = 5n;
const PAID_IN_BENDS = 16n;
const MOST_LINES_OF_LOGARITHMS = 2 ** 15;
const FARTHEST_RATIO = 24;
const FARTHEST_POWER = whole(768);

function readSimplices(value, charge, utility) {
  const { simplices, lines, forms } = record(value, "proof simplices lines", "forms");
  const { budgets, y, privacy } = charge;
  wellFormed(privacy.field === "condition_prices", "simplices are for Renyi budgets");
  wellFormed(!utility.knows, "the values at vertices are not given");
  const [most, mostLines] = [simplices, lines].map(positiveCount);
  const mostForms = forms === undefined ? 0 : positiveCount(forms);
  const priced = budgets.map(({ condition, price }) => ({ ...condition, price }));
  wellFormed(priced.every(({ order }) => order), "a price of a condition that is no Renyi budget");
  if (!priced.every(({ order }) => isWhole(order)) || (mostForms && utility.logarithms)) few(mostLines, MOST_LINES_OF_LOGARITHMS, "logarithms");
  const k = y.length;
  const halvings = Math.floor(most / 2);
  const vertices = k + halvings;
  if (utility.logarithms) few(k * vertices, MOST_LINES_OF_LOGARITHMS, "logarithms");
  const long = bitsOfPayment(charge, utility, priced.flatMap(({ left, right }) => [left, right]));
  allowWorths(vertices, utility, long);
  allowCounted(vertices * utility.steps * long, MOST_SIMPLEX_WORK);
  let steps = most * (4 + priced.length) * (k ** 2 + STEPS_OF_LINE);
  if (mostForms) {
    wellFormed(utility.powers, "forms are for ratios and entropies");
    steps += mostForms * ((priced.length + utility.powers.length) * (k ** 2 + STEPS_OF_BEND) + k ** 3);
  }
  allowCounted(steps * (long + BITS_OF_FORM), MOST_FORM_WORK);
  coverBySimplices(y, priced, utility, { most, mostLines, mostForms });
}

// The powers of the charge, those of the utility where forms are looked at, and their unit.
function pricedPowers(priced, utility, mostForms) {
  const worth = mostForms ? utility.powers : [];
  const all = [...priced.map(({ left, right, order, price }) => ({ left, right, order, scale: price })), ...worth];
  const each = all.map(({ left, right, order, scale }) => {
    const { rows: [x, z], unit } = clearedRows([left, right]);
    return { x, z, order: toldOrder(order), share: scale.over(new Fraction(unit)) };
  });
  const { wholes, unit } = cleared(each.map(({ share }) => share));
  const powers = each.map(({ x, z, order }, n) => ({ x, z, order, price: wholes[n] }));
  const charged = powers.slice(0, priced.length).filter(({ price }) => price);
  return { charged, worth: powers.slice(priced.length), scale: unit << LINE_PRECISION };
}

function coverBySimplices(y, priced, utility, { most, mostLines, mostForms }) {
  const { charged, worth, scale } = pricedPowers(priced, utility, mostForms);
  const lines = touchingLines();
  const atVertices = new Map();
  const prices = cleared(y);
  const at = (vertex) => {
    const key = vertex.join();
    if (!atVertices.has(key)) {
      const row = vertex.map((x) => new Fraction(x));
      const slack = dot(y, row).minus(utility.worth(row.map((x) => [[x, 1]])).high);
      const values = [...charged, ...worth].map(({ x, z }) => [wholeDot(x, vertex), wholeDot(z, vertex)]);
      const paid = floored(wholeDot(prices.wholes, vertex) * scale, prices.unit);
      atVertices.set(key, { slack: floored(slack.n * scale, slack.d), paid, values });
    }
    return atVertices.get(key);
  };
  const leftByLines = (vertices, values, digits) => {
    const sums = vertices.map(({ slack }) => slack);
    charged.forEach(({ order, price }, n) => {
      const [slope, height] = lines.at(order, ratioOfLine(values[n], order, digits)).map((each) => price * each);
      values[n].forEach(([x, z], i) => { sums[i] += slope * x - height * z; });
    });
    return sums;
  };
  // Truths without a negative price, in no budget that has one, and not seen, are left out.
  const matters = (j) => y[j].n < 0n || sees(utility, j) || charged.some(({ x, z }) => x[j] || z[j]);
  const first = range(y.length).filter(matters).map((i) => range(y.length).map((j) => (i === j ? VERTEX_TOTAL : 0n)));
  const left = [{ simplex: first, depth: 0 }];
  const slacks = first.map((vertex) => abs(at(vertex).slack));
  const least = slacks.length ? slacks.reduce(lesser) : 0n;
  const paid = (PAID_IN_BENDS * least) / (VERTEX_TOTAL << LINE_PRECISION);
  const bends = charged.map((power) => ({ ...power, most: mostOfBend(power, paid), lines }));
  let forms = 0;
  for (let looked = 1; left.length; looked += 1) {
    const { simplex, depth } = left.pop();
    if (!holds(looked <= most, UNCOVERED)) return;
    const digits = BigInt(FIRST_DIGITS + Math.floor((3 * depth) / (4 * Math.max(1, first.length - 1))));
    const vertices = simplex.map(at);
    const values = range(charged.length + worth.length).map((n) => vertices.map((vertex) => vertex.values[n]));
    const sums = leftByLines(vertices, values, digits);
    let covered = sums.every((x) => x >= 0n);
    if (!covered && mostForms) {
      forms += 1;
      if (!holds(forms <= mostForms, UNCOVERED)) return;
      const linear = vertices.map(({ paid }) => paid);
      covered = formCovers({ charged, worth, values, linear, lines, digits });
    }
    if (!holds(lines.size() <= mostLines, UNCOVERED)) return;
    if (!covered && !halve(simplex, edgeToHalve(bends, values, sums, digits), depth, left)) return;
  }
}

// An order a = n / d in lowest terms, told once: a simplex asks for it a hundred times. The exponent of
// the largest t is one for which t^a is at most 2^768.
function toldOrder(given) {
  const order = given.lowest();
  const most = FARTHEST_POWER.over(order);
  const compare = (a) => order.n - BigInt(a) * order.d;
  return { ...order, order, compare, farthest: lesser(BigInt(FARTHEST_RATIO), most.n / most.d), name: `${order}` };
}

// (f'(t), t f'(t) - f(t)) by order and t, which is in lowest terms, and f''(t), rounded down.
function touchingLines() {
  const known = new Map();
  const at = ({ order, name }, t) => {
    const key = `${name} ${t.n}/${t.d}`;
    if (!known.has(key)) known.set(key, touchingLine(order, t));
    return known.get(key);
  };
  const second = (order, t) => {
    if (!t.n) return 0n;
    const more = order.compare(1);
    if (!more) return (t.d << LINE_PRECISION) / t.n;
    return (more * at(order, t)[0] * t.d) / (order.d * t.n);
  };
  return { at, second, size: () => known.size };
}

// x / y to so many binary digits, not too near to 0, nor too large.
function shortRatio(x, y, { farthest }, digits) {
  if (x >= y << farthest) return new Fraction(1n << farthest);
  if (x << farthest <= y) return new Fraction(1n, 1n << farthest);
  return short(x, y, digits);
}

// x at the centroid and the largest y of a power whose x and y these are at the vertices, n times.
function meanRatio(values) {
  const largest = values.map((pair) => pair[1]).reduce(greater);
  return [wholeSum(values.map(([x]) => x)), BigInt(values.length) * largest];
}

// The t of its line: where it is at most a / (a - 1) times each ratio, no line is negative there.
function ratioOfLine(values, order, digits) {
  let [top, bottom] = meanRatio(values);
  const less = order.compare(1);
  for (const [x, z] of less ? values : []) {
    if (z && order.n * x * bottom < top * less * z) [top, bottom] = [order.n * x, less * z];
  }
  return shortRatio(top, bottom, order, digits);
}

// z f'' where the power of a budget pays so much, to the next power of two.
function mostOfBend({ order, price }, paid) {
  const halvings = (2n * order.d * BigInt(bits(paid / price | 1n) - 1)) / order.n;
  return ((order.n * (order.n - order.d) * paid << LINE_PRECISION) / order.d ** 2n) >> halvings;
}

// What lines lack at the vertices, times z f'' of a budget there: for a <= 2 at the mean ratio.
function weightOfBend({ order, price, most, lines }, own, sums) {
  const beyondTwo = order.compare(2);
  const bend = ([x, z]) => {
    if (!beyondTwo) return 2n * price << LINE_PRECISION;
    const found = price * lines.second(order, shortRatio(x, z, order, FEW_DIGITS_OF_BEND));
    return beyondTwo < 0n ? found : lesser(most, found);
  };
  const mean = meanRatio(own);
  const lacking = range(sums.length).filter((i) => sums[i] < 0n);
  return wholeSum(lacking.map((i) => -sums[i] * bend(beyondTwo > 0n ? own[i] : mean)));
}

// The edge along which budgets bend the most, the first of equal ones, of those with an end where
// lines do not pay; none of a vertex alone.
function edgeToHalve(bends, values, sums, digits) {
  const ends = range(sums.length);
  const lacks = ([a, b]) => sums[a] < 0n || sums[b] < 0n;
  const edges = ends.flatMap((a) => ends.slice(a + 1).map((b) => [a, b])).filter(lacks);
  const changes = edges.map(() => 0n);
  for (const [i, budget] of bends.entries()) {
    const own = values[i];
    const t = shortRatio(...meanRatio(own), budget.order, digits);
    const below = t.d * t.d * own.map((pair) => pair[1]).reduce(greater);
    const beside = own.map(([x, z]) => t.d * x - t.n * z);
    const weight = weightOfBend(budget, own, sums);
    if (below) edges.forEach(([a, b], i) => { changes[i] += (weight * (beside[a] - beside[b]) ** 2n) / below; });
  }
  return edges[changes.indexOf(changes.reduce(greater, 0n))];
}

// Both parts on either side of the middle of an edge.
function halve(simplex, edge, depth, left) {
  if (!holds(edge !== undefined, UNCOVERED)) return false;
  const [first, second] = edge;
  const sums = simplex[first].map((x, j) => x + simplex[second][j]);
  if (!holds(sums.every((x) => x % 2n === 0n), UNCOVERED)) return false;
  const middle = sums.map((x) => x / 2n);
  for (const end of edge) {
    left.push({ simplex: simplex.map((vertex, i) => (i === end ? middle : vertex)), depth: depth + 1 });
  }
  return true;
}
