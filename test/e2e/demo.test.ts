import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnswerKey } from "../../tools/demo-estate/answers/answer.ts";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";

const key: AnswerKey = JSON.parse(readFileSync("data/estate/answers/answer-key.json", "utf8"));

const folder = serverFolder(undefined, afterAll);
let server: ServerProcess;
beforeAll(async () => {
  server = await folder.start("--demo", "--no-local-agent", "--rate-limit", "0");
}, 60_000);

interface Step {
  edge: string;
  from: { label: string };
  to: { label: string };
  hostname: string;
  confirmed_at: string | null;
}

interface Chain {
  status: string;
  steps: Step[];
}

async function chainsFor(question: string): Promise<Chain[]> {
  return (await server.outcome(await server.ask(question))).chains;
}

const stepsOf = ({ steps }: Chain) =>
  steps.map(({ edge, from, to, hostname }) => ({
    edge,
    from: from.label,
    to: to.label,
    host: hostname,
  }));

test("its hosts are connected, and those with the tag tier=crown are critical", async () => {
  const { body: agents } = await server.call("GET", "/v1/agents");
  expect(agents).toHaveLength(28);
  expect(agents.every(({ status }: { status: string }) => status === "Connected")).toBe(true);
  const { body } = await server.call("GET", "/v1/tag-policies");
  expect(body.policies).toMatchObject([
    { name: "crown jewels", match: { tier: "crown" }, criticality: "critical" },
  ]);
});

test.each(key.chains)("$name", async ({ questions, hops, status }) => {
  const chains = await chainsFor(questions[2]);
  const planted = chains.find((chain) => JSON.stringify(stepsOf(chain)) === JSON.stringify(hops));
  expect(chains.map(stepsOf)).toContainEqual(hops);
  expect(planted!.status).toBe(status);
  if (status === "confirmed")
    expect(planted!.steps.every(({ confirmed_at }) => confirmed_at !== null)).toBe(true);
});

/** All of them are asked over the same rules and estate in test/unit/estate; here, some over signed plans. */
const someDecoys = key.decoys.filter((_, at) => at % 3 === 0);

test.each(someDecoys)("no chain: $name", async ({ questions }) => {
  const chains = await chainsFor(questions[0]!);
  expect(chains.filter(({ status }) => status === "confirmed")).toEqual([]);
});
