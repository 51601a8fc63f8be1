import type { KeyRecord } from "../../store/records.ts";
import { apiKeyId, bearerToken, hashApiKey, matchesApiKey } from "./api-key.ts";
import { createKeyUses } from "./key-uses.ts";
import { isExpired } from "./keys.ts";
import type { AccessServices } from "./services.ts";

/** Key records cached between requests; the oldest is evicted first. */
const cacheSize = 10_000;

export interface Authenticator {
  /** The key of an Authorization header, or null when it is missing, malformed, unknown, revoked or expired. */
  authenticate(header: string | undefined): Promise<KeyRecord | null>;
  stop(): Promise<void>;
}

/** Key records are cached until the store reports a change, so revoking a key takes effect at once. */
export function createAuthenticator({
  store,
  clock,
  log,
}: Pick<AccessServices, "store" | "clock" | "log">): Authenticator {
  const uses = createKeyUses({
    store,
    clock,
    onError: (error) => log.error({ err: error }, "failed to record the use of an API key"),
  });
  const cached = new Map<string, KeyRecord>();
  // A read that was in progress when a key changed may have returned the old record.
  let changes = 0;
  const unwatch = store.watch(
    (changed) => {
      for (const { kind, id } of changed) {
        if (kind !== "key") continue;
        changes += 1;
        cached.delete(id);
      }
    },
    () => {
      changes += 1;
      cached.clear();
    },
  );

  async function load(id: string): Promise<KeyRecord | undefined> {
    const changesBefore = changes;
    const record = (await store.find("key", id))?.record;
    if (record && changes === changesBefore) {
      if (cached.size >= cacheSize) cached.delete(cached.keys().next().value as string);
      cached.set(id, record);
    }
    return record;
  }

  return {
    stop() {
      unwatch();
      return uses.stop();
    },
    async authenticate(header) {
      const key = bearerToken(header);
      const id = key && apiKeyId(key);
      if (!id) return null;
      const record = cached.get(id) ?? (await load(id));
      // An unknown id is compared as well, so that timing doesn't reveal which ids exist.
      const matches = matchesApiKey(key, record?.secret_sha256 ?? hashApiKey(id));
      const isValid = matches && record?.revoked_at === null && !isExpired(record, clock.now());
      if (!isValid) return null;
      uses.used(record);
      return record;
    },
  };
}
