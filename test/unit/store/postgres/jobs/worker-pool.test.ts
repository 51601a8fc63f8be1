import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createWorkerPools } from "../../../../../src/store/postgres/jobs/worker-pools.ts";
import { newDatabase } from "../../../../helpers/postgres.ts";
import { openTestStore } from "../../../../helpers/postgres-store.ts";
import { signal } from "../../../../helpers/signal.ts";

const lockedLongAgo = "locked_at = now() - interval '1 minute'";

test("a lock on a job that the pool doesn't run is ended; that of a running job stays", async () => {
  const url = await newDatabase();
  await (await openTestStore(url)).close();
  const pool = new pg.Pool({ connectionString: url });
  onTestFinished(() => pool.end());
  const [running, stray, ended] = [signal(), signal(), signal()];
  const runs: string[] = [];
  const pools = createWorkerPools({
    pool,
    isPooled: false,
    onChange: () => undefined,
    onError(error) {
      throw error;
    },
  });
  const workers = pools.start({
    task: "investigation",
    concurrency: 2,
    async run(payload) {
      const { id } = payload as { id: string };
      runs.push(id);
      if (id === "stray") return stray.resolve();
      running.resolve();
      await ended.promise;
    },
  });
  onTestFinished(() => workers.stop());
  const add = (id: string, runAt: string) =>
    pool.query(
      `SELECT inquest_jobs.add_job('investigation', json_build_object('id', $1::text), job_key => $1, run_at => ${runAt})`,
      [id],
    );
  await add("running", "now()");
  await running.promise;
  // As if the response had been lost with which the pool took it.
  await add("stray", "now() + interval '1 hour'");
  await pool.query(
    `UPDATE inquest_jobs._private_jobs SET locked_by = $1, run_at = now() WHERE key = 'stray'`,
    pools.ids(),
  );
  await pool.query(`UPDATE inquest_jobs._private_jobs SET ${lockedLongAgo}`);
  await pools.unlockStrays();
  await stray.promise;
  const { rows } = await pool.query(
    "SELECT locked_by FROM inquest_jobs._private_jobs WHERE key = 'running'",
  );
  expect(rows).toEqual([{ locked_by: pools.ids()[0] }]);
  ended.resolve();
  expect(runs).toEqual(["running", "stray"]);
});
