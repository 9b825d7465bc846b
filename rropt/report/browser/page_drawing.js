// What a certificate says of its table and its numbers, drawn from it where it was verified.

// The entries as fractions; null for a cut, and for classes of truths, which have no table.
function certifiedRows({ table, patterns, weights }) {
  const read = (row, mass) => row.map((x) => inLowestTerms(x).times(mass));
  if (table) return table.map((row) => read(row, ONE));
  if (!patterns || patterns.flat().some(Array.isArray)) return null;
  return patterns.map((pattern, i) => read(pattern, inLowestTerms(weights[i])));
}

// Six digits behind the point, of a number that is not negative.
function sixDigits({ n, d }) {
  const digits = `${(2000000n * n + d) / (2n * d)}`.padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

function line(kind, cells) {
  const row = document.createElement("tr");
  for (const [words, exact] of cells) {
    const cell = document.createElement(kind);
    cell.textContent = words;
    if (exact) cell.dataset.exact = exact;
    row.append(cell);
  }
  return row;
}

// As many rows and columns of a table as a page shows.
const [SHOWN_ROWS, SHOWN_COLUMNS] = [64, 16];

// The rows that the page shows, each a list of its cells.
function shownRows() {
  const lines = [...document.querySelectorAll("table.channel")].slice(0, 1).flatMap((table) => [...table.tBodies[0].rows]);
  return lines.map((row) => [...row.querySelectorAll("td")]);
}

// What a reader sees in a cell: the decimal, and before it perhaps the fraction; beside them nothing.
function showsEntry(cell, x) {
  const said = (place) => [...cell.querySelectorAll(place)].map((each) => each.textContent);
  const fraction = said("mfrac mn");
  const isWhole = cell.textContent.replace(/\s/g, "") === [...fraction, ...said(".decimal")].join("");
  const isFraction = !fraction.length || fraction.join("/") === `${x}`;
  return cell.dataset.exact === `${x}` && isWhole && isFraction && said(".decimal").join() === sixDigits(x);
}

function drawCertificate(place, { certificate, truths = [], reports = [] }) {
  const { value, bound, gap } = certificate;
  show(place, `The certificate says: value ${value}, bound ${bound}, gap ${gap}.`);
  const rows = certifiedRows(certificate);
  if (!rows) return;
  const drawn = document.createElement("table");
  drawn.id = "drawn-here";
  drawn.append(line("th", [["report \\ truth"], ...rows[0].map((_, j) => [truths[j] || `${j}`])]));
  const entries = (row) => row.map((x) => [sixDigits(x), `${x}`]);
  drawn.append(...rows.map((row, i) => line("td", [[reports[i] || `${i}`], ...entries(row)])));
  show(place, "Its table, drawn here from the certificate:");
  place.append(drawn);
  const shown = shownRows();
  const isWhole = (cells, row) => cells.length === Math.min(row.length, SHOWN_COLUMNS);
  const sameEntries = (cells, i) => isWhole(cells, rows[i]) && cells.every((cell, j) => showsEntry(cell, rows[i][j]));
  const same = shown.length === Math.min(rows.length, SHOWN_ROWS) && shown.every(sameEntries);
  show(place, same ? "The table of the page is the same." : "The table of the page is another one.");
  drawn.dataset.page = same ? "same" : "another";
}
