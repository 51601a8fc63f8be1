import { gapReader } from "../host/gap-reader.ts";
import { isPresent } from "../host/inspect.ts";
import type { Host } from "../host/port.ts";
import { readAccessLists } from "./path-permissions/access-lists.ts";

const letsOthersWrite = /(^|,)(user:\d+|group:\d*):.w/;

/** The files whose access list lets others write but for its mask, which is what their mode shows. */
export async function findMasked(host: Host, paths: string[]): Promise<Set<string>> {
  const present = [...new Set(paths)].filter((path) => isPresent(host, path));
  const lists = await readAccessLists(gapReader(host), present);
  return new Set(present.filter((path) => letsOthersWrite.test(lists.get(path) ?? "")));
}
