import { expect, test } from "vitest";
import { chainOfPath } from "../../../../../src/brain/pathfinder/report/chain-of-path.ts";
import type { FoundChains } from "../../../../../src/brain/pathfinder/report/found-chains.ts";
import { narratePaths } from "../../../../../src/brain/pathfinder/report/narrate-paths.ts";
import type { PathMode, PathQuestion } from "../../../../../src/contract/reading.ts";
import { edgeRule, hop, pathOf, pathOutcome } from "../../../../helpers/paths.ts";
import { agentRecord, statementResult } from "../../../../helpers/records.ts";

const terms = {
  criticalityOf: () => "normal" as const,
  isFresh: () => true,
  unanswered: new Set<string>(),
};
const sure = pathOf(hop());
const unsure = pathOf(hop({ state: "conditional", why: "a password" }));

function narrated(mode: PathMode, over: Partial<FoundChains> = {}): string[] {
  const outcome = over.outcome ?? pathOutcome();
  const chains = outcome.paths.map((one) => chainOfPath(one, terms));
  const question: PathQuestion = { from: { kind: "any" }, to: { kind: "any" }, mode };
  return narratePaths({ query: "can alice?", question, outcome, chains, answers: [], ...over });
}

test("a confirmed path is answered with yes, the path and its fix", () => {
  expect(narrated("find", { outcome: pathOutcome({ paths: [sure, unsure] }) })).toEqual([
    "Yes, there is a path from alice to root on db-1: alice@web-1 reaches root@web-1 in 1 step.",
    "2 paths found, 1 of them confirmed.",
    "alice@web-1 may run ALL as root@web-1.",
    "Fix first: Take ALL away on web-1.",
  ]);
});

test("an unconfirmed path is answered with possibly, and a command that schedules the question", () => {
  const lines = narrated("exists", { outcome: pathOutcome({ paths: [unsure] }) });
  expect(lines[0]).toBe("Possibly: the path found from alice to root on db-1 is not confirmed.");
  expect(lines).toContainEqual(expect.stringMatching(/^Not confirmed: .*a password/));
  expect(lines.at(-1)).toContain("inquest curiosity add 'can alice?' --every 24h");
});

test("without a path the answer names what blocks the nearest one", () => {
  const why = "from= admits 10.0.0.1 alone";
  const nearest = pathOf(
    hop(),
    hop({ state: "refuted", why, rule: edgeRule({ edge: "KeyOpens" }) }),
  );
  expect(narrated("find", { outcome: pathOutcome({ nearest }) })).toEqual([
    "No path was found from alice to root on db-1.",
    `The nearest path, from alice@web-1, is blocked: on web-1 KeyOpens (alice@web-1 → root@web-1) does not hold: ${why}.`,
  ]);
});

test("a missing end is the whole answer", () => {
  const outcome = pathOutcome({ paths: [sure] });
  outcome.ends.to.missing = "no host called db-9 has answered";
  expect(narrated("find", { outcome })).toEqual(["No host called db-9 has answered."]);
});

test("without a path, unreadable tables are named", () => {
  const error = { reason: "denied" as const, message: "sudoers: permission denied" };
  const results = new Map([["sudo_root", statementResult({ id: "sudo_root", error })]]);
  const missing = { ...error, reason: "table_missing" as const, message: "no sshd" };
  results.set("key_opens", statementResult({ id: "key_opens", error: missing }));
  const agent = agentRecord({ agent_id: "web-1" });
  const answers = [{ agent, source: "live" as const, results, gap: null, receipt: null }];
  expect(narrated("find", { answers }).at(-1)).toBe(
    "Some edges could not be read, so there may be more paths: web-1 (sudoers: permission denied).",
  );
});

test("reach and inbound count accounts and hosts", () => {
  const { from, to } = hop();
  const reached = [from, to].map((node) => ({ node, cost: 1, hops: 1 }));
  const outcome = pathOutcome({ reached });
  expect(narrated("reach", { outcome }).slice(0, 2)).toEqual([
    "From alice, 2 accounts on 1 host can be reached.",
    "Root is proven to be reachable on web-1.",
  ]);
  const perhaps = pathOutcome({ reached: reached.map((one) => ({ ...one, cost: 101 })) });
  expect(narrated("reach", { outcome: perhaps }).slice(0, 2)).toEqual([
    "From alice, 2 accounts on 1 host can be reached, none by proven steps alone.",
    "Root may be reachable on web-1.",
  ]);
  expect(narrated("inbound", { outcome })[0]).toBe("2 accounts on 1 host can reach root on db-1.");
  expect(narrated("inbound", { outcome: pathOutcome({ reached: [] }) })[0]).toBe(
    "No account was found that can reach root on db-1.",
  );
});

test("repairs are numbered, and none are needed without a path", () => {
  const fixes = [{ text: "Take the key out.", hops: [hop()] }];
  expect(narrated("choke_point", { outcome: pathOutcome({ fixes }) })).toEqual([
    "One repair leaves no path from alice to root on db-1.",
    "1. Take the key out.",
  ]);
  expect(narrated("choke_point", { outcome: pathOutcome({ fixes: [] }) })[0]).toContain(
    "no repair is needed",
  );
});

test("what_if reports remaining paths, cut paths, and no paths before", () => {
  expect(narrated("what_if", { outcome: pathOutcome({ before: [sure] }) })[0]).toContain(
    "No path is left",
  );
  expect(narrated("what_if", { outcome: pathOutcome({ before: [sure], paths: [sure] }) })[0]).toBe(
    "1 path from alice to root on db-1 would remain.",
  );
  expect(narrated("what_if", { outcome: pathOutcome({ before: [] }) })[0]).toContain("no path");
});

test("unknown names and dropped rows are reported", () => {
  const outcome = pathOutcome({ paths: [sure], unknownNames: ["carol"], dropped: { "web-1": 2 } });
  expect(narrated("what_if", { outcome })).toEqual(
    expect.arrayContaining([
      "Nothing here is called carol.",
      "2 rows of web-1 were invalid or exceeded the limit, and were ignored.",
    ]),
  );
});

test("a count that was cut short is a lower bound", () => {
  const outcome = pathOutcome({ count: 40, paths: [sure], cutShort: "time" });
  expect(narrated("count", { outcome })[0]).toBe(
    "There are at least 40 paths from alice to root on db-1.",
  );
  expect(narrated("count", { outcome })).toContainEqual(expect.stringContaining("timed out"));
});
