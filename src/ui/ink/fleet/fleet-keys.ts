import { type Key, scrollStep } from "../kit/keys.ts";

export type FleetAction =
  | { type: "quit" | "interrupt" | "filter" }
  | { type: "scroll"; by: number };

/** What a key does; `page` is how many rows are on the screen. */
export function fleetAction(input: string, key: Key, page: number): FleetAction | undefined {
  // A terminal in raw mode sends no signal for Ctrl-C.
  if (key.ctrl) return input === "c" ? { type: "interrupt" } : undefined;
  if (input === "q" || key.escape) return { type: "quit" };
  if (key.tab) return { type: "filter" };
  const by = input === " " ? page : scrollStep(input, key, page);
  return by === 0 ? undefined : { type: "scroll", by };
}
