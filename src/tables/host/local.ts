import { spawnSync } from "node:child_process";
import { closeSync, fstatSync, lstatSync, readSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createLimit } from "../../core/limit.ts";
import { bytesOfPath, textOfBytes } from "../parsers/byte-text.ts";
import { findTool } from "./find-tool.ts";
import { TableUnavailable } from "./gap.ts";
import { type OpenOptions, openBlockDevice, openFile, openUserFile } from "./open-file.ts";
import type { CommandOutput, Host } from "./port.ts";
import { listEntries, listNames, readLink } from "./read-names.ts";
import { windowsTool } from "./windows-tool.ts";

/** Folders in which tools are looked up, the platform's own first. */
const toolFolders = {
  darwin: ["/usr/bin", "/bin", "/usr/sbin", "/sbin"],
  linux: ["/usr/sbin", "/usr/bin", "/sbin", "/bin", "/usr/local/sbin", "/usr/local/bin"],
};

/** What tools find their own helpers in: never /usr/local, which an ordinary user may be able to write. */
const helperPath = "/usr/sbin:/usr/bin:/sbin:/bin";

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
  /** Output by `tool arg arg`; when given, no tool is ever run. */
  recorded?: Record<string, CommandOutput>;
} = {}): Host {
  const path = (absolute: string) => {
    const real = root === "/" ? absolute : join(root, absolute);
    return platform === "win32" ? real : bytesOfPath(real);
  };
  const readBytes = (absolute: string, maxBytes = 1 << 20, start = 0) => {
    const file = openFile(path(absolute), { shownAs: absolute, platform });
    if (file === null) return Buffer.alloc(0);
    return readAndClose(file, maxBytes, start);
  };
  return {
    root,
    platform,
    now,
    path,
    readBytes,
    read: (absolute, maxBytes) => textOfBytes(readBytes(absolute, maxBytes)),
    deviceBytes: (node, { number, maxBytes }) =>
      readAndClose(openBlockDevice(path(node), number), maxBytes),
    chunks: (absolute) => readChunks(path(absolute), { shownAs: absolute, platform }),
    list: (absolute) => listNames(path(absolute)),
    entries: (absolute) => listEntries(path(absolute)),
    stat: (absolute) => statSync(path(absolute)),
    lstat: (absolute) => lstatSync(path(absolute)),
    readlink: (absolute) => readLink(path(absolute)),
    exists: (absolute) => statSync(path(absolute), { throwIfNoEntry: false }) !== undefined,
    statfs: (absolute) => statfsSync(path(absolute)),
    run: recorded ? async (tool, args) => replay(recorded, tool, args) : runnerOf(platform),
    runSync: (tool, args) =>
      recorded ? replay(recorded, tool, args) : runToolSync(tool, args, unixTool(tool, platform)),
  };
}

function readAndClose(file: number, maxBytes: number, start = 0): Buffer {
  try {
    return readUpTo(file, maxBytes, start);
  } finally {
    closeSync(file);
  }
}

/** Files in /proc have size 0, so this reads to the end or the limit. */
function readUpTo(file: number, maxBytes: number, start: number): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  let size = Math.max(4096, fstatSync(file).size + 1);
  while (total < maxBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(size, maxBytes - total));
    const count = readSync(file, chunk, 0, chunk.length, start > 0 ? start + total : null);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    total += count;
    size = Math.min(size * 2, 1 << 20);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function* readChunks(path: string | Buffer, options: OpenOptions): Generator<Buffer> {
  const file = openUserFile(path, options);
  if (file === null) return;
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

/** A PowerShell process takes a core for half a second and 80 MB of memory. */
const maxPowerShells = 3;

function runnerOf(platform: NodeJS.Platform): Host["run"] {
  if (platform === "win32") {
    const limit = createLimit(maxPowerShells);
    return (tool, args) => limit(() => runTool(tool, args, windowsTool(tool, process.env)));
  }
  return async (tool, args) => runTool(tool, args, unixTool(tool, platform));
}

/** A tool's file and the environment that it runs in. */
interface Tool {
  file: string;
  env: Record<string, string>;
}

function unixTool(tool: string, platform: NodeJS.Platform): Tool {
  const isMac = platform === "darwin";
  const folders = isMac ? toolFolders.darwin : toolFolders.linux;
  const locale: Record<string, string> = isMac ? { LC_CTYPE: "UTF-8" } : { LC_ALL: "C" };
  return { file: findTool(tool, folders), env: { PATH: helperPath, TZ: "UTC", ...locale } };
}

const toolLimits = { timeout: 10_000, maxBuffer: 16 << 20 };

async function runTool(tool: string, args: string[], { file, env }: Tool): Promise<CommandOutput> {
  // Loaded on first use: it costs more than most statements, and few tables need a tool.
  const { execa } = await import("execa");
  const result = await execa(file, args, {
    reject: false,
    stdin: "ignore",
    ...toolLimits,
    encoding: "buffer",
    extendEnv: false,
    env,
  });
  if (result.timedOut) throw timedOut(tool);
  if (result.exitCode === undefined) throw notRun(tool, result.code);
  return { stdout: textOfBytes(result.stdout), exitCode: result.exitCode };
}

function runToolSync(tool: string, args: string[], { file, env }: Tool): CommandOutput {
  const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
  const result = spawnSync(file, args, { ...toolLimits, stdio, env });
  const code = (result.error as NodeJS.ErrnoException | undefined)?.code;
  if (code === "ETIMEDOUT") throw timedOut(tool);
  if (result.status === null) throw notRun(tool, code);
  return { stdout: textOfBytes(result.stdout), exitCode: result.status };
}

const timedOut = (tool: string) =>
  new TableUnavailable("timed_out", `${tool} timed out after 10 s`);

function notRun(tool: string, code: string | undefined): TableUnavailable {
  if (code === "ENOENT") return new TableUnavailable("table_missing", `${tool} is not installed`);
  if (code === "EACCES" || code === "EPERM")
    return new TableUnavailable("denied", `no permission to run ${tool}`);
  return new TableUnavailable("error", `${tool} could not be run`);
}

function replay(
  recorded: Record<string, CommandOutput>,
  tool: string,
  args: string[],
): CommandOutput {
  const output = recorded[[tool, ...args].join(" ")];
  if (!output) throw new TableUnavailable("table_missing", `${tool} is not installed`);
  return output;
}
