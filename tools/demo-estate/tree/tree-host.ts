import { constants, type Dirent, type Stats, type StatsFs } from "node:fs";
import { TableUnavailable } from "../../../src/tables/host/gap.ts";
import type { CommandOutput, Host } from "../../../src/tables/host/port.ts";
import type { FileTree, Node } from "./file-tree.ts";

/** Returns what the tool prints for these arguments. */
export type Tool = (args: string[]) => string;

/** The agent's `Host` over a file tree, so that its real collectors read the demo machine. */
export function treeHost(
  tree: FileTree,
  {
    tools,
    statfs,
    nowMs,
  }: { tools: Record<string, Tool>; statfs: (path: string) => StatsFs; nowMs: number },
): Host {
  const found = (path: string): Node => at(tree, followed(tree, path, true));
  const readBytes = (path: string, maxBytes = 1 << 20) => {
    const node = found(path);
    if (node.type === "folder") throw failure("EISDIR", path);
    return node.content.subarray(0, maxBytes);
  };
  const answer = (tool: string, args: string[]): CommandOutput => {
    const print = tools[tool];
    if (!print) throw new TableUnavailable("table_missing", `${tool} is not installed`);
    return { stdout: print(args), exitCode: 0 };
  };
  return {
    root: "/demo",
    platform: "linux",
    now: () => nowMs,
    path: (absolute) => `/demo${absolute}`,
    readBytes,
    read: (path, maxBytes) => readBytes(path, maxBytes).toString("utf8"),
    deviceBytes: (node) => {
      throw failure("ENOENT", node);
    },
    chunks: (path) => [readBytes(path)],
    list: (path) => tree.names(folder(tree, path)),
    entries: (path) => entriesOf(tree, folder(tree, path)),
    stat: (path) => statsOf(found(path)),
    lstat: (path) => statsOf(at(tree, followed(tree, path, false))),
    readlink: (path) => linkTarget(at(tree, followed(tree, path, false)), path),
    exists: (path) => tree.get(followed(tree, path, true)) !== undefined,
    statfs,
    run: async (tool, args) => answer(tool, args),
    runSync: answer,
  };
}

const maxLinks = 40;

/** The resolved path, following symbolic links as the kernel does. */
function followed(tree: FileTree, path: string, lastToo: boolean, depth = 0): string {
  if (depth > maxLinks) throw failure("ELOOP", path);
  const parts = path.split("/").filter(Boolean);
  let here = "";
  for (const [index, part] of parts.entries()) {
    if (part === "." || part === "..") {
      here = part === ".." ? here.slice(0, Math.max(0, here.lastIndexOf("/"))) : here;
      continue;
    }
    const next = `${here}/${part}`;
    const node = tree.get(next);
    const isLast = index === parts.length - 1;
    if (node?.type !== "link" || (isLast && !lastToo)) {
      here = next;
      continue;
    }
    const target = node.target.startsWith("/") ? node.target : `${here}/${node.target}`;
    const rest = parts.slice(index + 1).join("/");
    return followed(tree, rest ? `${target}/${rest}` : target, lastToo, depth + 1);
  }
  return here || "/";
}

function at(tree: FileTree, path: string): Node {
  const node = tree.get(path);
  if (!node) throw failure("ENOENT", path);
  return node;
}

function folder(tree: FileTree, path: string): string {
  const real = followed(tree, path, true);
  if (at(tree, real).type !== "folder") throw failure("ENOTDIR", path);
  return real;
}

function linkTarget(node: Node, path: string): string {
  if (node.type !== "link") throw failure("EINVAL", path);
  return node.target;
}

const failure = (code: string, path: string) =>
  Object.assign(new Error(`${code}: ${path}`), { code });

const typeBits: Record<Node["type"], number> = {
  file: constants.S_IFREG,
  folder: constants.S_IFDIR,
  link: constants.S_IFLNK,
  socket: constants.S_IFSOCK,
  block: constants.S_IFBLK,
  character: constants.S_IFCHR,
};

function kindOf(type: Node["type"]) {
  const is = (wanted: Node["type"]) => () => type === wanted;
  return {
    isFile: is("file"),
    isDirectory: is("folder"),
    isSymbolicLink: is("link"),
    isSocket: is("socket"),
    isBlockDevice: is("block"),
    isCharacterDevice: is("character"),
    isFIFO: () => false,
  };
}

/** Collectors stat the same few folders thousands of times. */
const known = new WeakMap<Node, Stats>();

function statsOf(node: Node): Stats {
  const stats = known.get(node) ?? makeStats(node);
  known.set(node, stats);
  return stats;
}

function makeStats(node: Node): Stats {
  const { type, mode, uid, gid, content, mtimeMs, inode } = node;
  const times = { mtimeMs, atimeMs: mtimeMs, ctimeMs: mtimeMs, birthtimeMs: mtimeMs };
  return {
    ...kindOf(type),
    ...times,
    dev: 2049,
    rdev: 0,
    ino: inode,
    nlink: type === "folder" ? 2 : 1,
    mode: typeBits[type] | mode,
    uid,
    gid,
    size: type === "folder" ? 4096 : content.length,
    blksize: 4096,
    blocks: 8,
    ...datesOf(mtimeMs),
  };
}

function datesOf(ms: number) {
  const date = new Date(ms);
  return { mtime: date, atime: date, ctime: date, birthtime: date };
}

function entriesOf(tree: FileTree, path: string): Dirent[] {
  const prefix = path === "/" ? "" : path;
  return tree.names(path).map((name) => {
    const node = at(tree, `${prefix}/${name}`);
    return { name, parentPath: path, path, ...kindOf(node.type) } as Dirent;
  });
}
