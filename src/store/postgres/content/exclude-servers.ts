import type pg from "pg";
import { AppError } from "../../../core/errors.ts";

/** Ten heartbeats. */
export const runsForSeconds = 30;

/**
 * Keeps servers away from the database until the transaction ends: one that starts waits for the lock
 * at its first heartbeat. Throws if a server was seen lately.
 */
export async function excludeServers(client: Pick<pg.ClientBase, "query">): Promise<void> {
  await client.query("LOCK TABLE inquest.server IN SHARE ROW EXCLUSIVE MODE");
  // Not now(), which is the time before the lock was waited for.
  const { rows } = await client.query<{ seconds: number }>(
    `SELECT extract(epoch FROM clock_timestamp() - seen_at)::int AS seconds FROM inquest.server
     WHERE seen_at > clock_timestamp() - make_interval(secs => ${runsForSeconds})
     ORDER BY seen_at DESC`,
  );
  const [latest] = rows;
  if (!latest) return;
  const one = rows.length === 1 ? "A server uses" : `${rows.length} servers use`;
  const message = `${one} the database (last seen ${latest.seconds} s ago).`;
  throw new AppError("database_in_use", message, {
    hint: `Stop every server over the database and try again. One that was killed counts as running for ${runsForSeconds} s.`,
  });
}
