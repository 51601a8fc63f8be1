import type { Agent } from "../../contract/agent.ts";
import type { CuriosityItem } from "../../contract/curiosity.ts";
import type {
  InvestigationRow,
  InvestigationStatus,
  Progress,
} from "../../contract/investigation.ts";
import type { Delivery } from "../../contract/webhook.ts";

/** What is looked at, each by itself: a key may be allowed to see only some of it. */
export const sources = ["fleet", "investigations", "curiosity", "deliveries"] as const;
export type Source = (typeof sources)[number];

export interface FleetFacts {
  /** Those that went away lately first, then those that were heard last. */
  agents: Agent[];
}

export interface InvestigationFacts {
  running: InvestigationRow[];
  /** Whether more are running than were listed. */
  moreRunning: boolean;
  /** The newest, whatever became of them, without the running ones. */
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

/** What an operator sees at once; what is absent has not been seen. */
export interface TopFacts {
  fleet?: FleetFacts;
  investigations?: InvestigationFacts;
  curiosity?: CuriosityFacts;
  deliveries?: DeliveryFacts;
}

/** Why something can't be seen at the moment. */
export type Problems = Partial<Record<Source, string>>;

/** The most of anything that is listed but agents, who are counted. */
export const listed = { runs: 50, items: 50, deliveries: 200 };

/** The facts after an investigation has told how far it is. */
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

/** The facts after a delivery has changed: it is in each list that it belongs to, in its place. */
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

/** `list`, newest first, with the delivery as it is now, or without it. */
function put(list: Delivery[], delivery: Delivery, belongs: boolean): Delivery[] {
  const id = delivery.delivery_id;
  const at = list.findIndex(({ delivery_id }) => delivery_id <= id);
  const place = at < 0 ? list.length : at;
  const known = list[place]?.delivery_id === id ? 1 : 0;
  if (!belongs && !known) return list;
  return list.toSpliced(place, known, ...(belongs ? [delivery] : []));
}

/** Agents in the order that an operator looks at them. */
export function byAttention(agents: Agent[]): Agent[] {
  const heard = ({ last_heartbeat_at }: Agent) => last_heartbeat_at ?? "";
  const away = ({ status }: Agent) => (status === "Connected" ? 1 : 0);
  return [...agents].sort(
    (a, b) => away(a) - away(b) || (heard(a) < heard(b) ? 1 : heard(a) > heard(b) ? -1 : 0),
  );
}
