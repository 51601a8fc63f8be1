import type { Chain, ChainStep } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { relativeTime } from "../text/relative-time.ts";
import { count, indent, narrower, paragraphs, percent } from "../text/section.ts";
import { paint, paintSeverity, type Style } from "../text/style.ts";
import { truncateText } from "../text/text-width.ts";
import { drawChain } from "./chain-graph.ts";

/** The maximum number of chains shown in full. */
const mostInFull = 3;

/**
 * Chains in the given order, confirmed ones first. The first is shown in full, and so are further
 * confirmed ones; the others have one line and what they lack.
 */
export function renderChains(chains: Chain[], style: Style): string[][] {
  const isInFull = ({ status }: Chain, at: number) =>
    at === 0 || (at < mostInFull && status === "confirmed");
  const others = chains.filter((chain, at) => !isInFull(chain, at));
  const rest = others.flatMap((chain) => [
    chainHead(chain, narrower(style, 2)),
    ...indent(chain.weakest ? paragraphs(chain.weakest, narrower(style, 4)) : []),
  ]);
  return [
    ...chains.filter(isInFull).map((chain) => renderChain(chain, style)),
    ...(rest.length > 0 ? [[`${count(others.length, "other path")}:`, ...indent(rest)]] : []),
  ];
}

/** One chain: its ends, a drawing, each step with its proof, and the fix. */
export function renderChain(chain: Chain, style: Style): string[] {
  const inner = narrower(style, 2);
  return [
    chainHead(chain, style),
    ...indent(drawChain(chain, inner)),
    ...indent(chain.steps.flatMap((step, at) => renderStep(step, at + 1, inner))),
    ...indent(chain.weakest ? paragraphs(`Not confirmed: ${chain.weakest}`, inner) : []),
    ...indent(chain.fix ? paragraphs(`Fix: ${chain.fix}`, inner) : []),
  ];
}

/** A chain in one line: its ends, and how certain it is. */
export function chainHead(
  { severity, from, to, steps, status, confidence }: Chain,
  style: Style,
): string {
  const ends = `${escapeControl(from.label)} → ${escapeControl(to.label)}`;
  const facts = `${count(steps.length, "step")}, ${status}, ${percent(confidence)} sure`;
  return `${paintSeverity(style, severity)}  ${paint(style, "bold", ends)}  ${paint(style, "dim", facts)}`;
}

/** A step's description, with its proof below. */
function renderStep(step: ChainStep, number: number, style: Style): string[] {
  const inner = narrower(style, 3);
  const said = step.description ?? `${step.from.label} → ${step.to.label} by ${step.edge}`;
  const [first = "", ...more] = paragraphs(said, inner);
  return [
    `${number}. ${first}`,
    ...indent([...more, ...paragraphs(proofOf(step, style.nowMs), inner).map(dim)], "   "),
  ];

  function dim(line: string): string {
    return paint(style, step.state && step.state !== "proven" ? "yellow" : "dim", line);
  }
}

function proofOf(step: ChainStep, nowMs: number): string {
  const { edge, hostname, agent_id, state, why, proved_at, confirmed_at } = step;
  const when = proved_at ? `, seen ${relativeTime(proved_at, nowMs)}` : "";
  const known = confirmed_at
    ? "proven live"
    : state === "proven"
      ? "proven, not confirmed live"
      : state;
  return [
    edge,
    `${hostname ?? agent_id}: ${known ?? "unconfirmed"}${why ? ` (${why})` : ""}${when}`,
    ...rowText(step),
  ].join(" · ");
}

const maxValues = 4;
const maxValueWidth = 40;

/** The first columns of the proof that add to the step's ends. */
function rowText({ columns, proof }: ChainStep): string[] {
  const dull = new Set(["from", "to", "state", "why", "fix", "admits", "port", "to_host"]);
  return (columns ?? [])
    .map((column, at) => ({ column, value: proof.row[at] }))
    .filter(({ column, value }) => !dull.has(column) && value !== null && value !== "")
    .slice(0, maxValues)
    .map(({ column, value }) => `${column}=${truncateText(String(value), maxValueWidth)}`);
}
