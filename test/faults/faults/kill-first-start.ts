import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Fault } from "../fault.ts";
import type { Server } from "../scene/start-server.ts";
import { until } from "../scene/until.ts";

/** Holds each CREATE TABLE for a while, so that there is time to kill the server in the middle. */
const slowDown = `
  CREATE FUNCTION public.slow() RETURNS event_trigger LANGUAGE plpgsql
    AS $$ BEGIN PERFORM pg_sleep(0.2); END $$;
  CREATE EVENT TRIGGER slow ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
    EXECUTE FUNCTION public.slow()`;
const asBefore = "DROP EVENT TRIGGER slow; DROP FUNCTION public.slow()";

const migrating = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event = 'PgSleep'`;
/** The migration's lock, as long as what the killed server began goes on. */
const locked = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'";

export const killFirstStart: Fault = {
  what: "a server killed with -9 in its first migration, then all started at once",
  scene: { isStopped: true },
  async prepare({ servers, database, startAll }, { kills }) {
    const client = new pg.Client(database);
    await client.connect();
    try {
      await client.query(slowDown);
      for (let kill = 0; kill < kills; kill++)
        await killWhileMigrating(servers[0], { client, afterMs: 250 * kill });
      await client.query(asBefore);
    } finally {
      await client.end();
    }
    await startAll();
  },
  // What the fault may have broken shows in the load.
  apply: async () => 0,
};

async function killWhileMigrating(
  server: Server,
  { client, afterMs }: { client: pg.Client; afterMs: number },
): Promise<void> {
  const started = server.launch();
  await until("it migrates", { withinMs: 60_000, everyMs: 20 }, async () => {
    if (started.exitCode !== null) throw new Error("a server ended in its migration");
    return ((await client.query(migrating)).rowCount ?? 0) > 0;
  });
  await delay(afterMs);
  await server.stop("SIGKILL");
  await until(
    "its transaction is over",
    { withinMs: 60_000, everyMs: 50 },
    async () => (await client.query(locked)).rowCount === 0,
  );
}
