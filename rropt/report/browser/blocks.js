// The reports of a table as moves of a few sets of truths under an abelian group (section 6, kind
// symmetric): every difference has to be met equally often.

const MOST_DIFFERENCES = 2 ** 22;
const HEX_DIGITS = 8;

// Of each pattern an entry a class, "all" or blocks; of one class and one pattern the entry alone.
function readBlocks(value, rows, sizes) {
  const given = listed(value instanceof Map ? [[value]] : value, rows.length);
  const found = rows.flatMap((row, n) => {
    const entries = listed(given[n], sizes.length);
    return row.flatMap((runs, c) => (entries[c] === "all" ? [] : [readDevelopment(entries[c], sizes[c], runs)]));
  });
  wellFormed(found.length, "there are no blocks");
  return found;
}

// Blocks of a class of k truths, on which a pattern has these runs.
function readDevelopment(value, k, runs) {
  wellFormed(runs.length === 2, "blocks need a pattern of two values on their class");
  const given = record(value, "group base");
  const group = listed(given.group).map(positiveCount);
  wellFormed(group.length && group.every((modulus) => modulus >= 2), "a modulus is below two");
  wellFormed(group.length <= k && group.reduce((x, y) => x * y, 1) === k, "the group has another order");
  const chosen = runs[0][1];
  const base = listed(given.base).map((entry) => {
    const [share, block] = listed(entry, 2);
    const elements = listed(block, chosen).map((x) => index(x, k));
    const ascends = elements.every((x, n) => n === 0 || elements[n - 1] < x);
    wellFormed(ascends, "a block is not in ascending order");
    return { share: rational(share), elements };
  });
  wellFormed(base.length, "there are no blocks");
  allowCounted(base.length * workOfDifferences(chosen, group), MOST_DIFFERENCES);
  allow(base.length * k);
  return { group, base, k };
}

function verifyBlocks({ group, base, k }) {
  holds(base.every(({ share }) => share.n >= 0n), "a share of a block is negative");
  holds(sum(base.map(({ share }) => share)).equals(ONE), "the shares of the blocks do not add up to 1");
  const met = Array.from({ length: k }, () => ZERO);
  for (const { share, elements } of base) {
    differencesOf(elements, group, k).forEach((times, t) => {
      if (times) met[t] = met[t].plus(share.times(whole(times)));
    });
  }
  holds(met.every((x, t) => t < 2 || x.equals(met[1])), "the blocks are not balanced");
}

// In pairs of elements; on a circle of n truths a product is as much work as n sqrt n / 8 pairs.
const productWork = (n) => Math.floor((n * Math.floor(Math.sqrt(n))) / 8);
const isMultiplied = (size, group) => group.length === 1 && size ** 2 > productWork(group[0]);

function workOfDifferences(size, group) {
  return isMultiplied(size, group) ? productWork(group[0]) : size ** 2 * group.length;
}

// The digit at n + t of the product of sum b^x and sum b^(n - y) counts the pairs with x - y = t.
function onACircle(elements, n) {
  const numberOf = (places) => {
    const digits = new Array(n + 1).fill("0".repeat(HEX_DIGITS));
    for (const place of places) digits[n - place] = "1".padStart(HEX_DIGITS, "0");
    return BigInt("0x" + digits.join(""));
  };
  const product = numberOf(elements) * numberOf(elements.map((x) => n - x));
  const text = product.toString(16).padStart(2 * n * HEX_DIGITS, "0");
  const digit = (place) => parseInt(text.substr(text.length - (place + 1) * HEX_DIGITS, HEX_DIGITS), 16);
  return Array.from({ length: n }, (_, t) => digit(t) + digit(n + t));
}

// How often each element of the group is a difference; digits, the last modulus first.
function differencesOf(elements, group, k) {
  if (isMultiplied(elements.length, group)) return onACircle(elements, k);
  const moduli = [...group].reverse();
  const digits = elements.map((x) => {
    let rest = x;
    return moduli.map((modulus) => {
      const digit = rest % modulus;
      rest = (rest - digit) / modulus;
      return digit;
    });
  });
  const found = new Array(k).fill(0);
  for (const x of digits) {
    for (const y of digits) {
      let [place, unit] = [0, 1];
      moduli.forEach((modulus, n) => {
        place += ((x[n] - y[n] + modulus) % modulus) * unit;
        unit *= modulus;
      });
      found[place] += 1;
    }
  }
  return found;
}
