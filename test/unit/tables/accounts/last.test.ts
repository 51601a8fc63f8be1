import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { last } from "../../../../src/tables/accounts/last.ts";
import { parseUtmp } from "../../../../src/tables/parsers/utmp.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

const wtmp = readFileSync(server.path("/var/log/wtmp"));

test("logins, logouts and boots in order, with their source", async () => {
  const { rows } = await collectOf(last, server);
  expect(pick(rows, "username", "tty", "type_name", "time", "host")).toEqual([
    {
      username: "reboot",
      tty: "~",
      type_name: "boot-time",
      time: 1700000000,
      host: "6.1.0-18-amd64",
    },
    {
      username: "alice",
      tty: "pts/0",
      type_name: "user-process",
      time: 1700000500,
      host: "203.0.113.9",
    },
    { username: "root", tty: "tty1", type_name: "user-process", time: 1700000600, host: "" },
    { username: "", tty: "pts/0", type_name: "dead-process", time: 1700000900, host: "" },
    {
      username: "bob",
      tty: "pts/1",
      type_name: "user-process",
      time: 1700001000,
      host: "2001:db8::5",
    },
  ]);
});

test("a torn last record is left out", () => {
  expect(parseUtmp(wtmp.subarray(0, -10))).toHaveLength(4);
});

test("records with 64-bit times are read as such", () => {
  const wide = Buffer.concat(
    [0, 1, 2].map((index) => {
      const record = Buffer.alloc(400);
      record.writeInt16LE(7, 0);
      record.write(`user${index}`, 44);
      record.writeBigInt64LE(1700000000n, 344);
      record.set([192, 0, 2, index], 360);
      return record;
    }),
  );
  expect(pick(parseUtmp(wide) as never[], "user", "time", "address")).toEqual([
    { user: "user0", time: 1700000000, address: "192.0.2.0" },
    { user: "user1", time: 1700000000, address: "192.0.2.1" },
    { user: "user2", time: 1700000000, address: "192.0.2.2" },
  ]);
});

test("any bytes are read without an error", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => void parseUtmp(Buffer.from(bytes))),
  );
});

test("a missing wtmp is not an empty list", async () => {
  await expect(collectOf(last, bare)).rejects.toMatchObject({ reason: "table_missing" });
  await expect(collectOf(last, denyingHost(server, "/var/log/wtmp"))).rejects.toMatchObject({
    reason: "denied",
  });
});
