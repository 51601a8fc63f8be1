import { escapeControl } from "../../core/escape-control.ts";
import { indent, paragraphs } from "../text/section.ts";
import { type Paint, paint } from "../text/style.ts";
import type { Style, View } from "./view.ts";

interface Check {
  name: string;
  status: "ok" | "warning" | "failed" | "skipped";
  message: string;
  hint: string | null;
}

const statusPaints: Record<Check["status"], Paint> = {
  ok: "green",
  warning: "yellow",
  failed: "red",
  skipped: "dim",
};

/** One line per check, with its hint below. */
export const checksView: View<Check[]> = {
  json: (checks) => ({ ok: !checks.some(({ status }) => status === "failed"), checks }),
  plain: (checks, style) => checks.flatMap((check) => checkLines(check, style)),
};

function checkLines({ name, status, message, hint }: Check, style: Style): string[] {
  const words = name.replaceAll("_", " ").padEnd(18);
  const sign = paint(style, statusPaints[status], status.padEnd(7));
  return [
    `${sign}  ${words}  ${escapeControl(message)}`,
    ...(hint === null ? [] : indent(paragraphs(hint, style), " ".repeat(29))),
  ];
}

/** The definition alone, so that it can go into a file. */
export const serviceDefinitionView: View<{ path: string; text: string; notes: string[] }> = {
  json: ({ path, text, notes }) => ({ path, text, notes }),
  plain: ({ text }) => text.replace(/\n$/, "").split("\n"),
};

interface ServiceChange {
  action: "installed" | "replaced" | "unchanged" | "removed" | "absent";
  path: string;
  commands: string[];
  status: string;
  notes: string[];
}

const actions: Record<ServiceChange["action"], (path: string) => string> = {
  installed: (path) => `Installed ${path}; the agent is running and starts at boot.`,
  replaced: (path) => `Replaced ${path} and restarted the agent.`,
  unchanged: (path) => `${path} was already installed; restarted the agent.`,
  removed: (path) =>
    `Stopped the agent and removed ${path}. Its config and cache folder were kept.`,
  absent: (path) => `Nothing to remove: ${path} does not exist.`,
};

export const serviceChangeView: View<ServiceChange> = {
  plain: ({ action, path, commands, status, notes }, style) => [
    ...paragraphs(actions[action](path), style),
    ...indent(commands.map(escapeControl)),
    ...notes.flatMap((note) => paragraphs(note, style)),
    ...(action === "removed" || action === "absent" ? [] : [`Check its status: ${status}`]),
  ],
};

/** A config that was written. */
interface SetupFile {
  path: string;
  brain_url: string;
  agent_id: string;
  plan_key_path: string | null;
  fingerprint: string | null;
}

export const setupFileView: View<SetupFile> = {
  plain: ({ path, agent_id, brain_url, plan_key_path, fingerprint }, style) => [
    ...paragraphs(`Wrote ${path} for agent ${agent_id} of ${brain_url}.`, style),
    ...(fingerprint === null
      ? ["No plan key is pinned: plans are verified with the API key only."]
      : paragraphs(`Pinned the plan key ${fingerprint} (${plan_key_path}).`, style)),
    ...paragraphs(`Check it: inquest agents check --config ${path}`, style),
    ...paragraphs(`Run it: inquest agents run --config ${path}`, style),
  ],
};
