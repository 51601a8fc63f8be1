import type { CommandSpec, FlagSpec, ValueKind } from "./command-spec.ts";

const byFlag: Record<string, ValueKind> = {
  agent: "agents",
  curiosity: "curiosity",
  "deny-table": "tables",
  match: "tags",
  profile: "profiles",
  subscription: "subscriptions",
  tag: "tags",
};

const idsOf: Record<string, ValueKind> = {
  "investigate:accept": "acceptances",
  "agents:policies": "policies",
  agents: "agents",
  curiosity: "curiosity",
  detections: "detections",
  investigate: "investigations",
  webhooks: "subscriptions",
};

/** Commands whose ids are not those of their topic. */
const idsOfCommand: Record<string, ValueKind> = {
  "webhooks:deliveries": "deliveries",
  "webhooks:replay": "deliveries",
};

const byArgument: Record<string, ValueKind> = {
  "agents:tables name": "tables",
  "investigate:accept finding": "findings",
  "investigate:verdict finding": "findings",
};

const fileFlags = /^<(?:file|dir)>$/;
const fileArguments = new Set(["file"]);

/** The kind of a flag's values; undefined for values that aren't looked up. */
export function valueKindOfFlag({ name }: FlagSpec): ValueKind | undefined {
  return byFlag[name];
}

/** The kind of an argument's values. */
export function valueKindOfArgument(
  { id }: Pick<CommandSpec, "id">,
  name: string,
): ValueKind | undefined {
  if (name !== "id") return byArgument[`${id} ${name}`];
  return idsOfCommand[id] ?? idsOf[id.slice(0, id.lastIndexOf(":"))];
}

export function takesFile({ helpValue }: FlagSpec): boolean {
  return typeof helpValue === "string" && fileFlags.test(helpValue);
}

export const isFileArgument = (name: string): boolean => fileArguments.has(name);
