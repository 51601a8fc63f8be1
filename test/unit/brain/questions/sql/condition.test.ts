import { expect, test } from "vitest";
import type { Filter, ValueType } from "../../../../../src/brain/questions/model/types.ts";
import { condition } from "../../../../../src/brain/questions/sql/condition.ts";
import { context, reader } from "../reader-under-test.ts";

const on = (type: ValueType, op: Filter["op"], value: Filter["value"]) =>
  condition("t.x", { type, words: [], loose: false, exact: false }, { field: "x", op, value });

test("a folder's contents are below it, with the separator of its system", () => {
  expect(on("path", "starts_with", "/usr/")).toBe("t.x LIKE '/usr/%%'");
  expect(on("path", "starts_with", "C:\\Windows")).toBe("t.x LIKE 'C:\\Windows\\%%'");
  expect(on("path", "not_starts_with", "/usr")).toBe("coalesce(t.x, '') NOT LIKE '/usr/%%'");
});

test("a name is the last part of a path, and a path is whole", () => {
  expect(on("path", "in", ["zsh", "bash"])).toBe("(t.x GLOB '*[/\\]zsh' OR t.x GLOB '*[/\\]bash')");
  expect(on("path", "eq", "/bin/zsh")).toBe("t.x = '/bin/zsh'");
});

test("a ranking of processes leaves out the one that answers, and a list does not", () => {
  const collecting = /\(coalesce\(t\.collecting, 0\) = 0\)/;
  expect(reader.read("top 5 processes by memory", context).sql[0]).toMatch(collecting);
  expect(reader.read("processes running as root", context).sql[0]).not.toMatch(collecting);
});

test("the number in a condition on rows is kept, whatever else is asked", () => {
  const { merge_sql } = reader.read("which groups have more than 5 members", context);
  expect(merge_sql).toMatch(/HAVING sum\("count"\) > 5/);
});
