import type { Delivery } from "../../contract/webhook.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { blocks } from "../text/section.ts";
import { paint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import { truncateText } from "../text/text-width.ts";
import { attemptSums } from "../top/attempt-sums.ts";
import { lastHeard } from "../top/fleet-panel.ts";
import { panelTable } from "../top/panel.ts";
import { type PanelName, panelNames, panelOf } from "../top/panels.ts";
import type {
  DeliveryFacts,
  FleetFacts,
  InvestigationFacts,
  Problems,
  TopFacts,
} from "../top/top-facts.ts";
import type { Style, View } from "./view.ts";

/** The operator's screen at one moment. */
export interface TopSnapshot {
  server: string;
  /** Epoch ms. */
  atMs: number;
  facts: TopFacts;
  problems: Problems;
}

/** Rows per panel in text output, and records per list in JSON. */
const shown = { rows: 10, records: 50 };

export const topView: View<TopSnapshot> = {
  json: ({ server, atMs, facts, problems }) => ({
    server,
    at: new Date(atMs).toISOString(),
    fleet: facts.fleet && fleetJson(facts.fleet),
    investigations: facts.investigations && investigationJson(facts.investigations),
    curiosity: facts.curiosity,
    deliveries: facts.deliveries && deliveryJson(facts.deliveries),
    problems,
  }),
  plain: (snapshot, style) =>
    blocks(...panelNames.map((name) => panelBlock(name, snapshot, style))),
};

function panelBlock(name: PanelName, snapshot: TopSnapshot, style: Style): string[] {
  const panel = panelOf(name, snapshot, style);
  const { title, sums, ids, none, command } = panel;
  if (ids.length === 0) return [`${paint(style, "bold", title)}: ${escapeControl(sums || none)}`];
  const hidden = ids.length - shown.rows;
  return [
    `${paint(style, "bold", title)}: ${truncateText(sums, style.width - title.length - 2)}`,
    ...renderTable(panelTable(panel, { from: 0, to: shown.rows }), {
      ...style,
      columns: undefined,
    }),
    ...(hidden > 0 ? [paint(style, "dim", `… ${hidden} more: ${command}`)] : []),
  ];
}

function fleetJson({ agents }: FleetFacts) {
  const connected = agents.filter(({ status }) => status === "Connected").length;
  return {
    connected,
    disconnected: agents.length - connected,
    last_heartbeat_at: lastHeard({ agents }),
    agents: agents.slice(0, shown.records),
  };
}

function investigationJson({ running, moreRunning, latest }: InvestigationFacts) {
  return { running, more_running: moreRunning, latest };
}

function deliveryJson({ latest, open, dead, more }: DeliveryFacts) {
  const many = (status: Delivery["status"]) => open.filter((one) => one.status === status).length;
  return {
    attempts: { deliveries: latest.length, ...attemptSums(latest) },
    pending: { count: many("pending"), more: more.pending },
    retrying: { count: many("retrying"), more: more.retrying },
    dead: { count: dead.length, more: more.dead, deliveries: dead.slice(0, shown.records) },
    latest: latest.slice(0, shown.records),
  };
}
