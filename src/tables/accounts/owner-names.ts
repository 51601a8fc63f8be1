import type { Host } from "../host/port.ts";
import { readAccounts, readGroups } from "./local-accounts.ts";

/** Names of uids and gids; null for an unknown id. */
export interface OwnerNames {
  user(uid: number): string | null;
  group(gid: number): string | null;
}

/** From the local account files; every name is null where they can't be read. */
export function readOwnerNames(host: Host): OwnerNames {
  const users = firstById(() => readAccounts(host).map(({ uid, name }) => [uid, name]));
  const groups = firstById(() => readGroups(host).map(({ gid, name }) => [gid, name]));
  return { user: (uid) => users.get(uid) ?? null, group: (gid) => groups.get(gid) ?? null };
}

function firstById(read: () => [number, string][]): Map<number, string> {
  try {
    return new Map(read().reverse());
  } catch {
    return new Map();
  }
}
