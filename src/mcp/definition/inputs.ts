import { Type } from "typebox";
import type { Scope, Tags } from "../../contract/common.ts";
import { depths, modes } from "../../contract/enums.ts";
import { maxSqlBytes } from "../../contract/investigation.ts";

/*
 * Parts of the tools' input schemas. They are looser than the contract's, whose formats and patterns
 * some clients and models don't support; the server checks the rest.
 */

export const strict = { additionalProperties: false } as const;

/** One of a list of strings, with the explicit type that some clients need. */
export const word = <const Words extends readonly string[]>(words: Words, description: string) =>
  Type.Unsafe<Words[number]>({ type: "string", enum: [...words], description });

export const question = Type.String({
  minLength: 1,
  maxLength: maxSqlBytes,
  description: "A question in plain English, or one SQL SELECT over osquery's tables.",
});

export const investigationId = Type.String({ description: "`inv_` and 26 characters." });

export const followUpOf = Type.String({
  description: "Refine the question of this investigation: `inv_` and 26 characters.",
});

export const deliveryId = Type.String({ description: "`dlv_` and 26 characters." });

export const depth = word(depths, "How thoroughly to investigate; standard by default.");

export const mode = word(
  modes,
  "live queries the hosts, cached uses their last snapshots, auto (the default) uses snapshots that are fresh enough.",
);

const tags = Type.Unsafe<Tags>({
  type: "object",
  additionalProperties: { type: "string" },
  description: 'Only hosts with all of these tags, such as {"env": "prod"}.',
});

export const span = (description: string) =>
  Type.String({ pattern: "^[0-9]+[smhd]$", description: `${description}, such as 15m or 7d.` });

/** The hosts to query; all by default. */
export const scopeInput = {
  tags: Type.Optional(tags),
  agent_ids: Type.Optional(
    Type.Array(Type.String(), { maxItems: 1000, description: "Only the hosts of these agents." }),
  ),
  last_seen_within: Type.Optional(span("Only hosts last seen within this time")),
};

/** The maximum number of rows the server stores. */
export const mostRows = 500;
export const rowLimit = Type.Integer({
  minimum: 1,
  maximum: mostRows,
  description: "Rows of the answer to return; 50 by default.",
});
export const defaultRows = 50;

export const listLimit = Type.Integer({
  minimum: 1,
  maximum: 200,
  description: "Maximum number to list; 20 by default.",
});
export const defaultLimit = 20;

interface ScopeInput {
  tags?: Tags;
  agent_ids?: string[];
  last_seen_within?: string;
}

/** The scope that a call names, if it names one. */
export function scopeOf({ tags, agent_ids, last_seen_within }: ScopeInput): Scope | undefined {
  const given = Object.entries({ tags, agent_ids, last_seen_within });
  const filter = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return Object.keys(filter).length > 0 ? { type: "selector", filter } : undefined;
}
