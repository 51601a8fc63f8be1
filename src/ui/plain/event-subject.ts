import type { Event } from "../../contract/event.ts";

type Part = { [field: string]: unknown };

/** Limits what a question or a title adds to a line. */
const maxLength = 120;

/**
 * What an event is about: host and finding, question, ends of a chain, or host. Not escaped; empty
 * if the server sent no data.
 */
export function eventSubject(event: Pick<Event, "data"> | undefined): string {
  const { finding, investigation, chain, agent } = (event?.data ?? {}) as Record<string, Part>;
  return [
    ...(finding ? [`${text(finding.hostname)}: ${text(finding.title)}`] : []),
    ...(chain ? [`${labelOf(chain.from)} → ${labelOf(chain.to)}`] : []),
    ...(investigation ? [text(investigation.query)] : []),
    ...(agent ? [text(agent.hostname)] : []),
  ].join(" ");
}

const labelOf = (node: unknown) => text((node as Part | undefined)?.label);

function text(value: unknown): string {
  if (typeof value !== "string") return "?";
  return value.length > maxLength ? `${value.slice(0, maxLength)}…` : value;
}
