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
    const { parts = [], entropies = [] } = utility;
    const powers = priced.length + parts.length + entropies.length;
    wellFormed(powers > priced.length, "forms are for ratios and entropies");
    steps += mostForms * (powers * (k ** 2 + STEPS_OF_BEND) + k ** 3);
    allow(added(parts.map(({ vectors }) => vectors.length)) * k ** 2);
  }
  allowCounted(steps * (long + BITS_OF_FORM), MOST_FORM_WORK);
  coverBySimplices(y, priced, utility, { most, mostLines, mostForms });
}

// The powers of the charge, the entropies or squares of the utility where forms are looked at, their
// forms, each once, and their unit.
function pricedPowers(priced, utility, mostForms) {
  const { parts = [], entropies = [] } = mostForms ? utility : {};
  const places = new Map();
  const shares = [];
  const placed = (forms) => {
    const { rows, unit } = clearedRows(forms);
    const own = rows.map((row) => {
      const key = row.join();
      if (!places.has(key)) places.set(key, { place: places.size, row });
      return places.get(key).place;
    });
    return { own, unit: new Fraction(unit) };
  };
  const powerOf = (order, scale, left, right) => {
    const { own: [x, y], unit } = placed([left, right]);
    shares.push(scale.over(unit));
    return { order: toldOrder(order), x, y };
  };
  const quotientIn = ({ mean, vectors, scales }) => {
    const { own: [place], unit } = placed([mean]);
    const { matrix, step } = squaresRoundedUp(vectors, scales);
    shares.push(step.times(unit));
    return { mean: place, rows: placed(matrix.map((row) => row.map((x) => new Fraction(x)))).own };
  };
  const budgets = priced.map(({ left, right, order, price }) => powerOf(order, price, left, right));
  const alone = entropies.map(({ left, right, scale }) => powerOf(ONE, scale, left, right));
  const squares = parts.map(quotientIn);
  const { wholes, unit } = cleared(shares);
  const next = () => wholes.shift();
  const withPrices = (powers) => powers.map((power) => ({ ...power, price: next() }));
  return {
    charged: withPrices(budgets).filter(({ price }) => price),
    entropies: withPrices(alone),
    squares: squares.map((part) => ({ ...part, price: next() })),
    forms: [...places.values()].map(({ row }) => row),
    scale: unit << LINE_PRECISION,
  };
}

// The values of a form at the vertices of a simplex.
function spanOf(values) {
  return { values, total: wholeSum(values), least: values.reduce(lesser), most: values.reduce(greater) };
}

function coverBySimplices(y, priced, utility, { most, mostLines, mostForms }) {
  const { charged, entropies, squares, forms: ofPowers, scale } = pricedPowers(priced, utility, mostForms);
  const lines = touchingLines();
  const atVertices = new Map();
  const prices = cleared(y);
  const at = (vertex) => {
    const key = vertex.join();
    if (!atVertices.has(key)) {
      const row = vertex.map((x) => new Fraction(x));
      const slack = dot(y, row).minus(utility.worth(row.map((x) => [[x, 1]])).high);
      const values = ofPowers.map((form) => wholeDot(form, vertex));
      const paid = floored(wholeDot(prices.wholes, vertex) * scale, prices.unit);
      atVertices.set(key, { slack: floored(slack.n * scale, slack.d), paid, values });
    }
    return atVertices.get(key);
  };
  const leftByLines = (vertices, budgets, digits) => {
    const sums = vertices.map(({ slack }) => slack);
    for (const { x, y: z, order, price } of budgets) {
      const [slope, height] = lines.at(order, ratioOfLine(x, z, order, digits)).map((each) => price * each);
      sums.forEach((_, i) => { sums[i] += slope * x.values[i] - height * z.values[i]; });
    }
    return sums;
  };
  // Truths without a negative price, in no budget that has one, and not seen, are left out.
  const matters = (j) => y[j].n < 0n || sees(utility, j) || charged.some((power) => ofPowers[power.x][j] || ofPowers[power.y][j]);
  const first = range(y.length).filter(matters).map((i) => range(y.length).map((j) => (i === j ? VERTEX_TOTAL : 0n)));
  const left = [{ simplex: first, depth: 0 }];
  const slacks = first.map((vertex) => abs(at(vertex).slack));
  const least = slacks.length ? slacks.reduce(lesser) : 0n;
  const paid = (PAID_IN_BENDS * least) / (VERTEX_TOTAL << LINE_PRECISION);
  const mosts = charged.map((power) => mostOfBend(power, paid));
  let forms = 0;
  for (let looked = 1; left.length; looked += 1) {
    const { simplex, depth } = left.pop();
    if (!holds(looked <= most, UNCOVERED)) return;
    const digits = BigInt(FIRST_DIGITS + Math.floor((3 * depth) / (4 * Math.max(1, first.length - 1))));
    const vertices = simplex.map(at);
    const spans = ofPowers.map((_, n) => spanOf(vertices.map(({ values }) => values[n])));
    const withSpans = (powers) => powers.map((power) => ({ ...power, x: spans[power.x], y: spans[power.y] }));
    const budgets = withSpans(charged);
    const sums = leftByLines(vertices, budgets, digits);
    let covered = sums.every((x) => x >= 0n);
    if (!covered && mostForms) {
      forms += 1;
      if (!holds(forms <= mostForms, UNCOVERED)) return;
      const sums = vertices.map((vertex) => vertex.paid);
      const parts = squares.map(({ mean, rows, price }) => ({ mean: spans[mean], rows: rows.map((n) => spans[n]), price }));
      covered = formCovers({ simplex, budgets, entropies: withSpans(entropies), parts, sums, lines, digits });
    }
    if (!holds(lines.size() <= mostLines, UNCOVERED)) return;
    if (covered) continue;
    const bends = budgets.map((budget, n) => ({ ...budget, most: mosts[n], lines }));
    if (!halve(simplex, edgeToHalve(bends, sums, digits), depth, left)) return;
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

// x at the centroid and the largest y of a power, both as many times as there are vertices.
const meanRatio = (x, y) => [x.total, BigInt(x.values.length) * y.most];

// The t of its line: where it is at most a / (a - 1) times each ratio, no line is negative there.
function ratioOfLine(x, y, order, digits) {
  let [top, bottom] = meanRatio(x, y);
  const less = order.compare(1);
  // Where a vertex has a lower ratio, so have the least x and the largest y.
  if (less && order.n * x.least * bottom < top * less * y.most) {
    x.values.forEach((value, i) => {
      const below = y.values[i];
      if (below && order.n * value * bottom < top * less * below) [top, bottom] = [order.n * value, less * below];
    });
  }
  return shortRatio(top, bottom, order, digits);
}

// z f'' where the power of a budget pays so much, to the next power of two.
function mostOfBend({ order, price }, paid) {
  const halvings = (2n * order.d * BigInt(bits(paid / price | 1n) - 1)) / order.n;
  return ((order.n * (order.n - order.d) * paid << LINE_PRECISION) / order.d ** 2n) >> halvings;
}

// What lines lack at the vertices, times z f'' of a budget there: for a <= 2 at the mean ratio.
function weightOfBend({ order, price, most, lines, x, y }, sums) {
  const beyondTwo = order.compare(2);
  const bend = (ratio) => {
    if (!beyondTwo) return 2n * price << LINE_PRECISION;
    const found = price * lines.second(order, shortRatio(...ratio, order, FEW_DIGITS_OF_BEND));
    return beyondTwo < 0n ? found : lesser(most, found);
  };
  const mean = meanRatio(x, y);
  const lacking = range(sums.length).filter((i) => sums[i] < 0n);
  return wholeSum(lacking.map((i) => -sums[i] * bend(beyondTwo > 0n ? [x.values[i], y.values[i]] : mean)));
}

// The edge along which budgets bend the most, the first of equal ones, of those with an end where
// lines do not pay; none of a vertex alone.
function edgeToHalve(bends, sums, digits) {
  const ends = range(sums.length);
  const lacks = ([a, b]) => sums[a] < 0n || sums[b] < 0n;
  const edges = ends.flatMap((a) => ends.slice(a + 1).map((b) => [a, b])).filter(lacks);
  const changes = edges.map(() => 0n);
  for (const budget of bends) {
    const { x, y, order } = budget;
    const t = shortRatio(...meanRatio(x, y), order, digits);
    const below = t.d * t.d * y.most;
    const beside = x.values.map((value, i) => t.d * value - t.n * y.values[i]);
    const weight = weightOfBend(budget, sums);
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
