import type { Store } from "../../store/port/store.ts";
import type { KeyRecord } from "../../store/records.ts";
import { apiKeyId, bearerToken, hashApiKey, matchesApiKey } from "./api-key.ts";

/** Keys remembered between requests; the one looked up first goes first. */
const cacheSize = 10_000;

export interface Authenticator {
  /** The key an Authorization header carries, or null when it is missing, malformed, unknown or revoked. */
  authenticate(header: string | undefined): Promise<KeyRecord | null>;
  stop(): void;
}

/** Key records are remembered until the store says that they changed, so a revoked key is out at once. */
export function createAuthenticator(store: Store): Authenticator {
  const known = new Map<string, KeyRecord>();
  // A look-up that was under way when a key changed may have seen the old record.
  let changes = 0;
  const stop = store.watch((changed) => {
    for (const { kind, id } of changed) {
      if (kind !== "key") continue;
      changes += 1;
      known.delete(id);
    }
  });

  async function lookUp(id: string): Promise<KeyRecord | undefined> {
    const changesBefore = changes;
    const record = (await store.find("key", id))?.record;
    if (record && changes === changesBefore) {
      if (known.size >= cacheSize) known.delete(known.keys().next().value as string);
      known.set(id, record);
    }
    return record;
  }

  return {
    stop,
    async authenticate(header) {
      const key = bearerToken(header);
      const id = key && apiKeyId(key);
      if (!id) return null;
      const record = known.get(id) ?? (await lookUp(id));
      // An unknown id costs a comparison too, so that time doesn't tell which ids exist.
      const matches = matchesApiKey(key, record?.secret_sha256 ?? hashApiKey(id));
      return record && matches && record.revoked_at === null ? record : null;
    },
  };
}
