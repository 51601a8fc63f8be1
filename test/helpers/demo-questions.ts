import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import type { AnswerKey, Decoy, PlantedChain } from "../../tools/demo-estate/answers/answer.ts";
import { type ServerProcess, serverFolder } from "./server-process.ts";

/** The attack paths planted in the demo, and the ones that only look like it. */
export const answerKey: AnswerKey = JSON.parse(
  readFileSync("data/estate/answers/answer-key.json", "utf8"),
);

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

const stepsOf = ({ steps }: Chain) =>
  steps.map(({ edge, from, to, hostname }) => ({
    edge,
    from: from.label,
    to: to.label,
    host: hostname,
  }));

/** `inquest server --demo` for a whole file, and checks of its answers. */
export function demoServer() {
  const folder = serverFolder(undefined, afterAll);
  let server: ServerProcess;
  beforeAll(async () => {
    server = await folder.start("--demo", "--no-local-agent", "--rate-limit", "0");
  }, 60_000);
  const chainsFor = async (question: string): Promise<Chain[]> =>
    (await server.outcome(await server.ask(question))).chains;
  return {
    call: (method: string, path: string) => server.call(method, path),
    async expectChain({ questions, hops, status }: PlantedChain) {
      const chains = await chainsFor(questions[2]);
      const planted = chains.find(
        (chain) => JSON.stringify(stepsOf(chain)) === JSON.stringify(hops),
      );
      expect(chains.map(stepsOf)).toContainEqual(hops);
      expect(planted!.status).toBe(status);
      if (status === "confirmed")
        expect(planted!.steps.every(({ confirmed_at }) => confirmed_at !== null)).toBe(true);
    },
    async expectNoChain({ questions }: Decoy) {
      const chains = await chainsFor(questions[0]!);
      expect(chains.filter(({ status }) => status === "confirmed")).toEqual([]);
    },
  };
}
