// How a statement writes numbers and parts of a problem (section 7).

const canonical = (x) => (Array.isArray(x) ? `[${x.map(canonical).join(",")}]` : JSON.stringify(x));
const textOf = (x) => (Array.isArray(x) ? `(${x.map(textOf).join(", ")})` : `${x}`);
const inFull = (text, x) => (text.length <= 200 ? text : `SHA-256 ${sha256(canonical(x))}`);
const item = (x) => inFull(textOf(x), x);

function priorText(prior, sizes) {
  if (sizes.every((n) => n === 1)) return item(prior);
  const each = prior.map((q, c) => (sizes[c] > 1 ? `${sizes[c]} x ${q}` : q));
  return inFull(`(${each.join(", ")})`, prior.map((q, c) => [sizes[c], q]));
}

const TWELVE_DIGITS = 10n ** 12n;
const isShort = ({ n, d }) => abs(n) < TWELVE_DIGITS && d < TWELVE_DIGITS;
const up = (x) => rounded(x.lowest(), "up");
const down = (x) => rounded(x.lowest(), "down");

function rounded(x, side) {
  if (isShort(x)) return `${x}`;
  const isAway = (side === "up") === x.n > 0n;
  const top = abs(x.n);
  // |x| / 10^e as a quotient, and the largest e at which it is not below 1.
  const scaled = (e) => (e < 0 ? [top * 10n ** BigInt(-e), x.d] : [top, x.d * 10n ** BigInt(e)]);
  let exponent = top.toString().length - x.d.toString().length;
  if (scaled(exponent)[0] < scaled(exponent)[1]) exponent -= 1;
  const [a, b] = scaled(exponent - 11);
  let digits = a / b + (isAway && a % b ? 1n : 0n);
  if (digits === TWELVE_DIGITS) [digits, exponent] = [digits / 10n, exponent + 1];
  return `${x.n < 0n ? "-" : ""}${decimal(`${digits}`, exponent)} (rounded ${side})`;
}

function decimal(digits, exponent) {
  if (exponent < -5 || exponent >= 12) return `${withPoint(digits, 1)}e${exponent}`;
  if (exponent < 0) return withPoint("0".repeat(-exponent) + digits, 1);
  return withPoint(digits, exponent + 1);
}

function withPoint(digits, place) {
  const rest = digits.slice(place).replace(/0+$/, "");
  return digits.slice(0, place) + (rest && `.${rest}`);
}

// What the table does, and whether it serves every purpose.
function evidence(gap, bound, words, { privacy, universal }) {
  const does = !gap.n && isShort(bound.lowest()) ? "reaches it" : `has ${words}`;
  if (!universal) return does;
  return `${does}; every ${privacy.words.table} private mechanism is C P for this table P and a channel C`;
}
