// Coverage under Renyi budgets on simplices that a file cuts until lines or quadratic forms below the
// powers show it (section 4).

const MOST_SIMPLEX_WORK = 2 ** 32;
const MOST_FORM_WORK = 2 ** 35;
const STEPS_OF_LINE = 24;
const STEPS_OF_BEND = 64;
const POWERS_OF_SQUARES = 5;
const BITS_OF_FORM = 2048;
// What the entries of a vertex add up to.
const VERTEX_TOTAL = 1n << 48n;
const FIRST_DIGITS = 4;
// What a cut says of a simplex; from HALVED on, along which edge.
const SHOWN_BY_LINES = 0;
const SHOWN_BY_A_FORM = 1;
const HALVED = 2;
const MOST_LINES_OF_LOGARITHMS = 2 ** 16;
const FARTHEST_RATIO = 24;
const FARTHEST_POWER = whole(768);

function readSimplices(value, charge, utility) {
  const { cut, lines } = record(value, "proof cut lines");
  const { budgets, y, privacy } = charge;
  wellFormed(privacy.field === "condition_prices", "simplices are for Renyi budgets");
  wellFormed(!utility.knows, "the values at vertices are not given");
  const k = y.length;
  const edges = (k * (k - 1)) / 2;
  const told = listed(cut).map((each) => index(each, HALVED + edges));
  const mostLines = positiveCount(lines);
  wellFormed(isWholeCut(told), "a cut that does not end with its last simplex");
  const priced = budgets.map(({ condition, price }) => ({ ...condition, price }));
  wellFormed(priced.every(({ order }) => order), "a price of a condition that is no Renyi budget");
  const [byLines, forms] = [SHOWN_BY_LINES, SHOWN_BY_A_FORM].map((each) => told.filter((x) => x === each).length);
  // Each halving makes one vertex; the worth is asked for where lines show it.
  const vertices = Math.min(k * byLines, k + Math.floor(told.length / 2));
  if (!priced.every(({ order }) => isWhole(order)) || (forms && utility.logarithms)) allowCounted(mostLines, MOST_LINES_OF_LOGARITHMS);
  if (utility.logarithms) allowCounted(vertices, MOST_LINES_OF_LOGARITHMS);
  const long = bitsOfPayment(charge, utility, priced.flatMap(({ left, right }) => [left, right]));
  allowWorths(vertices, utility, long);
  allowCounted(vertices * utility.steps * long, MOST_SIMPLEX_WORK);
  let steps = (told.length + byLines * priced.length) * (k ** 2 + STEPS_OF_LINE);
  if (forms) {
    const { parts = [], entropies = [] } = utility;
    const powers = entropies.length + POWERS_OF_SQUARES * parts.length;
    wellFormed(powers, "forms are for ratios and entropies");
    steps += forms * ((priced.length + powers) * (k ** 2 + STEPS_OF_BEND) + k ** 3);
    allow(added(parts.map(({ vectors }) => vectors.length)) * k ** 2);
  }
  allowCounted(steps * (long + BITS_OF_FORM), MOST_FORM_WORK);
  coverBySimplices(y, priced, utility, told, mostLines);
}

// Whether what is halved has both parts, and nothing else is told.
function isWholeCut(cut) {
  let left = 1;
  for (const told of cut) {
    if (!left) return false;
    left += told >= HALVED ? 1 : -1;
  }
  return !left;
}

// The powers of the charge, the entropies or squares of the utility where forms are looked at, their
// forms, each once, and their unit.
function pricedPowers(priced, utility, hasForms) {
  const { parts = [], entropies = [] } = hasForms ? utility : {};
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

function coverBySimplices(y, priced, utility, cut, mostLines) {
  const { charged, entropies, squares, forms, scale } = pricedPowers(priced, utility, cut.includes(SHOWN_BY_A_FORM));
  const lines = touchingLines();
  const atVertices = new Map();
  const prices = cleared(y);
  const valuesAt = (vertex) => {
    const key = vertex.join();
    if (!atVertices.has(key)) atVertices.set(key, { values: forms.map((form) => wholeDot(form, vertex)) });
    return atVertices.get(key);
  };
  const slackAt = (vertex) => {
    const known = valuesAt(vertex);
    if (known.slack === undefined) {
      const row = vertex.map((x) => new Fraction(x));
      const slack = dot(y, row).minus(utility.worth(row.map((x) => [[x, 1]])).high);
      known.slack = floored(slack.n * scale, slack.d);
    }
    return known.slack;
  };
  const paidAt = (vertex) => floored(wholeDot(prices.wholes, vertex) * scale, prices.unit);
  // Truths without a negative price, in no budget that has one, and not seen, are left out.
  const matters = (j) => y[j].n < 0n || sees(utility, j) || charged.some((power) => forms[power.x][j] || forms[power.y][j]);
  const first = range(y.length).filter(matters).map((i) => range(y.length).map((j) => (i === j ? VERTEX_TOTAL : 0n)));
  const left = [{ simplex: first, depth: 0 }];
  for (const told of cut) {
    const { simplex, depth } = left.pop();
    if (told >= HALVED) {
      if (!halve(simplex, told - HALVED, depth, left)) return;
      continue;
    }
    const digits = BigInt(FIRST_DIGITS + Math.floor((3 * depth) / (4 * Math.max(1, first.length - 1))));
    const vertices = simplex.map(valuesAt);
    const spans = forms.map((_, n) => spanOf(vertices.map(({ values }) => values[n])));
    const withSpans = (powers) => powers.map((power) => ({ ...power, x: spans[power.x], y: spans[power.y] }));
    const budgets = withSpans(charged);
    const parts = squares.map(({ mean, rows, price }) => ({ mean: spans[mean], rows: rows.map((n) => spans[n]), price }));
    const isCovered = told === SHOWN_BY_LINES
      ? linesPay(budgets, simplex.map(slackAt), lines, digits)
      : formCovers({ simplex, budgets, entropies: withSpans(entropies), parts, sums: simplex.map(paidAt), lines, digits });
    if (!holds(lines.size() <= mostLines && isCovered, UNCOVERED)) return;
  }
}

// Whether lines pay what prices of truths lack at each vertex.
function linesPay(budgets, slacks, lines, digits) {
  const sums = [...slacks];
  for (const { x, y, order, price } of budgets) {
    const [slope, height] = lines.at(order, ratioOfLine(x, y, order, digits)).map((each) => price * each);
    sums.forEach((_, i) => { sums[i] += slope * x.values[i] - height * y.values[i]; });
  }
  return sums.every((x) => x >= 0n);
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

// The t of the line of a power, at most x at the centroid over the largest y: where it is at most a / (a - 1) times each ratio, no line is negative there.
function ratioOfLine(x, y, order, digits) {
  let [top, bottom] = [x.total, BigInt(x.values.length) * y.most];
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

// Both parts on either side of the middle of an edge, that without its first end the last.
function halve(simplex, n, depth, left) {
  const ends = range(simplex.length);
  const edge = ends.flatMap((a) => ends.slice(a + 1).map((b) => [a, b]))[n];
  if (!holds(edge !== undefined, "a simplex has no such edge")) return false;
  const [first, second] = edge;
  const sums = simplex[first].map((x, j) => x + simplex[second][j]);
  if (!holds(sums.every((x) => x % 2n === 0n), UNCOVERED)) return false;
  const middle = sums.map((x) => x / 2n);
  for (const end of [second, first]) {
    left.push({ simplex: simplex.map((vertex, i) => (i === end ? middle : vertex)), depth: depth + 1 });
  }
  return true;
}
