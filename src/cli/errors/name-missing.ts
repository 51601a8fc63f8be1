import type { Client } from "../../client/types.ts";
import { AppError } from "../../core/errors.ts";
import { suggest } from "../../core/suggest.ts";
import type { ValueKind } from "../command-line/command-spec.ts";
import { valueKindOfArgument } from "../command-line/value-kinds.ts";
import { serverValues } from "../complete/server-values.ts";

/** The kinds of things that commands are about, as a person calls one. */
const names = {
  agents: "agent",
  curiosity: "scheduled question",
  deliveries: "delivery",
  detections: "detection",
  investigations: "investigation",
  policies: "tag policy",
  subscriptions: "subscription",
} satisfies Partial<Record<ValueKind, string>>;

/** For the suggestion only: the error is known already. */
const patienceMs = 2_000;

/** What a person typed after the command. */
export interface TypedCommand {
  id: string;
  /** By name. */
  args: Record<string, unknown>;
  argv: unknown[];
}

/** A not-found error of the API, with the id that was looked for and the nearest one that exists. */
export async function nameMissing(
  error: AppError,
  command: TypedCommand,
  client: Client,
): Promise<AppError> {
  if (error.code !== "not_found" || error.subject !== undefined) return error;
  const kind = valueKindOfArgument(command, "id");
  const id = onlyId(command);
  if (id === undefined || !kind || !isNamed(kind)) return error;
  const near = await nearestId(kind, id, client);
  const { code, hint, status, kind: errorKind, cause, requestId } = error;
  return new AppError(code, `No ${names[kind]} "${id}".`, {
    hint: near === undefined ? hint : `Did you mean ${near}?`,
    status,
    kind: errorKind,
    cause,
    requestId,
  });
}

/** The id that must be the missing one: undefined if the command names several things. */
function onlyId({ id, args, argv }: TypedCommand): string | undefined {
  const arguments_ = Object.keys(args);
  const lookedUp = arguments_.filter((name) => valueKindOfArgument({ id }, name) !== undefined);
  // The last argument may be repeated.
  const isRepeated = arguments_.at(-1) === "id" && argv.length > 1;
  return lookedUp.length === 1 && !isRepeated ? String(args.id) : undefined;
}

const isNamed = (kind: ValueKind): kind is keyof typeof names => Object.hasOwn(names, kind);

async function nearestId(
  kind: keyof typeof names,
  id: string,
  client: Client,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(patienceMs);
  const known = await serverValues(kind, client, { signal, words: [] }).catch(() => []);
  return suggest(
    id,
    known.map(({ value }) => value),
  );
}
