import type { Key, NewKey } from "../../contract/keys.ts";
import { type ApiScope, apiScopes } from "../../contract/scopes.ts";
import { isoTime } from "../../core/clock.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { everyPage, type Store } from "../../store/port/store.ts";
import type { AccountRecord, KeyRecord } from "../../store/records.ts";
import { invalid } from "../http/errors.ts";
import { generateApiKey, hashApiKey, isApiKeyId } from "./api-key.ts";
import type { KeyServices } from "./services.ts";

export interface KeyRequest {
  account_id: string;
  scopes: ApiScope[];
  name?: string | undefined;
  /** ISO-8601; the key never expires without it. */
  expires_at?: string | undefined;
}

export interface NewAccount {
  id: string;
  name: string;
  created_at: string;
  /** Its first key, with every scope. */
  key: NewKey;
}

/** Creates a key and returns it; only its hash is stored. */
export async function createKey(services: KeyServices, request: KeyRequest): Promise<NewKey> {
  const { expires_at } = request;
  if (expires_at !== undefined && !(Date.parse(expires_at) > services.clock.now()))
    throw invalid({ path: "expires_at", message: "must be in the future" });
  const { record, key } = draftKey(services, request);
  await services.store.commit(
    [{ type: "put", kind: "key", record }],
    [{ kind: "key", id: record.id, is: "absent" }],
  );
  return { ...toNewKey(record), key };
}

/** Creates an account and its first key in one commit. */
export async function createAccount(services: KeyServices, name: string): Promise<NewAccount> {
  if (await findAccount(services.store, name)) {
    throw new AppError("account_exists", `An account named ${name} already exists.`, {
      status: 409,
      hint: "Choose another name, or create a key for that account.",
    });
  }
  const id = newId("acc", services.clock.now());
  const account = { id, account_id: id, name, created_at: isoTime(services.clock.now()) };
  const { record, key } = draftKey(services, {
    account_id: id,
    scopes: [...apiScopes],
    name: "first key",
  });
  await services.store.commit([
    { type: "put", kind: "account", record: account },
    { type: "put", kind: "key", record },
  ]);
  return { id, name, created_at: account.created_at, key: { ...toNewKey(record), key } };
}

export async function findAccount(store: Store, name: string): Promise<AccountRecord | undefined> {
  for await (const account of store.scan("account")) if (account.name === name) return account;
  return undefined;
}

/** The account's keys that are not revoked, oldest first, without the machine's own. */
export async function listKeys(store: Store, accountId: string): Promise<Key[]> {
  const keys: KeyRecord[] = [];
  for await (const page of everyPage(store, "key", { account: accountId })) {
    keys.push(...page.filter(isListed));
  }
  // Ids are random; they only order keys created in the same millisecond.
  return keys
    .sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id))
    .map(toKey);
}

/** Revokes a key; false when the account has no such key or it is already revoked. */
export async function revokeKey(
  { store, clock }: Omit<KeyServices, "random">,
  { accountId, keyId }: { accountId: string; keyId: string },
): Promise<boolean> {
  const record = await findKey(store, { accountId, keyId });
  if (!record) return false;
  const revoked = { ...record, revoked_at: isoTime(clock.now()) };
  await store.commit([{ type: "put", kind: "key", record: revoked }]);
  return true;
}

/** An active key of the account; never the machine's own. */
export async function findKey(
  store: Store,
  { accountId, keyId }: { accountId: string; keyId: string },
): Promise<KeyRecord | undefined> {
  const record = isApiKeyId(keyId) ? (await store.find("key", keyId))?.record : undefined;
  return record?.account_id === accountId && isListed(record) ? record : undefined;
}

/** The machine's own key is replaced by a rotation only: whoever revoked it would lock its owner out. */
function isListed({ revoked_at, is_local }: KeyRecord): boolean {
  return revoked_at === null && !is_local;
}

/** Whether a key has stopped working by itself. */
export function isExpired({ expires_at }: Pick<KeyRecord, "expires_at">, nowMs: number): boolean {
  return expires_at !== undefined && Date.parse(expires_at) <= nowMs;
}

function draftKey(
  { clock, random }: KeyServices,
  { account_id, scopes, name, expires_at }: KeyRequest,
) {
  const { id, key } = generateApiKey(random);
  const record: KeyRecord = {
    id,
    account_id,
    name: name ?? null,
    scopes,
    secret_sha256: hashApiKey(key),
    created_at: isoTime(clock.now()),
    revoked_at: null,
    ...(expires_at !== undefined && { expires_at: isoTime(Date.parse(expires_at)) }),
  };
  return { record, key };
}

function toNewKey({ id, scopes, name, created_at, expires_at }: KeyRecord): Omit<NewKey, "key"> {
  return { id, scopes, name, created_at, ...(expires_at !== undefined && { expires_at }) };
}

function toKey(record: KeyRecord): Key {
  const { last_used_at } = record;
  return { ...toNewKey(record), ...(last_used_at !== undefined && { last_used_at }) };
}
