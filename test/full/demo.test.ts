import { expect, test } from "vitest";
import { answerKey, demoServer } from "../helpers/demo-questions.ts";

const demo = demoServer();

test("its hosts are connected, and those with the tag tier=crown are critical", async () => {
  const { body: agents } = await demo.call("GET", "/v1/agents");
  expect(agents).toHaveLength(28);
  expect(agents.every(({ status }: { status: string }) => status === "Connected")).toBe(true);
  const { body } = await demo.call("GET", "/v1/tag-policies");
  expect(body.policies).toMatchObject([
    { name: "crown jewels", match: { tier: "crown" }, criticality: "critical" },
  ]);
});

// test/full asks about every chain here, and test/unit/estate about every chain and decoy in memory.
const firstOf = (status: string) => answerKey.chains.find((chain) => chain.status === status)!;

test.each([firstOf("confirmed"), firstOf("unconfirmed")])("$status: $name", demo.expectChain);

test.each(answerKey.decoys.slice(0, 1))("no chain: $name", demo.expectNoChain);
