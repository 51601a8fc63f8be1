import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSimulatedHosts } from "../../../../src/compose/simulated/read-simulated-hosts.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const host = {
  agent_id: "web-1",
  hostname: "web-1",
  os: "linux",
  os_version: "12",
  arch: "x64",
  tags: ["role=web", "dmz"],
  addresses: ["192.0.2.1"],
  tables: { users: [{ uid: 0, username: "root", gid: null }] },
  denied: ["shadow"],
};

function estateOf(files: Record<string, unknown>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files))
    writeFileSync(
      join(folder, name),
      typeof content === "string" ? content : JSON.stringify(content),
    );
  return folder;
}

test("each JSON file of each folder is a host, whose bare tags are true", () => {
  const first = estateOf({ "a.json": host, "notes.txt": "no host" });
  const second = estateOf({ "b.json": { ...host, agent_id: "db-1", offline: true } });
  const tables = new Map([["users", Buffer.from(JSON.stringify(host.tables.users))]]);
  const tags = { role: "web", dmz: "true" };
  expect(readSimulatedHosts([first, second])).toEqual([
    { ...host, tables, tags },
    { ...host, tables, tags, agent_id: "db-1", offline: true },
  ]);
});

test.each<[string, unknown, RegExp]>([
  ["an unknown field", { ...host, tabels: {} }, /a\.json is not a valid host: .*/],
  ["a missing field", { ...host, hostname: undefined }, /a\.json is not a valid host: .*hostname/],
  ["rows that are not objects", { ...host, tables: { users: ["root"] } }, /tables\.users\.0/],
  ["a nested cell", { ...host, tables: { users: [{ a: {} }] } }, /tables\.users\.0/],
  ["an invalid table name", { ...host, tables: { "../x": [] } }, /is not a valid host/],
  ["a tag without a key", { ...host, tags: ["=web"] }, /no key/],
  ["no JSON", "{", /can't be read as JSON/],
])("%s is an error that names the file", (_, content, message) => {
  const folder = estateOf({ "a.json": content });
  expect(() => readSimulatedHosts([folder])).toThrow(message);
  expect(() => readSimulatedHosts([folder])).toThrow(expect.objectContaining({ kind: "usage" }));
});

test("an error names both files with the same agent id", () => {
  const folder = estateOf({ "a.json": host, "b.json": host });
  expect(() => readSimulatedHosts([folder])).toThrow(
    /b\.json and .*a\.json are both the agent web-1/,
  );
});

test("a missing folder, or one without hosts, is an error", () => {
  expect(() => readSimulatedHosts([join(temporaryFolder(), "nowhere")])).toThrow(/can't be read/);
  const empty = temporaryFolder();
  mkdirSync(join(empty, "deeper"));
  expect(() => readSimulatedHosts([empty])).toThrow(/has no host/);
});
