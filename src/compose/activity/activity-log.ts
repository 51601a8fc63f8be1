import type { Logger } from "pino";
import type { ConnectionChange } from "../../server/agents/connection-changes.ts";
import type { DeliveryRecord, InvestigationRecord } from "../../store/records.ts";
import { attemptLine } from "./attempt-line.ts";
import { connectionLines } from "./connection-lines.ts";
import type { ActivityLine } from "./line.ts";
import { outcomeLine, questionLine } from "./question-lines.ts";

/** Logs what a server does for the people who use it: questions, agents and deliveries. */
export interface ActivityLog {
  asked(investigation: InvestigationRecord): void;
  ended(investigation: InvestigationRecord): void;
  attempted(delivery: DeliveryRecord): void;
  /** Changes within a second are logged together; those before `start`, when it is called. */
  connectionChanged(change: ConnectionChange): void;
  start(): void;
  /** Ends the log of connections: agents disconnect because the server stops. */
  stop(): void;
}

/** Many agents connect at once when a server starts. */
const collectMs = 1_000;

export function createActivityLog(log: Logger): ActivityLog {
  let isStarted = false;
  let changes: ConnectionChange[] = [];
  let timer: NodeJS.Timeout | undefined;

  const write = ({ level, fields, text }: ActivityLine) => log[level](fields, text);
  function logChanges(): void {
    for (const line of connectionLines(changes)) write(line);
    changes = [];
    timer = undefined;
  }
  function collect(): void {
    if (isStarted && changes.length > 0) timer ??= setTimeout(logChanges, collectMs).unref();
  }

  return {
    asked: (investigation) => write(questionLine(investigation)),
    ended: (investigation) => write(outcomeLine(investigation)),
    attempted: (delivery) => write(attemptLine(delivery)),
    connectionChanged(change) {
      changes.push(change);
      collect();
    },
    start() {
      isStarted = true;
      collect();
    },
    stop() {
      isStarted = false;
      clearTimeout(timer);
    },
  };
}
