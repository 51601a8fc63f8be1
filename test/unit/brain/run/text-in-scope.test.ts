import { expect, test } from "vitest";
import { textInScope } from "../../../../src/brain/run/text-in-scope.ts";
import type { Scope } from "../../../../src/contract/common.ts";
import { reading } from "../../../helpers/records.ts";

const inScope = (text: string, filter: Scope["filter"]) =>
  textInScope({ ...reading(), text }, { type: "selector", filter }).text;

test.each([
  [undefined, "on all hosts"],
  [{}, "on all hosts"],
  [{ tags: { env: "prod", role: "$&" } }, "on hosts tagged env=prod and role=$&"],
  [{ agent_ids: ["service-web-1"] }, "on hosts of agent service-web-1"],
  [{ agent_ids: ["a", "b"], last_seen_within: "1h" }, "on hosts of 2 agents, seen within 1h"],
])("with the scope %j the sentence says where", (filter, where) => {
  expect(inScope("Accounts, on all hosts.", filter)).toBe(`Accounts, ${where}.`);
  expect(inScope("Accounts, on web-1.", filter)).toBe("Accounts, on web-1.");
});

test("each part of a question says where, too", () => {
  const part = { ...reading(), text: "Groups, on all hosts, in the last 7 days." };
  const whole = { ...reading(), text: "Accounts, on all hosts.", parts: [part] };
  const { parts } = textInScope(whole, { type: "selector", filter: { tags: { env: "prod" } } });
  expect(parts?.[0]?.text).toBe("Groups, on hosts tagged env=prod, in the last 7 days.");
});
