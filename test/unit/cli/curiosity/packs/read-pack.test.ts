import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parsePack, readPack } from "../../../../../src/cli/curiosity/packs/read-pack.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const usage = expect.objectContaining({ code: "usage", hint: expect.any(String) });

test("an osquery pack may have comments, continued lines and its own platform", () => {
  const text = `// A pack
    {
      # For servers
      "platform": "posix",
      "queries": {
        "root": {"query": "SELECT uid \\\n FROM users;", "interval": "60", "platform": "linux"},
        "link": {"query": "SELECT 'http://a' AS u", "interval": 0}
      }
    }`;
  expect(parsePack(text, "/etc/ir.conf")).toEqual({
    queries: [
      {
        ...{ pack: "ir", name: "root", sql: "SELECT uid  FROM users" },
        ...{ intervalSeconds: 60, platforms: ["posix", "linux"] },
      },
      {
        ...{ pack: "ir", name: "link", sql: "SELECT 'http://a' AS u" },
        ...{ intervalSeconds: null, platforms: ["posix"] },
      },
    ],
    notes: [],
  });
});

test("an osquery config has a schedule, packs inline and packs in other files", () => {
  const config = {
    schedule: { a: { query: "SELECT 1", interval: 60 } },
    packs: {
      inline: { discovery: ["SELECT 1"], queries: { b: { query: "SELECT 2" } } },
      other: "/etc/osquery/other.conf",
    },
  };
  const { queries, notes } = parsePack(JSON.stringify(config), "osquery.conf");
  expect(queries.map(({ pack, name }) => `${pack}/${name}`)).toEqual(["osquery/a", "inline/b"]);
  expect(notes).toEqual([
    "Pack other is in a file of its own: import that file too.",
    "The discovery queries of inline are ignored: select hosts with --tag.",
  ]);
});

const fleet = `
kind: query
spec: {name: ports, query: SELECT port FROM listening_ports, platform: linux, interval: 60}
---
kind: query
spec: {name: alone, query: SELECT 1}
---
kind: pack
spec:
  name: daily
  queries: [{query: ports, interval: 86400}]
---
kind: policy
spec: {name: one root, query: SELECT 1 FROM users -- all}
---
kind: label
spec: {name: x}
`;

test("Fleet's packs schedule its queries, and a policy's question has the hosts that fail it", () => {
  const { queries, notes } = parsePack(fleet, "fleet.yml");
  expect(queries).toEqual([
    { pack: "fleet", name: "alone", sql: "SELECT 1", intervalSeconds: null, platforms: [] },
    {
      ...{ pack: "daily", name: "ports", sql: "SELECT port FROM listening_ports" },
      ...{ intervalSeconds: 86_400, platforms: ["linux"] },
    },
    {
      ...{ pack: "fleet", name: "one root", intervalSeconds: null, platforms: [] },
      sql: "SELECT 'fails' AS policy WHERE NOT EXISTS (\nSELECT 1 FROM users -- all\n)",
    },
  ]);
  expect(notes).toEqual(["A document of kind label is ignored: it defines no query."]);
});

test("Fleet's GitOps files are lists of queries and policies", () => {
  const list = "- {name: a, query: SELECT 1}\n- {name: b, query: SELECT 2, resolution: Fix it}";
  expect(parsePack(list, "x.yml").queries.map(({ sql }) => sql)).toEqual([
    "SELECT 1",
    expect.stringMatching(/^SELECT 'fails'/),
  ]);
  const { queries, notes } = parsePack("queries: [{name: a, query: SELECT 1}, {path: y.yml}]", "x");
  expect(queries).toHaveLength(1);
  expect(notes).toEqual(["y.yml is a file of its own: import that file too."]);
});

test("a file that is broken, hostile, missing or without queries is refused", () => {
  const aliases =
    "a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]";
  expect(() => parsePack('{"queries": {,}}', "x")).toThrow(usage);
  expect(() => parsePack("a: [1", "x")).toThrow(usage);
  expect(() => parsePack(`${aliases}\nd: [*c,*c,*c,*c,*c]`, "x")).toThrow(usage);
  const path = join(temporaryFolder(), "empty.conf");
  expect(() => readPack(path)).toThrow(usage);
  writeFileSync(path, "{}");
  expect(() => readPack(path)).toThrow("has no queries");
});
