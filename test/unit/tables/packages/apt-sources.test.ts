import fc from "fast-check";
import { expect, test } from "vitest";
import { aptSources } from "../../../../src/tables/packages/apt-sources.ts";
import {
  parseOneLineSources,
  parseStanzaSources,
} from "../../../../src/tables/parsers/apt-sources.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { recordedHost, temporaryHost } from "../../../helpers/host.ts";

const debian = recordedHost("system-debian");

test("both styles are read, with what is disabled and what goes unchecked", async () => {
  const rows = await collectRows(aptSources, debian);
  const brief = rows.map((row) => [
    row.type,
    row.base_uri,
    row.enabled,
    row.gpgcheck,
    row.components,
  ]);
  expect(brief).toEqual([
    ["deb", "http://off.example/debian", 0, 1, "main"],
    ["deb", "http://open.example/debian", 1, 0, "main contrib"],
    ["deb", "http://archive.ubuntu.com/debian", 1, 1, "main"],
    ["deb-src", "http://archive.ubuntu.com/debian", 1, 1, "main"],
    ["deb", "http://off2.example/x", 0, 1, "main"],
  ]);
});

test("a fetched Release file gives version and maintainer", async () => {
  const rows = await collectRows(aptSources, debian);
  expect(rows[2]).toMatchObject({
    version: "12.11",
    maintainer: "Debian",
    architectures: "all amd64",
  });
  expect(rows[1]).toMatchObject({ version: undefined, architectures: "amd64 i386" });
});

test("a closed list is a gap, a machine without APT misses the table", async () => {
  const { gaps } = await aptSources.collect(
    closePaths(debian, (path) => path.endsWith("sources.list")),
  );
  expect(gaps).toEqual([{ reason: "denied", detail: "/etc/apt/sources.list: permission denied" }]);
  expect(() => aptSources.collect(temporaryHost({}))).toThrow("/etc/apt: not found");
});

test("any text is parsed without an error", () => {
  fc.assert(
    fc.property(fc.string(), (text) =>
      [...parseOneLineSources(`deb ${text}`), ...parseStanzaSources(`Types: ${text}`)].every(
        (one) => one.base_uri,
      ),
    ),
  );
});
