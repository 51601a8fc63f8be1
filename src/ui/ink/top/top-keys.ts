import { type PanelName, panelNames } from "../../top/panels.ts";
import { type Key, stepOf } from "../tail-keys.ts";
import { focusedIds, placeIn, type TopState } from "./top-state.ts";

export interface TopKey extends Key {
  tab?: boolean;
  shift?: boolean;
}

/** What a key asks of the outside. */
export type TopEffect =
  | { type: "quit" }
  | { type: "interrupt" }
  | { type: "open"; panel: PanelName; id: string };

export interface Pressed {
  state: TopState;
  effect?: TopEffect;
}

/** The state after a key; `page` is how many lines of what is moved through are on the screen. */
export function pressKey(state: TopState, input: string, key: TopKey, page: number): Pressed {
  // A terminal in raw mode sends no signal for Ctrl-C.
  if (key.ctrl) return input === "c" ? { state, effect: { type: "interrupt" } } : { state };
  if (state.help) return { state: { ...state, help: false } };
  if (input === "?") return { state: { ...state, help: true } };
  if (state.record) return { state: inRecord(state, state.record, { input, key, page }) };
  return inPanels(state, { input, key, page });
}

interface Press {
  input: string;
  key: TopKey;
  page: number;
}

function inRecord(
  state: TopState,
  record: NonNullable<TopState["record"]>,
  { input, key, page }: Press,
): TopState {
  if (input === "q" || key.escape || key.return) return { ...state, record: null };
  const last = Math.max(0, (record.lines?.length ?? 0) - page);
  const top = Math.max(0, Math.min(last, record.top + stepOf(input, key, page)));
  return { ...state, record: { ...record, top } };
}

function inPanels(state: TopState, press: Press): Pressed {
  const { input, key } = press;
  if (input === "q") return { state, effect: { type: "quit" } };
  const focus = focusAfter(state.focus, press);
  if (focus) return { state: { ...state, focus } };
  return key.return ? open(state) : { state: moved(state, press) };
}

function focusAfter(focus: PanelName, { input, key }: Press): PanelName | undefined {
  if (!key.tab) return panelNames[Number(input) - 1];
  const by = key.shift ? panelNames.length - 1 : 1;
  return panelNames[(panelNames.indexOf(focus) + by) % panelNames.length];
}

function open(state: TopState): Pressed {
  const { focus: panel } = state;
  const ids = focusedIds(state);
  const id = ids[placeIn(ids, state.cursors[panel])];
  if (id === undefined) return { state };
  const record = { panel, id, lines: null, top: 0 };
  return { state: { ...state, record }, effect: { type: "open", panel, id } };
}

function moved(state: TopState, { input, key, page }: Press): TopState {
  const { focus, cursors } = state;
  const by = stepOf(input, key, page);
  const ids = focusedIds(state);
  if (by === 0 || ids.length === 0) return state;
  const at = Math.max(0, Math.min(ids.length - 1, placeIn(ids, cursors[focus]) + by));
  // On the first row it stays on top, whatever comes.
  const cursor = { id: at === 0 ? null : ids[at]!, at };
  return { ...state, cursors: { ...cursors, [focus]: cursor } };
}
