// Convex utilities u of a row, homogeneous of degree one (section 4).
//
// Each has worth(row), an enclosure of u; steps, the entries that a row meets; forms, the linear forms
// that decide u; logarithms, whether it needs any; numbers, all of u, where they are known. Beside that, as proofs need it: actions, lists of
// [truth, x] with u = max x.r; parts with u = sum s (t.r)^2 / (q.r); information, the distribution q
// with u = sum q_j r_j ln(r_j / q.r); entropies with u = sum s x ln(x / y).

// Whether u depends on a truth.
function sees({ actions, forms }, c) {
  return actions ? actions.some((action) => action.some(([truth]) => truth === c)) : forms.some((form) => form[c].n);
}

const unitVector = (j, m, value = ONE) => range(m).map((c) => (c === j ? value : ZERO));
const unitVectors = (m) => range(m).map((j) => unitVector(j, m));

// An action of a class is one of its truths: the one with the largest entry.
function largestAction(actions) {
  const worth = (row) => {
    const tops = row.map((runs) => runs.map(([v]) => v).reduce(greatest));
    const each = (action) => dot(action.map(([, x]) => x), action.map(([c]) => tops[c]));
    return exactly(actions.map(each).reduce(greatest));
  };
  return { worth, actions, steps: added(actions.map((action) => action.length)), forms: [] };
}

// parts: { mean: q, vectors: [t, ...], scales: [s, ...] }; the values of the forms are whole numbers
// over one unit.
function sumOfRatios(given) {
  const parts = given.map((part) => ({ ...part, scales: part.scales.map((s) => s.lowest()) }));
  const forms = parts.flatMap(({ mean, vectors }) => [mean, ...vectors]);
  const { rows: lines, unit } = clearedRows(forms.map((form) => form.map((x) => x.lowest())));
  const fromForms = (values, one) => {
    let place = 0;
    const each = ({ scales }) => {
      const mean = values[place];
      const entries = values.slice(place + 1, (place += 1 + scales.length));
      if (entries.every((x) => !x) || !holds(mean, "the utility is infinite")) return ZERO;
      const top = sum(scales.map((s, i) => new Fraction(s.n * entries[i] * entries[i], s.d)));
      return new Fraction(top.n, top.d * mean);
    };
    const { n, d } = sum(parts.map(each));
    return new Fraction(n, d * one);
  };
  const worth = (row) => {
    const entries = cleared(entriesOf(row));
    return exactly(fromForms(lines.map((line) => wholeDot(line, entries.wholes)), unit * entries.unit));
  };
  const numbers = [...forms, ...parts.map(({ scales }) => scales)].flat();
  return { worth, parts, fromForms, forms, numbers, steps: added(forms.map((form) => form.length)) };
}

// sum_j a_j r_j ln(r_j / m.r), a logarithm for each different value of the row, in whole numbers.
function entropy(prior, mean) {
  const { unit: one, rows: [own, whole] } = clearedRows([prior, mean]);
  const worth = (row) => {
    const entries = cleared(valuesOf(row));
    const masses = new Map();
    let [place, below] = [0, 0n];
    row.forEach((runs, c) => {
      for (const [, n] of runs) {
        const value = entries.wholes[place++];
        const mass = own[c] * value * BigInt(n);
        below += whole[c] * value * BigInt(n);
        if (mass) masses.set(value, (masses.get(value) || 0n) + mass);
      }
    });
    if (!masses.size || !holds(below > 0n, "the utility is infinite")) return exactly(ZERO);
    let [middle, slack] = [0n, 0n];
    for (const [value, mass] of masses) {
      // The logarithm of one is known, and no entry may be negative.
      if (value < 0n || value * one === below) continue;
      middle += mass * logarithm(value * one, below);
      slack += mass * SLACK;
    }
    const unit = UNIT * one * entries.unit;
    return new Enclosure(new Fraction(middle - slack, unit), new Fraction(middle + slack, unit));
  };
  const information = prior === mean ? prior : null;
  const forms = information ? [prior] : [prior, mean];
  const seen = range(prior.length).filter((j) => prior[j].n);
  const entropies = seen.map((j) => ({ left: unitVector(j, prior.length), right: mean, scale: prior[j] }));
  return { worth, information, forms, numbers: forms.flat(), entropies, steps: 2 * prior.length, logarithms: true };
}

// (sqrt r_a - sqrt r_b)^2 = r_a + r_b - 2 sqrt(r_a r_b)
function rootDifference(a, b, m) {
  const worth = (row) => {
    const [x, y] = [row[a][0][0], row[b][0][0]];
    const root = squareRoot(greatest(x.times(y), ZERO));
    return exactly(x.plus(y)).minus(root.scaled(TWO));
  };
  return { worth, forms: [unitVector(a, m), unitVector(b, m)], steps: 2 };
}

// A function known by its values, or by ends between which they are; `knows` is for rows before their worth is asked.
function tabulated(values, m) {
  const known = new Map();
  const direction = (entries) => {
    const total = sum(entries);
    return [total, total.n ? entries.map((x) => x.over(total)).join(" ") : ""];
  };
  for (const [pattern, u] of listed(values).map((pair) => listed(pair, 2))) {
    const [total, key] = direction(rationals(pattern, m, ZERO));
    const [low, high] = rationals(Array.isArray(u) ? u : [u, u], 2);
    wellFormed(key && !known.has(key), "a value at no pattern, or two at one");
    wellFormed(low.compare(high) <= 0, "the ends of a value are not in order");
    known.set(key, new Enclosure(low.over(total), high.over(total)));
  }
  wellFormed(known.size, "no values");
  const knows = (row) => {
    const [, key] = direction(entriesOf(row));
    wellFormed(!key || known.has(key), "the value at a pattern is not given");
  };
  const worth = (row) => {
    const [total, key] = direction(entriesOf(row));
    return key ? known.get(key).scaled(total) : exactly(ZERO);
  };
  return { worth, knows, forms: unitVectors(m), steps: m };
}

// ---------------------------------------------------------------- by name

const both = (a, b, m, x = ONE, y = x) => range(m).map((c) => (c === a ? x : c === b ? y : ZERO));
const apart = (a, b, m) => both(a, b, m, ONE, ONE.negated());
const squareOver = (mean, vector) => sumOfRatios([{ mean, vectors: [vector], scales: [ONE] }]);
const mutual = (q) => entropy(q, q);

// Of two truths with the columns p and q: the words, and the utility.
const OF_A_PAIR = {
  "total-variation": [
    "a total variation sum abs(p - q) / 2",
    (a, b) => largestAction([[a, b], [b, a]].map(([i, j]) => [[i, HALF], [j, HALF.negated()]])),
  ],
  "chi-square": [
    "a chi-square divergence sum (p - q)^2 / q",
    (a, b, m) => squareOver(unitVector(b, m), apart(a, b, m)),
  ],
  "le-cam": [
    "a Le Cam divergence sum (p - q)^2 / (p + q)",
    (a, b, m) => squareOver(both(a, b, m), apart(a, b, m)),
  ],
  hellinger: ["a Hellinger divergence sum (sqrt p - sqrt q)^2", rootDifference],
  "kullback-leibler": [
    "a Kullback-Leibler divergence sum p ln(p / q)",
    (a, b, m) => entropy(unitVector(a, m), unitVector(b, m)),
  ],
  "reverse-kullback-leibler": [
    "a Kullback-Leibler divergence sum q ln(q / p)",
    (a, b, m) => entropy(unitVector(b, m), unitVector(a, m)),
  ],
  "jensen-shannon": ["a Jensen-Shannon divergence in nats", (a, b, m) => mutual(both(a, b, m, HALF))],
};

// At a prior q: the words, and the utility.
const AT_A_PRIOR = {
  "probability-of-a-right-guess": [
    "a probability of a right guess",
    (q) => largestAction(q.map((x, c) => [[c, x]])),
  ],
  "mutual-information": ["a mutual information in nats", mutual],
  "fisher-information": [
    "a Fisher information of one report about the share of truth 1",
    (q) => {
      wellFormed(q.length === 2, "a share is that of truth 1 of two");
      return squareOver(q, apart(1, 0, 2));
    },
  ],
  gain: [
    "an expected gain under the gain matrix GAIN",
    (q, gain) => {
      const rows = matrixOf(gain, undefined, q.length);
      return largestAction(rows.map((row) => row.map((x, c) => [c, x.times(q[c])])));
    },
  ],
};

const TRACE = "a trace (sum over reports of the largest entry)";
const WORD_OF_THE_USER = "utility-on-the-word-of-the-user";
const FOR_CLASSES = ["trace", "probability-of-a-right-guess", "mutual-information"];

function readUtility(value, sizes) {
  const m = sizes.length;
  const name = named(value, "name", { ...OF_A_PAIR, ...AT_A_PRIOR, trace: 0, [WORD_OF_THE_USER]: 0 });
  const alone = sizes.every((n) => n === 1);
  wellFormed(alone || FOR_CLASSES.includes(name), "this utility tells all truths apart");
  if (name === "trace") {
    record(value, "name");
    return { words: TRACE, ...largestAction(range(m).map((c) => [[c, ONE]])) };
  }
  if (name === WORD_OF_THE_USER) {
    const { values } = record(value, "name values");
    const utility = tabulated(values, m);
    return { words: `a utility on the word of the user (convex, homogeneous, with values ${item(values)})`, ...utility };
  }
  if (name in AT_A_PRIOR) {
    const { prior, gain } = record(value, name === "gain" ? "name prior gain" : "name prior");
    const [words, make] = AT_A_PRIOR[name];
    const utility = make(distribution(prior, sizes), gain);
    return { words: `${words.replace("GAIN", item(gain))} at prior ${priorText(prior, sizes)}`, ...utility };
  }
  const [a, b] = listed(record(value, "name pair").pair, 2);
  wellFormed(index(a, m) !== index(b, m), "a pair of one truth");
  const [words, make] = OF_A_PAIR[name];
  return { words: `${words} of truths ${a} and ${b}`, ...make(a, b, m) };
}
