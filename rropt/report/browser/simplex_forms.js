// Quadratic forms below what the rows of a simplex are charged beyond their worth (section 4).

const FORM_PRECISION = 128;
const SQUARE_BITS = 62;
const BEYOND_FARTHEST = 4n;
const DIGITS_OF_BEND = 10;
const ABOVE_LOGARITHM = 2n;

// x and y are spans; a bend is the line at t, and (x - t y)^2 c / 2^80 / below.
function bendBelow(x, y, order, lines, digits) {
  const total = y.least ? y.total : BigInt(y.values.length) * y.most;
  const t = shortRatio(x.total, total, order, digits);
  const line = lines.at(order, t);
  if (!y.most) return { t, line, curvature: 0n, below: 1n };
  const end = { n: order.compare(2) < 0n ? x.most : x.least, d: y.most };
  return { t, line, curvature: leastCurvature(order, t, end, lines, digits), below: y.most };
}

function leastCurvature(order, t, end, lines, mostDigits) {
  const beyondTwo = order.compare(2);
  if (!beyondTwo) return 1n << LINE_PRECISION;
  const digits = lesser(mostDigits, BigInt(DIGITS_OF_BEND + bits(order.n / order.d)));
  if (beyondTwo > 0n && order.compare(3) < 0n) {
    return lines.second(order, t) / 3n + lines.second(order, short(end.n, end.d, digits)) / 6n;
  }
  let middle = short(2n * t.n * end.d + end.n * t.d, 3n * t.d * end.d, digits);
  if (beyondTwo < 0n) middle = new Fraction(middle.n * ((1n << digits) + 4n), middle.d << digits).lowest();
  return middle.n < middle.d << order.farthest + BEYOND_FARTHEST ? lines.second(order, middle) / 2n : 0n;
}

function bendAbove(x, y, order, lines, digits) {
  const below = y.least;
  if (!below) return null;
  const t = shortRatio(x.total, y.total, order, digits);
  const [slope] = lines.at(order, t);
  const first = x.least;
  // 1 / (3 t) + y / (6 x) is less than 1 / t where t y < 4 x.
  const [top, bottom] = t.n * below < 4n * first * t.d ? [2n * t.d * first + below * t.n, 6n * t.n * first] : [t.d, t.n];
  const curvature = ceiled(top << LINE_PRECISION, bottom);
  return { t, line: [slope + ABOVE_LOGARITHM, (t.n << LINE_PRECISION) / t.d], curvature, below };
}

// A whole M and a step with r'Mr step >= sum s (t.r)^2 at all r, a power of two.
function squaresRoundedUp(vectors, scales) {
  const { rows, unit: below } = clearedRows(vectors);
  const { wholes: prices, unit } = cleared(scales);
  const columns = range(rows[0].length).map((j) => rows.map((row) => row[j]));
  const whole = columns.map((x) => columns.map((y) => wholeDot(x.map((t, n) => prices[n] * t), y)));
  const all = below * below * unit;
  const places = BigInt(SQUARE_BITS + bits(all) - Math.max(...whole.flat().map(bits)));
  const [top, bottom] = places > 0n ? [1n << places, all] : [1n, all << -places];
  const more = BigInt(columns.length);
  const matrix = whole.map((row, i) => row.map((x, j) => floored(x * top, bottom) + (i === j ? more : 0n)));
  const step = places > 0n ? new Fraction(1n, 1n << places) : new Fraction(1n << -places);
  return { matrix, step };
}

// A whole number by a power of two next below a quotient: products have no division.
function weightOf(top, bottom) {
  const places = BigInt(bits(bottom));
  return { weight: floored(top << places, bottom), places };
}

// z r'Mr / y.r about the sum of the vertices over that of the y: lines, and squares on the diagonal
// and below it, rounded up.
function subtractQuotient(form, { mean: { values: means, total, least }, rows, price }, simplex) {
  const centre = simplex[0].map((_, j) => wholeSum(simplex.map((vertex) => vertex[j])));
  const ofCentre = rows.map((span) => span.total);
  const whole = wholeDot(centre, ofCentre);
  const unit = total * total;
  const factor = price << LINE_PRECISION;
  const { weight, places } = weightOf(-factor, unit * least);
  const besides = simplex.map((vertex, i) => vertex.map((x, j) => total * x - means[i] * centre[j]));
  simplex.forEach((vertex, i) => {
    form.sums[i] -= ceiled(factor * (2n * total * wholeDot(vertex, ofCentre) - means[i] * whole), unit);
    const beside = rows.map(({ values }, j) => total * values[i] - means[i] * ofCentre[j]);
    form.squares[i] = form.squares[i].map((x, j) => x + (weight * wholeDot(beside, besides[j]) >> places));
  });
}

// A line, and its square where it bends, rounded down.
function addPower({ sums, squares }, { x, y }, price, { t, line, curvature, below }) {
  const [slope, height] = line.map((each) => price * each);
  sums.forEach((_, i) => { sums[i] += slope * x.values[i] - height * y.values[i]; });
  if (!curvature) return;
  const beside = x.values.map((value, i) => t.d * value - t.n * y.values[i]);
  const { weight, places } = weightOf(price * curvature, t.d * t.d * below);
  beside.forEach((value, i) => {
    const weighed = weight * value;
    squares[i] = squares[i].map((square, j) => square + (weighed * beside[j] >> places));
  });
}

// x / y to so many binary digits, rounded down, in lowest terms.
function short(x, y, digits) {
  const places = digits + 1n + BigInt(Math.max(0, bits(y) - bits(x)));
  const units = (x << places) / y;
  if (!units) return ZERO;
  const rest = BigInt(Math.max(0, bits(units) - Number(digits)));
  const top = units >> rest;
  const twos = BigInt(bits(top & -top) - 1);
  const left = places - rest;
  if (left <= 0n) return new Fraction(top << -left);
  const less = lesser(twos, left);
  return new Fraction(top >> less, 1n << left - less);
}

// Whether a form shows that no row of a simplex is charged below its worth.
function formCovers({ simplex, budgets, entropies, parts, sums, lines, digits }) {
  if (parts.some(({ mean }) => !mean.least)) return false;
  const form = { sums, squares: sums.map((_, i) => Array(i + 1).fill(0n)) };
  for (const part of parts) subtractQuotient(form, part, simplex);
  for (const power of entropies) {
    const bend = bendAbove(power.x, power.y, power.order, lines, digits);
    if (!bend) return false;
    addPower(form, power, -power.price, bend);
  }
  for (const power of budgets) addPower(form, power, power.price, bendBelow(power.x, power.y, power.order, lines, digits));
  const whole = sums.map((x, i) => sums.map((y, j) => x + y + 2n * form.squares[Math.max(i, j)][Math.min(i, j)]));
  return isCopositive(shortened(whole));
}

// In units in which the largest entry has so many bits, rounded down.
function shortened(form) {
  const longest = Math.max(0, ...form.flat().map(bits));
  const beyond = BigInt(Math.max(0, longest - FORM_PRECISION));
  return form.map((row) => row.map((x) => x >> beyond));
}

// A variable whose row has no negative entry is left out, else the one with the largest square is.
function isCopositive(given) {
  let form = given;
  while (form.length) {
    const negative = range(form.length).filter((i) => form[i].some((x) => x < 0n));
    if (negative.length < form.length) {
      form = negative.map((i) => negative.map((j) => form[i][j]));
      continue;
    }
    const pivot = negative.reduce((a, b) => (form[b][b] > form[a][a] ? b : a));
    const first = form[pivot];
    if (first[pivot] <= 0n) return false;
    const rest = negative.filter((i) => i !== pivot);
    form = shortened(rest.map((i) => rest.map((j) => first[pivot] * form[i][j] - first[i] * first[j])));
  }
  return true;
}
