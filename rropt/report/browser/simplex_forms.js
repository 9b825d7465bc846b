// Quadratic forms below what the rows of a simplex are charged beyond their worth (section 4).

const FORM_PRECISION = 128;
const BEYOND_FARTHEST = 4n;
const DIGITS_OF_BEND = 10;
const SQUARE_PLACES = 40n;
const ABOVE_LOGARITHM = 2n;
const SIX = whole(6);

// All values are pairs [x, y] at the vertices; a bend is the line at t, and (x - t y)^2 c / 2^80 / below.
function bendBelow(values, order, lines, digits) {
  const [xs, ys] = [0, 1].map((n) => values.map((pair) => pair[n]));
  const largest = ys.reduce(greater);
  const total = ys.every((y) => y) ? addedUp(ys) : BigInt(ys.length) * largest;
  const t = shortRatio(addedUp(xs), total, order, digits);
  const line = lines.at(order, t);
  if (!largest) return { t, line, curvature: 0n, below: 1n };
  const end = new Fraction(xs.reduce(order.compare(TWO) < 0 ? greater : lesser), largest);
  return { t, line, curvature: leastCurvature(order, t, end, lines, digits), below: largest };
}

function leastCurvature(order, t, end, lines, mostDigits) {
  if (order.equals(TWO)) return 1n << LINE_PRECISION;
  const digits = lesser(mostDigits, BigInt(DIGITS_OF_BEND + bits(order.n / order.d)));
  if (order.compare(TWO) > 0 && order.compare(whole(3)) < 0) {
    return lines.second(order, t) / 3n + lines.second(order, short(end, digits)) / 6n;
  }
  let middle = short(t.times(TWO).plus(end).over(whole(3)), digits);
  if (order.compare(TWO) < 0) middle = middle.times(ONE.plus(new Fraction(4n, 1n << digits)));
  return middle.compare(new Fraction(1n << farthest(order) + BEYOND_FARTHEST)) < 0 ? lines.second(order, middle) / 2n : 0n;
}

function bendAbove(values, order, lines, digits) {
  const [xs, ys] = [0, 1].map((n) => values.map((pair) => pair[n]));
  const below = ys.reduce(lesser);
  if (!below) return null;
  if (order.equals(TWO)) {
    const t = new Fraction(quotientBelow(addedUp(xs) << SQUARE_PLACES, addedUp(ys)), 1n << SQUARE_PLACES);
    return { t, line: [lineDown(t.times(TWO)), lineDown(t.times(t))], curvature: 1n << LINE_PRECISION, below };
  }
  const t = shortRatio(addedUp(xs), addedUp(ys), order, digits);
  const [slope] = lines.at(order, t);
  const least = xs.reduce(lesser);
  const ends = least && ONE.over(t).over(whole(3)).plus(new Fraction(below, least).over(SIX));
  const curvature = ends && ends.compare(ONE.over(t)) < 0 ? ends : ONE.over(t);
  return { t, line: [slope + ABOVE_LOGARITHM, lineDown(t)], curvature: lineUp(curvature), below };
}

const greater = (a, b) => (a > b ? a : b);
const lesser = (a, b) => (a < b ? a : b);
const addedUp = (numbers) => numbers.reduce((a, b) => a + b);

// To so many binary digits, rounded down.
function short(x, digits) {
  const { n, d } = x.lowest();
  const places = digits + 1n + BigInt(Math.max(0, bits(d) - bits(n)));
  const units = (n << places) / d;
  const rest = BigInt(Math.max(0, bits(units) - Number(digits)));
  return new Fraction((units >> rest) << rest, 1n << places);
}

// Whether a form shows that no row of a simplex is charged below its worth.
function formCovers({ charged, worth, values, linear, lines, digits }) {
  const sums = [...linear];
  const squares = linear.map(() => linear.map(() => 0n));
  const add = (pairs, price, { t, line: [slope, height], curvature, below }) => {
    const beside = pairs.map(([x, y]) => t.d * x - t.n * y);
    pairs.forEach(([x, y], i) => { sums[i] += price * (slope * x - height * y); });
    for (const i of range(pairs.length)) {
      for (const j of range(pairs.length).slice(i)) {
        squares[i][j] += quotientBelow(price * curvature * beside[i] * beside[j], t.d * t.d * below);
      }
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
  const longest = Math.max(0, ...form.flat().map((x) => bits(x < 0n ? -x : x)));
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
