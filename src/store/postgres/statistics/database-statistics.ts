import type pg from "pg";
import type { DatabaseStatistics } from "../../port/statistics.ts";

export function databaseStatistics(pool: pg.Pool): DatabaseStatistics {
  return {
    connections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
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
