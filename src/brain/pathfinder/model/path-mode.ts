const pathModes = [
  "find",
  "exists",
  "shortest",
  "all",
  "count",
  "reach",
  "inbound",
  "rank",
  "choke_point",
  "what_if",
] as const;
export type PathMode = (typeof pathModes)[number];

/** The mode of a question; a name we don't know asks for paths. */
export function pathModeOf({ mode }: { mode: string }): PathMode {
  return pathModes.find((one) => one === mode) ?? "find";
}
