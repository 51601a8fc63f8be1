import { type PanelName, panelNames, panelOf } from "../../top/panels.ts";
import {
  type Problems,
  type Source,
  type TopFacts,
  withDelivery,
  withRun,
} from "../../top/top-facts.ts";
import type { Link, TopNews } from "../../top/top-update.ts";

/** What is selected in a panel; the place tells it where the one with the id is gone. */
export interface Cursor {
  id: string | null;
  at: number;
}

/** What an operator's screen shows. */
export interface TopState {
  server: string;
  facts: TopFacts;
  problems: Problems;
  /** Null: not known yet. */
  link: Link | null;
  /** The panel that keys go into. */
  focus: PanelName;
  cursors: Record<PanelName, Cursor>;
  /** An opened record; null lines while it is fetched. */
  record: { panel: PanelName; id: string; lines: string[] | null; top: number } | null;
  help: boolean;
  /** What the person is to know, and until when, epoch ms. */
  note: { text: string; untilMs: number } | null;
}

/** The screen at first; `seen` is what was seen before it was drawn. */
export function startTop(server: string, seen: Pick<TopState, "facts" | "problems">): TopState {
  const start: Cursor = { id: null, at: 0 };
  const cursors = Object.fromEntries(panelNames.map((name) => [name, start]));
  return {
    server,
    facts: seen.facts,
    problems: seen.problems,
    link: null,
    focus: "fleet",
    cursors: cursors as TopState["cursors"],
    record: null,
    help: false,
    note: null,
  };
}

/** How long a note is shown. */
const noteMs = 10_000;

export function withNote(state: TopState, text: string, nowMs: number): TopState {
  return { ...state, note: { text, untilMs: nowMs + noteMs } };
}

/** The state after news; `nowMs` is when they came. */
export function withNews(state: TopState, news: TopNews, nowMs: number): TopState {
  switch (news.type) {
    case "facts":
      return withFacts(state, news);
    case "delivery":
      return { ...state, facts: withDelivery(state.facts, news.delivery) };
    case "run":
      return { ...state, facts: withRun(state.facts, news.id, news.change) };
    case "problem":
      return { ...state, problems: { ...state.problems, [news.source]: news.text } };
    case "link":
      return withLink(state, news.link, nowMs);
    case "server":
      return { ...state, server: news.url };
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

/** Where the cursor of a panel is in its rows; -1 where there are none. */
export function placeIn(ids: string[], { id, at }: Cursor): number {
  const found = id === null ? -1 : ids.indexOf(id);
  return found >= 0 ? found : Math.min(at, ids.length - 1);
}

/** Ids of the rows of the panel that keys go into. */
export function focusedIds(state: TopState): string[] {
  // Times don't tell which rows there are.
  const style = { width: 80, colour: false, maxRows: 0, nowMs: 0 };
  return panelOf(state.focus, state, style).ids;
}

/** A record that was fetched, unless another one has been opened meanwhile. */
export function withRecord(state: TopState, id: string, lines: string[]): TopState {
  return state.record?.id === id ? { ...state, record: { ...state.record, lines } } : state;
}
