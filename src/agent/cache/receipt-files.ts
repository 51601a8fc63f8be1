import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentLog } from "../agent-log.ts";
import type { KeptReceipt, Outbox } from "../receipt-store.ts";

export interface OutboxParts {
  dir: string;
  /** Epoch ms: files are named by it, so that they sort by age. */
  now: () => number;
  log: AgentLog;
  limits?: { files: number; bytes: number };
}

const usualLimits = { files: 100, bytes: 64 << 20 };

/** Undelivered receipts in a folder, a file each; the oldest make room for the newest. */
export function openOutbox({ dir, now, log, limits = usualLimits }: OutboxParts): Outbox {
  const kept = filesIn(dir);
  let count = 0;

  async function makeRoom(): Promise<void> {
    let bytes = kept.reduce((sum, file) => sum + file.bytes, 0);
    while (kept.length > limits.files || bytes > limits.bytes) {
      const [oldest] = kept;
      bytes -= oldest!.bytes;
      log.warn({ file: oldest!.name }, "An undelivered receipt was dropped to make room.");
      await remove(oldest!.name);
    }
  }

  async function remove(name: string): Promise<void> {
    const at = kept.findIndex((file) => file.name === name);
    if (at >= 0) kept.splice(at, 1);
    // One that stays is sent again after a restart, which does no harm.
    await rm(join(dir, name), { force: true }).catch((error: unknown) =>
      log.debug({ err: error }, "A delivered receipt could not be removed."),
    );
  }

  return {
    async add(receipt) {
      const text = JSON.stringify(receipt);
      const at = `${now()}`.padStart(15, "0");
      count += 1;
      const name = `${at}-${`${count}`.padStart(6, "0")}-${randomBytes(4).toString("hex")}.json`;
      const draft = join(dir, `${name}.tmp`);
      try {
        await writeFile(draft, text, { mode: 0o600, flush: true });
        await rename(draft, join(dir, name));
      } catch (error) {
        const { code = "unknown" } = error as NodeJS.ErrnoException;
        const fields = { plan_id: receipt.planId, code };
        log.error(fields, `A receipt is lost: the cache folder can't keep it (${code}).`);
        return void (await rm(draft, { force: true }).catch(() => undefined));
      }
      kept.push({ name, bytes: Buffer.byteLength(text) });
      await makeRoom();
    },
    names: () => kept.map(({ name }) => name),
    async read(name) {
      try {
        const value: unknown = JSON.parse(await readFile(join(dir, name), "utf8"));
        if (isKept(value)) return value;
      } catch (error) {
        log.debug({ err: error, file: name }, "A kept receipt can't be read.");
      }
      log.warn({ file: name }, "A kept receipt is damaged, and dropped.");
      return undefined;
    },
    remove,
  };
}

interface KeptFile {
  name: string;
  bytes: number;
}

/** The oldest first. What a crash left half written goes. */
function filesIn(dir: string): KeptFile[] {
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
    // On a read-only disk it stays, and is in nobody's way.
  }
}

function isKept(value: unknown): value is KeptReceipt {
  const { planId, receipt } = (value ?? {}) as Partial<KeptReceipt>;
  return (
    typeof planId === "string" &&
    typeof receipt?.payload === "string" &&
    typeof receipt.signature === "string"
  );
}
