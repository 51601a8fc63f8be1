/** A query of a pack file, as the file has it. */
export interface PackQuery {
  /** The pack's name, or the file's for queries outside packs. */
  pack: string;
  name: string;
  sql: string;
  /** Null if the file gives none. */
  intervalSeconds: number | null;
  /** What the query and its pack declare; a host must satisfy each of them. */
  platforms: string[];
}

/** The queries of a file, with notes on what it has besides. */
export interface PackFile {
  queries: PackQuery[];
  notes: string[];
}

/** A part of a parsed file, whose shape nobody has checked. */
export type Loose = Record<string, unknown>;

export function isRecord(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
