import { accessOf, type Rights } from "../../powershell/access/access-of.ts";
import type { Identity } from "../../powershell/access/identities.ts";
import { parseSddl } from "../../powershell/access/sddl.ts";
import { type Fields, filled } from "../../powershell/values.ts";
import { folderOf } from "./uses.ts";

/** What somebody can do to a file: `act` as a verb, `via` what they have the right to. */
export interface Change {
  act: "write" | "replace" | "create" | "add to";
  via: string;
}

/** Access lists by path, whose case doesn't matter. */
export interface AccessLists {
  rights(path: string, identity: Identity): Rights | null;
  isThere(path: string): boolean;
  /** How the account can put its own program where this one is; null: it can't, or nobody knows. */
  change(path: string, identity: Identity): Change | null;
}

export function accessLists(answers: Fields[]): AccessLists {
  const lists = new Map(
    answers.flatMap(({ Path, Sddl }) => {
      const [path, parsed] = [filled(Path), parseSddl(filled(Sddl) ?? "")];
      return path && parsed ? [[path.toLowerCase(), parsed] as const] : [];
    }),
  );
  const rights: AccessLists["rights"] = (path, { sids }) => {
    const list = lists.get(path.toLowerCase());
    return list ? accessOf(list, sids) : null;
  };
  const isThere = (path: string) => lists.has(path.toLowerCase());
  return {
    rights,
    isThere,
    change(path, identity) {
      const folder = folderOf(path);
      const above = folder === null ? null : rights(folder, identity);
      const own = rights(path, identity);
      if (own?.write || own?.own) return { act: "write", via: path };
      if (folder === null || !above) return null;
      const mayAdd = above.write || above.own;
      if (!isThere(path)) return mayAdd ? { act: "create", via: folder } : null;
      const mayRemove = above.removeChild || above.own || own?.remove;
      return mayAdd && mayRemove ? { act: "replace", via: folder } : null;
    },
  };
}
