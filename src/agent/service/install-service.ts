import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../core/errors.ts";
import type { RunCommand } from "./run-command.ts";
import type { ServiceCommand, ServiceDefinition } from "./types.ts";

/** What an install or uninstall did. */
export interface ServiceChange {
  /** `unchanged`: the same definition was there, and was started again. */
  action: "installed" | "replaced" | "unchanged" | "removed" | "absent";
  path: string;
  /** The commands that were run. */
  commands: string[];
  status: string;
  notes: string[];
}

/** Writes the definition and lets the platform start it, now and whenever the machine starts. */
export async function installService(
  definition: ServiceDefinition,
  run: RunCommand,
): Promise<ServiceChange> {
  const { path, start, status, notes } = definition;
  const before = readIfThere(path);
  const content = bytesOf(definition);
  if (!before?.equals(content)) replaceFile(path, content);
  const commands = await runAll(start, run);
  const action = before === null ? "installed" : before.equals(content) ? "unchanged" : "replaced";
  return { action, path, commands, status, notes };
}

/** Ends the service and takes its definition away; the config and the cache folder stay. */
export async function uninstallService(
  { path, stop, forget, status }: ServiceDefinition,
  run: RunCommand,
): Promise<ServiceChange> {
  if (!existsSync(path)) return { action: "absent", path, commands: [], status, notes: [] };
  const commands = await runAll(stop, run);
  orExplain(path, () => rmSync(path));
  commands.push(...(await runAll(forget, run)));
  return { action: "removed", path, commands, status, notes: [] };
}

async function runAll(commands: ServiceCommand[], run: RunCommand): Promise<string[]> {
  for (const command of commands) await run(command);
  return commands.map(({ tool, args }) => [tool, ...args].join(" "));
}

export function bytesOf({ text, encoding }: ServiceDefinition): Buffer {
  // The mark tells Windows which of its encodings it is.
  return Buffer.from(encoding === "utf16le" ? `\ufeff${text}` : text, encoding);
}

function readIfThere(path: string): Buffer | null {
  return existsSync(path) ? orExplain(path, () => readFileSync(path)) : null;
}

/** A service manager that reads meanwhile sees the old file or the new one. */
function replaceFile(path: string, content: Buffer): void {
  orExplain(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.tmp`, content);
    chmodSync(`${path}.tmp`, 0o644);
    renameSync(`${path}.tmp`, path);
  });
}

function orExplain<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const mayNot = code === "EACCES" || code === "EPERM";
    throw new AppError("service_failed", `${path} can't be changed (${code}).`, {
      hint: mayNot
        ? "Run it as root (sudo), on Windows as an administrator."
        : "See the definition with --print, and put it there yourself.",
      cause,
    });
  }
}
