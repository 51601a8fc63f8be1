import { afterAll, expect, test } from "vitest";
import { loadDetections } from "../../../../src/brain/detections/load-detections.ts";
import { loadEdgeRules } from "../../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import { liveShape, openConnection } from "../../../../src/engine/run/open-connection.ts";
import { withPrepared } from "../../../../src/engine/run/prepare-statement.ts";
import { newEvaluation } from "../../../../src/engine/run/run-statement.ts";
import { prepare } from "../../../../src/engine/run/step-statement.ts";
import { shapeOf } from "../../../../src/engine/virtual-tables/table-shape.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { tables } from "../../../../src/tables/registry.ts";

const connection = await openConnection(tables, {
  shape: (table) => liveShape(table, "linux"),
});
afterAll(() => connection.close());
const everyOwn = new Set(tables.flatMap((table) => [...shapeOf(table, null).own]));
const { edgeRules, factRules } = loadEdgeRules("data/edges");
const statements = [
  ...loadDetections("data/detections").flatMap(({ id, platforms }) =>
    Object.entries(platforms).flatMap(([os, check]) =>
      [check?.sql, check?.applies, check?.unknown].flatMap((sql) =>
        sql ? [[`${id} on ${os}`, sql] as const] : [],
      ),
    ),
  ),
  ...[...edgeRules, ...factRules].flatMap(({ id, platforms }) =>
    Object.entries(platforms).map(([os, sql]) => [`${id} on ${os}`, sql] as const),
  ),
];

function columnsRead(read: (evaluation: ReturnType<typeof newEvaluation>) => void): string[] {
  const evaluation = newEvaluation(openHost({ recorded: {} }), 1_000);
  connection.evaluate(evaluation, () => read(evaluation));
  return [...evaluation.columnsRead].sort();
}

// A bare name in a subquery is a column of the outer query if the inner table has it only in inquest.
test.each(statements)("%s reads the columns it means", (_name, sql) => {
  const asShipped = columnsRead((evaluation) =>
    withPrepared(connection, { sql, evaluation }, () => undefined),
  );
  connection.columns.reveal(everyOwn);
  const withAll = columnsRead(() => {
    const { sqlite, db } = connection;
    sqlite.raw.sqlite3_finalize(prepare(sqlite, { db, sql }));
  });
  // With all of our columns, `*` reads those as well.
  const expected = /\*(?!\))/.test(sql)
    ? withAll.filter((one) => asShipped.includes(one))
    : withAll;
  expect(asShipped).toEqual(expected);
});
