import type { Host } from "./port.ts";

/** Results of one collection, by the function that read them. */
const read = new WeakMap<Host, Map<unknown, unknown>>();

/** A view of the host for one collection, whose tables share expensive reads. */
export function cachingHost(host: Host): Host {
  const shared = { ...host };
  read.set(shared, new Map());
  return shared;
}

/** The result of `find`, computed once per collection; on any other host, each time. */
export function once<Found>(host: Host, find: (host: Host) => Found): Found {
  const known = read.get(host);
  if (known?.has(find)) return known.get(find) as Found;
  const found = find(host);
  known?.set(find, found);
  return found;
}
