// Kinds symmetric and gradient where a number g protects some classes of truths alone (section 3):
// r_a <= g r_b for a protected truth a and any other truth b.

const readClassPrivacy = (value, m) => readAnyPrivacy(value, m, "truths of classes");
const readTruthPrivacy = (value, k) => readAnyPrivacy(value, k, "truths");

// guarded: whether each class is protected; top: g. No proofs but extremes and line know such a level:
// number is null.
function readAnyPrivacy(value, m, alike) {
  if (!(value instanceof Map) || !value.has("protected")) return readPrivacy(value, m);
  const classes = listed(value.get("protected")).map((c) => index(c, m));
  wellFormed(classes.length && classes.every((c, i) => !i || classes[i - 1] < c), "protected classes do not ascend");
  const level = oneLevel(new Map([...value].filter(([name]) => name !== "protected")));
  wellFormed(level.pure, "protected classes beside a delta");
  const guarded = range(m).map((c) => classes.includes(c));
  const named = (words) => `(${words}, protecting the ${alike} ${item(value.get("protected"))})`;
  const thisTable = "this table, every report of it private for all truths or of one unprotected truth,";
  const words = { bound: named(level.words.bound), table: named(level.words.table), thisTable };
  const verifyTable = (rows) => verifyGuarded(rows, guarded, level.low());
  const look = lookAtGuarded(guarded, level.number);
  return { ...level, words, guarded, top: level.number, number: null, verifyTable, look };
}

// Of a table more is asked: a row is a single, which is zero but at one truth that is not protected, or
// no entry is more than g times another.
function verifyGuarded(rows, guarded, g) {
  const isSingle = (row) => {
    const positive = row.flatMap((runs, c) => runs.filter(([x]) => x.n).map(([, many]) => ({ c, many })));
    return positive.length === 1 && positive[0].many === 1 && !guarded[positive[0].c];
  };
  holds(rows.every((row) => isPrivate(row, g) || isSingle(row)), "a row is not private");
}

// Rows are made of patterns, with 1 or g at protected truths and 1 at others, and of singles.
function lookAtGuarded(guarded, g) {
  return (charge, utility) => {
    const rows = guardedRows(charge.sizes, guarded, g);
    lookAt(rows, charge, utility, added(charge.sizes.map((n) => Math.min(n, 2))));
  };
}

function guardedRows(sizes, guarded, g) {
  const patterns = sizes.reduce((n, many, c) => (guarded[c] ? n * (many + 1) : n), 1);
  few(patterns + guarded.filter((is) => !is).length, MOST_STAIRCASES, "extreme patterns");
  const numbers = sizes.map((many, c) => (guarded[c] ? range(many + 1) : [0]));
  const others = range(sizes.length).filter((c) => !guarded[c]);
  const singles = others.map((c) => rowAt(c, ONE, ZERO, sizes));
  return [...rowsOfTwoValues(sizes, numbers, whole(g.d), whole(g.n)), ...singles];
}
