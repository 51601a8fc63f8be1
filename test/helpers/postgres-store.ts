import { randomUUID } from "node:crypto";
import {
  openPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from "../../src/store/postgres/postgres-store.ts";

/** A store of another server over the database. An error that no caller gets fails the test. */
export function openTestStore(
  url: string,
  options: Partial<PostgresStoreOptions> = {},
): Promise<PostgresStore> {
  return openPostgresStore({
    url,
    server: randomUUID(),
    keyFingerprint: "the key of the tests",
    onError(error) {
      throw error;
    },
    onAvailability: () => undefined,
    ...options,
  });
}
