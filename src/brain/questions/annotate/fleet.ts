import { phrasebook } from "../lexicon/phrasebook.ts";
import type { FleetContext, Phrasebook } from "../model/reader.ts";

/** What the fleet calls its hosts, groups of hosts and accounts, compiled for lookups. */
export interface FleetNames {
  hosts: Map<string, string>;
  /** Tag values, and keys of tags that are only set or not, by their words. */
  tags: Phrasebook<{ key: string; value: string }>;
  users: ReadonlySet<string>;
}

const compiled = new WeakMap<
  FleetContext["hosts"],
  Pick<FleetContext, "tags"> & { names: FleetNames }
>();

/** Compiled once for the same lists of hosts and tags. */
export function namesOf(fleet: FleetContext): FleetNames {
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
  const names: FleetNames = {
    hosts: new Map(fleet.hosts.map((name) => [name.toLowerCase(), name])),
    tags: phrasebook(tags),
    users: new Set((fleet.users ?? []).map((name) => name.toLowerCase())),
  };
  compiled.set(fleet.hosts, { tags: fleet.tags, names });
  return names;
}
