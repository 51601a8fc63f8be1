import type pg from "pg";
import type { SharedSequences } from "../../port/shared-state.ts";
import { toAgentKey } from "./agent-key.ts";
import type { Translated } from "./shared-state.ts";

export function createSharedSequences(pool: pg.Pool, translated: Translated): SharedSequences {
  async function last(agent: string, publicKey: string): Promise<number | null> {
    const { rows } = await pool.query<{ sequence: string }>(
      "SELECT sequence FROM inquest.agent_sequence WHERE agent = $1 AND public_key = $2",
      [toAgentKey(agent), publicKey],
    );
    return rows[0] ? Number(rows[0].sequence) : null;
  }
  return {
    last: (agent, publicKey) => translated(() => last(agent, publicKey)),
    advance: (agent, { publicKey, sequence }) =>
      translated(async () => {
        const { rowCount } = await pool.query(
          `INSERT INTO inquest.agent_sequence AS s (agent, public_key, sequence) VALUES ($1, $2, $3)
           ON CONFLICT (agent) DO UPDATE
           SET public_key = EXCLUDED.public_key, sequence = EXCLUDED.sequence
           WHERE s.public_key <> EXCLUDED.public_key OR s.sequence < EXCLUDED.sequence`,
          [toAgentKey(agent), publicKey, sequence],
        );
        if (rowCount === 1) return { ok: true };
        return { ok: false, last: (await last(agent, publicKey)) ?? sequence };
      }),
    async forget(agent) {
      await translated(() =>
        pool.query("DELETE FROM inquest.agent_sequence WHERE agent = $1", [toAgentKey(agent)]),
      );
    },
  };
}
