import { createHash } from "node:crypto";
import { apiScopes } from "../../contract/scopes.ts";
import { isoTime } from "../../core/clock.ts";
import { newId } from "../../core/ids.ts";
import { createKey, findAccount } from "../../server/access/keys.ts";
import type { KeyServices } from "../../server/access/services.ts";
import type { KeyRecord } from "../../store/records.ts";
import { localApiKey, localKeyId } from "./local-api-key.ts";

export const defaultAccountName = "default";

export interface DefaultAccount {
  accountId: string;
  /** The API key that commands on this machine use. */
  localKey: string;
}

/** Creates the default account and the local API key, unless they exist. */
export async function ensureDefaultAccount(
  services: KeyServices,
  secretKey: Uint8Array,
): Promise<DefaultAccount> {
  const localKey = localApiKey(secretKey);
  const accountId =
    (await findAccount(services.store, defaultAccountName))?.id ?? (await createDefault(services));
  await ensureLocalKey(services, { accountId, localKey });
  return { accountId, localKey };
}

/** Creates a key for other machines, on the first start of a server over the folder only. */
export async function createFirstKey(
  services: KeyServices,
  { accountId }: DefaultAccount,
): Promise<string | undefined> {
  for await (const { account_id, is_local } of services.store.scan("key")) {
    if (account_id === accountId && !is_local) return undefined;
  }
  const request = { account_id: accountId, scopes: [...apiScopes], name: "first key" };
  return (await createKey(services, request)).key;
}

async function createDefault({ store, clock }: KeyServices): Promise<string> {
  const id = newId("acc", clock.now());
  const record = { id, account_id: id, name: defaultAccountName, created_at: isoTime(clock.now()) };
  await store.commit([{ type: "put", kind: "account", record }]);
  return id;
}

/**
 * Makes the derived key the account's only active local key. It is restored if it was revoked, as
 * its owner could still derive it; one that a rotation replaced is revoked.
 */
export async function ensureLocalKey(
  { store, clock }: Omit<KeyServices, "random">,
  { accountId, localKey }: { accountId: string; localKey: string },
): Promise<void> {
  const id = localKeyId(localKey);
  const known = (await store.find("key", id))?.record;
  if (known?.is_local && known.revoked_at === null) return;
  const now = isoTime(clock.now());
  const replaced: KeyRecord[] = [];
  for await (const key of store.scan("key")) {
    if (key.is_local && key.revoked_at === null) replaced.push({ ...key, revoked_at: now });
  }
  const record: KeyRecord = {
    id,
    account_id: accountId,
    name: "commands on this machine",
    scopes: [...apiScopes],
    secret_sha256: createHash("sha256").update(localKey).digest("hex"),
    created_at: known?.created_at ?? now,
    revoked_at: null,
    is_local: true,
  };
  const records = [...replaced, record];
  await store.commit(records.map((record) => ({ type: "put", kind: "key", record })));
}
