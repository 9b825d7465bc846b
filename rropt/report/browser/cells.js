// Coverage by cells of s = q.r and by pairs (section 4), and shares that differ in a class (section 6).

const INDEFINITE = "diagonal and slopes leave no semidefinite form";
const MOST_FORM = 2 ** 40;
const MOST_SHORT_FORM = 2 ** 22;
const MOST_CELL_SQUARES = 2 ** 39;
const MOST_SHARE_SQUARES = 2 ** 39;
const FEW = 2;
const MOST_FEW = 32;
const STEPS_OF_ROW = 32;
const STEPS_OF_PAIR = 64;
const MOST_FEW_WORK = 2 ** 32;

// The prior of kind symmetric: that of prices, the means of the shares of classes, rounded up where
// shares differ, q.q, and whether the prior majorises the shares.
function readPrior(given, sizes) {
  const prior = distribution(given.prior, sizes);
  if (given.shares === undefined) {
    const squares = sum(sizes.map((n, c) => square(prior[c]).times(whole(n))));
    const text = priorText(given.prior, sizes);
    return { prior, means: prior, uneven: false, majorises: () => true, squares, text };
  }
  allowCounted(added(sizes) * (state.bits + state.bitsOfShares) ** 2, MOST_SHARE_SQUARES);
  const share = (x) => rational(x, ZERO, null, state.shares);
  const lists = listed(given.shares, sizes.length).map((row, c) => listed(row, sizes[c]).map(share));
  const every = lists.flat();
  wellFormed(sum(every).equals(ONE), "the shares do not add up to one");
  return {
    prior,
    means: lists.map((row, c) => ceilingOnGrid(sum(row).over(whole(sizes[c])))),
    uneven: true,
    majorises: () => isMajorised(every, prior, sizes),
    squares: dot(every, every),
    text: item(given.shares.flat()),
  };
}

function isMajorised(every, prior, sizes) {
  const { rows: [even, shares] } = clearedRows([prior, every]);
  const falling = (entries) => entries.sort((x, y) => signOf(y - x));
  const large = falling(sizes.flatMap((n, c) => new Array(n).fill(even[c])));
  const small = falling(shares);
  let ahead = 0n;
  return small.every((share, i) => {
    ahead += large[i] - share;
    return ahead >= 0n;
  });
}

function readCoverCells(value, charge, { form, prior: { prior } = {} }) {
  const given = record(value, "proof diagonal slopes ends", "products counts several few rounded pairs");
  wellFormed(form, "the utility is not a form of classes");
  const g = pureNumber(charge);
  const m = charge.sizes.length;
  const counts = given.counts === undefined ? [] : readCounts(given.counts, charge.sizes);
  const entries = listed(given.ends);
  const several = given.several === undefined ? entries.map(() => ZERO) : rationals(given.several, entries.length);
  wellFormed(several.every((x) => x.n >= 0n), "a price of several truths is negative");
  const few = given.few === undefined ? FEW : positiveCount(given.few);
  wellFormed(few >= FEW && few <= MOST_FEW, `few truths are ${FEW} to ${MOST_FEW}`);
  const ends = entries.map((entry, i) => {
    const [place, multiplier, point, turns] = listed(entry, counts.length > 0 ? 4 : 3);
    return {
      place: rational(place),
      multiplier: rational(multiplier),
      point: rationals(point, m),
      turns: counts.length > 0 ? rationals(turns, counts.length) : [],
      several: several[i],
    };
  });
  wellFormed(ends.length > 1, "there are no cells");
  const apart = given.pairs === undefined ? [] : placesIn(given.pairs, m);
  const others = range(m).filter((c) => !apart.includes(c));
  wellFormed(others.length > 0, "no class is left for cells");
  const areOnes = ({ point }) => apart.every((c) => point[c].equals(ONE));
  wellFormed(ends.every(areOnes), "a point is not one where pairs cover");
  const steps = 2 * (ends.length + counts.length) * (m + 4) * (m + 4 + 2 * counts.length);
  const isRounded = readRounded(given);
  if (isRounded) allowCounted(m ** 3, MOST_SHORT_FORM);
  else allow(m ** 5 * state.bits, MOST_FORM);
  allow(steps * state.bits, MOST_CELL_SQUARES);
  const isAlone = several.some((x) => x.n !== 0n);
  if (isAlone) allow(fewRows(others.map((c) => charge.sizes[c]), few) * (m + STEPS_OF_ROW), MOST_FEW_WORK);
  const diagonal = rationals(given.diagonal, m);
  const slopes = rationals(given.slopes, m);
  const products = readProducts(given.products, m);
  const counted = (c, d) => exactSum(counts.filter(({ has }) => has[c] && has[d]).map((x) => x.weight));
  const means = form.means.map((row, c) => row.map((x, d) => x.plus(products[c][d]).plus(counted(c, d))));
  const coverPairs = apart.length > 0 ? pairsAmong(apart, charge, form, prior) : () => {};
  const raised = { ...form, means };
  holds(isLeftSemidefinite(raised, prior, diagonal, slopes, isRounded, others), INDEFINITE);
  coverPairs();
  holds(!isAlone || fewAreCovered(charge, form, prior, g, few, others), UNCOVERED);
  holds(ends[0].place.equals(ONE), "the cells do not begin at one");
  const image = imageOf(raised, prior, diagonal, slopes);
  const atOnes = products.map((row) => dot(row, form.sizes.map(whole)));
  const phi = leastAtEnds(charge, prior, diagonal, slopes, { atOnes, counts, few, apart }, g, image);
  const left = ends.map(phi);
  holds(left.every((x) => x.n >= 0n), UNCOVERED);
  ends.slice(1).forEach((b, i) => {
    const a = ends[i];
    holds(a.place.compare(b.place) <= 0, "the cells do not ascend");
    const apart = image(b.point.map((x, c) => x.minus(a.point[c])));
    const bend = b.multiplier.minus(a.multiplier).times(b.place.minus(a.place)).minus(apart.square);
    holds([left[i], left[i + 1]].every((x) => x.times(whole(4)).compare(bend) >= 0), UNCOVERED);
  });
  const most = g.minus(ONE).times(sum(others.map((c) => prior[c].times(whole(form.sizes[c]))))).plus(ONE);
  holds(ends[ends.length - 1].place.equals(most), "the cells do not end at the level");
}

// How many rows have fewer truths at g, up to the order in classes.
function fewRows(sizes, few) {
  const others = (ways, n) => ways.map((_, high) => added(ways.slice(Math.max(0, high - n), high + 1)));
  return added(sizes.reduce(others, range(few).map((high) => (high === 0 ? 1 : 0))));
}

// s y.r >= r'Xr for the rows with fewer truths at g: another truth of class c adds c of a list to
// r'Xr, and as much to each entry of that list whichever truths were at g before.
function fewAreCovered({ y }, form, prior, g, few, others) {
  const { sizes } = form;
  const rise = g.minus(ONE);
  const counts = sizes.map(whole);
  const along = form.means.map((row) => dot(row, counts));
  const { alone, beside } = entriesOfForm(form);
  const twice = beside.map((row) => row.map((x) => x.times(square(rise)).times(TWO)));
  const adds = along.map((x, c) => rise.times(x).times(TWO).plus(square(rise).times(alone[c])));
  const { unit, rows: [[first, ...starts], ...steps] } = clearedRows([[dot(along, counts), ...adds], ...twice]);
  const masses = cleared([ONE, ...prior.map((q) => q.times(rise))]);
  const paid = cleared([dot(y, counts), ...y.map((x) => x.times(rise))]);
  const below = masses.unit * paid.unit;
  const isCovered = (more, last, held, s, charge, worth, rises) => {
    if (s * charge * unit < worth * below) return false;
    if (more === 0) return true;
    for (const c of others) {
      if (c < last) continue;
      const number = c === last ? held + 1 : 1;
      if (number > sizes[c]) continue;
      const higher = more > 1 ? rises.map((x, d) => x + steps[c][d]) : rises;
      const at = [s + masses.wholes[1 + c], charge + paid.wholes[1 + c], worth + rises[c]];
      if (!isCovered(more - 1, c, number, ...at, higher)) return false;
    }
    return true;
  };
  return isCovered(few - 1, 0, 0, masses.wholes[0], paid.wholes[0], first, starts);
}

function readPairs(value, charge, { form, prior: { prior } = {} }) {
  record(value, "proof");
  wellFormed(form, "the utility is not a form of classes");
  pairsAmong(range(form.sizes.length), charge, form, prior)();
}

// Of f(r) = (q.r)(y.r) - r'Xr: at the row of ones and with one truth of these classes at g not negative,
// with another truth at g as well at least what both leave alone.
function pairsAmong(classes, charge, form, q) {
  const { sizes } = form;
  const rise = pureNumber(charge).minus(ONE);
  allow(STEPS_OF_PAIR * classes.length * sizes.length);
  return () => {
    const { y } = charge;
    const counts = sizes.map(whole);
    const along = form.means.map((row) => dot(row, counts));
    const { alone, beside } = entriesOfForm(form);
    const paid = dot(y, counts);
    const worth = dot(along, counts);
    const least = paid.minus(worth);
    holds(least.n >= 0n, UNCOVERED);
    for (const c of classes) {
      const ofOne = worth.plus(rise.times(along[c]).times(TWO)).plus(square(rise).times(alone[c]));
      const charged = rise.times(q[c]).plus(ONE).times(rise.times(y[c]).plus(paid));
      holds(charged.compare(ofOne) >= 0, UNCOVERED);
      sizes.forEach((n, d) => {
        if (c === d && n === 1) return;
        const more = q[c].times(y[d]).plus(q[d].times(y[c])).minus(beside[c][d].times(TWO));
        holds(square(rise).times(more).compare(least) >= 0, UNCOVERED);
      });
    }
  };
}

// N of the products (r_i - 1)(r_j - 1); zeros where it is not given.
function readProducts(value, m) {
  if (value === undefined) return range(m).map(() => range(m).map(() => ZERO));
  const found = symmetricMatrix(value, m);
  wellFormed(found.flat().every((x) => x.n >= 0n), "a product has a negative multiplier");
  return found;
}

// The truths at g in some classes, with the weight of the square of their number; `has` says of each
// class whether it is one of them.
function readCounts(value, sizes) {
  return listed(value).map((entry) => {
    const [weight, given] = listed(entry, 2);
    const classes = placesIn(given, sizes.length);
    const count = { weight: rational(weight), has: sizes.map((_, c) => classes.includes(c)) };
    wellFormed(count.weight.n >= 0n, "a count has a negative weight");
    return { ...count, truths: whole(added(classes.map((c) => sizes[c]))) };
  });
}

// P = D - (X + N + W) - (q e' + e q') / 2, on differences in the other classes and on what is constant in them.
function isLeftSemidefinite({ sizes, own, means }, q, diagonal, slopes, isRounded, others) {
  const left = others.map((c) => (sizes[c] > 1 ? diagonal[c].minus(own[c]) : ZERO));
  const entry = (c, d) => {
    const cross = q[c].times(slopes[d]).plus(slopes[c].times(q[d])).times(HALF);
    const own = c === d ? diagonal[c].over(whole(sizes[c])) : ZERO;
    return own.minus(means[c][d]).minus(cross).lowest();
  };
  const rows = others.map((c) => others.map((d) => entry(c, d)));
  const exact = { sizes: others.map((c) => sizes[c]), own: left, means: rows };
  const form = isRounded ? roundedDown(exact) : exact;
  return Boolean(form) && isSemidefinite(form, INDEFINITE);
}

// Of u: Du - (X + N + W)u, e.u, q.u and u'Pu.
function imageOf({ sizes, means }, prior, diagonal, slopes) {
  return (point) => {
    const weighed = weighedBy(sizes, point);
    const [eu, qu] = [dot(slopes, weighed), dot(prior, weighed)];
    const curved = means.map((row, c) => diagonal[c].times(point[c]).minus(dot(row, weighed)));
    return { curved, eu, qu, square: dot(weighed, curved).minus(eu.times(qu)) };
  };
}

// phi at an end; atOnes is N1.
function leastAtEnds({ y, sizes }, prior, diagonal, slopes, { atOnes, counts, few, apart }, g, image) {
  const rises = y.map((x, c) => x.plus(slopes[c]));
  const steep = g.plus(ONE);
  const many = sum(sizes.map(whole)).plus(g.minus(ONE).times(whole(few)));
  return ({ place, multiplier, point, turns, several }) => {
    const { curved, eu, qu, square } = image(point);
    const { lines, gained } = countedAt(counts, turns, g.minus(ONE), sizes);
    const tilt = eu.plus(multiplier);
    const least = curved.map((x, c) => {
      const tangents = x.plus(atOnes[c]).plus(lines[c]);
      const even = rises[c].times(place).plus(tangents.times(TWO)).minus(slopes[c].times(qu));
      const h = even.minus(diagonal[c].times(steep)).minus(several).minus(tilt.times(prior[c]));
      return (h.n < 0n && !apart.includes(c) ? h.times(g) : h).plus(diagonal[c].times(g)).minus(atOnes[c]).lowest();
    });
    const fixed = multiplier.times(place).plus(several.times(many));
    return fixed.minus(square).plus(gained).plus(dot(least, sizes.map(whole)));
  };
}

// Of each class sum w v A, and sum w ((g - 1)^2 d^2 - v^2), v = 1'A + (g - 1) tau, d from tau to the
// nearest whole number.
function countedAt(counts, turns, rise, sizes) {
  const values = counts.map(({ truths }, i) => truths.plus(rise.times(turns[i])));
  const gains = counts.map(({ weight }, i) => {
    const apart = rise.times(fromNearestWhole(turns[i]));
    return weight.times(square(apart).minus(square(values[i])));
  });
  const { wholes, unit } = cleared(counts.map(({ weight }, i) => weight.times(values[i])));
  const lines = sizes.map((_, c) => new Fraction(wholeSum(wholes.filter((x, i) => counts[i].has[c])), unit));
  return { lines, gained: exactSum(gains) };
}

// How far a number is from the nearest whole one, or less that.
function fromNearestWhole({ n, d }) {
  const size = abs(n);
  return new Fraction(size - d * ((2n * size + d) / (2n * d)), d);
}

// A sum over one common denominator.
const exactSum = (items) => dot(items, items.map(() => ONE));
