/**
 * The value of a record's own field. Names that hosts, users and questions choose may be those of
 * Object's methods: `record.constructor` exists in every record.
 */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
