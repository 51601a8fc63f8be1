import type { PathEnd } from "../../../contract/reading.ts";
import { hasTags, hostPattern } from "../../hosts/select-agents.ts";
import { count } from "../../text/wording.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { HostRecord } from "../model/host-record.ts";

export interface SelectedHosts {
  hosts: HostRecord[];
  /** "web-1", "web-1, web-2", "hosts with env=prod", "any host". */
  text: string;
  missing: string | null;
}

/** An end of a question, or a node of another type that a question names. */
export type EndOf<Kind extends string> = Omit<PathEnd, "kind"> & { kind: Kind };

/** The hosts in scope that an end names. */
export function selectHosts(
  { hosts }: EstateGraph,
  { kind, name, host, tags = {} }: EndOf<string>,
  agentIds: ReadonlySet<string> | null,
): SelectedHosts {
  const called = kind === "host" ? name : host;
  const matches = called === undefined ? () => true : hostPattern(called);
  const wanted = Object.entries(tags);
  const found = [...hosts.values()].filter(
    (one) =>
      (agentIds === null || agentIds.has(one.agent_id)) &&
      matches(one) &&
      hasTags({ tags: { os: one.os, ...one.tags } }, tags),
  );
  const tagged = wanted.map(([key, value]) => `${key}=${value}`).join(", ");
  const what = called ?? (tagged ? `hosts with ${tagged}` : "any host");
  const none = called
    ? `no host called ${called} has answered`
    : `no host ${tagged ? `with ${tagged} ` : ""}has answered`;
  return {
    hosts: found,
    text: called !== undefined && found.length > 0 ? namesOf(found) : what,
    missing: found.length === 0 ? none : null,
  };
}

const maxNamed = 3;

export function namesOf(hosts: Pick<HostRecord, "hostname">[]): string {
  const names = hosts.slice(0, maxNamed).map(({ hostname }) => hostname);
  const more = hosts.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${count(more, "more host")}` : names.join(", ");
}
