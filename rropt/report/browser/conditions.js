// Privacy as a list of conditions (section 3), the rays that their planes leave, and coverage under
// them (section 4).

const MOST_ORDER = 64;
const MOST_FLATS = 2 ** 15;
const MOST_LINES = 64;

// conditions: left, right, levels [c, [low, high]], most [low, high], order. steps: every level of the
// bound with its condition n, c and form. As levels of pairs there are none.
function readConditions(value, k) {
  const given = record(value, "conditions", "epsilon");
  const raw = listed(given.conditions);
  wellFormed(raw.length, "no conditions");
  const conditions = raw.map((entry) => readCondition(entry, k));
  const epsilon = given.epsilon === undefined ? null : rational(given.epsilon, ZERO);
  const ends = conditions.flatMap(({ levels }) => levels.map(([, g]) => g)).filter(([low, high]) => !low.equals(high));
  wellFormed(ends.length || !epsilon, "an epsilon without an enclosure");
  if (epsilon) ends.forEach(([low, high]) => verifyEnclosed(low, square(epsilon), high));
  const steps = conditions.flatMap((condition, n) => {
    return condition.levels.map(([c, g]) => ({ n, c, form: formAt(condition, g[1]) }));
  });
  const bound = conditionWords(raw, 1, given.epsilon);
  const table = conditionWords(raw, 0);
  const thisTable = ends.length ? `this table, private at ${table},` : "this table";
  const none = { low: () => null, high: () => null, delta: () => ZERO, number: null };
  const words = { bound, table, thisTable };
  return { ...none, conditions, steps, words, pure: conditions.every((condition) => condition.hard) };
}

function readCondition(value, k) {
  const { left, right, levels, most, order, budget } = record(value, "left right levels most", "order budget");
  const read = listed(levels).map((level) => {
    const [c, g] = listed(level, 2);
    const ends = rationals(Array.isArray(g) ? listed(g, 2) : [g, g]);
    wellFormed(rational(c).n > 0n && ends[0].n > 0n && ends[0].compare(ends[1]) <= 0, "no level of a condition");
    return [rational(c), ends];
  });
  wellFormed(read.length, "a condition without a level");
  const ascends = ([, g], i) => !i || read[i - 1][1][1].compare(g[0]) < 0;
  wellFormed(read.every(ascends), "the levels of a condition do not ascend");
  const [x, y] = [left, right].map((form) => readForm(form, k));
  const found = { left: x, right: y, levels: read, order: null };
  if (order === undefined) {
    const allowed = rational(most, ZERO);
    wellFormed(budget === undefined, "a budget without an order");
    return { ...found, most: [allowed, allowed], hard: !allowed.n };
  }
  wellFormed(index(order, MOST_ORDER + 1) >= 2, "no order of a Renyi divergence that is checked");
  wellFormed(read.every(([, [low, high]]) => low.equals(high)), "a Renyi level must be exact");
  const allowed = rationals(most, 2, ONE);
  wellFormed(allowed[0].compare(allowed[1]) <= 0, "no budget of a Renyi divergence");
  verifyEnclosed(allowed[0], square(rational(budget, ZERO).times(whole(order - 1))), allowed[1]);
  verifyMinorant(read, order);
  return { ...found, most: allowed, order, hard: false };
}

function readForm(value, k) {
  if (!Array.isArray(value)) {
    const truth = index(value, k);
    return range(k).map((j) => (j === truth ? ONE : ZERO));
  }
  const form = rationals(value, k, ZERO);
  wellFormed(form.some((x) => x.n), "a form of a condition is nothing");
  return form;
}

const formAt = ({ left, right }, g) => left.map((x, j) => x.minus(g.times(right[j])));
const power = (x, n) => new Fraction(x.n ** BigInt(n), x.d ** BigInt(n));

// (a - 1)^(a - 1) (s / a)^a <= h^(a - 1) for the sums s of c and h of c g.
function verifyMinorant(levels, order) {
  let [slope, height] = [ZERO, ZERO];
  for (const [c, [g]] of levels) {
    slope = slope.plus(c);
    height = height.plus(c.times(g));
    const below = power(whole(order - 1), order - 1).times(power(slope.over(whole(order)), order));
    holds(below.compare(power(height, order - 1)) <= 0, "a level of a Renyi condition does not follow from it");
  }
}

function conditionWords(raw, end, epsilon) {
  const word = (g) => (Array.isArray(g) ? (epsilon === undefined ? g[end] : `exp(${item(epsilon)})`) : g);
  const entries = raw.map((entry) => Object.fromEntries(entry));
  const plain = entries.filter(({ order }) => order === undefined);
  const renyi = entries.filter(({ order }) => order !== undefined);
  const parts = [];
  if (plain.length) {
    const listing = plain.map(({ left, right, levels, most }) => [left, right, levels.map(([c, g]) => [c, word(g)]), most]);
    const start = "sum over reports r and (c, g) in levels of c max(0, left.r - g right.r) <= most for ";
    parts.push(`${start}(left, right, levels, most) in ${item(listing)}`);
  }
  if (renyi.length) {
    const listing = renyi.map(({ left, right, order, budget }) => [left, right, order, budget]);
    const start = "Renyi divergence of left.r from right.r of this order <= budget for ";
    parts.push(`${start}(left, right, order, budget) in ${item(listing)}`);
  }
  return `(${parts.join("; ")})`;
}

// ---------------------------------------------------------------- the table

function verifyConditions(rows, { conditions, steps }) {
  const entries = rows.map(entriesOf);
  allow(added(rows.map((row) => row.length)) * steps.length);
  allow((rows.length * added(conditions.map(({ order }) => order || 0))) ** 2);
  for (const condition of conditions) {
    const told = condition.order ? powersOf(condition, entries) : excessesOf(condition, entries);
    holds(told.compare(condition.most[0]) <= 0, "a condition is broken");
  }
}

function powersOf({ left, right, order }, rows) {
  return sum(rows.map((row) => {
    const [x, y] = [dot(left, row), dot(right, row)];
    holds(y.n || !x.n, "a Renyi divergence is infinite");
    return x.n ? power(x, order).over(power(y, order - 1)) : ZERO;
  }));
}

function excessesOf(condition, rows) {
  return sum(condition.levels.map(([c, [g]]) => {
    const form = formAt(condition, g);
    return c.times(sum(rows.map((row) => greatest(dot(form, row), ZERO))));
  }));
}

// ---------------------------------------------------------------- prices and proofs

// [[n, x], ...], each n once, x not negative.
function numbered(value, below) {
  const found = listed(value).map((entry) => listed(entry, 2));
  const places = found.map(([n]) => index(n, below));
  wellFormed(new Set(places).size === places.length, "a number stands twice");
  return new Map(found.map(([n, x]) => [n, rational(x, ZERO)]));
}

// The prices of soft conditions.
function readConditionPrices(value, { conditions }) {
  const found = numbered(value, conditions.length);
  wellFormed([...found.keys()].every((n) => !conditions[n].hard), "a price of a hard condition");
  return found;
}

function conditionCharge({ w, privacy }, row) {
  const entries = entriesOf(row);
  return sum(privacy.steps.filter(({ n }) => w.has(n)).map(({ n, c, form }) => {
    return w.get(n).times(c).times(greatest(dot(form, entries), ZERO));
  }));
}

// y_j - x_j + sum f a[j] >= 0 for every action and truth, f <= c z for a soft condition.
function coverByLevels(lists, { y, w, privacy }, { actions }) {
  const multipliers = lists.map((list) => numbered(list, privacy.steps.length));
  allow((added(multipliers.map((each) => each.size)) + lists.length) * y.length);
  actions.forEach((action, i) => {
    const slack = [...y];
    for (const [j, x] of action) slack[j] = slack[j].minus(x);
    for (const [place, f] of multipliers[i]) {
      const { n, c, form } = privacy.steps[place];
      const most = c.times(w.get(n) || ZERO);
      holds(privacy.conditions[n].hard || f.compare(most) <= 0, "a multiplier exceeds the price of its condition");
      form.forEach((a, j) => { slack[j] = slack[j].plus(f.times(a)); });
    }
    holds(slack.every((x) => x.n >= 0n), UNCOVERED);
  });
}

// ---------------------------------------------------------------- rays

// Equations in reduced echelon form; k - 1 of them leave a direction.
function conditionRays({ conditions, steps }, k) {
  const units = range(k).map((i) => range(k).map((j) => (i === j ? 1n : 0n)));
  const levels = steps.map(({ form }) => cleared(form).wholes).filter((form) => form.some(Boolean));
  const planes = [...new Map([...units, ...levels.map(primitive)].map((form) => [form.join(), form])).values()];
  let flats = new Map([["", { flat: [], last: -1 }]]);
  let work = 0;
  for (let count = 1; count < k; count += 1) {
    work += added([...flats.values()].map(({ last }) => planes.length - 1 - last));
    few(work, MOST_FLATS, "extreme patterns");
    allow(work * k ** 3);
    flats = cutFlats(flats, planes);
  }
  const hard = steps.filter(({ n }) => conditions[n].hard).map(({ form }) => cleared(form).wholes);
  const rays = [...flats.values()].map(({ flat }) => rayOn(flat, k)).filter(Boolean);
  return rays.filter((ray) => hard.every((form) => wholeDot(form, ray) <= 0n));
}

// Each flat with one more plane, behind the last that it needs.
function cutFlats(flats, planes) {
  const found = new Map();
  for (const { flat, last } of flats.values()) {
    for (let n = last + 1; n < planes.length; n += 1) {
      const smaller = joined(flat, planes[n]);
      if (!smaller) continue;
      const key = smaller.join(";");
      const known = found.get(key);
      if (!known || n < known.last) found.set(key, { flat: smaller, last: n });
    }
  }
  return found;
}

const leading = (form) => form.findIndex(Boolean);

function primitive(form) {
  const common = form.reduce(gcd);
  const divisor = form[leading(form)] < 0n ? -abs(common) : abs(common);
  return form.map((x) => x / divisor);
}

// The form with 0 at the leading place of the equation.
function without(form, equation) {
  const place = leading(equation);
  const [factor, unit] = [form[place], equation[place]];
  return factor ? form.map((x, j) => unit * x - factor * equation[j]) : form;
}

function joined(flat, plane) {
  const rest = flat.reduce(without, plane);
  if (!rest.some(Boolean)) return null;
  const fresh = primitive(rest);
  const reduced = flat.map((equation) => primitive(without(equation, fresh)));
  return [...reduced, fresh].sort((a, b) => leading(a) - leading(b));
}

function rayOn(flat, k) {
  const places = flat.map(leading);
  const free = range(k).find((j) => !places.includes(j));
  const unit = flat.reduce((most, equation, i) => {
    const x = equation[places[i]];
    return (most / gcd(most, x)) * x;
  }, 1n);
  const row = range(k).map((j) => (j === free ? unit : 0n));
  flat.forEach((equation, i) => { row[places[i]] = (-equation[free] * unit) / equation[places[i]]; });
  return row.every((x) => x >= 0n) ? primitive(row) : null;
}

// ---------------------------------------------------------------- cards

// A_i.(1 + v, v) + A_j.(u, 1 + u) <= d (1 + u + v), A_i the sum of c a over the first i levels.
function conditionLines({ conditions }) {
  return conditions.flatMap((condition) => {
    let last = [ZERO, ZERO];
    const sums = [last];
    for (const [c, g] of condition.levels) {
      const form = formAt(condition, g[1]);
      last = last.map((x, j) => x.plus(c.times(form[j])));
      sums.push(last);
    }
    const most = condition.most[1];
    const line = ([x, y], [p, q]) => [most.minus(p).minus(q), most.minus(x).minus(y), x.plus(q).minus(most)];
    return sums.flatMap((A) => sums.map((B) => line(A, B)));
  });
}
