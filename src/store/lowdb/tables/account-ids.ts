import type { Kind, Records } from "../../records.ts";
import { FieldIndex } from "./field-index.ts";
import { SortedKeys } from "./sorted-keys.ts";

type AnyRecord = Records[Kind];

const fieldOf = (record: AnyRecord, field: string) =>
  (record as unknown as Record<string, unknown>)[field];

/** The ids of one account's records of a kind: all of them, and those with each value of an indexed field. */
export class AccountIds {
  readonly #all = new SortedKeys();
  readonly #fields: Map<string, FieldIndex>;

  constructor(indexedFields: readonly string[]) {
    this.#fields = new Map(indexedFields.map((field) => [field, new FieldIndex()]));
  }

  /** Adds `record`, which replaces `before`. */
  put(record: AnyRecord, before: AnyRecord | undefined): void {
    if (!before) this.#all.add(record.id);
    for (const [field, index] of this.#fields) {
      const value = fieldOf(record, field);
      if (before && fieldOf(before, field) === value) continue;
      if (before) index.remove(fieldOf(before, field), record.id);
      index.add(value, record.id);
    }
  }

  remove(record: AnyRecord): void {
    this.#all.remove(record.id);
    for (const [field, index] of this.#fields) index.remove(fieldOf(record, field), record.id);
  }

  /** The smallest indexed set of ids that includes every record with these values. */
  narrowest(where: [field: string, value: unknown][]): SortedKeys {
    let narrowest = this.#all;
    for (const [field, value] of where) {
      const ids = this.#fields.get(field)?.of(value);
      if (ids && ids.size < narrowest.size) narrowest = ids;
    }
    return narrowest;
  }
}
