import type { Answer } from "../../contract/summary.ts";

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
