import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is removed after the test, or after the whole file if `whenDone` is `afterAll`. */
export function temporaryFolder(whenDone: (cleanUp: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), "inquest-test-"));
  whenDone(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
