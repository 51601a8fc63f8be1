import { normalise } from "./normalise.ts";
import { stem } from "./stem.ts";
import { tokenise } from "./tokenise.ts";

/** Words that ask, join or stand for the hosts, and don't say what a question is about. */
const functionWords = new Set(
  [
    "a an the this that these those any some all every each our my your their its it",
    "is are was were be been being am do does did has have had can could may might should would will",
    "which what who whom whose where when why how if whether there here",
    "of in on at to for from by with as into over under between and or",
    "show list find get give tell check see look me us i we you they please",
    "host hosts machine machines server servers system systems box boxes fleet estate",
  ]
    .join(" ")
    .split(" "),
);

/** The stems of the words that say what a text is about. */
export function contentStems(text: string): Set<string> {
  const words = tokenise(normalise(text))
    .filter(({ kind }) => kind !== "punctuation")
    .flatMap(({ lower }) => lower.split(/[-_]/));
  return new Set(words.filter((word) => word !== "" && !functionWords.has(word)).map(stem));
}
