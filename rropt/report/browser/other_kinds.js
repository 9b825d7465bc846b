// Kinds garbling, separation and polynomial (section 6).

// ---------------------------------------------------------------- Blackwell's order

function readTables({ A, P }) {
  const [left, right] = [matrixOf(A), matrixOf(P)];
  wellFormed(left[0].length === right[0].length, "the tables have other truths");
  [left, right].forEach(verifyChannel);
  return [left, right];
}

function verifyChannel(rows) {
  verifyTable(tableOf(rows), rows[0].map(() => 1));
}

function garblingKind(data) {
  const given = record(data, "A P C");
  const [A, P] = readTables(given);
  const C = matrixOf(given.C, A.length, P.length);
  allow(A.length * P.length * P[0].length);
  verifyChannel(C);
  const columns = P[0].map((_, j) => P.map((row) => row[j]));
  const isProduct = (row, i) => row.every((x, j) => dot(C[i], columns[j]).equals(x));
  holds(A.every(isProduct), "A is not C P");
  const every = "every use of A can be made of P, whatever the decision problem";
  return `A = C P for a channel C: ${every}; A = ${item(given.A)}, P = ${item(given.P)}`;
}

function separationKind(data) {
  const given = record(data, "A P gain A_value P_value");
  const [A, P] = readTables(given);
  const gain = matrixOf(given.gain, undefined, P[0].length);
  const [first, second] = [given.A_value, given.P_value].map((x) => rational(x));
  allow((A.length + P.length) * gain.length * P[0].length);
  const worth = (table) => sum(table.map((row) => gain.map((x) => dot(x, row)).reduce(greatest)));
  holds(worth(A).equals(first) && worth(P).equals(second), "a table has another value");
  holds(first.compare(second) > 0, "A does not do better than P under this gain");
  const values = `A is worth ${down(first)} and P ${up(second)}`;
  const claim = `A = C P for no channel C: under the gain matrix ${item(given.gain)} ${values}`;
  return `${claim}; A = ${item(given.A)}, P = ${item(given.P)}`;
}

// ---------------------------------------------------------------- polynomial

const MOST_VARIABLES = 64;
const MOST_DEGREE = 200;
const MOST_EXPANSION = 2 ** 22;
const MOST_COEFFICIENT_BITS = 2 ** 18;
const VARIABLE = /^[A-Za-z_][A-Za-z_0-9]{0,30}$/;

// A polynomial: terms, pairs of exponents (16 binary digits a variable, the last one first, so that
// adding them multiplies monomials) and whole coefficients over a unit; like terms are collected. They are
// found by their text: engines hash large whole numbers by their last 64 digits, four variables.
function polynomialOf(pairs, unit = 1n) {
  const terms = new Map();
  for (const [monomial, x] of pairs) {
    const key = monomial.toString(32);
    const known = terms.get(key);
    terms.set(key, [monomial, known ? known[1] + x : x]);
  }
  const left = [...terms.values()].filter(([, x]) => x);
  return { terms: left, unit, bits: bits(unit) + left.reduce((most, [, x]) => Math.max(most, bits(x)), 0) };
}

const ONE_POLYNOMIAL = polynomialOf([[0n, 1n]]);

// What expanding costs is counted before it is done.
function spend(steps, length, variables) {
  wellFormed(length <= MOST_COEFFICIENT_BITS, "the numbers are too long to expand");
  state.expansion += steps * (1 + Math.floor(length / 512)) ** 2 * (1 + Math.floor(variables / 16));
  wellFormed(state.expansion <= MOST_EXPANSION, "too large to expand");
}

function readExponents(value, length) {
  const found = listed(value, length);
  wellFormed(found.every((e) => typeof e === "number"), "an exponent is a count");
  wellFormed(added(found) <= MOST_DEGREE, "the degree is too large");
  return found;
}

function readTerms(value, variables) {
  const parts = listed(value).map((term) => listed(term, 2));
  const { wholes, unit } = cleared(parts.map(([x]) => rational(x).lowest()));
  spend(parts.length, bits(unit), variables);
  const monomial = (powers) => readExponents(powers, variables).reduceRight((m, e) => (m << 16n) + BigInt(e), 0n);
  return polynomialOf(parts.map(([, powers], i) => [monomial(powers), wholes[i]]), unit);
}

function multiplied(a, b, variables) {
  spend(32 + (1 + a.terms.length) * (1 + b.terms.length), a.bits + b.bits, variables);
  const pairs = a.terms.flatMap(([m, x]) => b.terms.map(([n, y]) => [m + n, x * y]));
  return polynomialOf(pairs, a.unit * b.unit);
}

function scaled(a, { n, d }, variables) {
  spend(1 + a.terms.length, a.bits + bits(n), variables);
  return polynomialOf(a.terms.map(([monomial, x]) => [monomial, n * x]), a.unit * d);
}

function totalOf(polynomials, variables) {
  let unit = 1n;
  for (const p of polynomials) {
    spend(1 + Math.floor(bits(unit) / 512), bits(p.unit), variables);
    if (unit % p.unit) unit = (unit / gcd(unit, p.unit)) * p.unit;
  }
  const pairs = polynomials.flatMap((p) => {
    const factor = unit / p.unit;
    spend(1 + p.terms.length, p.bits + bits(factor), variables);
    return p.terms.map(([monomial, x]) => [monomial, factor * x]);
  });
  return polynomialOf(pairs, unit);
}

// claim * prod constraints^multiplier = sum c prod constraints^factors square^2 + sum p_i equality_i
function polynomialKind(data) {
  const given = record(data, "variables constraints equalities claim multiplier terms equality_terms");
  const names = listed(given.variables);
  const areNames = names.every((name) => typeof name === "string" && VARIABLE.test(name));
  wellFormed(areNames && new Set(names).size === names.length, "variables are different names");
  few(names.length, MOST_VARIABLES, "variables");
  const n = names.length;
  const readSigned = (value) => {
    const { polynomial, strict } = record(value, "polynomial strict");
    wellFormed(typeof strict === "boolean", "strict is true or false");
    return { polynomial: readTerms(polynomial, n), strict };
  };
  const constraints = listed(given.constraints).map(readSigned);
  const equalities = listed(given.equalities).map((value) => readTerms(value, n));
  const claim = readSigned(given.claim);
  const multiplier = readExponents(given.multiplier, constraints.length);
  const terms = listed(given.terms).map((term) => {
    const { coefficient, factors, square: root } = record(term, "coefficient factors square");
    const powers = readExponents(factors, constraints.length);
    return [rational(coefficient, ZERO).lowest(), powers, root === null ? null : readTerms(root, n)];
  });
  const multiples = listed(given.equality_terms).map((pair) => {
    const [i, p] = listed(pair, 2);
    return [equalities[index(i, equalities.length)], readTerms(p, n)];
  });

  const productOf = productsOf(constraints, n);
  const sides = [multiplied(claim.polynomial, productOf(multiplier), n)];
  for (const [coefficient, powers, root] of terms) {
    const part = root ? multiplied(productOf(powers), multiplied(root, root, n), n) : productOf(powers);
    sides.push(scaled(part, coefficient.negated(), n));
  }
  for (const [equality, p] of multiples) sides.push(scaled(multiplied(p, equality, n), whole(-1), n));
  holds(!totalOf(sides, n).terms.length, "the two sides of the identity differ");
  const isPositive = (powers) => powers.every((e, i) => !e || constraints[i].strict);
  holds(isPositive(multiplier), "a multiplier may be zero");
  const isStrict = ([coefficient, powers, root]) => coefficient.n && !root && isPositive(powers);
  holds(!claim.strict || terms.some(isStrict), "no term is strictly positive");
  const sign = ({ polynomial, strict }) => `${polynomialText(polynomial, names)} ${strict ? ">" : ">="} 0`;
  const zeros = equalities.map((p) => `${polynomialText(p, names)} = 0`);
  const hypotheses = [...constraints.map(sign), ...zeros].join(", ");
  return `${sign(claim)} for all real ${names.join(", ")}${hypotheses && ` with ${hypotheses}`}`;
}

// Products of constraints, one factor after the other: what starts alike is made once. A product is
// known by the place of the one without its last factor, and that factor.
function productsOf(constraints, variables) {
  const made = new Map();
  return function productOf(powers) {
    let [place, found] = [0, ONE_POLYNOMIAL];
    powers.forEach((exponent, i) => {
      for (let n = 0; n < exponent; n += 1) {
        const key = place * constraints.length + i;
        if (!made.has(key)) made.set(key, [made.size + 1, multiplied(found, constraints[i].polynomial, variables)]);
        [place, found] = made.get(key);
      }
    });
    return found;
  };
}

function polynomialText({ terms, unit }, names) {
  const parts = terms.sort(([a], [b]) => signOf(b - a)).map(([monomial, x]) => {
    const exponents = names.map((_, i) => (monomial >> BigInt(16 * i)) & 65535n);
    const powers = names.map((name, i) => (exponents[i] === 1n ? name : `${name}^${exponents[i]}`));
    const factors = powers.filter((_, i) => exponents[i]).join("*");
    const coefficient = `${new Fraction(x, unit)}`;
    if (!factors || !["1", "-1"].includes(coefficient)) return [coefficient, factors].filter(Boolean).join("*");
    return coefficient === "1" ? factors : `-${factors}`;
  });
  const text = parts.join(" + ").replaceAll("+ -", "- ") || "0";
  return text.length > 400 ? `(the polynomial with SHA-256 ${sha256(text)})` : text;
}
