// The buttons of the atlas: each verifies the certificate of its cell, here, without a network.
"use strict";

function checkCell(cell) {
  const text = cell.querySelector("script[type='application/json']").textContent;
  const said = cell.querySelector("output");
  const started = performance.now();
  const found = checkCertificate(text);
  const spent = Math.max(1, Math.round(performance.now() - started));
  const same = sha256(text) === cell.querySelector("code.sha256").textContent;
  const verdict = same ? found.verdict : "refuted";
  const words = same ? found.statement || found.reason : "the certificate has another SHA-256";
  said.textContent = `${verdict}: ${words} (${spent} ms in this browser)`;
  cell.dataset.verdict = verdict;
}

for (const cell of document.querySelectorAll("section.cell")) {
  cell.querySelector("button").addEventListener("click", () => checkCell(cell));
}
