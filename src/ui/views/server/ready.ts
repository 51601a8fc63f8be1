import { escapeControl } from "../../../core/escape-control.ts";
import { blocks } from "../../text/section.ts";
import { paint } from "../../text/style.ts";
import type { View } from "../view.ts";

interface ServerReady {
  url: string;
  pid: number;
  /** Only at the first start over a data folder. */
  apiKey?: string;
  planKeyFingerprint: string;
  ownAgents: { thisMachine: boolean; simulatedHosts: number };
}

/** A server that listens: where it is, whom it can ask, and what to do next. */
export const readyView: View<ServerReady> = {
  json: ({ url, apiKey, pid }) => ({ event: "ready", url, api_key: apiKey, pid }),
  plain: ({ url, pid, apiKey, planKeyFingerprint, ownAgents }, style) =>
    blocks(
      [
        `inquest is listening on ${paint(style, "bold", escapeControl(url))} (process ${pid}).`,
        hostsText(ownAgents),
        apiKey === undefined
          ? "API key: none is needed on this machine. For others: inquest server keys create"
          : `API key (shown only once): ${paint(style, "bold", escapeControl(apiKey))}`,
        `Plan key: ${escapeControl(planKeyFingerprint)}`,
      ],
      [
        "Ask from another terminal:",
        '  investigate "which hosts let root log in by password?"',
        "Press Ctrl-C to stop.",
      ],
    ),
};

function hostsText({ thisMachine, simulatedHosts }: ServerReady["ownAgents"]): string {
  const own = [
    ...(thisMachine ? ["this machine"] : []),
    ...(simulatedHosts > 0 ? [`${simulatedHosts} simulated`] : []),
  ];
  if (simulatedHosts > 0) return `Hosts: ${own.join(" and ")}.`;
  const others = "Connect others: inquest agents init";
  return thisMachine ? `Hosts: this machine. ${others}` : `Hosts: none yet. ${others}`;
}
