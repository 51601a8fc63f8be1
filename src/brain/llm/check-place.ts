import type { Tags } from "../../contract/common.ts";
import type { Estate } from "./knowledge.ts";
import type { ModelFailure } from "./language-model.ts";
import { invalidAnswer } from "./model-answer.ts";

export interface Place {
  hosts: string[];
  tags: Tags;
}

/** The estate's own name of a host; undefined for a host that does not exist. */
export function knownHost({ hosts }: Estate, name: string): string | undefined {
  return hosts.find((host) => host.toLowerCase() === name.toLowerCase());
}

/** Whether some host has all of the tags. */
export function areKnownTags(estate: Estate, tags: Tags): boolean {
  const wanted = Object.entries(tags);
  return estate.tags.some((own) =>
    wanted.every(([key, value]) => Object.hasOwn(own, key) && own[key] === value),
  );
}

/** The hosts and tags that an answer names, if they all exist. */
export function checkPlace(
  { hosts = [], tags = {} }: Partial<Place>,
  estate: Estate,
): { ok: true; place: Place } | ModelFailure {
  const known = hosts.flatMap((name) => knownHost(estate, name) ?? []);
  if (known.length < hosts.length) return invalidAnswer("it names a host that does not exist");
  if (Object.keys(tags).length > 0 && !areKnownTags(estate, tags))
    return invalidAnswer("it names tags that no host has");
  return { ok: true, place: { hosts: [...new Set(known)], tags } };
}
