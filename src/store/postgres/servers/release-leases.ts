import type pg from "pg";
import type { ChangedRecord } from "../../port/store.ts";
import { changesChannel, toNotifications } from "../commits/notifications.ts";
import { inTransaction } from "../connection/in-transaction.ts";
import { isJobKind, kinds, tableOf } from "../records/columns.ts";

/**
 * Ends the leases of a server that stops or is gone, and notifies all others of its jobs: they had
 * left them to it.
 */
export function releaseLeases(pool: pg.Pool, server: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    const released: ChangedRecord[] = [];
    for (const kind of kinds.filter(isJobKind)) {
      const { rows } = await client.query<{ id: string }>(
        `UPDATE ${tableOf(kind)} SET lease_worker = NULL, lease_until = NULL, lease_server = NULL
         WHERE lease_server = $1 RETURNING id`,
        [server],
      );
      released.push(...rows.map(({ id }) => ({ kind, id })));
    }
    await client.query("DELETE FROM inquest.server WHERE id = $1", [server]);
    for (const payload of toNotifications(server, released))
      await client.query("SELECT pg_notify($1, $2)", [changesChannel, payload]);
  });
}
