import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lintDefinitions } from "../../../../src/compose/own/lint-definitions.ts";
import { testDefinitions } from "../../../../src/compose/own/test-definitions.ts";
import { writeDocumentedDefinitions } from "../../../helpers/documented-definitions.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

test("the documented detection and edge rule are valid and pass their cases", async () => {
  const folder = temporaryFolder();
  writeDocumentedDefinitions(folder);
  const folders = ["detections", "edges"].map((name) => join(folder, name));
  expect(folders.flatMap((each) => readdirSync(each)).sort()).toEqual([
    "deploy_group.test.yaml",
    "deploy_group.yaml",
    "telnet_client.test.yaml",
    "telnet_client.yaml",
  ]);
  expect(await lintDefinitions(folders)).toMatchObject({ problems: 0 });
  expect(await testDefinitions(folders)).toMatchObject({ passed: 6, failed: 0 });
});
