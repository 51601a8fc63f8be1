import type pg from "pg";

/** The fingerprint of the secret key of the database's servers; null before the first one. */
export async function storedFingerprint(
  client: Pick<pg.ClientBase, "query">,
): Promise<string | null> {
  const { rows } = await client.query<{ key_fingerprint: string }>(
    "SELECT key_fingerprint FROM inquest.installation",
  );
  return rows[0]?.key_fingerprint ?? null;
}
