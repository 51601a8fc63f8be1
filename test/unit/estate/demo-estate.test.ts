import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readEstate } from "../../../src/compose/estate/read-estate.ts";
import { makeDemoEstate } from "../../helpers/demo-estate/demo-estate.ts";

const folder = fileURLToPath(new URL("../../../data/estate/", import.meta.url));

/** WRITE_ESTATE=1 writes the files anew. */
const writes = process.env.WRITE_ESTATE === "1";

test("the files of the demo estate are what its sources make", async () => {
  const made = await makeDemoEstate();
  if (writes) mkdirSync(folder, { recursive: true });
  for (const [name, text] of made) {
    if (writes) writeFileSync(`${folder}${name}`, text);
    expect(readFileSync(`${folder}${name}`, "utf8") === text, `${name} is as it is made`).toBe(
      true,
    );
  }
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  expect(files.sort()).toEqual([...made.keys()].sort());
});

test("the demo estate is read as one, and small enough to ship", () => {
  const hosts = readEstate([folder]);
  expect(hosts.length).toBeGreaterThanOrEqual(25);
  const bytes = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name }) => sum + readFileSync(`${folder}${name}`).length, 0);
  expect(bytes).toBeLessThan(4 << 20);
});
