import { Type } from "typebox";
import { investigationId, strict } from "../definition/inputs.ts";
import { defineTool } from "../definition/tool.ts";

export const cancelInvestigation = defineTool({
  name: "cancel_investigation",
  title: "Cancel an investigation",
  description:
    "Cancels a queued or running investigation permanently; its findings are kept. A finished investigation is not changed.",
  input: Type.Object({ investigation_id: investigationId }, strict),
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  needsWrite: true,
  async run({ investigation_id }, { client, signal }) {
    const { status } = await client.cancel(investigation_id, { signal });
    return { text: `${investigation_id} is ${status}.`, data: { investigation_id, status } };
  },
});
