import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with a copy of the build. */
    built: string;
  }
}

/** Copies the build once for all tests and provides its folder as `built`; removes it at the end. */
export default function copyBuilt(project: TestProject): () => void {
  const from = fileURLToPath(new URL("..", import.meta.url));
  const copy = mkdtempSync(join(tmpdir(), "inquest-built-"));
  for (const part of ["bin", "dist", "data", "package.json", "oclif.manifest.json"]) {
    cpSync(join(from, part), join(copy, part), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !path.endsWith(".map"),
    });
  }
  symlinkSync(join(from, "node_modules"), join(copy, "node_modules"), "junction");
  project.provide("built", copy);
  return () => rmSync(copy, { recursive: true, force: true });
}
