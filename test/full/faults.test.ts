import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../e2e/run-cli.ts";
import { allFaults } from "../faults/faults/all-faults.ts";
import { runFault } from "../faults/run-fault.ts";
import { noPrograms } from "../helpers/postgres/programs.ts";
import { type PostgresCluster, startPostgres } from "../helpers/postgres.ts";

// `npm run faults` applies them for longer, and prints the counts.
const size = { kills: 1, outageMs: 5_000 };

let cluster: PostgresCluster;
beforeAll(async () => {
  if (noPrograms === null) cluster = await startPostgres({});
});
afterAll(() => cluster?.remove());

test.skipIf(noPrograms !== null).each(Object.values(allFaults))(
  "nothing is lost or done twice: $what",
  { timeout: 180_000 },
  async (fault) => {
    const { problems } = await runFault(fault, { cluster, program: root, size });
    expect(problems).toEqual([]);
  },
);
