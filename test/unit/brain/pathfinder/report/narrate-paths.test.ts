import { expect, test } from "vitest";
import type { Path, PathOutcome } from "../../../../../src/brain/pathfinder/model/types.ts";
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

test("without a path, hosts that did not answer come first", () => {
  const gap = { reason: "timed_out" as const, detail: "no answer" };
  const answers = ["web-1", "db-1"].map((agent_id, at) => ({
    agent: agentRecord({ agent_id, hostname: agent_id }),
    source: "live" as const,
    results: new Map(),
    gap: at === 0 ? gap : null,
    receipt: null,
  }));
  expect(narrated("find", { answers })[0]).toBe(
    "1 of 2 hosts did not answer (web-1). Without it: No path was found from alice to root on db-1.",
  );
  const outcome = pathOutcome({ paths: [sure] });
  expect(narrated("find", { answers, outcome })[0]).toMatch(/^Yes/);
});

test("a ranking tells what is proven from what may be", () => {
  const { to } = hop();
  const ranking = [
    { host: { ...to, label: "db-1" }, cost: 3, accounts: 2 },
    { host: { ...to, label: "web-1" }, cost: 103, accounts: 1 },
  ];
  expect(narrated("rank", { outcome: pathOutcome({ ranking }) })).toEqual([
    "Most exposed is db-1.",
    "Root is proven to be reachable on db-1 (from 2 accounts on other hosts).",
    "Root may be reachable on web-1 (from 1 account on other hosts).",
  ]);
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

test("reach counts what is asked for, and says how far it looked", () => {
  const { to } = hop();
  const node = { ...to, type: "host" as const, label: "web-1" };
  const outcome = pathOutcome({ reached: [{ node, cost: 1, hops: 1 }] });
  expect(narrated("reach", { outcome })[0]).toBe("From alice, 1 host can be reached.");
  const question = {
    from: { kind: "any" },
    to: { kind: "any" },
    mode: "reach",
    max_hops: 2,
  } as const;
  expect(narrated("reach", { outcome, question })[0]).toBe(
    "From alice, 1 host can be reached in at most 2 steps.",
  );
});

test("repairs are numbered, and none are needed without a path", () => {
  const fixes = [{ text: "Take the key out.", hops: [hop()] }];
  expect(narrated("choke_point", { outcome: pathOutcome({ fixes }) })).toEqual([
    "One repair leaves no path from alice to root on db-1.",
    "1. web-1: Take the key out.",
  ]);
  expect(narrated("choke_point", { outcome: pathOutcome({ fixes: [] }) })[0]).toContain(
    "no repair is needed",
  );
});

test("what_if names what is taken away, and compares", () => {
  const whatIf = (before: Path[], paths: Path[], nearest: Path | null = null) => {
    const question = {
      from: { kind: "any" },
      to: { kind: "any" },
      mode: "what_if",
      avoid: ["sudo"],
    };
    const outcome = pathOutcome({ before, paths, nearest });
    return narrated("what_if", { outcome, question: question as PathQuestion })[0];
  };
  expect(whatIf([sure], [])).toBe(
    "Without sudo, no path is left from alice to root on db-1: the one path found needs it.",
  );
  expect(whatIf([sure], [sure])).toBe(
    "Without sudo, there is still 1 path from alice to root on db-1, as easy as before.",
  );
  expect(whatIf([sure], [pathOf(hop(), hop())])).toBe(
    "Without sudo, there is still 1 path from alice to root on db-1: the best takes 2 steps instead of 1.",
  );
  expect(whatIf([sure], [{ ...unsure, cost: 101 }])).toBe(
    "Without sudo, there is still 1 path from alice to root on db-1, but none is certain any more.",
  );
  expect(whatIf([], [])).toBe(
    "No path was found from alice to root on db-1, with or without sudo.",
  );
});

test("what the way between the ends has to be is said", () => {
  const question = { avoid: ["edge:sudo", "group:docker"], via: ["ci-1"], max_hops: 3 };
  const how = "through ci-1 without sudo and the group docker in at most 3 steps";
  const first = (mode: PathMode, outcome: Partial<PathOutcome>) =>
    narrated(mode, { outcome: pathOutcome(outcome), question: question as PathQuestion })[0];
  expect(first("find", {})).toBe(`No path was found from alice to root on db-1 ${how}.`);
  expect(first("find", { paths: [sure] })).toMatch(
    `Yes, there is a path from alice to root on db-1 ${how}: `,
  );
  expect(first("reach", { reached: [] })).toBe(`No path out of alice was found ${how}.`);
  expect(first("what_if", { before: [sure] })).toMatch(
    "Without sudo and the group docker, no path is left from alice to root on db-1 through ci-1 in at most 3 steps: ",
  );
});

test("what_if that takes nothing away tells what there is", () => {
  expect(narrated("what_if", { outcome: pathOutcome({ paths: [sure] }) })[0]).toMatch(
    /^Yes, there is/,
  );
});

test("a name that means nothing is asked about, and dropped rows are reported", () => {
  const unknown = pathOutcome({ unknownNames: ["carol"] });
  expect(narrated("what_if", { outcome: unknown })).toEqual([
    expect.stringMatching(/^Nothing here is called carol: name a host, an account/),
  ]);
  const outcome = pathOutcome({ paths: [sure], dropped: { "web-1": 2 } });
  expect(narrated("find", { outcome })).toContain(
    "2 rows of web-1 were invalid or exceeded the limit, and were ignored.",
  );
});

test("a count that was cut short is a lower bound", () => {
  const outcome = pathOutcome({ count: 40, paths: [sure], cutShort: "time" });
  expect(narrated("count", { outcome })[0]).toBe(
    "There are at least 40 paths from alice to root on db-1.",
  );
  expect(narrated("count", { outcome })).toContainEqual(expect.stringContaining("timed out"));
});
