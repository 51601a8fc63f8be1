import { placeOf, type TailState, visibleRows } from "./tail-state.ts";

/** What a terminal tells of a key, as far as it matters here. */
export interface Key {
  ctrl?: boolean;
  escape?: boolean;
  return?: boolean;
  backspace?: boolean;
  delete?: boolean;
  upArrow?: boolean;
  downArrow?: boolean;
  pageUp?: boolean;
  pageDown?: boolean;
  home?: boolean;
  end?: boolean;
}

/** What a key asks of the outside. */
export type TailEffect =
  | { type: "quit" }
  | { type: "interrupt" }
  | { type: "open" | "replay"; id: string };

export interface Pressed {
  state: TailState;
  effect?: TailEffect;
}

/** The state after a key; `page` is how many rows are on the screen. */
export function pressKey(state: TailState, input: string, key: Key, page: number): Pressed {
  // A terminal in raw mode sends no signal for Ctrl-C.
  if (key.ctrl) return input === "c" ? { state, effect: { type: "interrupt" } } : { state };
  if (state.typing) return { state: typeFilter(state, input, key) };
  if (state.asking !== null) return answer(state, state.asking, input);
  if (state.record) return inRecord(state, state.record, input, key, page);
  return inList(state, input, key, page);
}

function typeFilter(state: TailState, input: string, key: Key): TailState {
  if (key.return) return { ...state, typing: false };
  if (key.escape) return { ...state, typing: false, filter: "" };
  if (key.backspace || key.delete) return { ...state, filter: state.filter.slice(0, -1) };
  const printable = /^[^\p{Cc}]+$/u.test(input);
  return printable ? { ...state, filter: state.filter + input, selected: null } : state;
}

function answer(state: TailState, id: string, input: string): Pressed {
  const closed = { ...state, asking: null };
  return input === "y" || input === "Y"
    ? { state: closed, effect: { type: "replay", id } }
    : { state: closed };
}

function inRecord(
  state: TailState,
  record: NonNullable<TailState["record"]>,
  input: string,
  key: Key,
  page: number,
): Pressed {
  if (input === "q" || key.escape || key.return) return { state: { ...state, record: null } };
  if (input === "r") return { state: { ...state, asking: record.id } };
  const last = Math.max(0, (record.lines?.length ?? 0) - page);
  const top = Math.max(0, Math.min(last, record.top + stepOf(input, key, page)));
  return { state: { ...state, record: { ...record, top } } };
}

const selectFirst = "Select a delivery with ↑ ↓ first.";

function inList(state: TailState, input: string, key: Key, page: number): Pressed {
  if (input === "q") return { state, effect: { type: "quit" } };
  if (key.escape) return { state: { ...state, selected: null, filter: "", note: null } };
  if (input === " ") return { state: { ...state, paused: state.paused ? null : state.rows } };
  if (input === "/") return { state: { ...state, typing: true, note: null } };
  const rows = visibleRows(state);
  const { at, top } = placeOf(state, rows, page);
  const id = rows[at]?.id;
  if (id !== undefined && input === "r") return { state: { ...state, asking: id } };
  if (id !== undefined && key.return) {
    const record = { id, lines: null, top: 0 };
    return { state: { ...state, record }, effect: { type: "open", id } };
  }
  if (input === "r" || key.return) return { state: { ...state, note: selectFirst } };
  const by = stepOf(input, key, page);
  if (by === 0) return { state };
  const next = Math.min(rows.length - 1, at + by);
  // Up from the newest leaves it: from then on whatever is newest is on top.
  if (next < 0) return { state: { ...state, selected: null, line: 0, note: null } };
  const line = Math.max(0, Math.min(page - 1, next - top));
  return { state: { ...state, selected: rows[next]!.id, line, note: null } };
}

/** How many lines a key moves. */
export function stepOf(input: string, key: Key, page: number): number {
  if (key.upArrow || input === "k") return -1;
  if (key.downArrow || input === "j") return 1;
  if (key.pageUp) return -page;
  if (key.pageDown) return page;
  if (key.home || input === "g") return Number.NEGATIVE_INFINITY;
  if (key.end || input === "G") return Number.MAX_SAFE_INTEGER;
  return 0;
}
