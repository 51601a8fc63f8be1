import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openPlanKeys } from "../../src/compose/keys/open-plan-keys.ts";
import { readSecretKey, webhookSecretKey } from "../../src/compose/keys/secret-key.ts";
import { exportDatabase } from "../../src/compose/moving/export-database.ts";
import { importDataDir } from "../../src/compose/moving/import-data-dir.ts";
import type { MoveRequest } from "../../src/compose/moving/types.ts";
import { openLowdbStore } from "../../src/store/lowdb/open-lowdb-store.ts";
import type { Change, Store } from "../../src/store/port/store.ts";
import type { Kind, Records } from "../../src/store/records.ts";
import { createSecretBox } from "../../src/webhooks/signing/secret-box.ts";
import { putOneOfEachKind } from "./one-of-each-kind.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A folder with keys and nothing else. */
export function keysFolder(): string {
  const dir = join(temporaryFolder(), "data");
  mkdirSync(dir, { mode: 0o700 });
  readSecretKey(dir);
  openPlanKeys(dir);
  return dir;
}

export const secretBoxOf = (dir: string) =>
  createSecretBox(webhookSecretKey(readSecretKey(dir)), randomBytes);

/** A stopped server's data folder with a record of every kind, two blobs, and `more`. */
export async function filledFolder(more: Change[] = []): Promise<string> {
  const dir = keysFolder();
  const store = await openLowdbStore({ dir });
  await store.commit([...putOneOfEachKind(secretBoxOf(dir).seal), ...more]);
  await store.putBlob("investigation/inv_1", Buffer.from('{"rows":[]}'));
  await store.putBlob("snapshot/web-1", randomBytes(300_000));
  await store.close();
  return dir;
}

type Move = Omit<MoveRequest, "signal"> & { signal?: AbortSignal };
const never = new AbortController().signal;

export const importing = (request: Move) => importDataDir({ signal: never, ...request });
export const exporting = (request: Move) => exportDatabase({ signal: never, ...request });

/** The content of every file of a folder, by name. */
export function filesIn(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const hash = createHash("sha256").update(readFileSync(path)).digest("hex");
      return [path.slice(dir.length + 1), hash];
    }),
  );
}

export async function allOf<K extends Kind>(store: Store, kind: K): Promise<Records[K][]> {
  const records: Records[K][] = [];
  for await (const record of store.scan(kind)) records.push(record);
  return records;
}
