import { appendFile, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { StoreEvent } from "../../../../src/store/lowdb/files/store-log.ts";
import { inspectDataDir } from "../../../../src/store/lowdb/maintenance/inspect-data-dir.ts";
import { repairDataDir } from "../../../../src/store/lowdb/maintenance/repair-data-dir.ts";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import { aKey } from "../../../contract/store-records.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { openStore } from "./folder.ts";

const journal = "journal-0000000000000001.jsonl";
const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };

async function folderWith(ids: string[]): Promise<string> {
  const dir = temporaryFolder();
  const store = await openLowdbStore({ dir });
  for (const id of ids) {
    await store.commit([{ type: "put", kind: "key", record: aKey({ id }) }]);
  }
  await store.close();
  return dir;
}

async function idsIn(dir: string): Promise<string[]> {
  const store = await openLowdbStore({ dir });
  const ids: string[] = [];
  for await (const { id } of store.scan("key")) ids.push(id);
  await store.close();
  return ids.sort();
}

/** Flips a bit in a line (the first is 0) of a file; returns the line's offset. */
async function damageLine(path: string, line: number): Promise<number> {
  const bytes = await readFile(path);
  let offset = 0;
  for (let at = 0; at < line; at++) offset = bytes.indexOf(0x0a, offset) + 1;
  bytes[offset + 60]! ^= 1;
  await writeFile(path, bytes);
  return offset;
}

const tails: [string, (line: string) => Buffer][] = [
  ["half a line", (line) => Buffer.from(line.slice(0, line.length / 2))],
  ["a line without its newline", (line) => Buffer.from(line.trimEnd())],
  ["NULs", () => Buffer.alloc(5000)],
  ["garbage", () => Buffer.from([0xff, 0x0a, 0x00, 0x7b, 0x0a, 0xc3])],
  ["a line and a damaged one", (line) => Buffer.from(line.replace("acc_one", "acc_0ne"))],
];

test.each(tails)(
  "%s at the journal's end is dropped and logged, and commits continue",
  async (_, tail) => {
    const dir = await folderWith(["a", "b"]);
    const path = join(dir, journal);
    const whole = await readFile(path, "utf8");
    const lastLine = whole.split("\n").at(-2)!;
    const torn = tail(`${lastLine}\n`);
    await appendFile(path, torn);

    const events: StoreEvent[] = [];
    const store = await openStore({ dir, log: (event) => events.push(event) });
    expect(events).toMatchObject([
      { type: "torn_tail_dropped", file: journal, offset: whole.length, bytes: torn.length },
    ]);
    await store.commit([{ type: "put", kind: "key", record: aKey({ id: "c" }) }]);
    await store.close();
    expect((await readFile(path, "utf8")).startsWith(whole)).toBe(true);
    expect(await idsIn(dir)).toEqual(["a", "b", "c"]);
  },
);

test("a flipped bit within the journal is an error that names file and offset, and changes nothing", async () => {
  const dir = await folderWith(["a", "b", "c"]);
  const offset = await damageLine(join(dir, journal), 1);
  const before = await readFile(join(dir, journal));
  await expect(openLowdbStore({ dir })).rejects.toMatchObject({
    code: "store_damaged",
    message: expect.stringContaining(`${journal} at byte ${offset}`),
  });
  expect(await readFile(join(dir, journal))).toEqual(before);
  expect(await readdir(dir)).not.toContain("lock");
});

test("a missing line within the journal is damage too", async () => {
  const dir = await folderWith(["a", "b", "c"]);
  const path = join(dir, journal);
  const lines = (await readFile(path, "utf8")).split("\n");
  await writeFile(path, lines.filter((_, at) => at !== 1).join("\n"));
  await expect(openLowdbStore({ dir })).rejects.toThrow("commits 2 to 2 before it are missing");
});

test("a folder that lost its journal or its checkpoint does not open as an empty one", async () => {
  for (const lost of [journal, "checkpoint-0000000000000000.json"]) {
    const dir = await folderWith(["a"]);
    await rm(join(dir, lost));
    await expect(openLowdbStore({ dir })).rejects.toMatchObject({ code: "store_damaged" });
  }
});

test("a damaged checkpoint is an error that names the line's offset", async () => {
  const dir = await folderWith([]);
  const store = await openLowdbStore({ dir });
  for (const id of ["a", "b", "c"]) {
    await store.commit([{ type: "put", kind: "key", record: aKey({ id }) }]);
  }
  await store.checkpoint();
  await store.close();
  const checkpoint = "checkpoint-0000000000000003.json";
  expect(JSON.parse(await readFile(join(dir, checkpoint), "utf8")).count).toBe(3);
  const offset = await damageLine(join(dir, checkpoint), 2);
  await expect(openLowdbStore({ dir })).rejects.toThrow(`${checkpoint} at byte ${offset}`);
  expect((await repairDataDir(dir, clock)).dropped).toMatchObject([{ file: checkpoint, offset }]);
  expect(await idsIn(dir)).toEqual(["a", "c"]);
});

test("inspection reports records, files and damage, and changes nothing", async () => {
  const dir = await folderWith(["a", "b", "c"]);
  const offset = await damageLine(join(dir, journal), 1);
  await appendFile(join(dir, journal), "torn");
  const before = await readdir(dir);
  const report = await inspectDataDir(dir);
  expect(report).toMatchObject({
    format: 1,
    records: { key: 2 },
    journals: [{ name: journal, records: 2 }],
    damage: [{ file: journal, offset, reason: "the line does not match its checksum" }],
    tornTail: { file: journal, bytes: 4 },
    blobs: { count: 0, missing: [], orphaned: [] },
  });
  expect(await readdir(dir)).toEqual(before);
});

test("repair copies the damaged files and recovers all lines before and after the damage", async () => {
  const dir = await folderWith(["a", "b", "c", "d"]);
  const offset = await damageLine(join(dir, journal), 1);
  const damaged = await readFile(join(dir, journal));
  const report = await repairDataDir(dir, clock);
  expect(report).toMatchObject({
    keptCopy: "damaged-2026-01-02T03-04-05.000Z",
    dropped: [{ file: journal, offset }],
    records: { key: 3 },
  });
  expect(await readFile(join(dir, report.keptCopy!, journal))).toEqual(damaged);
  expect(await idsIn(dir)).toEqual(["a", "c", "d"]);
  expect(await repairDataDir(dir, clock)).toMatchObject({ keptCopy: null, dropped: [] });
});

test("repair of an undamaged folder changes nothing, and of one in use is refused", async () => {
  const dir = await folderWith(["a"]);
  const before = await readdir(dir);
  expect(await repairDataDir(dir, clock)).toMatchObject({ keptCopy: null, records: { key: 1 } });
  expect(await readdir(dir)).toEqual(before);
  await openStore({ dir });
  await expect(repairDataDir(dir, clock)).rejects.toMatchObject({ code: "data_dir_in_use" });
});

test("a bit flipped in any byte of the journal is always detected", async () => {
  const dir = await folderWith(["a", "b"]);
  const path = join(dir, journal);
  const sound = await readFile(path);
  const firstLine = sound.indexOf(0x0a);
  for (let at = 0; at <= firstLine; at += 3) {
    const bytes = Buffer.from(sound);
    bytes[at]! ^= 1 << (at % 8);
    await writeFile(path, bytes);
    expect((await inspectDataDir(dir)).damage, `byte ${at}`).not.toEqual([]);
  }
});

test("no other user can read anything in the folder", async () => {
  const dir = await folderWith(["a"]);
  const store = await openStore({ dir });
  await store.putBlob("rows/one", new Uint8Array(3));
  for (const name of await readdir(dir, { recursive: true })) {
    const handle = await open(join(dir, name));
    const stat = await handle.stat();
    await handle.close();
    expect(stat.mode & 0o777, name).toBe(stat.isDirectory() ? 0o700 : 0o600);
  }
});
