// Kind gradient, numbers of an interval (section 5): equally spaced truths, shifts, a density.

const isOfInterval = (over) => over === "numbers" || over === "density";

// h, what the shifts add to a variance, and with a density what each truth has of it.
function readInterval(given, points, privacy) {
  wellFormed(privacy.number, "numbers of an interval need a level that is one number");
  const shifts = rational(given.shifts).lowest();
  wellFormed(shifts.d === 1n && shifts.n >= 1n, "no whole number of shifts");
  const step = points[1].minus(points[0]).lowest();
  const isGrid = range(points.length - 1).every((j) => points[j + 1].minus(points[j]).equals(step));
  wellFormed(step.n > 0n && isGrid, "the numbers do not ascend by one step");
  const spread = spreadOfShifts(step, shifts);
  if (given.over === "numbers") return { spread };
  const bins = distribution(given.shares, listed(given.shares).map(() => 1));
  allow((bins.length + points.length) ** 2);
  wellFormed(points.length > 2, "a density needs three points");
  return { spread, ...sharesOf(points, step, piecesOf(points, bins)) };
}

// What one of so many shifts adds to a variance at most.
function spreadOfShifts(step, shifts) {
  return square(step).times(ONE.over(whole(12)).plus(ONE.over(whole(6).times(square(shifts)))));
}

// The interval cut at the truths and between bins: ends and mass of each piece.
function piecesOf(points, bins) {
  const [low, high] = [points[0], points[points.length - 1]];
  const width = high.minus(low).over(whole(bins.length)).lowest();
  const inner = range(bins.length).map((i) => low.plus(width.times(whole(i))).lowest());
  const cuts = [...inner, ...points].sort((a, b) => a.compare(b));
  const pieces = [];
  for (const j of range(cuts.length - 1)) {
    const [a, b] = [cuts[j], cuts[j + 1]];
    if (a.equals(b)) continue;
    const place = floorOf(a.minus(low).over(width));
    pieces.push({ a, b, mass: bins[place].times(b.minus(a)).over(width).lowest() });
  }
  return pieces;
}

const floorOf = (x) => Number(x.n / x.d);

// Masses and means of the shares of the truths, and the mean square of the density.
function sharesOf(points, step, pieces) {
  const masses = points.map(() => ZERO);
  const totals = points.map(() => ZERO);
  let meanSquare = ZERO;
  for (const { a, b, mass } of pieces) {
    const j = floorOf(a.minus(points[0]).over(step));
    const middle = a.plus(b).times(HALF);
    const squares = square(a).plus(a.times(b)).plus(square(b)).over(whole(3));
    const up = mass.times(middle.minus(points[j])).over(step);
    const upTotal = mass.times(squares.minus(points[j].times(middle))).over(step);
    masses[j] = masses[j].plus(mass).minus(up).lowest();
    masses[j + 1] = masses[j + 1].plus(up).lowest();
    totals[j] = totals[j].plus(mass.times(middle)).minus(upTotal).lowest();
    totals[j + 1] = totals[j + 1].plus(upTotal).lowest();
    meanSquare = meanSquare.plus(mass.times(squares)).lowest();
  }
  const [folded, sums] = [masses, totals].map(withoutEnds);
  const means = points.map((c, j) => (folded[j].n ? sums[j].over(folded[j]) : c));
  return { masses, folded, means, meanSquare };
}

// The entries of the ends are added to their neighbours'.
function withoutEnds(entries) {
  const found = [...entries];
  const last = found.length - 1;
  for (const [end, inner] of [[0, 1], [last, last - 1]]) {
    found[inner] = found[inner].plus(found[end]);
    found[end] = ZERO;
  }
  return found;
}
