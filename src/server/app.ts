import { randomUUID } from "node:crypto";
import { type FastifyBaseLogger, fastify, LogController } from "fastify";
import type { Logger } from "pino";
import { addAcceptanceRoutes } from "./acceptances/acceptance-routes.ts";
import type { AcceptanceServices } from "./acceptances/services.ts";
import { addAuth } from "./access/auth.ts";
import { addClientCertificate } from "./access/client-certificate.ts";
import { addKeyRoutes } from "./access/key-routes.ts";
import type { AccessServices } from "./access/services.ts";
import { addAgentRoutes } from "./agents/agent-routes.ts";
import { addAgentCheckInRoutes } from "./agents/check-in-routes.ts";
import { addPlanKeyRoute } from "./agents/plan-key-routes.ts";
import type { AgentServices } from "./agents/services.ts";
import type { CuriosityServices } from "./curiosity/curiosity-items.ts";
import { addCuriosityRoutes } from "./curiosity/curiosity-routes.ts";
import { maxBodyBytes } from "./http/body-limits.ts";
import { answerClientError } from "./http/client-errors.ts";
import { addCloseConnections } from "./http/close-connections.ts";
import { addErrors, sendError } from "./http/error-handler.ts";
import { addBodies } from "./http/request-bodies.ts";
import type { App } from "./http/request-context.ts";
import { addRequestLog } from "./http/request-log.ts";
import { addSecurityHeaders } from "./http/security-headers.ts";
import { type Tls, tlsOptions } from "./http/tls.ts";
import { addValidation, ajvOptions } from "./http/validation.ts";
import { addDetectionRoutes } from "./investigations/detection-routes.ts";
import { addInterpretationRoute } from "./investigations/interpretation-routes.ts";
import { addInvestigationRoutes } from "./investigations/investigation-routes.ts";
import { addReceiptRoute } from "./investigations/receipt-routes.ts";
import { addRowRoute } from "./investigations/row-routes.ts";
import type { InvestigationServices } from "./investigations/services.ts";
import { addStreamRoute } from "./investigations/stream-routes.ts";
import { addVerdictRoute } from "./investigations/verdict-routes.ts";
import { idleTimeoutMs, requestTimeoutMs, timeoutCheckMs } from "./limits/connection-limits.ts";
import { describeRoutes } from "./openapi/describe-routes.ts";
import { addDocsRoutes } from "./openapi/docs-routes.ts";
import { collectOpenApi } from "./openapi/document.ts";
import { addTagPolicyRoutes } from "./policies/policy-routes.ts";
import type { PolicyServices } from "./policies/services.ts";
import { addAdminRoutes } from "./system/admin-routes.ts";
import { addHealthRoutes, type HealthServices } from "./system/health-routes.ts";
import { addLiveGraphRoute } from "./system/live-graph-route.ts";
import type { LocalAdmin } from "./system/local-admin.ts";
import { addMetrics, type MetricsServices } from "./system/metrics.ts";
import { addMetricsRoute } from "./system/metrics-route.ts";
import { addDeliveryRoutes } from "./webhooks/delivery-routes.ts";
import type { DeliveryServices, SubscriptionServices } from "./webhooks/services.ts";
import { addSubscriptionRoutes } from "./webhooks/subscription-routes.ts";

const timeoutChecks = { connectionsCheckingInterval: timeoutCheckMs };

/** Fits an agent id of 255 characters with two UTF-16 code units each. */
const maxParameterLength = 510;

/** Every service the app needs: what each resource declares, and the few of the app itself. */
export type AppServices = AcceptanceServices &
  AccessServices &
  AgentServices &
  CuriosityServices &
  DeliveryServices &
  InvestigationServices &
  MetricsServices &
  PolicyServices &
  SubscriptionServices & {
    log: Logger;
    /** The program's version, for the OpenAPI document. */
    version: string;
    /** Absent when the server serves no administration commands. */
    localAdmin?: LocalAdmin;
    storeProblem?: HealthServices["storeProblem"];
  };

/** Builds the API over `services` without listening: `listen` opens the port, embedded use and tests inject requests. */
export async function buildApp(services: AppServices, tls?: Tls): Promise<App> {
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
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleTimeoutMs,
    ...(tls ? { https: { ...tlsOptions(tls), ...timeoutChecks } } : { http: timeoutChecks }),
  }) as unknown as App;
  // A compiled serializer would drop fields that are missing from a schema.
  app.setSerializerCompiler(() => JSON.stringify);

  addCloseConnections(app);
  addSecurityHeaders(app);
  addRequestLog(app);
  const registry = addMetrics(app, services);
  addErrors(app);
  addAuth(app, services);
  if (tls?.clientCa !== undefined) addClientCertificate(app, services);
  addBodies(app, services);
  addValidation(app);
  describeRoutes(app);
  await collectOpenApi(app, services.version);

  addInvestigationRoutes(app, services);
  addStreamRoute(app, services);
  addRowRoute(app, services);
  addReceiptRoute(app, services);
  addInterpretationRoute(app, services);
  addVerdictRoute(app, services);
  addAcceptanceRoutes(app, services);
  addDetectionRoutes(app, services);
  addCuriosityRoutes(app, services);
  addAgentRoutes(app, services);
  addAgentCheckInRoutes(app, services);
  addTagPolicyRoutes(app, services);
  addSubscriptionRoutes(app, services);
  addDeliveryRoutes(app, services);
  addPlanKeyRoute(app, services);
  addKeyRoutes(app, services);
  addLiveGraphRoute(app);
  addHealthRoutes(app, services);
  addMetricsRoute(app, registry);
  addDocsRoutes(app);
  if (services.localAdmin) addAdminRoutes(app, services.localAdmin);
  await app.ready();
  return app;
}
