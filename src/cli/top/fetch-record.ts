import type { Client } from "../../client/types.ts";
import type { PanelName } from "../../ui/top/panels.ts";
import { agentView } from "../../ui/views/agents.ts";
import { itemView } from "../../ui/views/curiosity.ts";
import { deliveryView } from "../../ui/views/deliveries.ts";
import { investigationView } from "../../ui/views/investigation/investigation.ts";
import type { Style, View } from "../../ui/views/view.ts";

/** The whole record of a row, as lines for a style. */
export async function fetchRecord(
  client: Client,
  { panel, id }: { panel: PanelName; id: string },
  signal: AbortSignal,
): Promise<(style: Style) => string[]> {
  if (panel === "fleet") return shownBy(agentView, await client.agent(id, { signal }));
  if (panel === "investigations")
    return shownBy(investigationView, await client.get(id, { signal }));
  if (panel === "curiosity") return shownBy(itemView, await client.curiosityItem(id, { signal }));
  return shownBy(deliveryView, await client.delivery(id, { signal }));
}

function shownBy<T>(view: View<T>, record: T): (style: Style) => string[] {
  return (style) => view.plain(record, style);
}
