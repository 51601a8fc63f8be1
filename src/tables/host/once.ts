import type { Host } from "./port.ts";

/** Results of one collection, by the function that read them. */
const collections = new WeakMap<Host, { results: Map<unknown, unknown>; elsewhere: Elsewhere }>();

/** For expensive functions, what gives the same result without blocking this thread. */
export type Elsewhere = ReadonlyMap<unknown, () => unknown>;

/** A view of the host for one collection, whose tables share expensive reads. */
export function cachingHost(host: Host, elsewhere: Elsewhere = new Map()): Host {
  const shared = { ...host };
  collections.set(shared, { results: new Map(), elsewhere });
  return shared;
}

/** The result of `find`, computed once per collection; on any other host, each time. */
export function once<Found>(host: Host, find: (host: Host) => Found): Found {
  const collection = collections.get(host);
  if (!collection) return find(host);
  const { results, elsewhere } = collection;
  if (!results.has(find)) results.set(find, elsewhere.get(find)?.() ?? find(host));
  return results.get(find) as Found;
}
