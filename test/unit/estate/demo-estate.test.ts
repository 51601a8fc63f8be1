import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { demoEstate } from "../../../src/compose/demo.ts";
import { readEstate } from "../../../src/compose/estate/read-estate.ts";
import { answerKey } from "../../helpers/demo-estate/answers/answer-key.ts";
import { makeDemoEstate } from "../../helpers/demo-estate/demo-estate.ts";

const folder = demoEstate();

/** WRITE_ESTATE=1 writes the files anew. */
const writes = process.env.WRITE_ESTATE === "1";

/** Every file below data/estate; the key has a folder of its own, as the hosts' are read one and all. */
async function madeFiles(): Promise<Map<string, string>> {
  const key = `${JSON.stringify(answerKey(), null, 1)}\n`;
  return new Map([...(await makeDemoEstate()), ["answers/answer-key.json", key]]);
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".json"));
}

test("the files of the demo estate are what its sources make", async () => {
  const made = await madeFiles();
  for (const [name, text] of made) {
    const path = `${folder}/${name}`;
    if (writes) mkdirSync(dirname(path), { recursive: true });
    if (writes) writeFileSync(path, text);
    expect(readFileSync(path, "utf8") === text, `${name} is as it is made`).toBe(true);
  }
  expect(filesBelow(folder).sort()).toEqual([...made.keys()].sort());
});

test("the demo estate is read as one, and small enough to ship", () => {
  expect(readEstate([folder]).length).toBeGreaterThanOrEqual(25);
  const sizes = filesBelow(folder).map((name) => readFileSync(`${folder}/${name}`).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000);
});

test("the answer key speaks of hosts and accounts that are there", () => {
  const hosts = new Map(readEstate([folder]).map((host) => [host.hostname, host]));
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
