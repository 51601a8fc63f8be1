import type { Advisory, AdvisoryIndex, PackageAdvisory } from "./advisory.ts";

export interface IndexBuilder extends AdvisoryIndex {
  /** Throws an error if more than fits into the memory limit was added. */
  add(advisories: PackageAdvisory[], changedAtMs: number): void;
}

interface Ecosystem {
  changedAt: number;
  /** By package name. */
  advisories: Map<string, string>;
}

/**
 * Advisories by ecosystem and package. They are kept as JSON text, a fifth of the memory of
 * objects, because a host has few of the packages that there are.
 */
export function createAdvisoryIndex(maxCharacters: number): IndexBuilder {
  const ecosystems = new Map<string, Ecosystem>();
  let characters = 0;
  return {
    add(added, changedAtMs) {
      for (const { ecosystem: name, package: about, ...advisory } of added) {
        const ecosystem = ecosystems.get(name) ?? { changedAt: 0, advisories: new Map() };
        ecosystems.set(name, ecosystem);
        ecosystem.changedAt = Math.max(ecosystem.changedAt, changedAtMs);
        const text = JSON.stringify(advisory satisfies Advisory);
        characters += text.length;
        if (characters > maxCharacters)
          throw new Error(`the advisories need more than ${maxCharacters >> 20} MiB of memory`);
        const before = ecosystem.advisories.get(about);
        ecosystem.advisories.set(about, before === undefined ? text : `${before},${text}`);
      }
    },
    changedAt: (name) => ecosystems.get(name)?.changedAt ?? null,
    find(name, about) {
      const text = ecosystems.get(name)?.advisories.get(about);
      return text === undefined ? [] : (JSON.parse(`[${text}]`) as Advisory[]);
    },
  };
}
