import { Type } from "typebox";
import { Detection, DetectionList } from "../../contract/detection.ts";
import { notFound } from "../http/errors.ts";
import { mustExist } from "../http/must-exist.ts";
import { type App, callerOf, pathParameter } from "../http/request-context.ts";
import { pathId } from "../http/route-schemas.ts";
import type { InvestigationServices } from "./services.ts";

const tags = ["Detections"];

export function addDetectionRoutes(app: App, { catalogue }: InvestigationServices): void {
  app.get(
    "/v1/detections",
    {
      config: { access: "investigations:read" },
      schema: {
        operationId: "listDetections",
        summary: "List detections",
        description: "The complete catalogue, calibrated for this account.",
        tags,
        response: { 200: { description: "The catalogue.", ...DetectionList } },
      },
    },
    async (request) => ({ detections: await catalogue.list(callerOf(request).accountId) }),
  );

  app.get(
    "/v1/detections/:id",
    {
      config: { access: "investigations:read" },
      onRequest: mustExist((request) =>
        catalogue.find(callerOf(request).accountId, pathParameter(request, "id")),
      ),
      schema: {
        operationId: "getDetection",
        summary: "Show a detection",
        description: "One detection, calibrated for this account.",
        tags,
        params: Type.Object({ id: pathId("The detection's id.") }),
        response: { 200: { description: "The detection.", ...Detection } },
      },
    },
    async (request) => {
      const detection = await catalogue.find(callerOf(request).accountId, request.params.id);
      if (!detection) throw notFound();
      return detection;
    },
  );
}
