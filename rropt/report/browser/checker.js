// A second checker of rropt's certificates, written from rropt/checker/FORMAT.md alone.
//
//     checkCertificate(text) -> {verdict, statement, reason}
//
// It reads the text with a parser of its own, computes with whole numbers of any length (BigInt) and
// fractions of them, and decides nothing by a float. A certificate is read completely before anything
// is checked, so that what is malformed is never called refuted. Section numbers are those of FORMAT.md.
"use strict";

const FORMAT = "rropt-certificate/2";
const MOST_BYTES = 4194304;
const MOST_DIGITS = 4300;
const MOST_BITS = 65536;
const MOST_WORK = 2 ** 29;
const MOST_CUBE = 2 ** 20;
const MOST_STAIRCASES = 2 ** 14;
const MOST_SETS = 2 ** 15;
const MOST_LOGARITHMS = 2 ** 14;
const MOST_CUBE_WORK = 2 ** 31;
const MOST_RAY_WORK = 2 ** 33;
const MOST_EXPANSION = 2 ** 22;
const MOST_COEFFICIENT_BITS = 2 ** 18;
const MOST_MATRIX = 512;

class Finding extends Error {
  constructor(verdict, reason) {
    super(reason);
    this.verdict = verdict;
  }
}

function wellFormed(condition, reason) {
  if (!condition) throw new Finding("malformed", reason);
}

function holds(condition, reason) {
  if (!condition) throw new Finding("refuted", reason);
}

// ---------------------------------------------------------------- fractions

const abs = (n) => (n < 0n ? -n : n);

function gcd(a, b) {
  a = abs(a);
  b = abs(b);
  while (b) [a, b] = [b, a % b];
  return a;
}

function bits(n) {
  if (!n) return 0;
  const digits = abs(n).toString(16);
  return 4 * digits.length - Math.clz32(parseInt(digits[0], 16)) + 28;
}

class Fraction {
  constructor(n, d) {
    this.n = n;
    this.d = d;
  }
  plus(o) {
    if (this.d === o.d) return fraction(this.n + o.n, this.d);
    return fraction(this.n * o.d + o.n * this.d, this.d * o.d);
  }
  minus(o) {
    return this.plus(new Fraction(-o.n, o.d));
  }
  times(o) {
    return fraction(this.n * o.n, this.d * o.d);
  }
  over(o) {
    return o.n < 0n ? fraction(-this.n * o.d, -o.n * this.d) : fraction(this.n * o.d, o.n * this.d);
  }
  negated() {
    return new Fraction(-this.n, this.d);
  }
  compare(o) {
    const difference = this.n * o.d - o.n * this.d;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  equals(o) {
    return this.n === o.n && this.d === o.d;
  }
  get sign() {
    return this.n < 0n ? -1 : this.n > 0n ? 1 : 0;
  }
  toString() {
    return this.d === 1n ? `${this.n}` : `${this.n}/${this.d}`;
  }
}

function fraction(n, d = 1n) {
  const common = gcd(n, d);
  return common > 1n ? new Fraction(n / common, d / common) : new Fraction(n, d);
}

const ZERO = fraction(0n);
const ONE = fraction(1n);
const whole = (n) => new Fraction(BigInt(n), 1n);
const least = (a, b) => (a.compare(b) <= 0 ? a : b);
const greatest = (a, b) => (a.compare(b) >= 0 ? a : b);
const positivePart = (x) => (x.n > 0n ? x : ZERO);

function sum(items) {
  // Neighbours are added first: numerators stay short for as long as they can.
  if (!items.length) return ZERO;
  let level = items;
  while (level.length > 1) {
    const next = [];
    for (let i = 0; i < level.length; i += 2) {
      next.push(i + 1 < level.length ? level[i].plus(level[i + 1]) : level[i]);
    }
    level = next;
  }
  return level[0];
}

function dot(a, b) {
  return sum(a.map((x, i) => x.times(b[i])));
}

// The fractions as whole numbers over one denominator.
function cleared(items) {
  let below = 1n;
  for (const x of items) below = (below / gcd(below, x.d)) * x.d;
  return { whole: items.map((x) => x.n * (below / x.d)), below };
}

// ---------------------------------------------------------------- the text (section 1)

const DIGITS = /[0-9]+/y;

function parse(text) {
  let at = 0;

  function fail(what) {
    throw new Finding("malformed", `${what} at character ${at}`);
  }
  function blank() {
    while (at < text.length && " \t\n\r".includes(text[at])) at += 1;
  }
  function expect(character) {
    blank();
    if (text[at] !== character) fail(`${character} is expected`);
    at += 1;
  }
  function string() {
    const end = text.indexOf('"', at + 1);
    if (end < 0) fail("a string does not end");
    const found = text.slice(at + 1, end);
    if (/[\x00-\x1f]/.test(found)) fail("a control character");
    at = end + 1;
    return found;
  }
  function word(name, value) {
    if (text.slice(at, at + name.length) !== name) fail("a value is expected");
    at += name.length;
    return value;
  }
  function number() {
    DIGITS.lastIndex = at;
    const match = DIGITS.exec(text);
    if (!match || match[0].length > 10 || (match[0].length > 1 && match[0][0] === "0")) fail("a count is expected");
    at += match[0].length;
    if (/[0-9.eE]/.test(text[at] || "")) fail("a number is no count");
    if (Number(match[0]) > 2147483647) fail("a count is too large");
    return Number(match[0]);
  }
  function list() {
    const found = [];
    at += 1;
    blank();
    if (text[at] === "]") {
      at += 1;
      return found;
    }
    for (;;) {
      found.push(value());
      blank();
      if (text[at] === "]") break;
      expect(",");
    }
    at += 1;
    return found;
  }
  function object() {
    const found = new Map();
    at += 1;
    blank();
    if (text[at] === "}") {
      at += 1;
      return found;
    }
    for (;;) {
      blank();
      if (text[at] !== '"') fail("a key is expected");
      const key = string();
      if (found.has(key)) fail(`the key ${key} stands twice`);
      expect(":");
      found.set(key, value());
      blank();
      if (text[at] === "}") break;
      expect(",");
    }
    at += 1;
    return found;
  }
  let depth = 0;
  function value() {
    blank();
    depth += 1;
    if (depth > 200) fail("too deep");
    const first = text[at];
    let found;
    if (first === "{") found = object();
    else if (first === "[") found = list();
    else if (first === '"') found = string();
    else if (first === "t") found = word("true", true);
    else if (first === "f") found = word("false", false);
    else if (first === "n") found = word("null", null);
    else found = number();
    depth -= 1;
    return found;
  }

  const found = value();
  blank();
  if (at !== text.length) fail("text after the end");
  return found;
}

const RATIONAL = /^-?(0|[1-9][0-9]*)(\/[1-9][0-9]*)?$/;

// Every different rational of the certificate, and what section 8 asks about all of them.
let ledger;

function rational(value) {
  wellFormed(typeof value === "string" && RATIONAL.test(value), "a rational is expected");
  const known = ledger.known.get(value);
  if (known) return known;
  const [top, bottom] = value.split("/");
  const found = new Fraction(BigInt(top), bottom === undefined ? 1n : BigInt(bottom));
  const lowest = value !== "-0" && bottom !== "1" && gcd(found.n, found.d) === 1n;
  wellFormed(lowest, "a rational is not in lowest terms");
  ledger.known.set(value, found);
  return found;
}

function count(value, most = 2147483647) {
  wellFormed(typeof value === "number" && value <= most, "a count or an index is expected");
  return value;
}

function listed(value, length) {
  wellFormed(Array.isArray(value), "a list is expected");
  wellFormed(length === undefined || value.length === length, "a list has another length");
  return value;
}

function rationals(value, length) {
  return listed(value, length).map(rational);
}

function matrixOf(value, rows, columns) {
  const found = listed(value, rows).map((row) => rationals(row, columns));
  wellFormed(found.every((row) => row.length === found[0].length), "rows differ in length");
  return found;
}

function record(value, required, optional = "") {
  wellFormed(value instanceof Map, "an object is expected");
  const must = required.split(" ").filter(Boolean);
  const may = optional.split(" ").filter(Boolean);
  for (const key of must) wellFormed(value.has(key), `${key} is missing`);
  for (const key of value.keys()) wellFormed(must.includes(key) || may.includes(key), `${key} does not belong here`);
  return Object.fromEntries(value);
}

function distribution(value, length) {
  const found = rationals(value, length);
  wellFormed(found.every((q) => q.n >= 0n), "a prior is negative");
  wellFormed(sum(found).equals(ONE), "a prior does not add up to one");
  return found;
}

// How many numbers there are, and how long they are over their common denominator (section 8).
function measure(value) {
  if (typeof value === "string" && RATIONAL.test(value)) {
    const { n, d } = rational(value);
    ledger.count += 1;
    if (abs(n) > ledger.largest) ledger.largest = abs(n);
    if (ledger.below % d) ledger.below = (ledger.below / gcd(ledger.below, d)) * d;
    wellFormed(bits(ledger.below) <= MOST_BITS, "the common denominator is too long");
  } else if (typeof value === "number") {
    ledger.count += 1;
    if (value > ledger.largest) ledger.largest = BigInt(value);
  } else if (Array.isArray(value)) {
    value.forEach(measure);
  } else if (value instanceof Map) {
    for (const each of value.values()) measure(each);
  }
}

function allow(steps, most = MOST_WORK) {
  wellFormed(steps * ledger.bits <= most, "too much work for a certificate");
}

function fewLogarithms(rows) {
  const each = rows.map((row) => new Set(row.flat().filter(([v]) => v.n).map(([v]) => `${v}`)).size);
  wellFormed(each.reduce((a, b) => a + b, 0) <= MOST_LOGARITHMS, "too many logarithms");
}

// ---------------------------------------------------------------- enclosures (section 2)

const PRECISION = 512n;
const UNIT = 1n << PRECISION;
// The series below are right to 2^10 units, times an exponent that is below 2^24 in a file of 4 MiB.
const SLACK = 1n << 40n;

class Enclosure {
  constructor(low, high) {
    this.low = low;
    this.high = high;
  }
  plus(o) {
    return new Enclosure(this.low.plus(o.low), this.high.plus(o.high));
  }
  minus(o) {
    return new Enclosure(this.low.minus(o.high), this.high.minus(o.low));
  }
  scaled(x) {
    const ends = [this.low.times(x), this.high.times(x)];
    return x.n < 0n ? new Enclosure(ends[1], ends[0]) : new Enclosure(ends[0], ends[1]);
  }
}

const exactly = (x) => new Enclosure(x, x);
const NOTHING = exactly(ZERO);

let doubt = null;

// x >= 0: refuted, undecided (remembered: a refutation may follow), or true.
function notNegative(x, reason) {
  holds(x.high.n >= 0n, reason);
  if (x.low.n < 0n) doubt = reason;
}

const logarithms = new Map();

function artanh2(top, bottom) {
  // 2 artanh(top / bottom) in units of 2^-512, for |top / bottom| <= 1/3.
  const y = (top << PRECISION) / bottom;
  const square = (y * y) >> PRECISION;
  let power = y;
  let total = 0n;
  for (let odd = 1n; power !== 0n && power !== -1n; odd += 2n) {
    total += (2n * power) / odd;
    power = (power * square) >> PRECISION;
  }
  return total;
}

function ln(x) {
  const key = x.toString();
  const known = logarithms.get(key);
  if (known) return known;
  let { n, d } = x;
  const exponent = BigInt(n.toString(2).length - d.toString(2).length);
  if (exponent > 0n) d <<= exponent;
  else n <<= -exponent;
  const total = artanh2(n - d, n + d) + exponent * artanh2(1n, 3n);
  const found = new Enclosure(fraction(total - SLACK, UNIT), fraction(total + SLACK, UNIT));
  const result = x.equals(ONE) ? NOTHING : found;
  if (logarithms.size < 20000) logarithms.set(key, result);
  return result;
}

function floorRoot(n) {
  if (n < 2n) return n;
  let x = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

function squareRoot(x) {
  // sqrt(n/d) = sqrt(n d) / d, between neighbouring multiples of 2^-512.
  const scaled = (x.n << (2n * PRECISION)) / x.d;
  const root = floorRoot(scaled);
  const exact = root * root * x.d === x.n << (2n * PRECISION);
  return new Enclosure(fraction(root, UNIT), fraction(exact ? root : root + 1n, UNIT));
}

// ---------------------------------------------------------------- privacy (section 3)

function level(value, bound) {
  if (value === "oo") return null;
  const found = rational(value);
  wellFormed(found.compare(bound) >= 0, "a level is too small");
  return found;
}

function squareOf(value, k, diagonal, bound) {
  wellFormed(k <= MOST_MATRIX, "too many truths for a matrix");
  return listed(value, k).map((row, a) =>
    listed(row, k).map((entry, b) => {
      wellFormed(a !== b || entry === diagonal, `the diagonal is ${diagonal}`);
      return level(entry, bound);
    }),
  );
}

const sameHoles = (a, b) => a.every((row, i) => row.every((x, j) => (x === null) === (b[i][j] === null)));

function readPrivacy(value, k) {
  wellFormed(value instanceof Map, "privacy must be an object");
  const matrix = Array.isArray(value.get("gamma")) && Array.isArray(value.get("gamma")[0]);
  const names = matrix ? (value.has("epsilon") || value.has("distances_squared") ? "gamma above epsilon distances_squared delta" : "gamma delta") : value.has("epsilon") ? "epsilon gamma delta" : "gamma delta";
  const given = record(value, names, matrix && names === "gamma delta" ? "above" : "");
  const found = { raw: given, k, epsilon: null, distances: null, checks: [] };
  const numberOfDelta = typeof given.delta === "string";
  const epsilon = given.epsilon === undefined ? null : rational(given.epsilon);
  if (epsilon) wellFormed(epsilon.n >= 0n, "epsilon is negative");
  if (!matrix) {
    const ends = epsilon ? rationals(given.gamma, 2) : [rational(given.gamma), rational(given.gamma)];
    wellFormed(ends.every((g) => g.compare(ONE) >= 0), "gamma is below 1");
    [found.low, found.high] = ends;
    found.epsilon = epsilon;
    if (epsilon) {
      found.checks.push(() => notNegative(exactly(epsilon).minus(ln(ends[0])), "gamma exceeds e^epsilon"));
      found.checks.push(() => notNegative(ln(ends[1]).minus(exactly(epsilon)), "gamma is below e^epsilon"));
    }
    if (numberOfDelta) {
      found.delta = rational(given.delta);
      wellFormed(found.delta.n >= 0n && found.delta.compare(ONE) <= 0, "delta is no probability");
      return found;
    }
    wellFormed(k <= MOST_MATRIX, "too many truths for a matrix");
    const full = (g) => Array.from({ length: k }, (_, a) => Array.from({ length: k }, (_, b) => (a === b ? ONE : g)));
    found.lowMatrix = full(found.low);
    found.highMatrix = full(found.high);
  } else {
    found.lowMatrix = squareOf(given.gamma, k, "1", ONE);
    found.highMatrix = given.above === undefined ? found.lowMatrix : squareOf(given.above, k, "1", ONE);
    wellFormed(sameHoles(found.lowMatrix, found.highMatrix), "above has oo elsewhere");
    const below = found.lowMatrix.every((row, a) => row.every((x, b) => x === null || x.compare(found.highMatrix[a][b]) <= 0));
    wellFormed(below, "above is below gamma");
    if (epsilon) readDistances(found, given, epsilon, k);
  }
  readDeltas(found, given.delta, k, numberOfDelta);
  return found;
}

function readDistances(found, given, epsilon, k) {
  const squares = squareOf(given.distances_squared, k, "0", ZERO);
  wellFormed(sameHoles(squares, found.lowMatrix), "distances have oo elsewhere");
  found.epsilon = epsilon;
  found.distances = squares;
  found.checks.push(() => {
    squares.forEach((row, a) =>
      row.forEach((square, b) => {
        if (square === null || a === b) return;
        const exponent = squareRoot(square).scaled(epsilon);
        notNegative(exponent.minus(ln(found.lowMatrix[a][b])), "a level exceeds exp(epsilon d)");
        notNegative(ln(found.highMatrix[a][b]).minus(exponent), "a level is below exp(epsilon d)");
      }),
    );
  });
}

function readDeltas(found, value, k, isNumber) {
  const holes = found.lowMatrix;
  if (isNumber) {
    const delta = rational(value);
    wellFormed(delta.n >= 0n && delta.compare(ONE) <= 0, "delta is no probability");
    found.deltas = holes.map((row, a) => row.map((g, b) => (a === b || g === null ? ZERO : delta)));
    return;
  }
  found.deltas = listed(value, k).map((row, a) =>
    listed(row, k).map((entry, b) => {
      const delta = rational(entry);
      wellFormed(delta.n >= 0n && delta.compare(ONE) <= 0, "delta is no probability");
      wellFormed(delta.n === 0n || (a !== b && holes[a][b] !== null), "a delta without a level");
      return delta;
    }),
  );
}

const isNumber = (privacy) => privacy.lowMatrix === undefined;
const isPure = (privacy) => (isNumber(privacy) ? privacy.delta.n === 0n : privacy.deltas.every((row) => row.every((d) => d.n === 0n)));

// The level, the delta of a pair of truths: g is null for oo.
function pairLevel(privacy, a, b, side) {
  if (isNumber(privacy)) return { g: side === "low" ? privacy.low : privacy.high, delta: privacy.delta };
  const matrix = side === "low" ? privacy.lowMatrix : privacy.highMatrix;
  return { g: matrix[a][b], delta: privacy.deltas[a][b] };
}

// ---------------------------------------------------------------- tables (section 4)

// A row is a list, one entry a class, of runs [value, how many truths].
function readTable(patterns, weights, sizes) {
  const rows = listed(patterns);
  const masses = rationals(weights, rows.length);
  wellFormed(rows.length > 0, "a table without rows");
  const classes = sizes.some((n) => n !== 1);
  return rows.map((row, i) => {
    const entries = listed(row, sizes.length);
    return entries.map((entry, c) => {
      if (!Array.isArray(entry)) return [[rational(entry).times(masses[i]), sizes[c]]];
      wellFormed(classes, "runs without classes");
      const runs = entry.map((run) => {
        const [value, many] = listed(run, 2);
        wellFormed(count(many) >= 1, "an empty run");
        return [rational(value).times(masses[i]), many];
      });
      wellFormed(runs.reduce((total, run) => total + run[1], 0) === sizes[c], "runs do not fill a class");
      return runs;
    });
  });
}

const plainRow = (row) => row.map((runs) => runs[0][0]);
const linear = (form, row) => sum(row.flatMap((runs, c) => runs.map(([v, n]) => v.times(form[c]).times(whole(n)))));

function checkTable(rows, sizes) {
  for (const row of rows) {
    for (const runs of row) {
      for (const [value] of runs) holds(value.n >= 0n, "an entry of the table is negative");
    }
  }
  sizes.forEach((size, c) => {
    const total = sum(rows.flatMap((row) => row[c].map(([v, n]) => v.times(whole(n)))));
    holds(total.equals(whole(size)), "a column of the table does not add up to one");
  });
}

// The sum over truths i of class a, j of class b of max(0, r_i - g r_j): equal truths add nothing.
function excess(row, a, b, g) {
  const parts = [];
  for (const [v, n] of row[a]) {
    for (const [u, m] of row[b]) {
      const over = positivePart(v.minus(g.times(u)));
      if (over.n) parts.push(over.times(whole(n)).times(whole(m)));
    }
  }
  return sum(parts);
}

function checkPrivate(rows, sizes, privacy) {
  for (const check of privacy.checks) check();
  const m = sizes.length;
  if (isNumber(privacy) && isPure(privacy)) {
    for (const row of rows) {
      const values = row.flat().map(([v]) => v);
      const top = values.reduce(greatest);
      const bottom = values.reduce(least);
      holds(top.compare(privacy.low.times(bottom)) <= 0, "a row is not private");
    }
    return;
  }
  for (let a = 0; a < m; a += 1) {
    for (let b = 0; b < m; b += 1) {
      if (a === b && sizes[a] < 2) continue;
      const { g, delta } = pairLevel(privacy, a, b, "low");
      if (g === null) continue;
      const spent = sum(rows.map((row) => excess(row, a, b, g)));
      const allowed = delta.times(whole(sizes[a])).times(whole(sizes[b] - (a === b ? 1 : 0)));
      holds(spent.compare(allowed) <= 0, `truths ${a} and ${b} are told apart`);
    }
  }
}

// ---------------------------------------------------------------- prices

function readCharge(prices, pairPrices, privacy, sizes) {
  const m = sizes.length;
  const y = rationals(prices, m);
  const seen = new Set();
  const z = listed(pairPrices).map((entry) => {
    const [a, b, price] = listed(entry, 3);
    count(a, m - 1);
    count(b, m - 1);
    wellFormed(a !== b || sizes[a] > 1, "a pair of one truth");
    wellFormed(!seen.has(`${a} ${b}`), "a pair stands twice");
    seen.add(`${a} ${b}`);
    const { g, delta } = pairLevel(privacy, a, b, "high");
    wellFormed(g !== null && delta.n > 0n, "a price for a pair without a delta");
    const found = rational(price);
    wellFormed(found.n >= 0n, "a price of a pair is negative");
    return [a, b, found];
  });
  return { y, z, sizes, privacy };
}

function paid(charge) {
  const { y, z, sizes, privacy } = charge;
  const own = sum(y.map((price, c) => price.times(whole(sizes[c]))));
  const soft = z.map(([a, b, price]) => {
    const pairs = whole(sizes[a]).times(whole(sizes[b] - (a === b ? 1 : 0)));
    return price.times(pairs).times(pairLevel(privacy, a, b, "high").delta);
  });
  return own.plus(sum(soft));
}

function chargeOf(charge, row) {
  const soft = charge.z.map(([a, b, price]) => price.times(excess(row, a, b, pairLevel(charge.privacy, a, b, "high").g)));
  return linear(charge.y, row).plus(sum(soft));
}

// ---------------------------------------------------------------- utilities

function entropy(weight, part, of) {
  // weight part ln(part / of)
  if (!weight.n || !part.n) return NOTHING;
  holds(of.n > 0n, "the utility is infinite");
  return ln(part.over(of)).scaled(weight.times(part));
}

function ratio(top, below) {
  if (!top.n) return ZERO;
  holds(below.n > 0n, "the utility is infinite");
  return top.times(top).over(below);
}

const HALF = fraction(1n, 2n);
const onPair = (row, pair) => pair.map((j) => row[j][0][0]);

// name -> [fields, words, u(row)]; words get the fields of the utility.
const DIVERGENCES = {
  "total-variation": ["a total variation sum abs(p - q) / 2", (a, b) => exactly(new Fraction(abs(a.minus(b).n), a.minus(b).d).times(HALF))],
  "chi-square": ["a chi-square divergence sum (p - q)^2 / q", (a, b) => exactly(ratio(a.minus(b), b))],
  "le-cam": ["a Le Cam divergence sum (p - q)^2 / (p + q)", (a, b) => exactly(ratio(a.minus(b), a.plus(b)))],
  hellinger: ["a Hellinger divergence sum (sqrt p - sqrt q)^2", (a, b) => exactly(a.plus(b)).minus(squareRoot(a.times(b)).scaled(whole(2)))],
  "kullback-leibler": ["a Kullback-Leibler divergence sum p ln(p / q)", (a, b) => entropy(ONE, a, b)],
  "reverse-kullback-leibler": ["a Kullback-Leibler divergence sum q ln(q / p)", (a, b) => entropy(ONE, b, a)],
};

function unitVector(j, m, value = ONE) {
  return Array.from({ length: m }, (_, c) => (c === j ? value : ZERO));
}

function readUtility(value, sizes) {
  wellFormed(value instanceof Map, "utility must be an object");
  const name = value.get("name");
  const m = sizes.length;
  const classes = sizes.some((n) => n !== 1);
  if (name === "jensen-shannon" || Object.hasOwn(DIVERGENCES, name)) return readDivergence(value, name, m, classes);
  if (name === "trace") {
    record(value, "name");
    const actions = sizes.map((_, c) => unitVector(c, m));
    return { name, actions, steps: m, winners: true, words: "a trace (sum over reports of the largest entry)" };
  }
  if (name === "utility-on-the-word-of-the-user") return readListed(value, m, classes);
  const fields = name === "gain" ? "name prior gain" : "name prior";
  const given = record(value, fields);
  const prior = rationals(given.prior, m);
  wellFormed(prior.every((q) => q.n >= 0n), "a prior is negative");
  wellFormed(sum(prior.map((q, c) => q.times(whole(sizes[c])))).equals(ONE), "a prior does not add up to one");
  const at = ` at prior ${priorText(given.prior, sizes)}`;
  if (name === "probability-of-a-right-guess") {
    const actions = prior.map((q, c) => unitVector(c, m, q));
    return { name, actions, steps: m, winners: true, words: `a probability of a right guess${at}` };
  }
  if (name === "mutual-information") return { name, prior, steps: 2 * m, words: `a mutual information in nats${at}` };
  wellFormed(!classes, "this utility tells all truths apart");
  if (name === "gain") {
    const gain = matrixOf(given.gain, undefined, m);
    wellFormed(gain.length > 0, "a gain without actions");
    const actions = gain.map((row) => row.map((x, j) => x.times(prior[j])));
    return { name, actions, steps: m * gain.length, words: `an expected gain under the gain matrix ${item(given.gain)}${at}` };
  }
  wellFormed(name === "fisher-information" && m === 2, "no utility of this name");
  const parts = [{ prior, forms: [[ONE.negated(), ONE]], scales: [ONE] }];
  return { name, parts, steps: 2 * m, words: `a Fisher information of one report about the share of truth 1${at}` };
}

function readDivergence(value, name, m, classes) {
  const given = record(value, "name pair");
  wellFormed(!classes, "this utility tells all truths apart");
  const pair = listed(given.pair, 2).map((j) => count(j, m - 1));
  wellFormed(pair[0] !== pair[1], "a pair of one truth");
  const both = unitVector(pair[0], m, HALF);
  both[pair[1]] = HALF;
  const told = `of truths ${pair[0]} and ${pair[1]}`;
  if (name === "jensen-shannon") {
    return { name, prior: both, steps: 2 * m, words: `a Jensen-Shannon divergence in nats ${told}` };
  }
  const [words, worth] = DIVERGENCES[name];
  const found = { name, pair, worth, words: `${words} ${told}` };
  const apart = unitVector(pair[0], m);
  apart[pair[1]] = ONE.negated();
  if (name === "total-variation") found.actions = [apart.map((x) => x.times(HALF)), apart.map((x) => x.times(HALF).negated())];
  if (name === "chi-square") found.parts = [{ prior: unitVector(pair[1], m), forms: [apart], scales: [ONE] }];
  if (name === "le-cam") found.parts = [{ prior: apart.map((x) => new Fraction(abs(x.n), x.d)), forms: [apart], scales: [ONE] }];
  found.logarithms = name.endsWith("kullback-leibler");
  found.steps = found.parts || found.logarithms ? 2 * m : name === "total-variation" ? 4 : 2;
  return found;
}

// A pattern up to its length: entries over their sum.
function direction(entries) {
  const total = sum(entries);
  wellFormed(total.n > 0n, "a pattern of zeros has no direction");
  return { key: entries.map((x) => x.over(total).toString()).join(" "), total };
}

function readListed(value, m, classes) {
  const given = record(value, "name values");
  wellFormed(!classes, "this utility tells all truths apart");
  const known = new Map();
  wellFormed(listed(given.values).length > 0, "no values");
  for (const pair of listed(given.values)) {
    const [pattern, u] = listed(pair, 2);
    const entries = rationals(pattern, m);
    wellFormed(entries.every((x) => x.n >= 0n), "a pattern is negative");
    const { key, total } = direction(entries);
    const worth = rational(u).over(total);
    wellFormed(!known.has(key), "a direction has two values");
    known.set(key, worth);
  }
  const words = `a utility on the word of the user (convex, homogeneous, with values ${item(given.values)})`;
  return { name: "listed", known, steps: m, words };
}

function listedWorth(utility, row) {
  const entries = plainRow(row);
  if (!sum(entries).n) return ZERO;
  const { key, total } = direction(entries);
  wellFormed(utility.known.has(key), "a direction without a value");
  return utility.known.get(key).times(total);
}

// u(row), as an enclosure.
function worth(utility, row) {
  if (utility.known) return exactly(listedWorth(utility, row));
  if (utility.actions) {
    // Of a class the winner is the truth with the largest entry.
    const tops = row.map((runs) => runs.map(([v]) => v).reduce(greatest));
    return exactly(utility.actions.map((x) => dot(x, tops)).reduce(greatest));
  }
  if (utility.parts) {
    const all = utility.parts.flatMap((part) => {
      const mean = linear(part.prior, row);
      return part.forms.map((form, i) => part.scales[i].times(ratio(linear(form, row), mean)));
    });
    return exactly(sum(all));
  }
  if (utility.worth) return utility.worth(...onPair(row, utility.pair));
  const mean = linear(utility.prior, row);
  let total = NOTHING;
  row.forEach((runs, c) => {
    for (const [v, n] of runs) total = total.plus(entropy(utility.prior[c].times(whole(n)), v, mean));
  });
  return total;
}

// ---------------------------------------------------------------- proofs of coverage (section 4)

// Reads the proof and returns the check that it stands for.
function readCover(value, charge, utility) {
  wellFormed(value instanceof Map, "cover must be an object");
  const proof = value.get("proof");
  const pureNumber = isNumber(charge.privacy) && isPure(charge.privacy);
  if (proof === "actions") {
    wellFormed(utility.actions, "this utility has no actions");
    const given = record(value, "proof", "multipliers");
    allow(charge.sizes.length * utility.actions.length);
    if (given.multipliers === undefined) {
      wellFormed(pureNumber, "multipliers are missing");
      return () => coverByMinima(charge, utility);
    }
    const multipliers = readMultipliers(given.multipliers, charge, utility);
    return () => coverByMultipliers(charge, utility, multipliers);
  }
  if (proof === "line") {
    record(value, "proof");
    const one = utility.parts && utility.parts.length === 1 && utility.parts[0].forms.length === 1;
    wellFormed(one && pureNumber && charge.sizes.every((n) => n === 1), "no line for this problem");
    allow(64 * charge.sizes.length);
    return () => coverByLine(charge, utility.parts[0]);
  }
  if (proof === "tree") {
    const given = record(value, "proof tree");
    const plain = charge.sizes.every((n) => n === 1);
    wellFormed(utility.prior && pureNumber && plain, "no tree for this problem");
    const length = listed(given.tree).length;
    wellFormed(length < 2 * MOST_LOGARITHMS, "too many leaves");
    allow(length * charge.sizes.length);
    const tree = readTree(given.tree, charge.sizes.length);
    return () => coverByTree(charge, utility.prior, tree);
  }
  wellFormed(proof === "extremes", "no proof of this name");
  record(value, "proof");
  return readExtremes(charge, utility);
}

const cheapest = (x, g) => least(x, g.times(x));

function coverByMinima(charge, utility) {
  const { y, sizes, privacy } = charge;
  const g = privacy.high;
  const idle = y.map((price, c) => cheapest(price, g).times(whole(sizes[c])));
  const all = sum(idle);
  for (const [j, x] of utility.actions.entries()) {
    if (utility.winners) {
      const others = cheapest(y[j], g).times(whole(sizes[j] - 1));
      const own = cheapest(y[j].minus(x[j]), g);
      holds(all.minus(idle[j]).plus(others).plus(own).n >= 0n, `action ${j} is not covered`);
    } else {
      const net = y.map((price, c) => cheapest(price.minus(x[c]), g));
      holds(sum(net).n >= 0n, `action ${j} is not covered`);
    }
  }
}

function readMultipliers(value, charge, utility) {
  const { sizes, privacy } = charge;
  const m = sizes.length;
  const classes = sizes.some((n) => n !== 1);
  return listed(value, utility.actions.length).map((list, j) => {
    const left = sizes.map((n, c) => n - (classes && c === j ? 1 : 0)).concat(classes ? [1] : []);
    const seen = new Set();
    return listed(list).map((entry) => {
      const [a, b, f] = listed(entry, 3);
      count(a, left.length - 1);
      count(b, left.length - 1);
      wellFormed(left[a] > 0 && left[b] > (a === b ? 1 : 0), "a multiplier of no pair");
      wellFormed(classes || a !== b, "a pair of one truth");
      wellFormed(!seen.has(`${a} ${b}`), "a pair stands twice");
      seen.add(`${a} ${b}`);
      const [ca, cb] = [a, b].map((c) => (c === m ? j : c));
      const { g, delta } = classes ? { g: privacy.high, delta: privacy.delta } : pairLevel(privacy, a, b, "high");
      wellFormed(g !== null, "a multiplier of a pair without a level");
      const found = rational(f);
      wellFormed(found.n >= 0n, "a multiplier is negative");
      return { a, b, ca, cb, f: found, g, soft: delta.n > 0n };
    });
  });
}

function coverByMultipliers(charge, utility, multipliers) {
  const { y, z, sizes } = charge;
  const m = sizes.length;
  const classes = sizes.some((n) => n !== 1);
  const prices = new Map(z.map(([a, b, price]) => [`${a} ${b}`, price]));
  utility.actions.forEach((x, j) => {
    const left = sizes.map((n, c) => n - (classes && c === j ? 1 : 0)).concat(classes ? [1] : []);
    const parts = left.map((_, c) => {
      if (!classes) return [y[c].minus(x[c])];
      return c === m ? [y[j].minus(x[j])] : [y[c]];
    });
    for (const { a, b, ca, cb, f, g, soft } of multipliers[j]) {
      if (soft) holds(f.compare(prices.get(`${ca} ${cb}`) || ZERO) <= 0, "a multiplier exceeds its price");
      const same = a === b ? 1 : 0;
      parts[a].push(f.times(whole(left[b] - same)));
      parts[b].push(f.times(g).times(whole(left[a] - same)).negated());
    }
    parts.forEach((items, c) => {
      if (left[c] > 0) holds(sum(items).n >= 0n, `action ${j} is not covered at truth ${c}`);
    });
  });
}

// Square roots are compared by exact signs: s + sqrt(d) and so on, never by digits.
function coverByLine(charge, part) {
  const { y, privacy } = charge;
  const g = privacy.high;
  const t = part.forms[0];
  const q = part.prior;
  const s = part.scales[0];
  const roots = [];
  y.forEach((price, j) => {
    // f_j(v) = s q v^2 - 2 s t v + y
    const a = s.times(q[j]);
    const b = s.times(t[j]);
    if (a.n > 0n) {
      const d = b.times(b).minus(a.times(price));
      if (d.n > 0n) roots.push({ p: b.over(a), r: d.over(a.times(a)), side: -1, j }, { p: b.over(a), r: d.over(a.times(a)), side: 1, j });
    } else if (b.n) {
      roots.push({ p: price.over(b.plus(b)), r: ZERO, side: 0, j });
    }
  });
  roots.sort(compareRoots);
  // At v = -oo: the sign of f_j is that of its leading term.
  const high = y.map((price, j) => {
    const a = s.times(q[j]);
    if (a.n > 0n) return false;
    return t[j].n ? s.times(t[j]).n < 0n : price.n < 0n;
  });
  let [charged, mean, contrast] = [y, q, t].map((form) => dot(form, high.map((up) => (up ? g : ONE))));
  const rise = g.minus(ONE);
  const covered = () => {
    holds(charged.n >= 0n, "a pattern of the line is not covered");
    const slack = charged.times(mean).minus(s.times(contrast).times(contrast));
    holds(slack.n >= 0n, "a pattern of the line is not covered");
  };
  covered();
  for (const { j } of roots) {
    high[j] = !high[j];
    const step = high[j] ? rise : rise.negated();
    charged = charged.plus(step.times(y[j]));
    mean = mean.plus(step.times(q[j]));
    contrast = contrast.plus(step.times(t[j]));
    covered();
  }
}

// The order of p + side sqrt(r), decided exactly.
function compareRoots(a, b) {
  return signOfSum(a.p.minus(b.p), a.side, a.r, -b.side, b.r);
}

// The sign of x + s sqrt(u) + t sqrt(v), s and t in {-1, 0, 1}.
function signOfSum(x, s, u, t, v) {
  const first = signOfOne(x, s, u);
  const second = t * v.sign;
  if (first * second >= 0) return first || second;
  // first and second differ in sign: compare the squares (x + s sqrt u)^2 and v.
  const square = x.times(x).plus(u.times(whole(s * s))).minus(v);
  return first * signOfOne(square.over(whole(2)), s * x.sign, x.times(x).times(u));
}

// The sign of x + s sqrt(u).
function signOfOne(x, s, u) {
  const side = s * u.sign;
  if (x.sign * side >= 0) return x.sign || side;
  return x.sign * x.times(x).compare(u);
}

function readTree(items, k) {
  let at = 0;
  function node(fixed) {
    wellFormed(at < items.length, "the tree ends too soon");
    const entry = items[at];
    at += 1;
    if (typeof entry === "string") {
      const s = rational(entry);
      wellFormed(s.n > 0n, "a tangent is not positive");
      return { s };
    }
    const truth = count(entry, k - 1);
    wellFormed(!fixed.has(truth), "a truth stands twice on a path");
    const below = new Set(fixed).add(truth);
    return { truth, low: node(below), high: node(below) };
  }
  const root = node(new Set());
  wellFormed(at === items.length, "the tree does not end");
  return root;
}

function logarithmicSlope(g) {
  // c = g ln g / (g - 1)
  return g.equals(ONE) ? exactly(ONE) : ln(g).scaled(g.over(g.minus(ONE)));
}

function coverByTree(charge, prior, tree) {
  const g = charge.privacy.high;
  const c = logarithmicSlope(g);
  const visit = (node, fixed) => {
    if (node.s === undefined) {
      visit(node.low, new Map(fixed).set(node.truth, ONE));
      visit(node.high, new Map(fixed).set(node.truth, g));
      return;
    }
    const slope = c.minus(exactly(ONE)).minus(ln(node.s));
    const side = (factor, constant) => {
      const parts = charge.y.map((price, j) => {
        const h = price.minus(prior[j].times(factor));
        return fixed.has(j) ? h.times(fixed.get(j)) : cheapest(h, g);
      });
      return sum(parts).plus(constant).minus(node.s);
    };
    notNegative(new Enclosure(side(slope.high, c.low), side(slope.low, c.high)), "a leaf is not covered");
  };
  visit(tree, new Map());
}

// ---------------------------------------------------------------- extremes

function readExtremes(charge, utility) {
  const { privacy, sizes } = charge;
  if (isNumber(privacy) && isPure(privacy)) return readCube(charge, utility);
  const rows = isNumber(privacy) ? staircases(sizes, privacy.high) : matrixRays(privacy, sizes.length);
  return lookedAt(rows, charge, utility);
}

// The check of every row, and what it may cost.
function lookedAt(rows, charge, utility) {
  const k = charge.sizes.reduce((a, b) => a + b, 0);
  allow(rows.length * (utility.steps + charge.y.length + charge.z.length) * k, MOST_RAY_WORK);
  if (utility.prior || utility.logarithms) fewLogarithms(rows);
  if (utility.known) rows.forEach((row) => listedWorth(utility, row));
  return () => rows.forEach((row) => coverRow(charge, utility, row));
}

function readCube(charge, utility) {
  const { y, privacy, sizes } = charge;
  if (utility.actions) {
    allow(sizes.length * utility.actions.length);
    return () => coverByMinima(charge, utility);
  }
  const forms = formsOf(utility, sizes.length);
  const told = sizes.map((_, c) => forms.some((form) => form[c].n));
  const patterns = sizes.reduce((n, size, c) => (told[c] ? n * (size + 1) : n), 1);
  wellFormed(patterns <= MOST_CUBE, "too many extreme patterns");
  allow(patterns * (forms.length + 1), MOST_CUBE_WORK);
  if (utility.parts || utility.prior) return () => coverCube(charge, utility, forms, told);
  wellFormed(patterns <= MOST_STAIRCASES, "too many extreme patterns");
  const ends = y.map((price, c) => (told[c] ? [ONE, privacy.high] : [price.n < 0n ? privacy.high : ONE]));
  const grown = ends.reduce((rows, values) => rows.flatMap((row) => values.map((v) => [...row, [[v, 1]]])), [[]]);
  return lookedAt(grown, charge, utility);
}

function coverRow(charge, utility, row) {
  notNegative(exactly(chargeOf(charge, row)).minus(worth(utility, row)), "an extreme pattern is not covered");
}

function staircases(sizes, g) {
  const k = sizes.reduce((a, b) => a + b, 0);
  wellFormed(k <= 14, "too many truths for a delta");
  const rows = [];
  const grow = (left, value, row) => {
    for (const taken of subsets(left)) {
      if (!taken.some((n) => n > 0)) continue;
      const next = row.map((runs, c) => (taken[c] ? [...runs, [value, taken[c]]] : runs));
      const rest = left.map((n, c) => n - taken[c]);
      rows.push(next.map((runs, c) => (rest[c] ? [...runs, [ZERO, rest[c]]] : runs)));
      wellFormed(rows.length <= MOST_STAIRCASES, "too many staircases");
      grow(rest, value.times(g), next);
    }
  };
  grow(sizes, ONE, sizes.map(() => []));
  return rows;
}

function* subsets(left, c = 0) {
  if (c === left.length) {
    yield [];
    return;
  }
  for (let n = 0; n <= left[c]; n += 1) {
    for (const rest of subsets(left, c + 1)) yield [n, ...rest];
  }
}

// The rays of a matrix, grown truth by truth along planes r_a = g_ab r_b.
function matrixRays(privacy, k) {
  const matrix = privacy.highMatrix;
  const hard = (a, b) => a !== b && matrix[a][b] !== null && privacy.deltas[a][b].n === 0n;
  const obeys = (values, c, v) =>
    values.every((r, b) => r === null || ((!hard(c, b) || v.compare(matrix[c][b].times(r)) <= 0) && (!hard(b, c) || r.compare(matrix[b][c].times(v)) <= 0)));
  const rays = [];
  let sets = 0;
  for (let first = 0; first < k; first += 1) {
    let layer = new Map([[`${first}`, unitVector(first, k).map((x) => (x.n ? x : null))]]);
    while (layer.size) {
      const next = new Map();
      for (const values of layer.values()) {
        sets += 1;
        wellFormed(sets <= MOST_SETS, "too many sets of truths");
        allow(sets * k * k, MOST_RAY_WORK);
        const open = values.some((r, a) => r !== null && values.some((o, b) => o === null && hard(a, b)));
        if (!open) rays.push(values.map((r) => [[r === null ? ZERO : r, 1]]));
        for (let c = first + 1; c < k; c += 1) {
          if (values[c] !== null) continue;
          values.forEach((r, b) => {
            if (r === null) return;
            const places = [];
            if (matrix[c][b] !== null) places.push(matrix[c][b].times(r));
            if (matrix[b][c] !== null) places.push(r.over(matrix[b][c]));
            for (const v of places) {
              if (!obeys(values, c, v)) continue;
              const grown = values.slice();
              grown[c] = v;
              next.set(grown.map(String).join(" "), grown);
            }
          });
        }
      }
      layer = next;
    }
  }
  return rays;
}

// The linear forms that a utility depends on.
function formsOf(utility, m) {
  if (utility.parts) return utility.parts.flatMap((part) => [part.prior, ...part.forms]);
  if (utility.prior) return [utility.prior];
  const seen = utility.pair || Array.from({ length: m }, (_, c) => c);
  return seen.map((c) => unitVector(c, m));
}

// {1, g}^k with running sums of the forms in whole numbers; a truth that no form tells takes its
// cheaper entry.
function coverCube(charge, utility, forms, told) {
  const { y, sizes, privacy } = charge;
  const g = privacy.high;
  const scaled = forms.map(cleared);
  const prices = cleared(y);
  const start = [prices, ...scaled].map((form) => form.whole);
  const n = g.n;
  const d = g.d;
  const sums = start.map((form, f) => {
    let total = 0n;
    form.forEach((x, c) => {
      const size = BigInt(sizes[c]);
      if (told[c]) total += d * x * size;
      else if (f === 0) total += size * (n * x < d * x ? n * x : d * x);
    });
    return total;
  });
  const unit = [prices.below * d, ...scaled.map((form) => form.below * d)];
  const slack = slackOf(utility, g, unit);
  const moves = [];
  sizes.forEach((size, c) => {
    if (told[c]) moves.push([size, start.map((form) => (n - d) * form[c])]);
  });
  const grow = (c) => {
    if (c === moves.length) {
      slack(sums);
      return;
    }
    const [size, step] = moves[c];
    for (let high = 0; high <= size; high += 1) {
      if (high) step.forEach((x, f) => (sums[f] += x));
      grow(c + 1);
    }
    step.forEach((x, f) => (sums[f] -= x * BigInt(size)));
  };
  grow(0);
}

// From the sums of prices and forms at a pattern to the check that the prices cover it.
function slackOf(utility, g, unit) {
  const failed = "an extreme pattern is not covered";
  if (utility.parts) {
    return (sums) => {
      let at = 1;
      const worths = [];
      for (const part of utility.parts) {
        const mean = fraction(sums[at], unit[at]);
        at += 1;
        for (const scale of part.scales) {
          worths.push(scale.times(ratio(fraction(sums[at], unit[at]), mean)));
          at += 1;
        }
      }
      holds(fraction(sums[0], unit[0]).compare(sum(worths)) >= 0, failed);
    };
  }
  return informationSlack(g, unit, failed);
}

const COARSE = 192n;

// y.r - c (T - 1) + T ln T >= 0: first by T ln T >= T ln s + T - s at a rounded s, whose logarithm is
// known, in units of 2^-192; where that leaves a doubt, with the full logarithm of T.
function informationSlack(g, unit, failed) {
  const c = logarithmicSlope(g);
  const up = (x) => -((-x.n << COARSE) / x.d) + 1n;
  const down = (x) => ((x.n << COARSE) / x.d) - 1n;
  const slope = up(c.high);
  const known = new Map();
  const tangent = (s) => {
    if (!known.has(s)) known.set(s, down(ln(fraction(s, 1n << 10n)).low));
    return known.get(s);
  };
  return (sums) => {
    const [charged, mean] = sums;
    const s = (mean << 10n) / unit[1];
    const t = (mean << COARSE) / unit[1];
    if (s > 0n) {
      const spent = (charged << COARSE) / unit[0] - 1n;
      const rest = t + 1n - (1n << COARSE);
      const lifted = tangent(s);
      const product = lifted < 0n ? lifted * (t + 1n) : lifted * t;
      const low = spent - ((slope * (rest < 0n ? 0n : rest)) >> COARSE) - 1n + (product >> COARSE) + t - (s << (COARSE - 10n));
      if (low >= 0n) return;
    }
    const total = fraction(mean, unit[1]);
    // u = c (T - 1) - T ln T is 0 at T = 1 and at T = g.
    if (total.equals(ONE) || total.equals(g)) {
      holds(charged >= 0n, failed);
      return;
    }
    const own = total.n ? ln(total).scaled(total) : NOTHING;
    notNegative(exactly(fraction(charged, unit[0])).minus(c.scaled(total.minus(ONE))).plus(own), failed);
  };
}

// ---------------------------------------------------------------- kind prices

function allowPrivacy(rows, privacy) {
  if (isNumber(privacy) && isPure(privacy)) return;
  allow(rows.reduce((total, row) => total + row.flat().length ** 2, 0));
}

function readSizes(value) {
  if (typeof value === "number") {
    wellFormed(value >= 1 && value <= MOST_BYTES, "no number of truths");
    return Array.from({ length: value }, () => 1);
  }
  const sizes = listed(value).map((n) => count(n));
  wellFormed(sizes.length > 0 && sizes.every((n) => n >= 1), "an empty class");
  return sizes;
}

function valueEnds(value) {
  if (!Array.isArray(value)) return [rational(value), rational(value)];
  return rationals(value, 2);
}

function pricesKind(data) {
  const given = record(data, "privacy truths utility patterns weights prices value bound gap cover", "pair_prices universal");
  const sizes = readSizes(given.truths);
  const k = sizes.reduce((total, n) => total + n, 0);
  const privacy = readPrivacy(given.privacy, sizes.length);
  wellFormed(isNumber(privacy) || sizes.every((n) => n === 1), "classes need one number");
  const rows = readTable(given.patterns, given.weights, sizes);
  const utility = readUtility(given.utility, sizes);
  const charge = readCharge(given.prices, given.pair_prices === undefined ? [] : given.pair_prices, privacy, sizes);
  allowPrivacy(rows, privacy);
  allow(rows.length * utility.steps);
  if (utility.prior || utility.logarithms) fewLogarithms(rows);
  const covered = readCover(given.cover, charge, utility);
  const [low, high] = valueEnds(given.value);
  const bound = rational(given.bound);
  const gap = rational(given.gap);
  const universal = readUniversal(given, privacy, rows);
  if (utility.known) rows.forEach((row) => listedWorth(utility, row));

  checkTable(rows, sizes);
  checkPrivate(rows, sizes, privacy);
  universal();
  covered();
  holds(bound.equals(paid(charge)), "bound is not what the prices add up to");
  const total = rows.reduce((all, row) => all.plus(worth(utility, row)), NOTHING);
  notNegative(total.minus(exactly(low)), "the table has another value");
  notNegative(exactly(high).minus(total), "the table has another value");
  holds(gap.equals(bound.minus(low)), "gap is not bound - value");
  const reached = evidence(gap, bound, "has at least", low, "down");
  return `no ${levelText(privacy)} private mechanism on ${k} truths has ${utility.words} above ${rounded(bound, "up")}, and ${tableText(privacy)} ${reached}${universalText(given, privacy)}`;
}

// ---------------------------------------------------------------- kind gradient (section 5)

const SHARES = "of the covariance of an unbiased estimator of the shares from one respondent";

function readObjective(value, k) {
  wellFormed(value instanceof Map, "objective must be an object");
  const name = value.get("name");
  const units = Array.from({ length: k }, (_, j) => unitVector(j, k));
  const over = value.has("over") ? value.get("over") : "";
  wellFormed(["", "average", "minimax"].includes(over), "over is average or minimax");
  const ones = (list) => list.map(() => ONE);
  if (name === "a-optimal") {
    record(value, "name", "over");
    allow(k * k);
    return { name, over, contrasts: units, seen: units, scales: ones(units), core: `a trace ${SHARES}` };
  }
  if (name === "c-optimal") {
    const contrasts = matrixOf(record(value, "name contrasts", "over").contrasts, 1, k);
    const core = `a variance of an unbiased estimator of the contrast ${item(value.get("contrasts")[0])} from one respondent`;
    return { name, over, contrasts, seen: contrasts, scales: [ONE], core };
  }
  if (name === "variance") {
    const given = record(value, "name contrasts", "over interval");
    const contrasts = matrixOf(given.contrasts, 1, k);
    wellFormed(k === 2 && contrasts[0][0].n === 0n && contrasts[0][1].equals(ONE), "a share is that of truth 1 of two");
    const core = "a variance of an unbiased estimator of the share of truth 1 from one respondent";
    const found = { name, over, contrasts, seen: contrasts, scales: [ONE], core };
    if (given.interval === undefined) return found;
    wellFormed(!over, "an interval is over all its priors");
    const interval = rationals(given.interval, 2);
    wellFormed(interval[0].n >= 0n && interval[0].compare(interval[1]) <= 0 && interval[1].compare(ONE) <= 0, "no interval of shares");
    return { ...found, interval, intervalText: given.interval };
  }
  if (name === "e-optimal") {
    const given = record(value, "name contrasts roots");
    const contrasts = matrixOf(given.contrasts, undefined, k);
    wellFormed(contrasts.some((c) => c.some((x) => x.n)), "every contrast is zero");
    const roots = matrixOf(given.roots, undefined, k);
    allow(k * k * (1 + roots.length));
    return { name, over, contrasts, roots, seen: units, scales: ones(contrasts), core: `a largest eigenvalue ${SHARES}` };
  }
  wellFormed(name === "d-optimal", "no objective of this name");
  const given = record(value, "name contrasts scales");
  const contrasts = matrixOf(given.contrasts, k, k);
  allow(k ** 3);
  const scales = rationals(given.scales, k);
  wellFormed(scales.every((s) => s.n > 0n), "a scale is not positive");
  return { name, over, contrasts, seen: contrasts, scales, core: `a product of the non-zero eigenvalues ${SHARES}` };
}

function readScenario(value, k, reports, objective) {
  const given = record(value, "prior weight offset estimators tangents");
  const found = {
    raw: given,
    prior: distribution(given.prior, k),
    weight: rational(given.weight),
    offset: rational(given.offset),
    estimators: listed(given.estimators, objective.seen.length).map((x) => rationals(x, reports)),
    tangents: listed(given.tangents, objective.contrasts.length).map((v) => rationals(v, k)),
  };
  wellFormed(found.weight.n >= 0n, "a weight is negative");
  return found;
}

function gradientKind(data) {
  const given = record(data, "privacy objective scenarios patterns weights prices value bound gap cover", "pair_prices universal");
  const k = listed(given.prices).length;
  wellFormed(k >= 2, "fewer than two truths");
  const sizes = Array.from({ length: k }, () => 1);
  const privacy = readPrivacy(given.privacy, k);
  const rows = readTable(given.patterns, given.weights, sizes);
  const objective = readObjective(given.objective, k);
  const scenarios = listed(given.scenarios).map((at) => readScenario(at, k, rows.length, objective));
  wellFormed(scenarios.length > 0, "no scenarios");
  wellFormed(sum(scenarios.map((at) => at.weight)).equals(ONE), "weights do not add up to one");
  const alone = scenarios.length === 1 && !scenarios[0].offset.n;
  const single = objective.name === "e-optimal" || objective.name === "d-optimal";
  wellFormed(alone || objective.over || (objective.interval && !single), "several priors need an average or a maximum");
  if (objective.interval) {
    wellFormed(scenarios.every((at) => !at.offset.n), "an interval has no offset");
    const inside = scenarios.every((at) => objective.interval[0].compare(at.prior[1]) <= 0 && at.prior[1].compare(objective.interval[1]) <= 0);
    wellFormed(inside, "a prior is outside the interval");
  }
  allowPrivacy(rows, privacy);
  allow((objective.seen.length + objective.contrasts.length) * k * rows.length * scenarios.length);
  const charge = readCharge(given.prices, given.pair_prices === undefined ? [] : given.pair_prices, privacy, sizes);
  const parts = scenarios.map((at) => ({ prior: at.prior, forms: at.tangents, scales: objective.scales.map((s) => s.times(at.weight)) }));
  const covered = readCover(given.cover, charge, squares(parts, rows));
  const [value, bound, gap] = [given.value, given.bound, given.gap].map(rational);
  const universal = readUniversal(given, privacy, rows);

  checkTable(rows, sizes);
  checkPrivate(rows, sizes, privacy);
  universal();
  const table = rows.map(plainRow);
  for (const at of scenarios) weigh(at, table, objective);
  covered();
  holds(valueShown(objective, scenarios, table, value), "the estimators do not show the value");
  holds(boundShown(objective, scenarios, paid(charge), bound), "the tangents and prices do not show the bound");
  holds(gap.equals(value.minus(bound)), "gap is not value - bound");
  const reached = evidence(gap, bound, "has at most", value, "up");
  return `no ${levelText(privacy)} private mechanism on ${k} truths has ${objectiveText(objective, scenarios)} below ${rounded(bound, "down")}, and ${tableText(privacy)} ${reached}${universalText(given, privacy)}`;
}

// sum of s (t.r)^2 / (q.r) over all parts, as a utility.
function squares(parts, rows) {
  const steps = parts.reduce((n, part) => n + part.prior.length * (1 + part.forms.length), 0);
  allow(rows.length * steps);
  return { name: "squares", parts, steps };
}

// Unbiased? And the numbers that follow: q.r_i, moments, gains, corner.
function weigh(at, table, objective) {
  at.means = table.map((row) => dot(at.prior, row));
  const used = at.means.map((mean) => mean.n > 0n);
  objective.seen.forEach((c, i) => {
    c.forEach((wanted, j) => {
      const mean = sum(table.flatMap((row, n) => (used[n] ? [at.estimators[i][n].times(row[j])] : [])));
      holds(mean.equals(wanted), "an estimator is biased");
    });
  });
  at.moments = at.estimators.map((x) => sum(x.map((entry, n) => entry.times(entry).times(at.means[n]))));
  const gains = objective.contrasts.map((c, i) => dot(c, at.tangents[i]).times(whole(2)));
  at.corner = sum(objective.contrasts.map((c) => dot(c, at.prior)).map((x) => x.times(x)));
  at.own = sum(at.moments).minus(at.corner).minus(at.offset);
  at.proved = sum(gains).minus(at.corner).minus(at.offset);
}

function valueShown(objective, scenarios, table, value) {
  const [at] = scenarios;
  if (objective.interval) {
    const used = at.means.map((mean) => mean.n > 0n);
    const square = (j) => sum(table.flatMap((row, n) => (used[n] ? [at.estimators[0][n].times(at.estimators[0][n]).times(row[j])] : [])));
    const [A, B] = [square(0), square(1)];
    const slope = B.minus(A);
    const worst = least(greatest(slope.times(HALF), objective.interval[0]), objective.interval[1]);
    return value.compare(A.plus(slope.times(worst)).minus(worst.times(worst))) >= 0;
  }
  if (objective.name === "e-optimal") return dominant(objective, at, value);
  if (objective.name === "d-optimal") {
    const k = objective.contrasts.length;
    const triangular = objective.contrasts.every((c, i) => c[i].n && at.tangents[i][i].n && c.every((x, j) => j <= i || !x.n) && at.tangents[i].every((x, j) => j >= i || !x.n));
    holds(triangular, "the contrasts or the tangents are not triangular");
    const mean = dot(objective.scales, at.moments).over(whole(k));
    const volume = objective.contrasts.map((c, i) => objective.scales[i].times(c[i]).times(c[i])).reduce((a, b) => a.times(b), ONE);
    return value.times(volume).compare(whole(k).times(power(mean, k))) >= 0;
  }
  if (objective.over === "minimax") return scenarios.every((each) => value.compare(each.own) >= 0);
  return value.compare(sum(scenarios.map((each) => each.weight.times(each.own)))) >= 0;
}

function power(x, n) {
  return fraction(x.n ** BigInt(n), x.d ** BigInt(n));
}

// value I - Cov - sum f f' has a dominant diagonal, so no eigenvalue of Cov exceeds the value.
function dominant(objective, at, value) {
  return at.estimators.every((x, i) => {
    const row = at.estimators.map((y, j) => {
      const moment = sum(x.map((entry, n) => entry.times(y[n]).times(at.means[n])));
      const covariance = moment.minus(at.prior[i].times(at.prior[j]));
      const roots = sum(objective.roots.map((f) => f[i].times(f[j])));
      return (i === j ? value : ZERO).minus(covariance).minus(roots);
    });
    const sizes = sum(row.map((entry) => new Fraction(abs(entry.n), entry.d)));
    return row[i].times(whole(2)).compare(sizes) >= 0;
  });
}

function boundShown(objective, scenarios, spent, bound) {
  const proved = sum(scenarios.map((at) => at.weight.times(at.proved))).minus(spent);
  if (objective.name === "e-optimal") {
    const squares = sum(objective.contrasts.map((c) => dot(c, c)));
    return bound.compare(proved.over(squares)) <= 0;
  }
  if (objective.name === "d-optimal") {
    holds(spent.n > 0n, "the prices add up to nothing");
    const k = objective.contrasts.length;
    const [at] = scenarios;
    const volume = at.tangents.map((v, i) => objective.scales[i].times(v[i]).times(v[i])).reduce((a, b) => a.times(b), ONE);
    return bound.compare(whole(k).times(power(whole(k).over(spent), k)).times(volume)) <= 0;
  }
  return bound.compare(proved) <= 0;
}

function objectiveText(objective, scenarios) {
  const raws = scenarios.map((at) => at.raw);
  if (objective.interval) {
    return `a maximum over the shares of truth 1 from ${item(objective.intervalText[0])} to ${item(objective.intervalText[1])} of ${objective.core}`;
  }
  if (!objective.over) return `${objective.core} at prior ${item(raws[0].prior)}`;
  const offsets = scenarios.some((at) => at.offset.n);
  const less = offsets ? " less the offset" : "";
  if (objective.over === "average") {
    const places = raws.map((at) => (offsets ? [at.prior, at.weight, at.offset] : [at.prior, at.weight]));
    const names = offsets ? "(prior, weight, offset)" : "(prior, weight)";
    return `an average over ${names} in ${item(places)} of ${objective.core}${less}`;
  }
  if (!offsets) return `a maximum over the priors ${item(raws.map((at) => at.prior))} of ${objective.core}`;
  return `a maximum over (prior, offset) in ${item(raws.map((at) => [at.prior, at.offset]))} of ${objective.core}${less}`;
}

// ---------------------------------------------------------------- kind model (section 5)

function modelKind(data) {
  const fields = "privacy points contrasts patterns weights estimators tangents prices value bound gap cover";
  const given = record(data, fields, "pair_prices");
  const k = listed(given.prices).length;
  wellFormed(k >= 2, "fewer than two truths");
  const sizes = Array.from({ length: k }, () => 1);
  const privacy = readPrivacy(given.privacy, k);
  const rows = readTable(given.patterns, given.weights, sizes);
  allowPrivacy(rows, privacy);
  const charge = readCharge(given.prices, given.pair_prices === undefined ? [] : given.pair_prices, privacy, sizes);
  const contrasts = matrixOf(given.contrasts);
  wellFormed(contrasts.length > 0 && contrasts[0].length > 0, "no contrasts");
  const coefficients = contrasts[0].length;
  const points = listed(given.points).map((point) => {
    const [weight, prior, slopes] = listed(point, 3);
    const found = { weight: rational(weight), prior: distribution(prior, k), slopes: matrixOf(slopes, k, coefficients) };
    wellFormed(found.weight.n >= 0n, "a weight is negative");
    return found;
  });
  wellFormed(points.length > 0 && sum(points.map((at) => at.weight)).equals(ONE), "weights do not add up to one");
  allow(points.length * contrasts.length * rows.length * k * coefficients);
  const estimators = listed(given.estimators, contrasts.length).map((z) => matrixOf(z, points.length, rows.length));
  const tangents = matrixOf(given.tangents, contrasts.length, coefficients);
  const parts = points.map((at) => ({
    prior: at.prior,
    forms: tangents.map((v) => at.slopes.map((slope) => dot(slope, v))),
    scales: contrasts.map(() => at.weight),
  }));
  const covered = readCover(given.cover, charge, squares(parts, rows));
  const [value, bound, gap] = [given.value, given.bound, given.gap].map(rational);

  checkTable(rows, sizes);
  checkPrivate(rows, sizes, privacy);
  const table = rows.map(plainRow);
  contrasts.forEach((c, n) => {
    c.forEach((wanted, l) => {
      const seen = points.map((at, x) => {
        const mean = table.map((row, i) => estimators[n][x][i].times(dot(row, at.slopes.map((slope) => slope[l]))));
        return at.weight.times(sum(mean));
      });
      holds(sum(seen).equals(wanted), "an estimator is biased");
    });
  });
  const moments = estimators.flatMap((z) =>
    points.map((at, x) => at.weight.times(sum(table.map((row, i) => z[x][i].times(z[x][i]).times(dot(at.prior, row)))))),
  );
  holds(value.compare(sum(moments)) >= 0, "the table has a larger value");
  covered();
  const gains = sum(contrasts.map((c, i) => dot(c, tangents[i]).times(whole(2))));
  holds(bound.compare(gains.minus(paid(charge))) <= 0, "the prices do not prove the bound");
  holds(gap.equals(value.minus(bound)), "gap is not value - bound");
  const reached = evidence(gap, bound, "has at most", value, "up");
  const model = `the model with (weight, probabilities, derivatives) in ${item(given.points)}`;
  const said = `a sum of c'I^-1 c over c in ${item(given.contrasts)}, I the information of one respondent about the coefficients of ${model},`;
  return `no ${levelText(privacy)} private mechanism on ${k} truths has ${said} below ${rounded(bound, "down")}, and ${tableText(privacy)} ${reached}`;
}

// ---------------------------------------------------------------- the other kinds (section 6)

function readUniversal(given, privacy, rows) {
  if (given.universal === undefined) return () => {};
  wellFormed(given.universal === true, "universal is true or absent");
  wellFormed(rows[0].length === 2 && rows[0].every((runs) => runs.length === 1 && runs[0][1] === 1), "universal needs two truths");
  wellFormed(isPure(privacy), "universal needs delta = 0");
  const [first, second] = [pairLevel(privacy, 0, 1, "low").g, pairLevel(privacy, 1, 0, "low").g];
  return () => {
    for (const row of rows) {
      const [x, y] = plainRow(row);
      const one = first === null ? !y.n : x.equals(first.times(y));
      const other = second === null ? !x.n : y.equals(second.times(x));
      holds(one || other, "a row is no extreme pattern");
    }
  };
}

function verticesKind(data) {
  const given = record(data, "privacy device prior vertices values table value bound gap", "universal");
  const privacy = readPrivacy(given.privacy, 2);
  wellFormed(given.device === "two-answers" || given.device === "warner", "no device of this name");
  const q = rational(given.prior);
  wellFormed(q.n >= 0n && q.compare(ONE) <= 0, "prior is no share");
  const vertices = listed(given.vertices).map((vertex) => rationals(vertex, 2));
  const values = rationals(given.values, vertices.length);
  wellFormed(vertices.length > 0, "no vertices");
  const rows = readTable(given.table, ["1", "1"], [1, 1]);
  const [value, bound, gap] = [given.value, given.bound, given.gap].map(rational);
  const universal = readUniversal(given, privacy, rows);

  checkTable(rows, [1, 1]);
  checkPrivate(rows, [1, 1], privacy);
  universal();
  const places = cornersOf(privacy, given.device);
  const found = vertices.map(([p00, p11]) => placeOf(p00, p11));
  const keys = (list) => list.map(([u, v]) => `${u} ${v}`).sort().join(";");
  holds(keys(places) === keys(found), "the vertices are not those of the region");
  const variance = ([u, v]) => u.plus(q).times(v.plus(ONE).minus(q));
  found.forEach((place, i) => holds(variance(place).equals(values[i]), "a value is not that of its vertex"));
  const table = rows.map(plainRow);
  const own = placeOf(table[0][0], table[1][1]);
  holds(given.device !== "warner" || table[0][0].equals(table[1][1]), "the table is not Warner's");
  holds(variance(own).equals(value), "the table has another value");
  holds(bound.equals(values.reduce(least)), "bound is not the least of the values");
  holds(gap.equals(value.minus(bound)), "gap is not value - bound");
  const device = given.device === "warner" ? "Warner device" : "two-answer device";
  const reached = evidence(gap, bound, "has at most", value, "up");
  return `no ${levelText(privacy)} private ${device} has a variance of an unbiased estimator of the share of truth 1 from one respondent below ${rounded(bound, "down")} at prevalence ${item(given.prior)}, and ${tableText(privacy)} ${reached}${universalText(given, privacy)}`;
}

// (u, v) of a card.
function placeOf(p00, p11) {
  const s = p00.plus(p11).minus(ONE);
  holds(s.n > 0n, "a card reports the truth less often than not");
  return [ONE.minus(p00).over(s), ONE.minus(p11).over(s)];
}

// The corners of u, v >= 0, a v + d u >= 1 - d for both pairs of truths.
function cornersOf(privacy, device) {
  const planes = [[ONE, ZERO, ZERO], [ZERO, ONE, ZERO]];
  for (const [a, b] of [[0, 1], [1, 0]]) {
    const { g, delta } = pairLevel(privacy, a, b, "high");
    if (g === null) continue;
    const slope = g.minus(ONE).plus(delta);
    planes.push(a === 0 ? [delta, slope, ONE.minus(delta)] : [slope, delta, ONE.minus(delta)]);
  }
  const inside = (u, v) => planes.every(([x, y, least_]) => x.times(u).plus(y.times(v)).compare(least_) >= 0);
  if (device === "warner") {
    const needs = planes.map(([x, y, rest]) => {
      holds(rest.n <= 0n || x.plus(y).n > 0n, "no card is private");
      return rest.n <= 0n ? ZERO : rest.over(x.plus(y));
    });
    const place = needs.reduce(greatest);
    return [[place, place]];
  }
  const corners = new Map();
  planes.forEach(([a, b, c], i) => {
    planes.slice(i + 1).forEach(([d, e, f]) => {
      const determinant = a.times(e).minus(b.times(d));
      if (!determinant.n) return;
      const u = c.times(e).minus(b.times(f)).over(determinant);
      const v = a.times(f).minus(c.times(d)).over(determinant);
      if (inside(u, v)) corners.set(`${u} ${v}`, [u, v]);
    });
  });
  return [...corners.values()];
}

function channel(value, name) {
  const rows = matrixOf(value);
  wellFormed(rows.length > 0 && rows[0].length > 0, `${name} is empty`);
  return rows;
}

function checkChannel(rows, name) {
  rows.forEach((row) => row.forEach((x) => holds(x.n >= 0n, `an entry of ${name} is negative`)));
  rows[0].forEach((_, j) => holds(sum(rows.map((row) => row[j])).equals(ONE), `a column of ${name} does not add up to one`));
}

function garblingKind(data) {
  const given = record(data, "A P C");
  const [A, P, C] = ["A", "P", "C"].map((name) => channel(given[name], name));
  wellFormed(A[0].length === P[0].length && C.length === A.length && C[0].length === P.length, "the tables do not fit together");
  allow(A.length * P.length * A[0].length);
  checkChannel(A, "A");
  checkChannel(P, "P");
  checkChannel(C, "C");
  A.forEach((row, i) => {
    row.forEach((x, j) => holds(dot(C[i], P.map((each) => each[j])).equals(x), "A is not C P"));
  });
  return `A = C P for a channel C: every use of A can be made of P, whatever the decision problem; A = ${item(given.A)}, P = ${item(given.P)}`;
}

function separationKind(data) {
  const given = record(data, "A P gain A_value P_value");
  const [A, P] = ["A", "P"].map((name) => channel(given[name], name));
  wellFormed(A[0].length === P[0].length, "the tables do not fit together");
  const gain = matrixOf(given.gain, undefined, A[0].length);
  wellFormed(gain.length > 0, "a gain without actions");
  const [first, second] = [given.A_value, given.P_value].map(rational);
  allow(gain.length * (A.length + P.length) * A[0].length);
  checkChannel(A, "A");
  checkChannel(P, "P");
  const worthOf = (table) => sum(table.map((row) => gain.map((action) => dot(action, row)).reduce(greatest)));
  holds(worthOf(A).equals(first) && worthOf(P).equals(second), "a table has another value");
  holds(first.compare(second) > 0, "A is not worth more than P");
  return `A = C P for no channel C: under the gain matrix ${item(given.gain)} A is worth ${rounded(first, "down")} and P ${rounded(second, "up")}; A = ${item(given.A)}, P = ${item(given.P)}`;
}

// ---------------------------------------------------------------- polynomials

// A polynomial is a map from exponents (joined by commas) to coefficients.
function readPolynomial(value, variables) {
  const found = new Map();
  for (const term of listed(value)) {
    const [coefficient, exponents] = listed(term, 2);
    const powers = listed(exponents, variables).map((e) => count(e, 200));
    wellFormed(powers.reduce((a, b) => a + b, 0) <= 200, "a power is too high");
    const key = powers.join(",");
    found.set(key, (found.get(key) || ZERO).plus(rational(coefficient)));
  }
  spend(value.length, 0, variables);
  return withoutZeros(found);
}

// A charge for expanding; see section 8.
function spend(steps, length, variables) {
  wellFormed(length <= MOST_COEFFICIENT_BITS, "the numbers are too long to expand");
  ledger.work += steps * (1 + Math.floor(length / 512)) * (1 + Math.floor(variables / 16));
  wellFormed(ledger.work <= MOST_EXPANSION, "too large to expand");
}

function lengthOf(polynomial) {
  const { whole: tops, below } = cleared([...polynomial.values()]);
  return bits(below) + tops.reduce((most, x) => Math.max(most, bits(x)), 0);
}

function withoutZeros(polynomial) {
  for (const [key, x] of polynomial) if (!x.n) polynomial.delete(key);
  return polynomial;
}

function addInto(total, polynomial, scale, variables) {
  spend(2 * (1 + polynomial.size), lengthOf(polynomial) + bits(scale.n), variables);
  for (const [key, x] of polynomial) total.set(key, (total.get(key) || ZERO).plus(x.times(scale)));
}

function multiply(a, b, variables) {
  const found = new Map();
  spend((1 + a.size) * (1 + b.size), lengthOf(a) + lengthOf(b), variables);
  for (const [left, x] of a) {
    const powers = left ? left.split(",").map(Number) : [];
    for (const [right, y] of b) {
      const key = right ? right.split(",").map((e, i) => Number(e) + powers[i]).join(",") : "";
      found.set(key, (found.get(key) || ZERO).plus(x.times(y)));
    }
  }
  return withoutZeros(found);
}

// The product of these powers of the factors, each product once.
function productOf(factors, powers, variables, made) {
  const key = powers.join(",");
  if (!made.has(key)) {
    const last = powers.findLastIndex((n) => n > 0);
    const rest = powers.map((n, i) => (i === last ? n - 1 : n));
    const one = new Map([[Array(variables).fill(0).join(","), ONE]]);
    made.set(key, last < 0 ? one : multiply(productOf(factors, rest, variables, made), factors[last], variables));
  }
  return made.get(key);
}

const isZero = (polynomial) => [...polynomial.values()].every((x) => !x.n);

function readPowers(value, length) {
  const found = listed(value, length).map((e) => count(e, 200));
  wellFormed(found.reduce((a, b) => a + b, 0) <= 200, "a power is too high");
  return found;
}

function polynomialKind(data) {
  const given = record(data, "variables constraints equalities claim multiplier terms equality_terms");
  const names = listed(given.variables);
  const named = names.every((name) => typeof name === "string" && /^[A-Za-z_][A-Za-z_0-9]{0,30}$/.test(name));
  wellFormed(named && new Set(names).size === names.length && names.length <= 64, "variables have other names");
  const n = names.length;
  const relation = (value) => {
    const { polynomial, strict } = record(value, "polynomial strict");
    wellFormed(typeof strict === "boolean", "strict is true or false");
    return { polynomial: readPolynomial(polynomial, n), strict };
  };
  const constraints = listed(given.constraints).map(relation);
  const equalities = listed(given.equalities).map((each) => readPolynomial(each, n));
  const claim = relation(given.claim);
  const multiplier = readPowers(given.multiplier, constraints.length);
  const terms = listed(given.terms).map((term) => {
    const { coefficient, factors, square } = record(term, "coefficient factors square");
    const found = { coefficient: rational(coefficient), factors: readPowers(factors, constraints.length), square: square === null ? null : readPolynomial(square, n) };
    wellFormed(found.coefficient.n >= 0n, "a coefficient is negative");
    return found;
  });
  const equalityTerms = listed(given.equality_terms).map((term) => {
    const [index, polynomial] = listed(term, 2);
    return [count(index, equalities.length - 1), readPolynomial(polynomial, n)];
  });

  const factors = constraints.map((each) => each.polynomial);
  const made = new Map();
  const left = new Map();
  addInto(left, multiply(claim.polynomial, productOf(factors, multiplier, n, made), n), ONE, n);
  for (const { coefficient, factors: powers, square } of terms) {
    const product = productOf(factors, powers, n, made);
    addInto(left, square === null ? product : multiply(product, multiply(square, square, n), n), coefficient.negated(), n);
  }
  for (const [index, polynomial] of equalityTerms) addInto(left, multiply(equalities[index], polynomial, n), ONE.negated(), n);
  holds(multiplier.every((e, i) => !e || constraints[i].strict), "a multiplier may be zero");
  if (claim.strict) {
    const positive = terms.some((term) => term.coefficient.n > 0n && term.square === null && term.factors.every((e, i) => !e || constraints[i].strict));
    holds(positive, "no term is positive");
  }
  holds(isZero(left), "the two sides differ");
  const hypotheses = [...constraints.map((each) => `${polynomialText(each.polynomial, names)} ${each.strict ? ">" : ">="} 0`), ...equalities.map((each) => `${polynomialText(each, names)} = 0`)];
  const given_ = hypotheses.length ? ` with ${hypotheses.join(", ")}` : "";
  return `${polynomialText(claim.polynomial, names)} ${claim.strict ? ">" : ">="} 0 for all real ${names.join(", ")}${given_}`;
}

function polynomialText(polynomial, names) {
  const terms = [...polynomial].filter(([, x]) => x.n).map(([key, x]) => [key === "" ? [] : key.split(",").map(Number), x]);
  terms.sort(([a], [b]) => {
    for (let i = a.length - 1; i >= 0; i -= 1) if (a[i] !== b[i]) return b[i] - a[i];
    return 0;
  });
  const parts = terms.map(([exponents, x]) => {
    const powers = exponents.flatMap((e, i) => (e ? [e === 1 ? names[i] : `${names[i]}^${e}`] : []));
    if (!powers.length) return `${x}`;
    if (x.equals(ONE)) return powers.join("*");
    if (x.negated().equals(ONE)) return `-${powers.join("*")}`;
    return [`${x}`, ...powers].join("*");
  });
  let text = parts.length ? parts[0] : "0";
  for (const part of parts.slice(1)) text += part[0] === "-" ? ` - ${part.slice(1)}` : ` + ${part}`;
  return text.length > 400 ? `(the polynomial with SHA-256 ${sha256(text)})` : text;
}

// ---------------------------------------------------------------- the statement (section 7)

function canonical(x) {
  if (Array.isArray(x)) return `[${x.map(canonical).join(",")}]`;
  return typeof x === "string" ? `"${x}"` : `${x}`;
}

function textOf(x) {
  return Array.isArray(x) ? `(${x.map(textOf).join(", ")})` : `${x}`;
}

function item(x) {
  const text = textOf(x);
  return text.length <= 200 ? text : `SHA-256 ${sha256(canonical(x))}`;
}

function priorText(prior, sizes) {
  if (sizes.every((n) => n === 1)) return item(prior);
  const text = `(${prior.map((q, c) => (sizes[c] > 1 ? `${sizes[c]} x ${q}` : q)).join(", ")})`;
  return text.length <= 200 ? text : `SHA-256 ${sha256(canonical(prior.map((q, c) => [sizes[c], q])))}`;
}

const SHORT = 10n ** 12n;

function isShort(x) {
  return abs(x.n) < SHORT && x.d < SHORT;
}

function rounded(x, side) {
  if (isShort(x)) return `${x}`;
  const upward = (side === "up") === x.n > 0n;
  const top = abs(x.n);
  let exponent = top.toString().length - x.d.toString().length;
  const scaled = (e) => (e >= 0 ? [top, x.d * 10n ** BigInt(e)] : [top * 10n ** BigInt(-e), x.d]);
  const atLeastOne = ([a, b]) => a >= b;
  if (!atLeastOne(scaled(exponent))) exponent -= 1;
  const [a, b] = scaled(exponent - 11);
  let digits = a / b;
  if (upward && digits * b !== a) digits += 1n;
  if (digits === SHORT) {
    digits /= 10n;
    exponent += 1;
  }
  return `${x.n < 0n ? "-" : ""}${decimal(digits.toString(), exponent)} (rounded ${side})`;
}

function decimal(digits, exponent) {
  const trimmed = (integer, rest) => (rest.replace(/0+$/, "") ? `${integer}.${rest.replace(/0+$/, "")}` : integer);
  if (exponent < -5 || exponent >= 12) return `${trimmed(digits[0], digits.slice(1))}e${exponent}`;
  if (exponent < 0) return trimmed("0", "0".repeat(-exponent - 1) + digits);
  return trimmed(digits.slice(0, exponent + 1), digits.slice(exponent + 1));
}

function levelText(privacy) {
  const { raw } = privacy;
  let text;
  if (!Array.isArray(raw.gamma) || !Array.isArray(raw.gamma[0])) text = raw.epsilon === undefined ? `epsilon = ln ${item(raw.gamma)}` : `epsilon = ${item(raw.epsilon)}`;
  else if (raw.distances_squared !== undefined) text = `G = exp(${item(raw.epsilon)} d), d^2 = ${item(raw.distances_squared)}`;
  else text = `G = ${item(raw.above === undefined ? raw.gamma : raw.above)}`;
  return raw.delta === "0" ? text : `(${text}, delta = ${item(raw.delta)})`;
}

function tableText(privacy) {
  return privacy.raw.above === undefined ? "this table" : `this table, private at G = ${item(privacy.raw.gamma)},`;
}

function evidence(gap, bound, words, value, side) {
  return !gap.n && isShort(bound) ? "reaches it" : `${words} ${rounded(value, side)}`;
}

function universalText(given, privacy) {
  if (given.universal === undefined) return "";
  const { raw } = privacy;
  const matrix = Array.isArray(raw.gamma) && Array.isArray(raw.gamma[0]);
  const own = matrix ? `G = ${item(raw.gamma)}` : `epsilon = ln ${item(raw.epsilon === undefined ? raw.gamma : raw.gamma[0])}`;
  const level_ = raw.delta === "0" ? own : `(${own}, delta = ${item(raw.delta)})`;
  return `; every ${level_} private mechanism is C P for this table P and a channel C`;
}

// ---------------------------------------------------------------- SHA-256 (FIPS 180-4)

function sha256(text) {
  const rotate = (x, n) => (x >>> n) | (x << (32 - n));
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  // The first 32 bits of the fractional parts of roots of primes, in whole numbers.
  const root = (p, degree) => {
    let low = 0n;
    let high = 1n << 40n;
    const wanted = BigInt(p) << BigInt(32 * degree);
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** BigInt(degree) <= wanted) low = middle;
      else high = middle;
    }
    return Number(low & 0xffffffffn) | 0;
  };
  const constants = primes.map((p) => root(p, 3));
  const state = primes.slice(0, 8).map((p) => root(p, 2));
  const bytes = [...text].map((character) => character.charCodeAt(0));
  const size = bytes.length * 8;
  bytes.push(128);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Number((BigInt(size) >> BigInt(shift)) & 255n));
  for (let block = 0; block < bytes.length; block += 64) {
    const w = [];
    for (let i = 0; i < 16; i += 1) {
      const at = block + 4 * i;
      w.push((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]);
    }
    for (let i = 16; i < 64; i += 1) {
      const s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w.push((w[i - 16] + s0 + w[i - 7] + s1) | 0);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i]) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (state[i] = (state[i] + x) | 0));
  }
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

// ---------------------------------------------------------------- the verdict (section 2)

const KINDS = {
  prices: pricesKind,
  gradient: gradientKind,
  model: modelKind,
  vertices: verticesKind,
  garbling: garblingKind,
  separation: separationKind,
  polynomial: polynomialKind,
};

function decide(text) {
  wellFormed(text.length <= MOST_BYTES, "more than 4 MiB");
  wellFormed(/^[\x00-\x7f]*$/.test(text), "a character beyond ASCII");
  wellFormed(!text.includes("\\"), "a backslash");
  const long = new RegExp(`(?<![0-9])[0-9]{${MOST_DIGITS + 1}}`);
  wellFormed(!long.test(text), "a number of too many digits");
  const data = parse(text);
  wellFormed(data instanceof Map, "a certificate is an object");
  const format = data.get("format");
  wellFormed(format !== "rropt-certificate/1", "this is a certificate of format 1: make it again with rropt design ... --save FILE");
  wellFormed(format === FORMAT, `format must be ${FORMAT}`);
  const kind = data.get("kind");
  wellFormed(typeof kind === "string" && Object.hasOwn(KINDS, kind), "no kind of this name");
  data.delete("format");
  data.delete("kind");
  measure(data);
  ledger.bits = Math.max(64, bits(ledger.below) + bits(ledger.largest));
  allow(ledger.count);
  return KINDS[kind](data);
}

function checkCertificate(text) {
  doubt = null;
  ledger = { known: new Map(), count: 0, below: 1n, largest: 0n, work: 0 };
  try {
    const statement = decide(text);
    if (doubt !== null) return { verdict: "undecided", statement: "", reason: doubt };
    return { verdict: "verified", statement, reason: "" };
  } catch (error) {
    const known = error instanceof Finding;
    return { verdict: known ? error.verdict : "malformed", statement: "", reason: known ? error.message : `not of the form of a kind: ${error.message}` };
  }
}
