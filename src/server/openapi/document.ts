import swagger from "@fastify/swagger";
import type { TSchema } from "typebox";
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
  /** What the service sends: a request for each type of event. */
  webhooks: { [name: string]: { [method: string]: JsonObject } };
  components: { schemas: { [name: string]: JsonObject } };
}

/** Schemas that the document names once and refers to wherever they occur. */
const named: Record<string, TSchema> = {
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

/** Collects every route that is added after this. */
export async function collectOpenApi(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "inquest",
        version,
        description:
          "Plain-English investigations of an estate of machines: ask, follow, read the evidence.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: "/" }],
      components: {
        securitySchemes: {
          ApiKey: {
            type: "http",
            scheme: "bearer",
            description: "An API key, `iq_…`. Each operation names the scope that the key needs.",
          },
        },
      },
      tags: [
        { name: "Investigations", description: "Questions and their answers." },
        { name: "Detections", description: "What is looked for, and how well it has done." },
        { name: "Curiosity", description: "Questions that are asked again and again." },
        { name: "Agents", description: "The hosts that answer." },
        { name: "Tag policies", description: "What holds for the hosts that carry a tag." },
        { name: "Webhooks", description: webhooksGuide },
        { name: "Keys", description: "API keys of the account." },
        { name: "Service", description: "The service itself." },
      ],
    },
  });
}

/** The OpenAPI document of every route of the app. */
export function openApiDocument(app: App): OpenApiDocument {
  const document = JSON.parse(JSON.stringify(app.swagger())) as OpenApiDocument;
  const schemas = mapValues(JSON.parse(JSON.stringify(named)) as JsonObject, asWritten);
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [keyOf(schema), name]));
  document.paths = referToNamed(document.paths, names) as OpenApiDocument["paths"];
  const requests = asWritten(JSON.parse(JSON.stringify(webhookRequests())) as Json);
  document.webhooks = referToNamed(requests, names) as OpenApiDocument["webhooks"];
  document.components.schemas = mapValues(schemas, (schema) =>
    mapValues(schema as JsonObject, (part) => referToNamed(part, names)),
  ) as OpenApiDocument["components"]["schemas"];
  return document;
}

/** A schema as the document's writer puts it: a constant as the one of a list, a map by its values. */
function asWritten(value: Json): Json {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(asWritten);
  const { const: constant, patternProperties, ...rest } = mapValues(value, asWritten);
  if (constant !== undefined) rest.enum = [constant];
  const values = Object.values(patternProperties ?? {})[0];
  if (values !== undefined) rest.additionalProperties = values;
  return rest;
}

/** The value with each part that equals a named schema replaced by a reference to it. */
function referToNamed(value: Json, names: Map<string, string>): Json {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((part) => referToNamed(part, names));
  const name = names.get(keyOf(value));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return mapValues(value, (part) => referToNamed(part, names));
}

/** Equal for equal schemas; a response's description is not part of the schema it was put beside. */
function keyOf(schema: Json): string {
  const { description: _, ...rest } = schema as JsonObject;
  return canonicalJson(rest);
}

function mapValues(object: JsonObject, map: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
