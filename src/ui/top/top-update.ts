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
  /** How deliveries are heard of: as they change, by looks now and then, or not at the moment. */
  | { type: "link"; link: Link }
  /** The service's address, which may have changed while it was away. */
  | { type: "server"; url: string };

export type Link = "live" | "polling" | "lost";
