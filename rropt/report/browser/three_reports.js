// Kind three-reports (section 6): all tables of three reports about two truths that can be best.

function threeReportsKind(data) {
  const given = record(data, "privacy truths utility table value bound gap");
  const table = matrixOf(given.table, undefined, 2);
  wellFormed(table.length <= 3, "more than three reports");
  wellFormed(positiveCount(given.truths) === 2, "three reports are about two truths");
  const privacy = readPrivacy(given.privacy, 2);
  wellFormed(privacy.number && !privacy.singles, "the level is not one number");
  const utility = readUtility(given.utility, [1, 1]);
  const rows = tableOf(table);
  verifyTable(rows, [1, 1]);
  verifyPrivacy(rows, [1, 1], privacy);
  allow(3 * MOST_THREE_TABLES * (utility.steps + 1) * 2, MOST_RAY_WORK);
  const candidates = tablesOfThree(privacy.number, privacy.delta(0, 1)).map(tableOf);
  return listedTables(given, { rows, candidates, utility, privacy, reports: "three", k: 2 });
}

const MOST_THREE_TABLES = 80;

function tablesOfThree(g, d) {
  const rays = [[ONE, ZERO], [g, ONE], [ONE, g], [ZERO, ONE]];
  const all = ONE.plus(g);
  const [high, low] = [g.plus(d).over(all), ONE.minus(d).over(all)];
  const found = [[[ONE, ONE]], [[high, low], [low, high]]];
  for (const size of [1, 2, 3]) {
    for (const chosen of choicesOf(4, size).map((places) => places.map((i) => rays[i]))) {
      found.push(...withoutRest(chosen, g, d), ...(size < 3 ? withRest(chosen, g, d) : []));
    }
  }
  const isPrivate = (rows) => range(2).every((n) => sum(rows.map((row) => overOf(row, n, g))).compare(d) <= 0);
  const isTable = (rows) => rows.every((row) => row.every((x) => x.n >= 0n));
  const kept = found.filter((rows) => isTable(rows) && isPrivate(rows));
  return kept.map((rows) => rows.filter((row) => row.some((x) => x.n)).map((row) => row.map((x) => x.lowest())));
}

// x - g y of a row, or y - g x, where positive.
const overOf = (row, n, g) => greatest(row[n].minus(g.times(row[1 - n])), ZERO);
const scaledRays = (rays, weights) => rays.map((ray, i) => ray.map((x) => x.times(weights[i])));

function withoutRest(rays, g, d) {
  const columns = range(2).map((j) => [...rays.map((ray) => ray[j]), ONE]);
  const full = range(2).map((n) => [[...rays.map((ray) => overOf(ray, n, g)), d]]);
  const systems = rays.length === 3 ? full : [[]];
  const solutions = systems.map((more) => solved([...columns, ...more])).filter(Boolean);
  return solutions.map((weights) => scaledRays(rays, weights));
}

// What rays leave of (1, 1) lies in a cone where x - g y, y - g x or none of them counts.
function withRest(rays, g, d) {
  const found = [];
  for (const cone of [[true, false], [false, false], [false, true]]) {
    const equations = cone.map((counts, n) => {
      const form = (ray) => ray[n].minus(g.times(ray[1 - n]));
      const left = rays.map((ray) => (counts ? overOf(ray, n, g).minus(form(ray)) : overOf(ray, n, g)));
      return [...left, counts ? d.minus(ONE.minus(g)) : d];
    });
    for (const full of choicesOf(2, rays.length)) {
      const weights = solved(full.map((n) => equations[n]));
      if (!weights) continue;
      const rows = scaledRays(rays, weights);
      found.push([...rows, range(2).map((j) => ONE.minus(sum(rows.map((row) => row[j]))))]);
    }
  }
  return found;
}

// The one solution of as many equations as unknowns.
function solved(equations) {
  const rows = equations.map((row) => [...row]);
  const size = rows[0].length - 1;
  if (rows.length !== size) return null;
  for (let j = 0; j < size; j += 1) {
    const place = range(size).find((i) => i >= j && rows[i][j].n);
    if (place === undefined) return null;
    [rows[j], rows[place]] = [rows[place], rows[j]];
    rows[j] = rows[j].map((x) => x.over(rows[j][j]).lowest());
    for (const i of range(size).filter((other) => other !== j)) {
      rows[i] = rows[i].map((x, c) => x.minus(rows[i][j].times(rows[j][c])).lowest());
    }
  }
  return rows.map((row) => row[size]);
}
