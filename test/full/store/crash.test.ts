import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { openLowdbStore } from "../../../src/store/lowdb/open-lowdb-store.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { bundleScript } from "../../unit/store/lowdb/bundle.ts";

const rounds = 4;

/** Lets a process write until it has acknowledged `commits`, kills it, and returns everything it acknowledged. */
async function writeAndKill(script: string, args: string[], commits: number): Promise<string[]> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === commits) child.kill("SIGKILL");
  }
  if (child.signalCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  return acknowledged;
}

test("a process killed during thousands of commits loses no acknowledged commit and applies none in part", async () => {
  const dir = temporaryFolder();
  const script = await bundleScript("writing-process", temporaryFolder());
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++) {
    // Odd numbers, so that each kill hits a different moment of a batch or checkpoint.
    acknowledged.push(
      ...(await writeAndKill(script, [dir, `${round}`], 1500 + round * 737)).filter((line) =>
        /^\d+ \d+\.\d+$/.test(line),
      ),
    );
    const store = await openLowdbStore({ dir });
    const names = new Map<string, string | null>();
    for await (const { id, name } of store.scan("key")) names.set(id, name);
    const lost = acknowledged.filter((line) => !names.has(`new-${line.replace(" ", "-")}`));
    expect(lost).toEqual([]);
    for (let number = 0; number < 16; number++) {
      const left = names.get(`left-${number}`);
      expect(names.get(`right-${number}`)).toBe(left);
      expect(names.has(`new-${number}-${left}`)).toBe(true);
    }
    await store.close();
  }
  expect(acknowledged.length).toBeGreaterThan(10_000);
}, 60_000);
