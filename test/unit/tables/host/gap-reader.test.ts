import { expect, test } from "vitest";
import type { Gap } from "../../../../src/tables/host/gap.ts";
import { gapReader } from "../../../../src/tables/host/gap-reader.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { hostTree } from "../../../helpers/host.ts";

const tree = () => hostTree({ files: { "/etc/a": "one\ntwo", "/etc/closed": "x" } });

test("absent files, folders and failed reads of absent paths are empty results, not gaps", () => {
  const read = gapReader(tree());
  expect(read.text("/etc/none")).toBeUndefined();
  expect(read.lines("/etc/none")).toEqual([]);
  expect(read.list("/none")).toEqual([]);
  expect(read.attempt("none", () => read.host.stat("/none"))).toBeUndefined();
  expect(read.gaps).toEqual([]);
});

test("readable files give text, lines and bytes; a limit that cuts a file is a gap", () => {
  const read = gapReader(tree());
  expect(read.text("/etc/a")).toBe("one\ntwo");
  expect(read.lines("/etc/a")).toEqual(["one", "two"]);
  expect(read.gaps).toEqual([]);
  expect(read.bytes("/etc/a", 3)?.toString()).toBe("one");
  expect(read.gaps).toEqual([
    { reason: "error", detail: "/etc/a: only the first 3 bytes were read" },
  ]);
});

test("an unreadable file is a gap, limited to columns where the caller says so", () => {
  const heard: Gap[] = [];
  const read = gapReader(denyingHost(tree(), "/etc/closed"), (gap) => heard.push(gap));
  read.text("/etc/closed");
  read.forColumns(["shell"]).text("/etc/closed");
  const denied = { reason: "denied", detail: "/etc/closed: permission denied" };
  expect(read.gaps).toEqual([denied, { ...denied, columns: ["shell"] }]);
  expect(heard).toEqual(read.gaps);
});

test("a missing tool is a gap and no output", async () => {
  const read = gapReader(hostTree({ recorded: { "id -u": { stdout: "0\n", exitCode: 0 } } }));
  expect(await read.output("id", "-u")).toBe("0\n");
  expect(await read.output("/usr/bin/ioreg", "-l")).toBeUndefined();
  expect(read.gaps).toMatchObject([{ reason: "table_missing" }]);
});
