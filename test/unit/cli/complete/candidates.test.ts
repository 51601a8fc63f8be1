import { expect, test } from "vitest";
import type { CommandSpec } from "../../../../src/cli/command-line/command-spec.ts";
import { completionsFor } from "../../../../src/cli/complete/candidates.ts";

const option = (name: string, over = {}) => ({
  [name]: { name, type: "option" as const, ...over },
});
const flags = {
  ...option("depth", { char: "d", options: ["quick", "deep"] }),
  ...option("tag", { char: "t", multiple: true }),
  ...option("output", { helpValue: "<file>" }),
  yes: { name: "yes", char: "y", type: "boolean" as const, description: "Don't ask" },
  secretly: { name: "secretly", type: "boolean" as const, hidden: true },
};
const command = (id: string, over: Partial<CommandSpec> = {}): CommandSpec => ({
  id,
  flags,
  args: {},
  ...over,
});
const id = { id: { name: "id" } };
const commands = [
  command("investigate", { summary: "Ask." }),
  command("investigate:show", { args: id }),
  command("webhooks:show", { args: id }),
  command("webhooks:replay", { args: id }),
  command("agents:policies:delete", { args: id }),
  command("server:backup", { args: { file: { name: "file" } } }),
  command("judge", { args: { ...id, verdict: { name: "verdict", options: ["true", "false"] } } }),
  command("complete", { hidden: true }),
];
const offer = (...words: string[]) => completionsFor(words, commands);
const values = (...words: string[]) => offer(...words).candidates.map(({ value }) => value);

test("words of commands follow each other, without hidden ones", () => {
  expect(values("")).toEqual(["agents", "investigate", "judge", "server", "webhooks"]);
  expect(values("agents", "")).toEqual(["policies"]);
  expect(values("agents", "policies", "")).toEqual(["delete"]);
  expect(values("help", "webhooks", "")).toEqual(["replay", "show"]);
  expect(values("investigate", "")).toEqual(["show"]);
  expect(values("nothing", "")).toEqual([]);
});

test("flags are offered once, those that may be repeated again, hidden ones never", () => {
  expect(values("investigate", "--depth", "deep", "-t", "a=b", "-")).toEqual([
    ...["--tag", "--output", "--yes"],
    "--help",
    "--help-all",
  ]);
});

test("a flag is offered with its description", () => {
  expect(offer("webhooks", "show", "--").candidates).toContainEqual({
    value: "--yes",
    description: "Don't ask",
  });
});

test("a flag's values are offered after it and after its `=`, and nowhere else", () => {
  expect(values("investigate", "-d", "")).toEqual(["quick", "deep"]);
  expect(values("investigate", "--depth=")).toEqual(["--depth=quick", "--depth=deep"]);
  expect(offer("investigate", "--tag", "").live).toBe("tags");
  expect(offer("investigate", "--output", "").files).toBe(true);
  expect(values("webhooks", "show", "--yes", "")).toEqual([]);
});

test.each([
  [["investigate", "show", ""], "investigations"],
  [["webhooks", "show", "--depth", "deep", "sub_"], "subscriptions"],
  [["webhooks", "replay", "dlv_1", "dlv_"], "deliveries"],
  [["agents", "policies", "delete", ""], "policies"],
])("%j asks the server for %s", (words, live) => {
  expect(offer(...words)).toEqual({ candidates: [], live });
});

test("an argument has its fixed values, or the files of the shell", () => {
  expect(values("judge", "inv_1", "")).toEqual(["true", "false"]);
  expect(offer("server", "backup", "").files).toBe(true);
});

test("after the end of flags a dash begins an argument", () => {
  expect(values("webhooks", "show", "--", "-")).toEqual([]);
});
