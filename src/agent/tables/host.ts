import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Stats,
  type StatsFs,
  statfsSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { type Gap, TableUnavailable } from "./table.ts";
import { atMost } from "./windows/at-most.ts";
import { windowsTool } from "./windows/tool.ts";

export interface CommandOutput {
  stdout: string;
  exitCode: number;
}

/**
 * The only way from a table to the machine, so that a table can be run over a recorded tree:
 * files below `root`, and the few tools that know what no file says.
 */
export interface Host {
  /** "/" on a real machine. */
  readonly root: string;
  readonly platform: NodeJS.Platform;
  /** Epoch ms. */
  now(): number;
  /** The real path of an absolute path of the host. */
  path(absolute: string): string;
  /** At most `maxBytes` (1 MiB unless told) of a file as UTF-8; throws Node's error (ENOENT, EACCES…). */
  read(absolute: string, maxBytes?: number): string;
  readBytes(absolute: string, maxBytes?: number): Buffer;
  /** A file piece by piece; each piece is overwritten by the next. */
  chunks(absolute: string): Iterable<Buffer>;
  /** Names in a folder, sorted. */
  list(absolute: string): string[];
  /** Names in a folder with their types, in no order. */
  entries(absolute: string): Dirent[];
  stat(absolute: string): Stats;
  lstat(absolute: string): Stats;
  readlink(absolute: string): string;
  exists(absolute: string): boolean;
  /** Sizes of the file system that holds a path. Waits for ever on a network mount whose server is gone. */
  statfs(absolute: string): StatsFs;
  /**
   * Runs a tool by its fixed name and arguments, no shell, no stdin, C locale, UTC, 10 s and 16 MiB at most
   * (macOS: UTF-8 for characters, else ps and lsof escape names that aren't ASCII).
   * Throws `TableUnavailable` (table_missing) when the tool is not installed.
   */
  run(tool: string, args: string[]): Promise<CommandOutput>;
}

const unixEnvironment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

/** All that a tool sees of the environment. */
const toolEnvironments: Partial<Record<NodeJS.Platform, Record<string, string>>> = {
  // Not /usr/local: Homebrew gives it to an ordinary user, whose `ps` root must not run.
  darwin: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", LC_CTYPE: "UTF-8", TZ: "UTC" },
};

/** The machine this process runs on, or a recorded tree below `root` (whose tools answer from `recorded`). */
export function openHost({
  root = "/",
  platform = process.platform,
  now = Date.now,
  recorded,
}: {
  root?: string;
  platform?: NodeJS.Platform;
  now?: () => number;
  /** Output by `tool arg arg`; with it no tool is ever run. */
  recorded?: Record<string, CommandOutput>;
} = {}): Host {
  const path = (absolute: string) => (root === "/" ? absolute : join(root, absolute));
  const readBytes = (absolute: string, maxBytes = 1 << 20) => {
    const file = openToRead(path(absolute));
    try {
      return readUpTo(file, maxBytes);
    } finally {
      closeSync(file);
    }
  };
  return {
    root,
    platform,
    now,
    path,
    readBytes,
    read: (absolute, maxBytes) => readBytes(absolute, maxBytes).toString("utf8"),
    chunks: (absolute) => readChunks(path(absolute)),
    list: (absolute) => readdirSync(path(absolute)).sort(),
    entries: (absolute) => readdirSync(path(absolute), { withFileTypes: true }),
    stat: (absolute) => statSync(path(absolute)),
    lstat: (absolute) => lstatSync(path(absolute)),
    readlink: (absolute) => readlinkSync(path(absolute)),
    exists: (absolute) => statSync(path(absolute), { throwIfNoEntry: false }) !== undefined,
    statfs: (absolute) => statfsSync(path(absolute)),
    run: recorded ? (tool, args) => replay(recorded, tool, args) : runnerOf(platform),
  };
}

/**
 * Opens without waiting, and no pipe: a user who puts one in place of ~/.ssh/authorized_keys
 * would else hold the reading thread for ever, beyond the reach of any watchdog.
 */
function openToRead(path: string): number {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (!fstatSync(file).isFIFO()) return file;
  closeSync(file);
  throw Object.assign(new Error("a pipe is not read"), { code: "ENOTSUP" });
}

/** Files of /proc have size 0, so this reads until the end or the limit. */
function readUpTo(file: number, maxBytes: number): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  let size = Math.max(4096, fstatSync(file).size + 1);
  while (total < maxBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(size, maxBytes - total));
    const count = readSync(file, chunk, 0, chunk.length, null);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    total += count;
    size = Math.min(size * 2, 1 << 20);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function* readChunks(path: string): Generator<Buffer> {
  const file = openToRead(path);
  try {
    const chunk = Buffer.allocUnsafe(1 << 20);
    while (true) {
      const count = readSync(file, chunk, 0, chunk.length, null);
      if (count === 0) return;
      yield chunk.subarray(0, count);
    }
  } finally {
    closeSync(file);
  }
}

/** PowerShell takes a core for half a second and 80 MB: three at a time leave the machine to its users. */
function runnerOf(platform: NodeJS.Platform): Host["run"] {
  if (platform === "win32")
    return atMost(3, (tool, args) => runTool(tool, args, windowsTool(tool, process.env)));
  const env = toolEnvironments[platform] ?? unixEnvironment;
  return (tool, args) => runTool(tool, args, { file: tool, env });
}

async function runTool(
  tool: string,
  args: string[],
  { file, env }: { file: string; env: Record<string, string> },
): Promise<CommandOutput> {
  // Loaded at first use: it costs more than most statements, and few tables need a tool.
  const { execa } = await import("execa");
  const result = await execa(file, args, {
    reject: false,
    stdin: "ignore",
    timeout: 10_000,
    maxBuffer: 16 << 20,
    extendEnv: false,
    env,
  });
  if (result.code === "ENOENT")
    throw new TableUnavailable("table_missing", `${tool} is not installed`);
  if (result.code === "EACCES" || result.code === "EPERM")
    throw new TableUnavailable("denied", `${tool} may not be run`);
  if (result.timedOut) throw new TableUnavailable("timed_out", `${tool} took longer than 10 s`);
  if (result.exitCode === undefined)
    throw new TableUnavailable("error", `${tool} could not be run`);
  return { stdout: result.stdout, exitCode: result.exitCode };
}

async function replay(
  recorded: Record<string, CommandOutput>,
  tool: string,
  args: string[],
): Promise<CommandOutput> {
  const output = recorded[[tool, ...args].join(" ")];
  if (!output) throw new TableUnavailable("table_missing", `${tool} is not installed`);
  return output;
}

/** The gap that a failed read of `what` makes: EACCES and EPERM are denied, a missing file is table_missing. */
export function gapOf(error: unknown, what: string): Gap {
  if (error instanceof TableUnavailable) return { reason: error.reason, detail: error.message };
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EACCES" || code === "EPERM")
    return { reason: "denied", detail: `${what}: permission denied` };
  if (code === "ENOENT" || code === "ENOTDIR")
    return { reason: "table_missing", detail: `${what}: not there` };
  return { reason: "error", detail: `${what}: ${code ?? "unreadable"}` };
}

/** A file or folder that simply isn't there: for most optional files this is an empty truth, not a gap. */
export function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}
