interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
  required?: string[];
}

interface Operation {
  summary: string;
  tags: string[];
  security: { ApiKey?: string[] }[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
}

/** The part of an OpenAPI document that the page is made of. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const intro = `# The API

Every command uses this API, and scripts can call it directly. This page is generated from the server's OpenAPI document and lists all requests. For fields, responses and errors, open \`/docs\` on a running server; tools read \`/openapi.json\`.

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" -H 'content-type: application/json' -d '{"query": "which users have uid 0?"}' http://127.0.0.1:7878/v1/investigations
curl -s -H "Authorization: Bearer $KEY" http://127.0.0.1:7878/v1/investigations/inv_…
\`\`\`

- Send the API key in \`Authorization: Bearer\`. The key needs the scope listed with the request.
- Lists take \`limit\` (1 to 200) and \`cursor\`: pass the \`next_cursor\` of the previous page until it is null. The list of agents returns its cursor in the \`X-Next-Cursor\` header, with up to 1,000 agents per page.
- An error is \`{"error": "code", "message": …}\`; \`issues\` lists the invalid fields. Unknown fields and parameters are errors.
- A 429 response has the seconds to wait in \`Retry-After\`. An \`Idempotency-Key\` makes retries safe: for 24 hours the same key and body return the same investigation.
- \`/v1/investigations/{id}/stream\` and \`/v1/webhooks/deliveries/stream\` return Server-Sent Events. The stream of an investigation resumes after \`Last-Event-ID\`.

Under "Parameters", \`name?\` is an optional body field and \`?name\` a query parameter.
`;

/** A page of Markdown with every request of the API, by subject. */
export function apiPage({ paths, components }: ApiDocument): string {
  const bySubject = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const subject = operation.tags[0]!;
      const rows = bySubject.get(subject) ?? [];
      bySubject.set(subject, rows);
      rows.push(row(`${method.toUpperCase()} ${path}`, operation, components.schemas));
    }
  }
  const sections = [...bySubject].map(([subject, rows]) =>
    [
      `## ${subject}\n`,
      "| Request | Description | Scope | Parameters |",
      "|---|---|---|---|",
      ...rows,
      "",
    ].join("\n"),
  );
  return [intro, ...sections].join("\n");
}

function row(request: string, operation: Operation, schemas: Record<string, Schema>): string {
  const scope = operation.security.flatMap(({ ApiKey }) => ApiKey ?? [])[0];
  const parameters = [...parametersOf(operation), ...fieldsOf(operation, schemas)];
  const cells = [
    `\`${request}\``,
    operation.summary,
    scope ? `\`${scope}\`` : "",
    parameters.join(", "),
  ];
  return `| ${cells.join(" | ")} |`;
}

function parametersOf({ parameters = [] }: Operation): string[] {
  const queryParameters = parameters.filter((one) => one.in === "query");
  return queryParameters.map(({ name }) => `\`?${name}\``);
}

function fieldsOf({ requestBody }: Operation, schemas: Record<string, Schema>): string[] {
  if (!requestBody) return [];
  const { schema } = requestBody.content["application/json"];
  const { properties = {}, required = [] } = schema.$ref
    ? schemas[schema.$ref.split("/").at(-1)!]!
    : schema;
  return Object.keys(properties).map((name) => `\`${name}${required.includes(name) ? "" : "?"}\``);
}
