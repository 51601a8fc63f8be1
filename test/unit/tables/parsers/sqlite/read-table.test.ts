import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readSqliteTable } from "../../../../../src/tables/parsers/sqlite/read-table.ts";

// Written by SQLite 3.40: wtmp.db has pages of 512 bytes, so its table is a tree with overflow pages.
const file = (name: string) => readFileSync(`test/fixtures/hosts/logins-debian-13/var/lib/${name}`);
const wtmp = file("wtmpdb/wtmp.db");
const lastlog = file("lastlog/lastlog2.db");

test("rows of one page, with NULL and without a rowid column", () => {
  expect(readSqliteTable(lastlog, "lastlog2").rows).toEqual([
    { name: "alice", time: 1765000000, tty: "pts/0", remotehost: "203.0.113.9", service: "sshd" },
    { name: "bob", time: 1750000000, tty: "tty1", remotehost: null, service: "login" },
  ]);
});

test("all rows of a tree of pages, in order, and a text that takes several pages", () => {
  const { rows, hasLog } = readSqliteTable(wtmp, "wtmp");
  expect(hasLog).toBe(false);
  expect(rows).toHaveLength(300);
  expect(rows.map(({ login }) => login)).toEqual(
    rows.map((_, index) => (1740000000 + index * 86400) * 1e6),
  );
  expect(rows[0]).toMatchObject({ type: 1, user: "reboot", logout: null, tty: "~" });
  expect(rows[299]!.remotehost).toBe("h".repeat(900));
});

test("a missing table, a cut file and other files are errors", () => {
  expect(() => readSqliteTable(wtmp, "logins")).toThrow("without the table logins");
  expect(() => readSqliteTable(wtmp.subarray(0, 5_000), "wtmp")).toThrow("cut off");
  expect(() => readSqliteTable(Buffer.from("hello"), "wtmp")).toThrow("not an SQLite database");
});

test("pages that form a loop are an error", () => {
  const looped = Buffer.from(wtmp);
  const pageSize = 512;
  for (let page = 1; page * pageSize < looped.length; page++)
    if (looped[page * pageSize] === 5) looped.writeUInt32BE(page + 1, page * pageSize + 8);
  expect(() => readSqliteTable(looped, "wtmp")).toThrow();
});

test("a damaged file ends with rows or an error", () => {
  const damage = fc.array(fc.tuple(fc.nat(wtmp.length - 1), fc.nat(255)), { maxLength: 40 });
  fc.assert(
    fc.property(damage, (changes) => {
      const damaged = Buffer.from(wtmp);
      for (const [at, byte] of changes) damaged[at] = byte;
      try {
        expect(Array.isArray(readSqliteTable(damaged, "wtmp").rows)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
    { numRuns: 300 },
  );
});
