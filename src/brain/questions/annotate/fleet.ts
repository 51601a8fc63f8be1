import { phrasebook } from "../lexicon/phrasebook.ts";
import type { FleetContext, Phrasebook } from "../model/reader.ts";

/** What the fleet calls its hosts, groups of hosts, accounts and software, compiled for lookups. */
export interface FleetNames {
  hosts: Map<string, string>;
  /** Tag values, and keys of tags that are only set or not, by their words. */
  tags: Phrasebook<{ key: string; value: string }>;
  users: ReadonlySet<string>;
  software: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

type Compiled = Pick<FleetNames, "hosts" | "tags">;
const compiled = new WeakMap<
  FleetContext["hosts"],
  Pick<FleetContext, "tags"> & { names: Compiled }
>();

/** Hosts and tags are compiled once for the same lists. */
export function namesOf(fleet: FleetContext): FleetNames {
  return {
    ...hostsAndTags(fleet),
    users: fleet.users ?? nothing,
    software: fleet.software ?? nothing,
  };
}

function hostsAndTags(fleet: FleetContext): Compiled {
  const known = compiled.get(fleet.hosts);
  if (known?.tags === fleet.tags) return known.names;
  const tags = new Map<string, { key: string; value: string }>();
  for (const set of fleet.tags) {
    for (const [key, value] of Object.entries(set)) {
      const isFlag = value === "true" || value === "";
      const word = (isFlag ? key : value).toLowerCase().replaceAll("_", " ");
      if (/[a-z]/.test(word) && !tags.has(word)) tags.set(word, { key, value });
    }
  }
  const names: Compiled = {
    hosts: new Map(fleet.hosts.map((name) => [name.toLowerCase(), name])),
    tags: phrasebook(tags),
  };
  compiled.set(fleet.hosts, { tags: fleet.tags, names });
  return names;
}
