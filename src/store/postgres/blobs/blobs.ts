import type pg from "pg";
import { AppError } from "../../../core/errors.ts";
import { isBlobName } from "../../port/store.ts";
import type { BlobRange } from "../../records.ts";

type Client = Pick<pg.ClientBase, "query">;

export async function putBlob(
  client: Client,
  { name, data }: { name: string; data: Uint8Array },
): Promise<void> {
  if (!isBlobName(name))
    throw new AppError("internal_error", `Not a blob name: ${JSON.stringify(name)}.`);
  await client.query(
    `INSERT INTO inquest.blob (name, data) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET data = EXCLUDED.data`,
    [name, Buffer.from(data.buffer, data.byteOffset, data.byteLength)],
  );
}

/** The whole blob, or only the bytes of the range. */
export async function getBlob(
  client: Client,
  name: string,
  range?: BlobRange,
): Promise<Uint8Array | undefined> {
  const { rows } = range
    ? await client.query<{ data: Buffer }>(
        "SELECT substr(data, $2, $3) AS data FROM inquest.blob WHERE name = $1",
        [name, range.offset + 1, range.length],
      )
    : await client.query<{ data: Buffer }>("SELECT data FROM inquest.blob WHERE name = $1", [name]);
  return rows[0]?.data;
}

export async function removeBlob(client: Client, name: string): Promise<void> {
  await client.query("DELETE FROM inquest.blob WHERE name = $1", [name]);
}
