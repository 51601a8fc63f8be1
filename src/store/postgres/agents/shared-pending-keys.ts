import type pg from "pg";
import { isoTime } from "../../../core/clock.ts";
import type { SharedPendingKeys } from "../../port/shared-state.ts";
import type { RemoteIdentity } from "../../records.ts";
import { fromAgentKey, toAgentKey } from "./agent-key.ts";
import { type AgentNotifications, agentsChannel, toPayloads } from "./agent-notifications.ts";
import type { Translated } from "./shared-state.ts";

export function createSharedPendingKeys({
  pool,
  server,
  notifications,
  translated,
}: {
  pool: pg.Pool;
  server: string;
  notifications: AgentNotifications;
  translated: Translated;
}): SharedPendingKeys {
  const payloadOf = (agent: string) => toPayloads(server, "pending_keys", [toAgentKey(agent)])[0];
  return {
    note: (agent, identity) =>
      translated(async () => {
        // The old row is read from the snapshot before the insert.
        const { rows } = await pool.query<{ is_new: boolean }>(
          `WITH written AS (
             INSERT INTO inquest.pending_key (agent, identity, last_seen_at) VALUES ($1, $2, now())
             ON CONFLICT (agent) DO UPDATE
             SET identity = EXCLUDED.identity, last_seen_at = EXCLUDED.last_seen_at)
           SELECT NOT EXISTS (SELECT FROM inquest.pending_key
                              WHERE agent = $1 AND identity::text = $2::json::text) AS is_new,
                  pg_notify('${agentsChannel}', $3)`,
          [toAgentKey(agent), JSON.stringify(identity), payloadOf(agent)],
        );
        return { isNew: rows[0]?.is_new ?? true };
      }),
    all: () =>
      translated(async () => {
        const { rows } = await pool.query<{
          agent: string;
          identity: RemoteIdentity;
          last_seen_at: Date;
        }>("SELECT agent, identity, last_seen_at FROM inquest.pending_key");
        return rows.map(({ agent, identity, last_seen_at }) => ({
          agent: fromAgentKey(agent),
          identity,
          lastSeenAt: isoTime(last_seen_at.getTime()),
        }));
      }),
    async forget(agent) {
      await translated(() =>
        pool.query(
          `WITH removed AS (DELETE FROM inquest.pending_key WHERE agent = $1)
           SELECT pg_notify('${agentsChannel}', $2)`,
          [toAgentKey(agent), payloadOf(agent)],
        ),
      );
    },
    watch: (changed) => notifications.watch("pending_keys", () => changed(), changed),
  };
}
