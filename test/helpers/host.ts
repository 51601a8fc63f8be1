import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openHost } from "../../src/tables/host/local.ts";
import type { CommandOutput, Host } from "../../src/tables/host/port.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** 2026-01-01T00:00:00Z, the time at which machines are looked at unless a test needs another. */
const lookedAtMs = Date.UTC(2026, 0, 1);

/**
 * A machine recorded below test/fixtures/hosts, whose files all its users may read whatever the
 * umask of the checkout; tools answer with what they `printed` there.
 */
export function recordedHost(name: string, printed: Record<string, string> = {}): Host {
  const host = open(fixture(name), outputsOf(printed));
  const stat = (path: string) => {
    const stats = host.stat(path);
    return Object.assign(stats, { mode: stats.mode | 0o044 });
  };
  return { ...host, stat };
}

/** The same machine, looked at another time. */
export const atTime = (host: Host, nowMs: number): Host => ({ ...host, now: () => nowMs });

/** A machine made of a few files in a temporary folder. */
export function temporaryHost(
  files: Record<string, string | Buffer>,
  printed: Record<string, string> = {},
): Host {
  return hostTree({ files, recorded: outputsOf(printed) });
}

interface Tree {
  /** A recorded machine to start from. */
  from?: string;
  files?: Record<string, string | Buffer>;
  /** Links by path, dangling ones too ("socket:[123]"). */
  links?: Record<string, string>;
  recorded?: Record<string, CommandOutput>;
}

/** A machine in a temporary folder, which goes away with the test. */
export function hostTree({ from, files = {}, links = {}, recorded = {} }: Tree): Host {
  const root = temporaryFolder();
  if (from) cpSync(fixture(from), root, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(prepared(root, path), text);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, prepared(root, path));
  return open(root, recorded);
}

const fixture = (name: string) =>
  fileURLToPath(new URL(`../fixtures/hosts/${name}`, import.meta.url));

const open = (root: string, recorded: Record<string, CommandOutput>) =>
  openHost({ root, platform: "linux", now: () => lookedAtMs, recorded });

function outputsOf(printed: Record<string, string>): Record<string, CommandOutput> {
  const outputs = Object.entries(printed).map(
    ([command, stdout]) => [command, { stdout, exitCode: 0 }] as const,
  );
  return Object.fromEntries(outputs);
}

function prepared(root: string, path: string): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  return full;
}
