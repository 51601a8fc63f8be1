import type { EstateGraph } from "./estate-graph.ts";

/** Returns what `make` derives from all hosts of the estate, made again only after a host has changed. */
export type DerivedCache<Value> = (
  estate: Pick<EstateGraph, "revision">,
  make: () => Value,
) => Value;

export function createDerivedCache<Value>(): DerivedCache<Value> {
  const values = new WeakMap<object, { value: Value }>();
  return ({ revision }, make) => {
    const cached = values.get(revision) ?? { value: make() };
    values.set(revision, cached);
    return cached.value;
  };
}
