// Applies each fault, or those named, to three servers over one PostgreSQL, and prints the counts as
// a table. The exit code is 1 if anything was lost or done twice.
import { startPostgres } from "../helpers/postgres.ts";
import type { Size } from "./fault.ts";
import { allFaults } from "./faults/all-faults.ts";
import { printResults } from "./print-results.ts";
import { failedFault, runFault } from "./run-fault.ts";

const size: Size = { kills: 5, outageMs: 30_000 };

const wanted = process.argv.slice(2);
const names = Object.keys(allFaults);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No such fault: ${unknown.join(", ")}. There are: ${names.join(", ")}.`);
  process.exit(2);
}

// Commits are synced, as an operator's are.
const cluster = await startPostgres({});
const results = [];
let closeScene: () => Promise<void> = async () => undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    // PostgreSQL is ended by its keeper.
    void closeScene().finally(() => process.exit(1));
  });
try {
  for (const name of wanted.length > 0 ? wanted : names) {
    const fault = allFaults[name]!;
    console.error(fault.what);
    const onScene = (close: () => Promise<void>) => {
      closeScene = close;
    };
    const options = { cluster, program: process.cwd(), size, onScene };
    results.push(await runFault(fault, options).catch((error) => failedFault(fault, error)));
  }
} finally {
  await cluster.remove();
}
printResults(results);
process.exitCode = results.every(({ problems }) => problems.length === 0) ? 0 : 1;
