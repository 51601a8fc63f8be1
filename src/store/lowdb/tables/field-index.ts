import { SortedKeys } from "./sorted-keys.ts";

/** Few ids are a plain array, which is small: most values of some fields have one or two. */
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

  /** The ids that have `value` now; later changes may not show in what is returned. */
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
