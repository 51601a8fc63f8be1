import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { isAbsent, TableUnavailable } from "./gap.ts";

const maxLinks = 8;
const sticky = 0o1000;

/**
 * The path of a tool: the first of `folders` that holds it, or `tool` itself if it is a full path.
 * The agent may run as root, so a file that another user can replace is never run: it, every link
 * to it and every folder above must belong to root or to the agent's own account. Throws
 * `TableUnavailable`.
 */
export function findTool(tool: string, folders: readonly string[]): string {
  const paths = isAbsolute(tool) ? [tool] : folders.map((folder) => join(folder, tool));
  let replaceable: string | undefined;
  for (const path of paths) {
    const state = inspectTool(path, maxLinks);
    if (state === "safe") return path;
    if (state === "replaceable") replaceable ??= path;
  }
  if (replaceable === undefined)
    throw new TableUnavailable("table_missing", `${tool} is not installed`);
  throw new TableUnavailable("denied", `${replaceable} is not run: other users can replace it`);
}

type ToolState = "safe" | "replaceable" | "absent";

function inspectTool(path: string, linksLeft: number): ToolState {
  try {
    const stats = lstatSync(path);
    if (!areFoldersSafe(realpathSync(dirname(path)))) return "replaceable";
    if (!stats.isSymbolicLink()) return stateOf(stats);
    if (linksLeft === 0) return "absent";
    return inspectTool(resolve(dirname(path), readlinkSync(path)), linksLeft - 1);
  } catch (error) {
    if (isAbsent(error) || (error as NodeJS.ErrnoException).code === "EACCES") return "absent";
    throw error;
  }
}

function stateOf(stats: Stats): ToolState {
  if (!stats.isFile() || !(stats.mode & 0o111)) return "absent";
  return isOnlyOurs(stats) ? "safe" : "replaceable";
}

function areFoldersSafe(folder: string): boolean {
  const stats = statSync(folder);
  // In a sticky folder nobody else can replace what belongs to root.
  if (!isOnlyOurs(stats) && !(isOwnerTrusted(stats) && stats.mode & sticky)) return false;
  return folder === dirname(folder) || areFoldersSafe(dirname(folder));
}

/** Group 0 is root's own. */
function isOnlyOurs(stats: Stats): boolean {
  const { mode, gid } = stats;
  return isOwnerTrusted(stats) && !(mode & 0o002) && (!(mode & 0o020) || gid === 0);
}

function isOwnerTrusted({ uid }: Stats): boolean {
  return uid === 0 || uid === process.getuid?.();
}
