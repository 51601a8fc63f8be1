import { paint, type Style } from "../../plain/style.ts";
import { padText } from "../../plain/text-width.ts";

const keys: [key: string, what: string][] = [
  ["1 2 3 4 5", "go to a panel"],
  ["tab, shift-tab", "the next panel, the one before"],
  ["↑ ↓ or k j", "select a row"],
  ["PgUp PgDn", "a page up, a page down"],
  ["g G", "the first row, the last"],
  ["enter", "open the record"],
  ["esc or q", "back from a record"],
  ["q or Ctrl-C", "end"],
];

const words: [word: string, what: string][] = [
  ["Fleet", "who went away lately comes first"],
  ["Investigations", "those that run, then the newest"],
  ["Curiosity", "due next first, with how the last run ended"],
  ["Deliveries", "waiting: no attempt yet; attempts are of the newest 200"],
  ["Dead letters", "inquest webhooks replay --dead sends them again"],
];

/** What the keys do, and what the panels show. */
export function helpLines(style: Style): string[] {
  const line = ([name, what]: [string, string]) =>
    `  ${paint(style, "bold", padText(name, 16))}${what}`;
  return [...keys.map(line), "", ...words.map(line)];
}
