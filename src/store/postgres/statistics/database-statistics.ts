import type pg from "pg";
import type { DatabaseStatistics } from "../../port/statistics.ts";

/** Over all pools of a server; the first one asks how many servers run. */
export function databaseStatistics(pool: pg.Pool, ...others: pg.Pool[]): DatabaseStatistics {
  const sum = (of: (one: pg.Pool) => number) =>
    [pool, ...others].reduce((total, one) => total + of(one), 0);
  return {
    connections: () => ({
      total: sum((one) => one.totalCount),
      idle: sum((one) => one.idleCount),
      waiting: sum((one) => one.waitingCount),
    }),
    async servers() {
      // One that stops removes its row; that of one that died is removed by another server.
      const { rows } = await pool.query<{ servers: number }>(
        "SELECT count(*)::int AS servers FROM inquest.server",
      );
      return rows[0]?.servers ?? 0;
    },
  };
}
