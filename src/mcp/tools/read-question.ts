import { Type } from "typebox";
import { readingView } from "../../ui/views/investigation/reading.ts";
import { question, strict } from "../definition/inputs.ts";
import { defineTool, readOnly } from "../definition/tool.ts";
import { plainStyle } from "../output/plain-style.ts";

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
