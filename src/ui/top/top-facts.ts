import type { Agent } from "../../contract/agent.ts";
import type { CuriosityItem } from "../../contract/curiosity.ts";
import type {
  InvestigationRow,
  InvestigationStatus,
  Progress,
} from "../../contract/investigation.ts";
import type { Delivery } from "../../contract/webhook.ts";

/** The sources of the screen, fetched separately: a key may have access to only some. */
export const sources = ["fleet", "investigations", "curiosity", "deliveries"] as const;
export type Source = (typeof sources)[number];

export interface FleetFacts {
  /** Recently disconnected ones first, then by last heartbeat. */
  agents: Agent[];
}

export interface InvestigationFacts {
  running: InvestigationRow[];
  /** Whether more are running than listed. */
  moreRunning: boolean;
  /** The newest ones that are not running. */
  latest: InvestigationRow[];
}

export interface CuriosityFacts {
  /** The next to run first, paused ones last. */
  items: CuriosityItem[];
  more: boolean;
}

/** Deliveries, newest first. */
export interface DeliveryFacts {
  latest: Delivery[];
  /** Pending and retrying ones. */
  open: Delivery[];
  dead: Delivery[];
  /** Whether there are more than were listed. */
  more: { pending: boolean; retrying: boolean; dead: boolean };
}

/** Everything on the operator's screen; absent facts have not been fetched. */
export interface TopFacts {
  fleet?: FleetFacts;
  investigations?: InvestigationFacts;
  curiosity?: CuriosityFacts;
  deliveries?: DeliveryFacts;
}

/** Why a source can't be read at the moment. */
export type Problems = Partial<Record<Source, string>>;

/** The maximum number of records listed; agents are all listed. */
export const listed = { runs: 50, items: 50, deliveries: 200 };

/** The facts with the new progress or status of an investigation. */
export function withRun(
  facts: TopFacts,
  id: string,
  change: { progress: Progress } | { status: InvestigationStatus },
): TopFacts {
  const { investigations } = facts;
  if (!investigations) return facts;
  const running = investigations.running.map((row) =>
    row.investigation_id === id ? { ...row, ...change } : row,
  );
  return { ...facts, investigations: { ...investigations, running } };
}

/** The facts with the new version of a delivery in each list that it belongs to. */
export function withDelivery(facts: TopFacts, delivery: Delivery): TopFacts {
  const { deliveries } = facts;
  if (!deliveries) return facts;
  const { latest, open, dead, more } = deliveries;
  const isOpen = delivery.status === "pending" || delivery.status === "retrying";
  const isDead = delivery.status === "failed_permanent";
  return {
    ...facts,
    deliveries: {
      latest: put(latest, delivery, true).slice(0, listed.deliveries),
      open: put(open, delivery, isOpen),
      dead: put(dead, delivery, isDead).slice(0, listed.deliveries),
      more: { ...more, dead: more.dead || (isDead && dead.length >= listed.deliveries) },
    },
  };
}

/** `list`, newest first, with the new version of a delivery, or without it. */
function put(list: Delivery[], delivery: Delivery, belongs: boolean): Delivery[] {
  const id = delivery.delivery_id;
  const at = list.findIndex(({ delivery_id }) => delivery_id <= id);
  const place = at < 0 ? list.length : at;
  const known = list[place]?.delivery_id === id ? 1 : 0;
  if (!belongs && !known) return list;
  return list.toSpliced(place, known, ...(belongs ? [delivery] : []));
}

/** Agents in the order that matters to an operator. */
export function byAttention(agents: Agent[]): Agent[] {
  const heard = ({ last_heartbeat_at }: Agent) => last_heartbeat_at ?? "";
  const away = ({ status }: Agent) => (status === "Connected" ? 1 : 0);
  return [...agents].sort(
    (a, b) => away(a) - away(b) || (heard(a) < heard(b) ? 1 : heard(a) > heard(b) ? -1 : 0),
  );
}
