import { Type } from "typebox";
import type { App } from "../http/request-context.ts";
import { textResponse } from "../http/route-schemas.ts";
import { docsPage } from "./docs-page.ts";
import { type OpenApiDocument, openApiDocument } from "./document.ts";

const tags = ["Service"];

/** The OpenAPI document and its HTML page, both generated at the first request. */
export function addDocsRoutes(app: App): void {
  let document: OpenApiDocument | undefined;
  let page: ReturnType<typeof docsPage> | undefined;
  const describe = () => (document ??= openApiDocument(app));

  app.get(
    "/",
    {
      config: { access: "public" },
      // For people who open the address in a browser; no operation of the API.
      schema: { hide: true },
    },
    // Relative, so that it also works behind a proxy that adds a path.
    async (_request, reply) => reply.redirect("docs"),
  );

  app.get(
    "/openapi.json",
    {
      config: { access: "own_host_or_key" },
      schema: {
        operationId: "getOpenApi",
        summary: "Get the OpenAPI document",
        description: "The whole API as an OpenAPI 3.1 document.",
        tags,
        response: { 200: { description: "The document.", ...Type.Object({}) } },
      },
    },
    async () => describe(),
  );

  app.get(
    "/docs",
    {
      config: { access: "own_host_or_key" },
      schema: {
        operationId: "getDocs",
        summary: "Get the API reference as HTML",
        description: "A self-contained page that loads nothing from other servers.",
        tags,
        response: { 200: textResponse("The page.", "text/html") },
      },
    },
    async (_request, reply) => {
      page ??= docsPage(describe());
      return reply
        .type("text/html; charset=utf-8")
        .header("content-security-policy", page.contentSecurityPolicy)
        .send(page.html);
    },
  );
}
