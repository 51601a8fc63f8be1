import type { DeliveryUpdate } from "../../client/follow-deliveries.ts";
import type { Delivery, DeliveryStatus } from "../../contract/webhook.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { jsonText } from "../../core/json-text.ts";
import type { TailView } from "../../ui/ink/deliveries/start-tail-view.tsx";
import { attemptLine } from "../../ui/plain/attempt-line.ts";
import type { Style } from "../../ui/text/style.ts";
import { canDraw, type Terminal } from "../terminal/terminal.ts";

/** Shows followed deliveries. */
export interface DeliveryWatcher {
  show(news: DeliveryUpdate): void;
  /** Shows a message about following. */
  note(text: string): void;
  /** Restores the terminal. */
  stop(): void;
}

export interface DeliveryWatcherOptions {
  terminal: Terminal;
  style: Style;
  json: boolean;
  /** Only deliveries with this status. */
  status: DeliveryStatus | undefined;
  onQuit(why: "quit" | "interrupt"): void;
  fetchRecord(id: string): Promise<Delivery>;
  replay(id: string): Promise<string>;
}

/** A live view on a terminal, otherwise one line per attempt, or JSON with one delivery per line. */
export async function startDeliveryWatcher(
  options: DeliveryWatcherOptions,
): Promise<DeliveryWatcher> {
  const { terminal, json, status } = options;
  if (json || !canDraw(terminal)) return lineWatcher(options);
  const { startTailView } = await import("../../ui/ink/deliveries/start-tail-view.tsx");
  const { stdin, stderr } = terminal;
  return viewWatcher(startTailView({ ...options, stdin, stream: stderr }), status);
}

type Change = Extract<DeliveryUpdate, { type: "change" }>;

/** Changes on stdout, everything else on stderr. */
export function lineWatcher({
  terminal: { stdout, stderr },
  style,
  json,
  status,
}: Pick<DeliveryWatcherOptions, "terminal" | "style" | "json" | "status">): DeliveryWatcher {
  const note = (text: string) => void stderr.write(`${escapeControl(text)}\n`);
  const trouble = connectionNotes(note);
  const linesOf = ({ delivery, attempts }: Change) =>
    json
      ? [jsonText(delivery)]
      : lastOnly(attempts, status).map((attempt) => attemptLine(delivery, attempt, style));
  return {
    note,
    show(news) {
      trouble(news);
      if (news.type !== "change" || (status ?? news.delivery.status) !== news.delivery.status)
        return;
      stdout.write(
        linesOf(news)
          .map((line) => `${line}\n`)
          .join(""),
      );
    },
    stop: () => {},
  };
}

/** With a status filter, only the last attempt matters. */
function lastOnly<T>(attempts: T[], status: DeliveryStatus | undefined): T[] {
  return status === undefined ? attempts : attempts.slice(-1);
}

function viewWatcher(view: TailView, status: DeliveryStatus | undefined): DeliveryWatcher {
  const update = (delivery: Delivery, attempts: number) => {
    if ((status ?? delivery.status) === delivery.status) view.update(delivery, attempts);
  };
  const trouble = connectionNotes(view.note);
  return {
    note: view.note,
    show(news) {
      trouble(news);
      if (news.type === "past") for (const delivery of news.deliveries) update(delivery, 0);
      if (news.type === "change") update(news.delivery, news.attempts.length);
    },
    stop: view.stop,
  };
}

/** Reports when the server is unavailable, and when it is back and all changes were shown. */
function connectionNotes(note: (text: string) => void): (news: DeliveryUpdate) => void {
  let away = false;
  return (news) => {
    if (news.type === "waiting") {
      away = true;
      note(`${news.reason}; trying again in ${(news.delayMs / 1_000).toFixed(1)} s …`);
    }
    if (news.type === "caught_up" && away) {
      away = false;
      note("Connected again; missed changes have been shown.");
    }
  };
}
