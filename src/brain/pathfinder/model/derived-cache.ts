import type { HostChange } from "./change-log.ts";
import type { EstateGraph } from "./estate-graph.ts";

export interface Derivation<Value> {
  /** Derives it from all hosts. */
  make(estate: EstateGraph): Value;
  /** Brings it up to date for the hosts that changed; false: it has to be made anew. */
  mend?(value: Value, changes: readonly HostChange[], estate: EstateGraph): boolean;
}

/** What is derived from all hosts of an estate, as of its last change. */
export type DerivedCache<Value> = (estate: EstateGraph) => Value;

/** Whatever is mended keeps something of each change, so that it is made anew after this many. */
const maxMended = 2_000;

export function createDerivedCache<Value>({ make, mend }: Derivation<Value>): DerivedCache<Value> {
  const values = new WeakMap<EstateGraph, { value: Value; revision: number; mended: number }>();

  function mended(estate: EstateGraph) {
    const known = values.get(estate);
    if (!known || known.revision === estate.changes.revision) return known;
    const changes = estate.changes.since(known.revision);
    if (!changes || !mend || known.mended + changes.length > maxMended) return undefined;
    if (!mend(known.value, changes, estate)) return undefined;
    known.mended += changes.length;
    return known;
  }

  return (estate) => {
    const known = mended(estate) ?? { value: make(estate), revision: 0, mended: 0 };
    known.revision = estate.changes.revision;
    values.set(estate, known);
    return known.value;
  };
}
