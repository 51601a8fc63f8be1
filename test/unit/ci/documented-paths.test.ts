import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Paths of the project that a page names, those without wildcards. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:src|commands|data|test|tools|bench|docs|bin|\.ci)\/[^`*\s]*)`/g)].map(
    ([, path]) => path!,
  );

test.each(["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"])(
  "%s names only files and folders that exist",
  (page) => {
    expect(pathsIn(readFileSync(page, "utf8")).filter((path) => !existsSync(path))).toEqual([]);
  },
);
