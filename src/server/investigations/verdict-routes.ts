import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { VerdictResponse } from "../../contract/detection.ts";
import { VerdictRequest } from "../../contract/investigation.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { pathId } from "../http/route-schemas.ts";
import { type FindingAddress, findFinding, recordVerdict } from "./record-verdict.ts";
import type { InvestigationServices } from "./services.ts";

export function addVerdictRoute(app: App, services: InvestigationServices): void {
  app.post(
    "/v1/investigations/:id/findings/:finding_id/verdict",
    {
      config: { access: "investigations:trigger" },
      onRequest: mustExist((request) => findFinding(services, addressOf(request))),
      schema: {
        operationId: "recordVerdict",
        summary: "Record a verdict on a finding",
        description:
          "Counts towards the calibration of the finding's detection in this account. " +
          "A second verdict on a finding replaces the first.",
        tags: ["Detections"],
        params: Type.Object({
          id: pathId("The investigation's id."),
          finding_id: pathId("`fnd_` and 26 characters."),
        }),
        body: VerdictRequest,
        response: { 200: { description: "The detection's new calibration.", ...VerdictResponse } },
      },
    },
    async (request) => recordVerdict(services, addressOf(request), request.body),
  );
}

function addressOf(request: FastifyRequest): FindingAddress {
  return {
    accountId: callerOf(request).accountId,
    investigationId: pathParameter(request, "id"),
    findingId: pathParameter(request, "finding_id"),
  };
}
