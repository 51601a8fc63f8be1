import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Fault } from "../fault.ts";
import { quietMs } from "../scene/load.ts";

const migrations = "src/store/postgres/migrations/migrate.ts";
const left = new Set([".git", "node_modules", "dist", "dist.next", "dist.old", "bench", "test"]);

/** Builds this program with one more migration in a folder of its own. */
async function buildNext(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "inquest-next-"));
  for (const part of readdirSync(".").filter((name) => !left.has(name)))
    cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"), "junction");
  const text = readFileSync(migrations, "utf8");
  const next = text.replace(
    /(export const migrations\b[^=]*=\s*\[[^\]]*?),?\s*\]/,
    '$1, "CREATE TABLE inquest.next_version ()"]',
  );
  if (next === text) throw new Error(`the list of migrations was not found in ${migrations}`);
  writeFileSync(join(folder, migrations), next);
  await promisify(execFile)(process.execPath, ["build.mjs"], { cwd: folder });
  return folder;
}

export const upgrade: Fault = {
  what: "a rolling upgrade to a version with one more migration",
  async apply({ scene: { servers, onClose } }) {
    const next = await buildNext();
    onClose(() => rmSync(next, { recursive: true, force: true }));
    const [first, second, last] = servers;
    first.switchTo(next);
    await first.stop();
    await first.start();
    // The others are of the old version still.
    await delay(quietMs);
    await second.stop();
    await refusesToStart(second.launch());
    for (const server of [second, last]) {
      server.switchTo(next);
      await server.stop();
      await server.start();
    }
    // A server that stops hands over what it is doing.
    return 0;
  },
};

/** An old version over a migrated database ends with the reason and the next step. */
async function refusesToStart(child: ChildProcess): Promise<void> {
  let text = "";
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on("data", (chunk) => {
      text += chunk;
    });
  }
  const [code] = await once(child, "close", { signal: AbortSignal.timeout(60_000) });
  const isClear = /knows versions up to \d+/.test(text) && /newer one/.test(text);
  if (code === 0 || !isClear) throw new Error(`an old version was not refused (${code}): ${text}`);
}
