import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import type { StoreEvent } from "../../../../../src/store/lowdb/files/store-log.ts";
import { openLowdbStore } from "../../../../../src/store/lowdb/open-lowdb-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { bundleScript } from "../bundle.ts";
import { openStore } from "../folder.ts";

interface Opener {
  child: ChildProcess;
  outcome: string;
}

async function openInProcess(script: string, dir: string): Promise<Opener> {
  const child = spawn(process.execPath, [script, dir], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [outcome] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, outcome };
}

async function kill({ child }: Opener): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

test("a second process on the folder is refused with the pid of the first", async () => {
  const dir = temporaryFolder();
  const script = await bundleScript("opening-process", temporaryFolder());
  const first = await openInProcess(script, dir);
  expect(first.outcome).toBe("opened");
  await expect(openLowdbStore({ dir })).rejects.toMatchObject({
    code: "data_dir_in_use",
    kind: "failed",
    message: `The data folder is in use by process ${first.child.pid}.`,
  });
  await kill(first);
  const events: StoreEvent[] = [];
  await openStore({ dir, log: (event) => events.push(event) });
  expect(events).toContainEqual({ type: "stale_lock_taken_over", pid: first.child.pid });
});

test("the same process can't open a folder twice, but can reopen it after closing", async () => {
  const dir = temporaryFolder();
  const store = await openLowdbStore({ dir });
  await expect(openLowdbStore({ dir })).rejects.toMatchObject({ code: "data_dir_in_use" });
  await store.close();
  expect(await readdir(dir)).not.toContain("lock");
  await openStore({ dir });
});

test("a lock whose pid now belongs to another program is stale", async () => {
  if (process.platform !== "linux") return;
  const dir = temporaryFolder();
  const script = await bundleScript("opening-process", temporaryFolder());
  const dead = await openInProcess(script, dir);
  await kill(dead);
  const lock = JSON.parse(await readFile(join(dir, "lock"), "utf8"));
  await writeFile(join(dir, "lock"), JSON.stringify({ ...lock, pid: process.ppid }));
  await openStore({ dir });
});

test.each(["", "\0\0\0", "12", "{}", '{"pid":-1}', '{"pid":2147483646}'])(
  "a lock that no living process wrote (%j) is taken over",
  async (text) => {
    const dir = temporaryFolder();
    await writeFile(join(dir, "lock"), text);
    await openStore({ dir });
  },
);

test("of many processes that find a stale lock at the same time, exactly one takes it over", async () => {
  const script = await bundleScript("opening-process", temporaryFolder());
  const dir = temporaryFolder();
  await kill(await openInProcess(script, dir));
  for (let round = 0; round < 3; round++) {
    const openers = await Promise.all(Array.from({ length: 6 }, () => openInProcess(script, dir)));
    const outcomes = openers.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual([...Array(5).fill("data_dir_in_use"), "opened"]);
    await Promise.all(openers.map(kill));
    expect((await readdir(dir)).filter((name) => name.startsWith("lock"))).toEqual(["lock"]);
  }
}, 30_000);

test("an unusable folder is an error with its cause", async () => {
  const file = join(temporaryFolder(), "file");
  await writeFile(file, "");
  for (const dir of [file, join(file, "below")]) {
    await expect(openLowdbStore({ dir })).rejects.toMatchObject({
      code: "data_dir_unusable",
      message: expect.stringContaining("not a folder"),
    });
  }
});

test("files left by processes that died while taking the lock are removed", async () => {
  const dir = temporaryFolder();
  for (const name of ["lock.0123456789abcdef", "lock-x.tmp", "lock-x.tmp.placed"]) {
    await writeFile(join(dir, name), '{"pid":2147483646}');
  }
  await openStore({ dir });
  expect((await readdir(dir)).filter((name) => name.startsWith("lock"))).toEqual(["lock"]);
});
