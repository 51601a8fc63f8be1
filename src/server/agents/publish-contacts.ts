import type { Clock } from "../../core/clock.ts";
import type { SharedContacts } from "../../store/port/shared-state.ts";

/** How long contacts wait for others, so that they share a statement. */
const collectMs = 200;

/** Publishes the contacts of this server's agents to the other servers, several at a time. */
export interface ContactPublisher {
  /** A goodbye is published at once. */
  add(agent: string, hasStopped: boolean): void;
  /** Publishes what waits. */
  flush(): Promise<void>;
}

export function createContactPublisher(
  contacts: Pick<SharedContacts, "publish">,
  { clock, onError }: { clock: Clock; onError(error: unknown): void },
): ContactPublisher {
  const waiting = new Map<string, { atMs: number; hasStopped: boolean }>();
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = [...waiting].map(([agent, { atMs, hasStopped }]) => ({
      agent,
      ageMs: Math.max(0, clock.now() - atMs),
      hasStopped,
    }));
    waiting.clear();
    // A contact that could not be published is followed by another one within a minute.
    if (batch.length > 0) await contacts.publish(batch).catch(onError);
  }

  return {
    add(agent, hasStopped) {
      waiting.set(agent, { atMs: clock.now(), hasStopped });
      if (hasStopped) void flush();
      else timer ??= setTimeout(flush, collectMs).unref();
    },
    flush,
  };
}
