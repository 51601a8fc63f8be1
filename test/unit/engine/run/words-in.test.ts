import { expect, test } from "vitest";
import { wordsIn } from "../../../../src/engine/run/words-in.ts";

test("the words of all statements, however they are written", () => {
  const statements = [
    { sql: 'SELECT * FROM Users, "main".[shadow]' },
    { sql: "SELECT 1 AS x1 FROM`os_version`--time\nJOIN(SELECT 2uptime)" },
  ];
  const words = wordsIn(statements);
  for (const word of ["users", "main", "shadow", "os_version", "time", "join", "uptime", "x1"])
    expect(words).toContain(word);
  expect(words).not.toContain("version");
  expect(wordsIn([])).toEqual(new Set());
});
