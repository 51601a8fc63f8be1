import type pg from "pg";
import { createPool } from "./create-pool.ts";
import { toSetupError } from "./setup-errors.ts";

/** Runs a command's statements over connections of its own, and throws the driver's errors as the store's. */
export async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  // The statement that runs on a broken connection fails by itself.
  const pool = createPool({ url, max: 2, onError: () => undefined });
  try {
    return await work(pool);
  } catch (error) {
    throw toSetupError(error);
  } finally {
    await pool.end();
  }
}
