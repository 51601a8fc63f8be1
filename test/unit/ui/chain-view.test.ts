import { expect, test } from "vitest";
import type { Chain, ChainNode, ChainStep } from "../../../src/contract/summary.ts";
import { renderChains } from "../../../src/ui/plain/chain.ts";
import { textWidth } from "../../../src/ui/text/text-width.ts";

const nowMs = Date.UTC(2026, 10, 1, 12);
const seen = new Date(nowMs - 180_000).toISOString();
const node = (type: string, label: string): ChainNode => ({ type, id: label, label });

const step = (edge: string, from: ChainNode, to: ChainNode, over: Partial<ChainStep> = {}) => ({
  edge,
  from,
  to,
  agent_id: "web-1",
  hostname: "web-1",
  description: `${from.label} gets to ${to.label}.`,
  state: "proven" as const,
  why: null,
  proved_at: seen,
  source: "live" as const,
  columns: ["from", "state", "path"],
  proof: { sql: "SELECT 1", row: [from.label, "proven", "/opt/run.sh"] },
  confirmed_at: seen,
  ...over,
});

const www = node("user", "www-data@web-1");
const root = node("user", "root@web-1");
const key = node("key", `key SHA256:${"k".repeat(43)}`);
const end = node("user", "root@db-1");

const chain = (over: Partial<Chain> = {}): Chain => ({
  chain_id: "chn_1",
  severity: "critical",
  confidence: 0.92,
  from: www,
  to: end,
  status: "unconfirmed",
  steps: [
    step("WritesRootJob", www, root),
    step("HoldsKey", root, key),
    step("SudoRoot", key, end, {
      state: "conditional",
      why: "root's password",
      confirmed_at: null,
    }),
  ],
  narrative: "",
  weakest: "SudoRoot is conditional.",
  fix: "Take the rule away.",
  ...over,
});

const shown = (chains: Chain[], width: number) =>
  renderChains(chains, { width, colour: false, maxRows: 50, nowMs }).flat();

test("a chain is drawn, told step by step with its proof and age, and says what breaks it", () => {
  expect(shown([chain()], 80).join("\n")).toMatchInlineSnapshot(`
    "critical  www-data@web-1 → root@db-1  3 steps, unconfirmed, 92% sure
      ╭────────────────╮                      ╭────────────╮
      │ www-data@web-1 │── 1 WritesRootJob ─▶ │ root@web-1 │
      ╰────────────────╯                      ╰────────────╯
        │                ╭──────────────────────────────────╮
        ╰─ 2 HoldsKey ─▶ │ key SHA256:kkkkkkkkkkkkkkkkkkkk… │
                         ╰──────────────────────────────────╯
        │                ╭───────────╮
        ╰╌ 3 SudoRoot ╌▶ │ root@db-1 │
                         ╰───────────╯
      1. www-data@web-1 gets to root@web-1.
         WritesRootJob · web-1: proven live, seen 3m ago · path=/opt/run.sh
      2. root@web-1 gets to key SHA256:kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk.
         HoldsKey · web-1: proven live, seen 3m ago · path=/opt/run.sh
      3. key SHA256:kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk gets to root@db-1.
         SudoRoot · web-1: conditional (root's password), seen 3m ago ·
         path=/opt/run.sh
      Not confirmed: SudoRoot is conditional.
      Fix: Take the rule away."
  `);
});

test.each([40, 60, 80, 120, 200])("a drawing fits %i columns", (width) => {
  const drawn = shown([chain()], width).filter((line) => /[╭╰│]/.test(line));
  expect(drawn.length).toBeGreaterThan(0);
  for (const line of drawn) expect(textWidth(line)).toBeLessThanOrEqual(width);
});

test("with room enough a chain is one row of boxes", () => {
  expect(shown([chain()], 200).filter((line) => line.includes("╭"))).toHaveLength(1);
});

test("an unconfirmed step is dashed", () => {
  const [dashed] = shown([chain()], 200).filter((line) => line.includes("╌"));
  expect(dashed).toMatch(/─ 1 WritesRootJob ─▶.*╌ 3 SudoRoot ╌▶/);
});

test("what a host says can't drive the terminal, and wide characters are measured", () => {
  const hostile = node("user", "漢字\u001b[31m@web-1");
  const lines = shown([chain({ from: hostile, steps: [step("SudoRoot", hostile, root)] })], 80);
  expect(lines.join("\n")).not.toContain("\u001b");
  const [top = "", middle = ""] = lines.slice(1);
  expect(top.trimEnd().length).toBeGreaterThan(0);
  expect(textWidth(middle)).toBe(textWidth(top));
});

test("of many chains up to three are told in full, beyond the first only confirmed ones", () => {
  const confirmed = chain({ status: "confirmed", weakest: null });
  const lines = shown([confirmed, confirmed, confirmed, confirmed, chain()], 120);
  expect(lines.filter((line) => line.includes("WritesRootJob ─"))).toHaveLength(3);
  expect(lines).toContain("2 other paths:");
  expect(lines.at(-1)).toBe("    SudoRoot is conditional.");
  const unsure = shown([chain(), chain()], 120);
  expect(unsure.filter((line) => line.includes("WritesRootJob ─"))).toHaveLength(1);
});

test("a step of a service that tells no more than the contract is told by its edge", () => {
  const { edge, from, to, agent_id, proof, confirmed_at } = step("KeyOpens", www, root);
  const bare = { edge, from, to, agent_id, proof, confirmed_at };
  const text = shown([chain({ steps: [bare] })], 120).join("\n");
  expect(text).toContain("1. www-data@web-1 → root@web-1 by KeyOpens");
});
