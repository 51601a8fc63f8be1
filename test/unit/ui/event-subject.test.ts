import { expect, test } from "vitest";
import { eventSubject } from "../../../src/ui/plain/event-subject.ts";

test.each([
  [{ finding: { hostname: "web-1", title: "Root can log in" } }, "web-1: Root can log in"],
  [{ investigation: { query: "who is root?" } }, "who is root?"],
  [
    { chain: { from: { label: "www@web-1" }, to: { label: "root@db-1" } } },
    "www@web-1 → root@db-1",
  ],
  [{ agent: { hostname: "db-1" } }, "db-1"],
  [{ finding: { title: 7 } }, "?: ?"],
  [{ investigation: { query: "x".repeat(500) } }, `${"x".repeat(120)}…`],
  [{}, ""],
])("%j is about %s", (data, subject) => {
  expect(eventSubject({ data })).toBe(subject);
});

test("an event that the server did not send is about nothing known", () => {
  expect(eventSubject(undefined)).toBe("");
});
