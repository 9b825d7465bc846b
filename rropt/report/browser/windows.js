// Kind windows (section 6): numbers of an interval, windows of equally spaced ones, and their prices.

function windowsKind(data) {
  const given = record(data, "privacy low high unit shifts windows masses slopes constants value bound gap");
  const { privacy, gamma, unit: scale, value, bound, gap, claim } = readOnInterval(given);
  const half = listed(given.masses).length - 1;
  wellFormed(half >= 1, "fewer than three numbers");
  allowRoots(2 * half + 1);
  const unit = rational(given.unit);
  wellFormed(unit.n > 0n, "a unit that is not positive");
  const shifts = positiveCount(given.shifts);
  const sums = sumsOfWindows(given.windows, half, unit, gamma);
  const columns = [given.constants, given.slopes, given.masses].map((column) => rationals(column, half + 1));
  const spread = spreadOfShifts(ONE.over(whole(half)), whole(shifts));
  const spent = worstOfWindows(sums, half, gamma).plus(spread);
  holds(value.compare(scale.times(spent)) >= 0, "the mechanism has a larger value");
  const paid = worthOfWindows(columns, half, privacy.number);
  holds(bound.compare(scale.times(paid)) <= 0, "the prices do not prove the bound");
  holds(gap.equals(value.minus(bound)), "gap is not value - bound");
  const own = `the windows ${item(given.windows)} of ${2 * half + 1} numbers, weights and numbers in units of ${item(given.unit)}`;
  return `${claim}, and ${own}, after one of ${shifts} shifts, have at most ${up(value)}`;
}

// The sums over all windows and their mirror images of chances, and of these times v and v^2.
function sumsOfWindows(value, half, unit, gamma) {
  const n = 2 * half + 1;
  const entries = listed(value).map((entry) => listed(entry, 4));
  allow(16 * entries.length);
  const weights = cleared(entries.map((entry) => rational(entry[2])));
  const numbers = cleared(entries.map((entry) => rational(entry[3])));
  const places = entries.map(([first, last]) => [index(first, index(last, n) + 1), last]);
  holds(weights.wholes.every((w) => w >= 0n), "a weight is negative");
  const [ofWeights, ofNumbers] = [weights.unit, numbers.unit].map((below) => unit.over(new Fraction(below)));
  return [0n, 1n, 2n].map((power) => {
    const changes = Array(n + 1).fill(0n);
    let all = 0n;
    places.forEach(([first, last], i) => {
      const amount = weights.wholes[i] * numbers.wholes[i] ** power;
      const mirrored = power === 1n ? -amount : amount;
      for (const [start, stop, part] of [[first, last, amount], [n - 1 - last, n - 1 - first, mirrored]]) {
        all += part;
        changes[start] += part;
        changes[stop + 1] -= part;
      }
    });
    const by = product([ofWeights, ...Array(Number(power)).fill(ofNumbers)]);
    const more = gamma.minus(ONE);
    let inside = 0n;
    return range(n).map((j) => {
      inside += changes[j];
      return new Fraction(by.n * (all * more.d + inside * more.n), by.d * more.d);
    });
  });
}

// The largest variance at a number, with a card for what is left of one and of the means.
function worstOfWindows([masses, means, moments], half, gamma) {
  const points = range(2 * half + 1).map((j) => new Fraction(BigInt(j - half), BigInt(half)));
  const left = masses.map((mass) => ONE.minus(mass));
  const chances = points.map((x, j) => left[j].plus(x).minus(means[j]));
  const [smallest, largest] = [chances.reduce(least), chances.reduce(greatest)];
  holds(smallest.n > 0n, "the chances of the windows exceed 1");
  holds(largest.compare(gamma.times(smallest)) <= 0, "what the windows leave is not private");
  return points.map((x, j) => moments[j].plus(left[j]).minus(square(x))).reduce(greatest);
}

// What the prices of the numbers from the middle on are worth, where they and their mirror images cover.
function worthOfWindows(columns, half, gamma) {
  const { rows: [constants, slopes, shares] } = clearedRows(columns);
  wellFormed(shares.every((q) => q >= 0n) && shares.some((q) => q > 0n), "shares that are negative, or none");
  wellFormed(slopes[0] === 0n, "a slope in the middle");
  const mirrored = (upper, sign) => [...upper.slice(1).reverse().map((x) => sign * x), ...upper];
  verifyAlongLine(gamma, [mirrored(constants, 1n), mirrored(slopes, -1n), mirrored(shares, 1n)]);
  const h = BigInt(half);
  let [paid, total] = [0n, 0n];
  for (const j of range(half + 1)) {
    const [i, times] = [BigInt(j), j ? 2n : 1n];
    paid += times * ((2n * slopes[j] * i - constants[j] * h) * h - shares[j] * i * i);
    total += times * shares[j];
  }
  return new Fraction(paid, h * h * total);
}
