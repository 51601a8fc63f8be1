import { Gauge, type Registry } from "prom-client";
import type { DatabaseStatistics } from "../../store/port/statistics.ts";
import { cachedReading } from "./cached-reading.ts";

export interface DatabaseMetricsServices {
  database: DatabaseStatistics;
  /** Why the database can't be used now; null while it can. */
  storeProblem?(): string | null;
}

export function measureDatabase(
  { database, storeProblem }: DatabaseMetricsServices,
  registers: Registry[],
): void {
  const isAvailable = () => (storeProblem?.() ?? null) === null;
  new Gauge({
    name: "inquest_database_available",
    help: "1 while the database can be used, otherwise 0.",
    registers,
    collect() {
      this.set(isAvailable() ? 1 : 0);
    },
  });
  new Gauge({
    name: "inquest_database_connections",
    help: "Connections of this server's pool, by state.",
    labelNames: ["state"],
    registers,
    collect() {
      const { total, idle } = database.connections();
      this.set({ state: "idle" }, idle);
      this.set({ state: "active" }, total - idle);
    },
  });
  new Gauge({
    name: "inquest_database_connections_waiting",
    help: "Statements that wait for a connection of the pool.",
    registers,
    collect() {
      this.set(database.connections().waiting);
    },
  });
  const servers = cachedReading(() => database.servers());
  new Gauge({
    name: "inquest_servers",
    help: "Servers over the database that run.",
    registers,
    async collect() {
      const running = isAvailable() ? await servers() : undefined;
      if (running === undefined) this.remove();
      else this.set(running);
    },
  });
}
