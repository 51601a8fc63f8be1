import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { WordParts } from "../../src/brain/questions/annotate/annotate.ts";
import { stripInjection } from "../../src/brain/questions/annotate/strip-injection.ts";
import type { FleetContext, Lexicon } from "../../src/brain/questions/model/reader.ts";
import type { DetectionPhrases, Kind } from "../../src/brain/questions/model/types.ts";
import { normalise } from "../../src/brain/questions/text/normalise.ts";
import { tokenise } from "../../src/brain/questions/text/tokenise.ts";
import type { Aggregate, Filter, PathQuestion } from "../../src/contract/reading.ts";
import { type BankQuestion, type Expected, linesOf, type Writer } from "./bank.ts";
import { type Lesson, lessonOf } from "./examples.ts";

/** The subjects that are right for a question of the bank, the best first. */
export function subjectsOf({ kind, broad, expects }: BankQuestion): string[] {
  if (broad) return [broad];
  if (kind === "path") return ["path"];
  if (kind === "refuse") return [`r:${expects.refusal?.class}`];
  if (kind === "detection") return expects.topics.map((topic) => `d:${topic}`);
  return [expects.tables[0] ?? "", ...(expects.tables_alt ?? [])].map((table) => `t:${table}`);
}

/** A fleet that no names are known of, as on the first day. */
export const strangers: FleetContext = { hosts: [], tags: [], now: 0 };
/** One lesson in so many is read without knowing the fleet, so that unknown names are learned too. */
const strangersEvery = 4;

const fleetFor = (fleet: FleetContext, at: number) =>
  at % strangersEvery === 0 ? strangers : fleet;

/** Code at the end of a question is cut off before it is read, so nothing is learned from it. */
const isRead = (text: string) => stripInjection(normalise(text)) === null;

/** What is asked of a question that has several parts isn't labelled by part, so only its subject is learned from. */
export const bankLessons = (parts: WordParts, writers: Writer[]): Lesson[] =>
  writers.flatMap(({ name, fleet, questions }) =>
    questions
      .filter(({ question }) => isRead(question))
      .map((record, at) =>
        lessonOf(parts, record.question, fleetFor(fleet, at), {
          writer: name,
          subjects: subjectsOf(record),
          expects: record.expects,
          isWhole: !record.expects.parts,
          weight: 1,
        }),
      ),
  );

/** A line of `data/language/wordings`; the README there has the fields. */
export interface WordingLine {
  q: string;
  s: string;
  f?: [field: string, op: Filter["op"], value: Filter["value"]][];
  a?: Partial<Aggregate>;
  absent?: Expected["absent"];
  h?: string[];
  g?: Record<string, string | string[]>;
  w?: string;
  p?: Partial<PathQuestion>;
  alt?: string[];
}

/** What is expected of a question that says only what it is about. */
export const nothing: Expected = {
  tables: [],
  filters: [],
  time_window: null,
  hosts: { names: [], tags: {} },
  aggregate: { type: "none", fields: [] },
  topics: [],
  path: null,
};

function expectedOf({ s, f = [], a, absent = null, h = [], g = {}, w, p }: WordingLine): Expected {
  const path = p?.from && p.to && p.mode ? ({ ...p } as PathQuestion) : null;
  return {
    ...nothing,
    tables: s.startsWith("t:") ? [s.slice(2)] : [],
    filters: f.map(([field, op, value]) => ({ field, op, value })),
    aggregate: a ? ({ type: "none", fields: [], ...a } as Aggregate) : nothing.aggregate,
    absent,
    hosts: { names: h, tags: g },
    time_window: w ?? null,
    path,
  };
}

/** The fleet that a writer of wordings speaks of: every host and tag in the lines. */
function fleetOf(lines: WordingLine[]): FleetContext {
  const ends = lines.flatMap(({ p }) => (p?.from && p.to ? [p.from, p.to] : []));
  const hosts = [
    ...lines.flatMap(({ h = [] }) => h),
    ...ends.flatMap(({ kind, name, host }) => [host, kind === "host" ? name : undefined]),
  ];
  const tags: Record<string, string | string[]>[] = [
    ...lines.flatMap(({ g }) => (g ? [g] : [])),
    ...ends.flatMap(({ tags }) => (tags ? [tags] : [])),
  ];
  const users = ends.flatMap(({ kind, name, user }) => [kind === "user" ? name : undefined, user]);
  return {
    users: new Set(users.flatMap((name) => (name ? [name.toLowerCase()] : []))),
    hosts: [
      ...new Set(
        hosts.filter((name): name is string => typeof name === "string" && !name.includes("*")),
      ),
    ],
    tags: tags.flatMap((set) =>
      Object.entries(set).flatMap(([key, value]) =>
        [value].flat().map((one) => ({ [key]: String(one) })),
      ),
    ),
    now: 0,
  };
}

/** One writer's wordings. */
export interface WordingFile {
  name: string;
  lines: WordingLine[];
}

/** The files of wordings in a folder, by name. */
export const readWordings = (folder: string): WordingFile[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".jsonl"))
    .sort()
    .map((file) => ({ name: file, lines: linesOf<WordingLine>(join(folder, file)) }));

const isBroad = ({ s }: WordingLine) => s === "posture" || s === "slow";

/**
 * The broad questions of the wordings as two writers, so that how they compare with other readings
 * is learned from those that the parts did not learn from.
 */
export function broadWriters(files: WordingFile[]): Writer[] {
  const lines = files.flatMap((file) => file.lines).filter(isBroad);
  const fleet = fleetOf(lines);
  return [0, 1].map((half) => ({
    name: `broad ${half + 1}`,
    fleet,
    questions: lines
      .filter((_, at) => at % 2 === half)
      .map((line, at) => ({
        id: `broad-${half}-${at}`,
        question: line.q,
        kind: "factual" as const,
        broad: line.s as "posture" | "slow",
        difficulty: 2 as const,
        style: [],
        expects: expectedOf(line),
      })),
  }));
}

/** The lessons of one file of wordings: labelled in brief, never measured on. */
export function wordingLessons(parts: WordParts, { name, lines }: WordingFile): Lesson[] {
  const fleet = fleetOf(lines);
  return lines
    .filter((line) => isRead(line.q) && !isBroad(line))
    .map((line, at) =>
      lessonOf(parts, line.q, fleetFor(fleet, at), {
        writer: `wordings/${name}`,
        subjects: [
          line.s,
          ...(line.alt ?? []).filter((id) => id[0] === line.s[0] && id !== line.s),
        ],
        expects: expectedOf(line),
        isWhole: true,
        weight: 1,
      }),
    );
}

/** The plainest questions about a kind of data: those that the reader itself asks back with. */
const kindForms = ({ id, noun }: Kind): [question: string, aggregate: Aggregate["type"]][] => [
  [noun, "none"],
  [id.replaceAll("_", " "), "none"],
  [`list the ${noun}`, "none"],
  [`show ${noun}`, "none"],
  [`how many ${noun}`, "count"],
];

const strength = { form: 3, phrase: 0.5, cue: 0.2, field: 0.1 };

/** The wordings of the lexicon and of the catalogue, which are lessons about subjects alone. */
export function lexiconLessons(
  parts: WordParts,
  { kinds, topics }: Lexicon,
  detections: DetectionPhrases[],
): Lesson[] {
  const fleet = { hosts: [], tags: [], now: 0 };
  const lesson = (id: string, weight: number) => (text: string) =>
    lessonOf(
      parts,
      text
        .replaceAll("{software}", "nginx")
        .replaceAll("{account}", "root")
        .replaceAll("{path}", "/etc/passwd"),
      fleet,
      { writer: "lexicon", subjects: [id], expects: nothing, isWhole: false, weight },
    );
  return [
    ...kinds.flatMap((kind) => {
      const id = `t:${kind.id}`;
      const fields = Object.values(kind.fields).flatMap(({ words }) => words);
      return [
        ...kindForms(kind).map(([question, type]) =>
          lessonOf(parts, question, fleet, {
            writer: "lexicon",
            subjects: [id],
            expects: { ...nothing, tables: [kind.id], aggregate: { type, fields: [] } },
            isWhole: true,
            weight: strength.form,
          }),
        ),
        ...kind.phrases.map(lesson(id, strength.phrase)),
        ...[...kind.cues, ...kind.predicates.flatMap(({ wordings }) => wordings)].map(
          lesson(id, strength.cue),
        ),
        ...fields.map((word) => `${kind.noun} ${word}`).map(lesson(id, strength.field)),
      ];
    }),
    ...detections.flatMap(({ id, title, phrases }) =>
      [title, ...phrases].map(lesson(`d:${id}`, strength.phrase)),
    ),
    ...topics.flatMap((topic) => {
      const id = `d:${topic.id}`;
      return [
        ...[`check for ${topic.noun}`].map(lesson(id, strength.form)),
        ...[topic.noun, ...topic.phrases].map(lesson(id, strength.phrase)),
        ...topic.cues.map(lesson(id, strength.cue)),
      ];
    }),
  ];
}

/** How many questions each word comes in. */
export function countWords(questions: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const question of questions) {
    const words = tokenise(normalise(question)).filter(({ kind }) => kind === "word");
    for (const word of new Set(words.map(({ lower }) => lower))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}
