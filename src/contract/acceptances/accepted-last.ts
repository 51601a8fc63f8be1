import type { Finding } from "../summary.ts";

/** The findings that count before those that are accepted; otherwise they keep their order. */
export function acceptedLast<One extends Pick<Finding, "accepted">>(findings: One[]): One[] {
  return [
    ...findings.filter(({ accepted }) => !accepted),
    ...findings.filter(({ accepted }) => accepted),
  ];
}
