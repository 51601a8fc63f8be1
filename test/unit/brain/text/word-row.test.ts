import { expect, test } from "vitest";
import { loadLexicon } from "../../../../src/brain/questions/lexicon/load-lexicon.ts";
import { wordRow } from "../../../../src/brain/text/word-row.ts";

const row = (values: Record<string, string | number | null>) => ({
  columns: Object.keys(values),
  cells: Object.values(values),
});

test("a row reads as its kind says, with values in the units that people use", () => {
  const says = "{path} | is {percent_used} full ({free} free of {size})";
  const cells = row({ path: "/", percent_used: 27, free: 79456894976, size: 270582939648 });
  expect(wordRow(says, cells, { percent_used: "percent", free: "bytes", size: "bytes" })).toEqual({
    subject: "/",
    predicate: "is 27% full (74 GiB free of 252 GiB)",
  });
});

test("a part in brackets needs all of its fields, what is outside needs them too", () => {
  const says = "{name}[ ({image})] | is {state}";
  expect(wordRow(says, row({ name: "web", image: "", state: "up" }), {})).toEqual({
    subject: "web",
    predicate: "is up",
  });
  expect(wordRow(says, row({ name: "web", image: "nginx", state: null }), {})).toBeNull();
  expect(wordRow(says, row({ name: "web" }), {})).toBeNull();
});

test("a flag chooses between two words", () => {
  const says = "Secure Boot | is {secure_boot?enabled|disabled}";
  const said = (secure_boot: number) =>
    wordRow(says, row({ secure_boot }), { secure_boot: "boolean" })?.predicate;
  expect([said(1), said(0), said(-1)]).toEqual(["is enabled", "is disabled", undefined]);
});

test("a value that looks like a template is only a value", () => {
  expect(wordRow("[{a} ]{b}", row({ a: "{b}", b: "[{a}]" }), {})?.subject).toBe("{b} [{a}]");
});

test("the words of every kind name fields that it has", () => {
  for (const { id, says, measure, fields, show } of loadLexicon("data").kinds) {
    const named = [...(says ?? "").matchAll(/\{(\w+)/g)].map(([, field]) => field!);
    expect({ id, unknown: named.filter((field) => !fields[field]) }).toEqual({ id, unknown: [] });
    if (measure) expect(show, id).toContain(measure.field);
  }
});
