import type { Gap } from "../host/gap.ts";
import { gapOf, isAbsent } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { readAccounts } from "./local-accounts.ts";

/** A home folder and the account it belongs to. */
export interface HomeFolder {
  path: string;
  uid: number;
}

/** Each home folder once, whichever accounts share it; folders every account can name ("/", "/nonexistent") are none. */
export function listHomeFolders(host: Host, gaps: Gap[]): HomeFolder[] {
  const homes = new Map<string, HomeFolder>();
  try {
    for (const { directory, uid } of readAccounts(host)) {
      const path = directory.replace(/\/+$/, "");
      if (path.startsWith("/") && !homes.has(path)) homes.set(path, { path, uid });
    }
  } catch (error) {
    if (!isAbsent(error)) gaps.push(gapOf(error, "home folders"));
  }
  return [...homes.values()];
}
