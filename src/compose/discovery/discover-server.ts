import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isProcessAlive } from "../../core/is-process-alive.ts";
import { localApiKey } from "../keys/local-api-key.ts";
import { pinnedFetch } from "./pinned-fetch.ts";
import { readServerFile } from "./server-file.ts";
import type { Fetch, FoundServer } from "./types.ts";

/** The server running over this data folder; null when there is none. */
export async function discoverServer(dataDir: string): Promise<FoundServer | null> {
  const file = readServerFile(dataDir);
  if (!file || !isProcessAlive(file.pid)) return null;
  const { url, pid, certificate } = file;
  const fetch = certificate === undefined ? globalThis.fetch : await pinnedFetch(certificate);
  if (!(await isHealthy(url, fetch))) return null;
  return { url, pid, fetch, apiKey: localApiKey(readFileSync(join(dataDir, "secret.key"))) };
}

/** Another process may have a dead server's pid, so ask the server itself. */
async function isHealthy(url: string, fetch: Fetch): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) });
    return response.ok;
  } catch {
    return false;
  }
}
