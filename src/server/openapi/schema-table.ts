import { type Html, html } from "../../core/html.ts";

/** The parts of a JSON schema that the page renders. */
export interface ShownSchema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: ShownSchema;
  anyOf?: ShownSchema[];
  properties?: Record<string, ShownSchema>;
  additionalProperties?: boolean | ShownSchema;
  required?: string[];
}

/** A schema's fields as a table, nested fields with their full path; only the type if it has no fields. */
export function schemaTable(schema: ShownSchema): Html {
  const rows = fieldRows(schema, "");
  if (rows.length === 0) return html`<p class="type">${typeOf(schema)}</p>`;
  return html`<div class="scroll"><table>
<thead><tr><th>Field</th><th>Type</th><th>Notes</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function fieldRows(schema: ShownSchema, prefix: string): Html[] {
  const inner = schema.type === "array" ? (schema.items ?? {}) : schema;
  const at = schema.type === "array" ? `${prefix}[].` : prefix === "" ? "" : `${prefix}.`;
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => [
    fieldRow(`${at}${name}`, field, inner.required?.includes(name) ?? false),
    ...fieldRows(field, `${at}${name}`),
  ]);
}

function fieldRow(path: string, field: ShownSchema, required: boolean): Html {
  return html`<tr><td><code>${path}</code>${required && html` <em title="required">*</em>`}</td>
<td>${typeOf(field)}</td><td>${field.description}${notesOf(field)}</td></tr>`;
}

function typeOf(schema: ShownSchema): Html {
  if (schema.$ref) return schemaLink(schema.$ref);
  if (schema.anyOf) return joined(schema.anyOf.map(typeOf), " or ");
  if (schema.enum) return joined(schema.enum.map(literal), " · ");
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.type === "array") return html`list of ${typeOf(schema.items ?? {})}`;
  const values = schema.additionalProperties;
  if (typeof values === "object") return html`map of ${typeOf(values)}`;
  return html`${schema.type ?? "anything"}`;
}

function schemaLink(ref: string): Html {
  const name = ref.split("/").at(-1) ?? ref;
  return html`<a href="#schema-${name}">${name}</a>`;
}

function literal(value: unknown): Html {
  return html`<code>${JSON.stringify(value)}</code>`;
}

function joined(parts: Html[], separator: string): Html {
  return html`${parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]))}`;
}

const constraints = [
  ["minimum", "at least"],
  ["maximum", "at most"],
  ["minLength", "characters, at least"],
  ["maxLength", "characters, at most"],
  ["minItems", "entries, at least"],
  ["maxItems", "entries, at most"],
  ["pattern", "pattern"],
  ["format", "format"],
  ["default", "default"],
] as const;

function notesOf(field: ShownSchema): Html[] {
  return constraints
    .filter(([name]) => field[name] !== undefined)
    .map(([name, label]) => html` <span class="note">${label} ${String(field[name])}</span>`);
}
