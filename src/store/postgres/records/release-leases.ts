import type pg from "pg";
import { isJobKind, kinds, tableOf } from "./columns.ts";

/** Ends the leases of a server that stops or is gone, so that others may claim its jobs. */
export async function releaseLeases(pool: pg.Pool, server: string): Promise<void> {
  for (const kind of kinds.filter(isJobKind)) {
    await pool.query(
      `UPDATE ${tableOf(kind)} SET lease_worker = NULL, lease_until = NULL, lease_server = NULL
       WHERE lease_server = $1`,
      [server],
    );
  }
  await pool.query("DELETE FROM inquest.server WHERE id = $1", [server]);
}
