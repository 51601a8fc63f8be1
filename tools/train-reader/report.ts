import { mkdirSync, writeFileSync } from "node:fs";
import type { BankQuestion } from "./bank.ts";
import type { Job, JobResult, Measured } from "./job.ts";
import { runJobs } from "./jobs.ts";
import { calibrationPlot, curvePlot } from "./plots.ts";
import { scoreSet } from "./scoring/summarise.ts";
import { loadTraining } from "./training.ts";

type Scored = ReturnType<typeof scoreSet>;
type Result = Scored["results"][number];

const fixed = (value: number | null | undefined, digits = 2) =>
  value === null || value === undefined ? "–" : value.toFixed(digits);
const percent = (value: number | null | undefined) =>
  value === null || value === undefined ? "–" : `${Math.round(100 * value)}%`;

/** A Markdown table. */
const table = (head: string[], rows: string[][]): string =>
  [
    `| ${head.join(" | ")} |`,
    `|${head.map((_, at) => (at === 0 ? "---" : "--:")).join("|")}|`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");

const measuredOf = (result: JobResult | undefined): Measured[] =>
  result?.type === "measure" ? result.measured : [];

const scored = (questions: BankQuestion[], measured: Measured[]): Scored =>
  scoreSet(questions, new Map(measured.map((one) => [one.id, { ...one, answer: "" }])));

function rowOf(name: string, { summary }: Scored): string[] {
  const { kinds, trust } = summary;
  return [
    name,
    String(summary.questions),
    fixed(summary.macro_mean, 3),
    fixed(kinds.factual.score),
    fixed(kinds.detection.score),
    fixed(kinds.path.score),
    fixed(kinds.refuse.score),
    percent(trust.coverage),
    percent(trust.right),
    percent(trust.wrong),
    fixed(trust.calibration_error, 3),
    percent(summary.wrong_refusals.rate),
  ];
}

const head = [
  "writer",
  "questions",
  "macro mean",
  "facts",
  "detections",
  "paths",
  "refusals",
  "answered",
  "right",
  "wrong",
  "calibration error",
  "wrong refusals",
];

const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Mean scores of results by a label of their questions, the lowest first. */
function byLabel(results: Result[], labelOf: (result: Result) => string): string[][] {
  const groups = new Map<string, number[]>();
  for (const result of results) {
    const label = labelOf(result);
    groups.set(label, [...(groups.get(label) ?? []), result.score]);
  }
  return [...groups]
    .map(([label, scores]) => ({ label, scores, mean: mean(scores) }))
    .sort((a, b) => a.mean - b.mean)
    .map((one) => [one.label, String(one.scores.length), fixed(one.mean)]);
}

const readAs = ({ reading }: Result): string =>
  reading.behaviour === "answer" || reading.behaviour === "answer_benign_part"
    ? reading.path
      ? `path, ${reading.path.mode}`
      : [...reading.tables.slice(0, 1), ...reading.detections.slice(0, 1)].join(" / ")
    : (reading.behaviour ?? "none");

const wanted = ({ question: { kind, expects } }: Result): string =>
  kind === "factual"
    ? (expects.tables[0] ?? "")
    : kind === "detection"
      ? (expects.topics[0] ?? "")
      : kind === "path"
        ? `path, ${expects.path?.mode}`
        : (expects.refusal?.class ?? "");

const oneLine = (text: string) => text.replace(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 110);

/** The surest readings of those that answer another question. */
const worst = (results: Result[], count: number): string[][] =>
  results
    .filter(({ score, reading }) => score < 0.5 && reading.behaviour === "answer")
    .sort((a, b) => (b.reading.confidence ?? 0) - (a.reading.confidence ?? 0))
    .slice(0, count)
    .map((result) => [
      oneLine(result.question.question),
      wanted(result),
      readAs(result),
      fixed(result.reading.confidence),
    ]);

/** How much of the bank and the wordings the points of the learning curve learned from. */
const shares = [0.25, 0.5];
/** Writers on whom the learning curve is measured. */
const curveWriters = ["operators"];

/** Measures every writer with a reader that did not learn from it, and writes `docs/reading.md`. */
export async function writeReport({
  threads,
  only,
}: {
  threads: number;
  only: string[];
}): Promise<void> {
  const { writers, lessons } = loadTraining("data");
  const measured = writers.filter(({ name }) => !name.startsWith("broad"));
  const chosen = measured.filter(({ name }) => only.length === 0 || only.includes(name));
  const whole = chosen.map(({ name }): Job => ({ type: "measure", held: name }));
  const partial = shares.flatMap((share) =>
    chosen
      .filter(({ name }) => curveWriters.includes(name))
      .map(({ name }): Job => ({ type: "measure", held: name, share })),
  );
  const jobs = [...whole, ...partial];
  const results = await runJobs(jobs, threads, (job) =>
    console.log(`read ${job.type === "measure" ? `${job.held} ${job.share ?? ""}` : ""}`),
  );
  const scores = chosen.map((writer, at) => scored(writer.questions, measuredOf(results[at])));
  const everything = scored(
    chosen.flatMap(({ questions }) => questions),
    chosen.flatMap((_, at) => measuredOf(results[at])),
  );
  const curve = [...shares, 1].map((share) => ({
    share,
    score: mean(
      jobs.flatMap((job, at) => {
        if (job.type !== "measure" || !curveWriters.includes(job.held)) return [];
        if ((job.share ?? 1) !== share) return [];
        const writer = writers.find(({ name }) => name === job.held);
        const macro = scored(writer?.questions ?? [], measuredOf(results[at])).summary.macro_mean;
        return macro === null ? [] : [macro];
      }),
    ),
  }));
  mkdirSync("docs/reading", { recursive: true });
  writeFileSync("docs/reading/calibration.svg", calibrationPlot(everything.results));
  writeFileSync("docs/reading/learning-curve.svg", curvePlot(curve));
  writeFileSync(
    "docs/reading.md",
    page({
      chosen: chosen.map(({ name }) => name),
      scores,
      everything,
      curve,
      lessons: lessons.length,
    }),
  );
  console.log(
    table(
      head,
      chosen.map(({ name }, at) => rowOf(name, scores[at] as Scored)),
    ),
  );
  console.log(table(head, [rowOf("all", everything)]));
}

interface Page {
  chosen: string[];
  scores: Scored[];
  everything: Scored;
  curve: { share: number; score: number }[];
  lessons: number;
}

function page({ chosen, scores, everything, curve, lessons }: Page): string {
  const macros = scores.flatMap(({ summary }) => summary.macro_mean ?? []);
  const { results } = everything;
  const ofKind = (kind: string) => results.filter((result) => result.kind === kind);
  return `# How well questions are read

Each writer's questions are read by a reader that learned from all other writers and not from that one: so a stranger's questions will be read. \`npm run train -- --report\` writes this page; \`npm run train\` makes the model that is shipped, from all writers (${lessons} lessons with the wordings of the lexicon).

A reading scores 1 where it asks for the same rows, weakness or paths as the label, and less for each part that differs. *Right* is a score of 0.85 at least, *wrong* one below 0.5: another question was answered. *Answered* leaves out what was asked back or refused. The calibration error is the mean distance between the confidence and the share that is right.

Mean over writers ${fixed(mean(macros), 3)}, the lowest ${fixed(Math.min(...macros), 3)}.

## Writers

${table(head, [...chosen.map((name, at) => rowOf(name, scores[at] as Scored)), rowOf("all", everything)])}

## Difficulty

1 is plain, 2 needs a synonym, a unit, a window or a negation, 3 a join, several parts or an oblique wording.

${table(["difficulty", "questions", "mean score"], byLabel(results, ({ question }) => String(question.difficulty)).sort())}

## Confidence

![Share of right readings by confidence](reading/calibration.svg)

## Learning curve

The mean over ${curveWriters.join(", ")} by the share of the bank and the wordings that was learned from.

![Mean score by share of the lessons](reading/learning-curve.svg)

${table(
  ["share", "macro mean"],
  curve.map(({ share, score }) => [percent(share), fixed(score, 3)]),
)}

## Kinds of data

${table(["kind", "questions", "mean score"], byLabel(ofKind("factual"), wanted))}

## Topics

${table(["topic", "questions", "mean score"], byLabel(ofKind("detection"), wanted))}

## Path modes

${table(["mode", "questions", "mean score"], byLabel(ofKind("path"), wanted))}

## Refusals

${table(["class", "questions", "mean score"], byLabel(ofKind("refuse"), wanted))}

## The surest mistakes

${table(["question", "asks for", "read as", "confidence"], worst(results, 20))}
`;
}
