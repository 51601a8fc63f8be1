import { invalid } from "./errors.ts";

/** An opaque cursor that stands for the last row of a page. */
export function encodeCursor(id: string): string {
  return Buffer.from(id, "utf8").toString("base64url");
}

/** The row a cursor stands for, if `isRowId` knows it as one; otherwise an error at the path `cursor`. */
export function decodeCursor(cursor: string, isRowId: (id: string) => boolean): string {
  const id = Buffer.from(cursor, "base64url").toString("utf8");
  // Decoding skips what it doesn't know, so only a cursor that encodes back to itself is ours.
  if (encodeCursor(id) !== cursor || !isRowId(id)) {
    throw invalid({ path: "cursor", message: "is not a cursor of this list" });
  }
  return id;
}
