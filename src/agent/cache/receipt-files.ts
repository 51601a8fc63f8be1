import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeDurably } from "../../core/write-durably.ts";
import type { AgentLog } from "../agent-log.ts";
import type { ReceiptStore, StoredReceipt } from "../receipt-store.ts";

export interface ReceiptFilesOptions {
  dir: string;
  /** Epoch ms; part of the file names, so that they sort by age. */
  now: () => number;
  log: AgentLog;
  limits?: { files: number; bytes: number };
}

const defaultLimits = { files: 100, bytes: 64 << 20 };

/** Stores receipts in a folder, one file each; the oldest are dropped for the newest. */
export function openReceiptFiles({
  dir,
  now,
  log,
  limits = defaultLimits,
}: ReceiptFilesOptions): ReceiptStore {
  const files = filesIn(dir);
  let count = 0;

  async function makeRoom(): Promise<void> {
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    while (files.length > limits.files || bytes > limits.bytes) {
      const [oldest] = files;
      bytes -= oldest!.bytes;
      log.warn(
        { file: oldest!.name },
        "The oldest stored receipt was dropped: the cache folder holds too many.",
      );
      await remove(oldest!.name);
    }
  }

  async function remove(name: string): Promise<void> {
    const at = files.findIndex((file) => file.name === name);
    if (at >= 0) files.splice(at, 1);
    // A file that remains is uploaded again after a restart; the brain ignores duplicates.
    await rm(join(dir, name), { force: true }).catch((error: unknown) =>
      log.debug({ err: error }, "An uploaded receipt could not be removed."),
    );
  }

  return {
    async add(receipt) {
      const text = JSON.stringify(receipt);
      const at = `${now()}`.padStart(15, "0");
      count += 1;
      const name = `${at}-${`${count}`.padStart(6, "0")}-${randomBytes(4).toString("hex")}.json`;
      try {
        await writeDurably(join(dir, name), text);
      } catch (error) {
        const { code = "unknown" } = error as NodeJS.ErrnoException;
        const fields = { plan_id: receipt.planId, code };
        return log.error(
          fields,
          `A receipt is lost: it can't be written to the cache folder (${code}).`,
        );
      }
      files.push({ name, bytes: Buffer.byteLength(text) });
      await makeRoom();
    },
    names: () => files.map(({ name }) => name),
    async read(name) {
      try {
        const value: unknown = JSON.parse(await readFile(join(dir, name), "utf8"));
        if (isStoredReceipt(value)) return value;
      } catch (error) {
        log.debug({ err: error, file: name }, "A stored receipt can't be read.");
      }
      log.warn({ file: name }, "A stored receipt is damaged and was dropped.");
      return undefined;
    },
    remove,
  };
}

interface StoredFile {
  name: string;
  bytes: number;
}

/** Stored receipts, oldest first. Removes incomplete files that a crash left. */
function filesIn(dir: string): StoredFile[] {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const names = readdirSync(dir).sort();
  for (const name of names) if (name.endsWith(".tmp")) removeIfPossible(join(dir, name));
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => ({ name, bytes: statSync(join(dir, name)).size }));
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // On a read-only disk the file stays; nothing reads it.
  }
}

function isStoredReceipt(value: unknown): value is StoredReceipt {
  const { planId, receipt } = (value ?? {}) as Partial<StoredReceipt>;
  return (
    typeof planId === "string" &&
    typeof receipt?.payload === "string" &&
    typeof receipt.signature === "string"
  );
}
