import type { InvestigationStatus, Progress } from "../../contract/investigation.ts";
import type { Delivery } from "../../contract/webhook.ts";
import type { Source, TopFacts } from "./top-facts.ts";

/** A change for the operator's screen. */
export type TopUpdate =
  /** Current facts from a source, which also resolve its problem. */
  | { type: "facts"; source: Source; facts: TopFacts }
  /** A delivery that changed. */
  | { type: "delivery"; delivery: Delivery }
  /** The progress or status of an investigation. */
  | { type: "run"; id: string; change: { progress: Progress } | { status: InvestigationStatus } }
  | { type: "problem"; source: Source; text: string }
  /** How deliveries arrive: over a stream, by polling, or not at the moment. */
  | { type: "link"; link: Link }
  /** The server's address, which may have changed while it was away. */
  | { type: "server"; url: string };

export type Link = "live" | "polling" | "lost";
