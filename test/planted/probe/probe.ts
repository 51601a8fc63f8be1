// Runs inside a planted root: statements as JSON on stdin, their results as JSON on stdout.
import { text } from "node:stream/consumers";
import type { PlanStatement } from "../../../src/contract/plan.ts";
import { createSqlRunner } from "../../../src/engine/run/sql-runner.ts";
import { openHost } from "../../../src/tables/host/local.ts";
import { tables } from "../../../src/tables/registry.ts";

const statements = JSON.parse(await text(process.stdin)) as PlanStatement[];
const runner = await createSqlRunner({ host: openHost(), tables });
process.stdout.write(JSON.stringify(await runner.run(statements)));
await runner.close();
