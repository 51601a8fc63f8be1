import { expect, test } from "vitest";
import { completeLine } from "../../../../src/cli/shell/complete-line.ts";

const words = {
  hosts: ["db-1", "web-1", "web-2"],
  tags: ["env=prod", "role=web"],
  questions: ["who can log in as root?", "who can use sudo?"],
};
const complete = (line: string) => completeLine(line, words);

test("the last word is completed to hosts and tags", () => {
  expect(complete("list the users of we")).toEqual([["web-1", "web-2"], "we"]);
  expect(complete("which hosts are tagged ENV")).toEqual([["env=prod"], "ENV"]);
});

test("the beginning of a line is completed to questions", () => {
  expect(complete("who can u")).toEqual([["who can use sudo?"], "who can u"]);
  expect(complete("How m")).toEqual([["how many "], "How m"]);
  expect(complete("")[0]).toContain("which hosts ");
  expect(complete("zzz")).toEqual([[], "zzz"]);
});

test("a backslash is completed to commands, and \\scope to its hosts and tags", () => {
  expect(complete("\\s")).toEqual([["\\sql", "\\scope"], "\\s"]);
  expect(complete("\\scope env=prod d")).toEqual([["db-1"], "d"]);
  expect(complete("\\scope ")[0]).toHaveLength(5);
  expect(complete("\\last w")).toEqual([[], "w"]);
});
