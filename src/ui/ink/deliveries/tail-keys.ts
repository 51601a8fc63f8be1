import { type Key, scrollStep } from "../kit/keys.ts";
import { type OpenRecord, scrollRecord, type Viewport } from "../kit/record.ts";
import { pageOf, type TailState, visibleRows } from "./tail-state.ts";

/** What a key asks the command to do. */
export type TailEffect =
  | { type: "quit" }
  | { type: "interrupt" }
  | { type: "open" | "replay"; id: string };

export interface Pressed {
  state: TailState;
  effect?: TailEffect;
}

interface KeyPress {
  input: string;
  key: Key;
  viewport: Viewport;
}

/** The state after a key. */
export function pressKey(state: TailState, input: string, key: Key, viewport: Viewport): Pressed {
  // A terminal in raw mode sends no signal for Ctrl-C.
  if (key.ctrl) return input === "c" ? { state, effect: { type: "interrupt" } } : { state };
  const press = { input, key, viewport };
  if (state.typing) return { state: typeFilter(state, press) };
  if (state.confirming !== null) return answerPrompt(state, state.confirming, input);
  if (state.record) return pressInRecord(state, state.record, press);
  return pressInList(state, press);
}

function typeFilter(state: TailState, { input, key }: KeyPress): TailState {
  if (key.return) return { ...state, typing: false };
  if (key.escape) return { ...state, typing: false, filter: "" };
  if (key.backspace || key.delete) return { ...state, filter: state.filter.slice(0, -1) };
  const printable = /^[^\p{Cc}]+$/u.test(input);
  return printable ? { ...state, filter: state.filter + input, selected: null } : state;
}

function answerPrompt(state: TailState, id: string, input: string): Pressed {
  const closed = { ...state, confirming: null };
  return input === "y" || input === "Y"
    ? { state: closed, effect: { type: "replay", id } }
    : { state: closed };
}

function pressInRecord(state: TailState, record: OpenRecord, press: KeyPress): Pressed {
  const { input, key, viewport } = press;
  if (input === "q" || key.escape || key.return) return { state: { ...state, record: null } };
  if (input === "r") return { state: { ...state, confirming: record.id } };
  const by = scrollStep(input, key, viewport.page);
  return { state: { ...state, record: scrollRecord(record, by, viewport) } };
}

const selectFirst = "Select a delivery with ↑ ↓ first.";

function pressInList(state: TailState, press: KeyPress): Pressed {
  const { input, key, viewport } = press;
  if (input === "q") return { state, effect: { type: "quit" } };
  if (key.escape) return { state: { ...state, selected: null, filter: "", note: null } };
  if (input === " ") return { state: { ...state, paused: state.paused ? null : state.rows } };
  if (input === "/") return { state: { ...state, typing: true, note: null } };
  const rows = visibleRows(state);
  const { selected } = pageOf(state, rows, viewport.page);
  const id = rows[selected]?.id;
  if (id !== undefined && input === "r") return { state: { ...state, confirming: id } };
  if (id !== undefined && key.return) {
    const record = { id, lines: null, top: 0 };
    return { state: { ...state, record }, effect: { type: "open", id } };
  }
  if (input === "r" || key.return) return { state: { ...state, note: selectFirst } };
  return { state: moveSelection(state, scrollStep(input, key, viewport.page), viewport.page) };
}

function moveSelection(state: TailState, by: number, page: number): TailState {
  if (by === 0) return state;
  const rows = visibleRows(state);
  const { top, selected } = pageOf(state, rows, page);
  const next = Math.min(rows.length - 1, selected + by);
  // Moving up from the newest row deselects it: from then on the newest stays on top.
  if (next < 0) return { ...state, selected: null, line: 0, note: null };
  const line = Math.max(0, Math.min(page - 1, next - top));
  return { ...state, selected: rows[next]!.id, line, note: null };
}
