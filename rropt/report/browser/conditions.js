// Privacy as a list of conditions (section 3), the rays that their planes leave, and coverage under
// them (section 4).

const MOST_LOGARITHM_WORK = 2 ** 26;
const STEPS_OF_CHANCES = 4;
const MOST_FLATS = 2 ** 15;

// conditions: left, right, levels [c, [low, high]], most [low, high], order. steps: every level of the
// bound with its condition n, c and form.
function readConditions(value, k) {
  const given = record(value, "conditions", "epsilon concentrated");
  const raw = listed(given.conditions);
  wellFormed(raw.length, "no conditions");
  const levelsOf = (entry) => (entry instanceof Map && Array.isArray(entry.get("levels")) ? entry.get("levels").length : 0);
  allow(ENTRY_OF_FORM * (k + LEVEL) * (2 * raw.length + added(raw.map(levelsOf))));
  const conditions = raw.map((entry) => readCondition(entry, k));
  conditions.forEach((condition) => { condition.excess = excessOf(condition, 1); });
  const epsilon = given.epsilon === undefined ? null : rational(given.epsilon, ZERO);
  const ends = conditions.flatMap(({ levels }) => levels.map(([, g]) => g)).filter(([low, high]) => !low.equals(high));
  wellFormed(ends.length || !epsilon, "an epsilon without an enclosure");
  if (epsilon) ends.forEach(([low, high]) => verifyEnclosed(low, epsilon, high));
  const steps = conditions.flatMap((condition, n) => {
    return condition.levels.map(([c, g]) => ({ n, c, form: formAt(condition, g[1]) }));
  });
  if (given.concentrated !== undefined) {
    wellFormed(!epsilon, "an epsilon beside a rho");
    return listOf(conditions, steps, readConcentrated(given.concentrated, conditions));
  }
  const bound = conditionWords(raw, 1, given.epsilon);
  const table = conditionWords(raw, 0);
  const thisTable = ends.length ? `this table, private at ${table},` : "this table";
  return listOf(conditions, steps, { words: { bound, table, thisTable } });
}

// The answers of a form of privacy (private_tables.js).
function listOf(conditions, steps, { words, concentrated }) {
  return {
    words,
    number: null,
    pure: conditions.every((condition) => condition.hard),
    singles: [],
    field: "condition_prices",
    conditions,
    verifyTable: (rows) => verifyConditions(rows, { conditions, steps, concentrated }),
    look: lookAtPlanes({ conditions, steps }),
    demandsOfTwo: (end) => {
      const listed = conditions.filter(({ order }) => !order);
      return listed.map((one) => [one.levels.map(([c, g]) => [c, formAt(one, g[end])]), one.paid]);
    },
    readBudgets: (value) => amounts(value, conditions.length, 1).map(([n, price]) => {
      const { hard, paid, left, right, levels, excess } = conditions[n];
      wellFormed(!hard, "a price of a hard condition");
      const truths = range(left.length).filter((j) => left[j].n || right[j].n);
      const told = (row) => excess(entriesOf(row));
      return { name: n, price, most: paid, truths, steps: levels.length + 2 * LEVEL, told, condition: conditions[n] };
    }),
    readMultipliers: (list, k) => {
      const found = amounts(list, steps.length, 1);
      allow(found.length * k);
      return found.map(([place, f]) => {
        const { n, c, form } = steps[place];
        const entries = range(k).filter((j) => form[j].n).map((j) => [j, form[j]]);
        return { f, form: entries, owner: conditions[n].hard ? null : n, factor: c };
      });
    },
  };
}

function readCondition(value, k) {
  const isOfOrder = value instanceof Map && value.has("order");
  wellFormed(!isOfOrder || !value.has("levels"), `a divergence with levels: ${AGAIN}`);
  const given = record(value, `left right most ${isOfOrder ? "order budget" : "levels"}`);
  const [left, right] = [given.left, given.right].map((form) => readForm(form, k));
  if (isOfOrder) return { left, right, levels: [], hard: false, ...readOrder(given) };
  const levels = listed(given.levels).map((level) => {
    const [c, g] = listed(level, 2);
    const ends = rationals(Array.isArray(g) ? listed(g, 2) : [g, g]);
    wellFormed(rational(c).n > 0n && ends[0].n > 0n && ends[0].compare(ends[1]) <= 0, "no level of a condition");
    return [rational(c), ends];
  });
  const ascends = ([, g], i) => !i || levels[i - 1][1][1].compare(g[0]) < 0;
  wellFormed(levels.length && levels.every(ascends), "the levels of a condition do not ascend, or there is none");
  const most = rational(given.most, ZERO);
  return { left, right, levels, order: null, most, paid: most, hard: !most.n };
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

function verifyConditions(rows, { conditions, steps, concentrated }) {
  const entries = rows.map(entriesOf);
  const k = entries[0].length;
  const forms = added(conditions.map(({ order, levels }) => (order ? 2 : levels.length)));
  allow(rows.length * forms * (k + LEVEL));
  const orders = concentrated ? [] : conditions.filter(({ order }) => order);
  const wholes = orders.filter(({ order }) => isWhole(order)).map(({ order }) => Number(order.lowest().n));
  for (const order of wholes) allowCounted(rows.length * (order * state.bits) ** 2, MOST_POWER_SQUARES);
  if (concentrated) allow(STEPS_OF_CHANCES * rows.length * k ** 2);
  const pairs = concentrated ? alikePairs(entries) : [];
  const shown = added(pairs.map((pair) => pair.length)) * (concentrated ? concentrated.points.length + 2 : 0);
  const logarithms = (orders.length - wholes.length) * rows.length + shown;
  few(logarithms, MOST_LOGARITHMS, "logarithms");
  allow(logarithms, MOST_LOGARITHM_WORK);
  if (concentrated) {
    verifyConcentrated(pairs, concentrated); // of which every condition is a consequence
    return;
  }
  for (const condition of conditions) {
    const told = condition.order ? divergence(condition, entries) : exactly(excessesOf(condition, entries));
    notNegative(exactly(condition.most).minus(told), "a condition is broken");
  }
}

function excessesOf(condition, rows) {
  const excess = excessOf(condition, 0);
  return sum(rows.map(excess));
}

// A function of a row: sum c max(0, x.r - g y.r), at the levels of the table (0) or of the bound (1).
// As levels ascend it is the largest of C x.r - H y.r, C and H the sums of c and c g over the first.
function excessOf({ left, right, levels }, end) {
  const forms = cleared([...left, ...right]);
  const [x, y] = [forms.wholes.slice(0, left.length), forms.wholes.slice(left.length)];
  const sums = [[ZERO, ZERO]];
  for (const [c, g] of levels) {
    const [slope, height] = sums[sums.length - 1];
    sums.push([slope.plus(c), height.plus(c.times(g[end]))]);
  }
  const lines = cleared(sums.flat());
  const pairs = sums.map((_, i) => lines.wholes.slice(2 * i, 2 * i + 2));
  return (row) => {
    const numbers = row.map((x) => x.n); // a row has one denominator
    const [top, below] = [wholeDot(x, numbers), wholeDot(y, numbers)];
    const told = pairs.map(([slope, height]) => slope * top - height * below);
    return new Fraction(told.reduce(greater), forms.unit * lines.unit * row[0].d);
  };
}

// ---------------------------------------------------------------- rays

function lookAtPlanes(listed) {
  return (charge, utility) => lookAt(conditionRays(listed, charge.y.length).map(rowOfRay), charge, utility, charge.y.length);
}

// A flat is given by vectors that span it, in reduced echelon form, with the last plane that makes it.
function conditionRays({ conditions, steps }, k) {
  const units = range(k).map((i) => range(k).map((j) => (i === j ? 1n : 0n)));
  const forms = steps.map(({ n, form }) => ({ n, form: cleared(form).wholes })).filter(({ form }) => form.some(Boolean));
  const planes = [...new Map([...units, ...forms.map(({ form }) => primitive(form))].map((form) => [form.join(), form])).values()];
  let flats = new Map([["", { flat: units, last: -1 }]]);
  let work = 0;
  for (let count = 1; count < k; count += 1) {
    const cuts = added([...flats.values()].map(({ last }) => planes.length - 1 - last));
    work += cuts;
    few(work, MOST_FLATS, "extreme patterns");
    allow(cuts * k ** 3);
    flats = cutFlats(flats, planes);
  }
  const hard = forms.filter(({ n }) => conditions[n].hard);
  allow(2 * k * flats.size * hard.length);
  const rays = [...flats.values()].map(({ flat: [ray] }) => ray).filter((ray) => ray.every((x) => x >= 0n));
  return rays.filter((ray) => hard.every(({ form }) => wholeDot(form, ray) <= 0n));
}

// Each flat with one more plane, behind the last that it needs.
function cutFlats(flats, planes) {
  const found = new Map();
  for (const { flat, last } of flats.values()) {
    for (let n = last + 1; n < planes.length; n += 1) {
      const smaller = onPlane(flat, planes[n]);
      if (!smaller) continue;
      const key = smaller.join(";");
      const known = found.get(key);
      if (!known || n < known.last) found.set(key, { flat: smaller, last: n });
    }
  }
  return found;
}

// Without a common divisor, the first entry that is not 0 positive.
function primitive(form) {
  const common = form.reduce(gcd);
  const divisor = form.find(Boolean) < 0n ? -abs(common) : abs(common);
  return form.map((x) => x / divisor);
}

// The last vector that is not on the plane joins those before it, and so leaves them in echelon form.
function onPlane(flat, plane) {
  const values = flat.map((vector) => wholeDot(plane, vector));
  const last = values.findLastIndex(Boolean);
  if (last < 0) return null;
  const others = range(flat.length).filter((i) => i !== last);
  return others.map((i) => primitive(flat[i].map((x, j) => values[last] * x - values[i] * flat[last][j])));
}
