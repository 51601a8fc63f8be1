import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataDirOf, findDataDir } from "../../../../src/cli/connection/data-dir.ts";
import { demoDataDir } from "../../../../src/core/data-dir.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

test("a named data folder is used as it is", async () => {
  const env = { XDG_DATA_HOME: temporaryFolder() };
  expect(await findDataDir({ "data-dir": "/srv/inquest" }, env)).toBe("/srv/inquest");
});

test("a demo that has stopped, or was killed, leaves the default folder in use", async () => {
  const env = { XDG_DATA_HOME: temporaryFolder() };
  const usual = dataDirOf({}, env);
  expect(await findDataDir({}, env)).toBe(usual);
  const demo = demoDataDir(usual);
  mkdirSync(demo, { mode: 0o700 });
  expect(await findDataDir({}, env)).toBe(usual);
  const stale = { url: "http://127.0.0.1:9", pid: 4_194_304 };
  writeFileSync(join(demo, "server.json"), JSON.stringify(stale));
  expect(await findDataDir({}, env)).toBe(usual);
});
