import type { CuriosityItem, CuriosityPage } from "../../contract/curiosity.ts";
import type { Changes } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { changeLines, changesMark, changesText } from "../plain/changes.ts";
import { nextRunText } from "../plain/next-run.ts";
import { scheduleText } from "../plain/schedule-text.ts";
import { scopeText } from "../plain/scope-text.ts";
import { type Fact, factLines } from "../text/facts.ts";
import { relativeTime } from "../text/relative-time.ts";
import { blocks, indent, narrower, paragraphs } from "../text/section.ts";
import { paint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import type { TableData } from "../text/table-layout.ts";
import type { Style, View } from "./view.ts";

const first =
  'No scheduled questions yet. Add one: inquest curiosity add "which hosts let root log in by password?" --every 24h';

/**
 * The changes of runs, if fetched: null if there is no earlier run, undefined
 * if unknown.
 */
export type KnownChanges = ReadonlyMap<string, Changes | null | undefined>;

/** Scheduled questions, with the changes of their last completed runs by item. */
export interface ItemList {
  page: CuriosityPage;
  changes: KnownChanges;
}

/** The next to run first, paused ones last. */
export const itemListView: View<ItemList> = {
  json: ({ page }) => page,
  plain: ({ page: { items, next_cursor }, changes }, style) => {
    if (items.length === 0) return paragraphs(first, style);
    const columns = ["id", "next", "every", "last", "changed", "question"];
    const rows = items.map((item) => [
      item.id,
      nextRunText(item, style),
      scheduleText(item),
      item.last_status ?? "",
      changedCell(changes.get(item.id)),
      item.query,
    ]);
    const paints: TableData["paints"] = {
      next: (text) => (text === "paused" ? "yellow" : undefined),
      last: (text) => (text === "failed" ? "red" : undefined),
    };
    return [
      ...renderTable({ columns, rows, whole: ["id"], spare: ["every"], paints }, style),
      ...moreLines({ next_cursor, listed: items.length, lookedUp: changes.size }, style),
    ];
  },
};

/** A scheduled question with the changes of its last completed run, if known. */
export interface ItemDetail {
  item: CuriosityItem;
  changes: Changes | null | undefined;
}

export const itemDetailView: View<ItemDetail> = {
  json: ({ item }) => item,
  plain: ({ item, changes }, style) =>
    blocks(
      itemLines(item, style, changes === undefined ? [] : [["changed", changedText(changes)]]),
      changes ? indent(changeLines(changes, narrower(style, 2))) : [],
    ),
};

/** The current settings of a scheduled question. */
export const itemView: View<CuriosityItem> = {
  plain: (item, style) => itemLines(item, style),
};

function itemLines(item: CuriosityItem, style: Style, more: Fact[] = []): string[] {
  const id = paint(style, "bold", escapeControl(item.id));
  return [id, ...factLines([...factsOf(item, style), ...more], style)];
}

const oneOrAll = <T>(list: T[]): T | T[] => (list.length === 1 ? list[0]! : list);

export const pausedItemsView: View<CuriosityItem[]> = {
  json: oneOrAll,
  plain: (items) => items.map(({ id }) => `${escapeControl(id)} is paused until it is resumed.`),
};

export const resumedItemsView: View<CuriosityItem[]> = {
  json: oneOrAll,
  plain: (items, style) =>
    items.map(
      (item) => `${escapeControl(item.id)} is active: next run ${nextRunText(item, style)}.`,
    ),
};

export const removedItemsView: View<CuriosityItem[]> = {
  json: (items) => oneOrAll(items.map(({ id }) => ({ id, deleted: true }))),
  plain: (items) =>
    items.map(
      ({ id, run_count }) =>
        `${escapeControl(id)} is removed${run_count > 0 ? "; its runs are kept" : ""}.`,
    ),
};

/** Notes on an incomplete listing. */
export function moreLines(
  {
    next_cursor,
    listed,
    lookedUp,
  }: { next_cursor: string | null; listed: number; lookedUp: number },
  style: Style,
): string[] {
  const notes = [
    ...(listed > lookedUp ? [`Changes are shown for the first ${lookedUp} only.`] : []),
    ...(next_cursor === null ? [] : ["There are more: use --all or a higher --limit."]),
  ];
  return notes.map((note) => paint(style, "dim", note));
}

function factsOf(item: CuriosityItem, style: Style): Fact[] {
  const { query, scope, depth, active, first_run_at, next_run_at, run_count } = item;
  return [
    ["question", query],
    active
      ? ["state", "active", (text) => paint(style, "green", text)]
      : ["state", "paused", (text) => paint(style, "yellow", text)],
    ["every", scheduleText(item)],
    ["asks", `${scopeText(scope)}, ${depth}`],
    ["first", first_run_at],
    ...(next_run_at === null
      ? []
      : ([["next", `${nextRunText(item, style)} (${next_run_at})`]] as Fact[])),
    ["last", lastText(item, style)],
    ["runs", run_count === 0 ? "none yet" : String(run_count)],
    ["created", relativeTime(item.created_at, style.nowMs)],
    ["edited", relativeTime(item.updated_at, style.nowMs)],
  ];
}

function lastText(
  { last_run_at, last_status, last_investigation_id }: CuriosityItem,
  style: Style,
) {
  if (last_run_at === null) return "never";
  return `${last_status} ${relativeTime(last_run_at, style.nowMs)} (${last_investigation_id})`;
}

/** A run's changes, for a column of a table. */
export function changedCell(changes: Changes | null | undefined): string {
  if (changes === undefined) return "";
  return changes === null ? "first" : changesMark(changes);
}

function changedText(changes: Changes | null): string {
  return changes === null ? "no earlier run to compare with" : changesText(changes);
}
