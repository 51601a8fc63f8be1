import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isProcessAlive } from "../../core/is-process-alive.ts";
import { localApiKey } from "../keys/local-api-key.ts";
import { pinnedFetch } from "./pinned-fetch.ts";
import { readServerFile } from "./server-file.ts";
import type { Fetch, FoundServer } from "./types.ts";

/** The server that runs over this data folder, if one does and its key may be read. */
export async function discoverServer(dataDir: string): Promise<FoundServer | null> {
  const file = readServerFile(dataDir);
  if (!file || !isProcessAlive(file.pid)) return null;
  const { url, pid, certificate } = file;
  const fetch = certificate === undefined ? globalThis.fetch : await pinnedFetch(certificate);
  if (!(await answers(url, fetch))) return null;
  return { url, pid, fetch, apiKey: localApiKey(readFileSync(join(dataDir, "secret.key"))) };
}

/** A process may live under a dead server's pid; only the server itself answers this. */
async function answers(url: string, fetch: Fetch): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) });
    return response.ok;
  } catch {
    return false;
  }
}
