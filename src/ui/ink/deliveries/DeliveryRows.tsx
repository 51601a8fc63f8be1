import { deliveryPaint, statusWidth, statusWord } from "../../plain/delivery-status.ts";
import { durationText } from "../../text/duration-text.ts";
import { relativeTime } from "../../text/relative-time.ts";
import type { Style } from "../../text/style.ts";
import { renderTable } from "../../text/table.ts";
import { layOutTable } from "../../text/table-layout.ts";
import { Lines } from "../kit/Lines.tsx";
import { markerWidth, Table } from "../kit/Table.tsx";
import { pageOf, type TailRow, type TailState } from "./tail-state.ts";

const columns = ["status", "code", "age", "event", "about"];
/** Narrower than this, only these are shown. */
const minWideWidth = 66;
const narrowColumns = ["status", "code", "age", "event"];
/** Shown where there is room. */
const spare = ["error", "try", "took", "delivery", "subscription"];

interface DeliveryRowsProps {
  state: TailState;
  /** The rows that pass the filter, newest first. */
  rows: TailRow[];
  page: number;
  style: Style;
}

/** The page of deliveries around the selected one. */
export function DeliveryRows({ state, rows, page, style }: DeliveryRowsProps) {
  const { top, selected } = pageOf(state, rows, page);
  const shown = rows.slice(top, top + page);
  const data = {
    columns: [...columns, ...spare],
    rows: shown.map((row) => cellsOf(row, style.nowMs)),
    whole: ["status", "took", "age"],
    spare,
    paints: { status: (text: string) => deliveryPaint(text.trim()) },
  };
  const narrow = style.width < minWideWidth ? narrowColumns : undefined;
  const width = style.width - markerWidth;
  const tableStyle = { ...style, width, colour: false, columns: style.columns ?? narrow };
  const layout = layOutTable(data, tableStyle);
  if (!layout) return <Lines lines={renderTable(data, tableStyle).slice(0, page + 1)} />;
  return <Table columns={layout} from={0} to={shown.length} selected={selected - top} />;
}

function cellsOf(row: TailRow, nowMs: number) {
  return [
    statusWord(row.status).padEnd(statusWidth),
    row.code ?? (row.error === null ? "" : "error"),
    relativeTime(row.createdAt, nowMs),
    row.event,
    row.subject,
    row.error ?? "",
    row.attempts,
    row.tookMs === null ? "" : durationText(row.tookMs),
    row.id,
    row.subscription,
  ];
}
