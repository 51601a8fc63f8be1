import { InterpretRequest } from "../../contract/investigation.ts";
import { ReadingSchema } from "../../contract/reading.ts";
import { type App, callerOf } from "../http/request-context.ts";
import { followedBy } from "./find-investigation.ts";
import type { InvestigationServices } from "./services.ts";

export function addInterpretationRoute(app: App, { reader, store }: InvestigationServices): void {
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
    async (request) => {
      const { query, follow_up_of: id } = request.body;
      const { accountId } = callerOf(request);
      await followedBy(store, { accountId, id });
      return reader.read(query.trim(), accountId, id);
    },
  );
}
