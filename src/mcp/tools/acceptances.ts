import { Type } from "typebox";
import { acceptanceListView, acceptanceView } from "../../ui/views/acceptances.ts";
import { defaultLimit, listLimit, scopeInput, strict } from "../definition/inputs.ts";
import { defineTool, readOnly, recording } from "../definition/tool.ts";
import { plainStyle } from "../output/plain-style.ts";
import { firstPage, moreLines } from "./first-page.ts";

export const listAcceptances = defineTool({
  name: "list_acceptances",
  title: "List accepted findings",
  description: "Lists findings that are accepted as a risk: what is covered, why, until when.",
  input: Type.Object({ limit: Type.Optional(listLimit) }, strict),
  annotations: readOnly,
  needsWrite: false,
  async run({ limit = defaultLimit }, { client, signal, nowMs }) {
    const page = await firstPage(client.acceptances({ limit }, { signal }));
    const acceptances = page.acceptances.slice(0, limit);
    const lines = acceptanceListView.plain({ acceptances, next_cursor: null }, plainStyle(nowMs));
    return {
      text: [...lines, ...moreLines(page.next_cursor)].join("\n"),
      data: { acceptances, more: page.next_cursor !== null },
    };
  },
});

export const acceptFinding = defineTool({
  name: "accept_finding",
  title: "Accept a finding",
  description:
    "Accepts a finding as a risk: on its own host, or on those with `tags`, or `everywhere`. It no longer counts, so only use it when a person has decided.",
  input: Type.Object(
    {
      finding_id: Type.String({ description: "`fnd_` and 26 characters." }),
      because: Type.String({ minLength: 1, maxLength: 1000, description: "The reason." }),
      until: Type.Optional(
        Type.String({
          description: "When it ends, such as 2027-01-31T00:00:00Z; never by default.",
        }),
      ),
      tags: scopeInput.tags,
      everywhere: Type.Optional(Type.Boolean({ description: "On every host." })),
    },
    strict,
  ),
  annotations: recording,
  needsWrite: true,
  async run(request, { client, signal, nowMs }) {
    const acceptance = await client.createAcceptance(request, { signal });
    const text = acceptanceView.plain(acceptance, plainStyle(nowMs)).join("\n");
    return { text, data: { acceptance } };
  },
});
