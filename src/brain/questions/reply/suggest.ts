import type { Kind } from "../model/types.ts";

/** Example questions, those about the most similar kinds first. */
export function suggestionsFor(kinds: Kind[]): string[] {
  const near = kinds.slice(0, 2).map(({ noun }) => `list the ${noun}`);
  return [...near, ...examples].slice(0, 4);
}

const examples = [
  "which services listen on every interface?",
  "which accounts can use sudo without a password?",
  "how full are the disks?",
  "who logged in during the last 7 days?",
];
