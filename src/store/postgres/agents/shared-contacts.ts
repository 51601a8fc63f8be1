import type pg from "pg";
import type { SharedContact, SharedContacts } from "../../port/shared-state.ts";
import { retried } from "../connection/retried.ts";
import { fromAgentKey, toAgentKey } from "./agent-key.ts";
import { type AgentNotifications, agentsChannel, toPayloads } from "./agent-notifications.ts";
import type { Translated } from "./shared-state.ts";

/** Contacts as a notification lists them: agent, age in milliseconds, and 1 for a goodbye. */
type Listed = [string, number, 0 | 1];

export function createSharedContacts({
  pool,
  server,
  notifications,
  translated,
}: {
  pool: pg.Pool;
  server: string;
  notifications: AgentNotifications;
  translated: Translated;
}): SharedContacts {
  return {
    publish: (contacts) =>
      translated(() => retried(() => writeContacts(pool, { contacts, server }))),
    all: () => translated(() => readContacts(pool)),
    async forget(agent) {
      await translated(() =>
        pool.query("DELETE FROM inquest.contact WHERE agent = $1", [toAgentKey(agent)]),
      );
    },
    watch: (contacted, missed) =>
      notifications.watch<Listed>(
        "contacts",
        (listed) =>
          contacted(
            listed.map(([key, ageMs, stopped]) => ({
              agent: fromAgentKey(key),
              ageMs,
              hasStopped: stopped === 1,
            })),
          ),
        missed,
      ),
  };
}

/** A contact that is older than the one there is, with another server, changes nothing. */
async function writeContacts(
  pool: pg.Pool,
  { contacts, server }: { contacts: SharedContact[]; server: string },
): Promise<void> {
  const keyed = contacts.map((contact) => ({ ...contact, agent: toAgentKey(contact.agent) }));
  const sorted = keyed.toSorted((a, b) => (a.agent < b.agent ? -1 : 1));
  const listed = sorted.map(
    ({ agent, ageMs, hasStopped }): Listed => [agent, ageMs, hasStopped ? 1 : 0],
  );
  await pool.query(
    `WITH written AS (
       INSERT INTO inquest.contact (agent, last_at, has_stopped)
       SELECT agent, now() - make_interval(secs => age_ms / 1000.0), has_stopped
       FROM unnest($1::text[], $2::bigint[], $3::boolean[]) AS c(agent, age_ms, has_stopped)
       ON CONFLICT (agent) DO UPDATE SET last_at = EXCLUDED.last_at, has_stopped = EXCLUDED.has_stopped
       WHERE contact.last_at <= EXCLUDED.last_at)
     SELECT pg_notify('${agentsChannel}', payload) FROM unnest($4::text[]) AS payload`,
    [
      sorted.map(({ agent }) => agent),
      sorted.map(({ ageMs }) => ageMs),
      sorted.map(({ hasStopped }) => hasStopped),
      toPayloads(server, "contacts", listed),
    ],
  );
}

async function readContacts(pool: pg.Pool): Promise<SharedContact[]> {
  const { rows } = await pool.query<{ agent: string; age_ms: string; has_stopped: boolean }>(
    `SELECT agent, has_stopped, greatest(0, extract(epoch FROM now() - last_at) * 1000)::bigint AS age_ms
     FROM inquest.contact`,
  );
  return rows.map(({ agent, age_ms, has_stopped }) => ({
    agent: fromAgentKey(agent),
    ageMs: Number(age_ms),
    hasStopped: has_stopped,
  }));
}
