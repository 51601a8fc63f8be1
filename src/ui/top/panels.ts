import type { Style } from "../text/style.ts";
import { curiosityPanel } from "./curiosity-panel.ts";
import { deadLetterPanel, deliveryPanel } from "./delivery-panels.ts";
import { fleetPanel } from "./fleet-panel.ts";
import { investigationPanel } from "./investigation-panel.ts";
import type { Panel, PanelBody } from "./panel.ts";
import type { Problems, Source, TopFacts } from "./top-facts.ts";

export const panelNames = ["fleet", "investigations", "curiosity", "deliveries", "dead"] as const;
export type PanelName = (typeof panelNames)[number];

const titles: Record<PanelName, string> = {
  fleet: "Fleet",
  investigations: "Investigations",
  curiosity: "Curiosity",
  deliveries: "Deliveries",
  dead: "Dead letters",
};

/** The source of a panel. */
export function sourceOf(name: PanelName): Source {
  return name === "dead" ? "deliveries" : name;
}

/** A panel with its facts, or with the reason why there are none. */
export function panelOf(
  name: PanelName,
  { facts, problems }: { facts: TopFacts; problems: Problems },
  style: Style,
): Panel {
  const body = bodyOf(name, facts, style) ?? unseen(problems[sourceOf(name)] ?? "…");
  return { title: titles[name], ...body };
}

function bodyOf(name: PanelName, facts: TopFacts, style: Style): PanelBody | undefined {
  const { fleet, investigations, curiosity, deliveries } = facts;
  switch (name) {
    case "fleet":
      return fleet && fleetPanel(fleet, style);
    case "investigations":
      return investigations && investigationPanel(investigations, style);
    case "curiosity":
      return curiosity && curiosityPanel(curiosity, style);
    case "deliveries":
      return deliveries && deliveryPanel(deliveries, style);
    case "dead":
      return deliveries && deadLetterPanel(deliveries, style);
  }
}

function unseen(why: string): PanelBody {
  return { sums: "", ids: [], table: { columns: [] }, row: () => [], none: why, command: "" };
}
