import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../core/errors.ts";
import { writeDurablySync } from "../../core/write-durably.ts";
import type { RunCommand } from "./run-command.ts";
import type { ServiceCommand, ServiceDefinition } from "./types.ts";

/** The result of an install or uninstall. */
export interface ServiceChange {
  /** `unchanged`: the same definition already existed; the service was restarted. */
  action: "installed" | "replaced" | "unchanged" | "removed" | "absent";
  path: string;
  /** The commands that were run. */
  commands: string[];
  status: string;
  notes: string[];
}

/** Writes the service definition, then starts the service and enables it at boot. */
export async function installService(
  definition: ServiceDefinition,
  run: RunCommand,
): Promise<ServiceChange> {
  const { path, start, status, notes } = definition;
  const before = readIfExists(path);
  const content = bytesOf(definition);
  if (!before?.equals(content)) writeDefinition(path, content);
  const commands = await runAll(start, run);
  const action = before === null ? "installed" : before.equals(content) ? "unchanged" : "replaced";
  return { action, path, commands, status, notes };
}

/** Stops the service and removes its definition; the config and the cache folder stay. */
export async function uninstallService(
  { path, stop, afterRemoval: forget, status }: ServiceDefinition,
  run: RunCommand,
): Promise<ServiceChange> {
  if (!existsSync(path)) return { action: "absent", path, commands: [], status, notes: [] };
  const commands = await runAll(stop, run);
  orServiceError(path, () => rmSync(path));
  commands.push(...(await runAll(forget, run)));
  return { action: "removed", path, commands, status, notes: [] };
}

async function runAll(commands: ServiceCommand[], run: RunCommand): Promise<string[]> {
  for (const command of commands) await run(command);
  return commands.map(({ tool, args }) => [tool, ...args].join(" "));
}

export function bytesOf({ text, encoding }: ServiceDefinition): Buffer {
  // Windows recognises UTF-16 by the byte order mark.
  return Buffer.from(encoding === "utf16le" ? `\ufeff${text}` : text, encoding);
}

function readIfExists(path: string): Buffer | null {
  return existsSync(path) ? orServiceError(path, () => readFileSync(path)) : null;
}

function writeDefinition(path: string, content: Buffer): void {
  orServiceError(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    writeDurablySync(path, content, { mode: 0o644 });
  });
}

function orServiceError<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const isForbidden = code === "EACCES" || code === "EPERM";
    throw new AppError("service_failed", `${path} can't be changed (${code}).`, {
      hint: isForbidden
        ? "Run it as root (sudo), on Windows as an administrator."
        : "Print the definition with --print and write it yourself.",
      cause,
    });
  }
}
