import type { PathQuestion } from "../../contract/reading.ts";
import { count, list } from "./wording.ts";

/** "group:docker" is shown as the group docker, and a kind of edge by its own name. */
const plainName = (name: string) => name.replace(/^edge:/, "").replace(/^(\w+):/, "the $1 ");

/** What a question's paths do without: "ci-1 and sudo". */
export const namesOf = (names: string[]): string => list(names.map(plainName), 5);

type Conditions = Pick<PathQuestion, "avoid" | "via" | "max_hops">;

/** What a question demands of the way between the ends. */
export function pathConditions({ avoid, via, max_hops }: Conditions): string[] {
  return [
    ...(via?.length ? [`through ${namesOf(via)}`] : []),
    ...(avoid?.length ? [`without ${namesOf(avoid)}`] : []),
    ...(max_hops ? [`in at most ${count(max_hops, "step")}`] : []),
  ];
}
