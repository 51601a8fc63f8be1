import { expect, test } from "vitest";
import {
  parseLsattr,
  readFileAttributes,
} from "../../../../../src/tables/permissions/path-permissions/file-attributes.ts";
import { hostTree } from "../../../../helpers/host.ts";

/** Printed by lsattr 1.47.0 -d. */
const listed = `--------------e------- /srv/plain
----i---------e------- /srv/a file
-----a--------e------- /srv/log
----ia--------e------- /srv/é
-----------A--e------- /srv/fast
`;

test("only what keeps the owner from writing is listed", () => {
  expect(Object.fromEntries(parseLsattr(listed))).toEqual({
    "/srv/plain": "",
    "/srv/a file": "immutable",
    "/srv/log": "append-only",
    "/srv/é": "immutable,append-only",
    "/srv/fast": "",
  });
});

test("a file without attributes does not hide those of others", async () => {
  const recorded = {
    "lsattr -d -- /srv/a file /proc/version": { stdout: listed, exitCode: 1 },
  };
  const attributes = await readFileAttributes(hostTree({ recorded }), [
    "/srv/a file",
    "/proc/version",
    "/srv/new\nline",
    "/srv/\\xFF",
  ]);
  expect([...attributes]).toEqual([["/srv/a file", "immutable"]]);
});

test("without lsattr nothing is known, and nothing is reported", async () => {
  expect([...(await readFileAttributes(hostTree({ recorded: {} }), ["/srv/plain"]))]).toEqual([]);
});

test("lines that are none are passed over", () => {
  expect(parseLsattr("lsattr: Operation not supported\n---- x\n\n").size).toBe(0);
});
