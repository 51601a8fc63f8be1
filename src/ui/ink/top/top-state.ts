import { type PanelName, panelNames, panelOf } from "../../top/panels.ts";
import {
  type Problems,
  type Source,
  type TopFacts,
  withDelivery,
  withRun,
} from "../../top/top-facts.ts";
import type { Link, TopUpdate } from "../../top/top-update.ts";
import type { OpenRecord, RecordLines } from "../kit/record.ts";

/** The selected row of a panel: by its id, or by its index once that row is gone. */
export interface Cursor {
  id: string | null;
  index: number;
}

/** What the operator's screen shows. */
export interface TopState {
  server: string;
  facts: TopFacts;
  problems: Problems;
  /** Null until it is known. */
  link: Link | null;
  /** The focused panel. */
  focus: PanelName;
  cursors: Record<PanelName, Cursor>;
  record: (OpenRecord & { panel: PanelName }) | null;
  help: boolean;
  /** A message for the person, shown until this time, epoch ms. */
  note: { text: string; untilMs: number } | null;
}

/** The first screen, with the data that was fetched before. */
export function startTop(server: string, data: Pick<TopState, "facts" | "problems">): TopState {
  const start: Cursor = { id: null, index: 0 };
  const cursors = Object.fromEntries(panelNames.map((name) => [name, start]));
  return {
    server,
    facts: data.facts,
    problems: data.problems,
    link: null,
    focus: "fleet",
    cursors: cursors as TopState["cursors"],
    record: null,
    help: false,
    note: null,
  };
}

/** How long a message is shown. */
const noteMs = 10_000;

export function withNote(state: TopState, text: string, nowMs: number): TopState {
  return { ...state, note: { text, untilMs: nowMs + noteMs } };
}

/** The state after an update that arrived at `nowMs`. */
export function withUpdate(state: TopState, update: TopUpdate, nowMs: number): TopState {
  switch (update.type) {
    case "facts":
      return withFacts(state, update);
    case "delivery":
      return { ...state, facts: withDelivery(state.facts, update.delivery) };
    case "run":
      return { ...state, facts: withRun(state.facts, update.id, update.change) };
    case "problem":
      return { ...state, problems: { ...state.problems, [update.source]: update.text } };
    case "link":
      return withLink(state, update.link, nowMs);
    case "server":
      return { ...state, server: update.url };
  }
}

function withLink(state: TopState, link: Link, nowMs: number): TopState {
  const back = state.link === "lost" && link !== "lost";
  return back ? withNote({ ...state, link }, "Connected again.", nowMs) : { ...state, link };
}

function withFacts(
  state: TopState,
  { source, facts }: { source: Source; facts: TopFacts },
): TopState {
  const { [source]: _, ...problems } = state.problems;
  return { ...state, problems, facts: { ...state.facts, ...facts } };
}

/** The index of the selected row of a panel; -1 when it has no rows. */
export function selectedIndex(ids: string[], { id, index }: Cursor): number {
  const found = id === null ? -1 : ids.indexOf(id);
  return found >= 0 ? found : Math.min(index, ids.length - 1);
}

/** Ids of the rows of the focused panel. */
export function focusedIds(state: TopState): string[] {
  // The rows don't depend on the style.
  const style = { width: 80, colour: false, maxRows: 0, nowMs: 0 };
  return panelOf(state.focus, state, style).ids;
}

/** The state with a fetched record, unless the person has opened another one since. */
export function withRecord(state: TopState, id: string, lines: RecordLines): TopState {
  return state.record?.id === id ? { ...state, record: { ...state.record, lines } } : state;
}
