import { lockHolder } from "../../core/folder-lock.ts";
import { readSecret } from "../../core/secret-file.ts";
import { checkDataDir } from "../../store/lowdb/files/make-data-dir.ts";
import { localApiKey } from "../keys/local-api-key.ts";
import { secretKeyPath } from "../keys/secret-key.ts";
import { provenFetch } from "./proven-fetch.ts";
import { readServerFile } from "./server-file.ts";
import type { Fetch, FoundServer } from "./types.ts";

/** The server running over this data folder; null when there is none. Throws `data_dir_untrusted`. */
export async function discoverServer(dataDir: string): Promise<FoundServer | null> {
  const file = readServerFile(dataDir);
  if (!file) return null;
  await checkDataDir(dataDir);
  if ((await lockHolder(dataDir)) !== file.pid) return null;
  const { url, pid, certificate } = file;
  const secretKey = readSecret(secretKeyPath(dataDir));
  if (!secretKey) return null;
  const fetch = provenFetch({ secretKey, certificate });
  if (!(await isHealthy(url, fetch))) return null;
  return { url, pid, fetch, apiKey: localApiKey(secretKey) };
}

async function isHealthy(url: string, fetch: Fetch): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) });
    // An unread body would keep the connection, and with it the process.
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
