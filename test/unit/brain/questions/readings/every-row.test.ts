import { expect, test } from "vitest";
import { context, reader } from "../reader-under-test.ts";

const read = (question: string) => reader.read(question, context);

test.each([
  ["are all services running?", { field: "state", op: "ne", value: "running" }],
  ["is selinux enforcing everywhere?", { field: "mode", op: "ne", value: "enforcing" }],
  ["do all hosts have swap?", { field: "swap_total", op: "le", value: 0 }],
])("%s is answered by those that are not", (question, filter) => {
  expect(read(question)).toMatchObject({
    filters: [filter],
    aggregate: { type: "exists" },
    exceptions: true,
  });
});

test("who lacks it is asked for where the condition names what has to be there", () => {
  expect(read("is openssl installed on every host?")).toMatchObject({
    tables: ["packages"],
    absent: "host",
    exceptions: true,
    text: expect.stringMatching(/^Whether every host has packages where name /),
  });
});

test.each(["are any services running?", "is secure boot on everywhere?", "show all services"])(
  "%s is answered by what there is",
  (question) => {
    expect(read(question).exceptions).toBeUndefined();
  },
);
