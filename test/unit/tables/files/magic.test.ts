import { expect, test } from "vitest";
import { magic } from "../../../../src/tables/files/magic.ts";
import { scanTable } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const files = { "/srv/a": "text", "/srv/b": "{}" };
const inSrv = [{ column: "path", op: "LIKE" as const, value: "/srv/%" }];

test("file(1) is asked once for all files, and once for their MIME types", () => {
  const host = temporaryHost(files, {
    "file -b -- /srv/a /srv/b": "ASCII text\nJSON text data\n",
    "file -b --mime -- /srv/a /srv/b":
      "text/plain; charset=us-ascii\napplication/json; charset=us-ascii\n",
  });
  expect(scanTable(magic, host, inSrv)).toEqual({
    rows: [
      { path: "/srv/a", data: "ASCII text", mime_type: "text/plain", mime_encoding: "us-ascii" },
      {
        path: "/srv/b",
        data: "JSON text data",
        mime_type: "application/json",
        mime_encoding: "us-ascii",
      },
    ],
    gaps: [],
  });
});

test("without file(1) the types are unknown", () => {
  expect(scanTable(magic, temporaryHost(files), inSrv)).toMatchObject({
    rows: [],
    gaps: [{ reason: "table_missing", detail: expect.stringContaining("file is not installed") }],
  });
});

test("MIME types that the statement doesn't read are not asked for", () => {
  const host = temporaryHost(files, { "file -b -- /srv/a /srv/b": "ASCII text\nJSON text data\n" });
  const rows = [
    ...magic.scan(
      host,
      inSrv,
      () => {},
      (column) => column === "data",
    ),
  ];
  expect(rows).toEqual([
    { path: "/srv/a", data: "ASCII text" },
    { path: "/srv/b", data: "JSON text data" },
  ]);
});
