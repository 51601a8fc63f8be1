import type pg from "pg";

/** Runs `work` in a transaction, which is rolled back if it fails. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    failure = await client.query("ROLLBACK").then(
      () => undefined,
      (rollbackError: unknown) => rollbackError,
    );
    throw error;
  } finally {
    // A connection that can't roll back is broken; passing an error removes it from the pool.
    client.release(failure !== undefined);
  }
}
