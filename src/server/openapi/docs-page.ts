import { createHash } from "node:crypto";
import { type Html, html, trusted } from "../../core/html.ts";
import type { OpenApiDocument } from "./document.ts";
import { filterScript } from "./filter-script.ts";
import { type Operation, operationSection } from "./operation.ts";
import { type ShownSchema, schemaTable } from "./schema-table.ts";
import { style } from "./style.ts";

/** Allows only the page's own style and script, by their hashes; the page makes no requests. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashSource(style)}`,
  `script-src ${hashSource(filterScript)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The API reference as one self-contained page, with its content security policy. */
export function docsPage(document: OpenApiDocument): {
  html: string;
  contentSecurityPolicy: string;
} {
  const { title, version, description } = document.info;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${trusted(style)}</style></head><body>
<header><h1>${title} <small>API ${version}</small></h1><p>${description}</p>
<p>Machine-readable: <a href="/openapi.json">openapi.json</a></p>
<input type="search" placeholder="Filter: a path, a field, a scope…" aria-label="Filter"></header>
<main>${tagSections(document)}${schemaSection(document)}</main>
<script>${trusted(filterScript)}</script></body></html>`;
  return { html: page.markup, contentSecurityPolicy };
}

function tagSections({ paths, webhooks, tags, components }: OpenApiDocument): Html[] {
  const requests = [...Object.entries(paths), ...Object.entries(webhooks)];
  const operations = requests.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method,
      path,
      operation: operation as unknown as Operation,
    })),
  );
  return tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag.name));
    return html`<section><h2>${tag.name}</h2>
${tag.description.split("\n\n").map((paragraph) => html`<p>${paragraph}</p>`)}
${own.map((each) => operationSection(each, components.schemas as Record<string, ShownSchema>))}</section>`;
  });
}

function schemaSection({ components }: OpenApiDocument): Html {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => html`<details id="schema-${name}">
<summary><code>${name}</code></summary>${schemaTable(schema as ShownSchema)}</details>`,
  );
  return html`<section><h2>Schemas</h2><p>The objects in requests and responses.</p>
${schemas}</section>`;
}
