import { SortedKeys } from "./sorted-keys.ts";

/** Up to this many ids are a plain array, to save memory: many values have only one or two ids. */
const fewLimit = 8;

/** Sorted ids by the value of one field. */
export class FieldIndex {
  readonly #ids = new Map<unknown, readonly string[] | SortedKeys>();

  add(value: unknown, id: string): void {
    const ids = this.#ids.get(value) ?? [];
    if (ids instanceof SortedKeys) ids.add(id);
    else this.#ids.set(value, ids.length < fewLimit ? ids.concat(id) : sorted([...ids, id]));
  }

  remove(value: unknown, id: string): void {
    const ids = this.#ids.get(value) ?? [];
    if (ids instanceof SortedKeys) {
      ids.remove(id);
      if (ids.size === 0) this.#ids.delete(value);
      return;
    }
    const rest = ids.filter((one) => one !== id);
    if (rest.length > 0) this.#ids.set(value, rest);
    else this.#ids.delete(value);
  }

  /** The ids that have `value` now. The result may not reflect later changes. */
  of(value: unknown): SortedKeys {
    const ids = this.#ids.get(value) ?? [];
    return ids instanceof SortedKeys ? ids : sorted(ids);
  }
}

function sorted(ids: readonly string[]): SortedKeys {
  const keys = new SortedKeys();
  for (const id of ids) keys.add(id);
  return keys;
}
