// A second checker of rropt's certificates, written from the rules in rropt/checker/FORMAT.md;
// section numbers are those of that page. What is malformed ends the reading at once. What is refuted
// or in doubt is remembered and the reading goes on, so each check stands where its field is read.
//
// This page: fractions of whole numbers of any length, enclosures of logarithms and square roots.
// Nothing is decided by a float. Fractions are not reduced: all numbers of a certificate have one
// denominator, so sums of products of as many of them have one as well.
"use strict";

// What was found so far, and how many and how long the numbers are.
let state;

class Malformed extends Error {}

function wellFormed(condition, reason) {
  if (!condition) throw new Malformed(reason);
}

function holds(condition, reason) {
  if (!condition && !state.refuted) state.refuted = reason;
  return condition;
}

const abs = (n) => (n < 0n ? -n : n);
const signOf = (n) => (n < 0n ? -1 : n > 0n ? 1 : 0);
const range = (n) => Array.from({ length: n }, (_, i) => i);
const added = (numbers) => numbers.reduce((a, b) => a + b, 0);
const wholeSum = (numbers) => numbers.reduce((a, b) => a + b, 0n);
const greater = (a, b) => (a > b ? a : b);
const lesser = (a, b) => (a < b ? a : b);

// The whole numbers next to n / d, d positive, from below and from above.
function floored(n, d) {
  const found = n / d;
  return n < 0n && found * d !== n ? found - 1n : found;
}

const ceiled = (n, d) => -floored(-n, d);

// The number of binary digits.
function bits(n) {
  const digits = abs(n).toString(16);
  return n ? 4 * digits.length + 28 - Math.clz32(parseInt(digits[0], 16)) : 0;
}

// Euclid's algorithm. The leading 48 bits of long numbers decide many steps at once: these steps are
// a matrix (p, q; r, s), followed for as long as any rest of the digits leads to the same quotient.
function gcd(a, b) {
  [a, b] = abs(a) < abs(b) ? [abs(b), abs(a)] : [abs(a), abs(b)];
  while (b) {
    const shift = BigInt(Math.max(0, bits(a) - 48));
    let [x, y, p, q, r, s] = [Number(a >> shift), Number(b >> shift), 1, 0, 0, 1];
    while (shift && y + r && y + s) {
      const quotient = Math.floor((x + p) / (y + r));
      if (quotient !== Math.floor((x + q) / (y + s))) break;
      [x, p, q, y, r, s] = [y, r, s, x - quotient * y, p - quotient * r, q - quotient * s];
    }
    if (q) [a, b] = [BigInt(p) * a + BigInt(q) * b, BigInt(r) * a + BigInt(s) * b];
    else [a, b] = [b, a % b];
  }
  return a;
}

// The last product of two denominators: long ones are mostly the same two.
const denominators = { left: 1n, right: 1n, product: 1n };

function productOfDenominators(left, right) {
  if (left !== denominators.left || right !== denominators.right) {
    Object.assign(denominators, { left, right, product: left * right });
  }
  return denominators.product;
}

class Fraction {
  constructor(n, d = 1n) {
    this.n = n;
    this.d = d; // positive
  }
  plus(o) {
    if (this.d === o.d) return new Fraction(this.n + o.n, this.d);
    if (this.d < o.d) return o.plus(this);
    if (this.d % o.d) return new Fraction(this.n * o.d + o.n * this.d, this.d * o.d);
    return new Fraction(this.n + o.n * (this.d / o.d), this.d);
  }
  negated() { return new Fraction(-this.n, this.d); }
  minus(o) { return this.plus(o.negated()); }
  times(o) { return new Fraction(this.n * o.n, productOfDenominators(this.d, o.d)); }
  over(o) { return new Fraction(o.n < 0n ? -this.n * o.d : this.n * o.d, this.d * abs(o.n)); }
  compare(o) { return signOf(this.minus(o).n); }
  equals(o) { return this.compare(o) === 0; }
  lowest() {
    const common = gcd(this.n, this.d);
    return new Fraction(this.n / common, this.d / common);
  }
  toString() {
    const { n, d } = this.lowest();
    return d === 1n ? `${n}` : `${n}/${d}`;
  }
}

const whole = (n) => new Fraction(BigInt(n));
const [ZERO, ONE, TWO] = [0, 1, 2].map(whole);
const HALF = ONE.over(TWO);
const square = (x) => x.times(x);
const magnitude = (x) => new Fraction(abs(x.n), x.d);
const least = (a, b) => (a.compare(b) <= 0 ? a : b);
const greatest = (a, b) => (a.compare(b) >= 0 ? a : b);
const product = (items) => items.reduce((a, b) => a.times(b), ONE);

// Neighbours first, so that different denominators are multiplied as late as possible.
function sum(items) {
  if (items.length < 2) return items.length ? items[0] : ZERO;
  const pair = (i) => (i + 1 < items.length ? items[i].plus(items[i + 1]) : items[i]);
  return sum(range(Math.ceil(items.length / 2)).map((i) => pair(2 * i)));
}

// Fractions as whole numbers over one unit.
function cleared(items) {
  let unit = items.length ? items[0].d : 1n;
  for (const { d } of items) if (d !== unit && unit % d) unit = (unit / gcd(unit, d)) * d;
  return { unit, wholes: items.map((x) => (x.d === unit ? x.n : x.n * (unit / x.d))) };
}

// Rows of fractions as rows of whole numbers over one unit.
function clearedRows(given) {
  const { unit, wholes } = cleared(given.flat());
  let place = 0;
  return { unit, rows: given.map((row) => wholes.slice(place, (place += row.length))) };
}

function dot(a, b) {
  const [left, right] = [cleared(a), cleared(b)];
  return new Fraction(wholeDot(left.wholes, right.wholes), left.unit * right.unit);
}

function wholeDot(a, b) {
  let total = 0n;
  for (let i = 0; i < a.length; i += 1) total += a[i] * b[i];
  return total;
}

// A number between low and high (section 2).
class Enclosure {
  constructor(low, high = low) {
    this.low = low;
    this.high = high;
  }
  plus(o) { return new Enclosure(this.low.plus(o.low), this.high.plus(o.high)); }
  minus(o) { return new Enclosure(this.low.minus(o.high), this.high.minus(o.low)); }
  scaled(x) {
    const ends = [this.low.times(x), this.high.times(x)];
    return x.n < 0n ? new Enclosure(ends[1], ends[0]) : new Enclosure(ends[0], ends[1]);
  }
}

const exactly = (x) => new Enclosure(x);

function notNegative(x, reason) {
  holds(x.high.n >= 0n, reason);
  if (x.low.n < 0n && !state.doubt) state.doubt = `undecided: ${reason}`;
}

const PRECISION = 512n;
const UNIT = 1n << PRECISION;
// Of numbers that are rounded to far fewer bits: a fifth of the work.
const FEWER_BITS = 256n;
// Each of at most 162 terms of a series is right to 4 units, and the exponent of a number in a file of
// 4 MiB is below 2^25, so that a logarithm is right to 2^36 units.
const SLACK = 1n << 40n;

// 2 artanh(top / bottom) = 2 (y + y^3 / 3 + y^5 / 5 + ...), in units of 2^-precision.
function twiceArtanh(top, bottom, precision = PRECISION) {
  if (top < 0n) return -twiceArtanh(-top, bottom, precision);
  let power = (top << precision) / bottom;
  const factor = (power * power) >> precision;
  let total = 0n;
  for (let odd = 1n; power; odd += 2n) {
    total += power / odd;
    power = (power * factor) >> precision;
  }
  return 2n * total;
}

const PARTS = 256n;
const lnOfParts = new Map();

// ln(near / 256), kept: few numbers are near to all.
function lnOfPart(near, precision) {
  const key = `${precision} ${near}`;
  if (!lnOfParts.has(key)) lnOfParts.set(key, twiceArtanh(near - PARTS, near + PARTS, precision));
  return lnOfParts.get(key);
}

// ln x = e ln 2 + ln(n / 256) + 2 artanh((256 m - n) / (256 m + n)) for x = 2^e m, 1/2 < m < 2, n near 256 m.
function logarithm(top, bottom, precision = PRECISION) {
  const exponent = BigInt(bits(top) - bits(bottom));
  const [left, right] = exponent > 0n ? [top * PARTS, bottom << exponent] : [(top * PARTS) << -exponent, bottom];
  const near = (2n * left + right) / (2n * right);
  const beside = twiceArtanh(left - near * right, left + near * right, precision);
  return beside + lnOfPart(near, precision) + exponent * lnOfPart(2n * PARTS, precision);
}

function ln(x, precision = PRECISION) {
  if (!holds(x.n > 0n, "a logarithm of a number that is not positive")) return exactly(ZERO);
  if (x.n === x.d) return exactly(ZERO);
  const middle = logarithm(x.n, x.d, precision);
  const unit = 1n << precision;
  return new Enclosure(new Fraction(middle - SLACK, unit), new Fraction(middle + SLACK, unit));
}

// sqrt(n / d) = sqrt(n d) / d, exact where it is rational. Newton's steps from above.
function squareRoot({ n, d }) {
  if (!n) return exactly(ZERO);
  const radicand = (n * d) << (2n * PRECISION);
  let root = 1n << BigInt((bits(radicand) + 1) >> 1);
  for (let next = (root + radicand / root) >> 1n; next < root; next = (root + radicand / root) >> 1n) root = next;
  const above = root * root === radicand ? root : root + 1n;
  return new Enclosure(new Fraction(root, d * UNIT), new Fraction(above, d * UNIT));
}
