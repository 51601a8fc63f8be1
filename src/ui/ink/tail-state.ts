import type { Delivery } from "../../contract/webhook.ts";
import { statusWord } from "../plain/delivery-status.ts";

/** What of a delivery is kept for its line; the record itself is fetched when it is opened. */
export interface TailRow {
  id: string;
  status: Delivery["status"];
  attempts: number;
  code: number | null;
  error: string | null;
  tookMs: number | null;
  createdAt: string;
  event: string;
  subscription: string;
  /** Lower-case text that a filter looks in. */
  words: string;
}

/** What the live view of deliveries shows. */
export interface TailState {
  /** By id, the newest last. */
  rows: TailRow[];
  /** What is shown while it is paused. */
  paused: TailRow[] | null;
  filter: string;
  /** Whether keys go into the filter. */
  typing: boolean;
  /** The delivery that is selected; null: the newest is on top, whatever comes. */
  selected: string | null;
  /** Line of the page on which the selected one stays. */
  line: number;
  /** An opened record; null lines while it is fetched. */
  record: { id: string; lines: string[] | null; top: number } | null;
  /** The delivery that is replayed after a yes. */
  asking: string | null;
  /** Attempts told since following began. */
  attempts: number;
  /** What the person is to know, such as why nothing comes. */
  note: string | null;
}

/** Rows kept: more than anybody scrolls through. */
export const keptRows = 5_000;

export function startTail(): TailState {
  return {
    rows: [],
    paused: null,
    filter: "",
    typing: false,
    selected: null,
    line: 0,
    record: null,
    asking: null,
    attempts: 0,
    note: null,
  };
}

export function rowOf(delivery: Delivery): TailRow {
  const last = delivery.attempts.at(-1);
  const { delivery_id, event_type, subscription_id, status, url, event_id } = delivery;
  const code = last?.response_code ?? null;
  const error = last?.error ?? null;
  return {
    id: delivery_id,
    status,
    attempts: delivery.attempts.length,
    code,
    error,
    tookMs: last?.duration_ms ?? null,
    createdAt: delivery.created_at,
    event: event_type,
    subscription: subscription_id,
    words: [
      ...[delivery_id, event_id, event_type, subscription_id, url],
      ...[status, statusWord(status), code, error],
    ]
      .join(" ")
      .toLowerCase(),
  };
}

/** The state with deliveries as they are now, each in its place by id. */
export function withDeliveries(
  state: TailState,
  { deliveries, attempts }: { deliveries: Delivery[]; attempts: number },
): TailState {
  const rows = [...state.rows];
  for (const delivery of deliveries) put(rows, rowOf(delivery));
  return { ...state, rows: rows.slice(-keptRows), attempts: state.attempts + attempts };
}

/** Nearly all belong at the end or close to it: it is looked for from there. */
function put(rows: TailRow[], row: TailRow): void {
  let at = rows.length;
  while (at > 0 && rows[at - 1]!.id > row.id) at--;
  if (rows[at - 1]?.id === row.id) rows[at - 1] = row;
  else rows.splice(at, 0, row);
}

/** The rows to scroll through, the newest first. */
export function visibleRows({ rows, paused, filter }: TailState): TailRow[] {
  const wanted = filter.trim().toLowerCase().split(/\s+/);
  return (paused ?? rows)
    .filter(({ words }) => wanted.every((word) => words.includes(word)))
    .reverse();
}

export function withNote(state: TailState, note: string | null): TailState {
  return { ...state, note };
}

/** A record that was fetched, unless another one has been opened meanwhile. */
export function withRecord(state: TailState, id: string, lines: string[]): TailState {
  return state.record?.id === id ? { ...state, record: { ...state.record, lines } } : state;
}

/** Where the page starts in the visible rows, and which of them is selected. */
export function placeOf(
  { selected, line }: TailState,
  rows: TailRow[],
  page: number,
): { top: number; at: number } {
  const at = selected === null ? -1 : rows.findIndex(({ id }) => id === selected);
  if (at < 0) return { top: 0, at: -1 };
  const wanted = at - Math.min(line, page - 1);
  return { top: Math.max(0, Math.min(wanted, rows.length - page)), at };
}
