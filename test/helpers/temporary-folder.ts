import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that goes when the test ends, after what was opened in it since. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "inquest-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
