import { invalid } from "./errors.ts";

/** Encodes the last row of a page as an opaque cursor. */
export function encodeCursor(id: string): string {
  return Buffer.from(id, "utf8").toString("base64url");
}

/** The row id in a cursor; a validation error at `cursor` unless `isRowId` accepts it. */
export function decodeCursor(cursor: string, isRowId: (id: string) => boolean): string {
  const id = Buffer.from(cursor, "base64url").toString("utf8");
  // Decoding ignores invalid characters, so only a cursor that encodes back to itself is valid.
  if (encodeCursor(id) !== cursor || !isRowId(id)) {
    throw invalid({ path: "cursor", message: "is not a cursor of this list" });
  }
  return id;
}
