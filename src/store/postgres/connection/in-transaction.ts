import type pg from "pg";
import { isUnavailable } from "./database-errors.ts";

/** Runs `work` in a transaction, which is rolled back if it fails. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // On a connection that was lost, a rollback would only wait.
    isBroken = isUnavailable(error) || !(await rollBack(client));
    throw error;
  } finally {
    // `true` removes it from the pool.
    client.release(isBroken);
  }
}

function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query("ROLLBACK").then(
    () => true,
    () => false,
  );
}
