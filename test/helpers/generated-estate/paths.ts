import type { Row } from "../../../src/tables/model/table.ts";
import { addRow, type Machine } from "./machine.ts";

/** The special entries of one path; other folders belong to root and are open to all. */
export interface PathEntry {
  type?: "regular" | "directory" | "socket" | "block" | "missing";
  mode?: string;
  uid?: number;
  gid?: number;
  acl?: string | null;
}

export interface Use {
  purpose: string;
  source?: string;
  run_as?: string;
  enabled?: number | null;
  detail?: string;
  awaits?: string;
}

export interface Tree {
  target: string;
  entries: Map<string, PathEntry>;
  mountFlags: string;
  /** A folder of the path that is a link to another folder with its entries. */
  link?: { path: string; to: string };
}

/**
 * Rows of path_permissions for a path and the folders above it, then for the target of a link on
 * it.
 */
export function addPath(machine: Machine, use: Use, tree: Tree): void {
  const { target, link, mountFlags } = tree;
  const linked = link ? foldersTo(link.to + target.slice(link.path.length)) : [];
  for (const [depth, path] of [...foldersTo(target), ...linked].entries())
    addRow(machine, "path_permissions", {
      source: "",
      run_as: "root",
      enabled: 1,
      detail: "",
      ...use,
      target,
      depth,
      path,
      ...seenOf(path, tree),
      mount_flags: mountFlags,
    });
}

const unseen = { mode: null, uid: null, gid: null };

function seenOf(path: string, { entries, link }: Tree): Row {
  const folder = { type: "directory", mode: "0755", uid: 0, gid: 0, acl: "" };
  if (path === link?.path) return { ...folder, type: "symlink", mode: null };
  const isBehind = link && (path === link.to || path.startsWith(`${link.to}/`));
  const named = isBehind ? link.path + path.slice(link.to.length) : path;
  const entry = { ...folder, ...entries.get(named) };
  return entry.type === "missing" ? { ...entry, ...unseen, acl: null } : entry;
}

function foldersTo(path: string): string[] {
  if (path === "/") return ["/"];
  return [path, ...foldersTo(path.slice(0, path.lastIndexOf("/")) || "/")];
}
