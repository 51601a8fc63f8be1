import type pg from "pg";
import { AppError } from "../../../core/errors.ts";
import { isBlobName } from "../../port/store.ts";
import type { BlobRange } from "../../records.ts";

export async function putBlob(
  pool: pg.Pool,
  { name, data }: { name: string; data: Uint8Array },
): Promise<void> {
  if (!isBlobName(name))
    throw new AppError("internal_error", `Not a blob name: ${JSON.stringify(name)}.`);
  await pool.query(
    `INSERT INTO inquest.blob (name, data) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET data = EXCLUDED.data`,
    [name, Buffer.from(data.buffer, data.byteOffset, data.byteLength)],
  );
}

/** The whole blob, or only the bytes of the range. */
export async function getBlob(
  pool: pg.Pool,
  name: string,
  range?: BlobRange,
): Promise<Uint8Array | undefined> {
  const { rows } = range
    ? await pool.query<{ data: Buffer }>(
        "SELECT substr(data, $2, $3) AS data FROM inquest.blob WHERE name = $1",
        [name, range.offset + 1, range.length],
      )
    : await pool.query<{ data: Buffer }>("SELECT data FROM inquest.blob WHERE name = $1", [name]);
  return rows[0]?.data;
}

export async function removeBlob(pool: pg.Pool, name: string): Promise<void> {
  await pool.query("DELETE FROM inquest.blob WHERE name = $1", [name]);
}
