import { expect, test } from "vitest";
import { fillsTables, isBackup } from "../../../../../src/tables/parsers/secrets/backup-names.ts";

test.each([
  ["/srv/db.sql.gz", true],
  ["/srv/dumps/monday.gz", true],
  ["/srv/db-dump/monday.gz", true],
  ["/home/a/backup2026/etc.zip", true],
  ["/srv/doc/tcpdump/NEWS.Debian.gz", false],
  ["/srv/downloads/app.tar.gz", false],
  ["/usr/share/app/schema.sql", false],
  ["/srv/app/node_modules/worker/sql/000001.sql", false],
  ["/srv/app/db/migrations/002_roles.sql", false],
  ["/srv/app/migrations.sql", true],
  ["/srv/app/vendor/.env.bak", true],
])("%s is a backup by its name: %s", (path, expected) => {
  expect(isBackup(path)).toBe(expected);
});

test.each([
  ["-- Dump\nINSERT INTO users VALUES (1);", true],
  ["COPY public.users (id, name) FROM stdin;\n1\tada", true],
  ["SELECT * FROM users -- INSERT INTO is elsewhere", false],
  ["CREATE TABLE users (id integer);", false],
])("%j fills tables: %s", (sql, expected) => {
  expect(fillsTables(sql)).toBe(expected);
});
