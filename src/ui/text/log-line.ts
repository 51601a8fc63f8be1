import { escapeControl } from "../../core/escape-control.ts";
import { type Paint, paint, type Style } from "./style.ts";

/** A parsed line of the server's log. */
export interface LogEntry {
  level: string;
  /** ISO-8601. */
  time: string;
  msg: string;
  /** Names what happened, if the message is a sentence for people. */
  event?: string;
  err?: { message: string };
  [field: string]: unknown;
}

const levelPaints: Record<string, Paint> = { debug: "dim", warn: "yellow", error: "red" };

/** A log entry for a person who watches the server; null if it has nothing for one. */
export function logLine(entry: LogEntry, style: Pick<Style, "colour">): string | null {
  const { level, time, msg, event } = entry;
  if (level === "info" && event === undefined) return null;
  const label = level === "info" ? "" : `${paint(style, levelPaints[level] ?? "bold", level)} `;
  const text = event === undefined ? [msg, ...fieldsOf(entry)].join(" ") : msg;
  return `${paint(style, "dim", clockTime(time))} ${label}${escapeControl(text)}`;
}

/** `14:03:07`, in this machine's time zone. */
function clockTime(time: string): string {
  return new Date(time).toTimeString().slice(0, 8);
}

function fieldsOf({ level: _, time: __, msg: ___, err, ...fields }: LogEntry): string[] {
  const simple = Object.entries(fields).filter(([, value]) => typeof value !== "object");
  return [
    ...simple.map(([name, value]) => `${name}=${value}`),
    ...(err ? [`error="${err.message}"`] : []),
  ];
}
