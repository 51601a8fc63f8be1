import { AppError } from "../../core/errors.ts";
import type { ValueKind } from "./command-spec.ts";
import { valueKindOfArgument } from "./value-kinds.ts";

interface IdShape {
  what: string;
  /** The command that shows it. */
  shows: string;
  kind: ValueKind;
}

const shapes: Readonly<Record<string, IdShape>> = {
  acp: { what: "an acceptance", shows: "investigate accept list", kind: "acceptances" },
  inv: { what: "an investigation", shows: "investigate show ID", kind: "investigations" },
  cur: { what: "a scheduled question", shows: "curiosity show ID", kind: "curiosity" },
  sub: { what: "a subscription", shows: "webhooks show ID", kind: "subscriptions" },
  dlv: { what: "a delivery", shows: "webhooks deliveries ID", kind: "deliveries" },
  pol: { what: "a tag policy", shows: "agents policies list", kind: "policies" },
};

const idWord = /^([a-z]{3})_[0-9a-z]{26}$/;

/** Adds a hint to a not-found error when the id is of another kind. */
export function withIdHint(
  error: AppError,
  commandId: string | undefined,
  argv: string[],
): AppError {
  if (error.kind !== "not_found" || commandId === undefined) return error;
  const wanted = valueKindOfArgument({ id: commandId }, "id");
  const id = argv.find((word) => idWord.test(word));
  const shape = id && shapes[idWord.exec(id)![1]!];
  if (!wanted || !shape || shape.kind === wanted) return error;
  const { code, message, status, kind, cause, issues, requestId } = error;
  const hint = `${id} is ${shape.what}: inquest ${shape.shows.replace("ID", id)}.`;
  return new AppError(code, message, { hint, status, kind, cause, issues, requestId });
}
