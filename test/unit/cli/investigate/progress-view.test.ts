import { expect, test } from "vitest";
import { progressLines } from "../../../../src/cli/investigate/progress-view.ts";
import type { StreamEvent } from "../../../../src/client/types.ts";
import { finding } from "../../ui/investigation-fixture.ts";

const found = (number: number): StreamEvent => ({
  type: "finding",
  data: { ...finding, title: `Finding ${number}` },
});

test("the first findings have a line each, and one line stands for all others", () => {
  const lines: string[] = [];
  const view = progressLines((line) => lines.push(line));
  for (let number = 1; number <= 500; number++) view.show(found(number));
  expect(lines).toHaveLength(21);
  expect(lines[0]).toBe("found: high  web-01  Finding 1");
  expect(lines.slice(-2)).toEqual([
    "found: high  web-01  Finding 20",
    "found: more, listed in the answer",
  ]);
});
