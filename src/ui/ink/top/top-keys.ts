import { type PanelName, panelNames } from "../../top/panels.ts";
import { type Key, scrollStep } from "../kit/keys.ts";
import { scrollRecord, type Viewport } from "../kit/record.ts";
import { focusedIds, selectedIndex, type TopState } from "./top-state.ts";

/** What a key asks the command to do. */
export type TopEffect =
  | { type: "quit" | "interrupt" }
  | { type: "open"; panel: PanelName; id: string };

export interface Pressed {
  state: TopState;
  effect?: TopEffect;
}

/** The state after a key. */
export function pressKey(state: TopState, input: string, key: Key, viewport: Viewport): Pressed {
  // A terminal in raw mode sends no signal for Ctrl-C.
  if (key.ctrl) return input === "c" ? { state, effect: { type: "interrupt" } } : { state };
  const press = { input, key, viewport };
  if (state.help) return { state: { ...state, help: false } };
  if (input === "?") return { state: { ...state, help: true } };
  if (state.record) return { state: pressInRecord(state, state.record, press) };
  return pressInPanels(state, press);
}

interface KeyPress {
  input: string;
  key: Key;
  viewport: Viewport;
}

function pressInRecord(
  state: TopState,
  record: NonNullable<TopState["record"]>,
  { input, key, viewport }: KeyPress,
): TopState {
  if (input === "q" || key.escape || key.return) return { ...state, record: null };
  const by = scrollStep(input, key, viewport.page);
  return { ...state, record: scrollRecord(record, by, viewport) };
}

function pressInPanels(state: TopState, press: KeyPress): Pressed {
  const { input, key } = press;
  if (input === "q") return { state, effect: { type: "quit" } };
  const focus = focusAfter(state.focus, press);
  if (focus) return { state: { ...state, focus } };
  return key.return ? openSelected(state) : { state: moveSelection(state, press) };
}

function focusAfter(focus: PanelName, { input, key }: KeyPress): PanelName | undefined {
  if (!key.tab) return panelNames[Number(input) - 1];
  const by = key.shift ? panelNames.length - 1 : 1;
  return panelNames[(panelNames.indexOf(focus) + by) % panelNames.length];
}

function openSelected(state: TopState): Pressed {
  const { focus: panel } = state;
  const ids = focusedIds(state);
  const id = ids[selectedIndex(ids, state.cursors[panel])];
  if (id === undefined) return { state };
  const record = { panel, id, lines: null, top: 0 };
  return { state: { ...state, record }, effect: { type: "open", panel, id } };
}

function moveSelection(state: TopState, { input, key, viewport }: KeyPress): TopState {
  const { focus, cursors } = state;
  const by = scrollStep(input, key, viewport.page);
  const ids = focusedIds(state);
  if (by === 0 || ids.length === 0) return state;
  const at = Math.max(0, Math.min(ids.length - 1, selectedIndex(ids, cursors[focus]) + by));
  // On the first row the selection stays on top, whatever arrives.
  const cursor = { id: at === 0 ? null : ids[at]!, index: at };
  return { ...state, cursors: { ...cursors, [focus]: cursor } };
}
