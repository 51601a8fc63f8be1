import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { refusals } from "../../../../src/brain/questions/reply/refusals.ts";
import { filterOps, pathEndKinds, pathModes } from "../../../../src/contract/reading.ts";
import { lexicon } from "./reader-under-test.ts";

interface Expected {
  tables: string[];
  filters: { field: string; op: string }[];
  aggregate: { type: string; fields: string[]; of?: string };
  /** Absent in the parts of a question, like `path`. */
  topics?: string[];
  path?: { from: { kind: string }; to: { kind: string }; mode: string } | null;
  tables_alt?: string[];
  topics_alt?: string[];
  refusal?: { class: string; acceptable: string[] };
  parts?: Expected[];
}

interface Question {
  id: string;
  question: string;
  kind: "factual" | "detection" | "path" | "refuse";
  difficulty: 1 | 2 | 3;
  expects: Expected;
}

const folder = "data/language/bank";
const writers = readdirSync(folder).flatMap((name) => /^(.+)\.jsonl$/.exec(name)?.[1] ?? []);
const questionsOf = (writer: string): Question[] =>
  readFileSync(`${folder}/${writer}.jsonl`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const fieldsByTable = new Map(lexicon.kinds.map(({ id, fields }) => [id, Object.keys(fields)]));
const topicIds = new Set(lexicon.topics.map(({ id }) => id));
const ops = new Set<string>(filterOps);
const modes = new Set<string>(pathModes);
const endKinds = new Set<string>(pathEndKinds);

/** "table.field", or a field of the main table; `host` and `count` belong to every table. */
function isField(tables: string[], field: string): boolean {
  if (field === "host" || field === "count") return true;
  const [table = "", column = ""] = field.includes(".") ? field.split(".") : [tables[0], field];
  return tables.includes(table) && (fieldsByTable.get(table)?.includes(column) ?? false);
}

/** Everything in a label that the reader's vocabulary doesn't have. */
function unknownWords(expected: Expected): string[] {
  const { tables, tables_alt = [], filters, aggregate, path } = expected;
  const { topics = [], topics_alt = [] } = expected;
  const { fields, of } = aggregate;
  return [
    ...[...tables, ...tables_alt].filter((table) => !fieldsByTable.has(table)),
    ...filters.flatMap(({ field, op }) => [
      ...(isField(tables, field) ? [] : [field]),
      ...(ops.has(op) ? [] : [op]),
    ]),
    ...[...fields, ...(of ? [of] : [])].filter((field) => !isField(tables, field)),
    ...[...topics, ...topics_alt].filter((topic) => !topicIds.has(topic)),
    ...(path ? [path.from.kind, path.to.kind].filter((kind) => !endKinds.has(kind)) : []),
    ...(path && !modes.has(path.mode) ? [path.mode] : []),
    ...(expected.parts ?? []).flatMap(unknownWords),
  ];
}

describe.each(writers)("%s", (writer) => {
  const questions = questionsOf(writer);

  test("every label uses the vocabulary", () => {
    for (const { id, expects } of questions)
      expect({ id, unknown: unknownWords(expects) }).toEqual({ id, unknown: [] });
  });

  test("a label has the part that its kind is about, and no question is asked twice", () => {
    for (const { id, kind, expects } of questions) {
      const parts = {
        factual: expects.tables.length > 0,
        detection: (expects.topics?.length ?? 0) > 0,
        path: Boolean(expects.path),
        refuse: (expects.refusal?.acceptable.length ?? 0) > 0,
      };
      expect(parts[kind], `${id} is ${kind}`).toBe(true);
    }
    const texts = questions.map(({ question }) => question.trim().toLowerCase());
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  test("its fleet has hosts and users", () => {
    const names = JSON.parse(readFileSync(`${folder}/${writer}-names.json`, "utf8"));
    expect(names.hosts.length).toBeGreaterThan(0);
    expect(names.users.length).toBeGreaterThan(0);
  });
});

test("the bank covers every table, topic, path mode and refusal class", () => {
  const all = writers.flatMap(questionsOf);
  expect(writers.length).toBeGreaterThanOrEqual(16);
  expect(all.length).toBeGreaterThanOrEqual(4_000);
  const count = (words: Iterable<string>) => {
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  };
  const expected = all.map(({ expects }) => expects);
  const tables = count(expected.flatMap((one) => [...new Set(one.tables)]));
  // Counted too where a topic is a reading as fair as the first.
  const topics = count(
    expected.flatMap(({ topics = [], topics_alt = [] }) => [...topics, ...topics_alt]),
  );
  const paths = count(expected.flatMap(({ path }) => (path ? [path.mode] : [])));
  const refused = count(expected.flatMap(({ refusal }) => (refusal ? [refusal.class] : [])));
  const below = (counts: Map<string, number>, names: Iterable<string>, minimum: number) =>
    [...names].filter((name) => (counts.get(name) ?? 0) < minimum);
  expect(below(tables, fieldsByTable.keys(), 30)).toEqual([]);
  expect(below(topics, topicIds, 12)).toEqual([]);
  expect(below(paths, pathModes, 40)).toEqual([]);
  expect(below(refused, Object.keys(refusals), 40)).toEqual([]);
});
