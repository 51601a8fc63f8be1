import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadDetections } from "../../../src/brain/detections/load-detections.ts";
import type { PathOutcome } from "../../../src/brain/pathfinder/model/types.ts";
import { chainOfPath } from "../../../src/brain/pathfinder/report/chain-of-path.ts";
import { createReader } from "../../../src/brain/questions/create-reader.ts";
import { loadLexicon } from "../../../src/brain/questions/lexicon/load-lexicon.ts";
import { packageRoot } from "../../../src/compose/program/package-root.ts";
import type { Chain } from "../../../src/contract/summary.ts";
import { answerKey } from "../../../tools/demo-estate/answers/answer-key.ts";
import { buildDemoGraph, type DemoGraph } from "../../helpers/demo-graph.ts";
import { loadModel } from "../brain/questions/reader-under-test.ts";

const nowMs = Date.UTC(2026, 10, 1);
const data = join(packageRoot(), "data");
const reader = createReader({
  lexicon: loadLexicon(data),
  detections: loadDetections(join(data, "detections")),
  loadModel,
});
const { chains, decoys } = answerKey();

let taken: DemoGraph;
beforeAll(async () => {
  taken = await buildDemoGraph(nowMs);
}, 120_000);

/** What the pathfinder finds for a question as it was typed, every host having been asked just now. */
function asked(question: string): { outcome: PathOutcome; chains: Omit<Chain, "chain_id">[] } {
  const { hosts, estate } = taken;
  const reading = reader.read(question, {
    hosts: hosts.map(({ hostname }) => hostname),
    tags: hosts.map(({ tags }) => tags),
    now: nowMs,
  });
  expect(reading.route, reading.text).toContain("pathfinder");
  const outcome = estate.search({
    question: reading.path!,
    agentIds: null,
    k: 5,
    maxSteps: 12,
    timeoutMs: 10_000,
  });
  const terms = {
    criticalityOf: () => "normal" as const,
    isFresh: () => true,
    unanswered: new Set<string>(),
  };
  return { outcome, chains: outcome.paths.map((path) => chainOfPath(path, terms)) };
}

const stepsOf = ({ steps }: Pick<Chain, "steps">) =>
  steps.map(({ edge, from, to, hostname }) => ({
    edge,
    from: from.label,
    to: to.label,
    host: hostname,
  }));

describe.each(chains)("$name", ({ hops, status, questions }) => {
  test.each(questions)("%s", (question) => {
    const found = asked(question).chains;
    const planted = found.find((chain) => isSame(stepsOf(chain), hops));
    expect(found.map(stepsOf)).toContainEqual(hops);
    expect(planted).toMatchObject({ status, weakest: status === "confirmed" ? null : /./ });
    for (const { proof, columns } of planted!.steps) {
      expect(proof.sql).toMatch(/SELECT/);
      expect(proof.row).toHaveLength(columns!.length);
    }
  });
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

describe.each(decoys)("$name", ({ questions, host }) => {
  test.each(questions)("%s", (question) => {
    const { chains: found, outcome } = asked(question);
    expect(outcome.ends.from.missing ?? outcome.ends.to.missing).toBeNull();
    expect(found.filter(({ status }) => status === "confirmed")).toEqual([]);
    const cut = outcome.nearest?.hops.filter(({ state }) => state === "refuted");
    if (cut) expect(cut.map(({ hostname }) => hostname)).toContain(host);
  });
});
