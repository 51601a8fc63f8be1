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

Every command is made of these requests, and a script can make them itself. This page is made from the server's own description and lists what there is; fields, answers and errors of each are at \`/docs\` of a running server, to read, and at \`/openapi.json\`, for tools.

\`\`\`sh
curl -s -H "Authorization: Bearer $KEY" -H 'content-type: application/json' -d '{"query": "which users have uid 0?"}' http://127.0.0.1:7878/v1/investigations
curl -s -H "Authorization: Bearer $KEY" http://127.0.0.1:7878/v1/investigations/inv_…
\`\`\`

- A key goes into \`Authorization: Bearer\`, and needs the scope that stands with the request.
- Lists take \`limit\` (1 to 200) and \`cursor\`: give back the \`next_cursor\` of the page before until it is null. Only agents have theirs in the header \`X-Next-Cursor\`, and up to 1,000 a page.
- An error is \`{"error": "code", "message": …}\`, with \`issues\` that name each wrong field. Unknown fields and parameters are errors.
- 429 says in \`Retry-After\` how many seconds to wait. An \`Idempotency-Key\` makes asking again safe: the same key and body give the same investigation for 24 hours.
- \`/v1/investigations/{id}/stream\` and \`/v1/webhooks/deliveries/stream\` are Server-Sent Events, which go on after \`Last-Event-ID\`.

In "takes", what may be left out has a question mark; \`?name\` is a parameter of the address.
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
      "| request | what it does | scope | takes |",
      "|---|---|---|---|",
      ...rows,
      "",
    ].join("\n"),
  );
  return [intro, ...sections].join("\n");
}

function row(request: string, operation: Operation, schemas: Record<string, Schema>): string {
  const scope = operation.security.flatMap(({ ApiKey }) => ApiKey ?? [])[0];
  const takes = [...parametersOf(operation), ...fieldsOf(operation, schemas)];
  const cells = [
    `\`${request}\``,
    operation.summary,
    scope ? `\`${scope}\`` : "",
    takes.join(", "),
  ];
  return `| ${cells.join(" | ")} |`;
}

function parametersOf({ parameters = [] }: Operation): string[] {
  const inAddress = parameters.filter((one) => one.in === "query");
  return inAddress.map(({ name }) => `\`?${name}\``);
}

function fieldsOf({ requestBody }: Operation, schemas: Record<string, Schema>): string[] {
  if (!requestBody) return [];
  const { schema } = requestBody.content["application/json"];
  const { properties = {}, required = [] } = schema.$ref
    ? schemas[schema.$ref.split("/").at(-1)!]!
    : schema;
  return Object.keys(properties).map((name) => `\`${name}${required.includes(name) ? "" : "?"}\``);
}
