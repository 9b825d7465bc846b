// Kind shuffled (section 6): what the histogram of many reports says about one person.
//
// A law { first, masses, bits } has masses on consecutive whole numbers in units of 2^-bits, each at
// most the true one; what all of them lack to 1 bounds every error.

const LEAST_MASS_BITS = 16;
const MOST_MASS_BITS = 1024;
const MASS_GUARD_BITS = 32;
const MOST_LAW_WIDTH = 2 ** 20;
const MOST_BINOMIAL_WORK = 2 ** 34;
const MOST_PRODUCT_WORK = 2 ** 32;
const STEPS_OF_A_PAIR = 64;
const STEPS_OF_A_CELL = 256;

// The first check that fails ends the reading of this kind: what comes after costs what it says.
class Ended extends Error {}

function needs(condition, reason) {
  holds(condition, reason);
  if (state.refuted) throw new Ended(state.refuted);
}

const integerRoot = (n) => Math.floor(Math.sqrt(n));
const scaleOf = (law) => 1n << BigInt(law.bits);
const pointLaw = (point, digits) => ({ first: point, masses: [1n << BigInt(digits)], bits: digits });
const missingOf = (law) => scaleOf(law) - wholeSum(law.masses);
const keptAt = ({ first, masses }, point) => masses[point - first] || 0n;
const keptFrom = (tails, point) => keptAt(tails, Math.max(tails.first, point));

// What is kept at each place and above it.
function tailsOf(law) {
  const masses = [...law.masses];
  for (let i = masses.length - 2; i >= 0; i -= 1) masses[i] += masses[i + 1];
  return { ...law, masses };
}

function turnedLaw({ first, masses, bits: digits }, total) {
  return { first: total - first - masses.length + 1, masses: [...masses].reverse(), bits: digits };
}

function trimmed(first, masses, digits) {
  const start = masses.findIndex((mass) => mass);
  if (start < 0) return { first, masses: [], bits: digits };
  let end = masses.length;
  while (!masses[end - 1]) end -= 1;
  return { first: first + start, masses: masses.slice(start, end), bits: digits };
}

// ---------------------------------------------------------------- binomials

function binomialLaw(number, chance, digits) {
  const { n, d } = chance.lowest();
  if (!number || !n || n === d) return pointLaw(n && n === d ? number : 0, digits);
  const [people, failure] = [BigInt(number), d - n];
  const guarded = digits + MASS_GUARD_BITS;
  const variance = Number((people * n * failure) / (d * d));
  const length = Math.min(number + 1, 3 * integerRoot(variance * guarded) + 2 * guarded);
  allow(length * digits, MOST_BINOMIAL_WORK);
  const mode = ((people + 1n) * n) / d;
  const above = fallingWeights(people, mode, n, failure, guarded);
  const below = fallingWeights(people, people - mode, failure, n, guarded);
  const weights = [...below.found.reverse(), 1n << BigInt(guarded), ...above.found];
  const all = wholeSum(weights) + above.rest + below.rest;
  const masses = weights.map((weight) => (weight << BigInt(digits)) / all);
  return trimmed(Number(mode) - below.found.length, masses, digits);
}

// Weights beyond the mode, rounded down, and how much all of them may be larger.
function fallingWeights(number, start, success, failure, digits) {
  let weight = 1n << BigInt(digits);
  let rest = 0n;
  const found = [];
  for (let i = start; i < number; i += 1n) {
    const [top, bottom] = [(number - i) * success, (i + 1n) * failure];
    weight = (weight * top) / bottom;
    if (!weight && top < bottom) {
      rest = ceiled(BigInt(found.length + 1) * bottom, bottom - top);
      break;
    }
    found.push(weight);
  }
  const lag = BigInt(found.length);
  return { found, rest: rest + (lag * (lag + 1n)) / 2n };
}

// ---------------------------------------------------------------- sums

function sumLaw(left, right) {
  const digits = left.bits;
  const length = left.masses.length + right.masses.length;
  const words = Math.floor((length * (2 * digits + 8)) / 128);
  allow(length + words * integerRoot(words), MOST_PRODUCT_WORK);
  if (!left.masses.length || !right.masses.length) return { first: 0, masses: [], bits: digits };
  const masses = productOf(left.masses, right.masses, 2 * (Math.floor(digits / 4) + 1));
  return trimmed(left.first + right.first, masses.map((mass) => mass >> BigInt(digits)), digits);
}

// The coefficients of a product of polynomials, by one product of whole numbers: a coefficient is
// so many hexadecimal digits of it.
function productOf(left, right, width) {
  const packed = (masses) => {
    const texts = masses.map((mass) => mass.toString(16).padStart(width, "0"));
    return BigInt(`0x${texts.reverse().join("")}`);
  };
  const one = packed(left);
  const two = left === right ? one : packed(right);
  const length = left.length + right.length - 1;
  const text = (one * two).toString(16).padStart(width * length, "0");
  const end = text.length;
  return range(length).map((i) => BigInt(`0x${text.slice(end - width * (i + 1), end - width * i)}`));
}

function powerLaw(law, number) {
  let found = pointLaw(0, law.bits);
  for (const digit of number.toString(2)) {
    found = sumLaw(found, found);
    if (digit === "1") found = sumLaw(found, law);
  }
  return found;
}

// A few chances of the sum of two independent numbers.
function pairSum(left, right) {
  const shift = BigInt(left.bits);
  const [leftTails, tails] = [left, right].map(tailsOf);
  const met = (other, point) => {
    let total = 0n;
    const [start, last] = [Math.max(0, point - other.first - other.masses.length + 1 - left.first), left.masses.length];
    for (let i = start; i < last && point - left.first - i >= other.first; i += 1) {
      total += left.masses[i] * other.masses[point - left.first - i - other.first];
    }
    return total;
  };
  return {
    scale: scaleOf(left),
    missing: scaleOf(left) - ((wholeSum(left.masses) * wholeSum(right.masses)) >> shift) + 1n,
    at: (point) => met(right, point) >> shift,
    fromOn: (point) => {
      const above = keptFrom(leftTails, point - tails.first + 1);
      return (met(tails, point) + above * keptAt(tails, tails.first)) >> shift;
    },
  };
}

// ---------------------------------------------------------------- above

// From above, both orders of two truths with the chances low and high of report 1.
function deltaOfCounts(groups, low, high, gamma, turns, digits) {
  let laws = groups.map(([number, chance]) => binomialLaw(number, chance, digits));
  while (laws.length > 2) laws = [sumLaw(laws[0], laws[1]), ...laws.slice(2)];
  laws = [...laws, pointLaw(0, digits), pointLaw(0, digits)].slice(0, 2);
  const people = added(groups.map(([number]) => number));
  const exchanged = pairSum(turnedLaw(laws[0], people), turnedLaw(laws[1], 0));
  const first = deltaOfCount(pairSum(...laws), low, high, gamma, turns[0]);
  return greatest(first, deltaOfCount(exchanged, ONE.minus(high), ONE.minus(low), gamma, turns[1]));
}

function deltaOfCount(x, low, high, gamma, turn) {
  const rise = high.minus(gamma.times(low));
  if (rise.n <= 0n) return ZERO;
  const fall = ONE.minus(high).minus(gamma.times(ONE.minus(low)));
  const f = range(4).map((i) => x.at(turn - i));
  const h = (now, before) => fall.times(whole(now)).plus(rise.times(whole(before)));
  needs(h(f[2], f[3] + x.missing).n <= 0n, "h turns positive before");
  const doubtful = greatest(ZERO, h(f[1], f[2] + x.missing));
  let above = rise.times(whole(x.fromOn(turn - 1) + x.missing));
  if (h(f[0] + x.missing, f[1]).n >= 0n) {
    const tail = gamma.minus(ONE).times(whole(x.fromOn(turn)));
    above = least(above, rise.times(whole(f[1] + x.missing)).minus(tail));
  }
  return doubtful.plus(above).over(whole(x.scale)).lowest();
}

function deltaByBlanket(rows, kept, people, gamma, steps, digits) {
  const lowest = rows.map((row) => kept.map((j) => row[j]).reduce((a, b) => (a ? least(a, b) : b), null) || ZERO);
  const found = new Map();
  eachPair(rows[0].length, (a, b) => {
    const pairs = rows.map((row, i) => [row[a].minus(gamma.times(row[b])).lowest(), lowest[i].lowest()]);
    const key = pairs.map(([excess, mass]) => `${excess} ${mass}`).sort().join(",");
    if (!found.has(key)) found.set(key, blanketOfPair(pairs, people, steps, digits));
  });
  return [...found.values()].reduce(greatest, ZERO);
}

function blanketOfPair(pairs, people, steps, digits) {
  const seen = sum(pairs.filter(([, mass]) => !mass.n).map(([excess]) => greatest(ZERO, excess)));
  const values = pairs.filter(([, mass]) => mass.n).map(([excess, mass]) => [excess.over(mass).lowest(), mass]);
  const rest = ONE.minus(sum(values.map(([, mass]) => mass))).lowest();
  if (rest.n > 0n) values.push([ZERO, rest]);
  const [low, high] = [least, greatest].map((end) => values.map(([value]) => value).reduce(end));
  if (high.n <= 0n || low.equals(high)) return seen.plus(greatest(ZERO, high));
  const step = high.minus(low).over(whole(steps)).lowest();
  const law = powerLaw(lawOf(splitValues(values, low, step), digits), people);
  const mean = positiveMean(law, low.times(whole(people)).lowest(), step).over(whole(people));
  const cut = high.times(whole(missingOf(law)));
  return seen.plus(mean.plus(cut).over(whole(scaleOf(law)))).lowest();
}

// Each value on the points low + i step beside it, its mean kept.
function splitValues(values, low, step) {
  return values.flatMap(([value, mass]) => {
    const place = value.minus(low).over(step).lowest();
    const below = place.n / place.d;
    const beyond = place.minus(whole(below));
    return [
      [Number(below), mass.times(ONE.minus(beyond))],
      [Number(below) + 1, mass.times(beyond)],
    ];
  });
}

function positiveMean(law, start, step) {
  const [origin, stride] = [start.n * step.d, step.n * start.d];
  let total = 0n;
  law.masses.forEach((mass, i) => {
    const place = origin + BigInt(law.first + i) * stride;
    if (place > 0n) total += mass * place;
  });
  return new Fraction(total, start.d * step.d);
}

// The law with these masses at whole numbers, each rounded down.
function lawOf(masses, digits) {
  const found = new Map();
  for (const [place, mass] of masses) if (mass.n) found.set(place, (found.get(place) || ZERO).plus(mass));
  const places = [...found.keys()];
  const [first, last] = [Math.min(...places), Math.max(...places)];
  wellFormed(places.length && last - first < MOST_LAW_WIDTH, "whole numbers too far apart");
  const floor = ({ n, d }) => (n << BigInt(digits)) / d;
  return { first, masses: range(last - first + 1).map((i) => floor(found.get(first + i) || ZERO)), bits: digits };
}

// ---------------------------------------------------------------- the kind

function shuffledKind(data) {
  const given = record(data, "table people", "others drawn_from values upper lower");
  const rows = matrixOf(given.table);
  const people = positiveCount(given.people);
  const others = given.others === undefined ? null : readOthers(given.others, rows[0].length, people);
  const drawnFrom = positiveCount(given.drawn_from === undefined ? people : given.drawn_from);
  wellFormed(drawnFrom >= people && (!others || drawnFrom === people), "nobody to draw from");
  const values = given.values === undefined ? null : rationals(given.values, rows.length);
  wellFormed(given.upper !== undefined || given.lower !== undefined, "nothing is claimed");
  allow(STEPS_OF_A_PAIR * rows.length * rows[0].length ** 2);
  const claim = { rows, people, others, drawnFrom, values, share: new Fraction(BigInt(people), BigInt(drawnFrom)) };
  const upper = given.upper === undefined ? null : readUpper(given.upper, claim);
  const lower = given.lower === undefined ? null : readLower(given.lower, claim);
  verifyChannel(rows);
  needs(true);
  const said = [];
  if (upper) said.push(shuffledAbove(upper, claim, given));
  if (lower) said.push(shuffledBelow(lower, claim));
  const view = values ? `the sum of the numbers ${item(given.values)}` : "the histogram";
  const drawn = drawnFrom > people ? ` of people drawn in secret from ${drawnFrom}` : "";
  const seen = `${view} of ${people} reports through table P${drawn}`;
  return `${seen} is ${said.join(", and ")}; P = ${item(given.table)}`;
}

function readOthers(value, truths, people) {
  const found = listed(value, truths).map((x) => index(x, MOST_COUNT));
  wellFormed(added(found) === people - 1, "the others are not one fewer than the people");
  return found;
}

function readShuffledLevel(given) {
  const [epsilon, gamma] = [rational(given.epsilon), rational(given.gamma, ONE)];
  const delta = rational(given.delta, ZERO, ONE);
  const digits = positiveCount(given.bits);
  wellFormed(digits >= LEAST_MASS_BITS && digits <= MOST_MASS_BITS, "too few or too many bits");
  return { epsilon, gamma, delta, digits };
}

function readUpper(value, { rows, people, others }) {
  const given = record(value, "epsilon gamma delta bits", "cells steps kept");
  wellFormed((given.cells !== undefined) !== (given.steps !== undefined), "cells or steps are wanted");
  const level = readShuffledLevel(given);
  const truths = range(rows[0].length);
  if (given.cells !== undefined) {
    wellFormed(rows.length === 2 && given.kept === undefined, "cells are of two reports");
    return { ...level, cells: readCells(given.cells, people, others) };
  }
  let kept = truths;
  if (given.kept !== undefined) {
    wellFormed(others, "kept truths are of known others");
    kept = placesIn(given.kept, truths.length);
  }
  if (others) kept = kept.filter((j) => others[j]);
  return { ...level, kept, steps: positiveCount(given.steps) };
}

function readCells(value, people, others) {
  allow(STEPS_OF_A_CELL * listed(value).length);
  const cells = listed(value).map((row) => listed(row, 3).map((x) => index(x, MOST_COUNT)));
  wellFormed(cells.length && cells[0][0] === 0, "the first cell does not begin with 0");
  wellFormed(!others || cells.length === 1, "known others are one cell");
  const ends = [...cells.slice(1).map(([first]) => first), people];
  wellFormed(cells.every(([first], i) => first < ends[i]), "cells do not ascend");
  return cells.map(([first, ...turns], i) => ({ first, last: ends[i] - 1, turns }));
}

function readLower(value, { rows, people, others, drawnFrom, values }) {
  const given = record(value, "epsilon gamma delta bits others truths scores least");
  const known = readOthers(given.others, rows[0].length, people);
  wellFormed(!others || others.every((n, j) => n === known[j]), "other others than those known");
  const [a, b] = listed(given.truths, 2).map((j) => index(j, rows[0].length));
  wellFormed(drawnFrom === people || known.includes(people - 1), "others with several truths, of people drawn");
  const scores = listed(given.scores, rows.length).map((x) => index(x, MOST_COUNT));
  wellFormed(!values || isOfSum(scores, values), "the test is none of the sum");
  return { ...readShuffledLevel(given), known, pair: [a, b], scores, from: index(given.least, MOST_COUNT) };
}

// Whether the scores are those numbers times one and plus one constant.
function isOfSum(scores, values) {
  const low = values.indexOf(values.reduce(least));
  const high = values.indexOf(values.reduce(greatest));
  const width = values[high].minus(values[low]);
  const rise = whole(scores[high] - scores[low]);
  if (!width.n) return scores.every((score) => score === scores[0]);
  const fits = (score, i) => whole(score - scores[low]).times(width).equals(rise.times(values[i].minus(values[low])));
  return scores.every(fits);
}

// The level of those who are drawn.
const insideLevel = (gamma, share) => ONE.plus(gamma.minus(ONE).over(share)).lowest();

function shuffledAbove(upper, { rows, people, others, share }, given) {
  notNegative(exactly(upper.epsilon).minus(ln(upper.gamma.lowest())), "epsilon is below ln gamma");
  needs(true);
  const gamma = insideLevel(upper.gamma, share);
  const found = upper.cells
    ? deltaOfCells(upper, rows[1], people, others, gamma)
    : deltaByBlanket(rows, upper.kept, others ? 1 + added(upper.kept.map((j) => others[j])) : people, gamma, upper.steps, upper.digits);
  needs(share.times(found).compare(upper.delta) <= 0, "delta is not shown to be as small");
  const known = others ? `where ${item(given.others)} others hold the truths` : "whatever the truths of the others";
  return `(epsilon, delta) = (${up(upper.epsilon)}, ${up(upper.delta)})-private for each person ${known}`;
}

function deltaOfCells({ cells, digits }, chances, people, others, gamma) {
  const [low, high] = [chances.reduce(least), chances.reduce(greatest)];
  const deltas = cells.map(({ first, last, turns }) => {
    const groups = others ? others.map((n, j) => [n, chances[j]]) : [[people - 1 - last, low], [first, high]];
    return deltaOfCounts(groups, low, high, gamma, turns, digits);
  });
  return deltas.reduce(greatest);
}

function shuffledBelow(lower, { rows, people, share }) {
  notNegative(ln(lower.gamma.lowest()).minus(exactly(lower.epsilon)), "epsilon is above ln gamma");
  needs(true);
  let law = pointLaw(0, lower.digits);
  lower.known.forEach((number, truth) => {
    const masses = rows.map((row, i) => [lower.scores[i], row[truth]]);
    if (number) law = sumLaw(law, powerLaw(lawOf(masses, lower.digits), number));
  });
  const [a, b] = lower.pair;
  const [lacks, tails] = [missingOf(law), tailsOf(law)];
  const apart = lower.gamma.minus(ONE).times(ONE.minus(share));
  const alike = lower.known.indexOf(people - 1);
  const parts = rows.map((row, i) => {
    const drawn = share.times(row[a].minus(lower.gamma.times(row[b])));
    const excess = apart.n ? drawn.minus(apart.times(row[alike])) : drawn;
    const chance = keptFrom(tails, lower.from - lower.scores[i]);
    return excess.times(whole(excess.n >= 0n ? chance : chance + lacks));
  });
  const found = sum(parts).over(whole(scaleOf(law)));
  needs(found.compare(lower.delta) >= 0, "delta is not shown to be as large");
  const isDrawn = share.compare(ONE) < 0;
  const where = isDrawn ? `where all others hold truth ${alike}` : `where ${item(lower.known)} others hold the truths`;
  return `private at epsilon = ${down(lower.epsilon)} for no delta below ${down(lower.delta)} ${where}`;
}
