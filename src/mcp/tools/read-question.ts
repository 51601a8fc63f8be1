import { Type } from "typebox";
import { readingView } from "../../ui/views/reading.ts";
import { question, strict } from "../inputs.ts";
import { plainStyle } from "../plain-style.ts";
import { defineTool, readOnly } from "../tool.ts";

export const readQuestion = defineTool({
  name: "read_question",
  title: "Read a question",
  description:
    "Tells how a question would be understood, with the SQL that each host would run; runs nothing. For one that isn't understood it suggests others.",
  input: Type.Object({ query: question }, strict),
  annotations: readOnly,
  needsWrite: false,
  async run({ query }, { client, signal, nowMs }) {
    const reading = await client.interpret(query, { signal });
    return {
      text: readingView.plain(reading, plainStyle(nowMs)).join("\n"),
      data: { reading },
    };
  },
});
