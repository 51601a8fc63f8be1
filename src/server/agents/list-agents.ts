import { type Static, Type } from "typebox";
import { policiesOf } from "../../brain/hosts/tag-policies.ts";
import { type Agent, agentStatuses } from "../../contract/agent.ts";
import { ownValue } from "../../core/own-value.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { maxCursorLength } from "../http/list-page.ts";
import { toAgent } from "./agent-view.ts";
import type { AgentServices } from "./services.ts";

const maxAgents = 1000;

export const AgentListQuery = Type.Object(
  {
    status: Type.Optional(Type.Enum([...agentStatuses])),
    tag: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 511 }), {
        maxItems: 50,
        description:
          "Only agents with this tag, as `key=value`. Repeat it to require several tags.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxAgents, default: maxAgents })),
    cursor: Type.Optional(
      Type.String({
        maxLength: maxCursorLength,
        description: "The `X-Next-Cursor` header of the previous page.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type AgentListQuery = Static<typeof AgentListQuery>;

/** One page of agents in the order of their ids, and the cursor of the next page. */
export async function listAgents(
  services: Pick<AgentServices, "store" | "fleet">,
  accountId: string,
  { status, tag = [], limit = maxAgents, cursor }: AgentListQuery,
): Promise<{ agents: Agent[]; nextCursor: string | null }> {
  const required = tag.map(parseTag);
  const policies = await policiesOf(services.store, accountId);
  const agents: Agent[] = [];
  let after =
    cursor === undefined ? undefined : decodeCursor(cursor, (id) => id.startsWith(`${accountId}/`));
  for (;;) {
    const page = await services.store.page("agent", {
      account: accountId,
      order: "oldest_first",
      limit: limit - agents.length,
      ...(after !== undefined && { after }),
    });
    const matching = page.records
      .map((record) => toAgent(services.fleet, { agent: record, policies }))
      .filter((agent) => status === undefined || agent.status === status)
      .filter((agent) => required.every(([key, value]) => ownValue(agent.tags, key) === value));
    agents.push(...matching);
    if (page.next === null) return { agents, nextCursor: null };
    if (agents.length === limit) return { agents, nextCursor: encodeCursor(page.next) };
    after = page.next;
  }
}

/** `web` alone means `web=true`. */
function parseTag(text: string): [key: string, value: string] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text, "true"] : [text.slice(0, equals), text.slice(equals + 1)];
}
