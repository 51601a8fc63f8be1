import { expect } from "vitest";
import type { Store } from "../../src/store/port/store.ts";

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

/**
 * A store that enforces the port's rule on records: they are plain JSON, and modifying one after
 * passing it to the store or reading it from there throws a TypeError.
 */
export function strictStore<S extends Store>(store: S): S {
  return {
    ...store,
    async commit(changes, expectations) {
      expect(JSON.parse(JSON.stringify(changes))).toStrictEqual(changes);
      return store.commit(deepFreeze(changes), expectations);
    },
    find: async (kind, id) => deepFreeze(await store.find(kind, id)),
    page: async (kind, query) => deepFreeze(await store.page(kind, query)),
    claim: async (kind, query) => deepFreeze(await store.claim(kind, query)),
  } satisfies S;
}
