import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { demoHostsFolder } from "../../../src/compose/simulated/demo-hosts.ts";
import { readSimulatedHosts } from "../../../src/compose/simulated/read-simulated-hosts.ts";
import { answerKey } from "../../../tools/demo-estate/answers/answer-key.ts";
import { makeDemoFiles } from "../../../tools/demo-estate/demo-files.ts";
import { changedFiles, writeFiles } from "../../../tools/demo-estate/sync-files.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const folder = demoHostsFolder();

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".json"));
}

test("data/estate holds exactly the files that npm run make:demo writes", async () => {
  expect(changedFiles(folder, await makeDemoFiles())).toEqual([]);
});

test("make:demo adds, rewrites and removes files", () => {
  const made = new Map([
    ["web-1.json", "1"],
    ["web-2.json", "2"],
    ["answers/answer-key.json", "key"],
  ]);
  const copy = temporaryFolder();
  writeFileSync(join(copy, "web-2.json"), "{}");
  writeFileSync(join(copy, "web-99.json"), "{}");
  expect(changedFiles(copy, made)).toEqual([
    { name: "web-99.json", change: "removed" },
    { name: "web-1.json", change: "added" },
    { name: "web-2.json", change: "changed" },
    { name: "answers/answer-key.json", change: "added" },
  ]);
  writeFiles(copy, made);
  expect(changedFiles(copy, made)).toEqual([]);
  expect(filesBelow(copy).sort()).toEqual([...made.keys()].sort());
});

test("the demo estate is read as one, and small enough to ship", () => {
  expect(readSimulatedHosts([folder]).length).toBeGreaterThanOrEqual(25);
  const sizes = filesBelow(folder).map((name) => readFileSync(`${folder}/${name}`).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_500_000);
});

test("the answer key speaks of hosts and accounts that are there", () => {
  const hosts = new Map(readSimulatedHosts([folder]).map((host) => [host.hostname, host]));
  const { chains, decoys } = answerKey();
  const ends = [
    ...chains.flatMap(({ hops }) => hops.flatMap(({ from, to }) => [from, to])),
    ...decoys.flatMap(({ from, to }) => [from, to]),
  ];
  for (const end of ends.filter((one) => one.includes("@"))) {
    const [name, host] = end.split("@");
    const users = JSON.parse(`${hosts.get(host!)?.tables.get("users")}`) as { username: string }[];
    expect(
      users.map(({ username }) => username),
      end,
    ).toContain(name);
  }
  expect(decoys.every(({ host }) => hosts.has(host))).toBe(true);
});

test("there are enough of both, of different kinds", () => {
  const { chains, decoys } = answerKey();
  const confirmed = chains.filter(({ status }) => status === "confirmed");
  const kinds = new Set(confirmed.flatMap(({ hops }) => hops.map(({ edge }) => edge)));
  expect([confirmed.length >= 8, decoys.length >= 12, kinds.size >= 12]).toEqual([
    true,
    true,
    true,
  ]);
  const questions = chains.flatMap((chain) => chain.questions);
  expect(new Set(questions).size).toBe(3 * chains.length);
});
