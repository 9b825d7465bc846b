// checkCertificate(text) -> { verdict, statement, reason } (section 2).

const FORMAT = "rropt-certificate/2";
const AGAIN = "make it again with rropt design ... --save FILE";

const KINDS = {
  prices: pricesKind,
  gradient: gradientKind,
  symmetric: symmetricKind,
  cases: casesKind,
  "random-cut": randomCutKind,
  windows: windowsKind,
  shuffled: shuffledKind,
  garbling: garblingKind,
  separation: separationKind,
  polynomial: polynomialKind,
};

function decide(text) {
  wellFormed(text.length <= MOST_BYTES, "more than 4 MiB");
  wellFormed(/^[\x00-\x7f]*$/.test(text), "not ASCII");
  wellFormed(!text.includes("\\"), "a backslash");
  const tooLong = new RegExp(`(?<![0-9])[0-9]{${MOST_DIGITS + 1}}`);
  wellFormed(!tooLong.test(text), "a number of too many digits");
  const data = parse(text);
  wellFormed(data instanceof Map, "a certificate is one JSON object");
  wellFormed(data.get("format") === FORMAT, `format must be ${FORMAT}: ${AGAIN}`);
  data.delete("format");
  measure(data);
  const kind = data.get("kind");
  wellFormed(typeof kind === "string" && Object.hasOwn(KINDS, kind), `there is no such kind now: ${AGAIN}`);
  data.delete("kind");
  return KINDS[kind](data);
}

function checkCertificate(text) {
  state = { refuted: "", doubt: "", expansion: 0 };
  try {
    const statement = decide(text);
    if (!state.refuted && !state.doubt) return { verdict: "verified", statement, reason: "" };
  } catch (error) {
    const unexpected = !(error instanceof Malformed);
    // After a refutation numbers may be out of their range, and so an operation on them.
    if (!unexpected || !state.refuted) return { verdict: "malformed", statement: "", reason: error.message };
  }
  const verdict = state.refuted ? "refuted" : "undecided";
  return { verdict, statement: "", reason: state.refuted || state.doubt };
}
