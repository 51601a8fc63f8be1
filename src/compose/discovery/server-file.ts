import { rmSync } from "node:fs";
import { join } from "node:path";
import { readRegularFile } from "../../core/files/read-regular-file.ts";
import { writeDurablySync } from "../../core/write-durably.ts";

export interface ServerFile {
  url: string;
  pid: number;
  /** SHA-256 of the server's certificate, in Node's format; absent without TLS. */
  certificate?: string;
}

const path = (dataDir: string) => join(dataDir, "server.json");

/** Records the running server for commands over the same data folder. */
export function writeServerFile(dataDir: string, content: ServerFile): void {
  const temporaryPath = `${path(dataDir)}.tmp`;
  writeDurablySync(path(dataDir), `${JSON.stringify(content)}\n`, { temporaryPath });
}

export function removeServerFile(dataDir: string): void {
  rmSync(path(dataDir), { force: true });
}

/** The content of `server.json`; null when it is absent or incomplete. */
export function readServerFile(dataDir: string): ServerFile | null {
  try {
    const content = JSON.parse(
      readRegularFile(path(dataDir)).toString("utf8"),
    ) as Partial<ServerFile>;
    return typeof content.url === "string" && typeof content.pid === "number"
      ? { url: content.url, pid: content.pid, certificate: content.certificate }
      : null;
  } catch {
    // No file, or one that a crash left incomplete: there is no server.
    return null;
  }
}
