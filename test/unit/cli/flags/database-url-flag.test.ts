import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { databaseUrlOf } from "../../../../src/cli/flags/database-url-flag.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

test("the URL of the database is in a flag, in a file, or there is none", () => {
  const file = join(temporaryFolder(), "database-url");
  writeFileSync(file, "postgres://inquest:secret@db/inquest\n");
  expect(databaseUrlOf({ "database-url-file": file })).toBe("postgres://inquest:secret@db/inquest");
  expect(databaseUrlOf({ "database-url": "postgres://db/inquest" })).toBe("postgres://db/inquest");
  expect(databaseUrlOf({})).toBeUndefined();
});

test("a file that can't be read is an error of the call", () => {
  const file = join(temporaryFolder(), "missing");
  expect(() => databaseUrlOf({ "database-url-file": file })).toThrow(
    `--database-url-file: ${file} can't be read.`,
  );
});
