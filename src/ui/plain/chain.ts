import type { Chain } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { indent, narrower, paragraphs, percent } from "./section.ts";
import { paint, paintSeverity, type Style } from "./style.ts";

/** One chain: its ends, and each step with the edge that carries it. */
export function renderChain(chain: Chain, style: Style): string[] {
  const ends = `${escapeControl(chain.from.label)} → ${escapeControl(chain.to.label)}`;
  const sure = paint(style, "dim", `(${chain.status}, ${percent(chain.confidence)} sure)`);
  const steps = chain.steps.map((step, at) => {
    const proven = step.confirmed_at === null ? paint(style, "dim", " unconfirmed") : "";
    return `${at + 1}. ${escapeControl(step.from.label)} → ${escapeControl(step.to.label)}  by ${escapeControl(step.edge)}${proven}`;
  });
  return [
    `${paintSeverity(style, chain.severity)}  ${paint(style, "bold", ends)}  ${sure}`,
    ...indent(steps),
    ...indent(paragraphs(chain.narrative, narrower(style, 2))),
  ];
}
