// Runs inside a planted root: names of tables as JSON on stdin, what they hold as JSON on stdout.
import { text } from "node:stream/consumers";
import { collectTables } from "../../../src/engine/run/collect-tables.ts";
import { openHost } from "../../../src/tables/host/local.ts";
import { tables } from "../../../src/tables/registry.ts";
import type { CollectedRows } from "./collect-rows.ts";

const timeoutMs = 30_000;

const names = new Set(JSON.parse(await text(process.stdin)) as string[]);
const requests = tables.flatMap((table) =>
  "collect" in table && names.has(table.name) ? [{ table, timeoutMs }] : [],
);
const collections = await collectTables(requests, openHost(), { onStart() {} });
const collected = [...collections].map(
  ([table, { rows, gaps, unavailable }]): CollectedRows => ({
    table,
    rows: rows?.rows ?? [],
    gaps,
    unavailable,
  }),
);
process.stdout.write(
  JSON.stringify(collected, (_, value) => (typeof value === "bigint" ? Number(value) : value)),
);
