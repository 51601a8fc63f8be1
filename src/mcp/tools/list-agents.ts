import { Type } from "typebox";
import { agentStatuses } from "../../contract/enums.ts";
import { agentListView } from "../../ui/views/agents.ts";
import { defaultLimit, listLimit, scopeInput, strict, word } from "../definition/inputs.ts";
import { defineTool, readOnly } from "../definition/tool.ts";
import { plainStyle } from "../output/plain-style.ts";
import { firstPage, moreLines } from "./first-page.ts";

export const listAgents = defineTool({
  name: "list_agents",
  title: "List agents",
  description: "Lists the hosts with an agent: system, addresses, tags, when last seen.",
  input: Type.Object(
    {
      status: Type.Optional(word(agentStatuses, "Only those with this status.")),
      tags: scopeInput.tags,
      limit: Type.Optional(listLimit),
    },
    strict,
  ),
  annotations: readOnly,
  needsWrite: false,
  async run({ status, tags = {}, limit = defaultLimit }, { client, signal, nowMs }) {
    const words = Object.entries(tags).map((tag) => tag.join("="));
    // One more than wanted shows whether there are more: the listing's cursor is not available here.
    const query = { status, tags: words, limit: limit + 1 };
    const page = await firstPage(client.agents(query, { signal }));
    const agents = page.slice(0, limit);
    const more = page.length > limit;
    const lines = agentListView.plain({ agents, more: false }, plainStyle(nowMs));
    return {
      text: [...lines, ...moreLines(more || null)].join("\n"),
      data: { agents, more },
    };
  },
});
