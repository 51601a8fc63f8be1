import type pg from "pg";
import { AppError } from "../../../core/errors.ts";

/**
 * Refuses a server whose secret key is not that of the others: it could not decrypt what they have
 * stored, nor they what it stores. The first server's fingerprint counts.
 */
export async function checkKey(pool: pg.Pool, fingerprint: string): Promise<void> {
  await pool.query(
    "INSERT INTO inquest.installation (key_fingerprint) VALUES ($1) ON CONFLICT DO NOTHING",
    [fingerprint],
  );
  const { rows } = await pool.query<{ key_fingerprint: string }>(
    "SELECT key_fingerprint FROM inquest.installation",
  );
  if (rows[0]?.key_fingerprint === fingerprint) return;
  throw new AppError(
    "other_secret_key",
    "This data folder has another secret key than the servers of this database.",
    {
      hint: "Copy secret.key and plan.key from the data folder of one of them, then start again.",
      kind: "usage",
    },
  );
}
