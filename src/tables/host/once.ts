import type { Host } from "./port.ts";

/** What was read for one collection, by the function that read it. */
const read = new WeakMap<Host, Map<unknown, unknown>>();

/** The same host for one collection, whose tables share what is costly to find out. */
export function sharingHost(host: Host): Host {
  const shared = { ...host };
  read.set(shared, new Map());
  return shared;
}

/** What `find` gives, asked only once in a collection; on any other host it is asked each time. */
export function once<Found>(host: Host, find: (host: Host) => Found): Found {
  const known = read.get(host);
  if (known?.has(find)) return known.get(find) as Found;
  const found = find(host);
  known?.set(find, found);
  return found;
}
