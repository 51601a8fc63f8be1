import { stateAsked } from "../../model/kind-words.ts";
import { wordsOfKind } from "../lexicon/words-of-kind.ts";
import { grouped } from "./groups.ts";
import { havingAll, hostsWithout, sharedFilters, usersWithout } from "./membership.ts";
import { counted, plainRows, ranked } from "./rows.ts";
import type { Request, Statements } from "./scope.ts";

/** A ranking by a field; by how many there are, it is the tally of what they are called. */
function ranking(request: Request): Statements {
  const { kind, aggregate } = request;
  const field = aggregate.fields[0] ?? "";
  if (kind.fields[field]) return ranked(request, field);
  const named = kind.takes.name ?? kind.takes.account ?? kind.show[0] ?? "";
  const key = field === "host" ? field : named;
  return grouped({ ...request, aggregate: { ...aggregate, fields: [key], fn: "count" } });
}

/** "Is Secure Boot enabled?" is answered with the state of every host, not of those where it is. */
const showsState = (request: Request): boolean =>
  stateAsked(request, wordsOfKind(request.kind)) !== null;

/** The statements that answer a request. */
export function compose(request: Request): Statements {
  if (request.absent === "host") return hostsWithout(request);
  if (request.absent === "user" && request.kind.takes.account) return usersWithout(request);
  const shared = sharedFilters(request);
  if (shared.length > 0) return havingAll(request, shared);
  switch (request.aggregate.type) {
    case "count":
      return counted(request);
    case "top_n":
      return ranking(request);
    case "group_by":
      return grouped(request);
    default:
      return plainRows(showsState(request) ? { ...request, filters: [] } : request);
  }
}
