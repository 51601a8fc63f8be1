import { expect, test } from "vitest";
import {
  type ChainTerms,
  chainOfPath,
} from "../../../../../src/brain/pathfinder/report/chain-of-path.ts";
import { internet } from "../../../../../src/brain/pathfinder/rules/nodes.ts";
import { edgeRule, hop, pathOf, seenAt } from "../../../../helpers/paths.ts";

const terms: ChainTerms = {
  criticalityOf: () => "normal",
  isFresh: ({ source }) => source === "live",
  unanswered: new Set(),
};

test("a path with only proven and fresh hops is confirmed, with the time of each proof", () => {
  const chain = chainOfPath(pathOf(hop(), hop({}, "db-1")), terms);
  expect(chain).toMatchObject({ status: "confirmed", weakest: null, confidence: 0.9801 });
  expect(chain.steps.map(({ confirmed_at }) => confirmed_at)).toEqual([seenAt, seenAt]);
  expect(chain.narrative).toBe(
    "alice@web-1 may run ALL as root@web-1. alice@db-1 may run ALL as root@db-1.",
  );
});

test.each([
  ["conditional", "alice's password", ". Needed: alice's password."],
  ["inferred", "no route was seen", ": no route was seen."],
] as const)("one %s step is its weakest, and names what is missing", (state, why, told) => {
  const chain = chainOfPath(pathOf(hop(), hop({ state, why }, "db-1")), terms);
  expect(chain.status).toBe("unconfirmed");
  expect(chain.weakest).toBe(`SudoRoot (alice@db-1 → root@db-1) is ${state}${told}`);
  expect(chain.steps.map(({ confirmed_at }) => confirmed_at)).toEqual([seenAt, null]);
});

test("an inferred step is weaker than a conditional one", () => {
  const conditional = hop({ state: "conditional", why: "luck" });
  const inferred = hop({ state: "inferred", why: "a guess" }, "db-1");
  expect(chainOfPath(pathOf(conditional, inferred), terms).weakest).toContain("is inferred");
});

test("facts from snapshots and from hosts that no longer answer are not confirmed", () => {
  const old = hop({ source: "cached" });
  expect(chainOfPath(pathOf(old), terms)).toMatchObject({
    status: "unconfirmed",
    weakest: expect.stringContaining("--mode live"),
  });
  const gone = { ...terms, unanswered: new Set(["web-1"]) };
  expect(chainOfPath(pathOf(old), gone).weakest).toContain("web-1 did not answer in this run");
});

test("the fix repairs the last fault of the path; without a fault there is none", () => {
  const noFault = hop({ rule: edgeRule({ remediation: null }) }, "db-1");
  expect(chainOfPath(pathOf(hop(), noFault), terms).fix).toBe("Take ALL away on web-1.");
  expect(chainOfPath(pathOf(noFault), terms).fix).toBeNull();
});

test("severity depends on the target, the start and the state of the hops", () => {
  const severity = (...args: Parameters<typeof chainOfPath>) => chainOfPath(...args).severity;
  const toAlice = hop({ to: hop().from });
  const fromOutside = hop({ from: internet });
  const critical: ChainTerms = { ...terms, criticalityOf: () => "critical" };
  const guess = hop({ state: "inferred", why: "a guess" });
  expect(severity(pathOf(hop()), terms)).toBe("high");
  expect(severity(pathOf(toAlice), terms)).toBe("medium");
  expect(severity(pathOf(fromOutside), terms)).toBe("critical");
  expect(severity(pathOf(hop()), critical)).toBe("critical");
  expect(severity(pathOf(guess), terms)).toBe("medium");
});

test("values from a host are inserted as text, in one line of bounded length", () => {
  const command = `a {from} \n b${"x".repeat(500)}`;
  const proof = { sql: "", columns: ["command"], row: [command] };
  const [step] = chainOfPath(pathOf(hop({ proof })), terms).steps;
  expect(step?.description).toMatch(/^alice@web-1 may run a \{from\} bx+… as root@web-1\.$/);
  expect(step?.description?.length).toBeLessThan(260);
});

test("a key is used from the host where it was read", () => {
  const key = { type: "key", id: "key:x", label: "key x" };
  const reaches = edgeRule({ edge: "Reaches", sentence: "{origin} reaches {to}." });
  const read = hop({ to: key });
  const reach = hop({ from: key, rule: reaches }, "db-1");
  expect(chainOfPath(pathOf(read, reach), terms).steps[1]?.description).toBe(
    "web-1 reaches root@db-1.",
  );
  const relay = { type: "relay", id: "relay:proxy@hop-1", label: "relay proxy on hop-1" };
  const carried = hop({ from: relay, rule: reaches }, "db-1");
  expect(chainOfPath(pathOf(read, carried), terms).steps[1]?.description).toBe(
    "hop-1 reaches root@db-1.",
  );
  const fromOutside = hop({ from: internet, rule: reaches });
  expect(chainOfPath(pathOf(fromOutside), terms).narrative).toBe(
    "The internet reaches root@web-1.",
  );
  expect(chainOfPath(pathOf(hop({ rule: reaches })), terms).narrative).toBe(
    "web-1 reaches root@web-1.",
  );
});
