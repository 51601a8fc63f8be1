import { expect, test } from "vitest";
import { context, reader } from "../reader-under-test.ts";

const read = (question: string) => reader.read(question, context);

test.each([
  ["patches from 2023", "2023"],
  ["recently installed software", "recently"],
  ["which hosts have an old nginx?", "old"],
])("%s: what no condition comes of is named", (question, word) => {
  expect(read(question).ignored).toContain(word);
});

test.each([
  "which accounts can log in?",
  "which hosts are physical?",
  "containers that keep restarting",
  "which ports are open to the world?",
  "who logged in from outside in the last week?",
  "less than 12% disk free",
])("%s leaves nothing out", (question) => {
  const { filters, ignored } = read(question);
  expect(filters).not.toEqual([]);
  expect(ignored).toBeUndefined();
});

test("a share that is free is a condition on what is used", () => {
  expect(read("less than 12% disk free").filters).toEqual([
    { field: "percent_used", op: "gt", value: 88 },
  ]);
});
