import { systemClock } from "../../core/clock.ts";
import type { LocalAdmin } from "../../server/system/local-admin.ts";
import type { Store } from "../../store/port/store.ts";
import { ensureLocalKey } from "../keys/default-account.ts";
import { localApiKey, localKeyId } from "../keys/local-api-key.ts";
import { readSecretKey, renewLocalSecret } from "../keys/secret-key.ts";
import { proveServer } from "../keys/server-proof.ts";

interface LocalKeyServices {
  store: Store;
  dataDir: string;
  /** The default account. */
  accountId: string;
}

/** The key that commands on this machine use, and the proof that a server shows them. */
export function localKeyAdmin({
  store,
  dataDir,
  accountId,
}: LocalKeyServices): Pick<LocalAdmin, "isLocalKey" | "prove" | "rotateLocalKey"> {
  let secretKey = readSecretKey(dataDir).local;
  let keyId = localKeyId(localApiKey(secretKey));
  return {
    isLocalKey: (id) => id === keyId,
    prove: (claim) => proveServer(secretKey, claim),
    async rotateLocalKey() {
      // The file first: a start after a crash revokes the previous key if this process could not.
      secretKey = renewLocalSecret(dataDir).local;
      const localKey = localApiKey(secretKey);
      keyId = localKeyId(localKey);
      await ensureLocalKey({ store, clock: systemClock }, { accountId, localKey });
      return { key_id: keyId };
    },
  };
}
