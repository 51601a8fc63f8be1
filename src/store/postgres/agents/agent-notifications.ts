export const agentsChannel = "inquest_agents";

/** What a notification lists: ids of plans or of agents' records, or contacts. */
export type Topic =
  | "offered"
  | "fetched"
  | "ended"
  | "disconnected"
  | "interrupted"
  | "contacts"
  | "settings"
  | "pending_keys";

/** Server, topic, and what is listed. */
type Payload = [string, Topic, unknown[]];

/** PostgreSQL limits a payload to 7,999 bytes. */
const maxPayloadBytes = 7_900;

/** Payloads that list the items. */
export function toPayloads(server: string, topic: Topic, items: unknown[]): string[] {
  const payloads: string[] = [];
  const overhead = server.length + topic.length + 20;
  let listed: unknown[] = [];
  let bytes = overhead;
  const flush = () => {
    if (listed.length > 0) payloads.push(JSON.stringify([server, topic, listed] satisfies Payload));
    listed = [];
    bytes = overhead;
  };
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes + size > maxPayloadBytes) flush();
    listed.push(item);
    bytes += size;
  }
  flush();
  return payloads;
}

/**
 * A subquery that notifies all servers of the values of `column` in the named part of a WITH, some
 * 6,000 bytes at a time, and returns the number of notifications.
 */
export function notifyOf(part: string, column: string, topic: Topic): string {
  return `(SELECT count(pg_notify('${agentsChannel}', payload)) FROM (
    SELECT json_build_array('', '${topic}', json_agg(value))::text AS payload
    FROM (
      SELECT value, sum(octet_length(to_json(value)::text) + 2) OVER (ORDER BY value) / 6000 AS page
      FROM (SELECT DISTINCT ${column} AS value FROM ${part}) AS listed) AS pages
    GROUP BY page) AS payloads)`;
}

/** Delivers notifications to those who watch a topic. */
export interface AgentNotifications {
  receive(payload: string): void;
  missed(): void;
  /** Without the notifications that name this server as their sender. */
  watch<T>(topic: Topic, changed: (items: T[]) => void, missed?: () => void): () => void;
}

interface TopicWatcher {
  topic: Topic;
  changed(items: never[]): void;
  missed?: () => void;
}

export function createAgentNotifications(
  server: string,
  onError: (error: unknown) => void,
): AgentNotifications {
  const watching = new Set<TopicWatcher>();
  const each = (call: (watcher: TopicWatcher) => void) => {
    for (const watcher of watching) {
      try {
        call(watcher);
      } catch (error) {
        onError(error);
      }
    }
  };
  return {
    receive(payload) {
      const [sender, topic, items] = JSON.parse(payload) as Payload;
      if (sender === server) return;
      each((watcher) => {
        if (watcher.topic === topic) watcher.changed(items as never[]);
      });
    },
    missed: () => each((watcher) => watcher.missed?.()),
    watch(topic, changed, missed) {
      const watcher = { topic, changed, ...(missed && { missed }) };
      watching.add(watcher);
      return () => void watching.delete(watcher);
    },
  };
}
