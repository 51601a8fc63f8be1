import { performance } from "node:perf_hooks";
import fc from "fast-check";
import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { ReadingSchema } from "../../../../src/contract/reading.ts";
import { context, lexicon, reader } from "./reader-under-test.ts";

const words = fc.constantFrom(
  ...lexicon.kinds.flatMap(({ phrases }) => phrases.slice(0, 3)),
  "which hosts",
  "web-1",
  "more than",
  "2GB",
  "not",
  "per",
  "top 5",
  "/etc/shadow",
  "'; drop table users; --",
  "10.0.0.0/8",
  "and is it",
  "from",
  "older than 3.0.2",
  "last week",
);

const texts = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(words, { maxLength: 12 }).map((parts) => parts.join(" ")),
);

test("any text gives a valid reading", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const reading = reader.read(text, context);
      expect([...Value.Errors(ReadingSchema, reading)]).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test("2,000 characters are read within 50 ms", () => {
  const long = "which processes of the postgres user on web-1 use more than 2GB "
    .repeat(40)
    .slice(0, 2000);
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    reader.read(long, context);
    return performance.now() - started;
  });
  expect(Math.min(...times)).toBeLessThan(50);
});

test("a question's words reach SQL only inside quoted literals", () => {
  const hostile = fc
    .string({ minLength: 1, maxLength: 40 })
    .filter((text) => !text.includes('"') && text.trim() !== "");
  fc.assert(
    fc.property(hostile, (text) => {
      const reading = reader.read(`is the package "zq${text}zq" installed on web-1`, context);
      for (const sql of reading.sql) {
        expect(sql.replace(/'(?:[^']|'')*'/g, "''")).not.toContain("zq");
      }
    }),
    { numRuns: 300 },
  );
});

test("every suggestion is itself understood", () => {
  for (const question of [
    "asdf qwer zxcv",
    "restart nginx",
    "delete the user bob",
    "???",
    "blorp wibble fnord",
  ]) {
    const { suggestions } = reader.read(question, context);
    expect(suggestions.length).toBeGreaterThan(0);
    for (const suggestion of suggestions) {
      expect(reader.read(suggestion, context)).toMatchObject({ behaviour: "answer" });
    }
  }
});

test("each kind is read from its own name", () => {
  const lost = lexicon.kinds.filter(({ id, noun }) => {
    const reading = reader.read(`list the ${noun}`, context);
    return reading.behaviour !== "answer" || !reading.tables.includes(id);
  });
  expect(lost.map(({ id }) => id)).toEqual([]);
});
