// Kind gradient, e-optimal over the worst group (section 5): positive semidefinite matrices.

// One list of directions a truth.
function readDirections(value, k) {
  const directions = listed(value, k).map((given) => listed(given).map((d) => rationals(d, k)));
  wellFormed(directions.flat(2).some((x) => x.n), "every direction is zero");
  allow(k ** 2 * (directions.flat().length + k ** 3));
  return directions;
}

// u(r) = (P r)'D(r)^- P r, D(r) = sum r_j D_j, and D_j the sum of d d' over the directions of truth j.
function matrixRatio(slopes, directions) {
  const k = slopes.length;
  const matrices = directions.map((given) => range(k).map((a) => range(k).map((b) => {
    return sum(given.map((d) => d[a].times(d[b])));
  })));
  const worth = (row) => {
    const values = entriesOf(row);
    const top = slopes.map((line) => dot(line, values));
    const whole = top.map((x, a) => [...range(k).map((b) => dot(matrices.map((m) => m[a][b]), values)), x]);
    const found = schurComplements([...whole, [...top, ZERO]], "the utility is infinite");
    return exactly(found ? found[k].negated() : ZERO);
  };
  return { worth, forms: unitVectors(k), steps: k ** 4, eliminates: k };
}

// The first entries of a symmetric matrix as one truth after the other is eliminated: none is negative
// if it is semidefinite, and then the row of a zero is zero. Null where such a row is not.
function schurComplements(matrix, reason) {
  const { unit, rows } = clearedRows(matrix);
  let [rest, before] = [rows, 1n];
  const found = [];
  while (rest.length) {
    const [pivot, ...first] = rest[0];
    found.push(new Fraction(pivot, before * unit));
    const below = rest.slice(1);
    if (pivot) {
      const last = before;
      rest = below.map((row) => row.slice(1).map((x, b) => (pivot * x - row[0] * first[b]) / last));
      before = pivot;
    } else {
      if (!holds(first.every((x) => !x), reason)) return null;
      rest = below.map((row) => row.slice(1));
    }
    if (before < 0n) break;
  }
  return found;
}

// Is value I - M_j + e_j e_j' semidefinite for every truth j?
function isLargestEigenvalue(value, { numbers }, columns) {
  return columns.every((column, j) => {
    const rest = numbers.map((x, a) => {
      const weighted = x.map((entry, i) => entry.times(column[i]));
      return numbers.map((y, b) => {
        const own = a === b ? value.plus(a === j ? ONE : ZERO) : ZERO;
        return own.minus(dot(weighted, y));
      });
    });
    const found = schurComplements(rest, "the table has a larger value");
    return found !== null && found.every((x) => x.n >= 0n);
  });
}
