import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface ServerFile {
  url: string;
  pid: number;
  /** SHA-256 of the server's certificate, as Node writes it; absent without TLS. */
  certificate?: string;
}

const path = (dataDir: string) => join(dataDir, "server.json");

/** Leaves word of a running server for commands over the same data folder. */
export function writeServerFile(dataDir: string, content: ServerFile): void {
  const draft = `${path(dataDir)}.${content.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  renameSync(draft, path(dataDir));
}

export function removeServerFile(dataDir: string): void {
  rmSync(path(dataDir), { force: true });
}

/** What `server.json` says, or null when there is none or it is not whole. */
export function readServerFile(dataDir: string): ServerFile | null {
  try {
    const content = JSON.parse(readFileSync(path(dataDir), "utf8")) as Partial<ServerFile>;
    return typeof content.url === "string" && typeof content.pid === "number"
      ? { url: content.url, pid: content.pid, certificate: content.certificate }
      : null;
  } catch {
    // No file, or one that a crash left unfinished: no server to talk to.
    return null;
  }
}
