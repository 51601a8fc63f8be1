import type { Delivery } from "../../../contract/webhook.ts";
import { statusWord } from "../../plain/delivery-status.ts";
import { eventSubject } from "../../plain/event-subject.ts";
import type { OpenRecord, RecordLines } from "../kit/record.ts";

/** A delivery's line; the whole record is fetched when it is opened. */
export interface TailRow {
  id: string;
  status: Delivery["status"];
  attempts: number;
  code: number | null;
  error: string | null;
  tookMs: number | null;
  createdAt: string;
  event: string;
  /** What the event is about. */
  subject: string;
  subscription: string;
  /** Lower-case text that a filter searches. */
  searchText: string;
}

/** What the live view of deliveries shows. */
export interface TailState {
  /** By id, the newest last. */
  rows: TailRow[];
  /** The rows shown while the view is paused. */
  paused: TailRow[] | null;
  filter: string;
  /** Whether the person is typing a filter. */
  typing: boolean;
  /** The selected delivery; null keeps the newest on top. */
  selected: string | null;
  /** The line of the page on which the selected delivery stays. */
  line: number;
  record: OpenRecord | null;
  /** The delivery whose replay waits for a yes or no. */
  confirming: string | null;
  /** Attempts since following began. */
  attempts: number;
  /** A message for the person, such as why nothing arrives. */
  note: string | null;
}

/** More rows than anybody scrolls through. */
export const maxRows = 5_000;

export function startTail(): TailState {
  return {
    rows: [],
    paused: null,
    filter: "",
    typing: false,
    selected: null,
    line: 0,
    record: null,
    confirming: null,
    attempts: 0,
    note: null,
  };
}

export function rowOf(delivery: Delivery): TailRow {
  const last = delivery.attempts.at(-1);
  const { delivery_id, event_type, subscription_id, status, url, event_id } = delivery;
  const code = last?.response_code ?? null;
  const error = last?.error ?? null;
  const subject = eventSubject(delivery.event);
  return {
    id: delivery_id,
    status,
    attempts: delivery.attempts.length,
    code,
    error,
    tookMs: last?.duration_ms ?? null,
    createdAt: delivery.created_at,
    event: event_type,
    subject,
    subscription: subscription_id,
    searchText: [
      ...[delivery_id, event_id, event_type, subscription_id, url, subject],
      ...[status, statusWord(status), code, error],
    ]
      .join(" ")
      .toLowerCase(),
  };
}

/** The state with the latest versions of some deliveries, ordered by id. */
export function withDeliveries(
  state: TailState,
  { deliveries, attempts }: { deliveries: Delivery[]; attempts: number },
): TailState {
  const rows = [...state.rows];
  for (const delivery of deliveries) upsert(rows, rowOf(delivery));
  return { ...state, rows: rows.slice(-maxRows), attempts: state.attempts + attempts };
}

/** Searches from the end: nearly all updates are of recent deliveries. */
function upsert(rows: TailRow[], row: TailRow): void {
  let at = rows.length;
  while (at > 0 && rows[at - 1]!.id > row.id) at--;
  if (rows[at - 1]?.id === row.id) rows[at - 1] = row;
  else rows.splice(at, 0, row);
}

/** The rows to scroll through, the newest first. */
export function visibleRows({ rows, paused, filter }: TailState): TailRow[] {
  const wanted = filter.trim().toLowerCase().split(/\s+/);
  return (paused ?? rows)
    .filter(({ searchText }) => wanted.every((word) => searchText.includes(word)))
    .reverse();
}

export function withNote(state: TailState, note: string | null): TailState {
  return { ...state, note };
}

/** The state with a fetched record, unless the person has opened another one since. */
export function withRecord(state: TailState, id: string, lines: RecordLines): TailState {
  return state.record?.id === id ? { ...state, record: { ...state.record, lines } } : state;
}

/** Index of the page's first row, and of the selected row (-1 for none), in the visible rows. */
export function pageOf(
  { selected, line }: TailState,
  rows: TailRow[],
  page: number,
): { top: number; selected: number } {
  const at = selected === null ? -1 : rows.findIndex(({ id }) => id === selected);
  if (at < 0) return { top: 0, selected: -1 };
  const wanted = at - Math.min(line, page - 1);
  return { top: Math.max(0, Math.min(wanted, rows.length - page)), selected: at };
}
