import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

/** The check over a tree of these files. */
function check(files: Record<string, string>) {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries({
    "src/core/a.ts": "",
    "commands/a.ts": "",
    ...files,
  })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stderr } = spawnSync(
    process.execPath,
    [".ci/check-imports.mjs", "--root", root],
    { encoding: "utf8" },
  );
  return { status, lines: stderr.trim().split("\n") };
}

test("the program keeps to its import table", () => {
  const { status, stderr } = spawnSync(process.execPath, [".ci/check-imports.mjs"], {
    encoding: "utf8",
  });
  expect(stderr).toBe("import check: none\n");
  expect(status).toBe(0);
});

test.each([
  [
    "a slice that reaches across",
    "src/brain/a.ts",
    'import { x } from "../server/app.ts";',
    "brain may not import src/server/app.ts",
  ],
  [
    "types count",
    "src/core/b.ts",
    'import type { X } from "../contract/x.ts";',
    "core may not import src/contract/x.ts",
  ],
  [
    "dynamic imports count",
    "src/server/a.ts",
    'await import("../compose/x.ts");',
    "server may not import src/compose/x.ts",
  ],
  [
    "re-exports count",
    "src/client/a.ts",
    'export { x } from "../store/port/store.ts";',
    "client may not import src/store/port/store.ts",
  ],
  [
    "the brain sees the port, not its adapter",
    "src/brain/a.ts",
    'import "../store/lowdb/x.ts";',
    "brain may not import src/store/lowdb/x.ts",
  ],
  [
    "the server sees plans, not the engine",
    "src/server/a.ts",
    'import { x } from "../engine/x.ts";',
    "server may not import src/engine/x.ts",
  ],
  [
    "a library out of its folder",
    "src/brain/a.ts",
    'import { fastify } from "fastify";',
    "fastify belongs to server",
  ],
  [
    "a command that goes past the command line's own folder",
    "commands/b.ts",
    'import { x } from "../src/compose/x.ts";',
    "commands may not import src/compose/x.ts",
  ],
  [
    "a folder nobody has given a place",
    "src/misc/a.ts",
    "",
    "belongs to no folder of the import table",
  ],
])("%s is found", (_name, path, text, complaint) => {
  const { status, lines } = check({ [path]: text });
  expect(status).toBe(1);
  expect(lines).toEqual([expect.stringContaining(complaint), "import check: 1 violations"]);
});

test("what the table allows passes", () => {
  const { status } = check({
    "src/brain/a.ts":
      'import type { Store } from "../store/port/store.ts";\nimport { x } from "./b/c.ts";',
    "src/server/a.ts":
      'import { verifyPlan } from "../plan/verify-plan.ts";\nimport { fastify } from "fastify";',
    "src/compose/a.ts": 'import { x } from "../store/lowdb/x.ts";',
  });
  expect(status).toBe(0);
});

test("two folders that import each other are found, types included", () => {
  const { status, lines } = check({
    "src/brain/run/a.ts": 'import { b } from "../ports/b.ts";',
    "src/brain/ports/b.ts": 'import type { A } from "../run/a.ts";',
  });
  expect(status).toBe(1);
  expect(lines[0]).toBe(
    "src/brain/ports and src/brain/run import each other: " +
      "src/brain/ports/b.ts imports src/brain/run/a.ts; src/brain/run/a.ts imports src/brain/ports/b.ts",
  );
});

test("a folder and the folder inside it count as two", () => {
  const { lines } = check({
    "src/brain/a.ts": 'import "./run/b.ts";',
    "src/brain/run/b.ts": 'import "../a.ts";',
  });
  expect(lines[0]).toContain("src/brain and src/brain/run import each other");
});

test("a folder of more than 25 files is found", () => {
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`src/brain/f${i}.ts`, ""]));
  expect(check(files(25)).status).toBe(0);
  expect(check(files(26)).lines[0]).toBe("src/brain: 26 files; at most 25");
});
