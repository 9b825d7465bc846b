// Privacy as a list of conditions (section 3), the rays that their planes leave, and coverage under
// them (section 4).

const MOST_EXPONENTIALS = 2 ** 16;
const MOST_LOGARITHM_WORK = 2 ** 26;
const STEPS_OF_CHANCES = 4;
const MOST_CUT = 2 ** 18;
const MOST_PAIRS = 2 ** 22;
const MOST_CUT_SQUARES = 2 ** 39;

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
  allowCounted(logarithms, MOST_EXPONENTIALS);
  allow(logarithms, MOST_LOGARITHM_WORK);
  if (concentrated) {
    verifyConcentrated(pairs, concentrated); // of which every condition is a consequence
    return;
  }
  for (const condition of conditions) {
    const told = condition.order ? divergence(condition, entries) : exactly(sum(entries.map(excessOf(condition, 0))));
    notNegative(exactly(condition.most).minus(told), "a condition is broken");
  }
}

// A function of a row: sum c max(0, x.r - g y.r), at the levels of the table (0) or of the bound (1).
// As levels ascend it is the largest of C x.r - H y.r, C and H the sums of c and c g over the first.
function excessOf({ left, right, levels }, end) {
  const { unit, rows: [x, y] } = clearedRows([left, right]);
  const sums = [[ZERO, ZERO]];
  for (const [c, g] of levels) {
    const [slope, height] = sums[sums.length - 1];
    sums.push([slope.plus(c), height.plus(c.times(g[end]))]);
  }
  const lines = clearedRows(sums);
  return (row) => {
    const numbers = row.map((x) => x.n); // a row has one denominator
    const [top, below] = [wholeDot(x, numbers), wholeDot(y, numbers)];
    const told = lines.rows.map(([slope, height]) => slope * top - height * below);
    return new Fraction(told.reduce(greater), unit * lines.unit * row[0].d);
  };
}

// ---------------------------------------------------------------- rays

function lookAtPlanes(listed) {
  return (charge, utility) => lookAt(conditionRays(listed, charge.y.length).map(rowOfRay), charge, utility, charge.y.length);
}

// Rows of the cone of hard forms, the rays of all cells among them. A section: rays, each with the
// walls of the cone that it is on.
function conditionRays({ conditions, steps }, k) {
  const forms = steps.map(({ n, form }) => ({ hard: conditions[n].hard, form: primitive(cleared(form).wholes) }));
  const excluded = (form) => form.filter((x) => x > 0n).length; // axes: what leaves few rays goes first
  const hard = forms.filter((each) => each.hard).map(({ form }) => form).sort((f, g) => excluded(g) - excluded(f));
  const planes = [...new Map(forms.filter((each) => !each.hard).map(({ form }) => [form.join(), form])).values()];
  const squares = k ** 3 * Math.max(96, ...forms.flatMap(({ form }) => form.map((x) => bits(x)))) ** 2;
  const announce = (number) => {
    allowCounted(number, MOST_CUT);
    allowCounted(number * squares, MOST_CUT_SQUARES);
  };
  const wall = (n) => 1n << BigInt(n);
  let cone = sectionOf(range(k).map((j) => ({
    ray: range(k).map((i) => (i === j ? 1n : 0n)),
    walls: wall(k) - 1n - wall(j),
  })));
  hard.forEach((form, n) => {
    const { below, on } = cutSection(cone, form, k, announce);
    cone = sectionOf([...below, ...on.map(({ ray, walls }) => ({ ray, walls: walls | wall(k + n) }))]);
  });
  const found = new Map(cone);
  let sections = new Map([["", { section: cone, first: 0 }]]);
  for (let dimension = k; dimension > 1; dimension -= 1) {
    const smaller = new Map();
    for (const { section, first } of sections.values()) {
      for (let n = first; n < planes.length; n += 1) {
        const { above, below, on } = cutSection(section, planes[n], dimension, announce);
        if (!above.length || !below.length) continue;
        const met = sectionOf(on);
        const key = [...met.keys()].sort().join(";");
        smaller.set(key, { section: met, first: Math.min(n + 1, smaller.get(key)?.first ?? Infinity) });
      }
    }
    for (const { section } of smaller.values()) section.forEach((each, key) => found.set(key, each));
    sections = smaller;
  }
  return [...found.values()].map(({ ray }) => ray);
}

const sectionOf = (rays) => new Map(rays.map((each) => [each.ray.join(), each]));

// What is above the plane of a form, below and on it: old rays, and one between each two that are
// together on as many walls as a face of dimension two.
function cutSection(section, form, dimension, announce) {
  announce(section.size);
  const rays = [...section.values()].map(({ ray, walls }) => ({ ray, walls, value: wholeDot(form, ray) }));
  const above = rays.filter(({ value }) => value > 0n);
  const below = rays.filter(({ value }) => value < 0n);
  allowCounted(above.length * below.length, MOST_PAIRS);
  const faces = above.flatMap((one) => below.flatMap((other) => {
    const walls = one.walls & other.walls;
    return hasBits(walls, dimension - 2) ? [{ one, other, walls }] : [];
  }));
  announce(faces.length);
  const between = faces.map(({ one, other, walls }) => {
    return { ray: primitive(one.ray.map((x, j) => one.value * other.ray[j] - other.value * x)), walls };
  });
  return { above, below, on: [...rays.filter(({ value }) => !value), ...between] };
}

// Without a common divisor.
function primitive(form) {
  const divisor = form.reduce(gcd) || 1n;
  return form.map((x) => x / divisor);
}

// Whether so many bits are one.
function hasBits(walls, count) {
  let rest = walls;
  for (let n = 0; n < count; n += 1) {
    if (!rest) return false;
    rest &= rest - 1n;
  }
  return true;
}
