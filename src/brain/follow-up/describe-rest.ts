import type { Depth } from "../../contract/common.ts";
import type { Answer } from "../../contract/summary.ts";
import { depthLimits } from "../model/limits.ts";
import { count } from "../text/wording.ts";

/** Which rows of a question these are, after those of earlier answers. */
export function describeRest(
  answer: Answer | null,
  { skip, isTruncated }: { skip: number; isTruncated: boolean },
): string[] {
  const shown = answer?.rows.length ?? 0;
  const total = skip + (answer?.row_count ?? 0);
  const limit = isTruncated
    ? [
        "A host has more rows than an agent sends for one statement; narrow the question to see them.",
      ]
    : [];
  if (shown === 0) return ["There are no more rows.", ...limit];
  const lead =
    skip === 0 && shown === total
      ? `These are all ${total} rows.`
      : `Rows ${skip + 1} to ${skip + shown} of ${total}, as the hosts report them now.`;
  return [lead, ...limit];
}

/** How many paths these are, and where to find more. */
export function describeOtherPaths(paths: number, depth: Depth): string[] {
  const { maxPaths } = depthLimits[depth];
  if (paths < maxPaths) return [`There are no other paths: ${count(paths, "path")} in all.`];
  const more =
    depth === "deep" ? "" : ` Ask with depth deep for up to ${depthLimits.deep.maxPaths}.`;
  return [`At depth ${depth} the ${maxPaths} cheapest paths are reported.${more}`];
}
