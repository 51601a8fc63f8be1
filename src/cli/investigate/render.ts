import type { Investigation } from "../../contract/investigation.ts";
import { jsonText } from "../../core/json-text.ts";
import { investigationView } from "../../ui/views/investigation/investigation.ts";
import type { Style } from "../../ui/views/view.ts";
import type { Format } from "../flags/common-flags.ts";

/** A whole investigation as a document of the format; a newline ends it. */
export async function renderInvestigation(
  investigation: Investigation,
  format: Format,
  style: Style,
): Promise<string> {
  if (format === "json") return `${jsonText(investigation, 2)}\n`;
  if (format === "ndjson") return ndjsonLine("investigation", investigation);
  if (format === "markdown") {
    const { investigationMarkdown } = await import("../../ui/views/investigation/markdown.ts");
    return investigationMarkdown(investigation);
  }
  if (format === "html") {
    const { investigationHtml } = await import("../../ui/views/investigation/html.ts");
    return investigationHtml(investigation);
  }
  if (format === "sarif") {
    const { investigationSarif } = await import("../../ui/views/investigation/sarif.ts");
    return `${jsonText(investigationSarif(investigation), 2)}\n`;
  }
  if (format === "csv") {
    const { answerCsv } = await import("../../ui/views/investigation/csv.ts");
    return answerCsv(investigation.summary?.answer ?? null);
  }
  return investigationView
    .plain(investigation, style)
    .map((line) => `${line}\n`)
    .join("");
}

/** One event as a line of NDJSON; the last one of a stream carries the whole investigation. */
export function ndjsonLine(event: string, data: unknown): string {
  return `${jsonText({ event, data })}\n`;
}
