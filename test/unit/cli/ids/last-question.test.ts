import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lastQuestion, rememberQuestion } from "../../../../src/cli/ids/last-question.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const hour = 3_600_000;
const where = { place: "/data", shell: 100 };
const fileIn = (folder: string) => join(folder, "inquest", "last-questions.json");

test("the last question of a terminal is kept for an hour, for its owner alone", () => {
  const file = fileIn(temporaryFolder());
  rememberQuestion(file, { ...where, id: "inv_a", askedAt: 1000 });
  rememberQuestion(file, { ...where, id: "inv_b", askedAt: 2000 });
  expect(lastQuestion(file, where, 3000)).toBe("inv_b");
  expect(lastQuestion(file, where, 2000 + hour)).toBeNull();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("terminals and servers have questions of their own", () => {
  const file = fileIn(temporaryFolder());
  rememberQuestion(file, { ...where, id: "inv_a", askedAt: 1000 });
  rememberQuestion(file, { ...where, shell: 200, id: "inv_b", askedAt: 1000 });
  expect(lastQuestion(file, where, 2000)).toBe("inv_a");
  expect(lastQuestion(file, { ...where, place: "https://inquest.test" }, 2000)).toBeNull();
});

test("questions older than an hour leave the file", () => {
  const file = fileIn(temporaryFolder());
  rememberQuestion(file, { ...where, shell: 200, id: "inv_a", askedAt: 0 });
  rememberQuestion(file, { ...where, id: "inv_b", askedAt: hour });
  expect(readFileSync(file, "utf8")).not.toContain("inv_a");
});

test("a damaged file counts as none and is replaced", () => {
  const file = fileIn(temporaryFolder());
  rememberQuestion(file, { ...where, id: "inv_a", askedAt: 1000 });
  writeFileSync(file, "{");
  expect(lastQuestion(file, where, 2000)).toBeNull();
  rememberQuestion(file, { ...where, id: "inv_b", askedAt: 2000 });
  expect(lastQuestion(file, where, 2000)).toBe("inv_b");
});
