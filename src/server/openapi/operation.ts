import { type Html, html } from "../../core/html.ts";
import { type ShownSchema, schemaTable } from "./schema-table.ts";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: ShownSchema;
}

interface Content {
  description?: string;
  content?: Record<string, { schema: ShownSchema }>;
}

/** The parts of an OpenAPI operation that the page renders. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  /** Absent for webhook requests, which the service sends. */
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

type Schemas = Record<string, ShownSchema>;

/** One operation, collapsed to its method, path and summary. */
export function operationSection(
  { method, path, operation }: { method: string; path: string; operation: Operation },
  schemas: Schemas,
): Html {
  return html`<details class="operation" id="${operation.operationId}">
<summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
<span class="summary">${operation.summary}</span></summary>
<p>${operation.description}</p>
<p class="access">${accessOf(operation)}</p>
${parametersOf(operation)}${bodyOf(operation, schemas)}
<h4>Responses</h4>
${Object.entries(operation.responses).map(([status, response]) =>
  responseOf({ status, response }, schemas),
)}
</details>`;
}

function accessOf({ security }: Operation): Html {
  if (!security) return html`Sent by the service to the subscription's URL.`;
  if (security.length === 0) return html`Requires no API key.`;
  if (security.some((requirement) => Object.keys(requirement).length === 0)) {
    return html`Requires no API key from the server's own machine, and any key from elsewhere.`;
  }
  const scope = security[0]?.ApiKey?.[0];
  return scope === undefined
    ? html`Requires any valid API key.`
    : html`Requires an API key with the scope <code>${scope}</code>.`;
}

function parametersOf({ parameters = [] }: Operation): Html | undefined {
  if (parameters.length === 0) return undefined;
  const properties = parameters.map(({ name, in: location, description, schema }) => {
    const about = [`In the ${location}.`, description ?? schema.description]
      .filter(Boolean)
      .join(" ");
    return [name, { ...schema, description: about }] as const;
  });
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return html`<h4>Parameters</h4>
${schemaTable({ properties: Object.fromEntries(properties), required })}`;
}

/** The fields of a body, also when it refers to a named schema. */
function fieldsOf(schema: ShownSchema, schemas: Schemas): Html {
  return schemaTable(schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema);
}

function bodyOf({ requestBody }: Operation, schemas: Schemas): Html | undefined {
  const schema = requestBody?.content?.["application/json"]?.schema;
  return schema && html`<h4>Body</h4>${fieldsOf(schema, schemas)}`;
}

function responseOf(
  { status, response }: { status: string; response: Content },
  schemas: Schemas,
): Html {
  const { description, content } = response;
  const [mediaType, body] = Object.entries(content ?? {})[0] ?? [];
  return html`<div class="response"><p><span class="status s${status.slice(0, 1)}">${status}</span>
${description} <span class="note">${mediaType}</span></p>
${body && Number(status) < 400 && fieldsOf(body.schema, schemas)}</div>`;
}
