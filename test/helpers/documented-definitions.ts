import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes the files that docs/detections.md shows, each under the name before it, into a folder. */
export function writeDocumentedDefinitions(folder: string): void {
  const page = readFileSync("docs/detections.md", "utf8");
  for (const [, name, text] of page.matchAll(/`([\w./]+\.yaml)`[^`]*```yaml\n([\s\S]*?)^```$/gm)) {
    const path = join(folder, name!);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text!);
  }
}
