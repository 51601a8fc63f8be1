import type { Style } from "../../text/style.ts";

/** A record as lines for a style. */
export type RecordLines = (style: Style) => string[];

/** A record that a view has opened. */
export interface OpenRecord {
  id: string;
  /** Null until it has been fetched. */
  lines: RecordLines | null;
  /** The first line on the screen. */
  top: number;
}

/** The part of a view that a key moves through. */
export interface Viewport {
  /** Rows or lines on the screen. */
  page: number;
  /** Lines of the open record; 0 when none is open. */
  recordLines: number;
}

/** The record scrolled by some lines, within its lines. */
export function scrollRecord<Record extends OpenRecord>(
  record: Record,
  by: number,
  { page, recordLines }: Viewport,
): Record {
  const last = Math.max(0, recordLines - page);
  return { ...record, top: Math.max(0, Math.min(last, record.top + by)) };
}
