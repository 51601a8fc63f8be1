import swagger from "@fastify/swagger";
import type { TSchema } from "typebox";
import { Acceptance } from "../../contract/acceptances/acceptance.ts";
import { Agent, AgentSettings, Signed } from "../../contract/agent.ts";
import { Scope, Tags } from "../../contract/common.ts";
import { CreateCuriosityItem, CuriosityItem } from "../../contract/curiosity.ts";
import { Calibration, Detection } from "../../contract/detection.ts";
import { ErrorBody } from "../../contract/error-body.ts";
import { Event } from "../../contract/event.ts";
import { QueuedInvestigation } from "../../contract/event-data.ts";
import {
  Freshness,
  Investigation,
  InvestigationRow,
  Progress,
  TriggerRequest,
  TriggerResponse,
} from "../../contract/investigation.ts";
import { Key, NewKey } from "../../contract/keys.ts";
import { Posture } from "../../contract/posture.ts";
import { ReadingSchema } from "../../contract/reading.ts";
import { Answer, Chain, Coverage, Evidence, Finding, Summary } from "../../contract/summary.ts";
import { TagPolicy } from "../../contract/tag-policy.ts";
import {
  CreateSubscription,
  Delivery,
  DeliveryAttempt,
  QueuedDelivery,
  Subscription,
  SubscriptionFilters,
  SubscriptionWithSecret,
} from "../../contract/webhook.ts";
import { canonicalJson, type Json } from "../../core/json.ts";
import type { App } from "../http/request-context.ts";
import { webhookRequests, webhooksGuide } from "./webhook-docs.ts";

type JsonObject = { [key: string]: Json };

export interface OpenApiDocument extends JsonObject {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: { [path: string]: { [method: string]: JsonObject } };
  /** The requests that the service sends, one per event type. */
  webhooks: { [name: string]: { [method: string]: JsonObject } };
  components: { schemas: { [name: string]: JsonObject } };
}

/** Schemas that the document defines once and references wherever they occur. */
const namedSchemas: Record<string, TSchema> = {
  Acceptance,
  Agent,
  AgentSettings,
  Answer,
  Calibration,
  Chain,
  Coverage,
  CreateCuriosityItem,
  CreateSubscription,
  CuriosityItem,
  Delivery,
  DeliveryAttempt,
  Detection,
  Error: ErrorBody,
  Event,
  Evidence,
  Finding,
  Freshness,
  Investigation,
  InvestigationRow,
  Key,
  NewKey,
  Posture,
  Progress,
  QueuedDelivery,
  QueuedInvestigation,
  Reading: ReadingSchema,
  Scope,
  Signed,
  Subscription,
  SubscriptionFilters,
  SubscriptionWithSecret,
  Summary,
  TagPolicy,
  Tags,
  TriggerRequest,
  TriggerResponse,
};

/** Adds the routes registered afterwards to the OpenAPI document. */
export async function collectOpenApi(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "inquest",
        version,
        description:
          "Ask plain-English questions about a fleet of machines, follow the investigations and read the evidence.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: "/" }],
      components: {
        securitySchemes: {
          ApiKey: {
            type: "http",
            scheme: "bearer",
            description: "An API key, `iq_…`. Each operation names the scope that it requires.",
          },
        },
      },
      tags: [
        { name: "Investigations", description: "Ask questions and read the answers." },
        { name: "Detections", description: "The catalogue of detections and their precision." },
        { name: "Acceptances", description: "Findings that are accepted as a risk." },
        { name: "Curiosity", description: "Questions that run on a schedule." },
        { name: "Agents", description: "The hosts that answer questions." },
        { name: "Tag policies", description: "Rules for the hosts with certain tags." },
        { name: "Webhooks", description: webhooksGuide },
        { name: "Keys", description: "The API keys of the account." },
        { name: "Service", description: "Health, metrics and documentation." },
      ],
    },
  });
}

/** The OpenAPI document of every route of the app. */
export function openApiDocument(app: App): OpenApiDocument {
  const document = JSON.parse(JSON.stringify(app.swagger())) as OpenApiDocument;
  const schemas = mapValues(JSON.parse(JSON.stringify(namedSchemas)) as JsonObject, toOpenApiForm);
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [schemaKey(schema), name]));
  document.paths = replaceNamed(document.paths, names) as OpenApiDocument["paths"];
  const requests = toOpenApiForm(JSON.parse(JSON.stringify(webhookRequests())) as Json);
  document.webhooks = replaceNamed(requests, names) as OpenApiDocument["webhooks"];
  document.components.schemas = mapValues(schemas, (schema) =>
    mapValues(schema as JsonObject, (part) => replaceNamed(part, names)),
  ) as OpenApiDocument["components"]["schemas"];
  return document;
}

/** A schema in the form that the OpenAPI writer produces: a constant as an enum of one, a map by its values. */
function toOpenApiForm(value: Json): Json {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(toOpenApiForm);
  const { const: constant, patternProperties, ...rest } = mapValues(value, toOpenApiForm);
  if (constant !== undefined) rest.enum = [constant];
  const values = Object.values(patternProperties ?? {})[0];
  if (values !== undefined) rest.additionalProperties = values;
  return rest;
}

/** Replaces each part that equals a named schema with a reference to it. */
function replaceNamed(value: Json, names: Map<string, string>): Json {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((part) => replaceNamed(part, names));
  const name = names.get(schemaKey(value));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return mapValues(value, (part) => replaceNamed(part, names));
}

/** Equal for equal schemas. Ignores the description, which a response adds to its schema. */
function schemaKey(schema: Json): string {
  const { description: _, ...rest } = schema as JsonObject;
  return canonicalJson(rest);
}

function mapValues(object: JsonObject, map: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
