import type { Depth, Mode, Scope } from "../../contract/common.ts";
import type { Detection } from "../../contract/detection.ts";
import type { EventDraft } from "../../contract/event.ts";
import type { Freshness } from "../../contract/investigation.ts";
import type { Reading } from "../../contract/reading.ts";
import type { Clock } from "../../core/clock.ts";
import type { Change, Store } from "../../store/port/store.ts";

/** The part of a trigger request that decides how fresh its answer can be. */
export interface FreshnessQuery {
  scope: Scope;
  mode: Mode;
  depth: Depth;
}

/** The services that the investigation and detection routes need. */
export interface InvestigationServices {
  store: Store;
  clock: Clock;
  /** Silence after which an open stream sends a comment, so that proxies keep it open. */
  heartbeatMs: number;
  reader: {
    /** How a question is understood; as a follow-up if it refines that of an investigation. */
    read(question: string, accountId: string, followUpOf?: string): Promise<Reading>;
  };
  /** The detections, calibrated with the account's verdicts. */
  catalogue: {
    list(accountId: string): Promise<Detection[]>;
    find(accountId: string, id: string): Promise<Detection | undefined>;
  };
  /** The records that publish an event; they belong in the commit of the change that caused it. */
  emit(event: EventDraft): Change[];
  freshness(accountId: string, query: FreshnessQuery): Promise<Freshness>;
  /** Notifies the runner that an investigation is queued. */
  wake(): void;
}
