import type { Agent } from "../contract/agent.ts";
import type { CuriosityItem } from "../contract/curiosity.ts";
import type { Investigation, InvestigationRow, Progress } from "../contract/investigation.ts";
import type { Summary } from "../contract/summary.ts";
import type {
  Delivery,
  DeliveryAttempt,
  QueuedDelivery,
  Subscription,
} from "../contract/webhook.ts";

/*
 * Fills in missing fields in records of a server that only has the contract's fields:
 * unknown texts and times are empty, unknown lists have no entries. As JSON the records stay
 * as the server sent them.
 */

export function fillInvestigation(received: Investigation): Investigation {
  return withDefaults(
    { ...received, progress: knownProgress(received), summary: fillSummary(received.summary) },
    { ...rowFields, findings: [], chains: [] },
    received,
  );
}

export function fillInvestigationRow(received: InvestigationRow): InvestigationRow {
  return withDefaults(received, rowFields, received);
}

const rowFields = {
  query: "",
  depth: "" as Investigation["depth"],
  mode: "" as Investigation["mode"],
  curiosity_id: null,
  started_at: "",
  dispatched_at: null,
  completed_at: null,
  reading: null,
  progress: null,
  freshness: null,
  summary: null,
  error: null,
} as const;

/** The contract doesn't define progress: that of another server is ignored. */
function knownProgress({ progress }: Investigation): Progress | null {
  const isOurs =
    progress && typeof progress.phase === "string" && progress.agents && progress.plans;
  return isOurs ? progress : null;
}

function fillSummary(received: Summary | null): Summary | null {
  if (!received) return null;
  const coverage = { agents_targeted: 0, agents_answered: 0, unanswered: [], cached: 0, live: 0 };
  const findings_by_severity = { info: 0, low: 0, medium: 0, high: 0, critical: 0 };
  return withDefaults(
    received,
    { answer: null, findings_by_severity, checks: [], coverage },
    received,
  );
}

export function fillAgent(received: Agent): Agent {
  const texts = { hostname: "", os: "", os_version: "", arch: "", agent_version: "" };
  const times = { first_seen_at: "", last_heartbeat_at: "" };
  const missing = { ...texts, ...times, status: "" as Agent["status"], tags: {}, tables: 0 };
  return withDefaults(received, { ...missing, policies: [], addresses: [] }, received);
}

/** Missing filters and a missing active flag stay unknown. */
export function fillSubscription<T extends Subscription>(received: T, known: Partial<T>): T {
  const missing = { url: "", events: [], created_at: "", updated_at: "" };
  return withDefaults(received, { ...missing, ...known }, received);
}

export function fillCuriosityItem(
  received: CuriosityItem,
  known: Partial<CuriosityItem> = {},
): CuriosityItem {
  return withDefaults(received, { ...itemDefaults, ...known }, received);
}

const itemDefaults = {
  query: "",
  interval: "",
  depth: "standard",
  active: true,
  scope: { type: "selector", filter: {} },
  first_run_at: "",
  next_run_at: null,
  created_at: "",
  updated_at: "",
  last_run_at: null,
  last_investigation_id: null,
  last_status: null,
  run_count: 0,
} as const;

export function fillDelivery(received: Delivery): Delivery {
  const unknown = { url: "", created_at: "", replay_of: null, replayed_as: null };
  const last = { last_error: null, last_response_code: null, last_response_body: null };
  const event_type = received.event?.event_type ?? ("" as Delivery["event_type"]);
  const missing = { ...unknown, ...last, attempts: attemptsOf(received), event_type };
  return withDefaults({ ...received, status: statusOf(received) }, missing, received);
}

/** The contract has two names for it. */
function statusOf({ status }: Delivery): Delivery["status"] {
  return (status as string) === "dead_lettered" ? "failed_permanent" : status;
}

/** As many attempts as there were; only the last one's response is known. */
function attemptsOf({ attempt_count = 0, last_response_code }: Delivery): DeliveryAttempt[] {
  return Array.from({ length: attempt_count }, (_, at) => ({
    number: at + 1,
    at: "",
    response_code: at + 1 === attempt_count ? (last_response_code ?? null) : null,
    error: null,
    duration_ms: Number.NaN,
  }));
}

export function fillQueued(
  received: QueuedDelivery,
  known: Partial<QueuedDelivery>,
): QueuedDelivery {
  const ids = { delivery_id: "", event_id: "", subscription_id: "" };
  return withDefaults(received, { ...ids, status: "pending", ...known }, received);
}

/** `received` itself if nothing is missing. */
function withDefaults<T extends object>(known: T, missing: Partial<T>, received: T): T {
  const absent = namesOf(missing).filter((name) => known[name] === undefined);
  if (absent.length === 0 && isSame(known, received)) return received;
  const whole = { ...known, ...Object.fromEntries(absent.map((name) => [name, missing[name]])) };
  return Object.defineProperty(whole, "toJSON", { value: () => received });
}

function isSame<T extends object>(known: T, received: T): boolean {
  return known === received || namesOf(received).every((name) => known[name] === received[name]);
}

const namesOf = <T extends object>(thing: T) => Object.keys(thing) as (keyof T)[];
