import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { AppError } from "../core/errors.ts";
import { defaultRows } from "./definition/inputs.ts";
import type { ToolContext } from "./definition/tool.ts";
import { escapeLines } from "./output/escape-values.ts";
import { renderInvestigation } from "./output/render-investigation.ts";

export const resourceTemplates = [
  {
    uriTemplate: "inquest://investigations/{id}",
    name: "investigation",
    title: "Investigation",
    description: "An investigation as show_investigation shows it.",
    mimeType: "text/plain",
  },
];

/** The protocol's code for a resource that isn't there. */
const resourceNotFound = -32002;

/** The id in the address of an investigation. */
export function investigationIdOf(uri: string): string {
  const [, id] = /^inquest:\/\/investigations\/([\w-]{1,64})$/.exec(uri) ?? [];
  if (id === undefined) throw new McpError(resourceNotFound, "There is no such resource.", { uri });
  return id;
}

export async function readInvestigation(uri: string, { client, signal, nowMs }: ToolContext) {
  try {
    const investigation = await client.get(investigationIdOf(uri), { signal });
    const { text } = renderInvestigation(investigation, { maxRows: defaultRows, nowMs });
    return { contents: [{ uri, mimeType: "text/plain", text }] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const explanation = escapeLines([error.message, error.hint].filter(Boolean).join(" "));
    throw new McpError(error.kind === "not_found" ? resourceNotFound : -32603, explanation);
  }
}
