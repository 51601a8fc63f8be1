import { randomUUID } from "node:crypto";
import { type FastifyBaseLogger, fastify, LogController } from "fastify";
import { maxBodyBytes } from "./body-limits.ts";
import { collectOpenApi } from "./openapi.ts";
import { addAuth } from "./plugins/auth.ts";
import { addBodies } from "./plugins/bodies.ts";
import { addClientCertificate } from "./plugins/client-certificate.ts";
import { answerClientError } from "./plugins/client-errors.ts";
import { addCloseConnections } from "./plugins/close-connections.ts";
import { describeRoutes } from "./plugins/describe-routes.ts";
import { addErrors, sendError } from "./plugins/errors.ts";
import { addMetrics } from "./plugins/metrics.ts";
import { addRequestLog } from "./plugins/request-log.ts";
import { addSecurityHeaders } from "./plugins/security-headers.ts";
import { addValidation, ajvOptions } from "./plugins/validation.ts";
import type { App } from "./request-context.ts";
import { addAdminRoutes } from "./routes/admin.ts";
import { addAgentCheckInRoutes } from "./routes/agent-checkin.ts";
import { addAgentRoutes } from "./routes/agents.ts";
import { addCuriosityRoutes } from "./routes/curiosity.ts";
import { addDeliveryRoutes } from "./routes/deliveries.ts";
import { addDetectionRoutes } from "./routes/detections.ts";
import { addDocumentRoutes } from "./routes/documents.ts";
import { addGraphRoute } from "./routes/graph.ts";
import { addHealthRoutes } from "./routes/health.ts";
import { addInterpretationRoute } from "./routes/interpretations.ts";
import { addInvestigationRoutes } from "./routes/investigations.ts";
import { addKeyRoutes } from "./routes/keys.ts";
import { addMetricsRoute } from "./routes/metrics.ts";
import { addPlanKeyRoute } from "./routes/plan-key.ts";
import { addReceiptRoute } from "./routes/receipts.ts";
import { addStreamRoute } from "./routes/stream.ts";
import { addSubscriptionRoutes } from "./routes/subscriptions.ts";
import { addTagPolicyRoutes } from "./routes/tag-policies.ts";
import { addVerdictRoute } from "./routes/verdicts.ts";
import type { Services } from "./services.ts";
import { type Tls, tlsOptions } from "./tls.ts";

/** An agent id of 255 characters, each of which may be two UTF-16 code units. */
const maxParameterLength = 510;

/** The whole API over `services`, not listening: `listen.ts` does that, tests and embedded use inject. */
export async function buildApp(services: Services, tls?: Tls): Promise<App> {
  const app = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "request_id",
    }),
    genReqId: () => `req_${randomUUID()}`,
    bodyLimit: maxBodyBytes,
    routerOptions: { maxParamLength: maxParameterLength },
    // While closing, requests on open connections are still answered, with `Connection: close`.
    return503OnClosing: false,
    ajv: ajvOptions,
    frameworkErrors: sendError,
    clientErrorHandler: answerClientError,
    https: tls ? tlsOptions(tls) : null,
  }) as unknown as App;
  // Responses are what the rules made them; a compiled serializer would drop what a schema forgot.
  app.setSerializerCompiler(() => JSON.stringify);

  addCloseConnections(app);
  addSecurityHeaders(app);
  addRequestLog(app);
  const registry = addMetrics(app, services);
  addErrors(app);
  addAuth(app, services);
  if (tls?.clientCa !== undefined) addClientCertificate(app, services);
  addBodies(app);
  addValidation(app);
  describeRoutes(app);
  await collectOpenApi(app, services.version);

  addInvestigationRoutes(app, services);
  addStreamRoute(app, services);
  addReceiptRoute(app, services);
  addInterpretationRoute(app, services);
  addVerdictRoute(app, services);
  addDetectionRoutes(app, services);
  addCuriosityRoutes(app, services);
  addAgentRoutes(app, services);
  addAgentCheckInRoutes(app, services);
  addTagPolicyRoutes(app, services);
  addSubscriptionRoutes(app, services);
  addDeliveryRoutes(app, services);
  addPlanKeyRoute(app, services);
  addKeyRoutes(app, services);
  addGraphRoute(app);
  addHealthRoutes(app, services);
  addMetricsRoute(app, registry);
  addDocumentRoutes(app);
  if (services.localAdmin) addAdminRoutes(app, services.localAdmin);
  await app.ready();
  return app;
}
