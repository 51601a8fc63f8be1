import { Type } from "typebox";
import { notFound } from "../http/errors.ts";
import { eventStreams } from "../http/event-stream.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { InvestigationPath, noContent, textResponse } from "../http/route-schemas.ts";
import { findInvestigation } from "./find-investigation.ts";
import { followInvestigation, hasEveryEvent, resumeSeq } from "./follow-investigation.ts";
import type { InvestigationServices } from "./services.ts";

export function addStreamRoute(app: App, { store, heartbeatMs }: InvestigationServices): void {
  const sendEventStream = eventStreams(app);

  app.get(
    "/v1/investigations/:id/stream",
    {
      config: { access: "investigations:read" },
      onRequest: mustExist((request) =>
        findInvestigation(store, {
          accountId: callerOf(request).accountId,
          id: pathParameter(request, "id"),
        }),
      ),
      schema: {
        operationId: "streamInvestigation",
        summary: "Follow an investigation",
        description:
          "Server-Sent Events: `progress`, `finding`, `chain` and `status`, each with an id. " +
          "`Last-Event-ID` resumes after that event, even after a server restart; only superseded " +
          "`progress` events are omitted. The terminal `status` is the last event.",
        tags: ["Investigations"],
        params: InvestigationPath,
        headers: Type.Object({
          "last-event-id": Type.Optional(Type.String({ pattern: "^[0-9]{1,15}$", maxLength: 15 })),
        }),
        response: {
          200: textResponse("The events.", "text/event-stream"),
          204: noContent(
            "The investigation has ended and the client has received every event; do not reconnect.",
          ),
        },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const { id } = request.params;
      const found = await findInvestigation(store, { accountId, id });
      if (!found) throw notFound();
      const afterSeq = resumeSeq(found.record, request.headers["last-event-id"]);
      if (hasEveryEvent(found.record, afterSeq)) return reply.code(204).send(null);
      return sendEventStream(reply, (signal) =>
        followInvestigation(store, { id, afterSeq, heartbeatMs, signal }),
      );
    },
  );
}
