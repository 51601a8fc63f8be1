import { randomBytes } from "node:crypto";
import { systemClock } from "../../core/clock.ts";
import { AppError } from "../../core/errors.ts";
import {
  createAccount,
  createKey,
  findAccount,
  findKey,
  listKeys,
  revokeKey,
} from "../../server/access/keys.ts";
import type { Store } from "../../store/port/store.ts";
import type { AccountRecord } from "../../store/records.ts";
import { defaultAccountName } from "../keys/default-account.ts";
import type { Admin } from "./types.ts";

const clock = systemClock;

/** Administers keys and accounts in an open store, for the server and for commands on the folder. */
export function storeAdmin(
  store: Store,
): Pick<Admin, "createKey" | "listKeys" | "revokeKey" | "createAccount" | "listAccounts"> {
  const services = { store, clock, random: randomBytes };
  return {
    async createKey({ account = defaultAccountName, ...request }) {
      const { id } = await requireAccount(store, account);
      return createKey(services, { account_id: id, ...request });
    },
    listKeys: async (account = defaultAccountName) =>
      listKeys(store, (await requireAccount(store, account)).id),
    revokeKey: (keyId) => revokeInAnyAccount(store, keyId),
    createAccount: (name) => createAccount(services, name),
    listAccounts: () => listAccounts(store),
  };
}

async function requireAccount(store: Store, account: string): Promise<AccountRecord> {
  const found = await findAccount(store, account);
  if (found) return found;
  throw new AppError("not_found", `There is no account named ${account}.`, {
    subject: "account",
    status: 404,
    kind: "not_found",
  });
}

async function revokeInAnyAccount(store: Store, keyId: string): Promise<void> {
  for await (const { id: accountId } of store.scan("account")) {
    if (!(await findKey(store, { accountId, keyId }))) continue;
    await revokeKey({ store, clock }, { accountId, keyId });
    return;
  }
  throw new AppError("not_found", `There is no active key ${keyId}.`, {
    subject: "key",
    status: 404,
    kind: "not_found",
  });
}

async function listAccounts(
  store: Store,
): Promise<{ id: string; name: string; created_at: string }[]> {
  const accounts: { id: string; name: string; created_at: string }[] = [];
  for await (const { id, name, created_at } of store.scan("account"))
    accounts.push({ id, name, created_at });
  return accounts;
}
