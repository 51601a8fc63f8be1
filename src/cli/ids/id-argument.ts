import * as Args from "@oclif/core/args";
import { type IdKind, idKinds } from "../command-line/id-kinds.ts";
import { lastWord } from "../command-line/id-word.ts";
import { usageError } from "../errors/usage-error.ts";
import { canPrompt, type Terminal } from "../terminal/terminal.ts";

function described(kind: IdKind): string {
  const { one } = idKinds[kind];
  if (kind === "agents" || kind === "findings") return `Id of ${one}, or its beginning`;
  return `Id of ${one}, its beginning, or ${lastWord}`;
}

/** The id of a record; in a terminal a missing one is chosen from a list. */
export function idArgument(kind: IdKind) {
  return Args.string({ ignoreStdin: true, description: described(kind) });
}

/** The id of a record before other arguments. */
export function requiredIdArgument(kind: IdKind) {
  return Args.string({ ignoreStdin: true, description: described(kind), required: true });
}

/** One or more ids; the command needs `strict = false`. */
export function idsArgument(kind: IdKind) {
  return Args.string({ ignoreStdin: true, description: `${described(kind)} (repeatable)` });
}

/** Without a terminal to choose in, an id is required. */
export function checkIdsGiven(words: string[], terminal: Terminal): void {
  if (words.length === 0 && !canPrompt(terminal)) throw usageError("ID is missing.", "See --help.");
}
