import type { ChangedRecord } from "../../port/store.ts";
import type { Kind } from "../../records.ts";

export const changesChannel = "inquest_changes";

/** PostgreSQL limits a payload to 7,999 bytes. */
const maxPayloadBytes = 7_900;

interface Payload {
  /** The server that committed. */
  server: string;
  /** Kind and id of each changed record, and the subscription of a delivery. */
  changed: [kind: Kind, id: string, subscription?: string][];
}

/** Payloads that name the changed records. */
export function toNotifications(server: string, records: ChangedRecord[]): string[] {
  const payloads: string[] = [];
  let changed: Payload["changed"] = [];
  let bytes = 0;
  const flush = () => {
    if (changed.length > 0) payloads.push(JSON.stringify({ server, changed } satisfies Payload));
    changed = [];
    bytes = server.length + 50;
  };
  flush();
  for (const { kind, id, subscription } of records) {
    const entry: Payload["changed"][number] = subscription ? [kind, id, subscription] : [kind, id];
    const size = Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (bytes + size > maxPayloadBytes) flush();
    changed.push(entry);
    bytes += size;
  }
  flush();
  return payloads;
}

/** The records that another server changed; null for this server's own notification. */
export function parseNotification(payload: string, server: string): ChangedRecord[] | null {
  const notification = JSON.parse(payload) as Payload;
  if (notification.server === server) return null;
  return notification.changed.map(([kind, id, subscription]) =>
    subscription === undefined ? { kind, id } : { kind, id, subscription },
  );
}
