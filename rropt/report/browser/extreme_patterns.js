// The proof `extremes`: charge - u is concave on the cells that the planes r_a = g_ab r_b cut out, so
// it is enough to look at their extreme rays (section 4).

function readExtremes(value, charge, utility) {
  record(value, "proof");
  charge.privacy.look(charge, utility);
}

const rowOfRay = (ray) => ray.map((x) => [[new Fraction(x), 1]]);

// What grows for levels of pairs, and each single alone.
function lookAtGrown(levels) {
  return (charge, utility) => {
    const k = added(charge.sizes);
    const alone = levels.singles.map((j) => rowOfRay(range(k).map((c) => (c === j ? 1n : 0n))));
    const { number } = charge.privacy;
    const counted = countedSizes(charge, utility);
    const longest = k * longestLevel(levels, charge.sizes.length);
    if (number) allowLooks(fewStaircases(counted), charge, utility, k, longest);  // before they are made
    const rows = [...raysOf({ ...levels, number }, charge.sizes, counted), ...alone];
    if (!number) allowLooksAtGrown(rows.length, charge, utility, longest + bitsOfPayment(charge, utility));
    lookAtRows(rows, charge, utility);
  };
}

// Of numerator and denominator together.
function longestLevel({ high }, m) {
  const levels = range(m).flatMap((a) => range(m).map((b) => (a === b && m > 1 ? null : high(a, b))));
  return levels.reduce((most, g) => Math.max(most, g ? bits(g.lowest().n) + bits(g.lowest().d) : 0), 0);
}

function lookAt(rows, charge, utility, runs) {
  allowLooks(rows.length, charge, utility, runs);
  lookAtRows(rows, charge, utility);
}

// How long the prices, these forms and the numbers of u are, where these are known; else all numbers.
function bitsOfPayment({ y, budgets }, { numbers }, forms = []) {
  if (!numbers) return state.bits;
  const { unit, wholes } = cleared([...y, ...budgets.map(({ price }) => price), ...forms.flat(), ...numbers].map((x) => x.lowest()));
  const largest = wholes.map(abs).reduce(greater);
  return Math.max(96, bits(unit) + bits(largest));
}

const productsAt = (number, charge, utility) => number * (utility.steps + charge.y.length + added(charge.budgets.map((budget) => budget.steps)));

const REDUCED = 8;

// A quotient of values so long is reduced, which takes the square of their length.
function allowLooksAtGrown(number, charge, utility, long) {
  allowCounted(productsAt(number, charge, utility) * long, MOST_RAY_WORK);
  allowCounted(REDUCED * number * long ** 2, MOST_LONG_RAYS);
  allowWorths(number, utility);
}

// Entries of rays are products of levels, so long at most.
function allowLooks(number, charge, utility, runs, longest = 0) {
  const products = productsAt(number, charge, utility);
  allow(products * (runs + 2), MOST_RAY_WORK);
  allow(products * longest, MOST_LONG_RAYS);
  allowWorths(number, utility);
}

function lookAtRows(rows, charge, utility) {
  if (utility.logarithms) fewLogarithms(rows, MOST_RAY_LOGARITHMS);
  if (utility.knows) rows.forEach(utility.knows);
  const { unit, wholes } = cleared(charge.y.map((price) => price.lowest()));  // shorter than over that of all numbers
  const short = { ...charge, y: wholes.map((n) => new Fraction(n, unit)) };
  for (const row of rows) notNegative(exactly(chargeOf(short, row)).minus(utility.worth(row)), UNCOVERED);
}

// What values of a utility cost beside the products of its forms.
function allowWorths(rows, utility, long = state.bits) {
  fewQuotients(rows, utility, long);
  if (utility.eliminates) allow(rows * utility.eliminates ** 5 * state.bits, MOST_ELIMINATION);
}

// A sum of quotients multiplies their denominators.
function fewQuotients(rows, { parts, steps }, long = state.bits) {
  if (!parts || parts.length === 1) return;
  allowCounted(rows * steps * parts.length * long, MOST_QUOTIENT_WORK);
  allowCounted(rows * (parts.length * long) ** 2, MOST_QUOTIENT_SQUARES);
}

// A logarithm for each different positive value of a row.
function fewLogarithms(rows, most) {
  const each = (row) => new Set(valuesOf(row).map((x) => x.n).filter(Boolean)).size;
  few(added(rows.map(each)), most, "logarithms");
}

// ---------------------------------------------------------------- {1, g}^k

// Truths that the utility does not see take their cheaper entry; for g = 1 there is one pattern.
function lookAtCube(charge, utility) {
  const { y, sizes, privacy: { number: g } } = charge;
  if (utility.actions) {
    allow(sizes.length * utility.actions.length);
    coverByMinima(charge, utility);
    return;
  }
  const isSeen = sizes.map((_, c) => g.n > g.d && sees(utility, c));
  const decidedByForms = utility.parts || utility.information;
  const classes = decidedByForms ? mergedTruths(charge, utility.forms) : sizes.map((many, c) => ({ c, many }));
  const patterns = classes.reduce((n, { c, many }) => (isSeen[c] ? n * (many + 1) : n), 1);
  const isFew = utility.information && added(sizes) <= FEW_TRUTHS;
  const limits = isFew ? [MOST_PATTERNS, MOST_PATTERN_WORK] : [MOST_CUBE, MOST_CUBE_WORK];
  few(patterns, limits[0], "extreme patterns");
  allow(patterns * (1 + utility.forms.length), limits[1]);
  if (utility.parts) few(patterns * (1 + utility.forms.length), MOST_CUBE_VALUES, "values at extreme patterns");
  fewQuotients(patterns, utility);
  if (decidedByForms) {
    walkCube(charge, utility, isSeen, g, classes);
    return;
  }
  few(patterns, MOST_STAIRCASES, "extreme patterns");
  const numbers = sizes.map((many, c) => (isSeen[c] ? range(many + 1) : [y[c].n < 0n ? many : 0]));
  const rows = rowsOfTwoValues(sizes, numbers, whole(g.d), whole(g.n));
  lookAt(rows, charge, utility, added(sizes.map((n) => Math.min(n, 2))));
}

// Truths with one price that no form tells apart: how many of them are at the top is all that counts.
function mergedTruths({ y, sizes }, forms) {
  const found = new Map();
  sizes.forEach((many, c) => {
    const key = [y, ...forms].map((form) => `${form[c]}`).join(" ");
    const merged = found.get(key) || { c, many: 0 };
    merged.many += many;
    found.set(key, merged);
  });
  return [...found.values()];
}

// Prices and forms as whole numbers over one unit; what each truth that is seen adds to them.
function walkCube({ y }, utility, isSeen, g, classes) {
  const { rows: forms, unit } = clearedRows([y, ...utility.forms]);
  const sums = forms.map(() => 0n);
  const truths = [];
  classes.forEach(({ c, many }) => {
    const start = BigInt(many) * (!isSeen[c] && y[c].n < 0n ? g.n : g.d);
    forms.forEach((form, f) => (sums[f] += form[c] * start));
    if (isSeen[c]) truths.push([many, forms.map((form) => form[c] * (g.n - g.d))]);
  });
  if (utility.information) coverInformation(sums, truths, g, unit * g.d);
  else coverRatios(utility, sums, truths, unit * g.d);
}

// At every pattern; its values are running sums.
function coverRatios({ fromForms }, sums, truths, one) {
  const visit = (place) => {
    if (place === truths.length) {
      const [paidFor, ...values] = sums;
      holds(new Fraction(paidFor, one).compare(fromForms(values, one)) >= 0, UNCOVERED);
      return;
    }
    const [many, steps] = truths[place];
    visit(place + 1);
    for (let high = 1; high <= many; high += 1) {
      steps.forEach((step, f) => (sums[f] += step));
      visit(place + 1);
    }
    steps.forEach((step, f) => (sums[f] -= step * BigInt(many)));
  };
  visit(0);
}

const TANGENTS = 8192;
const FROM_TANGENT = 128;
const INNER_PARTS = 512;
const COARSE = 192n;

// With P = y.r and T = q.r, u = c (T - 1) - T ln T. First T ln T >= T ln s + T - s with s in the middle
// of one of 8192 parts of [1, g], downwards in units of 2^-192. This is linear, and a pattern an outer
// part beside an inner one: the least inner part shows all patterns with an outer part to be covered,
// where it does; the others are looked at with an s near to their T, and then with ln T itself.
function coverInformation(sums, truths, g, one) {
  const { tangentAt, linear, placeOf, start } = tangentsOf(g, one);
  const [inner, outer] = splitParts(truths, sums);
  const places = inner.map(([, share]) => placeOf(share));
  const lines = [];
  const lineAt = (part) => {
    const line = () => inner.map((point, n) => [linear(tangentAt(part), point), n]);
    lines[part] ??= line().sort(([x], [y]) => signOf(x - y));
    return lines[part];
  };
  const beside = (part, point) => linear(tangentAt(part), point) + tangentAt(part).constant;
  const slackAt = (part, point) => lineAt(part)[0][0] + beside(part, point);
  const coverAt = (P, T) => coverPoint(g, new Fraction(P, one), new Fraction(T, one));
  const doubtful = new Map();
  let part = start;
  let looked = 0;
  for (const point of outer) {
    let slack = slackAt(part, point);
    // What a tangent leaves is concave in its s: on both sides of the best it falls.
    for (const step of [FROM_TANGENT, -FROM_TANGENT]) {
      while (slack < 0n && part + step >= 0 && part + step < TANGENTS) {
        const further = slackAt(part + step, point);
        if (further <= slack) break;
        [part, slack] = [part + step, further];
      }
    }
    const left = -beside(part, point);
    const place = placeOf(point[1] - one);
    for (const [value, n] of slack < 0n ? lineAt(part) : []) {
      if (value >= left) break;
      looked += 1;
      const [P, T] = [point[0] + inner[n][0], point[1] + inner[n][1]];
      const near = Math.min(Math.max(Math.floor(place + places[n]), 0), TANGENTS - 1);
      if (beside(near, [P, T]) >= 0n) continue;
      const known = doubtful.get(T);
      if (known === undefined) coverAt(P, T);
      if (state.refuted) return; // prices that are far too low: at the first of many patterns
      if (known === undefined || P < known) doubtful.set(T, P);
    }
    if (looked > MOST_LOOKED || doubtful.size > MOST_DOUBTFUL) {
      state.doubt = "undecided: too many patterns are nearly tight";
      break;
    }
  }
  doubtful.forEach((P, T) => coverAt(P, T));
}

// With ln T itself, of few digits where they tell; at T = 1 and T = g the utility is zero.
function coverPoint(g, P, T) {
  const c = concaveWeight(g);
  const isEnd = T.equals(ONE) || T.equals(g);
  const worth = (bits) => (isEnd ? exactly(ZERO) : c.scaled(T.minus(ONE)).minus(ln(T, bits).scaled(T)));
  const slack = (bits) => exactly(P).minus(worth(bits));
  if (slack(FEWER_BITS).low.n < 0n) notNegative(slack(PRECISION), UNCOVERED);
}

// P and T of inner parts, of the truths with the least mass, and of outer ones.
function splitParts(truths, sums) {
  const mass = ([many, [, step]]) => BigInt(many) * step;
  const ascending = [...truths].sort((a, b) => signOf(mass(a) - mass(b)));
  const pointsAt = (some, start) => some.reduce((points, [many, [paidFor, share]]) => {
    const raised = (n) => points.map(([P, T]) => [P + n * paidFor, T + n * share]);
    return range(many + 1).flatMap((n) => raised(BigInt(n)));
  }, [start]);
  let [number, patterns] = [0, 1];
  while (number < truths.length && patterns * (ascending[number][0] + 1) <= INNER_PARTS) {
    patterns *= ascending[number][0] + 1;
    number += 1;
  }
  return [pointsAt(ascending.slice(0, number), [0n, 0n]), pointsAt(ascending.slice(number), sums)];
}

// The tangents at the middles of parts of [1, g], what one makes of a point, and where a difference of
// two T is in parts, nearly: any tangent is below.
function tangentsOf(g, one) {
  const c = concaveWeight(g);
  const width = g.minus(ONE).over(new Fraction(BigInt(TANGENTS)));
  const step = width.n * one;
  const downwards = (x) => floored(x.n << COARSE, x.d);
  const tangents = [];
  // The factor ln s + 1 - c of T, and the constant c - s.
  const made = (part) => {
    const s = ONE.plus(width.times(new Fraction(BigInt(2 * part + 1), 2n)));
    const factor = downwards(ln(s).plus(exactly(ONE)).minus(c).low);
    return { factor, constant: downwards(c.minus(exactly(s)).low) * one };
  };
  const tangentAt = (part) => (tangents[part] ??= made(part));
  const linear = ({ factor }, [P, T]) => (P << COARSE) + factor * T;
  const placeOf = (T) => (step ? Number(((T * width.d) << 20n) / step) / 2 ** 20 : 0);
  // Many tight patterns have a T about c: it is between two parts for outer points.
  const start = Math.floor(placeOf((c.low.n * one) / c.low.d - one)) - FROM_TANGENT / 2;
  return { tangentAt, linear, placeOf, start: Math.max(start, 0) };
}

// ---------------------------------------------------------------- rays

// Bystanders count for nothing. With one number and a delta no pair is hard: at r_c = 0 the charge of
// a truth with y_c >= 0 in no priced pair that u does not see is least, and u is the same.
function countedSizes({ y, budgets, sizes, privacy }, utility) {
  if (!privacy.number) return sizes;
  const priced = new Set(budgets.flatMap(({ price, truths }) => (price.n ? truths : [])));
  return sizes.map((many, c) => (y[c].n < 0n || priced.has(c) || sees(utility, c) ? many : 0));
}

function fewStaircases(counted) {
  few(added(counted), 14, "truths for a delta");
  const number = numberOfStaircases(counted);
  few(number, MOST_STAIRCASES, "staircases");
  return number;
}

// Rays grow from a truth of the lowest class in them, one truth at a time, each tied to an earlier one
// by r_c = g_cb r_b or r_c = r_b / g_bc, as long as the hard pairs among them are obeyed. Truths of a
// class are not told apart. For one number and a delta all pairs are soft: these are the staircases,
// with r_c = r_b as well.
function raysOf({ high, delta, number }, sizes, counted) {
  const [m, k] = [sizes.length, added(counted)];
  const isHard = (a, b) => a !== b && high(a, b) !== null && !delta(a, b).n;
  const mayEnd = (ray) => {
    const [inside, outside] = [range(m).filter((a) => ray[a].length), range(m).filter((b) => !ray[b].length)];
    return !inside.some((a) => outside.some((b) => isHard(a, b)));
  };
  const longest = longestLevel({ high }, m);
  if (!number) allow(k ** 3);
  // Of hard pairs those that no two others, of levels above 1, imply.
  const implies = (a, b) => (c) => isHard(a, c) && isHard(c, b) && high(a, c).compare(ONE) > 0 && high(c, b).compare(ONE) > 0
    && high(a, c).times(high(c, b)).compare(high(a, b)) <= 0;
  const ties = range(m).map((a) => range(m).map((b) => high(a, b) !== null && !(isHard(a, b) && range(m).some(implies(a, b)))));
  const rays = [];
  let met = 0;
  const announce = (more) => {
    met += more;
    few(met, MOST_GROWING, "extreme patterns");
    if (number) return;
    allowCounted(more * k ** 2 * 96, MOST_RAY_WORK);
    allowCounted(more * k ** 3 * longest ** 2, MOST_LONG_RAYS);
  };
  for (const first of range(m).filter((c) => counted[c])) {
    const open = range(m).filter((c) => c >= first && !range(first).some((b) => isHard(c, b)));
    // A ray lists, class by class, the values of its truths: whole numbers without a common divisor.
    let layer = [range(m).map((c) => (c === first ? [1n] : []))];
    announce(1);
    while (layer.length) {
      rays.push(...layer.filter(mayEnd));
      const next = new Map();
      for (const ray of layer) {
        const classes = open.filter((c) => ray[c].length < counted[c]);
        const grown = classes.flatMap((c) => extensionsOf(ray, c, high, isHard, ties, number));
        const before = next.size;
        grown.forEach((larger) => next.set(larger.join(";"), larger));
        announce(next.size - before);
      }
      layer = [...next.values()];
    }
  }
  const runsOf = (values, many) => values.map((x) => [new Fraction(x), 1]).concat(many ? [[ZERO, many]] : []);
  return rays.map((ray) => ray.map((values, c) => runsOf(values, sizes[c] - values.length)));
}

// The ray with one more truth of class c.
function extensionsOf(ray, c, high, isHard, ties, number) {
  const inside = ray.flatMap((values, b) => values.map((x) => [b, new Fraction(x)]));
  const ceilings = inside.filter(([b]) => high(c, b)).map(([b, x]) => [b, high(c, b).times(x)]);
  const floors = inside.filter(([b]) => high(b, c)).map(([b, x]) => [b, x.over(high(b, c))]);
  const tops = ceilings.filter(([b]) => isHard(c, b)).map(([, x]) => x);
  const bottoms = floors.filter(([b]) => isHard(b, c)).map(([, x]) => x);
  const obeys = (x) => tops.every((top) => x.compare(top) <= 0) && bottoms.every((low) => x.compare(low) >= 0);
  const sameLevel = number ? inside : [];
  const tied = [...ceilings.filter(([b]) => ties[c][b]), ...floors.filter(([b]) => ties[b][c]), ...sameLevel];
  const values = tied.map(([, x]) => x).filter(obeys);
  return values.map((value) => {
    // A ray has no common factor, so that the larger one has none either.
    const { n, d } = value.lowest();
    const larger = ray.map((each, b) => [...each.map((x) => x * d), ...(b === c ? [n] : [])]);
    return larger.map((each) => each.sort((x, y) => signOf(x - y)));
  });
}

// How many ways to give truths levels 0, 1, ..., none of them empty, or to leave them out.
function numberOfStaircases(sizes, known = new Map()) {
  const key = [...sizes].sort().join(" ");
  if (known.has(key)) return known.get(key);
  const extend = (choices, n) => choices.flatMap((choice) => range(n + 1).map((left) => [...choice, left]));
  const remainders = sizes.reduce(extend, [[]]).filter((left) => added(left) < added(sizes));
  known.set(key, added(remainders.map((left) => 1 + numberOfStaircases(left, known))));
  return known.get(key);
}
