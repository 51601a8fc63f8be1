import type { InvestigationRow } from "../../../src/contract/investigation.ts";
import type { Delivery } from "../../../src/contract/webhook.ts";
import type { ReceivedRequest } from "../../helpers/webhook-receiver.ts";
import { repeatedRuns, type Standing } from "./standing.ts";

/** What the API and the receiver know after a fault. */
export interface Observed {
  /** Ids of the questions that were accepted. */
  accepted: string[];
  standing: Standing[];
  investigations: InvestigationRow[];
  deliveries: Delivery[];
  requests: ReceivedRequest[];
  /** How many times a process or connection was cut off, with requests that it had sent. */
  interruptions: number;
}

export interface Counts {
  questions: number;
  runs: number;
  deliveries: number;
  /** Requests beside the first of each delivery. */
  repeats: number;
  /** Requests of the delivery that has most. */
  most: number;
  /** What should not be, in sentences; empty if all is well. */
  problems: string[];
}

const terminal = new Set(["investigation.completed", "investigation.failed"]);

/** A request's subscription and event. */
interface Arrival {
  event: string;
  type: string;
  investigation: string | undefined;
}

function arrivalOf({ body }: ReceivedRequest): Arrival {
  const { event_id, event_type, data } = JSON.parse(body);
  const investigation = data.investigation?.investigation_id;
  return { event: event_id, type: event_type, investigation };
}

export function count(observed: Observed): Counts {
  const { accepted, investigations, deliveries, standing } = observed;
  const arrivals = observed.requests.map(arrivalOf);
  const timesOf = tally(arrivals.map(({ event }) => event));
  const most = Math.max(0, ...timesOf.values());
  const runs = investigations.filter(({ curiosity_id }) => curiosity_id !== null);
  const asked = investigations.filter(({ curiosity_id }) => curiosity_id === null);
  const listed = new Set(asked.map(({ investigation_id }) => investigation_id));
  const allowed = 1 + observed.interruptions;
  const repeated = standing.map((one) => repeatedRuns(one, startsOf(one, runs)));
  const problems = Object.entries({
    "questions were accepted and are lost": accepted.filter((id) => !listed.has(id)).length,
    "questions exist that nobody asked": asked.length - new Set(accepted).size,
    "runs of standing questions are not the only ones of their due time": sum(repeated),
    "deliveries failed for good": deliveries.filter(({ status }) => status !== "delivered").length,
    "delivered events never reached the receiver": deliveries.filter(
      ({ event_id }) => !timesOf.has(event_id),
    ).length,
    [`events arrived more than ${allowed} times`]: [...timesOf.values()].filter(
      (times) => times > allowed,
    ).length,
    "investigations have not exactly one queued event": notOnce(investigations, arrivals, (type) =>
      type.endsWith(".queued"),
    ),
    "investigations have not exactly one terminal event": notOnce(
      investigations,
      arrivals,
      (type) => terminal.has(type),
    ),
  })
    .filter(([, number]) => number !== 0)
    .map(([what, number]) => `${number} ${what}`);
  if (standing.length > 0 && runs.length === 0) problems.push("no standing question ran");
  return {
    questions: accepted.length,
    runs: runs.length,
    deliveries: deliveries.length,
    repeats: arrivals.length - timesOf.size,
    most,
    problems,
  };
}

/** How many investigations have not exactly one event of a type. */
function notOnce(
  investigations: InvestigationRow[],
  arrivals: Arrival[],
  isMeant: (type: string) => boolean,
): number {
  const eventsOf = new Map<string, Set<string>>();
  for (const { event, type, investigation } of arrivals) {
    if (investigation === undefined || !isMeant(type)) continue;
    const events = eventsOf.get(investigation) ?? new Set();
    eventsOf.set(investigation, events.add(event));
  }
  return investigations.filter(({ investigation_id }) => eventsOf.get(investigation_id)?.size !== 1)
    .length;
}

const startsOf = ({ id }: Standing, runs: InvestigationRow[]) =>
  runs
    .filter(({ curiosity_id }) => curiosity_id === id)
    .map(({ started_at }) => Date.parse(started_at));

function tally(values: string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return times;
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
