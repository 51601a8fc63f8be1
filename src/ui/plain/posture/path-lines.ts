import type { PathReport } from "../../posture/posture-report.ts";
import { indent, narrower, paragraphs } from "../../text/section.ts";
import type { Style } from "../../text/style.ts";
import { chainHead, renderChain } from "../chain.ts";

/** A path to root in a sentence; in full with a drawing, and each step with its proof. */
export function pathLines({ path, chain }: PathReport, style: Style): string[] {
  const inner = narrower(style, 2);
  if (!chain) return paragraphs(`${path.status}: ${path.sentence}`, style);
  if (style.full) return renderChain(chain, style);
  return [chainHead(chain, style), ...indent(paragraphs(path.sentence, inner))];
}
