import type { Clock } from "../../core/clock.ts";
import { type Scheduler, startScheduler } from "../../curiosity/scheduler.ts";
import { queueItem } from "../../server/curiosity/run-curiosity.ts";
import type { TriggerServices } from "../../server/investigations/trigger-investigation.ts";
import type { Store } from "../../store/port/store.ts";

export interface CuriosityOptions {
  store: Store;
  clock: Clock;
  /** The name of this process on leases. */
  worker: string;
  services: TriggerServices;
  onError(error: unknown, itemId: string): void;
}

/** Runs scheduled questions, which start in the same way as those of the trigger endpoint. */
export function startCuriosity({ services, ...options }: CuriosityOptions): Promise<Scheduler> {
  return startScheduler({
    ...options,
    async trigger(item, join) {
      const { ok } = await queueItem(services, item, ({ record }) =>
        join({ investigationId: record.id, nowMs: Date.parse(record.started_at) }),
      );
      return ok;
    },
  });
}
