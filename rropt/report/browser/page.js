// The button of a page: verifies the certificate that the page carries, here, without a network.
"use strict";

const FAILURES = {
  prices:
    "a negative entry, a column that does not add up to one, a report that tells two truths further apart than the level allows, " +
    "prices that do not cover some pattern, or another value, bound or gap",
  gradient:
    "a negative entry, a column that does not add up to one, a report that tells two truths further apart than the level allows, " +
    "a biased estimator, prices that do not cover some pattern, or a value or bound that the estimators and prices do not show",
  symmetric:
    "a negative entry, a column that does not add up to one, a pattern that tells two truths further apart than the level allows, " +
    "prices that do not cover some pattern, or a value or bound that the information, the tangents and prices do not show",
  "random-cut": "chances of the cuts that exceed one, prices that do not cover, or a value or bound that they do not show",
  windows: "windows that leave a report which is not private, prices that do not cover, or a value or bound that they do not show",
  cases:
    "a table that is not private, has more reports than it says or not its value, or one of so few reports that is better than the bound",
};

function show(place, words, className) {
  const line = document.createElement("p");
  line.textContent = words;
  if (className) line.className = className;
  place.append(line);
}

function checkHere() {
  const place = document.getElementById("checked-here");
  place.replaceChildren();
  const design = JSON.parse(document.getElementById("design").textContent);
  const { certificate, levels = [] } = design;
  const started = performance.now();
  const found = checkCertificate(JSON.stringify(certificate));
  const others = levels.map((level) => checkCertificate(JSON.stringify(level.certificate)));
  const spent = Math.max(1, Math.round(performance.now() - started));
  const wrong = others.find(({ verdict }) => verdict !== "verified");
  const verdict = found.verdict === "verified" && wrong ? wrong.verdict : found.verdict;
  show(place, `${found.verdict}: ${found.statement || found.reason}`, "verdict");
  place.dataset.verdict = verdict;
  others.forEach((other) => show(place, `${other.verdict}: ${other.statement || other.reason}`, "verdict"));
  const hash = sha256(canonicalObject(certificate));
  const same = hash === document.getElementById("sha256").textContent;
  show(place, same ? `Checked in ${spent} ms by this browser.` : `The certificate has another SHA-256: ${hash}.`);
  const failures = FAILURES[certificate.kind];
  if (failures) show(place, `What would have been refused: ${failures}.`);
  if (verdict === "verified") drawCertificate(place, design);
  show(place, "This is about the certificates. Whether the whole page is what they say, rropt check says.");
}

function canonicalObject(x) {
  if (Array.isArray(x)) return `[${x.map(canonicalObject).join(",")}]`;
  if (x === null || typeof x !== "object") return JSON.stringify(x);
  const members = Object.keys(x).sort().map((key) => `${JSON.stringify(key)}:${canonicalObject(x[key])}`);
  return `{${members.join(",")}}`;
}

document.getElementById("check-here").addEventListener("click", checkHere);
