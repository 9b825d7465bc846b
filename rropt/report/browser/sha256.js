// SHA-256 of an ASCII text (FIPS 180-4), in hexadecimal digits.

// The first 32 binary digits of the fractional part of the root of a prime, by bisection.
function rootDigits(prime, degree) {
  const wanted = BigInt(prime) << BigInt(32 * degree);
  let [low, high] = [0n, 1n << 40n];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(degree) <= wanted) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn) | 0;
}

function sha256(text) {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  const constants = primes.map((p) => rootDigits(p, 3));
  let state = primes.slice(0, 8).map((p) => rootDigits(p, 2));

  const words = new Int32Array(16 * Math.ceil((text.length + 9) / 64));
  for (let i = 0; i < text.length; i += 1) words[i >> 2] |= text.charCodeAt(i) << (24 - 8 * (i % 4));
  words[text.length >> 2] |= 128 << (24 - 8 * (text.length % 4));
  words[words.length - 1] = 8 * text.length;

  const rotate = (x, n) => (x >>> n) | (x << (32 - n));
  const w = new Int32Array(64);
  for (let block = 0; block < words.length; block += 16) {
    w.set(words.subarray(block, block + 16));
    for (let i = 16; i < 64; i += 1) {
      const s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const second = s0 + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    state = [a, b, c, d, e, f, g, h].map((x, i) => (x + state[i]) | 0);
  }
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
