import { gapOf, isAbsent } from "../host/gap.ts";
import type { GapReader } from "../host/gap-reader.ts";
import { readAccounts } from "./local-accounts.ts";

/** A home folder and the account it belongs to. */
export interface HomeFolder {
  path: string;
  uid: number;
}

/**
 * Each home folder once, even when several accounts share it; placeholder folders ("/",
 * "/nonexistent") are skipped.
 */
export function listHomeFolders(read: GapReader): HomeFolder[] {
  const homes = new Map<string, HomeFolder>();
  try {
    for (const { directory, uid } of readAccounts(read.host)) {
      const path = directory.replace(/\/+$/, "");
      if (path.startsWith("/") && !homes.has(path)) homes.set(path, { path, uid });
    }
  } catch (error) {
    if (!isAbsent(error)) read.report(gapOf(error, "home folders"));
  }
  return [...homes.values()];
}
