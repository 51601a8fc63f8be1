import type { CommandOffer, FlagOffer, LiveKind } from "./command-spec.ts";

const byFlag: Record<string, LiveKind> = {
  agent: "agents",
  curiosity: "curiosity",
  "deny-table": "tables",
  match: "tags",
  profile: "profiles",
  subscription: "subscriptions",
  tag: "tags",
};

const idsOf: Record<string, LiveKind> = {
  "agents:policies": "policies",
  agents: "agents",
  curiosity: "curiosity",
  investigate: "investigations",
  webhooks: "subscriptions",
};

/** Commands whose ids are not those of their topic. */
const idsOfCommand: Record<string, LiveKind> = {
  "webhooks:deliveries": "deliveries",
  "webhooks:replay": "deliveries",
};

const byArgument: Record<string, LiveKind> = {
  "agents:tables name": "tables",
  "investigate:verdict finding": "findings",
};

const fileFlags = /^<(?:file|dir)>$/;
const fileArguments = new Set(["file"]);

/** What the values of a flag are, where they aren't words that never change. */
export function liveKindOfFlag({ name }: FlagOffer): LiveKind | undefined {
  return byFlag[name];
}

/** What the values of an argument are. */
export function liveKindOfArgument(
  { id }: Pick<CommandOffer, "id">,
  name: string,
): LiveKind | undefined {
  if (name !== "id") return byArgument[`${id} ${name}`];
  return idsOfCommand[id] ?? idsOf[id.slice(0, id.lastIndexOf(":"))];
}

export function takesFile({ helpValue }: FlagOffer): boolean {
  return typeof helpValue === "string" && fileFlags.test(helpValue);
}

export const isFileArgument = (name: string): boolean => fileArguments.has(name);
