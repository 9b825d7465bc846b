// Kind random-cut (section 6): numbers of an interval, a cut that is drawn, and a prior with a density.

function randomCutKind(data) {
  const given = record(data, "privacy low high lengths price_lengths value bound gap");
  const { privacy, gamma, unit, value, bound, gap, claim } = readOnInterval(given);
  const [cut, prices] = [readLengths(given.lengths), readLengths(given.price_lengths)];
  verifyCut(gamma, cut);
  holds(value.compare(unit.times(cutVariance(gamma, cut))) >= 0, "the mechanism has a larger value");
  const shown = pricesWorth(privacy.number, prices).scaled(unit);
  notNegative(shown.minus(exactly(bound)), "the prices do not prove the bound");
  holds(gap.equals(value.minus(bound)), "gap is not value - bound");
  return `${claim}, and the random cut with lengths ${item(given.lengths)} has at most ${up(value)}`;
}

// What both kinds about all numbers of an interval state: the level, the unit of variances, the claim.
function readOnInterval(given) {
  const privacy = readPrivacy(given.privacy, 2);
  wellFormed(privacy.number && privacy.pure, "the level is not one number without a delta");
  const gamma = privacy.low();
  wellFormed(gamma.compare(ONE) > 0, "a level of 1");
  const [low, high, value, bound, gap] = ["low", "high", "value", "bound", "gap"].map((name) => rational(given[name]));
  wellFormed(low.compare(high) < 0, "an empty interval");
  const ends = `the numbers from ${item(given.low)} to ${item(given.high)}`;
  const goal = "a variance of unbiased reports, for the worst number,";
  const claim = `no ${privacy.words.bound} private mechanism on ${ends} has ${goal} below ${down(bound)}`;
  return { privacy, gamma, unit: square(high.minus(low).times(HALF)), value, bound, gap, claim };
}

// l < h with c, half of their difference, rho, half of their sum, and ln(h / l).
function readLengths(value) {
  const [l, h] = rationals(value, 2);
  wellFormed(l.n > 0n && l.compare(h) < 0, "lengths that are not 0 < l < h");
  return { l, h, c: h.minus(l).times(HALF), rho: h.plus(l).times(HALF), log: ln(h.over(l).lowest()) };
}

// The densities of the cuts are not negative and add up to at most one; the ends are no worse.
function verifyCut(gamma, { l, h, c, log }) {
  holds(c.compare(ONE) <= 0 && ONE.minus(c).compare(l) <= 0, "the cuts leave the interval");
  holds(h.compare(TWO) >= 0, "the variance exceeds the value near the ends");
  const beyond = square(ONE.minus(c)).over(l);
  const two = TWO.times(gamma.plus(ONE)).times(ONE.minus(beyond).minus(c)).over(l.plus(h));
  const three = gamma.plus(TWO).times(beyond).over(h);
  const weight = log.scaled(gamma.plus(ONE).times(HALF)).plus(exactly(two.plus(three)));
  notNegative(exactly(gamma.minus(ONE)).minus(weight), "the chances of the cuts exceed 1");
}

function cutVariance(gamma, { c, rho }) {
  const outer = gamma.plus(ONE).times(rho.minus(c)).times(rho.minus(ONE).plus(c)).over(rho);
  return TWO.plus(outer).over(gamma.minus(ONE));
}

// B l h L / 2 + 2 (B rho - c Q) - l h (1 + Q) - (1 - Q)
function pricesWorth(gamma, { l, h, c, rho, log }) {
  const ratio = gamma.plus(ONE).over(gamma.minus(ONE));
  const total = ratio.times(c).over(rho);
  holds(c.compare(ONE) <= 0, "a share lies outside the interval");
  const covers = total.compare(ONE) <= 0 && gamma.minus(ONE).times(total).compare(ONE) <= 0;
  holds(covers, "the prices do not cover");
  const slope = TWO.times(ratio.times(rho).minus(c.times(total)));
  const ends = slope.minus(l.times(h).times(ONE.plus(total))).minus(ONE.minus(total));
  return log.scaled(ratio.times(l).times(h).times(HALF)).plus(exactly(ends));
}
