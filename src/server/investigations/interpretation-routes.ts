import { InterpretRequest } from "../../contract/investigation.ts";
import { ReadingSchema } from "../../contract/reading.ts";
import { type App, callerOf } from "../http/request-context.ts";
import type { InvestigationServices } from "./services.ts";

export function addInterpretationRoute(app: App, { reader }: InvestigationServices): void {
  app.post(
    "/v1/interpretations",
    {
      config: { access: "investigations:read" },
      schema: {
        operationId: "interpretQuestion",
        summary: "Interpret a question",
        description:
          "Returns how the question would be understood. Runs nothing and stores nothing.",
        tags: ["Investigations"],
        body: InterpretRequest,
        response: { 200: { description: "The reading.", ...ReadingSchema } },
      },
    },
    async (request) => reader.read(request.body.query.trim(), callerOf(request).accountId),
  );
}
