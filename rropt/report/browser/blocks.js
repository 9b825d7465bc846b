// The reports of a table as moves of a few sets of truths under an abelian group (section 6, kind
// symmetric): every difference has to be met equally often.

const MOST_DIFFERENCES = 2 ** 22;

// A table with one class of truths and one pattern of two values; k truths.
function readBlocks(value, rows, sizes, k) {
  const one = sizes.length === 1 && rows.length === 1 && rows[0][0].length === 2;
  wellFormed(one, "blocks need one pattern of two values on one class of truths");
  const given = record(value, "group base");
  const group = listed(given.group).map(positiveCount);
  wellFormed(group.length && group.every((modulus) => modulus >= 2), "a modulus is below two");
  wellFormed(group.length <= k && group.reduce((x, y) => x * y, 1) === k, "the group has another order");
  const chosen = rows[0][0][0][1];
  const base = listed(given.base).map((entry) => {
    const [share, block] = listed(entry, 2);
    const elements = listed(block, chosen).map((x) => index(x, k));
    const ascends = elements.every((x, n) => n === 0 || elements[n - 1] < x);
    wellFormed(ascends, "a block is not in ascending order");
    return { share: rational(share), elements };
  });
  wellFormed(base.length, "there are no blocks");
  allowCounted(base.length * chosen ** 2 * group.length, MOST_DIFFERENCES);
  allow(base.length * k);
  return { group, base };
}

function verifyBlocks({ group, base }, k) {
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

// How often each element of the group is a difference; digits, the last modulus first.
function differencesOf(elements, group, k) {
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
