import { Type } from "typebox";
import { readingView } from "../../ui/views/investigation/reading.ts";
import { followUpOf, question, strict } from "../definition/inputs.ts";
import { defineTool, readOnly } from "../definition/tool.ts";
import { plainStyle } from "../output/plain-style.ts";

export const readQuestion = defineTool({
  name: "read_question",
  title: "Read a question",
  description:
    "Shows how a question would be understood and the SQL that each host would run, without running it. Suggests alternatives for a question that isn't understood.",
  input: Type.Object({ query: question, follow_up_of: Type.Optional(followUpOf) }, strict),
  annotations: readOnly,
  needsWrite: false,
  async run({ query, follow_up_of: of }, { client, signal, nowMs }) {
    const reading = await client.interpret(query, { signal, followUpOf: of });
    return {
      text: readingView.plain(reading, plainStyle(nowMs)).join("\n"),
      data: { reading },
    };
  },
});
