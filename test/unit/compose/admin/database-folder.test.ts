import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderAdmin } from "../../../../src/compose/admin/folder-admin.ts";
import { keysFolder } from "../../../helpers/moving.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

/** A data folder whose server keeps its records in a database. */
function folderOverDatabase(): string {
  const dir = keysFolder();
  writeFileSync(join(dir, "database"), "an id\n");
  return dir;
}

test("a folder without records of its own is not reported as undamaged", async () => {
  const admin = folderAdmin(folderOverDatabase());
  const next = { code: "records_in_database", hint: expect.stringContaining("--database-url") };
  await expect(admin.inspect()).rejects.toMatchObject(next);
  await expect(admin.repair()).rejects.toMatchObject(next);
});

test("a backup of records in a database is pg_dump's, of every schema of inquest", async () => {
  const admin = folderAdmin(folderOverDatabase());
  await expect(admin.backup(join(temporaryFolder(), "backup"))).rejects.toMatchObject({
    code: "not_supported",
    hint: expect.stringMatching(/pg_dump .*--schema='inquest\*'.*secret\.key and plan\.key/),
  });
});

test("a restore into a database, or of its dump, is pg_restore's", async () => {
  const next = { code: "not_supported", hint: expect.stringContaining("pg_restore") };
  await expect(folderAdmin(folderOverDatabase()).restore("any")).rejects.toMatchObject(next);
  const dump = join(temporaryFolder(), "dump");
  writeFileSync(dump, "PGDMP\x01\x0e\x00");
  const admin = folderAdmin(join(temporaryFolder(), "new"));
  await expect(admin.restore(dump)).rejects.toMatchObject(next);
  await expect(admin.restore("/nonexistent")).rejects.toMatchObject({ code: "backup_unreadable" });
});
