import type { InvestigationStatus, Progress } from "../../contract/investigation.ts";
import type { Delivery } from "../../contract/webhook.ts";
import type { Source, TopFacts } from "./top-facts.ts";

/** What is told to an operator's screen. */
export type TopNews =
  /** How something is now; what was a problem with it is none any more. */
  | { type: "facts"; source: Source; facts: TopFacts }
  /** A delivery that has changed. */
  | { type: "delivery"; delivery: Delivery }
  /** How far an investigation is. */
  | { type: "run"; id: string; change: { progress: Progress } | { status: InvestigationStatus } }
  | { type: "problem"; source: Source; text: string }
  /** Whether deliveries are told as they change, or looked at now and then. */
  | { type: "streaming"; on: boolean };
