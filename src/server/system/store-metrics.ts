import { Gauge, type Registry } from "prom-client";
import type { Clock } from "../../core/clock.ts";
import type { QueueStatistics } from "../../store/port/statistics.ts";
import type { Store } from "../../store/port/store.ts";
import { cachedReading } from "./cached-reading.ts";

export interface StoreMetricsServices {
  store: Pick<Store, "statistics" | "queues">;
  /** The time by which jobs are due. */
  clock: Clock;
  /** Why the store can't be used now; null while it can. */
  storeProblem?(): string | null;
}

export function measureStore(
  { store, clock, storeProblem }: StoreMetricsServices,
  registers: Registry[],
): void {
  const isUsable = () => (storeProblem?.() ?? null) === null;
  const statistics = cachedReading(() => store.statistics());
  new Gauge({
    name: "inquest_store_records",
    help: "Records in the store, by kind; of many in a database, an estimate.",
    labelNames: ["kind"],
    registers,
    async collect() {
      this.reset();
      const read = isUsable() ? await statistics() : undefined;
      for (const [kind, count] of Object.entries(read?.records ?? {})) this.set({ kind }, count);
    },
  });

  const queues = cachedReading(() => store.queues(clock.now()));
  const measureQueues = (
    description: { name: string; help: string },
    measure: (queue: QueueStatistics) => number,
  ) =>
    new Gauge({
      ...description,
      labelNames: ["kind"],
      registers,
      async collect() {
        this.reset();
        const read = isUsable() ? await queues() : undefined;
        for (const [kind, queue] of Object.entries(read ?? {})) this.set({ kind }, measure(queue));
      },
    });
  measureQueues(
    {
      name: "inquest_queue_depth",
      help: "Investigations, deliveries and scheduled questions that are due and that no server has started.",
    },
    ({ depth }) => depth,
  );
  measureQueues(
    {
      name: "inquest_queue_lag_seconds",
      help: "How long the first of them has been due; 0 if there is none.",
    },
    ({ oldestDueAt }) =>
      oldestDueAt === null ? 0 : Math.max(0, clock.now() - oldestDueAt) / 1_000,
  );
}
