import { expect, test } from "vitest";
import { foldLine } from "../../../../src/cli/help/fold-line.ts";

test("a command that fits stays on its line", () => {
  expect(foldLine('$ inquest investigate "who?"', 28)).toBe('$ inquest investigate "who?"');
});

test("a wide command continues after a backslash, a flag beside its value", () => {
  expect(foldLine("$ inquest webhooks create https://example.com --event '*'", 50)).toBe(
    "$ inquest webhooks create https://example.com \\\n    --event '*'",
  );
});

test("quoted text is not broken, however wide", () => {
  const question = '"which hosts let root log in by password over ssh?"';
  expect(foldLine(`$ inquest investigate ${question} --json`, 30)).toBe(
    `$ inquest investigate \\\n    ${question} \\\n    --json`,
  );
});

test("a file stays beside the < that reads it", () => {
  expect(foldLine("$ inquest webhooks verify --secret s < body.json", 44)).toBe(
    "$ inquest webhooks verify --secret s \\\n    < body.json",
  );
});
