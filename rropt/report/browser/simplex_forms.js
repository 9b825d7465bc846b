// Quadratic forms below what the rows of a simplex are charged beyond their worth (section 4).

const FORM_PRECISION = 128;
const BEYOND_FARTHEST = 4n;
const DIGITS_OF_BEND = 10;
const SQUARE_PLACES = 40n;
const ABOVE_LOGARITHM = 2n;

// All values are pairs [x, y] at the vertices; a bend is the line at t, and (x - t y)^2 c / 2^80 / below.
function bendBelow(values, order, lines, digits) {
  const [xs, ys] = [0, 1].map((n) => values.map((pair) => pair[n]));
  const largest = ys.reduce(greater);
  const total = ys.every((y) => y) ? wholeSum(ys) : BigInt(ys.length) * largest;
  const t = shortRatio(wholeSum(xs), total, order, digits);
  const line = lines.at(order, t);
  if (!largest) return { t, line, curvature: 0n, below: 1n };
  const end = { n: xs.reduce(order.compare(2) < 0n ? greater : lesser), d: largest };
  return { t, line, curvature: leastCurvature(order, t, end, lines, digits), below: largest };
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

function bendAbove(values, order, lines, digits) {
  const [xs, ys] = [0, 1].map((n) => values.map((pair) => pair[n]));
  const below = ys.reduce(lesser);
  if (!below) return null;
  if (!order.compare(2)) {
    const top = (wholeSum(xs) << SQUARE_PLACES) / wholeSum(ys);
    const line = [top << 1n + LINE_PRECISION - SQUARE_PLACES, top * top << LINE_PRECISION - 2n * SQUARE_PLACES];
    return { t: { n: top, d: 1n << SQUARE_PLACES }, line, curvature: 1n << LINE_PRECISION, below };
  }
  const t = shortRatio(wholeSum(xs), wholeSum(ys), order, digits);
  const [slope] = lines.at(order, t);
  const first = xs.reduce(lesser);
  // 1 / (3 t) + y / (6 x) is less than 1 / t where t y < 4 x.
  const [top, bottom] = t.n * below < 4n * first * t.d ? [2n * t.d * first + below * t.n, 6n * t.n * first] : [t.d, t.n];
  const curvature = ceiled(top << LINE_PRECISION, bottom);
  return { t, line: [slope + ABOVE_LOGARITHM, (t.n << LINE_PRECISION) / t.d], curvature, below };
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
function formCovers({ charged, worth, values, linear, lines, digits }) {
  const sums = [...linear];
  const squares = linear.map(() => linear.map(() => 0n));
  const add = (pairs, price, { t, line, curvature, below }) => {
    const [slope, height] = line.map((each) => price * each);
    pairs.forEach(([x, y], i) => { sums[i] += slope * x - height * y; });
    if (!curvature) return;
    const beside = pairs.map(([x, y]) => t.d * x - t.n * y);
    const unit = t.d * t.d * below;
    for (let i = 0; i < pairs.length; i += 1) {
      const own = price * curvature * beside[i];
      for (let j = i; j < pairs.length; j += 1) squares[i][j] += floored(own * beside[j], unit);
    }
  };
  for (const [n, { order, price }] of worth.entries()) {
    const pairs = values[charged.length + n];
    const bend = bendAbove(pairs, order, lines, digits);
    if (!bend) return false;
    add(pairs, -price, bend);
  }
  charged.forEach(({ order, price }, n) => add(values[n], price, bendBelow(values[n], order, lines, digits)));
  const form = sums.map((x, i) => sums.map((y, j) => x + y + 2n * squares[Math.min(i, j)][Math.max(i, j)]));
  return isCopositive(shortened(form));
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
