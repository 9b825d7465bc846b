// The text of a certificate (section 1), readers of its fields, and what is too large (LIMITS.md).

const MOST_BYTES = 4194304;
const MOST_DIGITS = 4300;
const MOST_COUNT = 2147483647;
const DEEPEST = 100;
const MOST_DENOMINATOR_BITS = 2 ** 16;
const MOST_WORK = 2 ** 29;
const MOST_CUBE_WORK = 2 ** 31;
const MOST_CUBE_VALUES = 2 ** 23;
const MOST_PATTERN_WORK = 2 ** 35;
const MOST_ROOT_SQUARES = 2 ** 33;
const MOST_RAY_WORK = 2 ** 33;
const MOST_LONG_RAYS = 2 ** 42;
const MOST_QUOTIENT_WORK = 2 ** 36;
const MOST_QUOTIENT_SQUARES = 2 ** 40;
const MOST_ELIMINATION = 2 ** 42;
const MOST_SUM_BITS = 2 ** 19;
const MOST_CUBE = 2 ** 20;
const FEW_TRUTHS = 24;
const MOST_PATTERNS = 2 ** FEW_TRUTHS;
const MOST_LOOKED = 2 ** 22;
const MOST_DOUBTFUL = 2 ** 14;
const MOST_STAIRCASES = 2 ** 14;
const MOST_GROWING = 2 ** 15;
const MOST_LOGARITHMS = 2 ** 14;
const MOST_RAY_LOGARITHMS = 40000;
const MOST_MATRIX = 512;
// A level is read, or looked at at a row, in the time of so many entries of its form.
const LEVEL = 12;
// Steps of writing an entry of a form of a condition.
const ENTRY_OF_FORM = 8;

const SIGN = "([[\\]{}:,])";
const STRING = '"([^"\\x00-\\x1f]*)"';
const DIGITS = "((?:0|[1-9][0-9]{0,9})(?![0-9.eE]))";
const TOKEN = new RegExp(`[ \\t\\n\\r]*(?:${SIGN}|${STRING}|${DIGITS}|(true|false|null))`, "y");
const BLANK = /^[ \t\n\r]*$/;
const RATIONAL = /^-?(0|[1-9][0-9]*)(\/[1-9][0-9]*)?$/;
const WORDS = { true: true, false: false, null: null };

// Objects become Maps, integers numbers; a key stands once.
function parse(text) {
  TOKEN.lastIndex = 0;

  function token() {
    const found = TOKEN.exec(text);
    wellFormed(found, "not the JSON of a certificate");
    return found;
  }
  // What stands between an opening sign and its end, with commas between.
  function members(end, read) {
    let next = token();
    if (next[1] === end) return;
    for (;;) {
      read(next);
      const sign = token()[1];
      if (sign === end) return;
      wellFormed(sign === ",", "a comma is missing");
      next = token();
    }
  }
  function value([, sign, string, digits, word], depth) {
    if (string !== undefined) return string;
    if (word !== undefined) return WORDS[word];
    if (digits !== undefined) {
      wellFormed(Number(digits) <= MOST_COUNT, "a count is too large");
      return Number(digits);
    }
    wellFormed(depth < DEEPEST, "lists within lists without end");
    wellFormed(sign === "[" || sign === "{", "a value is missing");
    const list = [];
    const object = new Map();
    const member = ([, , key]) => {
      wellFormed(key !== undefined && !object.has(key), "no key, or one twice");
      wellFormed(token()[1] === ":", "a colon is missing");
      object.set(key, value(token(), depth + 1));
    };
    if (sign === "[") members("]", (each) => list.push(value(each, depth + 1)));
    else members("}", member);
    return sign === "[" ? list : object;
  }

  const found = value(token(), 0);
  wellFormed(BLANK.test(text.slice(TOKEN.lastIndex)), "text after the end");
  return found;
}

// How long numbers are: those of the field shares, with which nothing else is computed, and the others.
function measure(data) {
  const others = new Map(data);
  others.delete("shares");
  const [inShares, inOthers] = [data.get("shares"), others].map(numbersIn);
  Object.assign(state, { bits: inShares.bits, shares: inShares.known, bitsOfShares: inShares.bits, announced: 0 });
  allow(inShares.count);
  Object.assign(state, { bits: inOthers.bits, known: inOthers.known });
  allow(inOthers.count);
}

// Every rational gets the one denominator, after it is known that there is room for all of them.
function numbersIn(data) {
  const known = new Map();
  let [count, largest, unit] = [0, 0n, 1n];
  const visit = (value) => {
    if (value instanceof Map || Array.isArray(value)) {
      value.forEach(visit);
    } else if (typeof value === "number") {
      count += 1;
      if (value > largest) largest = BigInt(value);
    } else if (typeof value === "string" && RATIONAL.test(value)) {
      count += 1;
      if (!known.has(value)) known.set(value, inLowestTerms(value));
    }
  };
  visit(data);
  for (const { n, d } of known.values()) {
    if (abs(n) > largest) largest = abs(n);
    if (unit % d === 0n) continue;
    unit = (unit / gcd(unit, d)) * d;
    wellFormed(bits(unit) <= MOST_DENOMINATOR_BITS, "the common denominator is too long");
    wellFormed(count * bits(unit) <= MOST_WORK, "too many numbers that are too long");
  }
  for (const [text, { n, d }] of known) known.set(text, new Fraction(n * (unit / d), unit));
  return { known, count, bits: Math.max(96, bits(unit) + bits(largest)) };
}

function inLowestTerms(text) {
  const [top, bottom] = text.split("/");
  const found = new Fraction(BigInt(top), BigInt(bottom || 1));
  const lowest = text !== "-0" && bottom !== "1" && (!bottom || gcd(found.n, found.d) === 1n);
  wellFormed(lowest, "a rational is not in lowest terms");
  return found;
}

// A loop announces its steps with numbers of this length, a share of the most that it may cost alone.
// All shares add up to at most one: every most is a power of two, so the sum is exact.
function allow(steps, most = MOST_WORK) {
  allowCounted(steps * state.bits, most);
}

// The same for a loop over whole numbers, which are short whatever the rationals are.
function allowCounted(steps, most) {
  wellFormed(state.announced + steps / most <= 1, "too many steps with too long numbers");
  state.announced += steps / most;
}

const few = (number, most, what) => wellFormed(number <= most, `too many ${what}`);

function rational(value, low = null, high = null, known = state.known) {
  const found = known.get(value);
  wellFormed(found, "a rational is missing");
  wellFormed(!low || found.compare(low) >= 0, "a number is too small");
  wellFormed(!high || found.compare(high) <= 0, "a number is too large");
  return found;
}

function index(value, below) {
  wellFormed(typeof value === "number" && value < below, "an index is missing");
  return value;
}

// Indices, each once.
function placesIn(value, below) {
  const found = listed(value).map((place) => index(place, below));
  wellFormed(new Set(found).size === found.length, "a place stands twice");
  return found;
}

function positiveCount(value) {
  wellFormed(typeof value === "number" && value > 0, "a count is missing");
  return value;
}

function listed(value, length) {
  wellFormed(Array.isArray(value), "a list is missing");
  wellFormed(length === undefined || value.length === length, "a list has another length");
  return value;
}

const rationals = (value, length, low) => listed(value, length).map((x) => rational(x, low));

function symmetricMatrix(value, m) {
  const found = matrixOf(value, m, m);
  wellFormed(found.every((row, c) => row.every((x, d) => x.equals(found[d][c]))), "not symmetric");
  return found;
}

function matrixOf(value, rows, columns) {
  const entries = listed(value, rows);
  wellFormed(entries.length && listed(entries[0]).length, "a matrix is empty");
  return entries.map((row) => rationals(row, columns === undefined ? entries[0].length : columns));
}

// An object with these fields and no others.
function record(value, required, optional = "") {
  wellFormed(value instanceof Map, "an object is missing");
  const [must, may] = [required, optional].map((names) => names.split(" ").filter(Boolean));
  for (const key of must) wellFormed(value.has(key), `${key} is missing`);
  for (const key of value.keys()) wellFormed(must.includes(key) || may.includes(key), `${key} is not known here`);
  return Object.fromEntries(value);
}

// The word in a field of an object that says how the rest of it is read.
function named(value, field, names) {
  wellFormed(value instanceof Map, "an object is missing");
  const name = value.get(field);
  wellFormed(typeof name === "string" && Object.hasOwn(names, name), `no ${field} of this name`);
  return name;
}

// [[a, b, x], ...], or with one place [[n, x], ...]: each once, x not negative.
function amounts(value, below, places) {
  const found = listed(value).map((entry) => listed(entry, places + 1));
  const names = found.map((entry) => entry.slice(0, places).map((place) => index(place, below)).join());
  wellFormed(new Set(names).size === names.length, "a place stands twice");
  return found.map((entry) => [...entry.slice(0, places), rational(entry[places], ZERO)]);
}

// Probabilities, one a truth of a class.
function distribution(value, sizes) {
  const found = rationals(value, sizes.length, ZERO);
  wellFormed(dot(found, sizes.map(whole)).equals(ONE), "a prior does not add up to one");
  return found;
}
