// Coverage by cells of s = q.r (section 4), and shares that differ in a class (section 6).

const INDEFINITE = "diagonal and slopes leave no semidefinite form";
const KAPPA_BITS = 128;
const MOST_FORM = 2 ** 40;
const MOST_TRUTHS_OF_CELLS = 2 ** 21;
const MOST_CELL_SQUARES = 2 ** 39;

// The prior of kind symmetric: the mean share of a class, the sum of (q_j - p_c)^2 in it, q.q, and the
// runs [share, how many truths have it] of each class.
function readPrior(given, sizes) {
  const means = distribution(given.prior, sizes);
  const even = sizes.map((n, c) => square(means[c]).times(whole(n)));
  if (given.shares === undefined) {
    return {
      means,
      uneven: false,
      spreads: sizes.map(() => ZERO),
      squares: sum(even),
      runs: sizes.map((n, c) => [[means[c], n]]),
      text: priorText(given.prior, sizes),
    };
  }
  const lists = listed(given.shares, sizes.length).map((row, c) => rationals(row, sizes[c], ZERO));
  lists.forEach((row, c) => {
    wellFormed(sum(row).equals(means[c].times(whole(sizes[c]))), "the shares of a class have another mean");
  });
  const squares = lists.map((row) => dot(row, row));
  return {
    means,
    uneven: true,
    spreads: squares.map((x, c) => x.minus(even[c])),
    squares: sum(squares),
    runs: lists.map((row) => row.map((share) => [share, 1])),
    text: item(given.shares.flat()),
  };
}

function readCoverCells(value, charge, { form, prior }) {
  const given = record(value, "proof diagonal slopes ends");
  wellFormed(form, "the utility is not a form of classes");
  const g = pureNumber(charge);
  const m = charge.sizes.length;
  const ends = listed(given.ends).map((entry) => {
    const [place, multiplier, point] = listed(entry, 3);
    return { place: rational(place), multiplier: rational(multiplier), point: rationals(point, m) };
  });
  wellFormed(ends.length > 1, "there are no cells");
  const truths = prior.uneven ? added(charge.sizes) : m;
  const steps = 2 * ends.length * (truths + (m + 4) ** 2);
  allow(m ** 5 * state.bits, MOST_FORM);
  allowCounted(steps, MOST_TRUTHS_OF_CELLS);
  allow(steps * state.bits, MOST_CELL_SQUARES);
  const diagonal = rationals(given.diagonal, m);
  const slopes = rationals(given.slopes, m);
  holds(isLeftSemidefinite(form, prior, diagonal, slopes), INDEFINITE);
  holds(ends[0].place.equals(ONE), "the cells do not begin at one");
  const image = imageOf(form, prior, diagonal, slopes);
  const phi = leastAtEnds(charge, prior, diagonal, slopes, g, image);
  const left = ends.map(phi);
  holds(left.every((x) => x.n >= 0n), UNCOVERED);
  ends.slice(1).forEach((b, i) => {
    const a = ends[i];
    holds(a.place.compare(b.place) <= 0, "the cells do not ascend");
    const apart = image(b.point.map((x, c) => x.minus(a.point[c])));
    const bend = b.multiplier.minus(a.multiplier).times(b.place.minus(a.place)).minus(apart.square);
    holds([left[i], left[i + 1]].every((x) => x.times(whole(4)).compare(bend) >= 0), UNCOVERED);
  });
  holds(ends[ends.length - 1].place.equals(g), "the cells do not end at the level");
}

// P = D - X - (q e' + e q') / 2, on differences in classes and on what is constant in them.
function isLeftSemidefinite({ sizes, own, means }, { means: p, spreads }, diagonal, slopes) {
  const left = own.map((x, c) => (sizes[c] > 1 ? diagonal[c].minus(x) : ZERO));
  const isSloped = slopes.some((e) => e.n);
  if (isSloped && spreads.some((x, c) => x.n && left[c].n <= 0n)) return false;
  const parts = spreads.flatMap((x, c) => (isSloped && x.n ? [x.over(left[c].times(whole(4))).lowest()] : []));
  const kappa = roundedUp(sum(parts).lowest());
  const entry = (x, c, d) => {
    const cross = p[c].times(slopes[d]).plus(slopes[c].times(p[d])).times(HALF);
    const own = c === d ? diagonal[c].over(whole(sizes[c])) : ZERO;
    return own.minus(x).minus(cross).minus(kappa.times(slopes[c]).times(slopes[d])).lowest();
  };
  const found = schurComplements(means.map((row, c) => row.map((x, d) => entry(x, c, d))), INDEFINITE);
  return left.every((x) => x.n >= 0n) && found !== null && found.every((x) => x.n >= 0n);
}

// To a multiple of 2^-t, t = 128 + the bits of the denominator - those of the numerator.
function roundedUp({ n, d }) {
  const t = BigInt(KAPPA_BITS + bits(d) - bits(n));
  const [top, bottom] = t < 0n ? [n, d << -t] : [n << t, d];
  const most = (top + bottom - 1n) / bottom;
  return t < 0n ? new Fraction(most << -t) : new Fraction(most, 1n << t);
}

// Of u: Du - Xu, e.u, q.u and u'Pu.
function imageOf({ sizes, means }, prior, diagonal, slopes) {
  return (point) => {
    const weighed = weighedBy(sizes, point);
    const [eu, qu] = [dot(slopes, weighed), dot(prior.means, weighed)];
    const curved = means.map((row, c) => diagonal[c].times(point[c]).minus(dot(row, weighed)));
    return { curved, eu, qu, square: dot(weighed, curved).minus(eu.times(qu)) };
  };
}

// phi at an end.
function leastAtEnds({ y, sizes }, prior, diagonal, slopes, g, image) {
  const rises = y.map((x, c) => x.plus(slopes[c]));
  const total = dot(diagonal, sizes.map(whole)).times(g);
  const steep = g.plus(ONE);
  const shares = cleared(prior.runs.flat().map(([share]) => share));
  let next = 0;
  const runs = prior.runs.map((own) => own.map(([, n]) => [shares.wholes[next++], BigInt(n)]));
  const level = g.lowest();
  return ({ place, multiplier, point }) => {
    const { curved, eu, qu, square } = image(point);
    const heights = curved.map((x, c) =>
      rises[c].times(place).plus(x.times(TWO)).minus(slopes[c].times(qu)).minus(diagonal[c].times(steep)),
    );
    const { unit, wholes } = cleared([...heights, eu.plus(multiplier)]);
    let [above, below] = [0n, 0n];
    runs.forEach((own, c) => {
      const high = wholes[c] * shares.unit;
      for (const [share, n] of own) {
        const h = high - wholes[sizes.length] * share;
        if (h < 0n) below += n * h;
        else above += n * h;
      }
    });
    const least = new Fraction(above * level.d + below * level.n, unit * shares.unit * level.d);
    return multiplier.times(place).plus(total).minus(square).plus(least);
  };
}
