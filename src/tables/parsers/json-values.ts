/** A JSON object from outside; fields are checked where they are used. */
export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const objectsOf = (value: unknown): JsonObject[] => listOf(value).filter(isObject);

export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

export const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** 1 or 0; NULL when absent. */
export const flagOf = (value: unknown): 1 | 0 | null =>
  typeof value === "boolean" ? (value ? 1 : 0) : null;

/** "a, b", as osquery joins lists. */
export const joinedOf = (value: unknown): string => listOf(value).map(String).join(", ");

/** Undefined for anything that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
