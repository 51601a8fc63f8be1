import { phrasebook } from "../lexicon/phrasebook.ts";
import type { FleetContext, Phrasebook } from "../model/reader.ts";
import type { Span, Token } from "../model/types.ts";
import { stem } from "../text/stem.ts";

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

/** How a tag is said: "tier 1" of `tier=1`, "tier 0" of `tier=tier0`, "kube master" of `role=kube-master`. */
function wordingsOf(key: string, value: string): string[] {
  const isFlag = value === "true" || value === "";
  const plain = (text: string) => text.toLowerCase().replaceAll("_", " ");
  const said = plain(isFlag ? key : value);
  if (!/[a-z]/.test(said)) return /^\d+$/.test(said) ? [`${plain(key)} ${said}`] : [];
  const apart = said.replace(/^([a-z]+)(\d+)$/, "$1 $2");
  return apart === said ? [said] : [said, apart];
}

/** What is left of words that are written in one: "core banking" and "corebank" alike. */
const inOne = (words: string) => stem(words.toLowerCase().replace(/[\s-]/g, ""));

/** Looks tags up by their words, also where one is written in two: "core banking" is `app=corebank`. */
function joining<T>(tags: ReadonlyMap<string, T>): Phrasebook<T> {
  const apart = phrasebook(tags);
  const joined = new Map([...tags].map(([words, tag]) => [inOne(words), tag]));
  const joinedAt = (tokens: Token[], start: number): Span<T> | null => {
    const words = tokens.slice(start, start + 2).map(({ lower }) => lower);
    const value = words.length === 2 ? joined.get(inOne(words.join(""))) : undefined;
    return value === undefined ? null : { start, end: start + 2, value };
  };
  return { ...apart, at: (tokens, start) => joinedAt(tokens, start) ?? apart.at(tokens, start) };
}

function hostsAndTags(fleet: FleetContext): Compiled {
  const known = compiled.get(fleet.hosts);
  if (known?.tags === fleet.tags) return known.names;
  const tags = new Map<string, { key: string; value: string }>();
  for (const set of fleet.tags) {
    for (const [key, value] of Object.entries(set)) {
      for (const words of wordingsOf(key, value)) {
        if (!tags.has(words)) tags.set(words, { key, value });
      }
    }
  }
  const names: Compiled = {
    hosts: new Map(fleet.hosts.map((name) => [name.toLowerCase(), name])),
    tags: joining(tags),
  };
  compiled.set(fleet.hosts, { tags: fleet.tags, names });
  return names;
}
