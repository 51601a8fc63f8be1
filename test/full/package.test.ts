import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { ended, tempFolder } from "../e2e/run-cli.ts";

/** The package as `npm pack` makes it, in `folder`. */
function pack(folder: string): { archive: string; files: string[] } {
  // The build of the test run is packed as it is.
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [{ filename, files }] = JSON.parse(execFileSync("npm", args, { encoding: "utf8" }));
  const paths = (files as { path: string }[]).map(({ path }) => path);
  return { archive: join(folder, filename), files: paths };
}

test("the npm package has what runs, without sources, test data or the reader's bank", () => {
  const { files } = pack(tempFolder());
  const top = new Set(files.map((path) => path.split("/")[0]));
  expect([...top].sort()).toEqual([
    ...["LICENSE", "README.md", "bin", "data", "dist", "oclif.manifest.json", "package.json"],
  ]);
  const needed = [
    ...["bin/run.js", "bin/investigate.js", "dist/man/inquest.1", "dist/man/investigate.1"],
    ...[
      "dist/engine-worker.js",
      "data/reader.model",
      "data/language.json",
      "data/estate/web-1.json",
    ],
  ];
  expect(files).toEqual(expect.arrayContaining(needed));
  const unwanted =
    /\.map$|[^d]\.ts$|\.test\.|^bin\/dev|^data\/(estate\/answers|language\/(bank|wordings))/;
  expect(files.filter((path) => unwanted.test(path))).toEqual([]);
});

test("both commands of the unpacked package answer, in an empty home", async () => {
  const folder = tempFolder();
  const home = join(folder, "home");
  mkdirSync(home);
  execFileSync("tar", ["xzf", pack(folder).archive, "-C", folder]);
  const root = join(folder, "package");
  // Only what the package file names as a dependency is there.
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(join(root, "node_modules", name, ".."), { recursive: true });
    symlinkSync(resolve("node_modules", name), join(root, "node_modules", name));
  }
  const env = { PATH: process.env.PATH, HOME: home };
  const run = (script: string, ...args: string[]) =>
    ended(spawn(process.execPath, [join(root, "bin", script), ...args], { cwd: home, env }));
  const asked = await run("investigate.js", "which users have uid 0?", "--json");
  expect(JSON.parse(asked.stdout)).toMatchObject({ status: "completed" });
  expect(asked.code).toBe(0);
  const listed = await run("run.js", "investigate", "list");
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("uid 0") });
}, 60_000);
