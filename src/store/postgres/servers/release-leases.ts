import type pg from "pg";
import { inTransaction } from "../connection/in-transaction.ts";
import { isJobKind, kinds, tableOf } from "../records/columns.ts";

/** Ends the leases of a server that stops or is gone. */
export function releaseLeases(pool: pg.Pool, server: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    for (const kind of kinds.filter(isJobKind))
      await client.query(
        `UPDATE ${tableOf(kind)} SET lease_worker = NULL, lease_until = NULL, lease_server = NULL
         WHERE lease_server = $1`,
        [server],
      );
    await client.query("DELETE FROM inquest.server WHERE id = $1", [server]);
  });
}
