import type { Delivery } from "../../contract/webhook.ts";

const outcomes = ["2xx", "3xx", "4xx", "5xx", "unanswered"] as const;
export type AttemptOutcome = (typeof outcomes)[number];

/** The outcomes of these deliveries' attempts. */
export function attemptSums(deliveries: Delivery[]): Record<AttemptOutcome, number> {
  const sums = { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0, unanswered: 0 };
  for (const { attempts } of deliveries) {
    for (const { response_code } of attempts) sums[outcomeOf(response_code)]++;
  }
  return sums;
}

function outcomeOf(code: number | null): AttemptOutcome {
  return (
    outcomes.find((name) => name.startsWith(`${Math.floor((code ?? 0) / 100)}`)) ?? "unanswered"
  );
}
