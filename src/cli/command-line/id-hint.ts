import { AppError } from "../../core/errors.ts";
import { type IdKind, idKinds, kindOfId } from "./id-kinds.ts";
import { isWholeId, lastWord } from "./id-word.ts";
import { valueKindOfArgument } from "./value-kinds.ts";

/** Adds what to type to the error of a command whose id a server doesn't know. */
export function withIdHint(
  error: AppError,
  commandId: string | undefined,
  argv: string[],
): AppError {
  if (error.code !== "not_found" || error.status !== 404 || commandId === undefined) return error;
  const wanted = valueKindOfArgument({ id: commandId }, "id");
  if (!wanted || !(wanted in idKinds)) return error;
  const { code, message, status, kind, cause, issues, requestId } = error;
  const hint = otherKindHint(argv, wanted as IdKind) ?? knownIdsHint(wanted as IdKind);
  return new AppError(code, message, { hint, status, kind, cause, issues, requestId });
}

function otherKindHint(argv: string[], wanted: IdKind): string | undefined {
  const id = argv.find(isWholeId);
  const kind = id === undefined ? undefined : kindOfId(id);
  if (!id || !kind || kind === wanted || kind === "findings") return undefined;
  const { one, shows } = idKinds[kind];
  return `${id} is ${one}: inquest ${shows.replace("ID", id)}.`;
}

function knownIdsHint(kind: IdKind): string {
  const { lists } = idKinds[kind];
  if (kind === "agents") return `Pass an id from \`inquest ${lists}\`, or its beginning.`;
  return `Pass an id from \`inquest ${lists}\`, its beginning, or ${lastWord} for the newest.`;
}
