// Kind symmetric where a number g protects some classes of truths alone (section 3): r_a <= g r_b for a
// protected truth a and any other truth b.

// guarded: whether each class is protected. No proof but extremes knows such a level: number is null.
function readClassPrivacy(value, m) {
  if (!(value instanceof Map) || !value.has("protected")) return readPrivacy(value, m);
  const classes = listed(value.get("protected")).map((c) => index(c, m));
  wellFormed(classes.length && classes.every((c, i) => !i || classes[i - 1] < c), "protected classes do not ascend");
  const level = oneLevel(new Map([...value].filter(([name]) => name !== "protected")));
  wellFormed(level.pure, "protected classes beside a delta");
  const guarded = range(m).map((c) => classes.includes(c));
  const named = (words) => `(${words}, protecting the truths of classes ${item(value.get("protected"))})`;
  const words = { ...level.words, bound: named(level.words.bound), table: named(level.words.table) };
  return { ...level, words, guarded, top: level.number, number: null };
}

function verifyGuarded(rows, { guarded, low }) {
  const g = low();
  const isPrivate = (row) => {
    const most = valuesOf(row.filter((_, c) => guarded[c])).reduce(greatest);
    return most.compare(g.times(valuesOf(row).reduce(least))) <= 0;
  };
  holds(rows.every(isPrivate), "a row is not private");
}

// Rows are made of patterns, with 1 or g at protected truths and 1 at others, and of singles, which are
// zero but at one truth that is not protected.
function lookAtGuarded(charge, utility) {
  const { sizes, privacy: { guarded, top } } = charge;
  const patterns = sizes.reduce((n, many, c) => (guarded[c] ? n * (many + 1) : n), 1);
  few(patterns + guarded.filter((is) => !is).length, MOST_STAIRCASES, "extreme patterns");
  const runs = (...parts) => parts.filter(([, n]) => n);
  const [high, low] = [whole(top.n), whole(top.d)];
  const choices = sizes.map((many, c) => {
    if (!guarded[c]) return [runs([low, many])];
    return range(many + 1).map((n) => runs([low, many - n], [high, n]));
  });
  const extend = (rows, parts) => rows.flatMap((row) => parts.map((part) => [...row, part]));
  const others = range(sizes.length).filter((c) => !guarded[c]);
  const single = (at) => sizes.map((many, c) => (c === at ? runs([ONE, 1], [ZERO, many - 1]) : runs([ZERO, many])));
  const rows = [...choices.reduce(extend, [[]]), ...others.map(single)];
  lookAt(rows, charge, utility, added(sizes.map((n) => Math.min(n, 2))));
}
