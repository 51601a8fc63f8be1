import { Box } from "ink";
import { escapeControl } from "../../../core/escape-control.ts";
import { count } from "../../text/section.ts";
import type { Style } from "../../text/style.ts";
import { Line } from "../kit/Line.tsx";
import { Lines } from "../kit/Lines.tsx";
import { DeliveryRows } from "./DeliveryRows.tsx";
import { type TailRow, type TailState, visibleRows } from "./tail-state.ts";

export interface DeliveryTailProps {
  state: TailState;
  style: Style;
  /** Lines of the screen that may be used. */
  height: number;
}

/** Lines other than deliveries: the summary, a message or prompt, the headings and the keys. */
const fixedLines = 4;

/** How many deliveries fit on a screen of `height` lines. */
export function tailPage(height: number): number {
  return Math.max(1, height - fixedLines);
}

/** Deliveries as they happen, or one opened record. */
export function DeliveryTail({ state, style, height }: DeliveryTailProps) {
  const page = tailPage(height);
  const rows = visibleRows(state);
  const { record, confirming } = state;
  return (
    <Box flexDirection="column">
      <Line paints={["bold"]}>{summaryText(state)}</Line>
      <Line paints={[confirming === null ? "yellow" : "bold"]}>{messageText(state)}</Line>
      {record ? (
        // The line of the headings is free for the record.
        <Lines lines={record.lines?.(style).slice(record.top, record.top + page + 1) ?? ["…"]} />
      ) : (
        <DeliveryRows state={state} rows={rows} page={page} style={style} />
      )}
      <Line paints={["dim"]}>{footerText(state, rows.length)}</Line>
    </Box>
  );
}

function summaryText({ rows, attempts, paused }: TailState): string {
  const many = (status: TailRow["status"]) => rows.filter((row) => row.status === status).length;
  const parts = [
    count(attempts, "attempt"),
    `${many("delivered")} delivered`,
    `${many("pending") + many("retrying")} open`,
    count(many("failed_permanent"), "dead letter"),
  ];
  return parts.join("   ") + (paused ? "   PAUSED" : "");
}

function messageText({ confirming, typing, filter, note }: TailState): string {
  if (confirming !== null) return `Replay ${escapeControl(confirming)}? (y/n)`;
  if (typing) return `/${filter}▏`;
  return note === null ? (filter ? `/${filter}` : "") : escapeControl(note);
}

function footerText(state: TailState, shown: number): string {
  const { record, typing, confirming, filter, paused } = state;
  if (confirming !== null) return "y replay   any other key cancel";
  if (typing) return "enter apply the filter   esc clear it";
  if (record) return "esc back   r replay   ↑ ↓ PgUp PgDn scroll";
  const amount = filter ? `${shown} match` : String(shown);
  const pause = paused ? "space resume" : "space pause";
  return `${amount}   q quit   ${pause}   / filter   ↑ ↓ select   enter open   r replay`;
}
